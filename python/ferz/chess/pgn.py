"""Games in PGN as python-chess's `chess.pgn` has them: a tree of nodes, headers, readers and writers."""

from __future__ import annotations

import re
import weakref
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from typing import Any, Generic, TextIO, TypeVar

from .. import pgn as native
from .._ferz import PgnReader
from . import Board
from ._squares import WHITE, Color, Move
from ._visit import BaseVisitor, FileExporter, StringExporter
from .engine import Cp, Mate, PovScore

__all__ = [
    "BaseVisitor",
    "ChildNode",
    "FileExporter",
    "Game",
    "GameNode",
    "Headers",
    "Mainline",
    "StringExporter",
    "read_game",
    "read_headers",
    "skip_game",
]

NAG_NULL, NAG_GOOD_MOVE, NAG_MISTAKE, NAG_BRILLIANT_MOVE, NAG_BLUNDER, NAG_SPECULATIVE_MOVE, NAG_DUBIOUS_MOVE = range(7)
NAG_FORCED_MOVE, NAG_SINGULAR_MOVE, NAG_WORST_MOVE, NAG_DRAWISH_POSITION = 7, 8, 9, 10

_ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}


class Headers(MutableMapping[str, str]):
    """The tags of a game: the seven that each game has come first."""

    def __init__(self, tags: Iterable[tuple[str, str]] | dict[str, str] = (), **more: str) -> None:
        self._tags = {**dict(tags), **more}

    def __getitem__(self, name: str) -> str:
        return self._tags[name]

    def __setitem__(self, name: str, value: str) -> None:
        if not re.fullmatch(r"[A-Za-z0-9_]+", name):
            raise ValueError(f"invalid pgn header tag: {name!r}")
        self._tags[name] = value

    def __delitem__(self, name: str) -> None:
        del self._tags[name]

    def __iter__(self) -> Iterator[str]:
        yield from (name for name in _ROSTER if name in self._tags)
        yield from (name for name in self._tags if name not in _ROSTER)

    def __len__(self) -> int:
        return len(self._tags)

    def copy(self) -> Headers:
        """Headers of their own."""
        return Headers(self._tags)

    def board(self) -> Board:
        """The board with which the game begins."""
        variant = native.Record({"Variant": self.get("Variant", "")}).variant()
        fen = self.get("FEN")
        return Board(fen or variant.start_fen, variant=variant)

    def __repr__(self) -> str:
        return f"Headers({', '.join(f'{name}={value!r}' for name, value in self.items())})"


Item = TypeVar("Item")


class Mainline(list[Item], Generic[Item]):
    """The nodes or the moves of a line; as text, its moves with numbers."""

    def __init__(self, start: GameNode) -> None:
        super().__init__()
        self._start = start

    def __str__(self) -> str:
        return StringExporter(columns=None, headers=False, variations=False).line(self._start)


