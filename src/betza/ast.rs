//! The tree of a notation.
//!
//! Every node knows where it was written. Places are not part of the meaning: trees that differ only in places are
//! equal. So a tree equals the one that is read from its canonical text.

use std::fmt;
use std::ops::Range;

/// A run of bytes of the notation. All spans are equal to each other: see the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// From the start of this span to the end of another one.
    #[must_use]
    pub fn to(self, end: Span) -> Span {
        Span { start: self.start, end: end.end }
    }

    /// The bytes as a range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}

/// One move of a piece: one or more legs made one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The legs in order; never empty. Without a bracket all of them have the same atom and range.
    pub legs: Vec<Leg>,
    /// The modifiers before the brackets of a move such as `[F?R]`.
    pub bracket: Option<Modifiers>,
    /// Where it is written.
    pub span: Span,
}

impl Move {
    /// The leg that ends the move.
    pub fn last(&self) -> &Leg {
        &self.legs[self.legs.len() - 1]
    }

    /// The modifiers before the brackets, and those before each leg.
    pub fn modifiers(&self) -> impl Iterator<Item = &Modifiers> {
        self.bracket.iter().chain(self.legs.iter().map(|leg| &leg.modifiers))
    }

    /// The legs on which the move may end: the last, and those before a `?`.
    pub fn endings(&self) -> impl DoubleEndedIterator<Item = usize> {
        let ends = |leg: usize| self.legs.get(leg + 1).is_none_or(|next| next.join == Join::Optional);
        (0..self.legs.len()).filter(move |leg| ends(*leg))
    }

    /// The modifiers of a leg on which the move ends. Letters before brackets belong to it too, except directions and
    /// `i`, which are about the whole move.
    pub fn ending_modifiers(&self, leg: usize) -> Modifiers {
        let mut modifiers = self.legs[leg].modifiers.clone();
        for letter in self.bracket.iter().flat_map(|before| &before.letters) {
            if letter.modifier != Modifier::Initial && !modifiers.has(letter.modifier) {
                modifiers.letters.push(*letter);
            }
        }
        modifiers
    }

    /// Returns `true` if a part of the move is repeated any number of times.
    pub fn has_repetition(&self) -> bool {
        self.modifiers().any(|modifiers| modifiers.repeated.is_some())
    }
}

/// One leg of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The way it follows the previous leg.
    pub join: Join,
    /// The modifiers before the leg's atom.
    pub modifiers: Modifiers,
    /// Its leap.
    pub atom: Atom,
    /// The number of times the leap may be made.
    pub range: Option<Reach>,
    /// The place of the leg in the notation. For legs joined by `a`, this covers the modifiers only.
    pub span: Span,
}

/// The way a leg follows the previous one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// The first leg.
    Start,
    /// `a`: the piece moves again.
    Again,
    /// `-` in brackets: the piece must go on.
    Mandatory,
    /// `?` in brackets: the piece may stop before it.
    Optional,
}

/// A leap: a letter with its suffixes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The letter.
    pub base: Base,
    /// The suffixes in order.
    pub suffixes: Vec<Suffix>,
    /// Where it is written.
    pub span: Span,
}

/// The letter of an atom. The older letters `L` and `J` are read as [`C`](Base::C) and [`Z`](Base::Z).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // Their meaning is in `Base::leap` and `Base::name`.
#[rustfmt::skip]
pub enum Base { W, F, D, N, A, H, C, Z, G, K, R, B, Q, O, U, I, T, Drop }

/// A letter behind an atom that lengthens its leap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suffix {
    /// Adds three squares in the longer direction.
    X,
    /// Adds two squares in both directions.
    Y,
}

/// A range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The limit.
    pub limit: Limit,
    /// Where it is written.
    pub span: Span,
}

/// The number of times that a leap may be made in one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// At most this number of times (for castling: the number of files that the king moves).
    Times(u8),
    /// Any number of times (`0`, or a doubled letter).
    Unlimited,
    /// As far as the middle of the board (`*`).
    Middle,
}

/// The modifiers of a leg.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Modifiers {
    /// Groups of direction letters. Together they select the union of their directions. Chiral groups come first.
    pub directions: Vec<Direction>,
    /// All other letters in canonical order.
    pub letters: Vec<Letter>,
    /// A part in parentheses, to be repeated, and what follows it.
    pub repeated: Option<Box<Repeated>>,
    /// Where they are written.
    pub span: Span,
}

impl Modifiers {
    /// The first place where a modifier is written.
    pub fn find(&self, modifier: Modifier) -> Option<Span> {
        self.letters.iter().find(|letter| letter.modifier == modifier).map(|letter| letter.span)
    }

    /// Returns `true` if a modifier is written.
    pub fn has(&self, modifier: Modifier) -> bool {
        self.find(modifier).is_some()
    }

    /// The number of times that a modifier is written.
    pub fn count(&self, modifier: Modifier) -> usize {
        self.letters.iter().filter(|letter| letter.modifier == modifier).count()
    }

    /// The second of two equal modifiers.
    pub fn second(&self, modifier: Modifier) -> Option<Span> {
        self.letters.iter().filter(|letter| letter.modifier == modifier).nth(1).map(|letter| letter.span)
    }

    /// Returns `true` if nothing is written.
    pub fn is_empty(&self) -> bool {
        self.directions.is_empty() && self.letters.is_empty() && self.repeated.is_none()
    }
}

/// A part of the modifiers that is repeated any number of times, `(az)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repeated {
    /// The repeated modifiers, split into legs at each `a`.
    pub legs: Vec<Modifiers>,
    /// The modifiers after the repeated part.
    pub after: Modifiers,
    /// Where the parentheses are.
    pub span: Span,
}

