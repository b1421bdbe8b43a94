//! Sentences about en passant.

use crate::board::{Side, Square};
use crate::interpreter::MoveKind;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::{fen_of, setup_of, takes_in_passing};
use crate::pages::phrases::Concept;
use crate::pages::sentence::{Sentence, Topic};
use crate::pages::trial::{self, Trial};
use crate::rules::PieceId;

/// En passant: whether there is such a thing, and when.
pub fn find(cx: &mut Context<'_>, said: &Sentence, block: usize, last: &mut Option<usize>) -> bool {
    use Concept::{capture, captured, negation};
    let text = said.text.to_lowercase();
    let near = last.is_some_and(|last| block <= last + 1);
    let timing =
        ["expires", "only right after", "immediately after", "directly following", "next move", "only on the move"]
            .iter()
            .any(|word| text.contains(word));
    let after = near
        && (timing
            || text.contains("for example") && said.pieces.iter().any(|(_, piece)| Some(*piece) == cx.promoting()))
        && !said.has(Concept::castling);
    let at = said.at(Concept::passing);
    if at.is_none() && !after && !(near && moves_example(cx, said)) {
        return false;
    }
    if said.has(Concept::repetition) || said.has(Concept::threefold) {
        return false;
    }
    *last = Some(block);
    if at.is_some() && said.has(Concept::notation) && !said.has(negation) {
        cx.say("notation", said, Finding::not_checkable("about notation"));
        return true;
    }
    cx.said.insert(Topic::EnPassant);
    let exists = takes_in_passing(&cx.rules);
    let denied = said.has(negation)
        && !said.has_any(&[capture, captured])
        && (at.is_some_and(|at| said.is_denied(at, 4))
            || text.contains("no en passant")
            || text.contains("not available")
            || text.contains("does not exist"));
    let denied = denied
        || at.is_some_and(|at| (at..said.tokens.len().min(at + 3)).any(|index| said.tokens[index].concept == negation))
            && said.tokens.len() < 12
            && !timing
            && !said.has_any(&[capture, captured])
        || text.contains("en passant does not exist");
    let finding = match (denied, exists) {
        (true, false) => Finding::confirmed("nothing can be captured en passant"),
        (false, true) if moves_example(cx, said) => example(cx, said),
        (false, true) if timing => trial::shown(cx, Trial::Late),
        (false, true) => trial::shown(cx, Trial::Passing),
        (true, true) => Finding::contradicted("the rules have it"),
        (false, false) => match said.tokens.len() {
            0..=4 => Finding::confirmed("only named; the rules have nothing of the kind"),
            _ if said.has(negation) => return false,
            _ => Finding::contradicted("the rules have no en passant capture"),
        },
    };
    cx.say("en passant", said, finding);
    true
}

fn moves_example(cx: &Context<'_>, said: &Sentence) -> bool {
    let squares =
        said.tokens.iter().filter(|token| token.concept == Concept::square && cx.square(&token.word).is_some()).count();
    squares >= 1 && said.pieces.iter().any(|(_, piece)| Some(*piece) == cx.promoting())
}

/// `A white pawn is placed at B5`, `the black C7 pawn is moved to C5`, `move the B5 pawn to C6 and capture the C7 pawn`.
fn example(cx: &Context<'_>, said: &Sentence) -> Finding {
    let squares: Vec<Square> = said
        .tokens
        .iter()
        .filter(|token| token.concept == Concept::square)
        .filter_map(|token| cx.square(&token.word))
        .collect();
    // The side that is named last moves.
    let side = said.tokens.iter().rev().find_map(|token| match token.word.as_str() {
        "white" => Some(Side::White),
        "black" => Some(Side::Black),
        _ => None,
    });
    let taken = said.has_any(&[Concept::capture, Concept::captured]);
    let (Some(piece), Some(side)) = (cx.promoting(), side) else {
        return Finding::not_checkable("it names squares of an example");
    };
    match (taken, squares.as_slice()) {
        (true, [from, to, victim]) => taken_in_passing(cx, piece, side, (*from, *to, *victim)),
        (false, [.., from, to]) if said.has(Concept::moving) || said.has(Concept::jump) => {
            let setup = setup_of(&cx.rules, &[(*from, piece, side)], side);
            let legal = cx
                .compiled
                .game_unchecked(&setup)
                .is_ok_and(|game| game.legal_moves().iter().any(|made| made.from == *from && made.to == *to));
            let detail = format!("{}-{} as a move", cx.rules.geometry.name(*from), cx.rules.geometry.name(*to));
            Finding::of(legal, detail).shown(fen_of(&cx.rules, &setup))
        }
        _ => Finding::not_checkable("it sets up an example"),
    }
}

/// Judges whether a piece of `side` can move from one square to another and capture the piece that stands on, or came
/// from, a third.
fn taken_in_passing(cx: &Context<'_>, piece: PieceId, side: Side, squares: (Square, Square, Square)) -> Finding {
    let (from, to, victim) = squares;
    let geometry = cx.rules.geometry.clone();
    let beyond = |square: Square| {
        let other = |middle: usize, end: usize| (2 * middle).checked_sub(end);
        let file = other(geometry.file(to), geometry.file(square))?;
        geometry.at(file, other(geometry.rank(to), geometry.rank(square))?)
    };
    let Some(opposite) = beyond(victim) else { return Finding::contradicted("no such capture is possible") };
    let mut shown = None;
    for (start, end) in [(opposite, victim), (victim, opposite)] {
        let setup = setup_of(&cx.rules, &[(from, piece, side), (start, piece, !side)], !side);
        let Ok(mut game) = cx.compiled.game_unchecked(&setup) else { continue };
        let step = game.legal_moves().into_iter().find(|made| (made.from, made.to) == (start, end));
        shown.get_or_insert_with(|| fen_of(&cx.rules, &setup));
        let Some(step) = step else { continue };
        let mut played = vec![crate::notation::uci::write(&game, &step)];
        game.play(&step);
        let take = game.legal_moves().into_iter().find(|made| {
            (made.from, made.to) == (from, to)
                && made.kind == MoveKind::EnPassant
                && made.captures.squares().contains(&end)
        });
        let Some(take) = take else { continue };
        played.push(crate::notation::uci::write(&game, &take));
        let position = fen_of(&cx.rules, &setup);
        if end == victim {
            return Finding::confirmed("so it can be played").shown(position).played(played);
        }
        let (there, came) = (geometry.name(end), geometry.name(victim));
        let detail = format!(
            "wrong as a square, right as the piece that came from there: the captured piece stands on {there}, and {came} is empty then"
        );
        return Finding::new(Verdict::Suspicious, detail).shown(position).played(played);
    }
    Finding::contradicted("no such capture is possible").shown(shown.unwrap_or_default())
}
