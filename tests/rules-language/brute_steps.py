#!/usr/bin/env python3
"""Counts for games whose moves have several steps, by a program that knows nothing of Ferz and nothing of the language.

usage: brute_steps.py   prints lines of figures.txt
Boards are dictionaries from (file, rank) to (side, kind). A position is a board, the side to move, and a memory of the game.
"""

W4 = [(0, 1), (1, 0), (0, -1), (-1, 0)]
F4 = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
OTHER = {"w": "b", "b": "w"}


def read(fen):
    board = {}
    rows = fen.split()[0].split("/")
    for index, row in enumerate(rows):
        file, number = 0, ""
        for letter in row:
            if letter.isdigit():
                number += letter
                continue
            file += int(number or 0)
            number = ""
            board[file, len(rows) - 1 - index] = ("w" if letter.isupper() else "b", letter.lower())
            file += 1
    return board


def plus(square, step, times=1):
    return square[0] + step[0] * times, square[1] + step[1] * times


class Game:
    memory = None

    def on(self, square):
        return 0 <= square[0] < self.size[0] and 0 <= square[1] < self.size[1]

    def own(self, board, side):
        return [(square, kind) for square, (of, kind) in board.items() if of == side]

    def is_enemy(self, board, square, side):
        return board.get(square, (side,))[0] == OTHER[side]

    def moved(self, board, start, end, captured=()):
        after = {square: piece for square, piece in board.items() if square not in captured}
        after[end] = after.pop(start)
        return after

    def free(self, board, start, step):
        """The empty squares on a line from a square, up to the first piece."""
        times = 1
        while self.on(plus(start, step, times)) and plus(start, step, times) not in board:
            yield plus(start, step, times)
            times += 1

    def count(self, position, depth):
        after = self.positions(*position)
        return len(after) if depth == 1 else sum(self.count(each, depth - 1) for each in after)


class Fanorona(Game):
    name = "fanorona"
    size = (9, 5)
    rows = [("sssssssss/sssssssss/sSsS1sSsS/SSSSSSSSS/SSSSSSSSS w - - 0 1", 3),
            ("sssssssss/sssssssss/sS2SsSsS/SSSSSSSSS/SSSSSSSSS b - - 0 1", 2),
            ("9/9/3s1s3/4S4/3S1s3 w - - 0 1", 3)]

    def steps(self, square):
        return W4 + F4 if sum(square) % 2 == 0 else W4

    def takes(self, board, start, side, been, before):
        """Steps that capture: their direction, their end, and the line of captured stones."""
        for step in self.steps(start):
            end = plus(start, step)
            if not self.on(end) or end in board or end in been or step == before:
                continue
            for first, away in ((plus(end, step), step), (plus(start, step, -1), (-step[0], -step[1]))):
                line = []
                while self.is_enemy(board, first, side):
                    line.append(first)
                    first = plus(first, away)
                if line:
                    yield step, end, line

    def positions(self, board, side, memory):
        found = []

        def go_on(board, start, been, before):
            for step, end, line in self.takes(board, start, side, been, before):
                after = self.moved(board, start, end, line)
                found.append((after, OTHER[side], None))
                go_on(after, end, been | {start}, step)

        stones = self.own(board, side)
        for start, _ in stones:
            go_on(board, start, frozenset(), None)
        if found:
            return found
        ends = [(start, plus(start, step)) for start, _ in stones for step in self.steps(start)]
        return [(self.moved(board, start, end), OTHER[side], None) for start, end in ends if self.on(end) and end not in board]


