//! The straight lines through two squares of a board.

use ferz_core::board::{Square, Step};

use crate::lines::Pair;
use crate::moves::AROUND;
use crate::oracle::Oracle;

impl Oracle {
    /// The squares on the straight lines from one square through another.
    pub(crate) fn pair(&self, from: Square, to: Square) -> &Pair {
        self.lines.pair(from, to, || self.pair_followed(from, to))
    }

    fn pair_followed(&self, from: Square, to: Square) -> Pair {
        let lines = self.lines_through(from, to);
        let beyond: Vec<Square> =
            lines.iter().flat_map(|line| line.iter().copied().skip_while(|square| *square != to).skip(1)).collect();
        Pair {
            between: lines.iter().flat_map(|line| line.iter().copied().take_while(|square| *square != to)).collect(),
            just_beyond: beyond.first().copied().into_iter().collect(),
            beyond: beyond.into_iter().collect(),
        }
    }

    /// The straight lines from one square on which another square lies, each as the squares that follow the first.
    fn lines_through(&self, from: Square, to: Square) -> Vec<Vec<Square>> {
        let geometry = &self.rules.geometry;
        let (files, ranks) = (
            geometry.file(to) as i32 - geometry.file(from) as i32,
            geometry.rank(to) as i32 - geometry.rank(from) as i32,
        );
        let mut steps: Vec<Step> = AROUND.to_vec();
        let common = common_divisor(files.abs(), ranks.abs());
        if common > 0 {
            steps.push(Step::new((files / common) as i8, (ranks / common) as i8));
        }
        steps.dedup();
        let mut lines: Vec<Vec<Square>> = steps.into_iter().map(|step| self.line(from, step)).collect();
        lines.retain(|line| line.contains(&to));
        lines
    }
}

fn common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
