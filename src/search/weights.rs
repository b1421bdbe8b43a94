//! Weights of the evaluation terms that are read from the attacks of all pieces.
//!
//! They were fitted to scores of Fairy-Stockfish at depth 6, on positions of many variants at once; no variant has weights of its
//! own. Games without hands: chess, xiangqi, atomic, shatranj, knightmate, shako, minixiangqi, grand, amazon and Los Alamos
//! chess. Games with hands: shogi, crazyhouse, capahouse, euroshogi, Judkins shogi, chessgi and gorogoro shogi. Capablanca
//! chess, makruk and minishogi were kept out of the fit, for testing. The weights of possible checks were found by matches in
//! crazyhouse. Games in which captures blow up have few terms of their own: with all terms, atomic chess was lost more often
//! than with material alone.

/// The number of terms.
pub(super) const TERMS: usize = 31;

/// One number for each [`Term`].
pub(super) type Numbers = [i32; TERMS];

/// A term: something that is counted for each side.
#[derive(Clone, Copy, Debug)]
pub(super) enum Term {
    /// Value of the pieces in hand.
    Hand,
    /// Moves of light pieces beyond their average, in eighths. Squares that light enemies attack do not count.
    LightMoves,
    /// The same for middle pieces.
    MiddleMoves,
    /// The same for heavy pieces.
    HeavyMoves,
    /// Attackers of the squares around the enemy royal piece, times the number of these attacks.
    Assault,
    /// Squares around the enemy royal piece that are attacked, and that only this royal piece guards.
    Unguarded,
    /// Light pieces beside the own royal piece.
    Shelter,
    /// Squares around the own royal piece that are free and not attacked.
    Escapes,
    /// Moves of the royal piece on a board that is a third full.
    RoyalMoves,
    /// Distance of the royal piece from its own edge.
    RoyalRank,
    /// Distance of the royal piece from the middle file.
    RoyalFile,
    /// Negative value of attacked and unguarded pieces of the side to move.
    HangingOwn,
    /// The same for the other side.
    HangingOther,
    /// Negative value of guarded pieces that light enemies attack, of the side to move.
    ThreatenedOwn,
    /// The same for the other side.
    ThreatenedOther,
    /// Pieces with another light piece on their way to promotion.
    Doubled,
    /// Light pieces that guard each other.
    Chain,
    /// One for a pair of pieces that stay on squares of different colours.
    Pair,
    /// One for the side to move.
    Turn,
    /// Closeness of light pieces to the middle.
    LightCentre,
    /// Closeness of other pieces to the middle.
    Centre,
    /// Ranks that light pieces have advanced.
    LightRanks,
    /// Ranks that other pieces have advanced.
    Ranks,
    /// Attacked squares of the enemy half that no light enemy attacks.
    Space,
    /// Pieces without a guard.
    Loose,
    /// Free squares around the enemy royal piece that only it guards, times the value in hand.
    Drops,
    /// Kinds of pieces in hand that can be dropped with check where no enemy could capture them, but a royal piece on a square that
    /// is guarded. Only in games in which pieces can be dropped, like the next term.
    DropChecks,
    /// Pieces on the board that can give such a check.
    MoveChecks,
    /// Danger of the enemy royal piece where captures blow up. Only in these games, like the next two terms.
    Siege,
    /// The largest gain by a capture that blows up pieces, of the side to move.
    BlastOwn,
    /// The same for the other side.
    BlastOther,
}

/// Weights in sixteenths: with the material of the start, with none, and in games with hands.
#[rustfmt::skip]
const WEIGHTS: [[i32; 3]; TERMS] = [
    [0, 0, -2], [7, 38, 17], [12, -8, 32], [7, -12, 21], [80, -16, 83], [-47, 470, 719], [-26, 550, 92], [-72, -285, -82], [15, 229, 170],
    [-656, 394, -1245], [288, -97, 251], [2, 5, 3], [4, 11, 9], [2, 5, 5], [4, 6, 14], [-603, 1176, -81], [146, 503, 78], [891, 1016, 122],
    [1271, 298, 1208], [56, -7, 23], [69, 13, -22], [-250, -49, -171], [-60, -10, 78], [56, 312, 29], [20, 199, -172], [0, 0, 25],
    [0, 0, 1000], [0, 0, 400], [0; 3], [0; 3], [0; 3],
];

/// Weights in sixteenths in games in which captures blow up: with the material of the start, and with none. A guard of a piece
/// means little there, because the capturing piece is gone.
#[rustfmt::skip]
const BLAST_WEIGHTS: &[(Term, [i32; 2])] = &[
    (Term::LightMoves, [7, 38]), (Term::MiddleMoves, [12, 8]), (Term::HeavyMoves, [7, 8]), (Term::Turn, [1271, 298]),
    (Term::Siege, [300, 100]), (Term::BlastOwn, [4, 4]), (Term::BlastOther, [6, 6]),
];

/// The weight of the pieces in hand where no piece is as mobile as a queen. There a drop saves more moves, so that a piece is worth
/// more in hand than on the board.
const HAND_OF_SLOW_PIECES: i32 = 4;
/// Eight times the number of moves, on average, from which a piece is as mobile as a queen.
const MOBILE: i32 = 64;

/// The weights of a game: with the material of the start, and with none. The material does not matter where captured pieces
/// come back. `mobility` is eight times the average number of moves of the most mobile piece of the start.
pub(super) fn weights(hands: bool, blasts: bool, mobility: i32) -> [Numbers; 2] {
    let column = |column: usize| WEIGHTS.map(|weights| weights[column]);
    match (blasts, hands) {
        (true, _) => [0, 1].map(with_blasts),
        (false, true) => {
            let mut numbers = column(2);
            if mobility < MOBILE {
                numbers[Term::Hand as usize] = HAND_OF_SLOW_PIECES;
            }
            [numbers, numbers]
        }
        (false, false) => [column(0), column(1)],
    }
}

/// The weights of a game in which captures blow up, of this column.
fn with_blasts(column: usize) -> Numbers {
    let mut numbers = [0; TERMS];
    BLAST_WEIGHTS.iter().for_each(|(term, weights)| numbers[*term as usize] = weights[column]);
    numbers
}
