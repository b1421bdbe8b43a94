//! Moves in standard algebraic notation.
//!
//! | part | text |
//! |---|---|
//! | piece | White's symbol of it in upper case; nothing for a pawn |
//! | start | the file, the rank or both, as far as needed to distinguish the piece from others of its kind that can
//! legally move there; always the file for a pawn's capture |
//! | capture | `x` if the move captures, on any square |
//! | end | the square |
//! | promotion | `=Q` |
//! | two steps | `Nf6/e5`: the end, then the square between the steps |
//! | choices | behind all that: `,c3` for a square, `=Q` for a kind of piece, `/N` for a piece from a hand |
//! | castling | `O-O` for the right with the FEN letter `K`, `O-O-O` for any other (by the direction if the letter says nothing) |
//! | drop | `P@e4` |
//! | check | `+`, and `#` if there is no answer |
//!
//! Here a pawn is any piece that moves like one, under any name: its quiet moves go only straight ahead, and it
//! captures only one step diagonally ahead. As in Fairy-Stockfish, the letter of any other piece is written, even if it
//! is `P`. The letter is also written for a pawn that has `san:`, and for a borrowed move of a pawn. Only checks to
//! pieces that are always royal are marked, and no checks by a royal piece itself.
//!
//! If different moves would still have the same text, the squares of their captures are added (`Lxe6xe5`). If this is
//! not enough, the UCI text replaces SAN.
//!
//! [`parse`] tolerates a missing or superfluous start square, `x`, `=`, `+`, `#`, zeros for `O` in castling, and `!`
//! and `?` at the end, as long as only one legal move is left.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::board::{Side, Square, SquareSet};
use crate::game::{Check, Game};
use crate::interpreter::{Move, MoveKind, Pick};
use crate::rules::movement::{Bend, Hop, Leap};
use crate::rules::{PieceId, Relations, Rules};

use super::error::MoveError;
use super::shared::{
    groups_of_equals, is_written_destination, push_file, push_rank, push_square, tell_apart, written_wall,
};
use super::uci;
use crate::work;

/// The text of a legal move.
pub fn write(game: &mut Game, made: &Move) -> String {
    let listed = uci::list(game);
    let texts = without_check_marks(game, &listed);
    match listed.iter().position(|(_, other)| other == made) {
        Some(index) => texts[index].clone() + check_mark(game, made),
        None => uci::write(game, made),
    }
}

/// SAN of each legal move. Calls `go_on` before each and stops when it fails; `listed` holds all legal moves with their UCI
/// texts.
///
/// # Errors
/// The error of `go_on`.
pub fn write_all<E>(
    game: &mut Game,
    listed: &[(String, Move)],
    go_on: &mut impl FnMut() -> Result<(), E>,
) -> Result<Vec<String>, E> {
    let mut texts = without_check_marks(game, listed);
    for (text, (_, made)) in texts.iter_mut().zip(listed) {
        go_on()?;
        text.push_str(check_mark(game, made));
    }
    Ok(texts)
}

fn check_mark(game: &mut Game, made: &Move) -> &'static str {
    match game.gives(made) {
        Check::None => "",
        Check::Check => "+",
        Check::Mate => "#",
    }
}

fn without_check_marks(game: &Game, listed: &[(String, Move)]) -> Vec<String> {
    let rules = game.rules();
    let pawns: Vec<bool> = rules.piece_ids().map(|piece| is_pawn(rules, piece)).collect();
    let is_pawns = |made: &Move| pawns[made.piece.index()] && goes_as_pawn(game, made);
    let letters = Letters::of(rules);
    // A pawn's borrowed move belongs to another group than its own moves.
    let group = |made: &Move| Group {
        to: made.to,
        pawn: rules.beyond.relations != Relations::default() && is_pawns(made),
        letter: letters.number(made.piece),
        wall: made.wall(),
        gate: made.gate().map(|gate| gate.piece),
    };
    // The memory for a text, and for making it distinct.
    if !work::has_room(160 * listed.len()) {
        return vec![String::new(); listed.len()];
    }
    let mut texts: Vec<String> = Vec::with_capacity(listed.len());
    let mut starts = Starts::default();
    for (_, made) in listed {
        if !matches!(made.kind(), MoveKind::Castling { .. } | MoveKind::Drop) && work::spend(4) {
            starts.add(group(made), made.from);
        }
    }
    for (_, made) in listed {
        let more = starts.of(&group(made));
        texts.push(if work::spend(4) { plain(game, made, is_pawns(made), more) } else { String::new() });
    }
    let letter = |piece| {
        let mut letter = String::new();
        push_letter(&mut letter, rules, piece);
        letter
    };
    tell_apart(&mut texts, |index| &listed[index].1, (game, letter));
    for index in groups_of_equals(&texts).into_iter().flatten() {
        texts[index].clone_from(&listed[index].0);
    }
    texts
}

