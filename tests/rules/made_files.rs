//! Files made by chance from all keys of `rules` together, as the schema lists them: what `check` accepts is played, and the
//! tables are held against the walker. `FERZ_MADE` sets how many files are made, `FERZ_MADE_POSITIONS` how
//! many positions of each are compared, `FERZ_SEED` which.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use crate::common::{check_all, setting};
use crate::mutated_games::{can_start, plays};
use crate::walker::play_games;
use ferz::compile;
use ferz::diagnostic::Style;
use ferz::game::Compiled;
use ferz::play::Random;
use ferz::render::army;
use ferz::variant::{NoFiles, VariantSource};
use ferz::work::{self, Limits};
use serde_json::{Map, Value, json};

/// Files that are made if nothing else is said.
const FILES: usize = 400;
/// Rules that let a move go on in very many ways need more steps than these, and are left alone.
const MOST_STEPS: u64 = 20_000_000;
/// The objects of the schema whose keys are put together.
const GROUPS: [&str; 1] = ["takes"];
/// Squares of which there is one on each file, as `unmoved` wants them.
const LINES: [&str; 4] = ["rank 1", "last rank", "rank 2 except file b", "rank 1 and file a-d"];

/// What other games begin with.
const BASES: [&str; 5] = ["chess", "crazyhouse", "losalamos", "minihouse", "antichess"];
const MOVES: [&str; 14] =
    ["", "W", "F", "N", "R", "B", "Q", "K", "mQcK", "mKjDjA", "fmWfcF", "mRcpR", "RdR", "fmWfceFifmnD"];
