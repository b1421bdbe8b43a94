//! Who attacks a square: the moves turned round, and the closed form of their conditions.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::board::{Bitboard, Side, Square};
use crate::position::Position;
use crate::rules::PieceId;
use crate::walker::Ray;

use super::patterns::Mode;

/// A condition under which an attack stands: exactly `hurdles` of the squares `between` are occupied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path<const W: usize> {
    /// The squares that decide.
    pub between: Bitboard<W>,
    /// How many of them must be occupied.
    pub hurdles: u32,
}

impl<const W: usize> Path<W> {
    /// Returns `true` if the attack stands on a board occupied so.
    #[inline(always)]
    pub fn is_open(&self, occupied: &Bitboard<W>) -> bool {
        (self.between & *occupied).count() == self.hurdles
    }
}

/// The attackers of one square by one piece.
#[derive(Clone, Copy, Debug)]
pub struct Sources<const W: usize> {
    /// From these squares it attacks the square, or one beside it that a royal piece there could go to, on some board.
    pub zone_attackers: Bitboard<W>,
    /// From these squares it attacks the square on some board.
    pub xray_attackers: Bitboard<W>,
    /// From these of them it attacks on the condition of a path.
    pub rays: Bitboard<W>,
    /// The first slot of `rays`; the others follow in the order of the squares.
    first: u32,
}

impl<const W: usize> Sources<W> {
    /// From these squares it attacks whatever else stands on the board.
    #[inline(always)]
    pub fn leaps(&self) -> Bitboard<W> {
        self.xray_attackers & !self.rays
    }
}

/// An attack that asks more than how many of some squares are occupied.
#[derive(Clone, Copy, Debug)]
pub struct ConditionalAttack<const W: usize> {
    /// Where the attacker stands.
    pub from: Square,
    /// On which condition.
    pub path: Path<W>,
    /// Other squares, which must all be occupied.
    pub full: Bitboard<W>,
}

/// Attacks of a piece that ask more than how many of some squares are occupied: for pieces on certain squares, or that no
/// piece of some kinds is among them.
#[derive(Clone, Debug)]
pub struct ConditionalAttacks<const W: usize> {
    /// The piece.
    pub piece: PieceId,
    /// The kinds of pieces of which none may be on the squares of the path.
    by: Vec<PieceId>,
    /// For each square attacked, the attacks by the attacker's square, and all these squares.
    sources: Vec<(Vec<ConditionalAttack<W>>, Bitboard<W>)>,
}

impl<const W: usize> ConditionalAttacks<W> {
    /// The pieces of which none may be on the squares of a path.
    pub fn barriers(&self, position: &Position<W>) -> Bitboard<W> {
        position.of_pieces(&self.by)
    }

    /// The attacks on a square by some pieces.
    pub fn paths(&self, target: Square, pieces: Bitboard<W>) -> impl Iterator<Item = &ConditionalAttack<W>> {
        let (all, sources) = &self.sources[target.index()];
        (pieces & *sources).into_iter().flat_map(|from| {
            let first = all.partition_point(|attack| attack.from < from);
            all[first..].iter().take_while(move |attack| attack.from == from)
        })
    }

    fn add(&mut self, target: Square, attack: ConditionalAttack<W>) {
        let (all, sources) = &mut self.sources[target.index()];
        sources.insert(attack.from);
        let place = all.partition_point(|other| other.from <= attack.from);
        all.insert(place, attack);
    }
}

/// The attacks of one side's pieces, by the square attacked.
#[derive(Clone, Debug)]
pub struct Attacks<const W: usize> {
    side: Side,
    pieces: usize,
    /// For a square `s` and a piece `p`, at `s * pieces + p`.
    sources: Vec<Sources<W>>,
    /// For each slot, where its paths start and end. Equal runs of paths are stored once: most pieces share them.
    slots: Vec<[u32; 2]>,
    paths: Vec<Path<W>>,
    /// For each square, those on which a piece can block or make an attack on it.
    screens: Vec<Bitboard<W>>,
    /// Whether every attack needs empty squares at most, and no hurdle.
    pub need_gaps_only: bool,
    /// The attacks with conditions that no [`Path`] says.
    pub conditional: Vec<ConditionalAttacks<W>>,
    /// Pieces with attacks that have no closed form: they are asked one by one, with the walker.
    pub walker_only: Vec<PieceId>,
}

