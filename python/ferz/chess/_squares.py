"""Squares, pieces and moves as python-chess has them: numbers, small values, sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Color = bool
Square = int
PieceType = int

WHITE: Color = True
BLACK: Color = False
COLORS = [WHITE, BLACK]
COLOR_NAMES = ["black", "white"]

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
PIECE_TYPES = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
PIECE_SYMBOLS: list[str | None] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: list[str | None] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = dict(zip("RrNnBbQqKkPp", "♖♜♘♞♗♝♕♛♔♚♙♟", strict=True))

FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")
SQUARES = range(64)
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
(
    A1, B1, C1, D1, E1, F1, G1, H1, A2, B2, C2, D2, E2, F2, G2, H2, A3, B3, C3, D3, E3, F3, G3, H3, A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5, A6, B6, C6, D6, E6, F6, G6, H6, A7, B7, C7, D7, E7, F7, G7, H7, A8, B8, C8, D8, E8, F8, G8, H8,
) = SQUARES  # fmt: skip


class InvalidMoveError(ValueError):
    """A text that is not written like a move."""


class IllegalMoveError(ValueError):
    """A move that is not legal."""


class AmbiguousMoveError(ValueError):
    """A text that may mean several moves."""


def square(file_index: int, rank_index: int) -> Square:
    """The square of a file and a rank, both from 0."""
    return rank_index * 8 + file_index


def parse_square(name: str) -> Square:
    """The square with a name. Raises `ValueError`."""
    return SQUARE_NAMES.index(name)


def square_name(square: Square) -> str:
    """The name of a square."""
    return SQUARE_NAMES[square]


def square_file(square: Square) -> int:
    """The file of a square, from 0."""
    return square & 7


def square_rank(square: Square) -> int:
    """The rank of a square, from 0."""
    return square >> 3


def square_distance(a: Square, b: Square) -> int:
    """The number of king steps between two squares."""
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)))


def square_manhattan_distance(a: Square, b: Square) -> int:
    """The number of steps along files and ranks between two squares."""
    return abs(square_file(a) - square_file(b)) + abs(square_rank(a) - square_rank(b))


def square_mirror(square: Square) -> Square:
    """The square on the other side of the middle."""
    return square ^ 56


def piece_symbol(piece_type: PieceType) -> str:
    """The letter of a kind of piece."""
    return str(PIECE_SYMBOLS[piece_type])


def piece_name(piece_type: PieceType) -> str:
    """The name of a kind of piece."""
    return str(PIECE_NAMES[piece_type])


@dataclass(frozen=True)
class Piece:
    """A kind of piece with a colour."""

    piece_type: PieceType
    color: Color

    def symbol(self) -> str:
        """The letter, a capital for White."""
        letter = piece_symbol(self.piece_type)
        return letter.upper() if self.color else letter

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """The sign of the piece."""
        letter = self.symbol().swapcase() if invert_color else self.symbol()
        return UNICODE_PIECE_SYMBOLS[letter]

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """The piece of a letter. Raises `ValueError`."""
        return cls(PIECE_SYMBOLS.index(symbol.lower()), symbol.isupper())

    def __hash__(self) -> int:
        return self.piece_type + (0 if self.color else 6) - 1

    def __str__(self) -> str:
        return self.symbol()

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol()!r})"


@dataclass(frozen=True)
class Move:
    """A move from a square to another, whether or not it is legal anywhere."""

    from_square: Square
    to_square: Square
    promotion: PieceType | None = None
    drop: PieceType | None = None

    def uci(self) -> str:
        """The move in UCI notation."""
        if self.drop:
            return piece_symbol(self.drop).upper() + "@" + SQUARE_NAMES[self.to_square]
        if not self:
            return "0000"
        promotion = piece_symbol(self.promotion) if self.promotion else ""
        return SQUARE_NAMES[self.from_square] + SQUARE_NAMES[self.to_square] + promotion

    def xboard(self) -> str:
        """The move as XBoard writes it."""
        return self.uci() if self else "@@@@"

    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """The move of a text in UCI notation. Raises `InvalidMoveError`."""
        try:
            if uci == "0000":
                return cls.null()
            if len(uci) == 4 and uci[1] == "@":
                at = parse_square(uci[2:])
                return cls(at, at, drop=PIECE_SYMBOLS.index(uci[0].lower()))
            if len(uci) in (4, 5):
                promotion = PIECE_SYMBOLS.index(uci[4]) if len(uci) == 5 else None
                start, end = parse_square(uci[:2]), parse_square(uci[2:4])
                if start != end:
                    return cls(start, end, promotion)
        except ValueError:
            pass
        raise InvalidMoveError(f"{uci!r} is not written like a move in UCI notation")

    @classmethod
    def null(cls) -> Move:
        """The move that moves nothing."""
        return cls(0, 0)

    def __bool__(self) -> bool:
        return bool(self.from_square or self.to_square or self.promotion or self.drop)

    def __str__(self) -> str:
        return self.uci()

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"


class SquareSet:
    """A set of squares; its number has a bit for each."""

    def __init__(self, squares: int | Iterable[Square] = ()) -> None:
        self.mask = squares if isinstance(squares, int) else sum({1 << at for at in squares})

    def __iter__(self) -> Iterator[Square]:
        return (at for at in SQUARES if self.mask >> at & 1)

    def __reversed__(self) -> Iterator[Square]:
        return (at for at in reversed(SQUARES) if self.mask >> at & 1)

    def __contains__(self, at: Square) -> bool:
        return bool(self.mask >> at & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return bool(self.mask)

    def __int__(self) -> int:
        return self.mask

    __index__ = __int__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (int, SquareSet)) and self.mask == int(other)

    def __hash__(self) -> int:
        return hash(self.mask)

    def _with(self, other: int | SquareSet | Iterable[Square]) -> int:
        return int(other) if isinstance(other, (int, SquareSet)) else SquareSet(other).mask

    def __or__(self, other: int | SquareSet | Iterable[Square]) -> SquareSet:
        return SquareSet(self.mask | self._with(other))

    def __and__(self, other: int | SquareSet | Iterable[Square]) -> SquareSet:
        return SquareSet(self.mask & self._with(other))

    def __xor__(self, other: int | SquareSet | Iterable[Square]) -> SquareSet:
        return SquareSet(self.mask ^ self._with(other))

    def __sub__(self, other: int | SquareSet | Iterable[Square]) -> SquareSet:
        return SquareSet(self.mask & ~self._with(other))

    def __invert__(self) -> SquareSet:
        return SquareSet(~self.mask & (1 << 64) - 1)

    def add(self, at: Square) -> None:
        """Puts a square in."""
        self.mask |= 1 << at

    def discard(self, at: Square) -> None:
        """Takes a square out."""
        self.mask &= ~(1 << at)

    def tolist(self) -> list[bool]:
        """For each square, whether it is in the set."""
        return [at in self for at in SQUARES]

    def __str__(self) -> str:
        rows = [" ".join("1" if 8 * rank + file in self else "." for file in range(8)) for rank in reversed(range(8))]
        return "\n".join(rows)

    def __repr__(self) -> str:
        return f"SquareSet({self.mask:#021_x})"
