//! The pieces, and Fairy-Stockfish's type for each of them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::moves::{self, Leap, Moves, Terms, Way};
use super::super::table::{CUSTOM, ROYAL, Role, Slot, TYPES, Topic, piece_type};
use super::Exporter;
use crate::board::{BySide, Side, SquareSet, Step};
use crate::rules::{ExtraMoves, Piece, PieceId, Royalty};

/// Settings of a piece other than its own moves.
#[derive(Clone, Default)]
struct Extras {
    /// Double steps that leave no right to be captured en passant.
    silent: BySide<SquareSet>,
    /// Triple steps.
    triple: BySide<SquareSet>,
    /// The rank from which it can also step sideways.
    beyond: Option<usize>,
}

impl Exporter<'_> {
    pub(super) fn pieces(&mut self) {
        let ids: Vec<PieceId> = self.rules.piece_ids().collect();
        let mut taken: BTreeSet<Slot> = BTreeSet::new();
        let mut letters: BTreeSet<char> = BTreeSet::new();
        let mut types: BTreeMap<PieceId, (Slot, char)> = BTreeMap::new();
        self.moves = vec![Moves::new(); ids.len()];
        let natural: Vec<PieceId> = ids.iter().copied().filter(|id| !self.bases.contains_key(id)).collect();
        for &id in &natural {
            if let Some(letter) = self.own_letter(id)
                && !letters.insert(letter)
            {
                self.lacks(&self.path(id, "symbol"), "two pieces with one letter");
            }
        }
        let mut royal: Option<PieceId> = None;
        for &id in &natural {
            let Some(letter) = self.own_letter(id) else { continue };
            let Some((slot, line)) = self.type_of(id, letter, &mut taken, &mut royal) else { continue };
            types.insert(id, (slot, letter));
            self.lines.types.push(line);
        }
        for &form in self.bases.clone().keys() {
            let shared =
                natural.iter().copied().find(|other| types.contains_key(other) && self.moves_alike(form, *other));
            let found = match shared {
                Some(other) => types.get(&other).copied(),
                None => {
                    let free = ('A'..='Z').find(|letter| !letters.contains(letter));
                    let Some(letter) = free else {
                        self.lacks(&self.path(form, "symbol"), "more than 26 types of pieces");
                        continue;
                    };
                    let made = self.type_of(form, letter, &mut taken, &mut royal);
                    made.map(|(slot, line)| {
                        letters.insert(letter);
                        self.lines.types.push(line);
                        (slot, letter)
                    })
                }
            };
            types.extend(found.map(|found| (form, found)));
        }
        let mut all = Vec::new();
        for id in ids {
            match types.get(&id) {
                Some(found) => all.push(*found),
                None => return,
            }
        }
        self.types = all;
        let order = |line: &(String, String)| TYPES.iter().position(|kind| kind.key == line.0).unwrap_or(usize::MAX);
        self.lines.types.sort_by_key(order);
        self.confinement();
        self.royalty();
    }

    /// Returns `true` if two pieces move alike, so that they can be one type.
    fn moves_alike(&self, form: PieceId, other: PieceId) -> bool {
        let (a, b) = (self.rules.piece(form), self.rules.piece(other));
        a.movement.same_moves(&b.movement)
            && a.extra.is_empty()
            && b.extra.is_empty()
            && a.confined == b.confined
            && a.royalty == b.royalty
            && a.safe_from.contains(&form) == b.safe_from.contains(&other)
    }

    fn own_letter(&mut self, id: PieceId) -> Option<char> {
        let symbol = &self.rules.piece(id).symbol;
        let white = symbol.white.clone();
        let same = white.to_lowercase() == symbol.black.to_lowercase();
        match white.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() && same => Some(*letter as char),
            _ => {
                self.lacks(
                    &self.path(id, "symbol"),
                    "this symbol: a piece has one letter, the same for both sides, and a promoted one has `+` before its old letter",
                );
                None
            }
        }
    }

    /// A type for a piece, and the line that defines it.
    fn type_of(
        &mut self,
        id: PieceId,
        letter: char,
        taken: &mut BTreeSet<Slot>,
        royal: &mut Option<PieceId>,
    ) -> Option<(Slot, (String, String))> {
        let piece = self.rules.piece(id);
        let lower = letter.to_ascii_lowercase();
        let Some(mut own) = moves::of(&piece.movement) else {
            self.lacks(
                &self.path(id, "moves"),
                "these moves: its notation has no legs, bends, turns or captures of friends",
            );
            return None;
        };
        let facing = own.keys().any(|leap| own[leap].royal_only);
        let extras = self.extras(id, &mut own)?;
        if facing && !self.facing(id, &mut own) {
            return None;
        }
        self.moves[id.index()] = own.clone();
        let plain = moves::without_passing(&own);
        if let Some(rank) = extras.beyond {
            let beyond = TYPES.iter().find(|kind| kind.role == Role::Beyond)?;
            taken.insert(beyond.slot);
            self.lines.set(Topic::BeyondRank, rank.to_string());
            return Some((beyond.slot, (beyond.key.clone(), lower.to_string())));
        }
        if piece.royalty == Royalty::Royal {
            if let Some(other) = royal.replace(id) {
                let name = self.rules.piece(other).name.clone();
                self.lacks(
                    &self.path(id, "royal"),
                    format!("two kinds of pieces that are always royal: `{name}` is already one"),
                );
                return None;
            }
            let usual = plain == moves::foreign(piece_type(ROYAL)?.moves).moves;
            let text = if usual { lower.to_string() } else { format!("{lower}:{}", self.notation(id, &plain)?) };
            return Some((ROYAL, (piece_type(ROYAL)?.key.clone(), text)));
        }
        if self.is_stepper(id, &own) {
            let stepper = TYPES.iter().find(|kind| kind.role == Role::Stepper)?;
            if taken.insert(stepper.slot) {
                return Some((stepper.slot, (stepper.key.clone(), lower.to_string())));
            }
        }
        if extras.silent != BySide::default() || extras.triple != BySide::default() {
            self.lacks(&self.path(id, "also"), "these further moves (`also:`) of a piece that is not the usual pawn");
            return None;
        }
        if !self.rules.piece(id).blocked_by.is_empty() {
            let shy = TYPES.iter().find(|kind| kind.role == Role::Shy)?;
            let fits = self.rules.piece(id).blocked_by == [id] && moves::foreign(shy.moves).moves == plain;
            if fits && taken.insert(shy.slot) {
                return Some((shy.slot, (shy.key.clone(), lower.to_string())));
            }
            self.lacks(
                &self.path(id, "blocked_by"),
                "`blocked_by`, except for a single cannon that is blocked by its own kind",
            );
            return None;
        }
        let drop_mate = self.rules.ends.iter().any(
            |end| matches!(&end.condition, crate::rules::Condition::MatedByDrop { pieces } if pieces.contains(&id)),
        );
        let fits = |kind: &&super::super::table::Type| {
            let role = match kind.role {
                Role::DropMate => drop_mate,
                Role::Plain | Role::Slides | Role::Coloured | Role::Palace => !drop_mate,
                Role::Beyond => !drop_mate,
                _ => false,
            };
            role && !taken.contains(&kind.slot) && moves::foreign(kind.moves).moves == plain
        };
        if let Some(kind) = TYPES.iter().find(fits) {
            taken.insert(kind.slot);
            return Some((kind.slot, (kind.key.clone(), lower.to_string())));
        }
        let free = TYPES.iter().find(|kind| kind.role == Role::Custom && !taken.contains(&kind.slot));
        let Some(kind) = free else {
            self.lacks(&self.path(id, "moves"), format!("more than {CUSTOM} custom pieces"));
            return None;
        };
        let text = self.notation(id, &own)?;
        taken.insert(kind.slot);
        Some((kind.slot, (kind.key.clone(), format!("{lower}:{text}"))))
    }

    /// Moves in Fairy-Stockfish's notation.
    fn notation(&mut self, id: PieceId, own: &Moves) -> Option<String> {
        let plain = moves::without_passing(own);
        let reads = |text: &str| {
            let reading = moves::foreign(text);
            (!reading.mixed).then_some(reading.moves)
        };
        let written = self.rules.piece(id).notation.clone();
        let fits = |text: &str| {
            let reading = moves::foreign(text);
            reading.moves == plain && !reading.mixed && reading.skipped.is_empty() && reading.dead.is_empty()
        };
        let text = Some(written).filter(|text| fits(text)).or_else(|| moves::notation(&plain, reads));
        if text.is_none() {
            let own: Vec<&Leap> = plain.keys().filter(|leap| !known(leap)).collect();
            let what = match own.first() {
                Some(leap) => format!("a move of this kind ({}, {})", leap.files.abs(), leap.ranks.abs()),
                None => "these moves together".to_owned(),
            };
            self.lacks(&self.path(id, "moves"), what);
        }
        // The letter `e` makes a piece capture en passant, regardless of other settings.
        text.map(|text| text.replace('e', ""))
    }

    /// Returns `true` if the piece is the usual pawn, for which Fairy-Stockfish has built-in double steps.
    fn is_stepper(&self, id: PieceId, own: &Moves) -> bool {
        let piece = self.rules.piece(id);
        let rest: Moves = own.iter().filter(|(leap, _)| !leap.initial).map(|(leap, terms)| (*leap, *terms)).collect();
        let step = Leap { way: Way::Lame, initial: true, files: 0, ranks: 2 };
        let first_moves = own.keys().filter(|leap| leap.initial).all(|leap| *leap == step);
        let pattern = moves::without_passing(&rest) == moves::foreign("fmWfcF").moves && first_moves;
        let all = self.rules.geometry.squares();
        let free = piece.confined.white == all && piece.confined.black == all;
        let spared = match &self.rules.effects.blast {
            Some(blast) => blast.spares.contains(&id),
            None => true,
        };
        // Fairy-Stockfish's pawn always promotes in the common zone. A pawn that does not promote needs another type.
        let promotes = piece.promotion.is_some() || self.rules.pieces.iter().all(|piece| piece.promotion.is_none());
        pattern && (free || piece.promotion.is_none()) && spared && promotes && !self.bases.contains_key(&id)
    }

    /// Further moves that Fairy-Stockfish can express; they are removed from `own`.
    fn extras(&mut self, id: PieceId, own: &mut Moves) -> Option<Extras> {
        let piece = self.rules.piece(id);
        let mut extras = Extras::default();
        let all = self.rules.geometry.squares();
        let anywhere = |area: &BySide<SquareSet>| area.white == all && area.black == all;
        for extra in &piece.extra {
            let text = moves::of(&extra.movement);
            let plain = text.as_ref().map(moves::without_passing).unwrap_or_default();
            let is = |notation: &str| plain == moves::without_passing(&moves::of_text(notation).unwrap_or_default());
            if is("fmnD") && anywhere(&extra.to) {
                extras.silent = extra.from;
            } else if is("ifmnH") && anywhere(&extra.to) {
                extras.triple = extra.from;
            } else if is("sW") && anywhere(&extra.to) && *own == moves::of_text("fW").unwrap_or_default() {
                extras.beyond = self.rank_on(extra);
                if extras.beyond.is_none() {
                    self.lacks(&self.path(id, "also"), "moves from exactly these squares");
                    return None;
                }
            } else if own.values().all(|terms| terms.royal_only) && !own.is_empty() && anywhere(&extra.from) {
                // A palace. It is exported together with `facing`.
                own.extend(text.unwrap_or_default());
                self.palace(extra.to);
            } else {
                self.lacks(
                    &self.path(id, "also"),
                    format!("moves that are limited to some squares (`{}`)", extra.notation),
                );
                return None;
            }
        }
        if extras.triple != BySide::default() {
            self.set_squares(Topic::TripleStep, extras.triple);
        }
        Some(extras)
    }

    /// The rank from which on the further moves start, if they start on whole ranks.
    fn rank_on(&self, extra: &ExtraMoves) -> Option<usize> {
        (1..=self.rules.geometry.ranks())
            .find(|rank| super::super::squares::ranks_from(&self.rules.geometry, *rank) == extra.from)
    }

    /// Exports a palace that limits only the moves of the royal piece.
    fn palace(&mut self, to: BySide<SquareSet>) {
        for side in Side::ALL {
            let text = self.squares(to[side]);
            self.lines.types.push((confined_key(ROYAL, side), text));
        }
    }

    /// Captures of a royal piece along open lines.
    fn facing(&mut self, id: PieceId, own: &mut Moves) -> bool {
        let facing: Moves = own
            .iter()
            .filter(|(_, terms)| terms.royal_only && !terms.capture && !terms.quiet)
            .map(|(leap, terms)| (*leap, *terms))
            .collect();
        let mixed = own.values().any(|terms| terms.royal_only && (terms.capture || terms.quiet));
        let alone = moves::of_text("kR").unwrap_or_default();
        let single = self.rules.piece(id).royalty == Royalty::Royal;
        if mixed || facing != alone || !single {
            self.lacks(
                &self.path(id, "moves"),
                "captures of royal pieces only, except for kings that face each other along open lines",
            );
            return false;
        }
        own.retain(|_, terms| !terms.royal_only);
        self.lines.flag(Topic::Facing, true);
        true
    }

    /// Exports the squares on which pieces may stand.
    fn confinement(&mut self) {
        let all = self.rules.geometry.squares();
        let mut said: BTreeMap<Slot, BySide<SquareSet>> = BTreeMap::new();
        for id in self.rules.piece_ids() {
            let confined = self.rules.piece(id).confined;
            let (slot, _) = self.types[id.index()];
            if said.insert(slot, confined).is_some_and(|known| known != confined) {
                self.lacks(
                    &self.path(id, "confined"),
                    "different `confined` squares for a piece and a promoted form with the same moves",
                );
            }
        }
        for (slot, confined) in said {
            for side in Side::ALL {
                if confined[side] != all {
                    let text = self.squares(confined[side]);
                    self.lines.types.push((confined_key(slot, side), text));
                }
            }
        }
    }

    fn royalty(&mut self) {
        let ids: Vec<PieceId> = self.rules.piece_ids().collect();
        let of = |royalty: fn(&Royalty) -> bool| -> Vec<PieceId> {
            ids.iter().copied().filter(|id| royalty(&self.rules.piece(*id).royalty)).collect()
        };
        let last = of(|royalty| matches!(royalty, Royalty::Last(_)));
        let together = of(|royalty| matches!(royalty, Royalty::Together));
        for side in Side::ALL {
            let royal = |piece: PieceId| self.rules.piece(piece).royalty == Royalty::Royal;
            let count = self
                .rules
                .setup
                .pieces
                .iter()
                .flatten()
                .filter(|placed| placed.side == side && royal(placed.piece))
                .count();
            if count > 1 {
                self.lacks("setup", "several pieces of a side that are always royal");
            }
        }
        if last.is_empty() && together.is_empty() {
            return;
        }
        let counts: BTreeSet<u16> = last
            .iter()
            .filter_map(|id| match self.rules.piece(*id).royalty {
                Royalty::Last(count) => Some(count),
                _ => None,
            })
            .collect();
        let pseudo: Vec<PieceId> = last.iter().chain(&together).copied().collect();
        if counts.len() > 1 || !last.is_empty() && !together.is_empty() {
            self.lacks(&self.path(pseudo[0], "royal"), "pieces that are royal under different conditions");
            return;
        }
        let shared = ids
            .iter()
            .any(|id| !pseudo.contains(id) && pseudo.iter().any(|other| self.letter(*other) == self.letter(*id)));
        if shared
            || pseudo.iter().any(|id| {
                self.bases.contains_key(id)
                    && self.types.iter().filter(|kind| **kind == self.types[id.index()]).count() > 1
            })
        {
            self.lacks(&self.path(pseudo[0], "royal"), "royal pieces and other pieces with the same moves");
        }
        self.lines.flag(Topic::PseudoRoyal, true);
        self.lines.flag(Topic::DupleCheck, !together.is_empty());
        let letters = self.letters(&pseudo);
        self.lines.set(Topic::ExtinctKinds, letters);
        self.lines.set(Topic::Extinct, "loss");
        let count = counts.first().map_or(0, |count| count.saturating_sub(1));
        self.lines.set(Topic::ExtinctCount, count.to_string());
    }

    /// Exports first moves: their start squares, and the pieces that can be captured en passant.
    pub(super) fn first_moves(&mut self) {
        let silent = self.silent();
        let mut region: BySide<Option<SquareSet>> = BySide::default();
        let mut movers: Vec<PieceId> = Vec::new();
        for id in self.rules.piece_ids() {
            let own = self.moves[id.index()].clone();
            if !own.keys().any(|leap| leap.initial) {
                continue;
            }
            movers.push(id);
            let initial = self.rules.piece(id).initial;
            for side in Side::ALL {
                let comes = self.rules.hand.is_some() || self.rules.effects.flips.is_some() || self.side_has(id, side);
                if !comes {
                    continue;
                }
                let own_region = initial[side];
                if region[side].is_some_and(|known| known != own_region) {
                    self.lacks(&self.path(id, "initial"), "different squares for the first moves of different pieces");
                }
                region[side] = Some(own_region);
            }
        }
        let none = SquareSet::EMPTY;
        let steps = BySide::from_fn(|side| region[side].unwrap_or(none) | silent[side]);
        let any = steps != BySide::default();
        self.lines.flag(Topic::DoubleSteps, any);
        if any {
            self.set_squares(Topic::DoubleStep, steps);
        }
        self.passing(&movers, silent, BySide::from_fn(|side| region[side].unwrap_or(none)));
    }

    /// The squares of double steps without the right to be captured en passant.
    fn silent(&self) -> BySide<SquareSet> {
        let extras = self.rules.pieces.iter().flat_map(|piece: &Piece| &piece.extra);
        let silent = extras.filter(|extra| {
            let plain = moves::of(&extra.movement).map(|moves| moves::without_passing(&moves));
            plain == Some(moves::without_passing(&moves::of_text("fmnD").unwrap_or_default()))
        });
        silent.fold(BySide::default(), |all: BySide<SquareSet>, extra| {
            BySide::from_fn(|side| all[side] | extra.from[side])
        })
    }

    fn passing(&mut self, movers: &[PieceId], silent: BySide<SquareSet>, trailing: BySide<SquareSet>) {
        let takes = |terms: &Terms| terms.passing;
        let ids: Vec<PieceId> = self.rules.piece_ids().collect();
        let takers: Vec<PieceId> =
            ids.iter().copied().filter(|id| self.moves[id.index()].values().any(takes)).collect();
        let leaves = |id: &PieceId| self.moves[id.index()].iter().any(|(leap, terms)| leap.initial && terms.trail);
        let trail: Vec<PieceId> = movers.iter().copied().filter(leaves).collect();
        let letters = self.letters(&takers);
        self.lines.set(Topic::Passers, letters);
        let could = movers.iter().any(|id| self.moves[id.index()].keys().any(|leap| leap.initial && straight(leap)));
        let always = |id: &PieceId| self.moves[id.index()].iter().any(|(leap, terms)| !leap.initial && terms.trail);
        let off = takers.is_empty() || trail.is_empty() && !ids.iter().any(always);
        let stepper_takes =
            ids.iter().any(|id| piece_type(self.types[id.index()].0).is_some_and(|kind| kind.role == Role::Stepper));
        if off {
            if could && (stepper_takes || !takers.is_empty()) || silent != BySide::default() {
                self.lines.set(Topic::Passing, "-");
            }
            return;
        }
        for id in &ids {
            if self.moves[id.index()].iter().any(|(leap, terms)| !leap.initial && terms.trail) {
                let path = self.path(*id, "moves");
                self.lacks(&path, "moves other than first moves that leave an en passant right");
            }
        }
        for id in &takers {
            let odd = self.moves[id.index()].values().any(|terms| terms.passing != (terms.capture && !terms.quiet));
            if odd {
                self.lacks(&self.path(*id, "moves"), "a piece that captures en passant with only some of its captures");
            }
        }
        for id in movers {
            let odd = self.moves[id.index()].iter().any(|(leap, terms)| leap.initial && terms.trail != straight(leap));
            if odd {
                self.lacks(&self.path(*id, "moves"), "first moves of which only some leave an en passant right");
            }
        }
        let steppers: Vec<PieceId> = ids
            .iter()
            .copied()
            .filter(|id| piece_type(self.types[id.index()].0).is_some_and(|kind| kind.role == Role::Stepper))
            .collect();
        if let Some(id) = steppers.iter().find(|id| !takers.contains(id)) {
            let enemy_leaves = !trail.is_empty()
                && trail.iter().any(|mover| {
                    Side::ALL.into_iter().any(|side| self.side_has(*mover, side) && self.side_has(*id, !side))
                });
            if enemy_leaves {
                self.lacks(
                    &self.path(*id, "moves"),
                    "the usual pawn without en passant captures, together with pieces that have them",
                );
            }
        }
        if silent != BySide::default() {
            // The squares on which pieces can be captured en passant.
            let board = &self.rules.geometry;
            let passed = BySide::from_fn(|side: Side| {
                let step = if side == Side::White { Step::new(0, -1) } else { Step::new(0, 1) };
                trailing[!side]
                    .iter()
                    .filter_map(|square| board.step(square, step))
                    .map(|landing| landing.square)
                    .collect::<SquareSet>()
            });
            self.set_squares(Topic::Passing, passed);
        }
    }
}

