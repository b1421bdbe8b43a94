//! `ferz why` against the generator: it calls legal what the generator gives and nothing else, and what it names as
//! forbidding a move is what forbids it: lift it in the walker, and the move is there.

use crate::common;
use ferz::board::{Side, Square};
use ferz::game::{Compiled, Game};
use ferz::interpreter::Move;
use ferz::notation;
use ferz::rules::{Rules, Setup};
use ferz::variant::library;
use ferz::walker::{Content, EnPassant};
use ferz::why::{self, CrossingFault, Need, Reason, Unclear, View, atoms, land, walk};

/// Questions for each variant: all variants together make more than ten thousand.
const QUESTIONS: usize = 50;

/// Numbers below a bound that are the same on every machine (SplitMix64).
fn random(mut state: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % below.max(1) as u64) as usize
    }
}

#[test]
fn why_agrees_with_the_generator() {
    let names = common::chosen_variants();
    assert!(library::names().count() * QUESTIONS > 10_000);
    common::check_all(&names, |name| {
        let compiled = common::variant(name);
        // The oracle explains rules in the language of rules, by taking them out: it has no reasons that could be lifted one by one.
        if !compiled.rules().tree.is_empty() {
            return Ok(());
        }
        let mut random = random(name.bytes().map(u64::from).sum());
        let mut asked = 0;
        let mut failures = Vec::new();
        while asked < QUESTIONS {
            let mut game = compiled.start().map_err(|error| error.to_string())?;
            for _ in 0..random(60) {
                let moves = notation::list(&mut game);
                if moves.is_empty() {
                    break;
                }
                game.play(&moves[random(moves.len())].made);
            }
            let setup = game.setup();
            for _ in 0..25 {
                asked += 1;
                let squares: Vec<Square> = compiled.rules().geometry.squares().iter().collect();
                let pieces: Vec<Square> = squares
                    .iter()
                    .copied()
                    .filter(|at| game.piece_at(*at).is_some_and(|placed| placed.side == game.turn()))
                    .collect();
                let from = if random(10) == 0 || pieces.is_empty() {
                    squares[random(squares.len())]
                } else {
                    pieces[random(pieces.len())]
                };
                let to = squares[random(squares.len())];
                if let Err(why) = check(&compiled, &mut game, &setup, (from, to)) {
                    failures.push(format!("{name} {}: {why}", ferz::fen::write(&setup, compiled.rules())));
                }
            }
        }
        failures.truncate(3);
        if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
    });
}

fn check(compiled: &Compiled, game: &mut Game, setup: &Setup, (from, to): (Square, Square)) -> Result<(), String> {
    let rules = compiled.rules();
    let geometry = &rules.geometry;
    let text = geometry.name(from) + &geometry.name(to);
    let written = notation::list(game);
    let listed = written.iter().any(|written| written.uci == text);
    let answer = match why::explain(game, &text) {
        Ok(answer) => answer,
        // The text lacks the square of a wall: the hint has the whole move.
        Err(Unclear::NoMove { hint: Some(hint), .. })
            if written.iter().any(|other| other.uci.starts_with(&text) && hint.contains(&other.uci)) =>
        {
            return Ok(());
        }
        Err(error) => return Err(format!("{text}: {error}")),
    };
    let reasons: Vec<Reason> = answer.notes.iter().map(|note| note.reason.clone()).collect();
    if answer.legal {
        // A castling may be written with the square of its partner or with its own.
        let castles = matches!(reasons[0], Reason::Castling { .. });
        return if listed || castles { Ok(()) } else { Err(format!("{text} is not legal: {reasons:?}")) };
    }
    if listed {
        return Err(format!("{text} is legal: {reasons:?}"));
    }
    match lifted(compiled, game, setup, (from, to), &reasons) {
        true => Ok(()),
        false => Err(format!("{text}: lifting {reasons:?} does not help")),
    }
}

