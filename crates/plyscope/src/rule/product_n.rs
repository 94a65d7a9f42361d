//! The product rule and error-minimizing minimax for any number of players.
//!
//! Every child has one winner, known only by its chances, and children are independent. The mover wins if some child is won
//! by the mover, as with two players. If none is, the mover has nothing to choose by: who wins then is a matter of what such
//! a player does ([`Indifferent`]), and the chances of the others follow, given that all children are lost.
//!
//! EMM keeps, of a node's own estimate and the aggregate of its children, the one that is more certain. Of two estimates of
//! the same thing the better one to keep is the one that is wrong by less, as far as it can tell itself: the one with the
//! smaller expected loss of whoever acts on it. With two players every even-handed loss orders estimates alike, by their
//! distance from a half, so the papers need not say which they mean. With more players losses differ, and each is another
//! meaning of "more certain" ([`Certainty`]). The derivation is in `docs/several-players.md`.

use super::product::some_child_wins;
use super::{BackupRule, Node, Properties, Reading, Rule};
use crate::name::{Settings, Values};
use crate::value::{Chances, Player, TOLERANCE, Win};

/// What a player does who wins with no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Indifferent {
    /// Takes the first move: what [`MaxN`](super::MaxN) does, so that a search to the end finds its truth.
    #[default]
    First,
    /// Takes any move, all as likely.
    Any,
}

impl Indifferent {
    /// Declares `ties`.
    pub(super) fn declare(&mut self, values: &mut Values<'_>) {
        let allowed = "first (a player who wins with no move takes the first) or any (each as likely)";
        values.word(
            "ties",
            "first",
            allowed,
            self,
            &[("first", Indifferent::First), ("any", Indifferent::Any)],
        );
    }
}

/// The chance that at least one child is a win for the mover, and what is left to the others.
///
/// ```
/// use plyscope::rule::{BackupRule, Node, ProductN};
/// use plyscope::value::{Chances, Player};
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// let children = [[0.5, 0.5, 0.0], [0.5, 0.0, 0.5]].map(|each| Chances::new(&each).unwrap());
/// // The first player loses with either move one time in four; then the first move decides, and the second player wins.
/// assert_eq!(ProductN::default().combine(node, &children).values(), [0.75, 0.25, 0.0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProductN {
    /// What a mover does who wins with no move.
    pub ties: Indifferent,
}

impl Settings for ProductN {
    const KIND: &'static str = "product-n";
    const SUMMARY: &'static str = "The product rule for any number of players, on a win probability per player. A \
        mover without a winning move takes the first move, or with `ties=any` any move with equal probability.";

    fn each(&mut self, values: &mut Values<'_>) {
        self.ties.declare(values);
    }
}

impl ProductN {
    /// A player's share of a child that the mover loses; nothing where the mover does not.
    fn share(child: &Chances, node: Node, player: usize) -> f64 {
        let lost = child.seen_by(node.mover).second;
        if lost > 0.0 { child.values()[player] / lost } else { 0.0 }
    }
}

impl BackupRule<Chances> for ProductN {
    fn properties(&self) -> Properties {
        Properties { keeps_certainty: self.ties == Indifferent::First, ..Properties::default() }
    }

    fn combine(&self, node: Node, children: &[Chances]) -> Chances {
        let some = some_child_wins(children.iter().map(|child| child.seen_by(node.mover)));
        let first = children.first().expect("a rule is given at least one child");
        let chance = |player: usize| {
            if player == node.mover.index() {
                return some.first;
            }
            // Given that every child is lost, each has its own winner among the others.
            let share = match self.ties {
                Indifferent::First => ProductN::share(first, node, player),
                Indifferent::Any => {
                    let shares = children.iter().map(|child| ProductN::share(child, node, player));
                    shares.sum::<f64>() / children.len() as f64
                }
            };
            some.second * share
        };
        let all: Vec<f64> = (0..first.players()).map(chance).collect();
        Chances::made(&all)
    }
}

impl Rule for ProductN {
    type Value = Chances;
}