class Neutron(Game):
    """The memory says whether the neutron has been moved in this turn."""
    name = "neutron"
    size = (5, 5)
    memory = True
    rows = [("sssss/5/2n2/5/SSSSS w - - 0 1", 4)]

    def ends(self, board, start):
        lines = (list(self.free(board, start, step)) for step in W4 + F4)
        return [line[-1] for line in lines if line]

    def positions(self, board, side, neutron_moved):
        neutron = next(square for square, (_, kind) in board.items() if kind == "n")
        if neutron[1] in (0, 4):
            return []
        if not neutron_moved:
            return [(self.moved(board, neutron, end), side, True) for end in self.ends(board, neutron)]
        soldiers = [square for square, kind in self.own(board, side) if kind == "s"]
        moves = [(start, end) for start in soldiers for end in self.ends(board, start)]
        return [(self.moved(board, start, end), OTHER[side], False) for start, end in moves]


class Frisian(Game):
    """The memory has, for each side, the square of the king that it moved last without a capture, and how often in a row."""
    name = "frisian-draughts"
    size = (10, 10)
    memory = {"w": (None, 0), "b": (None, 0)}
    rows = [("1c1c1c1c1c/c1c1c1c1c1/1c1c1c1c1c/c1c1c1c1c1/10/10/1C1C1C1C1C/C1C1C1C1C1/1C1C1C1C1C/C1C1C1C1C1 w - - 0 1", 4),
            ("10/2c1c5/10/2c1K1c3/3c6/C9/10/4c5/10/k1K7 w - - 0 1", 3),
            ("1k8/10/10/10/10/c9/C9/10/10/K9 w - - 0 1", 4)]
    worth = {"c": 100, "k": 199}

    def jumps(self, board, start, kind, side, dead):
        for step in F4 + [(2 * a, 2 * b) for a, b in W4]:
            line = list(self.free(board, start, step)) if kind == "k" else []
            victim = plus(start, step, len(line) + 1)
            if victim in dead or not self.is_enemy(board, victim, side):
                continue
            behind = list(self.free(board, victim, step))
            for end in behind if kind == "k" else behind[:1]:
                yield victim, end

    def captures(self, board, side):
        """Whole captures by their start, end and captured pieces, with the kind of the capturing piece."""
        found = {}

        def go_on(board, first, start, kind, dead):
            ways = list(self.jumps(board, start, kind, side, dead))
            for victim, end in ways:
                go_on(self.moved(board, start, end), first, end, kind, dead | {victim})
            if dead and not ways:
                found[first, start, dead] = kind

        for start, kind in self.own(board, side):
            go_on(board, start, start, kind, frozenset())
        return found

    def crowned(self, board, end, side):
        if end[1] == (9 if side == "w" else 0):
            board[end] = (side, "k")
        return board

    def positions(self, board, side, memory):
        captures = self.captures(board, side)
        if captures:
            value = {capture: sum(self.worth[board[square][1]] for square in capture[2]) for capture in captures}
            best = [capture for capture in captures if value[capture] == max(value.values())]
            by_king = [capture for capture in best if captures[capture] == "k"]
            after = {**memory, side: (None, 0)}
            return [(self.crowned(self.moved(board, start, end, dead), end, side), OTHER[side], after)
                    for start, end, dead in by_king or best]
        return list(self.quiet(board, side, memory))

    def quiet(self, board, side, memory):
        ahead = 1 if side == "w" else -1
        pieces = self.own(board, side)
        has_men = any(kind == "c" for _, kind in pieces)
        last, times = memory[side]
        for start, kind in pieces:
            if kind == "k" and has_men and start == last and times >= 3:
                continue
            for step in F4:
                line = list(self.free(board, start, step))
                if kind == "c":
                    line = line[:1] if step[1] == ahead else []
                for end in line:
                    now = (end, times + 1 if start == last else 1) if kind == "k" else (None, 0)
                    yield self.crowned(self.moved(board, start, end), end, side), OTHER[side], {**memory, side: now}


for game in (Fanorona(), Neutron(), Frisian()):
    for fen, deepest in game.rows:
        counts = [str(game.count((read(fen), fen.split()[1], game.memory), depth)) for depth in range(1, deepest + 1)]
        print(f"{game.name} | {fen} | {' '.join(counts)} | brute_steps.py")
