//! A drawing as a picture: an SVG file that stands alone, in light and dark, readable in grey.
//!
//! Players differ by shape as well as colour, the choice by width, what was not searched by dashes.

use super::board;
use super::legend::{self, player_mark};
use super::stage::{self, Stage};
use super::steps::Steps;
use super::{Drawing, Drawn, number, shown};
use crate::error::{Error, Result};
use crate::markup::{escaped, text_width, wrapped};
use std::fmt::Write;

/// The most leaves that make a picture anybody could look at.
const MAX_LEAVES: usize = 2000;

/// What common viewers still show.
const MAX_SIDE: f64 = 30_000.0;

const MARGIN: f64 = 24.0;
const GAP: f64 = 14.0;
/// Between the boxes of a level and those of the next.
const DROP: f64 = 50.0;
const LINE: f64 = 17.0;
/// Sizes of text: in boxes, of the title; and how wide that and the legend may get.
const TEXT: f64 = 13.0;
const TITLE: f64 = 15.0;
const STEP: f64 = 14.0;
/// The longer side of a board in a box.
const MAX_BOARD: f64 = 84.0;
pub(super) const WIDE: f64 = 640.0;

const STYLE: &str = "\
svg { font-family: 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif; font-size: 13px; }
.back { fill: #ffffff; } text { fill: #1a1a1a; } .quiet { fill: #595959; font-size: 12px; }
.title { font-size: 15px; font-weight: 600; } .value { font-weight: 600; }
.box { fill: #f4f6f8; stroke: #595959; stroke-width: 1; }
.first { fill: #0072b2; } .second { fill: #d55e00; } .other { fill: #595959; }
.edge { stroke: #8c8c8c; stroke-width: 1.2; fill: none; } .tied { stroke: #009e73; stroke-width: 2.4; }
.chosen { stroke: #009e73; stroke-width: 4.5; }
.cut { stroke-dasharray: 4 4; } .badge { fill: #ffffff; stroke: #595959; } .middle { text-anchor: middle; }
@media (prefers-color-scheme: dark) {
.back { fill: #16181c; } text { fill: #ececec; } .quiet { fill: #b3b3b3; }
.box { fill: #24282f; stroke: #9a9a9a; } .badge { fill: #16181c; stroke: #9a9a9a; }
.first { fill: #56b4e9; } .second { fill: #e69f00; } .other { fill: #b3b3b3; }
.edge { stroke: #8c8c8c; } .tied, .chosen { stroke: #2fd0a0; } }
";

/// The picture, or why there cannot be one.
pub fn render(drawing: &Drawing) -> Result<String> {
    picture(drawing, None)
}

/// The picture of a step; nodes that another rule sees otherwise are marked. All steps have the same size.
pub fn render_step(drawing: &Drawing, steps: &Steps<'_>, number: usize, marked: &[usize]) -> Result<String> {
    picture(drawing, Some(&Stage::new(steps, number, marked)))
}

fn picture(drawing: &Drawing, stage: Option<&Stage<'_>>) -> Result<String> {
    let leaves = leaves(&drawing.root);
    if leaves > MAX_LEAVES {
        return Err(Error::Usage(format!(
            "{leaves} leaves are too many for a picture, which takes at most {MAX_LEAVES}; use a smaller --depth, or --format text or json"
        )));
    }
    let canvas = Canvas::new(drawing, leaves, stage);
    if canvas.width > MAX_SIDE || canvas.height > MAX_SIDE {
        return Err(Error::Usage(format!(
            "the picture would be {:.0} by {:.0} pixels, at most {MAX_SIDE} can be shown; look ahead less (--depth), or \
             take text or json",
            canvas.width, canvas.height
        )));
    }
    Ok(canvas.finish(drawing))
}

fn leaves(node: &Drawn) -> usize {
    if node.children.is_empty() { 1 } else { node.children.iter().map(leaves).sum() }
}

fn height(node: &Drawn) -> usize {
    node.children.iter().map(|child| height(child) + 1).max().unwrap_or(0)
}

/// The lines within a node's box.
pub(super) fn lines(node: &Drawn) -> Vec<(String, &'static str)> {
    let mut lines = vec![(short(&node.name), "quiet")];
    match node.value_text() {
        Some(value) => lines.push((value, "value")),
        None => lines.push(("cut".into(), "quiet")),
    }
    lines.extend(node.error.map(|error| (format!("error {}", number(error)), "quiet")));
    lines.extend(kept(node));
    lines
}

/// Where the own estimate was kept, what it was kept against.
pub(super) fn kept(node: &Drawn) -> Option<(String, &'static str)> {
    let (own, aggregate) = node.own.as_ref().zip(node.aggregate.as_ref())?;
    let is_kept = node.value.as_ref() == Some(own) && own != aggregate;
    is_kept.then(|| (format!("below: {}", shown(aggregate)), "quiet"))
}

/// A name that fits a box: of a long path the end.
pub(super) fn short(name: &str) -> String {
    const LONGEST: usize = 24;
    let length = name.chars().count();
    if length <= LONGEST {
        return name.to_string();
    }
    format!("…{}", name.chars().skip(length - LONGEST + 1).collect::<String>())
}

fn widest(node: &Drawn) -> f64 {
    let own = lines(node).iter().map(|(line, _)| TEXT * text_width(line)).fold(0.0, f64::max);
    node.children.iter().map(widest).fold(own, f64::max)
}

fn most_lines(node: &Drawn) -> usize {
    node.children.iter().map(most_lines).max().unwrap_or(0).max(lines(node).len())
}

struct Canvas<'a> {
    stage: Option<&'a Stage<'a>>,
    /// The size of the board in every box, where there is one.
    board: Option<(f64, f64)>,
    box_width: f64,
    box_height: f64,
    /// From one level to the next.
    level: f64,
    top: f64,
    width: f64,
    height: f64,
    next_leaf: f64,
    edges: String,
    boxes: String,
    title: Vec<String>,
    /// What the step says.
    step: Vec<String>,
}

impl<'a> Canvas<'a> {
    fn new(drawing: &Drawing, leaves: usize, stage: Option<&'a Stage<'a>>) -> Self {
        // Bold letters are wider than what is reckoned with.
        let title = wrapped(&drawing.title(), WIDE / (1.1 * TITLE));
        let widest = widest(&drawing.root).max(stage.map_or(0.0, |stage| TEXT * stage.widest()));
        let lines = most_lines(&drawing.root) + stage.map_or(0, |stage| usize::from(stage.has_windows()));
        // Steps are looked at one by one: they have room for boards.
        let board = stage.and(drawing.root.board.as_ref()).map(|board| board::small(board, MAX_BOARD));
        let box_width = (widest + 22.0).max(64.0).max(board.map_or(0.0, |(width, _)| width + 16.0));
        let box_height = lines as f64 * LINE + 12.0 + board.map_or(0.0, |(_, height)| height + 6.0);
        let level = box_height + DROP;
        // As much room as the longest of all steps needs, so that nothing moves.
        let said = |number: usize, stage: &Stage<'_>| wrapped(&stage.text(number), WIDE / STEP);
        let step = stage.map_or(Vec::new(), |stage| said(stage.number, stage));
        let room = stage
            .map_or(0, |stage| (0..stage.count()).map(|number| said(number, stage).len()).max().unwrap_or(0));
        let top = MARGIN + (title.len() + room) as f64 * 20.0 + 22.0;
        let title_width = title.iter().map(|line| 1.1 * TITLE * text_width(line)).fold(0.0, f64::max);
        let tree_width = leaves as f64 * (box_width + GAP) - GAP;
        let title_width = if stage.is_some() { title_width.max(WIDE) } else { title_width };
        let legend = legend::legend(drawing, stage);
        let legend_width = legend.iter().map(legend::Item::width).fold(0.0, f64::max);
        let width = tree_width.max(title_width).max(legend_width) + 2.0 * MARGIN;
        let legend = legend.len() as f64 * 20.0 + 14.0;
        let height = top + height(&drawing.root) as f64 * level + box_height + legend + MARGIN;
        let next_leaf = (width - tree_width) / 2.0 + box_width / 2.0;
        let (edges, boxes) = (String::new(), String::new());
        Canvas {
            stage,
            board,
            box_width,
            box_height,
            level,
            top,
            width,
            height,
            next_leaf,
            edges,
            boxes,
            title,
            step,
        }
    }

    /// Draws a node and what is below it; gives the middle of its box, and the number of the node that comes next.
    fn node(&mut self, drawing: &Drawing, node: &Drawn, level: usize, number: usize) -> (f64, usize) {
        let y = self.top + level as f64 * self.level;
        let (mut children, mut next) = (Vec::new(), number + 1);
        for child in &node.children {
            let (x, after) = self.node(drawing, child, level + 1, next);
            children.push((x, next));
            next = after;
        }
        let x = match (children.first(), children.last()) {
            (Some((first, _)), Some((last, _))) => (first + last) / 2.0,
            _ => {
                let x = self.next_leaf;
                self.next_leaf += self.box_width + GAP;
                x
            }
        };
        // What is chosen is known at the end.
        let decided = self.stage.is_none_or(Stage::is_last);
        for (i, (child, (below, number))) in node.children.iter().zip(&children).enumerate() {
            let unseen = match self.stage {
                None => child.pruned,
                Some(stage) => !stage.is_seen(*number),
            };
            let class = match level {
                _ if unseen => "edge cut",
                0 if decided && i == drawing.choice => "edge chosen",
                0 if decided && drawing.is_tied(i) => "edge tied",
                _ => "edge",
            };
            let (from, to) = (y + self.box_height, y + self.level);
            put(
                &mut self.edges,
                &format!(r#"<path class="{class}" d="M{x:.1} {from:.1} L{below:.1} {to:.1}"/>"#),
            );
        }
        self.draw_box(node, number, x, y);
        (x, next)
    }

    fn draw_box(&mut self, node: &Drawn, number: usize, x: f64, y: f64) {
        let (width, height) = (self.box_width, self.box_height);
        let left = x - width / 2.0;
        let (class, lines, typed) = match self.stage {
            None => (if node.pruned { "box cut" } else { "box" }.to_string(), lines(node), true),
            Some(stage) => {
                put(&mut self.boxes, &stage.group(number));
                (stage.class(number), stage.lines(number, node), stage.is_done(number))
            }
        };
        put(
            &mut self.boxes,
            &format!(
                r#"<rect class="{class}" x="{left:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="6"/>"#
            ),
        );
        let shown = self.board.zip(node.board.as_ref());
        let shown = shown.filter(|_| self.stage.is_some_and(|stage| stage.is_seen(number)));
        let below = shown.map_or(0.0, |((_, height), _)| height + 6.0);
        let first = y + (height - lines.len() as f64 * LINE - below) / 2.0 + 13.0;
        if let Some((size, board)) = shown {
            let at = (x - size.0 / 2.0, first + lines.len() as f64 * LINE - 8.0);
            put(&mut self.boxes, &board::placed(board, &node.name, at, size));
        }
        for (i, (line, class)) in lines.iter().enumerate() {
            let (at, line) = (first + i as f64 * LINE, escaped(line));
            put(
                &mut self.boxes,
                &format!(r#"<text class="{class} middle" x="{x:.1}" y="{at:.1}">{line}</text>"#),
            );
        }
        if let Some(mover) = node.mover {
            put(&mut self.boxes, &player_mark(mover, left + 11.0, y));
        }
        if let Some(node_type) = node.node_type.filter(|_| typed) {
            let text = node_type.to_string();
            let half = 5.0 + 4.0 * text.chars().count() as f64;
            let (right, at) = (left + width - 8.0, y + 4.0);
            put(
                &mut self.boxes,
                &format!(
                    r#"<rect class="badge" x="{:.1}" y="{:.1}" width="{:.1}" height="16" rx="8"/><text class="quiet middle" x="{right:.1}" y="{at:.1}">{text}</text>"#,
                    right - half,
                    y - 8.0,
                    2.0 * half
                ),
            );
        }
        if self.stage.is_some() {
            put(&mut self.boxes, "</g>");
        }
    }

    fn finish(mut self, drawing: &Drawing) -> String {
        self.node(drawing, &drawing.root, 0, 0);
        let (width, height) = (self.width, self.height);
        let mut svg = String::new();
        put(
            &mut svg,
            &format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" role="img" aria-labelledby="title description">"#
            ),
        );
        put(&mut svg, &format!(r#"<title id="title">{}</title>"#, escaped(&drawing.title())));
        let described = match self.stage {
            None => description(drawing),
            Some(stage) => stage.text(stage.number),
        };
        put(&mut svg, &format!(r#"<desc id="description">{}</desc>"#, escaped(&described)));
        let more = if self.stage.is_some() { stage::STYLE } else { "" };
        put(&mut svg, &format!("<style>\n{STYLE}{more}</style>"));
        put(&mut svg, r#"<rect class="back" width="100%" height="100%"/>"#);
        for (i, line) in self.title.iter().enumerate() {
            let (y, line) = (MARGIN + 14.0 + 20.0 * i as f64, escaped(line));
            put(&mut svg, &format!(r#"<text class="title" x="{MARGIN}" y="{y}">{line}</text>"#));
        }
        for (i, line) in self.step.iter().enumerate() {
            let (y, line) = (MARGIN + 14.0 + 20.0 * (self.title.len() + i) as f64, escaped(line));
            put(&mut svg, &format!(r#"<text class="step" x="{MARGIN}" y="{y}">{line}</text>"#));
        }
        svg.push_str(&self.edges);
        svg.push_str(&self.boxes);
        let legend = legend::legend(drawing, self.stage);
        for (i, item) in legend.iter().enumerate() {
            let y = height - MARGIN - 20.0 * (legend.len() - 1 - i) as f64;
            put(&mut svg, &item.drawn(MARGIN, y));
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// What the picture shows, for those who do not see it.
fn description(drawing: &Drawing) -> String {
    let value =
        |node: &Drawn| node.value_text().map_or("not searched".into(), |value| format!("value {value}"));
    let moves: Vec<String> =
        drawing.root.children.iter().map(|child| format!("{}: {}", child.name, value(child))).collect();
    format!(
        "The root {} has the {}, {}. Its moves: {}. The choice is {}.",
        drawing.root.name,
        value(&drawing.root),
        drawing.meaning,
        moves.join("; "),
        drawing.chosen().name
    )
}

fn put(svg: &mut String, line: &str) {
    writeln!(svg, "{line}").expect("a string takes everything");
}
