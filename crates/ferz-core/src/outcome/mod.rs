//! Ends of games: tests whether a game is over, and how.
//!
//! The ends of a variant are tested in the order of its file. The first that holds decides.

pub mod chase;
pub mod countdown;
mod judge;
mod material;
mod regions;
mod shapes;
mod triggers;

use std::cmp::Ordering;
use std::sync::Arc;

use crate::board::Side;
use crate::interpreter::{Engine, Story};
use crate::position::Position;
use crate::rules::{CastlingRule, Condition, Count, Outcome, PieceId, Verdict};

pub(crate) use judge::Judge;
use judge::Least;

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ended {
    /// The winner, or a draw.
    pub outcome: Outcome,
    /// The name of the end in the variant's file.
    #[cfg_attr(feature = "serde", serde(with = "text"))]
    pub reason: Arc<str>,
    /// `true` if a player may claim this end, so that the position still has legal moves.
    pub claim: bool,
    /// The index of the end in [`Rules::ends`](crate::rules::Rules::ends). Those of [`Tree::ends`](crate::rules::Tree::ends) are counted after
    /// them.
    pub index: usize,
}

/// Shared texts as strings.
#[cfg(feature = "serde")]
mod text {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(text: &Arc<str>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(text)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<str>, D::Error> {
        String::deserialize(from).map(Arc::from)
    }
}

/// History that the ends read, and facts about the present position that the caller already knows.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    /// The number of legal moves, if the caller has counted them.
    pub moves: Option<usize>,
    /// The number of occurrences of the position, this one included.
    pub occurrences: usize,
    /// The side that alone has given check with every move since the position first occurred, if there is one.
    pub checking: Option<Side>,
    /// The side that alone has chased the same piece with every move since then, if there is one.
    pub chasing: Option<Side>,
    /// The piece with which the last moving side goes back and forth, and the number of these moves.
    pub trip: Option<(PieceId, u16)>,
    /// The checking pieces, if an end needs them.
    pub checkers: &'a [PieceId],
    /// The pieces that gave at least one check of the current series of checks.
    pub series: &'a [PieceId],
    /// The running count of moves, if there is one.
    pub count: Option<Count>,
}

impl Past<'_> {
    /// No history, and no facts that are known.
    pub const NONE: Past<'static> = Past {
        moves: None,
        occurrences: 1,
        checking: None,
        chasing: None,
        trip: None,
        checkers: &[],
        series: &[],
        count: None,
    };
}

/// The end that holds in a position, if any. `story` has the positions of the game, where ends in the language of rules read them.
pub fn end<const W: usize>(
    judge: &Judge<W>,
    position: &Position<W>,
    past: Past<'_>,
    story: Option<Story<'_, W>>,
) -> Option<Ended> {
    if !Engine::<W>::RULED || judge.rules.tree.ends.is_empty() {
        return older_end(judge, position, past);
    }
    let older = older_end(judge, position, past);
    let before = older.as_ref().map_or(judge.rules.ends.len(), |end| end.index);
    told_end(judge, position, story, before).or(older)
}

/// The first end in the language of rules that holds. Only ends that are tested before the older end `before` are tried.
#[inline(never)]
fn told_end<const W: usize>(
    judge: &Judge<W>,
    position: &Position<W>,
    story: Option<Story<'_, W>>,
    before: usize,
) -> Option<Ended> {
    use crate::rules::tree::Verdict;
    let ends = judge.rules.tree.ends.iter().enumerate().filter(|(_, end)| end.kind.place <= before);
    ends.into_iter().find_map(|(index, end)| {
        let side = judge.side_of_told_end(position, end, story)?;
        let outcome = match end.kind.verdict {
            Verdict::Win => Outcome::Won(side),
            Verdict::Loss | Verdict::Out => Outcome::Won(!side),
            Verdict::Draw => Outcome::Draw,
        };
        let (claim, index) = (judge.is_told_claim(index), judge.rules.ends.len() + index);
        Some(Ended { outcome, reason: judge.name(index), claim, index })
    })
}

/// The first end that holds, among the ends outside the language of rules.
fn older_end<const W: usize>(judge: &Judge<W>, position: &Position<W>, past: Past<'_>) -> Option<Ended> {
    if !may_have_ended(judge, position, &past) {
        return None;
    }
    let ends = &judge.rules.ends;
    let found = ends.iter().enumerate().find_map(|(index, end)| {
        // This is tested at every ply of a game, and an end is rare, so cheap tests of numbers come first.
        if !may_hold(&end.condition, position, &past) {
            return None;
        }
        let side = holds(judge, position, index, past)?;
        Some((index, end, side))
    });
    found.map(|(index, end, side)| Ended {
        outcome: outcome(position, &end.verdict, side),
        reason: judge.name(index),
        claim: end.condition.is_claim(),
        index,
    })
}

