//! Games that the interpreter and the oracle play side by side: what is compared in each position, and how much of it.

use std::collections::BTreeSet;

use ferz::board::Square;
use ferz::fen;
use ferz::game::{Compiled, Game};
use ferz::interpreter::Move;
use ferz::notation::uci;
use ferz::rules::tree::{Block, EffectKind, Rule, RuleKind, Taker};
use ferz::rules::{Outcome, Rules, Setup};
use ferz_oracle::Oracle;

/// The longest game, in plies.
const LONGEST: usize = 120;

/// How much of two positions is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// All of it, with the texts of the moves.
    Whole,
    /// The board and the side to move. Pieces are matched by their symbols.
    Board,
    /// Which squares are empty and which side stands on the others: the two games tell pieces apart in different ways.
    Sides,
}

/// A random number generator of one line: the same games every time.
pub(crate) struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// A position as both sides of the comparison write it.
fn written(setup: Setup, oracle: &Oracle) -> String {
    let mut castling = setup.castling.clone();
    castling.sort_unstable();
    fen::write(&Setup { castling, memo: None, told: None, ..setup }, oracle.rules())
}

/// A position as it is compared. Pieces of no side are walls in other files, and what stands on the second of two boards may stand
/// on the same square of the only one: `cells` is the number of squares of the smaller board.
fn shown(setup: Setup, rules: &Rules, oracle: &Oracle, (depth, cells): (Depth, usize)) -> String {
    let neutral = &oracle.tree().sides.neutral;
    let is_neutral = |name: &str| neutral.iter().any(|piece| oracle.rules().piece(*piece).name == name);
    let on = |index: usize| match (setup.pieces[index], setup.walls.contains(Square::new(index as u16))) {
        (Some(placed), _) if is_neutral(&rules.piece(placed.piece).name) => "#".to_owned(),
        (Some(placed), _) if depth == Depth::Board => rules.piece(placed.piece).symbol[placed.side].clone(),
        (Some(placed), _) => placed.side.letter().to_string(),
        (None, true) => "#".to_owned(),
        (None, false) => ".".to_owned(),
    };
    let folded = |index: usize| {
        let all = (index..setup.pieces.len()).step_by(cells.max(1));
        all.map(on).find(|shown| shown != ".").unwrap_or_else(|| ".".to_owned())
    };
    match depth {
        Depth::Whole => written(setup, oracle),
        _ => (0..cells).map(folded).collect::<String>() + &setup.turn.letter().to_string(),
    }
}

/// `true` if both write all moves of a variant in the same way, apart from walls: what a rule does in place of a move is written otherwise
/// today, and pieces that rules change, or that capture without moving, are written with their squares alone. A capture that the
/// player chooses has the sign of captures today.
fn writes_alike(oracle: &Oracle) -> bool {
    fn any_effect(block: &Block, test: &dyn Fn(&EffectKind) -> bool) -> bool {
        block.effects.iter().any(|effect| match &effect.kind {
            EffectKind::May(block) | EffectKind::Block(block) => any_effect(block, test),
            kind => test(kind),
        })
    }
    let changes = |kind: &EffectKind| matches!(kind, EffectKind::Change(..));
    let captures = |kind: &EffectKind| matches!(kind, EffectKind::Capture(_));
    let otherwise = |rule: &Rule| match &rule.kind.kind {
        RuleKind::Instead { block, .. } => !block.effects.is_empty(),
        RuleKind::After { block, .. } => {
            any_effect(block, &changes) || (!block.choices.is_empty() && any_effect(block, &captures))
        }
        RuleKind::Pieces(moves) => moves.taker != Taker::Goes,
        _ => false,
    };
    !oracle.tree().rules.iter().any(otherwise)
}

