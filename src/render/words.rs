//! Pieces and squares in words.

use crate::board::{BySide, Geometry, Side, Square, SquareSet};
use crate::english::{capitalised, list, number, plural};
use crate::rules::tree::Facing;
use crate::rules::{PieceId, Rules};

/// Larger sets are described by their number of squares instead of a list.
const LISTED: usize = 16;

fn name(rules: &Rules, piece: PieceId) -> &str {
    &rules.piece(piece).name
}

/// The names of some pieces, joined by "or".
pub fn names(rules: &Rules, pieces: &[PieceId]) -> String {
    let names: Vec<&str> = pieces.iter().map(|piece| name(rules, *piece)).collect();
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// A number of pieces, joined by "or": `three pawns or rooks`.
pub fn counted(rules: &Rules, pieces: &[PieceId], count: usize) -> String {
    let one = |piece: &PieceId| match count {
        1 => name(rules, *piece).to_owned(),
        _ => plural(name(rules, *piece)),
    };
    let kinds: Vec<String> = pieces.iter().map(one).collect();
    format!("{} {}", number(count), list(&kinds, "or"))
}

/// The texts of both sides with their names, or one text if they are equal.
pub(super) fn by_side(rules: &Rules, texts: BySide<String>) -> String {
    let sides = &rules.look.sides;
    match texts.white == texts.black {
        true => texts.white,
        false => format!("{} ({}) or {} ({})", texts.white, sides.white, texts.black, sides.black),
    }
}

/// The squares of each side, in words.
pub fn squares_of_sides(rules: &Rules, squares: &BySide<SquareSet>) -> String {
    said_of_sides(rules, squares, LISTED)
}

fn said_of_sides(rules: &Rules, squares: &BySide<SquareSet>, most: usize) -> String {
    let geometry = &rules.geometry;
    let sides = &rules.tree.sides;
    if sides.order.len() <= 2 {
        let texts = BySide::from_fn(|side| shortest(geometry, squares[side], most));
        // If one side has no such square, only the other is named.
        let only = Side::ALL.into_iter().filter(|side| !(squares[*side] & geometry.squares()).is_empty());
        return match only.collect::<Vec<_>>()[..] {
            [side] => format!("{} ({})", texts[side], rules.look.sides[side]),
            _ => by_side(rules, texts),
        };
    }
    let own = |facing: &Facing| shortest(geometry, facing.region(squares, geometry), most);
    let all: Vec<String> = sides.facing.iter().map(own).collect();
    if all.windows(2).all(|pair| pair[0] == pair[1]) {
        return all.into_iter().next().unwrap_or_default();
    }
    let named = all.iter().zip(&sides.order).map(|(text, name)| format!("{text} ({})", capitalised(name)));
    list(&named.collect::<Vec<_>>(), "or")
}

/// The squares of each side, all of them by name where they form no whole lines and no block.
pub fn every_square_of_sides(rules: &Rules, squares: &BySide<SquareSet>) -> String {
    said_of_sides(rules, squares, usize::MAX)
}

/// A set of squares in the shortest form: whole ranks, whole files, or single squares.
pub fn squares_in_words(geometry: &Geometry, squares: SquareSet) -> String {
    shortest(geometry, squares, LISTED)
}

/// A set of squares in the shortest form: what is in it, or else what is not. If both would be more than `most`, only their number.
fn shortest(geometry: &Geometry, squares: SquareSet, most: usize) -> String {
    let squares = squares & geometry.squares();
    if squares.is_empty() {
        return "no square".to_owned();
    }
    if squares == geometry.squares() {
        return "any square".to_owned();
    }
    let without = || listed(geometry, geometry.squares() & !squares, most.min(LISTED));
    listed(geometry, squares, most)
        .or_else(|| Some(format!("any square except {}", without()?)))
        .unwrap_or_else(|| format!("{} squares", squares.count()))
}

/// The names of the squares that a set leaves out, if there are few and the set itself has no short form.
pub fn squares_left_out(geometry: &Geometry, squares: SquareSet) -> Option<Vec<String>> {
    let left = geometry.squares() & !squares;
    let short = left.is_empty() || listed(geometry, squares & geometry.squares(), LISTED).is_some();
    (!short && left.count() as usize <= LISTED).then(|| left.iter().map(|square| geometry.name(square)).collect())
}

/// Whole lines, a block, or at most so many single squares; `None` for other sets.
fn listed(geometry: &Geometry, squares: SquareSet, most: usize) -> Option<String> {
    let rank_of = |square| geometry.rank(square);
    let file_of = |square| geometry.file(square);
    if let Some(ranks) = whole_lines(geometry, squares, geometry.ranks(), rank_of) {
        return Some(lines_in_words("rank", &ranks, |rank| (rank + 1).to_string()));
    }
    if let Some(files) = whole_lines(geometry, squares, geometry.files(), file_of) {
        return Some(lines_in_words("file", &files, |file| geometry.file_name(file)));
    }
    if let Some(corners) = block(geometry, squares) {
        return Some(corners);
    }
    let names = || squares.iter().map(|square| geometry.name(square)).collect::<Vec<_>>().join(" ");
    (squares.count() as usize <= most).then(names)
}

/// The same for a sentence: `ranks 1 to 8`.
pub fn squares_in_a_sentence(geometry: &Geometry, squares: SquareSet) -> String {
    let text = squares_in_words(geometry, squares);
    for (line, lines) in [("rank ", "ranks "), ("file ", "files ")] {
        if let Some(rest) = text.strip_prefix(line).filter(|rest| rest.contains(['-', ','])) {
            let rest = rest.replace('-', " to ");
            let said = match rest.rsplit_once(", ") {
                Some((first, last)) => format!("{first} and {last}"),
                None => rest,
            };
            return format!("{lines}{said}");
        }
    }
    text
}

/// A block of squares by two of its corners; `None` if the set is not a block.
fn block(geometry: &Geometry, squares: SquareSet) -> Option<String> {
    let ends = |values: &dyn Fn(Square) -> usize| {
        let all = || squares.iter().map(values);
        Some((all().min()?, all().max()?))
    };
    let (files, ranks) = (ends(&|square| geometry.file(square))?, ends(&|square| geometry.rank(square))?);
    let (wide, high) = (files.1 - files.0 + 1, ranks.1 - ranks.0 + 1);
    let whole = wide > 1 && high > 1 && wide * high == squares.count() as usize;
    let name = |file: usize, rank: usize| geometry.at(file, rank).map(|square| geometry.name(square));
    whole.then(|| Some(format!("{}-{}", name(files.0, ranks.0)?, name(files.1, ranks.1)?)))?
}

/// The whole lines that form the set; `None` if they do not.
fn whole_lines(
    geometry: &Geometry,
    squares: SquareSet,
    count: usize,
    line_of: impl Fn(Square) -> usize,
) -> Option<Vec<usize>> {
    let all = geometry.squares();
    let line = |index: usize| all.iter().filter(|square| line_of(*square) == index).collect::<SquareSet>();
    let lines: Vec<usize> = (0..count).filter(|index| squares.intersects(&line(*index))).collect();
    lines.iter().all(|index| line(*index).is_subset(&squares)).then_some(lines)
}

fn lines_in_words(word: &str, lines: &[usize], name: impl Fn(usize) -> String) -> String {
    let runs = lines.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, .., last] => format!("{}-{}", name(*first), name(*last)),
        _ => run.iter().map(|line| name(*line)).collect(),
    });
    format!("{word} {}", runs.collect::<Vec<_>>().join(", "))
}
