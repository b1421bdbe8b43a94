"""Other people's clients talk to `ferz uci` and `ferz cecp`: python-chess, in both protocols."""

import os
import random

import chess
import chess.engine
import chess.variant
import pytest

# The program that .ci/run has built; the package itself does not bring it.
PROGRAM = os.environ.get("FERZ_PROGRAM")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="FERZ_PROGRAM does not name the ferz program")

LIMIT = chess.engine.Limit(nodes=300)


@pytest.fixture(params=["uci", "xboard"])
def engine(request):
    opened = {
        "uci": lambda: chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci"]),
        "xboard": lambda: chess.engine.SimpleEngine.popen_xboard([PROGRAM, "cecp"]),
    }
    with opened[request.param]() as found:
        yield found


def play(engine, board, plies, limit):
    """Plays against itself; python-chess refuses every illegal move."""
    played = 0
    while not board.is_game_over() and played < plies:
        board.push(engine.play(board, limit).move)
        played += 1
    return played


def test_chess(engine):
    limit = LIMIT if isinstance(engine.protocol, chess.engine.UciProtocol) else chess.engine.Limit(depth=2)
    assert play(engine, chess.Board(), 20, limit) == 20


@pytest.mark.parametrize("kind", [chess.variant.AtomicBoard, chess.variant.CrazyhouseBoard, chess.variant.ThreeCheckBoard])
def test_variants(engine, kind):
    board = kind()
    assert play(engine, board, 16, chess.engine.Limit(depth=1)) == 16 or board.is_game_over()


@pytest.mark.parametrize(
    "kind", [chess.variant.AntichessBoard, chess.variant.HordeBoard, chess.variant.KingOfTheHillBoard, chess.variant.RacingKingsBoard]
)
def test_variants_of_uci(kind):
    board = kind()
    with chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci"]) as engine:
        assert play(engine, board, 16, LIMIT) == 16 or board.is_game_over()


def test_shuffled_starts():
    chance = random.Random(960)
    with chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci"]) as engine:
        for _ in range(5):
            assert play(engine, chess.Board.from_chess960_pos(chance.randrange(960)), 12, LIMIT) == 12


def test_analysis_finds_a_mate():
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    with chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci"]) as engine:
        info = engine.analyse(board, chess.engine.Limit(depth=3))
        assert info["score"] == chess.engine.PovScore(chess.engine.Mate(1), chess.WHITE)
        assert info["pv"][0] == chess.Move.from_uci("d1d8")


def test_a_file_of_ones_own(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("name: Mine\nextends: chess\npieces: {queen: {moves: N}}\n")
    with chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci", str(file)]) as engine:
        assert "mine" in engine.options["UCI_Variant"].var
