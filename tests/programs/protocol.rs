//! `ferz batch` as a library.

use std::io::{self, Write};

use ferz::protocol::run;
use serde_json::Value;

fn talk(input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    run(input, &mut output).unwrap();
    output
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
}

#[test]
fn garbage_gets_error_answers_and_the_next_line_is_read() {
    let deep = "[".repeat(100_000);
    let lines: [&[u8]; 9] = [
        b"{",
        b"\xff\xfe",
        b"[]",
        b"3",
        b"{\"id\": {\"a\": [1]}}",
        b"{\"id\": 1, \"do\": \"fly\"}",
        b"{\"id\": \"x\", \"do\": 7}",
        b"{\"do\": \"moves\"}",
        deep.as_bytes(),
    ];
    let answers = talk(&lines.join(&b'\n'));
    assert_eq!(answers.len(), lines.len());
    assert!(answers.iter().all(|answer| answer["ok"] == false && answer["error"]["message"].is_string()));
    assert_eq!(answers[4]["id"], serde_json::json!({"a": [1]}));
    assert_eq!(answers[5]["id"], 1);
}

#[test]
fn the_moves_of_a_piece_are_answered() {
    let request =
        br#"{"id":1,"do":"piece","betza":"W","board":"3x1","from":"b1","occupied":{"a1":"friend","c1":"enemy"}}"#;
    let answers = talk(request);
    assert_eq!(answers[0], serde_json::json!({"id": 1, "ok": true, "moves": [{"to": "c1", "capture": true}]}));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
    assert!(run(&b"{}\n{}\n"[..], Closed).is_ok());
}
