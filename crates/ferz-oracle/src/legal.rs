//! Legal moves: every move is made, with its effects by rules, and the result is tested.

use std::collections::BTreeSet;
use std::sync::Arc;

use ferz_core::board::{Square, SquareSet};
use ferz_core::rules::tree::{Block, Deed, DeedKind, Effect, EffectKind, Layer, Rule, RuleId, RuleKind, Taker};
use ferz_core::rules::{Condition, PieceId, Royalty};
use ferz_core::work;

use crate::attack::Threat;
use crate::cell::Cell;
use crate::deed::{Kind, Move};
use crate::doing::Doing;
use crate::element::Element;
use crate::frame::{Event, Frame};
use crate::oracle::Oracle;
use crate::player::{MOST, Player};
use crate::position::{Earlier, Last, Position};
use crate::relations::lower;

/// The cost of making a move, in steps of work, in addition to copying the squares.
const COPY: usize = 32;

impl Oracle {
    /// The legal moves, each with the position that it leads to. There are none if the game has ended at once.
    pub fn moves(&self, position: &Position) -> Vec<(Move, Position)> {
        if self.has_ended_at_once(position) {
            return Vec::new();
        }
        let mut moves = self.legal_moves(position);
        if !self.index.dropouts.is_empty() {
            moves.iter_mut().for_each(|(_, after)| self.drop_out(after));
        }
        moves
    }

