//! First moves and captures en passant: when a piece has them, computed from the rules.

use crate::betza::{Modifier, Notation};
use crate::board::{BySide, Side, Square, SquareSet};
use crate::compile::{Ground, movement};
use crate::english;
use crate::render::words::names;
use crate::render::zones::zone;
use crate::rules::movement::{Movement, Pattern};
use crate::rules::tree::{Gain, RuleKind};
use crate::rules::{Piece, PieceId, Royalty, Rules};
use crate::walker::potential;

use super::owners::owners;

/// When a piece has the moves that its notation marks as first moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum When {
    /// Never: it counts as unmoved on no square.
    Never,
    /// From every square, at any time.
    Always,
    /// As long as it has not moved. The text names the squares if it may start on others too.
    Unmoved(Option<String>),
    /// From some squares, whether it has moved or not. The text names them: `the second rank`.
    From(String),
}

/// When a piece has its first moves.
pub(super) fn when(rules: &Rules, id: PieceId) -> When {
    if !rules.piece(id).patterns().any(|pattern| pattern.initial) {
        return When::Never;
    }
    let squares = initial(rules, id);
    let all = rules.geometry.squares();
    let owners = owners(rules, id);
    let of_owners = || owners.iter().copied().filter(|side| !squares[*side].is_empty());
    let tracked = |side: Side| squares[side].iter().all(|square| rules.keeps_account_of(side, square));
    let covered = |side: Side| starts(rules, id, side).is_subset(&squares[side]);
    // If only one side has such squares, the text says them as that side sees them.
    let seen = |side: Side| match of_owners().any(|other| other == side) {
        true => squares[side],
        false => across(rules, squares[!side]),
    };
    let exactly = |side: Side| starts(rules, id, side) == squares[side];
    let place = || match own(zone(rules, &BySide::from_fn(seen))) {
        text if text.starts_with("its ") || !of_owners().all(exactly) => text,
        // Shorter than the names of all squares.
        _ => format!("a square on which {} start", english::plural(&rules.piece(id).name)),
    };
    if of_owners().next().is_none() {
        When::Never
    } else if of_owners().all(tracked) {
        When::Unmoved((!of_owners().all(covered)).then(place))
    } else if owners.iter().all(|side| squares[*side] == all) {
        When::Always
    } else {
        When::From(place())
    }
}

/// The ranks of a piece's own side: `its second rank`.
fn own(place: String) -> String {
    match place.strip_prefix("the ").filter(|rest| rest.ends_with("rank") || rest.ends_with("ranks")) {
        Some(rest) => format!("its {rest}"),
        None => place,
    }
}

/// The meaning of the mark of first moves in a legend.
pub(super) fn in_a_legend(rules: &Rules) -> String {
    let moves = |id: &PieceId| rules.piece(*id).patterns().any(|pattern| pattern.initial);
    let whens: Vec<When> = rules.piece_ids().filter(moves).map(|id| when(rules, id)).collect();
    let unmoved = whens.iter().any(|when| matches!(when, When::Unmoved(_)));
    let mut places: Vec<&str> = Vec::new();
    for when in &whens {
        if let When::From(place) = when
            && !places.contains(&place.as_str())
        {
            places.push(place);
        }
    }
    match (unmoved, places.as_slice()) {
        (true, []) => "only as long as it has not moved".to_owned(),
        (true, _) => "only on its first move, or from squares that the text names".to_owned(),
        (false, [place]) => format!("only from {place}"),
        (false, _) => "only from squares that the text names".to_owned(),
    }
}

/// The words before such a move: `on its first move it may also`.
pub(super) fn in_words(when: &When) -> String {
    match when {
        When::Never | When::Always => String::new(),
        When::Unmoved(None) => "on its first move ".to_owned(),
        When::Unmoved(Some(place)) => format!("on its first move, from {place}, "),
        When::From(place) => format!("from {place} "),
    }
}

