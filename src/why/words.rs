//! The reasons in words.

use crate::board::{Side, Square};
use crate::english;
use crate::rules::{CastlingRule, PieceId, PlacedPiece, Rules, Setup};

use super::beyond;
use super::reason::{Need, Reason};
use super::view::{AtomId, excerpt};

/// The context of a reason's words.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position before the move.
    pub setup: &'a Setup,
}

impl Scene<'_> {
    pub(super) fn square(&self, square: Square) -> String {
        self.rules.geometry.name(square)
    }

    pub(super) fn name(&self, piece: PieceId) -> &str {
        &self.rules.piece(piece).name
    }

    /// Name of a side.
    fn side(&self, side: Side) -> &str {
        &self.rules.look.sides[side]
    }

    /// A piece with its side: "the white bishop".
    pub(super) fn owned(&self, placed: PlacedPiece) -> String {
        let name = self.side(placed.side);
        let word = if name.eq_ignore_ascii_case(placed.side.name()) { placed.side.name() } else { name };
        format!("the {}", english::owned(word, self.name(placed.piece)))
    }

    pub(super) fn piece_at(&self, (square, placed): (Square, PlacedPiece)) -> String {
        format!("{} on {}", self.owned(placed), self.square(square))
    }

    pub(super) fn occupant(&self, square: Square) -> String {
        match self.setup.pieces[square.index()] {
            Some(placed) => self.owned(placed),
            None if self.setup.walls.contains(square) => format!("a {}", self.wall()),
            None => "no piece".to_owned(),
        }
    }

    /// The name of what blocks a square as a wall.
    fn wall(&self) -> &str {
        self.rules.look.wall.as_deref().unwrap_or("wall")
    }

    fn names(&self, pieces: &[PieceId]) -> String {
        let names: Vec<&str> = pieces.iter().map(|piece| self.name(*piece)).collect();
        names.join(", ")
    }

    fn atom(&self, by: AtomId) -> String {
        format!("`{}`", excerpt(self.rules, by).1)
    }

    fn castling(&self, rule: usize) -> &CastlingRule {
        &self.rules.castling[rule]
    }
}

impl Reason {
    /// The reason as a clause, for the text after "legal:" or "illegal:".
    pub fn words(&self, scene: &Scene<'_>) -> String {
        english::with_fitting_articles(&self.clause(scene))
    }

