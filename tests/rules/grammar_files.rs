//! Files made by chance out of the grammar of the language of rules, on boards of all kinds: the interpreter and the oracle list and count
//! their moves alike. A file that fails is shown with the fewest rules with which it still does.
//!
//! `FERZ_GRAMMAR` sets how many files are made, `FERZ_GRAMMAR_POSITIONS` how many positions of each are compared, `FERZ_SEED` and
//! `FERZ_GRAMMAR_FIRST` which. `FERZ_GRAMMAR_SHOW=1` prints each file before it is played.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{check_all, rank_in_fen, setting};
use crate::side_by_side::{Depth, play_games};
use ferz::play::Random;
use ferz::work::{self, Limits};

/// Files that are made if nothing else is said.
const FILES: usize = 40;
/// Positions that are looked at in each of them.
const POSITIONS: usize = 8;
/// Rules that let a move go on in very many ways are left alone.
const MOST_STEPS: u64 = 1_000_000;

/// The kinds of pieces beside the king.
const KINDS: [&str; 4] = ["rider", "leaper", "man", "hopper"];
const MOVES: [&str; 10] = ["W", "F", "N", "R", "B", "K", "mWcF", "fmWfcF", "mRcpR", "cafmWmN"];
const STEPS: [&str; 7] = ["W", "F", "K", "R", "B", "fW", "N"];
/// State beside the board that rules use.
const STATE: [&str; 4] =
    ["tired: {marks: pieces}", "burnt: {marks: squares}", "score: {counts: each side}", "jail: {keeps: pieces}"];
const TURNS: [&str; 7] = [
    "",
    "",
    "",
    "",
    "turns: {moves: 2}",
    "turns: {moves: {white: 1, black: 2}, first: 1}",
    "turns: {moves: turn number modulo 2 + 1, until: enemy side is in check}",
];
const ENDS: [&str; 6] = [
    "bare: {loss: no own pieces except king}",
    "goal: {win: any own man is on last rank}",
    "level: {draw: count of own pieces = count of enemy pieces and turn number > 6}",
    "king: {loss: no own king}",
    "points: {win: own score >= 3}",
    "again: {draw: repeats >= 3}",
];

/// Where an expression stands: which words of the move it may use.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// The pieces of a rule, and its conditions.
    Pieces,
    /// A rule that reads the position before the move.
    Before,
    /// A rule that follows a move.
    After,
}

struct Maker {
    random: Random,
    place: Place,
    /// `true` inside `where`.
    has_it: bool,
    /// `true` behind `choose`.
    has_chosen: bool,
}

