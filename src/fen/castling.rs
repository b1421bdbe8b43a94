//! The castling field.

use super::field::{Field, ParseFenError};
use super::lexicon::Lexicon;
use crate::board::{Geometry, Side, Square, SquareSet, Step};
use crate::diagnostic::one_of;
use crate::english;
use crate::rules::{CastlingNotation, CastlingOrigin, CastlingRight, CastlingRule, PieceId, PlacedPiece, Setup};

/// The pieces on a board, for finding the pieces that can castle.
struct Pieces<'a> {
    geometry: &'a Geometry,
    pieces: &'a [Option<PlacedPiece>],
    /// `true` if a piece with a fixed start square in the rules may castle from another square.
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

    /// The squares of pieces that may castle by a rule.
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

    /// The castling and partner squares of a rule. If the rule names no partner square, the outermost partner counts.
    fn resolve(&self, rule: &CastlingRule) -> Option<(Square, Square)> {
        self.movers(rule).into_iter().find_map(|from| Some((from, self.partner(rule, from, |_| true)?)))
    }

    /// The outermost partner of a castling piece for which `wanted` is true.
    fn partner(&self, rule: &CastlingRule, from: Square, wanted: impl Fn(Square) -> bool) -> Option<Square> {
        let fits = |square: &Square| self.is(*square, rule.side, &rule.partners) && wanted(*square);
        match rule.partner_from {
            CastlingOrigin::At(square) if !self.anywhere => Some(square).filter(fits),
            _ => self.line(from, direction(self.geometry, rule)).filter(fits).last(),
        }
    }

    /// The castling and partner squares, given the file of the partner. It stands on the rank of the castling piece.
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

/// Reads the castling rights, and the files of unmoved pieces if the variant tracks them.
pub(super) fn read(
    field: Field<'_>,
    lexicon: &impl Lexicon,
    setup: &mut Setup,
    chess960: bool,
) -> Result<(), ParseFenError> {
    let rights = field.text.bytes().all(|byte| byte.is_ascii_alphabetic());
    if field.text == "-" || (rights && lexicon.passes_over_rights()) {
        return Ok(());
    }
    let mut reader = Reader {
        pieces: Pieces { geometry: lexicon.geometry(), pieces: &setup.pieces, anywhere: chess960 },
        lexicon,
        files_first: writes_files(lexicon, chess960),
        rights: Vec::new(),
        unmoved: SquareSet::EMPTY,
    };
    for (at, letter) in field.text.char_indices() {
        let span = field.part(at..at + letter.len_utf8());
        if field.text[..at].contains(letter) {
            return Err(repeated(letter, span));
        }
        reader.letter(letter, span)?;
    }
    for side in Side::ALL {
        reader.rights_of_unmoved(side, gates_matter(lexicon, setup, side));
    }
    let (mut rights, unmoved) = (reader.rights, reader.unmoved);
    rights.sort();
    (setup.castling, setup.unmoved) = (rights, unmoved);
    Ok(())
}

/// Returns `true` if unmoved pieces of a side matter. If they only let pieces in hand enter, the side must hold some.
fn gates_matter(lexicon: &impl Lexicon, setup: &Setup, side: Side) -> bool {
    !lexicon.gates_need_hand() || setup.hands[side].iter().any(|held| *held > 0)
}

/// The field, with the rights read so far.
struct Reader<'a, L: Lexicon> {
    lexicon: &'a L,
    pieces: Pieces<'a>,
    files_first: bool,
    rights: Vec<CastlingRight>,
    unmoved: SquareSet,
}

