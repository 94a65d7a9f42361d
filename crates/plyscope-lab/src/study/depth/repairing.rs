//! The second round of a measurement: the same positions, decided by every player with one thing put right, and by those
//! that it is compared with.

use super::observe::{Ready, decisions};
use super::sampled::{FEWEST, outcomes, taught};
use super::variants::{How, Repaired};
use crate::error::{Error, Result};
use crate::measurement::{At, Bench, Planned, Record, Repair, RivalSetup, Seen};
use crate::study::player::Kit;
use crate::study::{Learning, SecondRound};
use plyscope::player::Player;
use plyscope::search::Effort;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Repairs that search, ready to run.
pub(super) struct Repairing<'a> {
    ready: &'a Ready<'a>,
    players: Vec<Made>,
    /// The plan, with how much was learned.
    plan: Vec<Vec<Planned>>,
}

/// A player with one thing put right, and those that it is compared with.
struct Made {
    variants: Vec<Repaired>,
    rivals: Vec<(RivalSetup, Arc<dyn Player>)>,
}

impl<'a> Repairing<'a> {
    /// Learns what is to be learned.
    pub(super) fn new(ready: &'a Ready<'a>, kit: &Kit<'_>, learning: &Learning<'_>) -> Result<Self> {
        let study = ready.study;
        let mut plan = ready.plan.repairs.clone();
        let solved = if ready.lessons.is_empty() {
            String::new()
        } else {
            let what = format!("solving positions of {} to learn from", study.setup.positions);
            let name = format!(
                "outcomes of {} to depth {} seed {}",
                study.setup.positions,
                study.deepest(),
                kit.seed
            );
            let told = |done: u64, all: u64| learning(&what, done, all);
            kit.cache.get_or_learn(&name, &mut || outcomes(&study.game, &ready.lessons, &told))?
        };
        let lessons = taught(&study.game, &ready.lessons, &solved)?;
        let mut players = Vec::new();
        for (number, spec) in study.players.iter().enumerate() {
            let mut variants = Vec::new();
            for (variant, planned) in study.variants[number].iter().zip(&mut plan[number]) {
                if matches!(variant.how, How::Product) && lessons.len() < FEWEST && !planned.is_left_out() {
                    planned.left_out = format!(
                        "only {} positions such as these could be solved to learn from",
                        lessons.len()
                    );
                }
                if planned.is_left_out() {
                    continue;
                }
                if variant.takes_lessons() {
                    planned.learned = lessons.len() as u32;
                }
                variants.push(variant.make(kit, &study.game, spec, &lessons)?);
            }
            let rival =
                |rival: &&super::variants::Rival| Ok((rival.setup.clone(), rival.make(kit, &study.game)?));
            let rivals = ready.rivals[number].iter().map(rival).collect::<Result<_>>()?;
            players.push(Made { variants, rivals });
        }
        Ok(Repairing { ready, players, plan })
    }

    /// Adds what repairs and rivals decide at a position.
    fn add(&self, trial: u64, seen: &mut Seen) -> Result<()> {
        let study = self.ready.study;
        let gone =
            || Error::Usage(format!("the position of trial {trial} is not drawn again: {}", seen.position));
        let position = study.source.draw(trial, seen.attempt)?.ok_or_else(gone)?.position;
        let mover = self.ready.mover(&position)?;
        let joint = study.setup.repairs.contains(&Repair::Joint);
        for (made, decided) in self.players.iter().zip(&mut seen.players) {
            for repaired in &made.variants {
                let Repaired { id, player, .. } = repaired;
                let own = study.setup.efforts.iter().zip(&decided.at);
                let foregone: Vec<Option<Vec<usize>>> =
                    own.map(|(effort, own)| repaired.foregone(*effort, own)).collect();
                let open = study.setup.efforts.iter().zip(&foregone).filter(|(_, best)| best.is_none());
                let open: Vec<Effort> = open.map(|(effort, _)| *effort).collect();
                let at = decisions(&**player, &position, &open, mover)?;
                if *id == Repair::Quiescence && joint {
                    // All that can be put right at once begins with quiet positions.
                    let (efforts, moves) = (&study.setup.efforts, seen.moves.len());
                    let bench = Bench { efforts, moves, proved: &seen.proved, at: &at };
                    let joint =
                        (0..efforts.len()).map(|effort| bench.repaired(Repair::Joint, effort)).collect();
                    decided.repairs.extend(Option::map(joint, |joint| (Repair::Joint, joint)));
                }
                let mut searched = at.into_iter().map(|at| at.best);
                let best = foregone.into_iter().map(|known| known.or_else(|| searched.next()));
                decided.repairs.insert(*id, best.flatten().collect());
            }
            for (rival, player) in &made.rivals {
                let efforts: Vec<Effort> = rival.depths.iter().map(|depth| Effort::Depth(*depth)).collect();
                let at = decisions(&**player, &position, &efforts, mover)?.into_iter();
                let at = at.map(|at| At { values: Vec::new(), ..at });
                decided.compared.insert(rival.id.to_string(), at.collect());
            }
        }
        Ok(())
    }
}

impl SecondRound for Repairing<'_> {
    fn what(&self) -> String {
        let ids: BTreeSet<&str> = self
            .players
            .iter()
            .flat_map(|made| made.variants.iter().map(|repaired| repaired.id.id()))
            .collect();
        let compared = self.players.iter().any(|made| !made.rivals.is_empty());
        let ids: Vec<&str> = ids.into_iter().chain(compared.then_some("comparison at equal nodes")).collect();
        format!("repairs ({})", ids.join(", "))
    }

    fn complete(&self, trial: u64, record: &str) -> Result<String> {
        let damaged = |error| Error::Usage(format!("the record of trial {trial} cannot be read: {error}"));
        let mut record: Record = serde_json::from_str(record).map_err(damaged)?;
        if let Some(seen) = record.seen.as_mut().filter(|_| record.open) {
            self.add(trial, seen)?;
        }
        record.open = false;
        if trial == 0 {
            record.plan = self.plan.clone();
        }
        Ok(serde_json::to_string(&record).expect("a record is plain data"))
    }
}
