//! Kalah with its rule variants (Irving, Donkers & Uiterwijk 2000; Zuckerman et al., section 5.3).
//!
//! A player takes all seeds of one of their pits and sows them one by one, counter-clockwise, into the
//! following pits, their own store and the opponent's pits, but not the opponent's store. A last seed in
//! the own store gives another turn; a last seed in an own empty pit captures itself and the opposite
//! pit. After any sowing that leaves a side without seeds the game is over, and both keep what is on
//! their side. One sowing is one ply.

mod numbering;
mod row;
mod rules;
mod sowing;

use super::{Board, Cell, Facts, Game, Hints, Player, Scale, StandPat, moves_of};
use crate::error::Result;
use crate::key::{Domain, TrialKey, mix};
use crate::name::{Arguments, Name, Parameter};
use numbering::Numbering;
pub use rules::KalahRules;
pub use sowing::{Landings, Sown};

/// The most pits a side can have.
const MAX_PITS: usize = 12;

/// Boards of up to this many seeds are endings: 2.7 million with six pits a side.
const ENDING: u32 = 12;

/// The rules of one variant.
///
/// ```
/// use plyscope::game::{Game, Kalah, Player};
/// let game = Kalah::new(6, 4)?;
/// assert_eq!(game.total(), 2 * 6 * 4);
/// // The last of four seeds from the third pit falls in the store: another turn.
/// let after = game.play(&game.start(), &2);
/// assert_eq!((after.stores, game.mover(&after)), ([1, 0], Player::FIRST));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kalah {
    pits: usize,
    seeds: u32,
    empty_capture: bool,
    extra_turn: bool,
    skip_origin: bool,
    /// The game ends after so many sowings.
    moves: Option<u32>,
    /// Empty pits may be played and do nothing; then the game does not end with an empty side.
    empty_moves: bool,
    random_start: bool,
    /// Boards as numbers, where they are few enough and nothing but the board tells how the game goes on.
    numbering: Option<Numbering>,
    /// The same with the first player's store, for a table of all positions.
    whole: Option<Numbering>,
}

/// The seeds on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pits {
    /// Seeds in the pits of each player, in the order of sowing.
    pub pits: [[u8; MAX_PITS]; 2],
    /// Seeds in the stores.
    pub stores: [u8; 2],
    /// Who moves.
    pub mover: Player,
    /// Sowings so far; counted only where the game ends after some number of them.
    pub sown: u32,
}

impl Kalah {
    /// What `kalah(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "pits", default: "6", allowed: "a whole number from 1 to 12" },
        Parameter {
            name: "seeds",
            default: "4",
            allowed: "a whole number of 1 or more; at most 255 seeds in all",
        },
        Parameter {
            name: "empty-capture",
            default: "yes",
            allowed: "yes or no: capture though the opposite pit is empty",
        },
        Parameter {
            name: "extra-turn",
            default: "yes",
            allowed: "yes or no: a last seed in the store gives another turn",
        },
        Parameter {
            name: "skip-origin",
            default: "no",
            allowed: "yes or no: a long sowing passes over the pit it came from",
        },
        Parameter {
            name: "moves",
            default: "unlimited",
            allowed: "unlimited, or a whole number from 1 to 1000",
        },
        Parameter {
            name: "empty-moves",
            default: "no",
            allowed: "yes or no: empty pits may be played (needs a number of moves)",
        },
        Parameter { name: "start", default: "even", allowed: "even or random: the seeds are scattered" },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        let moves = match arguments.text("moves") {
            "unlimited" => None,
            _ => Some(arguments.integer("moves", 1..=1000)?),
        };
        let random_start = match arguments.text("start") {
            "even" => false,
            "random" => true,
            _ => return Err(arguments.refuse("start")),
        };
        KalahRules {
            pits: arguments.integer("pits", 1..=MAX_PITS as u32)?,
            seeds: arguments.integer("seeds", 1..=127)?,
            empty_capture: arguments.yes("empty-capture")?,
            extra_turn: arguments.yes("extra-turn")?,
            skip_origin: arguments.yes("skip-origin")?,
            moves,
            empty_moves: arguments.yes("empty-moves")?,
            random_start,
        }
        .build()
    }

    /// The usual rules with a number of pits a side, and of seeds in each.
    ///
    /// ```
    /// use plyscope::game::{Game, Kalah};
    /// let game = Kalah::new(6, 4)?;
    /// assert_eq!(game.position_text(&game.start()), "4,4,4,4,4,4|0|4,4,4,4,4,4|0 1");
    /// # Ok::<(), plyscope::Error>(())
    /// ```
    pub fn new(pits: u32, seeds: u32) -> Result<Self> {
        KalahRules { pits, seeds, ..KalahRules::default() }.build()
    }

    /// Pits a side.
    pub fn pits(&self) -> usize {
        self.pits
    }

    /// All seeds of the game.
    pub fn total(&self) -> u32 {
        2 * self.pits as u32 * self.seeds
    }

    /// Seeds on a player's side, the store left out.
    #[inline]
    pub fn on_side(&self, position: &Pits, player: Player) -> u32 {
        row::sum(&position.pits[player.index()])
    }

    /// Is a side without seeds?
    #[inline]
    fn has_empty_side(&self, position: &Pits) -> bool {
        [Player::FIRST, Player::SECOND].iter().any(|player| self.on_side(position, *player) == 0)
    }
}

