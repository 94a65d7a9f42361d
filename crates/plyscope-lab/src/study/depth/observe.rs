//! Trials are drawn, judged, and decided by every player at every effort.

use super::plan::{Plan, outlook};
use super::repairing::Repairing;
use super::variants::Rival;
use super::{BLOCK, Depth, sampled};
use crate::error::Result;
use crate::measurement::{At, Decided, Record, Seen, best_of};
use crate::study::player::{Kit, PlayerSpec, same_engine};
use crate::study::trials::{JudgedTrial, Passed, RECORDED, Trials};
use crate::study::{Learning, Prepared, Sampled, SecondRound};
use crate::tally::{Tally, share_of};
use plyscope::cache::Cache;
use plyscope::evaluator::Scale;
use plyscope::game::{AnyPosition, Player as Side, Turn, expand_one};
use plyscope::oracle::{Judgement, Oracle};
use plyscope::player::{Observation, Player, Program};
use plyscope::search::Effort;
use plyscope::source::{Trial, Wanted};
use plyscope::value::AnyValue;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A measurement that can run.
pub(super) struct Ready<'a> {
    pub(super) study: &'a Depth,
    trials: Trials,
    players: Vec<Arc<dyn Player>>,
    /// What makes it slow, and what would be quicker.
    outlook: Option<String>,
    /// What repairs cost, and which are left out.
    pub(super) plan: Plan,
    /// Positions of the measurement's own source, under other keys, that repairs learn from.
    pub(super) lessons: Vec<AnyPosition>,
    /// Which rivals every player is compared with.
    pub(super) rivals: Vec<Vec<&'a Rival>>,
}

impl<'a> Ready<'a> {
    pub(super) fn new(study: &'a Depth, kit: &Kit<'_>) -> Result<Self> {
        // First of all: where nothing can be judged, no repair has to be planned.
        let outlook = outlook(study, kit.seed)?;
        let mut plan = Plan::make(study, kit)?;
        // All positions of a list are judged: what would train on one of them is left out instead. So is in a small game
        // what would train on nearly all that there are.
        let (listed, some) = (listed(study)?, some_drawn(study)?);
        let mut learned = BTreeSet::new();
        for spec in study.players.iter().filter(|_| listed.is_none()) {
            learned.extend(spec.learned_from(kit, &study.game)?);
        }
        let mut apart = |taught: BTreeSet<u64>| {
            if let Some(listed) = &listed {
                return taught.is_disjoint(listed);
            }
            let passed = some.iter().filter(|key| learned.contains(key) || taught.contains(key)).count();
            let leaves_enough = passed * 10 < some.len() * 9 || some.is_empty() || taught.is_empty();
            if leaves_enough {
                learned.extend(taught);
            }
            leaves_enough
        };
        let mut lessons = None;
        let mut keys = BTreeSet::new();
        for (variants, planned) in study.variants.iter().zip(&mut plan.repairs) {
            for (variant, planned) in variants.iter().zip(planned) {
                if planned.is_left_out() {
                    continue;
                }
                let without = || variant.id.unless().to_string();
                if !variant.is_possible(&study.game, &*study.source)? {
                    planned.left_out = without();
                    continue;
                }
                let mut taught = variant.learned_from(kit, &study.game)?;
                if variant.takes_lessons() && lessons.is_none() {
                    let mut drawn = sampled::lessons(study, kit.seed)?;
                    let key = |position: &AnyPosition| study.game.truth_key(position);
                    drawn.retain(|position| listed.as_ref().is_none_or(|all| !all.contains(&key(position))));
                    // Places of drawn games have keys, but each game is another one.
                    if !study.game.facts().knows_truth {
                        keys.extend(drawn.iter().map(key));
                    }
                    lessons = Some(drawn);
                }
                if variant.takes_lessons() {
                    taught.extend(&keys);
                }
                if !apart(taught) {
                    planned.left_out = without();
                }
            }
        }
        // What no repair takes is not solved.
        let all = study.variants.iter().flatten().zip(plan.repairs.iter().flatten());
        if !all.into_iter().any(|(variant, planned)| variant.takes_lessons() && !planned.is_left_out()) {
            lessons = None;
        }
        let mut rivals = Vec::new();
        for all in &study.rivals {
            let mut some = Vec::new();
            for rival in all {
                if apart(rival.learned_from(kit, &study.game)?) {
                    some.push(rival);
                }
            }
            rivals.push(some);
        }
        let players = study.players.iter().map(|spec| spec.make(kit, &study.game));
        let players = players.collect::<Result<_>>()?;
        let oracles = study.oracles(Some(kit.cache))?;
        for oracle in &oracles {
            oracle.program()?.map_or(Ok(()), |program| same_engine(kit, &program))?;
        }
        let (source, margins) = (study.source.clone(), study.setup.margins);
        let (wanted, policy) = (Wanted::NonTrivial, &RECORDED);
        let trials = Trials { source, oracles, wanted, margins, learned, policy };
        let lessons = lessons.unwrap_or_default();
        Ok(Ready { study, trials, players, outlook, plan, lessons, rivals })
    }

