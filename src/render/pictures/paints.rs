//! The colours of pieces.

use crate::board::Side;
use crate::rules::Look;

/// The colours of a side's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paints {
    /// The colour that fills the pieces.
    pub paper: &'static str,
    /// The colour of lines and letters on the pieces.
    pub ink: &'static str,
    /// The colour of lines around the pieces.
    pub edge: &'static str,
}

impl Paints {
    /// Returns `true` if the paper is darker than the ink.
    pub fn is_dark(self) -> bool {
        self.paper < self.ink
    }
}

/// Names of sides, with the paper and ink of their pieces.
const COLOURS: [(&str, [&str; 2]); 9] = [
    ("white", ["#ffffff", "#1b1b1b"]),
    ("black", ["#2b2b2b", "#ffffff"]),
    ("red", ["#fff4f0", "#b3201a"]),
    ("blue", ["#eff5ff", "#174a9c"]),
    ("green", ["#effaf0", "#14692c"]),
    ("yellow", ["#fffac2", "#6b5b00"]),
    ("orange", ["#fff0dc", "#a34a00"]),
    ("purple", ["#f7efff", "#63229c"]),
    ("brown", ["#f7ece2", "#6d3c12"]),
];

/// The colours of a side. If the side has the name of a colour, its pieces have that colour.
pub fn paints(look: &Look, side: Side) -> Paints {
    let named =
        |name: &str| COLOURS.iter().find(|(colour, _)| name.eq_ignore_ascii_case(colour)).map(|(_, both)| *both);
    let [paper, ink] = named(&look.sides[side]).or_else(|| named(side.name())).unwrap_or(COLOURS[0].1);
    Paints { paper, ink, edge: if paper < ink || ink == COLOURS[0].1[1] { "#111111" } else { ink } }
}
