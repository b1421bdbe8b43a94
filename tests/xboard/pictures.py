#!/usr/bin/env python3
"""Compares the pictures that XBoard shows with the files of `ferz export xboard`, on the screen.

    python3 tests/xboard/pictures.py target/release/ferz

The script needs XBoard and Xvfb (Debian packages `xboard` and `xvfb`), and says SKIPPED without them. It exports the pictures of a
variant, replaces each file by a square of one colour, and looks up the colour of each square on the screen of XBoard. So each piece
must be shown by the file of its own name. The first variant has a piece on each place of XBoard's table.
"""

import contextlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from drags import Board, Failure, Screen, desk, pixel, tool, wait

# One letter for each place of XBoard's table. The king is the last one.
LETTERS = "PNBRQFEACWMOHIJGDVLSUK"

ALL = """name: Everything
extends: chess
board: {files: 11, ranks: 8}
castling: none
pieces:
  pawn: {promotion: null}
""" + "".join(
    f"  piece-{letter.lower()}: {{symbol: {letter}, moves: {moves}}}\n"
    for letter, moves in zip("FEACWMOHIJGDVLSU", "F A BN RN W WF C NN BW RF gQ WD FD fR Z FC".split())
) + """setup: pnbrqfeacwm/ohijgdvlsuk/11/11/11/11/OHIJGDVLSUK/PNBRQFEACWM w - - 0 1
"""

# Variants, and the files of their boards.
VARIANTS = [("all", 11), ("grasshopper", 8), ("shako", 10), ("wildebeest", 11)]
COLOUR = "#%02X%02X%02X"


def colours(folder):
    """Replaces each picture by a square of its own colour. Returns the names by colour."""
    found = {}
    for number, path in enumerate(sorted(folder.glob("*.svg"))):
        colour = (16 + 5 * number % 240, 32 + 40 * (number % 5), 255 - 3 * number)
        found[colour] = path.stem
        # The square of the board can be seen around it, so that the script finds the board.
        path.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">'
            f'<rect x="30" y="30" width="40" height="40" fill="{COLOUR % colour}"/></svg>'
        )
    return found


def compare(program, tools, folder, variant, files):
    """Waits until each piece is shown by its own picture. Returns the number of pieces."""
    pictures = Path(folder, "pieces")
    subprocess.run([program, "export", "xboard", variant, "--out", str(pictures)], check=True, stdout=subprocess.DEVNULL)
    names = colours(pictures)
    engine = f"{program} cecp {variant}" if variant.endswith(".yaml") else f"{program} cecp"
    options = ["-fcp", engine, "-variant", Path(variant).stem, "-pid", str(pictures), "-trueColors", "true"]
    with desk(tools, folder, options) as (screen, log, _):
        text = wait("the engine", lambda: log.exists() and "setup (" in (text := log.read_text(errors="replace")) and text)
        setup = re.search(r"setup \((\S+)\) \S+ (\S+)", text)
        wrong = ["there is no board on the screen"]

        def right():
            with contextlib.suppress(Failure):
                rows = screen.rows()
                board = Board(rows, files)
                seen = {square: names.get(pixel(rows, *board.centre(square))) for square, _ in placed(setup[2])}
                wrong[:] = differences(setup, seen)
            return not wrong

        with contextlib.suppress(Failure):
            # The first position on the screen is not yet that of the engine.
            wait("the pieces", right, 30)
        if wrong:
            raise Failure(f"{variant}: " + "; ".join(wrong))
        return len(list(placed(setup[2])))


def differences(setup, seen):
    """The squares whose pieces are shown by other pictures than their own."""
    half = len(setup[1]) // 2
    found = []
    for square, letter in placed(setup[2]):
        side, own = ("White", setup[1][:half]) if letter.isupper() else ("Black", setup[1][half:])
        wanted = side + table()[own.index(letter)]
        if seen[square] != wanted:
            found.append(f"{letter} on {square} is shown by {seen[square]}, not by {wanted}")
    return found


def placed(fen):
    """The squares and letters of a FEN."""
    ranks = fen.split("[")[0].split("/")
    for down, rank in enumerate(ranks):
        file = 0
        for part in re.findall(r"\d+|\w", rank):
            if part.isdigit():
                file += int(part)
                continue
            yield f"{chr(ord('a') + file)}{len(ranks) - down}", part
            file += 1


def table():
    """The names of XBoard's pictures, in the order of its table."""
    lines = Path(__file__).parents[2].joinpath("data/pictures/xboard.txt").read_text().splitlines()
    return [line.split(" = ")[1] for line in lines if not line.startswith("#")]


def run(program, tools, variant, files):
    with tempfile.TemporaryDirectory() as folder:
        if variant == "all":
            path = Path(folder, "everything.yaml")
            path.write_text(ALL)
            variant = str(path)
        return compare(program, tools, folder, variant, files)


def main():
    tools = {name: tool(name) for name in ("xboard", "Xvfb")}
    missing = [name for name, path in tools.items() if path is None]
    if missing:
        print(f"SKIPPED: {', '.join(missing)} not installed")
        return 0
    program = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/ferz").resolve()
    try:
        for variant, files in VARIANTS:
            print(f"ok: {variant}: {run(program, tools, variant, files)} pieces are shown by their own pictures")
    except Failure as failure:
        print(f"FAILED: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
