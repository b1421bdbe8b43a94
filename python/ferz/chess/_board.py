"""The board of python-chess, with Ferz's rules behind it."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .. import _ferz as ferz
from ._bits import Bits
from ._squares import (
    BLACK,
    COLOR_NAMES,
    PAWN,
    PIECE_NAMES,
    PIECE_SYMBOLS,
    PIECE_TYPES,
    SQUARE_NAMES,
    SQUARES,
    WHITE,
    AmbiguousMoveError,
    Color,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Piece,
    PieceType,
    Square,
    SquareSet,
    parse_square,
    square_file,
    square_rank,
)

class Termination(enum.Enum):
    """Why a game is over."""

    CHECKMATE = enum.auto()
    STALEMATE = enum.auto()
    INSUFFICIENT_MATERIAL = enum.auto()
    SEVENTYFIVE_MOVES = enum.auto()
    FIVEFOLD_REPETITION = enum.auto()
    FIFTY_MOVES = enum.auto()
    THREEFOLD_REPETITION = enum.auto()
    VARIANT_WIN = enum.auto()
    VARIANT_LOSS = enum.auto()
    VARIANT_DRAW = enum.auto()


@dataclass
class Outcome:
    """How a game has ended."""

    termination: Termination
    winner: Color | None

    def result(self) -> str:
        """The result as PGN has it."""
        return "1/2-1/2" if self.winner is None else ("1-0" if self.winner else "0-1")


class MoveList:
    """The legal moves of a board; those of the board as it is when they are asked for."""

    def __init__(self, board: Board, captures: bool = False) -> None:
        self._board, self._captures = board, captures

    def __iter__(self) -> Iterator[Move]:
        return iter(self._board._moves(self._captures))

    def __contains__(self, move: Move) -> bool:
        return self._board.is_legal(move)

    def __len__(self) -> int:
        return len(self._board._moves(self._captures))

    def __bool__(self) -> bool:
        return bool(self._board._moves(self._captures))

    def count(self) -> int:
        """How many there are."""
        return len(self)

    def __repr__(self) -> str:
        return f"<LegalMoveGenerator ({', '.join(self._board.san(move) for move in self)})>"


class Board(Bits):
    """A game of chess, or of another variant on eight by eight squares with the same pieces, in python-chess's words.

    A move that is not legal cannot be pushed. `variant` is the name of a built-in variant or a `ferz.Variant`.
    """

    # Moves.

    def _moves(self, captures: bool = False) -> list[Move]:
        if captures:
            return [self._of(move.uci) for move in self.game.legal_captures]
        return [self._of(uci) for uci in self.game.uci_moves()]

    @staticmethod
    def _of(uci: str) -> Move:
        return Move.from_uci(uci)

    @property
    def legal_moves(self) -> MoveList:
        """The legal moves."""
        return MoveList(self)

    @property
    def pseudo_legal_moves(self) -> MoveList:
        """The legal moves: those that leave the king in check are not kept apart."""
        return MoveList(self)

    def generate_legal_moves(self, from_mask: int | SquareSet = -1, to_mask: int | SquareSet = -1) -> Iterator[Move]:
        """The legal moves from some squares to some."""
        starts, ends = int(from_mask), int(to_mask)
        return (move for move in self._moves() if starts >> move.from_square & 1 and ends >> move.to_square & 1)

    def generate_legal_captures(self, from_mask: int | SquareSet = -1, to_mask: int | SquareSet = -1) -> Iterator[Move]:
        """The legal captures from some squares to some."""
        starts, ends = int(from_mask), int(to_mask)
        return (move for move in self._moves(True) if starts >> move.from_square & 1 and ends >> move.to_square & 1)

    def is_legal(self, move: Move) -> bool:
        """`True` if a move is legal."""
        return bool(move) and self._known(move) in set(self.game.uci_moves())

    def is_pseudo_legal(self, move: Move) -> bool:
        """`True` if a move is legal."""
        return self.is_legal(move)

    def _known(self, move: Move) -> str:
        return move.uci()

    def _legal(self, move: Move) -> ferz.Move:
        try:
            return self.game.parse(move.uci())
        except ferz.IllegalMoveError as error:
            raise IllegalMoveError(f"{move.uci()} is not legal in {self.fen()}") from error

    def find_move(self, from_square: Square, to_square: Square, promotion: PieceType | None = None) -> Move:
        """The legal move between two squares, to a queen where that is open. Raises `IllegalMoveError`."""
        for choice in (promotion, 5):
            move = Move(from_square, to_square, choice)
            if self.is_legal(move):
                return move
        raise IllegalMoveError(f"no legal move from {SQUARE_NAMES[from_square]} to {SQUARE_NAMES[to_square]} in {self.fen()}")

    def push(self, move: Move) -> None:
        """Plays a legal move, or passes with `Move.null()`. Raises `IllegalMoveError`."""
        if move:
            self.game.push(self._legal(move))
        else:
            self._pass()
        self.move_stack.append(move)

    def _pass(self) -> None:
        fields = self.game.fen.split()
        fields[-1] = str(int(fields[-1]) + (fields[1] == "b"))
        fields[-2] = str(int(fields[-2]) + 1)
        fields[1], fields[3] = "b" if fields[1] == "w" else "w", "-"
        passed = self._rules.game(" ".join(fields))
        self._earlier.append(self.game)
        self._game = passed

    def pop(self) -> Move:
        """Takes the last move back. Raises `IndexError` if there is none."""
        move = self.move_stack.pop()
        if move:
            self.game.undo()
        else:
            self._game = self._earlier.pop()
        return move

    def peek(self) -> Move:
        """The last move. Raises `IndexError` if there is none."""
        return self.move_stack[-1]

    def push_uci(self, uci: str) -> Move:
        """Plays a move in UCI notation."""
        move = self.parse_uci(uci)
        self.push(move)
        return move

    def push_san(self, san: str) -> Move:
        """Plays a move in SAN."""
        move = self.parse_san(san)
        self.push(move)
        return move

    def parse_uci(self, uci: str) -> Move:
        """The legal move of a text in UCI notation."""
        move = Move.from_uci(uci)
        return self._of(self._legal(move).uci) if move else move

    def parse_san(self, san: str) -> Move:
        """The legal move of a text in SAN."""
        if san in ("--", "Z0", "0000", "@@@@"):
            return Move.null()
        try:
            # Moves that name both squares are read too, whatever piece moves.
            whole = re.fullmatch(r"([a-h][1-8])[-x]?([a-h][1-8])=?([nbrqNBRQ]?)[+#]?", san)
            if whole:
                return self._of(self.game.parse("".join(whole.groups()).lower()).uci)
            return self._of(self.game.parse_san(san).uci)
        except ferz.IllegalMoveError as error:
            if error.candidates:
                raise AmbiguousMoveError(f"ambiguous san: {san!r} in {self.fen()}") from error
            if not any(letter.isdigit() for letter in san) and not san.upper().startswith(("O-O", "0-0")):
                raise InvalidMoveError(f"invalid san: {san!r}") from error
            raise IllegalMoveError(f"illegal san: {san!r} in {self.fen()}") from error

    def san(self, move: Move) -> str:
        """A legal move in SAN."""
        return self._legal(move).san if move else "--"

    def lan(self, move: Move) -> str:
        """A legal move in long algebraic notation."""
        made = self._legal(move)
        if made.is_castling or made.is_drop:
            return made.san
        letter = made.san[0] if made.san[0].isupper() else ""
        rest = made.san[made.san.rindex(made.to_square) + 2 :]
        return letter + made.from_square + ("x" if made.is_capture else "-") + made.to_square + rest

    def san_and_push(self, move: Move) -> str:
        """Plays a move, and gives its SAN."""
        san = self.san(move)
        self.push(move)
        return san

    def uci(self, move: Move, **_: Any) -> str:
        """A move in UCI notation."""
        return move.uci()

    def variation_san(self, variation: Iterable[Move]) -> str:
        """A line of moves in SAN with numbers."""
        board, words = self.copy(stack=False), []
        for move in variation:
            number = f"{board.fullmove_number}. " if board.turn else ("" if words else f"{board.fullmove_number}...")
            words.append(number + board.san_and_push(move))
        return " ".join(words)

    # Attacks and checks.

    def attackers(self, color: Color, square: Square) -> SquareSet:
        """The squares from which a side attacks a square."""
        return SquareSet(parse_square(at) for at in self.game.attackers(COLOR_NAMES[color], SQUARE_NAMES[square]))

    def is_attacked_by(self, color: Color, square: Square) -> bool:
        """`True` if a side attacks a square."""
        return bool(self.attackers(color, square))

    def attacks(self, square: Square) -> SquareSet:
        """The squares that the piece on a square attacks."""
        color = self.color_at(square)
        return SquareSet() if color is None else SquareSet(at for at in SQUARES if square in self.attackers(color, at))

    def attackers_mask(self, color: Color, square: Square) -> int:
        """The squares from which a side attacks a square, as a number."""
        return self.attackers(color, square).mask

    def attacks_mask(self, square: Square) -> int:
        """The squares that the piece on a square attacks, as a number."""
        return self.attacks(square).mask

    def checkers_mask(self) -> int:
        """The pieces that give check, as a number."""
        return self.checkers().mask

    def checkers(self) -> SquareSet:
        """The pieces that give check."""
        king = self.king(self.turn)
        return SquareSet() if king is None or not self.is_check() else self.attackers(not self.turn, king)

    def is_pinned(self, color: Color, square: Square) -> bool:
        """`True` if a square is all that stands between a king and an attacker, or would be if a piece stood on it."""
        king = self.king(color)
        if king is None or king == square:
            return False
        placed, pieces = self.piece_at(square), self._pieces()
        pieces.pop(square, None)
        if placed is None:
            pieces[square] = (Piece(PAWN, color).symbol(), False)
        # A king may be attacked only on its own side's turn.
        for turn in (color, not color):
            other = self.copy(stack=False)
            other._edit(pieces, turn)
            if other._game is not None:
                before, after = self.attackers(not color, king), other.attackers(not color, king)
                return bool(after - before if placed else before - after)
        return False

    def gives_check(self, move: Move) -> bool:
        """`True` if a legal move gives check."""
        return self.game.gives_check(self._legal(move))

    def is_check(self) -> bool:
        """`True` if the side to move is in check."""
        return self.game.is_check()

    def is_capture(self, move: Move) -> bool:
        """`True` if a legal move captures."""
        return self._legal(move).is_capture

    def is_en_passant(self, move: Move) -> bool:
        """`True` if a legal move captures in passing."""
        return self._legal(move).is_en_passant

    def is_castling(self, move: Move) -> bool:
        """`True` if a legal move is castling."""
        return self._legal(move).is_castling

    def is_kingside_castling(self, move: Move) -> bool:
        """`True` if a legal move is castling towards the h-file."""
        return self.is_castling(move) and square_file(move.to_square) > square_file(move.from_square)

    def is_queenside_castling(self, move: Move) -> bool:
        """`True` if a legal move is castling towards the a-file."""
        return self.is_castling(move) and square_file(move.to_square) < square_file(move.from_square)

    def is_zeroing(self, move: Move) -> bool:
        """`True` if a legal move captures or moves a pawn."""
        made = self._legal(move)
        return made.is_capture or made.piece == PIECE_NAMES[1]

    # Ends.

    def _end(self) -> ferz.End | None:
        return self.game.end

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game has ended; with `claim_draw` also by what a player may claim."""
        end = self._end()
        if end is not None and not end.claim:
            return Outcome(self._termination(end), {"white": WHITE, "black": BLACK}.get(end.winner or ""))
        if self.is_seventyfive_moves():
            return Outcome(Termination.SEVENTYFIVE_MOVES, None)
        if self.is_fivefold_repetition():
            return Outcome(Termination.FIVEFOLD_REPETITION, None)
        if claim_draw and self.can_claim_fifty_moves():
            return Outcome(Termination.FIFTY_MOVES, None)
        if claim_draw and self.can_claim_threefold_repetition():
            return Outcome(Termination.THREEFOLD_REPETITION, None)
        return None

    def _termination(self, end: ferz.End) -> Termination:
        named = {term.name.lower(): term for term in Termination}
        if end.reason in named:
            return named[end.reason]
        if end.winner is None:
            return Termination.VARIANT_DRAW
        return Termination.VARIANT_WIN if end.winner == self.game.turn else Termination.VARIANT_LOSS

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """`True` if the game is over."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """The result as PGN has it."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    def is_checkmate(self) -> bool:
        """`True` if the side to move is mated."""
        return self.is_check() and not self.game.uci_moves()

    def is_stalemate(self) -> bool:
        """`True` if the side to move has no move and is not in check."""
        end = self._end()
        return not self.is_check() and not self.game.uci_moves() and (end is None or "stale" in end.reason)

    def is_insufficient_material(self) -> bool:
        """`True` if no side can mate."""
        end = self._end()
        return end is not None and "material" in end.reason

    def is_variant_end(self) -> bool:
        """`True` if a rule of the variant has ended the game."""
        end = self._end()
        return end is not None and not end.claim and self._termination(end).name.startswith("VARIANT")

    def is_seventyfive_moves(self) -> bool:
        """`True` if 75 moves have been played without progress."""
        return self.halfmove_clock >= 150 and bool(self.game.uci_moves())

    def is_fifty_moves(self) -> bool:
        """`True` if 50 moves have been played without progress."""
        return self.halfmove_clock >= 100 and bool(self.game.uci_moves())

    def can_claim_fifty_moves(self) -> bool:
        """`True` if 50 moves without progress can be claimed, if need be by a move."""
        if self.is_fifty_moves():
            return True
        return self.halfmove_clock >= 99 and any(not self.is_zeroing(move) for move in self.legal_moves)

    def is_repetition(self, count: int = 3) -> bool:
        """`True` if the position has occurred so often."""
        position, seen = self.game.position, 1
        before = self.copy()
        while before.move_stack and seen < count:
            before.pop()
            seen += before.game.position == position
        return seen >= count

    def is_fivefold_repetition(self) -> bool:
        """`True` if the position has occurred five times."""
        return len(self.move_stack) >= 16 and self.is_repetition(5)

    def can_claim_threefold_repetition(self) -> bool:
        """`True` if a third occurrence can be claimed, if need be by a move."""
        if self.is_repetition(3):
            return True
        board = self.copy()
        for move in list(board.legal_moves):
            board.push(move)
            repeated = board.is_repetition(3)
            board.pop()
            if repeated:
                return True
        return False

    def can_claim_draw(self) -> bool:
        """`True` if a player can claim a draw."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    # Copies and pictures.

    def copy(self, *, stack: bool | int = True) -> Board:
        """A board of its own in the same state; without `stack`, without its past."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.move_stack = list(self.move_stack) if stack else []
        twin._earlier = [game.copy() for game in self._earlier] if stack else []
        if self._game is not None:
            twin._game = self._game.copy() if stack else None
            twin._fen = self._game.fen
        return twin

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Board:
        return self.copy()

    def mirror(self) -> Board:
        """The same position with the colours changed."""
        fields = self.fen().split()
        fields[0] = "/".join(reversed(fields[0].swapcase().split("/")))
        fields[1] = "b" if fields[1] == "w" else "w"
        fields[2] = "".join(sorted(fields[2].swapcase()))
        if fields[3] != "-":
            fields[3] = fields[3][0] + str(9 - int(fields[3][1]))
        return type(self)(" ".join(fields), variant=self._rules)

    def root(self) -> Board:
        """The position before the first move."""
        board = self.copy()
        while board.move_stack:
            board.pop()
        return board

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._rules == other._rules and self.fen() == other.fen()

    __hash__ = None  # type: ignore[assignment]

    def epd(self, **operations: Any) -> str:
        """The position as EPD with operations."""
        position = " ".join(self.fen().split()[:4])
        if not operations:
            return position
        told = {name: self._operand(value) for name, value in operations.items()}
        return self._rules.position(f"{position} 0 1").epd(**told)

    def _operand(self, value: Any) -> Any:
        if isinstance(value, Move):
            return self.san(value)
        return [self._operand(item) for item in value] if isinstance(value, (list, tuple)) else value

    def set_epd(self, epd: str) -> dict[str, Any]:
        """Begins anew with the position of an EPD; gives its operations, moves of `bm` and `am` as moves."""
        position, operations = self._rules.position_from_epd(epd)
        self.set_fen(position.fen)
        for name in ("bm", "am"):
            if name in operations:
                texts = operations[name] if isinstance(operations[name], list) else [operations[name]]
                operations[name] = [self.parse_san(str(text)) for text in texts]
        return operations

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Board, dict[str, Any]]:
        """The board of an EPD and its operations."""
        board = cls(None, chess960=chess960)
        return board, board.set_epd(epd)


__all__ = ["Board", "MoveList", "Outcome", "Termination"]
