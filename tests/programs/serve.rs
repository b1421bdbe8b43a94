//! `ferz serve`, spoken to as browsers do, and as programs that want to do harm.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::common::setting;

/// A server for a folder of its own.
struct Server {
    program: Child,
    folder: PathBuf,
    host: String,
    token: String,
}

/// A response.
struct Response {
    status: u16,
    headers: String,
    body: String,
}

impl Server {
    fn start(name: &str) -> Server {
        let outer = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve").join(name);
        let _ = fs::remove_dir_all(&outer);
        let folder = outer.join("inside");
        fs::create_dir_all(folder.join("below")).expect("the folder can be made");
        fs::write(folder.join("own.yaml"), "name: Own\nextends: chess\n").expect("it can be written");
        fs::write(folder.join("below/other.yml"), "name: Other\nextends: chess\n").expect("it can be written");
        fs::write(folder.join("secret.txt"), "secret").expect("it can be written");
        fs::write(outer.join("outside.yaml"), "name: Outside\n").expect("it can be written");
        let mut program = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(["serve", "--port", "0"])
            .arg(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let output = program.stdout.take().expect("it has an output");
        BufReader::new(output).read_line(&mut line).expect("it prints its address");
        let (_, address) = line.trim().split_once("http://").expect("it prints its address");
        let (host, token) = address.split_once("/?token=").expect("the address has a token");
        Server { host: host.to_owned(), token: token.to_owned(), program, folder }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time can be set");
        stream
    }

    /// Sends a request as it stands, and reads the response up to its end.
    fn raw(&self, request: &[u8]) -> Response {
        self.raw_to_end(request, false)
    }

    /// The same. `ends`: the server learns that nothing more follows, as it would otherwise wait for the rest of some nonsense.
    fn raw_to_end(&self, request: &[u8], ends: bool) -> Response {
        let mut stream = self.connect();
        // The server may close before it has read everything.
        let _ = stream.write_all(request);
        if ends {
            let _ = stream.shutdown(Shutdown::Write);
        }
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Response::read(&String::from_utf8_lossy(&bytes))
    }

    fn cookie(&self) -> String {
        let port = self.host.rsplit(':').next().expect("the address has a port");
        format!("ferz-{port}={}", self.token)
    }

    /// A request of the page itself.
    fn request(&self, method: &str, path: &str, body: &str) -> Response {
        self.request_with(method, path, &format!("Host: {}\r\nCookie: {}\r\n", self.host, self.cookie()), body)
    }

    fn request_with(&self, method: &str, path: &str, headers: &str, body: &str) -> Response {
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\n{headers}Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        self.raw((head + body).as_bytes())
    }

    fn put(&self, name: &str, text: &str, tag: &Value) -> Response {
        self.request("PUT", &format!("/api/files/{name}"), &json!({"text": text, "tag": tag}).to_string())
    }

    /// The memory of the server in kilobytes; `None` where the system does not say.
    fn memory(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.program.id())).ok()?;
        status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.split_whitespace().next()?.parse().ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
        let mut said = String::new();
        let _ = self.program.stderr.take().map(|mut errors| errors.read_to_string(&mut said));
        assert!(!said.contains("internal error"), "{said}");
    }
}