    /// Is something added to records in a second round?
    pub(super) fn has_second_round(&self) -> bool {
        let searched = self.plan.repairs.iter().flatten().any(|planned| !planned.is_left_out());
        searched || self.rivals.iter().any(|rivals| !rivals.is_empty())
    }

    /// The records of some consecutive trials; each is the same whatever the others are.
    fn records(&self, first: u64, count: usize) -> Result<Vec<Record>> {
        let found = self.trials.fold(first, count, |attempt, trial, judged| {
            Ok(Seen { attempt, ..self.observe(trial, judged)? })
        })?;
        let record = |(passed, seen): (Passed, Option<Seen>)| {
            let Passed { trivial, unsolved, failed, failure, .. } = passed;
            let open = seen.is_some() && self.has_second_round();
            Record { open, trivial, unsolved, failed, failure, seen, ..Record::default() }
        };
        let mut records: Vec<Record> = found.into_iter().map(record).collect();
        if first == 0 && !self.plan.repairs.iter().all(Vec::is_empty) {
            records[0].plan = self.plan.repairs.clone();
        }
        Ok(records)
    }

    /// What every player does at a position.
    fn observe(&self, trial: &Trial, judged: JudgedTrial) -> Result<Seen> {
        let (game, position) = (&self.study.game, &trial.position);
        let first = self.trials.oracles.first().zip(judged.judgement.as_ref());
        let depths: Option<Vec<u32>> = self.study.setup.efforts.iter().map(|effort| effort.depth()).collect();
        // Engines do not tell values that could be proved, and a proof costs as much as a search.
        let searched = !self.study.players.iter().all(PlayerSpec::is_engine);
        let depths = depths.filter(|_| searched);
        let proved = depths.unwrap_or_default().into_iter().map(|depth| -> Result<Vec<bool>> {
            Ok(game.proofs(position, depth)?.iter().map(Option::is_some).collect())
        });
        let proved: Vec<Vec<bool>> = proved.collect::<Result<_>>()?;
        let mover = self.mover(position)?;
        let mut players = Vec::new();
        for player in &self.players {
            let at = decisions(&**player, position, &self.study.setup.efforts, mover)?;
            players.push(Decided { at, repairs: Default::default(), compared: Default::default() });
        }
        Ok(Seen {
            position: game.position_text(position),
            board: game.drawn(position),
            ply: trial.ply,
            attempt: 0,
            group: trial.group.clone(),
            moves: game.move_names(position)?,
            kinds: game.kinds(position).into_iter().map(str::to_string).collect(),
            plies: first.map_or(Vec::new(), |(oracle, judgement)| plies(&**oracle, judgement)),
            truth: judged.worth,
            proved,
            players,
            groups: Vec::new(),
        })
    }

    /// Whose view decisions are told in.
    pub(super) fn mover(&self, position: &AnyPosition) -> Result<Side> {
        Ok(match expand_one(&*self.study.game, position)?.turn {
            Turn::Player(mover) => mover,
            _ => Side::FIRST,
        })
    }
}

/// What a player decides with every effort.
pub(super) fn decisions(
    player: &dyn Player,
    position: &AnyPosition,
    efforts: &[Effort],
    mover: Side,
) -> Result<Vec<At>> {
    let seen = player.decide_each(position, efforts)?;
    Ok(seen.into_iter().map(|seen| decision(player, mover, seen)).collect())
}

/// The truth keys of the positions of a list.
fn listed(study: &Depth) -> Result<Option<BTreeSet<u64>>> {
    let Some(positions) = study.source.trials() else { return Ok(None) };
    let mut keys = BTreeSet::new();
    for number in 0..positions {
        keys.extend(study.source.draw(number, 0)?.map(|trial| study.game.truth_key(&trial.position)));
    }
    Ok(Some(keys))
}

