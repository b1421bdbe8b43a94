//! Games played out at random, and counts with a table: the same answers as move by move, and as without.

use std::collections::HashMap;

use crate::common::{check_all, same, variant};
use ferz::fen;
use ferz::game::{Compiled, Game, Step};
use ferz::outcome::Ended;
use ferz::perft::Table;
use ferz::rules::{Condition, Memo};

/// Games of each variant.
const GAMES: u64 = 2;

/// The longest game, in plies.
const LONGEST: usize = 600;

/// A generator of numbers (xorshift64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }
}

/// A position as its FEN without the clocks: what repetition goes by. Marks, counters, stores and the moves made in a turn of several
/// belong to it, the previous move does not, and the number of the turn does where turns grow.
fn placement(game: &mut Game) -> String {
    let setup = game.setup();
    let text = fen::write(&setup, game.rules());
    let memo = setup.memo.unwrap_or_else(|| Memo::at_start(&game.rules().beyond.turns, setup.turn, setup.fullmoves));
    let number = game.rules().moves_of_turns().is_none().then_some(setup.fullmoves);
    let past = |part: &&str| ["last=", "passed=", "passing="].iter().any(|name| part.starts_with(name));
    let state = text.split_once(" state:").map_or("", |(_, state)| state);
    let state = state.split('|').filter(|part| !past(part)).collect::<Vec<_>>().join("|");
    let position = text.split(' ').take(4).collect::<Vec<_>>().join(" ");
    format!("{position} {memo:?} {number:?} {state}")
}

/// Plays one game twice: at random, and the same moves one by one with the ends asked for in between. Repetition is
/// found a third time, by comparing texts.
fn play(compiled: &Compiled, seed: u64) -> Result<Option<Ended>, String> {
    let mut fast = compiled.start().map_err(|error| error.to_string())?;
    let mut slow = fast.clone();
    let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut occurred: HashMap<String, usize> = HashMap::new();
    for ply in 0..LONGEST {
        let times = occurred.entry(placement(&mut slow)).or_default();
        *times += 1;
        let moves = slow.legal_moves();
        let mut offered = 0;
        let step = fast.play_any(&mut |count| {
            offered = count;
            numbers.below(count)
        });
        let end = slow.end();
        repeats_as_texts_do(&slow, end.as_ref(), *times).map_err(|why| format!("ply {ply}: {why}"))?;
        match step {
            Step::Over(found) => {
                same("end", &found, &end)?;
                return Ok(end);
            }
            Step::Played(made) => {
                same("end", &None, &end)?;
                if offered < moves.len() {
                    return Err(format!("ply {ply}: {offered} moves offered, {} are legal", moves.len()));
                }
                if !moves.contains(&made) {
                    return Err(format!("ply {ply}: {made:?} is not legal"));
                }
                slow.play(&made);
                same("position", &placement(&mut fast), &placement(&mut slow))?;
            }
        }
    }
    Ok(None)
}

/// A game ends by repetition only where the text has occurred so often, and goes on only where it has not.
fn repeats_as_texts_do(game: &Game, end: Option<&Ended>, occurred: usize) -> Result<(), String> {
    let ends = &game.rules().ends;
    let wanted = ends.iter().find_map(|end| match end.condition {
        Condition::Repetition { times } => Some(usize::from(times)),
        _ => None,
    });
    // Ends in the language of rules are counted after the others.
    let of_end = |end: &Ended| ends.get(end.index).map(|end| &end.condition);
    let by_repetition = end.and_then(of_end).is_some_and(|end| matches!(end, Condition::Repetition { .. }));
    let Some(wanted) = wanted else { return same("end by repetition", &by_repetition, &false) };
    if by_repetition && occurred < wanted || end.is_none() && occurred >= wanted {
        return Err(format!("the position has occurred {occurred} times, and the end is {end:?}"));
    }
    Ok(())
}

#[test]
fn games_at_random_end_as_games_do() {
    let names = crate::common::chosen_variants();
    check_all(&names, |name| {
        let compiled = variant(name);
        for seed in 1..=GAMES {
            play(&compiled, seed).map_err(|why| format!("{name}, game {seed}: {why}"))?;
        }
        Ok(())
    });
}

