//! The move that a text asks about, legal or not.

use crate::board::{Geometry, Side, Square};
use crate::game::Game;
use crate::interpreter::{Move, MoveKind};
use crate::notation::{self, MoveError, san};
use crate::rules::{Pass, PieceId, Rules};

/// A pass, as programs write it.
const NULL_MOVE: &str = "0000";

/// The move in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// A piece from a square.
    Go {
        /// The start square.
        from: Square,
        /// The destination.
        to: Square,
        /// Piece after promotion.
        promotion: Option<PieceId>,
        /// The squares of captured pieces, if the text names them.
        captures: Option<Vec<Square>>,
    },
    /// One of the side's pieces of a kind: SAN.
    Someone {
        /// The kinds of pieces that could be meant.
        pieces: Vec<PieceId>,
        /// File and rank of the start square, as far as the text gives them.
        start: (Option<usize>, Option<usize>),
        /// The destination.
        to: Square,
        /// Piece after promotion.
        promotion: Option<PieceId>,
    },
    /// A piece from the hand.
    Drop {
        /// The piece.
        piece: PieceId,
        /// The destination.
        to: Square,
    },
    /// `O-O`, or `O-O-O` if long.
    Castle {
        /// `true` for `O-O-O`.
        long: bool,
    },
}

impl Request {
    /// Returns `true` if the text names both squares of a move and all its further details.
    pub(super) fn is_whole(&self, made: &Move) -> bool {
        if !made.picks().is_empty() {
            return false;
        }
        let plain = made.kind() == MoveKind::Normal && made.wall().is_none() && made.gate().is_none();
        let end = [made.to];
        match self {
            Request::Go { from, to, promotion, captures } if plain => {
                let taken = captures.as_deref().is_none_or(|squares| *squares == *made.captures().squares());
                let at_end = made.captures().is_empty() || *made.captures().squares() == end;
                (*from, *to, *promotion) == (made.from, made.to, made.promotion()) && taken && at_end
            }
            Request::Drop { piece, to } => {
                (made.kind(), made.piece, made.to, made.promotion()) == (MoveKind::Drop, *piece, *to, None)
            }
            _ => false,
        }
    }

    /// Reads a text in UCI notation or in SAN.
    pub fn read(game: &Game, text: &str) -> Option<Request> {
        // The wall of a move follows a comma.
        let text = text.split_once(',').map_or(text, |(text, _)| text);
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        match bare.replace('0', "O").as_str() {
            "O-O" => return Some(Request::Castle { long: false }),
            "O-O-O" => return Some(Request::Castle { long: true }),
            _ => {}
        }
        let rules = game.rules();
        drop(game, bare)
            .or_else(|| go(rules, game.turn(), text))
            .or_else(|| promoted(game, text))
            .or_else(|| someone(rules, game.turn(), bare))
    }
}

fn drop(game: &Game, text: &str) -> Option<Request> {
    let rules = game.rules();
    let side = game.turn();
    let (symbol, square) = text.split_once('@')?;
    let to = rules.geometry.square(square)?;
    let pieces = rules.piece_ids().filter(|id| !symbol.is_empty() || san::is_pawn(rules, *id));
    let meant = pieces.filter(|id| symbol.is_empty() || names(rules, *id, symbol));
    // A promoted form may share the letter of another piece in SAN, but is not the one in hand.
    let rank = |id: &PieceId| {
        let piece = rules.piece(*id);
        (game.in_hand(side, *id) == 0, piece.drop.is_none(), !piece.symbol[side].eq_ignore_ascii_case(symbol))
    };
    let piece = meant.min_by_key(rank)?;
    Some(Request::Drop { piece, to })
}

/// Returns `true` if a word is the symbol of a piece in a notation.
fn names(rules: &Rules, id: PieceId, word: &str) -> bool {
    let piece = rules.piece(id);
    piece.san.as_deref().is_some_and(|san| san.eq_ignore_ascii_case(word))
        || Side::ALL.iter().any(|side| piece.symbol[*side].eq_ignore_ascii_case(word))
}

/// The square at the start of a text, and the rest of the text.
pub(super) fn leading_square<'a>(geometry: &Geometry, text: &'a str) -> Option<(Square, &'a str)> {
    let letters = text.find(|c: char| !c.is_ascii_lowercase())?;
    let digits = text[letters..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |at| letters + at);
    Some((geometry.square(&text[..digits])?, &text[digits..]))
}

fn go(rules: &Rules, side: Side, text: &str) -> Option<Request> {
    let geometry = &rules.geometry;
    let (from, rest) = leading_square(geometry, text)?;
    // An `x` may be a file.
    let behind_sign = || leading_square(geometry, rest.trim_start_matches(['-', 'x']));
    let (to, rest) = leading_square(geometry, rest).or_else(behind_sign)?;
    let mut request = (None, None);
    let mut rest = rest.trim_start_matches('=');
    if let Some(squares) = rest.strip_prefix('x').filter(|rest| leading_square(geometry, rest).is_some()) {
        let squares: Option<Vec<Square>> = squares.split('x').map(|name| geometry.square(name)).collect();
        request.1 = Some(squares?);
        rest = "";
    }
    if !rest.is_empty() {
        let mover = from_symbol(rules, rest, side);
        request.0 = Some(mover?);
    }
    Some(Request::Go { from, to, promotion: request.0, captures: request.1 })
}

