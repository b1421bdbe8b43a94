//! Sentences about how a piece moves.

use crate::board::{Side, Square, SquareSet};
use crate::pages::claim::Finding;
use crate::pages::context::{Context, Sentence, Topic};
use crate::pages::moves::{Reach, centre, fen_of, later_moves, movement_of, names, setup_of};
use crate::pages::phrases::Concept;
use crate::rules::PieceId;

/// Finds what a sentence says of its piece's moves.
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

/// `The knight is the only piece that jumps`.
fn only_jumper(cx: &mut Context<'_>, said: &Sentence) -> bool {
    use Concept::{blocked, jump, negation};
    let jumps = said.has(jump) && (said.says("other") || said.says("over") || said.says("units") || said.has(blocked));
    if !jumps {
        return false;
    }
    let exclusive = said.says("only") || said.says("apart") || said.says("except");
    let denied = !exclusive && said.has(negation) && !said.has(blocked);
    let named: Vec<PieceId> = said.pieces.iter().map(|(_, piece)| *piece).chain(said.subject).collect();
    let rules = cx.rules.clone();
    let jumpers: Vec<PieceId> = rules.piece_ids().filter(|piece| jumps_over(cx, *piece)).collect();
    let list = jumpers.iter().map(|piece| cx.name(*piece)).collect::<Vec<_>>().join(", ");
    let Some(subject) = named.iter().find(|piece| jumpers.contains(piece)).or(named.first()).copied() else {
        return false;
    };
    let finding = if denied {
        let detail = format!("these can pass over men: {list}");
        Finding::of(!jumpers.contains(&subject), detail).shown(lone(cx, subject, None))
    } else if exclusive {
        let others: Vec<&PieceId> = jumpers.iter().filter(|piece| !named.contains(piece)).collect();
        match (jumpers.contains(&subject), others.is_empty()) {
            (true, true) => Finding::confirmed(format!("of all pieces only {list} can pass over men")),
            (_, false) => {
                Finding::contradicted(format!("these can pass over men: {list}")).shown(lone(cx, *others[0], None))
            }
            (false, true) => Finding::contradicted("it cannot pass over men").shown(lone(cx, subject, None)),
        }
    } else {
        Finding::of(jumpers.contains(&subject), format!("these can pass over men: {list}"))
            .shown(lone(cx, subject, None))
    };
    cx.say("jump", said, finding);
    true
}

/// Can the piece reach a square although all squares around it are taken by friends?
fn jumps_over(cx: &Context<'_>, piece: PieceId) -> bool {
    let rules = &cx.rules;
    let from = centre(&rules.geometry);
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| crate::board::Step::new(files, ranks)));
    let around: SquareSet = steps
        .filter_map(|step| rules.geometry.step(from, step))
        .map(|landing| landing.square)
        .filter(|square| *square != from)
        .collect();
    let movement = later_moves(&rules.piece(piece).movement);
    let mut study = crate::render::study::Study::new(&movement, &rules.geometry, from);
    study.friends = around;
    study.walks().iter().any(|walk| walk.captures.is_empty() && walk.to != from)
}

