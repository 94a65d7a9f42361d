//! A game of the catalogue's, for Python to play.

use crate::catalogue::built_in;
use crate::error::Trouble;
use crate::work::long;
use plyscope::game::{Turn, expand_one};
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use pyo3::prelude::*;

/// The rules of a game that is named; positions are texts.
#[pyclass(frozen, module = "plyscope._plyscope")]
pub(crate) struct Rules {
    game: AnyGame,
    trouble: Trouble,
}

/// What follows a position: who moves (from 1; 0 where chance does or the game is over), the moves with the positions after
/// them, their probabilities where chance moves, and payoffs where the game is over.
type Followed = (usize, Vec<(String, String)>, Vec<f64>, Vec<f64>);

#[pymethods]
impl Rules {
    #[new]
    fn new(py: Python<'_>, name: &str) -> PyResult<Self> {
        let (catalogue, trouble) = (built_in(py)?, Trouble::default());
        let game = long(py, &trouble, None, |_, _| Ok(catalogue.game(name)?))?;
        Ok(Rules { game, trouble })
    }

    /// The name, with all parameters.
    #[getter]
    fn name(&self) -> String {
        self.game.name().to_string()
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.game.facts().players
    }

    /// How many plies a game lasts at the most.
    #[getter]
    fn longest(&self) -> u32 {
        self.game.facts().longest
    }

    /// Has chance a turn anywhere?
    #[getter]
    fn has_chance(&self) -> bool {
        self.game.facts().has_chance
    }

    /// Where a game starts.
    fn start(&self, py: Python<'_>, seed: u64) -> PyResult<String> {
        long(py, &self.trouble, None, |_, _| {
            let start = self.game.start(Stream::new(seed, &self.game.name().to_string()).trial(0))?;
            Ok(self.game.position_text(&start))
        })
    }

    /// What follows a position.
    fn follow(&self, py: Python<'_>, position: &str) -> PyResult<Followed> {
        long(py, &self.trouble, None, |_, _| {
            let position = self.game.parse_position(position)?;
            let found = expand_one(&*self.game, &position)?;
            let names = self.game.move_names(&position)?;
            let after = found.after.iter().map(|after| self.game.position_text(after));
            let mover = match found.turn {
                Turn::Player(player) => player.index() + 1,
                Turn::Chance | Turn::Over => 0,
            };
            Ok((mover, names.into_iter().zip(after).collect(), found.chances, found.payoffs))
        })
    }
}
