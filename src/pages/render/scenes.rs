//! Examples of moves that do more than go to a square and capture there: positions before and after them, found by trying.

use std::collections::BTreeMap;

use crate::board::{Side, Square, SquareSet};
use crate::english::{self, list};
use crate::game::{Compiled, Game};
use crate::interpreter::{Move, MoveKind};
use crate::notation::uci;
use crate::pages::moves::{Reach, centre, fen_of, setup_of};
use crate::rules::tree::RuleKind;
use crate::rules::{PieceId, PlacedPiece, Royalty, Rules, Setup};
use crate::work;

use super::picture::{Mark, Picture};
use super::prose;

/// The most examples of a page.
const MOST: usize = 6;
/// The most positions that are tried for a piece.
const TRIED: usize = 700;
/// The most steps of the generator for all examples of a page.
const MOST_STEPS: u64 = 1_000_000;
/// The largest distance from the piece at which others are placed.
const NEAR: usize = 3;

/// The position before a move and the one after it.
pub type Scene = (Picture, Picture);

/// Examples of special moves: of the start position, and of positions with few pieces.
pub fn scenes(compiled: &Compiled) -> Vec<Scene> {
    let rules = compiled.rules();
    let mut found: Vec<(Vec<String>, Scene)> = Vec::new();
    found.extend(from_the_start(compiled).map(|scene| (Vec::new(), scene)));
    if acts(rules) && rules.tree.sides.order.len() == 2 {
        let side = Side::White;
        let movers = rules.piece_ids().filter(|id| stands(rules, *id, side) || is_special(rules, *id));
        let mut steps = 0;
        for piece in movers {
            if found.len() >= MOST || steps > MOST_STEPS {
                break;
            }
            let known = |kind: &[String]| found.iter().any(|(known, _)| known == kind);
            let example = of_piece(compiled, piece, side, (&known, &mut steps));
            found.extend(example);
        }
    }
    found.into_iter().map(|(_, scene)| scene).collect()
}

/// Returns `true` if moves can change squares other than those between which a piece goes.
fn acts(rules: &Rules) -> bool {
    let special = !rules.beyond.takes.chains.is_empty();
    let effects = &rules.effects;
    let changes = effects.blast.is_some() || !effects.petrifies.is_empty() || effects.flips.is_some();
    let after =
        |rule: &crate::rules::tree::Rule| matches!(rule.kind.kind, RuleKind::After { .. } | RuleKind::Pieces(_));
    special || changes || rules.tree.rules.iter().any(after)
}

/// Returns `true` if a side has a piece of a kind at the start.
fn stands(rules: &Rules, piece: PieceId, side: Side) -> bool {
    rules.setup.pieces.iter().flatten().any(|placed| placed.piece == piece && placed.side == side)
}

/// Returns `true` if a piece has captures of its own sort, so that it has an example of its own.
fn is_special(rules: &Rules, piece: PieceId) -> bool {
    rules.beyond.takes.chains.iter().any(|chain| chain.by.contains(&piece))
}

/// An example from the start: a piece that enters behind another, or a wall that is put up.
fn from_the_start(compiled: &Compiled) -> Option<Scene> {
    let rules = compiled.rules();
    if rules.effects.gating.is_empty() && rules.effects.walls.is_none() {
        return None;
    }
    let game = compiled.start().ok()?;
    let middle = centre(&rules.geometry);
    let apart = |square: Square| {
        let geometry = &rules.geometry;
        geometry.file(square).abs_diff(geometry.file(middle)) + geometry.rank(square).abs_diff(geometry.rank(middle))
    };
    let listed = uci::list(&game).into_iter();
    let shown = listed.filter(|(_, made)| made.gate().is_some() || made.wall().is_some());
    let (text, made) = shown.min_by_key(|(_, made)| {
        let on = made.gate().map(|gate| gate.on).or(made.wall());
        (on.map_or(0, |on| if made.wall().is_some() { apart(on) } else { 0 }), apart(made.to))
    })?;
    Some(scene(rules, &game, &text, &made))
}

/// `true` for a sort of example that the page has already.
type Known<'k> = &'k dyn Fn(&[String]) -> bool;

