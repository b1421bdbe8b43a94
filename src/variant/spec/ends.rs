//! How games end.

use schemars::JsonSchema;

use super::{Area, Pieces};
use crate::diagnostic::{Code, Diagnostic, one_of};
use crate::source::Spanned;
use crate::variant::node::{
    Named, Node, Phrase, Problems, Read, Value, expect_map, record, report, unexpected, words, wrong_word,
};

/// The ends of the game.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Ends {
    /// With names: a variant that extends this one can change or remove single ones.
    Named(Named<End>),
    /// A list: the names follow from the conditions.
    List(Vec<Spanned<End>>),
}

impl Read for Ends {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Map(_) => Named::read(node, problems).map(Ends::Named),
            Value::List(_) => Vec::read(node, problems).map(Ends::List),
            _ => {
                unexpected(node, "a mapping of ends with names, or a list of ends", problems);
                None
            }
        }
    }
}

record! {
    /// An end of the game.
    "an end" pub struct End {
        /// The condition.
        "when" when: Condition,
        /// What it means for the side that the condition speaks of.
        "result" result: Verdict,
    }
}

words! {
    /// The result for the side that a condition speaks of.
    pub enum Verdict {
        /// That side wins.
        Win = "win",
        /// That side loses.
        Loss = "loss",
        /// Nobody wins.
        Draw = "draw",
        /// White wins, whomever the condition speaks of.
        WhiteWins = "white wins",
        /// Black wins, whomever the condition speaks of.
        BlackWins = "black wins",
    }
}

/// What ends a game.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Condition {
    /// Neither side has the men to reach mate by any sequence of moves.
    Plain(PlainCondition),
    /// A condition with details: exactly one of the keys.
    Detailed(Box<ConditionKeys>),
}

words! {
    /// Conditions without details.
    pub enum PlainCondition {
        /// Neither side has the men to reach mate by any sequence of moves.
        InsufficientMaterial = "insufficient_material",
    }
}

record! {
    /// A condition with details: exactly one of these keys.
    "a condition" pub struct ConditionKeys {
        /// The side to move has no legal move. Speaks of the side to move.
        "stuck" stuck: Option<Stuck>,
        /// A piece of the side that has just moved stands in a region. Speaks of that side.
        "reached" reached: Option<Reached>,
        /// A side has lost its pieces of some kinds. Speaks of that side.
        "extinct" extinct: Option<Extinct>,
        /// The position has occurred so many times. Speaks of the side to move.
        "repetition" repetition: Option<Spanned<u16>>,
        /// The position has occurred so many times, and one side has given check with every move since the first of them
        /// while the other has not. Speaks of the side that has given check.
        "perpetual_check" perpetual_check: Option<Spanned<u16>>,
        /// A drop of one of these pieces has given mate. Speaks of the side that is mated.
        "mated_by_drop" mated_by_drop: Option<Pieces>,
        /// So many moves by each side without a capture or another move that counts as progress.
        "moves_without_progress" progress: Option<Progress>,
    }
}

impl Read for Condition {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        if let Some(phrase) = node.text() {
            if ConditionKeys::KEYS.contains(&phrase.text.as_str()) {
                let message = format!("`{}` needs details", phrase.text);
                let problem = Diagnostic::error(Code::BadValue, node.span, message);
                report(node, problem.help(format!("as in `{{{}: …}}`: see docs/format.md", phrase.text)), problems);
                return None;
            }
            let known: Vec<&str> = [PlainCondition::WORDS, ConditionKeys::KEYS].concat();
            if phrase.text != PlainCondition::WORDS[0] {
                wrong_word(node, &known, problems);
                return None;
            }
            return Some(Condition::Plain(PlainCondition::InsufficientMaterial));
        }
        let keys = ConditionKeys::read(node, problems)?;
        let used =
            node.map().map_or(0, |map| map.keys().filter(|key| ConditionKeys::KEYS.contains(&key.as_str())).count());
        if used != 1 {
            let message =
                format!("a condition has exactly one of the keys {}", one_of(ConditionKeys::KEYS.iter().copied()));
            report(node, Diagnostic::error(Code::BadEnd, node.span, message), problems);
            return None;
        }
        Some(Condition::Detailed(Box::new(keys)))
    }
}

words! {
    /// How a side without moves stands.
    pub enum Stuck {
        /// In check.
        InCheck = "in_check",
        /// Not in check.
        NotInCheck = "not_in_check",
        /// Either.
        Always = "always",
    }
}

record! {
    /// Who has to reach what.
    "`reached`" pub struct Reached {
        /// The piece.
        "piece" piece: Option<Phrase>,
        /// The pieces, any of which will do.
        "pieces" pieces: Option<Vec<Phrase>>,
        /// Where.
        "region" region: Area,
    }
}

/// Which pieces are to be extinct: a piece, `all`, a list (counted together), or details.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Extinct {
    /// These pieces.
    Pieces(Pieces),
    /// With details.
    Detailed(ExtinctPieces),
}

record! {
    /// Which pieces, and how few of them.
    "`extinct`" pub struct ExtinctPieces {
        /// The pieces, or `all`.
        "pieces" pieces: Pieces,
        /// As many or fewer. Without it: 0.
        "at_most" at_most: Option<Spanned<u16>>,
        /// Is one kind enough? Without it the pieces are counted together.
        "any" any: Option<bool>,
    }
}

impl Read for Extinct {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Map(_) => ExtinctPieces::read(node, problems).map(Extinct::Detailed),
            _ => Pieces::read(node, problems).map(Extinct::Pieces),
        }
    }
}

/// How many moves without progress: a number, or details.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Progress {
    /// So many moves by each side.
    Moves(Spanned<u16>),
    /// With the pieces whose moves count as progress.
    Detailed(ProgressDetails),
}

record! {
    /// How many moves, and what progress is.
    "`moves_without_progress`" pub struct ProgressDetails {
        /// So many moves by each side.
        "moves" moves: Spanned<u16>,
        /// The pieces whose moves count as progress beside captures. Without it: those that promote.
        "reset_by" reset_by: Option<Pieces>,
    }
}

impl Read for Progress {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Map(_) => ProgressDetails::read(node, problems).map(Progress::Detailed),
            _ => Spanned::read(node, problems).map(Progress::Moves),
        }
    }
}
