//! The compiled form of a variant for one board width: what generators, legality and perft read.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use crate::board::{Bitboard, BySide, Side, Square};
use crate::position::{Cell, Position};
use crate::rules::{
    Condition, DropPlace, Fallback, HandRule, Piece, PieceId, Promotion, PromotionZone, Royalty, Rules,
};

use super::attack::{self, Attacks};
use super::drops::{self, DropTable};
use super::effects::{self, Surroundings};
use super::generate::Ends;
use super::lookup::{Index, Indexing, Multiply, Pext};
use super::patterns::{self, Mode};
use super::ray::Ray;
use super::reach::{self, Reach, Reaches};
use super::setwise::{self, Leap};
use super::shapes::Shape;

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
    /// From each square, what only moves and what only takes, if there is any such move.
    divergent: Option<Vec<[Reach<W>; 2]>>,
    /// Are there moves that no table holds (several legs, universal leapers)?
    pub walked: bool,
    /// May it be left under attack?
    pub royal: bool,
    /// Does a move of it start the n-move count anew?
    pub resets_count: bool,
    /// Where from each square the piece could come back from at once, so that going there is no progress; `None` if there
    /// is no such move.
    pub reversible: Option<Vec<Bitboard<W>>>,
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

impl<const W: usize> PieceTable<W> {
    /// Does a move start the n-move count anew, whatever it takes?
    #[inline(always)]
    pub fn makes_progress(&self, from: Square, to: Square, promotes: bool) -> bool {
        let comes_back = || self.reversible.as_ref().is_some_and(|back| back[from.index()].contains(to));
        let turns_back = || self.promotion.as_ref().is_some_and(|promotion| promotion.turns_back);
        (self.resets_count && !comes_back()) || (promotes && !turns_back())
    }
}

/// The compiled promotion of one piece of one side.
#[derive(Clone, Debug)]
pub(super) struct PromotionTable<const W: usize> {
    pub zone: Bitboard<W>,
    pub touching: bool,
    pub capturing: bool,
    pub en_passant: bool,
    pub mandatory: Bitboard<W>,
    pub stays_without_choice: bool,
    /// The squares of those in the zone and outside it on which the piece may stay what it is, as far as that depends
    /// on the square alone.
    pub stay: Bitboard<W>,
    pub choices: Vec<PieceId>,
    pub limits: Vec<Option<u16>>,
    pub limited: bool,
    /// Does it become a piece that may not be left under attack?
    pub royal_choice: bool,
    /// Can it promote back from there?
    pub turns_back: bool,
}

/// The pieces of one side that a loop over men of any piece must leave out, for each of the loops.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// When moves are listed: those with promotion, or with moves that only move or only take.
    pub list: Vec<PieceId>,
    /// When moves are counted: those, and pieces whose men are counted all at once.
    pub count: Vec<PieceId>,
    /// When attacked squares are gathered.
    pub danger: Vec<PieceId>,
}

impl Groups {
    fn of<const W: usize>(tables: &[PieceTable<W>]) -> Groups {
        let those = |belongs: fn(&PieceTable<W>) -> bool| {
            let ids = (0..tables.len()).map(|index| PieceId::new(index as u8));
            ids.filter(|id| belongs(&tables[id.index()])).collect()
        };
        Groups {
            list: those(|table| table.promotion.is_some() || table.divergent.is_some()),
            count: those(|table| table.promotion.is_some() || table.divergent.is_some() || table.leaps.is_some()),
            danger: those(|table| table.divergent.is_some() || table.leaps.is_some()),
        }
    }
}

