//! A game of every real kind, move by move, as a file that people can read.
//!
//! Change detection for rules and drawing; the rules themselves are tested against published counts and
//! by hand. `UPDATE_PLAYTHROUGHS=1 cargo test -p plyscope playthroughs` writes the files anew.

use crate::support::REAL_GAMES;
use plyscope::game::{Game, Player, moves_of};
use plyscope::key::{Domain, Stream};
use plyscope::registry::{GAMES, GameKind};
use std::fmt::Write;
use std::path::Path;

fn playthrough(name: &str) -> String {
    let Ok(GameKind::Real(real)) = GAMES.build(name, &()) else { panic!("{name} is a real game") };
    let game = real.any();
    let trial = Stream::new(1, &game.name().to_string()).trial(0);
    let draws = trial.block.draw(Domain::Moves);
    let mut position = game.start_of(trial);
    let mut text = format!("{}\n", game.name());
    for ply in 0.. {
        write!(text, "\n{}\n", game.drawn(&position)).unwrap();
        let moves = moves_of(&game, &position);
        if moves.is_empty() {
            break;
        }
        let names: Vec<String> = moves.iter().map(|choice| game.move_name(&position, choice)).collect();
        let choice = draws.below(trial.lane, ply, moves.len() as u32) as usize;
        let mover = game.mover(&position);
        writeln!(text, "player {mover}: {} of {}", names[choice], names.join(" ")).unwrap();
        position = game.play(&position, &moves[choice]);
    }
    let payoffs: Vec<String> = (0..game.players())
        .filter_map(Player::new)
        .map(|player| format!("player {player} {:.3}", game.payoff(&position, player)))
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
