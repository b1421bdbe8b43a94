//! Sets of the language of rules.

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::tree::{
    Adjective, Condition, Held, Layer, Meaning, Relation, RelationKind, Set, SetKind, StateId, Store, Whose, Word,
};
use crate::rules::{Pending, PieceId};
use crate::work;

use super::super::engine::Engine;
use super::element::{Body, Element, Elements};
use super::frame::Frame;
use super::lines::lines_around;
use super::viewer::side_of;

impl<const W: usize> Engine<W> {
    /// The elements of a set.
    pub(super) fn elements(&self, position: &Position<W>, set: &Set, frame: &Frame<'_, W>) -> Elements<W> {
        if !work::spend(1) {
            return Elements::none();
        }
        let is_plain = match &set.kind {
            SetKind::Related(..) | SetKind::Filtered(..) | SetKind::Word(_) => true,
            SetKind::Where(..) | SetKind::Union(_) | SetKind::Except(..) | SetKind::Defined(_) => self.looks_plain(set),
            _ => false,
        };
        if is_plain && let Some(squares) = self.plainly(position, set, frame) {
            return Elements::on(squares);
        }
        let of = |set| self.elements(position, set, frame);
        match &set.kind {
            SetKind::None => Elements::none(),
            SetKind::Word(word) => words(position, *word, frame),
            SetKind::Defined(id) => match &self.rules.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => of(set),
                Meaning::Condition(_) => Elements::none(),
            },
            SetKind::Filtered(adjective, inner) => self.fitting(position, *adjective, of(inner), frame),
            SetKind::Related(inner, relation) => self.related_elements(position, inner, relation, frame),
            SetKind::Where(inner, condition) => self.passing(position, of(inner), condition, frame),
            SetKind::Union(sets) => sets.iter().map(of).reduce(Elements::and).unwrap_or_else(Elements::none),
            SetKind::Except(set, other) => self.except(position, of(set), other, frame),
            SetKind::Home(inner) => Elements::on(self.homes(position, &of(inner))),
            SetKind::Twin(inner) => Elements::on(of(inner).squares().iter().filter_map(|one| self.twin(one)).collect()),
            SetKind::First(inner) => {
                let geometry = &self.rules.geometry;
                let order = |one: &Element| {
                    one.square().map(|square| (geometry.rank_for(frame.own, square), geometry.file(square)))
                };
                of(inner).iter().min_by_key(order).into_iter().collect()
            }
            SetKind::Row(least, inner) => Elements::on(self.rows(of(inner).squares(), usize::from(*least))),
            SetKind::Before(inner) => match frame.before {
                None => of(inner),
                Some(before) => self.elements(before, inner, &frame.earlier()),
            },
            plain => Elements::on(self.plain_squares(position, plain, frame.own)),
        }
    }

    /// `true` if a set has an element.
    pub(super) fn has_elements(&self, position: &Position<W>, set: &Set, frame: &Frame<'_, W>) -> bool {
        if matches!(set.kind, SetKind::Related(..))
            && let Some(squares) = self.plainly(position, set, frame)
        {
            return work::spend(1) && !squares.is_empty();
        }
        match &set.kind {
            SetKind::Where(inner, condition) => {
                let passes = |one| frame.about(one, |frame| self.holds(position, condition, frame));
                self.elements(position, inner, frame).iter().any(passes)
            }
            _ => !self.elements(position, set, frame).is_empty(),
        }
    }

    /// The squares of a set, if the content of each square alone decides; `None` for other sets.
    pub(super) fn plain_squares(&self, position: &Position<W>, set: &SetKind, own: Side) -> Bitboard<W> {
        let all = self.board.all_squares;
        match set {
            SetKind::Pieces => self.standing(position),
            SetKind::Squares => all,
            SetKind::Empty => all & !position.occupied(),
            SetKind::Walls => position.bare_walls() & all,
            SetKind::Passed => position.state.passed,
            SetKind::Area(area) => area.squares[own].resize() & all,
            SetKind::Rolled => rolled(position).map_or_else(|| self.standing(position), |kind| position.of_piece(kind)),
            SetKind::Kind(kind) => position.of_piece(*kind),
            SetKind::Marked(id) => self.marked(position, *id) & all,
            _ => Bitboard::EMPTY,
        }
    }

    /// The squares on which pieces stand, those of neither side among them.
    pub(super) fn standing(&self, position: &Position<W>) -> Bitboard<W> {
        match self.tree.neutral {
            true => position.pieces_of_both() | position.neutral_pieces(),
            false => position.pieces_of_both(),
        }
    }

    /// The squares with a mark, or of the pieces with a mark.
    pub(super) fn marked(&self, position: &Position<W>, id: StateId) -> Bitboard<W> {
        position.told().map_or(Bitboard::EMPTY, |told| told.marked.on(id.index()))
    }

    /// The elements of a set that stand in a relation.
    fn related_elements(
        &self,
        position: &Position<W>,
        inner: &Set,
        relation: &Relation,
        frame: &Frame<'_, W>,
    ) -> Elements<W> {
        if let RelationKind::In(whose, store) = &relation.kind {
            let held = self.held_elements(position, *whose, *store, frame);
            return held.filtered(|held| self.lies_in(position, inner, held, frame));
        }
        let all = self.elements(position, inner, frame);
        if let RelationKind::Attacking(Layer::Joint, of) | RelationKind::Guarding(Layer::Joint, of) = &relation.kind {
            let guards = matches!(relation.kind, RelationKind::Guarding(..));
            let aiming = self.aiming_jointly(position, &self.elements(position, of, frame), guards);
            return all.within(aiming, |_| false);
        }
        if all.is_empty() {
            return all;
        }
        let test = self.related(position, relation, &all, frame);
        test.keep(all)
    }

    /// The elements for which a condition holds.
    fn passing(
        &self,
        position: &Position<W>,
        all: Elements<W>,
        condition: &Condition,
        frame: &Frame<'_, W>,
    ) -> Elements<W> {
        all.filtered(|one| frame.about(one, |frame| self.holds(position, condition, frame)))
    }

    /// The elements that do not lie in a set.
    fn except(&self, position: &Position<W>, all: Elements<W>, other: &Set, frame: &Frame<'_, W>) -> Elements<W> {
        if all.is_empty() {
            return all;
        }
        let gone = self.among(position, all.clone(), other, frame);
        all.without(&gone)
    }

    /// The elements of `all` that lie in a set. The set is evaluated once, even if many elements are tested.
    pub(super) fn among(
        &self,
        position: &Position<W>,
        all: Elements<W>,
        set: &Set,
        frame: &Frame<'_, W>,
    ) -> Elements<W> {
        if all.is_empty() {
            return all;
        }
        if all.others.is_empty()
            && self.looks_plain(set)
            && let Some(squares) = self.plainly_among(position, all.on, set, frame)
        {
            return Elements::on(squares);
        }
        match &set.kind {
            SetKind::Filtered(adjective, inner) => {
                self.fitting(position, *adjective, self.among(position, all, inner, frame), frame)
            }
            SetKind::Related(inner, relation) => {
                let lying = self.among(position, all, inner, frame);
                if lying.is_empty() {
                    return lying;
                }
                let whole = self.whole(position, inner, relation, frame);
                let test = self.related(position, relation, &whole, frame);
                test.keep(lying)
            }
            SetKind::Where(inner, condition) => {
                let lying = self.among(position, all, inner, frame);
                self.passing(position, lying, condition, frame)
            }
            SetKind::Except(set, other) => {
                let lying = self.among(position, all, set, frame);
                self.except(position, lying, other, frame)
            }
            SetKind::Defined(id) => match &self.rules.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => self.among(position, all, set, frame),
                Meaning::Condition(_) => Elements::none(),
            },
            SetKind::Union(sets) => {
                let lying = sets.iter().map(|set| self.among(position, all.clone(), set, frame));
                lying.reduce(Elements::and).unwrap_or_else(Elements::none)
            }
            SetKind::Pieces | SetKind::Kind(_) | SetKind::Empty | SetKind::Walls | SetKind::Passed => {
                let squares = self.plain_squares(position, &set.kind, frame.own);
                all.within(squares, |one| self.lies_in(position, set, one, frame))
            }
            SetKind::Squares | SetKind::Area(_) => {
                let squares = self.plain_squares(position, &set.kind, frame.own);
                all.filtered(|one| one.square().is_some_and(|square| squares.contains(square)))
            }
            _ => all.filtered(|one| self.lies_in(position, set, one, frame)),
        }
    }

    /// All elements of a set, where a relation asks for them.
    fn whole(&self, position: &Position<W>, set: &Set, relation: &Relation, frame: &Frame<'_, W>) -> Elements<W> {
        match relation.kind {
            RelationKind::Joined { .. } => self.elements(position, set, frame),
            _ => Elements::none(),
        }
    }

    /// The squares on which pieces of the same kinds and sides stand at the start.
    fn homes(&self, position: &Position<W>, elements: &Elements<W>) -> Bitboard<W> {
        let bodies = elements.iter().filter_map(|one| self.body_of(position, one));
        let homes = bodies.filter_map(|body| self.tree.homes[body.cell.side()].get(body.cell.piece()?.index()));
        homes.fold(Bitboard::EMPTY, |all, home| all | *home)
    }

    /// `true` if an element lies in a set. Captured and held pieces have kinds, sides and marks too.
    pub(super) fn lies_in(&self, position: &Position<W>, set: &Set, element: Element, frame: &Frame<'_, W>) -> bool {
        match (&set.kind, element) {
            (SetKind::Pieces, Element::On(square)) => return !position.cell(square).is_empty(),
            (SetKind::Kind(kind), Element::On(square)) => return position.cell(square).piece() == Some(*kind),
            _ => {}
        }
        match &set.kind {
            SetKind::Pieces => self.body_of(position, element).is_some(),
            SetKind::Rolled => self.body_of(position, element).is_some_and(|body| {
                let kind = rolled(position);
                kind.is_none() || body.cell.piece() == kind
            }),
            SetKind::Squares => element.square().is_some(),
            SetKind::Empty | SetKind::Walls | SetKind::Passed => {
                let squares = || self.plain_squares(position, &set.kind, frame.own);
                matches!(element, Element::On(square) if squares().contains(square))
            }
            SetKind::None => false,
            SetKind::Word(Word::LastOrigin | Word::LastChosen) => {
                let squares = self.elements(position, set, frame).squares();
                element.square().is_some_and(|square| squares.contains(square))
            }
            SetKind::Area(area) => element.square().is_some_and(|square| area.squares[frame.own].contains(square)),
            SetKind::Kind(kind) => self.body_of(position, element).is_some_and(|body| body.cell.piece() == Some(*kind)),
            SetKind::Marked(id) => self.is_marked(position, element, *id),
            SetKind::Defined(id) => match &self.rules.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => self.lies_in(position, set, element, frame),
                Meaning::Condition(_) => false,
            },
            SetKind::Filtered(adjective, inner) => {
                self.fits(position, *adjective, element, frame) && self.lies_in(position, inner, element, frame)
            }
            SetKind::Related(inner, relation) => {
                self.lies_in(position, inner, element, frame) && {
                    if let (RelationKind::On(place), Element::On(square)) = (&relation.kind, element)
                        && let SetKind::Area(area) = &place.kind
                    {
                        return area.squares[frame.own].contains(square);
                    }
                    if let Element::On(square) = element
                        && let Some(squares) = self.plainly_related(position, Bitboard::of(square), relation, frame)
                    {
                        return squares.contains(square);
                    }
                    let whole = self.whole(position, inner, relation, frame);
                    self.related(position, relation, &whole, frame).holds(element)
                }
            }
            SetKind::Where(inner, condition) => {
                self.lies_in(position, inner, element, frame)
                    && frame.about(element, |frame| self.holds(position, condition, frame))
            }
            SetKind::Union(sets) => sets.iter().any(|set| self.lies_in(position, set, element, frame)),
            SetKind::Except(set, other) => {
                self.lies_in(position, set, element, frame) && !self.lies_in(position, other, element, frame)
            }
            SetKind::Before(inner) => match frame.before {
                None => self.lies_in(position, inner, element, frame),
                Some(before) => self.lies_in(before, inner, element, &frame.earlier()),
            },
            SetKind::Word(_) | SetKind::Home(_) | SetKind::Twin(_) | SetKind::First(_) | SetKind::Row(..) => {
                let elements = self.elements(position, set, frame);
                elements.contains(element) || elements.iter().any(|one| same_place(one, element))
            }
        }
    }

    /// The piece of an element. `None` for an empty square.
    pub(super) fn body_of(&self, position: &Position<W>, element: Element) -> Option<Body> {
        match element {
            Element::On(square) => self.body_on(position, square),
            Element::Gone(_, body) => Some(body),
            Element::Held(side, _, piece) => Some(Body::plain(piece, side)),
        }
    }

    /// The piece on a square with its marks.
    pub(super) fn body_on(&self, position: &Position<W>, square: Square) -> Option<Body> {
        let cell = position.cell(square);
        (!cell.is_empty()).then(|| Body { cell, marks: self.marks_on(position, square) })
    }

    /// The marks of the piece on a square.
    pub(super) fn marks_on(&self, position: &Position<W>, square: Square) -> u64 {
        let Some(told) = position.told() else { return 0 };
        let carried = |index: &&usize| told.marked.contains(**index, square);
        self.tree.piece_marks.iter().filter(carried).fold(0, |marks, index| marks | bit(*index))
    }

    fn is_marked(&self, position: &Position<W>, element: Element, id: StateId) -> bool {
        match (&self.rules.tree.state[id.index()].kind.kind, element) {
            (Held::SquareMarks, _) => element.square().is_some_and(|square| self.marked(position, id).contains(square)),
            (_, Element::On(square)) => self.marked(position, id).contains(square),
            _ => self.body_of(position, element).is_some_and(|body| body.marks & bit(id.index()) != 0),
        }
    }

    /// The elements of some that an adjective fits.
    fn fitting(
        &self,
        position: &Position<W>,
        adjective: Adjective,
        all: Elements<W>,
        frame: &Frame<'_, W>,
    ) -> Elements<W> {
        let fits = |one| self.fits(position, adjective, one, frame);
        let on = match adjective {
            Adjective::Of(whose) => side_of(whose, frame.own).map_or(Bitboard::EMPTY, |side| position.of_side(side)),
            Adjective::Neutral => position.neutral_pieces(),
            Adjective::Empty => self.board.all_squares & !position.occupied(),
            Adjective::Other => match frame.mover() {
                None => return all,
                Some(mover) => !Bitboard::of(mover),
            },
            Adjective::Unmoved | Adjective::Royal => return all.filtered(fits),
        };
        all.within(on, fits)
    }

    fn fits(&self, position: &Position<W>, adjective: Adjective, element: Element, frame: &Frame<'_, W>) -> bool {
        let body = || self.body_of(position, element);
        match adjective {
            Adjective::Of(whose) => side_of(whose, frame.own).is_some_and(|side| match element {
                Element::On(square) => position.cell(square).is_of(side),
                _ => body().is_some_and(|body| body.cell.is_of(side)),
            }),
            Adjective::Neutral => body().is_some_and(|body| body.cell.is_neutral()),
            Adjective::Other => element.square().is_none() || element.square() != frame.mover(),
            Adjective::Unmoved => matches!(element, Element::On(square) if self.is_unmoved(position, square)),
            Adjective::Royal => match (element, body()) {
                (Element::On(square), Some(body)) => {
                    let side = body.cell.side();
                    let royals = self.royal_squares(position, side) | self.royal_together(position, side);
                    royals.contains(square)
                }
                (_, Some(body)) => {
                    body.cell.piece().is_some_and(|piece| self.rules.piece(piece).royalty.is_ever_royal())
                }
                _ => false,
            },
            Adjective::Empty => {
                matches!(element, Element::On(square) if !position.occupied().contains(square))
            }
        }
    }

    /// `true` if the piece on a square has not moved, by the account that the game keeps.
    pub(super) fn is_unmoved(&self, position: &Position<W>, square: Square) -> bool {
        position.cell(square).piece_at().is_some_and(|placed| match self.rules.unmoved {
            Some(_) => position.state.unmoved.contains(square),
            None => self.rules.piece(placed.piece).initial[placed.side].contains(square),
        })
    }

    /// The pieces that a side holds off the board.
    fn held_elements(&self, position: &Position<W>, whose: Whose, store: Store, frame: &Frame<'_, W>) -> Elements<W> {
        let Some(side) = side_of(whose, frame.own) else { return Elements::none() };
        match store {
            Store::Hand => {
                let kinds = self.rules.piece_ids().filter(|piece| position.in_hand(side, *piece) > 0);
                kinds.map(|piece| Element::Held(side, None, piece)).collect()
            }
            Store::Kept(id) => {
                let kept = position.told().and_then(|told| told.kept.get(id.index()));
                let pieces = kept.map_or(&[][..], |kept| &kept[side]);
                pieces.iter().map(|piece| Element::Held(side, Some(id), *piece)).collect()
            }
        }
    }

    /// The squares of straight rows with at least this number of them.
    fn rows(&self, all: Bitboard<W>, least: usize) -> Bitboard<W> {
        let mut found = Bitboard::EMPTY;
        for from in all {
            for line in lines_around(&self.rules.geometry, from) {
                let row = line.iter().take_while(|square| all.contains(**square)).count();
                if row + 1 >= least {
                    found.insert(from);
                    line[..row].iter().for_each(|square| found.insert(*square));
                }
            }
        }
        found
    }

    /// The same square of the other of two boards.
    fn twin(&self, square: Square) -> Option<Square> {
        let geometry = &self.rules.geometry;
        let other = (geometry.rank(square) + geometry.ranks_of_a_level()) % geometry.ranks();
        (geometry.levels() == 2).then(|| geometry.at(geometry.file(square), other)).flatten()
    }
}