/// Which loss tells how certain an estimate is.
///
/// ```
/// use plyscope::rule::Certainty;
/// use plyscope::value::{Chances, Player};
/// let [split, spread] = [[0.5, 0.5, 0.0], [0.5, 0.25, 0.25]].map(|each| Chances::new(&each).unwrap());
/// let loss = |certainty: Certainty, chances| certainty.loss(chances, Player::FIRST);
/// // Whoever names a winner is wrong as often; whoever bets on all knows more where one player is out.
/// assert_eq!(loss(Certainty::Winner, &split), loss(Certainty::Winner, &spread));
/// assert!(loss(Certainty::Entropy, &split) < loss(Certainty::Entropy, &spread));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Certainty {
    /// Who wins is named, and the name is wrong: 1 minus the largest chance.
    #[default]
    Winner,
    /// A chance for every player, judged by the squared error (Brier 1950): the sum of w (1 - w).
    Square,
    /// The same by the logarithm: the entropy, minus the sum of w ln w.
    Entropy,
    /// Whether the node's mover wins is named, whoever else does: the smaller of w and 1 - w.
    Mover,
}

impl Certainty {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Certainty); 4] = [
        ("winner", Certainty::Winner),
        ("square", Certainty::Square),
        ("entropy", Certainty::Entropy),
        ("mover", Certainty::Mover),
    ];

    /// The loss that is expected of whoever does the best by these chances; `mover` is the node's.
    pub fn loss(self, chances: &Chances, mover: Player) -> f64 {
        let players = || (0..chances.players()).filter_map(Player::new);
        match self {
            Certainty::Winner => chances.error(),
            Certainty::Square => {
                players().map(|player| chances.seen_by(player)).map(|win| win.first * win.second).sum()
            }
            Certainty::Entropy => {
                // Near 1 the other players' chances have the digits.
                let logarithm = |win: Win| match win.second < 0.5 {
                    true => libm::log1p(-win.second),
                    false => libm::log(win.first),
                };
                let term = |win: Win| if win.first > 0.0 { -win.first * logarithm(win) } else { 0.0 };
                players().map(|player| term(chances.seen_by(player))).sum()
            }
            Certainty::Mover => chances.seen_by(mover).error(),
        }
    }
}

/// The product rule for any number of players, unless the node's own estimate is more certain.
///
/// ```
/// use plyscope::rule::{BackupRule, EmmN, Node};
/// use plyscope::value::{Chances, Player};
/// let node = Node { mover: Player::FIRST, height: 1, level: 0 };
/// let chances = |each: [f64; 3]| Chances::new(&each).unwrap();
/// let children = [chances([0.1, 0.8, 0.1]), chances([0.1, 0.1, 0.8])];
/// let value = |own| EmmN::default().back_up(node, &children, Some(own));
/// // The aggregate names the second player and is wrong with probability .28.
/// assert_eq!(value(chances([0.7, 0.2, 0.1])).named(), Some(Player::SECOND));
/// assert_eq!(value(chances([0.05, 0.05, 0.9])), chances([0.05, 0.05, 0.9]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EmmN {
    /// What a mover does who wins with no move.
    pub ties: Indifferent,
    /// What "more certain" means.
    pub certainty: Certainty,
}

impl Settings for EmmN {
    const KIND: &'static str = "emm-n";
    const SUMMARY: &'static str = "EMM for any number of players: `product-n`'s probabilities, unless the node's \
        own estimate is more certain; `certainty` says what that means.";

    fn each(&mut self, values: &mut Values<'_>) {
        let allowed = "winner, square, entropy or mover";
        values.word("certainty", "winner", allowed, &mut self.certainty, &Certainty::ALL);
        self.ties.declare(values);
    }
}

impl BackupRule<Chances> for EmmN {
    fn properties(&self) -> Properties {
        let product = BackupRule::<Chances>::properties(&ProductN { ties: self.ties });
        Properties { reading: Reading::Certain, uses_own: true, ..product }
    }

    fn combine(&self, node: Node, children: &[Chances]) -> Chances {
        ProductN { ties: self.ties }.combine(node, children)
    }

    fn reconcile(&self, node: Node, aggregate: Chances, own: Chances) -> Chances {
        let loss = |chances: &Chances| self.certainty.loss(chances, node.mover);
        // As EMM does: rounding decides nothing where the two disagree, and a tie goes to the aggregate.
        let agree = own.named().is_some() && own.named() == aggregate.named();
        let allowed = if agree { loss(&aggregate) } else { loss(&aggregate) * (1.0 - TOLERANCE) };
        if loss(&own) < allowed { own } else { aggregate }
    }
}

impl Rule for EmmN {
    type Value = Chances;
}
