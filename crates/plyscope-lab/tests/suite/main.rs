//! The laboratory's tests, in one binary.

mod coverage;
mod files;
mod golden;
mod measurement;
mod nodes;
mod own_games;
mod positions;
mod repeatable;
mod reproduction;
mod schema;
mod support;
mod truth;
