//! Moves in UCI notation.
//!
//! | move | text |
//! |---|---|
//! | from one square to another | `e2e4` |
//! | with a promotion | `e7e8q`: the symbol of the new piece in lower case |
//! | from `S` to `+S`, from `+S` to `S` | `b7b8+`, `b7b8-` |
//! | castling | start and destination of the castling piece, `e1g1`; with `king takes partner`, both start squares, `e1h1` |
//! | first move with a piece from the hand behind it | `b1c3h`; `h1e1h` for castling with the piece on the partner's square |
//! | drop | `P@e4`: the symbol of the piece that comes onto the board, in upper case for both sides |
//! | two steps | `e4e5f6`, `e4e5e4`: with the square between the steps |
//! | capture without moving, pass | `e4e4` |
//! | choices that rules offer | squares behind a comma, kinds of pieces as letters: `e2e4,d6`, `b1c3h` |
//! | move by an `instead` rule | `e4e4,d5`; if another move has the same text, with the name of the rule: `e4e4,d5=load` |
//!
//! Files beyond `z` have two letters (`aa10`).
//!
//! Two legal moves never have the same text:
//!
//! - A castling that would be written like another move of the same piece is written with the square of its partner. All moves that
//!   the piece can make count for this, whether or not they are legal.
//! - If several moves have the same squares and different captures, the move that captures at most the piece on its destination keeps
//!   the plain text. The others add the squares of their captures, in the order of the path: `e4e6xe5`, `e4e4xe5`, `e4g4xf5xg4`.
//! - If an exchange of two pieces has the same squares as a capture, it repeats its start square: `c1b1-c1`.
//! - If a piece is dropped in another form, and the text would be that of a drop of the other piece, the held piece is named, too:
//!   `P=B@a3`.

use crate::board::{Geometry, Side, Square};
use crate::game::Game;
use crate::interpreter::{Move, MoveKind, Pick, Picks};
use crate::rules::{CastlingNotation, PieceId, Rules};

use super::error::MoveError;
use super::shared::{self, is_written_destination, push_square, tell_apart, written_wall};
use crate::work;

/// The legal moves with their texts, sorted by text.
pub fn list(game: &Game) -> Vec<(String, Move)> {
    let (mut texts, moves) = plain_texts(game);
    // The limits are tested first, because sorting counts no steps.
    if !work::look() {
        return texts.into_iter().zip(moves).collect();
    }
    let mut order = shared::order(&texts);
    // Equal texts are neighbours. Hardly any position has them.
    if order.windows(2).any(|two| texts[two[0]] == texts[two[1]]) {
        make_distinct(game, &moves, &mut texts);
        order = shared::order(&texts);
    }
    order.into_iter().map(|index| (std::mem::take(&mut texts[index]), moves[index])).collect()
}

/// The legal moves with their texts, in no order.
pub fn texts(game: &Game) -> Vec<(String, Move)> {
    let (mut texts, moves) = plain_texts(game);
    make_distinct(game, &moves, &mut texts);
    texts.into_iter().zip(moves).collect()
}

/// Makes equal texts different.
fn make_distinct(game: &Game, moves: &[Move], texts: &mut [String]) {
    let rules = game.rules();
    tell_apart(texts, |index| &moves[index], (game, |piece| letter(rules, piece)));
}

/// The text of each legal move without regard to the others, and the moves. There are fewer texts if the work was stopped.
fn plain_texts(game: &Game) -> (Vec<String>, Vec<Move>) {
    let moves = game.legal_moves();
    let style = Style::of(game, &moves);
    let rules = game.rules();
    let side = game.turn();
    // The memory for a move, its text, and sorting.
    if !work::has_room(160 * moves.len()) {
        return (Vec::new(), Vec::new());
    }
    let allowed = moves.iter().take_while(|_| work::spend(4));
    let texts = allowed.map(|made| plain(rules, side, made, &style)).collect();
    (texts, moves)
}

/// The text of a legal move.
pub fn write(game: &Game, made: &Move) -> String {
    match texts(game).into_iter().find(|(_, other)| other == made) {
        Some((text, _)) => text,
        None => {
            let style = Style::of(game, std::slice::from_ref(made));
            plain(game.rules(), game.turn(), made, &style)
        }
    }
}

