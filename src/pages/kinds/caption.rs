//! Captions: what they say of the positions above them.

use crate::board::{Side, Square, SquareSet};
use crate::game::Game;
use crate::notation::{self, san};
use crate::outcome::Ended;
use crate::pages::above::Above;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::grammar::GRAMMAR;
use crate::pages::model::{Block, Kind};
use crate::pages::phrases::{Shape, Token};
use crate::pages::sentence::{Sentence, Topic};
use crate::rules::{EnPassant, Setup};

use super::diagram::{Diagram, check_marks, game_of, is_start};

/// Checks a caption with the positions above it.
pub fn check(cx: &mut Context<'_>, shown: &[Option<Diagram>], caption: Option<&Block>) {
    let said = caption.map(|block| block.text.as_str().trim().to_owned()).unwrap_or_default();
    let parts = parts(&said, shown.len());
    for (index, diagram) in shown.iter().enumerate() {
        let Some(diagram) = diagram else { continue };
        let part = parts.get(index).cloned().unwrap_or_default();
        let line = caption.map_or(diagram.line, |block| {
            let at = block.text.as_str().find(part.as_str()).unwrap_or(0);
            block.text.line(at)
        });
        let sentence = sentence(cx, &part, line);
        let about: Vec<_> = sentence.pieces.iter().map(|(_, piece)| *piece).collect();
        if !diagram.marks.is_empty() {
            let start = sentence.tokens.iter().find(|token| token.shape == Shape::Square);
            let start = start.and_then(|token| cx.square(&token.word));
            let words = if part.is_empty() { diagram.fen.clone() } else { part.clone() };
            check_marks(cx, diagram, &words, &about, (start, &moves_said(&sentence)));
        }
        if !part.is_empty() {
            let before = cx.shown.clone();
            let found = speak(cx, diagram, &sentence, before);
            if !found && diagram.marks.is_empty() {
                let finding =
                    Finding::not_understood("the caption is not understood; the position itself has been read");
                cx.claim("caption", line, &part, finding.shown(&diagram.fen));
            }
        }
        if cx.shown.as_ref().is_none_or(|setup| setup.pieces != diagram.setup.pieces) {
            cx.shown = Some(diagram.setup.clone());
        }
    }
}

/// The part of the caption that belongs to each diagram: `Left: … Right: …`.
fn parts(said: &str, count: usize) -> Vec<String> {
    if count < 2 {
        return vec![said.to_owned()];
    }
    let lower = said.to_lowercase();
    let pairs =
        [("left:", "right:"), ("left,", "right,"), ("before:", "after:"), ("above:", "below:"), ("left", "right")];
    for (first, second) in pairs {
        if let (Some(one), Some(two)) = (lower.find(first), lower.find(second))
            && one < two
            && said.is_char_boundary(two)
            && said.is_char_boundary(one)
        {
            let cut = |text: &str, word: &str| text[word.len().min(text.len())..].trim().to_owned();
            return vec![cut(&said[one..two], first), cut(&said[two..], second)];
        }
    }
    vec![said.to_owned()]
}

fn sentence(cx: &Context<'_>, part: &str, line: usize) -> Sentence {
    let tokens = crate::pages::phrases::tokens(part);
    let lines = vec![line; tokens.len()];
    let pieces: Vec<_> =
        tokens.iter().enumerate().filter_map(|(index, token)| Some((index, cx.piece(&token.word)?))).collect();
    let subject = pieces.first().map(|(_, piece)| *piece);
    let (heading, before, above) = (String::new(), None, Above::default());
    Sentence {
        at: 0,
        text: part.to_owned(),
        line,
        tokens,
        lines,
        pieces,
        subject,
        before,
        heading,
        block: 0,
        above,
        softened: false,
    }
}

