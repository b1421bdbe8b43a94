//! Trials: positions made up to see what the engine does, so that a sentence is confirmed by play and not by its wording.
//!
//! Each trial speaks of a royal man of White. What attacks it is told by the moves of the other side, not by the rules'
//! own idea of check, so that a variant whose king is an ordinary man contradicts a page that speaks of check.

use crate::board::{Side, Square, SquareSet};
use crate::game::Game;
use crate::interpreter::{Move, MoveKind};
use crate::notation::uci;
use crate::rules::{Man, PieceId, Setup};

use super::claim::Finding;
use super::context::Context;
use super::moves::{fen_of, setup_of};

/// What is tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trial {
    /// A royal man that is attacked is in check.
    Check,
    /// No move may leave it attacked.
    Exposed,
    /// Check has to be answered.
    Answer,
    /// It may go away.
    Flight,
    /// The attacker may be taken.
    Taking,
    /// A man may come between.
    Blocking,
    /// An attacker that may not move gives check all the same.
    Pinned,
    /// Two attackers at once have both to be answered.
    Double,
    /// A man that has just passed a square may be taken there.
    Passing,
    /// That right is lost a move later.
    Late,
    /// The sides move in turn.
    Turns,
    /// No side may leave everything as it is.
    NoPass,
    /// At most one man that promotes can go to a square without taking.
    OneOrigin,
    /// A man that may not move, as nothing is left for it to become, gives check all the same.
    Unpromotable,
}

/// More positions than these are not made up for one trial.
const MOST: usize = 240;

/// Tries it.
pub fn run(cx: &Context<'_>, trial: Trial) -> Finding {
    match trial {
        Trial::Passing => passing(cx),
        Trial::Late => late(cx),
        Trial::Turns => turns(cx),
        Trial::NoPass => no_pass(cx),
        Trial::OneOrigin => one_origin(cx),
        Trial::Unpromotable => unpromotable(cx),
        _ => royal_trial(cx, trial),
    }
}

fn royal_trial(cx: &Context<'_>, trial: Trial) -> Finding {
    let Some(royal) = guarded(cx) else { return Finding::not_understood("the rules have no royal piece") };
    match trial {
        Trial::Check => in_check(cx, royal),
        Trial::Exposed => exposed(cx, royal),
        Trial::Flight => flight(cx, royal),
        Trial::Taking => helped(cx, royal, true),
        Trial::Blocking => helped(cx, royal, false),
        Trial::Pinned => pinned(cx, royal),
        Trial::Double => answered(cx, &doubly(cx, royal), "whichever attacker is looked at"),
        _ => answered(cx, &attacked_positions(cx, royal), "in every position that was tried"),
    }
}

/// The piece that pages mean by the king: a royal one, or what bears the name.
fn guarded(cx: &Context<'_>) -> Option<PieceId> {
    let royal = cx.rules.piece_ids().find(|id| cx.rules.piece(*id).royalty.is_ever_royal());
    royal.or_else(|| cx.called_royal())
}

/// A royal man of White under attack by one or two black men.
#[derive(Clone, Debug)]
struct Attacked {
    setup: Setup,
    royal: Square,
    attackers: Vec<Square>,
}

/// Common pieces that a side can have on the board.
fn common(cx: &Context<'_>, side: Side) -> Vec<PieceId> {
    let rules = &cx.rules;
    let fits = |id: &PieceId| {
        let piece = rules.piece(*id);
        !piece.royalty.is_ever_royal() && !piece.symbol[side].is_empty() && !piece.movement.patterns.is_empty()
    };
    let mut found: Vec<PieceId> = rules.piece_ids().filter(fits).collect();
    // Those that promote come last, as they often cannot move.
    found.sort_by_key(|id| rules.piece(*id).promotion.is_some());
    found.truncate(8);
    found
}

fn may_stand(cx: &Context<'_>, piece: PieceId, side: Side) -> SquareSet {
    cx.rules.piece(piece).confined[side] & cx.rules.geometry.squares()
}

