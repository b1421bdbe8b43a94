//! The moves of a notation as what claims about movement note: the other direction of `judge::ways`.

use crate::betza::{Base, Limit, Modifier, Move, Notation};
use crate::pages::grammar::Said;

/// A claim about a piece, without its subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Its shape.
    pub shape: &'static str,
    /// The notes behind the subject.
    pub said: Vec<Said>,
}

/// Claims about the moves of a notation.
#[derive(Clone, Default, Debug)]
pub struct Steps {
    /// The claims.
    pub claims: Vec<Claim>,
    /// The moves that no claim is about, in English.
    pub left_out: Vec<String>,
}

/// How far a move goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Far {
    Any,
    Step,
    Upto(u8),
    Exactly(u8),
    Leap(u8, u8),
}

/// A distance, and ways by bit: 0 is straight ahead, 1 ahead to the right, and so on round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    far: Far,
    ways: u8,
}

/// Names of ways, the widest first, as notes of `judge::ways`.
const NAMED: [(u8, &[&str]); 9] = [
    (0xff, &["K"]),
    (0x55, &["W"]),
    (0xaa, &["F"]),
    (0x11, &["W", "v"]),
    (0x44, &["W", "s"]),
    (0x82, &["F", "f"]),
    (0x28, &["F", "b"]),
    (0x01, &["W", "f"]),
    (0x10, &["W", "b"]),
];

/// The names of ways; `None` if some of them have no name.
fn named(ways: u8) -> Option<Vec<Said>> {
    let (mut left, mut said) = (ways, Vec::new());
    for (mask, tags) in NAMED {
        if left & mask == mask {
            left &= !mask;
            said.extend(tags.iter().copied().map(Said::tag));
        }
    }
    (left == 0).then_some(said)
}

impl Way {
    /// Its notes.
    fn said(self) -> Option<Vec<Said>> {
        let number = |number: u8| Said::word("number", number);
        let far = match self.far {
            Far::Any => vec![Said::tag("any")],
            Far::Step => vec![Said::tag("step")],
            Far::Upto(most) => vec![Said::tag("upto"), number(most)],
            Far::Exactly(count) => vec![number(count)],
            Far::Leap(long, short) if self.ways == 0xff => {
                return Some(vec![Said::tag("leap"), number(long), number(short)]);
            }
            // The two leaps that go farthest ahead.
            Far::Leap(long, short) if self.ways == 0x81 => {
                return Some(vec![Said::tag("leap"), number(long), number(short), Said::tag("f")]);
            }
            Far::Leap(..) => return None,
        };
        Some([far, named(self.ways)?].concat())
    }
}

/// The ways of a move with one leg; `None` if a claim cannot say them.
fn ways(piece_move: &Move) -> Option<Vec<Way>> {
    let [leg] = piece_move.legs.as_slice() else { return None };
    if piece_move.bracket.is_some() || leg.modifiers.repeated.is_some() || !leg.atom.suffixes.is_empty() {
        return None;
    }
    let known = [Modifier::Initial, Modifier::Quiet, Modifier::Capture];
    // A first move of a pawn does not jump; that is not said.
    let lame = leg.modifiers.has(Modifier::Lame) && leg.modifiers.has(Modifier::Initial);
    // A capture that may also be en passant is a capture; that it may be en passant is said elsewhere.
    let passing = leg.modifiers.has(Modifier::EnPassant) && leg.modifiers.has(Modifier::Capture);
    let fits = |modifier: Modifier| {
        let aside = lame && modifier == Modifier::Lame || passing && modifier == Modifier::EnPassant;
        aside || known.contains(&modifier)
    };
    if !leg.modifiers.letters.iter().all(|letter| fits(letter.modifier)) {
        return None;
    }
    let class = leg.atom.class();
    let chosen = class.select(&leg.modifiers.directions);
    let ways = if leg.modifiers.directions.is_empty() { class.headings() } else { chosen };
    let far = match (leg.atom.base, leg.limit()) {
        (Base::W | Base::F | Base::K | Base::R | Base::B | Base::Q, limit) => match limit {
            Limit::Times(1) => Far::Step,
            Limit::Times(most) => Far::Upto(most),
            Limit::Unlimited => Far::Any,
            Limit::Middle => return None,
        },
        (Base::D | Base::A, Limit::Times(1)) => Far::Exactly(2),
        (Base::H | Base::G, Limit::Times(1)) => Far::Exactly(3),
        (Base::N, Limit::Times(1)) => Far::Leap(2, 1),
        (Base::C, Limit::Times(1)) => Far::Leap(3, 1),
        (Base::Z, Limit::Times(1)) => Far::Leap(3, 2),
        _ => return None,
    };
    Some(vec![Way { far, ways }])
}

/// Joins ways of the same distance.
fn joined(all: impl IntoIterator<Item = Way>) -> Vec<Way> {
    let mut found: Vec<Way> = Vec::new();
    for way in all {
        match found.iter_mut().find(|known| known.far == way.far) {
            Some(known) => known.ways |= way.ways,
            None => found.push(way),
        }
    }
    found
}

/// The claims about the moves of a notation.
pub fn of(notation: &str) -> Steps {
    let mut steps = Steps::default();
    let Ok(notation) = Notation::parse(notation) else { return steps };
    let (mut both, mut quiet, mut taking) = (Vec::new(), Vec::new(), Vec::new());
    for piece_move in notation.moves() {
        let modifiers = piece_move.ending_modifiers(0);
        let has = |modifier: Modifier| modifiers.has(modifier);
        if has(Modifier::EnPassant) {
            steps.left_out.push("captures en passant".to_owned());
        }
        let Some(ways) = ways(piece_move).filter(|_| !has(Modifier::EnPassant) || has(Modifier::Capture)) else {
            steps.left_out.extend((!has(Modifier::EnPassant)).then(|| "moves with conditions or turns".to_owned()));
            continue;
        };
        match (has(Modifier::Initial), has(Modifier::Quiet), has(Modifier::Capture)) {
            (true, ..) => match ways.as_slice() {
                [Way { far: Far::Exactly(count), ways: 0x01 }] if !has(Modifier::Capture) => {
                    steps.claims.push(Claim { shape: "double", said: vec![Said::word("number", count)] });
                }
                _ => steps.left_out.push("first moves".to_owned()),
            },
            (_, quietly, takes) if quietly == takes => both.extend(ways),
            (_, true, _) => quiet.extend(ways),
            _ => taking.extend(ways),
        }
    }
    let first = std::mem::take(&mut steps.claims);
    let (both, quiet, taking) = (joined(both), joined(quiet), joined(taking));
    for (ways, before, behind) in
        [(both, Some("going2"), None), (quiet, None, Some("going")), (taking, Some("taking"), None)]
    {
        push(&mut steps, &ways, before, behind);
    }
    steps.claims.extend(first);
    steps
}

/// Adds a claim about ways.
fn push(steps: &mut Steps, ways: &[Way], before: Option<&'static str>, behind: Option<&'static str>) {
    let mut said: Vec<Said> = before.map(Said::tag).into_iter().collect();
    let mut any = false;
    for way in ways {
        match way.said() {
            Some(notes) => {
                said.extend(any.then(|| Said::tag("or")));
                said.extend(notes);
                any = true;
            }
            None => steps.left_out.push("moves in ways without a name".to_owned()),
        }
    }
    said.extend(behind.map(Said::tag));
    if any {
        steps.claims.push(Claim { shape: "moves", said });
    }
}