/// Returns `true` if neither side has the pieces to reach mate by any sequence of moves.
pub fn has_insufficient_material<const W: usize>(judge: &Judge<W>, position: &Position<W>) -> bool {
    material::is_insufficient(judge, position)
}

/// The result of the game if the verdict applies to this side.
fn outcome<const W: usize>(position: &Position<W>, verdict: &Verdict, side: Side) -> Outcome {
    let pieces = |side| u64::from(position.of_side(side).count());
    let more = |white: u64, black: u64| match white.cmp(&black) {
        Ordering::Greater => Outcome::Won(Side::White),
        Ordering::Less => Outcome::Won(Side::Black),
        Ordering::Equal => Outcome::Draw,
    };
    match verdict {
        Verdict::Win => Outcome::Won(side),
        Verdict::Loss => Outcome::Won(!side),
        Verdict::Draw => Outcome::Draw,
        Verdict::Wins(winner) => Outcome::Won(*winner),
        Verdict::MostPieces => more(pieces(Side::White), pieces(Side::Black)),
        Verdict::FewestPieces => more(pieces(Side::Black), pieces(Side::White)),
        Verdict::Points { points, black_half_points } => {
            let total = |side| {
                let of = |(piece, points): (usize, &u16)| {
                    u64::from(position.pieces(side, PieceId::new(piece as u8)).count()) * 2 * u64::from(*points)
                };
                points.iter().enumerate().map(of).sum::<u64>()
            };
            more(total(Side::White), total(Side::Black) + u64::from(*black_half_points))
        }
    }
}

/// Returns `true` if the game is over by the position alone, so that there are no legal moves.
#[inline(always)]
pub fn has_ended_at_once<const W: usize>(judge: &Judge<W>, position: &Position<W>) -> bool {
    judge.any_at_once(position, |end| at_once(judge, position, end).is_some())
        || Engine::<W>::RULED && judge.has_told_cuts() && judge.is_cut_by_told_end(position)
}

/// Returns `false` if numbers that are known already show that no end outside the language of rules holds. Games ask at each
/// ply, and nearly always there is none.
#[inline(always)]
fn may_have_ended<const W: usize>(judge: &Judge<W>, position: &Position<W>, past: &Past<'_>) -> bool {
    let Least { occurrences, plies, material, more } = judge.least;
    let reached = past.occurrences >= occurrences || position.state.halfmoves >= plies;
    more || reached
        || past.moves.is_none_or(|moves| moves == 0)
        || (material && !material::is_surely_sufficient(judge, position))
}

/// Returns `true` if the condition could hold, judging by numbers that are already known.
#[inline(always)]
fn may_hold<const W: usize>(condition: &Condition, position: &Position<W>, past: &Past<'_>) -> bool {
    match condition {
        Condition::Stuck { .. }
        | Condition::MatedByDrop { .. }
        | Condition::MatedBy { .. }
        | Condition::MatedWithout { .. } => past.moves.is_none_or(|moves| moves == 0),
        Condition::Repetition { times } | Condition::PerpetualCheck { times } => {
            past.occurrences >= usize::from(*times)
        }
        Condition::PerpetualChase(chase) => past.occurrences >= usize::from(chase.times),
        Condition::NoProgress { plies, .. } => position.state.halfmoves >= u32::from(*plies),
        _ => true,
    }
}

