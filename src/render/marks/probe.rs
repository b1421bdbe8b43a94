//! Calls of the walker for marks.
//!
//! Moves that depend on at most one other piece are tested on real boards. Moves that need several pieces (two
//! platforms, two victims) are tested with a [`ghost`] of the move, which assumes that these pieces are there.

use std::collections::BTreeMap;

use crate::board::{Square, SquareSet};
use crate::rules::EnPassant;
use crate::rules::movement::{Between, Course, Hop, Leg, Movement, Pattern, Platform, Terms};
use crate::walker::{self, Walk, ghost};

use super::super::study::Study;
use super::mark::{Kind, Kinds, Manner, Mark, Subject};

/// The largest value of legs × squares × squares for which each square is tested separately.
const VAST: usize = 2_000_000;

/// The marks found so far.
struct Board {
    marks: BTreeMap<Square, (Kinds, Manner)>,
}

impl Board {
    fn add(&mut self, square: Square, kind: Kind, manner: Manner) {
        let (kinds, known) = self.marks.entry(square).or_insert((Kinds::default(), manner));
        kinds.add(kind);
        *known = (*known).min(manner);
    }

    fn has(&self, square: Square, kind: Kind) -> bool {
        self.marks.get(&square).is_some_and(|(kinds, _)| kinds.has(kind))
    }
}

/// All marked squares, in order.
pub fn marks(subject: &Subject<'_>) -> Vec<Mark> {
    let mut board = Board { marks: BTreeMap::new() };
    for (movement, ends) in &subject.movements {
        for pattern in &movement.patterns {
            Probe { subject, movement, pattern, ends: *ends, manner: Manner::of(pattern), board: &mut board }.run();
        }
    }
    board.marks.into_iter().filter_map(|(square, (kinds, manner))| finished(subject, square, kinds, manner)).collect()
}

/// A mark without redundant kinds.
fn finished(subject: &Subject<'_>, square: Square, mut kinds: Kinds, manner: Manner) -> Option<Mark> {
    let lesser = [
        (Kind::Move, Kind::FirstMove),
        (Kind::Move, Kind::HopMove),
        (Kind::FirstMove, Kind::HopMove),
        (Kind::Take, Kind::FirstTake),
        (Kind::Take, Kind::HopTake),
        (Kind::Take, Kind::EnPassant),
        (Kind::Take, Kind::TakeRoyal),
    ];
    for (strong, lesser) in lesser {
        if kinds.has(strong) {
            kinds.remove(lesser);
        }
    }
    if square == subject.from {
        let stays = kinds.has(Kind::Move) || kinds.has(Kind::FirstMove) || kinds.has(Kind::HopMove);
        kinds = Kinds::default();
        if stays {
            kinds.add(Kind::Pass);
        }
    }
    (!kinds.is_empty()).then_some(Mark { square, kinds, manner })
}

/// The test of one kind of move.
struct Probe<'a, 'b> {
    subject: &'a Subject<'a>,
    movement: &'a Movement,
    pattern: &'a Pattern,
    ends: SquareSet,
    manner: Manner,
    board: &'b mut Board,
}

