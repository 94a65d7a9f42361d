//! The position that an engine is asked about, with the game so far.

use crate::chess::Chess;
use crate::fen;
use crate::position::Position;
use plyscope::game::{AnyPosition, Game, GamePosition, moves_of};
use std::sync::Arc;

/// Where a search begins.
#[derive(Clone)]
pub(super) struct Root {
    position: Position,
    game: Arc<Chess>,
}

impl Root {
    /// The usual start.
    pub(super) fn start(game: &Arc<Chess>) -> Self {
        Root { position: Chess::default().start(), game: game.clone() }
    }

    /// Reads what follows `position`: `startpos` or `fen FEN`, then perhaps `moves ...`. Positions before the last one are
    /// known then, as repetitions need.
    pub(super) fn read(text: &str, game: &Arc<Chess>) -> Result<Self, String> {
        let mut words = text.split_ascii_whitespace();
        let first = words.next();
        let before: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
        let mut position = match first {
            Some("startpos") if before.is_empty() => Chess::default().start(),
            Some("fen") => {
                Position::new(fen::parse(&before.join(" ")).map_err(|wanted| format!("wanted {wanted}"))?)
            }
            _ => return Err("wanted `startpos` or `fen` and a FEN".into()),
        };
        for (at, named) in words.enumerate() {
            // A program plays on where no draw is claimed.
            let choice = game.read_move(position.board(), named);
            let choice = choice.ok_or_else(|| {
                let shown: String = named.chars().filter(|sign| !sign.is_control()).take(20).collect();
                format!("move {} (`{shown}`) is not legal in {}", at + 1, position.board())
            })?;
            position = position.after(choice);
        }
        Ok(Root { position: position.played_on(), game: game.clone() })
    }

    /// The legal moves, as UCI names them.
    pub(super) fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.position.all_moves(&mut moves);
        moves.iter().map(|choice| self.game.move_name(&self.position, choice)).collect()
    }

    /// Neither side can win any more: every move is as good.
    pub(super) fn is_dead(&self) -> bool {
        self.position.has_moves() && moves_of(&*self.game, &self.position).is_empty()
    }

    /// The side to move is in check.
    pub(super) fn is_check(&self) -> bool {
        !self.position.board().checkers().is_empty()
    }

    /// 0: White is to move; 1: Black.
    pub(super) fn side(&self) -> usize {
        self.game.mover(&self.position).index()
    }

    /// For a player.
    pub(super) fn position(&self) -> AnyPosition {
        AnyPosition::new(GamePosition { game: self.game.clone(), position: self.position.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Root, String> {
        Root::read(text, &Arc::new(Chess::default()))
    }

    #[test]
    fn positions_of_programs() {
        assert_eq!(read("startpos").map(|root| root.moves().len()), Ok(20));
        let castled = read("fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8").expect("legal");
        assert_eq!(castled.position.board().to_string(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
        for (bad, told) in [
            ("", "wanted `startpos`"),
            ("startpos e2e4", "wanted `startpos`"),
            ("start", "wanted `startpos`"),
            ("fen", "wanted a FEN"),
            ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "wanted a FEN"),
            ("startpos moves e2e4 e2e4", "move 2 (`e2e4`) is not legal"),
            ("startpos moves 0000", "move 1 (`0000`) is not legal"),
        ] {
            let why = read(bad).map(|_| ()).expect_err(bad);
            assert!(why.contains(told), "{bad}: {why}");
        }
    }

    /// Where the rules would end the game but the GUI did not, there is still a move to find.
    #[test]
    fn games_that_go_on() {
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(3);
        let root = read(&format!("startpos moves {there_and_back}")).expect("legal");
        assert_eq!((root.moves().len(), moves_of(&*root.game, &root.position).len()), (20, 20));
        let old = read("fen 7k/8/8/8/8/8/8/R6K w - - 100 90").expect("legal");
        assert_eq!(moves_of(&*old.game, &old.position).len(), old.moves().len());
        // A move later it is a draw.
        let after = old.game.play(&old.position, &moves_of(&*old.game, &old.position)[0]);
        assert!(old.game.is_over(&after));
        let bare = read("fen 7k/8/8/8/8/8/8/N6K w - - 0 1").expect("legal");
        assert!(bare.is_dead() && !bare.moves().is_empty() && !old.is_dead());
        let mated = read("fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1").expect("legal");
        assert!(!mated.is_dead() && mated.moves().is_empty() && mated.is_check());
    }
}
