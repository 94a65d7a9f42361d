//! A game that is given by name: drawn by key, or played from its start.

use super::{Arguments, Wanted};
use anyhow::{Context as _, bail};
use plyscope::evaluator::Scale;
use plyscope::game::{AnyGame, Game};
use plyscope::key::Stream;
use plyscope::registry::{AnyRule, EVALUATORS, EvaluatorKind, GAMES, GameKind, Subject};
use plyscope::rule::BackupRule;
use plyscope::search::{PayoffVectors, Scores, TerminalScores, TypedWins, Wins};
use plyscope::source::{self, DrawnGames, PositionSource};
use plyscope::tree::ErasedTreeGame;
use plyscope::truth::ByConstruction;
use plyscope::value::{Typed, Win};
use plyscope_lab::drawing::{Drawing, EACH, Labels, PAYOFF, PROBABILITY, Request, Task};
use std::sync::Arc;

/// Why an estimate was missing.
fn to_the_end(error: plyscope_lab::Error) -> anyhow::Error {
    let unseen = matches!(error, plyscope_lab::Error::Library(plyscope::Error::Search(_)));
    let error = anyhow::Error::new(error);
    if unseen { error.context("without an evaluator the search must see the end of the game") } else { error }
}

/// Searches and draws it.
pub(super) fn draw(name: &str, arguments: &Arguments) -> anyhow::Result<Drawing> {
    if arguments.error.is_some() {
        bail!("--error is for a tree as text; for a game say --evaluator 'artificial(error=...)'");
    }
    if arguments.movers.is_some() {
        bail!("--movers is for a tree as text; the game says who moves");
    }
    let game =
        GAMES.build(name, &()).context("a tree is text such as ((3 12 8) (2 4 6)), or a game by name")?;
    let mut request = super::request(arguments)?;
    let (mut drawing, evaluator) = match &game {
        GameKind::Drawn(drawn) => draw_drawn(drawn, &game, &request, arguments)?,
        GameKind::Numbers(trees) => {
            let tree = trees.draw(arguments.draw.key(&trees.name().without(&["order"]).to_string()));
            draw_real(&AnyGame::new(tree), &game, &request, arguments)?
        }
        GameKind::Real(real) => draw_real(&real.any(), &game, &request, arguments)?,
    };
    request.facts.extend(evaluator.map(|name| ("evaluator", name)));
    request.facts.push(("game", game.name().to_string()));
    request.facts.push(("seed", arguments.draw.seed.to_string()));
    request.facts.push(("trial", arguments.draw.trial.to_string()));
    drawing.facts = request.facts;
    Ok(drawing)
}

fn build_evaluator(name: &str, game: &GameKind, arguments: &Arguments) -> anyhow::Result<EvaluatorKind> {
    let subject = Subject { game: game.clone(), seed: arguments.draw.seed };
    Ok(EVALUATORS.build(name, &subject)?)
}

