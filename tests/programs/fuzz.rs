//! A short run of what is fuzzed: the seeds as they are, then with random changes. `fuzz/README.md` says how to run for
//! hours.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::stopwatch::Stopwatch;
use targets::TARGETS;

/// How long each target runs.
fn time() -> Duration {
    let seconds = std::env::var("FERZ_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs_f64(seconds.unwrap_or(1.0))
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// A seed, or one cut and joined to another, with a few bytes changed.
fn changed(seeds: &[Vec<u8>], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut data = seeds[random.usize(..seeds.len())].clone();
    if random.bool() {
        let other = &seeds[random.usize(..seeds.len())];
        data.truncate(random.usize(..=data.len()));
        data.extend_from_slice(&other[random.usize(..=other.len())..]);
    }
    for _ in 0..random.usize(..6) {
        let at = random.usize(..=data.len());
        match random.u8(..4) {
            0 if at < data.len() => data[at] = random.u8(..),
            1 if at < data.len() => drop(data.remove(at)),
            2 => data.insert(at, random.u8(b' '..b'~')),
            _ => {
                let end = (at + random.usize(..16)).min(data.len());
                let part = data[at..end].to_vec();
                data.splice(at..at, part);
            }
        }
    }
    data
}

/// The most CPU time that an input may take.
const LONGEST: Duration = Duration::from_secs(2);

fn fuzz(name: &str) {
    let seeds = seeds(name);
    assert!(!seeds.is_empty(), "{name} has no seeds");
    let seed = std::env::var("FERZ_FUZZ_SEED").ok().and_then(|text| text.parse().ok());
    let mut random = fastrand::Rng::with_seed(seed.unwrap_or(7));
    let (began, mut slowest) = (Instant::now(), Duration::ZERO);
    let mut next = seeds.iter().cloned().map(Some).chain(std::iter::repeat(None));
    let mut runs = 0;
    while began.elapsed() < time() || runs <= seeds.len() {
        let data = next.next().flatten().unwrap_or_else(|| changed(&seeds, &mut random));
        let shown = String::from_utf8_lossy(&data).into_owned();
        let watch = Stopwatch::start();
        let result = std::panic::catch_unwind(|| targets::run(name, &data));
        assert!(result.is_ok(), "{name}: {data:?}\n{shown}");
        let spent = watch.spent();
        assert!(spent < LONGEST, "{name} takes {spent:?}: {data:?}\n{shown}");
        slowest = slowest.max(spent);
        runs += 1;
    }
    println!("{name}: {runs} inputs in {:.0?}, the slowest {slowest:.2?}", began.elapsed());
}

#[test]
fn nothing_that_is_fuzzed_fails() {
    let only = std::env::var("FERZ_FUZZ_TARGET").ok();
    let chosen = TARGETS.iter().filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name));
    chosen.for_each(|(name, _)| fuzz(name));
}
