//! The effective settings of a section: those of its parent, changed in the same way as
//! Fairy-Stockfish changes them.
//!
//! Fairy-Stockfish reads its settings in a fixed order, not in the order of the lines, and some of them affect others:
//! a piece that is redefined is no longer a promotion choice, and a newer key overrides an old one. The import does the
//! same.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::fault::problem;
use super::ini::{Section, Setting};
use super::settings::{Lines, Outcome, Settings, Value};
use super::squares::Squares;
use super::table::{self, KEYS, Key, Kind, ROYAL, Role, Slot, TYPES, Topic, Whose};
use super::values;
use crate::board::{BySide, Side};
use crate::diagnostic::{Code, shorten};
use crate::source::{Span, Spanned};
use crate::variant::Problems;

impl Settings {
    /// Default settings, without a parent.
    pub(super) fn new() -> Settings {
        let mut settings = Settings {
            values: HashMap::new(),
            letters: BTreeMap::new(),
            moves: BTreeMap::new(),
            confined: BTreeMap::new(),
            limits: BTreeMap::new(),
            promoted: BTreeMap::new(),
            royal_steps: false,
            castling_wins: Vec::new(),
            places: HashMap::new(),
            piece_places: BTreeMap::new(),
            named: BTreeSet::new(),
        };
        for key in KEYS.iter().filter(|key| !key.old) {
            let Some(value) = default(key) else { continue };
            for topic in &key.topics {
                let both = settings
                    .values
                    .entry(*topic)
                    .or_insert_with(|| BySide { white: value.clone(), black: value.clone() });
                match key.whose {
                    Whose::White => both.white = value.clone(),
                    Whose::Black => both.black = value.clone(),
                    Whose::Both => {}
                }
            }
        }
        settings
    }

    fn remove_letter(&mut self, slot: Slot) {
        self.letters.remove(&slot);
        if let Some(choices) = self.values.get_mut(&Topic::Choices) {
            for side in Side::ALL {
                if let Value::Kinds(kinds) = &mut choices[side] {
                    *kinds &= !(1 << slot);
                }
            }
        }
    }

    fn add_letter(&mut self, slot: Slot, letter: char) {
        if let Some(other) = self.with_letter(letter) {
            self.remove_letter(other);
        }
        self.letters.insert(slot, letter.to_ascii_uppercase());
    }

    /// Applies the settings of a section. `inside` allows keys that only Fairy-Stockfish's built-in variants use.
    pub(super) fn apply(&mut self, section: &Section, inside: bool, problems: &mut Problems) {
        let lines = last_of_each(section, problems);
        for (key, setting) in &lines {
            let known = KEYS.iter().any(|row| row.name == *key && (inside || !row.inside));
            if !known && table::type_named(key).is_none() && confined_type(key).is_none() {
                problems.push(unknown(setting));
            }
        }
        let mut keys = KEYS.iter().filter(|key| inside || !key.inside);
        for key in keys.by_ref().take(2) {
            self.take(key, &lines, problems);
        }
        self.take_pieces(&lines, inside, problems);
        if lines.contains_key(table::royal_key()) {
            self.royal_steps = inside && self.moves.get(&ROYAL).is_some_and(|moves| moves.value == "W");
        }
        for key in keys {
            self.take(key, &lines, problems);
        }
    }

