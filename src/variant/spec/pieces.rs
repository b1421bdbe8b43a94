//! Pieces: letters, moves, promotions and drops.

#[cfg(feature = "schema")]
use schemars::JsonSchema;

use super::area::Area;
#[cfg(feature = "schema")]
use super::forms;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::{Span, Spanned};
use crate::variant::node::{
    Named, Node, Phrase, Problems, Read, Value, expect_map, record, report, unexpected, words, wrong_word,
};

record! {
    /// A piece.
    "a piece" pub struct Piece {
        /// Its letter in a FEN, upper case; Black's is the same in lower case. `+` before the letter and `'` after it
        /// make further letters.
        "symbol" symbol: Symbol,
        /// How it moves, in Betza notation. Always in quotes.
        "moves" moves: Betza,
        /// Further moves that the piece has only from or to certain squares.
        "also" also: Option<Vec<Also>>,
        /// The squares on which the piece counts as unmoved (Betza `i`). Default: its squares in the setup.
        "initial" initial: Option<Area>,
        /// The piece no longer counts as unmoved when one of these enemy pieces stands where it could capture it on
        /// an empty board.
        "initial_until" initial_until: Option<Pieces>,
        /// If `true`, the piece may not be left under attack.
        "royal" royal: Option<Royal>,
        /// The pieces that cannot capture it.
        "safe_from" safe_from: Option<Pieces>,
        /// The pieces, of either side, that it can neither capture nor pass over, even as a hopper.
        "blocked_by" blocked_by: Option<Pieces>,
        /// The squares on which it may stand. Default: all.
        "confined" confined: Option<Area>,
        /// Its promotion: choices and zone.
        "promotion" promotion: Option<Promotion>,
        /// The special move with which it promotes, apart from its ordinary moves.
        "promotion_move" promotion_move: Option<PromotionMove>,
        /// Its symbol in SAN. Default: its letter in a FEN.
        "san" san: Option<Phrase>,
        /// The piece that it becomes in a hand when it is captured. Default: the same piece, or the piece that it was
        /// before a promotion.
        "captured_as" captured_as: Option<Phrase>,
        /// Where and how it may be dropped from the hand, or `none`. Default: on any empty square.
        "drop" drop: Option<Drop>,
    }
}

/// Whether a piece is royal: a side may not leave its royal pieces under attack.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Royal {
    /// `true` if it is always royal, `false` if it never is.
    Flat(bool),
    /// It is royal under a condition.
    Word(RoyalWord),
    /// It is royal while its side has at most a given number of it.
    Few(RoyalFew),
}

words! {
    /// When a piece is royal.
    pub enum RoyalWord {
        /// The last one of a side is royal.
        Last = "last",
        /// All such pieces of a side are royal together: at least one of them must be safe.
        Together = "together",
    }
}

record! {
    /// A piece that is royal while its side has at most a given number of it.
    "`royal`" pub struct RoyalFew {
        /// The number. If the side has more of these pieces, none of them is royal.
        "at_most" at_most: Spanned<u16>,
    }
}

impl Read for Royal {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Map(_) => RoyalFew::read(node, problems).map(Royal::Few),
            _ => match node.text().map(|phrase| phrase.text.as_str()) {
                Some("true" | "false" | "yes" | "no") => bool::read(node, problems).map(Royal::Flat),
                Some(word) if RoyalWord::WORDS.contains(&word) => RoyalWord::read(node, problems).map(Royal::Word),
                _ => {
                    wrong_word(node, &["true", "false", "last", "together"], problems);
                    None
                }
            },
        }
    }
}

/// How a piece may be dropped from the hand.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Drop {
    /// Not at all.
    None(Nothing),
    /// With limits.
    Limited(Box<DropLimits>),
}

record! {
    /// Limits of drops.
    "`drop`" pub struct DropLimits {
        /// The squares on which it may be dropped. Default: all.
        "on" on: Option<Area>,
        /// Other pieces as which it may be dropped.
        "also_as" also_as: Option<Pieces>,
        /// Required neighbourhood of the square. Default: none.
        "where" place: Option<DropPlace>,
        /// Squares that must be filled first: as long as one of them is empty, drops on other squares are illegal.
        "first" first: Option<Area>,
        /// The largest number of these pieces that a side may have on a file after the drop. Default: any number.
        "per_file" per_file: Option<Spanned<u16>>,
        /// If `false`, a drop of it may not give mate. Default: `true`.
        "mate" mate: Option<bool>,
        /// If `false`, a drop of it may not give check. Default: `true`.
        "check" check: Option<bool>,
    }
}

