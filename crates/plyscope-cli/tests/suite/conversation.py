"""A conversation of python-chess with an engine: the command that this is called with."""

import sys
import time

import chess
import chess.engine
from chess.engine import Cp, Limit, Mate

command = sys.argv[1:]
engine = chess.engine.SimpleEngine.popen_uci(command)


def converse():
    assert engine.id["name"].startswith("Plyscope"), engine.id
    assert engine.options["Player"].default.startswith("player("), engine.options
    engine.ping()

    # A game at every kind of limit; python-chess refuses moves that are not legal.
    board = chess.Board()
    limits = [
        Limit(depth=2),
        Limit(nodes=500),
        Limit(time=0.02),
        Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01),
        Limit(white_clock=1, black_clock=1, remaining_moves=5),
    ]
    game = object()
    for ply in range(40):
        if board.is_game_over():
            break
        result = engine.play(board, limits[ply % len(limits)], game=game, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (board.fen(), result)
        if limits[ply % len(limits)].depth:
            assert {"depth", "score", "nodes", "nps", "time", "pv"} <= result.info.keys(), result.info
        board.push(result.move)
    assert board.ply() > 20, board

    # Scores are those of the side to move, and mates have their distance.
    won = chess.Board("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1")
    assert engine.analyse(won, Limit(depth=1))["score"].relative < Cp(-1000)
    mate = chess.Board("7k/8/8/8/8/8/R7/1R5K w - - 0 1")
    assert engine.analyse(mate, Limit(depth=5))["score"] == chess.engine.PovScore(Mate(2), chess.WHITE)
    assert engine.analyse(mate, Limit(mate=2))["score"].white() == Mate(2)

    # Promotion, castling and en passant as python-chess writes them.
    for fen, moves in [
        ("8/P7/8/8/8/8/8/k6K w - - 0 1", ["a7a8q", "a7a8n"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["e1g1", "e1c1"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ["e5d6"]),
    ]:
        for move in moves:
            among = [chess.Move.from_uci(move)]
            assert engine.play(chess.Board(fen), Limit(depth=2), root_moves=among).move == among[0], (fen, move)
            played = chess.Board(fen)
            played.push(among[0])
            reply = engine.play(played, Limit(depth=1)).move
            assert reply in played.legal_moves, (fen, move, reply)

    # An analysis without an end is stopped, soon; so is pondering.
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break
        begun = time.monotonic()
        analysis.stop()
        assert analysis.wait().move in chess.Board().legal_moves
        assert time.monotonic() - begun < 1
    board = chess.Board()
    for _ in range(4):
        board.push(engine.play(board, Limit(time=0.01), ponder=True).move)

    # Where the game is over there is no move.
    assert engine.play(chess.Board("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"), Limit(depth=2)).move is None
    assert engine.play(chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Limit(time=0.1)).move is None

    # Another player by option; a bad one is not taken.
    engine.configure({"Player": "player(evaluator=material,search=full-width,depth=1)", "Move Overhead": 5})
    assert engine.analyse(chess.Board(), Limit(depth=9))["depth"] == 1
    engine.configure({"Player": "player(evaluator=nonsense)"})
    assert engine.analyse(chess.Board(), Limit(depth=9))["depth"] == 1


try:
    converse()
    engine.quit()
    assert engine.protocol.returncode.result() == 0
finally:
    engine.close()
print("agreed")
