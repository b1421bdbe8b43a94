//! Properties of a variant's rules that move generation needs, computed once at load time.

use crate::board::Side;
use crate::position::Position;
use crate::rules::{Condition, DropPlace, HandRule, Pass, Piece, PieceId, Royalty, Rules, WallPlace};

use super::tables::{AttackTables, MoveTables, PieceTable, no_captures};

/// The plan of a variant.
#[derive(Clone, Debug)]
pub(crate) struct RulePlan {
    /// The royal kinds, each with the largest number of its pieces at which they are royal.
    pub royals: Vec<(PieceId, u32)>,
    /// Pieces that are royal together: one of them must not be under attack.
    pub duple_royals: Vec<PieceId>,
    /// The only royal kind, if all attacks on a single piece of it have a closed form and no other piece can become
    /// royal.
    pub sole_royal: Option<PieceId>,
    /// Pieces that may not capture certain other pieces, each with these pieces.
    pub capture_limits: Vec<(PieceId, Vec<PieceId>)>,
    /// The pieces that no longer count as unmoved when they have been attacked.
    pub unmoved_until_attacked: Vec<PieceId>,
    /// The pieces that must not face each other; empty if no rule or end is about it.
    pub facing: Vec<PieceId>,
    /// The rules that ask for more than safe royal pieces.
    pub special: SpecialRules,
    /// `true` if there are rules that the tables do not hold.
    pub beyond: bool,
    /// When special rules, or rules that demand or add moves, apply.
    pub applies: Applies,
    /// `true` if attacks on the royal piece decide the legality of all moves, as long as there is only one royal piece
    /// and no special rule applies.
    pub settled: bool,
    /// `true` if some moves take precedence over all others, or a side without moves passes.
    pub obliges: bool,
    /// `true` if it is faster to count the replies of the other side before a move than after it.
    pub recalls_mobility: bool,
    /// `true` if the tables of pieces and hands alone decide the moves.
    pub free: bool,
    /// `true` if no table holds a move, so that drops are the only moves.
    pub only_drops: bool,
    /// `true` if no piece captures.
    pub no_captures: bool,
    /// `true` if the walls that moves leave are the only special rule.
    pub only_walls: bool,
    /// `true` if, in addition, each wall is built on the square left. Moves are then counted as in a game without
    /// walls.
    pub walls_stay_behind: bool,
    /// `true` if walls come in place of moves.
    pub builds_instead: bool,
    /// `true` if moves only move, capture, promote and drop.
    pub plain: bool,
    /// `true` if only captures have further effects, apart from the record of unmoved pieces.
    pub only_captures_do_more: bool,
    /// `true` if captures have effects other than removing the captured piece.
    pub captures_do_more: bool,
    /// `true` if a capture only removes the captured piece, or puts it in the hand of the capturing side.
    pub captures_in_short: bool,
    /// Moves whose [shape](super::Move::shape) is below this change only their two squares, in a position that has all sets
    /// of squares in itself.
    pub simple_shapes: u8,
    /// `true` if the position tracks unmoved pieces.
    pub keeps_account: bool,
    /// `true` if moves only move and capture, and walls may come with them.
    pub builds_simply: bool,
    /// `true` if captured pieces go to the hand of the capturing side.
    pub takes_prisoners: bool,
    /// `true` if royal pieces can vanish by a move of their own side.
    pub royals_can_vanish: bool,
    /// `true` if captures blow up other pieces.
    pub blasts: bool,
    /// `true` if a move can change squares other than its start and its destination, apart from walls.
    pub changes_others: bool,
    /// `true` if checks are counted.
    pub counts_checks: bool,
    /// `true` if passes in a row are counted, because they can end the game.
    pub counts_passes: bool,
    /// `true` if a side may drop pieces without holding them in hand.
    pub unlimited: bool,
    /// `true` if pieces of some kind must be dropped on squares of different colours.
    pub colours_matter: bool,
    /// `true` if a side can drop a piece that is royal or not depending on other pieces.
    pub drops_doubtful_royals: bool,
    /// `true` if there are moves that are made to promote.
    pub promotes_by_moves: bool,
    /// `true` if there is castling.
    pub castles: bool,
    /// `true` if there are moves that no table holds.
    pub walks: bool,
    /// `true` if there are moves that no table holds, or that pieces have only in some positions.
    pub untabled: bool,
    /// `true` if there are moves that capture only royal pieces.
    pub hunts_royals: bool,
}

