//! Mixtures: each rule file on games of different kinds, and random triples. Each loads or is refused with both places and a
//! remedy; those that load are played alike by the interpreter and the oracle.
//!
//! `FERZ_MIXTURE_POSITIONS` says how many positions of each mixture are compared, `FERZ_MIXTURE_TRIPLES` how many triples there
//! are, `FERZ_MIXTURES` names the only mixtures to compare, and `FERZ_SEED` says which positions and triples.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{check_all, setting};
use crate::side_by_side::{Depth, Dice, play_games};
use ferz::compile;
use ferz::diagnostic::{Code, Style, render_all};
use ferz::variant::{NoFiles, VariantSource, library};
use ferz::work::{self, Limits};

/// Games of different kinds.
const GAMES: [&str; 8] = ["chess", "capablanca", "grand", "xiangqi", "shogi", "makruk", "cylinder", "glinski"];

/// The most steps for a position of a mixture, on average.
const MOST_STEPS: u64 = 5_000_000;

/// The names of the rule files, without `rules/`.
fn rule_files() -> Vec<&'static str> {
    library::rule_files().iter().filter_map(|file| file.name.strip_prefix(library::RULES)).collect()
}

/// The rules of a mixture; `None` if it is refused.
///
/// # Errors
/// When it is refused without both places and a remedy.
fn loaded(mixture: &str) -> Result<Option<compile::Variant>, String> {
    let loaded = compile::load(&VariantSource::named(mixture), &NoFiles).map_err(|error| error.to_string())?;
    for problem in loaded.problems.iter().filter(|problem| problem.is_error()) {
        if problem.labels.is_empty() || problem.help.is_none() {
            return Err(format!("{mixture}: {}", render_all(&loaded.problems, &loaded.sources, Style::Plain)));
        }
    }
    Ok(loaded.variant)
}

/// `Err` unless interpreter and oracle agree about a mixture. `Ok(false)` if it is refused or takes too long.
fn agree(mixture: &str, seed: u64, wanted: usize) -> Result<bool, String> {
    let Some(variant) = loaded(mixture)? else { return Ok(false) };
    if wanted == 0 {
        return Ok(true);
    }
    let oracle = ferz::oracle(Arc::new(variant.rules.clone())).map_err(|unknown| format!("{mixture}: {unknown}"))?;
    let compiled = ferz::game::Compiled::new(variant.rules);
    compiled.start().map_err(|error| format!("{mixture}: {error}"))?;
    let limits = Limits { steps: Some(MOST_STEPS * wanted as u64), ..Limits::default() };
    let agreed = work::within(&limits, || play_games(&compiled, &oracle, Depth::Whole, seed, wanted).1);
    let Ok(agreed) = agreed else { return Ok(false) };
    agreed.map(|()| true).map_err(|error| format!("{mixture}: {error}"))
}

/// Compares mixtures, and gives back how many could be compared.
fn compare(mixtures: &[String]) -> usize {
    let wanted: usize = setting("FERZ_MIXTURE_POSITIONS", 2);
    let seed: u64 = setting("FERZ_SEED", 1);
    let only: String = setting("FERZ_MIXTURES", String::new());
    let asked = |mixture: &&String| only.is_empty() || only.split(' ').any(|name| name == mixture.as_str());
    let mixtures: Vec<&String> = mixtures.iter().filter(asked).collect();
    let played = AtomicUsize::new(0);
    check_all(&mixtures, |mixture| {
        let agreed = agree(mixture, seed, wanted)?;
        played.fetch_add(usize::from(agreed), Ordering::Relaxed);
        Ok(())
    });
    let played = played.into_inner();
    println!("{played} of {} mixtures are compared in {wanted} positions each", mixtures.len());
    assert!(!only.is_empty() || played * 2 >= mixtures.len(), "only {played} of {} mixtures", mixtures.len());
    played
}

#[test]
fn each_rule_file_goes_with_each_game() {
    let of_game = |game: &&str| rule_files().into_iter().map(|rules| format!("{game}+{rules}")).collect::<Vec<_>>();
    let all: Vec<String> = GAMES.iter().flat_map(of_game).collect();
    compare(&all);
}

#[test]
fn random_triples_load_or_are_refused_with_both_places() {
    let count: usize = setting("FERZ_MIXTURE_TRIPLES", 16);
    let mut dice = Dice(setting("FERZ_SEED", 1));
    let files = rule_files();
    let triples: Vec<String> = (0..count)
        .map(|_| {
            let game = GAMES[dice.below(GAMES.len())];
            let mut left = files.clone();
            let mut one = || left.swap_remove(dice.below(left.len()));
            let (first, second) = (one(), one());
            format!("{game}+{first}+{second}")
        })
        .collect();
    compare(&triples);
}

#[test]
fn a_contradiction_names_both_files_and_a_remedy() {
    let loaded = compile::load(&VariantSource::named("chess+atomic+dark"), &NoFiles).expect("it is read");
    let conflict = loaded.problems.iter().find(|problem| problem.code == Code::MixConflict).expect("they disagree");
    let files: Vec<&str> = conflict.labels.iter().map(|label| loaded.sources.name(label.span.source)).collect();
    assert_eq!(files, ["variants/rules/dark.yaml", "variants/rules/atomic.yaml"]);
    assert_eq!(loaded.sources.snippet(conflict.span), "rules/dark");
    let remedy = "name: Settled\nextends: [chess, rules/atomic, rules/dark]\npieces: {king: {royal: last}}\n\
                  end: {checkmate: {when: {stuck: in_check}, result: loss}}";
    let settled = VariantSource::Text { name: "settled".to_owned(), text: remedy.to_owned() };
    let settled = compile::load(&settled, &NoFiles).expect("it is read");
    assert!(settled.variant.is_some(), "{}", render_all(&settled.problems, &settled.sources, Style::Plain));
}
