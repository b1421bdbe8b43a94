//! Sentences about how a piece moves.

use std::sync::Arc;

use crate::board::{Side, Square, SquareSet};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::known::Compared;
use crate::pages::moves::{Reach, centre, fen_of, later_moves, movement_of, names, setup_of};

use crate::pages::sentence::Topic;
use crate::rules::PieceId;

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
        let short_of = Some(piece);
        return Some(Finding { short_of, ..Finding::contradicted(detail).shown(lone(cx, piece, Some(from))) });
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
    let mut atoms = notation.chars().filter(|letter| !"fblrsv".contains(*letter)).peekable();
    atoms.peek().is_some() && atoms.all(|atom| "WFK".contains(atom))
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

/// Judges the sentences of a block on the moves of a piece together: a claim that says too little by itself is right if all
/// of them say all moves, and is left open if a sentence that may be about the piece was not read. `unread` has the subjects of
/// such sentences.
pub fn settle(cx: &mut Context<'_>, unread: &[Option<PieceId>]) {
    let block = std::mem::take(&mut cx.block);
    for (index, piece) in block.short {
        let all = block.said.get(&piece).cloned().unwrap_or_default();
        let whole = compared(cx, piece, &all).is_some_and(|found| found.quiet.is_none() && found.further.is_none());
        let unread = unread.iter().any(|subject| subject.is_none_or(|subject| subject == piece));
        let claim = &mut cx.claims[index];
        match (whole, unread) {
            (true, _) => (claim.verdict, claim.detail) = (Verdict::Confirmed, format!("with the rest: `{all}`")),
            (false, true) => (claim.verdict, claim.may_differ) = (Verdict::NotUnderstood, true),
            (false, false) => {}
        }
    }
}
