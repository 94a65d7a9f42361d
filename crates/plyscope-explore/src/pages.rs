//! The page's files. They are part of the program: nothing is read from elsewhere.

use crate::answer;
use axum::response::Response;

/// A file of the page.
pub(crate) struct Page {
    pub(crate) path: &'static str,
    kind: &'static str,
    text: &'static str,
}

impl Page {
    pub(crate) fn answer(&self) -> Response {
        answer::bytes(self.kind, self.text)
    }
}

const fn html(path: &'static str, text: &'static str) -> Page {
    Page { path, kind: "text/html; charset=utf-8", text }
}

const fn script(path: &'static str, text: &'static str) -> Page {
    Page { path, kind: "text/javascript; charset=utf-8", text }
}

/// All of them.
pub(crate) const ALL: &[Page] = &[
    html("/", include_str!("../assets/trees.html")),
    html("/curves", include_str!("../assets/curves.html")),
    html("/runs", include_str!("../assets/runs.html")),
    html("/measurements", include_str!("../assets/measurements.html")),
    Page {
        path: "/explorer.css",
        kind: "text/css; charset=utf-8",
        text: include_str!("../assets/explorer.css"),
    },
    script("/common.js", include_str!("../assets/common.js")),
    script("/trees.js", include_str!("../assets/trees.js")),
    script("/curves.js", include_str!("../assets/curves.js")),
    script("/runs.js", include_str!("../assets/runs.js")),
    script("/measurements.js", include_str!("../assets/measurements.js")),
];
