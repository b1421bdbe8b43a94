//! The extension for VS Code, in `editors/vscode`.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::common::skipped;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode")
}

fn manifest() -> Value {
    let text = std::fs::read_to_string(folder().join("package.json")).expect("the extension has a manifest");
    serde_json::from_str(&text).expect("JSON")
}

/// Node runs the extension with the real server; objects of the test stand for VS Code.
#[test]
fn the_extension_starts_and_stops_the_server() {
    if Command::new("node").arg("--version").output().is_err() {
        return skipped("node", "Node is not installed");
    }
    let output = Command::new("node")
        .arg(folder().join("test/test.js"))
        .env("FERZ", env!("CARGO_BIN_EXE_ferz"))
        .env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("vscode"))
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("the extension starts"), "{said}");
}

/// The manifest has the version of the program, and names files that are there or that `build.js` writes.
#[test]
fn the_manifest_fits_the_folder() {
    let manifest = manifest();
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    let build = std::fs::read_to_string(folder().join("build.js")).expect("there is a build");
    let packed = std::fs::read_to_string(folder().join(".vscodeignore")).expect("there is a list of files");
    let parts = &manifest["contributes"];
    let named = [
        &manifest["main"],
        &parts["languages"][0]["configuration"],
        &parts["grammars"][0]["path"],
        &parts["yamlValidation"][0]["url"],
    ];
    for path in named {
        let path = path.as_str().and_then(|path| path.strip_prefix("./")).expect("a path");
        assert!(packed.lines().any(|line| line == format!("!{path}")), "{path} is not packed");
        let written =
            path.strip_prefix("dist/").is_some_and(|name| build.contains(&format!("at(\"dist\", \"{name}\")")));
        assert!(written || folder().join(path).is_file(), "there is no {path}");
    }
    // The schema knows the same files as the language.
    let endings: Vec<String> = parts["languages"][0]["extensions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|end| format!("*{}", end.as_str().expect("a text")))
        .collect();
    assert_eq!(parts["yamlValidation"][0]["fileMatch"], serde_json::json!(endings));
}
