//! Games that are played elsewhere: by another program, or by objects of Python. One adapter serves all of them.
//!
//! Positions are known by their texts. Answers are kept, and what is not known yet is asked for in one go, with the
//! positions beside it where a request is dear.

use plyscope::Result;
use plyscope::game::{AnyPosition, Expansion, Facts, Remote, Turn};
use plyscope::key::{Stream, TrialKey, fnv, mix};
use plyscope::name::Name;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// How many starts, and random games, are looked at to find out what they are like.
pub(crate) const PROBES: u64 = 8;

/// The longest text of a position, in bytes.
pub const MAX_POSITION: usize = 4096;

/// Can this be the text of a position: not empty, not too long, and in one line?
pub fn is_position(text: &str) -> bool {
    !text.is_empty() && text.len() <= MAX_POSITION && !text.contains(char::is_control)
}

/// Where a game is played.
pub trait Elsewhere: Send + Sync + 'static {
    /// What a position is there.
    type Place: Clone + Send + Sync + 'static;
    /// Is a request dear? Then whatever asks about a position asks about those beside it too.
    const DEAR: bool;

    /// The text of a position, by which it is known.
    fn text(place: &Self::Place) -> &Arc<str>;
    /// A number that is the same for positions that are the same.
    fn key(place: &Self::Place) -> u64 {
        mix(fnv(Self::text(place)))
    }
    /// The start of a game with a seed.
    fn start(&self, seed: u64) -> Result<Self::Place>;
    /// What a text means. Whether it is a position shows when it is asked what follows it.
    fn parse(&self, text: &str) -> Result<Self::Place>;
    /// What follows each of some positions, none of which was asked about before.
    fn nodes(&self, facts: &Facts, places: &[Self::Place]) -> Result<Vec<Node<Self::Place>>>;
}

/// What follows a position.
#[derive(Debug, PartialEq)]
pub struct Node<P> {
    /// Whose turn it is.
    pub turn: Turn,
    /// The names of the moves.
    pub names: Vec<String>,
    /// The positions after them.
    pub after: Arc<[P]>,
    /// The probabilities of chance.
    pub chances: Vec<f64>,
    /// What the players get where the game is over.
    pub payoffs: Vec<f64>,
}

impl<P> Node<P> {
    /// A player chooses between moves, which have different names.
    pub fn choice(turn: Turn, names: Vec<String>, after: Vec<P>) -> Self {
        Node { turn, names, after: after.into(), chances: Vec::new(), payoffs: Vec::new() }
    }

    /// Chance has a turn; `what` says so, for messages.
    pub fn chance(chances: Vec<f64>, after: Vec<P>, what: &str) -> std::result::Result<Self, String> {
        let sum: f64 = chances.iter().sum();
        if let Some(odd) = chances.iter().find(|chance| !(0.0..=1.0).contains(*chance)) {
            return Err(format!("a probability of {what} is 0 to 1, not {odd}"));
        }
        if (sum - 1.0).abs() > 1e-9 {
            return Err(format!("the probabilities of {what} add up to {sum}, not to 1"));
        }
        let names = (1..=after.len()).map(|i| i.to_string()).collect();
        Ok(Node { turn: Turn::Chance, names, after: after.into(), chances, payoffs: Vec::new() })
    }

    /// The game is over, with a payoff for each player.
    pub fn over(payoffs: Vec<f64>) -> std::result::Result<Self, String> {
        if payoffs.iter().any(|payoff| !payoff.is_finite()) {
            return Err("a payoff is no finite number".into());
        }
        if let [first, second] = payoffs[..]
            && first != -second
        {
            return Err(format!("the payoffs of two players add up to 0, not {first} and {second}"));
        }
        Ok(Node { turn: Turn::Over, names: Vec::new(), after: Arc::from([]), chances: Vec::new(), payoffs })
    }
}

/// Answers about positions, kept within bounds. It is not locked while anything is asked.
pub struct Kept<T> {
    cache: Mutex<Cache<T>>,
    bytes: fn(&T) -> usize,
}

impl<T: Clone> Kept<T> {
    /// How many bytes an answer takes beyond the text of its position.
    pub fn new(bytes: fn(&T) -> usize) -> Self {
        Kept { cache: Mutex::default(), bytes }
    }

