//! What points of a sweep share: a game, where its trials come from, and who plays.

use super::player::{Named, PlayerSpec};
use crate::error::Result;
use crate::spec::{Draft, Series, WantedGames};
use plyscope::catalogue::SourceContext;
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::search::Effort;
use plyscope::source::{Drawn, Openings, RandomPositions, Source, Wanted};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A point of the sweep, by its values.
pub(super) type Place = BTreeMap<String, String>;

/// A game at a point of the sweep.
pub(super) struct Ground {
    pub(super) game: AnyGame,
    /// What its trials are drawn from.
    pub(super) stream: Stream,
}

impl Ground {
    /// For what is measured in games of at most two players.
    pub(super) fn read(draft: &Draft<'_>, place: &Place) -> Result<Self> {
        let ground = Ground::of_any_players(draft, place)?;
        if ground.game.facts().players > 2 {
            let why = format!(
                "this is measured in games of at most two players, and {} has {}; docs/several-players.md says what is \
                 measured in such games, and `plyscope reproduce players/certainty` runs an example",
                ground.game.name(),
                ground.game.facts().players
            );
            return Err(draft.text.wrong(draft.game_at()?, why));
        }
        Ok(ground)
    }

    /// For what is measured whatever the number of players.
    pub(super) fn of_any_players(draft: &Draft<'_>, place: &Place) -> Result<Self> {
        let game = draft.game(place)?;
        let stream = draft.stream(&game.name(), place);
        Ok(Ground { game, stream })
    }

    /// Where trials that are judged come from: drawn games, or positions of random games.
    pub(super) fn positions(&self, wanted: Wanted) -> Arc<dyn Source> {
        match Drawn::new(&self.game, self.stream, wanted) {
            Some(drawn) => Arc::new(drawn),
            None => Arc::new(RandomPositions::new(self.game.clone(), self.stream)),
        }
    }

    /// Where trials come from, and how it is named: as the file says, else drawn games, else random positions.
    pub(super) fn source(&self, draft: &Draft<'_>) -> Result<(Arc<dyn Source>, String)> {
        if let Some(named) = &draft.file.positions {
            return Ok((self.named_positions(draft, named)?, named.clone()));
        }
        let source = self.positions(wanted(draft));
        let name = source.name();
        Ok((source, name))
    }

    /// Where trials come from that a file names.
    pub(super) fn named_positions(&self, draft: &Draft<'_>, named: &str) -> Result<Arc<dyn Source>> {
        let source = source(draft, self, wanted(draft), named)?;
        let asked = draft.file.trials.unwrap_or(0);
        match source.trials() {
            Some(0) => Err(draft.text.wrong(draft.text.at(&["positions"]), "there are no positions in it")),
            Some(there) if there < asked => {
                let why = format!("there are {there} positions, and {asked} trials are asked for");
                Err(draft.text.wrong(draft.text.at(&["positions"]), why))
            }
            _ => Ok(source),
        }
    }

    /// Where games begin: at the start, or after random moves where `plies` is swept.
    pub(super) fn openings(&self, draft: &Draft<'_>, place: &Place) -> Result<Openings> {
        let plies = place.get("plies").map_or("0", String::as_str);
        let read = plies.parse::<u32>().ok().filter(|plies| *plies <= 1000);
        let why = || format!("`plies` is a whole number of 0 to 1000, not {plies}");
        let plies = read.ok_or_else(|| draft.text.wrong(draft.swept_at("plies", plies), why()))?;
        Ok(Openings { game: self.game.clone(), stream: self.stream, plies })
    }
}

/// Refuses a sweep.
pub(super) fn no_sweep(draft: &Draft<'_>, why: &str) -> Result<()> {
    let swept = draft.file.sweep.keys().next();
    swept.map_or(Ok(()), |swept| Err(draft.text.wrong(draft.text.key_at(&["sweep", swept]), why)))
}

