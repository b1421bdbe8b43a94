//! The size and the shape of a board: the one place for topology.

use std::fmt;

use super::{Bitboard, Square, SquareSet, Step};

/// How the edges of a board are joined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Topology {
    /// Edges end the board.
    #[default]
    Rectangle,
    /// The first and the last file are neighbours.
    Cylinder,
    /// A cylinder whose first and last rank are neighbours, too.
    Torus,
    /// The first and the last file are neighbours, with the ranks in reverse order.
    Moebius,
    /// A Möbius strip whose first and last rank are neighbours, too.
    Klein,
    /// The first and the last rank are neighbours.
    Tube,
    /// Hexagons in vertical files. Each has a neighbour straight ahead. Its two neighbours to the right lie on the next
    /// file, on the same rank and on the next rank.
    Hexagonal,
    /// Hexagons in horizontal ranks. Each has two neighbours ahead, on the same file and on the next file.
    HexagonalRanks,
}

impl Topology {
    /// All topologies with the names that files and commands use.
    pub const NAMES: [(&'static str, Topology); 8] = [
        ("rectangle", Topology::Rectangle),
        ("cylinder", Topology::Cylinder),
        ("torus", Topology::Torus),
        ("moebius", Topology::Moebius),
        ("klein", Topology::Klein),
        ("tube", Topology::Tube),
        ("hexagonal", Topology::Hexagonal),
        ("hexagonal ranks", Topology::HexagonalRanks),
    ];

    /// The topology with a name.
    pub fn from_name(name: &str) -> Option<Topology> {
        Topology::NAMES.iter().find(|(known, _)| *known == name).map(|(_, topology)| *topology)
    }

    /// The name that files and commands use.
    pub fn name(self) -> &'static str {
        Topology::NAMES[self as usize].0
    }

    /// Returns `true` if the first and the last file are neighbours.
    pub const fn wraps_files(self) -> bool {
        matches!(self, Topology::Cylinder | Topology::Torus | Topology::Moebius | Topology::Klein)
    }

    /// Returns `true` if the cells are hexagons.
    pub const fn is_hexagonal(self) -> bool {
        matches!(self, Topology::Hexagonal | Topology::HexagonalRanks)
    }

    /// Returns `true` if a step by one file, one rank or both leads to a neighbour.
    pub const fn is_neighbour(self, step: Step) -> bool {
        !self.is_hexagonal() || step.files * step.ranks >= 0
    }

    /// Returns `true` if the first and the last rank are neighbours.
    pub const fn wraps_ranks(self) -> bool {
        matches!(self, Topology::Torus | Topology::Klein | Topology::Tube)
    }

    /// Returns `true` if a leap over the side edge turns the ranks over.
    const fn flips_ranks(self) -> bool {
        matches!(self, Topology::Moebius | Topology::Klein)
    }
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where a step ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Landing {
    /// The square.
    pub square: Square,
    /// The step that goes straight on from there. It differs from the step made only where the seam of the board turns
    /// the ranks over.
    pub onward: Step,
    /// `true` if the step crossed a seam that exchanges left and right for the rest of the move.
    pub mirrored: bool,
}

/// The size, topology and holes of a board.
///
/// ```
/// use ferz::board::{Geometry, Step, Topology};
/// let cylinder = Geometry::new(8, 8, Topology::Cylinder).unwrap();
/// let h1 = cylinder.square("h1").unwrap();
/// let landing = cylinder.step(h1, Step::new(1, 2)).unwrap();
/// assert_eq!(cylinder.name(landing.square), "a3");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    /// The number of boards, one above the other or side by side. The ranks of each board continue the numbers of the
    /// board before.
    levels: u8,
    /// `true` if the boards lie side by side, and no piece moves from one to another.
    apart: bool,
    topology: Topology,
    holes: SquareSet,
}

/// The fault of an impossible board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GeometryError {
    /// A side of this length, which is not from 1 to [`Geometry::MAX_SIDE`].
    Side(usize),
    /// This number of squares, which is more than [`Geometry::MAX_SQUARES`].
    Squares(usize),
}

impl fmt::Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GeometryError::Side(side) => {
                write!(f, "a side has {side} squares, but a board has 1 to {} files and ranks", Geometry::MAX_SIDE)
            }
            GeometryError::Squares(squares) => {
                write!(f, "{squares} squares, but a board has at most {}", Geometry::MAX_SQUARES)
            }
        }
    }
}

impl std::error::Error for GeometryError {}

impl Geometry {
    /// The longest side of a board.
    pub const MAX_SIDE: usize = 64;
    /// The largest number of squares of a board.
    pub const MAX_SQUARES: usize = 1024;