impl<L: Lexicon> Reader<'_, L> {
    fn letter(&mut self, letter: char, span: std::ops::Range<usize>) -> Result<(), ParseFenError> {
        let rules = self.lexicon.castling();
        let Some(squares) = self.lexicon.unmoved() else {
            let by_file = || by_file(letter, rules, &self.pieces);
            let by_letter = || by_letter(letter, rules, &self.pieces);
            let found = if self.files_first { by_file().or_else(by_letter) } else { by_letter().or_else(by_file) };
            return self.right(
                letter,
                span.clone(),
                found.ok_or_else(|| unknown(letter, span, self.lexicon, self.pieces.pieces))?,
            );
        };
        let side = side(letter);
        let right = by_letter(letter, rules, &self.pieces);
        let unmoved = unmoved_piece(letter, side, &self.pieces, squares[side]);
        match (right, unmoved) {
            (_, Some(square)) if right.is_none() || self.files_first => self.unmoved.insert(square),
            (Some(right), _) => {
                self.unmoved |= [right.from, right.partner].into_iter().collect::<SquareSet>() & squares[side];
                self.right(letter, span, right)?;
            }
            (None, _) => match by_file(letter, rules, &self.pieces).filter(|_| self.files_first) {
                Some(right) => self.right(letter, span, right)?,
                None => {
                    let message = format!(
                        "`{letter}` is not the file of an unmoved piece of {}",
                        english::capitalised(side.name())
                    );
                    return Err(ParseFenError::new(span, message));
                }
            },
        }
        Ok(())
    }

    fn right(&mut self, letter: char, span: std::ops::Range<usize>, right: CastlingRight) -> Result<(), ParseFenError> {
        if self.rights.iter().any(|other| other.rule == right.rule) {
            return Err(repeated(letter, span));
        }
        self.rights.push(right);
        Ok(())
    }

    /// Castling rights from the files of unmoved pieces, for rights without a letter in the rules: an unmoved partner may castle
    /// with an unmoved king. If the position no longer tracks unmoved pieces, the FEN lists only the files of partners.
    fn rights_of_unmoved(&mut self, side: Side, with_king: bool) {
        let rules = self.lexicon.castling();
        if self.rights.iter().any(|right| rules[usize::from(right.rule)].side == side) {
            return;
        }
        let unmoved = self.unmoved;
        let own = rules.iter().enumerate().filter(|(_, rule)| rule.side == side);
        self.rights.extend(own.filter_map(|(index, rule)| {
            let movers = self.pieces.movers(rule).into_iter().filter(|from| !with_king || unmoved.contains(*from));
            let (from, partner) = movers
                .filter_map(|from| Some((from, self.pieces.partner(rule, from, |square| unmoved.contains(square))?)))
                .next()?;
            Some(CastlingRight { rule: index as u8, from, partner })
        }));
    }
}

/// The side of a letter: White for upper case.
fn side(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::White } else { Side::Black }
}

fn repeated(letter: char, span: std::ops::Range<usize>) -> ParseFenError {
    ParseFenError::new(span, format!("`{letter}` repeats a castling right"))
}

/// The square of a side's piece whose file the letter names. Only squares on which unmoved pieces are tracked count.
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
    let side = side(letter);
    let file = pieces.geometry.file_from_name(&letter.to_ascii_lowercase().to_string())?;
    let own = rules.iter().enumerate().filter(|(_, rule)| rule.side == side);
    let mut named = own.filter_map(|(index, rule)| {
        let (from, partner) = pieces.resolve_file(rule, file)?;
        Some((CastlingRight { rule: index as u8, from, partner }, pieces.resolve(rule) == Some((from, partner))))
    });
    // If several pieces may castle with the same partner, the right belongs to the piece for which it is the outermost
    // partner.
    let first = named.next()?;
    if first.1 {
        return Some(first.0);
    }
    Some(named.find(|(_, outermost)| *outermost).unwrap_or(first).0)
}

/// The castling rights of the rules for which `wanted` holds and whose pieces are in place.
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

