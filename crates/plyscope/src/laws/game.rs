//! Laws of games, and of what a game tells a solver.

use crate::game::{AnyPosition, Cell, Hints, Player, SafeMoves, Turn, expand_one, moves_of};
use crate::key::{Domain, Stream};
use crate::player::AnyGame;
use crate::value::MAX_PLAYERS;
use std::collections::HashMap;

/// Plays random games and checks the rules at every position, in the typed form and in the one without types side by
/// side. A game must end within its longest length: one whose positions repeat is not a game to the end.
pub fn check_game<G>(game: &G, games: u64)
where
    G: Hints<Position: Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    assert_eq!(check_walks(game, games), 0, "{}: longer than {} plies", game.name(), game.facts().longest);
}

/// The same for games whose positions may repeat: so many of the random games reached the longest length.
pub fn check_walks<G>(game: &G, games: u64) -> u64
where
    G: Hints<Position: Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    let name = game.name();
    let erased = AnyGame::new(game.clone());
    assert!((1..=MAX_PLAYERS).contains(&game.facts().players), "{name}: 1 to {MAX_PLAYERS} players");
    assert_eq!((erased.name(), erased.facts().players), (name.clone(), game.facts().players));
    assert_eq!(
        (erased.facts().longest, erased.facts().has_chance),
        (game.facts().longest, game.facts().has_chance),
        "{name}"
    );
    assert_eq!(name.to_string().parse().as_ref(), Ok(&name), "the name reads back");
    for text in ["", "?", "\u{0}", "a b c", "\u{1F600}", "-1 -1"] {
        // Whatever it says of such a text, it says so.
        let _ = game.parse_position(text);
    }
    let mut too_long = 0;
    for playout in 0..games {
        let trial = Stream::new(0, "laws").trial(playout);
        let draws = trial.block.draw(Domain::Moves);
        let mut position = game.start_of(trial);
        let mut boxed = erased.start(trial).expect("a typed game does not fail");
        for ply in 0.. {
            check_position(game, &position, &erased, &boxed);
            let moves = moves_of(game, &position);
            if moves.is_empty() {
                break;
            }
            if ply == game.facts().longest {
                too_long += 1;
                break;
            }
            let choice = draws.below(trial.lane, u64::from(ply), moves.len() as u32) as usize;
            position = game.play(&position, &moves[choice]);
            boxed =
                expand_one(&*erased, &boxed).expect("a typed game does not fail").after.swap_remove(choice);
        }
    }
    too_long
}

/// What pictures and groups are made from: boards, kinds of moves, and the moves that quiescence plays out.
fn check_pictures<G: Hints>(game: &G, position: &G::Position, moves: &[G::Move]) {
    let name = game.name();
    if let Some(board) = game.board(position) {
        assert_eq!(board.rows() * board.columns, board.cells.len(), "{name}: a board has whole rows");
        assert_eq!(board.moves.len(), moves.len(), "{name}: the cells of every move");
        for cells in &board.moves {
            let on = |cell: &usize| board.cells.get(*cell).is_some_and(|found| *found != Cell::Gap);
            assert!(!cells.is_empty() && cells.iter().all(on), "{name}: a move is on the board: {cells:?}");
        }
    }
    let kinds = moves.iter().filter(|choice| game.kind(position, choice).is_some()).count();
    assert!(kinds == 0 || kinds == moves.len(), "{name}: all moves have a kind, or none");
    let mut noisy = Vec::new();
    game.noisy(position, &mut noisy);
    assert!(noisy.iter().all(|choice| moves.contains(choice)), "{name}: quiescence plays legal moves");
}

/// A number of its own for every position, and back.
fn check_number<G: Hints>(game: &G, position: &G::Position, erased: &AnyGame, boxed: &AnyPosition) {
    let name = game.name();
    assert_eq!(erased.numbers(boxed), game.numbers(), "{name}");
    let Some(numbers) = game.numbers() else { return };
    let (number, text) = (game.number(position), game.position_text(position));
    assert!(number < numbers, "{name}: {text} has the number {number} of {numbers}");
    let back = game.numbered(number).map(|found| game.position_text(&found));
    assert_eq!(back.as_ref(), Some(&text), "{name}: the number {number}");
    assert_eq!(erased.number(boxed), number, "{name}");
    assert_eq!(erased.numbered(boxed, number).map(|found| erased.position_text(&found)), back, "{name}");
    assert!(game.numbered(numbers).is_none(), "{name}: no position has the number {numbers}");
}

