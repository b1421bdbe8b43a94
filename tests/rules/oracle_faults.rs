//! Faults are found: the interpreter is given rules with one fault, the oracle the right ones, and random games must show the
//! difference. One fault for each kind of rule.

use std::sync::Arc;

use crate::common::{chosen_variants, variant};
use crate::side_by_side::{Depth, play_games};
use ferz::board::BySide;
use ferz::game::Compiled;
use ferz::rules::movement::{Course, Movement};
use ferz::rules::{DropRule, Flips, Pass, Piece, Royalty, Rules};

/// The numbers of positions of a game that are asked in turn, until one shows the fault. Few positions of each variant come first: most
/// faults show soon in one of them, and some variants are slow in the oracle.
const POSITIONS: [usize; 3] = [30, 300, 3_000];

/// The most variants that are asked for a fault.
const VARIANTS: usize = 6;

/// A fault: its name, and what it does to rules. It returns `false` where the rules have nothing of the kind.
type Fault = (&'static str, fn(&mut Rules) -> bool);

/// Changes something of all pieces.
fn of_pieces(rules: &mut Rules, change: impl Fn(&mut Piece) -> bool) -> bool {
    let changed: Vec<bool> = rules.pieces.iter_mut().map(change).collect();
    changed.contains(&true)
}

fn of_drops(rules: &mut Rules, change: impl Fn(&mut DropRule) -> bool) -> bool {
    rules.hand.is_some() && of_pieces(rules, |piece| piece.drop.as_mut().is_some_and(&change))
}

/// Changes something of all legs of all pieces.
fn of_legs(rules: &mut Rules, change: impl Fn(&mut ferz::rules::movement::Leg) -> bool) -> bool {
    of_pieces(rules, |piece| {
        let movements =
            std::iter::once(&mut piece.movement).chain(piece.extra.iter_mut().map(|extra| &mut extra.movement));
        movements.flat_map(|movement: &mut Movement| &mut movement.patterns).fold(false, |changed, pattern| {
            let legs = match &mut pattern.course {
                Course::Legs(legs) => legs.as_mut_slice(),
                _ => &mut [],
            };
            legs.iter_mut().fold(changed, |changed, leg| change(leg) || changed)
        })
    })
}

/// Puts a value in the place of another, and returns `true` if it is a different one.
fn put<T: PartialEq>(place: &mut T, value: T) -> bool {
    let old = std::mem::replace(place, value);
    *place != old
}

const FAULTS: &[Fault] = &[
    ("royal pieces may be left under attack", |rules| {
        of_pieces(rules, |piece| piece.royalty == Royalty::Royal && put(&mut piece.royalty, Royalty::Common))
    }),
    ("a castling is missing", |rules| {
        !rules.setup.castling.is_empty() && rules.castling.len() > 1 && {
            let kept = rules.castling[0].to;
            put(&mut rules.castling[1].to, kept)
        }
    }),
    ("a rider stops early", |rules| of_legs(rules, |leg| leg.range.is_none() && put(&mut leg.range, Some(3)))),
    ("nothing is captured in passing", |rules| of_legs(rules, |leg| put(&mut leg.terms.en_passant, false))),
    ("a hopper needs no hurdle", |rules| of_legs(rules, |leg| put(&mut leg.hop, ferz::rules::movement::Hop::None))),
    ("a lame leaper jumps", |rules| {
        of_legs(rules, |leg| put(&mut leg.between, ferz::rules::movement::Between::Anything))
    }),
    ("a choice of promotion is missing", |rules| {
        of_pieces(rules, |piece| {
            piece.promotion.as_mut().is_some_and(|promotion| {
                promotion.choices.white.len() > 1 && {
                    promotion.limits = BySide { white: vec![None; 1], black: vec![None; 1] };
                    promotion.choices.white.truncate(1);
                    promotion.choices.black.truncate(1);
                    true
                }
            })
        })
    }),
    ("promotion is never mandatory", |rules| {
        of_pieces(rules, |piece| {
            let nowhere = BySide::from_fn(|_| ferz::board::SquareSet::EMPTY);
            piece.promotion.as_mut().is_some_and(|promotion| put(&mut promotion.mandatory, nowhere))
        })
    }),
    ("pieces leave the part of the board that confines them", |rules| {
        let all = rules.geometry.squares();
        of_pieces(rules, |piece| put(&mut piece.confined, BySide::from_fn(|_| all)))
    }),
    ("any number of a piece may be dropped on a file", |rules| of_drops(rules, |drop| put(&mut drop.per_file, None))),
    ("drops go everywhere", |rules| {
        let all = rules.geometry.squares();
        of_drops(rules, |drop| put(&mut drop.on, BySide::from_fn(|_| all)))
    }),
    ("captures are no duty", |rules| put(&mut rules.constraints.must_capture, false)),
    ("checks are allowed", |rules| put(&mut rules.constraints.no_checks, false)),
    ("no side passes", |rules| put(&mut rules.constraints.pass, Pass::Never)),
    ("captures blow nothing up", |rules| put(&mut rules.effects.blast, None)),
    ("no wall comes", |rules| put(&mut rules.effects.walls, None)),
    ("no piece comes behind another", |rules| put(&mut rules.effects.gating, Vec::new())),
    ("neighbours change sides in place of enclosed pieces", |rules| {
        rules.effects.flips == Some(Flips::Enclosed) && put(&mut rules.effects.flips, Some(Flips::Neighbours))
    }),
    ("nothing is reborn", |rules| put(&mut rules.beyond.takes.reborn, Vec::new())),
    ("a shorter chain of captures will do", |rules| put(&mut rules.beyond.takes.longest, false)),
    ("quiet moves capture nothing", |rules| put(&mut rules.beyond.takes.ways, Vec::new())),
    ("no piece is paralysed", |rules| put(&mut rules.beyond.relations.paralysis, None)),
    ("no piece is held", |rules| put(&mut rules.beyond.relations.freezers, Vec::new())),
    ("no moves are lent", |rules| put(&mut rules.beyond.relations.loans, Vec::new())),
    ("no pieces change places", |rules| put(&mut rules.beyond.relations.swaps, Vec::new())),
    ("moves may stay in their cell", |rules| put(&mut rules.beyond.relations.cells, None)),
    ("turns do not grow", |rules| put(&mut rules.beyond.turns.grows, 0)),
];

#[test]
fn faults_of_the_interpreter_are_found() {
    let all: Vec<Arc<Rules>> = chosen_variants().into_iter().map(|name| variant(name).shared_rules()).collect();
    let known: Vec<&Arc<Rules>> = all.iter().filter(|rules| ferz::oracle(Arc::clone(rules)).is_ok()).collect();
    let mut hidden = Vec::new();
    for (fault, plant) in FAULTS {
        let touched = known.iter().filter(|rules| plant(&mut Rules::clone(rules))).take(VARIANTS);
        let games: Vec<_> = touched
            .map(|right| {
                let mut rules = Rules::clone(right);
                plant(&mut rules);
                (Compiled::new(rules), ferz::oracle(Arc::clone(right)).expect("it has been asked for"))
            })
            .collect();
        let shows =
            |wanted| games.iter().any(|(game, oracle)| play_games(game, oracle, Depth::Whole, 1, wanted).is_err());
        if !POSITIONS.into_iter().any(shows) {
            hidden.push(*fault);
        }
    }
    assert!(hidden.is_empty(), "not found: {hidden:?}");
}
