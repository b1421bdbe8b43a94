//! Tables, pictures, lists and examples, each in its own file: what finds them also judges them.

pub mod caption;
pub mod diagram;
pub mod endgame;
pub mod glance;
pub mod pictures;
pub mod remark;
pub mod setup;
pub mod table;
pub mod told;
pub mod wording;

use std::collections::{HashMap, HashSet};

use crate::rules::{Fallback, PieceId};

use super::claim::{Claim, Finding, Verdict};
use super::context::Context;
use super::judge::{conditions, movement};
use super::model::Kind;
use super::moves::takes_in_passing;
use super::opposed;
use super::phrases::Shape;
use super::reader::Reader;
use super::sentence::{Sentence, Topic};
use super::trial::{self, Trial};

/// The largest amount of text that is read sentence by sentence.
const BUDGET: usize = 700_000;

/// Senses of words that sentences about rules have.
const ABOUT_RULES: [&str; 24] = [
    "promote",
    "castle",
    "mate",
    "stalemate",
    "check",
    "capture",
    "diagonal",
    "side",
    "vertical",
    "forward",
    "back",
    "jump",
    "rank",
    "drop",
    "draw",
    "win",
    "lose",
    "repeat",
    "square",
    "way",
    "duty",
    "move",
    "file",
    "board",
];

/// Reads the whole page.
pub fn find_all(cx: &mut Context<'_>) {
    remark::find(cx);
    pictures::find(cx);
    let (subjects, done) = table::find(cx);
    let legend = glance::find(cx);
    let done: HashSet<usize> = done.into_iter().chain(legend).collect();
    sentences(cx, &subjects, &done);
    doubt_aside(cx);
    wording::confirm(cx);
    silent(cx);
    cx.claims.sort_by_key(|claim| claim.line);
}

/// Tables are read before the sentences that say where the rules of another game begin.
fn doubt_aside(cx: &mut Context<'_>) {
    let Some(from) = cx.aside else { return };
    for claim in cx.claims.iter_mut().filter(|claim| claim.line > from && claim.verdict == Verdict::Contradicted) {
        (claim.verdict, claim.may_differ) = (Verdict::NotUnderstood, true);
        claim.detail = format!("it may be about another game: {}", claim.detail);
    }
}

/// State that is carried from sentence to sentence.
#[derive(Clone, Default)]
struct Running {
    reader: Reader,
    listed: setup::Listed,
    forced: Option<bool>,
}

fn sentences(cx: &mut Context<'_>, subjects: &HashMap<usize, PieceId>, done: &HashSet<usize>) {
    let mut running = Running { reader: Reader::new(cx, cx.page), ..Running::default() };
    let written = told::Sentences::new(cx);
    let mut budget = BUDGET;
    let page = cx.page;
    for (index, block) in page.blocks.iter().enumerate() {
        let skipped = block.generated || done.contains(&index) || caption::belongs_to_diagram(cx, index);
        match &block.kind {
            Kind::Image { source } => {
                image(cx, source, block.text.as_str(), block.line, block.attribute("onmousedown").is_some())
            }
            Kind::Heading(_) => block.text.as_str().trim().clone_into(&mut cx.heading),
            Kind::Diagram | Kind::Remark => {}
            _ if skipped => {}
            _ if block.attribute("data-fen").is_some() || block.attribute("data-fact").is_some() => {}
            _ => {
                let length = block.text.as_str().len();
                if length > budget {
                    let finding =
                        Finding::not_understood("the page is too long: the text from here on has not been read");
                    cx.claim("page", block.line, "(the rest of the page)", finding);
                    break;
                }
                // Reading a sentence costs something, however short it is.
                budget = budget.saturating_sub(length + 60);
                let sentences = cx.sentences(index, block, subjects.get(&index).copied());
                let below_picture = block.kind == Kind::Caption
                    && index > 0
                    && matches!(page.blocks[index - 1].kind, Kind::Image { .. });
                let stated = written.find(cx, block);
                let is_stated = |said: &Sentence| stated.iter().any(|span| span.contains(&said.at));
                let mut unread = Vec::new();
                for said in sentences.into_iter().filter(|said| !is_stated(said)) {
                    if !sentence(cx, &said, &mut running, below_picture) {
                        unread.push(said.subject);
                    }
                }
                movement::settle(cx, &unread);
            }
        }
    }
    setup::finish(cx, &running.listed);
    conditions::finish(cx);
    movement::finish(cx);
}

/// Reads a sentence; returns `false` if it is about rules and was not read wholly. What the grammar leaves over may be a line
/// of a list, or be about endgames or other subjects.
fn sentence(cx: &mut Context<'_>, said: &Sentence, running: &mut Running, below_picture: bool) -> bool {
    if said.tokens.iter().all(|token| token.shape == Shape::Mark) {
        return true;
    }
    let before = cx.claims.len();
    let read = running.reader.sentence(cx, said);
    let listed = !read.whole && !read.kinds.contains("setup") && setup::find(cx, said, &mut running.listed);
    let solved = !read.whole && endgame::find(cx, said, &mut running.forced);
    if listed || solved || read.whole {
        return read.whole;
    }
    let unsettled = |claim: &Claim| claim.verdict == Verdict::NotUnderstood;
    let in_part = !read.kinds.is_empty();
    if in_part && !cx.claims[before..].iter().all(unsettled) {
        if !read.settled.is_empty() {
            running.reader.gist(cx, said, read);
        }
        return false;
    }
    let after = cx.claims.len();
    let words = if read.row.brackets.is_empty() { read.row.words.clone() } else { Vec::new() };
    if !below_picture && (running.reader.gist(cx, said, read) || opposed::find(cx, &running.reader, said, &words)) {
        // The parts that the grammar has read are read now.
        cx.claims.drain(before..after);
        return true;
    }
    if in_part {
        return false;
    }
    let text = said.text.trim_end();
    let finding = match () {
        () if said.means("outside") => {
            Finding::not_checkable("about programs, players, clocks or values, not about rules")
        }
        () if text.ends_with('?') => Finding::not_checkable("a question"),
        () if below_picture => Finding::not_checkable("about the picture above it, which cannot be read"),
        () if text.ends_with(':') && said.tokens.len() < 24 => Finding::not_checkable("it only opens what follows"),
        () => Finding::not_understood("no rule that the checker knows how to read"),
    };
    let about = !said.pieces.is_empty() || ABOUT_RULES.into_iter().any(|sense| said.means(sense));
    if below_picture || about {
        cx.claim(if below_picture { "caption" } else { "prose" }, said.line, &said.text, finding);
    }
    !about
}