/// Some squares, evenly taken from a set.
fn sample(squares: SquareSet, count: usize) -> Vec<Square> {
    let all: Vec<Square> = squares.iter().collect();
    let step = all.len().div_ceil(count).max(1);
    all.into_iter().step_by(step).collect()
}

fn game(cx: &Context<'_>, setup: &Setup, turn: Side) -> Option<Game> {
    let mut setup = setup.clone();
    setup.turn = turn;
    cx.compiled.game_unchecked(&setup).ok()
}

/// Can a side take what stands on a square, whatever becomes of its own men?
pub fn can_take(cx: &Context<'_>, setup: &Setup, by: Side, square: Square) -> bool {
    game(cx, setup, by)
        .is_some_and(|mut game| game.pseudo_legal_moves().iter().any(|made| made.captures.contains(&square)))
}

/// Positions with one black man that attacks a royal man of White.
fn attacked_positions(cx: &Context<'_>, royal: PieceId) -> Vec<Attacked> {
    let mut found = Vec::new();
    for at in sample(may_stand(cx, royal, Side::White), 6) {
        for piece in common(cx, Side::Black) {
            for from in may_stand(cx, piece, Side::Black).iter().filter(|from| *from != at) {
                let men = [(at, royal, Side::White), (from, piece, Side::Black)];
                let setup = setup_of(&cx.rules, &men, Side::White);
                if can_take(cx, &setup, Side::Black, at) {
                    found.push(Attacked { setup, royal: at, attackers: vec![from] });
                }
            }
        }
    }
    thinned(found)
}

fn thinned(found: Vec<Attacked>) -> Vec<Attacked> {
    let step = found.len().div_ceil(MOST).max(1);
    found.into_iter().step_by(step).collect()
}

/// Positions with two black men, each of which attacks the royal man by itself.
fn doubly(cx: &Context<'_>, royal: PieceId) -> Vec<Attacked> {
    let singles = attacked_positions(cx, royal);
    let mut found = Vec::new();
    for (index, first) in singles.iter().enumerate() {
        for second in singles[index + 1..].iter().filter(|second| second.royal == first.royal).take(6) {
            let (one, two) = (first.attackers[0], second.attackers[0]);
            if one == two {
                continue;
            }
            let mut setup = first.setup.clone();
            setup.men[two.index()] = second.setup.men[two.index()];
            found.push(Attacked { setup, royal: first.royal, attackers: vec![one, two] });
        }
    }
    thinned(found)
}

fn unseen() -> Finding {
    Finding::not_checkable("no position was found that would show it")
}

fn in_check(cx: &Context<'_>, royal: PieceId) -> Finding {
    let positions = attacked_positions(cx, royal);
    let Some(first) = positions.first() else { return unseen() };
    let quiet =
        positions.iter().find(|position| game(cx, &position.setup, Side::White).is_some_and(|game| !game.in_check()));
    match quiet {
        Some(position) => {
            Finding::contradicted("it is attacked and not in check").shown(fen_of(&cx.rules, &position.setup))
        }
        None => {
            Finding::confirmed(format!("a royal man that is attacked is in check: {} positions tried", positions.len()))
                .shown(fen_of(&cx.rules, &first.setup))
        }
    }
}