/// Returns `true` if the move is there once the reasons are lifted.
fn lifted(
    compiled: &Compiled,
    game: &mut Game,
    setup: &Setup,
    (from, to): (Square, Square),
    reasons: &[Reason],
) -> bool {
    let rules = compiled.rules();
    let pseudo = |game: &mut Game| game.pseudo_legal_moves().into_iter().any(|made| made.from == from && made.to == to);
    match &reasons[0] {
        Reason::NoPieceThere { square } => *square == from && setup.pieces[from.index()].is_none(),
        Reason::NotYours { square, placed } => {
            *square == from && setup.pieces[from.index()] == Some(*placed) && placed.side != game.turn()
        }
        Reason::GameOver { end } => {
            game.legal_moves().is_empty() && game.end().is_some_and(|ended| ended.index == *end && !ended.claim)
        }
        Reason::GivesCheck | Reason::GoesOnFacing | Reason::MustDrop { .. } => {
            let mut without = Rules::clone(rules);
            without.constraints.no_checks = false;
            without.constraints.face_off.clear();
            without.constraints.must_drop.clear();
            without.constraints.must_capture = false;
            let game = Compiled::new(without).game_unchecked(setup).unwrap();
            game.legal_moves().iter().any(|made| made.from == from && made.to == to)
        }
        Reason::MayNotPass => {
            rules.constraints.pass != ferz::rules::Pass::Always || game.in_check() || game.legal_moves().len() > 1
        }
        Reason::OtherWall { ways } => {
            let listed = notation::list(game);
            !ways.is_empty() && ways.iter().all(|way| listed.iter().any(|written| written.uci == *way))
        }
        Reason::NoSuchMove { .. } => !reaches_somehow(rules, setup, game.turn(), (from, to)),
        Reason::ChainGoesOn { instead } => notation::list(game).iter().any(|written| written.uci == *instead),
        Reason::MustCapture { .. } => {
            let mut without = Rules::clone(rules);
            without.constraints.must_capture = false;
            let game = Compiled::new(without).game_unchecked(setup).unwrap();
            game.legal_moves().iter().any(|made| made.from == from && made.to == to)
        }
        Reason::Special { group, key } => {
            let mut without = Rules::clone(rules);
            lift(&mut without, group, key);
            let game = Compiled::new(without).game_unchecked(setup).unwrap();
            game.legal_moves().iter().any(|made| made.from == from && made.to == to)
        }
        Reason::MustPromote { choices, .. } => {
            let legal = game.pseudo_legal_moves();
            let there =
                |choice| legal.iter().any(|made| (made.from, made.to, made.promotion()) == (from, to, Some(choice)));
            choices.iter().all(|choice| there(*choice))
        }
        Reason::Crossing { fault } => {
            let mut free = setup.clone();
            match fault {
                CrossingFault::Occupied { to: square } | CrossingFault::NotThere { at: square, .. } => {
                    free.pieces[square.index()] = None;
                }
                CrossingFault::Attacked { attacker, .. } => free.pieces[attacker.0.index()] = None,
            }
            let captures = matches!(fault, CrossingFault::NotThere { .. });
            let mut game = compiled.game_unchecked(&free).unwrap();
            captures || pseudo(&mut game)
        }
        Reason::LeavesRoyal { attacker, .. } => {
            let made = game.pseudo_legal_moves().into_iter().find(|made| made.from == from && made.to == to).unwrap();
            let mut after = game.clone();
            after.play(&made);
            let attacked = compiled.game(&after.setup()).is_err();
            attacked && after.piece_at(attacker.0) == Some(attacker.1) && pseudo(game)
        }
        Reason::SafeFrom { taken, by } => {
            let mut without = Rules::clone(rules);
            without.pieces.iter_mut().for_each(|piece| piece.safe_from.clear());
            let mut game = Compiled::new(without).game_unchecked(setup).unwrap();
            let takes = |made: &Move| {
                (made.from, made.to, made.piece) == (from, to, *by) && made.captures().squares().contains(&taken.0)
            };
            let text = rules.geometry.name(from) + &rules.geometry.name(to);
            let lifted = why::explain(&mut game, &text).is_ok_and(|answer| answer.notes[0].reason != reasons[0]);
            rules.piece(taken.1.piece).safe_from.contains(by)
                && setup.pieces[taken.0.index()] == Some(taken.1)
                && game.pseudo_legal_moves().iter().any(takes)
                && lifted
        }
        Reason::Endangers { group, key } => {
            let made = game.pseudo_legal_moves().into_iter().find(|made| made.from == from && made.to == to).unwrap();
            let mut after = game.clone();
            after.play(&made);
            let turned = Setup { turn: game.turn(), ..after.setup() };
            let mut without = Rules::clone(rules);
            lift(&mut without, group, key);
            let in_check = |rules| Compiled::new(rules).game_unchecked(&turned).unwrap().in_check();
            in_check(Rules::clone(rules)) && !in_check(without)
        }
        Reason::CastlesThrough { .. } => game.pseudo_legal_moves().iter().any(|made| made.from == from),
        Reason::NoCastlingRight { rule } => !setup.castling.iter().any(|right| right.rule as usize == *rule),
        Reason::CastlingBlocked { .. } => {
            let mut free = setup.clone();
            for reason in reasons {
                let Reason::CastlingBlocked { square, .. } = reason else { return false };
                free.pieces[square.index()] = None;
            }
            compiled.game_unchecked(&free).unwrap().pseudo_legal_moves().iter().any(|made| made.from == from)
        }
        Reason::NoChoiceLeft { .. } => {
            let mut without = Rules::clone(rules);
            without.pieces.iter_mut().for_each(|piece| piece.promotion = None);
            let mut game = Compiled::new(without).game_unchecked(setup).unwrap();
            pseudo(&mut game)
        }
        _ => lifted_in_the_walker(rules, setup, game, (from, to), reasons),
    }
}

