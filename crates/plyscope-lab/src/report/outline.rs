//! What a report says and in which order, whatever it is written in: a page for every paper, a part for every figure,
//! and every statement once, with the settings that it was tried in.

use super::counts::{Chance, counted};
use super::papers::{OWN_PARTS, Paper, other, own, papers};
use super::{Section, chance, count, slug};
use crate::results::{Judged, Verdict};

/// Everything on one paper.
pub(super) struct Page<'a> {
    pub(super) paper: &'static Paper,
    pub(super) parts: Vec<Part<'a>>,
}

/// A figure, table or section of a paper: all experiments on it.
pub(super) struct Part<'a> {
    /// Its place in links.
    pub(super) id: String,
    /// Where in the paper, as a heading.
    pub(super) heading: String,
    /// What it is about, where the heading does not say it.
    pub(super) topic: Option<String>,
    /// The experiments, in the reading that we take.
    pub(super) experiments: Vec<Placed<'a>>,
    /// What they say.
    pub(super) statements: Vec<Statement<'a>>,
    /// The paper's numbers, digit by digit.
    pub(super) printed: Vec<Line<'a>>,
    /// Other readings that were run.
    pub(super) readings: Vec<Reading<'a>>,
    /// Other readings that were not: id and reading.
    pub(super) not_run: Vec<(String, &'a str)>,
}

/// An experiment among those of its part.
#[derive(Clone)]
pub(super) struct Placed<'a> {
    pub(super) section: &'a Section,
    /// What sets it apart from the others; nothing where it is alone.
    pub(super) setting: String,
}

/// A sentence of a paper, or of ours.
pub(super) struct Statement<'a> {
    pub(super) text: &'a str,
    /// Every setting that it was tried in; at least one.
    pub(super) lines: Vec<Line<'a>>,
}

/// A claim in one setting.
pub(super) struct Line<'a> {
    pub(super) section: &'a Section,
    pub(super) claim: &'a Judged,
    pub(super) setting: String,
    /// Where it stands, if not where the part's heading says.
    pub(super) place: Option<String>,
    /// The verdict in the reading that we take, where this is another one.
    pub(super) otherwise: Option<Option<Verdict>>,
    /// Is the verdict no longer sure beside all the others of the report?
    pub(super) weak: bool,
}

/// Another reading of a part's experiments.
pub(super) struct Reading<'a> {
    pub(super) suffix: &'a str,
    pub(super) experiments: Vec<Placed<'a>>,
    pub(super) statements: Vec<Statement<'a>>,
    pub(super) printed: Vec<Line<'a>>,
}

/// The pages of a report, those that have something.
pub(super) fn pages(sections: &[Section]) -> Vec<Page<'_>> {
    let all = papers().iter().chain([own(), other()]);
    let page = |paper: &'static Paper| {
        let of = |section: &&Section| std::ptr::eq(section.paper(), paper);
        let parts = parts(paper, sections.iter().filter(of));
        (!parts.is_empty()).then_some(Page { paper, parts })
    };
    let mut pages: Vec<Page<'_>> = all.filter_map(page).collect();
    let limit = chance(sections).limit;
    for part in pages.iter_mut().flat_map(|page| &mut page.parts) {
        let readings =
            part.readings.iter_mut().flat_map(|reading| [(&mut reading.statements, &mut reading.printed)]);
        for (statements, printed) in readings.chain([(&mut part.statements, &mut part.printed)]) {
            let lines = statements.iter_mut().flat_map(|statement| &mut statement.lines).chain(printed);
            lines.for_each(|line| line.weak = line.claim.p.is_some_and(|p| p > limit));
        }
    }
    pages
}

fn parts<'a>(paper: &'static Paper, sections: impl Iterator<Item = &'a Section>) -> Vec<Part<'a>> {
    let mut grouped: Vec<(String, Vec<&Section>)> = Vec::new();
    for section in sections {
        let heading = heading(paper, section);
        match grouped.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, group)) => group.push(section),
            None => grouped.push((heading, vec![section])),
        }
    }
    grouped.into_iter().map(|(heading, group)| part(paper, heading, group)).collect()
}