/// May a royal man step onto an attacked square?
fn exposed(cx: &Context<'_>, royal: PieceId) -> Finding {
    let mut tried = 0;
    let mut shown = None;
    for at in sample(may_stand(cx, royal, Side::White), 5) {
        for piece in common(cx, Side::Black) {
            for from in sample(may_stand(cx, piece, Side::Black), 24).into_iter().filter(|from| *from != at) {
                let men = [(at, royal, Side::White), (from, piece, Side::Black)];
                let setup = setup_of(&cx.rules, &men, Side::White);
                let Some(mut before) = game(cx, &setup, Side::White) else { continue };
                let steps: Vec<Move> = before.pseudo_legal_moves();
                let legal = before.legal_moves();
                for step in steps.iter().filter(|made| made.from == at && made.to != at && !made.is_capture()) {
                    let after = setup_of(&cx.rules, &[(step.to, royal, Side::White), men[1]], Side::Black);
                    if step.kind != MoveKind::Normal || !can_take(cx, &after, Side::Black, step.to) {
                        continue;
                    }
                    tried += 1;
                    shown.get_or_insert_with(|| setup.clone());
                    if legal.contains(step) {
                        let text = uci::write(&mut before, step);
                        return Finding::contradicted(format!("{text} is legal, and the man can be taken then"))
                            .shown(fen_of(&cx.rules, &setup))
                            .played(vec![text]);
                    }
                }
            }
        }
    }
    match shown {
        Some(setup) => {
            Finding::confirmed(format!("a move that leaves the royal man attacked is illegal: {tried} tried"))
                .shown(fen_of(&cx.rules, &setup))
        }
        None => unseen(),
    }
}

/// Does every legal move end all attacks?
fn answered(cx: &Context<'_>, positions: &[Attacked], how: &str) -> Finding {
    let mut forbidden = None;
    for position in positions {
        let mut setup = position.setup.clone();
        add_helper(cx, &mut setup, Side::White);
        let Some(mut before) = game(cx, &setup, Side::White) else { continue };
        let legal = before.legal_moves();
        if before.pseudo_legal_moves().len() > legal.len() {
            forbidden.get_or_insert_with(|| setup.clone());
        }
        for made in &legal {
            let mut after = before.clone();
            after.play(made);
            let square = if made.from == position.royal { made.to } else { position.royal };
            if can_take(cx, &after.setup(), Side::Black, square) {
                let text = uci::write(&mut before, made);
                return Finding::contradicted(format!("{text} is legal, and the royal man can be taken then"))
                    .shown(fen_of(&cx.rules, &setup))
                    .played(vec![text]);
            }
        }
    }
    match forbidden {
        Some(setup) => Finding::confirmed(format!("only moves that end the attack are legal {how}"))
            .shown(fen_of(&cx.rules, &setup)),
        None => unseen(),
    }
}

/// Puts a man that can move somewhere, so that there are moves that do not answer a check.
fn add_helper(cx: &Context<'_>, setup: &mut Setup, side: Side) {
    for piece in common(cx, side) {
        for square in sample(may_stand(cx, piece, side), 16) {
            if setup.men[square.index()].is_some() {
                continue;
            }
            let mut helped = setup.clone();
            helped.men[square.index()] = Some(Man { piece, side, promoted: false });
            let moves = game(cx, &helped, side).map(|mut game| game.pseudo_legal_moves()).unwrap_or_default();
            if moves.iter().any(|made| made.from == square && !made.is_capture() && !made.is_pass()) {
                *setup = helped;
                return;
            }
        }
    }
}

fn flight(cx: &Context<'_>, royal: PieceId) -> Finding {
    let positions = attacked_positions(cx, royal);
    let Some(first) = positions.first() else { return unseen() };
    for position in &positions {
        let Some(mut game) = game(cx, &position.setup, Side::White) else { continue };
        let away = game.legal_moves().into_iter().find(|made| made.from == position.royal && !made.is_capture());
        if let (true, Some(made)) = (game.in_check(), away) {
            let text = uci::write(&mut game, &made);
            return Finding::confirmed("the royal man may go where it is not attacked")
                .shown(fen_of(&cx.rules, &position.setup))
                .played(vec![text]);
        }
    }
    Finding::contradicted(format!("in none of {} positions may the attacked man go away out of check", positions.len()))
        .shown(fen_of(&cx.rules, &first.setup))
}

