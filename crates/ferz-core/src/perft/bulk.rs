//! Counts moves without generating them. Only perft uses this module.
//!
//! It relies on two facts that hold for most games. First, attacks on the one royal piece decide legality, so special
//! rules are not tested. Second, the ply before the last makes many moves in one position, and few of them change the
//! moves of the other side. So the moves of the other side are counted once, together with the squares that were
//! read. The count stays valid as long as these squares do not change.

use crate::board::{Bitboard, Side, Square};
use crate::interpreter::{Applies, Attackers, CheckInfo, Count, Ends, Engine, Held, Index, Wanted};
use crate::position::Position;

/// Minimum number of moves for the cache to pay (measured: see docs/performance.md).
const WORTH_IT: usize = 4;

/// The number of moves of some pieces, and the squares on which it depends.
#[derive(Clone, Copy, Debug)]
struct Counted<const W: usize> {
    pieces: Bitboard<W>,
    /// The squares on which their moves may end.
    allowed: Bitboard<W>,
    occupied: Bitboard<W>,
    /// The squares on which `allowed` matters.
    reached: Bitboard<W>,
    /// The squares whose occupancy decides the count.
    seen: Bitboard<W>,
    moves: u64,
}

impl<const W: usize> Counted<W> {
    /// Nothing is known.
    const NOTHING: Counted<W> = Counted {
        pieces: Bitboard([u64::MAX; W]),
        allowed: Bitboard::EMPTY,
        occupied: Bitboard::EMPTY,
        reached: Bitboard::EMPTY,
        seen: Bitboard::EMPTY,
        moves: 0,
    };

    /// Returns `true` if the count is still valid for these pieces, permitted destinations and occupied squares.
    #[inline(always)]
    fn holds(&self, (pieces, allowed): (Bitboard<W>, Bitboard<W>), occupied: Bitboard<W>) -> bool {
        let changed = (allowed ^ self.allowed) & self.reached | (occupied ^ self.occupied) & self.seen;
        (changed | (pieces ^ self.pieces)).is_empty()
    }
}

/// Facts about the side that is not to move, found before the other side makes one of its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mobility<const W: usize> {
    /// The moves of pieces that are counted for all pieces of a kind at once.
    leaping: Counted<W>,
    /// The moves of other common pieces.
    others: Counted<W>,
    attackers: Attackers<W>,
}

impl<const W: usize> Mobility<W> {
    /// Nothing is known.
    pub const UNKNOWN: Mobility<W> =
        Mobility { leaping: Counted::NOTHING, others: Counted::NOTHING, attackers: Attackers::UNKNOWN };

    /// Mobility of the side that is not to move, computed before the other side makes one of `choices` moves. Counts are
    /// valid as long as all counted pieces are still on the board.
    #[inline(always)]
    pub fn of_opponent<I: Index>(engine: &Engine<W>, position: &Position<W>, choices: usize) -> Mobility<W> {
        if W > 2 || !engine.plan.recalls_mobility || choices < WORTH_IT {
            return Mobility::UNKNOWN;
        }
        let side = !position.state.turn;
        let (groups, occupied) = (&engine.moves.groups[side], position.occupied());
        let enemies = if engine.plan.no_captures { Bitboard::EMPTY } else { position.of_side(!side) };
        let ends = Ends { empty: !occupied, enemies, ..Ends::NONE };
        let leaping = groups.leaping(position);
        let mut apart = position.of_pieces(&groups.special_in_sets);
        for (piece, _) in &engine.plan.royals {
            apart |= position.of_piece(*piece);
        }
        let common = position.of_side(side) & !apart;
        let nothing = Counted { allowed: ends.empty | ends.enemies, occupied, ..Counted::NOTHING };
        let mut others = Counted { pieces: common & !leaping, ..nothing };
        engine.moves.for_each_attack::<I>(position, side, others.pieces, &occupied, |from, piece, reached| {
            let sights = piece.map(|piece| &engine.moves.of(side, piece).sights);
            if let Some(sight) = sights.and_then(|sights| sights.get(from.index())) {
                others.seen |= reached & sight.reached | sight.hidden;
            }
            others.reached |= reached;
            others.moves += u64::from((reached & others.allowed).count());
        });
        let mut leaping = Counted { pieces: common & leaping, ..nothing };
        if engine.plan.hunts_royals {
            leaping = Counted::NOTHING;
        } else {
            leaping.moves = groups.count_leaps(position, leaping.pieces, ends);
            leaping.seen = groups.seen_by_leaping(position, leaping.pieces);
            leaping.reached = leaping.seen;
        }
        Mobility { leaping, others, attackers: Self::attackers(engine, position, side) }
    }

