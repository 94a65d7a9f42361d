//! Many positions, one after the other or by several threads.

use super::Arguments;
use crate::output::{self, Format};
use crate::signals::Signals;
use plyscope::catalogue::{Catalogue, SourceContext};
use plyscope::game::AnyPosition;
use plyscope::key::Stream;
use plyscope::player::AnyGame;
use plyscope::search::Asked;
use plyscope::source::Wanted;
use plyscope::truth::TrueValue;
use plyscope_lab::solving::Solving;
use serde_json::json;
use std::time::Instant;

/// So many positions of a source that draws them, unless somebody says otherwise.
const TRIALS: u64 = 100;

pub(super) fn run(
    catalogue: &Catalogue,
    game: &AnyGame,
    source: &str,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let positions = draw(catalogue, game, source, arguments)?;
    let signals = Signals::listen("what was printed is solved")?;
    let solving = Solving {
        game,
        asked: if arguments.score { Asked::Score } else { Asked::Winner },
        table: arguments.table,
        nodes: arguments.nodes,
        jobs: arguments.jobs as usize,
        stop: signals.stop(),
    };
    let clock = Instant::now();
    let values = solving.values(&positions)?;
    let seconds = clock.elapsed().as_secs_f64();
    let bounds: Vec<(f64, f64)> = values.iter().map(|value| bounds(*value, arguments.score)).collect();
    let named = positions.iter().map(|position| game.position_text(position));
    match arguments.format {
        Format::Json => {
            let finite = |bound: f64| bound.is_finite().then_some(bound);
            let rows = named.zip(&bounds).map(|(position, (low, high))| {
                json!({"position": position, "low": finite(*low), "high": finite(*high)})
            });
            output::json(&json!({"positions": rows.collect::<Vec<_>>(), "seconds": seconds}))?;
        }
        Format::Text => {
            let row = |(position, (low, high)): (String, &(f64, f64))| match low == high {
                true => format!("{position}  {low:+}\n"),
                false => format!("{position}  between {low:+} and {high:+}\n"),
            };
            output::print(&named.zip(&bounds).map(row).collect::<String>())?;
        }
    }
    let open = bounds.iter().filter(|(low, high)| low < high).count();
    super::say_time(&format!("{} of {} positions solved", bounds.len() - open, bounds.len()), seconds);
    if open == 0 {
        return Ok(());
    }
    let left = format!("{open} of {} positions are not solved", bounds.len());
    Err(match signals.received() {
        Some(_) => signals.explain(anyhow::Error::msg(left)),
        None => anyhow::anyhow!("{left}; give more --nodes"),
    })
}

/// The source's positions in order.
fn draw(
    catalogue: &Catalogue,
    game: &AnyGame,
    source: &str,
    arguments: &Arguments,
) -> anyhow::Result<Vec<AnyPosition>> {
    let read = plyscope_lab::files::read;
    let seed = arguments.draw.seed;
    let stream = Stream::new(seed, &game.name().to_string());
    let context = SourceContext { game, stream, wanted: Wanted::Every, seed, catalogue, read: &read };
    let source = catalogue.source(source, &context)?;
    output::warn(&source.remarks());
    let trials = match (source.trials(), arguments.trials) {
        (Some(there), Some(wanted)) => there.min(wanted),
        (Some(there), None) => there,
        (None, wanted) => wanted.unwrap_or(TRIALS),
    };
    Ok((0..trials).map(|trial| Ok(source.trial(trial)?.position)).collect::<plyscope::Result<_>>()?)
}

/// Of the score, or of who wins: -1, 0 or 1.
fn bounds(value: TrueValue, score: bool) -> (f64, f64) {
    let (low, high) = match value {
        TrueValue::Exact(value) => (value, value),
        TrueValue::Between(low, high) => (low, high),
        TrueValue::Unknown => (f64::NEG_INFINITY, f64::INFINITY),
    };
    let side = |bound: f64| if bound == 0.0 { 0.0 } else { bound.signum() };
    if score { (low, high) } else { (side(low), side(high)) }
}
