//! The compiled form of a variant for one board width: what generators, legality and perft read.

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use crate::board::{Bitboard, BySide, Rows, Side, Square, Surroundings};
use crate::position::{Cell, Position, SharedCastlings};
use crate::rules::{
    CastlingOrigin, CastlingRight, CastlingRule, Condition, DropPlace, HandRule, Piece, PieceId, Royalty, Rules, Setup,
};

use super::attack::{self, Attacks};
use super::careful::Care;
use super::conditional::{self, Conditional};
use super::drops::{self, DropTable};
use super::ends::Ends;
use super::features::Features;
use super::groups::Groups;
use super::lookup::{Index, Indexing, Multiply, Pext};
use super::orthodox::Orthodox;
use super::patterns;
use super::piece::{self, PieceTable, piece_table};
use super::reach::{self, Reach, Reaches};

/// A variant compiled for boards of at most `64 * W` squares.
#[derive(Debug)]
pub struct Engine<const W: usize> {
    /// The rules it was made from.
    pub rules: Arc<Rules>,
    pieces: BySide<Vec<PieceTable<W>>>,
    /// What both moves and takes, at [`Cell::number`] times the squares of the width, plus the square; of nobody, nothing.
    both: BySide<Vec<Reach<W>>>,
    pub(crate) groups: BySide<Groups<W>>,
    pub(crate) reaches: Reaches<W>,
    pub(crate) attacks: BySide<Attacks<W>>,
    /// Where checks are forbidden, the pieces that attack one square from another as the other from the one.
    pub(crate) mutual: BySide<Vec<PieceId>>,
    /// For each square, those that matter to a royal piece of a side who stands there: it, and where he could ever go.
    pub(crate) zones: BySide<Vec<Bitboard<W>>>,
    /// The one piece that may not be left under attack, where nothing else is royal or can become so, and masks tell
    /// of all attacks.
    pub(crate) sole_royal: Option<PieceId>,
    /// What is known of the game if legality is that of orthodox chess: moves are then counted in a way of their own.
    pub(crate) orthodox: Option<Orthodox>,
    /// Is the [mobility](super::mobility) of pieces found out before moves of the other side are made?
    pub(crate) recalls_mobility: bool,
    /// The pieces that may not be left under attack, and up to how many of them.
    pub(crate) royals: Vec<(PieceId, u32)>,
    /// The pieces of which one must not be under attack.
    pub(crate) together: Vec<PieceId>,
    /// The pieces that can promote to a royal one, and where they can do it with the next move.
    pub(crate) crowned: BySide<Vec<(PieceId, Bitboard<W>)>>,
    /// What there is to the moves of the variant.
    pub(crate) features: Features,
    /// Which moves have to be looked at, whatever the masks say, if any.
    pub(crate) care: Option<Care>,
    /// The pieces that no longer count as unmoved when they have been threatened.
    pub(crate) unsettled: Vec<PieceId>,
    /// The pieces that may not take some others, and which.
    pub(crate) bound: Vec<(PieceId, Vec<PieceId>)>,
    /// The pieces that may come from the hand onto a square that is left for the first time, and onto which squares.
    pub(crate) gating: Vec<(PieceId, BySide<Bitboard<W>>)>,
    /// The pieces that must not face each other; empty where no end speaks of it.
    pub(crate) facing: Vec<PieceId>,
    /// What effects want to know of the board.
    pub(crate) surroundings: Surroundings<W>,
    /// Who may face whom.
    pub(crate) rows: Rows<W>,
    /// The dark squares.
    pub(crate) dark: Bitboard<W>,
    /// All squares of the board.
    pub(crate) all_squares: Bitboard<W>,
    /// The blocked squares of the board itself.
    pub(crate) holes: Bitboard<W>,
    /// The squares on which each side may put walls.
    pub(crate) wall_region: BySide<Bitboard<W>>,
    /// For each square, those from which some piece of a side could capture in passing so as to end there.
    pub(crate) en_passant_from: BySide<Vec<Bitboard<W>>>,
    /// The drops; empty in a game without hands.
    pub(crate) drops: Vec<DropTable<W>>,
    /// The squares of each file.
    pub(crate) files: Vec<Bitboard<W>>,
    /// The moves that pieces have only in some positions.
    pub(crate) conditional: BySide<Vec<Conditional<W>>>,
    /// The castling moves of the setups that were met.
    castlings: Mutex<FxHashMap<Vec<CastlingRight>, SharedCastlings<W>>>,
}

