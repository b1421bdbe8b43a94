//! Shuffled start positions: reading the rule, and making the position with a number.

use super::{Compiler, areas};
use crate::board::{Side, Square, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::fen;
use crate::rules::{PieceId, PlacedPiece, Rules, Setup, Shuffle, ShuffleStep};
use crate::source::Span;
use crate::variant::spec;

impl Compiler<'_> {
    pub(super) fn shuffle(&mut self) -> Option<Shuffle> {
        let spec = self.spec.shuffle.as_ref()?;
        let (rank, ranks) = (spec.rank.value as usize, self.geometry.ranks());
        if !(1..=ranks).contains(&rank) {
            self.error(Code::BadShuffle, spec.rank.span, format!("the board has no rank {rank}, only 1 to {ranks}"));
            return None;
        }
        let on_rank = |square: &Square| self.geometry.rank(*square) + 1 == rank;
        let line: SquareSet = self.geometry.squares().iter().filter(on_rank).collect();
        let mut steps: Vec<ShuffleStep> = Vec::new();
        for place in &spec.place {
            let step = self.step(place, line, spec.rank.span)?;
            self.check_step(&steps, &step, place_span(place).unwrap_or(spec.rank.span));
            steps.push(step);
        }
        Some(Shuffle { rank: rank - 1, steps })
    }

    fn step(&mut self, place: &spec::Place, line: SquareSet, at: Span) -> Option<ShuffleStep> {
        let at = place_span(place).unwrap_or(at);
        let pieces = self.one_or_several(place.piece.as_ref(), place.pieces.as_deref(), at)?;
        let on = match &place.on {
            Some(phrase) => areas::board_squares(phrase, &self.geometry, self.problems)? & line,
            None => line,
        };
        Some(ShuffleStep { pieces, on })
    }

    /// Checks that a step always finds the same number of free squares. Otherwise positions could not be numbered.
    fn check_step(&mut self, before: &[ShuffleStep], step: &ShuffleStep, at: Span) {
        let mut free = step.on.count() as usize;
        for other in before {
            if other.on.is_subset(&step.on) {
                free = free.saturating_sub(other.pieces.len());
            } else if other.on.intersects(&step.on) {
                let message = "this step shares some but not all squares of an earlier one";
                let help = "put the steps with the fewest squares first";
                self.problems.push(Diagnostic::error(Code::BadShuffle, at, message).help(help));
            }
        }
        if free < step.pieces.len() {
            let message = format!("{free} squares are left for {} pieces", step.pieces.len());
            self.error(Code::BadShuffle, at, message);
        }
    }
}

fn place_span(place: &spec::Place) -> Option<Span> {
    place.piece.iter().chain(place.pieces.iter().flatten()).next().map(|phrase| phrase.span)
}

/// The number of start positions of a variant: 1 without a shuffle, and at most [`u64::MAX`].
pub fn count(rules: &Rules) -> u64 {
    let steps = rules.shuffle.iter().flat_map(|shuffle| &shuffle.steps);
    let mut taken = SquareSet::EMPTY;
    steps.fold(1, |total: u64, step| {
        let free = step.on & !taken;
        taken |= lowest(free, step.pieces.len());
        total.saturating_mul(choices(free.count() as u64, step.pieces.len() as u64))
    })
}

/// The start position with a number below [`count`]; `None` for larger numbers.
pub fn start(rules: &Rules, number: u64) -> Option<Setup> {
    if number >= count(rules) {
        return None;
    }
    let Some(shuffle) = &rules.shuffle else { return Some(rules.setup.clone()) };
    let mut setup = rules.setup.clone();
    let opposite = |square: Square| {
        let geometry = &rules.geometry;
        geometry.at(geometry.file(square), geometry.ranks() - 1 - geometry.rank(square))
    };
    for square in shuffle.steps.iter().flat_map(|step| step.on) {
        setup.pieces[square.index()] = None;
        if let Some(square) = opposite(square) {
            setup.pieces[square.index()] = None;
        }
    }
    for (square, piece) in arrangement(shuffle, number) {
        setup.pieces[square.index()] = Some(PlacedPiece { piece, side: Side::White, promoted: false });
        if let Some(square) = opposite(square) {
            setup.pieces[square.index()] = Some(PlacedPiece { piece, side: Side::Black, promoted: false });
        }
    }
    let wanted = |rule: usize| rules.setup.castling.iter().any(|right| right.rule as usize == rule);
    setup.castling = fen::castling_rights(rules, &setup.pieces, wanted);
    Some(setup)
}

/// Pieces and their squares in the arrangement with a number.
fn arrangement(shuffle: &Shuffle, mut number: u64) -> Vec<(Square, PieceId)> {
    let mut taken = SquareSet::EMPTY;
    let mut placed = Vec::new();
    for step in &shuffle.steps {
        let free: Vec<Square> = (step.on & !taken).iter().collect();
        let total = choices(free.len() as u64, step.pieces.len() as u64).max(1);
        for (index, piece) in combination(free.len(), step.pieces.len(), number % total).into_iter().zip(&step.pieces) {
            placed.push((free[index], *piece));
            taken.insert(free[index]);
        }
        number /= total;
    }
    placed
}

/// The combination of `k` out of `n` elements with a number, in lexicographic order.
pub fn combination(n: usize, k: usize, mut number: u64) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(k);
    for item in 0..n {
        if chosen.len() == k {
            break;
        }
        let with = choices((n - item - 1) as u64, (k - chosen.len() - 1) as u64);
        if number < with {
            chosen.push(item);
        } else {
            number -= with;
        }
    }
    chosen
}

/// The number of ways to choose `k` out of `n` elements.
pub fn choices(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let ways =
        (0..k.min(n - k)).try_fold(1u128, |ways, i| Some(ways.checked_mul(u128::from(n - i))? / u128::from(i + 1)));
    ways.and_then(|ways| u64::try_from(ways).ok()).unwrap_or(u64::MAX)
}

/// The first squares of a set.
fn lowest(set: SquareSet, count: usize) -> SquareSet {
    set.iter().take(count).collect()
}
