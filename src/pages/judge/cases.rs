//! Claims that positions or setups show one by one: pins, places after castling, drawn material, colours of squares.

use crate::board::{Side, Square};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::kinds::diagram;
use crate::pages::moves::{Reach, fen_of, setup_of};
use crate::pages::trial::{self, Trial};
use crate::rules::movement::Pattern;
use crate::rules::{CastlingRule, Outcome, PieceId, PlacedPiece};

use super::told::{Judged, Told, list, of, start};
use super::{conditions, movement};

/// `A rook on a1 can move to h1`, on a board without other pieces.
fn from_square_to_square(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let named = told.notes().iter().filter(|note| note.tag == "square");
    let squares: Vec<Square> = named.map(|note| cx.square(&told.word(note)?.text)).collect::<Option<_>>()?;
    let (piece, (from, to)) = (*told.subjects.first()?, squares.split_first()?);
    let side = told.side().unwrap_or(Side::White);
    let reach = Reach::of_piece(&cx.rules, piece, side, *from);
    let all = reach.all() | reach.first;
    let fits = |square: &Square| all.contains(*square) != told.has("not");
    let detail = format!("the rules say `{}`", cx.rules.piece(piece).notation);
    let shown = fen_of(&cx.rules, &setup_of(&cx.rules, &[(*from, piece, side)], side));
    (!to.is_empty()).then(|| Finding::of(to.iter().all(fits), detail).shown(shown))
}

/// The verdicts on a claim of this kind.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let found = match told.reading.shape {
        "pinned" => {
            let found = trial::shown(cx, Trial::Pinned);
            ("check", Some(if told.has("not") { found.inverted() } else { found }))
        }
        "castleends" => ("castling", castling_ends(cx, told)),
        "fromto" => ("moves", from_square_to_square(cx, told)),
        "castlepartner" => return partner_is_safe(cx, told),
        "deadpair" => ("material", drawn(cx, told)),
        "dropcastle" => {
            let any = cx.rules.hand.is_some() && !cx.rules.castling.is_empty();
            let detail = "a right to castle is lost once the partner leaves its square";
            ("castling", any.then(|| of(cx, told.has("not"), detail)))
        }
        "promotedlike" => ("promotion", become_alike(cx, told)),
        _ => ("setup", colours(cx, told)),
    };
    found.1.map(|finding| (found.0, finding)).into_iter().collect()
}

/// `The king goes to g1 and the rook to f1`.
fn castling_ends(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let notes = told.notes();
    // Each piece with the squares that are named behind it.
    let mut pairs: Vec<(PieceId, Vec<Square>)> = Vec::new();
    let mut starts: Vec<Square> = Vec::new();
    for (at, note) in notes.iter().enumerate() {
        match (note.tag, told.piece(note)) {
            ("piece", Some(piece)) => pairs.push((piece, Vec::new())),
            ("square", _) if at > 0 && notes[at - 1].tag == "from" => starts.push(cx.square(&told.word(note)?.text)?),
            ("square", _) => pairs.last_mut()?.1.push(cx.square(&told.word(note)?.text)?),
            _ => {}
        }
    }
    let [one, two] = pairs.as_slice() else { return None };
    if one.1.len() != two.1.len() || one.1.is_empty() {
        return None;
    }
    told.has("from");
    let begins = |rule: &CastlingRule| {
        let places = [conditions::at(rule.from), conditions::at(rule.partner_from)];
        starts.iter().all(|square| places.contains(&Some(*square)))
    };
    let fits = |rule: &CastlingRule, (piece, square): &(PieceId, Square)| {
        begins(rule) && rule.movers.contains(piece) && rule.to == *square
            || begins(rule) && rule.partners.contains(piece) && rule.partner_to == *square
    };
    let sides = told.side().map_or(Side::ALL.to_vec(), |side| vec![side]);
    let rules: Vec<&CastlingRule> = cx.rules.castling.iter().filter(|rule| sides.contains(&rule.side)).collect();
    let ends = |at: usize| rules.iter().any(|rule| fits(rule, &(one.0, one.1[at])) && fits(rule, &(two.0, two.1[at])));
    let found = (0..one.1.len()).all(ends);
    // `The queen is placed on d1 and the king on e1` need not be about castling.
    let about = found || told.words.iter().any(|word| cx.grammar.has_sense(word, "castle"));
    (one.0 != two.0 && !cx.rules.castling.is_empty() && about)
        .then(|| of(cx, found, if found { "a castling ends so" } else { "no castling of the rules ends so" }))
}