/// The error for a letter that gives no castling right.
fn unknown(
    letter: char,
    span: std::ops::Range<usize>,
    lexicon: &impl Lexicon,
    pieces: &[Option<PlacedPiece>],
) -> ParseFenError {
    let rules = lexicon.castling();
    let Some(rule) = rules.iter().find(|rule| rule.letter == letter) else {
        let error = ParseFenError::new(span, format!("`{letter}` is not a castling right of this variant"));
        if rules.is_empty() {
            return error.help("the variant has no castling: write `-`");
        }
        let letters: Vec<String> = rules.iter().map(|rule| rule.letter.to_string()).collect();
        return error.help(format!("write {}, or the file of the partner", one_of(letters.iter().map(String::as_str))));
    };
    let names = |pieces: &[PieceId]| one_of(pieces.iter().map(|piece| lexicon.piece_name(*piece)));
    let place = |origin: CastlingOrigin| match origin {
        CastlingOrigin::At(square) => format!(" on {}", lexicon.geometry().name(square)),
        _ => format!(" on its line through {}", lexicon.geometry().name(rule.to)),
    };
    let is_mover = |placed: &PlacedPiece| placed.side == rule.side && rule.movers.contains(&placed.piece);
    if !pieces.iter().flatten().any(is_mover) {
        let (side, name) = (english::capitalised(rule.side.name()), names(&rule.movers));
        let message = format!("{side} has no {name}, so it cannot castle by `{letter}`");
        return ParseFenError::new(span, message).help(format!("put the {name} of {side}{}", place(rule.from)));
    }
    let message = format!(
        "`{letter}` says that {} may castle, but there is no {}{} with {}{}",
        english::capitalised(rule.side.name()),
        names(&rule.movers),
        place(rule.from),
        names(&rule.partners),
        place(rule.partner_from),
    );
    ParseFenError::new(span, message).help("remove the letter, or put the pieces on their start squares")
}

/// Writes the rights, and after those of a side the files of its unmoved pieces, unless the rights already determine
/// these.
pub(super) fn write(setup: &Setup, lexicon: &impl Lexicon, chess960: bool, text: &mut String) {
    let before = text.len();
    for side in Side::ALL {
        write_rights(setup, lexicon, chess960, side, text);
        write_unmoved(setup, lexicon, chess960, side, text);
    }
    if text.len() == before {
        text.push('-');
    }
}

/// Returns `true` if rights are written as the files of the partners.
fn writes_files(lexicon: &impl Lexicon, chess960: bool) -> bool {
    chess960 || lexicon.castling_notation() == CastlingNotation::KingTakesPartner
}

fn write_unmoved(setup: &Setup, lexicon: &impl Lexicon, chess960: bool, side: Side, text: &mut String) {
    let Some(squares) = lexicon.unmoved().filter(|_| gates_matter(lexicon, setup, side)) else { return };
    // A square may be tracked for both sides, so the side of its piece is tested.
    let own = |square: &Square| setup.pieces[square.index()].is_some_and(|placed| placed.side == side);
    let mut left: SquareSet = (setup.unmoved & squares[side]).iter().filter(own).collect();
    for right in &setup.castling {
        if lexicon.castling().get(right.rule as usize).is_some_and(|rule| rule.side == side) {
            left.remove(right.partner);
            // If rights are written as files, the king's file shows that the other files are rights and not just
            // unmoved pieces.
            if !writes_files(lexicon, chess960) {
                left.remove(right.from);
            }
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
    let files_first = writes_files(lexicon, chess960);
    let mut rights = setup.castling.clone();
    rights.sort();
    let start = text.len();
    for right in &rights {
        let Some(rule) = lexicon.castling().get(right.rule as usize).filter(|rule| rule.side == side) else {
            continue;
        };
        let plain = !files_first && pieces.resolve(rule) == Some((right.from, right.partner));
        let file = geometry.file_name(geometry.file(right.partner));
        let same_rank = geometry.rank(right.from) == geometry.rank(right.partner);
        let file = file.chars().next().filter(|_| !plain && same_rank && file.len() == 1);
        let cased = |file: char| if side == Side::White { file.to_ascii_uppercase() } else { file };
        // Two rights may have the same file.
        let reads_back = |file: &char| {
            !text[start..].contains(*file) && by_file(*file, lexicon.castling(), &pieces).as_ref() == Some(right)
        };
        let written = file.map(cased).filter(reads_back).unwrap_or(rule.letter);
        text.push(written);
    }
}