/// The properties of a move in SAN without its start square. Moves that share all of them are distinguished by their
/// start squares.
#[derive(PartialEq, Eq, Hash)]
struct Group {
    to: Square,
    pawn: bool,
    letter: usize,
    wall: Option<Square>,
    gate: Option<PieceId>,
}

/// The start squares of the moves of each group. Most groups have only one.
#[derive(Default)]
struct Starts {
    groups: FxHashMap<Group, Begins>,
    /// The start squares of each group that has several.
    several: Vec<SquareSet>,
}

/// The start squares of a group.
enum Begins {
    /// One square.
    On(Square),
    /// Several squares, by their index in [`Starts::several`].
    OnSeveral(usize),
}

impl Starts {
    fn add(&mut self, group: Group, from: Square) {
        match self.groups.entry(group) {
            Entry::Vacant(entry) => drop(entry.insert(Begins::On(from))),
            Entry::Occupied(mut entry) => match *entry.get() {
                Begins::OnSeveral(index) => self.several[index].insert(from),
                Begins::On(first) if first == from => {}
                Begins::On(first) => {
                    entry.insert(Begins::OnSeveral(self.several.len()));
                    self.several.push(SquareSet::of(first) | SquareSet::of(from));
                }
            },
        }
    }

    /// The start squares of a group, if there are several.
    fn of(&self, group: &Group) -> Option<&SquareSet> {
        match self.groups.get(group) {
            Some(Begins::OnSeveral(index)) => Some(&self.several[*index]),
            _ => None,
        }
    }
}

/// A number for each piece. Pieces with the same letter have the same number.
struct Letters(Vec<usize>);

impl Letters {
    fn of(rules: &Rules) -> Letters {
        let mut known: FxHashMap<String, usize> = FxHashMap::default();
        let number = |piece| {
            let mut letter = String::new();
            push_letter(&mut letter, rules, piece);
            let next = known.len();
            *known.entry(letter).or_insert(next)
        };
        Letters(rules.piece_ids().map(number).collect())
    }

    fn number(&self, piece: PieceId) -> usize {
        self.0[piece.index()]
    }
}

/// Returns `true` if a piece moves like a pawn: straight ahead without capturing, and one step diagonally ahead to capture.
pub fn is_pawn(rules: &Rules, piece: PieceId) -> bool {
    let definition = rules.piece(piece);
    if definition.san.is_some() {
        return false;
    }
    let movements = std::iter::once(&definition.movement).chain(definition.extra.iter().map(|extra| &extra.movement));
    let (mut steps, mut takes) = (false, false);
    for pattern in movements.flat_map(|movement| &movement.patterns) {
        let Some(leg) = pattern.single_leg().filter(|leg| leg.hop == Hop::None && leg.bend == Bend::Straight) else {
            return false;
        };
        let headings = leg.headings & leg.kept;
        let straight = matches!(leg.leap, Leap::Main(_)) && headings == AHEAD;
        let diagonal = leg.leap == Leap::Main(1) && !leg.slides() && headings & !DIAGONALLY_AHEAD == 0;
        match (leg.terms.quiet, leg.terms.captures()) {
            (true, false) if straight => steps = true,
            (false, true) if diagonal && !leg.terms.friend => takes = true,
            _ => return false,
        }
    }
    steps && takes
}

/// Returns `true` if a move of the side to move is a pawn move by the pawn's own notation.
pub(super) fn moves_as_pawn(game: &Game, made: &Move) -> bool {
    is_pawn(game.rules(), made.piece) && goes_as_pawn(game, made)
}

