//! The differences between UCI and its relatives: names of commands and options, squares, FENs.

use crate::board::Geometry;
use crate::notation::Coordinates;

/// A protocol of the UCI family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// UCI.
    Uci,
    /// USI, of shogi programs.
    Usi,
    /// UCCI, of xiangqi programs.
    Ucci,
}

impl Dialect {
    /// The dialect of a greeting; `None` if the word is not a greeting.
    pub(super) fn greeted(word: &str) -> Option<Dialect> {
        [Dialect::Uci, Dialect::Usi, Dialect::Ucci].into_iter().find(|dialect| dialect.name() == word)
    }

    /// The word of the greeting.
    pub(super) fn name(self) -> &'static str {
        match self {
            Dialect::Uci => "uci",
            Dialect::Usi => "usi",
            Dialect::Ucci => "ucci",
        }
    }

    /// The variant that is played by default.
    pub fn first_variant(self) -> &'static str {
        const FIRST: &str = include_str!("first_variants.txt");
        let named = |line: &'static str| line.split_once(' ').filter(|(dialect, _)| *dialect == self.name());
        FIRST.lines().find_map(named).map_or("", |(_, variant)| variant)
    }

    /// Name of an option in this dialect.
    pub(super) fn option_name(self, name: &str) -> String {
        let name = match self {
            Dialect::Uci => return name.to_owned(),
            Dialect::Usi if matches!(name, "Hash" | "Ponder") => format!("USI_{name}"),
            Dialect::Usi => name.replace("UCI_", "USI_"),
            Dialect::Ucci if name == "Hash" => "hashsize".to_owned(),
            Dialect::Ucci => name.replace("UCI_", "UCCI_"),
        };
        name.replace(' ', "_")
    }

    /// How squares of a board are written.
    pub(super) fn coordinates(self, geometry: &Geometry) -> Coordinates {
        match self {
            Dialect::Uci => Coordinates::FromOne,
            Dialect::Usi => Coordinates::FromTheRight,
            Dialect::Ucci => Coordinates::of_xboard(geometry),
        }
    }

    /// The FEN of a position, given as words in the dialect.
    pub fn fen(self, words: &[&str]) -> String {
        if self != Dialect::Usi {
            return words.join(" ");
        }
        // The fields are the placement, the side to move (`b` for the side that moves first), the hands, and the move
        // number.
        let placement = words.first().copied().unwrap_or_default();
        let turn = if words.get(1) == Some(&"w") { "b" } else { "w" };
        let hands = words.get(2).copied().unwrap_or("-");
        let ply: u32 = words.get(3).and_then(|number| number.parse().ok()).unwrap_or(1);
        format!("{placement}[{}] {turn} - - 0 {}", spread(hands), ply.div_ceil(2).max(1))
    }
}

/// Pieces in hand one by one: `2Pb` is `PPb`.
fn spread(hands: &str) -> String {
    let (mut spread, mut count) = (String::new(), 0usize);
    for c in hands.chars().filter(|c| *c != '-') {
        match c.to_digit(10) {
            Some(digit) => count = (count * 10 + digit as usize).min(999),
            None => {
                spread.extend(std::iter::repeat_n(c, count.max(1)));
                count = 0;
            }
        }
    }
    spread
}
