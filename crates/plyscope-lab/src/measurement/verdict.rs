//! The verdict in a sentence with its numbers, why, and what to do.
//!
//! Only a loss over two plies is called pathological; over one ply it hurts. Verdicts are tried in a fixed order, and the
//! numbers are always printed with the words.

use super::finding::{Case, SELECTED_POSITIONS, spaced, verb};
use super::step::{Judged, Step};
use super::{Estimate, Finding, Repair, RepairReport, naming};
use plyscope::oracle::Certainty;
use serde::Serialize;

/// What came out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// What it is called.
    pub id: Called,
    /// The sentence.
    pub text: String,
}

/// What a player's decisions are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Called {
    /// More decides worse, whatever the parity.
    Pathology,
    /// A ply more loses, two do not.
    Parity,
    /// A ply more loses, and two are not decided.
    Hurts,
    /// Ties cost decisions.
    Ties,
    /// What helps is proof.
    Proof,
    /// Nothing is concluded from positions that were selected by what a player decides at them.
    Selected,
    /// None of these.
    None,
}

/// What a repair says.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Why {
    /// The repair.
    pub id: Repair,
    /// The sentence.
    pub text: String,
}

/// What to do.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Advice {
    /// In words.
    pub text: String,
    /// A command to try.
    pub command: Option<String>,
}

/// A share as percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// A difference in points, with its sign.
pub(crate) fn points(difference: f64) -> String {
    let text = format!("{:+.1}", 100.0 * difference);
    if text == "-0.0" { "+0.0".into() } else { text }
}

/// A difference in points, without its sign.
pub(super) fn unsigned(difference: f64) -> String {
    format!("{:.1}", 100.0 * difference.abs())
}

/// A net with its interval.
pub(crate) fn interval(net: &Estimate) -> String {
    format!("{} [{}, {}]", points(net.value), points(net.low), points(net.high))
}

