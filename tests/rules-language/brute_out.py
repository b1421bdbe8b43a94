#!/usr/bin/env python3
"""Counts of the games of this folder in which sides drop out, without anything of Ferz: `python3 brute_out.py GAME DEPTH [SEED]`.
With a seed, from a position of a random game, in which a side drops out soon.

four-player-chess: a side drops out when it is mated, stuck or without its king; its pieces stay and attack nothing.
four-player-teams: the same for partners; the pieces leave the board.
chaturaji: kings are captured; a side without its king drops out, and its pieces block their squares.
isola: three runners that move as kings; the square that one leaves is lost; a runner that cannot move is out.
"""
import random
import sys

from brute_four import KNIGHT, ROOK, BISHOP, Game, four

OUT_PIECES = {"four-player-chess": "stay", "four-player-teams": "vanish", "chaturaji": "block"}


class Outs:
    """A game of `brute_four` with sides that drop out. A state has a board, the side to move, passed squares and the sides
    that are out."""

    def __init__(self, name):
        self.name, self.pieces = name, OUT_PIECES[name]
        self.game, (self.board, _, _, _) = four()
        if name == "four-player-chess":
            self.game.partner = [0, 1, 2, 3]
        self.team = lambda side: min(side, self.game.partner[side])

    def view(self, state):
        """The board as moves and attacks see it: pieces of sides that are out attack nothing."""
        board, side, passed, out = state
        self.game.in_check = lambda after, own: self.in_check(after, own, out)
        return board, {}, side, passed

    def in_check(self, board, side, out):
        king = [square for square, piece in board.items() if piece == ("K", side)]
        enemies = [
            (square, piece) for square, piece in board.items()
            if piece[1] not in (side, self.game.partner[side]) and piece[1] not in out
        ]
        return any(
            to in king and how in ("any", "capture")
            for square, (piece, owner) in enemies
            for to, how in self.game.reached(board, square, piece, owner)
        )

    def moves(self, state):
        if self.is_over(state):
            return
        side, out = state[1], state[3]
        for after, _, middle in list(self.game.moves(self.view(state))):
            yield self.settled((after, self.next(side, out), middle, out))

    def is_over(self, state):
        return len({self.team(side) for side in range(4) if side not in state[3]}) == 1

    def next(self, side, out):
        return next(one for one in [(side + step) % 4 for step in range(1, 5)] if one not in out)

    def settled(self, state):
        while not self.is_over(state):
            board, side, passed, out = state
            kingless = [s for s in range(4) if s not in out and ("K", s) not in board.values()]
            gone = kingless[0] if kingless else side
            if not kingless and any(True for _ in self.game.moves(self.view(state))):
                break
            out = out | {gone}
            if self.pieces == "vanish":
                board = {square: piece for square, piece in board.items() if piece[1] != gone}
                passed = passed if passed and passed[1] in board else None
            state = (board, self.next(side, out) if side == gone else side, passed, out)
        return state

    def start(self):
        return self.board, 0, None, frozenset()

    def letter(self, piece):
        return piece[0].lower() if piece[1] in (1, 3) else piece[0]

    def size(self):
        return 14


class Chaturaji(Outs):
    """Kings are common pieces. Pieces of sides that are out are walls."""

    def __init__(self):
        self.name, self.team = "chaturaji", lambda side: side
        self.board = {}
        for place, piece in enumerate("BNRK"):
            for row, kind in ((0, piece), (1, "P")):
                self.board[place, row] = (kind, 0)
                self.board[row, 7 - place] = (kind, 1)
                self.board[7 - place, 7 - row] = (kind, 2)
                self.board[7 - row, place] = (kind, 3)

    def moves(self, state):
        if self.is_over(state):
            return
        board, side, _, out = state
        for square, (piece, owner) in board.items():
            if owner != side:
                continue
            for to in self.reached(board, square, piece, side, out):
                depth = [to[1], to[0], 7 - to[1], 7 - to[0]][side]
                for kind in "RNB" if piece == "P" and depth == 7 else piece:
                    after = dict(board)
                    del after[square]
                    after[to] = (kind, side)
                    yield self.settled((after, self.next(side, out), None, out))

    def reached(self, board, square, piece, side, out):
        (x, y), (ax, ay) = square, [(0, 1), (1, 0), (0, -1), (-1, 0)][side]
        inside = lambda to: 0 <= to[0] < 8 and 0 <= to[1] < 8
        free = lambda to: inside(to) and to not in board
        enemy = lambda to: to in board and board[to][1] != side and board[to][1] not in out
        if piece == "P":
            yield from (to for to in [(x + ax, y + ay)] if free(to))
            sides = [(x + ax + ay, y + ay + ax), (x + ax - ay, y + ay - ax)]
            yield from (to for to in sides if enemy(to))
        elif piece == "R":
            for dx, dy in ROOK:
                at = (x + dx, y + dy)
                while free(at):
                    yield at
                    at = (at[0] + dx, at[1] + dy)
                if enemy(at):
                    yield at
        else:
            steps = {"N": KNIGHT, "K": ROOK + BISHOP, "B": [(2 * dx, 2 * dy) for dx, dy in BISHOP]}[piece]
            yield from (to for to in [(x + dx, y + dy) for dx, dy in steps] if free(to) or enemy(to))

    def settled(self, state):
        while not self.is_over(state):
            board, side, _, out = state
            kingless = [s for s in range(4) if s not in out and ("K", s) not in board.values()]
            pieces = [(square, piece[0]) for square, piece in board.items() if piece[1] == side]
            stuck = not any(True for square, kind in pieces for _ in self.reached(board, square, kind, side, out))
            if not kingless and not stuck:
                break
            gone = kingless[0] if kingless else side
            out = out | {gone}
            state = (board, self.next(side, out) if side == gone else side, None, out)
        return state

    def size(self):
        return 8


