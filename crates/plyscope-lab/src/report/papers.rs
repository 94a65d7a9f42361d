//! The papers that are reproduced: what each says, in our words, and what to say of it where the verdicts bear it out.

use crate::experiment::{is_builtin, is_own};
use crate::results::Verdict;
use crate::results::Verdict::{Refuted, Supported};

/// A paper; or what is ours, which has a page of its own.
#[derive(Debug, PartialEq, Eq)]
pub struct Paper {
    /// The first part of its experiments' ids, and the name of its page.
    pub key: &'static str,
    /// How experiments cite it.
    pub cited: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Where and when it appeared.
    pub published: &'static str,
    /// What it says, in two sentences.
    pub says: [&'static str; 2],
    /// What came out, each where its claims came out so.
    pub findings: &'static [Finding],
    /// Statements of it that nothing here tests.
    pub untested: &'static [Untested],
}

/// A statement of a paper that could be tested and is not, with the reason.
#[derive(Debug, PartialEq, Eq)]
pub struct Untested {
    /// The statement, in our words.
    pub text: &'static str,
    /// Where it stands.
    pub place: &'static str,
    /// Why it is not tested.
    pub why: &'static str,
}

/// A sentence on what came out. It is written only where every claim that it rests on has the verdict that is named.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    /// The sentence.
    pub text: &'static str,
    /// Experiment, claim, verdict.
    pub rests_on: &'static [(&'static str, &'static str, Verdict)],
}

