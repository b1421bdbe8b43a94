"""Engines as python-chess's `chess.engine.SimpleEngine` plays with them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .._engine import PATIENCE, Engine, EngineError
from .._ferz import Found
from . import Board
from ._squares import WHITE, Color, Move

__all__ = ["Cp", "EngineError", "EngineTerminatedError", "Limit", "Mate", "PlayResult", "PovScore", "Score", "SimpleEngine"]

EngineTerminatedError = EngineError

INFO_NONE, INFO_BASIC, INFO_SCORE, INFO_PV, INFO_REFUTATION, INFO_CURRLINE, INFO_ALL = 0, 1, 2, 4, 8, 16, 31


@dataclass
class Limit:
    """How long to search; times are in seconds."""

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None


class Score:
    """Score of a position for a side: `Cp` or `Mate`."""

    _cp: int | None = None
    _mate: int | None = None

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Centipawns; of a mate only with `mate_score`, less the moves to it."""
        if self._mate is None:
            return self._cp
        if mate_score is None:
            return None
        return mate_score - self._mate if self._mate > 0 else -mate_score - self._mate

    def mate(self) -> int | None:
        """The moves to a mate, negative if the side is mated."""
        return self._mate

    def is_mate(self) -> bool:
        """`True` for a mate."""
        return self._mate is not None

    def _order(self) -> tuple[int, int]:
        if self._mate is None:
            return (0, self._cp or 0)
        return (1, -self._mate) if self._mate > 0 else (-1, -self._mate)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and self._order() == other._order()

    def __hash__(self) -> int:
        return hash(self._order())

    def __lt__(self, other: Score) -> bool:
        return self._order() < other._order()

    def __le__(self, other: Score) -> bool:
        return self._order() <= other._order()

    def __gt__(self, other: Score) -> bool:
        return self._order() > other._order()

    def __ge__(self, other: Score) -> bool:
        return self._order() >= other._order()

    def __neg__(self) -> Score:
        return Cp(-(self._cp or 0)) if self._mate is None else Mate(-self._mate)


class Cp(Score):
    """A worth in centipawns."""

    def __init__(self, cp: int) -> None:
        self._cp = cp

    def __str__(self) -> str:
        return f"+{self._cp}" if (self._cp or 0) > 0 else str(self._cp)

    def __repr__(self) -> str:
        return f"Cp({self})"


class Mate(Score):
    """A mate in so many moves."""

    def __init__(self, moves: int) -> None:
        self._mate = moves

    def __str__(self) -> str:
        return f"#+{self._mate}" if (self._mate or 0) > 0 else f"#{self._mate}"

    def __repr__(self) -> str:
        return f"Mate({str(self)[1:]})"


@dataclass(frozen=True)
class PovScore:
    """A worth to one side, which can be asked for either."""

    relative: Score
    turn: Color

    def pov(self, color: Color) -> Score:
        """The worth to a side."""
        return self.relative if self.turn == color else -self.relative

    def white(self) -> Score:
        """The worth to White."""
        return self.pov(WHITE)

    def black(self) -> Score:
        """The worth to Black."""
        return self.pov(not WHITE)

    def is_mate(self) -> bool:
        """`True` for a mate."""
        return self.relative.is_mate()


@dataclass
class PlayResult:
    """The move of an engine, the answer that it expects, and what it says."""

    move: Move | None
    ponder: Move | None
    info: dict[str, Any] = field(default_factory=dict)
    draw_offered: bool = False
    resigned: bool = False


class SimpleEngine:
    """A program that speaks UCI."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.id = {"name": engine.name, "author": engine.author}
        self.options = engine.options

    @classmethod
    def popen_uci(cls, command: str | os.PathLike[str] | Sequence[str], *, timeout: float | None = PATIENCE, **_: Any) -> SimpleEngine:
        """Starts a program."""
        return cls(Engine(command, patience=timeout or PATIENCE))

    def configure(self, options: Mapping[str, Any]) -> None:
        """Sets options of the program."""
        for name, value in options.items():
            self._engine.set_option(name, value)

    def _search(self, board: Board, limit: Limit) -> Found:
        clocks = None
        if limit.white_clock is not None or limit.black_clock is not None:
            clocks = (limit.white_clock or limit.black_clock or 0.0, limit.black_clock or limit.white_clock or 0.0)
        return self._engine.play(
            board.game,
            time=limit.time,
            nodes=limit.nodes,
            depth=limit.depth,
            clocks=clocks,
            increments=(limit.white_inc or 0.0, limit.black_inc or 0.0),
        )

    @staticmethod
    def _info(board: Board, found: Found) -> dict[str, Any]:
        told: dict[str, Any] = {"depth": found.depth, "nodes": found.nodes, "time": found.time}
        told["pv"] = [board._of(move.uci) for move in found.pv]
        if found.mate is not None:
            told["score"] = PovScore(Mate(found.mate), board.turn)
        elif found.score is not None:
            told["score"] = PovScore(Cp(found.score), board.turn)
        return told

    def play(self, board: Board, limit: Limit, **_: Any) -> PlayResult:
        """The program's move."""
        found = self._search(board, limit)
        info = self._info(board, found)
        line = info["pv"]
        move = board._of(found.best.uci) if found.best else None
        return PlayResult(move, line[1] if len(line) > 1 else None, info)

    def analyse(self, board: Board, limit: Limit, *, multipv: int | None = None, **_: Any) -> Any:
        """The program's analysis of a position; with `multipv`, a list of analyses, best first."""
        if multipv is None:
            return self._info(board, self._search(board, limit))
        told: list[dict[str, Any]] = []
        for found in self._engine.lines(board.game, multipv, time=limit.time, nodes=limit.nodes, depth=limit.depth):
            told.append({**self._info(board, found), "multipv": len(told) + 1})
        return told

    def ping(self) -> None:
        """Waits until the program is ready."""
        self._engine.wait()

    def quit(self) -> None:
        """Ends the program."""
        self._engine.close()

    close = quit

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
