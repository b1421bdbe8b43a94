//! The oracle, which shares nothing with the interpreter, against the interpreter: moves by the positions that they lead to and by
//! their texts, checks, ends and counts, in random games of every shipped variant.
//!
//! `FERZ_ORACLE_POSITIONS` sets the number of positions, `FERZ_SEED` the games.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Start, check_all, check_by_variant, chosen_variants, same, setting, suite, variant};
use ferz::fen;
use ferz::game::{Compiled, Game};
use ferz::notation::uci;
use ferz::rules::Setup;
use ferz::rules::tree::{Block, EffectKind, Rule, RuleKind, Taker};
use ferz_oracle::Oracle;

/// Variants in which the two are known to differ, with what differs. They are compared when `FERZ_VARIANTS` names them.
const OPEN: [(&str, &str); 3] = [
    ("allmate", "the halfmove clock after a removal by a rule"),
    ("atomicduck", "the squares for the wall after an explosion that follows a capture en passant"),
    ("shouse", "the castling rights after a gated piece has come to a square"),
];

/// The longest game, in plies.
const LONGEST: usize = 120;

/// A position as both sides of the comparison write it. The tree does not say how moves of `may_instead` rules count for the clock,
/// so that it is left out where there are any.
fn written(setup: Setup, oracle: &Oracle) -> String {
    let mut castling = setup.castling.clone();
    castling.sort_unstable();
    let offers = |rule: &Rule| matches!(&rule.kind.kind, RuleKind::Instead { .. });
    let halfmoves = if oracle.tree().rules.iter().any(offers) { 0 } else { setup.halfmoves };
    fen::write(&Setup { castling, memo: None, halfmoves, ..setup }, oracle.rules())
}

/// `true` if both write all moves of a variant in the same way: choices of rules are written otherwise than walls and swaps today, and
/// pieces that rules change, or that capture without moving, are written with their squares alone.
fn writes_alike(oracle: &Oracle) -> bool {
    fn changes(block: &Block) -> bool {
        block.effects.iter().any(|effect| match &effect.kind {
            EffectKind::Change(..) => true,
            EffectKind::May(block) | EffectKind::Block(block) => changes(block),
            _ => false,
        })
    }
    let chooses = |rule: &Rule| match &rule.kind.kind {
        RuleKind::Instead { block, .. } => !block.effects.is_empty(),
        RuleKind::After { block, .. } if changes(block) => true,
        RuleKind::Pieces(moves) if moves.taker != Taker::Goes => true,
        _ => !rule.kind.choices.is_empty(),
    };
    !oracle.tree().rules.iter().any(chooses)
}

/// A random number generator of one line: the same games every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// The texts of one list that another lacks.
fn lacking(own: &[(String, String)], others: &[(String, String)]) -> String {
    let mut left: Vec<&(String, String)> = others.iter().collect();
    let mut only = Vec::new();
    for row in own {
        match left.iter().position(|other| *other == row) {
            Some(index) => {
                left.swap_remove(index);
            }
            None => only.push(format!("{} > {}", row.1, row.0)),
        }
    }
    only.truncate(4);
    only.join("; ")
}

/// Compares moves, check and end of one position; gives back the moves of the interpreter, sorted by what they lead to.
fn compare(game: &Game, own: &ferz_oracle::Game, oracle: &Oracle) -> Result<(), String> {
    let alike = writes_alike(oracle);
    let theirs = uci::texts(game).into_iter().map(|(text, made)| {
        let mut next = game.clone();
        next.play(&made);
        (written(next.setup(), oracle), if alike { text } else { String::new() })
    });
    let mut theirs: Vec<(String, String)> = theirs.collect();
    let moves = own.moves();
    let texts = oracle.texts(own.position(), &moves);
    let counted = |after| Setup { count: own.count_after(after), ..oracle.setup(after) };
    let mut ours: Vec<(String, String)> = moves
        .iter()
        .zip(texts)
        .map(|((_, after), text)| (written(counted(after), oracle), if alike { text } else { String::new() }))
        .collect();
    theirs.sort();
    ours.sort();
    if theirs != ours {
        let (only_ours, only_theirs) = (lacking(&ours, &theirs), lacking(&theirs, &ours));
        return Err(format!("only the oracle: {only_ours} | only the interpreter: {only_theirs}"));
    }
    same("check", &own.in_check(), &game.in_check())?;
    let end = |end: Option<(ferz::rules::Outcome, String, bool)>| end;
    same(
        "end",
        &end(own.end().map(|end| (end.outcome, end.reason, end.claim))),
        &end(game.end().map(|end| (end.outcome, end.reason, end.claim))),
    )
}

/// Plays a random game with both and compares every position on the way.
fn play(compiled: &Compiled, oracle: &Oracle, dice: &mut Dice, wanted: usize) -> Result<usize, String> {
    let mut game = compiled.start().map_err(|error| error.to_string())?;
    let mut own = ferz_oracle::Game::new(oracle, &game.setup());
    let mut seen = 0;
    for _ in 0..LONGEST {
        let place = written(game.setup(), oracle);
        compare(&game, &own, oracle).map_err(|error| format!("{place}: {error}"))?;
        seen += 1;
        let mut listed = uci::list(&game);
        if seen == wanted || listed.is_empty() || game.end().is_some_and(|end| !end.claim) {
            break;
        }
        let (text, made) = listed.swap_remove(dice.below(listed.len()));
        game.play(&made);
        let now = written(game.setup(), oracle);
        let moves = own.moves();
        let counted = |after| Setup { count: own.count_after(after), ..oracle.setup(after) };
        let found = moves.iter().position(|(_, after)| written(counted(after), oracle) == now);
        let found = found.ok_or_else(|| format!("{place}: no {text}"))?;
        own.play(&moves[found].0, moves[found].1.clone());
    }
    Ok(seen)
}

