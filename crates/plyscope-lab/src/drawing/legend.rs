//! What is below the picture of a tree: what the signs in it mean.

use super::stage::Stage;
use super::svg::{WIDE, lines};
use super::{Drawing, Drawn};
use crate::markup::{escaped, text_width, wrapped};
use plyscope::game::Player;

/// The size of its text.
const LEGEND: f64 = 12.0;

/// A line below the picture that explains a sign in it.
pub(super) enum Item {
    Mover(Player, String),
    Line(&'static str, &'static str),
    Box(&'static str, &'static str),
    Text(String),
}

/// What is explained below a picture.
pub(super) fn legend(drawing: &Drawing, stage: Option<&Stage<'_>>) -> Vec<Item> {
    fn any(node: &Drawn, holds: &dyn Fn(&Drawn) -> bool) -> bool {
        holds(node) || node.children.iter().any(|child| any(child, holds))
    }
    let mut items: Vec<Item> = (0..drawing.players)
        .filter_map(Player::new)
        .filter(|player| any(&drawing.root, &|node| node.mover == Some(*player)))
        .map(|player| Item::Mover(player, format!("player {player} moves")))
        .collect();
    items.push(Item::Line("edge chosen", "the choice"));
    if drawing.ties.len() > 1 {
        items.push(Item::Line("edge tied", "as good as the choice"));
    }
    if any(&drawing.root, &|node| node.pruned) {
        items.push(Item::Line("edge cut", "cut: not searched"));
    }
    if let Some(stage) = stage {
        items.push(Item::Box("box now", "where the search is"));
        items.push(Item::Box("box unseen", "not looked at yet"));
        if stage.has_marks() {
            items.push(Item::Box("box differs", "the other rule sees it otherwise"));
        }
    }
    let mut text = format!("values: {}", drawing.meaning);
    if stage.is_some_and(Stage::has_windows) {
        text.push_str("; α: player 1 is sure of this or more, β: player 2 of this or less");
    }
    let mut explain = |two: bool, meaning: &str| {
        if any(&drawing.root, &|node| node.node_type.is_some_and(|t| (t.children() == 2) == two)) {
            text.push_str(meaning);
        }
    };
    explain(
        true,
        "; types by the children that win for the mover: A both, B the first, C the second, D none",
    );
    explain(false, "; k/b: k of b children win for the mover");
    if any(&drawing.root, &|node| lines(node).iter().any(|(line, _)| line.starts_with("below: "))) {
        text.push_str(
            "; below: the value backed up from the children, where the node keeps its own, more certain estimate",
        );
    }
    items.extend(wrapped(&text, WIDE / LEGEND).into_iter().map(Item::Text));
    items
}

impl Item {
    pub(super) fn width(&self) -> f64 {
        let text = match self {
            Item::Mover(_, text) | Item::Text(text) => text,
            Item::Line(_, text) | Item::Box(_, text) => *text,
        };
        34.0 + LEGEND * text_width(text)
    }

    pub(super) fn drawn(&self, x: f64, y: f64) -> String {
        let (mark, text) = match self {
            Item::Mover(player, text) => (player_mark(*player, x + 12.0, y - 4.0), text.clone()),
            Item::Line(class, text) => {
                let line = format!(r#"<path class="{class}" d="M{x:.1} {0:.1} h24"/>"#, y - 4.0);
                (line, (*text).to_string())
            }
            Item::Box(class, text) => {
                let sign = format!(
                    r#"<rect class="{class}" x="{:.1}" y="{:.1}" width="20" height="13" rx="3"/>"#,
                    x + 2.0,
                    y - 11.0
                );
                (sign, (*text).to_string())
            }
            Item::Text(text) => {
                return format!(r#"<text class="quiet" x="{x:.1}" y="{y:.1}">{}</text>"#, escaped(text));
            }
        };
        format!(r#"{mark}<text class="quiet" x="{:.1}" y="{y:.1}">{}</text>"#, x + 34.0, escaped(&text))
    }
}

/// Up for the player who wants high values, down for the one who wants low ones, a numbered disc for others.
pub(super) fn player_mark(player: Player, x: f64, y: f64) -> String {
    match player {
        Player::FIRST => format!(r#"<path class="first" d="M{:.1} {:.1} h14 l-7 -12 z"/>"#, x - 7.0, y + 6.0),
        Player::SECOND => {
            format!(r#"<path class="second" d="M{:.1} {:.1} h14 l-7 12 z"/>"#, x - 7.0, y - 6.0)
        }
        _ => format!(
            r#"<circle class="other" cx="{x:.1}" cy="{y:.1}" r="7"/><text class="middle" style="fill:#fff;font-size:10px" x="{x:.1}" y="{:.1}">{player}</text>"#,
            y + 3.5
        ),
    }
}
