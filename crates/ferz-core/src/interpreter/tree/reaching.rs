//! The squares from which a rule could let a piece capture on a square, whatever else stands on the board.

use crate::board::{Bitboard, BySide, Side, Square};
use crate::position::Position;
use crate::rules::tree::{Gain, Layer, Meaning, Moves, RelationKind, RuleKind, Set, SetKind, Tree, Word};
use crate::rules::{PieceId, Rules};

use super::bounds::{Bounds, is_empty_always};
use super::concern::Concern;
use super::lines::{Lines, Rows};
use super::notations::NotationLines;

/// On larger boards the sets would take more memory than the tests that they save are worth.
const MOST_SQUARES: usize = 256;

/// For each rule, the squares from which it could let a piece capture on a square, by side and square. `None` for a rule that could
/// let a piece capture from anywhere, and for a rule that gives no captures.
#[derive(Debug, Default)]
pub(super) struct Reaching<const W: usize> {
    rules: Vec<Option<BySide<Vec<Bitboard<W>>>>>,
    /// The same for all rules together, by kind of piece. `None` if a rule is about all kinds or tells nothing.
    kinds: Option<Vec<OfKind<W>>>,
    /// For each rule, `true` if it lets pieces capture only what attacks them by its notation.
    answers: Vec<bool>,
    /// For each rule, `true` if the squares are known only on boards without walls.
    without_walls: Vec<bool>,
}

/// The squares from which rules could let a kind of piece capture.
#[derive(Debug)]
struct OfKind<const W: usize> {
    kind: PieceId,
    /// By side and target.
    origins: BySide<Vec<Bitboard<W>>>,
}

impl<const W: usize> Reaching<W> {
    /// Reads the rules of a variant. `squares` is the number of squares of the board.
    pub fn of(rules: &Rules, known: (&[NotationLines<W>], &Lines<W>, &Rows<W>), squares: usize) -> Reaching<W> {
        let tree = &rules.tree;
        let of_rule = |kind: &RuleKind| match kind {
            RuleKind::Pieces(moves) if squares <= MOST_SQUARES => origins(rules, moves, known, squares),
            _ => None,
        };
        let leads_to_sets = |kind: &RuleKind| match kind {
            RuleKind::Pieces(moves) => moves.gains.iter().any(|gain| matches!(gain, Gain::To(_))),
            _ => false,
        };
        Reaching {
            rules: tree.rules.iter().map(|rule| of_rule(&rule.kind.kind)).collect(),
            kinds: None,
            answers: tree.rules.iter().map(|rule| answers(tree, &rule.kind.kind)).collect(),
            without_walls: tree.rules.iter().map(|rule| leads_to_sets(&rule.kind.kind)).collect(),
        }
    }

    /// Joins what is known of some rules.
    pub fn join(&mut self, rules: &[usize], concerns: &[Concern<W>]) {
        let mut all: Vec<OfKind<W>> = Vec::new();
        for rule in rules {
            let (Some(origins), Some(kinds)) = (&self.rules[*rule], concerns[*rule].kinds()) else { return };
            if self.answers[*rule] {
                return;
            }
            for kind in kinds {
                let place = all.iter().position(|of| of.kind == *kind).unwrap_or(all.len());
                if place == all.len() {
                    let nowhere = BySide::from_fn(|side| vec![Bitboard::EMPTY; origins[side].len()]);
                    all.push(OfKind { kind: *kind, origins: nowhere });
                }
                for side in Side::ALL {
                    let joined = all[place].origins[side].iter_mut().zip(&origins[side]);
                    joined.for_each(|(joined, origins)| *joined |= *origins & concerns[*rule].stands(side));
                }
            }
        }
        self.kinds = Some(all);
    }

    /// The pieces among some of a side that the joined rules could let capture on a square. `None` if the rules have to be looked at one by
    /// one.
    pub fn among(
        &self,
        position: &Position<W>,
        (side, target): (Side, Square),
        among: Bitboard<W>,
        walls: bool,
    ) -> Option<Bitboard<W>> {
        let kinds = self.kinds.as_ref().filter(|_| !walls)?;
        let could = |of: &OfKind<W>| of.origins[side][target.index()] & position.of_piece(of.kind);
        Some(kinds.iter().map(could).fold(Bitboard::EMPTY, |all, some| all | some) & among)
    }

