//! (g) Trees of given local similarity, six granularities to six depths: full width on eight trees at once, in lanes, beside
//! alpha-beta on one after another.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::catalogue::Catalogue;
use plyscope::game::AnyPosition;
use plyscope::key::Stream;
use plyscope::player::Player;
use plyscope::search::Effort;
use std::hint::black_box;
use std::sync::Arc;

const GRAINS: [u32; 6] = [2, 4, 6, 10, 20, 100];

/// Trees that are drawn, searched and forgotten together.
const TOGETHER: u64 = 8;

/// Draws some trees and decides at each with every granularity to every depth.
pub fn decide(branching: u32, trees: u64, search: &str) -> Result<()> {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game(&format!("similarity-tree(branching={branching},similarity=0.5)"))?;
    let player = |grain| -> Result<Arc<dyn Player>> {
        Ok(catalogue.player(&game, "minimax", &format!("similarity(granularity={grain})"), search)?)
    };
    let players = GRAINS.into_iter().map(player).collect::<Result<Vec<_>>>()?;
    let efforts: Vec<Effort> = (1..=6).map(Effort::Depth).collect();
    for first in (0..trees).step_by(TOGETHER as usize) {
        let draw = |trial| game.start(Stream::new(1, "benches").trial(trial));
        let roots = (first..first + TOGETHER).map(draw).collect::<plyscope::error::Result<Vec<AnyPosition>>>()?;
        for player in &players {
            black_box(player.decide_many(&roots.iter().collect::<Vec<_>>(), &efforts)?);
        }
    }
    Ok(())
}

/// Microseconds a tree, drawing it included.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    for (branching, trees) in [(2, 4096), (4, 512), (6, 64), (8, 16)] {
        let time = |search: &str| best_of(3, || seconds(|| decide(branching, trees, search)));
        let (lanes, alone) = (time("full-width")?, time("alpha-beta(scores=all)")?);
        let name = format!("similarity-tree(branching={branching}), six granularities, six depths: us a tree");
        rows.push(Row::time(&name, lanes * 1e6 / trees as f64, alone * 1e6 / trees as f64));
    }
    Ok(())
}