/// The legal move for a text. A castling may be written in either way, as long as no other move has that text.
///
/// # Errors
/// When there is no such move, or when the text is ambiguous.
pub fn parse(game: &Game, text: &str) -> Result<Move, MoveError> {
    let mut listed = texts(game);
    if let Some((_, made)) = listed.iter().find(|(other, _)| other == text) {
        return Ok(*made);
    }
    // FENs have small letters for Black's pieces, and so authors write them in drops.
    if let Some((piece, square)) = text.split_once('@') {
        let capital = format!("{}@{square}", piece.to_uppercase());
        if let Some((_, made)) = listed.iter().find(|(other, _)| *other == capital) {
            return Ok(*made);
        }
    }
    listed.sort_unstable();
    if listed.is_empty() {
        return Err(MoveError::no_moves(game, text));
    }
    let geometry = &game.rules().geometry;
    let mut spelt_otherwise = listed.iter().filter(|(_, made)| castling_spellings(geometry, made).any(|it| it == text));
    match (spelt_otherwise.next(), spelt_otherwise.next()) {
        (Some((_, made)), None) => Ok(*made),
        (None, _) => Err(incomplete(text, &listed)),
        _ => {
            let castlings = listed.iter().filter(|(_, made)| castling_spellings(geometry, made).any(|it| it == text));
            Err(MoveError::Ambiguous {
                text: text.to_owned(),
                candidates: castlings.map(|(text, _)| text.clone()).collect(),
            })
        }
    }
}

/// The error for a text that is not a move. It may be the beginning of several moves.
fn incomplete(text: &str, listed: &[(String, Move)]) -> MoveError {
    let continues = |other: &&(String, Move)| {
        let rest = other.0.strip_prefix(text);
        text.ends_with(|c: char| c.is_ascii_digit())
            && rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
            && text.len() >= 4
    };
    let candidates: Vec<String> = listed.iter().filter(continues).map(|(text, _)| text.clone()).collect();
    let text = text.to_owned();
    if candidates.is_empty() { MoveError::Illegal { text } } else { MoveError::Ambiguous { text, candidates } }
}

/// Both texts of a castling move; nothing for other moves.
fn castling_spellings(geometry: &Geometry, made: &Move) -> impl Iterator<Item = String> + use<> {
    let partner = match made.kind() {
        MoveKind::Castling { partner, .. } => Some(partner),
        _ => None,
    };
    let names = [Some(made.to), partner].map(|to| to.map(|to| geometry.name(made.from) + &geometry.name(to)));
    names.into_iter().flatten().filter(move |_| partner.is_some())
}

/// The way in which castling moves of a position are written.
enum Style {
    /// All of them with the square of the partner.
    Partner,
    /// All of them with the destination of the castling piece, except these.
    KingExcept(Vec<Move>),
}

impl Style {
    fn of(game: &Game, moves: &[Move]) -> Style {
        if game.rules().castling_notation == CastlingNotation::KingTakesPartner {
            return Style::Partner;
        }
        let is_castling = |made: &&Move| matches!(made.kind(), MoveKind::Castling { .. });
        let castlings: Vec<&Move> = moves.iter().filter(is_castling).collect();
        if castlings.is_empty() {
            return Style::KingExcept(Vec::new());
        }
        let mut from = None;
        let mut all = Vec::new();
        let shared = |castling: &&Move| {
            let alone = castling.with(|further| {
                further.gate = None;
                further.wall = None;
                further.picks = Picks::NONE;
            });
            // Nearly always only one piece can castle.
            if from.replace(castling.from) != Some(castling.from) {
                all = game.pseudo_legal_moves_from(castling.from);
            }
            all.iter().any(|other| {
                *other != alone
                    && (other.from, other.to, other.promotion()) == (castling.from, castling.to, castling.promotion())
            })
        };
        Style::KingExcept(castlings.into_iter().filter(shared).cloned().collect())
    }

    fn names_partner(&self, made: &Move) -> bool {
        match self {
            Style::Partner => true,
            Style::KingExcept(moves) => moves.contains(made),
        }
    }
}

