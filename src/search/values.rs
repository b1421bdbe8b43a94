//! Piece values and piece-square tables, computed from the moves of the pieces.

use crate::board::{BySide, Side, Square, SquareSet};
use crate::rules::{Condition, End, Movement, Piece, PieceId, Reached, Royalty, Rules, Seen, Verdict};
use crate::walker::{self, Content, Context, Occupancy, potential};

use super::ends;

/// How values follow from mobility.
#[derive(Clone, Copy)]
struct Weights {
    /// The smallest value of a piece.
    least: f64,
    /// The worth of one move that a piece can make, on average.
    mv: f64,
    /// The part by which each further move makes all moves more valuable.
    more: f64,
    /// The weight of captures. That of other moves is such that a piece which goes and captures alike keeps its value.
    taking: f64,
    /// The weight of a square's mobility in a piece-square value.
    place: f64,
}

/// Moves beyond this number do not change the worth of a move.
const MOST_MOVES: f64 = 15.0;
/// The weights of most games. Cannons are worth less for their captures: without a hurdle, there is none.
const WEIGHTS: Weights = Weights { least: 65.0, mv: 62.0, more: 0.02, taking: 3.0, place: 0.08 };
/// The weights of games in which captured pieces come back.
const WEIGHTS_WITH_HANDS: Weights = Weights { least: 25.0, mv: 75.0, more: 0.0, taking: 1.0, place: 0.12 };
/// The weights beside the [terms](super::terms) that are read from attacks, which were fitted together with them.
const WEIGHTS_BESIDE_TERMS: Weights = Weights { least: 3.0, mv: 60.0, more: 0.097, taking: 3.0, place: 0.08 };
/// The same for games in which captured pieces come back.
const WEIGHTS_BESIDE_TERMS_WITH_HANDS: Weights =
    Weights { least: 18.0, mv: 58.0, more: -0.031, taking: 1.0, place: 0.12 };

impl Weights {
    /// The weights of a game. `beside_terms` is `true` if its evaluation has terms that are read from attacks.
    fn of(rules: &Rules, beside_terms: bool) -> Weights {
        match (rules.hand.is_some(), beside_terms) {
            (false, false) => WEIGHTS,
            (true, false) => WEIGHTS_WITH_HANDS,
            (false, true) => WEIGHTS_BESIDE_TERMS,
            (true, true) => WEIGHTS_BESIDE_TERMS_WITH_HANDS,
        }
    }

    /// The value of a piece with this number of moves on average.
    fn value(self, moves: f64) -> f64 {
        self.least + self.mv * moves * (1.0 + self.more * moves.min(MOST_MOVES))
    }

    /// The weight of a move to an empty square. On the sample boards, four squares are empty for each enemy.
    fn going(self) -> f64 {
        (5.0 - self.taking) / 4.0
    }
}

/// The part of the gain by promotion that is added for a piece one move away from it. It decreases with the distance.
const PROMOTION: f64 = 0.30;
/// Bonus of a piece that can end the game by reaching a region, one move away from it.
const GOAL: f64 = 450.0;
/// The factor of that bonus for each further move.
const FURTHER: f64 = 0.62;
/// The approximate number of sample boards times squares for each piece.
const EFFORT: usize = 600;

/// Piece-square values, by side, piece and square.
#[derive(Clone, Debug)]
pub(super) struct Values {
    squares: usize,
    /// Value of each piece without its square.
    pub base: Vec<i32>,
    /// Value by side, piece and square.
    places: BySide<Vec<i32>>,
    /// By side, piece and square, eight times the number of moves.
    pub mobility: BySide<Vec<i32>>,
    /// By piece, eight times the average number of moves.
    averages: Vec<i32>,
}

impl Values {
    /// The values of a game. `beside_terms` is `true` if its evaluation has terms that are read from attacks.
    pub(super) fn new(rules: &Rules, beside_terms: bool) -> Values {
        let squares = rules.geometry.len();
        let mobility: Vec<BySide<Vec<f64>>> =
            rules.piece_ids().map(|piece| mobility_of_sides(rules, rules.piece(piece))).collect();
        // A piece is as strong as it is where it may stand.
        let average = |piece: PieceId| {
            let on = rules.geometry.squares() & rules.piece(piece).confined.white;
            let moves = |square: Square| mobility[piece.index()].white[square.index()];
            on.iter().map(moves).sum::<f64>() / f64::from(on.count().max(1))
        };
        let (averages, weights): (Vec<f64>, _) =
            (rules.piece_ids().map(average).collect(), Weights::of(rules, beside_terms));
        let plain: Vec<f64> = averages.iter().map(|average| weights.value(*average)).collect();
        let sign = if is_shedding(rules) { -1.0 } else { 1.0 };
        let base =
            rules.piece_ids().map(|piece| base(rules.piece(piece), plain[piece.index()]) * sign).collect::<Vec<_>>();
        let places = BySide::from_fn(|side| {
            let mut places = Vec::with_capacity(squares * rules.pieces.len());
            for piece in rules.piece_ids() {
                let worth = Worth { rules, piece, side, plain: &plain };
                let (promotion, goals) = (worth.promotion(), worth.goals());
                for square in 0..squares {
                    let royal = rules.piece(piece).royalty == Royalty::Royal;
                    let better = mobility[piece.index()][side][square] - averages[piece.index()];
                    let place = if royal { 0.0 } else { better * weights.mv * weights.place };
                    let worth = base[piece.index()] + (place + promotion[square]) * sign + goals[square];
                    places.push(worth.round() as i32);
                }
            }
            places
        });
        let eighths = |side: Side| mobility.iter().flat_map(|of| &of[side]).map(|moves| (moves * 8.0) as i32).collect();
        let mobility = BySide { white: eighths(Side::White), black: eighths(Side::Black) };
        Values {
            squares,
            base: base.into_iter().map(|base| base.round() as i32).collect(),
            places,
            mobility,
            averages: averages.iter().map(|average| (average * 8.0) as i32).collect(),
        }
    }

