//! Other rules and searches with the evaluator of a player, to be compared at equal numbers of nodes.

use super::calibrated;
use crate::error::Result;
use crate::measurement::RivalSetup;
use crate::spec::Draft;
use crate::study::player::{Kit, PlayerSpec};
use plyscope::catalogue::Subject;
use plyscope::key::Stream;
use plyscope::player::{AnyGame, Player};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is compared: its id, the rule, the search, and whether its values are calibrated. The first is the measure of all.
const RIVALS: [(&str, &str, &str, bool); 5] = [
    ("alpha-beta", "minimax", "alpha-beta(killers=yes,history=yes,table=1)", false),
    ("calibrated-product", "calibrated-product", "pruned", true),
    ("emm", "emm", "pruned", true),
    ("fused", "fused", "full-width", true),
    ("learned", "learned", "full-width", true),
];

/// What a decision may cost a rival that looks at everything.
const NODES: u128 = 30_000;

/// One of them, for a player's evaluator.
pub(super) struct Rival {
    pub(super) setup: RivalSetup,
    rule: &'static str,
    evaluator: String,
    search: &'static str,
}

impl Rival {
    /// Those that go together with the game and the evaluator.
    pub(super) fn of(draft: &Draft<'_>, game: &AnyGame, spec: &PlayerSpec) -> Result<Vec<Rival>> {
        let depths: Option<Vec<u32>> = draft.efforts.iter().map(|effort| effort.depth()).collect();
        let Some(depths) = depths else {
            return Err(draft
                .text
                .wrong(draft.efforts_at(), "`compare` searches to depths: give `depths`, not nodes"));
        };
        let start = game.start(Stream::new(draft.seed, "cost").trial(0))?;
        let moves = game.move_count(&start)? as u128;
        let subject = Subject { game, seed: draft.seed, shelf: None };
        let mut found = Vec::new();
        for (id, rule, search, learns) in RIVALS {
            let name = &spec.parts.evaluator;
            let evaluator = if learns { calibrated(name)?.to_string() } else { name.clone() };
            let cheap =
                |depth: &u32| search.starts_with("alpha-beta") || moves.saturating_pow(*depth) <= NODES;
            let depths: Vec<u32> = depths.iter().copied().filter(cheap).collect();
            let checked = || -> plyscope::Result<()> {
                let evaluated = draft.catalogue.evaluator(&evaluator, &subject)?;
                let mind = draft.catalogue.mind(&subject, rule, &evaluated, search)?;
                mind.check_game(&**game)?;
                mind.check(&evaluated.gives(), &**game)
            };
            // Who does not go with this game is no rival.
            if depths.is_empty() || checked().is_err() {
                continue;
            }
            let name = format!(
                "player(rule={rule},evaluator={},search={})",
                super::short(&evaluator),
                super::short(search)
            );
            found.push(Rival { setup: RivalSetup { id, name, depths }, rule, evaluator, search });
        }
        Ok(found)
    }

    /// Makes the player; what has to be learned is learned, or taken from the shelf.
    pub(super) fn make(&self, kit: &Kit<'_>, game: &AnyGame) -> Result<Arc<dyn Player>> {
        let subject = Subject { game, seed: kit.seed, shelf: Some(kit.shelf) };
        Ok(kit.catalogue.player_with(&subject, self.rule, &self.evaluator, self.search)?)
    }

    /// The truth keys of the positions that it learned from: they are not to be judged by.
    pub(super) fn learned_from(&self, kit: &Kit<'_>, game: &AnyGame) -> Result<BTreeSet<u64>> {
        if !kit.catalogue.learns(self.rule, &self.evaluator) {
            return Ok(BTreeSet::new());
        }
        kit.learned_from(game, [self.rule, &self.evaluator, self.search])
    }
}
