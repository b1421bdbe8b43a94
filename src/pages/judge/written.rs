//! Claims about how moves are written, and about captures in passing with all of their squares.

use crate::board::{Side, Square, SquareSet};
use crate::interpreter::MoveKind;
use crate::notation::{san, uci};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::{fen_of, setup_of};
use crate::rules::PieceId;

use super::conditions;
use super::told::{Judged, Told};

/// The verdict on a claim of this kind.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let found = match told.reading.shape {
        "castlewritten" => ("notation", castling(cx, told)),
        "written" => ("notation", example(cx, told)),
        "opening" => ("notation", opening(cx, told)),
        "passexample" => ("en passant", in_passing(cx, told)),
        "shuffled" => ("setup", shuffled(cx, told)),
        _ => return Vec::new(),
    };
    found.1.map(|finding| (found.0, finding)).into_iter().collect()
}

/// `Castling is written 0-0`.
fn castling(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    if told.numbers("number").iter().any(|number| *number != 0) {
        return None;
    }
    let Some((setup, _)) = conditions::example(cx) else {
        return Some(Finding::contradicted("the rules have no castling to be written"));
    };
    let reads =
        |text: &&str| cx.compiled.game_unchecked(&setup).is_ok_and(|mut game| san::parse(&mut game, text).is_ok());
    let detail = "read as castling; PGN writes it with the letter O, `0-0` is taken as the same";
    Some(Finding::of(["0-0", "0-0-0"].iter().any(reads), detail).shown(fen_of(&cx.rules, &setup)))
}

/// The square that the text of a move ends with.
fn target(cx: &Context<'_>, text: &str) -> Option<Square> {
    let plain = text.trim_end_matches(['+', '#']).split('=').next().unwrap_or(text);
    let from = plain.find(|c: char| c.is_ascii_digit())?.checked_sub(1)?;
    cx.square(&plain.get(from..)?.to_lowercase())
}

/// `A rook that takes on f3 is written Rxf3`: a position is made up in which this is a move.
fn example(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let word = told.notes().iter().filter(|note| note.tag == "other").find_map(|note| told.word(note))?;
    let text = told.text.get(word.span.clone())?;
    let rules = &cx.rules;
    let letter = text.chars().next().filter(char::is_ascii_uppercase).map(|c| c.to_string());
    let mover = match &letter {
        Some(letter) => rules.piece_with_symbol(letter).map(|(piece, _)| piece),
        None => cx.promoting(),
    }?;
    let target = target(cx, text)?;
    // The squares that the sentence names for the move.
    let squares = told.notes().iter().filter(|note| note.tag == "square").filter_map(|note| told.word(note));
    let other = squares.filter_map(|word| cx.square(&word.text)).any(|square| square != target);
    if other || told.subjects.first().is_some_and(|piece| *piece != mover) {
        return Some(Finding::contradicted(format!(
            "`{text}` is a move of the {} to {}",
            cx.name(mover),
            rules.geometry.name(target)
        )));
    }
    let plain = |id: &PieceId| !rules.piece(*id).royalty.is_ever_royal() && *id != mover;
    let victim = rules.piece_ids().find(plain).unwrap_or(mover);
    let squares: SquareSet = rules.geometry.squares();
    squares.iter().filter(|from| *from != target).find_map(|from| {
        let mut pieces = vec![(from, mover, Side::White)];
        pieces.extend(text.contains('x').then_some((target, victim, Side::Black)));
        let setup = setup_of(rules, &pieces, Side::White);
        let read = cx.compiled.game_unchecked(&setup).is_ok_and(|mut game| san::parse(&mut game, text).is_ok());
        let finding = || Finding::confirmed(format!("{text} is read as this move here"));
        read.then(|| finding().shown(fen_of(rules, &setup)))
    })
}

