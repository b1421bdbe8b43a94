//! Actions in three parts: the start of a move, its end, and a choice among the moves with these squares.

use ferz::{PieceId, Rules};

use crate::actions::{Actions, NONE};

/// An action in three parts: from, to, choice.
pub(crate) type Triple = [u32; 3];

/// The parts of all actions of a variant: start, end and choice. A drop starts beyond the last square. A castling
/// starts and ends on the squares of its king. The choice is the promotion or the castling, and distinguishes gating,
/// walls and ways to capture.
#[derive(Clone, Debug)]
pub(crate) struct Factors {
    squares: u32,
    /// The pieces to which moves may promote.
    forms: Vec<PieceId>,
    /// The number of choices without variants: none, each promotion, each castling.
    kinds: u32,
    /// The number of variants of each action.
    extras: u32,
    /// The number of starts.
    starts: u32,
    /// The parts of each action of the first variant.
    parts: Vec<Triple>,
}

impl Factors {
    /// The parts of a variant's actions.
    pub fn new(rules: &Rules, actions: &Actions) -> Factors {
        let squares = actions.squares;
        let drops = actions.drops.iter().any(|number| *number != NONE);
        let is_form = |piece: &PieceId| {
            let dropped = |cell: usize| actions.drops[cell] != NONE;
            let per_piece = (actions.pieces + 1) * squares;
            let as_form = (0..actions.pieces).any(|held| {
                let first = held * per_piece + (piece.index() + 1) * squares;
                (first..first + squares).any(dropped)
            });
            !actions.promotions[piece.index()].is_empty() || as_form
        };
        let forms: Vec<PieceId> = rules.piece_ids().filter(is_form).collect();
        let kinds = 1 + forms.len() as u32 + rules.castling.len() as u32;
        let starts = squares as u32 + if drops { actions.pieces as u32 } else { 0 };
        let parts = vec![[0; 3]; actions.base as usize];
        let squares = squares as u32;
        let mut factors = Factors { squares, forms, kinds, extras: actions.extras(), starts, parts };
        factors.fill(rules, actions);
        factors
    }

    fn fill(&mut self, rules: &Rules, actions: &Actions) {
        let (squares, pieces) = (actions.squares, actions.pieces);
        let Factors { forms, parts, .. } = self;
        let mut set = |number: u32, triple: Triple| {
            if number != NONE {
                parts[number as usize] = triple;
            }
        };
        let place = |cell: usize| [(cell / squares) as u32, (cell % squares) as u32];
        for (cell, number) in actions.plain.iter().enumerate() {
            let [from, to] = place(cell);
            set(*number, [from, to, 0]);
        }
        for (kind, form) in forms.iter().enumerate() {
            for (cell, number) in actions.promotions[form.index()].iter().enumerate() {
                let [from, to] = place(cell);
                set(*number, [from, to, 1 + kind as u32]);
            }
        }
        for (index, (rule, number)) in rules.castling.iter().zip(&actions.castlings).enumerate() {
            let to = rule.to.index() as u32;
            set(*number, [to, to, 1 + forms.len() as u32 + index as u32]);
        }
        for (cell, number) in actions.drops.iter().enumerate().filter(|(_, number)| **number != NONE) {
            let (row, to) = (cell / squares, (cell % squares) as u32);
            let (held, form) = (row / (pieces + 1), row % (pieces + 1));
            let kind = forms.iter().position(|known| known.index() + 1 == form).map_or(0, |kind| 1 + kind as u32);
            set(*number, [(squares + held) as u32, to, kind]);
        }
    }

    /// The numbers of starts, ends and choices.
    pub fn sizes(&self) -> Triple {
        [self.starts, self.squares, self.kinds * self.extras]
    }

    /// The parts of an action; `None` for a number that no action has.
    pub fn of(&self, number: u32) -> Option<Triple> {
        let base = self.parts.len() as u32;
        let way = number.checked_div(base).filter(|way| *way < self.extras)?;
        let [from, to, kind] = self.parts[(number % base) as usize];
        Some([from, to, kind + self.kinds * way])
    }

    /// The number of the action with some parts; `None` if there is none.
    pub fn number(&self, actions: &Actions, [from, to, choice]: Triple) -> Option<u32> {
        let (kind, way) = (choice % self.kinds, choice / self.kinds);
        if way >= self.extras || to >= self.squares || from >= self.starts {
            return None;
        }
        let (squares, forms) = (self.squares as usize, self.forms.len() as u32);
        let cell = |from: u32| from as usize * squares + to as usize;
        let form = |kind: u32| self.forms[kind as usize - 1].index();
        let found = if let Some(held) = from.checked_sub(self.squares) {
            let form = if kind == 0 {
                0
            } else if kind <= forms {
                form(kind) + 1
            } else {
                return None;
            };
            actions.drops.get((held as usize * (actions.pieces + 1) + form) * squares + to as usize).copied()
        } else if kind == 0 {
            actions.plain.get(cell(from)).copied()
        } else if kind <= forms {
            actions.promotions[form(kind)].get(cell(from)).copied()
        } else {
            let castling = actions.castlings.get((kind - 1 - forms) as usize).copied();
            castling.filter(|number| self.parts.get(*number as usize).is_some_and(|parts| parts[..2] == [from, to]))
        };
        found.filter(|number| *number != NONE).map(|number| number + way * self.parts.len() as u32)
    }
}
