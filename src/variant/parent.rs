//! The game that a variant changes.

use std::path::Path;

use super::node::{Node, Value};
use super::{VariantSource, library};

/// The game that a variant extends, of several the first; `None` if the variant extends nothing. `tree` is the variant's file.
pub fn parent(source: &VariantSource, tree: &Node) -> Option<VariantSource> {
    let extends = tree.get("extends")?;
    let name = match &extends.value {
        Value::List(items) => items.first()?.text()?,
        _ => extends.text()?,
    };
    if library::parent(&name.text).is_some() {
        return library::get(&name.text).map(|game| VariantSource::BuiltIn(game.name.to_owned()));
    }
    match source {
        VariantSource::File(path) => Some(VariantSource::File(path.parent().unwrap_or(Path::new("")).join(&name.text))),
        VariantSource::Mixed(_) => Some(VariantSource::File(name.text.as_str().into())),
        _ => None,
    }
}
