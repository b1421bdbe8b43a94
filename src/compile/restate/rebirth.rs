//! Captured and capturing pieces that are put on another square.

use crate::board::{BySide, Side, SquareSet};
use crate::rules::tree::{Becomes, Block, DeedKind, Effect, Likeness, Set, Whose};
use crate::rules::{PieceId, Rebirth, RebirthOn, Same};

use super::book::{Book, effects};
use super::say::*;

/// Adds the rebirths of a capture: for each kind of piece the first entry that fits.
pub(super) fn give(book: &mut Book) {
    let reborn = &book.rules.beyond.takes.reborn;
    for taker in [false, true] {
        let mut seen: Vec<PieceId> = Vec::new();
        for rebirth in reborn.iter().filter(|rebirth| rebirth.taker == taker) {
            for piece in &rebirth.pieces {
                if !seen.contains(piece) {
                    seen.push(*piece);
                    rebirths(book, rebirth, *piece);
                }
            }
        }
    }
}

fn rebirths(book: &mut Book, rebirth: &Rebirth, piece: PieceId) {
    if rebirth.taker && (rebirth.turned || rebirth.to.is_some()) {
        return book.leave_out("rules/takes/reborn", "a capturing piece that turns or becomes another");
    }
    let Some(squares) = squares_of(rebirth, piece) else { return };
    if rebirth.taker {
        taker_returns(book, rebirth, piece, squares)
    } else {
        captured_returns(book, rebirth, piece, squares)
    }
}

/// A captured piece is put on the first empty square. With `must`, it cannot be captured without such a square. A royal
/// piece that would come back is not in check.
fn captured_returns(book: &mut Book, rebirth: &Rebirth, piece: PieceId, squares: Set) {
    let gone = || enemy(book.kinds(&[piece]));
    let free = |of: Set, with: Set| on(of, alike(squares.clone(), rebirth.same, with));
    let whose = rebirth.turned.then_some(Whose::Own);
    let ranks = ranks_of(book, rebirth, piece).unwrap_or_else(|| vec![squares.clone()]);
    let on_rank = |ranks: &[Set]| on(empty(), alike(union(ranks.to_vec()), rebirth.same, it()));
    let nearest = (0..ranks.len()).map(|rank| match rank {
        0 => on_rank(&ranks[..1]),
        _ => that(on_rank(&ranks[rank..=rank]), no(on_rank(&ranks[..rank]))),
    });
    let mut done = vec![place(that_are(captured(), gone()), first(union(nearest.collect())), whose)];
    if let Some(becomes) = rebirth.to {
        let there = || on(if rebirth.turned { own(book.kinds(&[piece])) } else { gone() }, squares.clone());
        done.push(change(except(there(), before(there())), Becomes::Kind(becomes)));
    }
    let room = || any(except(free(union(vec![empty(), mover()]), destination()), destination()));
    let royal = book.rules.piece(rebirth.to.unwrap_or(piece)).royalty.is_ever_royal() && !rebirth.turned;
    let (no_attack, no_check) = (of(deed(DeedKind::Attack), gone()), of(deed(DeedKind::Check), gone()));
    let (no_room, saved) = (rebirth.must.then(|| not(room())), royal.then(room));
    book.after("reborn", vec![of(deed(DeedKind::Capture), gone())], effects(done));
    if let Some(no_room) = no_room {
        book.forbid("no_room", vec![no_attack], Some(no_room));
    }
    if let Some(saved) = saved {
        book.forbid("comes_back", vec![no_check], Some(saved));
    }
}