words! {
    /// Required neighbourhood of a drop.
    pub enum DropPlace {
        /// Enemy pieces in a line between it and another of its side.
        Enclosing = "enclosing",
        /// One of its side beside it.
        BesideFriend = "beside friend",
        /// No enemy piece beside it on its rank or its file.
        NotBesideEnemy = "not beside enemy",
        /// On the first rank, or on a square above an occupied one, as in a pile.
        OnPile = "on pile",
        /// On the square where it stops when it is pushed in a straight line from an edge, up to the next piece or
        /// the other edge.
        Pushed = "pushed from an edge",
        /// No other of its kind and side on a square of the same colour.
        OtherColour = "other colour",
    }
}

impl Read for Drop {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Map(_) => DropLimits::read(node, problems).map(|limits| Drop::Limited(Box::new(limits))),
            _ => Nothing::read(node, problems).map(Drop::None),
        }
    }
}

/// A piece's letter.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Symbol {
    /// Upper case for White, lower case for Black.
    Same(#[cfg_attr(feature = "schema", schemars(schema_with = "forms::symbol"))] Phrase),
    /// Different letters.
    Sides(SideSymbols),
}

impl Symbol {
    /// Returns `true` if a side's piece is written like this in a FEN, in either case.
    pub fn is(&self, text: &str) -> bool {
        let same = |phrase: &Phrase| phrase.text.eq_ignore_ascii_case(text);
        match self {
            Symbol::Same(phrase) => same(phrase),
            Symbol::Sides(sides) => same(&sides.white) || same(&sides.black),
        }
    }
}

record! {
    /// A letter for each side.
    "a symbol" pub struct SideSymbols {
        /// White's letter, upper case.
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::symbol"))]
        "white" white: Phrase,
        /// Black's letter, in upper case here too; a FEN has it in lower case.
        #[cfg_attr(feature = "schema", schemars(schema_with = "forms::symbol"))]
        "black" black: Phrase,
    }
}

impl Read for Symbol {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Text(phrase) => Some(Symbol::Same(phrase.clone())),
            Value::Map(_) => SideSymbols::read(node, problems).map(Symbol::Sides),
            _ => {
                unexpected(node, "a letter", problems);
                None
            }
        }
    }
}

words! {
    /// The word for nothing.
    pub enum Nothing {
        /// Nothing.
        None = "none",
    }
}

/// A Betza notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Betza(pub Phrase);

impl Read for Betza {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        if node.text().is_none() {
            let message = format!("YAML reads this notation as {}", node.kind());
            let problem = Diagnostic::error(Code::Quote, node.span, message);
            let (source, range) = (node.span.source, node.span.range());
            let quote = |at: usize| Edit::new(Span::new(source, at..at), "\"");
            let problem = problem.help("put the notation in quotes, as in `moves: \"[F?R]\"`");
            report(node, problem.fix("Put it in quotes", vec![quote(range.start), quote(range.end)]), problems);
        }
        node.text().cloned().map(Betza)
    }
}

record! {
    /// Moves of a piece that depend on where it stands.
    "further moves" pub struct Also {
        /// The moves, in Betza notation. Always in quotes.
        "moves" moves: Betza,
        /// The squares on which the piece must stand. Default: all.
        "from" from: Option<Area>,
        /// The squares on which the move must end. Default: all.
        "to" to: Option<Area>,
        /// If `false`, a side may not make these moves while it is in check. Default: `true`.
        "in_check" in_check: Option<bool>,
    }
}

record! {
    /// How a piece promotes.
    "a promotion" pub struct Promotion {
        /// The zone. Default: the last rank, as each side sees it.
        "zone" zone: Option<Area>,
        /// The moves that promote: moves into the zone, or also moves out of it.
        "when" when: Option<When>,
        /// Of `entering`: squares on which quiet moves within the zone promote, too.
        "within" within: Option<Area>,
        /// The new piece: a piece, a list to choose from, a list limited to captured pieces, or lists for each
        /// side.
        "to" to: Spanned<Choices>,
        /// The largest number of each piece that a side may have on the board, promoted ones included.
        "limit" limit: Option<Named<Spanned<u16>>>,
        /// Whether it must promote: `true` for always (the default), `false` for never, or the squares on which it
        /// must.
        "mandatory" mandatory: Option<Mandatory>,
        /// If `true` (the default), an en passant capture that ends in the zone promotes.
        "en_passant" en_passant: Option<bool>,
        /// The rule for a mandatory promotion when no choice is left. Default: the move is illegal.
        "otherwise" otherwise: Option<Otherwise>,
    }
}

