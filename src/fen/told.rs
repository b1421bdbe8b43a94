//! The last field: state that only rules of the tree read. It is missing at the start of a game.
//!
//! `state:NAME=VALUE|NAME=VALUE`, with the names of `state:` of the file:
//!
//! | what | value |
//! |---|---|
//! | marked pieces or squares | the squares: `carrier=e4,d5` |
//! | a counter of the game | the number: `frost=12` |
//! | a counter of each side | White's and Black's number: `shots=2/1.5` |
//! | in games of more than two sides: the side to move, and the sides that have dropped out | their names: `to_move=green`, `out=red,blue` |
//! | pieces off the board | White's and Black's pieces: `prison=p,p/n` |
//! | `made` | moves of this turn that have been made: `made=1` |
//! | `last` | the previous move: where its piece stands, the squares that it left and went to, what it captured, and what was chosen: `last=e4:P@e2:e4::`. A piece is written before its square, with its marks as a number: `P^2@e2` |
//! | `passed`, `passing` | further rights to capture en passant, for this side and for the other: squares that were passed, and the piece: `passed=e3/e4` |

use crate::board::{BySide, Side, Square, SquareSet};
use crate::diagnostic::{nearest, shorten};
use crate::rules::tree::{DeclarationParts, Held, Sides, Tree};
use crate::rules::{EnPassant, LastMove, PieceId, PlacedPiece, Setup, Stood, Told};

use super::field::{Field, ParseFenError};
use super::lexicon::Lexicon;

/// The prefix of the field.
pub(super) const PREFIX: &str = "state:";

/// A number of the language, in thousandths.
const ONE: i64 = 1000;

/// Names that stand for state that no file declares, each with the form of its value.
const OWN: [(&str, &str); 4] = [
    ("made", "write the number of moves that this turn has already had: `made=1`"),
    ("last", "write the previous move: `last=e4:P@e2:e4::` for a pawn from e2 to e4"),
    ("passed", "write the squares that a piece has passed, and its square: `passed=e3/e4`"),
    ("passing", "write the squares that a piece has passed, and its square: `passing=e3/e4`"),
];

/// Reads the field, for the pieces of a setup.
pub(super) fn read(
    field: Field<'_>,
    lexicon: &impl Lexicon,
    tree: &Tree,
    setup: &Setup,
) -> Result<Told, ParseFenError> {
    let mut told = at_start(tree);
    for part in field.text[PREFIX.len()..].split('|').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let known = match name {
            "made" => value.parse().ok().map(|made| told.made = made),
            "last" => last(value, lexicon).map(|last| told.last = last),
            "passed" => right(value, lexicon).map(|right| told.passed_too = Some(right)),
            "passing" => right(value, lexicon).map(|right| told.passed_in_turn = Some(right)),
            Sides::TO_MOVE | Sides::OUT if has_more_sides(tree) => {
                let number = match name {
                    Sides::TO_MOVE => side(field, value, tree)? as i64,
                    _ => list(value).try_fold(0, |all, name| side(field, name, tree).map(|place| all | 1 << place))?,
                };
                let index = tree.state.iter().position(|declaration| declaration.kind.name == name);
                index.and_then(|index| told.counters.get_mut(index)).map(|counters| counters[0] = ONE * number)
            }
            _ => {
                let Some(index) = tree.state.iter().position(|declaration| declaration.kind.name == name) else {
                    return Err(unknown(field, name, tree));
                };
                let reader = Reader { field, lexicon, setup, name, sides: &tree.sides };
                reader.declared(&mut told, index, value, &tree.state[index].kind)?;
                Some(())
            }
        };
        if known.is_none() {
            let message = format!("`{}` does not have the form of `{name}`", shorten(part));
            let form = OWN.iter().find(|(own, _)| *own == name).map_or("", |(_, form)| form);
            return Err(fault(field, part, message).help(form));
        }
    }
    Ok(told)
}

/// Returns `true` for a game of more than two sides, whose state has the side to move and the sides that have dropped out.
fn has_more_sides(tree: &Tree) -> bool {
    tree.sides.order.len() > 2
}

