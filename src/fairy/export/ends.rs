//! How the game ends.

use super::super::table::{ROYAL, Topic};
use super::Exporter;
use crate::board::{BySide, Side, SquareSet};
use crate::rules::{Condition, End, Line, PieceId, Reached, Royalty, Seen, Verdict};

/// A result, and the path of the end that has it.
type Said<'a> = Option<(&'a Verdict, String)>;

impl Exporter<'_> {
    pub(super) fn ends(&mut self) {
        self.lines.set(Topic::Clock, "0");
        self.lines.set(Topic::Folds, "0");
        let ends = self.rules.ends.clone();
        let mut stuck = (None, None);
        let mut flags: Vec<&End> = Vec::new();
        for end in &ends {
            let path = format!("end/{}", end.name);
            match &end.condition {
                Condition::Stuck { in_check } => {
                    if *in_check != Some(false) && stuck.0.is_none() {
                        stuck.0 = Some((&end.verdict, path.clone()));
                    }
                    if *in_check != Some(true) && stuck.1.is_none() {
                        stuck.1 = Some((&end.verdict, path));
                    }
                }
                Condition::Reached(_) => flags.push(end),
                Condition::Extinct { .. } => self.extinct(end, &path),
                Condition::InARow { pieces, count, along, gaps } => {
                    let topic = if *gaps { Topic::Collinear } else { Topic::Row };
                    self.row(topic, *count, pieces, along, &end.verdict, &path);
                }
                Condition::Block { pieces, size } => self.row(
                    Topic::Block,
                    *size,
                    pieces,
                    &[Line::Rank, Line::File, Line::Diagonal],
                    &end.verdict,
                    &path,
                ),
                Condition::Connected(_) => {
                    self.lacks(&path, "chains in all directions: it follows them only to the right and upwards")
                }
                Condition::Checks { .. } => {
                    self.lines.flag(Topic::CheckCounting, true);
                    self.expect(&end.verdict, &Verdict::Win, &path);
                }
                Condition::FullBoard => {
                    self.lines.flag(Topic::FullBoard, true);
                    self.counted(&end.verdict, &path);
                }
                Condition::Passes { times } => {
                    if *times != 2 {
                        self.lacks(&path, "a number of passes other than two");
                    }
                    self.counted(&end.verdict, &path);
                }
                Condition::Repetition { times } => self.repetition(*times, &end.verdict, &path),
                Condition::PerpetualCheck { times } => {
                    self.lines.flag(Topic::PerpetualCheck, true);
                    self.expect(&end.verdict, &Verdict::Loss, &path);
                    let same = ends.iter().any(
                        |other| matches!(other.condition, Condition::Repetition { times: other } if other == *times),
                    );
                    if !same {
                        self.lacks(
                            &path,
                            "perpetual check with another number of repetitions than the draw by repetition",
                        );
                    }
                }
                Condition::PerpetualChase(chase) => self.chase(chase, &end.verdict, &path),
                Condition::BackAndForth { moves, pieces } => self.back_and_forth(*moves, pieces, &end.verdict, &path),
                Condition::Countdown { stages } => self.countdown(stages, &end.verdict, &path),
                Condition::MatedByDrop { .. } => {
                    self.lines.flag(Topic::NoDropMate, true);
                    self.expect(&end.verdict, &Verdict::Win, &path);
                }
                Condition::MatedBy { pieces } => {
                    self.mated(pieces, |row| row.is_none, (&end.verdict, &Verdict::Win), &path)
                }
                Condition::MatedWithout { pieces } => {
                    self.mated(pieces, |row| row.is_needed, (&end.verdict, &Verdict::Draw), &path)
                }
                Condition::NoProgress { plies, reset_by } => {
                    self.lines.set(Topic::Clock, (plies / 2).to_string());
                    let natural: Vec<PieceId> = reset_by.clone();
                    let letters = self.letters(&natural).to_ascii_lowercase();
                    self.lines.set(Topic::Resetters, letters);
                    self.counted(&end.verdict, &path);
                }
                Condition::Castled { letters } => {
                    let text: String = letters.iter().collect();
                    self.lines.set(Topic::CastlingWins, text);
                    self.expect(&end.verdict, &Verdict::Win, &path);
                    let lost = ends.iter().any(|other| {
                        matches!(&other.condition, Condition::NoRight { letters: own } if own == letters)
                            && other.verdict == Verdict::Loss
                    });
                    if !lost {
                        self.lacks(&path, "castling that wins, if losing the right does not lose");
                    }
                }
                Condition::NoRight { .. } => {
                    let castled = ends.iter().any(|other| matches!(other.condition, Condition::Castled { .. }));
                    if !castled {
                        self.lacks(&path, "castling rights whose loss loses, if castling does not win");
                    }
                }
                // In Fairy-Stockfish, the program that runs the games decides this.
                Condition::InsufficientMaterial => {}
                other => self.lacks(&path, format!("the condition `{}`", other.name())),
            }
        }
        self.stuck(stuck);
        self.flags(&flags);
        self.passes_end(&ends);
    }

    pub(super) fn expect(&mut self, verdict: &Verdict, wanted: &Verdict, path: &str) {
        if verdict != wanted {
            self.lacks(path, "this result, here");
        }
    }

    /// The word for the result of the side that a rule is about.
    fn result(&mut self, verdict: &Verdict, path: &str) -> &'static str {
        match verdict {
            Verdict::Win => "win",
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
            _ => {
                self.lacks(path, "this result, here");
                "draw"
            }
        }
    }

    /// Exports a result that replaces a draw.
    fn counted(&mut self, verdict: &Verdict, path: &str) {
        let word = match verdict {
            Verdict::Draw => "none",
            Verdict::MostPieces => "most_pieces",
            Verdict::Wins(Side::White) => "white_wins",
            Verdict::Wins(Side::Black) => "black_wins",
            _ => {
                self.lacks(path, "this result, here");
                return;
            }
        };
        let before = self.lines.get(Topic::Counting).map(str::to_owned);
        self.word(Topic::Counting, word);
        let now = self.lines.get(Topic::Counting).map(str::to_owned);
        if before.is_some() && before != now {
            self.lacks(path, "different results for ends that are usually all draws");
        }
    }

    fn stuck(&mut self, stuck: (Said<'_>, Said<'_>)) {
        let royal = self.rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal());
        match stuck.0 {
            Some((verdict, path)) if royal => {
                let word = self.result(verdict, &path);
                self.lines.set(Topic::Checkmate, word);
            }
            None if royal => self.lacks("end", "a mate that does not end the game"),
            _ => {}
        }
        let Some((verdict, path)) = stuck.1 else {
            self.lacks("end", "a side without moves, if the game goes on");
            return;
        };
        match verdict {
            Verdict::MostPieces | Verdict::FewestPieces => {
                self.lines.flag(Topic::StalemateCounts, true);
                self.lines.set(Topic::Stalemate, if *verdict == Verdict::MostPieces { "loss" } else { "win" });
            }
            Verdict::Wins(_) => {
                self.lines.set(Topic::Stalemate, "draw");
                self.counted(verdict, &path);
            }
            Verdict::Draw => {
                self.lines.set(Topic::Stalemate, "draw");
                // If draws are decided by counting, this one is too.
                let counting = self.lines.get(Topic::Counting).is_some_and(|word| word != "none");
                if counting {
                    let always = self.rules.ends.iter().all(|end| {
                        matches!(end.condition, Condition::Stuck { .. } | Condition::InsufficientMaterial)
                            || end.verdict == Verdict::Draw
                    });
                    if !always {
                        self.lacks(&path, "a stalemate that is a draw, if other draws are decided by counting");
                    }
                }
            }
            _ => {
                let word = self.result(verdict, &path);
                self.lines.set(Topic::Stalemate, word);
            }
        }
    }

    fn extinct(&mut self, end: &End, path: &str) {
        let Condition::Extinct { pieces, any, at_most, opponent_at_least, may_answer } = &end.condition else { return };
        let word = self.result(&end.verdict, path);
        let every = pieces.len() == self.rules.pieces.len();
        let one_type = pieces.iter().all(|piece| self.letter(*piece) == self.letter(pieces[0]));
        let letters = if every && !*any {
            "*".to_owned()
        } else if *any || one_type {
            if !self.is_of_types(pieces) || *any && self.letters(pieces).len() < pieces.len() {
                self.lacks(path, "pieces with equal moves, if only some of them count");
            }
            self.letters(pieces).to_ascii_lowercase()
        } else {
            self.lacks(path, "several kinds of pieces that are counted together");
            return;
        };
        let pseudo = self.lines.get(Topic::PseudoRoyal) == Some("true");
        let known = self.lines.get(Topic::ExtinctKinds).map(str::to_owned);
        let own = (letters.clone(), at_most.to_string());
        if pseudo {
            let royal = (
                known.clone().unwrap_or_default().to_ascii_lowercase(),
                self.lines.get(Topic::ExtinctCount).unwrap_or("0").to_owned(),
            );
            let harmless = royal.0 == own.0 && own.1 <= royal.1 && self.rules.effects.blast.is_none();
            if !harmless && (royal != own || self.rules.effects.blast.is_none() && *at_most > 0) {
                self.lacks(path, "extinct pieces of other kinds than the pieces that are royal while there are few");
                return;
            }
        } else if known.is_some() {
            self.lacks(path, "several rules about extinct pieces");
            return;
        }
        if !pseudo {
            self.lines.set(Topic::ExtinctCount, own.1);
        }
        self.lines.set(Topic::ExtinctKinds, letters);
        self.lines.set(Topic::Extinct, word);
        self.lines.set(Topic::ExtinctOpponent, opponent_at_least.to_string());
        self.lines.flag(Topic::ExtinctClaim, *may_answer);
    }

    fn row(&mut self, topic: Topic, count: u16, pieces: &[PieceId], along: &[Line], verdict: &Verdict, path: &str) {
        self.lines.set(topic, count.to_string());
        let has = |line| along.contains(&line);
        let lines = [
            (Topic::RowRanks, has(Line::Rank)),
            (Topic::RowFiles, has(Line::File)),
            (Topic::RowDiagonals, has(Line::Diagonal)),
        ];
        let odd = lines.iter().any(|(topic, on)| self.lines.get(*topic).is_some_and(|known| known != on.to_string()))
            && topic != Topic::Block;
        if odd {
            self.lacks(path, "rows along different lines for different ends");
        }
        if topic != Topic::Block {
            for (topic, on) in lines {
                self.lines.flag(topic, on);
            }
        }
        let word = self.result(verdict, path);
        if self.lines.get(Topic::RowValue).is_some_and(|known| known != word) {
            self.lacks(path, "rows with different results");
        }
        self.lines.set(Topic::RowValue, word);
        if pieces.len() < self.rules.pieces.len() {
            self.set_pieces(Topic::RowKinds, pieces, path);
        }
    }

    fn repetition(&mut self, times: u16, verdict: &Verdict, path: &str) {
        self.lines.set(Topic::Folds, times.to_string());
        match verdict {
            Verdict::Win => self.lines.set(Topic::FoldValue, "win"),
            Verdict::Loss => self.lines.set(Topic::FoldValue, "loss"),
            Verdict::Wins(side)
                if self.lines.get(Topic::Counting).is_none_or(|word| word == "none") && !self.counts_draws() =>
            {
                self.lines.set(Topic::FoldValue, if *side == Side::White { "win" } else { "loss" });
                self.lines.flag(Topic::FoldAbsolute, true);
            }
            _ => self.counted(verdict, path),
        }
    }

    /// Returns `true` if other draws are decided by counting pieces.
    fn counts_draws(&self) -> bool {
        self.rules.ends.iter().any(|end| {
            matches!(end.condition, Condition::NoProgress { .. } | Condition::FullBoard)
                && matches!(end.verdict, Verdict::Wins(_))
        })
    }

    /// Reports games that do not end after two passes. Fairy-Stockfish always ends them.
    fn passes_end(&mut self, ends: &[End]) {
        let passing = self.rules.constraints.pass != crate::rules::Pass::Never;
        if passing && !ends.iter().any(|end| matches!(end.condition, Condition::Passes { .. })) {
            // If both sides can only pass, the game ends in Fairy-Stockfish. In Ferz, it ends by repetition.
            let counted = ends.iter().any(|end| matches!(end.condition, Condition::Repetition { .. }));
            if !counted {
                self.lacks("rules/pass", "two passes in a row that do not end the game");
            }
        }
    }

    fn flags(&mut self, ends: &[&End]) {
        if ends.is_empty() {
            return;
        }
        let path = format!("end/{}", ends[0].name);
        let mut regions: BySide<Option<SquareSet>> = BySide::default();
        let mut kinds: BySide<Option<Vec<PieceId>>> = BySide::default();
        let (mut counts, mut full) = (Vec::new(), Vec::new());
        let mut found: Vec<(Seen, bool, Option<Side>)> = Vec::new();
        for end in ends {
            let Condition::Reached(reached) = &end.condition else { continue };
            let Reached { pieces, region, count, safe, or_full, seen, answer_of } = &**reached;
            let verdict = if *seen == Seen::Both { Verdict::Draw } else { Verdict::Win };
            self.expect(&end.verdict, &verdict, &format!("end/{}", end.name));
            for side in Side::ALL.into_iter().filter(|side| region[*side] != SquareSet::EMPTY) {
                let odd = regions[side].is_some_and(|known| known != region[side])
                    || kinds[side].as_ref().is_some_and(|known| known != pieces);
                if odd {
                    self.lacks(
                        &format!("end/{}", end.name),
                        "several goals of different pieces or on different squares",
                    );
                }
                regions[side] = Some(region[side]);
                kinds[side] = Some(pieces.clone());
            }
            counts.push(*count);
            full.push(*or_full);
            let kind = (*seen, *safe, *answer_of);
            if !found.contains(&kind) {
                found.push(kind);
            }
        }
        for side in Side::ALL {
            let squares = regions[side].unwrap_or(SquareSet::EMPTY);
            // In a region of whole ranks, squares beside a narrow board would never be occupied.
            let single = |squares: SquareSet| {
                squares.iter().map(|square| self.rules.geometry.name(square)).collect::<Vec<_>>().join(" ")
            };
            let text = if full.contains(&true) { single(squares) } else { self.squares(squares) };
            self.lines.set_of(Topic::Flag, side, text);
        }
        for side in Side::ALL {
            let Some(pieces) = &kinds[side] else { continue };
            let letters = self.letters(pieces);
            let text = if pieces.len() == self.rules.pieces.len() {
                "*".to_owned()
            } else if letters.len() == 1 && self.is_of_types(pieces) {
                letters.to_ascii_lowercase()
            } else {
                self.lacks(&path, "a goal for several kinds of pieces but not for all");
                return;
            };
            self.lines.set_of(Topic::FlagKind, side, text);
        }
        counts.dedup();
        full.dedup();
        if counts.len() > 1 || full.len() > 1 {
            self.lacks(&path, "several goals with different numbers of pieces");
        }
        self.lines.set(Topic::FlagCount, counts[0].to_string());
        self.lines.flag(Topic::FlagBlocked, full[0]);
        let royal = Side::ALL.into_iter().filter_map(|side| kinds[side].as_ref()).all(|pieces| {
            pieces.len() == 1
                && self.rules.piece(pieces[0]).royalty == Royalty::Royal
                && self.types[pieces[0].index()].0 == ROYAL
        });
        found.sort_by_key(|(seen, safe, answer)| (*seen as u8, *safe, answer.is_some()));
        self.manner(&found, royal, &path);
    }

    fn manner(&mut self, found: &[(Seen, bool, Option<Side>)], royal: bool, path: &str) {
        let (later, safe) = match found {
            [(Seen::Moved, false, None)] => (false, false),
            // If only one side can be in the region at a time, the draw for both sides makes no difference.
            [(Seen::Moved, true, None), (Seen::Kept, true, None)]
            | [(Seen::Moved, true, None), (Seen::Kept, true, None), (Seen::Both, true, None)] => (false, true),
            [(Seen::Moved, false, Some(Side::Black)), (Seen::Kept, false, None), (Seen::Both, false, None)]
                if royal =>
            {
                (true, false)
            }
            [(Seen::Kept, false, None)] if !royal => (true, false),
            [(Seen::Moved, true, None), (Seen::Kept, false, None)] if !royal => (true, true),
            _ => {
                self.lacks(path, "the moment at which the goal is tested");
                return;
            }
        };
        self.lines.flag(Topic::FlagMove, later);
        self.lines.flag(Topic::FlagSafe, safe);
    }
}
