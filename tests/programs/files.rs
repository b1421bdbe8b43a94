//! Files that commands read and write, and what they answer where something is wrong.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::workshop::{ferz, folder, text};

/// The exit code of a command, and what it says.
fn said(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = ferz(folder, arguments, b"");
    (output.status.code().unwrap(), text(&output), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_picture_replaces_a_picture_and_nothing_else() {
    let folder = folder("pictures");
    let draw = |more: &[&str]| said(&folder, &[&["show", "gardner", "-o", "board.svg"], more].concat()).0;
    assert_eq!(draw(&[]), 0);
    let first = fs::read_to_string(folder.join("board.svg")).unwrap();
    assert!(first.starts_with("<svg") && first.trim_end().ends_with("</svg>"));
    assert_eq!(draw(&["--play", "a2a3"]), 0);
    assert_ne!(fs::read_to_string(folder.join("board.svg")).unwrap(), first);
    fs::write(folder.join("board.svg"), "name: mine\n").unwrap();
    assert_eq!(draw(&["--play", "a2a3"]), 2);
    assert_eq!(fs::read_to_string(folder.join("board.svg")).unwrap(), "name: mine\n");
    assert_eq!(draw(&["--force"]), 0);
    assert_eq!(fs::read_to_string(folder.join("board.svg")).unwrap(), first);
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["board.svg"]);
}

#[test]
fn no_command_writes_over_its_input() {
    let folder = folder("inputs");
    let own = "name: Own\nextends: chess\n";
    for arguments in [
        &["show", "own.yaml", "-o", "own.yaml"] as &[&str],
        &["rules", "render", "own.yaml", "-o", "own.yaml"],
        &["export", "fairy", "own.yaml", "-o", "own.yaml"],
        &["new", "Own", "--from", "chess", "-o", "own.yaml"],
    ] {
        fs::write(folder.join("own.yaml"), own).unwrap();
        let (code, _, error) = said(&folder, arguments);
        let kept = error.contains("already exists") || error.contains("is an input of this command");
        assert!(code == 2 && kept, "{arguments:?}: {error}");
        assert_eq!(fs::read_to_string(folder.join("own.yaml")).unwrap(), own, "{arguments:?}");
    }
}

/// The commands that write over what they have written, and the file of each.
const WRITERS: [(&[&str], &str); 9] = [
    (&["rules", "draft", "page.md", "-o", "out.yaml"], "out.yaml"),
    (&["rules", "render", "gardner", "-o", "out.html"], "out.html"),
    (&["rules", "render", "gardner", "--format", "markdown", "-o", "out.md"], "out.md"),
    (&["rules", "check", "gardner", "page.md", "--html", "report.html"], "report.html"),
    (&["show", "gardner", "-o", "out.svg"], "out.svg"),
    (&["piece", "fmWfceF", "--svg", "piece.svg"], "piece.svg"),
    (&["export", "fairy", "gardner", "-o", "out.ini"], "out.ini"),
    (&["export", "html", "gardner", "-o", "game.html"], "game.html"),
    (&["man", "--out", "."], "ferz-check.1"),
];

#[test]
fn a_file_that_was_edited_by_hand_is_kept() {
    let folder = folder("edited");
    fs::write(folder.join("page.md"), "# Own\n\nThe knight moves as in chess.\n").unwrap();
    for (arguments, name) in WRITERS {
        let file = folder.join(name);
        let write = |more: &[&str]| said(&folder, &[arguments, more].concat());
        assert!(write(&[]).0 < 2, "{arguments:?}");
        let written = fs::read_to_string(&file).unwrap();
        assert!(written.contains("Written by ferz "), "{arguments:?}");
        assert!(write(&[]).0 < 2, "{arguments:?}: what is as it was is replaced");
        fs::write(&file, written.replace('\n', "\r\n")).unwrap();
        assert!(write(&[]).0 < 2, "{arguments:?}: ends of lines are no edit");
        let middle = (written.len() / 2..).find(|at| written.is_char_boundary(*at)).unwrap();
        let edits = [
            format!("{}x{}", &written[..middle], &written[middle..]),
            format!("{written}\n"),
            format!(" {written}"),
            written.lines().filter(|line| !line.contains("Written by ferz")).collect::<Vec<_>>().join("\n"),
            written.replacen(", hash ", ", hash 0", 1),
        ];
        for edit in edits {
            fs::write(&file, &edit).unwrap();
            let (code, _, error) = write(&[]);
            assert!(
                code == 2 && error.contains("already exists") && error.contains("--force"),
                "{arguments:?}: {error}"
            );
            assert_eq!(fs::read_to_string(&file).unwrap(), edit, "{arguments:?}");
        }
        assert!(write(&["--force"]).0 < 2, "{arguments:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), written, "{arguments:?}");
    }
    let (code, out, _) = said(&folder, &["rules", "render", "gardner", "-o", "out.html", "--check"]);
    assert!(code == 0 && out.contains("up to date"), "{out}");
    assert_eq!(said(&folder, &["rules", "check", "gardner", "out.html"]).0, 0, "a mark is no claim");
}

#[cfg(unix)]
#[test]
fn no_command_writes_over_what_it_reads_even_if_forced() {
    let folder = folder("spared");
    let own = "name: Own\nextends: chess\n";
    let page = "# Own\n\nThe knight moves as in chess.\n";
    fs::write(folder.join("own.yaml"), own).unwrap();
    fs::write(folder.join("page.md"), page).unwrap();
    assert!(said(&folder, &["rules", "check", "own.yaml", "page.md", "--html", "report.html"]).0 < 2);
    let report = fs::read_to_string(folder.join("report.html")).unwrap();
    std::os::unix::fs::symlink("page.md", folder.join("link.md")).unwrap();
    fs::hard_link(folder.join("page.md"), folder.join("hard.md")).unwrap();
    for arguments in [
        &["rules", "check", "own.yaml", "report.html", "--html", "report.html"] as &[&str],
        &["rules", "check", "own.yaml", "page.md", "--html", "page.md", "--force"],
        &["rules", "check", "own.yaml", "page.md", "--html", "./link.md", "--force"],
        &["rules", "check", "own.yaml", "page.md", "--html", "hard.md", "--force"],
        &["rules", "check", "own.yaml", "page.md", "--html", "own.yaml", "--force"],
        &["rules", "draft", "page.md", "-o", "page.md", "--force"],
        &["rules", "render", "own.yaml", "-o", "own.yaml", "--force"],
        &["show", "own.yaml", "-o", "own.yaml", "--force"],
        &["export", "fairy", "own.yaml", "-o", "own.yaml", "--force"],
        &["new", "Own", "--from", "own.yaml", "--copy", "-o", "own.yaml", "--force"],
    ] {
        let (code, _, error) = said(&folder, arguments);
        assert!(code == 2 && error.contains("is an input of this command"), "{arguments:?}: {error}");
        assert_eq!(fs::read_to_string(folder.join("own.yaml")).unwrap(), own, "{arguments:?}");
        assert_eq!(fs::read_to_string(folder.join("page.md")).unwrap(), page, "{arguments:?}");
        assert_eq!(fs::read_to_string(folder.join("report.html")).unwrap(), report, "{arguments:?}");
    }
}

/// The owner and the group of a file survive, or the file is left alone.
#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_keeps_its_owner() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
    use std::os::unix::process::CommandExt as _;
    let folder = folder("owners");
    let file = folder.join("board.svg");
    assert_eq!(said(&folder, &["show", "gardner", "-o", "board.svg"]).0, 0);
    if chown(&file, Some(1234), Some(2345)).is_err() {
        assert!(!std::env::var("FERZ_NEEDS").unwrap_or_default().contains("root"), "only root gives files away");
        eprintln!("SKIPPED: only root gives files away");
        return;
    }
    assert_eq!(said(&folder, &["show", "chess", "-o", "board.svg"]).0, 0);
    let there = fs::metadata(&file).unwrap();
    assert_eq!((there.uid(), there.gid()), (1234, 2345));
    // Another user could put a file of its own in the place of this one, but not give it away.
    let old = fs::read(&file).unwrap();
    let shared = std::env::temp_dir().join(format!("ferz-owners-{}", std::process::id()));
    fs::create_dir_all(&shared).unwrap();
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o777)).unwrap();
    let (program, target) = (shared.join("ferz"), shared.join("board.svg"));
    fs::copy(env!("CARGO_BIN_EXE_ferz"), &program).unwrap();
    fs::copy(&file, &target).unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o666)).unwrap();
    let mut command = Command::new(&program);
    command.args(["show", "gardner", "-o", "board.svg"]).current_dir(&shared).uid(4321).gid(4321);
    let output = command.output().unwrap();
    let (now, left) = (fs::read(&target).unwrap(), fs::read_dir(&shared).unwrap().count());
    fs::remove_dir_all(&shared).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("belongs to another user"));
    assert!(now == old && left == 2);
}

