//! The verb `piece`: the moves of a notation on a board, without a game.

use serde::Serialize;
use serde_json::Value;

use crate::betza::Notation;
use crate::board::{Geometry, Side, Square, SquareSet, Topology};
use crate::compile::movement;
use crate::render::study::Study;
use crate::rules::EnPassant;
use crate::rules::movement::{Pattern, Terms};
use crate::walker::Walk;

use super::fields::{Fault, Fields, Refusal};

/// The fields of such a request.
pub(super) const FIELDS: [&str; 9] =
    ["betza", "board", "topology", "side", "from", "occupied", "virgin", "ep", "castling_partners"];

/// The moves of a piece.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    moves: Vec<Reached>,
}

/// One move.
#[derive(Debug, Serialize)]
struct Reached {
    to: String,
    capture: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<Vec<String>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    ep: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    castle: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    partner: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    partner_to: Option<String>,
}

/// Answers a request.
pub(super) fn answer(fields: Fields<'_>) -> Result<Answer, Refusal> {
    let text = fields.need_text("betza")?;
    let notation = Notation::parse(text).map_err(|error| {
        let help = error.help.map(|help| format!(" ({help})")).unwrap_or_default();
        Refusal::at(format!("{}{help}", error.message), error.column + 1).of(Fault::Betza)
    })?;
    let geometry = geometry(fields)?;
    let movement = movement::movement_on(&notation, (&geometry).into())
        .map_err(|error| Refusal::at(error.message, error.column).of(Fault::Betza))?;
    let study = study(fields, &movement, &geometry)?;
    let mut walks = study.walks_with_patterns();
    walks.sort_unstable_by(|(_, a), (_, b)| (a.to, &a.captures).cmp(&(b.to, &b.captures)));
    Ok(Answer { moves: walks.iter().map(|(pattern, walk)| reached(&geometry, pattern, walk)).collect() })
}

fn study<'a>(
    fields: Fields<'_>,
    movement: &'a crate::rules::Movement,
    geometry: &'a Geometry,
) -> Result<Study<'a>, Refusal> {
    let from = square(geometry, "from", fields.need_text("from")?)?;
    let mut study = Study::new(movement, geometry, from);
    study.side = match fields.text("side")?.unwrap_or("white") {
        "white" => Side::White,
        "black" => Side::Black,
        other => return Err(Refusal::new(format!("`side` must be white or black, not `{other}`"))),
    };
    study.virgin = fields.flag("virgin")?;
    (study.friends, study.enemies) = occupied(fields, geometry)?;
    if study.friends.contains(from) || study.enemies.contains(from) {
        return Err(Refusal::new("`occupied` names the square of the piece itself"));
    }
    study.en_passant = en_passant(fields, geometry)?;
    for name in fields.texts("castling_partners")? {
        study.partners.insert(square(geometry, "castling_partners", name)?);
    }
    Ok(study)
}

fn geometry(fields: Fields<'_>) -> Result<Geometry, Refusal> {
    let size = fields.text("board")?.unwrap_or("8x8");
    let topology = fields.text("topology")?.unwrap_or("rectangle");
    parse_board(size, topology).map_err(Refusal::new)
}

/// The board for a size such as `11x10`, or `5x5x5` with levels, and the name of a topology.
///
/// # Errors
/// When either is wrong.
pub fn parse_board(size: &str, topology: &str) -> Result<Geometry, String> {
    let sides: Option<Vec<usize>> = size.split(['x', 'X', '×']).map(|side| side.parse().ok()).collect();
    let (files, ranks, levels) = match sides.as_deref() {
        Some([files, ranks]) => (*files, *ranks, 1),
        Some([files, ranks, levels]) if *levels > 0 => (*files, ranks.saturating_mul(*levels), *levels),
        _ => return Err(format!("`{size}` is not a board size: write files x ranks, such as 11x10")),
    };
    let topology = Topology::from_name(topology).ok_or_else(|| {
        let names: Vec<&str> = Topology::NAMES.iter().map(|(name, _)| *name).collect();
        format!("`{topology}` is not a topology: use {}", names.join(", "))
    })?;
    if levels > 1 && topology != Topology::Rectangle {
        return Err("a board with levels needs square cells and edges that are not joined".to_owned());
    }
    let board = Geometry::new(files, ranks, topology).map_err(|error| error.to_string())?;
    Ok(board.with_levels(levels))
}

fn square(geometry: &Geometry, field: &str, name: &str) -> Result<Square, Refusal> {
    geometry.square(name).ok_or_else(|| Refusal::new(format!("`{field}`: the board has no square `{name}`")))
}

fn occupied(fields: Fields<'_>, geometry: &Geometry) -> Result<(SquareSet, SquareSet), Refusal> {
    let (mut friends, mut enemies) = (SquareSet::EMPTY, SquareSet::EMPTY);
    for (name, who) in fields.object("occupied")?.into_iter().flat_map(|pieces| pieces.0) {
        let at = square(geometry, "occupied", name)?;
        match who.as_str() {
            Some("friend") => friends.insert(at),
            Some("enemy") => enemies.insert(at),
            _ => return Err(Refusal::new(format!("`occupied`: `{name}` must be friend or enemy"))),
        }
    }
    Ok((friends, enemies))
}

fn en_passant(fields: Fields<'_>, geometry: &Geometry) -> Result<Option<EnPassant>, Refusal> {
    let Some(right) = fields.object("ep")? else { return Ok(None) };
    right.only("ep", &["target", "victim"])?;
    right_of(right, geometry).map(Some).map_err(|refusal| refusal.within("ep"))
}

fn right_of(right: Fields<'_>, geometry: &Geometry) -> Result<EnPassant, Refusal> {
    let mut targets = SquareSet::EMPTY;
    match right.value("target") {
        Some(Value::Array(_)) => {
            for name in right.texts("target")? {
                targets.insert(square(geometry, "target", name)?);
            }
        }
        _ => targets.insert(square(geometry, "target", right.need_text("target")?)?),
    }
    let victim = square(geometry, "victim", right.need_text("victim")?)?;
    Ok(EnPassant { targets, victim })
}

fn reached(geometry: &Geometry, pattern: &Pattern, walk: &Walk) -> Reached {
    let name = |square: Square| geometry.name(square);
    // If the move returns to a square where it has captured, nothing is captured at its end.
    let on_the_way = !pattern.terms().is_some_and(Terms::captures);
    let elsewhere = walk.captures.iter().any(|square| *square != walk.to || on_the_way);
    Reached {
        to: name(walk.to),
        capture: !walk.captures.is_empty(),
        captures: elsewhere.then(|| walk.captures.iter().map(|square| name(*square)).collect()),
        ep: walk.en_passant,
        castle: walk.castling.is_some(),
        partner: walk.castling.map(|(partner, _)| name(partner)),
        partner_to: walk.castling.map(|(_, to)| name(to)),
    }
}
