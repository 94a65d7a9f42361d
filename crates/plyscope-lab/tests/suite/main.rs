//! The laboratory's tests, in one binary.

mod claims;
mod confirmed;
mod coverage;
mod exact;
mod figures;
mod files;
mod first_screen;
mod golden;
mod looks;
mod matches;
mod measurement;
mod measurement_use;
mod nodes;
mod own_games;
mod papers;
mod planning;
mod positions;
mod repeatable;
mod reproduction;
mod sampling;
mod schema;
mod steps;
mod support;
mod truth;
