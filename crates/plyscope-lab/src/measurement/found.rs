//! All that comes out of a measurement, in the shape that scripts read.

use super::engines::who;
use super::verdict::{percent, points};
use super::{
    Advice, Comparison, Confirmed, Degree, Difference, EngineReport, Estimate, Finding, Phase, Repair, Spent,
    Step, Verdict, Why, Worst, naming,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// All that came out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measurement {
    /// The game.
    pub game: String,
    /// The game as it was named.
    #[serde(skip)]
    pub named: String,
    /// What is decided at: a position of a game, or an item of a log.
    #[serde(skip)]
    pub noun: &'static str,
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
    /// Do margins count? Else a move is correct that keeps the best outcome.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub margins: bool,
    /// Were the positions selected by what a player decides at them?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub selected: bool,
    /// What a reader should know.
    pub warnings: Vec<String>,
    /// Who judged.
    pub truth: OneOrMore<TruthReport>,
    /// The engines that answered, where there were any.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "who")]
    pub engines: Vec<EngineReport>,
    /// The players, where one oracle judged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<PlayerReport>,
    /// The players by who judged, where several did.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub judged_by: BTreeMap<String, Vec<PlayerReport>>,
    /// Where several players were measured: what each decides better than the first, on the same positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
    /// Where a player is compared with an older version of it: what came of that, a file of its own.
    #[serde(skip)]
    pub comparison: Option<Comparison>,
    /// Positions to look at: those that the step of a player's finding breaks.
    pub worst: Vec<Worst>,
    /// Files of positions that belong beside the report, by name.
    #[serde(skip)]
    pub files: Vec<(String, String)>,
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
    /// What is to be read first.
    pub finding: Finding,
    /// The verdict.
    pub verdict: Verdict,
    /// By effort.
    pub efforts: Vec<EffortReport>,
    /// What one effort more, and two, repair and break.
    pub steps: Vec<Step>,
    /// The degree of pathology; none without truth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub degree: Option<Degree>,
    /// How far neighbouring efforts, and those two apart, choose the same moves.
    pub agreement: BTreeMap<u32, Vec<f64>>,
    /// See the guide.
    pub parity_index: Option<f64>,
    /// What repairs would change.
    pub repairs: Vec<RepairReport>,
    /// What that says.
    pub why: Vec<Why>,
    /// Repairs that were asked for and could not be run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Absent>,
    /// What to do.
    pub advice: Vec<Advice>,
    /// Where in the game it hurts.
    pub phases: Vec<Phase>,
    /// Where it hurts most on one half of the trials, judged by the other half.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub confirmed: Vec<Confirmed>,
    /// What to use.
    #[serde(rename = "use")]
    pub uses: Option<Use>,
}

impl PlayerReport {
    /// What repairs learned from, in a sentence each.
    pub(super) fn lessons(&self, positions: &str) -> Vec<String> {
        let lesson = |repair: &RepairReport| {
            let learned = repair.learned?;
            Some(format!(
                "{} learned from {learned} solved positions of {positions} and up to the search depth beyond, other than those judged",
                repair.id.id()
            ))
        };
        self.repairs.iter().filter_map(lesson).collect()
    }

    /// Repairs with a gain that is worth printing, the efforts at which one has it, and the ids of the other repairs.
    pub(super) fn telling_repairs(&self) -> (Vec<&RepairReport>, Vec<usize>, Vec<&'static str>) {
        let tells =
            |gain: &Estimate| gain.is_positive() || gain.is_negative() || points(gain.value) != points(0.0);
        let (telling, silent): (Vec<_>, Vec<_>) =
            self.repairs.iter().partition(|repair| repair.gain.iter().any(tells));
        let at = |effort: &usize| telling.iter().any(|repair| tells(&repair.gain[*effort]));
        let efforts = (0..self.efforts.len()).filter(at).collect();
        (telling, efforts, silent.iter().map(|repair| repair.id.id()).collect())
    }

