"""Other people's clients talk to `ferz uci` and `ferz cecp`: python-chess, in both protocols, and what asks as FairyFishGUI does."""

import os
import random
import subprocess

import chess
import chess.engine
import chess.variant
import pytest

import ferz.pyffish as pyffish

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


def chess_like(name):
    """A board of python-chess for a variant whose first moves are those of chess."""
    return type(name, (chess.Board,), {"uci_variant": name})()


# Ten variants that python-chess knows, and ten more with the first moves of chess.
ANALYSED = [
    *(kind() for kind in (chess.Board, chess.variant.AtomicBoard, chess.variant.CrazyhouseBoard, chess.variant.ThreeCheckBoard)),
    *(kind() for kind in (chess.variant.AntichessBoard, chess.variant.SuicideBoard, chess.variant.GiveawayBoard)),
    *(kind() for kind in (chess.variant.HordeBoard, chess.variant.KingOfTheHillBoard, chess.variant.RacingKingsBoard)),
    *map(chess_like, ["5check", "nocastle", "extinction", "kinglet", "losers", "misere"]),
    *map(chess_like, ["coregal", "chessvshp", "checkless", "elimination"]),
]


@pytest.mark.parametrize("board", ANALYSED, ids=lambda board: type(board).uci_variant)
def test_analysis_has_three_lines(board):
    with chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci"]) as engine:
        found = engine.analyse(board, chess.engine.Limit(depth=3), multipv=3)
        assert [info["multipv"] for info in found] == [1, 2, 3]
        assert len({info["pv"][0] for info in found}) == 3
        assert all(info["depth"] == 3 and info["pv"][0] in board.legal_moves for info in found)
        scores = [info["score"].relative for info in found]
        assert scores == sorted(scores, reverse=True)
        # With one line again, the best of them is played.
        assert engine.play(board, chess.engine.Limit(depth=3)).move in board.legal_moves


@pytest.mark.parametrize("elo", [None, 600])
def test_strength_is_an_option(elo):
    with chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci"]) as engine:
        if elo is not None:
            engine.configure({"UCI_LimitStrength": True, "UCI_Elo": engine.options["UCI_Elo"].min})
        depth = engine.analyse(chess.Board(), chess.engine.Limit(depth=5))["depth"]
        assert depth == (5 if elo is None else 1)


def test_a_file_of_ones_own(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("name: Mine\nextends: chess\npieces: {queen: {moves: N}}\n")
    with chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci", str(file)]) as engine:
        assert "mine" in engine.options["UCI_Variant"].var


class Asked:
    """An engine asked as FairyFishGUI asks: options before `uciok` is awaited, and only analysis without end, stopped and begun anew
    at each move."""

    def __init__(self, *arguments):
        opened = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
        self.process = subprocess.Popen([PROGRAM, "uci", *arguments], **opened)
        self.write("uci", "setoption name EvalFile value ", "setoption name Threads value ")

    def write(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def analyse(self, fen, moves, depth):
        """The best line at a depth."""
        told = f"moves {' '.join(moves)}" if moves else ""
        self.write(f"position {f'fen {fen}' if fen else 'startpos'} {told}", "go infinite")
        for line in self.process.stdout:
            words = line.split()
            if words[:1] == ["info"] and words[1] != "string" and int(words[words.index("depth") + 1]) >= depth:
                break
        self.write("stop")
        assert any(line.startswith("bestmove ") for line in self.process.stdout)
        assert {"nodes", "time", "score"} < set(words)
        return words[words.index("pv") + 1 :]

    def quit(self):
        self.write("quit")
        assert self.process.wait(timeout=20) == 0


@pytest.mark.parametrize("variant", ["chess", "xiangqi", "crazyhouse", "grand", "mine"])
def test_as_fairyfishgui_asks(variant, tmp_path):
    engine = Asked()
    if variant == "mine":
        ini = tmp_path / "variants.ini"
        ini.write_text("[mine:chess]\nknight = -\ncustomPiece1 = n:NK\n")
        pyffish.load_variant_config(ini.read_text())
        engine.write(f"setoption name VariantPath value {ini}")
    assert variant in pyffish.variants()
    engine.write(f"setoption name UCI_Variant value {variant}", "ucinewgame")
    start, moves = pyffish.start_fen(variant), []
    for ply in range(6):
        best = engine.analyse(start if ply % 2 else None, moves, 2)[0]
        legal = pyffish.legal_moves(variant, start, moves)
        assert best in legal
        fen = pyffish.get_fen(variant, start, moves)
        san = pyffish.get_san(variant, fen, best)
        moves.append(best)
        assert pyffish.get_san_moves(variant, start, moves)[-1] == san
        assert (fen.split()[1] == "b") == (ply % 2 == 1)
    engine.quit()
