//! Names that a request may hold. Those that start programs or read files are for the command line alone, where whoever
//! serves the page may give some of them: a link must not be able to do either.

use crate::answer::Refusal;
use crate::limits;
use plyscope::catalogue::{Catalogue, Described};
use plyscope::name::Name;

/// Says which names are taken.
#[derive(Clone)]
pub(crate) struct Names {
    /// What they mean.
    pub(crate) catalogue: Catalogue,
    /// Those that the command line gave, which may reach outside.
    pub(crate) given: Vec<Name>,
}

impl Names {
    /// Refuses a name that reaches outside of this program, or that asks for too much.
    pub(crate) fn check(&self, text: &str) -> Result<(), Refusal> {
        // What cannot be read is refused by what reads it.
        let Ok(name) = text.parse::<Name>() else { return Ok(()) };
        if self.given.contains(&name) {
            return Ok(());
        }
        if self.catalogue.reaches_outside(text).is_some() {
            return Err(Refusal::forbidden(format!(
                "`{}` starts a program or reads files, which no page and no link can ask for unless \
                 `plyscope explore --name` gave it; use the command",
                name.kind()
            )));
        }
        let game = self.catalogue.games().iter().find(|entry| entry.name() == name.kind());
        limits::check(&name, game.map_or(&[], |entry| entry.parameters()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;
    use plyscope::catalogue::{Entry, Outside};
    use plyscope::game::TicTacToe;
    use plyscope::player::AnyGame;

    /// With games of its own: one that starts a program, and one that reads a file if it is told to.
    fn names(given: Vec<Name>) -> Names {
        use plyscope::name::Parameter;
        let words = Parameter { name: "words", default: "", allowed: "a program" };
        let book = Parameter { name: "book", default: "none", allowed: "a file" };
        let entry = |name, parameter| {
            Entry::new(name, "A game.", &[parameter], |_, &()| Ok(AnyGame::new(TicTacToe::default())))
        };
        let catalogue = Catalogue::built_in()
            .reading(|_| Ok(String::new()))
            .with_game_entry(entry("elsewhere", words).reaching(Outside::Program))
            .with_game_entry(entry("with-book", book).reaching_by("book", Outside::Files));
        Names { catalogue, given }
    }

    #[test]
    fn what_reaches_outside_is_forbidden() {
        let names = names(Vec::new());
        for name in [
            r#"elsewhere(words="rm")"#,
            "elsewhere",
            " elsewhere (words=x)",
            r#"with-book(book="/etc/passwd")"#,
            r#"player(evaluator="histogram(path=x)")"#,
            r#"file(path="/etc/passwd")"#,
            r#"histogram(path="x")"#,
            r#"engine(name=main)"#,
            r#"learned(model="x")"#,
            r#"decisive(model="x")"#,
            r#"player(search="decisive(model=x)")"#,
        ] {
            let refusal = names.check(name).expect_err(name);
            assert_eq!(refusal.status, StatusCode::FORBIDDEN, "{name}");
        }
        for name in [
            "tic-tac-toe",
            "kalah(pits=4)",
            "artificial(error=0.1)",
            "minimax",
            "alpha-beta(table=1)",
            "with-book",
            "with-book(book=none)",
            "decisive",
            "x(",
        ] {
            assert!(names.check(name).is_ok(), "{name}");
        }
    }

    /// What is given is taken, however it is spaced, and nothing beside it.
    #[test]
    fn a_name_that_is_given_is_taken() {
        let names = names(vec![r#"elsewhere(words="game one")"#.parse().expect("a name")]);
        for name in [r#"elsewhere(words="game one")"#, r#" elsewhere( words = "game one" ) "#] {
            assert!(names.check(name).is_ok(), "{name}");
        }
        for name in [r#"elsewhere(words="game two")"#, r#"elsewhere(words="game one",more=1)"#, "elsewhere"] {
            assert_eq!(names.check(name).expect_err(name).status, StatusCode::FORBIDDEN, "{name}");
        }
    }
}