    fn take(&mut self, key: &'static Key, lines: &Lines<'_>, problems: &mut Problems) {
        let Some(setting) = lines.get(key.name) else { return };
        if key.old {
            let newer = key.topics.first().map_or("", |topic| topic.key());
            let message = format!("`{}` is an old name that Fairy-Stockfish may drop", key.name);
            let problem = crate::diagnostic::Diagnostic::warning(Code::OldSetting, setting.key.span, message);
            problems.push(problem.help(format!("write `{newer}…`: see the table of docs/fairy-stockfish.md")));
        }
        match &key.kind {
            Kind::Looks => return,
            Kind::Limits => {
                let limits = values::limits(self, setting, problems);
                self.limits.extend(limits);
            }
            Kind::Pairs => {
                let pairs = values::pairs(self, setting, problems);
                self.promoted.extend(pairs);
            }
            Kind::Rights => self.castling_wins = values::rights(setting, problems),
            Kind::RankOn | Kind::RankDouble => {
                let zones = values::zones(self, &key.kind, lines, problems);
                self.set_topic(key.topics[0], Whose::Both, zones.map(Value::Squares));
            }
            kind => {
                let value = values::read(self, kind, setting, problems);
                for topic in &key.topics {
                    let value = match topic {
                        // Fairy-Stockfish uses the last of several pieces.
                        Topic::FirstPromoter => Value::Kind(values::last_piece(self, setting)),
                        _ => value.clone(),
                    };
                    self.set_topic(*topic, key.whose, BySide { white: value.clone(), black: value });
                }
                if key.topics.contains(&Topic::DropOnTop) && self.flag(Topic::DropOnTop) {
                    let value = Value::Word(values::ON_PILE);
                    self.set_topic(Topic::DropPlace, Whose::Both, BySide { white: value.clone(), black: value });
                    self.places.insert(Topic::DropPlace, setting.key.span);
                }
            }
        }
        for topic in &key.topics {
            self.places.insert(*topic, setting.key.span.to(setting.value.span));
        }
    }

    fn set_topic(&mut self, topic: Topic, whose: Whose, value: BySide<Value>) {
        let entry = self.values.entry(topic).or_insert_with(|| value.clone());
        if whose != Whose::Black {
            entry.white = value.white;
        }
        if whose != Whose::White {
            entry.black = value.black;
        }
    }

    /// Reads the letters and moves of the piece types, and the squares on which they may stand.
    fn take_pieces(&mut self, lines: &Lines<'_>, inside: bool, problems: &mut Problems) {
        let mut named: Vec<(char, &Setting)> = Vec::new();
        for kind in TYPES.iter() {
            if let Some(setting) = lines.get(kind.key.as_str()) {
                let wrong = problems.len();
                self.take_piece(kind, setting, problems);
                if !inside && problems.len() == wrong {
                    self.named.insert(kind.slot);
                }
                if let Some(letter) = self.letter(kind.slot) {
                    if let Some((_, other)) = named.iter().find(|(known, _)| *known == letter) {
                        let message = format!(
                            "`{letter}` is the letter of two pieces; Fairy-Stockfish ignores `{}`",
                            other.key.value
                        );
                        let place = if other.key.span > setting.key.span { other } else { setting };
                        problems.push(problem(Code::DuplicateSymbol, place.value.span, message));
                    }
                    named.push((letter, setting));
                }
            }
            for (side, word) in [(Side::White, "White"), (Side::Black, "Black")] {
                let key = format!("{CONFINED}{word}{}", capitalized(&kind.key));
                let Some(setting) = lines.get(key.as_str()) else { continue };
                let squares = values::squares(self, setting, problems);
                let none = || BySide { white: Squares::none(), black: Squares::none() };
                self.confined.entry(kind.slot).or_insert_with(none)[side] = squares;
                self.piece_places.insert(kind.slot, setting.key.span);
            }
        }
    }

    fn take_piece(&mut self, kind: &table::Type, setting: &Setting, problems: &mut Problems) {
        let text = &setting.value.value;
        let first = text.chars().next().unwrap_or('-');
        self.piece_places.insert(kind.slot, setting.key.span.to(setting.value.span));
        if !first.is_ascii_alphabetic() {
            if first != '-' || text.trim_end() != "-" {
                let message = format!("`{}` cannot be the letter of a piece", shorten(text.trim_end()));
                problems.push(problem(Code::BadSymbol, setting.value.span, message));
            }
            self.remove_letter(kind.slot);
            return;
        }
        self.add_letter(kind.slot, first);
        let rest = &text[1..];
        let moves = Spanned {
            value: rest.get(1..).unwrap_or("").trim_end().to_owned(),
            span: Span { start: (setting.value.span.start + 2).min(setting.value.span.end), ..setting.value.span },
        };
        match kind.role {
            Role::Custom | Role::Royal if rest.starts_with(':') => {
                if kind.role == Role::Custom && moves.value.contains('e') {
                    for side in Side::ALL {
                        if let Some(Value::Kinds(kinds)) =
                            self.values.get_mut(&Topic::Passers).map(|both| &mut both[side])
                        {
                            *kinds |= 1 << kind.slot;
                        }
                    }
                }
                self.moves.insert(kind.slot, moves);
            }
            Role::Custom if rest.trim().is_empty() => {
                let message = format!("`{}` has no moves", setting.key.value);
                problems.push(
                    problem(Code::BadNotation, setting.value.span, message)
                        .help("write a letter, a colon and a notation: `a:BN`"),
                );
            }
            Role::Royal if rest.trim().is_empty() => {
                self.moves.remove(&ROYAL);
            }
            Role::Custom | Role::Royal => {
                let message =
                    format!("a piece has one letter, and `:` before its moves: `{}`", shorten(text.trim_end()));
                problems.push(problem(Code::BadSymbol, setting.value.span, message));
                self.moves.insert(kind.slot, moves);
            }
            _ if !rest.trim().is_empty() => {
                let message =
                    format!("only the letter `{first}` counts; the moves of `{}` are fixed", setting.key.value);
                problems.push(problem(Code::BadSymbol, setting.value.span, message));
            }
            _ => {}
        }
    }
}

