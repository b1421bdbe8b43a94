"""A plugin of pytest: fixtures to load variants, and snapshots of move lists.

It is active as soon as ``ferz`` is installed beside pytest::

    def test_start(ferz_variant, move_snapshot):
        game = ferz_variant("variants/my-variant.yaml").game()
        move_snapshot(game)

``pytest --ferz-update`` writes the snapshots, into ``__snapshots__`` beside the test.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ferz import Game, Position, Variant

__all__ = ["MoveSnapshot", "ferz_variant", "move_list", "move_snapshot"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--ferz-update``."""
    group = parser.getgroup("ferz", "chess variants")
    group.addoption("--ferz-update", action="store_true", help="write snapshots of move lists that differ or are missing")


def move_list(game: Game | Position) -> str:
    """The position as a FEN, and its legal moves: a line for each piece, by name and square.

    The lines are those of the snapshots that ``ferz snapshot`` writes.
    """
    by_piece: dict[tuple[str, str], list[str]] = {}
    for move in game.legal_moves:
        place = "hand" if move.is_drop else move.from_square
        by_piece.setdefault((move.piece, place), []).append(move.san)
    lines = [f"{piece} {place}: {' '.join(sorted(sans))}\n" for (piece, place), sans in sorted(by_piece.items())]
    return f"{game.fen}\n{''.join(lines)}"


class MoveSnapshot:
    """Compares move lists with the snapshots of a test."""

    def __init__(self, folder: Path, name: str, update: bool) -> None:
        self._folder = folder
        self._name = name
        self._update = update
        self._taken: set[str] = set()

    def __call__(self, game: Game | Position, name: str | None = None) -> None:
        """Compares the legal moves of a game or a position with their snapshot, and fails if they differ.

        A test that compares several lists may name them. Otherwise they are numbered.
        """
        stem = f"{self._name}-{name}" if name else self._name
        if stem in self._taken and name:
            raise ValueError(f"the name {name!r} is taken by an earlier list of this test")
        number = 2
        while stem in self._taken:
            stem, number = f"{self._name}-{number}", number + 1
        self._taken.add(stem)
        path = self._folder / f"{re.sub(r'[^A-Za-z0-9._-]+', '_', stem)}.txt"
        now = move_list(game)
        before = path.read_text(encoding="utf-8") if path.exists() else None
        if before == now:
            return
        if self._update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(now, encoding="utf-8")
            return
        pytest.fail(_difference(path, before, now), pytrace=False)


def _difference(path: Path, before: str | None, now: str) -> str:
    """What is different, with the command that accepts it."""
    accept = "if this is intended: pytest --ferz-update"
    if before is None:
        return f"there is no snapshot {path}\n{now}{accept}"
    lines = difflib.unified_diff(before.splitlines(), now.splitlines(), "snapshot", "now", lineterm="", n=1)
    return "\n".join([f"the moves differ from {path}", *lines, accept])


@pytest.fixture
def ferz_variant(request: pytest.FixtureRequest) -> Callable[[str], Variant]:
    """Loads a variant: a built-in name, or a path from the folder of the test or from pytest's root folder."""
    import ferz

    def load(name: str) -> Variant:
        for folder in (request.path.parent, request.config.rootpath):
            if (folder / name).is_file():
                return ferz.load(str(folder / name))
        return ferz.load(name)

    return load


@pytest.fixture
def move_snapshot(request: pytest.FixtureRequest) -> MoveSnapshot:
    """Compares the legal moves of a game with the snapshot of the test: ``move_snapshot(game)``."""
    folder = request.path.parent / "__snapshots__" / request.path.stem
    update = bool(request.config.getoption("--ferz-update"))
    return MoveSnapshot(folder, request.node.name, update)
