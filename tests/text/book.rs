//! The docs as a book: every page is in the summary, and every link leads to a file and a heading.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The pages of the docs and at the top of the repository.
fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).expect("the docs").map(|entry| entry.expect("an entry").path());
    let top = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name));
    docs.filter(|path| path.extension().is_some_and(|end| end == "md")).chain(top).collect()
}

/// The lines of a page outside of code blocks, without code in backticks.
fn prose(text: &str) -> String {
    let mut inside = false;
    let mut found = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside {
            found.extend(line.split('`').step_by(2));
            found.push('\n');
        }
    }
    found
}

/// The targets of the links and pictures of a page.
fn links(text: &str) -> Vec<String> {
    let text = prose(text);
    let ends = |mark: &str, end: char| {
        let targets = text.split(mark).skip(1).filter_map(|rest| rest.split(end).next());
        targets.map(str::to_owned).collect::<Vec<_>>()
    };
    ends("](", ')').into_iter().chain(ends("src=\"", '"')).chain(ends("href=\"", '"')).collect()
}

/// The anchors of the headings of a page, as GitHub and mdBook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut inside = false;
    let mut found = BTreeSet::new();
    for line in text.lines() {
        inside ^= line.starts_with("```");
        let Some(heading) = line.strip_prefix('#').filter(|_| !inside) else { continue };
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        let anchor: String = kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect();
        // Equal headings are numbered.
        let mut numbered = anchor.clone();
        for number in 1.. {
            if found.insert(numbered) {
                break;
            }
            numbered = format!("{anchor}-{number}");
        }
    }
    found
}

/// The fault of a link on a page, if it has one.
fn fault(page: &Path, target: &str) -> Option<String> {
    if target.starts_with("http") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = if path.is_empty() { page.to_owned() } else { page.parent()?.join(path) };
    if !file.exists() {
        return Some(format!("{}: there is no `{target}`", page.display()));
    }
    let is_there = anchor.is_empty() || anchors(&fs::read_to_string(&file).ok()?).contains(anchor);
    (!is_there).then(|| format!("{}: no heading `{target}`", page.display()))
}

#[test]
fn every_link_resolves() {
    let mut count = 0;
    let mut faults = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for target in links(&text) {
            count += 1;
            faults.extend(fault(&page, &target));
        }
    }
    assert!(count > 100, "{count} links");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The book consists of the files in `docs` alone, so that a link to another folder leads nowhere in it.
