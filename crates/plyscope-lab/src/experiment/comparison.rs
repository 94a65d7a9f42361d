//! Comparisons: what decides a claim. Every kind of claim is an entry of one table: what it is called, the keys that it needs
//! and takes, and what is estimated and in which region it is claimed to lie.

use super::Place;
use super::terms::Reader;
use crate::error::Result;
use crate::measurement::Term;
use crate::spec::Over;

/// Two places that are compared: the one and the other.
pub type Pair = (Place, Place);

/// What decides a claim: all estimates are to lie in the region.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// What is estimated.
    pub estimand: Estimand,
    /// Where all estimates are to be.
    pub region: Region,
    /// What the region is, for people, where the estimates do not say it.
    pub said: String,
    /// The number that a paper states, as it states it, where the claim is of one.
    pub stated: Option<String>,
    /// From which number the effect is counted, where a paper says only that it is at least (or at most) so large.
    pub from: Option<f64>,
}

/// What is estimated: one number for each of several things.
#[derive(Debug, Clone, PartialEq)]
pub enum Estimand {
    /// The mean of each.
    Means(Vec<Place>),
    /// mean(one) - mean(other), for every pair.
    Differences(Vec<Pair>),
    /// The mean of mean(one) - mean(other) over a group of pairs, for every group.
    MeanDifferences(Vec<Vec<Pair>>),
    /// (first - second) - (third - fourth), for every four.
    Leads(Vec<[Place; 4]>),
    /// The one less the other as that would be with the one's number of nodes, for every such place (or their mean at every
    /// point): the other stands there with all the places between which it may be interpolated.
    AtEqualNodes(Vec<(Place, Vec<Place>)>, Each),
    /// mean(one) / mean(other), for every pair.
    Ratios(Vec<Pair>),
    /// The exponents with which the mean grows like branching^(exponent * plies).
    Growths(Vec<Growth>),
    /// The powers with which one series grows like another over several depths: for every point the pairs of both, depth by
    /// depth.
    Powers(Vec<Vec<Pair>>),
    /// What the last of a run is above the first (or below it, where it is to fall); and no step goes the other way by more
    /// than the region allows.
    Trends(Vec<Run>, Direction),
    /// The value of a parameter at which the one goes from below the other to above it.
    Crossing(Vec<(f64, Pair)>),
    /// What a repair gains, beside none or beside another one.
    Gains(Vec<Place>, Repairs),
    /// The share of decisions that every step from the one to the other helps or hurts, on the trials of a group.
    Steps(Vec<Pair>, Term, Option<String>),
    /// How much larger the error of the value is at the second place than at the first.
    ErrorRises(Vec<Pair>),
}

/// Where all estimates are to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Region {
    /// Above a number, which is not in it.
    Above(f64),
    /// Below a number, which is not in it.
    Below(f64),
    /// At a number or above it.
    AtLeast(f64),
    /// At a number or below it.
    AtMost(f64),
    /// From a number to another, with both.
    Within(f64, f64),
}

/// Is each of several comparisons to hold, or their mean at every point?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Each {
    /// Each one.
    Alone,
    /// Their mean.
    Mean,
}

/// A repair, and what it is compared with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Repairs {
    /// The repair.
    pub repair: &'static str,
    /// Another one; none where decisions are left as they are.
    pub than: Option<&'static str>,
}

/// Places along a swept parameter, in its order: a series, and the one that it is divided by.
pub type Run = Vec<(Place, Option<Place>)>;

/// Where a trend is to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Up.
    Rises,
    /// Down.
    Falls,
}

/// From which place to which, and what one unit of the exponent means: plies times log(branching).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Growth {
    /// The shallower place.
    pub from: Place,
    /// The deeper place.
    pub to: Place,
    /// Plies between them times log(branching).
    pub unit: f64,
}

impl Comparison {
    pub(super) fn new(estimand: Estimand, region: Region, said: impl Into<String>) -> Self {
        Comparison { estimand, region, said: said.into(), stated: None, from: None }
    }

    pub(super) fn stating(self, stated: String) -> Self {
        Comparison { stated: Some(stated), ..self }
    }

    /// One-sided, of an effect that is counted from a number.
    fn counted_from(self, from: f64) -> Self {
        Comparison { from: Some(from), ..self }
    }

    /// How far an estimate may be from the region's edge and yet be equal to it: half a point of shares and of their ratios,
    /// and no more than half of what is claimed. Of numbers without ends nothing is.
    pub(crate) fn zone(&self, share: bool) -> f64 {
        let widest = match self.region {
            Region::Within(low, high) => (high - low) / 2.0,
            _ => MARGIN,
        };
        let known = match self.estimand {
            Estimand::Crossing(_) => false,
            Estimand::Ratios(_) | Estimand::Growths(_) | Estimand::Powers(_) => true,
            _ => share,
        };
        if known { widest.min(MARGIN) } else { 0.0 }
    }

