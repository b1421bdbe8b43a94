//! Scores of contestants.

use std::collections::BTreeMap;

use super::record::Finished;
use super::stats::Tally;

/// Score of the first of two contestants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The numbers of game pairs with the same opening, by the half points of the first contestant.
    pub pairs: [u64; 5],
}

impl Score {
    /// Score of a contestant in the games of a match between two.
    pub fn of(name: &str, games: &[Finished]) -> Score {
        let mut score = Score::default();
        let mut halves: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
        for game in games {
            let own = if game.white == name { game.half_points() } else { 2 - game.half_points() };
            match own {
                2 => score.wins += 1,
                1 => score.draws += 1,
                _ => score.losses += 1,
            }
            halves.entry(game.number / 2).or_default().push(own);
        }
        for pair in halves.values().filter(|pair| pair.len() == 2) {
            score.pairs[(pair[0] + pair[1]) as usize] += 1;
        }
        score
    }

    /// The more precise tally: by pairs of games, or by single games as long as no pair is complete.
    pub fn tally(&self) -> Tally {
        match self.pairs.iter().sum::<u64>() {
            0 => Tally::of_games(self.losses, self.draws, self.wins),
            _ => Tally::of_pairs(self.pairs),
        }
    }
}
