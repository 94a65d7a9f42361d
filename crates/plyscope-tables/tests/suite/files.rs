//! Half a file and a flipped bit are refused.

use plyscope::catalogue::Catalogue;
use plyscope::key::Stream;
use plyscope_tables::{GameTable, TableFile};

#[test]
fn what_is_damaged_is_refused() {
    let folder = std::env::temp_dir().join(format!("plyscope-damaged-tables-{}", std::process::id()));
    let game = Catalogue::built_in().game("kalah(pits=2,seeds=2)").unwrap();
    let start = game.start(Stream::new(1, "").trial(0)).unwrap();
    let worth = || GameTable::new(&game, &folder).unwrap().value(&start).map(|value| value.worth());
    let first = worth().unwrap();
    let path = GameTable::new(&game, &folder).unwrap().path().to_path_buf();
    let whole = std::fs::read(&path).unwrap();
    for length in [0, 7, 40, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let why = worth().unwrap_err().to_string();
        assert!(why.contains("is damaged") && why.contains("delete it"), "{why}");
        assert!(!GameTable::new(&game, &folder).unwrap().is_made());
    }
    let damaged = |at: usize| {
        let mut flipped = whole.clone();
        flipped[at] ^= 1;
        std::fs::write(&path, &flipped).unwrap();
        !GameTable::new(&game, &folder).unwrap().is_made()
    };
    assert!((0..whole.len()).step_by(97).all(damaged));
    // Something behind the end.
    std::fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
    assert!(worth().is_err());
    std::fs::remove_file(&path).unwrap();
    assert_eq!(worth().unwrap(), first, "it is made anew");
    assert_eq!(std::fs::read(&path).unwrap(), whole, "the same bytes");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Places that lie across two blocks of 1,024 bytes.
#[test]
fn places_of_any_width_are_read() {
    let path = std::env::temp_dir().join(format!("plyscope-width-{}.plytab", std::process::id()));
    let values: Vec<u8> = (0..3 * 2000).map(|i| (i * i % 251) as u8).collect();
    TableFile::write(&path, "three", 3, &values).unwrap();
    let file = TableFile::open(&path, "three", 3, 2000).unwrap().unwrap();
    assert!((0..2000).all(|place| file.at(place).unwrap() == values[3 * place..3 * place + 3]));
    assert_eq!(file.values().unwrap(), values);
    std::fs::remove_file(path).unwrap();
}

/// What a kill left of a file goes when the file is written again; what is being written, and other files, stay.
#[test]
fn what_a_kill_left_is_removed() {
    let folder = std::env::temp_dir().join(format!("plyscope-unfinished-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let names = [".mine.plytab.1.unfinished", ".mine.plytab.2.unfinished", ".other.plytab.1.unfinished"];
    let [left, locked, other] = names.map(|name| folder.join(name));
    for path in [&left, &locked, &other] {
        std::fs::write(path, "half").unwrap();
    }
    let writer = std::fs::File::open(&locked).unwrap();
    writer.lock().unwrap();
    TableFile::write(&folder.join("mine.plytab"), "mine", 1, &[1, 2]).unwrap();
    assert_eq!([&left, &locked, &other].map(|path| path.exists()), [false, true, true]);
    drop(writer);
    TableFile::write(&folder.join("mine.plytab"), "mine", 1, &[1, 2]).unwrap();
    assert_eq!([&left, &locked, &other].map(|path| path.exists()), [false, false, true]);
    std::fs::remove_dir_all(folder).unwrap();
}
