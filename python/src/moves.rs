//! A move for Python.

use std::hash::{Hash, Hasher};

use ferz::Side;
use ferz::interpreter::{Captures, Gate, Pick, Picks};
use ferz::rules::Rules;
use ferz::rules::tree::StateId;
use ferz::{MoveKind, PieceId, Square, Written};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::variant::{Reduced, Variant};

/// A legal move of a position.
#[pyclass(frozen, from_py_object, module = "ferz")]
#[derive(Clone)]
pub struct Move {
    pub(crate) written: Written,
    variant: Variant,
}

/// The parts of a move as numbers, from which it can be rebuilt: start square and destination, the piece, promotion,
/// captures, its kind with two squares, the wall, the gated piece with its square, and the choices. Missing numbers are `None`.
pub(crate) type Parts = (
    u16,
    u16,
    u8,
    Option<u8>,
    Vec<u16>,
    (u8, Option<u16>, Option<u16>),
    Option<u16>,
    Option<(u8, u16)>,
    Vec<(u8, u16, Option<u16>)>,
);

impl Move {
    pub(crate) fn new(written: Written, variant: &Variant) -> Move {
        Move { written, variant: variant.clone() }
    }

    fn rules(&self) -> &Rules {
        self.variant.compiled().rules()
    }

    fn name(&self, piece: PieceId) -> String {
        self.rules().piece(piece).name.clone()
    }

    fn square(&self, square: Square) -> String {
        self.rules().geometry.name(square)
    }
}

/// A move as numbers.
pub(crate) fn parts(made: &ferz::Move) -> Parts {
    let number = |square: Square| square.index() as u16;
    let piece = |piece: PieceId| piece.index() as u8;
    let kind = match made.kind() {
        MoveKind::Normal => (0, None, None),
        MoveKind::EnPassant => (1, None, None),
        MoveKind::Drop => (2, None, None),
        MoveKind::Lifted => (4, None, None),
        MoveKind::Proposal => (6, None, None),
        MoveKind::Through(by) => (7, Some(number(by)), None),
        MoveKind::Castling { partner, partner_to } => (8, Some(number(partner)), Some(number(partner_to))),
        MoveKind::Rule(rule) => (9, Some(rule), None),
        MoveKind::StaysAndCaptures => (10, None, None),
        MoveKind::VanishesAndCaptures => (11, None, None),
    };
    let picks = made.picks().row().iter().map(|pick| match *pick {
        Pick::On(square) => (0, number(square), None),
        Pick::Captured(square) => (1, number(square), None),
        Pick::Kind(kind) => (2, u16::from(piece(kind)), None),
        Pick::Via(square) => (3, number(square), None),
        Pick::Held(side, store, kind) => (4 + side.index() as u8, u16::from(piece(kind)), store.map(|store| store.0)),
    });
    let picks = picks.collect();
    let captures = made.captures().squares().iter().map(|square| number(*square)).collect();
    let gate = made.gate().map(|gate| (piece(gate.piece), number(gate.on)));
    let (from, to) = (number(made.from), number(made.to));
    (from, to, piece(made.piece), made.promotion().map(piece), captures, kind, made.wall().map(number), gate, picks)
}

