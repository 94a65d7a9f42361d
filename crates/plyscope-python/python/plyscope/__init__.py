"""Does looking deeper help? Measures, explains and avoids lookahead pathology in game trees.

>>> import plyscope as ply
>>> found = ply.measure("connect-four(width=4,height=4)", evaluator="lines", depths=range(1, 5), trials=100)
>>> found.figure()          # in a notebook it draws itself
<plyscope.Figure, ...>

The guide is in the project's docs/python.md.
"""

from ._plyscope import build as _build
from ._plyscope import version as _version
from .errors import ClusterError, FolderError, GameError, InputError, LimitError, PlyscopeError, ProgramError
from .games import Evaluator, Game, NamedGame, Win, game
from .laboratory import judge, match, measure, names, reproduce, run, solve, tree
from .results import Claim, Figure, Match, Measurement, Results, Tree
from .spiel import OpenSpiel, openspiel

__version__ = _version()
#: Which sources this was built from: builds that have the same give the same results.
__build__ = _build()

__all__ = [
    "Claim",
    "ClusterError",
    "Evaluator",
    "Figure",
    "FolderError",
    "Game",
    "GameError",
    "InputError",
    "LimitError",
    "Match",
    "Measurement",
    "NamedGame",
    "OpenSpiel",
    "PlyscopeError",
    "ProgramError",
    "Results",
    "Tree",
    "Win",
    "game",
    "judge",
    "match",
    "measure",
    "names",
    "openspiel",
    "reproduce",
    "run",
    "solve",
    "tree",
]
