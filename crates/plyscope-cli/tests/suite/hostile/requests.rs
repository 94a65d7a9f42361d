//! What a page can be asked for, with mistakes: each request is answered or refused in a sentence, and the page goes on.

use super::mutants::mutated;
use super::{Draws, share};
use crate::explore::server::Server;
use crate::support::side_by_side;

/// Fields that are answered as they are.
const FORMS: [(&str, &str); 8] = [
    ("/api/tree", "tree=A:(B:(3 12 8) C:(2 4 6) D:(14 5 2))&search=alpha-beta&format=steps"),
    ("/api/tree", "tree=tic-tac-toe&depth=2&evaluator=lines&rule=minimax&position=.../.../... X&format=svg"),
    (
        "/api/tree",
        "tree=board-splitting(depth=5)&rule=emm&evaluator=artificial(error=0.2)&depth=3&seed=1&trial=2&beside=product",
    ),
    (
        "/api/curves",
        "game=board-splitting(depth=5)&rules=minimax;emm&depths=1..4&trials=64&evaluator=artificial(error=0.1)",
    ),
    ("/api/curves", "game=tic-tac-toe&rules=minimax&depths=1..2&trials=8&evaluator=lines&format=toml"),
    ("/api/list", "kind=games"),
    ("/api/run", "run=../mine&format=json"),
    ("/api/figure", "run=mine&format=svg"),
];

/// A form's bytes with mistakes, sent as a browser would send them.
fn form(text: &str, draws: &mut Draws) -> Vec<u8> {
    let bytes = mutated(text.as_bytes(), draws);
    let encoded = |byte: u8| match byte {
        b'=' | b'&' | b'%' => vec![byte],
        byte if byte.is_ascii_alphanumeric() => vec![byte],
        byte => format!("%{byte:02X}").into_bytes(),
    };
    bytes.into_iter().flat_map(encoded).collect()
}

#[test]
fn requests_with_mistakes() {
    let server = Server::start(&[]);
    let host = server.host();
    let mut draws = Draws(12_000);
    let cases: Vec<(bool, Vec<u8>)> = (0..share(120, 12_000))
        .map(|case| {
            let (path, text) = *draws.one(&FORMS);
            let body = form(text, &mut draws);
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: \
                 application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n",
                body.len()
            );
            // Some have their mistakes in what HTTP itself says.
            let of_head = case % 4 == 0;
            let head = if of_head { mutated(head.as_bytes(), &mut draws) } else { head.into_bytes() };
            (of_head, [head, body].concat())
        })
        .collect();
    let known = [0, 200, 400, 403, 404, 405, 408, 413, 414, 415, 422, 431, 501, 503, 505];
    side_by_side(&cases, |(of_head, request)| {
        let answer = if *of_head { server.raw_then_end(request) } else { server.raw(request) };
        let asked = || String::from_utf8_lossy(request);
        assert!(known.contains(&answer.status), "{}: {}", answer.status, asked());
        if answer.header("content-type") == Some("application/json; charset=utf-8") && answer.status != 200 {
            let told = answer.json();
            let text = told["error"]["text"].as_str().expect("a sentence");
            assert!(text.split_whitespace().count() >= 3, "{text}: {}", asked());
        }
    });
    assert_eq!(server.post("/api/tree", &[("tree", "((3 12 8) (2 4 6))")]).status, 200, "it goes on");
    if let Some(mib) = server.peak() {
        assert!(mib < 1000, "{mib} MiB");
    }
}
