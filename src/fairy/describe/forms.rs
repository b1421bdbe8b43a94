//! Pieces of the variant file, and the places of settings.

use super::super::settings::Settings;
use super::super::table::{Role, Slot, Topic, piece_type};
use crate::board::Side;
use crate::source::Span;

/// The place of a section and of its header, which messages about inherited settings show.
#[derive(Clone, Copy)]
pub(in super::super) struct Place {
    /// The header.
    pub header: Span,
    /// From the header to the last setting.
    pub section: Span,
}

/// A piece of the variant file: a piece type, or its promoted form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in super::super) struct Form {
    /// The type whose moves it has.
    pub kind: Slot,
    /// For a promoted piece, the type that it was before its promotion.
    pub base: Option<Slot>,
}

/// The place of a setting: its line, or the header of a section that inherits it.
pub(super) fn at(settings: &Settings, topic: Topic, place: Place) -> Span {
    let written = settings.places.get(&topic).copied();
    written.filter(|span| place.section.start <= span.start && span.end <= place.section.end).unwrap_or(place.header)
}

/// The promoted form of a type; `None` if it has none.
pub(super) fn promoted(settings: &Settings, slot: Slot) -> Option<Slot> {
    settings.promoted.get(&slot).copied().filter(|kind| *kind != 0)
}

/// Returns `true` if a piece type of a side chooses its promotion.
pub(super) fn promotes(settings: &Settings, slot: Slot, side: Side) -> bool {
    let stepper = piece_type(slot).is_some_and(|kind| kind.role == Role::Stepper);
    stepper || settings.kinds(Topic::Promoters, side) & 1 << slot != 0
}
