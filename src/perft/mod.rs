//! Counting the leaves of the tree of legal moves.

use crate::interpreter::{Engine, Indexing, Move, Multiply, Pext};
use crate::outcome;
use crate::position::Position;

/// The number of sequences of `depth` legal moves. A game that has ended at once has no moves; ends that a player may
/// claim do not cut the tree.
pub fn perft<const W: usize>(engine: &Engine<W>, position: &mut Position<W>, depth: u32) -> u64 {
    let ends = outcome::can_end_at_once(&engine.rules.ends);
    match (depth, engine.indexing()) {
        (0, _) => 1,
        #[cfg(target_arch = "x86_64")]
        // SAFETY: tables are laid out for PEXT only where `Indexing::detect` has found these features.
        (_, Indexing::Pext) => unsafe { count_with_pext(engine, position, depth, ends) },
        _ => count_with_multiply(engine, position, depth, ends),
    }
}

/// The body of the recursion, once for each set of processor features: a function with `#[target_feature]` must be
/// written out so that all it calls is compiled into it with those features.
macro_rules! count {
    ($itself:ident, $index:ty, $engine:ident, $position:ident, $depth:ident, $ends:ident) => {{
        if $ends && outcome::has_ended_at_once($engine, $position) {
            return 0;
        }
        if $depth == 1 {
            return $engine.count_moves_with::<$index>($position);
        }
        let mark = $position.mark();
        let mut total = 0;
        for made in $engine.legal_moves_with::<$index>($position) {
            $engine.apply($position, &made);
            total += $itself($engine, $position, $depth - 1, $ends);
            $position.undo(&mark);
        }
        total
    }};
}

/// # Safety
/// The processor must have the features named.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
unsafe fn count_with_pext<const W: usize>(
    engine: &Engine<W>,
    position: &mut Position<W>,
    depth: u32,
    ends: bool,
) -> u64 {
    // SAFETY: the caller vouches for the features.
    let below = |engine: &Engine<W>, position: &mut Position<W>, depth, ends| unsafe {
        count_with_pext(engine, position, depth, ends)
    };
    count!(below, Pext, engine, position, depth, ends)
}

fn count_with_multiply<const W: usize>(
    engine: &Engine<W>,
    position: &mut Position<W>,
    depth: u32,
    ends: bool,
) -> u64 {
    count!(count_with_multiply, Multiply, engine, position, depth, ends)
}

/// The legal moves of a position with the number of leaves below each.
pub fn divide<const W: usize>(engine: &Engine<W>, position: &mut Position<W>, depth: u32) -> Vec<(Move, u64)> {
    let ends = outcome::can_end_at_once(&engine.rules.ends);
    if depth == 0 || (ends && outcome::has_ended_at_once(engine, position)) {
        return Vec::new();
    }
    let moves = engine.legal_moves(position);
    let mark = position.mark();
    let count_below = |made: Move| {
        engine.apply(position, &made);
        let nodes = perft(engine, position, depth - 1);
        position.undo(&mark);
        (made, nodes)
    };
    moves.into_iter().map(count_below).collect()
}
