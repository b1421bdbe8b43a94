//! Counted moves, in which a side has to be mated: after the moves of a row the count is that of Fairy-Stockfish, and is
//! over when it says so.

use crate::common::{Start, check_by_variant, rows, same};
use ferz::notation::uci;
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    #[serde(flatten)]
    start: Start,
    play: Vec<String>,
    after: String,
    over: bool,
}

#[test]
fn counts_agree() {
    let rows: Vec<Row> = rows("parity/counts.jsonl");
    assert!(rows.iter().filter(|row| row.over).count() >= 5);
    check_by_variant(
        &rows,
        |row| &row.start,
        |compiled, row| {
            let mut game = row.start.game(compiled)?;
            for text in &row.play {
                let made = uci::parse(&game, text).map_err(|error| error.to_string())?;
                game.play(&made);
            }
            same("FEN", &row.start.written(&mut game), &row.after)?;
            same("over", &game.end().is_some(), &row.over)?;
            // The count goes on from the text.
            let again = Start { fen: row.after.clone(), ..row.start.clone() };
            same("FEN, read again", &again.written(&mut again.game(compiled)?), &row.after)
        },
    );
}
