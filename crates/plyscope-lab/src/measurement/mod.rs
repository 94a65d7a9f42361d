//! Measurements: does looking deeper help here, where does it hurt, why, and what to do.
//!
//! For every trial and effort the value of every root move is kept ([`Record`]). Everything else is computed from that
//! table afterwards: what one ply more repairs and breaks, what repairs would change, where in the game it hurts, which
//! positions to look at. A measurement is a function of the records alone.

mod chart;
mod estimate;
mod page;
mod phase;
mod record;
mod repair;
mod spent;
mod step;
mod table;
mod text;
mod verdict;
mod worst;

pub use estimate::{Estimate, LEVEL};
pub use page::page;
pub use phase::Phase;
pub use record::{At, Decided, Record, Seen, best_of};
pub use repair::{REPAIRS, Repair, repair};
pub use spent::Spent;
pub use step::{Judged, Step};
pub use text::text;
pub use verdict::{Advice, Verdict, Why};
pub use worst::Worst;

use estimate::{differences, each_of, mean};
use plyscope::oracle::Certainty;
use plyscope::search::Effort;
use serde::Serialize;
use std::collections::BTreeMap;
use step::steps;
use table::Table;
use verdict::{Evidence, percent};

/// Who is measured.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerSetup {
    /// The player in one text.
    pub name: String,
    /// The rule.
    pub rule: String,
    /// The evaluator.
    pub evaluator: String,
    /// Are its values calibrated chances of winning?
    pub calibrated: bool,
    /// The value at which neither side is ahead.
    pub even: f64,
    /// Repairs that were asked for and could not be run, with the reason.
    pub absent: Vec<(&'static str, String)>,
}

/// Who judges.
#[derive(Debug, Clone, PartialEq)]
pub struct TruthSetup {
    /// Its name with all parameters.
    pub name: String,
    /// How far it is the truth.
    pub certainty: Certainty,
    /// Which of a record's truths are its: two where both must say the same.
    pub oracles: Vec<usize>,
}

/// What is measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// The game, with all parameters.
    pub game: String,
    /// The game as it was named, for commands.
    pub named: String,
    /// Where positions come from.
    pub positions: String,
    /// The seed.
    pub seed: u64,
    /// Trials that were asked for.
    pub asked: u64,
    /// Does the source count its positions, so that one that is passed over is not replaced?
    pub listed: bool,
    /// What players may spend.
    pub efforts: Vec<Effort>,
    /// The repairs that are tried.
    pub repairs: Vec<&'static Repair>,
    /// Who judges, one or several.
    pub truths: Vec<TruthSetup>,
    /// Who is measured.
    pub players: Vec<PlayerSetup>,
}

impl Setup {
    fn spent(&self, effort: usize) -> Spent {
        Spent(self.efforts[effort])
    }

    /// The depths that have the parity of the one before a place.
    fn parity_of(&self, at: usize) -> Vec<String> {
        let depth = |place: usize| self.efforts.get(place).and_then(|effort| effort.depth());
        let before = at.checked_sub(1).and_then(depth);
        let same = |depth: &u32| before.is_some_and(|before| depth % 2 == before % 2);
        (0..self.efforts.len()).filter_map(depth).filter(same).map(|depth| depth.to_string()).collect()
    }

    fn one_parity(&self, at: usize) -> String {
        self.parity_of(at).join(", ")
    }

    fn measure_command(&self, evaluator: &str, rule: &str, depths: &str) -> String {
        format!(
            "plyscope measure {} --evaluator {} --rule {rule} --depths {depths} --positions {}",
            quoted(&self.named),
            quoted(evaluator),
            quoted(&self.positions)
        )
    }

    fn parity_command(&self, player: &PlayerSetup, at: usize) -> Option<String> {
        let depths = self.parity_of(at);
        let searched = !player.evaluator.is_empty() && depths.len() > 1;
        searched.then(|| self.measure_command(&player.evaluator, &player.rule, &listed(&depths)))
    }

