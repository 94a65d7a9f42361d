//! `plyscope tree`: one search of one tree, drawn.

use crate::output;
use anyhow::{Context, bail};
use clap::ValueEnum;
use plyscope::catalogue::Catalogue;
use plyscope_lab::drawing::{self, Steps, TreeRequest};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Russell & Norvig's figure 2, by minimax:
    plyscope tree '((3 12 8) (2 4 6) (14 5 2))'
  The EMM papers' example: static evaluations that are wrong one time in ten:
    plyscope tree 'A:(B:(D:1 E:1)@1 C:(F:1 G:-1)@-1)@1' --rule emm --error 0.1
  Three players, each for itself:
    plyscope tree '(([1 2 6] [4 2 3]) ([6 1 2] [7 4 1]))' --rule max-n
  A drawn game, searched three plies deep with an evaluator that is wrong one time in five:
    plyscope tree 'board-splitting(depth=5)' --rule emm --evaluator 'artificial(error=0.2)' --depth 3
  Alpha-beta, with the branches it cuts:
    plyscope tree '((3 12 8) (2 4 6) (14 5 2))' --search alpha-beta
  A real game, two plies deep:
    plyscope tree tic-tac-toe --depth 2 --evaluator lines --search 'alpha-beta(scores=all)'
  A position of a game, three plies deep:
    plyscope tree connect-four --position 44535 --depth 3 --evaluator lines
  A picture:
    plyscope tree '((3 12 8) (2 4 6) (14 5 2))' --format svg > tree.svg
  Step by step, and a picture of the tree after step 8:
    plyscope tree '((3 12 8) (2 4 6) (14 5 2))' --search alpha-beta --steps
    plyscope tree '((3 12 8) (2 4 6) (14 5 2))' --search alpha-beta --step 8 --format svg > step.svg

The text of a tree: node := [NAME ':'] (NUMBER | '[' NUMBER+ ']' | '(' node+ ')') ['@' ESTIMATE]; \
numbers are in the first player's view. `plyscope list` shows games, evaluators, rules and searches.

Exit status: 0 done; 2 could not be drawn.")]
pub(crate) struct Arguments {
    /// A tree as text, `-` to read such a text from standard input, or a game by name
    #[arg(allow_negative_numbers = true)]
    tree: String,
    /// The back-up rule
    #[arg(long, default_value = "minimax")]
    rule: String,
    /// The search
    #[arg(long, default_value = "full-width")]
    search: String,
    /// Read the numbers of a text as static evaluations that are wrong with this probability [0 to 0.5]
    #[arg(long, value_name = "E", allow_negative_numbers = true)]
    error: Option<f64>,
    /// Plies to look ahead; all if left out
    #[arg(long, value_name = "D")]
    depth: Option<u32>,
    /// Who moves at depth 0, 1, ..., repeated as needed, such as 1,2,2 (for a text)
    #[arg(long, value_name = "LIST")]
    movers: Option<String>,
    /// The evaluator (for a game) [default: artificial for drawn games, none for real ones]
    #[arg(long)]
    evaluator: Option<String>,
    /// Search from this position, given as text, not from the start (for a game)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Which drawn games count: non-trivial ones have a winning and a losing move at the root
    #[arg(long, value_enum, default_value_t = Wanted::NonTrivial)]
    wanted: Wanted,
    #[command(flatten)]
    draw: crate::arguments::Draw,
    /// Show the search step by step (as text or JSON)
    #[arg(long)]
    steps: bool,
    /// Show the tree as it is known after this step (as SVG); 0 is before the search
    #[arg(long, value_name = "N", conflicts_with = "steps")]
    step: Option<usize>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Which of the games that are drawn by key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// Those whose root has a winning and a losing move; others are drawn again
    NonTrivial,
    /// Every one, as it comes
    Every,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

/// The most bytes of a tree that are read from standard input.
const MAX_INPUT: u64 = 64 << 20;

pub(crate) fn run(catalogue: &Catalogue, arguments: &Arguments) -> anyhow::Result<()> {
    let mut tree = arguments.tree.clone();
    if tree == "-" {
        tree = plyscope_files::standard_input(MAX_INPUT)
            .context("standard input could not be read as the text of a tree")?;
    }
    let asked = asked(tree, arguments);
    if asked.is_game() && arguments.tree == "-" {
        bail!(
            "standard input holds no tree as text such as ((3 12 8) (2 4 6)); a game is named on the command line"
        );
    }
    if learns_long(catalogue, &asked) {
        output::talk("learning from solved positions of the game before the search: this can take minutes");
    }
    let drawing = asked.draw(catalogue, None)?;
    for doubt in &drawing.doubts {
        output::talk(&format!("warning: {doubt}"));
    }
    match (arguments.format, arguments.steps, arguments.step) {
        (Format::Text, false, None) => output::print(&drawing::render_text(&drawing)?),
        (Format::Text, true, _) => output::print(&drawing::steps_text(&drawing, &Steps::of(&drawing)?)),
        (Format::Json, false, None) => output::json_text(&drawing::render_json(&drawing)),
        (Format::Json, true, _) => output::json_text(&drawing::render_steps(&drawing, &Steps::of(&drawing)?)),
        (Format::Svg, false, None) => output::print(&drawing::render(&drawing)?),
        (Format::Svg, false, Some(step)) => {
            let steps = Steps::of(&drawing)?;
            let last = steps.all.len() - 1;
            if step > last {
                bail!("the search has {last} steps; there is no step {step}");
            }
            output::print(&drawing::render_step(&drawing, &steps, step, &[])?)
        }
        (Format::Svg, true, _) => bail!("--steps is for text and JSON; a picture shows one step: --step N"),
        (_, _, Some(_)) => bail!("--step draws a picture: add --format svg; --steps lists all steps"),
    }
}

/// Has something to be learned from positions that have to be solved first? Drawn games are solved as they are drawn.
fn learns_long(catalogue: &Catalogue, asked: &TreeRequest) -> bool {
    let learns = asked.evaluator.as_ref().is_some_and(|evaluator| catalogue.learns(&asked.rule, evaluator));
    learns && asked.is_game() && catalogue.game(&asked.tree).is_ok_and(|game| !game.facts().is_drawn)
}

/// What the arguments ask for.
fn asked(tree: String, arguments: &Arguments) -> TreeRequest {
    TreeRequest {
        tree,
        rule: arguments.rule.clone(),
        search: arguments.search.clone(),
        error: arguments.error,
        depth: arguments.depth,
        movers: arguments.movers.clone(),
        evaluator: arguments.evaluator.clone(),
        position: arguments.position.clone(),
        seed: arguments.draw.seed,
        trial: arguments.draw.trial,
        every: arguments.wanted == Wanted::Every,
    }
}
