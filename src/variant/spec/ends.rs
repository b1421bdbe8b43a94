//! How games end.

#[cfg(feature = "schema")]
use schemars::JsonSchema;

use super::area::Area;
#[cfg(feature = "schema")]
use super::forms;
use super::pieces::Pieces;
use crate::diagnostic::{Code, Diagnostic, one_of};
use crate::source::Spanned;
use crate::variant::node::{
    Named, Node, Phrase, Problems, Read, Value, expect_map, record, report, unexpected, words, wrong_word,
};

/// The ends of the game.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
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
        /// The result for the side that the condition is about.
        "result" result: Verdict,
        /// `true` if players at a board have to claim this end: a draw by repetition, by the number of moves or by the pieces left, for
        /// example. It is said on pages. Programs count the end at once.
        "claimed" claimed: Option<Spanned<bool>>,
        /// The part of a point that the draw is worth for the opponent of the side that the condition is about, as in `3/4`. It is said on
        /// pages. Programs count a draw.
        "score" score: Option<Phrase>,
    }
}

/// The result of an end: a word, or points to be counted.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Verdict {
    /// A word.
    Plain(PlainVerdict),
    /// The side with more points on the board wins.
    Points(PointsVerdict),
}

impl Read for Verdict {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Map(_) => PointsVerdict::read(node, problems).map(Verdict::Points),
            _ => PlainVerdict::read(node, problems).map(Verdict::Plain),
        }
    }
}

record! {
    /// The side with more points on the board wins.
    "the result" pub struct PointsVerdict {
        /// The points of each piece; 0 for pieces that are not listed.
        "points" points: Named<Spanned<u16>>,
        /// Half points that Black gets for moving second.
        "black_half_points" black_half_points: Option<Spanned<u16>>,
    }
}

words! {
    /// The result for the side that a condition is about.
    pub enum PlainVerdict {
        /// The side that the condition is about wins.
        Win = "win",
        /// The side that the condition is about loses.
        Loss = "loss",
        /// Neither side wins.
        Draw = "draw",
        /// White wins, whichever side the condition is about.
        WhiteWins = "white wins",
        /// Black wins, whichever side the condition is about.
        BlackWins = "black wins",
        /// The side with more pieces on the board wins.
        MostPieces = "most pieces",
        /// The side with fewer pieces on the board wins.
        FewestPieces = "fewest pieces",
    }
}

/// Condition that ends a game.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Condition {
    /// Neither side has the pieces to reach mate by any sequence of moves.
    Plain(PlainCondition),
    /// A condition with details: exactly one of the keys.
    Detailed(Box<ConditionKeys>),
}

words! {
    /// Conditions without details.
    pub enum PlainCondition {
        /// Neither side has the pieces to reach mate by any sequence of moves.
        InsufficientMaterial = "insufficient_material",
        /// No square is empty. Result for the side to move.
        FullBoard = "full_board",
    }
}

