//! The squares from which a rule could let a piece capture on a square, whatever else stands on the board.

use crate::board::{Bitboard, BySide, Side, Square};
use crate::rules::tree::{Gain, Moves, RuleKind, Set, SetKind, Tree};

use super::notations::NotationLines;

/// On larger boards the sets would take more memory than the tests that they save are worth.
const MOST_SQUARES: usize = 256;

/// For each rule, the squares from which it could let a piece capture on a square, by side and square. `None` for a rule that could
/// let a piece capture from anywhere, and for a rule that gives no captures.
#[derive(Debug, Default)]
pub(super) struct Reaching<const W: usize> {
    rules: Vec<Option<BySide<Vec<Bitboard<W>>>>>,
}

impl<const W: usize> Reaching<W> {
    /// Reads the rules of a tree. `squares` is the number of squares of the board.
    pub fn of(tree: &Tree, notations: &[NotationLines<W>], squares: usize) -> Reaching<W> {
        let of_rule = |kind: &RuleKind| match kind {
            RuleKind::Pieces(moves) if squares <= MOST_SQUARES => origins(moves, notations, squares),
            _ => None,
        };
        Reaching { rules: tree.rules.iter().map(|rule| of_rule(&rule.kind.kind)).collect() }
    }

    /// The squares from which a rule could let a piece of a side capture on a square. `None` if the board decides.
    pub fn origins(&self, rule: usize, side: Side, target: Square) -> Option<Bitboard<W>> {
        self.rules[rule].as_ref().map(|origins| origins[side][target.index()])
    }
}

/// The squares from which a rule could let a piece capture on each square. `None` if the lines of its notations do not tell.
fn origins<const W: usize>(
    moves: &Moves,
    notations: &[NotationLines<W>],
    squares: usize,
) -> Option<BySide<Vec<Bitboard<W>>>> {
    if moves.skips.is_some() {
        return None;
    }
    let mut origins = BySide::from_fn(|_| vec![Bitboard::EMPTY; squares]);
    for gain in &moves.gains {
        let lines = match gain {
            Gain::Also(notation) | Gain::Only(notation) => notations.iter().find(|lines| lines.is(notation))?,
            Gain::To(set) if is_empty_always(set) => continue,
            Gain::Checks(_) => continue,
            Gain::To(_) | Gain::AlsoAs(_) | Gain::OnlyAs(_) => return None,
        };
        for side in Side::ALL {
            for from in (0..squares).map(|square| Square::new(square as u16)) {
                lines.captures_on_open_board((side, from)).iter().for_each(|to| origins[side][to.index()].insert(from));
            }
        }
    }
    Some(origins)
}

/// `true` if a set holds empty squares only.
pub(super) fn is_empty_always(set: &Set) -> bool {
    match &set.kind {
        SetKind::Empty => true,
        SetKind::Where(inner, _) | SetKind::Related(inner, _) | SetKind::Except(inner, _) => is_empty_always(inner),
        _ => false,
    }
}