/// A variant compiled for boards of at most `64 * W` squares.
#[derive(Debug)]
pub struct Engine<const W: usize> {
    /// The rules it was made from.
    pub rules: Arc<Rules>,
    pieces: BySide<Vec<PieceTable<W>>>,
    /// What both moves and takes, by [`Cell::number`] and square; of nobody, nothing.
    both: BySide<Vec<Reach<W>>>,
    pub(super) groups: BySide<Groups>,
    pub(super) reaches: Reaches<W>,
    pub(super) attacks: BySide<Attacks<W>>,
    /// The pieces that may not be left under attack, and up to how many of them.
    pub(super) royals: Vec<(PieceId, u32)>,
    /// The pieces of which one must not be under attack.
    pub(super) together: Vec<PieceId>,
    /// The pieces that can promote to a royal one, and where they can do it with the next move.
    pub(super) crowned: BySide<Vec<(PieceId, Bitboard<W>)>>,
    /// Must every move be made and looked at?
    pub(super) exact: bool,
    /// Is there nothing more to a move than going, taking and promoting?
    pub(super) plain: bool,
    /// Can royal men vanish by a move of their own side?
    pub(super) royals_can_vanish: bool,
    /// The pieces that must not face each other; empty where no end speaks of it.
    pub(super) facing: Vec<PieceId>,
    /// Does a check count?
    pub(super) counts_checks: bool,
    /// What effects want to know of the board.
    pub(super) surroundings: Surroundings<W>,
    /// Do sides drop what they do not hold?
    pub(super) unlimited: bool,
    /// Must men of some piece in hand come on squares of different colours?
    pub(super) colours_matter: bool,
    /// The dark squares.
    pub(super) dark: Bitboard<W>,
    /// All squares of the board.
    pub(super) all_squares: Bitboard<W>,
    /// The shapes of [`Rules::ends`].
    shapes: Vec<Shape<W>>,
    squares: usize,
    /// The drops; empty in a game without hands.
    pub(super) drops: Vec<DropTable<W>>,
    /// The squares of each file.
    pub(super) files: Vec<Bitboard<W>>,
    pub(super) castles: bool,
    /// Are there moves that no table holds?
    pub(super) walks: bool,
    material: Mutex<FxHashMap<Option<(PieceId, Side)>, bool>>,
    /// What is known of men of each side and piece on each square; 0 for nothing yet.
    known_men: BySide<Vec<AtomicU8>>,
}

impl<const W: usize> Engine<W> {
    /// Compiles the rules. The board must have at most `64 * W` squares.
    pub fn new(rules: Arc<Rules>, indexing: Indexing) -> Engine<W> {
        let mut reaches = reach::Builder::new(indexing);
        let mut attacks = BySide::from_fn(|side| attack::Builder::new(side, rules.geometry.len(), rules.pieces.len()));
        let mut both = BySide::from_fn(|_| vec![Reach::default(); rules.geometry.len()]);
        let pieces = BySide::from_fn(|side| {
            let both = &mut both[side];
            let compile = |piece| piece_table(&rules, side, piece, (&mut reaches, both), &mut attacks[side]);
            rules.piece_ids().map(compile).collect::<Vec<_>>()
        });
        let royals = rules.piece_ids().filter_map(|id| match rules.piece(id).royalty {
            Royalty::Common => None,
            Royalty::Royal => Some((id, u32::MAX)),
            Royalty::Last(most) => Some((id, u32::from(most))),
            Royalty::Together => Some((id, 1)),
        });
        let together = rules.piece_ids().filter(|id| rules.piece(*id).royalty == Royalty::Together).collect();
        let counts_checks = rules.ends.iter().any(|end| matches!(end.condition, Condition::Checks { .. }));
        let counts_passes = rules.ends.iter().any(|end| matches!(end.condition, Condition::Passes { .. }));
        let faces = rules.ends.iter().find_map(|end| match &end.condition {
            Condition::Facing { pieces } => Some(pieces.clone()),
            _ => None,
        });
        let facing = faces.unwrap_or_default();
        let drops = drops::tables(&rules);
        let exact = effects::need_a_look(&rules);
        let near = needs_surroundings(&rules);
        Engine {
            crowned: BySide::from_fn(|side| crowned(&rules, side, &pieces[side])),
            plain: drops.is_empty()
                && rules.effects.is_empty()
                && rules.unmoved.is_none()
                && facing.is_empty()
                && !counts_checks
                && !counts_passes,
            facing,
            royals_can_vanish: effects::royals_can_vanish(&rules),
            counts_checks,
            surroundings: if near { Surroundings::of(&rules.geometry) } else { Surroundings::default() },
            all_squares: rules.geometry.squares().resize(),
            shapes: rules.ends.iter().map(|end| Shape::of(&rules.geometry, end)).collect(),
            unlimited: rules.hand == Some(HandRule::Unlimited),
            dark: dark(&rules),
            colours_matter: rules.hand.is_some()
                && rules.pieces.iter().flat_map(|piece| &piece.drop).any(|drop| drop.place == DropPlace::OtherColour),
            together,
            exact,

            groups: BySide::from_fn(|side| Groups::of(&pieces[side])),
            both,
            pieces,
            reaches: reaches.finish(),
            attacks: BySide { white: attacks.white.finish(), black: attacks.black.finish() },
            royals: royals.collect(),
            squares: rules.geometry.len(),
            drops,
            files: drops::files(&rules),
            castles: !rules.castling.is_empty(),
            walks: rules.pieces.iter().any(|piece| patterns::has_walked(&rules, piece)),
            material: Mutex::default(),
            known_men: BySide::from_fn(|_| {
                (0..rules.pieces.len() * rules.geometry.len()).map(|_| AtomicU8::new(0)).collect()
            }),
            rules,
        }
    }

