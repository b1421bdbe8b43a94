//! `As in chess`: claims about another game are compared with the rules of that game.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::board::Side;
use crate::compile;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::{Context, listed};
use crate::pages::grammar::Word;
use crate::pages::moves::takes_in_passing;
use crate::rules::{Condition, PieceId, Rules, Verdict as Result};
use crate::variant::{NoFiles, VariantSource, library};

use super::told::{Judged, Told, list, of, ranks_of};
use super::{conditions, movement};

/// The largest number of words in the name of a game.
const LONGEST: usize = 3;

/// The verdicts on each thing that is said to be as in another game.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let Some((other, named)) = game(cx, told) else { return Vec::new() };
    let denied = told.has("not");
    let mut found = Vec::new();
    for note in told.notes() {
        let kind = match note.tag {
            "ascastling" => "castling",
            "aspassing" => "en passant",
            "aspromotion" => "promotion",
            "assetup" => "setup",
            "asboard" => "board",
            "asstale" => "stalemate",
            "asmate" => "checkmate",
            "asrepeat" => "repetition",
            "asmoves" => "moves",
            _ => continue,
        };
        let same = match kind {
            "castling" => castling(cx, &other),
            "en passant" => Some(takes_in_passing(&cx.rules) && takes_in_passing(&other)),
            "promotion" => promotion(cx, &other, &told.pieces(told.notes())),
            "setup" => {
                let side = told.side();
                let same = |by_moves| placed(&cx.rules, by_moves, side) == placed(&other, by_moves, side);
                Some(same(false) || same(true))
            }
            "board" => Some(size(&cx.rules) == size(&other)),
            "stalemate" => {
                end(cx, &other, |condition| matches!(condition, Condition::Stuck { in_check: Some(false) | None }))
            }
            "checkmate" => {
                end(cx, &other, |condition| matches!(condition, Condition::Stuck { in_check: Some(true) | None }))
            }
            "repetition" => end(cx, &other, |condition| matches!(condition, Condition::Repetition { .. })),
            _ => {
                found.extend(moves(cx, &other, told).map(|finding| ("moves", finding)));
                continue;
            }
        };
        let Some(same) = same else { continue };
        let detail =
            if same { "the rules of that game say the same" } else { "the rules of that game say something else" };
        found.push((kind, of(cx, same != denied, detail)));
    }
    // `Castling is normal` may mean another game than chess.
    found.retain(|(_, finding)| named || finding.verdict == Verdict::Confirmed);
    found
}

