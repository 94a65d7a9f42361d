//! `plyscope explore`: the interface beneath the page, who may use it, and the page in a browser.

mod browser;
mod bytes;
mod load;
mod safety;
pub(crate) mod server;
mod trees;