const STEPS: [&str; 4] = ["K", "W", "F", "N"];
const AREAS: [&str; 6] = ["rank 1", "last rank", "file a-c", "rank 2-3 except file b", "a1 b2 c3", "all"];
/// Rules in the language that the generator plays as constraints or effects, with `X` for a piece.
const RULES: [(&str, &str); 19] = [
    ("must_capture", r#"{"must": "capture"}"#),
    ("must_drop", r#"{"must": "drop of X"}"#),
    ("no_checks", r#"{"after": "any move", "require": "enemy side is not in check"}"#),
    (
        "royal_stays_in_check",
        r#"{"forbid": "move by royal pieces", "when": "any enemy pieces attacking mover except (pieces on captured)"}"#,
    ),
    (
        "face_off",
        r#"{"after": ["move", "drop"], "when": "before (any own X a \"R\" away from enemy X)", "require": "no own X a \"R\" away from enemy X"}"#,
    ),
    ("pass", r#"{"may_replace": "move", "when": "any own pieces and not in check"}"#),
    ("blast", r#"{"after": "capture", "capture": "mover or (pieces beside destination except X)"}"#),
    ("shielded", r#"{"forbid": "check", "when": "any own royal pieces beside destination"}"#),
    (
        "petrifies",
        r#"{"after": "capture by X", "do": [{"remove": "pieces on destination"}, {"build": "destination"}]}"#,
    ),
    ("flips", r#"{"after": ["move", "drop"], "flip": "enemy pieces beside destination"}"#),
    ("flips", r#"{"after": ["move", "drop"], "flip": "enemy pieces plainly attacked by (own pieces on destination)"}"#),
    ("must_move", r#"{"must": ["move", "drop"]}"#),
    ("walls", r#"{"after": "any move", "choose": "empty", "if_none": "forbid", "build": "chosen"}"#),
    ("walls", r#"{"after": "any move", "choose": "empty reached by mover", "if_none": "forbid", "build": "chosen"}"#),
    ("walls", r#"{"after": "any move", "choose": "empty on origin", "if_none": "forbid", "build": "chosen"}"#),
    (
        "walls",
        r#"{"may_replace": "move", "choose": "empty on rank 3-4", "when": "any own pieces and not in check", "build": "chosen"}"#,
    ),
    ("skips_walls", r#"{"pieces": "pieces", "skips": "walls"}"#),
    ("two_steps", r#"{"pieces": "X", "also_moves": ["mcaK", "mcabK"], "told_apart": true}"#),
    ("unguarded_only", r#"{"after": "capture by X", "require": "no (enemy pieces except X) attacking mover"}"#),
];
/// Pieces that every such game has beside its own.
const ADDED: [(&str, &str); 4] = [("one", "O"), ("other", "X"), ("third", "Y"), ("stone", "Z")];

struct Maker<'a> {
    schema: &'a Value,
    random: Random,
    pieces: Vec<&'static str>,
    /// Of the board from which the file is made.
    ranks: usize,
}

impl Maker<'_> {
    fn pick<'b, T: ?Sized>(&mut self, all: &[&'b T]) -> &'b T {
        all[self.random.below(all.len())]
    }

    fn piece(&mut self) -> Value {
        let pieces = self.pieces.clone();
        json!(self.pick(&pieces))
    }

    /// A value that a part of the schema allows, as far as the schema can say.
    fn value(&mut self, node: &Value) -> Value {
        if let Some(reference) = node["$ref"].as_str() {
            return match reference.rsplit('/').next() {
                Some("Area") => self.area(),
                Some("Pieces") => self.list_of_pieces(),
                Some(name) => self.value(&self.schema["$defs"][name].clone()),
                None => Value::Null,
            };
        }
        if let Some(choices) = node["anyOf"].as_array().or(node["oneOf"].as_array()) {
            let choices: Vec<&Value> = choices.iter().filter(|choice| choice["type"] != "null").collect();
            let choice = self.pick(&choices);
            return self.value(choice);
        }
        if !node["const"].is_null() {
            return node["const"].clone();
        }
        match kind(node) {
            "boolean" => json!(self.random.below(4) > 0),
            "integer" => json!(node["minimum"].as_u64().unwrap_or(0) + self.random.below(3) as u64),
            "array" => {
                let count = 1 + self.random.below(2);
                Value::Array((0..count).map(|_| self.value(&node["items"])).collect())
            }
            "object" => self.object(node),
            _ if node["pattern"].as_str().is_some_and(|pattern| pattern.contains("WFDN")) => json!(self.pick(&STEPS)),
            _ => self.piece(),
        }
    }

    fn area(&mut self) -> Value {
        match self.random.below(3) {
            0 => json!(self.pick(&AREAS)),
            1 => json!({"each": self.pick(&AREAS)}),
            _ => json!({"white": self.pick(&AREAS), "black": self.pick(&AREAS)}),
        }
    }

    fn list_of_pieces(&mut self) -> Value {
        match self.random.below(3) {
            0 => json!("all"),
            1 => self.piece(),
            _ => {
                let (mut names, count) = (BTreeSet::new(), 1 + self.random.below(3));
                while names.len() < count {
                    let pieces = self.pieces.clone();
                    names.insert(self.pick(&pieces));
                }
                json!(names)
            }
        }
    }

    fn object(&mut self, node: &Value) -> Value {
        let mut object = Map::new();
        let Some(properties) = node["properties"].as_object() else {
            for _ in 0..2 {
                let name = self.piece();
                object.insert(name.as_str().unwrap_or_default().to_owned(), self.value(&node["additionalProperties"]));
            }
            return Value::Object(object);
        };
        for (key, value) in properties {
            if !is_optional(value) || self.random.below(3) == 0 {
                object.insert(key.clone(), self.value(value));
            }
        }
        Value::Object(object)
    }

    /// A file with some keys, of which one is given.
    fn file(&mut self, group: &str, key: &str) -> (String, Vec<String>) {
        let base = self.pick(&BASES);
        self.pieces = match base {
            "losalamos" => vec!["pawn", "knight", "rook", "queen", "king"],
            "minihouse" => vec!["pawn", "knight", "bishop", "rook", "king"],
            _ => vec!["pawn", "knight", "bishop", "rook", "queen", "king"],
        };
        self.ranks = if ["losalamos", "minihouse"].contains(&base) { 6 } else { 8 };
        let mut pieces = Map::new();
        for (name, symbol) in ADDED {
            self.pieces.push(name);
            pieces.insert(name.to_owned(), json!({"symbol": symbol, "moves": self.pick(&MOVES)}));
        }
        if self.random.below(3) == 0 {
            pieces.insert("king".to_owned(), json!({"royal": false}));
        }
        for _ in 0..self.random.below(3) {
            let (name, moves) = (self.piece(), self.pick(&MOVES));
            let name = name.as_str().unwrap_or_default().to_owned();
            if !pieces.contains_key(&name) && name != "king" {
                pieces.insert(name, json!({"moves": moves}));
            }
        }
        let (mut rules, mut keys) = (Map::new(), Vec::new());
        self.add(&mut rules, (group, key), &mut keys);
        for _ in 0..self.random.below(4) {
            let all = all_keys(self.schema);
            let (group, key) = all[self.random.below(all.len())].clone();
            self.add(&mut rules, (&group, &key), &mut keys);
        }
        for _ in 0..self.random.below(3) {
            let (name, rule) = RULES[self.random.below(RULES.len())];
            let piece = self.piece();
            let rule = rule.replace('X', &format!("`{}`", piece.as_str().unwrap_or_default()));
            rules.insert(name.to_owned(), serde_json::from_str(&rule).expect("it is JSON"));
        }
        let mut file = json!({"name": "Made", "extends": base, "pieces": pieces, "rules": rules});
        if self.random.below(2) == 0 {
            file["castling"] = json!("none");
        }
        if self.random.below(8) == 0 {
            file["turns"] = json!({"moves": 2, "first": 1, "until": "enemy side is in check"});
        }
        if self.random.below(10) == 0 {
            let (first, last) =
                (format!("rank 1-{}", self.ranks), format!("rank {}-{}", self.ranks + 1, 2 * self.ranks));
            file["turns"] = json!({"moves": 2, "boards": {"white": first, "black": last}});
            let (files, setup) = match base {
                "losalamos" => (6, "rnqknr/pppppp/6/6/PPPPPP/RNQKNR"),
                "minihouse" => (6, "2bnrk/5p/6/6/P5/KRNB2"),
                _ => (8, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
            };
            let hands = if base.ends_with("house") { "[]" } else { "" };
            file["castling"] = json!("none");
            file["board"] = json!({"files": files, "ranks": self.ranks, "boards": 2});
            file["setup"] = json!(format!("{setup}/{setup}{hands} w - - 0 1"));
        }
        (file.to_string(), keys)
    }

    fn add(&mut self, rules: &mut Map<String, Value>, (group, key): (&str, &str), keys: &mut Vec<String>) {
        let general = &self.schema["$defs"]["General"]["properties"];
        keys.push(format!("{group}/{key}"));
        if group.is_empty() {
            let value = match key {
                "unmoved" => json!({"each": self.pick(&LINES)}),
                _ => self.value(&general[key].clone()),
            };
            rules.insert(key.to_owned(), value);
            return;
        }
        let node = group_of(self.schema, group)["properties"][key].clone();
        let value = self.value(&node);
        let there = rules.entry(group.to_owned()).or_insert_with(|| json!({}));
        there[key] = value;
    }
}

/// What kind of value a part of the schema is, `null` aside.
fn kind(node: &Value) -> &str {
    match &node["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or("string"),
        kind => kind.as_str().unwrap_or("string"),
    }
}

/// Whether a key may be left out: the schema allows `null` there.
fn is_optional(node: &Value) -> bool {
    let null = |kind: &Value| kind == "null" || kind["type"] == "null";
    [&node["type"], &node["anyOf"]].into_iter().filter_map(Value::as_array).any(|kinds| kinds.iter().any(null))
}

/// The object of the schema behind a key of `rules`.
fn group_of<'a>(schema: &'a Value, group: &str) -> &'a Value {
    let node = &schema["$defs"]["General"]["properties"][group];
    let reference = node["anyOf"].as_array().and_then(|all| all.iter().find_map(|choice| choice["$ref"].as_str()));
    let name = reference.and_then(|reference| reference.rsplit('/').next());
    &schema["$defs"][name.unwrap_or_else(|| panic!("`{group}` is no object"))]
}

/// All keys of `rules`, and those of the objects in it.
fn all_keys(schema: &Value) -> Vec<(String, String)> {
    let keys = |node: &Value| node["properties"].as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    let general = keys(&schema["$defs"]["General"]);
    let alone = general.into_iter().filter(|key| !GROUPS.contains(&key.as_str())).map(|key| (String::new(), key));
    let grouped = GROUPS
        .into_iter()
        .flat_map(|group| keys(group_of(schema, group)).into_iter().map(move |key| (group.to_owned(), key)));
    alone.chain(grouped).collect()
}

#[test]
fn tables_and_walker_agree_in_files_made_of_all_keys() {
    let schema: Value = serde_json::from_str(include_str!("../../docs/variant.schema.json")).expect("it is JSON");
    let keys = all_keys(&schema);
    assert!(keys.len() > 2, "{keys:?}");
    let (files, seed) = (setting("FERZ_MADE", FILES), setting("FERZ_SEED", 1_u64));
    let numbers: Vec<usize> = (0..files).collect();
    let (met, played, left) = (Mutex::new(BTreeSet::new()), Mutex::new(0), Mutex::new(0));
    check_all(&numbers, |number| {
        let random = Random::new(seed.wrapping_mul(1 << 32).wrapping_add(*number as u64));
        let mut maker = Maker { schema: &schema, random, pieces: Vec::new(), ranks: 8 };
        let (group, key) = &keys[number % keys.len()];
        let (text, met_here) = maker.file(group, key);
        let source = VariantSource::Text { name: "made".to_owned(), text: text.clone() };
        let loaded = compile::load(&source, &NoFiles).map_err(|error| format!("{text}: {error}"))?;
        let Some(variant) = loaded.variant else { return Ok(()) };
        met.lock().expect("a lock").extend(met_here);
        *played.lock().expect("a lock") += 1;
        let Some(compiled) = can_start(&source, Compiled::new(variant.rules))? else { return Ok(()) };
        let limits = Limits { steps: Some(MOST_STEPS), ..Limits::default() };
        let played = work::within(&limits, || {
            plays(&compiled, &mut maker.random)
                .and_then(|()| play_games(&compiled, setting("FERZ_MADE_POSITIONS", 4)).map(|_| ()))
        });
        let Ok(played) = played else {
            *left.lock().expect("a lock") += 1;
            return Ok(());
        };
        played.map_err(|failure| format!("{number}: {text}\n{failure}"))
    });
    let met = met.into_inner().expect("a lock");
    let unmet: Vec<String> =
        keys.iter().map(|(group, key)| format!("{group}/{key}")).filter(|key| !met.contains(key)).collect();
    let played = played.into_inner().expect("a lock");
    let left = left.into_inner().expect("a lock");
    println!("{played} of {files} files played, {left} left alone");
    assert!(left <= played / 10, "{left} of {played} files need too many steps");
    assert!(files < FILES || unmet.is_empty(), "no file was played with {}", unmet.join(", "));
}

/// Ways to the keys of the rules of a file, and the same without the numbers of list items.
fn paths(value: &Value, here: &str, name: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let (here, name) = (format!("{here}/{key}"), format!("{name}/{key}"));
                paths(value, &here, &name, found);
                found.push((here, name));
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                paths(item, &format!("{here}/{index}"), name, found);
            }
        }
        _ => {}
    }
}

/// What is said of a file that can be played, in the terminal and on a page, facts aside.
fn said_of(file: &Value) -> Option<[String; 2]> {
    let source = VariantSource::Text { name: "made".to_owned(), text: file.to_string() };
    let rules = compile::load(&source, &NoFiles).ok()?.variant?.rules;
    let shown = army::describe(&rules, Style::Plain);
    let page = ferz::pages::render::markdown(&Compiled::new(rules), None);
    let prose = |line: &&str| !line.trim_start().starts_with("<!--") && !line.contains("data-ferz");
    Some([shown, page.lines().filter(prose).collect::<Vec<_>>().join("\n")])
}

/// Keys that are no rule by themselves: names of pieces in pairs, and what is implied by others.
fn is_key(schema: &Value, path: &str) -> bool {
    // Which pieces have moved says nothing by itself: gating and castling do.
    if path.starts_with("/unmoved") {
        return false;
    }
    let mut parts = path.split('/').skip(1);
    let known = |name: &str| {
        let defs = schema["$defs"].as_object().into_iter().flatten();
        defs.into_iter().any(|(_, node)| node["properties"].get(name).is_some())
    };
    parts.all(known)
}

/// Leaves out one key after the other, or says the opposite: what is said of the game has to change, in one file at least.
#[test]
fn every_key_has_words() {
    let schema: Value = serde_json::from_str(include_str!("../../docs/variant.schema.json")).expect("it is JSON");
    let keys = all_keys(&schema);
    let (tried, said) = (Mutex::new(BTreeMap::new()), Mutex::new([BTreeSet::new(), BTreeSet::new()]));
    let made = (0..setting("FERZ_MADE", 50)).map(|number| {
        let random = Random::new(7 + number as u64);
        let mut maker = Maker { schema: &schema, random, pieces: Vec::new(), ranks: 8 };
        let (group, key) = &keys[number % keys.len()];
        maker.file(group, key).0
    });
    // What says something beside other keys only is in the examples.
    let examples = crate::common::files_below("docs/cookbook.in", "yaml").into_iter();
    // An N by itself is a word for "no" to some readers of YAML.
    let examples = examples.map(|path| std::fs::read_to_string(path).expect("a file").replace(" N,", " 'N',"));
    let files: Vec<String> = made.chain(examples).collect();
    check_all(&files, |file| {
        let file: Value = serde_yaml::from_str(file).map_err(|error| error.to_string())?;
        let Some(whole) = said_of(&file) else { return Ok(()) };
        let mut found = Vec::new();
        paths(&file["rules"], "/rules", "", &mut found);
        for (path, name) in found.into_iter().filter(|(_, name)| is_key(&schema, name)) {
            if file.pointer(&path) == Some(&json!("all")) {
                continue;
            }
            let mut without = file.clone();
            let (parent, key) = path.rsplit_once('/').expect("a path");
            if let Some(Value::Bool(holds)) = without.pointer_mut(&path) {
                *holds = !*holds;
            } else {
                without.pointer_mut(parent).and_then(Value::as_object_mut).and_then(|object| object.remove(key));
            }
            let Some(left) = said_of(&without) else {
                // The file is refused without the key, so what it says needs no comparison.
                said.lock().expect("a lock").iter_mut().for_each(|names| names.extend([name.clone()]));
                continue;
            };
            *tried.lock().expect("a lock").entry(name.clone()).or_insert(0) += 1;
            for which in 0..2 {
                if left[which] != whole[which] {
                    said.lock().expect("a lock")[which].insert(name.clone());
                }
            }
        }
        Ok(())
    });
    // What was met once or twice may have said what holds without it.
    let tried: BTreeMap<String, usize> = tried.into_inner().expect("a lock");
    let tried: BTreeSet<String> = tried.into_iter().filter(|(_, times)| *times > 3).map(|(name, _)| name).collect();
    assert!(tried.len() > 4, "{tried:?}");
    let said = said.into_inner().expect("a lock");
    for (where_to, said) in ["`ferz show`", "rendered pages"].into_iter().zip(said) {
        let unsaid: Vec<&String> = tried.difference(&said).collect();
        assert!(unsaid.is_empty(), "{where_to} has no words for {unsaid:?}");
    }
}
