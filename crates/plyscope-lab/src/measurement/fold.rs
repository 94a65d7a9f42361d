//! Records folded into a measurement: every term, by player and oracle.

use super::estimate::{Estimate, LEVEL, differences, each_of, mean};
use super::finding::{Case, Illustrated};
use super::step::{self, steps};
use super::table::Table;
use super::verdict::percent;
use super::{
    Absent, Called, Comparison, Degree, EffortReport, Finding, Judged, Measurement, OneOrMore, Planned,
    PlayerReport, PlayerSetup, Record, Repair, RepairReport, Second, Seen, Setup, Spent, TruthReport,
    TruthSetup, Use, Verdict, best_of, compared, confirmed, naming, phase, worst,
};
use plyscope::oracle::Certainty;
use plyscope::player::AnyGame;
use std::collections::BTreeMap;

/// The share of solved positions below which the easier ones are judged.
const SOLVED: f64 = 0.9;
/// The share of trivial positions above which another source is proposed.
const MOSTLY_TRIVIAL: f64 = 0.8;
/// The share of moves in a proxy's best set above which it cannot tell moves apart.
const BLUNT: f64 = 0.6;

impl Measurement {
    /// Computes all terms.
    pub fn new(setup: &Setup, records: &[Record]) -> Self {
        let seen: Vec<&Seen> = records.iter().filter_map(|record| record.seen.as_ref()).collect();
        let count = |of: fn(&Record) -> u32| records.iter().map(|record| u64::from(of(record))).sum::<u64>();
        let (trivial, unsolved) = (count(|record| record.trivial), count(|record| record.unsolved));
        let failed = count(|record| record.failed);
        let planned: &[Vec<Planned>] =
            records.iter().map(|record| &*record.plan).find(|plan| !plan.is_empty()).unwrap_or_default();
        let mut judged: Vec<(String, Vec<PlayerReport>)> = Vec::new();
        let (mut worst, mut files, mut differences) = (Vec::new(), Vec::new(), Vec::new());
        for (number, truth) in setup.truths.iter().enumerate() {
            let (mut reports, mut rights) = (Vec::new(), Vec::new());
            for (index, player) in setup.players.iter().enumerate() {
                let oracle = truth.oracles.first().copied();
                let table = Table::new(setup, &seen, index, oracle);
                let planned = planned.get(index).map_or(&[][..], |planned| planned);
                let (mut report, shown) = player_report(setup, truth, player, &table, planned);
                // The first truth says which positions to look at.
                if number == 0 {
                    let (positions, file) = worst::worst(setup, &table, player, &shown, index);
                    worst.extend(positions);
                    // A comparison has files of its own.
                    let file = file.filter(|_| setup.comparison.is_none());
                    report.finding.file = file.as_ref().map(|(name, _)| name.clone());
                    files.extend(file);
                }
                rights.push(table.right);
                reports.push(report);
            }
            differences.extend(compared::side_by_side(setup, truth, &rights));
            judged.push((truth.name.clone(), reports));
        }
        let told = |truth: &TruthSetup| TruthReport {
            name: truth.name.clone(),
            certainty: truth.certainty.to_string(),
        };
        let mut truths: Vec<TruthReport> = setup.truths.iter().map(told).collect();
        let trials = seen.len() as u64;
        let mut warnings = warnings(setup, &seen, [trials, trivial, unsolved]);
        if let Some(record) = records.iter().find(|record| record.failed > 0) {
            let counted = naming::several(failed, setup.noun());
            // The rest of it, line by line, is for who looks at one position.
            let first = record.failure.replace("\n  ", "; ");
            warnings.push(format!(
                "A player, or the engine that judges, failed at {counted}, which are left out. The first failure: {first}"
            ));
        }
        let comparison = Comparison::new(setup, &seen, records.len() as u64);
        files.extend(comparison.iter().flat_map(|comparison| comparison.files.clone()));
        let (players, judged_by) = match judged.len() {
            1 => (judged.remove(0).1, BTreeMap::new()),
            _ => (Vec::new(), judged.into_iter().collect()),
        };
        Measurement {
            game: setup.game.clone(),
            named: setup.named.clone(),
            noun: setup.noun(),
            positions: setup.positions.clone(),
            seed: setup.seed,
            trials,
            trivial,
            unsolved,
            failed,
            margins: setup.margins,
            selected: setup.selected,
            warnings,
            truth: if truths.len() == 1 { OneOrMore::One(truths.remove(0)) } else { OneOrMore::More(truths) },
            engines: Vec::new(),
            players,
            judged_by,
            differences,
            comparison,
            worst,
            files,
        }
    }

    /// Draws the positions to look at, where the game has a board.
    pub(crate) fn draw_boards(&mut self, game: &AnyGame) {
        for worst in &mut self.worst {
            // Without a board the text stands alone.
            let _ = worst.draw(game);
        }
    }

