//! The verdict in a sentence with its numbers, why, and what to do.
//!
//! Only a loss over two plies is called pathological; over one ply it hurts. Verdicts are tried in a fixed order, and the
//! numbers are always printed with the words.

use super::repair::{REPAIRS, repair};
use super::step::{Judged, Step};
use super::{PlayerSetup, RepairReport, Setup};
use serde::Serialize;

/// What came out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// `pathology`, `parity`, `ties`, `proof` or `none`.
    pub id: &'static str,
    /// The sentence.
    pub text: String,
}

/// What a repair says.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Why {
    /// The repair.
    pub id: &'static str,
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
pub(super) fn points(difference: f64) -> String {
    let text = format!("{:+.1}", 100.0 * difference);
    if text == "-0.0" { "+0.0".into() } else { text }
}

/// A difference in points, without its sign.
fn unsigned(difference: f64) -> String {
    format!("{:.1}", 100.0 * difference.abs())
}

/// A net with its interval.
pub(super) fn interval(net: &super::Estimate) -> String {
    format!("{} [{}, {}]", points(net.value), points(net.low), points(net.high))
}

/// Steps and repairs of one player, to be judged.
pub(super) struct Evidence<'a> {
    pub(super) setup: &'a Setup,
    pub(super) player: &'a PlayerSetup,
    pub(super) steps: &'a [Step],
    pub(super) repairs: &'a [RepairReport],
    pub(super) parity_index: Option<f64>,
    /// What decisions are called: correct, or in agreement with a proxy.
    pub(super) word: &'a str,
}

