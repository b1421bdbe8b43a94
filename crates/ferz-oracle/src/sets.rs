//! Sets of the language of rules.

use ferz_core::board::{Side, Square};
use ferz_core::rules::tree::{
    Adjective, Area, Held, Layer, Meaning, RelationKind, Set, SetKind, StateId, Store, Whose, Word,
};
use ferz_core::work;

use crate::cell::Cell;
use crate::element::{Element, Elements, squares};
use crate::frame::Frame;
use crate::moves::AROUND;
use crate::oracle::Oracle;
use crate::position::Position;

impl Oracle {
    /// The elements of a set.
    pub(crate) fn elements(&self, position: &Position, set: &Set, frame: &Frame<'_>) -> Elements {
        if !work::spend(1) {
            return Elements::new();
        }
        match &set.kind {
            SetKind::None => Elements::new(),
            SetKind::Passed => position.passed_squares().iter().map(Element::On).collect(),
            SetKind::Word(word) => words(position, *word, frame),
            SetKind::Defined(id) => match &self.tree.defines[id.index()].kind.meaning {
                Meaning::Set(set) => self.elements(position, set, frame),
                Meaning::Condition(_) => Elements::new(),
            },
            SetKind::Filtered(adjective, inner) => {
                let mut elements = self.elements(position, inner, frame);
                elements.retain(|element| self.fits(position, *adjective, *element, frame));
                elements
            }
            SetKind::Related(inner, relation) => {
                if let RelationKind::In(whose, store) = &relation.kind {
                    let held = self.held_elements(position, *whose, *store, frame);
                    return held.into_iter().filter(|held| self.lies_in(position, inner, *held, frame)).collect();
                }
                let all = self.elements(position, inner, frame);
                if let RelationKind::Attacking(Layer::Joint, of) | RelationKind::Guarding(Layer::Joint, of) =
                    &relation.kind
                {
                    let guards = matches!(relation.kind, RelationKind::Guarding(..));
                    let aiming = self.aiming_jointly(position, &self.elements(position, of, frame), guards);
                    return all
                        .into_iter()
                        .filter(|one| matches!(one, Element::On(at) if aiming.contains(*at)))
                        .collect();
                }
                if all.is_empty() {
                    return all;
                }
                let stands = self.related(position, relation, &all, frame);
                all.iter().copied().filter(|one| stands(*one)).collect()
            }
            SetKind::Where(inner, condition) => {
                let mut elements = self.elements(position, inner, frame);
                elements.retain(|one| self.holds(position, condition, &Frame { it: Some(*one), ..frame.clone() }));
                elements
            }
            SetKind::Union(sets) => sets.iter().flat_map(|set| self.elements(position, set, frame)).collect(),
            SetKind::Except(set, other) => {
                let mut elements = self.elements(position, set, frame);
                elements.retain(|element| !self.lies_in(position, other, *element, frame));
                elements
            }
            SetKind::Home(inner) => {
                let kinds: Vec<Cell> = self
                    .elements(position, inner, frame)
                    .iter()
                    .filter_map(|one| self.cell_of(position, *one))
                    .collect();
                let is_home = |index: usize| {
                    let placed = self.rules.setup.pieces[index];
                    placed.is_some_and(|at| kinds.iter().any(|cell| cell.piece == at.piece && cell.side == at.side))
                };
                (0..self.rules.setup.pieces.len()).filter(|index| is_home(*index)).map(on_index).collect()
            }
            SetKind::Twin(inner) => {
                let elements = self.elements(position, inner, frame);
                elements.iter().filter_map(|one| self.twin(one.square()?)).map(Element::On).collect()
            }
            SetKind::First(inner) => {
                let elements = self.elements(position, inner, frame);
                let geometry = &self.rules.geometry;
                let order = |one: &&Element| {
                    one.square().map(|square| (geometry.rank_for(frame.own, square), geometry.file(square)))
                };
                elements.iter().min_by_key(order).into_iter().copied().collect()
            }
            SetKind::Row(least, inner) => self.rows(&self.elements(position, inner, frame), usize::from(*least)),
            SetKind::Before(inner) => match frame.before {
                None => self.elements(position, inner, frame),
                Some(before) => {
                    let earlier = Frame { mover: frame.origin.first().copied(), before: None, ..frame.clone() };
                    self.elements(before, inner, &earlier)
                }
            },
            SetKind::Pieces
            | SetKind::Squares
            | SetKind::Empty
            | SetKind::Walls
            | SetKind::Area(_)
            | SetKind::Rolled
            | SetKind::Kind(_)
            | SetKind::Marked(_) => {
                let all = self.rules.geometry.squares();
                all.iter().map(Element::On).filter(|one| self.lies_in(position, set, *one, frame)).collect()
            }
        }
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
                let squares = squares(&self.elements(position, set, frame));
                element.square().is_some_and(|square| squares.contains(&square))
            }
            SetKind::Area(area) => element.square().is_some_and(|square| is_in_area(area, frame.own, square)),
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
                    let all = match relation.kind {
                        RelationKind::Joined { .. } => self.elements(position, inner, frame),
                        _ => Elements::new(),
                    };
                    self.related(position, relation, &all, frame)(element)
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
                Some(before) => {
                    let earlier = Frame { mover: frame.origin.first().copied(), before: None, ..frame.clone() };
                    self.lies_in(before, inner, element, &earlier)
                }
            },
            SetKind::Word(_) | SetKind::Home(_) | SetKind::Twin(_) | SetKind::First(_) | SetKind::Row(..) => {
                let elements = self.elements(position, set, frame);
                let square = element.square();
                elements.contains(&element)
                    || (square.is_some() && elements.iter().any(|one| same_place(*one, element)))
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
            _ => self.cell_of(position, element).is_some_and(|cell| cell.marks & bit(id) != 0),
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

    /// `true` if the piece on a square has not moved, by the account that the game keeps.
    pub(crate) fn is_unmoved(&self, position: &Position, square: Square) -> bool {
        position.at(square).is_some_and(|cell| match self.rules.unmoved {
            Some(_) => position.unmoved.contains(square),
            None => self.rules.piece(cell.piece).initial[cell.side].contains(square),
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
    fn rows(&self, elements: &Elements, least: usize) -> Elements {
        let all = squares(elements);
        let mut found = Elements::new();
        for from in &all {
            for step in AROUND {
                let mut row = vec![*from];
                row.extend(self.line(*from, step).into_iter().take_while(|square| all.contains(square)));
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

fn is_in_area(area: &Area, own: Side, square: Square) -> bool {
    area.squares[own].contains(square)
}

/// `true` if an element is asked for by the square of another: a captured piece and its square.
fn same_place(one: Element, other: Element) -> bool {
    one.square() == other.square() && matches!((one, other), (Element::On(_), Element::Gone(..)))
}

/// The bit of a mark.
pub(crate) fn bit(id: StateId) -> u64 {
    1u64.checked_shl(u32::from(id.0)).unwrap_or(0)
}

/// The sides that a word means.
pub(crate) fn sides(whose: Whose, own: Side) -> Vec<Side> {
    match whose {
        Whose::Own => vec![own],
        Whose::Enemy => vec![!own],
        // Two sides have no partners.
        Whose::Partner => Vec::new(),
        Whose::Player(id) => Side::ALL.into_iter().filter(|side| side.index() == id.index()).collect(),
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
