//! Ends of the game.

use super::{Compiler, written};
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Condition, End, PieceId, Verdict};
use crate::source::{Span, Spanned};
use crate::variant::node::Phrase;
use crate::variant::spec::{self, Choices, ConditionKeys, Ends, Extinct, Pieces, Progress, Stuck};

impl Compiler<'_> {
    /// All ends, in the file's order.
    pub(super) fn ends(&mut self) -> Vec<End> {
        match &self.spec.end {
            None => Vec::new(),
            Some(Ends::Named(ends)) => {
                ends.iter().filter_map(|(name, at, end)| self.end(name.to_owned(), at, end)).collect()
            }
            Some(Ends::List(ends)) => ends
                .iter()
                .filter_map(|end| self.end(derived_name(&end.value).to_owned(), end.span, &end.value))
                .collect(),
        }
    }

    fn end(&mut self, name: String, at: Span, end: &spec::End) -> Option<End> {
        let verdict = match end.result {
            spec::Verdict::Win => Verdict::Win,
            spec::Verdict::Loss => Verdict::Loss,
            spec::Verdict::Draw => Verdict::Draw,
            spec::Verdict::WhiteWins => Verdict::Wins(Side::White),
            spec::Verdict::BlackWins => Verdict::Wins(Side::Black),
        };
        let condition = match &end.when {
            spec::Condition::Plain(_) => Some(Condition::InsufficientMaterial),
            spec::Condition::Detailed(keys) => self.condition(keys, at),
        };
        Some(End { name, condition: condition?, verdict, source: written(at) })
    }

    fn condition(&mut self, keys: &ConditionKeys, at: Span) -> Option<Condition> {
        if let Some(stuck) = keys.stuck {
            return Some(Condition::Stuck {
                in_check: match stuck {
                    Stuck::InCheck => Some(true),
                    Stuck::NotInCheck => Some(false),
                    Stuck::Always => None,
                },
            });
        }
        if let Some(reached) = &keys.reached {
            let pieces = self.one_or_several(reached.piece.as_ref(), reached.pieces.as_deref(), at);
            let region = self.areas.area(&reached.region, self.problems);
            return Some(Condition::Reached { pieces: pieces?, region: Box::new(region?) });
        }
        if let Some(extinct) = &keys.extinct {
            return Some(self.extinct(extinct, at));
        }
        if let Some(times) = &keys.repetition {
            self.at_least(times, 2, "a position is repeated at the earliest when it occurs for the second time");
            return Some(Condition::Repetition { times: times.value });
        }
        if let Some(times) = &keys.perpetual_check {
            self.at_least(times, 2, "a position is repeated at the earliest when it occurs for the second time");
            return Some(Condition::PerpetualCheck { times: times.value });
        }
        if let Some(pieces) = &keys.mated_by_drop {
            return Some(Condition::MatedByDrop { pieces: self.group(pieces, at) });
        }
        let progress = keys.progress.as_ref()?;
        Some(self.progress(progress, at))
    }

    fn extinct(&mut self, extinct: &Extinct, at: Span) -> Condition {
        match extinct {
            Extinct::Pieces(pieces) => Condition::Extinct { pieces: self.group(pieces, at), any: false, at_most: 0 },
            Extinct::Detailed(details) => Condition::Extinct {
                pieces: self.group(&details.pieces, at),
                any: details.any.unwrap_or(false),
                at_most: details.at_most.as_ref().map_or(0, |number| number.value),
            },
        }
    }

    fn progress(&mut self, progress: &Progress, at: Span) -> Condition {
        let (moves, reset_by) = match progress {
            Progress::Moves(moves) => (moves, None),
            Progress::Detailed(details) => (&details.moves, details.reset_by.as_ref()),
        };
        self.at_least(moves, 1, "at least one move");
        let plies = moves.value.checked_mul(2).unwrap_or_else(|| {
            self.error(Code::BadValue, moves.span, format!("at most {} moves", u16::MAX / 2));
            u16::MAX
        });
        let reset_by = match reset_by {
            Some(Pieces::Many(none)) if none.is_empty() => Vec::new(),
            Some(pieces) => self.group(pieces, at),
            None => self.promoting(),
        };
        Condition::NoProgress { plies, reset_by }
    }

    /// The pieces that promote.
    fn promoting(&self) -> Vec<PieceId> {
        let pieces = self.spec.pieces.iter().flat_map(|pieces| pieces.iter());
        let falls_back = |name: &str, choice: &Phrase| {
            let choice =
                self.spec.pieces.iter().flat_map(|pieces| pieces.iter()).find(|(other, ..)| *other == choice.text);
            choice.is_some_and(|(.., piece)| piece.captured_as.as_ref().is_some_and(|phrase| phrase.text == name))
        };
        let for_good = |name: &str, piece: &spec::Piece| {
            piece.promotion.as_ref().is_some_and(|promotion| match &promotion.to.value {
                Choices::Pieces(pieces) => pieces.phrases().iter().any(|choice| !falls_back(name, choice)),
                Choices::Captured(_) | Choices::Sides(_) => true,
            })
        };
        pieces.filter(|(name, _, piece)| for_good(name, piece)).filter_map(|(name, ..)| self.names.get(name)).collect()
    }

    fn at_least(&mut self, number: &Spanned<u16>, least: u16, message: &str) {
        if number.value < least {
            self.error(Code::BadValue, number.span, format!("{} is too small: {message}", number.value));
        }
    }

    /// The pieces of a mapping that has either `piece` or `pieces`.
    pub(super) fn one_or_several(
        &mut self,
        piece: Option<&Phrase>,
        pieces: Option<&[Phrase]>,
        at: Span,
    ) -> Option<Vec<PieceId>> {
        match (piece, pieces) {
            (Some(piece), None) => Some(vec![self.id(piece)?]),
            (None, Some(pieces)) if !pieces.is_empty() => Some(self.ids(pieces)),
            _ => {
                let problem = Diagnostic::error(Code::MissingKey, at, "either `piece` or `pieces` is needed here");
                self.problems.push(problem.help("as in `piece: a` or `pieces: [a, b]`"));
                None
            }
        }
    }
}

/// The name of an end in a list.
fn derived_name(end: &spec::End) -> &'static str {
    let spec::Condition::Detailed(keys) = &end.when else { return "insufficient_material" };
    match keys.stuck {
        Some(Stuck::InCheck) => "checkmate",
        Some(Stuck::NotInCheck) => "stalemate",
        Some(Stuck::Always) => "stuck",
        None if keys.reached.is_some() => "reached",
        None if keys.extinct.is_some() => "extinct",
        None if keys.repetition.is_some() => "repetition",
        None if keys.perpetual_check.is_some() => "perpetual_check",
        None if keys.mated_by_drop.is_some() => "mated_by_drop",
        None => "no_progress",
    }
}
