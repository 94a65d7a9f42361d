//! What is answered: data as the command prints them, or a refusal that says what to do.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Why something is not answered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) text: String,
    /// Line and column of the mistake, where it is in a text.
    pub(crate) place: Option<(usize, usize)>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, text: impl Into<String>) -> Self {
        Refusal { status, text: text.into(), place: None }
    }

    /// The request is wrong.
    pub(crate) fn bad(text: impl Into<String>) -> Self {
        Refusal::new(StatusCode::BAD_REQUEST, text)
    }

    /// The request is not for here.
    pub(crate) fn forbidden(text: impl Into<String>) -> Self {
        Refusal::new(StatusCode::FORBIDDEN, text)
    }

    /// It is more than a page may ask for.
    pub(crate) fn too_much(text: impl Into<String>) -> Self {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, text)
    }

    /// Too many ask at once.
    pub(crate) fn busy() -> Self {
        let why = "too many requests are waiting; try again in a second";
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, why)
    }
}

impl From<plyscope_lab::Error> for Refusal {
    fn from(error: plyscope_lab::Error) -> Self {
        // The path of the folder is not shown to clients.
        let text = match &error {
            plyscope_lab::Error::Folder { why, .. } => format!("the run cannot be read: {why}"),
            error => error.to_string(),
        };
        let mut refusal = Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, text);
        refusal.place = match error {
            plyscope_lab::Error::Library(plyscope::Error::Tree { line, column, .. }) => Some((line, column)),
            plyscope_lab::Error::Spec { line, column, .. } => Some((line, column)),
            _ => None,
        };
        refusal
    }
}

impl From<plyscope::Error> for Refusal {
    fn from(error: plyscope::Error) -> Self {
        plyscope_lab::Error::from(error).into()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut error = json!({"text": self.text});
        if let Some((line, column)) = self.place {
            error["line"] = json!(line);
            error["column"] = json!(column);
        }
        let mut response = json_text(format!("{:#}\n", json!({"error": error})));
        *response.status_mut() = self.status;
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// Bytes of a kind.
pub(crate) fn bytes(kind: &'static str, bytes: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], bytes.into()).into_response()
}

/// What is JSON already.
pub(crate) fn json_text(text: String) -> Response {
    bytes("application/json; charset=utf-8", text)
}

/// A JSON value, as the command prints it.
pub(crate) fn json_value(value: &Value) -> Response {
    json_text(format!("{value:#}\n"))
}

/// Text.
pub(crate) fn text(text: String) -> Response {
    bytes("text/plain; charset=utf-8", text)
}

/// A picture. Opened by itself it can load and run nothing.
pub(crate) fn svg(svg: String) -> Response {
    let mut response = bytes("image/svg+xml", svg);
    let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

/// What a picture can be asked for as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Picture {
    Svg,
    Png,
}

impl Picture {
    pub(crate) fn of(text: &str) -> Option<Self> {
        match text {
            "svg" => Some(Picture::Svg),
            "png" => Some(Picture::Png),
            _ => None,
        }
    }

    /// The picture in that form.
    pub(crate) fn answer(self, picture: String) -> Result<Response, Refusal> {
        match self {
            Picture::Svg => Ok(svg(picture)),
            #[cfg(feature = "png")]
            Picture::Png => {
                let scale = crate::limits::png_scale(&picture)?;
                Ok(bytes("image/png", plyscope_lab::figure::png(&picture, scale)?))
            }
            #[cfg(not(feature = "png"))]
            Picture::Png => Err(Refusal::too_much("this build makes no PNG; take the SVG")),
        }
    }
}