fn check_position<G: Hints>(
    game: &G,
    position: &G::Position,
    erased: &AnyGame,
    boxed: &crate::game::AnyPosition,
) {
    let name = game.name();
    let moves = moves_of(game, position);
    assert_eq!(moves, moves_of(game, position), "{name}: the same moves in the same order");
    let keys = |p: &G::Position| (game.table_key(p), game.noise_key(p), game.truth_key(p), game.turn(p));
    for (i, choice) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(choice), "{name}: {choice:?} is listed twice");
        let (once, again) = (game.play(position, choice), game.play(position, choice));
        assert_eq!(keys(&once), keys(&again), "{name}: {choice:?} always leads to the same position");
    }
    check_texts(game, position, &moves);
    check_pictures(game, position, &moves);
    check_number(game, position, erased, boxed);
    let expansion = expand_one(&**erased, boxed).expect("a typed game does not fail");
    assert_eq!(expansion.turn, game.turn(position), "{name}: whose turn it is");
    assert_eq!(expansion.after.len(), moves.len());
    assert_eq!(game.table_key(position), erased.table_key(boxed));
    assert_eq!(game.noise_key(position), erased.noise_key(boxed));
    assert_eq!(game.search_key(position, 3), erased.search_key(boxed, 3));
    assert_eq!(game.position_text(position), erased.position_text(boxed));
    match game.turn(position) {
        Turn::Over => {
            assert!(game.is_over(position) && moves.is_empty(), "{name}: no moves when the game is over");
            let players = || (0..game.facts().players).filter_map(Player::new);
            let payoffs: Vec<f64> = players().map(|player| game.payoff(position, player)).collect();
            assert!(payoffs.iter().all(|payoff| payoff.is_finite()), "{name}: payoffs {payoffs:?}");
            assert!(payoffs.len() != 2 || payoffs[0] == -payoffs[1], "{name}: zero-sum, not {payoffs:?}");
            assert_eq!(payoffs, expansion.payoffs);
            let known = game.known(position);
            assert!(known.is_none_or(|known| known == payoffs[0]), "{name}: it knows how it ended");
        }
        Turn::Chance => {
            assert!(game.facts().has_chance, "{name}: it says that it has no chance");
            let mut chances = Vec::new();
            game.chances(position, &mut chances);
            assert_eq!(chances.len(), moves.len(), "{name}: a probability for all that may happen");
            assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{name}: {chances:?}");
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{name}: {chances:?} do not sum to 1");
            assert_eq!(chances, expansion.chances);
        }
        Turn::Player(mover) => {
            assert!(mover.index() < game.facts().players, "{name}: the mover is a player");
            assert!(expansion.chances.is_empty() && expansion.payoffs.is_empty());
        }
    }
}

/// Positions and moves read back from what is printed of them.
fn check_texts<G: Hints>(game: &G, position: &G::Position, moves: &[G::Move]) {
    let name = game.name();
    let text = game.position_text(position);
    assert!(!text.is_empty() && !text.contains(char::is_control), "{name}: {text:?} is one line");
    let read = game.parse_position(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(game.position_text(&read), text, "{name}: a position reads back");
    assert_eq!(game.noise_key(&read), game.noise_key(position), "{name}: what is read back is {text}");
    // A text has no past: where the end of the game depends on one, the texts are all that can be compared.
    if !game.facts().has_history {
        assert_eq!(
            (game.table_key(&read), game.turn(&read), moves_of(game, &read)),
            (game.table_key(position), game.turn(position), moves.to_vec()),
            "{name}: what is read back is {text}"
        );
    }
    for choice in moves {
        let called = game.move_name(position, choice);
        assert!(!called.is_empty(), "{name}: {choice:?} has a name");
        assert_eq!(game.parse_move(position, &called).as_ref(), Ok(choice), "{name}: {called} reads back");
    }
    assert!(game.parse_move(position, "no such move").is_err());
}

/// Everything that a game with a [scale](Hints::scale) tells of a position and of all that can follow it is true; found
/// by plain search to the end, so the game should nearly be over. The first player's score is returned.
///
/// ```
/// use plyscope::game::{ConnectFour, Game};
/// use plyscope::laws::check_hints;
/// use plyscope::search::{SolveGoal, Budget, Solver};
/// let game = ConnectFour::new(3, 4, 3)?;
/// let position = game.parse_position("22")?;
/// let solved = Solver::new(&game, 1, &Budget::unlimited())?.value_of(&position, SolveGoal::Score)?;
/// assert_eq!(solved.exact(), Some(f64::from(check_hints(&game, &position))));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub fn check_hints<G: Hints>(game: &G, position: &G::Position) -> i32 {
    let largest = game.scale().expect("the game has a scale").largest;
    for score in -largest..largest {
        assert!(game.worth(score) <= game.worth(score + 1), "{}: worth {score}", game.name());
    }
    Checker { game, scores: HashMap::new(), rests: HashMap::new() }.score(position)
}

