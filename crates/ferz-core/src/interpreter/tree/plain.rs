//! Sets that are squares and nothing else. They are found without lists of elements.

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::tree::{Adjective, Likeness, Meaning, Relation, RelationKind, Set, SetKind, Word};

use super::super::engine::Engine;
use super::element::Element;
use super::frame::Frame;
use super::lines::of_pairs;
use super::relations::lower;
use super::viewer::side_of;

/// Up to this number of pieces, each is asked whether it attacks a square. From there on, the attackers of the square are searched.
const FEW: u32 = 3;

impl<const W: usize> Engine<W> {
    /// `true` if a set may consist of squares alone. Its words decide the rest.
    pub(super) fn looks_plain(&self, set: &Set) -> bool {
        match &set.kind {
            SetKind::Word(word) => is_plain_word(*word),
            SetKind::Filtered(Adjective::Unmoved | Adjective::Royal, _) => false,
            SetKind::Filtered(_, inner) | SetKind::Where(inner, _) => self.looks_plain(inner),
            SetKind::Related(inner, relation) => self.looks_plain(inner) && self.relates_plainly(relation),
            SetKind::Except(one, other) => self.looks_plain(one) && self.looks_plain(other),
            SetKind::Union(sets) => sets.iter().all(|set| self.looks_plain(set)),
            SetKind::Defined(id) => match &self.rules.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => self.looks_plain(set),
                Meaning::Condition(_) => false,
            },
            SetKind::Home(_) | SetKind::Twin(_) | SetKind::First(_) | SetKind::Row(..) | SetKind::Before(_) => false,
            _ => true,
        }
    }

    /// The same of a relation.
    fn relates_plainly(&self, relation: &Relation) -> bool {
        let plain = |set: &Set| self.looks_plain(set);
        match &relation.kind {
            RelationKind::On(set) | RelationKind::Beside(set) => plain(set),
            RelationKind::Between(a, b) | RelationKind::OnLine(a, b) => plain(a) && plain(b),
            RelationKind::Away { from, through, .. } => plain(from) && through.as_ref().is_none_or(plain),
            RelationKind::That { within, .. } => plain(within),
            RelationKind::Same(likeness, set) => {
                !matches!(likeness, Likeness::Colour | Likeness::Board | Likeness::Cell(_)) && plain(set)
            }
            RelationKind::Attacked(_, by) | RelationKind::Guarded(_, by) => by.as_ref().is_none_or(plain),
            RelationKind::Attacking(_, set) | RelationKind::Guarding(_, set) => plain(set),
            _ => false,
        }
    }

    /// The elements of a set that consists of squares, if its words and relations are simple. `None` for other sets.
    pub(super) fn plainly(&self, position: &Position<W>, set: &Set, frame: &Frame<'_, W>) -> Option<Bitboard<W>> {
        self.plainly_among(position, !Bitboard::EMPTY, set, frame)
    }

    /// The squares of a set among some.
    pub(super) fn squares_among(
        &self,
        position: &Position<W>,
        among: Bitboard<W>,
        set: &Set,
        frame: &Frame<'_, W>,
    ) -> Bitboard<W> {
        let plainly = || self.plainly_among(position, among, set, frame);
        let found = if self.looks_plain(set) { plainly() } else { None };
        found.unwrap_or_else(|| self.elements(position, set, frame).squares() & among)
    }

    /// The same, restricted to some squares.
    pub(super) fn plainly_among(
        &self,
        position: &Position<W>,
        among: Bitboard<W>,
        set: &Set,
        frame: &Frame<'_, W>,
    ) -> Option<Bitboard<W>> {
        let of = |set: &Set| self.plainly_among(position, among, set, frame);
        match &set.kind {
            SetKind::None => Some(Bitboard::EMPTY),
            SetKind::Word(word) => Some(among & plain_word(position, *word, frame)?),
            SetKind::Pieces
            | SetKind::Squares
            | SetKind::Empty
            | SetKind::Walls
            | SetKind::Passed
            | SetKind::Area(_)
            | SetKind::Kind(_)
            | SetKind::Rolled
            | SetKind::Marked(_) => Some(among & self.plain_squares(position, &set.kind, frame.own)),
            SetKind::Filtered(adjective, inner) => {
                let fitting = among & self.plainly_fitting(position, *adjective, frame)?;
                match &inner.kind {
                    kind @ (SetKind::Pieces | SetKind::Kind(_)) => {
                        Some(fitting & self.plain_squares(position, kind, frame.own))
                    }
                    _ => self.plainly_among(position, fitting, inner, frame),
                }
            }
            // Pieces in a hand stand on no square.
            SetKind::Related(_, relation) if matches!(relation.kind, RelationKind::In(..)) => None,
            SetKind::Related(inner, relation) => {
                let inner =
                    self.plainly_among(position, among & self.open_to(position, relation, frame), inner, frame)?;
                match inner.is_empty() {
                    true => Some(inner),
                    false => Some(inner & self.plainly_related(position, inner, relation, frame)?),
                }
            }
            SetKind::Where(inner, condition) => {
                let passes =
                    |square: &Square| frame.about(Element::On(*square), |frame| self.holds(position, condition, frame));
                Some(of(inner)?.iter().filter(passes).collect())
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

    /// The squares that stand in a relation. Only those of `among` are asked for.
    pub(super) fn plainly_related(
        &self,
        position: &Position<W>,
        among: Bitboard<W>,
        relation: &Relation,
        frame: &Frame<'_, W>,
    ) -> Option<Bitboard<W>> {
        let of = |set: &Set| self.plainly(position, set, frame);
        match &relation.kind {
            RelationKind::On(set) => self.plainly_among(position, among, set, frame),
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
                let lying = self.plainly_among(position, among, within, frame)?;
                Some(if *not { !lying } else { lying })
            }
            RelationKind::Same(likeness, set) => self.plainly_alike(position, *likeness, of(set)?),
            RelationKind::Attacked(layer, by) | RelationKind::Guarded(layer, by) => {
                let guards = matches!(relation.kind, RelationKind::Guarded(..));
                let by = match by {
                    Some(by) => of(by)?,
                    None => !Bitboard::EMPTY,
                };
                let told = self.tables_tell(lower(*layer, frame.layer));
                told.then(|| self.plainly_aimed_at(position, among, by, guards))
            }
            RelationKind::Attacking(layer, set) | RelationKind::Guarding(layer, set) => {
                let guards = matches!(relation.kind, RelationKind::Guarding(..));
                let targets = of(set)?;
                let told = self.tables_tell(lower(*layer, frame.layer));
                told.then(|| self.plainly_aiming(position, among, targets, guards))
            }
            _ => None,
        }
    }

    /// The squares that share a property with one of some others. `None` for properties of several squares together.
    fn plainly_alike(&self, position: &Position<W>, likeness: Likeness, others: Bitboard<W>) -> Option<Bitboard<W>> {
        let alike = |other: Square| {
            let cell = position.cell(other);
            match likeness {
                Likeness::Kind => cell.piece().map_or(Bitboard::EMPTY, |piece| position.of_piece(piece)),
                Likeness::Side if cell.is_empty() => Bitboard::EMPTY,
                Likeness::Side if cell.is_neutral() => position.neutral_pieces(),
                Likeness::Side => position.of_side(cell.side()),
                _ => self.around(other, likeness),
            }
        };
        let known = matches!(likeness, Likeness::Kind | Likeness::Side | Likeness::File | Likeness::Rank);
        known.then(|| others.iter().map(alike).fold(Bitboard::EMPTY, |all, some| all | some))
    }

    /// The squares of `among` that pieces of `by` attack, or guard. The tables know all attacks.
    fn plainly_aimed_at(
        &self,
        position: &Position<W>,
        among: Bitboard<W>,
        by: Bitboard<W>,
        guards: bool,
    ) -> Bitboard<W> {
        let by = by & position.pieces_of_both();
        match (by.count(), by.lowest()) {
            (1, Some(from)) => {
                let side = position.cell(from).side();
                let asked =
                    among & self.may_be_aimed_at(position, side, guards) & self.open_targets(position, (side, from));
                asked.iter().filter(|at| self.attacks_by_table(position, (side, from), *at)).collect()
            }
            _ => among.iter().filter(|at| self.are_aiming(position, by, *at, guards)).collect(),
        }
    }

    /// The squares that may stand in a relation to one piece, on whatever board. It costs less than the relation itself.
    fn open_to(&self, position: &Position<W>, relation: &Relation, frame: &Frame<'_, W>) -> Bitboard<W> {
        let RelationKind::Attacked(layer, Some(by)) = &relation.kind else { return !Bitboard::EMPTY };
        let one = match &by.kind {
            SetKind::Word(Word::Mover) => frame.mover(),
            SetKind::Word(Word::It) => match frame.it() {
                Some(Element::On(square)) => Some(square),
                _ => None,
            },
            _ => None,
        };
        match one.filter(|_| self.tables_tell(lower(*layer, frame.layer))) {
            Some(from) => self.open_targets(position, (position.cell(from).side(), from)),
            None => !Bitboard::EMPTY,
        }
    }

    /// The squares that the piece on a square could attack on some board.
    fn open_targets(&self, position: &Position<W>, (side, from): (Side, Square)) -> Bitboard<W> {
        let Some(piece) = position.cell(from).piece() else { return Bitboard::EMPTY };
        let squares = self.rules.geometry.len();
        self.tree.open_targets.of(&self.attacks.by[side], (side, piece, from), squares)
    }

    /// The squares that pieces of a side may attack, or guard: those of the other side, or of their own, and those without a piece.
    fn may_be_aimed_at(&self, position: &Position<W>, side: Side, guards: bool) -> Bitboard<W> {
        match guards {
            true => position.of_side(side) | !self.standing(position),
            false => !position.of_side(side),
        }
    }

    /// `true` if a piece of `by` attacks a square, or guards it.
    fn are_aiming(&self, position: &Position<W>, by: Bitboard<W>, at: Square, guards: bool) -> bool {
        self.who_may_aim(position, Element::On(at), guards).any(|side| {
            let by = by & position.of_side(side);
            match by.count() {
                0 => false,
                1..=FEW => by.iter().any(|from| self.attacks_by_table(position, (side, from), at)),
                _ => self.attackers_by_tables(position, side, at).intersects(&by),
            }
        })
    }

    /// The squares of `among` whose pieces attack one of some squares, or guard one. The tables know all attacks.
    fn plainly_aiming(
        &self,
        position: &Position<W>,
        among: Bitboard<W>,
        targets: Bitboard<W>,
        guards: bool,
    ) -> Bitboard<W> {
        let mut aiming = Bitboard::EMPTY;
        for at in targets {
            for side in self.who_may_aim(position, Element::On(at), guards) {
                let asked = among & position.of_side(side) & !aiming;
                aiming |= match asked.count() {
                    0..=FEW => asked.iter().filter(|from| self.attacks_by_table(position, (side, *from), at)).collect(),
                    _ => self.attackers_by_tables(position, side, at),
                };
            }
        }
        aiming
    }

    /// `true` if the piece on a square attacks another square by the tables.
    fn attacks_by_table(&self, position: &Position<W>, (side, from): (Side, Square), at: Square) -> bool {
        let attacks = |piece| self.attacks.by[side].attacks_from(at, (piece, from), &position.occupied());
        from != at && position.cell(from).piece().is_some_and(attacks)
    }
}

/// `true` if a word stands for squares, where it does not stand for a piece off the board.
fn is_plain_word(word: Word) -> bool {
    matches!(word, Word::Mover | Word::Origin | Word::Destination | Word::It | Word::Chosen(_) | Word::LastDestination)
}

/// The square for which a word stands. `None` for words that may stand for pieces off the board.
fn plain_word<const W: usize>(position: &Position<W>, word: Word, frame: &Frame<'_, W>) -> Option<Bitboard<W>> {
    match word {
        Word::Mover => Some(frame.mover().map_or(Bitboard::EMPTY, Bitboard::of)),
        Word::Origin => Some(frame.origin.iter().copied().collect()),
        Word::Destination => Some(frame.destination.iter().copied().collect()),
        Word::It => on_board(frame.it()?),
        Word::Chosen(id) => on_board(frame.chosen.get(id.index()).copied().flatten()?),
        Word::LastDestination => {
            Some(position.told().map_or(Bitboard::EMPTY, |told| told.last.destination.iter().copied().collect()))
        }
        _ => None,
    }
}

/// The square of an element that is on the board.
fn on_board<const W: usize>(element: Element) -> Option<Bitboard<W>> {
    match element {
        Element::On(square) => Some(Bitboard::of(square)),
        _ => None,
    }
}
