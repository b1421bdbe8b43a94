//! Pieces and what becomes of them.

#[cfg(feature = "schema")]
use schemars::JsonSchema;

use super::area::Area;
#[cfg(feature = "schema")]
use super::forms;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Spanned;
use crate::variant::node::{
    Named, Node, Phrase, Problems, Read, Value, expect_map, record, report, unexpected, words, wrong_word,
};

record! {
    /// A piece.
    "a piece" pub struct Piece {
        /// Its letter in a FEN, upper case; lower case is Black's. `+` before it and `'` behind it make more of them.
        "symbol" symbol: Symbol,
        /// How it moves, in Betza notation. Always in quotes.
        "moves" moves: Betza,
        /// Further moves, from or to some squares alone.
        "also" also: Option<Vec<Also>>,
        /// Where the piece counts as not yet moved (Betza `i`). Without it: where the setup has it.
        "initial" initial: Option<Area>,
        /// The enemy pieces that end its being unmoved when they come to where they could take it on an empty board.
        "initial_until" initial_until: Option<Pieces>,
        /// May it not be left under attack?
        "royal" royal: Option<Royal>,
        /// The pieces that cannot take it.
        "safe_from" safe_from: Option<Pieces>,
        /// The pieces, of either side, that it neither takes nor passes over, a hopper least of all.
        "blocked_by" blocked_by: Option<Pieces>,
        /// The squares on which it may stand. Without it: all.
        "confined" confined: Option<Area>,
        /// What it becomes, and where.
        "promotion" promotion: Option<Promotion>,
        /// How it promotes by a move of its own.
        "promotion_move" promotion_move: Option<PromotionMove>,
        /// What it is called in SAN. Without it: as its symbol.
        "san" san: Option<Phrase>,
        /// What it goes to the hand as, when it is taken. Without it: as what it is, or what it was before a promotion.
        "captured_as" captured_as: Option<Phrase>,
        /// Where and how it may be dropped from the hand, or `none`. Without it: on any empty square.
        "drop" drop: Option<Drop>,
    }
}

/// Whether a piece may not be left under attack.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Royal {
    /// It may not, or it may.
    Flat(bool),
    /// It depends.
    Word(RoyalWord),
    /// While a side has few of it.
    Few(RoyalFew),
}

words! {
    /// When a piece is royal.
    pub enum RoyalWord {
        /// The last one of it that a side has.
        Last = "last",
        /// All of a side together: one of them has to be safe.
        Together = "together",
    }
}

record! {
    /// While a side has few of it.
    "`royal`" pub struct RoyalFew {
        /// So many or fewer of them are royal, each of them; more are not.
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
        /// The squares on which it may be dropped. Without it: all.
        "on" on: Option<Area>,
        /// What it may be dropped as, beside itself.
        "also_as" also_as: Option<Pieces>,
        /// What must stand around. Without it: no matter.
        "where" place: Option<DropPlace>,
        /// Squares that must be taken first: as long as one of them is empty, drops on other squares are not allowed.
        "first" first: Option<Area>,
        /// How many of it a side may have on a file after the drop. Without it: any number.
        "per_file" per_file: Option<Spanned<u16>>,
        /// May a drop of it give mate? Without it: yes.
        "mate" mate: Option<bool>,
        /// May a drop of it give check? Without it: yes.
        "check" check: Option<bool>,
    }
}

words! {
    /// What must stand around a drop.
    pub enum DropPlace {
        /// Enemy pieces in a line between it and another of its side.
        Enclosing = "enclosing",
        /// One of its side beside it.
        BesideFriend = "beside friend",
        /// No enemy piece beside it on its rank or its file.
        NotBesideEnemy = "not beside enemy",
        /// On the first rank, or where all squares below are taken.
        OnPile = "on pile",
        /// Where it comes to rest when it is pushed in from an edge, in a straight line, up to the next piece or the other edge.
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
            report(node, problem.help("put the notation in quotes, as in `moves: \"[F?R]\"`"), problems);
        }
        node.text().cloned().map(Betza)
    }
}

record! {
    /// Moves of a piece that depend on where it stands.
    "further moves" pub struct Also {
        /// The moves, in Betza notation. Always in quotes.
        "moves" moves: Betza,
        /// Where the piece must stand. Without it: anywhere.
        "from" from: Option<Area>,
        /// Where the move must end. Without it: anywhere.
        "to" to: Option<Area>,
        /// May it be made in check? Without it: yes.
        "in_check" in_check: Option<bool>,
    }
}

record! {
    /// How a piece promotes.
    "a promotion" pub struct Promotion {
        /// Where. Without it: the last rank, as each side sees it.
        "zone" zone: Option<Area>,
        /// Do moves into the zone count, or moves out of it as well?
        "when" when: Option<When>,
        /// Of `entering`, where moves that stay within the zone promote, too, although they do not take.
        "within" within: Option<Area>,
        /// What it becomes: a piece, a list to choose from, pieces of which one has been captured, or lists for each side.
        "to" to: Spanned<Choices>,
        /// How many of a piece a side may have on the board, promoted ones included.
        "limit" limit: Option<Named<Spanned<u16>>>,
        /// Must it promote: always, never, or where it ends on these squares? Without it: always.
        "mandatory" mandatory: Option<Mandatory>,
        /// Does an en passant capture that ends in the zone promote? Without it: yes.
        "en_passant" en_passant: Option<bool>,
        /// What happens where it must promote and no choice is left? Without it: the move is forbidden.
        "otherwise" otherwise: Option<Otherwise>,
    }
}

record! {
    /// A move that is made to promote.
    "a promotion move" pub struct PromotionMove {
        /// What it becomes.
        "to" to: Spanned<Pieces>,
        /// Where it must stand. Without it: anywhere.
        "from" from: Option<Area>,
        /// May the last one of a side do so from anywhere? Without it: no.
        "last_anywhere" last_anywhere: Option<bool>,
        /// How many of what it becomes a side may have on the board. Without it: any number.
        "limit" limit: Option<Spanned<u16>>,
        /// May it stay where it is? Without it: no.
        "in_place" in_place: Option<bool>,
        /// The steps that it may make, in Betza notation. They take nothing.
        "moves" moves: Option<Betza>,
        /// Must what it becomes attack no enemy from there? Without it: no.
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
        /// Moves that end in the zone and take something.
        Capturing = "capturing",
        /// Moves that enter the zone, and captures that start or end in it.
        Entering = "entering",
    }
}

words! {
    /// What happens where a piece must promote and cannot.
    pub enum Otherwise {
        /// The move is forbidden.
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

/// What a piece may become.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Choices {
    /// These pieces.
    Pieces(Pieces),
    /// Of these pieces those of which one has been captured.
    Captured(CapturedChoices),
    /// Other pieces for each side.
    Sides(SideChoices),
}

record! {
    /// Pieces to which a piece promotes as far as one of them has been captured.
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
    /// Where the move ends on these squares.
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
