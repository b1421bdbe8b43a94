//! The pieces that can occur in a game.

use std::collections::BTreeSet;

use super::super::settings::{Outcome, Settings};
use super::super::table::{Slot, TYPES, Topic};
use super::forms::{Form, promoted, promotes};
use super::setup::Start;
use crate::board::Side;

/// The pieces that can ever be on the board or in a hand, and those that an author named, in the order of the types.
pub(super) fn forms(settings: &Settings, start: &Start) -> Vec<Form> {
    let mut found: BTreeSet<Form> = start.forms.iter().copied().collect();
    if settings.flag(Topic::FreeDrops) && settings.flag(Topic::Drops) {
        found.extend(settings.types().map(|(kind, _)| Form { kind, base: None }));
    }
    // A named piece may be on the board in any start position, unless only promotion can produce it.
    let named = settings.types().map(|(kind, _)| kind).filter(|kind| settings.named.contains(kind));
    let becomes = |kind: Slot| settings.types().any(|(other, _)| promoted(settings, other) == Some(kind));
    found.extend(named.filter(|kind| !becomes(*kind)).map(|kind| Form { kind, base: None }));
    // Pieces that the file counts have to exist.
    if settings.outcome(Topic::Extinct) != Outcome::None
        && (!settings.flag(Topic::PseudoRoyal) || settings.flag(Topic::Blast))
    {
        let counted = settings.kinds(Topic::ExtinctKinds, Side::White);
        found.extend(settings.members(counted).into_iter().map(|kind| Form { kind, base: None }));
    }
    loop {
        let mut more = BTreeSet::new();
        for form in &found {
            more.insert(Form { kind: form.base.unwrap_or(form.kind), base: None });
            if form.base.is_some() {
                continue;
            }
            if let Some(kind) = promoted(settings, form.kind) {
                more.insert(Form { kind, base: Some(form.kind) });
                if settings.flag(Topic::DropLoop) {
                    more.insert(Form { kind, base: None });
                }
            }
            for side in Side::ALL {
                if promotes(settings, form.kind, side) {
                    let choices = settings.members(settings.kinds(Topic::Choices, side));
                    more.extend(choices.into_iter().map(|kind| Form { kind, base: None }));
                }
            }
        }
        let before = found.len();
        found.extend(more);
        if found.len() == before {
            break;
        }
    }
    let natural = |form: &Form| form.base.unwrap_or(form.kind);
    let mut forms: Vec<Form> = found.into_iter().collect();
    let order = |slot: Slot| TYPES.iter().position(|kind| kind.slot == slot);
    forms.sort_by_key(|form| (order(natural(form)), form.base.is_some()));
    forms
}
