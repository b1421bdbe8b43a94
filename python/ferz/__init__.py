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

from ._ferz import (
    Diagnostic,
    End,
    FenError,
    Game,
    IllegalMoveError,
    Move,
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
    "FenError",
    "Game",
    "IllegalMoveError",
    "Move",
    "PieceType",
    "Position",
    "Variant",
    "VariantError",
    "Why",
    "__version__",
    "check",
    "export_ini",
    "import_ini",
    "load",
    "load_text",
    "random_games",
    "variants",
]


def _game(variant: Variant, fen: str, moves: list[str]) -> Game:
    """Makes a game again in another process."""
    return variant.game(fen).play_all(moves)


def _position(variant: Variant, fen: str) -> Position:
    """Makes a position again in another process."""
    return variant.position(fen)
