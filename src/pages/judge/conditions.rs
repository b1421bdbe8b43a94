//! Conditions for castling as a whole: one more piece is put on every square, and the page's conditions are compared
//! with the engine.

use crate::board::{Side, Square, SquareSet};
use crate::interpreter::MoveKind;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::known::{Case, Conditions};
use crate::pages::moves::{fen_of, setup_of};
use crate::pages::trial::can_take;
use crate::rules::{CastlingOrigin, CastlingRight, CastlingRule, PieceId, Royalty, Setup};

/// How many places of the two are tried where they may start anywhere.
const PLACES: usize = 6;

/// Which of the castlings it is.
fn index(cx: &Context<'_>, rule: &CastlingRule) -> Option<u8> {
    cx.rules.castling.iter().position(|other| other.letter == rule.letter).map(|index| index as u8)
}

/// The square that something starts from, if it is one.
pub fn at(origin: CastlingOrigin) -> Option<Square> {
    match origin {
        CastlingOrigin::At(square) => Some(square),
        _ => None,
    }
}

/// All cases with one more piece, made once for a page.
fn cases<'c>(cx: &'c mut Context<'_>) -> &'c [Case] {
    if cx.known.castling.is_none() {
        let made = make_cases(cx);
        cx.known.castling = Some(made);
    }
    cx.known.castling.as_deref().unwrap_or_default()
}

fn make_cases(cx: &Context<'_>) -> Vec<Case> {
    let mut found = Vec::new();
    for rule in cx.rules.castling.iter().filter(|rule| rule.side == Side::White) {
        let all = places(cx, rule);
        let step = all.len().div_ceil(PLACES).max(1);
        for (from, partner) in all.into_iter().step_by(step) {
            let Some(number) = index(cx, rule) else { continue };
            let pieces = [(from, rule.movers[0], Side::White), (partner, rule.partners[0], Side::White)];
            for (piece, side) in extras(cx) {
                for square in cx.rules.geometry.squares().iter().filter(|square| *square != from && *square != partner)
                {
                    let mut setup = setup_of(&cx.rules, &[pieces[0], pieces[1], (square, piece, side)], Side::White);
                    setup.castling = vec![CastlingRight { rule: number, from, partner }];
                    found.extend(case(cx, setup, rule, (from, partner)));
                }
            }
        }
    }
    found
}

fn case(cx: &Context<'_>, setup: Setup, rule: &CastlingRule, (from, partner): (Square, Square)) -> Option<Case> {
    let geometry = &cx.rules.geometry;
    let occupied = |square: Square| setup.pieces[square.index()].is_some() && square != from && square != partner;
    let free = |squares: SquareSet| squares.iter().all(|square| !occupied(square));
    let game = cx.compiled.game_unchecked(&setup).ok()?;
    let castles = |made: &crate::interpreter::Move| matches!(made.kind(), MoveKind::Castling { partner: other, .. } if other == partner);
    let legal = game.legal_moves().iter().any(castles);
    // The moved piece is tested on its new square, with its old square empty.
    let attacked = |mover: Square, square: Square| {
        let mut moved = setup.clone();
        moved.castling.clear();
        let placed = moved.pieces[mover.index()].take();
        if moved.pieces[square.index()].is_some_and(|placed| placed.side == Side::White) {
            return false;
        }
        moved.pieces[square.index()] = placed;
        can_take(cx, &moved, Side::Black, square)
    };
    let way = geometry.straight(from, rule.to);
    let partner_way = geometry.straight(partner, rule.partner_to);
    let holds = Conditions {
        unmoved: true,
        between: free(geometry.straight(from, partner)),
        ends_free: !occupied(rule.to) && !occupied(rule.partner_to),
        not_in_check: !attacked(from, from),
        not_through: way.iter().all(|square| square == rule.to || square == from || !attacked(from, square)),
        not_into: !attacked(from, rule.to),
    };
    let partner_passes = partner_way.iter().any(|square| {
        square != partner && !way.contains(square) && square != rule.partner_to && attacked(partner, square)
    });
    Some(Case { partner_attacked: attacked(partner, partner), partner_passes, holds, legal, setup })
}