    fn cache(&self) -> MutexGuard<'_, Cache<T>> {
        self.cache.lock().expect("no thread panics with it")
    }

    /// The answers about some positions. What is not known is asked for, and then those beside them as well.
    pub fn answers<P: Clone>(
        &self,
        asked: &[P],
        beside: impl FnOnce() -> Vec<P>,
        text: impl Fn(&P) -> Arc<str>,
        ask: impl FnOnce(&[P]) -> Result<Vec<T>>,
    ) -> Result<Vec<T>> {
        let texts: Vec<Arc<str>> = asked.iter().map(&text).collect();
        let mut unknown: Vec<(Arc<str>, P)> = Vec::new();
        let known: Vec<Option<T>> = {
            let mut kept = self.cache();
            let known: Vec<Option<T>> = texts.iter().map(|text| kept.get(text)).collect();
            if known.iter().all(Option::is_some) {
                return Ok(known.into_iter().flatten().collect());
            }
            for place in asked.iter().cloned().chain(beside()) {
                let text = text(&place);
                if !kept.has(&text) && unknown.iter().all(|(known, _)| *known != text) {
                    unknown.push((text, place));
                }
            }
            known
        };
        let (names, places): (Vec<Arc<str>>, Vec<P>) = unknown.into_iter().unzip();
        let fresh: HashMap<Arc<str>, T> = names.into_iter().zip(ask(&places)?).collect();
        let mut kept = self.cache();
        for (text, answer) in &fresh {
            kept.put(text.clone(), answer.clone(), (self.bytes)(answer));
        }
        Ok(texts
            .iter()
            .zip(known)
            .map(|(text, known)| known.unwrap_or_else(|| fresh[text].clone()))
            .collect())
    }

    /// Those that are known.
    pub fn get(&self, text: &Arc<str>) -> Option<T> {
        self.cache().get(text)
    }

    /// Forgets all.
    pub fn forget(&self) {
        let forgotten = std::mem::take(&mut *self.cache());
        drop(forgotten);
    }
}

/// The last answers about positions: at most twice `most` of them, of at most twice `bytes`.
///
/// Two generations: what is asked for again moves to the younger one; when that is full the older one is forgotten.
struct Cache<T> {
    young: HashMap<Arc<str>, T>,
    old: HashMap<Arc<str>, T>,
    weight: usize,
}

const MOST: usize = 1 << 17;
const BYTES: usize = 64 << 20;

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Cache { young: HashMap::new(), old: HashMap::new(), weight: 0 }
    }
}

impl<T: Clone> Cache<T> {
    /// The answer, if it is kept.
    fn get(&mut self, position: &Arc<str>) -> Option<T> {
        if let Some(found) = self.young.get(position) {
            return Some(found.clone());
        }
        let (position, found) = self.old.remove_entry(position)?;
        self.put(position, found.clone(), 0);
        Some(found)
    }

    /// Is there an answer?
    fn has(&self, position: &Arc<str>) -> bool {
        self.young.contains_key(position) || self.old.contains_key(position)
    }

    /// Keeps an answer that takes `bytes` beyond the position's text.
    fn put(&mut self, position: Arc<str>, answer: T, bytes: usize) {
        self.weight += position.len() + bytes;
        self.young.insert(position, answer);
        if self.young.len() >= MOST || self.weight >= BYTES {
            self.old = std::mem::take(&mut self.young);
            self.weight = 0;
        }
    }
}

/// A position with those beside it: what asks about one asks about the others soon.
#[derive(Clone)]
struct At<P> {
    place: P,
    beside: Arc<[P]>,
}

/// A game that is played elsewhere.
pub struct ForeignGame<E: Elsewhere> {
    name: Name,
    pub(crate) facts: Facts,
    /// Where it is played.
    pub there: E,
    nodes: Kept<Arc<Node<E::Place>>>,
}

impl<E: Elsewhere> ForeignGame<E> {
    /// A game by its name, with what is known of it.
    pub fn new(name: Name, facts: Facts, there: E) -> Self {
        let nodes = Kept::new(|node: &Arc<Node<E::Place>>| {
            node.after.iter().map(|place| 2 * E::text(place).len() + 100).sum()
        });
        ForeignGame { name, facts, there, nodes }
    }

    /// What the position of a search is there.
    pub fn place(position: &AnyPosition) -> &E::Place {
        &Self::at(position).place
    }

    fn at(position: &AnyPosition) -> &At<E::Place> {
        position.get().expect("a position is only given to the game that made it")
    }