/// The truth keys of some positions that a source draws; none where it is a list, or each is another game.
fn some_drawn(study: &Depth) -> Result<Vec<u64>> {
    /// Enough to tell a small game from others.
    const SOME: u64 = 64;
    if study.source.trials().is_some() || study.game.facts().knows_truth {
        return Ok(Vec::new());
    }
    let key = |number: u64| {
        let drawn = study.source.draw(number, 0)?;
        Ok(drawn.map(|trial| study.game.truth_key(&trial.position)))
    };
    (0..SOME).filter_map(|number| key(number).transpose()).collect()
}

/// A decision in the mover's view.
fn decision(player: &dyn Player, mover: Side, seen: Observation) -> At {
    let nodes = seen.nodes();
    let view = |number: f64| match (mover == Side::FIRST, player.scale()) {
        (true, _) => number,
        (false, Scale::Score) => -number,
        (false, Scale::Probability) => 1.0 - number,
    };
    let exact: Option<Vec<f64>> =
        seen.scores.iter().map(|score| Some(view(score.exact()?.number()?))).collect();
    let values = exact.unwrap_or_default();
    // Numbers tie within rounding; rules with values of their own know best which are equal.
    let numbers = seen.scores.iter().all(|score| matches!(score.exact(), Some(AnyValue::Number(_))));
    let best = if numbers && !values.is_empty() { best_of(&values) } else { seen.ties };
    let alone = seen.value.filter(|_| values.is_empty());
    let value = alone.and_then(|value| value.number()).map(view);
    At { values, value, best, nodes, logged: None }
}

/// In how many plies the moves that win do so; empty where none does, or the oracle does not count them.
fn plies(oracle: &dyn Oracle, judgement: &Judgement) -> Vec<Option<u32>> {
    let margins = judgement.margins().unwrap_or_default();
    let plies: Vec<Option<u32>> = margins.into_iter().map(|margin| oracle.plies_to_win(margin)).collect();
    if plies.iter().all(Option::is_none) { Vec::new() } else { plies }
}

impl Prepared for Ready<'_> {
    fn programs(&self) -> Vec<Program> {
        let players = self.players.iter().filter_map(|player| player.program());
        players
            .chain(self.trials.oracles.iter().filter_map(|oracle| oracle.program().ok().flatten()))
            .collect()
    }

    fn forecast(&self, trials: u64, jobs: usize) -> Option<String> {
        let told = [self.outlook.clone(), self.plan.forecast(trials, jobs)];
        Some(told.into_iter().flatten().collect::<Vec<_>>().join("\n")).filter(|text| !text.is_empty())
    }

    fn second_round<'a>(
        &'a self,
        cache: &dyn Cache,
        learning: &Learning<'_>,
    ) -> Result<Option<Box<dyn SecondRound + 'a>>> {
        if !self.has_second_round() {
            return Ok(None);
        }
        let kit = Kit { catalogue: &self.study.catalogue, seed: self.study.setup.seed, cache };
        Ok(Some(Box::new(Repairing::new(self, &kit, learning)?)))
    }

    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally> {
        let first = block * BLOCK;
        let mut tally = self.study.empty(point);
        for (i, record) in self.records(first, trials)?.into_iter().enumerate() {
            if let Some(seen) = &record.seen {
                let at = seen.players.iter().flat_map(|player| player.at.iter().map(move |at| (player, at)));
                let mut scores = Vec::new();
                for (column, (player, at)) in at.enumerate() {
                    scores.push(score(tally.scale, seen, player, at));
                    tally.nodes[column] += u128::from(at.nodes);
                }
                tally.add(&scores);
            } else {
                tally.passed += 1;
            }
            tally
                .records
                .insert(first + i as u64, serde_json::to_string(&record).expect("a record is plain data"));
        }
        Ok(tally)
    }
}

/// The share of the best moves that are correct; without truth how far they are those of the largest effort.
fn score(scale: u64, seen: &Seen, player: &Decided, at: &At) -> u64 {
    let (reference, both) = match seen.truth.first() {
        Some(worth) => (best_of(worth), at.best.len()),
        None => {
            let last = player.at.last().map_or(&[][..], |last| &last.best);
            let more = last.iter().filter(|choice| !at.best.contains(choice)).count();
            (last.to_vec(), at.best.len() + more)
        }
    };
    let shared = at.best.iter().filter(|choice| reference.contains(choice)).count();
    share_of(scale, shared, both)
}
