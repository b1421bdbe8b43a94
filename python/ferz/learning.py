"""Environments for learning: PettingZoo's AEC for two players, Gymnasium's for one against an opponent. For every variant.

>>> import ferz.learning
>>> env = ferz.learning.env("chess")
>>> env.reset(seed=1)
>>> env.agent_selection, int(env.observe("white")["action_mask"].sum())
('white', 20)

Observations have `observation` (planes by ranks by files) and `action_mask`. What the numbers of actions and planes mean,
`action_names()` and `plane_names()` say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._ferz import Variant, load
from .batch import Games

__all__ = ["GameEnv", "RawEnv", "env", "raw_env"]

AGENTS = ["white", "black"]


class _Table:
    """One game, and what it looks like."""

    def __init__(self, variant: Variant | str, max_plies: int, shuffle: bool) -> None:
        self.variant = load(variant) if isinstance(variant, str) else variant
        self._terms = {"max_plies": max_plies, "shuffle": shuffle, "auto_reset": False}
        self.begin(0)
        planes = (len(self.games.plane_names()), self.variant.ranks, self.variant.files)
        board = spaces.Box(0, 255, planes, np.uint8)
        mask = spaces.Box(0, 1, (self.games.actions,), np.int8)
        self.observation_space = spaces.Dict({"observation": board, "action_mask": mask})
        self.action_space = spaces.Discrete(self.games.actions)

    def begin(self, seed: int) -> None:
        self.games = Games(self.variant, 1, seed=seed, **self._terms)

    @property
    def turn(self) -> str:
        return AGENTS[int(self.games.black_to_move[0])]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        mask = self.games.masks[0] if agent == self.turn else np.zeros(self.games.actions)
        return {"observation": self.games.planes()[0], "action_mask": mask.astype(np.int8)}


class RawEnv(AECEnv):
    """A game for two agents, `white` and `black`, in turn."""

    metadata = {"render_modes": ["ansi", "svg"], "name": "ferz_v0", "is_parallelizable": False}

    def __init__(
        self, variant: Variant | str, *, max_plies: int = 512, shuffle: bool = False, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self._table = _Table(variant, max_plies, shuffle)
        self.metadata = {**RawEnv.metadata, "name": f"{self._table.variant.id}_v0"}
        self.possible_agents = AGENTS[:]
        self.agents = AGENTS[:]
        self.render_mode = render_mode
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space:
        return self._table.observation_space

    def action_space(self, agent: str) -> spaces.Space:
        return self._table.action_space

    def action_names(self) -> list[str]:
        """Each action in words."""
        return self._table.games.action_names()

    def plane_names(self) -> list[str]:
        """What each plane shows."""
        return self._table.games.plane_names()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return self._table.observe(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._table.begin(int(self._seeds.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self._table.turn

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        step = self._table.games.step(np.array([action]))
        self._cumulative_rewards[agent] = 0
        won = float(step.rewards[0])
        self.rewards = {"white": won, "black": -won}
        if step.over[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        if step.truncated[0]:
            self.truncations = dict.fromkeys(self.agents, True)
        ended = step.over[0] or step.truncated[0]
        # A side may move twice in a row where the other passes; at the end each agent is told in turn.
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)] if ended else self._table.turn
        self._accumulate_rewards()

    def render(self) -> str | None:
        game = self._table.variant.game(self._table.games.fen(0))
        return {"ansi": str(game), "svg": game.svg()}.get(self.render_mode or "")

    def close(self) -> None:
        pass


def raw_env(variant: Variant | str, **keywords: Any) -> RawEnv:
    """The environment as it is: an illegal action is an `IndexError`."""
    return RawEnv(variant, **keywords)


def env(variant: Variant | str, **keywords: Any) -> AECEnv:
    """The environment as PettingZoo's own: an illegal action loses, and wrong order of calls is an error."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(variant, **keywords), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class GameEnv(gymnasium.Env):
    """A game of one agent against an opponent, who plays by lot unless `opponent` chooses an action from an observation."""

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        variant: Variant | str,
        *,
        side: str = "white",
        opponent: Callable[[dict[str, np.ndarray]], int] | None = None,
        max_plies: int = 512,
        shuffle: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if side not in AGENTS:
            raise ValueError('a side is "white" or "black"')
        self._table = _Table(variant, max_plies, shuffle)
        self.side = side
        self.opponent = opponent or self._by_lot
        self.observation_space = self._table.observation_space
        self.action_space = self._table.action_space
        self.render_mode = render_mode

    def _by_lot(self, observation: dict[str, np.ndarray]) -> int:
        return int(self.np_random.choice(np.flatnonzero(observation["action_mask"])))

    def _answer(self) -> tuple[float, bool, bool]:
        """Lets the opponent move until it is the agent's turn."""
        while self._table.turn != self.side:
            chosen = self.opponent(self._table.observe(self._table.turn))
            step = self._table.games.step(np.array([chosen]))
            if step.over[0] or step.truncated[0]:
                return float(step.rewards[0]), bool(step.over[0]), bool(step.truncated[0])
        return 0.0, False, False

    def _info(self) -> dict[str, Any]:
        return {"fen": self._table.games.fen(0)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        super().reset(seed=seed)
        self._table.begin(int(self.np_random.integers(2**63)))
        self._answer()
        return self._table.observe(self.side), self._info()

    def step(self, action: int) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        if not self._table.games.masks[0][action]:
            return self._table.observe(self.side), -1.0, True, False, {**self._info(), "illegal": True}
        step = self._table.games.step(np.array([action]))
        won, over, cut = float(step.rewards[0]), bool(step.over[0]), bool(step.truncated[0])
        if not over and not cut:
            won, over, cut = self._answer()
        reward = won if self.side == "white" else -won
        return self._table.observe(self.side), reward, over, cut, self._info()

    def render(self) -> str | None:
        game = self._table.variant.game(self._table.games.fen(0))
        return {"ansi": str(game), "svg": game.svg()}.get(self.render_mode or "")
