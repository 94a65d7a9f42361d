//! `plyscope tree`: one search of one tree, drawn.

use crate::output;
use anyhow::{Context, bail};
use clap::ValueEnum;
use plyscope::catalogue::Catalogue;
use plyscope::source;
use plyscope_lab::drawing::{self, Drawing, Played, Request, Written, draw_game};
use std::io::Read;

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

The text of a tree: node := [NAME ':'] (NUMBER | '[' NUMBER+ ']' | '(' node+ ')') ['@' ESTIMATE];
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
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    movers: Option<Vec<usize>>,
    /// The evaluator (for a game) [default: artificial for drawn games, none for real ones]
    #[arg(long)]
    evaluator: Option<String>,
    /// Search from this position, given as text, not from the start (for a game)
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Which drawn games count: non-trivial ones have a winning and a losing move at the root
    #[arg(long, value_enum, default_value_t = Wanted::NonTrivial)]
    wanted: Wanted,
    #[command(flatten)]
    draw: crate::game::Draw,
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
    let drawing: Drawing = if arguments.tree == "-" {
        let mut text = String::new();
        let read = std::io::stdin().lock().take(MAX_INPUT).read_to_string(&mut text);
        read.context("standard input could not be read as the text of a tree")?;
        written(catalogue, &text, arguments)?
    } else if drawing::is_game(&arguments.tree) {
        played(catalogue, &arguments.tree, arguments)?
    } else {
        written(catalogue, &arguments.tree, arguments)?
    };
    for doubt in &drawing.doubts {
        output::talk(&format!("warning: {doubt}"));
    }
    match arguments.format {
        Format::Text => output::print(&drawing::render_text(&drawing)?),
        Format::Json => output::json_text(&drawing::render_json(&drawing)),
        Format::Svg => output::print(&drawing::render(&drawing)?),
    }
}

fn request<'a>(catalogue: &'a Catalogue, arguments: &Arguments) -> anyhow::Result<Request<'a>> {
    Ok(Request::new(catalogue, &arguments.rule, &arguments.search, arguments.depth)?)
}

/// A game that is given by name.
fn played(catalogue: &Catalogue, name: &str, arguments: &Arguments) -> anyhow::Result<Drawing> {
    if arguments.error.is_some() {
        bail!("--error is for a tree as text; for a game say --evaluator 'artificial(error=...)'");
    }
    if arguments.movers.is_some() {
        bail!("--movers is for a tree as text; the game says who moves");
    }
    catalogue.game(name).context("a tree is text such as ((3 12 8) (2 4 6)), or a game by name")?;
    let played = Played {
        game: name,
        evaluator: arguments.evaluator.as_deref(),
        seed: arguments.draw.seed,
        trial: arguments.draw.trial,
        wanted: match arguments.wanted {
            Wanted::NonTrivial => source::Wanted::NonTrivial,
            Wanted::Every => source::Wanted::Every,
        },
        position: arguments.position.as_deref(),
    };
    Ok(draw_game(request(catalogue, arguments)?, &played)?)
}

/// A tree that is written as text.
fn written(catalogue: &Catalogue, text: &str, arguments: &Arguments) -> anyhow::Result<Drawing> {
    if arguments.evaluator.is_some() {
        bail!(
            "--evaluator is for a game; a tree as text holds its own numbers (and --error says how often they are wrong)"
        );
    }
    if arguments.position.is_some() {
        bail!("--position is for a game; a tree as text is searched from its root");
    }
    let written = Written { error: arguments.error, movers: arguments.movers.clone() };
    Ok(drawing::draw(text, request(catalogue, arguments)?, &written)?)
}
