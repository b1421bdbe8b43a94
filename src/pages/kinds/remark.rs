//! Claims that are written for the checker: comments (`check: …`), attributes of diagrams, and what Ferz itself wrote.
//!
//! | remark | claim |
//! |---|---|
//! | `dests c2 = d3,c3 @ FEN` | the legal targets of the piece on c2 |
//! | `moves c2 = d3,c3 @ FEN` | the same without looking after royal pieces |
//! | `legal e1g1 @ FEN`, `illegal e1g1 @ FEN` | one move |
//! | `state mate @ FEN` | `mate`, `stalemate`, `check`, `quiet` |
//! | `start FEN` | the setup |
//! | `perft 20 400 8902`, `perft 44 1486 @ FEN` | leaf counts |
//! | `fact KEY = VALUE` | a fact of the rules |
//! | `play e2e4 e7e5 = FEN` | moves from the start and the position they lead to |

use crate::board::SquareSet;
use crate::game::Game;
use crate::notation;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::facts::{self, Facts};
use crate::pages::model::{Block, Kind};
use crate::pages::moves::names;
use crate::pages::sentence::Topic;

/// The largest number of checks of a page.
const MOST: usize = 20_000;

/// Reads all remarks.
pub fn find(cx: &mut Context<'_>) {
    let facts = facts::of(&cx.rules);
    let mut seen = Facts::new();
    let page = cx.page;
    for block in &page.blocks {
        if seen.len() + cx.claims.len() > MOST {
            let finding = Finding::not_understood("there are too many checks: those from here on have not been made");
            cx.claim("check", block.line, "(the rest of the checks)", finding);
            break;
        }
        if block.kind == Kind::Remark && !block.text.is_blank() {
            let text = block.text.as_str().trim().to_owned();
            let finding = judge(cx, &text, &facts, &mut seen);
            cx.claim("check", block.line, &text, finding);
        }
        attributes(cx, block, &facts, &mut seen);
    }
    if !seen.is_empty() {
        said_all(cx, &seen);
        let line = cx.page.blocks.last().map_or(1, |block| block.line);
        // A page that carries all facts states that there are no other rules.
        let verdict = if cx.carries_facts { Verdict::Contradicted } else { Verdict::Silent };
        let version = seen.get("fingerprint").cloned().unwrap_or_default();
        let rules = cx.rules.clone();
        for key in facts.keys().filter(|key| !seen.contains_key(*key) && !facts::is_new(&rules, key, &version)) {
            let finding = Finding::new(verdict, format!("the rules say: {}", facts[key]));
            let finding = finding.shown(facts.get("setup").cloned().unwrap_or_default());
            cx.claim("fact", line, key, finding);
        }
    }
}

/// A page that carries facts has spoken of all of them.
fn said_all(cx: &mut Context<'_>, seen: &Facts) {
    if !seen.contains_key("fingerprint") {
        return;
    }
    cx.carries_facts = true;
    let pieces: Vec<_> = cx.rules.piece_ids().map(Topic::Moves).collect();
    cx.said.extend(pieces);
    cx.said.extend((0..cx.rules.ends.len()).map(Topic::End));
    cx.said.extend((0..cx.rules.tree.rules.len()).map(Topic::Rule));
    cx.said.extend((0..cx.rules.tree.ends.len()).map(Topic::ToldEnd));
    cx.said.extend([
        Topic::Setup,
        Topic::Promotion,
        Topic::Castling,
        Topic::EnPassant,
        Topic::Mate,
        Topic::Stalemate,
        Topic::Repetition,
        Topic::NoProgress,
        Topic::Material,
        Topic::Topology,
        Topic::Hand,
        Topic::MustCapture,
    ]);
}

