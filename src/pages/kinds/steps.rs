//! Sentences about the piece that promotes: its steps, its first move, and how it captures.

use crate::board::{Side, Square, SquareSet};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::{Reach, fen_of};
use crate::pages::phrases::Concept;
use crate::pages::sentence::{Sentence, Topic};
use crate::rules::PieceId;

use super::movement::{colour_bound, every_square, lone, only_jumper, plain};

/// Finds claims about the moves of its piece in a sentence.
pub fn find(cx: &mut Context<'_>, said: &Sentence) -> bool {
    use Concept::{castling, passing, promotion};
    if said.has_any(&[promotion, passing]) || said.has(castling) && !said.says("exception") && !said.says("apart") {
        return false;
    }
    let jumped = only_jumper(cx, said);
    let Some(piece) = said.subject else { return jumped };
    let found = if Some(piece) == cx.promoting() { promoter(cx, said, piece) } else { plain(cx, said, piece) };
    let bound = colour_bound(cx, said, piece);
    found || bound || jumped
}

/// Moves of a pawn, in parts.
pub fn promoter(cx: &mut Context<'_>, said: &Sentence, piece: PieceId) -> bool {
    use Concept::{
        ahead, any_distance, backward, capture, captured, files, initial, jump, moving, negation, straight, vacant,
    };
    let takes = said.tokens.iter().position(|token| matches!(token.concept, capture | captured));
    let verbs = said.has(Concept::like_move) || said.has(moving) || said.has(jump) || takes.is_some();
    if !verbs || said.has(any_distance) {
        return false;
    }
    let mut found = false;
    let different = said.says("differently") || said.says("different");
    if different && takes.is_some() {
        let all = every_square(cx, piece);
        let mixed = all.iter().any(|(_, reach)| reach.quiet.intersects(&reach.capture));
        say(cx, said, !mixed, "it never captures where it moves without capturing", piece);
        found = true;
    }
    for (number, at) in said.squares_said().into_iter().filter(|(number, _)| *number == 2) {
        let double = said.has(initial)
            || said.says("forward")
            || said.has(jump)
            || said.has_any(&[files, straight, ahead])
            || said.says("first");
        if double
            && !said.says("either")
            && !said.says("adjacent")
            && !said.says("orthogonally")
            && !said.says("pieces")
        {
            let denied = said.has(negation) && (said.is_denied(at, 9));
            found |= double_step(cx, said, piece, denied, number);
        }
    }
    let backward_at = said.at(backward);
    if backward_at.is_some() && said.has(negation) {
        let geometry = cx.rules.geometry.clone();
        let back = every_square(cx, piece).iter().any(|(from, reach)| {
            reach
                .all()
                .iter()
                .any(|to| geometry.rank(to) < geometry.rank(*from) && geometry.rank(*from) - geometry.rank(to) < 3)
        });
        say(cx, said, !back, "no move of it ends on a lower rank", piece);
        found = true;
    }
    found | steps(cx, said, piece, takes) | {
        let cannot = said.has(negation) && said.has(vacant) && takes.is_some();
        if cannot && !found {
            let all = every_square(cx, piece);
            let mixed = all.iter().any(|(_, reach)| reach.capture.intersects(&reach.quiet));
            let line = said.at(negation).map_or(said.line, |at| said.line_of(at));
            let position = lone(cx, piece, None);
            let detail = "it cannot go to the squares on which it captures while they are empty";
            cx.say_on("moves", said, line, Finding::of(!mixed, detail).shown(position));
        }
        cannot
    }
}

fn say(cx: &mut Context<'_>, said: &Sentence, holds: bool, detail: &str, piece: PieceId) {
    cx.said.insert(Topic::Moves(piece));
    let position = lone(cx, piece, None);
    cx.say("moves", said, Finding::of(holds, detail).shown(position));
}

fn double_step(cx: &mut Context<'_>, said: &Sentence, piece: PieceId, denied: bool, _number: u32) -> bool {
    let rules = cx.rules.clone();
    let placed = cx.placed(piece, Some(Side::White));
    let geometry = &rules.geometry;
    let two = |from: Square| {
        let reach = Reach::of_piece(&rules, piece, Side::White, from);
        (reach.first | reach.quiet).iter().find(|to| geometry.rank(*to).abs_diff(geometry.rank(from)) == 2)
    };
    let able = placed.iter().find_map(|from| Some((from, two(from)?)));
    cx.said.insert(Topic::Moves(piece));
    let start = fen_of(&rules, &rules.setup);
    let finding = match (able, denied) {
        (Some((from, to)), false) => {
            let movement = &rules.piece(piece).movement;
            let mut study = crate::render::study::Study::new(movement, geometry, from);
            study.virgin = true;
            let between: Vec<Square> = geometry
                .squares()
                .iter()
                .filter(|square| geometry.rank(*square).abs_diff(geometry.rank(from)) == 1)
                .collect();
            let stopped = between.iter().any(|square| {
                let mut study = study.clone();
                study.friends = SquareSet::of(*square);
                !study.walks().iter().any(|walk| walk.to == to)
            });
            let detail = if stopped { "and a piece between stops it" } else { "even over a piece between" };
            let detail = format!("as {}-{}, {detail}", geometry.name(from), geometry.name(to));
            let text = said.text.to_lowercase();
            let needs_space = said.has_any(&[Concept::blocked, Concept::vacant]) || text.contains("has the space");
            let over = said.has(Concept::jump) && (said.says("over") || text.contains("obstacle"));
            match (stopped, over) {
                (true, true) => Finding::contradicted(detail).shown(start),
                (false, false) if needs_space => Finding::new(Verdict::Stronger, detail).shown(start),
                _ => Finding::confirmed(detail),
            }
        }
        (None, true) => Finding::confirmed("no piece that has not moved yet goes two squares"),
        (Some((from, to)), true) => {
            Finding::contradicted(format!("the rules allow {}-{}", geometry.name(from), geometry.name(to)))
                .shown(start)
                .played(vec![format!("{}{}", geometry.name(from), geometry.name(to))])
        }
        (None, false) => Finding::contradicted("the rules have no step of two squares").shown(start),
    };
    cx.say("double step", said, finding);
    true
}

