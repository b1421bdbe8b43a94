//! The compiled moves of one piece: its reach from each square, and its promotion.

use std::sync::Arc;

use crate::board::{Bitboard, Side, Square, SquareSet};
use crate::position::Position;
use crate::rules::{Fallback, PieceId, Promotion, PromotionZone, Rules};
use crate::walker::Ray;
use crate::work;

use super::attackers;
use super::barred::Barred;
use super::patterns::{self, Mode};
use super::rays::{Rays, SharedRay};
use super::reach;
use super::reach_list::List;
use super::setwise::{self, Leap};
use super::sight::Sight;
use super::wake::{Moves, Wake};

/// The en passant captures of one piece from one square.
#[derive(Clone, Debug)]
pub(crate) struct EnPassantReach<const W: usize> {
    /// All destinations that are possible with some occupancy.
    pub targets: Bitboard<W>,
    /// Destinations of leaps.
    pub leaps: Bitboard<W>,
    /// The rays that reach the other destinations.
    pub rays: Vec<Arc<Ray>>,
}

/// The compiled moves of one piece of one side.
#[derive(Clone, Debug)]
pub(crate) struct PieceTable<const W: usize> {
    /// `true` if it has moves that both move and capture.
    pub goes_as_it_takes: bool,
    /// For each square, the squares on which the moves from it depend, for moves that both move and capture; empty if
    /// no rule needs them.
    pub sights: Vec<Sight<W>>,
    /// Moves that only move or only capture, by square; `None` if there are none.
    pub divergent: Option<Divergent<W>>,
    /// Moves that capture only royal pieces, by square; `None` if there are none. If this is set, `divergent` is set
    /// too.
    pub royal_captures: Option<List<W, 1>>,
    /// For each square, the rays that end before barrier pieces; empty if there are none.
    pub barred: Vec<Barred<W>>,
    /// The pieces before which these rays end.
    pub blocked_by: Vec<PieceId>,
    /// The squares from which there are moves that no table holds (captures on the way, universal leapers).
    pub walked: Bitboard<W>,
    /// For each square, where a piece of another side must stand for such a move. `None` if some begin without a capture.
    pub walked_prey: Option<Vec<Bitboard<W>>>,
    /// For each square, all moves that no table holds, if they are jumps over one enemy to an empty square: the square of the captured piece
    /// and the end. `None` if there are others.
    pub jumps: Option<Vec<Vec<(Square, Square)>>>,
    /// `true` if it is a royal piece.
    pub royal: bool,
    /// The en passant captures from each square; empty if the piece has none.
    pub en_passant: Vec<EnPassantReach<W>>,
    /// How it promotes.
    pub promotion: Option<PromotionTable<W>>,
    /// The same moves for all pieces at once, if that is faster for counting.
    pub leaps: Option<Vec<Leap<W>>>,
}

/// The moves of a piece whose captures differ from its quiet moves.
#[derive(Clone, Debug)]
pub(crate) struct Divergent<const W: usize> {
    /// For each square, the moves that only move and those that only capture.
    pub moves: List<W, 2>,
    /// `true` if it has moves that only move.
    pub goes: bool,
    /// `true` if it has moves that only capture.
    pub takes: bool,
}

impl<const W: usize> Divergent<W> {
    /// The index in `moves` of moves that only move.
    pub const QUIET: usize = 0;
    /// The index in `moves` of moves that only capture.
    pub const CAPTURE: usize = 1;
}

impl<const W: usize> PieceTable<W> {
    /// Returns `true` if no table holds a move of the piece.
    pub fn is_idle(&self) -> bool {
        !self.goes_as_it_takes && self.divergent.is_none() && self.barred.is_empty()
    }
}

/// The compiled promotion of one piece of one side.
#[derive(Clone, Debug)]
pub(crate) struct PromotionTable<const W: usize> {
    pub zone: Bitboard<W>,
    pub touching: bool,
    pub capturing: bool,
    /// `true` if quiet moves within the zone do not promote.
    pub entering: bool,
    /// Squares within the zone on which quiet moves promote, too.
    pub within: Bitboard<W>,
    pub en_passant: bool,
    pub mandatory: Bitboard<W>,
    pub stays_without_choice: bool,
    /// The squares, in the zone or outside it, on which the piece need not promote, judging by the square alone.
    pub stay: Bitboard<W>,
    pub choices: Vec<PieceId>,
    pub limits: Vec<Option<u16>>,
    pub limited: bool,
    /// `true` if it may become a royal piece.
    pub royal_choice: bool,
}

