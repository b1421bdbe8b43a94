"""Values behave like values: each class is compared, hashed, copied and pickled, here and in another process."""

import copy
import pickle
import random
import subprocess
import sys

import pytest

import ferz
import ferz.pgn

VARIANTS = ferz.variants()
# Every variant is tried with a few plies; these go deeper.
DEEP = ["chess", "chess960", "crazyhouse", "duck", "3check", "seirawan", "xiangqi", "makruk", "marseillais"]


def played(name, plies, seed):
    """A game by chance."""
    chance, game = random.Random(f"{name} {seed}"), ferz.load(name).game()
    for _ in range(plies):
        actions = game.legal_actions()
        if not actions or game.end:
            break
        game.act(chance.choice(actions))
    return game


def twins(value):
    """Copies of a value by all ways that Python has."""
    return [copy.copy(value), copy.deepcopy(value), *(pickle.loads(pickle.dumps(value, way)) for way in range(2, 6))]


def check(value, *, hashed=True):
    """A value equals its copies and nothing else, and has one hash with them."""
    for twin in twins(value):
        assert twin == value and not twin != value and type(twin) is type(value)
        if hashed:
            assert hash(twin) == hash(value) and {value: 1}[twin] == 1
    for other in [None, 0, "e2e4", object()]:
        assert value != other
    if not hashed:
        with pytest.raises(TypeError):
            hash(value)


@pytest.mark.parametrize("name", VARIANTS)
def test_positions_moves_games_and_variants_of_each_variant(name):
    variant = ferz.load(name)
    check(variant)
    for seed, plies in enumerate([0, 7, 60] if name in DEEP else [0, 7]):
        game = played(name, plies, seed)
        check(game, hashed=False)
        check(game.position)
        again = pickle.loads(pickle.dumps(game.position))
        assert again.fen == game.position.fen and again.uci_moves() == game.position.uci_moves()
        for made in game.legal_moves[:4] + game.moves[-2:]:
            check(made)
        if game.end:
            check(game.end)
        for square in list(game.board)[:3]:
            check(game.piece_at(square))
    pieces = variant.pieces
    assert len(set(pieces)) == len(pieces)
    check(pieces[0])


def test_different_values_differ():
    chess, other = ferz.load("chess"), ferz.load("crazyhouse")
    assert chess != other and chess == ferz.load("Chess") and len({chess, ferz.load("chess"), other}) == 2
    assert chess.position() != other.position() != chess.position().after("e4")
    assert chess.game() != chess.game().play("e4") and chess.game() != other.game()
    resigned = chess.game()
    resigned.resign()
    assert chess.game() != resigned
    assert len(set(chess.position().legal_moves)) == 20
    assert chess.position().parse("e4") != other.position().parse("e4")
    assert ferz.End("1-0", "checkmate") != ferz.End("1-0", "resignation") != ferz.End("0-1", "resignation")
    with pytest.raises(ValueError):
        ferz.End("2-0", "checkmate")


def test_problems_answers_and_findings_are_values_too():
    check(ferz.load("chess").game().why("a1a5"))
    for problem in ferz.check(text="name: Oops\nextends: chess\nsetpu: 8/8\n"):
        check(problem)
    check(ferz.load("chess").position().search(depth=2))
    [record] = ferz.pgn.read("[White \"A\"]\n\n1. e4 $1 {best} (1. d4) e5 1-0")
    for twin in twins(record):
        assert twin == record


def test_errors_keep_what_they_say():
    errors = []
    for wrong in [
        lambda: ferz.load_text("name: Oops\nsetpu: 8/8"),
        lambda: ferz.load("chess").game("8/x"),
        lambda: ferz.load("chess").game().play("Ke3"),
        lambda: next(ferz.pgn.read("1. e4 {open")),
    ]:
        with pytest.raises(ValueError) as caught:
            wrong()
        errors.append(caught.value)
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error) and vars(again).keys() == vars(error).keys()


def test_files_go_into_pickles_by_their_text(tmp_path):
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "base.yaml").write_text("name: Base\nextends: chess\npieces: {queen: {moves: NN}}\n")
    file = tmp_path / "mine.yaml"
    file.write_text("name: Mine\nextends: below/base.yaml\npieces: {rook: {moves: KN}}\n")
    variant = ferz.load(str(file))
    text = ferz.load_text("name: Mine\nextends: chess\npieces: {rook: {moves: KN}}\n")
    kept = [pickle.dumps(value) for value in (variant, variant.game().play(variant.game().legal_moves[0]), text)]
    file.unlink()
    (tmp_path / "below" / "base.yaml").unlink()
    again, game, other = map(pickle.loads, kept)
    assert again == variant and hash(again) == hash(variant) and again.id == "mine" and game.variant == variant
    assert [piece.moves for piece in again.pieces] == [piece.moves for piece in variant.pieces]
    assert other == text != variant


