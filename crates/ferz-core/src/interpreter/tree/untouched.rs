//! Moves that no rule of the tree can touch. The tables decide about them, as in a game without such rules.

use crate::board::{Bitboard, Side};
use crate::position::Position;
use crate::rules::tree::{Block, Deed, DeedKind, Effect, EffectKind, Meaning, RuleKind, Set, SetKind, Tree};
use crate::rules::{PieceId, Rules};

use super::super::check_info::CheckInfo;
use super::super::engine::Engine;
use super::super::generate::RoyalPiece;
use super::super::moves::{Count, Move, Sink, Wanted};
use super::super::royal_danger::RoyalDanger;
use super::super::sets::Sets;
use super::super::tables::{Ends, Multiply};
use super::complete::Led;
use super::index::TreeIndex;

/// The kinds of moves that no rule can touch, whatever the position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Untouched {
    /// `true` for moves of pieces on the board that capture nothing, castling aside.
    quiet: bool,
    /// Pieces whose moves that capture nothing may be touched all the same.
    except: Vec<PieceId>,
    /// `true` if rules take attacks away. A move that leaves a royal piece attacked may be legal then.
    spares_royals: bool,
}

impl Untouched {
    /// Finds out which moves no rule can touch. `index` is sorted already.
    pub(super) fn of<const W: usize>(rules: &Rules, index: &TreeIndex<W>) -> Untouched {
        let tree = &rules.tree;
        let (constraints, effects) = (&rules.constraints, &rules.effects);
        let plain = rules.beyond.is_empty()
            && !(constraints.no_checks || constraints.royal_stays_in_check)
            && constraints.face_off.is_empty()
            && effects.flips.is_none()
            && effects.walls.is_none()
            && effects.gating.is_empty();
        let others = [
            &index.lends,
            &index.ignores,
            &index.prey,
            &index.moved_by,
            &index.checks,
            &index.captures_after,
            &index.royal_marks,
        ];
        if !index.any || !plain || index.shares_neutral_pieces || others.iter().any(|rules| !rules.is_empty()) {
            return Untouched::default();
        }
        let mut except = Vec::new();
        for rule in &tree.rules {
            let (deeds, forbids) = match &rule.kind.kind {
                RuleKind::After { deeds, block } if only_notes(block) || comes_later(deeds, block) => continue,
                RuleKind::After { deeds, .. } => (deeds, false),
                RuleKind::Forbid(deeds) => (deeds, true),
                RuleKind::Must { deeds, .. } if deeds.iter().any(touches_quiet_moves) => return Untouched::default(),
                RuleKind::Pieces(_) | RuleKind::Must { .. } | RuleKind::Instead { .. } => continue,
            };
            // A rule that forbids to give check takes the check away, and not the move.
            let touches = |deed: &&Deed| touches_quiet_moves(deed) && !(forbids && deed.kind.kind == DeedKind::Check);
            for deed in deeds.iter().filter(touches) {
                let moves = matches!(deed.kind.kind, DeedKind::Move | DeedKind::Any);
                match deed.kind.by.as_ref().filter(|_| moves).and_then(|set| kinds(tree, set)) {
                    Some(some) => except.extend(some),
                    None => return Untouched::default(),
                }
            }
        }
        Untouched { quiet: true, except, spares_royals: !index.forbids_attacks.is_empty() }
    }
}

/// `true` if a move that captures nothing, castling aside, may be such a deed.
fn touches_quiet_moves(deed: &Deed) -> bool {
    !matches!(
        deed.kind.kind,
        DeedKind::Capture
            | DeedKind::Attack
            | DeedKind::EnPassant
            | DeedKind::Castling
            | DeedKind::Drop
            | DeedKind::Rule(_)
    )
}

/// `true` if effects only note something that decides about no move before the next turn.
fn only_notes(block: &Block) -> bool {
    let notes = |effect: &Effect| match &effect.kind {
        EffectKind::Mark(..) | EffectKind::Unmark(..) | EffectKind::Add(..) | EffectKind::Set(..) => true,
        EffectKind::Block(block) => only_notes(block),
        _ => false,
    };
    block.choices.is_empty() && !block.if_none_forbid && block.effects.iter().all(notes)
}

/// `true` if effects happen at the end of a turn, when the move has been found to be legal, and make no move illegal.
fn comes_later(deeds: &[Deed], block: &Block) -> bool {
    deeds.iter().all(|deed| deed.kind.kind == DeedKind::Turn) && never_forbids(block)
}

fn never_forbids(block: &Block) -> bool {
    let permits = |effect: &Effect| match &effect.kind {
        EffectKind::Require(_) | EffectKind::Then(_) => false,
        EffectKind::May(block) | EffectKind::Block(block) => never_forbids(block),
        _ => true,
    };
    block.choices.is_empty() && !block.if_none_forbid && block.effects.iter().all(permits)
}

