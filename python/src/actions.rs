//! The actions of a variant: a number for every move that can ever be legal in it.

use ferz::board::Step;
use ferz::rules::movement::{self, Bend, Course, Leg, Pattern, Wrap};
use ferz::rules::{Beyond, CastlingRule, Pass, PromotionZone, Rules};
use ferz::{Game, Move, MoveKind, MoveList, Outline, PieceId, Side, Square};

/// No action.
pub(crate) const NONE: u32 = u32::MAX;

/// Numbers of moves: first moves from one square to another, then promotions, castlings and drops. The whole range is
/// repeated for each piece that may enter behind a move, for each wall, and for each way to capture with the same
/// squares.
#[derive(Clone, Debug)]
pub(crate) struct Actions {
    pub(crate) squares: usize,
    pub(crate) pieces: usize,
    /// The actions for moves from one square to another.
    pub(crate) plain: Vec<u32>,
    /// The same for promotions, piece by piece; empty for a piece that no piece promotes to.
    pub(crate) promotions: Vec<Vec<u32>>,
    /// The actions for castling, by castling rule.
    pub(crate) castlings: Vec<u32>,
    /// The actions for drops, by piece, form and square.
    pub(crate) drops: Vec<u32>,
    pub(crate) base: u32,
    gates: u32,
    walls: u32,
    ways: u32,
}

/// Largest number of moves with the same squares and different captures that have different numbers.
const WAYS: u32 = 16;

impl Actions {
    /// The actions of a variant.
    pub fn new(rules: &Rules) -> Actions {
        let (squares, pieces) = (rules.geometry.len(), rules.pieces.len());
        let mut numbers = Numbers::default();
        let mut plain = vec![NONE; squares * squares];
        let mut promotions = vec![Vec::new(); pieces];
        let mut several_legs = false;
        for (index, piece) in rules.pieces.iter().enumerate() {
            let movements = std::iter::once(&piece.movement).chain(piece.extra.iter().map(|extra| &extra.movement));
            let patterns: Vec<&Pattern> = movements.flat_map(|movement| &movement.patterns).collect();
            several_legs |= patterns.iter().any(|pattern| takes_on_the_way(pattern.legs()));
            let unmoved = piece.initial.white | piece.initial.black;
            let own = promoting(rules, PieceId::new(index as u8));
            let two_steps =
                rules.beyond.takes.two_steps.iter().filter(|two| two.by.contains(&PieceId::new(index as u8)));
            let two_steps: Vec<&[Step]> = two_steps.map(|two| two.steps.as_slice()).collect();
            // Moves of two steps may have the same squares and different captures.
            several_legs |= !two_steps.is_empty();
            let step = piece.promotion_move.as_ref().and_then(|promotion| promotion.movement.as_ref());
            for from in rules.geometry.squares() {
                let here = patterns.iter().copied().filter(|pattern| !pattern.initial || unmoved.contains(from));
                let mut reached = destinations(rules, here, from);
                two_steps.iter().for_each(|steps| reached.extend(within_two_steps(rules, steps, from)));
                reached.iter().for_each(|to| numbers.give(&mut plain[from.index() * squares + to.index()]));
                if own.is_empty() {
                    continue;
                }
                if piece.promotion_move.is_some() {
                    reached.push(from);
                    let steps = step.into_iter().flat_map(|step| &step.patterns);
                    reached.extend(destinations(rules, steps, from));
                }
                for to in reached {
                    for choice in own.iter().filter(|choice| may_promote(rules, index, from, to, **choice)) {
                        let cells = &mut promotions[choice.index()];
                        cells.resize(squares * squares, NONE);
                        numbers.give(&mut cells[from.index() * squares + to.index()]);
                    }
                }
            }
        }
        let by_rules = !rules.tree.only_restricts() || !rules.tree.sides.neutral.is_empty();
        if adds_moves(&rules.beyond) || by_rules {
            // With special rules, a piece may go to any square and become any piece.
            several_legs = true;
            plain.iter_mut().for_each(|cell| numbers.give(cell));
            for cells in &mut promotions {
                cells.resize(squares * squares, NONE);
                cells.iter_mut().for_each(|cell| numbers.give(cell));
            }
        }
        // A side may pass in the rest of a turn.
        let stays = rules.constraints.pass != Pass::Never
            || rules.effects.walls.as_ref().is_some_and(|walls| walls.instead)
            || rules.beyond.turns != Beyond::default().turns;
        if stays {
            rules.geometry.squares().iter().for_each(|at| numbers.give(&mut plain[at.index() * (squares + 1)]));
        }
        let mut castlings = vec![NONE; rules.castling.len()];
        castlings.iter_mut().for_each(|cell| numbers.give(cell));
        let mut drops = vec![NONE; pieces * (pieces + 1) * squares];
        for piece in rules.piece_ids().filter(|_| rules.hand.is_some() || !rules.effects.gating.is_empty()) {
            let Some(drop) = &rules.piece(piece).drop else { continue };
            let forms = std::iter::once(0).chain(drop.also_as.iter().map(|form| form.index() + 1));
            for form in forms {
                for to in rules.geometry.squares() {
                    numbers.give(&mut drops[(piece.index() * (pieces + 1) + form) * squares + to.index()]);
                }
            }
        }
        let gates = 1 + 2 * rules.effects.gating.len() as u32;
        let chosen = rules.effects.walls.is_some() || rules.tree.offers_choices();
        let walls = if chosen { 1 + squares as u32 } else { 1 };
        let ways = if several_legs { WAYS } else { 1 };
        let base = numbers.next;
        Actions { squares, pieces, plain, promotions, castlings, drops, base, gates, walls, ways }
    }

