"""What comes out of experiments, measurements and searches."""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from typing import Any, Iterator, Optional, Union

from . import _plyscope
from .errors import InputError


class Figure:
    """A picture: draws itself in a notebook, and is saved as SVG, PNG or PDF by the end of the file's name.

    >>> import plyscope as ply
    >>> figure = ply.reproduce("wilson/fig3-b2", trials=512).figure()
    >>> figure.svg.startswith("<svg")
    True
    """

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a file that ends with .svg, .png or .pdf; it is whole or not there."""
        path = os.fspath(path)
        data = _plyscope.picture(self.svg, path)
        beside = f"{path}.part"
        with open(beside, "wb") as file:
            file.write(data)
        os.replace(beside, path)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<plyscope.Figure, {len(self.svg)} bytes of SVG>"


@dataclass(frozen=True)
class Claim:
    """One sentence that can be false, and the verdict on it: ``supported``, ``refuted``, ``equal``,
    ``not-testable`` or ``undecided``."""

    id: str
    text: str
    source: Optional[str]
    verdict: str
    evidence: str
    experiment: str

    def _repr_html_(self) -> str:
        return f"<b>{html.escape(self.verdict)}</b> {html.escape(self.text)}<br><small>{html.escape(self.evidence)}</small>"


def frame_of(rows: list[dict[str, Any]], library: Optional[str]) -> Any:
    """Rows as a frame of pandas, or of polars."""
    if library not in (None, "pandas", "polars"):
        raise InputError(f"a frame is of pandas or polars, not of {library!r}")
    for name in [library] if library else ["pandas", "polars"]:
        try:
            module = __import__(name)
        except ImportError:
            continue
        return module.DataFrame(rows)
    raise ImportError(f"a frame needs {library or 'pandas or polars'}: pip install {library or 'pandas'}")


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row without dicts in it: ``point.mix``, ``degree_of_pathology.low``."""
    found: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, dict):
            found.update({f"{key}.{inner}": one for inner, one in value.items()})
        else:
            found[key] = value
    return found


class Results:
    """What came out of one or more experiments.

    >>> import plyscope as ply
    >>> found = ply.reproduce("wilson/fig3-b2", trials=512, seed=7)
    >>> found.ids
    ['wilson/fig3-b2']
    >>> sorted({row["rule"] for row in found.rows})
    ['emm', 'minimax', 'product']
    >>> {claim.verdict for claim in found.claims} <= {"supported", "refuted", "equal", "not-testable", "undecided"}
    True
    """

    def __init__(self, found: list[_plyscope.Found]) -> None:
        self._found = found
        self._json = _plyscope.results_json(found)

    @property
    def ids(self) -> list[str]:
        """The experiments."""
        return [one.id for one in self._found]

    def to_json(self) -> str:
        """The text that the command prints with ``--format json``, byte for byte."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict: ``{"experiments": [{"id", "seed", "results", "claims"}]}``."""
        found: dict[str, Any] = json.loads(self._json)
        return found

    def to_csv(self) -> str:
        """The text that the command prints with ``--format csv``."""
        parts = [one.csv() for one in self._found]
        return "".join(parts[:1] + [part.split("\n", 1)[1] for part in parts[1:]])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """All estimates, each with the id of its experiment."""
        experiments = self.to_dict()["experiments"]
        return [{"experiment": one["id"], **row} for one in experiments for row in one["results"]]

    def frame(self, library: Optional[str] = None) -> Any:
        """All estimates as a frame of pandas, or of polars where that is what there is (or what you name)."""
        return frame_of([flat(row) for row in self.rows], library)

    @property
    def claims(self) -> list[Claim]:
        """All claims with their verdicts."""
        return [
            Claim(claim["id"], claim["text"], claim.get("source"), claim["verdict"], claim["evidence"], one["id"])
            for one in self.to_dict()["experiments"]
            for claim in one["claims"]
        ]

    def figures(self) -> dict[str, Figure]:
        """The figure of every experiment that has one."""
        drawn = {one.id: one.svg() for one in self._found}
        return {id: Figure(svg) for id, svg in drawn.items() if svg is not None}

    def figure(self, id: Optional[str] = None) -> Figure:
        """The figure of an experiment; of several, say which."""
        figures = self.figures()
        if id is None and len(figures) == 1:
            return next(iter(figures.values()))
        if id is None or id not in figures:
            known = ", ".join(figures) or "none"
            raise InputError(f"say of which experiment: figure(id); there are: {known}")
        return figures[id]

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Results]:
        return (Results([one]) for one in self._found)

    def __str__(self) -> str:
        return "".join(one.text() for one in self._found)

    def __repr__(self) -> str:
        return f"<plyscope.Results of {', '.join(self.ids)}>"

    def _repr_html_(self) -> str:
        parts = []
        for one in self._found:
            svg = one.svg()
            parts.append(f"<pre>{html.escape(one.text())}</pre>")
            parts.append(f"<div>{svg}</div>" if svg else "")
        return "".join(parts)


class Match:
    """Who is stronger? What `match` found.

    >>> import plyscope as ply
    >>> found = ply.match("tic-tac-toe", "player(depth=9)", "player(depth=1)", pairs=4)
    >>> print(found)
    tic-tac-toe...
    """

    def __init__(self, found: _plyscope.Found) -> None:
        text, told = found.match_json(), found.match_text()
        if text is None or told is None:
            raise InputError(f"{found.id} is no match; `run` gives its results")
        self._json, self._text = text, told

    def to_json(self) -> str:
        """The text that the command prints with ``--format json``, byte for byte."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict: ``{"match": {...}}``, or ``{"ladder": [...]}``."""
        found: dict[str, Any] = json.loads(self._json)
        return found

    def __str__(self) -> str:
        return self._text


