//! Special rules that decide about a move. To find the deciding rule, each one is removed in turn.

use crate::board::{Side, Square, Step};
use crate::game::Compiled;
use crate::rules::{Beyond, Levels, PieceId, Relations, Rules, Setup, Takes, Turns, TwoSteps};

use super::request::{leading_square, parse};

/// A rule, by its keys below `rules`.
struct Part {
    /// The group.
    group: &'static str,
    /// The key in the group; empty for a group that is one rule.
    key: &'static str,
    /// Removes the rule.
    remove: fn(&mut Beyond),
}

macro_rules! parts {
    ($($group:ident: $kind:ident { $($key:literal $field:ident),+ $(,)? })+) => {
        &[$($(Part {
            group: stringify!($group),
            key: $key,
            remove: |beyond| {
                let none = $kind::default();
                beyond.$group.$field = none.$field;
            },
        },)+)+]
    };
}

/// All such rules, in the order of the test.
const PARTS: &[Part] = parts! {
    relations: Relations {
        "wary" wary, "persuasion" persuasion, "skips_walls" skips_walls, "magnets" magnets,
    }
    takes: Takes {
        "chains" chains, "longest" longest, "two_steps" two_steps,
        "unguarded_only" unguarded_only, "in_hand_as" in_hand_as,
    }
    turns: Turns {
        "proposes" proposals, "boards" boards,
    }
    levels: Levels { "" forms }
};

/// The groups, in the order of the test.
const GROUPS: [&str; 4] = ["relations", "takes", "turns", "levels"];

/// The rules without some parts; `None` if they have none of these parts.
fn without<'a>(rules: &Rules, parts: impl Iterator<Item = &'a Part>) -> Option<Rules> {
    let mut beyond = rules.beyond.clone();
    parts.for_each(|part| (part.remove)(&mut beyond));
    if beyond == rules.beyond {
        return None;
    }
    let mut changed = rules.clone();
    changed.beyond = beyond;
    Some(changed)
}

fn is_legal(rules: Rules, setup: &Setup, text: &str) -> bool {
    let compiled = Compiled::new(rules);
    compiled.game_unchecked(setup).is_ok_and(|mut game| parse(&mut game, text).is_ok())
}

/// A piece that moves, and its squares as far as they are known.
#[derive(Clone, Copy)]
struct Mover {
    piece: PieceId,
    side: Side,
    squares: Option<[Square; 2]>,
}

/// Returns `true` if two steps, or one, lead to the destination.
fn reaches(rules: &Rules, steps: &TwoSteps, mover: Mover) -> bool {
    let Some([from, to]) = mover.squares else { return true };
    let next = |from: Square| {
        let steps = steps.steps.iter().map(move |step| match mover.side {
            Side::White => *step,
            Side::Black => Step::new(step.files, -step.ranks),
        });
        steps.filter_map(move |step| rules.geometry.step(from, step).map(|landing| landing.square))
    };
    next(from).any(|middle| middle == to || next(middle).any(|end| end == to))
}

/// Returns `false` for a rule that names its pieces, and not this one. `None` stands for any piece.
fn concerns(part: &Part, rules: &Rules, mover: Option<Mover>) -> bool {
    let (takes, Some(moved)) = (&rules.beyond.takes, mover) else { return true };
    let mover = moved.piece;
    match part.key {
        "two_steps" => takes.two_steps.iter().any(|steps| steps.by.contains(&mover) && reaches(rules, steps, moved)),
        "chains" => takes.chains.iter().any(|jumps| jumps.by.contains(&mover)),
        "unguarded_only" => takes.unguarded_only.contains(&mover),
        _ => true,
    }
}

/// The first rule about a piece without which `changes` is true, or else the first such group. To try a rule takes long, because the
/// tables of the game are made anew.
fn found(rules: &Rules, mover: Option<Mover>, changes: impl Fn(Rules) -> bool) -> Option<(&'static str, &'static str)> {
    let there = |part: &&Part| concerns(part, rules, mover) && without(rules, std::iter::once(*part)).is_some();
    let there: Vec<&Part> = PARTS.iter().filter(there).collect();
    let one = there.iter().find(|part| without(rules, std::iter::once(**part)).is_some_and(&changes));
    let of = |group: &'static str| there.iter().copied().filter(move |part| part.group == group);
    let several = |group: &&'static str| of(group).nth(1).is_some();
    let group = || {
        let mut groups = GROUPS.into_iter().filter(several);
        groups.find(|group| without(rules, of(group)).is_some_and(&changes))
    };
    one.map(|part| (part.group, part.key)).or_else(|| Some((group()?, "")))
}

