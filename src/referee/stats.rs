//! Elo with confidence intervals, computed from scores.
//!
//! Games come in pairs, each opening with both colours. Whole pairs are counted by the pentanomial model, because
//! scores of pairs vary less than those of single games. All values are finite; a value that the scores do not
//! determine is `None`.

use std::f64::consts::SQRT_2;

/// The number of occurrences of each score. The scores are evenly spaced from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally(Vec<u64>);

/// The quantile of the normal distribution for an interval of 95 %.
const QUANTILE: f64 = 1.959_963_984_540_054;

/// The normalised Elo of a score that is one standard deviation of a game above one half.
pub(super) fn normalised_unit() -> f64 {
    800.0 / std::f64::consts::LN_10
}

/// The difference in strength between two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The difference; `None` if one player has all points.
    pub difference: Option<f64>,
    /// Half the width of the 95 % confidence interval; `None` if the interval has only one end.
    pub error: Option<f64>,
    /// The lower end of that interval.
    pub low: Option<f64>,
    /// Its upper end.
    pub high: Option<f64>,
    /// The normalised difference and half the width of its interval; `None` if all scores are the same.
    pub normalised: Option<(f64, f64)>,
    /// The likelihood that the first player is stronger.
    pub superiority: f64,
}

impl Tally {
    /// Of single games: lost, drawn, won.
    pub fn of_games(losses: u64, draws: u64, wins: u64) -> Tally {
        Tally(vec![losses, draws, wins])
    }

    /// Of pairs of games, by the half points that they gave: 0 to 4.
    pub fn of_pairs(pairs: [u64; 5]) -> Tally {
        Tally(pairs.to_vec())
    }

    /// How many games or pairs there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of occurrences of each score.
    pub(super) fn counts(&self) -> &[u64] {
        &self.0
    }

    /// The scores, from 0 to 1.
    pub(super) fn scores(&self) -> Vec<f64> {
        let steps = (self.0.len() - 1) as f64;
        (0..self.0.len()).map(|index| index as f64 / steps).collect()
    }

    /// The number of games in one score.
    pub(super) fn games_each(&self) -> f64 {
        if self.0.len() == 5 { 2.0 } else { 1.0 }
    }

    /// The average score.
    pub fn mean(&self) -> f64 {
        let scores = self.scores();
        let total = scores.iter().zip(&self.0).map(|(score, count)| score * *count as f64).sum::<f64>();
        total / (self.count() as f64)
    }

    fn variance(&self) -> f64 {
        let (mean, scores) = (self.mean(), self.scores());
        let squares = scores.iter().zip(&self.0).map(|(score, count)| (score - mean).powi(2) * *count as f64);
        squares.sum::<f64>() / (self.count() as f64)
    }

    /// The difference in strength; `None` without games.
    pub fn elo(&self) -> Option<Elo> {
        let count = self.count() as f64;
        if count == 0.0 {
            return None;
        }
        let (mean, variance) = (self.mean(), self.variance());
        let deviation = (variance / count).sqrt();
        let mut ends = [-1.0, 1.0].map(|sign| difference(mean + sign * QUANTILE * deviation));
        // If one player has all points, the lower end is the strength with which this would happen in 1 of 40 matches.
        let extreme = 0.025_f64.powf(1.0 / count);
        if mean >= 1.0 {
            ends[0] = difference(extreme);
        } else if mean <= 0.0 {
            ends[1] = difference(1.0 - extreme);
        }
        let [low, high] = ends;
        let superiority = match deviation == 0.0 {
            true => f64::midpoint((mean - 0.5).signum() * f64::from(u8::from(mean != 0.5)), 1.0),
            false => f64::midpoint(1.0, libm::erf((mean - 0.5) / (SQRT_2 * deviation))),
        };
        let game = (self.games_each() * variance).sqrt();
        let normalised = (variance > 0.0).then(|| {
            let [difference, error] = [mean - 0.5, QUANTILE * deviation].map(|part| part / game * normalised_unit());
            (difference + 0.0, error)
        });
        let error = low.zip(high).map(|(low, high)| (high - low) / 2.0);
        Some(Elo { difference: difference(mean), error, low, high, normalised, superiority })
    }
}

/// The expected score for a difference in Elo.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo for a score; `None` if it is not finite.
fn difference(score: f64) -> Option<f64> {
    // Avoids a negative zero.
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10() + 0.0)
}
