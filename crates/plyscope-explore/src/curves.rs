//! Room 2: accuracy by depth, sampled while one looks: the same experiment as the file that can be saved, and the same
//! results as `plyscope run` of it.

use crate::answer::{self, Picture, Refusal};
use crate::app::App;
use crate::routes::FieldRequest;
use axum::response::Response;
use plyscope::name::Name;
use plyscope_lab::experiment::{Experiment, ExperimentFile, SeriesFile};
use plyscope_lab::figure::{self, Curve, Dot};
use plyscope_lab::plan::plan;
use plyscope_lab::results::{ExperimentResult, csv, evaluate};
use plyscope_lab::run::{Options, Silent, run};
use serde_json::json;
use std::sync::atomic::AtomicBool;

/// What the saved file is called, and so the run.
const ID: &str = "curves";
const MOST_TRIALS: u64 = 1_000_000;
const MOST_RULES: usize = 6;
const MOST_DEPTH: u32 = 20;
/// Nodes that all trials may take together.
const MOST_NODES: u128 = 20_000_000_000;
const MOST_BYTES: u128 = 256 << 20;

/// What is sampled.
struct Question {
    game: String,
    evaluator: String,
    rules: Vec<String>,
    depths: (u32, u32),
    trials: u64,
    seed: u64,
}

impl Question {
    /// The experiment as a file.
    fn file(&self) -> String {
        let Question { game, evaluator, rules, depths: (first, last), trials, seed } = self;
        let series = |rule: &String| SeriesFile {
            rule: Some(rule.clone()),
            evaluator: Some(evaluator.clone()),
            ..SeriesFile::default()
        };
        let file = ExperimentFile {
            title: format!("Does looking deeper help in {game}?"),
            source: "our own question".into(),
            game: Some(game.clone()),
            trials: Some(*trials),
            seed: *seed,
            depths: Some((*first..=*last).collect()),
            series: rules.iter().map(series).collect(),
            ..ExperimentFile::default()
        };
        file.text()
    }
}

/// `/api/curves`: what `plyscope run` prints, its figure, or the file to run.
pub(crate) async fn answer(asked: FieldRequest) -> Result<Response, Refusal> {
    let FieldRequest { app, client, mut fields } = asked;
    let form = fields.text("format").unwrap_or("json".into());
    let (exact, values) = (fields.yes("exact", true)?, fields.yes("values", false)?);
    let depths = fields.text("depths").unwrap_or("1..9".into());
    let question = Question {
        game: fields.needed("game")?,
        evaluator: fields.text("evaluator").unwrap_or("artificial(error=0.1)".into()),
        rules: fields.needed("rules")?.split(';').map(|rule| rule.trim().to_string()).collect(),
        depths: range(&depths)?,
        trials: fields.number("trials", "a whole number")?.unwrap_or(1000),
        seed: fields.number("seed", "a whole number")?.unwrap_or(1),
    };
    fields.finish()?;
    for name in question.rules.iter().chain([&question.game, &question.evaluator]) {
        app.names.check(name)?;
    }
    if question.rules.len() > MOST_RULES {
        return Err(Refusal::too_much(format!("at most {MOST_RULES} rules are compared here")));
    }
    if !(1..=MOST_TRIALS).contains(&question.trials) {
        return Err(Refusal::too_much(format!("trials are 1 to {MOST_TRIALS} here; the command takes more")));
    }
    if form == "toml" {
        return Ok(answer::text(question.file()));
    }
    app.compute(&client, move |app, stop| {
        let found = app.kept(&question.file(), || sampled(app, &question, stop))?;
        let (experiment, result) = &*found;
        match form.as_str() {
            "json" => Ok(answer::json_value(&json!({"experiments": [result]}))),
            "csv" => Ok(answer::text(csv(result))),
            "verdict" => Ok(answer::text(verdict(result))),
            other => {
                let picture = Picture::of(other);
                let picture = picture
                    .ok_or_else(|| Refusal::bad("`format` is json, csv, verdict, toml, svg or png"))?;
                picture.answer(drawn(app, &question, experiment, result, (exact, values)))
            }
        }
    })
    .await
}

/// Depths as `1..9`, or one.
fn range(text: &str) -> Result<(u32, u32), Refusal> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let numbers = first.trim().parse().ok().zip(last.trim().parse().ok());
    let good = numbers.filter(|(first, last)| 1 <= *first && first <= last && *last <= MOST_DEPTH);
    good.ok_or_else(|| Refusal::bad(format!("`depths` is a range such as 1..9, up to {MOST_DEPTH}")))
}

