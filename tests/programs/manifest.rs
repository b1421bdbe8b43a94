//! The declared `rust-version` against what the libraries ask for that the packages are built from.

use std::process::Command;

use serde_json::Value;

/// `1.89` and `1.89.0` as numbers that can be compared.
fn version(text: &str) -> (u32, u32) {
    let mut parts = text.split('.').map(|part| part.parse().unwrap_or_else(|_| panic!("`{text}` is no version")));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
}

#[test]
fn no_library_asks_for_a_newer_compiler_than_declared() {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform"])
        .arg(format!("{}-unknown-linux-gnu", std::env::consts::ARCH))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let packages = serde_json::from_slice::<Value>(&output.stdout).expect("it is JSON")["packages"].take();
    let packages = packages.as_array().expect("a list of packages");
    let declared = |package: &Value| package["rust_version"].as_str().map(version);
    let own = packages.iter().find(|package| package["name"] == "ferz").and_then(declared);
    assert_eq!(own, Some(version(env!("CARGO_PKG_RUST_VERSION"))));
    let newer: Vec<&Value> =
        packages.iter().filter(|package| declared(package) > own).map(|package| &package["name"]).collect();
    assert!(newer.is_empty(), "newer than the declared rust-version: {newer:?}");
}
