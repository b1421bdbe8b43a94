//! Claims about wins and losses other than mate, about counted checks and royal pieces, and about pieces that do not
//! capture.

use crate::board::{Side, SquareSet};
use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::pages::moves::{fen_of, setup_of};
use crate::rules::PieceId;

use super::movement;
use super::told::{Judged, Told, army, of};

/// The verdict on a claim of this kind.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let found = match told.reading.shape {
        "givecheck" => {
            let barred = cx.rules.constraints.no_checks;
            let detail = if barred { "no move may give check" } else { "a move may give check" };
            ("check", Some(of(cx, barred == told.has("not"), detail)))
        }
        "royal" => ("royal", royal(cx, told)),
        "lacks" => ("setup", lacks(cx, told)),
        "nocapture" => ("capture", takes(cx, told)),
        "selfcapture" => ("capture", own_pieces(cx, told)),
        "insteadof" => ("setup", stands_for(cx, told)),
        _ => return Vec::new(),
    };
    found.1.map(|finding| (found.0, finding)).into_iter().collect()
}

/// The squares in the middle: one, two or four.
pub fn middle(cx: &Context<'_>) -> SquareSet {
    let geometry = &cx.rules.geometry;
    let near = |at: usize, count: usize| at == count / 2 || at == (count - 1) / 2;
    let inside = |square: &crate::board::Square| {
        near(geometry.file(*square), geometry.files()) && near(geometry.rank(*square), geometry.ranks())
    };
    geometry.squares().iter().filter(inside).collect()
}

fn royal(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let royal = cx.rules.piece(piece).royalty.is_ever_royal();
    let detail = if royal { "it must not be left under attack" } else { "it is an ordinary piece" };
    Some(of(cx, royal != told.has("not"), detail))
}

/// Judges whether the piece captures.
fn takes(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let able = movement::every_square(cx, piece).iter().any(|(_, reach)| !reach.capture.is_empty());
    // A blast that the capturing piece would not survive keeps a royal piece from capturing.
    let lost = cx.rules.effects.blast.is_some() && cx.rules.piece(piece).royalty.is_ever_royal();
    let detail = if able && !lost { "it may capture" } else { "it captures nothing" };
    let shown = movement::lone(cx, piece, None);
    Some(Finding::of((able && !lost) != told.has("not"), detail).shown(shown))
}

fn own_pieces(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let free =
        cx.rules.pieces.iter().any(|piece| {
            piece.movement.patterns.iter().any(|pattern| pattern.terms().is_some_and(|terms| terms.friend))
        });
    let detail = if free { "some pieces capture their own" } else { "no piece captures its own" };
    Some(of(cx, free != told.has("not"), detail))
}

fn placed(cx: &Context<'_>, piece: PieceId, side: Option<Side>) -> bool {
    let sides = side.map_or(Side::ALL.to_vec(), |side| vec![side]);
    sides.iter().any(|side| {
        let held = cx.rules.setup.hands[*side].get(piece.index()).is_some_and(|count| *count > 0);
        held || !cx.placed(piece, Some(*side)).is_empty()
    })
}

/// `White has no king`.
fn lacks(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let pieces = told.pieces(told.after("not"));
    let foreign = told.notes().iter().any(|note| note.tag == "foreign");
    let holds = pieces.iter().all(|piece| !placed(cx, *piece, told.side()));
    (foreign || !pieces.is_empty()).then(|| of(cx, holds, "of the pieces of the setup"))
}

/// `The elephant replaces the bishop`: the one stands in the setup, and the other does not.
fn stands_for(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let rest = if told.has("rev2") { told.after("rev2") } else { told.after("ewho") };
    let other = told.pieces(rest).first().copied();
    let here = told.subjects.iter().all(|piece| placed(cx, *piece, None));
    let gone = other.is_none_or(|other| !placed(cx, other, None) || told.subjects.contains(&other));
    (!told.subjects.is_empty()).then(|| of(cx, here && gone, "of the pieces of the setup"))
}

