//! Logs are judged like measurements: the same decisions give the same numbers, whichever way they come.

use crate::support::parse;
use plyscope::key::{Domain, Stream};
use plyscope_lab::judge::{Log, observations, of_lines};
use plyscope_lab::measurement::{Judged, Loss, Measurement, Repair, page, text};
use plyscope_lab::results::evaluate;
use plyscope_lab::run::{Options, Silent, run};
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

fn judged(unit: &str, text: &str) -> Result<Measurement, String> {
    let mut log = Log::new(unit).map_err(|error| error.to_string())?;
    let lines = plyscope_files::Lines::of(text.as_bytes(), 1000);
    let read = of_lines(lines, "log.csv", &mut |place, cells| log.add(place, cells));
    read.and_then(|()| log.judged()).map_err(|error| error.to_string())
}

/// Ties, votes, two players, positions that come twice: to the last digit.
#[test]
fn a_measurement_is_judged_the_same_from_its_observations() {
    let text = "title = 't'\nsource = 's'\nmeasure = 'depth'\ngame = 'connect-four(width=4,height=4)'\n\
                positions = 'random(plies=2..10)'\ntrials = 150\nseed = 3\ndepths = [1, 2, 4, 5]\nrepairs = ['vote']\n\
                [[series]]\nlabel = 'a'\nrule = 'minimax'\nevaluator = 'lines'\n\
                [[series]]\nlabel = 'b'\nrule = 'minimax'\nevaluator = 'random(range=3)'\n";
    let text = text.replace("random(range=3)", "playouts(n=2)");
    let experiment = parse("test", &text, None).unwrap_or_else(|error| panic!("{error}"));
    let stop = AtomicBool::new(false);
    let options = Options { jobs: 2, shard: None, stop: &stop, progress: &Silent };
    let result = evaluate(&experiment, &run(&experiment, None, &options).unwrap()).unwrap();
    let measured = result.measurement.unwrap();
    let log = observations(experiment.study.measured().unwrap(), &result.records).unwrap();
    assert!(log.contains(" #2,"), "some position is drawn twice");
    let found = judged("depth", &log).unwrap();
    assert_eq!((found.trials, found.players.len()), (measured.trials, 2));
    let tied =
        |one: &plyscope_lab::measurement::PlayerReport| one.efforts.iter().any(|at| at.tied.value > 0.1);
    assert!(measured.players.iter().any(tied), "moves tie");
    for (one, other) in measured.players.iter().zip(&found.players) {
        assert_eq!((&one.name, &one.steps, &one.agreement), (&other.name, &other.steps, &other.agreement));
        assert_eq!(
            (one.parity_index, &one.uses.as_ref().unwrap().best),
            (other.parity_index, &other.uses.as_ref().unwrap().best)
        );
        for (one, other) in one.efforts.iter().zip(&other.efforts) {
            assert_eq!(
                (one.accuracy, one.tied, one.mean_nodes),
                (other.accuracy, other.tied, other.mean_nodes)
            );
        }
        let vote = |of: &plyscope_lab::measurement::PlayerReport| {
            of.repairs.iter().find(|repair| repair.id == Repair::Vote).unwrap().clone()
        };
        assert_eq!(vote(one), vote(other));
        // The groups that a log has are those of the game, as far as they are the position's own.
        let by = |of: &plyscope_lab::measurement::PlayerReport, name: &str| {
            of.phases
                .iter()
                .filter(|phase| phase.by == name)
                .map(|phase| (phase.group.clone(), phase.trials))
                .collect::<Vec<_>>()
        };
        assert_eq!((by(one, "ply"), by(one, "moves")), (by(other, "ply"), by(other, "moves")));
    }
    assert_eq!(measured.differences[0].efforts, found.differences[0].efforts);
}