#[test]
fn links_of_the_book_stay_in_it() {
    let docs = root().join("docs");
    let mut faults = Vec::new();
    for page in pages().into_iter().filter(|page| page.starts_with(&docs)) {
        let out = links(&fs::read_to_string(&page).expect("a page")).into_iter().filter(|link| link.starts_with("../"));
        faults.extend(out.map(|link| format!("{}: {link}", page.display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_page_is_in_the_summary() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("the summary");
    let listed: BTreeSet<PathBuf> = links(&summary).iter().map(|target| docs.join(target)).collect();
    let there: BTreeSet<PathBuf> =
        pages().into_iter().filter(|page| page.starts_with(&docs) && !page.ends_with("SUMMARY.md")).collect();
    assert_eq!(listed, there);
    assert_eq!(summary.matches("\n# For ").count(), 4, "four groups of readers");
}

/// mdBook builds the book without a warning, and every link of the built pages leads to a file and a place in it.
#[test]
fn the_book_builds_without_warnings() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    let _ = fs::remove_dir_all(&target);
    let built = Command::new("mdbook").arg("build").arg(root().join("docs")).arg("-d").arg(&target).output();
    let Ok(output) = built else { return crate::common::skipped("mdbook", "mdBook is not installed") };
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !said.contains("WARN") && !said.contains("ERROR"), "{said}");
    let attributes = |text: &str, mark: &str| {
        let parts = text.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
        parts.map(str::to_owned).collect::<Vec<_>>()
    };
    let mut faults = Vec::new();
    for entry in fs::read_dir(&target).expect("the book").map(|entry| entry.expect("an entry").path()) {
        let is_page = entry.extension().is_some_and(|end| end == "html");
        if !is_page || entry.ends_with("404.html") || entry.ends_with("print.html") {
            continue;
        }
        let page = fs::read_to_string(&entry).expect("a page");
        for link in attributes(&page, " href=\"").into_iter().chain(attributes(&page, " src=\"")) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            if path.contains(':') {
                continue;
            }
            let file = if path.is_empty() { entry.clone() } else { target.join(path) };
            let marked = || fs::read_to_string(&file).is_ok_and(|text| text.contains(&format!("id=\"{anchor}\"")));
            if !file.exists() || !anchor.is_empty() && !marked() {
                faults.push(format!("{}: {link}", entry.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// README.md and the first page of the book show a picture that the command draws from the file shown there.
#[test]
fn the_picture_of_the_docs_is_current() {
    let page = fs::read_to_string(root().join("README.md")).expect("the page");
    let file = page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a variant file");
    let hunters = ferz::load_text(file).expect("it can be played");
    let drawn = ferz::svg(hunters.rules(), &hunters.rules().setup);
    let kept = fs::read_to_string(root().join("docs/pictures/hunters.svg")).expect("the picture");
    // A comment holds the hash of a file that the command has written.
    let lines = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with("<!--"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let same = lines(&kept) == lines(&drawn);
    assert!(same, "run `ferz show hunters.yaml --svg docs/pictures/hunters.svg --force`");
}

/// The words of a shell command, without quotes.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut is_open) = (String::new(), None, false);
    for letter in line.chars() {
        match (quote, letter) {
            (Some(end), _) if letter == end => quote = None,
            (None, '\'' | '"') => (quote, is_open) = (Some(letter), true),
            (None, ' ' | '\t') => {
                if is_open || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                is_open = false;
            }
            _ => word.push(letter),
        }
    }
    if is_open || !word.is_empty() {
        words.push(word);
    }
    words
}

/// The commands `ferz ...` in the code blocks of a page, without comments, pipes and files behind `<` and `>`.
fn commands(text: &str) -> Vec<Vec<String>> {
    let mut inside = false;
    let mut found = Vec::new();
    let joined = text.replace("\\\n", " ");
    for line in joined.lines() {
        if line.starts_with("```") {
            inside = !inside && ["```console", "```sh", "```text"].contains(&line.trim_end());
            continue;
        }
        let line = line.strip_prefix("$ ").unwrap_or(line);
        let words = shell_words(line);
        let begins = words.iter().position(|word| word == "ferz");
        // Output that begins with the program's name has no command word behind it.
        let Some(at) = begins.filter(|at| inside && words[..*at].iter().all(|word| is_shell(word))) else { continue };
        let ends = |word: &&String| !["|", "<", ">", "#", "&"].contains(&word.as_str());
        found.push(words[at..].iter().take_while(ends).cloned().collect());
    }
    found
}

/// Returns `true` for a word that may stand before a command: a setting of the environment, or a word of the shell.
fn is_shell(word: &str) -> bool {
    word.contains('=') || ["for", "part", "in", "do", "|", "echo", "printf"].contains(&word) || word.ends_with(';')
}

/// The program understands every command of the pages. `tests/programs` runs those that end by themselves.
#[test]
fn every_command_of_the_pages_is_understood() {
    use clap::Parser as _;
    let mut count = 0;
    let mut faults = Vec::new();
    for page in pages().into_iter().filter(|page| !page.ends_with("CHANGELOG.md")) {
        for command in commands(&fs::read_to_string(&page).expect("a page")) {
            count += 1;
            if let Err(error) = ferz::cli::Arguments::try_parse_from(&command)
                && error.use_stderr()
            {
                faults.push(format!("{}: {}\n{error}", page.display(), command.join(" ")));
            }
        }
    }
    assert!(count > 100, "{count} commands");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The first pages that a newcomer reads name the command that begins a file.
#[test]
fn the_first_pages_lead_to_new_files() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in ["README.md", "docs/tutorial.md"] {
        let text = std::fs::read_to_string(root.join(page)).expect("the page is there");
        assert!(text.contains("`ferz new "), "{page}");
    }
}

/// The cookbook begins with a list of its entries: the headings, in their order, each with its place.
/// `INSTA_UPDATE=always` writes it anew.
#[test]
fn the_cookbook_lists_its_entries() {
    let path = root().join("docs/cookbook.md");
    let text = fs::read_to_string(&path).expect("the page");
    let (before, rest) = text.split_once("<!-- entries -->\n").expect("the start of the list");
    let (list, after) = rest.split_once("<!-- /entries -->").expect("the end of the list");
    let place = |title: &str| {
        let small = title.to_lowercase();
        let kept = small.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>()
    };
    let (mut wanted, mut inside) = (String::new(), false);
    for line in after.lines() {
        inside ^= line.starts_with("```");
        if let Some(title) = line.strip_prefix("## ").filter(|_| !inside) {
            let gap = if wanted.is_empty() { "" } else { "\n" };
            wanted += &format!("{gap}**[{title}](#{})**\n\n", place(title));
        } else if let Some(title) = line.strip_prefix("### ").filter(|_| !inside) {
            wanted += &format!("- [{title}](#{})\n", place(title));
        }
    }
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") && list != wanted {
        let text = format!("{before}<!-- entries -->\n{wanted}<!-- /entries -->{after}");
        return fs::write(&path, text).expect("docs can be written");
    }
    assert!(list == wanted, "run `INSTA_UPDATE=always cargo test --release --test text cookbook`");
}
