//! What was learned, as text: a header, calibration, spread and weights, a checksum.
//!
//! ```text
//! plyscope decisive 1
//! game kalah(...)
//! evaluator kalah-features
//! labels exact
//! draws apart (left out where they are half a win)
//! learned 200 seed 1
//! spread 0.01 ... (20 numbers)
//! weights 10 0 -0.1 0.6 0.3 0.1
//! ...
//! curves
//! plyscope calibrator 1
//! ...
//! checksum 0123456789abcdef
//! ```
//!
//! Numbers are written so that they read back to the bit.

use super::Labels;
use crate::cache::{Kept, checksum, numbers, sealed};
use crate::calibration::Curves;
use crate::error::{Error, Result};
use crate::evaluator::Calibration;
use crate::name::Name;
use crate::search::decisive::{BackUp, Decisive, Draws, Settings, Spread, Weights};
use std::fmt::Write;

const TITLE: &str = "plyscope decisive 1";

/// What a search for few evaluations has learned about a game and an evaluator.
///
/// ```
/// use plyscope::calibration::{Labels, Model};
/// use plyscope::search::decisive::{BackUp, Draws, Spread, Weights};
/// let weights = Weights { evaluations: 10, level: 0, a: 0.0, b: 0.5, c: 0.5, d: 0.1 };
/// let model = Model {
///     game: "kalah".parse()?,
///     evaluator: "kalah-features".parse()?,
///     labels: Labels::Exact,
///     draws: Draws::Half,
///     positions: 200,
///     seed: 1,
///     spread: Spread::default(),
///     back_up: BackUp::learned(vec![weights])?,
///     curves: None,
/// };
/// let text = model.to_text();
/// assert_eq!(Model::from_text(&text)?, model);
/// assert!(Model::from_text(&text[..text.len() / 2]).is_err()); // cut short
/// assert!(Model::from_text(&text.replace("0.5", "0.6")).is_err()); // tampered with
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The game.
    pub game: Name,
    /// The evaluator, before calibration where there are curves.
    pub evaluator: Name,
    /// Who said how positions end.
    pub labels: Labels,
    /// What values are made of.
    pub draws: Draws,
    /// How many positions it was learned from.
    pub positions: u32,
    /// What they were drawn with.
    pub seed: u64,
    /// How much leaves change.
    pub spread: Spread,
    /// How values rise.
    pub back_up: BackUp,
    /// What the evaluator's numbers are worth, where that was learned with it.
    pub curves: Option<Curves>,
}

impl Model {
    /// How many positions curves are learned from.
    pub(crate) const CALIBRATED_ON: u32 = 2000;

    /// The search, with settings; one that comes from a file says what was in it.
    pub fn search(&self, settings: Settings) -> Decisive {
        let checksum = settings.model.as_ref().map(|_| checksum(&self.to_text()));
        let settings = Settings { checksum, draws: self.draws, ..settings };
        Decisive { back_up: self.back_up.clone(), spread: self.spread.clone(), settings }
    }

    /// Refuses another game, and another evaluator, than it was learned from.
    pub fn check(&self, game: &Name, evaluator: &Name) -> Result<()> {
        let refuse = |what: &str, learned: &Name, given: &Name| {
            Err(Error::Foreign {
                what: format!("what was learned with this {what}"),
                made_for: learned.to_string(),
                given: given.to_string(),
            })
        };
        match () {
            () if self.game != *game => refuse("game", &self.game, game),
            () if self.evaluator != *evaluator => refuse("evaluator", &self.evaluator, evaluator),
            () => Ok(()),
        }
    }

    /// As text.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "{TITLE}\ngame {}\nevaluator {}\nlabels {}\n{}learned {} seed {}\nspread",
            self.game,
            self.evaluator,
            self.labels,
            if self.draws == Draws::Apart { "draws apart\n" } else { "" },
            self.positions,
            self.seed
        );
        let mut put = |words: std::fmt::Arguments<'_>| {
            text.write_fmt(words).expect("a string takes everything");
        };
        self.spread.bins().iter().for_each(|bin| put(format_args!(" {bin}")));
        put(format_args!("\n"));
        if let BackUp::Learned(weights) = &self.back_up {
            for Weights { evaluations, level, a, b, c, d } in weights {
                put(format_args!("weights {evaluations} {level} {a} {b} {c} {d}\n"));
            }
        }
        if let Some(curves) = &self.curves {
            put(format_args!("curves\n{}", curves.to_text()));
        }
        sealed(text)
    }

    /// From text; refused where it is cut short or was changed.
    pub fn from_text(text: &str) -> Result<Self> {
        let mut kept = Kept::open("a model of a decisive search", TITLE, text)?;
        let (game, evaluator) = (kept.field("game")?.parse()?, kept.field("evaluator")?.parse()?);
        let labels = kept.field("labels")?.parse()?;
        let draws = match kept.next_if("draws") {
            None => Draws::Half,
            Some("apart") => Draws::Apart,
            Some(_) => return Err(kept.wrong("draws are apart, or not mentioned")),
        };
        let (positions, seed) = kept
            .field("learned")?
            .split_once(" seed ")
            .and_then(|(positions, seed)| Some((positions.parse().ok()?, seed.parse().ok()?)))
            .ok_or_else(|| kept.wrong("how much it was learned from is expected here"))?;
        let bins = numbers(kept.field("spread")?).and_then(|bins| bins.try_into().ok());
        let spread = Spread::new(bins.ok_or_else(|| kept.wrong("20 numbers are expected here"))?)?;
        let (mut weights, mut curves) = (Vec::new(), None);
        while let Some(line) = kept.next() {
            if line == "curves" {
                // The seal takes the last end of line away.
                curves = Some(format!("{}\n", kept.rest()));
                break;
            }
            weights.push(read_weights(line).ok_or_else(|| kept.wrong("weights are expected here"))?);
        }
        let back_up = if weights.is_empty() { BackUp::Product } else { BackUp::learned(weights)? };
        let curves = curves.map(|text| Curves::from_text(&text, calibrated(&evaluator))).transpose()?;
        Ok(Model { game, evaluator, labels, draws, positions, seed, spread, back_up, curves })
    }

    /// The same with curves, which must be of its game and its evaluator.
    pub(crate) fn with_curves(self, curves: &Curves) -> Result<Self> {
        let curves = Curves::from_text(&curves.to_text(), calibrated(&self.evaluator))?;
        curves.check(&self.game, &self.evaluator)?;
        Ok(Model { curves: Some(curves), ..self })
    }
}

/// What an evaluator is called that is calibrated by a model.
fn calibrated(evaluator: &Name) -> Name {
    evaluator.clone().with("calibrate", "model")
}

fn read_weights(line: &str) -> Option<Weights> {
    let mut words = line.strip_prefix("weights ")?.splitn(3, ' ');
    let (evaluations, level) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let [a, b, c, d] = numbers(words.next()?)?[..] else { return None };
    Some(Weights { evaluations, level, a, b, c, d })
}
