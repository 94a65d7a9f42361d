"""Games and evaluators of your own."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any, Callable, ClassVar, Hashable, Iterable, Optional, Sequence, Union

from . import _plyscope


class Game:
    """A game of your own: give it `longest`, and the methods `start`, `mover`, `moves` and `payoffs`.

    Positions are hashable values, such as tuples and strings; what a position is worth must not depend on anything else.
    Players are counted from 1. The payoffs of two players add up to 0.

    Parameters of the game that are kept as attributes (numbers, texts, truth values) are part of its name, which stands in
    results and decides which positions are drawn; give a `name` of your own where that does not tell your games apart.

    >>> import plyscope as ply
    >>> class Nim(ply.Game):
    ...     "Take 1 to 3 of a heap; who takes the last one wins."
    ...     def __init__(self, heap):
    ...         self.heap = heap
    ...         self.longest = heap
    ...     def start(self, seed):
    ...         return (self.heap, 1)                      # what is left, and who moves
    ...     def mover(self, position):
    ...         return position[1]
    ...     def moves(self, position):
    ...         left, mover = position
    ...         return [(str(n), (left - n, 3 - mover)) for n in range(1, min(3, left) + 1)]
    ...     def payoffs(self, position):
    ...         return [-1, 1] if position[1] == 1 else [1, -1]
    >>> Nim(21).name
    'nim(heap=21)'
    >>> found = ply.measure(Nim(9), evaluator=lambda position: position[0] % 2, depths=[1, 2, 3], positions="random(plies=0..3)")
    >>> found.truth["certainty"]
    'exact'
    """

    #: How many play, 1 to 8.
    players: int = 2
    #: How many plies a game lasts at the most.
    longest: int
    #: The least and the greatest payoff. Without it a positive payoff is a win, and a negative one a loss.
    payoff_range: Optional[tuple[float, float]] = None
    #: Say False where `chance` is written and this game has none.
    has_chance: bool = True
    #: Change it when the rules change: runs of different versions are not mixed.
    version: Optional[str] = None

    _plain: ClassVar[tuple[type, ...]] = (bool, int, float, str)

    @property
    def name(self) -> str:
        """The class's name with the plain attributes of the object, such as ``nim(heap=21)``."""
        kind = _kebab(type(self).__name__)
        given = {
            _kebab(key): value
            for key, value in sorted(vars(self).items())
            if isinstance(value, self._plain) and not key.startswith("_") and key not in _OWN
        }
        inside = ",".join(f"{key}={_written(value)}" for key, value in given.items())
        return f"{kind}({inside})" if inside else kind

    def start(self, seed: int) -> Hashable:
        """Where a game starts. One with a single start ignores the seed."""
        raise NotImplementedError(f"{type(self).__name__} needs a method start(seed)")

    def mover(self, position: Any) -> int:
        """Who moves, from 1; not asked where the game is over."""
        raise NotImplementedError(f"{type(self).__name__} needs a method mover(position)")

    def moves(self, position: Any) -> Iterable[tuple[str, Any]]:
        """The moves, each with its name and the position after it; none where the game is over."""
        raise NotImplementedError(f"{type(self).__name__} needs a method moves(position)")

    def payoffs(self, position: Any) -> Sequence[float]:
        """What a finished game is worth to each player."""
        raise NotImplementedError(f"{type(self).__name__} needs a method payoffs(position)")

    def chance(self, position: Any) -> Optional[Iterable[tuple[float, Any]]]:
        """Where chance has its turn, each probability with the position after it; else nothing.

        A game without chance leaves this method out.
        """
        return None

    def text(self, position: Any) -> str:
        """A position in one line: the same text for the same position, and for no other. ``repr`` unless you write it."""
        return repr(position)

    def key(self, position: Any) -> str:
        """What is the same for a table of positions; the text unless you write it.

        Two positions with one key have the same future, however they came about.
        """
        return self.text(position)

    def parse(self, text: str) -> Any:
        """The position of a text, which files of positions and ``worst`` are read with.

        Whoever writes `text` writes this too.

        >>> import plyscope as ply
        >>> ply.Game().parse("(21, 1)")
        (21, 1)
        """
        if type(self).text is not Game.text:
            raise NotImplementedError(f"{type(self).__name__} has texts of its own, and needs a method parse(text)")
        return ast.literal_eval(text)


