//! Variant files: text, spanned tree, `extends`, typed specification.
//!
//! This room knows what an author may write. It does not know how a piece moves: notations are texts here.

pub mod check;
pub mod library;
pub mod loader;
pub mod merge;
pub mod node;
pub mod region;
pub mod spec;
pub mod yaml;

pub use loader::{DiskLoader, Loader, NoFiles, VariantSource};
pub use node::{Node, Phrase, Problems};
pub use spec::Specification;

/// The JSON Schema of variant files, from the same types that read them. No key is required in it: what a file leaves out
/// may come from the variant that it extends.
pub fn schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(Specification).to_value();
    relax(&mut schema);
    if let Some(root) = schema.as_object_mut() {
        root.insert("title".to_owned(), "Ferz variant".into());
        root.insert("description".to_owned(), "A chess variant; every key is described in docs/format.md.".into());
    }
    schema
}

/// Takes all `required` lists out of a schema.
fn relax(schema: &mut serde_json::Value) {
    match schema {
        serde_json::Value::Object(map) => {
            map.retain(|key, value| key != "required" || !value.is_array());
            map.values_mut().for_each(relax);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(relax),
        _ => {}
    }
}
