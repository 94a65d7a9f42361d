//! The same player with one thing put right, for repairs that need searches of their own; and other rules and searches with
//! its evaluator, to be compared at equal numbers of nodes.

use super::sampled::{self, alternates, grain, quick_to_solve, redrawn, tempo};
use super::{calibrated, short};
use crate::error::{Error, Result};
use crate::measurement::{Absent, At, Repair, RivalSetup};
use crate::spec::Draft;
use crate::study::player::{Kit, PlayerSpec};
use plyscope::catalogue::{Evaluated, Subject};
use plyscope::evaluator::Adjustment;
use plyscope::game::{AnyPosition, Player as Side};
use plyscope::key::{Stream, mix};
use plyscope::name::Name;
use plyscope::player::{AnyGame, Player};
use plyscope::search::Effort;
use plyscope::source::Source;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Noise is so much smaller than the smallest difference between two of the evaluator's numbers.
const FAR_BELOW: f64 = 1e-3;

/// How far what is in the air is played out.
const QUIESCENCE: u32 = 6;

/// A player that is put right in one thing.
pub(super) struct Variant {
    pub(super) id: Repair,
    pub(super) how: How,
}

/// A variant, made.
pub(super) struct Repaired {
    pub(super) id: Repair,
    pub(super) player: Arc<dyn Player>,
    /// By how much the values of root moves to a depth differ from the player's own at the most, where that is known.
    pub(super) moved: Option<f64>,
}

impl Repaired {
    /// What it decides where the player's own values leave no doubt: one move is ahead by more than can be moved.
    pub(super) fn foregone(&self, effort: Effort, own: &At) -> Option<Vec<usize>> {
        let moved = self.moved.filter(|_| effort.depth().is_some())?;
        let [best] = own.best[..] else { return None };
        let ahead = *own.values.get(best)?;
        let others = own.values.iter().enumerate().filter(|(choice, _)| *choice != best);
        let next = others.map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        // Twice as much as it takes, so that rounding does not count.
        (ahead - next > 4.0 * moved && moved > 1e-12 * ahead.abs().max(1.0)).then(|| vec![best])
    }
}

/// What is put right.
pub(super) enum How {
    Noise,
    Tempo,
    HiddenEnd,
    Quiescence,
    /// Numbers drawn anew, given the outcome of every node.
    Redrawn,
    /// The product rule on the evaluator's numbers, calibrated on positions of the measurement's own source.
    Product,
    /// Another rule with an evaluator that is calibrated by its name.
    Rule(&'static str, String),
}

/// Where a player decides.
pub(super) struct Field<'a> {
    pub(super) game: &'a AnyGame,
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
        if draft.efforts.iter().all(|effort| effort.depth().is_none()) {
            return Err("it searches to depths only".into());
        }
        if self.game.facts().by_value() {
            return Err("it needs nodes that are won, drawn or lost, and in this game values count".into());
        }
        if self.game.facts().players != 2 {
            return Err("it needs the outcome of every node, and this game cannot be solved".into());
        }
        Ok(How::Redrawn)
    }
}

impl Variant {
    /// The variants of a player that the repairs need, and those that cannot be had, with the reason.
    pub(super) fn of(
        draft: &Draft<'_>,
        field: &Field<'_>,
        spec: &PlayerSpec,
        repairs: &[Repair],
    ) -> (Vec<Variant>, Vec<Absent>) {
        let game = field.game;
        let (mut found, mut absent) = (Vec::new(), Vec::new());
        for id in repairs.iter().copied() {
            let how = match id {
                Repair::Noise => Ok(How::Noise),
                Repair::NoTerminals => Ok(How::HiddenEnd),
                Repair::Tempo if alternates(game, draft.seed) => {
                    Err("turns alternate in this game".to_string())
                }
                Repair::Tempo if game.facts().players > 2 || spec.parts.rule == "max-n" => {
                    Err("what a turn is worth is taken off one number, and here every player has its own"
                        .into())
                }
                Repair::Tempo => Ok(How::Tempo),
                Repair::Quiescence => field.quiescence(draft, spec),
                Repair::Independent => field.redrawn(draft, spec),
                Repair::Product => product(draft, game, spec),
                Repair::TiesPrevious
                | Repair::Average
                | Repair::AverageSkip
                | Repair::Vote
                | Repair::Joint => continue,
            };
            match how {
                Ok(how) => found.push(Variant { id, how }),
                Err(text) => absent.push(Absent { id, text }),
            }
        }
        (found, absent)
    }

    /// Can it be run? Whether outcomes are quick to find out is tried.
    pub(super) fn is_possible(&self, game: &AnyGame, source: &dyn Source) -> Result<bool> {
        match &self.how {
            How::Redrawn => quick_to_solve(game, source),
            _ => Ok(true),
        }
    }

    /// Does it learn from positions of the measurement's own source?
    pub(super) fn takes_lessons(&self) -> bool {
        matches!(self.how, How::Redrawn | How::Product)
    }

