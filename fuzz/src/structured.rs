//! Whole variants put together from the input: most of them can be played, and rules meet that no author puts together.

use std::fmt::Write as _;

use arbitrary::{Result, Unstructured};
use ferz::game::Compiled;

use super::games;
use super::inputs::load;

/// Ways to move.
const MOVES: &[&str] = &[
    "W",
    "F",
    "N",
    "R",
    "B",
    "Q",
    "K",
    "WFD",
    "fmWfcF",
    "fmWfceFifmnD",
    "mRcpR",
    "nN",
    "nA",
    "mNcB",
    "gQ",
    "pR",
    "R3",
    "B2",
    "cK",
    "mK",
    "KAD",
    "NN",
    "zB",
    "qN",
    "mQcK",
    "fsWbF",
    "cabK",
    "mKcaK",
    "mKabK",
    "[W?F]",
    "oR",
    "jB",
    "avsK",
    "yafsW",
    "tR",
    "dQ",
    "KmU",
];
/// Further keys of a piece.
const TRAITS: &[&str] = &[
    "",
    ", royal: true",
    ", royal: last",
    ", royal: together",
    ", promotion: {to: [b]}",
    ", promotion: {to: [b, c], zone: rank 3-4, mandatory: all}",
    ", confined: rank 1-4",
    ", drop: none",
];
/// Further rules of a game.
const RULES: &[&str] = &[
    "",
    "hand: captured\n",
    "rules: {pass: {may_replace: move, when: any own pieces and not in check}}\n",
    "rules: {duty: {must: capture}}\n",
    "rules: {silent: {after: any move, require: enemy side is not in check}}\n",
    "rules: {walls: {after: any move, choose: empty, if_none: forbid, build: chosen}}\n",
    "rules: {walls: {after: any move, choose: empty on origin, if_none: forbid, build: chosen}}\n",
    "rules: {blast: {after: capture, capture: mover or (pieces beside destination)}}\n",
    "rules: {flips: {after: [move, drop], flip: enemy pieces beside destination}}\n",
    "hand: captured\nrules: {duty: {must: capture}, pass: {may_replace: move, when: any own pieces and not in check}}\n",
];
const TOPOLOGIES: [&str; 5] = ["rectangle", "cylinder", "torus", "moebius", "klein"];

/// Builds a variant, and plays it.
pub(crate) fn variant(data: &[u8]) {
    let mut choices = Unstructured::new(data);
    let Ok(text) = write(&mut choices) else { return };
    if let Some(variant) = load(&text).variant {
        games::play(&Compiled::new(variant.rules), choices.take_rest(), 24);
    }
}

/// A variant file.
fn write(choices: &mut Unstructured<'_>) -> Result<String> {
    let (files, ranks) = (choices.int_in_range(2..=9)?, choices.int_in_range(2..=9)?);
    let mut text = "name: Fuzz\n".to_owned();
    let topology = choices.choose(&TOPOLOGIES)?;
    let _ = write!(text, "board: {{files: {files}, ranks: {ranks}, topology: {topology}}}\npieces:\n");
    for name in ["a", "b", "c", "d"] {
        let mut moves = (*choices.choose(MOVES)?).to_owned();
        if choices.ratio(1, 3)? {
            moves += choices.choose(MOVES)?;
        }
        let _ = writeln!(
            text,
            "  {name}: {{symbol: {}, moves: \"{moves}\"{}}}",
            name.to_uppercase(),
            choices.choose(TRAITS)?
        );
    }
    text += choices.choose(RULES)?;
    text += "castling: none\nend: {mate: {when: {stuck: in_check}, result: loss}, stuck: {when: {stuck: not_in_check}, result: draw}}\n";
    let mut rows = Vec::new();
    for _ in 0..ranks {
        let row: Result<String> = (0..files).map(|_| choices.choose(&SQUARES).copied()).collect();
        rows.push(row?);
    }
    let _ = writeln!(text, "setup: {} w - - 0 1", rows.join("/"));
    Ok(text)
}

/// What may stand on a square: mostly nothing.
const SQUARES: [&str; 20] =
    ["1", "1", "1", "1", "1", "1", "1", "1", "1", "1", "1", "1", "A", "B", "C", "D", "a", "b", "c", "d"];
