//! Pig: a race by dice, and the game of chance whose truth is known (Neller & Presser 2004).
//!
//! In a turn the mover throws a die as often as it likes. A 1 ends the turn and takes what it has brought; any other face is
//! added to the turn's total; to hold keeps the total and ends the turn. Who first has `target` points, the running total among
//! them, wins. A turn begins with a throw.
//!
//! Chance's turn is a ply of its own. A game may go on for ever, if for ever ones are thrown: it is given up after 100 plies for
//! every point of the target, which never happens in practice.

mod chances;

use super::{Facts, Game, Hints, Player};
use crate::error::{Error, Result};
use crate::name::{Arguments, Name, Parameter};
use chances::Chances;
use std::sync::{Arc, OnceLock};

/// Pig.
///
/// ```
/// use plyscope::game::{Game, Pig, Hints};
/// let game = Pig::new(20, 6)?;
/// let position = game.parse_position("12 0 5 1")?; // 12 to 0 points, 5 in this turn, player 1 decides
/// assert_eq!(game.move_name(&position, &Pig::HOLD), "hold");
/// assert!(game.known(&position).unwrap() > 0.0); // player 1 is ahead
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Pig {
    target: u32,
    faces: u32,
    /// Found when it is first asked for.
    chances: Arc<OnceLock<Chances>>,
}

/// A moment of a turn.
///
/// ```
/// use plyscope::game::{Game, Pig};
/// let game = Pig::new(20, 6)?;
/// let thrown = game.play(&game.start(), &Pig::ROLL);
/// assert_eq!(game.play(&thrown, &5).total(), 5);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PigTurn {
    scores: [u8; 2],
    total: u8,
    mover: Player,
    /// Is the die about to be thrown?
    rolling: bool,
}

impl PigTurn {
    /// A player's points without those of a turn that goes on.
    pub fn score(&self, player: Player) -> u32 {
        self.scores[player.index()].into()
    }

    /// What the turn has brought.
    pub fn total(&self) -> u32 {
        self.total.into()
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Player {
        self.mover
    }
}

impl Pig {
    /// To keep the turn's total.
    pub const HOLD: u8 = 0;
    /// To throw the die.
    pub const ROLL: u8 = 1;

    /// What `pig(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter { name: "target", default: "100", allowed: "points to win, 5 to 100" },
        Parameter { name: "faces", default: "6", allowed: "faces of the die, 2 to 20" },
    ];

    /// Made from a name's parameters.
    pub fn build(arguments: &Arguments<'_>) -> Result<Self> {
        Pig::new(arguments.integer("target", 5..=100)?, arguments.integer("faces", 2..=20)?)
    }

    /// To 5 to 100 points, with a die of 2 to 20 faces.
    pub fn new(target: u32, faces: u32) -> Result<Self> {
        if !(5..=100).contains(&target) || !(2..=20).contains(&faces) {
            return Err(Error::Settings {
                kind: "pig".into(),
                why: format!(
                    "it is played to 5 to 100 points with a die of 2 to 20 faces, not to {target} with {faces}"
                ),
            });
        }
        Ok(Pig { target, faces, chances: Arc::default() })
    }

    /// Points to win.
    pub fn target(&self) -> u32 {
        self.target
    }

    /// Faces of the die.
    pub fn faces(&self) -> u32 {
        self.faces
    }

    /// The chance that a player wins with best play of both.
    pub fn chance(&self, turn: &PigTurn, player: Player) -> f64 {
        let chances = self.chances.get_or_init(|| Chances::new(self));
        let [mine, other] = [turn.mover, turn.mover.opponent()].map(|player| turn.score(player) as usize);
        let total = usize::from(turn.total);
        let mover = match turn.rolling {
            true => chances.thrown(self, mine, other, total),
            false => chances.of(mine, other, total),
        };
        if player == turn.mover { mover } else { 1.0 - mover }
    }
}

impl Game for Pig {
    type Position = PigTurn;
    /// What to do, or the face that comes up.
    type Move = u8;