    /// Value of a piece on a square.
    pub(super) fn at(&self, side: Side, piece: PieceId, square: Square) -> i32 {
        self.places[side][piece.index() * self.squares + square.index()]
    }

    /// Eight times the average number of moves of a piece.
    pub(super) fn average(&self, piece: PieceId) -> i32 {
        self.averages[piece.index()]
    }

    /// Eight times the number of moves of a royal piece of a side on a square.
    pub(super) fn mobility(&self, side: Side, piece: PieceId, square: Square) -> i32 {
        self.mobility[side][piece.index() * self.squares + square.index()]
    }
}

/// Value of a piece without its square; 0 for royal pieces, which cannot be lost.
fn base(piece: &Piece, plain: f64) -> f64 {
    match piece.royalty {
        Royalty::Royal => 0.0,
        _ => plain,
    }
}

/// Returns `true` if a side wins by losing all or nearly all of its pieces.
pub(super) fn is_shedding(rules: &Rules) -> bool {
    let sheds = |end: &End| match &end.condition {
        Condition::Extinct { pieces, any, .. } => {
            end.verdict == Verdict::Win && !any && pieces.len() * 2 > rules.pieces.len()
        }
        _ => end.verdict == Verdict::FewestPieces,
    };
    rules.ends.iter().any(sheds)
}

/// A sample board with random pieces.
struct Strewn<'a>(&'a [Content]);

impl Occupancy for Strewn<'_> {
    fn content(&self, square: Square) -> Content {
        self.0[square.index()]
    }
}

/// The average number of moves of a piece of each side on each square. Black's values are White's on the board turned
/// by 180 degrees.
fn mobility_of_sides(rules: &Rules, piece: &Piece) -> BySide<Vec<f64>> {
    let white = mobility(rules, piece, Side::White);
    let all = rules.geometry.squares();
    let turned = |squares: &BySide<SquareSet>| {
        let turned = |square: Square| Square::new((rules.geometry.len() - 1 - square.index()) as u16);
        (squares.white & all).iter().map(turned).collect::<SquareSet>() == squares.black & all
    };
    let mut extra = piece.extra.iter();
    let is_alike = turned(&piece.confined) && extra.all(|extra| turned(&extra.from) && turned(&extra.to));
    let black = match is_alike {
        true => white.iter().rev().copied().collect(),
        false => mobility(rules, piece, Side::Black),
    };
    BySide { white, black }
}

/// The average number of moves of a piece of a side on each square, over sample boards that are a third full. Each
/// sample is also used with left and right exchanged, so that the values are symmetric.
fn mobility(rules: &Rules, piece: &Piece, side: Side) -> Vec<f64> {
    let (squares, files) = (rules.geometry.len(), rules.geometry.files());
    let pairs = (EFFORT / squares.max(1)).clamp(2, 12).div_ceil(2);
    let mut moves = vec![0.0; squares];
    for board in 0..pairs * 2 {
        let seen = |square: usize| {
            let square = if side == Side::Black { squares - 1 - square } else { square };
            let (rank, file) = (square / files, square % files);
            let file = if board % 2 == 1 { files - 1 - file } else { file };
            strewn((board / 2) as u64, (rank * files + file) as u64)
        };
        let contents: Vec<Content> = (0..squares).map(seen).collect();
        for square in rules.geometry.squares() {
            moves[square.index()] += count(rules, piece, (side, square), &Strewn(&contents)) / (pairs * 2) as f64;
        }
    }
    moves
}

