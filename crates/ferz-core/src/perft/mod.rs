//! Counting the leaves of the tree of legal moves.

mod bulk;
mod make;
mod table;
mod tree;

use crate::interpreter::{Move, Sets};
use crate::outcome::{self, Judge};
use crate::position::{Key, Position};

pub use table::{NoRoom, Table};

/// The number of sequences of `depth` legal moves. A game that has ended at once has no moves; ends that a player may
/// claim do not cut the tree.
pub fn perft<const W: usize>(judge: &Judge<W>, position: &mut Position<W>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    tree::count_tree(judge, position, &mut room(depth))
}

/// The same number as [`perft`]. `go_on` is called after each part that takes long enough, with the number of leaf
/// nodes so far.
///
/// # Errors
/// When `go_on` returns `false`: the number of leaf nodes counted until then.
pub fn perft_while<const W: usize>(
    judge: &Judge<W>,
    position: &mut Position<W>,
    depth: u32,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<u64, u64> {
    if depth < 2 {
        let nodes = perft(judge, position, depth);
        return if go_on(nodes) { Ok(nodes) } else { Err(nodes) };
    }
    if outcome::has_ended_at_once(judge, position) {
        return Ok(0);
    }
    let moves = judge.legal_moves(position);
    // The last two plies below a move are counted without a call of `go_on` in between, unless there are so many
    // moves that this would take long.
    let at_once = depth == 3 && moves.len() < MANY;
    let mark = position.mark();
    let mut total = 0;
    for mv in moves {
        judge.apply(position, &mv);
        let below = match at_once {
            false => perft_while(judge, position, depth - 1, go_on),
            true => {
                let nodes = perft(judge, position, depth - 1);
                if go_on(nodes) { Ok(nodes) } else { Err(nodes) }
            }
        };
        position.undo(&mark);
        match below {
            Ok(nodes) => total += nodes,
            Err(nodes) => return Err(total + nodes),
        }
    }
    Ok(total)
}

/// With at least this many moves, two plies take long.
const MANY: usize = 500;

/// Storage for the moves of each ply except the last.
fn room<const W: usize>(depth: u32) -> Vec<Sets<W>> {
    vec![Sets::default(); depth.saturating_sub(1) as usize]
}

/// The same number as [`perft`], found with a hash table. The table must not have been used for another variant.
pub fn perft_with<const W: usize>(judge: &Judge<W>, position: &mut Position<W>, depth: u32, table: &Table) -> u64 {
    let material = position.material_key();
    if depth == 0 { 1 } else { count_with(judge, position, &mut room(depth), material, table) }
}

fn count_with<const W: usize>(
    judge: &Judge<W>,
    position: &mut Position<W>,
    room: &mut [Sets<W>],
    material: Key,
    table: &Table,
) -> u64 {
    if outcome::has_ended_at_once(judge, position) {
        return 0;
    }
    let depth = room.len() as u64 + 1;
    let Some((moves, room)) = room.split_first_mut() else { return judge.count_moves(position) };
    let usable = judge.can_capture_en_passant(position);
    let key = (position.key(material, usable) ^ position.last_move_key()).with(depth);
    if let Some(known) = table.get(key) {
        return known;
    }
    let mark = position.mark();
    let mut total = 0;
    judge.legal_sets(position, moves);
    judge.apply_each(position, moves, &mut |position: &mut Position<W>| {
        // Positions of the last ply are not looked up: their moves are only counted.
        let material = if room.is_empty() { material } else { position.material_key_since(material, &mark) };
        total += count_with(judge, position, room, material, table);
    });
    table.put(key, total);
    total
}

/// The legal moves of a position with the number of leaves below each.
pub fn divide<const W: usize>(judge: &Judge<W>, position: &mut Position<W>, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 || outcome::has_ended_at_once(judge, position) {
        return Vec::new();
    }
    let moves = judge.legal_moves(position);
    let mark = position.mark();
    let count_below = |mv: Move| {
        judge.apply(position, &mv);
        let nodes = perft(judge, position, depth - 1);
        position.undo(&mark);
        (mv, nodes)
    };
    moves.into_iter().map(count_below).collect()
}
