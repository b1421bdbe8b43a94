//! Finds the game of the library that is nearest to a page: by board, positions and names first, and then by the
//! page's claims about the rules.

use std::collections::HashMap;

use crate::compile;
use crate::fen;
use crate::pages::model::Page;
use crate::rules::Rules;
use crate::variant::{NoFiles, VariantSource, library};

use super::evidence::Evidence;
use super::file::File;
use super::tried::Try;

/// Number of games that are compared with the whole page.
const TRIED: usize = 8;

/// The weight of a game that the page names first as its base.
const NAMED: f64 = 40.0;

/// The name of the nearest game.
pub fn nearest(page: &Page, title: &str, evidence: &Evidence, without: &[&str]) -> Option<String> {
    // If all else is equal, a game with the title of the page, or one that many others extend, comes first.
    let called = library::find(title).map(|game| game.name);
    let children = |name: &str| {
        let line = format!("extends: {name}");
        library::all().iter().filter(|game| game.text.lines().any(|said| said == line)).count()
    };

    let load = |name: &'static str| {
        let loaded = compile::load(&VariantSource::named(name), &NoFiles).ok()?;
        Some((name, loaded.variant?.rules))
    };
    let names = library::names().filter(|name| !without.contains(name));
    let games: Vec<(&str, Rules)> = names.filter_map(load).collect();
    let mut frequency: HashMap<String, f64> = HashMap::new();
    for piece in games.iter().flat_map(|(_, rules)| &rules.pieces) {
        *frequency.entry(piece.name.to_lowercase()).or_default() += 1.0;
    }
    let rarity = |name: &str| (games.len() as f64 / frequency.get(name).copied().unwrap_or(1.0)).ln();
    let said: HashMap<&str, bool> = frequency.keys().map(|name| (name.as_str(), evidence.names(name))).collect();
    let named: f64 = said.iter().filter(|(_, said)| **said).map(|(name, _)| rarity(name)).sum();
    let mut ranked: Vec<(f64, &str)> = games
        .iter()
        .map(|(name, rules)| {
            let own: Vec<String> = rules.pieces.iter().map(|piece| piece.name.to_lowercase()).collect();
            let of = |present: bool| -> f64 {
                let fitting = own.iter().filter(|name| said.get(name.as_str()).copied().unwrap_or(false) == present);
                fitting.map(|name| 0.5 + rarity(name)).sum()
            };
            // Features that the page shares with the game, against features that only one of them has.
            let (shared, missing) = (of(true), of(false));
            let names = 12.0 * shared / (shared + missing + 0.3 * (named - shared).max(0.0) + 1.0);
            let named_base = match evidence.bases.iter().position(|base| base == name) {
                Some(0) => NAMED,
                Some(_) => NAMED / 3.0,
                None => 0.0,
            };
            let known = (children(name) as f64).ln_1p() + if called == Some(*name) { 6.0 } else { 0.0 } + named_base;
            (names + known + board(evidence, rules), *name)
        })
        .collect();
    ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let tried = ranked.iter().take(TRIED).enumerate().filter_map(|(place, (near, name))| {
        let found = Try::of(page, File::new(String::new(), name))?;
        Some((found.score() + (3.0 * near) as i64, std::cmp::Reverse(place), *name))
    });
    tried.max().map(|(_, _, name)| name.to_owned())
}

/// How well board and setup fit what the page shows.
fn board(evidence: &Evidence, rules: &Rules) -> f64 {
    let geometry = &rules.geometry;
    let size = (geometry.files(), geometry.ranks());
    let turned = (size.1, size.0);
    let mut score = match evidence.sizes.is_empty() {
        true => 0.0,
        false if evidence.sizes.contains(&size) || evidence.sizes.contains(&turned) => 3.0,
        false => -3.0,
    };
    let placement = fen::write(&rules.setup, rules);
    let placement = placement.split([' ', '[']).next().unwrap_or_default();
    if evidence.positions.iter().any(|(position, _)| position == placement) {
        score += 8.0;
    }
    if !evidence.list.is_empty() {
        let listed: Vec<usize> = evidence
            .list
            .iter()
            .flat_map(|(squares, ..)| squares)
            .filter_map(|(file, rank)| Some(geometry.at(*file, *rank)?.index()))
            .collect();
        let all = evidence.list.iter().map(|(squares, ..)| squares.len()).sum::<usize>();
        let there = listed.iter().filter(|index| rules.setup.pieces[**index].is_some()).count();
        let placed = rules.setup.pieces.iter().flatten().count();
        score += 6.0 * there as f64 / (all.max(placed).max(1)) as f64;
    }
    score
}
