//! Sets of the language of rules.

use ferz_core::board::{Square, SquareSet, Step};
use ferz_core::rules::tree::{
    Adjective, Condition, Held, Layer, Meaning, Relation, RelationKind, Set, SetKind, StateId, Store, Whose, Word,
};
use ferz_core::work;

use crate::cell::Cell;
use crate::element::{Element, Elements};
use crate::frame::{Frame, earlier};
use crate::moves::AROUND;
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;

impl Oracle {
    /// The elements of a set.
    pub(crate) fn elements(&self, position: &Position, set: &Set, frame: &Frame<'_>) -> Elements {
        if !work::spend(1) {
            return Elements::new();
        }
        let of = |set| self.elements(position, set, frame);
        match &set.kind {
            SetKind::None => Elements::new(),
            SetKind::Passed => Elements::on(position.passed_squares()),
            SetKind::Word(word) => words(position, *word, frame),
            SetKind::Defined(id) => match &self.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => of(set),
                Meaning::Condition(_) => Elements::new(),
            },
            SetKind::Filtered(adjective, inner) => self.fitting(position, *adjective, of(inner), frame),
            SetKind::Related(inner, relation) => self.related_elements(position, inner, relation, frame),
            SetKind::Where(inner, condition) => self.passing(position, of(inner), condition, frame),
            SetKind::Union(sets) => {
                let (first, rest) =
                    sets.split_first().map_or((Elements::new(), &[][..]), |(set, rest)| (of(set), rest));
                rest.iter().fold(first, |mut all, set| {
                    all.extend(of(set).iter());
                    all
                })
            }
            SetKind::Except(set, other) => self.except(position, of(set), other, frame),
            SetKind::Home(inner) => self.homes(position, &of(inner)),
            SetKind::Twin(inner) => {
                of(inner).squares().iter().filter_map(|one| self.twin(one)).map(Element::On).collect()
            }
            SetKind::First(inner) => {
                let geometry = &self.rules.geometry;
                let order = |one: &Element| {
                    one.square().map(|square| (frame.own.rank(square, geometry), geometry.file(square)))
                };
                of(inner).iter().min_by_key(order).into_iter().collect()
            }
            SetKind::Row(least, inner) => self.rows(&of(inner).squares(), usize::from(*least)),
            SetKind::Before(inner) => match frame.before {
                None => of(inner),
                Some(before) => self.elements(before, inner, &earlier(frame)),
            },
            plain => Elements::on(self.plain_squares(position, plain, frame.own)),
        }
    }

    /// The squares of a set, if the content of each square alone decides; `None` for other sets.
    fn plain_squares(&self, position: &Position, set: &SetKind, own: Player) -> SquareSet {
        let all = self.rules.geometry.squares();
        match set {
            SetKind::Pieces => position.standing(|_| true),
            SetKind::Squares => all,
            SetKind::Empty => self.empties(position),
            SetKind::Walls => position.walls & all & !self.rules.geometry.holes(),
            SetKind::Area(area) => self.region(own, &area.squares) & all,
            SetKind::Rolled => position.standing(|cell| position.rolled.is_none_or(|rolled| cell.piece == rolled)),
            SetKind::Kind(kind) => position.standing(|cell| cell.piece == *kind),
            SetKind::Marked(id) => match self.tree.state[id.index()].kind.kind {
                Held::SquareMarks => position.marked.get(id.index()).copied().unwrap_or_default() & all,
                _ => match self.owner_by_mark(*id) {
                    Some(owner) => position.standing(|cell| cell.is_of(owner)),
                    None => position.standing(|cell| cell.marks & bit(*id) != 0),
                },
            },
            _ => SquareSet::EMPTY,
        }
    }

    /// The squares without pieces and walls.
    fn empties(&self, position: &Position) -> SquareSet {
        self.rules.geometry.squares() & !position.standing(|_| true) & !position.walls
    }

    /// The elements of a set that stand in a relation.
    fn related_elements(&self, position: &Position, inner: &Set, relation: &Relation, frame: &Frame<'_>) -> Elements {
        if let RelationKind::In(whose, store) = &relation.kind {
            let held = self.held_elements(position, *whose, *store, frame);
            return held.filtered(|held| self.lies_in(position, inner, held, frame));
        }
        let all = self.elements(position, inner, frame);
        if let RelationKind::Attacking(Layer::Joint, of) | RelationKind::Guarding(Layer::Joint, of) = &relation.kind {
            let guards = matches!(relation.kind, RelationKind::Guarding(..));
            let aiming = self.aiming_jointly(position, &self.elements(position, of, frame), guards);
            return all.within(&aiming, |_| false);
        }
        if all.is_empty() {
            return all;
        }
        let stands = self.related(position, relation, &all, frame);
        all.clone().filtered(stands)
    }

    /// The elements for which a condition holds.
    fn passing(&self, position: &Position, all: Elements, condition: &Condition, frame: &Frame<'_>) -> Elements {
        let mut asked = frame.clone();
        let mut found = Elements::new();
        for one in all.iter() {
            asked.it = Some(one);
            if self.holds(position, condition, &asked) {
                found.insert(one);
            }
        }
        found
    }

    /// The elements that do not lie in a set.
    fn except(&self, position: &Position, all: Elements, other: &Set, frame: &Frame<'_>) -> Elements {
        if all.is_empty() {
            return all;
        }
        let gone = self.among(position, all.clone(), other, frame);
        all.without(&gone)
    }

    /// The elements of `all` that lie in a set. The set is evaluated once, even if many elements are tested.
    pub(crate) fn among(&self, position: &Position, all: Elements, set: &Set, frame: &Frame<'_>) -> Elements {
        if all.is_empty() {
            return all;
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
                let stands = self.related(position, relation, &whole, frame);
                lying.filtered(stands)
            }
            SetKind::Where(inner, condition) => {
                let lying = self.among(position, all, inner, frame);
                self.passing(position, lying, condition, frame)
            }
            SetKind::Except(set, other) => {
                let lying = self.among(position, all, set, frame);
                self.except(position, lying, other, frame)
            }
            SetKind::Defined(id) => match &self.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => self.among(position, all, set, frame),
                Meaning::Condition(_) => Elements::new(),
            },
            SetKind::Union(sets) => sets
                .iter()
                .flat_map(|set| self.among(position, all.clone(), set, frame).iter().collect::<Vec<_>>())
                .collect(),
            _ => all.filtered(|one| self.lies_in(position, set, one, frame)),
        }
    }

    /// All elements of a set, if the relation needs them.
    fn whole(&self, position: &Position, set: &Set, relation: &Relation, frame: &Frame<'_>) -> Elements {
        match relation.kind {
            RelationKind::Joined { .. } => self.elements(position, set, frame),
            _ => Elements::new(),
        }
    }

    /// The squares on which pieces of the same kinds and sides stand at the start.
    fn homes(&self, position: &Position, elements: &Elements) -> Elements {
        let kinds: Vec<Cell> = elements.iter().filter_map(|one| self.cell_of(position, one)).collect();
        let is_home = |index: usize| {
            let placed = self.start.get(index).copied().flatten();
            placed.is_some_and(|at| kinds.iter().any(|cell| cell.piece == at.piece && cell.side == at.side))
        };
        (0..self.rules.setup.pieces.len()).filter(|index| is_home(*index)).map(on_index).collect()
    }

    /// `true` if an element lies in a set. Captured and held pieces have kinds, sides and marks too.
    pub(crate) fn lies_in(&self, position: &Position, set: &Set, element: Element, frame: &Frame<'_>) -> bool {
        let cell = self.cell_of(position, element);
        match &set.kind {
            SetKind::Pieces => cell.is_some(),
            SetKind::Squares => element.square().is_some(),
            SetKind::Empty => matches!(element, Element::On(square) if position.is_empty(square)),
            SetKind::Walls => {
                let holes = self.rules.geometry.holes();
                matches!(element, Element::On(square) if position.walls.contains(square) && !holes.contains(square))
            }
            SetKind::None => false,
            SetKind::Rolled => cell.is_some_and(|cell| position.rolled.is_none_or(|rolled| cell.piece == rolled)),
            SetKind::Passed => {
                let passed = position.passed_squares();
                matches!(element, Element::On(square) if passed.contains(square))
            }
            SetKind::Word(Word::LastOrigin | Word::LastChosen) => {
                let squares = self.elements(position, set, frame).squares();
                element.square().is_some_and(|square| squares.contains(square))
            }
            SetKind::Area(area) => {
                element.square().is_some_and(|square| self.region(frame.own, &area.squares).contains(square))
            }
            SetKind::Kind(kind) => cell.is_some_and(|cell| cell.piece == *kind),
            SetKind::Marked(id) => self.is_marked(position, element, *id),
            SetKind::Defined(id) => match &self.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => self.lies_in(position, set, element, frame),
                Meaning::Condition(_) => false,
            },
            SetKind::Filtered(adjective, inner) => {
                self.fits(position, *adjective, element, frame) && self.lies_in(position, inner, element, frame)
            }
            SetKind::Related(inner, relation) => {
                self.lies_in(position, inner, element, frame) && {
                    let whole = self.whole(position, inner, relation, frame);
                    self.related(position, relation, &whole, frame)(element)
                }
            }
            SetKind::Where(inner, condition) => {
                self.lies_in(position, inner, element, frame)
                    && self.holds(position, condition, &Frame { it: Some(element), ..frame.clone() })
            }
            SetKind::Union(sets) => sets.iter().any(|set| self.lies_in(position, set, element, frame)),
            SetKind::Except(set, other) => {
                self.lies_in(position, set, element, frame) && !self.lies_in(position, other, element, frame)
            }
            SetKind::Before(inner) => match frame.before {
                None => self.lies_in(position, inner, element, frame),
                Some(before) => self.lies_in(before, inner, element, &earlier(frame)),
            },
            SetKind::Word(_) | SetKind::Home(_) | SetKind::Twin(_) | SetKind::First(_) | SetKind::Row(..) => {
                let elements = self.elements(position, set, frame);
                let square = element.square();
                elements.contains(element) || (square.is_some() && elements.iter().any(|one| same_place(one, element)))
            }
        }
    }

    /// The piece of an element. `None` for an empty square.
    pub(crate) fn cell_of(&self, position: &Position, element: Element) -> Option<Cell> {
        match element {
            Element::On(square) => position.at(square),
            Element::Gone(_, cell) => Some(cell),
            Element::Held(side, _, piece) => Some(Cell::new(piece, side)),
        }
    }

    fn is_marked(&self, position: &Position, element: Element, id: StateId) -> bool {
        match self.tree.state[id.index()].kind.kind {
            Held::SquareMarks => {
                let marked = position.marked.get(id.index());
                element.square().is_some_and(|square| marked.is_some_and(|marked| marked.contains(square)))
            }
            _ => self.cell_of(position, element).is_some_and(|cell| match self.owner_by_mark(id) {
                Some(owner) => cell.is_of(owner),
                None => cell.marks & bit(id) != 0,
            }),
        }
    }

    /// The elements of `all` that an adjective fits.
    fn fitting(&self, position: &Position, adjective: Adjective, all: Elements, frame: &Frame<'_>) -> Elements {
        let fits = |one| self.fits(position, adjective, one, frame);
        let on = match adjective {
            Adjective::Of(whose) => {
                let sides = sides(whose, frame.own);
                position.standing(|cell| sides.iter().any(|side| cell.is_of(*side)))
            }
            Adjective::Neutral => position.standing(|cell| cell.neutral),
            Adjective::Empty => self.empties(position),
            Adjective::Other => frame.mover.map_or(SquareSet::EMPTY, |mover| !SquareSet::of(mover)),
            Adjective::Unmoved | Adjective::Royal => return all.filtered(fits),
        };
        match (adjective, frame.mover) {
            (Adjective::Other, None) => all,
            _ => all.within(&on, fits),
        }
    }

    fn fits(&self, position: &Position, adjective: Adjective, element: Element, frame: &Frame<'_>) -> bool {
        let cell = self.cell_of(position, element);
        match adjective {
            Adjective::Of(whose) => {
                cell.is_some_and(|cell| sides(whose, frame.own).into_iter().any(|side| cell.is_of(side)))
            }
            Adjective::Neutral => cell.is_some_and(|cell| cell.neutral),
            Adjective::Other => element.square().is_none() || element.square() != frame.mover,
            Adjective::Unmoved => matches!(element, Element::On(square) if self.is_unmoved(position, square)),
            Adjective::Royal => match (element, cell) {
                (Element::On(square), Some(cell)) => {
                    let together = self.together(position, cell.side);
                    self.royals(position, cell.side).contains(&square) || together.contains(&square)
                }
                (_, Some(cell)) => self.rules.piece(cell.piece).royalty.is_ever_royal(),
                _ => false,
            },
            Adjective::Empty => matches!(element, Element::On(square) if position.is_empty(square)),
        }
    }

    /// `true` if the piece on a square has not moved, by the record of unmoved pieces.
    pub(crate) fn is_unmoved(&self, position: &Position, square: Square) -> bool {
        position.at(square).is_some_and(|cell| match self.rules.unmoved {
            Some(_) => position.unmoved.contains(square),
            None => self.region(cell.side, &self.rules.piece(cell.piece).initial).contains(square),
        })
    }

    fn held_elements(&self, position: &Position, whose: Whose, store: Store, frame: &Frame<'_>) -> Elements {
        let mut held = Elements::new();
        for side in sides(whose, frame.own) {
            match store {
                Store::Hand => {
                    let kinds = self.rules.piece_ids().filter(|piece| position.held(side, *piece) > 0);
                    held.extend(kinds.map(|piece| Element::Held(side, None, piece)));
                }
                Store::Kept(id) => {
                    let kept = position.kept.get(id.index()).map(|kept| kept[side].clone()).unwrap_or_default();
                    held.extend(kept.into_iter().map(|piece| Element::Held(side, Some(id), piece)));
                }
            }
        }
        held
    }

    /// The elements of straight rows with at least this number of them.
    fn rows(&self, all: &SquareSet, least: usize) -> Elements {
        let mut found = Elements::new();
        let mut steps = AROUND.to_vec();
        if self.rules.geometry.topology().is_hexagonal() {
            steps.retain(|step| step.files * step.ranks != -1);
        }
        if self.rules.geometry.leads_between_levels() {
            let flat = steps.clone();
            steps.extend(flat.iter().flat_map(|step| [step.up(1), step.up(-1)]));
            steps.extend([Step::new(0, 0).up(1), Step::new(0, 0).up(-1)]);
        }
        for from in all.iter() {
            for step in steps.iter().copied() {
                let mut row = vec![from];
                row.extend(self.line(from, step).into_iter().take_while(|square| all.contains(*square)));
                if row.len() >= least {
                    found.extend(row.into_iter().map(Element::On));
                }
            }
        }
        found
    }

    /// The same square of the other of two boards.
    pub(crate) fn twin(&self, square: Square) -> Option<Square> {
        let geometry = &self.rules.geometry;
        let high = geometry.ranks_of_a_level();
        let other = (geometry.rank(square) + high) % geometry.ranks();
        (geometry.levels() == 2).then(|| geometry.at(geometry.file(square), other)).flatten()
    }
}