/// Can another man take the attacker, or come between?
fn helped(cx: &Context<'_>, royal: PieceId, taking: bool) -> Finding {
    let what = if taking { "the attacker may be taken" } else { "a man may come between" };
    let mut first = None;
    for position in attacked_positions(cx, royal) {
        for piece in common(cx, Side::White) {
            for at in sample(may_stand(cx, piece, Side::White), 12) {
                let mut setup = position.setup.clone();
                if setup.men[at.index()].is_some() {
                    continue;
                }
                setup.men[at.index()] = Some(Man { piece, side: Side::White, promoted: false });
                let Some(mut game) = game(cx, &setup, Side::White).filter(Game::in_check) else { continue };
                first.get_or_insert_with(|| setup.clone());
                let helps = |made: &Move| {
                    made.from == at
                        && made.captures.contains(&position.attackers[0]) == taking
                        && made.is_capture() == taking
                };
                if let Some(made) = game.legal_moves().into_iter().find(|made| helps(made)) {
                    let text = uci::write(&mut game, &made);
                    return Finding::confirmed(what).shown(fen_of(&cx.rules, &setup)).played(vec![text]);
                }
            }
        }
    }
    match first {
        Some(setup) => {
            Finding::contradicted(format!("no position was found in which {what}")).shown(fen_of(&cx.rules, &setup))
        }
        None => Finding::contradicted("no position was found with a royal man in check"),
    }
}

/// A black man that may not move, as its own royal man would be attacked, and that attacks the royal man of White.
fn pinned(cx: &Context<'_>, royal: PieceId) -> Finding {
    let mut seen = 0;
    for own in sample(may_stand(cx, royal, Side::Black), 8) {
        for pinner in common(cx, Side::White) {
            for far in sample(may_stand(cx, pinner, Side::White), 16).into_iter().filter(|far| *far != own) {
                let bare = [(own, royal, Side::Black), (far, pinner, Side::White)];
                if !can_take(cx, &setup_of(&cx.rules, &bare, Side::White), Side::White, own) {
                    continue;
                }
                for (attacker, at) in between(cx, own, far) {
                    let men = [bare[0], bare[1], (at, attacker, Side::Black)];
                    let guarded = setup_of(&cx.rules, &men, Side::White);
                    if can_take(cx, &guarded, Side::White, own) {
                        continue;
                    }
                    seen += 1;
                    if seen > 4 * MOST {
                        return unseen();
                    }
                    if let Some(finding) = pinned_check(cx, royal, &men, at) {
                        return finding;
                    }
                }
            }
        }
    }
    unseen()
}

/// Black men on squares of the line between two squares.
fn between(cx: &Context<'_>, one: Square, two: Square) -> Vec<(PieceId, Square)> {
    let line = cx.rules.geometry.straight(one, two);
    let inner: Vec<Square> = line.iter().filter(|square| *square != one && *square != two).collect();
    common(cx, Side::Black)
        .into_iter()
        .flat_map(|piece| inner.iter().map(move |square| (piece, *square)))
        .filter(|(piece, square)| may_stand(cx, *piece, Side::Black).contains(*square))
        .collect()
}

fn pinned_check(cx: &Context<'_>, royal: PieceId, men: &[(Square, PieceId, Side)], at: Square) -> Option<Finding> {
    for target in may_stand(cx, royal, Side::White) {
        if men.iter().any(|(square, ..)| *square == target) {
            continue;
        }
        let all: Vec<_> = men.iter().copied().chain([(target, royal, Side::White)]).collect();
        let setup = setup_of(&cx.rules, &all, Side::White);
        let mut black = game(cx, &setup, Side::Black)?;
        let attacks = black.pseudo_legal_moves().iter().any(|made| made.from == at && made.captures.contains(&target));
        let may_move = black.legal_moves().iter().any(|made| made.from == at && !made.captures.contains(&target));
        if !attacks || may_move {
            continue;
        }
        let checked = game(cx, &setup, Side::White)?.in_check();
        let detail = match checked {
            true => "an attacker that may not move gives check all the same",
            false => "an attacker that may not move gives no check",
        };
        return Some(Finding::of(checked, detail).shown(fen_of(&cx.rules, &setup)));
    }
    None
}

/// A double step, and the man that takes the one that made it.
#[derive(Clone, Debug)]
struct Passing {
    before: Setup,
    step: String,
    take: String,
}