/// The first new sorts of example for a piece in positions with one or two other pieces.
fn of_piece(
    compiled: &Compiled,
    piece: PieceId,
    side: Side,
    (known, steps): (Known<'_>, &mut u64),
) -> Option<(Vec<String>, Scene)> {
    let rules = compiled.rules();
    let from = centre(&rules.geometry);
    if !rules.piece(piece).confined[side].contains(from) {
        return None;
    }
    let geometry = &rules.geometry;
    let far = |square: Square| {
        geometry.file(square).abs_diff(geometry.file(from)).max(geometry.rank(square).abs_diff(geometry.rank(from)))
    };
    let mut near: Vec<Square> =
        geometry.squares().iter().filter(|square| *square != from && far(*square) <= NEAR).collect();
    near.sort_by_key(|square| (far(*square), square.index()));
    let common = |id: &PieceId| rules.piece(*id).royalty == Royalty::Common && stands(rules, *id, !side);
    let enemies: Vec<PieceId> = rules.piece_ids().filter(common).take(4).collect();
    let royal = rules.piece_ids().filter(|id| rules.piece(*id).royalty.is_ever_royal() && *id != piece).take(1);
    let friends: Vec<Option<PieceId>> = [None, Some(piece)].into_iter().chain(royal.map(Some)).collect();
    let mut tried = 0;
    for friend in friends {
        for enemy in &enemies {
            for at in &near {
                let beside: Vec<Option<(Square, PieceId)>> = match friend {
                    None => vec![None],
                    Some(kind) => near.iter().filter(|other| *other != at).map(|other| Some((*other, kind))).collect(),
                };
                for friend in beside {
                    tried += 1;
                    if tried > TRIED || *steps > MOST_STEPS || work::is_stopped() {
                        return None;
                    }
                    let mut placed = vec![(from, piece, side), (*at, *enemy, !side)];
                    placed.extend(friend.map(|(square, kind)| (square, kind, side)));
                    let setup = setup_of(rules, &placed, side);
                    let (found, spent) = work::measured(|| special(compiled, piece, &setup, known));
                    *steps += spent;
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    None
}

/// A move of the piece in a position that does more than a plain move, with its sort.
fn special(compiled: &Compiled, piece: PieceId, setup: &Setup, known: Known<'_>) -> Option<(Vec<String>, Scene)> {
    let rules = compiled.rules();
    let game = compiled.game_unchecked(setup).ok()?;
    let moves = game.legal_moves();
    let goes = |made: &&Move| made.kind() != MoveKind::Drop && made.from != made.to;
    let plain = |made: &&Move| goes(made) && made.piece == piece && made.promotion().is_none();
    for made in moves.iter().filter(plain) {
        let mut after = game.clone();
        after.play(made);
        let what = happenings(rules, setup, &after.setup(), made);
        let mut sort: Vec<String> = what.iter().map(|(_, sort, _)| (*sort).to_owned()).collect();
        sort.dedup();
        if is_special(rules, piece) {
            sort.push(rules.piece(piece).name.clone());
        }
        if !what.is_empty() && !known(&sort) {
            let (text, made) = uci::list(&game).into_iter().find(|(_, other)| other == made)?;
            return Some((sort, scene(rules, &game, &text, &made)));
        }
    }
    None
}

/// Changes on squares other than those of a plain move: the square, the sort of the change, and the change in words.
fn happenings(rules: &Rules, before: &Setup, after: &Setup, made: &Move) -> Vec<(Square, &'static str, String)> {
    let name = |placed: PlacedPiece| {
        let whose = if placed.side == before.turn { "friendly" } else { "enemy" };
        format!("{whose} {}", rules.piece(placed.piece).name)
    };
    let mut found = Vec::new();
    let reach = Reach::of_piece(rules, made.piece, before.turn, made.from);
    if before.pieces[made.to.index()].is_some() && made.to != made.from && !reach.all().contains(made.to) {
        found.push((made.to, "far", String::new()));
    }
    for square in rules.geometry.squares() {
        let on = rules.geometry.name(square);
        let (was, is) = (before.pieces[square.index()], after.pieces[square.index()]);
        let plain = match square {
            _ if square == made.from => is.is_none(),
            _ if square == made.to => is == before.pieces[made.from.index()],
            _ => is == was,
        };
        if after.walls.contains(square) && !before.walls.contains(square) {
            let wall = rules.look.wall.as_deref().unwrap_or("wall");
            found.push((square, "wall", format!("the {wall} is put on {on}")));
        }
        if plain {
            continue;
        }
        let was = if square == made.to { before.pieces[made.from.index()] } else { was };
        let was = if square == made.from { None } else { was };
        found.push(match (was, is) {
            (Some(gone), None) => (square, "gone", format!("the {} on {on} leaves the board", name(gone))),
            (None, Some(come)) => (square, "come", format!("a {} comes onto {on}", name(come))),
            (Some(was), Some(is)) if was.side != is.side => {
                (square, "side", format!("the piece on {on} becomes a {}", name(is)))
            }
            (_, Some(is)) => (square, "kind", format!("the piece on {on} becomes a {}", name(is))),
            (None, None) => continue,
        });
    }
    found
}

/// The pictures of a move.
fn scene(rules: &Rules, game: &Game, text: &str, made: &Move) -> Scene {
    let before = game.setup();
    let mut after = game.clone();
    after.play(made);
    let after = after.setup();
    let what = happenings(rules, &before, &after, made);
    let square = |square| rules.geometry.name(square);
    let mut said =
        vec![format!("the {} goes from {} to {}", rules.piece(made.piece).name, square(made.from), square(made.to))];
    let captured = before.pieces[made.to.index()].filter(|_| made.from != made.to);
    said.extend(captured.map(|placed| format!("captures the enemy {}", rules.piece(placed.piece).name)));
    let changes: Vec<&str> = what.iter().map(|(_, _, text)| text.as_str()).filter(|text| !text.is_empty()).collect();
    let changes = if changes.is_empty() { String::new() } else { format!("; {}", list(&changes, "and")) };
    let words = format!("{}{changes}.", english::capitalised(&list(&said, "and")));
    let words = prose::polished(rules, &words);
    let gone: SquareSet = what.iter().filter(|(_, sort, _)| *sort == "gone").map(|(square, ..)| *square).collect();
    let mut marks: BTreeMap<Square, Mark> = gone.iter().map(|square| (square, Mark::Taken)).collect();
    marks.insert(made.to, Mark::Goes);
    let fen = fen_of(rules, &before);
    let picture = |title: String, setup: Setup, marks: BTreeMap<Square, Mark>, checks: Vec<String>| Picture {
        title,
        from: None,
        setup,
        marks,
        words: words.clone(),
        checks,
    };
    let checks = vec![format!("legal {text} @ {fen}")];
    (picture(words.clone(), before, marks, checks), picture("After.".to_owned(), after, BTreeMap::new(), Vec::new()))
}