/// The text of a move, which may be ambiguous among the other moves.
fn plain(rules: &Rules, side: Side, made: &Move, style: &Style) -> String {
    let mut text = String::with_capacity(16);
    if made.kind() == MoveKind::Drop {
        let dropped = made.promotion().unwrap_or(made.piece);
        text.push_str(&letter(rules, dropped));
        text.push('@');
        push_stops(&mut text, rules, made);
        push_square(&mut text, &rules.geometry, made.to);
        push_wall(&mut text, rules, made);
        push_picks(&mut text, rules, side, made);
        return text;
    }
    let (from, to) = match (made.kind(), made.gate()) {
        // A piece that gates on the partner's square is written with the partner's origin and destination.
        (MoveKind::Castling { partner, .. }, Some(gate)) if gate.on == partner => (partner, made.from),
        (MoveKind::Castling { partner, .. }, _) if puts_behind(made, partner) => (partner, made.from),
        (MoveKind::Castling { partner, .. }, _) if style.names_partner(made) => (made.from, partner),
        _ => (made.from, made.to),
    };
    push_square(&mut text, &rules.geometry, from);
    if let MoveKind::Through(through) = made.kind() {
        push_square(&mut text, &rules.geometry, through);
    }
    push_stops(&mut text, rules, made);
    push_square(&mut text, &rules.geometry, to);
    if let Some(choice) = made.promotion() {
        push_promotion(&mut text, rules, side, made.piece, choice);
    }
    if let Some(gate) = made.gate() {
        text.extend(rules.piece(gate.piece).symbol[side].chars().flat_map(char::to_lowercase));
    }
    push_wall(&mut text, rules, made);
    push_picks(&mut text, rules, side, made);
    text
}

/// Appends the squares on which the piece turns or stops before it goes on.
fn push_stops(text: &mut String, rules: &Rules, made: &Move) {
    for pick in made.picks().iter() {
        if let Pick::Via(square) = pick {
            push_square(text, &rules.geometry, *square);
        }
    }
}

/// `true` if a piece from the hand comes on the square that the partner of a castling leaves.
fn puts_behind(made: &Move, partner: Square) -> bool {
    made.picks().contains(&Pick::On(partner)) && made.picks().iter().any(|pick| matches!(pick, Pick::Held(..)))
}

/// Appends the choices that rules offer: kinds of pieces as letters, squares behind a comma. A piece from the hand comes behind the
/// mover unless another square is written.
fn push_picks(text: &mut String, rules: &Rules, side: Side, made: &Move) {
    let gates = made.picks().iter().any(|pick| matches!(pick, Pick::Held(..)));
    let castles = matches!(made.kind(), MoveKind::Castling { .. });
    for pick in made.picks().iter() {
        match pick {
            Pick::Via(_) => {}
            Pick::Kind(kind) => push_promotion(text, rules, side, made.piece, *kind),
            Pick::On(square) if gates && (castles || *square == made.from) => {}
            // The square to which a move by a rule leads has been written.
            Pick::On(square) if is_written_destination(made, *square) => {}
            Pick::On(square) | Pick::Captured(square) => {
                text.push(',');
                push_square(text, &rules.geometry, *square);
            }
            Pick::Held(_, _, piece) => {
                text.extend(rules.piece(*piece).symbol[side].chars().flat_map(char::to_lowercase));
            }
        }
    }
}

/// Letter of a dropped piece, for both sides.
fn letter(rules: &Rules, piece: PieceId) -> String {
    let symbol = &rules.piece(piece).symbol;
    let symbol = if symbol.white.is_empty() { &symbol.black } else { &symbol.white };
    symbol.to_uppercase()
}

fn push_wall(text: &mut String, rules: &Rules, made: &Move) {
    if let Some(wall) = written_wall(rules, made) {
        text.push(',');
        push_square(text, &rules.geometry, made.to);
        push_square(text, &rules.geometry, wall);
    }
}

fn push_promotion(text: &mut String, rules: &Rules, side: Side, piece: PieceId, choice: PieceId) {
    let (before, symbol) = (&rules.piece(piece).symbol[side], &rules.piece(choice).symbol[side]);
    if symbol.strip_prefix('+') == Some(before) {
        text.push('+');
    } else if before.strip_prefix('+') == Some(symbol) {
        text.push('-');
    } else {
        text.extend(symbol.chars().flat_map(char::to_lowercase));
    }
}
