//! A log of decisions: rows are kept with their texts by number until all are read, then folded into the records of a
//! measurement.

use super::rows::{Cells, Place};
use crate::error::{Error, Result};
use crate::measurement::{
    At, Decided, Logged, Measurement, PlayerSetup, Record, Repair, Seen, Setup, TruthSetup,
};
use plyscope::oracle::Certainty;
use plyscope::search::{UNITS, Unit};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Every column that means something but those of groups.
const COLUMNS: [&str; 10] =
    ["item", "effort", "choice", "correct", "player", "value", "cost", "sample", "tied", "right"];

/// What begins the name of a column of groups.
const GROUP: &str = "group:";

/// Texts by number.
#[derive(Default)]
struct Texts {
    known: HashMap<Arc<str>, u32>,
    all: Vec<Arc<str>>,
}

impl Texts {
    fn of(&mut self, text: &str) -> u32 {
        self.known.get(text).copied().unwrap_or_else(|| {
            let new: Arc<str> = text.into();
            self.known.insert(new.clone(), self.all.len() as u32);
            self.all.push(new);
            self.all.len() as u32 - 1
        })
    }

    fn get(&self, number: u32) -> &str {
        &self.all[number as usize]
    }
}

/// A row; of numbers those that are missing are not numbers.
struct Row {
    item: u32,
    player: u32,
    effort: u64,
    sample: u32,
    best: Box<[u32]>,
    correct: f64,
    value: f64,
    cost: f64,
    file: u32,
    line: u64,
}

impl Row {
    fn key(&self) -> (u32, u32, u64, u32) {
        (self.item, self.player, self.effort, self.sample)
    }
}

/// A log that is being read.
pub struct Log {
    unit: &'static Unit,
    items: Texts,
    players: Texts,
    /// Choices, tries and groups.
    texts: Texts,
    files: Texts,
    /// The ways to group.
    ways: Texts,
    unread: BTreeSet<String>,
    rows: Vec<Row>,
    /// The group of every item, by the ways to group.
    grouped: Vec<Vec<Option<u32>>>,
    /// The correct choices of an item, where a row says.
    right: HashMap<u32, Vec<u32>>,
}

impl Log {
    /// Of decisions whose effort is counted so: `samples`, `depth`, ...
    pub fn new(unit: &str) -> Result<Self> {
        let known = || UNITS.iter().map(|unit| unit.name).collect::<Vec<_>>().join(", ");
        let why = || Error::Usage(format!("an effort is counted in {}, not `{unit}`", known()));
        let unit = Unit::named(unit).ok_or_else(why)?;
        let [items, players, texts, files, ways] = std::array::from_fn(|_| Texts::default());
        let (unread, rows, grouped, right) = Default::default();
        Ok(Log { unit, items, players, texts, files, ways, unread, rows, grouped, right })
    }

