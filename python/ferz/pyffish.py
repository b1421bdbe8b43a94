"""The functions of pyffish 0.0.90, answered by Ferz: `import ferz.pyffish as pyffish`.

>>> import ferz.pyffish as pyffish
>>> pyffish.legal_moves("capablanca", "10/10/10/10/10/k9/10/K9 w - - 0 1", [])
['a1b1']
>>> pyffish.get_san("shogi", pyffish.start_fen("shogi"), "i3i4")
'P-16'

Variants are called as Fairy-Stockfish calls them; `load_variant_config` reads its variants.ini. Besides, every built-in variant of
Ferz can be asked for by its own name, and a variant file by its path.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from ._ferz import Fish, __version__ as _version, fairy_data, import_ini, load

FEN_OK = 1
FEN_INVALID_PROMOTED_PIECE = -12
NOTATION_DEFAULT = 0
NOTATION_SAN = 1
NOTATION_LAN = 2
NOTATION_SHOGI_HOSKING = 3
NOTATION_SHOGI_HODGES = 4
NOTATION_SHOGI_HODGES_NUMBER = 5
NOTATION_JANGGI = 6
NOTATION_XIANGQI_WXF = 7
NOTATION_THAI_SAN = 8
NOTATION_THAI_LAN = 9
VALUE_DRAW = 0
VALUE_MATE = 32000


class error(Exception):
    """Never raised; it is there because pyffish has it."""


def _sections(text: str) -> dict[str, dict[str, str]]:
    """The settings of each section, with those of its parents."""
    found: dict[str, dict[str, str]] = {}
    section: dict[str, str] = {}
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("[") and "]" in line:
            name, _, parent = line[1 : line.index("]")].partition(":")
            section = dict(_settings.get(parent.strip(), {}) | found.get(parent.strip(), {}))
            found[name.strip()] = section
        elif line and line[0] not in "#;" and "=" in line:
            key, _, value = line.partition("=")
            section[key.strip()] = value.strip()
    return found


_settings: dict[str, dict[str, str]] = {}
_settings.update(_sections(fairy_data()[0]))
for _line in fairy_data()[1].splitlines():
    if not _line.startswith("#"):
        _variant, _number = _line.split()
        _settings[_variant]["notation"] = _number
_files: dict[str, str] = {}
_fish: dict[tuple[str, bool], Fish] = {}
_folders: list[tempfile.TemporaryDirectory[str]] = []
_OPTIONS = {
    "Debug Log File", "Threads", "Hash", "Clear Hash", "Ponder", "MultiPV", "Skill Level", "Move Overhead", "Slow Mover",
    "nodestime", "UCI_Chess960", "UCI_Variant", "UCI_AnalyseMode", "UCI_LimitStrength", "UCI_Elo", "UCI_ShowWDL", "SyzygyPath",
    "SyzygyProbeDepth", "Syzygy50MoveRule", "SyzygyProbeLimit", "Use NNUE", "EvalFile", "TsumeMode", "VariantPath", "usemillisec",
    "Protocol",
}  # fmt: skip


def _get(variant: str, chess960: bool) -> Fish:
    key = (variant, bool(chess960))
    found = _fish.get(key)
    if found is None:
        found = _fish[key] = Fish(load(_files.get(variant, variant)), key[1])
    return found


def version() -> tuple[int, int, int]:
    """The version of pyffish whose functions these are."""
    return (0, 0, 90)


def info() -> str:
    """Name of the library that answers."""
    return f"Fairy-Stockfish's functions, answered by Ferz {_version}"


def variants() -> list[str]:
    """The names of Fairy-Stockfish's variants, and of those that were loaded, sorted."""
    return sorted(_settings)


def set_option(name: str, value: Any) -> None:
    """Accepts what pyffish accepts. `VariantPath` loads a file; the other options change nothing of the rules."""
    if name not in _OPTIONS:
        raise ValueError(f"No such option {name}'")
    if name == "VariantPath" and str(value) not in ("", "<empty>"):
        load_variant_config(Path(str(value)).read_text())


