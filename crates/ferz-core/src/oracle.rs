//! The plain generator: it finds every move with the walker, makes it, and tests the result. It is slow and complete.
//! Tests compare the tables with it.

use crate::board::{Bitboard, Side, Square};
use crate::interpreter::reference::{self, Which};
use crate::interpreter::{AttackSource, Engine, Known, Move, MoveKind, Wanted};
use crate::position::Position;
use crate::rules::PieceId;

/// The moves that the pieces can make, whether or not they leave a royal piece under attack.
pub fn pseudo_legal_moves<const W: usize>(engine: &Engine<W>, position: &mut Position<W>) -> Vec<Move> {
    let mut all = walked(engine, position, position.of_side(position.state.turn));
    all.extend(engine.drops(position));
    all.extend(reference::promotion_moves(engine, position));
    if Engine::<W>::RULED && engine.plan.beyond { engine.moves_beyond(position, all) } else { all }
}

/// The moves of [`pseudo_legal_moves`] that begin on one square, without drops.
pub fn pseudo_legal_moves_from<const W: usize>(
    engine: &Engine<W>,
    position: &mut Position<W>,
    from: Square,
) -> Vec<Move> {
    // Rules about earlier moves or other pieces may give any piece more moves.
    if Engine::<W>::RULED && engine.plan.beyond {
        let mut all = pseudo_legal_moves(engine, position);
        all.retain(|mv| mv.from == from && mv.kind() != MoveKind::Drop);
        return all;
    }
    let mut all = walked(engine, position, position.of_side(position.state.turn) & Bitboard::of(from));
    all.extend(reference::promotion_moves(engine, position));
    all.retain(|mv| mv.from == from);
    all
}

/// The moves of some pieces of the side to move. Castling is included; promotions in place are not.
fn walked<const W: usize>(engine: &Engine<W>, position: &Position<W>, pieces: Bitboard<W>) -> Vec<Move> {
    let mut found = reference::moves(engine, position, pieces, Which::All);
    found.extend(engine.castlings(position));
    found.into_iter().flat_map(|mv| engine.promotions_of(position, mv)).collect()
}

/// All legal moves, found without tables: each pseudo-legal move is made and tested.
pub fn legal_moves<const W: usize>(engine: &Engine<W>, position: &mut Position<W>) -> Vec<Move> {
    // The walker does not know the rules of the tree. Tests compare these moves with `ferz-oracle`.
    let found = match Engine::<W>::RULED && engine.has_told_rules() {
        true => engine.legal_moves_and_results(position, 0).into_iter().map(|(made, _)| made).collect(),
        false => walked_and_verified(engine, position),
    };
    if Engine::<W>::RULED && engine.leads_by_rules() { found } else { obliged(engine, position, found) }
}

/// The moves of [`pseudo_legal_moves`], with all walls and gates, that leave royal pieces safe.
fn walked_and_verified<const W: usize>(engine: &Engine<W>, position: &mut Position<W>) -> Vec<Move> {
    let (mut found, known, by) = (Vec::new(), Known::default(), AttackSource::Walker);
    let pass = if engine.may_always_pass() { engine.pass(position) } else { None };
    for pseudo in pseudo_legal_moves(engine, position).into_iter().chain(pass) {
        if !engine.may_mate(position, &pseudo) {
            continue;
        }
        for mv in engine.with_walls(position, pseudo) {
            if engine.verify(position, &mv, known, by) {
                // A gated piece never makes an illegal move legal.
                found.extend(
                    engine.gates(position, &mv).into_iter().map(|gate| mv.with(|further| further.gate = Some(gate))),
                );
                found.push(mv);
            }
        }
    }
    found
}

/// The moves that are left when a side has to capture, drop or pass. Without such a duty, all of them.
fn obliged<const W: usize>(engine: &Engine<W>, position: &mut Position<W>, mut found: Vec<Move>) -> Vec<Move> {
    let (known, by) = (Known::default(), AttackSource::Walker);
    if Engine::<W>::RULED && !engine.board_without_moves(position, &found).is_empty() {
        return Vec::new();
    }
    for wanted in engine.obligations(position) {
        if wanted == Wanted::Pass {
            let passes = engine.pass(position).into_iter().flat_map(|pass| engine.with_walls(position, pass));
            let passes: Vec<Move> = passes.collect();
            return passes.into_iter().filter(|mv| engine.verify(position, mv, known, by)).collect();
        }
        if found.iter().any(|mv| engine.is_wanted(mv, wanted)) {
            found.retain(|mv| engine.is_wanted(mv, wanted));
            break;
        }
    }
    found
}

/// The kinds of pieces that give check to a side, found with the walker. A kind occurs once for each checking piece.
pub fn checkers<const W: usize>(engine: &Engine<W>, position: &Position<W>, side: Side) -> Vec<PieceId> {
    let royals = engine.royal_squares(position, side);
    let pieces = position.of_side(!side).iter();
    let pieces = pieces.filter_map(|from| Some((!side, position.cell(from).piece()?, from)));
    let checking =
        pieces.filter(|placed| royals.iter().any(|royal| reference::takes(engine, position, *placed, royal)));
    checking.map(|(_, piece, _)| piece).collect()
}

/// The pieces of a side that could capture an enemy royal piece on a square, found by walking. If rules change single
/// moves, the moves themselves are tested too. This needs an enemy piece on the square.
pub fn attackers<const W: usize>(engine: &Engine<W>, position: &Position<W>, target: Square, by: Side) -> Bitboard<W> {
    if Engine::<W>::RULED && engine.leads_by_rules() {
        return engine.attackers_by_rules(position, target, by);
    }
    let mut pieces = position.of_side(by) & !Bitboard::of(target);
    if Engine::<W>::RULED && engine.plan.beyond {
        pieces &= !engine.without_attack(position, target);
    }
    let placed = pieces.iter().filter_map(|from| Some((by, position.cell(from).piece()?, from)));
    let takes = placed.filter(|placed| reference::takes(engine, position, *placed, target));
    let mut found: Bitboard<W> = takes.map(|(_, _, from)| from).collect();
    if Engine::<W>::RULED && engine.plan.beyond && position.of_side(!by).contains(target) {
        let mut position = position.clone();
        position.state.turn = by;
        let captures = |mv: &Move| mv.captures().squares().contains(&target) && mv.kind() != MoveKind::EnPassant;
        pseudo_legal_moves(engine, &mut position).iter().filter(|mv| captures(mv)).for_each(|mv| found.insert(mv.from));
    }
    found
}