impl Maker {
    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.random.below(all.len())]
    }

    fn chance(&mut self, of: usize) -> bool {
        self.random.below(of) == 0
    }

    /// A set that is one word or two.
    fn leaf(&mut self) -> String {
        if self.has_it && self.chance(3) {
            return "it".to_owned();
        }
        if self.has_chosen && self.chance(4) {
            return "chosen".to_owned();
        }
        let words: &[&str] = match self.place {
            Place::Pieces => &["mover", "origin"],
            Place::Before => &["mover", "origin", "destination", "captured", "last mover", "last destination"],
            Place::After => &["mover", "origin", "destination", "captured", "last origin", "last captured", "mover"],
        };
        match self.random.below(8) {
            0..3 => self.pick(words).to_owned(),
            3..6 => {
                let side =
                    self.pick(&["own", "enemy", "own", "enemy", "white", "black", "unmoved own", "other own", ""]);
                let kind = self.pick(&[
                    "pieces",
                    "pieces",
                    "pieces",
                    "rider",
                    "leaper",
                    "man",
                    "hopper",
                    "king",
                    "tired pieces",
                ]);
                format!("{side} {kind}").trim().to_owned()
            }
            _ => {
                let areas = [
                    "empty",
                    "squares",
                    "rank 1-2",
                    "file a",
                    "light",
                    "last rank",
                    "first 2 ranks",
                    "hill",
                    "camp",
                    "burnt",
                    "walls",
                    "all pieces",
                    "none",
                    "squares",
                    "empty",
                ];
                self.pick(&areas).to_owned()
            }
        }
    }

    fn set(&mut self, depth: usize) -> String {
        if depth == 0 || self.chance(4) {
            return self.leaf();
        }
        let (one, other) = (self.set(depth - 1), self.set(depth - 1));
        match self.random.below(20) {
            0..3 => format!("({one}) beside ({other})"),
            3 | 4 => format!("({one}) a \"{}\" away from ({other})", self.pick(&STEPS)),
            5 => format!("({one}) a \"{}\" away from ({other}) through ({})", self.pick(&["R", "B", "Q"]), self.leaf()),
            6 => {
                let layer = self.pick(&["", "", "plainly", "freely", "jointly"]);
                let relation = self.pick(&["attacked by", "attacking", "guarded by", "guarding"]);
                format!("({one}) {layer} {relation} ({other})")
            }
            7 => format!("({one}) between ({other}) and ({})", self.leaf()),
            8 => format!("({one}) {} ({other}) from ({})", self.pick(&["beyond", "just beyond"]), self.leaf()),
            9 => format!("({one}) on the line through ({other}) and ({})", self.leaf()),
            10 => format!(
                "({one}) {} as ({other})",
                self.pick(&["on same file", "on same rank", "of same kind", "of same colour", "of same side"])
            ),
            11 => format!("({one}) joined to ({other}) by \"{}\"", self.pick(&["W", "K", "F"])),
            12 | 13 => format!("({one}) except ({other})"),
            14 => format!("({one}) or ({other})"),
            15 => {
                let before = std::mem::replace(&mut self.has_it, true);
                let test = self.condition(depth - 1);
                self.has_it = before;
                format!("({one}) where ({test})")
            }
            16 => format!("first of ({one})"),
            17 if self.place == Place::After => format!("before ({one})"),
            17 => format!("home of ({one})"),
            18 => format!("({one}) that is ({other})"),
            _ => format!("({one}) reached by ({other})"),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let deep = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 15 } else { 18 }) {
            0..3 => format!("{} ({})", self.pick(&["any", "no"]), self.set(depth)),
            3..6 => format!("({}) {} ({})", self.set(depth), self.pick(&["is", "is", "is not"]), self.set(deep)),
            6 => format!("every ({}) is ({})", self.set(depth), self.set(deep)),
            7 => format!("{} ({})", self.pick(&["at least 2", "at most 2", "exactly 1"]), self.set(depth)),
            8 => format!("{} ({}) than ({})", self.pick(&["more", "fewer"]), self.set(depth), self.set(deep)),
            9 => format!("count of ({}) {}", self.set(depth), self.pick(&[">= 2", "< 2", "= 1", "modulo 2 = 0"])),
            10 => format!(
                "distance from ({}) to ({}) {}",
                self.set(deep),
                self.set(deep),
                self.pick(&["> 1", "< 3", "= 2"])
            ),
            11 => self
                .pick(&[
                    "turn number modulo 3 = 0",
                    "turn number < 4",
                    "moves made = 0",
                    "moves left > 0",
                    "side is white",
                ])
                .to_owned(),
            12 => self
                .pick(&[
                    "in check",
                    "enemy side is in check",
                    "own score > 0",
                    "any pieces in own jail",
                    "count of own jail < 2",
                ])
                .to_owned(),
            13 => self
                .pick(&[
                    "own side can capture",
                    "enemy side can move",
                    "own side can capture by king",
                    "enemy side is stuck",
                ])
                .to_owned(),
            14 => format!("({}) is attacked", self.leaf()),
            15 => format!("({}) and ({})", self.condition(deep), self.condition(deep)),
            16 => format!("({}) or ({})", self.condition(deep), self.condition(deep)),
            _ => format!("not ({})", self.condition(deep)),
        }
    }

    /// A kind of move. Attacks stand only after `forbid`.
    fn deed(&mut self, more: &[&str]) -> String {
        let plain = ["move", "quiet move", "capture", "any move", "drop", "promotion", "first move"];
        let all: Vec<&str> = plain.iter().chain(more).copied().collect();
        let kind = self.pick(&all).to_owned();
        let part = self.random.below(8);
        let words = match part {
            0..3 => "by",
            3 => "to",
            4 => "from",
            5 if kind == "capture" || kind == "attack" => "of",
            _ => return kind,
        };
        format!("{kind} {words} ({})", self.set(1))
    }

    fn pieces(&mut self) -> String {
        let side = self.pick(&["", "own", "enemy"]);
        let kind = self.pick(&["pieces", "rider", "leaper", "man", "hopper"]);
        format!("{side} {kind}").trim().to_owned()
    }

    fn effect(&mut self) -> String {
        let kind = self.pick(&KINDS);
        match self.random.below(20) {
            0..3 => format!("capture: '({}) except king'", self.set(2)),
            3 | 4 => format!("remove: '({}) except king'", self.set(2)),
            5 => format!("flip: '({}) except king'", self.set(2)),
            6 => format!("change: '({}) except king', into: {kind}", self.set(1)),
            7 => format!("mark: '{}', as: tired", self.set(1)),
            8 => format!("unmark: '{}', as: tired", self.set(1)),
            9 => format!("mark: '{}', as: burnt", self.set(1)),
            10 => format!("build: '({}) that is empty'", self.set(1)),
            11 => format!("clear: '{}'", self.set(1)),
            12 => format!("move: '({}) except king', to: 'first of ({})'", self.pieces(), self.set(1)),
            13 => format!("swap: mover, with: 'first of (({}) except king)'", self.pieces()),
            14 => format!(
                "place: {kind}, on: 'first of (({}) that is empty)', for: {}",
                self.set(1),
                self.pick(&["own", "enemy"])
            ),
            15 => "add: 1, to: own score".to_owned(),
            16 => "give: captured, to: own jail".to_owned(),
            _ => format!("require: '{}'", self.condition(2)),
        }
    }

    fn block(&mut self) -> String {
        let mut text = String::new();
        if self.chance(5) {
            text += &format!("choose: '{}', ", self.set(1));
            self.has_chosen = true;
        }
        if self.chance(3) {
            text += &format!("{}: '{}', ", self.pick(&["when", "unless"]), self.condition(2));
        }
        text += &match self.random.below(8) {
            0 => format!("do: [{{{}}}, {{{}}}]", self.effect(), self.effect()),
            // Without a choice, the move with the effect and the one without it would have one text.
            1 => {
                let choice = self.set(1);
                self.has_chosen = true;
                format!("may: {{choose: '{choice}', {}}}", self.effect())
            }
            _ => self.effect(),
        };
        self.has_chosen = false;
        text
    }

    fn guard(&mut self) -> String {
        match self.random.below(3) {
            0 => format!(", when: '{}'", self.condition(2)),
            1 => format!(", unless: '{}'", self.condition(2)),
            _ => String::new(),
        }
    }

    fn rule(&mut self) -> String {
        match self.random.below(12) {
            0..5 => {
                self.place = Place::After;
                let deed = self.deed(&["step", "turn"]);
                if self.chance(10) {
                    return format!("{{after: 'capture by ({})', may: {{then: capture by mover}}}}", self.pieces());
                }
                let exempt = if self.chance(8) { ", even_in_check: true" } else { "" };
                format!("{{after: '{deed}', {}{exempt}}}", self.block())
            }
            5..8 => {
                self.place = Place::Before;
                let deed = self.deed(&["attack", "attack", "check", "castling"]);
                let deeds = if self.chance(3) { format!("['{deed}', attack]") } else { format!("'{deed}'") };
                format!("{{forbid: {deeds}{}}}", self.guard())
            }
            8 => {
                self.place = Place::After;
                let deed = self.deed(&[]);
                let most = if self.chance(3) { format!(", most: 'count of ({})'", self.set(1)) } else { String::new() };
                format!("{{must: '{deed}'{most}}}")
            }
            9 => {
                self.place = Place::After;
                if self.chance(4) {
                    return format!("{{may_replace: move, when: '{}'}}", self.condition(1));
                }
                format!("{{may_replace: 'move by ({})', {}}}", self.pieces(), self.block())
            }
            _ => {
                self.place = Place::Pieces;
                let pieces = match self.chance(3) {
                    true => format!("({}) that is ({})", self.pieces(), self.set(1)),
                    false => self.pieces(),
                };
                let gain = match self.random.below(9) {
                    0 | 1 => format!("also_moves: \"{}\"", self.pick(&MOVES)),
                    2 => format!("moves_only: \"{}\"", self.pick(&MOVES)),
                    3 => format!(
                        "also_moves_as: '{}'",
                        self.pick(&["rider", "man", "own pieces beside mover", "hopper"])
                    ),
                    4 => format!("moves_only_as: '({}) beside mover'", self.pieces()),
                    5 | 6 => format!("also_moves_to: '({}) except own pieces'", self.set(2)),
                    // `ignores:` is left out: a piece that ends on another one that it does not see makes progress for the
                    // interpreter alone.
                    _ => format!("also_moves: \"{}\", through: '{}'", self.pick(&["R", "B"]), self.set(1)),
                };
                let taker = match self.random.below(8) {
                    0 if gain.starts_with("also") => ", taker: stays",
                    1 if gain.starts_with("also") => ", taker: vanishes",
                    _ => "",
                };
                format!("{{pieces: '{pieces}', {gain}{taker}{}}}", self.guard())
            }
        }
    }
}