    /// The number of actions.
    pub fn len(&self) -> usize {
        self.base as usize * (self.gates * self.walls * self.ways) as usize
    }

    /// The number of variants of each action: with gated pieces, walls, and different captures with the same squares.
    pub fn extras(&self) -> u32 {
        self.gates * self.walls * self.ways
    }

    /// The numbers of the legal moves of a position, in the order of the moves. All numbers differ.
    pub fn of_moves(&self, rules: &Rules, side: Side, moves: &[Move], found: &mut Vec<u32>) {
        found.clear();
        if self.ways == 1 {
            found.extend(moves.iter().map(|made| self.number(rules, side, made)));
            return;
        }
        // Moves that differ only in their captures are numbered in the order of their captured squares.
        let mut order: Vec<(u32, usize)> =
            moves.iter().enumerate().map(|(index, made)| (self.number(rules, side, made), index)).collect();
        order.sort_unstable_by(|(a, i), (b, j)| (a, &moves[*i]).cmp(&(b, &moves[*j])));
        found.resize(moves.len(), NONE);
        let (mut last, mut way) = (NONE, 0);
        for (number, index) in order {
            way = if number == last { way + 1 } else { 0 };
            last = number;
            if number != NONE && way < self.ways {
                found[index] = number + way * self.base * self.gates * self.walls;
            }
        }
    }

    /// The numbers of the legal moves of a game: in the order of the outlines, or in the order of the list, if that
    /// has been filled because squares do not identify moves.
    pub fn of_game(&self, game: &mut Game, outlines: &[Outline], list: &mut MoveList, found: &mut Vec<u32>) {
        list.clear();
        if self.gates * self.walls * self.ways > 1 {
            game.list(list);
            return self.of_moves(game.rules(), game.turn(), list, found);
        }
        // A simple move or capture is identified by its squares. A plain loop over preallocated slots: iterator
        // closures would be calls, and a growing list would check its capacity each time.
        found.clear();
        found.resize(outlines.len(), NONE);
        for (number, place) in found.iter_mut().enumerate() {
            let Outline { from, to, goes } = outlines[number];
            if goes {
                *place = self.plain[from.index() * self.squares + to.index()];
            } else if let Some(made) = game.numbered(number) {
                *place = self.number(game.rules(), game.turn(), &made);
            }
        }
    }

    /// Returns `true` if squares and promotions identify every move.
    pub fn are_plain(&self) -> bool {
        self.extras() == 1
    }

    /// Lists the legal moves of a game in outline and their numbers, using the memory of `room`. Returns the end of
    /// the game if it is over. Only for games whose [moves are plain](Actions::are_plain). A plain loop over
    /// preallocated slots: iterator closures would be calls, and a growing list would check its capacity each time.
    pub fn of_plain_game(
        &self,
        game: &mut Game,
        outlines: &mut Vec<Outline>,
        room: &mut MoveList,
        found: &mut Vec<u32>,
    ) -> Option<ferz::Ended> {
        let end = game.outline_in(outlines, room);
        found.clear();
        found.resize(outlines.len(), NONE);
        for (number, place) in found.iter_mut().enumerate() {
            let Outline { from, to, goes } = outlines[number];
            if goes {
                *place = self.plain[from.index() * self.squares + to.index()];
            } else if let Some(made) = game.numbered_in(number, room) {
                *place = self.number(game.rules(), game.turn(), &made);
            }
        }
        end
    }