    fn calibrated_command(&self, player: &PlayerSetup, rule: &str) -> Option<String> {
        let mut name: plyscope::name::Name = player.evaluator.parse().ok()?;
        if name.get("calibrate").is_none_or(|kind| kind == "none") {
            name = name.without(&["calibrate"]).with("calibrate", "isotonic");
        }
        let depths: Vec<String> =
            self.efforts.iter().filter_map(|effort| effort.depth()).map(|d| d.to_string()).collect();
        (!depths.is_empty()).then(|| self.measure_command(&name.to_string(), rule, &listed(&depths)))
    }

    /// Opens the tree at a position.
    fn tree_command(&self, player: &PlayerSetup, position: &str, depth: u32) -> Option<String> {
        if player.evaluator.is_empty() {
            return None;
        }
        Some(format!(
            "plyscope tree {} --position {} --depth {depth} --rule {} --evaluator {}",
            quoted(&self.named),
            quoted(position),
            quoted(&player.rule),
            quoted(&player.evaluator)
        ))
    }
}

/// Depths as the command takes them.
fn listed(depths: &[String]) -> String {
    let numbers: Vec<u32> = depths.iter().filter_map(|depth| depth.parse().ok()).collect();
    match numbers.as_slice() {
        [first, .., last] if numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]) => {
            format!("{first}..{last}")
        }
        _ => depths.join(","),
    }
}

/// As a shell wants it.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,=".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.into()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// All that came out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measurement {
    /// The game.
    pub game: String,
    /// Where positions came from.
    pub positions: String,
    /// The seed.
    pub seed: u64,
    /// Positions that were judged.
    pub trials: u64,
    /// Positions that cannot be decided wrongly, passed over.
    pub trivial: u64,
    /// Positions that truth could not settle.
    pub unsolved: u64,
    /// Positions at which a player failed.
    pub failed: u64,
    /// What a reader should know.
    pub warnings: Vec<String>,
    /// Who judged.
    pub truth: OneOrMore<TruthReport>,
    /// The players, where one oracle judged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<PlayerReport>,
    /// The players by who judged, where several did.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub judged_by: BTreeMap<String, Vec<PlayerReport>>,
    /// Positions to look at.
    pub worst: Vec<Worst>,
}

/// One thing, or a list of several.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum OneOrMore<T> {
    /// One.
    One(T),
    /// Several.
    More(Vec<T>),
}

/// Who judged.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TruthReport {
    /// Its name.
    pub name: String,
    /// `exact`, `bounded`, `proxy` or `none`.
    pub certainty: String,
}

/// What came out for a player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerReport {
    /// The player.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// By effort.
    pub efforts: Vec<EffortReport>,
    /// What one effort more, and two, repair and break.
    pub steps: Vec<Step>,
    /// How far neighbouring efforts, and those two apart, choose the same moves.
    pub agreement: BTreeMap<u32, Vec<f64>>,
    /// See the guide.
    pub parity_index: Option<f64>,
    /// What repairs would change.
    pub repairs: Vec<RepairReport>,
    /// What that says.
    pub why: Vec<Why>,
    /// What to do.
    pub advice: Vec<Advice>,
    /// Where in the game it hurts.
    pub phases: Vec<Phase>,
    /// What to use.
    #[serde(rename = "use")]
    pub uses: Option<Use>,
}

/// A player at an effort.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EffortReport {
    /// The effort.
    #[serde(flatten)]
    pub effort: Spent,
    /// The share of correct decisions; none where nobody knows.
    pub accuracy: Option<Estimate>,
    /// What a decision gives away: the best move's outcome minus its own.
    pub regret: Option<Estimate>,
    /// How far the value of the position is from its outcome; for calibrated values.
    pub value_error: Option<Estimate>,
    /// The share of trials in which several moves are best.
    pub tied: Estimate,
    /// Nodes a decision.
    pub mean_nodes: f64,
}

/// A repair's series.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RepairReport {
    /// Which repair.
    pub id: &'static str,
    /// Its accuracy, by effort.
    pub accuracy: Vec<Estimate>,
    /// What it gains over the plain decisions, by effort.
    pub gain: Vec<Estimate>,
    /// How much less the step to an effort breaks with it; 0 at the first.
    pub hurt_removed: Vec<f64>,
    /// How much less the step repairs with it; 0 at the first.
    pub helped_lost: Vec<f64>,
}