class GameNode:
    """A position of a game, with the moves that follow."""

    parent: GameNode | None
    move: Move | None = None

    def __init__(self, *, comment: str = "") -> None:
        self.parent = None
        self.comment = comment
        self.starting_comment = ""
        self.nags: set[int] = set()
        self.variations: list[ChildNode] = []

    def board(self) -> Board:
        """The board at this node, with its past."""
        line: list[ChildNode] = []
        node: GameNode = self
        while isinstance(node, ChildNode):
            line.append(node)
            node = node.parent
        board = node.board()
        for child in reversed(line):
            board.push(child.move)
        return board

    def turn(self) -> Color:
        """The side to move."""
        return self.board().turn

    def ply(self) -> int:
        """Plies since the start of a usual game."""
        return self.board().ply()

    def root(self) -> GameNode:
        """The first node."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def game(self) -> Game:
        """The game to which the node belongs."""
        root = self.root()
        assert isinstance(root, Game)
        return root

    def end(self) -> GameNode:
        """The last node of the first line from here."""
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """`True` if no move follows."""
        return not self.variations

    def next(self) -> ChildNode | None:
        """The next node of the first line."""
        return self.variations[0] if self.variations else None

    def mainline(self) -> Mainline[ChildNode]:
        """The nodes of the first line from here."""
        nodes: Mainline[ChildNode] = Mainline(self)
        node = self.next()
        while node is not None:
            nodes.append(node)
            node = node.next()
        return nodes

    def mainline_moves(self) -> Mainline[Move]:
        """The moves of the first line from here."""
        moves: Mainline[Move] = Mainline(self)
        moves.extend(node.move for node in self.mainline())
        return moves

    def is_mainline(self) -> bool:
        """`True` if the node belongs to the game itself and to no variation."""
        node = self
        while node.parent is not None:
            if node.parent.variations[0] is not node:
                return False
            node = node.parent
        return True

    def starts_variation(self) -> bool:
        """`True` if a variation begins with the node."""
        return self.parent is not None and self.parent.variations[0] is not self

    def _index(self, move: int | Move | GameNode) -> int:
        for index, child in enumerate(self.variations):
            if move is child or move == index or move == child.move:
                return index
        raise KeyError(move)

    def variation(self, move: int | Move | GameNode) -> ChildNode:
        """A following node by its number, its move or itself."""
        return self.variations[self._index(move)]

    __getitem__ = variation

    def has_variation(self, move: int | Move | GameNode) -> bool:
        """`True` if a move follows here."""
        try:
            self._index(move)
        except KeyError:
            return False
        return True

    __contains__ = has_variation

    def promote_to_main(self, move: int | Move | GameNode) -> None:
        """Makes a variation the first."""
        self.variations.insert(0, self.variations.pop(self._index(move)))

    def promote(self, move: int | Move | GameNode) -> None:
        """Moves a variation up by one."""
        at = self._index(move)
        if at > 0:
            self.variations.insert(at - 1, self.variations.pop(at))

    def demote(self, move: int | Move | GameNode) -> None:
        """Moves a variation down by one."""
        at = self._index(move)
        if at < len(self.variations) - 1:
            self.variations.insert(at + 1, self.variations.pop(at))

    def remove_variation(self, move: int | Move | GameNode) -> None:
        """Takes a variation out."""
        del self.variations[self._index(move)]

    def add_variation(
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Adds a move behind all that follow here."""
        node = ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)
        self.variations.append(node)
        return node

    def add_main_variation(self, move: Move, *, comment: str = "", nags: Iterable[int] = ()) -> ChildNode:
        """Adds a move before all that follow here."""
        node = ChildNode(self, move, comment=comment, nags=nags)
        self.variations.insert(0, node)
        return node

    def add_line(
        self, moves: Iterable[Move], *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> GameNode:
        """Adds one move after the other; comment and glyphs belong to the last."""
        node: GameNode = self
        for number, move in enumerate(moves):
            node = node.add_variation(move, starting_comment=starting_comment if number == 0 else "")
        node.comment = f"{node.comment} {comment}".strip()
        node.nags.update(nags)
        return node

    # Commands of programs in comments.

    def _command(self, name: str) -> str | None:
        return native.Node("", comments=[self.comment]).command(name)

    def _set_command(self, name: str, value: str | None) -> None:
        written = "" if value is None else f"[%{name} {value}]"
        comment, found = re.subn(rf"\[%{name}\s[^\]]*\]", lambda _: written, self.comment, count=1)
        self.comment = comment.strip() if found else f"{comment} {written}".strip()

    def clock(self) -> float | None:
        """The seconds left on the mover's clock."""
        return native.Node("", comments=[self.comment]).clock

    def set_clock(self, seconds: float | None) -> None:
        """Writes the seconds left on the mover's clock."""
        self._set_command("clk", None if seconds is None else native._time(seconds))

    def emt(self) -> float | None:
        """The seconds that the move took."""
        return native.Node("", comments=[self.comment]).elapsed

    def set_emt(self, seconds: float | None) -> None:
        """Writes the seconds that the move took."""
        self._set_command("emt", None if seconds is None else native._time(seconds))

    def eval(self) -> PovScore | None:
        """Score of the position in a comment (`%eval`)."""
        found = re.fullmatch(r"(#)?([+-]?\d+(?:\.\d+)?)(?:,(\d+))?", self._command("eval") or "")
        if not found:
            return None
        worth = Mate(int(found[2])) if found[1] and "." not in found[2] else Cp(round(float(found[2]) * 100))
        score = PovScore(worth, WHITE)
        return score if self.turn() else PovScore(-worth, not WHITE)

    def eval_depth(self) -> int | None:
        """The depth of that evaluation."""
        _, _, depth = (self._command("eval") or "").partition(",")
        return int(depth) if depth.isdigit() else None

    def set_eval(self, score: PovScore | None, depth: int | None = None) -> None:
        """Writes what the position is worth."""
        text = None
        if score is not None:
            worth = score.white()
            mate = worth.mate()
            text = f"{(worth.score() or 0) / 100:.2f}" if mate is None else f"#{mate}"
            text += f",{depth}" if depth is not None else ""
        self._set_command("eval", text)

    # Writing.

    def accept(self, visitor: StringExporter | BaseVisitor[Any]) -> Any:
        """Writes the game from this node on, or shows it to a visitor; gives its result."""
        if isinstance(visitor, StringExporter):
            return visitor.write(self)
        return visitor.walk(self)

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))


