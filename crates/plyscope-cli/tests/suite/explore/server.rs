//! The explorer as a child process, and a client that sends what it is told to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running explorer; ended when it is dropped.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) port: u16,
    /// The address that it printed.
    pub(crate) url: String,
}

impl Server {
    /// Starts one at any free port.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::start_at(&[&["--port", "0"], arguments].concat())
    }

    pub(crate) fn start_at(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plyscope"))
            .args(["explore", "--no-open"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut line = String::new();
        let stdout = child.stdout.as_mut().expect("standard output is piped");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let url = line.strip_prefix("listening on ").expect("its address").trim_end().to_string();
        let port = url.split(':').nth(2).and_then(|rest| rest.split('/').next()).expect("a port");
        Server { child, port: port.parse().expect("a number"), url }
    }

    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        stream
    }

    /// Sends a request as it is, and reads the whole answer.
    pub(crate) fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that has seen enough closes: that is no failure of the test.
        let _ = stream.write_all(request);
        Answer::read(&mut stream)
    }

    /// The same from a client that says no more, so that nothing it announced is waited for.
    pub(crate) fn raw_then_end(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        let _ = stream.write_all(request);
        let _ = stream.shutdown(Shutdown::Write);
        Answer::read(&mut stream)
    }

    /// The most memory that it has had, in MiB, where the system tells.
    pub(crate) fn peak(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib >> 10)
    }

    /// A request with these headers beside the usual ones.
    pub(crate) fn send(&self, method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let host = self.host();
        let has_host = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host"));
        let mut request = format!("{method} {target} HTTP/1.1\r\nConnection: close\r\n");
        if !has_host {
            request.push_str(&format!("Host: {host}\r\n"));
        }
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        if method == "POST" {
            request.push_str("Content-Type: application/x-www-form-urlencoded\r\n");
            request.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        self.raw((request + "\r\n" + body).as_bytes())
    }

    /// A form, as the page sends it.
    pub(crate) fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.send("POST", path, &[], &form(fields))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Fields as in an address.
pub(crate) fn form(fields: &[(&str, &str)]) -> String {
    let encoded = |text: &str| -> String {
        text.bytes()
            .map(|byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            })
            .collect()
    };
    let pairs: Vec<String> =
        fields.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    pairs.join("&")
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Answer {
    /// 0 where nothing was.
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let mut answer = Answer { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() };
        // What was taken for another request has an answer of its own.
        if let Some(length) = answer.header("content-length").and_then(|length| length.parse().ok()) {
            answer.body.truncate(length);
        }
        answer
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("UTF-8")
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {:?}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}