/// One game of a distribution, and the evaluator's name.
fn draw_drawn(
    game: &Arc<dyn ErasedTreeGame>,
    kind: &GameKind,
    request: &Request,
    arguments: &Arguments,
) -> anyhow::Result<(Drawing, Option<String>)> {
    let name = arguments.evaluator.as_deref().unwrap_or("artificial");
    let EvaluatorKind::Drawn(evaluator) = build_evaluator(name, kind, arguments)? else {
        bail!("the evaluator {name} is for real games");
    };
    let e = &*evaluator;
    let wanted = match arguments.wanted {
        Wanted::NonTrivial => source::Wanted::NonTrivial,
        Wanted::Every => source::Wanted::Every,
    };
    let stream = Stream::new(arguments.draw.seed, &game.name().to_string());
    let source = DrawnGames { game: game.clone(), stream, wanted };
    let tree = source.position(arguments.draw.trial)?.game;
    let path =
        |path: &[usize]| path.iter().map(|child| (child + 1).to_string()).collect::<Vec<_>>().join(".");
    let name = |_: &_, moves: &[usize]| if moves.is_empty() { "root".into() } else { path(moves) };
    let task = Task { request, game: &tree, start: tree.start(), name: &name };
    let labels = Labels::AboveHalf;
    let drawing = match &request.rule {
        AnyRule::Ordered(rule) => {
            let rule: &dyn BackupRule<f64> = &**rule;
            task.draw(&Scores::new(&tree, e)?, rule, labels, PROBABILITY)?
        }
        AnyRule::Win(rule, reading) => {
            let rule: &dyn BackupRule<Win> = &**rule;
            task.draw(&Wins::new(&tree, e, *reading)?, rule, labels, PROBABILITY)?
        }
        AnyRule::Typed(rule) => {
            let rule: &dyn BackupRule<Typed> = &**rule;
            task.draw(&TypedWins::new(&tree, e, ByConstruction)?, rule, labels, PROBABILITY)?
        }
        AnyRule::Payoffs(rule) => {
            let drawing = task.draw(&PayoffVectors, &**rule, Labels::None, EACH).map_err(to_the_end)?;
            return Ok((drawing, None));
        }
    };
    Ok((drawing, Some(e.name().to_string())))
}

/// A real game from its start; to the end where no evaluator is given.
fn draw_real(
    game: &AnyGame,
    kind: &GameKind,
    request: &Request,
    arguments: &Arguments,
) -> anyhow::Result<(Drawing, Option<String>)> {
    let evaluator = match &arguments.evaluator {
        None => None,
        Some(name) => match build_evaluator(name, kind, arguments)? {
            EvaluatorKind::Real(evaluator) => Some(evaluator),
            EvaluatorKind::Drawn(_) => bail!("the evaluator {name} is for drawn games"),
        },
    };
    let start = game.start_of(arguments.draw.key(&game.name().to_string()));
    let name = |_: &_, moves: &[usize]| {
        let mut position = start.clone();
        let mut last = "start".to_string();
        for choice in moves {
            last = game.move_name(&position, choice);
            position = game.play(&position, choice);
        }
        last
    };
    let task = Task { request, game, start: start.clone(), name: &name };
    let given =
        || evaluator.as_deref().context("this rule needs estimates: give --evaluator (see `plyscope list`)");
    let drawing = match (&request.rule, evaluator.as_deref()) {
        (AnyRule::Ordered(rule), None) => {
            let rule: &dyn BackupRule<f64> = &**rule;
            if game.players() != 2 {
                bail!("{} has {} players: use --rule max-n", game.name(), game.players());
            }
            task.draw(&TerminalScores, rule, Labels::None, PAYOFF).map_err(to_the_end)?
        }
        (AnyRule::Ordered(rule), Some(e)) => {
            let rule: &dyn BackupRule<f64> = &**rule;
            let (labels, meaning) = match e.scale() {
                Scale::Probability => (Labels::AboveHalf, PROBABILITY),
                Scale::Score => (Labels::None, PAYOFF),
            };
            task.draw(&Scores::new(game, e)?, rule, labels, meaning)?
        }
        (AnyRule::Win(rule, reading), _) => {
            let rule: &dyn BackupRule<Win> = &**rule;
            task.draw(&Wins::new(game, given()?, *reading)?, rule, Labels::AboveHalf, PROBABILITY)?
        }
        (AnyRule::Typed(_), _) => {
            bail!("emm-true-types must know the truth: it is for drawn games and trees as text")
        }
        (AnyRule::Payoffs(rule), None) => {
            task.draw(&PayoffVectors, &**rule, Labels::None, EACH).map_err(to_the_end)?
        }
        (AnyRule::Payoffs(_), Some(_)) => {
            bail!("max-n searches to the end of the game: leave --evaluator out")
        }
    };
    Ok((drawing, evaluator.map(|evaluator| evaluator.name().to_string())))
}
