"""The type stubs list what is there, and nothing else."""

import ast
from pathlib import Path

import ferz
from ferz import _ferz

STUB = Path(ferz.__file__).with_name("_ferz.pyi")


def test_the_stub_lists_all_that_the_module_has():
    tree = ast.parse(STUB.read_text())
    listed = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    public = {name for name in dir(_ferz) if not name.startswith("_")}
    # Names with a stroke are types that only the stub has.
    assert public == {name for name in listed if not name.startswith("_")}
    for name, node in listed.items():
        if name not in public:
            continue
        thing = getattr(_ferz, name)
        assert thing.__doc__, name
        if isinstance(node, ast.ClassDef) and not issubclass(thing, Exception):
            stubbed = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            there = {member for member in vars(thing) if not member.startswith("__")}
            assert there <= stubbed, (name, there - stubbed)
            assert all(hasattr(thing, member) for member in stubbed), (name, stubbed - there)
            undocumented = [member for member in there if not member.startswith("_") and not getattr(thing, member).__doc__]
            assert not undocumented, (name, undocumented)


def test_the_package_is_marked_as_typed():
    assert STUB.with_name("py.typed").exists()
