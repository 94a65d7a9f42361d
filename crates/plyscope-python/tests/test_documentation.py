"""Every example in the documentation of the package is run; everything public has some."""

import doctest
import importlib
import inspect

import pytest
from conftest import ROOT, needs

import plyscope as ply

MODULES = ["plyscope", "plyscope.cluster", "plyscope.errors", "plyscope.games", "plyscope.laboratory", "plyscope.results", "plyscope.spiel"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    if name == "plyscope.spiel":
        needs("pyspiel", "open_spiel")
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    found = doctest.testmod(importlib.import_module(name), optionflags=flags)
    assert found.failed == 0


def test_everything_public_is_documented():
    for name in ply.__all__:
        thing = getattr(ply, name)
        if name == "Evaluator":
            continue
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and thing.__module__.startswith("plyscope"):
            for method, inner in vars(thing).items():
                if not method.startswith("_") and (callable(inner) or isinstance(inner, property)):
                    assert inspect.getdoc(getattr(thing, method)), f"{name}.{method}"
    for name in ["measure", "run", "reproduce", "tree", "names", "game", "openspiel", "Game", "Win", "Measurement", "Results"]:
        assert ">>>" in inspect.getdoc(getattr(ply, name)), f"{name} has no example"


def test_the_page_on_python(tmp_path, monkeypatch):
    """Its examples run in order, as they are written."""
    needs("pyspiel", "open_spiel"), needs("pandas", "pandas")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "python.md").read_text()
    blocks = [part.split("```")[0] for part in page.split("```python\n")[1:]]
    assert len(blocks) == 4
    names: dict = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert (tmp_path / "accuracy.pdf").read_bytes().startswith(b"%PDF")
