//! The pieces: how they move, where they may be dropped, whether they are royal.

use super::super::draft::{Item, Map, field, unless, word};
use super::super::moves::{self, Moves, Way};
use super::super::squares;
use super::super::table::{ROYAL, Role, Slot, Topic, piece_type};
use super::forms::promoted;
use super::{Describer, Form, list};
use crate::board::{BySide, Side, SquareSet, Step};

impl Describer<'_> {
    pub(super) fn pieces(&mut self) -> Item {
        let mut pieces = Map::new();
        for form in self.forms.clone() {
            let name = self.names.of(form).to_owned();
            let piece = self.piece(form);
            pieces.push(field(name, Item::Map(piece)));
        }
        Item::Map(pieces)
    }

    fn piece(&mut self, form: Form) -> Map {
        let mut piece = Map::new();
        let letter = |slot| self.settings.letter(slot).unwrap_or('?');
        let symbol = match form.base {
            Some(base) => format!("+{}", letter(base)),
            None => letter(form.kind).to_string(),
        };
        let san = form.base.map(|_| letter(form.kind));
        piece.push(field("symbol", word(symbol)));
        piece.push(unless(san.is_none(), "san", san.map_or(Item::Nothing, word)));
        self.movement(form, &mut piece);
        self.royalty(form, &mut piece);
        let immune =
            Side::ALL.into_iter().any(|side| self.settings.kinds(Topic::MutuallyImmune, side) & 1 << form.kind != 0);
        let like = list(self.pieces_of(&[form.kind]));
        piece.push(unless(!immune, "safe_from", if immune { like } else { Item::Nothing }));
        let shy = self.role(form.kind) == Role::Shy;
        let like = list(self.pieces_of(&[form.kind]));
        piece.push(unless(!shy, "blocked_by", if shy { like } else { Item::Nothing }));
        let demoted = form.base.filter(|_| !self.settings.flag(Topic::DropLoop));
        // A promoted piece stays the same in a hand only if `dropLoop` is set.
        let stays = self.settings.flag(Topic::DropLoop) && self.settings.flag(Topic::ToHand) && self.is_choice(form);
        let demoted = demoted.or(Some(form.kind).filter(|_| stays));
        let base = demoted.map(|base| self.names.of(Form { kind: base, base: None }).to_owned());
        let hand = self.settings.flag(Topic::ToHand) || self.settings.flag(Topic::Drops);
        piece.push(unless(base.is_none() || !hand, "captured_as", base.map_or(Item::Nothing, word)));
        self.promotion(form, &mut piece);
        self.drop(form, &mut piece);
        piece
    }

    /// Returns `true` if another piece can become this one.
    fn is_choice(&self, form: Form) -> bool {
        let chosen = |side: Side| self.settings.kinds(Topic::Choices, side) & 1 << form.kind != 0;
        form.base.is_none() && Side::ALL.into_iter().any(chosen)
    }

    /// The moves of a type as Fairy-Stockfish plays them.
    pub(super) fn moves_of(&mut self, slot: Slot) -> Moves {
        let Some(kind) = piece_type(slot) else { return Moves::new() };
        let text = match self.settings.moves.get(&slot) {
            Some(written) => written.value.clone(),
            None => kind.moves.to_owned(),
        };
        moves::foreign(&text).moves
    }

    fn movement(&mut self, form: Form, piece: &mut Map) {
        let slot = form.kind;
        let role = self.role(slot);
        let kind = piece_type(slot);
        let text = match self.settings.moves.get(&slot) {
            Some(written) => written.value.clone(),
            None => kind.map_or("", |kind| kind.moves).to_owned(),
        };
        let reading = moves::foreign(&text);
        if form.base.is_none() {
            self.faults(slot, &reading);
        }
        let mut own = reading.moves;
        let mut also: Vec<Item> = Vec::new();
        let (trailing, silent) = self.double_steps(slot);
        let mut initial = trailing;
        if role == Role::Stepper {
            if initial != SquareSets::default() {
                own.extend(moves::of_text("ifmnD").unwrap_or_default());
            }
            if silent != SquareSets::default() {
                also.push(further("fmnD", Some(silent), None));
            }
            let triple = self.area(Topic::TripleStep);
            if triple != SquareSets::default() {
                also.push(further("ifmnH", Some(triple), None));
            }
        } else if own.keys().any(|leap| leap.initial) {
            initial = self.area(Topic::DoubleStep);
            self.check_trail(slot, &own);
        }
        self.mark_passing(slot, &mut own);
        let mut confined = self.settings.confined.get(&slot).map(|squares| self.confinement(squares));
        let written = if role == Role::Beyond && self.settings.number(Topic::BeyondRank) > 1 {
            let rank = self.settings.number(Topic::BeyondRank) as usize;
            also.insert(0, further("sW", Some(squares::ranks_from(&self.board, rank)), None));
            "fW".to_owned()
        } else {
            self.notation(slot, &own, &text)
        };
        self.diagonals(slot, &mut also);
        let written = if slot == ROYAL && self.settings.flag(Topic::Facing) {
            match confined.take() {
                Some(palace) => {
                    also.insert(0, further(&written, None, Some(palace)));
                    "kR".to_owned()
                }
                None => written + "kR",
            }
        } else {
            written
        };
        piece.push(field("moves", Item::Moves(written.clone())));
        piece.push(unless(also.is_empty(), "also", Item::List(also.clone())));
        let needs = written.contains('i') || also.iter().any(mentions_initial);
        let usual = !needs || self.starts_on(form, initial);
        piece.push(unless(usual, "initial", Item::Area(initial)));
        piece.push(unless(confined.is_none(), "confined", confined.map_or(Item::Nothing, Item::Area)));
    }

    /// Returns `true` if these are the squares of the piece in the start position. A side that never has the piece does
    /// not matter.
    fn starts_on(&self, form: Form, initial: SquareSets) -> bool {
        let settings = self.settings;
        let comes =
            settings.flag(Topic::Drops) || settings.flag(Topic::ToHand) || !settings.word(Topic::Flips).is_empty();
        let squares = self.start.squares_of(form);
        Side::ALL.into_iter().all(|side| {
            initial[side] == squares[side] || !comes && squares[side] == SquareSet::EMPTY && form.base.is_none()
        })
    }

    fn faults(&mut self, slot: Slot, reading: &moves::Reading) {
        let Some(written) = self.settings.moves.get(&slot).cloned() else { return };
        let inside = self.place.section.start <= written.span.start && written.span.end <= self.place.section.end;
        let mut tell = |at: usize, message: String| {
            let start = written.span.start + at as u32;
            let span =
                if inside { crate::source::Span { start, end: start + 1, ..written.span } } else { self.place.header };
            self.problems.push(crate::diagnostic::Diagnostic::error(
                crate::diagnostic::Code::BadNotation,
                span,
                message,
            ));
        };
        for (at, letter) in &reading.skipped {
            tell(*at, format!("Fairy-Stockfish ignores `{letter}` in a notation; so does the import"));
        }
        for (at, letter) in &reading.dead {
            tell(*at, format!("Fairy-Stockfish generates no move for this `{letter}`; neither does the import"));
        }
        if reading.mixed {
            tell(
                0,
                "Fairy-Stockfish mixes different kinds of sliding along one line; the import keeps them separate"
                    .to_owned(),
            );
        }
    }

    /// The squares from which a type makes double steps, with and without the right to be captured en passant.
    fn double_steps(&self, slot: Slot) -> (SquareSets, SquareSets) {
        if self.role(slot) != Role::Stepper || !self.settings.flag(Topic::DoubleSteps) {
            return Default::default();
        }
        let from = self.area(Topic::DoubleStep);
        let passing = self.area(Topic::Passing);
        let split = |with: bool| {
            BySide::from_fn(|side: Side| {
                let step = if side == Side::White { Step::new(0, 1) } else { Step::new(0, -1) };
                let may = |square: &_| match self.board.step(*square, step) {
                    // If there is no room for a double step, the square does not matter.
                    Some(passed) if self.board.step(passed.square, step).is_some() => {
                        passing[!side].contains(passed.square) == with
                    }
                    _ => false,
                };
                from[side].iter().filter(may).collect::<SquareSet>()
            })
        };
        (split(true), split(false))
    }

    /// Reports first moves that leave an en passant right in Fairy-Stockfish but not in Ferz.
    fn check_trail(&mut self, slot: Slot, own: &Moves) {
        if !self.can_be_passed() {
            return;
        }
        let jumps = |leap: &moves::Leap| {
            let straight = leap.files == 0 || leap.ranks == 0 || leap.files.abs() == leap.ranks.abs();
            leap.initial && leap.way == Way::Leap && straight && leap.files.abs().max(leap.ranks.abs()) > 1
        };
        if own.keys().any(jumps) {
            self.lacks_of(
                slot,
                "a first move that jumps can be captured en passant in Fairy-Stockfish, and not in Ferz",
            );
        }
        let (passing, all) = (self.area(Topic::Passing), self.all());
        if own.keys().any(|leap| leap.initial) && passing != all {
            self.lacks(Topic::Passing, "pieces that can be captured en passant only on some squares");
        }
    }

    /// Returns `true` if anything can be captured en passant at all.
    fn can_be_passed(&self) -> bool {
        self.area(Topic::Passing) != SquareSets::default()
            && self.forms.iter().any(|form| {
                self.role(form.kind) == Role::Stepper
                    || Side::ALL.into_iter().any(|side| self.settings.kinds(Topic::Passers, side) & 1 << form.kind != 0)
            })
    }

    /// Returns `true` if any piece can make a move that lets it be captured en passant.
    pub(super) fn leaves_trail(&mut self) -> bool {
        if self.area(Topic::Passing) == SquareSets::default() {
            return false;
        }
        self.forms.clone().iter().any(|form| {
            let steps = self.double_steps(form.kind).0 != SquareSets::default();
            let triple = self.role(form.kind) == Role::Stepper && self.area(Topic::TripleStep) != SquareSets::default();
            let first = self.area(Topic::DoubleStep) != SquareSets::default()
                && self.moves_of(form.kind).keys().any(|leap| leap.initial && leap.way != Way::Leap);
            steps || triple || first
        })
    }

    /// Lets moves that only capture also capture en passant.
    fn mark_passing(&mut self, slot: Slot, own: &mut Moves) {
        let passes = |side: Side| self.settings.kinds(Topic::Passers, side) & 1 << slot != 0;
        let stepper = self.role(slot) == Role::Stepper;
        let takes = stepper || passes(Side::White) || passes(Side::Black);
        let trail = self.leaves_trail();
        if takes && !stepper && passes(Side::White) != passes(Side::Black) && trail {
            self.lacks(Topic::Passers, "en passant captures by one side only");
        }
        let takes = takes && trail;
        for (leap, terms) in own.iter_mut() {
            terms.passing = takes && terms.capture && !terms.quiet;
            terms.trail = leap.initial && terms.quiet && leap.way != Way::Leap;
        }
    }

    pub(super) fn confinement(&self, written: &BySide<squares::Squares>) -> BySide<SquareSet> {
        BySide::from_fn(
            |side| if written[side].is_empty() { self.board.squares() } else { written[side].on(&self.board) },
        )
    }

    /// The moves in Ferz's notation. The written text is kept if it has the same meaning.
    fn notation(&mut self, slot: Slot, own: &Moves, written: &str) -> String {
        let same = |text: &str| moves::of_text(text).is_some_and(|read| read == *own);
        if same(written) {
            return written.to_owned();
        }
        let with = |text: &str| same(text).then(|| text.to_owned());
        // The usual notations of these pieces.
        let usual = ["fmWfceFifmnD", "fmWfcFifmnD", "fmWfcF", "fmWfceF"];
        if let Some(text) = usual.into_iter().find_map(with) {
            return text;
        }
        let passing = written.replace("ce", "c").replace("ec", "c").replace('e', "");
        if let Some(text) = with(&passing).or_else(|| with(&passing.replace('c', "ce"))) {
            return text;
        }
        match moves::notation(own, moves::of_text) {
            Some(text) => text,
            None => {
                self.lacks_of(slot, "these moves together cannot be written in one notation of Ferz");
                String::new()
            }
        }
    }

    /// Moves along the lines of a palace.
    fn diagonals(&mut self, slot: Slot, also: &mut Vec<Item>) {
        let lines = self.area(Topic::Diagonals);
        if lines == SquareSets::default() {
            return;
        }
        let moves = match self.role(slot) {
            Role::Beyond => "fF",
            Role::Shy => "pB",
            Role::Royal if self.settings.royal_steps => "F",
            Role::Palace => "F",
            Role::Slides => "B",
            _ => return,
        };
        also.push(further(moves, Some(lines), Some(lines)));
    }

    fn royalty(&mut self, form: Form, piece: &mut Map) {
        let pseudo = self.settings.flag(Topic::PseudoRoyal)
            && Side::ALL.into_iter().any(|side| self.settings.kinds(Topic::ExtinctKinds, side) & 1 << form.kind != 0);
        let forms = self.forms.iter().filter(|other| other.kind == form.kind).count();
        let pseudo = pseudo && !(form.base.is_some() && self.wins_at_once(form.kind));
        if pseudo && forms > 1 && form.base.is_none() && !self.wins_at_once(form.kind) {
            self.lacks(Topic::PseudoRoyal, "royal pieces that are counted together with their promoted forms");
        }
        let royal = if form.kind == ROYAL {
            Some(word("true"))
        } else if pseudo && self.settings.flag(Topic::DupleCheck) {
            Some(word("together"))
        } else if pseudo {
            Some(match self.settings.number(Topic::ExtinctCount) {
                0 => word("last"),
                count => Item::Map(vec![field("at_most", word(count + 1))]),
            })
        } else {
            None
        };
        piece.push(unless(royal.is_none(), "royal", royal.unwrap_or(word("false"))));
    }

    /// Returns `true` if promoting to a kind on the goal ends the game at once.
    fn wins_at_once(&self, kind: Slot) -> bool {
        let settings = self.settings;
        let (zone, goal) = (self.area(Topic::Promotion), self.area(Topic::Flag));
        !settings.flag(Topic::FlagMove)
            && !settings.flag(Topic::FlagSafe)
            && settings.number(Topic::FlagCount) <= 1
            && Side::ALL.into_iter().all(|side| {
                let flag = settings.kind(Topic::FlagKind, side);
                (flag == 0 || flag == kind) && zone[side] & !goal[side] == SquareSet::EMPTY
            })
    }

    fn drop(&mut self, form: Form, piece: &mut Map) {
        let held = self.settings.flag(Topic::ToHand)
            || self.settings.flag(Topic::FreeDrops)
            || self.settings.flag(Topic::TwoBoards);
        if self.settings.flag(Topic::Drops) && !held && !self.start.holds(form) {
            piece.push(field("drop", Item::Any));
            return;
        }
        let limits = self.drop_limits(form);
        let usual = match &limits {
            Item::Map(limits) => limits.iter().all(|limit| limit.usual),
            _ => false,
        };
        piece.push(unless(usual, "drop", limits));
    }

    fn drop_limits(&mut self, form: Form) -> Item {
        let settings = self.settings;
        if !settings.flag(Topic::Drops) {
            let unused = !settings.flag(Topic::ToHand);
            return if unused { Item::Map(Map::new()) } else { word("none") };
        }
        // Promoted pieces are never in hand.
        if form.base.is_some() && !settings.flag(Topic::DropLoop) {
            return Item::Map(Map::new());
        }
        let slot = form.kind;
        let per_file =
            (settings.kind(Topic::PerFile, Side::White) == slot).then(|| settings.number(Topic::PerFileCount));
        if per_file == Some(0) {
            return word("none");
        }
        let mut on = self.area(Topic::DropRegion);
        if let Some(confined) = settings.confined.get(&slot) {
            let confined = self.confinement(confined);
            on = BySide::from_fn(|side| on[side] & confined[side]);
        }
        let role = self.role(slot);
        let first_rank = {
            let beyond = squares::ranks_from(&self.board, 2);
            BySide::from_fn(|side| self.board.squares() & !beyond[side])
        };
        if role == Role::Stepper {
            let zone = self.area(Topic::Promotion);
            on = BySide::from_fn(|side| {
                let mut squares = on[side];
                if !settings.flag(Topic::ZoneDrops) {
                    squares &= !zone[side];
                }
                if !settings.flag(Topic::FirstRankDrops) {
                    squares &= !first_rank[side];
                }
                squares
            });
        }
        if role == Role::Slides && settings.flag(Topic::FirstRankOnly) {
            on = BySide::from_fn(|side| on[side] & first_rank[side]);
        }
        if settings.flag(Topic::NoDeadEnds) {
            let dead = self.dead_ends(slot);
            on = BySide::from_fn(|side| on[side] & !dead[side]);
        }
        let first = self.area(Topic::DropFirst);
        let place = match settings.word(Topic::DropPlace) {
            "" if settings.flag(Topic::OtherColour) && role == Role::Coloured => "other colour".to_owned(),
            place => place.replace('_', " "),
        };
        let check = settings.flag(Topic::DropChecks) || !self.forms.iter().any(|form| form.kind == ROYAL);
        let other = self.dropped_as(form);
        Item::Map(vec![
            unless(other.is_none(), "also_as", other.map_or(Item::Nothing, word)),
            unless(on == self.all(), "on", Item::Area(on)),
            unless(place.is_empty(), "where", if place.is_empty() { Item::Nothing } else { word(place) }),
            unless(first == SquareSets::default(), "first", Item::Area(first)),
            unless(per_file.is_none(), "per_file", per_file.map_or(Item::Nothing, word)),
            unless(check, "check", word(check)),
        ])
    }

    /// The promoted form as which a piece may be dropped.
    fn dropped_as(&mut self, form: Form) -> Option<String> {
        if !self.settings.flag(Topic::DropPromoted) || form.base.is_some() {
            return None;
        }
        let kind = promoted(self.settings, form.kind)?;
        let apart = self.settings.flag(Topic::NoDeadEnds) && self.dead_ends(kind) != self.dead_ends(form.kind);
        if apart || self.settings.confined.get(&kind) != self.settings.confined.get(&form.kind) {
            self.lacks(
                Topic::DropPromoted,
                "promoted forms that may be dropped on other squares than the piece itself",
            );
        }
        Some(self.names.of(Form { kind, base: Some(form.kind) }).to_owned())
    }

    /// The squares from which a piece type could never move on an empty board, for each side.
    pub(super) fn dead_ends(&mut self, slot: Slot) -> BySide<SquareSet> {
        let own = self.moves_of(slot);
        let leaves = |square, side: Side| {
            own.iter().filter(|(leap, terms)| !leap.initial && terms.quiet).any(|(leap, _)| {
                let step = Step::new(leap.files, leap.ranks);
                let step = if side == Side::White { step } else { step.reversed() };
                self.board.step(square, step).is_some()
            })
        };
        BySide::from_fn(|side| self.board.squares().iter().filter(|square| !leaves(*square, side)).collect())
    }
}

type SquareSets = BySide<SquareSet>;

fn further(moves: &str, from: Option<SquareSets>, to: Option<SquareSets>) -> Item {
    let mut map = vec![field("moves", Item::Moves(moves.to_owned()))];
    map.extend(from.map(|from| field("from", Item::Area(from))));
    map.extend(to.map(|to| field("to", Item::Area(to))));
    Item::Map(map)
}

fn mentions_initial(item: &Item) -> bool {
    match item {
        Item::Map(map) => map.iter().any(|field| matches!(&field.item, Item::Moves(text) if text.contains('i'))),
        _ => false,
    }
}
