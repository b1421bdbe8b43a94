"""Pictures as python-chess's `chess.svg` makes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import Board
from ._squares import BLACK, WHITE, Color, Piece, Square, square_name

__all__ = ["Arrow", "board", "piece"]

_ARROWS = {"green": "#15781b", "red": "#882020", "yellow": "#e68f00", "blue": "#003088"}
_COLOURS = {"square light": "light", "square dark": "dark", "square light lastmove": "last_move", "arrow green": "arrow"}


class SvgWrapper(str):
    """A picture, which notebooks show."""

    def _repr_svg_(self) -> str:
        return self


class Arrow:
    """An arrow from a square to another, or a ring around one."""

    def __init__(self, tail: Square, head: Square, *, color: str = "green") -> None:
        self.tail, self.head, self.color = tail, head, color

    def pgn(self) -> str:
        """The arrow as comments of PGN have it."""
        letter = self.color[0].upper() if self.color in _ARROWS else "G"
        tail, head = square_name(self.tail), square_name(self.head)
        return letter + tail if tail == head else letter + tail + head

    @classmethod
    def from_pgn(cls, text: str) -> Arrow:
        """The arrow of a text such as `Ge2e4`. Raises `ValueError`."""
        from ._squares import parse_square

        color = {name[0].upper(): name for name in _ARROWS}.get(text[:1], "green")
        squares = text[1:] if text[:1].isupper() else text
        return cls(parse_square(squares[:2]), parse_square(squares[2:] or squares[:2]), color=color)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Arrow) and (self.tail, self.head, self.color) == (other.tail, other.head, other.color)

    def __hash__(self) -> int:
        return hash((self.tail, self.head, self.color))

    def __repr__(self) -> str:
        return f"Arrow({square_name(self.tail)}, {square_name(self.head)}, color={self.color!r})"


def board(
    board: Board | None = None,
    *,
    orientation: Color = WHITE,
    lastmove: object = None,
    check: Square | None = None,
    arrows: Iterable[Arrow | tuple[Square, Square]] = (),
    fill: Mapping[Square, str] | None = None,
    squares: Iterable[Square] | None = None,
    size: int | None = None,
    coordinates: bool = True,
    colors: Mapping[str, str] | None = None,
    flipped: bool = False,
    borders: bool = False,
    style: str | None = None,
) -> str:
    """A picture of a board. Of `colors`, those of squares and arrows count; `borders` and `style` change nothing."""
    shown = board if board is not None else Board.empty()
    given = colors or {}
    drawn = []
    for arrow in arrows:
        kept = arrow if isinstance(arrow, Arrow) else Arrow(*arrow)
        tint = given.get(f"arrow {kept.color}", _ARROWS.get(kept.color, kept.color))
        drawn.append((square_name(kept.tail), square_name(kept.head), tint))
    marked = {square_name(at): tint for at, tint in (fill or {}).items()}
    marked.update({square_name(at): "#404040" for at in squares or () if square_name(at) not in marked})
    moved = [square_name(lastmove.from_square), square_name(lastmove.to_square)] if lastmove else []  # type: ignore[attr-defined]
    text = shown.picture(
        orientation="black" if (orientation is BLACK) != flipped else "white",
        last_move=list(dict.fromkeys(moved)),
        check=None if check is None else square_name(check),
        arrows=drawn,
        fill=marked,
        size=size,
        coordinates=coordinates,
        colours={_COLOURS[name]: tint for name, tint in given.items() if name in _COLOURS},
        legend=False,
    )
    return SvgWrapper(text)


def piece(piece: Piece, size: int | None = None) -> str:
    """A picture of a piece on a square of its own."""
    alone = Board.empty()
    alone.set_piece_at(0, piece)
    return board(alone, size=size, coordinates=False)
