//! The positions of a game that numbers them, and from where each is reached.

use crate::retrograde::{Places, Start};
use crate::value::Value;
use plyscope::error::{Error, Result};
use plyscope::game::{AnyPosition, Turn, expand_one};
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::value::Player;

/// The most places of a table: ten bytes each while they are worked out, and eight a move.
const MOST: u64 = 100_000_000;

/// The positions of a game as places. Finished games are seen by the first player, others by their mover.
///
/// ```
/// use plyscope::game::{ConnectFour, TicTacToe};
/// use plyscope::player::AnyGame;
/// use plyscope_tables::{GamePlaces, Places};
/// let places = GamePlaces::new(&AnyGame::new(TicTacToe::default()))?;
/// assert_eq!(places.size(), 3usize.pow(9));
/// let wide = GamePlaces::new(&AnyGame::new(ConnectFour::new(7, 6, 4)?)).unwrap_err();
/// assert!(wide.to_string().contains("too many"));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug)]
pub struct GamePlaces {
    game: AnyGame,
    starts: Vec<Option<Start>>,
    /// Does the second player move there?
    second: Vec<bool>,
    /// Of every place: where the list of those before it begins.
    offsets: Vec<u32>,
    before: Vec<u32>,
    /// Is it played for more than winning?
    margins: bool,
}

fn refuse<T>(game: &AnyGame, why: &str) -> Result<T> {
    Err(Error::Settings { kind: "tables".into(), why: format!("{} {why}", game.name()) })
}

impl GamePlaces {
    /// Visits every position once. Refused for games of more than two players or with chance, and for those whose positions
    /// have no numbers or too many.
    pub fn new(game: &AnyGame) -> Result<Self> {
        let start = check(game)?;
        let size = game.numbers(&start).unwrap_or(0) as usize;
        let (mut starts, mut second) = (vec![None; size], vec![false; size]);
        let (mut counts, mut moves) = (vec![0u32; size + 1], Vec::new());
        let mut margins = false;
        for place in 0..size {
            let Some(position) = game.numbered(&start, place as u64) else { continue };
            let expansion = expand_one(&**game, &position)?;
            match expansion.turn {
                Turn::Player(player) => second[place] = player == Player::SECOND,
                Turn::Over => {
                    let payoff = expansion.payoffs[0];
                    if payoff.fract() != 0.0 || payoff.abs() > 10_000.0 {
                        return refuse(game, &format!("has a payoff of {payoff}, which tables do not hold"));
                    }
                    margins |= payoff.abs() > 1.0;
                    starts[place] = Some(Start { known: Value::payoff(payoff as i16), open: 0 });
                    continue;
                }
                Turn::Chance => return refuse(game, "has chance, which tables do not know"),
            }
            let Some(open) = u8::try_from(expansion.after.len()).ok().filter(|open| *open < 255) else {
                return refuse(game, "has positions with more than 254 moves");
            };
            starts[place] = Some(Start { known: None, open });
            for after in &expansion.after {
                let to = game.number(after) as u32;
                counts[to as usize + 1] += 1;
                moves.push((to, place as u32));
            }
        }
        // Where it is about winning alone, how soon counts too.
        for start in starts.iter_mut().flatten().filter(|start| start.open == 0 && !margins) {
            start.known = start.known.map(|value| match value.worth() {
                1.0 => Value::win(0),
                -1.0 => Value::loss(0),
                _ => Value::DRAW,
            });
        }
        let (offsets, before) = by_target(counts, &moves);
        Ok(GamePlaces { game: game.clone(), starts, second, offsets, before, margins })
    }

    /// The game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Where a position is.
    pub fn place(&self, position: &AnyPosition) -> usize {
        self.game.number(position) as usize
    }

    /// Does the second player move there?
    pub fn is_second(&self, place: usize) -> bool {
        self.second[place]
    }

    /// Is the game played for more than winning? Then positions that repeat have no value.
    pub(crate) fn has_margins(&self) -> bool {
        self.margins
    }
}

/// Two players at most, no chance, and not too many numbers; then a position of the game.
pub(crate) fn check(game: &AnyGame) -> Result<AnyPosition> {
    if game.facts().players > 2 || game.facts().has_chance {
        return refuse(game, "cannot have tables: they are for games of one or two players without chance");
    }
    if game.facts().is_drawn {
        return refuse(game, "is another game in every trial, and knows its truth by construction");
    }
    let start = game.start(Stream::new(0, "tables").trial(0))?;
    match game.numbers(&start) {
        Some(numbers) if numbers <= MOST => Ok(start),
        Some(numbers) => refuse(game, &format!("has {numbers} places, too many for a table: at most {MOST}")),
        None => refuse(game, "does not number its positions; solve it"),
    }
}

/// Sorts moves by where they lead: the places before each.
fn by_target(mut counts: Vec<u32>, moves: &[(u32, u32)]) -> (Vec<u32>, Vec<u32>) {
    for place in 1..counts.len() {
        counts[place] += counts[place - 1];
    }
    let (offsets, mut next) = (counts.clone(), counts);
    let mut before = vec![0; moves.len()];
    for (to, from) in moves {
        let at = &mut next[*to as usize];
        before[*at as usize] = *from;
        *at += 1;
    }
    (offsets, before)
}

impl Places for GamePlaces {
    fn size(&self) -> usize {
        self.starts.len()
    }

    fn start(&self, place: usize) -> Option<Start> {
        self.starts[place]
    }

    fn before(&self, place: usize, mut found: impl FnMut(usize, bool)) {
        let range = self.offsets[place] as usize..self.offsets[place + 1] as usize;
        for before in &self.before[range] {
            let before = *before as usize;
            found(before, self.second[before] == self.second[place]);
        }
    }
}