fn attributes(cx: &mut Context<'_>, block: &Block, facts: &Facts, seen: &mut Facts) {
    // A fact may stand beside its sentence and once more in the list of facts.
    let repeated = |key: &str, value: &str| seen.get(key).is_some_and(|known| known == value.trim());
    let stated = (block.attribute("data-fact"), block.attribute("data-value"));
    if let (Some(key), Some(value)) = stated
        && !repeated(key, value)
    {
        let finding = fact(key, value, facts);
        seen.insert(key.to_owned(), value.to_owned());
        cx.claim("fact", block.line, &format!("{key}: {value}"), finding);
    }
    if let Some(checks) = block.attribute("data-check") {
        for check in checks.split(" ;; ").filter(|check| !check.trim().is_empty()) {
            let finding = judge(cx, check.trim(), facts, seen);
            cx.claim("check", block.line, check, finding);
        }
    }
    let Some(fen) = block.attribute("data-fen") else { return };
    if let Some(expected) = block.attribute("data-expect") {
        let mut words = expected.split_whitespace();
        let check = match (words.next(), words.next()) {
            (Some(word @ ("legal" | "illegal")), Some(made)) => format!("{word} {made} @ {fen}"),
            (Some(word), None) => format!("state {word} @ {fen}"),
            _ => expected.to_owned(),
        };
        let finding = judge(cx, &check, facts, seen);
        cx.claim("check", block.line, &check, finding);
    }
    if let (Some(from), Some(marks)) = (block.attribute("data-from"), block.attribute("data-marks")) {
        let check = format!("moves {from} = {} @ {fen}", marks.replace(' ', ","));
        let finding = judge(cx, &check, facts, seen);
        cx.claim("check", block.line, &check, finding);
    }
}

fn fact(key: &str, value: &str, facts: &Facts) -> Finding {
    match facts.get(key) {
        Some(real) if real.trim() == value.trim() => Finding::confirmed("as in the rules"),
        real if facts::is_retired(key, value.trim(), real.map(String::as_str)) => {
            Finding::not_checkable("as an earlier version wrote it; write the page anew to have it checked")
        }
        Some(real) => {
            let finding = Finding::contradicted(format!("the rules say: {real}"));
            match facts.get("setup") {
                Some(setup) => finding.shown(setup.clone()),
                None => finding,
            }
        }
        None => Finding::contradicted("the rules have nothing of the kind (any more)"),
    }
}

/// The verdict on one remark.
pub fn judge(cx: &mut Context<'_>, check: &str, facts: &Facts, seen: &mut Facts) -> Finding {
    // The value of a fact may have any signs.
    let (body, fen) = match check.split_once(" @ ").filter(|_| !check.starts_with("fact ")) {
        Some((body, fen)) => (body.trim(), Some(fen.trim())),
        None => (check, None),
    };
    let (verb, rest) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
    let rest = rest.trim();
    if verb == "fact" {
        let Some((key, value)) = rest.split_once('=') else {
            return Finding::not_understood("write `fact KEY = VALUE`");
        };
        let key = key.trim();
        seen.insert(key.to_owned(), value.trim().to_owned());
        return fact(key, value.trim(), facts);
    }
    if verb == "start" {
        cx.said.insert(Topic::Setup);
        let Ok(setup) = crate::fen::read(rest, cx.compiled.rules()) else {
            return Finding::contradicted("the setup cannot be read with these rules");
        };
        let same = setup.pieces == cx.rules.setup.pieces && setup.turn == cx.rules.setup.turn;
        return Finding::of(same, "the setup of the rules").shown(crate::fen::write(&cx.rules.setup, &*cx.rules));
    }
    let setup = match fen.map(|fen| crate::fen::read(fen, cx.compiled.rules())) {
        None => cx.rules.setup.clone(),
        Some(Ok(setup)) => setup,
        Some(Err(error)) => {
            return Finding::contradicted(format!("the position cannot be read with these rules: {}", error.message));
        }
    };
    let Ok(mut game) = cx.compiled.game_unchecked(&setup) else {
        return Finding::not_understood("the position has too many castlings");
    };
    let shown = crate::fen::write(&setup, &*cx.rules);
    let finding = match verb {
        "dests" | "moves" => targets(cx, &mut game, verb == "dests", rest),
        "legal" | "illegal" => {
            let found = notation::parse(&mut game, rest);
            match (found, verb == "legal") {
                (Ok(_), true) => Finding::confirmed("legal"),
                (Err(_), false) => Finding::confirmed("not legal"),
                (Ok(_), false) => Finding::contradicted("it is legal").played(vec![rest.to_owned()]),
                (Err(error), true) => Finding::contradicted(error.to_string()),
            }
        }
        "state" => state(&mut game, rest),
        "perft" => perft(cx, &mut game, rest),
        "play" => play(cx, &mut game, rest),
        _ => Finding::not_understood(format!(
            "`{verb}` is no check; known are dests, moves, legal, illegal, state, start, perft, fact, play"
        )),
    };
    if finding.position.is_some() { finding } else { finding.shown(shown) }
}

