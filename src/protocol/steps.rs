//! Moves as the steps of a player on a drawn board: squares and choices, one after the other.

use serde::Serialize;

use crate::board::Geometry;
use crate::game::Game;
use crate::interpreter::{Move, MoveKind, Pick};
use crate::rules::tree::RuleKind;
use crate::rules::{CastlingNotation, PieceId, Rules, Tree};

/// A legal move as steps.
#[derive(Debug, Serialize)]
pub(super) struct Stepped<'a> {
    uci: &'a str,
    steps: Vec<Step>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    capture: bool,
}

/// One step: the name of a square, or a choice.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
enum Step {
    Square(String),
    Choice(Choice),
}

/// A choice that is not made on the board.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Choice {
    /// A piece in hand, by its name.
    Hand(String),
    /// A kind of piece: of a promotion, or one that a rule offers.
    Piece(String),
    /// A rule that is used in place of a move.
    Rule(String),
    /// The side passes.
    Pass(bool),
}

impl<'a> Stepped<'a> {
    /// The steps of a legal move with this text.
    pub(super) fn of(game: &Game, uci: &'a str, made: &Move) -> Stepped<'a> {
        Stepped {
            uci,
            steps: Writer { rules: game.rules(), tree: game.tree(), steps: Vec::with_capacity(3) }.all(made),
            capture: made.is_capture(),
        }
    }
}

struct Writer<'a> {
    rules: &'a Rules,
    tree: &'a Tree,
    steps: Vec<Step>,
}

impl Writer<'_> {
    fn geometry(&self) -> &Geometry {
        &self.rules.geometry
    }

    fn square(&mut self, square: crate::board::Square) {
        let name = self.geometry().name(square);
        self.steps.push(Step::Square(name));
    }

    fn choice(&mut self, choice: impl Fn(String) -> Choice, piece: PieceId) {
        let name = self.rules.piece(piece).name.clone();
        self.steps.push(Step::Choice(choice(name)));
    }

    fn all(mut self, made: &Move) -> Vec<Step> {
        if made.is_pass() && made.kind() == MoveKind::Normal && made.picks().is_empty() && made.gate().is_none() {
            return vec![Step::Choice(Choice::Pass(true))];
        }
        self.route(made);
        if let Some(choice) = made.promotion() {
            self.choice(Choice::Piece, choice);
        }
        if let Some(gate) = made.gate() {
            self.choice(Choice::Hand, gate.piece);
            if matches!(made.kind(), MoveKind::Castling { .. }) {
                self.square(gate.on);
            }
        }
        if let Some(wall) = made.wall() {
            self.square(wall);
        }
        self.picks(made);
        if let MoveKind::Rule(index) = made.kind() {
            self.rule(usize::from(index));
        }
        self.steps
    }

    /// The squares of the move itself.
    fn route(&mut self, made: &Move) {
        if made.kind() == MoveKind::Drop {
            self.choice(Choice::Hand, made.piece);
            return self.square(made.to);
        }
        if let MoveKind::Rule(index) = made.kind() {
            return self.mover(usize::from(index), made);
        }
        self.square(made.from);
        if let MoveKind::Through(through) = made.kind() {
            self.square(through);
        }
        for pick in made.picks().iter() {
            if let Pick::Via(square) = pick {
                self.square(*square);
            }
        }
        match made.kind() {
            MoveKind::Castling { partner, .. } if self.names_partner(made) => self.square(partner),
            _ => self.square(made.to),
        }
    }

    /// The square of the piece that makes a move by an `instead` rule, if the rule has such a piece.
    fn mover(&mut self, index: usize, made: &Move) {
        let rule = self.tree.rules.get(index);
        if rule.is_some_and(|rule| matches!(&rule.kind.kind, RuleKind::Instead { deed, .. } if deed.kind.by.is_some()))
        {
            self.square(made.from);
        }
    }

    /// The name of an `instead` rule. After squares it comes last, so that a player need not name it if no other move has these squares.
    /// Without squares it comes first, because the other choices are unclear without it.
    fn rule(&mut self, index: usize) {
        let Some(rule) = self.tree.rules.get(index) else { return };
        let choice = Step::Choice(Choice::Rule(rule.kind.name.clone()));
        match self.steps.first() {
            Some(Step::Square(_)) => self.steps.push(choice),
            _ => self.steps.insert(0, choice),
        }
    }

    /// Returns `true` if a castling is shown by the square of the partner, because the castling piece may stay where it is.
    fn names_partner(&self, made: &Move) -> bool {
        self.rules.castling_notation == CastlingNotation::KingTakesPartner || made.from == made.to
    }

    /// The choices that rules offer.
    fn picks(&mut self, made: &Move) {
        let gates = made.picks().iter().any(|pick| matches!(pick, Pick::Held(..)));
        for pick in made.picks().iter() {
            match pick {
                Pick::Via(_) => {}
                Pick::Kind(kind) => self.choice(Choice::Piece, *kind),
                Pick::On(square) if gates && *square == made.from => {}
                Pick::On(square) | Pick::Captured(square) => self.square(*square),
                Pick::Held(_, _, piece) => self.choice(Choice::Hand, *piece),
            }
        }
    }
}
