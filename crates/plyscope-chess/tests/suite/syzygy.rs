//! Syzygy tables: files that are not whole are refused, and real ones agree with our own tables.

use plyscope_chess::syzygy::{check, check_folder};
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plyscope-syzygy-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a temporary folder");
    path
}

/// Real files, where somebody has some.
fn real() -> Option<PathBuf> {
    let folder = std::env::var_os("PLYSCOPE_SYZYGY").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("not tried: PLYSCOPE_SYZYGY names no folder of Syzygy tables");
    }
    folder
}

#[test]
fn what_is_no_table_is_refused() {
    let here = folder("bad");
    let why = |bytes: &[u8]| {
        let path = here.join("KRvK.rtbw");
        std::fs::write(&path, bytes).expect("a file");
        let why = check(&path).expect_err("it is no table");
        assert!(why.contains("KRvK.rtbw") && why.contains("get the file again"), "{why}");
        why
    };
    let magic = [0x71, 0xe8, 0x23, 0x5d];
    let table = |length: usize| [&magic[..], &vec![7; length - 4]].concat();
    for length in [4, 16, 64, 79, 81, 143, 145, 64 * 1000] {
        assert!(why(&table(length)).contains("cut off"), "{length}");
    }
    assert!(why(b"").contains("cut off"));
    assert!(why(&[0; 80]).contains("no Syzygy table of outcomes"));
    for length in [80, 144, 208, 272, 64 * 1000 + 16] {
        assert!(why(&table(length)).contains("its checksum is wrong"), "{length}");
    }
    let missing = check(&here.join("KQvK.rtbw")).expect_err("nothing is there");
    assert!(missing.contains("could not be read"), "{missing}");
}

#[test]
fn folders_without_tables_are_refused() {
    let here = folder("empty");
    let told = |path: &PathBuf| check_folder(path).expect_err("no tables");
    assert!(told(&here.join("missing")).contains("the folder could not be read"));
    assert!(told(&here).contains("there are no Syzygy tables"));
    for other in ["notes.txt", "krvk.rtbw", "KRvK.rtbz", "XvY.rtbw"] {
        std::fs::write(here.join(other), "x").expect("a file");
    }
    assert!(told(&here).contains("there are no Syzygy tables"));
    std::fs::write(here.join("KRvK.rtbw"), "x").expect("a file");
    assert!(told(&here).contains("cut off"));
}

/// Real files are whole by our reckoning; each with one bit flipped, or cut, is not.
#[test]
fn real_files_are_whole_and_damaged_ones_are_not() {
    let Some(real) = real() else { return };
    let endings = check_folder(&real).expect("whole files");
    let here = folder("damaged");
    for ending in endings.iter().take(12) {
        let whole = std::fs::read(real.join(format!("{ending}.rtbw"))).expect("a file");
        let path = here.join("KRvK.rtbw");
        for at in [0, 5, 63, whole.len() / 2, whole.len() - 17, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            std::fs::write(&path, damaged).expect("a file");
            assert!(check(&path).is_err(), "{ending}, byte {at}");
        }
        for length in [whole.len() - 1, whole.len() - 64, 16] {
            std::fs::write(&path, &whole[..length]).expect("a file");
            assert!(check(&path).is_err(), "{ending}, {length} bytes");
        }
    }
}

#[cfg(feature = "syzygy")]
mod read {
    use super::{folder, real};
    use plyscope::catalogue::{Catalogue, OracleContext};
    use plyscope::game::TicTacToe;
    use plyscope::key::Stream;
    use plyscope::oracle::Oracle;
    use plyscope::player::AnyGame;
    use plyscope::source::Source;
    use plyscope::truth::TrueValue;
    use plyscope_chess::syzygy::{SyzygyOracle, check_folder};
    use plyscope_chess::tables::{Tables, TablesOracle};
    use plyscope_chess::{Chess, EndingPositions};

    #[test]
    fn a_bad_folder_is_refused_before_anything_is_opened() {
        let here = folder("refused");
        let catalogue = plyscope_chess::added_to(Catalogue::built_in());
        let oracle = |game: &AnyGame| {
            let context = OracleContext {
                game,
                source: None,
                evaluator: None,
                seed: 1,
                cache: None,
                catalogue: &catalogue,
            };
            catalogue
                .oracle(&format!("syzygy(path=\"{}\")", here.display()), &context)
                .err()
                .map(|error| error.to_string())
        };
        let chess = catalogue.game("chess").expect("chess");
        assert!(oracle(&chess).expect("no tables").contains("there are no Syzygy tables"));
        std::fs::write(here.join("KRvK.rtbw"), "x").expect("a file");
        assert!(oracle(&chess).expect("half a table").contains("cut off"));
        assert!(oracle(&AnyGame::new(TicTacToe::default())).expect("chess").contains("of chess, not of"));
    }

    /// Our tables and the others agree on every move of random positions.
    #[test]
    fn both_tables_agree() {
        let Some(real) = real() else { return };
        let theirs = SyzygyOracle::open(&real).expect("tables");
        let ours = TablesOracle::new(Tables::new(std::env::temp_dir().join("plyscope-syzygy-compared")));
        let chess = AnyGame::new(Chess::default());
        let mut compared = 0;
        for ending in check_folder(&real).expect("tables").into_iter().filter(|ending| ending.len() <= 5) {
            let (white, black) = ending.split_once('v').expect("two sides");
            let men = format!("{white}{}", black.to_ascii_lowercase());
            let positions = EndingPositions::new(&chess, Stream::new(1, "chess"), &men).expect("an ending");
            for trial in 0..200 {
                let Ok(found) = positions.trial(trial) else { continue };
                let asked = [(found.position.clone(), found.key)];
                let [one, other] = [theirs.judge(&asked), ours.judge(&asked)]
                    .map(|judged| judged.expect("judged").remove(0));
                assert_eq!(one.moves.len(), other.moves.len());
                for (their, our) in one.moves.iter().zip(&other.moves) {
                    let sign = |value: &TrueValue| match value {
                        TrueValue::Exact(value) if *value == 0.0 => 0.0,
                        TrueValue::Exact(value) => value.signum(),
                        other => panic!("{men}: {other:?} at {}", chess.position_text(&found.position)),
                    };
                    assert_eq!(sign(their), sign(our), "{men}: {}", chess.position_text(&found.position));
                    compared += 1;
                }
            }
        }
        assert!(compared > 1000, "{compared} moves");
    }
}
