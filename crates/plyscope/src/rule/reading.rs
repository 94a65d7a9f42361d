//! How a rule reads positions: what a finished game is worth to it, and what an evaluator's opinion is.
//!
//! A rule owns its reading. EMM on raw probabilities is another algorithm than EMM on named winners with their error, so
//! nobody else gets to choose.

use super::BackupRule;
use crate::value::{Chances, Estimate, Opinion, Payoffs, Player, Scale, Thresholds, Typed, Value, Win};
use std::fmt;

/// What a rule wants of an evaluator.
///
/// ```
/// use plyscope::evaluator::Scale;
/// use plyscope::rule::Need;
/// assert!(Need::OwnError.is_met(Scale::Score, true) && !Need::OwnError.is_met(Scale::Score, false));
/// assert_eq!(Need::Each.to_string(), "a number per player");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Need {
    /// Any number.
    Number,
    /// A probability.
    Probability,
    /// The evaluator's own error beside its opinion.
    OwnError,
    /// The chances of a win and of at least a draw, told apart.
    Draws,
    /// The evaluator's own error, and the truth: for study.
    OwnErrorAndTruth,
    /// A number per player.
    Each,
    /// A probability; where there are more than two players one for each.
    EachChance,
}

impl Need {
    /// Is it for games of more than two players too?
    pub(crate) fn is_for_several(self) -> bool {
        matches!(self, Need::Each | Need::EachChance)
    }

    /// Does an evaluator of this scale, which gives its error or not, have it? Draws, numbers for each
    /// player and the truth are asked for elsewhere.
    pub fn is_met(self, scale: Scale, knows_error: bool) -> bool {
        match self {
            Need::Number => true,
            Need::Probability | Need::EachChance => scale == Scale::Probability,
            Need::OwnError | Need::OwnErrorAndTruth => knows_error,
            Need::Draws | Need::Each => true,
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Need::Number => "a number",
            Need::Probability => "a probability between 0 and 1",
            Need::OwnError => "an estimate of its own error",
            Need::Draws => "chances of a win and of a draw",
            Need::OwnErrorAndTruth => "an estimate of its own error, beside the truth",
            Need::Each => "a number per player",
            Need::EachChance => "a winning chance per player",
        })
    }
}

/// What can be found out about a position. Nothing is computed before it is asked for.
///
/// ```
/// use plyscope::evaluator::{Estimate, Scale};
/// use plyscope::rule::{MaxN, Minimax, Product, Rule, PositionView};
/// use plyscope::value::Player;
///
/// /// A game that the first player has lost.
/// struct Lost;
///
/// impl PositionView for Lost {
///     fn mover(&self) -> Player {
///         Player::FIRST
///     }
///     fn players(&self) -> usize {
///         2
///     }
///     fn payoff(&self, player: Player) -> f64 {
///         if player == Player::FIRST { -1.0 } else { 1.0 }
///     }
///     fn scale(&self) -> Scale {
///         Scale::Score
///     }
///     fn estimate(&self) -> Option<Estimate> {
///         None
///     }
/// }
/// // Every rule reads the same position in its own way.
/// assert_eq!((Minimax.ended(&Lost), Product.ended(&Lost).first), (-1.0, 0.0));
/// assert_eq!(MaxN.ended(&Lost).values(), [-1.0, 1.0]);
/// ```
pub trait PositionView {
    /// Who is to move.
    fn mover(&self) -> Player;
    /// How many players there are.
    fn players(&self) -> usize;
    /// What a finished game is worth to a player.
    fn payoff(&self, player: Player) -> f64;
    /// What the evaluator's numbers are.
    fn scale(&self) -> Scale;
    /// The evaluator's opinion of an unfinished game, where there is one.
    fn estimate(&self) -> Option<Estimate>;
    /// Its chances of a win and of at least a draw.
    fn thresholds(&self) -> Option<Thresholds> {
        None
    }
    /// Its opinion for each player.
    fn each(&self) -> Option<Payoffs> {
        None
    }
    /// Does the first player truly win? For rules that are told.
    fn truth(&self) -> bool {
        false
    }
    /// A finished game as a probability: won, lost or drawn.
    fn outcome(&self) -> Win {
        let payoff = self.payoff(Player::FIRST);
        if payoff == 0.0 { Win::even() } else { Win::opinion(payoff > 0.0, 0.0) }
    }
    /// The same for each of several players: those who got most share the win.
    fn shares(&self) -> Chances {
        let players = (0..self.players()).filter_map(Player::new);
        let payoffs: Vec<f64> = players.map(|player| self.payoff(player)).collect();
        Chances::ended(&payoffs)
            .unwrap_or_else(|| Chances::made(&vec![1.0 / payoffs.len() as f64; payoffs.len()]))
    }
}

