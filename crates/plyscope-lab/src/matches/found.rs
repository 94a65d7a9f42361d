//! What came out of a match.

use super::verdict::{Conclusion, conclude};
use super::{Counts, GAMES, Setup};
use crate::measurement::{Estimate, LEVEL};
use crate::stats::{Accepted, Interval, Pentanomial, elo};
use plyscope::search::Effort;
use serde::{Serialize, Serializer};

/// What came out: of one match, or of the steps of a ladder.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// One match.
    Match(Box<MatchFound>),
    /// Several, each in the form of one.
    Ladder(Vec<Found>),
}

/// What came out of one match, of the first player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchFound {
    /// The game, with all parameters.
    pub game: String,
    /// Where openings come from.
    pub openings: String,
    /// The seed.
    pub seed: u64,
    /// Both players, each in one text.
    pub players: [String; 2],
    /// Openings that were played, each twice.
    pub pairs: u64,
    /// Pairs that gave 0, 1/2, 1, 3/2 and 2 points.
    pub pentanomial: [u64; 5],
    /// Games won, drawn and lost.
    pub games: Games,
    /// Games that reached the longest length, counted as draws.
    pub unfinished: u64,
    /// The mean score a game.
    pub score: Estimate,
    /// The same as a difference in Elo.
    pub elo: EloEstimate,
    /// The level of both intervals.
    pub level: f64,
    /// The test that ends the match.
    pub sprt: Option<TestFound>,
    /// Plies a game.
    pub mean_plies: f64,
    /// Nodes a move, of each player.
    pub mean_nodes: [f64; 2],
    /// What to conclude.
    pub verdict: Conclusion,
    /// What each player may spend on a move.
    #[serde(skip)]
    pub efforts: [Option<Effort>; 2],
    /// The longest a game can last, in plies.
    #[serde(skip)]
    pub longest: u32,
}

/// Games won, drawn and lost, by whose turn it is to be the game's first player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Games {
    /// All of them.
    pub won: u64,
    /// All of them.
    pub drawn: u64,
    /// All of them.
    pub lost: u64,
    /// Won, drawn and lost as the game's first player.
    pub as_first: [u64; 3],
    /// Won, drawn and lost as the game's second player.
    pub as_second: [u64; 3],
}

/// A difference in Elo with its interval; null in JSON where it is infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EloEstimate {
    /// Of the mean score.
    pub value: f64,
    /// Of the lower end of its interval.
    pub low: f64,
    /// Of the upper end.
    pub high: f64,
}

impl Serialize for EloEstimate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Finite {
            value: Option<f64>,
            low: Option<f64>,
            high: Option<f64>,
        }
        let [value, low, high] =
            [self.value, self.low, self.high].map(|elo| Some(elo).filter(|elo| elo.is_finite()));
        Finite { value, low, high }.serialize(serializer)
    }
}

/// Where the test stands.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TestFound {
    /// H0.
    pub elo0: f64,
    /// H1.
    pub elo1: f64,
    /// How often H1 is accepted where H0 is true.
    pub alpha: f64,
    /// How often H0 is accepted where H1 is true.
    pub beta: f64,
    /// The logarithm of the ratio of likelihoods.
    pub llr: f64,
    /// Here H0 is accepted.
    pub lower: f64,
    /// Here H1 is accepted.
    pub upper: f64,
    /// What is accepted, if anything is.
    #[serde(rename = "verdict", serialize_with = "in_a_word")]
    pub accepted: Option<Accepted>,
}

fn in_a_word<S: Serializer>(accepted: &Option<Accepted>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(accepted.map_or("undecided", Accepted::name))
}

impl MatchFound {
    fn new(setup: &Setup, number: usize, counts: &Counts) -> Self {
        let level =
            if setup.ladder { 1.0 - (1.0 - LEVEL) / setup.matches.len().max(1) as f64 } else { LEVEL };
        let pairs = counts.pairs;
        let (value, Interval { low, high }) = (pairs.mean(), pairs.interval(level));
        let test = setup.sprt.map(|test| {
            let ([elo0, elo1], [alpha, beta], [lower, upper]) = (test.elos(), test.errors(), test.bounds());
            let (llr, accepted) = (test.llr(&pairs), test.accepts(&pairs));
            TestFound { elo0, elo1, alpha, beta, llr, lower, upper, accepted }
        });
        let turned = |[lost, drawn, won]: [u64; 3]| [won, drawn, lost];
        let [won, drawn, lost] = turned(counts.games());
        let games =
            Games { won, drawn, lost, as_first: turned(counts.first), as_second: turned(counts.second) };
        let mean = |sum: u128, of: u64| sum as f64 / of.max(1) as f64;
        let unsure = Conclusion { id: super::Relation::Undecided, text: String::new() };
        let mut found = MatchFound {
            game: setup.game.clone(),
            openings: setup.openings.clone(),
            seed: setup.seed,
            players: setup.matches[number].each_ref().map(|player| player.name.clone()),
            pairs: pairs.pairs(),
            pentanomial: pairs.0,
            games,
            unfinished: counts.unfinished,
            score: Estimate { value, low, high },
            elo: EloEstimate { value: elo(value), low: elo(low), high: elo(high) },
            level,
            sprt: test,
            mean_plies: mean(counts.plies.into(), GAMES * pairs.pairs()),
            mean_nodes: [0, 1].map(|i| mean(counts.nodes[i], counts.moves[i])),
            verdict: unsure,
            efforts: setup.matches[number].each_ref().map(|player| player.effort),
            longest: setup.longest,
        };
        found.verdict = conclude(setup.ladder, &found);
        if found.efforts.iter().flatten().any(|effort| !effort.unit().repeats) {
            found.verdict.text.push_str(" A player is limited by time: the result is not repeatable.");
        }
        found
    }

    /// The counts of pairs.
    pub fn pentanomial(&self) -> Pentanomial {
        Pentanomial(self.pentanomial)
    }
}

impl Found {
    /// What the counts of a tally say.
    pub fn new(setup: &Setup, counts: &[u128]) -> Self {
        let of = |number: usize| {
            let numbers = counts.chunks(Counts::LENGTH).nth(number).unwrap_or(&[]);
            Found::Match(Box::new(MatchFound::new(setup, number, &Counts::read(numbers))))
        };
        match setup.ladder {
            false => of(0),
            true => Found::Ladder((0..setup.matches.len()).map(of).collect()),
        }
    }

    /// The matches, in order.
    pub fn matches(&self) -> Vec<&MatchFound> {
        match self {
            Found::Match(found) => vec![found],
            Found::Ladder(steps) => steps.iter().flat_map(Found::matches).collect(),
        }
    }

    /// As JSON, for people and programs.
    pub fn json(&self) -> String {
        format!("{:#}\n", serde_json::json!(self))
    }
}