/// `The rook may be under attack, and may pass over attacked squares`: each is a claim.
fn partner_is_safe(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let named = told.pieces(told.notes());
    let partners = cx.rules.castling.iter().any(|rule| named.iter().all(|piece| rule.partners.contains(piece)));
    if !partners {
        return Vec::new();
    }
    let mut found = vec![("castling", conditions::partner_attacked(cx))];
    if told.has("passes") {
        found.push(("castling", conditions::partner_passes(cx)));
    }
    found
}

/// `King and bishop against king` in a list of draws. Bishops stand on squares of one colour.
fn drawn(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let royal = cx.royal()?;
    let at = told.notes().iter().position(|note| note.tag == "against")?;
    told.has("against");
    let (one, mut two) = (told.pieces(&told.notes()[..at]), told.pieces(&told.notes()[at..]));
    if told.words[told.reading.words.clone()].iter().any(|word| word.text == "both") {
        two.pop();
    }
    let geometry = &cx.rules.geometry;
    let dark = |square: &Square| (geometry.file(*square) + geometry.rank(*square)).is_multiple_of(2);
    let places = geometry.squares().iter().filter(dark).step_by(5);
    let men = one.iter().map(|piece| (*piece, Side::White)).chain(two.iter().map(|piece| (*piece, Side::Black)));
    let placed: Vec<_> = places.zip(men).map(|(square, (piece, side))| (square, piece, side)).collect();
    if one.first() != Some(&royal) || !two.contains(&royal) || placed.len() != one.len() + two.len() {
        return None;
    }
    let setup = setup_of(&cx.rules, &placed, Side::White);
    let game = cx.compiled.game_unchecked(&setup).ok()?;
    let drawn = game.end().is_some_and(|end| end.outcome == Outcome::Draw && end.claim);
    let finding = match drawn {
        true => Finding::confirmed("a draw by the rules: neither side can be mated"),
        false => Finding::new(Verdict::Suspicious, "the rules do not end the game here"),
    };
    Some(finding.shown(fen_of(&cx.rules, &setup)))
}

/// `All minor pieces move like a gold when promoted`: minor pieces do not go far.
fn become_alike(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let like = told.after("like").first().copied()?;
    let notation = told.notation(cx, &like, false)?;
    let minor = told.has("minor");
    let goes_far = |pattern: &Pattern| pattern.legs().iter().any(|leg| leg.range.is_none());
    let far = |piece: &PieceId| minor && cx.rules.piece(*piece).movement.patterns.iter().any(goes_far);
    let able: Vec<PieceId> =
        cx.rules.piece_ids().filter(|piece| cx.promotes(*piece)).filter(|piece| !far(piece)).collect();
    let forms: Vec<PieceId> =
        able.iter().filter_map(|piece| cx.promotion(*piece)?.choices.white.first().copied()).collect();
    let mut other = Vec::new();
    for form in &forms {
        let found = movement::compared(cx, *form, &notation)?;
        if found.quiet.is_some() || found.capture.is_some() || found.further.is_some() {
            other.push(*form);
        }
    }
    let detail = format!("these move otherwise: {}", list(cx, other.iter().copied()));
    (!forms.is_empty()).then(|| of(cx, other.is_empty(), detail))
}

/// `The bishops start on squares of different colours`: in every start of the rules.
fn colours(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    if told.has("own2") {
        return Some(own_colours(cx, piece));
    }
    let same = told.has("same2");
    told.has("differ");
    let geometry = cx.rules.geometry.clone();
    let starts = diagram::starts(cx);
    let fits = |start: &Vec<Option<PlacedPiece>>| {
        let stands = |placed: &Option<PlacedPiece>| {
            placed.as_ref().is_some_and(|placed| placed.piece == piece && placed.side == Side::White)
        };
        let squares = (0..start.len()).filter(|index| stands(&start[*index])).map(|index| Square::new(index as u16));
        let dark: Vec<bool> =
            squares.map(|square| (geometry.file(square) + geometry.rank(square)).is_multiple_of(2)).collect();
        match dark.as_slice() {
            [one, two] => Some((one == two) == same),
            _ => None,
        }
    };
    let all: Option<Vec<bool>> = starts.iter().map(fits).collect();
    let holds = all?.into_iter().all(|holds| holds);
    Some(Finding::of(holds, "in every start of the rules").shown(start(cx)))
}

/// `The queen starts on its own colour`: White's on a light square, and Black's on a dark one.
fn own_colours(cx: &Context<'_>, piece: PieceId) -> Finding {
    let geometry = &cx.rules.geometry;
    let light = |square: Square| !(geometry.file(square) + geometry.rank(square)).is_multiple_of(2);
    let fits = |side| cx.placed(piece, Some(side)).iter().all(|square| light(square) == (side == Side::White));
    Finding::of(Side::ALL.into_iter().all(fits), "at the start").shown(start(cx))
}
