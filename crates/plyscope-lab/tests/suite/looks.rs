//! Adding trials until a claim is decided: how often is a verdict wrong at any look, and do forecasts come true? By simulation,
//! through the function that judges every run.

use crate::support::parse;
use plyscope::key::{Chance, DrawKey, Stream};
use plyscope_lab::experiment::Experiment;
use plyscope_lab::results::{Judged, Verdict, evaluate};
use plyscope_lab::stats::Sample;
use plyscope_lab::tally::Tally;

/// What a claim is tried on: one depth, two series.
fn experiment(claim: &str) -> Experiment {
    let text = format!(
        "title = 't'\nsource = 'Paper, figure 1'\ngame = 'board-splitting(depth=5,squares=n)'\ntrials = 10\ndepths = [1]\n\
         [[series]]\nrule = 'minimax'\nevaluator = 'artificial'\n[[series]]\nrule = 'emm'\nevaluator = 'artificial'\n\
         [[claim]]\nid = 'a'\ntext = 'x'\n{claim}\n"
    );
    parse("t", &text, None).unwrap()
}

/// Scores of minimax and of EMM in halves, drawn by chance.
struct Draws {
    chances: [Chance; 4],
    /// Of 2: what the trial scores for both, for every combination of three draws.
    scores: fn([bool; 4]) -> [u64; 2],
}

impl Draws {
    fn new(chances: [f64; 4], scores: fn([bool; 4]) -> [u64; 2]) -> Self {
        Draws { chances: chances.map(|p| Chance::new(p).unwrap()), scores }
    }

    fn add(&self, tally: &mut Tally, key: DrawKey, to: u64) {
        for trial in tally.trials..to {
            let mut drawn = [false; 4];
            for (i, chance) in self.chances.iter().enumerate() {
                drawn[i] = chance.lane(key, i as u32, trial);
            }
            tally.add(&(self.scores)(drawn));
        }
    }
}

fn key(seed: u64) -> DrawKey {
    Stream::new(seed, "looks").block(0).attempt(0)
}

fn judge(experiment: &Experiment, tally: &Tally) -> Judged {
    evaluate(experiment, std::slice::from_ref(tally)).unwrap().claims.remove(0)
}

/// Looks at 200, 400, ..., 12,800 trials, for 2,000 seeds; how many were told a wrong verdict at any.
fn wrong(experiment: &Experiment, draws: &Draws, seeds: u64, is_wrong: fn(Verdict) -> bool) -> f64 {
    let misled = |seed: &u64| {
        let mut tally = Tally::new(2, 2);
        (0..7).any(|look| {
            draws.add(&mut tally, key(*seed), 200 << look);
            is_wrong(judge(experiment, &tally).verdict)
        })
    };
    (0..seeds).filter(misled).count() as f64 / seeds as f64
}

/// Five in a hundred, and three standard errors of 2,000 seeds.
const ALLOWED: f64 = 0.05 + 3.0 * 0.0049;

fn decided(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Supported | Verdict::Refuted)
}

/// A claim at its very boundary: truth .9, and .9 is claimed to be exceeded. Neither verdict would be right.
#[test]
fn a_share_at_its_boundary() {
    let experiment = experiment("exceeds = { series = 'emm', value = 0.9 }");
    let draws = Draws::new([0.9, 0.5, 0.5, 0.5], |drawn| [0, 2 * u64::from(drawn[0])]);
    let share = wrong(&experiment, &draws, 2000, decided);
    assert!(share <= ALLOWED, "{share}");
}

/// Two series that are equally good: with few and with many differences, with ties of a half and without.
#[test]
fn differences_at_their_boundary() {
    let above = experiment("above = { series = 'emm', than = 'minimax' }");
    let margin = experiment("at-least = { series = 'emm', than = 'minimax', margin = 0.01 }");
    for often in [0.02, 0.3] {
        // In `often` of the trials one of them is right and the other is wrong.
        let alike = Draws::new([often, 0.5, 0.8, 0.0], |[differ, which, both, _]| match differ {
            true => [2 * u64::from(which), 2 * u64::from(!which)],
            false => [2 * u64::from(both); 2],
        });
        let share = wrong(&above, &alike, 700, decided);
        assert!(share <= 0.05 + 3.0 * 0.0082, "{often}: {share}");
        // A loss of just the margin; a tie of a half instead of a mistake now and then.
        let lost = 0.5 + 0.005 / often;
        let draws = Draws::new([often, lost, 0.8, 0.0], |[differ, which, both, _]| match differ {
            true => [2 * u64::from(which), 2 * u64::from(!which)],
            false => [1 + u64::from(both); 2],
        });
        let share = wrong(&margin, &draws, 700, decided);
        assert!(share <= 0.05 + 3.0 * 0.0082, "{often}, with a margin: {share}");
    }
}

/// The ratio of two accuracies, at the claimed number.
#[test]
fn a_ratio_at_its_boundary() {
    let experiment = experiment("ratio-at-least = { series = 'emm', than = 'minimax', value = 1.25 }");
    // EMM .75; minimax four fifths of that, right where EMM is.
    let draws =
        Draws::new([0.75, 0.8, 0.5, 0.5], |[emm, too, ..]| [2 * u64::from(emm && too), 2 * u64::from(emm)]);
    let share = wrong(&experiment, &draws, 1000, decided);
    assert!(share <= 0.05 + 3.0 * 0.0069, "{share}");
}

