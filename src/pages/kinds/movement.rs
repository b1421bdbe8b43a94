//! Sentences about how a piece moves.

use std::sync::Arc;

use crate::board::{Side, Square, SquareSet};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::known::Compared;
use crate::pages::moves::{Reach, centre, fen_of, later_moves, movement_of, names, setup_of};
use crate::pages::phrases::{Concept, number};
use crate::pages::sentence::{Sentence, Topic};
use crate::rules::PieceId;

/// `The knight is the only piece that jumps`.
pub fn only_jumper(cx: &mut Context<'_>, said: &Sentence) -> bool {
    use Concept::{blocked, jump, negation};
    let jumps = said.has(jump) && (said.says("other") || said.says("over") || said.says("units") || said.has(blocked));
    if !jumps {
        return false;
    }
    // `The only piece that jumps`, not `can only take so`.
    let kinds = ["piece", "pieces", "unit", "units", "one", "ones", "man", "men", "figure", "figures"];
    let only = said.tokens.iter().enumerate().any(|(at, token)| {
        token.word == "only" && said.tokens[at + 1..].iter().take(2).any(|next| kinds.contains(&next.word.as_str()))
    });
    let other_than = said.text.to_lowercase().contains("other than");
    let exclusive = only || other_than || said.says("apart") || said.says("except");
    let denied = !exclusive && said.has(negation) && !said.has(blocked);
    let cx_jumpers = jumpers(cx);
    let named: Vec<PieceId> = said.pieces.iter().map(|(_, piece)| *piece).chain(said.subject).collect();
    let jumpers = cx_jumpers;
    let list = jumpers.iter().map(|piece| cx.name(*piece)).collect::<Vec<_>>().join(", ");
    let Some(subject) = named.iter().find(|piece| jumpers.contains(piece)).or(named.first()).copied() else {
        return false;
    };
    let finding = if denied {
        let detail = format!("these can pass over pieces: {list}");
        Finding::of(!jumpers.contains(&subject), detail).shown(lone(cx, subject, None))
    } else if exclusive {
        let others: Vec<&PieceId> = jumpers.iter().filter(|piece| !named.contains(piece)).collect();
        match (jumpers.contains(&subject), others.is_empty()) {
            (true, true) => Finding::confirmed(format!("of all pieces only {list} can pass over pieces")),
            (_, false) => {
                Finding::contradicted(format!("these can pass over pieces: {list}")).shown(lone(cx, *others[0], None))
            }
            (false, true) => Finding::contradicted("it cannot pass over pieces").shown(lone(cx, subject, None)),
        }
    } else {
        Finding::of(jumpers.contains(&subject), format!("these can pass over pieces: {list}"))
            .shown(lone(cx, subject, None))
    };
    cx.say("jump", said, finding);
    true
}

/// The pieces that can pass over pieces.
pub fn jumpers(cx: &mut Context<'_>) -> Vec<PieceId> {
    if cx.known.jumpers.is_none() {
        let found = cx.rules.piece_ids().filter(|piece| jumps_over(cx, *piece)).collect();
        cx.known.jumpers = Some(found);
    }
    cx.known.jumpers.clone().unwrap_or_default()
}

/// Returns `true` if the piece can reach a square although friends stand on all squares around it.
pub fn jumps_over(cx: &Context<'_>, piece: PieceId) -> bool {
    let rules = &cx.rules;
    let from = centre(&rules.geometry);
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| crate::board::Step::new(files, ranks)));
    let around: SquareSet = steps
        .filter_map(|step| rules.geometry.step(from, step))
        .map(|landing| landing.square)
        .filter(|square| *square != from)
        .collect();
    let mut study = crate::render::study::Study::new(&rules.piece(piece).movement, &rules.geometry, from);
    study.friends = around;
    study.virgin = true;
    let open = study.walks().iter().any(|walk| walk.captures.is_empty() && walk.to != from);
    // A piece that captures only over others needs an enemy to capture.
    study.enemies = rules.geometry.squares() & !around & !SquareSet::of(from);
    open || study.walks().iter().any(|walk| walk.to != from && walk.captures.as_slice() == [walk.to])
}