    /// The enemies that could attack the one royal piece of a side, if the side has one.
    #[inline(always)]
    fn attackers(engine: &Engine<W>, position: &Position<W>, side: Side) -> Attackers<W> {
        let royals = engine.plan.sole_royal.map_or(Bitboard::EMPTY, |piece| position.pieces(side, piece));
        match royals.lowest() {
            Some(royal) if engine.plan.settled => engine.attackers(position, (side, royal)),
            _ => Attackers::UNKNOWN,
        }
    }

    /// Forgets what moves with further effects may change.
    pub fn forget_attackers(&mut self) {
        self.attackers = Attackers::UNKNOWN;
    }
}

/// The number of legal moves, if the rules do not demand certain moves. `known` is a count that may still be valid.
#[inline(always)]
pub(super) fn count<const W: usize, I: Index>(
    engine: &Engine<W>,
    position: &mut Position<W>,
    known: &Mobility<W>,
) -> u64 {
    if W <= 2 && engine.plan.free {
        let mut total = 0;
        if !engine.plan.only_drops {
            let pieces = engine.pieces_who_move(position);
            if !pieces.is_empty() {
                total = count_unpinned::<W, I>(engine, position, (pieces, engine.ends(position, Wanted::All)), known);
            }
        }
        return total + count_drops(engine, position, !Bitboard::EMPTY);
    }
    if W <= 2
        && engine.plan.settled
        && let Some(info) = settled(engine, position, known)
    {
        return count_settled::<W, I>(engine, position, &info, known);
    }
    engine.count_moves(position)
}

/// The check information that alone decides the legality of all moves of the side to move; `None` if another rule matters.
#[inline(always)]
fn settled<const W: usize>(engine: &Engine<W>, position: &Position<W>, known: &Mobility<W>) -> Option<CheckInfo<W>> {
    let blasts = engine.plan.blasts;
    if engine.plan.applies != Applies::Never && !blasts && engine.special_rules_apply(position) {
        return None;
    }
    let info = engine.check_info_since(position, &known.attackers);
    let royal = info.royals.lowest().filter(|_| info.royals.count() == 1 && info.must_verify.is_empty())?;
    (!blasts || blasts_miss_royal(engine, position, &info, royal)).then_some(info)
}

#[inline(always)]
fn count_settled<const W: usize, I: Index>(
    engine: &Engine<W>,
    position: &mut Position<W>,
    info: &CheckInfo<W>,
    known: &Mobility<W>,
) -> u64 {
    let us = position.state.turn;
    let Some(royal) = info.royals.lowest() else { return 0 };
    let Some(piece) = position.piece_on(royal) else { return 0 };
    let pinned = info.pinned & position.of_side(us);
    let (ends, pieces) = (engine.ends(position, Wanted::All), position.of_side(us) & !(pinned | info.royals));
    let mut total = count_unpinned::<W, I>(engine, position, (pieces, ends.within(info.check_mask)), known);
    if !pinned.is_empty() {
        total += count_pinned(engine, position, info, (pinned, ends));
    }
    let targets = engine.moves.targets::<I>((us, piece), royal, &position.occupied(), ends);
    let (safe, danger) = engine.safe_for_royal::<I>(position, royal, targets, info.zone_attackers);
    total += u64::from(safe.count());
    let capturers = engine.ep_capturers(position);
    if !capturers.is_empty() {
        let mut count = Count::default();
        engine.generate_en_passant(position, capturers, info, &mut count);
        total += count.0;
    }
    let (rights, occupied) = (position.rights_of(us), position.occupied());
    if engine.plan.blasts && rights != 0 {
        let mut count = Count::default();
        engine.generate_castling(&mut Held::Own(position), (info, danger), &mut count);
        total += count.0;
    } else if !info.in_check {
        for castling in position.castlings_of(rights) {
            if !castling.way.intersects(&occupied) {
                total += u64::from(engine.castling_is_safe(position, castling, danger));
            }
        }
    }
    total + count_drops(engine, position, info.check_mask)
}

