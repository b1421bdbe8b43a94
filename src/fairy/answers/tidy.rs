//! FENs as other programs write them: with missing fields, other letters for pieces, hands after a slash, and
//! castling rights that do not exist.

use crate::board::{Side, Square};
use crate::fen::{self, ParseFenError};
use crate::game::Compiled;
use crate::rules::{PieceId, Royalty, Rules, Setup};

/// The fields of a FEN, with defaults for missing fields.
struct Fields {
    board: String,
    turn: String,
    castling: String,
    passing: String,
    checks: Option<String>,
    halfmoves: String,
    fullmoves: String,
}

impl Fields {
    fn of(text: &str, rules: &Rules) -> Fields {
        let mut words = text.split_whitespace();
        let board = board(words.next().unwrap_or_default(), rules);
        let mut words: Vec<&str> = words.collect();
        let turn = if words.first().is_some_and(|word| matches!(*word, "w" | "b")) { words.remove(0) } else { "w" };
        let is_checks = |word: &&str| word.contains('+');
        let checks = words.iter().position(is_checks).map(|at| words.remove(at).to_owned());
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let castling = if words.first().is_some_and(|word| !is_number(word)) { words.remove(0) } else { "-" };
        // The limit of a count stands in the place of the en passant square.
        let passing = match words[..] {
            [first, ..] if !is_number(first) => words.remove(0),
            [first, _, _, ..] if is_number(first) => words.remove(0),
            _ => "-",
        };
        let number = |at: usize, usual: &str| {
            let word = words.get(at).filter(|word| is_number(word)).copied();
            word.unwrap_or(usual).to_owned()
        };
        Fields {
            board,
            turn: turn.to_owned(),
            castling: castling.to_owned(),
            passing: if passing == "0" { "-".to_owned() } else { passing.to_owned() },
            checks,
            halfmoves: number(0, "0"),
            fullmoves: number(1, "1"),
        }
    }

    fn write(&self) -> String {
        let Fields { board, turn, castling, passing, checks, halfmoves, fullmoves } = self;
        let checks = checks.iter().map(|checks| format!(" {checks}")).collect::<String>();
        format!("{board} {turn} {castling} {passing}{checks} {halfmoves} {fullmoves}")
    }
}

/// The board and the hands, in the variant's letters.
fn board(text: &str, rules: &Rules) -> String {
    let mut board = text.to_owned();
    if board.matches('/').count() == rules.geometry.ranks()
        && !board.contains('[')
        && let Some((before, hands)) = text.rsplit_once('/')
    {
        board = format!("{before}[{hands}]");
    }
    board = board.replace("[-]", "[]");
    board = without_overhang(&board, rules.geometry.files());
    let known = |letter: char| rules.piece_with_symbol(letter.encode_utf8(&mut [0; 4])).is_some();
    let ours = |letter: char| {
        if !letter.is_ascii_alphabetic() || known(letter) {
            return letter.to_string();
        }
        let upper = letter.to_ascii_uppercase().to_string();
        let piece = rules.pieces.iter().find(|piece| piece.san.as_deref() == Some(&*upper));
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        piece.map_or(letter.to_string(), |piece| piece.symbol[side].clone())
    };
    board.chars().map(ours).collect()
}

