//! The back-up rules there are, and what those that learn need for it.
//!
//! Rules that use all the evidence learn from solved positions of the game, with keys of their own, what
//! an evaluator's opinions are worth there; so they are made for a game and an evaluator.

use super::entry::{Described, Description};
use super::{Evaluated, Subject};
use crate::calibration::{Purpose, TrainingSet, Weight, choose, fit_fused, fit_learned};
use crate::error::{Error, Result};
use crate::name::{Arguments, Given, Name, Settings, within};
use crate::rule::{
    AnyRule, Backing, BackupRule, Emm, EmmN, EmmTrueTypes, Fused, Learned, MaxN, Minimax, Need, Product,
    ProductN,
};
use crate::tree::Trees;
use crate::value::Chances;
use std::sync::Arc;

/// What a rule is made for: a game, and an evaluator of it.
///
/// ```
/// use plyscope::catalogue::{Catalogue, RuleContext, Subject};
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("kalah(pits=3,seeds=2)")?;
/// let subject = Subject { game: &game, seed: 1, cache: None };
/// let evaluated = catalogue.evaluator("store-difference", &subject)?;
/// let context = RuleContext { subject: &subject, evaluated: &evaluated };
/// assert!(catalogue.rule("minimax", &context)?.is_minimax());
/// # Ok::<(), plyscope::Error>(())
/// ```
pub struct RuleContext<'a> {
    /// The game, the seed, and where what is learned is kept.
    pub subject: &'a Subject<'a>,
    /// The evaluator.
    pub evaluated: &'a Evaluated,
}

impl RuleContext<'_> {
    /// What there is to learn about.
    pub fn lesson(&self) -> TrainingSet {
        self.evaluated.lesson(self.subject)
    }
}

/// From how many solved positions of which purpose something learns.
type Lessons = fn(u32) -> Vec<(u32, Purpose)>;

/// Makes a rule for an evaluator.
type Maker = Arc<dyn Fn(&Arguments<'_>, &RuleContext<'_>) -> Result<AnyRule> + Send + Sync>;

/// A kind of rule.
///
/// ```
/// use plyscope::catalogue::{Catalogue, RuleContext, RuleEntry, Subject};
/// use plyscope::rule::{AnyRule, Minimax};
/// let entry = RuleEntry::new("best", "The best child.", |_| Ok(|_: &RuleContext<'_>| Ok(AnyRule::ordered(Minimax))));
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("kalah(pits=3,seeds=2)")?;
/// let subject = Subject { game: &game, seed: 1, cache: None };
/// let evaluated = catalogue.evaluator("store-difference", &subject)?;
/// let context = RuleContext { subject: &subject, evaluated: &evaluated };
/// assert!(entry.build(&"best".parse()?, &context)?.is_minimax());
/// assert!(entry.build(&"best(of=3)".parse()?, &context).is_err());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct RuleEntry {
    description: Description,
    build: Maker,
    lessons: Option<Lessons>,
}

impl Described for RuleEntry {
    fn description(&self) -> &Description {
        &self.description
    }
}

