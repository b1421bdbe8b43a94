#!/usr/bin/env python3
"""Random games of chess from Python, move by move, beside OpenSpiel in one run: plies a second, and how many times as many.

    pip install ./python[numpy] open_spiel && python benches/openspiel/compare.py [--games N] [--batch N]

A step is: list the legal moves, draw one, play it, ask whether the game is over. Both play so many games at a time in turns, five
times; the medians count. OpenSpiel's moves are numbers, ours too (`ferz.Game.act`), or texts in UCI notation
(`ferz.Game.play`); batches of one game and of many have masks of the legal moves as arrays.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

import pyspiel

import ferz
import ferz.batch

LONGEST = 400
#: Loaded once, as programs do; the first game works out the numbers of the moves.
CHESS = ferz.load("chess")
CHESS.game().legal_actions()
THEIRS = pyspiel.load_game("chess")


def openspiel(games: int, chance: random.Random) -> int:
    plies = 0
    for _ in range(games):
        state = THEIRS.new_initial_state()
        for _ in range(LONGEST):
            state.apply_action(chance.choice(state.legal_actions()))
            plies += 1
            if state.is_terminal():
                break
    return plies


def texts(games: int, chance: random.Random) -> int:
    plies = 0
    for _ in range(games):
        game = CHESS.game()
        for _ in range(LONGEST):
            game.play(chance.choice(game.uci_moves()))
            plies += 1
            if game.end:
                break
    return plies


def actions(games: int, chance: random.Random) -> int:
    plies = 0
    for _ in range(games):
        game = CHESS.game()
        for _ in range(LONGEST):
            game.act(chance.choice(game.legal_actions()))
            plies += 1
            if game.end:
                break
    return plies


def numbers(games: int, chance: random.Random) -> int:
    table, plies = ferz.batch.Games(CHESS, 1, max_plies=LONGEST, seed=chance.randrange(1 << 32)), 0
    while games:
        step = table.step(table.sample())
        plies += 1
        games -= bool(step.over[0] or step.truncated[0])
    return plies


def batch(games: int, chance: random.Random, together: int) -> int:
    table = ferz.batch.Games(CHESS, together, max_plies=LONGEST, seed=chance.randrange(1 << 32))
    steps = max(50, games * 250 // together)
    for _ in range(steps):
        table.step(table.sample())
    return steps * together


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="how many of each in a round")
    parser.add_argument("--batch", type=int, default=256, help="how many games at once")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    many = lambda games, chance: batch(40 * games, chance, arguments.batch)  # noqa: E731
    players = {
        "OpenSpiel": openspiel,
        "ferz.Game, numbers": actions,
        "ferz.Game, texts": texts,
        "ferz.batch, 1 game": numbers,
        f"ferz.batch, {arguments.batch} games": many,
    }
    rates: dict[str, list[float]] = {name: [] for name in players}
    for turn in range(arguments.rounds):
        for name, play in players.items():
            begun = time.process_time()
            plies = play(arguments.games, random.Random(turn))
            rates[name].append(plies / (time.process_time() - begun))
    base = statistics.median(rates["OpenSpiel"])
    for name, found in rates.items():
        rate = statistics.median(found)
        print(f"{name:24} {rate:12,.0f} plies a second {rate / base:8.1f} times")


if __name__ == "__main__":
    main()
