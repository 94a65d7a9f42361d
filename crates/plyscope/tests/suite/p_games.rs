//! Drawn P-games against the closed forms of `theory::p_games`.

use crate::support::{game, trials};
use plyscope::source::Wanted;
use plyscope::theory::p_games::{critical, mover_wins, non_trivial};

/// 20 blocks of 512 games: shares within 4.5 standard deviations of the closed form.
#[test]
fn shares_of_won_and_non_trivial_games() {
    for (b, depth) in [(2u32, 10u32), (2, 11), (3, 6), (3, 7), (4, 4)] {
        for p in [critical(b), 0.5] {
            let source = trials(
                &game(&format!("board-splitting(branching={b},depth={depth},p={p})")),
                21,
                Wanted::Every,
            );
            let (mut won, mut open, mut games) = (0u32, 0u32, 0u32);
            for block in 0..20 {
                let batch = source.batch::<[u64; 8]>(8 * block).unwrap();
                won += batch.truth().level(0)[0].iter().map(|word| word.count_ones()).sum::<u32>();
                open += batch.non_trivial().iter().map(|word| word.count_ones()).sum::<u32>();
                games += 512;
            }
            for (what, count, exact) in
                [("won", won, mover_wins(b, p, depth)), ("non-trivial", open, non_trivial(b, p, depth))]
            {
                let share = f64::from(count) / f64::from(games);
                let spread = (exact * (1.0 - exact) / f64::from(games)).sqrt();
                let allowed = 4.5 * spread + 1e-9;
                assert!(
                    (share - exact).abs() < allowed,
                    "b {b}, d {depth}, p {p}: {what} {share}, exact {exact}"
                );
            }
        }
    }
}

/// READINGS of the papers: at p = .5 and depth 11 few games are worth a trial.
#[test]
fn non_trivial_games_are_rare_at_a_half() {
    assert_eq!(format!("{:.3}", non_trivial(2, 0.5, 11)), "0.038");
}