/// The board without superfluous empty squares of the last rank.
fn without_overhang(board: &str, files: usize) -> String {
    let (squares, hands) = board.split_at(board.find('[').unwrap_or(board.len()));
    let (before, last) = squares.split_at(squares.rfind('/').map_or(0, |at| at + 1));
    let (pieces, empty) = last.split_at(last.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    let width = |text: &str| {
        let letters = text.chars().filter(|c| c.is_ascii_alphabetic() || *c == '*').count();
        let runs = text.split(|c: char| !c.is_ascii_digit()).filter_map(|run| run.parse::<usize>().ok());
        letters + runs.sum::<usize>()
    };
    let room = files.saturating_sub(width(pieces));
    if empty.is_empty() || width(empty) <= room {
        return board.to_owned();
    }
    let rest = if room == 0 { String::new() } else { room.to_string() };
    format!("{before}{pieces}{rest}{hands}")
}

/// Reads a FEN, and ignores parts without meaning.
///
/// # Errors
/// When it still cannot be read.
pub fn read(text: &str, rules: &Rules, chess960: bool) -> Result<Setup, ParseFenError> {
    // Most FENs need no change. A number in the fourth field may mean something else, so these FENs are not tried
    // unchanged.
    if text.split_ascii_whitespace().nth(3).is_some_and(|word| !word.bytes().all(|byte| byte.is_ascii_digit()))
        && let Ok(setup) = fen::read_with(text, rules, chess960)
    {
        return Ok(setup);
    }
    let mut fields = Fields::of(text, rules);
    let read = |fields: &Fields| fen::read_with(&fields.write(), rules, chess960);
    let first = read(&fields);
    if first.is_ok() {
        return first;
    }
    let letters = std::mem::replace(&mut fields.castling, "-".to_owned());
    let passing = std::mem::replace(&mut fields.passing, "-".to_owned());
    read(&fields)?;
    let mut kept = String::new();
    for letter in letters.chars().filter(char::is_ascii_alphabetic) {
        fields.castling = format!("{kept}{letter}");
        if read(&fields).is_ok() {
            kept.push(letter);
            continue;
        }
        // If letters of files name unmoved pieces, a right without a king on its square belongs to the rook.
        let of_file = |file: usize| {
            let name = rules.geometry.file_name(file);
            if letter.is_ascii_uppercase() { name.to_uppercase() } else { name }
        };
        let files = 0..rules.geometry.files();
        let files: Vec<usize> = match letter.to_ascii_uppercase() {
            'K' if !rules.effects.gating.is_empty() => files.rev().collect(),
            'Q' if !rules.effects.gating.is_empty() => files.collect(),
            _ => continue,
        };
        let fits = |file: &String| {
            let castling = format!("{kept}{file}");
            read(&Fields { castling, board: fields.board.clone(), ..Fields::of(&fields.write(), rules) }).is_ok()
        };
        let found = files.into_iter().map(of_file).find(|file| !kept.contains(&**file) && fits(file));
        if let Some(file) = found {
            kept += &file;
        }
    }
    fields.castling = if kept.is_empty() { "-".to_owned() } else { kept };
    fields.passing = passing;
    if read(&fields).is_err() {
        fields.passing = "-".to_owned();
    }
    read(&fields)
}

/// Errors of a FEN, by the numbers of pyffish.
mod fault {
    pub(super) const EMPTY: i32 = 0;
    pub(super) const OK: i32 = 1;
    pub(super) const FULLMOVES: i32 = -1;
    pub(super) const HALFMOVES: i32 = -2;
    pub(super) const KINGS: i32 = -3;
    pub(super) const PASSING: i32 = -4;
    pub(super) const CASTLING: i32 = -5;
    pub(super) const TURN: i32 = -6;
    pub(super) const HAND: i32 = -7;
    pub(super) const BOARD: i32 = -8;
    pub(super) const TOUCHING: i32 = -9;
    pub(super) const LETTER: i32 = -10;
    pub(super) const PROMOTED: i32 = -12;
    pub(super) const CHECKS: i32 = -13;
}

/// Error of a FEN.
pub fn validate(text: &str, compiled: &Compiled, chess960: bool) -> i32 {
    let rules = compiled.rules();
    let fields: Vec<&str> = text.split(' ').collect();
    let Some(first) = fields.first().filter(|first| !first.is_empty()) else { return fault::EMPTY };
    let board = board(first, rules);
    let (squares, hands) = board.split_once('[').unwrap_or((&board, "]"));
    if let Some(wrong) = in_letters(squares, rules) {
        return wrong;
    }
    let bare = |castling: &str, passing: &str| format!("{squares} w {castling} {passing} 0 1");
    let known = |letter: char| rules.piece_with_symbol(letter.encode_utf8(&mut [0; 4])).is_some();
    if hands.chars().any(|letter| letter.is_ascii_alphabetic() && !known(letter)) {
        return fault::LETTER;
    }
    if !hands.ends_with(']') || !hands[..hands.len() - 1].chars().all(known) {
        return fault::HAND;
    }
    if board.contains('[') && rules.hand.is_none() && rules.effects.gating.is_empty() {
        return fault::LETTER;
    }
    let tidy = Fields::of(text, rules);
    let board_only = Fields { board: tidy.board.clone(), ..Fields::of(&bare("-", "-"), rules) };
    let Ok(setup) = fen::read_with(&board_only.write(), rules, chess960) else { return fault::BOARD };
    if let Some(wrong) = in_kings(compiled, &setup) {
        return wrong;
    }
    if fields.get(1).is_some_and(|turn| !matches!(*turn, "w" | "b")) {
        return fault::TURN;
    }
    in_fields(&fields, &tidy, rules, chess960)
}

fn in_letters(squares: &str, rules: &Rules) -> Option<i32> {
    let has_raised = rules.pieces.iter().any(|piece| piece.symbol.white.starts_with('+'));
    let letters: Vec<char> = squares.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        match letter {
            '+' if !has_raised => return Some(fault::LETTER),
            '+' => {
                let raised: String = letters[at..].iter().take(2).collect();
                if rules.piece_with_symbol(&raised).is_none() {
                    return Some(fault::PROMOTED);
                }
            }
            '/' | '~' | '*' => {}
            digit if digit.is_ascii_digit() => {}
            letter if rules.piece_with_symbol(letter.encode_utf8(&mut [0; 4])).is_some() => {}
            letter if at > 0 && letters[at - 1] == '+' && letter.is_ascii_alphabetic() => {}
            _ => return Some(fault::LETTER),
        }
    }
    None
}