/// Returns `true` if a pawn moves by its own notation and not by a rule that lends it moves.
fn goes_as_pawn(game: &Game, made: &Move) -> bool {
    let rules = game.rules();
    if rules.beyond.relations == Relations::default() {
        return true;
    }
    let geometry = &rules.geometry;
    let [from, to] = [made.from, made.to].map(|square| (geometry.file(square), geometry.rank(square)));
    let ahead = if game.turn() == Side::White { to.1 > from.1 } else { to.1 < from.1 };
    let steps = from.1.abs_diff(to.1);
    let between = geometry.at(from.0, from.1.min(to.1) + 1);
    let free = || between.is_some_and(|square| game.piece_at(square).is_none());
    ahead
        && match made.is_capture() {
            true => from.0 != to.0 && steps == 1,
            false => from.0 == to.0 && (steps == 1 || (steps == 2 && free())),
        }
}

/// The heading straight ahead, as a set.
const AHEAD: u8 = 1;
/// The two headings diagonally ahead.
const DIAGONALLY_AHEAD: u8 = 1 << 1 | 1 << 7;

/// The text of a move without check marks. `starts` has the start squares of all moves that would look the same, if
/// there are several.
fn plain(game: &Game, made: &Move, pawn: bool, starts: Option<&SquareSet>) -> String {
    if let MoveKind::Castling { partner, .. } = made.kind() {
        let mut text = castling(game, made, partner).to_owned();
        push_gate(&mut text, game.rules(), made, true);
        push_picks(&mut text, game.rules(), made);
        return text;
    }
    let rules = game.rules();
    let mut text = String::with_capacity(8);
    if made.kind() == MoveKind::Drop {
        push_letter(&mut text, rules, made.promotion().unwrap_or(made.piece));
        text.push('@');
        push_square(&mut text, &rules.geometry, made.to);
        push_wall(&mut text, rules, made);
        push_picks(&mut text, rules, made);
        return text;
    }
    if !pawn {
        push_letter(&mut text, rules, made.piece);
    }
    push_start(&mut text, rules, made, pawn, starts);
    if made.is_capture() {
        text.push('x');
    }
    push_square(&mut text, &rules.geometry, made.to);
    if let Some(choice) = made.promotion() {
        text.push('=');
        push_letter(&mut text, rules, choice);
    }
    if let MoveKind::Through(through) = made.kind() {
        text.push('/');
        push_square(&mut text, &rules.geometry, through);
    }
    push_gate(&mut text, rules, made, false);
    push_wall(&mut text, rules, made);
    push_picks(&mut text, rules, made);
    text
}

/// Appends the choices that rules offer with a move.
fn push_picks(text: &mut String, rules: &Rules, made: &Move) {
    for pick in made.picks().iter() {
        match pick {
            Pick::Via(square) => {
                text.push('/');
                push_square(text, &rules.geometry, *square);
            }
            Pick::Kind(kind) => {
                text.push('=');
                push_letter(text, rules, *kind);
            }
            Pick::On(square) if is_written_destination(made, *square) => {}
            Pick::On(square) | Pick::Captured(square) => {
                text.push(',');
                push_square(text, &rules.geometry, *square);
            }
            Pick::Held(_, _, piece) => {
                text.push('/');
                push_letter(text, rules, *piece);
            }
        }
    }
}

fn push_wall(text: &mut String, rules: &Rules, made: &Move) {
    if let Some(wall) = written_wall(rules, made) {
        text.push(',');
        push_square(text, &rules.geometry, wall);
    }
}

/// Writes the piece that enters from the hand, as in `/E`, with its square if it could be one of two squares.
fn push_gate(text: &mut String, rules: &Rules, made: &Move, named: bool) {
    let Some(gate) = made.gate() else { return };
    text.push('/');
    push_letter(text, rules, gate.piece);
    if named {
        push_square(text, &rules.geometry, gate.on);
    }
}

/// `O-O` or `O-O-O`.
fn castling(game: &Game, made: &Move, partner: Square) -> &'static str {
    let letter = game.castling_rights().into_iter().find_map(|right| {
        let rule = &game.rules().castling[usize::from(right.rule)];
        ((right.from, right.partner, rule.to) == (made.from, partner, made.to)).then_some(rule.letter)
    });
    let short = match letter.map(|letter| letter.to_ascii_uppercase()) {
        Some('K') => true,
        Some('Q') => false,
        _ => partner > made.from,
    };
    if short { "O-O" } else { "O-O-O" }
}

