//! Pieces of the variant file, and where settings are.

use super::super::settings::Settings;
use super::super::table::{Role, Slot, Topic, piece_type};
use crate::board::Side;
use crate::source::Span;

/// Where a section and its header are, to point at what it inherits.
#[derive(Clone, Copy)]
pub(in super::super) struct Place {
    /// The header.
    pub header: Span,
    /// From the header to the last setting.
    pub section: Span,
}

/// A piece of the variant file: a type, or what a type becomes for a time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in super::super) struct Form {
    /// The type whose moves it has.
    pub kind: Slot,
    /// For a promoted piece, the type that it was before its promotion.
    pub base: Option<Slot>,
}

/// Where a topic is set: its line, or the header of a section that inherits it.
pub(super) fn at(settings: &Settings, topic: Topic, place: Place) -> Span {
    let written = settings.places.get(&topic).copied();
    written.filter(|span| place.section.start <= span.start && span.end <= place.section.end).unwrap_or(place.header)
}

/// The promoted form of a type; `None` if it has none.
pub(super) fn promoted(settings: &Settings, slot: Slot) -> Option<Slot> {
    settings.promoted.get(&slot).copied().filter(|kind| *kind != 0)
}

/// Returns `true` if a type of a side chooses what it becomes.
pub(super) fn promotes(settings: &Settings, slot: Slot, side: Side) -> bool {
    let stepper = piece_type(slot).is_some_and(|kind| kind.role == Role::Stepper);
    stepper || settings.kinds(Topic::Promoters, side) & 1 << slot != 0
}
