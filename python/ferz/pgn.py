"""Games in PGN with all that is written in them: tags, comments, glyphs, variations, clocks, results.

>>> import ferz.pgn
>>> text = '[White "Anna"]\\n\\n1. e4 {[%clk 0:09:58] best} e5 $1 (1... c5 2. Nf3) 2. Nf3 1-0'
>>> [record] = ferz.pgn.read(text)
>>> record.tags["White"], record.moves[0].clock, record.moves[1].nags, record.moves[1].variations[0].moves[1].san
('Anna', 598.0, [1], 'Nf3')
>>> game = record.game()
>>> game.end
<End 1-0 declared>
>>> ferz.pgn.Record.of(game).moves[2].san
'Nf3'

`read` takes a text, a path, or anything with a method `readline`, and holds one game at a time. `str(record)` writes a game.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from ._ferz import Game, Move, PgnError, PgnReader, Variant, load, write_pgn

__all__ = ["Line", "Node", "PgnError", "Record", "read", "read_tags"]

# Values of the tag `Variant` with which other programs mean orthodox chess.
_ORTHODOX = {"standard", "normal", "classical", "from position", "illegal", "?", "-", ""}


class _Lines(Protocol):
    def readline(self, size: int = -1, /) -> str | bytes: ...


def _seconds(text: str | None) -> float | None:
    """Reads hours, minutes and seconds."""
    if text is None or not re.fullmatch(r"\d+(:\d+)*(\.\d+)?", text):
        return None
    total = 0.0
    for part in text.split(":"):
        total = total * 60 + float(part)
    return total


def _time(seconds: float) -> str:
    """Writes hours, minutes and seconds, with a fraction if there is one."""
    if not 0 <= seconds < float("inf"):
        raise ValueError("a time is a number of seconds from 0 on")
    thousandths = round(seconds * 1000)
    hours, rest = divmod(thousandths, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    whole, fraction = divmod(rest, 1000)
    behind = f".{fraction:03}".rstrip("0") if fraction else ""
    return f"{hours}:{minutes:02}:{whole:02}{behind}"


@dataclass
class Node:
    """A move with what is written about it."""

    san: str
    """The move in SAN, as the text has it."""
    nags: list[int] = field(default_factory=list)
    """Numeric annotation glyphs: 1 for `!`, 2 for `?`, and so on."""
    comments: list[str] = field(default_factory=list)
    """The comments behind the move, commands such as `[%clk 0:05:00]` included."""
    variations: list[Line] = field(default_factory=list)
    """Lines that could have been played instead of the move."""

    def command(self, name: str) -> str | None:
        """The value of a command for programs in the comments: `"0.25"` for `[%eval 0.25]`."""
        for comment in self.comments:
            found = re.search(rf"\[%{re.escape(name)}\s+([^\]]*)\]", comment)
            if found:
                return found[1].strip()
        return None

    def set_command(self, name: str, value: str | None) -> None:
        """Writes a command for programs into the comments, or takes it out with `None`."""
        pattern = re.compile(rf"\s*\[%{re.escape(name)}\s+[^\]]*\]\s*")
        kept = [pattern.sub(" ", comment).strip() for comment in self.comments]
        self.comments = [comment for comment in kept if comment]
        if value is not None:
            self.comments.insert(0, f"[%{name} {value}]")

    @property
    def clock(self) -> float | None:
        """The seconds left on the mover's clock (`%clk`)."""
        return _seconds(self.command("clk"))

    @clock.setter
    def clock(self, seconds: float | None) -> None:
        self.set_command("clk", None if seconds is None else _time(seconds))

    @property
    def elapsed(self) -> float | None:
        """The seconds that the move took (`%emt`)."""
        return _seconds(self.command("emt"))

    @elapsed.setter
    def elapsed(self, seconds: float | None) -> None:
        self.set_command("emt", None if seconds is None else _time(seconds))

    @property
    def eval(self) -> str | None:
        """Score of the position after the move for White (`%eval`): pawns, or `#3` for a mate in three."""
        return self.command("eval")

    @eval.setter
    def eval(self, value: str | None) -> None:
        self.set_command("eval", value)


@dataclass
class Line:
    """Moves that could have been played instead of another."""

    comments: list[str] = field(default_factory=list)
    """Comments before the first move."""
    moves: list[Node] = field(default_factory=list)
    """The moves."""


