//! Many at once: all are answered or asked to come again, and memory stays bounded.

use super::server::Server;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const REQUESTS: usize = 2000;
const AT_ONCE: usize = 200;

#[test]
fn two_hundred_clients_at_once() {
    let server = Server::start(&[]);
    let kinds: [(&str, &[(&str, &str)]); 4] = [
        (
            "/api/tree",
            &[("tree", "A:(B:(3 12 8) C:(2 4 6) D:(14 5 2))"), ("search", "alpha-beta"), ("format", "steps")],
        ),
        ("/api/tree", &[("tree", "tic-tac-toe"), ("depth", "2"), ("evaluator", "lines"), ("format", "svg")]),
        (
            "/api/curves",
            &[
                ("game", "board-splitting(depth=5)"),
                ("rules", "minimax;emm"),
                ("depths", "1..4"),
                ("trials", "64"),
            ],
        ),
        ("/api/list", &[]),
    ];
    let (next, statuses) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(i) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|i| *i < REQUESTS) {
                    let (path, fields) = kinds[i % kinds.len()];
                    let answer = server.post(path, fields);
                    statuses.lock().expect("nobody panics").push(answer.status);
                }
            });
        }
    });
    let statuses = statuses.into_inner().expect("nobody panics");
    let count = |status: u16| statuses.iter().filter(|one| **one == status).count();
    assert_eq!(count(200) + count(503), REQUESTS, "answered, or politely refused: {statuses:?}");
    assert!(count(200) > REQUESTS / 2, "most are answered: {}", count(200));
    assert_eq!(server.post("/api/list", &[]).status, 200);
    if let Some(mib) = server.peak() {
        assert!(mib < 300, "{mib} MiB");
    }
}
