//! What is drawn: a tree written as text, or a game drawn by its name.

use super::Arguments;
use super::drawing::{Drawing, Labels, MAX_DRAWN, Show};
use anyhow::{Context as _, bail};
use plyscope::evaluator::Context;
use plyscope::game::text::{TextPayoffs, TextScores, TextTree, TextTyped, TextWins};
use plyscope::game::{Game, Player};
use plyscope::key::Stream;
use plyscope::registry::{AnyRule, EVALUATORS, GAMES, RULES, SEARCHES};
use plyscope::rule::BackupRule;
use plyscope::search::{
    AnySearch, Budget, Frontier, PayoffVectors, Recorder, Scores, Search, TypedWins, Wins,
};
use plyscope::source::{DrawnGames, PositionSource, Wanted};
use plyscope::truth::ByConstruction;
use plyscope::value::Ranked;

const PROBABILITY: &str = "the chance that player 1 wins";
const PAYOFF: &str = "what it is worth to player 1";

/// One search to be watched and drawn.
struct Task<'a, G: Game> {
    game: &'a G,
    search: AnySearch,
    budget: Budget<'static>,
    name: &'a dyn Fn(&G::Position, &[usize]) -> String,
}

impl<G: Game> Task<'_, G> {
    fn draw<F, R>(
        &self,
        frontier: &F,
        rule: &R,
        labels: Labels,
        meaning: &'static str,
    ) -> anyhow::Result<Drawing>
    where
        F: Frontier<G>,
        F::Value: Ranked + Show,
        R: BackupRule<F::Value> + ?Sized,
    {
        let mut recorder = Recorder::new();
        let start = self.game.start();
        let report =
            self.search.search_watched(self.game, &start, frontier, rule, &self.budget, &mut recorder)?;
        let trace = recorder.finish().context("the search gave up before it saw the whole tree")?;
        let mut drawing = Drawing::new(self.game, &report, &trace, labels, self.name);
        drawing.meaning = meaning;
        Ok(drawing)
    }
}

fn budget(arguments: &Arguments) -> anyhow::Result<Budget<'static>> {
    Ok(arguments.depth.map_or(Ok(Budget::unlimited()), Budget::depth)?)
}

/// Draws a tree that is written as text.
pub(super) fn draw_text(text: &str, arguments: &Arguments) -> anyhow::Result<Drawing> {
    for (given, option) in [
        (arguments.evaluator.is_some(), "--evaluator"),
        (arguments.seed.is_some(), "--seed"),
        (arguments.trial.is_some(), "--trial"),
    ] {
        if given {
            bail!(
                "{option} is for a game; a tree as text holds its own numbers (and --error says how wrong they are)"
            );
        }
    }
    let mut tree: TextTree = text.parse()?;
    if tree.nodes().len() > MAX_DRAWN {
        bail!("the tree has {} nodes; at most {MAX_DRAWN} are drawn", tree.nodes().len());
    }
    if let Some(movers) = &arguments.movers {
        let player = |number: &usize| number.checked_sub(1).and_then(Player::new);
        let movers: Option<Vec<Player>> = movers.iter().map(player).collect();
        tree = tree.with_movers(&movers.context("movers are players, counted from 1")?)?;
    }
    if arguments.error.is_some() {
        tree = tree.as_frontier();
    }
    let task = Task {
        game: &tree,
        search: SEARCHES.build(&arguments.search, &())?,
        budget: budget(arguments)?,
        name: &|node, _| tree.node_name(*node),
    };
    let mut drawing = match RULES.build(&arguments.rule, &())? {
        AnyRule::Ordered(rule) => {
            let rule: &dyn BackupRule<f64> = &*rule;
            // The error is checked by the frontier of probabilities, which minimax does not need.
            let labels = match arguments.error {
                Some(error) => TextWins::new(&tree, Some(error)).map(|_| Labels::Positive(error))?,
                None => Labels::None,
            };
            task.draw(&TextScores::new(&tree)?, rule, labels, PAYOFF)?
        }
        AnyRule::Win(rule, _) => {
            let rule: &dyn BackupRule<plyscope::value::Win> = &*rule;
            task.draw(&TextWins::new(&tree, arguments.error)?, rule, Labels::AboveHalf, PROBABILITY)?
        }
        AnyRule::Typed(rule) => {
            let rule: &dyn BackupRule<plyscope::value::Typed> = &*rule;
            let error = arguments.error.context("this rule needs opinions beside the truth: give --error")?;
            task.draw(&TextTyped::new(&tree, error)?, rule, Labels::AboveHalf, PROBABILITY)?
        }
        AnyRule::Payoffs(rule) => {
            if arguments.error.is_some() {
                bail!("max-n takes the numbers as they are; leave --error out");
            }
            task.draw(&TextPayoffs, &*rule, Labels::None, "what it is worth to each player")?
        }
    };
    drawing.title = format!("{}, {}", arguments.rule, arguments.search);
    if let Some(error) = arguments.error {
        drawing.title.push_str(&format!(", opinions wrong with probability {error}"));
    }
    Ok(drawing)
}

