//! What is known of a node while a search goes on.

use crate::drawing::shown;
use plyscope::value::AnyValue;

/// How far a node was searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Seen {
    /// Not looked at yet.
    #[default]
    Not,
    /// It is being searched.
    Open,
    /// Nothing more is to be found out.
    Done,
    /// It will not be looked at.
    Cut,
}

impl Seen {
    /// As scripts read it.
    pub fn name(self) -> &'static str {
        match self {
            Seen::Not => "not yet",
            Seen::Open => "open",
            Seen::Done => "done",
            Seen::Cut => "cut",
        }
    }
}

/// What is known of a node; nothing at first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Known {
    /// How far it was searched.
    pub seen: Seen,
    /// It is worth at least this.
    pub low: Option<AnyValue>,
    /// It is worth at most this.
    pub high: Option<AnyValue>,
    /// Alpha and beta, where the search has them: the first player is sure of this or more, the second of this or less.
    pub window: Option<(Option<AnyValue>, Option<AnyValue>)>,
}

impl Known {
    /// What it is worth, in a picture; nothing where nothing is known.
    pub fn short(&self) -> Option<String> {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) if low == high => Some(shown(low)),
            (Some(low), Some(high)) => Some(format!("{} to {}", shown(low), shown(high))),
            (Some(low), None) => Some(format!("≥ {}", shown(low))),
            (None, Some(high)) => Some(format!("≤ {}", shown(high))),
            (None, None) => None,
        }
    }

    /// The same in a sentence.
    pub(super) fn phrase(&self) -> Option<String> {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) if low == high => Some(format!("worth {}", shown(low))),
            (Some(low), Some(high)) => Some(format!("between {} and {}", shown(low), shown(high))),
            (Some(low), None) => Some(format!("at least {}", shown(low))),
            (None, Some(high)) => Some(format!("at most {}", shown(high))),
            (None, None) => None,
        }
    }

    /// Alpha and beta in a picture, where the search has them.
    pub(crate) fn window_text(&self) -> Option<String> {
        let (first, second) = self.window.as_ref()?;
        let end = |value: &Option<AnyValue>, open: &str| value.as_ref().map_or(open.to_string(), shown);
        Some(format!("α {}  β {}", end(first, "−∞"), end(second, "∞")))
    }
}
