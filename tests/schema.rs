//! The committed JSON Schema and key reference are those that the types of variant files give.
//!
//! This is a test binary of its own with a feature of its own. The types have schemas only with the feature `schema`, and
//! with another feature `cargo test` would compile the whole library a second time. `.ci/run` runs it.

use std::path::Path;

/// The command that writes both files anew.
const COMMAND: &str = "INSTA_UPDATE=always cargo test --no-default-features --features schema --test schema";

/// Asserts that a committed file of `docs` has this text, or writes it where `INSTA_UPDATE=always` asks for that.
fn assert_committed(file: &str, current: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(file);
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(&path, current).expect("docs can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(committed, current, "run `{COMMAND}`");
}

#[test]
fn the_committed_schema_is_current() {
    let current = serde_json::to_string_pretty(&ferz::variant::schema()).expect("a schema is JSON") + "\n";
    assert_committed("variant.schema.json", &current);
}

#[test]
fn the_committed_reference_is_current_and_names_every_key() {
    let current = ferz::variant::reference();
    assert_committed("reference.md", &current);
    for key in ["pieces", "castling", "promotes_at_once", "moves_without_progress", "captured_as"] {
        assert!(current.contains(&format!("| `{key}` |")), "{key}");
    }
}