class Measurement:
    """Does looking deeper help? What `measure` found.

    >>> import plyscope as ply
    >>> found = ply.measure("connect-four(width=4,height=4)", evaluator="lines", depths=range(1, 4), trials=50)
    >>> found.game, found.trials
    ('connect-four(width=4,height=4,run=4)', 50)
    >>> found.verdicts
    {'player(rule=minimax,evaluator=lines,search=alpha-beta)': ...}
    >>> print(found)
    minimax with lines in connect-four(width=4,height=4), 50 positions from random(plies=4..15): depth 3 is right in ...
    """

    def __init__(self, found: Union[_plyscope.Found, _plyscope.Judged]) -> None:
        self._found = found
        text = found.measurement_json()
        if text is None and isinstance(found, _plyscope.Found):
            raise InputError(f"{found.id} measures something else; `run` gives its results")
        self._json = text or ""

    def to_json(self) -> str:
        """The text that the command prints with ``--format json``, byte for byte."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict: ``{"measurement": {...}}``."""
        found: dict[str, Any] = json.loads(self._json)
        return found

    @property
    def game(self) -> str:
        """The game, with all parameters."""
        return str(self.to_dict()["measurement"]["game"])

    @property
    def trials(self) -> int:
        """How many positions were judged."""
        return int(self.to_dict()["measurement"]["trials"])

    @property
    def warnings(self) -> list[str]:
        """What a reader should know."""
        return list(self.to_dict()["measurement"]["warnings"])

    @property
    def truth(self) -> Any:
        """Who judged, and how certainly; a list where there are several."""
        return self.to_dict()["measurement"]["truth"]

    @property
    def players(self) -> list[dict[str, Any]]:
        """What was found of every player; of several truths, by the first one."""
        found = self.to_dict()["measurement"]
        judged = found.get("judged_by")
        return list(next(iter(judged.values())) if judged else found["players"])

    @property
    def verdicts(self) -> dict[str, str]:
        """In a sentence for each player: does looking deeper help?"""
        return {player["name"]: player["verdict"]["text"] for player in self.players}

    @property
    def worst(self) -> list[dict[str, Any]]:
        """The positions to look at, each with a command that shows the search there."""
        return list(self.to_dict()["measurement"]["worst"])

    def frame(self, library: Optional[str] = None) -> Any:
        """A row for every player and effort, as a frame of pandas or polars."""
        rows = []
        for player in self.players:
            for effort in player["efforts"]:
                rows.append({"player": player["name"], **flat(effort)})
        return frame_of(rows, library)

    def figures(self) -> dict[str, Figure]:
        """The pictures: decision accuracy, and what every step repairs and breaks."""
        return {name.rsplit(".", 1)[0]: Figure(svg) for name, svg in self._found.measurement_pictures()}

    def figure(self, name: str = "accuracy") -> Figure:
        """One of the pictures."""
        figures = self.figures()
        if name not in figures:
            raise InputError(f"there is no picture {name!r}; there are: {', '.join(figures)}")
        return figures[name]

    def page(self) -> str:
        """The report: a page of HTML that needs nothing else."""
        return self._found.measurement_page() or ""

    @property
    def results(self) -> Results:
        """The same as the results of an experiment: rows of accuracies; a log has none."""
        if isinstance(self._found, _plyscope.Judged):
            raise InputError("a log is no experiment and has no results; `frame()` has its numbers")
        return Results([self._found])

    def __str__(self) -> str:
        # The command's options are arguments here.
        return (self._found.measurement_text() or "").replace("give --out DIR", "give out=DIR")

    def __repr__(self) -> str:
        return f"<plyscope.Measurement of {self.game}, {self.trials} positions>"

    def _repr_html_(self) -> str:
        drawn = "".join(f"<div>{figure.svg}</div>" for figure in self.figures().values())
        return f"<pre>{html.escape(str(self))}</pre>{drawn}"


class Tree:
    """A searched tree: draws itself in a notebook, prints itself elsewhere.

    >>> import plyscope as ply
    >>> tree = ply.tree("((3 12 8) (2 4 6) (14 5 2))")
    >>> tree.value, tree.choice
    (3.0, 0)
    """

    def __init__(self, drawing: _plyscope.Drawing) -> None:
        self._drawing = drawing

    def to_json(self) -> str:
        """The text that the command prints with ``--format json``."""
        return self._drawing.json

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict: ``{"value", "choice", "ties", "nodes", "tree"}``."""
        found: dict[str, Any] = json.loads(self._drawing.json)
        return found

    @property
    def value(self) -> Any:
        """The value of the root; a list where it has one for each player."""
        return self.to_dict()["value"]

    @property
    def choice(self) -> int:
        """The number of the chosen move, from 0."""
        return int(self.to_dict()["choice"])

    @property
    def doubts(self) -> list[str]:
        """What may not be as it was meant."""
        return list(self._drawing.doubts)

    def figure(self) -> Figure:
        """The picture."""
        if self._drawing.svg is None:
            raise InputError("the tree is too large to draw; search less deep, or take to_dict()")
        return Figure(self._drawing.svg)

    def __str__(self) -> str:
        return self._drawing.text or self.to_json()

    def __repr__(self) -> str:
        return f"<plyscope.Tree, value {self.value}, choice {self.choice}>"

    def _repr_svg_(self) -> Optional[str]:
        return self._drawing.svg