#: Attributes that are no parameters of a game.
_OWN = frozenset({"players", "longest", "payoff_range", "has_chance", "version", "name"})


class NamedGame(Game):
    """A game that Plyscope knows by name, to be played from Python; made by `game`. Positions are texts."""

    def __init__(self, game: str) -> None:
        self._rules = _plyscope.Rules(game)
        self.players, self.longest = self._rules.players, self._rules.longest
        self.has_chance = self._rules.has_chance

    @property
    def name(self) -> str:
        """The name, with all parameters."""
        return self._rules.name

    def __reduce__(self) -> Any:
        return NamedGame, (self.name,)

    def start(self, seed: int) -> str:
        return self._rules.start(seed)

    def mover(self, position: str) -> int:
        return self._rules.follow(position)[0]

    def moves(self, position: str) -> list[tuple[str, str]]:
        return self._rules.follow(position)[1]

    def payoffs(self, position: str) -> list[float]:
        return self._rules.follow(position)[3]

    def chance(self, position: str) -> Optional[list[tuple[float, str]]]:
        _, moves, chances, _ = self._rules.follow(position)
        return [(chance, after) for chance, (_, after) in zip(chances, moves)] or None

    def text(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        self._rules.follow(text)
        return text


def game(name: str) -> NamedGame:
    """A game that Plyscope knows by name, to be played from Python. Positions are texts.

    >>> import plyscope as ply
    >>> kalah = ply.game("kalah(pits=3,seeds=2)")
    >>> kalah.moves(kalah.start(1))[0]
    ('1', '0,3,3|0|2,2,2|0 2')
    """
    return NamedGame(name)


@dataclass(frozen=True)
class Win:
    """What an evaluator gives that knows chances and not scores: the probability that player 1 wins.

    ``draw`` is the probability of a draw, ``error`` how often the evaluator is wrong (at most 0.5): EMM and other rules use
    them where they are given. An evaluator gives each of them always or never.

    >>> import plyscope as ply
    >>> ply.Win(0.7, draw=0.2)
    Win(p=0.7, draw=0.2, error=None)
    >>> ply.Win(1.2)
    Traceback (most recent call last):
        ...
    ValueError: p is a probability, from 0 to 1, not 1.2
    """

    p: float
    draw: Optional[float] = None
    error: Optional[float] = None

    def __post_init__(self) -> None:
        if not 0 <= self.p <= 1:
            raise ValueError(f"p is a probability, from 0 to 1, not {self.p}")
        if self.draw is not None and not (0 <= self.draw and self.p + self.draw <= 1 + 1e-9):
            raise ValueError(f"p and draw are probabilities that add up to at most 1, not {self.p} and {self.draw}")
        if self.error is not None and not 0 <= self.error <= 0.5:
            raise ValueError(f"error is a probability, from 0 to 0.5, not {self.error}")


#: A function from a position to an opinion of it, in player 1's view.
Evaluator = Callable[[Any], Union[float, Win]]


def _kebab(name: str) -> str:
    """``ConnectFour`` as ``connect-four``."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower().replace("_", "-")
    plain = re.sub(r"[^a-z0-9-]+", "-", parted).strip("-")
    return plain if plain[:1].isalpha() else f"game-{plain}".rstrip("-")


def _written(value: Any) -> str:
    """A parameter's value as names have it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if re.fullmatch(r"[A-Za-z0-9.+_-]+", text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def evaluator_name(function: Evaluator) -> str:
    """What a function is called in results: its own name, or `evaluator` where it has none."""
    name = getattr(function, "__name__", type(function).__name__)
    return "evaluator" if name == "<lambda>" else _kebab(name)