fn on_index(index: usize) -> Element {
    Element::On(Square::new(index as u16))
}

/// `true` if two elements have the same square, such as a captured piece and the square on which it stood.
fn same_place(one: Element, other: Element) -> bool {
    one.square() == other.square() && matches!((one, other), (Element::On(_), Element::Gone(..)))
}

/// The bit of a mark.
pub(crate) fn bit(id: StateId) -> u64 {
    1u64.checked_shl(u32::from(id.0)).unwrap_or(0)
}

/// The sides that a word means.
pub(crate) fn sides(whose: Whose, own: Player) -> Vec<Player> {
    match whose {
        Whose::Own => vec![own],
        Whose::Enemy => own.enemies().collect(),
        Whose::Partner => own.others().filter(|other| own.is_partner(*other)).collect(),
        Whose::Player(id) => std::iter::once(own).chain(own.others()).filter(|side| side.is(id)).collect(),
    }
}

fn words(position: &Position, word: Word, frame: &Frame<'_>) -> Elements {
    let on = |squares: &[Square]| squares.iter().copied().map(Element::On).collect();
    let gone = |pieces: &[(Square, Cell)]| pieces.iter().map(|(square, cell)| Element::Gone(*square, *cell)).collect();
    let last = &position.last;
    match word {
        Word::Mover => frame.mover.into_iter().map(Element::On).collect(),
        Word::Origin => on(&frame.origin),
        Word::Destination => on(&frame.destination),
        Word::Captured => gone(&frame.captured),
        Word::Chosen(id) => frame.chosen.get(id.index()).copied().flatten().into_iter().collect(),
        Word::It => frame.it.into_iter().collect(),
        Word::LastMover => last.mover.into_iter().map(Element::On).collect(),
        Word::LastOrigin => last.origin.iter().copied().collect(),
        Word::LastDestination => on(&last.destination),
        Word::LastCaptured => gone(&last.captured),
        Word::LastChosen => last.chosen.iter().copied().collect(),
    }
}
