//! Rooms 3 and 4: the runs of a folder, as `run`, `figure` and `diff` print them, and what `measure` found. Nothing in the
//! folder is changed.

use crate::answer::{self, Picture, Refusal};
use crate::app::App;
use crate::fields::Fields;
use crate::routes::FieldRequest;
use axum::http::StatusCode;
use axum::response::Response;
use plyscope_lab::diff::{self, Side};
use plyscope_lab::experiment::{ENDS, Experiment, are_ends};
use plyscope_lab::figure;
use plyscope_lab::measurement::{Worst, fragment, pictures};
use plyscope_lab::report::Section;
use plyscope_lab::results::{ExperimentResult, csv};
use plyscope_lab::run::{experiment_of, look, read_tallies};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The folder's runs, or why there are none.
fn path(app: &App, name: &str) -> Result<PathBuf, Refusal> {
    let none = || {
        Refusal::new(StatusCode::NOT_FOUND, "no folder was given: `plyscope explore FOLDER` shows its runs")
    };
    app.folder.as_ref().ok_or_else(none)?.run(name)
}

fn read(app: &App, name: &str) -> Result<(Experiment, ExperimentResult), Refusal> {
    Ok(look(&app.catalogue, &path(app, name)?)?)
}

/// `/api/runs`: what is in the folder.
pub(crate) async fn list(asked: FieldRequest) -> Result<Response, Refusal> {
    let FieldRequest { app, client, fields } = asked;
    fields.finish()?;
    let found = app
        .compute(&client, move |app, _| {
            let runs = app.folder.as_ref().map_or(Vec::new(), |folder| folder.runs());
            Ok(json!({
                "folder": app.folder.is_some(),
                "runs": runs.iter().map(|(name, path)| listed(app, name, path)).collect::<Vec<_>>(),
            }))
        })
        .await?;
    Ok(answer::json_value(&found))
}

/// A run in a list; what cannot be read says why.
fn listed(app: &App, name: &str, path: &Path) -> Value {
    let read = || -> Result<Value, Refusal> {
        let experiment = experiment_of(&app.catalogue, path)?;
        let kind = match (experiment.study.measured().is_some(), experiment.study.played().is_some()) {
            (true, _) => "measurement",
            (_, true) => "match",
            _ => "experiment",
        };
        // What stands in the folder; a run that is not finished has none.
        let results = plyscope_files::text_within(path, "results.json").ok();
        let result: Option<ExperimentResult> = results.and_then(|text| serde_json::from_str(&text).ok());
        let claims = result
            .iter()
            .flat_map(|result| &result.claims)
            .map(|claim| json!({"id": claim.id, "text": claim.text, "verdict": claim.verdict.name()}));
        Ok(json!({
            "run": name,
            "kind": kind,
            "id": experiment.id,
            "title": experiment.title,
            "source": experiment.source,
            "seed": experiment.seed,
            "trials": experiment.trials,
            "finished": result.is_some(),
            "claims": claims.collect::<Vec<_>>(),
        }))
    };
    read().unwrap_or_else(|refusal| json!({"run": name, "kind": "unreadable", "error": refusal.text}))
}

/// `/api/run`: what `plyscope run --format json` printed, or CSV, or what the run is.
pub(crate) async fn run(asked: FieldRequest) -> Result<Response, Refusal> {
    let FieldRequest { app, client, mut fields } = asked;
    let (name, form) = (fields.needed("run")?, fields.text("format").unwrap_or("json".into()));
    fields.finish()?;
    app.compute(&client, move |app, _| {
        let (experiment, result) = read(app, &name)?;
        match form.as_str() {
            "json" => Ok(answer::json_value(&json!({"experiments": [result]}))),
            "csv" => Ok(answer::text(csv(&result))),
            "about" => {
                let has_figure = figure::svg(&experiment, &result)?.is_some();
                let (title, source, reading) =
                    (experiment.title.clone(), experiment.source.clone(), experiment.reading.clone());
                let (labels, text) = (experiment.labels.clone(), experiment.text.clone());
                // What a reader has to know beside each verdict, as the terminal and the report say it.
                let remarks: Vec<Vec<String>> = result.claims.iter().map(|claim| claim.remarks()).collect();
                let section = Section::new(experiment, result)?;
                Ok(answer::json_value(&json!({
                    "title": title,
                    "source": source,
                    "reading": reading,
                    "command": section.command(),
                    "how": section.how(),
                    "series": labels,
                    "remarks": remarks,
                    "figure": has_figure,
                    "file": text,
                })))
            }
            _ => Err(Refusal::bad("`format` is json, csv or about")),
        }
    })
    .await
}

