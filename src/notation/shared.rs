//! Code that all notations of moves share: names of squares, and suffixes that make texts distinct.

use crate::board::{Geometry, Square};
use crate::game::Game;
use crate::interpreter::{Move, MoveKind};
use crate::rules::{PieceId, Rules};
use crate::work;

/// Appends the name of a square.
pub fn push_square(text: &mut String, geometry: &Geometry, square: Square) {
    let (index, files) = (square.index() as u32, geometry.files() as u32);
    let rank = index / files;
    push_file(text, (index - rank * files) as usize);
    push_rank(text, rank as usize);
}

/// Returns `true` if a chosen square is the destination of a move by a rule, which a notation has written already.
pub(super) fn is_written_destination(made: &Move, chosen: Square) -> bool {
    made.from != made.to && chosen == made.to && matches!(made.kind(), MoveKind::Rule(_))
}

/// Appends the letters of a file counted from 0.
pub(super) fn push_file(text: &mut String, file: usize) {
    let letter = |index: usize| (b'a' + index as u8) as char;
    if file >= 26 {
        text.push(letter(file / 26 - 1));
    }
    text.push(letter(file % 26));
}

/// Appends the number of a rank counted from 0.
pub(super) fn push_rank(text: &mut String, rank: usize) {
    let digit = |value: usize| (b'0' + (value % 10) as u8) as char;
    if rank >= 9 {
        text.push(digit((rank + 1) / 10));
    }
    text.push(digit(rank + 1));
}

/// Makes equal texts of different moves different. Within a group of equal texts, the move that captures at most the
/// piece on its destination keeps the plain text. The others add what distinguishes them: the squares of their
/// captures, the destination of a castling move, or the held piece of a drop (written by `letter`).
pub(super) fn tell_apart<'a>(
    texts: &mut [String],
    moves: impl Fn(usize) -> &'a Move,
    (game, letter): (&Game, impl Fn(PieceId) -> String),
) {
    for group in groups_of_equals(texts) {
        for index in group {
            let made = moves(index);
            if made.kind() == MoveKind::Drop && made.promotion().is_some() {
                texts[index].insert_str(0, &format!("{}=", letter(made.piece)));
            }
            push_what_is_special(&mut texts[index], made, game);
        }
    }
}

/// The indices of the texts that occur more than once, by text; none once the work has to end.
pub fn groups_of_equals(texts: &[String]) -> Vec<Vec<usize>> {
    // The limits are tested first, because sorting counts no steps.
    if !work::look() {
        return Vec::new();
    }
    // Equal texts have equal beginnings, and other texts rarely do. So beginnings are compared first.
    let mut beginnings: Vec<(u128, usize)> =
        texts.iter().enumerate().map(|(index, text)| (beginning(text), index)).collect();
    beginnings.sort_unstable();
    if !work::look() {
        return Vec::new();
    }
    let alike = beginnings.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() > 1);
    let mut order: Vec<usize> = alike.flatten().map(|(_, index)| *index).collect();
    order.sort_unstable_by(|a, b| texts[*a].cmp(&texts[*b]));
    let groups = order.chunk_by(|a, b| texts[*a] == texts[*b]);
    groups.filter(|group| group.len() > 1).map(<[usize]>::to_vec).collect()
}

/// The indices of texts, sorted by text.
pub(super) fn order(texts: &[String]) -> Vec<usize> {
    // Two whole texts are compared only if their beginnings are equal.
    let mut order: Vec<(u64, usize)> =
        texts.iter().enumerate().map(|(index, text)| ((beginning(text) >> 64) as u64, index)).collect();
    order.sort_unstable_by(|one, other| one.0.cmp(&other.0).then_with(|| texts[one.1].cmp(&texts[other.1])));
    order.into_iter().map(|(_, index)| index).collect()
}

/// The first sixteen bytes of a text, as a number with the same order.
fn beginning(text: &str) -> u128 {
    let mut bytes = [0; 16];
    let length = text.len().min(bytes.len());
    bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
    u128::from_be_bytes(bytes)
}

fn push_what_is_special(text: &mut String, made: &Move, game: &Game) {
    let geometry = &game.rules().geometry;
    if let MoveKind::Castling { partner_to, .. } = made.kind() {
        push_square(text, geometry, made.to);
        push_square(text, geometry, partner_to);
    }
    if let MoveKind::Rule(index) = made.kind()
        && let Some(rule) = game.tree().rules.get(usize::from(index))
    {
        text.push('=');
        text.push_str(&rule.kind.name);
    }
    let apart = matches!(made.kind(), MoveKind::StaysAndCaptures | MoveKind::VanishesAndCaptures);
    if apart || made.captures().squares().iter().any(|square| *square != made.to) {
        for square in made.captures().squares().iter() {
            text.push('x');
            push_square(text, geometry, *square);
        }
    }
    // The square to which a capture in passing leads does not say that the piece stays where it is, or leaves the board.
    if apart && !made.captures().squares().contains(&made.to) {
        text.push('-');
        if made.kind() == MoveKind::StaysAndCaptures {
            push_square(text, geometry, made.from);
        }
    }
}

/// The wall square that is written with a move. If a side either moves or builds, a move without a wall names the first
/// square of the board, as in Fairy-Stockfish.
pub(super) fn written_wall(rules: &Rules, made: &Move) -> Option<Square> {
    let walls = rules.effects.walls.as_ref()?;
    let without = || walls.instead.then(|| rules.geometry.squares().lowest()).flatten();
    made.wall().or_else(without)
}
