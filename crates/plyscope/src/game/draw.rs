//! Typed games as games without types.
//!
//! A family gives every trial its game: always the same one ([`Fixed`]), or another one for each, drawn by key. A position
//! carries the game that it belongs to, so that no other code has to tell the two apart.

use super::{AnyPosition, Board, Expansion, Facts, Game, Hints, Notes, Player, Remote, Turn, Walk, moves_of};
use crate::error::Result;
use crate::key::TrialKey;
use crate::name::Name;
use std::sync::Arc;

/// What an [`AnyPosition`] of a typed game holds: the position, and the game it belongs to.
///
/// ```
/// use plyscope::game::{Game, GamePosition, TicTacToe};
/// use plyscope::key::Stream;
/// use plyscope::player::AnyGame;
/// let game = AnyGame::new(TicTacToe::default());
/// let start = game.start(Stream::new(1, "example").trial(0))?;
/// let held = GamePosition::<TicTacToe>::of(&start);
/// let after = held.wrap(held.game.play(&held.position, &0));
/// assert_eq!(game.position_text(&after), ".../.../X.. O"); // the lower left cell
/// # Ok::<(), plyscope::Error>(())
/// ```
pub struct GamePosition<G: Game> {
    /// The game.
    pub game: Arc<G>,
    /// The position.
    pub position: G::Position,
}

impl<G: Game> Clone for GamePosition<G> {
    fn clone(&self) -> Self {
        GamePosition { game: self.game.clone(), position: self.position.clone() }
    }
}

impl<G> GamePosition<G>
where
    G: Game + Send + Sync + 'static,
    G::Position: Send + Sync + 'static,
{
    /// The position within.
    ///
    /// # Panics
    ///
    /// Where the position is of another game, which is a mistake of the program and not of its user.
    pub fn of(position: &AnyPosition) -> &Self {
        position.get().expect("a position is only given to the game that made it")
    }

    /// Another position of the same game.
    pub fn wrap(&self, position: G::Position) -> AnyPosition {
        AnyPosition::new(GamePosition { game: self.game.clone(), position })
    }
}

/// A game for every trial.
///
/// ```
/// use plyscope::game::{Draw, GamePosition};
/// use plyscope::key::Stream;
/// use plyscope::tree::{MoveOrder, NumberTrees, Place, Shape};
/// let family = NumberTrees { shape: Shape::new(2, 5)?, order: MoveOrder::Random };
/// let stream = Stream::new(1, "example");
/// let (game, other) = (family.game(stream.trial(0)), family.game(stream.trial(1)));
/// assert_ne!(game.value(Place::ROOT), other.value(Place::ROOT)); // numbers of 32 bits
/// // A position's text says which of the games it is of.
/// let text = family.text(&GamePosition { game: game.clone(), position: Place::ROOT });
/// assert_eq!(family.parse(&text)?.game.value(Place::ROOT), game.value(Place::ROOT));
/// # Ok::<(), plyscope::Error>(())
/// ```
pub trait Draw: Send + Sync + 'static {
    /// The games.
    type Game: Hints<Position: Send + Sync + 'static> + Send + Sync + 'static;

    /// The name with all parameters.
    fn name(&self) -> Name;
    /// What is known of all its games.
    fn facts(&self) -> Facts;
    /// The game of a trial.
    fn game(&self, trial: TrialKey) -> Arc<Self::Game>;

    /// A game of the family, where one is at hand without drawing it.
    fn example(&self) -> Option<&Self::Game> {
        None
    }

    /// A position of one of the family's games as text.
    fn text(&self, held: &GamePosition<Self::Game>) -> String {
        held.game.position_text(&held.position)
    }
    /// Reads it back.
    fn parse(&self, text: &str) -> Result<GamePosition<Self::Game>>;

    /// What went wrong since this was asked last, in games that can fail.
    fn take_error(&self) -> Result<()> {
        Ok(())
    }
}

/// One game for all trials.
///
/// ```
/// use plyscope::game::{Draw, Fixed, TicTacToe};
/// use plyscope::key::Stream;
/// use std::sync::Arc;
/// let (family, stream) = (Fixed(Arc::new(TicTacToe::default())), Stream::new(1, "example"));
/// assert!(Arc::ptr_eq(&family.game(stream.trial(0)), &family.game(stream.trial(1))));
/// ```
#[derive(Debug, Clone)]
pub struct Fixed<G>(pub Arc<G>);

impl<G> Draw for Fixed<G>
where
    G: Hints<Position: Send + Sync + 'static> + Send + Sync + 'static,
{
    type Game = G;

    fn name(&self) -> Name {
        self.0.name()
    }
    fn facts(&self) -> Facts {
        self.0.facts()
    }
    fn game(&self, _: TrialKey) -> Arc<G> {
        self.0.clone()
    }
    fn example(&self) -> Option<&G> {
        Some(&self.0)
    }
    fn parse(&self, text: &str) -> Result<GamePosition<G>> {
        Ok(GamePosition { game: self.0.clone(), position: self.0.parse_position(text)? })
    }
    fn take_error(&self) -> Result<()> {
        self.0.take_error()
    }
}