pub fn lone(cx: &Context<'_>, piece: PieceId, from: Option<Square>) -> String {
    let from = from.unwrap_or_else(|| centre(&cx.rules.geometry));
    fen_of(&cx.rules, &setup_of(&cx.rules, &[(from, piece, Side::White)], Side::White))
}

/// Notations that a sentence about a piece other than the pawn stands for: it has at least these moves.
fn notation_of(cx: &Context<'_>, said: &Sentence, piece: PieceId) -> Option<(String, bool)> {
    use Concept::{
        ahead, any_direction, any_distance, backward, diagonal, files, horizontal, nearest, negation, ranks, straight,
        vertical,
    };
    let lines = said.has(horizontal) && said.has(vertical) || said.has(files) && said.has(ranks) || said.has(straight);
    let across = said.has(diagonal);
    let denied = said.has(negation);
    let said_squares = said.squares_said();
    if let Some(leap) = leap(said).filter(|_| !denied) {
        return Some((leap.to_owned(), true));
    }
    let one = said_squares.iter().any(|(number, _)| *number == 1);
    let two = said_squares.iter().any(|(number, _)| *number == 2);
    if said.has(nearest) && denied || two && one && (lines || said.has(horizontal) || said.has(files)) && !across {
        return Some(("N".to_owned(), true));
    }
    if denied || said.has(backward) || said.says("then") || said.says("limited") {
        return None;
    }
    if said.has(ahead) {
        return forward(said).map(|notation| (notation.to_owned(), false));
    }
    if let Some(notation) = equation(cx, said, piece) {
        return Some((notation, true));
    }
    if said.has(Concept::like_move)
        || said.says("like")
        || said.says("combines")
        || said.says("combination")
        || said.says("compound")
        || said.says("both")
    {
        let others: Vec<PieceId> =
            said.pieces.iter().map(|(_, other)| *other).filter(|other| *other != piece).collect();
        let only_one = one && (said.says("only") || said.says("but"));
        let notations: Vec<String> = others.iter().map(|other| cx.rules.piece(*other).notation.clone()).collect();
        let joined = notations.concat();
        // For a piece that captures differently: whether the claim is about captures or quiet moves, or about the
        // usual piece of that name.
        let from = centre(&cx.rules.geometry);
        let divergent = |other: &PieceId| {
            let reach = Reach::later_of_piece(&cx.rules, *other, Side::White, from);
            reach.quiet != reach.capture
        };
        if said.has(Concept::capture) && others.iter().any(divergent) {
            return None;
        }
        return match (others.len(), only_one) {
            (0, _) => None,
            (_, false) if others.len() <= 3 && !said.says("but") => Some((joined, true)),
            // `Like a queen, but only one square`: the first steps of its moves.
            (1, true) => {
                let from = centre(&cx.rules.geometry);
                let reach = Reach::of_piece(&cx.rules, others[0], Side::White, from).quiet;
                let royal = Reach::of(&movement_of("K")?, &cx.rules.geometry, Side::White, from).quiet;
                let slanting = Reach::of(&movement_of("F")?, &cx.rules.geometry, Side::White, from).quiet;
                let notation = match () {
                    () if royal.is_subset(&reach) => "K",
                    () if slanting.is_subset(&reach) => "F",
                    () => "W",
                };
                Some((notation.to_owned(), true))
            }
            _ => None,
        };
    }
    let far = said.has(any_distance) || said.says("any") && said.says("distance");
    if far && one {
        // `Any number straight, or one diagonally`: these words do not tell which distance belongs to which direction.
        return None;
    }
    let widened = ["including", "even", "also"].iter().any(|word| said.says(word));
    let notation = match (far, one, lines, across, said.has(any_direction)) {
        (true, _, _, _, true) if !across && !lines => "Q",
        (true, _, true, true, _) => "Q",
        (true, _, true, false, _) => "R",
        (true, _, false, true, _) => "B",
        // `Diagonally in any direction`, but not `in any direction, even diagonally`.
        (false, true, false, true, true) if !widened => "F",
        (false, true, true, false, true) if !widened => "W",
        (false, true, _, _, true) => "K",
        (false, true, true, true, _) => "K",
        (false, true, false, true, _) => "F",
        (false, true, true, false, _) => "W",
        _ => return None,
    };
    Some((notation.to_owned(), false))
}

