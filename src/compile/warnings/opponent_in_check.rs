//! `opponent-in-check`: see its page in the rule book.

use super::own::{OWN, own};
use crate::board::{Side, Square, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::english;
use crate::rules::{Movement, PieceId, PlacedPiece, Royalty, Rules, Setup};
use crate::variant::Specification;
use crate::variant::node::Problems;
use crate::walker::{self, Content, Context, Occupancy};

pub(super) fn check(rules: &Rules, spec: &Specification, problems: &mut Problems) {
    // With special rules, only a game knows the attacks.
    if !rules.beyond.is_empty() || !rules.tree.rules.is_empty() {
        return;
    }
    let Some((from, royal)) = attack(rules) else { return };
    let setup = spec.setup.as_ref().map(|phrase| phrase.span).filter(|span| span.source == OWN);
    // An inherited setup becomes wrong if this file changes the pieces.
    let changed = || {
        let pieces = [from, royal].into_iter().filter_map(|square| rules.setup.pieces[square.index()]);
        pieces.filter_map(|placed| own(rules.piece(placed.piece).source)).next()
    };
    let Some(place) = setup.or_else(changed) else { return };
    let (turn, name) = (rules.setup.turn, |square| rules.geometry.name(square));
    let piece =
        |square: Square| rules.setup.pieces[square.index()].map_or("", |placed| &rules.piece(placed.piece).name);
    let message = format!(
        "the setup has {} to move, and {}'s `{}` on {} is attacked by the `{}` on {}",
        english::capitalised(turn.name()),
        english::capitalised((!turn).name()),
        piece(royal),
        name(royal),
        piece(from),
        name(from)
    );
    let help = "no game can begin like this: let the other side move first, or move a piece";
    problems.push(Diagnostic::error(Code::OpponentInCheck, place, message).help(help));
}

/// The setup as the side to move sees it.
struct Seen<'a> {
    rules: &'a Rules,
    setup: &'a Setup,
}

impl Seen<'_> {
    /// Returns `true` if the piece may not be left under attack in the setup. Pieces that are royal together count only
    /// if there is a single one.
    fn is_royal(&self, piece: PieceId, side: Side) -> bool {
        let own = |kind: &dyn Fn(PieceId) -> bool| {
            let placed = self.setup.pieces.iter().flatten();
            placed.filter(|placed| placed.side == side && kind(placed.piece)).count()
        };
        match self.rules.piece(piece).royalty {
            Royalty::Common => false,
            Royalty::Royal => true,
            Royalty::Last(most) => own(&|other| other == piece) <= usize::from(most),
            Royalty::Together => own(&|other| self.rules.piece(other).royalty == Royalty::Together) == 1,
        }
    }
}

impl Occupancy for Seen<'_> {
    fn content(&self, square: Square) -> Content {
        match self.setup.pieces[square.index()] {
            Some(PlacedPiece { piece, side, .. }) => {
                let royal = self.is_royal(piece, side);
                Content::PlacedPiece { friend: side == self.setup.turn, royal }
            }
            None if self.setup.walls.contains(square) => Content::Wall,
            None => Content::Empty,
        }
    }
}

/// The squares of a piece of the side to move and of an enemy royal piece that it can capture; `None` if there are
/// none.
fn attack(rules: &Rules) -> Option<(Square, Square)> {
    let setup = &rules.setup;
    let seen = Seen { rules, setup };
    let is_target =
        |square: &Square| matches!(seen.content(*square), Content::PlacedPiece { friend: false, royal: true });
    let own = rules.geometry.squares().iter().filter_map(|square| Some((square, setup.pieces[square.index()]?)));
    for (from, placed) in own.filter(|(_, placed)| placed.side == setup.turn) {
        let piece = rules.piece(placed.piece);
        let confined = piece.confined[placed.side];
        let extra = piece.extra.iter().filter(|extra| extra.from[placed.side].contains(from));
        let extra = extra.map(|extra| (&extra.movement, extra.to[placed.side] & confined));
        for (movement, ends) in std::iter::once((&piece.movement, confined)).chain(extra) {
            let virgin = piece.initial[placed.side].contains(from);
            if let Some(royal) = taken(rules, &seen, (movement, placed.side, from, virgin), ends, &is_target) {
                return Some((from, royal));
            }
        }
    }
    None
}

/// A target that a piece can capture.
fn taken(
    rules: &Rules,
    seen: &Seen<'_>,
    (movement, side, from, virgin): (&Movement, Side, Square, bool),
    ends: SquareSet,
    is_target: &dyn Fn(&Square) -> bool,
) -> Option<Square> {
    let none = SquareSet::EMPTY;
    let context = Context { virgin, en_passant: None, castling_partners: &none };
    let mut found = None;
    walker::walk(movement, &rules.geometry, side, from, seen, &context, &mut |_, walk| {
        if ends.contains(walk.to) {
            found = found.or(walk.captures.iter().copied().find(|square| is_target(square)));
        }
    });
    found
}
