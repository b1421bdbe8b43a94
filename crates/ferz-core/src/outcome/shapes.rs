//! Shapes that pieces can form: rows, blocks and chains; and regions that they can reach.

use smallvec::SmallVec;

use crate::board::{Bitboard, BySide, Geometry, Side, Square, Step};
use crate::rules::{Chain, Condition, End, Line};

/// Equal shapes at different places. Each consists of a square of `starts` and the squares at these index distances
/// from it.
#[derive(Clone, Debug)]
struct Form<const W: usize> {
    starts: Bitboard<W>,
    distances: SmallVec<[i32; 3]>,
}

/// The compiled shape of an end.
#[derive(Clone, Debug, Default)]
pub enum Shape<const W: usize> {
    /// An end without a shape.
    #[default]
    None,
    /// All squares of one form must be occupied.
    Full(Forms<W>),
    /// At least this number of squares of one of the lines must be occupied.
    Lines(Vec<Bitboard<W>>, u32),
    /// The neighbours of each square, for chains.
    Neighbours(Vec<Bitboard<W>>),
    /// The region of each side.
    Region(BySide<Bitboard<W>>),
}

/// Alternative shapes. One of them must be occupied.
#[derive(Clone, Debug, Default)]
pub struct Forms<const W: usize> {
    forms: Vec<Form<W>>,
    /// All shapes one by one, if they are so few that testing each is faster.
    shapes: Vec<Bitboard<W>>,
    /// On small boards, for each set of squares, `true` if it contains one of the shapes. The bits of the set are the
    /// index.
    by_pieces: Vec<bool>,
}

/// On boards up to this number of squares, all sets of pieces are few enough to be tested in advance.
const FEW_SQUARES: usize = 12;

/// Number of shapes whose test takes as long as testing all shapes of a form with one distance at once.
const SHAPES_FOR_A_DISTANCE: usize = 3;

/// One step for each line of neighbours through a square. Opposite steps are the same line. A line straight up through levels counts as
/// a file, and other lines through levels count as diagonals.
fn steps(geometry: &Geometry, along: &[Line]) -> Vec<Step> {
    let of = |line: &Line| match line {
        Line::Rank => vec![Step::new(1, 0)],
        Line::File => vec![Step::new(0, 1), Step::new(0, 0).up(1)],
        Line::Diagonal => {
            let flat = [Step::new(1, 1), Step::new(1, -1)];
            let rising = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
            flat.into_iter().chain(rising.map(|(files, ranks)| Step::new(files, ranks).up(1))).collect()
        }
    };
    let leads =
        |step: &Step| geometry.topology().is_neighbour(*step) && (step.levels == 0 || geometry.leads_between_levels());
    along.iter().flat_map(of).filter(leads).collect()
}

/// The squares of a walk from a square with steps of one kind, as long as it does not come back to a square.
fn walk(geometry: &Geometry, from: Square, step: Step, most: usize) -> Vec<Square> {
    let (mut squares, mut step) = (vec![from], step);
    while squares.len() < most {
        let last = squares[squares.len() - 1];
        let Some(landing) = geometry.step(last, step).filter(|landing| !squares.contains(&landing.square)) else {
            break;
        };
        squares.push(landing.square);
        step = landing.onward;
    }
    squares
}

impl<const W: usize> Forms<W> {
    fn add(&mut self, squares: &[Square]) {
        let start = squares[0];
        let distance = |square: &Square| square.index() as i32 - start.index() as i32;
        let distances: SmallVec<[i32; 3]> = squares[1..].iter().map(distance).collect();
        match self.forms.iter_mut().find(|form| form.distances == distances) {
            Some(form) => form.starts.insert(start),
            None => self.forms.push(Form { starts: Bitboard::of(start), distances }),
        }
        self.shapes.push(squares.iter().copied().collect());
    }

    /// Chooses the fastest way to find the shapes on a board.
    fn finish(mut self, geometry: &Geometry) -> Shape<W> {
        if geometry.len() <= FEW_SQUARES {
            let set_of = |bits: u64| {
                let mut set = Bitboard::EMPTY;
                set.0[0] = bits;
                set
            };
            let is_in = |pieces: Bitboard<W>| self.shapes.iter().any(|shape| shape.is_subset(&pieces));
            self.by_pieces = (0..1 << geometry.len()).map(|bits| is_in(set_of(bits))).collect();
        }
        let distances: usize = self.forms.iter().map(|form| form.distances.len()).sum();
        if self.shapes.len() > SHAPES_FOR_A_DISTANCE * distances {
            self.shapes.clear();
        }
        Shape::Full(self)
    }

    #[inline(always)]
    fn is_in(&self, pieces: &Bitboard<W>) -> bool {
        match self.by_pieces.get(pieces.0[0] as usize) {
            Some(is_in) => *is_in,
            None => self.is_among(pieces),
        }
    }

