//! What positions are worth that a search does not look beyond, and the rule that backs them up.
//!
//! Rule and reading come together ([`Rule`]), so a search is given one thing: opinions, to be read by a rule.

use crate::error::{Error, Result};
use crate::evaluator::{EvaluationBudget, Evaluator};
use crate::game::{Game, Player};
use crate::rule::{BackupRule, Need, PositionView, Rule};
use crate::truth::{Truth, Unknown};
use crate::value::{Estimate, Payoffs, Scale, Thresholds, Value};

/// Gives values to the positions that a search does not look beyond.
///
/// ```
/// use plyscope::game::{Game, Player, moves_of, text::TextTree};
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, Frontier, FullWidth, Search};
///
/// /// A position is worth as much as it has moves.
/// struct Mobility;
///
/// impl<G: Game> Frontier<G> for Mobility {
///     type Value = f64;
///     type Rule = Minimax;
///     fn rule(&self) -> &Minimax {
///         &Minimax
///     }
///     fn terminal(&self, game: &G, position: &G::Position) -> f64 {
///         game.payoff(position, Player::FIRST)
///     }
///     fn estimate(&self, game: &G, position: &G::Position) -> Option<f64> {
///         Some(moves_of(game, position).len() as f64)
///     }
/// }
/// let tree: TextTree = "((8 9) (1 2 3))".parse()?;
/// let report = FullWidth::default().search(&tree, &0, &Mobility, &Budget::depth(1)?)?;
/// assert_eq!((report.choice, report.value), (1, Some(3.0))); // three moves, whatever they are worth
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Frontier<G: Game> {
    /// The value that the rule works on.
    type Value: Value;
    /// The rule.
    type Rule: BackupRule<Self::Value> + ?Sized;

    /// The rule that backs values up.
    fn rule(&self) -> &Self::Rule;

    /// The value of a finished game.
    fn terminal(&self, game: &G, position: &G::Position) -> Self::Value;

    /// An opinion of an unfinished game, where there is one.
    fn estimate(&self, game: &G, position: &G::Position) -> Option<Self::Value>;

    /// Was an opinion asked for that could not be paid for any more? Then the search is over.
    fn is_spent(&self) -> bool {
        false
    }

    /// Between which values all that it gives lie, terminal or not, where it knows.
    fn range(&self) -> Option<(Self::Value, Self::Value)> {
        None
    }

    /// The cut-off test (Russell & Norvig, section 4): is a position so many plies below the root taken
    /// at its estimate, when the search is to look `limit` plies ahead? May say so later, for example
    /// where a position is not quiet, but must say so at some time. In a search to the end of the game that
    /// uses a table it must not depend on the depth.
    fn cuts_off(&self, _game: &G, _position: &G::Position, depth: u32, limit: u32) -> bool {
        depth >= limit
    }
}

/// Refuses games that a rule makes no sense in.
fn fits<G: Game>(game: &G, need: Need) -> Result<()> {
    let name = || game.name().to_string();
    if game.facts().players > 2 && !need.is_for_several() {
        return Err(Error::Players {
            what: "this rule".into(),
            wanted: "at most 2 players",
            game: name(),
            players: game.facts().players,
            advice: "; use max-n, product-n or emm-n",
        });
    }
    if game.facts().has_chance && need == Need::OwnErrorAndTruth {
        let why = format!("it knows no chance nodes, which {} has; take another rule", name());
        return Err(Error::Settings { kind: "a rule that knows who wins".into(), why });
    }
    Ok(())
}

/// An evaluator's opinions, read by a rule.
///
/// ```
/// use plyscope::evaluator::Lines;
/// use plyscope::game::{Game, TicTacToe};
/// use plyscope::rule::{Emm, Minimax};
/// use plyscope::search::{Budget, FullWidth, LeafValues, Search};
///
/// let game = TicTacToe::default();
/// let opinions = LeafValues::new(&game, Lines::default(), Minimax)?;
/// let report = FullWidth::default().search(&game, &game.start(), &opinions, &Budget::depth(2)?)?;
/// assert_eq!(game.move_name(&game.start(), &4), "b2"); // the centre
/// assert_eq!(report.choice, 4);
/// // What EMM needs, this evaluator does not give.
/// assert!(LeafValues::new(&game, Lines::default(), Emm).is_err());
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct LeafValues<E, R, T = Unknown> {
    evaluator: E,
    /// What the evaluator's numbers are.
    scale: Scale,
    rule: R,
    truth: T,
    /// Are finished games evaluated like any position?
    hides_end: bool,
}

impl<E, R: Rule> LeafValues<E, R> {
    /// Refused where the game does not suit the rule, or the evaluator does not give what it needs.
    pub fn new<G: Game>(game: &G, evaluator: E, rule: R) -> Result<Self>
    where
        E: Evaluator<G>,
    {
        if rule.need() == Need::OwnErrorAndTruth {
            return Err(Error::Need {
                rule: "this rule".into(),
                need: "to know the truth".into(),
                evaluator: evaluator.profile().name.to_string(),
                advice: "; no player can use it".into(),
            });
        }
        LeafValues::knowing(game, evaluator, Unknown, rule)
    }
}

