//! The compiled form of a variant for one board width: what generators, legality and perft read.

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use crate::board::{Bitboard, BySide, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::{Condition, Fallback, PieceId, Promotion, PromotionZone, Royalty, Rules};

use super::attack::{self, Attacks};
use super::lookup::{self, Index, Indexing, Lookup, Tables};
use super::patterns::{self, Mode};
use super::ray::Ray;
use super::setwise::{self, Leap};

/// What one man may reach from one square with moves of one mode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<const W: usize> {
    /// Reached whatever else stands on the board.
    leaps: Bitboard<W>,
    /// The look-ups for what depends on other squares: those from `first` to `split` are united, those from `split` to
    /// `end` intersected run by run.
    first: u32,
    split: u32,
    end: u32,
    /// The rays that no look-up holds, among those of the piece.
    scans: (u32, u32),
}

/// The en passant captures of one man from one square.
#[derive(Clone, Debug)]
pub(super) struct EnPassantReach<const W: usize> {
    /// The squares that may be reached, for better or worse.
    pub targets: Bitboard<W>,
    /// Those reached whatever else stands on the board.
    pub leaps: Bitboard<W>,
    /// The rays that reach the others.
    pub rays: Vec<Ray>,
}

/// The compiled moves of one piece of one side.
#[derive(Clone, Debug)]
pub(super) struct PieceTable<const W: usize> {
    /// From each square, what both moves and takes.
    both: Vec<Reach<W>>,
    /// Rays that no look-up holds.
    scans: Vec<Ray>,
    /// From each square, what only moves and what only takes, if there is any such move.
    divergent: Option<Vec<[Reach<W>; 2]>>,
    /// Are there moves that no table holds (several legs, universal leapers)?
    pub walked: bool,
    /// May it be left under attack?
    pub royal: bool,
    /// Does a move of it start the n-move count anew?
    pub resets_count: bool,
    /// The squares from which a move leaves an en passant right behind.
    pub trail_from: Bitboard<W>,
    /// The squares passed by such a move, by its ends.
    pub trails: FxHashMap<(Square, Square), Bitboard<W>>,
    /// The en passant captures from each square; empty if the piece has none.
    pub en_passant: Vec<EnPassantReach<W>>,
    /// How it promotes.
    pub promotion: Option<PromotionTable<W>>,
    /// The same moves for all men at once, if that is faster for counting.
    pub leaps: Option<Vec<Leap<W>>>,
}

/// The compiled promotion of one piece of one side.
#[derive(Clone, Debug)]
pub(super) struct PromotionTable<const W: usize> {
    pub zone: Bitboard<W>,
    pub touching: bool,
    pub mandatory: Bitboard<W>,
    pub stays_without_choice: bool,
    pub choices: Vec<PieceId>,
    pub limits: Vec<Option<u16>>,
    pub limited: bool,
    /// Does it become a piece that may not be left under attack?
    pub royal_choice: bool,
}

/// A variant compiled for boards of at most `64 * W` squares.
#[derive(Debug)]
pub struct Engine<const W: usize> {
    /// The rules it was made from.
    pub rules: Arc<Rules>,
    pieces: BySide<Vec<PieceTable<W>>>,
    lookups: Vec<Lookup<W>>,
    pub(super) tables: Tables<W>,
    pub(super) attacks: BySide<Attacks<W>>,
    /// The pieces that may not be left under attack.
    pub(super) royals: Vec<PieceId>,
    pub(super) castles: bool,
    /// Are there moves that no table holds?
    pub(super) walks: bool,
    material: Mutex<FxHashMap<Option<(PieceId, Side)>, bool>>,
}

impl<const W: usize> Engine<W> {
    /// Compiles the rules. The board must have at most `64 * W` squares.
    pub fn new(rules: Arc<Rules>, indexing: Indexing) -> Engine<W> {
        let mut tables = lookup::Builder::new(indexing);
        let mut lookups = Vec::new();
        let mut attacks = BySide::from_fn(|side| attack::Builder::new(side, rules.geometry.len(), rules.pieces.len()));
        let pieces = BySide::from_fn(|side| {
            let compile = |piece| piece_table(&rules, side, piece, &mut tables, &mut lookups, &mut attacks[side]);
            rules.piece_ids().map(compile).collect()
        });
        let royals = rules.piece_ids().filter(|id| rules.piece(*id).royalty == Royalty::Royal).collect();
        Engine {
            pieces,
            lookups,
            tables: tables.finish(),
            attacks: BySide { white: attacks.white.finish(), black: attacks.black.finish() },
            royals,
            castles: !rules.castling.is_empty(),
            walks: rules.pieces.iter().any(patterns::has_walked),
            material: Mutex::default(),
            rules,
        }
    }