/// Compiles a piece. In a game without captures, quiet moves are stored as if they could capture too. A single table
/// for each piece is faster, and its results for enemy squares are never used.
pub(crate) fn piece_table<const W: usize>(
    all_rays: &mut Rays<'_>,
    no_captures: bool,
    (side, piece): (Side, PieceId),
    (reaches, both): (&mut reach::Builder<W>, &mut List<W, 1>),
    attacks: &mut attackers::Builder<'_, W>,
) -> (PieceTable<W>, Wake<W>) {
    let rules = all_rays.rules;
    let definition = rules.piece(piece);
    let mut table = PieceTable {
        goes_as_it_takes: false,
        sights: Vec::new(),
        divergent: None,
        royal_captures: None,
        barred: Vec::new(),
        blocked_by: definition.blocked_by.clone(),
        walked: Bitboard::EMPTY,
        walked_prey: None,
        jumps: None,
        royal: definition.royalty.is_ever_royal(),
        en_passant: Vec::new(),
        promotion: definition.promotion.as_ref().map(|promotion| promotion_table(rules, side, promotion)),
        leaps: None,
    };
    let row = both.len();
    if work::is_stopped() {
        both.fill(row + 64 * W);
        return (
            table,
            Wake::of(rules, (side, piece), &mut Moves { rays: &[], walked: &mut |_| SquareSet::EMPTY, passing: &[] }),
        );
    }
    table.walked = patterns::walked_from(all_rays, side, piece).resize();
    if !table.walked.is_empty() {
        let mut prey = |from| Some(patterns::walked_prey(all_rays, side, piece, from)?.resize());
        let squares = || (0..rules.geometry.len()).map(|index| Square::new(index as u16));
        table.walked_prey = squares().map(&mut prey).collect();
        table.jumps = squares().map(|from| patterns::jumps(all_rays, side, piece, from)).collect();
    }
    let rays = |index| {
        let mut rays = patterns::rays(all_rays, side, piece, Square::new(index as u16));
        if no_captures {
            rays.iter_mut().for_each(|(_, mode)| *mode = Mode::Both);
        }
        rays
    };
    let moves: Vec<Vec<(SharedRay, Mode)>> = (0..rules.geometry.len()).map(rays).collect();
    let countable = !table.royal && table.promotion.as_ref().is_none_or(PromotionTable::depends_on_target_alone);
    if countable {
        let alone = table.promotion.is_some() || moves.iter().flatten().any(|(_, mode)| *mode != Mode::Both);
        let pieces = rules.setup.most_of(piece);
        let pays = |leaps: &Vec<_>| !leaps.is_empty() && setwise::pays(leaps.len(), pieces, alone);
        table.leaps = setwise::leaps(&moves).filter(pays);
    }
    moves.iter().for_each(|rays| both.add(reaches, [Mode::Both], rays));
    both.fill(row + 64 * W);
    if !no_captures {
        attacks.add((side, piece), &moves);
    }
    if W <= Sight::<W>::MOST_WORDS {
        table.sights = moves.iter().map(|rays| Sight::of(rays)).collect();
    }
    table.goes_as_it_takes = moves.iter().flatten().any(|(_, mode)| *mode == Mode::Both);
    if moves.iter().flatten().any(|(_, mode)| *mode != Mode::Both) {
        let any = |wanted: Mode| moves.iter().flatten().any(|(_, mode)| *mode == wanted);
        table.divergent = Some(Divergent {
            moves: List::of(reaches, [Mode::Quiet, Mode::Capture], &moves),
            goes: any(Mode::Quiet),
            takes: any(Mode::Capture),
        });
    }
    if moves.iter().flatten().any(|(_, mode)| *mode == Mode::Royal) {
        table.royal_captures = Some(List::of(reaches, [Mode::Royal], &moves));
    }
    if !definition.blocked_by.is_empty() {
        let rays = |index| patterns::barred_rays(all_rays, side, piece, Square::new(index as u16));
        let rays: Vec<Vec<(SharedRay, Mode)>> = (0..rules.geometry.len()).map(rays).collect();
        attacks.add_barred((side, piece), &definition.blocked_by, &rays);
        table.barred = rays.iter().map(|rays| Barred::of(rays, reaches)).collect();
    }
    table.en_passant = en_passant_reach(all_rays, side, piece);
    if !table.walked.is_empty() && patterns::walked_takes(rules, definition) {
        attacks.add_walker_only((side, piece));
    }
    attacks.finish_piece((side, piece));
    let passing: Vec<_> =
        (0..moves.len()).map(|index| patterns::trails(all_rays, side, piece, Square::new(index as u16))).collect();
    let walked = &mut |from| patterns::walked_ends(all_rays, side, piece, from);
    let wake = Wake::of(rules, (side, piece), &mut Moves { rays: &moves, walked, passing: &passing });
    (table, wake)
}

/// For each square, the squares from which one of the pieces could capture en passant and end there.
pub(crate) fn en_passant_from<const W: usize>(tables: &[PieceTable<W>], squares: usize) -> Vec<Bitboard<W>> {
    let mut sources = vec![Bitboard::EMPTY; squares];
    for table in tables {
        for (from, reach) in table.en_passant.iter().enumerate() {
            reach.targets.iter().for_each(|to| sources[to.index()].insert(Square::new(from as u16)));
        }
    }
    sources
}