/// What to use.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Use {
    /// The best single effort.
    pub best: Spent,
    /// The accuracy of whoever knew which effort to trust at every position.
    pub oracle: Estimate,
}

/// The share of solved positions below which the easier ones are judged.
const SOLVED: f64 = 0.9;
/// The share of moves in a proxy's best set above which it cannot tell moves apart.
const BLUNT: f64 = 0.6;

impl Measurement {
    /// Computes all terms.
    pub fn new(setup: &Setup, records: &[Record]) -> Self {
        let seen: Vec<&Seen> = records.iter().filter_map(|record| record.seen.as_ref()).collect();
        let count = |of: fn(&Record) -> u32| records.iter().map(|record| u64::from(of(record))).sum::<u64>();
        let (trivial, unsolved) = (count(|record| record.trivial), count(|record| record.unsolved));
        let failed = count(|record| record.failed);
        let mut judged: Vec<(String, Vec<PlayerReport>)> = Vec::new();
        let mut worst = Vec::new();
        for (number, truth) in setup.truths.iter().enumerate() {
            let mut reports = Vec::new();
            for (index, player) in setup.players.iter().enumerate() {
                let oracle = truth.oracles.first().copied();
                let table = Table::new(setup, &seen, index, oracle);
                if number == 0 && !setup.efforts.is_empty() {
                    worst.extend(worst::worst(setup, &table, player, oracle));
                }
                reports.push(player_report(setup, truth, player, &table));
            }
            judged.push((truth.name.clone(), reports));
        }
        let told = |truth: &TruthSetup| TruthReport {
            name: truth.name.clone(),
            certainty: truth.certainty.to_string(),
        };
        let mut truths: Vec<TruthReport> = setup.truths.iter().map(told).collect();
        let trials = seen.len() as u64;
        let warnings = warnings(setup, &seen, [trials, trivial, unsolved, failed]);
        let (players, judged_by) = match judged.len() {
            1 => (judged.remove(0).1, BTreeMap::new()),
            _ => (Vec::new(), judged.into_iter().collect()),
        };
        Measurement {
            game: setup.game.clone(),
            positions: setup.positions.clone(),
            seed: setup.seed,
            trials,
            trivial,
            unsolved,
            failed,
            warnings,
            truth: if truths.len() == 1 { OneOrMore::One(truths.remove(0)) } else { OneOrMore::More(truths) },
            players,
            judged_by,
            worst,
        }
    }

