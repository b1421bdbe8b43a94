//! `ferz batch` as a library.

use std::io::{self, Cursor, Read, Write};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use ferz::protocol::{Limits, Options, run};
use serde_json::{Value, json};

fn talk(input: &[u8]) -> Vec<Value> {
    talk_with(input, &Options::default())
}

fn talk_with(input: &[u8], options: &Options) -> Vec<Value> {
    let mut output = Vec::new();
    run(Cursor::new(input.to_vec()), &mut output, options).unwrap();
    output
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
}

fn message(answer: &Value) -> &str {
    assert_eq!(answer["ok"], false, "{answer}");
    answer["error"]["message"].as_str().unwrap()
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
    assert_eq!(answers[4]["id"], json!({"a": [1]}));
    assert_eq!(answers[5]["id"], 1);
}

#[test]
fn the_moves_of_a_piece_are_answered() {
    let request =
        br#"{"id":1,"do":"piece","betza":"W","board":"3x1","from":"b1","occupied":{"a1":"friend","c1":"enemy"}}"#;
    let answers = talk(request);
    assert_eq!(answers[0], json!({"id": 1, "ok": true, "moves": [{"to": "c1", "capture": true}]}));
}

#[test]
fn moves_are_told_as_the_steps_of_a_player() {
    let lion = "11k/12/12/12/12/5n6/5p6/5N6/12/12/12/11K w - - 0 1";
    let rows = [
        ("chess", Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1", json!(["e1", "g1"])),
        ("chess", Some("7k/P7/8/8/8/8/8/K7 w - - 0 1"), "a7a8q", json!(["a7", "a8", {"piece": "queen"}])),
        ("crazyhouse", Some("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"), "N@e4", json!([{"hand": "knight"}, "e4"])),
        ("seirawan", None, "b1a3h", json!(["b1", "a3", {"hand": "hawk"}])),
        ("duck", None, "e2e4,e4a3", json!(["e2", "e4", "a3"])),
        ("chu-shogi", Some(lion), "f5e4d4", json!(["f5", "e4", "d4"])),
        ("konane", None, "a1a1,c3", json!(["c3", {"rule": "opening"}])),
        ("janggi", None, "e2e2", json!([{"pass": true}])),
    ];
    let requests: Vec<String> = rows
        .iter()
        .map(|(variant, fen, ..)| json!({"do": "moves", "texts": "steps", "variant": variant, "fen": fen}).to_string())
        .collect();
    for ((variant, _, uci, steps), answer) in rows.iter().zip(talk(requests.join("\n").as_bytes())) {
        let moves = answer["moves"].as_array().unwrap_or_else(|| panic!("{variant}: {answer}"));
        let found = moves.iter().find(|found| found["uci"] == *uci).unwrap_or_else(|| panic!("{variant}: {uci}"));
        assert_eq!(&found["steps"], steps, "{variant}");
    }
}

#[test]
fn places_count_as_in_javascript() {
    // The name is one letter, which has two units of UTF-16 and four bytes.
    let yaml = "name: \"\u{1d54f}\"\nextends: chess\nbord: 8\n";
    let check = json!({"do": "check", "variant": {"yaml": yaml}, "fixes": true});
    let hover = json!({"do": "assist", "variant": {"yaml": yaml}, "ask": "hover", "at": 22});
    let answers = talk(format!("{check}\n{hover}").as_bytes());
    let problem = &answers[0]["problems"][0];
    assert_eq!((&problem["from"], &problem["to"]), (&json!(26), &json!(30)), "{problem}");
    let units: Vec<u16> = yaml.encode_utf16().collect();
    assert_eq!(String::from_utf16(&units[26..30]).unwrap(), "bord");
    assert_eq!((&answers[1]["hover"]["from"], &answers[1]["hover"]["to"]), (&json!(20), &json!(25)), "{}", answers[1]);
}

#[test]
fn a_preview_has_what_other_verbs_answer() {
    let variant = json!({"yaml": "name: Test\nextends: seirawan\n"});
    let fen = "4k3/8/8/8/4P3/8/8/4K2R[H] b - - 0 1";
    let preview = json!({"do": "preview", "variant": variant, "fen": fen, "pictures": true, "last_move": ["e4"]});
    let about = json!({"do": "about", "variant": variant, "pictures": true});
    let [status, board] = ["status", "board"].map(|verb| json!({"do": verb, "variant": variant, "fen": fen}));
    let svg = json!({"do": "svg", "variant": variant, "fen": fen, "last_move": ["e4"]});
    let check = json!({"do": "check", "variant": variant, "fixes": true});
    let requests = [preview, about, status, board, svg, check].map(|request| request.to_string());
    let [preview, about, status, board, svg, check]: [Value; 6] =
        talk(requests.join("\n").as_bytes()).try_into().unwrap();
    let body = |mut answer: Value| {
        let fields = answer.as_object_mut().unwrap();
        assert_eq!(fields.remove("ok"), Some(json!(true)));
        fields.remove("id");
        answer
    };
    assert_eq!(preview["about"], body(about));
    assert_eq!(preview["board"], body(board));
    assert_eq!([&preview["fen"], &preview["svg"]], [&status["fen"], &svg["svg"]]);
    assert_eq!(preview["problems"], check["problems"]);
}

/// The first moves are not tried for a preview. `check` finds the same problem whether the variant was compiled before or not.
#[test]
fn problems_of_first_moves_come_with_a_check() {
    let variant = json!({"yaml": "name: Test\nextends: chess\nsetup: 3rk3/8/8/8/8/8/8/3K4 w - - 0 1\n"});
    let [preview, about, check] =
        [json!({"do": "preview"}), json!({"do": "about"}), json!({"do": "check", "fixes": true})].map(|mut request| {
            request["variant"] = variant.clone();
            request.to_string()
        });
    let answers = talk([check.clone(), preview, about, check].join("\n").as_bytes());
    let has = |answer: &Value| {
        let problems = answer["problems"].as_array().unwrap_or_else(|| panic!("{answer}"));
        problems.iter().any(|problem| problem["code"] == "starts-in-check")
    };
    assert_eq!([has(&answers[0]), has(&answers[1]), has(&answers[3])], [true, false, true]);
    assert_eq!(answers[0], answers[3]);
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
    assert!(run(&b"{}\n{}\n"[..], Closed, &Options::default()).is_ok());
}

/// The page says what is true: each of its requests gets the answer that stands below it.
#[test]
fn the_page_shows_what_is_answered() {
    let page = include_str!("../../docs/batch.md");
    let lines = |sign: &str| page.lines().filter_map(|line| line.strip_prefix(sign)).collect::<Vec<_>>();
    let (requests, shown) = (lines("> "), lines("< "));
    let mut output = Vec::new();
    run(Cursor::new(requests.join("\n")), &mut output, &Options::default()).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(shown.len() > 15);
    assert_eq!(output.lines().collect::<Vec<_>>(), shown);
}

/// Every request with every one of its fields, which all have a value of the right type.
fn full_requests() -> Vec<Value> {
    let position = |request: Value| {
        let mut request = request;
        let shared = json!({"variant": "chess", "fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "chess960": false,
            "play": ["e1g1"], "limits": {"seconds": 5, "nodes": 1000}});
        request.as_object_mut().unwrap().extend(shared.as_object().unwrap().clone());
        request
    };
    vec![
        position(json!({"do": "moves", "from": "e8"})),
        position(json!({"do": "perft", "depth": 2})),
        position(json!({"do": "status"})),
        position(json!({"do": "play"})),
        position(json!({"do": "moves", "texts": "uci", "fairy": false})),
        position(json!({"do": "moves", "texts": "steps", "from": "e8"})),
        position(json!({"do": "moves", "texts": "line", "from": "e8"})),
        position(json!({"do": "board"})),
        position(json!({"do": "put", "put": {"e2": "", "e3": "Q"}, "turn": "black"})),
        position(json!({"do": "line"})),
        position(json!({"do": "pgn", "tags": {"White": "Anna"}, "result": "*"})),
        position(json!({"do": "why", "move": "e8e7"})),
        position(json!({"do": "svg", "orientation": "black", "coordinates": false, "legend": false, "size": 300,
            "last_move": ["e1"], "mark": "e8", "fill": {"a1": "teal"}, "arrows": [["a1", "a2"], ["a1", "a3", "#fff"]],
            "colours": {"light": "white"}})),
        position(
            json!({"do": "search", "depth": 2, "nodes": 1000, "seconds": 1, "lines": 2, "hash": 1, "progress": false}),
        ),
        position(json!({"do": "open"})),
        position(json!({"do": "fairy", "ask": "san", "moves": ["e8e7"], "notation": 2, "show_promoted": false,
            "count_started": 0})),
        json!({"do": "about", "variant": "grand", "pictures": true}),
        json!({"do": "version"}),
        json!({"do": "source", "variant": "grand"}),
        json!({"do": "assist", "variant": {"yaml": "name: A\n"}, "ask": "complete", "at": 3}),
        json!({"do": "check", "variant": {"yaml": "name: A\n"}, "fixes": true}),
        json!({"do": "preview", "variant": {"yaml": "name: A\nextends: chess\n"}, "fen": "x", "pictures": true, "orientation": "white",
            "coordinates": false, "last_move": [], "colours": {"light": "white"}}),
        json!({"do": "page", "variant": "chess", "format": "markdown"}),
        json!({"do": "check_page", "variant": "chess", "page": "The king moves.", "name": "page.txt"}),
        json!({"do": "read_pgn", "pgn": "1. e4 *"}),
        json!({"do": "import", "ini": "[mine:chess]"}),
        json!({"do": "export", "variant": "chess", "name": "mine"}),
        json!({"do": "fairy_fen", "variant": "chess", "fen": "x", "chess960": false}),
        json!({"do": "fairy_variants"}),
        json!({"do": "variants"}),
        json!({"do": "status", "variant": {"yaml": "name: A\nextends: chess\n"}, "limits": {}}),
        json!({"do": "piece", "betza": "feFisO2", "board": "8x8", "topology": "rectangle", "side": "white", "from": "e5",
            "occupied": {"d5": "enemy"}, "virgin": true, "ep": {"target": ["d6"], "victim": "d5"},
            "castling_partners": ["h5"]}),
        json!({"do": "check", "variant": "chess"}),
        json!({"do": "cancel", "request": 1}),
    ]
}

/// Where the objects of a request are: paths as JSON pointers.
fn objects(value: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(fields) = value.as_object() {
        found.push(at.to_owned());
        fields.iter().for_each(|(key, value)| objects(value, &format!("{at}/{key}"), found));
    }
}

#[test]
fn unknown_fields_and_values_of_the_wrong_type_are_refused_by_name() {
    let mut requests = Vec::new();
    let mut named = Vec::new();
    for request in full_requests() {
        let mut places = Vec::new();
        objects(&request, "", &mut places);
        for place in places {
            let mut stray = request.clone();
            stray.pointer_mut(&place).unwrap()["zzz"] = json!(1);
            requests.push(stray);
            named.push("zzz".to_owned());
            for key in request.pointer(&place).unwrap().as_object().unwrap().keys() {
                for wrong in [json!(-1.5), json!([[]]), json!({"x": {}}), json!("\u{1}"), json!(true)] {
                    let right = request.pointer(&place).unwrap().get(key).unwrap();
                    let same_type = std::mem::discriminant(right) == std::mem::discriminant(&wrong);
                    if same_type && !wrong.is_object() && !wrong.is_array() && !wrong.is_number()
                        || key == "request"
                        || (key == "variant" && wrong.is_string())
                        || (key == "play" && wrong == json!([[]])) && !right.is_array()
                    {
                        continue;
                    }
                    let mut changed = request.clone();
                    changed.pointer_mut(&place).unwrap()[key] = wrong;
                    requests.push(changed);
                    named.push(key.clone());
                }
            }
        }
    }
    let text: Vec<String> = requests.iter().map(Value::to_string).collect();
    let answers = talk(text.join("\n").as_bytes());
    assert_eq!(answers.len(), requests.len());
    assert!(requests.len() > 150, "{}", requests.len());
    for ((request, name), answer) in requests.iter().zip(&named).zip(&answers) {
        let text = message(answer);
        let inside = ["x", "yaml", "occupied"].iter().any(|other| text.contains(other));
        assert!(text.contains(name.as_str()) || inside, "{request}\n{answer}");
    }
    let full: Vec<String> = full_requests().iter().map(Value::to_string).collect();
    for (request, answer) in full.iter().zip(talk(full.join("\n").as_bytes())) {
        assert_eq!(answer["ok"], true, "{request}\n{answer}");
    }
}

#[test]
fn a_part_of_a_field_is_named_with_the_field() {
    let requests = [
        (r#"{"do":"check","variant":{}}"#, "`variant`: `yaml` is missing"),
        (r#"{"do":"piece","betza":"N","from":"d4","ep":{}}"#, "`ep`: `target` is missing"),
        (r#"{"do":"check","variant":{"yaml":1}}"#, "`variant`: `yaml` must be a string, not such a number"),
        (
            r#"{"do":"check","variant":"chess","limits":{"seconds":"x"}}"#,
            "`limits`: `seconds` must be a number above 0",
        ),
        (
            r#"{"do":"check","variant":"chess","limits":{"nodes":-1}}"#,
            "`limits`: `nodes` must be a whole number from 0",
        ),
    ];
    let lines: Vec<&str> = requests.iter().map(|(line, _)| *line).collect();
    for ((line, wanted), answer) in requests.iter().zip(talk(lines.join("\n").as_bytes())) {
        assert!(message(&answer).starts_with(wanted), "{line}\n{answer}");
    }
}

#[test]
fn a_request_that_hits_its_limit_is_refused_and_the_next_is_answered() {
    let began = Instant::now();
    let answers = talk(
        br#"{"id":1,"do":"perft","variant":"chess","depth":12,"limits":{"seconds":0.05}}
{"id":2,"do":"perft","variant":"amazons","depth":2,"limits":{"nodes":5000}}
{"id":3,"do":"perft","variant":"chess","depth":2,"limits":{"nodes":400}}
{"id":4,"do":"perft","variant":"chess","depth":2,"limits":{"nodes":399}}"#,
    );
    // The first request alone would take years.
    assert!(began.elapsed() < Duration::from_secs(300));
    let faults: Vec<&Value> = answers.iter().map(|answer| &answer["error"]["fault"]).collect();
    assert_eq!(faults, [&json!("limit"), &json!("limit"), &Value::Null, &json!("limit")]);
    assert_eq!(answers[2]["nodes"], 400);
}

#[test]
fn a_conversation_bounds_what_requests_may_ask_for() {
    let options = Options { most: Limits { seconds: 1.0, nodes: 100 }, ..Options::default() };
    let answers = talk_with(
        br#"{"do":"perft","variant":"chess","depth":2}
{"do":"perft","variant":"chess","depth":1,"limits":{"nodes":101}}
{"do":"perft","variant":"chess","depth":1}"#,
        &options,
    );
    assert_eq!(message(&answers[0]), "given up: there are more than 100 nodes");
    assert_eq!(message(&answers[1]), "`limits`: `nodes` may be at most 100 in this session");
    assert_eq!(answers[2]["nodes"], 20);
}

#[test]
fn without_paths_no_file_is_read() {
    let options = Options { paths: false, ..Options::default() };
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/variants/chess/chess.yaml");
    let requests = [
        json!({"do": "check", "variant": file}),
        json!({"do": "check", "variant": "ches"}),
        json!({"do": "check", "variant": {"yaml": format!("name: A\nextends: {file}\n")}}),
        json!({"do": "perft", "variant": "chess", "depth": 1}),
    ];
    let answers = talk_with(requests.map(|request| request.to_string()).join("\n").as_bytes(), &options);
    assert!(message(&answers[0]).contains("files are not read here"));
    assert!(message(&answers[1]).contains("did you mean `chess`?"));
    assert_eq!(answers[2]["problems"][0]["severity"], "error");
    assert_eq!(answers[3]["nodes"], 20);
}

/// An input that goes on as the test says.
struct Slow(mpsc::Receiver<&'static str>, Vec<u8>);

impl Read for Slow {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().map(|text| text.as_bytes().to_vec()).unwrap_or_default();
        }
        let count = self.1.len().min(into.len());
        into[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// An output that hands on every answer.
struct Told(mpsc::Sender<Value>);

impl Write for Told {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(serde_json::from_slice(bytes).unwrap()).unwrap();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_running_request_is_cancelled_by_its_id() {
    let (requests, input) = mpsc::channel();
    let (output, answers) = mpsc::channel();
    let talk = std::thread::spawn(move || run(Slow(input, Vec::new()), Told(output), &Options::default()));
    let next = || answers.recv_timeout(Duration::from_secs(60)).unwrap();
    requests.send("{\"id\":0,\"do\":\"perft\",\"variant\":\"chess\",\"depth\":1}\n").unwrap();
    // The answer is there before anything else is sent.
    assert_eq!(next()["nodes"], 20);
    let endless = "{\"id\":[1],\"do\":\"perft\",\"variant\":\"chess\",\"depth\":20,\"limits\":{\"seconds\":3600}}\n";
    requests.send(endless).unwrap();
    requests.send("{\"id\":2,\"do\":\"perft\",\"variant\":\"chess\",\"depth\":2}\n").unwrap();
    requests.send("{\"id\":3,\"do\":\"cancel\",\"request\":[1]}\n").unwrap();
    drop(requests);
    let answer = next();
    assert_eq!((&answer["id"], &answer["error"]["fault"]), (&json!([1]), &json!("cancelled")));
    assert_eq!(next()["nodes"], 400);
    assert_eq!(next(), json!({"id": 3, "ok": true, "cancelled": 1}));
    talk.join().unwrap().unwrap();
}

#[test]
fn several_jobs_answer_in_order_with_the_same_bytes() {
    let mut input = String::new();
    for index in 0..300 {
        let variant = ["chess", "xiangqi", "no-such", "crazyhouse"][index % 4];
        let verb = ["perft", "moves", "status", "fly"][index % 5 % 4];
        input.push_str(&format!("{{\"id\":{index},\"do\":\"{verb}\",\"variant\":\"{variant}\",\"depth\":2}}\n"));
        if index % 50 == 0 {
            input.push_str("{ no JSON\n\n");
        }
    }
    let answers = |jobs| {
        let mut output = Vec::new();
        let options = Options { jobs, ..Options::default() };
        run(std::io::Cursor::new(input.clone().into_bytes()), &mut output, &options).unwrap();
        output
    };
    let one = answers(1);
    assert_eq!(one.iter().filter(|byte| **byte == b'\n').count(), 306);
    assert!(answers(2) == one && answers(5) == one);
}
