//! Notations of moves that players of some families of games use: long algebraic, those of shogi, janggi, xiangqi and Thai
//! chess.

mod janggi;
mod long;
mod shogi;
mod thai;
mod wxf;

use ferz::notation::san;
use ferz::{Check, Game, Move, MoveKind, PieceId, Rules, Side, Square};

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Standard algebraic notation.
    San,
    /// Long algebraic notation: `Ng1-f3`.
    Long,
    /// Hosking's notation of shogi: `P76`.
    Hosking,
    /// Hodges' notation of shogi, ranks as letters: `P-7f`.
    Hodges,
    /// The same with numbers: `P-76`.
    HodgesNumber,
    /// Of janggi: `H02-83`.
    Janggi,
    /// Of the World Xiangqi Federation: `H2+3`.
    Wxf,
    /// Standard algebraic notation with Thai letters.
    ThaiSan,
    /// Long algebraic notation with Thai letters.
    ThaiLan,
}

impl Style {
    /// The text of a legal move.
    pub fn write(self, game: &Game, made: &Move) -> String {
        let mut game = game.clone();
        match self {
            Style::San => return in_san(&mut game, made),
            _ if matches!(made.kind, MoveKind::Castling { .. }) => return san::write(&mut game, made),
            _ => {}
        }
        let moves = game.legal_moves();
        let scene = Scene { game: &game, made, moves: &moves };
        match self {
            Style::San | Style::Long => long::write(&scene),
            Style::Hosking => shogi::write(&scene, shogi::Ranks::Numbers, shogi::Form::Hosking),
            Style::Hodges => shogi::write(&scene, shogi::Ranks::Letters, shogi::Form::Hodges),
            Style::HodgesNumber => shogi::write(&scene, shogi::Ranks::Numbers, shogi::Form::Hodges),
            Style::Janggi => janggi::write(&scene),
            Style::Wxf => wxf::write(&scene),
            Style::ThaiSan => thai::write(&scene, false),
            Style::ThaiLan => thai::write(&scene, true),
        }
    }
}

/// SAN; of a pawn that goes aside without taking, where another could go there too, with the whole square.
fn in_san(game: &mut Game, made: &Move) -> String {
    let text = san::write(game, made);
    let moves = game.legal_moves();
    let scene = Scene { game, made, moves: &moves };
    let geometry = &game.rules().geometry;
    let aside = geometry.file(made.from) != geometry.file(made.to) && !scene.is_drop() && !made.is_capture();
    if !aside || !scene.is_pawn() || scene.rivals().next().is_none() {
        return text;
    }
    let file = geometry.file_name(geometry.file(made.from));
    let whole = text.strip_prefix(&file).map(|rest| geometry.name(made.from) + rest);
    whole.unwrap_or(text)
}

/// A move and where it is played.
struct Scene<'a> {
    game: &'a Game,
    made: &'a Move,
    moves: &'a [Move],
}

impl Scene<'_> {
    fn rules(&self) -> &Rules {
        self.game.rules()
    }

    fn is_drop(&self) -> bool {
        self.made.kind == MoveKind::Drop
    }

    /// The piece that is written: of a drop, what comes onto the board.
    fn piece(&self) -> PieceId {
        self.made.promotion.filter(|_| self.is_drop()).unwrap_or(self.made.piece)
    }

    fn is_pawn(&self) -> bool {
        san::is_pawn(self.rules(), self.made.piece)
    }

    /// The letters of the piece.
    fn letter(&self) -> String {
        letter(self.rules(), self.piece())
    }

    /// `=Q`, for what the piece becomes.
    fn promotion(&self) -> String {
        let choice = self.made.promotion.filter(|_| !self.is_drop());
        choice.map(|choice| format!("={}", letter(self.rules(), choice))).unwrap_or_default()
    }

    fn check(&self) -> &'static str {
        match self.game.gives(self.made) {
            Check::None => "",
            Check::Check => "+",
            Check::Mate => "#",
        }
    }

    /// `x`, or what stands between a move's squares if nothing is taken.
    fn sign<'a>(&self, quiet: &'a str) -> &'a str {
        if self.made.is_capture() { "x" } else { quiet }
    }

    /// The other pieces with the same letters that may go to the same square, by where they start.
    fn rivals(&self) -> impl Iterator<Item = Square> {
        let own = self.letter();
        let same = move |other: &&Move| {
            other.to == self.made.to
                && other.from != self.made.from
                && matches!(other.kind, MoveKind::Normal | MoveKind::EnPassant)
                && letter(self.rules(), other.piece) == own
        };
        self.moves.iter().filter(same).map(|other| other.from)
    }

    /// The rank counted from White's far side, from 1.
    fn rank_from_top(&self, square: Square) -> usize {
        self.rules().geometry.ranks() - self.rules().geometry.rank(square)
    }

    /// The file counted from White's right, from 1.
    fn file_from_right(&self, square: Square) -> usize {
        self.rules().geometry.files() - self.rules().geometry.file(square)
    }

    fn side(&self) -> Side {
        self.game.turn()
    }
}

/// What SAN calls a piece.
fn letter(rules: &Rules, piece: PieceId) -> String {
    let piece = rules.piece(piece);
    let symbol = if piece.symbol.white.is_empty() { &piece.symbol.black } else { &piece.symbol.white };
    piece.san.clone().unwrap_or_else(|| symbol.to_uppercase())
}
