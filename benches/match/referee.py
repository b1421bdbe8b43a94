#!/usr/bin/env python3
"""`ferz match` with engines that lie, crash, hang, are late and play illegal moves: is each caught, is nobody blamed wrongly?

    cargo build --release && python3 benches/match/referee.py [--ferz target/release/ferz] [--games 1000]

Plays in ten variants of the library and ten files of `tests/combined`. In the middle the match is killed, and goes on by `--resume`.
Then each misdeed that `liar.py` has noted must be a game lost by who did it, at that ply, for that reason; and each game lost by a fault
must have been noted. What is left over is printed, and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHIPPED = "chess xiangqi shogi crazyhouse grand cylinder atomic makruk duck breakthrough".split()
FILES = """last_of_many first_leaps turning long_legs quiet_race one_of_three shy_cannons second_kings own_captures
           stepping_royals""".split()
#: By what words of a reason a misdeed is known.
REASONS = {
    "which is illegal": "illegal",
    "no move, which is false": "denial",
    "claims 1/2-1/2, which is false": "claim",
    "calls a legal move illegal": "complaint",
    "crashes": "crash",
    "hangs": "hang",
    "loses on time": "late",
}


def faults(pgn: str) -> tuple[Counter, int, Counter]:
    """The games lost by a fault as the liars note them; how many games there are; the other ends."""
    found, games, others = Counter(), 0, Counter()
    for text in pgn.split("[Event ")[1:]:
        games += 1
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', "[Event " + text, re.M))
        body = text.split("\n\n", 1)[1]
        reason = re.search(r"\{([^{}]*)\}\s*\S+\s*$", body).group(1)
        moves = [word for word in re.sub(r"\{[^}]*\}", " ", body).split() if not re.fullmatch(r"\d+\.+", word)]
        kind = next((kind for words, kind in REASONS.items() if words in reason), None)
        if kind is None or tags["Termination"] in ("normal", "adjudication"):
            others[f'{tags["Termination"]}: {re.sub(r"^(white|black) ", "", reason)}'] += 1
            continue
        loser = tags["White"] if reason.startswith("white") else tags["Black"]
        lost = "0-1" if loser == tags["White"] else "1-0"
        assert tags["Result"] == lost, tags
        # The last word is the result.
        found[(loser, tags["Variant"], len(moves) - 1, kind)] += 1
    return found, games, others


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferz", default="target/release/ferz")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--chance", type=float, default=0.02, help="of a misdeed, for each move")
    parser.add_argument("--concurrency", type=int, default=4)
    arguments = parser.parse_args()
    ferz = str(Path(arguments.ferz).resolve())
    folder = Path(tempfile.mkdtemp(prefix="ferz-referee-"))
    log, pgn = folder / "misdeeds.txt", folder / "games.pgn"
    log.touch()
    command = [ferz, "match", "--tc", "st=0.5", "--margin", "500", "--patience", "60", "--random-plies", "2", "--max-plies", "120",
               "--games", str(arguments.games), "--concurrency", str(arguments.concurrency), "--pgn", str(pgn)]
    for name, protocol in (("liar-a", "uci"), ("liar-b", "cecp"), ("liar-c", "uci")):
        setting = "proto=cecp " if protocol == "cecp" else ""
        liar = f"{sys.executable} {HERE / 'liar.py'} {log} {arguments.chance} {name} {ferz} {protocol}"
        command += ["--engine", f"{setting}name={name} {liar}"]
    command += ["--engine", "simple", "--engine", "random"]
    for name in SHIPPED + [str(HERE.parent.parent / "tests/combined" / f"{name}.yaml") for name in FILES]:
        command += ["--variant", name]
    begun = time.monotonic()
    with open(folder / "out.txt", "w") as out:
        cut = subprocess.Popen(command, stdout=out)
        while cut.poll() is None and (not pgn.exists() or pgn.read_text().count("[Event ") < arguments.games // 2):
            time.sleep(0.2)
        cut.kill()
        cut.wait()
        before = pgn.read_text().count("[Event ")
        time.sleep(3)
        noted_before = len(log.read_text().splitlines())
        subprocess.run([*command, "--resume"], stdout=out, check=True)
    found, games, others = faults(pgn.read_text())
    lines = log.read_text().splitlines()
    noted = Counter((name, variant, int(ply), what) for name, variant, ply, what in map(str.split, lines))
    wrongly, missed = found - noted, noted - found
    # Of the games that the kill cut off, misdeeds may have been noted: at most one for each, before it.
    excused = 0
    early = Counter((name, variant, int(ply), what) for name, variant, ply, what in map(str.split, lines[:noted_before]))
    while excused < arguments.concurrency and sum((missed & early).values()) and missed:
        entry = next(iter((missed & early).elements()))
        missed[entry] -= 1
        early[entry] -= 1
        missed += Counter()
        excused += 1
    print(f"{games} games ({before} before the kill) in {len(SHIPPED) + len(FILES)} variants, {time.monotonic() - begun:.0f} s")
    print(f"{sum(noted.values())} misdeeds: {dict(Counter(what for _, _, _, what in noted.elements()))}, {excused} of them in games cut off")
    print("other ends:", dict(others.most_common()))
    print(f"{sum(wrongly.values())} blamed wrongly", *wrongly.items())
    print(f"{sum(missed.values())} not caught", *missed.items())
    print(folder)
    return int(bool(wrongly or missed or games != arguments.games))


if __name__ == "__main__":
    sys.exit(main())