/// Group and key of the first such rule without which the side to move would not be in check.
pub(super) fn checks(rules: &Rules, setup: &Setup) -> Option<(&'static str, &'static str)> {
    let in_check = |rules| Compiled::new(rules).game_unchecked(setup).is_ok_and(|game| game.in_check());
    if rules.beyond.is_empty() || !in_check(rules.clone()) {
        return None;
    }
    found(rules, None, |without| !in_check(without))
}

/// Group and key of the rule that decides about a move: without it, a legal move would be illegal, or an illegal one
/// legal. If the rule itself creates the move, and it is the only such rule, it counts as deciding.
pub(super) fn decides(rules: &Rules, setup: &Setup, text: &str, legal: bool) -> Option<(&'static str, &'static str)> {
    let mover = mover(rules, setup, text);
    found(rules, mover, |without| is_legal(without, setup, text) != legal).or_else(|| {
        let there = |part: &&Part| concerns(part, rules, mover) && without(rules, std::iter::once(*part)).is_some();
        let there: Vec<&Part> = PARTS.iter().filter(there).collect();
        match there[..] {
            [only] => Some((only.group, only.key)),
            [first, ..] if there.iter().all(|part| part.group == first.group) => Some((first.group, "")),
            _ => None,
        }
    })
}

/// Group and key of the rule without which an illegal move would be legal.
pub(super) fn forbids(rules: &Rules, setup: &Setup, text: &str) -> Option<(&'static str, &'static str)> {
    found(rules, mover(rules, setup, text), |without| is_legal(without, setup, text))
}

/// The piece on the square with which a text begins.
fn mover(rules: &Rules, setup: &Setup, text: &str) -> Option<Mover> {
    let (from, rest) = leading_square(&rules.geometry, text)?;
    let squares = leading_square(&rules.geometry, rest).map(|(to, _)| [from, to]);
    setup.pieces[from.index()].map(|placed| Mover { piece: placed.piece, side: placed.side, squares })
}

/// The name that the deciding rule has in a translation; `None` for a key.
pub(super) fn rule_of(group: &str, key: &str) -> Option<&'static str> {
    match (group, key) {
        ("relations", "wary") => Some("wary"),
        ("relations", "persuasion") => Some("persuasion"),
        ("relations", "skips_walls") => Some("skips_walls"),
        ("relations", "magnets") => Some("attracts"),
        ("takes", "two_steps") => Some("two_steps"),
        ("takes", "unguarded_only") => Some("unguarded_only"),
        ("takes", "longest") => Some("must_capture"),
        ("turns", "proposes") => Some("elsewhere"),
        ("levels", _) => Some("crosses"),
        _ => None,
    }
}

/// A rule as a clause.
pub(super) fn words(group: &str, key: &str) -> &'static str {
    match (group, key) {
        ("relations", "wary") => "the piece may not move to a square where it would change sides",
        ("relations", "persuasion") => "pieces that more enemies than friends attack change sides",
        ("takes", "longest") => "the chain with the most captures must be made",
        ("takes", "chains") => "a chain must go on as long as a jump is possible",
        ("takes", "unguarded_only") => "the piece captures only unguarded enemies",
        ("turns", "proposes") => "the other side has chosen the destination",
        ("turns", "boards") => "the side is not to move on that board",
        ("relations", "skips_walls") => "steps pass over walls as if they were not there",
        ("relations", "magnets") => "a magnetic piece attracts and repels pieces when it moves",
        ("takes", "two_steps") => "the piece makes two steps, and the text of the move has the square between them",
        ("takes", "in_hand_as") => "a captured piece goes to a hand as the other piece of its pair",
        ("takes", _) => "the rules of `takes` together decide about this move",
        ("turns", _) => "the rules of `turns` together decide about this move",
        ("levels", _) => {
            "every move leads to the other board; the square must be empty there, and the royal pieces safe on both boards"
        }
        _ => "the rules of `relations` together decide about this move",
    }
}
