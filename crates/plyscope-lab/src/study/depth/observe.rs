//! Trials are drawn, judged, and decided by every player at every effort.

use super::outlook::outlook;
use super::plan::Plan;
use super::repairing::Repairing;
use super::rivals::Rival;
use super::{Depth, sampled};
use crate::error::{Error, Result};
use crate::measurement::{At, Decided, Record, Seen, best_of, repair};
use crate::study::player::{Kit, PlayerSpec, same_engine};
use crate::study::{Learning, Prepared, Sampled, SecondRound};
use crate::tally::{Tally, share_of};
use plyscope::evaluator::Scale;
use plyscope::game::{AnyPosition, Player as Side, Turn, expand_one};
use plyscope::oracle::{Judgement, Oracle};
use plyscope::player::{Observation, Player, Program};
use plyscope::search::Effort;
use plyscope::shelf::Shelf;
use plyscope::source::Trial;
use plyscope::value::AnyValue;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Positions that are drawn for a trial at the most, where they do not come from drawn games.
const DRAWS: u32 = 100;

/// A measurement that can run.
pub(super) struct Ready<'a> {
    pub(super) study: &'a Depth,
    oracles: Vec<Arc<dyn Oracle>>,
    players: Vec<Arc<dyn Player>>,
    /// What makes it slow, and what would be quicker.
    outlook: Option<String>,
    /// What repairs cost, and which are left out.
    pub(super) plan: Plan,
    /// Positions of the measurement's own source, under other keys, that repairs learn from.
    pub(super) lessons: Vec<AnyPosition>,
    /// Positions that somebody learns from, by truth key.
    learned: BTreeSet<u64>,
    /// Which rivals every player is compared with.
    pub(super) rivals: Vec<Vec<&'a Rival>>,
}

/// What became of a position that was drawn.
enum Found {
    Trivial,
    Unsolved,
    /// The engine that judges failed.
    Failed(String),
    Judged(Truth),
}

/// What is known of a position's moves.
#[derive(Default)]
struct Truth {
    /// What every move is worth, by oracle.
    worth: Vec<Vec<f64>>,
    /// In how many plies every move that wins does so, where the first oracle counts them.
    plies: Vec<Option<u32>>,
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
                let without = || repair(variant.id).map_or("", |repair| repair.unless).to_string();
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
        let oracles = study.oracles(Some(kit.shelf))?;
        for oracle in &oracles {
            oracle.program()?.map_or(Ok(()), |program| same_engine(kit, &program))?;
        }
        Ok(Ready {
            study,
            oracles,
            players,
            outlook,
            plan,
            lessons: lessons.unwrap_or_default(),
            learned,
            rivals,
        })
    }

    /// Is something added to records in a second round?
    pub(super) fn has_second_round(&self) -> bool {
        let searched = self.plan.repairs.iter().flatten().any(|planned| !planned.is_left_out());
        searched || self.rivals.iter().any(|rivals| !rivals.is_empty())
    }

    /// The records of some consecutive trials; each is the same whatever the others are.
    fn records(&self, first: u64, count: usize) -> Result<Vec<Record>> {
        let source = &self.study.source;
        let drawn = source.lanes().is_some();
        let attempts = if drawn { source.attempts() } else { source.attempts().min(DRAWS) };
        let mut records = vec![Record::default(); count];
        if first == 0 && !self.plan.repairs.iter().all(Vec::is_empty) {
            records[0].plan = self.plan.repairs.clone();
        }
        for attempt in 0..attempts {
            let open: Vec<usize> = (0..count).filter(|i| records[*i].seen.is_none()).collect();
            if open.is_empty() {
                break;
            }
            let mut trials = Vec::new();
            for i in open {
                match source.draw(first + i as u64, attempt)? {
                    Some(trial) if self.learned.contains(&source.game().truth_key(&trial.position)) => {}
                    Some(trial) => trials.push((i, trial)),
                    // A drawn game is passed over where nothing is decided at its root.
                    None => records[i].trivial += u32::from(drawn),
                }
            }
            for ((i, trial), found) in trials.iter().zip(self.judge(&trials)?) {
                match found {
                    Found::Trivial => records[*i].trivial += 1,
                    Found::Unsolved => records[*i].unsolved += 1,
                    Found::Failed(why) => {
                        records[*i].failed += 1;
                        records[*i].failure = why;
                    }
                    Found::Judged(truth) => match self.observe(trial, truth) {
                        Ok(seen) => {
                            records[*i].open = self.has_second_round();
                            records[*i].seen = Some(Seen { attempt, ..seen });
                        }
                        // A player that fails is not wrong: there is nothing to judge.
                        Err(Error::Library(failed @ plyscope::Error::Failed { .. })) => {
                            records[*i].failed += 1;
                            records[*i].failure = failed.to_string();
                        }
                        Err(error) => return Err(error),
                    },
                }
            }
        }
        Ok(records)
    }

    /// What the moves of some positions are worth.
    fn judge(&self, trials: &[(usize, Trial)]) -> Result<Vec<Found>> {
        let mut found = Vec::with_capacity(trials.len());
        for (_, trial) in trials {
            let single = self.study.game.move_count(&trial.position)? < 2;
            found.push(if single { Found::Trivial } else { Found::Judged(Truth::default()) });
        }
        for (number, oracle) in self.oracles.iter().enumerate() {
            let open: Vec<usize> =
                (0..found.len()).filter(|i| matches!(found[*i], Found::Judged(_))).collect();
            let positions: Vec<_> =
                open.iter().map(|i| (trials[*i].1.position.clone(), trials[*i].1.key)).collect();
            let judged: Vec<plyscope::Result<Judgement>> = match oracle.judge(&positions) {
                // One of them is not judged: which, and the others are.
                Err(plyscope::Error::Failed { .. }) => {
                    let alone = |one| Ok(oracle.judge(std::slice::from_ref(one))?.remove(0));
                    positions.iter().map(alone).collect()
                }
                all => all?.into_iter().map(Ok).collect(),
            };
            for (i, judgement) in open.into_iter().zip(judged) {
                let judgement = match judgement {
                    Err(failed @ plyscope::Error::Failed { .. }) => {
                        found[i] = Found::Failed(failed.to_string());
                        continue;
                    }
                    judgement => judgement?,
                };
                let exact = oracle.certainty() == plyscope::oracle::Certainty::Exact;
                let worth = match oracle.expects_scores() {
                    true => {
                        judgement.margins().map(|all| all.iter().map(|score| (score + 1.0) / 2.0).collect())
                    }
                    false => worth(&judgement, exact && !self.study.setup.margins),
                };
                match worth {
                    None => found[i] = Found::Unsolved,
                    // The first oracle says where there is something to decide.
                    Some(worth) if number == 0 && best_of(&worth).len() == worth.len() => {
                        found[i] = Found::Trivial
                    }
                    Some(worth) => {
                        if let Found::Judged(truth) = &mut found[i] {
                            truth.worth.push(worth);
                            if number == 0 {
                                truth.plies = plies(&**oracle, &judgement);
                            }
                        }
                    }
                }
            }
        }
        Ok(found)
    }

    /// What every player does at a position.
    fn observe(&self, trial: &Trial, Truth { worth: truth, plies }: Truth) -> Result<Seen> {
        let (game, position) = (&self.study.game, &trial.position);
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
            moves: game.move_names(position)?,
            kinds: game.kinds(position).into_iter().map(str::to_string).collect(),
            plies,
            truth,
            proved,
            players,
        })
    }
}

