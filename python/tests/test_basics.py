"""Variants, games, positions: what the package does first of all."""

import copy
import doctest
import pickle

import pytest

import ferz


@pytest.fixture(scope="module")
def chess():
    return ferz.load("chess")


def test_the_docs_of_the_package_hold():
    assert doctest.testmod(ferz).failed == 0


def test_every_built_in_variant_loads_and_counts_its_moves():
    names = ferz.variants()
    assert len(names) > 200 and names == sorted(names)
    for name in names:
        variant = ferz.load(name)
        game = variant.game()
        assert len(game.legal_moves) == game.perft(1) == len(game.uci_moves()), name
        assert variant.game(game.fen).fen == game.fen, name


def test_counts(chess):
    assert [chess.perft(depth) for depth in range(5)] == [1, 20, 400, 8902, 197281]
    assert chess.perft(4, threads=2) == chess.perft(4, threads=2, hash=8) == 197281
    assert sum(chess.game().divide(3).values()) == 8902
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert chess.position(kiwipete).perft(3) == 97862


def test_a_side_sees_what_its_pieces_reach(chess):
    dark = ferz.load("dark").game()
    assert dark.view("white").split()[0] == "********/********/********/********/8/8/PPPPPPPP/RNBQKBNR"
    assert dark.position.view("black") != dark.view("white") and dark.fen not in (dark.view("white"), dark.view("black"))
    assert chess.game().view("black") == chess.game().fen
    with pytest.raises(ValueError):
        dark.view("red")


def test_dice_show_what_can_move(chess):
    variant = ferz.load("dice")
    rolls = variant.game().rolls()
    assert sorted(rolls) == ["knight", "pawn"] and variant.game().position.rolls() == rolls
    counts = {name: len(variant.game(fen).legal_moves) for name, fen in rolls.items()}
    assert counts == {"knight": 4, "pawn": 16}
    assert variant.game(rolls["pawn"]).rolls() == {} and chess.game().rolls() == {}


def test_a_game_is_played_and_taken_back(chess):
    game = chess.game()
    start = game.fen
    game.play("e4").play("e7e5").play(game.parse("Nf3"))
    assert [str(made) for made in game.moves] == ["e2e4", "e7e5", "g1f3"]
    assert [made.san for made in game.moves] == ["e4", "e5", "Nf3"]
    assert game.turn == "black" and game.ply == 3
    assert game.undo() and game.undo() and game.undo() and not game.undo()
    assert game.fen == start


def test_an_illegal_move_is_refused_and_changes_nothing(chess):
    game = chess.game()
    with pytest.raises(ferz.IllegalMoveError, match="e2e5"):
        game.play("e2e5")
    with pytest.raises(ferz.IllegalMoveError):
        game.play_all(["e4", "e5", "Ke3"])
    assert game.ply == 0
    other = chess.game("4k3/8/8/8/8/8/8/4K2R w K - 0 1").parse("O-O")
    assert other.is_castling and other.from_square == "e1" and other.to_square == "g1"
    with pytest.raises(ferz.IllegalMoveError):
        game.play(other)


def test_moves_say_what_they_do():
    game = ferz.load("crazyhouse").game().play_all(["e4", "d5", "exd5", "Qxd5"])
    drop = game.parse("P@e4")
    assert drop.is_drop and drop.piece == "pawn" and drop.to_square == "e4" and drop.uci == "P@e4"
    assert game.hand("white") == {"pawn": 1} == game.hand("black")
    promotion = ferz.load("chess").position("8/P6k/8/8/8/8/8/K7 w - - 0 1").parse("a8=N")
    assert promotion.promotion == "knight" and promotion.uci == "a7a8n"
    capture = game.parse("Qxd5") if False else ferz.load("chess").game().play_all(["e4", "d5"]).parse("exd5")
    assert capture.is_capture and capture.captures == ["d5"]
    assert capture == ferz.load("chess").game().play_all(["e4", "d5"]).parse("e4d5")


