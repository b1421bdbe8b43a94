"""PGN whole: what is read is written again, and what is written is read again, by Ferz and by python-chess."""

import io
import os
import random

import pytest

import ferz
import ferz.pgn

try:
    import chess.pgn as peer
except ImportError:
    peer = None

# Five variants, the first four of which python-chess has.
VARIANTS = ["chess", "crazyhouse", "atomic", "chess960", "xiangqi"]
# As many games of each in CI; `FERZ_PGN_GAMES=2000` makes 10,000.
GAMES = int(os.environ.get("FERZ_PGN_GAMES", "12"))

ODD = """
% an escaped line
[Event "The \\"odd\\" one"]
[White "Anna \\\\ Bert"]
[Variant "chess"]

{Before the first move} 1. e4! {[%clk 0:09:58.5] [%eval 0.25] good} ; to the end of the line
e5 $1 $14 (1... c5 $2 {the Sicilian} 2. Nf3 (2. c3 d5 {deep} (2... Nf6)) 2... d6) ({after a start} 1... e6)
2. Nf3 {a} {second comment} Nc6 3. Bb5 0-1
"""


def made_up(name, number):
    """A game by chance with comments, glyphs, clocks and variations."""
    chance, game = random.Random(f"{name} {number}"), ferz.load(name).game()
    if name == "chess960":
        game = game.variant.game(start=chance.randrange(960))
    alternatives = []
    for _ in range(chance.randrange(1, 40)):
        moves = game.uci_moves()
        if not moves or (game.end and not game.end.claim):
            break
        alternatives.append(game.parse(chance.choice(moves)).san if chance.random() < 0.2 else None)
        game.push(chance.choice(moves))
    if chance.random() < 0.3 and not game.end:
        chance.choice([game.resign, lambda: game.declare("1/2-1/2", "adjudication")])()
    record = ferz.pgn.Record.of(game, White=f'Player "{number}"', Round=str(number))
    clock = 600.0
    for node, other in zip(record.moves, alternatives, strict=True):
        clock -= chance.randrange(1, 9) / 2
        if chance.random() < 0.3:
            node.clock = clock
        if chance.random() < 0.1:
            node.eval = f"{chance.uniform(-3, 3):.2f}"
        if chance.random() < 0.2:
            node.comments.append(chance.choice(["good", "a long comment " * 12, "(brackets) and [more]", "x"]).strip())
        if chance.random() < 0.1:
            node.nags.append(chance.randrange(1, 20))
        if other:
            node.variations.append(ferz.pgn.Line(["before"] if chance.random() < 0.5 else [], [ferz.pgn.Node(other, [1], ["why"])]))
    return game, record


@pytest.mark.parametrize("name", VARIANTS)
def test_games_are_written_and_read_again(name):
    made = [made_up(name, number) for number in range(GAMES)]
    text = "\n".join(str(record) for _, record in made)
    records = list(ferz.pgn.read(text))
    assert records == [record for _, record in made]
    assert "\n".join(map(str, records)) == text
    for record, (game, _) in zip(records, made, strict=True):
        assert record.game() == game and record.result == game.result == record.tags["Result"]
    if name == "xiangqi":
        return
    if peer is None:
        pytest.skip("SKIPPED: python-chess is not installed")
    stream = io.StringIO(text)
    for game, record in made:
        read = peer.read_game(stream)
        assert read.errors == [] and read.headers["Result"] == game.result
        board = read.end().board()
        assert [move.uci() for move in board.move_stack] == [uci(name, made) for made in game]
        # python-chess leaves the strokes before quotes in the values of tags.
        assert {name: value.replace('\\"', '"') for name, value in read.headers.items()} == record.tags
        nodes = list(read.mainline())
        assert [sorted(node.nags) for node in nodes] == [sorted(set(node.nags)) for node in record.moves]
        assert [node.clock() for node in nodes] == [node.clock for node in record.moves]
        assert [len(node.parent.variations) - 1 for node in nodes] == [len(node.variations) for node in record.moves]
    assert peer.read_game(stream) is None


def uci(name, made):
    """python-chess writes castling in Chess960 as Ferz does, and drops with a capital."""
    return made.uci


def test_all_that_is_written_is_kept():
    [record] = ferz.pgn.read(ODD)
    assert record.tags == {"Event": 'The "odd" one', "White": "Anna \\ Bert", "Variant": "chess"}
    assert record.comments == ["Before the first move"] and record.result == "0-1"
    e4, e5, nf3, _, bb5 = record.moves
    assert (e4.nags, e4.clock, e4.eval, e4.elapsed) == ([1], 598.5, "0.25", None)
    assert e4.comments[1] == "to the end of the line" and nf3.comments == ["a", "second comment"] and bb5.san == "Bb5"
    sicilian, french = e5.variations
    assert french.comments == ["after a start"] and sicilian.moves[1].variations[0].moves[1].variations[0].moves[0].san == "Nf6"
    [again] = ferz.pgn.read(str(record))
    assert again == record and str(again) == str(record)
    assert list(ferz.pgn.read(ODD, variations=False))[0].moves[1].variations == []