fn en_passant_reach<const W: usize>(all_rays: &mut Rays<'_>, side: Side, piece: PieceId) -> Vec<EnPassantReach<W>> {
    let squares = (0..all_rays.rules.geometry.len()).map(|index| Square::new(index as u16));
    let rays: Vec<Vec<SharedRay>> =
        squares.map(|from| patterns::en_passant_rays(all_rays, side, piece, from)).collect();
    if rays.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let reach = |rays: Vec<SharedRay>| {
        let targets = rays.iter().flat_map(|ray| ray.cells.iter().map(|cell| cell.square)).collect();
        let (free, rays): (Vec<SharedRay>, Vec<SharedRay>) = rays.into_iter().partition(|ray| ray.is_free());
        let mut leaps = Bitboard::EMPTY;
        free.iter().for_each(|ray| leaps |= ray.reach(&Bitboard::EMPTY));
        EnPassantReach { targets, leaps, rays: rays.iter().map(SharedRay::shared).collect() }
    };
    rays.into_iter().map(reach).collect()
}

impl<const W: usize> PromotionTable<W> {
    /// Returns `true` if the destination alone decides whether a move promotes.
    fn depends_on_target_alone(&self) -> bool {
        !self.touching && !self.capturing && !self.limited
    }
}

fn promotion_table<const W: usize>(rules: &Rules, side: Side, promotion: &Promotion) -> PromotionTable<W> {
    let choices = promotion.choices[side].clone();
    let (zone, mandatory): (Bitboard<W>, Bitboard<W>) =
        (promotion.zone[side].resize(), promotion.mandatory[side].resize());
    let stays_without_choice = promotion.fallback == Fallback::Stay;
    PromotionTable {
        zone,
        stay: if choices.is_empty() && stays_without_choice { !Bitboard::EMPTY } else { !(mandatory & zone) },
        touching: matches!(promotion.when, PromotionZone::Touching | PromotionZone::Entering),
        en_passant: promotion.en_passant,
        capturing: matches!(promotion.when, PromotionZone::Capturing | PromotionZone::Entering),
        entering: promotion.when == PromotionZone::Entering,
        within: promotion.within[side].resize(),
        mandatory,
        stays_without_choice,
        limits: promotion.limits[side].clone(),
        limited: promotion.limits[side].iter().any(Option::is_some),
        royal_choice: choices.iter().any(|choice| rules.piece(*choice).royalty.is_ever_royal()),
        choices,
    }
}

impl<const W: usize> PromotionTable<W> {
    /// The number of moves, promotions included, to the given destinations. Used if the destination alone decides
    /// whether a move promotes.
    #[inline(always)]
    pub(crate) fn count(&self, targets: Bitboard<W>) -> u64 {
        let promoting = targets & self.zone;
        if promoting.is_empty() {
            return u64::from(targets.count());
        }
        u64::from((targets & self.stay).count()) + u64::from(promoting.count()) * self.choices.len() as u64
    }

    /// The squares on which a move from a square promotes.
    #[inline(always)]
    pub(crate) fn zone_of_moves(&self, from: Square) -> Bitboard<W> {
        if self.touching && self.zone.contains(from) { !Bitboard::EMPTY } else { self.zone }
    }

    /// The squares on which a move of the side to move from a square promotes.
    #[inline(always)]
    pub(crate) fn zone_in(&self, position: &Position<W>, from: Square) -> Bitboard<W> {
        let zone = self.zone_of_moves(from);
        if self.capturing { self.zone_by_captures(from, zone, position.of_side(!position.state.turn)) } else { zone }
    }

    /// The squares of a zone on which a move from a square promotes, if captures and quiet moves differ in this.
    fn zone_by_captures(&self, from: Square, zone: Bitboard<W>, enemies: Bitboard<W>) -> Bitboard<W> {
        match self.entering {
            true if self.zone.contains(from) => enemies | (self.within & self.zone),
            true => zone,
            false => zone & enemies,
        }
    }

    /// Returns `true` if a move promotes, given its start, its destination and whether it captures.
    pub(crate) fn counts(&self, (from, to): (Square, Square), takes: bool) -> bool {
        let enters = self.entering && !self.zone.contains(from);
        self.zone_of_moves(from).contains(to)
            && (takes || !self.capturing || enters || (self.entering && (self.within & self.zone).contains(to)))
    }

    /// The squares on which a piece need not promote, given the squares on which it may.
    #[inline(always)]
    pub(crate) fn staying(&self, zone: Bitboard<W>, without_choice: bool) -> Bitboard<W> {
        if without_choice && self.stays_without_choice {
            return !Bitboard::EMPTY;
        }
        !(self.mandatory & zone)
    }
}