/// Plays random games with both until so many positions have been compared.
pub(crate) fn play_games(compiled: &Compiled, oracle: &Oracle, seed: u64, wanted: usize) -> Result<usize, String> {
    let mut dice = Dice(seed);
    let mut seen = 0;
    while seen < wanted {
        seen += play(compiled, oracle, &mut dice, wanted - seen)?.max(1);
    }
    Ok(seen)
}

/// The variants that the oracle knows.
fn known_variants() -> Vec<&'static str> {
    chosen_variants().into_iter().filter(|name| ferz::oracle(variant(name).shared_rules()).is_ok()).collect()
}

#[test]
fn the_oracle_and_the_interpreter_agree_in_random_positions() {
    let mut names = known_variants();
    let chosen: String = setting("FERZ_VARIANTS", String::new());
    names.retain(|name| !chosen.is_empty() || OPEN.iter().all(|(open, _)| open != name));
    let wanted: usize = setting("FERZ_ORACLE_POSITIONS", 2_000);
    let seed: u64 = setting("FERZ_SEED", 1);
    let each = wanted.div_ceil(names.len());
    let positions = AtomicUsize::new(0);
    check_all(&names, |name| {
        let compiled = variant(name);
        let oracle = ferz::oracle(compiled.shared_rules()).map_err(|unknown| unknown.to_string())?;
        let seen = play_games(&compiled, &oracle, seed, each).map_err(|error| format!("{name}: {error}"))?;
        positions.fetch_add(seen, Ordering::Relaxed);
        Ok(())
    });
    println!("{} positions of {} variants", positions.into_inner(), names.len());
}

/// Counts from the start of every variant that the oracle knows.
#[test]
fn the_oracle_counts_the_first_plies_as_the_interpreter_does() {
    let names = known_variants();
    let most: u64 = setting("FERZ_ORACLE_LEAVES", 1_000);
    check_all(&names, |name| {
        let compiled = variant(name);
        let game = compiled.start().map_err(|error| error.to_string())?;
        let oracle = ferz::oracle(compiled.shared_rules()).map_err(|unknown| unknown.to_string())?;
        let start = oracle.position(&game.setup());
        for depth in 1..=3 {
            let expected = game.perft(depth);
            if expected > most {
                break;
            }
            same(&format!("{name}: perft {depth}"), &oracle.perft(&start, depth), &expected)?;
        }
        Ok(())
    });
}

/// Counts of Fairy-Stockfish, by the oracle.
#[test]
fn the_oracle_counts_positions_as_another_program_does() {
    let most: u64 = setting("FERZ_ORACLE_LEAVES", 1_000);
    let names = known_variants();
    let mut positions = suite::read("parity/positions.perft");
    positions.retain(|position| names.contains(&position.start.variant.as_str()));
    let asked: usize = positions.iter().flat_map(|position| &position.counts).filter(|count| count.1 <= most).count();
    assert!(asked > 300, "only {asked} counts have at most {most} leaves");
    check_by_variant(
        &positions,
        |position| &position.start,
        |compiled, position| {
            let game = position.start.game(compiled)?;
            let oracle = ferz::oracle(compiled.shared_rules()).map_err(|unknown| unknown.to_string())?;
            let start = oracle.position(&game.setup());
            for (depth, nodes) in position.counts.iter().filter(|(_, nodes)| *nodes <= most) {
                same(&format!("{} at depth {depth}", position.id), &oracle.perft(&start, *depth), nodes)?;
            }
            Ok(())
        },
    );
}

/// The position after the only move of a position.
fn after_the_only_move(variant: &str, fen: &str) -> Setup {
    let start = Start { variant: variant.to_owned(), chess960: false, fen: fen.to_owned() };
    let compiled = start.compiled();
    let mut game = start.game(&compiled).expect("it is a position");
    let mut listed = uci::list(&game);
    assert_eq!(listed.len(), 1, "{variant}: {fen}");
    let (_, made) = listed.remove(0);
    game.play(&made);
    game.setup()
}

/// A pass changes nothing, whichever piece stands for it.
#[test]
fn a_pass_is_no_progress() {
    let setup = after_the_only_move("andersanti", "8/8/8/p7/P7/8/8/8 w - - 7 20");
    assert_eq!(setup.halfmoves, 8);
}

/// The dice say which pieces move. A promotion counts as a move of the piece that comes of it.
#[test]
fn the_oracle_follows_the_dice() {
    let start = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1 then:rolled:0:a1a1:R";
    let start = Start { variant: "dice".to_owned(), chess960: false, fen: start.to_owned() };
    let compiled = start.compiled();
    let game = start.game(&compiled).expect("it is a position");
    let oracle = ferz::oracle(compiled.shared_rules()).expect("it is known");
    let own = ferz_oracle::Game::new(&oracle, &game.setup());
    assert_eq!(oracle.texts(own.position(), &own.moves()), ["a7a8r"]);
}
