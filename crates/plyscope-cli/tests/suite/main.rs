//! The command's tests, in one binary.

#[cfg(feature = "chess")]
mod advice;
mod book;
#[cfg(feature = "chess")]
mod chess;
mod command;
#[cfg(all(unix, feature = "chess", feature = "png"))]
mod commands;
mod compare;
mod defaults;
mod documents;
mod engines;
#[cfg(all(feature = "explore", feature = "png"))]
mod explore;
mod figures;
#[cfg(unix)]
mod hostile;
mod judge;
mod laboratory;
mod matches;
mod measure;
mod merging;
#[cfg(all(unix, feature = "chess"))]
mod mixing;
#[cfg(all(feature = "chess", feature = "process"))]
mod names;
mod odd_input;
#[cfg(all(unix, feature = "chess"))]
mod own_engine;
#[cfg(unix)]
mod process;
mod report;
mod scripting;
#[cfg(unix)]
mod signals;
mod snapshots;
mod solving;
mod support;
mod tutorials;
#[cfg(all(unix, feature = "chess"))]
mod uci;