impl Ready<'_> {
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
    At { values, value, best, nodes }
}

/// What moves are worth to the mover: the outcome where truth is exact, else the numbers themselves; none where that is
/// not settled for all of them.
fn worth(judgement: &Judgement, exact: bool) -> Option<Vec<f64>> {
    if !exact {
        return judgement.margins();
    }
    Some(judgement.outcomes()?.into_iter().map(|outcome| outcome.points()).collect())
}

/// In how many plies the moves that win do so; empty where none does, or nobody counts.
fn plies(oracle: &dyn Oracle, judgement: &Judgement) -> Vec<Option<u32>> {
    let margins = judgement.margins().unwrap_or_default();
    let plies: Vec<Option<u32>> = margins.into_iter().map(|margin| oracle.plies_to_win(margin)).collect();
    if plies.iter().all(Option::is_none) { Vec::new() } else { plies }
}

impl Prepared for Ready<'_> {
    fn programs(&self) -> Vec<Program> {
        let players = self.players.iter().filter_map(|player| player.program());
        players.chain(self.oracles.iter().filter_map(|oracle| oracle.program().ok().flatten())).collect()
    }

    fn forecast(&self, trials: u64, jobs: usize) -> Option<String> {
        let told = [self.outlook.clone(), self.plan.forecast(trials, jobs)];
        Some(told.into_iter().flatten().collect::<Vec<_>>().join("\n")).filter(|text| !text.is_empty())
    }

    fn second_round<'a>(
        &'a self,
        shelf: &dyn Shelf,
        learning: &Learning<'_>,
    ) -> Result<Option<Box<dyn SecondRound + 'a>>> {
        if !self.has_second_round() {
            return Ok(None);
        }
        let kit = Kit { catalogue: &self.study.catalogue, seed: self.study.setup.seed, shelf };
        Ok(Some(Box::new(Repairing::new(self, &kit, learning)?)))
    }

    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally> {
        let first = block * self.study.block_size();
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