    /// The same, with the article `a` before every name.
    fn clause(&self, scene: &Scene<'_>) -> String {
        let square = |square: Square| scene.square(square);
        match self {
            Reason::Atom { placed, by, first, takes, en_passant } => {
                let name = scene.name(placed.piece);
                let first = if *first { ", which is a first move" } else { "" };
                let taken: Vec<String> = takes.iter().map(|taken| scene.piece_at(*taken)).collect();
                let takes = match (taken.is_empty(), en_passant) {
                    (true, _) => String::new(),
                    (false, false) => format!(" and captures {}", taken.join(" and ")),
                    (false, true) => format!(" and captures {} en passant", taken.join(" and ")),
                };
                format!("the {name} moves by {}{first}{takes}", scene.atom(*by))
            }
            Reason::Castling { rule } => format!("castling `{}`", scene.castling(*rule).letter),
            Reason::Drop { piece } => format!("the {} is dropped from the hand", scene.name(*piece)),
            Reason::Promotes { piece, choice, must } => {
                let may = if *must { "must promote" } else { "may promote" };
                format!("the {} {may} there, and becomes a {}", scene.name(*piece), scene.name(*choice))
            }
            Reason::Passes => "a side may pass".to_owned(),
            Reason::MovesToPromote { piece, choice, in_place } => {
                let how = if *in_place { "where it stands" } else { "with this step" };
                format!("the {} may become a {} {how}", scene.name(*piece), scene.name(*choice))
            }
            Reason::Gates { piece, on } => format!("a {} enters from the hand on {}", scene.name(*piece), square(*on)),
            Reason::PutsWall { on } => format!("{} becomes a wall", square(*on)),
            Reason::Told { message, .. } | Reason::RoyalInDanger { message, .. } => message.clone(),
            Reason::GameOver { end } => format!("the game is over: {}", scene.rules.end_name(*end)),
            Reason::NoPieceThere { square: at } => match scene.setup.walls.contains(*at) {
                true => format!("{} is a blocked square", square(*at)),
                false => format!("there is no piece on {}", square(*at)),
            },
            Reason::NotYours { square: at, placed } => {
                format!(
                    "{} may not be moved: it is {} turn",
                    scene.piece_at((*at, *placed)),
                    english::possessive(scene.side(!placed.side))
                )
            }
            Reason::NoSuchPiece { piece, side } => {
                let side = scene.side(*side);
                format!("{side} {} no {} that fits the text", english::verb(side, "have"), scene.name(*piece))
            }
            Reason::NoSuchMove { placed, from, to } => {
                let name = scene.name(placed.piece);
                format!("a {name} has no move from {} to {}", square(*from), square(*to))
            }
            Reason::Square { by, square: at, need, ends } => self.square_in_words(scene, *by, *at, (*need, *ends)),
            Reason::Walled { by, square: at, .. } => {
                let (atom, at, wall) = (scene.atom(*by), square(*at), scene.wall());
                match scene.rules.beyond.relations.skips_walls {
                    true => format!(
                        "{atom} does not end on {at}: a {wall} is there, and steps pass over walls as if they were not there"
                    ),
                    false => format!("{atom} cannot end on {at}: a {wall} is there, which no piece enters or captures"),
                }
            }
            Reason::NotPassed { square: at, victim, .. } => {
                let (who, at) = (scene.piece_at(*victim), square(*at));
                format!("no capture en passant: {who} has not just passed {at} with a step that allows it")
            }
            Reason::TurnGoesOn { side } => {
                format!("{} turn has more than one move, and is not over", english::possessive(scene.side(*side)))
            }
            Reason::Crossing { fault } => scene.crossing(fault),
            Reason::NoHurdle { by, between } => {
                let between: Vec<String> = between.iter().map(|at| square(*at)).collect();
                let places = if between.len() == 1 { "on" } else { "on one of" };
                format!("{} must pass over a piece, but there is none {places} {}", scene.atom(*by), between.join(" "))
            }
            Reason::FirstMoveOnly { by, placed, from, set_up: true } => {
                let initial = scene.rules.piece(placed.piece).initial[placed.side];
                let squares: Vec<String> = initial.iter().map(square).collect();
                let from = square(*from);
                match squares.is_empty() {
                    true => format!("{} is a first move, and a {} has none", scene.atom(*by), scene.name(placed.piece)),
                    false => {
                        format!("{} is a first move from {}, and not from {from}", scene.atom(*by), squares.join(" "))
                    }
                }
            }
            Reason::FirstMoveOnly { by, placed, from, .. } => {
                let name = scene.name(placed.piece);
                format!(
                    "{} is only for a {name} that has not moved, and the one on {} counts as moved",
                    scene.atom(*by),
                    square(*from)
                )
            }
            Reason::NotFromHere { by, from } => format!("{} does not start on {}", scene.atom(*by), square(*from)),
            Reason::NotToThere { by, to } => format!("{} does not end on {}", scene.atom(*by), square(*to)),
            Reason::Confined { piece, to } => {
                format!("a {} may not stand on {}: it is confined", scene.name(*piece), square(*to))
            }
            Reason::OtherCaptures { by, ways } => {
                format!("{} captures other pieces; the moves are {}", scene.atom(*by), ways.join(" "))
            }
            Reason::MustPromote { piece, to, choices } => {
                let (name, choices) = (scene.name(*piece), scene.names(choices));
                format!(
                    "promotion is mandatory there: add the piece that the {name} becomes on {} ({choices})",
                    square(*to)
                )
            }
            Reason::NoChoiceLeft { piece, to } => {
                let name = scene.name(*piece);
                format!("the {name} would have to promote on {}, but no choice is left", square(*to))
            }
            Reason::NoPromotion { piece, to, key: "when" } => {
                format!("a {} promotes only by a capture, and captures nothing on {}", scene.name(*piece), square(*to))
            }
            Reason::NoPromotion { piece, to, .. } => {
                format!("a {} does not promote with a move to {}", scene.name(*piece), square(*to))
            }
            Reason::NotAChoice { piece, choice, limited } => {
                let (piece, choice) = (scene.name(*piece), scene.name(*choice));
                match limited {
                    true => {
                        format!("the {piece} cannot become a {choice} now: the side has the largest permitted number")
                    }
                    false => format!("a {piece} cannot promote to a {choice}"),
                }
            }
            Reason::LeavesRoyal { royal, placed, attacker, already, .. } => {
                let (name, attacker) = (scene.name(placed.piece), scene.piece_at(*attacker));
                match already {
                    true => format!("it leaves the {name} on {} under attack by {attacker}", square(*royal)),
                    false => format!("it exposes the {name} on {} to an attack by {attacker}", square(*royal)),
                }
            }
            Reason::CastlesThrough { rule, square: at, start, attacker } => {
                let attacker = scene.piece_at(*attacker);
                let through = match *start {
                    true => "out of check: ",
                    false if *at == scene.castling(*rule).to => "into check: ",
                    false => "through an attack: ",
                };
                format!("no castling {through}{attacker} attacks {}", square(*at))
            }
            Reason::NoCastlingRight { rule } => {
                format!("the castling right `{}` is lost", scene.castling(*rule).letter)
            }
            Reason::CastlingBlocked { rule, square: at } => {
                let letter = scene.castling(*rule).letter;
                format!("castling `{letter}` is blocked on {} by {}", square(*at), scene.occupant(*at))
            }
            Reason::NoCastling if scene.rules.castling.is_empty() => "this variant has no castling".to_owned(),
            Reason::NoCastling => "there is no such castling for this side".to_owned(),
            Reason::MustCapture { instead } => format!("a side that can capture must capture, for example {instead}"),
            Reason::SafeFrom { taken, by } => {
                format!("a {} may not capture {}", scene.name(*by), scene.piece_at(*taken))
            }
            Reason::LosesRoyal => "it would remove a royal piece of its own side".to_owned(),
            Reason::GivesCheck => "giving check is not allowed".to_owned(),
            Reason::DropChecks { piece } => format!("a drop of a {} may not give check", scene.name(*piece)),
            Reason::StaysInCheck { placed } => {
                format!("a {} in check may only capture the only piece that gives check", scene.name(placed.piece))
            }
            Reason::MustDrop { instead } => format!("a side must drop first, for example {instead}"),
            Reason::GoesOnFacing => {
                let names = scene.names(&scene.rules.constraints.face_off);
                format!("{names} of both sides face each other: the move must end this, or be a pass")
            }
            Reason::MayNotPass => "passing is not allowed now".to_owned(),
            Reason::OtherWall { ways } => {
                format!("the move also puts up a wall: write for example {}", ways.join(" or "))
            }
            Reason::ChainGoesOn { instead } => {
                format!("a chain must go on as long as a jump is possible, for example {instead}")
            }
            Reason::WrongWall { on, fault } => scene.wrong_wall(*on, fault),
            Reason::NoGating { piece, on, fault } => scene.no_gating(*piece, *on, *fault),
            Reason::NoPromotionMove { piece, choice, to, key } => scene.no_promotion_move((*piece, *choice), *to, key),
            Reason::DropPlace { piece, to } => scene.drop_place(*piece, *to),
            Reason::DropFirst { piece } => {
                format!("a {} must be dropped on certain other squares first", scene.name(*piece))
            }
            Reason::NoHands => "this variant has no drops".to_owned(),
            Reason::NotInHand { piece, side } => {
                let side = scene.side(*side);
                format!("{side} {} no {} in hand", english::verb(side, "have"), scene.name(*piece))
            }
            Reason::NeverDropped { piece } => format!("a {} is never dropped", scene.name(*piece)),
            Reason::DropRegion { piece, to } => {
                format!("a {} may not be dropped on {}", scene.name(*piece), square(*to))
            }
            Reason::DropOccupied { to, .. } => {
                format!("a drop needs an empty square, but {} is occupied by {}", square(*to), scene.occupant(*to))
            }
            Reason::DropFile { piece, to, other, most } => {
                let names = english::many((*most).into(), scene.name(*piece));
                let file = scene.rules.geometry.file_name(scene.rules.geometry.file(*to));
                format!("at most {names} may stand on the {file} file, and there is already one on {}", square(*other))
            }
            Reason::DropMates { piece } => format!("a drop of a {} may not give mate", scene.name(*piece)),
            Reason::Endangers { group, key } => {
                format!("it would leave a royal piece under attack: {}", beyond::words(group, key))
            }
            Reason::Special { group, key } => beyond::words(group, key).to_owned(),
            Reason::Other => "it follows from several rules of the variant together".to_owned(),
        }
    }

