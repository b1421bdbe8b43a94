//! Static evaluation of positions.

use crate::board::{BySide, Geometry, Side, Square, SquareSet, Step};
use crate::game::Position;
use crate::interpreter::Move;
use crate::rules::{
    Blast, Condition, Constraints, Flips, HandRule, Line, Pass, Piece, PieceId, PlacedPiece, Royalty, Rules, Verdict,
};

use super::blasts::Blasts;
use super::checking::Checking;
use super::ends::{self, Needed, have_effects, have_goals, only_restrict};
use super::exposed::Exposed;
use super::held::{Hand, bit};
use super::joining::Joining;
use super::near::beside;
use super::reading;
use super::terms::{self, Terms};
use super::values::{Values, is_shedding};

/// Evaluation data of one variant.
#[derive(Clone, Debug)]
pub struct Evaluator {
    values: Values,
    /// Terms that are read from the attacks of all pieces; `None` in games that need other terms.
    terms: Option<Terms>,
    /// A quick test for checks; `None` if the variant has none.
    pub(super) checking: Option<Checking>,
    /// `true` if pieces can be in a hand.
    hands: bool,
    /// For each piece, the value that its capture adds to the hand.
    won: Vec<i32>,
    blast: Option<Blast>,
    /// Captures that blow up pieces; `None` in games without them.
    pub(super) blasts: Option<Blasts>,
    /// The pieces that can be royal.
    ever_royal: Vec<bool>,
    /// The squares beside each square.
    beside: Vec<SquareSet>,
    /// By piece, `true` if it is always royal.
    royals: Vec<bool>,
    /// The score for each move that a side has more than the other side.
    mobility_weight: i32,
    /// The number of checks that wins; `None` if checks are not counted.
    checks: Option<u16>,
    rows: Vec<Row>,
    /// The end that a side wins by connecting its pieces.
    joining: Option<Joining>,
    /// The pieces without which a side loses.
    needed: Vec<Needed>,
    /// In games in which moves to empty squares turn over neighbours.
    exposed: Option<Exposed>,
    /// In games in which lines of pieces change sides: the safety of a piece on each square.
    stable: Option<Vec<i32>>,
    /// The material of both sides at the start.
    material: i32,
    middle: (i32, i32),
    coordinates: Vec<(i32, i32)>,
    /// `true` if having the turn is an advantage in nearly all positions, so that null-move pruning is sound.
    pub gains_by_turn: bool,
    /// `true` if all moves are captures, so that no position is quiet.
    pub(super) only_captures: bool,
    /// `true` if a side that can capture must capture.
    pub(super) must_capture: bool,
    /// `true` if moves can have effects on pieces that their captures do not tell.
    pub(super) has_effects: bool,
}

/// A row of squares that wins if a side occupies all of them.
#[derive(Clone, Debug)]
struct Row {
    squares: Vec<Square>,
    pieces: Vec<PieceId>,
}

/// Score of a row by the number of its squares that one side holds, if the other side holds none.
const ROW: [i32; 6] = [0, 4, 16, 60, 180, 400];
/// Score of a check that counts towards a win by checks. The second check scores more than the first.
const CHECK: i32 = 130;
/// The score for each additional move: in games in which pieces only block each other, and in other games.
const MOBILITY: (i32, i32) = (18, 3);

/// If material alone is this far outside the window, the other terms are not counted.
const LAZY: i32 = 500;

/// An exchange that loses no more than this is even, as of a bishop for a knight.
const EVEN: i32 = 60;

/// The value of a royal piece that a blast removes.
const ROYAL: i32 = 10_000;

/// Evaluation terms of a side.
#[derive(Clone, Copy, Default, Debug)]
struct Sum {
    placed: i32,
    material: i32,
    hand: Hand,
    royal: Option<(PieceId, Square)>,
}

impl Sum {
    /// Adds the pieces of a kind that are in hand, which are worth this much together.
    fn hold(&mut self, piece: PieceId, worth: i32) {
        self.placed += worth;
        self.material += worth.abs();
        self.hand.value += worth;
        self.hand.kinds |= bit(piece);
    }
}

