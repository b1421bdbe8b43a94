//! Reading the fields of a request, with errors that say what is wrong.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::diagnostic::{Record, shorten, suggest};

/// Cause of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// The line is not a JSON object, or is too long.
    Json,
    /// A field of the request is wrong.
    Request,
    /// The variant does not exist, or its file has errors.
    Variant,
    /// The position is wrong, or a start position does not exist.
    Position,
    /// One of the moves to play is illegal.
    Move,
    /// The session keeps no such game.
    Game,
    /// A notation is wrong.
    Betza,
    /// The request exceeded its limits.
    Limit,
    /// A later request has cancelled it.
    Cancelled,
    /// The program itself has failed.
    Internal,
}

/// The reason why a request cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// The cause.
    pub fault: Fault,
    /// The message.
    pub message: String,
    /// The line of the variant's text, from 1, if the error is in that text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The character, from 1, in this line, in the FEN or in the notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl Refusal {
    /// A fault without a place.
    pub fn new(message: impl Into<String>) -> Refusal {
        Refusal { fault: Fault::Request, message: message.into(), line: None, column: None }
    }

    /// The same refusal with another cause.
    #[must_use]
    pub fn of(self, fault: Fault) -> Refusal {
        Refusal { fault, ..self }
    }

    /// A fault at a character of a text of one line.
    pub fn at(message: impl Into<String>, column: usize) -> Refusal {
        Refusal { column: Some(column), ..Refusal::new(message) }
    }

    /// The fault of a variant's text.
    pub(super) fn of_record(record: Record) -> Refusal {
        let help = record.help.map(|help| format!(" ({help})")).unwrap_or_default();
        let message = format!("{}{help}", record.message);
        Refusal { fault: Fault::Variant, message, line: Some(record.line), column: Some(record.column) }
    }

    /// The same refusal, for a part of a field.
    pub fn within(self, field: &str) -> Refusal {
        Refusal { message: format!("`{field}`: {}", self.message), ..self }
    }
}

/// The fields of a request. A field that is `null` counts as missing.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(pub &'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// Refuses fields that `what` does not have.
    ///
    /// # Errors
    /// When there is a field that is not `known`.
    pub fn only(self, what: &str, known: &[&str]) -> Result<(), Refusal> {
        let Some(stray) = self.0.keys().find(|key| !known.contains(&key.as_str())) else { return Ok(()) };
        let help = suggest(stray, known.iter().copied()).map(|help| format!(": {help}")).unwrap_or_default();
        Err(Refusal::new(format!("`{}` is not a field of `{what}`{help}", shorten(stray))))
    }

    /// A field of any type.
    pub fn value(self, key: &str) -> Option<&'a Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    /// A text.
    ///
    /// # Errors
    /// When the field is something else.
    pub fn text(self, key: &str) -> Result<Option<&'a str>, Refusal> {
        self.read(key, "a string", Value::as_str)
    }

    /// A required text.
    ///
    /// # Errors
    /// When it is missing or something else.
    pub fn need_text(self, key: &str) -> Result<&'a str, Refusal> {
        self.text(key)?.ok_or_else(|| Refusal::new(format!("`{key}` is missing")))
    }

    /// A whole number from 0.
    ///
    /// # Errors
    /// When the field is something else.
    pub fn number(self, key: &str) -> Result<Option<u64>, Refusal> {
        self.read(key, "a whole number from 0", Value::as_u64)
    }

    /// A number above 0.
    ///
    /// # Errors
    /// When the field is something else.
    pub fn positive(self, key: &str) -> Result<Option<f64>, Refusal> {
        self.read(key, "a number above 0", |value| value.as_f64().filter(|number| *number > 0.0))
    }

    /// A boolean field; `false` if it is missing.
    ///
    /// # Errors
    /// When the field has another type.
    pub fn flag(self, key: &str) -> Result<bool, Refusal> {
        Ok(self.read(key, "true or false", Value::as_bool)?.unwrap_or(false))
    }

    /// A list of texts; empty if the field is missing.
    ///
    /// # Errors
    /// When the field has another type.
    pub fn texts(self, key: &str) -> Result<Vec<&'a str>, Refusal> {
        let texts = |value: &'a Value| value.as_array()?.iter().map(Value::as_str).collect::<Option<Vec<&str>>>();
        Ok(self.read(key, "a list of strings", texts)?.unwrap_or_default())
    }

    /// An object.
    ///
    /// # Errors
    /// When the field is something else.
    pub fn object(self, key: &str) -> Result<Option<Fields<'a>>, Refusal> {
        Ok(self.read(key, "an object", Value::as_object)?.map(Fields))
    }

    fn read<T>(self, key: &str, wanted: &str, read: impl Fn(&'a Value) -> Option<T>) -> Result<Option<T>, Refusal> {
        let Some(value) = self.value(key) else { return Ok(None) };
        match read(value) {
            Some(found) => Ok(Some(found)),
            None => Err(Refusal::new(format!("`{key}` must be {wanted}, not {}", kind_of(value)))),
        }
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "such a number",
        Value::String(_) => "a string",
        Value::Array(_) => "such a list",
        Value::Object(_) => "an object",
    }
}

/// The text of the field `id` in a line that is a JSON object: exactly as the client wrote it, so that no number loses a
/// digit. `None` if there is none or more than one.
pub fn raw_id(line: &[u8]) -> Option<&[u8]> {
    #[derive(Deserialize)]
    struct Id<'a> {
        #[serde(borrow)]
        id: &'a RawValue,
    }
    serde_json::from_slice::<Id<'_>>(line).ok().map(|found| found.id.get().as_bytes())
}
