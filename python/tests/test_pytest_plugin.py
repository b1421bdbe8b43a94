"""The plugin of pytest, in runs of pytest of its own."""

import pytest

import ferz
from ferz.pytest_plugin import move_list

pytest_plugins = ["pytester"]

VARIANT = 'name: Nimble\nextends: chess\npieces: {king: {moves: "K"}}\nsetup: 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ncastling: none\n'

TEST = """
def test_start(ferz_variant, move_snapshot):
    game = ferz_variant("nimble.yaml").game()
    move_snapshot(game)
    move_snapshot(game.play_all(["e1e2"]))
    move_snapshot(game, name="named again")
"""


def test_move_list_is_that_of_snapshots() -> None:
    game = ferz.load("crazyhouse").game("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")
    first, *lines = move_list(game).splitlines()
    assert first == game.fen
    assert lines[0] == "king e1: Kd1 Kd2 Ke2 Kf1 Kf2"
    assert lines[1].startswith("pawn hand: P@a2 P@a3 ")
    assert len(lines) == 2


def test_snapshots_are_written_and_compared(pytester: pytest.Pytester) -> None:
    pytester.makefile(".yaml", nimble=VARIANT)
    pytester.makepyfile(TEST)
    # A missing snapshot is a failure that says what to do.
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["there is no snapshot *", "if this is intended: pytest --ferz-update"])
    pytester.runpytest("--ferz-update").assert_outcomes(passed=1)
    folder = pytester.path / "__snapshots__" / "test_snapshots_are_written_and_compared"
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["test_start-2.txt", "test_start-named_again.txt", "test_start.txt"]
    assert (folder / "test_start.txt").read_text() == (
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1\nking e1: Kd1 Kd2 Ke2 Kf1 Kf2\n"
    )
    pytester.runpytest().assert_outcomes(passed=1)
    # A changed rule shows the moves that appeared.
    pytester.makefile(".yaml", nimble=VARIANT.replace('"K"', '"KN"'))
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["-king e1: Kd1 Kd2 Ke2 Kf1 Kf2", "+king e1: Kc2 Kd1 Kd2 Kd3 Ke2 Kf1 Kf2 Kf3 Kg2"])
    pytester.runpytest("--ferz-update").assert_outcomes(passed=1)
    pytester.runpytest().assert_outcomes(passed=1)


def test_variants_by_name_and_errors(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import ferz
        import pytest

        def test_built_in(ferz_variant):
            assert len(ferz_variant("grand").game().legal_moves) == 65

        def test_unknown(ferz_variant):
            with pytest.raises(ferz.VariantError):
                ferz_variant("no-such-variant")

        def test_names_are_taken_once(ferz_variant, move_snapshot):
            game = ferz_variant("chess").game()
            move_snapshot(game, name="a")
            with pytest.raises(ValueError):
                move_snapshot(game, name="a")
        """
    )
    pytester.runpytest("--ferz-update").assert_outcomes(passed=3)