/// A file in parts, so that parts can be left out.
#[derive(Clone)]
struct Made {
    board: String,
    kings: bool,
    pieces: Vec<String>,
    turns: &'static str,
    rules: Vec<String>,
    ends: Vec<&'static str>,
    setup: String,
    hand: bool,
}

impl Made {
    fn text(&self) -> String {
        let mut text = format!("name: Grammar\nboard: {{{}}}\n", self.board);
        text += "regions:\n  hill: b2-c3\n  camp: {white: rank 1-2, black: last 2 ranks}\n";
        text += &format!("pieces:\n  king: {{symbol: K, moves: K, royal: {}}}\n", self.kings);
        self.pieces.iter().for_each(|piece| text += &format!("  {piece}\n"));
        text += "state:\n";
        STATE.iter().for_each(|line| text += &format!("  {line}\n"));
        text += &format!("{}\n", self.turns);
        if self.hand {
            text += "hand: captured\n";
        }
        text += if self.rules.is_empty() { "" } else { "rules:\n" };
        self.rules.iter().enumerate().for_each(|(number, rule)| text += &format!("  rule{number}: {rule}\n"));
        text += "castling: none\nend:\n  stuck: {loss: stuck}\n  mated: {loss: mated}\n";
        self.ends.iter().for_each(|end| text += &format!("  {end}\n"));
        text + &format!("setup: \"{}\"\n", self.setup)
    }

