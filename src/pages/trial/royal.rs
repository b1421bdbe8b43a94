//! Trials with a royal piece: check, what may be done about it, and positions without a legal move.

use crate::board::{Side, Square, SquareSet};
use crate::game::Game;
use crate::interpreter::{Move, MoveKind};
use crate::notation::uci;
use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::pages::known::Trial;
use crate::pages::moves::{fen_of, setup_of};
use crate::rules::{PieceId, PlacedPiece, Setup};

use super::made::{MOST, add_helper, alive, can_take, common, game, guarded, may_stand, sample, unseen};

pub fn run(cx: &Context<'_>, trial: Trial) -> Finding {
    let Some(royal) = guarded(cx) else { return Finding::not_understood("the rules have no royal piece") };
    match trial {
        Trial::Check => in_check(cx, royal),
        Trial::Exposed => exposed(cx, royal),
        Trial::Flight => flight(cx, royal),
        Trial::Taking => helped(cx, royal, true),
        Trial::Blocking => helped(cx, royal, false),
        Trial::Pinned => pinned(cx, royal),
        _ => answered(cx, royal, &attacked_positions(cx, royal), "in every position that was tried"),
    }
}

/// A royal piece of White under attack by one or two black pieces.
#[derive(Clone, Debug)]
struct Attacked {
    setup: Setup,
    royal: Square,
    attackers: Vec<Square>,
}

