//! Special rules that decide about a move. To find the deciding rule, each one is removed in turn.

use crate::game::Compiled;
use crate::notation;
use crate::rules::{Beyond, Levels, Relations, Rules, Setup, Takes, Turns};

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
        "paralysis" paralysis, "freezers" freezers, "thawers" thawers, "unfrozen" unfrozen,
        "takes_attackers" takes_attackers, "loans" loans, "own_checks" checks_by_own, "controllers" controllers,
        "uncontrolled" uncontrolled, "cells" cells, "swaps" swaps, "exposed" exposed, "harmless" harmless,
        "checks_must_mate" checks_must_mate, "guarded" guarded, "wary" wary, "persuasion" persuasion,
        "no_check_before" no_check_before, "owners" owners, "skips_walls" skips_walls, "magnets" magnets,
        "shields" shields, "held_vanish" held_vanish, "rooms" rooms, "handovers" handovers, "trades" trades,
    }
    takes: Takes {
        "from_afar" from_afar, "exchanges" exchanges, "becomes" merges, "splits_in_peace" splits_in_peace,
        "splits" splits, "ways" ways, "chains" chains, "longest" longest, "passing" passing, "needs" needs,
        "bombs" bombs, "friends" friends, "by_mate" by_mate, "none_before" none_before, "two_steps" two_steps,
        "strikes" strikes, "single_way" single_way, "last_resort" last_resort, "reborn" reborn,
        "unguarded_only" unguarded_only, "in_hand_as" in_hand_as,
    }
    turns: Turns {
        "actions" actions, "first" first, "grows" grows, "until" until_check, "refusable" refusable, "then" follow,
        "opening" opening, "fill" fill, "proposes" proposals, "boards" boards, "dice" dice,
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
    compiled.game_unchecked(setup).is_ok_and(|mut game| notation::parse(&mut game, text).is_ok())
}

/// The first rule without which `changes` is true, or else the first such group.
fn found(rules: &Rules, changes: impl Fn(Rules) -> bool) -> Option<(&'static str, &'static str)> {
    let one = PARTS.iter().find(|part| without(rules, std::iter::once(*part)).is_some_and(&changes));
    let of = |group: &'static str| PARTS.iter().filter(move |part| part.group == group);
    let group = || GROUPS.into_iter().find(|group| without(rules, of(group)).is_some_and(&changes));
    one.map(|part| (part.group, part.key)).or_else(|| Some((group()?, "")))
}

/// Group and key of the first such rule without which the side to move would not be in check.
pub(super) fn checks(rules: &Rules, setup: &Setup) -> Option<(&'static str, &'static str)> {
    let in_check = |rules| Compiled::new(rules).game_unchecked(setup).is_ok_and(|game| game.in_check());
    if rules.beyond.is_empty() || !in_check(rules.clone()) {
        return None;
    }
    found(rules, |without| !in_check(without))
}

/// Group and key of the rule that decides about a move: without it, a legal move would be illegal, or an illegal one
/// legal. If the rule itself creates the move, and it is the only such rule, it counts as deciding.
pub(super) fn decides(rules: &Rules, setup: &Setup, text: &str, legal: bool) -> Option<(&'static str, &'static str)> {
    found(rules, |without| is_legal(without, setup, text) != legal).or_else(|| {
        let there: Vec<&Part> = PARTS.iter().filter(|part| without(rules, std::iter::once(*part)).is_some()).collect();
        match there[..] {
            [only] => Some((only.group, only.key)),
            [first, ..] if there.iter().all(|part| part.group == first.group) => Some((first.group, "")),
            _ => None,
        }
    })
}

