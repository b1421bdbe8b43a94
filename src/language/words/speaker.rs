//! The context of sentences about a tree: names, and the sides and pieces that are the topic.

use super::noun::Owner;
use crate::betza::Compass;
use crate::english::{capitalised, is_plural, possessive};
use crate::rules::tree::{Adjective, ChoiceId, Held, PlayerId, Set, SetKind, Sides, StateId, Tree, Whose, Word};
use crate::rules::{PieceId, Royalty, Rules};

/// The topic of a sentence, which decides how it names the own side and the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Topic {
    /// A move.
    Move,
    /// The end of the game for a side that the sentence has named.
    Side,
    /// The end of the game for any side.
    AnySide,
}

/// Translates nodes of a tree into English.
pub(super) struct Speaker<'a> {
    pub tree: &'a Tree,
    pub rules: &'a Rules,
    pub topic: Topic,
    /// The words for the mover.
    pub mover: &'static str,
    /// The names of the choices of the rule at hand.
    pub choices: &'a [String],
    /// The sets that the choices of the rule at hand choose from.
    pub chosen: Vec<(ChoiceId, &'a Set)>,
}

impl<'a> Speaker<'a> {
    /// A speaker about moves.
    pub fn new(tree: &'a Tree, rules: &'a Rules) -> Speaker<'a> {
        Speaker { tree, rules, topic: Topic::Move, mover: "the moving piece", choices: &[], chosen: Vec::new() }
    }

    /// The directions of the board.
    pub fn compass(&self) -> Compass {
        Compass::of(&self.rules.geometry)
    }

    /// The name of a piece as a noun.
    pub fn piece(&self, id: PieceId) -> String {
        self.rules.pieces.get(id.index()).map_or_else(|| "piece".to_owned(), |piece| spoken(&piece.name))
    }

    /// Returns `true` if each side has at most one piece of a kind.
    pub fn is_single(&self, id: PieceId) -> bool {
        let Some(piece) = self.rules.pieces.get(id.index()) else { return false };
        let setup = &self.rules.setup;
        let most = |side| {
            let placed = setup.pieces.iter().flatten().filter(|placed| placed.piece == id && placed.side == side);
            placed.count() + usize::from(setup.hands[side].get(id.index()).copied().unwrap_or(0))
        };
        let few = crate::board::Side::ALL.into_iter().all(|side| most(side) <= 1);
        few && (piece.royalty == Royalty::Royal || !self.becomes(id)) && self.rules.hand.is_none()
    }

    /// Returns `true` if a piece can become a piece of this kind.
    fn becomes(&self, id: PieceId) -> bool {
        let promotes = |piece: &crate::rules::Piece| {
            piece.promotion.as_ref().is_some_and(|promotion| {
                crate::board::Side::ALL.into_iter().any(|side| promotion.choices[side].contains(&id))
            })
        };
        self.rules.pieces.iter().any(promotes)
    }

    /// The name of what `state:` declares, marked as a name.
    pub fn state(&self, id: StateId) -> String {
        self.tree.state.get(id.index()).map_or_else(String::new, |held| format!("`{}`", held.kind.name))
    }

    /// The name of a side: `White`, or what the file calls it.
    pub fn player(&self, id: PlayerId) -> String {
        match self.called(id) {
            Some(name) if is_plural(name) => format!("the side of the {name}"),
            Some(name) => name.to_owned(),
            None => capitalised(self.tree.sides.order.get(id.index()).map_or("", String::as_str)),
        }
    }

    /// The name that `look:` gives to one of two sides.
    fn called(&self, id: PlayerId) -> Option<&str> {
        let names = &self.rules.look.sides;
        let two = self.tree.sides.order == Sides::default().order;
        two.then(|| if id.index() == 0 { names.white.as_str() } else { names.black.as_str() })
    }

    /// The side as a subject: `the opponent`.
    pub fn side(&self, whose: Whose) -> String {
        match (whose, self.topic) {
            (Whose::Own, Topic::Move) => "the moving side".to_owned(),
            (Whose::Own, Topic::Side) => "it".to_owned(),
            (Whose::Own, Topic::AnySide) => "a side".to_owned(),
            (Whose::Enemy, Topic::AnySide) => "its opponent".to_owned(),
            (Whose::Enemy, _) => "the opponent".to_owned(),
            (Whose::Partner, _) => "the partner".to_owned(),
            (Whose::Player(id), _) => self.player(id),
        }
    }

    /// The side as an owner: `the opponent's`, `its`.
    pub fn possessive(&self, whose: Whose) -> String {
        match (whose, self.topic) {
            (Whose::Own, Topic::Side | Topic::AnySide) => "its".to_owned(),
            _ => possessive(&self.side(whose)),
        }
    }

    /// The side of an adjective as an owner.
    pub fn owner(&self, whose: Whose) -> Owner {
        match (whose, self.topic) {
            (Whose::Own, Topic::Move) => Owner::Side("friendly".to_owned()),
            (Whose::Own, _) => Owner::Its,
            (Whose::Enemy, _) => Owner::Side("enemy".to_owned()),
            (Whose::Partner, _) => Owner::Side("partner's".to_owned()),
            (Whose::Player(id), _) => Owner::Side(match self.called(id) {
                Some(name) if is_plural(name) => possessive(name),
                Some(name) => name.to_lowercase(),
                None => self.tree.sides.order.get(id.index()).cloned().unwrap_or_default(),
            }),
        }
    }

    /// Returns `true` if the elements of a set are pieces. Elements of other sets may be empty squares.
    pub fn is_of_pieces(&self, set: &Set) -> bool {
        match &set.kind {
            SetKind::Pieces | SetKind::Kind(_) | SetKind::Rolled => true,
            SetKind::Marked(id) => {
                self.tree.state.get(id.index()).is_some_and(|held| matches!(held.kind.kind, Held::PieceMarks { .. }))
            }
            SetKind::Defined(id) => match self.tree.defines.get(id.index()).map(|define| &define.kind.meaning) {
                Some(crate::rules::tree::Meaning::Set(set)) => self.is_of_pieces(set),
                _ => false,
            },
            SetKind::Word(Word::Mover | Word::Captured | Word::LastMover | Word::LastCaptured) => true,
            SetKind::Word(Word::Chosen(id)) => {
                self.chosen.iter().any(|(choice, from)| choice == id && self.is_of_pieces(from))
            }
            SetKind::Filtered(Adjective::Empty, _) => false,
            SetKind::Filtered(_, inner) => !matches!(inner.kind, SetKind::Squares) || self.is_of_pieces(inner),
            SetKind::Related(base, _) | SetKind::Where(base, _) | SetKind::Except(base, _) => self.is_of_pieces(base),
            SetKind::Union(parts) => parts.iter().all(|part| self.is_of_pieces(part)),
            SetKind::First(inner) | SetKind::Row(_, inner) | SetKind::Before(inner) => self.is_of_pieces(inner),
            _ => false,
        }
    }
}

/// A name of a file as it is spoken.
pub(super) fn spoken(name: &str) -> String {
    name.replace(['_', '-'], " ")
}
