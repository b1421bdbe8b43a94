//! Who plays whom.

use crate::play::Opponent;

use super::player::Control;
use super::variant::Variant;

/// Who takes part.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// What it is called; no two have the same name.
    pub name: String,
    /// How it is reached.
    pub kind: Kind,
    /// The time it has.
    pub control: Control,
}

/// How a player is reached.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A program that speaks UCI: the words of its command, and options to set.
    Uci(Vec<String>, Vec<(String, String)>),
    /// A program that speaks the protocol of XBoard.
    Cecp(Vec<String>, Vec<(String, String)>),
    /// An opponent that is built in.
    BuiltIn(Opponent),
}

/// A game that is to be played.
pub(super) struct Pairing<'a> {
    pub number: usize,
    pub white: &'a Contestant,
    pub black: &'a Contestant,
    pub variant: &'a Variant,
    pub opening: usize,
}
