//! The plain generator: every move is walked, made and looked at. It is slow and does everything, and the tables are held
//! against it.

use crate::board::Side;
use crate::interpreter::reference::{self, Which};
use crate::interpreter::{AttackSource, Engine, Known, Move, Wanted};
use crate::position::Position;
use crate::rules::{Pass, PieceId};

/// The moves that the pieces can make, whether or not they leave a royal piece under attack.
pub fn pseudo_legal_moves<const W: usize>(engine: &Engine<W>, position: &mut Position<W>) -> Vec<Move> {
    let mut found = reference::moves(engine, position, Which::All);
    found.extend(engine.castlings(position));
    let mut all: Vec<Move> = found.into_iter().flat_map(|mv| engine.promotions_of(position, mv)).collect();
    all.extend(engine.drops(position));
    all.extend(reference::promotion_moves(engine, position));
    if engine.plan.beyond { engine.moves_beyond(position, all) } else { all }
}

/// All legal moves, found without tables: each is walked, made and looked at.
pub fn legal_moves<const W: usize>(engine: &Engine<W>, position: &mut Position<W>) -> Vec<Move> {
    let (mut found, known, by) = (Vec::new(), Known::default(), AttackSource::Walker);
    let passes = engine.rules.constraints.pass == Pass::Always || engine.plan.builds_instead;
    let pass = if passes { engine.pass(position) } else { None };
    for pseudo in pseudo_legal_moves(engine, position).into_iter().chain(pass) {
        if !engine.may_mate(position, &pseudo) {
            continue;
        }
        for mv in engine.with_walls(position, pseudo) {
            if engine.verify(position, &mv, known, by) {
                // A piece that comes behind another cannot make a move legal that would not be without it.
                found.extend(engine.gates(position, &mv).into_iter().map(|gate| Move { gate: Some(gate), ..mv }));
                found.push(mv);
            }
        }
    }
    for wanted in engine.obligations(position) {
        if wanted == Wanted::Pass {
            return engine.pass(position).into_iter().filter(|mv| engine.verify(position, mv, known, by)).collect();
        }
        if found.iter().any(|mv| engine.is_wanted(mv, wanted)) {
            found.retain(|mv| engine.is_wanted(mv, wanted));
            break;
        }
    }
    found
}

/// The pieces that give check to a side, one for each piece, found by walking.
pub fn checkers<const W: usize>(engine: &Engine<W>, position: &Position<W>, side: Side) -> Vec<PieceId> {
    let royals = engine.royal_squares(position, side);
    let pieces = position.of_side(!side).iter();
    let pieces = pieces.filter_map(|from| Some((!side, position.cell(from).piece()?, from)));
    let checking =
        pieces.filter(|placed| royals.iter().any(|royal| reference::takes(engine, position, *placed, royal)));
    checking.map(|(_, piece, _)| piece).collect()
}
