"""What a cluster costs: `target/venv/bin/python benches/cluster.py` after `cargo xtask python`, better with a release wheel.

Measured on this machine: the start, the time and the bytes of a chunk beside its work, one worker against two, and how many
tasks a second the scheduler hands out. From these a plan for more cores than there are here, simulated.
"""

import statistics
import time

import distributed

import plyscope as ply
from plyscope import _plyscope, cluster


def seconds(work):
    """By the clock on the wall: on a busy machine more than it takes."""
    started = time.monotonic()
    work()
    return time.monotonic() - started


def chunk_cost():
    """Seconds of work and bytes of a chunk, of a figure in lanes and of a measurement."""
    found = {}
    for name, experiment in {
        "wilson/fig3-b2": _plyscope.Experiment.builtin("wilson/fig3-b2", trials=100_000),
        "measure": _plyscope.Experiment.question(
            "connect-four(width=5,height=4)", names=["lines"], rules=[], searches=[], players=[], depths=[1, 2, 3, 4, 5], nodes=None,
            positions=None, truths=[], repairs="all", compare=False, margins=False, trials=2000, seed=1, games={}, evaluators={},
        ),
    }.items():
        collection = _plyscope.Collection(experiment)
        learned, numbers = collection.learn(), collection.open()[:4]
        tallies = []
        took = seconds(lambda: tallies.extend(experiment.run_chunks(collection.chunk_size(), learned, numbers)))
        found[name] = (took / len(numbers), max(map(len, tallies)), collection.chunk_size(), sum(map(len, learned.values())))
    return found


def plan(cores, work, chunks, rate, task=cluster.TASK_SECONDS):
    """The efficiency of some cores: every task passes the one scheduler, and the last ones leave cores idle."""
    batch = max(1, min(int(task / work), chunks // (2 * cores) or 1, cluster.MOST_CHUNKS))
    tasks = -(-chunks // batch)
    alone = chunks * work / cores
    # Nobody gets a task before the scheduler has handed it out; the last round is not full.
    rounds = -(-tasks // cores) * batch * work
    together = max(rounds, tasks / rate) + batch * work / 2
    return batch, tasks, tasks / together, alone / together


def main():
    kind = "wilson/fig3-b2"
    game = dict(evaluator="lines", depths=range(1, 6), trials=640, repairs="none")
    for workers in (1, 2):
        started = time.monotonic()
        with distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=50, memory_limit=None
        ) as local:
            with distributed.Client(local) as client:
                client.wait_for_workers(workers)
                start = time.monotonic() - started
                small = lambda: ply.reproduce(kind, trials=512, client=client)
                first, empty = seconds(small), statistics.median(seconds(small) for _ in range(5))
                times = [seconds(lambda: ply.measure("connect-four(width=5,height=4)", **game, client=client)) for _ in range(3)]
                print(f"{workers} workers: start {start:.2f} s; a run of one chunk a point: first {first:.2f} s, then {empty:.3f} s")
                print(f"{workers} workers: a measurement of {game['trials']} positions: {min(times):.2f} s")
                if workers == 2:
                    # Client and scheduler are this process: its processor time is what one core can do for all workers.
                    count, before = 2000, time.process_time()
                    client.gather(client.map(lambda i: i, range(count), pure=False))
                    rate = count / (time.process_time() - before)
                    print(f"client and scheduler: {rate:.0f} empty tasks a second of processor time")
                    chunks, before = 3907, time.process_time()
                    ply.reproduce(kind, trials=chunks * 512, client=client)
                    took = 1e3 * (time.process_time() - before) / chunks
                    print(f"client and scheduler: {took:.2f} ms of processor time a chunk, in batches")
    here = min(seconds(lambda: ply.measure("connect-four(width=5,height=4)", **game, jobs=1)) for _ in range(3))
    print(f"the same without a cluster, one thread: {here:.2f} s")
    for name, (work, size, trials, learned) in chunk_cost().items():
        print(f"{name}: a chunk of {trials} trials takes {1e3 * work:.1f} ms and comes back as {size} bytes; learned: {learned} bytes")
        # A large run: a point has at most 4096 chunks, which then have more trials. Records grow with them, sums do not.
        wanted = 10**9 if name == kind else 10**6
        grown = max(1, -(-wanted // (trials * 4096)))
        chunks, each = -(-wanted // (trials * grown)), size * (1 if name == kind else grown)
        for cores in (1, 10, 100, 1000, 4000, 10_000):
            batch, tasks, a_second, efficiency = plan(cores, work * grown, chunks, rate)
            print(
                f"  {wanted} trials on {cores} cores: {chunks} chunks of {work * grown:.2f} s, {batch} a task, {a_second:.1f} tasks/s, "
                f"{a_second * batch * each / 1e6:.3f} MB/s to the client, {100 * efficiency:.0f}% of the cores busy"
            )


if __name__ == "__main__":
    main()
