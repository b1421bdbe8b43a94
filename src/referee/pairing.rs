//! Pairings: which contestants play each other.

use crate::play::Opponent;

use super::player::Control;
use super::variant::Listed;

/// A contestant.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// Its name; no two contestants have the same name.
    pub name: String,
    /// Its kind: a program or a built-in opponent.
    pub kind: Kind,
    /// Its time control.
    pub control: Control,
}

/// The kind of a contestant.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A program that speaks UCI: the words of its command, and options to set.
    Uci(Vec<String>, Vec<(String, String)>),
    /// A program that speaks the protocol of XBoard.
    Cecp(Vec<String>, Vec<(String, String)>),
    /// A built-in opponent.
    BuiltIn(Opponent),
}

/// Pairings of the contestants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Schedule {
    /// Each contestant plays each other.
    #[default]
    RoundRobin,
    /// The first contestant plays each of the others.
    Gauntlet,
}

impl Schedule {
    /// The pairs of contestants, by their numbers.
    pub fn pairs(self, count: usize) -> Vec<(usize, usize)> {
        let firsts = if self == Schedule::Gauntlet { 1 } else { count };
        (0..firsts).flat_map(|first| (first + 1..count).map(move |second| (first, second))).collect()
    }
}

/// A planned game.
pub(super) struct Pairing<'a> {
    pub number: usize,
    pub white: &'a Contestant,
    pub black: &'a Contestant,
    pub variant: &'a Listed,
    pub opening: usize,
}
