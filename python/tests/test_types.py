"""The types of the package hold: a type checker accepts it and what uses it, and finds mistakes."""

import subprocess
import sys
from pathlib import Path

import pytest

import ferz

RIGHT = """
import ferz
import ferz.batch
import ferz.chess as chess
import ferz.chess.pgn
import ferz.pgn

variant: ferz.Variant = ferz.load("chess")
game: ferz.Game = variant.game().play("e4").play_all(["e5"])
moves: list[str] = [made.san for made in game] + [game[0].uci]
end: ferz.End = game.resign()
picture: str = game.svg(orientation="black", size=300, last_move=game[0])
found: ferz.Found = game.position.search(depth=2)
epd: str = game.position.epd(bm=found.pv, acd=3)
record: ferz.pgn.Record = next(ferz.pgn.read(game.pgn()))
clock: float | None = record.moves[0].clock
board: chess.Board = chess.Board()
move: chess.Move = board.push_san("e4")
legal: ferz.batch.Legal = ferz.batch.Games("chess", 2, masks=False).legal()
"""
LEARNING = """
import ferz.learning
env = ferz.learning.env("chess", max_plies=20, space="sparse")
env.reset(seed=1)
"""
WRONG = ["ferz.load(3)", "variant.game().resign(1)", "game.svg(orientation=1)", "game.svg(colour='red')", "move.uci = 1", "ferz.pgn.read(1)"]


def problems(text, folder):
    """What mypy says of a text."""
    pytest.importorskip("mypy", reason="SKIPPED: mypy is not installed")
    file = folder / "uses_it.py"
    file.write_text(text)
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", folder / "cache", file]
    ran = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    return [line for line in ran.stdout.splitlines() if "uses_it.py" in line or "ferz" in line]


def test_what_is_right_is_accepted(tmp_path):
    assert problems(RIGHT, tmp_path) == []


def test_environments_are_typed(tmp_path):
    pytest.importorskip("pettingzoo", reason="SKIPPED: PettingZoo is not installed")
    pytest.importorskip("gymnasium", reason="SKIPPED: Gymnasium is not installed")
    said = problems(LEARNING + "reveal_type(ferz.learning.env)\nreveal_type(env.last()[1])\n", tmp_path)
    assert [line for line in said if ": error:" in line] == []
    assert "space:" in said[0] and "-> ferz.learning.Environment" in said[0] and said[1].endswith('"float"'), said
    wrong = LEARNING + "ferz.learning.env('chess', plies=1)\nferz.learning.env('chess', space='flat')\nferz.learning.env(1)\n"
    assert len([line for line in problems(wrong, tmp_path) if ": error:" in line]) == 3


def test_what_is_wrong_is_found(tmp_path):
    lines = len(RIGHT.splitlines())
    said = [line for line in problems(RIGHT + "\n".join(WRONG) + "\n", tmp_path) if ": error:" in line]
    found = {int(line.split(":")[1]) - lines for line in said}
    assert found == set(range(1, len(WRONG) + 1)), said


def test_every_file_is_checked_with_the_types_of_the_extension():
    package = Path(ferz.__file__).parent
    assert (package / "py.typed").exists() and (package / "_ferz.pyi").exists() and (package / "chess" / "pgn.py").exists()
