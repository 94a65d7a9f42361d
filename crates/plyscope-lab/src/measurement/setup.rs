//! What is measured: the game, the positions, who judges and who plays; and the commands that a reader may want next.

use super::{Repair, Spent};
use plyscope::oracle::Certainty;
use plyscope::search::Effort;

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
    /// Does the source count its positions, so that one that is passed over is not replaced?
    pub listed: bool,
    /// What players may spend.
    pub efforts: Vec<Effort>,
    /// Do margins count? Else a move is correct that keeps the best outcome.
    pub margins: bool,
    /// The repairs that are tried.
    pub repairs: Vec<&'static Repair>,
    /// Who judges, one or several.
    pub truths: Vec<TruthSetup>,
    /// Who is measured.
    pub players: Vec<PlayerSetup>,
}

impl Setup {
    pub(super) fn spent(&self, effort: usize) -> Spent {
        Spent(self.efforts[effort])
    }

    /// The depths that have the parity of the one before a place.
    fn parity_of(&self, at: usize) -> Vec<String> {
        let depth = |place: usize| self.efforts.get(place).and_then(|effort| effort.depth());
        let before = at.checked_sub(1).and_then(depth);
        let same = |depth: &u32| before.is_some_and(|before| depth % 2 == before % 2);
        (0..self.efforts.len()).filter_map(depth).filter(same).map(|depth| depth.to_string()).collect()
    }

    pub(super) fn one_parity(&self, at: usize) -> String {
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

    pub(super) fn parity_command(&self, player: &PlayerSetup, at: usize) -> Option<String> {
        let depths = self.parity_of(at);
        let searched = !player.evaluator.is_empty() && depths.len() > 1;
        searched.then(|| self.measure_command(&player.evaluator, &player.rule, &listed(&depths)))
    }

    pub(super) fn calibrated_command(&self, player: &PlayerSetup, rule: &str) -> Option<String> {
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
        (!player.evaluator.is_empty()).then(|| TreeAt {
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

/// As a shell wants it.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,=".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.into()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
