//! Ferz for Python: the extension module `ferz._ferz`, which the Python files beside it put together to a package.

mod actions;
mod batch;
mod diagnostic;
mod fish;
mod game;
mod moves;
mod position;
mod styles;
mod variant;

use pyo3::prelude::*;

/// The compiled part of the package `ferz`. Use `ferz` itself: it re-exports what is here.
#[pymodule]
mod _ferz {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::batch::{Batch, random_games};
    #[pymodule_export]
    use super::diagnostic::{Diagnostic, FenError, IllegalMoveError, VariantError};
    #[pymodule_export]
    use super::fish::{Fish, fairy_data};
    #[pymodule_export]
    use super::game::{End, Game, Why};
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::variant::{PieceType, Variant, check, export_ini, import_ini, load, load_text, variants};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// A picture of a position, as SVG.
fn picture(game: &ferz::Game) -> String {
    ferz::svg(game.rules(), &game.setup())
}

/// Counts the leaves below a position, without the GIL, in as many threads as are asked for: 0 for all there are.
fn perft(py: Python<'_>, game: &ferz::Game, depth: u32, threads: usize, hash: usize) -> PyResult<u64> {
    use pyo3::exceptions::PyValueError;
    use rayon::prelude::*;
    let table = match hash {
        0 => None,
        megabytes => Some(ferz::Table::new(megabytes).map_err(|error| PyValueError::new_err(error.to_string()))?),
    };
    let count = |game: &ferz::Game, depth: u32| match &table {
        None => game.perft(depth),
        Some(table) => game.perft_with(depth, table),
    };
    py.detach(|| {
        if threads == 1 || depth < 3 {
            return Ok(count(game, depth));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let after = |game: &ferz::Game, made: &ferz::Move| {
            let mut next = game.clone();
            next.play(made);
            next
        };
        let first: Vec<ferz::Game> = game.legal_moves().iter().map(|made| after(game, made)).collect();
        let pairs = first.iter().flat_map(|game| game.legal_moves().into_iter().map(move |made| (game, made)));
        let pairs: Vec<(&ferz::Game, ferz::Move)> = pairs.collect();
        Ok(pool.install(|| pairs.par_iter().map(|(game, made)| count(&after(game, made), depth - 2)).sum()))
    })
}
