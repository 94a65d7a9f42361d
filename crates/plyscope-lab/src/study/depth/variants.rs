//! The same player with one thing put right, for repairs that need searches of their own.

use super::calibrated;
use super::sampled::{alternates, grain, lessons, quick_to_solve, redrawn, tempo};
use crate::error::Result;
use crate::measurement::Repair;
use crate::spec::Draft;
use crate::study::player::{Kit, PlayerSpec};
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::evaluator::Adjustment;
use plyscope::key::{Stream, mix};
use plyscope::name::Name;
use plyscope::player::{AnyGame, Player};
use plyscope::source::Source;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Noise is so much smaller than the smallest difference between two of the evaluator's numbers.
const FAR_BELOW: f64 = 1e-3;

/// What the product rule may cost a decision at the largest depth: it searches full width.
const FULL_WIDTH: u128 = 300_000;

/// How far what is in the air is played out.
const QUIESCENCE: u32 = 6;

/// A player that is put right in one thing.
pub(super) struct Variant {
    pub(super) id: &'static str,
    how: How,
}

enum How {
    Noise,
    Tempo,
    HiddenEnd,
    Quiescence,
    /// Numbers drawn anew.
    Redrawn {
        /// Where positions that are judged come from.
        source: Arc<dyn Source>,
        /// Where those that are learned from come from.
        others: Arc<dyn Source>,
        /// How deep searches go.
        deepest: u32,
    },
    /// Another rule with another evaluator.
    Rule(&'static str, String),
}

/// Where a player decides.
pub(super) struct Field<'a> {
    pub(super) game: &'a AnyGame,
    /// Where positions come from.
    pub(super) source: &'a Arc<dyn Source>,
    /// Where others of the same kind come from.
    pub(super) others: &'a Arc<dyn Source>,
    /// Is truth exact?
    pub(super) exact: bool,
}

impl Field<'_> {
    fn quiescence(&self, draft: &Draft<'_>, spec: &PlayerSpec) -> std::result::Result<How, String> {
        // A game in another program has none, and may not be there to be asked.
        let has_quiescence = !is_closed(self.game) && {
            let start = self.game.start(Stream::new(draft.seed, "quiescence").trial(0));
            self.game.has_quiescence(&start.map_err(|error| error.to_string())?)
        };
        match (has_quiescence, spec.parts.rule.as_str()) {
            (false, _) => Err("this game has no quiescence of its own".into()),
            (true, "minimax") => Ok(How::Quiescence),
            (true, _) => Err("noisy moves are backed up as minimax does".into()),
        }
    }

    fn redrawn(&self, draft: &Draft<'_>, spec: &PlayerSpec) -> std::result::Result<How, String> {
        if !self.exact {
            return Err("it needs to know the outcome of every node, and truth is not exact".into());
        }
        if spec.parts.rule != "minimax" {
            return Err("numbers are drawn anew for minimax only".into());
        }
        let deepest = draft.efforts.iter().filter_map(|effort| effort.depth()).max();
        let deepest = deepest.ok_or("it searches to depths only")?;
        if self.game.by_value() {
            return Err("it needs nodes that are won, drawn or lost, and in this game values count".into());
        }
        if self.game.players() != 2 {
            return Err("it needs the outcome of every node, and this game cannot be solved".into());
        }
        Ok(How::Redrawn { source: self.source.clone(), others: self.others.clone(), deepest })
    }
}

impl Variant {
    /// The variants of a player that the repairs need, and those that cannot be had, with the reason.
    pub(super) fn of(
        draft: &Draft<'_>,
        field: &Field<'_>,
        spec: &PlayerSpec,
        repairs: &[&'static Repair],
    ) -> (Vec<Variant>, Vec<(&'static str, String)>) {
        let game = field.game;
        let (mut found, mut absent) = (Vec::new(), Vec::new());
        for repair in repairs.iter().filter(|repair| repair.searches) {
            let how = match repair.id {
                "noise" => Ok(How::Noise),
                "no-terminals" => Ok(How::HiddenEnd),
                "tempo" if alternates(game, draft.seed) => Err("turns alternate in this game".to_string()),
                "tempo" => Ok(How::Tempo),
                "quiescence" => field.quiescence(draft, spec),
                "independent" => field.redrawn(draft, spec),
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

    /// Can it be run? Whether outcomes are quick to find out is tried.
    pub(super) fn is_possible(&self, game: &AnyGame) -> Result<bool> {
        match &self.how {
            How::Redrawn { source, .. } => quick_to_solve(game, &**source),
            _ => Ok(true),
        }
    }

    /// The truth keys of positions that are learned from: they are not to be judged by.
    pub(super) fn learned_from(&self, kit: &Kit<'_>, game: &AnyGame) -> Result<BTreeSet<u64>> {
        let (rule, evaluator) = match &self.how {
            // Places of drawn games have keys, but each game is another one.
            How::Redrawn { others, deepest, .. } if !game.knows_truth() => {
                let lessons = lessons(game, &**others, *deepest, kit.seed)?;
                return Ok(lessons.iter().map(|position| game.truth_key(position)).collect());
            }
            How::Rule(rule, evaluator) => (rule, evaluator),
            _ => return Ok(BTreeSet::new()),
        };
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
            How::Quiescence => Adjustment::Quiescence { plies: QUIESCENCE },
            How::Redrawn { others, deepest, .. } => {
                redrawn(game, evaluator, &lessons(game, &**others, *deepest, kit.seed)?, kit.seed)?
            }
            _ => tempo(game, evaluator, kit.seed)?,
        };
        Ok(game.player(mind, &game.adjusted(evaluator, adjustment)?)?)
    }
}

/// Is it a game that is only spoken of?
fn is_closed(game: &AnyGame) -> bool {
    game.brings().is_some_and(|brings| brings.is_closed())
}

/// The evaluator that the product rule gets, or why there is none.
fn product(draft: &Draft<'_>, game: &AnyGame, spec: &PlayerSpec) -> std::result::Result<String, String> {
    let depths =
        draft.efforts.iter().map(|effort| effort.depth().ok_or("the product rule searches to depths only"));
    let depths: Vec<u32> = depths.collect::<std::result::Result<_, _>>()?;
    let deepest = depths.into_iter().max().unwrap_or(0);
    if is_closed(game) {
        // Whether it could be run was found out when it was: the records tell.
        return calibrated(&spec.parts.evaluator)
            .map(|name| name.to_string())
            .map_err(|error| error.to_string());
    }
    let start = game.start(Stream::new(draft.seed, "cost").trial(0)).map_err(|error| error.to_string())?;
    let moves = game.move_count(&start).map_err(|error| error.to_string())? as u128;
    if moves.saturating_pow(deepest) > FULL_WIDTH {
        return Err(format!(
            "full width to depth {deepest} would cost more than {FULL_WIDTH} nodes per decision"
        ));
    }
    let calibrates = spec
        .parts
        .evaluator
        .parse::<Name>()
        .is_ok_and(|name| name.get("calibrate").is_some_and(|kind| kind != "none"));
    if game.has_history() && !calibrates {
        // Nothing that is found out about a position holds for it however it came about: no table, no end.
        let why = "it learns from solved positions, and those of this game are too far from its end; name an evaluator with \
                   calibrate=isotonic,truth=play";
        return Err(why.into());
    }
    if game.has_chance() && !calibrates {
        return Err("it learns from solved positions, and games with chance are not solved".into());
    }
    let name = calibrated(&spec.parts.evaluator).map_err(|error| error.to_string())?;
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
