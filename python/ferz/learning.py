"""Environments for learning: PettingZoo's AEC for two players, Gymnasium's for one against an opponent. For every variant.

>>> import ferz.learning
>>> env = ferz.learning.env("chess")
>>> env.reset(seed=1)
>>> env.agent_selection, int(env.observe("white")["action_mask"].sum())
('white', 20)

Observations have `observation` (planes by ranks by files) and `action_mask`. What the numbers of actions and planes mean,
`action_names()` and `plane_names()` say.

A mask has a cell for each action that can ever be legal: too many where boards are large. With `space="sparse"` there is no mask, and
the info of an agent lists its `legal_actions`. With `space="factored"` an action has three parts (start, end, choice), and
`legal_actions` are rows of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, Protocol, TypeAlias, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._ferz import Variant, load
from .batch import Games

__all__ = ["Action", "Environment", "GameEnv", "Observation", "RawEnv", "Space", "env", "raw_env"]

AGENTS = ["white", "black"]

Space: TypeAlias = Literal["masked", "sparse", "factored"]
"""How actions are told: by number with masks, by number with lists, or in three parts with lists."""

Observation: TypeAlias = dict[str, np.ndarray]
"""`observation`, and `action_mask` where there are masks."""

Action: TypeAlias = int | np.integer[Any] | np.ndarray
"""The number of an action, or its three parts."""


class Environment(Protocol):
    """Typed interface of PettingZoo's environments in which agents take turns."""

    agents: list[str]
    possible_agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""

    def step(self, action: Action | None) -> None:
        """Plays an action of the agent whose turn it is; `None` for one whose game is over."""

    def last(self, observe: bool = True) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """For the agent to move: observation, reward, whether the game is over, whether it is cut off, info."""

    def observe(self, agent: str) -> Observation:
        """Observation of an agent."""

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in turn, until the game is over."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent sees."""

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""

    def render(self) -> str | None:
        """A picture of the position, as `render_mode` says."""

    def close(self) -> None:
        """Ends the environment."""


class _Table:
    """One game, and what it looks like."""

    def __init__(self, variant: Variant | str, max_plies: int, shuffle: bool, space: Space) -> None:
        if space not in ("masked", "sparse", "factored"):
            raise ValueError('`space` is "masked", "sparse" or "factored"')
        self.variant = load(variant) if isinstance(variant, str) else variant
        self.space = space
        self._terms: dict[str, Any] = {
            "max_plies": max_plies,
            "shuffle": shuffle,
            "auto_reset": False,
            "masks": space == "masked",
        }
        self.begin(0)
        planes = (len(self.games.plane_names()), self.variant.ranks, self.variant.files)
        told: dict[str, spaces.Space[Any]] = {"observation": spaces.Box(0, 255, planes, np.uint8)}
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.games.actions)
        if space == "masked":
            told["action_mask"] = spaces.Box(0, 1, (self.games.actions,), np.int8)
        elif space == "factored":
            self.action_space = spaces.MultiDiscrete(self.games.factors)
        self.observation_space = spaces.Dict(told)

    def begin(self, seed: int) -> None:
        self.games = Games(self.variant, 1, seed=seed, **self._terms)

    def legal(self) -> np.ndarray:
        """The legal actions as the space has them."""
        actions = self.games.legal().actions
        return self.games.split(actions) if self.space == "factored" else actions

    def number(self, action: Action) -> int:
        """The number of an action; -1 if there is none of its parts, or none is legal."""
        number = int(self.games.join(np.asarray(action))[0]) if self.space == "factored" else int(action)
        return number if number in self.games.legal().actions else -1

    def info(self, agent: str) -> dict[str, Any]:
        """Information for an agent in addition to its observation."""
        if self.space == "masked":
            return {}
        return {"legal_actions": self.legal() if agent == self.turn else self.legal()[:0]}

    @property
    def turn(self) -> str:
        return AGENTS[int(self.games.black_to_move[0])]

    def observe(self, agent: str) -> Observation:
        told: Observation = {"observation": self.games.planes()[0]}
        if self.space == "masked":
            mask = self.games.masks[0] if agent == self.turn else np.zeros(self.games.actions)
            told["action_mask"] = mask.astype(np.int8)
        return told


