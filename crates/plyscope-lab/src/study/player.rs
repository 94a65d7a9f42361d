//! A rule, an evaluator and a search that a file names for a game: checked when the file is read, made when it is
//! prepared.

use crate::error::Result;
use crate::spec::{Draft, PlayerFile, SeriesFile};
use plyscope::catalogue::{Catalogue, Subject};
use plyscope::evaluator::Scale;
use plyscope::name::Name;
use plyscope::player::{AnyGame, Parts, Player};
use plyscope::search::{AnySearch, Effort, FullWidth, Searches};
use plyscope::shelf::Shelf;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use toml::Spanned;

/// Somebody who decides, by names.
pub(super) struct PlayerSpec {
    /// As results tell it.
    pub(super) parts: Parts,
    rule: String,
    evaluator: String,
    search: String,
    /// Is there something to learn?
    pub(super) learns: bool,
    /// What its values are.
    pub(super) scale: Scale,
    abilities: AnySearch,
    /// Where the search is named, for complaints.
    search_at: usize,
}

/// What players are made with.
pub(super) struct Kit<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) seed: u64,
    pub(super) shelf: &'a dyn Shelf,
}

/// What a series says of its own player.
pub(super) fn player_of(draft: &Draft<'_>, series: &Spanned<SeriesFile>) -> Result<PlayerFile> {
    let file = series.get_ref();
    Ok(PlayerFile {
        rule: draft.needed(series, "rule", &file.rule)?.clone(),
        evaluator: draft.needed(series, "evaluator", &file.evaluator)?.clone(),
        search: file.search.clone(),
    })
}

impl PlayerSpec {
    /// Reads what a file says, and refuses what does not go together.
    pub(super) fn read(
        draft: &Draft<'_>,
        file: &PlayerFile,
        game: &AnyGame,
        place: &BTreeMap<String, String>,
    ) -> Result<Self> {
        let catalogue = draft.catalogue;
        let (rule_at, evaluator_at) = (file.rule.span().start, file.evaluator.span().start);
        let search_at = file.search.as_ref().map_or(rule_at, |search| search.span().start);
        let name: Name = draft.located(evaluator_at, file.evaluator.get_ref().parse())?;
        let evaluator = draft.swept(&name, place).to_string();
        let subject = Subject { game, seed: draft.seed, shelf: None };
        let evaluated = draft.located(evaluator_at, catalogue.evaluator(&evaluator, &subject))?;
        let search = match &file.search {
            None => AnySearch::from(FullWidth),
            Some(search) => draft.located(search_at, catalogue.search(search.get_ref()))?,
        };
        let rule: Name = draft.located(rule_at, file.rule.get_ref().parse())?;
        let context = plyscope::catalogue::RuleContext { subject: &subject, evaluated: &evaluated };
        let built = draft.located(rule_at, catalogue.rule(file.rule.get_ref(), &context))?;
        let mind = draft.located(search_at, plyscope::player::Mind::new(&rule.to_string(), built, search))?;
        draft.located(rule_at, mind.check_game(&**game))?;
        let name = evaluated.name.to_string();
        draft.located(evaluator_at, mind.check(&evaluated.gives(), game.knows_truth()))?;
        let (rule, search_name) = (rule.to_string(), search.name().to_string());
        Ok(PlayerSpec {
            learns: catalogue.learns(&rule, &name),
            scale: mind.scale(evaluated.scale),
            parts: Parts { rule: rule.clone(), evaluator: name, search: search_name.clone() },
            rule,
            evaluator,
            search: search_name,
            abilities: search,
            search_at,
        })
    }

    /// Refuses an effort that its search cannot be told.
    pub(super) fn check_effort(&self, draft: &Draft<'_>, effort: Effort) -> Result<()> {
        draft.located(self.search_at, self.abilities.check_effort(effort))
    }

    /// Makes the player; what has to be learned is learned, or taken from the shelf.
    pub(super) fn make(&self, kit: &Kit<'_>, game: &AnyGame) -> Result<Arc<dyn Player>> {
        same_program(kit, game)?;
        let subject = Subject { game, seed: kit.seed, shelf: Some(kit.shelf) };
        Ok(kit.catalogue.player_with(&subject, &self.rule, &self.evaluator, &self.search)?)
    }

    /// The truth keys of the positions that it learned from: they are not to be judged by.
    pub(super) fn learned_from(&self, kit: &Kit<'_>, game: &AnyGame) -> Result<BTreeSet<u64>> {
        if !self.learns {
            return Ok(BTreeSet::new());
        }
        let subject = Subject { game, seed: kit.seed, shelf: Some(kit.shelf) };
        let lesson = kit.catalogue.evaluator(&self.evaluator, &subject)?.lesson(&subject);
        Ok(kit.catalogue.learned_from(&self.rule, &lesson)?)
    }
}

/// Refuses another version of a game's program than the run began with: numbers of two programs are never mixed.
fn same_program(kit: &Kit<'_>, game: &AnyGame) -> Result<()> {
    let Some(version) = game.brings().and_then(|brings| brings.version()) else { return Ok(()) };
    let program = game.name().to_string();
    let began = kit.shelf.get_or_learn(&format!("the version of {program}"), &mut || Ok(version.clone()))?;
    if began == version {
        return Ok(());
    }
    let why = format!(
        "the run began with version `{began}` of it, and this is `{version}`; begin a run of its own"
    );
    Err(plyscope::Error::Program { program, why }.into())
}