impl<F: Draw> Remote for F {
    fn name(&self) -> Name {
        Draw::name(self)
    }
    fn facts(&self) -> Facts {
        Draw::facts(self)
    }
    fn start(&self, trial: TrialKey) -> Result<AnyPosition> {
        let game = self.game(trial);
        let position = game.start_of(trial);
        self.take_error()?;
        Ok(AnyPosition::new(GamePosition { game, position }))
    }
    fn begin(&self, position: &AnyPosition, walk: Walk) -> AnyPosition {
        let held = GamePosition::<F::Game>::of(position);
        held.wrap(held.game.begin(&held.position, walk))
    }
    fn expand(&self, positions: &[AnyPosition]) -> Result<Vec<Expansion>> {
        let expansions = positions.iter().map(|position| expand(GamePosition::<F::Game>::of(position)));
        let expansions = expansions.collect::<Result<_>>()?;
        self.take_error()?;
        Ok(expansions)
    }
    fn move_names(&self, position: &AnyPosition) -> Result<Vec<String>> {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        let moves = moves_of(&**game, position);
        let names = moves.iter().map(|choice| game.move_name(position, choice)).collect();
        self.take_error()?;
        Ok(names)
    }
    fn read_move(&self, position: &AnyPosition, text: &str) -> Option<usize> {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        let name = game.move_name(position, &game.parse_move(position, text).ok()?);
        moves_of(&**game, position).iter().position(|choice| game.move_name(position, choice) == name)
    }
    fn table_key(&self, position: &AnyPosition) -> u64 {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.table_key(position)
    }
    fn search_key(&self, position: &AnyPosition, plies: u32) -> u64 {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.search_key(position, plies)
    }
    fn noise_key(&self, position: &AnyPosition) -> u64 {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.noise_key(position)
    }
    fn truth_key(&self, position: &AnyPosition) -> u64 {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.truth_key(position)
    }
    fn known(&self, position: &AnyPosition) -> Option<f64> {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.known(position)
    }
    fn numbers(&self, position: &AnyPosition) -> Option<u64> {
        GamePosition::<F::Game>::of(position).game.numbers()
    }
    fn number(&self, position: &AnyPosition) -> u64 {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.number(position)
    }
    fn numbered(&self, position: &AnyPosition, number: u64) -> Option<AnyPosition> {
        let held = GamePosition::<F::Game>::of(position);
        held.game.numbered(number).map(|position| held.wrap(position))
    }
    fn bounds(&self, position: &AnyPosition) -> (f64, f64) {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.bounds(position)
    }
    fn position_text(&self, position: &AnyPosition) -> String {
        self.text(GamePosition::of(position))
    }
    fn parse_position(&self, text: &str) -> Result<AnyPosition> {
        let held = self.parse(text)?;
        self.take_error()?;
        Ok(AnyPosition::new(held))
    }
    fn drawn(&self, position: &AnyPosition) -> String {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.drawn(position)
    }
    fn board(&self, position: &AnyPosition) -> Option<Board> {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.board(position)
    }
    fn history(&self, position: &AnyPosition) -> Option<(String, Vec<String>)> {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.history(position)
    }
    fn written(&self, position: &AnyPosition, choice: usize) -> Option<String> {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.written(position, moves_of(&**game, position).get(choice)?)
    }
    fn notes(&self, position: &AnyPosition, line: &str) -> std::result::Result<Notes, String> {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        game.notes(position, line)
    }
    fn kinds(&self, position: &AnyPosition) -> Vec<&'static str> {
        let GamePosition { game, position } = GamePosition::<F::Game>::of(position);
        moves_of(&**game, position).iter().filter_map(|choice| game.kind(position, choice)).collect()
    }
}

fn expand<G>(held: &GamePosition<G>) -> Result<Expansion>
where
    G: Game + Send + Sync + 'static,
    G::Position: Send + Sync + 'static,
{
    let (game, position) = (&held.game, &held.position);
    let turn = game.turn(position);
    let mut chances = Vec::new();
    if turn == Turn::Chance {
        game.chances(position, &mut chances);
    }
    let moves = moves_of(&**game, position);
    // A position that is held takes about this much.
    crate::memory::ask("all positions after a move", moves.len() as u128 * 128)?;
    let after = moves.iter().map(|choice| held.wrap(game.play(position, choice))).collect();
    let players = (0..game.facts().players).filter_map(Player::new).filter(|_| turn == Turn::Over);
    let payoffs = players.map(|player| game.payoff(position, player)).collect();
    Ok(Expansion { turn, after, chances, payoffs })
}