class RawEnv(AECEnv[str, Observation, Action]):
    """A game for two agents, `white` and `black`, in turn. An illegal action is an `IndexError`, or loses if `illegal` is `"lose"`."""

    metadata = {"render_modes": ["ansi", "svg"], "name": "ferz_v0", "is_parallelizable": False}

    def __init__(
        self,
        variant: Variant | str,
        *,
        max_plies: int = 512,
        shuffle: bool = False,
        render_mode: str | None = None,
        space: Space = "masked",
        illegal: Literal["raise", "lose"] = "raise",
    ) -> None:
        super().__init__()
        self._table = _Table(variant, max_plies, shuffle, space)
        self._illegal_loses = illegal == "lose"
        self.metadata = {**RawEnv.metadata, "name": f"{self._table.variant.id}_v0"}
        self.possible_agents = AGENTS[:]
        self.agents = AGENTS[:]
        self.render_mode = render_mode
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.action_space

    def action_names(self) -> list[str]:
        """Each action in words."""
        return self._table.games.action_names()

    def plane_names(self) -> list[str]:
        """Meaning of each plane."""
        return self._table.games.plane_names()

    def observe(self, agent: str) -> Observation:
        return self._table.observe(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._table.begin(int(self._seeds.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._table.info(agent) for agent in self.agents}
        self.agent_selection = self._table.turn

    def step(self, action: Action | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else self._table.number(action)
        if number < 0:
            self._refuse(agent, action)
            return
        step = self._table.games.step(np.array([number]))
        self._cumulative_rewards[agent] = 0.0
        won = float(step.rewards[0])
        self.rewards = {"white": won, "black": -won}
        self.infos = {agent: self._table.info(agent) for agent in self.agents}
        if step.over[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        if step.truncated[0]:
            self.truncations = dict.fromkeys(self.agents, True)
        ended = step.over[0] or step.truncated[0]
        # A side may move twice in a row where the other passes; at the end each agent is told in turn.
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)] if ended else self._table.turn
        self._accumulate_rewards()

    def _refuse(self, agent: str, action: Action | None) -> None:
        """Deals with an illegal action."""
        if not self._illegal_loses:
            raise IndexError(f"action {action} is not legal")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {other: -1.0 if other == agent else 0.0 for other in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        game = self._table.variant.game(self._table.games.fen(0))
        return {"ansi": str(game), "svg": game.svg()}.get(self.render_mode or "")

    def close(self) -> None:
        pass


def raw_env(
    variant: Variant | str,
    *,
    max_plies: int = 512,
    shuffle: bool = False,
    render_mode: str | None = None,
    space: Space = "masked",
) -> RawEnv:
    """The environment as it is: an illegal action is an `IndexError`."""
    return RawEnv(variant, max_plies=max_plies, shuffle=shuffle, render_mode=render_mode, space=space)


def env(
    variant: Variant | str,
    *,
    max_plies: int = 512,
    shuffle: bool = False,
    render_mode: str | None = None,
    space: Space = "masked",
) -> Environment:
    """The environment as PettingZoo's own: an illegal action loses, and wrong order of calls is an error."""
    if space != "masked":
        # PettingZoo finds illegal actions by their mask.
        keywords: dict[str, Any] = {"max_plies": max_plies, "shuffle": shuffle, "render_mode": render_mode}
        unmasked = RawEnv(variant, space=space, illegal="lose", **keywords)
        return cast(Environment, wrappers.OrderEnforcingWrapper(unmasked))
    raw = raw_env(variant, max_plies=max_plies, shuffle=shuffle, render_mode=render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return cast(Environment, wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped)))


class GameEnv(gymnasium.Env[Observation, Any]):
    """A game of one agent against an opponent, who plays by lot unless `opponent` chooses an action from an observation."""

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        variant: Variant | str,
        *,
        side: str = "white",
        opponent: Callable[[Observation], Action] | None = None,
        max_plies: int = 512,
        shuffle: bool = False,
        render_mode: str | None = None,
        space: Space = "masked",
    ) -> None:
        if side not in AGENTS:
            raise ValueError('a side is "white" or "black"')
        self._table = _Table(variant, max_plies, shuffle, space)
        self.side = side
        self.opponent = opponent or self._by_lot
        self.observation_space = self._table.observation_space
        self.action_space = self._table.action_space
        self.render_mode = render_mode

    def _by_lot(self, observation: Observation) -> Action:
        legal = self._table.legal()
        return legal[self.np_random.integers(len(legal))]

    def _answer(self) -> tuple[float, bool, bool]:
        """Lets the opponent move until it is the agent's turn."""
        while self._table.turn != self.side:
            chosen = self.opponent(self._table.observe(self._table.turn))
            step = self._table.games.step(np.array([self._table.number(chosen)]))
            if step.over[0] or step.truncated[0]:
                return float(step.rewards[0]), bool(step.over[0]), bool(step.truncated[0])
        return 0.0, False, False

    def _info(self) -> dict[str, Any]:
        return {"fen": self._table.games.fen(0), **self._table.info(self.side)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self._table.begin(int(self.np_random.integers(2**63)))
        self._answer()
        return self._table.observe(self.side), self._info()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        number = self._table.number(action)
        if number < 0:
            return self._table.observe(self.side), -1.0, True, False, {**self._info(), "illegal": True}
        step = self._table.games.step(np.array([number]))
        won, over, cut = float(step.rewards[0]), bool(step.over[0]), bool(step.truncated[0])
        if not over and not cut:
            won, over, cut = self._answer()
        reward = won if self.side == "white" else -won
        return self._table.observe(self.side), reward, over, cut, self._info()

    def render(self) -> str | None:
        game = self._table.variant.game(self._table.games.fen(0))
        return {"ansi": str(game), "svg": game.svg()}.get(self.render_mode or "")
