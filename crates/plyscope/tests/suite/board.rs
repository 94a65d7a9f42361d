//! The board and the tree view of a board-splitting game are one game.

use plyscope::game::{Game, Player, moves_of};
use plyscope::key::Stream;
use plyscope::name::Settings;
use plyscope::tree::{Board, BoardSplitting, DrawnTree, Place};
use plyscope::truth::{BySolving, Truth};
use std::sync::Arc;

fn build(text: &str) -> BoardSplitting {
    BoardSplitting::named(text).unwrap()
}

#[test]
fn board_and_tree_agree_everywhere() {
    for text in [
        "board-splitting(depth=5)",
        "board-splitting(depth=6,squares=n)",
        "board-splitting(branching=3,depth=3,squares=mixed)",
        "board-splitting(branching=5,depth=2)",
        "board-splitting(depth=1)",
    ] {
        let game = build(text);
        let shared = Arc::new(game.clone());
        for trial in 0..20 {
            let key = Stream::new(1, text).trial(trial);
            let board = Board::draw(&game, key.block.attempt(0), key.lane);
            let tree = DrawnTree::draw(shared.clone(), key, 0);
            assert_eq!(board.facts().longest, tree.shape().depth());
            plyscope::laws::check_game(&board, 3);
            let mut pairs = vec![(board.start(), Place::ROOT)];
            while let Some((region, place)) = pairs.pop() {
                assert_eq!(board.is_over(&region), tree.is_over(&place));
                assert_eq!(board.noise_key(&region), tree.noise_key(&place), "the same noise in both views");
                let truth = BySolving.value(&board, &region).exact().unwrap();
                assert_eq!(truth > 0.0, tree.truth(place), "{text}, {region:?}");
                if board.is_over(&region) {
                    assert_eq!(board.payoff(&region, Player::SECOND), tree.payoff(&place, Player::SECOND));
                } else {
                    assert_eq!(board.mover(&region), tree.mover(&place));
                }
                for choice in moves_of(&board, &region) {
                    pairs.push((board.play(&region, &choice), tree.play(&place, &choice)));
                }
            }
        }
    }
}

/// By hand: player 1 takes the right columns, player 2 the lower row, player 1 the left column.
#[test]
fn splits_are_vertical_then_horizontal() {
    let game = build("board-splitting(depth=3)");
    let key = Stream::new(2, "board").trial(5);
    let board = Board::draw(&game, key.block.attempt(0), key.lane);
    assert_eq!((board.rows(), board.columns()), (2, 4));
    let region = [1, 1, 0].iter().fold(board.start(), |region, piece| board.play(&region, piece));
    assert_eq!((region.row, region.column, region.rows, region.columns), (1, 2, 1, 1));
    // Player 1 moves last and wins on a 1.
    assert_eq!(board.payoff(&region, Player::FIRST) > 0.0, board.square(1, 2));
    assert_eq!(board.to_string().lines().nth(1).unwrap().chars().nth(2) == Some('1'), board.square(1, 2));
}