def test_a_resigned_game_keeps_its_result():
    game = ferz.load("chess").game().play_all(["e4", "e5"])
    game.resign()
    [again] = ferz.load("chess").games_from_pgn(game.pgn())
    assert again == game and again.result == "0-1"
    assert again.end.reason == "declared" and again.pgn() == game.pgn()
    [forfeit] = ferz.load("chess").games_from_pgn('[Termination "time forfeit"]\n\n1. e4 1/2-1/2')
    assert (forfeit.result, forfeit.end.reason, forfeit.legal_moves != []) == ("1/2-1/2", "time forfeit", True)
    [open_game] = ferz.load("chess").games_from_pgn("1. e4 *")
    assert open_game.end is None and open_game.result == "*"
    mate = ferz.load("chess").games_from_pgn("1. f3 e5 2. g4 Qh4# 0-1")[0]
    assert mate.end == ferz.End("0-1", "checkmate")


@pytest.mark.parametrize("name", ["Bad Tag", 'a"b', "x]y", ""])
def test_names_of_tags_are_words(name):
    with pytest.raises(ValueError, match="the name of a tag"):
        ferz.load("chess").game().pgn(**{name: "x"})


def test_the_tags_choose_the_variant():
    for tag, name in [("Crazyhouse", "crazyhouse"), ("Three-check", "3check"), ("King of the Hill", "kingofthehill"), ("Standard", "chess")]:
        [record] = ferz.pgn.read(f'[Variant "{tag}"]\n\n1. e4 *')
        assert record.variant().id == name and len(record.game()) == 1
    [record] = ferz.pgn.read('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 *')
    assert record.game().fen.startswith("8/3k4/8/8/4P3")
    [record] = ferz.pgn.read(ferz.load("xiangqi").game().play("h3e3").pgn())
    assert record.game().variant.id == "xiangqi"
    with pytest.raises(ValueError, match="no such game"):
        next(ferz.pgn.read('[Variant "no such game"]\n\n1. e4 *')).game()


def test_faults_have_places_and_the_next_game_is_read():
    reader = ferz.pgn.read("1. e4 {open\n\n[Event \"?\"]\n\n1. d4 *")
    with pytest.raises(ferz.PgnError) as caught:
        next(reader)
    assert (caught.value.line, caught.value.column) == (1, 7)
    assert next(reader).moves[0].san == "d4" and next(reader, None) is None
    with pytest.raises(ValueError, match="ply 1"):
        next(ferz.pgn.read("1. e5 *")).game()
    for record in [
        ferz.pgn.Record(moves=[ferz.pgn.Node("not a move")]), ferz.pgn.Record(result="2-0"), ferz.pgn.Record(tags={"a b": ""}),
    ]:  # fmt: skip
        with pytest.raises(ValueError):
            str(record)
    deep = ferz.pgn.Node("e4")
    for _ in range(200):
        deep = ferz.pgn.Node("e4", variations=[ferz.pgn.Line(moves=[deep])])
    with pytest.raises(ValueError, match="nested"):
        str(ferz.pgn.Record(moves=[deep]))


class Endless:
    """A stream without end, of which no more may be read than is asked for."""

    def __init__(self):
        self.lines = 0

    def readline(self, size=-1):
        self.lines += 1
        return '[Round "1"]\n' if self.lines % 4 == 1 else "\n" if self.lines % 2 == 0 else "1. e4 e5 *\n"


def test_streams_of_any_length(tmp_path):
    endless = Endless()
    reader = ferz.pgn.read(endless)
    assert all(len(next(reader).moves) == 2 for _ in range(1000)) and endless.lines < 4100
    file = tmp_path / "games.pgn"
    file.write_text("1. e4 *\n\n1. d4 *\n", encoding="utf-8")
    assert [record.moves[0].san for record in ferz.pgn.read(file)] == ["e4", "d4"]
    with open(file, "rb") as stream:
        assert len(list(ferz.pgn.read(stream))) == 2
    assert [tags for tags in ferz.pgn.read_tags(ODD + ODD)] == [next(ferz.pgn.read(ODD)).tags] * 2

    class Broken:
        def readline(self, size=-1):
            raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        next(ferz.pgn.read(Broken()))


def test_a_null_move_at_the_end_is_passed_over():
    [record] = ferz.pgn.read("1. e4 e5 2. -- 1-0")
    assert len(record.game()) == 2 and record.game().result == "1-0" and len(record.moves) == 3
    with pytest.raises(ValueError, match="ply 2"):
        next(ferz.pgn.read("1. e4 -- 2. d4 *")).game()


def test_a_record_is_played_move_by_move():
    [record] = ferz.pgn.read(ODD)
    seen = [(game.turn, made.san, node.san) for game, made, node in record.played()]
    assert seen[0] == ("white", "e4", "e4") and len(seen) == 5


def test_clocks_are_set():
    node = ferz.pgn.Node("e4", comments=["[%clk 0:01:00] first [%emt 0:00:02]"])
    node.clock, node.eval = 3723.25, "#-3"
    assert (node.clock, node.elapsed, node.eval) == (3723.25, 2.0, "#-3") and "1:02:03.25" in " ".join(node.comments)
    node.clock = None
    node.elapsed = None
    assert node.clock is None and node.comments == ["[%eval #-3]", "first"]
    with pytest.raises(ValueError):
        node.clock = -1.0