/// The squares on which a piece of a side stands at the start.
fn starts(rules: &Rules, id: PieceId, side: Side) -> SquareSet {
    let placed = |square: &Square| {
        rules.setup.pieces[square.index()].is_some_and(|placed| placed.piece == id && placed.side == side)
    };
    rules.geometry.squares().iter().filter(placed).collect()
}

/// Returns `true` if a piece of a kind stands at the start on a square on which it has first moves.
pub(super) fn stands_for_it(rules: &Rules, id: PieceId) -> bool {
    let initial = initial(rules, id);
    Side::ALL.into_iter().any(|side| starts(rules, id, side).intersects(&initial[side]))
}

/// The squares on which a piece counts as unmoved, for each side that has it.
pub(super) fn initial(rules: &Rules, id: PieceId) -> BySide<SquareSet> {
    let piece = rules.piece(id);
    BySide::from_fn(|side| piece.initial[side] & piece.confined[side] & rules.geometry.squares())
}

/// The same squares as the other side sees them: on the opposite ranks.
fn across(rules: &Rules, squares: SquareSet) -> SquareSet {
    let geometry = &rules.geometry;
    let turned = |square: Square| geometry.at(geometry.file(square), geometry.ranks() - 1 - geometry.rank(square));
    squares.iter().filter_map(turned).collect()
}

/// The notation of a single first move with the directions in which it leads anywhere: `imA` is `fimA` for a piece that has it
/// only on its second rank. `None` if it leads in all its directions, or has directions already.
pub(super) fn narrowed(rules: &Rules, id: PieceId, notation: &str, at: usize) -> Option<String> {
    let whole = Notation::parse(notation).ok()?;
    let made = whole.moves().get(at)?;
    let [leg] = made.legs.as_slice() else { return None };
    if made.bracket.is_some() || !leg.modifiers.has(Modifier::Initial) || !leg.modifiers.directions.is_empty() {
        return None;
    }
    let text = notation.get(made.span.range())?;
    let ends = |text: &str| {
        let moves = movement::movement_on(&Notation::parse(text).ok()?, Ground::from(&rules.geometry)).ok()?;
        Some(first_ends(rules, id, &moves))
    };
    let all = ends(text)?;
    // A narrower direction comes first.
    let fits = |letter: &&&str| ends(&format!("{letter}{text}")).is_some_and(|some| some == all);
    ["f", "b", "l", "r", "v", "s"].iter().find(fits).map(|letter| format!("{letter}{text}"))
}

/// The squares to which moves lead from the squares on which a piece counts as unmoved, with their starts.
fn first_ends(rules: &Rules, id: PieceId, moves: &Movement) -> Vec<(Side, Square, SquareSet)> {
    let (squares, confined) = (initial(rules, id), &rules.piece(id).confined);
    let mut all = Vec::new();
    for side in owners(rules, id) {
        for from in squares[side] {
            let ends = |pattern: &Pattern| potential(pattern, &rules.geometry, side, from, true) & confined[side];
            let ends = moves.patterns.iter().map(ends).fold(SquareSet::EMPTY, |all, some| all | some);
            all.push((side, from, ends));
        }
    }
    all
}

fn takes(pattern: &Pattern) -> bool {
    pattern.legs().iter().any(|leg| leg.terms.en_passant)
}

fn trails(pattern: &Pattern) -> bool {
    pattern.legs().iter().any(|leg| leg.trail)
}

/// Returns `true` if an enemy of a piece can capture en passant what such moves of the piece pass.
pub(super) fn is_answered(rules: &Rules, id: PieceId) -> bool {
    let safe = |other: PieceId| rules.piece(id).safe_from.contains(&other);
    lent(rules, takes) || meet(rules, id, takes, safe)
}

/// Returns `true` if an enemy of a piece makes moves that captures en passant of the piece can answer.
pub(super) fn answers(rules: &Rules, id: PieceId) -> bool {
    let safe = |other: PieceId| rules.piece(other).safe_from.contains(&id);
    lent(rules, trails) || meet(rules, id, trails, safe)
}