/// Of the numbers that `choose` may give when it is asked first, each legal move is had by just one; the others lead to
/// another question. So no move is preferred.
#[test]
fn each_legal_move_has_one_number() {
    for name in ["chess", "grand", "crazyhouse", "xiangqi", "shogi", "atomic", "cylinder"] {
        let mut game = variant(name).start().expect("a start");
        let mut numbers = Numbers(7);
        for _ in 0..80 {
            let mut accepted = Vec::new();
            let (mut first, mut offered) = (0, 1);
            while first < offered {
                let (mut copy, mut asked) = (game.clone(), 0);
                let step = copy.play_any(&mut |count| {
                    asked += 1;
                    if asked == 1 {
                        offered = count;
                        first
                    } else {
                        0
                    }
                });
                match step {
                    Step::Played(made) if asked == 1 => accepted.push(made),
                    _ => {}
                }
                first += 1;
            }
            let mut moves = game.legal_moves();
            moves.sort();
            accepted.sort();
            assert_eq!(accepted, moves, "{name}");
            if moves.is_empty() {
                break;
            }
            let made = moves[numbers.below(moves.len())];
            game.play(&made);
        }
    }
}

#[test]
fn many_kinds_of_ends_come_about() {
    let compiled = variant("chess");
    let mut reasons: Vec<_> =
        (1..=150).filter_map(|seed| play(&compiled, seed).expect("a sound game")).map(|end| end.reason).collect();
    reasons.sort();
    reasons.dedup();
    let named = ["checkmate", "fifty_moves", "insufficient_material", "repetition", "stalemate"];
    assert!(reasons.iter().map(|reason| &**reason).eq(named), "{reasons:?}");
}

/// Moves that start the count of the n-move rule anew can be taken back all the same: a repetition is still one.
#[test]
fn repetition_does_not_depend_on_the_count() {
    let text = "name: Counted\nextends: chess\nend:\n  fifty_moves: null\n  rule: \
                {when: {moves_without_progress: {moves: 50, reset_by: [knight]}}, result: draw}";
    let compiled = ferz::load_text(text).expect("a sound variant");
    let mut game = compiled.start().expect("a start");
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(8) {
        assert_eq!(game.end(), None);
        let made = ferz::notation::uci::parse(&game, text).expect("a legal move");
        game.play(&made);
    }
    assert_eq!(game.end().map(|end| end.reason).as_deref(), Some("repetition"));
}

#[test]
fn a_table_changes_no_count() {
    let names = crate::common::chosen_variants();
    check_all(&names, |name| {
        let compiled = variant(name);
        let mut game = compiled.start().map_err(|error| error.to_string())?;
        let depth = (1..=4).take_while(|depth| *depth < 3 || game.perft(depth - 1) < 1_000).last().unwrap_or(1);
        let table = Table::new(1).map_err(|error| error.to_string())?;
        let mut numbers = Numbers(7);
        for ply in 0..10 {
            for depth in 0..=depth {
                let expected = game.perft(depth);
                same(&format!("ply {ply}, depth {depth}"), &game.perft_with(depth, &table), &expected)
                    .map_err(|why| format!("{name}, {why}"))?;
            }
            let Step::Played(_) = game.play_any(&mut |count| numbers.below(count)) else { break };
        }
        Ok(())
    });
}

/// The same position is an end after castling, and none when it has come about otherwise.
#[test]
fn a_table_knows_how_a_position_came_about() {
    let text = "name: Castled\nextends: chess\nend:\n  castled: {when: {castled: [K, k]}, result: win}";
    let compiled = ferz::load_text(text).expect("a sound variant");
    let at = |fen: &str| compiled.game(&ferz::fen::read(fen, compiled.rules()).expect("a FEN")).expect("a position");
    let before = (at("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), 3);
    let after = (at("4k3/8/8/8/8/8/8/5RK1 b - - 1 1"), 2);
    for order in [[&before, &after], [&after, &before]] {
        let table = Table::new(1).expect("memory");
        for (game, depth) in order {
            let game = game.clone();
            assert_eq!(game.perft_with(*depth, &table), game.perft(*depth));
        }
    }
}

/// Where rules read the previous move, the same position after two of them has different moves.
#[test]
fn a_table_knows_the_previous_move() {
    let text = "name: Answers\nextends: chess\nrules: {answers: {forbid: capture, when: captured is not last mover}}";
    let compiled = ferz::load_text(text).expect("a sound variant");
    let fen = ferz::fen::read("4k3/8/8/3p4/8/8/2P1P3/4K3 w - - 0 1", compiled.rules()).expect("a FEN");
    let game = compiled.game(&fen).expect("a position");
    let table = Table::new(1).expect("memory");
    assert_eq!(game.perft_with(5, &table), game.perft(5));
}

/// One table shared by threads, and so small that entries are replaced all the time.
#[test]
fn threads_share_a_table() {
    let compiled = variant("chess");
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let game = compiled.game(&ferz::fen::read(kiwipete, compiled.rules()).expect("a FEN")).expect("a position");
    let table = Table::new(1).expect("memory");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(game.clone().perft_with(4, &table), 4_085_603));
        }
    });
}