    #[inline(always)]
    pub(super) fn table(&self, side: Side, piece: PieceId) -> &PieceTable<W> {
        &self.pieces[side][piece.index()]
    }

    /// Where a man may go according to the tables, whatever becomes of its king.
    #[inline(always)]
    pub(super) fn targets<I: Index>(&self, position: &Position<W>, piece: PieceId, from: Square) -> Bitboard<W> {
        let us = position.state.turn;
        let table = self.table(us, piece);
        let (occupied, enemies) = (position.occupied(), position.of_side(!us));
        let both = self.reach::<I>(table, &table.both[from.index()], &occupied);
        let targets = both & (enemies | !occupied);
        match &table.divergent {
            None => targets,
            Some(divergent) => {
                let [quiet, capture] = &divergent[from.index()];
                let quiet = self.reach::<I>(table, quiet, &occupied) & !occupied;
                targets | quiet | (self.reach::<I>(table, capture, &occupied) & enemies)
            }
        }
    }

    #[inline(always)]
    fn reach<I: Index>(&self, table: &PieceTable<W>, reach: &Reach<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        let mut reached = reach.leaps;
        // SAFETY: `reach` is the only maker of a `Reach`; it pushes the look-ups from `first` to `end`, and none is ever
        // removed. (Measured: see docs/performance.md.)
        let lookups = unsafe { self.lookups.get_unchecked(reach.first as usize..reach.split as usize) };
        for lookup in lookups {
            reached |= self.tables.reach::<I>(lookup, occupied);
        }
        if reach.split < reach.end || reach.scans.0 < reach.scans.1 {
            reached |= self.far_reach::<I>(table, reach, occupied);
        }
        reached
    }

    /// What rays that depend on too many squares for one table reach.
    #[inline(never)]
    fn far_reach<I: Index>(&self, table: &PieceTable<W>, reach: &Reach<W>, occupied: &Bitboard<W>) -> Bitboard<W> {
        let mut reached = Bitboard::EMPTY;
        let mut run = !Bitboard::EMPTY;
        for lookup in &self.lookups[reach.split as usize..reach.end as usize] {
            run &= self.tables.reach::<I>(lookup, occupied);
            if !lookup.joined {
                reached |= run;
                run = !Bitboard::EMPTY;
            }
        }
        for ray in &table.scans[reach.scans.0 as usize..reach.scans.1 as usize] {
            reached |= ray.reach(occupied);
        }
        reached
    }

    /// The cell of a man that has just become `choice`.
    pub(super) fn promoted_cell(&self, side: Side, _from: PieceId, choice: PieceId) -> Cell {
        Cell::of(choice, side)
    }

    /// What is known of the material of one man beside the royal ones; found out with `find` the first time.
    pub(crate) fn cached_material(&self, man: Option<(PieceId, Side)>, find: impl Fn(&Self) -> bool) -> bool {
        let known = |map: &Mutex<FxHashMap<_, bool>>| map.lock().ok().and_then(|map| map.get(&man).copied());
        known(&self.material).unwrap_or_else(|| {
            let found = find(self);
            if let Ok(mut map) = self.material.lock() {
                map.insert(man, found);
            }
            found
        })
    }

    /// The way of indexing that the tables are laid out for.
    pub fn indexing(&self) -> Indexing {
        self.tables.indexing()
    }

    /// Memory used by tables, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.tables.bytes() + self.attacks.white.bytes() + self.attacks.black.bytes()
    }
}

