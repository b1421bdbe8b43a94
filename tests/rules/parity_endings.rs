//! Ends of games that Fairy-Stockfish has played: after the moves of a row the position, the kind of end and the result
//! are the same.

use crate::common::{Start, check_by_variant, reason, result_for_side_to_move, rows, same};
use ferz::notation::uci;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct Row {
    #[serde(flatten)]
    pub start: Start,
    pub play: Vec<String>,
    pub after: String,
    pub check: bool,
    pub kind: String,
    pub result: String,
}

#[test]
fn ends_agree() {
    let rows: Vec<Row> = rows("parity/endings.jsonl");
    assert!(rows.len() >= 110);
    check_by_variant(
        &rows,
        |row| &row.start,
        |compiled, row| {
            let mut game = row.start.game(compiled)?;
            for text in &row.play {
                if let Some(end) = game.end().filter(|end| !end.claim) {
                    return Err(format!("over before {text}: {}", end.reason));
                }
                let made = uci::parse(&game, text).map_err(|error| error.to_string())?;
                game.play(&made);
            }
            same("FEN", &row.start.written(&mut game), &row.after)?;
            same("check", &game.in_check(), &row.check)?;
            let end = game.end().ok_or("the game goes on")?;
            // The peer does not say by which of the variant's own rules a game has ended.
            if row.kind != "immediate" {
                same("reason", &&*end.reason, &reason(&row.kind))?;
            }
            same("result", &result_for_side_to_move(&game, &end), &row.result.as_str())
        },
    );
}
