//! The parsers never panic, whatever they are given, and read what they print.

use plyscope::catalogue::Catalogue;
use plyscope::game::text::TextTree;
use plyscope::name::Name;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = text.parse::<Name>();
        let _ = text.parse::<TextTree>();
    }

    /// Texts that look almost right.
    #[test]
    fn almost_trees(text in "[()\\[\\]@: 0-9a-cA-C.eE+\\-\n]{0,40}") {
        if let Ok(tree) = text.parse::<TextTree>() {
            prop_assert!(tree.nodes().iter().all(|node| node.payoffs.is_some() == node.children.is_empty()));
            (0..tree.nodes().len()).for_each(|node| assert!(!tree.node_name(node).is_empty()));
        }
    }

    #[test]
    fn almost_names(text in "(board-splitting|[a-z-]{0,5})[(]?([a-z]{0,9}=?[0-9a-zN.+-]{0,5},?){0,3}[)]?") {
        if let Ok(name) = text.parse::<Name>() {
            let printed = name.to_string();
            prop_assert_eq!(printed.parse::<Name>(), Ok(name));
            // Sizes that parse are either refused or small enough to describe at once.
            if let Ok(game) = Catalogue::built_in().game(&printed) {
                prop_assert!(!game.name().to_string().is_empty());
            }
        }
    }

    #[test]
    fn names_are_read_as_they_are_printed(
        kind in "[a-z][a-z0-9-]{0,10}",
        parameters in prop::collection::btree_map("[a-z][a-z0-9-]{0,5}", "[a-zA-Z0-9.+_-]{1,6}", 0..4),
    ) {
        let name = parameters.iter().fold(Name::new(&kind), |name, (p, v)| name.with(p, v));
        prop_assert_eq!(name.to_string().parse::<Name>(), Ok(name));
    }
}

#[test]
fn huge_and_deep_texts_are_refused() {
    let message = |text: String| text.parse::<TextTree>().unwrap_err().to_string();
    assert!(message("(".repeat(20_000) + &")".repeat(20_000)).contains("nested deeper than 512"));
    assert!(message("(".repeat(20_000)).contains("nested deeper than 512"));
    assert!(message(format!("({})", "1 ".repeat(1_000_000))).contains("more than 1000000 nodes"));
    let deepest = "(".repeat(512) + "1" + &")".repeat(512);
    assert_eq!(deepest.parse::<TextTree>().unwrap().nodes().len(), 513);
}
