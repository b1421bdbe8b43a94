//! The squares on which the number of a piece's moves depends.

use super::patterns::Mode;
use super::rays::SharedRay;
use crate::board::Bitboard;

/// Squares on which the moves of a piece from one square depend, for moves that both move and capture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight<const W: usize> {
    /// Squares on which the moves depend if the moves reach them.
    pub reached: Bitboard<W>,
    /// Squares on which the moves may depend although they do not reach them.
    pub hidden: Bitboard<W>,
}

impl<const W: usize> Sight<W> {
    /// The widest boards that use this.
    pub const MOST_WORDS: usize = 2;

    /// The sight of a piece with these rays.
    pub fn of(rays: &[(SharedRay, Mode)]) -> Sight<W> {
        let mut sight = Sight { reached: Bitboard::EMPTY, hidden: Bitboard::EMPTY };
        for (ray, _) in rays.iter().filter(|(_, mode)| *mode == Mode::Both) {
            let squares = if ray.shows_what_it_depends_on() { &mut sight.reached } else { &mut sight.hidden };
            *squares |= ray.depends_on().resize();
        }
        sight
    }
}
