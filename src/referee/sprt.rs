//! The sequential probability ratio test, with the logistic and the normalised model of Elo.
//!
//! The test is the generalised one: the distributions that are compared are those of maximum likelihood among all with the
//! expected strength (M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio" and
//! "Comments on normalized Elo").

use super::stats::{Tally, expected_score, normalised_unit};

/// Replaces the frequency of a score that has not occurred, so that its logarithm is finite.
const NEVER: f64 = 1e-3;
/// The largest number of refinements of a distribution in the normalised model.
const REFINEMENTS: usize = 10;
/// A distribution is accurate enough when no share changes by more than this.
const FINE: f64 = 1e-4;

/// Meaning of a difference in Elo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// The expected score.
    #[default]
    Logistic,
    /// The expected score in standard deviations of a game: the number of games for a difference does not depend on the
    /// share of draws.
    Normalised,
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The smaller difference in Elo (the null hypothesis).
    pub elo0: f64,
    /// The larger difference (the alternative hypothesis).
    pub elo1: f64,
    /// The accepted probability of a wrong decision for `elo1`.
    pub alpha: f64,
    /// The accepted probability of a wrong decision for `elo0`.
    pub beta: f64,
    /// Meaning of the differences.
    pub model: Model,
}

/// Result of a test.
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
    /// The log-likelihood ratio, and the verdict.
    pub fn judge(&self, tally: &Tally) -> (f64, Verdict) {
        let ratio = self.ratio(tally);
        let (lower, upper) = self.bounds();
        let verdict = match ratio {
            ratio if ratio >= upper => Verdict::Alternative,
            ratio if ratio <= lower => Verdict::Null,
            _ => Verdict::Continue,
        };
        (ratio, verdict)
    }

    /// The two ratios between which the test continues.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio: the logarithm of the likelihood with the larger difference, divided by that with the
    /// smaller one.
    fn ratio(&self, tally: &Tally) -> f64 {
        if tally.count() == 0 {
            return 0.0;
        }
        let counts: Vec<f64> = tally.counts().iter().map(|count| (*count as f64).max(NEVER)).collect();
        let total: f64 = counts.iter().sum();
        let shares: Vec<f64> = counts.iter().map(|count| count / total).collect();
        let scores = tally.scores();
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&scores, &shares, expected_score(elo)),
            Model::Normalised => with_strength(&scores, &shares, tally.games_each().sqrt() * elo / normalised_unit()),
        };
        let (null, alternative) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratios = null.iter().zip(&alternative).zip(&shares);
        total * ratios.map(|((null, alternative), share)| share * (alternative / null).ln()).sum::<f64>() + 0.0
    }
}

/// The most likely distribution with a given mean.
fn with_mean(scores: &[f64], shares: &[f64], mean: f64) -> Vec<f64> {
    let values: Vec<f64> = scores.iter().map(|score| score - mean).collect();
    tilted(&values, shares)
}

/// The most likely distribution whose mean is `strength` times its standard deviation above one half.
fn with_strength(scores: &[f64], shares: &[f64], strength: f64) -> Vec<f64> {
    let mut found = vec![1.0 / scores.len() as f64; scores.len()];
    for _ in 0..REFINEMENTS {
        let mean: f64 = scores.iter().zip(&found).map(|(score, share)| score * share).sum();
        let variance: f64 = scores.iter().zip(&found).map(|(score, share)| (score - mean).powi(2) * share).sum();
        let deviation = variance.sqrt();
        let value =
            |score: &f64| score - 0.5 - 0.5 * strength * deviation * (1.0 + ((score - mean) / deviation).powi(2));
        let values: Vec<f64> = scores.iter().map(value).collect();
        let next = tilted(&values, shares);
        let change = next.iter().zip(&found).map(|(next, old)| (next - old).abs()).fold(0.0, f64::max);
        found = next;
        if change < FINE {
            break;
        }
    }
    found
}

/// The shares tilted so that the values, weighted by them, have the sum 0.
fn tilted(values: &[f64], shares: &[f64]) -> Vec<f64> {
    let (least, most) = values.iter().fold((0.0_f64, 0.0_f64), |(least, most), v| (least.min(*v), most.max(*v)));
    if least == 0.0 || most == 0.0 {
        // All values have one sign: no tilt makes the sum 0.
        return shares.to_vec();
    }
    // The root of a function that falls from one end of the interval to the other.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        let sum: f64 = values.iter().zip(shares).map(|(value, share)| share * value / (1.0 + middle * value)).sum();
        if sum > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    values.iter().zip(shares).map(|(value, share)| share / (1.0 + theta * value)).collect()
}