/// How a rule on probabilities reads an estimate.
///
/// ```
/// use plyscope::evaluator::{Estimate, Opinion};
/// use plyscope::rule::Reading;
/// use plyscope::value::Win;
/// // Three to one for the first player, and wrong one time in ten.
/// let estimate = Estimate { opinion: Opinion::Win(Win::share(3, 4)), error: Some(0.1) };
/// assert_eq!(Reading::Win.of(&estimate), Some(Win::share(3, 4)));
/// assert_eq!(Reading::Certain.of(&estimate), Some(Win::opinion(true, 0.1)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Reading {
    /// The probability of a win: [`Estimate::win`].
    #[default]
    Win,
    /// The named winner with the evaluator's own error: [`Estimate::certain`].
    Certain,
}

impl Reading {
    /// Reads an estimate, if it can be read so.
    #[inline]
    pub fn of(self, estimate: &Estimate) -> Option<Win> {
        match self {
            Reading::Win => estimate.win(),
            Reading::Certain => estimate.certain(),
        }
    }
}

/// A value that is read from a position: what a finished game is worth, and what an evaluator's opinion says.
///
/// ```
/// use plyscope::rule::{Need, Readable, Reading};
/// use plyscope::value::{Payoffs, Win};
/// assert_eq!(f64::need(Reading::Win), Need::Number);
/// assert_eq!([Reading::Win, Reading::Certain].map(Win::need), [Need::Probability, Need::OwnError]);
/// assert_eq!(Payoffs::need(Reading::Win), Need::Each);
/// ```
pub trait Readable: Value {
    /// What it takes of an evaluator.
    fn need(reading: Reading) -> Need;

    /// The value of a finished game.
    fn ended(at: &impl PositionView) -> Self;

    /// The value of an unfinished game; none where nothing can be seen of it.
    fn estimated(at: &impl PositionView, reading: Reading) -> Option<Self>;
}

/// Numbers are read on the evaluator's own scale; a finished game is put on it.
impl Readable for f64 {
    fn need(_: Reading) -> Need {
        Need::Number
    }
    #[inline]
    fn ended(at: &impl PositionView) -> f64 {
        match at.scale() {
            Scale::Score => at.payoff(Player::FIRST),
            Scale::Probability => at.outcome().first,
        }
    }
    #[inline]
    fn estimated(at: &impl PositionView, _: Reading) -> Option<f64> {
        at.estimate().map(|estimate| estimate.score())
    }
}

/// Probabilities are read as the rule says.
impl Readable for Win {
    fn need(reading: Reading) -> Need {
        match reading {
            Reading::Win => Need::Probability,
            Reading::Certain => Need::OwnError,
        }
    }
    #[inline]
    fn ended(at: &impl PositionView) -> Win {
        at.outcome()
    }
    #[inline]
    fn estimated(at: &impl PositionView, reading: Reading) -> Option<Win> {
        at.estimate().and_then(|estimate| reading.of(&estimate))
    }
}

/// Probabilities beside the truth.
impl Readable for Typed {
    fn need(_: Reading) -> Need {
        Need::OwnErrorAndTruth
    }
    fn ended(at: &impl PositionView) -> Typed {
        Typed::estimate(at.outcome(), at.truth(), at.mover())
    }
    fn estimated(at: &impl PositionView, _: Reading) -> Option<Typed> {
        let estimate = at.estimate()?;
        let win = estimate.certain()?;
        Some(match estimate.opinion {
            // A named winner is a label, also where its error is a half.
            Opinion::Named(label) => Typed { win, label, truth: at.truth() },
            _ => Typed::estimate(win, at.truth(), at.mover()),
        })
    }
}

/// Wins and draws told apart.
impl Readable for Thresholds {
    fn need(_: Reading) -> Need {
        Need::Draws
    }
    fn ended(at: &impl PositionView) -> Thresholds {
        Thresholds::payoff(at.payoff(Player::FIRST))
    }
    fn estimated(at: &impl PositionView, _: Reading) -> Option<Thresholds> {
        at.thresholds()
    }
}

/// One number per player.
impl Readable for Payoffs {
    fn need(_: Reading) -> Need {
        Need::Each
    }
    fn ended(at: &impl PositionView) -> Payoffs {
        let player = |i| Player::new(i).expect("a game has at most MAX_PLAYERS players");
        let values: Vec<f64> = (0..at.players()).map(|i| at.payoff(player(i))).collect();
        Payoffs::new(&values).expect("a game has 1 to MAX_PLAYERS players")
    }
    fn estimated(at: &impl PositionView, _: Reading) -> Option<Payoffs> {
        at.each()
    }
}

