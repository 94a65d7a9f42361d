//! A drawing as it is asked for: by a text or a game's name, and names for everything else.

use super::{Drawing, Played, Request, Written, draw, draw_game};
use crate::error::{Error, Result};
use plyscope::catalogue::Catalogue;
use plyscope::source::Wanted;
use std::sync::atomic::AtomicBool;

/// What is to be searched and drawn, in plain values: what the command's arguments say, and what a page asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// A tree as text, or a game by name.
    pub tree: String,
    /// The back-up rule.
    pub rule: String,
    /// The search.
    pub search: String,
    /// Read the numbers of a text as static evaluations that are wrong with this probability.
    pub error: Option<f64>,
    /// Plies to look ahead; all if left out.
    pub depth: Option<u32>,
    /// Who moves at depth 0, 1, ..., repeated as needed (for a text), with commas between.
    pub movers: Option<String>,
    /// The evaluator (for a game).
    pub evaluator: Option<String>,
    /// Where the search begins, if not at the start (for a game).
    pub position: Option<String>,
    /// The seed that a game is drawn with.
    pub seed: u64,
    /// Which of the seed's games.
    pub trial: u64,
    /// Every drawn game as it comes, or only those with a winning and a losing move at the root.
    pub every: bool,
}

impl Asked {
    /// A tree by minimax in full width, and nothing else said.
    ///
    /// ```
    /// use plyscope::catalogue::Catalogue;
    /// use plyscope_lab::drawing::Asked;
    /// let asked = Asked { search: "alpha-beta".into(), ..Asked::new("((3 12 8) (2 4 6) (14 5 2))") };
    /// let drawing = asked.draw(&Catalogue::built_in(), None)?;
    /// assert_eq!((drawing.choice, drawing.counts.cut), (0, 2));
    /// # Ok::<(), plyscope_lab::Error>(())
    /// ```
    pub fn new(tree: &str) -> Self {
        Asked {
            tree: tree.into(),
            rule: "minimax".into(),
            search: "full-width".into(),
            error: None,
            depth: None,
            movers: None,
            evaluator: None,
            position: None,
            seed: 0,
            trial: 0,
            every: false,
        }
    }

    /// Is it a game by name? That starts with a letter, as a named node does, but has no `:`.
    pub fn is_game(&self) -> bool {
        self.tree.trim_start().starts_with(|c: char| c.is_ascii_lowercase()) && !self.tree.contains(':')
    }

    /// Searches and draws; gives up soon after the flag is raised.
    pub fn draw(&self, catalogue: &Catalogue, stop: Option<&AtomicBool>) -> Result<Drawing> {
        let refuse = |why: &str| Err(Error::Usage(why.into()));
        let mut request = Request::new(catalogue, &self.rule, &self.search, self.depth)?;
        if let Some(stop) = stop {
            request = request.with_stop(stop);
        }
        if !self.is_game() {
            if self.evaluator.is_some() {
                return refuse(
                    "--evaluator is for a game; a tree as text holds its own numbers (and --error says how often they are wrong)",
                );
            }
            if self.position.is_some() {
                return refuse("--position is for a game; a tree as text is searched from its root");
            }
            return draw(&self.tree, request, &Written { error: self.error, movers: self.movers()? });
        }
        if self.error.is_some() {
            return refuse(
                "--error is for a tree as text; for a game say --evaluator 'artificial(error=...)'",
            );
        }
        if self.movers.is_some() {
            return refuse("--movers is for a tree as text; the game says who moves");
        }
        catalogue.game(&self.tree).map_err(|error| {
            Error::Usage(format!("a tree is text such as ((3 12 8) (2 4 6)), or a game by name: {error}"))
        })?;
        let played = Played {
            game: &self.tree,
            evaluator: self.evaluator.as_deref(),
            seed: self.seed,
            trial: self.trial,
            wanted: if self.every { Wanted::Every } else { Wanted::NonTrivial },
            position: self.position.as_deref(),
        };
        draw_game(request, &played)
    }

    fn movers(&self) -> Result<Option<Vec<usize>>> {
        let Some(list) = &self.movers else { return Ok(None) };
        let number = |text: &str| text.trim().parse::<usize>().ok();
        let movers: Option<Vec<usize>> = list.split(',').map(number).collect();
        let wrong =
            || Error::Usage(format!("movers are players, counted from 1, such as 1,2,2; not {list:?}"));
        movers.map(Some).ok_or_else(wrong)
    }
}
