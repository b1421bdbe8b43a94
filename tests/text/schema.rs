//! The schema that editors use is the one that the program prints, accepts what the program accepts, and is documented.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::common;
use ferz::compile;
use ferz::diagnostic::{Style, render_all};
use ferz::source::SourceMap;
use ferz::variant::node::{Node, Value};
use ferz::variant::{DiskLoader, NoFiles, VariantSource, library, yaml};
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

/// The committed schema. `tests/schema.rs` compares it with the types that read variant files.
fn schema() -> Json {
    let text = std::fs::read_to_string(docs("variant.schema.json")).expect("the schema is committed");
    serde_json::from_str(&text).expect("the schema is JSON")
}

#[test]
fn the_schema_accepts_every_built_in_variant_and_refuses_unknown_keys() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
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
    properties(&schema(), &mut keys);
    assert!(keys.len() > 50);
    for key in keys {
        assert!(
            text.contains(&format!("`{key}`")) || text.contains(&format!("{key}:")),
            "`{key}` is not in docs/format.md"
        );
    }
}

/// Authors copy these files first, so they have no problems and pass their own tests.
#[test]
fn every_complete_example_of_the_docs_loads() {
    let mut count = 0;
    for page in ["format.md", "rules-language.md"] {
        let text = std::fs::read_to_string(docs(page)).unwrap();
        for example in text.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            if !example.starts_with("name:") {
                continue;
            }
            count += 1;
            let source = VariantSource::Text { name: page.to_owned(), text: example.to_owned() };
            let loaded = compile::load(&source, &NoFiles).unwrap();
            let problems = render_all(&loaded.problems, &loaded.sources, Style::Plain);
            assert!(loaded.problems.is_empty(), "{example}\n{problems}");
            let outcomes = ferz::testing::run(&loaded.variant.unwrap());
            let faults: Vec<_> =
                outcomes.into_iter().filter_map(|outcome| outcome.fault).map(|fault| fault.message).collect();
            assert!(faults.is_empty(), "{example}\n{}", faults.join("\n"));
        }
    }
    assert!(count >= 6, "{count}");
}

/// Files under `tests/wrong` whose fault no schema can tell, with what it would have to know.
const BEYOND_A_SCHEMA: &[(&str, &[&str])] = &[
    ("whether the interpreter can play the rules", &["chains_on_hexagons", "rule_for_the_oracle", "rule_for_nobody"]),
    ("whether a rule depends on itself", &["rules_in_circles"]),
    ("the words of the language of rules", &["rule_in_everyday_words", "rule_after_a_wrong_name"]),
    ("the inside of a picture", &["images_entity", "images_files", "images_handler", "images_link", "images_script"]),
    (
        "the board's other side and its squares",
        &[
            "board_all_holes",
            "betza_no_levels",
            "board_hole_off_board",
            "board_levels_of_a_torus",
            "board_too_many_squares",
            "castling_and_setup",
            "castling_off_board",
            "region_bad_square",
            "setup_en_passant",
            "setup_rank_too_long",
            "setup_rank_too_short",
            "setup_ranks",
            "shuffle_rank",
        ],
    ),
    (
        "two values beside each other",
        &[
            "castling_same_square",
            "jumps_of_a_range",
            "passes_too_many",
            "passing_two_squares",
            "turn_without_moves",
            "effect_with_idle_keys",
            "castling_too_many",
            "promotion_by_symbol",
            "promotion_limit",
            "skipping_riders",
            "boards_and_levels",
            "boards_on_one_board",
            "boards_that_overlap",
            "in_hand_twice",
            "unmoved_on_one_file",
            "promotion_to_itself",
            "look_colours",
            "region_cycle",
            "setup_castling_without_rook",
            "setup_confined",
            "setup_opponent_in_check",
            "setup_opponent_in_check_by_hopper",
            "shuffle_overlap",
            "symbol_twice",
            "gap_outside",
            "points_of_nothing",
            "end_claimed_without_need",
        ],
    ),
    ("numbers of which the message says what to write instead", &["drop_none_per_file", "royal_at_most_none"]),
    (
        "the names that the file, or the one it extends, defines",
        &[
            "castling_unknown_piece",
            "end_unknown_piece",
            "promotion_to_removed",
            "promotion_unknown_piece",
            "region_unknown",
            "setup_unknown_letter",
            "setup_without_king",
        ],
    ),
    (
        "the file that is extended",
        &[
            "end_reached_without_piece",
            "betza_legs_on_hexagons",
            "extends_circle",
            "extends_circle_back",
            "extends_itself",
            "extends_missing",
            "extends_missing_file",
            "extends_outside",
            "extends_upwards",
            "extends_wrong_parent",
            "mix_conflict",
            "mix_game_behind",
            "mix_of_two_games",
            "mix_two_setups",
            "mix_unknown_rules",
            "moves_missing",
            "null_of_nothing",
            "region_one_side",
            "symbol_missing",
        ],
    ),
    ("brackets inside brackets", &["region_unbalanced"]),
    (
        "how the YAML is written: an editor's YAML reader sees it or reads over it",
        &["duplicate_key", "number_with_leading_zero", "yaml_anchor", "yaml_list_as_key", "yaml_tag"],
    ),
];