/// Moves that must be verified, in addition to those that attacks on royal pieces affect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SpecialRules {
    /// All moves. Each is made and taken back.
    pub all: bool,
    /// All moves, because of the checks that they give.
    pub checks: bool,
    /// Captures by common pieces, because of the pieces that they blow up.
    pub blasts: bool,
    /// Captures, because some pieces may not capture others.
    pub immune: bool,
    /// Captures by royal pieces, because they may vanish.
    pub royal_captures: bool,
    /// Moves of royal pieces in check, because they may have to stay.
    pub royal_stays: bool,
    /// Drops.
    pub drops: bool,
    /// All moves, because of the walls that come with them.
    pub walls: bool,
}

/// When special rules apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Applies {
    /// Never.
    Never,
    /// While a side holds pieces that may enter behind others.
    WithHands,
    /// In any position.
    Always,
}

impl SpecialRules {
    fn of(rules: &Rules) -> SpecialRules {
        let (constraints, effects) = (&rules.constraints, &rules.effects);
        let any = |of: fn(Royalty) -> bool| rules.pieces.iter().any(|piece| of(piece.royalty));
        let royals = any(Royalty::is_ever_royal);
        let quiet_drops =
            rules.hand.is_some() && rules.pieces.iter().flat_map(|piece| &piece.drop).any(|drop| !drop.check);
        let blasts = effects.blast.is_some() && royals;
        let loses_royals = blasts || (!effects.petrifies.is_empty() && royals);
        let immune = rules.pieces.iter().any(|piece| !piece.safe_from.is_empty());
        let asks = constraints.no_checks || quiet_drops || immune || constraints.royal_stays_in_check;
        SpecialRules {
            all: royals
                && (effects.flips.is_some()
                    || (effects.walls.is_some() && asks)
                    || (loses_royals && any(|royalty| royalty == Royalty::Together))),
            checks: constraints.no_checks,
            blasts,
            immune,
            royal_captures: loses_royals,
            royal_stays: constraints.royal_stays_in_check,
            drops: quiet_drops,
            walls: effects.walls.as_ref().is_some_and(|walls| !walls.instead),
        }
    }

    /// Returns `true` if there is a rule that the bulk generator does not cover. It covers pieces that may not capture
    /// others, except in moves that no table holds.
    fn apply(&self, untabled: bool) -> bool {
        SpecialRules { immune: self.immune && untabled, ..*self } != SpecialRules::default()
    }
}

impl Applies {
    /// When rules apply that add moves, or that leave moves out without forbidding them.
    fn of_added_moves(rules: &Rules) -> Applies {
        let (constraints, effects) = (&rules.constraints, &rules.effects);
        let always = effects.walls.as_ref().is_some_and(|walls| walls.instead)
            || !constraints.face_off.is_empty()
            || constraints.pass == Pass::Always
            || rules.pieces.iter().any(|piece| piece.promotion_move.is_some());
        match effects.gating.is_empty() {
            _ if always => Applies::Always,
            false => Applies::WithHands,
            true => Applies::Never,
        }
    }
}

