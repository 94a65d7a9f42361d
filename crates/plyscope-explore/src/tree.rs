//! Room 1: a search of a tree, as `plyscope tree` draws it, and its steps.

use crate::answer::{self, Picture, Refusal};
use crate::fields::Fields;
use crate::limits::{self, Names};
use crate::routes;
use axum::response::Response;
use plyscope_lab::drawing::{self, Drawing, Steps, TreeRequest, differs};
use plyscope_lab::listing::{Kind, listing};

/// `/api/list`: what `plyscope list --format json` prints.
pub(crate) async fn list(asked: routes::FieldRequest) -> Result<Response, Refusal> {
    let routes::FieldRequest { app, client, mut fields } = asked;
    let kind = fields.text("kind");
    fields.finish()?;
    let kind = match kind.as_deref().map(|kind| (kind, Kind::of(kind))) {
        None => None,
        Some((_, Some(kind))) => Some(kind),
        Some((kind, None)) => return Err(Refusal::bad(format!("there is no kind {kind:?}"))),
    };
    let found = app.compute(&client, move |app, _| Ok(listing(&app.catalogue, kind)?)).await?;
    Ok(answer::json_value(&found))
}

/// What a search is asked for as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Json,
    Steps,
    Text,
    StepsText,
    Picture(Picture),
}

impl Form {
    fn of(text: &str) -> Result<Self, Refusal> {
        Ok(match text {
            "json" => Form::Json,
            "steps" => Form::Steps,
            "text" => Form::Text,
            "steps-text" => Form::StepsText,
            other => match Picture::of(other) {
                Some(picture) => Form::Picture(picture),
                None => {
                    return Err(Refusal::bad("`format` is json, steps, text, steps-text, svg or png"));
                }
            },
        })
    }
}

/// `/api/tree`: what `plyscope tree` prints.
pub(crate) async fn answer(asked: routes::FieldRequest) -> Result<Response, Refusal> {
    let routes::FieldRequest { app, client, mut fields } = asked;
    let form = Form::of(fields.text("format").as_deref().unwrap_or("json"))?;
    let step: Option<usize> = fields.number("step", "a whole number")?;
    let beside = fields.text("beside");
    let asked = read(&mut fields, &app.names)?;
    fields.finish()?;
    if let Some(rule) = &beside {
        app.names.check(rule)?;
    }
    app.compute(&client, move |app, stop| {
        // A rule that learns would solve positions for minutes.
        for rule in [Some(&asked.rule), beside.as_ref()].into_iter().flatten() {
            if app.names.catalogue.learns(rule, asked.evaluator.as_deref().unwrap_or("random")) {
                let why = format!("{rule} learns from solved positions first, which takes too long for a page; use the command");
                return Err(Refusal::too_much(why));
            }
        }
        let drawing = asked.draw(&app.names.catalogue, Some(stop))?;
        let other = beside.map(|rule| TreeRequest { rule, ..asked }.draw(&app.names.catalogue, Some(stop))).transpose()?;
        let marked = other.as_ref().map_or(Vec::new(), |other| differs(&drawing, other));
        answered(&drawing, form, step, &marked)
    })
    .await
}

fn answered(
    drawing: &Drawing,
    form: Form,
    step: Option<usize>,
    marked: &[usize],
) -> Result<Response, Refusal> {
    Ok(match form {
        Form::Json => answer::json_text(drawing::render_json(drawing)),
        Form::Text => answer::text(drawing::render_text(drawing)?),
        Form::Steps => answer::json_text(drawing::render_steps(drawing, &steps(drawing)?)),
        Form::StepsText => answer::text(drawing::steps_text(drawing, &steps(drawing)?)),
        Form::Picture(picture) => picture.answer(match (step, marked) {
            (None, []) => drawing::render(drawing)?,
            (step, marked) => {
                let steps = Steps::of(drawing)?;
                drawing::render_step(drawing, &steps, step.unwrap_or(usize::MAX), marked)?
            }
        })?,
    })
}

/// The steps, if they are not too many for a page.
fn steps(drawing: &Drawing) -> Result<Steps<'_>, Refusal> {
    let steps = Steps::of(drawing)?;
    if steps.all.len() > limits::STEPS {
        let why = format!(
            "{} steps are too many to walk through (at most {}); look ahead less, or take a smaller tree",
            steps.all.len(),
            limits::STEPS
        );
        return Err(Refusal::too_much(why));
    }
    Ok(steps)
}

/// What is to be searched.
fn read(fields: &mut Fields, names: &Names) -> Result<TreeRequest, Refusal> {
    let mut asked = TreeRequest::new(&fields.needed("tree")?);
    if let Some(rule) = fields.text("rule") {
        asked.rule = rule;
    }
    if let Some(search) = fields.text("search") {
        asked.search = search;
    }
    asked.error = fields.number("error", "a number from 0 to 0.5")?;
    asked.depth = fields.number("depth", "a whole number")?;
    asked.movers = fields.text("movers");
    asked.evaluator = fields.text("evaluator");
    asked.position = fields.text("position");
    asked.seed = fields.number("seed", "a whole number")?.unwrap_or(0);
    asked.trial = fields.number("trial", "a whole number")?.unwrap_or(0);
    asked.every = fields.yes("every", false)?;
    names.check(&asked.rule)?;
    names.check(&asked.search)?;
    if let Some(evaluator) = &asked.evaluator {
        names.check(evaluator)?;
    }
    if asked.is_game() {
        names.check(&asked.tree)?;
    }
    Ok(asked)
}