impl<const W: usize> Attacks<W> {
    /// Who may attack `target`, by piece.
    #[inline(always)]
    pub fn sources(&self, target: Square) -> &[Sources<W>] {
        let first = target.index() * self.pieces;
        &self.sources[first..first + self.pieces]
    }

    /// The squares on which a piece can block an attack on `target`, or make one as a hurdle.
    #[inline(always)]
    pub fn screens(&self, target: Square) -> Bitboard<W> {
        self.screens[target.index()]
    }

    /// The conditions under which an attack from `from`, one of the rays of `sources`, stands.
    #[inline(always)]
    pub fn paths(&self, sources: &Sources<W>, from: Square) -> &[Path<W>] {
        let slot = sources.first as usize + sources.rays.count_below(from);
        let [first, end] = self.slots[slot];
        &self.paths[first as usize..end as usize]
    }

    /// Returns `true` if a square is attacked on a board occupied so, by the pieces of `position` that do not stand on
    /// a square of `gone`. Only attacks of the closed form count: see [`walker_only`](Attacks::walker_only).
    #[inline(always)]
    pub fn is_attacked(
        &self,
        position: &Position<W>,
        target: Square,
        occupied: &Bitboard<W>,
        gone: &Bitboard<W>,
    ) -> bool {
        let attackers = position.of_side(self.side) & !*gone;
        for (sources, pieces) in self.sources(target).iter().zip(position.by_piece()) {
            let pieces = *pieces & attackers & sources.xray_attackers;
            if !pieces.is_subset(&sources.rays) {
                return true;
            }
            for from in pieces {
                if self.paths(sources, from).iter().any(|path| path.is_open(occupied)) {
                    return true;
                }
            }
        }
        !self.conditional.is_empty() && self.is_attacked_by_conditional(position, target, (occupied, &attackers, gone))
    }

    /// Returns `true` if a piece on `from` would attack `target` on a board occupied so. Only of attacks that [have a
    /// closed form](Attacks::has_closed_form).
    #[inline(always)]
    pub fn attacks_from(&self, target: Square, (piece, from): (PieceId, Square), occupied: &Bitboard<W>) -> bool {
        let sources = &self.sources(target)[piece.index()];
        let open = || self.paths(sources, from).iter().any(|path| path.is_open(occupied));
        sources.xray_attackers.contains(from) && (!sources.rays.contains(from) || open())
    }

    /// Returns `true` if all attacks depend on nothing but which squares are occupied.
    pub fn has_closed_form(&self) -> bool {
        self.conditional.is_empty() && self.walker_only.is_empty()
    }

    /// Returns `true` if a piece attacks one square from another on the same conditions as the other way round, for all
    /// squares. Only of attacks that [have a closed form](Attacks::has_closed_form).
    pub fn are_mutual(&self, piece: PieceId) -> bool {
        let sources = |target: Square| &self.sources(target)[piece.index()];
        // Equal runs of paths are stored once.
        let paths = |sources: &Sources<W>, from: Square| {
            sources.rays.contains(from).then(|| self.slots[sources.first as usize + sources.rays.count_below(from)])
        };
        let mut squares = (0..self.screens.len()).map(|index| Square::new(index as u16));
        squares.all(|target| {
            let to = sources(target);
            to.leaps().iter().all(|from| sources(from).leaps().contains(target))
                && to.rays.iter().all(|from| paths(to, from) == paths(sources(from), target))
        })
    }

