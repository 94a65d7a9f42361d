"""The games of OpenSpiel."""

from __future__ import annotations

from typing import Any, Iterable, Optional

from .errors import InputError
from .games import Game


class Place:
    """A position of a game of OpenSpiel: `state` is pyspiel's own, for evaluators; it is not to be changed."""

    __slots__ = ("state", "text")

    def __init__(self, state: Any) -> None:
        self.state = state
        #: How it came about: OpenSpiel's actions by number, chance's among them.
        self.text = " ".join(map(str, state.history())) or "start"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"<{self.text}>"


class OpenSpiel(Game):
    """A game of OpenSpiel's in which everybody sees everything, by its name there; made by `openspiel`.

    A position's text is the list of actions that led to it, by OpenSpiel's numbers. Positions that came about in different
    ways are different ones, unless `transpositions` says that they are the same where they look the same: only for games
    whose states show all that matters.
    """

    def __init__(self, game: str, transpositions: bool = False) -> None:
        try:
            import pyspiel
        except ImportError:
            raise ImportError("games of OpenSpiel need it: pip install open_spiel") from None
        try:
            self._game = pyspiel.load_game(game)
        except Exception as error:
            raise InputError(f"OpenSpiel has no game {game!r}: {error}") from None
        self.game, self.transpositions = game, transpositions
        kind = self._game.get_type()
        refusals = {
            "players move at the same time in it": kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL,
            "players do not see everything in it": kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION,
            "it draws chance's outcomes without telling their probabilities": kind.chance_mode
            == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        }
        for why, refused in refusals.items():
            if refused:
                raise InputError(f"{game}: {why}, and searches here cannot go through it")
        self.players = self._game.num_players()
        self.has_chance = kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC
        self.longest = self._game.max_game_length() + (self._game.max_chance_nodes_in_history() if self.has_chance else 0)
        #: Half of what two players get together: what is paid here adds up to 0.
        self._half = 0.0
        if self.players == 2:
            together = self._game.utility_sum()
            if together is None:
                raise InputError(f"{game}: what its two players get does not always add up to the same")
            self._half = together / 2
        self.payoff_range = (self._game.min_utility() - self._half, self._game.max_utility() - self._half)

    @property
    def name(self) -> str:
        """Its name, with the name that OpenSpiel knows it by."""
        given = f'openspiel(game="{self.game}"' if any(sign in self.game for sign in "(,=") else f"openspiel(game={self.game}"
        return given + (",transpositions=yes)" if self.transpositions else ")")

    def __reduce__(self) -> Any:
        return OpenSpiel, (self.game, self.transpositions)

    def start(self, seed: int) -> Place:
        return Place(self._game.new_initial_state())

    def mover(self, position: Place) -> int:
        return int(position.state.current_player()) + 1

    def moves(self, position: Place) -> Iterable[tuple[str, Place]]:
        state = position.state
        if state.is_terminal():
            return []
        actions = state.legal_actions()
        names = [state.action_to_string(state.current_player(), action) for action in actions]
        if len(set(names)) < len(names):
            names = [f"{name} ({action})" for name, action in zip(names, actions)]
        return [(name, Place(state.child(action))) for name, action in zip(names, actions)]

    def chance(self, position: Place) -> Optional[Iterable[tuple[float, Place]]]:
        state = position.state
        if not state.is_chance_node():
            return None
        return [(chance, Place(state.child(action))) for action, chance in state.chance_outcomes()]

    def payoffs(self, position: Place) -> list[float]:
        return [payoff - self._half for payoff in position.state.returns()]

    def text(self, position: Place) -> str:
        return position.text

    def parse(self, text: str) -> Place:
        state = self._game.new_initial_state()
        for action in [] if text == "start" else text.split():
            if state.is_terminal() or not action.isdigit() or int(action) not in state.legal_actions():
                raise InputError(f"{text!r} is not a position of {self.game}: {action} is not a legal action after {state.history()}")
            state.apply_action(int(action))
        return Place(state)

    def key(self, position: Place) -> str:
        if not self.transpositions:
            return position.text
        return f"{position.state.current_player()} {position.state}"


def openspiel(name: str, *, transpositions: bool = False) -> OpenSpiel:
    """A game of OpenSpiel's by its name there, with parameters as it writes them: ``mnk(m=4,n=4,k=3)``.

    An evaluator of yours is given positions whose `state` is pyspiel's own; ``playouts`` needs none. With `transpositions`
    positions that look the same count as the same, which solves faster: say so of games whose states show all that matters.

    >>> import plyscope as ply
    >>> game = ply.openspiel("tic_tac_toe")
    >>> [name for name, _ in game.moves(game.start(0))][:2]
    ['x(0,0)', 'x(0,1)']
    >>> game.payoffs(game.parse("0 3 1 4 2"))
    [1.0, -1.0]
    """
    return OpenSpiel(name, transpositions)
