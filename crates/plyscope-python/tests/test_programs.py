"""Games in other programs, started from Python: the same bytes, and none of them outlives Python."""

import _thread
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import ROOT

import plyscope as ply

CHILD = ROOT / "examples" / "process" / "tic_tac_toe.py"


def running(words: str) -> list[str]:
    """The processes whose command line has these words, but for those that look for them."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
        except OSError:
            continue
        if words in line and "-c" not in line:
            found.append(line)
    return found


def test_a_game_in_another_program(command):
    game = "process(command=\"python3 examples/process/tic_tac_toe.py\")"
    printed = command("measure", game, "--depths", "1..3", "--trials", "20", "--quiet", "--format", "json")
    import os

    here = os.getcwd()
    os.chdir(ROOT)
    try:
        assert ply.measure(game, depths=range(1, 4), trials=20).to_json() == printed
    finally:
        os.chdir(here)


def test_a_program_that_fails_is_quoted():
    try:
        ply.measure('process(command="sh -c \'echo no game here >&2; exit 3\'")', depths=[1])
    except ply.ProgramError as error:
        assert "exit status 3" in str(error) and "no game here" in str(error) and '{"plyscope":1}' in str(error)
    else:
        raise AssertionError("it was not told")


def test_an_interrupt_ends_the_wait_for_a_child(tmp_path):
    deaf = tmp_path / "deaf.sh"
    deaf.write_text("sleep 100\n")
    timer = threading.Timer(0.5, _thread.interrupt_main)
    started = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ply.measure(f'process(command="sh {deaf}",timeout=90)', depths=[1])
    assert time.monotonic() - started < 20


def test_no_child_outlives_python(tmp_path):
    child = tmp_path / "own_tic_tac_toe.py"
    child.write_text(CHILD.read_text())
    script = (
        "import plyscope as ply\n"
        f"ply.measure('process(command=\"python3 {child}\")', depths=range(1, 7), trials=100000)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script])
    until = time.monotonic() + 60
    while not running(child.name) and time.monotonic() < until:
        time.sleep(0.05)
    assert running(child.name)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    until = time.monotonic() + 10
    while running(child.name) and time.monotonic() < until:
        time.sleep(0.05)
    assert running(child.name) == []