/// Where it steps and where it captures: straight or diagonally ahead.
fn steps(cx: &mut Context<'_>, said: &Sentence, piece: PieceId, takes: Option<usize>) -> bool {
    use Concept::{ahead, capture, captured, diagonal, files, squares, straight, vertical};
    if said.squares_said().iter().any(|(number, _)| *number > 2) {
        return false;
    }
    let way = |index: usize| {
        let token = &said.tokens[index];
        match token.concept {
            diagonal => Some(Way::Diagonal),
            straight | vertical | files => Some(Way::Straight),
            _ => None,
        }
    };
    let mut found = false;
    let ways: Vec<(usize, Way)> = (0..said.tokens.len()).filter_map(|index| Some((index, way(index)?))).collect();
    let is_taking = |index: usize| {
        // The nearest verb before the word decides whether it is about captures, or else the nearest verb after it.
        let verb = |token: &crate::pages::phrases::Token| match token.concept {
            capture | captured => Some(true),
            Concept::moving | Concept::jump => Some(false),
            _ => None,
        };
        let before = said.tokens[..index].iter().rev().find_map(verb);
        let joins =
            |token: &&crate::pages::phrases::Token| !["and", "but", ",", ";", "("].contains(&token.word.as_str());
        let behind = said.tokens[index + 1..].iter().take(2).take_while(joins).find_map(verb);
        behind.or(before).unwrap_or(takes.is_some_and(|at| at < index))
    };
    let said_ahead =
        said.has(ahead) || said.says("front") || said.has(squares) || said.says("straight") || said.says("immediately");
    // `Capture by moving forward`: what comes behind is about taking.
    let by_moving = takes.filter(|at| said.tokens.get(at + 1).is_some_and(|token| token.word == "by"));
    let mut claims: Vec<(bool, Way)> = Vec::new();
    for (index, way) in ways {
        let denied = said.is_denied(index, 5)
            && !said.is_denied(index, 0)
            && said.has(Concept::negation)
            && said.tokens[..index].iter().rev().take(4).any(|token| token.concept == Concept::negation);
        if denied {
            continue;
        }
        let other =
            said.tokens[..index].iter().rev().take(4).any(|token| ["instead", "rather"].contains(&token.word.as_str()));
        if other {
            continue;
        }
        let taking = by_moving.is_some_and(|at| at < index) || is_taking(index);
        if !claims.contains(&(taking, way)) {
            claims.push((taking, way));
        }
    }
    if !said_ahead && claims.len() < 2 {
        return false;
    }
    let all = every_square(cx, piece);
    let conflict =
        claims.iter().any(|(taking, way)| claims.iter().any(|(other, else_way)| other == taking && else_way != way));
    if conflict {
        return false;
    }
    for (taking, way) in claims {
        let geometry = &cx.rules.geometry;
        // Another sentence may tell of its other moves.
        let fits = all.iter().any(|(from, reach)| {
            let set = if taking { reach.capture } else { reach.quiet };
            set.iter().any(|to| {
                let across = geometry.file(to).abs_diff(geometry.file(*from));
                let round = if geometry.topology() == crate::board::Topology::Rectangle {
                    across
                } else {
                    geometry.files() - across
                };
                let across = across.min(round);
                let along = geometry.rank(to).abs_diff(geometry.rank(*from));
                match way {
                    Way::Diagonal => across == along,
                    Way::Straight => across == 0 || along == 0,
                }
            })
        });

        // `While capturing it moves diagonally`: which verb is meant is not clear.
        if !fits && takes.is_some() && !taking {
            return found;
        }
        let what = if taking { "captures" } else { "moves without capturing" };
        let how = if way == Way::Diagonal { "diagonally" } else { "straight" };
        let notation = cx.rules.piece(piece).notation.clone();
        say(cx, said, fits, &format!("it {what} {how}: `{notation}`"), piece);
        found = true;
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Straight,
    Diagonal,
}