impl Case<'_> {
    /// The worst step that hurts, over one effort or two.
    fn worst(&self, double: bool) -> Option<&Step> {
        let hurting = self
            .report
            .steps
            .iter()
            .filter(|step| step.is_double() == double && step.verdict == Judged::Hurts);
        hurting.min_by(|a, b| a.net.value.total_cmp(&b.net.value))
    }

    fn repair(&self, id: Repair) -> Option<&RepairReport> {
        self.report.repairs.iter().find(|repair| repair.id == id)
    }

    /// The effort at which a repair gains most beyond its interval.
    fn gains(&self, id: Repair) -> Option<usize> {
        let repair = self.repair(id)?;
        let gaining = repair.gain.iter().enumerate().filter(|(_, gain)| gain.is_positive());
        gaining.max_by(|a, b| a.1.value.total_cmp(&b.1.value)).map(|(effort, _)| effort)
    }

    fn sentence(&self, step: &Step) -> String {
        format!(
            "From {} to {} it breaks {} of decisions and repairs {} (net {})",
            step.from,
            step.to,
            percent(step.hurt.value),
            percent(step.helped.value),
            interval(&step.net)
        )
    }

    /// The verdict, and what to do.
    pub(super) fn judge(&self) -> (Verdict, Vec<Advice>) {
        let (verdict, mut advice) = self.judged();
        advice.extend(self.look());
        (verdict, advice)
    }

    fn judged(&self) -> (Verdict, Vec<Advice>) {
        if self.setup.selected {
            return self.selected();
        }
        if self.truth.certainty == Certainty::None {
            return self.without_truth();
        }
        if self.report.steps.is_empty() {
            let text = match self.setup.is_logged() {
                true => "One effort alone says nothing about spending more; the log needs rows of several.",
                false => {
                    "One effort alone says nothing about looking deeper; give several, such as --depths 1..6."
                }
            };
            return (Verdict { id: Called::None, text: text.into() }, Vec::new());
        }
        if let Some(step) = self.worst(true) {
            return self.pathology(step);
        }
        if let Some(step) = self.worst(false) {
            // Depths of one parity, and efforts that have none, leave nothing for parity to explain.
            return match step.plies() {
                Some(plies) if plies % 2 == 1 => self.hurts(step),
                _ => self.pathology(step),
            };
        }
        if let Some(found) = self.ties() {
            return found;
        }
        if let Some(found) = self.proof() {
            return found;
        }
        let noun = self.setup.noun();
        let better = self.report.steps.iter().filter(|step| step.verdict == Judged::Helps).count();
        let steps = match better {
            0 => format!("Over all {noun}s no step changes the result significantly"),
            better => {
                let (steps, help) = (self.report.steps.len(), if better == 1 { "helps" } else { "help" });
                format!("Over all {noun}s {better} of {steps} steps {help} and none hurts")
            }
        };
        (Verdict { id: Called::None, text: format!("{steps}. {}.", self.repaired()) }, Vec::new())
    }

    /// Positions that broke a decision before do so again, and whatever changes the player seems to repair them.
    fn selected(&self) -> (Verdict, Vec<Advice>) {
        let step = self.worst(true).or_else(|| self.worst(false));
        let again = step.map_or(String::new(), |step| format!(" {}.", self.sentence(step)));
        let text = format!("{SELECTED_POSITIONS}, and any change of the player seems to gain here.{again}");
        let advice = Advice {
            text: "Look at what a changed player does at these positions; to find out whether it is better, measure \
                   positions that were not selected."
                .into(),
            command: None,
        };
        (Verdict { id: Called::Selected, text }, vec![advice])
    }

    /// Where the loss that is reported can be seen.
    fn look(&self) -> Option<Advice> {
        let to = self.report.finding.to.filter(|_| self.report.finding.is_loss())?;
        let Finding { broken, place, from, .. } = &self.report.finding;
        if *broken == 0 {
            return None;
        }
        let (broken, place) = (naming::several(*broken as u64, self.setup.noun()), spaced(place));
        let breaks = verb(to, "break");
        let text = match self.player.evaluator.is_empty() {
            _ if self.setup.is_logged() => format!(
                "Look at the {broken} that {to} {breaks}{place}: what was right with {}, and what came instead?",
                from.map_or(String::new(), |from| from.to_string())
            ),
            true => format!(
                "Look at the {broken} that {to} {breaks}{place}: what does the engine prune, reduce or extend there that it did not \
                 with {}?",
                from.map_or(String::new(), |from| from.to_string())
            ),
            false => format!(
                "Look at the {broken} that {to} {breaks}{place}: what does the evaluator say at the ends of the lines?"
            ),
        };
        Some(Advice { text, command: None })
    }

    /// What a repair gains where it gains most, and loses where it loses most; none where it does neither significantly.
    fn effect(&self, repair: &RepairReport) -> Option<String> {
        let most = |sign: f64| {
            let all = repair
                .gain
                .iter()
                .enumerate()
                .filter(|(_, gain)| if sign > 0.0 { gain.is_positive() } else { gain.is_negative() });
            let (at, gain) = all.max_by(|a, b| (sign * a.1.value).total_cmp(&(sign * b.1.value)))?;
            let verb = if sign > 0.0 { "gains" } else { "loses" };
            Some(format!("{verb} {} points at {}", unsigned(gain.value), self.setup.spent(at)))
        };
        let told: Vec<String> = [most(1.0), most(-1.0)].into_iter().flatten().collect();
        (!told.is_empty()).then(|| format!("{} {}", repair.id.id(), told.join(" and ")))
    }

    /// What repairs change, for the better and for the worse.
    fn repaired(&self) -> String {
        let told: Vec<String> = self.report.repairs.iter().filter_map(|repair| self.effect(repair)).collect();
        match (self.report.repairs.is_empty(), told.is_empty()) {
            (true, _) => "No repair was tried".into(),
            (_, true) => "No repair changes the result significantly".into(),
            (_, false) => format!("Repairs: {}", told.join("; ")),
        }
    }

    /// What a repair loses elsewhere, to be said beside what it gains.
    fn but_loses(&self, id: Repair) -> String {
        let Some(repair) = self.repair(id) else { return String::new() };
        let lost = repair.gain.iter().enumerate().filter(|(_, gain)| gain.is_negative());
        lost.min_by(|a, b| a.1.value.total_cmp(&b.1.value)).map_or(String::new(), |(at, gain)| {
            format!(" (it loses {} points at {})", unsigned(gain.value), self.setup.spent(at))
        })
    }

    fn pathology(&self, step: &Step) -> (Verdict, Vec<Advice>) {
        let pooled = [Repair::Vote, Repair::Average, Repair::AverageSkip];
        let independent = match pooled.iter().all(|repair| self.gains(*repair).is_some()) {
            true => " Pooling depths repairs it whatever their parity: errors are close to independent.",
            false => "",
        };
        let more = match step.plies() {
            Some(2) => "looking two plies deeper".to_string(),
            Some(plies) => format!("looking {plies} plies deeper"),
            None => "spending more".to_string(),
        };
        let text = format!("{}: {more} decides worse. Pathology.{independent}", self.sentence(step));
        let mut advice = Vec::new();
        let mut add = |text: String, command: Option<String>| advice.push(Advice { text, command });
        // What takes no rule cannot change it, and an engine's evaluator is its own.
        if !self.player.rule.is_empty() {
            add(
                "Use a back-up rule that models evaluation error: the product rule on calibrated values, or EMM."
                    .into(),
                self.setup.calibrated_command(self.player, "calibrated-product"),
            );
        }
        if self.setup.is_logged() {
            add(format!("Stop at {}: {} {} worse.", step.from, step.to, verb(step.to, "decide")), None);
        }
        if self.gains(Repair::Vote).is_some() {
            let but_loses = self.but_loses(Repair::Vote);
            let pool = match self.setup.is_logged() {
                true => "Pool efforts: let all of them so far vote",
                false => "Pool depths: let all depths searched so far vote",
            };
            add(format!("{pool}{but_loses}."), None);
        }
        if !self.player.evaluator.is_empty() {
            add("Try a smoother evaluator.".into(), None);
        }
        (Verdict { id: Called::Pathology, text }, advice)
    }

    /// One ply more loses: parity, if over two plies the interval excludes a loss of more than half of it.
    fn hurts(&self, step: &Step) -> (Verdict, Vec<Advice>) {
        let (from, to) = step.between;
        let over = self.report.steps.iter().find(|other| other.is_double() && other.between.0 == from);
        let over = over
            .or_else(|| self.report.steps.iter().find(|other| other.is_double() && other.between.1 == to));
        let is_parity = over.is_some_and(|over| over.net.low > step.net.value / 2.0);
        let over = over.map_or(String::new(), |over| {
            let gains = match (over.verdict, is_parity) {
                (Judged::Helps, _) => "it gains",
                (_, true) => "at most half of that can be lost",
                (_, false) => "as much may be lost or none",
            };
            format!("; from {} to {} {gains} (net {})", over.from, over.to, interval(&over.net))
        });
        if !is_parity {
            let text = format!(
                "{}{over}: the step hurts. Whether it is parity or pathology these {}s do not tell; more {} may.",
                self.sentence(step),
                self.setup.noun(),
                if self.setup.is_logged() { "of them" } else { "--trials" }
            );
            return (Verdict { id: Called::Hurts, text }, Vec::new());
        }
        let confirmed = match (self.gains(Repair::Average), self.gains(Repair::AverageSkip)) {
            (Some(_), None) => {
                " Averaging two neighbouring depths repairs it and averaging two of one parity does not: parity is confirmed."
            }
            _ => "",
        };
        let text = format!("{}{over}: parity.{confirmed}", self.sentence(step));
        let mut advice = vec![self.where_to_stop(step)];
        let mut add = |id: Repair, text: &str| {
            if self.gains(id).is_some() {
                advice.push(Advice { text: format!("{text}{}.", self.but_loses(id)), command: None });
            }
        };
        add(Repair::Average, "Average the values of the last two depths: that gains");
        add(
            Repair::Quiescence,
            "Resolve captures and threats before evaluating: the game's own quiescence gains",
        );
        add(Repair::Tempo, "Subtract the mean value by side to move from the evaluator: that gains");
        (Verdict { id: Called::Parity, text }, advice)
    }

    /// Depths of the parity that does not lose, unless the table says that others are better.
    fn where_to_stop(&self, step: &Step) -> Advice {
        let to = step.between.1;
        let good = self.setup.of_parity_before(to);
        let alike = self.report.uses.as_ref().map_or(&[][..], |uses| &uses.alike);
        if good.iter().any(|at| alike.contains(&self.setup.spent(*at))) {
            let text = format!("Stop at depths of one parity ({}).", self.setup.one_parity(to));
            return Advice { text, command: self.setup.parity_command(self.player, to) };
        }
        let best = match alike {
            [best] => format!("{best}, which is best"),
            alike => format!("one of {}, which are best", naming::efforts(alike)),
        };
        let text =
            format!("Search to {best}; between them avoid {}, which is worse than {}.", step.to, step.from);
        Advice { text, command: None }
    }

    fn ties(&self) -> Option<(Verdict, Vec<Advice>)> {
        let at = self.gains(Repair::TiesPrevious)?;
        let repair = self.repair(Repair::TiesPrevious)?;
        let noise = self.repair(Repair::Noise).map(|noise| noise.gain[at]);
        if noise.is_some_and(|noise| noise.value >= repair.gain[at].value) {
            return None;
        }
        let beside =
            noise.map_or(String::new(), |noise| format!("; a random tie-break gains {}", interval(&noise)));
        let text = format!(
            "Ties cost decisions: choosing among equally good moves by the depths before gains {} points at {}{}{beside}.",
            interval(&repair.gain[at]),
            self.setup.spent(at),
            self.but_loses(Repair::TiesPrevious)
        );
        let advice = Advice {
            text:
                "Among equal moves keep the previous iteration's move, or add a second feature as a tie-breaker."
                    .into(),
            command: None,
        };
        Some((Verdict { id: Called::Ties, text }, vec![advice]))
    }

    fn proof(&self) -> Option<(Verdict, Vec<Advice>)> {
        let hidden = self.repair(Repair::NoTerminals)?;
        let (first, last) = (hidden.accuracy.first()?.value, hidden.accuracy.last()?.value);
        let plain = |at: usize| hidden.accuracy[at].value - hidden.gain[at].value;
        let gain = plain(hidden.accuracy.len() - 1) - plain(0);
        let lost = hidden.gain.last().filter(|loss| loss.is_negative())?;
        if gain <= 0.0 || last - first > gain / 2.0 {
            return None;
        }
        let word = if self.truth.certainty == Certainty::Exact { "correct" } else { "agreeing" };
        let text = format!(
            "The help is proof: from {} to {} {} decisions rise by {} points, and with the end of the game hidden from the \
             search by {}; without the end it is {} points less at the last.",
            self.setup.spent(0),
            self.setup.spent(hidden.accuracy.len() - 1),
            word,
            unsigned(gain),
            unsigned(last - first),
            unsigned(lost.value)
        );
        let advice = Advice {
            text: "Search like a solver near the end of the game; elsewhere a better evaluator is needed."
                .into(),
            command: None,
        };
        Some((Verdict { id: Called::Proof, text }, vec![advice]))
    }

    fn without_truth(&self) -> (Verdict, Vec<Advice>) {
        let warning = match self.report.parity_index {
            Some(index) if index > -0.025 => format!(
                "The parity index is {index:+.3}: depths of one parity agree about as much as neighbours do. Where that was \
                 so, deeper searches were often worse. A warning, not a proof."
            ),
            Some(index) => {
                format!("The parity index is {index:+.3}: nothing suspicious. That proves nothing.")
            }
            None => "Three consecutive depths or more give a parity index (--depths 1..6).".into(),
        };
        (Verdict { id: Called::None, text: warning }, Vec::new())
    }

    /// What every repair says that was run.
    pub(super) fn why(&self) -> Vec<Why> {
        let why = |report: &RepairReport| {
            // Where it matters most.
            let at = (0..report.gain.len()).max_by(|a, b| {
                report.gain[*a].value.abs().total_cmp(&report.gain[*b].value.abs()).then(b.cmp(a))
            })?;
            let gain = &report.gain[at];
            let (low, high) = (unsigned(gain.low), unsigned(gain.high));
            let effect = match gain {
                gain if gain.is_positive() => {
                    format!("gains {} [{low}, {high}] points", unsigned(gain.value))
                }
                gain if gain.is_negative() => {
                    format!("loses {} [{high}, {low}] points", unsigned(gain.value))
                }
                _ => format!("makes no significant difference ({})", interval(gain)),
            };
            let fewer = |change: f64| {
                let word = if change > 0.0 { "fewer" } else { "more" };
                (unsigned(change) != "0.0").then(|| format!("{} points {word}", unsigned(change)))
            };
            let (broken, repaired) = (fewer(report.hurt_removed[at]), fewer(report.helped_lost[at]));
            let changes =
                [broken.map(|by| format!("breaks {by}")), repaired.map(|by| format!("repairs {by}"))];
            let changes: Vec<String> = changes.into_iter().flatten().collect();
            let step = match at {
                0 => String::new(),
                _ if changes.is_empty() => String::new(),
                at => format!("; the step from {} {}", self.setup.spent(at - 1), changes.join(" and ")),
            };
            let text = format!(
                "With {} it {effect} at {}{step}. It tests {}.",
                report.id.does(),
                self.setup.spent(at),
                report.id.tests()
            );
            Some(Why { id: report.id, text })
        };
        self.report.repairs.iter().filter_map(why).collect()
    }
}
