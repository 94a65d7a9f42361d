//! A game of every real kind, move by move, as a file that people can read.
//!
//! Change detection for rules and drawing; the rules themselves are tested against published counts and
//! by hand. `UPDATE_PLAYTHROUGHS=1 cargo test -p plyscope playthroughs` writes the files anew.

use crate::support::{REAL_GAMES, any_game};
use plyscope::game::{Player, Turn, expand_one};
use plyscope::key::{Domain, Stream};
use std::fmt::Write;
use std::path::Path;

fn playthrough(name: &str) -> String {
    let game = any_game(name);
    let trial = Stream::new(1, &game.name().to_string()).trial(0);
    let draws = trial.block.draw(Domain::Moves);
    let mut position = game.start(trial).unwrap();
    let mut text = format!("{}\n", game.name());
    let mut ply = 0;
    let ended = loop {
        write!(text, "\n{}\n", game.drawn(&position)).unwrap();
        let mut expansion = expand_one(&*game, &position).unwrap();
        if expansion.turn == Turn::Over {
            break expansion;
        }
        let names = game.move_names(&position).unwrap();
        let choice = match expansion.turn {
            Turn::Chance => draws.among(trial.lane, ply, &expansion.chances),
            _ => draws.below(trial.lane, ply, names.len() as u32) as usize,
        };
        match expansion.turn {
            Turn::Player(mover) => write!(text, "player {mover}"),
            _ => write!(text, "chance"),
        }
        .unwrap();
        writeln!(text, ": {} of {}", names[choice], names.join(" ")).unwrap();
        position = expansion.after.swap_remove(choice);
        ply += 1;
    };
    let payoffs: Vec<String> = (0..game.facts().players)
        .filter_map(Player::new)
        .map(|player| format!("player {player} {:.3}", ended.payoffs[player.index()]))
        .collect();
    writeln!(text, "payoffs: {}", payoffs.join(", ")).unwrap();
    text
}

fn file_name(game: &str) -> String {
    let plain: String = game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("{}.txt", plain.trim_end_matches('-'))
}

#[test]
fn games_are_played_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    for (game, _) in REAL_GAMES {
        let (path, played) = (folder.join(file_name(game)), playthrough(game));
        if std::env::var_os("UPDATE_PLAYTHROUGHS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &played).unwrap();
        }
        let recorded = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{game} has no playthrough"));
        assert_eq!(played, recorded, "{}", path.display());
    }
}
