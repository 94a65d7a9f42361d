"""OpenSpiel's side of the part `openspiel`: seconds for the same work, as JSON.

The wheel on PyPI does not give its alpha-beta in C++ to Python; what it has is Monte-Carlo tree search in C++, and an alpha-beta
written in Python over states in C++.
"""

import json
import time

import pyspiel
from open_spiel.python.algorithms import minimax


def seconds(work):
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def sampling(game, simulations):
    """One decision at the start, one random playout a simulation."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, simulations, 1000, False, 1, False)
    state = game.new_initial_state()
    return seconds(lambda: bot.mcts_search(state))


def alpha_beta(game, depth):
    """The start, to this depth, without an opinion at the frontier."""
    return seconds(lambda: minimax.alpha_beta_search(game, value_function=lambda state: 0.0, maximum_depth=depth))


connect_four, tic_tac_toe = pyspiel.load_game("connect_four"), pyspiel.load_game("tic_tac_toe")
print(json.dumps({
    "mcts connect-four": min(sampling(connect_four, 20_000) for _ in range(3)),
    "mcts tic-tac-toe": min(sampling(tic_tac_toe, 20_000) for _ in range(3)),
    "alpha-beta tic-tac-toe": alpha_beta(tic_tac_toe, 9),
}))
