//! Games that a session of `ferz batch` keeps, searches with progress, and what a library session answers.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ferz::protocol::{Options, Request, Session, run};
use serde_json::{Value, json};

fn session() -> Session {
    Session::new(Options { paths: false, ..Options::default() })
}

/// The answer to a request.
fn ask(session: &mut Session, request: &Value) -> Value {
    let mut answer = Vec::new();
    let request = Request::new(request.to_string().as_bytes(), Arc::default());
    session.answer(&request, &mut |_| panic!("there is no progress"), &mut answer);
    serde_json::from_slice(&answer).unwrap()
}

/// The answer to a request, without the number of a game and without the moves that are the same as elsewhere.
fn status(session: &mut Session, request: &Value) -> Value {
    let mut answer = ask(session, request);
    answer.as_object_mut().unwrap().remove("game");
    answer
}

#[test]
fn a_kept_game_gives_the_answers_of_the_whole_request() {
    let mut session = session();
    for variant in ["chess", "crazyhouse", "xiangqi", "duck", "chu-shogi", "dameo", "progressive1"] {
        let opened = ask(&mut session, &json!({"do": "open", "variant": variant}));
        let game = &opened["game"];
        let mut played: Vec<Value> = Vec::new();
        for round in 0..40_usize {
            // Now and then moves are taken back, more of them than the session remembers positions.
            let popped = match round % 13 {
                12 => played.len().min(11),
                5 => 2,
                _ => 0,
            };
            played.truncate(played.len() - popped);
            let place = json!({"variant": variant, "play": played.clone()});
            let whole =
                ask(&mut session, &json!({"do": "moves", "texts": "uci", "variant": variant, "play": place["play"]}));
            let kept = ask(&mut session, &json!({"do": "moves", "texts": "uci", "game": game, "pop": popped}));
            assert_eq!(kept, whole, "{variant} {played:?}");
            let moves = whole["moves"].as_array().unwrap();
            let Some(made) = moves.get(round * 7 % moves.len().max(1)) else { break };
            played.push(made.clone());
            let whole = status(&mut session, &json!({"do": "status", "variant": variant, "play": played}));
            assert_eq!(status(&mut session, &json!({"do": "status", "game": game, "push": [made]})), whole);
        }
        assert_eq!(ask(&mut session, &json!({"do": "close", "game": game}))["closed"], true);
    }
}

#[test]
fn a_wrong_move_leaves_a_kept_game_as_it_was() {
    let mut session = session();
    let game = ask(&mut session, &json!({"do": "open", "variant": "chess", "play": ["e4", "e5"]}))["game"].clone();
    let before = ask(&mut session, &json!({"do": "status", "game": game}));
    for wrong in [
        json!({"push": ["Nf3", "Nf3"]}),
        json!({"pop": 1, "push": ["c5", "c5"]}),
        json!({"pop": 3}),
        json!({"push": ["Nf3"], "pop": 2}),
    ] {
        let mut request = json!({"do": "status", "game": game});
        request.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        let answer = ask(&mut session, &request);
        if answer["ok"] == true {
            assert_eq!(wrong, json!({"push": ["Nf3"], "pop": 2}));
            ask(&mut session, &json!({"do": "status", "game": game, "pop": 1, "push": ["e4", "e5"]}));
        }
        assert_eq!(ask(&mut session, &json!({"do": "status", "game": game})), before, "{wrong}");
    }
    // Moves of `play` hold for one request.
    let after = ask(&mut session, &json!({"do": "status", "game": game, "play": ["Nf3"]}));
    assert_ne!(after, before);
    assert_eq!(ask(&mut session, &json!({"do": "status", "game": game})), before);
}

#[test]
fn a_stopped_request_leaves_a_kept_game_as_it_was() {
    let mut session = session();
    let game = ask(&mut session, &json!({"do": "open", "variant": "chess", "play": ["e4", "e5"]}))["game"].clone();
    let before = ask(&mut session, &json!({"do": "moves", "game": game}));
    let stopped = ask(&mut session, &json!({"do": "perft", "game": game, "depth": 20, "limits": {"seconds": 0.01}}));
    assert_eq!(stopped["error"]["fault"], "limit");
    assert_eq!(ask(&mut session, &json!({"do": "moves", "game": game})), before);
}

#[test]
fn the_least_recently_used_games_are_forgotten() {
    let mut session = session();
    let games: Vec<Value> =
        (0..70).map(|_| ask(&mut session, &json!({"do": "open", "variant": "chess"}))["game"].clone()).collect();
    assert_eq!(ask(&mut session, &json!({"do": "status", "game": games[0]}))["error"]["fault"], "game");
    assert_eq!(ask(&mut session, &json!({"do": "status", "game": games[69]}))["ok"], true);
}

#[test]
fn games_are_kept_in_sessions_with_one_job_only() {
    let mut output = Vec::new();
    let options = Options { jobs: 2, ..Options::default() };
    run(Cursor::new("{\"do\":\"open\",\"variant\":\"chess\"}"), &mut output, &options).unwrap();
    let answer: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(answer["error"]["fault"], "request");
}

#[test]
fn a_search_tells_its_progress_before_its_answer() {
    let request = r#"{"id":7,"do":"search","variant":"chess","depth":3,"progress":true,"limits":{"seconds":300}}"#;
    let mut output = Vec::new();
    run(Cursor::new(request), &mut output, &Options::default()).unwrap();
    let lines: Vec<Value> = output
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    let (answer, news) = lines.split_last().unwrap();
    let depths: Vec<&Value> = news.iter().map(|line| &line["progress"]["depth"]).collect();
    assert_eq!(depths, [&json!(1), &json!(2), &json!(3)]);
    assert!(lines.iter().all(|line| line["id"] == 7));
    assert_eq!((&answer["ok"], &answer["depth"]), (&json!(true), &json!(3)));
    assert_eq!(answer["best"], answer["pv"][0]);
}

#[test]
fn a_search_is_cancelled_by_its_flag() {
    let mut session = session();
    let cancelled = Arc::new(AtomicBool::new(false));
    let line = br#"{"do":"search","variant":"chess","seconds":3000,"progress":true,"limits":{"seconds":5000}}"#;
    let request = Request::new(line, cancelled.clone());
    let mut answer = Vec::new();
    session.answer(&request, &mut |_| cancelled.store(true, Ordering::Relaxed), &mut answer);
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!(answer["error"]["fault"], "cancelled");
}

#[test]
fn a_variant_may_extend_texts_of_its_request() {
    let mut session = session();
    let lone = "name: Lone\nextends: chess\nsetup: 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";
    let variant =
        json!({"yaml": "name: Mine\nextends: lone.yaml\npieces: {king: {moves: KN}}\n", "files": {"lone.yaml": lone}});
    let answer = ask(&mut session, &json!({"do": "perft", "variant": variant, "depth": 1}));
    assert_eq!(answer["nodes"], 15 + 4, "{answer}");
    let variant = json!({"yaml": "name: Mine\nextends: other.yaml\n", "files": {"lone.yaml": lone}});
    let answer = ask(&mut session, &json!({"do": "status", "variant": variant}));
    assert_eq!(answer["error"]["fault"], "variant");
    assert_eq!((&answer["error"]["line"], &answer["error"]["column"]), (&json!(2), &json!(10)), "{answer}");
}