/// A text of the interpreter with a chosen square as the language writes it: walls name the end of the move today.
fn chosen_alone(text: &str, made: &Move, rules: &Rules) -> String {
    match text.split_once(',').filter(|_| rules.tree.is_empty()) {
        Some((before, wall)) => {
            let end = rules.geometry.name(made.to);
            format!("{before},{}", wall.strip_prefix(end.as_str()).unwrap_or(wall))
        }
        None => text.to_owned(),
    }
}

/// The rows of one list that another lacks.
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

/// `Err` unless two values are the same.
fn alike<T: PartialEq + std::fmt::Debug>(what: &str, ours: &T, theirs: &T) -> Result<(), String> {
    match ours == theirs {
        true => Ok(()),
        false => Err(format!("{what}: {ours:?} of the oracle, {theirs:?} of the interpreter")),
    }
}

/// One game of the interpreter and one of the oracle in the same position.
struct Pair<'a> {
    game: Game,
    own: ferz_oracle::Game,
    oracle: &'a Oracle,
    depth: Depth,
    cells: usize,
}

/// The moves of a position: what each leads to and, where it is compared, its text, with its index.
type Rows = Vec<((String, String), usize)>;

/// The moves of both in the same order, and those of the oracle by their indices.
struct Listed {
    ours: Rows,
    theirs: Rows,
    moves: Vec<(ferz_oracle::Move, ferz_oracle::Position)>,
}

impl Pair<'_> {
    fn ours(&self, after: &ferz_oracle::Position) -> String {
        let setup = Setup { count: self.own.count_after(after), ..self.oracle.setup(after) };
        shown(setup, self.oracle.rules(), self.oracle, (self.depth, self.cells))
    }

    fn theirs(&self, game: &Game) -> String {
        shown(game.setup(), game.rules(), self.oracle, (self.depth, self.cells))
    }

    /// Compares moves, check and end; gives back the moves of both, in the same order.
    fn compare(&self) -> Result<Listed, String> {
        let texts = self.depth == Depth::Whole && writes_alike(self.oracle);
        let text = |text: String| if texts { text } else { String::new() };
        let next = |(index, (written, made)): (usize, (String, Move))| {
            let mut next = self.game.clone();
            next.play(&made);
            ((self.theirs(&next), text(chosen_alone(&written, &made, self.game.rules()))), index)
        };
        let mut theirs: Rows = uci::texts(&self.game).into_iter().enumerate().map(next).collect();
        let moves = self.own.moves();
        let names = self.oracle.texts(self.own.position(), &moves);
        let distinct: BTreeSet<&String> = names.iter().collect();
        if distinct.len() < names.len() {
            return Err(format!("two moves of the oracle have one text: {}", names.join(" ")));
        }
        let named = moves.iter().zip(names).enumerate();
        let mut ours: Rows = named.map(|(index, ((_, after), name))| ((self.ours(after), text(name)), index)).collect();
        theirs.sort();
        ours.sort();
        let rows = |listed: &Rows| listed.iter().map(|(row, _)| row.clone()).collect::<Vec<_>>();
        let (own, others) = (rows(&ours), rows(&theirs));
        if own != others {
            let (only_ours, only_theirs) = (lacking(&own, &others), lacking(&others, &own));
            return Err(format!("only the oracle: {only_ours} | only the interpreter: {only_theirs}"));
        }
        alike("check", &self.own.in_check(), &self.game.in_check())?;
        type End = Option<(Outcome, String, bool)>;
        let our_end: End = self.own.end().map(|end| (end.outcome, end.reason, end.claim));
        let their_end: End = self.game.end().map(|end| (end.outcome, end.reason.to_string(), end.claim));
        match self.depth {
            Depth::Whole => alike("end", &our_end, &their_end)?,
            // Two files may give the same end two names.
            _ => {
                let decided = |end: End| end.filter(|end| !end.2).map(|end| end.0);
                alike("end", &decided(our_end), &decided(their_end))?;
            }
        }
        Ok(Listed { ours, theirs, moves })
    }

    /// Plays a move that leads to a position of its own in both games. `false` if there is none, or the game is over.
    fn go_on(&mut self, listed: Listed, dice: &mut Dice) -> bool {
        let Listed { ours, .. } = &listed;
        let single = |place: usize| {
            let same = |other: usize| ours.get(other).is_some_and(|row| row.0 == ours[place].0);
            self.depth == Depth::Whole || !(same(place + 1) || (place > 0 && same(place - 1)))
        };
        let mut places: Vec<usize> = (0..ours.len()).filter(|place| single(*place)).collect();
        if places.is_empty() || self.game.end().is_some_and(|end| !end.claim) {
            return false;
        }
        let place = places.swap_remove(dice.below(places.len()));
        self.play(listed, place);
        true
    }

    /// Plays the move at a place of the lists in both games.
    fn play(&mut self, listed: Listed, place: usize) {
        let Listed { ours, theirs, mut moves } = listed;
        // After a limit of work has been exceeded there are no texts, and no position that could be compared.
        let Some((_, made)) = uci::texts(&self.game).into_iter().nth(theirs[place].1) else { return };
        self.game.play(&made);
        let (made, after) = moves.swap_remove(ours[place].1);
        self.own.play(&made, after);
    }
}