    fn is_attacked_by_conditional(
        &self,
        position: &Position<W>,
        target: Square,
        (occupied, attackers, gone): (&Bitboard<W>, &Bitboard<W>, &Bitboard<W>),
    ) -> bool {
        self.conditional.iter().any(|conditional| {
            // Who has been lifted from the board stands in no way, and who is taken neither.
            let barriers = conditional.barriers(position) & *occupied & !*gone;
            let pieces = position.of_piece(conditional.piece) & *attackers;
            let mut paths = conditional.paths(target, pieces);
            paths.any(|ConditionalAttack { path, full, .. }| {
                path.is_open(occupied) && full.is_subset(occupied) && !path.between.intersects(&barriers)
            })
        })
    }

    /// Memory used, in bytes.
    pub fn bytes(&self) -> usize {
        std::mem::size_of_val(self.sources.as_slice())
            + std::mem::size_of_val(self.slots.as_slice())
            + std::mem::size_of_val(self.paths.as_slice())
    }
}

/// Collects the attacks of one side, piece by piece.
pub struct Builder<const W: usize> {
    attacks: Attacks<W>,
    /// For each square, from where the piece attacks it, and the number of the condition.
    found: Vec<Vec<(Square, u32)>>,
    /// For a square `s` and a piece `p`, at `s * pieces + p`: from where it is attacked on some board.
    touched: Vec<Bitboard<W>>,
    conditions: Vec<Path<W>>,
    numbers: FxHashMap<Path<W>, u32>,
    /// For squares `from` and `to`, at `from * squares + to`, the number of the last condition met, which mostly is the only
    /// one.
    latest: Vec<u32>,
    /// Where the paths of each run of conditions are.
    runs: FxHashMap<SmallVec<[u32; 2]>, [u32; 2]>,
}

impl<const W: usize> Builder<W> {
    /// A collection without attacks.
    pub fn new(side: Side, squares: usize, pieces: usize) -> Builder<W> {
        let nobody = Sources {
            zone_attackers: Bitboard::EMPTY,
            xray_attackers: Bitboard::EMPTY,
            rays: Bitboard::EMPTY,
            first: 0,
        };
        let attacks = Attacks {
            side,
            pieces,
            sources: vec![nobody; squares * pieces],
            slots: Vec::new(),
            paths: Vec::new(),
            screens: vec![Bitboard::EMPTY; squares],
            need_gaps_only: false,
            conditional: Vec::new(),
            walker_only: Vec::new(),
        };
        Builder {
            attacks,
            found: vec![Vec::new(); squares],
            touched: vec![Bitboard::EMPTY; squares * pieces],
            conditions: Vec::new(),
            numbers: FxHashMap::default(),
            latest: vec![u32::MAX; squares * squares],
            runs: FxHashMap::default(),
        }
    }

    /// The number of a condition under which a square is attacked from another.
    fn number(&mut self, (from, target): (Square, Square), path: Path<W>) -> u32 {
        let latest = &mut self.latest[from.index() * self.found.len() + target.index()];
        if self.conditions.get(*latest as usize) != Some(&path) {
            *latest = *self.numbers.entry(path).or_insert_with(|| {
                self.conditions.push(path);
                self.conditions.len() as u32 - 1
            });
        }
        *latest
    }

    /// Adds the captures that a piece can make along a ray from a square.
    pub fn add(&mut self, piece: PieceId, from: Square, ray: &Ray) {
        self.touch(piece, from, ray);
        for (target, path) in ray.paths() {
            let Some(path) = path else {
                self.add_walker_only(piece);
                continue;
            };
            let full: Bitboard<W> = path.full.resize();
            let path = Path { between: path.between.resize(), hurdles: u32::from(path.hurdles) };
            if !full.is_empty() {
                self.conditional(piece, &[]).add(target, ConditionalAttack { from, path, full });
                continue;
            }
            let number = self.number((from, target), path);
            self.found[target.index()].push((from, number));
        }
    }

    /// Notes what a piece can reach along a ray on some board.
    fn touch(&mut self, piece: PieceId, from: Square, ray: &Ray) {
        for cell in &ray.cells {
            self.touched[cell.square.index() * self.attacks.pieces + piece.index()].insert(from);
        }
    }

