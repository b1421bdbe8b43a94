//! `uneven-sides` for rules that are not about one piece: see its page in the rule book.

use super::own::{key, own};
use crate::board::{BySide, Side, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::english;
use crate::rules::{Condition, End, Rules};
use crate::source::Span;
use crate::variant::Node;
use crate::variant::node::Problems;

/// `is_same` returns `true` if squares are the same, seen from both sides.
pub(super) fn check(rules: &Rules, root: &Node, is_same: &dyn Fn(&BySide<SquareSet>) -> bool, problems: &mut Problems) {
    for (what, squares, place) in areas(rules, root) {
        if let Some(place) = place.filter(|_| !is_same(squares)) {
            let message = format!("{what} are not the same for both sides");
            let help = "write squares as each side sees them with `each`, for example `{each: last rank}`";
            problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
            break;
        }
    }
    for end in &rules.ends {
        one_sided(rules, end, problems);
    }
    moves(rules, problems);
}

/// Reports equal armies with different numbers of moves in a turn.
fn moves(rules: &Rules, problems: &mut Problems) {
    let Some(moves) = rules.moves_of_turns().filter(|moves| moves.white != moves.black) else { return };
    let more = if moves.white > moves.black { Side::White } else { Side::Black };
    if let Some(place) = rules.tree.turns.as_ref().and_then(|turns| own(turns.moves.white.source)) {
        let more = english::capitalised(more.name());
        let message = format!("{more} has more moves in a turn, although the armies are the same");
        let help = "give both sides the same number, or write `allow: [uneven-sides]` if this is intended";
        problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
    }
}

/// The areas of rules: a description, the squares, and the place in the file.
fn areas<'a>(rules: &'a Rules, root: &Node) -> Vec<(&'static str, &'a BySide<SquareSet>, Option<Span>)> {
    let gates = rules.unmoved.iter().map(|on| ("the squares of unmoved pieces", on, key(root, &["rules", "unmoved"])));
    gates.collect()
}

/// Reports an end by the castling rights of one side, in a game in which both sides castle.
fn one_sided(rules: &Rules, end: &End, problems: &mut Problems) {
    let Some(named) = letters(&end.condition) else { return };
    let side = |letter: &char| if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    let Some(first) = named.first().map(side).filter(|first| named.iter().all(|letter| side(letter) == *first)) else {
        return;
    };
    let same = |other: &&End| other.condition.name() == end.condition.name();
    let mut others = rules.ends.iter().filter(same).filter_map(|other| letters(&other.condition));
    let answered = others.any(|letters| letters.iter().any(|letter| side(letter) != first));
    let castles = rules.castling.iter().any(|rule| rule.side != first);
    if let Some(place) = own(end.source).filter(|_| castles && !answered) {
        let message =
            format!("`{}` names only castling rights of {}, although both sides castle", end.name, first.name());
        let help = "name those of the other side too: upper case is for White, lower case for Black";
        problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
    }
}

/// The castling rights that a condition names.
fn letters(condition: &Condition) -> Option<&[char]> {
    match condition {
        Condition::Castled { letters } | Condition::NoRight { letters } => Some(letters),
        _ => None,
    }
}