    /// As JSON, for people and programs.
    pub fn json(&self) -> String {
        format!("{:#}\n", serde_json::json!({ "measurement": self }))
    }

    /// Is a step undecided?
    pub(crate) fn is_open(&self) -> bool {
        let players = self.reports().into_iter().flat_map(|(_, players)| players);
        players.flat_map(|player| &player.steps).any(|step| step.verdict == Judged::Undecided)
    }

    /// The players by who judged them.
    pub fn reports(&self) -> Vec<(&TruthReport, &[PlayerReport])> {
        match &self.truth {
            OneOrMore::One(truth) => vec![(truth, &self.players)],
            OneOrMore::More(truths) => {
                truths.iter().map(|truth| (truth, &*self.judged_by[&truth.name])).collect()
            }
        }
    }
}

fn warnings(setup: &Setup, seen: &[&Seen], [trials, trivial, unsolved]: [u64; 3]) -> Vec<String> {
    let mut warnings: Vec<String> = setup.remark().into_iter().collect();
    if setup.always {
        warnings.push(
            "Positions were added until steps were decided: intervals of nets hold at every number of them."
                .into(),
        );
    }
    if !setup.is_logged() && setup.efforts.iter().any(|effort| !effort.unit().repeats) {
        warnings.push("Players are limited by time: the results are not repeatable.".to_string());
    }
    let settled = trials + trivial;
    let solved = settled as f64 / (settled + unsolved).max(1) as f64;
    if unsolved > 0 && solved < SOLVED {
        warnings.push(format!(
            "Only {} of the positions could be solved. Solved positions are the easier ones: what is said holds for them. \
             More nodes solve more (solve(nodes=...)), and so do positions nearer to the end.",
            percent(solved)
        ));
    }
    let passed_over = trivial as f64 / (settled + unsolved).max(1) as f64;
    if let Some(better) = setup.better.as_ref().filter(|_| passed_over > MOSTLY_TRIVIAL) {
        warnings.push(format!(
            "At {} of the positions drawn all moves end alike. Others may have more to decide: --positions '{better}'.",
            percent(passed_over)
        ));
    }
    if !setup.listed && trials < setup.asked {
        warnings.push(format!(
            "{trials} of {} trials found a position to decide at; the others gave up after 100 draws.",
            setup.asked
        ));
    }
    for truth in &setup.truths {
        match truth.certainty {
            Certainty::Exact => {}
            Certainty::Bounded => warnings.push(format!("{} bounds the truth; it does not name it.", truth.name)),
            Certainty::Proxy if truth.scores => warnings.push(format!(
                "{} is a proxy, and the reference picks the winner: players that resemble it look better than they are, and an \
                 engine that is judged by its own deeper search seems to gain far more by depth than it does. Take an engine of \
                 other origin, and two of them if you can (--truth twice); believe what both say.",
                truth.name
            )),
            Certainty::Proxy => {
                warnings.push(format!(
                    "{} is a proxy: decisions are compared with it, and it can be wrong. A loss is called one only if all \
                     its searches show it.",
                    truth.name
                ));
                let share = |seen: &&Seen| {
                    let worth = &seen.truth[truth.oracles[0]];
                    best_of(worth).len() as f64 / worth.len() as f64
                };
                let blunt = mean(&seen.iter().map(share).collect::<Vec<f64>>());
                if blunt > BLUNT {
                    warnings.push(format!(
                        "{} finds {} of the moves equally good on average: it cannot tell moves apart and hides pathology.",
                        truth.name,
                        percent(blunt)
                    ));
                }
            }
            Certainty::None => warnings.push(
                "Without truth only the agreement of efforts can be told. A deeper search (--truth 'search(depth=10)') is \
                 the next best judge."
                    .into(),
            ),
        }
    }
    match trials {
        1 => warnings.push(format!("Only 1 {} was judged: it says nothing of others.", setup.noun())),
        2..100 => warnings.push(format!("{trials} {}s are few: expect wide intervals.", setup.noun())),
        _ => {}
    }
    warnings
}

