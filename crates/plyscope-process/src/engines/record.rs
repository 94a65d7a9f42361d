//! How an engine did: what it answered, what came from before, and how often it failed.

use plyscope::player::Program;
use std::sync::Mutex;

/// How many positions in a row at which every try fails end a run, where the engine never gave an answer.
const AT_FIRST: u32 = 3;
/// The same where it did: some engines cannot do with some positions, and those may stand together.
const LATER: u32 = 10;

/// What an engine did.
#[derive(Default)]
pub(super) struct Conduct {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    told: Program,
    /// Did it ever answer?
    proven: bool,
    /// Positions at which it failed since it last answered.
    failed: u32,
}

/// What follows from a position at which every try failed.
pub(super) enum Patience {
    /// It is counted.
    Counted,
    /// There were too many of them.
    TooOften(u32),
}

impl Conduct {
    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().expect("the lock is not poisoned"))
    }

    /// There is an answer, kept from before or not.
    pub(super) fn answered(&self, cached: bool) {
        self.with(|state| {
            state.told.answers += 1;
            state.told.cached += u64::from(cached);
            if !cached {
                (state.proven, state.failed) = (true, 0);
            }
        });
    }

    /// A try failed.
    pub(super) fn crashed(&self, how: &str) {
        self.with(|state| {
            state.told.crashes += 1;
            if state.told.crash.is_empty() {
                state.told.crash = how.to_string();
            }
        });
    }

    /// Every try failed at a position.
    pub(super) fn failed(&self) -> Patience {
        self.with(|state| {
            state.failed += 1;
            let most = if state.proven { LATER } else { AT_FIRST };
            if state.failed >= most { Patience::TooOften(state.failed) } else { Patience::Counted }
        })
    }

    /// Did it fail, and never answer?
    pub(super) fn is_doubted(&self) -> bool {
        self.with(|state| !state.proven && state.told.crashes > 0)
    }

    /// Did it ever answer?
    pub(super) fn is_proven(&self) -> bool {
        self.with(|state| state.proven)
    }

    /// What it did, added to what it is.
    pub(super) fn told(&self, program: Program) -> Program {
        self.with(|state| {
            let Program { answers, cached, crashes, crash, .. } = state.told.clone();
            Program { answers, cached, crashes, crash, ..program }
        })
    }
}