    fn is_among(&self, pieces: &Bitboard<W>) -> bool {
        if !self.shapes.is_empty() {
            return self.shapes.iter().any(|shape| shape.is_subset(pieces));
        }
        for form in &self.forms {
            let mut left = form.starts & *pieces;
            for distance in &form.distances {
                left &= pieces.moved(-*distance);
                if left.is_empty() {
                    break;
                }
            }
            if !left.is_empty() {
                return true;
            }
        }
        false
    }
}

impl<const W: usize> Shape<W> {
    /// Compiles the shape of an end for a board.
    pub(super) fn of(geometry: &Geometry, end: &End) -> Shape<W> {
        let squares = geometry.squares();
        match &end.condition {
            Condition::InARow { count, along, gaps: false, .. } => {
                let mut forms = Forms::default();
                for (step, from) in
                    steps(geometry, along).into_iter().flat_map(|step| squares.iter().map(move |from| (step, from)))
                {
                    let row = walk(geometry, from, step, usize::from(*count));
                    if row.len() == usize::from(*count) {
                        forms.add(&row);
                    }
                }
                forms.finish(geometry)
            }
            Condition::InARow { count, along, gaps: true, .. } => {
                let mut lines: Vec<Bitboard<W>> = Vec::new();
                for step in steps(geometry, along) {
                    let line = |from| walk(geometry, from, step, geometry.len()).into_iter().collect::<Bitboard<W>>();
                    lines.extend(squares.iter().map(line));
                }
                let whole = |line: &Bitboard<W>| !lines.iter().any(|other| line.is_subset(other) && line != other);
                let lines = lines.iter().filter(|line| line.count() >= u32::from(*count) && whole(line)).copied();
                Shape::Lines(lines.collect(), u32::from(*count))
            }
            Condition::Block { size, .. } => {
                let size = usize::from(*size);
                let mut forms = Forms::default();
                for from in squares {
                    let side = walk(geometry, from, Step::new(0, 1), size);
                    let block: Vec<Square> =
                        side.iter().flat_map(|start| walk(geometry, *start, Step::new(1, 0), size)).collect();
                    if block.len() == size * size {
                        forms.add(&block);
                    }
                }
                forms.finish(geometry)
            }
            Condition::Connected(chain) => Shape::Neighbours(neighbours(geometry, chain)),
            Condition::Reached(reached) => Shape::Region(BySide::from_fn(|side| reached.region[side].resize())),
            _ => Shape::None,
        }
    }

    /// The region of a side; empty for an end without a region.
    #[inline]
    pub fn region(&self, side: Side) -> Bitboard<W> {
        match self {
            Shape::Region(region) => region[side],
            _ => Bitboard::EMPTY,
        }
    }

    /// A cheap first test: returns `false` if the pieces certainly do not form the shape.
    #[inline(always)]
    pub(super) fn may_be_formed(&self, pieces: &Bitboard<W>) -> bool {
        match self {
            Shape::Full(forms) => forms.is_in(pieces),
            _ => true,
        }
    }

    /// Returns `true` if the pieces form the shape. `side` is the side to which the pieces of a chain belong.
    pub fn is_formed(&self, pieces: Bitboard<W>, side: Side, end: &End) -> bool {
        match (self, &end.condition) {
            (Shape::Full(forms), _) => forms.is_in(&pieces),
            (Shape::Lines(lines, count), _) => lines.iter().any(|line| (*line & pieces).count() >= *count),
            (Shape::Neighbours(neighbours), Condition::Connected(chain)) => {
                let mut reached = chain.from[side].resize() & pieces;
                let (goal, mut fresh) = (chain.to[side].resize() & pieces, reached);
                while !fresh.is_empty() && !reached.intersects(&goal) {
                    let mut next = Bitboard::EMPTY;
                    fresh.iter().for_each(|square| next |= neighbours[square.index()]);
                    fresh = next & pieces & !reached;
                    reached |= fresh;
                }
                reached.intersects(&goal)
            }
            _ => false,
        }
    }
}

fn neighbours<const W: usize>(geometry: &Geometry, chain: &Chain) -> Vec<Bitboard<W>> {
    let both_ways = |step: Step| [step, Step::new(-step.files, -step.ranks)];
    let flat = steps(geometry, &chain.along).into_iter().filter(|step| step.levels == 0);
    let steps: Vec<Step> = flat.flat_map(both_ways).collect();
    let of = |index: usize| {
        let from = Square::new(index as u16);
        let landings = steps.iter().filter_map(|step| geometry.step(from, *step));
        landings.map(|landing| landing.square).collect()
    };
    (0..geometry.len()).map(of).collect()
}
