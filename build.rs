//! Embeds the built-in library: every `variants/**/*.yaml` by the stem of its name, the rule files in `variants/rules/`, and
//! `variants/aliases.txt`. Embeds the page of the workbench, too: `web/dist`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder of the rule files, which are no games.
const RULES: &str = "rules";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=variants");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("variants");
    let mut files = Vec::new();
    collect(&root, &is_yaml, &mut files)?;
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
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("library.rs"), code)?;
    fs::write(out.join("web.rs"), page(&out)?)
}

/// The files of the page as a table, by their names. It is empty if the page has not been built. The files are copied, because a
/// new page may replace them while the code is compiled.
fn page(out: &Path) -> io::Result<String> {
    println!("cargo::rerun-if-changed=web/dist");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("web/dist");
    let mut files = Vec::new();
    if root.is_dir() {
        // With `ferz serve`, the program itself is the engine, so the WebAssembly module and the worker for offline use are left out.
        let wanted = |file: &Path| !["ferz.bin", "sw.js"].iter().any(|name| file.ends_with(name));
        collect(&root, &wanted, &mut files)?;
    }
    files.sort();
    let mut code = "/// The files of the page.\npub(super) static PAGE: &[(&str, &[u8])] = &[\n".to_owned();
    for (number, file) in files.iter().enumerate() {
        let copy = out.join(format!("page-{number}"));
        fs::copy(file, &copy)?;
        let name = file.strip_prefix(&root).expect("it lies below").to_string_lossy().replace('\\', "/");
        writeln!(code, "    ({name:?}, include_bytes!({:?})),", copy.display().to_string()).expect("a string");
    }
    Ok(code + "];\n")
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

fn is_yaml(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "yaml")
}

fn collect(folder: &Path, wanted: &dyn Fn(&Path) -> bool, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, wanted, files)?;
        } else if wanted(&path) {
            files.push(path);
        }
    }
    Ok(())
}
