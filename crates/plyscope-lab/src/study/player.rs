//! A rule, an evaluator and a search that a file names for a game: put together, and refused before anything runs
//! where they do not go together.

use crate::error::Result;
use crate::experiment::{Draft, PlayerFile, SeriesFile};
use plyscope::calibration::Lesson;
use plyscope::evaluator::{Reading, Scale};
use plyscope::name::Name;
use plyscope::registry::{AnyRule, EvaluatorKind, SEARCHES, Subject, Thinking, build_rule};
use plyscope::search::{AnySearch, FullWidth};
use std::collections::BTreeMap;
use toml::Spanned;

/// Somebody who searches.
pub(super) struct Player {
    /// The rule's name.
    pub(super) rule: String,
    /// Rule and search.
    pub(super) thinking: Thinking,
    /// The evaluator.
    pub(super) evaluator: EvaluatorKind,
}

/// What a series says of its own player.
pub(super) fn given(draft: &Draft<'_>, series: &Spanned<SeriesFile>) -> Result<PlayerFile> {
    let file = series.get_ref();
    Ok(PlayerFile {
        rule: draft.given(series, "rule", &file.rule)?.clone(),
        evaluator: draft.given(series, "evaluator", &file.evaluator)?.clone(),
        search: file.search.clone(),
    })
}

/// Makes a player for a game, at a point of the sweep.
pub(super) fn player(
    draft: &Draft<'_>,
    file: &PlayerFile,
    subject: &Subject,
    place: &BTreeMap<String, String>,
) -> Result<Player> {
    let (rule_at, evaluator_at) = (file.rule.span().start, file.evaluator.span().start);
    let name: Name = draft.located(evaluator_at, file.evaluator.get_ref().parse())?;
    let name = draft.swept(&name, place).to_string();
    let evaluator = draft.located(evaluator_at, draft.evaluator(&name, subject))?;
    let lesson = Lesson { subject: subject.clone(), evaluator: evaluator.clone() };
    let rule = draft.located(rule_at, build_rule(file.rule.get_ref(), &lesson))?;
    let (name, scale, knows_error, drawn) = match &evaluator {
        EvaluatorKind::Drawn(evaluator) => {
            (evaluator.name(), evaluator.scale(), evaluator.knows_error(), true)
        }
        EvaluatorKind::Real(evaluator) => {
            (evaluator.name(), evaluator.scale(), evaluator.knows_error(), false)
        }
    };
    let needs = match &rule {
        AnyRule::Typed(_) if !drawn => Some("to be told the truth, which no player can be"),
        AnyRule::Payoffs(_) => Some("a search to the end of the game, with one number per player"),
        AnyRule::Win(_, Reading::Win) if scale != Scale::Probability => Some("probabilities between 0 and 1"),
        AnyRule::Win(_, Reading::Certain) | AnyRule::Typed(_) if !knows_error => {
            Some("an evaluator that gives its error (such as error=minority)")
        }
        _ => None,
    };
    if let Some(needs) = needs {
        let why = format!("the rule {} needs {needs}, not {name}", file.rule.get_ref());
        return Err(draft.text.wrong(evaluator_at, why));
    }
    let search_at = file.search.as_ref().map_or(0, |search| search.span().start);
    let search = match &file.search {
        None => AnySearch::FullWidth(FullWidth),
        Some(search) => draft.located(search_at, SEARCHES.build(search.get_ref(), &()))?,
    };
    let works_with = match &search {
        AnySearch::AlphaBeta(_) | AnySearch::Solve(_) if !matches!(rule, AnyRule::Ordered(_)) => {
            Some("the rule minimax only")
        }
        AnySearch::Pruned(_) if !rule.is_monotone() => Some("minimax, product and emm"),
        _ => None,
    };
    if let Some(rules) = works_with {
        let why = format!("{} works with {rules}, not {}", search.name(), file.rule.get_ref());
        return Err(draft.text.wrong(search_at, why));
    }
    let rule_name: Name = draft.located(rule_at, file.rule.get_ref().parse())?;
    Ok(Player { rule: rule_name.to_string(), thinking: Thinking { rule, search }, evaluator })
}
