//! `dead-end`: see its page in the rule book.

use std::collections::HashSet;

use super::army::Army;
use super::lines;
use super::no_royal::asks_for_check;
use super::own::own;
use super::reach;
use super::removal;
use crate::board::{Side, Square, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{
    Chain, Condition, End, Fallback, HandRule, Pass, Piece, PieceId, PromotionZone, Reached, Royalty, Rules,
};
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, problems: &mut Problems) {
    for end in &rules.ends {
        let Some(place) = own(end.source) else { continue };
        let Some((reason, help)) = reason(rules, end) else { continue };
        let message = format!("`{}` never ends a game: {reason}", end.name);
        problems.push(Diagnostic::warning(Code::DeadEnd, place, message).help(help));
    }
}

/// Returns `true` if the condition of an end can never hold.
pub(super) fn is_dead(rules: &Rules, end: &End) -> bool {
    let royal = rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal());
    reason(rules, end).is_some() || (!royal && asks_for_check(&end.condition))
}

/// The reason why a condition can never hold, and help.
fn reason(rules: &Rules, end: &End) -> Option<(String, &'static str)> {
    match &end.condition {
        Condition::Checks { .. } | Condition::PerpetualCheck { .. } if rules.constraints.no_checks => {
            Some((forbids_checks(rules), "remove the end, or that rule"))
        }
        Condition::Stuck { in_check: Some(true) } if rules.constraints.no_checks => {
            Some((forbids_checks(rules), "ask for `stuck: always`, or remove that rule"))
        }
        Condition::Stuck { in_check: Some(true) } | Condition::Checks { .. } if no_attackers(rules) => Some((
            "no piece can capture a royal piece, so no side is ever in check".to_owned(),
            "let a piece capture it (see `safe_from`, and the captures of the moves), or remove the end",
        )),
        Condition::Stuck { in_check: Some(false) } if rules.constraints.pass != Pass::Never && keep_pieces(rules) => {
            Some(("a side that is not in check may pass".to_owned(), "remove the end, or the rule that lets it pass"))
        }
        Condition::Castled { letters } if rules.shuffle.is_none() => {
            let granted = |letter: &char| {
                let mut rights = rules.setup.castling.iter();
                rights.any(|right| rules.castling[usize::from(right.rule)].letter == *letter)
            };
            let dropped = rules.castling.iter().any(|rule| rule.dropped);
            (!dropped && !letters.iter().any(granted)).then(|| {
                (
                    "the setup grants none of these castling rights".to_owned(),
                    "grant them in the third field of the setup",
                )
            })
        }
        Condition::Passes { .. } if !may_pass(rules) => Some((
            "no side may pass".to_owned(),
            "allow it with a rule (`pass: {may_replace: move, when: not in check}`), or remove the end",
        )),
        Condition::MatedByDrop { .. } if rules.hand.is_none() => {
            Some(("there are no hands, so nothing is dropped".to_owned(), "add hands, for example `hand: captured`"))
        }
        Condition::MatedByDrop { pieces } if rules.is_plain() && pieces.iter().all(|id| is_barred(rules, *id)) => {
            Some(("none of these pieces may be dropped".to_owned(), "allow drops, for example `drop: {on: all}`"))
        }
        Condition::Countdown { stages } if stages.iter().all(|stage| stage.moves == 0) => {
            Some(("a stage of 0 moves counts nothing".to_owned(), "give a stage the number of its moves"))
        }
        condition => too_small(rules, condition).or_else(|| kept(rules, condition)),
    }
}

fn forbids_checks(rules: &Rules) -> String {
    format!("`{}` forbids every check", rules.name_of("no_checks"))
}

/// Returns `true` if neither this piece can be dropped, nor another piece in the form of this one.
fn is_barred(rules: &Rules, id: PieceId) -> bool {
    let drops = || rules.pieces.iter().filter_map(|piece| piece.drop.as_ref());
    rules.piece(id).drop.is_none() && !drops().any(|drop| drop.also_as.contains(&id))
}

