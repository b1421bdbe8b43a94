"""Long counts and many games on several processes or machines, by Dask (`pip install ferz[cluster]`).

>>> import ferz.cluster
>>> ferz.cluster.perft("chess", 4, workers=1)
197281

Without an address there are processes of this machine, as many as it has cores unless `workers` says otherwise; with
`address="tcp://…"` the work goes to the scheduler there. Work of a worker that is lost is done again by another.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from distributed import Client, LocalCluster, as_completed
from distributed.diagnostics.progressbar import progress as _show

from ._ferz import Variant, check, load, load_text, random_games

__all__ = ["check_variants", "perft", "self_play"]

RETRIES = 5
#: How many parts a count is split into for each worker: enough that all are busy to the end, few enough that what is said
#: between them (milliseconds a part) does not show.
PARTS = 16


@contextlib.contextmanager
def _client(client: Client | None, address: str | None, workers: int | None) -> Iterator[Client]:
    """The client to use: the caller's own, one of a scheduler, or one of processes that end with it."""
    if client is not None:
        yield client
    elif address is not None:
        with Client(address) as own:
            yield own
    else:
        with (
            LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
            Client(cluster) as own,
        ):
            yield own


def _source(variant: Variant | str) -> tuple[str, bool]:
    """A variant as another process can load it: without files of this machine."""
    if isinstance(variant, str):
        variant = load(variant)
    loader, (text,) = variant.__reduce__()
    return text, loader is load_text


@lru_cache(maxsize=64)
def _load(source: tuple[str, bool]) -> Variant:
    text, is_text = source
    return load_text(text) if is_text else load(text)


def _count(source: tuple[str, bool], fens: list[tuple[str, int]], depth: int, hash: int) -> int:
    variant = _load(source)
    return sum(times * variant.position(fen).perft(depth, hash=hash) for fen, times in fens)


def _play(source: tuple[str, bool], games: int, seed: int, max_plies: int) -> dict[str, Any]:
    return random_games(_load(source), games, seed=seed, max_plies=max_plies)


def _check(source: str) -> list[str]:
    return [str(problem) for problem in check(source)]


def _results(client: Client, futures: list[Any], progress: bool) -> Iterator[Any]:
    if progress:
        _show(futures)
    for _, result in as_completed(futures, with_results=True):
        yield result


def perft(
    variant: Variant | str,
    depth: int,
    *,
    fen: str | None = None,
    split: int = 2,
    hash: int = 0,
    client: Client | None = None,
    address: str | None = None,
    workers: int | None = None,
    progress: bool = False,
) -> int:
    """The number of sequences of `depth` legal moves.

    The positions `split` plies on are counted apart, equal ones once. With `hash`, each is counted with a table of so many
    megabytes, which pays where positions come again and are slow to count.
    """
    source = _source(variant)
    start = _load(source).position(fen)
    split = min(split, depth)
    level = Counter({start: 1})
    for _ in range(split):
        after: Counter[Any] = Counter()
        for position, times in level.items():
            for made in position.uci_moves():
                after[position.after(made)] += times
        level = after
    tasks = [(position.fen, times) for position, times in level.items()]
    if depth == split:
        return sum(times for _, times in tasks)
    with _client(client, address, workers) as own:
        size = -(-len(tasks) // (PARTS * max(1, sum(own.nthreads().values()))))
        parts = [tasks[at : at + size] for at in range(0, len(tasks), size)]
        futures = [own.submit(_count, source, part, depth - split, hash, retries=RETRIES, pure=False) for part in parts]
        return sum(_results(own, futures, progress))


def self_play(
    variant: Variant | str,
    games: int,
    *,
    seed: int = 0,
    max_plies: int = 10_000,
    part: int = 1000,
    client: Client | None = None,
    address: str | None = None,
    workers: int | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """Games by chance: how many each side won, how they ended, their mean length and number of moves in a position."""
    source = _source(variant)
    total: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    with _client(client, address, workers) as own:
        sizes = [min(part, games - at) for at in range(0, games, part)]
        futures = [
            own.submit(_play, source, size, seed * 1_000_003 + number, max_plies, retries=RETRIES, pure=False)
            for number, size in enumerate(sizes)
        ]
        for told in _results(own, futures, progress):
            ends.update(told.pop("ends"))
            total.update(told)
    found: dict[str, Any] = dict(total)
    found["ends"] = dict(ends)
    found["mean_length"] = total["plies"] / max(1, total["games"])
    found["mean_moves"] = total["moves"] / max(1, total["plies"])
    return found


def check_variants(
    sources: list[str],
    *,
    client: Client | None = None,
    address: str | None = None,
    workers: int | None = None,
    progress: bool = False,
) -> dict[str, list[str]]:
    """The problems of variants, each a name or a path that the workers can read."""
    with _client(client, address, workers) as own:
        futures = {own.submit(_check, source, retries=RETRIES, pure=False): source for source in sources}
        if progress:
            _show(list(futures))
        return {futures[future]: future.result() for future in as_completed(list(futures))}
