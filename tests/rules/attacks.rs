//! What programs ask of a position beside its moves: attackers, and moves in outline with shared memory.

use crate::common::{check_all, same, variant};
use ferz::game::{Compiled, Game, MoveList, Step};
use ferz::interpreter::{Move, MoveKind};
use ferz::rules::Royalty;
use ferz::variant::library;
use ferz::{Outline, Side};

/// Plies of the game that is followed, of each variant.
const PLIES: usize = 24;

fn names() -> Vec<&'static str> {
    library::names().collect()
}

/// Calls `look` with the positions of a random game.
fn follow(compiled: &Compiled, look: &mut dyn FnMut(&mut Game) -> Result<(), String>) -> Result<(), String> {
    let mut game = compiled.start().map_err(|error| error.to_string())?;
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    for ply in 0..PLIES {
        look(&mut game).map_err(|error| format!("{error} at ply {ply}"))?;
        let step = game.play_any(&mut |count| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 16) as usize % count
        });
        if let Step::Over(_) = step {
            break;
        }
    }
    Ok(())
}

/// Returns `true` if a capture is one that follows from how the piece moves.
fn is_plain(made: &Move) -> bool {
    made.captures().squares().len() == 1
        && made.captures().squares().contains(&made.to)
        && made.kind() == MoveKind::Normal
}

#[test]
fn pieces_that_capture_are_among_the_attackers() {
    check_all(&names(), |name| {
        follow(&variant(name), &mut |game| {
            let turn = game.turn();
            for made in game.legal_moves().iter().filter(|made| is_plain(made)) {
                let enemy = game.piece_at(made.to).is_some_and(|placed| placed.side != turn);
                if enemy && !game.attackers(made.to, turn).contains(made.from) {
                    return Err(format!("no attacker on {:?}", made.from));
                }
            }
            Ok(())
        })
    });
}

/// The tables and the walker, on the squares of all pieces.
#[test]
fn a_square_is_attacked_if_it_has_attackers() {
    let plain =
        ["chess", "xiangqi", "janggi", "shogi", "crazyhouse", "makruk", "grand", "cylinder", "glinski", "berolina"];
    check_all(&plain, |name| {
        follow(&variant(name), &mut |game| {
            let mut placed = Vec::new();
            game.each_piece(&mut |square, piece| placed.push((square, piece.side)));
            let differs = |(square, side): &&(_, Side)| {
                game.is_attacked(*square, !*side) == game.attackers(*square, !*side).is_empty()
            };
            placed.iter().find(differs).map_or(Ok(()), |(square, _)| Err(format!("attack on {square:?}")))
        })
    });
}

#[test]
fn a_royal_piece_without_attackers_is_not_in_check() {
    let chess = ferz::load("chess").unwrap();
    let mut checks = 0;
    for seed in 0..40 {
        let mut random = ferz::Random::new(seed);
        let mut game = chess.start().unwrap();
        for _ in 0..60 {
            let turn = game.turn();
            let mut king = None;
            game.each_piece(&mut |square, placed| {
                let royal = chess.rules().piece(placed.piece).royalty == Royalty::Royal;
                king = if royal && placed.side == turn { Some(square) } else { king };
            });
            let attacked = !game.attackers(king.unwrap(), !turn).is_empty();
            assert_eq!(attacked, game.in_check());
            checks += u32::from(attacked);
            if let Step::Over(_) = game.play_any(&mut |count| random.below(count)) {
                break;
            }
        }
    }
    assert!(checks > 20);
    let game = chess.start().unwrap();
    let square = |name: &str| chess.rules().geometry.square(name).unwrap();
    let guards = game.attackers(square("d2"), Side::White);
    assert_eq!(guards.iter().map(|at| chess.rules().geometry.name(at)).collect::<Vec<_>>(), ["b1", "c1", "d1", "e1"]);
}

#[test]
fn outlines_with_shared_memory_are_those_of_the_game() {
    check_all(&names(), |name| {
        let (mut shared, mut room, mut own) = (Vec::<Outline>::new(), MoveList::new(), Vec::new());
        follow(&variant(name), &mut |game| {
            let end = game.clone().outline(&mut own);
            same("end", &game.clone().outline_in(&mut shared, &mut room), &end)?;
            same("outlines", &shared, &own)?;
            let mut twin = game.clone();
            for (number, outline) in own.iter().enumerate() {
                let wanted = twin.numbered(number);
                same("move", &game.numbered_in(number, &mut room), &wanted)?;
                same("goes", &game.going(*outline), &wanted.filter(|_| outline.goes))?;
            }
            Ok(())
        })
    });
}