/// Pseudo-random content of a square on one of the sample boards.
fn strewn(board: u64, square: u64) -> Content {
    let mixed = (board * 1024 + square + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    match (mixed >> 40) % 6 {
        0 => Content::PlacedPiece { friend: true, royal: false },
        1 => Content::PlacedPiece { friend: false, royal: false },
        _ => Content::Empty,
    }
}

/// The number of moves of a piece, with captures weighed.
fn count(rules: &Rules, piece: &Piece, (side, from): (Side, Square), board: &Strewn<'_>) -> f64 {
    let context = Context { virgin: false, en_passant: None, castling_partners: &SquareSet::EMPTY };
    let mut moves = 0.0;
    // Captures weigh the same with and without terms.
    let weights = Weights::of(rules, false);
    let (taking, going) = (weights.taking, weights.going());
    let mut walk = |movement: &Movement, to: SquareSet| {
        walker::walk(movement, &rules.geometry, side, from, board, &context, &mut |_, walk| {
            if to.contains(walk.to) && piece.confined[side].contains(walk.to) {
                moves += if matches!(board.content(walk.to), Content::Empty) { going } else { taking };
            }
        });
    };
    walk(&piece.movement, rules.geometry.squares());
    for extra in piece.extra.iter().filter(|extra| extra.from[side].contains(from)) {
        walk(&extra.movement, extra.to[side]);
    }
    moves
}

/// Values of a piece of a side for the regions that it can reach.
struct Worth<'a> {
    rules: &'a Rules,
    piece: PieceId,
    side: Side,
    plain: &'a [f64],
}

impl Worth<'_> {
    /// For each square, the bonus for its distance to a promotion.
    fn promotion(&self) -> Vec<f64> {
        let nothing = vec![0.0; self.rules.geometry.len()];
        let Some(promotion) = &self.rules.piece(self.piece).promotion else { return nothing };
        let choices = promotion.choices[self.side].iter().filter(|choice| **choice != self.piece);
        let best = choices.map(|choice| self.plain[choice.index()]).fold(0.0, f64::max);
        let gain = (best - self.plain[self.piece.index()]).max(0.0) * PROMOTION;
        self.distances(promotion.zone[self.side]).into_iter().map(|distance| nearness(gain, 0.45, distance)).collect()
    }

    /// For each square, the bonus for its distance to the squares that win the game.
    fn goals(&self) -> Vec<f64> {
        let mut worth = vec![0.0; self.rules.geometry.len()];
        let mut add = |count: u16, region: SquareSet| {
            let distances = self.distances(region);
            let longest = distances.iter().flatten().max().copied().unwrap_or_default();
            let goal = GOAL / f64::from(count.clamp(1, 4));
            let near = |distance: Option<u32>| match distance {
                // All of the pieces have to arrive, so each move of the last one counts as much as one of the first.
                Some(distance) if count > 1 => goal * (1.0 - f64::from(distance) / f64::from(longest + 1)),
                _ => nearness(goal, FURTHER, distance),
            };
            worth.iter_mut().zip(distances).for_each(|(worth, distance)| *worth += near(distance));
        };
        ends::goals(self.rules, self.piece, self.side).into_iter().for_each(|region| add(1, region));
        for end in &self.rules.ends {
            let Condition::Reached(reached) = &end.condition else { continue };
            if reached.pieces.contains(&self.piece) && self.wins(reached, &end.verdict) {
                add(reached.count, reached.region[self.side]);
            }
        }
        worth
    }

    /// Returns `true` if the side wins by reaching the region.
    fn wins(&self, reached: &Reached, verdict: &Verdict) -> bool {
        match verdict {
            Verdict::Win => reached.seen != Seen::Both,
            Verdict::Wins(side) => *side == self.side,
            _ => false,
        }
    }

    /// Number of moves that the piece needs from each square to a region on an empty board.
    fn distances(&self, region: SquareSet) -> Vec<Option<u32>> {
        let geometry = &self.rules.geometry;
        let movement = &self.rules.piece(self.piece).movement;
        let reach = |from: Square| {
            let mut ends = SquareSet::EMPTY;
            for pattern in movement.patterns.iter().filter(|pattern| !pattern.initial) {
                ends |= potential(pattern, geometry, self.side, from, false);
            }
            ends
        };
        let ends: Vec<(Square, SquareSet)> = geometry.squares().iter().map(|from| (from, reach(from))).collect();
        let mut distances = vec![None; geometry.len()];
        region.iter().for_each(|square| distances[square.index()] = Some(0));
        let mut there = region;
        for distance in 1..64 {
            let next: SquareSet = ends
                .iter()
                .filter(|(from, ends)| !there.contains(*from) && ends.intersects(&there))
                .map(|(from, _)| *from)
                .collect();
            if next.is_empty() {
                break;
            }
            next.iter().for_each(|square| distances[square.index()] = Some(distance));
            there |= next;
        }
        distances
    }
}

/// The part of a bonus that remains at a distance in moves.
fn nearness(worth: f64, further: f64, distance: Option<u32>) -> f64 {
    match distance {
        None => 0.0,
        Some(0) => worth,
        Some(moves) => worth * further.powi(moves as i32 - 1),
    }
}