/// The papers in the order of their pages.
pub static PAPERS: [Paper; 5] = [
    Paper {
        key: "wilson",
        cited: "Wilson, Parker & Nau",
        title: "Error minimizing minimax: avoiding search pathology in game trees",
        published: "2009",
        says: [
            "A search one ply deeper makes errors more likely at one type of node only, where every move loses, so that \
             most games have pathological parts.",
            "Error-minimizing minimax (EMM) backs up an error with each value and keeps a node's own estimate where that is \
             the more certain one: it was never pathological and more accurate than minimax.",
        ],
        findings: &[
            Finding {
                text: "The error equations hold, and only nodes without a winning move (type D) raise the error.",
                rests_on: &[
                    ("wilson/fig1", "d-above", Supported),
                    ("wilson/fig1", "b-below", Supported),
                    ("wilson/fig1", "a-least", Supported),
                    ("wilson/fig1", "d-is-19", Supported),
                ],
            },
            Finding {
                text: "On P-games with the artificial evaluator minimax and the product rule are pathological, and EMM is \
                       more accurate than both.",
                rests_on: &[
                    ("wilson/fig3-b2", "minimax-pathological", Supported),
                    ("wilson/fig3-b3", "minimax-pathological", Supported),
                    ("wilson/fig3-b2", "product-pathological", Supported),
                    ("wilson/fig3-b3", "product-pathological", Supported),
                    ("wilson/fig3-b2", "emm-above-minimax", Supported),
                    ("wilson/fig3-b3", "emm-above-minimax", Supported),
                    ("wilson/fig3-b2", "emm-above-product", Supported),
                    ("wilson/fig3-b3", "emm-above-product", Supported),
                ],
            },
            Finding {
                text: "Over odd depths EMM is never pathological, within .005; from an odd to an even depth it can lose (figure 4).",
                rests_on: &[
                    ("wilson/fig3-b2", "emm-not-pathological", Supported),
                    ("wilson/fig3-b3", "emm-not-pathological", Supported),
                    ("wilson/fig4-b2", "emm-not-pathological", Supported),
                    ("wilson/fig4-b3", "emm-not-pathological", Supported),
                    ("wilson/fig5-b2", "emm-not-pathological", Supported),
                    ("wilson/fig5-b3", "emm-not-pathological", Supported),
                    ("wilson/fig6-b2", "emm-not-pathological", Supported),
                    ("wilson/fig6-b3", "emm-not-pathological", Supported),
                    ("wilson/fig4-b2", "emm-not-pathological-adjacent", Refuted),
                ],
            },
        ],
        untested: &[],
    },
    Paper {
        key: "zuckerman",
        cited: "Zuckerman, Wilson & Nau 2018",
        title: "Avoiding game-tree pathology in 2-player adversarial search",
        published: "Computational Intelligence, 2018",
        says: [
            "Every game that both players can still win has parts in which a deeper search makes worse decisions.",
            "EMM avoids them: its lead over minimax grows with the degree of pathology, from N-games to P-games, and it wins \
             more games of Kalah.",
        ],
        findings: &[
            Finding {
                text: "On P-games minimax is pathological, and at depth 7 EMM makes over 20% more correct decisions.",
                rests_on: &[
                    ("zuckerman/fig6", "minimax-pathological", Supported),
                    ("zuckerman/fig6", "emm-20-percent", Supported),
                ],
            },
            Finding {
                text: "Its lead grows from N-games to P-games, to 26%; with the natural evaluator it overtakes minimax near \
                       m = .5.",
                rests_on: &[
                    ("zuckerman/fig9", "rises", Supported),
                    ("zuckerman/fig9", "26-percent-within-3", Supported),
                    ("zuckerman/fig10", "rises", Supported),
                    ("zuckerman/fig10", "crosses-around-half", Supported),
                ],
            },
            Finding {
                text: "In Kalah EMM does not win more games in our main reading, whose settings the paper leaves open.",
                rests_on: &[("zuckerman/fig14", "emm-wins-more", Refuted)],
            },
        ],
        untested: &[],
    },
    Paper {
        key: "russell-norvig",
        cited: "Russell & Norvig",
        title: "Artificial Intelligence: A Modern Approach, the chapter on adversarial search",
        published: "sections 1 to 4.1",
        says: [
            "Minimax finds the best move from the whole tree; alpha-beta finds the same move without evaluating leaves that \
             cannot change it.",
            "With the best move first it evaluates about b^(m/2) leaves of b^m, with moves in random order about b^(3m/4).",
        ],
        findings: &[Finding {
            text: "The worked trees have the printed values, and the numbers of leaves grow as the chapter says.",
            rests_on: &[
                ("russell-norvig/fig2", "value", Supported),
                ("russell-norvig/fig4", "value-to-1", Supported),
                ("russell-norvig/fig4", "value-to-2", Supported),
                ("russell-norvig/fig4", "value-to-3", Supported),
                ("russell-norvig/fig5", "value", Supported),
                ("russell-norvig/ordering", "best-first", Supported),
                ("russell-norvig/ordering", "random", Supported),
            ],
        }],
        untested: &[Untested {
            text: "For chess a fairly simple ordering of moves (captures, then threats, forward moves, backward moves) comes \
                   within about a factor of 2 of the best case, b^(m/2).",
            place: "section 3.1",
            why: "No experiment counts what a search of chess visits with such an order.",
        }],
    },
    Paper {
        key: "smith-nau",
        cited: "Smith & Nau",
        title: "An analysis of forward pruning",
        published: "AAAI, 1994",
        says: [
            "Forward pruning leaves out moves that are unlikely to matter; what that costs depends on how alike the values \
             of siblings are.",
            "Where they are correlated (N-games) it is more accurate than a full-width search of as many nodes; where they are \
             not (P-games) it does not.",
        ],
        findings: &[
            Finding {
                text: "By the recurrences forward pruning is more accurate in N-game-like trees than in P-game trees.",
                rests_on: &[("smith-nau/fig3", "n-above-p", Supported)],
            },
            Finding {
                text: "At equal numbers of nodes, on average over depths, it is more accurate than full width on N-games and \
                       slightly less accurate on P-games of height 3 and more.",
                rests_on: &[
                    ("smith-nau/fig4", "pruning-pays-at-equal-nodes-2", Supported),
                    ("smith-nau/fig4", "pruning-pays-at-equal-nodes-3", Supported),
                    ("smith-nau/fig4", "pruning-pays-at-equal-nodes-4", Supported),
                    ("smith-nau/fig4", "pruning-pays-at-equal-nodes-5", Supported),
                    ("smith-nau/fig4", "pruning-pays-at-equal-nodes-6", Supported),
                    ("smith-nau/fig5", "pruning-does-not-pay-at-equal-nodes-3", Supported),
                    ("smith-nau/fig5", "pruning-does-not-pay-at-equal-nodes-4", Supported),
                    ("smith-nau/fig5", "pruning-does-not-pay-at-equal-nodes-5", Supported),
                    ("smith-nau/fig5", "pruning-does-not-pay-at-equal-nodes-6", Supported),
                ],
            },
        ],
        untested: &[],
    },
    Paper {
        key: "horacek",
        cited: "Horacek",
        title: "Towards understanding conceptual differences between minimaxing and product propagation",
        published: "European Conference on Artificial Intelligence, 2000",
        says: [
            "Minimax and the product rule choose different moves in few positions, the critical ones, and which rule is correct \
             there depends on which estimates are wrong.",
            "With one error rate for all positions minimax is better where errors are very rare or very common; with \
             realistic errors the cases that favour the product rule are the more frequent ones.",
        ],
        findings: &[
            Finding {
                text: "Of the 80 cases 15 favour each rule, and both numbers of critical positions are reproduced exactly.",
                rests_on: &[
                    ("horacek/table1", "as-many", Supported),
                    ("horacek/table1", "as-many-product", Supported),
                    ("horacek/table3", "printed-critical-e1-total", Supported),
                    ("horacek/table3", "printed-critical-e2-total", Supported),
                ],
            },
            Finding {
                text: "Over all critical positions the product rule is ahead.",
                rests_on: &[
                    ("horacek/table3", "product-is-ahead", Supported),
                    ("horacek/table3", "product-is-ahead-e2", Supported),
                ],
            },
        ],
        untested: &[],
    },
];