    /// A board without holes.
    ///
    /// # Errors
    /// When a side or the whole is out of bounds.
    pub fn new(files: usize, ranks: usize, topology: Topology) -> Result<Geometry, GeometryError> {
        for side in [files, ranks] {
            if side == 0 || side > Geometry::MAX_SIDE {
                return Err(GeometryError::Side(side));
            }
        }
        if files * ranks > Geometry::MAX_SQUARES {
            return Err(GeometryError::Squares(files * ranks));
        }
        Ok(Geometry {
            files: files as u8,
            ranks: ranks as u8,
            levels: 1,
            apart: false,
            topology,
            holes: SquareSet::EMPTY,
        })
    }

    /// The same squares as several boards one above the other, with equal numbers of ranks. The lowest board has the
    /// first ranks.
    #[must_use]
    pub fn with_levels(mut self, levels: usize) -> Geometry {
        if levels > 0 && self.ranks().is_multiple_of(levels) {
            self.levels = levels as u8;
        }
        self
    }

    /// The same squares as several boards side by side, with equal numbers of ranks. No direction leads from one to
    /// another.
    #[must_use]
    pub fn with_boards(self, boards: usize) -> Geometry {
        Geometry { apart: boards > 1, ..self.with_levels(boards) }
    }

    /// Returns `true` if there are directions that lead from one of several boards to another.
    pub fn leads_between_levels(&self) -> bool {
        self.levels > 1 && !self.apart
    }

    /// How many boards lie one above the other, or side by side.
    pub fn levels(&self) -> usize {
        self.levels as usize
    }

    /// The number of ranks of each of these boards.
    pub fn ranks_of_a_level(&self) -> usize {
        self.ranks() / self.levels()
    }

    /// The same board without the squares of `holes`.
    #[must_use]
    pub fn with_holes(mut self, holes: SquareSet) -> Geometry {
        self.holes = holes & SquareSet::first(self.len());
        self
    }

    /// The same squares with other edges.
    #[must_use]
    pub fn with_topology(mut self, topology: Topology) -> Geometry {
        self.topology = topology;
        self
    }

    /// The number of files.
    pub fn files(&self) -> usize {
        self.files as usize
    }

    /// The number of ranks.
    pub fn ranks(&self) -> usize {
        self.ranks as usize
    }

    /// How the edges are joined.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// The squares of the rectangle that do not exist.
    pub fn holes(&self) -> SquareSet {
        self.holes
    }

    /// The number of squares, holes included: one more than the highest index.
    #[allow(clippy::len_without_is_empty)] // A board is never empty.
    pub fn len(&self) -> usize {
        self.files() * self.ranks()
    }

    /// All squares except holes.
    pub fn squares(&self) -> SquareSet {
        SquareSet::first(self.len()) & !self.holes
    }

    /// The square on a file and a rank, both counted from 0; holes have one too.
    pub fn at(&self, file: usize, rank: usize) -> Option<Square> {
        (file < self.files() && rank < self.ranks()).then(|| Square::new((rank * self.files() + file) as u16))
    }

    /// The file of a square, from 0.
    pub fn file(&self, square: Square) -> usize {
        square.index() % self.files()
    }

    /// The rank of a square, from 0.
    pub fn rank(&self, square: Square) -> usize {
        square.index() / self.files()
    }

    /// The square opposite: the board turned by 180 degrees.
    pub fn turned(&self, square: Square) -> Square {
        Square::new((self.len() - 1 - square.index()) as u16)
    }

    /// The rank as a side counts it, from 0 at its own edge.
    pub fn rank_for(&self, side: super::Side, square: Square) -> usize {
        match side {
            super::Side::White => self.rank(square),
            super::Side::Black => self.ranks() - 1 - self.rank(square),
        }
    }

    /// Returns `true` for the squares of the colour of a1. On hexagons and through levels this is no colour of the board as drawn.
    pub fn is_dark(&self, square: Square) -> bool {
        (self.file(square) + self.rank(square)).is_multiple_of(2)
    }

    /// Where a step from a square ends; `None` where it leaves the board or ends in a hole.
    pub fn step(&self, from: Square, step: Step) -> Option<Landing> {
        if self.levels > 1 {
            return self.step_on_levels(from, step);
        }
        let (files, ranks) = (self.files as i32, self.ranks as i32);
        let mut file = self.file(from) as i32 + step.files as i32;
        let mut rank = self.rank(from) as i32 + step.ranks as i32;
        let mut onward = step;
        let laps = file.div_euclid(files);
        if laps != 0 && !self.topology.wraps_files() {
            return None;
        }
        file = file.rem_euclid(files);
        let mirrored = laps % 2 != 0 && self.topology.flips_ranks();
        if mirrored {
            rank = ranks - 1 - rank;
            onward.ranks = -onward.ranks;
        }
        if !(0..ranks).contains(&rank) && !self.topology.wraps_ranks() {
            return None;
        }
        rank = rank.rem_euclid(ranks);
        let square = Square::new((rank * files + file) as u16);
        (!self.holes.contains(square)).then_some(Landing { square, onward, mirrored })
    }

