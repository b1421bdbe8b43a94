//! Names that pages have for the pieces of the rules: by place, by moves, and those of other games and times.

use crate::board::Side;
use crate::rules::PieceId;

use super::context::{Context, known_moves, listed};
use super::judge;
use super::model::Page;

/// Learns the names that a page has from other games.
pub fn learn(cx: &mut Context<'_>, page: &Page) {
    promoted(cx);
    called_royal(cx, page);
    by_place(cx, page);
    by_moves(cx, page);
}

/// `Promoted rook` is the one piece that a rook becomes.
fn promoted(cx: &mut Context<'_>) {
    for piece in cx.rules.piece_ids() {
        let Some(rule) = cx.promotion(piece) else { continue };
        let [form] = rule.choices.white[..] else { continue };
        let names: Vec<String> = cx.names_of(piece).map(|name| format!("promoted {name}")).collect();
        for name in names {
            cx.learn(&name, form);
        }
    }
}

/// Learns what the page calls the royal piece: `the knight is the royal piece`. Its name in the rules then means the piece
/// that moves as this name says everywhere.
fn called_royal(cx: &mut Context<'_>, page: &Page) {
    let Some(royal) = cx.royal() else { return };
    let text: String = page.blocks.iter().map(|block| block.text.as_str().to_lowercase() + " ").collect();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let called = words.windows(5).find_map(|row| match row {
        [name, "is", "the", "royal", "piece"] => Some((*name).to_owned()),
        _ => None,
    });
    let Some(name) = called.filter(|name| cx.piece(name).is_none()) else { return };
    let own = cx.name(royal).to_lowercase();
    cx.learn(&name, royal);
    let meant = known_moves(&own).and_then(|moves| {
        let mut same = cx.rules.piece_ids().filter(|piece| cx.rules.piece(*piece).notation == moves);
        same.next().filter(|piece| *piece != royal && same.next().is_none())
    });
    if let Some(piece) = meant.filter(|_| words.contains(&own.as_str())) {
        cx.rename(&own, piece);
    }
}

/// Learns names by place: pages often use the name that a piece on the same square has in other games. Squares are counted from the
/// corner, as in `places:`.
fn by_place(cx: &mut Context<'_>, page: &Page) {
    let geometry = cx.rules.geometry.clone();
    let text: String = page.blocks.iter().map(|block| block.text.as_str().to_lowercase() + " ").collect();
    let spoken = |name: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word.trim_end_matches('s') == name);
    let white = |file: usize| {
        let placed = cx.rules.setup.pieces[geometry.at(file, 0)?.index()]?;
        (placed.side == Side::White && cx.royal() != Some(placed.piece)).then_some(placed.piece)
    };
    let last = geometry.files() - 1;
    let mut found: Vec<(&str, PieceId)> = Vec::new();
    for (file, name) in listed("places:").enumerate().filter(|(file, _)| file + 1 < last) {
        let mirrored = white(file).filter(|piece| white(last - file) == Some(*piece));
        let alone = || white(file).or(white(last - file));
        let piece = if file < 3 { mirrored } else { alone() };
        // Where another piece moves as this name says, the page may mean that one.
        let moves = |other: &PieceId| known_moves(name) == Some(cx.rules.piece(*other).notation.as_str());
        if cx.rules.piece_ids().any(|other| Some(other) != piece && moves(&other)) {
            continue;
        }
        found.extend(piece.filter(|_| file < 3 || last == 7).map(|piece| (name, piece)));
    }
    found.extend(listed("royal:").next().zip(cx.royal()));
    found.extend(listed("promoter:").next().zip(cx.promoting()));
    for (name, piece) in found {
        // Not where the page uses the rules' own name beside it.
        if cx.piece(name).is_none() && spoken(name) && !spoken(cx.name(piece)) {
            cx.guess(name, piece);
        }
    }
}

/// Learns names by moves: pages often use the name that a piece with the same moves has in other games.
fn by_moves(cx: &mut Context<'_>, page: &Page) {
    let text: String = page.blocks.iter().map(|block| block.text.as_str().to_lowercase() + " ").collect();
    let spoken = |name: &str| {
        text.split(|c: char| !c.is_alphanumeric()).any(|word| word == name || word.strip_suffix('s') == Some(name))
    };
    let pieces: Vec<PieceId> = cx.rules.piece_ids().collect();
    let held = |piece: &PieceId| Side::ALL.iter().any(|side| judge::in_hand(cx, *piece, *side) > 0);
    let first: Vec<PieceId> =
        pieces.iter().copied().filter(|piece| !cx.placed(*piece, None).is_empty() || held(piece)).collect();
    if let [only] = first.as_slice() {
        // If a game begins with only one kind of piece, `piece` means this kind.
        for name in listed("plain:") {
            cx.learn(name, *only);
        }
    }
    by_names(cx, &spoken);
    for (name, moves) in listed("moves:").filter_map(|pair| pair.split_once('=')) {
        let mut same = pieces.iter().filter(|piece| cx.rules.piece(**piece).notation == moves);
        let (one, two) = (same.next().copied(), same.next());
        let unknown = two.is_none() && cx.piece(name).is_none() && spoken(name);
        if let Some(piece) = one.filter(|piece| unknown && !spoken(cx.name(*piece))) {
            cx.guess(name, piece);
        }
    }
}

/// Learns names that other games have for a piece: by its name, by its moves, or as the piece that must not be lost.
fn by_names(cx: &mut Context<'_>, spoken: &dyn Fn(&str) -> bool) {
    for (names, meant) in listed("called:").filter_map(|line| line.split_once('=')) {
        let by_moves = |meant: &str| {
            let mut same = cx.rules.piece_ids().filter(|piece| cx.rules.piece(*piece).notation == meant);
            same.next().filter(|_| same.next().is_none())
        };
        let piece = meant.split('|').find_map(|meant| match meant {
            "royal" => cx.royal(),
            "promoter" => cx.promoting(),
            _ => cx.piece(&meant.replace('_', " ")).or_else(|| by_moves(meant)),
        });
        let Some(piece) = piece else { continue };
        for name in names.split('|').map(|name| name.replace('_', " ")) {
            let last = name.rsplit(' ').next().unwrap_or_default();
            if cx.piece(&name).is_none() && spoken(last) {
                cx.guess(&name, piece);
            }
        }
    }
}
