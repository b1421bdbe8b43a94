"""The pieces on a board of python-chess: reading, changing and showing them."""

from __future__ import annotations

from typing import Any, Self

from .. import _ferz as ferz
from ._squares import (
    BLACK,
    PIECE_TYPES,
    SQUARE_NAMES,
    WHITE,
    Color,
    Move,
    Piece,
    PieceType,
    Square,
    SquareSet,
    parse_square,
    square_file,
)

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = STARTING_FEN.split()[0]
EMPTY_FEN = "8/8/8/8/8/8/8/8 w - - 0 1"
STATUS_VALID = 0
STATUS_INVALID = 1

_loaded: dict[str, ferz.Variant] = {}


def _variant(name: str) -> ferz.Variant:
    if name not in _loaded:
        _loaded[name] = ferz.load(name)
    return _loaded[name]


def _placement(pieces: dict[Square, tuple[str, bool]]) -> str:
    """Pieces as the first field of a FEN."""
    ranks = []
    for rank in reversed(range(8)):
        row, empty = "", 0
        for file in range(8):
            symbol = pieces.get(8 * rank + file)
            if symbol is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + symbol[0] + ("~" if symbol[1] else "")
            empty = 0
        ranks.append(row + (str(empty) if empty else ""))
    return "/".join(ranks)