    fn square_in_words(&self, scene: &Scene<'_>, by: AtomId, at: Square, (need, ends): (Need, bool)) -> String {
        let (atom, square) = (scene.atom(by), scene.square(at));
        let found = scene.setup.pieces[at.index()];
        let occupied = found.is_some() || scene.setup.walls.contains(at);
        let own = found.is_some_and(|placed| placed.side == scene.setup.turn);
        let who = scene.occupant(at);
        match (need, ends, occupied) {
            (Need::Empty, false, _) => format!("{atom} is blocked on {square} by {who}"),
            (Need::Empty, true, _) => format!("{atom} may not capture, but {square} is occupied by {who}"),
            (Need::Friend, true, false) => format!("{atom} captures only own pieces, but {square} is empty"),
            (Need::Friend, true, true) => format!("{atom} captures only own pieces, but {square} is occupied by {who}"),
            (Need::Royal, true, _) => format!("{atom} captures only royal pieces, but {square} is occupied by {who}"),
            (Need::Enemy, true, true) if own => {
                format!("{atom} cannot capture own pieces, but {square} is occupied by {who}")
            }
            (Need::Enemy, true, true) => format!("{atom} may not capture {who} on {square}"),
            (Need::Enemy, true, false) => format!("{atom} can only capture, but {square} is empty"),
            (Need::EnPassant, ..) => format!("{atom} only captures en passant, but no piece has just passed {square}"),
            (Need::Friend, false, _) => format!("{atom} needs an own piece on {square}"),
            (Need::Enemy | Need::Royal, false, false) => {
                format!("{atom} needs a piece on {square}, but the square is empty")
            }
            (Need::Enemy | Need::Royal, false, true) => format!("{atom} may not pass {who} on {square}"),
        }
    }
}
