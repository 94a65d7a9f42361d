//! Searches of games of several players that see one player against all the others.
//!
//! *Paranoid* (Sturtevant & Korf 2000): all others play against the player at the root, and nothing else matters to them.
//! *Best reply* (Schadd & Winands 2011): of all others only one answers with a move of choice, whichever hurts the player at
//! the root most; the rest do what looks best for themselves by static estimate. (In the paper they pass. Most games have no
//! pass, so we take the later variant in which they make the move that is ordered first.)
//!
//! Both compare values by the number of the player at the root alone. They are the plain algorithms: nothing is cut.

use super::depth_first::{Keep, Walk};
use super::{Abilities, Frontier, Report, Rules, Search, Searches, Task, Watch};
use crate::error::Result;
use crate::game::Game;
use crate::name::Name;

/// How the others are seen.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::MaxN;
/// use plyscope::search::{Budget, Coalition, FullWidth, Search, ToTheEnd};
/// // The second player likes [0 5 0] better, the others together would leave the first player nothing.
/// let tree: TextTree = "(([3 4 0] [0 1 5]) ([1 1 1] [1 1 1]))".parse()?;
/// let end = ToTheEnd::new(&tree, MaxN)?;
/// let all = Budget::unlimited();
/// assert_eq!(FullWidth::default().search(&tree, &0, &end, &all)?.choice, 0);
/// assert_eq!(Coalition::Paranoid.search(&tree, &0, &end, &all)?.choice, 1);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coalition {
    /// All play against the player at the root.
    Paranoid,
    /// One of them does, whichever hurts most.
    BestReply,
}

<<<<<<< HEAD
struct Walk<'a, 'b, G: Game, F: Frontier<G> + ?Sized, W: ?Sized> {
    game: &'a G,
    frontier: &'a F,
    kind: Coalition,
    root: Player,
    limit: u32,
    deepest: u32,
    meter: Meter<'b>,
    counts: Counts,
    watch: &'a mut W,
}

/// A child that is to be searched, by number, and whether somebody has replied since the player at the root moved.
type Answers = Vec<(usize, bool)>;

