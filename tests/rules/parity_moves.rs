//! Move lists of Fairy-Stockfish: the moves in UCI notation and in SAN, and whether the side to move is in check.

use crate::common;
use crate::common::{Start, check_by_variant, rows, same};
use ferz::notation;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct Row {
    #[serde(flatten)]
    pub start: Start,
    pub uci: Vec<String>,
    /// Absent where there are very many moves.
    pub san: Option<Vec<String>>,
    pub check: bool,
    /// The kind of end, and the result for the side to move.
    pub end: Option<(String, String)>,
}

#[test]
fn moves_agree() {
    let rows: Vec<Row> = rows("parity/moves.jsonl");
    assert!(rows.len() >= 400);
    check_by_variant(
        &rows,
        |row| &row.start,
        |compiled, row| {
            let mut game = row.start.game(compiled)?;
            let listed = notation::list(&mut game);
            let mut texts: Vec<(String, String)> =
                listed.into_iter().map(|written| (written.uci, written.san)).collect();
            let uci: Vec<&String> = texts.iter().map(|(uci, _)| uci).collect();
            same("moves", &uci, &row.uci.iter().collect())?;
            if let Some(sans) = &row.san {
                let expected: Vec<_> = row.uci.iter().cloned().zip(sans.iter().cloned()).collect();
                let mut differing = expected.clone();
                differing.retain(|pair| !texts.contains(pair));
                texts.retain(|pair| !expected.contains(pair));
                same("SAN", &texts, &differing)?;
            }
            same("check", &game.in_check(), &row.check)?;
            let end = game.end().filter(|end| !end.claim);
            same("over", &end.is_some(), &row.end.is_some())?;
            match (end, &row.end) {
                // The peer does not say by which of the variant's own rules a game has ended.
                (Some(end), Some((kind, _))) if kind != "immediate" => {
                    same("reason", &&*end.reason, &common::reason(kind))
                }
                _ => Ok(()),
            }
        },
    );
}