    fn random(random: Random) -> Made {
        let mut maker = Maker { random, place: Place::After, has_it: false, has_chosen: false };
        let (files, mut ranks) = (4 + maker.random.below(3), 4 + maker.random.below(3));
        let mut board = format!("files: {files}, ranks: {ranks}");
        match maker.random.below(10) {
            0 => board += ", topology: cylinder",
            1 => board += ", topology: torus",
            2 => board += ", topology: hexagonal",
            3 => board += ", topology: hexagonal ranks",
            4 => {
                board += ", levels: 2";
                ranks *= 2;
            }
            _ => {}
        }
        let hand = maker.chance(4);
        let pieces = KINDS.into_iter().zip(["R", "L", "M", "H"]).map(|(name, symbol)| {
            let moves = maker.pick(&MOVES);
            let promotion = if maker.chance(4) && name != "rider" { ", promotion: {to: [rider]}" } else { "" };
            let drop = if hand && maker.chance(2) { ", drop: true" } else { "" };
            format!("{name}: {{symbol: {symbol}, moves: \"{moves}\"{promotion}{drop}}}")
        });
        let pieces = pieces.collect();
        let rules = (0..1 + maker.random.below(4)).map(|_| maker.rule()).collect();
        let turns = TURNS[maker.random.below(TURNS.len())];
        let ends = ENDS.into_iter().filter(|_| maker.chance(5)).collect();
        let mut rows = vec![vec!["1"; files]; ranks];
        for square in rows.iter_mut().flatten() {
            if maker.random.below(5) < 2 {
                *square = maker.pick(&["R", "L", "M", "H", "r", "l", "m", "h"]);
            }
        }
        if maker.chance(4) {
            rows[maker.random.below(ranks)][maker.random.below(files)] = "*";
        }
        let several = maker.chance(6);
        for _ in 0..if several { 2 } else { 1 } {
            rows[maker.random.below(2)][maker.random.below(files)] = "k";
            rows[ranks - 1 - maker.random.below(2)][maker.random.below(files)] = "K";
        }
        let rows: Vec<String> = rows.iter().map(|row| rank_in_fen(row)).collect();
        let held = if hand { "[Rl]" } else { "" };
        let setup = format!("{}{held} w - - 0 1", rows.join("/"));
        let kings = !maker.chance(3);
        Made { board, kings, pieces, turns, rules, ends, setup, hand }
    }

