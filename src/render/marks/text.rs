//! Marks as characters.

use std::fmt::Write as _;

use serde::Serialize;

use super::super::paint;
use super::super::text::{self, Picture};
use super::mark::{Act, Condition, Kind, Manner, Mark, Subject, Token, all_tokens, tokens};
use super::probe::marks;
use crate::diagnostic::Style;

/// The character of a sign; `None` if a terminal does not draw it.
fn sign(token: Token) -> Option<char> {
    Some(match token {
        Token::Plain(Act::Both, Condition::Always) => '●',
        Token::Plain(Act::Quiet, Condition::Always) => '○',
        Token::Plain(Act::Take, Condition::Always) => '×',
        Token::Plain(Act::Both, Condition::First) => '▲',
        Token::Plain(Act::Quiet, Condition::First) => '△',
        Token::Plain(Act::Take, Condition::First) => '▽',
        Token::Plain(Act::Both, Condition::Hop) => '◆',
        Token::Plain(Act::Quiet, Condition::Hop) => '◇',
        Token::Plain(Act::Take, Condition::Hop) => '◈',
        Token::Other(Kind::TakeRoyal) => '†',
        Token::Other(Kind::TakeFriend) => '+',
        Token::Other(Kind::EnPassant) => '÷',
        Token::Other(Kind::TakeElsewhere) => '◎',
        Token::Other(Kind::Castle) => '⌂',
        Token::Other(Kind::Victim) => '□',
        Token::Other(Kind::Block) => '∘',
        Token::Other(_) => return None,
    })
}

/// The signs of a square. A blocking square is shown only if it has no other sign.
fn shown(mark: &Mark) -> Vec<(Token, char)> {
    let all: Vec<(Token, char)> =
        tokens(mark.kinds).into_iter().filter_map(|token| Some((token, sign(token)?))).collect();
    match all.len() {
        1 => all,
        _ => all.into_iter().filter(|(token, _)| *token != Token::Other(Kind::Block)).collect(),
    }
}

/// The colour of a sign, as in XBoard: yellow for moves that can be blocked, orange for moves that cannot, green for
/// moves without capture, red for captures only.
fn colour(token: Token, manner: Manner) -> &'static str {
    match token {
        Token::Plain(Act::Both, _) if manner == Manner::Leap => "38;5;208",
        Token::Plain(Act::Both, _) => "33",
        Token::Plain(Act::Quiet, _) => "32",
        Token::Other(Kind::TakeFriend) => "35",
        Token::Other(Kind::Castle) => "34",
        Token::Other(Kind::Block) => "2",
        Token::Plain(Act::Take, _) | Token::Other(_) => "31",
    }
}

/// The moves of a piece on an otherwise empty board, with a legend of the marks that occur.
pub fn diagram(subject: &Subject<'_>, style: Style) -> String {
    let marks = marks(subject);
    let mut picture = Picture::empty(subject.geometry);
    picture.put(subject.from, "■", "1");
    let mut legend: Vec<(Token, char, Manner)> = Vec::new();
    let mut passes = false;
    for mark in &marks {
        passes |= mark.kinds.has(Kind::Pass);
        let signs = shown(mark);
        if let Some((first, _)) = signs.first().filter(|_| mark.square != subject.from) {
            let text: String = signs.iter().map(|(_, sign)| *sign).collect();
            picture.put(mark.square, text, colour(*first, mark.manner));
            legend.extend(signs.iter().map(|(token, sign)| (*token, *sign, mark.manner)));
        }
    }
    let mut drawn = text::draw(subject.geometry, &picture, style);
    let stays = if passes { ", which may stay where it is" } else { "" };
    let _ = writeln!(drawn, "\n{} the piece{stays}", paint(style, "1", "■"));
    for wanted in all_tokens() {
        if let Some((token, sign, manner)) = legend.iter().find(|(token, ..)| *token == wanted) {
            let _ = writeln!(drawn, "{} {}", paint(style, colour(*token, *manner), &sign.to_string()), token.meaning());
        }
    }
    if subject.geometry.topology().wraps_files() {
        let _ = writeln!(drawn, "{} an edge that is joined to the opposite one", paint(style, "2", text::JOINED));
    }
    drawn
}

/// A square that a piece can reach.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Marked {
    /// The square.
    pub to: String,
    /// The marks in the diagram.
    pub mark: String,
    /// Meaning of the marks.
    pub meaning: String,
    /// Kinds of moves to the square, by the names that programs use.
    pub kinds: Vec<&'static str>,
    /// How the piece reaches the square.
    pub manner: &'static str,
}

/// The marked squares, as [`diagram`] shows them.
pub fn list(subject: &Subject<'_>) -> Vec<Marked> {
    let marked = |mark: &Mark| {
        let signs = shown(mark);
        Marked {
            to: subject.geometry.name(mark.square),
            mark: signs.iter().map(|(_, sign)| *sign).collect(),
            meaning: tokens(mark.kinds).iter().map(|token| token.meaning()).collect::<Vec<_>>().join("; "),
            kinds: mark.kinds.iter().map(Kind::name).collect(),
            manner: mark.manner.name(),
        }
    };
    marks(subject).iter().map(marked).collect()
}
