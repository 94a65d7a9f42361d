//! Matches of two players who may spend different things: pairs of games, and a test that may end them.
//!
//! A trial is one opening, played twice with sides exchanged. Both games of a pair break ties alike, and chance does the
//! same in both at the same ply: somebody who plays against itself shares every pair. Its score is the points of both
//! games, as in a [share of points](super::Matches); what else is told of a match is counted beside it.

use super::matches::{POINTS, cell_of};
use super::player::{Kit, PlayerSpec};
use super::setting::{Ground, wanted};
use super::{Cell, Cost, Kind, Prepared, Sampled, Scale, Study};
use crate::error::Result;
use crate::matches::{BLOCK, Contestant, Counts, Setup};
use crate::spec::{Draft, PlayerFile, SeriesFile};
use crate::stats::{Interval, Sprt};
use crate::tally::Tally;
use plyscope::catalogue::{Catalogue, NamedPlayer, Who};
use plyscope::player::{AnyGame, Player, Program, Seat, play};
use plyscope::search::Effort;
use plyscope::shelf::Shelf;
use plyscope::source::Source;
use std::sync::Arc;
use toml::Spanned;

/// A pair is worth 0 to 4 half points.
const HALF_POINTS: u64 = 4;

/// Pairs that a thread plays at once: few, so that a block keeps several threads busy.
const AT_ONCE: u64 = 4;

/// A test is asked after every block, and every block is a file.
const MOST_PAIRS: u64 = 1_000_000;

/// What both games of a pair are called: random openings draw with the numbers below.
const GAME: u32 = 1 << 31;

/// Plays pairs.
pub struct MatchPlay {
    game: AnyGame,
    source: Arc<dyn Source>,
    /// The source as it was named.
    openings: String,
    matches: Vec<[Entrant; 2]>,
    sprt: Option<Sprt>,
    ladder: bool,
    catalogue: Catalogue,
    seed: u64,
}

/// A player with what it may spend on a move.
struct Entrant {
    spec: PlayerSpec,
    named: NamedPlayer,
}

impl Entrant {
    fn read(draft: &Draft<'_>, game: &AnyGame, text: &str, at: usize) -> Result<Self> {
        let named = draft.located(at, draft.catalogue.named_player(text, game))?;
        let part = |name: &str| Spanned::new(at..at, name.to_string());
        let spec = match &named.who {
            Who::Searcher { rule, evaluator, search } => {
                let (rule, evaluator, search) = (part(rule), part(evaluator), Some(part(search)));
                let file = PlayerFile { rule, evaluator, search };
                PlayerSpec::read(draft, &file, game, &Default::default())?
            }
            Who::Engine(name) => PlayerSpec::engine(draft, &part(&name.to_string()))?,
            _ => return Err(draft.text.wrong(at, format!("`{text}` cannot play matches"))),
        };
        match named.effort {
            Some(effort) => spec.check_effort(draft, effort)?,
            None if named.goes_to_the_end() => {}
            None => {
                let takes = match &named.who {
                    Who::Searcher { rule, search, .. } if rule.is_empty() && search.starts_with("mcts") => {
                        "a number of iterations (`iterations=1000`) or of evaluations (`evaluations=100`)"
                    }
                    Who::Searcher { rule, .. } if rule.is_empty() => {
                        "a number of evaluations (`evaluations=100`)"
                    }
                    _ => "a depth (`depth=4`) or a number of nodes (`nodes=1000`)",
                };
                let why = format!("`{text}` does not say what it may spend on a move: give it {takes}");
                return Err(draft.text.wrong(at, why));
            }
        }
        Ok(Entrant { spec, named })
    }

    /// Everything that decides its moves.
    fn identity(&self) -> String {
        let parts = &self.spec.parts;
        let effort = self.named.effort.map_or("to the end".into(), |effort| effort.to_string());
        format!("{} {} {} {effort}", parts.rule, parts.evaluator, parts.search)
    }
}

