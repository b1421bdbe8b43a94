//! Positions for programs: they list, make, take back and copy as a game plays.

use crate::common::{check_all, same};
use ferz::game::{Check, Compiled, Game, MoveList, Position};
use ferz::interpreter::{Move, MoveKind};
use ferz::{PlacedPiece, Side, Square};

/// Plies of the game that is followed, of each variant.
const PLIES: usize = 40;

/// A number below `limit` (xorshift64).
fn random(seed: &mut u64, limit: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 16) as usize % limit
}

fn sorted(list: &MoveList) -> Vec<Move> {
    let mut moves = list.to_vec();
    moves.sort();
    moves
}

/// A null move leaves the position of its setup, and can be taken back.
fn null(compiled: &Compiled, position: &mut Position<'_>) -> Result<(), String> {
    let (before, turn, mut list) = (position.setup(), position.turn(), MoveList::new());
    let Some(undo) = position.make_null() else {
        return same("position without a null move", &position.setup(), &before);
    };
    same("turn after a null move", &position.turn(), &!turn)?;
    let game = compiled.game_unchecked(&position.setup()).map_err(|error| error.to_string())?;
    let mut wanted = game.legal_moves();
    wanted.sort();
    position.legal_moves(&mut list);
    same("moves after a null move", &sorted(&list), &wanted)?;
    position.unmake(undo);
    same("position after a null move was taken back", &position.setup(), &before)
}

/// A position that keeps its key: its keys, pieces and ends are those of the game, after each move and when it is taken back.
fn keeps_key(game: &Game, moves: &[Move]) -> Result<(), String> {
    let (mut position, mut list) = (game.position(), MoveList::new());
    position.keep_key();
    same("kept key", &position.key(), &game.key())?;
    if let Some(undo) = position.make_null() {
        position.unmake(undo);
    }
    for (number, made) in moves.iter().enumerate() {
        let mut played = game.clone();
        played.play(made);
        let undo = position.make(*made);
        same("kept key after a move", &position.key(), &played.key())?;
        if number < 3 {
            let copy = position.clone();
            same("kept key of a copy", &(copy.key(), copy.last_move_key()), &(played.key(), played.last_move_key()))?;
            let mut pieces = Vec::new();
            played.each_piece(&mut |square, placed| pieces.push((square, placed)));
            same("pieces", &all_pieces(&position), &pieces)?;
            kinds(&position)?;
            same("checks left", &position.checks_left(), &played.checks_left())?;
            position.legal_moves(&mut list);
            let (outcome, end) = (position.outcome(list.len()), played.end().map(|end| end.outcome));
            same("outcome without a past", &outcome.or(end), &end)?;
            for square in played.rules().geometry.squares().iter().take(8) {
                let [found, wanted] =
                    [position.is_attacked(square, Side::White), played.is_attacked(square, Side::White)];
                same("attacked square", &found, &wanted)?;
            }
        }
        position.unmake(undo);
    }
    same("kept key when all moves are taken back", &position.key(), &game.key())
}

/// The pieces of a position.
fn all_pieces(position: &Position<'_>) -> Vec<(Square, PlacedPiece)> {
    let mut all = Vec::new();
    position.each_piece(&mut |square, placed| all.push((square, placed)));
    all
}

/// The squares of the pieces of each kind and side hold such a piece, and the pieces in hand are told as one asks for them.
fn kinds(position: &Position<'_>) -> Result<(), String> {
    let (mut held, mut wanted) = (Vec::new(), Vec::new());
    position.each_in_hand(&mut |side, piece, count| held.push((side, piece, count)));
    for side in Side::ALL {
        for piece in position.rules().piece_ids() {
            for square in position.pieces(side, piece).iter() {
                let found = position.piece_at(square).map(|placed| (placed.side, placed.piece));
                same("piece of a kind", &found, &Some((side, piece)))?;
            }
            wanted.push((side, piece, position.in_hand(side, piece)));
        }
    }
    wanted.retain(|(_, _, count)| *count > 0);
    same("pieces in hand", &held, &wanted)
}

