//! HTML, as broken as it comes: the tokenizer of a browser, and blocks made from its tags. No tree is built, so depth
//! costs nothing.

use std::cell::{Cell, RefCell};

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use crate::pages::model::{Block, Kind, Page, Text};

/// Reads a page.
pub(super) fn read(text: &str) -> Page {
    let input = BufferQueue::default();
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    // The tokenizer miscounts lines, so each line is fed by itself. The sink never asks for a script to be run.
    for (index, line) in text.split_inclusive('\n').enumerate() {
        tokenizer.sink.line.set(index + 1);
        input.push_back(StrTendril::from(line));
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    tokenizer.sink.builder.into_inner().finish()
}

/// Receiver of the tokenizer's tokens.
#[derive(Default)]
struct Sink {
    builder: RefCell<Builder>,
    /// The line that is being read.
    line: Cell<usize>,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        self.builder.borrow_mut().token(token, self.line.get())
    }
}

/// The blocks so far.
#[derive(Default)]
struct Builder {
    page: Page,
    kind: Option<Kind>,
    text: Text,
    attributes: Vec<(String, String)>,
    line: usize,
    /// The tables that are open: number, row, column.
    tables: Vec<(usize, usize, usize)>,
    table_count: usize,
    /// How deep we are in text that is not shown.
    hidden: usize,
    /// The name of the element whose content Ferz wrote, and how many of that name are open inside.
    generated: Option<(String, usize)>,
}

/// Elements whose text is not read.
const HIDDEN: [&str; 4] = ["script", "style", "nav", "noscript"];

