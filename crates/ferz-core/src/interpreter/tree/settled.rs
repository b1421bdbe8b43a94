//! Moves that are counted without being made, because nothing that follows them can make them illegal or leave the player a choice.

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::tree::{
    Block, Condition, Deed, DeedKind, Effect, EffectKind, Held, Layer, Rule, RuleKind, Set, Tree,
};
use crate::rules::{Royalty, Rules};
use crate::work;

use super::super::check_info::CheckInfo;
use super::super::engine::Engine;
use super::super::moves::{Move, MoveKind};
use super::candidates::Candidate;
use super::dependence::{Needs, position_decides};
use super::doing::MoveAndResult;
use super::duplicates::remove_duplicates;
use super::frame::Frame;
use super::still::layer_of;
use super::tabled::Tabled;
use super::untouched::{comes_later, never_forbids, only_notes};

/// The rules that decide which moves have to be made to be counted.
#[derive(Debug, Default)]
pub(crate) struct Settling {
    /// `true` if a side has royal pieces.
    royals: bool,
    /// Rules that may make a move illegal after it has been made, or make several moves of it.
    meddlers: Vec<Watcher>,
    /// Rules that forbid moves before they are made.
    forbids: Vec<Watcher>,
    /// `true` if quiet moves fulfil no obligation.
    quiet_is_free: bool,
    /// `true` if all captures fulfil all obligations alike.
    captures_are_alike: bool,
}

/// A rule that matters for some moves.
#[derive(Debug)]
struct Watcher {
    /// `true` if it is about captures only.
    captures: bool,
    /// The pieces or squares whose moves it is about. `None` for all.
    from: Option<Vec<Set>>,
    /// Conditions without which it does nothing.
    needs: Vec<Condition>,
    layer: Layer,
}

/// The moves that need not be made in a position.
struct Settled<'a, const W: usize> {
    /// The squares from which quiet moves need not be made.
    quiet: Bitboard<W>,
    /// The squares from which captures need not be made.
    capturing: Bitboard<W>,
    /// The squares from which rules forbid quiet moves.
    quiet_forbidden: Bitboard<W>,
    /// The squares from which rules forbid captures.
    captures_forbidden: Bitboard<W>,
    /// What keeps the royal pieces safe, if the tables know it.
    info: Option<&'a CheckInfo<W>>,
}

impl Settling {
    /// Finds out which rules meddle with moves. `changes_attacks` is `true` if rules change attacks.
    pub(super) fn of(rules: &Rules, changes_attacks: bool) -> Settling {
        let tree = &rules.tree;
        let marks = |held: &Held| matches!(held, Held::PieceMarks { royal: true, .. });
        let royals = rules.pieces.iter().any(|piece| piece.royalty != Royalty::Common)
            || tree.state.iter().any(|declaration| marks(&declaration.kind.kind));
        let captures = tree.rules.iter().any(|rule| match &rule.kind.kind {
            RuleKind::After { block, .. } => captures(block),
            _ => false,
        });
        let duties = || tree.rules.iter().filter(|rule| matches!(rule.kind.kind, RuleKind::Must { .. }));
        let how = How { royals, changes_attacks, captures };
        Settling {
            royals,
            meddlers: tree.rules.iter().filter_map(|rule| Watcher::after(tree, rule, how)).collect(),
            forbids: tree.rules.iter().filter_map(|rule| Watcher::before(tree, rule)).collect(),
            quiet_is_free: duties().all(|duty| duties_of(duty).all(|deed| leaves_out_quiet(deed) && !captures)),
            captures_are_alike: duties().count() < 2 && duties().all(are_captures),
        }
    }
}

/// What a game has.
#[derive(Clone, Copy)]
struct How {
    royals: bool,
    changes_attacks: bool,
    /// `true` if effects may capture, so that a quiet move becomes a capture.
    captures: bool,
}

impl Watcher {
    /// `None` for a rule that never meddles with plain moves after they have been made.
    fn after(tree: &Tree, rule: &Rule, how: How) -> Option<Watcher> {
        let RuleKind::After { deeds, block } = &rule.kind.kind else { return None };
        let spares_royals = !how.royals
            || comes_later(deeds, block)
            || !how.changes_attacks && !rule.kind.even_in_check && only_notes(block);
        if deeds.iter().all(is_special) || (block.is_direct() && never_forbids(block) && spares_royals) {
            return None;
        }
        let at_end = deeds.iter().any(|deed| deed.kind.kind == DeedKind::Turn);
        let needs = if at_end { Needs::default() } else { Needs::after_moves(tree, block.when.as_ref()) };
        Some(Watcher {
            captures: !how.captures && deeds.iter().all(is_of_captures),
            from: deeds.iter().map(|deed| origin(tree, deed.kind.by.as_ref())).collect(),
            needs: needs.position,
            layer: Layer::Real,
        })
    }

