//! Games whose moves the input chooses.

use ferz::fen;
use ferz::game::{Compiled, Game};
use ferz::notation::uci;

/// Positions with more moves than this are not looked at more closely: to walk each takes long.
const MOST: usize = 400;

/// Plays some plies, and looks at each position.
pub(crate) fn play(compiled: &Compiled, choices: &[u8], plies: usize) {
    let Ok(mut game) = compiled.start() else { return };
    for choice in choices.iter().chain(&[0; 8]).take(plies) {
        if !agree(compiled, &mut game) {
            return;
        }
        let moves = game.legal_moves();
        if moves.is_empty() {
            return;
        }
        game.play(&moves[usize::from(*choice) % moves.len()]);
    }
}

/// Holds the ways to one answer against each other: tables and walker, list and count, texts and moves, position and FEN.
/// Returns `false` where there are too many moves for that.
pub(crate) fn agree(compiled: &Compiled, game: &mut Game) -> bool {
    let mut moves = game.legal_moves();
    assert_eq!(game.perft(1), moves.len() as u64, "the count of {}", shown(compiled, game));
    if moves.len() > MOST {
        return false;
    }
    let mut walked = game.legal_moves_by_walker();
    moves.sort_unstable();
    walked.sort_unstable();
    assert_eq!(moves, walked, "tables (left) and walker in {}", shown(compiled, game));
    let listed = uci::list(game);
    for pair in listed.windows(2) {
        assert_ne!(pair[0].0, pair[1].0, "two moves in {}", shown(compiled, game));
    }
    for (text, made) in listed.iter().take(40) {
        assert_eq!(uci::parse(game, text).as_ref(), Ok(made), "`{text}` in {}", shown(compiled, game));
    }
    reads_back(compiled, game);
    true
}

fn reads_back(compiled: &Compiled, game: &mut Game) {
    let text = shown(compiled, game);
    let setup = fen::read(&text, compiled.rules()).unwrap_or_else(|error| panic!("`{text}`: {}", error.message));
    assert_eq!(fen::write(&setup, compiled.rules()), text);
}

fn shown(compiled: &Compiled, game: &mut Game) -> String {
    fen::write(&game.setup(), compiled.rules())
}