def isola(runners, lost, side, out, depth):
    """The count of a game of three runners."""
    if len(out) >= 2:
        return 0
    x, y = runners[side]
    around = [(x + dx, y + dy) for dx, dy in ROOK + BISHOP]
    free = lambda at, runners, lost: 0 <= at[0] < 7 and 0 <= at[1] < 7 and at not in lost and at not in runners
    count = 0
    for to in [at for at in around if free(at, runners, lost)]:
        if depth == 1:
            count += 1
            continue
        after, gone, now_lost = list(runners), set(out), lost | {(x, y)}
        after[side] = to
        nearer = lambda side: next(one for one in [(side + step) % 3 for step in (1, 2, 3)] if one not in gone)
        turn = nearer(side)
        while len(gone) < 2:
            fx, fy = after[turn]
            if any(free((fx + dx, fy + dy), after, now_lost) for dx, dy in ROOK + BISHOP):
                break
            gone.add(turn)
            turn = nearer(turn)
        count += isola(after, now_lost, turn, gone, depth - 1)
    return count


def fen(game, state):
    """The position in the notation of Ferz."""
    board, side, passed, out = state
    names, size, lines = ["red", "blue", "yellow", "green"], game.size(), []
    hole = lambda x, y: size == 14 and (x < 3 or x > 10) and (y < 3 or y > 10)
    for y in reversed(range(size)):
        line, gap = "", 0
        for x in range(size):
            if not hole(x, y) and (x, y) not in board:
                gap += 1
                continue
            letter = "*" if hole(x, y) else board[x, y][0].lower() if board[x, y][1] in (1, 3) else board[x, y][0]
            line, gap = line + (str(gap) if gap else "") + letter, 0
        lines.append(line + (str(gap) if gap else ""))
    squares = lambda player: ",".join(f"{'abcdefghijklmn'[x]}{y + 1}" for (x, y), p in board.items() if p[1] == player)
    state = "|".join(f"{names[player]}={squares(player)}" for player in (2, 3) if squares(player))
    state += f"|to_move={names[side]}" + (f"|out={','.join(names[one] for one in sorted(out))}" if out else "")
    return "/".join(lines) + f" {'wb'[side % 2]} - - 0 1 state:{state.lstrip('|')}"


def perft(game, state, depth):
    after = list(game.moves(state))
    return len(after) if depth == 1 else sum(perft(game, one, depth - 1) for one in after)


def main():
    name, depth = sys.argv[1], int(sys.argv[2])
    if name == "isola":
        print(*[isola([(0, 0), (6, 0), (3, 6)], frozenset(), 0, set(), to) for to in range(1, depth + 1)])
        return
    game = Chaturaji() if name == "chaturaji" else Outs(name)
    state = game.start()
    if len(sys.argv) > 3:
        chance = random.Random(int(sys.argv[3]))
        for _ in range(2000):
            after = list(game.moves(state))
            captures = [one for one in after if len(one[0]) < len(state[0])]
            state = chance.choice(captures if captures and chance.random() < 0.7 else after)
            # From here, a side can drop out with the next move.
            drops = any(one[3] != state[3] for one in game.moves(state))
            if drops and not state[2] and len(state[3]) == int(sys.argv[4]):
                break
        print(fen(game, state))
    print(*[perft(game, state, to) for to in range(1, depth + 1)])


main()