/// Follows a random game: in each position, every move is made and taken back, and copied.
fn follow(compiled: &Compiled) -> Result<(), String> {
    let mut game = compiled.start().map_err(|error| error.to_string())?;
    let mut position = compiled.position();
    let (mut list, mut seed) = (MoveList::new(), 0x9e37_79b9_7f4a_7c15);
    for ply in 0..PLIES {
        let at = |what: &str| format!("{what} at ply {ply}");
        position.legal_moves(&mut list);
        let (mut listed, mut wanted) = (list.to_vec(), game.legal_moves());
        listed.sort();
        wanted.sort();
        same(&at("moves"), &listed, &wanted)?;
        let captures = listed.iter().filter(|made| made.is_capture()).copied().collect::<Vec<_>>();
        position.captures(&mut list);
        same(&at("captures"), &sorted(&list), &captures)?;
        null(compiled, &mut position).map_err(|why| at(&why))?;
        position.legal_moves(&mut list);
        if ply % 4 == 0 {
            keeps_key(&game, &list).map_err(|why| at(&why))?;
        }
        let (before, key) = (position.setup(), position.key());
        same(&at("setup"), &Placement(&before), &Placement(&game.setup()))?;
        same(&at("key"), &key, &game.key())?;
        for (number, made) in list.iter().enumerate() {
            let mut played = game.clone();
            played.play(made);
            let copy = position.after(*made);
            same(&at("copy"), &Placement(&copy.setup()), &Placement(&played.setup()))?;
            same(&at("key of a copy"), &copy.key(), &played.key())?;
            if number < 3 {
                same(&at("legal"), &position.is_legal(*made), &true)?;
                let elsewhere = Move::new((made.to, made.from), made.piece, made.further());
                same(&at("legal backwards"), &position.is_legal(elsewhere), &listed.contains(&elsewhere))?;
            }
            same(&at("check by a move"), &position.gives_check(*made), &(game.gives(made) != Check::None))?;
            let undo = position.make(*made);
            same(&at("made"), &Placement(&position.setup()), &Placement(&played.setup()))?;
            same(&at("check"), &position.in_check(), &played.in_check())?;
            position.unmake(undo);
            same(&at("taken back"), &position.setup(), &before)?;
            same(&at("key taken back"), &position.key(), &key)?;
        }
        if listed.is_empty() {
            return Ok(());
        }
        let made = listed[random(&mut seed, listed.len())];
        game.play(&made);
        position.try_play(made).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// A setup but for its count of moves, which belongs to the past of a game.
#[derive(Debug)]
struct Placement<'a>(&'a ferz::rules::Setup);

impl PartialEq for Placement<'_> {
    fn eq(&self, other: &Self) -> bool {
        let without = |setup: &ferz::rules::Setup| ferz::rules::Setup { count: None, ..setup.clone() };
        without(self.0) == without(other.0)
    }
}

#[test]
fn positions_of_all_variants_do_as_games_do() {
    let names = crate::common::chosen_variants();
    check_all(&names, |name| follow(&crate::common::variant(name)).map_err(|why| format!("{name}: {why}")));
}

/// Follows a random game: moves in outline are the moves, each under its number.
fn number(compiled: &Compiled) -> Result<(), String> {
    let mut game = compiled.start().map_err(|error| error.to_string())?;
    let (mut list, mut outlines, mut seed) = (MoveList::new(), Vec::new(), 0x9e37_79b9_7f4a_7c15);
    for ply in 0..PLIES {
        game.list(&mut list);
        same(&format!("end at ply {ply}"), &game.clone().outline(&mut outlines), &game.end())?;
        let numbered: Vec<Move> = (0..outlines.len()).filter_map(|number| game.numbered(number)).collect();
        same(&format!("what is beyond the last at ply {ply}"), &game.numbered(outlines.len()), &None)?;
        let (mut found, mut wanted) = (numbered.clone(), list.to_vec());
        found.sort();
        wanted.sort();
        same(&format!("moves by number at ply {ply}"), &found, &wanted)?;
        for (outline, made) in outlines.iter().zip(&numbered) {
            let goes = made.kind() == MoveKind::Normal
                && made.captures().are_only(made.to)
                && (made.promotion(), made.wall(), made.gate()) == (None, None, None);
            let right = !outline.goes || (goes && (outline.from, outline.to) == (made.from, made.to));
            same(&format!("{outline:?} of {made:?} at ply {ply}"), &right, &true)?;
        }
        if list.is_empty() {
            return Ok(());
        }
        game.play(&list[random(&mut seed, list.len())]);
    }
    Ok(())
}

#[test]
fn moves_of_all_variants_have_numbers() {
    let names = crate::common::chosen_variants();
    check_all(&names, |name| number(&crate::common::variant(name)).map_err(|why| format!("{name}: {why}")));
}

#[test]
fn a_move_of_another_position_is_refused_and_changes_nothing() {
    let chess = crate::common::variant("chess");
    let mut position = chess.position();
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let first = list[0];
    position.try_play(first).expect("it is legal");
    let before = position.setup();
    assert!(!position.is_legal(first) && position.try_play(first).is_err());
    assert_eq!(position.setup(), before);
}
