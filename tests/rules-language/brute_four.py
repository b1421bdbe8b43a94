#!/usr/bin/env python3
"""Counts of the games of four sides in this folder, without anything of Ferz: `python3 brute_four.py DEPTH [SEED]`. With a
seed, from a position of a random game in which no hands are filled.

Four-player partners: 14 by 14 squares without 3 by 3 corners; Red, Blue, Yellow and Green move in this order, Red and Yellow
against Blue and Green. A piece captures enemies only, and a move may not leave the own king attacked by an enemy.
Bughouse: two boards of chess; White, Red, Black and Blue move in this order, White and Blue against Black and Red.
"""
import random
import sys

ROOK = [(0, 1), (1, 0), (0, -1), (-1, 0)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
RIDES = {"R": ROOK, "B": BISHOP, "Q": ROOK + BISHOP}
LEAPS = {"N": KNIGHT, "K": ROOK + BISHOP}


class Game:
    """Squares, the direction and the first rank of pawns of each side, and the partner of each side."""

    def __init__(self, squares, ahead, at_home, at_end, partner, drops):
        self.squares, self.ahead, self.at_home, self.at_end = squares, ahead, at_home, at_end
        self.partner, self.drops = partner, drops

    def enemy(self, board, square, side):
        return square in board and board[square][1] not in (side, self.partner[side])

    def reached(self, board, square, piece, side):
        """The squares to which a piece goes, or where it captures an enemy; pawns with a mark."""
        x, y = square
        for dx, dy in LEAPS.get(piece, []):
            if (x + dx, y + dy) in self.squares:
                yield (x + dx, y + dy), "any"
        for dx, dy in RIDES.get(piece, []):
            at = (x + dx, y + dy)
            while at in self.squares:
                yield at, "any"
                if at in board:
                    break
                at = (at[0] + dx, at[1] + dy)
        if piece == "P":
            ax, ay = self.ahead[side]
            yield (x + ax, y + ay), "quiet"
            if self.at_home(square, side) and (x + ax, y + ay) not in board:
                yield (x + 2 * ax, y + 2 * ay), "double"
            for bx, by in ((ax + ay, ay + ax), (ax - ay, ay - ax)):
                yield (x + bx, y + by), "capture"

    def in_check(self, board, side):
        king = next(square for square, piece in board.items() if piece == ("K", side))
        attackers = [(square, piece) for square, piece in board.items() if piece[1] not in (side, self.partner[side])]
        return any(
            to == king and how in ("any", "capture")
            for square, (piece, owner) in attackers
            for to, how in self.reached(board, square, piece, owner)
        )

    def moves(self, state):
        board, hands, side, passed = state
        for square, (piece, owner) in list(board.items()):
            if owner != side:
                continue
            for to, how in self.reached(board, square, piece, side):
                enemy = self.enemy(board, to, side)
                en_passant = how == "capture" and passed and to == passed[0] and self.enemy(board, passed[1], side)
                if to not in self.squares or (to in board and not enemy):
                    continue
                if (how in ("quiet", "double") and enemy) or (how == "capture" and not enemy and not en_passant):
                    continue
                kinds = "QRBN" if piece == "P" and self.at_end(to, side) else piece
                for kind in kinds:
                    after, held = dict(board), dict(hands)
                    taken = after.pop(to, None) or (after.pop(passed[1]) if en_passant else None)
                    if taken and self.drops:
                        key = (self.partner[side], taken[0])
                        held[key] = held.get(key, 0) + 1
                    del after[square]
                    after[to] = (kind, side)
                    middle = (((square[0] + to[0]) // 2, (square[1] + to[1]) // 2), to) if how == "double" else None
                    if not self.in_check(after, side):
                        yield after, held, middle
        for (owner, piece), count in hands.items():
            if owner == side and count:
                for to in self.squares - set(board):
                    if self.drops(to, side, piece):
                        after, held = dict(board), dict(hands)
                        after[to], held[owner, piece] = (piece, side), count - 1
                        if not self.in_check(after, side):
                            yield after, held, None

    def perft(self, state, depth):
        board, hands, side, _ = state
        count = 0
        for after, held, middle in self.moves(state):
            count += 1 if depth == 1 else self.perft((after, held, (side + 1) % 4, middle), depth - 1)
        return count


def four():
    squares = {(x, y) for x in range(14) for y in range(14) if 3 <= x <= 10 or 3 <= y <= 10}
    ahead = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    depth = lambda square, side: [square[1], square[0], 13 - square[1], 13 - square[0]][side]
    board = {}
    for place, piece in enumerate("RNBQKBNR"):
        for row, kind in ((0, piece), (1, "P")):
            board[3 + place, row] = (kind, 0)
            board[row, 10 - place] = (kind, 1)
            board[10 - place, 13 - row] = (kind, 2)
            board[13 - row, 3 + place] = (kind, 3)
    at_home, at_end = lambda s, side: depth(s, side) == 1, lambda s, side: depth(s, side) == 10
    return Game(squares, ahead, at_home, at_end, [2, 3, 0, 1], None), (board, {}, 0, None)


def bughouse():
    # The second board lies to the right of the first, with a gap.
    squares = {(x, y) for x in list(range(8)) + list(range(20, 28)) for y in range(8)}
    ahead = [(0, 1), (0, 1), (0, -1), (0, -1)]
    board = {}
    for place, piece in enumerate("RNBQKBNR"):
        for start, low, high in ((0, 0, 2), (20, 1, 3)):
            board[start + place, 0], board[start + place, 1] = (piece, low), ("P", low)
            board[start + place, 7], board[start + place, 6] = (piece, high), ("P", high)
    at_home = lambda s, side: s[1] == (1 if side < 2 else 6)
    at_end = lambda s, side: s[1] == (7 if side < 2 else 0)
    own_board = lambda s, side, piece: (s[0] >= 20) == (side in (1, 3)) and not (piece == "P" and s[1] in (0, 7))
    return Game(squares, ahead, at_home, at_end, [3, 2, 1, 0], own_board), (board, {}, 0, None)


def fen(name, state):
    """The position in the notation of Ferz. It has no place for hands of Red and Blue."""
    board, hands, side, passed = state
    if any(hands.values()) or passed:
        return None
    four = name != "bughouse"
    size, rows, names = (14, 14, ["red", "blue", "yellow", "green"]) if four else (8, 16, ["white", "red", "black", "blue"])
    lower, marked = ((1, 3), (2, 3)) if four else ((2, 3), (1, 3))
    at = lambda x, y: (x, y) if four or y < 8 else (x + 20, y - 8)
    lines, squares = [], {player: [] for player in marked}
    for y in reversed(range(rows)):
        line, gap = "", 0
        for x in range(size):
            hole = four and (x < 3 or x > 10) and (y < 3 or y > 10)
            piece = board.get(at(x, y))
            if not hole and not piece:
                gap += 1
                continue
            line += (str(gap) if gap else "") + ("*" if hole else piece[0].lower() if piece[1] in lower else piece[0])
            gap = 0
            if piece and piece[1] in marked:
                squares[piece[1]].append("abcdefghijklmn"[x] + str(y + 1))
        lines.append(line + (str(gap) if gap else ""))
    sides = "|".join(f"{names[player]}={','.join(all_of)}" for player, all_of in squares.items())
    hand = "" if four else "[]"
    return f"{'/'.join(lines)}{hand} w - - 0 1 state:{sides}|to_move={side}"


if __name__ == "__main__":
    depth, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for name, start in (("four-player-partners", four), ("bughouse", bughouse)):
        game, state = start()
        dice = random.Random(seed)
        for _ in range(40 if seed else 0):
            moves = list(game.moves(state))
            if not moves:
                break
            after, hands, passed = dice.choice(moves)
            state = after, {}, (state[2] + 1) % 4, passed
        while state[3]:
            after, hands, passed = dice.choice(list(game.moves(state)))
            state = after, {}, (state[2] + 1) % 4, passed
        counts = " ".join(str(game.perft(state, plies)) for plies in range(1, depth + 1))
        print(f"{name} | {fen(name, state) if seed else ''} | {counts} | brute_four.py")
