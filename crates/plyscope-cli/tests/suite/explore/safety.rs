//! Who may ask, and for what: a page in a browser is open to every other page, and a link to everybody.

use super::server::{Server, form};
use crate::support::{has, skipped};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

const TREE: &[(&str, &str)] = &[("tree", "((3 12 8) (2 4 6))")];

fn lives(server: &Server) {
    assert_eq!(server.post("/api/tree", TREE).status, 200, "the next request is answered");
}

#[test]
fn only_our_own_page_is_answered() {
    let server = Server::start(&[]);
    let port = server.port;
    let other_port = format!("127.0.0.1:{}", port.wrapping_add(1));
    let (ours, name) = (format!("127.0.0.1:{port}"), format!("localhost:{port}"));
    let (rebound, address) = (format!("evil.example:{port}"), format!("192.0.2.1:{port}"));
    for host in [&ours, &name, &format!("[::1]:{port}")] {
        assert_eq!(server.send("GET", "/", &[("Host", host)], "").status, 200, "{host}");
    }
    for host in
        [rebound.as_str(), &address, &other_port, "127.0.0.1", "evil.example", "localhost.evil.example", ""]
    {
        let answer = server.send("GET", "/api/list", &[("Host", host)], "");
        assert_eq!(answer.status, 403, "{host}");
    }
    assert_eq!(server.raw(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").status, 400, "no Host at all");
    let own = format!("http://{ours}");
    assert_eq!(server.send("POST", "/api/tree", &[("Origin", &own)], &form(TREE)).status, 200);
    for origin in ["http://evil.example", "null", &format!("https://{ours}"), &format!("http://{name}")] {
        let answer = server.send("POST", "/api/tree", &[("Origin", origin)], &form(TREE));
        assert_eq!(answer.status, 403, "{origin}");
    }
    for site in ["cross-site", "same-site"] {
        let load = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "no-cors")];
        assert_eq!(server.send("GET", "/api/list", &load, "").status, 403);
        assert_eq!(server.send("GET", "/trees.js", &load, "").status, 403);
        // A link from elsewhere opens the page; it does not open what the page asks for.
        let link = [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate")];
        assert_eq!(server.send("GET", "/", &link, "").status, 200);
        assert_eq!(server.send("GET", "/api/list", &link, "").status, 403);
    }
    lives(&server);
}

#[test]
fn browsers_may_do_nothing_else_with_the_answers() {
    let server = Server::start(&[]);
    for target in
        ["/", "/curves", "/runs", "/measurements", "/explorer.css", "/trees.js", "/api/list", "/nowhere"]
    {
        let answer = server.send("GET", target, &[], "");
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{target}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{target}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{target}");
        assert!(answer.header("access-control-allow-origin").is_none(), "{target}");
    }
    // A picture has its own styles; opened by itself it can still load and run nothing.
    let picture = server.post("/api/tree", &[TREE, &[("format", "svg")]].concat());
    let policy = picture.header("content-security-policy").expect("a policy");
    assert_eq!(policy, "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    // The page's files hold no scripts and styles within their text, and load nothing from elsewhere.
    for target in ["/", "/curves", "/runs", "/measurements"] {
        let answer = server.send("GET", target, &[], "");
        let page = answer.text();
        assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains("http"), "{target}");
        assert_eq!(page.matches("<script").count(), page.matches("<script type=\"module\" src=\"/").count());
    }
}

/// Every kind of name that starts a program or reads a file, wherever a name can stand.
#[test]
fn names_that_lead_outside_are_forbidden() {
    let server = Server::start(&[]);
    let mark = std::env::temp_dir().join(format!("plyscope-explore-{}-mark", std::process::id()));
    let command = format!("touch {}", mark.display());
    let names = [
        format!("process(command=\"{command}\")"),
        format!("uci(command=\"{command}\")"),
        "file(path=\"/etc/passwd\")".into(),
        "pgn(path=\"games.pgn\")".into(),
        "histogram(path=\"/etc/passwd\")".into(),
        "tables(path=\"/\")".into(),
        "tables".into(),
        "process".into(),
        "engine(name=main)".into(),
        "learned(model=\"/etc/passwd\")".into(),
    ];
    let syzygy = cfg!(feature = "syzygy").then(|| "syzygy(path=\"/\")".to_string());
    for name in names.iter().chain(&syzygy) {
        let in_tree: [&[(&str, &str)]; 5] = [
            &[("tree", name)],
            &[("tree", "tic-tac-toe"), ("evaluator", name)],
            &[("tree", "(1 2)"), ("rule", name)],
            &[("tree", "(1 2)"), ("beside", name)],
            &[("tree", "(1 2)"), ("search", name)],
        ];
        for fields in in_tree {
            let answer = server.post("/api/tree", fields);
            assert_eq!(answer.status, 403, "{fields:?}: {}", answer.text());
        }
        let in_curves: [&[(&str, &str)]; 3] = [
            &[("game", name), ("rules", "minimax")],
            &[("game", "board-splitting"), ("evaluator", name), ("rules", "minimax")],
            &[("game", "board-splitting"), ("rules", name)],
        ];
        for fields in in_curves {
            for format in ["json", "toml"] {
                let answer = server.post("/api/curves", &[fields, &[("format", format)]].concat());
                assert_eq!(answer.status, 403, "{fields:?}: {}", answer.text());
            }
        }
    }
    assert!(!mark.exists(), "nothing was started");
    lives(&server);
}

/// What the command line gives can be asked for, and nothing beside it.
#[test]
fn a_game_that_was_given_can_be_looked_at() {
    if !has("python3") {
        return skipped("a game in Python was not looked at: no python3 was found", "apt install python3");
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/process/tic_tac_toe.py");
    let game = format!("process(command=\"python3 {file}\")");
    let game = game.as_str();
    let server = Server::start(&["--name", game]);
    let first = &server.post("/api/presets", &[]).json()[0];
    assert_eq!(first["fields"]["tree"], game);
    assert_eq!(first["fields"]["evaluator"], "lines", "the evaluator that it brings");
    let fields = [("tree", game), ("evaluator", "lines"), ("depth", "2")];
    let (there, built_in) = (server.post("/api/tree", &fields), {
        let fields = [("tree", "tic-tac-toe"), ("evaluator", "lines"), ("depth", "2")];
        server.post("/api/tree", &fields)
    });
    assert_eq!(there.status, 200, "{}", there.text());
    assert!(there.json()["tree"].is_object());
    assert_eq!(there.json()["tree"], built_in.json()["tree"], "the same game");
    let other = format!("process(command=\"python3 {file} again\")");
    assert_eq!(server.post("/api/tree", &[("tree", &other)]).status, 403);
    let broken =
        crate::support::run(&["explore", "--no-open", "--name", "process(command=\"/no/such/program\")"]);
    assert!(broken.status == 2 && broken.stderr.contains("could not be started"), "{}", broken.stderr);
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let here = std::env::temp_dir().join(format!("plyscope-explore-{}-paths", std::process::id()));
    let _ = std::fs::remove_dir_all(&here);
    let (inside, outside) = (here.join("inside"), here.join("outside"));
    std::fs::create_dir_all(&inside).expect("a folder");
    std::fs::create_dir_all(&outside).expect("a folder");
    std::fs::write(outside.join("run.json"), "{\"secret\": true}").expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&outside, inside.join("link")).expect("a link");
    let server = Server::start(&[&inside.display().to_string()]);
    for run in
        ["../outside", "..", ".", "/etc", "link", "inside/../../outside", "..\\outside", "%2e%2e/outside"]
    {
        for path in ["/api/run", "/api/figure", "/api/measurement", "/api/worst"] {
            let answer = server.post(path, &[("run", run)]);
            assert_eq!(answer.status, 404, "{path} {run}: {}", answer.text());
        }
    }
    for target in [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/api/../../etc/passwd",
        "//etc/passwd",
        "/assets/trees.js",
    ] {
        assert_eq!(server.send("GET", target, &[], "").status, 404, "{target}");
    }
    assert_eq!(server.post("/api/runs", &[]).json()["runs"], serde_json::json!([]));
    std::fs::remove_dir_all(here).expect("removed");
}

#[test]
fn what_is_too_much_is_refused_and_the_next_request_answered() {
    let server = Server::start(&[]);
    let large = "x".repeat(10 << 20);
    let answer = server.send("POST", "/api/tree", &[], &large);
    assert!(answer.status == 413 || answer.status == 0, "{}", answer.status);
    lives(&server);
    let just = format!("tree={}", "1".repeat((1 << 20) + 1));
    assert_eq!(server.send("POST", "/api/tree", &[], &just).status, 413);
    let deep = "(".repeat(100_000);
    let answer = server.post("/api/tree", &[("tree", &deep)]);
    let told = answer.json();
    assert_eq!((answer.status, &told["error"]["line"]), (422, &1.into()), "{told}");
    let wide = format!("({})", "1 ".repeat(150_000));
    assert_eq!(server.post("/api/tree", &[("tree", &wide)]).status, 422);
    let parts: [&[(&str, &str)]; 8] = [
        &[("tree", "board-splitting(depth=30)")],
        &[("tree", "tic-tac-toe"), ("search", "alpha-beta(table=65536)")],
        &[("tree", "tic-tac-toe"), ("depth", "2"), ("evaluator", "playouts(n=1000000)")],
        &[("tree", "connect-four"), ("depth", "12"), ("evaluator", "lines")],
        &[
            ("tree", "kalah"),
            ("depth", "3"),
            ("evaluator", "store-difference"),
            ("rule", "calibrated-product"),
        ],
        &[("tree", "(1 2"), ("rule", "minimax")],
        &[("tree", "no-such-game")],
        &[("tree", "(1 2)"), ("rule", "no-such-rule")],
    ];
    for fields in parts {
        let answer = server.post("/api/tree", fields);
        assert_eq!(answer.status, 422, "{fields:?}: {}", answer.text());
        assert!(answer.json()["error"]["text"].as_str().is_some_and(|text| text.len() > 20));
    }
    // What a name leaves out counts with its usual value.
    let usual_depth = server.post("/api/tree", &[("tree", "number-tree(branching=64)"), ("depth", "1")]);
    assert_eq!(usual_depth.status, 422);
    assert!(usual_depth.text().contains("make more than 1048576 leaves"), "{}", usual_depth.text());
    for fields in
        [&[("trials", "1000000000")][..], &[("trials", "0")], &[("rules", "emm;emm;emm;emm;emm;emm;emm")]]
    {
        let usual = [("game", "board-splitting"), ("rules", "minimax")];
        let usual: Vec<(&str, &str)> =
            usual.into_iter().filter(|(name, _)| fields.iter().all(|(other, _)| other != name)).collect();
        assert_eq!(server.post("/api/curves", &[&usual[..], fields].concat()).status, 422, "{fields:?}");
    }
    for fields in [&[("tree", "(1 2)"), ("dept", "3")][..], &[("tree", "(1 2)"), ("depth", "three")], &[]] {
        assert_eq!(server.post("/api/tree", fields).status, 400, "{fields:?}");
    }
    for (method, status) in [("PUT", 405), ("DELETE", 405), ("TRACE", 405)] {
        assert_eq!(server.send(method, "/api/tree", &[], "").status, status, "{method}");
    }
    let plain = [("Content-Type", "text/plain")];
    let host = server.host();
    let body = format!(
        "POST /api/tree HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{}: {}\r\nContent-Length: 8\r\n\r\ntree=(1)",
        plain[0].0, plain[0].1
    );
    assert_eq!(server.raw(body.as_bytes()).status, 415);
    lives(&server);
}

/// Clients that say half of what they want, or nothing, keep nobody waiting.
#[test]
fn slow_clients_are_not_waited_for() {
    let server = Server::start(&[]);
    let mut slow: Vec<_> = (0..100).map(|_| server.connect()).collect();
    for (i, stream) in slow.iter_mut().enumerate() {
        let part: &[u8] =
            if i % 2 == 0 { b"GET / HTT" } else { b"POST /api/tree HTTP/1.1\r\nContent-Length: 100\r\n" };
        stream.write_all(part).expect("sent");
    }
    let started = Instant::now();
    lives(&server);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

/// Work for clients that have gone is given up, in the midst of a search as well: else these would take all turns for half a
/// minute.
#[test]
fn work_that_nobody_waits_for_is_given_up() {
    let lanes = [
        ("game", "board-splitting(branching=2,depth=14)"),
        ("rules", "minimax;product;emm"),
        ("depths", "1..13"),
        ("trials", "200000"),
    ];
    let costly_estimates = [
        ("game", "kalah"),
        ("evaluator", "playouts(n=1000)"),
        ("rules", "minimax"),
        ("depths", "1..4"),
        ("trials", "1000"),
    ];
    let one_search = [
        ("game", "connect-four(width=7,height=4)"),
        ("evaluator", "lines"),
        ("rules", "minimax"),
        ("depths", "10..10"),
        ("trials", "1"),
    ];
    // Of 64 such games most are drawn many times before they count.
    let drawn_again = [
        ("game", "scheucher-kaindl(depth=16)"),
        ("evaluator", "random"),
        ("rules", "minimax"),
        ("depths", "1..10"),
        ("trials", "200000"),
    ];
    for fields in [&lanes[..], &costly_estimates, &one_search, &drawn_again] {
        let server = Server::start(&[]);
        let body = form(fields);
        let request = format!(
            "POST /api/curves HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            server.host(),
            body.len()
        );
        let mut gone: Vec<_> = (0..16).map(|_| server.connect()).collect();
        for stream in &mut gone {
            stream.write_all(request.as_bytes()).expect("sent");
        }
        std::thread::sleep(Duration::from_millis(500));
        // It is long: no client has an answer yet.
        for stream in &mut gone {
            stream.set_nonblocking(true).expect("set");
            assert!(stream.read(&mut [0; 1]).is_err(), "{fields:?}: no answer yet");
        }
        drop(gone);
        let started = Instant::now();
        lives(&server);
        assert!(started.elapsed() < Duration::from_secs(10), "{fields:?}: {:?}", started.elapsed());
    }
}

/// Whoever listens for other machines asks them for a token.
#[test]
fn another_address_asks_for_a_token() {
    let server = Server::start(&["--listen", "0.0.0.0"]);
    let token = server.url.split("?token=").nth(1).expect("a token in the address").to_string();
    assert!(token.len() == 32, "{token}");
    for target in ["/", "/api/list", "/trees.js", "/?token=", "/?token=0123456789abcdef0123456789abcdef"] {
        assert_eq!(server.send("GET", target, &[], "").status, 401, "{target}");
    }
    let answer = server.send("GET", &format!("/?token={token}"), &[], "");
    let cookie = answer.header("set-cookie").expect("a cookie").to_string();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert_eq!((answer.status, answer.header("location")), (303, Some("/")));
    let cookie = cookie.split(';').next().expect("its value");
    assert_eq!(server.send("GET", "/api/list", &[("Cookie", cookie)], "").status, 200);
    assert_eq!(server.send("GET", "/api/list", &[("Cookie", &cookie[..cookie.len() - 1])], "").status, 401);
    assert_eq!(
        server.send("GET", "/api/list", &[("Authorization", &format!("Bearer {token}"))], "").status,
        200
    );
    let rebound = format!("evil.example:{}", server.port);
    assert_eq!(server.send("GET", "/", &[("Host", &rebound), ("Cookie", cookie)], "").status, 403);
    assert!(!Server::start(&[]).url.contains("token"), "this machine alone needs none");
}

#[test]
fn the_next_port_where_one_is_taken() {
    let first = Server::start(&[]);
    let mut second = Server::start_at(&["--port", &first.port.to_string()]);
    assert!(second.port > first.port);
    lives(&first);
    lives(&second);
    let _ = second.child.kill();
    let mut said = String::new();
    let _ = second.child.stderr.take().expect("it is piped").read_to_string(&mut said);
    assert!(said.contains(&format!("port {} is taken", first.port)), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_at_once() {
    let mut server = Server::start(&[]);
    let id = server.child.id().to_string();
    // Whoever starts tests in the background of a script has them ignore interrupts, and all that they start.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored =
        status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    let signal = if ignored.unwrap_or(0) >> 1 & 1 == 1 { "-TERM" } else { "-INT" };
    assert!(std::process::Command::new("kill").args([signal, &id]).status().expect("kill").success());
    let started = Instant::now();
    while server.child.try_wait().expect("a child").is_none() {
        assert!(started.elapsed() < Duration::from_secs(2), "it still runs");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_folder_that_is_none_is_told() {
    let ran = crate::support::run(&["explore", "/nowhere/at/all"]);
    assert!(ran.status == 2 && ran.stderr.contains("is not a folder"), "{}", ran.stderr);
}
