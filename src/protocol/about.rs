//! The verbs that describe: `version`, `variants`, `source`, `about`, `board`, `import`, `export`.

use indexmap::IndexMap;
use serde::Serialize;

use crate::board::{BySide, Side};
use crate::compile::{Loaded, shuffle};
use crate::diagnostic::{Record, shorten};
use crate::fairy;
use crate::fen;
use crate::rules::{PieceId, Royalty, Rules, Setup};
use crate::variant::library;

use super::fields::{Fault, Fields, Refusal};
use super::page;

/// The answer to `variants`.
#[derive(Serialize)]
pub(super) struct Variants {
    variants: Vec<BuiltIn>,
    /// Rule files, which are laid over a game.
    rules: Vec<BuiltIn>,
}

/// A file of the library.
#[derive(Serialize)]
struct BuiltIn {
    name: &'static str,
    title: &'static str,
    description: &'static str,
}

/// The built-in variants and rule files.
pub(super) fn variants() -> Variants {
    let entry =
        |file: &library::BuiltIn| BuiltIn { name: file.name, title: file.title(), description: file.description() };
    Variants {
        variants: library::all().iter().map(entry).collect(),
        rules: library::rule_files().iter().map(entry).collect(),
    }
}

/// The version of the protocol. It grows when a client could no longer understand an answer.
pub const PROTOCOL: u32 = 1;

/// The answer to `version`.
#[derive(Serialize)]
pub(super) struct Version {
    version: &'static str,
    protocol: u32,
}

/// The version of the program and of the protocol.
pub(super) fn version() -> Version {
    Version { version: env!("CARGO_PKG_VERSION"), protocol: PROTOCOL }
}

/// The answer to `source`.
#[derive(Serialize)]
pub(super) struct Source {
    file: &'static str,
    text: &'static str,
}

/// The text of a built-in variant or rule file.
pub(super) fn source(fields: Fields<'_>) -> Result<Source, Refusal> {
    let name = fields.need_text("variant")?;
    let found = library::find(name).or_else(|| library::rule_file(name));
    let missing = || Refusal::new(format!("`{}` is not a built-in variant", shorten(name))).of(Fault::Variant);
    found.map(|file| Source { file: file.name, text: file.text }).ok_or_else(missing)
}

/// The answer to `about`.
#[derive(Serialize)]
pub(super) struct About<'a> {
    name: &'a str,
    title: &'a str,
    files: usize,
    ranks: usize,
    levels: usize,
    topology: &'static str,
    /// The squares without the holes of the board, from the first rank on.
    squares: Vec<String>,
    /// The names of the sides.
    sides: Sides<String>,
    pieces: Vec<Piece<'a>>,
    /// The start position.
    fen: String,
    /// The number of shuffled start positions.
    starts: u64,
    /// `true` if pieces can be in hand.
    hands: bool,
    /// The names of the ends of the game.
    ends: Vec<&'a str>,
}

/// A value for each side.
#[derive(Serialize)]
struct Sides<T> {
    white: T,
    black: T,
}

impl<T> Sides<T> {
    fn of(mut make: impl FnMut(Side) -> T) -> Sides<T> {
        Sides { white: make(Side::White), black: make(Side::Black) }
    }
}

/// A kind of piece.
#[derive(Serialize)]
struct Piece<'a> {
    name: &'a str,
    symbols: Sides<&'a str>,
    betza: &'a str,
    royal: bool,
    /// Pictures, if they are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pictures: Option<Sides<String>>,
}

