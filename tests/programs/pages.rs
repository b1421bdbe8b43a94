//! The commands of the pages: each runs, as a reader would type it, unless the page gives a reason why a test cannot run it.
//!
//! A block of commands that is not run has a line above it: `<!-- not run: REASON -->`. `cli.rs` runs the pages that show the
//! output as well.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::workshop::folder;

/// The pages whose commands `cli.rs` compares with the output below them.
const SHOWN: [&str; 4] = ["betza.md", "tutorial.md", "cookbook.md", "rules-pages.md"];

/// The mark of a block whose commands are not run. A reason stands behind it.
const NOT_RUN: &str = "<!-- not run: ";

/// A block of commands on a page.
struct Block {
    /// The commands, each as one text for a shell.
    commands: Vec<String>,
    /// Why a test does not run them; `None` if it does.
    reason: Option<String>,
}

/// The blocks of a page that have commands. Text behind `$ ` is a command, and so is each line of a block of shell commands.
fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut last = "";
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            last = if line.is_empty() { last } else { line };
            continue;
        };
        let body: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
        let commands: Vec<String> = match language {
            "sh" => body.join("\n").replace("\\\n", " ").lines().map(str::to_owned).collect(),
            _ => body.iter().filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned).collect(),
        };
        if !commands.is_empty() {
            let reason = last.strip_prefix(NOT_RUN).and_then(|rest| rest.strip_suffix(" -->")).map(str::to_owned);
            found.push(Block { commands, reason });
        }
        last = "";
    }
    found
}

/// The pages of the docs and at the top of the repository.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let is_run = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.ends_with(".md") && !SHOWN.contains(&name.as_ref())
    };
    docs.filter(is_run).chain(["README.md", "CONTRIBUTING.md"].map(|name| root.join(name))).collect()
}

/// A folder with the files that the pages speak of.
fn prepared(page: &Path) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder(&format!("pages-{}", page.file_stem().unwrap().to_string_lossy()));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let hunters = readme.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    fs::write(folder.join("hunters.yaml"), hunters).unwrap();
    fs::write(
        folder.join("my-variant.yaml"),
        "name: My Variant\nextends: chess\nrules: {must_capture: {must: capture}}\n",
    )
    .unwrap();
    fs::write(folder.join("variants.ini"), "[hill:chess]\nflagRegionWhite = d4 e4\nflagRegionBlack = d4 e4\n").unwrap();
    folder
}

/// Writes the files that a page shows: blocks whose first line is a comment with a path in a folder.
fn write_shown(page: &str, folder: &Path) {
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if !line.starts_with("```") {
            continue;
        }
        let body: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
        let first = body.first().copied().unwrap_or_default();
        let name = match line {
            "```yaml" => first.strip_prefix("# "),
            "```markdown" => first.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")),
            _ => None,
        };
        if let Some(name) = name.filter(|name| name.contains('/') && !name.contains(' ')) {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, body.join("\n") + "\n").unwrap();
        }
    }
}

/// Runs the commands of a page, and returns how many there are and the faults of those that fail.
fn run(page: &Path) -> (usize, Vec<String>) {
    let folder = prepared(page);
    let program = Path::new(env!("CARGO_BIN_EXE_ferz"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let mut faults = Vec::new();
    let mut count = 0;
    let text = fs::read_to_string(page).unwrap();
    write_shown(&text, &folder);
    for block in blocks(&text) {
        if let Some(reason) = block.reason {
            assert!(reason.len() > 10, "{}: no reason: {reason}", page.display());
            continue;
        }
        for command in block.commands {
            count += 1;
            let mut shell = Command::new("sh");
            shell.args(["-c", &command]).env("PATH", &path).current_dir(&folder).stdin(Stdio::null());
            let output = shell.output().unwrap();
            // A move that is asked about may be illegal, and a file may have problems: that is exit code 1.
            if output.status.code().is_none_or(|code| code > 1) {
                let said = String::from_utf8_lossy(&output.stderr);
                faults.push(format!("{}: {command}\n{said}", page.display()));
            }
        }
    }
    (count, faults)
}

#[cfg(unix)]
#[test]
fn commands_of_the_pages_run() {
    let pages = pages();
    let results: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
        let running: Vec<_> = pages.iter().map(|page| scope.spawn(move || run(page))).collect();
        running.into_iter().map(|page| page.join().unwrap()).collect()
    });
    let faults: Vec<&String> = results.iter().flat_map(|(_, faults)| faults).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    let count: usize = results.iter().map(|(count, _)| count).sum();
    assert!(count >= 20, "{count} commands");
}

/// The repository that the page about CI builds has nothing wrong.
#[cfg(unix)]
#[test]
fn the_page_about_ci_builds_a_repository() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ci.md")).unwrap();
    let folder = folder("pages-repository");
    write_shown(&page, &folder);
    let ferz = |arguments: &[&str]| crate::workshop::text(&crate::workshop::ferz(&folder, arguments, b""));
    assert!(ferz(&["snapshot", "variants/kings.yaml"]).contains("snapshots/kings.snap: written"));
    let said = ferz(&["verify"]);
    assert!(said.ends_with("rules pages  1       0       0\n1 variant: everything is right\n"), "{said}");
}

#[test]
fn blocks_are_read_with_their_reasons() {
    let page = "Text.\n\n<!-- not run: needs a display -->\n```sh\nxboard \\\n  -fcp ferz\n```\n\n```console\n$ ferz list\nchess\n```\n";
    let found = blocks(page);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].reason.as_deref(), Some("needs a display"));
    assert_eq!(found[0].commands, ["xboard    -fcp ferz"]);
    assert_eq!((found[1].commands.as_slice(), &found[1].reason), (["ferz list".to_owned()].as_slice(), &None));
}
