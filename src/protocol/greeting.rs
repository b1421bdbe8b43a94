//! Lines with which an engine describes a variant to a graphical program.

use crate::board::{Side, Topology};
use crate::fen;
use crate::game::Compiled;
use crate::rules::{HandRule, PieceId, Royalty, Rules};
use crate::variant::library;

/// Variants that graphical programs know. In UCI, they are not described.
const KNOWN: &str = include_str!("known_variants.txt");
/// Variants for which XBoard has its own rules. The commands `setup` and `piece` would replace these rules by simpler
/// ones.
const XBOARD: &str = include_str!("xboard_variants.txt");
/// The letters of the pieces for which XBoard has pictures, in its order. The last one is the king.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSUK";

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
    if is_in(XBOARD, name) {
        return Vec::new();
    }
    let rules = compiled.rules();
    let (files, ranks, pocket) = (rules.geometry.files(), rules.geometry.ranks(), pocket(rules));
    let fen = fen::write(&rules.setup, rules);
    let table: String = Side::ALL.into_iter().map(|side| letters(rules, side)).collect();
    let mut lines = vec![format!("setup ({table}) {files}x{ranks}+{pocket}_fairy {fen}")];
    lines.extend(rules.piece_ids().filter_map(|id| piece(rules, id)));
    lines
}

fn is_in(names: &str, name: &str) -> bool {
    names.split_whitespace().any(|known| known == name)
}

/// XBoard's names for built-in variants.
pub(super) fn xboard_names() -> impl Iterator<Item = &'static str> {
    XBOARD.split_whitespace().filter(|name| library::get(name).is_some())
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

/// The letter of a piece in a FEN, and `true` if `+` precedes it. `None` if the symbol has another form.
fn letter(rules: &Rules, id: PieceId, side: Side) -> Option<(char, bool)> {
    let symbol = &rules.piece(id).symbol[side];
    let (plain, promoted) = symbol.strip_prefix('+').map_or((symbol.as_str(), false), |plain| (plain, true));
    let mut chars = plain.chars();
    chars.next().filter(|c| c.is_ascii_alphabetic() && chars.next().is_none()).map(|c| (c, promoted))
}

/// The letters of pieces, in XBoard's order of pictures.
fn letters(rules: &Rules, side: Side) -> String {
    let mut table = vec!['.'; PICTURES.len()];
    let mut homeless = Vec::new();
    for id in rules.piece_ids() {
        let Some((c, false)) = letter(rules, id, side) else { continue };
        let royal = rules.piece(id).royalty == Royalty::Royal;
        let place = if royal { Some(PICTURES.len() - 1) } else { PICTURES.find(c.to_ascii_uppercase()) };
        match place.filter(|place| table[*place] == '.') {
            Some(place) => table[place] = c,
            None => homeless.push(c),
        }
    }
    let free = (0..PICTURES.len() - 1).rev().filter(|place| table[*place] == '.').collect::<Vec<_>>();
    free.into_iter().zip(homeless).for_each(|(place, c)| table[place] = c);
    table.into_iter().collect()
}

/// The moves of a piece, in XBetza.
fn piece(rules: &Rules, id: PieceId) -> Option<String> {
    let (white, black) = (letter(rules, id, Side::White), letter(rules, id, Side::Black));
    let (c, promoted) = white.or(black)?;
    // A letter with `&` stands for both sides.
    let both = white.is_some() && black.is_some();
    let plus = if promoted { "+" } else { "" };
    let sides = if both { "&" } else { "" };
    let moves = around_edges(rules.geometry.topology(), &rules.piece(id).notation);
    let castling = castling(rules, id);
    Some(format!("piece {plus}{}{sides} {moves}{castling}", if both { c.to_ascii_uppercase() } else { c }))
}

/// A notation in XBoard's form: there a move crosses a joined edge only if each atom has `o` (for the side edges) or
/// `oo` (for all edges). Moves of several legs stay unchanged.
fn around_edges(topology: Topology, notation: &str) -> String {
    let mark = match topology {
        Topology::Cylinder => "o",
        Topology::Torus => "oo",
        _ => return notation.to_owned(),
    };
    let (mut text, mut rest) = (String::new(), notation);
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '[' => rest.find(']').map_or(rest.len(), |at| at + 1),
            _ => atom_end(rest),
        };
        let (atom, behind) = rest.split_at(end);
        let modifiers = atom.split(|c: char| c.is_ascii_uppercase()).next().unwrap_or_default();
        if first.is_ascii_alphabetic() && !modifiers.contains(['a', 'o']) {
            text.push_str(mark);
        }
        text.push_str(atom);
        rest = behind;
    }
    text
}

/// The end of the first atom of a notation: after its modifiers, its letter, a doubled letter, and a range.
fn atom_end(text: &str) -> usize {
    let letter = text.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(text.len());
    let Some(atom) = text[letter..].chars().next() else { return text.len() };
    let behind = letter + atom.len_utf8();
    let more = text[behind..].find(|c: char| c != atom && !c.is_ascii_digit()).unwrap_or(text.len() - behind);
    behind + more
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
