//! Explains why a move is legal, or which rule forbids it.
//!
//! The game decides whether a move is legal; this module explains it. For a legal move it names the part of the
//! notation or the rule that allows it. For an illegal move it names the obstacles, in the order of the rules. It walks
//! each move of a notation separately, in the current position and in changed positions.
//!
//! ```
//! use ferz::why;
//! let mut game = ferz::load("chess").unwrap().start().unwrap();
//! let answer = why::explain(&mut game, "a1a5").unwrap();
//! assert!(!answer.legal);
//! assert_eq!(answer.notes[0].message, "`R` is blocked on a2 by the white pawn");
//! assert_eq!(why::explain(&mut game, "Nf3").unwrap().notes[0].reason.rule(), "move");
//! ```

mod beyond;
mod captures;
mod castling;
mod drops;
mod faults;
#[cfg(feature = "batch")]
mod language;
mod legal;
#[cfg(feature = "batch")]
mod lent;
mod levels;
mod obstacles;
#[cfg(feature = "batch")]
mod offered;
mod piece;
mod place;
mod reason;
mod reason_path;
mod request;
mod safety;
#[cfg(feature = "batch")]
mod told;
#[cfg(feature = "batch")]
mod trial;
mod view;
mod walls;
mod words;
mod words_of_parts;

use std::fmt;

use crate::game::{Compiled, Game};
use crate::interpreter::{Move, MoveKind};
use crate::notation::{self, MoveError, Written};
use crate::rules::{Rules, Setup};

pub use faults::{CrossingFault, GatingFault, WallFault};
pub use place::place;
pub use reason::{Need, Reason};
pub use request::Request;
#[cfg(feature = "batch")]
pub use told::{ToldAnswer, explain_told};
#[cfg(feature = "batch")]
pub use trial::Told;
pub use view::{Atom, AtomId, View, atoms, attackers, land, walk};
pub use words::Scene;

/// The answer about a move.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The text of the legal move, or the text as given.
    pub text: String,
    /// `true` if it is legal.
    pub legal: bool,
    /// The rules that allow it, or the rules that forbid it, the most important one first. Never empty.
    pub notes: Vec<Note>,
}

/// One reason in words.
#[derive(Clone, Debug)]
pub struct Note {
    /// The reason.
    pub reason: Reason,
    /// The reason in words.
    pub message: String,
}

/// The error for a text that is not a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unclear {
    /// It cannot be read.
    NoMove {
        /// The text.
        text: String,
        /// A hint: the most similar legal move, or the form of moves; `None` if there are no legal moves.
        hint: Option<String>,
    },
    /// Several moves could be meant.
    Ambiguous(MoveError),
}

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unclear::NoMove { text, hint } => {
                write!(f, "`{text}` does not have the form of a move")?;
                hint.iter().try_for_each(|hint| write!(f, "; {hint}"))
            }
            Unclear::Ambiguous(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Unclear {}

/// A position and its moves.
struct Case<'a> {
    game: &'a mut Game,
    setup: Setup,
    legal: Vec<Written>,
    pseudo: Vec<Move>,
    /// The text of the wall.
    wall: Option<String>,
}

