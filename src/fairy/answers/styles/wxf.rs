//! The notation of the World Xiangqi Federation: the piece, its file from its owner's right, `+` ahead, `-` back or `=`
//! across, and the distance along its file, or else the file of its destination. If two pieces of a kind are on one
//! file, `+` for the front one and `-` for the other replaces the file. If there are more pawns on a file, their number
//! from the front precedes the file.

use crate::board::{Side, Square};

use super::scene::{Scene, letter};

pub(super) fn write(scene: &Scene<'_>) -> String {
    let (rules, made) = (scene.rules(), scene.made);
    let geometry = &rules.geometry;
    let file = |at: Square| match scene.side() {
        Side::White => scene.file_from_right(at),
        Side::Black => geometry.file(at) + 1,
    };
    let rank = |at: Square| geometry.rank_for(scene.side(), at) as isize;
    if scene.is_drop() {
        return format!("{}@{}{}", scene.letter(), file(made.to), rank(made.to) + 1);
    }
    let ahead = rank(made.to) - rank(made.from);
    let way = match ahead.signum() {
        1 => '+',
        -1 => '-',
        _ => '=',
    };
    let far = match file(made.from) == file(made.to) && ahead != 0 {
        true => ahead.unsigned_abs(),
        false => file(made.to),
    };
    format!("{}{way}{far}{}", who(scene, &file, &rank), scene.promotion())
}

/// The part of the text that identifies the moving piece.
fn who(scene: &Scene<'_>, file: &dyn Fn(Square) -> usize, rank: &dyn Fn(Square) -> isize) -> String {
    let (rules, made) = (scene.rules(), scene.made);
    let own = scene.letter();
    let mut alike = Vec::new();
    scene.game.each_piece(&mut |square, placed| {
        if placed.side == scene.side() && letter(rules, placed.piece) == own {
            alike.push(square);
        }
    });
    let on_file = |wanted: usize| alike.iter().filter(|square| file(**square) == wanted).count();
    let here = on_file(file(made.from));
    let in_front = alike.iter().filter(|at| file(**at) == file(made.from) && rank(**at) > rank(made.from)).count();
    // Pieces confined to a part of the board are identified by their destination.
    let confined = rules.piece(made.piece).confined[scene.side()] != rules.geometry.squares();
    if here < 2 || confined {
        return own + &file(made.from).to_string();
    }
    let crowded = (1..=rules.geometry.files()).filter(|wanted| on_file(*wanted) > 1).count();
    match here > 2 || crowded > 1 {
        true => format!("{}{}", in_front + 1, file(made.from)),
        false => own + if in_front == 0 { "+" } else { "-" },
    }
}