    fn alone(place: E::Place) -> AnyPosition {
        AnyPosition::new(At { place, beside: Arc::from([]) })
    }

    /// Some start.
    pub fn some_start(&self) -> Result<AnyPosition> {
        self.start(Stream::new(0, &self.name.to_string()).trial(0))
    }

    /// Looks at some starts, to find out whether all are the same.
    pub fn look_at_starts(&mut self) -> Result<Vec<E::Place>> {
        let starts = (0..PROBES).map(|seed| self.there.start(seed)).collect::<Result<Vec<_>>>()?;
        self.facts.starts_alike = starts.iter().all(|start| E::text(start) == E::text(&starts[0]));
        Ok(starts)
    }

    /// Those beside a position that are known not to be over, where asking for them as well is worth it.
    pub fn beside(&self, position: &AnyPosition) -> Vec<E::Place> {
        let open =
            |place: &&E::Place| self.nodes.get(E::text(place)).is_some_and(|node| node.turn != Turn::Over);
        if E::DEAR { Self::at(position).beside.iter().filter(open).cloned().collect() } else { Vec::new() }
    }

    /// What follows positions.
    pub(crate) fn nodes(&self, places: &[E::Place], beside: &[E::Place]) -> Result<Vec<Arc<Node<E::Place>>>> {
        let text = |place: &E::Place| E::text(place).clone();
        self.nodes.answers(
            places,
            || beside.to_vec(),
            text,
            |unknown| Ok(self.there.nodes(&self.facts, unknown)?.into_iter().map(Arc::new).collect()),
        )
    }

    /// Forgets what followed positions, so that it is asked for anew.
    pub fn forget(&self) {
        self.nodes.forget();
    }
}

impl<E: Elsewhere> Remote for ForeignGame<E> {
    fn name(&self) -> Name {
        self.name.clone()
    }
    fn facts(&self) -> Facts {
        self.facts
    }
    fn start(&self, trial: TrialKey) -> Result<AnyPosition> {
        // 53 bits: a whole number in every language.
        self.there.start(mix(fnv(&trial.to_string())) >> 11).map(Self::alone)
    }
    fn expand(&self, positions: &[AnyPosition]) -> Result<Vec<Expansion>> {
        let places: Vec<E::Place> = positions.iter().map(|position| Self::place(position).clone()).collect();
        let beside: &[E::Place] = match positions {
            [one] if E::DEAR => &Self::at(one).beside,
            _ => &[],
        };
        let expansion = |node: &Arc<Node<E::Place>>| {
            let at =
                |place: &E::Place| AnyPosition::new(At { place: place.clone(), beside: node.after.clone() });
            let (after, chances, payoffs) =
                (node.after.iter().map(at).collect(), node.chances.clone(), node.payoffs.clone());
            Expansion { turn: node.turn, after, chances, payoffs }
        };
        Ok(self.nodes(&places, beside)?.iter().map(expansion).collect())
    }
    fn move_names(&self, position: &AnyPosition) -> Result<Vec<String>> {
        Ok(self.nodes(std::slice::from_ref(Self::place(position)), &[])?.remove(0).names.clone())
    }
    fn table_key(&self, position: &AnyPosition) -> u64 {
        E::key(Self::place(position))
    }
    fn noise_key(&self, position: &AnyPosition) -> u64 {
        self.table_key(position)
    }
    fn position_text(&self, position: &AnyPosition) -> String {
        E::text(Self::place(position)).to_string()
    }
    fn parse_position(&self, text: &str) -> Result<AnyPosition> {
        let place = self.there.parse(text.trim())?;
        self.nodes(std::slice::from_ref(&place), &[])?;
        Ok(Self::alone(place))
    }
    fn drawn(&self, _: &AnyPosition) -> String {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Cache, MOST};
    use std::sync::Arc;

    #[test]
    fn it_forgets_what_is_not_asked_for() {
        let mut cache = Cache::default();
        let key = |i: usize| -> Arc<str> { i.to_string().into() };
        (0..10 * MOST).for_each(|i| {
            cache.put(key(i), i, 0);
            assert_eq!(
                cache.get(&key(7)).filter(|_| i >= 7),
                (i >= 7).then_some(7),
                "asked for all the time"
            );
        });
        assert!(cache.young.len() + cache.old.len() <= 2 * MOST);
        assert!(!cache.has(&key(8)) && cache.has(&key(10 * MOST - 1)));
    }
}