    #[inline]
    fn number(&self, rules: &Rules, side: Side, made: &Move) -> u32 {
        let at = made.from.index() * self.squares + made.to.index();
        let number = match (made.kind(), made.promotion()) {
            (MoveKind::Proposal, _) => self.plain[at],
            (MoveKind::Drop, form) => {
                let form = form.map_or(0, |form| form.index() + 1);
                self.drops[(made.piece.index() * (self.pieces + 1) + form) * self.squares + made.to.index()]
            }
            (MoveKind::Castling { partner_to, .. }, _) => {
                let fits =
                    |rule: &CastlingRule| rule.side == side && rule.to == made.to && rule.partner_to == partner_to;
                let at = rules.castling.iter().position(fits);
                at.map_or(NONE, |at| self.castlings[at])
            }
            // Moves with the same squares are distinguished by the squares that they pass, or by their captures.
            (
                MoveKind::Normal
                | MoveKind::EnPassant
                | MoveKind::Lifted
                | MoveKind::Through(_)
                | MoveKind::Rule(_)
                | MoveKind::StaysAndCaptures
                | MoveKind::VanishesAndCaptures,
                promotion,
            ) => match promotion {
                None => self.plain[at],
                Some(choice) => self.promotions[choice.index()].get(at).copied().unwrap_or(NONE),
            },
        };
        if number == NONE || self.gates * self.walls == 1 {
            return number;
        }
        let gate = made.gate().map_or(0, |gate| {
            let which = rules.effects.gating.iter().position(|piece| *piece == gate.piece).unwrap_or(0) as u32;
            1 + 2 * which + u32::from(gate.on != made.from)
        });
        let picked = made.picks().row().iter().find_map(|pick| match pick {
            ferz::Pick::On(square) | ferz::Pick::Captured(square) => Some(*square),
            _ => None,
        });
        let wall = made.wall().or(picked).map_or(0, |wall| wall.index() as u32 + 1);
        number + self.base * (gate + self.gates * wall)
    }

    /// Each action in words: `e2e4`, `e7e8=queen`, `O-O (K)`, `pawn@e4`, with `/` and a number if there are several
    /// ways because of gating, walls or captures.
    pub fn names(&self, rules: &Rules) -> Vec<String> {
        let mut names = vec![String::new(); self.base as usize];
        let name = |index: usize| rules.geometry.name(Square::new(index as u16));
        for (at, number) in self.plain.iter().enumerate().filter(|(_, number)| **number != NONE) {
            names[*number as usize] = name(at / self.squares) + &name(at % self.squares);
        }
        for (piece, cells) in self.promotions.iter().enumerate() {
            for (at, number) in cells.iter().enumerate().filter(|(_, number)| **number != NONE) {
                let piece = &rules.pieces[piece].name;
                names[*number as usize] = format!("{}{}={piece}", name(at / self.squares), name(at % self.squares));
            }
        }
        for (rule, number) in rules.castling.iter().zip(&self.castlings) {
            names[*number as usize] = format!("castling {} {}", rule.side.name(), rule.letter);
        }
        for (at, number) in self.drops.iter().enumerate().filter(|(_, number)| **number != NONE) {
            let (form, square) = (at / self.squares, name(at % self.squares));
            let piece = &rules.pieces[form / (self.pieces + 1)].name;
            let form = match form % (self.pieces + 1) {
                0 => String::new(),
                form => format!("={}", rules.pieces[form - 1].name),
            };
            names[*number as usize] = format!("{piece}@{square}{form}");
        }
        let all = (1..self.gates * self.walls * self.ways)
            .flat_map(|way| names.iter().map(move |name| format!("{name}/{way}")).collect::<Vec<_>>());
        let all: Vec<String> = all.collect();
        names.into_iter().chain(all).collect()
    }
}

/// Returns `true` if rules give pieces moves or captures beyond their notations, or let a move change a piece in
/// another way. Other special rules only forbid moves, or change pieces and hands after a move.
fn adds_moves(beyond: &Beyond) -> bool {
    let (mut left, none) = (beyond.clone(), Beyond::default());
    let (relations, without) = (&mut left.relations, none.relations.clone());
    relations.persuasion = without.persuasion;
    relations.wary = without.wary;
    let (takes, without) = (&mut left.takes, none.takes.clone());
    takes.unguarded_only = without.unguarded_only;
    // Moves of two steps have separate numbers.
    takes.two_steps = without.two_steps;
    takes.in_hand_as = without.in_hand_as;
    let (turns, without) = (&mut left.turns, none.turns.clone());
    turns.boards = without.boards;
    left != none
}

/// All squares that one or two steps can reach, for either side, including the start square itself.
fn within_two_steps(rules: &Rules, steps: &[Step], from: Square) -> Vec<Square> {
    let onward = |from: Square| {
        let landings = steps.iter().flat_map(|step| [*step, step.reversed()]);
        landings.filter_map(|step| rules.geometry.step(from, step)).map(|landing| landing.square).collect::<Vec<_>>()
    };
    let first = onward(from);
    first.iter().flat_map(|square| onward(*square)).chain(first.iter().copied()).collect()
}

