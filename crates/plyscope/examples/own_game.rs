//! A game and an evaluator of one's own: Nim with one heap. Take 1 to 3; who takes the last one wins.
//!
//! `cargo run --example own_game`
#![allow(clippy::print_stdout)]

use plyscope::evaluator::{Estimate, Evaluator, Opinion, Reading, Scale};
use plyscope::game::{Game, Player};
use plyscope::name::Name;
use plyscope::rule::{Emm, Minimax, Product};
use plyscope::search::{Budget, FullWidth, Scores, Search, Wins};
use plyscope::value::Win;

struct Nim {
    heap: u32,
}

impl Game for Nim {
    type Position = (u32, Player); // what is left, and who moves
    type Move = u32;

    fn name(&self) -> Name {
        Name::new("nim").with("heap", self.heap)
    }
    fn start(&self) -> (u32, Player) {
        (self.heap, Player::FIRST)
    }
    fn mover(&self, (_, mover): &(u32, Player)) -> Player {
        *mover
    }
    fn moves(&self, (left, _): &(u32, Player), moves: &mut Vec<u32>) {
        moves.extend(1..=3.min(*left));
    }
    fn play(&self, (left, mover): &(u32, Player), take: &u32) -> (u32, Player) {
        (left - take, if *mover == Player::FIRST { Player::SECOND } else { Player::FIRST })
    }
    fn is_over(&self, (left, _): &(u32, Player)) -> bool {
        *left == 0
    }
    fn payoff(&self, (_, loser): &(u32, Player), player: Player) -> f64 {
        if player == *loser { -1.0 } else { 1.0 }
    }
    fn table_key(&self, (left, mover): &(u32, Player)) -> u64 {
        u64::from(*left) << 1 | mover.index() as u64
    }
}

/// Knows that odd heaps are often good, and that it is wrong one time in four.
struct Parity;

impl Evaluator<Nim> for Parity {
    fn name(&self) -> Name {
        Name::new("parity")
    }
    fn scale(&self) -> Scale {
        Scale::Probability
    }
    fn knows_error(&self) -> bool {
        true
    }
    fn estimate(&self, _: &Nim, (left, mover): &(u32, Player)) -> Estimate {
        let first_wins = (left % 2 == 1) == (*mover == Player::FIRST);
        Estimate { opinion: Opinion::Win(Win::opinion(first_wins, 0.25)), error: Some(0.25) }
    }
}

fn main() -> plyscope::Result<()> {
    let game = Nim { heap: 11 }; // taking 3 wins: multiples of 4 are lost for the mover
    for depth in 1..=6 {
        let budget = Budget::depth(depth)?;
        let minimax =
            FullWidth.search(&game, &game.start(), &Scores::new(&game, Parity)?, &Minimax, &budget)?;
        let wins = Wins::new(&game, Parity, Reading::Win)?;
        let product = FullWidth.search(&game, &game.start(), &wins, &Product, &budget)?;
        let certain = Wins::new(&game, Parity, Reading::Certain)?;
        let emm = FullWidth.search(&game, &game.start(), &certain, &Emm, &budget)?;
        let takes =
            |ties: &[usize]| ties.iter().map(|tie| (tie + 1).to_string()).collect::<Vec<_>>().join(" or ");
        let (m, p, e) = (takes(&minimax.ties), takes(&product.ties), takes(&emm.ties));
        println!("depth {depth}: minimax takes {m}, product {p}, emm {e}");
    }
    Ok(())
}