/// Refuses more trials than `most`.
pub(super) fn at_most(draft: &Draft<'_>, most: u64, why: &str) -> Result<()> {
    let trials = draft.file.trials.filter(|trials| *trials > most);
    trials.map_or(Ok(()), |_| Err(draft.text.wrong(draft.text.at(&["trials"]), why)))
}

/// Which trials count, as a file says.
pub(super) fn wanted(draft: &Draft<'_>) -> Wanted {
    match draft.file.wanted {
        WantedGames::NonTrivial => Wanted::NonTrivial,
        WantedGames::Every => Wanted::Every,
    }
}

/// The player of every series.
pub(super) fn players(draft: &Draft<'_>, game: &AnyGame, place: &Place) -> Result<Vec<PlayerSpec>> {
    let read = |series: Series<'_>| {
        series.only(&["rule", "evaluator", "search"])?;
        PlayerSpec::read(draft, &Named::of(draft, series)?, game, place)
    };
    draft.series().map(read).collect()
}

/// The nodes per move at a point, where they are swept.
pub(super) fn node_limit(draft: &Draft<'_>, place: &Place) -> Result<Option<u64>> {
    let Some(nodes) = place.get("nodes") else { return Ok(None) };
    let read = nodes.parse::<u64>().ok().filter(|nodes| *nodes >= 10);
    let why = || format!("`nodes` is a whole number of 10 or more, not {nodes}");
    read.map(Some).ok_or_else(|| draft.text.wrong(draft.swept_at("nodes", nodes), why()))
}

/// Moves at the start of a game: at least two, also where the number is not known.
pub(super) fn moves_at_start(game: &AnyGame, stream: Stream) -> u128 {
    let start = game.start(stream.trial(0));
    start.and_then(|start| game.move_count(&start)).unwrap_or(2).max(2) as u128
}

/// About how many nodes a search visits that cuts as alpha-beta does.
pub(super) fn nodes_of(moves: u128, effort: &Effort) -> u128 {
    match effort {
        Effort::Depth(depth) => moves.saturating_pow(depth.div_ceil(2) + 1),
        other => other.amount().into(),
    }
}

/// What a player may spend in a column, at a point that may limit its nodes.
pub(super) fn spend(effort: Option<Effort>, nodes: Option<u64>) -> Vec<Effort> {
    effort.into_iter().chain(nodes.map(Effort::Nodes)).collect()
}

/// Refuses efforts that some player cannot be told, and a file without any.
pub(super) fn check_efforts(draft: &Draft<'_>, players: &[&PlayerSpec], place: &Place) -> Result<()> {
    let nodes = node_limit(draft, place)?;
    if draft.efforts.is_empty() && nodes.is_none() {
        return Err(draft.text.wrong(0, "missing field `depths`"));
    }
    for player in players {
        for effort in &draft.efforts {
            if let Effort::Depth(_) = effort {
                draft.located(draft.efforts_at(), effort.budget())?;
            }
            player.check_effort(draft, *effort)?;
        }
        // With a depth beside it, a number of nodes only ends a search early.
        if let Some(nodes) = nodes.filter(|_| draft.efforts.is_empty()) {
            player.check_effort(draft, Effort::Nodes(nodes))?;
        }
    }
    Ok(())
}

/// The source of a name, which may read a file.
pub(super) fn source(
    draft: &Draft<'_>,
    ground: &Ground,
    wanted: Wanted,
    named: &str,
) -> Result<Arc<dyn Source>> {
    let read = |path: &str| draft.catalogue.read(path).unwrap_or_else(|| crate::files::read(path));
    let context = SourceContext {
        game: &ground.game,
        stream: ground.stream,
        wanted,
        seed: draft.seed,
        catalogue: draft.catalogue,
        read: &read,
    };
    let found = draft.located(draft.text.at(&["positions"]), draft.catalogue.source(named, &context))?;
    let mut remarks = draft.remarks.borrow_mut();
    for remark in found.remarks() {
        if !remarks.contains(&remark) {
            remarks.push(remark);
        }
    }
    drop(remarks);
    Ok(found)
}
