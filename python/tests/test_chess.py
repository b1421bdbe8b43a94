"""`ferz.chess` in place of python-chess: what python-chess answers, if it is installed, is what is expected."""

import doctest
import io
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import ferz
import ferz.chess as mine
import ferz.chess.engine
import ferz.chess.pgn
import ferz.chess.svg

try:
    import chess as peer
    import chess.pgn
except ImportError:
    peer = None

PROGRAM = os.environ.get("FERZ_PROGRAM")
EXAMPLES = Path(__file__).parents[1] / "examples"
needs_peer = pytest.mark.skipif(peer is None, reason="SKIPPED: python-chess is not installed")

STARTS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/8/8/8/8/6k1/6p1/6K1 w - - 98 70",
]


def test_the_docs_hold():
    assert doctest.testmod(mine).failed == 0


def answers(chess, board):
    """What a board answers: everything that programs ask daily."""
    moves = sorted(board.legal_moves, key=str)
    squares = range(64)
    told = {
        "fen": board.fen(), "text": str(board), "board": board.board_fen(), "epd": board.epd(), "turn": board.turn,
        "ply": board.ply(), "numbers": (board.fullmove_number, board.halfmove_clock), "valid": board.is_valid(),
        "moves": [(move.uci(), board.san(move), board.lan(move)) for move in moves],
        "kinds": [
            (board.is_capture(move), board.is_en_passant(move), board.is_castling(move), board.is_kingside_castling(move),
             board.gives_check(move), board.is_zeroing(move)) for move in moves
        ],
        "captures": sorted(move.uci() for move in board.generate_legal_captures()),
        "pieces": {at: piece.symbol() for at, piece in sorted(board.piece_map().items())},
        "attackers": [[sorted(board.attackers(color, at)) for at in squares] for color in chess.COLORS],
        "attacks": [sorted(board.attacks(at)) for at in squares[::5]],
        "pins": [board.is_pinned(color, at) for color in chess.COLORS for at in squares[::3]],
        "kings": [board.king(color) for color in chess.COLORS], "check": board.is_check(), "checkers": sorted(board.checkers()),
        "ends": (board.is_checkmate(), board.is_stalemate(), board.is_insufficient_material(), board.is_game_over(),
                 board.is_fifty_moves(), board.result(), board.is_repetition(2)),
        "outcome": board.outcome() and (board.outcome().termination.name, board.outcome().winner),
        "rights": [(board.has_kingside_castling_rights(color), board.has_queenside_castling_rights(color)) for color in chess.COLORS],
        "en passant": board.has_legal_en_passant(), "unicode": board.unicode(), "stack": [move.uci() for move in board.move_stack],
        "rooks": str(board.pieces(chess.ROOK, chess.WHITE)),
    }  # fmt: skip
    return told


@needs_peer
@pytest.mark.parametrize("fen", STARTS)
def test_boards_answer_as_those_of_python_chess(fen):
    chance = random.Random(fen)
    for _ in range(2):
        board, other = mine.Board(fen), peer.Board(fen)
        for ply in range(40):
            if ply % 8 == 0 or ply > 36:
                expected = answers(peer, other)
                for name, value in answers(mine, board).items():
                    assert value == expected[name], (name, other.fen())
            moves = sorted(move.uci() for move in other.legal_moves)
            assert sorted(move.uci() for move in board.legal_moves) == moves
            if not moves or other.is_game_over():
                break
            uci = chance.choice(moves)
            assert board.push_uci(uci).uci() == other.push_uci(uci).uci()
        assert board.root().variation_san(board.move_stack) == other.root().variation_san(other.move_stack)
        while other.move_stack:
            assert board.pop().uci() == other.pop().uci() and board.fen() == other.fen()


@needs_peer
def test_draws_are_claimed_as_there():
    for moves in [["g1f3", "g8f6", "f3g1", "f6g8"] * 4, ["g1f3", "g8f6", "f3g1", "f6g8"] * 2, ["e2e4"]]:
        board, other = mine.Board(), peer.Board()
        for uci in moves:
            board.push_uci(uci)
            other.push_uci(uci)
            for claim in [False, True]:
                assert board.result(claim_draw=claim) == other.result(claim_draw=claim), board.move_stack
            assert board.can_claim_draw() == other.can_claim_draw()
            assert board.is_repetition() == other.is_repetition()


