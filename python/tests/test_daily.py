"""The daily calls: pieces, attacks, moves, searches, pictures, EPD, engines."""

import os
import random
import re
import sys

import pytest

import ferz

PROGRAM = os.environ.get("FERZ_PROGRAM")


@pytest.fixture(scope="module")
def chess():
    return ferz.load("chess")


def test_pieces_and_attacks(chess):
    game = chess.game().play_all(["e4", "d5"])
    assert game.piece_at("e4") == ferz.Piece("pawn", "white", "P") and game.piece_at("e2") is None
    assert game.pieces("knight", "black") == ["b8", "g8"] and len(game.pieces()) == 32
    assert game.pieces("queen") == ["d1", "d8"] and len(game.pieces(side="white")) == 16
    assert game.attackers("white", "d5") == ["e4"] and game.attackers("black", "d5") == ["d8"]
    assert game.position.attackers("black", "e4") == ["d5"] and game.attackers("white", "f3") == ["d1", "g1", "g2"]
    for call in [lambda: game.piece_at("i9"), lambda: game.pieces("dragon"), lambda: game.attackers("red", "e4")]:
        with pytest.raises(ValueError):
            call()


@pytest.mark.parametrize("name", ["chess", "xiangqi", "shogi", "crazyhouse", "grasshopper", "janggi", "makruk", "capablanca"])
def test_attackers_are_the_pieces_that_can_capture(name):
    if name not in ferz.variants():
        pytest.skip(f"there is no variant {name}")
    chance, variant = random.Random(name), ferz.load(name)
    game = variant.game()
    for _ in range(60):
        if game.end or not game.legal_moves:
            break
        captures = {}
        for made in game.legal_captures:
            if not made.is_en_passant:
                for square in made.captures:
                    captures.setdefault(square, set()).add(made.from_square)
        for square, starts in captures.items():
            assert starts <= set(game.attackers(game.turn, square)), (game.fen, square)
        game.push(chance.choice(game.uci_moves()))


def test_moves(chess):
    game = chess.game().play_all(["e4", "d5"])
    assert [made.san for made in game.legal_captures] == ["exd5"]
    assert game.is_legal("exd5") and game.is_legal(game.parse("e4d5")) and not game.is_legal("exd6") and not game.is_legal("?")
    assert game.gives_check("Bb5+") and game.gives_check(game.parse("f1b5")) and not game.gives_check("exd5")
    with pytest.raises(ferz.IllegalMoveError):
        game.gives_check("Ke5")
    assert game.push_san("Bb5+!?").uci == "f1b5" and game.is_check() and game.position.is_check()
    assert game.parse_san("Bd7").san == "Bd7"
    for text in ["Bd6", "e2-", ""]:
        with pytest.raises(ferz.IllegalMoveError):
            game.parse_san(text)
    rooks = chess.position("7k/8/8/8/8/8/8/R4RK1 w - - 0 1")
    with pytest.raises(ferz.IllegalMoveError) as caught:
        rooks.parse_san("Rd1")
    assert sorted(caught.value.candidates) == ["Rad1", "Rfd1"] and rooks.parse_san("Ra1d1").uci == "a1d1"


def test_evaluations_and_searches(chess):
    start = chess.position()
    # Both sides are worth the same, and the turn is worth less than a pawn.
    black = chess.position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")
    assert 0 <= start.evaluate() < 100 and black.evaluate() == start.evaluate()
    assert chess.position("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").evaluate() > 300
    mate = chess.game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    found = mate.search(depth=3)
    assert found.best.san == "Ra8#" and found.mate == 1 and found.score is None and [made.uci for made in found.pv] == ["a1a8"]
    found = start.search(nodes=3000)
    assert found.best in start.legal_moves and found.pv[0] == found.best and found.nodes >= 1 and found.score is not None
    position = start
    for made in found.pv:
        assert position.is_legal(made)
        position = position.after(made)
    assert start.search(time=0.05).time < 5
    stuck = chess.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").search(depth=2)
    assert stuck.best is None and stuck.pv == []
    for wrong in [{}, {"time": -1.0}, {"time": float("nan")}, {"depth": -1}, {"nodes": -1}, {"depth": 1, "hash": 1 << 30}]:
        with pytest.raises(ValueError):
            start.search(**wrong)


def test_a_search_knows_the_past(chess):
    """A side that is far ahead does not repeat."""
    game = chess.game("6k1/8/8/8/8/8/8/Q1K5 w - - 0 1").play_all(["Qa3", "Kf7", "Qa1", "Kg8", "Qa3", "Kf7"])
    assert game.search(depth=4).best.uci != "a3a1"


def test_pictures(chess):
    game = chess.game().play("e4")
    plain = game.svg()
    assert plain == game.svg(orientation="white") == game._repr_svg_()
    turned = game.svg(
        orientation="black", last_move=game[0], arrows=[("e7", "e5"), ("d8", "h4", "#f00")], check="e8", size=300,
        colours={"light": "white", "dark": "#888"}, fill={"a1": "teal"}, coordinates=False, legend=False,
    )  # fmt: skip
    assert 'width="300"' in turned and turned.count('data-from="') == 2 and 'stroke="#f00"' in turned
    assert re.findall('data-marked="(..)"', turned) == ["a1", "e2", "e4", "e8"]
    assert game.svg(last_move=["e2", "e4"]) == game.svg(last_move=game[0]) == game.svg(last_move="e2e4") != plain
    shogi, crazyhouse = ferz.load("shogi").game(), ferz.load("crazyhouse").game()
    assert re.findall('data-marked="(..)"', crazyhouse.svg(last_move="N@e4")) == ["e4"]
    assert re.findall('data-marked="(..)"', shogi.svg(last_move="h2e2+")) == ["h2", "e2"]
    assert chess.svg(orientation="black") != chess.svg()
    for wrong in [
        {"orientation": "red"}, {"last_move": ["z9"]}, {"last_move": "e2"}, {"last_move": "é2e4"}, {"size": 0}, {"colours": {"light": '"/>'}}, {"colours": {"sky": "blue"}},
        {"arrows": [("e2",)]}, {"check": "k5"},
    ]:  # fmt: skip
        with pytest.raises(ValueError):
            game.svg(**wrong)
    with pytest.raises(TypeError):
        game.svg(colour="red")


