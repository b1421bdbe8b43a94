//! XBoard's table of pictures, and pictures for it.

use crate::board::Side;
use crate::render::pictures::Catalogue;
#[cfg(feature = "svg")]
use crate::render::svg::Alone;
use crate::rules::{PieceId, Royalty, Rules};

/// Variants for which XBoard has its own rules. The commands `setup` and `piece` would replace these rules by simpler
/// ones.
pub(super) const VARIANTS: &str = include_str!("xboard_variants.txt");

/// Returns `true` if XBoard has its own rules for a variant.
pub(super) fn knows(name: &str) -> bool {
    VARIANTS.split_whitespace().any(|known| known == name)
}

/// The letter of a piece in a FEN, and `true` if `+` precedes it. `None` if the symbol has another form.
pub(super) fn letter(rules: &Rules, id: PieceId, side: Side) -> Option<(char, bool)> {
    let symbol = &rules.piece(id).symbol[side];
    let (plain, promoted) = symbol.strip_prefix('+').map_or((symbol.as_str(), false), |plain| (plain, true));
    let mut chars = plain.chars();
    chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none()).map(|c| (c, promoted))
}

/// The pieces of a side, in XBoard's order of pictures. The last one is royal.
fn table(rules: &Rules, side: Side) -> Vec<Option<PieceId>> {
    let pictures = Catalogue::get().xboard();
    let mut table = vec![None; pictures.len()];
    let mut homeless = Vec::new();
    for id in rules.piece_ids() {
        let Some((c, false)) = letter(rules, id, side) else { continue };
        let royal = rules.piece(id).royalty == Royalty::Royal;
        let own = c.to_ascii_uppercase().to_string();
        let place = if royal { Some(pictures.len() - 1) } else { pictures.iter().position(|(c, _)| *c == own) };
        match place.filter(|place| table[*place].is_none()) {
            Some(place) => table[place] = Some(id),
            None => homeless.push(id),
        }
    }
    let free = (0..pictures.len() - 1).rev().filter(|place| table[*place].is_none()).collect::<Vec<_>>();
    free.into_iter().zip(homeless).for_each(|(place, id)| table[place] = Some(id));
    table
}

/// The pieces for which XBoard's table has no place: it is full, or their symbols have several letters.
pub fn without_place(rules: &Rules) -> Vec<&str> {
    let tables = Side::ALL.map(|side| table(rules, side));
    let has_place = |id: &PieceId| tables.iter().flatten().flatten().any(|known| known == id);
    rules.piece_ids().filter(|id| !has_place(id)).map(|id| rules.piece(id).name.as_str()).collect()
}

/// The letters of pieces, in XBoard's order of pictures.
pub(super) fn letters(rules: &Rules, side: Side) -> String {
    let shown = |id: &PieceId| letter(rules, *id, side).map(|(c, _)| c);
    table(rules, side).iter().map(|id| id.as_ref().and_then(shown).unwrap_or('.')).collect()
}

/// Pictures of the pieces under the names that XBoard gives to the pictures of its table. `None` if XBoard has its own
/// table for the variant, and the variant has letters that do not stand in their usual places there.
#[cfg(feature = "svg")]
pub fn pictures(rules: &Rules) -> Option<Vec<(String, String)>> {
    let names = Catalogue::get().xboard();
    let alone = Alone::of(rules);
    let mut files = Vec::new();
    for (side, colour) in Side::ALL.into_iter().zip(["White", "Black"]) {
        for (id, (_, name)) in table(rules, side).into_iter().zip(names) {
            files.extend(id.map(|id| (format!("{colour}{name}.svg"), alone.draw(id, side, SIZE))));
        }
    }
    let usual = |id: PieceId| {
        let symbol = &rules.piece(id).symbol.white;
        names[..5].iter().chain(names.last()).any(|(letter, _)| letter == symbol)
    };
    (!knows(&rules.id) || rules.piece_ids().all(usual)).then_some(files)
}

/// The size of the pictures in pixels. XBoard scales them.
#[cfg(feature = "svg")]
const SIZE: u32 = 100;
