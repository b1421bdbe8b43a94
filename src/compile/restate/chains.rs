//! Pieces that capture by jumping, and go on jumping.

use crate::rules::tree::{Block, DeedKind, EffectKind, Gain, Moves, Then};
use crate::rules::{Jumps, PieceId};

use super::book::{Book, effects, moves_of};
use super::notations;
use super::say::*;

/// Adds the jumps, and the further jumps of the same move.
pub(super) fn jump(book: &mut Book) {
    let takes = &book.rules.beyond.takes;
    for chain in &takes.chains {
        jumps(book, chain);
    }
}

fn jumps(book: &mut Book, chain: &Jumps) {
    if book.rules.geometry.topology().is_hexagonal() {
        return book.leave_out("rules/takes/chains", "jumps over hexagons");
    }
    let texts: Option<Vec<String>> = chain.jumps.iter().map(|(step, far)| notations::jump(*step, *far)).collect();
    let Some(texts) = texts else {
        return book.leave_out("rules/takes/chains", "a jump that is no step to a neighbour");
    };
    let captures = chain.by.iter().any(|piece| book.rules.piece(*piece).movement.patterns.iter().any(|p| p.captures()));
    let far = chain.jumps.iter().any(|(_, far)| *far) && !book.rules.beyond.takes.longest;
    if captures || far {
        book.leave_out("rules/takes/chains", "jumps beside other captures, or that prefer to go on");
    }
    // In the language, a piece attacks what its move captures, and not what further captures of the move could reach.
    if chain.of.iter().any(|piece| book.rules.piece(*piece).royalty.is_ever_royal()) {
        book.leave_out("rules/takes/chains", "royal pieces that a later jump attacks");
    }
    let spared: Vec<PieceId> = book.rules.piece_ids().filter(|piece| !chain.of.contains(piece)).collect();
    if !spared.is_empty() {
        let deeds = vec![of(by(deed(DeedKind::Attack), book.kinds(&chain.by)), book.kinds(&spared))];
        book.forbid("jumps_spare", deeds, None);
    }
    if chain.promotes_at_once {
        book.leave_out("rules/takes/chains", "jumps within which a piece promotes");
    }
    let gains = vec![Gain::Also(book.notation(&texts.concat()))];
    book.moves("jumps", Moves { gains, ..moves_of(book.kinds(&chain.by)) }, None);
    let then = Then {
        deed: by(deed(DeedKind::Capture), mover()).into(),
        moves_only_as: None,
        may_stop: false,
        if_none_forbid: false,
        removal_at_end: true,
    };
    let ended = area(chain.ends_in);
    let unless = Some(is(destination(), ended));
    let goes_on = EffectKind::Then(Box::new(then)).into();
    let deeds = vec![by(deed(DeedKind::Capture), book.kinds(&chain.by))];
    book.after("chain", deeds, Block { unless, ..effects(vec![goes_on]) });
}