def test_epd_there_and_back(chess):
    position = chess.game().play_all(["e4", "e5"]).position
    text = position.epd(bm=[position.parse("Nf3"), position.parse("Bc4")], id='a "quoted" \\ name', acd=12, ce=-0.5, draw_accept=None)
    assert text.startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3 Bc4; id ")
    again, operations = chess.position_from_epd(text)
    assert again.fen == position.fen
    assert operations == {"bm": ["Nf3", "Bc4"], "id": 'a "quoted" \\ name', "acd": 12, "ce": -0.5, "draw_accept": None}
    assert chess.position_from_epd("4k3/8/8/8/8/8/4P3/4K3 w - - ;D1 6 ;D2 30")[1] == {"D1": 6, "D2": 30}
    for wrong in ["8/8", '4k3/8/8/8/8/8/4P3/4K3 w - - id "open;', "4k3/8/8/8/8/8/4P3/4K3 w - - 9x 5;"]:
        with pytest.raises(ValueError):
            chess.position_from_epd(wrong)
    with pytest.raises(ValueError):
        position.epd(**{"no name": 1})
    with pytest.raises(ValueError):
        position.epd(id="two\nlines")
    assert position.epd(id="Nf3", bm="Nf3").endswith(' id "Nf3"; bm Nf3; hmvc 0; fmvn 2;')


@pytest.mark.parametrize("name", ferz.variants())
def test_every_variant_has_epds(name):
    chance, variant = random.Random(name), ferz.load(name)
    game = variant.game()
    for _ in range(12):
        text = game.epd(id=name, acd=3)
        position, operations = variant.position_from_epd(text)
        assert (position.fen, operations) == (game.fen, {"id": name, "acd": 3}), text
        moves = game.uci_moves()
        if not moves or game.end:
            break
        game.push(chance.choice(moves))


FAKE = """
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci": print("id name Fake\\nid author Nobody\\noption name MultiPV type spin default 1 min 1 max 9\\nuciok", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "go": print("{info}\\nbestmove {best}", flush=True)
    elif word == "quit": break
"""


def fake(best, info="info depth 4 nodes 99 score cp 25 pv e2e4 e7e5"):
    return ferz.engine([sys.executable, "-c", FAKE.replace("{best}", best).replace("{info}", info)], patience=5)


def test_engines_play(chess):
    game = chess.game()
    with fake("e2e4 ponder e7e5") as engine:
        found = engine.play(game, depth=4)
        assert (found.best.san, found.score, found.depth, found.nodes) == ("e4", 25, 4, 99)
        assert [made.san for made in found.pv] == ["e4", "e5"] and engine.name == "Fake" and len(game) == 0
        assert [found.best.uci for found in engine.lines(game, 1, depth=4)] == ["e2e4"]
        with pytest.raises(ValueError):
            engine.play(game)
        with pytest.raises(ValueError):
            engine.set_option("Contempt", 1)
        with pytest.raises(ferz.EngineError, match="knows no variants"):
            engine.play(ferz.load("xiangqi").game(), depth=1)


def test_engines_that_do_wrong_are_found_out(chess):
    with fake("e2e5") as engine, pytest.raises(ferz.EngineError, match="not legal"):
        engine.play(chess.game(), nodes=1)
    with fake("(none)") as engine, pytest.raises(ferz.EngineError, match="legal ones"):
        engine.play(chess.game(), nodes=1)
    with pytest.raises(ferz.EngineError, match="cannot start"):
        ferz.engine("/there/is/no/such/program")
    with pytest.raises(ferz.EngineError, match="has ended"):
        ferz.engine([sys.executable, "-c", "pass"])
    with pytest.raises(ferz.EngineError, match="in time"):
        ferz.engine([sys.executable, "-c", "import time; time.sleep(60)"], patience=0.3)


@pytest.mark.skipif(not PROGRAM, reason="SKIPPED: FERZ_PROGRAM does not name the ferz program")
@pytest.mark.parametrize("name", ["chess", "xiangqi", "crazyhouse", "mine"])
def test_ferz_itself_as_an_engine(name, tmp_path):
    if name == "mine":
        (tmp_path / "mine.yaml").write_text("name: Mine\nextends: chess\npieces: {queen: {moves: N}}\n")
    game = ferz.load(str(tmp_path / "mine.yaml") if name == "mine" else name).game()
    with ferz.engine([PROGRAM, "uci"], options={"Hash": 1}) as engine:
        for _ in range(6):
            game.push(engine.play(game, nodes=200).best)
        assert len(game) == 6 and engine.play(game, clocks=(1.0, 1.0)).best in game.legal_moves
        assert "MultiPV" in engine.options or pytest.raises(ValueError, engine.lines, game, 2, depth=2)
