//! Games as PGN: the moves, each with its player's score, depth and nodes in a comment.

use plyscope::game::AnyPosition;
use plyscope::player::{AnyGame, Observation, Played};

/// Lines are broken before they are longer than this.
const WIDTH: usize = 79;
/// Engines' scores beyond it are mates: this less the moves to it.
const MATE: f64 = 10_000.0;
/// No mate is further away.
const FARTHEST: f64 = 1000.0;

/// A game that is being written down.
pub(crate) struct Sheet<'a> {
    game: &'a AnyGame,
    start: String,
    words: Vec<String>,
}

impl<'a> Sheet<'a> {
    /// From a position, in a game whose moves people write down.
    pub(crate) fn begin(game: &'a AnyGame, start: &AnyPosition) -> Option<Self> {
        game.written(start, 0)?;
        Some(Sheet { game, start: game.position_text(start), words: Vec::new() })
    }

    /// A decision, and the move that was made.
    pub(crate) fn add(&mut self, position: &AnyPosition, seen: &Observation, choice: usize) {
        let text = self.game.position_text(position);
        let mut fields = text.split(' ').skip(1);
        let (white, number) = (fields.next() == Some("w"), fields.nth(3).unwrap_or("1"));
        match (white, self.words.is_empty()) {
            (true, _) => self.words.push(format!("{number}.")),
            (false, true) => self.words.push(format!("{number}...")),
            (false, false) => {}
        }
        self.words.extend(self.game.written(position, choice));
        let pawns = seen.value.as_ref().and_then(|value| value.number());
        let score = pawns.map(|pawns| score(if white { pawns } else { -pawns }));
        let depth = seen.depth.map(|depth| format!("/{depth}"));
        let told = format!("{}{}", score.unwrap_or_default(), depth.unwrap_or_default());
        let nodes = seen.counts.generated.to_string();
        self.words.extend([format!("{{{told}"), nodes, "nodes}".into()]);
    }

    /// The whole game, between players of these names.
    pub(crate) fn finish(self, names: [&str; 2], round: &str, played: &Played) -> String {
        let result = match (played.finished, played.half_points) {
            (true, 0) => "0-1",
            (true, 2) => "1-0",
            (true, _) => "1/2-1/2",
            (false, _) => "*",
        };
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let mut text = String::new();
        let tags = [
            ("Event", "plyscope match"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", round),
            ("White", names[0]),
            ("Black", names[1]),
            ("Result", result),
            ("SetUp", "1"),
            ("FEN", &self.start),
        ];
        for (name, value) in tags {
            text += &format!("[{name} \"{}\"]\n", quoted(value));
        }
        let mut width = 0;
        for word in self.words.iter().map(String::as_str).chain([result]) {
            let fits = width > 0 && width + 1 + word.len() <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 } + word.len();
            text += word;
        }
        text + "\n\n"
    }
}

/// Pawns in the view of the side to move, or a mate in moves.
fn score(pawns: f64) -> String {
    match pawns.abs() {
        size if size > MATE - FARTHEST => {
            format!("{}M{:.0}", if pawns > 0.0 { '+' } else { '-' }, (MATE - size).abs())
        }
        _ => format!("{pawns:+.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::score;

    #[test]
    fn scores_are_pawns_or_mates() {
        assert_eq!([0.35, -12.0, 9997.0, -9999.0].map(score), ["+0.35", "-12.00", "+M3", "-M1"]);
    }
}
