//! The castling field.

use super::{FenError, Field, Lexicon};
use crate::board::{Geometry, Side, Square, SquareSet, Step};
use crate::diagnostic::one_of;
use crate::rules::{CastlingNotation, CastlingOrigin, CastlingRight, CastlingRule, PieceId, PlacedPiece, Setup};

/// The pieces on a board, for finding who may castle with whom.
struct Pieces<'a> {
    geometry: &'a Geometry,
    pieces: &'a [Option<PlacedPiece>],
    /// May a piece that has its own square in the rules start from another one?
    anywhere: bool,
}

impl Pieces<'_> {
    fn is(&self, square: Square, side: Side, pieces: &[PieceId]) -> bool {
        self.pieces[square.index()].is_some_and(|placed| placed.side == side && pieces.contains(&placed.piece))
    }

    /// The squares in a straight line from a square (itself left out) to the edge of the drawn board.
    fn line(&self, from: Square, step: Step) -> impl Iterator<Item = Square> + use<'_> {
        let (file, rank) = (self.geometry.file(from) as i32, self.geometry.rank(from) as i32);
        (1..).map_while(move |times| {
            let file = file + times * i32::from(step.files);
            let rank = rank + times * i32::from(step.ranks);
            self.geometry.at(usize::try_from(file).ok()?, usize::try_from(rank).ok()?)
        })
    }

    /// The squares of castling pieces that a rule may be about.
    fn movers(&self, rule: &CastlingRule) -> Vec<Square> {
        let fits = |square: &Square| self.is(*square, rule.side, &rule.movers);
        match rule.from {
            CastlingOrigin::At(square) if !self.anywhere => Some(square).filter(fits).into_iter().collect(),
            _ => {
                let step = direction(self.geometry, rule);
                let back = self.line(rule.to, step.reversed());
                let ahead = self.line(rule.to, step);
                std::iter::once(rule.to).chain(back).chain(ahead).filter(fits).collect()
            }
        }
    }

    /// The right that a rule's letter stands for: the outermost partner where the rule names no square.
    fn resolve(&self, rule: &CastlingRule) -> Option<(Square, Square)> {
        let fits = |square: &Square| self.is(*square, rule.side, &rule.partners);
        self.movers(rule).into_iter().find_map(|from| {
            let partner = match rule.partner_from {
                CastlingOrigin::At(square) if !self.anywhere => Some(square).filter(fits),
                _ => self.line(from, direction(self.geometry, rule)).filter(fits).last(),
            };
            Some((from, partner?))
        })
    }

    /// The right by the file of the partner, which stands on the rank of the castling piece.
    fn resolve_file(&self, rule: &CastlingRule, file: usize) -> Option<(Square, Square)> {
        let step = direction(self.geometry, rule);
        self.movers(rule).into_iter().find_map(|from| {
            let partner = self.geometry.at(file, self.geometry.rank(from))?;
            let allowed = match rule.partner_from {
                CastlingOrigin::At(square) if !self.anywhere => square == partner,
                _ => self.line(from, step).any(|square| square == partner),
            };
            (allowed && self.is(partner, rule.side, &rule.partners)).then_some((from, partner))
        })
    }
}

/// The direction from a castling piece to its partner.
fn direction(geometry: &Geometry, rule: &CastlingRule) -> Step {
    let from = match rule.from {
        CastlingOrigin::At(square) => square,
        _ => rule.to,
    };
    let partner = match rule.partner_from {
        CastlingOrigin::Toward(step) => return step,
        CastlingOrigin::At(square) => square,
        CastlingOrigin::Anywhere => rule.to,
    };
    let sign = |from: usize, to: usize| (to as i32 - from as i32).signum() as i8;
    Step::new(sign(geometry.file(from), geometry.file(partner)), sign(geometry.rank(from), geometry.rank(partner)))
}