/// Takes a rule that changes moves one by one out of the rules.
fn lift(rules: &mut Rules, group: &str, key: &str) {
    let (takes, relations) = (&mut rules.beyond.takes, &mut rules.beyond.relations);
    match (group, key) {
        ("relations", "wary") => relations.wary = Vec::new(),
        ("takes", "longest") => takes.longest = false,
        _ => lift_group(rules, group),
    }
}

fn lift_group(rules: &mut Rules, key: &str) {
    match key {
        "relations" => rules.beyond.relations = Default::default(),
        "takes" => rules.beyond.takes = Default::default(),
        "turns" => rules.beyond.turns = Default::default(),
        _ => rules.beyond.levels = Default::default(),
    }
}

/// Walks the move of the notation that the reasons speak of, with the squares as they say it needs them.
fn lifted_in_the_walker(
    rules: &Rules,
    setup: &Setup,
    game: &Game,
    (from, to): (Square, Square),
    reasons: &[Reason],
) -> bool {
    let side = game.turn();
    let mut changes: Vec<(Square, Content)> = Vec::new();
    let (mut virgin, mut anywhere) = (false, false);
    let mut right: Option<EnPassant> = game.en_passant().map(Into::into);
    for reason in reasons {
        match reason {
            Reason::Square { square, need: Need::EnPassant, .. } => {
                let victim = rules.geometry.squares().iter().find(|at| *at != from && *at != to).unwrap();
                changes.push((victim, Need::Enemy.content()));
                right = Some(EnPassant { targets: ferz::board::SquareSet::of(*square), victim, unseen: None });
            }
            Reason::Square { square, need, .. } => changes.push((*square, need.content())),
            Reason::Walled { square, need, .. } => changes.push((*square, need.content())),
            Reason::NotPassed { .. } => {}
            Reason::NoHurdle { between, .. } => changes.push((between[0], Need::Enemy.content())),
            Reason::FirstMoveOnly { .. } => virgin = true,
            Reason::NotFromHere { .. } | Reason::NotToThere { .. } | Reason::Confined { .. } => anywhere = true,
            _ => return false,
        }
    }
    let by = reasons.iter().find_map(Reason::atom);
    let seen = seen_by_the_piece(rules, setup, from);
    let view = View { rules, setup: &seen, side, changes: &changes };
    let Some(placed) = view.piece_at(from) else { return false };
    virgin |= rules.piece(placed.piece).initial[side].contains(from);
    let meant = atoms(rules, placed.piece).into_iter().filter(|atom| by.is_none_or(|by| atom.id == by));
    let mut found = false;
    for atom in meant {
        let land = if anywhere { rules.geometry.squares() } else { land(&view, &atom, from) };
        walk(&view, atom.pattern, from, (virgin, right), &mut |walk| found |= walk.to == to && land.contains(to));
    }
    found
}

/// The position without the pieces of the other board, in a game of two boards.
fn seen_by_the_piece(rules: &Rules, setup: &Setup, from: Square) -> Setup {
    let board = |piece| rules.beyond.levels.forms.iter().find_map(|forms| forms.iter().position(|form| *form == piece));
    let own = setup.pieces[from.index()].and_then(|placed| board(placed.piece));
    let mut seen = setup.clone();
    for square in &mut seen.pieces {
        *square = square.filter(|placed| own.is_none() || board(placed.piece).is_none_or(|other| Some(other) == own));
    }
    seen
}

/// Returns `true` if a piece can go there on a board that is empty but for it, or with a piece on the last square.
fn reaches_somehow(rules: &Rules, setup: &Setup, side: Side, (from, to): (Square, Square)) -> bool {
    let Some(placed) = setup.pieces[from.index()] else { return false };
    let contents = [Content::Empty, Need::Enemy.content(), Need::Friend.content(), Need::Royal.content()];
    contents.into_iter().any(|content| {
        let empty = rules.geometry.squares().iter().map(|square| (square, Content::Empty));
        let mut changes: Vec<(Square, Content)> = empty.collect();
        changes.push((to, content));
        let view = View { rules, setup, side, changes: &changes };
        let mut found = false;
        for atom in atoms(rules, placed.piece) {
            walk(&view, atom.pattern, from, (true, None), &mut |walk| found |= walk.to == to);
        }
        found && from != to
    })
}
