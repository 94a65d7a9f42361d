//! Does a game keep the laws that searches and measurements rely on? Told in words, for games that are not ours.

use plyscope::catalogue::{Catalogue, Subject};
use plyscope::game::{AnyPosition, Expansion, Turn};
use plyscope::key::{Stream, mix};
use plyscope::player::AnyGame;
use plyscope::{Error, Result};
use std::collections::BTreeMap;

/// What was looked at, and what is broken.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// Random games that were played.
    pub games: u64,
    /// Positions that were looked at.
    pub positions: u64,
    /// Plies of the longest of them.
    pub longest: u32,
    /// The evaluators that were asked.
    pub evaluators: Vec<String>,
    /// What is broken, in words, and how often that was seen.
    pub broken: BTreeMap<String, u64>,
}

impl Checked {
    fn note(&mut self, law: &str, found: Option<String>) {
        if let Some(example) = found {
            let seen = self.broken.iter_mut().find(|(told, _)| told.starts_with(law));
            match seen {
                Some((_, count)) => *count += 1,
                None => drop(self.broken.insert(format!("{law}: {example}"), 1)),
            }
        }
    }

    /// An answer, or a note that there was none.
    fn answered<T>(&mut self, law: &str, result: Result<T>) -> Option<T> {
        match result {
            Ok(answer) => Some(answer),
            Err(error) => {
                self.note(law, Some(error.to_string()));
                None
            }
        }
    }
}

/// A position, and what its game said of it.
struct Seen {
    position: AnyPosition,
    text: String,
    told: Told,
}

/// What follows a position, as texts that can be compared.
#[derive(Debug, Clone, PartialEq)]
struct Told {
    turn: Turn,
    after: Vec<String>,
    chances: Vec<f64>,
    payoffs: Vec<f64>,
}

fn told(game: &AnyGame, expansion: &Expansion) -> Told {
    Told {
        turn: expansion.turn,
        after: expansion.after.iter().map(|position| game.position_text(position)).collect(),
        chances: expansion.chances.clone(),
        payoffs: expansion.payoffs.clone(),
    }
}

/// Positions whose answers are compared with a second answer, at most.
const ASKED_TWICE: usize = 2000;

/// Plays random games and looks at every position of them. Stops at the first answer that cannot be had.
pub fn check(catalogue: &Catalogue, game: &AnyGame, games: u64) -> Result<Checked> {
    let mut checked = Checked::default();
    let mut seen = Vec::new();
    for number in 0..games {
        walk(game, number, &mut checked, &mut seen);
        checked.games += 1;
        if !checked.broken.is_empty() && seen.is_empty() {
            return Ok(checked);
        }
    }
    seen.truncate(ASKED_TWICE);
    let estimates = estimates(catalogue, game, &seen, &mut checked);
    if let Some(brings) = game.brings() {
        brings.forget();
    }
    let positions: Vec<AnyPosition> = seen.iter().map(|seen| seen.position.clone()).collect();
    if let Some(again) = checked.answered("a position is expanded twice", game.expand(&positions)) {
        for (seen, again) in seen.iter().zip(&again) {
            let differs = (told(game, again) != seen.told).then(|| format!("`{}`", seen.text));
            checked.note("a position is not answered alike every time", differs);
        }
    }
    let again = self::estimates(catalogue, game, &seen, &mut checked);
    let differs = (estimates != again).then(|| "the same positions were valued otherwise".into());
    checked.note("an evaluator does not answer alike every time", differs);
    Ok(checked)
}

/// One random game.
fn walk(game: &AnyGame, number: u64, checked: &mut Checked, seen: &mut Vec<Seen>) {
    let trial = Stream::new(1, &game.name().to_string()).trial(number);
    let Some(mut position) = checked.answered("a game has a start", game.start(trial)) else { return };
    for ply in 0..=game.longest() {
        let one = game.expand(std::slice::from_ref(&position));
        let Some(mut expansion) = checked.answered("a position is expanded", one) else { return };
        let expansion = expansion.remove(0);
        checked.positions += 1;
        checked.longest = checked.longest.max(ply);
        look(game, &position, &expansion, checked, seen);
        if expansion.after.is_empty() {
            return;
        }
        let draw = mix(u64::from(ply) << 32 | number);
        position = expansion.after[(draw % expansion.after.len() as u64) as usize].clone();
    }
    let text = format!("game {number} was not over after {} plies", game.longest());
    checked.note("no game is longer than `longest`", Some(text));
}

/// One position.
fn look(
    game: &AnyGame,
    position: &AnyPosition,
    expansion: &Expansion,
    checked: &mut Checked,
    seen: &mut Vec<Seen>,
) {
    let (text, told) = (game.position_text(position), told(game, expansion));
    let at = || Some(format!("`{text}`"));
    let law = "a position's text is one line";
    checked.note(law, if text.is_empty() || text.contains(char::is_control) { at() } else { None });
    if let Some(read) = checked.answered("a position's text reads back", game.parse_position(&text)) {
        let same = game.position_text(&read) == text && game.table_key(&read) == game.table_key(position);
        checked.note("a position that is read back is the same", if same { None } else { at() });
    }
    if let Some(names) = checked.answered("moves have names", game.move_names(position)) {
        let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
        let well = names.len() == told.after.len() && distinct.len() == names.len();
        checked.note("every move has a name of its own", if well { None } else { at() });
    }
    match told.turn {
        Turn::Over => {
            let finite = told.payoffs.iter().all(|payoff| payoff.is_finite());
            let sum: f64 = told.payoffs.iter().sum();
            let zero = game.players() != 2 || sum == 0.0;
            let all = told.payoffs.len() == game.players() && told.after.is_empty();
            let payoffs = || Some(format!("{:?} at `{text}`", told.payoffs));
            checked.note(
                "a finished game has a payoff for every player",
                if finite && all { None } else { payoffs() },
            );
            checked.note("payoffs of two players add up to 0", if zero { None } else { payoffs() });
        }
        Turn::Chance => {
            let sum: f64 = told.chances.iter().sum();
            let well = told.chances.len() == told.after.len() && (sum - 1.0).abs() < 1e-9;
            checked.note("the probabilities of chance add up to 1", if well { None } else { at() });
        }
        Turn::Player(mover) => {
            let well = mover.index() < game.players() && !told.after.is_empty();
            checked.note("who moves is a player and has moves", if well { None } else { at() });
        }
    }
    seen.push(Seen { position: position.clone(), text, told });
}

/// What the game's own evaluators say of the positions that are not over.
fn estimates(
    catalogue: &Catalogue,
    game: &AnyGame,
    seen: &[Seen],
    checked: &mut Checked,
) -> Vec<Vec<plyscope::evaluator::Estimate>> {
    let names = game.brings().map_or(Vec::new(), |brings| brings.evaluators());
    let open: Vec<AnyPosition> =
        seen.iter().filter(|seen| seen.told.turn != Turn::Over).map(|seen| seen.position.clone()).collect();
    let subject = Subject { game, seed: 1, shelf: None };
    let asked = |name: &String| -> std::result::Result<_, Error> {
        catalogue.evaluator(name, &subject)?.evaluator.estimates(&open)
    };
    checked.evaluators.clone_from(&names);
    names
        .iter()
        .filter_map(|name| checked.answered(&format!("the evaluator {name} answers"), asked(name)))
        .collect()
}
