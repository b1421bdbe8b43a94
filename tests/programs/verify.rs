//! `ferz verify`, and its formats for other programs: each is read as its readers read it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::common::test_file;

/// A new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder of the test can be made");
    folder
}

/// Runs the command and returns its exit code, standard output and standard error.
fn ferz(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_ferz")).args(arguments).current_dir(folder).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is text");
    (output.status.code().expect("it ends by itself"), text(output.stdout), text(output.stderr))
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
    fs::write(path, text).expect("the file can be written");
}

const NIMBLE: &str = "name: Nimble\nextends: chess\npieces: {king: {moves: \"KN\"}}\nrules_pages: [pages/nimble.md]\n\
                      tests: {perft: [22, 484]}\n";
const SMALL: &str = "name: Small\nboard: {files: 5, ranks: 5}\npieces:\n  king: {symbol: K, moves: \"K\", royal: true}\n  \
                     rook: {symbol: R, moves: \"R\"}\nsetup: kr3/5/5/5/3RK w - - 0 1\nend: [{when: {stuck: in_check}, result: loss}, \
                     {when: {stuck: not_in_check}, result: draw}]\n";
const PAGE: &str = "# Nimble\n\nThe king moves one square in any direction, or jumps like a knight.\n\nThe bishop moves any number of squares diagonally.\n";

/// A folder in which everything is right.
fn right(name: &str) -> PathBuf {
    let folder = folder(name);
    write(&folder, "nimble.yaml", NIMBLE);
    write(&folder, "more/small.yaml", SMALL);
    write(&folder, "pages/nimble.md", PAGE);
    write(&folder, ".github/workflows/ci.yaml", "board: this is no variant\n");
    write(&folder, "notes.yaml", "accept: []\n");
    let (code, text, _) = ferz(&folder, &["snapshot", "nimble.yaml", "more/small.yaml"]);
    assert_eq!((code, text.contains("2 written")), (0, true), "{text}");
    folder
}

/// A folder with one fault of each kind.
fn wrong(name: &str) -> PathBuf {
    let folder = right(name);
    // A snapshot differs, a test fails, and a page contradicts the rules.
    write(&folder, "nimble.yaml", &NIMBLE.replace("KN", "KD").replace("perft: [22", "perft: [20"));
    write(&folder, "pages/nimble.md", "# Nimble\n\nThe rook moves one square diagonally.\n");
    write(&folder, "gone.yaml", "name: Gone\nextends: chess\nrules_pages: [no-such-page.md]\n");
    write(&folder, "a, b: 50% é.yaml", "name: é & <Odd>\nextends: chess\nregoins: {é: a1}\n");
    folder
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let (_, text, complaints) = ferz(folder, arguments);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}{complaints}"))
}

#[test]
fn a_folder_where_all_is_right() {
    let folder = right("right");
    let (code, text, complaints) = ferz(&folder, &["verify"]);
    assert_eq!((code, complaints.as_str()), (0, ""), "{text}");
    let wanted = "             passed  failed  warnings\nfiles        2       0       0\ntests        2       0       0\n\
                  snapshots    2       0       0\nrules pages  1       0       0\n2 variants: everything is right\n";
    assert_eq!(text, wanted);
    // The same from outside. Without snapshots, that step is left out.
    fs::remove_dir_all(folder.join("snapshots")).expect("they were written");
    let (code, text, _) = ferz(folder.parent().expect("a folder"), &["verify", "right"]);
    assert_eq!((code, text.contains("snapshots"), text.contains("everything is right")), (0, false, true), "{text}");
}

#[test]
fn each_fault_is_found_at_its_place() {
    let folder = wrong("wrong");
    let report = json(&folder, &["verify", "--json"]);
    let mut found = BTreeMap::new();
    for case in report["cases"].as_array().expect("a list") {
        for finding in case["findings"].as_array().expect("a list") {
            let text = |value: &Value| value.as_str().expect("a text").to_owned();
            let place = format!("{}:{}:{}", text(&finding["file"]), finding["line"], finding["column"]);
            found.entry(text(&finding["code"])).or_insert((text(&case["step"]), place));
        }
    }
    let of = |code: &str| found.get(code).map(|(step, place)| (step.as_str(), place.as_str()));
    assert_eq!(of("unknown-key"), Some(("check", "a, b: 50% é.yaml:3:1")), "{report:#}");
    assert_eq!(of("failed-test"), Some(("test", "nimble.yaml:5:17")), "{report:#}");
    let changed = of("changed-snapshot").expect("the snapshot differs");
    assert!(changed.0 == "snapshot" && changed.1.starts_with("snapshots/nimble.snap:"), "{changed:?}");
    assert_eq!(of("missing-snapshot"), Some(("snapshot", "gone.yaml:1:1")), "{report:#}");
    assert_eq!(of("contradicted"), Some(("page", "pages/nimble.md:3:1")), "{report:#}");
    assert_eq!(of("missing-page"), Some(("page", "gone.yaml:1:1")), "{report:#}");
    let failed = report["cases"].as_array().expect("a list").iter().filter(|case| {
        case["findings"].as_array().expect("a list").iter().any(|finding| finding["severity"] == "error")
    });
    assert_eq!(report["summary"]["failed"], failed.count());
    assert_eq!(report["summary"]["variants"], 4);
    let (code, text, _) = ferz(&folder, &["verify"]);
    assert_eq!(code, 1);
    for words in [
        "failed: perft 1 from the start",
        "snapshots/nimble.snap\n\nrules\n- piece king (K k): KN",
        "Wrong:",
        "4 variants: 7 failures",
    ] {
        assert!(text.contains(words), "no `{words}` in {text}");
    }
}