impl Game for Kalah {
    type Position = Pits;
    /// A pit of the mover, from 0.
    type Move = u8;

    fn name(&self) -> Name {
        let yes = |yes: bool| if yes { "yes" } else { "no" };
        Name::new("kalah")
            .with("pits", self.pits)
            .with("seeds", self.seeds)
            .with("empty-capture", yes(self.empty_capture))
            .with("extra-turn", yes(self.extra_turn))
            .with("skip-origin", yes(self.skip_origin))
            .with("moves", self.moves.map_or("unlimited".into(), |moves| moves.to_string()))
            .with("empty-moves", yes(self.empty_moves))
            .with("start", if self.random_start { "random" } else { "even" })
    }
    fn facts(&self) -> Facts {
        let longest = self.moves.unwrap_or((self.total() + 1) * self.total() * self.pits as u32);
        // All empty pits that are played leave the same board.
        Facts { starts_alike: !self.random_start, moves_meet: self.empty_moves, ..Facts::lasting(longest) }
    }
    fn start(&self) -> Pits {
        let mut side = [0; MAX_PITS];
        side[..self.pits].fill(self.seeds as u8);
        Pits { pits: [side; 2], stores: [0; 2], mover: Player::FIRST, sown: 0 }
    }
    fn start_of(&self, trial: TrialKey) -> Pits {
        if !self.random_start {
            return self.start();
        }
        let key = trial.block.draw(Domain::Start);
        let mut position = Pits { pits: [[0; MAX_PITS]; 2], ..self.start() };
        for seed in 0..self.total() {
            let pit = key.below(trial.lane, u64::from(seed), 2 * self.pits as u32) as usize;
            position.pits[pit / self.pits][pit % self.pits] += 1;
        }
        position
    }
    fn mover(&self, position: &Pits) -> Player {
        position.mover
    }
    fn moves(&self, position: &Pits, moves: &mut Vec<u8>) {
        if !self.is_over(position) {
            let side = &position.pits[position.mover.index()];
            moves
                .extend((0..self.pits).filter(|pit| self.empty_moves || side[*pit] > 0).map(|pit| pit as u8));
        }
    }
    fn play(&self, position: &Pits, pit: &u8) -> Pits {
        let again = |last: usize| self.extra_turn && last == self.pits;
        let mover = |last| if again(last) { position.mover } else { position.mover.opponent() };
        let sown = position.sown + u32::from(self.moves.is_some());
        match self.sow_at_once(position, usize::from(*pit)) {
            Some(sowing) => sowing.board(position, mover(sowing.last), sown),
            None => {
                let Sown { after, last, .. } = self.sow_by_steps(position, usize::from(*pit));
                Pits { mover: mover(last), sown, ..after }
            }
        }
    }
    fn is_over(&self, position: &Pits) -> bool {
        self.moves.is_some_and(|moves| position.sown >= moves)
            || (!self.empty_moves && self.has_empty_side(position))
    }
    fn payoff(&self, position: &Pits, player: Player) -> f64 {
        // Where the number of moves ended it, only stores count; an empty side ends it with a harvest.
        let harvest = !self.empty_moves && self.has_empty_side(position);
        let has = |player: Player| {
            let side = if harvest { self.on_side(position, player) } else { 0 };
            f64::from(position.stores[player.index()]) + f64::from(side)
        };
        has(player) - has(player.opponent())
    }
    fn table_key(&self, position: &Pits) -> u64 {
        mix(self.board_key(position) ^ u64::from(position.stores[0]) << 8 ^ u64::from(position.stores[1]))
    }
    fn move_name(&self, _: &Pits, pit: &u8) -> String {
        (pit + 1).to_string()
    }
    fn position_text(&self, position: &Pits) -> String {
        let side = |player: usize| {
            let pits = &position.pits[player][..self.pits];
            pits.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
        };
        let [first, second] = position.stores;
        // Where the number of sowings ends the game, it is part of the position.
        let sown = self.moves.map_or(String::new(), |_| format!(" {}", position.sown));
        format!("{}|{first}|{}|{second} {}{sown}", side(0), side(1), position.mover)
    }
    fn parse_position(&self, text: &str) -> Result<Pits> {
        rules::parse(self, text)
    }
    fn drawn(&self, position: &Pits) -> String {
        let side = |player: usize, back: bool| {
            let cells = |pit: &u8| format!("{pit:>3}");
            let pits = position.pits[player][..self.pits].iter();
            let cells: Vec<String> =
                if back { pits.rev().map(cells).collect() } else { pits.map(cells).collect() };
            cells.concat()
        };
        let [first, second] = position.stores;
        format!(
            "   {}\n{second:>3}{}{first:>3}\n   {}",
            side(1, true),
            " ".repeat(3 * self.pits),
            side(0, false)
        )
    }
    /// The second player's pits above, from right to left, the first player's below, stores at their ends.
    fn board(&self, position: &Pits) -> Option<Board> {
        let pits = |player: Player| {
            position.pits[player.index()][..self.pits]
                .iter()
                .map(move |pit| Cell::Count(player, u32::from(*pit)))
        };
        let store = |player: Player| Cell::Count(player, u32::from(position.stores[player.index()]));
        let mut cells = vec![Cell::Gap];
        cells.extend(pits(Player::SECOND).rev());
        cells.extend([Cell::Gap, store(Player::SECOND)]);
        cells.extend(std::iter::repeat_n(Cell::Gap, self.pits));
        cells.extend([store(Player::FIRST), Cell::Gap]);
        cells.extend(pits(Player::FIRST));
        cells.push(Cell::Gap);
        let columns = self.pits + 2;
        let place = |pit: u8| match position.mover == Player::FIRST {
            true => 2 * columns + 1 + usize::from(pit),
            false => self.pits - usize::from(pit),
        };
        let moves = moves_of(self, position).into_iter().map(|pit| vec![place(pit)]).collect();
        Some(Board { columns, cells, checkered: false, moves })
    }
}