    /// Is it decided by differences within trials?
    pub(super) fn is_paired(&self) -> bool {
        match &self.estimand {
            Estimand::Differences(_) => self.region == Region::Above(0.0),
            Estimand::Leads(_) => true,
            Estimand::MeanDifferences(groups) => groups.iter().all(|group| same_point(group)),
            _ => false,
        }
    }
}

/// Do all pairs lie at one point of the sweep, and so on the same trials?
pub(crate) fn same_point(pairs: &[Pair]) -> bool {
    pairs.windows(2).all(|two| two[0].0.point == two[1].0.point)
}

/// A kind of claim.
pub(crate) struct Kind {
    /// The key of its comparison.
    pub(crate) name: &'static str,
    /// What it says.
    pub(crate) text: &'static str,
    /// What its comparison must say.
    pub(crate) needs: &'static [&'static str],
    /// What it may say besides.
    pub(crate) takes: &'static [&'static str],
    pub(super) read: fn(&Reader<'_>) -> Result<Comparison>,
}

const ABOVE: Region = Region::Above(0.0);

/// Losses up to this are none, where a claim that nothing is lost does not say.
const MARGIN: f64 = 0.005;

/// Every kind.
pub(crate) static KINDS: [Kind; 24] = [
    Kind {
        name: "above",
        text: "The first series is higher, at every depth and point given; `than-depths` are the other's depths, \
            if they differ.",
        needs: &["series", "than"],
        takes: &["depths", "than-depths", "at"],
        read: |claim| Ok(Comparison::new(Estimand::Differences(claim.pairs()?), ABOVE, "")),
    },
    Kind {
        name: "at-least",
        text: "It is not lower by more than `margin` (0).",
        needs: &["series", "than"],
        takes: &["margin", "depths", "at"],
        read: |claim| not_below(claim.pairs()?, claim.margin(0.0)?),
    },
    Kind {
        name: "mean-above",
        text: "The mean over these depths is higher, at every point; `over = \"points\"`: the mean over depths and \
            points.",
        needs: &["series", "than"],
        takes: &["depths", "over", "at"],
        read: |claim| {
            let pairs = claim.pairs()?;
            let groups = match claim.terms.over {
                Over::Points => vec![pairs],
                Over::Depths => pairs.chunk_by(|a, b| a.0.point == b.0.point).map(<[_]>::to_vec).collect(),
            };
            Ok(Comparison::new(Estimand::MeanDifferences(groups), ABOVE, ""))
        },
    },
    Kind {
        name: "above-at-equal-nodes",
        text: "Higher than the other would be with the same number of nodes; `mean = true`: by the mean over these \
            depths.",
        needs: &["series", "than"],
        takes: &["depths", "than-depths", "mean", "at"],
        read: |claim| Ok(Comparison::new(claim.at_equal_nodes()?, ABOVE, "")),
    },
    Kind {
        name: "below-at-equal-nodes",
        text: "Lower than the other would be with the same number of nodes; `mean = true`: by the mean over these \
            depths.",
        needs: &["series", "than"],
        takes: &["depths", "than-depths", "mean", "at"],
        read: |claim| Ok(Comparison::new(claim.at_equal_nodes()?, Region::Below(0.0), "")),
    },
    Kind {
        name: "ratio-at-least",
        text: "At least `value` times as high.",
        needs: &["series", "than", "value"],
        takes: &["depths", "than-depths", "at"],
        read: |claim| {
            let (value, pairs) = (claim.not_negative("value", claim.terms.value)?, claim.pairs()?);
            let said = format!("claimed: at least {value}");
            Ok(Comparison::new(Estimand::Ratios(pairs), Region::AtLeast(value), said).counted_from(1.0))
        },
    },
    Kind {
        name: "ratio-at-most",
        text: "At most `value` times as high.",
        needs: &["series", "than", "value"],
        takes: &["depths", "than-depths", "at"],
        read: |claim| {
            let (value, pairs) = (claim.not_negative("value", claim.terms.value)?, claim.pairs()?);
            let said = format!("claimed: at most {value}");
            Ok(Comparison::new(Estimand::Ratios(pairs), Region::AtMost(value), said).counted_from(1.0))
        },
    },
    Kind {
        name: "ratio-within",
        text: "`value` times as high, within `margin`.",
        needs: &["series", "than", "value", "margin"],
        takes: &["depths", "than-depths", "at"],
        read: |claim| {
            let value = claim.not_negative("value", claim.terms.value)?;
            let margin = claim.margin(0.0)?;
            let (low, high) = (value - margin, value + margin);
            let said = format!("claimed: {low:.4} to {high:.4}");
            let comparison =
                Comparison::new(Estimand::Ratios(claim.pairs()?), Region::Within(low, high), said);
            Ok(comparison.stating(value.to_string()))
        },
    },
    Kind {
        name: "rises",
        text: "The series (or its ratio to `than`) is higher at the last value of `along` than at the first, and \
            no step reverses by more than `margin` (0).",
        needs: &["series", "along"],
        takes: &["than", "depth", "margin", "at"],
        read: |claim| trend(claim, Direction::Rises),
    },
    Kind {
        name: "falls",
        text: "The series (or its ratio to `than`) is lower at the last value of `along` than at the first, and no \
            step reverses by more than `margin` (0).",
        needs: &["series", "along"],
        takes: &["than", "depth", "margin", "at"],
        read: |claim| trend(claim, Direction::Falls),
    },
    Kind {
        name: "crosses-between",
        text: "The point at which the first series goes from below the other to above it lies between the two \
            values of `between`.",
        needs: &["series", "than", "along", "between"],
        takes: &["depth", "at"],
        read: |claim| {
            let run = claim.crossing()?;
            let [low, high] = claim.terms.between;
            let (low, high) = (claim.number("between", low)?, claim.number("between", high)?);
            let said = format!("claimed: between {low} and {high}");
            Ok(Comparison::new(Estimand::Crossing(run), Region::Within(low, high), said))
        },
    },
    Kind {
        name: "crosses-one",
        text: "The first series is lower at the first value of `between` and higher at the second; `depth` is left \
            out if no depths are searched.",
        needs: &["series", "than", "along", "between"],
        takes: &["depth", "at"],
        read: |claim| {
            let [low, high] = claim.terms.between;
            let (below, above) = (claim.pair_along(low)?, claim.pair_along(high)?);
            Ok(Comparison::new(Estimand::Differences(vec![(below.1, below.0), above]), ABOVE, ""))
        },
    },
    Kind {
        name: "pathological",
        text: "Lower at depth `to` than at `from` (same parity).",
        needs: &["series", "from", "to"],
        takes: &["at"],
        // From the shallowest to the deepest, not step by step: the loss as a whole.
        read: |claim| Ok(Comparison::new(Estimand::Differences(claim.ends()?), ABOVE, "")),
    },
    Kind {
        name: "not-pathological",
        text: "No step loses more than `margin` (.005). `steps`: `parity` (default), two plies apart from `from` \
            on; `parities`, two plies apart, odd and even depths; `every`, one ply apart.",
        needs: &["series", "from", "to"],
        takes: &["steps", "margin", "at"],
        read: |claim| {
            let steps = claim.steps(claim.terms.steps)?;
            not_below(
                steps.into_iter().map(|(shallow, deep)| (deep, shallow)).collect(),
                claim.margin(MARGIN)?,
            )
        },
    },
    Kind {
        name: "equal-within",
        text: "The two differ by no more than `margin`.",
        needs: &["series", "than", "margin"],
        takes: &["depths", "at"],
        read: |claim| {
            let (margin, pairs) = (claim.margin(0.0)?, claim.pairs()?);
            let said = format!("differences up to {margin} are ignored");
            Ok(Comparison::new(Estimand::Differences(pairs), Region::Within(-margin, margin), said))
        },
    },
    Kind {
        name: "exceeds",
        text: "It is above the number.",
        needs: &["series", "value"],
        takes: &["depths", "at"],
        read: |claim| {
            let value = claim.number("value", claim.terms.value)?;
            let said = format!("claimed: above {value}");
            let comparison = Comparison::new(Estimand::Means(claim.places()?), Region::Above(value), said);
            Ok(comparison.counted_from(0.0))
        },
    },
    Kind {
        name: "equals",
        text: "It is the number, within `margin`.",
        needs: &["series", "value"],
        takes: &["margin", "depths", "at"],
        read: |claim| {
            let (value, margin) = (claim.number("value", claim.terms.value)?, claim.margin(0.0)?);
            let comparison = near(Estimand::Means(claim.places()?), value, margin);
            let said = if margin == 0.0 { format!("claimed: {value}") } else { comparison.said.clone() };
            Ok(Comparison { said, ..comparison }.stating(stated(value, margin)))
        },
    },
    Kind {
        name: "larger-lead",
        text: "The lead of the first of `lead` over the second is larger than that of the first of `than` over the \
            second, on the same trials.",
        needs: &["lead", "than"],
        takes: &["depths", "at"],
        read: |claim| Ok(Comparison::new(claim.leads()?, ABOVE, "")),
    },
    Kind {
        name: "grows",
        text: "Between the two depths it grows like branching^(exponent x plies), the exponent within `margin`.",
        needs: &["series", "exponent", "margin", "from", "to"],
        takes: &["at"],
        read: |claim| {
            let growths = claim.ends()?.into_iter().map(|ends| claim.growth(ends)).collect::<Result<_>>()?;
            Ok(near(Estimand::Growths(growths), claim.exponent()?, claim.margin(0.0)?))
        },
    },
    Kind {
        name: "scales",
        text: "It grows like a power of the other, with this exponent within `margin`: the slope of logarithms \
            over all depths searched between the two.",
        needs: &["series", "than", "exponent", "margin", "from", "to"],
        takes: &["at"],
        read: |claim| Ok(near(Estimand::Powers(claim.fits()?), claim.exponent()?, claim.margin(0.0)?)),
    },
    Kind {
        name: "repair-above",
        text: "Of a measurement: decisions with the repair are better than with another one; than without repair, \
            if `than` is left out or `none`.",
        needs: &["series", "repair"],
        takes: &["than", "depths"],
        read: |claim| Ok(Comparison::new(claim.gains()?, ABOVE, "")),
    },
    Kind {
        name: "repair-at-least",
        text: "Of a measurement: decisions with the repair are not worse by more than `margin` (.005) than with \
            another one, or than without repair.",
        needs: &["series", "repair"],
        takes: &["than", "margin", "depths"],
        read: |claim| {
            let margin = claim.margin(MARGIN)?;
            let said = format!("a loss of up to {margin} counts as none");
            Ok(Comparison::new(claim.gains()?, Region::AtLeast(-margin), said))
        },
    },
    Kind {
        name: "step-exceeds",
        text: "Of a measurement: every step from these depths to `plies` (1) deeper has more than `value` of its \
            decisions `helped` or `hurt`, or helped minus hurt (`net`), or hurt minus helped (`loss`), or made \
            worse by however little (`worse`); with `margin` the share is `value` within that margin; with `group` \
            only the positions of a group count, such as `\"only a capture or promotion\"`.",
        needs: &["series", "term", "value", "depths"],
        takes: &["margin", "plies", "group"],
        read: |claim| {
            let estimand = claim.measured_steps()?;
            let value = claim.number("value", claim.terms.value)?;
            match claim.terms.margin {
                Some(_) => Ok(near(estimand, value, claim.margin(0.0)?)),
                None => {
                    let said = format!("above {value} is what is claimed");
                    Ok(Comparison::new(estimand, Region::Above(value), said))
                }
            }
        },
    },
    Kind {
        name: "value-error-above",
        text: "Of a measurement: the error of the value, not of the decision, is larger at the first depths than \
            at the others.",
        needs: &["series", "depths", "than-depths"],
        takes: &[],
        read: |claim| Ok(Comparison::new(claim.error_rises()?, ABOVE, "above 0 is what is claimed")),
    },
];