fn player_report(
    setup: &Setup,
    truth: &TruthSetup,
    player: &PlayerSetup,
    table: &Table<'_>,
    planned: &[Planned],
) -> (PlayerReport, Illustrated) {
    let spent: Vec<Spent> = setup.efforts.iter().map(|effort| Spent(*effort)).collect();
    let known = !table.right.is_empty();
    let mut steps = if known { steps(&spent, &table.right, 1, setup.always) } else { Vec::new() };
    // A proxy is believed where its counterpart says the same.
    let others = truth.oracles.iter().skip(1);
    let others: Vec<Table<'_>> =
        others.map(|other| Table::new(setup, table.seen, table.player, Some(*other))).collect();
    for other in &others {
        for (step, other) in steps.iter_mut().zip(step::steps(&spent, &other.right, 1, setup.always)) {
            if step.verdict != other.verdict {
                step.verdict = Judged::Undecided;
            }
        }
    }
    let repairs: Vec<RepairReport> =
        Repair::all().filter_map(|repair| repair_report(repair, &spent, table, planned)).collect();
    let apart = |plies: usize| {
        (0..spent.len().saturating_sub(plies))
            .map(|from| table.agreement(from, from + plies))
            .collect::<Vec<f64>>()
    };
    let groupings = phase::groupings(table, player.even, setup.groups.as_deref());
    // What positions were selected for proves nothing when it is found there again.
    let confirmed = match setup.selected {
        true => Vec::new(),
        false => confirmed::confirmed(table, &others, &groupings),
    };
    let mut report = PlayerReport {
        name: player.name.clone(),
        finding: Finding::default(),
        verdict: Verdict { id: Called::None, text: String::new() },
        efforts: efforts(setup, truth, player, table),
        degree: Degree::of(&spent, &table.right).filter(|_| !setup.selected),
        agreement: BTreeMap::from([(1, apart(1)), (2, apart(2))]),
        parity_index: table.parity_index(),
        why: Vec::new(),
        advice: Vec::new(),
        phases: phase::phases(table, &groupings),
        confirmed,
        absent: absent(setup, player, table, planned),
        uses: (known && !setup.selected).then(|| uses(&spent, player, table, setup.is_logged())).flatten(),
        steps,
        repairs,
    };
    let trials = table.seen.len();
    let shown = Case { setup, truth, player, report: &report, trials }.find(table, &groupings);
    report.finding = shown.finding.clone();
    let case = Case { setup, truth, player, report: &report, trials };
    let ((verdict, advice), why) = (case.judge(), case.why());
    (report.verdict, report.advice, report.why) = (verdict, advice, why);
    (report, shown)
}

/// Repairs that were asked for and not run: because they make no sense here, or because it turned out that they cannot.
fn absent(setup: &Setup, player: &PlayerSetup, table: &Table<'_>, planned: &[Planned]) -> Vec<Absent> {
    let left_out = |id: &Repair| {
        let planned = planned.iter().find(|planned| planned.id == *id && planned.is_left_out());
        let planned = planned.filter(|_| !table.repaired.contains_key(id))?;
        Some(Absent { id: *id, text: planned.left_out.clone() })
    };
    player.absent.iter().cloned().chain(setup.repairs.iter().filter_map(left_out)).collect()
}

fn repair_report(
    id: Repair,
    spent: &[Spent],
    table: &Table<'_>,
    planned: &[Planned],
) -> Option<RepairReport> {
    let repaired = table.repaired.get(&id)?;
    // All cells of the table together.
    let level = each_of(spent.len() * table.repaired.len());
    let change = |at: usize, of: fn(f64, f64) -> f64| match at {
        0 => 0.0,
        at => {
            let before = &table.right[at - 1];
            let each = |after: &[f64]| {
                mean(&before.iter().zip(after).map(|(b, a)| of(*b, *a)).collect::<Vec<f64>>())
            };
            each(&table.right[at]) - each(&repaired[at])
        }
    };
    let efforts = || 0..spent.len();
    let learned = planned.iter().find(|planned| planned.id == id).map_or(0, |planned| planned.learned);
    Some(RepairReport {
        id,
        learned: Some(learned).filter(|learned| *learned > 0),
        accuracy: repaired.iter().map(|right| Estimate::of(right, LEVEL)).collect(),
        gain: efforts()
            .map(|at| Estimate::of_differences(&differences(&table.right[at], &repaired[at]), level))
            .collect(),
        hurt_removed: efforts().map(|at| change(at, |before, after| before * (1.0 - after))).collect(),
        helped_lost: efforts().map(|at| change(at, |before, after| after * (1.0 - before))).collect(),
    })
}