def test_boards_are_edited_copied_and_compared():
    board = mine.Board()
    twin = board.copy()
    board.push_san("e4")
    assert twin.fen() == mine.STARTING_FEN and twin != board and board.peek() == mine.Move.from_uci("e2e4")
    board.push(mine.Move.null())
    assert board.turn is mine.WHITE and board.pop() == mine.Move.null() and board.turn is mine.BLACK
    empty = mine.Board.empty()
    empty.set_piece_at(mine.E1, mine.Piece(mine.KING, mine.WHITE))
    empty.set_piece_at(mine.E8, mine.Piece.from_symbol("k"))
    empty.set_piece_at(mine.A2, mine.Piece(mine.PAWN, mine.WHITE))
    assert empty.board_fen() == "4k3/8/8/8/8/8/P7/4K3" and empty.is_valid() and not mine.Board.empty().is_valid()
    empty.turn = mine.BLACK
    assert {move.uci() for move in empty.legal_moves} == {"e8d8", "e8d7", "e8e7", "e8f7", "e8f8"}
    assert empty.remove_piece_at(mine.A2).symbol() == "P" and empty.is_insufficient_material()
    broken = mine.Board("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1")
    assert not broken.is_valid() and broken.piece_at(mine.E7).symbol() == "R" and "<svg" in broken._repr_svg_()
    for call in [lambda: board.push_uci("e2e4"), lambda: board.push_san("Ke5"), lambda: mine.Move.from_uci("e2"), lambda: mine.Board("x")]:
        with pytest.raises(ValueError):
            call()
    with pytest.raises(mine.AmbiguousMoveError):
        mine.Board("7k/8/8/8/8/8/8/R4RK1 w - - 0 1").parse_san("Rd1")
    with pytest.raises(IndexError):
        mine.Board().pop()
    assert mine.Board.from_chess960_pos(518).board_fen() == mine.STARTING_BOARD_FEN
    assert mine.Board(variant="crazyhouse").game.variant.id == "crazyhouse"


@needs_peer
def test_epds_as_there():
    text = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5 Bc4; id "a name"; acd 7;'
    board, told = mine.Board.from_epd(text)
    other, expected = peer.Board.from_epd(text)
    assert board.fen() == other.fen() and [move.uci() for move in told["bm"]] == [move.uci() for move in expected["bm"]]
    assert (told["id"], told["acd"]) == (expected["id"], expected["acd"])
    assert board.epd(bm=told["bm"], id="a name", acd=7) == other.epd(bm=expected["bm"], id="a name", acd=7)


