//! Another program that decides: what it is, and how it did.

/// An engine in another program. What it is belongs to a run; what it did depends on what was asked before and is told
/// beside the results.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Program {
    /// The player, as it was named.
    pub player: String,
    /// What the program calls itself.
    pub name: String,
    /// A number for its executable and the files that belong to it.
    pub hash: String,
    /// Does the system hide which programs a command starts? Then the number is that of the files that the command and its
    /// options name, and another engine behind the same wrapper script is known by its name alone.
    pub hides_wrapped: bool,
    /// Decisions that it was asked for.
    pub answers: u64,
    /// How many of them were kept from before, so that it was not asked.
    pub cached: u64,
    /// How often it crashed, hung or gave an answer that is none, also where the next try succeeded.
    pub crashes: u64,
    /// What happened the first time.
    pub crash: String,
}

impl Program {
    /// What it is, in one text: runs of different ones are never mixed.
    pub fn identity(&self) -> String {
        format!("{} {}", self.hash, self.name)
    }
}