/// `Next to the rook`, `between the rook and the bishop`: on the same rank, of the same side.
pub fn neighbours(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let between = told.reading.shape == "between";
    let others = told.pieces(told.after(if between { "between" } else { "nextto" }));
    let geometry = &cx.rules.geometry;
    let step = |from, files| {
        let step = crate::board::Step::new(files, 0);
        geometry.step(from, step).map(|landing| landing.square)
    };
    let mut holds = !others.is_empty();
    let mut any = false;
    for (piece, side) in told.subjects.iter().flat_map(|piece| Side::ALL.map(|side| (*piece, side))) {
        let other = others.iter().fold(SquareSet::EMPTY, |all, other| all | cx.placed(*other, Some(side)));
        for square in cx.placed(piece, Some(side)).iter() {
            any = true;
            let beside = [-1, 1].map(|files| step(square, files).is_some_and(|next| other.contains(next)));
            let both = |other: &PieceId| cx.placed(*other, Some(side));
            let each = others.iter().all(|other| {
                [-1, 1].iter().any(|files| step(square, *files).is_some_and(|next| both(other).contains(next)))
            });
            let around = others.len() > 1 && each || seen_both_ways(cx, square, other) && others.len() == 1;
            holds &= if between { beside == [true; 2] && each || around } else { beside.contains(&true) };
        }
    }
    any.then(|| of(cx, holds, "at the start"))
}

/// Returns `true` if one of the others stands on each side of a square, on its rank.
fn seen_both_ways(cx: &Context<'_>, square: crate::board::Square, others: SquareSet) -> bool {
    let geometry = &cx.rules.geometry;
    let same = others.iter().filter(|other| geometry.rank(*other) == geometry.rank(square));
    let files: Vec<usize> = same.map(|other| geometry.file(other)).collect();
    let own = geometry.file(square);
    files.iter().any(|file| *file < own) && files.iter().any(|file| *file > own)
}

/// `The king stands to the left of the queen`, `on the left side of the player`, `with Red on the top left`.
pub fn handed(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let geometry = &cx.rules.geometry;
    let (files, ranks) = (geometry.files(), geometry.ranks());
    if told.reading.shape == "cornered" {
        let army = army(cx, told.side()?);
        let corners = [
            ("topleft", 0, ranks - 1),
            ("topright", files - 1, ranks - 1),
            ("lowleft", 0, 0),
            ("lowright", files - 1, 0),
        ];
        let named = corners.iter().filter(|(tag, ..)| told.has(tag));
        let named: Vec<_> = named.filter_map(|(_, file, rank)| geometry.at(*file, *rank)).collect();
        let holds = named.iter().all(|square| army.contains(*square));
        return (!named.is_empty()).then(|| of(cx, holds, "at the start"));
    }
    let left = told.has("left");
    let own = |side: Side, square| match side {
        Side::White => geometry.file(square),
        Side::Black => files - 1 - geometry.file(square),
    };
    let others = told.pieces(told.after("beside"));
    let (mut any, mut holds) = (false, true);
    for (piece, side) in told.subjects.iter().flat_map(|piece| Side::ALL.map(|side| (*piece, side))) {
        let other = others.first().and_then(|other| cx.placed(*other, Some(side)).lowest());
        for file in cx.placed(piece, Some(side)).iter().map(|square| own(side, square)) {
            any = true;
            holds &= match other.map(|other| own(side, other)) {
                Some(other) => (file < other) == left && file != other,
                None => 2 * file + 1 != files && (2 * file + 1 < files) == left,
            };
        }
    }
    any.then(|| of(cx, holds, "at the start"))
}

/// Judges whether royal pieces may not face each other. The piece between them tries to move away.
pub fn apart(cx: &Context<'_>, royal: PieceId) -> Option<Finding> {
    let geometry = cx.rules.geometry.clone();
    let confined = cx.rules.piece(royal).confined;
    let (own, theirs) = (cx.placed(royal, Some(Side::White)).lowest(), cx.placed(royal, Some(Side::Black)).lowest());
    let (own, theirs) = (own?, theirs?);
    let theirs = geometry
        .at(geometry.file(own), geometry.rank(theirs))
        .filter(|square| confined[Side::Black].contains(*square))?;
    let between = geometry.straight(own, theirs) & !SquareSet::of(own) & !SquareSet::of(theirs);
    let blockers: Vec<PieceId> = cx.rules.piece_ids().filter(|piece| *piece != royal).collect();
    for piece in blockers {
        for square in between.iter() {
            let setup = setup_of(
                &cx.rules,
                &[(own, royal, Side::White), (theirs, royal, Side::Black), (square, piece, Side::White)],
                Side::White,
            );
            let Ok(game) = cx.compiled.game_unchecked(&setup) else { continue };
            let aside =
                |made: &crate::interpreter::Move| made.from == square && geometry.file(made.to) != geometry.file(own);
            if !game.pseudo_legal_moves().iter().any(aside) {
                continue;
            }
            let opens = game.legal_moves().iter().any(aside);
            let detail =
                format!("the {} between them {} go aside", cx.name(piece), if opens { "may" } else { "must not" });
            return Some(Finding::of(!opens, detail).shown(fen_of(&cx.rules, &setup)));
        }
    }
    None
}
