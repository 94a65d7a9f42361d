"""Experiments, measurements and trees: what the command does, from Python, with the same bytes."""

from __future__ import annotations

import json
import os
import warnings
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

from . import _plyscope
from .errors import InputError
from .games import Evaluator, Game, evaluator_name
from .progress import Bar
from .results import Match, Measurement, Results, Tree

Path = Union[str, "os.PathLike[str]"]
Names = Union[None, str, Sequence[str]]
Evaluators = Union[None, str, Evaluator, Sequence[Union[str, Evaluator]]]
Amounts = Union[None, int, Iterable[int]]


class Objects:
    """The user's own games and evaluators, each under the name by which an experiment speaks of it."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.evaluators: dict[str, Evaluator] = {}

    def game(self, game: Union[str, Game]) -> str:
        """What an experiment calls a game."""
        if isinstance(game, str):
            return game
        if not isinstance(game, Game):
            raise InputError(f"a game is a name or an object of a class that extends plyscope.Game, not {game!r}")
        name = game.name
        if self.games.setdefault(name, game) is not game:
            raise InputError(f"two games are called {name!r}; give one of them a `name` of its own")
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        return f'python(game="{quoted}")'

    def evaluator(self, evaluator: Union[str, Evaluator]) -> str:
        """What an experiment calls an evaluator."""
        if isinstance(evaluator, str):
            return evaluator
        if not callable(evaluator):
            raise InputError(f"an evaluator is a name or a function, not {evaluator!r}")
        plain = evaluator_name(evaluator)
        name, number = plain, 1
        while self.evaluators.get(name, evaluator) is not evaluator:
            number += 1
            name = f"{plain}-{number}"
        self.evaluators[name] = evaluator
        return name

    def named(self, value: Any) -> Any:
        """An experiment with names in place of objects, and without what is None."""
        if isinstance(value, Game):
            return self.game(value)
        if callable(value):
            return self.evaluator(value)
        if isinstance(value, Mapping):
            return {str(key): self.named(inner) for key, inner in value.items() if inner is not None}
        if isinstance(value, (list, tuple, range)):
            return [self.named(inner) for inner in value]
        return value

    def is_empty(self) -> bool:
        """Is nothing here?"""
        return not self.games and not self.evaluators


def _jobs(jobs: Optional[int], objects: Objects) -> Optional[int]:
    """Threads: of a game in Python only one can be asked at a time, so more of them would wait for each other."""
    if jobs is not None and jobs < 1:
        raise InputError(f"jobs is a number of threads, not {jobs}")
    return 1 if jobs is None and not objects.is_empty() else jobs


def _list(given: Any) -> list[Any]:
    if given is None:
        return []
    if isinstance(given, str) or callable(given):
        return [given]
    return list(given)


def _amounts(given: Amounts, what: str) -> Optional[list[int]]:
    if given is None:
        return None
    amounts = [given] if isinstance(given, int) else list(given)
    if not amounts or any(amount < 1 for amount in amounts) or amounts != sorted(set(amounts)):
        raise InputError(f"{what} are whole numbers in rising order, such as range(1, 7), not {given!r}")
    return amounts


def _conduct(
    experiment: _plyscope.Experiment,
    objects: Objects,
    jobs: Optional[int],
    out: Optional[Path],
    nested: bool,
    resume: bool,
    progress: Optional[bool],
    client: Any,
) -> _plyscope.Found:
    if resume and out is None:
        raise InputError("resume=True goes on in a folder: give out=...")
    folder = None if out is None else os.fspath(out)
    with Bar(experiment.id, progress) as bar:
        if client is not None:
            # Not before somebody wants it: Dask is large.
            from .cluster import run_on

            return run_on(client, experiment, objects.games, objects.evaluators, folder, nested, resume, bar)
        return experiment.run(
            jobs=_jobs(jobs, objects), out=folder, nested=nested, resume=resume, progress=bar
        )


def _kept(out: Optional[Path], found: list[_plyscope.Found]) -> Results:
    """The results; in a folder with figures and a page, as the command leaves it."""
    if out is not None:
        _plyscope.keep_report(os.fspath(out), found)
    return Results(found)


def run(
    experiment: Union[Path, Mapping[str, Any]],
    trials: Optional[int] = None,
    seed: Optional[int] = None,
    jobs: Optional[int] = None,
    client: Any = None,
    *,
    alternative: Optional[str] = None,
    out: Optional[Path] = None,
    resume: bool = False,
    progress: Optional[bool] = None,
) -> Results:
    """Runs an experiment: a TOML file, or the same as a dict, in which games and evaluators may be your own objects.

    With `client`, a ``distributed.Client``, its workers do the work; the result is the same to the bit. `out` keeps the run
    in a folder, one within it for the experiment, as the command's ``--out`` does; `resume` goes on with a stopped one.

    >>> import plyscope as ply
    >>> found = ply.run({
    ...     "title": "Does looking deeper help?", "source": "our own",
    ...     "game": "board-splitting(depth=5)", "trials": 512, "depths": [1, 3],
    ...     "series": [{"rule": "minimax", "evaluator": "artificial(error=0.2)"}],
    ... })
    >>> [row["depth"] for row in found.rows]
    [1, 3]
    """
    objects = Objects()
    if isinstance(experiment, Mapping):
        file, id = "the experiment", "experiment"
        text = _plyscope.toml_of(json.dumps(objects.named(experiment)))
    else:
        file = os.fspath(experiment)
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
        id = os.path.splitext(os.path.basename(file))[0].replace("+", "-")
    read = _plyscope.Experiment.read(
        text,
        file=file,
        id=id,
        alternative=alternative,
        trials=trials,
        seed=seed,
        games=objects.games,
        evaluators=objects.evaluators,
    )
    return _kept(out, [_conduct(read, objects, jobs, out, True, resume, progress, client)])


def reproduce(
    *ids: str,
    trials: Optional[int] = None,
    seed: Optional[int] = None,
    jobs: Optional[int] = None,
    client: Any = None,
    out: Optional[Path] = None,
    resume: bool = False,
    progress: Optional[bool] = None,
) -> Results:
    """Runs experiments of the papers, and our own, by id or by paper: ``reproduce("wilson/fig3-b2", "smith-nau")``.

    >>> import plyscope as ply
    >>> ply.reproduce("russell-norvig/fig2").ids
    ['russell-norvig/fig2']
    """
    if not ids:
        raise InputError("say which: an id such as 'wilson/fig3-b2', or a paper; plyscope.names('experiments') lists them")
    known = [id for id, _, _ in _plyscope.experiments()]
    chosen: dict[str, None] = {}
    for id in ids:
        chosen.update(dict.fromkeys([one for one in known if one.split("/")[0] == id] or [id]))
    # A name that there is not is told before anything runs.
    read = [_plyscope.Experiment.builtin(id, trials=trials, seed=seed) for id in chosen]
    return _kept(out, [_conduct(one, Objects(), jobs, out, True, resume, progress, client) for one in read])


def measure(
    game: Union[str, Game],
    evaluator: Evaluators = None,
    rule: Names = None,
    search: Names = None,
    player: Names = None,
    depths: Amounts = None,
    nodes: Amounts = None,
    positions: Optional[str] = None,
    truth: Names = None,
    trials: Optional[int] = None,
    seed: int = 1,
    jobs: Optional[int] = None,
    out: Optional[Path] = None,
    client: Any = None,
    *,
    iterations: Amounts = None,
    evaluations: Amounts = None,
    movetime: Amounts = None,
    repairs: Names = None,
    compare: bool = False,
    margins: bool = False,
    resume: bool = False,
    progress: Optional[bool] = None,
) -> Measurement:
    """Does looking deeper help in a game, where does it hurt, why, and what to do?

    The options are those of ``plyscope measure``; a list stands where the command repeats an option. The game may be an
    object of your own (`Game`), an evaluator a function: it is given a position of your game, or the text of one of a game
    that is named, and gives a number or a `Win` in player 1's view.

    >>> import plyscope as ply
    >>> found = ply.measure("tic-tac-toe", evaluator="lines", depths=range(1, 4), trials=50)
    >>> [effort["depth"] for effort in found.players[0]["efforts"]]
    [1, 2, 3]
    """
    given = {"depths": depths, "nodes": nodes, "iterations": iterations, "evaluations": evaluations, "movetime": movetime}
    efforts = {unit: _amounts(amounts, unit) for unit, amounts in given.items() if amounts is not None}
    if len(efforts) > 1:
        raise InputError("give depths, nodes, iterations, evaluations or movetime, one of them")
    objects = Objects()
    asked = {
        "game": objects.game(game),
        "evaluators": [objects.evaluator(one) for one in _list(evaluator)],
        "rules": _list(rule),
        "searches": _list(search),
        "players": _list(player),
        "efforts": efforts or None,
        "positions": positions,
        "truths": _list(truth),
        "repairs": "affordable" if repairs is None else ",".join(_list(repairs)) or "none",
        "compare": compare,
        "margins": margins,
        "trials": trials,
        "seed": seed,
    }
    experiment = _plyscope.Experiment.question(
        json.dumps(asked), games=objects.games, evaluators=objects.evaluators
    )
    return Measurement(_conduct(experiment, objects, jobs, out, False, resume, progress, client))


def judge(
    frame: Union[Any, Path, Iterable[Mapping[str, Any]]], unit: str = "effort", *, files: Sequence[Path] = ()
) -> Measurement:
    """Does more effort help? Judges any decider from its log: a row a decision.

    The log is a frame of pandas or polars, dicts, or the path of a file of CSV or JSON lines. A row has ``item``,
    ``effort``, ``choice`` and ``correct``; what else it may have is in ``plyscope judge --help``. `unit` is what an
    effort counts, such as ``"samples"``. More paths may be given as `files`.

    >>> import plyscope as ply
    >>> rows = [{"item": f"q{i}", "effort": n, "choice": "A", "correct": (i + n) % 3 > 0} for i in range(30) for n in (1, 4)]
    >>> found = ply.judge(rows, unit="samples")
    >>> [effort["samples"] for effort in found.players[0]["efforts"]]
    [1, 4]
    """
    rows: Optional[str] = None
    paths = [os.fspath(file) for file in files]
    if isinstance(frame, (str, os.PathLike)):
        paths.insert(0, os.fspath(frame))
    elif hasattr(frame, "to_csv"):
        rows = frame.to_csv(index=False)
    elif hasattr(frame, "write_csv"):
        rows = frame.write_csv()
    else:
        rows = "\n".join(json.dumps(dict(row)) for row in frame)
    return Measurement(_plyscope.judge(unit, rows, paths))


def match(
    game: Union[str, Game],
    a: Optional[str] = None,
    b: Optional[str] = None,
    *,
    ladder: Optional[str] = None,
    depths: Amounts = None,
    nodes: Amounts = None,
    movetime: Amounts = None,
    openings: Optional[str] = None,
    pairs: Optional[int] = None,
    sprt: Optional[str] = None,
    seed: int = 1,
    jobs: Optional[int] = None,
    out: Optional[Path] = None,
    resume: bool = False,
    progress: Optional[bool] = None,
) -> Match:
    """Who is stronger: two players, each in one text, or every depth, or other effort, of one (`ladder`) against the one before.

    The options are those of ``plyscope match``. The game may be an object of your own (`Game`).

    >>> import plyscope as ply
    >>> found = ply.match("tic-tac-toe", "player(depth=9)", "player(depth=1)", pairs=4)
    >>> found.to_dict()["match"]["pairs"]
    4
    """
    if ladder is None and (a is None or b is None):
        raise InputError("give two players, or ladder=... with one")
    given = {"depths": depths, "nodes": nodes, "movetime": movetime}
    efforts = {unit: _amounts(amounts, unit) for unit, amounts in given.items() if amounts is not None}
    if len(efforts) > 1:
        raise InputError("give depths, nodes or movetime, one of them")
    objects = Objects()
    asked = {
        "game": objects.game(game),
        "players": [a, b] if ladder is None else None,
        "ladder": ladder,
        "efforts": efforts or None,
        "openings": openings,
        "pairs": pairs,
        "sprt": sprt,
        "seed": seed,
    }
    experiment = _plyscope.Experiment.matched(
        json.dumps(asked), games=objects.games, evaluators=objects.evaluators
    )
    return Match(_conduct(experiment, objects, jobs, out, False, resume, progress, None))


def tree(
    tree: Union[str, Game],
    rule: str = "minimax",
    search: Optional[str] = None,
    error: Optional[float] = None,
    depth: Optional[int] = None,
    *,
    movers: Optional[Sequence[int]] = None,
    evaluator: Union[None, str, Evaluator] = None,
    position: Optional[str] = None,
    seed: int = 0,
    trial: int = 0,
) -> Tree:
    """Searches one tree, given as text, or a game, by name or your own, and shows values, errors and the choice.

    >>> import plyscope as ply
    >>> print(ply.tree("A:(B:(D:1 E:1)@1 C:(F:1 G:-1)@-1)@1", rule="emm", error=0.1))
    emm, full-width, static evaluations wrong with probability 0.1
    <BLANKLINE>
    node     mover  value  error  type
    A        1      0.909  0.091  B     own estimate 0.9 not used
    ...
    """
    objects = Objects()
    drawing = _plyscope.draw(
        objects.game(tree),
        rule=rule,
        search=search or "full-width",
        error=error,
        depth=depth,
        movers=None if movers is None else list(movers),
        evaluator=None if evaluator is None else objects.evaluator(evaluator),
        position=position,
        seed=seed,
        trial=trial,
        games=objects.games,
        evaluators=objects.evaluators,
    )
    for doubt in drawing.doubts:
        warnings.warn(doubt, stacklevel=2)
    return Tree(drawing)


def solve(
    game: Union[str, Game],
    position: Optional[str] = None,
    *,
    positions: Optional[str] = None,
    trials: Optional[int] = None,
    nodes: Optional[int] = None,
    table: int = 256,
    jobs: int = 1,
    score: bool = False,
    seed: int = 0,
) -> dict[str, Any]:
    """What a game is worth with best play, from its start or a position; or what many positions are worth.

    What comes back is the JSON of `plyscope solve`. `positions` names a source such as ``"random(plies=8..20)"``, of
    which `trials` are solved by `jobs` threads, each of them to who wins or, with `score`, to its exact score. A
    position on which `nodes` are spent, or the whole table, keeps the bounds that were proved.

    >>> import plyscope as ply
    >>> ply.solve("tic-tac-toe")["result"]
    'draw'
    >>> ply.solve("tic-tac-toe", positions="random(plies=6..6)", trials=2)["positions"][0]["low"] in (-1, 0, 1)
    True
    """
    if position is not None and positions is not None:
        raise ValueError("give `position` or `positions`, not both")
    objects = Objects()
    return dict(
        json.loads(
            _plyscope.solve(
                objects.game(game),
                position=position,
                positions=positions,
                trials=trials,
                nodes=nodes,
                table=table,
                jobs=jobs,
                score=score,
                seed=seed,
                games=objects.games,
            )
        )
    )


def names(what: str) -> list[dict[str, Any]]:
    """What there is by name: games, evaluators, rules, searches, players, sources, truths or experiments.

    >>> import plyscope as ply
    >>> [kind["name"] for kind in ply.names("games")][:1]
    ['process']
    """
    if what == "experiments":
        return [{"name": id, "summary": title, "source": source} for id, title, source in _plyscope.experiments()]
    keys = ("name", "default", "allowed")
    return [
        {"name": name, "summary": summary, "parameters": [dict(zip(keys, one)) for one in parameters]}
        for name, summary, parameters in _plyscope.names(what)
    ]
