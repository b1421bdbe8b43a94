//! Positions from random play: what captures a side may make there, and where it has no move.

use crate::board::Side;
use crate::interpreter::Move;
use crate::pages::context::Context;
use crate::pages::known::Sampled;
use crate::rules::Setup;

/// The number of games.
const GAMES: u64 = 24;
/// The most plies of a game.
const PLIES: usize = 90;
/// When so many moves have been listed, no further game is played.
const MOST_MOVES: usize = 60_000;

/// Plays games at random, in which captures are likelier than other moves.
pub fn sampled(cx: &Context<'_>) -> Sampled {
    let mut found = Sampled::default();
    let mut listed = 0;
    for seed in 1..=GAMES {
        let Ok(mut game) = cx.compiled.start() else { return found };
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut next = |count: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % count.max(1)
        };
        for _ in 0..PLIES {
            let moves = game.legal_moves();
            listed += moves.len() + 1;
            let setup = game.setup();
            look(&mut found, &setup, &moves);
            if moves.is_empty() || game.end().is_some_and(|end| !end.claim) || listed > MOST_MOVES {
                break;
            }
            let captures: Vec<&Move> = moves.iter().filter(|made| made.is_capture()).collect();
            let made = match captures.is_empty() || next(3) == 0 {
                true => &moves[next(moves.len())],
                false => captures[next(captures.len())],
            };
            game.play(made);
        }
        if listed > MOST_MOVES {
            break;
        }
    }
    found
}

/// Notes what a position shows.
fn look(found: &mut Sampled, setup: &Setup, moves: &[Move]) {
    let keep = |place: &mut Option<Setup>| {
        place.get_or_insert_with(|| setup.clone());
    };
    found.count += 1;
    let owner = |made: &Move| setup.pieces[made.from.index()].map(|placed| placed.side);
    let has = |side: Side| setup.pieces.iter().flatten().any(|placed| placed.side == side);
    if moves.is_empty() && has(setup.turn) {
        keep(&mut found.stuck);
    }
    if moves.iter().any(|made| owner(made) == Some(!setup.turn)) {
        keep(&mut found.foreign);
    }
    let captures: Vec<&Move> = moves.iter().filter(|made| made.is_capture()).collect();
    if captures.is_empty() {
        return;
    }
    if captures.len() < moves.len() {
        keep(&mut found.free);
    } else {
        found.forced_count += 1;
        keep(&mut found.forced);
    }
    let squares = |made: &Move| made.captures().squares().to_vec();
    let several: Vec<&&Move> = captures.iter().filter(|made| made.captures().squares().len() > 1).collect();
    if !several.is_empty() {
        keep(&mut found.chain);
    }
    let begins = |short: &Move, long: &Move| {
        let (short, long) = (squares(short), squares(long));
        short.len() < long.len() && long.starts_with(&short)
    };
    for long in &several {
        if captures.iter().any(|short| short.from == long.from && begins(short, long)) {
            keep(&mut found.stops);
        }
    }
    let apart = |one: &Move, two: &Move| one.from != two.from || squares(one) != squares(two);
    if captures.iter().any(|made| apart(made, captures[0])) {
        keep(&mut found.choice);
    }
    let uneven = |one: &Move, two: &Move| squares(one).len() != squares(two).len() && !begins(one, two);
    if several.iter().any(|long| captures.iter().any(|short| uneven(short, long))) {
        keep(&mut found.uneven);
    }
}
