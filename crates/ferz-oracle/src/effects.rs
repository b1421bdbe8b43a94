//! Effects of the language of rules.

use ferz_core::board::Square;
use ferz_core::rules::tree::{Becomes, Block, Effect, EffectKind, Held, Placed, Set, Store, Whose};
use ferz_core::rules::{CastlingOrigin, CastlingRight, EnPassant, PieceId};
use ferz_core::work::{self, Stopped};

use crate::cell::Cell;
use crate::conditions::counter_index;
use crate::doing::Doing;
use crate::element::Element;
use crate::frame::Frame;
use crate::make::{lose_rights, owner_of_captured};
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;
use crate::sets::{bit, sides};

/// The largest number of repetitions of a block. A block that needs more never ends.
const MOST_REPEATS: usize = 1_000;

impl Oracle {
    /// Applies the effects of a block, once for each combination of the player's choices. Without any result, the move
    /// is illegal. `follows` is `true` if the block follows a move: without anything to choose, the move then stays as
    /// it is.
    pub(crate) fn run<'a>(&self, block: &Block, doing: Doing<'a>, follows: bool) -> Vec<Doing<'a>> {
        let conditions = (block.when.as_ref(), block.unless.as_ref());
        let applies = |doing: &Doing<'a>| self.applies(&doing.position, conditions, &doing.frame);
        if block.choices.is_empty() && !applies(&doing) {
            return if follows { vec![doing] } else { Vec::new() };
        }
        let unchanged = (!block.choices.is_empty()).then(|| doing.clone());
        let mut chosen = self.chosen(block, doing, follows);
        if let Some(unchanged) = unchanged {
            chosen.retain(applies);
            if chosen.is_empty() {
                let forbidden = !follows || block.if_none_forbid;
                return if forbidden { Vec::new() } else { vec![unchanged] };
            }
        }
        let begun = |mut doing: Doing<'a>| {
            doing.frame.begin();
            doing
        };
        let mut done: Vec<Doing<'a>> =
            chosen.into_iter().map(begun).flat_map(|doing| self.run_effects(&block.effects, doing)).collect();
        if block.repeat {
            for round in 0.. {
                if round == MOST_REPEATS {
                    return work::or_empty(|| {
                        work::stop(Stopped::Restless);
                        Vec::new()
                    });
                }
                let again: Vec<Doing<'a>> =
                    done.iter().flat_map(|doing| self.run_effects(&block.effects, doing.clone())).collect();
                let rests = again.iter().zip(&done).all(|(new, old)| new.position == old.position);
                done = again;
                if rests {
                    break;
                }
            }
        }
        done
    }

    /// Makes the choices of a block, in every combination.
    fn chosen<'a>(&self, block: &Block, doing: Doing<'a>, follows: bool) -> Vec<Doing<'a>> {
        let mut chosen = vec![doing];
        for choice in &block.choices {
            let mut next = Vec::new();
            for doing in chosen {
                for element in self.elements(&doing.position, &choice.from, &doing.frame).iter() {
                    let mut with = doing.clone();
                    let place = choice.id.index();
                    if with.frame.chosen.len() <= place {
                        with.frame.chosen.resize(place + 1, None);
                    }
                    with.frame.chosen[place] = Some(element);
                    with.choices.push(element);
                    if !follows {
                        with.frame.destination.extend(element.square());
                    }
                    next.push(with);
                }
            }
            chosen = next;
        }
        chosen
    }

    fn run_effects<'a>(&self, effects: &[Effect], doing: Doing<'a>) -> Vec<Doing<'a>> {
        let mut all = vec![doing];
        for effect in effects {
            all = all.into_iter().flat_map(|doing| self.run_effect(effect, doing)).collect();
        }
        all
    }

    fn run_effect<'a>(&self, effect: &Effect, doing: Doing<'a>) -> Vec<Doing<'a>> {
        let mut doing = doing;
        match &effect.kind {
            EffectKind::Capture(set) => {
                for square in self.occupied(&doing, set) {
                    let Some(cell) = doing.position.at(square) else { continue };
                    let by = if cell.side == doing.frame.own { !cell.side } else { doing.frame.own };
                    self.capture(&mut doing.position, square, by);
                    doing.position.unmoved.remove(square);
                    doing.position.halfmoves = 0;
                    doing.frame.captured.push((square, cell));
                    self.note_loss(&mut doing, cell);
                    self.forget_mover(&mut doing, square);
                }
            }
            EffectKind::Remove(set) => {
                for element in self.elements(&doing.position, set, &doing.frame).iter() {
                    if matches!(element, Element::On(square) if doing.position.at(square).is_some()) {
                        doing.position.halfmoves = 0;
                    }
                    self.take(&mut doing, element);
                }
            }
            EffectKind::Move(set, to) => self.move_all(&mut doing, set, to),
            EffectKind::Place { what, on, whose } => self.place(&mut doing, what, on, *whose),
            EffectKind::Swap(set, with) => self.swap_all(&mut doing, set, with),
            EffectKind::Give { what, kind, whose, store } => {
                let Some(side) = sides(*whose, doing.frame.own).first().copied() else { return vec![doing] };
                for element in self.elements(&doing.position, what, &doing.frame).iter() {
                    let Some(cell) = self.cell_of(&doing.position, element) else { continue };
                    self.take(&mut doing, element);
                    let piece = match store {
                        Store::Hand => kind.unwrap_or_else(|| self.kind_in_hand(cell)),
                        Store::Kept(_) => kind.unwrap_or(cell.piece),
                    };
                    match store {
                        Store::Hand => doing.position.add_to_hand(side, piece, 1),
                        Store::Kept(id) => {
                            if let Some(kept) = doing.position.kept.get_mut(id.index()) {
                                kept[side].push(piece);
                                kept[side].sort_unstable();
                            }
                        }
                    }
                }
            }
            EffectKind::Flip(set) => {
                for square in self.occupied(&doing, set) {
                    let Some(cell) = doing.position.at(square) else { continue };
                    let side = if cell.side == doing.frame.own { !cell.side } else { doing.frame.own };
                    doing.position.put(square, Some(Cell { side, promoted: false, ..cell }));
                    lose_rights(&mut doing.position, square);
                    doing.position.unmoved.remove(square);
                }
            }
            EffectKind::Change(set, into) => return self.change(doing, set, into),
            EffectKind::Mark(set, id) => self.mark(&mut doing, set, id.index(), bit(*id), true),
            EffectKind::Unmark(set, id) => self.mark(&mut doing, set, id.index(), bit(*id), false),
            EffectKind::Build(set) => {
                for square in self.elements(&doing.position, set, &doing.frame).squares().iter() {
                    if doing.position.is_empty(square) {
                        doing.position.walls.insert(square);
                        lose_rights(&mut doing.position, square);
                    }
                }
            }
            EffectKind::Clear(set) => {
                for square in self.elements(&doing.position, set, &doing.frame).squares().iter() {
                    if !self.rules.geometry.holes().contains(square) {
                        doing.position.walls.remove(square);
                    }
                }
            }
            EffectKind::Trail(set) => {
                let targets = self.elements(&doing.position, set, &doing.frame).squares();
                let victim = doing.frame.mover.filter(|_| !targets.is_empty());
                doing.position.passed = victim.map(|victim| EnPassant { targets, victim });
            }
            EffectKind::Add(number, counter) => {
                let value = self.number(&doing.position, number, &doing.frame);
                let place = counter_index(*counter, doing.frame.own);
                if let Some(counters) = doing.position.counters.get_mut(counter.id.index()) {
                    counters[place] = counters[place].saturating_add(value);
                }
            }
            EffectKind::Set(counter, number) => {
                let value = self.number(&doing.position, number, &doing.frame);
                let place = counter_index(*counter, doing.frame.own);
                if let Some(counters) = doing.position.counters.get_mut(counter.id.index()) {
                    counters[place] = value;
                }
            }
            EffectKind::Require(condition) => {
                if !self.holds(&doing.position, condition, &doing.frame) {
                    return Vec::new();
                }
            }
            // Further steps are made before other effects.
            EffectKind::Then(_) => {}
            EffectKind::May(block) => {
                let done = self.run(block, doing.clone(), true).into_iter();
                let done = done.filter(|way| way.position != doing.position || way.choices != doing.choices);
                let mut left = doing.clone();
                let mut done: Vec<Doing<'a>> = done.map(|way| names_new_kind(&doing, way)).collect();
                // Where nothing else tells the ways apart, the player chooses between the square of the mover and the
                // origin.
                for way in done.iter_mut().filter(|way| is_untold(&doing, way)) {
                    way.choices.extend(doing.frame.mover.map(Element::On));
                    left.choices = doing.choices.clone();
                    left.choices.extend(doing.frame.origin.first().copied().map(Element::On));
                }
                return std::iter::once(left).chain(done).collect();
            }
            EffectKind::Block(block) => return self.run(block, doing, true),
        }
        vec![doing]
    }

    /// The squares of a set on which pieces stand.
    fn occupied(&self, doing: &Doing<'_>, set: &Set) -> Vec<Square> {
        let elements = self.elements(&doing.position, set, &doing.frame);
        let on = elements.iter().filter_map(|one| match one {
            Element::On(square) => Some(square),
            _ => None,
        });
        on.filter(|square| doing.position.at(*square).is_some()).collect()
    }

    /// Removes an element from the board, or from a hand or store.
    fn take(&self, doing: &mut Doing<'_>, element: Element) {
        match element {
            Element::On(square) => {
                if let Some(cell) = doing.position.at(square) {
                    self.note_loss(doing, cell);
                    doing.position.put(square, None);
                    lose_rights(&mut doing.position, square);
                    doing.position.unmoved.remove(square);
                    self.forget_mover(doing, square);
                }
            }
            Element::Held(side, None, piece) => doing.position.add_to_hand(side, piece, -1),
            Element::Held(side, Some(id), piece) => {
                if let Some(kept) = doing.position.kept.get_mut(id.index())
                    && let Some(place) = kept[side].iter().position(|kept| *kept == piece)
                {
                    kept[side].remove(place);
                }
            }
            Element::Gone(square, cell) => self.leave_hand(doing, (square, cell)),
        }
    }

    /// Takes a piece that the move has captured out of the hand to which it went.
    fn leave_hand(&self, doing: &mut Doing<'_>, (square, cell): (Square, Cell)) {
        let own = doing.frame.own;
        let owner = self.rules.hand.and_then(|hand| owner_of_captured(hand, cell, own));
        if let Some(owner) = owner.filter(|_| doing.frame.captured.contains(&(square, cell))) {
            doing.position.add_to_hand(owner, self.kind_in_hand(cell), -1);
        }
    }

    /// Notes that an effect has removed a royal piece from the board.
    fn note_loss(&self, doing: &mut Doing<'_>, cell: Cell) {
        let royal = self.rules.piece(cell.piece).royalty.is_ever_royal() || self.royal_marks & cell.marks != 0;
        if royal && !cell.neutral {
            doing.lost[cell.side.index()] += 1;
        }
    }

    fn forget_mover(&self, doing: &mut Doing<'_>, square: Square) {
        if doing.frame.mover == Some(square) {
            doing.frame.mover = None;
        }
    }

    /// The first square of a set, with an element as `it`.
    fn target(&self, doing: &Doing<'_>, to: &Set, it: Element) -> Option<Square> {
        let frame = Frame { it: Some(it), ..doing.frame.clone() };
        let first = self.elements(&doing.position, to, &frame).iter().find_map(|one| one.square());
        first.filter(|square| has_room(&doing.position, *square))
    }

    /// `move: S, to: T`. Where a piece would go to the square of another one that still has to move, that one moves first.
    fn move_all(&self, doing: &mut Doing<'_>, set: &Set, to: &Set) {
        let mut waiting: Vec<Element> = self.elements(&doing.position, set, &doing.frame).iter().collect();
        while !waiting.is_empty() {
            // A row of pieces, each in the way of the one before.
            let mut row: Vec<(Element, Square)> = Vec::new();
            let mut place = Some(0);
            while let Some(element) = place.map(|place| waiting.remove(place)) {
                let target = self.target(doing, to, element);
                row.extend(target.map(|target| (element, target)));
                place = target.and_then(|target| waiting.iter().position(|other| *other == Element::On(target)));
            }
            // The last of them goes first. If it goes to a square of the row, the row is a circle there.
            let circles = |target| row.iter().any(|(element, _)| *element == Element::On(target));
            let held = row.last().filter(|(element, target)| *element != Element::On(*target) && circles(*target));
            let held = held.and_then(|(element, target)| Some((*target, self.lift(doing, *element, *target)?)));
            for (element, target) in row.iter().rev().skip(usize::from(held.is_some())) {
                if let Some(lifted) = self.lift(doing, *element, *target) {
                    self.land(doing, *target, lifted);
                }
            }
            if let Some((target, lifted)) = held {
                self.land(doing, target, lifted);
            }
        }
    }

    /// Takes a piece off its square. Returns it, and whether it is the piece that the move has moved.
    fn lift(&self, doing: &mut Doing<'_>, element: Element, target: Square) -> Option<(Cell, bool)> {
        let cell = self.cell_of(&doing.position, element)?;
        let advances = |from| self.advances(&doing.position, (from, target), cell.piece);
        if doing.is_instead() && matches!(element, Element::On(from) if advances(from)) {
            doing.position.halfmoves = 0;
        }
        let was_mover = element.square().is_some() && element.square() == doing.frame.mover;
        self.take(doing, element);
        Some((cell, was_mover))
    }

    fn land(&self, doing: &mut Doing<'_>, target: Square, (cell, was_mover): (Cell, bool)) {
        self.put(doing, target, cell);
        if was_mover {
            self.restore(&mut doing.position, target);
            doing.frame.mover = Some(target);
        }
    }

    /// Puts a piece on a square, in place of the one that stands there.
    fn put(&self, doing: &mut Doing<'_>, target: Square, cell: Cell) {
        if let Some(replaced) = doing.position.at(target) {
            self.note_loss(doing, replaced);
        }
        doing.position.unmoved.remove(target);
        lose_rights(&mut doing.position, target);
        doing.position.put(target, Some(cell));
    }

    fn place(&self, doing: &mut Doing<'_>, what: &Placed, on: &Set, whose: Option<Whose>) {
        let side = whose.and_then(|whose| sides(whose, doing.frame.own).first().copied());
        match what {
            Placed::Kind(piece) => {
                let neutral = side.is_none() && self.tree.sides.neutral.contains(piece);
                let cell = Cell { neutral, ..Cell::new(*piece, side.unwrap_or(doing.frame.own)) };
                for square in self.elements(&doing.position, on, &doing.frame).squares().iter() {
                    if !has_room(&doing.position, square) {
                        continue;
                    }
                    self.put(doing, square, cell);
                }
            }
            Placed::Piece(set) => {
                for element in self.elements(&doing.position, set, &doing.frame).iter() {
                    let Some(target) = self.target(doing, on, element) else { continue };
                    let Some(cell) = self.cell_of(&doing.position, element) else { continue };
                    self.take(doing, element);
                    // A piece that comes back to where it was captured only undoes the capture, except in the turn of the capture.
                    let comes = match element {
                        Element::On(_) => false,
                        Element::Gone(from, _) => from != target || doing.position.made > 0,
                        Element::Held(..) => true,
                    };
                    if doing.is_instead() && comes {
                        doing.position.halfmoves = 0;
                    }
                    let side = side.unwrap_or(cell.side);
                    let cell = Cell { side, promoted: cell.promoted && side == cell.side, ..cell };
                    self.put(doing, target, cell);
                    let captured_now =
                        matches!(element, Element::Gone(from, cell) if doing.frame.captured.contains(&(from, cell)));
                    if captured_now {
                        self.restore(&mut doing.position, target);
                    }
                }
            }
        }
    }

    /// Restores the rights of a piece that an effect puts on a square: if unmoved pieces are tracked there, it counts
    /// as unmoved and may castle again.
    fn restore(&self, position: &mut Position, square: Square) {
        let Some(cell) = position.at(square) else { return };
        if !self.keeps_account_of(cell.side, square) {
            return;
        }
        position.unmoved.insert(square);
        for (index, rule) in self.rules.castling.iter().enumerate() {
            let (CastlingOrigin::At(from), CastlingOrigin::At(partner)) = (rule.from, rule.partner_from) else {
                continue;
            };
            let stands = |at: Square, kinds: &[PieceId]| {
                let fits = |cell: Cell| cell.is_of(Player::of(rule.side)) && kinds.contains(&cell.piece);
                position.unmoved.contains(at) && position.at(at).is_some_and(fits)
            };
            let right = CastlingRight { rule: index as u8, from, partner };
            let concerns = square == from || square == partner;
            if concerns
                && stands(from, &rule.movers)
                && stands(partner, &rule.partners)
                && !position.castling.contains(&right)
            {
                position.castling.push(right);
            }
        }
    }

    fn swap_all(&self, doing: &mut Doing<'_>, set: &Set, with: &Set) {
        for element in self.elements(&doing.position, set, &doing.frame).iter() {
            let (Some(one), Some(other)) = (element.square(), self.target(doing, with, element)) else { continue };
            let (first, second) = (doing.position.at(one), doing.position.at(other));
            doing.position.put(one, second);
            doing.position.put(other, first);
            for square in [one, other] {
                lose_rights(&mut doing.position, square);
                doing.position.unmoved.remove(square);
            }
            if doing.frame.mover == Some(one) {
                doing.frame.mover = Some(other);
            } else if doing.frame.mover == Some(other) {
                doing.frame.mover = Some(one);
            }
        }
    }

    fn change<'a>(&self, doing: Doing<'a>, set: &Set, into: &Becomes) -> Vec<Doing<'a>> {
        let places = self.occupied(&doing, set);
        let change = |doing: &mut Doing<'a>, square: Square, piece| {
            if let Some(cell) = doing.position.at(square)
                && cell.piece != piece
            {
                let side = if cell.neutral { doing.frame.own } else { cell.side };
                let neutral = self.tree.sides.neutral.contains(&piece);
                doing.position.put(square, Some(Cell { piece, side, neutral, promoted: false, ..cell }));
                if doing.is_instead() && cell.is_of(doing.frame.own) {
                    doing.position.halfmoves = 0;
                }
                self.lose_rights_of_others(&mut doing.position, square);
            }
        };
        let mut doing = doing;
        match into {
            Becomes::Kind(piece) => places.into_iter().for_each(|square| change(&mut doing, square, *piece)),
            Becomes::KindOf(of) => {
                for square in places {
                    let frame = Frame { it: Some(Element::On(square)), ..doing.frame.clone() };
                    let elements = self.elements(&doing.position, of, &frame);
                    let kind = elements.iter().find_map(|one| self.cell_of(&doing.position, one));
                    if let Some(cell) = kind {
                        change(&mut doing, square, cell.piece);
                    }
                }
            }
            Becomes::Table(rows) => {
                for square in places {
                    let now = doing.position.at(square);
                    let row = rows.iter().find(|(before, _)| now.is_some_and(|cell| cell.piece == *before));
                    if let Some((_, after)) = row {
                        change(&mut doing, square, *after);
                    }
                }
            }
            Becomes::Choice(kinds) => {
                if places.is_empty() {
                    return vec![doing];
                }
                let with = |kind| {
                    let mut next = doing.clone();
                    places.iter().for_each(|square| change(&mut next, *square, kind));
                    next.kinds.push(kind);
                    next
                };
                return kinds.iter().copied().map(with).collect();
            }
        }
        vec![doing]
    }

    /// Removes castling rights that need another piece on the square than the present one.
    fn lose_rights_of_others(&self, position: &mut Position, square: Square) {
        let piece = position.at(square).map(|cell| cell.piece);
        position.castling.retain(|right| {
            let rule = &self.rules.castling[usize::from(right.rule)];
            let fits =
                |at: Square, kinds: &[PieceId]| at != square || piece.is_some_and(|piece| kinds.contains(&piece));
            fits(right.from, &rule.movers) && fits(right.partner, &rule.partners)
        });
    }

    fn mark(&self, doing: &mut Doing<'_>, set: &Set, index: usize, bit: u64, marks: bool) {
        let elements = self.elements(&doing.position, set, &doing.frame);
        let on_squares = matches!(self.tree.state[index].kind.kind, Held::SquareMarks);
        for square in elements.squares().iter() {
            if on_squares {
                if let Some(marked) = doing.position.marked.get_mut(index) {
                    if marks { marked.insert(square) } else { marked.remove(square) }
                }
            } else if let Some(cell) = doing.position.at(square) {
                let all = if marks { cell.marks | bit } else { cell.marks & !bit };
                doing.position.put(square, Some(Cell { marks: all, ..cell }));
            }
        }
    }
}

/// Adds the new kind of the mover as a choice, if no other choice distinguishes this option from declining it.
fn names_new_kind<'a>(before: &Doing<'a>, way: Doing<'a>) -> Doing<'a> {
    let kind =
        |doing: &Doing<'a>| doing.frame.mover.and_then(|square| doing.position.at(square)).map(|cell| cell.piece);
    let mut way = way;
    if way.choices == before.choices && way.kinds == before.kinds && kind(&way) != kind(before) {
        way.kinds.extend(kind(&way));
    }
    way
}

/// `true` if neither choices nor kinds nor captures tell a way from leaving it.
fn is_untold(left: &Doing<'_>, way: &Doing<'_>) -> bool {
    way.choices == left.choices && way.kinds == left.kinds && way.frame.captured.len() == left.frame.captured.len()
}

/// `true` if no wall blocks a square, so that a piece can come there.
fn has_room(position: &Position, square: Square) -> bool {
    position.at(square).is_some() || !position.walls.contains(square)
}
