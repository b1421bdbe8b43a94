"""The functions of pyffish, answered by Ferz. What is expected was asked of pyffish 0.0.90."""

import doctest
import random

import pytest

import ferz
import ferz.pyffish as sf

MINE = """
[grandhouse:grand]
startFen = r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R[] w - - 0 1
pieceDrops = true
capturesToHand = true

[grandhouse-again:grandhouse]

[fog:chess]
king = -
commoner = k
castlingKingPiece = k
extinctionValue = loss
extinctionPieceTypes = k
"""


@pytest.fixture(scope="module", autouse=True)
def mine():
    sf.load_variant_config(MINE)


def test_the_docs_hold():
    assert doctest.testmod(sf).failed == 0


def test_all_names_of_pyffish_are_there():
    functions = (
        "version info variants set_option load_variant_config start_fen two_boards captures_to_hand get_san get_san_moves "
        "legal_moves get_fen gives_check is_capture piece_to_partner game_result is_immediate_game_end is_optional_game_end "
        "has_insufficient_material validate_fen get_fog_fen"
    )
    assert all(callable(getattr(sf, name)) and getattr(sf, name).__doc__ for name in functions.split())
    assert sf.version() == (0, 0, 90) and sf.info().startswith("Fairy-Stockfish") and issubclass(sf.error, Exception)


def test_variants():
    names = sf.variants()
    assert len(names) >= 124 and {"chess", "bughouse", "grandhouse", "fischerandom"} <= set(names)
    assert sf.start_fen("grandhouse") == sf.start_fen("grandhouse-again") != sf.start_fen("grand")
    assert sf.two_boards("bughouse") and not sf.two_boards("chess")
    assert sf.captures_to_hand("shouse") and sf.captures_to_hand("grandhouse-again") and not sf.captures_to_hand("seirawan")
    for name in names:
        assert sf.validate_fen(sf.start_fen(name), name) == sf.FEN_OK, name
        moves = sf.legal_moves(name, sf.start_fen(name), [])
        assert len(moves) == len(set(moves))


def test_options():
    assert sf.set_option("UCI_Variant", "capablanca") is None
    with pytest.raises(ValueError):
        sf.set_option("no such option", 1)


def test_a_longer_list_of_moves_is_played_on_from_the_last():
    fen, moves, game = sf.start_fen("crazyhouse"), [], ferz.load("crazyhouse").game()
    chance = random.Random(1)
    for _ in range(60):
        legal = sf.legal_moves("crazyhouse", fen, moves)
        assert sorted(legal) == game.uci_moves()
        assert sf.get_fen("crazyhouse", fen, moves) == game.fen
        moves = [*moves, chance.choice(legal)]
        game.play(moves[-1])
    assert sf.legal_moves("crazyhouse", fen, moves[:10]) == sf.legal_moves("crazyhouse", sf.get_fen("crazyhouse", fen, moves[:10]), [])


def test_an_illegal_move_is_an_error():
    with pytest.raises(ValueError, match="Invalid move 'e2e5'"):
        sf.legal_moves("chess", sf.start_fen("chess"), ["e2e5"])
    with pytest.raises(ValueError):
        sf.get_san_moves("chess", sf.start_fen("chess"), ["e2e4", "e2e4"])


CHECKED = "1r2k3/P1P5/8/8/8/8/8/4K2R w K - 0 1"
PAWN = "rnbakabnr/9/1c5c1/p1p1P1p1p/4P4/9/P3P3P/1C5C1/9/RNBAKABNR w - - 0 1"
SHOGI = "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL[Bb] w "