#[cfg(unix)]
#[test]
fn the_permissions_of_a_file_are_kept_and_links_stay_links() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("permissions");
    let mode = |name: &str| fs::metadata(folder.join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(said(&folder, &["show", "chess", "-o", "board.svg"]).0, 0);
    fs::set_permissions(folder.join("board.svg"), fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("board.svg", folder.join("link.svg")).unwrap();
    assert_eq!(said(&folder, &["show", "gardner", "-o", "link.svg"]).0, 0);
    assert_eq!(mode("board.svg"), 0o640);
    assert!(fs::symlink_metadata(folder.join("link.svg")).unwrap().is_symlink());
    fs::set_permissions(folder.join("board.svg"), fs::Permissions::from_mode(0o440)).unwrap();
    assert_eq!(said(&folder, &["show", "chess", "-o", "board.svg", "--force"]).0, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_plain_file_is_not_read_and_a_full_disk_is_told() {
    let folder = folder("devices");
    assert!(Command::new("mkfifo").arg(folder.join("pipe.yaml")).status().unwrap().success());
    fs::write(folder.join("own.yaml"), "name: Own\nextends: ./pipe.yaml\n").unwrap();
    for file in ["/dev/zero", "pipe.yaml", "own.yaml"] {
        let (code, out, error) = said(&folder, &["check", file]);
        assert!(code > 0 && (out + &error).contains("only plain files are read"), "{file}: {error}");
    }
    assert_eq!(said(&folder, &["rules", "check", "chess", "/dev/zero"]).0, 2);
    assert_eq!(said(&folder, &["show", "chess", "-o", "/dev/full"]).0, 2);
}

#[cfg(unix)]
#[test]
fn a_command_that_is_killed_leaves_the_old_file_or_the_new_one() {
    let folder = folder("killed");
    let commands: [&[&str]; 4] = [
        &["show", "gardner", "--force", "-o", "out"],
        &["rules", "render", "gardner", "--force", "-o", "out"],
        &["export", "fairy", "gardner", "--force", "-o", "out"],
        &["new", "Own", "--from", "gardner", "--force", "-o", "out"],
    ];
    let out = folder.join("out");
    for arguments in commands {
        assert_eq!(said(&folder, arguments).0, 0, "{arguments:?}");
        let new = fs::read(&out).unwrap();
        for wait in (0..60).step_by(6) {
            fs::write(&out, "old").unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
            command.args(arguments).current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(wait));
            let _ = child.kill();
            child.wait().unwrap();
            let now = fs::read(&out).unwrap();
            assert!(now == b"old" || now == new, "{arguments:?}, killed after {wait} ms");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_a_killed_command_has_begun_is_swept_away() {
    let folder = folder("begun");
    // The name of a file of the command: a token and the hash of what it is.
    let name = |token: &str| {
        let bytes = ["being written ", token].concat().into_bytes().into_iter();
        let hash =
            bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        format!(".ferz-{token}{hash:016x}.tmp")
    };
    let (killed, writing) = (name("0123456789abcdef"), name("fedcba9876543210"));
    let users =
        [".ferz-notes.tmp", ".ferz-.tmp", ".ferz-0123456789abcdef0123456789abcdef.tmp", ".ferz-notes", "own.tmp"];
    for name in users.into_iter().chain([killed.as_str(), writing.as_str()]) {
        fs::write(folder.join(name), "half").unwrap();
    }
    // A command that is still writing holds the lock of its file.
    let held = fs::File::open(folder.join(&writing)).unwrap();
    held.lock().unwrap();
    assert_eq!(said(&folder, &["show", "gardner", "-o", "board.svg"]).0, 0);
    let mut left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    let mut kept: Vec<&str> = users.into_iter().chain([writing.as_str(), "board.svg"]).collect();
    kept.sort_unstable();
    assert_eq!(left, kept);
}

#[test]
fn a_match_goes_on_with_its_own_file_only() {
    let folder = folder("records");
    fs::write(folder.join("own.yaml"), "name: Own\nextends: chess\n").unwrap();
    let engine = format!("name=a {} uci", env!("CARGO_BIN_EXE_ferz"));
    let arguments =
        ["match", "--engine", &engine, "--engine", &engine, "--games", "1", "--pgn", "own.yaml", "--resume"];
    let (code, _, error) = said(&folder, &arguments);
    assert!(code == 2 && error.contains("other text than the games of a match"), "{code} {error}");
    assert_eq!(fs::read_to_string(folder.join("own.yaml")).unwrap(), "name: Own\nextends: chess\n");
}

#[cfg(unix)]
#[test]
fn a_failed_check_fails_when_nobody_reads_its_output() {
    let folder = folder("unread");
    fs::write(folder.join("wrong.yaml"), "name: Wrong\nextends: chess\nbord: 8\n".to_owned() + &"# more\n".repeat(9))
        .unwrap();
    let files = vec!["wrong.yaml"; 2_000];
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .arg("check")
        .args(files)
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn errors_are_json_where_json_is_asked_for() {
    let folder = folder("json-errors");
    fs::write(folder.join("wrong.yaml"), "name: Wrong\nextends: chess\nbord: 8\n").unwrap();
    let error = |arguments: &[&str]| {
        let (code, out, _) = said(&folder, arguments);
        let json: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{arguments:?}: {out}"));
        (code, json)
    };
    let (code, json) = error(&["moves", "ches", "--json"]);
    assert!(
        code == 2
            && json["error"]["message"].as_str().unwrap().contains("`ches` is neither a built-in variant nor a file"),
        "{json}"
    );
    let (code, json) = error(&["moves", "chess", "--json", "--play", "e2e5"]);
    assert!(code == 1 && json["error"]["message"] == "`e2e5` is not a legal move here", "{json}");
    let (code, json) = error(&["moves", "wrong.yaml", "--json"]);
    assert!(code == 1 && json["error"]["problems"][0]["code"] == "unknown-key", "{json}");
    let (code, json) = error(&["perft", "chess", "--json"]);
    assert!(code == 2 && json["error"]["message"].is_string(), "{json}");
    let (code, json) = error(&["check", "missing.yaml", "wrong.yaml", "--json"]);
    assert!(code == 2 && json["errors"][0]["file"] == "missing.yaml" && json["problems"][0]["line"] == 3, "{json}");
    let (code, json) = error(&["test", "wrong.yaml", "--json"]);
    assert!(code == 1 && json[0]["error"].is_string(), "{json}");
}

#[test]
fn variants_are_found_by_title_and_moves_may_build_walls() {
    let folder = folder("names");
    let out = |arguments: &[&str]| {
        let (code, out, error) = said(&folder, arguments);
        assert_eq!(code, 0, "{arguments:?}: {error}");
        out
    };
    assert_eq!(out(&["perft", "Grand Chess", "1"]), "Nodes searched: 65\n");
    assert!(out(&["show", "grand", "--source"]).contains("\nname: Grand Chess\n"));
    let first = out(&["moves", "duck"]);
    let first = first.split_whitespace().next().unwrap().to_owned();
    assert!(first.contains(','), "{first}");
    assert_eq!(out(&["perft", "duck", "0", "--play", &first]), "Nodes searched: 1\n");
    assert_eq!(out(&["perft", "chess", "1", "--play", "e2e4 e7e5, Nf3", "--play", "Nc6"]), "Nodes searched: 27\n");
}

#[test]
fn shells_and_manuals_are_served() {
    let folder = folder("shells");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(said(&folder, &["completions", shell]).1.contains("snapshot"), "{shell}");
    }
    assert!(said(&folder, &["man", "check"]).1.contains(".TH ferz-check 1"));
    assert_eq!(said(&folder, &["man", "chek"]).0, 2);
    assert_eq!(said(&folder, &["man", "--out", "pages"]).0, 0);
    assert!(fs::read_to_string(folder.join("pages/ferz-perft.1")).unwrap().contains("perft"));
    assert!(said(&folder, &["help", "perft"]).1.contains("--divide"));
}