fn efforts(setup: &Setup, truth: &TruthSetup, player: &PlayerSetup, table: &Table<'_>) -> Vec<EffortReport> {
    let oracle = truth.oracles.first().copied();
    let exact = oracle.filter(|_| truth.certainty == Certainty::Exact && !setup.is_logged());
    let at = |trial: usize, effort: usize| &table.seen[trial].players[table.player].at[effort];
    let trials = || 0..table.seen.len();
    let highest = |numbers: &[f64]| numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let report = |effort: usize| {
        let regret = exact.or(oracle.filter(|_| truth.scores)).map(|oracle| {
            let each = |trial: usize| {
                let worth = &table.seen[trial].truth[oracle];
                let best = table.best(trial, effort);
                highest(worth) - best.iter().map(|i| worth[*i]).sum::<f64>() / best.len() as f64
            };
            let regrets: Vec<f64> = trials().map(each).collect();
            // Expected scores lose little at a time, and far less than a coin of that mean would.
            match setup.margins || truth.scores {
                true => Estimate::of_numbers(&regrets, LEVEL),
                false => Estimate::of(&regrets, LEVEL),
            }
        });
        let error = table.value_errors(effort, player.calibrated);
        let error = error.map(|errors| Estimate::of(&errors, LEVEL));
        let tries = |trial: usize| at(trial, effort).logged.is_some_and(|logged| logged.tries);
        let tied = |trial: usize| table.best(trial, effort).len() > 1 && !tries(trial);
        let tied = trials().map(|trial| f64::from(u8::from(tied(trial))));
        let nodes: u64 = trials().map(|trial| at(trial, effort).nodes).sum();
        let cost = |trial: usize| at(trial, effort).logged.and_then(|logged| logged.cost);
        let costs = trials().map(cost).collect::<Option<Vec<f64>>>().filter(|costs| !costs.is_empty());
        let cost = costs.map(|costs| Estimate::of_numbers(&costs, LEVEL));
        let mean_nodes = nodes as f64 / table.seen.len().max(1) as f64;
        EffortReport {
            effort: setup.spent(effort),
            accuracy: table.right.get(effort).map(|right| Estimate::of(right, LEVEL)),
            regret,
            excess: excess(table, effort),
            value_error: error,
            tied: Estimate::of(&tied.collect::<Vec<f64>>(), LEVEL),
            mean_nodes: cost.map_or(mean_nodes, |cost| cost.value),
            cost,
        }
    };
    (0..setup.efforts.len()).map(report).collect()
}

/// How many plies slower than the fastest win the decisions are that keep one; none where truth does not count plies, or no
/// trial is won.
fn excess(table: &Table<'_>, effort: usize) -> Option<Estimate> {
    let each = |trial: usize| {
        let plies = &table.seen[trial].plies;
        let fastest = plies.iter().copied().flatten().min()?;
        let kept: Vec<u32> = table.best(trial, effort).iter().filter_map(|choice| plies[*choice]).collect();
        let slower = |plies: &u32| f64::from(plies - fastest);
        (!kept.is_empty()).then(|| kept.iter().map(slower).sum::<f64>() / kept.len() as f64)
    };
    let slower: Vec<f64> = (0..table.seen.len()).filter_map(each).collect();
    (slower.len() > 1).then(|| Estimate::of_numbers(&slower, LEVEL))
}

fn uses(spent: &[Spent], player: &PlayerSetup, table: &Table<'_>, logged: bool) -> Option<Use> {
    let means: Vec<f64> = table.right.iter().map(|right| mean(right)).collect();
    // Of equals the smallest.
    let best = (0..means.len()).max_by(|a, b| means[*a].total_cmp(&means[*b]).then(b.cmp(a)))?;
    // It was chosen for being the best: the comparisons hold together for all pairs.
    let level = each_of(spent.len() * (spent.len() - 1) / 2);
    let less =
        |at: &usize| Estimate::of_differences(&differences(&table.right[best], &table.right[*at]), level);
    let alike = (0..spent.len()).filter(|at| *at == best || !less(at).is_negative());
    let each = |trial: usize| table.right.iter().map(|right| right[trial]).fold(0.0, f64::max);
    let oracle: Vec<f64> = (0..table.seen.len()).map(each).collect();
    Some(Use {
        best: spent[best],
        alike: alike.map(|at| spent[at]).collect(),
        oracle: Estimate::of(&oracle, LEVEL),
        // Of a log only the moves that were chosen are known.
        where_deepest_is_wrong: if logged { None } else { second(table) },
        at_nodes: compared::at_nodes(player, table),
    })
}

/// What smaller efforts, and as many random moves, are worth where the largest is wrong: trials weigh as far as it is. Of
/// tied moves, and of random ones, each is drawn for itself.
fn second(table: &Table<'_>) -> Option<Second> {
    let (last, smaller) = table.right.split_last()?;
    if smaller.is_empty() {
        return None;
    }
    let wrong: Vec<f64> = last.iter().map(|right| 1.0 - right).collect();
    let any = |trial: usize| 1.0 - smaller.iter().map(|right| 1.0 - right[trial]).product::<f64>();
    let shallower: Vec<f64> = (0..last.len()).map(any).collect();
    let random = |correct: &Vec<f64>| {
        let share = correct.iter().sum::<f64>() / correct.len().max(1) as f64;
        1.0 - (1.0 - share).powi(smaller.len() as i32)
    };
    let random: Vec<f64> = table.correct.iter().map(random).collect();
    Some(Second {
        efforts: smaller.len(),
        positions: wrong.iter().sum(),
        shallower: Estimate::weighted(&shallower, &wrong, LEVEL)?,
        random: Estimate::weighted(&random, &wrong, LEVEL)?,
    })
}