impl RuleEntry {
    /// A rule that takes its parameters one by one, and is made of them for an evaluator.
    pub fn new<M: Fn(&RuleContext<'_>) -> Result<AnyRule>>(
        name: &'static str,
        summary: &'static str,
        take: impl Fn(&mut Given<'_>) -> Result<M> + Send + Sync + 'static,
    ) -> Self {
        let parameters = Given::list(&take);
        let build: Maker = Arc::new(move |arguments, context| Given::read(arguments, &take)?(context));
        let description = Description { name, summary, parameters, outside: Vec::new() };
        RuleEntry { description, build, lessons: None }
    }

    /// A rule that learns from as many solved positions as its parameter `solved` says.
    #[must_use]
    pub fn learning_from(self, lessons: Lessons) -> Self {
        RuleEntry { lessons: Some(lessons), ..self }
    }

    /// Makes one from a name of this kind.
    pub fn build(&self, name: &Name, context: &RuleContext<'_>) -> Result<AnyRule> {
        (self.build)(&Arguments::resolve(self.parameters(), name)?, context)
    }

    /// From how many solved positions of which purpose a rule of this name learns.
    pub fn lessons(&self, name: &Name) -> Result<Vec<(u32, Purpose)>> {
        let arguments = Arguments::resolve(self.parameters(), name)?;
        let Some(lessons) = self.lessons else { return Ok(Vec::new()) };
        Given::read(&arguments, |given| Ok(lessons(solved(given))))
    }
}

fn plain(name: &'static str, summary: &'static str, rule: AnyRule) -> RuleEntry {
    RuleEntry::new(name, summary, move |_| {
        let rule = rule.clone();
        Ok(move |_: &RuleContext<'_>| Ok(rule.clone()))
    })
}

/// A rule on a winning chance for each player.
fn on_chances<R: Settings + BackupRule<Chances> + Send + Sync + 'static>() -> RuleEntry {
    RuleEntry::new(R::KIND, R::SUMMARY, |given| {
        let rule = AnyRule::Chances(Arc::new(given.settings::<R>()?));
        Ok(move |_: &RuleContext<'_>| Ok(rule.clone()))
    })
}

/// Rules that learn nothing.
pub(super) fn entries() -> Vec<RuleEntry> {
    vec![
        plain("minimax", "The mover's best child.", AnyRule::ordered(Minimax)),
        plain(
            "product",
            "The probability that at least one child is a win for the mover, as if the children were independent.",
            AnyRule::wins(Product),
        ),
        plain(
            "emm",
            "Error-minimizing minimax: the product rule's value, unless the node's own estimate is more certain.",
            AnyRule::wins(Emm),
        ),
        plain(
            "emm-true-types",
            "EMM that computes errors from the true values of nodes: what knowing them would be worth.",
            AnyRule::Typed(Arc::new(EmmTrueTypes)),
        ),
        plain(
            "max-n",
            "The child that is best for the mover, with one number per player.",
            AnyRule::Payoffs(Arc::new(MaxN)),
        ),
        on_chances::<ProductN>(),
        on_chances::<EmmN>(),
    ]
}

fn solved(given: &mut Given<'_>) -> u32 {
    let allowed = "how many solved games or positions it is fitted on, 64 to 100000";
    given.integer("solved", "500", allowed, 64..=100_000)
}

fn heights(given: &mut Given<'_>) -> u32 {
    let allowed = "in real games it is fitted up to this height, 1 to 8, which then holds beyond";
    given.integer("heights", "4", allowed, 1..=8)
}

/// Is the evaluator calibrated? The rule's name says that it must be.
fn calibrated(rule: &str, context: &RuleContext<'_>) -> Result<()> {
    if context.evaluated.calibrate.is_some() {
        return Ok(());
    }
    Err(Error::Need {
        rule: format!("the rule {rule}"),
        need: "a calibrated evaluator, such as one with calibrate=isotonic".into(),
        evaluator: context.evaluated.profile.name.to_string(),
        advice: " (for an evaluator that is not calibrated, use product)".into(),
    })
}

/// Does it give what is asked for?
fn readable(rule: &str, context: &RuleContext<'_>, need: Need) -> Result<()> {
    let evaluated = context.evaluated;
    if need.is_met(evaluated.profile.scale, evaluated.profile.error) {
        return Ok(());
    }
    Err(Error::Need {
        rule: format!("the rule {rule}"),
        need: need.to_string(),
        evaluator: evaluated.profile.name.to_string(),
        advice: "; with calibrate=isotonic it does".into(),
    })
}

/// What was learned, or is learned now; none where nothing is to be learned yet.
fn kept(
    context: &RuleContext<'_>,
    rule: &str,
    mut learn: impl FnMut() -> Result<String>,
) -> Result<Option<String>> {
    let Some(cache) = context.subject.cache else { return Ok(None) };
    let (game, seed) = (context.subject.game.name(), context.subject.seed);
    let name = format!("{game}/{}/{rule} seed {seed}", context.evaluated.profile.name);
    cache.get_or_learn(&name, &mut learn).map(Some)
}

/// Rules that learn.
pub(super) fn learning() -> Vec<RuleEntry> {
    type Context<'a> = RuleContext<'a>;
    let once: Lessons = |solved| vec![(solved, Purpose::Rule)];
    vec![
        RuleEntry::new("calibrated-product", "The product rule; the evaluator must be calibrated.", |_| {
            Ok(|context: &Context<'_>| {
                calibrated("calibrated-product", context).map(|()| AnyRule::wins(Product))
            })
        }),
        RuleEntry::new(
            "learned",
            "Log-odds a + b (product) + c (minimax) + d (own evaluation), fitted for each kind of node.",
            |given| {
                let (solved, heights) = (solved(given), heights(given));
                Ok(move |context: &Context<'_>| {
                    readable("learned", context, Need::Probability)?;
                    let learn = || Ok(fit_learned(&context.lesson(), solved, heights)?.to_text());
                    let text = kept(context, &format!("learned(solved={solved},heights={heights})"), learn)?;
                    let unfitted = || Ok(Learned::new(Backing::PRODUCT));
                    Ok(AnyRule::wins(text.map_or_else(unfitted, |text| Learned::from_text(&text))?))
                })
            },
        )
        .learning_from(once),
        RuleEntry::new(
            "fused",
            "The product rule's log-odds plus `weight` times those of the node's own evaluation, from 0 (already \
                counted) to 1 (independent).",
            |given| {
                let allowed = "measured, or a number from 0 (already counted) to 1 (independent)";
                let (text, weight) = given.value("weight", "measured", allowed, |text| match text {
                    "measured" => Some((text.to_string(), Weight::Measured)),
                    _ => within(text, 0.0..=1.0).map(|weight| (text.to_string(), Weight::Given(weight))),
                });
                let (solved, heights) = (solved(given), heights(given));
                let name = format!("fused(weight={text},solved={solved},heights={heights})");
                Ok(move |context: &Context<'_>| {
                    readable("fused", context, Need::OwnError)?;
                    let learn = || Ok(fit_fused(&context.lesson(), weight, solved, heights)?.to_text());
                    let text = kept(context, &name, learn)?;
                    let fused = text.map_or_else(|| Ok(Fused::new(0.0)), |text| Fused::from_text(&text))?;
                    Ok(AnyRule::wins(fused))
                })
            },
        )
        .learning_from(once),
        RuleEntry::new(
            "two-thresholds",
            "The product rule for a win and for at least a draw, side by side: for games with draws. The evaluator \
                must be calibrated.",
            |_| {
                Ok(|context: &Context<'_>| {
                    calibrated("two-thresholds", context)?;
                    match context.subject.game.family::<Trees>() {
                        None => Ok(AnyRule::Thresholds(Arc::new(Product))),
                        Some(_) => Err(Error::Settings {
                            kind: "two-thresholds".into(),
                            why: format!(
                                "it is for games with draws; {} has none, and calibrated-product is the same",
                                context.subject.game.name()
                            ),
                        }),
                    }
                })
            },
        ),
        RuleEntry::new(
            "chosen",
            "`fused` or the product rule, depending on the measured dependence of errors.",
            |given| {
                let (solved, heights) = (solved(given), heights(given));
                Ok(move |context: &Context<'_>| {
                    readable("chosen", context, Need::Probability)?;
                    readable("chosen", context, Need::OwnError)?;
                    let learn = || {
                        let chosen = choose(&context.lesson(), solved, heights)?;
                        Ok(chosen.fused.map_or("product".to_string(), |fused| fused.to_text()))
                    };
                    let text = kept(context, &format!("chosen(solved={solved},heights={heights})"), learn)?;
                    match text.as_deref() {
                        None | Some("product") => Ok(AnyRule::wins(Product)),
                        Some(text) => Ok(AnyRule::wins(Fused::from_text(text)?)),
                    }
                })
            },
        )
        .learning_from(|solved| vec![(solved, Purpose::Rule), (solved, Purpose::Measure)]),
    ]
}
