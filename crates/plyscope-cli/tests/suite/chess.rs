//! Chess through the command.

use crate::support::run;

#[test]
fn moves_are_counted_from_any_position() {
    let ran = run(&[
        "perft",
        "chess",
        "3",
        "--position",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "--format",
        "json",
    ]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let found: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    // The chessprogramming wiki's position 3.
    assert_eq!(found["counts"], serde_json::json!([14, 191, 2812]));
}

/// A text of chess has no past: that is no broken law.
#[test]
fn chess_keeps_its_laws() {
    let ran = run(&["check", "chess", "--games", "2"]);
    assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("all laws are kept"), "{}", ran.stdout);
}

#[test]
fn an_ending_is_measured_with_exact_truth() {
    let folder = std::env::temp_dir().join(format!("plyscope-chess-{}", std::process::id()));
    let path = folder.display().to_string();
    let made = run(&["tables", "make", "chess", "KRk", "--out", &path]);
    assert_eq!(made.status, 0, "{}", made.stderr);
    assert!(made.stderr.contains("KRk made"), "{}", made.stderr);
    let again = run(&["tables", "make", "chess", "KRk", "--out", &path]);
    assert!(again.stderr.contains("KRk is there"), "{}", again.stderr);
    let truth = format!("tables(path={path:?})");
    let words = [
        "measure",
        "chess",
        "--evaluator",
        "piece-square",
        "--positions",
        "ending(men=\"KRk\")",
        "--truth",
        &truth,
    ];
    let more = ["--depths", "1..2", "--trials", "20", "--repairs", "none", "--format", "json", "--quiet"];
    let ran = run(&[&words[..], &more].concat());
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let found: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let measurement = &found["measurement"];
    assert_eq!(measurement["truth"], serde_json::json!({"name": "tables", "certainty": "exact"}));
    assert_eq!((measurement["trials"].as_u64(), measurement["unsolved"].as_u64()), (Some(20), Some(0)));
}

#[test]
fn what_is_no_ending_is_refused() {
    for (words, why) in [
        (["tables", "make", "chess", "KRRkn"], "no ending of three or four men"),
        (["tables", "make", "go", "KRkn"], "only chess has endings"),
        (["measure", "chess", "--positions", "ending(men=\"KX\")"], "men=KX is not allowed"),
        (["measure", "connect-four", "--truth", "tables"], "too many for a table"),
    ] {
        let ran = run(&words);
        assert_eq!(ran.status, 2, "{words:?}");
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
}
