//! One pruned search at work: iterations, and which child is generated next.

use super::decision::Decision;
use super::grow::Growth;
use super::interval::Interval;
use super::order::{self, Aim};
use super::{Order, Pruned, show};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::search::halt::{Halt, Halted, Iteration, deepen};
use crate::search::{Budget, Counts, Frontier, Report, Task, Watch};

/// Below which node the search goes depth first.
#[derive(Clone, Copy)]
struct Focus {
    node: usize,
    /// The root move that it belongs to; none for the root itself.
    choice: Option<(usize, Aim)>,
}

pub(super) struct Run<'a, 'b, G: Game, F: Frontier<G> + ?Sized, W: ?Sized> {
    settings: &'a Pruned,
    budget: &'a Budget<'b>,
    watch: &'a mut W,
    growth: Growth<'a, 'b, G, F>,
    focus: Option<Focus>,
}

impl<'a, 'b, G: Game, F: Frontier<G> + ?Sized, W: Watch<F::Value> + ?Sized> Run<'a, 'b, G, F, W> {
    pub(super) fn new(
        settings: &'a Pruned,
        task: &Task<'a, 'b, G, F>,
        anything: Interval<F::Value>,
        watch: &'a mut W,
    ) -> Result<Self> {
        let growth = Growth::new(task, anything, settings.table, watch.is_there())?;
        Ok(Run { settings, budget: task.budget, watch, growth, focus: None })
    }

    /// Searches the root, once or deeper and deeper.
    pub(super) fn root(mut self, position: &G::Position) -> Result<Report<F::Value>> {
        let mut moves = Vec::new();
        self.growth.game.moves(position, &mut moves);
        if moves.is_empty() {
            return Err(Error::NoMove);
        }
        let (game, deepening, limit) = (self.growth.game, self.settings.deepening, self.budget.plies());
        let report = deepen(deepening, limit, &|halt| halt.error(game), &mut |plies, last| {
            self.growth.start(position, &moves, plies);
            let report = self.iteration()?;
            // Of an iteration that is not whole nothing is shown, if there was one before.
            if self.watch.is_there() && (report.complete || last.is_none()) {
                show::show(&self.growth, self.watch);
            }
            Ok(Iteration { report, horizon: self.growth.horizon() })
        })?;
        Ok(report.counting(self.growth.counts()))
    }

    /// One search to a depth.
    fn iteration(&mut self) -> Halted<Report<F::Value>> {
        let root = self.growth.root();
        self.focus = (self.settings.order == Order::DepthFirst).then_some(Focus { node: root, choice: None });
        let complete = loop {
            let known = self.growth.moves();
            let decision = Decision { mover: self.growth.tree.node(root).mover, moves: &known };
            let contenders = decision.contenders();
            if decision.is_made(&contenders, self.settings.epsilon) {
                break true;
            }
            self.growth.drop_all_but(&contenders);
            match self.step(&contenders) {
                Ok(()) => {}
                Err(Halt::Spent) => break false,
                Err(halt) => return Err(halt),
            }
        };
        self.growth.finish();
        let known = self.growth.moves();
        let value = self.growth.root_interval().exact().filter(|_| complete);
        let decision = Decision { mover: self.growth.tree.node(root).mover, moves: &known };
        Ok(decision.report(value, Counts::default(), self.growth.plies, complete))
    }

    /// Generates one more child, where it matters most or where the search is in hand.
    fn step(&mut self, contenders: &[usize]) -> Halted<()> {
        self.focus = self.focus.filter(|focus| {
            let alive = self.growth.tree.holds(focus.node);
            alive && focus.choice.is_none_or(|(choice, _)| contenders.contains(&choice))
        });
        if let Some(focus) = self.focus {
            return self.deeper(focus, contenders);
        }
        let (choice, aim) = order::at_root(self.growth.tree.node(self.growth.root()), contenders);
        let (mut id, mut child) = (self.growth.root(), choice);
        while let Some(below) = self.growth.tree.node(id).places[child].node {
            id = below;
            child = self.growth.pick(id, aim);
        }
        if self.growth.tree.held() >= self.settings.memory as usize {
            // No room: what is in hand is finished depth first, and then forgotten.
            let choice = (id != self.growth.root()).then_some((choice, aim));
            let focus = Focus { node: id, choice };
            self.focus = Some(focus);
            return self.deeper(focus, contenders);
        }
        self.growth.generate(id, child)
    }

    /// One step depth first: the child in hand as long as it is not known, then the next.
    fn deeper(&mut self, focus: Focus, contenders: &[usize]) -> Halted<()> {
        let (mut id, mut aim) = (focus.node, focus.choice.map(|(_, aim)| aim));
        loop {
            let node = self.growth.tree.node(id);
            let in_hand = node.current.filter(|i| node.places[*i].interval.exact().is_none());
            let child = match aim {
                Some(aim) => match in_hand {
                    Some(child) => child,
                    None => self.growth.pick(id, aim),
                },
                None => {
                    // All root moves are generated, so that the first to be searched looks best.
                    let new = contenders.iter().find(|i| !node.places[**i].generated);
                    // A move in hand is finished where there is room for one line only. Where each may have its own,
                    // the favourite is raised and its rivals are put down in turn, and seldom is one finished.
                    let in_hand = in_hand.filter(|i| contenders.contains(i));
                    let (child, towards) = match (new, in_hand) {
                        (Some(new), _) => (*new, order::aim_of(node, contenders, *new)),
                        (None, Some(child)) if self.settings.order == Order::BestFirst => {
                            (child, order::aim_of(node, contenders, child))
                        }
                        _ => order::at_root(node, contenders),
                    };
                    aim = Some(towards);
                    child
                }
            };
            let below = self.growth.tree.node(id).places[child].node;
            self.growth.tree.node_mut(id).current = Some(child);
            match below {
                Some(below) => id = below,
                None => return self.growth.generate(id, child),
            }
        }
    }
}
