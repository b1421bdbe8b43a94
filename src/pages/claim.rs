//! Claims of a page and what came of them.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use serde::Serialize;

use crate::rules::PieceId;

/// Result of a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Verdict {
    /// The rules say the same.
    #[serde(rename = "confirmed")]
    Confirmed,
    /// The rules say something else.
    #[serde(rename = "contradicted")]
    Contradicted,
    /// True, but the rules have a further condition.
    #[serde(rename = "incomplete")]
    Incomplete,
    /// The page has a condition that the rules do not have.
    #[serde(rename = "stronger")]
    Stronger,
    /// Not wrong, but probably not intended.
    #[serde(rename = "suspicious")]
    Suspicious,
    /// The rules have something that the page never mentions.
    #[serde(rename = "silent")]
    Silent,
    /// A statement that the rules cannot decide.
    #[serde(rename = "not checkable")]
    NotCheckable,
    /// A statement about rules, in unknown words.
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
    /// An id that stays the same as long as the text of the claim does.
    pub id: String,
    /// Its subject.
    pub kind: &'static str,
    /// The line of the page.
    pub line: usize,
    /// The page's own words.
    pub text: String,
    /// Its result.
    pub verdict: Verdict,
    /// The rule that decides it, and how that was found.
    pub detail: String,
    /// A position that shows it, as a FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves from that position (or from the start) that show it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub play: Vec<String>,
    /// The page's words that the verdict relies on, if they are not the whole text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// `true` if it seems to differ from the rules, but has not been read completely.
    #[serde(skip_serializing_if = "is_false")]
    pub may_differ: bool,
    /// `true` if the author has accepted it.
    #[serde(skip_serializing_if = "is_false")]
    pub accepted: bool,
}

/// The groups of a report, in its order. They say how reliable a claim is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// Read completely, and the rules differ.
    Wrong,
    /// Read in part, or ambiguous.
    MayDiffer,
    /// True but incomplete, or probably not intended.
    Inexact,
    /// A rule that the page does not mention.
    Unsaid,
    /// About rules, in words that are not known.
    Unread,
    /// Nothing that rules decide.
    Outside,
    /// The rules say the same.
    Right,
    /// Accepted by the author as it is.
    Accepted,
}

impl Grade {
    /// All grades, in the order of a report.
    pub const ALL: [Grade; 8] = [
        Grade::Wrong,
        Grade::MayDiffer,
        Grade::Inexact,
        Grade::Unsaid,
        Grade::Unread,
        Grade::Outside,
        Grade::Right,
        Grade::Accepted,
    ];

    /// The heading of the group.
    pub fn heading(self) -> &'static str {
        match self {
            Grade::Wrong => "Wrong",
            Grade::MayDiffer => "May differ (not all of it has been read)",
            Grade::Inexact => "Not quite",
            Grade::Unsaid => "Not on the page",
            Grade::Unread => "Not understood",
            Grade::Outside => "Not checkable",
            Grade::Right => "Confirmed",
            Grade::Accepted => "Accepted",
        }
    }

    /// Returns `true` if a report shows each claim with this verdict, and not only their lines.
    pub fn is_finding(self) -> bool {
        matches!(self, Grade::Wrong | Grade::MayDiffer | Grade::Inexact)
    }
}

impl Claim {
    /// The group of a report that it belongs to.
    pub fn grade(&self) -> Grade {
        match self.verdict {
            Verdict::Confirmed => Grade::Right,
            _ if self.accepted => Grade::Accepted,
            Verdict::Contradicted => Grade::Wrong,
            Verdict::NotUnderstood if self.may_differ => Grade::MayDiffer,
            Verdict::Incomplete | Verdict::Stronger | Verdict::Suspicious => Grade::Inexact,
            Verdict::Silent => Grade::Unsaid,
            Verdict::NotUnderstood => Grade::Unread,
            Verdict::NotCheckable => Grade::Outside,
        }
    }