/// Returns `true` if a side has a piece with such moves, and the other side has this one.
fn meet(rules: &Rules, id: PieceId, wanted: fn(&Pattern) -> bool, safe: impl Fn(PieceId) -> bool) -> bool {
    let enemies: Vec<Side> = owners(rules, id).into_iter().map(|side| !side).collect();
    let has = |other: &PieceId| {
        // A first move that a piece never has cannot be answered.
        let moves = |pattern: &Pattern| wanted(pattern) && (!pattern.initial || when(rules, *other) != When::Never);
        rules.piece(*other).patterns().any(moves) && owners(rules, *other).iter().any(|side| enemies.contains(side))
    };
    rules.piece_ids().any(|other| has(&other) && !safe(other))
}

/// Returns `true` if a rule lends such moves to pieces.
fn lent(rules: &Rules, wanted: fn(&Pattern) -> bool) -> bool {
    rules.tree.rules.iter().any(|rule| match &rule.kind.kind {
        RuleKind::Pieces(moves) => moves.gains.iter().any(|gain| match gain {
            Gain::Also(notation) | Gain::Only(notation) => notation.movement.patterns.iter().any(wanted),
            _ => false,
        }),
        _ => false,
    })
}

/// Returns `true` if a piece can capture no piece but royal ones, which are never captured: it only gives check.
pub(super) fn only_gives_check(rules: &Rules, id: PieceId) -> bool {
    let safe = |piece: &&Piece| piece.safe_from.contains(&id);
    let (royal, mut common) = (Royalty::Royal, rules.pieces.iter().filter(|piece| piece.royalty != Royalty::Royal));
    let spares = common.clone().next().is_some() && common.all(|piece| safe(&piece));
    let captures = || rules.piece(id).patterns().any(|pattern| pattern.captures());
    spares && captures() && rules.pieces.iter().any(|piece| piece.royalty == royal && !safe(&piece))
}

/// The sentence that explains captures en passant; `None` if no piece makes one.
pub(super) fn passing_in_words(rules: &Rules) -> Option<String> {
    let with = |wanted: fn(&Pattern) -> bool, meets: fn(&Rules, PieceId) -> bool| -> Vec<PieceId> {
        let has = |id: &PieceId| rules.piece(*id).patterns().any(wanted) && meets(rules, *id);
        rules.piece_ids().filter(has).collect()
    };
    let (passing, taking) = (with(trails, is_answered), with(takes, answers));
    (!passing.is_empty() && !taking.is_empty()).then(|| {
        let (far, passed) = match passing.iter().all(|id| passes_one(rules, *id)) {
            true => ("two squares at once", "the square that it passed over"),
            false => ("several squares at once", "a square that it passed over"),
        };
        let when = match &rules.tree.turns {
            Some(_) => "at the beginning of the next turn",
            None => "with the next move",
        };
        format!(
            "En passant: when {} has just moved {far}, an enemy {} that attacks {passed} may capture it as if it had stopped there, but only {when}.",
            english::with_article(&names(rules, &passing)),
            names(rules, &taking)
        )
    })
}

/// Returns `true` if the moves of a piece that can be answered en passant are all two squares long.
fn passes_one(rules: &Rules, id: PieceId) -> bool {
    let geometry = &rules.geometry;
    let apart = |from: Square, to: Square| {
        geometry.file(from).abs_diff(geometry.file(to)).max(geometry.rank(from).abs_diff(geometry.rank(to)))
    };
    let initial = initial(rules, id);
    let long = |side: Side, pattern: &Pattern, from: Square| {
        (!pattern.initial || initial[side].contains(from))
            && potential(pattern, geometry, side, from, true).iter().any(|to| apart(from, to) > 2)
    };
    let sides = owners(rules, id);
    let mut trailing = rules.piece(id).patterns().filter(|pattern| trails(pattern));
    trailing.all(|pattern| sides.iter().all(|side| geometry.squares().iter().all(|from| !long(*side, pattern, from))))
}