/// Reads the rights, and the files of unmoved pieces where the variant keeps account of them.
pub(super) fn read(
    field: Field<'_>,
    lexicon: &impl Lexicon,
    setup: &mut Setup,
    chess960: bool,
) -> Result<(), FenError> {
    let rights = field.text.bytes().all(|byte| byte.is_ascii_alphabetic());
    if field.text == "-" || (rights && lexicon.passes_over_rights()) {
        return Ok(());
    }
    let mut rights: Vec<CastlingRight> = Vec::new();
    let mut unmoved = SquareSet::EMPTY;
    let pieces = Pieces { geometry: lexicon.geometry(), pieces: &setup.pieces, anywhere: chess960 };
    let files_first = chess960 || lexicon.castling_notation() == CastlingNotation::KingTakesPartner;
    for (at, letter) in field.text.char_indices() {
        let span = field.part(at..at + letter.len_utf8());
        let by_file = || by_file(letter, lexicon.castling(), &pieces);
        let by_letter = || by_letter(letter, lexicon.castling(), &pieces);
        let found = if files_first { by_file().or_else(by_letter) } else { by_letter().or_else(by_file) };
        if let Some(squares) = lexicon.unmoved() {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let castles = if chess960 { found } else { by_letter().filter(|_| !files_first) };
            match (castles, unmoved_piece(letter, side, &pieces, squares[side])) {
                (Some(right), None) => {
                    let both: SquareSet = [right.from, right.partner].into_iter().collect();
                    unmoved |= both & squares[side];
                }
                (Some(_), Some(square)) => unmoved.insert(square),
                (None, Some(square)) => {
                    unmoved.insert(square);
                    continue;
                }
                (None, None) => {
                    let message =
                        format!("`{letter}` names no file on which an unmoved piece of {} stands", side.name());
                    return Err(FenError::new(span, message));
                }
            }
        }
        let Some(right) = found else { return Err(unknown(letter, span, lexicon)) };
        if rights.iter().any(|other| other.rule == right.rule) {
            return Err(FenError::new(span, format!("`{letter}` gives a castling right that has been given already")));
        }
        rights.push(right);
    }
    rights.sort();
    (setup.castling, setup.unmoved) = (rights, unmoved);
    Ok(())
}

/// The piece of a side that a letter names by its file, on squares where account is kept.
fn unmoved_piece(letter: char, side: Side, pieces: &Pieces<'_>, squares: SquareSet) -> Option<Square> {
    let file = pieces.geometry.file_from_name(&letter.to_ascii_lowercase().to_string())?;
    let own = |square: &Square| pieces.pieces[square.index()].is_some_and(|placed| placed.side == side);
    squares.iter().filter(|square| pieces.geometry.file(*square) == file).find(own)
}

fn by_letter(letter: char, rules: &[CastlingRule], pieces: &Pieces<'_>) -> Option<CastlingRight> {
    rules.iter().enumerate().filter(|(_, rule)| rule.letter == letter).find_map(|(index, rule)| {
        let (from, partner) = pieces.resolve(rule)?;
        Some(CastlingRight { rule: index as u8, from, partner })
    })
}

fn by_file(letter: char, rules: &[CastlingRule], pieces: &Pieces<'_>) -> Option<CastlingRight> {
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    let file = pieces.geometry.file_from_name(&letter.to_ascii_lowercase().to_string())?;
    rules.iter().enumerate().filter(|(_, rule)| rule.side == side).find_map(|(index, rule)| {
        let (from, partner) = pieces.resolve_file(rule, file)?;
        Some(CastlingRight { rule: index as u8, from, partner })
    })
}

/// The rights that the rules' letters stand for, of those rules for which `wanted` holds and whose pieces are there.
pub(super) fn standard(
    lexicon: &impl Lexicon,
    pieces: &[Option<PlacedPiece>],
    wanted: impl Fn(usize) -> bool,
) -> Vec<CastlingRight> {
    let pieces = Pieces { geometry: lexicon.geometry(), pieces, anywhere: false };
    let rules = lexicon.castling().iter().enumerate().filter(|(index, _)| wanted(*index));
    let resolved = rules.filter_map(|(index, rule)| Some((index, pieces.resolve(rule)?)));
    resolved.map(|(index, (from, partner))| CastlingRight { rule: index as u8, from, partner }).collect()
}

