"""Many games at once as NumPy arrays: actions by number, masks of legal ones, boards as planes.

>>> import ferz.batch
>>> games = ferz.batch.Games("chess", 4, seed=1)
>>> games.masks.shape, int(games.masks[0].sum())
((4, 1972), 20)
>>> step = games.step(games.sample())
>>> step.over.any(), games.black_to_move.all()
(np.False_, np.True_)
>>> games.planes().shape
(4, 14, 8, 8)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._ferz import Batch, Variant, load

__all__ = ["Games", "Legal", "Step"]


@dataclass(frozen=True)
class Step:
    """Results of a step for each game. The next step reuses the arrays: copy what you keep."""

    rewards: np.ndarray
    """For White: 1, 0 or -1."""
    over: np.ndarray
    """Whether the game ended. A new one has begun in its place."""
    truncated: np.ndarray
    """Whether it was cut off, after as many plies as were allowed."""


@dataclass(frozen=True)
class Legal:
    """The legal actions of all games in one list: those of game `i` are `actions[offsets[i]:offsets[i + 1]]`."""

    actions: np.ndarray
    """The numbers of the actions, one game after the other."""
    offsets: np.ndarray
    """Where the actions of each game begin, and where the last ends."""

    def of(self, game: int) -> np.ndarray:
        """The legal actions of a game."""
        return self.actions[self.offsets[game] : self.offsets[game + 1]]

    def games(self) -> np.ndarray:
        """For each action, the number of its game."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))


class Games:
    """So many games of one variant. Games that end begin anew by themselves.

    `masks` (games by actions) and `black_to_move` are always those of the positions as they stand. With `threads` more than 1
    (0: as many as there are cores) the games of a step are shared between threads, which do not hold the GIL. Without `auto_reset`
    games that are over stay as they are, and have no legal actions.

    With `masks=False` no masks are kept (`masks` cannot be asked): variants with millions of actions need that. `legal()` then lists the legal
    actions, and `split` and `join` turn actions into three parts and back: where the move begins, where it ends, and which of the moves
    between these it is. There are `factors` of each.
    """

    def __init__(
        self,
        variant: Variant | str,
        count: int,
        *,
        seed: int = 0,
        max_plies: int = 1024,
        threads: int = 1,
        shuffle: bool = False,
        auto_reset: bool = True,
        fen: str | None = None,
        masks: bool = True,
    ) -> None:
        self.variant = load(variant) if isinstance(variant, str) else variant
        self._batch = Batch(
            self.variant,
            count,
            seed=seed,
            max_plies=max_plies,
            threads=threads,
            shuffle=shuffle,
            auto_reset=auto_reset,
            fen=fen,
        )
        self.actions = self._batch.action_count
        self._masks = np.zeros((count, self.actions), np.uint8) if masks else None
        self._turns = np.zeros(count, np.uint8)
        self._rewards = np.zeros(count, np.float32)
        self._over = np.zeros(count, np.uint8)
        self._cut = np.zeros(count, np.uint8)
        self._chosen = np.zeros(count, np.int64)
        self._step = Step(self._rewards, self._over.view(bool), self._cut.view(bool))
        self.black_to_move = self._turns.view(bool)
        if self._masks is None:
            self._batch.turns(self._turns)
        else:
            self._batch.masks(self._masks, self._turns)

    @property
    def masks(self) -> np.ndarray:
        """Which actions are legal, games by actions. Raises `ValueError` where no masks are kept."""
        if self._masks is None:
            raise ValueError("no masks are kept: ask `legal()`")
        return self._masks.view(bool)

    def __len__(self) -> int:
        return len(self._batch)

    def step(self, actions: np.ndarray) -> Step:
        """Makes an action in each game. Raises `IndexError`, and changes nothing, if one is not legal."""
        if actions is not self._chosen:
            self._chosen[:] = actions
        self._batch.step(self._chosen, self._masks, self._rewards, self._over, self._cut, self._turns)
        return self._step

    def legal(self) -> Legal:
        """The legal actions of all games in one list."""
        offsets = np.empty(len(self) + 1, np.int64)
        actions = np.empty(self._batch.offsets(offsets), np.int64)
        self._batch.legal_actions(actions)
        return Legal(actions, offsets)

    @property
    def factors(self) -> tuple[int, int, int]:
        """How many starts, ends and choices actions have in three parts. A piece from the hand starts behind the last square."""
        starts, ends, choices = self._batch.factor_sizes()
        return starts, ends, choices

    def split(self, actions: np.ndarray) -> np.ndarray:
        """Actions in three parts: an array with one more axis, of start, end and choice. Raises `IndexError`."""
        numbers = np.array(actions, np.int64, ndmin=1, order="C")
        parts = np.empty((*numbers.shape, 3), np.int64)
        self._batch.split(numbers, parts)
        return parts.reshape((*np.shape(actions), 3))

    def join(self, parts: np.ndarray) -> np.ndarray:
        """The actions with some parts, the last axis being start, end and choice; -1 where there is none."""
        parts = np.array(parts, np.int64, ndmin=2, order="C")
        numbers = np.empty(parts.shape[:-1], np.int64)
        self._batch.join(parts, numbers)
        return numbers

    def factor_masks(self, starts: np.ndarray | None = None, ends: np.ndarray | None = None) -> np.ndarray:
        """Which starts are legal, games by starts; for a start of each game, which ends; for both, which choices."""
        legal = self.legal()
        parts, games = self.split(legal.actions), legal.games()
        kept = np.ones(len(games), bool)
        if starts is not None:
            kept &= parts[:, 0] == np.asarray(starts)[games]
        if ends is not None:
            if starts is None:
                raise ValueError("choices depend on starts and ends: give both")
            kept &= parts[:, 1] == np.asarray(ends)[games]
        part = (starts is not None) + (ends is not None)
        masks = np.zeros((len(self), self.factors[part]), bool)
        masks[games[kept], parts[kept, part]] = True
        return masks

    def sample(self) -> np.ndarray:
        """A legal action of each game, drawn by lot; -1 in a game that is over. The array is used again by the next call."""
        self._batch.sample(self._chosen)
        return self._chosen

    def planes(self, out: np.ndarray | None = None) -> np.ndarray:
        """The boards: games by planes by ranks (White's first) by files. `plane_names` says what each plane shows."""
        shape = (len(self), self._batch.plane_count, self.variant.ranks, self.variant.files)
        if out is None:
            out = np.empty(shape, np.uint8)
        self._batch.observe(out)
        return out

    def plane_names(self) -> list[str]:
        """Meaning of each plane."""
        return self._batch.plane_names()

    def action_names(self) -> list[str]:
        """Each action in words."""
        return self._batch.action_names()

    def legal_moves(self, game: int) -> dict[str, int]:
        """The legal moves of a game, in UCI notation, each with its action."""
        return dict(self._batch.legal_moves(game))

    def fen(self, game: int) -> str:
        """The position of a game."""
        return self._batch.fen(game)

    def plies(self, game: int) -> int:
        """How many plies have been played in a game."""
        return self._batch.plies(game)
