//! Claims of a page and what came of them.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use serde::Serialize;

/// What came of a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Verdict {
    /// The rules say the same.
    #[serde(rename = "confirmed")]
    Confirmed,
    /// The rules say something else.
    #[serde(rename = "contradicted")]
    Contradicted,
    /// True, but the rules ask for more.
    #[serde(rename = "incomplete")]
    Incomplete,
    /// The page asks for more than the rules.
    #[serde(rename = "stronger")]
    Stronger,
    /// Not wrong by itself, but hardly meant.
    #[serde(rename = "suspicious")]
    Suspicious,
    /// The rules have something that the page never mentions.
    #[serde(rename = "silent")]
    Silent,
    /// Nothing that rules can decide.
    #[serde(rename = "not checkable")]
    NotCheckable,
    /// It speaks of rules in words that are not known.
    #[serde(rename = "not understood")]
    NotUnderstood,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 8] = [
        Verdict::Confirmed,
        Verdict::Contradicted,
        Verdict::Incomplete,
        Verdict::Stronger,
        Verdict::Suspicious,
        Verdict::Silent,
        Verdict::NotCheckable,
        Verdict::NotUnderstood,
    ];

    /// The verdict in words.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Confirmed => "confirmed",
            Verdict::Contradicted => "contradicted",
            Verdict::Incomplete => "incomplete",
            Verdict::Stronger => "stronger",
            Verdict::Suspicious => "suspicious",
            Verdict::Silent => "silent",
            Verdict::NotCheckable => "not checkable",
            Verdict::NotUnderstood => "not understood",
        }
    }
}

/// Something that a page says about the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Claim {
    /// A name that stays the same as long as the page says the same.
    pub id: String,
    /// What it is about.
    pub kind: &'static str,
    /// The line of the page.
    pub line: usize,
    /// The page's own words.
    pub text: String,
    /// What came of it.
    pub verdict: Verdict,
    /// What the rules say, and how that was found.
    pub detail: String,
    /// A position that shows it, as a FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves from that position (or from the start) that show it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub play: Vec<String>,
    /// Has the author accepted it?
    #[serde(skip_serializing_if = "is_false")]
    pub accepted: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// A verdict with what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What came of it.
    pub verdict: Verdict,
    /// Why.
    pub detail: String,
    /// A position that shows it.
    pub position: Option<String>,
    /// Moves that show it.
    pub play: Vec<String>,
}

impl Finding {
    /// A verdict and why.
    pub fn new(verdict: Verdict, detail: impl Into<String>) -> Finding {
        Finding { verdict, detail: detail.into(), position: None, play: Vec::new() }
    }

    /// Confirmed.
    pub fn confirmed(detail: impl Into<String>) -> Finding {
        Finding::new(Verdict::Confirmed, detail)
    }

    /// Contradicted.
    pub fn contradicted(detail: impl Into<String>) -> Finding {
        Finding::new(Verdict::Contradicted, detail)
    }

    /// Confirmed if it holds, else contradicted.
    pub fn of(holds: bool, detail: impl Into<String>) -> Finding {
        if holds { Finding::confirmed(detail) } else { Finding::contradicted(detail) }
    }

    /// Not checkable.
    pub fn not_checkable(detail: impl Into<String>) -> Finding {
        Finding::new(Verdict::NotCheckable, detail)
    }

    /// Not understood.
    pub fn not_understood(detail: impl Into<String>) -> Finding {
        Finding::new(Verdict::NotUnderstood, detail)
    }

    /// With a position that shows it.
    #[must_use]
    pub fn shown(mut self, position: impl Into<String>) -> Finding {
        self.position = Some(position.into());
        self
    }

    /// With moves that show it.
    #[must_use]
    pub fn played(mut self, play: Vec<String>) -> Finding {
        self.play = play;
        self
    }
}

/// A name for a claim that depends on what it says alone: kind and words, without case, marks and white space.
pub fn stable_id(kind: &str, text: &str) -> String {
    let mut hasher = FxHasher::default();
    kind.hash(&mut hasher);
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        word.to_lowercase().hash(&mut hasher);
    }
    let hash = hasher.finish();
    format!("{kind}-{:06x}", (hash ^ hash >> 24 ^ hash >> 48) & 0xff_ffff)
}
