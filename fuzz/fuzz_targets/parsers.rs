//! Every parser of the library on arbitrary text: read or refused, never a panic or an endless run.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyscope::calibration::Calibrator;
use plyscope::catalogue::{Catalogue, RuleContext, Subject};
use plyscope::game::text::TextTree;
use plyscope::key::TrialKey;
use plyscope::name::Name;
use plyscope::player::AnyGame;
use plyscope::rule::Minimax;
use plyscope::search::{Budget, FullWidth, Search, TextTreeValues};
use plyscope::value::Player;
use plyscope_lab::run::Shard;
use plyscope_lab::stats::Sprt;
use std::sync::LazyLock;

/// What there is, and a game whose rules are built.
static KNOWN: LazyLock<(Catalogue, AnyGame)> = LazyLock::new(|| {
    let catalogue = Catalogue::built_in();
    let game = catalogue.game("tic-tac-toe").expect("a built-in game");
    (catalogue, game)
});

fuzz_target!(|text: &str| {
    if let Ok(name) = text.parse::<Name>() {
        assert_eq!(name.to_string().parse::<Name>().as_ref(), Ok(&name));
    }
    if let Ok(key) = text.parse::<TrialKey>() {
        assert_eq!(key.to_string().parse().as_ref(), Ok(&key));
    }
    let _ = text.parse::<Player>();
    let _ = text.parse::<Shard>();
    let _ = text.parse::<Sprt>();
    let (catalogue, game) = &*KNOWN;
    let _ = catalogue.reaches_outside(text);
    let _ = catalogue.game(text);
    // Without a cache nothing is learned.
    let subject = Subject { game, seed: 1, cache: None };
    let evaluated = catalogue.evaluator("lines", &subject).expect("a built-in evaluator");
    let _ = catalogue.rule(text, &RuleContext { subject: &subject, evaluated: &evaluated });
    let _ = catalogue.search(text);
    if let Ok(calibrator) = text.parse::<Calibrator>() {
        assert_eq!(calibrator.to_text().parse().as_ref(), Ok(&calibrator));
    }
    if let Ok(tree) = text.parse::<TextTree>() {
        if let Ok(opinions) = TextTreeValues::new(&tree, None, Minimax) {
            let _ = FullWidth::default().search(&tree, &0, &opinions, &Budget::unlimited());
        }
    }
});
