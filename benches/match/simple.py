#!/usr/bin/env python3
"""Plays the engine against the simple opponent, and lists the variants in which it has fewer than 85 % of the points.

    cargo build --release && python3 benches/match/simple.py --nodes 1000 --games 10 --log simple.jsonl [VARIANT...]

Without names, all built-in variants are played. Results are appended to the log, one line a variant, and variants that are in it
are not played again. A match that takes longer than --limit seconds, or that ends with an error, is reported apart. Faults of the engine
(an illegal move, a crash, a loss on time) are printed. Games of luck are not left out: look at the rules of a variant on the list first.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

#: The part of the points that the engine must have.
WANTED = 0.85


def play(args: argparse.Namespace, variant: str) -> dict:
    """The result of one match: points, games and faults, or `error`."""
    control = f"tc={args.tc}" if args.tc else f"tc=nodes={args.nodes}"
    command = [args.ferz, "match", "--engine", f"name=ferz {control} {args.engine or args.ferz + ' uci'}", "--engine", "simple"]
    command += ["--variant", variant, "--games", str(args.games), "--seed", str(args.seed), "--concurrency", str(args.concurrency)]
    command += ["--random-plies", "2", "--max-plies", "300", "--json"]
    if not args.tc:
        command += ["--margin", "60000", "--patience", "60"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=args.limit)
    except subprocess.TimeoutExpired:
        return {"variant": variant, "error": f"more than {args.limit} s"}
    if run.returncode != 0:
        return {"variant": variant, "error": run.stderr.strip()[-200:] or f"exit code {run.returncode}"}
    found = json.loads(run.stdout)
    player = next(player for player in found["players"] if player["name"] == "ferz")
    faults = [game["reason"] for game in found["games"] if game["termination"] not in ("normal", "adjudication")]
    return {"variant": variant, "points": player["points"], "games": player["games"], "faults": faults}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", metavar="VARIANT")
    parser.add_argument("--ferz", default="target/release/ferz")
    parser.add_argument("--engine", help="the command of the engine (the given ferz)")
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--tc", help="a time control such as 1+0.05, instead of a number of positions")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--limit", type=float, default=120, help="seconds for a variant")
    parser.add_argument("--log", type=Path, default=Path("simple.jsonl"))
    args = parser.parse_args()

    known = {}
    if args.log.exists():
        known = {found["variant"]: found for found in map(json.loads, args.log.read_text().splitlines())}
    listed = json.loads(subprocess.run([args.ferz, "list", "--json"], capture_output=True, text=True, check=True).stdout)
    names = args.variants or [variant["name"] for variant in listed]
    for name in names:
        if name in known:
            continue
        known[name] = play(args, name)
        with args.log.open("a") as log:
            log.write(json.dumps(known[name]) + "\n")
        print(json.dumps(known[name]), flush=True)

    found = [known[name] for name in names]
    played = [result for result in found if "error" not in result]
    weak = [result for result in played if result["points"] < WANTED * result["games"]]
    print(f"\n{len(played)} of {len(found)} variants played, {len(weak)} with less than {WANTED:.0%}:")
    for result in sorted(weak, key=lambda result: result["points"] / result["games"]):
        print(f"  {result['points']}/{result['games']} {result['variant']}")
    for result in played:
        if result["faults"]:
            print(f"  faults in {result['variant']}: {result['faults']}")
    for result in found:
        if "error" in result:
            print(f"  not played: {result['variant']}: {result['error']}")


if __name__ == "__main__":
    main()
