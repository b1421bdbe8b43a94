//! The position at the start.

use std::collections::BTreeSet;

use super::super::settings::Settings;
use super::super::table::{ROYAL, Slot, Topic};
use super::forms::{Form, Place, at};
use crate::board::{BySide, Geometry, Side, Square, SquareSet};
use crate::diagnostic::{Code, Diagnostic, shorten};
use crate::english;
use crate::source::Span;
use crate::variant::Problems;

/// The position at the start, field by field.
#[derive(Clone, Debug)]
pub(super) struct Start {
    board: String,
    hand: Option<String>,
    side: char,
    /// The letters of castling rights as written.
    pub rights: String,
    checks: Option<String>,
    clocks: Option<(u32, u32)>,
    pieces: Vec<(Square, Form, Side)>,
    in_hand: Vec<(Form, Side)>,
    /// The pieces on the board and in hand.
    pub forms: BTreeSet<Form>,
}

impl Start {
    /// Reads the position as Fairy-Stockfish does, and reports parts that do not fit.
    pub(super) fn read(settings: &Settings, board: &Geometry, place: Place, problems: &mut Problems) -> Start {
        let empty = crate::source::Spanned { value: String::new(), span: place.header };
        let written = settings.text(Topic::Setup).unwrap_or(&empty);
        let span = at(settings, Topic::Setup, place);
        let own = span != place.header;
        let mut reader = Reader {
            settings,
            board,
            problems,
            whole: if own { written.span } else { span },
            own,
            misfit: false,
            pieces: Vec::new(),
            in_hand: Vec::new(),
        };
        reader.start(&written.value)
    }

    /// The position as a FEN, with the translated castling rights.
    pub(super) fn fen(&self) -> String {
        let hand = self.hand.as_ref().map_or(String::new(), |hand| format!("[{hand}]"));
        let rights = if self.rights.is_empty() { "-" } else { &self.rights };
        let checks = self.checks.as_ref().map_or(String::new(), |checks| format!(" {checks}"));
        let (half, full) = self.clocks.unwrap_or((0, 1));
        format!("{}{hand} {} {rights} -{checks} {half} {full}", self.board, self.side)
    }

    /// The number of checks that White and Black still have to give. `None` if the setup has no valid numbers.
    pub(super) fn checks(&self) -> Option<(u16, u16)> {
        let (white, black) = self.checks.as_ref()?.split_once('+')?;
        Some((white.parse().ok()?, black.parse().ok()?))
    }

    /// The squares of the pieces of a kind, for each side.
    pub(super) fn squares_of(&self, form: Form) -> BySide<SquareSet> {
        BySide::from_fn(|side| {
            let own = self.pieces.iter().filter(|(_, placed, whose)| *placed == form && *whose == side);
            own.map(|(square, ..)| *square).collect()
        })
    }

    /// The piece on a square.
    pub(super) fn on(&self, square: Square) -> Option<(Form, Side)> {
        self.pieces.iter().find(|(at, ..)| *at == square).map(|(_, form, side)| (*form, *side))
    }

    /// How many pieces of a type a side has on the board.
    pub(super) fn count(&self, kind: Slot, side: Side) -> usize {
        self.pieces.iter().filter(|(_, form, whose)| form.kind == kind && *whose == side).count()
    }

    /// Returns `true` if there are walls on the board.
    pub(super) fn has_walls(&self) -> bool {
        self.board.contains('*')
    }

    /// Returns `true` if a side has such a piece in hand.
    pub(super) fn holds(&self, form: Form) -> bool {
        self.in_hand.iter().any(|(held, _)| *held == form)
    }

    /// Returns `true` if a side has pieces of a type at the start, on the board or in hand.
    pub(super) fn side_has(&self, kind: Slot, side: Side) -> bool {
        let held = self.in_hand.iter().any(|(form, whose)| form.kind == kind && *whose == side);
        held || self.count(kind, side) > 0
    }
}

