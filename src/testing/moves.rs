//! Legal moves by piece, for people and for diffs.

use std::collections::BTreeMap;

use crate::game::Game;
use crate::interpreter::MoveKind;
use crate::notation;

/// The legal moves in SAN, a line for each piece, in the order of the pieces' names and the squares.
pub fn by_piece(game: &mut Game) -> String {
    let rules = game.shared_rules();
    let mut lines: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for written in notation::list(game) {
        let made = &written.made;
        let place = if made.kind() == MoveKind::Drop { "hand".to_owned() } else { rules.geometry.name(made.from) };
        lines.entry((rules.piece(made.piece).name.clone(), place)).or_default().push(written.san);
    }
    let line = |((piece, place), mut sans): ((String, String), Vec<String>)| {
        sans.sort_unstable();
        format!("{piece} {place}: {}\n", sans.join(" "))
    };
    lines.into_iter().map(line).collect()
}
