"""The examples of docs/python.md run."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
TEXT = PAGE.read_text()


def parts():
    """The Python blocks of each section, joined."""
    for section in re.split(r"^## ", TEXT, flags=re.M)[1:]:
        blocks = re.findall(r"^```python\n(.*?)^```", section, flags=re.M | re.S)
        if blocks:
            yield pytest.param("\n".join(blocks), id=section.split("\n", 1)[0])


@pytest.mark.parametrize("code", list(parts()))
def test_the_examples_of_a_section_run(code):
    if "ferz.learning" in code:
        pytest.importorskip("pettingzoo")
        pytest.importorskip("gymnasium")
    exec(compile(code, str(PAGE), "exec"), {"ferz": __import__("ferz")})