struct Checker<'a, G> {
    game: &'a G,
    /// First player's scores by table key.
    scores: HashMap<u64, i32>,
    /// What the rest is worth to the mover, by score key.
    rests: HashMap<u64, i32>,
}

impl<G: Hints> Checker<'_, G> {
    fn score(&mut self, position: &G::Position) -> i32 {
        let game = self.game;
        if let Some(known) = self.scores.get(&game.table_key(position)) {
            return *known;
        }
        let score = if game.is_over(position) { self.over(position) } else { self.going_on(position) };
        let largest = game.scale().map_or(0, |scale| scale.largest);
        assert!(score.abs() <= largest, "{}: a score of {score}", game.name());
        self.scores.insert(game.table_key(position), score);
        score
    }

    fn over(&self, position: &G::Position) -> i32 {
        let score = self.game.score(position);
        let payoff = self.game.payoff(position, Player::FIRST);
        assert_eq!(self.game.worth(score), payoff, "{}: a score stands for the payoff", self.game.name());
        score
    }

    fn going_on(&mut self, position: &G::Position) -> i32 {
        let (game, moves) = (self.game, moves_of(self.game, position));
        let place = || format!("{} at {}", game.name(), game.position_text(position));
        let sign = if game.mover(position) == Player::FIRST { 1 } else { -1 };
        let after: Vec<G::Position> = moves.iter().map(|choice| game.play(position, choice)).collect();
        let mine: Vec<i32> = after.iter().map(|after| sign * self.score(after)).collect();
        let score = *mine.iter().max().expect("a game that goes on has moves");
        match game.win_at_once(position) {
            Some(win) => {
                let ends = after.iter().zip(&mine).any(|(after, mine)| game.is_over(after) && *mine == win);
                assert!(ends && score == win, "{}: no win at once of {win}", place());
            }
            None => self.check_outlook(position, &moves, &after, &mine, score, place),
        }
        self.check_key(position, score, place);
        let key = game.score_key(position);
        for endings in
            [10, 1000, 100_000].map(|most| game.endings(most)).into_iter().filter(|count| key < *count)
        {
            let stays = |after: &G::Position| game.is_over(after) || game.score_key(after) < endings;
            assert!(after.iter().all(stays), "{}: an ending is left", place());
            assert!(self.rests[&key].abs() <= 100, "{}: too much is left for an ending", place());
        }
        sign * score
    }

    /// Safe moves, and bounds.
    fn check_outlook(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        after: &[G::Position],
        mine: &[i32],
        score: i32,
        place: impl Fn() -> String,
    ) {
        let (game, mut listed) = (self.game, Vec::new());
        match game.sound(position, &mut listed) {
            SafeMoves::Lost(lost) => {
                assert_eq!(lost, score, "{}: every move loses at once", place());
                return;
            }
            SafeMoves::Unknown => assert!(listed.is_empty(), "{}: a list of unknown moves", place()),
            SafeMoves::Listed => {
                assert!(!listed.is_empty(), "{}: no sound move", place());
                for ((choice, after), mine) in moves.iter().zip(after).zip(mine) {
                    let over = game.is_over(after);
                    if !listed.contains(choice) {
                        assert!(*mine < score, "{}: {choice:?} is as good", place());
                        assert!(
                            !over && game.win_at_once(after).is_some(),
                            "{}: {choice:?} is sound",
                            place()
                        );
                        continue;
                    }
                    assert!(over || game.win_at_once(after).is_none(), "{}: {choice:?} loses", place());
                    let played = game.play_sound(position, choice);
                    let keys = |p: &G::Position| (game.table_key(p), game.turn(p), game.position_text(p));
                    assert_eq!(keys(&played), keys(after), "{}: {choice:?} played twice", place());
                }
                assert!(listed.iter().all(|choice| moves.contains(choice)), "{}: {listed:?}", place());
            }
        }
        let largest = game.scale().map_or(0, |scale| scale.largest);
        for asked in -largest..=largest {
            let (low, high) = game.score_bounds(position, asked);
            assert!(low <= score && score <= high, "{}: {score} is not in {low}..={high}", place());
        }
    }

    /// Positions of one key are worth the same, and a key is as short as it is said to be.
    fn check_key(&mut self, position: &G::Position, score: i32, place: impl Fn() -> String) {
        let (game, key) = (self.game, self.game.score_key(position));
        let scale = game.scale().expect("the game has a scale");
        assert!(key >> scale.key_bits == 0, "{}: key {key:#x}", place());
        let banked = game.banked(position) as i32;
        let rest = score - if game.mover(position) == Player::FIRST { banked } else { -banked };
        assert!(rest.abs() <= scale.largest, "{}: {rest} is left to play for", place());
        let known = *self.rests.entry(key).or_insert(rest);
        assert_eq!(known, rest, "{}: another position of the same key is worth something else", place());
    }
}