impl<'a> Probe<'a, '_> {
    fn run(mut self) {
        let quiet = reached(&self.walks(self.pattern, &self.alone()));
        let kind = if self.pattern.initial { Kind::FirstMove } else { Kind::Move };
        quiet.iter().for_each(|square| self.add(square, kind));
        // If its last leg may go to empty squares, the walker shows all squares on which the move could end.
        let open = opened(self.pattern);
        let candidates = reached(&self.walks(&open, &self.alone()));
        if self.is_vast() {
            return self.at_once(candidates);
        }
        for at in self.others() {
            self.one_enemy(at, quiet);
            self.one_friend(at, quiet);
        }
        self.in_passing(candidates);
        self.behind_a_mount(&open, candidates);
        self.blocks(&open, candidates);
        self.several_pieces();
    }

    fn add(&mut self, square: Square, kind: Kind) {
        self.board.add(square, kind, self.manner);
    }

    /// All squares except the piece's own.
    fn others(&self) -> SquareSet {
        self.subject.geometry.squares() & !SquareSet::of(self.subject.from)
    }

    /// The piece alone on the board, before its first move.
    fn alone(&self) -> Study<'a> {
        let Subject { geometry, side, from, .. } = *self.subject;
        Study { side, virgin: true, ..Study::new(self.movement, geometry, from) }
    }

    fn walks(&self, pattern: &Pattern, study: &Study<'_>) -> Vec<Walk> {
        let walks = study.walks_of(pattern);
        walks.into_iter().filter(|walk| walk.to == self.subject.from || self.ends.contains(walk.to)).collect()
    }

    /// Returns `true` if a separate test for each square would take too long.
    fn is_vast(&self) -> bool {
        let (legs, squares) = (self.pattern.legs().len(), self.subject.geometry.len());
        legs > 1 && legs * squares * squares > VAST
    }

    /// Marks the moves of many legs on a large board from a single walk: each destination of the last leg is marked
    /// as a capture.
    fn at_once(&mut self, candidates: SquareSet) {
        let Some(terms) = self.pattern.terms().copied() else { return };
        let kind = if self.pattern.initial { Kind::FirstTake } else { Kind::Take };
        for square in candidates & self.others() {
            if terms.enemy {
                self.add(square, if terms.royal_only { Kind::TakeRoyal } else { kind });
            }
            if terms.friend {
                self.add(square, Kind::TakeFriend);
            }
        }
        self.several_pieces();
    }

    /// Marks the moves that a lone enemy makes possible.
    fn one_enemy(&mut self, at: Square, quiet: SquareSet) {
        let study = Study { enemies: SquareSet::of(at), ..self.alone() };
        let walks = self.walks(self.pattern, &study);
        let taken = self.captures(&walks, at, if self.pattern.initial { Kind::FirstTake } else { Kind::Take });
        self.hops(&walks, quiet);
        if !taken && takes_royal_only(self.pattern) {
            let walks = self.walks(self.pattern, &Study { royal: true, ..study });
            self.captures(&walks, at, Kind::TakeRoyal);
        }
    }

    /// Marks the moves that a lone friend makes possible, castling included.
    fn one_friend(&mut self, at: Square, quiet: SquareSet) {
        let placed = SquareSet::of(at);
        let walks = self.walks(self.pattern, &Study { friends: placed, partners: placed, ..self.alone() });
        self.captures(&walks, at, Kind::TakeFriend);
        for walk in walks.iter().filter(|walk| walk.castling.is_some()) {
            self.add(walk.to, Kind::Castle);
        }
        let walks: Vec<Walk> = walks.into_iter().filter(|walk| walk.castling.is_none()).collect();
        self.hops(&walks, quiet);
    }

    /// Marks the moves that capture the piece on a square. Returns `true` if there is any.
    fn captures(&mut self, walks: &[Walk], at: Square, kind: Kind) -> bool {
        for walk in walks.iter().filter(|walk| walk.captures.contains(&at)) {
            if walk.to == at {
                self.add(at, kind);
                continue;
            }
            self.add(at, Kind::Victim);
            if walk.to != self.subject.from {
                self.add(walk.to, Kind::TakeElsewhere);
            }
        }
        walks.iter().any(|walk| walk.captures.contains(&at))
    }

    /// Marks the quiet moves that a piece has made possible.
    fn hops(&mut self, walks: &[Walk], quiet: SquareSet) {
        for walk in walks.iter().filter(|walk| walk.captures.is_empty() && !quiet.contains(walk.to)) {
            self.add(walk.to, Kind::HopMove);
        }
    }

    fn in_passing(&mut self, candidates: SquareSet) {
        if !self.pattern.terms().is_some_and(|terms| terms.en_passant) {
            return;
        }
        for target in candidates {
            // Any enemy on a square outside the candidates serves as the piece that has passed.
            let Some(victim) = (self.others() & !candidates).iter().next() else { continue };
            let study = Study {
                enemies: SquareSet::of(victim),
                en_passant: Some(EnPassant { targets: SquareSet::of(target), victim }),
                ..self.alone()
            };
            if self.walks(self.pattern, &study).iter().any(|walk| walk.en_passant && walk.to == target) {
                self.add(target, Kind::EnPassant);
            }
        }
    }

    /// Marks captures that need a piece to hop over.
    fn behind_a_mount(&mut self, open: &Pattern, candidates: SquareSet) {
        let takes = self.pattern.terms().is_some_and(|terms| terms.enemy);
        if !takes || !needs_a_piece(self.pattern) {
            return;
        }
        for mount in self.others() {
            let friends = SquareSet::of(mount);
            let walks = self.walks(open, &Study { friends, ..self.alone() });
            for square in reached(&walks) & !candidates & !friends {
                if self.board.has(square, Kind::HopTake) || square == self.subject.from {
                    continue;
                }
                let study = Study { friends, enemies: SquareSet::of(square), ..self.alone() };
                let found = self.walks(self.pattern, &study);
                if found.iter().any(|walk| walk.to == square && walk.captures.as_slice() == [square]) {
                    self.add(square, Kind::HopTake);
                }
            }
        }
    }

    /// Marks the squares inside a leap, or at the end of a short leg, on which a piece blocks the move.
    fn blocks(&mut self, open: &Pattern, candidates: SquareSet) {
        let legs = self.pattern.legs();
        if let [leg] = legs {
            if leg.between == Between::Empty {
                let Subject { geometry, side, from, .. } = *self.subject;
                let lines = walker::lines(open, geometry, side, from).unwrap_or_default();
                let steps = lines.iter().flat_map(|line| &line.steps);
                for step in steps.filter(|step| candidates.contains(step.square)) {
                    step.blockers.iter().for_each(|square| self.board.add(*square, Kind::Block, self.manner));
                }
            }
            return;
        }
        if legs.len() < 2 || legs[..legs.len() - 1].iter().any(Leg::slides) {
            return;
        }
        for at in self.others() {
            let walks = self.walks(open, &Study { friends: SquareSet::of(at), ..self.alone() });
            let left = reached(&walks) | SquareSet::of(at);
            if !candidates.is_subset(&left) {
                self.add(at, Kind::Block);
            }
        }
    }

    /// Marks moves that need more than one other piece.
    fn several_pieces(&mut self) {
        let needy = self.pattern.legs().iter().filter(|leg| leg.hop != Hop::None || !leg.terms.quiet).count();
        let legs = self.pattern.legs();
        if legs.len() < 2 || (needy < 2 && !self.is_vast()) {
            return;
        }
        let last = legs[legs.len() - 1].terms;
        for (index, leg) in legs[..legs.len() - 1].iter().enumerate() {
            if !leg.terms.captures() {
                continue;
            }
            let begun = Pattern { course: Course::Legs(legs[..=index].to_vec()), ..self.pattern.clone() };
            for square in reached(&self.walks(&ghost(&begun), &self.alone())) & self.others() {
                self.add(square, Kind::Victim);
            }
        }
        let must_take = legs[..legs.len() - 1].iter().any(|leg| leg.terms.captures() && !leg.terms.quiet);
        for square in reached(&self.walks(&ghost(self.pattern), &self.alone())) & self.others() {
            let known = [Kind::Move, Kind::FirstMove, Kind::HopMove, Kind::HopTake, Kind::TakeElsewhere];
            if known.iter().any(|kind| self.board.has(square, *kind)) {
                continue;
            }
            match (must_take, last.quiet) {
                (true, _) => self.add(square, Kind::TakeElsewhere),
                (false, true) => self.add(square, Kind::HopMove),
                (false, false) => self.add(square, Kind::HopTake),
            }
        }
    }
}

/// The squares on which quiet moves end.
fn reached(walks: &[Walk]) -> SquareSet {
    walks.iter().filter(|walk| walk.captures.is_empty()).map(|walk| walk.to).collect()
}

fn takes_royal_only(pattern: &Pattern) -> bool {
    pattern.terms().is_some_and(|terms| terms.royal_only) || pattern.legs().iter().any(|leg| leg.terms.royal_only)
}

/// Returns `true` if only another piece makes the move possible.
fn needs_a_piece(pattern: &Pattern) -> bool {
    pattern
        .legs()
        .iter()
        .any(|leg| leg.hop != Hop::None || leg.between == Between::Occupied || leg.terms.platform != Platform::None)
}

/// The same move, which may also end on empty squares.
fn opened(pattern: &Pattern) -> Pattern {
    let open = |terms: Terms| Terms { quiet: true, ..terms };
    let mut pattern = pattern.clone();
    match &mut pattern.course {
        Course::Legs(legs) => legs.iter_mut().rev().take(1).for_each(|leg| leg.terms = open(leg.terms)),
        Course::Anywhere(terms) => *terms = open(*terms),
        Course::Castling(_) => {}
    }
    pattern
}
