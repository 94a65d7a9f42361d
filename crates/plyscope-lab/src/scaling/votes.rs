//! Votes of n candidates drawn without replacement: by counting all draws where candidates are of few kinds, else on keyed
//! ones.

use super::Problem;
use plyscope::key::{fnv, mix};

/// More draws than this are not counted one by one.
const COUNTED: f64 = 2000.0;

/// Keyed orders of a problem's candidates, where they are not counted: the most of them, and draws of all problems.
const ORDERS: u64 = 64;
const DRAWN: usize = 1 << 22;

/// How keyed draws are made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keyed {
    seed: u64,
    pub(super) orders: u64,
}

impl Keyed {
    /// Of so many candidates of all problems together: the more they are, the fewer orders of each.
    pub(super) fn new(seed: u64, candidates: usize) -> Self {
        Keyed { seed, orders: ((DRAWN / candidates.max(1)) as u64).clamp(4, ORDERS) }
    }
}

/// Totals are equal but for rounding.
const TOLERANCE: f64 = 1e-12;

/// Candidates that vote alike: the answer, what each vote weighs, and how many they are.
struct Kind {
    answer: usize,
    weight: f64,
    many: usize,
}

/// The votes on a problem.
pub(super) struct Votes<'a> {
    problem: &'a Problem,
    weighted: bool,
    kinds: Vec<Kind>,
    /// How far each answer is correct: the mean of the candidates that give it.
    worth: Vec<f64>,
}

/// How far the winner is correct; equal totals share.
fn winner(totals: impl Iterator<Item = (usize, f64)> + Clone, worth: &[f64]) -> f64 {
    let most = totals.clone().map(|(_, total)| total).fold(f64::NEG_INFINITY, f64::max);
    let wins = |total: f64| most - total <= TOLERANCE * most.abs().max(total.abs());
    let (sum, count) = totals
        .filter(|(_, total)| wins(*total))
        .fold((0.0, 0.0), |(sum, count), (answer, _)| (sum + worth[answer], count + 1.0));
    sum / count
}

impl<'a> Votes<'a> {
    /// A vote each, or as much as the candidate's score.
    pub(super) fn of(problem: &'a Problem, weighted: bool) -> Self {
        let answers = problem.answers.iter().max().map_or(0, |last| *last as usize + 1);
        let mut sums = vec![(0.0, 0.0); answers];
        for (answer, correct) in problem.answers.iter().zip(&problem.correct) {
            let sum = &mut sums[*answer as usize];
            *sum = (sum.0 + correct, sum.1 + 1.0);
        }
        let worth = sums.iter().map(|(sum, count)| sum / count).collect();
        let weight = |at: &usize| if weighted { problem.scores[*at] } else { 1.0 };
        let mut order: Vec<usize> = (0..problem.answers.len()).collect();
        order.sort_by(|a, b| {
            problem.answers[*a].cmp(&problem.answers[*b]).then(weight(a).total_cmp(&weight(b)))
        });
        let alike =
            order.chunk_by(|a, b| problem.answers[*a] == problem.answers[*b] && weight(a) == weight(b));
        let kind = |same: &[usize]| Kind {
            answer: problem.answers[same[0]] as usize,
            weight: weight(&same[0]),
            many: same.len(),
        };
        Votes { problem, weighted, kinds: alike.map(kind).collect(), worth }
    }