/// The reason why the board or the armies are too small for a condition.
fn too_small(rules: &Rules, condition: &Condition) -> Option<(String, &'static str)> {
    let geometry = &rules.geometry;
    let longest = geometry.files().max(geometry.ranks());
    match condition {
        Condition::Reached(reached)
            if !reached.or_full && too_few(rules, &reached.pieces, usize::from(reached.count)) =>
        {
            Some(few(reached.count))
        }
        Condition::Reached(reached) if !reached.or_full && is_small(rules, reached) => Some((
            format!("its region has fewer than {} squares", reached.count),
            "lower `count`, or enlarge the region",
        )),
        Condition::Reached(reached) => unreachable(rules, reached),
        Condition::Connected(chain) => unconnected(rules, chain),
        Condition::InARow { count, .. } if usize::from(*count) > longest && !geometry.topology().wraps_ranks() => {
            Some((format!("no line of the board has {count} squares"), "lower `count`"))
        }
        Condition::Block { size, .. } if usize::from(*size) > geometry.files().min(geometry.ranks()) => {
            Some((format!("the board has no block of {size} by {size} squares"), "lower `size`"))
        }
        Condition::InARow { along, count, gaps: false, .. }
            if lines::longest(geometry, along).is_some_and(|longest| usize::from(*count) > longest) =>
        {
            Some((
                format!("no line of the board has {count} squares without a hole"),
                "lower `count`, or change `holes`",
            ))
        }
        Condition::InARow { pieces, count, .. } if too_few(rules, pieces, usize::from(*count)) => Some(few(*count)),
        Condition::Block { pieces, size } if too_few(rules, pieces, usize::from(*size).pow(2)) => {
            Some(few(size.saturating_mul(*size)))
        }
        Condition::FullBoard if never_fills(rules) => {
            Some(("there are fewer pieces than squares, and no piece enters the board".to_owned(), "remove the end"))
        }
        _ => None,
    }
}

/// The reason why no chain can join two regions.
fn unconnected(rules: &Rules, chain: &Chain) -> Option<(String, &'static str)> {
    let (geometry, squares) = (&rules.geometry, rules.geometry.squares());
    let empty = |side: Side| (chain.from[side] & squares).is_empty() || (chain.to[side] & squares).is_empty();
    if Side::ALL.into_iter().all(empty) {
        return Some(("its region has no square".to_owned(), "change the region"));
    }
    let needed = |side: Side| lines::shortest(geometry, chain, side);
    let count = Side::ALL.into_iter().map(needed).collect::<Option<Vec<_>>>()?.into_iter().min()?;
    let count = u16::try_from(count).ok()?;
    too_few(rules, &chain.pieces, usize::from(count)).then(|| few(count))
}

/// The reason why other rules prevent a condition.
fn kept(rules: &Rules, condition: &Condition) -> Option<(String, &'static str)> {
    match condition {
        Condition::Extinct { pieces, opponent_at_least, .. }
            if *opponent_at_least > 1 && too_few(rules, pieces, usize::from(*opponent_at_least)) =>
        {
            Some(few(*opponent_at_least))
        }
        Condition::Extinct { pieces, at_most: 0, any, .. } if rules.is_plain() => unremovable(rules, pieces, *any),
        Condition::Repetition { times } | Condition::PerpetualCheck { times } => outrun(rules, *times),
        Condition::MatedBy { pieces } if rules.is_plain() && pieces.iter().all(|id| keeps_away(rules, *id)) => {
            Some(("a royal piece that gave such a check would be in check itself".to_owned(), "name other pieces"))
        }
        _ => None,
    }
}

/// The reason why a position cannot occur this many times: another end limits the moves without progress.
fn outrun(rules: &Rules, times: u16) -> Option<(String, &'static str)> {
    // With hands, captured pieces can return. Captures restart the count, and the position can occur again.
    let quick = rules.constraints.pass != Pass::Never || !rules.is_plain() || rules.hand.is_some();
    let (end, limit) = rules.ends.iter().find_map(|end| match end.condition {
        Condition::NoProgress { plies, ref reset_by } if reset_by.iter().all(|id| only_ahead(rules, *id)) => {
            Some((end, plies))
        }
        _ => None,
    })?;
    // Each side moves a piece away and back: four plies for each further occurrence.
    let needed = 4 * (u32::from(times) - 1);
    (!quick && needed > u32::from(limit)).then(|| {
        (format!("`{}` ends the game before the position has occurred {times} times", end.name), "lower the number")
    })
}