/// The files under `tests/wrong` that are YAML, as an editor reads them.
fn wrong_files() -> BTreeMap<String, Json> {
    let mut found = BTreeMap::new();
    for path in
        common::files_below("tests/wrong", "yaml").iter().filter(|path| path.parent().unwrap().ends_with("wrong"))
    {
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let id = SourceMap::default().add("test", text.clone());
        if let Some(node) = yaml::parse(id, &text, &mut Vec::new()) {
            found.insert(path.file_stem().unwrap().to_string_lossy().into_owned(), json(&node));
        }
    }
    assert!(found.len() > 60);
    found
}

#[test]
fn the_schema_catches_every_fault_that_a_schema_can_catch() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let files = wrong_files();
    let missed: BTreeSet<&str> =
        files.iter().filter(|(_, file)| validator.is_valid(file)).map(|(name, _)| name.as_str()).collect();
    let beyond: BTreeSet<&str> = BEYOND_A_SCHEMA.iter().flat_map(|(_, names)| *names).copied().collect();
    assert_eq!(missed, beyond, "files that the schema accepts, and files that it has to accept");
}

#[test]
fn faults_of_these_codes_are_caught() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let mut caught = BTreeSet::new();
    for (name, file) in wrong_files() {
        if !validator.is_valid(&file) {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong").join(format!("{name}.yaml"));
            let loaded = compile::load(&VariantSource::File(path), &DiskLoader).unwrap();
            caught.extend(loaded.problems.iter().take(1).map(|problem| problem.code.name()));
        }
    }
    let codes = [
        "bad-board",
        "bad-castling",
        "bad-end",
        "bad-fen",
        "bad-name",
        "bad-notation",
        "bad-region",
        "bad-rule",
        "bad-square",
        "bad-symbol",
        "bad-value",
        "missing-key",
        "quote",
        "unknown-key",
    ];
    assert_eq!(caught, codes.into_iter().collect());
}

#[test]
fn the_schema_accepts_what_the_program_accepts() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let docs = ["docs/format.md", "docs/tutorial.md", "README.md"]
        .map(|file| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap());
    let blocks =
        docs.iter().flat_map(|text| text.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()));
    let mut texts: Vec<String> = blocks.filter(|text| text.starts_with("name:")).map(str::to_owned).collect();
    for path in common::files_below("tests/warned", "yaml") {
        texts.push(std::fs::read_to_string(path).unwrap());
    }
    assert!(texts.len() > 20);
    for text in texts {
        let errors: Vec<String> = validator.iter_errors(&json(&parse(&text))).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{text}\n{errors:#?}");
    }
    let moves = |text: &str| json!({"name": "A", "extends": "b", "pieces": {"a": {"symbol": "A", "moves": text}}});
    for notation in
        ["", "fmWfceFifmnD", "[F?R]", "vs[W-F?B3]", "NN", "FX2", "mRcpR", "KNADcaKmcabK", "zB", "ooQ", "U", "gR4"]
    {
        assert!(validator.is_valid(&moves(notation)), "{notation}");
    }
    for notation in ["W03", "E", "wW", "f", "fm", "F3X", "N100", "[]", "W F", "O2"] {
        assert!(!validator.is_valid(&moves(notation)), "{notation}");
    }
}

/// Editors accept files in the language of rules, and point at keys that it does not have.
#[test]
fn the_schema_knows_the_language_of_rules() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let mut wrong = Vec::new();
    for path in common::files_below("tests/rules-language", "yaml") {
        let text = std::fs::read_to_string(&path).unwrap();
        let errors = validator.iter_errors(&json(&parse(&text))).map(|error| error.to_string()).collect::<Vec<_>>();
        wrong.extend(errors.first().map(|error| format!("{}: {error}", path.display())));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let with = |key: &str, value: Json| json!({"name": "A", "extends": "chess", key: value});
    assert!(validator.is_valid(&with("rules", json!({"calm": {"forbid": ["move", "attack"], "when": "stuck"}}))));
    for (key, value) in [
        ("rules", json!({"calm": {"forbid": "move", "wehn": "stuck"}})),
        ("rules", json!({"calm": {"after": "move", "do": [{"captrue": "mover"}]}})),
        ("rules", json!({"must_captrue": true})),
        ("state", json!({"frost": {"counts": "gmae"}})),
        ("turns", json!({"moves": 2, "untli": "stuck"})),
        ("end", json!({"gone": {"looses": "stuck"}})),
    ] {
        assert!(!validator.is_valid(&with(key, value.clone())), "{value}");
    }
}

#[test]
fn every_shipped_file_names_the_schema() {
    for path in common::variant_files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let first = text.lines().next().unwrap();
        let schema =
            first.strip_prefix("# yaml-language-server: $schema=").unwrap_or_else(|| panic!("{}", path.display()));
        let named = path.parent().unwrap().join(schema).canonicalize().unwrap();
        assert_eq!(named, docs("variant.schema.json").canonicalize().unwrap(), "{}", path.display());
    }
}

#[test]
fn every_key_has_a_hover_text() {
    fn check(schema: &Json, path: &str) {
        for (key, value) in schema["properties"].as_object().into_iter().flatten() {
            let text = value["description"].as_str();
            assert!(text.is_some_and(|text| text.len() > 4), "{path}/{key} has no description");
        }
        match schema {
            Json::Object(map) => map.iter().for_each(|(key, value)| {
                // What is asked of files that extend nothing is said once more, without texts.
                if !key.ends_with("InFull") {
                    check(value, &format!("{path}/{key}"));
                }
            }),
            Json::Array(items) => items.iter().for_each(|item| check(item, path)),
            _ => {}
        }
    }
    check(&schema(), "");
}