    /// `None` for a rule that forbids no plain moves.
    fn before(tree: &Tree, rule: &Rule) -> Option<Watcher> {
        let RuleKind::Forbid(deeds) = &rule.kind.kind else { return None };
        let forbids = |deed: &&Deed| deed.kind.kind != DeedKind::Check && !is_special(deed);
        let forbidden: Vec<&Deed> = deeds.iter().filter(forbids).collect();
        let from = |deed: &&Deed| {
            let parts = &deed.kind;
            origin(tree, parts.by.as_ref()).or_else(|| origin(tree, parts.from.as_ref()))
        };
        (!forbidden.is_empty()).then(|| Watcher {
            captures: forbidden.iter().all(|deed| is_of_captures(deed)),
            from: forbidden.iter().map(from).collect(),
            needs: Needs::before_moves(tree, rule.kind.when.as_ref()).position,
            layer: layer_of(deeds),
        })
    }
}

impl<const W: usize> Engine<W> {
    /// The number of legal moves.
    pub(crate) fn count_by_rules(&self, position: &Position<W>) -> u64 {
        let tabled = self.tabled(position);
        let (touched, bound) = self.count_touched(position, tabled.as_ref());
        touched + tabled.filter(|_| !bound).map_or(0, |tabled| self.count_untouched(position, &tabled))
    }

    /// The number of legal moves that rules may affect, and `true` if an obligation forbids all others.
    fn count_touched(&self, position: &Position<W>, tabled: Option<&Tabled<W>>) -> (u64, bool) {
        let settled = self.settled(position, tabled);
        let candidates = self.candidates_beside(position, tabled, 0);
        let again = repeated(&candidates, self.board.all_squares);
        let is_settled = |candidate: &Candidate<W>| {
            self.is_settled(&settled, candidate) && !again.contains(&(candidate.mv.from, candidate.mv.to))
        };
        let (mut found, mut captures): (Vec<MoveAndResult<W>>, u64) = (Vec::new(), 0);
        let mut quiet: Vec<&Candidate<W>> = Vec::new();
        for candidate in &candidates {
            match (is_settled(candidate), candidate.mv.is_capture()) {
                (true, true) => captures += u64::from(self.is_legal_unmade(position, candidate, &settled)),
                (true, false) => quiet.push(candidate),
                (false, _) => {
                    let first = found.len();
                    self.complete(position, candidate, (None, 0), &mut found);
                    remove_duplicates(&mut found, first);
                }
            }
            if work::is_stopped() {
                return (0, false);
            }
        }
        for index in &self.tree.offers {
            self.add_offers(position, *index, 0, &mut found);
        }
        let (found, bound) = self.bound_by_duties(position, found, 0);
        match (captures > 0 && !self.tree.duties.is_empty(), bound) {
            (true, false) => return (captures, true),
            (true, true) | (false, true) => return (captures + found.len() as u64, true),
            (false, false) => {}
        }
        let legal = quiet.into_iter().filter(|candidate| self.is_legal_unmade(position, candidate, &settled)).count();
        (captures + (found.len() + legal) as u64, false)
    }

