//! Matches of two players: pairs of games, with a test that may end them where one is asked for.
//!
//! A trial is one opening, played twice with sides exchanged, so that neither the start nor the first move favours anybody;
//! its score is the points of both games, and intervals are over openings. Moves that a player finds equally good are chosen
//! between by the trial's key.
//!
//! A share of points is measured at the points of a sweep: players search to equal depths, or, where `nodes` is swept, with
//! equal numbers of nodes per move, and where a game always starts alike, `plies` is swept, the number of random moves that come first.
//! In a match every player says what it may spend, and what else a match reports is counted beside the score.

use super::player::{Kit, Named, PlayerSpec};
use super::setting::{
    Ground, Place, at_most, check_efforts, moves_at_start, no_sweep, node_limit, nodes_of, spend, wanted,
};
use super::{Cell, Cost, Extra, Kind, Portions, Prepared, Sampled, Scale, Study};
use crate::error::Result;
use crate::matches::{BLOCK, Contestant, Counts, Setup, Sheet};
use crate::spec::{Draft, Series};
use crate::stats::Sprt;
use crate::tally::Tally;
use plyscope::cache::Cache;
use plyscope::catalogue::{Catalogue, NamedPlayer, Who};
use plyscope::game::AnyPosition;
use plyscope::key::Stream;
use plyscope::name::Name;
use plyscope::player::{AnyGame, Observation, Played, Player, Program, Seat, play_watched};
use plyscope::search::{Effort, SearchInfo};
use plyscope::source::Source;
use std::sync::Arc;

/// A pair is worth 0 to 4 half points.
const HALF_POINTS: u64 = 4;

/// A test is asked after every block, and every block is a file.
const MOST_PAIRS: u64 = 1_000_000;

/// How pairs are played and counted.
struct Form {
    /// What the two games of a pair are called; random openings draw with small numbers. Games that are called alike break
    /// ties alike, and chance does the same in them at the same ply.
    games: [u32; 2],
    /// Pairs that a thread plays at once.
    block: u64,
    /// Pairs that are written as one.
    chunk: u64,
    /// Is a game refused that does not come to its end?
    ends: bool,
    /// Numbers that are counted of a match beside its score.
    counts: usize,
}

/// A share of points at the points of a sweep: each pair takes long and stands alone.
const SHARES: Form = Form { games: [0, 1], block: 16, chunk: 16, ends: true, counts: 0 };

/// A match: few pairs at once keep several threads busy, and a player that plays against itself shares every pair.
const MATCH: Form = Form { games: [1 << 31; 2], block: 4, chunk: BLOCK, ends: false, counts: Counts::LENGTH };

/// Plays pairs.
pub(crate) struct MatchPlay {
    form: &'static Form,
    points: Vec<Point>,
    /// What both players may spend on a move, one a column of every series; empty where each says so itself.
    efforts: Vec<Effort>,
    /// What the report of a match names.
    setup: Option<Setup>,
    catalogue: Catalogue,
    seed: u64,
}

/// A game, its openings and who plays.
struct Point {
    game: AnyGame,
    source: Arc<dyn Source>,
    /// Nodes a move, where they are limited.
    nodes: Option<u64>,
    pairs: Vec<[PlayerSpec; 2]>,
}

impl Point {
    /// Of a share of points.
    fn read(draft: &Draft<'_>, place: &Place) -> Result<Self> {
        let ground = Ground::read(draft, place)?;
        let wrong = |why: String| Err(draft.text.wrong(draft.game_at()?, why));
        if ground.positions(wanted(draft)).lanes().is_some() {
            return wrong(format!("{} has no start: it is drawn by key", ground.game.name()));
        }
        if ground.game.facts().players != 2 {
            return wrong("a match is played in games of two players".into());
        }
        let pair = |series: Series<'_>| {
            series.only(&["rule", "evaluator", "search", "against"])?;
            let both = [Named::of(draft, series)?, Named::against(draft, series)?];
            let [mine, other] = both.map(|named| PlayerSpec::read(draft, &named, &ground.game, place));
            Ok([mine?, other?])
        };
        let pairs: Vec<[PlayerSpec; 2]> = draft.series().map(pair).collect::<Result<_>>()?;
        check_efforts(draft, &pairs.iter().flatten().collect::<Vec<_>>(), place)?;
        let source = Arc::new(ground.openings(draft, place)?);
        Ok(Point { game: ground.game, source, nodes: node_limit(draft, place)?, pairs })
    }
}