class Setup:
    """The pieces on a board and what is written beside them."""

    def __init__(
        self, fen: str | None = STARTING_FEN, *, chess960: bool = False, variant: str | ferz.Variant | None = None
    ) -> None:
        name = variant or ("chess960" if chess960 else "chess")
        self._rules = _variant(name) if isinstance(name, str) else name
        if (self._rules.files, self._rules.ranks) != (8, 8):
            raise ValueError("python-chess knows boards of 8 by 8 squares; use `ferz.load` for others")
        self.chess960 = self._rules.id == "chess960"
        self.move_stack: list[Move] = []
        self._earlier: list[ferz.Game] = []
        self._game: ferz.Game | None = None
        self._fen = EMPTY_FEN
        if fen == STARTING_FEN and variant is not None:
            fen = self._rules.start_fen
        self.set_fen(EMPTY_FEN if fen is None else fen)

    # Pieces on the board.

    @property
    def game(self) -> ferz.Game:
        """The game of Ferz behind the board. Raises `ValueError` for a position that cannot be played."""
        if self._game is None:
            self._game = self._rules.game(self._fen)
        return self._game

    @property
    def uci_variant(self) -> str:
        """Name of the variant for engines."""
        return self._rules.id

    def fen(self, **_: Any) -> str:
        """The position as FEN. The en passant square is there only if a pawn may legally be captured."""
        if self._game is None:
            return self._fen
        fields = self._game.fen.split()
        if fields[3] != "-" and not self.has_legal_en_passant():
            fields[3] = "-"
        return " ".join(fields)

    def set_fen(self, fen: str) -> None:
        """Begins anew with a position. Raises `ValueError` if the text is no FEN."""
        fields = fen.split()
        counters = ["w", "-", "-", "0", "1"]
        self._fen = " ".join(fields + counters[len(fields) - 1 :]) if fields else EMPTY_FEN
        self._game, self._earlier = None, []
        self.move_stack.clear()
        try:
            self._game = self._rules.game(self._fen)
        except ferz.FenError:
            raise
        except ValueError:
            # Written rightly, but a position from which no game can go on.
            pass

    def _edit(self, pieces: dict[Square, tuple[str, bool]], turn: Color | None = None) -> None:
        fields = self.fen().split()
        fields[0] = _placement(pieces) + (fields[0][fields[0].index("[") :] if "[" in fields[0] else "")
        if turn is not None:
            fields[1] = "w" if turn else "b"
        rooks = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}
        at_home = {
            right: all(pieces.get(at, ("", False))[0] == ("KR" if right.isupper() else "kr")[index] for index, at in enumerate(squares))
            for right, squares in rooks.items()
        }
        fields[2] = "".join(right for right in fields[2] if at_home.get(right, self.chess960)) or "-"
        fields[3] = "-"
        try:
            self.set_fen(" ".join(fields))
        except ferz.FenError:
            self._fen = " ".join(fields)

    def _pieces(self) -> dict[Square, tuple[str, bool]]:
        found: dict[Square, tuple[str, bool]] = {}
        at = 56
        placement = self.fen().split()[0].partition("[")[0]
        for letter in placement:
            if letter == "/":
                at -= 16
            elif letter.isdigit():
                at += int(letter)
            elif letter == "~":
                found[at - 1] = (found[at - 1][0], True)
            else:
                found[at] = (letter, False)
                at += 1
        return found

    def board_fen(self, *, promoted: bool | None = False) -> str:
        """The pieces as the first field of a FEN."""
        return _placement({at: (symbol, kept and bool(promoted)) for at, (symbol, kept) in self._pieces().items()})

    def set_board_fen(self, fen: str) -> None:
        """Puts up pieces, without castling rights."""
        self.set_fen(f"{fen} w - - 0 1")

    def piece_map(self) -> dict[Square, Piece]:
        """The pieces by their squares."""
        return {at: Piece.from_symbol(symbol) for at, (symbol, _) in self._pieces().items()}

    def piece_at(self, square: Square) -> Piece | None:
        """The piece on a square."""
        if self._game is None:
            return self.piece_map().get(square)
        placed = self._game.piece_at(SQUARE_NAMES[square])
        return None if placed is None else Piece.from_symbol(placed.symbol)

    def piece_type_at(self, square: Square) -> PieceType | None:
        """The kind of the piece on a square."""
        placed = self.piece_at(square)
        return placed.piece_type if placed else None

    def color_at(self, square: Square) -> Color | None:
        """The colour of the piece on a square."""
        placed = self.piece_at(square)
        return placed.color if placed else None

    def pieces(self, piece_type: PieceType, color: Color) -> SquareSet:
        """The squares of the pieces of a kind and a colour."""
        wanted = Piece(piece_type, color)
        return SquareSet(at for at, placed in self.piece_map().items() if placed == wanted)

    def occupied_by(self, color: Color) -> SquareSet:
        """The squares of the pieces of a colour."""
        return SquareSet(at for at, placed in self.piece_map().items() if placed.color == color)

    def king(self, color: Color) -> Square | None:
        """The square of a king."""
        return next(iter(self.pieces(PIECE_TYPES[-1], color)), None)

    def set_piece_at(self, square: Square, piece: Piece | None, promoted: bool = False) -> None:
        """Puts a piece on a square, and forgets the past."""
        pieces = self._pieces()
        pieces.pop(square, None)
        if piece is not None:
            pieces[square] = (piece.symbol(), promoted)
        self._edit(pieces)

    def remove_piece_at(self, square: Square) -> Piece | None:
        """Takes a piece from a square, and forgets the past."""
        removed = self.piece_at(square)
        self.set_piece_at(square, None)
        return removed

    def set_piece_map(self, pieces: dict[Square, Piece]) -> None:
        """Puts up pieces, and forgets the past."""
        self._edit({at: (placed.symbol(), False) for at, placed in pieces.items()})

    def clear(self) -> None:
        """Takes all pieces from the board."""
        self.set_fen(EMPTY_FEN)

    clear_board = clear

    def reset(self) -> None:
        """Goes to the start position of the variant."""
        self.set_fen(self._rules.start_fen)

    @classmethod
    def empty(cls, *, chess960: bool = False) -> Self:
        """A board without pieces."""
        return cls(None, chess960=chess960)

    @classmethod
    def from_chess960_pos(cls, number: int) -> Self:
        """A start position of Chess960 by its number."""
        return cls(_variant("chess960").position(start=number).fen, chess960=True)

    # Side to move, and the other fields of a FEN.

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self.fen().split()[1] == "w"

    @turn.setter
    def turn(self, color: Color) -> None:
        if color != self.turn:
            self._edit(self._pieces(), color)

    @property
    def fullmove_number(self) -> int:
        """The number of the full move."""
        return int(self.fen().split()[-1])

    @property
    def halfmove_clock(self) -> int:
        """Plies since the last capture or pawn move."""
        return int(self.fen().split()[-2])

    @property
    def ep_square(self) -> Square | None:
        """The square on which a pawn can be captured in passing."""
        field = self.fen().split()[3]
        return parse_square(field) if field in SQUARE_NAMES else None

    def has_legal_en_passant(self) -> bool:
        """`True` if a pawn can be captured in passing."""
        return any(move.is_en_passant for move in self.game.legal_captures)

    def castling_xfen(self) -> str:
        """The castling rights as FENs write them."""
        return self.fen().split()[2]

    def has_kingside_castling_rights(self, color: Color) -> bool:
        """`True` if a side may still castle towards the h-file."""
        king = self.king(color)
        return any(_towards(right, color, king) > 0 for right in self.castling_xfen() if right != "-")

    def has_queenside_castling_rights(self, color: Color) -> bool:
        """`True` if a side may still castle towards the a-file."""
        king = self.king(color)
        return any(_towards(right, color, king) < 0 for right in self.castling_xfen() if right != "-")

    def has_castling_rights(self, color: Color) -> bool:
        """`True` if a side may still castle."""
        return self.has_kingside_castling_rights(color) or self.has_queenside_castling_rights(color)

    def ply(self) -> int:
        """Plies since the start of a usual game."""
        return 2 * (self.fullmove_number - 1) + (self.turn is BLACK)

    def status(self) -> int:
        """`STATUS_VALID` if the position can be played."""
        try:
            _ = self.game
        except ValueError:
            return STATUS_INVALID
        has_king = any(piece.royal for piece in self._rules.pieces)
        is_whole = not has_king or None not in (self.king(WHITE), self.king(BLACK))
        return STATUS_VALID if is_whole else STATUS_INVALID

    def is_valid(self) -> bool:
        """`True` if the position can be played."""
        return self.status() == STATUS_VALID

    # Pictures.

    def picture(self, **options: Any) -> str:
        """A picture of the board: the keywords are those of `ferz.Position.svg`."""
        try:
            shown = self.game
        except ValueError:
            # A position that is illegal with one side to move is shown with the other side to move.
            fields = self._fen.split()
            fields[1] = "b" if fields[1] == "w" else "w"
            shown = self._rules.game(" ".join([*fields[:2], "-", "-", "0", "1"]))
        return shown.svg(**options)

    def _repr_svg_(self) -> str:
        last = self.move_stack[-1] if self.move_stack else None
        moved = [SQUARE_NAMES[last.from_square], SQUARE_NAMES[last.to_square]] if last else []
        return self.picture(last_move=moved, size=400, legend=False)

    def unicode(self, *, invert_color: bool = False, borders: bool = False, empty_square: str = "⭘", **_: Any) -> str:
        """The board in signs of chess pieces."""
        signs = {at: piece.unicode_symbol(invert_color=invert_color) for at, piece in self.piece_map().items()}
        return "\n".join(" ".join(signs.get(8 * rank + file, empty_square) for file in range(8)) for rank in reversed(range(8)))

    def __str__(self) -> str:
        signs = {at: piece.symbol() for at, piece in self.piece_map().items()}
        return "\n".join(" ".join(signs.get(8 * rank + file, ".") for file in range(8)) for rank in reversed(range(8)))

    def __repr__(self) -> str:
        return f"Board({self.fen()!r})"


def _towards(right: str, color: Color, king: Square | None) -> int:
    """On which side of the king the rook of a castling right stands: 1, -1, or 0 if the right is the other side's."""
    if right.isupper() is not color or king is None:
        return 0
    letter = right.lower()
    if letter in "kq":
        return 1 if letter == "k" else -1
    return 1 if "abcdefgh".index(letter) > square_file(king) else -1