    fn name(&self) -> Name {
        Name::new("pig").with("target", self.target).with("faces", self.faces)
    }
    fn facts(&self) -> Facts {
        let payoffs = (-1.0, 1.0);
        Facts { has_chance: true, knows_truth: true, payoffs, ..Facts::lasting(100 * self.target) }
    }
    fn start(&self) -> PigTurn {
        PigTurn { scores: [0, 0], total: 0, mover: Player::FIRST, rolling: false }
    }
    fn mover(&self, turn: &PigTurn) -> Player {
        turn.mover
    }
    fn moves(&self, turn: &PigTurn, moves: &mut Vec<u8>) {
        if self.is_over(turn) {
            return;
        }
        match (turn.rolling, turn.total) {
            (true, _) => moves.extend(1..=self.faces as u8),
            (false, 0) => moves.push(Pig::ROLL),
            (false, _) => moves.extend([Pig::ROLL, Pig::HOLD]),
        }
    }
    fn play(&self, turn: &PigTurn, choice: &u8) -> PigTurn {
        let next = PigTurn { total: 0, mover: turn.mover.opponent(), rolling: false, ..*turn };
        match (turn.rolling, *choice) {
            (true, 1) => next,
            (true, face) => PigTurn { total: turn.total + face, rolling: false, ..*turn },
            (false, Pig::ROLL) => PigTurn { rolling: true, ..*turn },
            (false, _) => {
                let mut next = next;
                next.scores[turn.mover.index()] += turn.total;
                next
            }
        }
    }
    fn is_over(&self, turn: &PigTurn) -> bool {
        turn.score(turn.mover) + turn.total() >= self.target
    }
    fn is_chance(&self, turn: &PigTurn) -> bool {
        turn.rolling
    }
    fn chances(&self, turn: &PigTurn, chances: &mut Vec<f64>) {
        if turn.rolling {
            chances.extend((0..self.faces).map(|_| 1.0 / f64::from(self.faces)));
        }
    }
    fn payoff(&self, turn: &PigTurn, player: Player) -> f64 {
        if player == turn.mover { 1.0 } else { -1.0 }
    }
    fn table_key(&self, turn: &PigTurn) -> u64 {
        let [first, second] = turn.scores.map(u64::from);
        let who = (turn.mover.index() as u64) << 1 | u64::from(turn.rolling);
        first << 24 | second << 16 | u64::from(turn.total) << 8 | who
    }
    fn move_name(&self, turn: &PigTurn, choice: &u8) -> String {
        match (turn.rolling, *choice) {
            (true, face) => face.to_string(),
            (false, Pig::ROLL) => "roll".into(),
            (false, _) => "hold".into(),
        }
    }
    fn position_text(&self, turn: &PigTurn) -> String {
        let die = if turn.rolling { " rolling" } else { "" };
        format!("{} {} {} {}{die}", turn.scores[0], turn.scores[1], turn.total, turn.mover)
    }
    fn parse_position(&self, text: &str) -> Result<PigTurn> {
        let read = || {
            let words: Vec<&str> = text.split_whitespace().collect();
            let (numbers, rolling) = match words.as_slice() {
                [numbers @ .., "rolling"] => (numbers, true),
                numbers => (numbers, false),
            };
            let [first, second, total, mover] = numbers else { return None };
            let score = |text: &str| text.parse::<u8>().ok().filter(|score| u32::from(*score) < self.target);
            let mover: Player = mover.parse().ok().filter(|mover: &Player| mover.index() < 2)?;
            let total =
                total.parse::<u8>().ok().filter(|total| u32::from(*total) < self.target + self.faces)?;
            let turn = PigTurn { scores: [score(first)?, score(second)?], total, mover, rolling };
            // One point is never thrown, and a finished game is not thrown on.
            (total != 1 && !(rolling && self.is_over(&turn))).then_some(turn)
        };
        let wanted = "points of both, points of this turn, who is to move, and `rolling` before a throw, such as `12 0 5 1`";
        read().ok_or_else(|| self.bad_position(text, wanted))
    }
    fn drawn(&self, turn: &PigTurn) -> String {
        let die = if turn.rolling { ", about to throw" } else { "" };
        let [first, second] = turn.scores;
        format!("{first} to {second}, player {} with {} in this turn{die}", turn.mover, turn.total)
    }
}

impl Hints for Pig {
    fn known(&self, turn: &PigTurn) -> Option<f64> {
        if self.is_over(turn) {
            return Some(self.payoff(turn, Player::FIRST));
        }
        Some(2.0 * self.chance(turn, Player::FIRST) - 1.0)
    }
    /// Points of both.
    fn progress(&self, turn: &PigTurn) -> u32 {
        turn.scores.iter().map(|score| u32::from(*score)).sum()
    }
}
