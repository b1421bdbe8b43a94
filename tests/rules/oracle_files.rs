//! The oracle against the interpreter in random games of files that mix many keys.
//!
//! `FERZ_ORACLE_POSITIONS` sets the number of positions of all files, `FERZ_SEED` the games, and `FERZ_ORACLE_FILES` another folder
//! of files.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{check_all, files_below, setting};
use crate::side_by_side::{Depth, play_games};

/// The folder of files that is compared by default.
const FOLDER: &str = "tests/combined";

/// Positions of each file, unless the environment says otherwise.
const POSITIONS: usize = 25;

/// The most files of the default folder that the oracle may refuse, because of a key that the tree does not say.
const REFUSED: usize = 3;

#[test]
fn the_oracle_and_the_interpreter_agree_in_files_of_many_keys() {
    let folder: String = setting("FERZ_ORACLE_FILES", FOLDER.to_owned());
    let files: Vec<_> = files_below(&folder, "yaml").into_iter().collect();
    let each = setting("FERZ_ORACLE_POSITIONS", POSITIONS * files.len()).div_ceil(files.len().max(1));
    let seed: u64 = setting("FERZ_SEED", 1);
    let refused = AtomicUsize::new(0);
    check_all(&files, |path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        let compiled = ferz::load_text(&text).map_err(|error| format!("{name}: {error}"))?;
        match ferz::oracle(compiled.shared_rules()) {
            Ok(oracle) => {
                let (_, agreed) = play_games(&compiled, &oracle, Depth::Whole, seed, each);
                agreed.map_err(|error| format!("{name}: {error}"))
            }
            Err(unknown) => {
                refused.fetch_add(1, Ordering::Relaxed);
                println!("{name}: {unknown}");
                Ok(())
            }
        }
    });
    let refused = refused.into_inner();
    assert!(folder != FOLDER || refused <= REFUSED, "the oracle refuses {refused} files");
}