impl MatchPlay {
    /// Reads what an experiment's file says.
    pub(crate) fn read(draft: &Draft<'_>) -> Result<Self> {
        if let Some(swept) = draft.file.sweep.keys().next() {
            let why = "a match is of one game and has no sweep; write a file for each";
            return Err(draft.text.wrong(swept.span().start, why));
        }
        if !draft.efforts.is_empty() || draft.file.nodes.is_some() {
            let why =
                "in a match every player says what it may spend: `player(depth=4)`, `player(nodes=1000)`";
            return Err(draft.text.wrong(draft.efforts_at(), why));
        }
        if let Some(pairs) = draft.file.trials.as_ref().filter(|trials| *trials.get_ref() > MOST_PAIRS) {
            let why = format!("a match has at most {MOST_PAIRS} pairs");
            return Err(draft.text.wrong(pairs.span().start, why));
        }
        let game = draft.game(&Default::default())?;
        if game.facts().players != 2 {
            let why = format!("a match is between two players; {} has {}", game.name(), game.facts().players);
            return Err(draft.text.wrong(draft.game_at()?, why));
        }
        let ground = Ground::read(draft, &Default::default())?;
        let (source, openings) = match &draft.file.positions {
            Some(named) => (ground.named_positions(draft, named)?, named.get_ref().clone()),
            None => {
                let source = ground.positions(wanted(draft));
                let name = source.name();
                (source, name)
            }
        };
        let game = ground.game;
        let read = |series: &Spanned<SeriesFile>| {
            draft.only(series, &["players"])?;
            let missing =
                || draft.text.wrong(series.span().start, "this [[series]] needs `players`, two of them");
            let players = series.get_ref().players.as_ref().ok_or_else(missing)?;
            let at = players.span().start;
            let [one, other] = players.get_ref().as_slice() else { return Err(missing()) };
            Ok([Entrant::read(draft, &game, one, at)?, Entrant::read(draft, &game, other, at)?])
        };
        let matches: Vec<[Entrant; 2]> = draft.file.series.iter().map(read).collect::<Result<_>>()?;
        let ladder = draft.file.ladder;
        if matches.len() > 1 && !ladder {
            let why = "a match is between two players: several are the steps of a ladder, `ladder = true`";
            return Err(draft.text.wrong(0, why));
        }
        let sprt = match &draft.file.sprt {
            Some(test) if ladder => {
                let why = "the steps of a ladder are played alike and have no test of their own";
                return Err(draft.text.wrong(test.span().start, why));
            }
            Some(test) => {
                let read = test.get_ref().parse::<Sprt>();
                Some(read.map_err(|why| draft.text.wrong(test.span().start, why))?)
            }
            None => None,
        };
        let (catalogue, seed) = (draft.catalogue.clone(), draft.seed);
        Ok(MatchPlay { game, source, openings, matches, sprt, ladder, catalogue, seed })
    }

    /// The counts of a match in a tally.
    fn counts(tally: &Tally, number: usize) -> Counts {
        Counts::read(tally.counts.chunks(Counts::LENGTH).nth(number).unwrap_or(&[]))
    }
}

impl Study for MatchPlay {
    fn scale(&self) -> Scale {
        POINTS
    }

    fn cell(&self, _: usize, series: usize) -> Cell {
        let [one, other] = &self.matches[series];
        cell_of(&self.game, [&one.spec.parts, &other.spec.parts])
    }

    fn kind(&self) -> Kind<'_> {
        Kind::Sampled(self)
    }

    fn settings(&self) -> String {
        let players = self.matches.iter().flatten().map(Entrant::identity).collect::<Vec<_>>().join("; ");
        let test = self.sprt.map_or("none".into(), |test| test.to_string());
        format!("match from {} of {players} test {test}", self.source.name())
    }

    fn played(&self) -> Option<Setup> {
        let contestant =
            |entrant: &Entrant| Contestant { name: entrant.named.to_string(), effort: entrant.named.effort };
        Some(Setup {
            game: self.game.name().to_string(),
            longest: self.game.facts().longest,
            openings: self.openings.clone(),
            seed: self.seed,
            sprt: self.sprt,
            ladder: self.ladder,
            matches: self.matches.iter().map(|players| players.each_ref().map(contestant)).collect(),
        })
    }

    fn interval(&self, tally: &Tally, column: usize, level: f64) -> Option<Interval> {
        Some(MatchPlay::counts(tally, column).pairs.interval(level))
    }
}

