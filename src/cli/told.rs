//! Variants whose rules are in the language, which the oracle plays until the interpreter can.

use std::sync::Arc;

use super::common::{Failure, Position, Terminal, load_told, variant_file};
use crate::compile::Loaded;
use crate::play::Round;
use crate::restate;
use crate::rules::{CastlingNotation, Rules, Setup};

/// A variant in the language of rules with a game of the oracle.
pub(super) struct Told {
    /// The rules.
    pub rules: Arc<Rules>,
    /// The texts and problems of the file.
    pub loaded: Loaded,
    /// The position before the first move.
    start: Setup,
    /// The moves that were played.
    played: Vec<String>,
}

/// The variant, if only the oracle can play it.
pub(super) fn open(position: &Position, terminal: &mut Terminal) -> Result<Option<Told>, Failure> {
    // Built-in variants are all played by the interpreter.
    if variant_file(&position.variant).is_none() {
        return Ok(None);
    }
    let Ok(mut loaded) = load_told(&position.variant) else { return Ok(None) };
    let Some(variant) = loaded.variant.take() else { return Ok(None) };
    let Some((concept, _)) = variant.rules.not_followed() else { return Ok(None) };
    let mut rules = variant.rules;
    if position.chess960 {
        rules.castling_notation = CastlingNotation::KingTakesPartner;
    }
    let start = position.setup(&rules)?;
    let played = position.moves().iter().map(|text| (*text).to_owned()).collect();
    let told = Told { rules: Arc::new(rules), loaded, start, played };
    note(terminal, concept);
    Ok(Some(told))
}

/// Prints a note that the oracle answers, which is slow. `concept` is what the interpreter does not follow.
pub(super) fn note(terminal: &mut Terminal, concept: &str) {
    terminal.complain(&format!(
        "note: the interpreter does not follow {concept} yet, so the slow oracle plays this variant\n"
    ));
}

impl Told {
    /// The oracle.
    pub fn oracle(&self) -> Result<ferz_oracle::Oracle, Failure> {
        restate::oracle(self.rules.clone()).map_err(|unknown| Failure::Input(unknown.to_string()))
    }

    /// The game after the moves have been played.
    pub fn game(&self) -> Result<ferz_oracle::Game, Failure> {
        let mut game = ferz_oracle::Game::new(&self.oracle()?, &self.start);
        let parts: Vec<&str> = self.played.iter().map(String::as_str).collect();
        play(&mut game, &parts)?;
        Ok(game)
    }

    /// The game in progress after the moves, with undo.
    pub fn round(&self) -> Result<Round, Failure> {
        let mut game = ferz_oracle::Game::new(&self.oracle()?, &self.start);
        let parts: Vec<&str> = self.played.iter().map(String::as_str).collect();
        let played = play(&mut game, &parts)?;
        Round::new(&self.oracle()?, &self.start, &played).map_err(|text| illegal(&text))
    }

    /// The position after the moves, or the start position if there are no moves.
    pub fn setup(&self) -> Result<Setup, Failure> {
        if self.played.is_empty() { Ok(self.start.clone()) } else { Ok(self.game()?.setup()) }
    }
}

/// The most parts of a list with commas that are tried together as one move.
const MOST_PARTS: usize = 5;

/// Plays moves in the oracle's game, and returns their texts. The text of a move may have commas, so the longest row of parts that
/// is a move is played.
pub(super) fn play(game: &mut ferz_oracle::Game, mut parts: &[&str]) -> Result<Vec<String>, Failure> {
    let mut played = Vec::new();
    while let [part, ..] = parts {
        let texts = (1..=parts.len().min(MOST_PARTS)).rev().map(|length| (length, parts[..length].join(",")));
        let Some((length, text)) = texts.into_iter().find(|(_, text)| game.play_text(text)) else {
            return Err(illegal(part));
        };
        played.push(text);
        parts = &parts[length..];
    }
    Ok(played)
}

fn illegal(text: &str) -> Failure {
    Failure::Input(format!("the oracle knows no legal move `{text}` (it reads UCI notation only)"))
}