    /// Returns `true` if it is a contradiction that the author has not accepted. With `strict`, incomplete, missing and
    /// doubtful claims count too.
    pub fn fails(&self, strict: bool) -> bool {
        match self.grade() {
            Grade::Wrong => true,
            Grade::MayDiffer | Grade::Unsaid => strict,
            Grade::Inexact => strict && self.verdict != Verdict::Suspicious,
            _ => false,
        }
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Evidence that the rules differ from a sentence. A sentence is contradicted only with one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A position, other than the start, in which they differ.
    Position(String),
    /// The sentence sets no condition: it speaks of the whole game, and differs in a number, a name or a square. The
    /// start position is shown.
    WholeGame(String),
}

impl Proof {
    /// The proof of a finding that contradicts a sentence. `None` if the sentence holds only under a condition, and no
    /// position shows what the rules do where it holds.
    pub fn of(finding: &Finding, conditional: bool, start: String) -> Option<Proof> {
        match &finding.position {
            Some(position) if *position != start => Some(Proof::Position(position.clone())),
            _ if finding.play.is_empty() && conditional && finding.instead.is_none() => None,
            _ => Some(Proof::WholeGame(start)),
        }
    }
}

/// A verdict with its reason and with examples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// Why.
    pub detail: String,
    /// A position that shows it.
    pub position: Option<String>,
    /// Moves that show it.
    pub play: Vec<String>,
    /// The words that have been read, if they are not the whole sentence.
    pub words: Option<String>,
    /// `true` if it was contradicted before doubt arose.
    pub may_differ: bool,
    /// The piece, if it is contradicted only because the piece has more moves than it says.
    pub short_of: Option<PieceId>,
    /// A word of the sentence, and another with which it would be right.
    pub instead: Option<String>,
}

impl Finding {
    /// A verdict and why.
    pub fn new(verdict: Verdict, detail: impl Into<String>) -> Finding {
        let (position, play, words, may_differ, short_of, instead) = (None, Vec::new(), None, false, None, None);
        Finding { verdict, detail: detail.into(), position, play, words, may_differ, short_of, instead }
    }

    /// The finding for the denied claim.
    pub fn inverted(self) -> Finding {
        let verdict = match self.verdict {
            Verdict::Confirmed => Verdict::Contradicted,
            Verdict::Contradicted => Verdict::Confirmed,
            other => other,
        };
        Finding { verdict, ..self }
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

    /// Turns a contradiction into a suspicion, because the sentence may mean something else.
    #[must_use]
    pub fn doubted(self, why: &str) -> Finding {
        if self.verdict != Verdict::Contradicted {
            return self;
        }
        let detail = format!("{why}: {}", self.detail);
        Finding { verdict: Verdict::NotUnderstood, detail, may_differ: true, ..self }
    }

    /// A contradiction with the position that shows it. Without a proof it is not decided.
    #[must_use]
    pub fn proved(self, conditional: bool, start: String) -> Finding {
        if self.verdict != Verdict::Contradicted {
            return self;
        }
        match Proof::of(&self, conditional, start) {
            Some(Proof::Position(position) | Proof::WholeGame(position)) => self.shown(position),
            None => self.doubted("not decided, as no position was found that shows it"),
        }
    }

    /// Withdraws a confirmation, because a word of the sentence was not compared with the rules.
    #[must_use]
    pub fn in_part(self, word: &str) -> Finding {
        let detail = format!("only a part has been read, without `{word}`: {}", self.detail);
        Finding { verdict: Verdict::NotUnderstood, detail, ..self }
    }

    /// With a position that shows it.
    #[must_use]
    pub fn shown(mut self, position: impl Into<String>) -> Finding {
        self.position = Some(position.into());
        self
    }

    /// With a word that would have to be another one.
    #[must_use]
    pub fn corrected(mut self, instead: Option<String>) -> Finding {
        if let Some(instead) = &instead {
            self.detail = format!("{}; it would be right with {instead}", self.detail);
        }
        self.instead = instead;
        self
    }

    /// With moves that show it.
    #[must_use]
    pub fn played(mut self, play: Vec<String>) -> Finding {
        self.play = play;
        self
    }
}

/// A name for a claim that depends only on its content: kind and words, without case, marks and white space.
pub fn stable_id(kind: &str, text: &str) -> String {
    let mut hasher = FxHasher::default();
    kind.hash(&mut hasher);
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        word.to_lowercase().hash(&mut hasher);
    }
    let hash = hasher.finish();
    format!("{kind}-{:06x}", (hash ^ hash >> 24 ^ hash >> 48) & 0xff_ffff)
}
