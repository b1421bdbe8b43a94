//! Ferz for Python: the extension module `ferz._ferz`. Together with the Python files it forms the package `ferz`.

mod actions;
mod batch;
mod diagnostic;
mod epd;
mod factors;
mod fish;
mod game;
mod moves;
mod pgn;
mod picture;
mod position;
mod queries;
mod random;
mod search;
mod shared;
mod tally;
mod values;
mod variant;
mod variant_methods;
mod why;

use pyo3::pymodule;

/// The compiled part of the package `ferz`. Use `ferz` itself, which re-exports everything.
#[pymodule]
mod _ferz {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::diagnostic::{Diagnostic, FenError, IllegalMoveError, PgnError, VariantError};
    #[pymodule_export]
    use super::fish::{Fish, fairy_data};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::pgn::{PgnReader, write_pgn};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::search::Found;
    #[pymodule_export]
    use super::tally::random_games;
    #[pymodule_export]
    use super::values::{End, Piece, PieceType};
    #[pymodule_export]
    use super::variant::{Variant, check, export_ini, import_ini, load, load_text, variants};
    #[pymodule_export]
    use super::why::Why;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
