//! Ends of the game.

use super::{Compiler, written};
use crate::board::{BySide, Side, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Chain, Chase, Condition, End, Line, PieceId, Reached, Seen, Share, Stage, Verdict};
use crate::source::{Span, Spanned};
use crate::variant::node::{Named, Phrase};
use crate::variant::spec::{
    self, Choices, ConditionKeys, Ends, Extinct, Pieces, PlainCondition, PlainVerdict, Progress, SideName, Stuck,
};

impl Compiler<'_> {
    /// All ends, in the file's order.
    pub(super) fn ends(&mut self) -> Vec<End> {
        match &self.spec.end {
            None => Vec::new(),
            Some(Ends::Named(ends)) => {
                ends.iter().filter_map(|(name, at, end)| self.end(Some(name), at, end)).collect()
            }
            Some(Ends::List(ends)) => ends.iter().filter_map(|end| self.end(None, end.span, &end.value)).collect(),
        }
    }

    fn end(&mut self, name: Option<&str>, at: Span, end: &spec::End) -> Option<End> {
        let verdict = self.verdict(&end.result);
        let condition = match &end.when {
            spec::Condition::Plain(PlainCondition::InsufficientMaterial) => Some(Condition::InsufficientMaterial),
            spec::Condition::Plain(PlainCondition::FullBoard) => Some(Condition::FullBoard),
            spec::Condition::Detailed(keys) => self.condition(keys, at),
        };
        let condition = condition?;
        let name = name.unwrap_or_else(|| derived_name(&condition)).to_owned();
        let claimed = self.claimed(end, &condition);
        let score = self.score(end, &verdict);
        Some(End { name, condition, verdict, claimed, score, source: written(at) })
    }

    /// `true` if the end has to be claimed. An end after which the game cannot go on needs no claim.
    fn claimed(&mut self, end: &spec::End, condition: &Condition) -> bool {
        let Some(claimed) = end.claimed.as_ref().filter(|claimed| claimed.value) else { return false };
        if !condition.is_claim() {
            let message = "this end needs no claim, because the game cannot go on";
            self.problems.push(Diagnostic::error(Code::BadValue, claimed.span, message).help("leave out `claimed`"));
        }
        condition.is_claim()
    }

    /// The part of a point for the opponent, if the file gives one for a draw.
    fn score(&mut self, end: &spec::End, verdict: &Verdict) -> Option<Share> {
        let score = end.score.as_ref()?;
        let read = |text: &str| {
            let (part, whole) = text.split_once('/')?;
            let share = Share { part: part.trim().parse().ok()?, whole: whole.trim().parse().ok()? };
            (share.whole > 0 && share.part <= share.whole).then_some(share)
        };
        let found = read(&score.text);
        if found.is_none() {
            let problem = Diagnostic::error(Code::BadValue, score.span, "`score` is a part of a point");
            self.problems.push(problem.help("write it as in `score: 3/4`"));
        } else if *verdict != Verdict::Draw {
            let problem = Diagnostic::error(Code::BadValue, score.span, "only a draw has a `score`");
            self.problems.push(problem.help("leave out `score`, or write `result: draw`"));
        }
        found
    }

    fn verdict(&mut self, verdict: &spec::Verdict) -> Verdict {
        match verdict {
            spec::Verdict::Plain(word) => match word {
                PlainVerdict::Win => Verdict::Win,
                PlainVerdict::Loss => Verdict::Loss,
                PlainVerdict::Draw => Verdict::Draw,
                PlainVerdict::WhiteWins => Verdict::Wins(Side::White),
                PlainVerdict::BlackWins => Verdict::Wins(Side::Black),
                PlainVerdict::MostPieces => Verdict::MostPieces,
                PlainVerdict::FewestPieces => Verdict::FewestPieces,
            },
            spec::Verdict::Points(count) => {
                let mut points = vec![0; self.names.all().len()];
                for (piece, value) in self.numbers(Some(&count.points)) {
                    points[piece.index()] = value;
                }
                if points.iter().all(|points| *points == 0)
                    && let Some((_, at, _)) = count.points.iter().next()
                {
                    self.error(Code::BadValue, at, "every piece is worth 0 points");
                }
                let black_half_points = count.black_half_points.as_ref().map_or(0, |number| number.value);
                Verdict::Points { points, black_half_points }
            }
        }
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
            return self.reached(reached, at);
        }
        if let Some(extinct) = &keys.extinct {
            return Some(self.extinct(extinct, at));
        }
        if let Some(row) = &keys.in_a_row {
            self.at_least(&row.count, 1, "at least one piece");
            let (pieces, along) = (self.group_or_all(row.pieces.as_ref(), at), lines(row.along.as_deref()));
            let gaps = row.gaps.unwrap_or(false);
            return Some(Condition::InARow { pieces, count: row.count.value, along, gaps });
        }
        if let Some(block) = &keys.block {
            self.at_least(&block.size, 1, "at least one square");
            return Some(Condition::Block {
                pieces: self.group_or_all(block.pieces.as_ref(), at),
                size: block.size.value,
            });
        }
        if let Some(chain) = &keys.connected {
            let pieces = self.group_or_all(chain.pieces.as_ref(), at);
            let (from, to) = (self.areas.area(&chain.from, self.problems), self.areas.area(&chain.to, self.problems));
            let along = lines(chain.along.as_deref());
            return Some(Condition::Connected(Box::new(Chain { pieces, from: from?, to: to?, along })));
        }
        if let Some(times) = &keys.checks {
            self.at_least(times, 1, "at least one check");
            return Some(Condition::Checks { times: times.value });
        }
        if let Some(letters) = keys.castled.as_ref().or(keys.rights_lost.as_ref()) {
            let letters = letters.phrases().iter().filter_map(|phrase| self.known_letter(phrase)).collect();
            return Some(match keys.castled {
                Some(_) => Condition::Castled { letters },
                None => Condition::NoRight { letters },
            });
        }
        if let Some(pieces) = &keys.facing {
            return Some(Condition::Facing { pieces: self.group(pieces, at) });
        }
        if let Some(times) = &keys.passes {
            self.at_least(times, 1, "at least one pass");
            if times.value > u16::from(u8::MAX) {
                let message =
                    format!("{} is too large: the largest number of passes in a row is {}", times.value, u8::MAX);
                self.error(Code::BadValue, times.span, message);
            }
            return Some(Condition::Passes { times: times.value });
        }
        if let Some(times) = &keys.repetition {
            self.at_least(times, 2, "a repetition needs at least 2 occurrences");
            return Some(Condition::Repetition { times: times.value });
        }
        if let Some(times) = &keys.perpetual_check {
            self.at_least(times, 2, "a repetition needs at least 2 occurrences");
            return Some(Condition::PerpetualCheck { times: times.value });
        }
        if let Some(chase) = &keys.perpetual_chase {
            return Some(self.chase(chase, at));
        }
        if let Some(spec) = &keys.back_and_forth {
            self.at_least(&spec.moves, 3, "a piece that moves back and forth makes at least three moves");
            let pieces = self.group_or_all(spec.pieces.as_ref(), at);
            return Some(Condition::BackAndForth { moves: spec.moves.value, pieces });
        }
        if let Some(stages) = &keys.countdown {
            if stages.is_empty() {
                self.error(Code::BadValue, at, "a countdown needs at least one stage");
            }
            return Some(Condition::Countdown { stages: stages.iter().map(|stage| self.stage(stage)).collect() });
        }
        if let Some(pieces) = &keys.mated_by_drop {
            return Some(Condition::MatedByDrop { pieces: self.group(pieces, at) });
        }
        if let Some(pieces) = &keys.mated_by {
            return Some(Condition::MatedBy { pieces: self.group(pieces, at) });
        }
        if let Some(pieces) = &keys.mated_without {
            return Some(Condition::MatedWithout { pieces: self.group(pieces, at) });
        }
        let progress = keys.progress.as_ref()?;
        Some(self.progress(progress, at))
    }

    fn reached(&mut self, reached: &spec::Reached, at: Span) -> Option<Condition> {
        let pieces = self.one_or_several(reached.piece.as_ref(), reached.pieces.as_deref(), at);
        let region = self.areas.area(&reached.region, self.problems);
        if let Some(count) = &reached.count {
            self.at_least(count, 1, "at least one piece");
        }
        Some(Condition::Reached(Box::new(Reached {
            pieces: pieces?,
            region: region?,
            count: reached.count.as_ref().map_or(1, |number| number.value),
            safe: reached.safe.unwrap_or(false),
            or_full: reached.or_full.unwrap_or(false),
            seen: match reached.seen {
                None | Some(spec::Seen::Moved) => Seen::Moved,
                Some(spec::Seen::Kept) => Seen::Kept,
                Some(spec::Seen::Both) => Seen::Both,
            },
            answer_of: reached.answer_of.map(|side| match side {
                SideName::White => Side::White,
                SideName::Black => Side::Black,
            }),
        })))
    }

    /// The listed pieces; all pieces if there is no list.
    fn group_or_all(&mut self, pieces: Option<&Pieces>, at: Span) -> Vec<PieceId> {
        match pieces {
            Some(pieces) => self.group(pieces, at),
            None => self.names.all(),
        }
    }

    fn extinct(&mut self, extinct: &Extinct, at: Span) -> Condition {
        match extinct {
            Extinct::Pieces(pieces) => Condition::Extinct {
                pieces: self.group(pieces, at),
                any: false,
                at_most: 0,
                opponent_at_least: 0,
                may_answer: false,
            },
            Extinct::Detailed(details) => Condition::Extinct {
                pieces: self.group(&details.pieces, at),
                any: details.any.unwrap_or(false),
                at_most: details.at_most.as_ref().map_or(0, |number| number.value),
                opponent_at_least: details.opponent_at_least.as_ref().map_or(0, |number| number.value),
                may_answer: details.may_answer.unwrap_or(false),
            },
        }
    }

    fn chase(&mut self, chase: &spec::Chase, at: Span) -> Condition {
        self.at_least(&chase.times, 2, "a repetition needs at least 2 occurrences");
        let (by, of) = (self.group_or_all(chase.by.as_ref(), at), self.group_or_all(chase.of.as_ref(), at));
        let all = self.geometry.squares();
        let nowhere = |piece: &PieceId| if of.contains(piece) { SquareSet::EMPTY } else { all };
        let mut spares: Vec<BySide<SquareSet>> =
            self.names.all().iter().map(|piece| BySide::from_fn(|_| nowhere(piece))).collect();
        for (name, at, area) in chase.spares.iter().flat_map(|spares| spares.iter()) {
            match (self.names.get(name), self.areas.area(area, self.problems)) {
                (Some(piece), Some(area)) => {
                    spares[piece.index()] = BySide::from_fn(|side| spares[piece.index()][side] | area[side]);
                }
                (None, _) => self.problems.push(self.names.unknown(name, at)),
                (Some(_), None) => {}
            }
        }
        let mut worth = vec![0; self.names.all().len()];
        for (piece, value) in self.numbers(chase.worth.as_ref()) {
            worth[piece.index()] = value;
        }
        Condition::PerpetualChase(Box::new(Chase { times: chase.times.value, by, spares, worth }))
    }

    fn stage(&mut self, stage: &spec::Stage) -> Stage {
        if stage.moves.value > i16::MAX as u16 {
            self.error(Code::BadValue, stage.moves.span, format!("at most {} moves", i16::MAX));
        }
        Stage {
            pieces: stage.pieces.as_ref().map(|pieces| pieces.value),
            without: self.listed_or_none(stage.without.as_ref()),
            against: self.numbers(stage.against.as_ref()),
            moves: stage.moves.value,
            anew: stage.anew.unwrap_or(false),
        }
    }

    /// Pairs of a piece and its number. Reports unknown pieces.
    fn numbers(&mut self, named: Option<&Named<Spanned<u16>>>) -> Vec<(PieceId, u16)> {
        let mut numbers = Vec::new();
        for (name, at, value) in named.iter().flat_map(|named| named.iter()) {
            match self.names.get(name) {
                Some(piece) => numbers.push((piece, value.value)),
                None => self.problems.push(self.names.unknown(name, at)),
            }
        }
        numbers
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

    pub(super) fn at_least(&mut self, number: &Spanned<u16>, least: u16, message: &str) {
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

/// The named kinds of lines; all kinds if none are named.
fn lines(named: Option<&[spec::Line]>) -> Vec<Line> {
    let line = |line: &spec::Line| match line {
        spec::Line::Ranks => Line::Rank,
        spec::Line::Files => Line::File,
        spec::Line::Diagonals => Line::Diagonal,
    };
    named.map_or_else(|| vec![Line::Rank, Line::File, Line::Diagonal], |named| named.iter().map(line).collect())
}

/// The name of an end in a list.
fn derived_name(condition: &Condition) -> &'static str {
    match condition {
        Condition::Stuck { in_check: Some(true) } => "checkmate",
        Condition::Stuck { in_check: Some(false) } => "stalemate",
        Condition::NoProgress { .. } => "no_progress",
        condition => condition.name(),
    }
}