impl Sampled for MatchPlay {
    fn block_size(&self) -> u64 {
        AT_ONCE
    }

    fn chunk(&self) -> u64 {
        BLOCK
    }

    fn most_trials(&self) -> Option<u64> {
        self.source.trials()
    }

    fn stops(&self) -> bool {
        self.sprt.is_some()
    }

    fn is_enough(&self, found: &Tally) -> bool {
        self.sprt.is_some_and(|test| test.accepts(&MatchPlay::counts(found, 0).pairs).is_some())
    }

    fn empty(&self, _: usize) -> Tally {
        Tally::new(self.matches.len(), HALF_POINTS).counting(self.matches.len() * Counts::LENGTH)
    }

    fn cost(&self, _: usize) -> Cost {
        let start = self.game.start(plyscope::key::Stream::new(self.seed, "cost").trial(0));
        let moves = start.and_then(|start| self.game.move_count(&start)).unwrap_or(2).max(2) as u128;
        let each = |entrant: &Entrant| match entrant.named.effort {
            Some(Effort::Depth(depth)) => moves.saturating_pow(depth.div_ceil(2) + 1),
            Some(effort) => u128::from(effort.amount()),
            None => moves.saturating_pow(self.game.facts().longest.div_ceil(2)),
        };
        let players = self.matches.iter().flatten().map(each).fold(0, u128::saturating_add);
        Cost { nodes: players.saturating_mul(self.game.facts().longest.into()), bytes: 1 << 20 }
    }

    fn is_ready(&self) -> bool {
        !self.matches.iter().flatten().any(|entrant| entrant.spec.learns)
    }

    fn prepare<'a>(&'a self, shelf: &dyn Shelf) -> Result<Box<dyn Prepared + 'a>> {
        let kit = Kit { catalogue: &self.catalogue, seed: self.seed, shelf };
        let mut players = Vec::new();
        for [one, other] in &self.matches {
            players.push([one.spec.make(&kit, &self.game)?, other.spec.make(&kit, &self.game)?]);
        }
        Ok(Box::new(Ready { study: self, players }))
    }
}

/// A match that can be played.
struct Ready<'a> {
    study: &'a MatchPlay,
    players: Vec<[Arc<dyn Player>; 2]>,
}

impl Prepared for Ready<'_> {
    fn programs(&self) -> Vec<Program> {
        self.players.iter().flatten().filter_map(|player| player.program()).collect()
    }

    fn block(&self, _: usize, block: u64, trials: usize) -> Result<Tally> {
        let MatchPlay { game, source, matches, .. } = self.study;
        let mut tally = self.study.empty(0);
        for lane in 0..trials as u64 {
            let opening = source.trial(AT_ONCE * block + lane)?;
            let mut scores = Vec::new();
            for (number, (entrants, players)) in matches.iter().zip(&self.players).enumerate() {
                let efforts = entrants.each_ref().map(|entrant| entrant.named.effort.as_slice());
                let [one, other] = [0, 1].map(|i| Seat { player: &*players[i], efforts: efforts[i] });
                let first = play(game, &opening.position, [one, other], opening.key, GAME)?;
                let second = play(game, &opening.position, [other, one], opening.key, GAME)?;
                scores.push(first.half_points + (2 - second.half_points));
                let counts = Counts::of(&first, &second);
                tally.nodes[number] += counts.nodes[0];
                let sums = tally.counts[number * Counts::LENGTH..].iter_mut();
                sums.zip(counts.numbers()).for_each(|(sum, count)| *sum += count);
            }
            tally.add(&scores);
        }
        Ok(tally)
    }
}
