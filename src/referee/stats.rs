//! What a score says: Elo with error bars, and the sequential probability ratio test.
//!
//! Games come in pairs, each opening with both colours. Pairs, where there are whole ones, tell more than single games: their
//! scores vary less. The test is the generalised one with the logistic model of Elo, its distributions those of maximum
//! likelihood.

use std::f64::consts::SQRT_2;

/// How often each score has occurred, the scores evenly spaced from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally(Vec<u64>);

/// The quantile of the normal distribution that 95 % lie within.
const QUANTILE: f64 = 1.959_963_984_540_054;
/// What stands for a score that has never occurred, so that its logarithm is finite.
const NEVER: f64 = 1e-3;

/// How much stronger one player is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The difference; infinite if one player has all points.
    pub difference: f64,
    /// Half the width of the interval that holds it in 95 of 100 cases.
    pub error: f64,
    /// How likely it is that the first player is the stronger one.
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

    fn scores(&self) -> impl Iterator<Item = f64> {
        let steps = (self.0.len() - 1) as f64;
        (0..self.0.len()).map(move |index| index as f64 / steps)
    }

    /// The average score.
    pub fn mean(&self) -> f64 {
        let total = self.scores().zip(&self.0).map(|(score, count)| score * *count as f64).sum::<f64>();
        total / (self.count() as f64)
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        let total =
            self.scores().zip(&self.0).map(|(score, count)| (score - mean).powi(2) * *count as f64).sum::<f64>();
        total / (self.count() as f64)
    }

    /// The difference in strength; `None` without games.
    pub fn elo(&self) -> Option<Elo> {
        if self.count() == 0 {
            return None;
        }
        let (mean, deviation) = (self.mean(), (self.variance() / self.count() as f64).sqrt());
        let bound = |sign: f64| difference((mean + sign * QUANTILE * deviation).clamp(0.0, 1.0));
        let superiority = match deviation == 0.0 {
            true => f64::midpoint((mean - 0.5).signum() * f64::from(u8::from(mean != 0.5)), 1.0),
            false => f64::midpoint(1.0, libm::erf((mean - 0.5) / (SQRT_2 * deviation))),
        };
        Some(Elo { difference: difference(mean), error: (bound(1.0) - bound(-1.0)) / 2.0, superiority })
    }

    /// The logarithm of how much likelier the scores are with one difference in Elo than with another.
    fn log_likelihood_ratio(&self, elo: (f64, f64)) -> f64 {
        if self.count() == 0 {
            return 0.0;
        }
        let counts: Vec<f64> = self.0.iter().map(|count| (*count as f64).max(NEVER)).collect();
        let total: f64 = counts.iter().sum();
        let shares: Vec<f64> = counts.iter().map(|count| count / total).collect();
        let likeliest = |elo: f64| -> Vec<f64> {
            let expected = expected_score(elo);
            let theta = self.tilt(&shares, expected);
            self.scores().zip(&shares).map(|(score, share)| share / (1.0 + theta * (score - expected))).collect()
        };
        let (null, alternative) = (likeliest(elo.0), likeliest(elo.1));
        let ratios = null.iter().zip(&alternative).zip(&shares);
        total * ratios.map(|((null, alternative), share)| share * (alternative / null).ln()).sum::<f64>()
    }

    /// How the observed shares have to be tilted so that their mean is the expected score: the root of a function that
    /// falls from one end of the interval to the other.
    fn tilt(&self, shares: &[f64], expected: f64) -> f64 {
        let (mut low, mut high) = (-1.0 / (1.0 - expected), 1.0 / expected);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            let value: f64 = self
                .scores()
                .zip(shares)
                .map(|(score, share)| share * (score - expected) / (1.0 + middle * (score - expected)))
                .sum();
            if value > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    }
}

/// The score that a difference in Elo lets expect.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that a score stands for.
fn difference(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference in Elo that is to be ruled out.
    pub elo0: f64,
    /// The difference that is hoped for.
    pub elo1: f64,
    /// How often it may be accepted wrongly that there is the second one.
    pub alpha: f64,
    /// How often it may be rejected wrongly.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More games are needed.
    Continue,
    /// The smaller difference is accepted.
    Null,
    /// The larger difference is accepted.
    Alternative,
}

impl Sprt {
    /// The ratio, and what it says.
    pub fn judge(&self, tally: &Tally) -> (f64, Verdict) {
        let ratio = tally.log_likelihood_ratio((self.elo0, self.elo1));
        let (lower, upper) = self.bounds();
        let verdict = match ratio {
            ratio if ratio >= upper => Verdict::Alternative,
            ratio if ratio <= lower => Verdict::Null,
            _ => Verdict::Continue,
        };
        (ratio, verdict)
    }

    /// Between which ratios the test goes on.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }
}