/// Reads `c3c4+`, and `c3c4-` back to the first form, in a game in which symbols of promoted pieces begin with `+`.
fn promoted(game: &Game, text: &str) -> Option<Request> {
    let rules = game.rules();
    let side = game.turn();
    if !rules.pieces.iter().any(|piece| piece.symbol[side].starts_with('+')) {
        return None;
    }
    let Request::Go { from, to, captures, .. } = go(rules, side, text.strip_suffix(['+', '-'])?)? else { return None };
    let piece = game.piece_at(from)?.piece;
    let choice = rules.piece(piece).promotion.as_ref().and_then(|rule| rule.choices[side].first().copied());
    Some(Request::Go { from, to, promotion: Some(choice.unwrap_or(piece)), captures })
}

/// Returns `true` if a text begins with two squares of the board.
pub(super) fn begins_with_two_squares(rules: &Rules, text: &str) -> bool {
    let rest = leading_square(&rules.geometry, text).map(|(_, rest)| rest);
    rest.is_some_and(|rest| leading_square(&rules.geometry, rest).is_some())
}

/// The legal move that a text stands for. A text that begins with two squares is no SAN, which takes longer to read.
pub(super) fn parse(game: &mut Game, text: &str) -> Result<Move, MoveError> {
    match begins_with_two_squares(game.rules(), text) {
        true => notation::uci::parse(game, text),
        false => notation::parse(game, text),
    }
}

/// The part of a text that stands for a square or a piece, and that the game does not have, in words.
pub(super) fn unknown(rules: &Rules, text: &str) -> Option<String> {
    let text = text.split_once(',').map_or(text, |(text, _)| text);
    let geometry = &rules.geometry;
    if text == NULL_MOVE && rules.constraints.pass == Pass::Never {
        return Some("this variant has no pass".to_owned());
    }
    if let Some((symbol, square)) = text.split_once('@') {
        let known = symbol.is_empty() || rules.piece_ids().any(|id| names(rules, id, symbol));
        return match geometry.square(square) {
            _ if !known => Some(format!("there is no piece `{symbol}`")),
            None => Some(format!("there is no square `{square}`")),
            Some(_) => None,
        };
    }
    let squares = [square_like(text), square_like(text).and_then(|first| square_like(&text[first.len()..]))];
    let [Some(first), Some(second)] = squares else { return None };
    if let Some(name) = [first, second].into_iter().find(|name| geometry.square(name).is_none()) {
        return Some(format!("there is no square `{name}`"));
    }
    let piece = text[first.len() + second.len()..].trim_start_matches('=').trim_end_matches('+');
    let is_letter = piece.len() == 1 && piece.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let known = rules.piece_ids().any(|id| names(rules, id, piece));
    (is_letter && !known).then(|| format!("there is no piece `{piece}`"))
}

/// The beginning of a text that looks like a square: letters and digits.
fn square_like(text: &str) -> Option<&str> {
    let letters = text.find(|letter: char| !letter.is_ascii_lowercase()).filter(|letters| *letters > 0)?;
    let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| &text[..letters + digits])
}

fn from_symbol(rules: &Rules, word: &str, side: Side) -> Option<PieceId> {
    let exact = rules.piece_ids().find(|id| rules.piece(*id).symbol[side].eq_ignore_ascii_case(word));
    exact.or_else(|| rules.piece_ids().find(|id| names(rules, *id, word)))
}

/// Reads `Nbd7`, `exd5`, `R1a3`, `e8=Q`.
fn someone(rules: &Rules, side: Side, text: &str) -> Option<Request> {
    let last_digit = text.rfind(|c: char| c.is_ascii_digit())?;
    let promotion = match text[last_digit + 1..].trim_start_matches('=') {
        "" => None,
        word => Some(from_symbol(rules, word, side)?),
    };
    let text = &text[..=last_digit];
    let symbol_end = text.find(|c: char| c.is_ascii_lowercase())?;
    let (symbol, text) = text.split_at(symbol_end);
    let symbol = symbol.trim_end_matches('x');
    let (symbol, rank) = match symbol.find(|c: char| c.is_ascii_digit()) {
        Some(at) => (&symbol[..at], symbol[at..].parse().ok()),
        None => (symbol, None),
    };
    let pieces: Vec<PieceId> = match symbol {
        "" => rules.piece_ids().filter(|id| san::is_pawn(rules, *id)).collect(),
        _ => rules.piece_ids().filter(|id| names(rules, *id, symbol)).collect(),
    };
    let (start, to) = start_and_end(&rules.geometry, text)?;
    let start = (start.0, start.1.or(rank).map(|rank: usize| rank.saturating_sub(1)));
    (!pieces.is_empty()).then_some(Request::Someone { pieces, start, to, promotion })
}

type Start = (Option<usize>, Option<usize>);

/// The part of the start square, and the destination.
fn start_and_end(geometry: &Geometry, text: &str) -> Option<(Start, Square)> {
    let (hint, end) = match text.split_once('x') {
        Some((hint, end)) => (hint, geometry.square(end)?),
        None => {
            let cut = (0..text.len()).find(|at| geometry.square(&text[*at..]).is_some())?;
            (&text[..cut], geometry.square(&text[cut..])?)
        }
    };
    let digits = hint.find(|c: char| c.is_ascii_digit()).unwrap_or(hint.len());
    let file = match &hint[..digits] {
        "" => None,
        name => Some(geometry.file_from_name(name)?),
    };
    let rank = match &hint[digits..] {
        "" => None,
        digits => Some(digits.parse().ok()?),
    };
    Some(((file, rank), end))
}
