//! Laws of searches.

use crate::game::{Game, Player, moves_of};
use crate::search::{Bound, Budget, Frontier, Recorder, Report, Score, Search};
use crate::value::Ranked;

/// A search repeats itself, watched or not; its choice is one of its ties, and no known score beats it.
pub fn check_search<G, F, S>(
    search: &S,
    game: &G,
    position: &G::Position,
    frontier: &F,
    depth: u32,
) -> Report<F::Value>
where
    G: Game,
    F: Frontier<G> + ?Sized,
    S: Search<G, F> + ?Sized,
{
    let name = search.name();
    let budget = Budget::depth(depth).expect("a depth of 1 or more");
    let report = search.search(game, position, frontier, &budget).expect("the position has moves");
    let mut recorder = Recorder::new();
    let watched = search.search_watched(game, position, frontier, &budget, &mut recorder);
    assert_eq!(watched.as_ref(), Ok(&report), "{name}: watching changes nothing");
    assert!(report.complete, "{name}: only a budget ends it early");
    let trace = recorder.finish().expect("a whole search was watched");
    let seen = trace.visit.expect("the root was seen");
    assert!(report.value.is_none_or(|value| value == seen.value), "{name}: the root was seen");
    assert_eq!(seen.bound == Bound::Exact, report.value.is_some(), "{name}: its value is known or not");
    assert_eq!(report.scores.len(), moves_of(game, position).len(), "{name}: a score a move");
    assert!(report.ties.contains(&report.choice) && report.ties.is_sorted(), "{name}: {:?}", report.ties);
    let mover = game.mover(position);
    // The least that the choice is worth: its score, or the end of it that is worse for the mover.
    let best = match report.scores[report.choice] {
        Score::Exact(value) => value,
        Score::Within(low, _) if mover == Player::FIRST => low,
        Score::Within(_, high) => high,
        _ => panic!("{name}: the choice has a score"),
    };
    for (i, score) in report.scores.iter().enumerate() {
        if let Some(score) = score.exact() {
            let tied = report.ties.contains(&i);
            assert!(tied || best.beats(&score, mover), "{name}: move {i} is as good as the choice");
            assert!(
                !tied || score.ties(&best, mover) || score.beats(&best, mover),
                "{name}: move {i} is no tie"
            );
        }
    }
    let spent = search.search(game, position, frontier, &budget.with_nodes(1));
    let spent = spent.expect("a spent budget is no error");
    if report.counts.generated > 1 {
        let nothing = !spent.complete && spent.value.is_none() && spent.choice < report.scores.len();
        assert!(nothing && spent.counts.generated <= 1, "{name}: {spent:?}");
    }
    let enough = budget.with_nodes(report.counts.generated);
    let enough = search.search(game, position, frontier, &enough);
    assert_eq!(enough.as_ref(), Ok(&report), "{name}: just enough nodes are enough");
    report
}