/// `Two squares in one direction and one to the side`, `one square straight, then one diagonally`.
fn leap(said: &Sentence) -> Option<&'static str> {
    let text = said.text.to_lowercase();
    let numbers = said.tokens.iter().filter(|token| token.concept == Concept::number);
    // `In one direction` is no distance.
    let numbers: Vec<u32> = numbers
        .filter(|token| !text[token.span.end..].trim_start().starts_with("direction"))
        .filter_map(|token| number(&token.word))
        .collect();
    let bent = text.contains("in one direction") || text.contains("l shape") || text.contains("l-shape");
    let steps = said.says("then") && said.has(Concept::straight) && said.has(Concept::diagonal);
    match numbers.as_slice() {
        [2, 1] if bent => Some("N"),
        [3, 1] if bent => Some("C"),
        [3, 2] if bent => Some("Z"),
        [] | [1] | [1, 1] if steps && !said.has(Concept::any_distance) => Some("N"),
        _ => None,
    }
}

/// Moves to the front: `one square straight ahead`, `one square diagonally forward`.
fn forward(said: &Sentence) -> Option<&'static str> {
    use Concept::{ahead, any_distance, diagonal, files, horizontal, initial, straight, vertical};
    // A sentence about some moments only is no rule for all squares.
    let at_times = ["after", "once", "until", "from", "when", "before", "unlike", "usual", "having", "crossed", "also"];
    if said.has_any(&[initial, Concept::like_move, Concept::jump, Concept::halves])
        || said.says("like")
        || at_times.iter().any(|word| said.says(word))
    {
        return None;
    }
    let at = said.at(ahead)?;
    let distances = said.squares_said();
    let one = !distances.is_empty() && distances.iter().all(|(number, _)| *number == 1);
    let near = |wanted: Concept| {
        let around = &said.tokens[at.saturating_sub(1)..said.tokens.len().min(at + 2)];
        around.iter().any(|token| token.concept == wanted)
    };
    let (across, lines) = (said.has(diagonal), said.has_any(&[straight, vertical, files]));
    match (said.has(any_distance), one, across, lines) {
        (true, false, false, _) if !said.has(horizontal) => Some("fR"),
        (false, true, false, false) if said.has(horizontal) => Some("fsW"),
        (false, true, false, _) if !said.has(horizontal) => Some("fW"),
        (false, true, true, false) if !said.has(horizontal) => Some(if near(diagonal) { "fF" } else { "FfW" }),
        (false, true, true, true) if near(diagonal) => Some("WfF"),
        (false, true, true, true) if near(straight) => Some("FfW"),
        _ => None,
    }
}

/// `Princess = Bishop + Knight`.
fn equation(cx: &Context<'_>, said: &Sentence, piece: PieceId) -> Option<String> {
    let (_, sum) = said.text.split_once('=')?;
    let named: Option<Vec<PieceId>> =
        sum.split('+').map(|name| cx.piece(name.trim_end_matches(['.', ',', ';']))).collect();
    let named = named.filter(|named| !named.is_empty() && !named.contains(&piece))?;
    Some(named.iter().map(|other| cx.rules.piece(*other).notation.clone()).collect())
}

/// Where a piece goes on in the direction of a single step.
fn beyond(geometry: &crate::board::Geometry, from: Square, told: SquareSet, real: SquareSet) -> SquareSet {
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| crate::board::Step::new(files, ranks)));
    let next = |square: Square, step| geometry.step(square, step).map(|landing| landing.square);
    let twice = |step| {
        let one = next(from, step).filter(|one| told.contains(*one))?;
        next(one, step).filter(|two| *two != from && real.contains(*two) && !told.contains(*two))
    };
    steps.filter(|step| (step.files, step.ranks) != (0, 0)).filter_map(twice).collect()
}

