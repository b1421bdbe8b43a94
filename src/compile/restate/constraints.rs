//! Obligations and prohibitions of a side.

use crate::rules::tree::{Block, DeedKind, Layer, Set, Whose};
use crate::rules::{Pass, PieceId};

use super::book::{Book, effects};
use super::say::*;

/// Adds passes, and the rule that a royal piece in check stays.
pub(super) fn allow(book: &mut Book) {
    let constraints = &book.rules.constraints;
    if constraints.pass != Pass::Never {
        pass(book);
    }
    if constraints.royal_stays_in_check {
        let attackers = attacking(enemy(pieces()), Layer::Real, mover());
        // The piece may capture its only attacker.
        let others = except(attackers, on(pieces(), captured()));
        book.forbid("royal_stays_in_check", vec![by(deed(DeedKind::Move), royal(pieces()))], Some(any(others)));
    }
}

/// Adds a pass for a side that has pieces. The side must not be in check, unless pieces face each other although the
/// rules forbid it.
fn pass(book: &mut Book) {
    let faces = &book.rules.constraints.face_off;
    let calm = not(in_check(Whose::Own));
    let may = match faces.is_empty() {
        true => calm,
        false => either(vec![calm, any(facing(book, faces))]),
    };
    let when = Some(all(vec![any(own(pieces())), may]));
    let rule = book.instead("pass", None, Block { when, ..Block::default() });
    if !book.rules.constraints.face_off.is_empty() {
        book.even_in_check(rule);
    }
}

/// Adds conditions on the position after a move.
pub(super) fn demand(book: &mut Book) {
    let constraints = &book.rules.constraints;
    if !constraints.face_off.is_empty() {
        let when = Some(was(any(facing(book, &constraints.face_off))));
        let gone = no(facing(book, &constraints.face_off));
        let block = Block { when, ..effects(vec![require(gone)]) };
        book.after("face_off", vec![deed(DeedKind::Move), deed(DeedKind::Drop)], block);
    }
    if constraints.no_checks {
        let block = effects(vec![require(not(in_check(Whose::Enemy)))]);
        book.after("no_checks", vec![deed(DeedKind::Any)], block);
    }
}

/// Adds the obligations of a side, in order of precedence.
pub(super) fn oblige(book: &mut Book) {
    let constraints = &book.rules.constraints;
    if !constraints.must_drop.is_empty() {
        let all = book.rules.piece_ids().all(|piece| constraints.must_drop.contains(&piece));
        let drop =
            if all { deed(DeedKind::Drop) } else { of(deed(DeedKind::Drop), book.kinds(&constraints.must_drop)) };
        book.must("must_drop", vec![drop], None);
    }
    if constraints.must_capture {
        // A chain of jumps may have to be the longest one.
        let most = book.rules.beyond.takes.longest.then(|| count(captured()));
        book.must("must_capture", vec![deed(DeedKind::Capture)], most);
    }
    if constraints.pass == Pass::Stuck {
        let offers = super::actions::instead_rules(book, "pass");
        book.must("must_move", [vec![deed(DeedKind::Move), deed(DeedKind::Drop)], offers].concat(), None);
    }
}

/// The own pieces of these kinds that stand on a rank or file with those of the enemy, with nothing between.
fn facing(book: &Book, of: &[PieceId]) -> Set {
    away(own(book.kinds(of)), book.notation("R"), enemy(book.kinds(of)))
}
