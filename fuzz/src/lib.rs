//! What is fuzzed: one function for each kind of input. Each takes any bytes and panics if something is wrong. The targets
//! of cargo-fuzz call them, and so does a short run of the tests.

mod games;
mod inputs;
mod structured;

/// A kind of input: its name, and what is done with it.
pub type Target = (&'static str, fn(&[u8]));

/// All kinds.
pub const TARGETS: &[Target] = &[
    ("notation", inputs::notation),
    ("yaml", inputs::yaml),
    ("fen", inputs::fen),
    ("batch", inputs::batch),
    ("page", inputs::page),
    ("ini", inputs::ini),
    ("pgn", inputs::pgn),
    ("structured", structured::variant),
];

/// Does what belongs to a kind of input.
///
/// # Panics
/// When there is no such kind, or something is wrong.
pub fn run(name: &str, data: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(other, _)| *other == name).expect("a target");
    target(data);
}
