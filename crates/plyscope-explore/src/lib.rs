//! The explorer: a page, served on this machine, on which one sees why looking deeper helps or hurts.
//!
//! Everything that it shows is made by the laboratory: the interface beneath the page is plain JSON and SVG over HTTP
//! (`docs/explorer.md`), the same bytes as the command prints. The page decides nothing.
//!
//! A page in a browser can be attacked by every other page that is open in it, so the server trusts no request: it looks at
//! who asks (`guard`), takes no name that starts a program or reads a file, and bounds what a client can make it do (`limits`,
//! `turns`).

mod answer;
mod app;
mod curves;
mod fields;
mod folder;
mod guard;
mod limits;
mod presets;
mod routes;
mod runs;
mod server;
mod tree;
mod turns;

pub use server::{Explorer, ServeError};