    /// The legal moves of a position in which the game goes on.
    pub(crate) fn legal_moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let found = self.unobliged(position);
        match self.stuck_on(position, &found) {
            Some(stuck) if !stuck.is_empty() => Vec::new(),
            _ => self.obliged(position, found),
        }
    }

    /// The moves that are legal if obligations to make other moves are ignored.
    pub(crate) fn unobliged(&self, position: &Position) -> Vec<(Move, Position)> {
        let mut found: Vec<(Move, Position)> = Vec::new();
        for made in self.possible_moves(position) {
            for (made, after) in self.completed(position, &made) {
                let stays = made.taker == Taker::Stays && made.is_capture();
                let same = |(other, result): &(Move, Position)| {
                    other.from == made.from
                        && (other.to == made.to || (stays && other.taker == made.taker && other.is_capture()))
                        && other.becomes == made.becomes
                        && (other.kind == made.kind || is_promoting(other, &made))
                        && other.choices == made.choices
                        && other.kinds == made.kinds
                        && other.via == made.via
                        && same_result(result, &after)
                };
                if !work::spend(found.len() / 8) {
                    continue;
                }
                match found.iter().position(same) {
                    None => found.push((made, after)),
                    // Of several ways to the same result, the one whose captures come first in the order of the board stays.
                    Some(known) if found[known].0.to == made.to && made.captures < found[known].0.captures => {
                        found[known].0 = made;
                    }
                    Some(_) => {}
                }
            }
        }
        for index in &self.index.offers {
            for (made, after) in self.done_instead(position, *index) {
                let swaps = self.swaps(*index);
                let is_one = |known: &(Move, Position)| swaps || known.0.from == made.from;
                if !found.iter().any(|known| is_one(known) && is_same_offer(known, &(&made, &after))) {
                    found.push((made, after));
                }
            }
        }
        found
    }

    /// `true` if a rule makes two pieces change places. It is the same move whichever of them counts as the mover.
    fn swaps(&self, index: usize) -> bool {
        let swaps = |effect: &Effect| matches!(effect.kind, EffectKind::Swap(..));
        matches!(&self.tree.rules[index].kind.kind, RuleKind::Instead { block, .. } if block.effects.iter().any(swaps))
    }

    /// `true` if a side has no legal move in a position in which the game goes on.
    pub(crate) fn has_no_move(&self, position: &Position) -> bool {
        if self.tree.turns.as_ref().is_some_and(|turns| turns.boards.is_some()) {
            return self.legal_moves(position).is_empty();
        }
        let is_complete = |made: &Move| !self.completed(position, made).is_empty();
        // Answers that are checks themselves may take long to test.
        let is_check = |made: &Move| self.in_check(&self.made(position, made), !position.turn);
        let mut checks = Vec::new();
        for made in self.possible_moves(position) {
            if is_check(&made) {
                checks.push(made);
            } else if is_complete(&made) {
                return false;
            }
        }
        let complete = checks.iter().any(is_complete);
        // An obligation holds only if it can be met, so it always leaves a legal move.
        let offered = || self.index.offers.iter().any(|index| !self.done_instead(position, *index).is_empty());
        !complete && !offered()
    }

    /// The words of a move in the position before it.
    pub(crate) fn frame_of<'a>(&self, position: &'a Position, made: &'a Move) -> Frame<'a> {
        let (origin, destination) = match made.kind {
            Kind::Drop => (Vec::new(), vec![made.to]),
            Kind::Castling { partner, partner_to } => (vec![made.from, partner], vec![made.to, partner_to]),
            Kind::Instead(_) => {
                let chosen: Vec<Square> = made.choices.iter().filter_map(|one| one.square()).collect();
                (vec![made.from], chosen)
            }
            Kind::Step | Kind::EnPassant | Kind::Returning | Kind::Promoting => (vec![made.from], vec![made.to]),
        };
        let captured = match made.taken.is_empty() {
            false => made.taken.clone(),
            true => made.captures.iter().filter_map(|square| Some((*square, position.at(*square)?))).collect(),
        };
        let mover = Some(made.from).filter(|_| !matches!(made.kind, Kind::Drop | Kind::Returning));
        Frame {
            mover,
            origin,
            destination,
            captured,
            before: Some(position),
            made: Some(made),
            ..Frame::of_side(position.turn)
        }
    }

    /// The positions to which a possible move leads, with its promotions, choices and effects.
    fn completed(&self, position: &Position, made: &Move) -> Vec<(Move, Position)> {
        let side = position.turn;
        let frame = self.frame_of(position, made);
        // Making a move copies the position.
        if !work::spend(COPY + position.cells.len())
            || self.captures_what_is_safe(position, made)
            || (made.stays() && self.in_check(position, side))
            || (!self.castles_behind_walls(made) && !self.castles_safely(position, made, position.walls))
            || self.is_forbidden(position, &frame)
        {
            return Vec::new();
        }
        let after = self.made(position, made);
        let mover = match made.kind {
            _ if after.at(made.to).is_some() && made.from != made.to => Some(made.to),
            Kind::Drop => Some(made.to),
            _ => after.at(made.from).map(|_| made.from),
        };
        let frame = Frame { mover, ..frame };
        let start = Doing { becomes: made.becomes, route: made.captures.clone(), ..Doing::new(after, frame) };
        let stepped = self.followed(vec![start], Event::Step);
        let gone_on = work::or_empty(|| stepped.into_iter().flat_map(|doing| self.gone_on(doing, true)).collect());
        let promoted = self.promoted(position, gone_on, made);
        let done = self.followed(promoted, Event::Move);
        done.into_iter().filter_map(|doing| self.finished(position, made, doing)).collect()
    }

    /// Each move with each of its promotions.
    fn promoted<'a>(&self, position: &Position, all: Vec<Doing<'a>>, made: &Move) -> Vec<Doing<'a>> {
        let mut found = Vec::new();
        for doing in all {
            let there = doing.frame.mover.and_then(|square| doing.position.at(square));
            let moves = !matches!(made.kind, Kind::Drop | Kind::Instead(_));
            let owner = position.at(made.from).filter(|cell| !cell.neutral).map_or(position.turn, |cell| cell.side);
            let is_owned = |cell: Cell| cell.neutral || cell.side == owner;
            let unchanged = moves && there.is_some_and(|cell| cell.piece == made.piece && is_owned(cell));
            let stays = made.is_capture() && doing.frame.mover == Some(made.from) && made.to != made.from;
            if !unchanged || stays {
                found.push(doing);
                continue;
            }
            let choices = match made.kind {
                Kind::Promoting => vec![made.becomes],
                _ => {
                    let to = doing.frame.mover.unwrap_or(made.to);
                    let captures = doing.route.clone();
                    self.promotions(position, owner, &Move { to, captures, ..made.clone() })
                }
            };
            for choice in choices {
                let mut next = Doing { becomes: choice, ..doing.clone() };
                if let (Some(choice), Some(square)) = (choice, doing.frame.mover) {
                    self.promote(&mut next.position, square, made, choice);
                    found.extend(self.followed(vec![next], Event::Promotion));
                } else {
                    found.push(next);
                }
            }
        }
        found
    }

    /// Applies the rules of the tree that follow an event, in their order.
    pub(crate) fn followed<'a>(&self, start: Vec<Doing<'a>>, event: Event) -> Vec<Doing<'a>> {
        let mut all = start;
        for (_, index) in self.index.follows.iter().filter(|(occasion, _)| *occasion == event) {
            let rule = &self.tree.rules[*index];
            let RuleKind::After { deeds, block } = &rule.kind.kind else { continue };
            let mut next = Vec::new();
            for mut doing in all {
                doing.frame.event = event;
                if self.is_followed(&doing, deeds) {
                    next.extend(self.run_rule(rule, block, doing));
                } else {
                    next.push(doing);
                }
            }
            all = next;
        }
        all
    }

    pub(crate) fn is_followed(&self, doing: &Doing<'_>, deeds: &[Deed]) -> bool {
        let Some(made) = doing.frame.made else { return false };
        if made.becomes == doing.becomes {
            return deeds.iter().any(|deed| self.is_deed(&doing.position, deed, &doing.frame));
        }
        let made = Move { becomes: doing.becomes, ..made.clone() };
        let frame = Frame { made: Some(&made), ..doing.frame.clone() };
        deeds.iter().any(|deed| self.is_deed(&doing.position, deed, &frame))
    }

    fn run_rule<'a>(&self, rule: &Rule, block: &Block, doing: Doing<'a>) -> Vec<Doing<'a>> {
        let mut doing = doing;
        let kept = std::mem::take(&mut doing.frame.chosen);
        let chosen = doing.choices.len();
        let conditions = (block.when.as_ref(), block.unless.as_ref());
        let applies = block.choices.is_empty() && self.applies(&doing.position, conditions, &doing.frame);
        let mut done = self.run(block, doing, true);
        for doing in &mut done {
            doing.frame.chosen = kept.clone();
            doing.exempt |= rule.kind.even_in_check && (applies || doing.choices.len() > chosen);
        }
        done
    }

    /// `true` if a rule forbids a move before it is made.
    pub(crate) fn is_forbidden(&self, position: &Position, frame: &Frame<'_>) -> bool {
        self.listed(&self.index.forbids).any(|rule| {
            let RuleKind::Forbid(deeds) = &rule.kind.kind else { return false };
            // A rule that removes attacks reads the attacks of the layer below, even if it also forbids moves.
            let takes_attacks = deeds.iter().any(|deed| deed.kind.kind == DeedKind::Attack);
            let layer = lower(if takes_attacks { Layer::Lent } else { Layer::Real }, frame.layer);
            let frame = Frame { layer, before: None, ..frame.clone() };
            deeds.iter().any(|deed| {
                deed.kind.kind != DeedKind::Check
                    && self.is_deed(position, deed, &frame)
                    && self.applies(position, (rule.kind.when.as_ref(), rule.kind.unless.as_ref()), &frame)
            })
        })
    }

    /// Applies a rule that replaces a move.
    fn done_instead(&self, position: &Position, index: usize) -> Vec<(Move, Position)> {
        let (id, rule) = (RuleId(index as u16), &self.tree.rules[index]);
        let RuleKind::Instead { deed, block } = &rule.kind.kind else { return Vec::new() };
        let side = position.turn;
        let own: Vec<Square> = position.of_side(side).map(|(square, _)| square).collect();
        let frame = Frame::of_side(side);
        let movers: Vec<Option<Square>> = match &deed.kind.by {
            None => vec![None],
            Some(set) => {
                let fits = |square: &Square| {
                    let asked = Frame { mover: Some(*square), origin: vec![*square], ..frame.clone() };
                    self.lies_in(position, set, Element::On(*square), &asked)
                };
                own.iter().copied().filter(fits).map(Some).collect()
            }
        };
        let mut found = Vec::new();
        for mover in movers {
            let stand =
                mover.or_else(|| self.royal_kinds(position, side).first().copied()).or_else(|| own.first().copied());
            // A side without pieces can still use a rule that needs no piece. The move is written with the first
            // square.
            let (from, piece) = match stand.and_then(|square| Some((square, position.at(square)?))) {
                Some((square, cell)) => (square, cell.piece),
                None => (Square::new(0), PieceId::new(0)),
            };
            let made = Move::new(Kind::Instead(id), (from, from), piece);
            let mut after = position.clone();
            // A move by a rule keeps en passant rights from an earlier move of the same turn.
            after.passed = position.passed.filter(|_| position.made > 0);
            (after.passed_too, after.dropped, after.castled) = (None, None, None);
            after.halfmoves = after.halfmoves.saturating_add(1);
            let frame = Frame {
                mover,
                origin: mover.into_iter().collect(),
                before: Some(position),
                made: Some(&made),
                ..frame.clone()
            };
            let asked = frame.clone();
            let frame = Frame { event: Event::Offer, ..frame };
            let start = Doing { exempt: rule.kind.even_in_check, ..Doing::new(after, frame) };
            let mut done = self.run(block, start, false);
            // A `forbid` rule may depend on the choices. It reads the position before the move.
            done.retain(|doing| {
                let (chosen, destination) = (doing.frame.chosen.clone(), doing.frame.destination.clone());
                !self.is_forbidden(position, &Frame { chosen, destination, ..asked.clone() })
            });
            let done = self.followed(done, Event::Move);
            found.extend(done.into_iter().filter_map(|doing| self.finished(position, &made, doing)));
        }
        found
    }

    /// The move and the position after it, if the move is legal.
    fn finished(&self, before: &Position, made: &Move, doing: Doing<'_>) -> Option<(Move, Position)> {
        let side = before.turn;
        let mut after = doing.position;
        for square in &doing.blocking_captured {
            after.walls.remove(*square);
        }
        if !doing.exempt && !self.leaves_royals_safe(before, &after, (doing.lost, made.from)) {
            return None;
        }
        if self.castles_behind_walls(made) && !self.castles_safely(before, made, after.walls) {
            return None;
        }
        let destination = doing.frame.mover.or(doing.frame.destination.first().copied()).unwrap_or(made.to);
        let goes_on = doing.route.len() > made.captures.len() || !doing.quiet_stops.is_empty();
        let made = Move {
            to: if goes_on { destination } else { made.to },
            via: made.via.iter().copied().chain(doing.quiet_stops.iter().copied()).collect(),
            becomes: doing.becomes,
            captures: doing.route,
            choices: doing.choices,
            kinds: doing.kinds,
            taken: doing.frame.captured.clone(),
            ..made.clone()
        };
        after.last = self.last_of(before, &doing.frame, &made.choices);
        after.rolled = None;
        if self.remembers {
            after.earlier = Earlier(Some(Arc::new(before.clone())));
        }
        let passes =
            self.counts_passes() && self.is_pass(&made) && after.cells == before.cells && after.walls == before.walls;
        after.passes = if passes { after.passes.saturating_add(1) } else { 0 };
        let frame = Frame { made: Some(&made), event: Event::Turn, ..doing.frame };
        let mut after = self.turn_over(before, after, &frame)?;
        self.note_checks(before, &mut after);
        let gives_check = || self.in_check(&after, !side);
        if made.kind == Kind::Drop && self.is_forbidden_drop(&made, &after, &gives_check) {
            return None;
        }
        let peaceful = self.rules.piece(made.piece).promotion_move.as_ref().is_some_and(|rule| rule.peaceful);
        if made.kind == Kind::Promoting && peaceful && gives_check() && !self.promotes_anyway(before, &made) {
            return None;
        }
        Some((made, after))
    }

    /// The words of a move (its mover, origin and so on) that the next position stores.
    pub(crate) fn last_of(&self, before: &Position, frame: &Frame<'_>, choices: &[Element]) -> Last {
        let as_it_was =
            |square: Square| before.at(square).map_or(Element::On(square), |cell| Element::Gone(square, cell));
        let chosen = choices.iter().filter_map(|one| one.square());
        Last {
            mover: frame.mover,
            origin: frame.origin.iter().copied().map(as_it_was).collect(),
            destination: frame.destination.clone(),
            captured: frame.captured.clone(),
            chosen: chosen.map(as_it_was).collect(),
        }
    }

    /// `true` if the piece could also make this promotion move as a normal move that promotes.
    fn promotes_anyway(&self, position: &Position, made: &Move) -> bool {
        let Some(cell) = position.at(made.from) else { return false };
        self.moves_of(position, cell, made.from, false).iter().any(|other| {
            other.to == made.to
                && !other.is_capture()
                && self.promotions(position, position.turn, other).contains(&made.becomes)
        })
    }

    /// `true` if the number of passes matters: it does only if passes end the game.
    fn counts_passes(&self) -> bool {
        self.rules.ends.iter().any(|end| matches!(end.condition, Condition::Passes { .. }))
    }

    /// `true` if a move changes nothing.
    pub(crate) fn is_pass(&self, made: &Move) -> bool {
        match made.kind {
            Kind::Instead(id) => match &self.tree.rules[id.index()].kind.kind {
                RuleKind::Instead { block, .. } => block.effects.is_empty(),
                _ => false,
            },
            _ => made.is_pass(),
        }
    }

    /// `true` if a move captures a piece that is safe from the mover.
    pub(crate) fn captures_what_is_safe(&self, position: &Position, made: &Move) -> bool {
        let mut captured = made.captures.iter().filter_map(|square| position.at(*square));
        captured.any(|captured| self.rules.piece(captured.piece).safe_from.contains(&made.piece))
    }

    /// `true` if the walls that come and go with a castling move count when its way is tested. They do for a piece that is royal
    /// only as one of the last of its kind.
    fn castles_behind_walls(&self, made: &Move) -> bool {
        let last = matches!(self.rules.piece(made.piece).royalty, Royalty::Last(_));
        matches!(made.kind, Kind::Castling { .. }) && last
    }

    /// `true` unless a royal piece castles out of check or over attacked squares, with these walls on squares without a piece. Pieces
    /// that do not see it do not attack them.
    pub(crate) fn castles_safely(&self, position: &Position, made: &Move, walls: SquareSet) -> bool {
        let side = position.turn;
        if !matches!(made.kind, Kind::Castling { .. }) || !self.royals(position, side).contains(&made.from) {
            return true;
        }
        let mut way: Vec<Square> = self.squares_to(made.from, made.to).iter().collect();
        way.push(made.from);
        let unseen = self.blind_to(position, made.from, !side);
        let cells = match unseen.is_empty() {
            true => position.cells.clone(),
            false => without(&position.cells, &unseen),
        };
        let walls = walls.iter().filter(|square| position.at(*square).is_none()).collect();
        let asked = Position { cells, walls, ..position.clone() };
        !way.iter().any(|square| self.is_threatened(&asked, *square, side, Threat::Check))
    }

    /// The pieces of a side that do not see the piece on a square.
    fn blind_to(&self, position: &Position, square: Square, side: Player) -> SquareSet {
        let blind = |from: Square, placed: Cell| self.ignored(position, side, placed, from).contains(square);
        position.of_side(side).filter(|(from, placed)| blind(*from, *placed)).map(|(from, _)| from).collect()
    }

    /// `true` if a move neither loses a royal piece of its side nor leaves one attacked. If the other side loses a
    /// royal piece, own royal pieces may be left under attack.
    fn leaves_royals_safe(
        &self,
        before: &Position,
        after: &Position,
        (by_effects, from): ([usize; MOST], Square),
    ) -> bool {
        let side = before.turn;
        let lost = |side: &Player| {
            let few = self.royal_kinds(after, *side).len() < self.royals(before, *side).len();
            by_effects[side.index()] > 0 && few
        };
        if lost(&side) {
            return false;
        }
        side.others().any(|other| lost(&other)) || !self.in_check_beside(after, side, from)
    }

    /// `true` if a drop gives check or mate although it must not.
    fn is_forbidden_drop(&self, made: &Move, after: &Position, gives_check: &dyn Fn() -> bool) -> bool {
        let Some(rule) = &self.rules.piece(made.piece).drop else { return false };
        (!rule.check || !rule.mate) && gives_check() && (!rule.check || self.has_no_move(after))
    }

    /// `true` if a piece is attacked and no move of its side can save it. Castling does not count as a rescue.
    pub(crate) fn is_lost(&self, position: &Position, at: Square) -> bool {
        let Some(cell) = position.at(at) else { return false };
        let attacked = |position: &Position, at| self.is_threatened(position, at, cell.side, Threat::Capture);
        if !attacked(position, at) {
            return false;
        }
        let turned = Position { turn: cell.side, ..position.without_passers() };
        let helps = |made: &Move| {
            if matches!(made.kind, Kind::Castling { .. }) || self.captures_what_is_safe(&turned, made) {
                return false;
            }
            let after = self.made(&turned, made);
            let now = if made.from == at && made.kind != Kind::Drop { made.to } else { at };
            after.at(now).is_some() && !attacked(&after, now)
        };
        !self.possible_moves(&turned).iter().any(helps)
    }

    /// `true` if an effect of a piece's move would capture the piece on a square.
    pub(crate) fn captures_by_effect(
        &self,
        position: &Position,
        (placed, from): (Cell, Square),
        target: Square,
    ) -> bool {
        if position.at(target).is_none() {
            return false;
        }
        let frame = Frame { mover: Some(from), origin: vec![from], layer: Layer::Bare, ..Frame::of_side(placed.side) };
        let by =
            |deed: &Deed| deed.kind.by.as_ref().is_none_or(|by| self.lies_in(position, by, Element::On(from), &frame));
        let captures = |rule: &&Rule| matches!(&rule.kind.kind, RuleKind::After { deeds, .. } if deeds.iter().any(by));
        let rules: Vec<&Rule> = self.listed(&self.index.captures_after).filter(captures).collect();
        if rules.is_empty() {
            return false;
        }
        let turned = Position { turn: placed.side, ..position.without_passers() };
        self.moves_of(&turned, placed, from, false).iter().any(|made| {
            let frame = self.frame_of(&turned, made);
            let frame = Frame { mover: Some(made.to), layer: Layer::Bare, ..frame };
            let position = self.made(&turned, made);
            let mut all = vec![Doing { route: made.captures.clone(), ..Doing::new(position, frame) }];
            for rule in &rules {
                let RuleKind::After { deeds, block } = &rule.kind.kind else { continue };
                let mut next = Vec::new();
                for doing in all {
                    match self.is_followed(&doing, deeds) {
                        true => next.extend(self.run_rule(rule, block, doing)),
                        false => next.push(doing),
                    }
                }
                all = next;
            }
            let before = || Frame { layer: Layer::Bare, ..self.frame_of(&turned, made) };
            all.iter().any(|doing| doing.frame.captured.iter().any(|(square, _)| *square == target))
                && !self.is_forbidden(&turned, &before())
        })
    }
}

