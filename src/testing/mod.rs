//! Tests that are written in variant files, and snapshots of variants.
//!
//! [`run`] runs the `tests` of a file. [`snapshot`] writes the rules of a variant in words. For the start and other
//! positions, it writes the board, the moves by piece and perft counts. `ferz test` and `ferz snapshot` print the
//! results.
//!
//! Two macros help crates that use this one and have [`insta`](https://docs.rs/insta) among their `dev-dependencies`:
//!
//! ```
//! let chess = ferz::load("chess").unwrap();
//! let mut game = chess.game(&ferz::fen::read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", chess.rules()).unwrap()).unwrap();
//! ferz::assert_moves!(game, @r"
//! king e1: Kd1 Kd2 Ke2 Kf1 Kf2
//! pawn a7: a8=B a8=N a8=Q+ a8=R+
//! ");
//! ```

mod moves;
mod rules;
mod runner;
mod snapshot;
mod squares;
#[cfg(feature = "batch")]
mod told;

pub use moves::by_piece;
pub use rules::in_words;
pub use runner::{Fault, Outcome, run, run_compiled, run_within};
pub use snapshot::{Origin, Place, places, snapshot};
#[cfg(feature = "batch")]
pub use told::run_by_oracle;

/// Asserts that the legal moves of a game, by piece, are those of an `insta` snapshot. The arguments are those of
/// `insta::assert_snapshot!`, with a game (`&mut` is added) instead of the value.
#[macro_export]
macro_rules! assert_moves {
    ($game:expr $(, @$inline:literal)? $(,)?) => {
        ::insta::assert_snapshot!($crate::testing::by_piece(&mut $game) $(, @$inline)?)
    };
    ($name:expr, $game:expr $(,)?) => {
        ::insta::assert_snapshot!($name, $crate::testing::by_piece(&mut $game))
    };
}

/// Asserts that a variant, given by its built-in name or its path, equals an `insta` snapshot: the text that `ferz
/// snapshot` writes.
#[macro_export]
macro_rules! assert_variant {
    ($variant:expr $(,)?) => {
        ::insta::assert_snapshot!($crate::testing::snapshot_of($variant))
    };
    ($name:expr, $variant:expr $(,)?) => {
        ::insta::assert_snapshot!($name, $crate::testing::snapshot_of($variant))
    };
}

/// The snapshot of a variant, by its built-in name or its path: what [`assert_variant!`](crate::assert_variant) compares.
///
/// # Panics
/// When the variant cannot be read: this is for tests.
pub fn snapshot_of(variant: &str) -> String {
    use crate::variant::{DiskLoader, VariantSource};
    let loaded = crate::compile::load(&VariantSource::named(variant), &DiskLoader);
    let loaded = loaded.unwrap_or_else(|error| panic!("{error}"));
    match &loaded.variant {
        Some(variant) => snapshot(variant, &places(variant)),
        None => panic!(
            "{}",
            crate::diagnostic::render_all(&loaded.problems, &loaded.sources, crate::diagnostic::Style::Plain)
        ),
    }
}