    /// Returns `true` if [`shifted`](Geometry::shifted) can be used: no edge is joined, and there is only one board.
    pub fn shifts(&self) -> bool {
        let plain = matches!(self.topology, Topology::Rectangle | Topology::Hexagonal | Topology::HexagonalRanks);
        plain && self.levels == 1
    }

    /// The squares to which a step leads from some squares, on a board that [shifts](Geometry::shifts).
    pub fn shifted(&self, squares: &SquareSet, step: Step) -> SquareSet {
        let (files, ranks) = (i32::from(self.files), i32::from(self.ranks));
        let (aside, ahead) = (i32::from(step.files), i32::from(step.ranks));
        if aside.abs() >= files || ahead.abs() >= ranks {
            return SquareSet::EMPTY;
        }
        (*squares & self.staying(aside)).shifted(ahead * files + aside) & self.squares()
    }

    /// Squares from which a sideways step by `aside` files stays on the board.
    fn staying(&self, aside: i32) -> SquareSet {
        let (files, ranks) = (i32::from(self.files), i32::from(self.ranks));
        let first = SquareSet::first((files - aside.abs()) as usize).shifted((-aside).max(0));
        if 64 % files == 0 {
            // All words have the same bits, because each holds whole ranks.
            let word = (0..64 / files).fold(0, |word, rank| word | first.0[0] << (rank * files));
            return Bitboard(first.0.map(|_| word));
        }
        // Starts with the first rank, and doubles the number of ranks each time.
        let (mut staying, mut known) = (first, 1);
        while known < ranks {
            staying |= staying.shifted(known * files);
            known *= 2;
        }
        staying
    }

    /// The same as [`step`](Geometry::step), for boards one above the other. Their edges are never joined.
    fn step_on_levels(&self, from: Square, step: Step) -> Option<Landing> {
        let high = self.ranks_of_a_level();
        let moved = |at: usize, by: i8, limit: usize| at.checked_add_signed(isize::from(by)).filter(|to| *to < limit);
        let file = moved(self.file(from), step.files, self.files())?;
        let rank = moved(self.rank(from) % high, step.ranks, high)?;
        let level = moved(self.rank(from) / high, step.levels, self.levels())?;
        let square = self.at(file, level * high + rank)?;
        (!self.holes.contains(square)).then_some(Landing { square, onward: step, mirrored: false })
    }

    /// The squares of a straight way along a rank or file, without its start and with its end. It never crosses an
    /// edge. On hexagons it may also go along the third kind of line. If the squares share no line, the result is the
    /// whole block between them.
    pub fn straight(&self, from: Square, to: Square) -> SquareSet {
        let files = self.file(to) as i32 - self.file(from) as i32;
        let ranks = self.rank(to) as i32 - self.rank(from) as i32;
        if self.topology.is_hexagonal() && files == ranks {
            let step = Step::new(files.signum() as i8, ranks.signum() as i8);
            let next = |square: &Square| self.step(*square, step).map(|landing| landing.square);
            return std::iter::successors(next(&from), next).take(files.unsigned_abs() as usize).collect();
        }
        let between = |a: usize, b: usize| a.min(b)..=a.max(b);
        let ranks = between(self.rank(from), self.rank(to));
        let files = |rank| between(self.file(from), self.file(to)).filter_map(move |file| self.at(file, rank));
        let mut squares: SquareSet = ranks.flat_map(files).collect();
        squares.remove(from);
        squares
    }

    /// The name of a square: letters for the file (`a` to `z`, then `aa`, `ab`, …), a number from 1 for the rank.
    pub fn name(&self, square: Square) -> String {
        format!("{}{}", self.file_name(self.file(square)), self.rank(square) + 1)
    }

    /// The letters of a file counted from 0.
    pub fn file_name(&self, file: usize) -> String {
        let letter = |index: usize| (b'a' + index as u8) as char;
        match file {
            0..26 => letter(file).to_string(),
            _ => format!("{}{}", letter(file / 26 - 1), letter(file % 26)),
        }
    }

    /// The file, from 0, with a name such as `c`; `None` if the board does not have it.
    pub fn file_from_name(&self, name: &str) -> Option<usize> {
        let mut file = 0;
        for letter in name.bytes() {
            if !letter.is_ascii_lowercase() || file > self.files() {
                return None;
            }
            file = file * 26 + (letter - b'a') as usize + 1;
        }
        (1..=self.files()).contains(&file).then(|| file - 1)
    }

    /// The square with a name, if the board has it and it is no hole.
    pub fn square(&self, name: &str) -> Option<Square> {
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let (file, rank) = name.split_at(digits);
        if rank.starts_with('0') || rank.len() > 2 || !rank.bytes().all(|c| c.is_ascii_digit()) {
            return None;
        }
        let square = self.at(self.file_from_name(file)?, rank.parse::<usize>().ok()?.checked_sub(1)?)?;
        (!self.holes.contains(square)).then_some(square)
    }
}