/// Three items with two efforts and two tries each, by hand.
#[test]
fn tries_are_averaged_within_an_item() {
    let text = "item,effort,choice,correct,sample,cost,group:level\n\
                a,4,x,1,1,2,easy\na,4,y,0,2,4,easy\na,1,y,0,1,1,easy\na,1,z,0,2,1,easy\n\
                b,1,x,1,1,1,hard\nb,1,x,1,2,1,hard\nb,4,x,true,1,3,hard\nb,4,y,false,2,3,hard\n\
                c,1,x,0.5,1,1,hard\nc,4,x,0.5,1,3,hard\n";
    let found = judged("samples", text).unwrap();
    let player = &found.players[0];
    let accuracy: Vec<f64> = player.efforts.iter().map(|at| at.accuracy.unwrap().value).collect();
    assert_eq!(accuracy, [1.5 / 3.0, 1.5 / 3.0], "0, 1, .5 and then .5, .5, .5");
    // Helped: r'(1 - r); hurt: r (1 - r').
    assert_eq!(player.steps[0].helped.value, (0.5 + 0.0 + 0.25) / 3.0);
    assert_eq!(player.steps[0].hurt.value, (0.0 + 0.5 + 0.25) / 3.0);
    // Pairs of tries that choose the same: y of y, z against x, y; x, x against x, y; x and x.
    assert_eq!(player.agreement[&1], [(0.25 + 0.5 + 1.0) / 3.0]);
    assert_eq!(player.efforts.iter().map(|at| at.cost.unwrap().value).collect::<Vec<_>>(), [1.0, 3.0]);
    assert_eq!(player.efforts[0].tied.value, 0.0, "tries are no ties");
    let groups: Vec<_> = player.phases.iter().map(|phase| (&*phase.group, phase.trials)).collect();
    assert_eq!(groups, [("easy", 1), ("hard", 2)]);
    assert!(found.json().matches("\"samples\": 4").count() > 2);
    let shown = self::text(&found);
    for said in ["3 items from log.csv", "4 samples", "cost", "3 items are few"] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    assert!(!shown.contains("position") && !page(&found).contains("position"), "{shown}");
}

/// Of tied choices nothing is known but the share, unless the log says which are right.
#[test]
fn ties_and_right_choices() {
    let text = "item,effort,choice,correct,tied,right\na,1,x,0.5,\"[\"\"y\"\",\"\"z\"\"]\",\"[\"\"y\"\",\"\"q\"\"]\"\na,2,y,1,,\na,3,w,0,,\n";
    let found = judged("effort", text).unwrap();
    let player = &found.players[0];
    assert_eq!(player.efforts[0].tied.value, 1.0);
    assert_eq!(player.agreement[&1], [1.0 / 3.0, 0.0]);
    let vote = &player.repairs[0];
    assert_eq!(vote.id, Repair::Vote);
    // The vote of 1 and 2 is for y alone, and stays with it.
    assert_eq!(vote.accuracy.iter().map(|at| at.value).collect::<Vec<_>>(), [1.0 / 3.0, 1.0, 1.0]);
    let worst = &found.worst[0];
    assert_eq!((worst.right.join(" "), &worst.chosen[&3]), ("y q".into(), &vec!["w".to_string()]));
}

#[test]
fn what_is_wrong_is_said_with_file_and_line() {
    let head = "item,effort,choice,correct\n";
    let wrong = |rows: &str| judged("samples", &format!("{head}a,1,x,1\n{rows}")).unwrap_err();
    assert_eq!(
        wrong("a,2,x,maybe\n"),
        "log.csv, line 3: `correct` is \"maybe\"; expected a number from 0 to 1, true or false"
    );
    for value in ["1.5", "-0.1", "NaN", ""] {
        assert!(
            wrong(&format!("a,2,x,{value}\n")).contains("expected a number from 0 to 1, true or false"),
            "{value}"
        );
    }
    for effort in ["0.5", "-1", "many", "NaN", "1e300"] {
        assert!(wrong(&format!("a,{effort},x,1\n")).contains("expected a whole number"), "{effort}");
    }
    assert!(wrong("a,1,y,0\n").starts_with(
        "log.csv, line 3: item \"a\" with effort 1 comes a second time (first in log.csv, line 2)"
    ));
    assert!(
        wrong(",2,x,1\n").contains("there is no `item`")
            && wrong("a,2,,1\n").contains("there is no `choice`")
    );
    assert!(wrong("b,2,x,1\n").contains("no item has a row at every effort [1, 2]"));
    assert!(
        judged("samples", "").unwrap_err().contains("no rows")
            && judged("samples", head).unwrap_err().contains("no rows")
    );
    assert!(judged("bananas", head).unwrap_err().contains("samples, tokens, effort, not `bananas`"));
    let groups = "item,effort,choice,correct,group:g\na,1,x,1,u\na,2,x,1,v\n";
    assert!(judged("samples", groups).unwrap_err().contains("line 3: `group:g` is \"v\"; expected \"u\""));
}

