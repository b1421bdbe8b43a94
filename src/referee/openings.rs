//! Openings: positions of a file, shuffled start positions, and random moves.

use std::path::Path;

use crate::compile::shuffle;
use crate::fen;
use crate::game::Game;
use crate::interpreter::Move;
use crate::notation::{self, Epd, Pgn, pgn};
use crate::play::Random;

use super::variant::Variant;

/// The opening of a game.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The FEN; `None` for the variant's own start.
    pub fen: Option<String>,
    /// The position.
    pub start: Game,
    /// Moves that are played before the players choose any.
    pub moves: Vec<Move>,
}

/// The sources of openings.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// The lines of a file, one opening each.
    pub lines: Vec<String>,
    /// `true` if variants with a shuffle start from random start positions.
    pub shuffle: bool,
    /// The number of moves to play of a line; `None` for all.
    pub plies: Option<usize>,
    /// The number of random moves.
    pub random_plies: usize,
    /// Seed of the random draws.
    pub seed: u64,
}

impl Openings {
    /// The opening with a number.
    ///
    /// # Errors
    /// When the line of the file cannot be read.
    pub fn get(&self, variant: &Variant, number: usize) -> Result<Opening, String> {
        let mut random = Random::new(self.seed.wrapping_mul(1_000_003).wrapping_add(number as u64));
        let mut opening = if self.lines.is_empty() {
            self.start(variant, &mut random)?
        } else {
            read(variant, &self.lines[number % self.lines.len()], self.plies)?
        };
        self.add_random_moves(&mut opening, &mut random);
        Ok(opening)
    }

    fn start(&self, variant: &Variant, random: &mut Random) -> Result<Opening, String> {
        let rules = variant.compiled.rules();
        let starts = shuffle::count(rules);
        let setup = if self.shuffle && starts > 1 {
            shuffle::start(rules, random.below(usize::try_from(starts).unwrap_or(usize::MAX)) as u64)
        } else {
            None
        };
        let fen = setup.as_ref().map(|setup| fen::write_with(setup, rules, variant.chess960()));
        let start = setup.map_or_else(|| variant.compiled.start(), |setup| variant.compiled.game(&setup));
        Ok(Opening { fen, start: start.map_err(|error| error.to_string())?, moves: Vec::new() })
    }

    /// Makes random moves. If they end the game, other moves are tried.
    fn add_random_moves(&self, opening: &mut Opening, random: &mut Random) {
        const TRIES: usize = 20;
        for _ in 0..TRIES {
            let mut game = opening.start.clone();
            let mut moves = opening.moves.clone();
            moves.iter().for_each(|mv| game.play(mv));
            for _ in 0..self.random_plies {
                let mut legal = game.legal_moves();
                legal.sort_unstable();
                if legal.is_empty() {
                    break;
                }
                let mv = legal.swap_remove(random.below(legal.len()));
                game.play(&mv);
                moves.push(mv);
            }
            if game.end().is_none() && !game.legal_moves().is_empty() {
                opening.moves = moves;
                return;
            }
        }
    }
}

/// The openings of a file, as lines for [`Openings`]: the games of a PGN file, or lines of EPD or of moves.
///
/// # Errors
/// When a game of a PGN file cannot be read.
pub fn lines_of(path: &Path, text: &str) -> Result<Vec<String>, String> {
    if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("pgn")) {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        return Ok(lines.map(str::to_owned).collect());
    }
    let line = |game: Pgn| {
        let moves: Vec<&str> = game.moves.iter().map(|made| made.san.as_str()).collect();
        format!("{} moves {}", game.tag("FEN").unwrap_or("startpos"), moves.join(" "))
    };
    pgn::Reader::new(text.as_bytes()).games().map(|game| game.map(line).map_err(|error| error.to_string())).collect()
}

/// Reads a line: EPD or `startpos`, then perhaps `moves` and moves in UCI notation or SAN. Operations of EPD are
/// ignored.
fn read(variant: &Variant, line: &str, longest: Option<usize>) -> Result<Opening, String> {
    let text = line.trim();
    let (position, moves) = text.split_once(" moves").unwrap_or((text, ""));
    let position = position.trim();
    let moves = moves.split(';').next().unwrap_or_default();
    let rules = variant.compiled.rules();
    let (fen, start) = match position {
        "startpos" => (None, variant.compiled.start()),
        position => {
            // A FEN with fewer fields than an EPD is also accepted.
            let plain = || position.split(';').next().unwrap_or_default().trim().to_owned();
            let fen = position.parse::<Epd>().map_or_else(|_| plain(), |epd| epd.fen);
            let setup = fen::read_with(&fen, rules, variant.chess960());
            let setup = setup.map_err(|error| format!("`{line}`: {}", error.message))?;
            (Some(fen), variant.compiled.game(&setup))
        }
    };
    let start = start.map_err(|error| format!("`{line}`: {error}"))?;
    let mut game = start.clone();
    let mut played = Vec::new();
    for text in moves.split_whitespace().take(longest.unwrap_or(usize::MAX)) {
        let mv = notation::parse(&mut game, text).map_err(|error| format!("`{line}`: {error}"))?;
        game.play(&mv);
        played.push(mv);
    }
    Ok(Opening { fen, start, moves: played })
}
