//! Effects, applied once for each way in which the player may choose.

use smallvec::{SmallVec, smallvec};

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::rules::PieceId;
use crate::rules::tree::{Becomes, Block, Choice, Effect, EffectKind, Held, Rule, Set, StateId, Store};
use crate::work::{self, Stopped};

use super::super::engine::Engine;
use super::super::picks::Pick;
use super::doing::{Doing, Ongoing, pick_of};
use super::element::{Body, Element, Elements};
use super::frame::Frame;
use super::numbers::counter_place;
use super::sets::bit;
use super::viewer::side_of;

/// The largest number of repetitions of a block. A block that needs more never comes to rest.
const MOST_REPEATS: usize = 1_000;

impl<const W: usize> Engine<W> {
    /// Applies the effects of a block, once for each way in which the player may choose. Without any result, the move is illegal.
    /// `follows` is `true` if the block follows a move: if there is nothing to choose, the move then stays as it is.
    pub(super) fn run<'a>(&self, block: &Block, doing: Box<Doing<'a, W>>, follows: bool) -> Ongoing<'a, W> {
        if block.is_direct() {
            let mut doing = doing;
            return if self.run_directly(block, &mut doing, follows) { smallvec![doing] } else { Ongoing::new() };
        }
        let conditions = (block.when.as_ref(), block.unless.as_ref());
        let applies = |doing: &Doing<'a, W>| self.applies(&doing.position, conditions, &doing.frame);
        let done = match block.choices.is_empty() {
            true if applies(&doing) => {
                let mut doing = doing;
                doing.frame.begin();
                self.run_effects(&block.effects, smallvec![doing])
            }
            true if follows => return smallvec![doing],
            true => return Ongoing::new(),
            false => match self.run_choosing(block, &doing, follows) {
                Some(done) => return done,
                None => return if follows && !block.if_none_forbid { smallvec![doing] } else { Ongoing::new() },
            },
        };
        self.repeated(block, done)
    }

    /// The same for a block with choices, on copies. `None` if there is nothing to choose.
    pub(super) fn run_choosing<'a>(
        &self,
        block: &Block,
        doing: &Doing<'a, W>,
        follows: bool,
    ) -> Option<Ongoing<'a, W>> {
        let conditions = (block.when.as_ref(), block.unless.as_ref());
        let mut chosen = self.chosen(block, doing, follows);
        chosen.retain(|doing| self.applies(&doing.position, conditions, &doing.frame));
        if chosen.is_empty() {
            return self.skips_choices(block, doing, follows).then(Ongoing::new);
        }
        chosen.iter_mut().for_each(|doing| doing.frame.begin());
        let done = self.run_effects(&block.effects, chosen);
        Some(self.repeated(block, done))
    }

    /// Repeats the effects of a block as often as it says.
    fn repeated<'a>(&self, block: &Block, mut done: Ongoing<'a, W>) -> Ongoing<'a, W> {
        if block.repeat {
            for round in 0.. {
                if round == MOST_REPEATS {
                    // A move without end cannot be made, and the author of the file has to learn of it.
                    return work::or_empty(|| {
                        work::stop(Stopped::Restless);
                        Ongoing::new()
                    });
                }
                let again = self.run_effects(&block.effects, done.clone());
                let rests = again.iter().zip(&done).all(|(new, old)| is_unchanged(&new.position, &old.position));
                done = again;
                if rests {
                    break;
                }
            }
        }
        done
    }

    /// `true` if a script has skipped choices that exist.
    fn skips_choices(&self, block: &Block, doing: &Doing<'_, W>, follows: bool) -> bool {
        doing.script.is_some() && {
            let free = Doing { script: None, ..doing.clone() };
            let conditions = (block.when.as_ref(), block.unless.as_ref());
            let mut all = self.chosen(block, &free, follows).into_iter();
            all.any(|doing| self.applies(&doing.position, conditions, &doing.frame))
        }
    }

    /// Makes the choices of a block, in every combination.
    pub(super) fn chosen<'a>(&self, block: &Block, doing: &Doing<'a, W>, follows: bool) -> Ongoing<'a, W> {
        let Some((first, others)) = block.choices.split_first() else { return smallvec![Box::new(doing.clone())] };
        let mut chosen = Ongoing::new();
        self.choose(first, doing, follows, &mut chosen);
        for choice in others {
            let mut next = Ongoing::new();
            for doing in chosen {
                self.choose(choice, &doing, follows, &mut next);
            }
            chosen = next;
        }
        chosen
    }

    /// Makes one choice in each way.
    fn choose<'a>(&self, choice: &Choice, doing: &Doing<'a, W>, follows: bool, found: &mut Ongoing<'a, W>) {
        let wanted = doing.next_choice();
        for element in self.elements(&doing.position, &choice.from, &doing.frame).iter() {
            let pick = pick_of(element);
            if wanted.is_some_and(|wanted| wanted != Some(pick)) {
                continue;
            }
            let mut with = Box::new(doing.clone());
            let place = choice.id.index();
            if with.frame.chosen.len() <= place {
                with.frame.chosen.resize(place + 1, None);
            }
            with.frame.chosen[place] = Some(element);
            with.choices.push(pick);
            if !follows {
                with.frame.destination.extend(element.square());
            }
            found.push(with);
        }
    }

    /// Applies the effects of a rule, once for each way in which the player may choose.
    pub(super) fn run_rule<'a>(
        &self,
        rule: &Rule,
        block: &Block,
        mut doing: Box<Doing<'a, W>>,
        found: &mut Ongoing<'a, W>,
    ) {
        let kept = std::mem::take(&mut doing.frame.chosen);
        let chosen = doing.choices.len();
        let conditions = (block.when.as_ref(), block.unless.as_ref());
        let exempts = rule.kind.even_in_check;
        let applies = exempts && block.choices.is_empty() && self.applies(&doing.position, conditions, &doing.frame);
        for mut done in self.run(block, doing, true) {
            done.frame.chosen = kept.clone();
            done.exempt |= exempts && (applies || done.choices.len() > chosen);
            found.push(done);
        }
    }

    /// The same in place, for a direct block. `false` if the move is illegal.
    pub(super) fn run_rule_directly(&self, rule: &Rule, block: &Block, doing: &mut Doing<'_, W>) -> bool {
        let kept = std::mem::take(&mut doing.frame.chosen);
        let conditions = (block.when.as_ref(), block.unless.as_ref());
        doing.exempt |= rule.kind.even_in_check && self.applies(&doing.position, conditions, &doing.frame);
        let legal = self.run_directly(block, doing, true);
        doing.frame.chosen = kept;
        legal
    }

    /// Applies the effects of a direct block in place. `false` if the move is illegal.
    pub(super) fn run_directly(&self, block: &Block, doing: &mut Doing<'_, W>, follows: bool) -> bool {
        let conditions = (block.when.as_ref(), block.unless.as_ref());
        match self.applies(&doing.position, conditions, &doing.frame) {
            true => {
                doing.frame.begin();
                block.effects.iter().all(|effect| self.run_effect_directly(effect, doing))
            }
            false => follows,
        }
    }

    /// Applies a direct effect in place. `false` if the move is illegal.
    fn run_effect_directly(&self, effect: &Effect, doing: &mut Doing<'_, W>) -> bool {
        match &effect.kind {
            EffectKind::Require(condition) => return self.holds(&doing.position, condition, &doing.frame),
            EffectKind::Block(block) => return self.run_directly(block, doing, true),
            // Further steps are made before other effects.
            EffectKind::Then(_) => {}
            EffectKind::Change(set, into) => self.change(doing, set, into),
            plain => self.run_plain(plain, doing),
        }
        true
    }

    fn run_effects<'a>(&self, effects: &[Effect], all: Ongoing<'a, W>) -> Ongoing<'a, W> {
        let mut all = all;
        for effect in effects {
            if effect.kind.is_direct() {
                all.retain(|doing| self.run_effect_directly(effect, doing));
                continue;
            }
            let mut next = Ongoing::new();
            for doing in all {
                self.run_effect(effect, doing, &mut next);
            }
            all = next;
        }
        all
    }

    /// Applies an effect, once for each way in which the player may choose.
    fn run_effect<'a>(&self, effect: &Effect, mut doing: Box<Doing<'a, W>>, found: &mut Ongoing<'a, W>) {
        match &effect.kind {
            EffectKind::May(block) => self.run_or_leave(block, doing, found),
            EffectKind::Block(block) => found.extend(self.run(block, doing, true)),
            EffectKind::Change(set, Becomes::Choice(kinds)) => self.change_by_choice(doing, set, kinds, found),
            _ => {
                if self.run_effect_directly(effect, &mut doing) {
                    found.push(doing);
                }
            }
        }
    }

    /// Applies an effect without choices of the player.
    fn run_plain(&self, effect: &EffectKind, doing: &mut Doing<'_, W>) {
        match effect {
            EffectKind::Capture(set) => self.capture_all(doing, set),
            EffectKind::Remove(set) => {
                for element in self.elements(&doing.position, set, &doing.frame).iter() {
                    if matches!(element, Element::On(square) if !doing.position.cell(square).is_empty()) {
                        doing.position.state.halfmoves = 0;
                    }
                    self.take(doing, element);
                }
            }
            EffectKind::Move(set, to) => self.move_all(doing, set, to),
            EffectKind::Place { what, on, whose } => self.place(doing, what, on, *whose),
            EffectKind::Swap(set, with) => self.swap_all(doing, set, with),
            EffectKind::Give { what, kind, whose, store } => {
                let Some(side) = side_of(*whose, doing.frame.own) else { return };
                for element in self.elements(&doing.position, what, &doing.frame).iter() {
                    let Some(body) = self.body_of(&doing.position, element) else { continue };
                    self.take(doing, element);
                    self.give(&mut doing.position, (side, *store), *kind, body);
                }
            }
            EffectKind::Flip(set) => {
                for square in self.occupied(doing, set) {
                    let Some(body) = self.body_on(&doing.position, square) else { continue };
                    let Some(piece) = body.cell.piece() else { continue };
                    let cell = crate::position::Cell::of(piece, !body.cell.side());
                    self.put_body(&mut doing.position, square, Body { cell, ..body });
                    doing.position.lose_rights(square);
                    doing.position.state.unmoved.remove(square);
                }
            }
            EffectKind::Mark(set, id) => self.mark(doing, set, *id, true),
            EffectKind::Unmark(set, id) => self.mark(doing, set, *id, false),
            EffectKind::Build(set) => {
                let squares = self.elements(&doing.position, set, &doing.frame).squares() & self.board.all_squares;
                for square in squares & !doing.position.occupied() {
                    doing.position.set_wall(square, true);
                    doing.position.lose_rights(square);
                }
            }
            EffectKind::Clear(set) => {
                let squares = self.elements(&doing.position, set, &doing.frame).squares() & self.board.all_squares;
                for square in squares & doing.position.bare_walls() {
                    doing.position.set_wall(square, false);
                }
            }
            EffectKind::Trail(set) => {
                let targets = self.elements(&doing.position, set, &doing.frame).squares();
                match doing.frame.mover() {
                    Some(mover) => {
                        (doing.position.state.passed, doing.position.state.passer) = (targets, mover);
                    }
                    None => doing.position.state.passed = Bitboard::EMPTY,
                }
            }
            EffectKind::Add(number, counter) | EffectKind::Set(counter, number) => {
                let value = self.number(&doing.position, number, &doing.frame);
                let place = counter_place(*counter, doing.frame.own);
                let adds = matches!(effect, EffectKind::Add(..));
                if let Some(counters) = doing.position.told_mut().counters.get_mut(counter.id.index()) {
                    counters[place] = if adds { counters[place].saturating_add(value) } else { value };
                }
            }
            _ => {}
        }
    }

    fn capture_all(&self, doing: &mut Doing<'_, W>, set: &Set) {
        for square in self.occupied(doing, set) {
            let Some(body) = self.body_on(&doing.position, square) else { continue };
            self.capture_on(&mut doing.position, square, !body.cell.side());
            doing.position.state.unmoved.remove(square);
            doing.position.state.halfmoves = 0;
            doing.frame.captured.push((square, body));
            self.note_loss(doing, body);
            forget_mover(doing, square);
        }
    }

    /// Applies a block, and also declines it.
    fn run_or_leave<'a>(&self, block: &Block, doing: Box<Doing<'a, W>>, found: &mut Ongoing<'a, W>) {
        let done = self.run(block, doing.clone(), true);
        let kind = |doing: &Doing<'a, W>| doing.frame.mover().and_then(|square| doing.position.cell(square).piece());
        let place = found.len();
        found.push(doing.clone());
        let mut untold = false;
        for mut way in done {
            let same_choices = way.choices == doing.choices;
            if is_unchanged(&way.position, &doing.position) && same_choices {
                continue;
            }
            // The new kind of the mover is a choice if no other choice tells the way from leaving it.
            if same_choices && way.kinds == doing.kinds {
                if kind(&way) != kind(&doing) {
                    way.kinds.extend(kind(&way));
                } else if way.frame.captured.len() == doing.frame.captured.len() {
                    untold = true;
                    way.choices.extend(doing.frame.mover().map(Pick::On));
                }
            }
            found.push(way);
        }
        // Where nothing else tells the ways apart, the player chooses between the square of the mover and the origin.
        if untold {
            found[place].choices.extend(doing.frame.origin.first().copied().map(Pick::On));
        }
    }

    /// The squares of a set on which pieces stand.
    pub(super) fn occupied(&self, doing: &Doing<'_, W>, set: &Set) -> Bitboard<W> {
        let elements: Elements<W> = self.elements(&doing.position, set, &doing.frame);
        elements.on & self.standing(&doing.position)
    }

    fn give(
        &self,
        position: &mut Position<W>,
        (side, store): (crate::board::Side, Store),
        kind: Option<PieceId>,
        body: Body,
    ) {
        match store {
            Store::Hand => {
                if let Some(piece) = kind.or_else(|| self.kind_in_hand(body)) {
                    position.set_hand(side, piece, position.in_hand(side, piece).saturating_add(1));
                }
            }
            Store::Kept(id) => {
                let piece = kind.or(body.cell.piece());
                if let (Some(piece), Some(kept)) = (piece, position.told_mut().kept.get_mut(id.index())) {
                    kept[side].push(piece);
                    kept[side].sort_unstable();
                }
            }
        }
    }

    /// Changes pieces into others.
    fn change(&self, doing: &mut Doing<'_, W>, set: &Set, into: &Becomes) {
        for square in self.occupied(doing, set) {
            let now = doing.position.cell(square).piece();
            let kind = match into {
                Becomes::Kind(piece) => Some(*piece),
                Becomes::KindOf(of) => {
                    let of = |frame: &Frame<'_, W>| self.elements(&doing.position, of, frame);
                    let elements = doing.frame.about(Element::On(square), of);
                    let bodies = elements.iter().filter_map(|one| self.body_of(&doing.position, one));
                    bodies.filter_map(|body| body.cell.piece()).next()
                }
                Becomes::Table(rows) => rows.iter().find(|(before, _)| now == Some(*before)).map(|(_, after)| *after),
                Becomes::Choice(_) => None,
            };
            if let Some(kind) = kind {
                self.change_one(doing, square, kind);
            }
        }
    }

    fn change_one(&self, doing: &mut Doing<'_, W>, square: Square, kind: PieceId) {
        let Some(body) = self.body_on(&doing.position, square) else { return };
        if body.cell.piece() == Some(kind) {
            return;
        }
        let side = if body.cell.is_neutral() { doing.frame.own } else { body.cell.side() };
        let cell = self.cell_of_kind(kind, side);
        self.put_body(&mut doing.position, square, Body { cell, ..body });
        if doing.is_instead() && body.cell.is_of(doing.frame.own) {
            doing.position.state.halfmoves = 0;
        }
        doing.position.lose_rights_of_changed(&self.rules, square);
    }

    fn change_by_choice<'a>(&self, doing: Box<Doing<'a, W>>, set: &Set, kinds: &[PieceId], found: &mut Ongoing<'a, W>) {
        let places: SmallVec<[Square; 2]> = self.occupied(&doing, set).iter().collect();
        if places.is_empty() {
            return found.push(doing);
        }
        let wanted = doing.next_kind();
        for kind in kinds.iter().filter(|kind| wanted.is_none_or(|wanted| wanted == Some(**kind))) {
            let mut next = doing.clone();
            places.iter().for_each(|square| self.change_one(&mut next, *square, *kind));
            next.kinds.push(*kind);
            found.push(next);
        }
    }

    fn mark(&self, doing: &mut Doing<'_, W>, set: &Set, id: StateId, marks: bool) {
        let squares = self.elements(&doing.position, set, &doing.frame).squares();
        let on_squares = matches!(self.rules.tree.state[id.index()].kind.kind, Held::SquareMarks);
        for square in squares {
            if on_squares {
                let marked = &mut doing.position.told_mut().marked;
                if marks { marked.insert(id.index(), square) } else { marked.remove(id.index(), square) }
            } else if !doing.position.cell(square).is_empty() {
                let now = self.marks_on(&doing.position, square);
                let all = if marks { now | bit(id.index()) } else { now & !bit(id.index()) };
                self.set_marks(&mut doing.position, square, all);
            }
        }
    }
}

/// Forgets the square of the mover when it leaves the board.
pub(super) fn forget_mover<const W: usize>(doing: &mut Doing<'_, W>, square: Square) {
    if doing.frame.mover() == Some(square) {
        doing.frame.mover.set(None);
    }
}

/// `true` if two positions are the same in all that effects can change.
fn is_unchanged<const W: usize>(one: &Position<W>, other: &Position<W>) -> bool {
    one.has_same_pieces(other)
        && one.walls() == other.walls()
        && one.state == other.state
        && one.told() == other.told()
        && one.hands() == other.hands()
}
