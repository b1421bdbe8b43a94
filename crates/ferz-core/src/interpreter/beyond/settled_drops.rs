//! Drops that need not be looked at one by one: where rules beyond the tables only hold captures back, nothing depends on a
//! drop but checks, and these are known in closed form.

use crate::board::{Bitboard, Side};
use crate::position::Position;

use super::super::check_avoidance::CheckAvoidance;
use super::super::engine::Engine;
use super::super::tables::{DropTable, Multiply};

/// Facts that decide the legality of all drops in a position.
pub(super) struct SettledDrops<const W: usize> {
    /// `true` if the other side cannot capture, so that a royal piece may be dropped anywhere.
    unthreatened: bool,
    checks: Checks<W>,
}

/// How the test that a drop gives no check is done.
enum Checks<const W: usize> {
    /// The other side has no royal piece, or its attackers can never capture, whatever is dropped.
    None,
    /// No captures are possible until a piece is dropped that permits them.
    Held,
    /// The drops that would attack a royal piece are known.
    Closed(CheckAvoidance<W>),
    /// They have to be made.
    Open,
}

impl<const W: usize> Engine<W> {
    /// Facts about the drops of the side to move. `None` if only making each drop can tell whether it is legal.
    pub(super) fn settled_drops(&self, position: &Position<W>) -> Option<SettledDrops<W>> {
        let (us, them) = (position.state.turn, !position.state.turn);
        let plan = &self.plan;
        let special = &plan.special;
        let plain = plan.only_holds_captures
            && !(special.checks || special.walls || plan.changes_others || plan.keeps_account)
            && plan.duple_royals.is_empty()
            && self.rules.constraints.face_off.is_empty();
        if !plain {
            return None;
        }
        let unthreatened = self.takes_nothing(position, them);
        // A piece more on the board uncovers no attack of pieces that only need gaps.
        let attacks = &self.attacks.by[them];
        let gaps = attacks.need_gaps_only && attacks.has_closed_form() && self.moves.groups[them].barred.is_empty();
        let safe =
            unthreatened || self.royal_squares(position, us).is_empty() || (gaps && !self.in_check(position, us));
        safe.then(|| SettledDrops { unthreatened, checks: self.checks_of_drops(position) })
    }

    fn checks_of_drops(&self, position: &Position<W>) -> Checks<W> {
        let (us, them) = (position.state.turn, !position.state.turn);
        if self.royal_squares(position, them).is_empty() {
            Checks::None
        } else if self.takes_nothing(position, us) {
            Checks::Held
        } else {
            self.check_avoidance(position).map_or(Checks::Open, Checks::Closed)
        }
    }

    /// Returns `true` if a side has none of the pieces that it needs to be able to capture.
    fn takes_nothing(&self, position: &Position<W>, side: Side) -> bool {
        let needs = &self.rules.beyond.takes.needs;
        !needs.is_empty() && (position.of_pieces(needs) & position.of_side(side)).is_empty()
    }

    /// The squares of the legal drops of a table. `None` if only making each drop can tell which are legal.
    pub(super) fn settled_squares(
        &self,
        position: &Position<W>,
        table: &DropTable<W>,
        settled: &SettledDrops<W>,
    ) -> Option<Bitboard<W>> {
        if !table.mate || table.doubtful_royal || (table.royal && !settled.unthreatened) {
            return None;
        }
        let squares = self.drop_squares(position, table);
        let piece = table.becomes.unwrap_or(table.piece);
        match &settled.checks {
            _ if table.check || squares.is_empty() => Some(squares),
            Checks::None => Some(squares),
            Checks::Held => (!self.rules.beyond.takes.needs.contains(&piece)).then_some(squares),
            Checks::Closed(avoidance) => {
                let from = squares.lowest()?;
                Some(self.unchecking::<Multiply>(position, (from, piece), squares, avoidance))
            }
            Checks::Open => None,
        }
    }
}