fn sampled(
    app: &App,
    question: &Question,
    stop: &AtomicBool,
) -> Result<(Experiment, ExperimentResult), Refusal> {
    for rule in &question.rules {
        if app.names.catalogue.learns(rule, &question.evaluator) {
            let why = format!(
                "{rule} with {} learns first, which takes too long for a page; save the file and use `plyscope run`",
                question.evaluator
            );
            return Err(Refusal::too_much(why));
        }
    }
    let experiment = Experiment::parse(&app.names.catalogue, ID, &question.file(), None)?;
    let cost = plan(&experiment);
    if cost.nodes > MOST_NODES || cost.bytes_a_thread * app.jobs as u128 > MOST_BYTES {
        let why = "this is too much for a page: take fewer trials, a smaller game or less depth, or save the file and use `plyscope run`";
        return Err(Refusal::too_much(why));
    }
    let options = Options { jobs: app.jobs, shard: None, stop, progress: &Silent };
    let tallies = run(&experiment, None, &options)?;
    let result = evaluate(&experiment, &tallies)?;
    Ok((experiment, result))
}

/// What the curves say: where accuracy two plies deeper is less, beyond the interval of their ratio.
fn verdict(result: &ExperimentResult) -> String {
    let mut series: Vec<(&str, bool)> = Vec::new();
    for row in &result.results {
        let worse = row.degree_of_pathology_2.is_some_and(|degree| degree.low > 1.0);
        match series.iter_mut().find(|(label, _)| *label == row.series) {
            Some((_, known)) => *known |= worse,
            None => series.push((&row.series, worse)),
        }
    }
    let named = |wanted: bool| -> Vec<&str> {
        series.iter().filter(|(_, worse)| *worse == wanted).map(|(label, _)| *label).collect()
    };
    let (worse, others) = (named(true), named(false));
    match (worse.is_empty(), others.is_empty()) {
        (true, _) => "No rule decides worse two plies deeper, as far as these trials can tell.".into(),
        (false, true) => format!("Looking two plies deeper is worse somewhere with {}.", worse.join(", ")),
        (false, false) => format!(
            "Looking two plies deeper is worse somewhere with {}, and not with {}.",
            worse.join(", "),
            others.join(", ")
        ),
    }
}

/// The figure, with exact curves beside the sampled ones where the theory has them.
fn drawn(
    app: &App,
    question: &Question,
    experiment: &Experiment,
    result: &ExperimentResult,
    (exact, values): (bool, bool),
) -> String {
    let mut chart = figure::chart(experiment, result);
    chart.values = values;
    if exact && let Some(panel) = chart.panels.first_mut() {
        let places = chart.places.clone();
        for rule in &question.rules {
            let Some(formula) = formula(question, rule) else { continue };
            let value = |depth: u32| app.names.catalogue.formula(&formula, depth).ok();
            let dot = |(place, text): (usize, &String)| {
                Some(Dot { place, value: value(text.parse().ok()?)?, interval: None })
            };
            let dots: Vec<Dot> = places.iter().enumerate().filter_map(dot).collect();
            if !dots.is_empty() {
                panel.curves.push(Curve { label: format!("{rule}, exact"), series: None, dots });
            }
        }
    }
    figure::render(&chart)
}

/// The formula of a rule's accuracy: P-games with the artificial evaluator have one.
fn formula(question: &Question, rule: &str) -> Option<String> {
    let game: Name = question.game.parse().ok()?;
    let evaluator: Name = question.evaluator.parse().ok()?;
    let p_game = game.kind() == "board-splitting" && game.get("squares").is_none_or(|squares| squares == "p");
    let artificial =
        evaluator.kind() == "artificial" && evaluator.parameters().all(|(name, _)| name == "error");
    let known = ["minimax", "product", "emm"].contains(&rule);
    let depth = game.get("depth").unwrap_or("10");
    // Where the theory ends, at depth 6 for product and EMM, so does the curve.
    (p_game && artificial && known).then(|| {
        Name::new("decision-accuracy")
            .with("rule", rule)
            .with("branching", game.get("branching").unwrap_or("2"))
            .with("plies", depth)
            .with("p", game.get("p").unwrap_or("critical"))
            .with("error", evaluator.get("error").unwrap_or("0.1"))
            .to_string()
    })
}