/// The place of a side in the order of turns, by its name or as a number.
fn side(field: Field<'_>, name: &str, tree: &Tree) -> Result<usize, ParseFenError> {
    let order = &tree.sides.order;
    let number = || name.parse().ok().filter(|place| *place < order.len());
    order.iter().position(|side| side == name).or_else(number).ok_or_else(|| {
        let names: Vec<String> = order.iter().map(|name| format!("`{name}`")).collect();
        fault(field, name, format!("there is no side `{}`", shorten(name)))
            .help(format!("the sides are {}", names.join(", ")))
    })
}

/// An error at a part of the field.
fn fault(field: Field<'_>, part: &str, message: impl Into<String>) -> ParseFenError {
    let at = part.as_ptr() as usize - field.text.as_ptr() as usize;
    ParseFenError::new(field.part(at..at + part.len()), message)
}

/// The error for a name that no state has.
fn unknown(field: Field<'_>, name: &str, tree: &Tree) -> ParseFenError {
    let declared = || tree.state.iter().map(|declaration| declaration.kind.name.as_str());
    let error = fault(field, name, format!("`{}` is not a name of `state:` in this variant", shorten(name)));
    let all: Vec<String> = declared().chain(OWN.map(|(own, _)| own)).map(|name| format!("`{name}`")).collect();
    match nearest(name, declared()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!("the names are {}", all.join(", "))),
    }
}

/// State at the start of a game.
fn at_start(tree: &Tree) -> Told {
    let counters = tree.state.iter().map(|declaration| match &declaration.kind.kind {
        Held::GameCounter(start) => [*start, 0],
        Held::SideCounter(start) => [start.white, start.black],
        _ => [0, 0],
    });
    // Further sides start with the number of the first two, if that is one number.
    let further = tree.state.iter().map(|declaration| match &declaration.kind.kind {
        Held::SideCounter(start) => {
            vec![if start.white == start.black { start.white } else { 0 }; tree.sides.further().count()]
        }
        _ => Vec::new(),
    });
    Told {
        further: if has_more_sides(tree) { further.collect() } else { Vec::new() },
        counters: counters.collect(),
        kept: tree.empty_stores(),
        ..Told::default()
    }
}

/// Reads the value of one declaration.
struct Reader<'a, L> {
    field: Field<'a>,
    lexicon: &'a L,
    setup: &'a Setup,
    name: &'a str,
    sides: &'a Sides,
}