def load_variant_config(config: str) -> None:
    """Loads the variants of a configuration file of Fairy-Stockfish, given as text."""
    folder = tempfile.TemporaryDirectory(prefix="ferz-")
    _folders.append(folder)
    for name, text in import_ini(config).items():
        path = Path(folder.name) / f"{name}.yaml"
        path.write_text(text)
        _files[name] = str(path)
        for chess960 in (False, True):
            _fish.pop((name, chess960), None)
    _settings.update(_sections(config))


def _known(variant: str) -> dict[str, str]:
    if variant in _settings:
        return _settings[variant]
    load(_files.get(variant, variant))
    return {}


def start_fen(variant: str) -> str:
    """The FEN of the start position."""
    return _known(variant).get("startFen") or load(_files.get(variant, variant)).start_fen


def two_boards(variant: str) -> bool:
    """`True` if the variant is played on two boards."""
    return _known(variant).get("twoBoards") == "true"


def captures_to_hand(variant: str) -> bool:
    """`True` if captured pieces go to the hand of who took them."""
    return _known(variant).get("capturesToHand") == "true"


def _notation(variant: str, notation: int) -> int:
    return notation or int(_known(variant).get("notation", NOTATION_SAN))


def get_san(variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT) -> str:
    """A move in a notation for people."""
    return _get(variant, chess960).get_san(fen, move, _notation(variant, notation))


def get_san_moves(
    variant: str, fen: str, movelist: list[str], chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> list[str]:
    """A line of moves in a notation for people."""
    return _get(variant, chess960).get_san_moves(fen, movelist, _notation(variant, notation))


def legal_moves(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> list[str]:
    """The legal moves after a line of moves."""
    return _get(variant, chess960).legal_moves(fen, movelist)


def get_fen(
    variant: str,
    fen: str,
    movelist: list[str],
    chess960: bool = False,
    sfen: bool = False,
    show_promoted: bool = False,
    count_started: int = 0,
) -> str:
    """The FEN after a line of moves."""
    return _get(variant, chess960).get_fen(fen, movelist, sfen, show_promoted, count_started)


def gives_check(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> bool:
    """`True` if the side to move is in check after a line of moves."""
    return _get(variant, chess960).gives_check(fen, movelist)


def is_capture(variant: str, fen: str, movelist: list[str], move: str, chess960: bool = False) -> bool:
    """`True` if a move takes something."""
    return _get(variant, chess960).is_capture(fen, movelist, move)


def piece_to_partner(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> str:
    """The piece that the last move has taken, as a partner gets it."""
    return _get(variant, chess960).piece_to_partner(fen, movelist)


def game_result(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> int:
    """The result, for the side to move, of a game that is over."""
    return _get(variant, chess960).game_result(fen, movelist)


def is_immediate_game_end(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> tuple[bool, int]:
    """Whether a rule of the variant has ended the game, and the result for the side to move."""
    return _get(variant, chess960).is_immediate_game_end(fen, movelist)


def is_optional_game_end(
    variant: str, fen: str, movelist: list[str], chess960: bool = False, count_started: int = 0
) -> tuple[bool, int]:
    """Whether a player may claim that the game is over, and the result for the side to move."""
    return _get(variant, chess960).is_optional_game_end(fen, movelist, count_started)


def has_insufficient_material(variant: str, fen: str, movelist: list[str], chess960: bool = False) -> tuple[bool, bool]:
    """Whether White, and whether Black, cannot win by any means."""
    return _get(variant, chess960).has_insufficient_material(fen, movelist)


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """`FEN_OK`, or a number below it that says which part is wrong."""
    return _get(variant, chess960).validate_fen(fen)


def get_fog_fen(fen: str, variant: str, chess960: bool = False) -> str:
    """The FEN with `*` on the squares that the side to move does not see."""
    return _get(variant, chess960).get_fog_fen(fen)