/// A capture in passing, as it comes about in play.
fn passing_example(cx: &Context<'_>) -> Option<Passing> {
    let rules = &cx.rules;
    let trails = |id: &PieceId| {
        rules.piece(*id).movement.patterns.iter().any(|pattern| pattern.legs().iter().any(|leg| leg.trail))
    };
    let takes = |id: &PieceId| {
        let patterns = &rules.piece(*id).movement.patterns;
        patterns.iter().any(|pattern| pattern.terms().is_some_and(|terms| terms.en_passant))
    };
    let kinds = rules
        .piece_ids()
        .filter(trails)
        .flat_map(|piece| rules.piece_ids().filter(takes).map(move |taker| (piece, taker)));
    for (piece, taker) in kinds {
        for side in Side::ALL {
            for from in sample(rules.piece(piece).initial[side] & rules.geometry.squares(), 6) {
                for at in rules.geometry.squares().iter().filter(|at| *at != from) {
                    let before = setup_of(rules, &[(from, piece, side), (at, taker, !side)], side);
                    if let Some(found) = passing_from(cx, &before, from) {
                        return Some(found);
                    }
                }
            }
        }
    }
    None
}

fn passing_from(cx: &Context<'_>, before: &Setup, from: Square) -> Option<Passing> {
    let mut start = game(cx, before, before.turn)?;
    let steps: Vec<Move> = start.legal_moves().into_iter().filter(|made| made.from == from).collect();
    for step in steps {
        let mut after = start.clone();
        after.play(&step);
        if after.en_passant().is_none() {
            continue;
        }
        let take = after.legal_moves().into_iter().find(|made| made.kind == MoveKind::EnPassant);
        if let Some(take) = take {
            let texts = (uci::write(&mut start, &step), uci::write(&mut after, &take));
            return Some(Passing { before: before.clone(), step: texts.0, take: texts.1 });
        }
    }
    None
}

fn passing(cx: &Context<'_>) -> Finding {
    match passing_example(cx) {
        Some(found) => {
            Finding::confirmed(format!("after {} a capture in passing is legal: {}", found.step, found.take))
                .shown(fen_of(&cx.rules, &found.before))
                .played(vec![found.step, found.take])
        }
        None if super::kinds::glance::has_passing(cx) => unseen(),
        None => Finding::contradicted("the rules have no capture in passing"),
    }
}

/// After another move of each side, is the right gone?
fn late(cx: &Context<'_>) -> Finding {
    let Some(found) = passing_example(cx) else { return passing(cx) };
    let mut setup = found.before.clone();
    for side in Side::ALL {
        add_helper(cx, &mut setup, side);
    }
    let shown = fen_of(&cx.rules, &setup);
    let Some(mut game) = game(cx, &setup, setup.turn) else { return unseen() };
    let Ok(step) = uci::parse(&mut game, &found.step) else { return unseen() };
    game.play(&step);
    let was = found.before.men.iter().map(Option::is_some).collect::<Vec<_>>();
    let mut played = vec![found.step];
    for _ in 0..2 {
        // Only the men that have been added move.
        let added = |made: &Move| !was[made.from.index()] && made.from != step.to && !made.is_capture();
        let Some(waiting) = game.legal_moves().into_iter().find(added) else { return unseen() };
        played.push(uci::write(&mut game, &waiting));
        game.play(&waiting);
    }
    let still = game.legal_moves().iter().any(|made| made.kind == MoveKind::EnPassant);
    let detail = format!("{} is legal at once after {}, and not any more after these moves", found.take, played[0]);
    Finding::of(!still, detail).shown(shown).played(played)
}

fn turns(cx: &Context<'_>) -> Finding {
    let Ok(mut game) = cx.compiled.start() else { return unseen() };
    let mut played = Vec::new();
    for _ in 0..6 {
        let Some(made) = game.legal_moves().first().cloned() else { break };
        let side = game.turn();
        played.push(uci::write(&mut game, &made));
        game.play(&made);
        if game.turn() == side {
            return Finding::contradicted(format!("after these moves it is {} again", side.name())).played(played);
        }
    }
    Finding::confirmed("one ply each in turn").played(played)
}

