//! Translates settings into the contents of a variant file.

mod castling;
mod claims;
mod ends;
pub(super) mod forms;
mod pieces;
mod promotions;
mod reached;
mod rules;
mod setup;

use super::draft::{Item, Map, field, unless, word};
use super::names::Names;
use super::settings::Settings;
use super::squares;
use super::table::{ROYAL, Role, Slot, Topic, piece_type};
use crate::board::{BySide, Geometry, Side, SquareSet, Topology};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::variant::Problems;

use forms::at;
use setup::Start;

pub(super) use forms::{Form, Place};

/// A variant file made from settings, and the settings that it cannot express.
pub(super) struct Description {
    /// The keys of the file.
    pub map: Map,
    /// Problems for settings without a counterpart, each with the places of these settings.
    pub problems: Vec<Diagnostic>,
}

/// Computes the contents of a variant file.
pub(super) fn describe(settings: &Settings, names: &dyn Fn(&[Form]) -> Names, place: Place) -> Option<Description> {
    let mut problems = Problems::new();
    let board = board(settings, place, &mut problems);
    let Some(board) = board else { return Some(Description { map: Map::new(), problems }) };
    let start = Start::read(settings, &board, place, &mut problems);
    let forms = reached::forms(settings, &start);
    let names = names(&forms);
    let mut describer = Describer { settings, board, start, forms, names, place, problems };
    let map = describer.map();
    Some(Description { map, problems: describer.problems })
}

struct Describer<'a> {
    settings: &'a Settings,
    board: Geometry,
    start: Start,
    forms: Vec<Form>,
    names: Names,
    place: Place,
    problems: Problems,
}

fn board(settings: &Settings, place: Place, problems: &mut Problems) -> Option<Geometry> {
    let (files, ranks) = (settings.number(Topic::Files), settings.number(Topic::Ranks));
    let side = |length: i64| usize::try_from(length).unwrap_or(0);
    let fault = match Geometry::new(side(files), side(ranks), Topology::Rectangle) {
        Ok(board) if files <= 26 => {
            if files > 12 || ranks > 10 {
                let topic = if files > 12 { Topic::Files } else { Topic::Ranks };
                let message = format!(
                    "a board of {files}×{ranks} squares: the largest board of Fairy-Stockfish is 12×10; Ferz plays it"
                );
                problems.push(Diagnostic::warning(Code::BadBoard, at(settings, topic, place), message));
            }
            return Some(board);
        }
        Ok(_) => "the letters of files end at `z` here".to_owned(),
        Err(error) => error.to_string(),
    };
    let topic = if !(1..=26).contains(&files) { Topic::Files } else { Topic::Ranks };
    problems.push(Diagnostic::error(Code::BadBoard, at(settings, topic, place), fault));
    None
}

impl Describer<'_> {
    fn map(&mut self) -> Map {
        let size = vec![field("files", word(self.board.files())), field("ranks", word(self.board.ranks()))];
        let mut map = vec![field("board", Item::Map(size))];
        map.extend(self.wall_region());
        let hand = self.hand();
        map.push(unless(hand.is_none(), "hand", hand.map_or(Item::Nothing, word)));
        map.push(field("pieces", self.pieces()));
        let mut castling = Map::new();
        self.castling(&mut castling);
        map.push(field("setup", word(self.start.fen())));
        map.append(&mut castling);
        let rules = self.rules();
        map.push(unless(rules.iter().all(|field| field.usual), "rules", Item::Map(rules)));
        map.push(field("end", Item::Map(self.ends())));
        map
    }

    /// Reports that a rule has no counterpart.
    fn lacks(&mut self, topic: Topic, message: impl Into<String>) {
        let span = at(self.settings, topic, self.place);
        let message = message.into();
        let key = topic.key();
        let message = if span == self.place.header { format!("`{key}`, as inherited: {message}") } else { message };
        self.problems.push(Diagnostic::error(Code::NoCounterpart, span, message));
    }

    /// Reports that something about a type has no counterpart.
    fn lacks_of(&mut self, slot: Slot, message: impl Into<String>) {
        let written = self.settings.piece_places.get(&slot).copied();
        let inside = |span: &Span| self.place.section.start <= span.start && span.end <= self.place.section.end;
        let span = written.filter(inside).unwrap_or(self.place.header);
        self.problems.push(Diagnostic::error(Code::NoCounterpart, span, message));
    }

    /// The pieces that sides may drop.
    fn hand(&mut self) -> Option<&'static str> {
        let settings = self.settings;
        if !settings.flag(Topic::Drops) && !settings.flag(Topic::ToHand) {
            return None;
        }
        Some(if settings.flag(Topic::FreeDrops) {
            "unlimited"
        } else if settings.flag(Topic::ToHand) {
            "captured"
        } else {
            "setup"
        })
    }

    /// The names of all pieces of these types, promoted or not.
    fn pieces_of(&self, slots: &[Slot]) -> Vec<String> {
        let wanted = self.forms.iter().filter(|form| slots.contains(&form.kind));
        wanted.map(|form| self.names.of(*form).to_owned()).collect()
    }

    /// The types, of either side, of a set that are in use.
    fn members(&self, topic: Topic) -> Vec<Slot> {
        let kinds = Side::ALL.into_iter().fold(0, |kinds, side| kinds | self.settings.kinds(topic, side));
        self.in_play(kinds)
    }

    fn in_play(&self, kinds: u64) -> Vec<Slot> {
        let mut slots: Vec<Slot> =
            self.forms.iter().map(|form| form.kind).filter(|slot| kinds & 1 << slot != 0).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// Returns `true` if there is a piece that may never be left under attack.
    fn has_royal(&self) -> bool {
        self.forms.iter().any(|form| form.kind == ROYAL)
            || self.settings.flag(Topic::PseudoRoyal) && !self.members(Topic::ExtinctKinds).is_empty()
    }

    fn role(&self, slot: Slot) -> Role {
        piece_type(slot).map_or(Role::Plain, |kind| kind.role)
    }

    fn area(&self, topic: Topic) -> BySide<SquareSet> {
        squares::on(&self.settings.squares(topic), &self.board)
    }

    fn all(&self) -> BySide<SquareSet> {
        let all = self.board.squares();
        BySide { white: all, black: all }
    }

    /// The squares of the last `count` ranks, as each side sees them.
    fn last_ranks(&self, count: usize) -> BySide<SquareSet> {
        squares::ranks_from(&self.board, self.board.ranks() + 1 - count)
    }
}

/// A list with one item for each name.
fn list(names: impl IntoIterator<Item = String>) -> Item {
    Item::Pieces(names.into_iter().collect())
}