/// The capturing piece goes to the first square that is empty or its own. With `must`, the capture is illegal without
/// such a square.
fn taker_returns(book: &mut Book, rebirth: &Rebirth, piece: PieceId, squares: Set) {
    let alike = |place: Set| alike(squares.clone(), rebirth.same, place);
    let free = || on(union(vec![empty(), mover()]), alike(mover()));
    let is_piece = || Some(is(mover(), own(book.kinds(&[piece]))));
    let done = vec![go(mover(), first(free()))];
    let done = if rebirth.must { [vec![require(any(free()))], done].concat() } else { done };
    book.after("returns", vec![deed(DeedKind::Capture)], Block { when: is_piece(), ..effects(done) });
    // Quiet moves that capture end on other squares than they attack.
    let captures = book.rules.piece(piece).movement.patterns.iter().any(|pattern| pattern.captures());
    if rebirth.must && (captures || !book.rules.piece(piece).extra.is_empty()) {
        let room = |of: &Set| any(on(union(vec![empty(), mover(), destination()]), of.clone()));
        let own_room = room(&alike(destination()));
        let no_room = not(own_room);
        let barred = match promotes_there(book, piece) {
            Some((zone, mandatory, choices)) => {
                let fits = choices.map_or_else(Vec::new, |sets| sets.iter().map(&room).collect());
                let stays = all(vec![is_not(destination(), mandatory), room(&alike(destination()))]);
                let promoting = all(vec![is(destination(), zone.clone()), not(either([fits, vec![stays]].concat()))]);
                either(vec![all(vec![is_not(destination(), zone), no_room]), promoting])
            }
            None => no_room,
        };
        // A piece that this capture turns into another kind comes back as that kind, so no square is needed for its old kind.
        let merges = book.rules.beyond.takes.merges.iter().filter(|merge| !merge.friend && merge.by.contains(&piece));
        let other: Vec<PieceId> = merges.flat_map(|merge| merge.of.iter().copied()).collect();
        let stays_itself = no(that_are(captured(), enemy(book.kinds(&other))));
        let barred = if other.is_empty() { barred } else { all(vec![stays_itself, barred]) };
        let attackers = own(book.kinds(&[piece]));
        book.forbid("no_room", vec![by(deed(DeedKind::Attack), attackers)], Some(barred));
    }
}

/// The condition for captures by quiet moves: there must be an empty square for a piece that must return. Without one,
/// the move attacks nothing.
pub(super) fn room_after_captures(book: &Book, piece: PieceId) -> Option<Effect> {
    let mut reborn = book.rules.beyond.takes.reborn.iter();
    let rebirth = reborn.find(|rebirth| rebirth.taker && rebirth.pieces.contains(&piece))?;
    if !rebirth.must || book.rules.piece(piece).promotion.is_some() {
        return None;
    }
    let places = alike(squares_of(rebirth, piece)?, rebirth.same, mover());
    Some(require(either(vec![no(captured()), any(on(union(vec![empty(), mover()]), places))])))
}

/// For a returning piece: the squares on which it may promote, the squares on which it must, and the squares to which
/// its choices would return. The last is `None` if a choice does not return, so that there is always room.
fn promotes_there(book: &Book, piece: PieceId) -> Option<(Set, Set, Option<Vec<Set>>)> {
    let promotion = book.rules.piece(piece).promotion.as_ref()?;
    let rule_of = |choice: PieceId| {
        book.rules.beyond.takes.reborn.iter().find(|rebirth| rebirth.taker && rebirth.pieces.contains(&choice))
    };
    let place = |choice: &PieceId| {
        let rule = rule_of(*choice).filter(|rule| rule.must)?;
        Some(alike(squares_of(rule, *choice)?, rule.same, destination()))
    };
    let places: Option<Vec<Set>> = promotion.choices.white.iter().map(place).collect();
    Some((area(promotion.zone), area(promotion.mandatory), places))
}

/// The squares that share the property of an entry with the square of the capture.
fn alike(squares: Set, likeness: Option<Same>, with: Set) -> Set {
    match likeness {
        None => squares,
        Some(Same::File) => same(squares, Likeness::File, with),
        Some(Same::Rank) => same(squares, Likeness::Rank, with),
        Some(Same::Colour) => same(squares, Likeness::Colour, with),
    }
}

/// The squares of an entry for a piece, as the capturing side sees them.
fn squares_of(rebirth: &Rebirth, piece: PieceId) -> Option<Set> {
    let RebirthOn::Squares(on) = &rebirth.on else { return Some(before(mover())) };
    let of = on.get(rebirth.to.unwrap_or(piece).index())?;
    Some(area(BySide::from_fn(|side: Side| of[if rebirth.taker { side } else { !side }])))
}

/// The squares of an entry for a captured piece, rank by rank from the end of its side; `None` if the board does not decide them.
fn ranks_of(book: &Book, rebirth: &Rebirth, piece: PieceId) -> Option<Vec<Set>> {
    let RebirthOn::Squares(on) = &rebirth.on else { return None };
    let of = on.get(rebirth.to.unwrap_or(piece).index())?;
    let geometry = &book.rules.geometry;
    let on_rank = |rank: usize| {
        BySide::from_fn(|side: Side| {
            of[!side].iter().filter(|square| geometry.rank_for(!side, *square) == rank).collect::<SquareSet>()
        })
    };
    let ranks = (0..geometry.ranks()).map(on_rank);
    let ranks = ranks.filter(|rank| !rank.white.is_empty() || !rank.black.is_empty());
    Some(ranks.map(area).collect()).filter(|ranks: &Vec<Set>| !ranks.is_empty())
}
