//! A game that only the oracle plays, in progress: undo, simple opponents, and PGN with a column for each side.

use ferz_oracle::{Ended, Game, Oracle, Player};

use super::opponent::{Opponent, Random};
use super::seats;
use crate::english::capitalised;
use crate::fen;
use crate::notation::pgn;
use crate::rules::Setup;

/// A game for any number of sides, with its history.
#[derive(Clone, Debug)]
pub struct Round {
    oracle: Oracle,
    start: Setup,
    game: Game,
    played: Vec<Played>,
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Played {
    side: Player,
    number: u32,
    text: String,
    /// The sides that have dropped out after the move.
    out: Vec<Player>,
}

impl Round {
    /// A game that begins with a setup, and has these moves so far. Returns the first move that is not legal.
    ///
    /// # Errors
    /// The text of that move.
    pub fn new(oracle: &Oracle, start: &Setup, moves: &[String]) -> Result<Round, String> {
        let game = Game::new(oracle, start);
        let mut round = Round { oracle: oracle.clone(), start: start.clone(), game, played: Vec::new() };
        for text in moves {
            round.play(text).ok_or_else(|| text.clone())?;
        }
        Ok(round)
    }

    /// The game in its present state.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The side to move.
    pub fn turn(&self) -> Player {
        self.game.position().turn
    }

    /// The name of a side in a sentence: `Red`.
    pub fn name(&self, side: Player) -> String {
        capitalised(self.oracle.name_of(side))
    }

    /// The texts of the moves so far.
    pub fn moves(&self) -> Vec<String> {
        self.played.iter().map(|played| played.text.clone()).collect()
    }

    /// The texts of the legal moves, sorted.
    pub fn legal(&self) -> Vec<String> {
        let mut texts = self.oracle.texts(self.game.position(), &self.game.moves());
        texts.sort();
        texts
    }

    /// Plays a move, in UCI notation. Returns the sides that drop out after it; `None` if the move is not legal.
    pub fn play(&mut self, text: &str) -> Option<Vec<Player>> {
        let moves = self.game.moves();
        let texts = self.oracle.texts(self.game.position(), &moves);
        let place = texts.iter().position(|own| own == text)?;
        Some(self.push(moves, &texts, place))
    }

    /// The move that an opponent chooses, and the sides that drop out after it; `None` if there is no legal move.
    pub fn answer(&mut self, opponent: Opponent, random: &mut Random) -> Option<(String, Vec<Player>)> {
        let moves = self.game.moves();
        let place = seats::choose(opponent, &self.game, &moves, random)?;
        let texts = self.oracle.texts(self.game.position(), &moves);
        let out = self.push(moves, &texts, place);
        Some((texts[place].clone(), out))
    }

    /// A good move that is not played; `None` if there is no legal move.
    pub fn hint(&self, random: &mut Random) -> Option<String> {
        let moves = self.game.moves();
        let place = seats::choose(Opponent::Simple, &self.game, &moves, random)?;
        self.oracle.texts(self.game.position(), &moves).into_iter().nth(place)
    }

    fn push(&mut self, mut moves: Vec<seats::Made>, texts: &[String], place: usize) -> Vec<Player> {
        let (made, after) = moves.swap_remove(place);
        let before = self.game.position();
        let gone = |player: &&Player| after.is_out(**player) && !before.is_out(**player);
        let out: Vec<Player> = self.oracle.players().iter().filter(gone).copied().collect();
        let (side, number) = (before.turn, before.fullmoves);
        self.played.push(Played { side, number, text: texts[place].clone(), out: out.clone() });
        self.game.play(&made, after);
        out
    }

    /// Takes back the last moves. Returns how many there were.
    pub fn undo(&mut self, count: usize) -> usize {
        let count = count.min(self.played.len());
        let mut kept = self.moves();
        kept.truncate(kept.len() - count);
        if let Ok(round) = Round::new(&self.oracle, &self.start, &kept) {
            *self = round;
        }
        count
    }

    /// The side that made a move, by the number of the move counted from the last one.
    pub fn mover(&self, back: usize) -> Option<Player> {
        self.played.iter().rev().nth(back).map(|played| played.side)
    }

    /// The result in words: `Red wins`, `Red and Yellow win`, `a draw`.
    pub fn result(&self, end: &Ended) -> String {
        result(&self.oracle, end)
    }

    /// The game as PGN: a tag for the player of each side, and the moves of a round in one line of text.
    pub fn pgn(&self) -> String {
        let names: Vec<String> = self.oracle.players().iter().map(|player| self.name(*player)).collect();
        let moves = self.played.iter().map(|played| {
            let out: Vec<String> = played.out.iter().map(|side| format!("{} drops out", self.name(*side))).collect();
            let note = Some(out.join(", ")).filter(|note| !note.is_empty());
            pgn::Ply { side: played.side.index(), number: played.number, text: played.text.clone(), note }
        });
        let fen = fen::write(&self.start, self.oracle.rules());
        let end = self.game.end().filter(|end| !end.claim);
        let result = end.map_or_else(|| "*".to_owned(), |end| score(&self.oracle, &end));
        pgn::of_sides((&self.oracle.rules().id, &names), &fen, &moves.collect::<Vec<_>>(), &result)
    }
}

/// The result of a game in words.
fn result(oracle: &Oracle, end: &Ended) -> String {
    let names: Vec<String> = end.winners.iter().map(|side| capitalised(oracle.name_of(*side))).collect();
    match &names[..] {
        [] => "a draw".to_owned(),
        [name] => format!("{name} wins"),
        _ => format!("{} win", crate::english::list(&names, "and")),
    }
}

/// The result as a score for each side, in the order in which they move: `1-0-0-0`. Sides that win together have 1 each,
/// and a draw is `1/2` for each side.
pub fn score(oracle: &Oracle, end: &Ended) -> String {
    if oracle.players().len() == 2 {
        return end.outcome.to_string();
    }
    let points = |side: &Player| match end.winners.is_empty() {
        true => "1/2",
        false if end.winners.contains(side) => "1",
        false => "0",
    };
    oracle.players().iter().map(points).collect::<Vec<_>>().join("-")
}
