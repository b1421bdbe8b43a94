//! The parts of pieces that do not depend on the board.

use super::Ground;
use crate::betza::{Base, Notation, ParseError};
use crate::board::{BySide, Side, Square, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{Movement, PieceId, Setup};
use crate::source::Span;
use crate::variant::check::symbols;
use crate::variant::node::Problems;
use crate::variant::spec::{self, Betza, Specification};

/// Parts of a piece that do not depend on the board.
pub(super) struct Draft<'a> {
    pub(super) name: &'a str,
    pub(super) symbol: BySide<String>,
    pub(super) place: Span,
    pub(super) movement: Movement,
    pub(super) also: Vec<Movement>,
    pub(super) spec: &'a spec::Piece,
}

/// Reads symbols and notations of all pieces; `None` if one of them has errors.
pub(super) fn drafts<'a>(spec: &'a Specification, ground: Ground, problems: &mut Problems) -> Option<Vec<Draft<'a>>> {
    let pieces = spec.pieces.as_ref()?;
    let before = errors(problems);
    if let Some(item) = pieces.0.values().nth(PieceId::MAX) {
        let message = format!("more than {} pieces", PieceId::MAX);
        problems.push(Diagnostic::error(Code::TooLarge, item.name, message));
    }
    let drafts: Vec<Draft<'a>> =
        pieces.iter().filter_map(|(name, at, piece)| draft((name, at), piece, ground, problems)).collect();
    let sound = drafts.len() == pieces.0.len() && errors(problems) == before;
    sound.then_some(drafts)
}

fn errors(problems: &Problems) -> usize {
    problems.iter().filter(|problem| problem.is_error()).count()
}

fn draft<'a>(
    (name, place): (&'a str, Span),
    piece: &'a spec::Piece,
    ground: Ground,
    problems: &mut Problems,
) -> Option<Draft<'a>> {
    let written = symbols(&piece.symbol);
    let symbol = BySide { white: written.white.text.clone(), black: written.black.text.to_lowercase() };
    let movement = movement(&piece.moves, ground, problems);
    let also: Vec<Movement> =
        piece.also.iter().flatten().filter_map(|also| self::movement(&also.moves, ground, problems)).collect();
    Some(Draft { name, symbol, place, movement: movement?, also, spec: piece })
}

/// Compiles a notation. The caret of a problem stands inside the notation.
pub(super) fn movement(Betza(phrase): &Betza, ground: Ground, problems: &mut Problems) -> Option<Movement> {
    let compiled = Notation::parse(&phrase.text).and_then(|notation| {
        for warning in notation.warnings() {
            problems.push(Diagnostic::warning(Code::StrangeNotation, phrase.at(warning.span), warning.message));
        }
        if let Some(castling) = notation.moves().iter().flat_map(|m| &m.legs).find(|leg| leg.atom.base == Base::O) {
            let message = "`O` (castling) does nothing in a variant file".to_owned();
            let help = Some("describe castling under the key `castling` of the variant".to_owned());
            let span = castling.atom.span.range();
            let column = phrase.text[..span.start].chars().count();
            return Err(ParseError { column, span, message, help, instead: None });
        }
        super::movement::movement_on(&notation, ground)
    });
    match compiled {
        Ok(movement) => Some(movement),
        Err(error) => {
            let mut problem = Diagnostic::error(Code::BadNotation, phrase.at(error.span), error.message);
            problem.help = error.help;
            problems.push(match error.instead.filter(|_| phrase.verbatim.is_some()) {
                Some(text) => problem.write(text),
                None => problem,
            });
            None
        }
    }
}

/// The squares on which a side has a kind of piece.
pub(super) fn squares_of(setup: &Setup, side: Side, piece: PieceId) -> SquareSet {
    let pieces = setup.pieces.iter().enumerate();
    let own = pieces.filter(|(_, placed)| placed.is_some_and(|placed| placed.side == side && placed.piece == piece));
    own.map(|(index, _)| Square::new(index as u16)).collect()
}
