//! What is measured: the game, the positions, who judges and who plays; and the commands that a reader may want next.

use super::finding::Again;
use super::naming::quoted;
use super::{Absent, Repair, Spent, Stopping};
use plyscope::oracle::Certainty;
use plyscope::search::Effort;

/// Who is measured.
#[derive(Debug, Clone, Default, PartialEq)]
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
    pub absent: Vec<Absent>,
    /// Who it is compared with at equal numbers of nodes; the first is what the others are measured by.
    pub rivals: Vec<RivalSetup>,
}

/// Another rule and search with the same evaluator.
#[derive(Debug, Clone, PartialEq)]
pub struct RivalSetup {
    /// What it is called for short.
    pub id: &'static str,
    /// The player in one text.
    pub name: String,
    /// The depths that it is searched to.
    pub depths: Vec<u32>,
}

/// Who judges.
#[derive(Debug, Clone, PartialEq)]
pub struct TruthSetup {
    /// Its name with all parameters.
    pub name: String,
    /// How far it is the truth.
    pub certainty: Certainty,
    /// Does a proxy tell expected scores, from 0 to 1?
    pub scores: bool,
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
    /// Are trials added until steps are decided? Then their intervals hold at every number of trials.
    pub always: bool,
    /// Does the source count its positions, so that one that is passed over is not replaced?
    pub listed: bool,
    /// Were the positions selected by what a player decides at them?
    pub selected: bool,
    /// What a reader should know of the source, such as what was left out of a file.
    pub remarks: Vec<String>,
    /// Random positions that usually have more to decide, where others would be drawn than these.
    pub better: Option<String>,
    /// What players may spend.
    pub efforts: Vec<Effort>,
    /// Do margins count? Else a move is correct that keeps the best outcome.
    pub margins: bool,
    /// The repairs that are tried.
    pub repairs: Vec<Repair>,
    /// Who judges, one or several.
    pub truths: Vec<TruthSetup>,
    /// Who is measured.
    pub players: Vec<PlayerSetup>,
    /// Is the second player compared with the first, and when does that end?
    pub comparison: Option<Stopping>,
    /// The ways to group that a log has, where decisions come from one.
    pub groups: Option<Vec<String>>,
}

impl Setup {
    /// Are positions those of chess, so that EPD can hold them?
    pub(super) fn is_chess(&self) -> bool {
        self.named == "chess" || self.named.starts_with("chess(")
    }

    /// Do decisions come from a log?
    pub(super) fn is_logged(&self) -> bool {
        self.groups.is_some()
    }

