//! What a page may ask for, and how much.
//!
//! Names that start programs or read files are for the command line alone, which may give some of them to the page: a link
//! must not be able to do either. And sizes have limits that the command has not, because a person at the command can stop it.

use crate::answer::Refusal;
use plyscope::catalogue::{Catalogue, Described};
use plyscope::name::{Name, Parameter};

/// Bytes of a request's body.
pub(crate) const BODY: usize = 1 << 20;
/// Steps that a page shows.
pub(crate) const STEPS: usize = 5000;
/// Leaves of a drawn game.
const LEAVES: f64 = 1_048_576.0;
/// A game whose leaves are drawn only where a search comes to them.
const LAZY: &str = "critical";
/// Sizes that parameters may have: tables in MiB, playouts for an estimate, nodes that a search holds.
const LARGEST: [(&str, f64); 4] = [("table", 16.0), ("n", 1000.0), ("memory", 1e6), ("nodes", 1e5)];

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
        check(&name, game.map_or(&[], |entry| entry.parameters()))
    }
}

/// Refuses names whose parameters ask for much memory or time. `game` are the parameters of a game of this name, or none:
/// what is left out has its usual value.
fn check(name: &Name, game: &[Parameter]) -> Result<(), Refusal> {
    let number = |parameter: &str| {
        let usual = || game.iter().find(|known| known.name == parameter).map(|known| known.default);
        name.get(parameter).or_else(usual).and_then(|value| value.parse::<f64>().ok())
    };
    for (parameter, most) in LARGEST {
        if number(parameter).is_some_and(|value| value > most) {
            let why = format!("{}: here {parameter} is at most {most}; the command takes more", name.kind());
            return Err(Refusal::too_much(why));
        }
    }
    if let (Some(branching), Some(plies)) = (number("branching"), number("depth").or(number("height")))
        && name.kind() != LAZY
        && branching.powf(plies) > LEAVES
    {
        let why = format!(
            "{}: branching factor {branching} and depth {plies} make more than {LEAVES} leaves, which is too much for a \
             page; the command takes more",
            name.kind()
        );
        return Err(Refusal::too_much(why));
    }
    Ok(())
}

/// How much larger than its SVG a PNG can be: 2, and less where it would take too much memory.
#[cfg(feature = "png")]
pub(crate) fn png_scale(svg: &str) -> Result<f32, Refusal> {
    const PIXELS: f32 = 32e6;
    let side = |name: &str| -> Option<f32> {
        let start = svg.find(&format!(" {name}=\""))? + name.len() + 3;
        svg[start..].split('"').next()?.parse().ok()
    };
    let size = side("width").zip(side("height")).map(|(width, height)| width * height);
    let size = size.ok_or_else(|| Refusal::too_much("the picture has no size"))?;
    let scale = (PIXELS / size).sqrt().min(2.0);
    if scale < 0.5 {
        Err(Refusal::too_much("the picture is too large for PNG; take the SVG"))
    } else {
        Ok(scale)
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

    #[test]
    fn what_is_large_is_refused() {
        let catalogue = Catalogue::built_in();
        let check = |text: &str| {
            let kind = text.split('(').next();
            let game = catalogue.games().iter().find(|entry| Some(entry.name()) == kind);
            super::check(&text.parse().expect("a name"), game.map_or(&[], |entry| entry.parameters()))
        };
        for name in [
            "alpha-beta(table=65536)",
            "playouts(n=1000000)",
            "board-splitting(depth=25)",
            "strength-tree(height=13,branching=3)",
            "pruned(memory=4000000000)",
            // With their usual depth, and with the usual branching factor.
            "number-tree(branching=64)",
            "board-splitting(branching=5)",
            "winner-tree(depth=21)",
        ] {
            assert!(check(name).is_err(), "{name}");
        }
        for name in [
            "alpha-beta(table=16)",
            "board-splitting(depth=20)",
            "connect-four(height=30,width=9)",
            "tic-tac-trio(height=21)",
            "number-tree(branching=32)",
            "critical",
            "kalah",
        ] {
            assert!(check(name).is_ok(), "{name}");
        }
    }
}
