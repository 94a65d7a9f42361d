"""What the tests share."""

from __future__ import annotations

import importlib
import os
import pathlib
import subprocess

import pytest

import plyscope as ply

ROOT = pathlib.Path(__file__).resolve().parents[3]


def skipped(what: str, how: str) -> None:
    """Says what could not be tested here, and how to put that right; where everything is to be there, that is a failure."""
    line = f"skipped: {what} (`cargo xtask setup` or `{how}` installs it)"
    if os.environ.get("CI") == "true":
        pytest.fail(line)
    pytest.skip(line)


def needs(module: str, package: str):
    """A module that not everybody has."""
    try:
        return importlib.import_module(module)
    except ImportError:
        skipped(f"there is no {module}", f"pip install {package}")


@pytest.fixture(scope="session")
def command():
    """Runs the command; what it prints."""
    path = pathlib.Path(os.environ.get("PLYSCOPE_COMMAND", ROOT / "target" / "debug" / "plyscope"))
    if not path.exists():
        skipped("there is no command to compare with", "cargo build")

    def run(*arguments: str) -> str:
        done = subprocess.run([path, *arguments], capture_output=True, text=True, cwd=ROOT)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    run.path = path
    return run


class Nim(ply.Game):
    """Take 1 to 3 of a heap; who takes the last one wins."""

    def __init__(self, heap: int) -> None:
        self.heap = heap
        self.longest = heap

    def start(self, seed):
        return (self.heap, 1)

    def mover(self, position):
        return position[1]

    def moves(self, position):
        left, mover = position
        return [(str(n), (left - n, 3 - mover)) for n in range(1, min(3, left) + 1)]

    def payoffs(self, position):
        return [-1, 1] if position[1] == 1 else [1, -1]


def parity(position):
    """An opinion of Nim that is wrong now and then."""
    return (1 if position[0] % 2 else -1) * (1 if position[1] == 1 else -1)


@pytest.fixture
def nim():
    return Nim(21)
