//! Late move reductions, and the pruning of late and futile moves.

/// Moves with a lower index are never reduced.
const EARLY: usize = 3;
/// The smallest depth at which moves are reduced.
const SHALLOWEST: i32 = 3;
/// The largest depth at which late quiet moves are pruned.
const LATE_DEPTH: i32 = 4;
/// The largest depth for futility pruning.
const FUTILE_DEPTH: i32 = 3;
/// The expected largest gain of a quiet move: at depth 0, and for each further ply.
const HOPE: (i32, i32) = (100, 110);
/// A quiet move with at least this history value is reduced by one ply less.
const PROVEN: i32 = 4000;

/// The number of plies by which a late quiet move is reduced. `index` is its place among the moves, and `history` its
/// order score.
pub fn reduction(depth: i32, index: usize, principal: bool, history: i32) -> i32 {
    if depth < SHALLOWEST || index < EARLY {
        return 0;
    }
    let plies = 0.5 + f64::from(depth).ln() * (index as f64).ln() / 1.8;
    let plies = plies as i32 - i32::from(principal) - i32::from(history > PROVEN);
    plies.clamp(0, depth - 2)
}

/// Returns `true` if a quiet move comes so late among `count` moves that it is pruned.
pub fn is_late(depth: i32, index: usize, count: usize) -> bool {
    // Games with hands have many moves, so a share of all moves counts, too.
    let most = (6 + 3 * depth as usize * depth as usize).max(count * depth as usize / 6);
    depth <= LATE_DEPTH && index > most
}

/// Returns `true` if no quiet move can raise the score of a position to `alpha`, by its static evaluation.
pub fn is_futile(depth: i32, estimate: i32, alpha: i32) -> bool {
    depth <= FUTILE_DEPTH && estimate + HOPE.0 + HOPE.1 * depth <= alpha
}

/// The number of plies by which the search after a null move is reduced.
pub fn null_reduction(depth: i32, lead: i32) -> i32 {
    3 + depth / 4 + (lead / 200).clamp(0, 2)
}