/// The move with these numbers; `None` if they name squares or pieces that the variant does not have.
pub(crate) fn of_parts(rules: &Rules, parts: Parts) -> Option<ferz::Move> {
    let (from, to, piece, promotion, captures, (kind, first, second), wall, gate, picks) = parts;
    let square = |number: u16| (usize::from(number) < rules.geometry.len()).then(|| Square::new(number));
    let kind_of = |number: u8| (usize::from(number) < rules.pieces.len()).then(|| PieceId::new(number));
    let captures: Option<Vec<Square>> = captures.into_iter().map(square).collect();
    let told = || rules.translated().map_or(rules.tree.rules.len(), |played| played.tree.rules.len());
    let kind = match (kind, first.map(square), second.map(square)) {
        (0, ..) => MoveKind::Normal,
        (1, ..) => MoveKind::EnPassant,
        (2, ..) => MoveKind::Drop,
        (4, ..) => MoveKind::Lifted,
        (6, ..) => MoveKind::Proposal,
        (7, Some(by), _) => MoveKind::Through(by?),
        (8, Some(partner), Some(to)) => MoveKind::Castling { partner: partner?, partner_to: to? },
        (9, ..) => MoveKind::Rule(first.filter(|rule| usize::from(*rule) < told())?),
        (10, ..) => MoveKind::StaysAndCaptures,
        (11, ..) => MoveKind::VanishesAndCaptures,
        _ => return None,
    };
    let pick = |(what, value, store): (u8, u16, Option<u16>)| {
        let kind = || kind_of(u8::try_from(value).ok()?);
        Some(match what {
            0 => Pick::On(square(value)?),
            1 => Pick::Captured(square(value)?),
            2 => Pick::Kind(kind()?),
            3 => Pick::Via(square(value)?),
            4 | 5 => Pick::Held(Side::ALL[usize::from(what - 4)], store.map(StateId), kind()?),
            _ => return None,
        })
    };
    let picks: Vec<Pick> = picks.into_iter().map(pick).collect::<Option<_>>()?;
    let gate = match gate {
        Some((piece, on)) => Some(Gate { piece: kind_of(piece)?, on: square(on)? }),
        None => None,
    };
    Some(ferz::Move::new(
        (square(from)?, square(to)?),
        kind_of(piece)?,
        ferz::Further {
            promotion: promotion.map(|piece| kind_of(piece).ok_or(())).transpose().ok()?,
            captures: Captures::of(&captures?),
            kind,
            wall: wall.map(|wall| square(wall).ok_or(())).transpose().ok()?,
            gate,
            picks: Picks::of(&picks),
        },
    ))
}

#[pymethods]
impl Move {
    /// The move in UCI notation: `e2e4`, `P@e4`.
    #[getter]
    fn uci(&self) -> &str {
        &self.written.uci
    }

    /// The move in standard algebraic notation: `e4`, `Nf3+`.
    #[getter]
    fn san(&self) -> &str {
        &self.written.san
    }

    /// The start square; for a drop, the destination.
    #[getter(from_square)]
    fn start(&self) -> String {
        self.square(self.written.made.from)
    }

    /// The destination.
    #[getter(to_square)]
    fn end(&self) -> String {
        self.square(self.written.made.to)
    }

    /// The name of the piece that moves.
    #[getter]
    fn piece(&self) -> String {
        self.name(self.written.made.piece)
    }

    /// The name of the new piece of a promotion, or `None`.
    #[getter]
    fn promotion(&self) -> Option<String> {
        self.written.made.promotion().map(|piece| self.name(piece))
    }

    /// The squares of the captured pieces.
    #[getter]
    fn captures(&self) -> Vec<String> {
        self.written.made.captures().squares().iter().map(|square| self.square(*square)).collect()
    }

    /// `True` if the move is a drop.
    #[getter]
    fn is_drop(&self) -> bool {
        self.written.made.kind() == MoveKind::Drop
    }

    /// `True` if it is castling.
    #[getter]
    fn is_castling(&self) -> bool {
        matches!(self.written.made.kind(), MoveKind::Castling { .. })
    }

    /// `True` if it captures anything.
    #[getter]
    fn is_capture(&self) -> bool {
        self.written.made.is_capture()
    }

    /// `True` if it captures en passant.
    #[getter]
    fn is_en_passant(&self) -> bool {
        self.written.made.kind() == MoveKind::EnPassant
    }

    fn __str__(&self) -> &str {
        &self.written.uci
    }

    fn __repr__(&self) -> String {
        format!("<Move {} {}>", self.written.uci, self.written.san)
    }

    fn __eq__(&self, other: &Move) -> bool {
        self.written.made == other.written.made
            && self.written.uci == other.written.uci
            && self.variant.is_same(&other.variant)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        parts(&self.written.made).hash(&mut hasher);
        hasher.finish()
    }

    /// Rebuilds a pickled move with its texts.
    #[staticmethod]
    fn _again(variant: &Variant, uci: String, san: String, made: Parts) -> PyResult<Move> {
        let made = of_parts(variant.compiled().rules(), made);
        let made = made.ok_or_else(|| PyValueError::new_err(format!("`{uci}` is not a move of this variant")))?;
        Ok(Move::new(Written { uci, san, made }, variant))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Variant, String, String, Parts)>> {
        let Written { uci, san, made } = &self.written;
        let again = py.get_type::<Move>().getattr("_again")?;
        Ok((again, (self.variant.clone(), uci.clone(), san.clone(), parts(made))))
    }
}