    /// How far the winner is correct by count, and whether that is exact.
    pub(super) fn accuracies(&self, counts: &[usize], keyed: Keyed) -> Vec<(f64, bool)> {
        let exact: Vec<Option<f64>> = counts.iter().map(|n| self.counted(*n)).collect();
        if let Some(all) = exact.iter().copied().collect::<Option<Vec<f64>>>() {
            return all.into_iter().map(|accuracy| (accuracy, true)).collect();
        }
        let mut sums = vec![0.0; counts.len()];
        let mut totals = vec![0.0; self.worth.len()];
        for number in 0..keyed.orders {
            let mut drawn = Order::new(self.problem, keyed, number);
            let mut touched: Vec<usize> = Vec::new();
            let mut at = 0;
            for (sum, n) in sums.iter_mut().zip(counts) {
                while at < *n {
                    let candidate = drawn.next(at);
                    let answer = self.problem.answers[candidate] as usize;
                    if totals[answer] == 0.0 && !(self.weighted && touched.contains(&answer)) {
                        touched.push(answer);
                    }
                    totals[answer] += if self.weighted { self.problem.scores[candidate] } else { 1.0 };
                    at += 1;
                }
                *sum += winner(touched.iter().map(|answer| (*answer, totals[*answer])), &self.worth);
            }
            touched.iter().for_each(|answer| totals[*answer] = 0.0);
        }
        let either = |(exact, sum): (Option<f64>, f64)| {
            exact.map_or((sum / keyed.orders as f64, false), |accuracy| (accuracy, true))
        };
        exact.into_iter().zip(sums).map(either).collect()
    }

    /// By counting; none where there are too many draws.
    fn counted(&self, n: usize) -> Option<f64> {
        let all = self.problem.answers.len();
        if n == 1 {
            return Some(self.problem.correct.iter().sum::<f64>() / all as f64);
        }
        let kinds = self.kinds.len();
        let draws = libm::exp(log_choose(n + kinds - 1, kinds - 1).min(log_choose(all, n)));
        (draws <= COUNTED).then(|| {
            let mut totals = vec![None; self.worth.len()];
            self.walk(0, n, all, 1.0, &mut totals)
        })
    }

    /// Over all draws of the kinds from one on: so many are still to be drawn from those left, and so likely was it so far.
    fn walk(&self, at: usize, n: usize, left: usize, chance: f64, totals: &mut [Option<f64>]) -> f64 {
        let Some(kind) = self.kinds.get(at) else {
            let there = totals.iter().enumerate().filter_map(|(answer, total)| Some((answer, (*total)?)));
            return chance * winner(there, &self.worth);
        };
        let (others, before) = (left - kind.many, totals[kind.answer]);
        let fewest = n.saturating_sub(others);
        let mut sum = 0.0;
        for drawn in fewest..=kind.many.min(n) {
            if drawn > 0 {
                totals[kind.answer] = Some(before.unwrap_or(0.0) + kind.weight * drawn as f64);
            }
            let share =
                libm::exp(log_choose(kind.many, drawn) + log_choose(others, n - drawn) - log_choose(left, n));
            sum += self.walk(at + 1, n - drawn, others, chance * share, totals);
        }
        totals[kind.answer] = before;
        sum
    }
}

/// The logarithm of n over k.
fn log_choose(n: usize, k: usize) -> f64 {
    let log = |n: usize| libm::lgamma(n as f64 + 1.0);
    log(n) - log(k) - log(n - k)
}

/// A keyed order of a problem's candidates: the first n of it are a draw.
pub(super) struct Order {
    places: Vec<u32>,
    key: u64,
}

impl Order {
    pub(super) fn new(problem: &Problem, keyed: Keyed, number: u64) -> Self {
        let key = mix(mix(keyed.seed) ^ mix(fnv(&problem.id)) ^ number);
        Order { places: (0..problem.correct.len() as u32).collect(), key }
    }

    /// The next one; asked for in order.
    pub(super) fn next(&mut self, at: usize) -> usize {
        let left = (self.places.len() - at) as u128;
        let other = at + ((u128::from(mix(self.key ^ mix(at as u64))) * left) >> 64) as usize;
        self.places.swap(at, other);
        self.places[at] as usize
    }
}