/// What is called equal differs by no more than half a point: here it differs by just that.
#[test]
fn equal_is_rarely_said_of_what_differs() {
    let experiment = experiment("above = { series = 'emm', than = 'minimax' }");
    let draws = Draws::new([0.02, 0.375, 0.8, 0.0], |[differ, which, both, _]| match differ {
        true => [2 * u64::from(which), 2 * u64::from(!which)],
        false => [2 * u64::from(both); 2],
    });
    let share =
        wrong(&experiment, &draws, 700, |verdict| matches!(verdict, Verdict::Refuted | Verdict::Equal));
    assert!(share <= 0.05 + 3.0 * 0.0082, "{share}");
}

/// The interval of the library against the bets themselves, placed one by one in the order of trials: their fortune at an end
/// of the interval is at least what the library says it is, so that nothing is left out that the bets leave in.
#[test]
fn the_bets_one_by_one() {
    let chance = Chance::new(0.8).unwrap();
    for (n, ends) in [(40u64, [0.0, 1.0]), (400, [0.0, 1.0]), (400, [-1.0, 1.0]), (3000, [-2.0, 2.0])] {
        let [low, high]: [f64; 2] = ends;
        let numbers: Vec<f64> = (0..n)
            .map(|trial| match chance.lane(key(3), 9, trial) {
                true if trial % 5 == 0 => f64::midpoint(low, high),
                true => high,
                false => low + 0.25,
            })
            .collect();
        let mean = numbers.iter().sum::<f64>() / n as f64;
        let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1) as f64;
        let at = Sample { n, mean, variance }.always(Some(ends), 0.95);
        let fortune = |edge: f64, sign: f64| {
            let bets = (0..20)
                .map(|k| (1.0 / (1.0 + f64::from((k - 5i32).abs()) / 4.0).powi(2), 0.9 / 1.5f64.powi(k)));
            let all: f64 = bets.clone().map(|(weight, _)| weight).sum();
            let unit = high.max(-low);
            let won = |bet: f64| {
                numbers.iter().map(|x| (1.0 + sign * bet / unit * (x - edge)).max(0.0)).product::<f64>()
            };
            bets.map(|(weight, bet)| weight / all * won(bet)).sum::<f64>()
        };
        let (above, below) = (fortune(at.low, 1.0), fortune(at.high, -1.0));
        assert!(
            above >= 40.0 * (1.0 - 1e-6) && below >= 40.0 * (1.0 - 1e-6),
            "{n} {ends:?}: {above}, {below}"
        );
        // And it is not much wider than it must be: a little nearer the mean the bets have not won yet.
        let nearer = |end: f64| mean + 0.85 * (end - mean);
        assert!(fortune(nearer(at.low), 1.0) < 40.0 && fortune(nearer(at.high), -1.0) < 40.0, "{n} {ends:?}");
    }
}

/// From and to how many trials a claim is forecast to be decided.
fn forecast(evidence: &str) -> Option<[u64; 2]> {
    let (_, rest) = evidence.split_once("probably decided by ")?;
    let (from, rest) = rest.split_once(" to ")?;
    Some([from.parse().unwrap(), rest.split_once(" trials")?.0.parse().unwrap()])
}

/// Of the claims that are forecast to be decided between two numbers of trials, at least eight in ten are.
#[test]
fn forecasts_come_true() {
    let above = experiment("above = { series = 'emm', than = 'minimax' }");
    let share = experiment("exceeds = { series = 'emm', value = 0.7 }");
    let (mut told, mut came) = (0, 0);
    for seed in 0..400u64 {
        // Leads from 1 to 8 points, looked at after 500 trials.
        let lead = 0.01 * (1 + seed % 8) as f64;
        let draws =
            Draws::new([0.2, 0.5 - lead / 0.4, 0.7 + lead, 0.0], |[differ, which, both, _]| match differ {
                true => [2 * u64::from(which), 2 * u64::from(!which)],
                false => [2 * u64::from(both); 2],
            });
        let experiment = if seed % 3 == 0 { &share } else { &above };
        let mut tally = Tally::new(2, 2);
        draws.add(&mut tally, key(seed), 500);
        let first = judge(experiment, &tally);
        let Some([from, to]) = forecast(&first.evidence).filter(|[_, to]| *to <= 60_000) else { continue };
        assert_eq!(first.verdict, Verdict::Undecided);
        let mut found = None;
        while tally.trials < to && found.is_none() {
            let next = (tally.trials * 21 / 20).min(to);
            draws.add(&mut tally, key(seed), next);
            found = (judge(experiment, &tally).verdict != Verdict::Undecided).then_some(tally.trials);
        }
        told += 1;
        came += u64::from(found.is_some_and(|found| (from..=to).contains(&found)));
    }
    assert!(told > 100 && came as f64 >= 0.8 * told as f64, "{came} of {told}");
}

/// Where no trial differs there is nothing to test, and nothing is forecast.
#[test]
fn what_never_differs_is_not_testable() {
    let experiment = experiment("above = { series = 'emm', than = 'minimax' }");
    let draws = Draws::new([0.5; 4], |[both, ..]| [2 * u64::from(both); 2]);
    let mut tally = Tally::new(2, 2);
    draws.add(&mut tally, key(1), 60);
    assert_eq!(judge(&experiment, &tally).verdict, Verdict::Undecided, "too few to say");
    draws.add(&mut tally, key(1), 200);
    let found = judge(&experiment, &tally);
    assert_eq!((found.verdict, found.p), (Verdict::NotTestable, None));
    assert!(found.evidence.ends_with("; no trial differs"), "{}", found.evidence);
}