@pytest.mark.parametrize(
    ("variant", "fen", "move", "notation", "text"),
    [
        ("chess", CHECKED, "c7b8q", sf.NOTATION_DEFAULT, "cxb8=Q+"),
        ("chess", CHECKED, "c7b8q", sf.NOTATION_LAN, "c7xb8=Q+"),
        ("chess", CHECKED, "e1g1", sf.NOTATION_XIANGQI_WXF, "O-O"),
        ("chess", CHECKED, "c7b8q", sf.NOTATION_JANGGI, "P23x12=Q+"),
        ("chess", CHECKED, "c7b8q", sf.NOTATION_SHOGI_HODGES, "P6bx7a=Q"),
        ("chess", CHECKED, "a7a8n", sf.NOTATION_SHOGI_HOSKING, "P81=N"),
        ("shogi", "", "i3i4", sf.NOTATION_DEFAULT, "P-16"),
        ("shogi", "", "i3i4", sf.NOTATION_SHOGI_HOSKING, "P16"),
        ("shogi", "", "f1e2", sf.NOTATION_SHOGI_HOSKING, "G49-58"),
        ("shogi", "", "f1e2", sf.NOTATION_SHOGI_HODGES, "G4i-5h"),
        ("shogi", SHOGI, "B@g7", sf.NOTATION_SHOGI_HODGES, "B*3c"),
        ("shogi", SHOGI, "B@g7", sf.NOTATION_SHOGI_HOSKING, "B'33"),
        ("xiangqi", "", "h1g3", sf.NOTATION_XIANGQI_WXF, "H2+3"),
        ("xiangqi", "", "h1g3", sf.NOTATION_DEFAULT, "Hg3"),
        ("xiangqi", PAWN, "e7d7", sf.NOTATION_XIANGQI_WXF, "15=6"),
        ("xiangqi", PAWN, "e4e5", sf.NOTATION_XIANGQI_WXF, "35+1"),
        ("janggi", "", "b1c3", sf.NOTATION_JANGGI, "H02-83"),
        ("makruk", "", "e3e4", sf.NOTATION_THAI_SAN, "จ๔"),
        ("makruk", "", "e3e4", sf.NOTATION_THAI_LAN, "บ จ๓-จ๔"),
        ("makruk", "4k3/8/4M~3/4S3/8/2S5/8/4K3 w - - 0 1", "e6d5", sf.NOTATION_THAI_SAN, "ง-ง๕"),
        ("sittuyin", "", "K@h3", sf.NOTATION_THAI_LAN, "ข @ญ๓"),
    ],
)
def test_notations(variant, fen, move, notation, text):
    assert sf.get_san(variant, fen or sf.start_fen(variant), move, False, notation) == text


def test_lines_of_moves():
    moves = ["h3e3", "h10g8", "h1g3", "c10e8", "a1a3", "i10h10"]
    texts = ["C2=5", "H8+7", "H2+3", "E3+5", "R9+2", "R9=8"]
    assert sf.get_san_moves("xiangqi", sf.start_fen("xiangqi"), moves, False, sf.NOTATION_XIANGQI_WXF) == texts


