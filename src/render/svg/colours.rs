//! The colours of a board.

/// A colour in an SVG: `#` with 3, 4, 6 or 8 hexadecimal digits, or a name such as `teal`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Colour(String);

impl Colour {
    /// The colour that a text names; `None` if the text is no colour.
    pub fn parse(text: &str) -> Option<Colour> {
        crate::image::is_colour(text).then(|| Colour(text.to_owned()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The colours of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Colours {
    /// Light squares.
    pub light: Colour,
    /// The third colour of hexagons.
    pub middle: Colour,
    /// Dark squares.
    pub dark: Colour,
    /// The squares of the last move.
    pub last_move: Colour,
    /// The square of a royal piece in check.
    pub check: Colour,
    /// Arrows that have no colour of their own.
    pub arrow: Colour,
}

impl Default for Colours {
    fn default() -> Colours {
        let colour = |text: &str| Colour(text.to_owned());
        Colours {
            light: colour("#f2f2ee"),
            middle: colour("#e2e3e0"),
            dark: colour("#cfd3d8"),
            last_move: colour("#c9b458"),
            check: colour("#d7191c"),
            arrow: colour("#15781b"),
        }
    }
}

impl Colours {
    /// The names of the colours.
    pub const NAMES: [&str; 6] = ["light", "middle", "dark", "last_move", "check", "arrow"];

    /// The colour with a name; `None` if there is no such name.
    pub fn named(&mut self, name: &str) -> Option<&mut Colour> {
        Some(match name {
            "light" => &mut self.light,
            "middle" => &mut self.middle,
            "dark" => &mut self.dark,
            "last_move" => &mut self.last_move,
            "check" => &mut self.check,
            "arrow" => &mut self.arrow,
            _ => return None,
        })
    }
}