/// Reads a caption of a position; `false` if nothing of it is understood.
fn speak(cx: &mut Context<'_>, diagram: &Diagram, said: &Sentence, before: Option<Setup>) -> bool {
    let text = said.text.to_lowercase();
    let mut found = false;
    let moves = moves_said(said);
    let result = said.text.contains("1-0").then_some(Side::White).or(said.text.contains("0-1").then_some(Side::Black));
    let start = ["initial", "initially", "starting", "starts", "start", "beginning", "first"]
        .iter()
        .any(|word| said.says(word))
        && moves.is_empty()
        && (said.says("position") || said.says("setup") || said.says("positions"));
    let start = start && !said.tokens.iter().any(|token| token.shape == Shape::San) && diagram.marks.is_empty();
    if start && said.pieces.is_empty() {
        let finding = is_start(cx, diagram);
        cx.say("setup", said, finding);
        return true;
    }
    let illegal = said.says("illegal") || said.says("forbidden") || said.means("negation") && said.means("permission");
    let listed = said.says("possible") || said.says("legal");
    if illegal && !moves.is_empty() {
        found |= check_illegal(cx, diagram, said, &moves[0]);
    } else if listed && moves.len() > 1 && !said.pieces.is_empty() {
        found |= check_list(cx, diagram, said, &moves);
    } else if said.says("after") || said.says("just") || said.text.starts_with("1.") || said.text.contains(" 1.") {
        found |= check_replay(cx, diagram, said, &moves, before);
    }
    found |= !found && check_targets(cx, diagram, said);
    found |= !found && check_no_move(cx, diagram, said, result);
    let mates = (said.means("mate") || said.means("win")) || result.is_some() || said.text.ends_with('#');
    if said.means("stalemate") || text.contains("no legal move") && said.means("draw") {
        found |= check_end(cx, diagram, said, Wanted::Stalemate);
    } else if mates && !said.means("negation") && !said.means("permission") && (said.means("mate") || result.is_some())
    {
        found |= check_end(cx, diagram, said, Wanted::Mate(result));
    } else if ["in check", "under check", "out of check"].iter().any(|words| text.contains(words))
        && !said.means("negation")
    {
        found |= check_end(cx, diagram, said, Wanted::Check);
    }
    found
}

/// The moves that a text speaks of, in order: SAN, bare squares after `just played`, castlings.
fn moves_said(said: &Sentence) -> Vec<String> {
    let is_move = |token: &Token| {
        let said = token.shape;
        // `b7d5`: from one square to another.
        let coordinates = said == Shape::Word && is_coordinates(&token.word);
        coordinates || matches!(said, Shape::San | Shape::Square | Shape::Castling)
    };
    let mut found: Vec<String> = Vec::new();
    for (index, token) in said.tokens.iter().enumerate().filter(|(_, token)| is_move(token)) {
        let before = index.checked_sub(1).map(|before| said.tokens[before].word.as_str());
        // `from d7`, `on e4`: a place and no move.
        let place = token.shape == Shape::Square && matches!(before, Some("from" | "on" | "at" | "to" | "of" | "in"));
        if !place {
            found.push(said.text[token.span.clone()].to_owned());
        }
    }
    found
}

/// Returns `true` for two squares in a row.
fn is_coordinates(word: &str) -> bool {
    let bytes = word.as_bytes();
    let square = |at: usize| bytes[at].is_ascii_lowercase() && bytes[at + 1].is_ascii_digit();
    bytes.len() == 4 && square(0) && square(2)
}

/// The number of the last full move that a text counts: 3 in `1.e4 e5 2.Nf3 Nc6 3.Bb5`.
fn last_number(text: &str) -> usize {
    // Not the 6 of `2.Bc4 Nc6.`
    let number = |word: &str| {
        let digits = word.trim_start_matches('(').split('.').next().filter(|_| word.contains('.'))?;
        digits.parse::<usize>().ok().filter(|number| *number < 500)
    };
    text.split_whitespace().filter_map(number).max().unwrap_or(0)
}

fn check_illegal(cx: &mut Context<'_>, diagram: &Diagram, said: &Sentence, text: &str) -> bool {
    for turn in [Side::White, Side::Black] {
        let Some(mut game) = game_of(cx, diagram, turn) else { continue };
        let legal = san::parse(&mut game, text).is_ok();
        let pseudo = game.pseudo_legal_moves();
        let target = text.trim_end_matches(['+', '#']);
        let target = target.get(target.len().saturating_sub(2)..).and_then(|name| cx.rules.geometry.square(name));
        let near = pseudo.iter().any(|made| Some(made.to) == target && letter(cx, made.piece, text));
        if near || legal {
            let finding = match legal {
                false => Finding::confirmed(format!(
                    "{text} could be made but for the royal piece ({} to move)",
                    turn.name()
                )),
                true => Finding::contradicted(format!("{text} is legal with {} to move", turn.name())),
            };
            cx.say("example", said, finding.shown(&diagram.fen));
            return true;
        }
    }
    false
}

