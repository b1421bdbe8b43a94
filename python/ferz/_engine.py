"""Programs that speak UCI, as players: `ferz.engine("stockfish")`.

>>> import ferz
>>> with ferz.engine(["fairy-stockfish"]) as engine:  # doctest: +SKIP
...     game = ferz.load("xiangqi").game()
...     while not game.end:
...         game.push(engine.play(game, time=0.1).best)

An engine is told the variant of each game; one that it does not know is given to it as a `variants.ini` if it can read one. Every
answer is checked: a move that is not legal, a program that ends or does not answer in time is an `EngineError`.
"""

from __future__ import annotations

import os
import queue
import shlex
import subprocess
import tempfile
import threading
import time as clock
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType

from ._ferz import Found, Game, Move, Position, Variant, export_ini

__all__ = ["Engine", "EngineError", "engine"]

# How long a program may take to start, to get ready, and to answer when it has been told to stop: in seconds.
PATIENCE = 10.0
# The longest line that is kept, in bytes.
LONGEST = 1 << 16


class EngineError(RuntimeError):
    """A program that does not do what UCI asks of it."""


class Engine:
    """A program that speaks UCI. Close it, or use it in a `with` statement."""

    def __init__(
        self, command: str | os.PathLike[str] | Sequence[str], *, options: Mapping[str, object] | None = None, patience: float = PATIENCE
    ) -> None:
        words = [os.fspath(command)] if isinstance(command, (str, os.PathLike)) else list(command)
        if len(words) == 1 and not os.path.exists(words[0]):
            words = shlex.split(words[0])
        self.command = words
        self.name = ""
        self.author = ""
        self.options: dict[str, str] = {}
        """Options of the program: from a name to a text such as `type spin default 16 min 1 max 33554432`."""
        self._patience = patience
        self._variant: Variant | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
            )
        except OSError as error:
            raise EngineError(f"cannot start `{' '.join(words)}`: {error}") from error
        self._heard: queue.Queue[str | None] = queue.Queue(4096)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            self._greet()
            for name, value in (options or {}).items():
                self.set_option(name, value)
        except BaseException:
            self.close()
            raise

    def _listen(self) -> None:
        output = self._process.stdout
        assert output is not None
        try:
            for line in iter(lambda: output.readline(LONGEST), b""):
                self._heard.put(line.decode("utf-8", "replace").strip())
        except (OSError, ValueError):
            # The engine was closed while it was listened to.
            pass
        self._heard.put(None)

    def _say(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise ValueError("a command is one line")
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
        except (OSError, ValueError) as error:
            raise EngineError(f"`{' '.join(self.command)}` has ended") from error

    def _hear(self, until: float) -> str:
        try:
            line = self._heard.get(timeout=max(0.0, until - clock.monotonic()))
        except queue.Empty:
            raise EngineError(f"`{' '.join(self.command)}` does not answer in time") from None
        if line is None:
            self._heard.put(None)
            raise EngineError(f"`{' '.join(self.command)}` has ended")
        return line

    def _lines(self, last: str, until: float) -> Iterator[str]:
        """The lines up to one that begins with a word, that line included."""
        while True:
            line = self._hear(until)
            yield line
            if line.split(" ", 1)[0] == last:
                return

    def _greet(self) -> None:
        self._say("uci")
        for line in self._lines("uciok", clock.monotonic() + self._patience):
            words = line.split(" ")
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])
            elif words[:2] == ["id", "author"]:
                self.author = " ".join(words[2:])
            elif words[:2] == ["option", "name"] and " type " in line:
                name, _, kind = line.removeprefix("option name ").partition(" type ")
                self.options[name] = f"type {kind}"

    def wait(self) -> None:
        """Waits until the program is ready."""
        self._say("isready")
        for _ in self._lines("readyok", clock.monotonic() + self._patience):
            pass

    def set_option(self, name: str, value: object) -> None:
        """Sets an option of the program. Raises `ValueError` if the program has none of that name."""
        if name not in self.options:
            raise ValueError(f"`{self.name or self.command[0]}` has no option `{name}`")
        written = str(value).lower() if isinstance(value, bool) else str(value)
        self._say(f"setoption name {name} value {written}")

    def _choose(self, variant: Variant) -> None:
        """Tells the program which variant is played."""
        if self._variant == variant:
            return
        kind = self.options.get("UCI_Variant")
        known = kind is not None and f" {variant.id} " in kind.replace(" var ", "  ").replace("default ", " ") + " "
        if kind is not None:
            if not known:
                self._teach(variant)
            self.set_option("UCI_Variant", variant.id)
        elif variant.id not in ("chess", "chess960"):
            raise EngineError(f"`{self.name}` knows no variants, so it cannot play {variant.id}")
        if "UCI_Chess960" in self.options:
            self.set_option("UCI_Chess960", variant.id == "chess960")
        self._say("ucinewgame")
        self._variant = variant

    def _teach(self, variant: Variant) -> None:
        if "VariantPath" not in self.options:
            raise EngineError(f"`{self.name}` does not know the variant {variant.id}")
        self._folder = self._folder or tempfile.TemporaryDirectory(prefix="ferz-")
        path = os.path.join(self._folder.name, "variants.ini")
        with open(path, "w", encoding="utf-8") as file:
            file.write(export_ini(variant, variant.id))
        self.set_option("VariantPath", path)

    def new_game(self) -> None:
        """Tells the program that the next position belongs to another game."""
        self._say("ucinewgame")

    def play(
        self,
        game: Game | Position,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        clocks: tuple[float, float] | None = None,
        increments: tuple[float, float] = (0.0, 0.0),
    ) -> Found:
        """The program's move and what it says of it: after a time in seconds, a number of positions, a depth, or by White's and
        Black's clocks in seconds. The game stays as it is."""
        last, told, took = self._think(game, self._go(time, nodes, depth, clocks, increments), time, clocks)
        return self._found(game, last, told.get(1, {}), took)

    def lines(
        self,
        game: Game | Position,
        count: int,
        *,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> list[Found]:
        """The best moves with what the program says of each, best first: as many as are asked for, or as there are."""
        self.set_option("MultiPV", count)
        try:
            last, told, took = self._think(game, self._go(time, nodes, depth, None, (0.0, 0.0)), time, None)
        finally:
            self.set_option("MultiPV", 1)
        found = []
        for number in sorted(told):
            first = told[number].get("pv", "").split()
            if first and number <= count:
                found.append(self._found(game, f"bestmove {first[0]}", told[number], took))
        return found or [self._found(game, last, {}, took)]

    def _think(
        self, game: Game | Position, go: str, time: float | None, clocks: tuple[float, float] | None
    ) -> tuple[str, dict[int, dict[str, str]], float]:
        """Lets the program search: its last line, what it has said of each line of play, and the seconds that it took."""
        self._choose(game.variant)
        made = [move.uci for move in game.moves] if isinstance(game, Game) else []
        fen = game.start.fen if isinstance(game, Game) else game.fen
        self.wait()
        self._say(f"position fen {fen}" + (" moves " + " ".join(made) if made else ""))
        budget = time if time is not None else (max(clocks) if clocks else None)
        began = clock.monotonic()
        self._say(go)
        told: dict[int, dict[str, str]] = {}
        line = ""
        try:
            # Without a clock the program may take as long as it wants.
            until = float("inf") if budget is None else began + budget + self._patience
            for line in self._lines("bestmove", min(until, began + threading.TIMEOUT_MAX / 2)):
                _keep(told, line)
        except KeyboardInterrupt:
            self._say("stop")
            for _ in self._lines("bestmove", clock.monotonic() + self._patience):
                pass
            raise
        return line, told, clock.monotonic() - began

    @staticmethod
    def _go(
        time: float | None,
        nodes: int | None,
        depth: int | None,
        clocks: tuple[float, float] | None,
        increments: tuple[float, float],
    ) -> str:
        words = ["go"]
        if clocks is not None:
            for name, seconds in zip(("wtime", "btime", "winc", "binc"), (*clocks, *increments), strict=True):
                words += [name, str(max(0, round(seconds * 1000)))]
        for name, value in (("movetime", None if time is None else max(1, round(time * 1000))), ("nodes", nodes), ("depth", depth)):
            if value is not None:
                words += [name, str(int(value))]
        if len(words) == 1:
            raise ValueError("say how long to search: `depth=`, `nodes=`, `time=` or `clocks=` in seconds")
        return " ".join(words)

    def _found(self, game: Game | Position, line: str, told: Mapping[str, str], took: float) -> Found:
        words = line.split()
        text = words[1] if len(words) > 1 else "(none)"
        if text in ("(none)", "0000", "none"):
            if game.legal_moves:
                raise EngineError(f"`{self.name}` gives no move, although there are legal ones")
            return Found(None, None, None, [], 0, 0, took)
        try:
            best = game.parse(text)
        except ValueError as error:
            raise EngineError(f"`{self.name}` plays `{text}`, which is not legal") from error
        kind, _, value = told.get("score", "").partition(" ")
        number = int(value.split()[0]) if value and value.split()[0].lstrip("-").isdigit() else None
        return Found(
            best,
            number if kind == "cp" else None,
            number if kind == "mate" else None,
            _line(game, text, told.get("pv", "").split()) or [best],
            int(told.get("depth", 0)),
            int(told.get("nodes", 0)),
            took,
        )

    def close(self) -> None:
        """Ends the program. Closing it again does nothing."""
        if self._process.poll() is None:
            try:
                self._say("quit")
                self._process.wait(timeout=1)
            except (EngineError, subprocess.TimeoutExpired):
                self._process.kill()
                self._process.wait()
        # A listener that waits for room in the queue is given some; it ends with the output of the program.
        while self._listener.is_alive() and not self._heard.empty():
            self._heard.get_nowait()
        self._listener.join(timeout=1)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine {self.name or self.command[0]}>"


def _keep(told: dict[int, dict[str, str]], line: str) -> None:
    """Keeps what a line of information says, by the number of the line of play."""
    words = line.split()
    if words[:1] != ["info"] or words[1:2] == ["string"]:
        return

    def behind(name: str) -> str:
        return "".join(words[words.index(name) + 1 :][:1]) if name in words else ""

    number = int(behind("multipv")) if behind("multipv").isdigit() else 1
    kept = told.setdefault(number, {})
    for name in ("depth", "nodes"):
        if behind(name).isdigit():
            kept[name] = behind(name)
    if "score" in words and "lowerbound" not in words and "upperbound" not in words:
        kept["score"] = " ".join(words[words.index("score") + 1 :][:2])
        if "pv" in words:
            kept["pv"] = " ".join(words[words.index("pv") + 1 :])


def _line(game: Game | Position, best: str, texts: Sequence[str]) -> list[Move]:
    """The line of a program, as far as it is legal; none if it does not begin with its move."""
    if list(texts[:1]) != [best]:
        return []
    position, line = game.position if isinstance(game, Game) else game, []
    for text in texts:
        if not position.is_legal(text):
            break
        line.append(position.parse(text))
        position = position.after(text)
    return line


def engine(
    command: str | os.PathLike[str] | Sequence[str], *, options: Mapping[str, object] | None = None, patience: float = PATIENCE
) -> Engine:
    """Starts a program that speaks UCI: a path, a command line, or a list of words."""
    return Engine(command, options=options, patience=patience)
