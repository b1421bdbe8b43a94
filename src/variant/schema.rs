//! The JSON Schema of variant files, from the same types that read them.

use serde_json::{Map, Value, json};

use super::{Specification, told};

/// The required keys of a variant that extends nothing.
const NEEDED: [&str; 4] = ["name", "board", "pieces", "setup"];

/// The schema. A file that extends another needs no key, and `null` may replace any value: missing keys are
/// inherited, and `null` removes them. A file that extends nothing needs all required keys.
pub fn schema() -> Value {
    let mut whole = schemars::schema_for!(Specification).to_value();
    told::add(&mut whole);
    let mut schema = whole.clone();
    relax(&mut schema);
    let mut whole = without_null(&whole);
    rename(&mut whole);
    whole["required"] = json!(NEEDED);
    let definitions = whole.as_object_mut().and_then(|whole| whole.remove("$defs"));
    if let (Some(root), Some(Value::Object(definitions))) = (schema.as_object_mut(), definitions) {
        let known = root.entry("$defs").or_insert_with(|| json!({}));
        for (name, definition) in definitions {
            known[whole_name(&name)] = definition;
        }
        known[whole_name("Variant")] = whole;
        root.insert("title".to_owned(), "Ferz variant".into());
        root.insert("description".to_owned(), "A chess variant; every key is described in docs/format.md.".into());
        root.insert("if".to_owned(), json!({"type": "object", "not": {"required": ["extends"]}}));
        root.insert("then".to_owned(), json!({"$ref": format!("#/$defs/{}", whole_name("Variant"))}));
    }
    schema
}

/// The name of a definition for files that extend nothing.
fn whole_name(name: &str) -> String {
    format!("{name}InFull")
}

/// Removes all `required` lists from a schema, except those inside `not`.
fn relax(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.retain(|key, value| key != "required" || !value.is_array());
            map.iter_mut().filter(|(key, _)| *key != "not").for_each(|(_, value)| relax(value));
        }
        Value::Array(items) => items.iter_mut().for_each(relax),
        _ => {}
    }
}

/// The schema without `null` and without descriptions. The part for extending files has the descriptions.
fn without_null(schema: &Value) -> Value {
    match schema {
        Value::Object(map) => {
            let kept = map.iter().filter(|(key, value)| !is_prose(key, value));
            Value::Object(kept.map(|(key, value)| (key.clone(), without_null_in(key, value))).collect::<Map<_, _>>())
        }
        Value::Array(items) => items.iter().map(without_null).collect(),
        other => other.clone(),
    }
}

fn is_prose(key: &str, value: &Value) -> bool {
    matches!(key, "description" | "title" | "$schema") && value.is_string()
}

fn without_null_in(key: &str, value: &Value) -> Value {
    let is_null = |item: &Value| item == "null" || *item == json!({"type": "null"});
    match (key, value) {
        ("type" | "anyOf", Value::Array(items)) => {
            let left: Vec<Value> = items.iter().filter(|item| !is_null(item)).map(without_null).collect();
            match (key, left.as_slice()) {
                ("type", [only]) => only.clone(),
                _ => Value::Array(left),
            }
        }
        _ => without_null(value),
    }
}

/// Changes references so that they lead to the definitions for files that extend nothing.
fn rename(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::String(target)) = map.get_mut("$ref") {
                *target = whole_name(target);
            }
            map.values_mut().for_each(rename);
        }
        Value::Array(items) => items.iter_mut().for_each(rename),
        _ => {}
    }
}
