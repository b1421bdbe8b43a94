"""The names of python-chess, answered by Ferz: `import ferz.chess as chess`.

>>> import ferz.chess as chess
>>> board = chess.Board()
>>> board.push_san("e4"), board.push_san("e5"), board.push_san("Qh5"), board.push_san("Nc6")
(Move.from_uci('e2e4'), Move.from_uci('e7e5'), Move.from_uci('d1h5'), Move.from_uci('b8c6'))
>>> board.push_san("Bc4"), board.push_san("Nf6"), board.push_san("Qxf7#")
(Move.from_uci('f1c4'), Move.from_uci('g8f6'), Move.from_uci('h5f7'))
>>> board.is_checkmate(), board.result()
(True, '1-0')

Boards (`Board`, also with `variant="crazyhouse"`), moves, squares and pieces are here; `ferz.chess.pgn`, `ferz.chess.svg` and
`ferz.chess.engine` have games, pictures and engines. What differs from python-chess is said in docs/python.md.
"""

import importlib
from typing import Any

from ._bits import *  # noqa: F403
from ._board import Board, MoveList, Outcome, Termination
from ._setup import EMPTY_FEN, STARTING_BOARD_FEN, STARTING_FEN, STATUS_INVALID, STATUS_VALID
from ._squares import *  # noqa: F403
from ._squares import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Piece,
    SquareSet,
)

LegalMoveGenerator = MoveList


def __getattr__(name: str) -> Any:
    """Imports `chess.pgn`, `chess.svg` and `chess.engine` when they are first used."""
    if name in ("pgn", "svg", "engine"):
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "AmbiguousMoveError",
    "Board",
    "EMPTY_FEN",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoveGenerator",
    "Move",
    "MoveList",
    "Outcome",
    "Piece",
    "STARTING_BOARD_FEN",
    "STARTING_FEN",
    "STATUS_INVALID",
    "STATUS_VALID",
    "SquareSet",
    "Termination",
]
