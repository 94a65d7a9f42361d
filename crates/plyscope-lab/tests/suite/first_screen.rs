//! What a reader meets first is what the records say, by hand: the loss that is confirmed, or what is excluded; which
//! efforts are best; parity only with evidence; players side by side; nothing that says nothing.

use crate::confirmed::{record, setup};
use plyscope::oracle::Certainty;
use plyscope::search::Effort;
use plyscope::source::{Listed, SELECTED, Source};
use plyscope_lab::measurement::{
    At, Called, Loss, Measurement, PlayerSetup, Record, Repair, Setup, page, text,
};

/// Records: how many trials, of which kind, right at which depths.
fn records(all: &[(usize, &str, [bool; 3])]) -> Vec<Record> {
    let each = |(count, kind, right): &(usize, &str, [bool; 3])| vec![record(kind, *right); *count];
    let mut records: Vec<Record> = all.iter().flat_map(each).collect();
    for (number, record) in records.iter_mut().enumerate() {
        record.seen.as_mut().unwrap().position = format!("p{number}");
    }
    records
}

fn measured(all: &[(usize, &str, [bool; 3])]) -> Measurement {
    Measurement::new(&setup(), &records(all))
}

const T: bool = true;
const F: bool = false;

/// Checks lose from depth 2 to 3 what captures gain: the group comes first, and its positions are those that are listed.
#[test]
fn the_confirmed_loss_is_said_first() {
    let lost = (120, "check", [T, T, F]);
    let all = [lost, (80, "check", [T, T, T]), (150, "capture", [T, F, T]), (650, "capture", [T, T, T])];
    let found = measured(&all);
    let finding = &found.players[0].finding;
    assert_eq!((finding.id, finding.broken), (Loss::Confirmed, 120), "{finding:?}");
    assert_eq!(finding.place, "where only a check keeps the outcome");
    assert!(
        finding.overall.contains("1,000 positions") && finding.overall.contains("depth 3 is right in 88.0%")
    );
    let said = "But depth 3 loses what depth 2 had where only a check keeps the outcome: -60.0 points";
    assert!(finding.text.starts_with(said), "{}", finding.text);
    assert!(finding.text.contains("confirmed on 100 positions"), "{}", finding.text);
    let shown = text(&found);
    assert!(shown.starts_with(&format!("{} {}\nExample: p0: ", finding.overall, finding.text)), "{shown}");
    let order = ["Example:", "accuracy", "step  ", "what to do", "Where it hurts most", "where to look"];
    let places: Vec<usize> = order.iter().map(|word| shown.find(word).expect(word)).collect();
    assert!(places.is_sorted(), "{places:?}\n{shown}");
    assert!(found.worst.iter().all(|worst| worst.player == "somebody" && worst.right == ["a"]));
    for worst in &found.worst {
        let number: usize = worst.position[1..].parse().unwrap();
        assert!(number < 120, "{}", worst.position);
    }
    let (name, file) = &found.files[0];
    assert_eq!((name.as_str(), finding.file.as_deref()), ("broken-2-3.txt", Some("broken-2-3.txt")));
    assert_eq!(file.lines().filter(|line| !line.starts_with('#')).count(), 120);
    let page = page(&found);
    let order = [
        "<h1>",
        "What to do",
        "Accuracy by effort",
        "What every step",
        "Positions to look at",
        "What was measured",
    ];
    let places: Vec<usize> = order.iter().map(|word| page.find(word).expect(word)).collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(page.find("60.0 points") < page.find("<table"), "the loss stands on the first screen");
}

/// Without a loss the sentence says what the simultaneous intervals exclude; nothing is called best that is not.
#[test]
fn without_a_loss_what_is_excluded() {
    let all = [
        (20, "check", [T, T, F]),
        (20, "check", [T, F, T]),
        (20, "check", [F, T, T]),
        (940, "check", [T, T, T]),
    ];
    let found = measured(&all);
    let player = &found.players[0];
    let most = player.steps.iter().map(|step| -step.net.low).fold(0.0, f64::max);
    let said = format!("No step loses more than {:.1} points (95%, all 3 steps together)", 100.0 * most);
    assert!(player.finding.text.starts_with(&said), "{}", player.finding.text);
    assert_eq!((player.finding.id, player.uses.as_ref().unwrap().alike.len()), (Loss::None, 3));
    let shown = text(&found);
    assert!(shown.contains("depths 1 to 3 cannot be told apart"), "{shown}");
    for silent in ["best: depth", "+0.0 points", "No repair changes"] {
        assert!(!shown.contains(silent), "{silent}: {shown}");
    }
    // Ties and churn are columns of zeros here.
    assert!(!shown.contains("tied") && !shown.contains("churn"), "{shown}");
    // Ten times as often wrong at depth 1: that one is told apart.
    let all = [
        (200, "check", [F, T, T]),
        (10, "check", [T, F, T]),
        (10, "check", [T, T, F]),
        (780, "check", [T, T, T]),
    ];
    let shown = text(&measured(&all));
    assert!(shown.contains("best: one of depths 2 and 3, which cannot be told apart"), "{shown}");
    let all = [(400, "check", [F, F, T]), (600, "check", [T, T, T])];
    assert!(text(&measured(&all)).contains("best: depth 3;"));
}

