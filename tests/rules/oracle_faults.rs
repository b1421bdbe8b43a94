//! Faults are found: the interpreter is given rules with one fault, the oracle the right ones, and random games must show the
//! difference. One fault for each kind of rule.

use std::sync::Arc;

use crate::common::{check_all, chosen_variants, files_below, variant};
use crate::side_by_side::{Depth, play_games};
use ferz::board::BySide;
use ferz::game::Compiled;
use ferz::rules::movement::{Course, Movement};
use ferz::rules::tree::RuleKind;
use ferz::rules::{DropRule, Flips, Pass, Piece, Royalty, Rules};

/// The most files, and the most shipped variants, that are asked for a fault.
const VARIANTS: usize = 3;

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

/// Changes something of all rules in the language.
fn of_rules(rules: &mut Rules, change: impl Fn(&mut RuleKind) -> bool) -> bool {
    let changed: Vec<bool> = rules.tree.rules.iter_mut().map(|rule| change(&mut rule.kind.kind)).collect();
    changed.contains(&true)
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
    ("a shorter chain of captures will do", |rules| put(&mut rules.beyond.takes.longest, false)),
    ("nothing follows a move", |rules| {
        of_rules(rules, |rule| match rule {
            RuleKind::After { deeds, .. } => put(deeds, Vec::new()),
            _ => false,
        })
    }),
    ("nothing is forbidden", |rules| {
        of_rules(rules, |rule| match rule {
            RuleKind::Forbid(deeds) => put(deeds, Vec::new()),
            _ => false,
        })
    }),
    ("what takes the place of a move does nothing", |rules| {
        of_rules(rules, |rule| match rule {
            RuleKind::Instead { block, .. } => put(&mut block.effects, Vec::new()),
            _ => false,
        })
    }),
    ("pieces get no moves", |rules| {
        of_rules(rules, |rule| match rule {
            RuleKind::Pieces(moves) => put(&mut moves.gains, Vec::new()),
            _ => false,
        })
    }),
    ("no capture goes on in the same turn", |rules| {
        rules.tree.turns.as_mut().is_some_and(|turns| put(&mut turns.goes_on, None))
    }),
    ("a turn does not end early", |rules| rules.tree.turns.as_mut().is_some_and(|turns| put(&mut turns.until, None))),
];

/// The rules that the oracle knows, of files and of shipped variants.
struct Known {
    files: Vec<Arc<Rules>>,
    shipped: Vec<Arc<Rules>>,
}

impl Known {
    fn all() -> Known {
        let files = files_below("tests/combined", "yaml").into_iter().map(|path| {
            let text = std::fs::read_to_string(&path).expect("a file");
            ferz::load_text(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        });
        Known { files: known(files), shipped: known(chosen_variants().into_iter().map(variant)) }
    }

    /// The rules that are asked for a fault, with the numbers of positions that are asked in turn until one shows it. Files come
    /// first, and few positions: they are small and quick, while some variants are slow in the oracle.
    fn asked(&self, plant: fn(&mut Rules) -> bool) -> [(Vec<&Arc<Rules>>, &'static [usize]); 2] {
        [(&self.files, [30, 1_000].as_slice()), (&self.shipped, &[30, 300, 3_000])].map(|(all, wanted)| {
            (all.iter().filter(|rules| plant(&mut Rules::clone(rules))).take(VARIANTS).collect(), wanted)
        })
    }
}

/// Whether games of these rules show a fault within so many positions each. A difference that the right rules show as well is not
/// the fault's.
fn shown(plant: fn(&mut Rules) -> bool, rules: &[&Arc<Rules>], wanted: usize) -> bool {
    rules.iter().any(|right| {
        let mut wrong = Rules::clone(right);
        plant(&mut wrong);
        let oracle = ferz::oracle(Arc::clone(right)).expect("it has been asked for");
        let differs = |rules| play_games(&Compiled::new(rules), &oracle, Depth::Whole, 1, wanted).1.is_err();
        differs(wrong) && !differs(Rules::clone(right))
    })
}

/// The rules among these that the oracle knows.
fn known(games: impl Iterator<Item = Compiled>) -> Vec<Arc<Rules>> {
    games.map(|game| game.shared_rules()).filter(|rules| ferz::oracle(Arc::clone(rules)).is_ok()).collect()
}

#[test]
fn faults_of_the_interpreter_are_found() {
    let known = Known::all();
    check_all(FAULTS, |(name, plant)| {
        let mut asked = known.asked(*plant).into_iter();
        match asked.any(|(rules, sizes)| sizes.iter().any(|&wanted| shown(*plant, &rules, wanted))) {
            true => Ok(()),
            false => Err(format!("not found: {name}")),
        }
    });
}
