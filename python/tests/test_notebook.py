"""docs/notebook.ipynb: every cell runs, and shows what it shows in the file. With Jupyter's own client where it is installed."""

import ast
import contextlib
import io
import json
import os
from pathlib import Path

import pytest

PATH = Path(__file__).parents[2] / "docs" / "notebook.ipynb"
NOTEBOOK = json.loads(PATH.read_text())


def run(source, names):
    """Runs a cell: what it prints, and the value of its last line if that is an expression."""
    tree, printed, value = ast.parse(source), io.StringIO(), None
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), value


def shown(cell):
    """What a cell shows in the file: the text printed, and its value by kind."""
    printed, value = "", {}
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            printed += "".join(output["text"])
        else:
            value = {kind: "".join(text) for kind, text in output["data"].items()}
    return printed, value


def test_every_cell_shows_what_the_file_shows():
    names = {}
    for cell in NOTEBOOK["cells"]:
        if cell["cell_type"] != "code":
            continue
        printed, value = run("".join(cell["source"]), names)
        expected, kinds = shown(cell)
        assert printed == expected, cell["id"]
        assert bool(kinds) == (value is not None), cell["id"]
        if "image/svg+xml" in kinds:
            assert value._repr_svg_() == kinds["image/svg+xml"], cell["id"]
        elif kinds:
            assert ast.literal_eval(kinds["text/plain"]) == value, cell["id"]


def test_jupyter_runs_it():
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    import nbformat

    notebook = nbformat.read(PATH, as_version=4)
    if os.environ.get("UPDATE_NOTEBOOK"):
        nbclient.NotebookClient(notebook, timeout=120).execute()
        for cell in notebook.cells:
            cell.metadata = {}
        nbformat.write(notebook, PATH)
    else:
        nbclient.NotebookClient(notebook, timeout=120).execute()
        assert not any(output.output_type == "error" for cell in notebook.cells for output in cell.get("outputs", []))
