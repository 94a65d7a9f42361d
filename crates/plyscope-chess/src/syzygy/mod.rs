//! Syzygy tables: who wins every ending of up to seven men, in files that others made.
//!
//! Files are checked here before anything else sees them: their length, their first bytes and their checksum. Reading them
//! is the work of another crate, which trusts files blindly, so it is behind the feature `syzygy` and for files from a
//! source that you trust.

mod file;
#[cfg(feature = "syzygy")]
mod oracle;

pub use file::{check, check_folder};
#[cfg(feature = "syzygy")]
pub use oracle::SyzygyOracle;
#[cfg(feature = "syzygy")]
pub(crate) use oracle::entry;
