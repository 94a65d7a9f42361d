"""More than one machine: the workers of a Dask cluster do the chunks of a run.

The result is the same to the bit as that of a run on one machine, whatever the workers, also when one of them dies or joins
later: a chunk is a function of the experiment, its seed and its number, and what chunks found is added up exactly.

``python -m plyscope.cluster experiment.toml --scheduler tcp://HOST:8786`` does it from a shell.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
import uuid
import warnings
from collections import deque
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional, Sequence

from . import _plyscope
from .errors import ClusterError, PlyscopeError

#: How long a task should take, in seconds: long beside the scheduler's millisecond a task, short beside a run.
TASK_SECONDS = 2.0
#: Tasks that wait at a worker's thread: enough that none is idle, few enough that the scheduler's memory is bounded.
TASKS_A_THREAD = 3
#: Chunks of a task at the most.
MOST_CHUNKS = 1024


@dataclass(frozen=True)
class Job:
    """What a worker has to know of a run."""

    id: str
    build: str
    text: str
    alternative: Optional[str]
    trials: int
    seed: int
    chunk: int
    learned: Mapping[str, str]
    #: The user's own games and evaluators, pickled; each worker's thread has its own copy.
    objects: bytes


@dataclass(frozen=True)
class Refused:
    """What a worker with another build says: these chunks are for somebody else."""

    numbers: Sequence[int]
    worker: str
    build: str


@dataclass(frozen=True)
class Done:
    """What a worker did: the tallies of some chunks, as text, in so many seconds."""

    numbers: Sequence[int]
    tallies: Sequence[str]
    seconds: float


_here = threading.local()


def _experiment(job: Job) -> _plyscope.Experiment:
    """The experiment of a job: read once by every thread, so that programs which it starts are started once."""
    kept: dict[str, _plyscope.Experiment] = getattr(_here, "kept", {})
    if job.id not in kept:
        import cloudpickle

        games, evaluators = cloudpickle.loads(job.objects)
        read = _plyscope.Experiment.read(
            job.text,
            file="the experiment",
            id="chunks",
            alternative=job.alternative,
            trials=job.trials,
            seed=job.seed,
            games=games,
            evaluators=evaluators,
        )
        # Only the last one: what it holds may be large.
        kept = {job.id: read}
        _here.kept = kept
    return kept[job.id]


def _same(job: Job) -> Job:
    """A job as a task of its own: whoever loses it gets it again."""
    return job


def _work(job: Job, numbers: Sequence[int]) -> Any:
    """Does some chunks; what a worker runs."""
    if _plyscope.build() != job.build:
        return Refused(numbers, _address(), _plyscope.build())
    started = time.monotonic()
    tallies = _experiment(job).run_chunks(job.chunk, job.learned, numbers)
    return Done(numbers, tallies, time.monotonic() - started)


def _address() -> str:
    from distributed import get_worker

    return str(get_worker().address)


def _builds(client: Any) -> dict[str, str]:
    """The build of every worker."""

    # Within, so that it travels whole: there may be no plyscope at the other end.
    def probe() -> str:
        try:
            import plyscope

            return str(plyscope.__build__)
        except Exception as error:
            return f"no plyscope ({error})"

    found: dict[str, str] = client.run(probe)
    return found


def _check(client: Any) -> None:
    """Refuses workers with another build, by name."""
    builds = _builds(client)
    if not builds:
        raise ClusterError("the cluster has no workers; start some, or wait for them with client.wait_for_workers(1)")
    other = {worker: build for worker, build in builds.items() if build != _plyscope.build()}
    if other:
        told = "; ".join(f"{worker} has {build}" for worker, build in sorted(other.items()))
        raise ClusterError(
            f"workers must have the same build of plyscope as you, {_plyscope.build()}: {told}; install the same wheel everywhere"
        )


def run_on(
    client: Any,
    experiment: _plyscope.Experiment,
    games: Mapping[str, Any],
    evaluators: Mapping[str, Any],
    out: Optional[str],
    nested: bool,
    resume: bool,
    bar: Callable[[int, int, Optional[str]], None],
) -> _plyscope.Found:
    """Runs an experiment on the workers of a ``distributed.Client``."""
    try:
        import cloudpickle
    except ImportError:
        raise ImportError("a cluster needs Dask: pip install distributed cloudpickle") from None
    collection = _plyscope.Collection(experiment, out=out, nested=nested, resume=resume)
    if collection.open():
        _check(client)
        job = Job(
            id=uuid.uuid4().hex,
            build=_plyscope.build(),
            text=experiment.text,
            alternative=experiment.alternative,
            trials=experiment.trials,
            seed=experiment.seed,
            chunk=collection.chunk_size(),
            learned=collection.learn(bar),
            objects=cloudpickle.dumps((dict(games), dict(evaluators))),
        )
        try:
            _Spread(client, job, collection, bar).run()
        except BaseException:
            collection.stopped()
            raise
    return collection.finish()


class _Spread:
    """The chunks of a run, handed out in batches and gathered."""

    def __init__(self, client: Any, job: Job, collection: _plyscope.Collection, bar: Any) -> None:
        self.client, self.collection, self.bar = client, collection, bar
        self.job = client.submit(_same, job, key=f"plyscope-job-{job.id}")
        self.name = job.id
        self.open = deque(collection.open())
        #: Seconds a chunk, as far as is known.
        self.pace: Optional[float] = None
        self.refused: dict[str, str] = {}
        self.threads, self.looked = 1, 0.0
        self.running: set[Any] = set()

    def batch(self) -> list[int]:
        """The next chunks: as many as take some seconds, and no more than leave work for every thread."""
        size = 1 if self.pace is None else int(TASK_SECONDS / max(self.pace, 1e-6))
        fair = len(self.open) // (self.threads * 2)
        size = max(1, min(size, fair, MOST_CHUNKS, len(self.open)))
        return [self.open.popleft() for _ in range(size)]

    def fill(self, completed: Any) -> None:
        """Hands out work until every thread has enough."""
        if time.monotonic() - self.looked > 1:
            nthreads: dict[str, int] = self.client.nthreads()
            self.threads = max(1, sum(n for worker, n in nthreads.items() if worker not in self.refused))
            self.looked = time.monotonic()
        while self.open and len(self.running) < self.threads * TASKS_A_THREAD:
            numbers = self.batch()
            where: dict[str, Any] = {}
            if self.refused:
                good = [worker for worker in self.client.nthreads() if worker not in self.refused]
                if not good:
                    raise ClusterError(f"no worker has the same build of plyscope as you: {self.told()}")
                where = {"workers": good, "allow_other_workers": False}
            key = f"plyscope-{self.name}-{numbers[0]}-{uuid.uuid4().hex[:8]}"
            future = self.client.submit(_work, self.job, numbers, key=key, **where)
            self.running.add(future)
            completed.add(future)

    def told(self) -> str:
        return "; ".join(f"{worker} has {build}" for worker, build in sorted(self.refused.items()))

    def run(self) -> None:
        """Until every chunk is there."""
        from distributed import KilledWorker, as_completed

        completed = as_completed()
        self.bar(*self.collection.trials(), None)
        try:
            self.fill(completed)
            for future in completed:
                self.running.discard(future)
                try:
                    self.take(future)
                except KilledWorker as error:
                    raise ClusterError(
                        f"the workers that did some chunks died again and again: {error}; do they have enough memory?"
                    ) from error
                # The result is ours now: neither the workers nor the scheduler keep it.
                future.release()
                self.fill(completed)
        finally:
            if self.running:
                self.client.cancel(list(self.running))

    def take(self, future: Any) -> None:
        found = future.result()
        if isinstance(found, Refused):
            if found.worker not in self.refused:
                self.refused[found.worker] = found.build
                warnings.warn(f"a worker with another build of plyscope is given no work: {self.told()}", stacklevel=2)
            self.open.extend(found.numbers)
            return
        for number, tally in zip(found.numbers, found.tallies):
            self.collection.add(number, tally)
        pace = found.seconds / len(found.numbers)
        self.pace = pace if self.pace is None else 0.7 * self.pace + 0.3 * pace
        self.bar(*self.collection.trials(), None)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command: 0 done; 1 done, and a claim that was expected to hold was refuted; 2 could not run."""
    parser = argparse.ArgumentParser(
        prog="python -m plyscope.cluster",
        description="Runs an experiment on the workers of a Dask cluster, with the same result as `plyscope run`.",
    )
    parser.add_argument("experiment", help="the experiment file, or the id of a built-in experiment")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="such as tcp://HOST:8786, or the path of a scheduler file")
    where.add_argument("--local", metavar="N", type=int, help="N worker processes on this machine")
    parser.add_argument("--wait", metavar="N", type=int, default=1, help="begin when so many workers are there [default: 1]")
    parser.add_argument("--trials", metavar="N", type=int, help="trials at every point, instead of the experiment's own")
    parser.add_argument("--seed", metavar="S", type=int, help="the seed, instead of the experiment's own")
    parser.add_argument("--out", metavar="DIR", help="keep the run in this folder, one within it for the experiment")
    parser.add_argument("--resume", action="store_true", help="continue a run that was stopped")
    parser.add_argument("--quiet", action="store_true", help="do not show progress")
    parser.add_argument("--format", choices=["table", "csv", "json"], default="table", help="output format")
    given = parser.parse_args(arguments)
    is_file = os.path.exists(given.experiment) or given.experiment.endswith(".toml")
    if is_file and not os.path.isfile(given.experiment):
        print(f"error: could not read {given.experiment}: there is no such file", file=sys.stderr)
        return 2
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        print("error: a cluster needs Dask: pip install distributed cloudpickle", file=sys.stderr)
        return 2
    # This module is `__main__` here: what travels to workers is of the package.
    from .laboratory import reproduce, run

    how = {"trials": given.trials, "seed": given.seed, "out": given.out, "resume": given.resume}
    how["progress"] = False if given.quiet else None
    try:
        cluster: Any = None
        if given.local is not None:
            cluster = LocalCluster(n_workers=given.local, threads_per_worker=1, dashboard_address=":0")
        by_file = given.scheduler is not None and os.path.isfile(given.scheduler)
        with Client(scheduler_file=given.scheduler) if by_file else Client(cluster or given.scheduler) as client:
            client.wait_for_workers(given.wait)
            found = (run if is_file else reproduce)(given.experiment, client=client, **how)
        if cluster is not None:
            cluster.close()
    except (PlyscopeError, OSError, TimeoutError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("error: interrupted; what is done is kept with --out, and --resume continues it", file=sys.stderr)
        return 130
    sys.stdout.write({"table": found.__str__, "csv": found.to_csv, "json": found.to_json}[given.format]())
    failed = [claim for one in found.to_dict()["experiments"] for claim in one["claims"] if claim["expected"]]
    return int(any(claim["verdict"] == "refuted" for claim in failed))


if __name__ == "__main__":
    sys.exit(main())
