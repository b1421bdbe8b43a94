//! Reading the fields of a request, with errors that say what is wrong.

use serde::Serialize;
use serde_json::{Map, Value};

/// Why a request cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// What is wrong.
    pub message: String,
    /// The line of the variant's text, from 1, if the fault is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The character, from 1, in that line, in the FEN or in the notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl Refusal {
    /// A fault without a place.
    pub fn new(message: impl Into<String>) -> Refusal {
        Refusal { message: message.into(), line: None, column: None }
    }

    /// A fault at a character of a text of one line.
    pub fn at(message: impl Into<String>, column: usize) -> Refusal {
        Refusal { column: Some(column), ..Refusal::new(message) }
    }
}

/// The fields of a request. A field that is `null` is not there; fields that nobody asks for mean nothing.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(pub &'a Map<String, Value>);

impl<'a> Fields<'a> {
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

    /// A text that has to be there.
    ///
    /// # Errors
    /// When it is not there or something else.
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

    /// `true` or `false`; what is not there is `false`.
    ///
    /// # Errors
    /// When the field is something else.
    pub fn flag(self, key: &str) -> Result<bool, Refusal> {
        Ok(self.read(key, "true or false", Value::as_bool)?.unwrap_or(false))
    }

    /// A list of texts; what is not there is empty.
    ///
    /// # Errors
    /// When the field is something else.
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
/// digit. The last one counts, as for every other field.
pub fn raw_id(line: &[u8]) -> Option<&[u8]> {
    let mut scanner = Scanner { line, at: 0 };
    let mut found = None;
    scanner.skip_until(b"{");
    scanner.at += 1;
    while scanner.skip_until(b"\"}") == Some(b'"') {
        let key = scanner.value().trim_ascii();
        scanner.skip_until(b":");
        scanner.at += 1;
        let value = scanner.value();
        if key == b"\"id\"" {
            found = Some(value.trim_ascii());
        }
    }
    found
}

/// Walks over JSON that is known to be well formed.
struct Scanner<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    fn peek(&self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    fn skip_until(&mut self, stops: &[u8]) -> Option<u8> {
        while self.peek().is_some_and(|byte| !stops.contains(&byte)) {
            self.at += 1;
        }
        self.peek()
    }

    /// The text of the value that starts here, up to the comma or bracket after it.
    fn value(&mut self) -> &'a [u8] {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => self.string(),
                b'[' | b'{' => depth += 1,
                b',' | b':' | b'}' | b']' if depth == 0 => break,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
        &self.line[start..self.at.min(self.line.len())]
    }

    /// To the quote that ends the string that starts here.
    fn string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => return,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_comes_back_as_it_was_written() {
        let id = |line: &str| raw_id(line.as_bytes()).map(|id| String::from_utf8(id.to_vec()).unwrap());
        assert_eq!(id(r#"{"id":1,"do":"x"}"#).as_deref(), Some("1"));
        assert_eq!(
            id(r#" { "id" : 123456789012345678901234567890 } "#).as_deref(),
            Some("123456789012345678901234567890")
        );
        assert_eq!(id(r#"{"a":{"id":2},"id":[1,{"x":"]\""}],"b":"\\"}"#).as_deref(), Some(r#"[1,{"x":"]\""}]"#));
        assert_eq!(id(r#"{"id":"a\"b,}"}"#).as_deref(), Some(r#""a\"b,}""#));
        assert_eq!(id(r#"{"id":1,"id":null}"#).as_deref(), Some("null"));
        assert_eq!(id(r#"{"x":"id","y":[]}"#), None);
        assert_eq!(id("{}"), None);
    }

    #[test]
    fn a_field_of_the_wrong_type_is_named() {
        let value: Value = serde_json::from_str(r#"{"fen": 3, "depth": -1, "play": ["a", 2], "x": null}"#).unwrap();
        let fields = Fields(value.as_object().unwrap());
        assert_eq!(fields.text("fen").unwrap_err().message, "`fen` must be a string, not such a number");
        assert!(fields.number("depth").is_err() && fields.texts("play").is_err());
        assert_eq!(fields.text("x"), Ok(None));
        assert_eq!(fields.need_text("betza").unwrap_err().message, "`betza` is missing");
    }
}