    /// What is decided at: a position of a game, or an item of a log.
    pub(super) fn noun(&self) -> &'static str {
        if self.is_logged() { "item" } else { "position" }
    }

    /// What the source says of itself, in one text.
    pub(super) fn remark(&self) -> Option<String> {
        let (first, others) = self.remarks.split_first()?;
        Some(format!("{first} {}", others.join("; ")).trim_end().to_string())
    }

    pub(super) fn spent(&self, effort: usize) -> Spent {
        Spent(self.efforts[effort])
    }

    /// The places of the depths that have the parity of the one before a place.
    pub(super) fn of_parity_before(&self, at: usize) -> Vec<usize> {
        let depth = |place: usize| self.efforts.get(place).and_then(|effort| effort.depth());
        let before = at.checked_sub(1).and_then(depth);
        let same = |place: &usize| depth(*place).zip(before).is_some_and(|(one, other)| one % 2 == other % 2);
        (0..self.efforts.len()).filter(same).collect()
    }

    fn parity_of(&self, at: usize) -> Vec<String> {
        let depth = |place: usize| self.efforts[place].depth();
        self.of_parity_before(at).into_iter().filter_map(depth).map(|depth| depth.to_string()).collect()
    }

    pub(super) fn one_parity(&self, at: usize) -> String {
        self.parity_of(at).join(", ")
    }

    /// Does the command know the game and what plays it? What lives in a Python program alone it does not.
    fn is_known_to_the_command(&self, player: &PlayerSetup) -> bool {
        let is_python =
            |name: &str| name.parse::<plyscope::name::Name>().is_ok_and(|name| name.kind() == "python");
        !is_python(&self.named) && !is_python(&player.evaluator)
    }

    /// What measures a file of positions with the same player, truth and efforts.
    pub(super) fn again(&self, player: &PlayerSetup, truth: &TruthSetup) -> Option<Again> {
        let known = !self.is_logged() && self.is_known_to_the_command(player);
        let first = self.efforts.first().filter(|_| known)?;
        let amounts: Vec<String> = self.efforts.iter().map(|effort| effort.amount().to_string()).collect();
        let unit = first.unit().key;
        let name: plyscope::name::Name = player.name.parse().ok()?;
        let who = match (player.rule.is_empty(), player.evaluator.is_empty()) {
            (false, _) => {
                let search = name
                    .get("search")
                    .map_or(String::new(), |search| format!(" --search {}", quoted(search)));
                format!("--evaluator {} --rule {}{search}", quoted(&player.evaluator), quoted(&player.rule))
            }
            (_, false) => {
                format!("--evaluator {} --search {}", quoted(&player.evaluator), quoted(name.get("search")?))
            }
            _ => format!("--player {}", quoted(&player.name)),
        };
        let head = format!("plyscope measure {} {who} --{unit} {}", quoted(&self.named), listed(&amounts));
        let tail = match self.margins {
            true => " --margins".to_string(),
            false => format!(" --truth {}", quoted(&truth.name)),
        };
        Some(Again { head, tail })
    }

    fn measure_command(&self, evaluator: &str, rule: &str, depths: &str) -> String {
        format!(
            "plyscope measure {} --evaluator {} --rule {rule} --depths {depths} --positions {}",
            quoted(&self.named),
            quoted(evaluator),
            quoted(&self.positions)
        )
    }

    pub(super) fn parity_command(&self, player: &PlayerSetup, at: usize) -> Option<String> {
        let depths = self.parity_of(at);
        let searched = !player.evaluator.is_empty() && !player.rule.is_empty() && depths.len() > 1;
        let searched = searched && self.is_known_to_the_command(player);
        searched.then(|| self.measure_command(&player.evaluator, &player.rule, &listed(&depths)))
    }

    pub(super) fn calibrated_command(&self, player: &PlayerSetup, rule: &str) -> Option<String> {
        if !self.is_known_to_the_command(player) {
            return None;
        }
        let mut name: plyscope::name::Name = player.evaluator.parse().ok()?;
        if name.get("calibrate").is_none_or(|kind| kind == "none") {
            name = name.without(&["calibrate"]).with("calibrate", "isotonic");
        }
        let depths: Vec<String> =
            self.efforts.iter().filter_map(|effort| effort.depth()).map(|d| d.to_string()).collect();
        (!depths.is_empty()).then(|| self.measure_command(&name.to_string(), rule, &listed(&depths)))
    }

    /// The tree at a position, where the player searches one.
    pub(super) fn tree(&self, player: &PlayerSetup, position: &str, depth: u32) -> Option<TreeAt> {
        let searched = !player.evaluator.is_empty() && !player.rule.is_empty();
        (searched && self.is_known_to_the_command(player)).then(|| TreeAt {
            game: self.named.clone(),
            position: position.into(),
            depth,
            rule: player.rule.clone(),
            evaluator: player.evaluator.clone(),
        })
    }
}

/// A searched tree to look at.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeAt {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// How deep it was searched.
    pub depth: u32,
    /// The rule.
    pub rule: String,
    /// The evaluator.
    pub evaluator: String,
}

impl TreeAt {
    /// The command that draws it.
    pub(super) fn command(&self) -> String {
        format!(
            "plyscope tree {} --position {} --depth {} --rule {} --evaluator {}",
            quoted(&self.game),
            quoted(&self.position),
            self.depth,
            quoted(&self.rule),
            quoted(&self.evaluator)
        )
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