    /// `true` if a rule lets pieces capture only what attacks them by its notation, whatever other rules say.
    pub fn answers(&self, rule: usize) -> bool {
        self.answers[rule]
    }

    /// The squares from which a rule could let a piece of a side capture on a square. `None` if the board decides. `walls` is `true` if
    /// there are walls on the board.
    pub fn origins(&self, rule: usize, side: Side, target: Square, walls: bool) -> Option<Bitboard<W>> {
        if walls && self.without_walls[rule] {
            return None;
        }
        self.rules[rule].as_ref().map(|origins| origins[side][target.index()])
    }
}

/// `true` for a rule that lets pieces go only to pieces that plainly attack them.
fn answers(tree: &Tree, rule: &RuleKind) -> bool {
    let RuleKind::Pieces(moves) = rule else { return false };
    let is_answer = |gain: &Gain| matches!(gain, Gain::To(set) if attacks_mover(tree, set));
    moves.moved_by.is_none() && moves.skips.is_none() && !moves.gains.is_empty() && moves.gains.iter().all(is_answer)
}

/// `true` if a set holds only pieces that plainly attack the mover.
fn attacks_mover(tree: &Tree, set: &Set) -> bool {
    let is_mover = |set: &Set| matches!(set.kind, SetKind::Word(Word::Mover));
    match &set.kind {
        SetKind::Related(_, relation) if matches!(&relation.kind, RelationKind::Attacking(Layer::Bare, of) if is_mover(of)) => {
            true
        }
        SetKind::Related(inner, _)
        | SetKind::Where(inner, _)
        | SetKind::Except(inner, _)
        | SetKind::Filtered(_, inner) => attacks_mover(tree, inner),
        SetKind::Defined(id) => match &tree.defines[id.index()].kind.meaning {
            Meaning::Set(set) => attacks_mover(tree, set),
            Meaning::Condition(_) => false,
        },
        _ => false,
    }
}

/// The squares from which a rule could let a piece capture on each square. `None` if its notations and sets do not tell.
fn origins<const W: usize>(
    rules: &Rules,
    moves: &Moves,
    (notations, lines_of, rows): (&[NotationLines<W>], &Lines<W>, &Rows<W>),
    squares: usize,
) -> Option<BySide<Vec<Bitboard<W>>>> {
    if moves.skips.is_some() {
        return None;
    }
    let mut origins = BySide::from_fn(|_| vec![Bitboard::EMPTY; squares]);
    let places = || (0..squares).map(|square| Square::new(square as u16));
    let all: Bitboard<W> = places().collect();
    for gain in &moves.gains {
        let lines = match gain {
            Gain::Also(notation) | Gain::Only(notation) => notations.iter().find(|lines| lines.is(notation))?,
            Gain::To(set) if is_empty_always(&rules.tree, set) => continue,
            Gain::Checks(_) => continue,
            Gain::To(set) if moves.moved_by.is_none() => {
                for (side, mover) in Side::ALL.into_iter().flat_map(|side| places().map(move |mover| (side, mover))) {
                    let bounds = Bounds {
                        geometry: &rules.geometry,
                        tree: &rules.tree,
                        notations,
                        all,
                        own: side,
                        mover: Bitboard::of(mover),
                        origin: all,
                        lines: lines_of,
                        rows,
                        now: None,
                    };
                    let ends = bounds.squares(set);
                    ends.iter().for_each(|to| origins[side][to.index()].insert(mover));
                }
                continue;
            }
            Gain::To(_) | Gain::AlsoAs(_) | Gain::OnlyAs(_) => return None,
        };
        for side in Side::ALL {
            for from in places() {
                lines.captures_on_open_board((side, from)).iter().for_each(|to| origins[side][to.index()].insert(from));
            }
        }
    }
    Some(origins)
}