fn letter(cx: &Context<'_>, piece: crate::rules::PieceId, text: &str) -> bool {
    let symbol = cx.rules.piece(piece).symbol.white.to_uppercase();
    let first = text.chars().next().filter(char::is_ascii_uppercase);
    first.is_none_or(|first| symbol == first.to_string())
}

fn check_list(cx: &mut Context<'_>, diagram: &Diagram, said: &Sentence, moves: &[String]) -> bool {
    let piece = said.pieces[0].1;
    let mut best: Option<Finding> = None;
    for turn in [Side::White, Side::Black] {
        let Some(mut game) = game_of(cx, diagram, turn) else { continue };
        let of_piece: Vec<_> = game.legal_moves().into_iter().filter(|made| made.piece == piece).collect();
        let parsed: Vec<_> = moves.iter().filter_map(|text| san::parse(&mut game, text).ok()).collect();
        if parsed.len() != moves.len() {
            continue;
        }
        let missing: Vec<String> =
            of_piece.iter().filter(|made| !parsed.contains(made)).map(|made| san::write(&mut game, made)).collect();
        let finding = match missing.is_empty() {
            true => Finding::confirmed(format!("all legal moves of the kind, with {} to move", turn.name())),
            false => {
                Finding::new(Verdict::Incomplete, format!("also legal: {}", missing.join(", "))).played(missing.clone())
            }
        };
        if missing.is_empty() || best.is_none() {
            best = Some(finding);
        }
    }
    let Some(finding) = best else { return false };
    cx.say("example", said, finding.shown(&diagram.fen));
    true
}

/// Checks `The cardinal can take on c5 and f5`, `the king can take the rook`, `the king cannot take on a8`.
fn check_targets(cx: &mut Context<'_>, diagram: &Diagram, said: &Sentence) -> bool {
    let means = |token: &Token, sense: &str| GRAMMAR.means(&token.word, sense);
    let verb = said.tokens.iter().position(|token| means(token, "capture"));
    let (Some(verb), Some((_, piece))) = (verb, said.pieces.first().copied()) else { return false };
    let denied = said.tokens[..verb].iter().any(|token| means(token, "negation"));
    let granted = said.tokens[..verb].iter().any(|token| means(token, "permission"));
    if !(denied || granted) || said.says("passant") {
        return false;
    }
    let squares: SquareSet = said.tokens[verb..]
        .iter()
        .filter(|token| token.shape == Shape::Square)
        .filter_map(|token| cx.square(&token.word))
        .collect();
    let victim = said.pieces.iter().find(|(at, _)| *at > verb).map(|(_, piece)| *piece);
    let Some(wanted) = (!squares.is_empty()).then_some(Ok(squares)).or(victim.map(Err)) else { return false };
    let told = said.tokens.iter().find_map(|token| match token.word.as_str() {
        "white" => Some(Side::White),
        "black" => Some(Side::Black),
        _ => None,
    });
    let (mut able, mut there) = (false, false);
    for turn in Side::ALL.into_iter().filter(|turn| told.is_none_or(|told| told == *turn)) {
        let pieces = diagram.setup.pieces.clone();
        there |= pieces.iter().flatten().any(|placed| placed.piece == piece && placed.side == turn);
        let Some(game) = game_of(cx, diagram, turn) else { continue };
        let moves = game.legal_moves();
        let takes = moves.iter().filter(|made| made.piece == piece && made.is_capture());
        let taken: SquareSet = takes.flat_map(|made| made.captures()).collect();
        able |= match wanted {
            Ok(squares) => squares.is_subset(&taken),
            Err(victim) => {
                taken.iter().any(|square| pieces[square.index()].is_some_and(|placed| placed.piece == victim))
            }
        };
    }
    if !there {
        return false;
    }
    let detail = if able { "the capture is legal" } else { "there is no such legal capture" };
    // A caption may mean another position, so that only what fits is sure.
    let finding = match able != denied {
        true => Finding::confirmed(detail),
        false => Finding::new(Verdict::Suspicious, detail),
    };
    cx.say("example", said, finding.shown(&diagram.fen));
    true
}

