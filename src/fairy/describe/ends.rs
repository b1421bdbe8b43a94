//! The ends of the game, in the order in which Fairy-Stockfish tests them.

use super::super::draft::{Field, Item, Map, field, unless, word};
use super::super::settings::Outcome;
use super::super::table::{ROYAL, Role, Slot, Topic};
use super::{Describer, list};
use crate::board::{BySide, Side, SquareSet};

impl Describer<'_> {
    pub(super) fn ends(&mut self) -> Map {
        let mut ends = Map::new();
        self.extinct_rule(&mut ends);
        self.flags(&mut ends);
        self.castled(&mut ends);
        self.checks(&mut ends);
        self.rows(&mut ends);
        self.full(&mut ends);
        self.restricted_mates(&mut ends);
        self.stuck(&mut ends);
        self.claims(&mut ends);
        ends
    }

    fn extinct_rule(&mut self, ends: &mut Map) {
        let settings = self.settings;
        let outcome = settings.outcome(Topic::Extinct);
        let pseudo = settings.flag(Topic::PseudoRoyal);
        let kinds = settings.kinds(Topic::ExtinctKinds, Side::White);
        let everything = kinds & 1 != 0;
        if pseudo && everything {
            self.lacks(Topic::PseudoRoyal, "all pieces of a side as jointly royal pieces");
        }
        if outcome == Outcome::None || kinds == 0 || pseudo && !settings.flag(Topic::Blast) {
            return;
        }
        let at_most = settings.number(Topic::ExtinctCount);
        let claim = settings.flag(Topic::ExtinctClaim);
        let opponent = settings.number(Topic::ExtinctOpponent);
        let slots = self.in_play(kinds & !1);
        let names: Vec<Vec<String>> = slots.iter().map(|slot| self.pieces_of(&[*slot])).collect();
        let mut groups: Vec<(Item, bool)> = Vec::new();
        if everything {
            groups.push((list(["all".to_owned()]), false));
        }
        if names.iter().all(|names| names.len() == 1) && names.len() > 1 {
            groups.push((list(names.concat()), true));
        } else {
            groups.extend(names.into_iter().map(|names| (list(names), false)));
        }
        let several = groups.len() > 1;
        for (index, (pieces, any)) in groups.into_iter().enumerate() {
            let name = if several { format!("extinct_{}", index + 1) } else { "extinct".to_owned() };
            let plain = !any && at_most == 0 && opponent == 0 && !claim;
            let extinct = if plain {
                pieces
            } else {
                Item::Map(vec![
                    field("pieces", pieces),
                    unless(at_most == 0, "at_most", word(at_most)),
                    unless(!any, "any", word(any)),
                    unless(opponent == 0, "opponent_at_least", word(opponent)),
                    unless(!claim, "may_answer", word(claim)),
                ])
            };
            ends.push(end(&name, "extinct", extinct, self.result(outcome)));
        }
    }

    fn result(&self, outcome: Outcome) -> Item {
        word(match outcome {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
            _ => "draw",
        })
    }

    fn flags(&mut self, ends: &mut Map) {
        let region = self.area(Topic::Flag);
        if region == BySide::default() {
            return;
        }
        let kind = |side| self.settings.kind(Topic::FlagKind, side);
        let has = |side: Side| region[side] != SquareSet::EMPTY;
        let same = kind(Side::White) == kind(Side::Black) || !has(Side::White) || !has(Side::Black);
        if same {
            let side = if has(Side::White) { Side::White } else { Side::Black };
            self.flag(ends, "", kind(side), region);
        } else {
            for side in Side::ALL {
                let own = BySide::from_fn(|other| if other == side { region[other] } else { SquareSet::EMPTY });
                self.flag(ends, &format!("_{}", side.name()), kind(side), own);
            }
        }
    }

    fn flag(&mut self, ends: &mut Map, suffix: &str, kind: Slot, region: BySide<SquareSet>) {
        let (later, safe) = (self.settings.flag(Topic::FlagMove), self.settings.flag(Topic::FlagSafe));
        let royal = kind == ROYAL;
        let goal = |extra: Vec<Field>| {
            let mut map = self.flag_pieces(kind);
            map.push(field("region", Item::Area(region)));
            map.extend(extra);
            Item::Map(map)
        };
        let (yes, win) = (|key: &str| field(key, word("true")), || word("win"));
        let seen = |when: &str| field("seen", word(when));
        let name = |word: &str| format!("{word}{suffix}");
        let mut found: Vec<Field> = Vec::new();
        match (later, safe) {
            (false, false) => found.push(end(&name("goal"), "reached", goal(vec![]), win())),
            (false, true) => {
                found.push(end(&name("both"), "reached", goal(vec![yes("safe"), seen("both")]), word("draw")));
                found.push(end(&name("kept"), "reached", goal(vec![yes("safe"), seen("kept")]), win()));
                found.push(end(&name("goal"), "reached", goal(vec![yes("safe")]), win()));
            }
            (true, false) if royal => {
                found.push(end(&name("both"), "reached", goal(vec![seen("both")]), word("draw")));
                found.push(end(&name("goal"), "reached", goal(vec![field("answer_of", word("black"))]), win()));
                found.push(end(&name("kept"), "reached", goal(vec![seen("kept")]), win()));
            }
            (true, false) => found.push(end(&name("kept"), "reached", goal(vec![seen("kept")]), win())),
            (true, true) => {
                found.push(end(&name("kept"), "reached", goal(vec![seen("kept")]), win()));
                found.push(end(&name("goal"), "reached", goal(vec![yes("safe")]), win()));
            }
        }
        if later && safe && royal {
            self.lacks(Topic::FlagSafe, "a king that must be safe on its goal, combined with a last move in answer");
        }
        if safe && self.settings.number(Topic::FlagCount) > 1 {
            self.lacks(Topic::FlagSafe, "several pieces that must be safe on their goals");
        }
        ends.extend(found);
    }

    fn flag_pieces(&self, kind: Slot) -> Map {
        let names = if kind == 0 {
            self.forms.iter().map(|form| self.names.of(*form).to_owned()).collect()
        } else {
            self.pieces_of(&[kind])
        };
        let count = self.settings.number(Topic::FlagCount);
        let blocked = self.settings.flag(Topic::FlagBlocked);
        let mut map = match &names[..] {
            [only] => vec![field("piece", word(only))],
            _ => vec![field("pieces", Item::List(names.into_iter().map(word).collect()))],
        };
        map.push(unless(count <= 1, "count", word(count)));
        // Squares of the region beyond the board are never occupied.
        let blocked =
            blocked && Side::ALL.into_iter().all(|side| self.settings.squares(Topic::Flag)[side].fits(&self.board));
        map.push(unless(!blocked || count <= 1, "or_full", word(blocked)));
        map
    }

    fn castled(&self, ends: &mut Map) {
        let letters: Vec<String> = self.settings.castling_wins.iter().map(char::to_string).collect();
        if !letters.is_empty() {
            ends.push(end("castled", "castled", list(letters.clone()), word("win")));
            ends.push(end("right_lost", "rights_lost", list(letters), word("loss")));
        }
    }

    fn checks(&mut self, ends: &mut Map) {
        if !self.settings.flag(Topic::CheckCounting) {
            return;
        }
        let (white, black) = self.start.checks().unwrap_or((1, 1));
        ends.push(end("checks", "checks", word(white.max(black)), word("win")));
    }

    fn rows(&mut self, ends: &mut Map) {
        let settings = self.settings;
        let kinds = settings.kinds(Topic::RowKinds, Side::White);
        let slots: Vec<Slot> = settings.types().map(|(slot, _)| slot).filter(|slot| kinds & 1 << slot != 0).collect();
        let every = settings.types().count() == slots.len();
        let pieces = list(if every { vec!["all".to_owned()] } else { self.pieces_of(&slots) });
        let lines = [(Topic::RowRanks, "ranks"), (Topic::RowFiles, "files"), (Topic::RowDiagonals, "diagonals")];
        let along: Vec<&str> = lines.iter().filter(|(topic, _)| settings.flag(*topic)).map(|(_, name)| *name).collect();
        let straight = along.len() == 3;
        let along = Item::List(along.into_iter().map(word).collect());
        let outcome = settings.outcome(Topic::RowValue);
        let size = |topic| Some(settings.number(topic)).filter(|number| *number > 0);
        let verdict = self.result(outcome);
        let result = || verdict.clone();
        let start = || vec![unless(every, "pieces", pieces.clone())];
        let chain = (self.area(Topic::ChainFrom), self.area(Topic::ChainTo));
        let named = !slots.is_empty() && outcome != Outcome::None;
        if !named {
            return;
        }
        if let Some(count) = size(Topic::Row) {
            let mut map = start();
            map.extend([field("count", word(count)), unless(straight, "along", along.clone())]);
            ends.push(end("line", "in_a_row", Item::Map(map), result()));
        }
        if chain.0 != BySide::default() && chain.1 != BySide::default() {
            self.lacks(Topic::ChainFrom, "chains that go only to the right and upwards, as in Fairy-Stockfish");
            let mut map = start();
            map.extend([
                field("from", Item::Area(chain.0)),
                field("to", Item::Area(chain.1)),
                unless(straight, "along", along.clone()),
            ]);
            ends.push(end("joined", "connected", Item::Map(map), result()));
        }
        if let Some(block) = size(Topic::Block) {
            let mut map = start();
            map.push(field("size", word(block)));
            ends.push(end("square", "block", Item::Map(map), result()));
        }
        if let Some(count) = size(Topic::Collinear) {
            let mut map = start();
            map.extend([field("count", word(count)), unless(straight, "along", along), field("gaps", word("true"))]);
            ends.push(end("collinear", "in_a_row", Item::Map(map), result()));
        }
    }

    /// The end that replaces a draw in games in which pieces are counted.
    fn draw(&mut self) -> Item {
        match self.settings.word(Topic::Counting) {
            "" => word("draw"),
            "points" => {
                let worth =
                    |form: &super::Form| super::super::table::piece_type(form.kind).map_or(0, |kind| kind.points);
                let counted = self.forms.iter().filter(|form| worth(form) > 0);
                let points: Map = counted.map(|form| field(self.names.of(*form), word(worth(form)))).collect();
                Item::Map(vec![field("points", Item::Map(points)), field("black_half_points", word(3))])
            }
            known => word(known.replace('_', " ")),
        }
    }

    fn full(&mut self, ends: &mut Map) {
        let draw = self.draw();
        let royal = self.pieces_of(&[ROYAL]);
        if self.settings.flag(Topic::FacingDraws) && !royal.is_empty() {
            ends.push(end("facing", "facing", list(royal), draw.clone()));
        }
        if self.settings.flag(Topic::FullBoard) {
            ends.push(field("full", Item::Map(parts(word("full_board"), draw.clone()))));
        }
        let passes = Side::ALL
            .into_iter()
            .any(|side| self.settings.flag_of(Topic::Pass, side) || self.settings.flag_of(Topic::PassStuck, side));
        if passes && !self.settings.flag(Topic::WallInstead) {
            ends.push(end("passes", "passes", word(2), draw));
        }
    }

    fn stuck(&mut self, ends: &mut Map) {
        let settings = self.settings;
        let droppers: Vec<Slot> =
            self.forms.iter().map(|form| form.kind).filter(|kind| self.role(*kind) == Role::DropMate).collect();
        if settings.flag(Topic::NoDropMate) && settings.flag(Topic::Drops) && !droppers.is_empty() {
            let natural = self.forms.iter().filter(|form| form.base.is_none() && droppers.contains(&form.kind));
            let names: Vec<String> = natural.map(|form| self.names.of(*form).to_owned()).collect();
            ends.push(end("drop_mate", "mated_by_drop", list(names), word("win")));
        }
        let stalemate = self.stalemate();
        if !self.has_royal() {
            ends.push(end("stalemate", "stuck", word("always"), stalemate));
            return;
        }
        let mate = settings.outcome(Topic::Checkmate);
        if mate == Outcome::None {
            self.lacks(Topic::Checkmate, "a mate that does not end the game");
        }
        ends.push(end("checkmate", "stuck", word("in_check"), self.result(mate)));
        ends.push(end("stalemate", "stuck", word("not_in_check"), stalemate));
    }

    fn stalemate(&mut self) -> Item {
        let outcome = self.settings.outcome(Topic::Stalemate);
        if outcome == Outcome::None {
            self.lacks(Topic::Stalemate, "a stalemate that does not end the game");
        }
        match (outcome, self.settings.flag(Topic::StalemateCounts)) {
            (Outcome::Loss, true) => word("most pieces"),
            (Outcome::Win, true) => word("fewest pieces"),
            (Outcome::Draw, _) => self.draw(),
            _ => self.result(outcome),
        }
    }

    fn claims(&mut self, ends: &mut Map) {
        let settings = self.settings;
        if self.counts_material() {
            let parts = parts(word("insufficient_material"), self.draw());
            ends.push(Field { key: "insufficient_material".to_owned(), item: Item::Map(parts), usual: true });
        }
        let draw = self.draw();
        if let Some(moves) = Some(settings.number(Topic::Clock)).filter(|moves| *moves > 0) {
            let resetters = self.members(Topic::Resetters);
            let mut names: Vec<String> = {
                let natural = self.forms.iter().filter(|form| resetters.contains(&form.kind));
                natural.map(|form| self.names.of(*form).to_owned()).collect()
            };
            let mut usual: Vec<String> = self.promoting();
            names.sort();
            usual.sort();
            let moves = if names == usual {
                word(moves)
            } else {
                Item::Map(vec![
                    field("moves", word(moves)),
                    field("reset_by", Item::List(names.into_iter().map(word).collect())),
                ])
            };
            ends.push(end("fifty_moves", "moves_without_progress", moves, draw.clone()));
        }
        if let Some(times) = Some(settings.number(Topic::Folds)).filter(|times| *times > 1) {
            if settings.flag(Topic::PerpetualCheck) && self.has_checks() {
                ends.push(end("perpetual_check", "perpetual_check", word(times), word("loss")));
            }
            self.claims_of_the_past(ends, times);
            let result = match settings.outcome(Topic::FoldValue) {
                Outcome::Draw | Outcome::None => draw,
                Outcome::Win if settings.flag(Topic::FoldAbsolute) => word("white wins"),
                Outcome::Loss if settings.flag(Topic::FoldAbsolute) => word("black wins"),
                outcome => self.result(outcome),
            };
            ends.push(end("repetition", "repetition", word(times), result));
        }
        self.counted(ends);
    }

    /// Returns `true` if there are checks. In Fairy-Stockfish, only pieces that are always royal can be in check.
    pub(super) fn has_checks(&self) -> bool {
        self.forms.iter().any(|form| form.kind == ROYAL)
    }

    /// The pieces whose promotion is permanent.
    fn promoting(&self) -> Vec<String> {
        let chooses = |slot: Slot| {
            Side::ALL.into_iter().any(|side| {
                super::forms::promotes(self.settings, slot, side)
                    && !self.settings.members(self.settings.kinds(Topic::Choices, side)).is_empty()
            })
        };
        let promoting = self.forms.iter().filter(|form| form.base.is_none() && chooses(form.kind));
        promoting.map(|form| self.names.of(*form).to_owned()).collect()
    }

    /// Returns `true` if mate is the only way to win, so that insufficient material is a draw.
    fn counts_material(&self) -> bool {
        let settings = self.settings;
        self.forms.iter().any(|form| form.kind == ROYAL)
            && settings.outcome(Topic::Checkmate) == Outcome::Loss
            && !settings.flag(Topic::Drops)
            && !settings.flag(Topic::ToHand)
            && (settings.outcome(Topic::Extinct) == Outcome::None || settings.flag(Topic::PseudoRoyal))
            && self.area(Topic::Flag) == BySide::default()
            && !settings.flag(Topic::CheckCounting)
            && settings.outcome(Topic::Stalemate) == Outcome::Draw
            && [Topic::Row, Topic::Block, Topic::Collinear].into_iter().all(|topic| settings.number(topic) == 0)
            && settings.word(Topic::Walls).is_empty()
    }
}

pub(super) fn end(name: &str, key: &str, value: Item, result: Item) -> Field {
    let when = Item::Map(vec![field(key, value)]);
    field(name, Item::Map(parts(when, result)))
}

/// The keys of an end. An INI file says nothing of those that stand on pages alone, so they stay as the parent has them.
fn parts(when: Item, result: Item) -> Map {
    vec![field("when", when), field("result", result), field("claimed", Item::Any), field("score", Item::Any)]
}