impl Kalah {
    /// A key of what is left to play for: pits, mover and sowings, but not the stores.
    pub fn board_key(&self, position: &Pits) -> u64 {
        let word = |pits: &[u8]| pits.iter().fold(0u64, |word, pit| word << 8 | u64::from(*pit));
        let [first, second] = &position.pits;
        let rest = u64::from(position.sown) << 1 | position.mover.index() as u64;
        [word(&first[..8]), word(&second[..8]), word(&first[8..]) << 32 | word(&second[8..]), rest]
            .into_iter()
            .fold(0, |key, word| mix(key ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15))
    }
}

impl Hints for Kalah {
    fn banked(&self, position: &Pits) -> f64 {
        f64::from(position.stores[0]) - f64::from(position.stores[1])
    }

    fn rest_key(&self, position: &Pits) -> u64 {
        self.board_key(position)
    }

    /// With the sides exchanged it is the same game.
    fn truth_key(&self, position: &Pits) -> u64 {
        let (me, you) = (position.mover.index(), position.mover.opponent().index());
        let (pits, stores) = (&position.pits, &position.stores);
        self.table_key(&Pits {
            pits: [pits[me], pits[you]],
            stores: [stores[me], stores[you]],
            mover: Player::FIRST,
            ..*position
        })
    }