/// Checks a caption such as `White cannot move: 1-0`: whether the side has no legal move, and the result.
fn check_no_move(cx: &mut Context<'_>, diagram: &Diagram, said: &Sentence, result: Option<Side>) -> bool {
    let stuck = said.text.to_lowercase().contains("no legal move") || said.text.to_lowercase().contains("cannot move");
    let told = said.tokens.iter().find_map(|token| match token.word.as_str() {
        "white" => Some(Side::White),
        "black" => Some(Side::Black),
        _ => None,
    });
    let (true, Some(turn)) = (stuck && said.pieces.is_empty(), told) else { return false };
    let Some(mut game) = game_of(cx, diagram, turn) else { return false };
    let moves = game.legal_moves();
    let finding = match moves.first() {
        Some(made) => {
            Finding::contradicted(format!("{} can move", turn.name())).played(vec![san::write(&mut game, made)])
        }
        None => {
            let end = game.end().map(|end| end.outcome);
            match result {
                Some(winner) if end != Some(crate::rules::Outcome::Won(winner)) => {
                    Finding::contradicted("there is no legal move, but by the rules the game does not end so")
                }
                _ => Finding::confirmed("there is no legal move"),
            }
        }
    };
    cx.say("end", said, finding.shown(&diagram.fen));
    true
}

/// Replays the moves of a caption: from the start if they are numbered, otherwise from the position shown before.
fn check_replay(
    cx: &mut Context<'_>,
    diagram: &Diagram,
    said: &Sentence,
    moves: &[String],
    before: Option<Setup>,
) -> bool {
    if said.says("just") && moves.len() == 1 {
        return check_just_played(cx, diagram, said, &moves[0]);
    }
    if moves.is_empty() {
        return false;
    }
    let numbered = said.text.contains("1.");
    let last = last_number(&said.text);
    if numbered && !(2 * last - 1..=2 * last).contains(&moves.len()) {
        return false;
    }
    let from = if numbered { Some(cx.rules.setup.clone()) } else { before };
    let Some(from) = from else { return false };
    let turns: &[Side] = if numbered { &[from.turn] } else { &[Side::White, Side::Black] };
    for turn in turns {
        if let Some(end) = play(cx, &from, *turn, moves, Alternate::Yes) {
            if end.pieces == diagram.setup.pieces {
                let finding = Finding::confirmed("the moves lead from the position before to this one");
                cx.say("example", said, finding.shown(&diagram.fen).played(moves.to_vec()));
                return true;
            }
            if numbered && said.says("after") {
                let finding = Finding::contradicted("the moves lead from the start to another position");
                cx.say("example", said, finding.shown(crate::fen::write(&end, &*cx.rules)).played(moves.to_vec()));
                return true;
            }
        }
    }
    for turn in Side::ALL {
        let alone = play(cx, &from, turn, moves, Alternate::No);
        if moves.len() > 1 && alone.is_some_and(|end| end.pieces == diagram.setup.pieces) {
            let side = turn.name();
            let finding = Finding::contradicted(format!(
                "this needs {} moves of {side} in a row; the other side's replies are missing",
                moves.len()
            ));
            cx.say("example", said, finding.shown(crate::fen::write(&from, &*cx.rules)).played(moves.to_vec()));
            return true;
        }
    }
    false
}

/// Whether the sides move alternately.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alternate {
    Yes,
    No,
}

fn play(cx: &Context<'_>, from: &Setup, turn: Side, moves: &[String], alternate: Alternate) -> Option<Setup> {
    let mut setup = from.clone();
    setup.turn = turn;
    let mut game = cx.compiled.game_unchecked(&setup).ok()?;
    for text in moves {
        if alternate == Alternate::No && game.turn() != turn {
            let mut setup = game.setup();
            setup.turn = turn;
            game = cx.compiled.game_unchecked(&setup).ok()?;
        }
        let made = notation::parse(&mut game, text).ok()?;
        game.play(&made);
    }
    Some(game.setup())
}

