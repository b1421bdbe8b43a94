//! Limits of `ferz batch`: a request ends in time, and the next one is answered; memory counts for all requests together.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::crowds::{crowd, others, peak, said_with, section_three};
use crate::workshop::folder;

/// `ferz batch`, and what it says.
struct Batch {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Batch {
    fn start(jobs: usize) -> Batch {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(["batch", "--jobs", &jobs.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut batch = Batch { child, input, output };
        batch.ask(&chess());
        assert_eq!(batch.answer()["nodes"], 20);
        batch
    }

    fn ask(&mut self, request: &Value) {
        writeln!(self.input, "{request}").unwrap();
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// The most memory that the program has used, in MB.
    fn peak(&self) -> usize {
        peak(self.child.id()).unwrap() >> 10
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn chess() -> Value {
    json!({"do": "perft", "variant": "chess", "depth": 1})
}

/// The time that a program has spent on processors.
fn busy(program: u32) -> Duration {
    let tasks = fs::read_dir(format!("/proc/{program}/task")).unwrap();
    let spent = tasks.filter_map(|task| {
        let text = fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(spent.sum())
}

/// Sends a request and one that is short. Gives back the answer to the first, and how long the program worked on it after its time was
/// over, and on the second. What counts is time on a processor, because other programs may keep this one waiting.
fn timed(request: &Value, limit: Duration) -> (Value, Duration, Duration) {
    let mut batch = Batch::start(1);
    let program = batch.child.id();
    batch.ask(request);
    let at_limit = std::thread::spawn(move || {
        std::thread::sleep(limit);
        busy(program)
    });
    let answer = batch.answer();
    let answered = busy(program);
    let over = answered.saturating_sub(at_limit.join().unwrap());
    batch.ask(&chess());
    assert_eq!(batch.answer()["nodes"], 20, "after {request}");
    assert!(batch.peak() < 256, "{} MB: {request}", batch.peak());
    (answer, over, busy(program) - answered)
}

/// The limits in seconds: a short one, unless `FERZ_LIMITS` names others.
fn limits() -> Vec<f64> {
    let told = std::env::var("FERZ_LIMITS").unwrap_or_else(|_| "0.1".to_owned());
    told.split(',').map(|limit| limit.parse().unwrap()).collect()
}

/// How much longer than its limit a request may take: a fifth, and 50 ms in any case, if `FERZ_LIMITS` is set and nothing else runs. Beside
/// other tests a program gets less of a processor before the limit than after it, so four times as much is allowed.
fn tolerance(limit: f64) -> Duration {
    let alone = std::env::var("FERZ_LIMITS").is_ok();
    let slower = if cfg!(debug_assertions) { 20.0 } else { 1.0 } * if alone { 1.0 } else { 4.0 };
    Duration::from_secs_f64((limit / 5.0).max(0.05) * slower)
}

/// A request that takes too long is sent again, at most twice: other programs slow a processor down.
fn keeps_its_limit(name: &str, mut request: Value, limit: f64) {
    request["limits"] = json!({"seconds": limit});
    let mut seen = Vec::new();
    for _ in 0..3 {
        let (answer, over, next) = timed(&request, Duration::from_secs_f64(limit));
        if answer["ok"] == false && answer["error"]["fault"] == "limit" {
            let message = answer["error"]["message"].as_str().unwrap();
            assert!(message.starts_with("given up"), "{name}: {message}");
        }
        if over <= tolerance(limit) && next <= tolerance(0.0) {
            return;
        }
        seen.push((over, next));
    }
    panic!("{name}, {}, {limit} s: {seen:?}", request["do"]);
}

#[test]
fn a_request_ends_in_time_and_the_next_one_is_answered() {
    let long = std::env::var("FERZ_LIMITS").is_ok();
    for limit in limits() {
        for (name, text) in section_three().into_iter().chain(others()) {
            let variant = json!({"yaml": text});
            keeps_its_limit(name, json!({"do": "check", "variant": variant}), limit);
            keeps_its_limit(name, json!({"do": "moves", "variant": variant}), limit);
            if long {
                keeps_its_limit(name, json!({"do": "status", "variant": variant}), limit);
                keeps_its_limit(name, json!({"do": "perft", "variant": variant, "depth": 2}), limit);
            }
        }
        let slow = json!({"do": "perft", "variant": "xiangqi", "depth": 5, "oracle": true});
        keeps_its_limit("the oracle", slow, limit);
        let crowd = json!({"yaml": crowd("QNN", 15, "", "")});
        keeps_its_limit("the oracle", json!({"do": "moves", "variant": crowd, "oracle": true}), limit);
        for verb in ["check", "moves"] {
            keeps_its_limit("tai-shogi", json!({"do": verb, "variant": "tai-shogi"}), limit);
        }
    }
}

/// Requests that are worked on at the same time share one bound on memory. What one has freed leaves holes that another cannot use.
#[test]
fn eight_jobs_share_a_bound_on_memory() {
    let mut batch = Batch::start(8);
    let heavy: Vec<Value> = section_three()
        .into_iter()
        .filter(|(name, _)| ["torus", "klein", "cannons", "riders"].contains(name))
        .cycle()
        .take(16)
        .enumerate()
        .map(|(index, (_, text))| {
            // Each text is another variant, so that none is kept for the next request.
            let variant = json!({"yaml": text.replace("name: Crowd", &format!("name: Crowd {index}"))});
            json!({"do": "moves", "variant": variant, "limits": {"seconds": 20}})
        })
        .collect();
    heavy.iter().for_each(|request| batch.ask(request));
    // It waits until the others are compiled, which takes long beside other programs.
    let mut last = chess();
    last["limits"] = json!({"seconds": 120});
    batch.ask(&last);
    for request in &heavy {
        let answer = batch.answer();
        assert!(answer["ok"] == true || answer["error"]["fault"] == "limit", "{request}: {answer}");
    }
    assert_eq!(batch.answer()["nodes"], 20);
    assert!(batch.peak() < 256, "{} MB", batch.peak());
}

/// Requests that do not fit beside each other wait for each other.
#[test]
fn jobs_that_need_much_memory_are_all_answered() {
    let mut batch = Batch::start(4);
    let verbs = ["check", "moves", "check", "check"];
    verbs.iter().for_each(|verb| batch.ask(&json!({"do": verb, "variant": "tai-shogi", "limits": {"seconds": 120}})));
    for verb in verbs {
        let answer = batch.answer();
        assert_eq!(answer["ok"], true, "{verb}: {answer}");
    }
    assert!(batch.peak() < 256, "{} MB", batch.peak());
}

/// The largest shipped game is shown, and begun by a graphical program, in little memory and time: about two seconds where nothing else
/// runs. Twice that is allowed, because processors differ, and others share them. The sets in its tables are stored once; else they alone
/// would be larger.
#[test]
fn the_largest_shipped_game_takes_seconds() {
    let folder = folder("largest");
    fs::write(folder.join("lines"), "xboard\nprotover 2\nvariant tai-shogi\nping 1\nquit\n").unwrap();
    for (command, expected) in [
        ("rules render tai-shogi", "<title>Rules of Tai Shogi</title>"),
        ("cecp <lines", "pong 1"),
        ("check tai-shogi", "no problems"),
        ("moves tai-shogi", "a7a8"),
    ] {
        let (code, said, used) = said_with(&folder, command, 4);
        assert!(used < 180 << 10, "{command}: {} MB", used >> 10);
        assert_eq!(code, Some(0), "{command}");
        assert!(said.contains(expected), "{command}: {}", said.chars().take(500).collect::<String>());
    }
}