/// Returns `true` if a piece moves only forwards, so that a position cannot occur again after its move.
fn only_ahead(rules: &Rules, id: PieceId) -> bool {
    let (geometry, piece) = (&rules.geometry, rules.piece(id));
    let rank = |square: Square| geometry.rank_for(Side::White, square);
    let ahead = |from: Square| reach::steps(rules, piece, Side::White, from).iter().all(|to| rank(to) > rank(from));
    reach::is_light(rules, piece) && !geometry.topology().wraps_ranks() && geometry.squares().iter().all(ahead)
}

/// Returns `true` for royal pieces that can never stand near an enemy royal piece, because a piece that attacks the
/// other is itself attacked.
fn keeps_away(rules: &Rules, id: PieceId) -> bool {
    let piece = rules.piece(id);
    let royals = rules.piece_ids().filter(|other| rules.piece(*other).royalty.is_ever_royal()).count();
    let ends = |side: Side, from: Square| reach::steps(rules, piece, side, from);
    let squares = rules.geometry.squares();
    let mutual = |from: Square| ends(Side::White, from).iter().all(|to| ends(Side::Black, to).contains(from));
    piece.royalty == Royalty::Royal && royals == 1 && reach::is_light(rules, piece) && squares.iter().all(mutual)
}

/// Returns `true` if the region of each side has fewer squares than the condition demands pieces.
fn is_small(rules: &Rules, reached: &Reached) -> bool {
    let room = |side: Side| (reached.region[side] & rules.geometry.squares()).count();
    Side::ALL.into_iter().all(|side| (1..usize::from(reached.count)).contains(&(room(side) as usize)))
}

/// Returns `true` if each side begins with a royal piece, and therefore always has one. (A side without pieces may not
/// pass.)
fn keep_pieces(rules: &Rules) -> bool {
    let royal = |side: Side| {
        let mut placed = rules.setup.pieces.iter().flatten().filter(|placed| placed.side == side);
        placed.any(|placed| rules.pieces[placed.piece.index()].royalty != Royalty::Common)
    };
    Side::ALL.into_iter().all(royal)
}

/// The message for an end that needs more pieces than a side can have.
fn few(count: u16) -> (String, &'static str) {
    let reason = match count {
        1 => "no side can have such a piece".to_owned(),
        _ => format!("no side can have {count} such pieces"),
    };
    (reason, "lower the number, or name other pieces")
}

/// Returns `true` if no side can ever have this number of some pieces: neither promotion, nor hands, nor other rules
/// add any.
fn too_few(rules: &Rules, pieces: &[PieceId], count: usize) -> bool {
    // A promotion from one piece of the list to another does not change the number.
    let others = || rules.piece_ids().filter(|id| !pieces.contains(id)).map(|id| rules.piece(id));
    let promotions = others().filter_map(|piece| piece.promotion.as_ref());
    let made = promotions.flat_map(|promotion| promotion.choices.white.iter().chain(&promotion.choices.black));
    let moved = others().filter_map(|piece| piece.promotion_move.as_ref());
    let grow = made.chain(moved.flat_map(|promotion| &promotion.choices)).any(|choice| pieces.contains(choice));
    let changes = !rules.is_plain() || rules.effects.flips.is_some() || rules.shuffle.is_some();
    let recast = rules.pieces.iter().filter_map(|piece| piece.drop.as_ref()).any(|drop| !drop.also_as.is_empty());
    if grow || changes || recast || rules.hand.is_some_and(|hand| hand != HandRule::Setup) {
        return false;
    }
    // If hands are empty and captures do not fill them, pieces come from elsewhere: from a partner's game, or from a
    // FEN.
    let none_held = Side::ALL.into_iter().all(|side| rules.setup.hands[side].iter().all(|held| *held == 0));
    if rules.hand.is_some() && none_held {
        return false;
    }
    let armies = Army::of_both(rules);
    let kinds: HashSet<usize> = pieces.iter().map(|id| id.index()).collect();
    let most = |side: Side| kinds.iter().map(|kind| armies[side].pieces[*kind]).sum::<usize>();
    Side::ALL.into_iter().all(|side| most(side) < count)
}

/// Returns `true` if nothing can give check to any royal piece.
fn no_attackers(rules: &Rules) -> bool {
    let royals = || rules.pieces.iter().filter(|piece| piece.royalty.is_ever_royal());
    let attacks = |royal: &Piece| {
        rules.piece_ids().any(|id| removal::captures(rules.piece(id)) && !royal.safe_from.contains(&id))
    };
    royals().next().is_some() && rules.is_plain() && rules.effects.is_empty() && !royals().any(attacks)
}