/// One winning chance per player; of two players an estimate has both.
impl Readable for Chances {
    fn need(_: Reading) -> Need {
        Need::EachChance
    }
    fn ended(at: &impl PositionView) -> Chances {
        if at.players() <= 2 { Chances::of_two(at.outcome()) } else { at.shares() }
    }
    fn estimated(at: &impl PositionView, reading: Reading) -> Option<Chances> {
        if at.players() > 2 {
            return at.each().and_then(|each| Chances::new(each.values()));
        }
        let estimate = at.estimate()?;
        let win = reading.of(&estimate).or_else(|| estimate.win())?;
        Some(Chances::of_two(win))
    }
}

/// A back-up rule with the value that it works on in one trial. How that is read, and what the rule wants of an evaluator,
/// follows from the value and from [`Properties::reading`](super::Properties::reading).
///
/// ```
/// use plyscope::rule::{Emm, Minimax, Need, Product, Rule};
/// assert_eq!(Minimax.need(), Need::Number);
/// assert_eq!(Product.need(), Need::Probability);
/// assert_eq!(Emm.need(), Need::OwnError);
/// ```
pub trait Rule: BackupRule<Self::Value> {
    /// What rises, in one trial.
    type Value: Readable;

    /// What it wants of an evaluator.
    fn need(&self) -> Need {
        Self::Value::need(self.properties().reading)
    }

    /// The value of a finished game.
    #[inline]
    fn ended(&self, at: &impl PositionView) -> Self::Value {
        Self::Value::ended(at)
    }

    /// The value of an unfinished game; none where nothing can be seen of it.
    #[inline]
    fn estimated(&self, at: &impl PositionView) -> Option<Self::Value> {
        Self::Value::estimated(at, self.properties().reading)
    }
}

impl<R: Rule + ?Sized> Rule for &R {
    type Value = R::Value;
}

/// A rule on anything that has an order: numbers, and wins and losses in lanes.
///
/// ```
/// use plyscope::rule::{AnyRule, BackupRule, Minimax, Node};
/// use plyscope::value::{Ordered, Player};
///
/// /// Everybody helps the other one.
/// struct Friendly;
///
/// impl<V: Ordered> BackupRule<V> for Friendly {
///     fn combine(&self, node: Node, children: &[V]) -> V {
///         Minimax.combine(Node { mover: node.mover.opponent(), ..node }, children)
///     }
/// }
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// assert_eq!(Friendly.combine(node, &[1.0, 5.0]), 1.0);
/// assert!(!AnyRule::ordered(Friendly).is_minimax());
/// ```
pub trait OrderedRule:
    BackupRule<f64> + BackupRule<[f64; 8]> + BackupRule<u64> + BackupRule<[u64; 8]> + Send + Sync
{
}

impl<R> OrderedRule for R where
    R: BackupRule<f64> + BackupRule<[f64; 8]> + BackupRule<u64> + BackupRule<[u64; 8]> + Send + Sync
{
}

impl Rule for dyn OrderedRule + '_ {
    type Value = f64;
}

/// A rule on probabilities, alone and in lanes.
///
/// ```
/// use plyscope::lanes::Real;
/// use plyscope::rule::{AnyRule, BackupRule, Need, Node};
/// use plyscope::value::{Player, Win};
///
/// /// The first child, whatever the others are.
/// struct Hasty;
///
/// impl<R: Real> BackupRule<Win<R>> for Hasty {
///     fn combine(&self, _: Node, children: &[Win<R>]) -> Win<R> {
///         children[0]
///     }
/// }
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// assert_eq!(Hasty.combine(node, &[Win::share(1, 4), Win::certain()]).first, 0.25);
/// assert_eq!(AnyRule::wins(Hasty).need(), Need::Probability);
/// ```
pub trait WinRule: BackupRule<Win> + BackupRule<Win<[f64; 8]>> + Send + Sync {}

impl<R: BackupRule<Win> + BackupRule<Win<[f64; 8]>> + Send + Sync> WinRule for R {}

impl Rule for dyn WinRule + '_ {
    type Value = Win;
}

/// A rule on probabilities beside the truth, alone and in lanes.
///
/// ```
/// use plyscope::rule::{AnyRule, EmmTrueTypes, Need};
/// use std::sync::Arc;
/// assert_eq!(AnyRule::Typed(Arc::new(EmmTrueTypes)).need(), Need::OwnErrorAndTruth);
/// ```
pub trait TypedRule: BackupRule<Typed> + BackupRule<Typed<[f64; 8]>> + Send + Sync {}

impl<R: BackupRule<Typed> + BackupRule<Typed<[f64; 8]>> + Send + Sync> TypedRule for R {}

impl Rule for dyn TypedRule + '_ {
    type Value = Typed;
}

impl Rule for dyn BackupRule<Payoffs> + Send + Sync + '_ {
    type Value = Payoffs;
}

impl Rule for dyn BackupRule<Chances> + Send + Sync + '_ {
    type Value = Chances;
}