/// `/api/figure`: the figure of a run, with some series left out or another range.
pub(crate) async fn figure(asked: FieldRequest) -> Result<Response, Refusal> {
    let FieldRequest { app, client, mut fields } = asked;
    let name = fields.needed("run")?;
    let picture = Picture::of(&fields.text("format").unwrap_or("svg".into()));
    let picture = picture.ok_or_else(|| Refusal::bad("`format` is svg or png"))?;
    let hidden: Vec<String> =
        fields.text("without").map_or(Vec::new(), |list| list.split('\n').map(String::from).collect());
    let across = range(&mut fields, "left", "right")?;
    let up = range(&mut fields, "low", "high")?;
    let values = fields.yes("values", false)?;
    fields.finish()?;
    app.compute(&client, move |app, _| {
        let (experiment, result) = read(app, &name)?;
        let whole = figure::svg(&experiment, &result)?
            .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "this run has a table and no figure"))?;
        let changed = !hidden.is_empty() || across.is_some() || up.is_some() || values;
        let is_chart = experiment.study.drawing().is_none() && experiment.figure.heat_map.is_none();
        if !changed || !is_chart {
            return picture.answer(whole);
        }
        let mut chart = figure::chart(&experiment, &result);
        chart.values = values;
        for panel in &mut chart.panels {
            panel.curves.retain(|curve| !hidden.contains(curve.series.as_ref().unwrap_or(&curve.label)));
        }
        for (side, asked) in [(&chart.x, across), (&chart.y, up)] {
            if side.logarithmic && asked.is_some_and(|(low, _)| low <= 0.0) {
                return Err(Refusal::bad("a logarithmic axis begins above 0"));
            }
        }
        chart.x.range = across.or(chart.x.range);
        chart.y.range = up.or(chart.y.range);
        picture.answer(figure::render(&chart))
    })
    .await
}

/// The ends of an axis, where they are asked for.
fn range(fields: &mut Fields, first: &str, last: &str) -> Result<Option<(f64, f64)>, Refusal> {
    let ends: [Option<f64>; 2] = [fields.number(first, "a number")?, fields.number(last, "a number")?];
    match ends {
        [None, None] => Ok(None),
        [Some(low), Some(high)] if are_ends(low, high) => Ok(Some((low, high))),
        _ => Err(Refusal::bad(format!("`{first}` and `{last}` are the ends of an axis: {ENDS}"))),
    }
}

/// `/api/diff`: what `plyscope diff --format json` prints.
pub(crate) async fn diff(asked: FieldRequest) -> Result<Response, Refusal> {
    let FieldRequest { app, client, mut fields } = asked;
    let (before, after) = (fields.needed("before")?, fields.needed("after")?);
    fields.finish()?;
    app.compute(&client, move |app, _| {
        let side = |name: &str| -> Result<Side, Refusal> {
            let (experiment, tallies) = read_tallies(&app.catalogue, &path(app, name)?)?;
            Ok(Side::new(experiment, tallies)?)
        };
        let found = diff::diff(&side(&before)?, &side(&after)?)?;
        Ok(answer::json_value(&diff::data(&found)))
    })
    .await
}

/// `/api/worst`: the positions to look at, with what to ask `/api/tree` for at each depth.
pub(crate) async fn worst(asked: FieldRequest) -> Result<Response, Refusal> {
    let FieldRequest { app, client, mut fields } = asked;
    let name = fields.needed("run")?;
    fields.finish()?;
    let found = app
        .compute(&client, move |app, _| {
            let (_, result) = read(app, &name)?;
            let worst = result.measurement.map_or(Vec::new(), |found| found.worst);
            Ok(worst.iter().map(at_worst).collect::<Value>())
        })
        .await?;
    Ok(answer::json_value(&found))
}

fn at_worst(worst: &Worst) -> Value {
    let tree = worst.tree.as_ref().map(|tree| {
        json!({
            "tree": tree.game,
            "position": tree.position,
            "depth": tree.depth,
            "rule": tree.rule,
            "evaluator": tree.evaluator,
        })
    });
    let mut value = json!(worst);
    value["fields"] = json!(tree);
    value["picture"] = json!(worst.picture);
    value
}

/// `/api/measurement`: `measurement.json`, what stands in `report.html`, or one of its pictures.
pub(crate) async fn measurement(asked: FieldRequest) -> Result<Response, Refusal> {
    let FieldRequest { app, client, mut fields } = asked;
    let (name, drawn, form) = (fields.needed("run")?, fields.text("picture"), fields.text("format"));
    fields.finish()?;
    app.compute(&client, move |app, _| {
        let (_, result) = read(app, &name)?;
        let missing = |why: &str| Refusal::new(StatusCode::NOT_FOUND, why);
        let found = result.measurement.ok_or_else(|| missing("this run is no measurement"))?;
        match (drawn, form.as_deref().unwrap_or("json")) {
            (None, "json") => Ok(answer::json_text(found.json())),
            (None, "html") => Ok(answer::text(fragment(&found))),
            (None, _) => Err(Refusal::bad("`format` is json or html")),
            (Some(name), _) => {
                let picture = pictures(&found).into_iter().find(|(known, _)| *known == name);
                Ok(answer::svg(picture.ok_or_else(|| missing("there is no such picture"))?.1))
            }
        }
    })
    .await
}