/// Reads a player that says what it may spend on a move.
fn entrant(draft: &Draft<'_>, game: &AnyGame, text: &str, at: usize) -> Result<(PlayerSpec, NamedPlayer)> {
    let named = draft.located(at, draft.catalogue.named_player(text, game))?;
    let spec = match &named.who {
        Who::Searcher { rule, evaluator, search } => {
            let found = draft.located(at, draft.catalogue.search(search))?;
            if !rule.is_empty() && !found.takes_rule() {
                let name = found.name();
                let own = Name::new(name.kind()).with("evaluator", evaluator).with("evaluations", "100");
                let why = format!(
                    "`{}` has a back-up of its own, and is a player of its own: `{own}`",
                    name.kind()
                );
                return Err(draft.text.wrong(at, why));
            }
            let (rule, evaluator, search) = (rule.clone(), evaluator.clone(), Some(search.clone()));
            let (rule_at, evaluator_at, search_at) = (at, at, at);
            let named = Named { rule, rule_at, evaluator, evaluator_at, search, search_at };
            PlayerSpec::read(draft, &named, game, &Default::default())?
        }
        Who::Engine(name) => PlayerSpec::engine(draft, &name.to_string(), at)?,
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
    Ok((spec, named))
}

impl MatchPlay {
    /// Reads what an experiment's file says.
    pub(crate) fn read(draft: &Draft<'_>) -> Result<Self> {
        no_sweep(draft, "a match is of one game and has no sweep; write a file for each")?;
        if !draft.efforts.is_empty() || draft.file.nodes.is_some() {
            let why =
                "in a match every player says what it may spend: `player(depth=4)`, `player(nodes=1000)`";
            return Err(draft.text.wrong(draft.efforts_at(), why));
        }
        at_most(draft, MOST_PAIRS, &format!("a match has at most {MOST_PAIRS} pairs"))?;
        let game = draft.game(&Default::default())?;
        if game.facts().players != 2 {
            let why = format!("a match is between two players; {} has {}", game.name(), game.facts().players);
            return Err(draft.text.wrong(draft.game_at()?, why));
        }
        let ground = Ground::read(draft, &Default::default())?;
        let (source, openings) = ground.source(draft)?;
        let game = ground.game;
        let (mut pairs, mut matches) = (Vec::new(), Vec::new());
        for series in draft.series() {
            series.only(&["players"])?;
            let Some([one, other]) = series.file.players.as_deref() else {
                return Err(draft.text.wrong(series.at(), "this [[series]] needs `players`, two of them"));
            };
            let at = series.key_at(&["players"]);
            let both = [entrant(draft, &game, one, at)?, entrant(draft, &game, other, at)?];
            matches.push(
                both.each_ref()
                    .map(|(_, named)| Contestant { name: named.to_string(), effort: named.effort }),
            );
            pairs.push(both.map(|(spec, _)| spec));
        }
        let ladder = draft.file.ladder;
        if matches.len() > 1 && !ladder {
            let why = "a match is between two players: several are the steps of a ladder, `ladder = true`";
            return Err(draft.text.wrong(0, why));
        }
        let sprt = match &draft.file.sprt {
            Some(_) if ladder => {
                let why = "the steps of a ladder are played alike and have no test of their own";
                return Err(draft.text.wrong(draft.text.at(&["sprt"]), why));
            }
            Some(test) => {
                let read = test.parse::<Sprt>();
                Some(read.map_err(|why| draft.text.wrong(draft.text.at(&["sprt"]), why))?)
            }
            None => None,
        };
        let (catalogue, seed) = (draft.catalogue.clone(), draft.seed);
        let (name, longest) = (game.name().to_string(), game.facts().longest);
        let setup = Some(Setup { game: name, longest, openings, seed, sprt, ladder, matches });
        let points = vec![Point { game, source, nodes: None, pairs }];
        Ok(MatchPlay { form: &MATCH, points, efforts: Vec::new(), setup, catalogue, seed })
    }

    /// Reads what a file says of a share of points.
    pub(crate) fn read_shares(draft: &Draft<'_>) -> Result<Self> {
        let points = draft.places.iter().map(|place| Point::read(draft, place)).collect::<Result<_>>()?;
        let (catalogue, seed, efforts) = (draft.catalogue.clone(), draft.seed, draft.efforts.clone());
        Ok(MatchPlay { form: &SHARES, points, efforts, setup: None, catalogue, seed })
    }

    /// Columns of a series: one for each effort, or one.
    fn columns(&self) -> usize {
        self.efforts.len().max(1)
    }

    /// What both players of a column may spend on a move.
    fn efforts(&self, point: &Point, column: usize) -> [Vec<Effort>; 2] {
        match &self.setup {
            Some(setup) => setup.matches[column].each_ref().map(|player| player.effort.into_iter().collect()),
            None => {
                let efforts = spend(self.efforts.get(column % self.columns()).copied(), point.nodes);
                [efforts.clone(), efforts]
            }
        }
    }

    fn sprt(&self) -> Option<Sprt> {
        self.setup.as_ref()?.sprt
    }
}

impl Study for MatchPlay {
    fn scale(&self) -> Scale {
        Scale { label: "share of points", share: true, logarithmic: false, level: Some(0.5) }
    }

    fn cell(&self, point: usize, series: usize) -> Cell {
        let point = &self.points[point];
        let [mine, other] = point.pairs[series]
            .each_ref()
            .map(|spec| &spec.parts)
            .map(|parts| [&parts.rule, &parts.evaluator, &parts.search]);
        let [rule, evaluator, search] = [0, 1, 2].map(|i| {
            if mine[i] == other[i] { mine[i].clone() } else { format!("{} against {}", mine[i], other[i]) }
        });
        Cell { game: point.game.name().to_string(), evaluator, rule, search, metric: "win-share" }
    }

    fn kind(&self) -> Kind<'_> {
        Kind::Sampled(self)
    }

    fn settings(&self) -> String {
        let (Some(setup), [point]) = (&self.setup, self.points.as_slice()) else { return String::new() };
        let efforts = setup.matches.iter().flatten().map(|player| player.effort);
        // Everything that decides a player's moves.
        let player = |(spec, effort): (&PlayerSpec, Option<Effort>)| {
            let effort = effort.map_or("to the end".into(), |effort| effort.to_string());
            format!("{} {} {} {effort}", spec.parts.rule, spec.parts.evaluator, spec.parts.search)
        };
        let players = point.pairs.iter().flatten().zip(efforts).map(player).collect::<Vec<_>>().join("; ");
        let test = setup.sprt.map_or("none".into(), |test| test.to_string());
        format!("match from {} of {players} test {test}", point.source.name())
    }

    fn extra(&self) -> Extra<'_> {
        self.setup.as_ref().map_or(Extra::None, Extra::Played)
    }
}