    /// The truth keys of positions that it learns from by its name: they are not to be judged by.
    pub(super) fn learned_from(&self, kit: &Kit<'_>, game: &AnyGame) -> Result<BTreeSet<u64>> {
        let How::Rule(rule, evaluator) = &self.how else { return Ok(BTreeSet::new()) };
        kit.learned_from(game, [rule, evaluator, "full-width"])
    }

    /// Makes the player, from what positions of the measurement's own source taught.
    pub(super) fn make(
        &self,
        kit: &Kit<'_>,
        game: &AnyGame,
        spec: &PlayerSpec,
        taught: &[(&AnyPosition, Side, i8)],
    ) -> Result<Repaired> {
        let mut moved = None;
        let player = self.player(kit, game, spec, taught, &mut moved)?;
        Ok(Repaired { id: self.id, player, moved })
    }

    fn player(
        &self,
        kit: &Kit<'_>,
        game: &AnyGame,
        spec: &PlayerSpec,
        taught: &[(&AnyPosition, Side, i8)],
        moved: &mut Option<f64>,
    ) -> Result<Arc<dyn Player>> {
        let subject = Subject { game, seed: kit.seed, cache: Some(kit.cache) };
        if let How::Rule(rule, evaluator) = &self.how {
            return Ok(kit.catalogue.player_with(&subject, rule, evaluator, "full-width")?);
        }
        let evaluated = kit.catalogue.evaluator(&spec.parts.evaluator, &subject)?;
        let evaluator = &evaluated.evaluator;
        if let How::Product = &self.how {
            let few = || Error::Usage(format!("{} solved positions are too few to learn from", taught.len()));
            let calibrated = sampled::calibrated(game, evaluator, taught)?.ok_or_else(few)?;
            let profile = calibrated.profile().clone();
            let evaluated = Evaluated { evaluator: calibrated, profile, ..evaluated };
            let mind = kit.catalogue.mind(&subject, "product", &evaluated, "full-width")?;
            return Ok(game.player(mind, &evaluated.evaluator)?);
        }
        let search = match &self.how {
            How::Noise => best_moves_only(&spec.parts.search)?,
            _ => spec.parts.search.clone(),
        };
        let mind = kit.catalogue.mind(&subject, &spec.parts.rule, &evaluated, &search)?;
        let adjustment = match &self.how {
            How::HiddenEnd => return Ok(game.player(mind.hiding_end(), evaluator)?),
            How::Noise => {
                let size = FAR_BELOW * grain(game, evaluator, kit.seed)?;
                // Minimax moves no value further than those that it comes from, if all are looked at whatever they are. A
                // table may take a position for the same that has another past.
                let search: Name = spec.parts.search.parse()?;
                let whole = ["alpha-beta", "full-width"].contains(&search.kind())
                    && search.get("table").is_none_or(|table| table == "0");
                *moved = (spec.parts.rule == "minimax" && whole).then_some(size);
                Adjustment::Noise { key: mix(kit.seed), size }
            }
            How::Quiescence => Adjustment::Quiescence { plies: QUIESCENCE },
            How::Redrawn => Adjustment::Redrawn(Arc::new(redrawn(game, evaluator, taught, kit.seed)?)),
            _ => tempo(game, evaluator, kit.seed)?,
        };
        Ok(game.player(mind, &game.adjusted(evaluator, adjustment)?)?)
    }
}

/// A search that tells no more than the best moves, which is all that is kept of what a repair decides, and looks at likely
/// ones first. With noise equal values are the same to the last digit, so that no move is as good within rounding alone.
fn best_moves_only(search: &str) -> Result<String> {
    let name: Name = search.parse()?;
    // A search that deepens may have a budget of nodes or evaluations, and must spend it as the player does.
    let deepens = name.get("deepening") == Some("yes");
    if name.kind() != "alpha-beta" || name.get("scores") != Some("all") || deepens {
        return Ok(search.into());
    }
    let name = name.without(&["scores"]).with("scores", "ties");
    let plain = |(parameter, value): (&str, &str)| match parameter {
        "order" => value == "given",
        "killers" | "history" => value == "no",
        "table" => value == "0",
        "scores" | "deepening" => true,
        _ => false,
    };
    let in_order = name.parameters().all(plain);
    Ok(if in_order { name.without(&["order"]).with("order", "best-first") } else { name }.to_string())
}

/// Is it a game that is only spoken of?
fn is_closed(game: &AnyGame) -> bool {
    game.brings().is_some_and(|brings| brings.is_closed())
}