fn part<'a>(paper: &Paper, heading: String, sections: Vec<&'a Section>) -> Part<'a> {
    let (others, main): (Vec<&Section>, Vec<&Section>) =
        sections.into_iter().partition(|section| section.result.id.contains('+'));
    let experiments = placed(&main);
    let (statements, printed) = statements(paper, &heading, &experiments, &[]);
    let mut suffixes: Vec<&str> = Vec::new();
    for suffix in others.iter().filter_map(|section| section.experiment.alternative.as_deref()) {
        if !suffixes.contains(&suffix) {
            suffixes.push(suffix);
        }
    }
    let reading = |suffix: &&'a str| {
        let of = |section: &&&Section| section.experiment.alternative.as_deref() == Some(*suffix);
        let experiments = placed(&others.iter().filter(of).copied().collect::<Vec<_>>());
        let (statements, printed) = self::statements(paper, &heading, &experiments, &main);
        Reading { suffix, experiments, statements, printed }
    };
    let mut not_run = Vec::new();
    for section in &main {
        for (suffix, reading) in &section.experiment.alternatives {
            let id = format!("{}+{suffix}", section.result.id);
            if !others.iter().any(|other| other.result.id == id) {
                not_run.push((id, reading.as_str()));
            }
        }
    }
    Part {
        id: format!("{}-{}", paper.key, slug(&heading.to_lowercase())),
        readings: suffixes.iter().map(reading).collect(),
        topic: topic(if main.is_empty() { &others } else { &main }).filter(|_| paper.is_paper()),
        heading,
        experiments,
        statements,
        printed,
        not_run,
    }
}

/// Which part of its page an experiment belongs to.
fn heading(paper: &Paper, section: &Section) -> String {
    if paper.is_paper() {
        return standing(paper, &section.experiment.source).0;
    }
    let folder = section.result.id.split('/').next().unwrap_or_default();
    let own = OWN_PARTS.iter().find(|(key, _)| *key == folder && std::ptr::eq(section.paper(), self::own()));
    own.map_or_else(|| section.experiment.title.clone(), |(_, heading)| heading.to_string())
}

/// What the titles have in common, up to a comma where they differ.
fn topic(sections: &[&Section]) -> Option<String> {
    let mut titles = sections.iter().map(|section| section.experiment.title.as_str());
    let first = titles.next()?;
    let common = titles.fold(first.len(), |common, title| {
        let same = first.bytes().zip(title.bytes()).take_while(|(one, other)| one == other).count();
        common.min(same)
    });
    if common == first.len() {
        return Some(first.into());
    }
    let cut = first.as_bytes()[..common].iter().rposition(|byte| *byte == b',')?;
    Some(first[..cut].into())
}

/// A place in a paper as a heading, and what stands behind it in brackets: which of several settings.
fn standing(paper: &Paper, place: &str) -> (String, Option<String>) {
    let place = place.strip_prefix(paper.cited.as_str()).unwrap_or(place).trim_start_matches([',', ' ']);
    let (place, setting) = match place.strip_suffix(')').and_then(|place| place.rsplit_once(" (")) {
        Some((place, setting)) => (place, Some(setting.to_string())),
        None => (place, None),
    };
    let mut letters = place.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    (format!("{first}{}", letters.as_str()), setting)
}

/// Experiments with what sets each apart: what their sources have in brackets, or else their titles.
fn placed<'a>(sections: &[&'a Section]) -> Vec<Placed<'a>> {
    let bracket = |section: &&Section| standing(section.paper(), &section.experiment.source).1;
    let brackets: Option<Vec<String>> = sections.iter().map(bracket).collect();
    let distinct = |settings: &Vec<String>| {
        settings.iter().enumerate().all(|(i, setting)| !settings[..i].contains(setting))
    };
    let titles = || sections.iter().map(|section| section.experiment.title.clone()).collect();
    let settings = match sections {
        [_] => vec![String::new()],
        _ => brackets.filter(distinct).unwrap_or_else(titles),
    };
    sections.iter().zip(settings).map(|(section, setting)| Placed { section, setting }).collect()
}