fn lone(cx: &Context<'_>, piece: PieceId, from: Option<Square>) -> String {
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
    let one = said_squares.iter().any(|(number, _)| *number == 1);
    let two = said_squares.iter().any(|(number, _)| *number == 2);
    if said.has(nearest) && denied || two && one && (lines || said.has(horizontal) || said.has(files)) && !across {
        return Some(("N".to_owned(), true));
    }
    if denied || said.has_any(&[ahead, backward]) || said.says("then") {
        return None;
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
    let notation = match (far, one, lines, across, said.has(any_direction)) {
        (true, _, _, _, true) if !across && !lines => "Q",
        (true, _, true, true, _) => "Q",
        (true, _, true, false, _) => "R",
        (true, _, false, true, _) => "B",
        (false, true, _, _, true) => "K",
        (false, true, true, true, _) => "K",
        (false, true, false, true, _) => "F",
        (false, true, true, false, _) => "W",
        _ => return None,
    };
    Some((notation.to_owned(), false))
}

fn plain(cx: &mut Context<'_>, said: &Sentence, piece: PieceId) -> bool {
    use Concept::{capture, moving, squares};
    let verbs = said.has(Concept::like_move)
        || said.has(moving)
        || said.has(capture)
        || said.says("moved")
        || said.has_any(&[squares]);
    if !verbs || said.pieces.len() > 4 {
        return capture_at_end(cx, said, piece);
    }
    let Some((notation, _)) = notation_of(cx, said, piece) else { return capture_at_end(cx, said, piece) };
    let Some(movement) = movement_of(&notation) else { return false };
    let rules = cx.rules.clone();
    cx.said.insert(Topic::Moves(piece));
    let own = later_moves(&rules.piece(piece).movement);
    let (mut missing, mut further) = (None, false);
    for from in rules.geometry.squares() {
        let told = Reach::of(&movement, &rules.geometry, Side::White, from);
        let real = Reach::of(&own, &rules.geometry, Side::White, from);
        let lacking = (told.quiet & !real.quiet) | (told.capture & !real.capture);
        further |= !real.all().is_subset(&told.all());
        if !lacking.is_empty() {
            missing = Some((from, lacking));
            break;
        }
    }
    let own_notation = &rules.piece(piece).notation;
    let finding = match missing {
        Some((from, lacking)) => Finding::contradicted(format!(
            "the page says `{notation}`, the rules `{own_notation}`: from {} the {} does not reach {}",
            rules.geometry.name(from),
            rules.piece(piece).name,
            names(&rules.geometry, lacking)
        ))
        .shown(lone(cx, piece, Some(from))),
        None if further => {
            Finding::confirmed(format!("it has the moves `{notation}`; all of its moves are `{own_notation}`"))
        }
        None => Finding::confirmed(format!("read as `{notation}`: the same squares as `{own_notation}`")),
    };
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
    let reach = Reach::of_piece(&cx.rules, piece, Side::White, centre(&cx.rules.geometry));
    let same = reach.quiet.is_subset(&reach.capture);
    let finding =
        Finding::of(same, format!("the {} takes where it moves", cx.name(piece))).shown(lone(cx, piece, None));
    cx.say("moves", said, finding);
    true
}

fn colour_bound(cx: &mut Context<'_>, said: &Sentence, piece: PieceId) -> bool {
    let text = said.text.to_lowercase();
    let single = said.has(Concept::squares)
        && (text.contains("single color")
            || text.contains("single colour")
            || text.contains("one color")
            || text.contains("one colour"));
    if !text.contains("color-bound") && !text.contains("colour-bound") && !text.contains("colorbound") && !single {
        return false;
    }
    let bound = crate::pages::moves::is_colour_bound(&cx.rules, piece, Side::White);
    let finding = Finding::of(bound, "found by following its moves from every square").shown(lone(cx, piece, None));
    cx.say("colour", said, finding);
    true
}

/// What a pawn does, in parts.
fn promoter(cx: &mut Context<'_>, said: &Sentence, piece: PieceId) -> bool {
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
        say(cx, said, !mixed, "it never takes where it moves without taking", piece);
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
            say(cx, said, !mixed, "it cannot go to the squares on which it takes while they are empty", piece);
        }
        cannot
    }
}

fn every_square(cx: &Context<'_>, piece: PieceId) -> Vec<(Square, Reach)> {
    let own = later_moves(&cx.rules.piece(piece).movement);
    let geometry = &cx.rules.geometry;
    geometry.squares().iter().map(|from| (from, Reach::of(&own, geometry, Side::White, from))).collect()
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
            let detail = if stopped { "and a man between stops it" } else { "even over a man between" };
            Finding::confirmed(format!("as {}-{}, {detail}", geometry.name(from), geometry.name(to)))
        }
        (None, true) => Finding::confirmed("no man that has not moved yet goes two squares"),
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

/// Where it steps and where it takes: straight or diagonally ahead.
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
        // The nearest verb before the word tells whether it is about taking; else the nearest behind it.
        let verb = |token: &crate::pages::phrases::Token| match token.concept {
            capture | captured => Some(true),
            Concept::moving | Concept::jump => Some(false),
            _ => None,
        };
        let before = said.tokens[..index].iter().rev().find_map(verb);
        let behind = said.tokens[index + 1..].iter().take(2).find_map(verb);
        behind.or(before).unwrap_or(takes.is_some())
    };
    let said_ahead =
        said.has(ahead) || said.says("front") || said.has(squares) || said.says("straight") || said.says("immediately");
    let by_moving = said.text.to_lowercase().contains("capture by moving")
        || said.text.to_lowercase().contains("captures by moving");
    let mut claims: Vec<(bool, Way)> = Vec::new();
    for (index, way) in ways {
        let denied = said.is_denied(index, 5)
            && !said.is_denied(index, 0)
            && said.has(Concept::negation)
            && said.tokens[..index].iter().rev().take(4).any(|token| token.concept == Concept::negation);
        if denied {
            continue;
        }
        let taking = by_moving || is_taking(index);
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
        let what = if taking { "takes" } else { "moves without taking" };
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