/// Compares the moves of a piece with a notation, from every square on which it may stand.
pub fn compared(cx: &mut Context<'_>, piece: PieceId, notation: &str) -> Option<Compared> {
    let key = (piece, notation.to_owned());
    if let Some(known) = cx.known.moves.get(&key) {
        return Some(known.clone());
    }
    let movement = later_moves(&movement_of(notation)?);
    let rules = cx.rules.clone();
    let allowed = rules.piece(piece).confined[Side::White] & ever_on(cx, piece);
    let mut found =
        Compared { quiet: None, capture: None, further: None, beyond: None, more_quiet: None, more_capture: None };
    let mut nothing = true;
    for (from, real) in every_square(cx, piece).iter().filter(|(from, _)| allowed.contains(*from)) {
        let told = Reach::of(&movement, &rules.geometry, Side::White, *from).within(allowed);
        let lacking = |told: SquareSet, real: SquareSet| Some((*from, told & !real)).filter(|(_, set)| !set.is_empty());
        nothing &= told.all().is_empty();
        found.further = found.further.or_else(|| lacking(real.all(), told.all()));
        found.beyond =
            found.beyond.or_else(|| lacking(beyond(&rules.geometry, *from, told.quiet, real.quiet), told.quiet));
        found.more_quiet = found.more_quiet.or_else(|| lacking(real.quiet, told.quiet));
        found.more_capture = found.more_capture.or_else(|| lacking(real.capture, told.capture));
        found.quiet = found.quiet.or_else(|| lacking(told.quiet, real.quiet));
        found.capture = found.capture.or_else(|| lacking(told.capture, real.capture));
    }
    if nothing {
        // No square that it may go to lies in such a direction, so it has no such moves.
        let from = every_square(cx, piece).iter().find(|(from, _)| allowed.contains(*from)).map(|(from, _)| *from);
        let lacking = from.map(|from| (from, Reach::of(&movement, &rules.geometry, Side::White, from).all()));
        let lacking = lacking.filter(|(_, squares)| !squares.is_empty());
        (found.quiet, found.capture) = (lacking, lacking);
    }
    cx.known.moves.insert(key, found.clone());
    Some(found)
}

/// Subject of a sentence: quiet moves, captures, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aspect {
    /// Without capturing.
    Going,
    /// Taking alone.
    Taking,
}

/// The verdict on a piece's having the moves of a notation.
pub fn held(cx: &mut Context<'_>, piece: PieceId, notation: &str, aspect: Option<Aspect>) -> Option<Finding> {
    let found = compared(cx, piece, notation)?;
    let rules = cx.rules.clone();
    let own = &rules.piece(piece).notation;
    let name = &rules.piece(piece).name;
    let wrong = |cx: &Context<'_>, (from, lacking): (Square, SquareSet), verb: &str| {
        Finding::contradicted(format!(
            "the page says `{notation}`, the rules `{own}`: from {} the {name} does not {verb} {}",
            rules.geometry.name(from),
            names(&rules.geometry, lacking)
        ))
        .shown(lone(cx, piece, Some(from)))
    };
    cx.said.insert(Topic::Moves(piece));
    if let (Some((from, squares)), true) = (found.beyond, aspect.is_none() && is_step(notation)) {
        let detail = format!(
            "the page says one square, the rules `{own}`: from {} the {name} reaches {} too",
            rules.geometry.name(from),
            names(&rules.geometry, squares)
        );
        return Some(Finding::contradicted(detail).shown(lone(cx, piece, Some(from))));
    }
    Some(match (found.quiet, found.capture, aspect) {
        (Some(place), _, None | Some(Aspect::Going)) => wrong(cx, place, "reach"),
        (_, Some(place), Some(Aspect::Taking)) => wrong(cx, place, "capture on"),
        (None, Some((from, _)), None) => Finding::new(
            Verdict::Incomplete,
            format!("it moves like this, but does not capture like this: the rules say `{own}`"),
        )
        .shown(lone(cx, piece, Some(from))),
        (_, _, Some(Aspect::Going)) => Finding::confirmed(format!("it moves like this without capturing: `{own}`")),
        (_, _, Some(Aspect::Taking)) => Finding::confirmed(format!("it captures like this: `{own}`")),
        _ if found.further.is_some() => {
            Finding::confirmed(format!("it has the moves `{notation}`; all of its moves are `{own}`"))
        }
        _ => Finding::confirmed(format!("read as `{notation}`: the same squares as `{own}`")),
    })
}

