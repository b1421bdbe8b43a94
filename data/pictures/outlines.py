"""Writes outlines.txt: the outlines of the characters that the tables of this folder use.

The font is Noto Sans CJK JP Bold (SIL Open Font License 1.1, see OFL.txt). Needs fontTools and the font:
python3 outlines.py /usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc
"""

import sys
from pathlib import Path

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTCollection

HERE = Path(__file__).parent
TABLES = ["chinese.txt", "korean.txt", "japanese.txt"]
SIDE = 200


class Pen(BasePen):
    """Relative commands in whole numbers."""

    def __init__(self, glyphs, scale, top):
        super().__init__(glyphs)
        self.scale, self.top, self.at, self.out = scale, top, (0, 0), []

    def place(self, point):
        return round(point[0] * self.scale), round((self.top - point[1]) * self.scale)

    def go(self, command, *points):
        x, y = self.at
        places = [self.place(point) for point in points]
        self.out.append(command + " ".join(f"{a - x} {b - y}" for a, b in places).replace(" -", "-"))
        self.at = places[-1]

    def _moveTo(self, point):
        self.at = self.place(point)
        self.out.append("M" + " ".join(map(str, self.at)))

    def _lineTo(self, point):
        self.go("l", point)

    def _curveToOne(self, one, two, three):
        self.go("c", one, two, three)

    def _closePath(self):
        self.out.append("z")


def characters():
    found = set()
    for table in TABLES:
        for line in (HERE / table).read_text().splitlines():
            if not line.startswith("#"):
                found |= set(line.split("|")[0]) - {"/", " "}
    return sorted(found)


def main():
    fonts = TTCollection(sys.argv[1])
    font = next(font for font in fonts if "JP" in font["name"].getDebugName(1))
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    scale, top = SIDE / font["head"].unitsPerEm, font["hhea"].ascent - 280
    lines = ["# Outlines of characters of Noto Sans CJK JP Bold, in a box of 200 by 200. Licence: OFL.txt."]
    for character in characters():
        pen = Pen(glyphs, scale, top)
        glyphs[names[ord(character)]].draw(pen)
        lines.append(character + " " + "".join(pen.out))
    (HERE / "outlines.txt").write_text("\n".join(lines) + "\n")


main()
