//! The laboratory's tests, in one binary.

mod claims;
mod comparing;
mod confirmed;
mod coverage;
mod figures;
mod files;
mod first_screen;
mod golden;
mod judge;
mod map;
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
mod scaling;
mod schema;
mod steps;
mod support;
mod truth;
