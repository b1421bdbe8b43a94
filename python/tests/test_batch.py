"""Batches of games: every legal move has an action of its own, and the arrays say what the games say."""

import doctest

import numpy as np
import pytest

import ferz
import ferz.batch


def test_the_docs_hold():
    assert doctest.testmod(ferz.batch).failed == 0


@pytest.mark.parametrize("name", ferz.variants())
def test_every_legal_move_has_an_action_of_its_own(name):
    variant = ferz.load(name)
    if variant.game().end:
        return
    games = ferz.batch.Games(variant, 4, seed=5, max_plies=60)
    for _ in range(40):
        for game, mask in enumerate(games.masks):
            moves = games.legal_moves(game)
            expected = variant.game(games.fen(game)).uci_moves()
            assert len(moves) == len(set(moves.values())) == mask.sum(), (name, games.fen(game))
            assert len(moves) >= len(expected) and set(expected) <= set(moves), (name, games.fen(game))
            assert mask[list(moves.values())].all()
        games.step(games.sample())


def test_a_capture_out_of_the_zone_promotes():
    # In Chu Shogi a piece also promotes by a capture that starts in the zone, wherever it ends.
    games = ferz.batch.Games("chu-shogi", 1, fen="11k/12/12/4B7/12/12/7p4/12/12/12/12/K11 w 0 1")
    moves = games.legal_moves(0)
    assert {"e9h6", "e9h6+"} <= set(moves)
    assert len(moves) == len(set(moves.values())) == games.masks[0].sum()


def test_actions_of_chess_are_those_of_the_queen_the_knight_and_promotions():
    games = ferz.batch.Games("chess", 1)
    names = games.action_names()
    assert len(names) == games.actions == 1792 + 176 + 4 == len(set(names))
    assert names[games.legal_moves(0)["g1f3"]] == "g1f3"


def test_rules_that_only_forbid_leave_the_actions_as_they_are():
    chess = ferz.batch.Games("chess", 1).actions
    assert ferz.batch.Games("checkless", 1).actions == chess
    assert ferz.batch.Games("doublemove2", 1).actions == chess


def test_a_step_is_a_move():
    games = ferz.batch.Games("chess", 2)
    for pair in [("f2f3", "e2e4"), ("e7e5", "e7e5"), ("g2g4", "g1f3"), ("d8h4", "b8c6")]:
        step = games.step(np.array([games.legal_moves(game)[uci] for game, uci in enumerate(pair)]))
    assert step.rewards.tolist() == [-1, 0] and step.over.tolist() == [True, False]
    assert games.fen(0) == ferz.load("chess").start_fen
    assert games.fen(1) == ferz.load("chess").game().play_all(["e4", "e5", "Nf3", "Nc6"]).fen
    assert [games.plies(0), games.plies(1)] == [0, 4]


def test_an_illegal_action_changes_nothing():
    games = ferz.batch.Games("chess", 2)
    before = games.masks.copy()
    with pytest.raises(IndexError, match="game 1"):
        games.step(np.array([games.legal_moves(0)["e2e4"], games.actions - 1]))
    assert (games.masks == before).all() and games.plies(0) == 0


def test_planes_show_the_board():
    games = ferz.batch.Games("crazyhouse", 1)
    for move in ["e2e4", "d7d5", "e4d5"]:
        games.step(np.array([games.legal_moves(0)[move]]))
    planes, names = games.planes()[0], games.plane_names()
    plane = {name: planes[index] for index, name in enumerate(names)}
    assert len(names) == len(planes) and plane["white king"][0, 4] == 1 and plane["white king"].sum() == 1
    assert plane["white pawn in hand"].min() == 1 and plane["black pawn in hand"].max() == 0
    assert plane["white pawn"][4, 3] == 1 and plane["black to move"].min() == 1


def test_games_are_cut_off():
    games = ferz.batch.Games("chess", 3, max_plies=2)
    games.step(games.sample())
    step = games.step(games.sample())
    assert step.truncated.all() and not step.over.any() and games.plies(0) == 0


def test_threads_and_seeds_change_nothing():
    def run(threads, seed):
        games = ferz.batch.Games("chess", 33, seed=seed, threads=threads)
        total = [games.step(games.sample()).rewards.sum() for _ in range(300)]
        return total, [games.fen(game) for game in range(33)]

    assert run(1, 7) == run(2, 7) != run(1, 8)


def test_shuffled_starts():
    games = ferz.batch.Games("chess960", 20, shuffle=True, seed=3)
    assert len({games.fen(game) for game in range(20)}) > 10


