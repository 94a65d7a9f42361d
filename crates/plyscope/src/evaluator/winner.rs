//! The artificial and the natural evaluator of trees with one winner at every leaf, for any number of players.
//!
//! The artificial one names the true winner, or with probability e one of the others, each as likely. The natural one gives
//! every player the share of the leaves below that they win.

use super::{Artificial, Estimate, Evaluator, Natural, OwnError, Profile};
use crate::error::Result;
use crate::game::{Game, Player};
use crate::name::Settings;
use crate::tree::{Place, WinnerTree};
use crate::value::{Chances, Payoffs, Win};

impl Artificial {
    /// The player that it names.
    fn named(&self, tree: &WinnerTree, place: Place) -> Player {
        let ((key, lane), winner) = (tree.noise(), tree.winner(place));
        if !self.chance().lane(key, lane, place.key()) {
            return winner;
        }
        // Another one: counted on from the winner, by a draw that no node's mistake is made with.
        let further = 1 + key.below(lane, !place.key(), tree.facts().players as u32 - 1) as usize;
        Player::new((winner.index() + further) % tree.facts().players).expect("one of the players")
    }

    fn chances(&self, tree: &WinnerTree, place: Place) -> Chances {
        let named = self.named(tree, place);
        Chances::named_with_error(named, tree.facts().players, self.error())
            .expect("an error is below a half")
    }
}

/// What is said of the first player, where only one number is asked for.
fn of_first(chances: Chances) -> Estimate {
    let win = chances.seen_by(Player::FIRST);
    OwnError::Minority.win(win)
}

fn each(chances: Chances) -> Option<Payoffs> {
    Payoffs::new(chances.values())
}

impl Evaluator<WinnerTree> for Artificial {
    fn profile(&self) -> Profile {
        Profile { each: true, ..Artificial::profile(self) }
    }
    fn estimate(&self, tree: &WinnerTree, place: &Place) -> Estimate {
        of_first(self.chances(tree, *place))
    }
    fn each(&self, tree: &WinnerTree, place: &Place) -> Option<Payoffs> {
        each(self.chances(tree, *place))
    }
}

impl Natural {
    /// For any number of players: the shares as they are.
    pub(crate) fn for_several(self) -> Result<Self> {
        match self == Natural::default() {
            true => Ok(self),
            false => Err(Self::refuse(
                "its parameters are for games that are drawn for two players; leave them out",
            )),
        }
    }

    fn shares(tree: &WinnerTree, place: Place) -> Chances {
        let won = tree.shares(place);
        let all: u32 = won.iter().sum();
        let shares: Vec<f64> = won.iter().map(|won| f64::from(*won) / f64::from(all)).collect();
        Chances::new(&shares).expect("shares of the leaves sum to 1")
    }
}

impl Evaluator<WinnerTree> for Natural {
    fn profile(&self) -> Profile {
        Profile { each: true, ..Natural::profile(self) }
    }
    fn estimate(&self, tree: &WinnerTree, place: &Place) -> Estimate {
        let shares = Natural::shares(tree, *place);
        let win: Win = shares.seen_by(Player::FIRST);
        OwnError::Minority.win(win)
    }
    fn each(&self, tree: &WinnerTree, place: &Place) -> Option<Payoffs> {
        each(Natural::shares(tree, *place))
    }
}