@dataclass
class Record:
    """A game as it is written down."""

    tags: dict[str, str] = field(default_factory=dict)
    """The tags, in the order of the text. Of a tag that is there twice, the first counts."""
    comments: list[str] = field(default_factory=list)
    """Comments before the first move."""
    moves: list[Node] = field(default_factory=list)
    """The moves of the game."""
    result: str = "*"
    """`"1-0"`, `"0-1"`, `"1/2-1/2"`, or `"*"`: what stands behind the moves."""

    @classmethod
    def of(cls, game: Game, **tags: str) -> Record:
        """A game that has been played, written down."""
        [record] = read(game.pgn(**tags))
        return record

    def variant(self) -> Variant:
        """The variant that the tag `Variant` names; chess where there is none."""
        name = self.tags.get("Variant", "")
        return load("chess" if name.strip().lower() in _ORTHODOX else name.strip())

    def start(self, variant: Variant | None = None) -> Game:
        """The game before its first move: in a variant, or in that of the tags."""
        variant = variant or self.variant()
        fen = self.tags.get("FEN")
        return variant.game(fen) if fen else variant.game()

    def game(self, variant: Variant | None = None) -> Game:
        """The game, played: in a variant, or in that of the tags. The result is kept. Raises `ValueError` at an illegal move.

        A null move (`--`) behind the last move says nothing about the game and is passed over, unless a pass is legal there.
        """
        variant = variant or self.variant()
        plain = Record(self.tags, [], [Node(node.san) for node in self.moves], self.result)
        try:
            [game] = variant.games_from_pgn(str(plain))
        except ValueError:
            if not plain.moves or plain.moves[-1].san != "--":
                raise
            del plain.moves[-1]
            [game] = variant.games_from_pgn(str(plain))
        return game

    def played(self, variant: Variant | None = None) -> Iterator[tuple[Game, Move, Node]]:
        """Plays the game: for each move the game before it (always the same object), the move, and what is written about it."""
        game = self.start(variant)
        for node in self.moves:
            made = game.parse(node.san)
            yield game, made, node
            game.push(made)

    def __str__(self) -> str:
        return write_pgn(list(self.tags.items()), self.comments, _parts(self.moves), self.result)


def _parts(nodes: list[Node]) -> list[tuple[Any, ...]]:
    return [
        (node.san, node.nags, node.comments, [(line.comments, _parts(line.moves)) for line in node.variations])
        for node in nodes
    ]


def _nodes(parts: list[Any]) -> list[Node]:
    return [
        Node(san, nags, comments, [Line(before, _nodes(moves)) for before, moves in lines])
        for san, nags, comments, lines in parts
    ]


def _record(parts: tuple[list[tuple[str, str]], list[str], list[Any], str]) -> Record:
    tags, comments, moves, result = parts
    kept: dict[str, str] = {}
    for name, value in tags:
        kept.setdefault(name, value)
    return Record(kept, comments, _nodes(moves), result)


class _Records:
    """The games of a source, one after the other."""

    def __init__(self, source: Any, variations: bool, opened: Any) -> None:
        self._reader = PgnReader(source, variations=variations)
        self._opened = opened

    def __iter__(self) -> _Records:
        return self

    def __next__(self) -> Record:
        try:
            return _record(next(self._reader))
        except StopIteration:
            self._close()
            raise

    def _close(self) -> None:
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    def __del__(self) -> None:
        self._close()


def _open(source: str | os.PathLike[str] | _Lines) -> tuple[Any, Any]:
    """A text or lines, and the file to close afterwards. A text of one line that is no game is taken for a path."""
    if isinstance(source, os.PathLike) or (isinstance(source, str) and _is_path(source)):
        opened = open(source, "rb")
        return opened, opened
    return source, None


def _is_path(text: str) -> bool:
    return "\n" not in text and text.endswith(".pgn") and not text.lstrip().startswith(("[", "1"))


def read(source: str | os.PathLike[str] | _Lines, *, variations: bool = True) -> Iterator[Record]:
    """The games of a text, of a path, or of an object with a method `readline`, one at a time.

    A game with a fault raises `PgnError`, with `line` and `column`; `next` after that reads on at the next game. Without `variations`
    only the games themselves are kept.
    """
    source, opened = _open(source)
    return _Records(source, variations, opened)


def read_tags(source: str | os.PathLike[str] | _Lines) -> Iterator[dict[str, str]]:
    """The tags of each game. The moves are passed over, so that this is the fastest way through a large file."""
    source, opened = _open(source)
    reader = PgnReader(source)
    try:
        while (tags := reader.tags()) is not None:
            yield tags
    finally:
        if opened is not None:
            opened.close()