/// Explains why a move, in UCI notation or in SAN, is legal or illegal.
///
/// # Errors
/// When the text is not a move, or is ambiguous.
pub fn explain(game: &mut Game, text: &str) -> Result<Answer, Unclear> {
    let text = notation::unnumbered(text);
    let legal = notation::list(game);
    let found = find(game, &legal, text);
    let request = Request::read(game, text);
    if let Ok(made) = found {
        return Ok(allow(game, legal, text, &made));
    }
    let Some(request) = request else {
        #[cfg(feature = "batch")]
        if request::begins_with_two_squares(game.rules(), text) {
            let case = Case::new(game, legal.clone());
            let reasons = case.refuse_by_rules_alone(text);
            if !reasons.is_empty() {
                return Ok(case.answer(text, false, reasons, None));
            }
        }
        let unknown = request::unknown(game.rules(), text);
        let hint =
            [unknown, hint(&legal, text)].into_iter().flatten().reduce(|unknown, hint| format!("{unknown}; {hint}"));
        return Err(Unclear::NoMove { text: text.to_owned(), hint });
    };
    if let Some(written) = legal.iter().find(|written| request.is_whole(&written.made)) {
        return Err(Unclear::NoMove { text: text.to_owned(), hint: Some(meant(&written.uci)) });
    }
    if let (Err(error @ MoveError::Ambiguous { .. }), Request::Someone { promotion: None, .. }) = (found, &request)
        && !legal.iter().any(|written| written.made.promotion().is_some() && fits(&request, &written.made))
    {
        return Err(Unclear::Ambiguous(error));
    }
    let mut case = Case::new(game, legal);
    case.wall = text.split_once(',').map(|(_, wall)| wall.to_owned());
    #[cfg(feature = "batch")]
    if !case.game.rules().tree.is_empty() {
        let reasons = case.refuse_by_rules(text, &request);
        return Ok(case.answer(text, false, reasons, None));
    }
    let reasons = case.refuse(&request);
    Ok(case.answer(text, false, reasons, None))
}

/// The legal move that a text stands for.
fn find(game: &mut Game, legal: &[Written], text: &str) -> Result<Move, MoveError> {
    match legal.iter().find(|written| written.uci == text) {
        Some(written) => Ok(written.made),
        None => request::parse(game, text),
    }
}

/// Explains a legal move.
fn allow(game: &mut Game, legal: Vec<Written>, text: &str, made: &Move) -> Answer {
    let case = Case::new(game, legal);
    let reasons = legal::grounds(&case.setup, case.game.rules(), made);
    #[cfg(feature = "batch")]
    if !case.game.rules().tree.is_empty() {
        let reasons = case.allow_by_rules(made, reasons);
        return case.answer(text, true, reasons, Some(made));
    }
    case.answer(text, true, reasons, Some(made))
}

fn meant(move_text: &str) -> String {
    format!("did you mean `{move_text}`?")
}

/// A hint: the legal move whose text is most similar, or else the form of moves.
fn hint(legal: &[Written], text: &str) -> Option<String> {
    let written = legal.iter().flat_map(|written| [written.uci.as_str(), written.san.as_str()]);
    let example = || legal.first().map(|first| format!("a move is written like `{}` or `{}`", first.uci, first.san));
    crate::diagnostic::nearest(text, written).map(meant).or_else(example)
}

/// Returns `true` if the request could mean the move.
fn fits(request: &Request, made: &Move) -> bool {
    matches!(request, Request::Someone { pieces, to, .. } if pieces.contains(&made.piece) && *to == made.to)
}