impl<const W: usize> Engine<W> {
    /// Is what reads tables inlined? A call costs little beside the work of large boards, and their generator takes long to
    /// compile.
    const INLINES: bool = W <= 2;

    /// Compiles the rules, for the fastest way of indexing that the processor has, or for the one that every processor has.
    /// The board must have at most `64 * W` squares.
    pub fn new(rules: Arc<Rules>, portable: bool) -> Engine<W> {
        let indexing = if portable || !Self::KNOWS_PEXT { Indexing::Multiply } else { Indexing::detect() };
        let mut reaches = reach::Builder::new(indexing);
        let mut attacks = BySide::from_fn(|side| attack::Builder::new(side, rules.geometry.len(), rules.pieces.len()));
        let mut both = BySide::from_fn(|_| vec![Reach::default(); 64 * W]);
        let nobody_takes = patterns::nobody_takes(&rules);
        let pieces = BySide::from_fn(|side| {
            let both = &mut both[side];
            let compile =
                |piece| piece_table(&rules, nobody_takes, (side, piece), (&mut reaches, both), &mut attacks[side]);
            rules.piece_ids().map(compile).collect::<Vec<_>>()
        });
        let conditional = BySide::from_fn(|side| conditional::tables(&rules, side, &mut reaches));
        let zones = BySide::from_fn(|side| zones(&rules, side));
        let attacks = BySide { white: attacks.white.finish(&zones.black), black: attacks.black.finish(&zones.white) };
        let royals = rules.piece_ids().filter_map(|id| match rules.piece(id).royalty {
            Royalty::Common => None,
            Royalty::Royal => Some((id, u32::MAX)),
            Royalty::Last(most) => Some((id, u32::from(most))),
            Royalty::Together => Some((id, 1)),
        });
        let royals: Vec<(PieceId, u32)> = royals.collect();
        let together: Vec<PieceId> =
            rules.piece_ids().filter(|id| rules.piece(*id).royalty == Royalty::Together).collect();
        let crowned = BySide::from_fn(|side| crowned(&rules, side, &pieces[side]));
        let never = |side: Side| crowned[side].is_empty() && attacks[side].open_form.is_empty();
        let settled = together.is_empty() && Side::ALL.into_iter().all(never);
        let facing = rules.ends.iter().find_map(|end| match &end.condition {
            Condition::Facing { pieces } => Some(pieces.clone()),
            _ => None,
        });
        let drops = drops::tables(&rules);
        let near = needs_surroundings(&rules);
        let faces = facing.is_some() || !rules.constraints.face_off.is_empty();
        let care = Care::of(&rules);
        let mut engine = Engine {
            mutual: BySide::from_fn(|side| match rules.constraints.no_checks {
                true => rules.piece_ids().filter(|id| attacks[side].are_mutual(*id)).collect(),
                false => Vec::new(),
            }),
            features: Features::of(
                &rules,
                &pieces,
                Side::ALL.into_iter().any(|side| !conditional[side].is_empty()),
                care,
            ),
            crowned,
            unsettled: rules.piece_ids().filter(|id| !rules.piece(*id).initial_until.is_empty()).collect(),
            conditional,
            facing: facing.unwrap_or_default(),
            bound: bound(&rules),
            gating: drops::gating(&rules),
            rows: if faces { Rows::of(&rules.geometry) } else { Rows::default() },
            surroundings: if near { Surroundings::of(&rules.geometry) } else { Surroundings::default() },
            all_squares: rules.geometry.squares().resize(),
            holes: rules.geometry.holes().resize(),
            wall_region: BySide::from_fn(|side| {
                rules.effects.walls.as_ref().map_or(Bitboard::EMPTY, |walls| walls.on[side].resize())
            }),
            dark: dark(&rules),
            together,
            care,
            groups: BySide::from_fn(|side| Groups::of(&pieces[side], &both[side])),
            en_passant_from: BySide::from_fn(|side| piece::en_passant_from(&pieces[side], rules.geometry.len())),
            both,
            pieces,
            reaches: reaches.finish(),
            sole_royal: match royals.as_slice() {
                [(piece, u32::MAX)] if settled => Some(*piece),
                _ => None,
            },
            attacks,
            zones,
            orthodox: None,
            recalls_mobility: false,
            royals,
            drops,
            files: drops::files(&rules),
            castlings: Mutex::default(),
            rules,
        };
        engine.orthodox = engine.find_orthodox();
        engine.recalls_mobility = engine.finds_mobility_worthwhile();
        engine
    }

    #[inline(always)]
    pub(crate) fn table(&self, side: Side, piece: PieceId) -> &PieceTable<W> {
        &self.pieces[side][piece.index()]
    }