struct Reader<'a> {
    settings: &'a Settings,
    board: &'a Geometry,
    problems: &'a mut Problems,
    whole: Span,
    /// `true` if the position is written in this section, so that messages can show places in it.
    own: bool,
    /// `true` if it was reported that an inherited position does not fit.
    misfit: bool,
    pieces: Vec<(Square, Form, Side)>,
    in_hand: Vec<(Form, Side)>,
}

impl Reader<'_> {
    fn fault(&mut self, at: usize, length: usize, message: impl Into<String>) {
        if self.own {
            let start = self.whole.start + at as u32;
            let span = Span { start, end: start + length as u32, ..self.whole };
            self.problems.push(Diagnostic::error(Code::BadFen, span, message));
        } else if !std::mem::replace(&mut self.misfit, true) {
            let message =
                format!("without a `startFen`, the inherited start position does not fit: {}", message.into());
            let problem = Diagnostic::error(Code::BadFen, self.whole, message);
            self.problems.push(problem.help("give the section a `startFen` of its own"));
        }
    }

    fn start(&mut self, text: &str) -> Start {
        let fields: Vec<(usize, &str)> = text
            .split_ascii_whitespace()
            .map(|field| (field.as_ptr() as usize - text.as_ptr() as usize, field))
            .collect();
        let (placed_at, placed_pieces) = fields.first().copied().unwrap_or((0, ""));
        let before = self.problems.len();
        let (board, hand) = match placed_pieces.find('[') {
            Some(open) => {
                (&placed_pieces[..open], Some((placed_at + open + 1, placed_pieces[open + 1..].trim_end_matches(']'))))
            }
            None => (placed_pieces, None),
        };
        self.place_pieces(placed_at, board);
        for side in Side::ALL {
            let royal = self.pieces.iter().filter(|(_, form, whose)| form.kind == ROYAL && *whose == side).count();
            if royal > 1 {
                let message = format!(
                    "{royal} pieces of {} that are always royal: Fairy-Stockfish tests only one of them",
                    english::capitalised(side.name())
                );
                self.fault(placed_at, board.len(), message);
            }
        }
        // If the pieces are unknown, their castling rights are unknown too.
        let placed = self.problems.len() == before;
        let drops = self.settings.flag(Topic::Drops) || self.settings.flag(Topic::ToHand);
        let drops = drops && !self.settings.flag(Topic::FreeDrops);
        let held = hand.map(|(at, held)| self.hand(at, held));
        if held.as_ref().is_some_and(|held| !held.is_empty()) && !drops && !self.settings.flag(Topic::GatingDrops) {
            let (at, held) = hand.unwrap_or((0, ""));
            self.fault(at, held.len(), "pieces in hand, although no piece may be dropped");
        }
        let side = self.side(fields.get(1).copied());
        let mut rest = fields.iter().skip(2).copied().peekable();
        let mut rights = String::new();
        if rest.peek().is_some_and(|(_, field)| !field.starts_with(|c: char| c.is_ascii_digit())) {
            rights = rest.next().map_or("", |(_, field)| field).to_owned();
            if rest.peek().is_some_and(|(_, field)| field.starts_with(|c: char| c.is_ascii_lowercase() || c == '-')) {
                let (at, square) = rest.next().unwrap_or((0, "-"));
                if square != "-" && self.board.square(square).is_none() {
                    self.fault(at, square.len(), format!("`{}` is not a square of the board", shorten(square)));
                }
            }
        }
        let counts = self.settings.flag(Topic::CheckCounting);
        let checks = match rest.peek() {
            Some((_, field)) if field.contains('+') => rest.next().map(|(_, field)| field.to_owned()),
            // In Fairy-Stockfish, the next check wins if the FEN has no count of checks.
            _ => counts.then(|| "1+1".to_owned()),
        };
        let mut number = || rest.next().and_then(|(_, field)| field.parse::<u32>().ok());
        let clocks = number().map(|half| (half, number().unwrap_or(1).max(1)));
        let forms =
            self.pieces.iter().map(|(_, form, _)| *form).chain(self.in_hand.iter().map(|(form, _)| *form)).collect();
        Start {
            board: board.to_owned(),
            hand: if drops { Some(held.unwrap_or_default()) } else { None },
            side,
            rights: if rights == "-" || !placed { String::new() } else { rights },
            checks: checks.filter(|_| counts),
            clocks,
            pieces: std::mem::take(&mut self.pieces),
            in_hand: std::mem::take(&mut self.in_hand),
            forms,
        }
    }

    fn side(&mut self, field: Option<(usize, &str)>) -> char {
        match field {
            None | Some((_, "w")) => 'w',
            Some((_, "b")) => 'b',
            Some((at, other)) => {
                self.fault(at, other.len(), format!("the side to move is `w` or `b`, not `{}`", shorten(other)));
                'w'
            }
        }
    }

    fn place_pieces(&mut self, start: usize, text: &str) {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != self.board.ranks() {
            let message = format!("{} ranks, but the board has {}", ranks.len(), self.board.ranks());
            self.fault(start, text.len(), message);
            return;
        }
        let mut at = start;
        for (index, rank) in ranks.iter().enumerate() {
            self.rank(at, rank, self.board.ranks() - 1 - index);
            at += rank.len() + 1;
        }
    }

    fn rank(&mut self, start: usize, text: &str, rank: usize) {
        let (mut file, mut at) = (0usize, 0usize);
        let bytes = text.as_bytes();
        while at < bytes.len() {
            let begun = at;
            match bytes[at] {
                b'0'..=b'9' => {
                    let end = text[at..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| at + end);
                    file = file.saturating_add(text[at..end].parse().unwrap_or(99));
                    at = end;
                    continue;
                }
                b'*' => at += 1,
                b'+' | b'a'..=b'z' | b'A'..=b'Z' => {
                    let promoted = bytes[at] == b'+';
                    at += usize::from(promoted);
                    let Some(letter) = text[at..].chars().next() else {
                        self.fault(start + begun, at - begun, "`+` is not followed by a piece".to_owned());
                        continue;
                    };
                    at += letter.len_utf8();
                    let form = self.form(letter, promoted);
                    if bytes.get(at) == Some(&b'~') {
                        at += 1;
                    }
                    match form {
                        Some(form) => {
                            let side = if letter.is_ascii_lowercase() { Side::Black } else { Side::White };
                            if let Some(square) = self.board.at(file, rank) {
                                self.pieces.push((square, form, side));
                            }
                        }
                        None => {
                            self.fault(start + begun, at - begun, format!("there is no piece `{}`", &text[begun..at]))
                        }
                    }
                }
                _ => {
                    let letter = text[at..].chars().next().unwrap_or(' ');
                    at += letter.len_utf8();
                    self.fault(start + begun, at - begun, format!("`{letter}` means nothing here"));
                    continue;
                }
            }
            file += 1;
        }
        if file != self.board.files() {
            let message =
                format!("rank {} has {file} squares, but the board has {} files", rank + 1, self.board.files());
            self.fault(start, text.len(), message);
        }
    }

    fn form(&self, letter: char, promoted: bool) -> Option<Form> {
        let kind = self.settings.with_letter(letter)?;
        if !promoted {
            return Some(Form { kind, base: None });
        }
        let form = super::forms::promoted(self.settings, kind)?;
        Some(Form { kind: form, base: Some(kind) })
    }

    fn hand(&mut self, start: usize, text: &str) -> String {
        let mut held = String::new();
        for (at, letter) in text.char_indices().filter(|(_, letter)| *letter != '-') {
            match self.form(letter, false) {
                Some(form) => {
                    let side = if letter.is_ascii_lowercase() { Side::Black } else { Side::White };
                    self.in_hand.push((form, side));
                    held.push(letter);
                }
                None => self.fault(start + at, letter.len_utf8(), format!("there is no piece `{letter}`")),
            }
        }
        held
    }
}
