//! Efforts as they are told.

use plyscope::search::Effort;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt;

/// What was spent: `{"depth": 3}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent(pub Effort);

impl Serialize for Spent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0.unit(), &self.0.amount())?;
        map.end()
    }
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
