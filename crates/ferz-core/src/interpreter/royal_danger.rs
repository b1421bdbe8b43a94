//! Squares on which a royal piece would be attacked, for its own moves and for castling.
//!
//! A single square is tested by looking for its attackers. For several squares, it is cheaper to find all attacked
//! squares from the tables of the enemy's pieces. That is done at most once for each position.

use crate::board::{Bitboard, Square};
use crate::position::{Castling, Position};

use super::engine::Engine;
use super::tables::{Index, Leapers};

/// Up to this number of squares, each is tested by looking for its attackers (measured: see docs/performance.md).
const FEW: u32 = 1;

/// The squares that the enemy attacks once the royal piece is lifted from the board. Computed on first use.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct RoyalDanger<const W: usize>(Option<Bitboard<W>>);

impl<const W: usize> Engine<W> {
    /// The given destinations of the royal piece on which it would not be attacked, and the attack data computed for
    /// them. `near` holds the enemies that can reach any of these squares.
    #[inline(always)]
    pub(crate) fn safe_for_royal<I: Index>(
        &self,
        position: &Position<W>,
        from: Square,
        targets: Bitboard<W>,
        near: Bitboard<W>,
    ) -> (Bitboard<W>, RoyalDanger<W>) {
        if targets.count() > FEW {
            let attacked = self.attacked_around::<I>(position, from, near);
            return (targets & !attacked, RoyalDanger(Some(attacked)));
        }
        let mut safe = targets;
        for to in targets {
            if !self.is_safe_for_royal(position, from, to) {
                safe.remove(to);
            }
        }
        (safe, RoyalDanger(None))
    }

    /// Returns `true` if the royal piece would not be attacked on a square.
    #[inline(always)]
    pub(crate) fn is_safe_for_royal(&self, position: &Position<W>, from: Square, to: Square) -> bool {
        let gone = Bitboard::of(to);
        let mut occupied = position.occupied() | gone;
        occupied.remove(from);
        !self.attacks.by[!position.state.turn].is_attacked(position, to, &occupied, &gone)
    }

    /// Returns `true` if no square that the castling royal piece passes or ends on is attacked. The caller knows that
    /// it is not in check.
    pub(crate) fn castling_is_safe(
        &self,
        position: &Position<W>,
        castling: &Castling<W>,
        danger: RoyalDanger<W>,
    ) -> bool {
        let attacks = &self.attacks.by[!position.state.turn];
        let (from, partner) = (castling.right.from, castling.right.partner);
        // If attacks need empty squares only, most attacks exist while the royal piece is lifted. Placing the partner
        // adds none.
        let zone = &self.attacks.zones[position.state.turn][from.index()];
        let counted = castling.path.is_subset(zone);
        if let RoyalDanger(Some(known)) = danger
            && attacks.need_gaps_only
            && counted
            && !attacks.screens(castling.to).contains(partner)
            && !castling.path.intersects(&known)
        {
            return true;
        }
        let (gone, occupied) = (Bitboard::EMPTY, position.occupied());
        for square in castling.path {
            if attacks.is_attacked(position, square, &occupied, &gone) {
                return false;
            }
        }
        let mut after = occupied;
        after.remove(from);
        after.remove(partner);
        after.insert(castling.to);
        after.insert(castling.partner_to);
        !attacks.is_attacked(position, castling.to, &after, &gone)
    }

    /// The squares around the royal piece that the enemy of the side to move attacks once the royal piece is lifted
    /// from `royal`. `near` holds the enemies that can reach any of these.
    #[inline(always)]
    fn attacked_around<I: Index>(&self, position: &Position<W>, royal: Square, near: Bitboard<W>) -> Bitboard<W> {
        let them = !position.state.turn;
        let enemies = position.of_side(them);
        let mut occupied = position.occupied();
        occupied.remove(royal);
        let mut attacked = Bitboard::EMPTY;
        let mut others = near;
        let groups = &self.moves.groups[them];
        for Leapers { piece, taking, .. } in &groups.leapers {
            let pieces = position.of_piece(*piece);
            others &= !pieces;
            let pieces = pieces & enemies;
            for leap in taking {
                attacked |= leap.targets(pieces, &occupied);
            }
        }
        for piece in &groups.divergent {
            let pieces = position.of_piece(*piece) & others;
            others &= !pieces;
            attacked |= self.moves.attacked_by_divergent::<I>((them, *piece), pieces, &occupied);
        }
        for piece in &groups.barred {
            let pieces = position.of_piece(*piece) & others;
            others &= !pieces;
            for from in pieces {
                attacked |= self.moves.barred_attacks::<I>(position, (them, *piece), from, &occupied);
            }
        }
        self.moves.for_each_attack::<I>(position, them, others, &occupied, |_, _, reached| attacked |= reached);
        attacked
    }
}
