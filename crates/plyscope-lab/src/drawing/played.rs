//! A game that is given by name: a trial of it, or any position, searched and drawn.

use super::{CHANCES, Drawing, EACH, Labels, MAX_DRAWN, PAYOFF, PROBABILITY, Request, TreeRequest, too_many};
use crate::error::{Error, Result};
use plyscope::cache::Memory;
use plyscope::catalogue::{Evaluated, Subject};
use plyscope::game::AnyPosition;
use plyscope::key::Stream;
use plyscope::memory;
use plyscope::player::{AnyGame, RuleSearch, Traced};
use plyscope::rule::Need;
use plyscope::source::{Drawn, Source, Wanted};
use plyscope::tree::{NumberTrees, TreeFamily, Trees};
use plyscope::value::Scale;

/// Searches and draws it.
pub(super) fn draw_game(mut request: Request<'_>, asked: &TreeRequest) -> Result<Drawing> {
    let game = request.catalogue.game(&asked.tree)?;
    small_enough(&game)?;
    let stream = Stream::new(asked.seed, &stream_name(&game));
    let drawn = Drawn::new(&game, stream, if asked.every { Wanted::Every } else { Wanted::NonTrivial });
    let start = match (&asked.position, &drawn) {
        (Some(text), _) => game.parse_position(text)?,
        (None, Some(drawn)) => drawn.trial(asked.trial)?.position,
        (None, None) => game.start(stream.trial(asked.trial))?,
    };
    // Every child of the root is shown, whether it is searched or not.
    if game.move_count(&start)? > MAX_DRAWN {
        return Err(too_many());
    }
    let cache = Memory::default();
    let subject = Subject { game: &game, seed: asked.seed, cache: Some(&cache) };
    let by_default = drawn.as_ref().and_then(|_| by_default(&request, &subject));
    let evaluator = match asked.evaluator.as_deref().or(by_default.as_deref()) {
        Some(name) => {
            match asked.evaluator {
                Some(_) => request.check(&subject, name)?,
                // Some rules ask nothing of an evaluator that is not named.
                None => request.check_pair(&subject, name)?,
            }
            if request.learns(name) {
                // That takes long: a tree that is too large to be drawn is refused before, as minimax would meet it.
                let random = request.catalogue.evaluator("random", &subject)?;
                if let Ok(minimax) = request.minimax(&subject, &random)
                    && !search(&request, &game, &start, &minimax, Some(&random))?.report.complete
                {
                    return Err(too_many());
                }
            }
            Some(request.catalogue.evaluator(name, &subject)?)
        }
        None => None,
    };
    let mind = match &evaluator {
        Some(evaluated) => request.mind(&subject, evaluated)?,
        None => request.plain_mind()?,
    };
    let need = mind.rule().need();
    // Max^n asks no evaluator that has no number for each player.
    let evaluator = evaluator.filter(|_| need != Need::Each || asked.evaluator.is_some());
    if evaluator.is_none() && !matches!(need, Need::Number | Need::Each) {
        return Err(Error::Usage("this rule needs estimates: give --evaluator (see `plyscope list`)".into()));
    }
    let traced = search(&request, &game, &start, &mind, evaluator.as_ref())?;
    let (labels, meaning) = meaning(need, evaluator.as_ref());
    let in_tree = drawn.is_some();
    let name = |position: &AnyPosition, moves: &[usize]| node_name(&game, &start, in_tree, position, moves);
    let mut drawing = Drawing::new(&*game, &start, traced, labels, &name)?;
    drawing.meaning = meaning;
    request.facts.extend(evaluator.map(|evaluated| ("evaluator", evaluated.profile.name.to_string())));
    request.facts.push(("game", game.name().to_string()));
    request.facts.push(("seed", asked.seed.to_string()));
    request.facts.push(("trial", asked.trial.to_string()));
    request.facts.extend(asked.position.clone().map(|text| ("position", text)));
    drawing.facts = request.facts;
    Ok(drawing)
}

fn search(
    request: &Request<'_>,
    game: &AnyGame,
    start: &AnyPosition,
    mind: &RuleSearch,
    evaluated: Option<&Evaluated>,
) -> Result<Traced> {
    let estimates = evaluated.map(|evaluated| &evaluated.evaluator);
    game.watch(start, mind, estimates, &request.budget).map_err(|error| match error {
        plyscope::Error::NoEstimate { .. } if evaluated.is_none() => {
            let why = "without an evaluator the search must see the end of the game";
            Error::Usage(format!("{why}: {error}"))
        }
        error => error.into(),
    })
}

/// The evaluator of drawn games where none is named: artificial where it fits.
fn by_default(request: &Request<'_>, subject: &Subject<'_>) -> Option<String> {
    let unlearned = Subject { cache: None, ..*subject };
    match request.catalogue.evaluator("artificial", &unlearned) {
        Ok(_) => Some("artificial".into()),
        Err(_) => request.catalogue.fitting(subject.game).ok(),
    }
}

/// Refuses a drawn tree that is never drawn as a whole, before it takes memory.
fn small_enough(game: &AnyGame) -> Result<()> {
    let what = game.name().to_string();
    memory::ask(&what, game.facts().bytes)?;
    let Some(Trees(trees)) = game.family() else { return Ok(()) };
    let shape = trees.shape();
    if shape.branching() > MAX_DRAWN {
        return Err(too_many());
    }
    Ok(memory::ask(&what, memory::drawn_games(shape.branching(), shape.depth()))?)
}

/// What a game's trials are drawn from: trees of numbers are the same in every order of moves.
fn stream_name(game: &AnyGame) -> String {
    match game.family::<NumberTrees>() {
        Some(trees) => trees.name().without(&["order"]).to_string(),
        None => game.name().to_string(),
    }
}

/// What values mean under a rule, and who they say wins.
fn meaning(need: Need, evaluated: Option<&Evaluated>) -> (Labels, &'static str) {
    match (need, evaluated.map(|evaluated| evaluated.profile.scale)) {
        (Need::Each, _) => (Labels::None, EACH),
        (Need::EachChance, _) => (Labels::None, CHANCES),
        (Need::Number, None | Some(Scale::Score)) => (Labels::None, PAYOFF),
        _ => (Labels::AboveHalf, PROBABILITY),
    }
}

/// In a tree by the way to it, elsewhere by the move that led to it.
fn node_name(
    game: &AnyGame,
    start: &AnyPosition,
    in_tree: bool,
    _: &AnyPosition,
    moves: &[usize],
) -> Result<String> {
    if in_tree {
        let path: Vec<String> = moves.iter().map(|child| (child + 1).to_string()).collect();
        return Ok(if path.is_empty() { "root".into() } else { path.join(".") });
    }
    let Some((last, before)) = moves.split_last() else { return Ok("start".into()) };
    let mut position = start.clone();
    for choice in before {
        position = plyscope::game::expand_one(&**game, &position)?.after.swap_remove(*choice);
    }
    Ok(game.move_names(&position)?.swap_remove(*last))
}
