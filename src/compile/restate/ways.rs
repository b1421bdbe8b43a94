//! Quiet moves that capture: by enclosing, by approach, by withdrawal, by jumping.

use crate::rules::movement::Leap;
use crate::rules::tree::{Block, DeedKind, DeedParts, Effect, EffectKind, Gain, Likeness, Moves, Set};
use crate::rules::ways::How;
use crate::rules::{PieceId, Way};

use super::book::{Book, effects, moves_of};
use super::say::*;

/// Adds the captures by quiet moves, piece by piece, and the jumps.
pub(super) fn capture(book: &mut Book) {
    let takes = &book.rules.beyond.takes;
    for piece in book.rules.piece_ids() {
        let ways: Vec<&Way> = takes.ways.iter().filter(|way| way.by.contains(&piece)).collect();
        if ways.is_empty() {
            continue;
        }
        for way in &ways {
            if let How::Leap(most) = way.how {
                jump(book, piece, (way, most));
            }
        }
        let quiet = DeedParts { quiet: true, ..by(deed(DeedKind::Move), book.kinds(&[piece])) };
        let done: Vec<Effect> = ways.iter().filter_map(|way| taken(book, way)).collect();
        book.after("ways", vec![quiet], effects(done));
    }
}

/// The capture of one way.
fn taken(book: &mut Book, way: &Way) -> Option<Effect> {
    let set = victims(book, way)?;
    let done = super::say::capture(set);
    if !way.straight {
        return Some(done);
    }
    let straight = |likeness| is(mover(), same(squares(), likeness, origin()));
    let when = Some(either(vec![straight(Likeness::File), straight(Likeness::Rank)]));
    Some(EffectKind::Block(Box::new(Block { when, ..effects(vec![done]) })).into())
}

/// The pieces that a way of capturing captures after the move has been made.
fn victims(book: &mut Book, way: &Way) -> Option<Set> {
    let of = prey(book, way);
    Some(match &way.how {
        How::Custodian => {
            let friends = away(own(pieces()), book.notation("D"), mover());
            between(of, mover(), friends)
        }
        How::Coordination(partners) => {
            if partners.iter().any(|partner| way.by.contains(partner)) {
                book.leave_out("rules/takes/ways", "a piece coordinates with its own square");
            }
            let partner = || own(book.kinds(partners));
            let corner = |one, other| same(same(of.clone(), one, mover()), other, partner());
            union(vec![corner(Likeness::File, Likeness::Rank), corner(Likeness::Rank, Likeness::File)])
        }
        How::Withdrawal => {
            goes_in_lines(book, way);
            just_beyond(of, origin(), mover())
        }
        How::Approach => {
            goes_in_lines(book, way);
            just_beyond(of, mover(), origin())
        }
        How::Leap(_) => between(of, origin(), mover()),
    })
}

/// The enemies that a way may capture, without shielded ones.
fn prey(book: &Book, way: &Way) -> Set {
    let of = enemy(book.kinds(&way.of));
    match super::relations::shielded(book) {
        Some(shielded) => except(of, before(shielded)),
        None => of,
    }
}

/// Reports pieces that do not move along the eight main directions, because the squares behind them cannot be
/// expressed.
fn goes_in_lines(book: &mut Book, way: &Way) {
    let straight = |piece: &PieceId| {
        let patterns = &book.rules.piece(*piece).movement.patterns;
        let fits = |leg: &crate::rules::movement::Leg| matches!(leg.leap, Leap::Main(_));
        patterns.iter().all(|pattern| pattern.single_leg().is_some_and(fits))
    };
    if !way.by.iter().all(straight) {
        book.leave_out("rules/takes/ways", "a piece that does not move in lines has nothing behind it");
    }
}

/// Adds jumps of a piece over enemies on its line, each with an empty square behind it.
fn jump(book: &mut Book, piece: PieceId, (way, most): (&Way, u16)) {
    if !book.is_plain_board() {
        return book.leave_out("rules/takes/ways", "leaps on hexagons, or on a board whose sides are joined");
    }
    let of = enemy(book.kinds(&way.of));
    let of = match super::relations::shielded(book) {
        Some(shielded) => except(of, shielded),
        None => of,
    };
    let jumped = || between(of.clone(), it(), mover());
    let apart = no(beside(jumped(), jumped()));
    let to = that(empty(), all(vec![any(jumped()), at_most(most, jumped()), apart]));
    let gains = vec![Gain::Also(book.notation("mQ"))];
    let through = Some(union(vec![empty(), of.clone()]));
    let moves = Moves { gains, to: Some(to), through, ..moves_of(book.kinds(&[piece])) };
    book.moves("leap", moves, None);
}