fn no_pass(cx: &Context<'_>) -> Finding {
    use crate::rules::Pass;
    let by_rule = match cx.rules.constraints.pass {
        Pass::Never => None,
        Pass::Always => Some("a side may pass".to_owned()),
        Pass::Stuck => Some("a side without any other move may pass".to_owned()),
    };
    let by_piece = || {
        let Ok(mut game) = cx.compiled.start() else { return None };
        let idle = game.legal_moves().into_iter().find(Move::is_pass)?;
        Some(format!("the {} may stay where it is: {}", cx.name(idle.piece), uci::write(&mut game, &idle)))
    };
    match by_rule.or_else(by_piece) {
        Some(detail) => Finding::contradicted(detail).shown(fen_of(&cx.rules, &cx.rules.setup)),
        None => Finding::confirmed("no legal move leaves everything as it is"),
    }
}

fn one_origin(cx: &Context<'_>) -> Finding {
    let Some(piece) = cx.promoting() else { return unseen() };
    let squares = may_stand(cx, piece, Side::White);
    for one in squares {
        for two in squares.iter().filter(|two| two.index() > one.index()) {
            let setup = setup_of(&cx.rules, &[(one, piece, Side::White), (two, piece, Side::White)], Side::White);
            let Some(mut game) = game(cx, &setup, Side::White) else { continue };
            let moves = game.legal_moves();
            let to =
                |from: Square| moves.iter().filter(|made| made.from == from).map(|made| made.to).collect::<SquareSet>();
            let shared = to(one) & to(two);
            if !shared.is_empty() {
                let names = super::moves::names(&cx.rules.geometry, shared);
                return Finding::contradicted(format!("both can go to {names}")).shown(fen_of(&cx.rules, &setup));
            }
        }
    }
    Finding::confirmed("tried with two of them on all pairs of squares: without taking, only one can reach a square")
}

/// A man that promotes attacks the royal man from before the last rank, and has nothing left to become.
fn unpromotable(cx: &Context<'_>) -> Finding {
    let (Some(promoter), Some(royal)) = (cx.promoting(), guarded(cx)) else { return unseen() };
    let mut base = setup_of(&cx.rules, &[], Side::Black);
    for piece in cx.rules.piece_ids().filter(|piece| *piece != promoter) {
        for square in cx.placed(piece, Some(Side::White)) {
            base.men[square.index()] = cx.rules.setup.men[square.index()];
        }
    }
    let empty = |setup: &Setup, square: Square| setup.men[square.index()].is_none();
    for from in may_stand(cx, promoter, Side::White).iter().filter(|square| empty(&base, *square)) {
        for target in may_stand(cx, royal, Side::Black).iter().filter(|square| *square != from && empty(&base, *square))
        {
            let mut setup = base.clone();
            let man = |piece, side| Some(Man { piece, side, promoted: false });
            setup.men[from.index()] = man(promoter, Side::White);
            setup.men[target.index()] = man(royal, Side::Black);
            let zone = cx.rules.piece(promoter).promotion.as_ref().map(|rule| rule.mandatory[Side::White]);
            if !zone.is_some_and(|zone| zone.contains(target)) {
                continue;
            }
            let near = cx.rules.geometry.file(from).abs_diff(cx.rules.geometry.file(target)) <= 2
                && cx.rules.geometry.rank(from).abs_diff(cx.rules.geometry.rank(target)) <= 2;
            let stuck = near
                && game(cx, &setup, Side::White)
                    .is_some_and(|mut game| game.legal_moves().iter().all(|made| made.from != from));
            let Some(checked) = stuck.then(|| game(cx, &setup, Side::Black)).flatten() else { continue };
            if checked.in_check() {
                return Finding::confirmed("it gives check although it may not move").shown(fen_of(&cx.rules, &setup));
            }
        }
    }
    Finding::contradicted("no position was found in which it gives check")
}
