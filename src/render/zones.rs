//! Parts of the board in players' words.

use super::words::squares_in_a_sentence;
use crate::board::{BySide, Side, Square, SquareSet, Step};
use crate::english::number;
use crate::rules::Rules;

/// A number that gives a place: `third`.
pub(crate) fn ordinal(number: usize) -> String {
    const WORDS: [&str; 7] = ["", "first", "second", "third", "fourth", "fifth", "sixth"];
    WORDS.get(number).map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}

/// A region in players' words: ranks counted from each side, or a region by its name, or squares.
pub(crate) fn zone(rules: &Rules, squares: &BySide<SquareSet>) -> String {
    let all = rules.geometry.squares();
    let squares = BySide::from_fn(|side| squares[side] & all);
    if squares.white == all && squares.black == all {
        return "any square".to_owned();
    }
    let ranks = rules.geometry.ranks();
    let own = |side: Side, square| match side {
        Side::White => rules.geometry.rank(square),
        Side::Black => ranks - 1 - rules.geometry.rank(square),
    };
    let run = |from: usize, to: usize| {
        BySide::from_fn(|side| {
            all.iter().filter(|square| (from..to).contains(&own(side, *square))).collect::<SquareSet>()
        })
    };
    for count in 1..ranks {
        let which = |word: &str| match count {
            1 => format!("the {word} rank"),
            _ => format!("the {word} {} ranks", number(count)),
        };
        let level = |word: &str| match (has_levels(rules), count) {
            (false, _) => Some(which(word)),
            (true, 1) => Some(format!("the {word} rank of the {word} level")),
            (true, _) => None,
        };
        if squares == run(ranks - count, ranks)
            && let Some(last) = level("last")
        {
            return last;
        }
        if squares == run(0, count)
            && let Some(first) = level("first")
        {
            return first;
        }
    }
    if let Some(rank) = (0..ranks).find(|rank| squares == run(*rank, rank + 1)) {
        return format!("the {} rank", ordinal(rank + 1));
    }
    // On boards whose files do not all end on one rank.
    let ends = |square: &Square, ranks: i8| rules.geometry.step(*square, Step::new(0, ranks)).is_none();
    let last = |side: Side| {
        let ahead = if side == Side::White { 1 } else { -1 };
        all.iter().filter(|square| ends(square, ahead)).collect::<SquareSet>()
    };
    if squares == BySide::from_fn(last) {
        return "the last square of a file".to_owned();
    }
    let said = each_side(rules, &squares);
    let named = rules.regions.iter().find(|(_, region)| BySide::from_fn(|side| region[side] & all) == squares);
    match named {
        Some((name, _)) if name == "promotion" => format!("the promotion zone ({said})"),
        Some((name, _)) => format!("the {} ({said})", name.replace(['_', '-'], " ")),
        None => said,
    }
}

/// The squares of each side, square by square.
pub(crate) fn each_side(rules: &Rules, squares: &BySide<SquareSet>) -> String {
    let [white, black] = Side::ALL.map(|side| squares_in_a_sentence(&rules.geometry, squares[side]));
    let sides = &rules.look.sides;
    if white == black { white } else { format!("{white} for {}, {black} for {}", sides.white, sides.black) }
}

/// Returns `true` if the board has levels that pieces go between; two boards with turns of their own only lie side by side.
pub(crate) fn has_levels(rules: &Rules) -> bool {
    rules.geometry.levels() > 1 && rules.beyond.turns.boards.is_none()
}