impl RulePlan {
    /// The plan of a variant with these tables.
    pub fn of<const W: usize>(rules: &Rules, moves: &MoveTables<W>, attacks: &AttackTables<W>) -> RulePlan {
        let (effects, special) = (&rules.effects, SpecialRules::of(rules));
        let tables = || moves.pieces.white.iter().chain(&moves.pieces.black);
        let any = |has: fn(&PieceTable<W>) -> bool| tables().any(has);
        let ends_by = |fits: fn(&Condition) -> bool| rules.ends.iter().any(|end| fits(&end.condition));
        let counts_checks = ends_by(|end| matches!(end, Condition::Checks { .. }));
        let counts_passes = ends_by(|end| matches!(end, Condition::Passes { .. }));
        let beyond = !rules.beyond.is_empty() || !rules.tree.is_empty();
        let every_move_does_more = beyond
            || effects.flips.is_some()
            || counts_checks
            || counts_passes
            || ends_by(|end| matches!(end, Condition::Facing { .. }));
        let keeps_account = rules.unmoved.is_some();
        let (neutral, kinds) = (!rules.tree.sides.neutral.is_empty(), rules.pieces.len());
        let moves_simply = !every_move_does_more && !keeps_account && !neutral && kinds <= Position::<W>::KINDS_INSIDE;
        let captures_do_more = effects.blast.is_some() || !effects.petrifies.is_empty();
        let captures_simply = !captures_do_more && rules.hand.is_none_or(|rule| !rule.fills());
        let (castles, untabled) = (!rules.castling.is_empty(), moves.has_untabled());
        let catches = any(|table| !table.en_passant.is_empty());
        let barred = any(|table| !table.barred.is_empty());
        let stuck = rules.constraints.pass == Pass::Stuck;
        let others = Applies::of_added_moves(rules);
        let common = rules.pieces.iter().all(|piece| piece.royalty == Royalty::Common);
        let moves_plainly = |piece: &Piece| piece.promotion.is_none() && piece.blocked_by.is_empty();
        let only_walls = special == SpecialRules { walls: true, ..SpecialRules::default() }
            && others == Applies::Never
            && !stuck
            && !beyond
            && common
            && rules.hand.is_none()
            && !castles
            && !captures_do_more
            && effects.flips.is_none()
            && rules.pieces.iter().all(moves_plainly)
            && !untabled
            && !catches;
        let blasts_alone = SpecialRules { blasts: true, royal_captures: true, ..SpecialRules::default() };
        let applies = match only_walls {
            true => Applies::Never,
            false if special.apply(untabled) => Applies::Always,
            false => others,
        };
        let walls_stay_behind =
            only_walls && effects.walls.as_ref().is_some_and(|walls| walls.built == WallPlace::Behind);
        let drops = || rules.pieces.iter().flat_map(|piece| &piece.drop);
        let royals = rules.piece_ids().filter_map(|id| match rules.piece(id).royalty {
            Royalty::Common => None,
            Royalty::Royal => Some((id, u32::MAX)),
            Royalty::Last(most) => Some((id, u32::from(most))),
            Royalty::Together => Some((id, 1)),
        });
        let royals: Vec<(PieceId, u32)> = royals.collect();
        let duple_royals: Vec<PieceId> =
            rules.piece_ids().filter(|id| rules.piece(*id).royalty == Royalty::Together).collect();
        let both = |holds: &dyn Fn(Side) -> bool| Side::ALL.into_iter().all(holds);
        let drops_doubtful_royals = moves.drops.iter().any(|table| table.doubtful_royal);
        let closed = |side: Side| moves.royal_promoters[side].is_empty() && attacks.by[side].walker_only.is_empty();
        let sole_royal = match royals.as_slice() {
            [(piece, 1..)] if duple_royals.is_empty() && !drops_doubtful_royals && both(&closed) => Some(*piece),
            _ => None,
        };
        let settles = |royal: PieceId| {
            let by_tables = |side: Side| {
                moves.of(side, royal).promotion.is_none()
                    && moves.groups[side].barred.is_empty()
                    && attacks.by[side].has_closed_form()
            };
            both(&by_tables)
                && (applies != Applies::Always || (special == blasts_alone && others == Applies::Never))
                && !(beyond || only_walls || untabled || special.immune)
                && rules.castling.iter().all(|rule| rule.movers == [royal])
        };
        let mut plan = RulePlan {
            settled: sole_royal.is_some_and(settles),
            recalls_mobility: false,
            obliges: stuck || rules.constraints.must_capture || !rules.constraints.must_drop.is_empty(),
            free: (!only_walls || walls_stay_behind)
                && common
                && !(beyond || untabled || catches || castles || barred || special.immune)
                && applies == Applies::Never,
            only_drops: !any(|table| !table.is_idle()),
            no_captures: no_captures(rules),
            only_walls,
            walls_stay_behind,
            builds_instead: effects.walls.as_ref().is_some_and(|walls| walls.instead),
            plain: effects.is_empty() && !keeps_account && !every_move_does_more,
            only_captures_do_more: !every_move_does_more,
            captures_do_more,
            simple_shapes: u8::from(moves_simply) + u8::from(moves_simply && captures_simply),
            captures_in_short: !captures_do_more && !matches!(rules.hand, Some(HandRule::Own | HandRule::Returned)),
            keeps_account,
            builds_simply: !every_move_does_more && !captures_do_more && !keeps_account,
            takes_prisoners: rules.hand.is_some_and(HandRule::fills),
            royals_can_vanish: captures_do_more || !duple_royals.is_empty(),
            blasts: effects.blast.is_some(),
            changes_others: effects.flips.is_some() || captures_do_more,
            counts_checks,
            counts_passes,
            unlimited: rules.hand == Some(HandRule::Unlimited),
            colours_matter: rules.hand.is_some() && drops().any(|drop| drop.place == DropPlace::OtherColour),
            drops_doubtful_royals,
            promotes_by_moves: rules.pieces.iter().any(|piece| piece.promotion_move.is_some()),
            castles,
            walks: any(|table| !table.walked.is_empty()),
            untabled,
            hunts_royals: any(|table| table.royal_captures.is_some()),
            capture_limits: capture_limits(rules),
            unmoved_until_attacked: rules.piece_ids().filter(|id| !rules.piece(*id).initial_until.is_empty()).collect(),
            facing: facing(rules),
            royals,
            duple_royals,
            sole_royal,
            special,
            beyond,
            applies,
        };
        plan.recalls_mobility = plan.finds_mobility_worthwhile(rules, moves);
        plan
    }