def test_random_games_are_added_up():
    told = ferz.random_games(ferz.load("chess"), 200, seed=1)
    assert told["white"] + told["black"] + told["draws"] + told["unfinished"] == 200 == sum(told["ends"].values())
    assert told == ferz.random_games(ferz.load("chess"), 200, seed=1, threads=2)
    assert 20 < told["moves"] / told["plies"] < 40


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "seirawan", "duck", "xiangqi", "marseillais", "english-draughts"])
def test_a_single_game_has_the_numbers_of_batches(name):
    games = ferz.batch.Games(name, 1, seed=4, auto_reset=False)
    alone = games.variant.game()
    for _ in range(60):
        by_number = {number: uci for uci, number in games.legal_moves(0).items()}
        if not by_number:
            break
        assert sorted(alone.legal_actions()) == sorted(by_number)
        chosen = games.sample()
        assert alone.act(int(chosen[0])).moves[-1].uci == by_number[int(chosen[0])]
        games.step(chosen)
        assert alone.fen == games.fen(0)
    with pytest.raises(IndexError):
        alone.act(1 << 30)
    played, fen = alone.ply, alone.fen
    last = alone.moves[-1]
    assert alone.undo() and alone.ply == played - 1 and alone.play(last).fen == fen


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "seirawan", "duck", "xiangqi", "marseillais", "shogi", "english-draughts"])
def test_lists_of_legal_actions_say_what_masks_say(name):
    masked = ferz.batch.Games(name, 5, seed=3, max_plies=50)
    listed = ferz.batch.Games(name, 5, seed=3, max_plies=50, masks=False)
    for _ in range(60):
        legal = listed.legal()
        assert [sorted(legal.of(game)) for game in range(5)] == [np.flatnonzero(mask).tolist() for mask in masked.masks]
        assert (legal.games() == np.repeat(np.arange(5), np.diff(legal.offsets))).all() and legal.offsets[-1] == len(legal.actions)
        one, two = masked.step(masked.sample()), listed.step(listed.sample())
        assert (one.rewards == two.rewards).all() and (one.over == two.over).all()
        assert (masked.black_to_move == listed.black_to_move).all()
    with pytest.raises(ValueError, match="legal"):
        listed.masks


@pytest.mark.parametrize("name", ferz.variants())
def test_actions_have_three_parts_and_no_two_have_the_same(name):
    games = ferz.batch.Games(name, 2, seed=1, masks=False, auto_reset=False)
    starts, ends, choices = games.factors
    for _ in range(10):
        actions = games.legal().actions
        parts = games.split(actions)
        assert (games.join(parts) == actions).all()
        assert (parts >= 0).all() and (parts < [starts, ends, choices]).all()
        if (np.diff(games.legal().offsets) == 0).any():
            break
        games.step(games.sample())
    if games.actions < 200_000:
        every = np.arange(games.actions)
        parts = games.split(every)
        assert len(np.unique(parts, axis=0)) == games.actions and (games.join(parts) == every).all()
    assert (games.join([[starts, 0, 0], [0, ends, 0], [0, 0, choices], [-1, 0, 0]]) == -1).all()
    with pytest.raises(IndexError):
        games.split([games.actions])


def test_parts_of_actions_are_squares():
    games = ferz.batch.Games("crazyhouse", 1, masks=False)
    squares = games.variant.squares
    for uci, action in games.legal_moves(0).items():
        start, end, choice = games.split(action)
        assert (squares[start] + squares[end], choice) == (uci, 0)
    drop = games.join([[64, squares.index("e4"), 0]])
    assert drop[0] >= 0 and (games.split(drop) == [[64, squares.index("e4"), 0]]).all()


def test_masks_of_one_part_after_the_other():
    games = ferz.batch.Games("chess", 3, seed=2, masks=False)
    chance = np.random.default_rng(5)

    def draw(masks):
        return np.array([chance.choice(np.flatnonzero(mask)) for mask in masks])

    for _ in range(80):
        starts = draw(games.factor_masks())
        ends = draw(games.factor_masks(starts))
        choices = draw(games.factor_masks(starts, ends))
        games.step(games.join(np.stack([starts, ends, choices], axis=1)))
    with pytest.raises(ValueError):
        games.factor_masks(ends=starts)


def test_many_games_of_a_large_variant_fit_into_memory():
    """25.8 million actions: 256 games would need 6.6 GB of masks."""
    games = ferz.batch.Games("tai-shogi", 8, masks=False)
    assert games.actions > 20_000_000
    for _ in range(3):
        games.step(games.sample())
    assert len(games.legal().actions) > 8 and sum(games.factors) < 5_000
