//! Which question is asked next, to close in on a score from both sides.

use super::SolveGoal;
use crate::game::Hints;

/// What is known of a score so far, in the mover's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Closing {
    pub(super) low: i32,
    pub(super) high: i32,
    /// Is a score the further from zero the sooner the game is won?
    soon: bool,
    asked: SolveGoal,
    /// How many questions were answered, and the last answer.
    answers: u32,
    last: Option<i32>,
}

impl Closing {
    /// Where scores are the larger the sooner a game is won, say so.
    pub(super) fn between(low: i32, high: i32, soon: bool, asked: SolveGoal) -> Self {
        Closing { low, high, soon, asked, answers: 0, last: None }
    }

    /// Is it enough to tell what was asked for? `sign` is 1 where the mover is the first player, else -1.
    pub(super) fn is_enough<G: Hints>(&self, game: &G, asked: SolveGoal, sign: i32) -> bool {
        let (low, high) = (game.worth(sign * self.low), game.worth(sign * self.high));
        match asked {
            _ if self.low >= self.high => true,
            SolveGoal::Score => false,
            SolveGoal::Value => low == high,
            SolveGoal::Winner => low == high || (low > 0.0 && high > 0.0) || (low < 0.0 && high < 0.0),
        }
    }

    /// Is the score at least this? Above the lower bound, not above the upper one.
    ///
    /// Whether a player wins soon is seen by looking a few plies ahead: so the questions come from both ends, and go half the
    /// way to zero each time; where only the winner matters, one from each end is enough before that is asked. Where scores do not tell how soon, the last answer is the best guess (MTD(f)).
    pub(super) fn question(&self) -> i32 {
        let middle = self.low + (self.high - self.low) / 2;
        let question = match (self.soon, self.last) {
            (true, _) if self.asked != SolveGoal::Score && self.answers >= 2 => 1,
            (true, _) if middle <= 0 && self.low / 2 < middle => self.low / 2 + 1,
            (true, _) if middle >= 0 && self.high / 2 > middle => self.high / 2 + 1,
            (true, _) => middle + 1,
            (false, None) => 0,
            // At least as good as the lower bound it is: is it better?
            (false, Some(last)) if last == self.low => last + 1,
            (false, Some(last)) => last,
        };
        question.clamp(self.low + 1, self.high)
    }

    /// The answer to a question: a bound from below if it is as large, else one from above.
    pub(super) fn answer(&mut self, question: i32, found: i32) {
        if found >= question {
            self.low = self.low.max(found);
        } else {
            self.high = self.high.min(found);
        }
        self.answers += 1;
        self.last = Some(found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the score, it is found, and from both ends with few questions.
    #[test]
    fn every_score_is_found() {
        for (score, soon) in (-21..=21).flat_map(|score| [(score, false), (score, true)]) {
            let (mut closing, mut questions) =
                (Closing::between(-21, 21, soon, SolveGoal::Score), Vec::new());
            while closing.low < closing.high {
                let question = closing.question();
                questions.push(question);
                // As little as an answer can say.
                closing.answer(question, if score >= question { question } else { question - 1 });
            }
            assert_eq!((closing.low, closing.high), (score, score));
            assert!(!soon || questions.len() <= 8, "{score}: {questions:?}");
        }
    }
}