/// A modifier other than a direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Letter {
    /// The modifier.
    pub modifier: Modifier,
    /// Where it is written.
    pub span: Span,
}

/// The modifiers other than directions, in canonical order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Modifier {
    /// `i`: on the first leg, only before the piece has moved; on a later leg, exactly as far as the previous leg.
    Initial,
    /// `m`: to an empty square.
    Quiet,
    /// `c`: capturing an enemy.
    Capture,
    /// `d`: capturing a friend.
    CaptureFriend,
    /// `e`: capturing en passant.
    EnPassant,
    /// `k`: capturing only a royal piece.
    RoyalOnly,
    /// `t`: not capturing a royal piece; before `p` or `g` of an earlier leg: hopping over friends only.
    Tame,
    /// `p`: over a piece, then on as a slide.
    Over,
    /// `g`: over a piece to the square behind it.
    Next,
    /// `o`: over the side edges; twice, over all edges.
    Wrap,
    /// `y`: over an empty square, toggling the range.
    Toggle,
    /// `n`: blocked by pieces on the squares that the leap passes.
    Lame,
    /// `j`: needs something to jump; on sliders, skips a square.
    Jump,
    /// `x`: lends or borrows moves.
    Relay,
    /// `u`: puts the captured piece down on another square.
    Unload,
    /// `z`: turns alternately to both sides.
    Crooked,
    /// `q`: always turns to the same side.
    Circular,
}

impl Modifier {
    /// All of them with their letters.
    pub const LETTERS: [(Modifier, char); 17] = [
        (Modifier::Initial, 'i'),
        (Modifier::Quiet, 'm'),
        (Modifier::Capture, 'c'),
        (Modifier::CaptureFriend, 'd'),
        (Modifier::EnPassant, 'e'),
        (Modifier::RoyalOnly, 'k'),
        (Modifier::Tame, 't'),
        (Modifier::Over, 'p'),
        (Modifier::Next, 'g'),
        (Modifier::Wrap, 'o'),
        (Modifier::Toggle, 'y'),
        (Modifier::Lame, 'n'),
        (Modifier::Jump, 'j'),
        (Modifier::Relay, 'x'),
        (Modifier::Unload, 'u'),
        (Modifier::Crooked, 'z'),
        (Modifier::Circular, 'q'),
    ];

    /// Its letter.
    pub fn letter(self) -> char {
        Modifier::LETTERS[self as usize].1
    }

    /// The modifier with a letter.
    pub fn from_letter(letter: char) -> Option<Modifier> {
        Modifier::LETTERS.iter().find(|(_, known)| *known == letter).map(|(modifier, _)| *modifier)
    }

    /// The English name of the letter's meaning.
    pub fn name(self) -> &'static str {
        match self {
            Modifier::Quiet => "move without capture",
            Modifier::Capture => "capture",
            Modifier::CaptureFriend => "capture of a friend",
            Modifier::EnPassant => "en passant",
            Modifier::RoyalOnly => "capture of royal pieces only",
            Modifier::Tame => "tame",
            Modifier::Over => "hop",
            Modifier::Next => "grasshopper hop",
            Modifier::Wrap => "wrap around the edge",
            Modifier::Toggle => "range toggle",
            Modifier::Lame => "lame",
            Modifier::Jump => "jump",
            Modifier::Relay => "relay",
            Modifier::Unload => "unload",
            Modifier::Crooked => "crooked ride",
            Modifier::Circular => "circular ride",
            Modifier::Initial => "initial",
        }
    }
}

impl fmt::Display for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A group of direction letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction {
    /// The meaning of the letters.
    pub group: Group,
    /// Where it is written.
    pub span: Span,
}

/// One direction letter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Toward {
    /// `f`
    Forward,
    /// `b`
    Back,
    /// `l`
    Left,
    /// `r`
    Right,
    /// `v`: forward and back.
    Vertical,
    /// `s`: left and right.
    Sideways,
}

impl Toward {
    /// All of them with their letters.
    pub const LETTERS: [(Toward, char); 6] = [
        (Toward::Forward, 'f'),
        (Toward::Back, 'b'),
        (Toward::Left, 'l'),
        (Toward::Right, 'r'),
        (Toward::Vertical, 'v'),
        (Toward::Sideways, 's'),
    ];

    /// Its letter.
    pub fn letter(self) -> char {
        Toward::LETTERS[self as usize].1
    }

    /// The direction with a letter.
    pub fn from_letter(letter: char) -> Option<Toward> {
        Toward::LETTERS.iter().find(|(_, known)| *known == letter).map(|(toward, _)| *toward)
    }

    /// Returns `true` if it is `f`, `b` or `v`.
    pub fn is_vertical(self) -> bool {
        matches!(self, Toward::Forward | Toward::Back | Toward::Vertical)
    }

    /// Returns `true` if it is `v` or `s`.
    pub fn is_double(self) -> bool {
        matches!(self, Toward::Vertical | Toward::Sideways)
    }
}

/// The meaning of a group of direction letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// One letter by itself, or doubled so that it does not join the next.
    Alone(Toward),
    /// A vertical and a horizontal letter together, in either order.
    Pair(Toward, Toward),
    /// A letter and `h`: the half of the moves on that side.
    Half(Toward),
    /// `hl` (`true`) or `hr`: every second move.
    Chiral {
        /// `true` for the left-handed half of the directions.
        left: bool,
    },
}

impl Direction {
    /// Returns `true` if it is `hl` or `hr`.
    pub fn is_chiral(&self) -> bool {
        matches!(self.group, Group::Chiral { .. })
    }
}
