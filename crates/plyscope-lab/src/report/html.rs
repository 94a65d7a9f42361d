//! `report.html`: one file that works offline, in light and dark, wide and narrow, with and without scripts.

use super::counts::counted;
use super::outline::{Page, pages, verdicts};
use super::{Section, blocks, chance, summary};
use crate::document::{self, Block, badge, plain};
use crate::markup::escaped;
use crate::results::Verdict;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The report on some experiments.
pub fn html(sections: &[Section], version: &str) -> String {
    let pages = pages(sections);
    let paper = |page: &Page<'_>| {
        Block::Section(document::Section {
            level: 1,
            class: "paper",
            id: page.paper.key.clone(),
            title: vec![plain(page.paper.name())],
            lead: String::new(),
            blocks: blocks::page(page, None),
        })
    };
    let papers = document::html(&pages.iter().map(paper).collect::<Vec<_>>());
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>Plyscope report</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#claims\">To the claims</a>\n<main>\n<h1>Does looking deeper help?</h1>\n<p>{}</p>\n\
         <p class=\"quiet\">A claim is supported or refuted only where its interval allows it (95% over all comparisons of a \
         claim); undecided claims say how many trials would decide them. Plyscope {}.</p>\n{}{}\
         <div id=\"claims\">\n<p id=\"none\" hidden>No claim matches.</p>\n{papers}</div>\n</main>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escaped(format!("{} {}", summary(sections), chance(sections).sentence()).trim_end()),
        escaped(version),
        contents(&pages),
        filter(&pages)
    )
}

/// The papers, and how many claims came out how.
fn contents(pages: &[Page<'_>]) -> String {
    let entry = |page: &Page<'_>| {
        let (key, name) = (&page.paper.key, escaped(page.paper.name()));
        let counts = counted(verdicts(page.claims()));
        format!(
            "<li data-to=\"{key}\"><a href=\"#{key}\">{name}</a> <span class=\"quiet\">{counts}</span></li>\n"
        )
    };
    format!(
        "<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">Contents</h2>\n<ul>\n{}</ul>\n</nav>\n",
        pages.iter().map(entry).collect::<String>()
    )
}

/// The form that chooses what is shown; without scripts it is not there.
fn filter(pages: &[Page<'_>]) -> String {
    let verdict = |verdict: Verdict| {
        format!(
            "<label><input type=\"checkbox\" name=\"verdict\" value=\"{}\" checked> {}</label>\n",
            verdict.name(),
            badge(verdict.name())
        )
    };
    let verdicts = Verdict::ALL.map(verdict).concat();
    let paper = |page: &Page<'_>| {
        format!("<option value=\"{}\">{}</option>\n", page.paper.key, escaped(page.paper.name()))
    };
    let papers: String = pages.iter().map(paper).collect();
    format!(
        "<form id=\"filter\" hidden aria-label=\"Which claims are shown\" autocomplete=\"off\">\n\
         <fieldset><legend>Verdict</legend>\n{verdicts}</fieldset>\n\
         <label>Paper <select name=\"paper\">\n<option value=\"\">all</option>\n{papers}</select></label>\n\
         <label>Sentences <select name=\"whose\">\n<option value=\"\">all</option>\n<option value=\"paper\">of the papers</option>\n\
         <option value=\"ours\">of ours</option>\n</select></label>\n<output aria-live=\"polite\"></output>\n</form>\n"
    )
}