/// A notation of single steps.
fn is_step(notation: &str) -> bool {
    ["W", "F", "K", "WF", "FW"].contains(&notation)
}

/// After the last sentence: checks whether the page states all moves of a piece.
pub fn finish(cx: &mut Context<'_>) {
    for (piece, (line, words, notation)) in std::mem::take(&mut cx.told) {
        // If a sentence about the piece was not understood, or a table describes the piece, no move is reported as missing.
        let name = cx.name(piece).to_owned();
        let open = cx.claims.iter().any(|claim| {
            let about = claim.text.to_lowercase().contains(&name);
            let unread = claim.verdict == Verdict::NotUnderstood;
            // The next sentences may refer to the piece by a pronoun.
            let follows = claim.kind == "prose" && (line..line + 3).contains(&claim.line);
            about && (unread || claim.kind == "betza")
                || unread && follows
                || claim.line == line && claim.verdict == Verdict::Contradicted
        });
        let Some(found) = compared(cx, piece, &notation).filter(|_| !open) else { continue };
        let Some((from, squares)) = found.further else { continue };
        let detail = format!(
            "all that the page says of it is `{notation}`, the rules say `{}`: from {} it reaches {} too",
            cx.rules.piece(piece).notation,
            cx.rules.geometry.name(from),
            names(&cx.rules.geometry, squares)
        );
        let finding = Finding::new(Verdict::Incomplete, detail).shown(lone(cx, piece, Some(from)));
        cx.claim("all moves", line, &words, finding);
    }
}

/// `Moves like a queen but captures like a rook`: each other piece with the verb before it.
fn divergent(cx: &mut Context<'_>, said: &Sentence, piece: PieceId) -> bool {
    use Concept::{attack, capture, captured, like_move, moving, negation};
    let like =
        |at: usize| said.tokens[..at].iter().rev().take(3).any(|token| ["like", "as"].contains(&token.word.as_str()));
    let verb = |at: usize| {
        said.tokens[..at].iter().rev().find_map(|token| match token.concept {
            capture | captured | attack => Some(Aspect::Taking),
            like_move | moving => Some(Aspect::Going),
            _ => None,
        })
    };
    let parts: Vec<(PieceId, Aspect)> = said
        .pieces
        .iter()
        .filter(|(_, other)| *other != piece)
        .filter(|(at, _)| like(*at) || said.tokens[..*at].iter().rev().take(2).any(|token| token.concept == like_move))
        .filter_map(|(at, other)| Some((*other, verb(*at)?)))
        .collect();
    let both = [Aspect::Going, Aspect::Taking].iter().all(|aspect| parts.iter().any(|(_, other)| other == aspect));
    if !both || parts.len() != 2 || said.has(negation) {
        return false;
    }
    for (other, aspect) in parts {
        let notation = cx.rules.piece(other).notation.clone();
        if let Some(finding) = held(cx, piece, &notation, Some(aspect)) {
            cx.say("moves", said, finding);
        }
    }
    true
}

pub fn plain(cx: &mut Context<'_>, said: &Sentence, piece: PieceId) -> bool {
    use Concept::{capture, captured, moving, squares};
    if divergent(cx, said, piece) {
        return true;
    }
    let sum = equation(cx, said, piece).is_some();
    let goes = said.has(Concept::like_move) || said.has(moving) || said.says("moved");
    let takes = said.has(capture);
    if !(goes || takes || sum || said.has(squares)) || said.pieces.len() > 4 {
        return capture_at_end(cx, said, piece);
    }
    let Some((notation, _)) = notation_of(cx, said, piece) else { return capture_at_end(cx, said, piece) };
    let only_takes = (takes || said.has(captured)) && !goes;
    let Some(finding) = held(cx, piece, &notation, only_takes.then_some(Aspect::Taking)) else { return false };
    let told = cx.told.entry(piece).or_insert_with(|| (said.line, said.text.clone(), String::new()));
    if !told.2.contains(&notation) {
        told.2.push_str(&notation);
    }
    cx.say("moves", said, finding);
    true
}

