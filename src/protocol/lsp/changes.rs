//! Changes that an editor makes of a text.

use serde_json::Value;

use crate::assist::{Lines, Point};

/// The longest text that is kept, in bytes: more than the longest variant file.
const LONGEST: usize = 4 << 20;

/// A place of a message. Missing numbers count as 0.
pub(super) fn point(value: &Value) -> Point {
    let number = |key: &str| value[key].as_u64().map_or(0, |number| number.min(u64::from(u32::MAX)) as u32);
    Point { line: number("line"), character: number("character") }
}

/// Makes the changes of a message, in order.
pub(super) fn make(text: &mut String, changes: &Value) {
    for change in changes.as_array().into_iter().flatten() {
        let new = change["text"].as_str().unwrap_or_default();
        if change["range"].is_object() {
            let lines = Lines::of(text);
            let start = lines.offset(text, point(&change["range"]["start"]));
            let end = lines.offset(text, point(&change["range"]["end"])).max(start);
            text.replace_range(start..end, new);
        } else {
            text.clear();
            text.push_str(new);
        }
        if text.len() > LONGEST {
            let mut end = LONGEST;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
        }
    }
}
