//! Solving: the value of a two-player game with best play, its margin and a best line.
//!
//! Games that say how small their scores and keys are ([`Hints::scale`]) are solved on whole numbers, with all the hints
//! that they give; others by a plain search. Stopped early, a solver tells the bounds that it has proved.

mod closing;
mod line;
mod plain;
mod scored;

use super::score_table::ScoreTable;
use super::{Budget, Counts};
use crate::error::{Error, Result};
use crate::game::{Game, Hints, moves_of};
use crate::truth::TrueValue;
use plain::Plain;
use scored::{Scored, Store};

/// What a solver found.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution<M> {
    /// The payoff of the first player with best play is not below this.
    pub low: f64,
    /// And not above this.
    pub high: f64,
    /// The first player's score is not below the first of these, nor above the second, where the score was asked for and the
    /// game has one.
    pub score: Option<(i32, i32)>,
    /// A line of best play to the end, where the value is known and the budget lasts.
    pub line: Vec<M>,
    /// How much work it was.
    pub counts: Counts,
}

impl<M> Solution<M> {
    /// The value, where it is known.
    pub fn value(&self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }
}

/// Solves a position, with a table of a given size in MiB. The budget's depth does not count. Where positions repeat, or lines are
/// longer than a search can go, it is refused with that reason.
///
/// ```
/// use plyscope::game::{Game, Kalah};
/// use plyscope::search::{Budget, solve};
/// let game = Kalah::new(2, 2)?;
/// let solution = solve(&game, &game.start(), 1, &Budget::unlimited())?;
/// assert!(solution.value().is_some());
/// # Ok::<(), plyscope::Error>(())
/// ```
pub fn solve<G: Hints>(
    game: &G,
    position: &G::Position,
    table: u32,
    budget: &Budget<'_>,
) -> Result<Solution<G::Move>> {
    Solver::new(game, table, budget)?.solve(position, SolveGoal::Value)
}

/// What a solver is asked.
///
/// ```
/// use plyscope::game::{ConnectFour, Game};
/// use plyscope::search::{SolveGoal, Budget, Solver};
/// let game = ConnectFour::new(4, 4, 3)?;
/// let mut solver = Solver::new(&game, 1, &Budget::unlimited())?;
/// let mut ask = |asked| solver.value_of(&game.start(), asked);
/// assert_eq!(ask(SolveGoal::Winner)?.side(), Some(1.0));
/// assert_eq!(ask(SolveGoal::Value)?.exact(), Some(1.0));
/// // X wins with its fifth stone of eight.
/// assert_eq!(ask(SolveGoal::Score)?.exact(), Some(1.0 + 8.0 - 5.0));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolveGoal {
    /// The exact value.
    Value,
    /// Who wins, if anybody: bounds on one side of zero are enough. Often much cheaper.
    Winner,
    /// The exact score, which counts how soon a game is won where the game has such scores ([`Hints::score`]); else the
    /// value.
    Score,
}

/// A solver of a game's positions, which share what it finds out.
///
/// ```
/// use plyscope::game::{ConnectFour, Game};
/// use plyscope::search::{SolveGoal, Budget, Solver};
/// use plyscope::truth::TrueValue;
/// let game = ConnectFour::new(4, 4, 3)?;
/// let mut solver = Solver::new(&game, 1, &Budget::unlimited())?;
/// assert_eq!(solver.value_of(&game.start(), SolveGoal::Value)?, TrueValue::Exact(1.0));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub struct Solver<'a, 'b, G: Game> {
    game: &'a G,
    budget: Budget<'b>,
    work: Work<'a, 'b, G>,
}

/// Who does the work.
enum Work<'a, 'b, G: Game> {
    Plain(Plain<'a, 'b, G>),
    Scored(Scored<'a, 'b, G>),
}

impl<'a, 'b, G: Hints> Solver<'a, 'b, G> {
    /// For games of one or two players without chance; with a table of so many MiB. Each position may cost as many nodes
    /// as the budget has.
    pub fn new(game: &'a G, table: u32, budget: &Budget<'b>) -> Result<Self> {
        match game.scale().filter(|_| game.facts().players == 2) {
            None => Solver::plain(game, table, budget),
            Some(scale) => {
                let table = ScoreTable::growing(scale, table)?.with_endings(game, table)?;
                Solver::scored(game, Store::Own(table), budget)
            }
        }
    }

    /// The same for positions that may cost only so many nodes: without endings that are worked out whole, which pay where a
    /// game is solved to its end and would use up what a position has.
    ///
    /// ```
    /// use plyscope::game::{Game, Kalah};
    /// use plyscope::search::{SolveGoal, Budget, Solver};
    /// let (game, budget) = (Kalah::new(4, 3)?, Budget::unlimited().with_nodes(1_000_000));
    /// assert!(Solver::within(&game, 1, &budget)?.value_of(&game.start(), SolveGoal::Winner)?.side().is_some());
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn within(game: &'a G, table: u32, budget: &Budget<'b>) -> Result<Self> {
        match game.scale().filter(|_| game.facts().players == 2) {
            None => Solver::plain(game, table, budget),
            Some(scale) => Solver::scored(game, Store::Own(ScoreTable::growing(scale, table)?), budget),
        }
    }