def test_fens():
    board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    assert sf.get_fen("chess", board, []) == board + " w - - 0 1"
    assert sf.get_fen("chess", board + " w 1 2", []) == board + " w - - 1 2"
    assert sf.get_fen("chess", board + " w KQkq - 0 1", [], True) == board + " w HAha - 0 1"
    odd = "8/rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert sf.get_fen("chess", odd, []) == odd.replace("KQkq", "KQ")
    shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    assert sf.get_fen("shogi", sf.start_fen("shogi"), [], False, True) == shogi


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ("w KQkq - 0 1", 1),
        ("w KQkq -", 1),
        ("w KQkq - 0 a", -1),
        ("w KQkq - b 1", -2),
        ("w KQkq -6 0 3", -4),
        ("w KQkq  0 3", -4),
        ("w 123 - 0 1", -5),
        ("g KQkq - 0 1", -6),
    ],
)
def test_faults_of_fens(fields, fault):
    assert sf.validate_fen(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {fields}", "chess") == fault


def test_faults_of_boards():
    assert sf.validate_fen("", "chess") == 0
    assert sf.validate_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNH w - - 0 1", "chess") == -10
    assert sf.validate_fen("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "chess") == -8
    assert sf.validate_fen("rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "chess") == -3
    assert sf.validate_fen("4k3/4K3/8/8/8/8/8/8 w - - 0 1", "chess") == -9
    assert sf.validate_fen("p+nks+l/5/5/5/+LS+K+NP[-] w 0 1", "kyotoshogi") == sf.FEN_INVALID_PROMOTED_PIECE


def test_checks_captures_and_partners():
    chess = sf.start_fen("chess")
    assert sf.gives_check("atomic", chess, ["e2e4", "d7d5", "f1b5"]) and not sf.gives_check("atomic", chess, ["e2e4"])
    assert sf.is_capture("chess", chess, ["e2e4", "g8f6", "e4e5", "d7d5"], "e5d6")
    assert not sf.is_capture("chess", chess, [], "e2e4")
    fen = "r2qkbnr/1Ppppppp/2n5/8/8/8/1PPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    assert sf.piece_to_partner("bughouse", fen, ["b7a8q"]) == "r"
    assert sf.piece_to_partner("bughouse", fen, ["b7a8q", "d8a8"]) == "P"
    assert sf.piece_to_partner("bughouse", fen, ["b7a8q", "d8b8"]) == ""


def test_ends():
    chess = sf.start_fen("chess")
    assert sf.game_result("chess", chess, ["f2f3", "e7e5", "g2g4", "d8h4"]) == -sf.VALUE_MATE
    assert sf.is_immediate_game_end("kingofthehill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", ["d3d4"]) == (True, -sf.VALUE_MATE)
    assert sf.is_immediate_game_end("chess", chess, []) == (False, 0)
    assert sf.is_optional_game_end("chess", chess, ["g1f3", "g8f6", "f3g1", "f6g8"] * 2) == (True, sf.VALUE_DRAW)


@pytest.mark.parametrize(
    ("fen", "moves", "result"),
    [
        # Who protects is pinned by a horse, by a cannon, by a chariot behind the cannon that takes.
        ("4k4/4c4/9/4p4/9/9/3rn4/3NR4/4K4/9 b - - 0 1", "e4g5 e2f2 g5e4 f2e2", -sf.VALUE_MATE),
        ("5k3/9/9/9/9/4c4/3n5/3NBA3/4A4/4K4 w - - 0 1", "e1d1 e5d5 d1e1 d5e5", sf.VALUE_MATE),
        ("5k3/9/9/9/9/9/9/9/9/3NK1cr1 w - - 0 1", "d1c3 h1h3 c3d1 h3h1", sf.VALUE_MATE),
        # A protector that gets out of the way pins nobody.
        ("5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w - - 0 1", "e2f1 h4h2 f1e2 h2h4", sf.VALUE_MATE),
        ("3k5/9/9/3n5/9/9/3r5/9/9/3NK4 w - - 0 1", "d1c3 d4c4 c3d1 c4d4", sf.VALUE_DRAW),
    ],
)
def test_chases(fen, moves, result):
    assert sf.is_optional_game_end("xiangqi", fen, 2 * moves.split()) == (True, result)


@pytest.mark.parametrize(
    ("variant", "fields", "started", "expected"),
    [
        ("makruk", "128 0 33", 0, "128 1 33"),
        ("makruk", "128 5 33", -1, "128 0 33"),
        ("makruk", "128 5 33", 58, "128 8 33"),
    ],
)
def test_counts_that_are_asked_for(variant, fields, started, expected):
    fen = sf.get_fen(variant, f"3k4/2m5/5M~2/4M3/3KS3/8/8/8 w - {fields}", ["d4d5"], False, False, True, started)
    assert fen == f"3k4/2m5/5M~2/3KM3/4S3/8/8/8 b - {expected}"


def test_pieces_that_a_file_names_may_stand_on_the_board():
    sf.load_variant_config("[twopawns:chess]\nsoldier = s\npawnTypes = ps\n")
    assert sf.validate_fen("k7/s7/8/8/8/8/8/K7 w - - 0 1", "twopawns") == sf.FEN_OK


@pytest.mark.parametrize(
    ("variant", "fen", "expected"),
    [
        ("chess", "k7/b7/8/8/8/8/8/K7 w - - 0 1", (True, True)),
        ("chess", "k7/p7/8/8/8/8/8/K7 w - - 0 1", (True, False)),
        ("chess", "k7/nn6/8/8/8/8/8/K7 w - - 0 1", (True, False)),
        ("chess", "8/8/8/8/8/6KN/8/6nk w - - 0 1", (False, False)),
        ("3check", "k7/n7/8/8/8/8/8/K7 w - - 1+2 0 1", (True, False)),
        ("sittuyin", "k6P/8/8/8/8/8/8/K7[] w - - 0 1", (True, True)),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/3KN4 w - - 0 1", (False, True)),
        ("janggi", "4k4/9/9/9/9/9/9/9/4A4/4KC3 w - - 0 1", (False, True)),
        ("xiangqi", "4k4/9/4b4/9/9/9/9/4B4/9/4K4 w - - 0 1", (True, True)),
        ("shako", "k9/10/10/10/10/10/10/10/10/KCC7 w - - 0 1", (False, True)),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", (False, False)),
    ],
)
def test_material(variant, fen, expected):
    assert sf.has_insufficient_material(variant, fen, []) == expected


def test_fog():
    fen = "rnbqkbnr/p1p2ppp/8/Pp1pp3/4P3/8/1PPP1PPP/RNBQKBNR w KQkq b6 0 1"
    assert sf.get_fog_fen(fen, "fog").split(" ")[0] == "********/********/2******/Pp*p***1/4P3/4*3/1PPP1PPP/RNBQKBNR"