impl<L: Lexicon> Reader<'_, L> {
    fn fault(&self, part: &str, message: impl Into<String>, help: impl Into<String>) -> ParseFenError {
        fault(self.field, part, message).help(help)
    }

    fn declared(
        &self,
        told: &mut Told,
        index: usize,
        value: &str,
        declaration: &DeclarationParts,
    ) -> Result<(), ParseFenError> {
        match &declaration.kind {
            Held::PieceMarks { .. } => told.marked.put(index, &self.squares(value, true)?),
            Held::SquareMarks => told.marked.put(index, &self.squares(value, false)?),
            Held::GameCounter(_) => told.counters[index] = [self.number(value)?, 0],
            Held::SideCounter(_) if self.sides.order.len() > 2 => {
                let numbers = self.numbers(value)?;
                let written = self.sides.written();
                told.counters[index] = written.map(|place| numbers[place]);
                let further = numbers.iter().enumerate().filter(|(place, _)| !written.contains(place));
                told.further[index] = further.map(|(_, number)| *number).collect();
            }
            Held::SideCounter(_) => {
                let (white, black) = self.sides(value, "number", "2/1.5")?;
                told.counters[index] = [self.number(white)?, self.number(black)?];
            }
            Held::Pieces => {
                let symbol = |side: Side| self.lexicon.symbol(PieceId::new(0))[side].clone();
                let example = format!("{0},{0}/{1}", symbol(Side::White), symbol(Side::Black));
                let (white, black) = self.sides(value, "pieces", &example)?;
                told.kept[index] =
                    BySide { white: self.pieces(Side::White, white)?, black: self.pieces(Side::Black, black)? };
            }
        }
        Ok(())
    }

    /// The squares of a list. Marks of pieces stand on pieces.
    fn squares(&self, value: &str, on_pieces: bool) -> Result<SquareSet, ParseFenError> {
        let mut squares = SquareSet::EMPTY;
        for text in list(value) {
            let Some(square) = self.lexicon.geometry().square(text) else {
                let help = format!("write squares with commas between them, such as `{}=a1,b2`", self.name);
                return Err(self.fault(text, format!("there is no square `{}`", shorten(text)), help));
            };
            if on_pieces && self.setup.pieces[square.index()].is_none() {
                let message = format!("`{}` marks a piece, but {text} is empty", self.name);
                return Err(self.fault(text, message, "name the square of a piece, or leave the square out"));
            }
            squares.insert(square);
        }
        Ok(squares)
    }

    fn number(&self, text: &str) -> Result<i64, ParseFenError> {
        let help = || format!("write a number, such as `{}=12`", self.name);
        number(text).ok_or_else(|| self.fault(text, format!("`{}` is no number", shorten(text)), help()))
    }

    /// The number of each side of a game for more than two, in the order of turns.
    fn numbers(&self, value: &str) -> Result<Vec<i64>, ParseFenError> {
        let numbers = value.split('/').map(|text| self.number(text)).collect::<Result<Vec<i64>, _>>()?;
        let sides = self.sides.order.len();
        if numbers.len() == sides {
            return Ok(numbers);
        }
        let example = vec!["0"; sides].join("/");
        let message = format!("`{}` needs a number for each of the {sides} sides", self.name);
        Err(self.fault(value, message, format!("write for example `{}={example}`", self.name)))
    }

    /// The values of White and of Black.
    fn sides<'t>(&self, value: &'t str, what: &str, example: &str) -> Result<(&'t str, &'t str), ParseFenError> {
        let message = || format!("`{}` needs White's and Black's {what} with a `/` between them", self.name);
        let help = || format!("write for example `{}={example}`", self.name);
        value.split_once('/').ok_or_else(|| self.fault(value, message(), help()))
    }

    fn pieces(&self, side: Side, text: &str) -> Result<Vec<PieceId>, ParseFenError> {
        let read = |symbol: &str| piece(symbol, side, self.lexicon);
        let mut pieces = Vec::new();
        for symbol in list(text) {
            let Some(id) = read(symbol) else {
                let letters: Vec<String> = symbol.chars().map(String::from).collect();
                let help = match letters.iter().all(|letter| read(letter).is_some()) {
                    true => format!("write commas between pieces: `{}`", letters.join(",")),
                    false => format!("write symbols of {} pieces with commas between them", side.name()),
                };
                return Err(self.fault(symbol, format!("no piece has the symbol `{}`", shorten(symbol)), help));
            };
            pieces.push(id);
        }
        pieces.sort_unstable();
        Ok(pieces)
    }
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
    let all = |text: &str| -> Option<_> { list(text).map(|part| stood(part, lexicon)).collect() };
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
        let changed = told.marked.on::<16>(index) != start.marked.on(index)
            || told.counters.get(index) != start.counters.get(index)
            || told.kept.get(index) != start.kept.get(index)
            || told.further.get(index) != start.further.get(index);
        if !changed {
            continue;
        }
        let value = match &declaration.kind.kind {
            Held::PieceMarks { .. } | Held::SquareMarks => squares(&mut told.marked.on::<16>(index).iter()),
            Held::GameCounter(_) if has_more_sides(tree) && [Sides::TO_MOVE, Sides::OUT].contains(&name.as_str()) => {
                names(told.counters[index][0] / ONE, name, tree)
            }
            Held::GameCounter(_) => decimal(told.counters[index][0]),
            Held::SideCounter(_) if has_more_sides(tree) => by_side(told, index, tree),
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

/// The names of sides: of the side to move, or of all sides that have dropped out.
fn names(number: i64, name: &str, tree: &Tree) -> String {
    let is_meant = |place: usize| match name {
        Sides::TO_MOVE => number == place as i64,
        _ => number >> place & 1 == 1,
    };
    let order = tree.sides.order.iter().enumerate().filter(|(place, _)| is_meant(*place));
    order.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(",")
}

/// The numbers of a counter of each side, in the order of turns.
fn by_side(told: &Told, index: usize, tree: &Tree) -> String {
    let written = tree.sides.written();
    let mut further = told.further.get(index).into_iter().flatten();
    let number = |place: usize| match written.iter().position(|own| *own == place) {
        Some(own) => told.counters[index][own],
        None => further.next().copied().unwrap_or(0),
    };
    (0..tree.sides.order.len()).map(number).map(decimal).collect::<Vec<_>>().join("/")
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
