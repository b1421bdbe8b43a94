#!/usr/bin/env python3
"""Legal moves through `ferz.pyffish` beside pyffish, in one run: how many times as many positions a second.

    pip install ./python pyffish && python benches/pyffish/compare.py [--variants N] [--seed N]

For each variant that both know, positions of random games (played by Ferz) are asked for by FEN, each once, so that nothing that
was kept from an earlier call helps. Both answer the same positions in turns; the sets of moves are compared. One line a variant,
then the ratio of the summed times, the median and the geometric mean of the ratios.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

import ferz.pyffish as ours
import pyffish as theirs

GAMES, PLIES, ROUNDS = 4, 60, 3


def positions(variant: str, chance: random.Random) -> list[str]:
    """FENs of random games, each once."""
    found: dict[str, None] = {}
    for _ in range(GAMES):
        fen = ours.start_fen(variant)
        for _ in range(PLIES):
            moves = ours.legal_moves(variant, fen, [])
            if not moves:
                break
            fen = ours.get_fen(variant, fen, [chance.choice(moves)])
            found[fen] = None
    return list(found)


def seconds(module, variant: str, fens: list[str]) -> tuple[float, list[list[str]]]:
    begun = time.perf_counter()
    answers = [module.legal_moves(variant, fen, []) for fen in fens]
    return time.perf_counter() - begun, answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variants", type=int, default=100, help="how many variants")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    known = [name for name in theirs.variants() if name in set(ours.variants())]
    chance.shuffle(known)
    ratios, total, differ = [], [0.0, 0.0], 0
    for variant in sorted(known[: arguments.variants]):
        fens = positions(variant, chance)
        took = [[], []]
        for _ in range(ROUNDS):
            for index, module in enumerate((ours, theirs)):
                # Asked for in another order each time: what is kept of the last positions is of no use.
                chance.shuffle(fens)
                took[index].append(seconds(module, variant, fens)[0])
        differ += sum(
            set(mine) != set(other)
            for mine, other in zip(seconds(ours, variant, fens)[1], seconds(theirs, variant, fens)[1])
        )
        own, other = (statistics.median(times) for times in took)
        total[0], total[1] = total[0] + own, total[1] + other
        ratios.append(other / own)
        print(f"{variant:20} {len(fens):4} positions {1e6 * own / len(fens):8.1f} us {other / own:8.1f} times")
    print(f"{len(ratios)} variants: {differ} positions differ; all together {total[1] / total[0]:.0f} times, "
          f"median {statistics.median(ratios):.0f}, geometric mean {statistics.geometric_mean(ratios):.0f}, "
          f"least {min(ratios):.0f}")


if __name__ == "__main__":
    main()