/// Pictures cannot be read; those that seem to show a board are listed.
fn image(cx: &mut Context<'_>, source: &str, alt: &str, line: usize, clicked: bool) {
    let text = format!("{alt} {source}").to_lowercase();
    let small = ["icon", "logo", "yellow", "orange", "green", "red", "button", "favicon", "-small", "heart"]
        .iter()
        .any(|word| text.contains(word));
    let file = source.rsplit('/').next().unwrap_or(source);
    // Pictures of single pieces stand beside names.
    let stem = file.split('.').next().unwrap_or(file).to_lowercase();
    let placed = (stem.contains("white") || stem.contains("black")) && !stem.contains("board");
    if clicked || small || placed || source.is_empty() {
        return;
    }
    let said = if alt.trim().is_empty() { file.to_owned() } else { format!("{} ({file})", alt.trim()) };
    let finding = Finding::not_checkable("a picture: give its position in a comment (check: …) or in data-fen");
    cx.claim("image", line, &said, finding);
}

/// Reports rules that the page never mentions.
fn silent(cx: &mut Context<'_>) {
    let mut topics: Vec<(Topic, String)> = vec![(Topic::Setup, "the setup".to_owned())];
    let rules = cx.rules.clone();
    for id in rules.piece_ids() {
        topics.push((
            Topic::Moves(id),
            format!("how the {} moves: `{}`", rules.piece(id).name, rules.piece(id).notation),
        ));
    }
    if rules.pieces.iter().any(|piece| piece.promotion.is_some()) {
        topics.push((Topic::Promotion, "promotion".to_owned()));
    }
    if !rules.castling.is_empty() {
        topics.push((Topic::Castling, "castling".to_owned()));
    }
    if takes_in_passing(&cx.rules) {
        topics.push((Topic::EnPassant, "en passant".to_owned()));
    }
    if rules.geometry.topology() != crate::board::Topology::Rectangle {
        topics.push((Topic::Topology, format!("the board is a {}", rules.geometry.topology().name())));
    }
    if rules.hand.is_some() {
        topics.push((Topic::Hand, "pieces go to the hand and are dropped".to_owned()));
    }
    if rules.constraints.must_capture {
        topics.push((Topic::MustCapture, "a side that can capture must capture".to_owned()));
    }
    for (index, end) in rules.ends.iter().enumerate() {
        topics.push((Topic::of_end(&end.condition, index), format!("the end `{}`", end.name)));
    }
    for (at, rule) in rules.tree.rules.iter().enumerate() {
        topics.push((Topic::Rule(at), format!("the rule `{}`", rule.kind.name)));
    }
    for (at, end) in rules.tree.ends.iter().enumerate() {
        topics.push((Topic::ToldEnd(at), format!("the end `{}`", end.kind.name)));
    }
    // After all claims of the page.
    let last = cx.page.blocks.last().map_or(1, |block| block.line);
    let line = cx.claims.iter().map(|claim| claim.line).max().unwrap_or(1).max(last);
    for (topic, what) in topics {
        if !cx.said.contains(&topic) {
            cx.claim(
                "silent",
                line,
                &what,
                Finding::new(Verdict::Silent, "the rules have it, and the page never speaks of it"),
            );
        }
    }
    extra_edges(cx, line);
    stuck_promoter(cx, line);
}

/// Judges whether a piece that has no promotion choice left, and so cannot move, still gives check.
fn stuck_promoter(cx: &mut Context<'_>, line: usize) {
    let stuck = cx
        .promoting()
        .and_then(|piece| cx.rules.piece(piece).promotion.clone())
        .is_some_and(|rule| rule.fallback == Fallback::Forbid && rule.limits.white.iter().any(Option::is_some));
    let spoken = cx.claims.iter().any(|claim| claim.text.contains("still") && claim.text.contains("check"));
    if !stuck || cx.carries_facts || spoken || !cx.said.contains(&Topic::Promotion) {
        return;
    }
    let Finding { verdict, position, detail, .. } = trial::shown(cx, Trial::Unpromotable);
    if verdict == Verdict::Confirmed {
        let finding = Finding { position, ..Finding::new(Verdict::Silent, format!("the rules: {detail}")) };
        cx.claim(
            "silent",
            line,
            "whether a piece that may not move, as nothing is left for it to become, gives check",
            finding,
        );
    }
}

/// On a joined board a slider could come back to where it started.
fn extra_edges(cx: &mut Context<'_>, line: usize) {
    let joined = cx.rules.geometry.topology() != crate::board::Topology::Rectangle;
    if joined && !cx.said.contains(&Topic::Setup) {
        return;
    }
    if joined && !cx.carries_facts {
        let finding = Finding::new(Verdict::Silent, "the rules: no piece goes all the way round to its own square");
        cx.claim("silent", line, "whether a slider may run round to where it started", finding);
    }
}
