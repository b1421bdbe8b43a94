"""The environments: PettingZoo's own tests and Gymnasium's, over the variants that come with Ferz."""

import doctest
import warnings

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

import numpy as np  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import ferz  # noqa: E402
import ferz.learning  # noqa: E402

PLAYABLE = [name for name in ferz.variants() if not ferz.load(name).game().end]


def test_the_docs_hold():
    assert doctest.testmod(ferz.learning).failed == 0


@pytest.mark.parametrize("name", PLAYABLE)
def test_pettingzoo_accepts_every_variant(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(ferz.learning.env(name, max_plies=12), num_cycles=14, verbose_progress=False)
        seed_test(lambda: ferz.learning.env(name, max_plies=6, shuffle=True), num_cycles=8)


def test_a_game_ends_with_its_result():
    env = ferz.learning.raw_env("chess")
    env.reset(seed=1)
    for uci in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        env.step(env._table.games.legal_moves(0)[uci])
    assert env.terminations == {"white": True, "black": True} and env.rewards == {"white": -1.0, "black": 1.0}
    assert env.observe("white")["action_mask"].sum() == 0 and env.observe("white")["observation"][:12].sum() == 32


@pytest.mark.parametrize("space", ["sparse", "factored"])
def test_large_variants_have_no_masks(space):
    env = ferz.learning.env("shogi", space=space, max_plies=30)
    env.reset(seed=2)
    for agent in env.agent_iter():
        observation, reward, over, cut, info = env.last()
        if over or cut:
            env.step(None)
            continue
        assert list(observation) == ["observation"] and env.observation_space(agent).contains(observation)
        action = info["legal_actions"][len(info["legal_actions"]) // 2]
        assert env.action_space(agent).contains(action if space == "factored" else np.int64(action))
        env.step(action)
    raw = ferz.learning.raw_env("shogi", space=space)
    raw.reset(seed=1)
    wrong = np.array([0, 0, 0]) if space == "factored" else 0
    with pytest.raises(IndexError):
        raw.step(wrong)
    env.reset(seed=3)
    env.step(wrong)
    assert env.terminations == {"white": True, "black": True} and env.rewards["white"] == -1.0
    alone = ferz.learning.GameEnv("shogi", space=space, max_plies=30)
    observation, info = alone.reset(seed=1)
    _, reward, over, _, info = alone.step(info["legal_actions"][0])
    assert reward == 0.0 and not over and len(info["legal_actions"]) > 0
    with pytest.raises(ValueError):
        ferz.learning.env("chess", space="flat")


@pytest.mark.parametrize("side", ["white", "black"])
def test_gymnasium_accepts_a_game_against_an_opponent(side):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(ferz.learning.GameEnv("minishogi", side=side, max_plies=20), skip_render_check=True)


def test_a_game_against_an_opponent_goes_on_to_its_end():
    env = ferz.learning.GameEnv("chess", side="black", max_plies=400)
    observation, _ = env.reset(seed=3)
    chance, ended = np.random.default_rng(3), False
    while not ended:
        action = chance.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, over, cut, _ = env.step(int(action))
        ended = over or cut
    assert reward in (-1.0, 0.0, 1.0)
