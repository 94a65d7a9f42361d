//! A log of decisions: a row each, kept in columns until all are read, then folded into the records of a measurement.

use super::rows::{Cells, Place, parted};
use crate::error::{Error, Result};
use crate::measurement::{
    At, Decided, Logged, Measurement, PlayerSetup, Record, Repair, Seen, Setup, TruthSetup,
};
use plyscope::oracle::Certainty;
use plyscope::search::{Effort, UNITS, Unit};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// The columns that every row has.
const NEEDED: [&str; 4] = ["item", "effort", "choice", "correct"];

/// What begins the name of a column of groups.
const GROUP: &str = "group:";

/// Who decides, where no column says.
const DECIDER: &str = "decider";

/// Numbers for things that come again and again.
struct Numbers<T> {
    known: HashMap<T, u32>,
    all: Vec<T>,
}

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Numbers { known: HashMap::new(), all: Vec::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbers<T> {
    fn of<Q: Eq + Hash + ?Sized>(&mut self, sought: &Q) -> u32
    where
        T: std::borrow::Borrow<Q> + for<'a> From<&'a Q>,
    {
        if let Some(number) = self.known.get(sought) {
            return *number;
        }
        let (number, new) = (self.all.len() as u32, T::from(sought));
        self.known.insert(new.clone(), number);
        self.all.push(new);
        number
    }
}

/// A row, its texts by number.
#[derive(Clone, Copy)]
struct Row {
    item: u32,
    player: u32,
    effort: u64,
    sample: u32,
    choice: u32,
    correct: f64,
    /// Not a number where there is none.
    value: f64,
    cost: f64,
    line: u64,
    file: u32,
}

/// A log that is being read.
pub struct Log {
    unit: &'static Unit,
    files: Numbers<Arc<str>>,
    items: Numbers<Arc<str>>,
    players: Numbers<Arc<str>>,
    choices: Numbers<Arc<str>>,
    samples: Numbers<Arc<str>>,
    groups: Numbers<Arc<str>>,
    unread: Numbers<Arc<str>>,
    rows: Vec<Row>,
    /// The group of every item, by the ways to group; by number of the text.
    grouped: Vec<Vec<Option<u32>>>,
    names_of_groups: Numbers<Arc<str>>,
    /// The other choices of a row that are as good, by the row's number.
    tied: HashMap<u32, Vec<u32>>,
    /// The correct choices of an item, where a row says.
    right: HashMap<u32, Vec<u32>>,
}

impl Log {
    /// Of decisions whose effort is counted so: `samples`, `depth`, ...
    pub fn new(unit: &str) -> Result<Self> {
        let known = || UNITS.iter().map(|unit| unit.name).collect::<Vec<_>>().join(", ");
        let why = || Error::Usage(format!("an effort is counted in {}, not `{unit}`", known()));
        Ok(Log {
            unit: Unit::named(unit).ok_or_else(why)?,
            files: Numbers::default(),
            items: Numbers::default(),
            players: Numbers::default(),
            choices: Numbers::default(),
            samples: Numbers::default(),
            groups: Numbers::default(),
            unread: Numbers::default(),
            rows: Vec::new(),
            grouped: Vec::new(),
            names_of_groups: Numbers::default(),
            tied: HashMap::new(),
            right: HashMap::new(),
        })
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
        let text = |name: &str, what: &str| cell(name).ok_or_else(|| expected(name, what));
        let item = text("item", "the name of what is decided at")?;
        let whole = cell("effort").and_then(|effort| effort.parse::<f64>().ok());
        let whole = whole.filter(|effort| effort.fract() == 0.0 && (0.0..9e15).contains(effort));
        let effort = whole.filter(|effort| (self.unit.of)(*effort as u64).is_some());
        let effort = effort.ok_or_else(|| {
            expected("effort", "a whole number, such as 16; count in a smaller unit if need be")
        })?;
        let choice = text("choice", "what was chosen")?;
        let correct = match cell("correct") {
            Some("true" | "True" | "TRUE") => Some(1.0),
            Some("false" | "False" | "FALSE") => Some(0.0),
            other => {
                other.and_then(|correct| correct.parse().ok()).filter(|correct| (0.0..=1.0).contains(correct))
            }
        };
        let correct = correct.ok_or_else(|| expected("correct", "a number from 0 to 1, true or false"))?;
        let (value, cost) = (number("value")?, number("cost")?);
        let several = |name: &str| cell(name).map_or_else(Vec::new, parted);
        let (tied, right) = (several("tied"), several("right"));
        if !tied.is_empty() && cell("sample").is_some() {
            return Err(expected("tied", "nothing, as the row is one of several tries (`sample`)"));
        }
        if self.rows.len() >= u32::MAX as usize {
            return Err(place.wrong("a log has at most 4,294,967,295 rows"));
        }
        let row = self.rows.len() as u32;
        let item = self.items.of(item);
        let numbered = |choices: &mut Numbers<Arc<str>>, all: &[String]| {
            all.iter().map(|one| choices.of(one.as_str())).collect::<Vec<u32>>()
        };
        if !tied.is_empty() {
            self.tied.insert(row, numbered(&mut self.choices, &tied));
        }
        if !right.is_empty() {
            self.right.insert(item, numbered(&mut self.choices, &right));
        }
        self.grouped.resize(self.items.all.len(), Vec::new());
        for (name, group) in cells {
            let Some(name) = name.strip_prefix(GROUP) else {
                const OPTIONAL: [&str; 6] = ["player", "value", "cost", "sample", "tied", "right"];
                if !NEEDED.contains(&&**name) && !OPTIONAL.contains(&&**name) {
                    self.unread.of(&**name);
                }
                continue;
            };
            let (at, group) = (self.names_of_groups.of(name) as usize, self.groups.of(group.trim()));
            let known = &mut self.grouped[item as usize];
            known.resize(known.len().max(at + 1), None);
            if known[at].is_some_and(|known| known != group) {
                let before = &self.groups.all[known[at].expect("it is known") as usize];
                let name = format!("{GROUP}{name}");
                return Err(expected(&name, &format!("{before:?}, as in the rows of this item before")));
            }
            known[at] = Some(group);
        }
        self.rows.push(Row {
            item,
            player: self.players.of(cell("player").unwrap_or(DECIDER)),
            effort: effort as u64,
            sample: self.samples.of(cell("sample").unwrap_or("")),
            choice: self.choices.of(choice),
            correct,
            value,
            cost,
            line: place.line,
            file: self.files.of(place.file),
        });
        Ok(())
    }

    /// What it says: a measurement like any other.
    pub fn judged(mut self) -> Result<Measurement> {
        if self.rows.is_empty() {
            let needed = NEEDED.join(", ");
            return Err(Error::Usage(format!(
                "there is no decision to judge: the log has no rows; expected {needed} in each"
            )));
        }
        let mut order: Vec<u32> = (0..self.rows.len() as u32).collect();
        let key = |row: &Row| (row.item, row.player, row.effort, row.sample);
        order.sort_unstable_by_key(|at| (key(&self.rows[*at as usize]), *at));
        self.refuse_twice(&order)?;
        let mut amounts: Vec<u64> = self.rows.iter().map(|row| row.effort).collect();
        amounts.sort_unstable();
        amounts.dedup();
        let players = self.players.all.len();
        let (mut records, mut left_out) = (Vec::new(), Vec::new());
        for rows in order.chunk_by(|a, b| self.rows[*a as usize].item == self.rows[*b as usize].item) {
            // A cell is the tries of a player with an effort.
            let cell = |row: u32| (self.rows[row as usize].player, self.rows[row as usize].effort);
            let cells: Vec<&[u32]> = rows.chunk_by(|a, b| cell(*a) == cell(*b)).collect();
            if cells.len() < players * amounts.len() {
                left_out.push(rows[0]);
                continue;
            }
            records.push(Record { seen: Some(self.seen(&cells, amounts.len())), ..Record::default() });
        }
        let efforts: Vec<Effort> = amounts.iter().filter_map(|amount| (self.unit.of)(*amount)).collect();
        let setup = self.setup(&efforts, &left_out, records.len())?;
        self.rows = Vec::new();
        Ok(Measurement::new(&setup, &records))
    }

    fn name(&self, row: u32) -> (&str, &str, u64) {
        let row = &self.rows[row as usize];
        (&self.items.all[row.item as usize], &self.files.all[row.file as usize], row.line)
    }

    /// Every try is told once.
    fn refuse_twice(&self, order: &[u32]) -> Result<()> {
        let key = |row: u32| {
            let row = &self.rows[row as usize];
            (row.item, row.player, row.effort, row.sample)
        };
        let Some(twice) = order.windows(2).find(|pair| key(pair[0]) == key(pair[1])) else { return Ok(()) };
        let ((item, file, line), (_, before, first)) = (self.name(twice[1]), self.name(twice[0]));
        let row = &self.rows[twice[1] as usize];
        let effort = row.effort;
        let sample = &self.samples.all[row.sample as usize];
        let sample = if sample.is_empty() { String::new() } else { format!(", sample {sample}") };
        Err(Place { file, line }.wrong(format!(
            "item {item:?} with effort {effort}{sample} comes a second time (first in {before}, line {first}); expected one row, \
             or a number of each try in the column `sample`"
        )))
    }

    /// An item with all that was decided at it: the tries of every player with every effort, in this order.
    fn seen(&self, cells: &[&[u32]], efforts: usize) -> Seen {
        let rows = || cells.iter().copied().flatten();
        let item = self.rows[cells[0][0] as usize].item;
        let (mut moves, mut sums): (Vec<u32>, Vec<(f64, u32)>) = (Vec::new(), Vec::new());
        let right = self.right.get(&item);
        let mut place = |choice: u32| {
            moves.iter().position(|known| *known == choice).unwrap_or_else(|| {
                moves.push(choice);
                moves.len() - 1
            })
        };
        let chosen = |row: u32| {
            let tied = self.tied.get(&row).map_or(&[][..], |tied| tied);
            std::iter::once(self.rows[row as usize].choice).chain(tied.iter().copied())
        };
        // How far a choice is correct: as the item says, else the mean of the rows that are nearest to it alone.
        let mut fewest: Vec<usize> = Vec::new();
        for row in rows() {
            let of = chosen(*row).count();
            for choice in chosen(*row) {
                let at = place(choice);
                sums.resize(sums.len().max(at + 1), (0.0, 0));
                fewest.resize(sums.len(), usize::MAX);
                let correct = self.rows[*row as usize].correct;
                // All right or all wrong: that is known of each.
                let of = if correct == 0.0 || correct == 1.0 { 1 } else { of };
                if of < fewest[at] {
                    (fewest[at], sums[at]) = (of, (0.0, 0));
                }
                if of == fewest[at] {
                    sums[at] = (sums[at].0 + correct, sums[at].1 + 1);
                }
            }
        }
        for choice in right.into_iter().flatten() {
            let at = place(*choice);
            sums.resize(sums.len().max(at + 1), (0.0, 0));
        }
        let worth = |at: usize| match right {
            Some(right) => f64::from(u8::from(right.contains(&moves[at]))),
            None => sums[at].0 / f64::from(sums[at].1.max(1)),
        };
        let truth = vec![(0..moves.len()).map(worth).collect()];
        let at = |tries: &&[u32]| {
            let all = || tries.iter().map(|row| &self.rows[*row as usize]);
            let count = tries.len() as f64;
            let mean =
                |of: fn(&Row) -> f64| Some(all().map(of).sum::<f64>() / count).filter(|mean| !mean.is_nan());
            let best = tries.iter().flat_map(|row| chosen(*row));
            let place =
                |choice| moves.iter().position(|known| *known == choice).expect("all choices are placed");
            At {
                value: mean(|row| row.value),
                best: best.map(place).collect(),
                logged: Some(Logged {
                    correct: mean(|row| row.correct).expect("every row says how far it is correct"),
                    cost: mean(|row| row.cost),
                    tries: tries.len() > 1,
                }),
                ..At::default()
            }
        };
        let players = cells
            .chunks(efforts)
            .map(|cells| Decided { at: cells.iter().map(at).collect(), ..Decided::default() });
        let group = |at: usize| {
            let group = self.grouped[item as usize].get(at).copied().flatten();
            let group = group.map(|group| self.groups.all[group as usize].clone());
            group.filter(|group| !group.is_empty()).unwrap_or_else(|| "none".into())
        };
        // A line of a file is an item.
        let plain = |text: &str| text.replace(|c: char| c.is_control(), " ");
        Seen {
            position: plain(&self.items.all[item as usize]),
            players: players.collect(),
            groups: (0..self.names_of_groups.all.len()).map(group).collect(),
            moves: moves.iter().map(|choice| plain(&self.choices.all[*choice as usize])).collect(),
            truth,
            ..Seen::default()
        }
    }

    /// What is measured; an error where no item is whole.
    fn setup(&self, efforts: &[Effort], left_out: &[u32], whole: usize) -> Result<Setup> {
        let several = self.players.all.len() > 1;
        let every = if several { "a row of every player at every effort" } else { "a row at every effort" };
        if whole == 0 {
            let (_, file, line) = self.name(left_out[0]);
            let efforts: Vec<String> = efforts.iter().map(|effort| effort.amount().to_string()).collect();
            let why = format!("no item has {every} ({}); expected that of each", efforts.join(", "));
            return Err(Place { file, line }.wrong(why));
        }
        let mut remarks = Vec::new();
        if let Some(first) = left_out.first() {
            let (item, file, line) = self.name(*first);
            let share = 100.0 * left_out.len() as f64 / (whole + left_out.len()) as f64;
            remarks.push(format!(
                "{} of {} items ({share:.1}%) lack {every} and are left out, the first is {item:?} ({file}, line {line}): if rows are \
                 missing where decisions are hard, the others are the easier ones.",
                left_out.len(),
                whole + left_out.len(),
            ));
        }
        if !self.unread.all.is_empty() {
            let unread = self.unread.all.join(", ");
            remarks.push(format!(
                "Columns that nothing is made of: {unread}; a column of groups is called {GROUP}NAME."
            ));
        }
        let player = |name: &Arc<str>| PlayerSetup {
            name: name.to_string(),
            rule: String::new(),
            evaluator: String::new(),
            calibrated: false,
            even: 0.0,
            absent: Vec::new(),
            rivals: Vec::new(),
        };
        let files = self.files.all.join(", ");
        Ok(Setup {
            game: files.clone(),
            named: files.clone(),
            positions: files,
            seed: 0,
            asked: whole as u64,
            listed: true,
            selected: false,
            remarks,
            better: None,
            efforts: efforts.to_vec(),
            margins: false,
            repairs: vec![Repair::Vote],
            truths: vec![TruthSetup {
                name: "correct".into(),
                certainty: Certainty::Exact,
                scores: false,
                oracles: vec![0],
            }],
            players: self.players.all.iter().map(player).collect(),
            groups: Some(self.names_of_groups.all.iter().map(|name| name.to_string()).collect()),
        })
    }
}