record! {
    /// A special move with which a piece promotes: a step without a capture, or a promotion in place.
    "a promotion move" pub struct PromotionMove {
        /// The new pieces.
        "to" to: Spanned<Pieces>,
        /// The squares on which it must stand. Default: all.
        "from" from: Option<Area>,
        /// If `true`, the last such piece of a side may do so from anywhere. Default: `false`.
        "last_anywhere" last_anywhere: Option<bool>,
        /// The largest number of the new pieces that a side may have on the board. Default: any number.
        "limit" limit: Option<Spanned<u16>>,
        /// If `true`, it may promote without moving. Default: `false`.
        "in_place" in_place: Option<bool>,
        /// The steps that it may make, in Betza notation. They do not capture.
        "moves" moves: Option<Betza>,
        /// If `true`, the new piece must not attack an enemy from there. Default: `false`.
        "peaceful" peaceful: Option<bool>,
    }
}

words! {
    /// Which moves promote.
    pub enum When {
        /// Moves that end in the zone.
        Arriving = "arriving",
        /// Moves that start or end in the zone.
        Touching = "touching",
        /// Captures that end in the zone.
        Capturing = "capturing",
        /// Moves that enter the zone, and captures that start or end in it.
        Entering = "entering",
    }
}

words! {
    /// The rule for a mandatory promotion that is impossible.
    pub enum Otherwise {
        /// The move is illegal.
        Forbid = "forbid",
        /// The piece stays what it is.
        Stay = "stay",
    }
}

/// One piece, or a list of pieces.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Pieces {
    /// One piece.
    One(Phrase),
    /// Several.
    Many(#[cfg_attr(feature = "schema", schemars(length(min = 1)))] Vec<Phrase>),
}

impl Pieces {
    /// The names as written.
    pub fn phrases(&self) -> &[Phrase] {
        match self {
            Pieces::One(phrase) => std::slice::from_ref(phrase),
            Pieces::Many(phrases) => phrases,
        }
    }
}

impl Read for Pieces {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Text(phrase) => Some(Pieces::One(phrase.clone())),
            Value::List(_) => Vec::read(node, problems).map(Pieces::Many),
            _ => {
                unexpected(node, "a piece or a list of pieces", problems);
                None
            }
        }
    }
}

/// The choices of a promotion.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Choices {
    /// These pieces.
    Pieces(Pieces),
    /// The pieces of this list that have been captured.
    Captured(CapturedChoices),
    /// Other pieces for each side.
    Sides(SideChoices),
}

record! {
    /// Promotion choices that are limited to captured pieces.
    "the choices" pub struct CapturedChoices {
        /// The pieces. A side may have as many of each on the board as it has in the setup.
        "captured" captured: Pieces,
    }
}

record! {
    /// Choices for each side.
    "the choices" pub struct SideChoices {
        /// White's.
        "white" white: Pieces,
        /// Black's.
        "black" black: Pieces,
    }
}

impl Read for Choices {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Map(map) if map.contains_key("captured") => {
                CapturedChoices::read(node, problems).map(Choices::Captured)
            }
            Value::Map(map) if map.contains_key("white") || map.contains_key("black") => {
                SideChoices::read(node, problems).map(Choices::Sides)
            }
            Value::Map(_) => {
                expect_map(node, &["captured", "white", "black"], "the choices", problems);
                None
            }
            _ => Pieces::read(node, problems).map(Choices::Pieces),
        }
    }
}

/// Where a promotion is mandatory: `true`, `false` or a region.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Mandatory {
    /// Everywhere or nowhere.
    Flat(bool),
    /// On these destination squares.
    In(Area),
}

impl Read for Mandatory {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match node.text().map(|phrase| phrase.text.as_str()) {
            Some("true" | "false" | "yes" | "no") => bool::read(node, problems).map(Mandatory::Flat),
            _ => Area::read(node, problems).map(Mandatory::In),
        }
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Betza {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Betza".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": forms::betza(), "maxLength": 4096})
    }
}

/// Pieces, or an empty list.
#[cfg(feature = "schema")]
pub(super) fn pieces_or_none(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let pieces = generator.subschema_for::<Pieces>();
    schemars::json_schema!({"anyOf": [pieces, {"type": "array", "maxItems": 0}, {"type": "null"}]})
}