    #[inline(always)]
    pub(super) fn table(&self, side: Side, piece: PieceId) -> &PieceTable<W> {
        &self.pieces[side][piece.index()]
    }

    /// What a man reaches with the moves that both move and take.
    #[inline(always)]
    pub(super) fn both<I: Index>(
        &self,
        (side, piece): (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
    ) -> Bitboard<W> {
        let reach = &self.both[side][(piece.index() + 1) * self.squares + from.index()];
        self.reaches.reach::<I>(reach, occupied)
    }

    /// What each of some men of a side reaches with the moves that both move and take.
    #[inline(always)]
    pub(super) fn both_of_all<I: Index>(
        &self,
        position: &Position<W>,
        side: Side,
        men: Bitboard<W>,
        occupied: &Bitboard<W>,
        mut take: impl FnMut(Square, Cell, Bitboard<W>),
    ) {
        let (cells, both) = (position.cells(), self.both[side].as_slice());
        for from in men {
            let cell = cells[from.index()];
            take(from, cell, self.reaches.reach::<I>(&both[cell.number() * self.squares + from.index()], occupied));
        }
    }

    /// Where a man may go according to the tables, whatever becomes of its king.
    #[inline(always)]
    pub(super) fn targets<I: Index>(
        &self,
        (side, piece): (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
        ends: Ends<W>,
    ) -> Bitboard<W> {
        let both = self.both::<I>((side, piece), from, occupied) & (ends.enemies | ends.empty);
        match &self.table(side, piece).divergent {
            None => both,
            Some(divergent) => {
                let [quiet, capture] = &divergent[from.index()];
                let quiet = self.reaches.reach::<I>(quiet, occupied) & ends.empty;
                both | quiet | (self.reaches.reach::<I>(capture, occupied) & ends.enemies)
            }
        }
    }

    /// The squares that men of one kind attack on a board occupied so, whoever stands there.
    #[inline(always)]
    pub(super) fn attacked_by<I: Index>(
        &self,
        (side, piece): (Side, PieceId),
        men: Bitboard<W>,
        occupied: &Bitboard<W>,
    ) -> Bitboard<W> {
        let table = self.table(side, piece);
        let mut attacked = Bitboard::EMPTY;
        if let Some(leaps) = &table.leaps {
            for leap in leaps.iter().filter(|leap| leap.mode.takes()) {
                attacked |= leap.targets(men, occupied);
            }
            return attacked;
        }
        for from in men {
            attacked |= self.both::<I>((side, piece), from, occupied);
            if let Some(divergent) = &table.divergent {
                attacked |= self.reaches.reach::<I>(&divergent[from.index()][1], occupied);
            }
        }
        attacked
    }

    /// The cell of a man that has just become `choice`.
    pub(super) fn promoted_cell(&self, side: Side, piece: PieceId, choice: PieceId) -> Cell {
        let cell = Cell::of(choice, side);
        let remembers = self.rules.hand == Some(HandRule::Captured)
            && self.rules.piece(choice).reverts
            && !self.rules.is_demotion(piece, choice);
        if remembers { cell.promoted() } else { cell }
    }

    /// The shape of one of [`Rules::ends`].
    pub(crate) fn shape(&self, end: usize) -> &Shape<W> {
        &self.shapes[end]
    }

    /// As [`targets`](Engine::targets), for a single question: the way of indexing is chosen here.
    pub(super) fn targets_of(
        &self,
        man: (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
        ends: Ends<W>,
    ) -> Bitboard<W> {
        match self.indexing() {
            Indexing::Pext => self.targets::<Pext>(man, from, occupied, ends),
            Indexing::Multiply => self.targets::<Multiply>(man, from, occupied, ends),
        }
    }

    /// Where a man goes without taking, according to the tables.
    pub(super) fn reached_without_taking(
        &self,
        position: &Position<W>,
        man: (Side, PieceId),
        from: Square,
    ) -> Bitboard<W> {
        let occupied = position.occupied();
        self.targets_of(man, from, &occupied, Ends { empty: !occupied, enemies: Bitboard::EMPTY })
    }

    /// Where a man would go or take were it alone on the board, according to the tables.
    pub(super) fn reached_on_empty_board(&self, man: (Side, PieceId), from: Square) -> Bitboard<W> {
        let all = !Bitboard::EMPTY;
        self.targets_of(man, from, &Bitboard::EMPTY, Ends { empty: all, enemies: all })
    }

    /// Would a man that goes from one square to another, and is of this kind then, attack an enemy there?
    pub(super) fn attacks_from(
        &self,
        position: &Position<W>,
        man: (Side, PieceId),
        (from, to): (Square, Square),
    ) -> bool {
        let mut occupied = position.occupied();
        occupied.remove(from);
        let ends = Ends { empty: Bitboard::EMPTY, enemies: position.of_side(!man.0) };
        !self.targets_of(man, to, &occupied, ends).is_empty()
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

    /// A number other than 0 that belongs to a man on a square; found out with `find` the first time.
    pub(crate) fn cached_number(&self, man: (Side, PieceId), square: Square, find: impl FnOnce() -> u8) -> u8 {
        let place = &self.known_men[man.0][man.1.index() * self.squares + square.index()];
        match place.load(Ordering::Relaxed) {
            0 => {
                let found = find();
                place.store(found, Ordering::Relaxed);
                found
            }
            known => known,
        }
    }

    /// The way of indexing that the tables are laid out for.
    pub fn indexing(&self) -> Indexing {
        self.reaches.indexing()
    }

    /// Memory used by tables, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.reaches.bytes() + self.attacks.white.bytes() + self.attacks.black.bytes()
    }
}

/// The dark squares of the board; a1 is one of them.
fn dark<const W: usize>(rules: &Rules) -> Bitboard<W> {
    let geometry = &rules.geometry;
    let is_dark = |square: &Square| (geometry.file(*square) + geometry.rank(*square)).is_multiple_of(2);
    geometry.squares().iter().filter(is_dark).collect()
}

/// Does any rule ask what stands beside a square or in line with it?
fn needs_surroundings(rules: &Rules) -> bool {
    let placed = |piece: &Piece| piece.drop.as_ref().is_some_and(|drop| drop.place != DropPlace::Free);
    !rules.effects.is_empty() || rules.pieces.iter().any(placed)
}

/// The pieces that can promote to a royal one, and the squares from which they can do so at once.
fn crowned<const W: usize>(rules: &Rules, side: Side, tables: &[PieceTable<W>]) -> Vec<(PieceId, Bitboard<W>)> {
    let near = |piece: PieceId| {
        let promotion = tables[piece.index()].promotion.as_ref().filter(|promotion| promotion.royal_choice)?;
        let squares = (0..rules.geometry.len()).map(|index| Square::new(index as u16));
        let arrives = |from: &Square| {
            let zone = promotion.zone_of_moves(*from);
            let rays = patterns::rays(rules, side, piece, *from);
            tables[piece.index()].walked
                || rays.iter().flat_map(|(ray, _)| &ray.cells).any(|cell| zone.contains(cell.square))
        };
        Some((piece, squares.filter(arrives).collect()))
    };
    rules.piece_ids().filter_map(near).collect()
}

fn piece_table<const W: usize>(
    rules: &Rules,
    side: Side,
    piece: PieceId,
    (reaches, both): (&mut reach::Builder<W>, &mut Vec<Reach<W>>),
    attacks: &mut attack::Builder<W>,
) -> PieceTable<W> {
    let definition = rules.piece(piece);
    let mut table = PieceTable {
        divergent: None,
        walked: patterns::has_walked(rules, definition),
        royal: definition.royalty.is_ever_royal(),
        resets_count: resets_count(rules, piece),
        reversible: None,
        trail_from: Bitboard::EMPTY,
        trails: FxHashMap::default(),
        en_passant: Vec::new(),
        promotion: definition.promotion.as_ref().map(|promotion| promotion_table(rules, (side, piece), promotion)),
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
        both.push(reaches.reach(rays, Mode::Both));
        for (to, passed) in patterns::trails(rules, side, piece, from) {
            table.trail_from.insert(from);
            *table.trails.entry((from, to)).or_default() |= passed.resize();
        }
    }
    if moves.iter().flatten().any(|(_, mode)| *mode != Mode::Both) {
        let modes = [Mode::Quiet, Mode::Capture];
        let mut split = |rays: &Vec<_>| modes.map(|mode| reaches.reach(rays, mode));
        table.divergent = Some(moves.iter().map(&mut split).collect());
    }
    if table.resets_count {
        table.reversible = reversible(&moves);
    }
    table.en_passant = en_passant_reach(rules, side, piece);
    if table.walked && patterns::walked_takes(rules, definition) {
        attacks.add_open_form(piece);
    }
    table
}

/// For each square, those from which a piece with these moves could go back to it on an empty board.
fn reversible<const W: usize>(moves: &[Vec<(Ray, Mode)>]) -> Option<Vec<Bitboard<W>>> {
    let mut back = vec![Bitboard::EMPTY; moves.len()];
    for (index, rays) in moves.iter().enumerate() {
        for (ray, _) in rays.iter().filter(|(_, mode)| *mode != Mode::Capture) {
            let reached: Bitboard<W> = ray.reach(&Bitboard::EMPTY);
            reached.iter().for_each(|to| back[to.index()].insert(Square::new(index as u16)));
        }
    }
    let any = moves.iter().enumerate().any(|(index, rays)| {
        let mut quiet = rays.iter().filter(|(_, mode)| *mode != Mode::Capture);
        quiet.any(|(ray, _)| ray.reach(&Bitboard::<W>::EMPTY).intersects(&back[index]))
    });
    any.then_some(back)
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
        !self.touching && !self.capturing && !self.limited && !self.royal_choice
    }
}

fn promotion_table<const W: usize>(
    rules: &Rules,
    (side, piece): (Side, PieceId),
    promotion: &Promotion,
) -> PromotionTable<W> {
    let choices = promotion.choices[side].clone();
    let becomes = |id: PieceId, other| {
        rules.piece(id).promotion.as_ref().is_some_and(|promotion| promotion.choices[side].contains(other))
    };
    let (zone, mandatory): (Bitboard<W>, Bitboard<W>) =
        (promotion.zone[side].resize(), promotion.mandatory[side].resize());
    let stays_without_choice = promotion.fallback == Fallback::Stay;
    PromotionTable {
        zone,
        stay: if choices.is_empty() && stays_without_choice { !Bitboard::EMPTY } else { !(mandatory & zone) },
        touching: promotion.when == PromotionZone::Touching,
        en_passant: promotion.en_passant,
        capturing: promotion.when == PromotionZone::Capturing,
        mandatory,
        stays_without_choice,
        limits: promotion.limits[side].clone(),
        limited: promotion.limits[side].iter().any(Option::is_some),
        turns_back: choices.iter().any(|choice| becomes(*choice, &piece)),
        royal_choice: choices.iter().any(|choice| rules.piece(*choice).royalty.is_ever_royal()),
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
    rule.unwrap_or_else(|| rules.promotes_for_good(piece))
}