/// One step helps, several help; other units than depths are plural and said once.
#[test]
fn what_is_counted_agrees_with_its_verb() {
    let all = [(400, "check", [F, F, T]), (600, "check", [T, T, T])];
    let shown = text(&measured(&all));
    assert!(shown.contains("2 of 3 steps help and none hurts"), "{shown}");
    let by_nodes = |all: &[(usize, &str, [bool; 3])]| {
        let efforts = [10, 50, 200].map(Effort::Nodes).to_vec();
        text(&Measurement::new(&Setup { efforts, ..setup() }, &records(all)))
    };
    let shown = by_nodes(&[
        (20, "check", [T, T, F]),
        (20, "check", [T, F, T]),
        (20, "check", [F, T, T]),
        (940, "check", [T, T, T]),
    ]);
    assert!(shown.contains("10, 50 and 200 nodes cannot be told apart"), "{shown}");
    assert!(shown.contains("nodes break 2.0% of decisions and repair 2.0%"), "{shown}");
}

/// A one-ply loss is parity only where two plies exclude a loss of half of it, and the advice follows the table.
#[test]
fn parity_needs_evidence() {
    let verdict = |all: &[(usize, &str, [bool; 3])]| {
        let player = measured(all).players.remove(0);
        let advice = player.advice.iter().map(|advice| advice.text.clone()).collect::<Vec<_>>().join(" ");
        (player.verdict.id, player.verdict.text, advice)
    };
    // Depth 2 loses 200 of 1,000, depth 3 has them again.
    let (id, text, advice) = verdict(&[(200, "check", [T, F, T]), (800, "check", [T, T, T])]);
    assert_eq!(id, Called::Parity, "{text}");
    assert!(advice.contains("Stop at depths of one parity (1, 3)"), "{advice}");
    // Few positions: over two plies anything may be so.
    let few = [(20, "check", [T, F, F]), (16, "check", [F, F, T]), (24, "check", [T, T, T])];
    let (id, text, advice) = verdict(&few);
    assert_eq!(id, Called::Hurts, "{text}");
    assert!(text.contains("do not tell") && !advice.contains("parity"), "{text} {advice}");
    // Depth 1 and depth 2 are bad in turn, but the last depth, of the parity that hurts, is the best by far.
    let mut setup = setup();
    setup.efforts = (1..=4).map(Effort::Depth).collect();
    let mut records =
        records(&[(200, "check", [F, F, F]), (250, "check", [T, F, T]), (550, "check", [T, T, T])]);
    for record in &mut records {
        let decided = &mut record.seen.as_mut().unwrap().players[0];
        decided.at.push(At { values: Vec::new(), value: None, best: vec![0], nodes: 1, logged: None });
    }
    let player = Measurement::new(&setup, &records).players.remove(0);
    assert_eq!(player.verdict.id, Called::Parity, "{}", player.verdict.text);
    let advice: Vec<&str> = player.advice.iter().map(|advice| advice.text.as_str()).collect();
    assert!(
        advice[0].starts_with("Search to depth 4, which is best") && !advice[0].contains("1, 3"),
        "{advice:?}"
    );
}

/// Two players in one table, with paired differences, and every position says whose it is.
#[test]
fn players_side_by_side() {
    let mut setup = setup();
    setup.players.push(PlayerSetup { name: "another".into(), ..setup.players[0].clone() });
    let mut all = records(&[(300, "check", [T, T, F]), (700, "check", [T, T, T])]);
    for (number, record) in all.iter_mut().enumerate() {
        let seen = record.seen.as_mut().unwrap();
        let mut other = seen.players[0].clone();
        // Right where the first is wrong at depth 3, and wrong at every tenth position at depth 1.
        other.at[2].best = vec![0];
        other.at[0].best = vec![usize::from(number % 10 == 0)];
        seen.players.push(other);
    }
    let found = Measurement::new(&setup, &all);
    let difference = &found.differences[0];
    assert_eq!(
        (found.differences.len(), difference.player.as_str(), difference.than.as_str()),
        (1, "another", "somebody")
    );
    let values: Vec<f64> = difference.efforts.iter().map(|at| at.difference.value).collect();
    assert!(
        values.iter().zip([-0.1, 0.0, 0.3]).all(|(found, mine)| (found - mine).abs() < 1e-12),
        "{values:?}"
    );
    assert!(difference.efforts[2].difference.low > 0.0 && difference.efforts[0].difference.high < 0.0);
    let shown = text(&found);
    assert!(shown.contains("side by side") && shown.contains("B - A, points"), "{shown}");
    assert!(found.files.iter().any(|(_, file)| file.contains("# somebody: ")));
    let page = page(&found);
    assert!(page.contains("Players side by side") && page.contains("<p class=\"quiet\">somebody</p>"));
    // One player alone has no such table.
    assert!(measured(&[(100, "check", [T, T, T])]).differences.is_empty());
}

