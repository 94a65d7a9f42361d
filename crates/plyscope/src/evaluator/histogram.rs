//! Evaluations drawn from a table of counts: what an engine said of won and of lost positions.
//!
//! A line is a value between 0 and 1, how often it was seen where the first player wins, and how often where the first
//! player loses; blank lines and lines that begin with `#` are passed by.

use super::{Estimate, Evaluator, Profile};
use crate::cache::checksum;
use crate::error::{Error, Result};
use crate::name::{Arguments, Name, Parameter};
use crate::tree::{CriticalGame, CriticalNode};
use crate::value::Win;

/// A value of a table for every node, drawn among those of won or of lost positions by how often they were seen. What is
/// drawn for a node is always the same.
///
/// ```
/// use plyscope::evaluator::{Evaluator, Histogram};
/// use plyscope::game::Game;
/// use plyscope::key::Stream;
/// use plyscope::tree::{CriticalGames, TreeFamily};
/// let histogram = Histogram::parse("counts.txt", "# value won lost\n0.2 0 5\n0.5 1 1\n0.9 7 0\n")?;
/// let game = CriticalGames::new(2, 50, 1.0)?.draw(Stream::new(1, "example").trial(0));
/// let child = game.play(&game.start(), &0);
/// let allowed = if child.first_wins() { [0.5, 0.9] } else { [0.2, 0.5] };
/// assert!(allowed.contains(&histogram.estimate(&game, &child).score()));
/// # Ok::<(), plyscope::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    path: String,
    checksum: String,
    values: Vec<f64>,
    /// Counts up to and with each value, at lost and at won positions.
    sums: [Vec<u32>; 2],
}

impl Histogram {
    /// What `histogram(...)` takes.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "path",
            default: "counts.txt",
            allowed: "a file of lines `value count-when-won count-when-lost`",
        },
        Parameter {
            name: "checksum",
            default: "any",
            allowed: "any, or that of the file, so that another one of its name is refused",
        },
    ];

    /// Made from a name's parameters and the text of the file.
    pub fn build(arguments: &Arguments<'_>, text: &str) -> Result<Self> {
        let histogram = Histogram::parse(arguments.text("path"), text)?;
        let wanted = arguments.text("checksum");
        if wanted != "any" && wanted != histogram.checksum {
            return Err(arguments.refuse("checksum"));
        }
        Ok(histogram)
    }

    /// Reads a table; `path` is what it is called.
    pub fn parse(path: &str, text: &str) -> Result<Self> {
        let mut values = Vec::new();
        let mut sums = [Vec::new(), Vec::new()];
        let mut totals = [0u32; 2];
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |why: &str| Error::Kept { what: "a histogram", line: i + 1, why: why.into() };
            let parts: Vec<&str> = line.split_whitespace().collect();
            let [value, won, lost] = parts[..] else {
                return Err(wrong("a line is a value, a count of won and a count of lost positions"));
            };
            let value = value.parse().ok().filter(|value| (0.0..=1.0).contains(value));
            values.push(value.ok_or_else(|| wrong("a value is a number from 0 to 1"))?);
            for (total, (sum, count)) in totals.iter_mut().zip(sums.iter_mut().zip([lost, won])) {
                let count = count.parse::<u32>().ok().and_then(|count| total.checked_add(count));
                *total =
                    count.ok_or_else(|| wrong("counts are whole numbers, together at most 4294967295"))?;
                sum.push(*total);
            }
        }
        if totals.contains(&0) {
            let why = "a table has counts of won and of lost positions".into();
            return Err(Error::Settings { kind: format!("histogram(path={path:?})"), why });
        }
        let checksum = format!("{:016x}", checksum(text));
        Ok(Histogram { path: path.to_string(), checksum, values, sums })
    }
}

impl Evaluator<CriticalGame> for Histogram {
    fn profile(&self) -> Profile {
        Profile::chances(Name::new("histogram").with("path", &self.path).with("checksum", &self.checksum))
    }
    fn estimate(&self, game: &CriticalGame, spot: &CriticalNode) -> Estimate {
        let sums = &self.sums[usize::from(spot.first_wins())];
        let total = *sums.last().expect("a table has counts");
        let drawn = game.pick(spot, total);
        let first = self.values[sums.partition_point(|sum| *sum <= drawn)];
        Estimate::win_of(Win { first, second: 1.0 - first })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::key::Stream;
    use crate::tree::{CriticalGames, TreeFamily};

    /// Values come as often as they were counted.
    #[test]
    fn values_come_by_their_counts() {
        let histogram = Histogram::parse("x", "0.1 0 3\n0.4 1 1\n0.8 3 0\n").unwrap();
        let games = CriticalGames::new(2, 10, 1.0).unwrap();
        let (mut seen, mut all) = ([[0u32; 3]; 2], [0u32; 2]);
        for trial in 0..4000 {
            let game = games.draw(Stream::new(5, "histogram").trial(trial));
            let child = game.play(&game.start(), &0);
            let value = histogram.estimate(&game, &child).score();
            let which = [0.1, 0.4, 0.8].iter().position(|known| *known == value).expect("of the table");
            seen[usize::from(child.first_wins())][which] += 1;
            all[usize::from(child.first_wins())] += 1;
        }
        for (side, expected) in [[0.75, 0.25, 0.0], [0.0, 0.25, 0.75]].iter().enumerate() {
            for (count, share) in seen[side].iter().zip(expected) {
                let all = f64::from(all[side]);
                assert!((f64::from(*count) / all - share).abs() < 4.5 * (0.1875 / all).sqrt() + 1e-12);
            }
        }
    }

    /// Another file of the same name is another evaluator.
    #[test]
    fn the_name_tells_the_file() {
        let [one, two] = ["0.5 1 1", "0.5 1 2"].map(|text| Histogram::parse("x", text).unwrap());
        let name = Evaluator::<CriticalGame>::profile(&one).name;
        assert_ne!(name, Evaluator::<CriticalGame>::profile(&two).name);
        let arguments = Arguments::resolve(Histogram::PARAMETERS, &name).unwrap();
        assert_eq!(Histogram::build(&arguments, "0.5 1 1"), Ok(one));
        assert!(Histogram::build(&arguments, "0.5 1 2").unwrap_err().to_string().contains("another one"));
    }

    #[test]
    fn bad_tables_are_refused_with_their_line() {
        let why = |text: &str| Histogram::parse("x", text).unwrap_err().to_string();
        assert!(why("0.5 1 1\n1.5 1 1").contains("line 2"));
        assert!(why("0.5 1").contains("a count of lost positions"));
        assert!(why("0.5 -1 1").contains("whole numbers"));
        assert!(why("0.5 1 0").contains("counts of won and of lost"));
    }
}