/// How the product rule gets calibrated values, or why it does not.
fn product(draft: &Draft<'_>, game: &AnyGame, spec: &PlayerSpec) -> std::result::Result<How, String> {
    if draft.efforts.iter().any(|effort| effort.depth().is_none()) {
        return Err("the product rule searches to depths only".into());
    }
    let name = calibrated(&spec.parts.evaluator).map_err(|error| error.to_string())?;
    let by_name = How::Rule("calibrated-product", name.to_string());
    if is_closed(game) {
        // Whether it could be run was found out when it was: the records tell.
        return Ok(by_name);
    }
    let calibrates = name.to_string() == spec.parts.evaluator;
    if game.facts().has_history && !calibrates {
        // Nothing that is found out about a position holds for it however it came about: no table, no end.
        let why = "it learns from solved positions, and those of this game are too far from its end; name an evaluator with \
                   calibrate=isotonic,truth=play";
        return Err(why.into());
    }
    if game.facts().has_chance && !calibrates {
        return Err("it learns from solved positions, and games with chance are not solved".into());
    }
    let subject = Subject { game, seed: draft.seed, cache: None };
    let checked =
        draft.catalogue.check_player(&subject, "calibrated-product", &name.to_string(), "full-width");
    checked.map_err(|error| error.to_string())?;
    Ok(if calibrates || game.facts().knows_truth { by_name } else { How::Product })
}

/// What is compared: its id, the rule, the search, and whether its values are calibrated. The first is the measure of all.
const RIVALS: [(&str, &str, &str, bool); 5] = [
    ("alpha-beta", "minimax", "alpha-beta(killers=yes,history=yes,table=1)", false),
    ("calibrated-product", "calibrated-product", "pruned", true),
    ("emm", "emm", "pruned", true),
    ("fused", "fused", "full-width", true),
    ("learned", "learned", "full-width", true),
];

/// What a decision may cost a rival that looks at everything.
const NODES: u128 = 30_000;

/// One of them, for a player's evaluator.
pub(super) struct Rival {
    pub(super) setup: RivalSetup,
    rule: &'static str,
    evaluator: String,
    search: &'static str,
}

impl Rival {
    /// Those that go together with the game and the evaluator.
    pub(super) fn of(draft: &Draft<'_>, game: &AnyGame, spec: &PlayerSpec) -> Result<Vec<Rival>> {
        let depths: Option<Vec<u32>> = draft.efforts.iter().map(|effort| effort.depth()).collect();
        let Some(depths) = depths else {
            return Err(draft
                .text
                .wrong(draft.efforts_at(), "`compare` searches to depths: give `depths`, not nodes"));
        };
        let start = game.start(Stream::new(draft.seed, "cost").trial(0))?;
        let moves = game.move_count(&start)? as u128;
        let subject = Subject { game, seed: draft.seed, cache: None };
        let mut found = Vec::new();
        for (id, rule, search, learns) in RIVALS {
            let name = &spec.parts.evaluator;
            let evaluator = if learns { calibrated(name)?.to_string() } else { name.clone() };
            let cheap =
                |depth: &u32| search.starts_with("alpha-beta") || moves.saturating_pow(*depth) <= NODES;
            let depths: Vec<u32> = depths.iter().copied().filter(cheap).collect();
            // Who does not go with this game is no rival.
            if depths.is_empty() || draft.catalogue.check_player(&subject, rule, &evaluator, search).is_err()
            {
                continue;
            }
            let name =
                format!("player(rule={rule},evaluator={},search={})", short(&evaluator), short(search));
            found.push(Rival { setup: RivalSetup { id, name, depths }, rule, evaluator, search });
        }
        Ok(found)
    }

    /// Makes the player; what has to be learned is learned, or taken from the cache.
    pub(super) fn make(&self, kit: &Kit<'_>, game: &AnyGame) -> Result<Arc<dyn Player>> {
        let subject = Subject { game, seed: kit.seed, cache: Some(kit.cache) };
        Ok(kit.catalogue.player_with(&subject, self.rule, &self.evaluator, self.search)?)
    }

    pub(super) fn learned_from(&self, kit: &Kit<'_>, game: &AnyGame) -> Result<BTreeSet<u64>> {
        if !kit.catalogue.learns(self.rule, &self.evaluator) {
            return Ok(BTreeSet::new());
        }
        kit.learned_from(game, [self.rule, &self.evaluator, self.search])
    }
}

#[cfg(test)]
mod tests {
    use super::best_moves_only;

    /// What a user chose of a search stays; only a plain one is put in order.
    #[test]
    fn a_noise_repair_finds_the_best_moves_only() {
        let made = |search: &str| best_moves_only(search).expect("a name");
        let plain = "alpha-beta(order=given,killers=no,history=no,table=0,deepening=no,scores=all)";
        assert!(made(plain).contains("scores=ties") && made(plain).contains("order=best-first"));
        let table = made(&plain.replace("table=0", "table=16"));
        assert!(table.contains("scores=ties") && table.contains("order=given") && table.contains("table=16"));
        let deepening = plain.replace("deepening=no", "deepening=yes");
        for other in ["full-width", "star1(scores=all)", "alpha-beta(scores=best)", &deepening] {
            assert_eq!(made(other), other);
        }
    }
}
