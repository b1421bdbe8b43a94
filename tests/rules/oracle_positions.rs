//! The oracle against the interpreter in positions in which the two once differed, and what the rules say there.

use std::fs;

use crate::common::{check_all, same, variant};
use crate::side_by_side::agree_along;
use ferz::fen;
use ferz::game::Compiled;
use ferz::notation::uci;

/// The file of positions.
const POSITIONS: &str = "tests/oracle.positions";

/// A position and the moves that it has to have.
#[derive(Debug)]
struct Row {
    variant: String,
    fen: String,
    moves: Vec<String>,
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(POSITIONS).expect("the file is there");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let row = |line: &str| {
        let mut fields = line.split(';').map(str::trim);
        let mut next = || fields.next().unwrap_or_else(|| panic!("{line}: a field is missing")).to_owned();
        let (variant, fen, moves, _rule) = (next(), next(), next(), next());
        Row { variant, fen, moves: moves.split(' ').map(str::to_owned).collect() }
    };
    lines.map(row).collect()
}

/// A built-in variant, or a file of the tests.
fn compiled(name: &str) -> Result<Compiled, String> {
    if !name.contains('/') {
        return Ok(variant(name));
    }
    let text = fs::read_to_string(format!("tests/{name}.yaml")).map_err(|error| error.to_string())?;
    ferz::load_text(&text).map_err(|error| error.to_string())
}

#[test]
fn both_agree_where_they_once_differed() {
    check_all(&rows(), |row| {
        let compiled = compiled(&row.variant)?;
        let setup = fen::read(&row.fen, compiled.rules()).map_err(|error| format!("{}: {error}", row.variant))?;
        let game = compiled.game(&setup).map_err(|error| format!("{}: {error}", row.variant))?;
        let moves = uci::list(&game);
        let told = |error: String| format!("{} {}: {error}", row.variant, row.fen);
        for text in &row.moves {
            let (wanted, name, after) = match (text.strip_prefix('-'), text.split_once('=')) {
                (Some(name), _) => (false, name, None),
                (None, Some((name, after))) => (true, name, Some(after)),
                (None, None) => (true, text.trim_start_matches('+'), None),
            };
            let made = moves.iter().find(|(other, _)| other == name);
            same(&format!("{name} is legal"), &made.is_some(), &wanted).map_err(told)?;
            if let (Some((_, made)), Some(after)) = (made, after) {
                let mut next = game.clone();
                next.play(made);
                same(name, &fen::write(&next.setup(), compiled.rules()), &after.replace('_', " ")).map_err(told)?;
            }
        }
        agree_along(&compiled, &setup, &[]).map_err(told)
    });
}

/// Games with a past in which the two once differed.
#[test]
fn both_agree_along_games_where_they_once_differed() {
    let games = [
        // A position of a turn of several moves is another one when fewer moves are left.
        ("progressive2", "", "a2a3 a7a6 b7b6 b1c3 c3b1 b1c3 b8c6 c6b8 b8c6 c6b8 g1f3 f3g1 g1f3 f3g1"),
        // Passes do not make a position another one where they end nothing.
        (
            "annexation",
            "***PppP***/***PppP***/***PPpP***/pPPPppPPpp/PPPPPpPPPp/PPpPPpPPPp/PPPPppPppp/***PppP***/***PPpP***/***PP1P***[p] b - - 0 30",
            "- - - -",
        ),
        // A borrowed move does not take a pawn's move back.
        ("takenmake", "rnb5/4Bk1p/p2prqpP/1pp2P2/3Pp3/PPP3NP/4R1P1/1NB2RK1 w - - 0 23", "f5e6 e6e5"),
        // A proposed capture en passant can be made, and its right is written only where the proposed move may use it.
        ("ambiguous", "rnbqkb2/p2pp1pn/2p4r/8/2px3p/2Q3P1/PPPP1P1P/R1BK1BNR b - - 1 13", "d2d4 c4d3 c4d3"),
        // A pawn that is pushed makes progress, and so does a piece that is put back on another square.
        ("avalanche", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "h7h5 e8e8,e4"),
        ("madhouse", "rnbqkbnr/ppp1ppp1/8/3p3p/4P3/3B4/PPPP1PPP/RNBQK1NR w KQkq - 0 3", "d1h5 e1e1,b6"),
        // A turn with a capture makes progress, even if the captured piece comes back to its square.
        ("madhouse", "rnbqk2r/pp1ppp1p/7n/2p5/1PNb1PpP/3P4/P1P1P1P1/R1BQKBNR b KQkq f3 0 7", "g4f3 e8e8,f4"),
        // A capture that is taken back makes no progress.
        ("refusal1", "rn1qk2r/p1p1nppp/1p2p3/3p2B1/1b2bP1P/NP1PK3/P1P1P1P1/R1Q2BNR w - - 3 11", "d3e4 e8e8,e4,d3"),
        // A converted pawn that goes two steps may be captured en passant.
        ("convert", "4k3/8/8/8/5p1N/8/6p1/4K3 w - - 0 1", "h4g2 g2g4"),
    ];
    check_all(&games, |(name, fen, line)| {
        let compiled = compiled(name)?;
        let setup = match fen.is_empty() {
            true => compiled.rules().setup.clone(),
            false => fen::read(fen, compiled.rules()).map_err(|error| format!("{name}: {error}"))?,
        };
        let line: Vec<&str> = line.split(' ').collect();
        agree_along(&compiled, &setup, &line).map_err(|error| format!("{name}: {error}"))
    });
}