#[inline(always)]
fn count_unpinned<const W: usize, I: Index>(
    engine: &Engine<W>,
    position: &Position<W>,
    (pieces, ends): (Bitboard<W>, Ends<W>),
    known: &Mobility<W>,
) -> u64 {
    let groups = &engine.moves.groups[position.state.turn];
    let (allowed, occupied) = (ends.empty | ends.enemies, position.occupied());
    let leaping = groups.leaping(position) & pieces;
    let mut total = match known.leaping.holds((leaping, allowed), occupied) {
        true => known.leaping.moves,
        false => groups.count_leaps(position, leaping, ends),
    };
    let mut count = Count::default();
    let others = engine.generate_special::<I, Count>(position, (pieces & !leaping, ends), &mut count);
    // A local number stays in a register. The sink does not, because there are references to it.
    total += count.0;
    if known.others.holds((others, allowed), occupied) {
        return total + known.others.moves;
    }
    engine.moves.for_each_attack::<I>(position, position.state.turn, others, &occupied, |_, _, reached| {
        total += u64::from((reached & allowed).count());
    });
    total
}

/// The number of moves of pinned pieces.
#[inline(never)]
fn count_pinned<const W: usize>(
    engine: &Engine<W>,
    position: &Position<W>,
    info: &CheckInfo<W>,
    (pinned, ends): (Bitboard<W>, Ends<W>),
) -> u64 {
    let mut count = Count::default();
    for from in pinned {
        let Some(piece) = position.piece_on(from) else { continue };
        let ends = ends.within(engine.landing(position, info, from));
        let targets = engine.moves.targets_of((position.state.turn, piece), from, &position.occupied(), ends);
        engine.emit(position, (from, piece), targets, &mut count);
    }
    count.0
}

#[inline(always)]
fn count_drops<const W: usize>(engine: &Engine<W>, position: &mut Position<W>, landing: Bitboard<W>) -> u64 {
    let mut count = Count::default();
    engine.generate_drops(&mut Held::Own(position), Wanted::All, landing, &mut count);
    count.0
}

/// Returns `true` if, in games with blasts, the royal piece is not in check and no capture can affect its safety.
#[inline(never)]
fn blasts_miss_royal<const W: usize>(
    engine: &Engine<W>,
    position: &Position<W>,
    info: &CheckInfo<W>,
    royal: Square,
) -> bool {
    let us = position.state.turn;
    let zone = engine.attacks.zones[us][royal.index()] | info.royals;
    // A king beside the enemy king is safe: capturing it would blow up both.
    let enemy_royals = || engine.royal_pieces(position, !us);
    let shielded = || enemy_royals().intersects(&engine.board.surroundings.beside_all(zone));
    let pinned = info.pinned & position.of_side(us);
    !info.in_check
        && pinned.is_empty()
        && explosions_spare_royal(engine, position, (royal, info.pin_rays))
        && !shielded()
}

/// Returns `true` if no capture of the side to move could blow up its royal piece, or a piece that blocks or supports
/// an attack on it.
#[inline(always)]
fn explosions_spare_royal<const W: usize>(
    engine: &Engine<W>,
    position: &Position<W>,
    (royal, pin_rays): (Square, Bitboard<W>),
) -> bool {
    let (us, surroundings) = (position.state.turn, &engine.board.surroundings);
    let around = match pin_rays.is_empty() {
        true => surroundings.beside[royal.index()],
        false => pin_rays | surroundings.beside_all(pin_rays | Bitboard::of(royal)),
    };
    !position.of_side(!us).intersects(&(around | engine.attacks.zones[us][royal.index()]))
}