/// What experiments say, every statement once; and the printed numbers. `main` are those whose other readings these are.
fn statements<'a>(
    paper: &Paper,
    heading: &str,
    experiments: &[Placed<'a>],
    main: &[&Section],
) -> (Vec<Statement<'a>>, Vec<Line<'a>>) {
    let (mut statements, mut printed): (Vec<Statement<'a>>, Vec<Line<'a>>) = (Vec::new(), Vec::new());
    for Placed { section, setting } in experiments {
        let plain = section.result.id.split('+').next().unwrap_or_default();
        let main = main.iter().find(|main| main.result.id == plain);
        for claim in &section.result.claims {
            let verdict = |main: &&Section| {
                main.result.claims.iter().find(|known| known.id == claim.id).map(|known| known.verdict)
            };
            let line = Line {
                section,
                claim,
                setting: setting.clone(),
                place: place(paper, heading, section, claim),
                otherwise: main.map(verdict),
                weak: false,
            };
            if claim.printed.is_some() {
                printed.push(line);
                continue;
            }
            let same = |known: &&mut Statement<'_>| {
                known.text == claim.text && known.lines.iter().all(|known| known.place == line.place)
            };
            match statements.iter_mut().find(same) {
                Some(known) => known.lines.push(line),
                None => statements.push(Statement { text: &claim.text, lines: vec![line] }),
            }
        }
    }
    (statements, printed)
}

/// Where a claim stands, if that is not what the heading says.
fn place(paper: &Paper, heading: &str, section: &Section, claim: &Judged) -> Option<String> {
    let place =
        claim.place.strip_prefix(paper.cited.as_str()).unwrap_or(&claim.place).trim_start_matches([',', ' ']);
    let said = place.is_empty() || claim.place == section.experiment.source || !paper.is_paper();
    (!said && !place.eq_ignore_ascii_case(heading)).then(|| place.to_string())
}

impl<'a> Page<'a> {
    /// All claims in the reading that we take.
    pub(super) fn claims(&self) -> impl Iterator<Item = &Line<'a>> + Clone {
        self.parts.iter().flat_map(Part::claims)
    }

    /// The claims of other readings.
    pub(super) fn other_claims(&self) -> impl Iterator<Item = &Line<'a>> + Clone {
        self.parts.iter().flat_map(|part| &part.readings).flat_map(Reading::claims)
    }

    /// What came out, in sentences that the verdicts bear out.
    pub(super) fn findings(&self) -> Vec<&'static str> {
        let came_out = |(experiment, claim, verdict): &(String, String, Verdict)| {
            let here = |line: &Line<'_>| line.section.result.id == *experiment && line.claim.id == *claim;
            self.claims().any(|line| here(line) && line.claim.verdict == *verdict)
        };
        let borne_out = self.paper.findings.iter().filter(|finding| finding.rests_on.iter().all(came_out));
        borne_out.map(|finding| finding.text.as_str()).collect()
    }

    /// How many claims came out how: the paper's, ours on it, and those in other readings.
    pub(super) fn counts(&self) -> String {
        let tally = |ours: bool| verdicts(self.claims().filter(move |line| line.is_ours() == ours));
        let groups = match self.paper.is_paper() {
            true => vec![("Claims of the paper", tally(false)), ("Our own statements about it", tally(true))],
            false => vec![("Claims", verdicts(self.claims()))],
        };
        let groups = groups.into_iter().chain([("In other readings", verdicts(self.other_claims()))]);
        let said = |(what, counts): (&str, [usize; 5])| format!("{what}: {}.", counted(counts));
        let chance = Chance::of(self.claims().chain(self.other_claims()).map(|line| line.claim)).sentence();
        let counts = groups.filter(|(_, counts)| *counts != [0; 5]).map(said);
        counts.chain([chance]).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// What was not supported in the reading that we take: every statement once, with what came out where.
    pub(super) fn not_supported(&self) -> Vec<Missed<'_>> {
        let mut missed: Vec<Missed<'_>> = Vec::new();
        for part in &self.parts {
            for statement in &part.statements {
                let open = |line: &&Line<'_>| {
                    line.claim.verdict != Verdict::Supported && !(self.paper.is_paper() && line.is_ours())
                };
                let lines: Vec<&Line<'_>> = statement.lines.iter().filter(open).collect();
                let Some(first) = lines.first() else { continue };
                let verdicts = lines.iter().map(|line| line.claim.verdict.name()).collect();
                let at = missed.iter().position(|known| known.text == statement.text).unwrap_or_else(|| {
                    let (anchor, places) = (first.anchor(), Vec::new());
                    missed.push(Missed { text: statement.text, anchor, refuted: false, places });
                    missed.len() - 1
                });
                missed[at].add(&part.heading, verdicts);
            }
            missed.extend(self.missed_numbers(part));
        }
        missed.sort_by_key(|missed| !missed.refuted);
        missed
    }

    /// The printed numbers of a part that do not come out, as one.
    fn missed_numbers<'p>(&self, part: &'p Part<'a>) -> Option<Missed<'p>> {
        let mut off = part.printed.iter().filter(|line| line.claim.verdict != Verdict::Supported);
        let first = off.next()?;
        let heading = short(&part.heading);
        Some(Missed {
            text: "The printed numbers",
            anchor: first.anchor(),
            refuted: true,
            places: vec![(
                heading,
                vec![format!("{} of {} are not reproduced", off.count() + 1, part.printed.len())],
            )],
        })
    }
}

