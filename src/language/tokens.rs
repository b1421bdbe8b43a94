//! Words and signs of a text, for messages about texts that the grammar does not read.

/// The words and signs of a text. A notation in quotes is one token.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let first = rest.chars().next()?;
        let inner = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let length = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '<' | '>' if rest[1..].starts_with('=') => 2,
            _ if inner(first) => rest.find(|c: char| !inner(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let found = (at, &rest[..length]);
        at += length;
        Some(found)
    })
}