    /// The conditional attacks of a piece whose paths pieces of some kinds end.
    fn conditional(&mut self, piece: PieceId, by: &[PieceId]) -> &mut ConditionalAttacks<W> {
        let known = self.attacks.conditional.iter().position(|conditional| conditional.piece == piece);
        let index = known.unwrap_or_else(|| {
            let sources = vec![(Vec::new(), Bitboard::EMPTY); self.found.len()];
            self.attacks.conditional.push(ConditionalAttacks { piece, by: by.to_vec(), sources });
            self.attacks.conditional.len() - 1
        });
        &mut self.attacks.conditional[index]
    }

    /// Adds the captures that a piece can make from each square along rays that end before pieces of some pieces.
    pub fn add_barred(&mut self, piece: PieceId, by: &[PieceId], rays: &[Vec<(Ray, Mode)>]) {
        for (from, rays) in rays.iter().enumerate() {
            let from = Square::new(from as u16);
            for (ray, _) in rays.iter().filter(|(_, mode)| mode.takes()) {
                self.touch(piece, from, ray);
                for (target, path) in ray.paths() {
                    let Some(path) = path else {
                        self.add_walker_only(piece);
                        continue;
                    };
                    let full = path.full.resize();
                    let path = Path { between: path.between.resize(), hurdles: u32::from(path.hurdles) };
                    self.conditional(piece, by).add(target, ConditionalAttack { from, path, full });
                }
            }
        }
    }

    /// Notes that a piece has attacks that are not of the closed form.
    pub fn add_walker_only(&mut self, piece: PieceId) {
        if !self.attacks.walker_only.contains(&piece) {
            self.attacks.walker_only.push(piece);
        }
    }

    /// Says that all captures of a piece have been added. No more than those of one piece are kept in the form in which they
    /// are collected, which takes much room.
    pub fn finish_piece(&mut self, piece: PieceId) {
        let Builder { conditions, runs, attacks, .. } = self;
        for (target, found) in self.found.iter_mut().enumerate() {
            let condition = |number: &u32| conditions[*number as usize];
            found.sort_unstable();
            found.dedup();
            let always = |number| condition(number) == Path { between: Bitboard::EMPTY, hurdles: 0 };
            let leaps: Bitboard<W> = found.iter().filter(|(_, number)| always(number)).map(|(from, _)| *from).collect();
            found.retain(|(from, _)| !leaps.contains(*from));
            let rays: Bitboard<W> = found.iter().map(|(from, _)| *from).collect();
            let sources = &mut attacks.sources[target * attacks.pieces + piece.index()];
            *sources = Sources {
                zone_attackers: sources.zone_attackers,
                xray_attackers: leaps | rays,
                rays,
                first: attacks.slots.len() as u32,
            };
            for run in found.chunk_by(|a, b| a.0 == b.0) {
                let numbers: SmallVec<[u32; 2]> = run.iter().map(|(_, number)| *number).collect();
                let paths = &mut attacks.paths;
                let slot = *runs.entry(numbers).or_insert_with_key(|numbers| {
                    let first = paths.len() as u32;
                    paths.extend(numbers.iter().map(condition));
                    [first, paths.len() as u32]
                });
                attacks.slots.push(slot);
                let paths = &attacks.paths[slot[0] as usize..slot[1] as usize];
                paths.iter().for_each(|path| attacks.screens[target] |= path.between);
            }
            found.clear();
        }
    }

    /// The finished attacks. `zones` are, for each square, those that matter to a royal piece that stands there.
    pub fn finish(mut self, zones: &[Bitboard<W>]) -> Attacks<W> {
        for (target, zone) in zones.iter().enumerate() {
            for piece in 0..self.attacks.pieces {
                let near = &mut self.attacks.sources[target * self.attacks.pieces + piece].zone_attackers;
                for square in *zone {
                    *near |= self.touched[square.index() * self.attacks.pieces + piece];
                }
            }
        }
        self.attacks.need_gaps_only =
            self.attacks.conditional.is_empty() && self.conditions.iter().all(|path| path.hurdles == 0);
        self.attacks
    }
}