/// A statement that was not supported.
pub(super) struct Missed<'a> {
    pub(super) text: &'a str,
    /// Its first claim.
    pub(super) anchor: String,
    /// Was it refuted anywhere?
    pub(super) refuted: bool,
    /// Where, and what came out.
    places: Vec<(String, Vec<String>)>,
}

impl Missed<'_> {
    fn add(&mut self, heading: &str, verdicts: Vec<&str>) {
        let heading = short(heading);
        let at = self.places.iter().position(|(known, _)| *known == heading).unwrap_or_else(|| {
            self.places.push((heading, Vec::new()));
            self.places.len() - 1
        });
        for verdict in verdicts {
            self.refuted |= verdict == Verdict::Refuted.name();
            if !self.places[at].1.iter().any(|known| known == verdict) {
                self.places[at].1.push(verdict.into());
            }
        }
    }

    /// Where, and what came out, in words.
    pub(super) fn told(&self) -> String {
        let place = |(place, said): &(String, Vec<String>)| format!("{place}: {}", said.join(" and "));
        self.places.iter().map(place).collect::<Vec<_>>().join("; ")
    }
}

impl<'a> Part<'a> {
    /// Its heading, and what it is about.
    pub(super) fn title(&self) -> String {
        match &self.topic {
            Some(topic) => format!("{}: {}", self.heading, topic),
            None => self.heading.clone(),
        }
    }

    /// All claims in the reading that we take.
    pub(super) fn claims(&self) -> impl Iterator<Item = &Line<'a>> + Clone {
        self.statements.iter().flat_map(|statement| &statement.lines).chain(&self.printed)
    }

    /// How many of the printed numbers come out, in words.
    pub(super) fn printed_summary(printed: &[Line<'_>]) -> String {
        let [same, ..] = verdicts(printed.iter());
        let plural = if printed.len() == 1 { "number is" } else { "numbers are" };
        format!("{same} of {} printed {plural} reproduced to the last digit", printed.len())
    }
}

impl<'a> Reading<'a> {
    /// All its claims.
    pub(super) fn claims(&self) -> impl Iterator<Item = &Line<'a>> + Clone {
        self.statements.iter().flat_map(|statement| &statement.lines).chain(&self.printed)
    }

    /// What it changes, in words.
    pub(super) fn change(&self) -> String {
        let all = self.claims().count();
        let changed = self.claims().filter(|line| line.changed().is_some()).count();
        match (changed, all) {
            (_, 0) => "no claims".into(),
            // The reading that we take was not run.
            (0, all) if self.claims().all(|line| line.otherwise.is_none()) => format!("{all} claims"),
            (0, 1) => "the verdict is the same".into(),
            (0, all) => format!("all {all} verdicts are the same"),
            (changed, all) => format!("{changed} of {all} verdicts change"),
        }
    }
}

