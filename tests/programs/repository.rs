//! A repository of five variants, set up as `docs/ci.md` says: the GitHub Action, the hooks of pre-commit, and a changed rule.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::common::files_below;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn yaml<T: DeserializeOwned>(path: &str) -> T {
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A copy of the example repository.
fn repository(name: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("repository").join(name);
    let _ = fs::remove_dir_all(&target);
    let from = root().join("tests/repository");
    for ending in ["yaml", "md", "snap"] {
        for file in files_below("tests/repository", ending) {
            let to = target.join(file.strip_prefix(&from).expect("it is in the repository"));
            fs::create_dir_all(to.parent().expect("a folder")).expect("a folder can be made");
            fs::copy(&file, to).expect("it can be copied");
        }
    }
    target
}

/// The parts of `action.yml` that the test needs.
#[derive(Deserialize)]
struct Action {
    inputs: BTreeMap<String, Input>,
    runs: Runs,
}

#[derive(Deserialize)]
struct Input {
    default: String,
}

#[derive(Deserialize)]
struct Runs {
    using: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    #[serde(default)]
    shell: String,
    #[serde(default)]
    run: String,
    #[serde(default)]
    env: BTreeMap<String, String>,
}

/// Runs the scripts of the action as GitHub does, with the built command in place of an installation. Returns the exit code, the
/// annotations and the text on the page of the run.
fn act(repository: &Path) -> (i32, String, String) {
    let action: Action = yaml("action.yml");
    assert_eq!(action.runs.using, "composite");
    let home = repository.join("home");
    fs::create_dir_all(home.join(".ferz/bin")).expect("a folder can be made");
    #[cfg(unix)]
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_ferz"), home.join(".ferz/bin/ferz")).expect("a link can be made");
    let page = repository.join("home/page.md");
    let mut printed = String::new();
    for step in action.runs.steps.iter().filter(|step| !step.run.is_empty()) {
        assert_eq!(step.shell, "bash");
        let mut bash = Command::new("bash");
        bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &step.run]).current_dir(repository);
        bash.env("HOME", &home).env("GITHUB_STEP_SUMMARY", &page).env("GITHUB_ACTION_PATH", root());
        for (name, value) in &step.env {
            let input = value.strip_prefix("${{ inputs.").and_then(|rest| rest.strip_suffix(" }}"));
            let input = input.unwrap_or_else(|| panic!("{value} is no input"));
            bash.env(name, &action.inputs[input].default);
        }
        let output = bash.output().expect("bash runs");
        printed += &String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return (output.status.code().unwrap_or(-1), printed, fs::read_to_string(page).unwrap_or_default());
        }
    }
    (0, printed, fs::read_to_string(page).unwrap_or_default())
}

#[cfg(unix)]
#[test]
fn the_action_finds_nothing_wrong() {
    let repository = repository("right");
    assert_eq!(fs::read_dir(repository.join("variants")).expect("a folder").count(), 5);
    assert_eq!(fs::read_dir(repository.join("pages")).expect("a folder").count(), 2);
    let (code, printed, page) = act(&repository);
    assert_eq!((code, printed.as_str()), (0, ""), "{page}");
    assert!(page.contains("\nrules pages  2       0       0\n"), "{page}");
    assert!(page.contains("\n5 variants: everything is right\n"), "{page}");
}

/// A changed rule is seen as the moves that appeared, beside the line of the snapshot and on two boards.
#[cfg(unix)]
#[test]
fn a_changed_rule_is_understood_from_the_report() {
    let repository = repository("changed");
    let file = repository.join("variants/camel-riders.yaml");
    let text = fs::read_to_string(&file).expect("it is there");
    fs::write(&file, text.replace("moves: \"L\"", "moves: \"LD\"").replace("[24, 576]", "[26]"))
        .expect("it can be written");
    let (code, printed, page) = act(&repository);
    assert_eq!(code, 1, "{page}");
    let annotations: Vec<&str> = printed.lines().collect();
    assert!(
        annotations.len() == 1 && annotations[0].starts_with("::error file=snapshots/camel-riders.snap,line="),
        "{printed}"
    );
    let both = "before                  now\n8  r n c k q c n r      8  r n c k q c n r\n";
    for part in
        ["- piece camel (C c): L\n", "+ piece camel (C c): LD\n", "+ camel c1: Cc3\n", both, "5 variants: 1 failure\n"]
    {
        assert!(page.contains(part), "no {part:?} in {page}");
    }
}

/// The page for new users has the files of the repository, and CI takes five lines.
#[test]
fn the_page_shows_the_files_of_the_repository() {
    let page = fs::read_to_string(root().join("docs/ci.md")).expect("the page is there");
    for (file, lines) in [(".github/workflows/variants.yaml", 5), (".pre-commit-config.yaml", 7)] {
        let text = fs::read_to_string(root().join("tests/repository").join(file)).expect("the file is there");
        assert_eq!(text.lines().count(), lines, "{file}");
        assert!(page.contains(&format!("# {file}\n{text}```")), "docs/ci.md does not show {file}:\n{text}");
    }
}

/// The parts of a hook that pre-commit needs.
#[derive(Deserialize)]
struct Hook {
    id: String,
    name: String,
    language: String,
    entry: String,
    files: String,
    #[serde(default = "yes")]
    pass_filenames: bool,
}

fn yes() -> bool {
    true
}

/// The hooks are commands that exist. Each runs as pre-commit runs it.
#[test]
fn hooks_run_on_the_repository() {
    let repository = repository("hooks");
    let hooks: Vec<Hook> = yaml(".pre-commit-hooks.yaml");
    let used = fs::read_to_string(root().join("tests/repository/.pre-commit-config.yaml")).expect("it is there");
    let ids: Vec<&str> = used.lines().filter_map(|line| line.trim_start().strip_prefix("- id: ")).collect();
    assert!(!ids.is_empty() && ids.iter().all(|id| hooks.iter().any(|hook| hook.id == *id)), "{ids:?}");
    for hook in hooks {
        assert!(!hook.name.is_empty() && !hook.files.is_empty());
        assert_eq!(hook.language, "rust");
        let arguments = hook.entry.strip_prefix("ferz ").expect("it is a subcommand").split(' ');
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        command.args(arguments).current_dir(&repository);
        if hook.pass_filenames {
            let files = fs::read_dir(repository.join("variants")).expect("a folder");
            command.args(files.map(|entry| entry.expect("a file").path()));
        }
        let output = command.output().expect("it runs");
        assert!(output.status.success(), "{}: {}", hook.id, String::from_utf8_lossy(&output.stdout));
    }
}