/// The rules of the game that the sentence names, or of the game that everybody knows; `true` if it is named.
fn game(cx: &mut Context<'_>, told: &Told<'_>) -> Option<(Arc<Rules>, bool)> {
    let words = told.words.get(told.reading.words.clone())?;
    let leads = |word: &Word| ["as", "in", "to", "of", "from", "usual"].contains(&word.text.as_str());
    let from = words.iter().rposition(leads).unwrap_or(0);
    let named = (from..words.len()).find_map(|at| {
        let joined = |count: usize| {
            let part = words.get(at..at + count)?;
            library::find(&part.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
        };
        (1..=LONGEST).rev().find_map(joined)
    });
    let usual = words.iter().any(|word| cx.grammar.has_sense(word, "usualgame"));
    let clear = named.is_some() || usual && !told.has("implied");
    let name = named.or_else(|| listed("usual:").next().and_then(library::find))?.name;
    if let Some(known) = cx.known.games.get(name) {
        return known.clone().map(|rules| (rules, clear));
    }
    let loaded = compile::load(&VariantSource::named(name), &NoFiles).ok().and_then(|loaded| loaded.variant);
    let rules = loaded.map(|variant| Arc::new(variant.rules));
    cx.known.games.insert(name, rules.clone());
    rules.map(|rules| (rules, clear))
}

fn size(rules: &Rules) -> (usize, usize) {
    (rules.geometry.files(), rules.geometry.ranks())
}

/// The pieces of the setup, or of one side, by square, with the names of squares and pieces, or with how the pieces move.
fn placed(rules: &Rules, by_moves: bool, side: Option<Side>) -> BTreeMap<String, (String, Side)> {
    let pieces = rules.setup.pieces.iter().enumerate();
    let named = pieces.filter_map(|(index, placed)| {
        let placed = placed.as_ref().filter(|placed| side.is_none_or(|side| placed.side == side))?;
        let square = rules.geometry.name(crate::board::Square::new(index as u16)).to_string();
        let piece = rules.piece(placed.piece);
        let known = if by_moves { piece.notation.clone() } else { piece.name.to_lowercase() };
        Some((square, (known, placed.side)))
    });
    named.collect()
}

/// Compares castling moves by their squares. Boards of different sizes are not compared.
fn castling(cx: &Context<'_>, other: &Rules) -> Option<bool> {
    if cx.rules.castling.is_empty() || other.castling.is_empty() {
        return Some(cx.rules.castling.is_empty() == other.castling.is_empty());
    }
    let ways = |rules: &Rules| -> BTreeSet<[Option<String>; 4]> {
        let name = |square| rules.geometry.name(square).to_string();
        let rules_of = rules.castling.iter();
        let way = rules_of.map(|rule| {
            let from = conditions::at(rule.from).map(name);
            let partner = conditions::at(rule.partner_from).map(name);
            [from, Some(name(rule.to)), partner, Some(name(rule.partner_to))]
        });
        way.collect()
    };
    (size(&cx.rules) == size(other)).then(|| ways(&cx.rules) == ways(other))
}

/// Compares promotions: the pieces that promote, their choices, and the distance of the zone from the last rank.
fn promotion(cx: &Context<'_>, other: &Rules, named: &[PieceId]) -> Option<bool> {
    let meant: Vec<String> = named.iter().map(|piece| cx.name(*piece).to_lowercase()).collect();
    let ways = |rules: &Rules| -> BTreeSet<(String, BTreeSet<String>, Vec<usize>, bool)> {
        let named = |piece: PieceId| rules.piece(piece).name.to_lowercase();
        let way = |piece: PieceId| {
            let rule = rules.piece(piece).promotion.as_ref()?;
            let choices = rule.choices.white.iter().map(|choice| named(*choice)).collect();
            let zone = rule.zone.white & rules.geometry.squares();
            let mut ranks: Vec<usize> =
                zone.iter().map(|square| rules.geometry.ranks() - rules.geometry.rank(square)).collect();
            ranks.sort_unstable();
            ranks.dedup();
            Some((named(piece), choices, ranks, rule.limits.white.iter().any(Option::is_some)))
        };
        let all = rules.piece_ids().filter_map(way);
        all.filter(|(name, ..)| meant.is_empty() || meant.contains(name)).collect()
    };
    let (own, others) = (ways(&cx.rules), ways(other));
    (!own.is_empty() || !others.is_empty()).then(|| own == others)
}

/// Confirmed if both games have the end with the same result.
fn end(cx: &Context<'_>, other: &Rules, wanted: impl Fn(&Condition) -> bool) -> Option<bool> {
    let result = |rules: &Rules| -> Option<Result> {
        rules.ends.iter().find(|end| wanted(&end.condition)).map(|end| end.verdict.clone())
    };
    let (own, others) = (result(&cx.rules), result(other));
    (own.is_some() || others.is_some()).then(|| own == others)
}

/// Compares the moves of the named pieces, or of all pieces that both games have.
fn moves(cx: &mut Context<'_>, other: &Rules, told: &Told<'_>) -> Option<Finding> {
    let all = told.subjects.is_empty();
    let pieces: Vec<PieceId> = if all { cx.rules.piece_ids().collect() } else { told.subjects.clone() };
    let mut differ = Vec::new();
    let mut any = false;
    for piece in pieces {
        let name = cx.name(piece).to_lowercase();
        let notation =
            other.pieces.iter().find(|piece| piece.name.to_lowercase() == name).map(|piece| piece.notation.clone());
        let Some(notation) = notation else {
            // A piece that the other game does not have cannot move as it does there.
            if all {
                continue;
            }
            return None;
        };
        any = true;
        let same = cx.rules.piece(piece).notation == notation
            || movement::compared(cx, piece, &notation).is_some_and(|compared| {
                let less = compared.quiet.is_some() || compared.capture.is_some();
                !less && compared.further.is_none() && compared.more_quiet.is_none() && compared.more_capture.is_none()
            });
        if !same {
            differ.push(piece);
        }
    }
    if !any {
        return None;
    }
    let detail =
        if differ.is_empty() { "they do".to_owned() } else { format!("not so: {}", list(cx, differ.iter().copied())) };
    let holds = differ.is_empty() != told.has("not");
    Some(match holds {
        true => Finding::confirmed(detail),
        false if all => Finding { may_differ: true, ..Finding::new(Verdict::NotUnderstood, detail) },
        false => Finding::contradicted(detail).shown(movement::lone(cx, told.subjects[0], None)),
    })
}

/// `A piece that could not move any more must promote`.
pub fn promotes_if_stuck(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let promoting: Vec<PieceId> = cx.rules.clone().piece_ids().filter(|piece| cx.promotes(*piece)).collect();
    if promoting.is_empty() {
        return Some(of(cx, told.has("not"), "nothing promotes"));
    }
    let (mut others, mut ever) = (Vec::new(), false);
    for piece in promoting {
        let rules = cx.rules.clone();
        let Some(rule) = rules.piece(piece).promotion.as_ref() else { continue };
        let every = movement::every_square(cx, piece);
        let stuck: crate::board::SquareSet =
            every.iter().filter(|(_, reach)| reach.all().is_empty()).map(|(square, _)| *square).collect();
        let zone = rule.zone.white & rules.geometry.squares();
        let must = ranks_of(cx, Side::White, rule.mandatory.white & zone);
        ever |= !must.is_empty();
        if must != ranks_of(cx, Side::White, stuck & zone) {
            others.push(piece);
        }
    }
    let holds = others.is_empty() && ever;
    Some(of(cx, holds != told.has("not"), format!("otherwise by the rules: {}", list(cx, others))))
}

/// `The gold can promote`.
pub fn can_promote(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let by_moves = cx.rules.piece_ids().any(|piece| cx.rules.piece(piece).promotion_move.is_some());
    let unable = |piece: &PieceId| !cx.promotes(*piece);
    let others: Vec<PieceId> = told.subjects.iter().filter(|piece| unable(piece)).copied().collect();
    let any = !told.subjects.is_empty() && !by_moves;
    any.then(|| of(cx, others.is_empty(), format!("these have no promotion: {}", list(cx, others.iter().copied()))))
}
