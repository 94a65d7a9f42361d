//! Which address is answered by what: with a file of the page, which is part of the program, or with what is computed.

use crate::answer::Refusal;
use crate::app::{App, Client};
use crate::fields::Fields;
use crate::guard::guard;
use crate::{answer, curves, limits, presets, runs, tree};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Extension, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// A body that takes longer to come is not waited for.
const PATIENCE: Duration = Duration::from_secs(15);

/// What is asked for with fields, and who asks.
pub(crate) struct FieldRequest {
    pub(crate) app: Arc<App>,
    pub(crate) client: Client,
    pub(crate) fields: Fields,
}

type Answered = Result<Response, Refusal>;

/// Every address there is.
pub(crate) fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/api/list", any(asked(tree::list)))
        .route("/api/presets", any(asked(presets::answer)))
        .route("/api/tree", any(asked(tree::answer)))
        .route("/api/curves", any(asked(curves::answer)))
        .route("/api/runs", any(asked(runs::list)))
        .route("/api/run", any(asked(runs::run)))
        .route("/api/figure", any(asked(runs::figure)))
        .route("/api/diff", any(asked(runs::diff)))
        .route("/api/measurement", any(asked(runs::measurement)))
        .route("/api/worst", any(asked(runs::worst)));
    let mut all = api;
    for page in PAGES {
        all = all.route(page.path, get(move || async move { page.answer() }));
    }
    all.fallback(|| async { Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address") })
        .with_state(app.clone())
        .layer(from_fn_with_state(app, guard))
}

/// An answer that is being made.
type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler of fields, from the address or from a form in the body.
fn asked<F, Fut>(handle: F) -> impl Fn(State<Arc<App>>, Extension<Client>, Request) -> Answering + Clone
where
    F: Fn(FieldRequest) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = Answered> + Send + 'static,
{
    move |State(app), Extension(client), request| {
        let handle = handle.clone();
        Box::pin(async move {
            let answered = async {
                let fields = read(request).await?;
                handle(FieldRequest { app, client, fields }).await
            };
            answered.await.unwrap_or_else(IntoResponse::into_response)
        })
    }
}

async fn read(request: Request) -> Result<Fields, Refusal> {
    match *request.method() {
        Method::GET | Method::HEAD => Fields::parse(request.uri().query().unwrap_or_default()),
        Method::POST => {
            let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
            if !kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded")) {
                return Err(Refusal::new(
                    StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    "a body is a form: name=value&name=value",
                ));
            }
            let body = body(request.into_body()).await?;
            Fields::parse(&body)
        }
        _ => Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "ask with GET, or with POST for long texts")),
    }
}

async fn body(body: Body) -> Result<String, Refusal> {
    let late = |_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request came too slowly");
    let large = |_| {
        let why = format!("a request holds at most {} bytes", limits::BODY);
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why)
    };
    let bytes = tokio::time::timeout(PATIENCE, to_bytes(body, limits::BODY)).await.map_err(late)?;
    String::from_utf8(bytes.map_err(large)?.to_vec()).map_err(|_| Refusal::bad("the body is not UTF-8"))
}

/// A file of the page.
struct Page {
    path: &'static str,
    kind: &'static str,
    text: &'static str,
}

impl Page {
    fn answer(&self) -> Response {
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
const PAGES: &[Page] = &[
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
