//! Algebraic notation with the letters and digits of Thai.

use crate::board::Square;

use super::scene::Scene;

/// The letters of files.
const FILES: [char; 12] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ', 'ต', 'ถ', 'ธ', 'น'];
/// The digits.
const DIGITS: [char; 10] = ['๐', '๑', '๒', '๓', '๔', '๕', '๖', '๗', '๘', '๙'];
/// The pieces of makruk, by their letters.
const PIECES: [(&str, &str); 6] = [("K", "ข"), ("M", "ม็"), ("S", "ค"), ("N", "ม"), ("R", "ร"), ("P", "บ")];
/// A pawn that has been promoted.
const PROMOTED: &str = "ง";

pub(super) fn write(scene: &Scene<'_>, long: bool) -> String {
    let (rules, made) = (scene.rules(), scene.made);
    let (file, rank) = (|at: Square| rules.geometry.file(at), |at: Square| rules.geometry.rank(at));
    let square = |at: Square| file_letter(file(at)) + &number(rank(at) + 1);
    let pawn = scene.is_pawn() && !scene.is_drop();
    let mut text = if pawn && !long { String::new() } else { piece(scene) };
    if long {
        text.push(' ');
    }
    if scene.is_drop() {
        return text + "@" + &square(made.to) + scene.check();
    }
    if long {
        text += &square(made.from);
    } else {
        let (mut rivals, mut on_file, mut on_rank) = (false, false, false);
        for other in scene.rivals() {
            rivals = true;
            on_file |= file(other) == file(made.from);
            on_rank |= rank(other) == rank(made.from);
        }
        if pawn && made.is_capture() || rivals && (!on_file || on_rank) {
            text += &file_letter(file(made.from));
        }
        if on_file {
            text += &number(rank(made.from) + 1);
        }
    }
    let quiet = if pawn && !long { "" } else { "-" };
    text + scene.sign(quiet) + &square(made.to) + &scene.promotion() + scene.check()
}

fn piece(scene: &Scene<'_>) -> String {
    let promoted = scene.game.piece_at(scene.made.from).is_some_and(|placed| placed.promoted);
    if promoted && !scene.is_drop() {
        return PROMOTED.to_owned();
    }
    let letter = scene.letter();
    let known = PIECES.iter().find(|(latin, _)| *latin == letter);
    known.map_or(letter, |(_, thai)| (*thai).to_owned())
}

fn file_letter(file: usize) -> String {
    FILES.get(file).map(char::to_string).unwrap_or_default()
}

fn number(value: usize) -> String {
    value.to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect()
}