pub(super) fn push_letter(text: &mut String, rules: &Rules, piece: PieceId) {
    if let Some(san) = &rules.piece(piece).san {
        return text.push_str(san);
    }
    let symbol = &rules.piece(piece).symbol;
    let symbol = if symbol.white.is_empty() { &symbol.black } else { &symbol.white };
    text.extend(symbol.chars().flat_map(char::to_uppercase));
}

/// Appends as much of the start square as is needed. `starts` has the start squares of all moves that would look the
/// same, if there are several.
fn push_start(text: &mut String, rules: &Rules, made: &Move, pawn: bool, starts: Option<&SquareSet>) {
    let geometry = &rules.geometry;
    let takes_as_pawn = pawn && made.is_capture();
    let (own_file, own_rank) = (geometry.file(made.from), geometry.rank(made.from));
    let begins = |file: usize, rank: usize| {
        let square = geometry.at(file, rank);
        square.is_some_and(|square| square != made.from && starts.is_some_and(|starts| starts.contains(square)))
    };
    let on_file = starts.is_some() && (0..geometry.ranks()).any(|rank| begins(own_file, rank));
    let on_rank = starts.is_some() && (0..geometry.files()).any(|file| begins(file, own_rank));
    let (file, rank) = match (on_file, on_rank) {
        (false, _) => (starts.is_some() || takes_as_pawn, false),
        // For a pawn, a rank alone would be misread, so the file is written too.
        (true, false) => (pawn, true),
        (true, true) => (true, true),
    };
    if file {
        push_file(text, geometry.file(made.from));
    }
    if rank {
        push_rank(text, geometry.rank(made.from));
    }
}

/// The legal move for a text.
///
/// # Errors
/// When there is no such move, or when the text is ambiguous.
pub fn parse(game: &mut Game, text: &str) -> Result<Move, MoveError> {
    let listed = uci::list(game);
    if listed.is_empty() {
        return Err(MoveError::no_moves(game, text));
    }
    let texts = without_check_marks(game, &listed);
    let wanted = text.trim_end_matches(['+', '#', '!', '?']);
    let wanted = if wanted.starts_with("0-0") { wanted.replace('0', "O") } else { wanted.to_owned() };
    if let Some(index) = texts.iter().position(|other| *other == wanted) {
        return Ok(listed[index].1);
    }
    let bare = without_ornaments(&wanted);
    let fits = |index: &usize| spellings(game, &listed[*index].1).any(|spelling| spelling == bare);
    let fitting: Vec<usize> = (0..listed.len()).filter(fits).collect();
    match fitting.as_slice() {
        [] => Err(MoveError::Illegal { text: text.to_owned() }),
        [index] => Ok(listed[*index].1),
        several => {
            let candidates = several.iter().map(|index| texts[*index].clone()).collect();
            Err(MoveError::Ambiguous { text: text.to_owned(), candidates })
        }
    }
}

/// The text without characters that only describe the move, such as `x`, `=` and `+`.
fn without_ornaments(text: &str) -> String {
    text.replace(['x', '=', '-'], "")
}

/// The accepted texts of a move: without its start square, with a part of it, and with all of it. None has the
/// characters that `without_ornaments` removes.
fn spellings(game: &Game, made: &Move) -> impl Iterator<Item = String> + use<> {
    let rules = game.rules();
    let geometry = &rules.geometry;
    let (mut letter, mut file, mut rank, mut end) = (String::new(), String::new(), String::new(), String::new());
    if !moves_as_pawn(game, made) {
        push_letter(&mut letter, rules, made.piece);
    }
    push_file(&mut file, geometry.file(made.from));
    push_rank(&mut rank, geometry.rank(made.from));
    push_square(&mut end, geometry, made.to);
    if let Some(choice) = made.promotion() {
        push_letter(&mut end, rules, choice);
    }
    let starts = [String::new(), file.clone(), rank.clone(), file + &rank];
    let castles = matches!(made.kind(), MoveKind::Castling { .. });
    starts.into_iter().filter(move |_| !castles).map(move |start| without_ornaments(&format!("{letter}{start}{end}")))
}
