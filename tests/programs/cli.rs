//! The command: what it prints and its exit codes, as `tests/cmd` and the documents say.

use std::fs;
use std::path::Path;

#[test]
fn commands_answer_as_written() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("docs/betza.md")
        .case("docs/tutorial.md")
        .case("docs/cookbook.md")
        .case("docs/rules-pages.md")
        .run();
}

/// Every file of the cookbook stands on the page, with a command that reads it.
#[test]
fn the_cookbook_shows_its_files() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let page = fs::read_to_string(docs.join("cookbook.md")).unwrap();
    let shown: Vec<&str> = page.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let files: Vec<_> = fs::read_dir(docs.join("cookbook.in")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(shown.len(), files.len());
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).unwrap();
        let at = shown.iter().position(|entry| **entry == text).unwrap_or_else(|| panic!("{name} is not on the page"));
        let entry = page.split("```yaml\n").nth(at + 1).unwrap();
        assert!(entry.contains(&format!(" {name}")), "no command reads {name}");
    }
}

/// The commands of the tutorial read the files that the reader has been told to write, in the order of the page.
#[test]
fn the_tutorial_shows_its_files() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let page = fs::read_to_string(docs.join("tutorial.md")).unwrap();
    let shown: String = page.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let names = ["ford-1.yaml", "ford-2.yaml", "ford.yaml", "round-ford.yaml"];
    let files: String =
        names.iter().map(|name| fs::read_to_string(docs.join("tutorial.in").join(name)).unwrap()).collect();
    assert_eq!(shown, files);
}
