#!/usr/bin/env python3
"""Plays a game on a cylinder in XBoard with real drags of the mouse, against the built program.

    python3 tests/xboard/drags.py target/release/ferz

The script needs XBoard, Xvfb and xdotool (Debian packages `xboard`, `xvfb` and `xdotool`), and says SKIPPED without them. It
reads the screen from the frame buffer of Xvfb, so that it needs no window manager and no other program.

It asks for four things: a knight that is lifted on g1 has the square a2 around the edge marked, and d4 not; a drag from g1 to d4
is refused; the drag from g1 to a2 is accepted by XBoard and by the engine.
"""

import contextlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIGHT, DARK = (0xC8, 0xC3, 0x65), (0x77, 0xA2, 0x6D)
PATIENCE = 60.0


class Failure(Exception):
    """Something that XBoard or the engine did otherwise."""


def tool(name):
    """The path of a program; Debian keeps games apart."""
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/games")


def wait(what, found, patience=PATIENCE):
    """Asks again and again until something is there."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        result = found()
        if result:
            return result
        time.sleep(0.1)
    raise Failure(f"waited {patience:.0f} s for {what}")


class Screen:
    """The screen of Xvfb, read from its frame buffer in the format of xwd."""

    def __init__(self, path):
        self.path = path

    def rows(self):
        data = self.path.read_bytes()
        header = struct.unpack(">25I", data[:100])
        size, width, height, order, line, colours = header[0], header[4], header[5], header[7], header[12], header[19]
        start = size + colours * 12
        blue_first = order == 0
        rows = []
        for y in range(height):
            row = data[start + y * line : start + y * line + 4 * width]
            rows.append(row if blue_first else b"".join(row[i : i + 4][::-1] for i in range(0, len(row), 4)))
        return rows


def pixel(rows, x, y):
    """Red, green and blue of a pixel."""
    blue, green, red = rows[y][4 * x : 4 * x + 3]
    return red, green, blue


class Board:
    """Where the squares are: the smallest rectangle around all pixels in the colours of the squares."""

    def __init__(self, rows, files=8):
        width, height = len(rows[0]) // 4, len(rows)
        spots = [(x, y) for y in range(0, height, 2) for x in range(0, width, 2) if pixel(rows, x, y) in (LIGHT, DARK)]
        if len(spots) < 1000:
            raise Failure("there is no board on the screen")
        self.left, self.right = min(x for x, _ in spots), max(x for x, _ in spots) + 2
        self.top, self.bottom = min(y for _, y in spots), max(y for _, y in spots) + 2
        self.size = (self.right - self.left) / files

    def centre(self, square):
        file, rank = ord(square[0]) - ord("a"), int(square[1:]) - 1
        return round(self.left + (file + 0.5) * self.size), round(self.bottom - (rank + 0.5) * self.size)

    def picture(self, rows, square):
        """The pixels of a square, without its rim."""
        x, y = self.centre(square)
        half = int(self.size / 2) - 4
        return [rows[line][4 * (x - half) : 4 * (x + half)] for line in range(y - half, y + half)]


class Mouse:
    def __init__(self, program, environment, board):
        self.program, self.environment, self.board = program, environment, board

    def do(self, *words):
        subprocess.run([self.program, *map(str, words)], env=self.environment, check=True, stdout=subprocess.DEVNULL)
        time.sleep(0.3)

    def lift(self, square):
        x, y = self.board.centre(square)
        self.do("mousemove", x, y)
        self.do("mousedown", 1)
        self.do("mousemove", x + 3, y - 3)

    def drop(self, square):
        self.do("mousemove", *self.board.centre(square))
        self.do("mouseup", 1)

    def drag(self, start, end):
        self.lift(start)
        self.drop(end)


@contextlib.contextmanager
def desk(tools, folder, options):
    """Starts XBoard on a screen of its own. Gives the screen, the path of XBoard's log, and the environment of programs there."""
    running = []
    try:
        server = subprocess.Popen(
            [tools["Xvfb"], "-displayfd", "1", "-screen", "0", "1000x900x24", "-fbdir", folder, "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        running.append(server)
        environment = {**os.environ, "DISPLAY": ":" + server.stdout.readline().decode().strip(), "HOME": folder}
        log = Path(folder, "debug")
        colour = "#%02X%02X%02X"
        usual = ["-lightSquareColor", colour % LIGHT, "-darkSquareColor", colour % DARK, "-useBoardTexture", "false"]
        usual += ["-boardSize", "medium", "-debug", "-nameOfDebugFile", str(log)]
        xboard = subprocess.Popen(
            [tools["xboard"], *options, *usual], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        running.append(xboard)
        yield Screen(Path(folder, "Xvfb_screen0")), log, environment
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait()


def play(program, tools, folder):
    """Plays the game; what is not as it should be is a Failure."""
    options = ["-fcp", f"{program} cecp", "-variant", "cylinder", "-searchDepth", "2"]
    options += ["-highlightDragging", "true", "-showTargetSquares", "true"]
    with desk(tools, folder, options) as (screen, log, environment):
        drags(environment, tools, log, screen)


def drags(environment, tools, log, screen):
    def text():
        return log.read_text(errors="replace") if log.exists() else ""

    def sent(move):
        # XBoard writes the word and the move to its log one after the other.
        return f">first : {move}\n" in text()

    wait("the engine", lambda: ">first : variant cylinder" in text() and "<first : setup" in text())

    def board():
        try:
            return Board(screen.rows())
        except Failure:
            return None

    place = wait("the board", board)
    time.sleep(1)
    mouse = Mouse(tools["xdotool"], environment, place)
    mouse.drag("a2", "a4")
    wait("the answer to a2-a4", lambda: sent("a2a4") and "<first : move" in text())
    time.sleep(1)

    before = screen.rows()
    mouse.lift("g1")
    # The marks may come from the engine, which answers when the piece is lifted.
    time.sleep(1)
    lifted = screen.rows()
    changed = {square: place.picture(before, square) != place.picture(lifted, square) for square in ("a2", "f3", "d4", "c3")}
    mouse.drop("d4")
    time.sleep(2)
    if changed != {"a2": True, "f3": True, "d4": False, "c3": False}:
        raise Failure(f"a knight on g1 reaches f3 and a2, not c3 and d4; XBoard marks {changed}")
    if sent("g1d4"):
        raise Failure("XBoard accepted the drag from g1 to d4")
    mouse.drag("g1", "a2")
    wait("g1-a2", lambda: sent("g1a2"), 10)
    time.sleep(1)
    if "Illegal move" in text():
        raise Failure("the engine refused g1-a2")


def main():
    tools = {name: tool(name) for name in ("xboard", "Xvfb", "xdotool")}
    missing = [name for name, path in tools.items() if path is None]
    if missing:
        print(f"SKIPPED: {', '.join(missing)} not installed")
        return 0
    program = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/ferz").resolve()
    with tempfile.TemporaryDirectory() as folder:
        try:
            play(program, tools, folder)
        except Failure as failure:
            print(f"FAILED: {failure}")
            return 1
    print("ok: XBoard marks and accepts g1-a2 around the edge, and refuses g1-d4")
    return 0


if __name__ == "__main__":
    sys.exit(main())
