//! `ferz new`: every file that it writes passes `ferz check` and `ferz test` at once.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common;
use ferz::compile;
use ferz::diagnostic::{Style, render_all};
use ferz::fen;
use ferz::game::Compiled;
use ferz::variant::{DiskLoader, VariantSource, library};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn ferz(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ferz")).current_dir(folder).args(arguments).output().unwrap()
}

/// The variant of a file that has no problem, and passes its own tests.
fn sound(folder: &Path, file: &str) -> Compiled {
    let loaded = compile::load(&VariantSource::File(folder.join(file)), &DiskLoader).unwrap();
    let problems = render_all(&loaded.problems, &loaded.sources, Style::Plain);
    assert!(problems.is_empty(), "{file}:\n{problems}");
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    assert!(text.starts_with("# yaml-language-server: $schema="), "{file}");
    assert!(text.lines().filter(|line| line.trim_start().starts_with('#')).count() >= 6, "{file}");
    Compiled::new(loaded.variant.unwrap().rules)
}

#[test]
fn a_file_from_scratch_is_sound_and_is_never_overwritten() {
    let folder = folder("new-scratch");
    assert!(ferz(&folder, &["new"]).status.success());
    assert_eq!(sound(&folder, "my-variant.yaml").start().unwrap().perft(3), 8902);
    assert!(ferz(&folder, &["test", "my-variant.yaml"]).status.success());
    std::fs::write(folder.join("my-variant.yaml"), "precious").unwrap();
    let again = ferz(&folder, &["new"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("--force"));
    assert_eq!(std::fs::read_to_string(folder.join("my-variant.yaml")).unwrap(), "precious");
    assert!(ferz(&folder, &["new", "--force"]).status.success());
    sound(&folder, "my-variant.yaml");
    for odd in ["null", "a: b # c", "\"quoted\"", "Café ☕", "new\nline", "12"] {
        assert!(ferz(&folder, &["new", odd, "-o", "odd.yaml", "--force"]).status.success(), "{odd}");
        assert_eq!(sound(&folder, "odd.yaml").rules().title, odd);
    }
}

#[test]
fn every_shipped_variant_can_be_extended_and_copied() {
    let folder = folder("new-from");
    let names: Vec<&str> = library::names().collect();
    common::check_all(&names, |name| {
        let original = common::variant(name);
        for copy in [false, true] {
            let file = format!("{name}-{copy}.yaml");
            let mut arguments = vec!["new", "Some name", "--from", name, "-o", &file];
            arguments.extend(copy.then_some("--copy"));
            let output = ferz(&folder, &arguments);
            if !output.status.success() {
                return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
            }
            let made = sound(&folder, &file);
            let (old, new) = (original.rules(), made.rules());
            let setup = |rules: &ferz::rules::Rules| fen::write(&rules.setup, rules);
            let pieces = |rules: &ferz::rules::Rules| {
                format!("{:?}", rules.pieces.iter().map(|p| (&p.name, &p.movement, &p.initial)).collect::<Vec<_>>())
            };
            let ends = |rules: &ferz::rules::Rules| {
                format!("{:?}", rules.ends.iter().map(|end| (&end.name, &end.condition)).collect::<Vec<_>>())
            };
            if setup(old) != setup(new)
                || pieces(old) != pieces(new)
                || ends(old) != ends(new)
                || old.shuffle != new.shuffle
            {
                return Err(format!("{name}: other rules"));
            }
            if original.start().unwrap().perft(2) != made.start().unwrap().perft(2) {
                return Err(format!("{name}: other moves"));
            }
            let text = std::fs::read_to_string(folder.join(&file)).unwrap();
            if text.contains("\nextends:") == copy {
                return Err(format!("{name}: extends or not"));
            }
        }
        Ok(())
    });
}

#[test]
fn what_cannot_be_done_is_refused() {
    let folder = folder("new-refused");
    for arguments in
        [&["new", "--from", "chesss"] as &[&str], &["new", "--copy"], &["new", "x", "-o", "no/such/folder/x.yaml"]]
    {
        let output = ferz(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "), "{arguments:?}");
    }
}
