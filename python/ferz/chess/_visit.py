"""Visitors that walk through a game part by part, and writers of PGN."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, Generic, Protocol, TextIO, TypeVar

from .._ferz import write_pgn
from . import Board
from ._squares import Move

Result = TypeVar("Result")


class GameNode(Protocol):
    """The parts of a position that a visit needs: `chess.pgn.GameNode` has them."""

    comment: str

    @property
    def variations(self) -> Sequence[ChildNode]:
        """The moves that follow, that of the main line first."""

    def game(self) -> Game:
        """The game to which the position belongs."""

    def board(self) -> Board:
        """The board at this position, with its past."""


class ChildNode(GameNode, Protocol):
    """A position after a move."""

    starting_comment: str
    nags: set[int]

    @property
    def move(self) -> Move:
        """The move that leads here."""


class Game(GameNode, Protocol):
    """The position with which a game begins."""

    errors: list[Exception]

    @property
    def headers(self) -> Mapping[str, str]:
        """The tags."""


class BaseVisitor(Generic[Result]):
    """Sees a game part by part. What is not overridden does nothing."""

    def begin_game(self) -> None:
        """The game begins."""

    def begin_headers(self) -> MutableMapping[str, str] | None:
        """The headers begin."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """A header."""

    def end_headers(self) -> None:
        """The headers are over."""

    def visit_board(self, board: Board) -> None:
        """A position: that of the start, and that after each move."""

    def visit_move(self, board: Board, move: Move) -> None:
        """A move, and the board before it."""

    def visit_comment(self, comment: str) -> None:
        """A comment, before the first move or behind the last one seen."""

    def visit_nag(self, nag: int) -> None:
        """A glyph of the last move."""

    def begin_variation(self) -> None:
        """Moves in place of the last one begin."""

    def end_variation(self) -> None:
        """They are over."""

    def visit_result(self, result: str) -> None:
        """The result after the moves."""

    def handle_error(self, error: Exception) -> None:
        """A fault of the text."""

    def end_game(self) -> None:
        """The game is over."""

    def result(self) -> Result | bool:
        """Result of the visit."""
        return True

    def walk(self, node: GameNode) -> Result | bool:
        """Shows a game from a node on."""
        game = node.game()
        self.begin_game()
        if node is game:
            self.begin_headers()
            for name, value in game.headers.items():
                self.visit_header(name, value)
            self.end_headers()
            if game.comment:
                self.visit_comment(game.comment)
        board = node.board()
        self.visit_board(board)
        self._line(board, node)
        for error in game.errors if node is game else []:
            self.handle_error(error)
        self.visit_result(_result(game))
        self.end_game()
        return self.result()

    def _line(self, board: Board, node: GameNode) -> None:
        while node.variations:
            first, *others = node.variations
            before = board.copy() if others else board
            self._move(board, first)
            for other in others:
                self.begin_variation()
                if other.starting_comment:
                    self.visit_comment(other.starting_comment)
                twin = before.copy()
                self._move(twin, other)
                self._line(twin, other)
                self.end_variation()
            node = first

    def _move(self, board: Board, node: ChildNode) -> None:
        self.visit_move(board, node.move)
        board.push(node.move)
        self.visit_board(board)
        for nag in sorted(node.nags):
            self.visit_nag(nag)
        if node.comment:
            self.visit_comment(node.comment)


class StringExporter:
    """Writes a game as text."""

    def __init__(
        self, *, columns: int | None = 80, headers: bool = True, comments: bool = True, variations: bool = True
    ) -> None:
        self.columns, self.headers, self.comments, self.variations = columns, headers, comments, variations

    def write(self, node: GameNode) -> str:
        """The text of a game, or of the moves from a node on."""
        game = node.game()
        tags = list(game.headers.items())
        board = node.board()
        shown = tags if self.headers and node is game else []
        before = [node.comment] if self.comments and node.comment and node is game else []
        text = write_pgn(
            [*tags, ("FEN", board.fen())] if "FEN" not in game.headers or node is not game else tags,
            before,
            self._moves(board, node),
            _result(game),
        )
        head, _, moves = text.partition("\n\n")
        moves = moves.strip() if self.columns else " ".join(moves.split("\n")).strip()
        if node is not game:
            moves = moves.rsplit(" ", 1)[0] if " " in moves else ""
        lines = write_pgn(shown, [], [], "*").partition("\n\n")[0] if shown else ""
        return f"{lines}\n\n{moves}" if lines else moves

    def line(self, node: GameNode) -> str:
        """The text of the moves from a node on, without a result."""
        board = node.board()
        text = write_pgn([("FEN", board.fen())], [], self._moves(board, node), "*")
        return " ".join(text.partition("\n\n")[2].split("\n")).strip().removesuffix("*").strip()

    def _comments(self, *texts: str) -> list[str]:
        return [text for text in texts if text] if self.comments else []

    def _moves(self, board: Board, node: GameNode) -> list[tuple[Any, ...]]:
        moves: list[tuple[Any, ...]] = []
        board = board.copy()
        while node.variations:
            first, *others = node.variations
            lines = []
            for other in others if self.variations else []:
                twin = board.copy()
                comments = self._comments(other.comment)
                head: tuple[Any, ...] = (twin.san_and_push(other.move), sorted(other.nags), comments, [])
                lines.append((self._comments(other.starting_comment), [head, *self._moves(twin, other)]))
            san = board.san_and_push(first.move)
            moves.append((san, sorted(first.nags), self._comments(first.comment), lines))
            node = first
        return moves


def _result(game: Game) -> str:
    result = game.headers.get("Result", "*")
    return result if result in ("1-0", "0-1", "1/2-1/2") else "*"


class FileExporter(StringExporter):
    """Writes games into a file, one after the other."""

    def __init__(self, handle: TextIO, **options: Any) -> None:
        super().__init__(**options)
        self.handle = handle

    def write(self, node: GameNode) -> Any:
        """Writes a game and a blank line."""
        return self.handle.write(super().write(node) + "\n\n")