/// `1.e4 means "pawn from e2 to e4"`.
fn opening(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let words: Vec<_> = told
        .notes()
        .iter()
        .filter(|note| ["square", "other"].contains(&note.tag))
        .filter_map(|note| told.word(note))
        .collect();
    let [said, from, to] = words.as_slice() else { return None };
    let (from, to) = (cx.square(&from.text)?, cx.square(&to.text)?);
    // Marks the named piece as used: it is in the words of the example and changes nothing.
    told.pieces(told.notes());
    if told.numbers("number") != [1] {
        return None;
    }
    let text = told.text.get(said.span.clone())?.to_owned();
    let mut game = cx.compiled.start().ok()?;
    let finding = match san::parse(&mut game, &text) {
        Ok(made) => {
            let name = |square| cx.rules.geometry.name(square).to_string();
            let detail = format!("{text} is the move {}-{}", name(made.from), name(made.to));
            Finding::of((made.from, made.to) == (from, to), detail)
        }
        Err(error) => Finding::contradicted(format!("no first move: {error}")),
    };
    Some(finding.played(vec![text]))
}

/// `The pawn on b5 moves to c6 and captures the pawn on c5`: whether it can be played behind a step of the other pawn.
fn in_passing(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let squares = told.notes().iter().filter(|note| note.tag == "square").filter_map(|note| told.word(note));
    let squares: Vec<Square> = squares.filter_map(|word| cx.square(&word.text)).collect();
    let [from, to, victim] = *squares.as_slice() else { return None };
    let piece = cx.promoting().filter(|piece| told.pieces(told.notes()).iter().all(|said| said == piece))?;
    let side = told.side()?;
    let geometry = cx.rules.geometry.clone();
    let other = |middle: usize, end: usize| (2 * middle).checked_sub(end);
    let beyond = other(geometry.file(to), geometry.file(victim))
        .zip(other(geometry.rank(to), geometry.rank(victim)))
        .and_then(|(file, rank)| geometry.at(file, rank));
    let Some(opposite) = beyond else { return Some(Finding::contradicted("no such capture is possible")) };
    let mut shown = None;
    for (start, end) in [(opposite, victim), (victim, opposite)] {
        let setup = setup_of(&cx.rules, &[(from, piece, side), (start, piece, !side)], !side);
        let Ok(mut game) = cx.compiled.game_unchecked(&setup) else { continue };
        shown.get_or_insert_with(|| fen_of(&cx.rules, &setup));
        let Some(step) = game.legal_moves().into_iter().find(|made| (made.from, made.to) == (start, end)) else {
            continue;
        };
        let mut played = vec![uci::write(&game, &step)];
        game.play(&step);
        let takes = game.legal_moves().into_iter().find(|made| {
            (made.from, made.to) == (from, to)
                && made.kind() == MoveKind::EnPassant
                && made.captures().squares().contains(&end)
        });
        let Some(takes) = takes else { continue };
        played.push(uci::write(&game, &takes));
        let position = fen_of(&cx.rules, &setup);
        let (there, came) = (geometry.name(end), geometry.name(victim));
        let finding = match end == victim {
            true => Finding::confirmed("so it can be played"),
            false => Finding::new(
                Verdict::Suspicious,
                format!(
                    "wrong as a square, right as the piece that came from there: the captured piece stands on {there}, and {came} is empty then"
                ),
            ),
        };
        return Some(finding.shown(position).played(played));
    }
    Some(Finding::contradicted("no such capture is possible").shown(shown.unwrap_or_default()))
}

/// `The pieces are shuffled`: a page that does not say how leaves out what is allowed.
fn shuffled(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    if cx.rules.shuffle.is_none() {
        return Some(Finding::not_understood("the rules have one setup"));
    }
    let count = crate::compile::shuffle::count(&cx.rules);
    let told = told.numbers("number");
    Some(match told.first() {
        Some(said) => Finding::of(u64::from(*said) == count, format!("{count} starts")),
        None => Finding::new(
            Verdict::Incomplete,
            format!("the rules have {count} starts; the page does not say which arrays are allowed"),
        ),
    })
}