    /// As JSON, for people and programs.
    pub fn json(&self) -> String {
        format!("{:#}\n", serde_json::json!({ "measurement": self }))
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

fn warnings(setup: &Setup, seen: &[&Seen], [trials, trivial, unsolved, failed]: [u64; 4]) -> Vec<String> {
    let mut warnings = Vec::new();
    let settled = trials + trivial;
    let solved = settled as f64 / (settled + unsolved).max(1) as f64;
    if unsolved > 0 && solved < SOLVED {
        warnings.push(format!(
            "Only {} of the positions could be solved. Solved positions are the easier ones: what is said holds for them. \
             More nodes solve more (solve(nodes=...)), and so do positions nearer to the end.",
            percent(solved)
        ));
    }
    if failed > 0 {
        warnings.push(format!("At {failed} positions a player failed; they are left out."));
    }
    if !setup.listed && trials < setup.asked {
        warnings.push(format!(
            "{trials} of {} trials found a position to decide at; for the others 100 were drawn in vain.",
            setup.asked
        ));
    }
    for truth in &setup.truths {
        match truth.certainty {
            Certainty::Exact => {}
            Certainty::Bounded => warnings.push(format!("{} bounds the truth; it does not name it.", truth.name)),
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
                "Nobody knows which moves are correct: only how far depths agree can be told. A deeper search \
                 (--truth 'search(depth=10)') is the next best judge."
                    .into(),
            ),
        }
    }
    if (1..100).contains(&trials) {
        warnings.push(format!("{trials} trials are few: expect wide intervals."));
    }
    warnings
}

fn player_report(setup: &Setup, truth: &TruthSetup, player: &PlayerSetup, table: &Table<'_>) -> PlayerReport {
    let spent: Vec<Spent> = setup.efforts.iter().map(|effort| Spent(*effort)).collect();
    let known = !table.right.is_empty();
    let mut steps = if known { steps(&spent, &table.right, 1) } else { Vec::new() };
    // A proxy is believed where its counterpart says the same.
    for other in truth.oracles.iter().skip(1) {
        let other = Table::new(setup, table.seen, table.player, Some(*other));
        for (step, other) in steps.iter_mut().zip(step::steps(&spent, &other.right, 1)) {
            if step.verdict != other.verdict {
                step.verdict = Judged::Undecided;
            }
        }
    }
    let repairs: Vec<RepairReport> =
        REPAIRS.iter().filter_map(|repair| repair_report(repair.id, &spent, table)).collect();
    let parity_index = table.parity_index();
    let word = if truth.certainty == Certainty::Exact { "correct" } else { "agreeing" };
    let evidence = Evidence { setup, player, steps: &steps, repairs: &repairs, parity_index, word };
    let (verdict, advice) = evidence.judge();
    let why = evidence.why();
    let apart = |plies: usize| {
        (0..spent.len().saturating_sub(plies))
            .map(|from| table.agreement(from, from + plies))
            .collect::<Vec<f64>>()
    };
    PlayerReport {
        name: player.name.clone(),
        verdict,
        efforts: efforts(setup, truth, player, table),
        agreement: BTreeMap::from([(1, apart(1)), (2, apart(2))]),
        parity_index,
        why,
        advice,
        phases: phase::phases(table, player.even),
        uses: known.then(|| uses(&spent, table)).flatten(),
        steps,
        repairs,
    }
}

fn repair_report(id: &'static str, spent: &[Spent], table: &Table<'_>) -> Option<RepairReport> {
    let repaired = table.repaired.get(id)?;
    let level = each_of(spent.len());
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
    Some(RepairReport {
        id,
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
    let exact = oracle.filter(|_| truth.certainty == Certainty::Exact);
    let at = |trial: usize, effort: usize| &table.seen[trial].players[table.player].at[effort];
    let trials = || 0..table.seen.len();
    let highest = |numbers: &[f64]| numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let report = |effort: usize| {
        let regret = exact.map(|oracle| {
            let each = |trial: usize| {
                let worth = &table.seen[trial].truth[oracle];
                let best = table.best(trial, effort);
                highest(worth) - best.iter().map(|i| worth[*i]).sum::<f64>() / best.len() as f64
            };
            Estimate::of(&trials().map(each).collect::<Vec<f64>>(), LEVEL)
        });
        let error = exact.filter(|_| player.calibrated).and_then(|oracle| {
            let each = |trial: usize| {
                let values = &at(trial, effort).values;
                (!values.is_empty())
                    .then(|| (highest(values) - highest(&table.seen[trial].truth[oracle])).abs())
            };
            trials().map(each).collect::<Option<Vec<f64>>>().map(|errors| Estimate::of(&errors, LEVEL))
        });
        let tied = trials().map(|trial| f64::from(u8::from(table.best(trial, effort).len() > 1)));
        let nodes: u64 = trials().map(|trial| at(trial, effort).nodes).sum();
        EffortReport {
            effort: setup.spent(effort),
            accuracy: table.right.get(effort).map(|right| Estimate::of(right, LEVEL)),
            regret,
            value_error: error,
            tied: Estimate::of(&tied.collect::<Vec<f64>>(), LEVEL),
            mean_nodes: nodes as f64 / table.seen.len().max(1) as f64,
        }
    };
    (0..setup.efforts.len()).map(report).collect()
}

fn uses(spent: &[Spent], table: &Table<'_>) -> Option<Use> {
    let means: Vec<f64> = table.right.iter().map(|right| mean(right)).collect();
    // Of equals the smallest.
    let best = (0..means.len()).max_by(|a, b| means[*a].total_cmp(&means[*b]).then(b.cmp(a)))?;
    let each = |trial: usize| table.right.iter().map(|right| right[trial]).fold(0.0, f64::max);
    let oracle: Vec<f64> = (0..table.seen.len()).map(each).collect();
    Some(Use { best: spent[best], oracle: Estimate::of(&oracle, LEVEL) })
}