impl Builder {
    fn token(&mut self, token: Token, line: usize) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(text) if self.hidden == 0 => {
                if self.text.as_str().is_empty() {
                    let blank = text.len() - text.trim_start().len();
                    if blank == text.len() {
                        return TokenSinkResult::Continue;
                    }
                }
                if self.text.is_blank() {
                    self.line = line;
                }
                self.text.push(&text, line);
            }
            Token::CommentToken(text) => {
                let remark = text.trim();
                if let Some(check) = remark.strip_prefix("check:") {
                    self.flush();
                    self.page.push(Block::new(Kind::Remark, Text::on_line(check.trim(), line), line));
                }
            }
            Token::TagToken(tag) => return self.tag(&tag, line),
            _ => {}
        }
        TokenSinkResult::Continue
    }

    fn tag(&mut self, tag: &Tag, line: usize) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        let opens = tag.kind == TagKind::StartTag;
        self.follow_generated(name, opens, tag);
        if HIDDEN.contains(&name) {
            self.flush();
            self.hidden = if opens && !tag.self_closing { self.hidden + 1 } else { self.hidden.saturating_sub(1) };
            let raw = opens && (name == "script" || name == "style");
            return if raw { TokenSinkResult::RawData(RawKind::Rawtext) } else { TokenSinkResult::Continue };
        }
        if self.hidden > 0 && ["h1", "h2", "p", "table", "body"].contains(&name) {
            // An unclosed `nav` does not swallow the page.
            self.hidden = 0;
        }
        if opens {
            self.open(name, tag, line)
        } else {
            self.close(name)
        }
        let text = opens && (name == "title" || name == "textarea");
        if text { TokenSinkResult::RawData(RawKind::Rcdata) } else { TokenSinkResult::Continue }
    }

    fn follow_generated(&mut self, name: &str, opens: bool, tag: &Tag) {
        match &mut self.generated {
            None if opens && attribute(tag, "data-ferz").is_some() && !tag.self_closing => {
                self.generated = Some((name.to_owned(), 1));
            }
            Some((open, depth)) if *open == *name => {
                *depth = if opens { *depth + 1 } else { *depth - 1 };
                if *depth == 0 {
                    self.flush();
                    self.generated = None;
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, name: &str, tag: &Tag, line: usize) {
        match name {
            "br" => self.text.break_line(),
            "img" => self.image(tag, line),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.start(Kind::Heading(name.as_bytes()[1] - b'0'), tag, line),
            "title" => self.start(Kind::Heading(1), tag, line),
            "li" | "dt" | "dd" => self.start(Kind::Item, tag, line),
            "figcaption" | "caption" | "label" => self.start(Kind::Caption, tag, line),
            "table" => {
                self.flush();
                self.tables.push((self.table_count, 0, 0));
                self.table_count += 1;
            }
            "tr" => {
                self.flush();
                if let Some((_, row, column)) = self.tables.last_mut() {
                    *row += usize::from(*column > 0);
                    *column = 0;
                }
            }
            "td" | "th" => {
                self.flush();
                let kind = self.cell();
                self.start(kind, tag, line);
                if let Some((_, _, column)) = self.tables.last_mut() {
                    *column += 1;
                }
            }
            // Paragraphs within a cell or an item stay what they are in, until that is closed.
            "p" | "div" | "section" | "article" | "figure" | "pre" | "blockquote" | "ul" | "ol" | "dl" | "hr"
            | "main" | "header" | "footer" | "body" | "tbody" | "thead" | "details" | "summary" => {
                let kind = match (&self.kind, self.tables.last()) {
                    (Some(Kind::Cell { .. }), Some(_)) => self.kind.clone(),
                    _ => Some(Kind::Paragraph),
                };
                self.flush();
                self.start(kind.unwrap_or(Kind::Paragraph), tag, line);
            }
            _ => self.inline(tag, line),
        }
    }

    fn cell(&self) -> Kind {
        let (table, row, column) = self.tables.last().copied().unwrap_or((usize::MAX, 0, 0));
        if table == usize::MAX { Kind::Paragraph } else { Kind::Cell { table, row, column } }
    }

    /// An element in the run of a text; with a `data-` attribute it stands for itself.
    fn inline(&mut self, tag: &Tag, line: usize) {
        let attributes = telling(tag);
        if !attributes.is_empty() && attributes.iter().any(|(name, _)| name.starts_with("data-")) {
            let mut block = Block::new(Kind::Remark, Text::default(), line);
            block.attributes = attributes;
            block.generated = self.generated.is_some();
            self.page.push(block);
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "table" => {
                self.flush();
                self.tables.pop();
            }
            "p" | "div" | "li" | "td" | "th" | "tr" | "ul" | "ol" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
            | "label" | "figcaption" | "caption" | "title" | "figure" | "pre" | "blockquote" | "dt" | "dd"
            | "section" | "body" => {
                self.flush();
            }
            _ => {}
        }
    }

    fn image(&mut self, tag: &Tag, line: usize) {
        let source = attribute(tag, "src").unwrap_or_default();
        let alt = attribute(tag, "alt").unwrap_or_default();
        let mut block = Block::new(Kind::Image { source }, Text::on_line(alt, line), line);
        block.attributes = telling(tag);
        if let Some((_, click)) = self.attributes.iter().find(|(name, _)| name == "onmousedown") {
            block.attributes.push(("onmousedown".to_owned(), click.clone()));
        }
        block.generated = self.generated.is_some();
        self.page.push(block);
    }

    fn start(&mut self, kind: Kind, tag: &Tag, line: usize) {
        self.flush();
        self.kind = Some(kind);
        self.line = line;
        self.attributes = telling(tag);
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        let attributes = std::mem::take(&mut self.attributes);
        let kind = self.kind.take().unwrap_or(Kind::Paragraph);
        let keeps = attributes.iter().any(|(name, _)| name.starts_with("data-"));
        if !text.is_blank() || keeps {
            let kind = match diagram_of(text.as_str(), &kind) {
                true => Kind::Diagram,
                false => kind,
            };
            let line = if text.is_blank() { self.line } else { text.line(0) };
            let mut block = Block::new(kind, text, line);
            block.attributes = attributes;
            block.generated = self.generated.is_some();
            self.page.push(block);
        } else if let Kind::Cell { .. } = kind {
            // An empty cell keeps its place in the row.
            self.page.blocks.push(Block::new(kind, text, self.line));
        }
    }

    fn finish(mut self) -> Page {
        self.flush();
        self.page
    }
}

/// Returns `true` if the block is a position between `fen:` and `:`.
pub(super) fn diagram_of(text: &str, kind: &Kind) -> bool {
    *kind == Kind::Paragraph && text.trim().starts_with("fen:") && text.trim().ends_with(':')
}

fn attribute(tag: &Tag, name: &str) -> Option<String> {
    tag.attrs.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| attribute.value.to_string())
}

/// The attributes that mean something to the checker.
fn telling(tag: &Tag) -> Vec<(String, String)> {
    let tells = |name: &str| name.starts_with("data-") || name == "onmousedown" || name == "onclick";
    let attributes = tag.attrs.iter().map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string()));
    attributes.filter(|(name, _)| tells(name)).collect()
}
