//! The laboratory of Plyscope: everything that needs threads, files or a clock.

pub mod stats;
