//! The schema that editors use is the one that the program prints, accepts what the program accepts, and is documented.

use std::path::{Path, PathBuf};

use ferz::compile;
use ferz::diagnostic::{Style, render_all};
use ferz::source::SourceMap;
use ferz::variant::node::{Node, Value};
use ferz::variant::{NoFiles, VariantSource, library, yaml};
use serde_json::{Value as Json, json};

fn docs(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(file)
}

/// A tree as an editor's YAML reader sees it.
fn json(node: &Node) -> Json {
    match &node.value {
        Value::Null | Value::Broken => Json::Null,
        Value::Text(phrase) if phrase.quoted => json!(phrase.text),
        Value::Text(phrase) => match (phrase.text.as_str(), phrase.text.parse::<u64>()) {
            ("true", _) => json!(true),
            ("false", _) => json!(false),
            (_, Ok(number)) => json!(number),
            (text, _) => json!(text),
        },
        Value::List(items) => items.iter().map(json).collect(),
        Value::Map(map) => map.iter().map(|(key, entry)| (key.clone(), json(&entry.value))).collect(),
    }
}

fn parse(text: &str) -> Node {
    let id = SourceMap::default().add("test", text);
    yaml::parse(id, text, &mut Vec::new()).expect("it is YAML")
}

#[test]
fn the_committed_schema_is_current() {
    let current = serde_json::to_string_pretty(&ferz::variant::schema()).unwrap() + "\n";
    let committed = std::fs::read_to_string(docs("variant.schema.json")).unwrap_or_default();
    assert_eq!(committed, current, "run `ferz schema > docs/variant.schema.json`");
}

#[test]
fn the_schema_accepts_every_built_in_variant_and_refuses_unknown_keys() {
    let validator = jsonschema::validator_for(&ferz::variant::schema()).unwrap();
    for variant in library::all() {
        let instance = json(&parse(variant.text));
        let errors: Vec<String> = validator.iter_errors(&instance).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", variant.name);
    }
    assert!(!validator.is_valid(&json!({"name": "A", "bord": {}})));
    assert!(!validator.is_valid(&json!({"pieces": {"a": {"simbol": "A"}}})));
    assert!(!validator.is_valid(&json!({"board": {"topology": "cilinder"}})));
}

/// All property names of a schema.
fn properties(schema: &Json, found: &mut Vec<String>) {
    if let Some(map) = schema["properties"].as_object() {
        found.extend(map.keys().cloned());
    }
    match schema {
        Json::Object(map) => map.values().for_each(|value| properties(value, found)),
        Json::Array(items) => items.iter().for_each(|value| properties(value, found)),
        _ => {}
    }
}

#[test]
fn every_key_is_in_the_reference() {
    let text = std::fs::read_to_string(docs("format.md")).unwrap();
    let mut keys = Vec::new();
    properties(&ferz::variant::schema(), &mut keys);
    assert!(keys.len() > 50);
    for key in keys {
        assert!(
            text.contains(&format!("`{key}`")) || text.contains(&format!("{key}:")),
            "`{key}` is not in docs/format.md"
        );
    }
}

#[test]
fn every_complete_example_of_the_docs_loads() {
    let text = std::fs::read_to_string(docs("format.md")).unwrap();
    let mut count = 0;
    for example in text.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        if !example.starts_with("name:") {
            continue;
        }
        count += 1;
        let source = VariantSource::Text { name: "format.md".to_owned(), text: example.to_owned() };
        let loaded = compile::load(&source, &NoFiles).unwrap();
        let problems = render_all(&loaded.problems, &loaded.sources, Style::Plain);
        assert!(loaded.problems.is_empty(), "{example}\n{problems}");
    }
    assert!(count >= 5, "{count}");
}

#[test]
fn zz_probe() {
    let validator = jsonschema::validator_for(&ferz::variant::schema()).unwrap();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "yaml"))
        .collect();
    paths.sort();
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("BYTES {name}");
            continue;
        };
        let id = SourceMap::default().add("test", text.clone());
        let Some(node) = yaml::parse(id, &text, &mut Vec::new()) else {
            println!("YAML {name}");
            continue;
        };
        let loaded = compile::load(&VariantSource::File(path.clone()), &ferz::variant::DiskLoader).unwrap();
        let codes: Vec<&str> = loaded.problems.iter().map(|p| p.code.name()).collect();
        println!(
            "{} {name} {codes:?} :: {}",
            if validator.is_valid(&json(&node)) { "missed" } else { "caught" },
            loaded.problems.first().map(|p| p.message.as_str()).unwrap_or("")
        );
    }
}