/// The majority among the k best of n, by count, on keyed draws.
pub(super) fn of_top(
    problem: &Problem,
    correct: &[f64],
    k: usize,
    counts: &[usize],
    keyed: Keyed,
) -> Vec<f64> {
    let mut sums = vec![0.0; counts.len()];
    for number in 0..keyed.orders {
        let mut drawn = Order::new(problem, keyed, number);
        let (mut top, mut at): (Vec<usize>, usize) = (Vec::new(), 0);
        for (sum, n) in sums.iter_mut().zip(counts) {
            while at < *n {
                let candidate = drawn.next(at);
                let place = top.partition_point(|other| problem.scores[*other] >= problem.scores[candidate]);
                if place < k {
                    top.insert(place, candidate);
                    top.truncate(k);
                }
                at += 1;
            }
            let votes = |candidate: &usize| {
                let same = top.iter().filter(|other| problem.answers[**other] == problem.answers[*candidate]);
                same.count()
            };
            let most = top.iter().map(votes).max().unwrap_or(0);
            let winners = || top.iter().filter(|candidate| votes(candidate) == most);
            *sum += winners().map(|candidate| correct[*candidate]).sum::<f64>() / winners().count() as f64;
        }
    }
    sums.into_iter().map(|sum| sum / keyed.orders as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::super::exact::tests::subsets;
    use super::*;

    fn drawn(seed: u64) -> Problem {
        let all = 2 + (mix(seed) % 8) as usize;
        let draw = |i: usize, salt: u64| mix(seed * 1000 + salt * 100 + i as u64);
        let answers: Vec<u32> = (0..all).map(|i| (draw(i, 1) % 3) as u32).collect();
        let mut known: Vec<u32> = Vec::new();
        let number = |answer: &u32| {
            known.iter().position(|other| other == answer).unwrap_or_else(|| {
                known.push(*answer);
                known.len() - 1
            }) as u32
        };
        Problem {
            id: seed.to_string(),
            group: String::new(),
            correct: answers.iter().map(|answer| f64::from(u8::from(*answer == 1))).collect(),
            scores: (0..all).map(|i| (draw(i, 2) % 7) as f64 - 2.0).collect(),
            answers: answers.iter().map(number).collect(),
        }
    }

    fn by_hand(problem: &Problem, n: usize, weighted: bool) -> f64 {
        let sets = subsets(problem.correct.len(), n);
        let each = |bits: &u32| {
            let mut totals: Vec<(u32, f64, f64)> = Vec::new();
            for i in (0..problem.correct.len()).filter(|i| bits >> i & 1 == 1) {
                let weight = if weighted { problem.scores[i] } else { 1.0 };
                match totals.iter_mut().find(|(answer, ..)| *answer == problem.answers[i]) {
                    Some(total) => total.1 += weight,
                    None => totals.push((problem.answers[i], weight, problem.correct[i])),
                }
            }
            let most = totals.iter().map(|total| total.1).fold(f64::NEG_INFINITY, f64::max);
            let best: Vec<f64> = totals.iter().filter(|total| total.1 == most).map(|total| total.2).collect();
            best.iter().sum::<f64>() / best.len() as f64
        };
        sets.iter().map(each).sum::<f64>() / sets.len() as f64
    }

    #[test]
    fn every_draw_is_counted() {
        for problem in (0..60).map(drawn) {
            for weighted in [false, true] {
                let counts: Vec<usize> = (1..=problem.correct.len()).collect();
                let found = Votes::of(&problem, weighted).accuracies(&counts, Keyed::new(1, 1));
                for (n, (accuracy, exact)) in counts.iter().zip(found) {
                    let expected = by_hand(&problem, *n, weighted);
                    assert!(
                        exact && (accuracy - expected).abs() < 1e-12,
                        "{problem:?} {n}: {accuracy} {expected}"
                    );
                }
            }
        }
    }

    /// Keyed draws come near to what is counted.
    #[test]
    fn keyed_draws_are_fair() {
        let (mut off, mut all) = (0.0, 0.0);
        for problem in (0..200).map(drawn).filter(|problem| problem.correct.len() >= 5) {
            let top = of_top(&problem, &problem.correct, 99, &[4], Keyed::new(1, 1))[0];
            off += top - by_hand(&problem, 4, false);
            all += 1.0;
        }
        assert!(all > 50.0 && f64::abs(off / all) < 0.01, "{}", off / all);
    }
}