/// Judges whether the game has all these conditions. If not, the page is stricter than the rules, and a position shows it.
pub fn asked(cx: &mut Context<'_>, told: Conditions) -> Finding {
    let rules = cx.rules.clone();
    type Part = (bool, &'static str, fn(&Conditions) -> bool);
    let parts: [Part; 5] = [
        (told.between, "nothing between", |holds| holds.between),
        (told.ends_free, "the squares where they end are free", |holds| holds.ends_free),
        (told.not_in_check, "not out of check", |holds| holds.not_in_check),
        (told.not_through, "not over an attacked square", |holds| holds.not_through),
        (told.not_into, "not onto an attacked square", |holds| holds.not_into),
    ];
    let mut names: Vec<&str> = if told.unmoved { vec!["both unmoved"] } else { Vec::new() };
    let (mut tried, mut shown) = (0, None);
    for (_, name, holds) in parts.iter().filter(|(told, ..)| *told) {
        let broken: Vec<&Case> = cases(cx).iter().filter(|case| !holds(&case.holds)).collect();
        tried += broken.len();
        if let Some(case) = broken.iter().find(|case| case.legal) {
            let detail = format!("the rules do not ask for this: {name}; castling is legal here");
            return Finding::new(Verdict::Stronger, detail).shown(fen_of(&rules, &case.setup));
        }
        names.push(name);
        shown = shown.or_else(|| broken.first().map(|case| fen_of(&rules, &case.setup)));
    }
    if told.unmoved {
        // The pieces stand as they do in the other cases, but the right is gone.
        let without = cases(cx).iter().find(|case| case.legal).map(|case| case.setup.clone());
        if let Some(mut setup) = without {
            setup.castling.clear();
            let castles = |made: &crate::interpreter::Move| matches!(made.kind(), MoveKind::Castling { .. });
            if cx.compiled.game_unchecked(&setup).is_ok_and(|game| game.legal_moves().iter().any(castles)) {
                let detail = "the rules allow castling whether or not the two have moved";
                return Finding::new(Verdict::Stronger, detail).shown(fen_of(&rules, &setup));
            }
            shown = shown.or_else(|| Some(fen_of(&rules, &setup)));
        }
    }
    let tried = if tried > 0 { format!(" ({tried} positions tried)") } else { String::new() };
    let finding = Finding::confirmed(format!("the rules ask for this too: {}{tried}", names.join(", ")));
    // A position in which the condition does not hold, and castling is illegal.
    Finding { position: shown, ..finding }
}

/// Judges whether the partner may be under attack.
pub fn partner_attacked(cx: &mut Context<'_>) -> Finding {
    allowed(cx, "its partner may be under attack", |case| case.partner_attacked)
}

/// Judges whether the partner may pass an attacked square.
pub fn partner_passes(cx: &mut Context<'_>) -> Finding {
    allowed(cx, "its partner may pass an attacked square", |case| case.partner_passes)
}

fn allowed(cx: &mut Context<'_>, what: &str, wanted: impl Fn(&Case) -> bool) -> Finding {
    let rules = cx.rules.clone();
    let cases = cases(cx);
    let legal = cases.iter().find(|case| wanted(case) && case.legal);
    let illegal = cases.iter().find(|case| wanted(case));
    match (legal, illegal) {
        (Some(case), _) => Finding::confirmed(what).shown(fen_of(&rules, &case.setup)),
        (None, Some(case)) => Finding::contradicted(format!("never: {what}")).shown(fen_of(&rules, &case.setup)),
        (None, None) => Finding::not_checkable("no position was found that would show it"),
    }
}

/// The pieces that are put on the board beside the two.
fn extras(cx: &Context<'_>) -> Vec<(PieceId, Side)> {
    let rules = &cx.rules;
    let common =
        |piece: &PieceId| rules.piece(*piece).royalty == Royalty::Common && rules.piece(*piece).promotion.is_none();
    let both = |piece| [(piece, Side::Black), (piece, Side::White)];
    let all = rules.piece_ids().filter(common).flat_map(both);
    all.filter(|(piece, side)| !rules.piece(*piece).symbol[*side].is_empty()).collect()
}

/// A position in which all that the page asks for holds and the rules forbid castling.
pub fn counter(cx: &Context<'_>, told: Conditions) -> Option<(Setup, String)> {
    let rules = &cx.rules;
    let extras = extras(cx);
    for rule in rules.castling.iter().filter(|rule| rule.side == Side::White) {
        for (from, partner) in places(cx, rule) {
            let pieces = [(from, rule.movers[0], Side::White), (partner, rule.partners[0], Side::White)];
            for (piece, side) in &extras {
                for square in rules.geometry.squares().iter().filter(|square| *square != from && *square != partner) {
                    let mut setup = setup_of(rules, &[pieces[0], pieces[1], (square, *piece, *side)], Side::White);
                    setup.castling = vec![CastlingRight { rule: index(cx, rule)?, from, partner }];
                    if let Some(what) = forbidden(cx, &setup, rule, (from, partner), told) {
                        return Some((setup, what));
                    }
                }
            }
        }
    }
    None
}

/// Where the two may stand before castling.
fn places(cx: &Context<'_>, rule: &CastlingRule) -> Vec<(Square, Square)> {
    if let (Some(from), Some(partner)) = (at(rule.from), at(rule.partner_from)) {
        return vec![(from, partner)];
    }
    let geometry = &cx.rules.geometry;
    let line: Vec<Square> =
        geometry.squares().iter().filter(|square| geometry.rank(*square) == geometry.rank(rule.to)).collect();
    let right = matches!(rule.partner_from, CastlingOrigin::Toward(step) if step.files > 0);
    let pairs = line.iter().flat_map(|from| line.iter().map(move |partner| (*from, *partner)));
    pairs.filter(|(from, partner)| if right { partner > from } else { partner < from }).collect()
}

/// The reason why castling is illegal although all conditions of the page hold; `None` if it is legal, or if a
/// condition does not hold.
fn forbidden(
    cx: &Context<'_>,
    setup: &Setup,
    rule: &CastlingRule,
    (from, partner): (Square, Square),
    told: Conditions,
) -> Option<String> {
    let geometry = &cx.rules.geometry;
    let occupied = |square: Square| setup.pieces[square.index()].is_some() && square != from && square != partner;
    let (own_path, between) = (geometry.straight(from, rule.to), geometry.straight(from, partner));
    let partner_path = geometry.straight(partner, rule.partner_to);
    let is_free = |squares: SquareSet| squares.iter().all(|square| !occupied(square));
    if told.between && !is_free(between) || told.ends_free && (occupied(rule.to) || occupied(rule.partner_to)) {
        return None;
    }
    if !told.between && !is_free(between) {
        return Some("a piece stands between the two".to_owned());
    }
    if !is_free(own_path) {
        return Some("a piece stands on the way of the castling piece".to_owned());
    }
    if !is_free(partner_path) {
        return Some("a piece stands on the way of its partner".to_owned());
    }
    let game = cx.compiled.game_unchecked(setup).ok()?;
    let legal = game
        .legal_moves()
        .iter()
        .any(|made| matches!(made.kind(), MoveKind::Castling { partner: other, .. } if other == partner));
    if legal {
        return None;
    }
    let attacked = |square: Square| {
        let mut moved = setup.clone();
        moved.castling.clear();
        moved.pieces[from.index()] = None;
        if moved.pieces[square.index()].is_some() && square != partner {
            return true;
        }
        moved.pieces[square.index()] = setup.pieces[from.index()];
        cx.compiled.game_unchecked(&moved).is_ok_and(|game| game.in_check())
    };
    let (start, end) = (attacked(from), attacked(rule.to));
    let passing = own_path.iter().any(|square| square != rule.to && attacked(square));
    if told.not_in_check && start || told.not_into && end || told.not_through && passing {
        return None;
    }
    let what = match (start, passing, end) {
        (true, ..) => "it is in check where it stands",
        (_, true, _) => "it passes an attacked square",
        (_, _, true) => "it would end on an attacked square",
        _ => return None,
    };
    Some(what.to_owned())
}

/// A position in which a castling of White is legal.
pub fn example(cx: &Context<'_>) -> Option<(Setup, CastlingRule)> {
    let rules = &cx.rules;
    rules.castling.iter().find_map(|rule| {
        let (mover, partner_piece) = (rule.movers[0], rule.partners[0]);
        let from = at(rule.from).or_else(|| cx.placed(mover, Some(rule.side)).lowest())?;
        let partner = at(rule.partner_from).or_else(|| outermost(cx, rule, from, partner_piece))?;
        let mut setup = setup_of(rules, &[(from, mover, rule.side), (partner, partner_piece, rule.side)], rule.side);
        setup.castling = vec![CastlingRight { rule: index(cx, rule)?, from, partner }];
        Some((setup, rule.clone()))
    })
}

/// The partner of the setup that lies on the way from the mover's place to its target, or behind it.
fn outermost(cx: &Context<'_>, rule: &CastlingRule, from: Square, partner: PieceId) -> Option<Square> {
    let CastlingOrigin::Toward(step) = rule.partner_from else { return None };
    let mut square = from;
    let mut found = None;
    while let Some(landing) = cx.rules.geometry.step(square, step) {
        if landing.square == from || found.is_some_and(|found| found == landing.square) {
            break;
        }
        square = landing.square;
        if cx.placed(partner, Some(rule.side)).contains(square) {
            found = Some(square);
        }
    }
    found
}

/// After the last sentence: checks whether the conditions that the page gives are all of them.
pub fn finish(cx: &mut Context<'_>) {
    let Some((line, words, mut told)) = cx.known.asked.take() else { return };
    if !told.unmoved && !told.between {
        return;
    }
    // "May not be exposed to check" elsewhere covers where the royal piece ends.
    told.not_into |= cx.claims.iter().any(|claim| claim.kind == "royal" && claim.verdict == Verdict::Confirmed);
    told.ends_free |= told.between && cx.rules.castling.iter().all(|rule| at(rule.from).is_some());
    let finding = match counter(cx, told) {
        None => Finding::confirmed("the conditions are those of the rules, tried with one more piece on every square"),
        Some((setup, what)) => Finding::new(
            Verdict::Incomplete,
            format!("what the page asks for holds here, and castling is illegal: {what}"),
        )
        .shown(fen_of(&cx.rules, &setup)),
    };
    cx.claim("castling conditions", line, &words, finding);
}
