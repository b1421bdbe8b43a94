//! A game as a value.

use std::time::Duration;

use crate::notation::fen::Fen;
use crate::notation::text::San;
use crate::rules::Outcome;

/// A game in PGN: tags, moves with comments and variations, result.
///
/// ```
/// let pgn: ferz::Pgn = "[White \"Anna\"]\n\n1. e4 {[%clk 0:09:58]} e5 (1... c5) 2. Nf3 $1 1/2-1/2".parse()?;
/// assert_eq!(pgn.tag("White"), Some("Anna"));
/// assert_eq!(pgn.moves.len(), 3);
/// assert_eq!(pgn.moves[0].clock().unwrap().as_secs(), 598);
/// assert_eq!(pgn.replay(&ferz::load("chess")?)?.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pgn {
    /// The tags, in the order of the text.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnMove>,
    /// The result after the moves; `None` for `*`, if the game is not over or its result is unknown.
    pub result: Option<Outcome>,
}

/// A move of a game with its comments, assessments and variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// The move.
    pub san: San,
    /// Assessments of the move.
    pub nags: Vec<Nag>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// Alternatives to the move.
    pub variations: Vec<Variation>,
}

/// Moves that could have been played instead of a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Variation {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

/// A numeric annotation glyph: an assessment of a move or of a position, as a number of the standard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Nag(pub u8);

impl Nag {
    /// The number for `!`, `?`, `!!`, `??`, `!?` and `?!`.
    pub fn of_suffix(suffix: &str) -> Option<Nag> {
        let at = ["!", "?", "!!", "??", "!?", "?!"].iter().position(|known| *known == suffix)?;
        Some(Nag(at as u8 + 1))
    }
}

impl Pgn {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag. A new tag is added at the end.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The value of the `Variant` tag. Ferz writes the name under which the variant can be loaded.
    pub fn variant(&self) -> Option<&str> {
        self.tag("Variant")
    }

    /// The position of the `FEN` tag; `None` if the tag is missing or malformed.
    pub fn fen(&self) -> Option<Fen> {
        self.tag("FEN")?.parse().ok()
    }
}

impl PgnMove {
    /// A move without comments or assessments.
    pub fn new(san: San) -> PgnMove {
        PgnMove { san, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }

    /// The time left on the mover's clock, as a comment says: `[%clk 1:05:23.5]`.
    pub fn clock(&self) -> Option<Duration> {
        self.command("clk").and_then(duration)
    }

    /// The time that the move took, as a comment says: `[%emt 0:00:07]`.
    pub fn elapsed(&self) -> Option<Duration> {
        self.command("emt").and_then(duration)
    }

    /// Argument of a command for programs in the comments: `0.25` for `[%eval 0.25]`.
    pub fn command(&self, name: &str) -> Option<&str> {
        self.comments.iter().find_map(|comment| {
            let commands = comment.split("[%").skip(1);
            let found = commands.filter_map(|rest| rest.split_once(']')?.0.strip_prefix(name)?.strip_prefix(' '));
            found.map(str::trim).next()
        })
    }
}

/// Reads hours, minutes and seconds: `1:05:23`, `5:23.5`.
fn duration(text: &str) -> Option<Duration> {
    let mut seconds = 0f64;
    for part in text.split(':') {
        let number: f64 = part.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)?;
        seconds = seconds * 60.0 + number;
    }
    Duration::try_from_secs_f64(seconds).ok()
}
