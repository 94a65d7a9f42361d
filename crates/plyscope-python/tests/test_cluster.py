"""Several workers, real processes: the same bytes as one machine, whatever happens to them."""

import os
import signal
import subprocess
import sys

import pytest
from conftest import ROOT, Nim, needs, parity

import plyscope as ply

distributed = needs("distributed", "distributed")


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=None, silence_logs=50
    ) as cluster:
        with distributed.Client(cluster) as client:
            client.wait_for_workers(2)
            yield client


def test_run_and_measure_are_the_same(cluster, tmp_path):
    id = "wilson/fig3-b2"
    here = ply.reproduce(id, trials=20_000, out=tmp_path / "here")
    there = ply.reproduce(id, trials=20_000, out=tmp_path / "there", client=cluster)
    assert there.to_json() == here.to_json()
    for file in sorted((tmp_path / "here").rglob("*.*")):
        # In a PDF the order of objects is not always the same.
        if file.is_file() and file.name not in ("run.json", "figure.pdf"):
            other = tmp_path / "there" / file.relative_to(tmp_path / "here")
            assert other.read_bytes() == file.read_bytes(), file
    how = dict(evaluator="lines", depths=range(1, 4), trials=100)
    game = "connect-four(width=4,height=4)"
    assert ply.measure(game, **how, client=cluster).to_json() == ply.measure(game, **how).to_json()


def test_what_is_learned_is_learned_once_and_sent_along(cluster):
    """A rule that is fitted to solved positions first."""
    how = dict(evaluator="store-difference(calibrate=isotonic)", rule="calibrated-product", depths=[1, 2], trials=32, repairs="none")
    game = "kalah(pits=3,seeds=2)"
    assert ply.measure(game, **how, client=cluster).to_json() == ply.measure(game, **how).to_json()


def test_games_and_evaluators_of_the_user_travel(cluster):
    class Misere(Nim):
        """Who takes the last one loses. Of this file alone: no worker can import it."""

        def payoffs(self, position):
            return [-payoff for payoff in super().payoffs(position)]

    how = dict(evaluator=lambda position: -parity(position), depths=range(1, 5), trials=48)
    there = ply.measure(Misere(17), **how, client=cluster)
    assert there.to_json() == ply.measure(Misere(17), **how).to_json()


def test_an_exception_on_a_worker_comes_home(cluster):
    def broken(position):
        if position[0] < 9:
            raise LookupError("lost at nine")
        return 0.0

    with pytest.raises(LookupError, match="lost at nine"):
        ply.measure(Nim(21), evaluator=broken, depths=[1, 2], trials=48, repairs="none", client=cluster)


def test_a_folder_goes_on_where_it_was(cluster, tmp_path):
    how = dict(evaluator="lines", depths=[1, 2], seed=4, out=tmp_path / "run")
    ply.measure("tic-tac-toe", **how, trials=16, client=cluster)
    there = ply.measure("tic-tac-toe", **how, trials=64, resume=True, client=cluster)
    assert there.to_json() == ply.measure("tic-tac-toe", **{**how, "out": None}, trials=64).to_json()


def test_a_match_that_ends_early_is_refused(cluster):
    match = {
        "title": "t", "source": "s", "measure": "match", "game": "tic-tac-toe", "positions": "random(plies=1..2)", "trials": 64,
        "sprt": "elo0=0,elo1=10", "figure": {"kind": "table"},
        "series": [{"label": "a", "players": ["player(depth=3)", "player(depth=1)"]}],
    }
    with pytest.raises(ply.InputError, match="cannot be spread over machines"):
        ply.run(match, client=cluster)


@pytest.fixture
def scheduler():
    """A scheduler alone, and a way to start workers as processes of their own."""
    workers = []
    with distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs=50) as cluster:

        def start(environment=None):
            worker = subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_worker", cluster.scheduler_address, "--nthreads", "1", "--no-nanny",
                 "--no-dashboard", "--memory-limit", "0"],
                env={**os.environ, **(environment or {})}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
            workers.append(worker)
            return worker

        with distributed.Client(cluster) as client:
            yield client, start
        for worker in workers:
            worker.kill()
            worker.wait()


