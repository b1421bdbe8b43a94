//! Names for the pieces of a variant file.

use std::collections::{BTreeMap, BTreeSet};

use super::describe::forms::Form;
use super::moves;
use super::settings::Settings;
use super::table::{NAMES, piece_type};
use crate::variant::Node;

/// The names of all pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Names(BTreeMap<Form, String>);

impl Names {
    /// The name of a piece.
    pub(super) fn of(&self, form: Form) -> &str {
        self.0.get(&form).map_or("?", String::as_str)
    }

    /// Names for pieces: those that the parent uses for the same letters and moves, then those of the types.
    pub(super) fn choose(forms: &[Form], settings: &Settings, parent: Option<&Node>) -> Names {
        let mut names = Names::default();
        let mut taken: BTreeSet<String> = ["all", "none", "any", "or", "captured"].map(str::to_owned).into();
        let known: Vec<(String, &str, &str)> = parent.map(pieces).unwrap_or_default();
        // Pieces of the parent come first, so that no other piece gets their names.
        for form in forms {
            let symbol = symbol(*form, settings);
            let moves = text(*form, settings);
            let ours = moves::foreign(&moves).moves;
            let fits = |(known_symbol, _, known_moves): &&(String, &str, &str)| {
                let theirs = moves::of_text(known_moves).map(|moves| moves::without_passing(&moves));
                *known_symbol == symbol
                    && (is_custom(*form)
                        || theirs.is_some_and(|theirs| theirs == ours)
                        || same_name(*form, &known, &symbol))
            };
            if let Some((_, name, _)) = known.iter().find(fits).filter(|(_, name, _)| !taken.contains(*name)) {
                taken.insert((*name).to_owned());
                names.0.insert(*form, (*name).to_owned());
            }
        }
        for form in forms {
            if names.0.contains_key(form) {
                continue;
            }
            let plain = match form.base {
                Some(base) => format!(
                    "promoted-{}",
                    names.0.get(&Form { kind: base, base: None }).cloned().unwrap_or_else(|| own_name(base, settings))
                ),
                None => own_name(form.kind, settings),
            };
            let usable = |name: &String| {
                let others = known.iter().any(|(_, known, _)| known == name);
                !taken.contains(name) && (!others || is_free(name, &known, *form, settings))
            };
            let mut names_to_try = vec![plain.clone()];
            if form.base.is_none() {
                names_to_try
                    .extend(piece_type(form.kind).filter(|kind| !kind.name.is_empty()).map(|kind| kebab(&kind.key)));
            }
            names_to_try
                .push(format!("piece-{}", symbol(*form, settings).trim_start_matches('+').to_ascii_lowercase()));
            names_to_try.extend((2..250).map(|number| format!("{plain}-{number}")));
            let name = names_to_try.into_iter().find(usable).unwrap_or(plain);
            taken.insert(name.clone());
            names.0.insert(*form, name);
        }
        names
    }
}

/// Returns `true` if a piece may get the name of a parent's piece: both must have the same letter.
fn is_free(name: &str, known: &[(String, &str, &str)], form: Form, settings: &Settings) -> bool {
    known.iter().any(|(letter, known, _)| *known == name && *letter == symbol(form, settings))
}

fn kebab(key: &str) -> String {
    let mut name = String::new();
    for c in key.chars() {
        if c.is_ascii_uppercase() {
            name.push('-');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

fn same_name(form: Form, known: &[(String, &str, &str)], symbol: &str) -> bool {
    let own = piece_type(form.kind).map_or("", |kind| kind.name);
    form.base.is_none() && known.iter().any(|(letter, name, _)| letter == symbol && *name == own)
}

fn is_custom(form: Form) -> bool {
    form.base.is_none() && piece_type(form.kind).is_some_and(|kind| kind.name.is_empty())
}

fn symbol(form: Form, settings: &Settings) -> String {
    let letter = |slot| settings.letter(slot).unwrap_or('?');
    match form.base {
        Some(base) => format!("+{}", letter(base)),
        None => letter(form.kind).to_string(),
    }
}

fn text(form: Form, settings: &Settings) -> String {
    match settings.moves.get(&form.kind) {
        Some(written) => written.value.clone(),
        None => piece_type(form.kind).map_or("", |kind| kind.moves).to_owned(),
    }
}

fn own_name(slot: super::table::Slot, settings: &Settings) -> String {
    let kind = piece_type(slot);
    if let Some(name) = kind.map(|kind| kind.name).filter(|name| !name.is_empty()) {
        return name.to_owned();
    }
    let form = Form { kind: slot, base: None };
    let moves = moves::foreign(&text(form, settings)).moves;
    let known = NAMES.iter().find(|(notation, _)| moves::foreign(notation).moves == moves);
    let types = super::table::TYPES.iter().filter(|kind| !kind.name.is_empty());
    let as_type = || types.clone().find(|kind| moves::foreign(kind.moves).moves == moves).map(|kind| kind.name);
    match known.map(|(_, name)| *name).or_else(as_type) {
        Some(name) => name.to_owned(),
        None => format!("piece-{}", settings.letter(slot).unwrap_or('x').to_ascii_lowercase()),
    }
}

/// The pieces of a variant file: symbol (of White), name and moves.
fn pieces(root: &Node) -> Vec<(String, &str, &str)> {
    let map = root.get("pieces").and_then(Node::map);
    map.into_iter()
        .flatten()
        .filter_map(|(name, entry)| {
            let symbol = entry.value.get("symbol")?;
            let symbol = symbol.text().or_else(|| symbol.get("white")?.text())?;
            Some((symbol.text.clone(), name.as_str(), entry.value.get("moves")?.text()?.text.as_str()))
        })
        .collect()
}