/// Why a letter gives no right.
fn unknown(letter: char, span: std::ops::Range<usize>, lexicon: &impl Lexicon) -> FenError {
    let rules = lexicon.castling();
    let Some(rule) = rules.iter().find(|rule| rule.letter == letter) else {
        let error = FenError::new(span, format!("`{letter}` is no castling right of this variant"));
        if rules.is_empty() {
            return error.help("the variant has no castling: write `-`");
        }
        let letters: Vec<String> = rules.iter().map(|rule| rule.letter.to_string()).collect();
        return error
            .help(format!("known: {}, or the file of the partner", one_of(letters.iter().map(String::as_str))));
    };
    let names = |pieces: &[PieceId]| one_of(pieces.iter().map(|piece| lexicon.piece_name(*piece)));
    let place = |origin: CastlingOrigin| match origin {
        CastlingOrigin::At(square) => format!(" on {}", lexicon.geometry().name(square)),
        _ => format!(" on its line through {}", lexicon.geometry().name(rule.to)),
    };
    let message = format!(
        "`{letter}` says that {} may castle, but there is no {}{} with {}{}",
        rule.side.name(),
        names(&rule.movers),
        place(rule.from),
        names(&rule.partners),
        place(rule.partner_from),
    );
    FenError::new(span, message).help("remove the letter, or put the pieces where they start")
}

/// Writes the rights, and after those of a side the files of its unmoved pieces as far as these are not clear from them.
pub(super) fn write(setup: &Setup, lexicon: &impl Lexicon, chess960: bool, text: &mut String) {
    let before = text.len();
    for side in Side::ALL {
        write_rights(setup, lexicon, chess960, side, text);
        write_unmoved(setup, lexicon, side, text);
    }
    if text.len() == before {
        text.push('-');
    }
}

fn write_unmoved(setup: &Setup, lexicon: &impl Lexicon, side: Side, text: &mut String) {
    let Some(squares) = lexicon.unmoved() else { return };
    if lexicon.gates_need_hand() && setup.hands[side].iter().all(|held| *held == 0) {
        return;
    }
    let mut left = setup.unmoved & squares[side];
    for right in &setup.castling {
        if lexicon.castling().get(right.rule as usize).is_some_and(|rule| rule.side == side) {
            left.remove(right.from);
            left.remove(right.partner);
        }
    }
    let geometry = lexicon.geometry();
    let mut files: Vec<usize> = left.iter().map(|square| geometry.file(square)).collect();
    files.sort_unstable();
    for file in files.into_iter().filter_map(|file| geometry.file_name(file).chars().next()) {
        text.push(if side == Side::White { file.to_ascii_uppercase() } else { file });
    }
}

fn write_rights(setup: &Setup, lexicon: &impl Lexicon, chess960: bool, side: Side, text: &mut String) {
    let geometry = lexicon.geometry();
    let pieces = Pieces { geometry, pieces: &setup.pieces, anywhere: chess960 };
    let by_file = chess960 || lexicon.castling_notation() == CastlingNotation::KingTakesPartner;
    let mut rights = setup.castling.clone();
    rights.sort();
    for right in &rights {
        let Some(rule) = lexicon.castling().get(right.rule as usize).filter(|rule| rule.side == side) else {
            continue;
        };
        let plain = !by_file && pieces.resolve(rule) == Some((right.from, right.partner));
        let file = geometry.file_name(geometry.file(right.partner));
        let same_rank = geometry.rank(right.from) == geometry.rank(right.partner);
        match file.chars().next().filter(|_| !plain && same_rank && file.len() == 1) {
            Some(file) if rule.side == Side::White => text.push(file.to_ascii_uppercase()),
            Some(file) => text.push(file),
            None => text.push(rule.letter),
        }
    }
}