    /// The difference between interpreter and oracle. `None` if the file cannot be played, or needs too much work.
    fn compare(&self, seed: u64, positions: usize) -> Option<Result<usize, String>> {
        let compiled = ferz::load_text(&self.text()).ok()?;
        let (game, oracle) = (compiled.start().ok()?, ferz::oracle(compiled.shared_rules()).ok()?);
        let limits = Limits { steps: Some(MOST_STEPS), ..Limits::default() };
        let compared = work::within(&limits, || {
            let (seen, agreed) = play_games(&compiled, &oracle, Depth::Whole, seed, positions);
            agreed?;
            let (counted, wanted) = (game.perft(2), oracle.perft(&oracle.position(&game.setup()), 2));
            match counted == wanted {
                true => Ok(seen),
                false => Err(format!("perft 2 is {counted} and not {wanted}")),
            }
        });
        compared.ok()
    }

    /// The same file with the fewest rules and ends with which it still fails.
    fn smallest(self, seed: u64, positions: usize) -> Made {
        let fails = |made: &Made| matches!(made.compare(seed, positions), Some(Err(_)));
        let mut least = self;
        loop {
            let mut fewer: Vec<Made> = Vec::new();
            for index in 0..least.rules.len() {
                let mut next = least.clone();
                next.rules.remove(index);
                fewer.push(next);
            }
            for index in 0..least.ends.len() {
                let mut next = least.clone();
                next.ends.remove(index);
                fewer.push(next);
            }
            if !least.turns.is_empty() {
                fewer.push(Made { turns: "", ..least.clone() });
            }
            if least.kings {
                fewer.push(Made { kings: false, ..least.clone() });
            }
            match fewer.into_iter().find(fails) {
                Some(next) => least = next,
                None => return least,
            }
        }
    }
}

#[test]
fn files_out_of_the_grammar_are_played_as_the_oracle_does() {
    let (files, positions) = (setting("FERZ_GRAMMAR", FILES), setting("FERZ_GRAMMAR_POSITIONS", POSITIONS));
    let (seed, first) = (setting("FERZ_SEED", 1_u64), setting("FERZ_GRAMMAR_FIRST", 0));
    let numbers: Vec<usize> = (first..first + files).collect();
    let (played, seen) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let shows = setting("FERZ_GRAMMAR_SHOW", 0) > 0;
    check_all(&numbers, |number| {
        let seed = seed.wrapping_mul(1 << 32).wrapping_add(*number as u64);
        let mut random = Random::new(seed);
        // Many files made by chance are refused, or have a king in check whose side is not to move.
        for _ in 0..40 {
            let made = Made::random(Random::new(random.below(1 << 30) as u64));
            if shows {
                println!("{number}:\n{}", made.text());
            }
            match made.compare(seed, positions) {
                None => {}
                Some(Ok(positions)) => {
                    played.fetch_add(1, Ordering::Relaxed);
                    seen.fetch_add(positions, Ordering::Relaxed);
                    return Ok(());
                }
                Some(Err(_)) => {
                    let made = made.smallest(seed, positions);
                    let failure = made.compare(seed, positions).and_then(Result::err).unwrap_or_default();
                    return Err(format!("{number}:\n{}\n{failure}\n", made.text()));
                }
            }
        }
        Ok(())
    });
    let (played, seen) = (played.into_inner(), seen.into_inner());
    println!("{played} of {files} files played, {seen} positions");
    assert!(played >= files * 3 / 4, "too few files could be played: {played}");
}
