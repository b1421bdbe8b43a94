//! Games that people wrote who had only the docs, in `tests/games`: their own tests hold, and the oracle and the interpreter agree.
//!
//! `FERZ_AUTHORS_POSITIONS` sets the number of random positions of each game, `FERZ_SEED` the games.

use ferz::compile;
use ferz::variant::{NoFiles, VariantSource};

use crate::common::{check_all, files_below, setting};
use crate::side_by_side::{Depth, play_games};

/// The folder of the games.
const FOLDER: &str = "tests/games";

#[test]
fn games_of_other_authors_hold_in_both_engines() {
    let files: Vec<_> = files_below(FOLDER, "yaml").into_iter().collect();
    assert!(files.len() >= 25, "only {} games", files.len());
    let each = setting("FERZ_AUTHORS_POSITIONS", 12);
    let seed: u64 = setting("FERZ_SEED", 1);
    check_all(&files, |path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        let source = VariantSource::Text { name: name.to_string(), text };
        let loaded = compile::load(&source, &NoFiles).map_err(|error| format!("{name}: {error}"))?;
        let variant = loaded.variant.ok_or_else(|| format!("{name}: {:?}", loaded.problems))?;
        if let Some(problem) = loaded.problems.first() {
            return Err(format!("{name}: {}", problem.message));
        }
        for outcome in ferz::testing::run(&variant) {
            if let Some(fault) = outcome.fault {
                return Err(format!("{name}: {}: {}", outcome.name, fault.message));
            }
        }
        let compiled = ferz::game::Compiled::new(variant.rules.clone());
        let oracle = ferz::oracle(compiled.shared_rules()).map_err(|unknown| format!("{name}: {unknown}"))?;
        let (_, agreed) = play_games(&compiled, &oracle, Depth::Whole, seed, each);
        agreed.map_err(|error| format!("{name}: {error}"))
    });
}

#[test]
fn shipped_variants_pass_their_own_tests() {
    let names = crate::common::chosen_variants();
    check_all(&names, |name| {
        let loaded =
            compile::load(&VariantSource::BuiltIn((*name).to_owned()), &NoFiles).map_err(|error| error.to_string())?;
        let variant = loaded.variant.ok_or_else(|| format!("{name}: {:?}", loaded.problems))?;
        let faults = ferz::testing::run(&variant).into_iter().filter_map(|outcome| outcome.fault);
        let faults: Vec<String> = faults.map(|fault| fault.message).collect();
        if faults.is_empty() { Ok(()) } else { Err(format!("{name}: {}", faults.join("; "))) }
    });
}
