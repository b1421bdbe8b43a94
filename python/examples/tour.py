"""Reads games, comments on them, draws them, plays on with an engine: a program for python-chess that runs with Ferz.

`python tour.py games.pgn out ENGINE...` writes commented games and pictures into the folder `out`. With python-chess in place of
Ferz only the imports differ.
"""

import io
import sys
from collections import Counter
from pathlib import Path

import ferz.chess as chess
import ferz.chess.engine
import ferz.chess.pgn
import ferz.chess.svg

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def material(board):
    """White's material less Black's."""
    total = 0
    for piece_type, value in VALUES.items():
        total += value * len(board.pieces(piece_type, chess.WHITE))
        total -= value * len(board.pieces(piece_type, chess.BLACK))
    return total


def hanging(board):
    """The pieces of the side to move that are attacked and not defended."""
    found = []
    for square, piece in board.piece_map().items():
        if piece.color == board.turn and piece.piece_type != chess.KING:
            attackers = board.attackers(not board.turn, square)
            if attackers and not board.attackers(board.turn, square):
                found.append(f"{piece.symbol()}{chess.square_name(square)}")
    return sorted(found)


def best_capture(board, depth):
    """The line of captures that wins most, by plain search with push and pop."""
    if depth == 0 or board.is_game_over():
        return material(board) * (1 if board.turn else -1), []
    best, line = material(board) * (1 if board.turn else -1), []
    for move in sorted(board.generate_legal_captures(), key=lambda move: move.uci()):
        board.push(move)
        score, rest = best_capture(board, depth - 1)
        board.pop()
        if -score > best:
            best, line = -score, [move, *rest]
    return best, line


def describe(board, move):
    """What a move does, in words."""
    words = [board.san(move), f"({board.lan(move)})"]
    if board.is_castling(move):
        words.append("castles short" if board.is_kingside_castling(move) else "castles long")
    if board.is_en_passant(move):
        words.append("in passing")
    elif board.is_capture(move):
        words.append("takes " + chess.piece_name(board.piece_type_at(move.to_square)))
    if move.promotion:
        words.append("becomes " + chess.piece_name(move.promotion))
    if board.gives_check(move):
        words.append("check")
    return " ".join(words)


def annotate(game):
    """Comments on the moves of a game, and adds what could have been captured."""
    board = game.board()
    clock = 300.0
    for node in list(game.mainline()):
        score, line = best_capture(board, 2)
        balance = material(board) * (1 if board.turn else -1)
        if line and line[0] != node.move and score >= balance + 3:
            node.parent.add_line(line, comment=f"wins {score - balance}", nags=[chess.pgn.NAG_GOOD_MOVE])
        said = describe(board, node.move)
        board.push(node.move)
        loose = hanging(board)
        node.comment = " ".join([node.comment, said, *(["loose:", *loose] if loose else [])]).strip()
        clock -= 1.5
        node.set_clock(clock)
    return board


def report(game, board):
    """Prints a summary of a game."""
    headers = game.headers
    print(f"{headers['White']} - {headers['Black']} {headers['Result']}")
    print(f"  {len(board.move_stack)} plies, {board.legal_moves.count()} legal moves, material {material(board):+d}")
    moved = Counter()
    replay = game.board()
    for move in board.move_stack:
        moved[chess.piece_name(replay.piece_type_at(move.from_square))] += 1
        replay.push(move)
    print("  " + ", ".join(f"{name} {count}" for name, count in sorted(moved.items())))
    outcome = board.outcome(claim_draw=True)
    if outcome:
        print(f"  {outcome.termination.name.lower()}, {outcome.result()}")
    print("  " + game.board().variation_san(board.move_stack[:6]))
    print(f"  {board.epd(id=headers['White'])}")


def draw(board, path):
    """Draws a board with its last move, the attackers of the king and a check."""
    king = board.king(board.turn)
    last = board.peek() if board.move_stack else None
    arrows = [chess.svg.Arrow(square, king, color="red") for square in board.attackers(not board.turn, king)]
    picture = chess.svg.board(
        board,
        orientation=board.turn,
        lastmove=last,
        check=king if board.is_check() else None,
        arrows=arrows,
        fill=dict.fromkeys(board.attacks(king), "#cc0000cc"),
        size=350,
    )
    path.write_text(picture)


def play_on(board, engine, plies):
    """Lets an engine play on."""
    start = board.fullmove_number
    while not board.is_game_over() and len(board.move_stack) < plies:
        result = engine.play(board, chess.engine.Limit(nodes=500))
        if result.move not in board.legal_moves:
            raise SystemExit("the engine plays an illegal move")
        board.push(result.move)
    info = engine.analyse(board, chess.engine.Limit(depth=3)) if not board.is_game_over() else {}
    score = info["score"].white() if "score" in info else None
    print(f"  played on from move {start} to {board.fullmove_number}: {'over' if score is None else 'goes on'}")


def main(games, folder, command):
    """Reads, comments on, draws and writes all games of a file."""
    folder = Path(folder)
    folder.mkdir(exist_ok=True)
    with open(games, encoding="utf-8") as source, open(folder / "commented.pgn", "w", encoding="utf-8") as target:
        number = 0
        while (game := chess.pgn.read_game(source)) is not None:
            number += 1
            board = annotate(game)
            report(game, board)
            draw(board, folder / f"game{number}.svg")
            print(game, file=target, end="\n\n")
    again = chess.pgn.read_game(io.StringIO((folder / "commented.pgn").read_text(encoding="utf-8")))
    print(f"{number} games; the first has {sum(1 for _ in again.mainline())} plies and {again.end().clock():.1f} seconds left")
    if command:
        with chess.engine.SimpleEngine.popen_uci(command) as engine:
            play_on(again.end().board(), engine, len(again.end().board().move_stack) + 4)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
