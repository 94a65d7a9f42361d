//! An evaluator that is paid for: every distinct position once, and the rules of the game are free.
//!
//! Where an opinion costs more than all the rest of a search, searches are compared by how many positions they ask about.
//! Then all of them see the same things for nothing: finished games, a position from which a move wins at once, a position
//! from which every move ends the game, and whatever was asked before.

use super::{Estimate, Evaluator, Profile, Scale};
use crate::error::Result;
use crate::game::{Game, moves_of};
use crate::value::{Outcome, Payoffs, Player, Thresholds, Win};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many positions were paid for.
#[derive(Debug)]
pub struct EvaluationBudget {
    most: u64,
    asked: AtomicU64,
    spent: AtomicBool,
}

impl EvaluationBudget {
    /// Distinct positions that were evaluated.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Was one more asked for than could be paid?
    pub fn is_spent(&self) -> bool {
        self.spent.load(Ordering::Relaxed)
    }

    /// Pays for a position, if that is still possible.
    fn pay(&self) -> bool {
        if self.asked() < self.most {
            self.asked.fetch_add(1, Ordering::Relaxed);
            return true;
        }
        self.spent.store(true, Ordering::Relaxed);
        false
    }
}

/// An evaluator that answers for a limited number of distinct positions. What it says after that means nothing, and its
/// [account](Evaluator::account) is spent.
///
/// ```
/// use plyscope::evaluator::{Budgeted, Evaluator, Lines};
/// use plyscope::game::{Game, TicTacToe};
/// let (game, lines) = (TicTacToe::default(), Lines::default());
/// let counted = Budgeted::new(&lines, 1, true);
/// let account = counted.account().unwrap();
/// let ask = |text: &str| counted.estimate(&game, &game.parse_position(text).unwrap()).score();
/// ask("X../.O./..X O");
/// ask("X../.O./..X O"); // the same again
/// assert_eq!(ask("XX./OO./... X"), 1.0); // X wins at once: no evaluation is needed
/// assert_eq!((account.asked(), account.is_spent()), (1, false));
/// ask("X../.O./.X. O");
/// assert!(account.is_spent());
/// ```
pub struct Budgeted<'a, G: Game> {
    evaluator: &'a (dyn Evaluator<G> + Send + Sync + 'a),
    profile: Profile,
    account: EvaluationBudget,
    /// Are the rules free?
    rules: bool,
    known: Mutex<HashMap<u64, Option<Estimate>>>,
}

impl<'a, G: Game> Budgeted<'a, G> {
    /// At most this many distinct positions; where the end of the game is hidden from a search the rules tell nothing.
    pub fn new(evaluator: &'a (dyn Evaluator<G> + Send + Sync + 'a), most: u64, rules: bool) -> Self {
        let account = EvaluationBudget { most, asked: AtomicU64::new(0), spent: AtomicBool::new(false) };
        Budgeted { evaluator, profile: evaluator.profile(), account, rules, known: Mutex::default() }
    }

    /// The same, with a position that costs nothing: what the root of a search is worth by itself decides nothing.
    #[must_use]
    pub(crate) fn with_root(self, game: &G, root: &G::Position) -> Self {
        self.known.lock().expect("the lock is not poisoned").insert(game.table_key(root), None);
        self
    }

    /// The payoff of the first player where the rules alone tell: a move of the mover wins at once, or all end the game.
    fn by_the_rules(&self, game: &G, position: &G::Position) -> Option<f64> {
        if !self.rules || game.facts().players != 2 || game.facts().has_chance || game.is_over(position) {
            return None;
        }
        let (mover, mut best, mut all_over) = (game.mover(position), f64::NEG_INFINITY, true);
        for choice in moves_of(game, position) {
            let after = game.play(position, &choice);
            match game.is_over(&after) {
                true => best = best.max(game.payoff(&after, mover)),
                false => all_over = false,
            }
        }
        let settled = best > 0.0 || all_over && best > f64::NEG_INFINITY;
        settled.then_some(if mover == Player::FIRST { best } else { -best })
    }

    /// Is a position known, or paid for now?
    fn pays(&self, game: &G, position: &G::Position) -> bool {
        let mut known = self.known.lock().expect("the lock is not poisoned");
        let key = game.table_key(position);
        if known.contains_key(&key) {
            return true;
        }
        let paid = self.account.pay();
        if paid {
            known.insert(key, None);
        }
        paid
    }
}

impl<G: Game> Evaluator<G> for Budgeted<'_, G> {
    fn profile(&self) -> Profile {
        self.profile.clone()
    }
    fn check(&self, game: &G) -> Result<()> {
        self.evaluator.check(game)
    }
    fn estimate(&self, game: &G, position: &G::Position) -> Estimate {
        let key = game.table_key(position);
        let mut known = self.known.lock().expect("the lock is not poisoned");
        if let Some(Some(estimate)) = known.get(&key) {
            return *estimate;
        }
        let estimate = match self.by_the_rules(game, position) {
            Some(payoff) => settled(payoff, self.profile.scale),
            None if known.contains_key(&key) || self.account.pay() => self.evaluator.estimate(game, position),
            None => return settled(0.0, self.profile.scale),
        };
        known.insert(key, Some(estimate));
        estimate
    }
    fn thresholds(&self, game: &G, position: &G::Position) -> Option<Thresholds> {
        if let Some(payoff) = self.by_the_rules(game, position) {
            return Some(Thresholds::payoff(payoff));
        }
        self.pays(game, position).then(|| self.evaluator.thresholds(game, position)).flatten()
    }
    fn each(&self, game: &G, position: &G::Position) -> Option<Payoffs> {
        self.pays(game, position).then(|| self.evaluator.each(game, position)).flatten()
    }
    fn account(&self) -> Option<&EvaluationBudget> {
        Some(&self.account)
    }
}

/// What is certain of the first player's payoff, on an evaluator's scale.
fn settled(payoff: f64, scale: Scale) -> Estimate {
    let points = Outcome::of(payoff).points();
    let estimate = match scale {
        Scale::Score => Estimate::score_of(payoff),
        Scale::Probability => Estimate::win_of(Win { first: points, second: 1.0 - points }),
    };
    Estimate { error: Some(if payoff == 0.0 { 0.5 } else { 0.0 }), ..estimate }
}