/// `If this path ends with an enemy piece, it can be captured`.
fn capture_at_end(cx: &mut Context<'_>, said: &Sentence, piece: PieceId) -> bool {
    use Concept::{capture, captured, vacant};
    let enemy = said.says("enemy") || said.says("opponent's") || said.says("opponent");
    let takes = said.has(captured) || said.has(capture);
    if !(enemy && takes && (said.says("ends") || said.has(vacant) || said.says("occupied")))
        || said.has(Concept::check_word)
    {
        return false;
    }
    let from = centre(&cx.rules.geometry);
    let same = every_square(cx, piece)
        .iter()
        .filter(|(square, _)| *square == from)
        .all(|(_, reach)| reach.quiet.is_subset(&reach.capture));
    let finding =
        Finding::of(same, format!("the {} captures where it moves", cx.name(piece))).shown(lone(cx, piece, None));
    cx.say("moves", said, finding);
    true
}

pub fn colour_bound(cx: &mut Context<'_>, said: &Sentence, piece: PieceId) -> bool {
    let text = said.text.to_lowercase();
    let single = said.has(Concept::squares)
        && (text.contains("single color")
            || text.contains("single colour")
            || text.contains("one color")
            || text.contains("one colour"));
    if !text.contains("color-bound") && !text.contains("colour-bound") && !text.contains("colorbound") && !single {
        return false;
    }
    let rules = cx.rules.clone();
    let find = || crate::pages::moves::is_colour_bound(&rules, piece, Side::White);
    let bound = *cx.known.bound.entry(piece).or_insert_with(find);
    let denied = text.contains("not color") || text.contains("not colour") || text.contains("longer color");
    let finding =
        Finding::of(bound != denied, "found by following its moves from every square").shown(lone(cx, piece, None));
    cx.say("colour", said, finding);
    true
}

/// The squares that a piece of the setup can ever reach without capturing: a king of a palace never leaves it. All
/// squares if pieces also come to the board in other ways.
pub fn ever_on(cx: &mut Context<'_>, piece: PieceId) -> SquareSet {
    let squares = cx.rules.geometry.squares();
    let mut seen = cx.placed(piece, Some(Side::White));
    let promoted = cx.rules.pieces.iter().filter_map(|other| other.promotion.as_ref());
    let made = promoted.flat_map(|rule| &rule.choices.white).any(|choice| *choice == piece);
    if seen.is_empty() || made || cx.rules.hand.is_some() || cx.rules.shuffle.is_some() {
        return squares & cx.rules.piece(piece).confined[Side::White];
    }
    let steps = every_square(cx, piece);
    let mut left: Vec<Square> = seen.iter().collect();
    while let Some(from) = left.pop() {
        let reach = steps.iter().find(|(square, _)| *square == from).map_or(SquareSet::EMPTY, |(_, reach)| reach.quiet);
        left.extend((reach & !seen).iter());
        seen |= reach;
    }
    // A piece that captures differently from its quiet moves may reach any square by captures.
    let takes = steps.iter().any(|(from, reach)| seen.contains(*from) && !reach.capture.is_subset(&seen));
    if takes { squares } else { seen }
}

/// Where the piece goes from every square once it has moved; found once for a page.
pub fn every_square(cx: &mut Context<'_>, piece: PieceId) -> Arc<Vec<(Square, Reach)>> {
    if let Some(known) = cx.known.reach.get(&piece) {
        return known.clone();
    }
    let rules = &cx.rules;
    let reach = |from: Square| (from, Reach::later_of_piece(rules, piece, Side::White, from));
    let found = Arc::new(rules.geometry.squares().iter().map(reach).collect::<Vec<_>>());
    cx.known.reach.insert(piece, found.clone());
    found
}
