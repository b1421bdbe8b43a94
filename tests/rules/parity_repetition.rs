//! Cycles of four moves: the game ends at the same ply as in Fairy-Stockfish, with the same result.

use crate::common::{Start, check_by_variant, result_for_side_to_move, rows, same};
use ferz::notation::uci;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct Row {
    #[serde(flatten)]
    pub start: Start,
    pub cycle: Vec<String>,
    /// How long the cycle is played.
    pub plies: usize,
    /// The ply of the end, and the result for the side to move.
    pub end: Option<(usize, String)>,
}

#[test]
fn repetitions_end_games_alike() {
    let rows: Vec<Row> = rows("parity/repetition.jsonl");
    assert!(rows.len() >= 35);
    check_by_variant(
        &rows,
        |row| &row.start,
        |compiled, row| {
            let mut game = row.start.game(compiled)?;
            let mut found = None;
            for (ply, text) in (1..=row.plies).zip(row.cycle.iter().cycle()) {
                let made = uci::parse(&game, text).map_err(|error| format!("ply {ply}: {error}"))?;
                game.play(&made);
                if let Some(end) = game.end() {
                    found = Some((ply, result_for_side_to_move(&game, &end).to_owned()));
                    break;
                }
            }
            same("end", &found, &row.end)
        },
    );
}