impl Statement<'_> {
    /// Where it stands, if not where the part's heading says.
    pub(super) fn place(&self) -> Option<&str> {
        self.lines.first().and_then(|line| line.place.as_deref())
    }

    /// What is to be said of it whatever the setting, so that it is said once; where it has one setting, nothing is.
    pub(super) fn shared_remarks(&self) -> Vec<String> {
        let Some((first, others)) = self.lines.split_first().filter(|(_, others)| !others.is_empty()) else {
            return Vec::new();
        };
        let of_all = |remark: &String| others.iter().all(|line| line.remarks().contains(remark));
        first.remarks().into_iter().filter(of_all).collect()
    }
}

impl Placed<'_> {
    /// What it is: its setting where it has one, and its title.
    pub(super) fn title(&self) -> String {
        let title = &self.section.experiment.title;
        match self.setting.as_str() {
            "" => title.clone(),
            setting if setting == title => title.clone(),
            setting => format!("{setting} ({title})"),
        }
    }
}

impl Line<'_> {
    /// A name for links: experiment and claim.
    pub(super) fn anchor(&self) -> String {
        format!("{}.{}", slug(&self.section.result.id), slug(&self.claim.id))
    }

    /// Is the sentence ours?
    pub(super) fn is_ours(&self) -> bool {
        self.claim.ours
    }

    /// Is it to be said that the sentence is ours? On our own page all are.
    pub(super) fn marked_ours(&self) -> bool {
        self.is_ours() && self.section.paper().is_paper()
    }

    /// What a reader has to know beside whose sentence it is and what came out.
    pub(super) fn remarks(&self) -> Vec<String> {
        let p = self.claim.p.filter(|_| self.weak);
        let weak = p.map(|p| format!("Alone sure (P at most {p:.2}), not beside all other claims (Holm)."));
        self.claim.notes().into_iter().chain(weak).collect()
    }

    /// The verdict in the reading that we take, where it is another one.
    pub(super) fn changed(&self) -> Option<&'static str> {
        match self.otherwise? {
            Some(verdict) if verdict == self.claim.verdict => None,
            Some(verdict) => Some(verdict.name()),
            None => Some("not claimed"),
        }
    }

    /// The number that the paper prints, as it prints it, where the claim has one.
    pub(super) fn printed(&self) -> String {
        let claim = self.section.experiment.claims.iter().find(|claim| claim.id == self.claim.id);
        match claim.and_then(|claim| claim.comparison.stated.clone()) {
            Some(stated) if self.claim.printed.is_some() || !self.is_ours() => stated,
            _ => self.claim.printed.map(|value| value.to_string()).unwrap_or_default(),
        }
    }
}

/// How the experiments are read: every text once, with those that it is for where it is not for all.
pub(super) fn readings<'a>(experiments: &[Placed<'a>]) -> Vec<(Option<String>, &'a str)> {
    let mut texts: Vec<(&str, Vec<&str>)> = Vec::new();
    for Placed { section, setting } in experiments {
        let text = section.experiment.reading.as_str();
        match texts.iter_mut().find(|(known, _)| *known == text) {
            Some((_, settings)) => settings.push(setting),
            None => texts.push((text, vec![setting])),
        }
    }
    let alone = texts.len() == 1;
    let named = |(text, settings): (&'a str, Vec<&str>)| ((!alone).then(|| settings.join(", ")), text);
    texts.into_iter().filter(|(text, _)| !text.is_empty()).map(named).collect()
}

/// How many came out how.
pub(super) fn verdicts<'a, 'b: 'a>(lines: impl Iterator<Item = &'a Line<'b>> + Clone) -> [usize; 5] {
    count(lines.map(|line| line.claim))
}

/// A heading within a sentence, without what it adds behind a colon.
fn short(heading: &str) -> String {
    let mut letters = heading.split(':').next().unwrap_or_default().chars();
    let first = letters.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}