impl<E, R: Rule, T> LeafValues<E, R, T> {
    /// The same for rules that are told the truth.
    pub fn knowing<G: Game>(game: &G, evaluator: E, truth: T, rule: R) -> Result<Self>
    where
        E: Evaluator<G>,
        T: Truth<G>,
    {
        let (need, profile) = (rule.need(), evaluator.profile());
        fits(game, need)?;
        evaluator.check(game)?;
        let each = need == Need::Each || (need == Need::EachChance && game.facts().players > 2);
        let met = need.is_met(profile.scale, profile.error)
            && (need != Need::Draws || profile.draws)
            && (!each || profile.each);
        if !met {
            let advice = match need {
                Need::Each => "; without an evaluator max-n searches to the end of the game",
                _ => "; a calibrated one does (such as calibrate=isotonic)",
            };
            return Err(Error::Need {
                rule: "this rule".into(),
                need: need.to_string(),
                evaluator: profile.name.to_string(),
                advice: advice.into(),
            });
        }
        Ok(LeafValues { evaluator, scale: profile.scale, rule, truth, hides_end: false })
    }

    /// For a game, an evaluator and a rule that were checked before.
    pub(crate) fn unchecked(evaluator: E, scale: Scale, truth: T, rule: R) -> Self {
        LeafValues { evaluator, scale, rule, truth, hides_end: false }
    }

    /// The same, but the end of the game is hidden from the search: finished games are evaluated like any position. What
    /// a search then still finds it does not owe to proof.
    #[must_use]
    pub fn hiding_end(self, hides_end: bool) -> Self {
        LeafValues { hides_end, ..self }
    }
}

/// A position as a rule sees it.
struct At<'a, G: Game, E, R, T> {
    game: &'a G,
    position: &'a G::Position,
    opinions: &'a LeafValues<E, R, T>,
}

impl<G: Game, E: Evaluator<G>, R, T: Truth<G>> PositionView for At<'_, G, E, R, T> {
    fn mover(&self) -> Player {
        self.game.mover(self.position)
    }
    fn players(&self) -> usize {
        self.game.facts().players
    }
    #[inline]
    fn payoff(&self, player: Player) -> f64 {
        self.game.payoff(self.position, player)
    }
    #[inline]
    fn scale(&self) -> Scale {
        self.opinions.scale
    }
    #[inline]
    fn estimate(&self) -> Option<Estimate> {
        Some(self.opinions.evaluator.estimate(self.game, self.position))
    }
    fn thresholds(&self) -> Option<Thresholds> {
        self.opinions.evaluator.thresholds(self.game, self.position)
    }
    fn each(&self) -> Option<Payoffs> {
        self.opinions.evaluator.each(self.game, self.position)
    }
    /// A draw or an unknown truth counts as no win of the first player.
    fn truth(&self) -> bool {
        self.opinions.truth.value(self.game, self.position).exact().is_some_and(|value| value > 0.0)
    }
}

impl<G: Game, E: Evaluator<G>, R: Rule, T: Truth<G>> Frontier<G> for LeafValues<E, R, T> {
    type Value = R::Value;
    type Rule = R;

    fn rule(&self) -> &R {
        &self.rule
    }
    #[inline]
    fn terminal(&self, game: &G, position: &G::Position) -> R::Value {
        let at = At { game, position, opinions: self };
        let hidden = if self.hides_end { self.rule.estimated(&at) } else { None };
        hidden.unwrap_or_else(|| self.rule.ended(&at))
    }
    #[inline]
    fn estimate(&self, game: &G, position: &G::Position) -> Option<R::Value> {
        let estimated = self.rule.estimated(&At { game, position, opinions: self });
        if Frontier::<G>::is_spent(self) { None } else { estimated }
    }
    #[inline]
    fn is_spent(&self) -> bool {
        self.evaluator.account().is_some_and(EvaluationBudget::is_spent)
    }
    fn range(&self) -> Option<(R::Value, R::Value)> {
        (self.scale == Scale::Probability).then(R::Value::unit).flatten()
    }
}

/// No opinions: payoffs where the game is over, for searches to its end.
///
/// ```
/// use plyscope::game::text::TextTree;
/// use plyscope::rule::Minimax;
/// use plyscope::search::{Budget, FullWidth, Search, ToTheEnd};
/// let tree: TextTree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let report = FullWidth::default().search(&tree, &0, &ToTheEnd::new(&tree, Minimax)?, &Budget::unlimited())?;
/// assert_eq!(report.value, Some(3.0));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct ToTheEnd<R>(R);

impl<R: Rule> ToTheEnd<R> {
    /// Refused where the game does not suit the rule.
    pub fn new<G: Game>(game: &G, rule: R) -> Result<Self> {
        fits(game, rule.need()).map(|()| ToTheEnd(rule))
    }
}

/// A finished game, of which there is no opinion.
struct Ended<'a, G: Game>(&'a G, &'a G::Position);

impl<G: Game> PositionView for Ended<'_, G> {
    fn mover(&self) -> Player {
        self.0.mover(self.1)
    }
    fn players(&self) -> usize {
        self.0.facts().players
    }
    fn payoff(&self, player: Player) -> f64 {
        self.0.payoff(self.1, player)
    }
    fn scale(&self) -> Scale {
        Scale::Score
    }
    fn estimate(&self) -> Option<Estimate> {
        None
    }
    fn each(&self) -> Option<Payoffs> {
        None
    }
}

impl<G: Game, R: Rule> Frontier<G> for ToTheEnd<R> {
    type Value = R::Value;
    type Rule = R;

    fn rule(&self) -> &R {
        &self.0
    }
    fn terminal(&self, game: &G, position: &G::Position) -> R::Value {
        self.0.ended(&Ended(game, position))
    }
    fn estimate(&self, _: &G, _: &G::Position) -> Option<R::Value> {
        None
    }
}