/// Our own built-in experiments.
pub static OWN: Paper = Paper {
    key: "own",
    cited: "Our own question",
    title: "Our own experiments",
    published: "",
    says: [
        "Does a rule that weighs all the evidence, a node's own estimate and the backed-up value, make better decisions than EMM?",
        "How many nodes do the product rule and EMM visit when they prune, and is that enough against alpha-beta?",
    ],
    findings: &[
        Finding {
            text: "On trees with the artificial evaluator, adding the evidence is more accurate than EMM.",
            rests_on: &[
                ("evidence/p-artificial", "fused-above-emm", Supported),
                ("evidence/n-artificial", "fused-above-emm", Supported),
                ("evidence/mixing", "fused-above-emm", Supported),
                ("evidence/errors", "fused-above-emm", Supported),
            ],
        },
        Finding {
            text: "In Kalah and connect four EMM with pruning does not beat alpha-beta minimax at equal node counts.",
            rests_on: &[
                ("pruning/kalah", "emm-pays", Refuted),
                ("pruning/connect-four", "emm-pays", Refuted),
            ],
        },
    ],
    untested: &[],
};

/// Experiments that are not built in.
pub static OTHER: Paper = Paper {
    key: "experiments",
    cited: "",
    title: "Experiments",
    published: "",
    says: ["", ""],
    findings: &[],
    untested: &[],
};

/// What the parts of our own page are called, by the first part of the ids.
pub(super) const OWN_PARTS: [(&str, &str); 3] = [
    ("evidence", "All the evidence"),
    ("pruning", "Pruning for the product rule and EMM"),
    ("measure", "Does looking deeper help?"),
];

impl Untested {
    /// All of it in a line.
    pub(super) fn told(&self) -> String {
        format!("{} ({}) {}", self.text, self.place, self.why)
    }
}

impl Paper {
    /// The page that an experiment belongs to.
    pub fn of(id: &str, source: &str) -> &'static Paper {
        let plain = id.split('+').next().unwrap_or(id);
        if !is_builtin(id) {
            return &OTHER;
        }
        let key = plain.split('/').next().unwrap_or(plain);
        let paper = PAPERS.iter().find(|paper| paper.key == key && !is_own(source));
        paper.unwrap_or(&OWN)
    }

    /// What its page is called.
    pub fn name(&self) -> &'static str {
        if self.is_paper() { self.cited } else { self.title }
    }

    /// Is it a paper?
    pub fn is_paper(&self) -> bool {
        !self.published.is_empty()
    }
}