fn is_promoting(one: &Move, other: &Move) -> bool {
    let plain = |made: &Move| matches!(made.kind, Kind::Step | Kind::Promoting);
    plain(one) && plain(other)
}

/// `true` if two moves by rules are the same move: they change the same squares in the same way, and only the order of
/// the choices differs.
fn is_same_offer(known: &(Move, Position), other: &(&Move, &Position)) -> bool {
    let squares = |made: &Move| -> BTreeSet<Square> {
        made.choices.iter().filter_map(|one| one.square()).chain([made.from]).collect()
    };
    let by_rule = |made: &Move| matches!(made.kind, Kind::Instead(_));
    by_rule(&known.0)
        && known.0.kinds == other.0.kinds
        && squares(&known.0) == squares(other.0)
        && same_result(&known.1, other.1)
}

/// `true` if two positions are the same, whichever move has led to them.
fn same_result(one: &Position, other: &Position) -> bool {
    let bare = |position: &Position| Position { last: Last::default(), ..position.clone() };
    bare(one) == bare(other)
}

/// Cells without the pieces on some squares.
fn without(cells: &[Option<Cell>], gone: &SquareSet) -> Vec<Option<Cell>> {
    let left = |(index, cell): (usize, &Option<Cell>)| cell.filter(|_| !gone.contains(Square::new(index as u16)));
    cells.iter().enumerate().map(left).collect()
}
