//! Perft suites: blocks of lines with `id`, `epd` and `perft DEPTH COUNT`, as several chess programs share them, and
//! besides `variant` (`chess` without it) and `chess960`.

use super::{Start, check_by_variant, test_file};

/// A position with its counts.
pub struct Position {
    pub id: String,
    pub start: Start,
    pub counts: Vec<(u32, u64)>,
}

/// Reads a suite below `tests/`.
pub fn read(name: &str) -> Vec<Position> {
    let text = test_file(name);
    let blocks = text.split("\n\n").map(|block| block.lines().filter(|line| !line.starts_with('#')));
    blocks.map(|lines| lines.collect::<Vec<_>>()).filter(|lines| !lines.is_empty()).map(|lines| block(&lines)).collect()
}

fn block(lines: &[&str]) -> Position {
    let value = |key: &str| lines.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')).map(str::to_owned);
    let count = |line: &&str| {
        let (depth, nodes) = line.strip_prefix("perft ")?.split_once(' ')?;
        Some((depth.parse().ok()?, nodes.parse().ok()?))
    };
    let start = Start {
        variant: value("variant").unwrap_or_else(|| "chess".to_owned()),
        chess960: lines.contains(&"chess960"),
        fen: value("epd").unwrap_or_else(|| panic!("no position in {lines:?}")),
    };
    let counts: Vec<(u32, u64)> = lines.iter().filter_map(count).collect();
    let stray = lines
        .iter()
        .find(|line| !["id", "variant", "chess960", "epd", "perft"].contains(&line.split(' ').next().unwrap_or("")));
    assert!(stray.is_none() && !counts.is_empty(), "a block with no count or a stray line: {lines:?}");
    Position { id: value("id").unwrap_or_default(), start, counts }
}

/// Checks all counts up to a number of nodes, and that there are enough of them.
pub fn check(positions: &[Position], limit: u64, at_least: usize) {
    let wanted = |position: &Position| position.counts.iter().filter(|(_, nodes)| *nodes <= limit).count();
    let counts: usize = positions.iter().map(wanted).sum();
    assert!(counts >= at_least, "only {counts} counts have at most {limit} nodes");
    check_by_variant(
        positions,
        |position| &position.start,
        |compiled, position| {
            let game = position.start.game(compiled)?;
            for (depth, nodes) in position.counts.iter().filter(|(_, nodes)| *nodes <= limit) {
                let found = game.perft(*depth);
                if found != *nodes {
                    return Err(format!("{} at depth {depth}: found {found}, expected {nodes}", position.id));
                }
            }
            Ok(())
        },
    );
}