impl<G, F, W> Walk<'_, '_, G, F, W>
where
    G: Game,
    F: Frontier<G> + ?Sized,
    W: Watch<F::Value> + ?Sized,
{
    fn static_value(&mut self, position: &G::Position, depth: u32) -> Halted<F::Value> {
        self.counts.evaluated += 1;
        if self.game.is_over(position) {
            return Ok(self.frontier.terminal(self.game, position));
        }
        self.frontier.estimate(self.game, position).ok_or(Halt::NoEstimate { depth })
    }

    /// The move that looks best for its mover.
    fn own_best(&mut self, position: &G::Position, moves: &[G::Move], depth: u32) -> Halted<usize> {
        if !self.meter.generate_all(moves.len() as u64) {
            return Err(Halt::Spent);
        }
        let mover = self.game.mover(position);
        let mut best: Option<(usize, F::Value)> = None;
        for (i, choice) in moves.iter().enumerate() {
            let value = self.static_value(&self.game.play(position, choice), depth + 1)?;
            if best.is_none_or(|(_, other)| value.beats(&other, mover)) {
                best = Some((i, value));
            }
        }
        Ok(best.map_or(0, |(i, _)| i))
    }

    /// Which children are searched.
    fn answers(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        replied: bool,
        depth: u32,
    ) -> Halted<Answers> {
        let mover = self.game.mover(position);
        if mover == self.root || self.kind == Coalition::Paranoid {
            return Ok((0..moves.len()).map(|i| (i, false)).collect());
        }
        let others = self.game.facts().players > 2;
        if !others {
            return Ok((0..moves.len()).map(|i| (i, true)).collect());
        }
        let best = self.own_best(position, moves, depth)?;
        if replied {
            return Ok(vec![(best, true)]);
        }
        // Whoever makes the usual move leaves the reply to the next, unless that is the player at the root.
        let next = self.game.play(position, &moves[best]);
        let leaves = !self.game.is_over(&next) && self.game.mover(&next) != self.root;
        Ok((0..moves.len()).map(|i| (i, !(i == best && leaves))).collect())
    }

    fn value(&mut self, position: &G::Position, child: usize, depth: u32, replied: bool) -> Halted<F::Value> {
        let over = self.game.is_over(position);
        let moves = if over || self.frontier.cuts_off(self.game, position, depth, self.limit) {
            Vec::new()
        } else {
            moves_of(self.game, position)
        };
        if moves.is_empty() {
            self.watch.enter(child);
            let value = self.static_value(position, depth)?;
            self.watch.leave(Visit::leaf(value, over));
            return Ok(value);
        }
        self.node(position, &moves, child, depth, replied, None)
    }

    fn node(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        child: usize,
        depth: u32,
        replied: bool,
        mut scores: Option<&mut Vec<Score<F::Value>>>,
    ) -> Halted<F::Value> {
        if depth >= self.deepest {
            return Err(Halt::TooDeep);
        }
        self.watch.enter(child);
        let mover = self.game.mover(position);
        let mine = mover == self.root;
        let answers = self.answers(position, moves, replied, depth)?;
        let mut best: Option<F::Value> = None;
        for (i, choice) in moves.iter().enumerate() {
            let Some((_, replied)) = answers.iter().find(|(answer, _)| *answer == i) else {
                self.counts.cut += 1;
                self.watch.cut(i);
                continue;
            };
            if !self.meter.generate() {
                return Err(Halt::Spent);
            }
            let value = self.value(&self.game.play(position, choice), i, depth + 1, *replied && !mine)?;
            if let Some(scores) = &mut scores {
                scores[i] = Score::Exact(value);
            }
            let better = |best: F::Value| match mine {
                true => value.beats(&best, self.root),
                false => best.beats(&value, self.root),
            };
            if best.is_none_or(better) {
                best = Some(value);
            }
        }
        let value = best.ok_or(Halt::NoEstimate { depth })?;
        self.watch.leave(Visit { aggregate: Some(value), ..Visit::leaf(value, false) });
        Ok(value)
    }
}

impl Coalition {
    fn search_root<G, F, W>(self, task: &Task<'_, '_, G, F>, watch: &mut W) -> Result<Report<F::Value>>
    where
        G: Game,
        F: Frontier<G> + ?Sized,
        W: Watch<F::Value> + ?Sized,
    {
        let Task { game, position, frontier, budget } = *task;
        let moves = moves_of(game, position);
        if moves.is_empty() {
            return Err(Error::NoMove);
        }
        let (root, limit) = (game.mover(position), budget.plies());
        let mut walk = Walk {
            game,
            frontier,
            kind: self,
            root,
            limit,
            deepest: deepest(game),
            meter: budget.meter(),
            counts: Counts::default(),
            watch,
        };
        let mut scores = vec![Score::Unknown; moves.len()];
        let value = match walk.node(position, &moves, 0, 0, false, Some(&mut scores)) {
            Ok(value) => Some(value),
            Err(Halt::Spent) => None,
            Err(halt) => return Err(halt.error(game)),
        };
        let counts = Counts { generated: walk.meter.generated(), ..walk.counts };
        Ok(Report::decide(root, value, scores, counts, value.is_some(), limit))
    }
}

=======
>>>>>>> 4f931e0 (One run per search, watched or not; one full width with options; coalitions walk depth first like the others; a rule's value says how it is read)
impl Searches for Coalition {
    fn name(&self) -> Name {
        Name::new(match self {
            Coalition::Paranoid => "paranoid",
            Coalition::BestReply => "best-reply",
        })
    }

    fn abilities(&self) -> Abilities {
        Abilities { rules: Rules::Each, deepening: false, chance: false }
    }
}

impl<G: Game, F: Frontier<G> + ?Sized> Search<G, F> for Coalition {
    fn run<W: Watch<F::Value> + ?Sized>(
        &self,
        task: &Task<'_, '_, G, F>,
        watch: &mut W,
    ) -> Result<Report<F::Value>> {
        Walk::new(task, Keep::Against(*self), watch).run(task.position)
    }
}
