//! What a list of positions says itself of their moves.

use super::{Certainty, Judgement, Oracle};
use crate::error::Result;
use crate::game::{AnyPosition, Notes, expand_one};
use crate::key::TrialKey;
use crate::player::AnyGame;
use crate::truth::TrueValue;
use crate::value::Player;
use std::collections::HashMap;

/// Moves are right or wrong as a list says, which nobody has proved. Of positions without a word nothing is known.
///
/// ```
/// use plyscope::game::{Notes, Remote, TicTacToe};
/// use plyscope::key::Stream;
/// use plyscope::oracle::{Oracle, Told};
/// use plyscope::player::AnyGame;
/// let game = AnyGame::new(TicTacToe::default());
/// let trial = Stream::new(1, "example").trial(0);
/// let right = (0..9).map(|square| square == 4).collect();
/// let told = Told::new(game.clone(), [(trial, &Notes { right: Some(right), id: None })]);
/// let judged = told.judge(&[(game.start(trial)?, trial)])?;
/// assert_eq!(judged[0].margins().unwrap()[3..6], [-1.0, 1.0, -1.0]);
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Told {
    game: AnyGame,
    right: HashMap<TrialKey, Vec<bool>>,
}

impl Told {
    /// What notes say of the positions of some trials.
    pub fn new<'a>(game: AnyGame, notes: impl IntoIterator<Item = (TrialKey, &'a Notes)>) -> Self {
        let right = notes.into_iter().filter_map(|(key, notes)| Some((key, notes.right.clone()?)));
        Told { game, right: right.collect() }
    }
}

impl Oracle for Told {
    fn name(&self) -> String {
        "epd".into()
    }
    fn certainty(&self) -> Certainty {
        Certainty::Proxy
    }
    fn judge(&self, positions: &[(AnyPosition, TrialKey)]) -> Result<Vec<Judgement>> {
        let judge = |(position, key): &(AnyPosition, TrialKey)| {
            let expansion = expand_one(&*self.game, position)?;
            let mover = expansion.turn.mover();
            let seen = |right: &bool| if *right == (mover == Player::FIRST) { 1.0 } else { -1.0 };
            let moves = match self.right.get(key) {
                Some(right) => right.iter().map(|right| TrueValue::Exact(seen(right))).collect(),
                None => vec![TrueValue::Unknown; expansion.after.len()],
            };
            Ok(Judgement { mover, moves })
        };
        positions.iter().map(judge).collect()
    }
}
