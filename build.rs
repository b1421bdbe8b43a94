//! Embeds the built-in library: every `variants/**/*.yaml` by the stem of its name, the rule files in `variants/rules/`, and
//! `variants/aliases.txt`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder of the rule files, which are no games.
const RULES: &str = "rules";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=variants");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("variants");
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    let (rules, games): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|file| file.parent() == Some(root.join(RULES).as_path()));
    let mut variants: Vec<(String, PathBuf)> = games.into_iter().map(|file| (stem(&file), file)).collect();
    variants.sort();
    for pair in variants.windows(2) {
        assert_ne!(
            pair[0].0,
            pair[1].0,
            "two built-in variants of one name: {} and {}",
            pair[0].1.display(),
            pair[1].1.display()
        );
    }
    let mut rule_files: Vec<(String, PathBuf)> =
        rules.into_iter().map(|file| (format!("{RULES}/{}", stem(&file)), file)).collect();
    rule_files.sort();
    let mut code = table("LIBRARY", &root, &variants);
    code += &table("RULE_FILES", &root, &rule_files);
    code += "/// Other names, and the variants that they mean.\npub const ALIASES: &[(&str, &str)] = &[\n";
    for line in fs::read_to_string(root.join("aliases.txt")).unwrap_or_default().lines() {
        let line = line.split('#').next().unwrap_or("");
        if let Some((alias, name)) = line.split_once('=') {
            writeln!(code, "    ({:?}, {:?}),", alias.trim(), name.trim()).expect("a string");
        }
    }
    code += "];\n";
    fs::write(PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("library.rs"), code)
}

/// A table of embedded files, as code.
fn table(name: &str, root: &Path, files: &[(String, PathBuf)]) -> String {
    let mut code = format!("const {name}: &[BuiltIn] = &[\n");
    for (name, file) in files {
        let below = file.strip_prefix(root).expect("it lies below").to_string_lossy().replace('\\', "/");
        let text = format!("include_str!({:?})", file.display().to_string());
        writeln!(code, "    BuiltIn {{ name: {name:?}, path: {below:?}, text: {text} }},").expect("a string");
    }
    code + "];\n"
}

fn stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            files.push(path);
        }
    }
    Ok(())
}