    /// Returns `true` if there are pieces that may not be left under attack.
    pub fn any_royals(&self) -> bool {
        !self.royals.is_empty()
    }

    /// Returns `true` if it is faster to count the moves of a side's common pieces in advance.
    fn finds_mobility_worthwhile<const W: usize>(&self, rules: &Rules, moves: &MoveTables<W>) -> bool {
        let any = |side: Side| {
            let groups = &moves.groups[side];
            let apart = |piece: &PieceId| {
                let leapers = groups.leapers.iter().any(|leapers| leapers.piece == *piece);
                leapers || groups.special_in_sets.contains(piece) || moves.of(side, *piece).royal
            };
            rules.piece_ids().any(|piece| moves.of(side, piece).goes_as_it_takes && !apart(&piece))
        };
        // If pieces change sides, the pieces that were counted in advance may no longer be the side's.
        (self.free || self.settled) && !self.obliges && rules.effects.flips.is_none() && Side::ALL.into_iter().any(any)
    }
}

/// Pieces that may not capture certain other pieces, each with these pieces.
fn capture_limits(rules: &Rules) -> Vec<(PieceId, Vec<PieceId>)> {
    let safe = |taker: PieceId| {
        let safe: Vec<PieceId> = rules.piece_ids().filter(|id| rules.piece(*id).safe_from.contains(&taker)).collect();
        (!safe.is_empty()).then_some((taker, safe))
    };
    rules.piece_ids().filter_map(safe).collect()
}

/// The pieces that must not face each other.
fn facing(rules: &Rules) -> Vec<PieceId> {
    let facing = rules.ends.iter().find_map(|end| match &end.condition {
        Condition::Facing { pieces } => Some(pieces.clone()),
        _ => None,
    });
    facing.unwrap_or_default()
}
