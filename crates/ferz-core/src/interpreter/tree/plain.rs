//! Sets that are squares and nothing else. They are found without lists of elements.

use crate::board::Bitboard;
use crate::position::Position;
use crate::rules::tree::{Adjective, Meaning, Relation, RelationKind, Set, SetKind, Word};

use super::super::engine::Engine;
use super::element::Element;
use super::frame::Frame;
use super::lines::of_pairs;
use super::viewer::side_of;

impl<const W: usize> Engine<W> {
    /// The elements of a set that consists of squares, if its words and relations are simple. `None` for other sets.
    pub(super) fn plainly(&self, position: &Position<W>, set: &Set, frame: &Frame<'_, W>) -> Option<Bitboard<W>> {
        let of = |set: &Set| self.plainly(position, set, frame);
        match &set.kind {
            SetKind::Word(word) => plain_word(*word, frame),
            SetKind::Pieces | SetKind::Squares | SetKind::Empty | SetKind::Area(_) | SetKind::Kind(_) => {
                Some(self.plain_squares(position, &set.kind, frame.own))
            }
            SetKind::Filtered(adjective, inner) => {
                let fitting = self.plainly_fitting(position, *adjective, frame)?;
                Some(fitting & of(inner)?)
            }
            // Pieces in a hand stand on no square.
            SetKind::Related(_, relation) if matches!(relation.kind, RelationKind::In(..)) => None,
            SetKind::Related(inner, relation) => {
                let inner = of(inner)?;
                match inner.is_empty() {
                    true => Some(inner),
                    false => Some(inner & self.plainly_related(position, relation, frame)?),
                }
            }
            SetKind::Except(inner, other) => Some(of(inner)? & !of(other)?),
            SetKind::Union(sets) => sets.iter().try_fold(Bitboard::EMPTY, |all, set| Some(all | of(set)?)),
            SetKind::Defined(id) => match &self.rules.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => of(set),
                Meaning::Condition(_) => None,
            },
            _ => None,
        }
    }

    /// The squares that an adjective fits.
    fn plainly_fitting(
        &self,
        position: &Position<W>,
        adjective: Adjective,
        frame: &Frame<'_, W>,
    ) -> Option<Bitboard<W>> {
        match adjective {
            Adjective::Of(whose) => {
                Some(side_of(whose, frame.own).map_or(Bitboard::EMPTY, |side| position.of_side(side)))
            }
            Adjective::Neutral => Some(position.neutral_pieces()),
            Adjective::Empty => Some(self.board.all_squares & !position.occupied()),
            Adjective::Other => Some(frame.mover().map_or(!Bitboard::EMPTY, |mover| !Bitboard::of(mover))),
            Adjective::Unmoved | Adjective::Royal => None,
        }
    }

    /// The squares that stand in a relation.
    fn plainly_related(
        &self,
        position: &Position<W>,
        relation: &Relation,
        frame: &Frame<'_, W>,
    ) -> Option<Bitboard<W>> {
        let of = |set: &Set| self.plainly(position, set, frame);
        match &relation.kind {
            RelationKind::On(set) => of(set),
            RelationKind::Between(a, b) => Some(of_pairs((of(a)?, of(b)?), |a, b| self.pair(a, b).between)),
            RelationKind::OnLine(a, b) => Some(of_pairs((of(a)?, of(b)?), |a, b| self.whole_line(a, b))),
            RelationKind::Beside(set) => Some(self.beside_any(of(set)?)),
            RelationKind::Away { by, from, through } => {
                let through = match through {
                    Some(through) => Some(of(through)?),
                    None => None,
                };
                let leads = |start| self.leads_to(position, by, Element::On(start), through, frame.own);
                Some(of(from)?.iter().map(leads).fold(Bitboard::EMPTY, |all, some| all | some))
            }
            RelationKind::That { not, within } => {
                let lying = of(within)?;
                Some(if *not { !lying } else { lying })
            }
            _ => None,
        }
    }
}

/// The square for which a word stands. `None` for words that may stand for pieces off the board.
fn plain_word<const W: usize>(word: Word, frame: &Frame<'_, W>) -> Option<Bitboard<W>> {
    match word {
        Word::Mover => Some(frame.mover().map_or(Bitboard::EMPTY, Bitboard::of)),
        Word::Origin => Some(frame.origin.iter().copied().collect()),
        Word::Destination => Some(frame.destination.iter().copied().collect()),
        Word::It => match frame.it() {
            Some(Element::On(square)) => Some(Bitboard::of(square)),
            _ => None,
        },
        _ => None,
    }
}
