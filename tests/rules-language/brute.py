#!/usr/bin/env python3
"""Counts for games of this folder by a second, short program that knows nothing of Ferz and nothing of the language.

usage: brute.py [GAME ...]   prints lines of figures.txt
Boards are dictionaries from (file, rank) to (side, kind). No castling: the positions have none within reach.
"""
import sys

K8 = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
R4 = [d for d in K8 if 0 in d]
B4 = [d for d in K8 if 0 not in d]
N8 = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
SLIDES = {"r": R4, "b": B4, "q": K8}
LEAPS = {"n": N8, "k": K8}
FENS = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8"]


def read(fen):
    board = {}
    for row, text in enumerate(fen.split("/")):
        file, number = 0, ""
        ranks = len(fen.split("/"))
        for letter in text:
            if letter.isdigit():
                number += letter
                continue
            file += int(number or 0)
            number = ""
            board[file, ranks - 1 - row] = ("w" if letter.isupper() else "b", letter.lower())
            file += 1
    return board


def other(side):
    return "b" if side == "w" else "w"


class Chess:
    size = (8, 8)
    fens = FENS
    depths = (1, 2)

    def on(self, s):
        return 0 <= s[0] < self.size[0] and 0 <= s[1] < self.size[1]

    def ray(self, board, s, d):
        while True:
            s = (s[0] + d[0], s[1] + d[1])
            if not self.on(s):
                return
            yield s
            if s in board:
                return

    def aims(self, board, s, side, kind):
        """The squares that a piece of a kind could capture on."""
        if kind == "p":
            ahead = 1 if side == "w" else -1
            ends = [(s[0] + a, s[1] + ahead) for a in (-1, 1)]
        elif kind in LEAPS:
            ends = [(s[0] + a, s[1] + b) for a, b in LEAPS[kind]]
        else:
            ends = [t for d in SLIDES[kind] for t in self.ray(board, s, d)]
        return {t for t in ends if self.on(t)}

    def steps(self, board, s, side, kind):
        """The empty squares that a piece of a kind could go to."""
        if kind != "p":
            return {t for t in self.aims(board, s, side, kind) if t not in board}
        ahead, first = (1, 1) if side == "w" else (-1, 6)
        one, two = (s[0], s[1] + ahead), (s[0], s[1] + 2 * ahead)
        ends = set()
        if self.on(one) and one not in board:
            ends.add(one)
            if s[1] == first and two not in board:
                ends.add(two)
        return ends

    # Hooks that a game overrides.
    def lent_aims(self, board, s):
        return self.aims(board, s, *board[s])

    def lent_steps(self, board, s):
        return self.steps(board, s, *board[s])

    def may_attack(self, board, s, t):
        return True

    def may_step(self, board, s, t):
        return True

    def follow(self, board, s, t, captured):
        return board

    def attacks(self, board, s):
        return {t for t in self.lent_aims(board, s) if self.may_attack(board, s, t)}

    def check(self, board, side):
        kings = [s for s, cell in board.items() if cell == (side, "k")]
        return any(k in self.attacks(board, s) for k in kings for s, cell in board.items() if cell[0] != side)

    def moves_as(self, board, s):
        return board[s][1]

    def moves(self, board, side, passed):
        last = 7 if side == "w" else 0
        for s, (own, kind) in list(board.items()):
            if own != side:
                continue
            steps = {t for t in self.lent_steps(board, s) if self.may_step(board, s, t)}
            attacks = self.attacks(board, s)
            pawn = self.moves_as(board, s) == "p"
            ways = [(t, None) for t in steps] + [(t, t) for t in attacks if t in board and board[t][0] != side]
            if pawn and passed and passed[0] in attacks and passed[0] not in board:
                ways.append(passed)
            for t, victim in ways:
                for becomes in "qrbn" if kind == "p" and t[1] == last else kind:
                    after = dict(board)
                    del after[s]
                    if victim:
                        del after[victim]
                    after[t] = (side, becomes)
                    after = self.follow(after, s, t, victim)
                    if not self.check(after, side):
                        twice = pawn and abs(t[1] - s[1]) == 2
                        yield after, ((s[0], (s[1] + t[1]) // 2), t) if twice else None

    def perft(self, board, side, depth, passed=None):
        if depth == 0:
            return 1
        return sum(self.perft(after, other(side), depth - 1, now) for after, now in self.moves(board, side, passed))

    def lines(self):
        for fen in self.fens:
            counts = [self.perft(read(fen), "w", depth) for depth in self.depths]
            yield fen, counts


def beside(s):
    return [(s[0] + a, s[1] + b) for a, b in K8]


class Koko(Chess):
    def may_step(self, board, s, t):
        return any(n in board and n != s for n in beside(t))

    may_attack = may_step


class Annan(Chess):
    def moves_as(self, board, s):
        side, kind = board[s]
        back = board.get((s[0], s[1] - (1 if side == "w" else -1)))
        return back[1] if back and back[0] == side else kind

    def lent_aims(self, board, s):
        return self.aims(board, s, board[s][0], self.moves_as(board, s))

    def lent_steps(self, board, s):
        return self.steps(board, s, board[s][0], self.moves_as(board, s))


class Patrol(Chess):
    def may_attack(self, board, s, t):
        return any(board[f][0] == board[s][0] and s in self.lent_aims(board, f) for f in board if f != s)


class Provocation(Chess):
    def may_attack(self, board, s, t):
        return any(board[f][0] != board[s][0] and s in self.lent_aims(board, f) for f in board)


class Grid(Chess):
    def may_step(self, board, s, t):
        return (s[0] // 2, s[1] // 2) != (t[0] // 2, t[1] // 2)

    may_attack = may_step


class Andernach(Chess):
    def follow(self, board, s, t, captured):
        side, kind = board[t]
        if captured and kind != "k":
            board[t] = (other(side), kind)
        return board


class Hasami(Chess):
    """Stones as rooks; enemies in an unbroken row between the mover and another own stone are captured."""
    size, fens, depths = (9, 9), ["ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP", "9/2p1p4/1pP1Pp3/9/2P1p4/4P4/9/9/9"], (1, 2)

    def moves(self, board, side):
        if sum(cell[0] == side for cell in board.values()) <= 1 or sum(cell[0] != side for cell in board.values()) <= 1:
            return
        for s in [s for s, cell in board.items() if cell[0] == side]:
            for t in [t for d in R4 for t in self.ray(board, s, d) if t not in board]:
                after = dict(board)
                after[t] = after.pop(s)
                gone = []
                for d in R4:
                    row = []
                    for u in self.line(t, d):
                        if u not in after:
                            break
                        if after[u][0] == side:
                            gone += row
                            break
                        row.append(u)
                for u in gone:
                    after.pop(u, None)
                yield after

    def perft(self, board, side, depth):
        if depth == 0:
            return 1
        return sum(self.perft(after, other(side), depth - 1) for after in self.moves(board, side))

    def line(self, s, d):
        while self.on(s := (s[0] + d[0], s[1] + d[1])):
            yield s


class Tablut(Hasami):
    """Linnaeus' game as in tablut.yaml: the throne is hostile while it is empty, the king is captured on four sides."""
    size, depths = (9, 9), (1, 2)
    fens = ["3aaa3/4a4/4S4/a3S3a/aaSSKSSaa/a3S3a/4S4/4a4/3aaa3", "9/2a6/2S6/9/3aS4/2a1K1a2/4a4/6S2/9"]
    throne = (4, 4)

    def moves(self, board, side):
        edge = lambda s: s[0] in (0, 8) or s[1] in (0, 8)
        if not any(kind == "k" for _, kind in board.values()) or any(kind == "k" and edge(s) for s, (_, kind) in board.items()):
            return
        for s in [s for s, cell in board.items() if cell[0] == side]:
            for t in [t for d in R4 for t in self.ray(board, s, d) if t not in board]:
                way = self.between(s, t)
                if board[s][1] != "k" and (t == self.throne or self.throne in way):
                    continue
                after = dict(board)
                after[t] = after.pop(s)
                hostile = lambda u: (u in after and after[u][0] == side) or (u == self.throne and u not in after)
                gone = []
                for a, b in R4:
                    near, far = (t[0] + a, t[1] + b), (t[0] + 2 * a, t[1] + 2 * b)
                    if near in after and after[near][0] != side and after[near][1] != "k" and self.on(far) and hostile(far):
                        gone.append(near)
                for u in gone:
                    del after[u]
                for u, cell in list(after.items()):
                    around = [v for v in ((u[0] + a, u[1] + b) for a, b in R4) if self.on(v)]
                    own = lambda v: v in after and after[v][0] == side
                    if cell == (other(side), "k") and all(own(v) or v == self.throne for v in around):
                        del after[u]
                yield after

    def between(self, s, t):
        n = max(abs(t[0] - s[0]), abs(t[1] - s[1]))
        return [(s[0] + (t[0] - s[0]) // n * i, s[1] + (t[1] - s[1]) // n * i) for i in range(1, n)]


class Lines(Hasami):
    """Lines of Action: as far as there are stones on the line, over own stones, not over enemies; joining all own stones wins."""
    size, depths = (8, 8), (1, 2)
    fens = ["1SSSSSS1/s6s/s6s/s6s/s6s/s6s/s6s/1SSSSSS1", "8/1S1s4/2S5/3s1S2/8/2s1S3/6s1/8"]

    def joined(self, board, side):
        own = {s for s, cell in board.items() if cell[0] == side}
        if not own:
            return False
        known, todo = set(), [next(iter(own))]
        while todo:
            s = todo.pop()
            if s not in known:
                known.add(s)
                todo += [n for n in beside(s) if n in own]
        return known == own

    def moves(self, board, side):
        if self.joined(board, side) or self.joined(board, other(side)):
            return
        for s in [s for s, cell in board.items() if cell[0] == side]:
            for d in K8:
                back = (-d[0], -d[1])
                far = 1 + sum(u in board for e in (d, back) for u in self.line(s, e))
                way = list(self.line(s, d))[:far]
                if len(way) < far or any(u in board and board[u][0] != side for u in way[:-1]):
                    continue
                t = way[-1]
                if t in board and board[t][0] == side:
                    continue
                after = dict(board)
                after[t] = after.pop(s)
                yield after


class Konane(Hasami):
    size, depths, fens = (6, 6), (1, 2, 3, 4), ["pPpPpP/PpPpPp/pPpPpP/PpPpPp/pPpPpP/PpPpPp"]

    def perft(self, board, side, depth, turn=1):
        if depth == 0:
            return 1
        return sum(self.perft(after, other(side), depth - 1, turn + 1) for after in self.turns(board, side, turn))

    def turns(self, board, side, turn):
        own = [s for s, cell in board.items() if cell[0] == side]
        if turn <= 2:
            for s in own:
                if s in ((3, 2), (3, 3), (4, 2), (4, 3)):
                    yield {t: cell for t, cell in board.items() if t != s}
            return
        for s in own:
            for d in R4:
                at, after = s, dict(board)
                while True:
                    over, to = (at[0] + d[0], at[1] + d[1]), (at[0] + 2 * d[0], at[1] + 2 * d[1])
                    if not self.on(to) or to in after or over not in after or after[over][0] == side:
                        break
                    after = dict(after)
                    del after[over]
                    after[to] = after.pop(at)
                    at = to
                    yield after


class Go(Hasami):
    """9 by 9: drops, captures of what has no liberty, no suicide, no position twice with the same side to move; two passes end it."""
    size, depths, fens = (9, 9), (1, 2), ["9/9/9/9/9/9/9/9/9", "9/9/2pP5/1p1pP4/2pP5/9/9/9/p1P6"]

    def dead(self, board):
        free = set()
        todo = [s for s in board if any(self.on(n) and n not in board for n in ((s[0] + a, s[1] + b) for a, b in R4))]
        while todo:
            s = todo.pop()
            if s not in free:
                free.add(s)
                todo += [n for n in ((s[0] + a, s[1] + b) for a, b in R4) if board.get(n) == board[s]]
        return set(board) - free

    def perft(self, board, side, depth, passes=0, past=()):
        if depth == 0:
            return 1
        stones = [sum(cell[0] == one for cell in board.values()) for one in "wb"]
        if passes >= 2 and stones[0] != stones[1]:
            return 0
        past = past + ((frozenset(board.items()), side, passes),)
        total = self.perft(board, other(side), depth - 1, passes + 1, past)
        for s in [(f, r) for f in range(9) for r in range(9) if (f, r) not in board]:
            after = dict(board)
            after[s] = (side, "p")
            for t in [t for t in self.dead(after) if after[t][0] != side]:
                del after[t]
            if any(after[t][0] == side for t in self.dead(after)) or (frozenset(after.items()), other(side), 0) in past:
                continue
            total += self.perft(after, other(side), depth - 1, 0, past)
        return total


class Neutral(Chess):
    """Neutral rooks are moved by both sides, capture enemies of the side that moves them, and are captured by both."""
    fens = ["rnbqkbnr/pppppppp/8/3U4/8/8/PPPPPPPP/RNBQKBNR", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p1UP3/2N2Q1p/PPPBBPPP/R3K2R"]

    def aims(self, board, s, side, kind):
        return super().aims(board, s, side, "r" if kind == "u" else kind)

    def moves(self, board, side, passed):
        neutral = {s for s, cell in board.items() if cell[1] == "u"}
        mine = {s: ("n" if s in neutral else own, kind) for s, (own, kind) in board.items()}
        yield from super().moves(mine, side, passed)
        for s in neutral:
            for t in {t for t in self.attacks(mine, s) if t not in mine or mine[t][0] != side}:
                after = dict(mine)
                after[t] = after.pop(s)
                if not self.check(after, side):
                    yield after, None


class Several(Chess):
    """Several moves a turn, from the second full move on: `turns` says how many moves turn 3 has."""
    turns, until, last = 2, True, False

    def perft(self, board, side, depth, passed=None, left=None, turn=3):
        if depth == 0:
            return 1
        left, total = left or self.turns, 0
        for after, now in self.moves(board, side, passed):
            check = self.check(after, other(side))
            if check and self.last and left > 1:
                continue
            if left > 1 and not (check and self.until):
                # A side captures no pawn of its own in passing.
                total += self.perft(after, side, depth - 1, None, left - 1, turn)
            else:
                total += self.perft(after, other(side), depth - 1, now, self.following(turn), turn + 1)
        return total

    def following(self, turn):
        return self.turns

    def lines(self):
        for fen, counts in super().lines():
            yield fen, counts


class Italian(Several):
    turns, until, last = 3, False, True

    def following(self, turn):
        return turn + 1


class Replacement(Chess):
    depths = (1, 2)

    def moves(self, board, side, passed):
        count = lambda b: sum(cell[0] != side for cell in b.values())
        for after, now in self.captures_kept(board, side, passed):
            yield after, now

    def captures_kept(self, board, side, passed):
        check, self.check = self.check, lambda board, side: False
        found = list(super().moves(board, side, passed))
        self.check = check
        for after, now in found:
            gone = [cell for cell in board.values() if cell[0] != side]
            for cell in after.values():
                if cell[0] != side:
                    gone.remove(cell)
            squares = [(f, r) for f in range(8) for r in range(8) if (f, r) not in after]
            for s in squares if gone else [None]:
                then = dict(after, **{}) if s is None else {**after, s: gone[0]}
                if not self.check(then, side):
                    yield then, now


class TakeAndMake(Chess):
    def moves(self, board, side, passed):
        last = 7 if side == "w" else 0
        for s, (own, kind) in list(board.items()):
            if own != side:
                continue
            aims = self.attacks(board, s)
            ways = [(t, None) for t in self.steps(board, s, side, kind)] + [(t, t) for t in aims if t in board and board[t][0] != side]
            if kind == "p" and passed and passed[0] in aims and passed[0] not in board:
                ways.append(passed)
            for t, victim in ways:
                after = dict(board)
                del after[s]
                taken = after.pop(victim)[1] if victim else None
                ends = {t}
                if victim:
                    after[t] = (side, kind)
                    ends = self.steps(after, t, side, taken)
                    del after[t]
                for e in ends:
                    for becomes in "qrbn" if kind == "p" and e[1] == last else kind:
                        then = {**after, e: (side, becomes)}
                        if not self.check(then, side):
                            twice = kind == "p" and not victim and abs(t[1] - s[1]) == 2
                            yield then, ((s[0], (s[1] + t[1]) // 2), t) if twice else None


class Wormhole(Chess):
    """The square that a piece leaves is blocked for good; nothing skips it."""
    def aims(self, board, s, side, kind):
        return {t for t in super().aims(board, s, side, kind) if t not in board or board[t][0] != "n"} if kind != "o" else set()

    def moves(self, board, side, passed):
        for after, now in super().moves(board, side, passed):
            yield after, now

    def follow(self, board, s, t, captured):
        board[s] = ("n", "o")
        return board


class Fugue(Chess):
    """Guardians shield what stands beside them; archers capture at a distance of one or two, and no king."""
    fens = ["rgbqkbar/pppppppp/8/8/8/8/PPPPPPPP/RGBQKBAR", "r3k2r/pp1gqppp/3p4/2pPg3/3PA3/2A2n2/PP2QPPP/R3K2R"]

    def steps(self, board, s, side, kind):
        if kind in "ga":
            return {t for d in K8 for t in self.ray(board, s, d) if t not in board}
        return super().steps(board, s, side, kind)

    def aims(self, board, s, side, kind):
        return set() if kind in "ga" else super().aims(board, s, side, kind)

    def may_attack(self, board, s, t):
        return not any(board.get(n) == (other(board[s][0]), "g") for n in beside(t))

    def moves(self, board, side, passed):
        yield from super().moves(board, side, passed)
        for s in [s for s, cell in board.items() if cell == (side, "a")]:
            for t in {t for d in K8 for t in self.ray(board, s, d) if t in board}:
                far = max(abs(t[0] - s[0]), abs(t[1] - s[1]))
                if far <= 2 and board[t][0] != side and board[t][1] != "k":
                    after = {u: cell for u, cell in board.items() if u != t}
                    if not self.check(after, side):
                        yield after, None


class Surakarta(Hasami):
    """Steps alone: without the loops nothing is captured."""
    size, depths, fens = (6, 6), (1, 2), ["ssssss/ssssss/6/6/SSSSSS/SSSSSS"]

    def moves(self, board, side):
        for s in [s for s, cell in board.items() if cell[0] == side]:
            for t in beside(s):
                if self.on(t) and t not in board:
                    after = dict(board)
                    after[t] = after.pop(s)
                    yield after


class Draughts(Hasami):
    """Men step `ahead`, jump `jumps`; kings ride along `lines`. What is captured goes at the end, or at once."""
    size, depths = (8, 8), (1, 2, 3)
    fens = ["1c1c1c1c/c1c1c1c1/1c1c1c1c/8/8/C1C1C1C1/1C1C1C1C/C1C1C1C1", "8/2c1c3/8/2c1c3/1C6/8/3c4/4K3"]
    lines_of, ahead, jumps = B4, lambda self, d, up: d[1] == up, lambda self, d, up: True
    most, at_once, crowned_on_the_way, no_about_turn = False, False, True, False

    def chains(self, board, s, side, kind, taken, last_step=(0, 0)):
        up, last = (1, self.size[1] - 1) if side == "w" else (-1, 0)
        found = []
        for d in self.lines_of:
            if (kind == "c" and not self.jumps(d, up)) or (self.no_about_turn and d == (-last_step[0], -last_step[1])):
                continue
            over = None
            for u in self.line(s, d):
                if over is None:
                    if u in board:
                        if board[u][0] == side or u in taken:
                            break
                        over = u
                    elif kind == "c":
                        break
                    if kind == "c" and over is None:
                        break
                    continue
                if u in board:
                    break
                after = dict(board)
                del after[s]
                if self.at_once:
                    del after[over]
                now = "k" if kind == "c" and u[1] == last and self.crowned_on_the_way else kind
                after[u] = (side, now)
                more = self.chains(after, u, side, now, taken | {over}, d)
                found += more or [(after, u, taken | {over})]
                if kind == "c":
                    break
        return found

    def moves(self, board, side):
        up, last = (1, self.size[1] - 1) if side == "w" else (-1, 0)
        found = []
        for s, (own, kind) in board.items():
            if own == side:
                found += self.chains(board, s, side, kind, frozenset())
        if self.most and found:
            most = max(len(taken) for _, _, taken in found)
            found = [row for row in found if len(row[2]) == most]
        if found:
            # Two ways over the same pieces to the same square are one move.
            unique = {(frozenset(after.items()), taken): (after, u, taken) for after, u, taken in found}
            for after, u, taken in unique.values():
                after = {t: cell for t, cell in after.items() if t not in taken}
                if after[u] == (side, "c") and u[1] == last:
                    after[u] = (side, "k")
                yield after
            return
        for s, (own, kind) in list(board.items()):
            for d in self.lines_of if own == side else []:
                if kind == "c" and not self.ahead(d, up):
                    continue
                for t in self.line(s, d):
                    if t in board:
                        break
                    after = dict(board)
                    del after[s]
                    after[t] = (side, "k" if kind == "c" and t[1] == last else kind)
                    yield after
                    if kind == "c":
                        break


class International(Draughts):
    size, most, crowned_on_the_way, depths = (10, 10), True, False, (1, 2, 3)
    fens = ["1c1c1c1c1c/c1c1c1c1c1/1c1c1c1c1c/c1c1c1c1c1/10/10/1C1C1C1C1C/C1C1C1C1C1/1C1C1C1C1C/C1C1C1C1C1"]


class Turkish(Draughts):
    lines_of, most, at_once, crowned_on_the_way, no_about_turn = R4, True, True, False, True
    fens = ["8/cccccccc/cccccccc/8/8/CCCCCCCC/CCCCCCCC/8", "8/2c1c3/2c5/2C1c3/8/4c3/2K1c3/8", "8/8/1c6/8/c1K1c3/8/2c5/8"]
    ahead = jumps = lambda self, d, up: d[1] != -up


class Dynamo(Chess):
    """Pieces push what they attack or guard as far again, off the board too, and pull what stands behind them as far; no captures."""
    def behind(self, s, t):
        """The squares behind t as seen from s, nearest first."""
        f, r = t[0] - s[0], t[1] - s[1]
        n = next(n for n in range(max(abs(f), abs(r)), 0, -1) if f % n == 0 and r % n == 0)
        d, found = (f // n, r // n), []
        while self.on(t := (t[0] + d[0], t[1] + d[1])):
            found.append(t)
        return found

    def far(self, s, t):
        return max(abs(s[0] - t[0]), abs(s[1] - t[1]))

    def moves(self, board, side, passed):
        for after, now in self.made(board, side):
            if not self.check(after, side) and any(cell == (side, "k") for cell in after.values()):
                yield after, now

    def made(self, board, side):
        last = 7 if side == "w" else 0
        for s, (own, kind) in list(board.items()):
            if own != side:
                continue
            for t in self.steps(board, s, side, kind):
                for becomes in "qrbn" if kind == "p" and t[1] == last else kind:
                    after = dict(board)
                    del after[s]
                    after[t] = (side, becomes)
                    twice = kind == "p" and abs(t[1] - s[1]) == 2
                    yield after, ((s[0], (s[1] + t[1]) // 2), t) if twice else None
                    for x in self.behind(t, s):
                        if x in board:
                            if self.far(x, s) == self.far(s, t):
                                yield {**{u: c for u, c in after.items() if u != x}, s: board[x]}, None
                            break
            for x in {x for x in self.aims(board, s, side, kind) if x in board}:
                way = self.behind(s, x)
                landing = [t for t in way if self.far(t, x) == self.far(x, s)]
                after = {u: c for u, c in board.items() if u not in (s, x)}
                if landing and not any(t in board for t in way[: way.index(landing[0]) + 1]):
                    yield {**after, landing[0]: board[x], x: board[s]}, None
                if not landing and not any(t in board for t in way):
                    yield {**after, x: board[s]}, None


class Chu(Hasami):
    """The start is too quiet for the rules about lions."""
    size, depths, fens = (12, 12), (1, 2), ["5okn3r/12/12/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/12/12/R4NKO4"]

    def moves(self, board, side):
        up = 1 if side == "w" else -1
        far = [(a, b) for a in (-2, 0, 2) for b in (-2, 0, 2) if a or b]
        leaps = {"n": K8 + N8 + far, "o": B4 + [d for d in far if 0 in d], "p": [(0, up)], "i": [(0, 1), (0, -1)], "k": K8}
        for s, (own, kind) in list(board.items()):
            if own == side:
                ends = [t for d in R4 for t in self.ray(board, s, d)] if kind == "r" else [(s[0] + a, s[1] + b) for a, b in leaps[kind]]
                for t in ends:
                    if self.on(t) and board.get(t, ("", ""))[0] != side:
                        after = dict(board)
                        after[t] = after.pop(s)
                        yield after


GAMES = {"chu-shogi-lions": Chu, "dynamo": Dynamo, "neutral-pieces": Neutral, "marseillais": Several, "progressive-italian": Italian, "replacement-madhouse": Replacement,
         "take-and-make": TakeAndMake, "wormhole": Wormhole, "fugue-shields-and-archers": Fugue, "surakarta": Surakarta,
         "russian-draughts": Draughts, "international-draughts": International, "turkish-draughts": Turkish,
         "koko": Koko, "annan": Annan, "patrol": Patrol, "provocation": Provocation, "grid": Grid, "andernach": Andernach,
         "hasami-shogi": Hasami, "tablut": Tablut, "lines-of-action": Lines, "konane": Konane, "go": Go}

if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        for fen, counts in GAMES[name]().lines():
            number = 2 if issubclass(GAMES[name], Several) else 1
            print(f"{name} | {fen} w - - 0 {number} | {' '.join(map(str, counts))} | brute.py")