impl Evaluator {
    /// The evaluation data of a variant.
    pub fn new(rules: &Rules) -> Evaluator {
        let takes = |piece: &crate::rules::Piece| piece.movement.patterns.iter().any(|pattern| pattern.captures());
        let peaceful = !rules.pieces.iter().any(takes);
        let by_attacks = !peaceful && gains_by_turn(rules) && terms::fit(rules);
        let values = Values::new(rules, by_attacks);
        let checks = rules.ends.iter().find_map(|end| match end.condition {
            Condition::Checks { times } => Some(times),
            _ => None,
        });
        let geometry = &rules.geometry;
        let coordinates =
            (0..geometry.len()).map(|index| place(geometry, Square::new(index as u16))).collect::<Vec<_>>();
        let material = |placed: &PlacedPiece| values.base[placed.piece.index()].abs();
        let material = rules.setup.pieces.iter().flatten().map(material).sum();
        let to_hand = |piece: &crate::rules::Piece| match rules.hand {
            Some(HandRule::Captured) => values.base[piece.captured_as.index()],
            _ => 0,
        };
        let terms = by_attacks.then(|| Terms::new(rules, &values));
        Evaluator {
            terms,
            checking: Checking::new(rules),
            won: rules.pieces.iter().map(to_hand).collect(),
            blast: rules.effects.blast.clone(),
            blasts: Blasts::new(rules, &values.base),
            ever_royal: rules.pieces.iter().map(|piece| piece.royalty.is_ever_royal()).collect(),
            beside: (0..geometry.len()).map(|index| beside(geometry, Square::new(index as u16))).collect(),
            royals: rules.pieces.iter().map(|piece| piece.royalty == Royalty::Royal).collect(),
            gains_by_turn: gains_by_turn(rules) && !peaceful,
            only_captures: only_captures(rules),
            must_capture: rules.constraints.must_capture || ends::demand_captures(rules),
            has_effects: rules.effects.flips.is_some() || have_effects(rules),
            hands: rules.hand.is_some(),
            mobility_weight: if peaceful && !have_goals(rules) { MOBILITY.0 } else { MOBILITY.1 },
            checks,
            rows: rows(rules),
            joining: Joining::new(rules),
            needed: Needed::of(rules),
            exposed: Exposed::new(rules, &values.base).filter(|_| !only_captures(rules)),
            stable: (rules.effects.flips == Some(Flips::Enclosed)).then(|| stability(geometry)),
            material,
            middle: (geometry.files() as i32 - 1, geometry.ranks() as i32 - 1),
            coordinates,
            values,
        }
    }

    /// Value of a piece.
    pub fn value(&self, piece: PieceId) -> i32 {
        self.values.base[piece.index()]
    }

    /// Returns `true` if the evaluation reads the attacks of all pieces, and not the number of moves.
    pub(super) fn reads_attacks(&self) -> bool {
        self.terms.is_some()
    }

    /// The immediate gain of a move: captured pieces, their value in hand, and promotion.
    pub fn gain(&self, position: &Position<'_>, mv: &Move) -> i32 {
        if mv.promotion().is_none() && !mv.is_capture() {
            return 0;
        }
        let side = position.turn();
        let mut gain = mv.promotion().map_or(0, |choice| self.value(choice) - self.value(mv.piece));
        for taken in mv.captures().squares().iter().filter_map(|square| position.piece_at(*square)) {
            let value = self.value(taken.piece).max(1);
            gain += if taken.side == side { -value } else { value + self.won[taken.piece.index()] };
        }
        match &self.blast {
            Some(blast) if mv.is_capture() => gain + self.blown_up(blast, position, mv),
            _ => gain,
        }
    }

    /// Returns `true` if a move with this gain loses clearly more than that, because an enemy piece can capture the moved piece. This
    /// looks at one answer, and only in games in which captures are exchanges of pieces.
    pub fn loses_exchange(&self, position: &Position<'_>, mv: &Move, gain: i32) -> bool {
        let index = mv.promotion().unwrap_or(mv.piece).index();
        let loss = self.values.base[index] + self.won[index];
        self.gains_by_turn
            && self.blast.is_none()
            && loss > gain + EVEN
            && position.is_attacked(mv.to, !position.turn())
    }

