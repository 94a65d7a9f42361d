//! (d) What a decision costs by each rule, to equal depth on the same positions of Kalah; times beside full-width
//! minimax, all in one run.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::catalogue::Catalogue;
use plyscope::game::AnyPosition;
use plyscope::key::Stream;
use plyscope::player::{AnyGame, Player};
use plyscope::search::Effort;
use plyscope::source::RandomPositions;

const GAME: &str = "kalah(pits=4,seeds=4)";
const DEPTH: u32 = 6;
const POSITIONS: u64 = 200;

fn positions(game: &AnyGame) -> Result<Vec<AnyPosition>> {
    let stream = Stream::new(1, "what a decision costs");
    let moments = RandomPositions::new(game.clone(), stream);
    let moment = |trial| Ok(moments.moment(stream.trial(trial))?.map(|(position, _)| position));
    (0..POSITIONS).filter_map(|trial| moment(trial).transpose()).collect()
}

/// Microseconds a decision.
fn cost(player: &dyn Player, positions: &[AnyPosition]) -> Result<f64> {
    let time = best_of(5, || {
        seconds(|| {
            for position in positions {
                player.decide(position, &[Effort::Depth(DEPTH)])?;
            }
            Ok(())
        })
    })?;
    Ok(1e6 * time / positions.len() as f64)
}

/// Every rule; the ratio says how many times as fast as full-width minimax it is.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    let (raw, calibrated, wide) = ("kalah-features", "kalah-features(calibrate=isotonic)", "full-width");
    let catalogue = Catalogue::built_in();
    let game = catalogue.game(GAME)?;
    let positions = positions(&game)?;
    let base = cost(&*catalogue.player(&game, "minimax", raw, wide)?, &positions)?;
    for (rule, evaluator, search) in [
        ("minimax", raw, "alpha-beta"),
        ("minimax", raw, "alpha-beta(killers=yes,history=yes,table=1,deepening=yes)"),
        ("product", raw, wide),
        ("emm", calibrated, wide),
        ("calibrated-product", calibrated, wide),
        ("calibrated-product", calibrated, "pruned"),
        ("learned", calibrated, wide),
        ("fused", calibrated, wide),
        ("two-thresholds", calibrated, wide),
    ] {
        let found = cost(&*catalogue.player(&game, rule, evaluator, search)?, &positions)?;
        let name =
            format!("{GAME}, depth {DEPTH}: us a decision by {rule}, {search} (other: minimax, {wide})");
        rows.push(Row::time(&name, found, base));
    }
    Ok(())
}
