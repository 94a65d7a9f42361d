//! Who plays: a player by name, made for chess.

use crate::chess::Chess;
use plyscope::cache::Memory;
use plyscope::catalogue::{Catalogue, NamedPlayer, Subject, Who};
use plyscope::error::{Error, Result};
use plyscope::game::Fixed;
use plyscope::name::Name;
use plyscope::player::{AnyGame, Player};
use plyscope::search::{Effort, SearchInfo};
use std::sync::Arc;

/// The player where none is named.
pub const USUAL: &str =
    "player(rule=minimax,evaluator=piece-square,search=\"alpha-beta(killers=yes,history=yes,table=16)\")";

/// The seed of what players learn, as for players that are named elsewhere.
const SEED: u64 = 1;

/// A player that was read and not yet made.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope_chess::uci::Seat;
/// let catalogue = plyscope_chess::added_to(Catalogue::built_in());
/// assert!(Seat::new(&catalogue, "player(evaluator=material,depth=3)").is_ok());
/// let why = Seat::new(&catalogue, "player(evaluator=lines)").err().map(|error| error.to_string());
/// assert!(why.is_some()); // lines are of other games
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Clone)]
pub struct Seat {
    catalogue: Catalogue,
    game: AnyGame,
    chess: Arc<Chess>,
    named: NamedPlayer,
}

/// A player that is there.
pub(super) struct Seated {
    /// It decides.
    pub(super) player: Arc<dyn Player>,
    /// The same with exact scores for all moves, where that is another search.
    pub(super) scoring: Arc<dyn Player>,
    /// What it may spend on a move at the most, whatever a program says.
    pub(super) effort: Option<Effort>,
}

impl Seat {
    /// Reads a player, such as `player(rule=minimax,evaluator=material)`; what is wrong with it is told without learning or
    /// starting anything.
    pub fn new(catalogue: &Catalogue, text: &str) -> Result<Self> {
        let game = catalogue.game("chess")?;
        let chess = match game.family::<Fixed<Chess>>() {
            Some(Fixed(chess)) => chess.clone(),
            None => return Err(refuse(text, "the catalogue's chess is not that of this crate")),
        };
        let named = catalogue.named_player(text, &game)?;
        if named.goes_to_the_end() {
            return Err(refuse(
                text,
                "it goes to the end of the game, and chess has none in sight; name another search",
            ));
        }
        let seat = Seat { catalogue: catalogue.clone(), game, chess, named };
        match &seat.named.who {
            Who::Searcher { rule, evaluator, search } => {
                // As it will be; nothing is learned yet.
                let subject = Subject { game: &seat.game, seed: SEED, cache: None };
                let calibrates = catalogue.evaluator(evaluator, &subject)?.calibrate.is_some();
                let searches = catalogue.search(search)?;
                catalogue.check_player(&subject, rule, evaluator, search)?;
                // Those without a rule tell when they are made; a sampler takes what is not calibrated yet for what it is.
                if rule.is_empty() && !(calibrates && searches.sampling().is_some()) {
                    catalogue.player_with(&subject, rule, evaluator, search)?;
                }
                let effort = match (seat.named.effort, searches.takes_rule()) {
                    (None, false) => {
                        let why = "it does not say what it may spend on a move: add evaluations=100, or to mcts iterations=1000";
                        return Err(refuse(text, why));
                    }
                    (effort, _) => effort.unwrap_or(Effort::Depth(1)),
                };
                searches.check_effort(effort)?;
            }
            // Started when it is needed.
            Who::Engine(_) => {}
            _ => return Err(refuse(text, "it cannot be asked for moves")),
        }
        Ok(seat)
    }

    /// Another player of the same catalogue. It is asked for through a conversation, which may come from afar: nothing that
    /// starts a program or reads a file is taken, and then nothing of such a name is made.
    pub(super) fn another(&self, text: &str) -> Result<Self> {
        if self.catalogue.reaches_outside(text).is_some() {
            let why = "it starts a program or reads a file, which no conversation can ask for: name it with `plyscope uci \
                       --player`";
            return Err(refuse(text, why));
        }
        Seat::new(&self.catalogue, text)
    }

    /// The player's name, with everything that decides its moves.
    pub fn name(&self) -> String {
        self.named.to_string()
    }

    pub(super) fn chess(&self) -> &Arc<Chess> {
        &self.chess
    }

    /// Makes the player; what it has to learn it learns now.
    pub(super) fn take(&self) -> Result<Seated> {
        let effort = self.named.effort;
        let (player, scoring) = match &self.named.who {
            Who::Searcher { rule, evaluator, search } => {
                let cache = Memory::default();
                let subject = Subject { game: &self.game, seed: SEED, cache: Some(&cache) };
                let make = |search: &str| self.catalogue.player_with(&subject, rule, evaluator, search);
                (make(search)?, make(&scoring(search)?)?)
            }
            Who::Engine(name) => {
                let player = self.catalogue.engine(&name.to_string())?(&self.game)?;
                (player.clone(), player)
            }
            _ => return Err(refuse(&self.name(), "it cannot be asked for moves")),
        };
        player.check_effort(effort.unwrap_or(Effort::Depth(1)))?;
        Ok(Seated { player, scoring, effort })
    }
}

fn refuse(text: &str, why: &str) -> Error {
    Error::Settings {
        kind: text.chars().filter(|sign| !sign.is_control()).take(200).collect(),
        why: why.into(),
    }
}

/// A search that scores all moves exactly: alpha-beta has to be told to.
fn scoring(search: &str) -> Result<String> {
    let name: Name = search.parse()?;
    match name.kind() {
        "alpha-beta" => Ok(name.without(&["scores"]).with("scores", "all").to_string()),
        _ => Ok(search.to_string()),
    }
}