    /// Gain by the blast of a capture.
    fn blown_up(&self, blast: &Blast, position: &Position<'_>, mv: &Move) -> i32 {
        let side = position.turn();
        let mut gain = if blast.immune.contains(&mv.piece) { 0 } else { -self.value(mv.piece) };
        for square in self.beside[mv.to.index()].iter().filter(|square| *square != mv.from) {
            let Some(placed) = position.piece_at(square) else { continue };
            if blast.spares.contains(&placed.piece) || mv.captures().squares().contains(&square) {
                continue;
            }
            let value = if self.ever_royal[placed.piece.index()] { ROYAL } else { self.value(placed.piece) };
            gain += if placed.side == side { -value } else { value };
        }
        gain
    }

    /// The score of a position for the side to move, and `true` if it has all terms. `lead` is the number of its moves minus the
    /// number that the other side had. If material alone is far outside the window `within`, the terms of attacks are left
    /// out.
    pub(super) fn evaluate(&self, position: &Position<'_>, lead: i32, within: Option<(i32, i32)>) -> (i32, bool) {
        let side = position.turn();
        let sums = self.sums(position);
        let mut score = sums[side].placed - sums[!side].placed;
        score += self.driving(&sums, side) - self.driving(&sums, !side);
        if let Some(times) = self.checks {
            let left = position.checks_left();
            let given = |side: Side| i32::from(times.saturating_sub(left[side]));
            score += CHECK * (given(side).pow(2) - given(!side).pow(2));
        }
        if !self.rows.is_empty() {
            score += self.in_rows(position, side);
        }
        if let Some(joining) = &self.joining {
            score += joining.score(position, side) - joining.score(position, !side);
        }
        for needed in &self.needed {
            score += needed.score(position, side) - needed.score(position, !side);
        }
        if let Some(exposed) = &self.exposed {
            score += exposed.score(position, side);
        }
        let Some(terms) = &self.terms else { return (score + (lead * self.mobility_weight).clamp(-400, 400), true) };
        if within.is_some_and(|(alpha, beta)| score + LAZY <= alpha || score - LAZY >= beta) {
            return (score, false);
        }
        let left = (sums.white.material + sums.black.material) * 100 / self.material.max(1);
        let hands = sums.map(|sum| sum.hand);
        (score + reading::score(terms, position, hands, left.min(100)).unwrap_or(0), true)
    }

    /// The value of the pieces of a side on their squares, less that of the other side.
    pub(super) fn balance(&self, position: &Position<'_>, side: Side) -> i32 {
        let sums = self.sums(position);
        sums[side].placed - sums[!side].placed
    }

    fn sums(&self, position: &Position<'_>) -> BySide<Sum> {
        let mut sums = BySide::from_fn(|_| Sum::default());
        position.each_piece(&mut |square, placed| self.add(&mut sums[placed.side], square, placed));
        if self.hands {
            position.each_in_hand(&mut |side, piece, count| {
                sums[side].hold(piece, i32::from(count.min(64)) * self.value(piece))
            });
        }
        sums
    }

    fn add(&self, sum: &mut Sum, square: Square, placed: PlacedPiece) {
        sum.placed += match &self.stable {
            Some(stable) => stable[square.index()],
            None => self.values.at(placed.side, placed.piece, square),
        };
        sum.material += self.value(placed.piece).abs();
        if self.royals[placed.piece.index()] {
            sum.royal = Some((placed.piece, square));
        }
    }

    /// Bonus for a side that is far ahead, for driving the enemy's royal piece to a bad square and bringing its own
    /// near. Without it, won games would not end.
    fn driving(&self, sums: &BySide<Sum>, side: Side) -> i32 {
        let (us, them) = (&sums[side], &sums[!side]);
        let Some((piece, prey)) = them.royal else { return 0 };
        if us.material < them.material + 300 || them.material * 3 > self.material / 2 {
            return 0;
        }
        let (file, rank) = self.coordinates[prey.index()];
        let from_middle = (2 * file - self.middle.0).abs() + (2 * rank - self.middle.1).abs();
        let near = us.royal.map_or(0, |(_, own)| {
            let (own_file, own_rank) = self.coordinates[own.index()];
            -8 * (own_file - file).abs().max((own_rank - rank).abs())
        });
        from_middle * 5 - self.values.mobility(!side, piece, prey) / 2 + near
    }

