//! The last field: state that only rules of the tree read. It is missing at the start of a game.
//!
//! `state:NAME=VALUE|NAME=VALUE`, with the names of `state:` of the file:
//!
//! | what | value |
//! |---|---|
//! | marked pieces or squares | the squares: `carrier=e4,d5` |
//! | a counter of the game | the number: `frost=12` |
//! | a counter of each side | White's and Black's number: `shots=2/1.5` |
//! | pieces off the board | White's and Black's pieces: `prison=p,p/n` |
//! | `made` | moves of this turn that have been made: `made=1` |
//! | `last` | the previous move: where its piece stands, the squares that it left and went to, what it captured, and what was chosen: `last=e4:P@e2:e4::`. A piece is written before its square, with its marks as a number: `P^2@e2` |
//! | `passed`, `passing` | further rights to capture en passant, for this side and for the other: squares that were passed, and the piece: `passed=e3/e4` |

use crate::board::{BySide, Side, Square, SquareSet};
use crate::diagnostic::shorten;
use crate::rules::tree::{DeclarationParts, Held, Tree};
use crate::rules::{EnPassant, LastMove, PieceId, PlacedPiece, Stood, Told};

use super::field::{Field, ParseFenError};
use super::lexicon::Lexicon;

/// The prefix of the field.
pub(super) const PREFIX: &str = "state:";

/// A number of the language, in thousandths.
const ONE: i64 = 1000;

/// Reads the field.
pub(super) fn read(field: Field<'_>, lexicon: &impl Lexicon, tree: &Tree) -> Result<Told, ParseFenError> {
    let mut told = at_start(tree);
    for part in field.text[PREFIX.len()..].split('|').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let known = match name {
            "made" => value.parse().ok().map(|made| told.made = made),
            "last" => last(value, lexicon).map(|last| told.last = last),
            "passed" => right(value, lexicon).map(|right| told.passed_too = Some(right)),
            "passing" => right(value, lexicon).map(|right| told.passed_in_turn = Some(right)),
            _ => {
                let index = tree.state.iter().position(|declaration| declaration.kind.name == name);
                index.and_then(|index| declared(&mut told, index, value, (&tree.state[index].kind, lexicon)))
            }
        };
        if known.is_none() {
            let at = part.as_ptr() as usize - field.text.as_ptr() as usize;
            let message = format!("`{}` is not a name of `state:` in this variant", shorten(part));
            let own = tree.state.iter().map(|declaration| declaration.kind.name.as_str());
            let names: Vec<String> =
                ["made", "last", "passed", "passing"].into_iter().chain(own).map(|name| format!("`{name}`")).collect();
            let error = ParseFenError::new(field.part(at..at + part.len()), message);
            return Err(error.help(format!("the names are {}", names.join(", "))));
        }
    }
    Ok(told)
}

/// State at the start of a game.
fn at_start(tree: &Tree) -> Told {
    let counters = tree.state.iter().map(|declaration| match &declaration.kind.kind {
        Held::GameCounter(start) => [*start, 0],
        Held::SideCounter(start) => [start.white, start.black],
        _ => [0, 0],
    });
    Told {
        marked: vec![SquareSet::EMPTY; tree.state.len()],
        counters: counters.collect(),
        kept: vec![BySide { white: Vec::new(), black: Vec::new() }; tree.state.len()],
        ..Told::default()
    }
}

/// Reads the value of a declaration. `None` if it is not of its kind.
fn declared(
    told: &mut Told,
    index: usize,
    value: &str,
    (declaration, lexicon): (&DeclarationParts, &impl Lexicon),
) -> Option<()> {
    match &declaration.kind {
        Held::PieceMarks { .. } | Held::SquareMarks => {
            told.marked[index] = list(value).map(|name| lexicon.geometry().square(name)).collect::<Option<_>>()?;
        }
        Held::GameCounter(_) => told.counters[index] = [number(value)?, 0],
        Held::SideCounter(_) => {
            let (white, black) = value.split_once('/')?;
            told.counters[index] = [number(white)?, number(black)?];
        }
        Held::Pieces => {
            let (white, black) = value.split_once('/')?;
            let pieces = |side: Side, text: &str| -> Option<Vec<PieceId>> {
                let mut pieces: Vec<PieceId> =
                    list(text).map(|symbol| piece(symbol, side, lexicon)).collect::<Option<_>>()?;
                pieces.sort_unstable();
                Some(pieces)
            };
            told.kept[index] = BySide { white: pieces(Side::White, white)?, black: pieces(Side::Black, black)? };
        }
    }
    Some(())
}

fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(|part| !part.is_empty())
}

fn number(text: &str) -> Option<i64> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let thousandths: i64 = if rest.is_empty() { 0 } else { format!("{rest:0<3}").get(..3)?.parse().ok()? };
    let whole: i64 = whole.parse().ok()?;
    let sign = if text.starts_with('-') { -1 } else { 1 };
    whole.checked_mul(ONE)?.checked_add(sign * thousandths)
}

fn piece(symbol: &str, side: Side, lexicon: &impl Lexicon) -> Option<PieceId> {
    let mut ids = (0..lexicon.pieces()).map(|index| PieceId::new(index as u8));
    ids.find(|id| lexicon.symbol(*id)[side] == symbol)
}

