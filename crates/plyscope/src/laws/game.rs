//! Laws of games.

use crate::game::{AnyGame, Game, Player, moves_of};
use crate::key::{Domain, Stream};
use crate::value::MAX_PLAYERS;

/// Plays random games of at most `plies` plies and checks the rules at every position, in the typed and
/// in the object-safe form side by side.
pub fn check_game<G>(game: &G, games: u64, plies: u32)
where
    G: Game + Clone + Send + Sync + 'static,
    G::Position: Send + Sync + 'static,
{
    let name = game.name();
    let erased = AnyGame::new(game.clone());
    assert!((1..=MAX_PLAYERS).contains(&game.players()), "{name}: 1 to {MAX_PLAYERS} players");
    assert_eq!((erased.name(), erased.players()), (name.clone(), game.players()));
    assert_eq!(name.to_string().parse().as_ref(), Ok(&name), "the name reads back");
    for playout in 0..games {
        let trial = Stream::new(0, "laws").trial(playout);
        let draws = trial.block.draw(Domain::Moves);
        let (mut position, mut boxed) = (game.start_of(trial), erased.start_of(trial));
        for ply in 0..=plies {
            check_position(game, &position, &erased, &boxed);
            let moves = moves_of(game, &position);
            if moves.is_empty() {
                break;
            }
            assert!(ply < plies, "{name}: longer than {plies} plies");
            let choice = draws.below(trial.lane, u64::from(ply), moves.len() as u32) as usize;
            position = game.play(&position, &moves[choice]);
            boxed = erased.play(&boxed, &choice);
        }
    }
}

fn check_position<G: Game>(
    game: &G,
    position: &G::Position,
    erased: &AnyGame,
    boxed: &<AnyGame as Game>::Position,
) {
    let name = game.name();
    let moves = moves_of(game, position);
    assert_eq!(moves, moves_of(game, position), "{name}: the same moves in the same order");
    for (i, choice) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(choice), "{name}: {choice:?} is listed twice");
        let (once, again) = (game.play(position, choice), game.play(position, choice));
        let keys = |p: &G::Position| (game.table_key(p), game.noise_key(p), game.is_over(p));
        assert_eq!(keys(&once), keys(&again), "{name}: {choice:?} always leads to the same position");
    }
    assert_eq!(moves.len(), moves_of(erased, boxed).len());
    assert_eq!(game.table_key(position), erased.table_key(boxed));
    assert_eq!(game.noise_key(position), erased.noise_key(boxed));
    assert_eq!(game.is_over(position), erased.is_over(boxed));
    if game.is_over(position) {
        assert!(moves.is_empty(), "{name}: no moves when the game is over");
        let players = || (0..game.players()).filter_map(Player::new);
        let payoffs: Vec<f64> = players().map(|player| game.payoff(position, player)).collect();
        assert!(payoffs.iter().all(|payoff| payoff.is_finite()), "{name}: payoffs {payoffs:?}");
        assert!(payoffs.len() != 2 || payoffs[0] == -payoffs[1], "{name}: zero-sum, not {payoffs:?}");
        assert_eq!(payoffs, players().map(|player| erased.payoff(boxed, player)).collect::<Vec<_>>());
    } else {
        assert!(game.mover(position).index() < game.players(), "{name}: the mover is a player");
        assert_eq!(game.mover(position), erased.mover(boxed));
        let names: Vec<String> = moves.iter().map(|choice| game.move_name(position, choice)).collect();
        assert_eq!(names, (0..moves.len()).map(|i| erased.move_name(boxed, &i)).collect::<Vec<_>>());
        assert!(names.iter().all(|name| !name.is_empty()));
    }
}