record! {
    /// A condition with details: exactly one of these keys.
    #[cfg_attr(feature = "schema", schemars(extend("minProperties" = 1, "maxProperties" = 1)))]
    "a condition" pub struct ConditionKeys {
        /// The side to move has no legal move. Result for the side to move.
        "stuck" stuck: Option<Stuck>,
        /// A piece of the side that has just moved stands in a region. Result for that side.
        "reached" reached: Option<Reached>,
        /// A side has lost its pieces of some kinds. Result for that side.
        "extinct" extinct: Option<Extinct>,
        /// The side that has just moved has pieces in a row. Result for that side.
        "in_a_row" in_a_row: Option<InARow>,
        /// Pieces of the side that has just moved fill a square block. Result for that side.
        "block" block: Option<Block>,
        /// A chain of neighbouring pieces of the side that has just moved joins two regions. Result for that side.
        "connected" connected: Option<Connected>,
        /// A side has given check this many times. Result for that side. A FEN counts the checks down (`3+3`).
        "checks" checks: Option<Spanned<u16>>,
        /// A side has just castled by the castling move with this letter, or with one of these letters. Result for that
        /// side.
        "castled" castled: Option<Pieces>,
        /// A side has lost all castling rights with this letter, or with these letters. Result for that side.
        "rights_lost" rights_lost: Option<Pieces>,
        /// Pieces of the two sides face each other on a rank or file with nothing between, and did so before the last
        /// move. Result for the side to move.
        "facing" facing: Option<Pieces>,
        /// This many passes in a row. Result for the side to move.
        "passes" passes: Option<Spanned<u16>>,
        /// The position has occurred this many times. Result for the side to move.
        #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 65535)))]
        "repetition" repetition: Option<Spanned<u16>>,
        /// The position has occurred this many times. Since its first occurrence, one side has given check with every
        /// move, and the other has not. Result for the side that has given check.
        #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 65535)))]
        "perpetual_check" perpetual_check: Option<Spanned<u16>>,
        /// The position has occurred this many times. Since its first occurrence, one side has chased the same piece
        /// with every move, and the other has not. Result for the side that has chased.
        "perpetual_chase" perpetual_chase: Option<Chase>,
        /// A side that was not in check has moved one piece back and forth. The moves of the other side do not matter.
        /// Passes in between do not count. Result for the side that has just moved.
        "back_and_forth" back_and_forth: Option<BackAndForth>,
        /// A side had to give mate within a number of moves and has not done so. The side that may be mated counts.
        /// Each stage has a number of moves, and the first stage that fits the pieces on the board applies. There is no
        /// count while the side that must give mate has only one piece. A FEN holds the limit in plies in the place of
        /// the en passant square, and the plies counted in the place of the halfmove clock. Result for the side to
        /// move.
        #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
        "countdown" countdown: Option<Vec<Stage>>,
        /// A drop of one of these pieces has given mate. Result for the side that is mated.
        "mated_by_drop" mated_by_drop: Option<Pieces>,
        /// The side to move is mated, and only such pieces give check. Result for the side that is mated.
        "mated_by" mated_by: Option<Pieces>,
        /// The side to move is mated, and none of these pieces gave check in the unbroken series of checks that led
        /// to the mate. Result for the side that is mated.
        "mated_without" mated_without: Option<Pieces>,
        /// This many moves by each side without a capture or another move that counts as progress.
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
            let stuck = match phrase.text.as_str() {
                "checkmate" | "mate" | "mated" => Some("in_check"),
                "stalemate" | "stalemated" => Some("not_in_check"),
                _ => None,
            };
            if let Some(state) = stuck {
                let problem =
                    Diagnostic::error(Code::BadValue, node.span, format!("`{}` is no condition", phrase.text));
                let help = format!("write `{{stuck: {state}}}`: the side to move has no legal move");
                report(node, problem.help(help), problems);
                return None;
            }
            let known: Vec<&str> = [PlainCondition::WORDS, ConditionKeys::KEYS].concat();
            if !PlainCondition::WORDS.contains(&phrase.text.as_str()) {
                wrong_word(node, &known, problems);
                return None;
            }
            return PlainCondition::read(node, problems).map(Condition::Plain);
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
    /// The state of a side that has no legal move.
    pub enum Stuck {
        /// In check.
        InCheck = "in_check",
        /// Not in check.
        NotInCheck = "not_in_check",
        /// In check or not.
        Always = "always",
    }
}

record! {
    /// Pieces that have to reach a region.
    #[cfg_attr(feature = "schema", schemars(extend("not" = forms::both("piece", "pieces"), "anyOf" = forms::either("piece", "pieces"))))]
    "`reached`" pub struct Reached {
        /// The piece.
        "piece" piece: Option<Phrase>,
        /// The pieces; any of them counts.
        #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
        "pieces" pieces: Option<Vec<Phrase>>,
        /// The region.
        "region" region: Area,
        /// The number of these pieces that must be in the region. Default: one.
        "count" count: Option<Spanned<u16>>,
        /// If `true`, one of these pieces must be safe from capture in the region.
        "safe" safe: Option<bool>,
        /// If `true`, one of these pieces is enough when the region is full.
        "or_full" or_full: Option<bool>,
        /// The moment of the test. Default: when the side has just moved.
        "seen" seen: Option<Seen>,
        /// The side that moves second. If it can still reach the region in answer, the game goes on.
        "answer_of" answer_of: Option<SideName>,
    }
}

words! {
    /// When a region counts as reached.
    pub enum Seen {
        /// When the side has just moved there.
        Moved = "moved",
        /// When it is the side's turn again and it is still there. Result for the side to move.
        Kept = "kept",
        /// When both sides are there. Result for the side to move.
        Both = "both",
    }
}

words! {
    /// One of the sides.
    pub enum SideName {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
    }
}

record! {
    /// Pieces in a row.
    "`in_a_row`" pub struct InARow {
        /// The pieces that count, or `all`. Default: all.
        "pieces" pieces: Option<Pieces>,
        /// The number of pieces.
        "count" count: Spanned<u16>,
        /// The lines that count. Default: ranks, files and diagonals.
        "along" along: Option<Vec<Line>>,
        /// If `true`, the row may have gaps, as long as all pieces are on one line.
        "gaps" gaps: Option<bool>,
    }
}

words! {
    /// A kind of line.
    pub enum Line {
        /// Ranks.
        Ranks = "ranks",
        /// Files.
        Files = "files",
        /// Diagonals.
        Diagonals = "diagonals",
    }
}

record! {
    /// A block of pieces.
    "`block`" pub struct Block {
        /// The pieces that count, or `all`. Default: all.
        "pieces" pieces: Option<Pieces>,
        /// The length of its sides.
        "size" size: Spanned<u16>,
    }
}

record! {
    /// A chain of pieces.
    "`connected`" pub struct Connected {
        /// The pieces that count, or `all`. Default: all.
        "pieces" pieces: Option<Pieces>,
        /// One end of the chain.
        "from" from: Area,
        /// The other end.
        "to" to: Area,
        /// The lines along which pieces are neighbours. Default: ranks, files and diagonals.
        "along" along: Option<Vec<Line>>,
    }
}

record! {
    /// A chase: a move attacks an unprotected piece that the same piece did not attack before. Two pieces of a kind
    /// that attack each other are excepted.
    "`perpetual_chase`" pub struct Chase {
        /// The number of occurrences of the position.
        #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 65535)))]
        "times" times: Spanned<u16>,
        /// The pieces that chase, or `all`. Default: all.
        "by" by: Option<Pieces>,
        /// The pieces that are chased, or `all`. Default: all.
        "of" of: Option<Pieces>,
        /// The squares on which a piece cannot be chased.
        "spares" spares: Option<Named<Area>>,
        /// The worth of pieces. A piece that is worth more than its attacker is chased even if it is protected.
        /// Pieces that are not listed are worth nothing.
        "worth" worth: Option<Named<Spanned<u16>>>,
    }
}

record! {
    /// A piece that moves back and forth.
    "`back_and_forth`" pub struct BackAndForth {
        /// The number of such moves in a row, including the one that brought the piece there.
        #[cfg_attr(feature = "schema", schemars(range(min = 3, max = 65535)))]
        "moves" moves: Spanned<u16>,
        /// The pieces whose moves count, or `all`. Default: all.
        "pieces" pieces: Option<Pieces>,
    }
}

record! {
    /// A number of moves within which a side must give mate while certain pieces are left.
    "a stage of `countdown`" pub struct Stage {
        /// The largest number of pieces of the side that counts (the side that may be mated). Default: any number.
        "pieces" pieces: Option<Spanned<u16>>,
        /// Pieces that neither side may have.
        "without" without: Option<Pieces>,
        /// The smallest number of each piece that the other side must have.
        "against" against: Option<Named<Spanned<u16>>>,
        /// The number of moves; 0 for no count.
        #[cfg_attr(feature = "schema", schemars(range(max = 32767)))]
        "moves" moves: Spanned<u16>,
        /// If `true`, a new count starts when a side reaches a stage with these `pieces` and `without`; it starts at
        /// the number of pieces on the board. If `false` (the default), a running count goes on; if there is none, a
        /// count starts at 0.
        "anew" anew: Option<bool>,
    }
}

/// Which pieces are to be extinct: a piece, `all`, a list (counted together), or details.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
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
        /// The number at or below which the pieces count as extinct. Default: 0.
        "at_most" at_most: Option<Spanned<u16>>,
        /// If `true`, it is enough that one kind is extinct. If `false` (the default), the pieces are counted
        /// together.
        "any" any: Option<bool>,
        /// The number of them that the opponent must have at least. Default: 0.
        "opponent_at_least" opponent_at_least: Option<Spanned<u16>>,
        /// If `true`, the game goes on while the side is to move and could bring the opponent below
        /// `opponent_at_least` by capturing one piece.
        "may_answer" may_answer: Option<bool>,
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
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Progress {
    /// The number of moves by each side.
    Moves(#[cfg_attr(feature = "schema", schemars(range(min = 1, max = 32767)))] Spanned<u16>),
    /// With the pieces whose moves count as progress.
    Detailed(ProgressDetails),
}

record! {
    /// How many moves, and what progress is.
    "`moves_without_progress`" pub struct ProgressDetails {
        /// The number of moves by each side.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 32767)))]
        "moves" moves: Spanned<u16>,
        /// The pieces whose moves count as progress beside captures. Default: those that promote.
        #[cfg_attr(feature = "schema", schemars(schema_with = "super::pieces::pieces_or_none"))]
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