impl<'a> Case<'a> {
    /// A position with its legal moves.
    fn new(game: &'a mut Game, legal: Vec<Written>) -> Case<'a> {
        let mut setup = game.setup();
        setup.en_passant = game.en_passant();
        let pseudo = game.pseudo_legal_moves();
        Case { game, setup, legal, pseudo, wall: None }
    }

    /// The reason, if a move leaves a royal piece under an attack that only a special rule makes possible.
    fn endangers(&self, made: &Move) -> Option<Reason> {
        let mut after = self.game.clone();
        after.play(made);
        let setup = Setup { turn: self.setup.turn, ..after.setup() };
        beyond::checks(self.game.rules(), &setup).map(|(group, key)| Reason::Endangers { group, key })
    }

    fn answer(&self, text: &str, legal: bool, mut reasons: Vec<Reason>, made: Option<&Move>) -> Answer {
        if reasons.is_empty() {
            reasons.push(self.special(text, legal));
        }
        let scene = Scene { rules: self.game.rules(), setup: &self.setup };
        let note = |reason: Reason| Note { message: reason.words(&scene), reason };
        let written = self.legal.iter().find(|written| Some(&written.made) == made);
        let text = written.map_or_else(|| text.to_owned(), |written| format!("{} ({})", written.uci, written.san));
        Answer { text, legal, notes: reasons.into_iter().map(note).collect() }
    }

    /// The reason if no other was found: the rule below `rules` in the variant file that decides about the move, or
    /// `Reason::Other`.
    fn special(&self, text: &str, legal: bool) -> Reason {
        let part = beyond::decides(self.game.rules(), &self.setup, text, legal);
        part.map_or(Reason::Other, |(group, key)| Reason::Special { group, key })
    }

    /// The rules that forbid a move that is not legal.
    fn refuse(&mut self, request: &Request) -> Vec<Reason> {
        if let Some(end) = self.ended_at_once() {
            return vec![Reason::GameOver { end }];
        }
        match request {
            Request::Go { from, to, promotion, captures } => {
                self.refuse_piece((*from, *to), *promotion, captures.as_deref())
            }
            Request::Someone { pieces, start, to, promotion } => self.refuse_someone(pieces, *start, *to, *promotion),
            Request::Drop { piece, to } => self.refuse_drop(*piece, *to),
            Request::Castle { long } => self.refuse_castling_text(*long),
        }
    }

    /// The end that the board has reached; `None` if there is none.
    fn ended_at_once(&mut self) -> Option<usize> {
        if !self.legal.is_empty() {
            return None;
        }
        let rules = self.game.shared_rules();
        let at_once = |index: &usize| rules.ends.get(*index).is_some_and(|end| end.condition.is_at_once());
        if let Some(index) = self.game.end().map(|end| end.index).filter(at_once) {
            return Some(index);
        }
        // An end that a player may claim can come before the reached end in the file.
        let reached: Vec<usize> = (0..rules.ends.len()).filter(at_once).collect();
        let mut alone = Rules::clone(&rules);
        alone.ends = reached.iter().map(|index| rules.ends[*index].clone()).collect();
        let end = Compiled::new(alone).game_unchecked(&self.setup).ok()?.end()?;
        reached.get(end.index).copied()
    }

    /// The rules that forbid a pseudo-legal move.
    fn refuse_pseudo(&mut self, made: &Move) -> Vec<Reason> {
        let rules = self.game.shared_rules();
        let constraints = &rules.constraints;
        let legal = |kind: fn(&Move) -> bool| self.legal.iter().find(|written| kind(&written.made));
        let instead = legal(|made| made.kind() == MoveKind::Drop).map(|written| written.san.clone());
        let capture = legal(Move::is_capture).map(|written| written.san.clone());
        if let Some(reason) = self.safe_from(made).or_else(|| self.stays_in_check(made)) {
            return vec![reason];
        }
        // A wall may be what makes the move legal.
        let same = |other: &Move| {
            other.with(|further| {
                further.wall = None;
                further.gate = None;
            }) == *made
        };
        let ways = self.legal.iter().filter(|written| rules.effects.walls.is_some() && same(&written.made));
        let ways: Vec<String> = ways.take(3).map(|written| written.uci.clone()).collect();
        if !ways.is_empty() {
            return vec![self.refuse_wall(made, ways)];
        }
        let mut reasons = self.unsafe_because(made);
        reasons.extend(self.endangers(made).filter(|_| reasons.is_empty()));
        reasons.extend(self.gives_check(made).filter(|_| reasons.is_empty()));
        reasons.extend(self.goes_on_facing(made).filter(|_| reasons.is_empty()));
        reasons.extend(self.takes_guarded(made.piece, made.to).filter(|_| reasons.is_empty()));
        if reasons.is_empty() && made.kind() == MoveKind::Drop {
            reasons.extend(self.mates_by_drop(made));
        }
        let obliged = |made: &Move| made.kind() == MoveKind::Drop && constraints.must_drop.contains(&made.piece);
        if reasons.is_empty() && !constraints.must_drop.is_empty() && !obliged(made) {
            reasons.extend(instead.map(|instead| Reason::MustDrop { instead }));
        }
        if reasons.is_empty() && constraints.must_capture && !made.is_capture() {
            reasons.extend(capture.map(|instead| Reason::MustCapture { instead }));
        }
        if reasons.is_empty() && rules.effects.walls.is_some() {
            reasons.push(self.refuse_wall(made, ways));
        }
        reasons
    }
}
