//! Every parser of the library on arbitrary text: read or refused, never a panic or an endless run.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyscope::calibration::Calibrator;
use plyscope::game::text::{TextScores, TextTree};
use plyscope::name::Name;
use plyscope::registry::{GAMES, RULES, SEARCHES};
use plyscope::rule::Minimax;
use plyscope::search::{Budget, FullWidth, Search};

fuzz_target!(|text: &str| {
    if let Ok(name) = text.parse::<Name>() {
        assert_eq!(name.to_string().parse::<Name>().as_ref(), Ok(&name));
    }
    let _ = GAMES.build(text, &());
    let _ = RULES.build(text, &());
    let _ = SEARCHES.build(text, &());
    if let Ok(calibrator) = text.parse::<Calibrator>() {
        assert_eq!(calibrator.to_text().parse().as_ref(), Ok(&calibrator));
    }
    if let Ok(tree) = text.parse::<TextTree>() {
        if let Ok(scores) = TextScores::new(&tree) {
            let _ = FullWidth.search(&tree, &0, &scores, &Minimax, &Budget::unlimited());
        }
    }
});