    /// The moves that need not be made in a position.
    fn settled<'a>(&self, position: &Position<W>, tabled: Option<&'a Tabled<W>>) -> Settled<'a, W> {
        let settling = &self.tree.settling;
        let info = tabled.filter(|_| !self.tree.untouched.spares_royals).map(|tabled| &tabled.info);
        let unclear = self.plan.promotes_by_moves || self.rules.constraints.no_checks || self.plan.changes_others;
        let all = |open: bool| if open && !unclear { !Bitboard::EMPTY } else { Bitboard::EMPTY };
        let (quiet, capturing) = (all(settling.quiet_is_free), all(settling.captures_are_alike));
        let (mut quiet_forbidden, mut captures_forbidden) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut settled = Settled { quiet, capturing, quiet_forbidden, captures_forbidden, info };
        if (quiet | capturing).is_empty() {
            return settled;
        }
        for meddler in &settling.meddlers {
            let watched = self.watched(position, meddler);
            settled.capturing &= !watched;
            if !meddler.captures {
                settled.quiet &= !watched;
            }
        }
        for rule in &settling.forbids {
            let watched = self.watched(position, rule);
            captures_forbidden |= watched;
            if !rule.captures {
                quiet_forbidden |= watched;
            }
        }
        Settled { quiet_forbidden, captures_forbidden, ..settled }
    }

    /// The squares from which a rule may matter for moves.
    fn watched(&self, position: &Position<W>, watcher: &Watcher) -> Bitboard<W> {
        let frame = Frame { layer: watcher.layer, ..Frame::of_side(position.state.turn) };
        if !self.all_hold(position, &watcher.needs, &frame) {
            return Bitboard::EMPTY;
        }
        let squares = |set| self.elements(position, set, &frame).squares();
        watcher
            .from
            .as_ref()
            .map_or(!Bitboard::EMPTY, |sets| sets.iter().map(squares).fold(Bitboard::EMPTY, |all, some| all | some))
    }

    /// `true` if a candidate becomes at most one move, which is legal if it is permitted and leaves the royal pieces safe.
    fn is_settled(&self, settled: &Settled<'_, W>, candidate: &Candidate<W>) -> bool {
        let mv = &candidate.mv;
        let plain = mv.kind == MoveKind::Normal && mv.from != mv.to && mv.gate.is_none() && !candidate.promotes;
        let promotes = || self.promotes_later() && self.rules.piece(mv.piece).promotion.is_some();
        plain
            && match *mv.captures.squares() {
                [] => settled.quiet.contains(mv.from),
                [square] => square == mv.to && settled.capturing.contains(mv.from),
                _ => false,
            }
            && !promotes()
    }

    /// `true` if a settled candidate is legal.
    fn is_legal_unmade(&self, position: &Position<W>, candidate: &Candidate<W>, settled: &Settled<'_, W>) -> bool {
        let made = Move { promotion: None, ..candidate.mv };
        if !work::spend(1) || self.takes_immune(position, &made) {
            return false;
        }
        let forbidden = if made.is_capture() { &settled.captures_forbidden } else { &settled.quiet_forbidden };
        if forbidden.contains(made.from)
            && self.forbids(position, Frame { before: None, ..self.frame_of(position, &made) })
        {
            return false;
        }
        if !self.tree.settling.royals {
            return true;
        }
        match settled.info.filter(|info| !info.royals.contains(made.from)) {
            Some(info) => self.landing(position, info, made.from).contains(made.to),
            None => self.leaves_royals_safe(position, &self.base_made(position, candidate), [0; 2]),
        }
    }
}

/// The start squares and destinations that several candidates share.
fn repeated<const W: usize>(candidates: &[Candidate<W>], squares: Bitboard<W>) -> Vec<(Square, Square)> {
    let mut seen = vec![Bitboard::<W>::EMPTY; squares.iter().last().map_or(0, |square| square.index() + 1)];
    let mut again = Vec::new();
    for Candidate { mv, .. } in candidates {
        let Some(seen) = seen.get_mut(mv.from.index()) else { continue };
        if seen.contains(mv.to) {
            again.push((mv.from, mv.to));
        }
        seen.insert(mv.to);
    }
    again
}

/// The deeds of an obligation.
fn duties_of(duty: &Rule) -> impl Iterator<Item = &Deed> {
    match &duty.kind.kind {
        RuleKind::Must { deeds, .. } => deeds.iter(),
        _ => [].iter(),
    }
}

/// `true` if a quiet move of a piece other than castling is never such a deed.
fn leaves_out_quiet(deed: &Deed) -> bool {
    is_of_captures(deed) || is_special(deed)
}

/// `true` for deeds that no plain move is.
fn is_special(deed: &Deed) -> bool {
    matches!(deed.kind.kind, DeedKind::EnPassant | DeedKind::Castling | DeedKind::Drop | DeedKind::Rule(_))
}

/// A set of a deed, if the position decides what it has.
fn origin(tree: &Tree, set: Option<&Set>) -> Option<Set> {
    set.filter(|set| position_decides(tree, set)).cloned()
}

/// `true` for deeds that only captures are.
fn is_of_captures(deed: &Deed) -> bool {
    matches!(deed.kind.kind, DeedKind::Capture | DeedKind::Attack) || deed.kind.of.is_some()
}

/// `true` if an obligation always asks for any capture.
fn are_captures(duty: &Rule) -> bool {
    let any_capture = |deed: &Deed| {
        let parts = &deed.kind;
        let sets = [&parts.of, &parts.by, &parts.from, &parts.to];
        parts.kind == DeedKind::Capture && !parts.quiet && !parts.first && sets.iter().all(|set| set.is_none())
    };
    let always = duty.kind.when.is_none() && duty.kind.unless.is_none();
    always && matches!(&duty.kind.kind, RuleKind::Must { most: None, .. }) && duties_of(duty).any(any_capture)
}

/// `true` if effects may capture.
fn captures(block: &Block) -> bool {
    let one = |effect: &Effect| match &effect.kind {
        EffectKind::Capture(_) => true,
        EffectKind::May(block) | EffectKind::Block(block) => captures(block),
        _ => false,
    };
    block.effects.iter().any(one)
}
