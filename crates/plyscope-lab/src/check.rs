//! Does a game keep the laws that searches and measurements rely on? Told in words, for games that are not ours.

use plyscope::catalogue::{Catalogue, Subject};
use plyscope::evaluator::Estimate;
use plyscope::game::{AnyPosition, Expansion, Turn};
use plyscope::key::{Stream, TrialKey, mix};
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
    /// The number of the random game that starts here.
    starts: Option<u64>,
    /// Plies to the end of the random game that it was seen in; 0 where that had none.
    left: u32,
}

/// What follows a position, as texts that can be compared.
#[derive(Debug, Clone, PartialEq)]
struct Told {
    turn: Turn,
    after: Vec<String>,
    chances: Vec<f64>,
    payoffs: Vec<f64>,
    names: Vec<String>,
}

fn told(game: &AnyGame, expansion: &Expansion, names: Vec<String>) -> Told {
    Told {
        turn: expansion.turn,
        after: expansion.after.iter().map(|position| game.position_text(position)).collect(),
        chances: expansion.chances.clone(),
        payoffs: expansion.payoffs.clone(),
        names,
    }
}

/// Positions whose answers are compared with a second answer, at most.
const ASKED_TWICE: usize = 2000;

/// Random games where their number is left open, and the positions up to which more are played: short games show too little
/// of an evaluator.
const GAMES: std::ops::Range<u64> = 20..500;
const POSITIONS: usize = 1000;

/// Plays random games, `games` of them or as many as show enough, and looks at every position of them. Stops at the first
/// answer that cannot be had.
pub fn check(catalogue: &Catalogue, game: &AnyGame, games: Option<u64>) -> Result<Checked> {
    let mut checked = Checked::default();
    let mut seen = Vec::new();
    for number in 0..games.unwrap_or(GAMES.end) {
        let enough = seen.len() >= POSITIONS || !checked.broken.is_empty();
        if games.is_none() && number >= GAMES.start && enough {
            break;
        }
        walk(game, number, &mut checked, &mut seen);
        checked.games += 1;
        if !checked.broken.is_empty() && seen.is_empty() {
            return Ok(checked);
        }
    }
    seen.truncate(ASKED_TWICE);
    let estimates = estimates(catalogue, game, &seen, &mut checked);
    game.brings().into_iter().for_each(|brings| brings.forget());
    second_time(catalogue, game, &seen, &estimates, "", &mut checked);
    if let Some(brings) = game.brings() {
        // Each thread of a run has a program of its own.
        brings.renew();
        second_time(catalogue, game, &seen, &estimates, ", where its program is started anew", &mut checked);
    }
    if checked.broken.is_empty() {
        views(game, &seen, &estimates, &mut checked)?;
    }
    Ok(checked)
}

/// Plays the same games again and asks everything anew: a position that was held keeps what was said of it.
fn second_time(
    catalogue: &Catalogue,
    game: &AnyGame,
    seen: &[Seen],
    before: &[(String, Vec<Estimate>)],
    who: &str,
    checked: &mut Checked,
) {
    for one in seen.chunk_by(|_, next| next.starts.is_none()) {
        if let Some(number) = one[0].starts {
            walk_again(game, number, one, who, checked);
        }
    }
    let again = estimates(catalogue, game, seen, checked);
    let differs =
        (before != again.as_slice()).then(|| format!("the same positions were valued otherwise{who}"));
    checked.note("an evaluator does not answer alike every time", differs);
}

/// One game again, up to where it differs.
fn walk_again(game: &AnyGame, number: u64, seen: &[Seen], who: &str, checked: &mut Checked) {
    let start = checked.answered("a game has a start", game.start(trial(game, number)));
    let Some(mut position) = start else { return };
    let again = game.position_text(&position);
    if again != seen[0].text {
        let example = format!("the same seed gave `{}` and `{again}`{who}", seen[0].text);
        checked.note("a start is not the same every time", Some(example));
        return;
    }
    for (ply, before) in (0..).zip(seen) {
        let one = game.expand(std::slice::from_ref(&position));
        let Some(mut one) = checked.answered("a position is expanded twice", one) else { return };
        let expansion = one.remove(0);
        let names = checked.answered("moves have names", game.move_names(&position)).unwrap_or_default();
        if told(game, &expansion, names) != before.told {
            checked
                .note("a position is not answered alike every time", Some(format!("`{}`{who}", before.text)));
            return;
        }
        let Some(next) = chosen(&expansion, number, ply) else { return };
        position = next.clone();
    }
}

/// How a random game goes on.
fn chosen(expansion: &Expansion, number: u64, ply: u32) -> Option<&AnyPosition> {
    let choices = expansion.after.len().max(1) as u64;
    expansion.after.get((mix(u64::from(ply) << 32 | number) % choices) as usize)
}

/// Positions so near to the end of their random game tell in whose view an evaluator answers.
const NEAR: u32 = 8;