    /// Repairs that could not be run, those with the same reason together.
    pub(super) fn not_tried(&self) -> Vec<(Vec<&'static str>, &str)> {
        let mut reasons: Vec<(Vec<&'static str>, &str)> = Vec::new();
        for Absent { id, text } in &self.absent {
            match reasons.iter_mut().find(|(_, why)| why == text) {
                Some((ids, _)) => ids.push(id.id()),
                None => reasons.push((vec![id.id()], text)),
            }
        }
        reasons
    }
}

/// A player at an effort.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EffortReport {
    /// The effort.
    #[serde(flatten)]
    pub effort: Spent,
    /// The share of correct decisions; none without truth.
    pub accuracy: Option<Estimate>,
    /// What a decision gives away: the best move's outcome minus its own.
    pub regret: Option<Estimate>,
    /// By how many plies a decision that keeps a win is slower than the fastest one, where truth counts plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess: Option<Estimate>,
    /// How far the value of the position is from its outcome; for calibrated values.
    pub value_error: Option<Estimate>,
    /// The share of trials in which several moves are best.
    pub tied: Estimate,
    /// Nodes a decision; of a log its costs.
    pub mean_nodes: f64,
    /// What a decision costs, where a log says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Estimate>,
}

/// A repair's series.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RepairReport {
    /// Which repair.
    pub id: Repair,
    /// Its accuracy, by effort.
    pub accuracy: Vec<Estimate>,
    /// What it gains over the plain decisions, by effort.
    pub gain: Vec<Estimate>,
    /// How much less the step to an effort breaks with it; 0 at the first.
    pub hurt_removed: Vec<f64>,
    /// How much less the step repairs with it; 0 at the first.
    pub helped_lost: Vec<f64>,
    /// How many solved positions of the measurement's own source it learned from, under other keys; none where it does not
    /// learn from them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<u32>,
}

/// A repair that could not be run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Absent {
    /// Which repair.
    pub id: Repair,
    /// Why.
    pub text: String,
}

/// What to use.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Use {
    /// The best single effort.
    pub best: Spent,
    /// All efforts that cannot be told from it, that one included: no paired comparison finds them worse.
    pub alike: Vec<Spent>,
    /// The accuracy of always knowing which effort to trust.
    pub oracle: Estimate,
    /// What smaller efforts are worth where the largest is wrong; none where it never is, or is the only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub where_deepest_is_wrong: Option<Second>,
    /// Rules and searches at equal numbers of nodes, where they were compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at_nodes: Vec<AtNodes>,
}

/// Second opinions where the largest effort is wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Second {
    /// How many smaller efforts there are.
    pub efforts: usize,
    /// At how many positions the largest one is wrong; of tied moves the wrong share.
    pub positions: f64,
    /// How often at least one of the smaller efforts is right.
    pub shallower: Estimate,
    /// How often at least one of as many random moves is.
    pub random: Estimate,
}

impl Second {
    /// In a sentence; none where too few positions are wrong to say anything.
    pub(super) fn sentence(&self) -> Option<String> {
        /// Fewer say nothing.
        const FEWEST: f64 = 10.0;
        let (shallower, random) = (percent(self.shallower.value), percent(self.random.value));
        (self.positions >= FEWEST).then(|| match self.efforts {
            1 => format!("Where the largest effort is wrong, the smaller one is right in {shallower}; a random move would be in {random}."),
            efforts => format!(
                "Where the largest effort is wrong, at least one of the {efforts} smaller ones is right in {shallower}; of {efforts} \
                 random moves at least one would be in {random}."
            ),
        })
    }
}

impl Use {
    /// Which efforts are best, as far as paired comparisons tell.
    pub(super) fn sentence(&self, of: usize, noun: &str) -> String {
        let best = match self.alike.len() {
            1 => format!("best: {}", self.best),
            alike if alike == of => format!("{} cannot be told apart", naming::efforts(&self.alike)),
            _ => format!("best: one of {}, which cannot be told apart", naming::efforts(&self.alike)),
        };
        let bound = percent(self.oracle.value);
        format!("{best}; upper bound, if the best one at every {noun} were known: {bound}")
    }
}

/// A player with a number of nodes a decision, between two depths where it has no depth of just as many.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AtNodes {
    /// Nodes a decision, on average.
    pub nodes: u64,
    /// The player for short.
    pub id: &'static str,
    /// The player.
    pub player: String,
    /// The share of correct decisions.
    pub accuracy: Estimate,
    /// How much more that is than minimax with alpha-beta has; the intervals hold together. None for that itself.
    pub gain: Option<Estimate>,
}