/// The kinds of pieces that a set holds, if it names kinds only.
fn kinds(tree: &Tree, set: &Set) -> Option<Vec<PieceId>> {
    match &set.kind {
        SetKind::Kind(kind) => Some(vec![*kind]),
        SetKind::Union(all) => {
            let all: Option<Vec<Vec<PieceId>>> = all.iter().map(|set| kinds(tree, set)).collect();
            Some(all?.into_iter().flatten().collect())
        }
        SetKind::Filtered(_, inner) | SetKind::Related(inner, _) | SetKind::Where(inner, _) => kinds(tree, inner),
        SetKind::Except(inner, _) => kinds(tree, inner),
        SetKind::Defined(id) => match &tree.defines[id.index()].kind.meaning {
            Meaning::Set(set) => kinds(tree, set),
            Meaning::Condition(_) => None,
        },
        _ => None,
    }
}

/// A position in which the tables decide about the untouched moves.
pub(super) struct Tabled<const W: usize> {
    info: CheckInfo<W>,
    /// The pieces whose quiet moves no rule can touch.
    pieces: Bitboard<W>,
}

impl<const W: usize> Engine<W> {
    /// What the tables decide in a position. `None` if they decide nothing.
    pub(super) fn tabled(&self, position: &Position<W>) -> Option<Tabled<W>> {
        let untouched = &self.tree.untouched;
        if !untouched.quiet {
            return None;
        }
        let info = self.check_info(position);
        if !info.must_verify.is_empty() {
            return None;
        }
        let mut pieces = self.pieces_who_move(position) & !position.of_pieces(&untouched.except);
        if untouched.spares_royals {
            if info.in_check {
                return None;
            }
            pieces &= !(info.pinned | info.royals);
        }
        Some(Tabled { info, pieces })
    }

    /// Hands on the legal moves that no rule can touch.
    pub(super) fn emit_untouched<S: Sink<W>>(&self, position: &Position<W>, tabled: &Tabled<W>, sink: &mut S) {
        let Tabled { info, pieces } = tabled;
        let ends = Ends { empty: !position.occupied(), ..Ends::NONE };
        self.emit_pieces(position, (*pieces & !info.royals, ends), info, sink);
        for royal in info.royals & *pieces {
            let ends = self.ends_of_royal(position, info, royal, ends);
            let placed = RoyalPiece { square: royal, zone_attackers: info.zone_attackers, avoidance: None };
            self.emit_royal(position, ends, placed, sink);
        }
    }

    /// The number of legal moves that no rule can touch.
    pub(super) fn count_untouched(&self, position: &Position<W>, tabled: &Tabled<W>) -> u64 {
        if self.counts() {
            let mut count = Count::default();
            self.emit_untouched(position, tabled, &mut count);
            return count.0;
        }
        let mut sets = Sets::default();
        self.emit_untouched(position, tabled, &mut sets);
        sets.len() as u64
    }

    /// The moves that pieces can make by their notations: all, or those that rules may touch.
    pub(super) fn moves_by_notation(&self, position: &mut Position<W>, tabled: Option<&Tabled<W>>) -> Vec<Move> {
        let us: Side = position.state.turn;
        let (mut sets, nothing_known) = (Sets::default(), CheckInfo::of(us, Bitboard::EMPTY));
        let ends = self.ends(position, Wanted::All);
        let own = position.of_side(us);
        let touched = tabled.map_or(own, |tabled| own & !tabled.pieces);
        if !touched.is_empty() {
            self.emit_pieces(position, (touched, ends), &nothing_known, &mut sets);
        }
        let untouched = own & !touched;
        if !untouched.is_empty() {
            let ends = Ends { empty: Bitboard::EMPTY, ..ends };
            self.emit_pieces(position, (untouched, ends), &nothing_known, &mut sets);
        }
        let specials = (&nothing_known, RoyalDanger::default());
        self.generate_specials::<Multiply, _>(position, Wanted::All, specials, &mut sets);
        sets.into_moves(position)
    }

    /// The legal moves that rules may touch, and whether a duty forbids all others.
    pub(super) fn touched_and_bound(&self, position: &Position<W>, tabled: &Tabled<W>) -> (Vec<Led<W>>, bool) {
        let touched = self.touched(position, Some(tabled), 0);
        self.bound_by_duties(position, touched, 0)
    }

    /// The number of legal moves.
    pub(crate) fn count_by_rules(&self, position: &Position<W>) -> u64 {
        let Some(tabled) = self.tabled(position) else { return self.led(position, 0).len() as u64 };
        let (touched, bound) = self.touched_and_bound(position, &tabled);
        touched.len() as u64 + if bound { 0 } else { self.count_untouched(position, &tabled) }
    }

    /// `true` if the tables find a legal move that no rule can touch.
    pub(super) fn has_untouched_move(&self, position: &Position<W>) -> bool {
        self.tabled(position).is_some_and(|tabled| self.count_untouched(position, &tabled) > 0)
    }
}