/// Stars hold together over all repairs and efforts, and losses are told beside gains, without two signs.
#[test]
fn repairs_with_gains_and_losses() {
    let mut setup = setup();
    setup.repairs = vec![Repair::Vote];
    let all = [(300, "check", [T, T, F]), (60, "check", [F, F, T]), (640, "check", [T, T, T])];
    let one = Measurement::new(&setup, &records(&all)).players.remove(0);
    let loses = [(150, "check", [F, F, T]), (850, "check", [T, T, T])];
    let found = Measurement::new(&setup, &records(&loses));
    let shown = text(&found);
    assert!(shown.contains("vote loses 15.0 points at depth 3"), "{shown}");
    let why = &found.players[0].why[0].text;
    assert!(why.contains("loses 15.0 [") && !why.contains("-15"), "{why}");
    // Two repairs have twice the cells: wider intervals of the very same numbers.
    setup.repairs = vec![Repair::Vote, Repair::Noise];
    let mut both = records(&all);
    for record in &mut both {
        let decided = &mut record.seen.as_mut().unwrap().players[0];
        decided.repairs.insert(Repair::Noise, decided.at.iter().map(|at| at.best.clone()).collect());
    }
    let found = Measurement::new(&setup, &both);
    // What changes no decision has no row, and neither has an effort at which nothing is changed a column.
    let (shown, page) = (text(&found), page(&found));
    assert!(shown.contains("no change: noise") && !shown.contains("\n  noise"), "{shown}");
    assert!(page.contains("no change: noise") && !page.contains("<th scope=\"row\">noise"));
    assert!(page.contains("<tr><td></td><th scope=\"col\">depth 3</th></tr>"), "{page}");
    let two = found.players[0].clone();
    let of = |player: &plyscope_lab::measurement::PlayerReport| {
        player.repairs.iter().find(|repair| repair.id == Repair::Vote).unwrap().gain[2]
    };
    assert_eq!(of(&one).value, of(&two).value);
    assert!(of(&two).low < of(&one).low && of(&two).high > of(&one).high);
    assert!(Repair::all().count() > 2);
}

/// Positions that a measurement listed are measured again, and nothing is concluded from how many of them break: that is
/// what they were selected for.
#[test]
fn nothing_is_concluded_from_selected_positions() {
    let all = [(300, "check", [T, T, F]), (100, "check", [F, T, T]), (600, "check", [T, T, T])];
    let plain = measured(&all);
    assert_eq!(plain.players[0].verdict.id, Called::Pathology);
    // What is written says so in every line, as a list or as EPD, and is read back.
    let (_, list) = &plain.files[0];
    assert_eq!(list.lines().filter(|line| line.contains(SELECTED)).count(), 300);
    let chess = Measurement::new(&Setup { named: "chess".into(), ..setup() }, &records(&all));
    assert!(chess.files[0].1.lines().all(|line| line.ends_with(&format!("c3 \"{SELECTED}\";"))));
    let game = plyscope::player::AnyGame::new(plyscope::game::TicTacToe::default());
    let listed = |text: &str| {
        Listed::parse(game.clone(), plyscope::key::Stream::new(1, ""), text).expect("a list").is_selected()
    };
    assert!(
        listed(&format!("# player: x; {SELECTED}\nX../.../... O\n")) && !listed("# mine\nX../.../... O\n")
    );
    let found = Measurement::new(&Setup { selected: true, ..setup() }, &records(&all));
    let player = &found.players[0];
    assert_eq!((player.finding.id, player.verdict.id), (Loss::Selected, Called::Selected));
    assert!(player.confirmed.is_empty() && player.uses.is_none() && player.degree.is_none());
    let (shown, page) = (text(&found), page(&found));
    for silent in ["Pathology", "cannot be told apart", "best:", "Example:"] {
        assert!(!shown.contains(silent) && !page.contains(silent), "{silent}: {shown}");
    }
    assert!(shown.contains("say nothing about the game") && page.contains("say nothing about the game"));
    assert!(found.json().contains("\"selected\": true") && !plain.json().contains("\"selected\":"));
}