fn last(value: &str, lexicon: &impl Lexicon) -> Option<LastMove> {
    let parts: Vec<&str> = value.split(':').collect();
    let [mover, origin, destination, captured, chosen] = parts[..] else { return None };
    let square = |name: &str| lexicon.geometry().square(name);
    let all = |text: &str| -> Option<Vec<Stood>> { list(text).map(|part| stood(part, lexicon)).collect() };
    Some(LastMove {
        mover: if mover.is_empty() { None } else { Some(square(mover)?) },
        origin: all(origin)?,
        destination: list(destination).map(square).collect::<Option<_>>()?,
        captured: all(captured)?,
        chosen: all(chosen)?,
    })
}

fn stood(text: &str, lexicon: &impl Lexicon) -> Option<Stood> {
    let Some((standing, name)) = text.rsplit_once('@') else {
        return Some(Stood { square: lexicon.geometry().square(text)?, piece: None, marks: 0 });
    };
    let (symbol, marks) = standing.split_once('^').unwrap_or((standing, "0"));
    let (symbol, promoted) = symbol.strip_suffix('~').map_or((symbol, false), |symbol| (symbol, true));
    let placed = Side::ALL.into_iter().find_map(|side| Some((side, piece(symbol, side, lexicon)?)));
    let (side, piece) = placed?;
    let square = lexicon.geometry().square(name)?;
    Some(Stood { square, piece: Some(PlacedPiece { piece, side, promoted }), marks: marks.parse().ok()? })
}

fn right(value: &str, lexicon: &impl Lexicon) -> Option<EnPassant> {
    let (passed, victim) = value.split_once('/')?;
    let square = |name: &str| lexicon.geometry().square(name);
    let targets: SquareSet = list(passed).map(square).collect::<Option<_>>()?;
    Some(EnPassant { targets, victim: square(victim)? })
}

/// Writes the field. Empty if all is as at the start of a game.
pub(super) fn write(told: &Told, lexicon: &impl Lexicon, tree: &Tree) -> String {
    let start = at_start(tree);
    let geometry = lexicon.geometry();
    let squares = |squares: &mut dyn Iterator<Item = Square>| -> String {
        squares.map(|square| geometry.name(square)).collect::<Vec<_>>().join(",")
    };
    let mut parts = Vec::new();
    for (index, declaration) in tree.state.iter().enumerate() {
        let name = &declaration.kind.name;
        let changed = told.marked.get(index) != start.marked.get(index)
            || told.counters.get(index) != start.counters.get(index)
            || told.kept.get(index) != start.kept.get(index);
        if !changed {
            continue;
        }
        let value = match &declaration.kind.kind {
            Held::PieceMarks { .. } | Held::SquareMarks => squares(&mut told.marked[index].iter()),
            Held::GameCounter(_) => decimal(told.counters[index][0]),
            Held::SideCounter(_) => told.counters[index].map(decimal).join("/"),
            Held::Pieces => Side::ALL
                .map(|side| {
                    let symbols = told.kept[index][side].iter().map(|piece| lexicon.symbol(*piece)[side].clone());
                    symbols.collect::<Vec<_>>().join(",")
                })
                .join("/"),
        };
        parts.push(format!("{name}={value}"));
    }
    if told.made > 0 {
        parts.push(format!("made={}", told.made));
    }
    for (name, right) in [("passed", &told.passed_too), ("passing", &told.passed_in_turn)] {
        if let Some(right) = right {
            parts.push(format!("{name}={}/{}", squares(&mut right.targets.iter()), geometry.name(right.victim)));
        }
    }
    if told.last != LastMove::default() {
        let LastMove { mover, origin, destination, captured, chosen } = &told.last;
        let stood = |all: &[Stood]| all.iter().map(|one| written(one, lexicon)).collect::<Vec<_>>().join(",");
        let mover = mover.map_or(String::new(), |mover| geometry.name(mover));
        let destination = squares(&mut destination.iter().copied());
        parts.push(format!("last={mover}:{}:{destination}:{}:{}", stood(origin), stood(captured), stood(chosen)));
    }
    if parts.is_empty() { String::new() } else { format!("{PREFIX}{}", parts.join("|")) }
}

fn written(stood: &Stood, lexicon: &impl Lexicon) -> String {
    let square = lexicon.geometry().name(stood.square);
    let Some(placed) = stood.piece else { return square };
    let promoted = if placed.promoted { "~" } else { "" };
    let marks = if stood.marks == 0 { String::new() } else { format!("^{}", stood.marks) };
    format!("{}{promoted}{marks}@{square}", lexicon.symbol(placed.piece)[placed.side])
}

fn decimal(thousandths: i64) -> String {
    let (whole, rest) = (thousandths / ONE, thousandths % ONE);
    let sign = if thousandths < 0 && whole == 0 { "-" } else { "" };
    match rest.abs() {
        0 => whole.to_string(),
        rest => format!("{sign}{whole}.{}", format!("{rest:03}").trim_end_matches('0')),
    }
}
