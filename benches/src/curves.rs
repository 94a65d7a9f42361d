//! The explorer's curves: how long a page waits for the first ones, and for ten thousand trials.

use crate::timing::{Result, Row, best_of, seconds};
use plyscope::catalogue::Catalogue;
use plyscope_lab::experiment::Experiment;
use plyscope_lab::results::evaluate;
use plyscope_lab::run::{Options, Silent, run};
use std::sync::atomic::AtomicBool;

/// Ten depths and four rules on P-games, as the page asks for them.
fn file(trials: u64) -> String {
    let mut text = format!(
        "title = 't'\nsource = 's'\ngame = 'board-splitting(branching=2,depth=11,squares=p)'\ntrials = {trials}\n\
         depths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n"
    );
    for rule in ["minimax", "product", "emm", "emm-true-types"] {
        text += &format!("[[series]]\nrule = '{rule}'\nevaluator = 'artificial(error=0.1)'\n");
    }
    text
}

/// Times both on two threads, from the text of the file to the results.
pub fn measure(rows: &mut Vec<Row>) -> Result<()> {
    let catalogue = Catalogue::built_in();
    for (trials, what) in [(640, "first curves"), (10_000, "10,000 trials")] {
        let stop = AtomicBool::new(false);
        let options = Options { jobs: 2, shard: None, stop: &stop, progress: &Silent };
        let taken = best_of(5, || {
            seconds(|| {
                let experiment = Experiment::parse(&catalogue, "curves", &file(trials), None)?;
                Ok(evaluate(&experiment, &run(&experiment, None, &options)?)?)
            })
        })?;
        rows.push(Row::alone(&format!("explorer: {what}, four rules, ten depths, two threads (s)"), taken));
    }
    Ok(())
}