/// Draws a game that is given by name.
pub(super) fn draw_game(name: &str, arguments: &Arguments) -> anyhow::Result<Drawing> {
    if arguments.error.is_some() {
        bail!("--error is for a tree as text; for a game say --evaluator 'artificial(error=...)'");
    }
    if arguments.movers.is_some() {
        bail!("--movers is for a tree as text; the game says who moves");
    }
    let game =
        GAMES.build(name, &()).context("a tree is text such as ((3 12 8) (2 4 6)), or a game by name")?;
    let shape = game.shape();
    let depth = arguments.depth.unwrap_or(u32::MAX).min(shape.depth());
    let drawn: usize = (0..=depth).map(|level| shape.width(level)).sum();
    if drawn > MAX_DRAWN {
        bail!(
            "{drawn} nodes would be drawn, at most {MAX_DRAWN} are; look ahead less (--depth) or take a smaller game"
        );
    }
    let seed = arguments.seed.unwrap_or(0);
    let evaluator = arguments.evaluator.as_deref().unwrap_or("artificial");
    let e = &*EVALUATORS.build(evaluator, &Context { game: game.clone(), seed })?;
    let stream = Stream::new(seed, &game.name().to_string());
    let source = DrawnGames { game, stream, wanted: Wanted::NonTrivial };
    let tree = source.position(arguments.trial.unwrap_or(0))?.game;
    let path =
        |path: &[usize]| path.iter().map(|child| (child + 1).to_string()).collect::<Vec<_>>().join(".");
    let task = Task {
        game: &tree,
        search: SEARCHES.build(&arguments.search, &())?,
        budget: budget(arguments)?,
        name: &|_, moves| if moves.is_empty() { "root".into() } else { path(moves) },
    };
    let labels = Labels::AboveHalf;
    let mut drawing = match RULES.build(&arguments.rule, &())? {
        AnyRule::Ordered(rule) => {
            let rule: &dyn BackupRule<f64> = &*rule;
            task.draw(&Scores::new(&tree, e)?, rule, labels, PROBABILITY)?
        }
        AnyRule::Win(rule, reading) => {
            let rule: &dyn BackupRule<plyscope::value::Win> = &*rule;
            task.draw(&Wins::new(&tree, e, reading)?, rule, labels, PROBABILITY)?
        }
        AnyRule::Typed(rule) => {
            let rule: &dyn BackupRule<plyscope::value::Typed> = &*rule;
            task.draw(&TypedWins::new(&tree, e, ByConstruction)?, rule, labels, PROBABILITY)?
        }
        AnyRule::Payoffs(rule) => {
            task.draw(&PayoffVectors, &*rule, labels, "what it is worth to each player")?
        }
    };
    drawing.title = format!("{}, {}, {} on {}", arguments.rule, arguments.search, e.name(), tree.name());
    Ok(drawing)
}
