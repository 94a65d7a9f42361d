//! Laws of what a game tells a solver.

use crate::game::{Hints, Player, Sound, moves_of};
use std::collections::HashMap;

/// Everything that a game with a [scale](Hints::scale) tells of a position and of all that can follow it is true; found
/// by plain search to the end, so the game should nearly be over. The first player's score is returned.
///
/// ```
/// use plyscope::game::{ConnectFour, Game};
/// use plyscope::laws::check_hints;
/// use plyscope::search::{Asked, Budget, Solver};
/// let game = ConnectFour::new(3, 4, 3)?;
/// let position = game.parse_position("22")?;
/// let solved = Solver::new(&game, 1, &Budget::unlimited())?.value_of(&position, Asked::Score)?;
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

    /// Sound moves, and bounds.
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
            Sound::Lost(lost) => {
                assert_eq!(lost, score, "{}: every move loses at once", place());
                return;
            }
            Sound::Unknown => assert!(listed.is_empty(), "{}: a list of unknown moves", place()),
            Sound::Listed => {
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