/// `Err` unless the oracle and the interpreter agree in all positions of a line of moves. `-` stands for the only move.
pub(crate) fn agree_along(compiled: &Compiled, setup: &Setup, line: &[&str]) -> Result<(), String> {
    let oracle = ferz::oracle(compiled.shared_rules()).map_err(|unknown| unknown.to_string())?;
    let game = compiled.game(setup).map_err(|error| error.to_string())?;
    let own = ferz_oracle::Game::new(&oracle, &game.setup());
    let cells = compiled.rules().setup.pieces.len();
    let mut pair = Pair { game, own, oracle: &oracle, depth: Depth::Whole, cells };
    for text in line {
        let listed = pair.compare()?;
        let texts = uci::texts(&pair.game);
        let index = texts.iter().position(|(other, _)| other == text || (*text == "-" && texts.len() == 1));
        let index = index.ok_or_else(|| format!("{text} is no move"))?;
        let place = listed.theirs.iter().position(|row| row.1 == index).ok_or("every move is listed")?;
        pair.play(listed, place);
    }
    pair.compare().map(drop)
}

/// Plays random games with both until so many positions have been compared. The oracle may have another file's rules for the same
/// game; then `depth` says how far the two can be compared. Returns how many positions agreed, and the first that did not.
pub(crate) fn play_games(
    compiled: &Compiled,
    oracle: &Oracle,
    depth: Depth,
    seed: u64,
    wanted: usize,
) -> (usize, Result<(), String>) {
    let mut seen = 0;
    let agreed = play_until(compiled, oracle, depth, (seed, wanted), &mut seen);
    (seen, agreed)
}

fn play_until(
    compiled: &Compiled,
    oracle: &Oracle,
    depth: Depth,
    (seed, wanted): (u64, usize),
    seen: &mut usize,
) -> Result<(), String> {
    let mut dice = Dice(seed);
    let cells = compiled.rules().setup.pieces.len().min(oracle.rules().setup.pieces.len());
    while *seen < wanted {
        let game = compiled.start().map_err(|error| error.to_string())?;
        let setup = if depth == Depth::Whole { game.setup() } else { oracle.rules().setup.clone() };
        let own = ferz_oracle::Game::new(oracle, &setup);
        let mut pair = Pair { game, own, oracle, depth, cells };
        let mut before = String::new();
        for _ in 0..LONGEST {
            let place = fen::write(&pair.game.setup(), compiled.rules());
            let listed = pair.compare().map_err(|error| format!("{place}{before}: {error}"))?;
            before = format!(" after {place}");
            *seen += 1;
            if *seen >= wanted || !pair.go_on(listed, &mut dice) {
                break;
            }
        }
    }
    Ok(())
}