    /// The same without the hints of [`Hints::scale`], whatever the game says.
    ///
    /// ```
    /// use plyscope::game::{ConnectFour, Game};
    /// use plyscope::search::{SolveGoal, Budget, Solver};
    /// let (game, budget) = (ConnectFour::new(4, 4, 4)?, Budget::unlimited());
    /// let plain = Solver::plain(&game, 1, &budget)?.value_of(&game.start(), SolveGoal::Value)?;
    /// assert_eq!(plain, Solver::new(&game, 1, &budget)?.value_of(&game.start(), SolveGoal::Value)?);
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn plain(game: &'a G, table: u32, budget: &Budget<'b>) -> Result<Self> {
        check_game(game)?;
        Ok(Solver { game, budget: *budget, work: Work::Plain(Plain::new(game, table, budget)?) })
    }

    /// One of several that share a table made for this game, each in a thread of its own.
    pub fn sharing(game: &'a G, table: &'a ScoreTable, budget: &Budget<'b>) -> Result<Self> {
        Solver::scored(game, Store::Shared(table), budget)
    }

    fn scored(game: &'a G, table: Store<'a>, budget: &Budget<'b>) -> Result<Self> {
        check_game(game)?;
        Ok(Solver { game, budget: *budget, work: Work::Scored(Scored::new(game, table, budget)) })
    }

    /// What a position is worth, as far as its nodes reach.
    pub fn value_of(&mut self, position: &G::Position, asked: SolveGoal) -> Result<TrueValue> {
        if let Some(known) = self.game.known(position).filter(|_| asked != SolveGoal::Score) {
            return Ok(TrueValue::Exact(known));
        }
        let (low, high) = match &mut self.work {
            Work::Plain(plain) => {
                plain.begin(&self.budget);
                plain.close_in(position, asked)
            }
            Work::Scored(scored) => {
                scored.begin(&self.budget);
                scored.told(position, asked)
            }
        };
        self.check()?;
        Ok(TrueValue::from_bounds(low, high))
    }

    /// What a position is worth, with a line of best play where that is known: the first move that keeps what was asked for,
    /// in the order of what moves promise, whatever else the solver knows.
    pub fn solve(&mut self, position: &G::Position, asked: SolveGoal) -> Result<Solution<G::Move>> {
        if let Some(known) = known(self.game, position) {
            return Ok(known);
        }
        let solution = match &mut self.work {
            Work::Plain(plain) => {
                plain.begin(&self.budget);
                let (low, high) = plain.close_in(position, asked);
                let line = if low == high { plain.line(position, low) } else { None };
                Solution { low, high, score: None, line: line.unwrap_or_default(), counts: plain.counts() }
            }
            Work::Scored(scored) => {
                scored.begin(&self.budget);
                let score = scored.close_in(position, asked);
                let (low, high) = (self.game.worth(score.0), self.game.worth(score.1));
                let known = if asked == SolveGoal::Score { score.0 == score.1 } else { low == high };
                let line = if known { scored.line(position, score.0, asked) } else { None };
                let score = Some(score).filter(|_| asked == SolveGoal::Score);
                Solution { low, high, score, line: line.unwrap_or_default(), counts: scored.counts() }
            }
        };
        self.check()?;
        Ok(solution)
    }

    /// How much work it was so far, and how many positions were generated since it was asked last.
    pub fn counts(&self) -> Counts {
        match &self.work {
            Work::Plain(plain) => plain.counts(),
            Work::Scored(scored) => scored.counts(),
        }
    }

    /// Was it too deep anywhere?
    fn check(&self) -> Result<()> {
        match &self.work {
            Work::Plain(plain) => plain.check(),
            Work::Scored(scored) => scored.check(),
        }
    }
}

/// What a game of one player knows of a position, with a line along which that is kept.
fn known<G: Hints>(game: &G, position: &G::Position) -> Option<Solution<G::Move>> {
    let value = game.known(position).filter(|_| game.facts().players == 1)?;
    let (mut position, mut line, mut counts) = (position.clone(), Vec::new(), Counts::default());
    while !game.is_over(&position) {
        if line.len() >= game.facts().longest as usize {
            return None;
        }
        let mut kept = None;
        for choice in moves_of(game, &position) {
            counts.generated += 1;
            let after = game.play(&position, &choice);
            if game.known(&after) == Some(value) {
                kept = Some((choice, after));
                break;
            }
        }
        let (choice, after) = kept?;
        line.push(choice);
        position = after;
    }
    Some(Solution { low: value, high: value, score: None, line, counts })
}

/// One or two players, and no chance.
fn check_game<G: Game>(game: &G) -> Result<()> {
    let name = || game.name().to_string();
    if game.facts().players > 2 {
        return Err(Error::Players {
            what: "solving".into(),
            wanted: "at most 2 players",
            game: name(),
            players: game.facts().players,
            advice: "; use the rule max-n",
        });
    }
    if game.facts().has_chance {
        return Err(Error::Chance { what: "solving".into(), game: name() });
    }
    Ok(())
}
