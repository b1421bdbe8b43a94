//! The tests that are written in a variant file.

use super::Compiler;
use super::positions::{Words, read_fen};
use crate::diagnostic::{Code, Diagnostic, shorten, suggest};
use crate::rules::End;
use crate::rules::tree::{Sides, Verdict};
use crate::source::Span;
use crate::variant::node::{Phrase, Problems};
use crate::variant::spec::{self, Perft};

pub use crate::variant::spec::TestResult;

/// The tests of a variant. Their positions have been read without errors.
#[derive(Clone, Debug, Default)]
pub struct Tests {
    /// Counts of leaf nodes.
    pub perft: Vec<PerftTest>,
    /// Expected legal and illegal moves.
    pub moves: Vec<MovesTest>,
    /// How games end.
    pub ends: Vec<EndTest>,
}

/// A perft count.
#[derive(Clone, Debug)]
pub struct PerftTest {
    /// The position; `None` for the start.
    pub fen: Option<String>,
    /// The depth, from 1.
    pub depth: u32,
    /// The number of leaf nodes.
    pub nodes: u64,
    /// The place of the number.
    pub span: Span,
}

/// Expected legal and illegal moves in a position.
#[derive(Clone, Debug)]
pub struct MovesTest {
    /// The position; `None` for the start.
    pub fen: Option<String>,
    /// Moves to play first.
    pub play: Vec<String>,
    /// A square, and all squares that its piece can go to.
    pub destinations: Option<(String, Vec<String>)>,
    /// All legal moves.
    pub moves: Option<Vec<String>>,
    /// Some legal moves, with their places.
    pub legal: Vec<(String, Span)>,
    /// Some moves that are not legal, with their places.
    pub illegal: Vec<(String, Span)>,
    /// Where the test is written.
    pub span: Span,
}

/// How a game ends.
#[derive(Clone, Debug)]
pub struct EndTest {
    /// The position; `None` for the start.
    pub fen: Option<String>,
    /// Moves to play first.
    pub play: Vec<String>,
    /// The result.
    pub result: TestResult,
    /// The name of the end.
    pub reason: Option<String>,
    /// The names of the sides that have won, in the order of turns.
    pub winners: Option<Vec<String>>,
    /// Where the test is written.
    pub span: Span,
}

