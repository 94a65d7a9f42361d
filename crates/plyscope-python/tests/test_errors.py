"""What goes wrong is told as the command tells it, by kind; long work can be stopped, and leaves nothing behind."""

import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT, Nim, needs, parity

import plyscope as ply


def told(command_line):
    """What the command says."""
    path = pathlib.Path(os.environ.get("PLYSCOPE_COMMAND", ROOT / "target" / "debug" / "plyscope"))
    done = subprocess.run([path, *command_line], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2, done.stderr
    return done.stderr.removeprefix("error: ").strip()


@pytest.mark.parametrize(
    "kind, call, line",
    [
        (ply.InputError, lambda: ply.measure("conect-four"), ["measure", "conect-four"]),
        (ply.InputError, lambda: ply.measure("kalah", evaluator="lines"), ["measure", "kalah", "--evaluator", "lines"]),
        (ply.InputError, lambda: ply.measure("kalah(pits=99)"), ["measure", "kalah(pits=99)"]),
        (ply.InputError, lambda: ply.reproduce("wilson/fig99"), ["reproduce", "wilson/fig99"]),
        (ply.InputError, lambda: ply.tree("((1 2) (3"), ["tree", "((1 2) (3"]),
        (ply.InputError, lambda: ply.measure("tic-tac-toe", positions="file(path=\"none.txt\")"),
         ["measure", "tic-tac-toe", "--positions", 'file(path="none.txt")']),
    ],
)
def test_the_same_words(command, kind, call, line):
    with pytest.raises(kind) as raised:
        call()
    assert str(raised.value) == told(line)
    assert isinstance(raised.value, (ply.PlyscopeError, ValueError))


def test_mistakes_in_a_file_have_their_place(tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text("title = 't'\nsource = 's'\ngame = 'kalah'\ntrails = 3\n")
    with pytest.raises(ply.InputError, match=r"wrong.toml, line 4, column 1: .*did you mean `trials`"):
        ply.run(file)
    with pytest.raises(FileNotFoundError):
        ply.run(tmp_path / "nowhere.toml")


def test_folders(tmp_path):
    (tmp_path / "something").write_text("else")
    with pytest.raises(ply.FolderError, match="not empty"):
        ply.measure(Nim(5), evaluator=parity, depths=[1], trials=2, out=tmp_path)
    with pytest.raises(ply.InputError, match="give out="):
        ply.measure(Nim(5), evaluator=parity, depths=[1], trials=2, resume=True)


def test_options_that_do_not_go_together():
    with pytest.raises(ply.InputError, match="one of them"):
        ply.measure("tic-tac-toe", depths=[1], nodes=[1])
    with pytest.raises(ply.InputError, match="rising order"):
        ply.measure("tic-tac-toe", depths=[3, 1])
    with pytest.raises(ply.InputError, match="say which"):
        ply.reproduce()
    with pytest.raises(ply.InputError, match="a game is a name or an object"):
        ply.measure(3)
    with pytest.raises(ply.InputError, match="there is a list of games"):
        ply.names("gmes")


SLOW = """
import sys, time
sys.path.insert(0, {tests!r})
import plyscope as ply
from conftest import Nim, parity
def slow(position):
    time.sleep(0.002)
    return parity(position)
print("begun", flush=True)
try:
    ply.measure({game}, evaluator={evaluator}, depths=range(1, 8), trials=100000, repairs="none", out={out!r})
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    "game, evaluator", [("Nim(21)", "slow"), ("'connect-four(width=5,height=4)'", "'lines'")], ids=["python", "ours"]
)
def test_ctrl_c(tmp_path, game, evaluator):
    script = SLOW.format(tests=str(pathlib.Path(__file__).parent), out=str(tmp_path / "run"), game=game, evaluator=evaluator)
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=200)[0] == "interrupted\n" and child.returncode == 0
    assert '"stopped"' in (tmp_path / "run" / "run.json").read_text()


def test_other_threads_go_on(nim):
    import threading

    ticks, stop = [], threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    started = time.monotonic()
    ply.measure("connect-four(width=5,height=4)", evaluator="lines", depths=range(1, 6), trials=100)
    ended = time.monotonic()
    stop.set()
    thread.join()
    during = [at for at in ticks if started < at < ended]
    longest = max((b - a for a, b in zip([started, *during], [*during, ended])), default=ended - started)
    assert longest < max(0.5, (ended - started) / 2)


def test_progress_is_told():
    needs("tqdm", "tqdm")
    from plyscope import _plyscope

    seen = []
    experiment = _plyscope.Experiment.builtin("wilson/fig3-b2", trials=40_000)
    experiment.run(progress=lambda done, all, learning: seen.append((done, all)))
    assert seen[-1] == (seen[-1][1], seen[-1][1]) and seen == sorted(seen)

    def broken(done, all, learning):
        raise RuntimeError("no terminal")

    with pytest.raises(RuntimeError, match="no terminal"):
        experiment.run(progress=broken)