class ChildNode(GameNode):
    """A move of a game."""

    parent: GameNode
    move: Move

    def __init__(
        self, parent: GameNode, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> None:
        super().__init__(comment=comment)
        self.parent, self.move = parent, move
        self.starting_comment = starting_comment
        self.nags = set(nags)

    def san(self) -> str:
        """The move in SAN."""
        return self.parent.board().san(self.move)

    def uci(self) -> str:
        """The move in UCI notation."""
        return self.move.uci()

    def __repr__(self) -> str:
        return f"<ChildNode at {id(self):#x} ({self.san()} ...)>"


class Game(GameNode):
    """A game: the node before its first move, with headers."""

    def __init__(self, headers: Iterable[tuple[str, str]] | dict[str, str] | None = None) -> None:
        super().__init__()
        self.headers = Headers(_ROSTER if headers is None else headers)
        self.errors: list[Exception] = []

    def board(self) -> Board:
        """The board before the first move."""
        return self.headers.board()

    def setup(self, board: Board | str) -> None:
        """Begins the game with another position."""
        board = Board(board) if isinstance(board, str) else board.root()
        variant = board.uci_variant
        if variant != "chess":
            self.headers["Variant"] = variant
        for name in ("SetUp", "FEN"):
            self.headers.pop(name, None)
        if board.fen() != self.headers.board().fen():
            self.headers["SetUp"], self.headers["FEN"] = "1", board.fen()

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """The game that has led to a board."""
        game = cls()
        game.setup(board)
        game.add_line(board.move_stack)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls) -> Game:
        """A game without headers."""
        return cls({})

    def __repr__(self) -> str:
        return f"<Game at {id(self):#x} ({self.headers.get('White', '?')!r} vs. {self.headers.get('Black', '?')!r})>"


_readers: weakref.WeakKeyDictionary[Any, tuple[PgnReader, int]] = weakref.WeakKeyDictionary()


def _reader(handle: TextIO) -> PgnReader:
    """The reader of a file: the one that read the game before, if the file is still where that one left it."""
    kept, place = _readers.get(handle, (None, -1))
    if kept is None or place != _place(handle):
        kept = PgnReader(handle)
    return kept


def _place(handle: TextIO) -> int:
    try:
        return handle.tell()
    except (OSError, ValueError):
        return -2


def _keep(handle: TextIO, reader: PgnReader) -> None:
    _readers[handle] = (reader, _place(handle))


def _node(game: Game, node: GameNode, board: Board, moves: list[native.Node]) -> None:
    """Puts moves behind a node, variations included. A move that is not legal ends its line and is kept as an error."""
    for written in moves:
        try:
            move = board.parse_san(written.san)
        except ValueError as error:
            game.errors.append(error)
            return
        child = node.add_variation(move, comment=" ".join(written.comments), nags=written.nags)
        for line in written.variations:
            _line(game, node, board.copy(), line)
        try:
            board.push(move)
        except ValueError as error:
            node.variations.remove(child)
            game.errors.append(error)
            return
        node = child


def _line(game: Game, node: GameNode, board: Board, line: native.Line) -> None:
    before = len(node.variations)
    _node(game, node, board, line.moves)
    if len(node.variations) > before:
        node.variations[before].starting_comment = " ".join(line.comments)


def read_game(handle: TextIO, *, Visitor: Callable[[], BaseVisitor[Any]] | None = None) -> Any:
    """The next game of a file, or what a visitor makes of it; `None` at the end. Illegal moves are in `errors` of the game."""
    game = _read_game(handle)
    return game if game is None or Visitor is None else game.accept(Visitor())


def _read_game(handle: TextIO) -> Game | None:
    reader = _reader(handle)
    try:
        parts = next(reader, None)
    except native.PgnError as error:
        _keep(handle, reader)
        broken = Game()
        broken.errors.append(error)
        return broken
    _keep(handle, reader)
    if parts is None:
        return None
    record = native._record(parts)
    game = Game({**_ROSTER, **record.tags})
    if "Result" not in record.tags or game.headers["Result"] == "*":
        game.headers["Result"] = record.result
    game.comment = " ".join(record.comments)
    try:
        board = game.board()
    except ValueError as error:
        game.errors.append(error)
        return game
    _node(game, game, board, record.moves)
    return game


def read_headers(handle: TextIO) -> Headers | None:
    """The headers of the next game of a file, whose moves are passed over."""
    reader = _reader(handle)
    tags = reader.tags()
    _keep(handle, reader)
    return None if tags is None else Headers({**_ROSTER, **tags})


def skip_game(handle: TextIO) -> bool:
    """Passes over the next game of a file; `False` at its end."""
    return read_headers(handle) is not None
