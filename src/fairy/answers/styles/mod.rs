//! Notations of moves that players of some families of games use: long algebraic, those of shogi, janggi, xiangqi and Thai
//! chess.

mod janggi;
mod long;
mod scene;
mod shogi;
mod thai;
mod wxf;

use crate::game::Game;
use crate::interpreter::{Move, MoveKind};
use crate::notation::san;

use scene::Scene;

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Standard algebraic notation.
    San,
    /// Long algebraic notation: `Ng1-f3`.
    Long,
    /// Hosking's notation of shogi: `P76`.
    Hosking,
    /// Hodges' notation of shogi, ranks as letters: `P-7f`.
    Hodges,
    /// The same with numbers: `P-76`.
    HodgesNumber,
    /// Of janggi: `H02-83`.
    Janggi,
    /// Of the World Xiangqi Federation: `H2+3`.
    Wxf,
    /// Standard algebraic notation with Thai letters.
    ThaiSan,
    /// Long algebraic notation with Thai letters.
    ThaiLan,
}

impl Style {
    /// The notation with a number of Fairy-Stockfish's libraries, from 1; `None` if there is no such number.
    pub fn numbered(number: u64) -> Option<Style> {
        Some(match number {
            1 => Style::San,
            2 => Style::Long,
            3 => Style::Hosking,
            4 => Style::Hodges,
            5 => Style::HodgesNumber,
            6 => Style::Janggi,
            7 => Style::Wxf,
            8 => Style::ThaiSan,
            9 => Style::ThaiLan,
            _ => return None,
        })
    }

    /// The text of a legal move.
    pub fn write(self, game: &Game, made: &Move) -> String {
        let mut game = game.clone();
        match self {
            Style::San => return in_san(&mut game, made),
            _ if matches!(made.kind(), MoveKind::Castling { .. }) => return san::write(&mut game, made),
            _ => {}
        }
        let moves = game.legal_moves();
        let scene = Scene { game: &game, made, moves: &moves };
        match self {
            Style::San | Style::Long => long::write(&scene),
            Style::Hosking => shogi::write(&scene, shogi::Ranks::Numbers, shogi::Form::Hosking),
            Style::Hodges => shogi::write(&scene, shogi::Ranks::Letters, shogi::Form::Hodges),
            Style::HodgesNumber => shogi::write(&scene, shogi::Ranks::Numbers, shogi::Form::Hodges),
            Style::Janggi => janggi::write(&scene),
            Style::Wxf => wxf::write(&scene),
            Style::ThaiSan => thai::write(&scene, false),
            Style::ThaiLan => thai::write(&scene, true),
        }
    }
}

/// SAN. A pawn's quiet sideways move has the whole start square if another pawn could make it too.
fn in_san(game: &mut Game, made: &Move) -> String {
    let text = san::write(game, made);
    let moves = game.legal_moves();
    let scene = Scene { game, made, moves: &moves };
    let geometry = &game.rules().geometry;
    let aside = geometry.file(made.from) != geometry.file(made.to) && !scene.is_drop() && !made.is_capture();
    if !aside || !scene.is_pawn() || scene.rivals().next().is_none() {
        return text;
    }
    let file = geometry.file_name(geometry.file(made.from));
    let whole = text.strip_prefix(&file).map(|rest| geometry.name(made.from) + rest);
    whole.unwrap_or(text)
}