/// Checks that there are as many royal pieces as at the start (on the board and in hand), and that no two are adjacent.
fn in_kings(compiled: &Compiled, setup: &Setup) -> Option<i32> {
    let rules = compiled.rules();
    let royal = |id: &PieceId| rules.piece(*id).royalty == Royalty::Royal;
    let count = |setup: &Setup, side: Side| {
        let on_board =
            setup.pieces.iter().flatten().filter(|placed| placed.side == side && royal(&placed.piece)).count();
        on_board + rules.piece_ids().filter(royal).map(|id| usize::from(setup.hands[side][id.index()])).sum::<usize>()
    };
    if Side::ALL.into_iter().any(|side| count(setup, side) != count(&rules.setup, side)) {
        return Some(fault::KINGS);
    }
    let of = |side: Side| {
        rules.geometry.squares().iter().filter(move |square| {
            setup.pieces[square.index()].is_some_and(|placed| placed.side == side && royal(&placed.piece))
        })
    };
    let beside = |a: Square, b: Square| {
        let geometry = &rules.geometry;
        geometry.file(a).abs_diff(geometry.file(b)) <= 1 && geometry.rank(a).abs_diff(geometry.rank(b)) <= 1
    };
    if !of(Side::White).any(|white| of(Side::Black).any(|black| beside(white, black))) {
        return None;
    }
    let mut alone = setup.clone();
    alone.castling.clear();
    alone.en_passant = None;
    alone.pieces.iter_mut().for_each(|cell| *cell = cell.filter(|placed| royal(&placed.piece)));
    compiled.game_unchecked(&alone).is_ok_and(|game| game.in_check()).then_some(fault::TOUCHING)
}

/// Checks the fields after the side to move.
fn in_fields(fields: &[&str], tidy: &Fields, rules: &Rules, chess960: bool) -> i32 {
    let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(checks) = &tidy.checks {
        let digits = checks.bytes().filter(u8::is_ascii_digit).count();
        let only = Fields { castling: "-".to_owned(), passing: "-".to_owned(), ..Fields::of(&tidy.write(), rules) };
        if digits != 2 || fen::read_with(&only.write(), rules, chess960).is_err() {
            return fault::CHECKS;
        }
    }
    let rest: Vec<&str> = fields.iter().skip(2).copied().filter(|word| !word.contains('+')).collect();
    // Without castling and en passant fields, only numbers follow.
    let whole = rest.first().is_some_and(|word| !is_number(word) || rest.len() > 2);
    let numbers = match whole {
        true => {
            let castling = Fields { passing: "-".to_owned(), ..Fields::of(&tidy.write(), rules) };
            if rest[0].chars().any(|letter| !letter.is_ascii_alphabetic() && letter != '-')
                || fen::read_with(&castling.write(), rules, chess960).is_err()
            {
                return fault::CASTLING;
            }
            let passing = rest.get(1).copied();
            if passing.is_some_and(|word| !is_passing(word, rules)) {
                return fault::PASSING;
            }
            rest.get(2..).unwrap_or_default()
        }
        false => &rest[rest.len().saturating_sub(2)..],
    };
    if numbers.first().is_some_and(|word| !is_number(word)) {
        return fault::HALFMOVES;
    }
    if numbers.get(1).is_some_and(|word| !is_number(word)) {
        return fault::FULLMOVES;
    }
    fault::OK
}

/// Returns `true` if a word is a square, `-`, or a count.
fn is_passing(word: &str, rules: &Rules) -> bool {
    let counts = || !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    word == "-" || rules.geometry.square(word).is_some() || counts()
}

/// A FEN as shogi programs write it.
pub fn sfen(text: &str, plies: usize) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let (board, hands) = words[0].split_once('[').unwrap_or((words[0], "]"));
    let hands = hands.trim_end_matches(']');
    let mut held = String::new();
    let mut letters = hands.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut count = 1;
        while letters.next_if_eq(&letter).is_some() {
            count += 1;
        }
        if count > 1 {
            held += &count.to_string();
        }
        held.push(letter);
    }
    let turn = if words.get(1) == Some(&"w") { "b" } else { "w" };
    let held = if held.is_empty() { "-".to_owned() } else { held };
    format!("{board} {turn} {held} {}", plies + 1)
}
