//! The squares on the lines through two squares: between them and beyond. A cache computes each pair once.

use std::sync::OnceLock;

use crate::board::{Bitboard, Geometry, Square, Step};

/// The eight directions of a queen.
const AROUND: [Step; 8] = [
    Step::new(0, 1),
    Step::new(1, 1),
    Step::new(1, 0),
    Step::new(1, -1),
    Step::new(0, -1),
    Step::new(-1, -1),
    Step::new(-1, 0),
    Step::new(-1, 1),
];

/// The squares on the straight lines from one square through another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<const W: usize> {
    /// The squares between the two.
    pub between: Bitboard<W>,
    /// The squares behind the second, as seen from the first.
    pub beyond: Bitboard<W>,
    /// The first of these.
    pub just_beyond: Bitboard<W>,
}

/// The pairs with the same first square, indexed by the second square.
type Row<const W: usize> = Box<[OnceLock<Box<Pair<W>>>]>;

/// The pairs computed so far, indexed by first and second square.
#[derive(Debug)]
pub(super) struct Lines<const W: usize>(Box<[OnceLock<Row<W>>]>);

impl<const W: usize> Lines<W> {
    /// An empty cache for a board of this number of squares.
    pub fn new(squares: usize) -> Lines<W> {
        Lines((0..squares).map(|_| OnceLock::new()).collect())
    }

    /// The squares on the lines from one square through another.
    pub fn pair(&self, geometry: &Geometry, from: Square, to: Square) -> &Pair<W> {
        let row = self.0[from.index()].get_or_init(|| self.0.iter().map(|_| OnceLock::new()).collect());
        row[to.index()].get_or_init(|| Box::new(followed(geometry, from, to)))
    }
}

/// The squares of each file and of each rank.
#[derive(Debug)]
pub(super) struct Rows<const W: usize> {
    pub files: Vec<Bitboard<W>>,
    pub ranks: Vec<Bitboard<W>>,
}

impl<const W: usize> Rows<W> {
    /// The rows of a board.
    pub fn of(geometry: &Geometry) -> Rows<W> {
        let mut rows =
            Rows { files: vec![Bitboard::EMPTY; geometry.files()], ranks: vec![Bitboard::EMPTY; geometry.ranks()] };
        for square in geometry.squares().resize::<W>() {
            rows.files[geometry.file(square)].insert(square);
            rows.ranks[geometry.rank(square)].insert(square);
        }
        rows
    }
}

/// The numbers of steps to all squares. `None` for squares to which no way leads.
type Steps = Box<[Option<u8>]>;

/// The numbers of king's steps from a square to all others on an empty board. A cache computes the numbers of each square once.
#[derive(Debug)]
pub(super) struct Distances(Box<[OnceLock<Steps>]>);

impl Distances {
    /// On larger boards, numbers could be too large, and the cache too.
    const MOST_SQUARES: usize = 256;

    /// An empty cache for a board of this number of squares.
    pub fn new(squares: usize) -> Distances {
        Distances((0..squares).map(|_| OnceLock::new()).collect())
    }

    /// The number of steps from one square to another: `Some(None)` if no way leads there, `None` if the board is too large for the
    /// cache.
    pub fn between<const W: usize>(&self, beside: &[Bitboard<W>], from: Square, to: Square) -> Option<Option<usize>> {
        if self.0.len() > Distances::MOST_SQUARES {
            return None;
        }
        let row = self.0[from.index()].get_or_init(|| distances(beside, from));
        Some(row[to.index()].map(usize::from))
    }
}

fn distances<const W: usize>(beside: &[Bitboard<W>], from: Square) -> Steps {
    let mut found = vec![None; beside.len()];
    let (mut known, mut edge) = (Bitboard::of(from), Bitboard::of(from));
    for steps in 0..=u8::MAX {
        edge.iter().for_each(|square| found[square.index()] = Some(steps));
        edge = edge.iter().fold(Bitboard::EMPTY, |all, square| all | beside[square.index()]) & !known;
        known |= edge;
    }
    found.into_boxed_slice()
}

/// The squares that follow a square in a direction, as long as the line meets none of them twice.
pub(super) fn line(geometry: &Geometry, from: Square, step: Step) -> Vec<Square> {
    let (mut line, mut at, mut step) = (Vec::new(), from, step);
    while let Some(landing) = geometry.step(at, step) {
        if landing.square == from || line.contains(&landing.square) {
            break;
        }
        line.push(landing.square);
        (at, step) = (landing.square, landing.onward);
    }
    line
}

/// The lines of neighbours from a square, on hexagons and through levels as well.
pub(super) fn lines_around(geometry: &Geometry, from: Square) -> impl Iterator<Item = Vec<Square>> {
    let levels = if geometry.leads_between_levels() { -1..=1 } else { 0..=0 };
    let plain = [Step::new(0, 0)].into_iter().chain(AROUND);
    let all = levels.flat_map(move |up| plain.clone().map(move |step| step.up(up)));
    let steps = all.filter(|step| *step != Step::new(0, 0) && geometry.topology().is_neighbour(*step));
    steps.map(move |step| line(geometry, from, step))
}

fn followed<const W: usize>(geometry: &Geometry, from: Square, to: Square) -> Pair<W> {
    let files = geometry.file(to) as i32 - geometry.file(from) as i32;
    let ranks = geometry.rank(to) as i32 - geometry.rank(from) as i32;
    let mut steps = AROUND.to_vec();
    let common = common_divisor(files.abs(), ranks.abs());
    if common > 0 {
        let step = Step::new((files / common) as i8, (ranks / common) as i8);
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    let mut pair = Pair { between: Bitboard::EMPTY, beyond: Bitboard::EMPTY, just_beyond: Bitboard::EMPTY };
    for step in steps {
        let line = line(geometry, from, step);
        let Some(place) = line.iter().position(|square| *square == to) else { continue };
        pair.between |= line[..place].iter().copied().collect();
        let beyond = &line[place + 1..];
        pair.beyond |= beyond.iter().copied().collect();
        if pair.just_beyond.is_empty() {
            pair.just_beyond = beyond.iter().take(1).copied().collect();
        }
    }
    pair
}

fn common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The squares that belong to some pair of squares.
pub(super) fn of_pairs<const W: usize>(
    (a, b): (Bitboard<W>, Bitboard<W>),
    squares: impl Fn(Square, Square) -> Bitboard<W>,
) -> Bitboard<W> {
    let mut all = Bitboard::EMPTY;
    for one in a {
        b.iter().for_each(|other| all |= squares(one, other));
    }
    all
}