def test_the_ends_of_games(chess):
    mate = chess.game().play_all(["f3", "e5", "g4", "Qh4#"])
    assert (mate.end.result, mate.end.winner, mate.end.reason) == ("0-1", "black", "checkmate")
    assert mate.in_check and mate.result == "0-1" and mate.legal_moves == []
    again = chess.game().play_all(["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
    assert again.end.reason == "repetition" and again.end.winner is None and again.end.claim
    assert chess.game().end is None and chess.game().result == "*"


def test_positions_are_values(chess):
    start = chess.position()
    one, two = start, start
    for made in ["Nf3", "Nf6", "Ng1", "Ng8"]:
        one = one.after(made)
    assert one == start and hash(one) == hash(two) and len({one, start}) == 1
    assert start.after("e4") != start
    assert start.board["e1"] == "K" and len(start.board) == 32


def test_the_position_of_a_game_has_no_past(chess):
    game = chess.game().play_all(["e4", "e5"])
    assert game.position.fen == game.fen


def test_problems_have_places():
    text = "name: Oops\nextends: chess\nsetpu: 8/8\npieces:\n  knight: {moves: XZ}\n"
    with pytest.raises(ferz.VariantError) as caught:
        ferz.load_text(text)
    problems = caught.value.diagnostics
    assert [(problem.line, problem.column, problem.severity) for problem in problems][0] == (3, 1, "error")
    assert problems[0].help == "did you mean `setup`?" and problems[0].is_error
    assert problems[1].line == 5 and problems[1].summary
    assert [str(problem) for problem in ferz.check(text=text)] == [str(problem) for problem in problems]
    with pytest.raises(ferz.VariantError, match="did you mean `chess`"):
        ferz.load("chesss")


def test_a_fen_that_is_wrong_says_where(chess):
    with pytest.raises(ferz.FenError) as caught:
        chess.game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1")
    assert caught.value.column == 43


def test_a_file_is_loaded_with_what_it_extends(tmp_path):
    (tmp_path / "nimble.yaml").write_text("name: Nimble\nextends: chess\npieces: {king: {moves: KN}}\n")
    variant = ferz.load(str(tmp_path / "nimble.yaml"))
    assert variant.id == "nimble" and variant.title == "Nimble" and variant.perft(2) == 484
    assert pickle.loads(pickle.dumps(variant)).perft(1) == 22
    assert next(piece for piece in variant.pieces if piece.royal).moves == "KN"


def test_games_are_copied_and_sent(chess):
    game = chess.game().play_all(["e4", "e5"])
    for twin in [game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]:
        twin.play("Nf3")
        assert (twin.ply, game.ply) == (3, 2)
    position = game.position
    assert pickle.loads(pickle.dumps(position)).fen == position.fen


def test_pgn_there_and_back(chess):
    game = chess.game().play_all(["e4", "e5", "Nf3"])
    text = game.pgn(White="Anna", Black="Bert")
    assert '[White "Anna"]' in text and "1. e4 e5 2. Nf3 *" in text
    [again] = chess.games_from_pgn(text)
    assert again.fen == game.fen and again.ply == 3
    with pytest.raises(ValueError, match="ply 1"):
        chess.games_from_pgn("1. Ke2 *")


def test_why(chess):
    why = chess.game().why("a1a5")
    assert not why and why.reasons == ["`R` is blocked on a2 by the white pawn"]
    assert chess.game().why("e4").legal
    assert any(place and place[1] > 0 for place in chess.game().why("e4").places)
    with pytest.raises(ValueError, match="does not have the form of a move"):
        chess.game().why("castle please")


def test_pictures_and_pages(chess):
    assert chess.game()._repr_svg_().startswith("<svg") and chess.position().svg() == chess.svg()
    assert "<svg" in chess.rules_page() and chess.rules_page("markdown").startswith("#")
    with pytest.raises(ValueError):
        chess.rules_page("pdf")
    assert "a b c d e f g h" in " ".join(str(chess.game()).split())


def test_shuffled_starts():
    chess960 = ferz.load("chess960")
    assert chess960.starts == 960
    assert len({chess960.game(start=number).fen for number in range(960)}) == 960
    with pytest.raises(ValueError, match="only 0 to 959"):
        chess960.game(start=960)


def test_ini_there_and_back(chess):
    files = ferz.import_ini("[lone:chess]\nstartFen = 4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n")
    assert list(files) == ["lone"] and ferz.load_text(files["lone"]).perft(1) == 18
    assert "[mine]" in ferz.export_ini(chess, "mine")
    with pytest.raises(ferz.VariantError):
        ferz.export_ini(ferz.load("cylinder"), "mine")


def test_threads_and_games_are_bounded_by_the_machine():
    chess = ferz.load("chess")
    for count in (
        lambda: chess.perft(3, threads=10**6),
        lambda: chess.game().perft(3, threads=10**6),
        lambda: ferz.random_games(chess, 10, threads=10**6),
        lambda: ferz.batch.Games("chess", 4, threads=10**6),
    ):
        with pytest.raises(ValueError, match="threads: at most"):
            count()
    with pytest.raises(ValueError, match="there is memory for at most"):
        ferz.batch.Games("chess", 10**12)


def test_an_import_reports_what_the_command_reports():
    with pytest.warns(UserWarning, match="neither in this file") as found:
        files = ferz.import_ini("[child:nowhere]\nmaxRank = 8\n[other:chess]\nmaxRnk = 8\n")
    assert list(files) == ["other"]
    texts = [str(warning.message) for warning in found]
    assert any("`nowhere`" in text for text in texts) and any("maxRnk" in text for text in texts)


def test_the_check_makes_the_first_moves():
    text = "name: X\nextends: chess\nend: {g: {when: {reached: {piece: king, region: {each: first 4 ranks}}}, result: win}}"
    assert [problem.code for problem in ferz.check(text=text)] == ["over-at-start"]