def test_another_process_finds_the_same(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("name: Mine\nextends: chess\npieces: {rook: {moves: KN}}\n")
    game = ferz.load(str(file)).game().play_all(["Nf3", "e5"])
    game.resign()
    values = [game, game.position, game.variant, game.moves[0], game.end, played("crazyhouse", 40, 1), played("duck", 9, 1)]
    program = (
        "import pickle, sys\n"
        "values = pickle.load(sys.stdin.buffer)\n"
        "told = [value.fen if hasattr(value, 'fen') else repr(value) for value in values]\n"
        "pickle.dump((values, told), sys.stdout.buffer)\n"
    )
    file.unlink()
    ran = subprocess.run([sys.executable, "-c", program], input=pickle.dumps(values), stdout=subprocess.PIPE, check=True)
    again, told = pickle.loads(ran.stdout)
    assert again == values
    assert told == [value.fen if hasattr(value, "fen") else repr(value) for value in values]


def test_a_pickle_of_another_variant_is_refused():
    make, (_, setup) = ferz.load("xiangqi").position().__reduce__()
    with pytest.raises(ValueError, match="another variant"):
        make(ferz.load("chess"), setup)
    with pytest.raises(ValueError):
        make(ferz.load("chess"), "{}")
    move, (_, uci, san, parts) = ferz.load("xiangqi").position().legal_moves[-1].__reduce__()
    with pytest.raises(ValueError, match="not a move"):
        move(ferz.load("minishogi"), uci, san, parts)
    game, (_, start, moves, _, _) = ferz.load("chess").game().play("e4").__reduce__()
    with pytest.raises(ValueError, match="not legal"):
        game(ferz.load("chess"), start, moves * 2, None, None)


def test_a_game_is_a_row_of_moves():
    game = ferz.load("chess").game()
    assert len(game) == 0 and bool(game) and list(game) == []
    game.play_all(["e4", "e5", "Nf3"])
    assert len(game) == 3 == game.ply and [made.san for made in game] == ["e4", "e5", "Nf3"]
    assert game[0].uci == "e2e4" and game[-1].san == "Nf3" and [made.san for made in game[1:]] == ["e5", "Nf3"]
    with pytest.raises(IndexError):
        game[3]
    assert game.pop().san == "Nf3" and game.pop().uci == "e7e5" and game.start == ferz.load("chess").position()
    with pytest.raises(IndexError):
        ferz.load("chess").game().pop()


def test_players_end_games():
    chess = ferz.load("chess")
    game = chess.game().play("e4")
    assert game.resign() == game.end == ferz.End("1-0", "resignation") and game.result == "1-0"
    with pytest.raises(ValueError, match="over by resignation"):
        game.play("e5")
    with pytest.raises(ValueError, match="over"):
        game.resign()
    assert game.undo() and game.end is None and len(game) == 1
    assert game.resign("white").winner == "black"
    game.undo()
    game.offer_draw("white")
    assert game.draw_offer == "white"
    game.play("e5")
    assert game.draw_offer is None
    with pytest.raises(ValueError, match="offered"):
        game.accept_draw()
    game.offer_draw()
    game.decline_draw()
    game.offer_draw("white")
    game.offer_draw("black")
    assert game.end == ferz.End("1/2-1/2", "agreement")
    other = chess.game()
    assert other.declare("0-1", "time forfeit").winner == "black" and 'Termination "time forfeit"' in other.pgn()
    with pytest.raises(ValueError):
        chess.game().declare("3-0")


def test_draws_are_claimed():
    game = ferz.load("chess").game()
    with pytest.raises(ValueError):
        game.claim_draw()
    game.play_all(["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
    assert game.end.claim and game.claim_draw() == ferz.End("1/2-1/2", "repetition") == game.end
    with pytest.raises(ValueError):
        game.play("e4")
    mated = ferz.load("chess").game().play_all(["f3", "e5", "g4", "Qh4#"])
    for call in [mated.resign, mated.claim, mated.offer_draw, lambda: mated.declare("1-0")]:
        with pytest.raises(ValueError):
            call()
