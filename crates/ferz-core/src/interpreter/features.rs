//! What there is to the moves of a variant: answers that its rules give once, so that no position has to ask for them.

use crate::board::BySide;
use crate::rules::{Condition, DropPlace, HandRule, Pass, Royalty, Rules, WallPlace};

use super::careful::{Adds, Care};
use super::effects;
use super::patterns;
use super::piece::PieceTable;

/// What there is to the moves of a variant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features {
    /// When the generator for all games does not do.
    pub careful: Adds,
    /// Is there nothing more to the number of moves than what the tables of pieces and hands say, and which drops come first?
    pub free: bool,
    /// Does no table hold a move, so that drops are all there is?
    pub nobody_goes: bool,
    /// Do pieces of no piece take?
    pub nobody_takes: bool,
    /// Do pieces go and leave walls, and has no other rule a say?
    pub only_walls: bool,
    /// Does each wall come on the square that a piece leaves, too? Then moves are counted as in a game without walls.
    pub walls_stay_behind: bool,
    /// Is there nothing more to a move than going, taking, promoting and dropping?
    pub plain: bool,
    /// Is there nothing more to moves but to captures, and to keeping account of pieces that have not moved?
    pub only_captures_do_more: bool,
    /// Is there more to captures?
    pub captures_do_more: bool,
    /// Is account kept of pieces that have not moved?
    pub keeps_account: bool,
    /// Is there nothing more to moves but that walls come with them?
    pub builds_simply: bool,
    /// Do pieces that are taken go to the hand of the taker?
    pub takes_prisoners: bool,
    /// Can royal pieces vanish by a move of their own side?
    pub royals_can_vanish: bool,
    /// Do captures blow up others?
    pub blasts: bool,
    /// Does a check count?
    pub counts_checks: bool,
    /// Do sides drop what they do not hold?
    pub unlimited: bool,
    /// Must pieces of some piece in hand come on squares of different colours?
    pub colours_matter: bool,
    /// Are there moves that are made to promote?
    pub promotes_by_moves: bool,
    /// Is there castling?
    pub castles: bool,
    /// Are there moves that no table holds?
    pub walks: bool,
    /// Are there moves that take royal pieces alone?
    pub hunts: bool,
}

impl Features {
    /// Those of a variant. `conditional` says whether pieces have moves only in some positions, `care` which moves have to be
    /// looked at.
    pub fn of<const W: usize>(
        rules: &Rules,
        pieces: &BySide<Vec<PieceTable<W>>>,
        conditional: bool,
        care: Option<Care>,
    ) -> Features {
        let any = |has: fn(&PieceTable<W>) -> bool| pieces.white.iter().chain(&pieces.black).any(has);
        let ends_by = |fits: fn(&Condition) -> bool| rules.ends.iter().any(|end| fits(&end.condition));
        let effects = &rules.effects;
        let counts_checks = ends_by(|end| matches!(end, Condition::Checks { .. }));
        let every_move_does_more = effects.flips.is_some()
            || counts_checks
            || ends_by(|end| matches!(end, Condition::Facing { .. } | Condition::Passes { .. }));
        let captures_do_more = effects.blast.is_some() || !effects.petrifies.is_empty();
        let keeps_account = rules.unmoved.is_some();
        let walks = any(|table| !table.walked.is_empty());
        let catches = any(|table| !table.en_passant.is_empty());
        let castles = !rules.castling.is_empty();
        let only_walls = care.is_some_and(|care| care.only_walls) && !walks && !conditional && !catches;
        let careful = match only_walls {
            true => Adds::Never,
            false => care.map_or(Adds::Never, |care| care.when(walks || conditional)),
        };
        let apart = walks || conditional || catches || castles || any(|table| !table.barred.is_empty());
        let settled = match careful {
            Adds::Never => true,
            Adds::WithHands => effects.gating.is_empty(),
            Adds::Always => false,
        };
        let bound = care.is_some_and(|care| care.immune);
        let asked = !settled || bound || rules.constraints.pass == Pass::Stuck;
        let drops = || rules.pieces.iter().flat_map(|piece| &piece.drop);
        let walls_stay_behind =
            only_walls && effects.walls.as_ref().is_some_and(|walls| walls.built == WallPlace::Behind);
        Features {
            careful,
            free: (!only_walls || walls_stay_behind)
                && rules.pieces.iter().all(|piece| piece.royalty == Royalty::Common)
                && !apart
                && !asked,
            nobody_goes: !any(|table| !table.is_idle()),
            nobody_takes: patterns::nobody_takes(rules),
            only_walls,
            walls_stay_behind,
            plain: effects.is_empty() && !keeps_account && !every_move_does_more,
            only_captures_do_more: !every_move_does_more,
            captures_do_more,
            keeps_account,
            builds_simply: !every_move_does_more && !captures_do_more && !keeps_account,
            takes_prisoners: rules.hand == Some(HandRule::Captured),
            royals_can_vanish: effects::royals_can_vanish(rules),
            blasts: effects.blast.is_some(),
            counts_checks,
            unlimited: rules.hand == Some(HandRule::Unlimited),
            colours_matter: rules.hand.is_some() && drops().any(|drop| drop.place == DropPlace::OtherColour),
            promotes_by_moves: rules.pieces.iter().any(|piece| piece.promotion_move.is_some()),
            castles,
            walks,
            hunts: any(|table| table.hunts.is_some()),
        }
    }
}