impl Response {
    fn read(text: &str) -> Response {
        let (headers, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = headers.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        // A streamed body comes in chunks, each behind its length.
        let body = match headers.to_lowercase().contains("transfer-encoding: chunked") {
            true => body.split("\r\n").skip(1).step_by(2).collect(),
            false => body.to_owned(),
        };
        Response { status, headers: headers.to_owned(), body }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

#[test]
fn only_who_knows_the_token_is_answered() {
    let server = Server::start("token");
    let host = format!("Host: {}\r\n", server.host);
    for path in ["/", "/api/files", "/api/files/own.yaml", "/index.html", "/?token=", "/?token=0"] {
        assert_eq!(server.request_with("GET", path, &host, "").status, 403, "{path}");
    }
    let wrong = format!("{host}Cookie: {}0\r\n", server.cookie());
    assert_eq!(server.request_with("GET", "/api/files", &wrong, "").status, 403);
    let entered = server.request_with("GET", &format!("/?token={}", server.token), &host, "");
    assert_eq!(entered.status, 200);
    let headers = entered.headers.to_lowercase();
    assert!(headers.contains(&format!("set-cookie: {}; httponly; samesite=strict", server.cookie())), "{headers}");
    assert!(headers.contains("content-security-policy: default-src 'self'"), "{headers}");
    assert_eq!(server.request("GET", "/api/files", "").status, 200);
}

#[test]
fn no_other_page_can_use_it() {
    let server = Server::start("pages");
    let own = format!("Host: {}\r\nCookie: {}\r\n", server.host, server.cookie());
    let port = server.host.rsplit(':').next().expect("a port");
    let refused = [
        format!("Host: evil.example:{port}\r\nCookie: {}\r\n", server.cookie()),
        format!("Host: 127.0.0.1.evil.example:{port}\r\nCookie: {}\r\n", server.cookie()),
        format!("Host: 127.0.0.1\r\nCookie: {}\r\n", server.cookie()),
        format!("{own}Origin: http://evil.example\r\n"),
        format!("{own}Origin: http://127.0.0.1:1\r\n"),
        format!("{own}Origin: https://{}\r\n", server.host),
        format!("{own}Origin: null\r\n"),
        format!("{own}Sec-Fetch-Site: cross-site\r\n"),
        format!("{own}Sec-Fetch-Site: same-site\r\n"),
    ];
    for headers in refused {
        assert_eq!(server.request_with("GET", "/api/files", &headers, "").status, 403, "{headers}");
        let put = server.request_with("PUT", "/api/files/new.yaml", &headers, r#"{"text": "x", "tag": null}"#);
        assert_eq!(put.status, 403, "{headers}");
    }
    assert!(!server.folder.join("new.yaml").exists());
    let same = format!("{own}Origin: http://{}\r\nSec-Fetch-Site: same-origin\r\n", server.host);
    assert_eq!(server.request_with("GET", "/api/files", &same, "").status, 200);
    // A form of another page cannot send JSON.
    let form = format!(
        "POST /api/ask HTTP/1.1\r\n{own}Content-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}"
    );
    assert_eq!(server.raw(form.as_bytes()).status, 415);
}

#[test]
fn files_are_read_and_saved_with_their_conflicts() {
    let server = Server::start("files");
    let listed = server.request("GET", "/api/files", "").json();
    let names: Vec<&str> =
        listed["files"].as_array().into_iter().flatten().filter_map(|file| file["name"].as_str()).collect();
    assert_eq!(names, ["below/other.yml", "own.yaml"]);
    let read = server.request("GET", "/api/files/own.yaml", "").json();
    assert_eq!(read["text"], "name: Own\nextends: chess\n");
    let saved = server.put("own.yaml", "name: Changed\n", &read["tag"]);
    assert_eq!(saved.status, 200, "{}", saved.body);
    assert_eq!(fs::read_to_string(server.folder.join("own.yaml")).expect("it is there"), "name: Changed\n");
    // The old tag is that of a text that is gone.
    assert_eq!(server.put("own.yaml", "name: Late\n", &read["tag"]).status, 409);
    assert_eq!(server.put("own.yaml", "name: New\n", &Value::Null).status, 409);
    fs::write(server.folder.join("own.yaml"), "name: Elsewhere\n").expect("it can be written");
    assert_eq!(server.put("own.yaml", "name: Late\n", &saved.json()["tag"]).status, 409);
    assert_eq!(server.put("below/new.yaml", "name: New\n", &Value::Null).status, 200);
    assert_eq!(server.put("below/long.yaml", &"#".repeat((1 << 20) + 1), &Value::Null).status, 400);
    assert_eq!(server.request("DELETE", "/api/files/below/new.yaml", "").status, 200);
    assert!(!server.folder.join("below/new.yaml").exists());
    // No half-written file is left.
    let all: Vec<_> =
        fs::read_dir(&server.folder).expect("it is there").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(all.len(), 3, "{all:?}");
}

#[test]
fn nothing_outside_the_folder_is_read_or_written() {
    let server = Server::start("outside");
    let outer = server.folder.parent().expect("it has a parent").to_owned();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outer.join("outside.yaml"), server.folder.join("link.yaml")).expect("a link");
        std::os::unix::fs::symlink(&outer, server.folder.join("away")).expect("a link");
    }
    let absolute = outer.join("outside.yaml").display().to_string();
    let names = [
        "../outside.yaml",
        "%2e%2e/outside.yaml",
        "%2e%2e%2foutside.yaml",
        "..%2Foutside.yaml",
        "below/../../outside.yaml",
        "below/..%2f..%2foutside.yaml",
        "./own.yaml",
        "own.yaml%00.yaml",
        "secret.txt",
        "below",
        "..",
        "%2e%2e",
        "link.yaml",
        "away/outside.yaml",
        "away%2foutside.yaml",
        ".hidden.yaml",
        "below\\..\\own.yaml",
        "own.yaml/",
        "//own.yaml",
        "C:%5Cown.yaml",
        "%ff.yaml",
        "",
        ".yaml",
        "below/.yaml",
        absolute.as_str(),
        "%2Fetc%2Fpasswd.yaml",
    ];
    for name in names {
        let read = server.request("GET", &format!("/api/files/{name}"), "");
        assert!([400, 404].contains(&read.status), "{name}: {} {}", read.status, read.body);
        for text in ["Outside", "secret"] {
            assert!(!read.body.contains(text), "{name}: {}", read.body);
        }
        let written = server.put(name, "name: Bad\n", &Value::Null);
        assert!([400, 404, 405].contains(&written.status), "{name}: {} {}", written.status, written.body);
        let removed = server.request("DELETE", &format!("/api/files/{name}"), "");
        assert!([400, 404, 405].contains(&removed.status), "{name}: {}", removed.status);
    }
    assert_eq!(fs::read_to_string(outer.join("outside.yaml")).expect("it is there"), "name: Outside\n");
    assert_eq!(fs::read_dir(&outer).expect("it is there").count(), 2);
    // The engine reads no files.
    for variant in ["own.yaml", absolute.as_str(), "chess+own.yaml"] {
        let asked = json!({"do": "status", "variant": variant}).to_string();
        let answer = server.request("POST", "/api/ask", &asked).json();
        assert_eq!(answer["ok"], false, "{answer}");
    }
}

#[test]
fn the_engine_answers() {
    let server = Server::start("engine");
    let ask = |request: Value| server.request("POST", "/api/ask", &request.to_string()).json();
    assert_eq!(ask(json!({"do": "perft", "variant": "chess", "depth": 3}))["nodes"], 8902);
    let opened = ask(json!({"do": "open", "variant": "chess"}));
    assert_eq!(ask(json!({"do": "status", "game": opened["game"], "push": ["e2e4"]}))["ok"], true);
    assert_eq!(server.request("POST", "/api/ask", "{\n\"do\"").json()["error"]["fault"], "json");
}

/// Requests of all kinds, most of them nonsense.
#[test]
fn random_requests_do_no_harm() {
    let server = Server::start("random");
    let mut random = Rng::with_seed(setting("FERZ_SEED", 44));
    let wanted = setting("FERZ_SERVE_REQUESTS", 10_000);
    let before = fs::read_to_string(server.folder.join("own.yaml")).expect("it is there");
    let (started, mut early) = (Instant::now(), None);
    for number in 0..wanted {
        let garbage = random.u8(..10) == 0;
        let request = if garbage { noise(&mut random) } else { nonsense(&server, &mut random) };
        let response = server.raw_to_end(&request, garbage);
        assert!(response.status < 500 || response.status == 503, "{}", String::from_utf8_lossy(&request));
        if number == wanted / 4 {
            early = server.memory();
        }
    }
    eprintln!("{wanted} requests in {:.1} s", started.elapsed().as_secs_f64());
    assert_eq!(
        server.request("POST", "/api/ask", r#"{"do": "perft", "variant": "chess", "depth": 2}"#).json()["nodes"],
        400
    );
    assert_eq!(fs::read_to_string(server.folder.join("own.yaml")).expect("it is there"), before);
    if let (Some(early), Some(late)) = (early, server.memory()) {
        assert!(late < early + 64 * 1024, "{early} kB grew to {late} kB");
    }
}

fn noise(random: &mut Rng) -> Vec<u8> {
    let length = random.usize(..200);
    std::iter::repeat_with(|| random.u8(..)).take(length).collect()
}

/// A request with parts that hardly fit together.
fn nonsense(server: &Server, random: &mut Rng) -> Vec<u8> {
    let pick = |random: &mut Rng, all: &[&str]| all[random.usize(..all.len())].to_owned();
    let method = pick(random, &["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW"]);
    let path = pick(
        random,
        &[
            "/",
            "/index.html",
            "/api/ask",
            "/api/files",
            "/api/files/x",
            "/api/files/../x.yaml",
            "/api/files/%2e%2e%2fx.yaml",
            "/api/files/a.yaml%00",
            "/%",
            "//",
            "*",
            "/api/files/below/other.yml",
            "/?token=x",
        ],
    );
    let cookie = if random.bool() { server.cookie() } else { "ferz=1; =; ;".to_owned() };
    let body = pick(
        random,
        &[
            "",
            "{}",
            "[1",
            "{\"do\": \"status\", \"variant\": \"chess\"}",
            "{\"do\": \"check\", \"variant\": {\"yaml\": \"a: [\"}}",
            "{\"text\": 1}",
            "\u{0}\u{1}",
            "{\"do\": \"piece\", \"betza\": \"NQw\", \"from\": \"a1\"}",
        ],
    );
    let length = if random.u8(..20) == 0 { random.usize(..=body.len()) } else { body.len() };
    let kind = pick(random, &["application/json", "text/plain", "application/json; charset=x"]);
    let extra = pick(
        random,
        &[
            "",
            "Origin: http://evil.example\r\n",
            "Sec-Fetch-Site: cross-site\r\n",
            "Range: bytes=0-\r\n",
            "Expect: nothing\r\n",
        ],
    );
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{extra}Connection: close\r\n\r\n",
        server.host
    );
    (head + &body).into_bytes()
}

/// The page that is built into the program speaks the same protocol as the program.
#[test]
fn the_page_is_of_this_protocol() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/dist");
    let text = fs::read_to_string(root.join("protocol.json")).expect("web/build has written it");
    let page: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(page["protocol"], ferz::protocol::PROTOCOL, "run web/build");
    let server = Server::start("page");
    let index = server.request("GET", "/", "");
    assert!(index.body.contains("ferz-serve"), "{}", index.body);
    let scripts: Vec<&str> =
        index.body.split('"').filter(|part| part.ends_with(".js") || part.ends_with(".css")).collect();
    assert!(!scripts.is_empty());
    for script in scripts {
        assert_eq!(server.request("GET", script.trim_start_matches('.'), "").status, 200, "{script}");
    }
    // The module is no part of the program, and may not be built.
    let files = walk(&root).into_iter().filter(|file| !file.ends_with("ferz.bin"));
    let bytes: u64 = files.map(|file| fs::metadata(file).map_or(0, |data| data.len())).sum();
    assert!(bytes <= 1 << 20, "web/dist has {bytes} bytes");
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}
