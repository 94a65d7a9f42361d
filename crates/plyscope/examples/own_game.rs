//! A game and an evaluator of one's own: Nim, take 1 to 3, who takes the last one wins. `cargo run --example own_game`
#![allow(clippy::print_stdout)]
use plyscope::game::{Facts, Game, Player};
use plyscope::{evaluator::*, name::Name, rule::Emm, search::*, value::Win};

struct Nim;

impl Game for Nim {
    type Position = (u32, Player); // what is left, and who moves
    type Move = u32;
    fn name(&self) -> Name {
        Name::new("nim")
    }
    fn facts(&self) -> Facts {
        Facts::lasting(11)
    }
    fn start(&self) -> (u32, Player) {
        (11, Player::FIRST) // taking 3 wins: multiples of 4 are lost for the mover
    }
    fn mover(&self, (_, mover): &(u32, Player)) -> Player {
        *mover
    }
    fn moves(&self, (left, _): &(u32, Player), moves: &mut Vec<u32>) {
        moves.extend(1..=3.min(*left));
    }
    fn play(&self, (left, mover): &(u32, Player), take: &u32) -> (u32, Player) {
        (left - take, mover.opponent())
    }
    fn payoff(&self, (_, loser): &(u32, Player), player: Player) -> f64 {
        if player == *loser { -1.0 } else { 1.0 }
    }
    fn position_text(&self, (left, mover): &(u32, Player)) -> String {
        format!("{left} {mover}")
    }
    fn parse_position(&self, text: &str) -> plyscope::Result<(u32, Player)> {
        let read = text.split_once(' ').and_then(|(left, mover)| {
            let left = left.parse().ok().filter(|left| *left <= 11)?;
            Some((left, mover.parse().ok()?))
        });
        read.ok_or_else(|| self.bad_position(text, "what is left and who moves, such as `7 1`"))
    }
}

struct Parity; // odd heaps are often good: wrong one time in four

impl Evaluator<Nim> for Parity {
    fn profile(&self) -> Profile {
        Profile::chances(Name::new("parity")).with_error(true)
    }
    fn estimate(&self, _: &Nim, (left, mover): &(u32, Player)) -> Estimate {
        let first_wins = (left % 2 == 1) == (*mover == Player::FIRST);
        Estimate { opinion: Opinion::Win(Win::opinion(first_wins, 0.25)), error: Some(0.25) }
    }
}

fn main() -> plyscope::Result<()> {
    let opinions = LeafValues::new(&Nim, Parity, Emm)?;
    for depth in 1..=6 {
        let found = FullWidth::default().search(&Nim, &Nim.start(), &opinions, &Budget::depth(depth)?)?;
        println!("depth {depth}: EMM takes {} of 11", found.choice + 1);
    }
    Ok(())
}