/// Checks `Black just played d5 (jump from d7)`: the move must have been possible, and it may leave a right to
/// capture en passant.
fn check_just_played(cx: &mut Context<'_>, diagram: &Diagram, said: &Sentence, text: &str) -> bool {
    let geometry = cx.rules.geometry.clone();
    let Some(to) = geometry.square(&text.to_lowercase()) else { return false };
    let from = said.tokens.iter().skip_while(|token| token.word != "from").find(|token| token.shape == Shape::Square);
    let from = from.and_then(|token| geometry.square(&token.word));
    let Some(placed) = diagram.setup.pieces[to.index()] else {
        let finding = Finding::contradicted(format!("no piece stands on {text}"));
        cx.say("example", said, finding.shown(&diagram.fen));
        return true;
    };
    let mut setup = diagram.setup.clone();
    let froms: Vec<Square> = from.map_or_else(|| geometry.squares().iter().collect(), |from| vec![from]);
    for from in froms {
        if setup.pieces[from.index()].is_some() {
            continue;
        }
        setup.pieces[to.index()] = None;
        setup.pieces[from.index()] = Some(placed);
        setup.turn = placed.side;
        let game = cx.compiled.game_unchecked(&setup).ok();
        let made = game.and_then(|mut game| {
            let made = game.legal_moves().into_iter().find(|made| (made.from, made.to) == (from, to))?;
            game.play(&made);
            Some(game)
        });
        if let Some(game) = made {
            let right: Option<EnPassant> = game.en_passant();
            let after = game.legal_moves();
            let passing = after.iter().any(|made| made.kind() == crate::interpreter::MoveKind::EnPassant);
            let detail = match passing {
                true => "the move was possible, and en passant is possible now",
                false => "the move was possible",
            };
            let mut shown = diagram.setup.clone();
            shown.turn = game.turn();
            shown.en_passant = right;
            cx.say("example", said, Finding::confirmed(detail).shown(crate::fen::write(&shown, &*cx.rules)));
            cx.shown = Some(shown);
            return true;
        }
        setup = diagram.setup.clone();
    }
    let finding = Finding::contradicted("the piece cannot have come there with its last move");
    cx.say("example", said, finding.shown(&diagram.fen));
    true
}

/// State of the game that a caption states.
#[derive(Clone, Copy)]
enum Wanted {
    Mate(Option<Side>),
    Stalemate,
    Check,
}

fn check_end(cx: &mut Context<'_>, diagram: &Diagram, said: &Sentence, wanted: Wanted) -> bool {
    let states: Vec<(Side, bool, bool, Option<Ended>)> = Side::ALL
        .into_iter()
        .filter_map(|turn| {
            let game: Game = game_of(cx, diagram, turn)?;
            Some((turn, game.in_check(), game.legal_moves().is_empty(), game.end()))
        })
        .collect();
    let fits = |(turn, check, stuck, end): &&(Side, bool, bool, Option<Ended>)| match wanted {
        Wanted::Mate(winner) => {
            let mate = *check && *stuck
                || end.as_ref().is_some_and(|end| !end.claim && matches!(end.outcome, crate::rules::Outcome::Won(_)));
            mate && winner.is_none_or(|winner| winner != *turn || !*check)
        }
        Wanted::Stalemate => !*check && *stuck,
        Wanted::Check => *check,
    };
    let what = match wanted {
        Wanted::Mate(_) => "mate",
        Wanted::Stalemate => "stalemate",
        Wanted::Check => "check",
    };
    let found = states.iter().find(fits);
    let finding = match found {
        Some((turn, ..)) => Finding::confirmed(format!("{what}, {} to move", turn.name())),
        // Captions often describe a later position, so they are contradicted only if the position names the side to
        // move.
        None if diagram.turn_known => Finding::contradicted(format!("no {what}, no matter which side is to move")),
        None => Finding::new(
            Verdict::Suspicious,
            format!("no {what} here, no matter which side is to move: perhaps the caption speaks of a later position"),
        ),
    };
    if matches!(wanted, Wanted::Mate(_)) && found.is_some() {
        cx.said.insert(Topic::Mate);
    }
    cx.say("end", said, finding.shown(&diagram.fen));
    true
}

/// Returns `true` if the block is a caption that has been checked with the diagram above it.
pub fn belongs_to_diagram(cx: &Context<'_>, index: usize) -> bool {
    let before = index.checked_sub(1).map(|before| &cx.page.blocks[before]);
    cx.page.blocks[index].kind == Kind::Caption && before.is_some_and(super::diagram::is_diagram)
}
