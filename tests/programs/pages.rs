//! The commands of pages whose output is not written down there: each of them runs.

use std::fs;
use std::path::Path;

use crate::workshop::{ferz, folder, text};

/// Commands that wait for other programs or measure time. `tests/text/book.rs` holds what they are given.
const LONG: [&str; 5] = ["match", "solve", "uci", "cecp", "bench"];

/// The commands of the code blocks of a page that begin with `$ ferz`, as words.
fn commands(page: &str) -> Vec<Vec<String>> {
    let lines = page.lines().filter_map(|line| line.strip_prefix("$ ferz "));
    let words = |line: &str| {
        let line = line.split("  #").next().unwrap_or(line);
        let parts = line.split('"').enumerate().map(|(index, part)| match index % 2 {
            1 => vec![part.to_owned()],
            _ => part.split_whitespace().map(str::to_owned).collect(),
        });
        parts.flatten().collect()
    };
    lines.map(words).collect()
}

#[test]
fn commands_of_the_pages_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder("pages");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let hunters = readme.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    fs::write(folder.join("hunters.yaml"), hunters).unwrap();
    fs::write(folder.join("variants.ini"), "[hill:chess]\nflagRegionWhite = d4 e4\nflagRegionBlack = d4 e4\n").unwrap();
    let mut count = 0;
    for page in ["README.md", "docs/index.md", "docs/commands.md", "docs/fairy-stockfish.md"] {
        for command in commands(&fs::read_to_string(root.join(page)).unwrap()) {
            if LONG.contains(&command[0].as_str()) {
                continue;
            }
            count += 1;
            let arguments: Vec<&str> = command.iter().map(String::as_str).collect();
            let output = ferz(&folder, &arguments, b"");
            let said = format!("{}{}", text(&output), String::from_utf8_lossy(&output.stderr));
            // A move that is asked about may be illegal, and a file may have problems: that is exit code 1.
            assert!(output.status.code().is_some_and(|code| code < 2), "{page}: {}\n{said}", command.join(" "));
        }
    }
    assert!(count >= 14, "{count} commands");
}