/// The beginning of keys that confine a piece type.
const CONFINED: &str = "mobilityRegion";

fn capitalized(key: &str) -> String {
    key[..1].to_ascii_uppercase() + &key[1..]
}

/// The piece type that a key confines.
fn confined_type(key: &str) -> Option<Slot> {
    let rest = key.strip_prefix(CONFINED)?;
    let rest = rest.strip_prefix("White").or_else(|| rest.strip_prefix("Black"))?;
    TYPES.iter().find(|kind| capitalized(&kind.key) == rest).map(|kind| kind.slot)
}

fn last_of_each<'a>(section: &'a Section, problems: &mut Problems) -> Lines<'a> {
    let mut lines: Lines<'_> = HashMap::new();
    for setting in &section.settings {
        if let Some(earlier) = lines.insert(&setting.key.value, setting) {
            let message = format!("`{}` is set twice; the later line counts", shorten(&setting.key.value));
            problems
                .push(problem(Code::DuplicateKey, setting.key.span, message).label(earlier.key.span, "set here first"));
        }
    }
    lines
}

fn unknown(setting: &Setting) -> crate::diagnostic::Diagnostic {
    let message = format!("Fairy-Stockfish knows no setting `{}` and ignores it", shorten(&setting.key.value));
    let mut found = problem(Code::UnknownKey, setting.key.span, message);
    let keys =
        KEYS.iter().filter(|key| !key.inside).map(|key| key.name).chain(TYPES.iter().map(|kind| kind.key.as_str()));
    if let Some(near) = crate::diagnostic::nearest(&setting.key.value, keys) {
        found = found.help(format!("did you mean `{near}`?"));
    }
    found
}

fn default(key: &Key) -> Option<Value> {
    let text = key.default;
    Some(match &key.kind {
        Kind::Flag if text != "-" => Value::Flag(text == "true"),
        Kind::Number if text != "-" => Value::Number(text.parse().unwrap_or(0)),
        Kind::File if text != "-" => Value::Number(values::file(text).unwrap_or(0)),
        Kind::Squares => match text {
            "-" => return None,
            "all" => Value::Squares(Squares::all()),
            "none" => Value::Squares(Squares::none()),
            rank => {
                let mut squares = Squares::none();
                squares.insert_rank(rank[1..].parse::<usize>().unwrap_or(1) - 1);
                Value::Squares(squares)
            }
        },
        // Only settings that apply to both sides and to one property have a default.
        Kind::Pieces | Kind::Piece if text == "-" && (key.whose != Whose::Both || key.topics.len() > 1) => return None,
        Kind::Pieces => match (text, table::type_named(text)) {
            ("*", _) => Value::Kinds(u64::MAX),
            (_, Some(kind)) => Value::Kinds(1 << kind.slot),
            _ => Value::Kinds(0),
        },
        Kind::Piece => Value::Kind(table::type_named(text).map_or(0, |kind| kind.slot)),
        Kind::Value => Value::Outcome(values::outcome(text).unwrap_or(Outcome::None)),
        Kind::Words(_) => Value::Word(""),
        Kind::Text => {
            Value::Text(Spanned { value: text.to_owned(), span: Span::new(crate::source::SourceId(0), 0..0) })
        }
        _ => return None,
    })
}
