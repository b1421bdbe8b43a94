//! Castling moves.

use std::ops::Range;

use super::{Compiler, written};
use crate::board::{Geometry, Side, Square, Step};
use crate::diagnostic::{Code, Diagnostic, one_of, shorten};
use crate::rules::{CastlingOrigin, CastlingRule, PieceId};
use crate::source::Span;
use crate::variant::node::Phrase;
use crate::variant::spec::{Castling, CastlingMove, Pieces};

/// The most castling moves of a variant.
const MAX_MOVES: usize = 16;

/// Words for directions, as White sees the board.
const DIRECTIONS: &[(&str, Step)] =
    &[("left", Step::new(-1, 0)), ("right", Step::new(1, 0)), ("up", Step::new(0, 1)), ("down", Step::new(0, -1))];

/// A move as written: `king e1-g1`.
struct Part {
    pieces: Vec<PieceId>,
    from: CastlingOrigin,
    to: Square,
}

impl Compiler<'_> {
    /// All castling moves.
    pub(super) fn castling(&mut self) -> Vec<CastlingRule> {
        let Some(Castling::Moves(moves)) = &self.spec.castling else { return Vec::new() };
        let mut rules = Vec::new();
        for (index, (letter, at, spec)) in moves.iter().enumerate() {
            if index == MAX_MOVES {
                self.error(Code::TooLarge, at, format!("more than {MAX_MOVES} castling moves"));
            }
            rules.extend(self.castling_move(letter, at, spec));
        }
        rules
    }

    fn castling_move(&mut self, letter: &str, at: Span, spec: &CastlingMove) -> Option<CastlingRule> {
        let letter = self.letter(letter, at);
        let castler = self.part(&spec.castler, &["any"]);
        let partner = self.part(&spec.with, &DIRECTIONS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        let (letter, castler, partner) = (letter?, castler?, partner?);
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        if castler.to == partner.to {
            let message = format!("both pieces would go to {}", self.geometry.name(castler.to));
            self.error(Code::BadCastling, spec.with.span, message);
            return None;
        }
        if let (CastlingOrigin::At(from), CastlingOrigin::At(with)) = (castler.from, partner.from)
            && !in_line(&self.geometry, from, with)
        {
            let message = "the two pieces are not on the same rank or file";
            // If one of the two moves does not follow a line, that one is reported.
            let stray = !in_line(&self.geometry, from, castler.to) && in_line(&self.geometry, with, partner.to);
            let (wrong, other) = if stray { (&spec.castler, &spec.with) } else { (&spec.with, &spec.castler) };
            self.problems
                .push(Diagnostic::error(Code::BadCastling, wrong.span, message).label(other.span, "the other piece"));
            return None;
        }
        Some(CastlingRule {
            letter,
            side,
            movers: castler.pieces,
            from: castler.from,
            to: castler.to,
            partners: partner.pieces,
            partner_from: partner.from,
            partner_to: partner.to,
            dropped: spec.dropped.unwrap_or(false),
            ends: spec.ends.iter().flat_map(Pieces::phrases).filter_map(|phrase| self.known_letter(phrase)).collect(),
            source: written(at),
        })
    }

    /// The letter of a castling move that another key names; reports an unknown letter.
    pub(super) fn known_letter(&mut self, phrase: &Phrase) -> Option<char> {
        let Some(Castling::Moves(moves)) = &self.spec.castling else {
            self.error(Code::BadCastling, phrase.span, "the variant has no castling".to_owned());
            return None;
        };
        if moves.iter().any(|(letter, ..)| letter == phrase.text) {
            return phrase.text.chars().next();
        }
        let message = format!("`{}` is not a castling move of this variant", shorten(&phrase.text));
        let known = format!("known: {}", one_of(moves.iter().map(|(letter, ..)| letter)));
        self.problems.push(Diagnostic::error(Code::BadCastling, phrase.span, message).help(known));
        None
    }

    fn letter(&mut self, word: &str, at: Span) -> Option<char> {
        let mut chars = word.chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Some(letter),
            _ => {
                let message = format!("`{}` cannot be the letter of a castling move", shorten(word));
                let help = "use one letter, as in a FEN: upper case for White, lower case for Black";
                self.problems.push(Diagnostic::error(Code::BadCastling, at, message).help(help));
                None
            }
        }
    }

    /// Reads `PIECE or PIECE FROM-TO`; one of `words` may replace the start square.
    fn part(&mut self, phrase: &Phrase, words: &[&str]) -> Option<Part> {
        let text = phrase.text.trim_end();
        let split = text.rfind(char::is_whitespace);
        let squares = split.and_then(|at| Some((at, text[at..].trim_start().split_once('-')?)));
        let Some((at, (from, to))) = squares else {
            let message = format!("`{}` is no castling move", shorten(text));
            let help = "a piece with its start square and its destination, as in `PIECE e1-g1`";
            self.problems.push(Diagnostic::error(Code::BadCastling, phrase.span, message).help(help));
            return None;
        };
        let pieces = self.castling_pieces(phrase, &text[..at]);
        let start = text.len() - from.len() - 1 - to.len();
        let origin = match from {
            "any" if words.contains(&"any") => Some(CastlingOrigin::Anywhere),
            word if words.contains(&word) => {
                let step = DIRECTIONS.iter().find(|(name, _)| *name == word).map(|(_, step)| *step);
                step.map(CastlingOrigin::Toward)
            }
            _ => self.square(phrase, from, start..start + from.len(), words).map(CastlingOrigin::At),
        };
        let target = self.square(phrase, to, text.len() - to.len()..text.len(), &[]);
        Some(Part { pieces: pieces?, from: origin?, to: target? })
    }

    fn castling_pieces(&mut self, phrase: &Phrase, names: &str) -> Option<Vec<PieceId>> {
        let mut pieces = Vec::new();
        let mut sound = true;
        let mut start = 0;
        for name in names.split_inclusive(" or ") {
            let bare = name.strip_suffix(" or ").unwrap_or(name).trim();
            let at = start + (name.len() - name.trim_start().len());
            start += name.len();
            match self.names.get(bare) {
                Some(id) => pieces.push(id),
                None => {
                    sound = false;
                    self.problems.push(self.names.unknown(bare, phrase.at(at..at + bare.len())));
                }
            }
        }
        sound.then_some(pieces)
    }

    fn square(&mut self, phrase: &Phrase, name: &str, at: Range<usize>, words: &[&str]) -> Option<Square> {
        let square = self.geometry.square(name);
        if square.is_none() {
            let message = format!("there is no square `{}` on this board", shorten(name));
            let mut problem = Diagnostic::error(Code::BadSquare, phrase.at(at), message);
            problem.help = (!words.is_empty()).then(|| format!("a square, or {}", one_of(words.iter().copied())));
            self.problems.push(problem);
        }
        square
    }
}

/// Returns `true` if two different squares share a rank or a file.
fn in_line(geometry: &Geometry, a: Square, b: Square) -> bool {
    let (files, ranks) =
        (geometry.file(a) as i32 - geometry.file(b) as i32, geometry.rank(a) as i32 - geometry.rank(b) as i32);
    let third = geometry.topology().is_hexagonal() && files == ranks;
    a != b && (files == 0 || ranks == 0 || third)
}