impl Evidence<'_> {
    /// The worst step that hurts, over one effort or two.
    fn worst(&self, double: bool) -> Option<&Step> {
        let hurting =
            self.steps.iter().filter(|step| step.is_double() == double && step.verdict == Judged::Hurts);
        hurting.min_by(|a, b| a.net.value.total_cmp(&b.net.value))
    }

    fn repair(&self, id: &str) -> Option<&RepairReport> {
        self.repairs.iter().find(|repair| repair.id == id)
    }

    /// The effort at which a repair gains most beyond its interval.
    fn gains(&self, id: &str) -> Option<usize> {
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
        if self.steps.is_empty() {
            return self.without_truth();
        }
        if let Some(step) = self.worst(true) {
            return self.pathology(step);
        }
        if let Some(step) = self.worst(false) {
            // Depths of one parity, and efforts that have none, leave nothing for parity to explain.
            return match step.plies() {
                Some(plies) if plies % 2 == 1 => self.parity(step),
                _ => self.pathology(step),
            };
        }
        if let Some(found) = self.ties() {
            return found;
        }
        if let Some(found) = self.proof() {
            return found;
        }
        let better = self.steps.iter().filter(|step| step.verdict == Judged::Helps).count();
        let text = format!(
            "No step hurts beyond its interval; {better} of {} help. {}{}.",
            self.steps.len(),
            self.gaining(),
            self.most_broken()
        );
        (Verdict { id: "none", text }, Vec::new())
    }

    /// The repairs that gain, with how much they gain where it is most.
    fn gaining(&self) -> String {
        let gains = |repair: &RepairReport| {
            let at = self.gains(repair.id)?;
            Some(format!("{} ({} at {})", repair.id, points(repair.gain[at].value), self.setup.spent(at)))
        };
        let gaining: Vec<String> = self.repairs.iter().filter_map(gains).collect();
        match (self.repairs.is_empty(), gaining.is_empty()) {
            (true, _) => "No repair was tried".into(),
            (_, true) => "No repair changes the result by more than its interval".into(),
            (_, false) => format!("Repairs that gain: {}", gaining.join(", ")),
        }
    }

    /// What hides behind a positive net.
    fn most_broken(&self) -> String {
        let most = self
            .steps
            .iter()
            .filter(|step| !step.is_double())
            .max_by(|a, b| a.hurt.value.total_cmp(&b.hurt.value));
        most.filter(|step| step.hurt.value > 0.0).map_or(String::new(), |step| {
            format!(
                "; even so the step from {} to {} breaks {} of decisions",
                step.from,
                step.to,
                percent(step.hurt.value)
            )
        })
    }

    fn pathology(&self, step: &Step) -> (Verdict, Vec<Advice>) {
        let independent = match (self.gains("vote"), self.gains("average"), self.gains("average-skip")) {
            (Some(_), Some(_), Some(_)) => {
                " Pooling depths repairs it whatever their parity: errors are close to independent."
            }
            _ => "",
        };
        let more = match step.plies() {
            Some(2) => "looking two plies deeper".to_string(),
            Some(plies) => format!("looking {plies} plies deeper"),
            None => "spending more".to_string(),
        };
        let text = format!("{}: {more} decides worse. Pathology.{independent}", self.sentence(step));
        let mut advice = vec![Advice {
            text: "Use a back-up rule that knows errors: the product rule on calibrated values, or EMM."
                .into(),
            command: self.setup.calibrated_command(self.player, "calibrated-product"),
        }];
        if self.gains("vote").is_some() {
            advice.push(Advice {
                text: "Or pool depths: let all depths searched so far vote.".into(),
                command: None,
            });
        }
        advice.push(Advice { text: "A smoother evaluator is the other way out.".into(), command: None });
        (Verdict { id: "pathology", text }, advice)
    }

    fn parity(&self, step: &Step) -> (Verdict, Vec<Advice>) {
        let (from, to) = step.between;
        let over = self.steps.iter().find(|other| other.is_double() && other.between.0 == from);
        let over =
            over.or_else(|| self.steps.iter().find(|other| other.is_double() && other.between.1 == to));
        let over = over.map_or(String::new(), |over| {
            let gains = match over.verdict {
                Judged::Helps => "it gains",
                _ => "it does not lose",
            };
            format!("; from {} to {} {gains} (net {})", over.from, over.to, interval(&over.net))
        });
        let confirmed = match (self.gains("average"), self.gains("average-skip")) {
            (Some(_), None) => {
                " Averaging two neighbouring depths repairs it and averaging two of one parity does not: parity is confirmed."
            }
            _ => "",
        };
        let text = format!("{}{over}: parity.{confirmed}", self.sentence(step));
        let mut advice = vec![Advice {
            text: format!(
                "Stop at depths of one parity ({}), or average the last two.",
                self.setup.one_parity(to)
            ),
            command: self.setup.parity_command(self.player, to),
        }];
        if self.gains("quiescence").is_some() {
            advice.push(Advice {
                text: "Play out what is in the air before you evaluate: the game's own quiescence gains."
                    .into(),
                command: None,
            });
        }
        if self.gains("tempo").is_some() {
            advice.push(Advice {
                text: "Take the mean value by side to move off the evaluator.".into(),
                command: None,
            });
        }
        (Verdict { id: "parity", text }, advice)
    }

    fn ties(&self) -> Option<(Verdict, Vec<Advice>)> {
        let at = self.gains("ties-previous")?;
        let repair = self.repair("ties-previous")?;
        let noise = self.repair("noise").map(|noise| noise.gain[at]);
        if noise.is_some_and(|noise| noise.value >= repair.gain[at].value) {
            return None;
        }
        let beside =
            noise.map_or(String::new(), |noise| format!("; a random tie-break gains {}", interval(&noise)));
        let text = format!(
            "Ties cost decisions: choosing among equally good moves by the depths before gains {} points at {}{beside}{}.",
            interval(&repair.gain[at]),
            self.setup.spent(at),
            self.most_broken()
        );
        let advice = Advice {
            text:
                "Among equals keep the previous iteration's move, or add a second feature as a tie-breaker."
                    .into(),
            command: None,
        };
        Some((Verdict { id: "ties", text }, vec![advice]))
    }

    fn proof(&self) -> Option<(Verdict, Vec<Advice>)> {
        let hidden = self.repair("no-terminals")?;
        let (first, last) = (hidden.accuracy.first()?.value, hidden.accuracy.last()?.value);
        let plain = |at: usize| hidden.accuracy[at].value - hidden.gain[at].value;
        let gain = plain(hidden.accuracy.len() - 1) - plain(0);
        let lost = hidden.gain.last().filter(|loss| loss.is_negative())?;
        if gain <= 0.0 || last - first > gain / 2.0 {
            return None;
        }
        let text = format!(
            "The help is proof: from {} to {} {} decisions rise by {} points, and with the end of the game hidden from the \
             search by {}; without the end it is {} points less at the last.",
            self.setup.spent(0),
            self.setup.spent(hidden.accuracy.len() - 1),
            self.word,
            unsigned(gain),
            unsigned(last - first),
            unsigned(lost.value)
        );
        let advice = Advice {
            text: "Search like a solver near the end of the game; elsewhere a better evaluator is needed."
                .into(),
            command: None,
        };
        Some((Verdict { id: "proof", text }, vec![advice]))
    }

    fn without_truth(&self) -> (Verdict, Vec<Advice>) {
        let warning = match self.parity_index {
            Some(index) if index > -0.025 => format!(
                "The parity index is {index:+.3}: depths of one parity agree about as much as neighbours do. Where that was \
                 so, deeper searches were often worse. A warning, not a proof."
            ),
            Some(index) => {
                format!("The parity index is {index:+.3}: nothing suspicious. That proves nothing.")
            }
            None => "Three consecutive depths would give a parity index.".into(),
        };
        let text = format!("Without truth nothing can be said of decisions. {warning}");
        (Verdict { id: "none", text }, Vec::new())
    }

    /// What every repair says that was run.
    pub(super) fn why(&self) -> Vec<Why> {
        let why = |report: &RepairReport| {
            let known = repair(report.id)?;
            // Where it matters most.
            let at = (0..report.gain.len()).max_by(|a, b| {
                report.gain[*a].value.abs().total_cmp(&report.gain[*b].value.abs()).then(b.cmp(a))
            })?;
            let gain = &report.gain[at];
            let effect = match gain {
                gain if gain.is_positive() => "gains",
                gain if gain.is_negative() => "loses",
                _ => "changes nothing beyond its interval:",
            };
            let step = if at == 0 {
                String::new()
            } else {
                format!(
                    "; of the step from {} it removes {} points of hurt and {} points of help",
                    self.setup.spent(at - 1),
                    points(report.hurt_removed[at]),
                    points(report.helped_lost[at])
                )
            };
            let text = format!(
                "With {} it {effect} {} points at {}{step}. It tests {}.",
                known.does,
                interval(gain),
                self.setup.spent(at),
                known.tests
            );
            Some(Why { id: report.id, text })
        };
        let order = |id: &str| REPAIRS.iter().position(|repair| repair.id == id);
        let mut all: Vec<Why> = self.repairs.iter().filter_map(why).collect();
        all.sort_by_key(|why| order(why.id));
        all
    }
}
