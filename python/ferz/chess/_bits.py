"""Sets of squares as numbers, as python-chess has them: a bit for each square."""

from __future__ import annotations

from collections.abc import Iterator

from ._setup import Setup
from ._squares import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    SQUARES,
    WHITE,
    Color,
    PieceType,
    Square,
    SquareSet,
)

Bitboard = int

BB_EMPTY = 0
BB_ALL = (1 << 64) - 1
BB_SQUARES = [1 << square for square in SQUARES]
BB_FILES = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_RANKS = [0xFF << 8 * rank for rank in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS
BB_LIGHT_SQUARES = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES = 0xAA55_AA55_AA55_AA55
BB_BACKRANKS = BB_RANK_1 | BB_RANK_8
BB_CORNERS = (BB_FILE_A | BB_FILE_H) & BB_BACKRANKS
BB_CENTER = (BB_FILE_D | BB_FILE_E) & (BB_RANK_4 | BB_RANK_5)


def popcount(bits: Bitboard) -> int:
    """How many squares are in a set."""
    return bits.bit_count()


def lsb(bits: Bitboard) -> Square:
    """The first square of a set."""
    return (bits & -bits).bit_length() - 1


def msb(bits: Bitboard) -> Square:
    """The last square of a set."""
    return bits.bit_length() - 1


def scan_forward(bits: Bitboard) -> Iterator[Square]:
    """The squares of a set, from the first on."""
    return iter(SquareSet(bits))


def scan_reversed(bits: Bitboard) -> Iterator[Square]:
    """The squares of a set, from the last on."""
    return reversed(SquareSet(bits))


class Bits(Setup):
    """The pieces of a board as sets of squares."""

    def pieces_mask(self, piece_type: PieceType, color: Color) -> Bitboard:
        """The squares of the pieces of a kind and a colour."""
        return self.pieces(piece_type, color).mask

    def _of_type(self, piece_type: PieceType) -> Bitboard:
        return self.pieces_mask(piece_type, WHITE) | self.pieces_mask(piece_type, BLACK)

    @property
    def pawns(self) -> Bitboard:
        """The squares of the pawns."""
        return self._of_type(PAWN)

    @property
    def knights(self) -> Bitboard:
        """The squares of the knights."""
        return self._of_type(KNIGHT)

    @property
    def bishops(self) -> Bitboard:
        """The squares of the bishops."""
        return self._of_type(BISHOP)

    @property
    def rooks(self) -> Bitboard:
        """The squares of the rooks."""
        return self._of_type(ROOK)

    @property
    def queens(self) -> Bitboard:
        """The squares of the queens."""
        return self._of_type(QUEEN)

    @property
    def kings(self) -> Bitboard:
        """The squares of the kings."""
        return self._of_type(KING)

    @property
    def occupied_co(self) -> list[Bitboard]:
        """The squares of Black's pieces, and of White's."""
        return [self.occupied_by(color).mask for color in (BLACK, WHITE)]

    @property
    def occupied(self) -> Bitboard:
        """The squares with pieces."""
        black, white = self.occupied_co
        return black | white
