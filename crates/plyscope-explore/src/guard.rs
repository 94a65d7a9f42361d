//! Who may ask: looked at before anything else is done.
//!
//! Every page in the user's browser can send requests to this machine, and a name that an attacker owns can be made to
//! lead here (DNS rebinding). So the `Host` must be one that no attacker can own, the `Origin` must be our own page, and where
//! other machines can ask, they must know the token.

use crate::answer::Refusal;
use crate::app::{App, Client};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::net::IpAddr;
use std::sync::Arc;

/// What every page may do: load from here, and nothing else. Styles and scripts are files of their own.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const COOKIE: &str = "plyscope-token";

/// Looks at a request, answers it or has it answered, and says what browsers may do with the answer.
pub(crate) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let response = match admit(&app, &request) {
        Err(refusal) => refusal.into_response(),
        Ok(Some(redirect)) => redirect,
        Ok(None) => {
            let page = request.headers().get("x-plyscope-page").and_then(|page| page.to_str().ok());
            if let Some(page) = page.filter(|page| page.len() <= 64) {
                let client = Client(page.to_string());
                request.extensions_mut().insert(client);
            }
            next.run(request).await
        }
    };
    with_headers(response)
}

fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-store");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    response
}

/// Is the request from our own page, or from a user of this machine? An answer where it is to be sent again.
fn admit(app: &App, request: &Request) -> Result<Option<Response>, Refusal> {
    let headers = request.headers();
    let host = text(headers, header::HOST).ok_or_else(|| Refusal::bad("the Host header is missing"))?;
    if !is_our_host(app, host) {
        return Err(Refusal::forbidden(format!(
            "the Host header is not that of this server; open http://127.0.0.1:{}/ or the address that it printed",
            app.port
        )));
    }
    if let Some(origin) = headers.get(header::ORIGIN)
        && origin.to_str().ok() != Some(&format!("http://{host}"))
    {
        return Err(Refusal::forbidden("requests of other pages are not answered (Origin)"));
    }
    // Other pages may link to ours; they may not load anything from it.
    let site = text(headers, HeaderName::from_static("sec-fetch-site")).unwrap_or("none");
    let mode = text(headers, HeaderName::from_static("sec-fetch-mode")).unwrap_or("navigate");
    let is_page = mode == "navigate" && !request.uri().path().starts_with("/api/");
    if !matches!(site, "none" | "same-origin") && !is_page {
        return Err(Refusal::forbidden("requests of other pages are not answered (Sec-Fetch-Site)"));
    }
    let Some(token) = &app.token else { return Ok(None) };
    let cookies = text(headers, header::COOKIE).unwrap_or_default();
    let cookie =
        cookies.split(';').filter_map(|one| one.trim().split_once('=')).find(|(name, _)| *name == COOKIE);
    let bearer = text(headers, header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    if cookie.map(|(_, value)| value).into_iter().chain(bearer).any(|given| same(given, token)) {
        return Ok(None);
    }
    let query = request.uri().query().unwrap_or_default();
    let given = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    if given.is_some_and(|given| same(given, token)) {
        // Out of the address, so that it is in no history and no link.
        let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
        let to = request.uri().path().to_string();
        return Ok(Some(
            (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, to)]).into_response(),
        ));
    }
    let why = "this explorer asks for its token: open the address that `plyscope explore` printed";
    Err(Refusal::new(StatusCode::UNAUTHORIZED, why))
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Is it an address, with our port? A name could be anybody's.
fn is_our_host(app: &App, host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    if port != Some(app.port) {
        return false;
    }
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let address: Option<IpAddr> = name.parse().ok();
    address.is_some_and(|address| !app.is_loopback() || address.is_loopback())
}

/// A secret of 128 bits that cannot be guessed: the standard library keys its hash maps with randomness of the system, and
/// what such a keyed hash gives is as hard to guess as its key.
pub(crate) fn new_token() -> String {
    let half = |number: u64| {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u64(number);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}

/// Are two texts the same? Takes as long wherever they differ, so that nothing is learned from the time.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let differs = one.bytes().zip(other.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
    one.len() == other.len() && differs == 0
}

#[cfg(test)]
mod tests {
    use super::{new_token, same};

    #[test]
    fn tokens_differ_and_are_compared_whole() {
        let (one, other) = (new_token(), new_token());
        assert!(one.len() == 32 && one != other);
        assert!(same(&one, &one.clone()) && !same(&one, &other) && !same(&one, &one[1..]) && !same("", &one));
    }
}