@needs_peer
def test_moves_that_name_both_squares_are_read_as_there():
    for text in ["g1f3", "e2e4", "e2-e4", "b1c3"]:
        assert mine.Board().parse_san(text).uci() == peer.Board().parse_san(text).uci()
    board, other = (chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1") for chess in (mine, peer))
    assert board.parse_san("a7a8q").uci() == other.parse_san("a7a8q").uci()


@needs_peer
def test_games_are_read_and_written_as_there():
    text = (EXAMPLES / "games.pgn").read_text()
    stream, other = io.StringIO(text), io.StringIO(text)
    while (expected := peer.pgn.read_game(other)) is not None:
        game = mine.pgn.read_game(stream)
        assert dict(game.headers) == dict(expected.headers) and list(game.headers) == list(expected.headers)
        assert [(node.san(), node.comment, node.nags, node.clock(), node.emt()) for node in game.mainline()] == [
            (node.san(), node.comment, node.nags, node.clock(), node.emt()) for node in expected.mainline()
        ]
        exporter = mine.pgn.StringExporter(columns=None)
        again = peer.pgn.read_game(io.StringIO(game.accept(exporter)))
        plain = peer.pgn.StringExporter(columns=None)
        assert again.accept(plain) == expected.accept(peer.pgn.StringExporter(columns=None)) and not again.errors
    assert mine.pgn.read_game(stream) is None


def test_a_tree_of_moves_is_built():
    game = mine.pgn.Game()
    game.headers["White"] = "Anna"
    node = game.add_variation(mine.Move.from_uci("e2e4"), comment="best")
    node.set_clock(61.5)
    reply = node.add_line([mine.Move.from_uci("c7c5"), mine.Move.from_uci("g1f3")], comment="open")
    other = node.add_variation(mine.Move.from_uci("e7e5"), starting_comment="or", nags=[mine.pgn.NAG_GOOD_MOVE])
    assert reply.parent.is_mainline() and not other.is_mainline() and other.starts_variation() and game.end() is reply
    node.promote_to_main(other)
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5"]
    node.promote(reply.parent)
    reply.set_eval(mine.engine.PovScore(mine.engine.Mate(3), mine.BLACK), 12)
    assert reply.eval() == mine.engine.PovScore(mine.engine.Mate(3), mine.BLACK) and reply.eval_depth() == 12
    again = mine.pgn.read_game(io.StringIO(str(game)))
    assert str(again) == str(game) and again.headers["White"] == "Anna" and again.next().clock() == 61.5
    board = again.end().board()
    copy = mine.pgn.Game.from_board(board)
    assert [node.san() for node in copy.mainline()] == ["e4", "c5", "Nf3"] and copy.headers["Result"] == "*"
    wrong = mine.pgn.read_game(io.StringIO("1. e4 e4 *"))
    assert len(wrong.errors) == 1 and len(list(wrong.mainline())) == 1
    headers = mine.pgn.read_headers(io.StringIO('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *'))
    assert headers["White"] == "A"
    start = mine.pgn.Game.from_board(mine.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", variant="crazyhouse"))
    assert start.headers["Variant"] == "crazyhouse" and start.headers["SetUp"] == "1"


def test_files_are_left_where_the_game_ends(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text((EXAMPLES / "games.pgn").read_text())
    with open(file) as stream:
        places, names = [], []
        while True:
            place = stream.tell()
            headers = mine.pgn.read_headers(stream)
            if headers is None:
                break
            places.append(place)
            names.append(headers["White"])
        stream.seek(places[1])
        assert mine.pgn.read_game(stream).headers["White"] == names[1] == "Cleo" and len(names) == 3
        assert mine.pgn.skip_game(stream) and not mine.pgn.skip_game(stream)


def run(program, folder, command):
    """What a program prints, and the games that it writes."""
    (folder / "program.py").write_text(program)
    words = [sys.executable, folder / "program.py", EXAMPLES / "games.pgn", folder / "out", *command]
    ran = subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True)
    pictures = sorted(path.name for path in (folder / "out").glob("*.svg"))
    return ran.stdout, (folder / "out" / "commented.pgn").read_text(), pictures


@needs_peer
def test_a_program_for_python_chess_is_ported_by_its_imports(tmp_path):
    ported = (EXAMPLES / "tour.py").read_text()
    original = ported.replace("import ferz.chess as chess\n", "import chess\n").replace("import ferz.chess.", "import chess.")
    changed = [pair for pair in zip(original.splitlines(), ported.splitlines(), strict=True) if pair[0] != pair[1]]
    assert len(changed) == 4 and len(ported.splitlines()) >= 150
    command = [PROGRAM, "uci"] if PROGRAM else []
    for name in ("mine", "peer"):
        (tmp_path / name).mkdir()
    said, games, pictures = run(ported, tmp_path / "mine", command)
    expected, written, drawn = run(original, tmp_path / "peer", command)
    assert said == expected and pictures == drawn == ["game1.svg", "game2.svg", "game3.svg"]
    read = [peer.pgn.read_game(io.StringIO(part)) for part in (games, written)]
    assert str(read[0]) == str(read[1])


@pytest.mark.skipif(not PROGRAM, reason="SKIPPED: FERZ_PROGRAM does not name the ferz program")
def test_engines():
    with mine.engine.SimpleEngine.popen_uci([PROGRAM, "uci"]) as engine:
        engine.configure({"Hash": 1})
        engine.ping()
        board = mine.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
        info = engine.analyse(board, mine.engine.Limit(depth=3))
        assert info["score"] == mine.engine.PovScore(mine.engine.Mate(1), mine.WHITE) and info["pv"][0].uci() == "d1d8"
        assert engine.play(board, mine.engine.Limit(time=0.05)).move in board.legal_moves
    assert mine.engine.Cp(20) < mine.engine.Cp(30) < mine.engine.Mate(5) < mine.engine.Mate(1) and mine.engine.Mate(-1) < mine.engine.Cp(-900)


def counting(chess):
    """A visitor that keeps what it sees."""

    class Seen(chess.pgn.BaseVisitor):
        def __init__(self):
            self.seen = []

        def visit_header(self, tagname, tagvalue):
            self.seen.append((tagname, tagvalue))

        def visit_move(self, board, move):
            self.seen.append((board.fullmove_number, move.uci()))

        def visit_comment(self, comment):
            self.seen.append(comment)

        def visit_nag(self, nag):
            self.seen.append(nag)

        def begin_variation(self):
            self.seen.append("(")

        def end_variation(self):
            self.seen.append(")")

        def visit_result(self, result):
            self.seen.append(result)

        def result(self):
            return self.seen

    return Seen


@needs_peer
def test_visitors_see_what_they_see_there():
    text = (EXAMPLES / "games.pgn").read_text()
    stream, other = io.StringIO(text), io.StringIO(text)
    for _ in range(3):
        seen = mine.pgn.read_game(stream, Visitor=counting(mine))
        expected = peer.pgn.read_game(other).accept(counting(peer)())
        assert seen == expected
    game, expected = mine.pgn.read_game(io.StringIO(text)), peer.pgn.read_game(io.StringIO(text))
    plain, there = ("1. e4 e5 2. Nf3 *", "1. e4 e5 2. Nf3")
    assert str(mine.pgn.read_game(io.StringIO(plain)).mainline_moves()) == there == str(peer.pgn.read_game(io.StringIO(plain)).mainline_moves())
    assert [move.uci() for move in game.mainline_moves()] == [move.uci() for move in expected.mainline_moves()]


@needs_peer
@pytest.mark.parametrize("fen", STARTS)
def test_bits_are_those_of_python_chess(fen):
    board, other = mine.Board(fen), peer.Board(fen)
    for name in ["pawns", "knights", "bishops", "rooks", "queens", "kings", "occupied", "occupied_co"]:
        assert getattr(board, name) == getattr(other, name), name
    assert board.mirror().fen() == other.mirror().fen() and board.checkers_mask() == other.checkers_mask()
    for name in [name for name in vars(mine) if name.startswith("BB_")]:
        assert getattr(mine, name) == getattr(peer, name), name
    assert list(mine.scan_reversed(board.pawns)) == list(peer.scan_reversed(other.pawns))
    assert (mine.lsb(12), mine.msb(12), mine.popcount(12)) == (peer.lsb(12), peer.msb(12), peer.popcount(12))