/// The facts about a variant that a client needs to show it.
pub(super) fn about<'a>(rules: &'a Rules, fields: Fields<'_>) -> Result<About<'a>, Refusal> {
    let geometry = &rules.geometry;
    let mut pictures = if fields.flag("pictures")? { page::pictures(rules)? } else { Vec::new() }.into_iter();
    let piece = |id: PieceId| {
        let piece = rules.piece(id);
        Piece {
            name: &piece.name,
            symbols: Sides::of(|side| piece.symbol[side].as_str()),
            betza: &piece.notation,
            royal: piece.royalty != Royalty::Common,
            pictures: pictures.next().map(|BySide { white, black }| Sides { white, black }),
        }
    };
    let squares = (geometry.squares() & !geometry.holes()).iter();
    Ok(About {
        name: &rules.id,
        title: &rules.title,
        files: geometry.files(),
        ranks: geometry.ranks_of_a_level(),
        levels: geometry.levels(),
        topology: geometry.topology().name(),
        squares: squares.map(|square| geometry.name(square)).collect(),
        sides: Sides::of(|side| rules.look.sides[side].clone()),
        pieces: rules.piece_ids().map(piece).collect(),
        fen: fen::write(&rules.setup, rules),
        starts: shuffle::count(rules),
        hands: rules.hand.is_some() || has_hands(&rules.setup.hands),
        ends: rules.ends.iter().map(|end| end.name.as_str()).collect(),
    })
}

fn has_hands(hands: &BySide<Vec<u16>>) -> bool {
    Side::ALL.into_iter().any(|side| hands[side].iter().any(|held| *held > 0))
}

/// The answer to `board`.
#[derive(Serialize)]
pub(super) struct Board {
    turn: &'static str,
    pieces: IndexMap<String, Placed>,
    hands: Sides<IndexMap<String, u16>>,
    walls: Vec<String>,
}

/// A piece on a square.
#[derive(Serialize)]
struct Placed {
    piece: String,
    side: &'static str,
    symbol: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    promoted: bool,
}

/// The pieces on the board and in hand.
pub(super) fn board(setup: &Setup, rules: &Rules) -> Board {
    let geometry = &rules.geometry;
    let placed = geometry.squares().iter().filter_map(|square| Some((square, setup.pieces[square.index()]?)));
    let told = |(square, placed): (crate::board::Square, crate::rules::PlacedPiece)| {
        let piece = rules.piece(placed.piece);
        let symbol = piece.symbol[placed.side].clone();
        let side = placed.side.name();
        (geometry.name(square), Placed { piece: piece.name.clone(), side, symbol, promoted: placed.promoted })
    };
    let held = |side: Side| {
        let held = rules.piece_ids().map(|id| (rules.piece(id).name.clone(), setup.hands[side][id.index()]));
        held.filter(|(_, count)| *count > 0).collect()
    };
    Board {
        turn: setup.turn.name(),
        pieces: placed.map(told).collect(),
        hands: Sides::of(held),
        walls: (setup.walls & !geometry.holes()).iter().map(|square| geometry.name(square)).collect(),
    }
}

/// The answer to `import`.
#[derive(Serialize)]
pub(super) struct Imported {
    variants: Vec<File>,
    problems: Vec<Record>,
}

/// A variant file made from a section.
#[derive(Serialize)]
struct File {
    name: String,
    yaml: String,
}

/// The variant files for a configuration file of Fairy-Stockfish.
pub(super) fn import(fields: Fields<'_>) -> Result<Imported, Refusal> {
    let import = fairy::import("variants.ini", fields.need_text("ini")?.as_bytes());
    let problems = import.problems.iter().map(|problem| problem.record(&import.sources)).collect();
    let file = |file: fairy::Imported| File { name: file.section, yaml: file.text };
    Ok(Imported { variants: import.files.into_iter().map(file).collect(), problems })
}

/// The answer to `export`.
#[derive(Serialize)]
pub(super) struct Exported {
    ini: String,
}

/// The section of a configuration file of Fairy-Stockfish with the rules of a variant.
pub(super) fn export(loaded: &Loaded, fields: Fields<'_>) -> Result<Exported, Refusal> {
    let name = fields.text("name")?.unwrap_or("variant");
    if !fairy::is_name(name) {
        return Err(Refusal::new("`name` cannot be the name of a section: it is reserved, empty, or has other signs"));
    }
    let exported = fairy::export(loaded, name);
    let ini = exported.map_err(|problems| match problems.first() {
        None => Refusal::new("the variant cannot be exported").of(Fault::Variant),
        Some(first) => Refusal::of_record(first.record(&loaded.sources)),
    })?;
    Ok(Exported { ini })
}
