//! Measurements: does looking deeper help here, where does it hurt, why, and what to do.
//!
//! For every trial and effort the value of every root move is kept ([`Record`]). Everything else is computed from that
//! table afterwards: what one ply more repairs and breaks, what repairs would change, where in the game it hurts, which
//! positions to look at. A measurement is a function of the records alone.

mod blocks;
mod chart;
mod compared;
mod comparison;
mod comparison_text;
mod confirmed;
mod engines;
mod estimate;
mod finding;
mod fold;
mod found;
mod gains;
mod naming;
mod page;
mod phase;
mod record;
mod repair;
mod setup;
mod step;
mod table;
mod verdict;
mod worst;

pub use compared::Difference;
pub use comparison::{
    ComparedAt, ComparedGroup, Comparison, ComparisonVerdict, JudgedGroup, Stopping, Versions,
};
pub(crate) use comparison::{is_decided, looks_after};
pub use comparison_text::comparison_markdown;
pub use confirmed::Confirmed;
pub use engines::EngineReport;
pub use estimate::Estimate;
pub(crate) use estimate::{LEVEL, differences, each_of};
pub use finding::{Again, Finding, Loss};
pub use found::{
    Absent, AtNodes, EffortReport, Measurement, OneOrMore, PlayerReport, RepairReport, Second, TruthReport,
    Use,
};
pub use gains::Term;
pub(crate) use gains::{Gains, Scored, UNREPAIRED, scores};
pub use naming::Spent;
pub(crate) use page::whole as whole_page;
pub use page::{files, fragment, page, pictures, text, text_in};
pub use phase::Phase;
pub use record::{At, Decided, Logged, Planned, Record, Seen};
pub(crate) use record::{best_of, best_of as correct_moves};
pub(crate) use repair::Bench;
pub use repair::Repair;
pub use setup::{PlayerSetup, RivalSetup, Setup, TreeAt, TruthSetup};
pub(crate) use step::steps;
pub use step::{Degree, Judged, Step};
pub use verdict::{Advice, Called, Verdict, Why};
pub(crate) use verdict::{interval, points};
pub use worst::Worst;
pub(crate) use worst::is_positions;