/// Rows in any order, items that lack an effort, columns that mean nothing, one item alone.
#[test]
fn what_is_odd_is_defined() {
    let rows = "item,effort,choice,correct,note\nb,16,x,1,n\na,2,x,0,n\na,16,y,1,n\nb,2,x,1,n\nc,2,x,1,n\n";
    let found = judged("samples", rows).unwrap();
    assert_eq!(found.trials, 2);
    let efforts: Vec<u64> = found.players[0].efforts.iter().map(|at| at.effort.0.amount()).collect();
    assert_eq!(efforts, [2, 16]);
    let warned = found.warnings.join("\n");
    assert!(
        warned.contains("1 of 3 items (33.3%) lack a row at every effort")
            && warned.contains("\"c\" (log.csv, line 6)"),
        "{warned}"
    );
    assert!(warned.contains("Columns that nothing is made of: note"), "{warned}");
    let one = judged("samples", "item,effort,choice,correct\na,1,x,1\n").unwrap();
    assert!(one.warnings.iter().any(|text| text.contains("Only 1 item was judged")), "{:?}", one.warnings);
    assert!(text(&one).contains("One effort alone"), "{}", text(&one));
    // Players are judged on the same items.
    let two = "item,effort,choice,correct,player\na,1,x,1,p\na,1,x,0,q\nb,1,x,1,p\n";
    assert_eq!(judged("samples", two).unwrap().trials, 1);
}

/// Two hundred logs in which no effort differs from another: at most 5% may have a step that says otherwise.
#[test]
fn without_a_difference_few_logs_have_a_verdict() {
    for (tries, name) in [(1, "single"), (3, "several")] {
        let called = |log: u64| {
            let mut text = String::from("item,effort,choice,correct,sample\n");
            for item in 0..120u64 {
                let key = Stream::new(log, name).trial(item);
                let draws = key.block.draw(Domain::Moves);
                // Items differ in how hard they are.
                let hard = 0.1 + 0.8 * draws.unit(key.lane, 999);
                for effort in 0..4u64 {
                    for sample in 0..tries {
                        let right = draws.unit(key.lane, effort * 10 + sample) < hard;
                        let _ = writeln!(text, "{item},{},{},{right},{sample}", 1 << effort, u8::from(right));
                    }
                }
            }
            let found = judged("samples", &text).unwrap();
            found.players[0].steps.iter().any(|step| matches!(step.verdict, Judged::Helps | Judged::Hurts))
        };
        let called = (0..200).filter(|log| called(*log)).count();
        assert!(called <= 10, "{name}: {called} of 200");
    }
}

/// A group that more effort hurts is found on one half of the items and confirmed on the other.
#[test]
fn a_group_that_loses_is_confirmed() {
    let mut text = String::from("item,effort,choice,correct,group:kind\n");
    for item in 0..400 {
        let (kind, late) = if item % 4 < 2 { ("trap", item % 8 < 2) } else { ("plain", true) };
        let _ = writeln!(
            text,
            "i{item},1,a,{},{kind}\ni{item},4,b,{late},{kind}",
            kind == "trap" || item % 8 > 3
        );
    }
    let found = judged("samples", &text).unwrap();
    let finding = &found.players[0].finding;
    assert_eq!(finding.id, Loss::Confirmed, "{finding:?}");
    assert_eq!(finding.place, "in the group \"trap\" (by kind)");
    assert!(
        finding.text.contains("4 samples lose what 1 samples had in the group \"trap\""),
        "{}",
        finding.text
    );
    assert_eq!(found.files[0].0, "broken-1-4.txt");
}