    /// Adds a row.
    pub fn add(&mut self, place: Place<'_>, cells: &Cells<'_>) -> Result<()> {
        let cell = |wanted: &str| {
            let found = cells.iter().find(|(name, _)| name == wanted);
            found.map(|(_, cell)| cell.trim()).filter(|cell| !cell.is_empty())
        };
        let expected = |name: &str, what: &str| match cell(name) {
            Some(found) => place.wrong(format!("`{name}` is {found:?}; expected {what}")),
            None => place.wrong(format!("there is no `{name}`; expected {what}")),
        };
        let number = |name: &str| match cell(name).map(str::parse::<f64>) {
            None => Ok(f64::NAN),
            Some(Ok(number)) if number.is_finite() => Ok(number),
            Some(_) => Err(expected(name, "a number")),
        };
        let item = cell("item").ok_or_else(|| expected("item", "the name of what is decided at"))?;
        let whole = cell("effort").and_then(|effort| effort.parse::<f64>().ok());
        let whole = whole.filter(|effort| effort.fract() == 0.0 && (0.0..9e15).contains(effort));
        let effort = whole.map(|effort| effort as u64).filter(|effort| (self.unit.of)(*effort).is_some());
        let effort = effort.ok_or_else(|| {
            expected("effort", "a whole number, such as 16; count in a smaller unit if need be")
        })?;
        let choice =
            cell("choice").ok_or_else(|| expected("choice", "what was chosen, or a word such as none"))?;
        let correct = match cell("correct").map(str::to_ascii_lowercase).as_deref() {
            Some("true") => Some(1.0),
            Some("false") => Some(0.0),
            other => other.and_then(|share| share.parse().ok()).filter(|share| (0.0..=1.0).contains(share)),
        };
        let correct = correct.ok_or_else(|| expected("correct", "a number from 0 to 1, true or false"))?;
        let (value, cost) = (number("value")?, number("cost")?);
        let several = |name: &str| {
            let read = cell(name).map_or(Ok(Vec::new()), serde_json::from_str::<Vec<String>>);
            read.map_err(|_| expected(name, r#"a list such as ["b","c"]"#))
        };
        let (tied, right) = (several("tied")?, several("right")?);
        if !tied.is_empty() && cell("sample").is_some() {
            return Err(expected("tied", "nothing, as the row is one of several tries (`sample`)"));
        }
        let item = self.items.of(item);
        if !right.is_empty() {
            self.right.insert(item, right.iter().map(|one| self.texts.of(one)).collect());
        }
        self.grouped.resize(self.items.all.len(), Vec::new());
        for (name, group) in cells {
            let Some(way) = name.strip_prefix(GROUP) else {
                if !COLUMNS.contains(&&**name) && !self.unread.contains(&**name) {
                    self.unread.insert(name.to_string());
                }
                continue;
            };
            let (way, group) = (self.ways.of(way) as usize, self.texts.of(group.trim()));
            let groups = &mut self.grouped[item as usize];
            groups.resize(groups.len().max(way + 1), None);
            if let Some(known) = groups[way].replace(group).filter(|known| *known != group) {
                let known = format!("{:?}, as in the rows of this item before", self.texts.get(known));
                return Err(expected(name, &known));
            }
        }
        let player = self.players.of(cell("player").unwrap_or("decider"));
        let sample = self.texts.of(cell("sample").unwrap_or(""));
        let best = std::iter::once(choice).chain(tied.iter().map(String::as_str));
        let best = best.map(|one| self.texts.of(one)).collect();
        let (file, line) = (self.files.of(place.file), place.line);
        self.rows.push(Row { item, player, effort, sample, best, correct, value, cost, file, line });
        Ok(())
    }

    fn wrong(&self, row: &Row, why: String) -> Error {
        Place { file: self.files.get(row.file), line: row.line }.wrong(why)
    }

    /// What it says: a measurement like any other.
    pub fn judged(mut self) -> Result<Measurement> {
        // Those of a decision stay in their order, so that the second of two is the later one.
        let mut rows = std::mem::take(&mut self.rows);
        rows.sort_by_key(Row::key);
        let Some(first) = rows.first() else {
            return Err(Error::Usage(format!(
                "there is no decision to judge: no rows; expected {}",
                COLUMNS[..4].join(", ")
            )));
        };
        if let Some([one, other]) = rows.array_windows().find(|[one, other]| one.key() == other.key()) {
            let why = format!(
                "item {:?} with effort {} comes a second time (first in {}, line {}); expected one row, or a number for each try \
                 in the column `sample`",
                self.items.get(other.item),
                other.effort,
                self.files.get(one.file),
                one.line
            );
            return Err(self.wrong(other, why));
        }
        let mut amounts: Vec<u64> = rows.iter().map(|row| row.effort).collect();
        amounts.sort_unstable();
        amounts.dedup();
        let (mut records, mut left_out) = (Vec::new(), Vec::new());
        for of_item in rows.chunk_by(|a, b| a.item == b.item) {
            // A cell is the tries of a player with an effort.
            let cells: Vec<&[Row]> =
                of_item.chunk_by(|a, b| (a.player, a.effort) == (b.player, b.effort)).collect();
            match cells.len() == self.players.all.len() * amounts.len() {
                true => {
                    records.push(Record { seen: Some(self.seen(&cells, amounts.len())), ..Record::default() })
                }
                false => left_out.push(&of_item[0]),
            }
        }
        let every = match self.players.all.len() {
            1 => "a row at every effort",
            _ => "a row of every player at every effort",
        };
        if records.is_empty() {
            return Err(self.wrong(first, format!("no item has {every} {amounts:?}; expected that of each")));
        }
        let mut remarks = Vec::new();
        if let Some(first) = left_out.first() {
            let (out, all) = (left_out.len(), left_out.len() + records.len());
            remarks.push(format!(
                "{out} of {all} items ({:.1}%) lack {every} and are left out, the first is {:?} ({}, line {}): if rows are missing \
                 where decisions are hard, the others are the easier ones.",
                100.0 * out as f64 / all as f64,
                self.items.get(first.item),
                self.files.get(first.file),
                first.line
            ));
        }
        if !self.unread.is_empty() {
            let unread = self.unread.iter().cloned().collect::<Vec<String>>().join(", ");
            remarks.push(format!(
                "Columns that nothing is made of: {unread}; a column of groups is called {GROUP}NAME."
            ));
        }
        drop(rows);
        Ok(Measurement::new(&self.setup(&amounts, remarks, records.len()), &records))
    }

    /// An item with all that was decided at it: the tries of every player with every effort, in this order.
    fn seen(&self, cells: &[&[Row]], efforts: usize) -> Seen {
        let rows = || cells.iter().copied().flatten();
        let item = cells[0][0].item;
        let right = self.right.get(&item);
        let mut moves: Vec<u32> = Vec::new();
        // How far a choice is correct: as the item says, else the mean of its rows.
        let mut sums: Vec<(f64, f64)> = Vec::new();
        for (choice, correct) in rows().flat_map(|row| row.best.iter().map(|choice| (*choice, row.correct))) {
            let at = moves.iter().position(|known| *known == choice).unwrap_or(moves.len());
            if at == moves.len() {
                moves.push(choice);
                sums.push((0.0, 0.0));
            }
            sums[at] = (sums[at].0 + correct, sums[at].1 + 1.0);
        }
        let mut worth: Vec<f64> = moves
            .iter()
            .zip(&sums)
            .map(|(choice, (sum, count))| {
                right.map_or(sum / count, |right| f64::from(u8::from(right.contains(choice))))
            })
            .collect();
        let unchosen: Vec<u32> =
            right.into_iter().flatten().copied().filter(|one| !moves.contains(one)).collect();
        moves.extend(unchosen);
        worth.resize(moves.len(), 1.0);
        let at = |tries: &&[Row]| {
            let mean = |of: fn(&Row) -> f64| tries.iter().map(of).sum::<f64>() / tries.len() as f64;
            let known = |mean: f64| Some(mean).filter(|mean| !mean.is_nan());
            let place = |choice: &u32| moves.iter().position(|known| known == choice);
            let (correct, cost) = (mean(|row| row.correct), known(mean(|row| row.cost)));
            At {
                value: known(mean(|row| row.value)),
                best: tries.iter().flat_map(|row| row.best.iter().filter_map(place)).collect(),
                logged: Some(Logged { correct, cost, tries: tries.len() > 1 }),
                ..At::default()
            }
        };
        let decided = |cells: &[&[Row]]| Decided { at: cells.iter().map(at).collect(), ..Decided::default() };
        let group = |way: usize| {
            let group = self.grouped[item as usize].get(way).copied().flatten();
            let group = group.map(|group| self.texts.all[group as usize].clone());
            group.filter(|group| !group.is_empty()).unwrap_or_else(|| "none".into())
        };
        // A line of a file is an item.
        let plain = |text: &str| text.replace(|c: char| c.is_control(), " ");
        Seen {
            position: plain(self.items.get(item)),
            players: cells.chunks(efforts).map(decided).collect(),
            groups: (0..self.ways.all.len()).map(group).collect(),
            moves: moves.iter().map(|choice| plain(self.texts.get(*choice))).collect(),
            truth: vec![worth],
            ..Seen::default()
        }
    }

    fn setup(&self, amounts: &[u64], remarks: Vec<String>, asked: usize) -> Setup {
        let files = self.files.all.join(", ");
        let player = |name: &Arc<str>| PlayerSetup { name: name.to_string(), ..PlayerSetup::default() };
        let truth = TruthSetup {
            name: "correct".into(),
            certainty: Certainty::Exact,
            scores: false,
            oracles: vec![0],
        };
        Setup {
            game: files.clone(),
            named: files.clone(),
            positions: files,
            seed: 0,
            asked: asked as u64,
            listed: true,
            selected: false,
            remarks,
            better: None,
            efforts: amounts.iter().filter_map(|amount| (self.unit.of)(*amount)).collect(),
            comparison: None,
            always: false,
            margins: false,
            repairs: vec![Repair::Vote],
            truths: vec![truth],
            players: self.players.all.iter().map(player).collect(),
            groups: Some(self.ways.all.iter().map(|way| way.to_string()).collect()),
        }
    }
}
