//! The names that an expression may use.

use indexmap::IndexMap;

use super::fault::Fault;
use super::grammar::is_word;
use crate::betza::ParseError;
use crate::board::{BySide, Geometry, SquareSet};
use crate::diagnostic::{nearest, shorten, suggest};
use crate::rules::tree::{
    Area, ChoiceId, DefineId, Held, Meaning, PlayerId, RuleId, SetKind, StateId, Tree, Whose, Word,
};
use crate::rules::{Movement, PieceId};

/// Compiles a notation for the board of the variant.
pub type Compile<'a> = &'a dyn Fn(&str) -> Result<Movement, ParseError>;

/// The names of a variant, with their meanings.
pub struct Scope<'a> {
    /// The board.
    pub board: &'a Geometry,
    /// The names of the pieces, in the order of their ids.
    pub pieces: Vec<&'a str>,
    /// The named regions.
    pub regions: &'a IndexMap<String, BySide<SquareSet>>,
    /// Declarations so far: state, defined names and sides.
    pub tree: &'a Tree,
    /// The names of the rules that are deeds, by id.
    pub deeds: Vec<(&'a str, RuleId)>,
    /// The choices of the rule at hand.
    pub choices: &'a [String],
    /// The compiler of notations.
    pub compile: Compile<'a>,
}

/// Meaning of a name.
pub(super) enum Meant {
    Set(SetKind),
    Condition(DefineId),
    Counter(StateId, bool),
    Store(StateId),
    Deed(RuleId),
}

/// The message about an unknown name.
pub(super) fn unknown(name: &str) -> String {
    format!("`{}` is neither a piece nor another name of this file", shorten(name))
}

impl Scope<'_> {
    /// Looks a name up: a choice, a declaration of the file, a piece, a region, a rule.
    pub(super) fn meaning(&self, name: &str) -> Option<Meant> {
        if let Some(at) = self.choices.iter().position(|choice| choice == name) {
            return Some(Meant::Set(SetKind::Word(Word::Chosen(ChoiceId(at as u16)))));
        }
        if let Some(at) = self.tree.defines.iter().position(|define| define.kind.name == name) {
            let id = DefineId(at as u16);
            return Some(match self.tree.defines[at].kind.meaning {
                Meaning::Set(_) => Meant::Set(SetKind::Defined(id)),
                Meaning::Condition(_) => Meant::Condition(id),
            });
        }
        if let Some(at) = self.tree.state.iter().position(|held| held.kind.name == name) {
            let id = StateId(at as u16);
            return Some(match self.tree.state[at].kind.kind {
                Held::PieceMarks { .. } | Held::SquareMarks => Meant::Set(SetKind::Marked(id)),
                Held::GameCounter(_) => Meant::Counter(id, false),
                Held::SideCounter(_) => Meant::Counter(id, true),
                Held::Pieces => Meant::Store(id),
            });
        }
        if let Some(piece) = self.piece(name) {
            return Some(Meant::Set(SetKind::Kind(piece)));
        }
        if let Some(squares) = self.regions.get(name) {
            let area = Area { words: name.to_owned(), squares: *squares };
            return Some(Meant::Set(SetKind::Area(Box::new(area))));
        }
        self.deeds.iter().find(|(known, _)| *known == name).map(|(_, id)| Meant::Deed(*id))
    }

    /// Looks up a piece by name.
    pub(super) fn piece(&self, name: &str) -> Option<PieceId> {
        self.pieces.iter().position(|piece| *piece == name).map(|at| PieceId::new(at as u8))
    }

    /// Looks up a side by name.
    pub(super) fn player(&self, name: &str) -> Option<Whose> {
        self.tree.sides.order.iter().position(|side| side == name).map(|at| Whose::Player(PlayerId(at as u16)))
    }

    /// Returns `true` if each side has its own counter.
    pub(super) fn counts_each_side(&self, id: StateId) -> bool {
        matches!(self.tree.state[id.index()].kind.kind, Held::SideCounter(_))
    }

    /// Returns `true` if a word is no name of the file, nor similar to one.
    pub(super) fn is_unknown(&self, name: &str) -> bool {
        self.meaning(name).is_none() && !is_word(name) && nearest(name, self.names()).is_none()
    }

    /// The error for an unknown name.
    pub(super) fn unknown(&self, name: &str, at: std::ops::Range<usize>) -> Fault {
        let mut fault = Fault::new(at, unknown(name));
        let words = ["mover", "origin", "destination", "captured", "squares", "pieces", "empty", "walls"];
        let others = self.choices.iter().map(String::as_str).chain(words);
        // Words of the language are short and alike, so only those with the same first letter are suggested.
        let alike = |near: &&str| near.chars().next() == name.chars().next();
        let near = nearest(name, self.names()).or_else(|| nearest(name, others).filter(alike));
        let help = near.map(|near| format!("did you mean `{near}`?")).or_else(|| suggest(name, self.names()));
        fault.help = help.or_else(|| Some("add it under `define:`, `state:`, `regions:` or `pieces:`".to_owned()));
        fault.instead(near)
    }

    /// The fault with the advice to write a name in backticks, if the part at fault is a name of the file and a word of the language.
    pub(super) fn quoting_names(&self, fault: Fault, text: &str) -> Fault {
        let choices = || self.choices.iter().map(String::as_str).filter(|choice| *choice != "chosen");
        let is_quotable = |part: &str| is_word(part) && self.names().chain(choices()).any(|known| known == part);
        let help = |name: &str| {
            format!("`{name}` is a word of the language; for the `{name}` of this file, write it in backticks")
        };
        if let Some(name) = text.get(fault.at.clone()).filter(|part| is_quotable(part)) {
            return fault.help(help(name)).instead(Some(&format!("`{name}`")));
        }
        // The word before the error may be a name of this file, too.
        let before = text.get(..fault.at.start).unwrap_or_default().split_whitespace().last();
        match before.filter(|part| is_quotable(part)) {
            Some(name) => fault.help(help(name)),
            None => fault,
        }
    }

    /// The error for a word of the language that is also the name of a piece in this file. Without it, a rule about the piece would
    /// silently be about something else.
    pub(super) fn refuse_name(&self, word: &str, at: &std::ops::Range<usize>) -> Result<(), Fault> {
        if !is_word(word) || self.piece(word).is_none() {
            return Ok(());
        }
        let fault = Fault::new(
            at.clone(),
            format!("`{word}` is a word of the language, and a piece of this file has that name"),
        );
        Err(fault
            .help(format!("write the name of the piece in backticks (`` `{word}` ``), or give the piece another name")))
    }

    /// Returns `true` if a set is a list of kinds and marks of pieces, which an adjective may precede.
    pub(super) fn is_of_pieces(&self, kind: &SetKind) -> bool {
        match kind {
            SetKind::Kind(_) | SetKind::Defined(_) => true,
            SetKind::Marked(id) => matches!(self.tree.state[id.index()].kind.kind, Held::PieceMarks { .. }),
            _ => false,
        }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let declared = self.tree.state.iter().map(|held| held.kind.name.as_str());
        let defined = self.tree.defines.iter().map(|define| define.kind.name.as_str());
        let regions = self.regions.keys().map(String::as_str);
        let deeds = self.deeds.iter().map(|(name, _)| *name);
        self.pieces.iter().copied().chain(declared).chain(defined).chain(regions).chain(deeds)
    }
}