/// `true` if two elements have the same square, such as a captured piece and the square on which it stood.
fn same_place(one: Element, other: Element) -> bool {
    one.square() == other.square() && matches!((one, other), (Element::On(_), Element::Gone(..)))
}

/// The bit of a declaration of marks.
pub(super) fn bit(declaration: usize) -> u64 {
    1u64.checked_shl(declaration as u32).unwrap_or(0)
}

fn words<const W: usize>(position: &Position<W>, word: Word, frame: &Frame<'_, W>) -> Elements<W> {
    let last = position.told().map(|told| &told.last);
    match word {
        Word::Mover => frame.mover().into_iter().map(Element::On).collect(),
        Word::Origin => Elements::on(frame.origin.iter().copied().collect()),
        Word::Destination => Elements::on(frame.destination.iter().copied().collect()),
        Word::Captured => frame.captured.iter().map(|(square, body)| Element::Gone(*square, *body)).collect(),
        Word::Chosen(id) => frame.chosen.get(id.index()).copied().flatten().into_iter().collect(),
        Word::It => frame.it().into_iter().collect(),
        Word::LastMover => {
            // The piece that can be captured en passant is the one that moved last.
            let passer = (!position.state.passed.is_empty()).then_some(position.state.passer);
            last.map_or(passer, |last| last.mover).into_iter().map(Element::On).collect()
        }
        Word::LastOrigin => last.iter().flat_map(|last| &last.origin).map(Element::remembered).collect(),
        Word::LastDestination => Elements::on(last.iter().flat_map(|last| &last.destination).copied().collect()),
        Word::LastCaptured => last.iter().flat_map(|last| &last.captured).map(Element::remembered).collect(),
        Word::LastChosen => last.iter().flat_map(|last| &last.chosen).map(Element::remembered).collect(),
    }
}

/// The kind of piece that the dice have chosen. `None` if no dice have been thrown.
fn rolled<const W: usize>(position: &Position<W>) -> Option<PieceId> {
    let memo = position.state.memo;
    (memo.pending == Pending::Rolled).then_some(memo.piece)
}