fn piece_table<const W: usize>(
    rules: &Rules,
    side: Side,
    piece: PieceId,
    tables: &mut lookup::Builder<W>,
    lookups: &mut Vec<Lookup<W>>,
    attacks: &mut attack::Builder,
) -> PieceTable<W> {
    let definition = rules.piece(piece);
    let mut table = PieceTable {
        both: Vec::with_capacity(rules.geometry.len()),
        scans: Vec::new(),
        divergent: None,
        walked: patterns::has_walked(definition),
        royal: definition.royalty == Royalty::Royal,
        resets_count: resets_count(rules, piece),
        trail_from: Bitboard::EMPTY,
        trails: FxHashMap::default(),
        en_passant: Vec::new(),
        promotion: definition.promotion.as_ref().map(|promotion| promotion_table(rules, side, promotion)),
        leaps: None,
    };
    let moves: Vec<Vec<(Ray, Mode)>> =
        (0..rules.geometry.len()).map(|index| patterns::rays(rules, side, piece, Square::new(index as u16))).collect();
    let countable = !table.royal && table.promotion.as_ref().is_none_or(PromotionTable::depends_on_target_alone);
    table.leaps = if countable { setwise::leaps(&moves) } else { None };
    for (index, rays) in moves.iter().enumerate() {
        let from = Square::new(index as u16);
        for (ray, mode) in rays {
            if mode.takes() {
                attacks.add(piece, from, ray);
            }
        }
        table.both.push(reach(rays, Mode::Both, tables, lookups, &mut table.scans));
        for (to, passed) in patterns::trails(rules, side, piece, from) {
            table.trail_from.insert(from);
            *table.trails.entry((from, to)).or_default() |= passed.resize();
        }
    }
    if moves.iter().flatten().any(|(_, mode)| *mode != Mode::Both) {
        let modes = [Mode::Quiet, Mode::Capture];
        let scans = &mut table.scans;
        let mut split = |rays: &Vec<_>| modes.map(|mode| reach(rays, mode, tables, lookups, scans));
        table.divergent = Some(moves.iter().map(&mut split).collect());
    }
    table.en_passant = en_passant_reach(rules, side, piece);
    if table.walked && patterns::walked_takes(definition) {
        attacks.add_open_form(piece);
    }
    table
}

fn reach<const W: usize>(
    rays: &[(Ray, Mode)],
    mode: Mode,
    tables: &mut lookup::Builder<W>,
    lookups: &mut Vec<Lookup<W>>,
    scans: &mut Vec<Ray>,
) -> Reach<W> {
    let of_mode = rays.iter().filter(|(_, other)| *other == mode).map(|(ray, _)| ray);
    let (free, bound): (Vec<&Ray>, Vec<&Ray>) = of_mode.partition(|ray| ray.depends_on().is_empty());
    let mut leaps = Bitboard::EMPTY;
    free.iter().for_each(|ray| leaps |= ray.reach(&Bitboard::EMPTY));
    let bound: Vec<Ray> = bound.into_iter().cloned().collect();
    let found = tables.tables(&bound);
    let (first, first_scan) = (lookups.len() as u32, scans.len() as u32);
    lookups.extend(found.united);
    let split = lookups.len() as u32;
    lookups.extend(found.intersected);
    scans.extend(found.scanned);
    Reach { leaps, first, split, end: lookups.len() as u32, scans: (first_scan, scans.len() as u32) }
}

fn en_passant_reach<const W: usize>(rules: &Rules, side: Side, piece: PieceId) -> Vec<EnPassantReach<W>> {
    let squares = (0..rules.geometry.len()).map(|index| Square::new(index as u16));
    let rays: Vec<Vec<Ray>> = squares.map(|from| patterns::en_passant_rays(rules, side, piece, from)).collect();
    if rays.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let reach = |rays: Vec<Ray>| {
        let targets = rays.iter().flat_map(|ray| ray.cells.iter().map(|cell| cell.square)).collect();
        let (free, rays): (Vec<Ray>, Vec<Ray>) = rays.into_iter().partition(|ray| ray.depends_on().is_empty());
        let mut leaps = Bitboard::EMPTY;
        free.iter().for_each(|ray| leaps |= ray.reach(&Bitboard::EMPTY));
        EnPassantReach { targets, leaps, rays }
    };
    rays.into_iter().map(reach).collect()
}

impl<const W: usize> PromotionTable<W> {
    /// Does it depend on nothing but the square on which a move ends?
    fn depends_on_target_alone(&self) -> bool {
        !self.touching && !self.limited && !self.royal_choice
    }
}

fn promotion_table<const W: usize>(rules: &Rules, side: Side, promotion: &Promotion) -> PromotionTable<W> {
    let choices = promotion.choices[side].clone();
    PromotionTable {
        zone: promotion.zone[side].resize(),
        touching: promotion.when == PromotionZone::Touching,
        mandatory: promotion.mandatory[side].resize(),
        stays_without_choice: promotion.fallback == Fallback::Stay,
        limits: promotion.limits[side].clone(),
        limited: promotion.limits[side].iter().any(Option::is_some),
        royal_choice: choices.iter().any(|choice| rules.piece(*choice).royalty == Royalty::Royal),
        choices,
    }
}

/// Does a move of the piece start the n-move count anew? The first n-move rule of the variant says so; a variant
/// without one counts as chess does, where pieces that promote do.
fn resets_count(rules: &Rules, piece: PieceId) -> bool {
    let rule = rules.ends.iter().find_map(|end| match &end.condition {
        Condition::NoProgress { reset_by, .. } => Some(reset_by.contains(&piece)),
        _ => None,
    });
    rule.unwrap_or_else(|| rules.piece(piece).promotion.is_some())
}
