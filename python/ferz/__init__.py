"""A chess-variant rules engine: every variant is a YAML file, every piece a line of Betza notation.

>>> import ferz
>>> chess = ferz.load("chess")
>>> game = chess.game().play_all(["e4", "e5", "Qh5", "Ke7", "Qxe5#"])
>>> game.end
<End 1-0 checkmate>
>>> chess.perft(4)
197281
>>> print(chess.game().why("a1a5"))
a1a5 is illegal: `R` is blocked on a2 by the white pawn
"""

from . import pgn
from ._engine import Engine, EngineError, engine
from ._ferz import (
    Diagnostic,
    End,
    FenError,
    Found,
    Game,
    IllegalMoveError,
    Move,
    PgnError,
    Piece,
    PieceType,
    Position,
    Variant,
    VariantError,
    Why,
    __version__,
    check,
    export_ini,
    import_ini,
    load,
    load_text,
    random_games,
    variants,
)

__all__ = [
    "Diagnostic",
    "End",
    "Engine",
    "EngineError",
    "FenError",
    "Found",
    "Game",
    "IllegalMoveError",
    "Move",
    "PgnError",
    "Piece",
    "PieceType",
    "Position",
    "Variant",
    "VariantError",
    "Why",
    "__version__",
    "check",
    "engine",
    "export_ini",
    "import_ini",
    "load",
    "load_text",
    "pgn",
    "random_games",
    "variants",
]
