//! An engine as a judge, where the truth is not known: it searches the position after every move.

use plyscope::game::{AnyPosition, Turn, expand_one};
use plyscope::key::TrialKey;
use plyscope::oracle::{Certainty, Judgement, Oracle};
use plyscope::player::{AnyGame, Player, Program};
use plyscope::search::Effort;
use plyscope::truth::TrueValue;
use plyscope::value::Player as Side;
use plyscope::{Error, Result};
use std::sync::{Arc, OnceLock};

type Open = dyn Fn(&AnyGame) -> Result<Arc<dyn Player>> + Send + Sync;

/// What an engine thinks of every move, as an expected score: a proxy for the truth.
pub struct EngineOracle {
    name: String,
    game: AnyGame,
    depth: u32,
    open: Box<Open>,
    player: OnceLock<Result<Arc<dyn Player>>>,
}

impl EngineOracle {
    /// The engine is started when it is first asked: describing a measurement starts nothing.
    pub fn new(
        name: String,
        game: AnyGame,
        depth: u32,
        open: impl Fn(&AnyGame) -> Result<Arc<dyn Player>> + Send + Sync + 'static,
    ) -> Self {
        EngineOracle { name, game, depth, open: Box::new(open), player: OnceLock::new() }
    }

    /// What a position is worth to the first player, from -1 to 1.
    fn score(&self, player: &dyn Player, position: &AnyPosition) -> Result<f64> {
        let expansion = expand_one(&*self.game, position)?;
        if expansion.turn == Turn::Over {
            let payoff = expansion.payoffs.first().copied().unwrap_or(0.0);
            return Ok(if payoff == 0.0 { 0.0 } else { payoff.signum() });
        }
        let seen = player.decide_each(position, &[Effort::Depth(self.depth - 1)])?;
        let pawns =
            seen.first().and_then(|seen| seen.value.as_ref()?.number()).ok_or_else(|| Error::Failed {
                player: self.name.clone(),
                position: self.game.position_text(position),
                tries: 1,
                why: "it does not tell what the position is worth".into(),
            })?;
        Ok(2.0 * expected(pawns) - 1.0)
    }

    fn judged(&self, player: &dyn Player, position: &AnyPosition) -> Result<Judgement> {
        let expansion = expand_one(&*self.game, position)?;
        let mover = match expansion.turn {
            Turn::Player(mover) => mover,
            _ => Side::FIRST,
        };
        let scores =
            expansion.after.iter().map(|after| self.score(player, after)).collect::<Result<Vec<_>>>();
        // A failure is counted by the caller.
        let moves = scores?.into_iter().map(TrueValue::Exact).collect();
        Ok(Judgement { mover, moves })
    }
}

/// The expected score of a player who is ahead by a number of pawns: ten times as likely to win as to lose with four of them, the
/// scale on which Elo's ratings stand as well.
fn expected(pawns: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-pawns / 4.0))
}

impl Oracle for EngineOracle {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn certainty(&self) -> Certainty {
        Certainty::Proxy
    }
    fn expects_scores(&self) -> bool {
        true
    }
    fn program(&self) -> Result<Option<Program>> {
        Ok(self.player.get_or_init(|| (self.open)(&self.game)).clone()?.program())
    }
    fn judge(&self, positions: &[(AnyPosition, TrialKey)]) -> Result<Vec<Judgement>> {
        let player = self.player.get_or_init(|| (self.open)(&self.game)).clone()?;
        positions.iter().map(|(position, _)| self.judged(&*player, position)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::expected;

    #[test]
    fn pawns_become_expected_scores() {
        assert_eq!(expected(0.0), 0.5);
        // 10 to 1.
        assert!((expected(4.0) - 10.0 / 11.0).abs() < 1e-12 && (expected(-4.0) - 1.0 / 11.0).abs() < 1e-12);
        assert_eq!((expected(1e4), expected(-1e4)), (1.0, 0.0));
    }
}