    /// Are there moves that have to be asked for apart from all others: walked ones, or conditional ones?
    pub(crate) fn has_moves_apart(&self) -> bool {
        self.features.walks || Side::ALL.into_iter().any(|side| !self.conditional[side].is_empty())
    }

    /// What a piece reaches with the moves that both move and take.
    #[inline(always)]
    pub(crate) fn both<I: Index>(
        &self,
        (side, piece): (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
    ) -> Bitboard<W> {
        self.reaches.reach::<I>(&self.both[side][(piece.index() + 1) * 64 * W + from.index()], occupied)
    }

    /// What each of some pieces of a side reaches with the moves that both move and take.
    #[inline(always)]
    pub(crate) fn both_of_all<I: Index>(
        &self,
        position: &Position<W>,
        side: Side,
        pieces: Bitboard<W>,
        occupied: &Bitboard<W>,
        mut take: impl FnMut(Square, Cell, Bitboard<W>),
    ) {
        let both = self.both[side].as_slice();
        let reach = |cell: Cell, from: Square| {
            let index = cell.number() * 64 * W + from.index();
            debug_assert!(index < both.len());
            // SAFETY: `Engine::new` lays out the squares of the width for nobody and for each piece, positions of a game hold no
            // other pieces, and squares of theirs are none above. (Measured: see docs/performance.md.)
            unsafe { both.get_unchecked(index) }
        };
        let long = pieces & self.groups[side].long_pieces(position);
        for from in pieces & !long {
            let cell = position.cell(from);
            take(from, cell, self.reaches.reach_of_one_table::<I>(reach(cell, from), occupied));
        }
        for from in long {
            let cell = position.cell(from);
            let reach = reach(cell, from);
            take(from, cell, self.reaches.reach::<I>(reach, occupied));
        }
    }

    /// Where a piece may go according to the tables, whatever becomes of its king.
    #[inline(always)]
    pub(crate) fn targets<I: Index>(
        &self,
        placed: (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
        ends: Ends<W>,
    ) -> Bitboard<W> {
        match Self::INLINES {
            true => self.targets_inlined::<I>(placed, from, occupied, ends),
            false => self.targets_called::<I>(placed, from, occupied, ends),
        }
    }

    #[inline(never)]
    fn targets_called<I: Index>(
        &self,
        placed: (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
        ends: Ends<W>,
    ) -> Bitboard<W> {
        self.targets_inlined::<I>(placed, from, occupied, ends)
    }

    #[inline(always)]
    fn targets_inlined<I: Index>(
        &self,
        (side, piece): (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
        ends: Ends<W>,
    ) -> Bitboard<W> {
        let table = self.table(side, piece);
        let mut targets = Bitboard::EMPTY;
        if table.goes_as_it_takes {
            targets = self.both::<I>((side, piece), from, occupied) & (ends.enemies | ends.empty);
        }
        let Some(divergent) = &table.divergent else { return targets };
        let [quiet, capture] = &divergent.moves[from.index()];
        if divergent.goes {
            targets |= self.reaches.reach::<I>(quiet, occupied) & ends.empty;
        }
        if divergent.takes {
            targets |= self.reaches.reach::<I>(capture, occupied) & ends.enemies;
        }
        match &table.hunts {
            None => targets,
            Some(hunts) => targets | (self.reaches.reach::<I>(&hunts[from.index()], occupied) & ends.prey),
        }
    }

    /// The squares that pieces of a piece with moves that only move or only take attack, whoever stands there.
    #[inline(always)]
    pub(crate) fn attacked_by_divergent<I: Index>(
        &self,
        (side, piece): (Side, PieceId),
        pieces: Bitboard<W>,
        occupied: &Bitboard<W>,
    ) -> Bitboard<W> {
        let table = self.table(side, piece);
        let mut attacked = Bitboard::EMPTY;
        for from in pieces {
            if table.goes_as_it_takes {
                attacked |= self.both::<I>((side, piece), from, occupied);
            }
            if let Some(divergent) = table.divergent.as_ref().filter(|divergent| divergent.takes) {
                attacked |= self.reaches.reach::<I>(&divergent.moves[from.index()][1], occupied);
            }
            if let Some(hunts) = &table.hunts {
                attacked |= self.reaches.reach::<I>(&hunts[from.index()], occupied);
            }
        }
        attacked
    }

    /// The cell of a piece that has just become `choice`.
    pub(crate) fn promoted_cell(&self, side: Side, piece: PieceId, choice: PieceId) -> Cell {
        let cell = Cell::of(choice, side);
        let remembers = self.rules.hand == Some(HandRule::Captured)
            && self.rules.piece(choice).reverts
            && !self.rules.is_demotion(piece, choice);
        if remembers { cell.promoted() } else { cell }
    }

    /// As [`targets`](Engine::targets), for a single question: the way of indexing is chosen here.
    pub(crate) fn targets_of(
        &self,
        placed: (Side, PieceId),
        from: Square,
        occupied: &Bitboard<W>,
        ends: Ends<W>,
    ) -> Bitboard<W> {
        match self.indexing() {
            Indexing::Pext => self.targets::<Pext>(placed, from, occupied, ends),
            Indexing::Multiply => self.targets::<Multiply>(placed, from, occupied, ends),
        }
    }

    /// Where a piece would go or take were it alone on the board, according to the tables.
    pub(crate) fn reached_on_empty_board(&self, placed: (Side, PieceId), from: Square) -> Bitboard<W> {
        let all = !Bitboard::EMPTY;
        self.targets_of(placed, from, &Bitboard::EMPTY, Ends { empty: all, enemies: all, prey: all })
    }

    /// Would a piece that goes from one square to another, and is of this kind then, attack an enemy there?
    pub(crate) fn attacks_from(
        &self,
        position: &Position<W>,
        placed: (Side, PieceId),
        (from, to): (Square, Square),
    ) -> bool {
        if self.features.nobody_takes {
            return false;
        }
        let mut occupied = position.occupied();
        occupied.remove(from);
        let ends = Ends { enemies: position.of_side(!placed.0), ..Ends::NONE };
        !self.targets_of(placed, to, &occupied, ends).is_empty()
    }

    /// The position that a setup describes. The caller has checked that it fits the rules.
    pub fn position(&self, setup: &Setup) -> Position<W> {
        Position::new(&self.rules, setup, self.shared_castlings(&setup.castling))
    }

    /// The castling moves of a setup with these rights.
    fn shared_castlings(&self, rights: &[CastlingRight]) -> SharedCastlings<W> {
        if self.rules.castling.is_empty() {
            return SharedCastlings::default();
        }
        let Ok(mut known) = self.castlings.lock() else { return SharedCastlings::new(&self.rules, rights) };
        if let Some(castlings) = known.get(rights) {
            return castlings.clone();
        }
        let castlings = SharedCastlings::new(&self.rules, rights);
        if known.len() < SharedCastlings::<W>::MOST_KEPT {
            known.insert(rights.to_vec(), castlings.clone());
        }
        castlings
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

/// For each square, itself and where a royal piece of a side who stands there could ever go, castling included.
fn zones<const W: usize>(rules: &Rules, side: Side) -> Vec<Bitboard<W>> {
    let royal: Vec<PieceId> = rules.piece_ids().filter(|id| rules.piece(*id).royalty.is_ever_royal()).collect();
    let castling = rules.castling.iter().filter(|rule| rule.side == side);
    let castling: Vec<&CastlingRule> = castling.collect();
    let zone = |index: usize| {
        let from = Square::new(index as u16);
        let mut zone = Bitboard::of(from);
        for piece in &royal {
            let rays = patterns::rays(rules, side, *piece, from);
            for (ray, _) in rays.iter().chain(&patterns::barred_rays(rules, side, *piece, from)) {
                ray.cells.iter().for_each(|cell| zone.insert(cell.square));
            }
        }
        for rule in castling.iter().filter(|rule| !matches!(rule.from, CastlingOrigin::At(at) if at != from)) {
            zone |= rules.geometry.straight(from, rule.to).resize();
        }
        zone
    };
    if royal.is_empty() {
        return vec![Bitboard::EMPTY; rules.geometry.len()];
    }
    (0..rules.geometry.len()).map(zone).collect()
}

/// The pieces that may not take some others, and which.
fn bound(rules: &Rules) -> Vec<(PieceId, Vec<PieceId>)> {
    let safe = |taker: PieceId| {
        let safe: Vec<PieceId> = rules.piece_ids().filter(|id| rules.piece(*id).safe_from.contains(&taker)).collect();
        (!safe.is_empty()).then_some((taker, safe))
    };
    rules.piece_ids().filter_map(safe).collect()
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
            tables[piece.index()].walked.contains(*from)
                || !patterns::conditional_rays(rules, side, piece, *from).is_empty()
                || rays.iter().flat_map(|(ray, _)| &ray.cells).any(|cell| zone.contains(cell.square))
        };
        Some((piece, squares.filter(arrives).collect()))
    };
    rules.piece_ids().filter_map(near).collect()
}