/// The key for the squares on which a type may stand.
fn confined_key(slot: Slot, side: Side) -> String {
    let key = piece_type(slot).map_or("", |kind| kind.key.as_str());
    let side = if side == Side::White { "White" } else { "Black" };
    format!("mobilityRegion{side}{}{}", key[..1].to_ascii_uppercase(), &key[1..])
}

/// Returns `true` if a leap passes squares in a straight line.
fn straight(leap: &Leap) -> bool {
    let line = leap.files == 0 || leap.ranks == 0 || leap.files.abs() == leap.ranks.abs();
    line && (leap.files.abs().max(leap.ranks.abs()) > 1 || matches!(leap.way, Way::Ride(_)))
}

/// Returns `true` if Fairy-Stockfish supports the leap.
fn known(leap: &Leap) -> bool {
    let shape = (leap.files.abs().min(leap.ranks.abs()), leap.files.abs().max(leap.ranks.abs()));
    let beside = shape.1 == 1;
    shape.1 <= 3
        && match leap.way {
            Way::Leap => true,
            Way::Lame => matches!(shape, (0..=2, 2) | (2, 3)),
            Way::Ride(most) => (beside || shape == (1, 2)) && most < 10,
            Way::Over(most) => beside && most < 10 && most != 1,
            Way::Next => beside,
        }
}
