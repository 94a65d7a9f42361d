//! A rule, an evaluator and a search that a file names for a game: checked when the file is read, made when it is
//! prepared.

use crate::error::Result;
use crate::spec::{Draft, Series};
use plyscope::cache::Cache;
use plyscope::catalogue::{Catalogue, Evaluated, Subject};
use plyscope::evaluator::Scale;
use plyscope::name::Name;
use plyscope::player::{AnyGame, Parts, Player, Program};
use plyscope::search::{AnySearch, Effort, FullWidth, SearchInfo};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What the identities of engines are kept under.
pub(crate) const PROGRAM: &str = "the program of ";

/// A player by names.
pub(super) struct PlayerSpec {
    /// As results tell it.
    pub(super) parts: Parts,
    kind: Kind,
    /// Is there something to learn?
    pub(super) learns: bool,
    /// What its values are.
    pub(super) scale: Scale,
    /// Where it is named, for complaints.
    at: usize,
}

/// What it is made of.
enum Kind {
    /// A rule, an evaluator and a search of ours.
    Searcher { rule: String, evaluator: String, search: String, abilities: AnySearch },
    /// An engine, by name.
    Engine(String),
}

/// What players are made with.
pub(super) struct Kit<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) seed: u64,
    pub(super) cache: &'a dyn Cache,
}

impl Kit<'_> {
    /// The truth keys of the positions that a rule, an evaluator and a search learned from: they are not to be judged by.
    pub(super) fn learned_from(
        &self,
        game: &AnyGame,
        [rule, evaluator, search]: [&str; 3],
    ) -> Result<BTreeSet<u64>> {
        let subject = Subject { game, seed: self.seed, cache: None };
        let lesson = self.catalogue.evaluator(evaluator, &subject)?.lesson(&subject);
        let mut keys = self.catalogue.learned_from(rule, &lesson)?;
        keys.extend(self.catalogue.searched_from(search, &lesson)?);
        Ok(keys)
    }
}

/// What a player is made of, as it is named, and where: for complaints.
#[derive(Default)]
pub(super) struct Named {
    /// Empty where the search has a back-up of its own.
    pub(super) rule: String,
    pub(super) rule_at: usize,
    pub(super) evaluator: String,
    pub(super) evaluator_at: usize,
    /// Full width if left out.
    pub(super) search: Option<String>,
    pub(super) search_at: usize,
}

impl Named {
    /// What a series says of its own player.
    pub(super) fn of(draft: &Draft<'_>, series: Series<'_>) -> Result<Self> {
        let file = series.file;
        let search_at = series.key_at(&["search"]);
        let alone = match (&file.rule, &file.search) {
            // Some searches have a back-up of their own.
            (None, Some(search)) => !draft.located(search_at, draft.catalogue.search(search))?.takes_rule(),
            _ => false,
        };
        let (rule, rule_at) = match alone {
            true => (String::new(), series.at()),
            false => (series.needed("rule", &file.rule)?.clone(), series.key_at(&["rule"])),
        };
        Ok(Named {
            rule,
            rule_at,
            evaluator: series.needed("evaluator", &file.evaluator)?.clone(),
            evaluator_at: series.key_at(&["evaluator"]),
            search: file.search.clone(),
            search_at: if file.search.is_some() { search_at } else { rule_at },
        })
    }

    /// What a series says of the other player.
    pub(super) fn against(draft: &Draft<'_>, series: Series<'_>) -> Result<Self> {
        let missing = || draft.text.wrong(series.at(), "this [[series]] needs `against`, another player");
        let player = series.file.against.clone().ok_or_else(missing)?;
        let rule_at = series.key_at(&["against", "rule"]);
        Ok(Named {
            rule: player.rule,
            rule_at,
            evaluator: player.evaluator,
            evaluator_at: series.key_at(&["against", "evaluator"]),
            search_at: player.search.as_ref().map_or(rule_at, |_| series.key_at(&["against", "search"])),
            search: player.search,
        })
    }
}

impl PlayerSpec {
    /// Reads what a file says, and refuses what does not go together.
    pub(super) fn read(
        draft: &Draft<'_>,
        named: &Named,
        game: &AnyGame,
        place: &BTreeMap<String, String>,
    ) -> Result<Self> {
        let catalogue = draft.catalogue;
        let Named { rule_at, evaluator_at, search_at, .. } = *named;
        let name: Name = draft.located(evaluator_at, named.evaluator.parse())?;
        let evaluator = draft.swept(&name, place).to_string();
        let subject = Subject { game, seed: draft.seed, cache: None };
        let evaluated = draft.located(evaluator_at, catalogue.evaluator(&evaluator, &subject))?;
        let search = match &named.search {
            None => AnySearch::from(FullWidth::default()),
            Some(search) => draft.located(search_at, catalogue.search(search))?,
        };
        if !search.takes_rule() {
            return Self::alone(draft, named, &subject, &evaluated, search);
        }
        let rule: Name = draft.located(rule_at, named.rule.parse())?;
        let context = plyscope::catalogue::RuleContext { subject: &subject, evaluated: &evaluated };
        let built = draft.located(rule_at, catalogue.rule(&named.rule, &context))?;
        let mind = draft.located(
            search_at,
            plyscope::player::RuleSearch::new(&rule.to_string(), built, search.clone()),
        )?;
        draft.located(rule_at, mind.check_game(&**game))?;
        let name = evaluated.profile.name.to_string();
        draft.located(evaluator_at, mind.check(&evaluated.profile, &**game))?;
        let (rule, search_name) = (rule.to_string(), search.name().to_string());
        Ok(PlayerSpec {
            learns: catalogue.learns(&rule, &name),
            scale: mind.scale(evaluated.profile.scale),
            parts: Parts { rule: rule.clone(), evaluator: name, search: search_name.clone() },
            kind: Kind::Searcher { rule, evaluator, search: search_name, abilities: search },
            at: search_at,
        })
    }

