//! Lines with which an engine describes a variant to a graphical program.

use crate::betza;
use crate::board::{Side, Topology};
use crate::fen;
use crate::game::Compiled;
use crate::rules::{HandRule, PieceId, Rules};
use crate::variant::library;

use super::xboard;

/// Variants that graphical programs know. In UCI, they are not described.
const KNOWN: &str = include_str!("known_variants.txt");

/// The line in which Fairy-Stockfish describes a variant to UCI programs; `None` for variants that they know.
pub(super) fn info(name: &str, compiled: &Compiled) -> Option<String> {
    let rules = compiled.rules();
    let (files, ranks) = (rules.geometry.files(), rules.geometry.ranks());
    let fen = fen::write(&rules.setup, rules);
    let pocket = pocket(rules);
    let line = || {
        format!("info string variant {name} files {files} ranks {ranks} pocket {pocket} template fairy startpos {fen}")
    };
    (!is_in(KNOWN, name)).then(line)
}

/// The lines with which CECP engines describe a variant; empty for those that XBoard knows.
pub(super) fn setup(name: &str, compiled: &Compiled) -> Vec<String> {
    if xboard::knows(name) {
        return Vec::new();
    }
    let rules = compiled.rules();
    let (files, ranks, pocket) = (rules.geometry.files(), rules.geometry.ranks(), pocket(rules));
    let fen = fen::write(&rules.setup, rules);
    let table: String = Side::ALL.into_iter().map(|side| xboard::letters(rules, side)).collect();
    let mut lines = vec![format!("setup ({table}) {files}x{ranks}+{pocket}_fairy {fen}")];
    lines.extend(rules.piece_ids().filter_map(|id| piece(rules, id)));
    lines
}

fn is_in(names: &str, name: &str) -> bool {
    names.split_whitespace().any(|known| known == name)
}

/// XBoard's names for built-in variants.
pub(super) fn xboard_names() -> impl Iterator<Item = &'static str> {
    xboard::VARIANTS.split_whitespace().filter(|name| library::get(name).is_some())
}

/// The number of kinds of pieces that a hand can hold.
fn pocket(rules: &Rules) -> usize {
    match rules.hand {
        None => 0,
        Some(HandRule::Captured) => {
            rules.piece_ids().filter(|id| rules.pieces.iter().any(|piece| piece.captured_as == *id)).count()
        }
        Some(_) => rules.pieces.iter().filter(|piece| piece.drop.is_some()).count(),
    }
}

/// The moves of a piece, in XBetza.
fn piece(rules: &Rules, id: PieceId) -> Option<String> {
    let (white, black) = (xboard::letter(rules, id, Side::White), xboard::letter(rules, id, Side::Black));
    let (c, promoted) = white.or(black)?;
    // A letter with `&` stands for both sides.
    let both = white.is_some() && black.is_some();
    let plus = if promoted { "+" } else { "" };
    let sides = if both { "&" } else { "" };
    let moves = match rules.geometry.topology() {
        Topology::Cylinder => betza::wrapped(&rules.piece(id).notation, "o"),
        Topology::Torus => betza::wrapped(&rules.piece(id).notation, "oo"),
        _ => rules.piece(id).notation.clone(),
    };
    let castling = castling(rules, id);
    Some(format!("piece {plus}{}{sides} {moves}{castling}", if both { c.to_ascii_uppercase() } else { c }))
}

/// The castling moves of a piece, in XBetza.
fn castling(rules: &Rules, id: PieceId) -> String {
    let geometry = &rules.geometry;
    let files = |from: crate::board::Square, to| geometry.file(from).abs_diff(geometry.file(to));
    let far =
        rules.castling.iter().filter(|rule| rule.side == Side::White && rule.movers.contains(&id)).find_map(|rule| {
            match rule.from {
                crate::rules::CastlingOrigin::At(from) => Some(files(from, rule.to)),
                _ => None,
            }
        });
    let written = rules.piece(id).notation.contains('O');
    far.filter(|_| !written).map(|files| format!("O{files}")).unwrap_or_default()
}
