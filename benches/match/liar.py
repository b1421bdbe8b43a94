#!/usr/bin/env python3
"""An engine that misbehaves: it speaks to an honest engine behind it, and now and then does what engines should not.

    liar.py LOG CHANCE SEED COMMAND...

Each misdeed is written to the log as a line `NAME VARIANT PLY WHAT`, before it is done: what `referee.py` holds the referee's verdicts
against. The last word of the command, `uci` or `cecp`, says which protocol is spoken.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time

#: How much too late an answer is, in seconds beyond all that the referee grants.
LATE = float(os.environ.get("LIAR_LATE", "1.5"))
#: Who has started this; when it is gone, so is this.
PARENT = os.getppid()
#: How many positions the honest engine may look at.
NODES = 40


class Liar:
    def __init__(self, log: str, chance: float, seed: str, command: list[str]) -> None:
        self.name, self.log, self.chance = seed, log, chance
        # Restarted after each crash, it is not to begin with the same misdeed again.
        self.random = random.Random(f"{seed} {os.getpid()} {time.time_ns()}")
        self.inner = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.variant, self.ply = "?", 0

    def note(self, what: str) -> None:
        line = f"{self.name} {self.variant} {self.ply} {what}\n"
        with open(self.log, "a") as log:
            log.write(line)

    def tell(self, line: str) -> None:
        self.inner.stdin.write(line + "\n")
        self.inner.stdin.flush()

    @staticmethod
    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def is_tempted(self) -> bool:
        return self.random.random() < self.chance

    def vanish(self) -> None:
        self.inner.kill()
        os._exit(3)

    def freeze(self) -> None:
        """Says nothing any more, or nothing that makes sense."""
        if self.random.random() < 0.5:
            while os.getppid() == PARENT:
                time.sleep(1)
            self.vanish()
        while True:
            self.say("info string still here")


class OfUci(Liar):
    MISDEEDS = ["illegal", "denial", "crash", "hang", "late"]
    moves: list[str] = []

    def run(self) -> None:
        for line in sys.stdin:
            line = line.strip()
            words = line.split()
            if words[:3] == ["setoption", "name", "UCI_Variant"]:
                self.variant = words[-1]
            elif words[:1] == ["ucinewgame"]:
                self.moves = []
            elif words[:1] == ["position"]:
                self.moves = words[words.index("moves") + 1 :] if "moves" in words else []
                self.ply = len(self.moves)
            elif words[:1] == ["go"]:
                if self.is_tempted():
                    self.misbehave(line)
                    continue
                line = f"go nodes {NODES}"
            self.tell(line)
            if words[:1] == ["quit"]:
                return
            if words[:1] in (["uci"], ["isready"], ["go"]):
                self.pass_on({"uci": "uciok", "isready": "readyok", "go": "bestmove"}[words[0]])

    def pass_on(self, last: str) -> None:
        for answer in self.inner.stdout:
            self.say(answer.rstrip("\n"))
            if answer.startswith(last):
                return

    def legal(self) -> list[str]:
        self.tell("d")
        for answer in self.inner.stdout:
            if answer.startswith("Legal moves:"):
                return answer.split(":", 1)[1].split()
        return []

    def misbehave(self, line: str) -> None:
        legal = self.legal()
        what = self.random.choice(self.MISDEEDS)
        if what == "illegal":
            # The enemy's last move once more, or no move at all.
            again = self.moves[-1] if self.moves and self.moves[-1] not in legal else "z9z8"
            self.note(what)
            self.say(f"bestmove {self.random.choice([again, 'z9z8', 'e0', '@@@@', ''])}")
        elif what == "denial":
            self.note(what)
            self.say("bestmove (none)")
        elif what == "crash":
            self.note(what)
            self.vanish()
        elif what == "hang":
            self.note(what)
            self.freeze()
        else:
            self.note(what)
            until = time.monotonic() + LATE
            # Who is late is told to stop, and answers then.
            time.sleep(max(0.0, until - time.monotonic()))
            self.say(f"bestmove {self.random.choice(legal)}")


class OfCecp(Liar):
    MISDEEDS = ["illegal", "claim", "complaint", "crash", "hang", "late"]

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self.force, self.silent = True, False
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        for answer in self.inner.stdout:
            if answer.startswith("move "):
                if self.silent:
                    continue
                self.ply += 1
            self.say(answer.rstrip("\n"))
        if not self.silent:
            os._exit(0)

    def run(self) -> None:
        for line in sys.stdin:
            line = line.strip()
            words = line.split() or [""]
            if words[0] == "new":
                self.variant, self.ply, self.force = "chess", 0, True
            elif words[0] == "variant":
                self.variant = words[1]
            elif words[0] == "force":
                self.force = True
            elif words[0] in ("st", "level", "sd"):
                # So that it answers at once.
                line = "st 0.02"
            to_move = words[0] == "go" or (words[0] == "usermove" and not self.force)
            if words[0] == "usermove":
                self.ply += 1
            if words[0] == "go":
                self.force = False
            if to_move and self.is_tempted():
                self.misbehave(line)
                continue
            self.tell(line)
            if words[0] == "quit":
                return

    def misbehave(self, line: str) -> None:
        what = self.random.choice(self.MISDEEDS)
        self.note(what)
        if what == "illegal":
            self.say(f"move {self.random.choice(['z9z8', 'e0', 'Kz1', ''])}")
        elif what == "claim":
            self.say("1/2-1/2 {Draw by agreement with myself}")
        elif what == "complaint":
            self.say("Illegal move: e2e4")
        elif what == "crash":
            self.vanish()
        elif what == "hang":
            self.silent = True
            self.freeze()
        else:
            time.sleep(LATE)
            self.tell(line)


def main() -> None:
    log, chance, seed, *command = sys.argv[1:]
    kind = OfUci if command[-1] == "uci" else OfCecp
    kind(log, float(chance), seed, command).run()


if __name__ == "__main__":
    main()