#[test]
fn accepted_claims_and_strictness() {
    let folder = right("accepted");
    // Only pages in the folder are read.
    write(&folder, "inner/nimble.yaml", &NIMBLE.replace("pages/nimble.md", "../pages/nimble.md"));
    let (code, text, _) = ferz(&folder, &["verify", "inner"]);
    assert_eq!((code, text.contains("names pages/nimble.md, which is outside the folder")), (1, true), "{text}");
    fs::remove_dir_all(folder.join("inner")).expect("a folder");
    write(&folder, "pages/nimble.md", &format!("{PAGE}\nThe rook moves one square diagonally.\n"));
    let id = json(&folder, &["rules", "check", "nimble.yaml", "pages/nimble.md", "--json"])["claims"]
        .as_array()
        .and_then(|claims| claims.iter().find(|claim| claim["verdict"] == "contradicted"))
        .and_then(|claim| claim["id"].as_str().map(str::to_owned))
        .expect("the sentence is wrong");
    assert_eq!(ferz(&folder, &["verify"]).0, 1);
    write(&folder, "pages/nimble.accept.yaml", &format!("accept: [{id}]\n"));
    assert_eq!(ferz(&folder, &["verify"]).0, 0);
    // The page does not mention all rules.
    let (code, text, _) = ferz(&folder, &["verify", "--strict", "--json"]);
    assert_eq!((code, text.contains("\"silent\"")), (1, true), "{text}");
}

#[test]
fn wrong_usage_has_exit_code_2() {
    let folder = folder("usage");
    assert_eq!(ferz(&folder, &["verify", "no-such-folder"]).0, 2);
    write(&folder, "ci.yaml", "on: push\n");
    let (code, text, complaints) = ferz(&folder, &["verify"]);
    assert_eq!((code, text.as_str()), (2, ""));
    assert!(complaints.contains("there is no variant file"), "{complaints}");
    assert_eq!(ferz(&folder, &["check", "no-such-file.yaml", "--output-format", "junit"]).0, 2);
    write(&folder, "one/same.yaml", SMALL);
    write(&folder, "two/same.yaml", SMALL);
    fs::create_dir_all(folder.join("snapshots")).expect("a folder");
    assert_eq!(ferz(&folder, &["verify"]).0, 2);
}

/// The commands whose results other programs read.
const COMMANDS: [&[&str]; 3] =
    [&["verify"], &["check", "a, b: 50% é.yaml", "nimble.yaml"], &["rules", "check", "nimble.yaml", "pages/nimble.md"]];

fn formatted<'a>(command: &[&'a str], format: &'a str) -> Vec<&'a str> {
    command.iter().copied().chain(["--output-format", format]).collect()
}