/// The side that the condition is about; `None` if the condition does not hold. The caller has tested [`may_hold`].
#[inline(never)]
fn holds<const W: usize>(judge: &Judge<W>, position: &Position<W>, index: usize, past: Past<'_>) -> Option<Side> {
    let turn = position.state.turn;
    match &judge.rules.ends[index].condition {
        Condition::Stuck { in_check } => {
            let fits = || in_check.is_none_or(|wanted| wanted == judge.in_check_where_stuck(position));
            let stuck = past.moves.map_or_else(|| !judge.can_move(position), |moves| moves == 0);
            (stuck && fits() && !has_ended_at_once(judge, position)).then_some(turn)
        }
        Condition::MatedByDrop { pieces } => {
            let dropped = position.state.dropped.and_then(|square| position.cell(square).piece());
            let mated = |piece| pieces.contains(&piece) && judge.in_check_where_stuck(position);
            (dropped.is_some_and(mated) && !judge.can_move(position)).then_some(turn)
        }
        Condition::MatedBy { pieces } => {
            let fits = !past.checkers.is_empty() && past.checkers.iter().all(|piece| pieces.contains(piece));
            (fits && is_mated(judge, position)).then_some(turn)
        }
        Condition::MatedWithout { pieces } => {
            let fits = !past.series.iter().any(|piece| pieces.contains(piece));
            (fits && is_mated(judge, position)).then_some(turn)
        }
        Condition::PerpetualCheck { .. } => past.checking,
        Condition::PerpetualChase(_) => past.chasing,
        Condition::BackAndForth { moves, pieces } => {
            past.trip.is_some_and(|(piece, mv)| mv >= *moves && pieces.contains(&piece)).then_some(!turn)
        }
        Condition::Countdown { .. } => {
            let over = past.count.is_some_and(|count| count.plies > count.limit);
            let moves_left = past.moves.is_some_and(|moves| moves > 0);
            // A mate with the last move counts as mate.
            (over && (moves_left || !is_mated(judge, position))).then_some(turn)
        }
        Condition::Repetition { .. } | Condition::NoProgress { .. } => Some(turn),
        Condition::InsufficientMaterial => material::is_insufficient(judge, position).then_some(turn),
        _ => at_once(judge, position, index),
    }
}

/// Returns `true` if the side to move is in check and without a move.
fn is_mated<const W: usize>(judge: &Judge<W>, position: &Position<W>) -> bool {
    judge.in_check_where_stuck(position) && !judge.can_move(position)
}

/// The same as [`holds`], for ends that end a game at once.
#[inline(never)]
fn at_once<const W: usize>(judge: &Judge<W>, position: &Position<W>, index: usize) -> Option<Side> {
    let end = &judge.rules.ends[index];
    let turn = position.state.turn;
    let mover = position.last_to_move();
    let of_mover = |pieces: &[PieceId]| regions::pieces_of(position, mover, pieces);
    match &end.condition {
        Condition::Reached(reached) => regions::reached(judge, position, (reached, judge.shape(index))),
        Condition::Extinct { pieces, any, at_most, opponent_at_least, may_answer } => {
            let count = |side, piece: &PieceId| {
                position.pieces(side, *piece).count() + u32::from(position.in_hand(side, *piece))
            };
            let gone = |side: Side, pieces: &[PieceId]| {
                // Usually there is such a piece, and the condition does not hold.
                if *at_most == 0 && !regions::pieces_of(position, side, pieces).is_empty() {
                    return false;
                }
                let needed = u32::from(*opponent_at_least) + u32::from(*may_answer && side == turn);
                let mut left = 0;
                let more = |piece: &PieceId| {
                    left += count(side, piece);
                    left > u32::from(*at_most)
                };
                !pieces.iter().any(more)
                    && (needed == 0 || pieces.iter().map(|piece| count(!side, piece)).sum::<u32>() >= needed)
            };
            [!turn, turn].into_iter().find(|side| match any {
                true => pieces.iter().any(|piece| gone(*side, std::slice::from_ref(piece))),
                false => gone(*side, pieces),
            })
        }
        Condition::InARow { pieces, .. } | Condition::Block { pieces, .. } => {
            judge.shape(index).is_formed(of_mover(pieces), mover, end).then_some(mover)
        }
        Condition::Connected(chain) => {
            judge.shape(index).is_formed(of_mover(&chain.pieces), mover, end).then_some(mover)
        }
        Condition::Checks { .. } => [!turn, turn].into_iter().find(|side| position.state.checks[*side] == 0),
        Condition::FullBoard => judge.board.all_squares.is_subset(&position.occupied()).then_some(turn),
        Condition::Castled { letters } => {
            let rule = position.state.castled.map(|rule| &judge.rules.castling[usize::from(rule.get()) - 1]);
            rule.is_some_and(|rule| letters.contains(&rule.letter)).then_some(mover)
        }
        Condition::NoRight { letters } => [!turn, turn].into_iter().find(|side| {
            let rules = &judge.rules.castling;
            let of_side = |rule: &CastlingRule| rule.side == *side && letters.contains(&rule.letter);
            rules.iter().any(of_side)
                && !position.castlings().any(|castling| of_side(&rules[usize::from(castling.right.rule)]))
        }),
        Condition::Facing { .. } => position.state.faced.then_some(turn),
        Condition::Passes { times } => (u16::from(position.state.passes) >= *times).then_some(turn),
        _ => None,
    }
}