/// Positions with one black piece that attacks a royal piece of White.
fn attacked_positions(cx: &Context<'_>, royal: PieceId) -> Vec<Attacked> {
    let mut found = Vec::new();
    for at in sample(may_stand(cx, royal, Side::White), 6) {
        for piece in common(cx, Side::Black) {
            for from in may_stand(cx, piece, Side::Black).iter().filter(|from| *from != at) {
                let pieces = [(at, royal, Side::White), (from, piece, Side::Black)];
                let setup = setup_of(&cx.rules, &pieces, Side::White);
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

fn in_check(cx: &Context<'_>, royal: PieceId) -> Finding {
    let positions = attacked_positions(cx, royal);
    let Some(first) = positions.first() else { return unseen() };
    let quiet =
        positions.iter().find(|position| game(cx, &position.setup, Side::White).is_some_and(|game| !game.in_check()));
    match quiet {
        Some(position) => {
            Finding::contradicted("it is attacked and not in check").shown(fen_of(&cx.rules, &position.setup))
        }
        None => Finding::confirmed(format!(
            "a royal piece that is attacked is in check: {} positions tried",
            positions.len()
        ))
        .shown(fen_of(&cx.rules, &first.setup)),
    }
}

/// Judges whether a royal piece may step onto an attacked square.
fn exposed(cx: &Context<'_>, royal: PieceId) -> Finding {
    let mut tried = 0;
    let mut shown = None;
    for at in sample(may_stand(cx, royal, Side::White), 5) {
        for piece in common(cx, Side::Black) {
            for from in sample(may_stand(cx, piece, Side::Black), 24).into_iter().filter(|from| *from != at) {
                let pieces = [(at, royal, Side::White), (from, piece, Side::Black)];
                let setup = alive(cx, setup_of(&cx.rules, &pieces, Side::White), royal);
                let going = game(cx, &setup, Side::White).filter(|game| game.end().is_none());
                let Some(before) = going else { continue };
                let steps: Vec<Move> = before.pseudo_legal_moves();
                let legal = before.legal_moves();
                for step in steps.iter().filter(|made| made.from == at && made.to != at && !made.is_capture()) {
                    let after = setup_of(&cx.rules, &[(step.to, royal, Side::White), pieces[1]], Side::Black);
                    if matches!(step.kind(), MoveKind::Castling { .. }) || !can_take(cx, &after, Side::Black, step.to) {
                        continue;
                    }
                    tried += 1;
                    shown.get_or_insert_with(|| setup.clone());
                    // A move that goes on, as with a wall to be built, is legal in several ways.
                    let same = |made: &&Move| (made.from, made.to) == (step.from, step.to);
                    if let Some(step) = legal.iter().find(same) {
                        let text = uci::write(&before, step);
                        return Finding::contradicted(format!("{text} is legal, and the piece can be captured then"))
                            .shown(fen_of(&cx.rules, &setup))
                            .played(vec![text]);
                    }
                }
            }
        }
    }
    match shown {
        Some(setup) => {
            Finding::confirmed(format!("a move that leaves the royal piece attacked is illegal: {tried} tried"))
                .shown(fen_of(&cx.rules, &setup))
        }
        None => unseen(),
    }
}

/// Judges whether every legal move ends all attacks.
fn answered(cx: &Context<'_>, royal: PieceId, positions: &[Attacked], how: &str) -> Finding {
    let mut forbidden = None;
    for position in positions {
        let mut setup = alive(cx, position.setup.clone(), royal);
        add_helper(cx, &mut setup, Side::White);
        let Some(before) = game(cx, &setup, Side::White) else { continue };
        let legal = before.legal_moves();
        if before.pseudo_legal_moves().len() > legal.len() {
            forbidden.get_or_insert_with(|| setup.clone());
        }
        for made in &legal {
            let mut after = before.clone();
            after.play(made);
            let square = if made.from == position.royal { made.to } else { position.royal };
            if can_take(cx, &after.setup(), Side::Black, square) {
                let text = uci::write(&before, made);
                return Finding::contradicted(format!("{text} is legal, and the royal piece can be captured then"))
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

fn flight(cx: &Context<'_>, royal: PieceId) -> Finding {
    let positions = attacked_positions(cx, royal);
    let Some(first) = positions.first() else { return unseen() };
    for position in &positions {
        let Some(game) = game(cx, &position.setup, Side::White) else { continue };
        let away = game.legal_moves().into_iter().find(|made| made.from == position.royal && !made.is_capture());
        if let (true, Some(made)) = (game.in_check(), away) {
            let text = uci::write(&game, &made);
            return Finding::confirmed("the royal piece may go where it is not attacked")
                .shown(fen_of(&cx.rules, &position.setup))
                .played(vec![text]);
        }
    }
    Finding::contradicted(format!(
        "in none of {} positions can the attacked royal piece move out of check without a capture",
        positions.len()
    ))
    .shown(fen_of(&cx.rules, &first.setup))
}

/// Judges whether another piece can capture the attacker, or interpose.
fn helped(cx: &Context<'_>, royal: PieceId, taking: bool) -> Finding {
    let what = if taking { "the attacker may be captured" } else { "a piece may come between" };
    let mut first = None;
    for position in attacked_positions(cx, royal) {
        for piece in common(cx, Side::White) {
            for at in sample(may_stand(cx, piece, Side::White), 12) {
                let mut setup = position.setup.clone();
                if setup.pieces[at.index()].is_some() {
                    continue;
                }
                setup.pieces[at.index()] = Some(PlacedPiece { piece, side: Side::White, promoted: false });
                let Some(game) = game(cx, &setup, Side::White).filter(Game::in_check) else { continue };
                first.get_or_insert_with(|| setup.clone());
                let helps = |made: &Move| {
                    made.from == at
                        && made.captures().squares().contains(&position.attackers[0]) == taking
                        && made.is_capture() == taking
                };
                if let Some(made) = game.legal_moves().into_iter().find(|made| helps(made)) {
                    let text = uci::write(&game, &made);
                    return Finding::confirmed(what).shown(fen_of(&cx.rules, &setup)).played(vec![text]);
                }
            }
        }
    }
    match first {
        Some(setup) => {
            Finding::contradicted(format!("no position was found in which {what}")).shown(fen_of(&cx.rules, &setup))
        }
        None => Finding::contradicted("no position was found with a royal piece in check"),
    }
}

/// A black piece that may not move, as its own royal piece would be attacked, and that attacks the royal piece of White.
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
                    let pieces = [bare[0], bare[1], (at, attacker, Side::Black)];
                    let guarded = setup_of(&cx.rules, &pieces, Side::White);
                    if can_take(cx, &guarded, Side::White, own) {
                        continue;
                    }
                    seen += 1;
                    if seen > 4 * MOST {
                        return unseen();
                    }
                    if let Some(finding) = pinned_check(cx, royal, &pieces, at) {
                        return finding;
                    }
                }
            }
        }
    }
    unseen()
}

/// Black pieces on squares of the line between two squares.
fn between(cx: &Context<'_>, one: Square, two: Square) -> Vec<(PieceId, Square)> {
    let line = cx.rules.geometry.straight(one, two);
    let inner: Vec<Square> = line.iter().filter(|square| *square != one && *square != two).collect();
    common(cx, Side::Black)
        .into_iter()
        .flat_map(|piece| inner.iter().map(move |square| (piece, *square)))
        .filter(|(piece, square)| may_stand(cx, *piece, Side::Black).contains(*square))
        .collect()
}

fn pinned_check(cx: &Context<'_>, royal: PieceId, pieces: &[(Square, PieceId, Side)], at: Square) -> Option<Finding> {
    for target in may_stand(cx, royal, Side::White) {
        if pieces.iter().any(|(square, ..)| *square == target) {
            continue;
        }
        let all: Vec<_> = pieces.iter().copied().chain([(target, royal, Side::White)]).collect();
        let setup = setup_of(&cx.rules, &all, Side::White);
        let black = game(cx, &setup, Side::Black)?;
        let attacks = black
            .pseudo_legal_moves()
            .iter()
            .any(|made| made.from == at && made.captures().squares().contains(&target));
        let may_move =
            black.legal_moves().iter().any(|made| made.from == at && !made.captures().squares().contains(&target));
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

/// A position in which Black has no legal move, in check or not, and the result of the game there.
pub fn stuck(cx: &Context<'_>, checked: bool) -> Finding {
    let Some(royal) = guarded(cx) else { return unseen() };
    let mut tried = 0;
    let pieces = common(cx, Side::White);
    // Strong pieces at first: fewer positions have to be tried.
    let strong = {
        let mut strong = pieces.clone();
        let centre = crate::pages::moves::centre(&cx.rules.geometry);
        let reach =
            |id: &PieceId| crate::pages::moves::Reach::of_piece(&cx.rules, *id, Side::White, centre).capture.count();
        strong.sort_by_key(|id| std::cmp::Reverse(reach(id)));
        strong.truncate(2);
        strong
    };
    for black in sample(may_stand(cx, royal, Side::Black), 64) {
        for piece in &strong {
            for at in may_stand(cx, *piece, Side::White).iter().filter(|at| *at != black) {
                for white in near(cx, black, may_stand(cx, royal, Side::White)).into_iter().filter(|white| *white != at)
                {
                    tried += 1;
                    if tried > 8_000 {
                        return unseen();
                    }
                    let pieces = [(black, royal, Side::Black), (at, *piece, Side::White), (white, royal, Side::White)];
                    let setup = setup_of(&cx.rules, &pieces, Side::Black);
                    let Some(game) = game(cx, &setup, Side::Black) else { continue };
                    if game.in_check() != checked
                        || !game.legal_moves().is_empty()
                        || can_take(cx, &setup, Side::Black, white)
                    {
                        continue;
                    }
                    let detail = match game.end().map(|end| end.outcome) {
                        Some(outcome) => format!("{outcome}"),
                        None => "the game goes on".to_owned(),
                    };
                    return Finding::confirmed(detail).shown(fen_of(&cx.rules, &setup));
                }
            }
        }
    }
    unseen()
}

/// Squares two steps away at most, but not beside.
fn near(cx: &Context<'_>, square: Square, of: SquareSet) -> Vec<Square> {
    let geometry = &cx.rules.geometry;
    let far = |other: &Square| {
        let files = geometry.file(square).abs_diff(geometry.file(*other));
        files.max(geometry.rank(square).abs_diff(geometry.rank(*other))) == 2
    };
    of.iter().filter(far).collect()
}