fn takes_on_the_way(legs: &[Leg]) -> bool {
    legs.split_last().is_some_and(|(_, before)| before.iter().any(|leg| leg.terms.captures()))
}

/// Assigns numbers one after the other.
#[derive(Default)]
struct Numbers {
    next: u32,
}

impl Numbers {
    fn give(&mut self, cell: &mut u32) {
        if *cell == NONE {
            *cell = self.next;
            self.next += 1;
        }
    }
}

/// Promotion choices of a piece.
fn promoting(rules: &Rules, piece: PieceId) -> Vec<PieceId> {
    let piece = rules.piece(piece);
    let mut choices: Vec<PieceId> = Vec::new();
    if let Some(promotion) = &piece.promotion {
        choices.extend(promotion.choices.white.iter().chain(&promotion.choices.black));
    }
    if let Some(promotion) = &piece.promotion_move {
        choices.extend(&promotion.choices);
    }
    choices.sort_unstable();
    choices.dedup();
    choices
}

fn may_promote(rules: &Rules, piece: usize, from: Square, to: Square, choice: PieceId) -> bool {
    let piece = &rules.pieces[piece];
    let by_move = piece.promotion_move.as_ref().is_some_and(|promotion| promotion.choices.contains(&choice));
    by_move
        || piece.promotion.as_ref().is_some_and(|promotion| {
            Side::ALL.into_iter().any(|side| {
                let zone = &promotion.zone[side];
                let from_zone = matches!(promotion.when, PromotionZone::Touching | PromotionZone::Entering);
                let touches = from_zone && zone.contains(from);
                promotion.choices[side].contains(&choice) && (zone.contains(to) || touches)
            })
        })
}

/// All squares to which moves may lead from a square with any other pieces on the board, for both sides. For moves of
/// several legs the set may be too large.
fn destinations<'a>(rules: &Rules, patterns: impl Iterator<Item = &'a Pattern>, from: Square) -> Vec<Square> {
    let mut reached = vec![false; rules.geometry.len()];
    for pattern in patterns {
        match &pattern.course {
            Course::Anywhere(_) => rules.geometry.squares().iter().for_each(|to| reached[to.index()] = true),
            Course::Castling(_) => {
                let rank = rules.geometry.rank(from);
                let beside = rules.geometry.squares().iter().filter(|to| rules.geometry.rank(*to) == rank);
                beside.for_each(|to| reached[to.index()] = true);
            }
            Course::Legs(legs) => {
                let mut stops = vec![from];
                for (number, leg) in legs.iter().enumerate() {
                    stops = ends_of_leg(rules, leg, &stops, number > 0);
                }
                stops.into_iter().for_each(|to| reached[to.index()] = true);
            }
        }
    }
    rules.geometry.squares().iter().filter(|to| reached[to.index()]).collect()
}

/// The squares on which a leg may end if it begins on one of the start squares.
fn ends_of_leg(rules: &Rules, leg: &Leg, starts: &[Square], turned: bool) -> Vec<Square> {
    let geometry = match leg.wrap {
        Wrap::None => rules.geometry.clone(),
        Wrap::Files => rules.geometry.clone().with_topology(ferz::Topology::Cylinder),
        Wrap::FilesAndRanks => rules.geometry.clone().with_topology(ferz::Topology::Torus),
    };
    let bends = leg.bend != Bend::Straight;
    let longest = leg.range.map_or(usize::MAX, usize::from).max(1).saturating_add(usize::from(leg.skip));
    let set = if turned || bends { u8::MAX } else { leg.headings };
    let steps: Vec<Step> = movement::headings(set)
        .map(|heading| leg.leap.step(heading))
        .flat_map(|step| [step, step.reversed()])
        .collect();
    let mut reached = vec![false; geometry.len()];
    let mut ride = |start: Square, step: Step| {
        let (mut here, mut way, mut left) = (start, step, longest.min(geometry.len()));
        while let Some(landing) = geometry.step(here, way).filter(|_| left > 0) {
            (here, way, left) = (landing.square, landing.onward, left - 1);
            reached[here.index()] = true;
        }
    };
    if !bends {
        starts.iter().for_each(|start| steps.iter().for_each(|step| ride(*start, *step)));
    } else {
        // A ride that turns with each leap: the squares that any of its leaps reaches.
        let mut waiting: Vec<Square> = starts.to_vec();
        while let Some(here) = waiting.pop() {
            for landing in steps.iter().filter_map(|step| geometry.step(here, *step)) {
                if !std::mem::replace(&mut reached[landing.square.index()], true) {
                    waiting.push(landing.square);
                }
            }
        }
    }
    geometry.squares().iter().filter(|to| reached[to.index()]).collect()
}