impl Sampled for MatchPlay {
    fn portions(&self) -> Portions {
        let most = self.points.first().filter(|_| self.setup.is_some()).and_then(|at| at.source.trials());
        Portions { block: self.form.block, chunk: self.form.chunk, most, stops: self.sprt().is_some() }
    }

    fn is_enough(&self, found: &Tally) -> bool {
        self.sprt().is_some_and(|test| test.accepts(&Counts::of_match(&found.counts, 0).pairs).is_some())
    }

    fn empty(&self, point: usize) -> Tally {
        let matches = self.points[point].pairs.len() * self.columns();
        Tally::new(matches, HALF_POINTS).counting(matches * self.form.counts)
    }

    fn cost(&self, point: usize) -> Cost {
        let Point { game, nodes, pairs, .. } = &self.points[point];
        let nodes = match &self.setup {
            Some(setup) => {
                let moves = moves_at_start(game, Stream::new(self.seed, "cost"));
                let each = |player: &Contestant| match player.effort {
                    Some(effort) => nodes_of(moves, &effort),
                    None => moves.saturating_pow(setup.longest.div_ceil(2)),
                };
                let players = setup.matches.iter().flatten().map(each).fold(0, u128::saturating_add);
                players.saturating_mul(setup.longest.into())
            }
            None => {
                // Six moves a position and twenty moves a game, as in the paper's game; others differ.
                let limit = nodes.map_or(u128::MAX, u128::from);
                let depth = |column: usize| self.efforts.get(column).and_then(|effort| effort.depth());
                let nodes =
                    |column: usize| 40 * 6u128.saturating_pow(depth(column).unwrap_or(20).min(20)).min(limit);
                pairs.len() as u128 * (0..self.columns()).map(nodes).sum::<u128>()
            }
        };
        Cost { nodes, bytes: 1 << 20 }
    }