fn near(estimand: Estimand, value: f64, margin: f64) -> Comparison {
    let region = Region::Within(value - margin, value + margin);
    Comparison::new(estimand, region, format!("claimed: {value} within {margin}"))
}

fn not_below(pairs: Vec<Pair>, margin: f64) -> Result<Comparison> {
    let said = match margin {
        0.0 => "claimed: no loss".to_string(),
        margin => format!("losses up to {margin} are ignored"),
    };
    Ok(Comparison::new(Estimand::Differences(pairs), Region::AtLeast(-margin), said))
}

fn trend(claim: &Reader<'_>, direction: Direction) -> Result<Comparison> {
    let margin = claim.margin(0.0)?;
    let said = format!("no step reverses by more than {margin}");
    Ok(Comparison::new(Estimand::Trends(claim.runs()?, direction), Region::AtLeast(-margin), said))
}

/// A number as a paper states it: alone, or as a range where much is left open.
fn stated(value: f64, margin: f64) -> String {
    if margin <= 0.01 * value.abs() {
        return value.to_string();
    }
    let [low, high] = [value - margin, value + margin].map(|end| (end * 1e9).round() / 1e9);
    format!("{low} to {high}")
}

#[cfg(test)]
mod tests {
    use super::stated;

    #[test]
    fn ranges_have_no_digits_of_rounding() {
        assert_eq!(stated(0.19, 1e-6), "0.19");
        assert_eq!(stated(0.085, 0.035), "0.05 to 0.12");
        assert_eq!(stated(15.0, 0.0), "15");
    }
}
