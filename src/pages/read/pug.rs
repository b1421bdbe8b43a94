//! Pug: what rules pages use of it. Indentation nests, `|` begins text, `tag.` begins a block of text.

use crate::pages::model::{Block, Kind, Page, Text};

/// A line with its indentation taken off.
struct Line<'a> {
    number: usize,
    indent: usize,
    text: &'a str,
}

/// Reads a page.
pub(super) fn read(text: &str) -> Page {
    let text = &named_characters(text);
    let lines: Vec<Line<'_>> = text
        .lines()
        .enumerate()
        .map(|(index, line)| {
            let trimmed = line.trim_start();
            Line { number: index + 1, indent: line.len() - trimmed.len(), text: trimmed.trim_end() }
        })
        .filter(|line| !line.text.is_empty())
        .collect();
    let mut builder = Builder::default();
    let mut at = 0;
    while at < lines.len() {
        at = builder.line(&lines, at);
    }
    builder.flush();
    builder.page
}

/// Characters that pages write by their names in HTML.
const NAMED: [(&str, &str); 12] = [
    ("&ndash;", "–"),
    ("&mdash;", "—"),
    ("&nbsp;", " "),
    ("&times;", "×"),
    ("&hellip;", "…"),
    ("&rsquo;", "’"),
    ("&lsquo;", "‘"),
    ("&rdquo;", "”"),
    ("&ldquo;", "“"),
    ("&quot;", "\""),
    ("&rarr;", "→"),
    ("&amp;", "&"),
];

fn named_characters(text: &str) -> String {
    NAMED.iter().fold(text.to_owned(), |text, (name, character)| text.replace(name, character))
}

#[derive(Default)]
struct Builder {
    page: Page,
    open: Option<(Kind, usize, Text)>,
    tables: usize,
    place: (usize, usize),
}

impl Builder {
    /// Takes a line, and gives the index of the next to take.
    fn line(&mut self, lines: &[Line<'_>], at: usize) -> usize {
        let line = &lines[at];
        if let Some(text) = line.text.strip_prefix('|') {
            self.text(text.trim_start(), line);
            return at + 1;
        }
        if let Some(comment) = line.text.strip_prefix("//") {
            self.flush();
            if let Some(check) = comment.trim_start_matches('-').trim().strip_prefix("check:") {
                self.page.push(Block::new(Kind::Remark, Text::on_line(check.trim(), line.number), line.number));
            }
            return below(lines, at);
        }
        let Some((tag, attributes, rest)) = tag(line.text) else {
            // Text without a mark: pug would take the first word for a tag; a reader sees text.
            self.flush();
            self.text(line.text, line);
            return at + 1;
        };
        self.open(&tag, line);
        if tag == "img" {
            self.image(&attributes, line);
            return at + 1;
        }
        if rest == "." {
            let end = below(lines, at);
            for inner in &lines[at + 1..end] {
                self.text(inner.text, inner);
                self.text(" ", inner);
            }
            return end;
        }
        let rest = rest.trim_start_matches(['=', ':']).trim_start();
        if !rest.is_empty() {
            self.text(rest, line);
        }
        at + 1
    }

    fn open(&mut self, tag: &str, line: &Line<'_>) {
        let kind = match tag {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Kind::Heading(tag.as_bytes()[1] - b'0'),
            "li" | "dt" | "dd" => Kind::Item,
            "figcaption" | "caption" => Kind::Caption,
            "table" => {
                self.tables += 1;
                self.place = (0, 0);
                Kind::Paragraph
            }
            "tr" => {
                self.place = (self.place.0 + 1, 0);
                Kind::Paragraph
            }
            "td" | "th" => {
                let kind = Kind::Cell { table: self.tables, row: self.place.0, column: self.place.1 };
                self.place.1 += 1;
                kind
            }
            "a" | "b" | "i" | "em" | "strong" | "span" | "br" | "code" => {
                if tag == "br"
                    && let Some((_, _, text)) = &mut self.open
                {
                    text.break_line();
                }
                return;
            }
            _ => Kind::Paragraph,
        };
        self.flush();
        self.open = Some((kind, line.indent, Text::default()));
    }

    fn text(&mut self, text: &str, line: &Line<'_>) {
        if text.starts_with("fen:") && text.trim_end().ends_with(':') {
            self.flush();
            self.page.push(Block::new(Kind::Diagram, Text::on_line(text.trim(), line.number), line.number));
            return;
        }
        let (_, _, open) = self.open.get_or_insert_with(|| (Kind::Paragraph, line.indent, Text::default()));
        open.push(" ", line.number);
        open.push(text, line.number);
    }

    fn image(&mut self, attributes: &str, line: &Line<'_>) {
        let value = |name: &str| {
            let rest = attributes.split_once(&format!("{name}="))?.1;
            let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            rest[1..].split(quote).next().map(str::to_owned)
        };
        let source = value("src").unwrap_or_default();
        let alt = value("alt").unwrap_or_default();
        self.page.push(Block::new(Kind::Image { source }, Text::on_line(alt, line.number), line.number));
    }

    fn flush(&mut self) {
        if let Some((kind, _, text)) = self.open.take()
            && !text.is_blank()
        {
            let line = text.line(text.as_str().len() - text.as_str().trim_start().len());
            self.page.push(Block::new(kind, text, line));
        }
    }
}

/// The first line after `at` that is not nested in it.
fn below(lines: &[Line<'_>], at: usize) -> usize {
    let inner = lines[at + 1..].iter().take_while(|line| line.indent > lines[at].indent).count();
    at + 1 + inner
}

/// The name of a tag, its attributes and what follows; `None` for a line that does not begin with a tag.
fn tag(text: &str) -> Option<(String, String, &str)> {
    let name_end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let name = &text[..name_end];
    let mut rest = &text[name_end..];
    if name.is_empty() && !rest.starts_with(['.', '#']) || !name.is_empty() && !TAGS.contains(&name) {
        return None;
    }
    while rest.starts_with(['.', '#']) && rest.len() > 1 {
        let end =
            rest[1..].find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').map_or(rest.len(), |end| end + 1);
        if end == 1 {
            break;
        }
        rest = &rest[end..];
    }
    let mut attributes = String::new();
    if rest.starts_with('(') {
        let end = rest.rfind(')').map_or(rest.len(), |end| end + 1);
        attributes = rest[..end].to_owned();
        rest = &rest[end..];
    }
    let name = if name.is_empty() { "div" } else { name };
    Some((name.to_owned(), attributes, rest))
}

/// The tags that rules pages use.
const TAGS: &[&str] = &[
    "p",
    "div",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "li",
    "figure",
    "figcaption",
    "img",
    "a",
    "span",
    "b",
    "i",
    "em",
    "strong",
    "br",
    "table",
    "tr",
    "td",
    "th",
    "thead",
    "tbody",
    "caption",
    "section",
    "article",
    "code",
    "pre",
    "dl",
    "dt",
    "dd",
    "html",
    "body",
    "head",
    "title",
    "button",
    "hr",
    "blockquote",
    "small",
    "sup",
    "sub",
];
