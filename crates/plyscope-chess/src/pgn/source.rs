//! Positions of recorded games, in order.

use super::games::{Recorded, read_good};
use crate::chess::Chess;
use crate::position::Position;
use plyscope::cache::checksum;
use plyscope::catalogue::{Entry, Outside, SourceEntry, SourceMaker};
use plyscope::error::{Error, Result};
use plyscope::game::{AnyPosition, Fixed, Game, GamePosition};
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::source::{Source, Trial};
use std::sync::Arc;

/// Bad games that are described one by one, at most.
const TOLD: usize = 10;

/// Positions of games that were played, with what came before them in the game.
///
/// Those in which the game is over by the rules are left out: there is nothing to decide.
pub struct PgnPositions {
    game: AnyGame,
    chess: Arc<Chess>,
    stream: Stream,
    name: String,
    games: Vec<Recorded>,
    /// What is wrong with the games that are left out.
    bad: Vec<Error>,
    /// Which game, and after how many plies. A game is played again when its position is asked for: that takes a
    /// fraction of a millisecond, and files have millions of positions.
    places: Vec<(u32, u32)>,
}

impl PgnPositions {
    /// Of a game of chess, of the games in a text: every `every` plies.
    pub fn parse(game: &AnyGame, stream: Stream, text: &str, every: u32) -> Result<Self> {
        let Some(Fixed(chess)) = game.family::<Fixed<Chess>>() else {
            let why = format!("PGN has games of chess, not of {}", game.name());
            return Err(Error::Settings { kind: "pgn".into(), why });
        };
        let ((games, mut bad), mut places) = (read_good(text), Vec::new());
        if games.is_empty() && !bad.is_empty() {
            return Err(bad.remove(0));
        }
        for (number, recorded) in games.iter().enumerate() {
            let taken = recorded.positions().enumerate().skip(1).filter(|(ply, _)| ply % every as usize == 0);
            let open = taken.filter(|(_, position)| !chess.is_over(position));
            places.extend(open.map(|(ply, _)| (number as u32, ply as u32)));
        }
        let name = format!("positions of {} games", games.len());
        Ok(PgnPositions { game: game.clone(), chess: chess.clone(), stream, name, games, bad, places })
    }

    fn position(&self, game: u32, ply: u32) -> Option<Position> {
        self.games.get(game as usize)?.positions().nth(ply as usize)
    }
}

impl Source for PgnPositions {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn game(&self) -> &AnyGame {
        &self.game
    }
    fn draw(&self, trial: u64, _: u32) -> Result<Option<Trial>> {
        let place = usize::try_from(trial).ok().and_then(|trial| self.places.get(trial));
        let found = place.and_then(|(game, ply)| {
            // Where a position was set up it is not known how far the game had gone.
            let known = self.games[*game as usize].starts_as_usual().then_some(*ply);
            let held = GamePosition { game: self.chess.clone(), position: self.position(*game, *ply)? };
            Some(Trial::new(AnyPosition::new(held), known, self.stream.trial(trial)))
        });
        Ok(found)
    }
    /// Which games are left out, and why: the first few of them.
    fn remarks(&self) -> Vec<String> {
        let (all, left_out) = (self.games.len() + self.bad.len(), self.bad.len());
        let are = if left_out == 1 { "is" } else { "are" };
        let counted = (left_out > 0).then(|| format!("{left_out} of {all} games {are} left out:"));
        let told = self.bad.iter().take(TOLD).map(|error| error.to_string());
        let more = (left_out > TOLD).then(|| format!("and {} more", left_out - TOLD));
        counted.into_iter().chain(told).chain(more).collect()
    }
    fn attempts(&self) -> u32 {
        1
    }
    fn trials(&self) -> Option<u64> {
        Some(self.places.len() as u64)
    }
}

/// For a catalogue.
pub(crate) fn entry() -> SourceEntry {
    let summary = "A position from a PGN file of recorded games, in order, with the game up to it: after `every` \
        plies of each game, after twice as many, and so on (chess). Finished positions are left out, and so are \
        games that are not chess by the rules, which the command says.";
    let plies =
        "1 to 10000: the positions after so many plies of each game, twice as many, three times as many, ...";
    Entry::taking("pgn", summary, move |given| {
        let path = given.text("path", "games.pgn", "a file of games in PGN");
        let every = given.integer("every", "1", plies, 1..=10_000);
        let make: Box<SourceMaker> = Box::new(move |context| {
            let text = (context.read)(&path)?;
            let name = format!("pgn(path={path:?},every={every}) {:016x}", checksum(&text));
            let found = PgnPositions::parse(context.game, context.stream, &text, every)?;
            if found.places.is_empty() {
                let why = format!("{path} has no position to decide at");
                return Err(Error::Settings { kind: "pgn".into(), why });
            }
            Ok(Arc::new(PgnPositions { name, ..found }))
        });
        Ok(make)
    })
    .reaching(Outside::Files)
}