/// Returns `true` if there are always empty squares.
fn never_fills(rules: &Rules) -> bool {
    let effects = &rules.effects;
    let grows = rules.hand.is_some() || effects.walls.is_some() || !effects.petrifies.is_empty();
    let squares = rules.geometry.squares() & !rules.setup.walls;
    let pieces = rules.setup.pieces.iter().flatten().count();
    !grows && rules.is_plain() && pieces < squares.count() as usize
}

fn may_pass(rules: &Rules) -> bool {
    let constraints = &rules.constraints;
    constraints.pass != Pass::Never
        || !constraints.face_off.is_empty()
        || !rules.is_plain()
        || rules.pieces.iter().any(|piece| piece.promotion_move.is_some())
        || rules.pieces.iter().flat_map(|piece| &piece.movement.patterns).any(|pattern| pattern.legs().len() > 1)
}

/// The reason why a side always keeps one of some pieces: nothing removes it from the board.
fn unremovable(rules: &Rules, pieces: &[PieceId], any: bool) -> Option<(String, &'static str)> {
    if rules.effects.flips.is_some() {
        return None;
    }
    let stays = |id: &PieceId| !removal::can_go(rules, *id);
    let kept = if any { pieces.iter().all(stays) } else { pieces.iter().any(stays) };
    let armies = Army::of_both(rules);
    let both_have = Side::ALL.into_iter().all(|side| armies[side].any(|id| stays(&id) && pieces.contains(&id)));
    let id = *pieces.iter().find(|id| stays(id)).filter(|_| kept && both_have)?;
    let name = &rules.piece(id).name;
    let blown_up = rules.effects.blast.is_some() && removal::any_captures(rules);
    Some(match (rules.piece(id).royalty.is_ever_royal(), blown_up) {
        (true, false) => {
            let reason = match rules.piece(id).royalty {
                Royalty::Royal => "a royal piece is never captured".to_owned(),
                _ => format!("the last `{name}` is royal, and a royal piece is never captured"),
            };
            (reason, "remove the end, or `royal` if the piece may be captured")
        }
        (true, true) => (
            format!("`{name}` is never captured, and no blast removes it"),
            "let the blast capture the piece, or remove the end",
        ),
        (false, _) => (
            format!("nothing can remove `{name}` from the board"),
            "let a piece capture it (see `safe_from`, `blocked_by` and the captures of the moves), or remove the end",
        ),
    })
}

/// The reason why no side can ever have its pieces in its region.
fn unreachable(rules: &Rules, reached: &Reached) -> Option<(String, &'static str)> {
    let squares = rules.geometry.squares();
    if Side::ALL.into_iter().all(|side| (reached.region[side] & squares).is_empty()) {
        return Some(("its region has no square".to_owned(), "change the region"));
    }
    if !rules.is_plain() || rules.effects.flips.is_some() {
        return None;
    }
    let comes = |side: Side, id: &PieceId| {
        let range: SquareSet = reach::range(rules, *id, side);
        range.intersects(&reached.region[side])
    };
    let stays = |side: Side, id: &PieceId| {
        let became = promoted(rules, *id, side, &reached.pieces);
        !(reached.region[side] & squares).is_subset(&became)
    };
    let lost = Side::ALL.into_iter().all(|side| reached.pieces.iter().all(|id| !stays(side, id)));
    if lost && !reached.pieces.is_empty() {
        let reason = "such a piece must promote there, and becomes another piece";
        return Some((reason.to_owned(), "name the pieces to which it promotes, or change its promotion"));
    }
    let any = Side::ALL.into_iter().any(|side| reached.pieces.iter().any(|id| comes(side, id)));
    (!any).then(|| ("no such piece can ever reach it".to_owned(), "change the region, or the moves of the piece"))
}

/// The squares on which a piece always becomes a piece that is not in `kept`.
fn promoted(rules: &Rules, id: PieceId, side: Side, kept: &[PieceId]) -> SquareSet {
    let Some(promotion) = &rules.piece(id).promotion else { return SquareSet::EMPTY };
    let choices = &promotion.choices[side];
    let becomes = !choices.is_empty() && !choices.iter().any(|choice| kept.contains(choice));
    let always = promotion.when == PromotionZone::Arriving && promotion.fallback == Fallback::Forbid;
    if becomes && always { promotion.zone[side] & promotion.mandatory[side] } else { SquareSet::EMPTY }
}
