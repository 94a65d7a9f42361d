//! The same player with one thing put right, for repairs that need searches of their own.

use crate::error::Result;
use crate::measurement::Repair;
use crate::spec::Draft;
use crate::study::player::{Kit, PlayerSpec};
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::evaluator::{Adjustment, AnyEvaluator, Scale};
use plyscope::game::{Player as Side, Turn, expand_one};
use plyscope::key::{Stream, mix};
use plyscope::name::Name;
use plyscope::player::{AnyGame, Player};
use plyscope::source::{RandomMoments, Source};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Random positions that an evaluator's numbers are looked at on.
const SAMPLED: u64 = 400;

/// Noise is so much smaller than the smallest difference between two of the evaluator's numbers.
const FAR_BELOW: f64 = 1e-3;

/// What the product rule may cost a decision at the largest depth: it searches full width.
const FULL_WIDTH: u128 = 300_000;

/// A player that is put right in one thing.
pub(super) struct Variant {
    pub(super) id: &'static str,
    how: How,
}

enum How {
    Noise,
    Tempo,
    HiddenEnd,
    /// Another rule with another evaluator.
    Rule(&'static str, String),
}

impl Variant {
    /// The variants of a player that the repairs need, and those that cannot be had, with the reason.
    pub(super) fn of(
        draft: &Draft<'_>,
        game: &AnyGame,
        spec: &PlayerSpec,
        repairs: &[&'static Repair],
    ) -> (Vec<Variant>, Vec<(&'static str, String)>) {
        let (mut found, mut absent) = (Vec::new(), Vec::new());
        for repair in repairs.iter().filter(|repair| repair.searches) {
            let how = match repair.id {
                "noise" => Ok(How::Noise),
                "no-terminals" => Ok(How::HiddenEnd),
                "tempo" if alternates(game, draft.seed) => Err("turns alternate in this game".to_string()),
                "tempo" => Ok(How::Tempo),
                "product" => {
                    product(draft, game, spec).map(|evaluator| How::Rule("calibrated-product", evaluator))
                }
                _ => continue,
            };
            match how {
                Ok(how) => found.push(Variant { id: repair.id, how }),
                Err(why) => absent.push((repair.id, why)),
            }
        }
        (found, absent)
    }

    /// The truth keys of positions that are learned from: they are not to be judged by.
    pub(super) fn learned_from(&self, kit: &Kit<'_>, game: &AnyGame) -> Result<BTreeSet<u64>> {
        let How::Rule(rule, evaluator) = &self.how else { return Ok(BTreeSet::new()) };
        let subject = Subject { game, seed: kit.seed, shelf: Some(kit.shelf) };
        let lesson = kit.catalogue.evaluator(evaluator, &subject)?.lesson(&subject);
        Ok(kit.catalogue.learned_from(rule, &lesson)?)
    }

    /// Makes the player.
    pub(super) fn make(&self, kit: &Kit<'_>, game: &AnyGame, spec: &PlayerSpec) -> Result<Arc<dyn Player>> {
        let subject = Subject { game, seed: kit.seed, shelf: Some(kit.shelf) };
        if let How::Rule(rule, evaluator) = &self.how {
            return Ok(kit.catalogue.player_with(&subject, rule, evaluator, "full-width")?);
        }
        let evaluated = kit.catalogue.evaluator(&spec.parts.evaluator, &subject)?;
        let mind = kit.catalogue.mind(&subject, &spec.parts.rule, &evaluated, &spec.parts.search)?;
        let evaluator = &evaluated.evaluator;
        let adjustment = match &self.how {
            How::HiddenEnd => return Ok(game.player(mind.hiding_end(), evaluator)?),
            How::Noise => {
                Adjustment::Noise { key: mix(kit.seed), size: FAR_BELOW * grain(game, evaluator, kit.seed)? }
            }
            _ => tempo(game, evaluator, kit.seed)?,
        };
        Ok(game.player(mind, &game.adjusted(evaluator, adjustment)?)?)
    }
}

/// The evaluator that the product rule gets, or why there is none.
fn product(draft: &Draft<'_>, game: &AnyGame, spec: &PlayerSpec) -> std::result::Result<String, String> {
    let depths =
        draft.efforts.iter().map(|effort| effort.depth().ok_or("the product rule searches to depths only"));
    let depths: Vec<u32> = depths.collect::<std::result::Result<_, _>>()?;
    let deepest = depths.into_iter().max().unwrap_or(0);
    let start = game.start(Stream::new(draft.seed, "cost").trial(0)).map_err(|error| error.to_string())?;
    let moves = game.move_count(&start).map_err(|error| error.to_string())? as u128;
    if moves.saturating_pow(deepest) > FULL_WIDTH {
        return Err(format!(
            "full width to depth {deepest} would cost more than {FULL_WIDTH} nodes a decision"
        ));
    }
    let mut name: Name = spec.parts.evaluator.parse().map_err(|error: plyscope::Error| error.to_string())?;
    if name.get("calibrate").is_none_or(|kind| kind == "none") {
        if game.has_history() {
            // Nothing that is found out about a position holds for it however it came about: no table, no end.
            let why = "it learns from solved positions, and those of this game are too far from its end; name an evaluator \
                       with calibrate=isotonic,truth=play";
            return Err(why.into());
        }
        name = name.without(&["calibrate"]).with("calibrate", "isotonic");
    }
    check_rule(draft.catalogue, game, draft.seed, &name).map_err(|error| error.to_string())?;
    Ok(name.to_string())
}

fn check_rule(catalogue: &Catalogue, game: &AnyGame, seed: u64, evaluator: &Name) -> plyscope::Result<()> {
    let subject = Subject { game, seed, shelf: None };
    let evaluated = catalogue.evaluator(&evaluator.to_string(), &subject)?;
    let mind = catalogue.mind(&subject, "calibrated-product", &evaluated, "full-width")?;
    mind.check_game(&**game)?;
    mind.check(&evaluated.gives(), game.knows_truth())
}

/// Random positions of a game, apart from all that are judged or learned from.
fn sample(game: &AnyGame, seed: u64) -> RandomMoments {
    RandomMoments::new(game.clone(), Stream::new(seed, &format!("{} looked at by repairs", game.name())))
}

/// Does every move pass the turn, as far as random games show?
fn alternates(game: &AnyGame, seed: u64) -> bool {
    let source = sample(game, seed);
    let passes = |trial: u64| -> plyscope::Result<bool> {
        let before = expand_one(&**game, &source.trial(trial)?.position)?;
        let after = game.expand(&before.after)?;
        Ok(after.iter().all(|after| after.turn != before.turn))
    };
    (0..SAMPLED / 4).all(|trial| passes(trial).unwrap_or(true))
}

/// The smallest difference between two of an evaluator's numbers, as far as random positions show.
fn grain(game: &AnyGame, evaluator: &AnyEvaluator, seed: u64) -> Result<f64> {
    let source = sample(game, seed);
    let number = |trial: u64| Ok(evaluator.estimate(&source.trial(trial)?.position)?.score());
    let mut numbers = (0..SAMPLED).map(number).collect::<plyscope::Result<Vec<f64>>>()?;
    numbers.sort_by(f64::total_cmp);
    let gaps = numbers.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 1e-9);
    Ok(gaps.reduce(f64::min).unwrap_or(1.0))
}

/// What positions are worth on average, by who is to move.
fn tempo(game: &AnyGame, evaluator: &AnyEvaluator, seed: u64) -> Result<Adjustment> {
    let source = sample(game, seed);
    let even = if evaluator.scale() == Scale::Probability { 0.5 } else { 0.0 };
    let (mut sums, mut counts) = ([0.0; 2], [0u32; 2]);
    for trial in 0..SAMPLED {
        let position = source.trial(trial)?.position;
        if let Turn::Player(mover) = expand_one(&**game, &position)?.turn {
            let side = usize::from(mover != Side::FIRST);
            sums[side] += evaluator.estimate(&position)?.score() - even;
            counts[side] += 1;
        }
    }
    let mean = |side: usize| sums[side] / f64::from(counts[side].max(1));
    Ok(Adjustment::Tempo { first: mean(0), second: mean(1) })
}