/// In whose view do the game's evaluators answer?
fn views(
    game: &AnyGame,
    seen: &[Seen],
    estimates: &[(String, Vec<Estimate>)],
    checked: &mut Checked,
) -> Result<()> {
    if game.facts().players != 2 || estimates.is_empty() {
        return Ok(());
    }
    let open = seen.iter().filter(|seen| seen.told.turn != Turn::Over).enumerate();
    let near = open.filter(|(_, seen)| (1..=NEAR).contains(&seen.left));
    let mut near: Vec<(u32, usize, AnyPosition)> =
        near.map(|(place, seen)| (seen.left, place, seen.position.clone())).collect();
    // What is nearest is solved soonest.
    near.sort_by_key(|(left, place, _)| (*left, *place));
    let near: Vec<(usize, AnyPosition)> =
        near.into_iter().map(|(_, place, position)| (place, position)).collect();
    let late = crate::view::late(game, &near)?;
    for (name, estimates) in estimates {
        let law = format!("the evaluator {name} answers in player 1's view");
        checked.note(&law, crate::view::wrong_view(&late, estimates));
    }
    Ok(())
}

fn trial(game: &AnyGame, number: u64) -> TrialKey {
    Stream::new(1, &game.name().to_string()).trial(number)
}

/// One random game.
fn walk(game: &AnyGame, number: u64, checked: &mut Checked, seen: &mut Vec<Seen>) {
    let start = checked.answered("a game has a start", game.start(trial(game, number)));
    let (Some(mut position), first, mut bounds) = (start, seen.len(), Vec::new()) else { return };
    for ply in 0..=game.facts().longest {
        let one = game.expand(std::slice::from_ref(&position));
        let Some(mut expansion) = checked.answered("a position is expanded", one) else { return };
        let expansion = expansion.remove(0);
        checked.positions += 1;
        checked.longest = checked.longest.max(ply);
        look(game, &position, &expansion, checked, seen);
        seen[first].starts = Some(number);
        bounds.push(game.bounds(&position));
        let Some(next) = chosen(&expansion, number, ply) else {
            in_range(game, &seen[first..], &bounds, &expansion.payoffs, checked);
            (1..).zip(seen[first..].iter_mut().rev().skip(1)).for_each(|(left, seen)| seen.left = left);
            return;
        };
        position = next.clone();
    }
    let text = format!("game {number} was not over after {} plies", game.facts().longest);
    checked.note("no game is longer than `longest`", Some(text));
}

/// A payoff outside the range that the game declares: solving cuts off what it takes to be impossible, and is then wrong.
fn in_range(game: &AnyGame, seen: &[Seen], bounds: &[(f64, f64)], payoffs: &[f64], checked: &mut Checked) {
    let (Some(payoff), Some(over)) = (payoffs.first(), seen.last()) else { return };
    let outside = bounds.iter().zip(seen).find(|((low, high), _)| !(*low..=*high).contains(payoff));
    let example = outside.map(|((low, high), at)| {
        let (what, where_) = match game.brings() {
            Some(_) => ("widen `payoffs` in the answer to the first request", String::new()),
            None => ("widen `bounds`", format!(" at `{}`", at.text)),
        };
        format!(
            "player 1 gets {payoff:+} at `{}`, and the game declares {low:+} to {high:+}{where_}: {what}",
            over.text
        )
    });
    checked.note("payoffs are in the range that the game declares", example);
}

/// One position.
fn look(
    game: &AnyGame,
    position: &AnyPosition,
    expansion: &Expansion,
    checked: &mut Checked,
    seen: &mut Vec<Seen>,
) {
    let names = checked.answered("moves have names", game.move_names(position));
    let (text, told) =
        (game.position_text(position), told(game, expansion, names.clone().unwrap_or_default()));
    let at = || Some(format!("`{text}`"));
    let law = "a position's text is one line";
    checked.note(law, if text.is_empty() || text.contains(char::is_control) { at() } else { None });
    if let Some(read) = checked.answered("a position's text reads back", game.parse_position(&text)) {
        // A text has no past: where the end of the game depends on one, keys differ.
        let same = game.position_text(&read) == text
            && (game.facts().has_history || game.table_key(&read) == game.table_key(position));
        checked.note("a position that is read back is the same", if same { None } else { at() });
    }
    if let Some(names) = names {
        let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
        let well = names.len() == told.after.len() && distinct.len() == names.len();
        checked.note("every move has a name of its own", if well { None } else { at() });
    }
    match told.turn {
        Turn::Over => {
            let finite = told.payoffs.iter().all(|payoff| payoff.is_finite());
            let sum: f64 = told.payoffs.iter().sum();
            let zero = game.facts().players != 2 || sum == 0.0;
            let all = told.payoffs.len() == game.facts().players && told.after.is_empty();
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
            let well = mover.index() < game.facts().players && !told.after.is_empty();
            checked.note("who moves is a player and has moves", if well { None } else { at() });
        }
    }
    seen.push(Seen { position: position.clone(), text, told, starts: None, left: 0 });
}

/// What the game's own evaluators say of the positions that are not over.
fn estimates(
    catalogue: &Catalogue,
    game: &AnyGame,
    seen: &[Seen],
    checked: &mut Checked,
) -> Vec<(String, Vec<Estimate>)> {
    let names = game.brings().map_or(Vec::new(), |brings| brings.evaluators());
    let open: Vec<AnyPosition> =
        seen.iter().filter(|seen| seen.told.turn != Turn::Over).map(|seen| seen.position.clone()).collect();
    let subject = Subject { game, seed: 1, cache: None };
    let asked = |name: &String| -> std::result::Result<_, Error> {
        catalogue.evaluator(name, &subject)?.evaluator.estimates(&open)
    };
    checked.evaluators.clone_from(&names);
    names
        .iter()
        .filter_map(|name| {
            let said = checked.answered(&format!("the evaluator {name} answers"), asked(name))?;
            Some((name.clone(), said))
        })
        .collect()
}