    fn bounds(&self, position: &Pits) -> (f64, f64) {
        let open = f64::from(self.on_side(position, Player::FIRST) + self.on_side(position, Player::SECOND));
        (self.banked(position) - open, self.banked(position) + open)
    }

    /// Seeds won, and another turn.
    fn promise(&self, before: &Pits, _: &u8, after: &Pits) -> i32 {
        let me = before.mover.index();
        let won = i32::from(after.stores[me]) - i32::from(before.stores[me]);
        4 * won + if after.mover == before.mover { 3 } else { 0 }
    }

    fn scale(&self) -> Option<Scale> {
        let key_bits = self.numbering.as_ref()?.bits();
        Scale { largest: self.total() as i32, key_bits }.checked()
    }

    /// With the sides exchanged it is the same game.
    fn score_key(&self, position: &Pits) -> u64 {
        self.numbering.as_ref().map_or(0, |numbering| numbering.of(self, position))
    }

    /// What is in the store is safe, and what is in the pits is all that can be won.
    fn score_bounds(&self, position: &Pits, _: i32) -> (i32, i32) {
        let (me, you) = (position.mover, position.mover.opponent());
        let ahead = i32::from(position.stores[me.index()]) - i32::from(position.stores[you.index()]);
        let open = (self.on_side(position, me) + self.on_side(position, you)) as i32;
        (ahead - open, ahead + open)
    }

    /// Boards of few seeds have the smallest numbers, and seeds do not come back from the stores.
    fn endings(&self, most: u64) -> u64 {
        self.numbering.as_ref().map_or(0, |numbering| numbering.few_seeds(ENDING, most))
    }

    /// Pits and the first player's store; the rest of the seeds is in the other. And whose turn it is.
    fn numbers(&self) -> Option<u64> {
        Some(2 * self.whole.as_ref()?.count())
    }

    fn number(&self, position: &Pits) -> u64 {
        let side = |player: usize| &position.pits[player][..self.pits];
        let pits = [side(0), side(1), &position.stores[..1]];
        self.whole.as_ref().map_or(0, |whole| 2 * whole.of_pits(pits) + position.mover.index() as u64)
    }

    fn numbered(&self, number: u64) -> Option<Pits> {
        let whole = self.whole.as_ref().filter(|whole| number / 2 < whole.count())?;
        let mut position = self.start();
        let seeds = whole.pits_of(number / 2);
        position.pits[0][..self.pits].copy_from_slice(&seeds[..self.pits]);
        position.pits[1][..self.pits].copy_from_slice(&seeds[self.pits..2 * self.pits]);
        let known: u32 = seeds.iter().map(|pit| u32::from(*pit)).sum();
        position.stores = [seeds[2 * self.pits], u8::try_from(self.total().checked_sub(known)?).ok()?];
        position.mover = Player::new((number % 2) as usize)?;
        Some(position)
    }

    /// Captures, and sowings that give another turn.
    fn noisy(&self, position: &Pits, moves: &mut Vec<u8>) -> Option<StandPat> {
        self.moves(position, moves);
        moves.retain(|pit| {
            let Sown { last, captured, .. } = self.sow(position, usize::from(*pit));
            // A capture of nothing is that of the last seed alone.
            captured > 1 || (self.extra_turn && last == self.pits)
        });
        Some(StandPat::May)
    }

    fn progress(&self, position: &Pits) -> u32 {
        position.stores.iter().map(|store| u32::from(*store)).sum()
    }
}