impl Compiler<'_> {
    /// Reads the tests. Positions are checked if `words` is known.
    pub(super) fn tests(&mut self, words: Option<&Words>, ends: &[End]) -> Tests {
        let Some(spec) = &self.spec.tests else { return Tests::default() };
        let perft = self.perft(spec.perft.as_ref(), words);
        let moves =
            spec.moves.iter().flatten().filter_map(|test| self.moves_test(&test.value, test.span, words)).collect();
        let told = words.into_iter().flat_map(|words| &words.tree.ends).map(|end| end.kind.name.as_str());
        let drops_out = |words: &&Words| words.tree.ends.iter().any(|end| end.kind.verdict == Verdict::Out);
        let told = told.chain(words.filter(drops_out).map(|_| Sides::LAST_SIDE));
        let names: Vec<&str> = ends.iter().map(|end| end.name.as_str()).chain(told).collect();
        let ends =
            spec.ends.iter().flatten().map(|test| self.end_test(&test.value, test.span, words, &names)).collect();
        Tests { perft, moves, ends }
    }

    /// The sides that have won in a game for more than two, in the order of turns.
    fn winners(&mut self, test: &spec::EndTest, words: Option<&Words>) -> Option<Vec<String>> {
        let order: &[String] = words.map_or(&[], |words| &words.tree.sides.order);
        for phrase in test.winners.iter().flatten().filter(|_| words.is_some()) {
            if !order.contains(&phrase.text) {
                let message = format!("there is no side `{}`", shorten(&phrase.text));
                let help = format!("the sides are {}", order.join(", "));
                self.problems.push(Diagnostic::error(Code::BadTest, phrase.span, message).help(help));
            }
        }
        let named = |name: &&String| test.winners.iter().flatten().any(|phrase| phrase.text == **name);
        test.winners.as_ref().map(|_| order.iter().filter(named).cloned().collect())
    }

    fn perft(&mut self, perft: Option<&Perft>, words: Option<&Words>) -> Vec<PerftTest> {
        let positions: Vec<(Option<&Phrase>, &[crate::source::Spanned<u64>])> = match perft {
            None => Vec::new(),
            Some(Perft::Start(nodes)) => vec![(None, nodes)],
            Some(Perft::Positions(positions)) => {
                positions.iter().map(|position| (position.fen.as_ref(), position.nodes.as_slice())).collect()
            }
        };
        let mut tests = Vec::new();
        for (phrase, nodes) in positions {
            let fen = fen(phrase, words, self.problems);
            tests.extend(nodes.iter().enumerate().map(|(index, nodes)| PerftTest {
                fen: fen.clone(),
                depth: index as u32 + 1,
                nodes: nodes.value,
                span: nodes.span,
            }));
        }
        tests
    }

    fn moves_test(&mut self, test: &spec::MovesTest, span: Span, words: Option<&Words>) -> Option<MovesTest> {
        let fen = fen(test.fen.as_ref(), words, self.problems);
        for square in test.from.iter().chain(test.to.iter().flatten()) {
            if self.geometry.square(&square.text).is_none() {
                let message = format!("there is no square `{}` on this board", shorten(&square.text));
                self.error(Code::BadSquare, square.span, message);
            }
        }
        let destinations = match (&test.from, &test.to) {
            (Some(from), Some(to)) => Some((from.text.clone(), texts(Some(to)))),
            (None, None) => None,
            _ => {
                self.error(
                    Code::BadTest,
                    span,
                    "`from` and `to` belong together: a square, and all squares that its piece can go to",
                );
                return None;
            }
        };
        if destinations.is_none() && test.moves.is_none() && test.legal.is_none() && test.illegal.is_none() {
            let problem = Diagnostic::error(Code::BadTest, span, "this test has no expectation");
            self.problems.push(problem.help("add `from` and `to`, `moves`, `legal` or `illegal`"));
            return None;
        }
        let placed = |moves: Option<&Vec<Phrase>>| {
            moves.into_iter().flatten().map(|phrase| (phrase.text.clone(), phrase.span)).collect()
        };
        Some(MovesTest {
            fen,
            play: texts(test.play.as_ref()),
            destinations,
            moves: test.moves.as_ref().map(|moves| texts(Some(moves))),
            legal: placed(test.legal.as_ref()),
            illegal: placed(test.illegal.as_ref()),
            span,
        })
    }

    fn end_test(&mut self, test: &spec::EndTest, span: Span, words: Option<&Words>, ends: &[&str]) -> EndTest {
        if let Some(reason) = test.reason.as_ref().filter(|reason| !ends.contains(&reason.text.as_str())) {
            let message = format!("there is no end with the name `{}`", shorten(&reason.text));
            let mut problem = Diagnostic::error(Code::BadTest, reason.span, message);
            problem.help = suggest(&reason.text, ends.iter().copied());
            self.problems.push(problem.near(&reason.text, ends.iter().copied()));
        }
        EndTest {
            fen: fen(test.fen.as_ref(), words, self.problems),
            play: texts(test.play.as_ref()),
            result: test.result,
            winners: self.winners(test, words),
            reason: test.reason.as_ref().map(|phrase| phrase.text.clone()),
            span,
        }
    }
}

/// The text of a position. Reports its errors.
fn fen(phrase: Option<&Phrase>, words: Option<&Words>, problems: &mut Problems) -> Option<String> {
    let phrase = phrase?;
    if let Some(words) = words {
        read_fen(phrase, words, "position", problems);
    }
    Some(phrase.text.clone())
}

fn texts(phrases: Option<&Vec<Phrase>>) -> Vec<String> {
    phrases.into_iter().flatten().map(|phrase| phrase.text.clone()).collect()
}