/// A rule as a clause.
pub(super) fn words(group: &str, key: &str) -> &'static str {
    match (group, key) {
        ("relations", "paralysis") => {
            "two enemies of a kind that attack each other hold each other, or may not come to it"
        }
        ("relations", "freezers" | "thawers" | "unfrozen") => {
            "a piece beside an enemy that freezes it can neither move nor attack"
        }
        ("relations", "takes_attackers") => "a piece takes what attacks it, and nothing else",
        ("relations", "own_checks") => "a royal piece is in check from its own side, too",
        ("relations", "controllers" | "uncontrolled") => {
            "an enemy may be moved only while a controlling piece attacks it"
        }
        ("relations", "cells") => "a move must leave its cell",
        ("relations", "exposed" | "harmless") => "a piece that has to be under attack would not be",
        ("relations", "checks_must_mate") => "check may be given only if it is mate",
        ("relations", "wary") => "the piece may not go where it would change sides",
        ("relations", "persuasion") => "pieces that more enemies than friends attack change sides",
        ("relations", "no_check_before") => "no check may be given so early in the game",
        ("relations", "owners") => "a piece belongs to the side in whose part of the board it stands",
        ("relations", "shields") => "a friend beside a shielding piece cannot be taken",
        ("relations", "rooms") => "no more pieces of the side may stand there",
        ("relations", "trades") => "such pieces may not be traded so",
        ("relations", "swaps") => "it is a change of places",
        ("takes", "exchanges") => "the exchange of the last move may not be undone",
        ("takes", "becomes") => "pieces join and change only as said here",
        ("takes", "splits" | "splits_in_peace") => "pieces split only as said here",
        ("takes", "longest") => "of all chains one has to be made that takes most",
        ("takes", "chains") => "a chain goes on as long as there is something to jump",
        ("takes", "needs") => "nothing is taken without a piece that the side does not have",
        ("takes", "bombs") => "it is a piece that may blow up, and a royal piece of its side must not stand beside it",
        ("takes", "friends") => "a piece that takes a royal friend must not be under attack where it ends",
        ("takes", "by_mate") => "pieces are taken only by mate",
        ("takes", "none_before") => "nothing may be taken so early in the game",
        ("takes", "last_resort") => "a move may end there only to take, and only if no shorter one takes the same",
        ("takes", "unguarded_only") => "the piece takes only what no other enemy piece guards",
        ("takes", "reborn") => "what comes back needs a square that is empty",
        ("turns", "then") => "a capture must be gone on with as said here",
        ("turns", "opening") => "with its first turns a side changes a piece where it stands",
        ("turns", "proposes") => "the other side has said where the move ends",
        ("turns", "boards") => "the side is not to move on that board",
        ("turns", "dice") => "the dice show other pieces",
        ("turns", "refusable") => "a move may be taken back, and then not be made again",
        ("relations", "loans") => "a piece moves as another only while that guards it, or while it attacks that",
        ("relations", "guarded") => {
            "a piece goes to where it could not move only if more friends than enemies attack that"
        }
        ("relations", "skips_walls") => "steps pass over walls as if they were not there",
        ("relations", "magnets") => "a piece that moves draws and pushes others",
        ("relations", "held_vanish") => "only a piece that is held may vanish, and no royal one",
        ("relations", "handovers") => {
            "what is carried is handed over only to where the piece could take, and not back at once"
        }
        ("takes", "from_afar") => "a piece that takes stays where it is",
        ("takes", "ways") => "a piece takes what its quiet moves surround, leave, approach or jump",
        ("takes", "passing") => "a piece may be taken in passing only right after it has passed",
        ("takes", "two_steps") => "such a piece makes two steps, and a move names the square between",
        ("takes", "strikes") => "a piece takes beside its own captures only as said here",
        ("takes", "single_way") => "a move takes in one of several ways, not in all",
        ("takes", "in_hand_as") => "what is taken goes to a hand as the other piece of its pair",
        ("turns", "actions" | "first" | "grows") => "a turn has only so many moves",
        ("turns", "until") => "a check ends the turn",
        ("turns", "fill") => "pieces without neighbours vanish, and empty squares are filled",
        ("takes", _) => "the rules for what becomes of the pieces of a capture decide about this move",
        ("turns", _) => "the rules for the actions of a turn decide about this move",
        ("levels", _) => "every move ends on the other board, which must be free there and safe on both",
        _ => "the rules for where pieces stand to each other decide about this move",
    }
}
