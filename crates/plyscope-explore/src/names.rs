//! Names that a request may hold. Those that start programs or read files are for the command line alone, where whoever
//! serves the page may give some of them: a link must not be able to do either.

use crate::answer::Refusal;
use crate::limits;
use plyscope::catalogue::{Catalogue, Described};
use plyscope::name::{Name, Parameter};

/// Parameters that lead out of the program.
const LEADS_OUT: [&str; 5] = ["command", "path", "file", "folder", "dir"];
/// Kinds that do, whether this build knows them or not.
const OUTSIDE: [&str; 8] = ["process", "uci", "file", "pgn", "histogram", "syzygy", "tables", "engine"];

/// Says which names are taken.
#[derive(Clone)]
pub(crate) struct Names {
    outside: Vec<&'static str>,
    /// What the command line gave.
    given: Vec<Name>,
    /// The games' parameters, whose usual values count where a name gives none.
    games: Vec<(&'static str, Vec<Parameter>)>,
}

impl Names {
    /// What leads outside is known by its parameters; names that are given are taken as they are.
    pub(crate) fn of(catalogue: &Catalogue, given: Vec<Name>) -> Self {
        let leads = |parameters: &[Parameter]| parameters.iter().any(|one| LEADS_OUT.contains(&one.name));
        let mut outside: Vec<&'static str> = OUTSIDE.to_vec();
        let mut add = |entries: &mut dyn Iterator<Item = &dyn Described>| {
            outside.extend(entries.filter(|entry| leads(entry.parameters())).map(|entry| entry.name()));
        };
        add(&mut catalogue.games().iter().map(|entry| entry as &dyn Described));
        add(&mut catalogue.evaluators().iter().map(|entry| entry as &dyn Described));
        add(&mut catalogue.rules().iter().map(|entry| entry as &dyn Described));
        add(&mut catalogue.searches().iter().map(|entry| entry as &dyn Described));
        add(&mut catalogue.sources().iter().map(|entry| entry as &dyn Described));
        add(&mut catalogue.oracles().iter().map(|entry| entry as &dyn Described));
        add(&mut catalogue.players().iter().map(|entry| entry as &dyn Described));
        add(&mut catalogue.engines().iter().map(|entry| entry as &dyn Described));
        let games =
            catalogue.games().iter().map(|entry| (entry.name(), entry.parameters().to_vec())).collect();
        Names { outside, given, games }
    }

    /// Refuses a name that leads outside, or that asks for too much.
    pub(crate) fn check(&self, text: &str) -> Result<(), Refusal> {
        let name = text.parse::<Name>();
        if name.as_ref().is_ok_and(|name| self.given.contains(name)) {
            return Ok(());
        }
        let kind = text.trim_start().split('(').next().unwrap_or_default().trim();
        // A learned evaluator's model is a file, and so is a search's.
        let leads = |name: &Name| {
            LEADS_OUT.iter().any(|parameter| name.get(parameter).is_some())
                || ["learned", "decisive"].contains(&name.kind()) && name.get("model").is_some()
        };
        if self.outside.contains(&kind) || name.is_ok_and(|name| leads(&name)) {
            return Err(Refusal::forbidden(format!(
                "`{kind}` starts a program or reads files, which no page and no link can ask for unless \
                 `plyscope explore --name` gave it; use the command"
            )));
        }
        let game = self.games.iter().find(|(known, _)| *known == kind);
        limits::check(text, game.map_or(&[], |(_, parameters)| parameters))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;

    #[test]
    fn what_leads_outside_is_forbidden() {
        let names = Names::of(&Catalogue::built_in(), Vec::new());
        for name in [
            r#"process(command="rm")"#,
            "process",
            " process (command=x)",
            r#"uci(command="stockfish")"#,
            r#"file(path="/etc/passwd")"#,
            r#"pgn(path="games.pgn")"#,
            r#"histogram(path="x")"#,
            r#"syzygy(path="x")"#,
            r#"tables(path="x")"#,
            r#"engine(name=main)"#,
            r#"learned(model="x")"#,
            r#"decisive(model="x")"#,
            r#"whatever(command="x")"#,
        ] {
            let refusal = names.check(name).expect_err(name);
            assert_eq!(refusal.status, StatusCode::FORBIDDEN, "{name}");
        }
        for name in
            ["tic-tac-toe", "kalah(pits=4)", "artificial(error=0.1)", "minimax", "alpha-beta(table=1)"]
        {
            assert!(names.check(name).is_ok(), "{name}");
        }
    }
    /// What is given is taken, however it is spaced, and nothing beside it.
    #[test]
    fn a_name_that_is_given_is_taken() {
        let given = vec![r#"process(command="game one")"#.parse().expect("a name")];
        let names = Names::of(&Catalogue::built_in(), given);
        for name in [r#"process(command="game one")"#, r#" process( command = "game one" ) "#] {
            assert!(names.check(name).is_ok(), "{name}");
        }
        for name in [r#"process(command="game two")"#, r#"process(command="game one",timeout=1)"#, "process"]
        {
            assert_eq!(names.check(name).expect_err(name).status, StatusCode::FORBIDDEN, "{name}");
        }
    }
}