/// What a source left out stands in the report and in what scripts read.
#[test]
fn remarks_of_a_source_are_warnings() {
    let remarks =
        ["1 of 3 games is left out:", "PGN, line 9: a bad one", "and 2 more"].map(String::from).to_vec();
    let found = Measurement::new(&Setup { remarks, ..setup() }, &records(&[(100, "check", [T, T, T])]));
    let said = "1 of 3 games is left out: PGN, line 9: a bad one; and 2 more";
    assert_eq!(found.warnings[0], said);
    assert!(text(&found).contains(said) && page(&found).contains(said) && found.json().contains(said));
}

/// One effort, one trial, no truth: said in words that are true.
#[test]
fn little_is_said_of_little() {
    let mut one = setup();
    one.efforts = vec![Effort::Depth(1)];
    let mut single = records(&[(1, "check", [T, T, T])]);
    single[0].seen.as_mut().unwrap().players[0].at.truncate(1);
    let shown = text(&Measurement::new(&one, &single));
    assert!(
        shown.contains("One effort alone says nothing") && !shown.to_lowercase().contains("without truth"),
        "{shown}"
    );
    assert!(
        !shown.contains("1 trials") && !shown.contains("1 positions") && shown.contains("1 position "),
        "{shown}"
    );

    let mut none = setup();
    none.truths[0].certainty = Certainty::None;
    none.truths[0].name = "none".into();
    none.truths[0].oracles = Vec::new();
    let shown =
        text(&Measurement::new(&none, &records(&[(40, "check", [T, T, F]), (60, "check", [T, T, T])])));
    assert!(shown.contains("truth: none\n") && !shown.contains("none (none)"), "{shown}");
    assert!(shown.contains("suspicious: "), "{shown}");
}

/// Advice fits who is measured: no rules for what takes none, no commands for what only a Python program knows.
#[test]
fn advice_fits_the_player() {
    let advised = |player: PlayerSetup, game: &str| {
        let setup = Setup { players: vec![player], named: game.into(), ..setup() };
        let all = records(&[(300, "check", [T, T, F]), (100, "check", [F, T, T]), (600, "check", [T, T, T])]);
        let found = Measurement::new(&setup, &all);
        assert_eq!(found.players[0].verdict.id, Called::Pathology);
        let advice: Vec<String> = found.players[0]
            .advice
            .iter()
            .map(|advice| format!("{} {}", advice.text, advice.command.clone().unwrap_or_default()))
            .collect();
        (advice.join("\n"), found)
    };
    let searcher = PlayerSetup {
        name: "player(rule=minimax,evaluator=lines,search=alpha-beta)".into(),
        rule: "minimax".into(),
        evaluator: "lines".into(),
        ..setup().players[0].clone()
    };
    let (advice, found) = advised(searcher.clone(), "connect-four");
    assert!(advice.contains("back-up rule") && advice.contains("plyscope measure connect-four"), "{advice}");
    assert!(found.worst[0].command.is_some());
    let (advice, _) = advised(PlayerSetup { rule: String::new(), ..searcher.clone() }, "connect-four");
    assert!(!advice.contains("back-up rule") && advice.contains("evaluator"), "{advice}");
    let engine = PlayerSetup { rule: String::new(), evaluator: String::new(), ..searcher.clone() };
    let (advice, _) = advised(engine, "chess");
    assert!(!advice.contains("back-up rule") && advice.contains("prune, reduce or extend"), "{advice}");
    let (advice, found) = advised(searcher, "python(game=\"nim(heap=21)\")");
    assert!(!advice.contains("plyscope "), "{advice}");
    assert!(found.worst.iter().all(|worst| worst.command.is_none()));
    // A position that was drawn several times is listed once.
    let mut same = records(&[(300, "check", [T, T, F]), (700, "check", [T, T, T])]);
    same.iter_mut().for_each(|record| record.seen.as_mut().unwrap().position = "p".into());
    assert_eq!(Measurement::new(&setup(), &same).worst.len(), 1);
}

/// Where more than four fifths of the positions have nothing to decide, others are proposed.
#[test]
fn mostly_trivial_positions_name_a_better_source() {
    let setup = Setup { better: Some("random(plies=2..10)".into()), ..setup() };
    let proposed = |trivial: u32| {
        let mut records = records(&[(100, "check", [T, T, T])]);
        records[0].trivial = trivial;
        Measurement::new(&setup, &records)
            .warnings
            .iter()
            .any(|warning| warning.contains("random(plies=2..10)"))
    };
    assert!(proposed(401) && !proposed(400));
}