    fn in_rows(&self, position: &Position<'_>, side: Side) -> i32 {
        let mut score = 0;
        for row in &self.rows {
            let (mut ours, mut theirs, mut others) = (0, 0, false);
            for placed in row.squares.iter().filter_map(|square| position.piece_at(*square)) {
                match row.pieces.contains(&placed.piece) {
                    true if placed.side == side => ours += 1,
                    true => theirs += 1,
                    false => others = true,
                }
            }
            let worth = |count: usize| ROW[count.min(ROW.len() - 1)];
            match (ours, theirs, others) {
                (count, 0, false) => score += worth(count),
                (0, count, false) => score -= worth(count),
                _ => {}
            }
        }
        score
    }
}

/// Returns `true` for games of royal pieces without obligations and with normal turns. A piece that is royal only while
/// it is the last of its kind, as in atomic chess, is enough.
fn gains_by_turn(rules: &Rules) -> bool {
    let Constraints { must_capture, must_drop, pass, .. } = &rules.constraints;
    let free = !must_capture && must_drop.is_empty() && *pass == Pass::Never;
    let plain = rules.effects.flips.is_none() && only_restrict(rules) && !is_shedding(rules);
    free && plain && rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal())
}

/// Returns `true` for games without quiet moves and drops.
fn only_captures(rules: &Rules) -> bool {
    let captures =
        |piece: &Piece| piece.movement.patterns.iter().all(|pattern| pattern.terms().is_some_and(|terms| !terms.quiet));
    let known =
        rules.hand.is_none() && rules.effects.walls.is_none() && rules.beyond.is_empty() && rules.tree.is_empty();
    known && rules.pieces.iter().all(|piece| piece.extra.is_empty() && captures(piece))
}

fn place(geometry: &Geometry, square: Square) -> (i32, i32) {
    (geometry.file(square) as i32, geometry.rank(square) as i32)
}

/// The directions of a kind of line, one of each opposite pair.
fn directions(line: Line) -> &'static [Step] {
    const RANK: &[Step] = &[Step::new(1, 0)];
    const FILE: &[Step] = &[Step::new(0, 1)];
    const DIAGONALS: &[Step] = &[Step::new(1, 1), Step::new(1, -1)];
    match line {
        Line::Rank => RANK,
        Line::File => FILE,
        Line::Diagonal => DIAGONALS,
    }
}

/// All rows of the variant that win.
fn rows(rules: &Rules) -> Vec<Row> {
    let mut rows = Vec::new();
    for end in rules.ends.iter().filter(|end| end.verdict == Verdict::Win) {
        let Condition::InARow { pieces, count, along, gaps: false } = &end.condition else { continue };
        for step in along.iter().flat_map(|line| directions(*line)) {
            for first in rules.geometry.squares() {
                if let Some(squares) = row(&rules.geometry, first, *step, usize::from(*count)) {
                    rows.push(Row { squares, pieces: pieces.clone() });
                }
            }
        }
    }
    rows
}

fn row(geometry: &Geometry, first: Square, step: Step, count: usize) -> Option<Vec<Square>> {
    let mut squares = vec![first];
    while squares.len() < count {
        squares.push(geometry.step(squares[squares.len() - 1], step)?.square);
    }
    Some(squares)
}

/// Bonus of each square for a piece that changes sides when it is enclosed between enemies: larger where it can be
/// enclosed along fewer lines. Squares beside such a safe square get a malus, because they give it away.
fn stability(geometry: &Geometry) -> Vec<i32> {
    let lines = [Line::Rank, Line::File, Line::Diagonal].into_iter().flat_map(directions);
    let lines: Vec<Step> = lines.copied().collect();
    let back = |step: &Step| Step::new(-step.files, -step.ranks);
    let open = |square: Square| {
        let both =
            |step: &&Step| geometry.step(square, **step).is_some() && geometry.step(square, back(step)).is_some();
        lines.iter().filter(both).count()
    };
    let mut worth = vec![0; geometry.len()];
    for square in geometry.squares() {
        worth[square.index()] += [250, 80, 25, 12, 5][open(square)];
        if open(square) == 0 {
            let beside = lines.iter().flat_map(|step| [*step, back(step)]);
            for next in beside.filter_map(|step| geometry.step(square, step)) {
                worth[next.square.index()] -= 60;
            }
        }
    }
    worth
}
