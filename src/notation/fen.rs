//! Positions as values: [`Fen`].

use std::fmt;
use std::str::FromStr;

use crate::board::Side;
use crate::fen::{self, ParseFenError};
use crate::game::{Compiled, Game};
use crate::rules::Setup;

/// A position of any variant as text.
///
/// Parsing tests only the form of a text: ranks of equal length, closed brackets, the side to move, numbers in their
/// fields. [`setup`](Fen::setup) reads the letters by the rules of a variant.
///
/// ```
/// let fen: ferz::Fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
/// assert_eq!((fen.size(), fen.turn()), ((8, 8), ferz::Side::White));
/// let mut game = fen.game(&ferz::load("chess")?)?;
/// assert_eq!(game.legal_moves().len(), 6);
///
/// let error = "4k3/8/9/8/8/8/8/4K3 w".parse::<ferz::Fen>().unwrap_err();
/// assert_eq!((error.to_string(), error.span), ("a rank of 9 squares, after one of 8".to_owned(), 6..7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Fen {
    /// The fields, joined by single spaces.
    text: String,
    form: fen::Form,
}

impl Fen {
    /// The position of a game.
    pub fn of(game: &mut Game) -> Fen {
        let setup = game.setup();
        Fen::written(fen::write(&setup, game.rules()))
    }

    /// The FEN of a setup of a variant.
    pub fn of_setup(setup: &Setup, variant: &Compiled) -> Fen {
        Fen::written(fen::write(setup, variant.rules()))
    }

    fn written(text: String) -> Fen {
        let form = fen::form(&text).unwrap_or_default();
        Fen { text, form }
    }

    /// The text, fields joined by single spaces.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.form.turn
    }

    /// Files and ranks of the board.
    pub fn size(&self) -> (u32, u32) {
        self.form.size
    }

    /// The number of the next full move; 1 if the text does not have it.
    pub fn fullmoves(&self) -> u32 {
        self.form.fullmoves
    }

    /// The setup that the text describes in a variant. Does not check whether a game can begin there.
    ///
    /// # Errors
    /// When the text does not fit the variant: unknown pieces, another board size, castling rights without a rook.
    pub fn setup(&self, variant: &Compiled) -> Result<Setup, ParseFenError> {
        fen::read(&self.text, variant.rules())
    }

    /// A game of a variant that begins here.
    ///
    /// # Errors
    /// When the variant cannot read the text, or when no game can go on from the position.
    pub fn game(&self, variant: &Compiled) -> Result<Game, ParseFenError> {
        let whole = 0..self.text.len();
        variant.game(&self.setup(variant)?).map_err(|error| ParseFenError::new(whole, error.to_string()))
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Fen {
    type Err = ParseFenError;

    fn from_str(text: &str) -> Result<Fen, ParseFenError> {
        let form = fen::form(text)?;
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        Ok(Fen { text: fields.join(" "), form })
    }
}