#[test]
fn sarif_is_valid_and_has_the_findings() {
    let folder = wrong("sarif");
    let mut schema: Value = serde_json::from_str(&test_file("formats/sarif-schema-2.1.0.json")).expect("JSON");
    // The published schema has a pattern with a bracket too many, which is no regular expression.
    for part in ["run", "toolComponent"] {
        let pattern = &mut schema["definitions"][part]["properties"]["language"]["pattern"];
        assert_eq!(pattern, "^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$");
        *pattern = "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$".into();
    }
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for command in COMMANDS {
        let log = json(&folder, &formatted(command, "sarif"));
        let faults: Vec<String> = schema.iter_errors(&log).map(|error| error.to_string()).collect();
        assert_eq!(faults, Vec::<String>::new(), "{log:#}");
        let results = log["runs"][0]["results"].as_array().expect("a list");
        assert!(!results.is_empty());
        for result in results {
            let rule =
                &log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("a number") as usize];
            assert_eq!(rule["id"], result["ruleId"]);
        }
    }
    // The schema is no friend of every text.
    assert!(!schema.is_valid(&serde_json::json!({"version": "2.1.0", "runs": [{"results": []}]})));
    let log = json(&folder, &formatted(COMMANDS[1], "sarif"));
    let result = &log["runs"][0]["results"][0];
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%2C%20b%3A%2050%25%20%C3%A9.yaml");
    let region = serde_json::json!({"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 8});
    assert_eq!(place["region"], region);
    let change = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!((&change["deletedRegion"], &change["insertedContent"]["text"]), (&region, &"regions".into()));
}

#[test]
fn junit_is_read_with_the_same_counts() {
    let folder = wrong("junit");
    for command in COMMANDS {
        let (_, text, _) = ferz(&folder, &formatted(command, "junit"));
        let document = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "testsuites");
        let number = |node: &roxmltree::Node<'_, '_>, name: &str| {
            node.attribute(name).and_then(|text| text.parse::<usize>().ok()).unwrap_or_else(|| panic!("{name}: {text}"))
        };
        let below = |node: &roxmltree::Node<'_, '_>, name: &str| {
            node.descendants().filter(|node| node.has_tag_name(name)).count()
        };
        for node in document.descendants().filter(|node| node.has_tag_name("testsuite") || *node == root) {
            assert_eq!(number(&node, "tests"), below(&node, "testcase"));
            assert_eq!(number(&node, "failures"), below(&node, "failure"));
            assert_eq!(number(&node, "errors"), 0);
        }
        assert!(below(&root, "failure") > 0);
    }
    let report = json(&folder, &["verify", "--json"]);
    let (_, text, _) = ferz(&folder, &["verify", "--output-format", "junit"]);
    let document = roxmltree::Document::parse(&text).expect("XML");
    let root = document.root_element();
    let wanted = report["summary"]["failed"].to_string();
    assert_eq!(root.attribute("failures"), Some(wanted.as_str()));
    let odd = document.descendants().find(|node| node.attribute("classname") == Some("a, b: 50% é.yaml"));
    let failure = odd.and_then(|node| node.children().find(|child| child.has_tag_name("failure"))).expect("it fails");
    assert_eq!(failure.attribute("type"), Some("unknown-key"));
    assert!(failure.text().is_some_and(|text| text.contains(":3:1: error[unknown-key]")), "{text}");
}

/// A workflow command as GitHub's runner reads it.
#[derive(Debug)]
struct WorkflowCommand {
    name: String,
    properties: BTreeMap<String, String>,
    message: String,
}

/// Reads a line as the runner does: the command, a blank, properties between commas, and the message behind the next `::`.
fn workflow_command(line: &str) -> Option<WorkflowCommand> {
    let (head, data) = line.strip_prefix("::")?.split_once("::")?;
    let (name, rest) = head.split_once(' ').unwrap_or((head, ""));
    let unescaped = |text: &str, codes: &[(&str, &str)]| {
        codes.iter().chain(&[("%25", "%")]).fold(text.to_owned(), |text, (code, plain)| text.replace(code, plain))
    };
    let lines = [("%0D", "\r"), ("%0A", "\n")];
    let all = [lines[0], lines[1], ("%3A", ":"), ("%2C", ",")];
    let property = |part: &str| part.split_once('=').map(|(key, value)| (key.to_owned(), unescaped(value, &all)));
    let properties = rest.split(',').filter(|part| !part.is_empty()).map(property).collect::<Option<_>>()?;
    Some(WorkflowCommand { name: name.to_owned(), properties, message: unescaped(data, &lines) })
}

#[test]
fn workflow_commands_are_read_back() {
    let folder = wrong("github");
    for command in COMMANDS {
        let (_, text, _) = ferz(&folder, &formatted(command, "github"));
        assert!(!text.is_empty());
        for line in text.lines() {
            let command = workflow_command(line).unwrap_or_else(|| panic!("no command: {line}"));
            assert!(["error", "warning"].contains(&command.name.as_str()), "{line}");
            let keys: Vec<&str> = command.properties.keys().map(String::as_str).collect();
            let (long, short) =
                (["col", "endColumn", "endLine", "file", "line", "title"], ["endLine", "file", "line", "title"]);
            assert!(keys == long || keys == short, "{line}");
            assert!(folder.join(&command.properties["file"]).is_file(), "{line}");
        }
    }
    let report = json(&folder, &["verify", "--json"]);
    let cases = report["cases"].as_array().expect("a list").iter();
    let findings: Vec<&Value> = cases.flat_map(|case| case["findings"].as_array().expect("a list")).collect();
    let (_, text, _) = ferz(&folder, &["verify", "--output-format", "github"]);
    let commands: Vec<WorkflowCommand> = text.lines().filter_map(workflow_command).collect();
    assert_eq!(commands.len(), findings.len());
    for (command, finding) in commands.iter().zip(findings) {
        let help = finding["help"].as_str().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        assert_eq!(command.message, finding["message"].as_str().expect("a text").to_owned() + &help);
        assert_eq!(command.properties["file"], finding["file"].as_str().expect("a text"));
        assert_eq!(command.properties["line"], finding["line"].to_string());
        assert_eq!(command.properties["title"], finding["code"].as_str().expect("a text"));
    }
}
