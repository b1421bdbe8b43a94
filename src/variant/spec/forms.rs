//! Forms of texts, for the JSON Schema: checks that an editor can make without the rest of the file.
//!
//! A form never refuses a text that the program accepts (tests compare it with the built-in variants and the examples
//! of the docs). It may accept texts that are wrong because of the board, the pieces or another file.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use crate::diagnostic::Code;
use crate::source::Spanned;
use crate::variant::node::{Item, Named, Phrase};

/// A square.
pub(super) const SQUARE: &str = "^[a-z]{1,2}[1-9][0-9]?$";

/// A position: the placement, then any of the side to move, rights and counters, and the state of the last move.
pub(super) const FEN: &str = concat!(
    r"^\s*\S+(?:\s+[wb](?:\s+(?!\d+(?:\s|$))\S+){0,3}",
    r"(?:\s+(?:-|0*\d{1,4}|0*10000)){0,3}(?:\s+then:\S+)?(?:\s+state:\S+)?)?\s*$"
);

/// One half of a castling move: `king e1-g1`.
pub(super) const CASTLING: &str = r"^\s*\S.*\s[a-z]+[0-9]*-[a-z]{1,2}[1-9][0-9]?\s*$";

/// A region expression, but for the nesting of its brackets.
pub(super) const REGION: &str = concat!(
    r"^[\s(]*(?:(?:[()]",
    r"|(?:first|last)\s+(?:[1-9]\d*\s+)?(?:ranks?|files?)\b",
    r"|rank\s+[1-9]\d?(?:\s*-\s*[1-9]\d?)?\b",
    r"|file\s+[a-z]{1,2}(?:\s*-\s*[a-z]{1,2})?\b",
    r"|(?:and|or|except)\b(?!\s*$)",
    r"|(?!(?:ranks?|files?|first|last|and|or|except)\b)(?![a-z]{1,2}0)[A-Za-z][A-Za-z0-9_]*",
    r"(?:\s*-\s*[a-z]{1,2}[1-9]\d?)?\b",
    r")[\s,]*)+$"
);

/// A pattern for names of regions, which are neither words of region expressions nor squares.
pub(super) fn region_names() -> Value {
    let words = "all|none|light|dark|rank|ranks|file|files|first|last|and|or|except";
    json!({"pattern": format!("^(?!(?:{words})$)(?![a-z]{{1,2}}[0-9]+$)[A-Za-z][A-Za-z0-9_]*$")})
}

/// A pattern for names of pieces, without words that mean something else where pieces are named.
pub(super) fn piece_names() -> Value {
    json!({"pattern": r"^(?!(?:all|none|any|or|captured)$)[^\W\d_][\w-]*$"})
}

/// The letter of a castling move.
pub(super) fn castling_letter() -> Value {
    json!({"pattern": "^[A-Za-z]$"})
}

/// A mapping with both keys.
pub(super) fn both(one: &str, other: &str) -> Value {
    json!({"required": [one, other]})
}

/// A mapping with one of two keys, for `anyOf`.
pub(super) fn either(one: &str, other: &str) -> Value {
    json!([{"required": [one]}, {"required": [other]}])
}

/// Two keys that go together.
pub(super) fn together(one: &str, other: &str) -> Value {
    json!({one: [other], other: [one]})
}

/// Matches a test of moves that has none of the keys with expected moves.
pub(super) fn no_question() -> Value {
    let asked = ["to", "moves", "legal", "illegal"].map(|key| json!({"required": [key]}));
    json!({"not": {"anyOf": asked}})
}

/// A piece's letter in a FEN.
pub(super) fn symbol(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "pattern": r"^\+?[A-Z]'{0,3}$"})
}

/// The codes of checks.
pub(super) fn warnings(_: &mut SchemaGenerator) -> Schema {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    json_schema!({"type": ["array", "null"], "items": {"type": "string", "enum": codes}})
}

/// A Betza notation, as far as variant files can use it.
pub(super) fn betza() -> String {
    let modifiers = "[fblrvshmcdekptgynjiaozq]*";
    let leg = format!("{modifiers}[WFDNAHCLZJGKRBQUT][XY]*(?:0|[1-9][0-9]?)?");
    format!("^(?:{leg}|{modifiers}\\[{leg}(?:[-?]{leg})+\\])*$")
}

/// The schema describes the inner value. Its place in the text is not part of the format.
macro_rules! describe_as {
    ([$($parameter:ident)?] $type:ty => $as:ty) => {
        impl$(<$parameter: JsonSchema>)? JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                <$as>::schema_name()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                <$as>::json_schema(generator)
            }
        }
    };
}

describe_as!([T] Spanned<T> => T);
describe_as!([T] Item<T> => T);
// In a file that extends another, `null` removes a value of the parent.
describe_as!([T] Named<T> => std::collections::BTreeMap<String, Option<T>>);

impl JsonSchema for Phrase {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }

    /// A text; a plain number is one too, because every scalar keeps its spelling.
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["string", "number", "boolean"]})
    }
}