def test_three_workers_one_is_killed_and_one_joins_late(scheduler, monkeypatch):
    from plyscope import cluster

    client, start = scheduler
    how = dict(evaluator="lines", depths=range(1, 5), trials=400, repairs="none", seed=2)
    game = "connect-four(width=5,height=4)"
    here = ply.measure(game, **how).to_json()
    workers = [start() for _ in range(3)]
    client.wait_for_workers(3, timeout=60)
    taken, take = [], cluster._Spread.take

    def disturb(self, future):
        take(self, future)
        taken.append(len(self.running))
        if len(taken) == 2:
            # Some chunks are done, and others are on their way.
            workers[0].send_signal(signal.SIGKILL)
            workers[0].wait()
            start()

    monkeypatch.setattr(cluster._Spread, "take", disturb)
    there = ply.measure(game, **how, client=client).to_json()
    assert workers[0].returncode == -signal.SIGKILL and taken[1] > 3, "it was killed while all had work"
    assert there == here


@pytest.fixture
def other(tmp_path):
    """An environment in which the package says that it was built from something else."""
    (tmp_path / "sitecustomize.py").write_text(
        "import plyscope, plyscope._plyscope\nplyscope._plyscope.build = lambda: '0.0.1+other'\nplyscope.__build__ = '0.0.1+other'\n"
    )
    return {"PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])}


def test_another_build_is_refused_by_name(scheduler, other):
    client, start = scheduler
    start(other)
    client.wait_for_workers(1, timeout=60)
    [name] = client.scheduler_info()["workers"]
    with pytest.raises(ply.ClusterError) as raised:
        ply.measure("tic-tac-toe", evaluator="lines", depths=[1, 2], trials=64, client=client)
    assert name in str(raised.value) and "0.0.1+other" in str(raised.value)


def test_another_build_that_joins_late_is_given_no_work(scheduler, other, monkeypatch):
    from plyscope import cluster

    client, start = scheduler
    how = dict(evaluator="lines", depths=range(1, 4), trials=640, repairs="none", seed=3)
    here = ply.measure("connect-four(width=4,height=4)", **how).to_json()
    start()
    client.wait_for_workers(1, timeout=60)
    [good] = client.scheduler_info()["workers"]
    taken, take = [], cluster._Spread.take

    def disturb(self, future):
        take(self, future)
        taken.append(future)
        if len(taken) == 1:
            start(other)
            client.wait_for_workers(2, timeout=60)

    monkeypatch.setattr(cluster._Spread, "take", disturb)
    # Small tasks, so that there are enough of them left.
    monkeypatch.setattr(cluster, "TASK_SECONDS", 0.0)
    with pytest.warns(UserWarning, match="0.0.1\\+other") as told:
        there = ply.measure("connect-four(width=4,height=4)", **how, client=client).to_json()
    [bad] = set(client.scheduler_info()["workers"]) - {good}
    assert bad in str(told[0].message) and good not in str(told[0].message)
    assert there == here


def test_from_a_shell(command, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "plyscope.cluster", "docs/own-question.toml", "--local", "2", "--trials", "2048", "--format", "json",
         "--out", str(tmp_path / "runs"), "--quiet"],
        capture_output=True, text=True, cwd=ROOT, timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == command("run", "docs/own-question.toml", "--trials", "2048", "--format", "json", "--quiet")
    wrong = subprocess.run(
        [sys.executable, "-m", "plyscope.cluster", "nowhere.toml", "--local", "1"], capture_output=True, text=True, cwd=tmp_path, timeout=120
    )
    assert wrong.returncode == 2 and wrong.stderr.startswith("error: ") and "nowhere.toml" in wrong.stderr