fn targets(cx: &Context<'_>, game: &mut Game, legal: bool, rest: &str) -> Finding {
    let Some((from, wanted)) = rest.split_once('=') else {
        return Finding::not_understood("write `dests c2 = d3,c3 @ FEN`");
    };
    let geometry = &cx.rules.geometry;
    let Some(from) = cx.rules.geometry.square(from.trim()) else {
        return Finding::contradicted(format!("the board has no square `{}`", from.trim()));
    };
    let mut squares = SquareSet::EMPTY;
    for name in wanted.split([',', ' ']).filter(|name| !name.is_empty() && *name != "none") {
        match geometry.square(name) {
            Some(square) => squares.insert(square),
            None => return Finding::contradicted(format!("the board has no square `{name}`")),
        }
    }
    if game.piece_at(from).is_some_and(|placed| placed.side != game.turn()) {
        let mut setup = game.setup();
        setup.turn = !setup.turn;
        if let Ok(turned) = cx.compiled.game_unchecked(&setup) {
            *game = turned;
        }
    }
    let moves = if legal { game.legal_moves() } else { game.pseudo_legal_moves() };
    let real: SquareSet = moves
        .iter()
        .filter(|made| made.from == from && made.kind() != crate::interpreter::MoveKind::Drop)
        .map(|made| made.to)
        .collect();

    match real == squares {
        true => Finding::confirmed("the same squares"),
        false => Finding::contradicted(format!(
            "only on the page: {}; only in the rules: {}",
            names(geometry, squares & !real),
            names(geometry, real & !squares)
        )),
    }
}

fn state(game: &mut Game, word: &str) -> Finding {
    let (check, stuck) = (game.in_check(), game.legal_moves().is_empty());
    let real = match (check, stuck) {
        (true, true) => "mate",
        (false, true) => "stalemate",
        (true, false) => "check",
        (false, false) => "quiet",
    };
    let known = ["mate", "checkmate", "stalemate", "check", "quiet", "ongoing"].contains(&word);
    let same = real == word
        || word == "checkmate" && real == "mate"
        || word == "ongoing" && !stuck
        || word == "check" && check;
    if known {
        Finding::of(same, format!("it is {real}"))
    } else {
        Finding::not_understood(format!("`{word}` is no state: mate, stalemate, check or quiet"))
    }
}

/// The largest number of leaf nodes that are counted for a page.
const MOST_LEAVES: u64 = 6_000_000;

fn perft(cx: &mut Context<'_>, game: &mut Game, rest: &str) -> Finding {
    let wanted: Option<Vec<u64>> =
        rest.split([' ', ',']).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect();
    let Some(wanted) = wanted.filter(|wanted| !wanted.is_empty()) else {
        return Finding::not_understood("write `perft 20 400`");
    };
    // A claim must not keep the checker busy for hours. The next count is about the last one times its growth.
    let (mut last, mut growth) = (1_u64, 30_u64);
    for (index, count) in wanted.iter().enumerate() {
        let expected = last.saturating_mul(growth.max(1));
        if cx.known.leaves.saturating_add(expected) > MOST_LEAVES || index >= 6 {
            return Finding::not_checkable(format!("the counts hold up to depth {index}; more is not counted"));
        }
        let real = game.perft(index as u32 + 1);
        cx.known.leaves += real;
        if real != *count {
            return Finding::contradicted(format!("at depth {} the rules have {real} leaves, not {count}", index + 1));
        }
        (growth, last) = (real / last.max(1) + 1, real);
    }
    Finding::confirmed("the same counts")
}

fn play(cx: &Context<'_>, game: &mut Game, rest: &str) -> Finding {
    let (moves, end) = rest.split_once('=').unwrap_or((rest, ""));
    let mut played = Vec::new();
    for text in moves.split_whitespace() {
        match notation::parse(game, text) {
            Ok(made) => game.play(&made),
            Err(error) => return Finding::contradicted(error.to_string()).played(played),
        }
        played.push(text.to_owned());
    }
    let setup = game.setup();
    let real = crate::fen::write(&setup, &*cx.rules);
    let same = end.trim().is_empty()
        || crate::fen::read(end.trim(), cx.compiled.rules()).is_ok_and(|wanted| wanted.pieces == setup.pieces);
    Finding::of(same, format!("the moves lead to {real}")).played(played)
}
