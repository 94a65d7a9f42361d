//! The report for the repository: a first page, and a page for every paper.

use super::outline::{Line, Page, pages, verdicts};
use super::{Section, blocks, chance, summary};
use crate::document::{self, Block, Cell, Row, Style, Table, Words, markdown, plain, span};
use crate::results::Verdict;

/// What is written around the report.
pub struct Markdown<'a> {
    /// How the files are made, for their first lines.
    pub made_by: &'a str,
    /// Where the figures lie, seen from a page.
    pub figures: &'a str,
    /// The file with the numbers, seen from a page.
    pub data: &'a str,
}

/// A page of the report.
pub struct MarkdownPage {
    /// Its file in the folder of pages.
    pub file: String,
    /// What it is called.
    pub title: String,
    /// What is in it.
    pub text: String,
}

/// How many of a paper's statements that were not supported the first page names, where there is room.
const NAMED: usize = 3;

/// The first page is one screen: no longer than this.
pub(crate) const FIRST_PAGE: usize = 8000;

/// The first page: what came out of each paper, with links to the pages, which lie beside it.
pub fn first_page(sections: &[Section], made_by: &str) -> String {
    let pages = pages(sections);
    let told = format!("{} {}", summary(sections), chance(sections).sentence());
    let first_page = |named| first_page_with(&pages, made_by, told.trim_end(), named);
    let mut texts = (0..=NAMED).rev().map(first_page).peekable();
    loop {
        match texts.next() {
            Some(text) if texts.peek().is_none() || text.chars().count() <= FIRST_PAGE => return text,
            _ => {}
        }
    }
}

fn first_page_with(pages: &[Page<'_>], made_by: &str, told: &str, most: usize) -> String {
    let mut blocks = vec![
        Block::Title(vec![plain("How the papers hold up")]),
        Block::Paragraph(
            "",
            vec![
                plain("Made by "),
                span(Style::Code, made_by),
                plain(
                    ". A claim is *supported* or *refuted* only where its interval allows it (95% over all its comparisons, at every number \
                   of trials); the page of each paper has every claim with its numbers, its figure, our reading and the command.",
                ),
            ],
        ),
        Block::Paragraph("", vec![plain(told)]),
        Block::Table(counts(pages)),
    ];
    for page in pages {
        let mut inside: Vec<Block> = blocks::about(page).into_iter().collect();
        let mut words = blocks::came_out(page, "").unwrap_or_default();
        let missed = page.not_supported();
        if !missed.is_empty() {
            words.extend([span(Style::LineEnd, ""), plain("Not supported: ")]);
            let named = missed.iter().take(most).map(|missed| blocks::missed(missed, &file(page)));
            let more = match missed.len().saturating_sub(most) {
                0 => None,
                more if most == 0 => Some(format!("{more} statements")),
                more => Some(format!("and {more} more")),
            };
            let all: Vec<Words> = named.chain(more.map(|more| vec![plain(more)])).collect();
            words.extend(all.join(&plain("; ")));
            words.push(plain("."));
        }
        inside.push(Block::Paragraph("", words));
        let title = vec![span(Style::To(file(page)), page.paper.name())];
        blocks.push(Block::Section(document::Section {
            level: 2,
            title,
            blocks: inside,
            ..Default::default()
        }));
    }
    markdown(&blocks, "")
}

/// The file of a page.
fn file(page: &Page<'_>) -> String {
    format!("{}.md", page.paper.key)
}

/// How many claims of each paper came out how.
fn counts(pages: &[Page<'_>]) -> Table {
    let row = |what: Words, counts: [usize; 5]| -> Row {
        let counts = counts.map(|count| Cell::from(count.to_string()));
        std::iter::once(what.into()).chain(counts).collect()
    };
    let link = |page: &Page<'_>| vec![span(Style::To(file(page)), page.paper.name())];
    let (papers, own): (Vec<&Page<'_>>, Vec<&Page<'_>>) =
        pages.iter().partition(|page| page.paper.is_paper());
    let of_paper = |page: &&Page<'_>| row(link(page), verdicts(page.claims().filter(|line| !line.is_ours())));
    let mut rows: Vec<Row> = papers.iter().map(of_paper).collect();
    let others = papers.iter().flat_map(|page| page.other_claims());
    let of_papers = |line: &&Line<'_>| !line.is_ours();
    rows.push(row(
        vec![plain("the same claims in other readings")],
        verdicts(others.clone().filter(of_papers)),
    ));
    let ours = papers.iter().flat_map(|page| page.claims()).chain(others);
    let ours = verdicts(ours.filter(|line| line.is_ours()));
    if ours != [0; 5] {
        rows.push(row(vec![plain("our own statements about them")], ours));
    }
    let all = |page: &&Page<'_>| row(link(page), verdicts(page.claims().chain(page.other_claims())));
    rows.extend(own.iter().map(all));
    Table {
        head: [""].into_iter().chain(Verdict::ALL.map(Verdict::name)).map(String::from).collect(),
        groups: vec![rows],
        ..Table::default()
    }
}

/// A page for every paper, and one for what is ours.
pub fn paper_pages(sections: &[Section], around: &Markdown<'_>) -> Vec<MarkdownPage> {
    let Markdown { made_by, figures, data } = around;
    let link = |target: &str, text: &str| span(Style::To(target.into()), text);
    let page = |page: &Page<'_>| {
        let made = vec![
            link("index.md", "All papers"),
            plain("; "),
            link("../reading-a-report.md", "how to read this"),
            plain("; "),
            link(data, "the numbers"),
            plain(". Made by "),
            span(Style::Code, *made_by),
            plain("."),
        ];
        let title = Block::Title(vec![plain(page.paper.name())]);
        let blocks: Vec<Block> = std::iter::once(title).chain(blocks::page(page, Some(made))).collect();
        MarkdownPage { file: file(page), title: page.paper.name().into(), text: markdown(&blocks, figures) }
    };
    pages(sections).iter().map(page).collect()
}
