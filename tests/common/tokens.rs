//! As much of Rust's lexer as it takes to tell names and literals from comments.

/// A piece of source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// An identifier or a keyword.
    Name(String),
    /// What stands between the quotes of a text, as written.
    Text(String),
    /// Any other character.
    Mark(char),
}

impl Token {
    pub fn name(&self) -> Option<&str> {
        match self {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// The tokens of a source file, without comments and without the unit tests at its end.
pub fn tokens(source: &str) -> Vec<Token> {
    let source = source.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or(source);
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let (token, length) = next(rest, c);
        found.extend(token);
        rest = &rest[length..];
    }
    found
}

/// The first token, unless it is a comment or blank, and its length.
fn next(rest: &str, c: char) -> (Option<Token>, usize) {
    if rest.starts_with("//") {
        return (None, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (None, rest.find("*/").map_or(rest.len(), |end| end + 2));
    }
    if let Some(hashes) = raw_text(rest) {
        let open = rest.find('"').expect("it is a raw text") + 1;
        let close = "\"".to_owned() + &"#".repeat(hashes);
        let length = rest[open..].find(&close).expect("raw texts are closed");
        return (Some(Token::Text(rest[open..open + length].to_owned())), open + length + close.len());
    }
    match c {
        '"' => {
            let length = until_quote(&rest[1..], '"');
            (Some(Token::Text(rest[1..=length].to_owned())), length + 2)
        }
        // A character, not a lifetime.
        '\'' if rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'') => {
            (None, until_quote(&rest[1..], '\'') + 2)
        }
        _ if c.is_alphabetic() || c == '_' => {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            (Some(Token::Name(rest[..length].to_owned())), length)
        }
        _ if c.is_whitespace() => (None, c.len_utf8()),
        _ => (Some(Token::Mark(c)), c.len_utf8()),
    }
}

/// The number of `#` of the raw text that starts here, if one does.
fn raw_text(rest: &str) -> Option<usize> {
    let rest = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
    let text = rest.trim_start_matches('#');
    text.starts_with('"').then_some(rest.len() - text.len())
}

/// The length of what comes before a quote that is not escaped.
fn until_quote(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = text.char_indices().find(|(_, c)| {
        let found = *c == quote && !escaped;
        escaped = *c == '\\' && !escaped;
        found
    });
    end.map_or(text.len(), |(at, _)| at)
}
