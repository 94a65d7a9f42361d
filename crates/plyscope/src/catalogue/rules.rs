//! The back-up rules there are, and what those that learn need for it.

use super::entry::{Described, Description};
use super::{Evaluated, Subject};
use crate::calibration::{Lesson, Purpose};
use crate::error::Result;
use crate::name::{Arguments, Name, Parameter};
use crate::rule::{AnyRule, Emm, EmmN, EmmTrueTypes, MaxN, Minimax, Product, ProductN};
use std::sync::Arc;

/// What a rule is made for: a game, and an evaluator of it.
///
/// ```
/// use plyscope::catalogue::{Catalogue, RuleContext, Subject};
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("kalah(pits=3,seeds=2)")?;
/// let subject = Subject { game: &game, seed: 1, shelf: None };
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
    pub fn lesson(&self) -> Lesson {
        self.evaluated.lesson(self.subject)
    }
}

/// From how many solved positions of which purpose something learns.
type Lessons = fn(&Arguments<'_>) -> Result<Vec<(u32, Purpose)>>;

/// Makes a rule for an evaluator.
type Maker = Arc<dyn Fn(&Arguments<'_>, &RuleContext<'_>) -> Result<AnyRule> + Send + Sync>;

/// A kind of rule.
///
/// ```
/// use plyscope::catalogue::{Catalogue, RuleContext, RuleEntry, Subject};
/// use plyscope::rule::{AnyRule, Minimax};
/// let entry = RuleEntry::new("best", "The best child.", &[], |_, _| Ok(AnyRule::ordered(Minimax)));
/// let catalogue = Catalogue::built_in();
/// let game = catalogue.game("kalah(pits=3,seeds=2)")?;
/// let subject = Subject { game: &game, seed: 1, shelf: None };
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
    /// A rule that learns nothing, or whose evaluator alone does.
    pub fn new(
        name: &'static str,
        summary: &'static str,
        parameters: &[Parameter],
        build: impl Fn(&Arguments<'_>, &RuleContext<'_>) -> Result<AnyRule> + Send + Sync + 'static,
    ) -> Self {
        let description = Description { name, summary, parameters: parameters.to_vec(), outside: Vec::new() };
        RuleEntry { description, build: Arc::new(build), lessons: None }
    }

    /// A rule that learns from solved positions.
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
        self.lessons.map_or(Ok(Vec::new()), |lessons| lessons(&arguments))
    }
}

fn plain(name: &'static str, summary: &'static str, rule: AnyRule) -> RuleEntry {
    RuleEntry::new(name, summary, &[], move |_, _| Ok(rule.clone()))
}

/// Rules that learn nothing.
pub(super) fn entries() -> Vec<RuleEntry> {
    vec![
        plain("minimax", "The mover takes the best child.", AnyRule::ordered(Minimax)),
        plain(
            "product",
            "The chance that at least one child is a win, as if children were independent.",
            AnyRule::wins(Product),
        ),
        plain(
            "emm",
            "Error-minimizing minimax: product, unless the node's own estimate is more certain.",
            AnyRule::wins(Emm),
        ),
        plain(
            "emm-true-types",
            "EMM that knows the true types of nodes; for study, no real player can.",
            AnyRule::Typed(Arc::new(EmmTrueTypes)),
        ),
        plain(
            "max-n",
            "Every player takes what is best for itself; for any number of players.",
            AnyRule::Payoffs(Arc::new(MaxN)),
        ),
        RuleEntry::new(
            "product-n",
            "The product rule for any number of players, on a winning chance per player.",
            ProductN::PARAMETERS,
            |arguments, _| Ok(AnyRule::Chances(Arc::new(ProductN::build(arguments)?))),
        ),
        RuleEntry::new(
            "emm-n",
            "EMM for any number of players: product-n, unless the node's own estimate is more certain.",
            EmmN::PARAMETERS,
            |arguments, _| Ok(AnyRule::Chances(Arc::new(EmmN::build(arguments)?))),
        ),
    ]
}