    fn is_ready(&self) -> bool {
        !self.points.iter().flat_map(|point| &point.pairs).flatten().any(|player| player.learns)
    }

    fn prepare<'a>(&'a self, cache: &dyn Cache) -> Result<Box<dyn Prepared + 'a>> {
        let kit = Kit { catalogue: &self.catalogue, seed: self.seed, cache };
        let mut points = Vec::new();
        for Point { game, pairs, .. } in &self.points {
            let pair = |[one, other]: &[PlayerSpec; 2]| Ok([one.make(&kit, game)?, other.make(&kit, game)?]);
            points.push(pairs.iter().map(pair).collect::<Result<_>>()?);
        }
        Ok(Box::new(Ready { study: self, points }))
    }
}

/// Matches that can be played: the players of every point and series.
struct Ready<'a> {
    study: &'a MatchPlay,
    points: Vec<Vec<[Arc<dyn Player>; 2]>>,
}

impl Prepared for Ready<'_> {
    fn programs(&self) -> Vec<Program> {
        self.points.iter().flatten().flatten().filter_map(|player| player.program()).collect()
    }

    fn block(&self, point: usize, block: u64, trials: usize) -> Result<Tally> {
        let (study, Form { games, ends, counts, .. }) = (self.study, self.study.form);
        let mut tally = study.empty(point);
        let (place, pairs) = (&study.points[point], &self.points[point]);
        let efforts: Vec<_> = (0..tally.sums.len()).map(|column| study.efforts(place, column)).collect();
        for lane in 0..trials as u64 {
            let trial = study.form.block * block + lane;
            let opening = place.source.trial(trial)?;
            let (mut scores, mut written) = (Vec::new(), String::new());
            for (column, efforts) in efforts.iter().enumerate() {
                let players = &pairs[column / study.columns()];
                let [one, other] = [0, 1].map(|i| Seat { player: &*players[i], efforts: &efforts[i] });
                let named = study.setup.as_ref().map(|setup| setup.matches[column].each_ref());
                // What programs play is written down: it takes so long that there is not too much of it.
                let named = named.filter(|_| players.iter().any(|player| player.program().is_some()));
                let mut game = |seats, number: usize| -> Result<Played> {
                    let mut sheet = named.and_then(|_| Sheet::begin(&place.game, &opening.position));
                    let mut watch = |position: &AnyPosition, seen: &Observation, choice: usize| {
                        if let Some(sheet) = &mut sheet {
                            sheet.add(position, seen, choice);
                        }
                    };
                    let (start, key) = (&opening.position, opening.key);
                    let played = play_watched(&place.game, start, seats, key, games[number], &mut watch)?;
                    if let (Some(sheet), Some([one, other])) = (sheet, named) {
                        let names = if number == 0 { [one, other] } else { [other, one] };
                        let round = format!("{}.{}", trial + 1, 2 * column + number + 1);
                        written += &sheet.finish(names.map(|one| one.name.as_str()), &round, &played);
                    }
                    if *ends { Ok(played.to_its_end(&place.game)?) } else { Ok(played) }
                };
                let (first, second) = (game([one, other], 0)?, game([other, one], 1)?);
                scores.push(first.half_points + (2 - second.half_points));
                let counted = Counts::of(&first, &second);
                // Of the player that the series is about.
                tally.nodes[column] += counted.nodes[0];
                let sums = tally.counts.iter_mut().skip(column * counts).take(*counts);
                sums.zip(counted.numbers()).for_each(|(sum, count)| *sum += count);
            }
            tally.add(&scores);
            if !written.is_empty() {
                let line = serde_json::to_string(&written).expect("a text is plain data");
                tally.records.insert(trial, line);
            }
        }
        Ok(tally)
    }
}