    /// A search that has a back-up of its own, and no rule.
    fn alone(
        draft: &Draft<'_>,
        named: &Named,
        subject: &Subject<'_>,
        evaluated: &Evaluated,
        abilities: AnySearch,
    ) -> Result<Self> {
        let search = abilities.name().to_string();
        if !named.rule.is_empty() {
            let why = format!("`{search}` has a back-up of its own: leave `rule` out");
            return Err(draft.text.wrong(named.rule_at, why));
        }
        let at = named.search_at;
        let name = evaluated.profile.name.to_string();
        let player = draft.located(at, draft.catalogue.player_with(subject, "", &name, &search))?;
        // With what it read from a file, if it did.
        let parts = Parts { rule: String::new(), evaluator: name.clone(), search: player.parts().search };
        Ok(PlayerSpec {
            learns: draft.catalogue.learns("", &name) || abilities.decisive().is_some_and(|one| one.learns()),
            scale: evaluated.profile.scale,
            parts,
            kind: Kind::Searcher { rule: String::new(), evaluator: name.clone(), search, abilities },
            at,
        })
    }

    /// An engine that a file names. Whether it is one is seen when it is started.
    pub(super) fn engine(draft: &Draft<'_>, named: &str, at: usize) -> Result<Self> {
        let _checked = draft.located(at, draft.catalogue.engine(named))?;
        let name: Name = draft.located(at, named.parse())?;
        Ok(PlayerSpec {
            parts: Parts { search: name.to_string(), ..Parts::default() },
            kind: Kind::Engine(name.to_string()),
            learns: false,
            scale: Scale::Score,
            at,
        })
    }

    /// Is it an engine, of which nothing is known but its moves?
    pub(super) fn is_engine(&self) -> bool {
        matches!(self.kind, Kind::Engine(_))
    }

    /// Refuses an effort that its search cannot be told.
    pub(super) fn check_effort(&self, draft: &Draft<'_>, effort: Effort) -> Result<()> {
        match &self.kind {
            Kind::Searcher { abilities, .. } => draft.located(self.at, abilities.check_effort(effort)),
            // It says so itself when it is asked.
            Kind::Engine(_) => Ok(()),
        }
    }

    /// Makes the player; what has to be learned is learned, or taken from the cache.
    pub(super) fn make(&self, kit: &Kit<'_>, game: &AnyGame) -> Result<Arc<dyn Player>> {
        same_program(kit, game)?;
        match &self.kind {
            Kind::Searcher { rule, evaluator, search, .. } => {
                let subject = Subject { game, seed: kit.seed, cache: Some(kit.cache) };
                Ok(kit.catalogue.player_with(&subject, rule, evaluator, search)?)
            }
            Kind::Engine(name) => {
                let player = kit.catalogue.engine(name)?(game)?;
                player.program().map_or(Ok(()), |program| same_engine(kit, &program))?;
                Ok(player)
            }
        }
    }

    /// The truth keys of the positions that it learned from: they are not to be judged by.
    pub(super) fn learned_from(&self, kit: &Kit<'_>, game: &AnyGame) -> Result<BTreeSet<u64>> {
        match &self.kind {
            Kind::Searcher { rule, evaluator, search, .. } if self.learns => {
                kit.learned_from(game, [rule, evaluator, search])
            }
            _ => Ok(BTreeSet::new()),
        }
    }
}

/// Refuses another version of a game's program than the run began with: numbers of two programs are never mixed.
fn same_program(kit: &Kit<'_>, game: &AnyGame) -> Result<()> {
    let Some(version) = game.brings().and_then(|brings| brings.version()) else { return Ok(()) };
    let program = game.name().to_string();
    let began = kit.cache.get_or_learn(&format!("the version of {program}"), &mut || Ok(version.clone()))?;
    if began == version {
        return Ok(());
    }
    let why = format!(
        "the run began with version `{began}` of it, and this is `{version}`; begin a run of its own"
    );
    Err(plyscope::Error::Program { program, why }.into())
}

/// Refuses another engine than the run began with: it may be called the same, and stand in the same place.
pub(super) fn same_engine(kit: &Kit<'_>, program: &Program) -> Result<()> {
    let kept = format!("{PROGRAM}{}", program.player);
    let refuse = |why: String| {
        Err(plyscope::Error::Program {
            program: program.player.clone(),
            why: why + "; begin a run of its own in another folder",
        })
    };
    if kit.cache.is_begun() && !kit.cache.has(&kept) {
        refuse("the run was begun by a version of Plyscope that did not record which program this was, so it cannot be continued".into())?;
    }
    let is = program.identity();
    let began = kit.cache.get_or_learn(&kept, &mut || Ok(is.clone()))?;
    if began == is {
        return Ok(());
    }
    let (hash, name) = began.split_once(' ').unwrap_or((&began, ""));
    Ok(refuse(match name == program.name {
        true => format!(
            "it is another program than the one that the run began with: it still calls itself {name}, but its executable (or \
             a file of it) has changed, from hash {hash} to {}",
            program.hash
        ),
        false => format!(
            "it is another program than the one that the run began with: that was {name} (hash {hash}), and this is {} (hash {})",
            program.name, program.hash
        ),
    })?)
}
