//! Loads a playable variant by its name or text.

use std::fmt;
use std::sync::Arc;

use crate::board::Side;
use crate::compile;
use crate::diagnostic::{self, Code, Diagnostic, Style};
use crate::english;
use crate::fen;
use crate::game::{Compiled, Game, PositionError};
use crate::interpreter::Move;
use crate::notation;
use crate::rules::tree::{Block, Effect, EffectKind, Rule, RuleKind};
use crate::rules::{Condition, Outcome, PieceId, Royalty, Rules, Setup};
use crate::source::{SourceId, SourceMap, Span};
use crate::variant::{DiskLoader, Loader, NoFiles, Node, VariantSource};
use crate::work::{self, Limits, Stopped};

/// The reason why a variant cannot be played.
#[derive(Debug)]
pub enum LoadError {
    /// It cannot be read.
    Unreadable(compile::LoadError),
    /// It has errors.
    Faulty {
        /// All problems, warnings included.
        problems: Vec<Diagnostic>,
        /// The texts with the problems.
        sources: Box<SourceMap>,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unreadable(error) => error.fmt(f),
            LoadError::Faulty { problems, sources } => {
                f.write_str(&diagnostic::render_all(problems, sources, Style::Plain))
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// The variant with a built-in name, or in the YAML file at a path.
///
/// ```
/// let chess = ferz::load("chess").unwrap();
/// assert_eq!(chess.start().unwrap().perft(3), 8_902);
/// assert!(ferz::load("chesss").unwrap_err().to_string().contains("did you mean `chess`?"));
/// ```
///
/// # Errors
/// When there is no such variant, or its file has errors: the message shows all of them.
pub fn load(name_or_path: &str) -> Result<Compiled, LoadError> {
    compiled(compile::load(&VariantSource::named(name_or_path), &DiskLoader))
}

/// The variant that a YAML text describes. It may extend built-in variants, and reads no file.
///
/// ```
/// let text = "name: No castling\nextends: chess\ncastling: none\nsetup: 4k3/8/8/8/8/8/8/4K2R w - - 0 1";
/// assert_eq!(ferz::load_text(text).unwrap().start().unwrap().legal_moves().len(), 14);
/// ```
///
/// # Errors
/// When the text has errors: the message shows all of them.
pub fn load_text(yaml: &str) -> Result<Compiled, LoadError> {
    let source = VariantSource::Text { name: "variant".to_owned(), text: yaml.to_owned() };
    compiled(compile::load(&source, &NoFiles))
}

fn compiled(loaded: Result<compile::Loaded, compile::LoadError>) -> Result<Compiled, LoadError> {
    let loaded = loaded.map_err(LoadError::Unreadable)?;
    match loaded.variant {
        Some(variant) => Ok(Compiled::new(variant.rules)),
        None => Err(LoadError::Faulty { problems: loaded.problems, sources: Box::new(loaded.sources) }),
    }
}

/// Reads, checks and compiles a variant like [`compile::load`], and also tests its first moves. This needs the tables
/// of the generator, which take time to build.
///
/// ```
/// use ferz::variant::{NoFiles, VariantSource};
/// let text = "name: Own checks\nextends: chess\nrules: {own: {pieces: pieces, also_checks: royal own pieces}}";
/// let source = VariantSource::Text { name: "variant".to_owned(), text: text.to_owned() };
/// let loaded = ferz::check(&source, &NoFiles).unwrap();
/// assert_eq!(loaded.problems[0].code.name(), "opponent-in-check");
/// ```
///
/// # Errors
/// When there is nothing to read. Problems of the text are part of the answer.
pub fn check(source: &VariantSource, loader: &dyn Loader) -> Result<compile::Loaded, compile::LoadError> {
    check_compiled(source, loader, None)
}

/// The same as [`check`], if the caller may have compiled the same text before.
pub(crate) fn check_compiled(
    source: &VariantSource,
    loader: &dyn Loader,
    known: Option<Arc<Compiled>>,
) -> Result<compile::Loaded, compile::LoadError> {
    let mut loaded = compile::load_for_oracle(source, loader)?;
    let Some(variant) = &loaded.variant else { return Ok(loaded) };
    // The interpreter cannot play this game yet, so its start cannot be tested.
    if let Some((message, place)) = compile::needs_oracle(&variant.rules) {
        match unknown_to_the_oracle(variant) {
            Some(unknown) => {
                let help = "say the rules that these keys stand for in the language of rules, or use older keys alone";
                loaded.refuse(Code::NeedsOracle, place, format!("{message}, and {unknown}"), help);
            }
            None => {
                let help = "the slow oracle answers `ferz moves`, `perft`, `play`, `show`, `why` and `test`; nothing else plays the variant";
                loaded.warn(Code::NeedsOracle, place, message, help);
            }
        }
        return Ok(loaded);
    }
    if !work::look() {
        return Ok(loaded);
    }
    let compiled = known.unwrap_or_else(|| Arc::new(Compiled::new(variant.rules.clone())));
    match compiled.start() {
        Ok(start) => {
            for (code, place, message, help) in oddities(&compiled, &start, variant) {
                if code == Code::OverAtStart {
                    // A warning about uneven sides would be less precise.
                    loaded.problems.retain(|problem| problem.code != Code::UnevenSides);
                }
                loaded.warn(code, place, message, help);
            }
        }
        Err(error) => {
            let problem = cannot_start(&variant.rules, error, start_place(&loaded));
            loaded.problems.push(problem);
            loaded.variant = None;
        }
    }
    Ok(loaded)
}

/// The rules of a variant that the oracle does not know; `None` if it can play the variant.
#[cfg(feature = "batch")]
fn unknown_to_the_oracle(variant: &compile::Variant) -> Option<crate::restate::NoOracle> {
    crate::restate::oracle(Arc::new(variant.rules.clone())).err()
}

#[cfg(not(feature = "batch"))]
fn unknown_to_the_oracle(_: &compile::Variant) -> Option<String> {
    None
}

/// A problem of the first moves: its code, its place (`None` for the setup), its message and its help.
type Oddity = (Code, Option<Span>, String, &'static str);

/// Problems of the first moves of a game, and of the tests.
fn oddities(compiled: &Compiled, start: &Game, variant: &compile::Variant) -> Vec<Oddity> {
    let mut found = Vec::new();
    // In a large game, not all first moves are tried, so that the answer stays within its limits.
    let limits = Limits { steps: Some(MOST_STEPS), ..Limits::default() };
    match work::within(&limits, || over_at_start(&variant.rules, start)) {
        Ok(Some((end, message))) => {
            let place = end.and_then(|end| variant.rules.ends.get(end)).and_then(|end| end.source.span);
            found.push((Code::OverAtStart, place, message, "change the end, or the setup"));
        }
        Err(stopped @ Stopped::Restless) => {
            let help = "let each round of `repeat` leave less to change, or say in `when:` where it ends";
            let place = variant.rules.tree.rules.iter().find(|rule| repeats(rule)).and_then(|rule| rule.source.span);
            found.push((Code::EndlessMove, place, stopped.to_string(), help));
        }
        Err(Stopped::Endless(index)) => found.extend(variant.rules.tree.rules.get(index).map(endless)),
        _ => {}
    }
    if start.in_check() {
        let message = format!("{} is in check before the first move", variant.rules.look.sides[start.turn()]);
        let help = "let the other side move first, move a piece, or change the rule that gives the check";
        found.push((Code::StartsInCheck, None, message, help));
    }
    let help = "change the moves of `play`, or the rule that forbids one";
    let tests = unplayable_tests(compiled, &variant.tests).into_iter();
    found.extend(tests.map(|(place, message)| (Code::BadTest, Some(place), message, help)));
    found
}

/// `true` if a rule has a block that is repeated until nothing changes.
fn repeats(rule: &Rule) -> bool {
    fn is_repeated(block: &Block) -> bool {
        let inside = |effect: &Effect| matches!(&effect.kind, EffectKind::Block(inner) | EffectKind::May(inner) if is_repeated(inner));
        block.repeat || block.effects.iter().any(inside)
    }
    matches!(&rule.kind.kind, RuleKind::After { block, .. } | RuleKind::Instead { block, .. } if is_repeated(block))
}

/// The problem of a rule that adds steps to a move without end.
fn endless(rule: &Rule) -> Oddity {
    let message = format!("the rule `{}` adds steps to a move without end", rule.kind.name);
    let help = "let it go on only after a capture (`after: capture, then: capture`), or say in `when:` where it ends";
    (Code::EndlessMove, rule.source.span, message, help)
}

/// The tests whose moves cannot be played, as problems.
fn unplayable_tests(compiled: &Compiled, tests: &compile::Tests) -> Vec<(Span, String)> {
    let moves = tests.moves.iter().map(|test| (test.span, &test.fen, &test.play));
    let ends = tests.ends.iter().map(|test| (test.span, &test.fen, &test.play));
    moves
        .chain(ends)
        .filter_map(|(span, fen, play)| Some((span, unplayable(compiled, fen.as_deref(), play)?)))
        .collect()
}

/// The message about the illegal move of a test; `None` if all moves are legal. Positions have been read before.
fn unplayable(compiled: &Compiled, fen: Option<&str>, play: &[String]) -> Option<String> {
    if play.is_empty() {
        return None;
    }
    let game = match fen {
        None => compiled.start(),
        Some(text) => compiled.game(&fen::read(text, compiled.rules()).ok()?),
    };
    let mut game = game.ok()?;
    for text in play {
        match notation::parse(&mut game, text) {
            Ok(made) => game.play(&made),
            Err(error) => return Some(format!("this test cannot be played: {error}")),
        }
    }
    None
}

/// The problem of a start that cannot be played. Attacks on a royal piece are known only after all rules have been
/// compiled.
fn cannot_start(rules: &Rules, error: PositionError, place: Span) -> Diagnostic {
    let PositionError::OpponentInCheck { side, square } = error else {
        return Diagnostic::error(Code::BadCastling, place, error.to_string());
    };
    let piece = rules.setup.pieces[square.index()].map_or("", |placed| &rules.piece(placed.piece).name);
    let message = format!(
        "the setup has {} to move, but by the rules of this variant {}'s `{piece}` on {} is in check",
        english::capitalised((!side).name()),
        english::capitalised(side.name()),
        rules.geometry.name(square)
    );
    let help = "no game can begin like this: let the other side move first, move a piece, or change the rule that gives the check";
    Diagnostic::error(Code::OpponentInCheck, place, message).help(help)
}

/// The part of the variant's own file that decides how a game begins: the setup, or the changed keys around an
/// inherited one.
fn start_place(loaded: &compile::Loaded) -> Span {
    let own = SourceId(0);
    let map = loaded.tree.as_ref().and_then(Node::map);
    let key = |name: &&str| map.and_then(|map| map.get(*name)).map(|entry| entry.key).filter(|key| key.source == own);
    let found = ["setup", "rules", "pieces", "board"].iter().find_map(key);
    found.unwrap_or(Span::new(own, 0..0))
}

/// Largest number of first moves that are all tried.
const FIRST_MOVES: usize = 400;
/// The largest number of steps of the generator for trying first moves.
const MOST_STEPS: u64 = 2_000_000;

/// The reason why no game can be played: the end that already holds (if any), and a message.
fn over_at_start(rules: &Rules, start: &Game) -> Option<(Option<usize>, String)> {
    let side = rules.look.sides[start.turn()].clone();
    if let Some(end) = start.end() {
        // The game can still be played if a player only may claim the end.
        return (!end.claim)
            .then(|| (Some(end.index), format!("the game is over before it begins: `{}` holds", end.reason)));
    }
    let moves = start.legal_moves();
    if moves.is_empty() {
        return Some((None, format!("{side} has no legal move at the start, and no end covers this")));
    }
    if let Some(end) = common_end(start) {
        return Some((Some(end), format!("every first move ends the game by `{}`", rules.end_name(end))));
    }
    if let Some((end, san)) = winning_move(start, &moves) {
        return Some((Some(end), format!("{side} can win with its first move, {san}, by `{}`", rules.end_name(end))));
    }
    let mut answers = moves.iter().take(FIRST_MOVES).map(|first| {
        let mut game = start.clone();
        game.play(first);
        (game.turn() != start.turn()).then(|| common_end(&game)).flatten()
    });
    let end = answers.next()??;
    let all = answers.all(|other| other == Some(end));
    all.then(|| (Some(end), format!("every second move ends the game by `{}`", rules.end_name(end))))
}

/// A first move that wins at once, in SAN, with its end.
fn winning_move(start: &Game, moves: &[Move]) -> Option<(usize, String)> {
    let wins = |made: &Move| {
        let mut game = start.clone();
        if work::is_stopped() {
            return None;
        }
        game.play(made);
        game.end().filter(|end| !end.claim && end.outcome == Outcome::Won(start.turn())).map(|end| end.index)
    };
    // Writing the texts of very many moves would take too long.
    if moves.len() > FIRST_MOVES {
        let (end, made) = moves.iter().take(FIRST_MOVES).find_map(|made| Some((wins(made)?, made)))?;
        return Some((end, notation::San::of(&mut start.clone(), made).to_string()));
    }
    let written = notation::list(&mut start.clone());
    written.into_iter().find_map(|written| Some((wins(&written.made)?, written.san)))
}

/// The end to which every first move leads, if it is the same one.
fn common_end(game: &Game) -> Option<usize> {
    let mut ends = game.legal_moves().into_iter().map(|mv| {
        if work::is_stopped() {
            return None;
        }
        let mut game = game.clone();
        game.play(&mv);
        // An end that is found after a limit was exceeded is meaningless.
        game.end().filter(|end| !end.claim && !work::is_stopped()).map(|end| end.index)
    });
    let end = ends.next()??;
    ends.all(|other| other == Some(end)).then_some(end)
}

/// The message about a royal piece that a side of a position lacks, in games in which each side always has one. `None`
/// if none is missing, or if the game can go on without royal pieces.
pub fn missing_royal(rules: &Rules, setup: &Setup) -> Option<String> {
    let effects = &rules.effects;
    let changes = effects.blast.is_some() || effects.flips.is_some() || !effects.petrifies.is_empty();
    if changes || !rules.is_plain() {
        return None;
    }
    let is_royal = |id: PieceId| rules.piece(id).royalty == Royalty::Royal;
    let counts = |condition: &Condition| match condition {
        Condition::Extinct { pieces, .. } => pieces.iter().any(|id| is_royal(*id)),
        _ => false,
    };
    if rules.ends.iter().any(|end| counts(&end.condition)) {
        return None;
    }
    let has = |setup: &Setup, side: Side| {
        let placed = setup.pieces.iter().flatten().any(|placed| placed.side == side && is_royal(placed.piece));
        placed || rules.piece_ids().any(|id| is_royal(id) && setup.hands[side][id.index()] > 0)
    };
    let side = Side::ALL.into_iter().find(|side| has(&rules.setup, *side) && !has(setup, *side))?;
    let names = rules.piece_ids().filter(|id| is_royal(*id)).map(|id| rules.piece(id).name.as_str());
    Some(format!("{} has no {} in this position", english::capitalised(side.name()), diagnostic::one_of(names)))
}
