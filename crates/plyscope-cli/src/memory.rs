//! How much memory the command may take.

use crate::numbers::whole;

#[derive(Debug, clap::Args)]
pub(crate) struct Memory {
    /// The most memory that one thing may need, in MiB; what needs more is refused [default: what is free]
    #[arg(long, global = true, value_name = "MIB", value_parser = whole::<1, 16_777_216>)]
    memory: Option<u64>,
}

/// Where the system does not tell what is free.
const USUAL_MIB: u64 = 8192;

impl Memory {
    /// Sets the limit.
    pub(crate) fn limit(&self) {
        let usual = || plyscope_files::system::free_memory().unwrap_or(USUAL_MIB << 20);
        plyscope::memory::set_limit(self.memory.map_or_else(usual, |mib| mib << 20));
    }
}
