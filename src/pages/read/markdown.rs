//! Markdown.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::pages::model::{Block, Kind, Page, Text};

/// Reads a page.
pub(super) fn read(text: &str) -> Page {
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let line_of = |at: usize| starts.partition_point(|start| *start <= at);
    let mut builder = Builder::default();
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        builder.event(event, line_of(range.start));
    }
    builder.flush();
    builder.page
}

#[derive(Default)]
struct Builder {
    page: Page,
    kind: Option<Kind>,
    text: Text,
    tables: usize,
    place: (usize, usize),
    image: Option<(String, String, usize)>,
    html: String,
    html_line: usize,
    /// `true` inside text that Ferz wrote.
    generated: bool,
}

impl Builder {
    fn event(&mut self, event: Event<'_>, line: usize) {
        match event {
            Event::Start(tag) => self.start(tag, line),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) => match &mut self.image {
                Some((_, alt, _)) => alt.push_str(&text),
                None => self.text.push(&text, line),
            },
            Event::SoftBreak => self.text.push(" ", line),
            Event::HardBreak => self.text.break_line(),
            Event::Html(html) | Event::InlineHtml(html) => {
                if self.html.is_empty() {
                    self.html_line = line;
                }
                self.html.push_str(&html);
                self.take_html();
            }
            _ => {}
        }
    }

    /// HTML inside Markdown is read as such once its comment or element is whole.
    fn take_html(&mut self) {
        if self.html.starts_with("<!--") && !self.html.contains("-->") {
            return;
        }
        let html = std::mem::take(&mut self.html);
        if html.contains("data-ferz") {
            self.flush();
            self.generated = true;
        } else if html.contains("</div>") {
            self.flush();
            self.generated = false;
        }
        let inner = super::html::read(&html);
        for mut block in inner.blocks {
            block.line += self.html_line - 1;
            let text = block.text.as_str().to_owned();
            block.text = Text::on_line(text, block.line);
            self.page.push(block);
        }
    }

    fn start(&mut self, tag: Tag<'_>, line: usize) {
        match tag {
            Tag::Heading { level, .. } => self.open(Kind::Heading(depth(level))),
            Tag::Paragraph if self.kind.is_none() => self.open(Kind::Paragraph),
            Tag::CodeBlock(_) => self.open(Kind::Paragraph),
            Tag::Item => self.open(Kind::Item),
            Tag::List(_) => self.flush(),
            Tag::Table(_) => {
                self.flush();
                self.place = (0, 0);
            }
            Tag::TableCell => {
                let kind = Kind::Cell { table: self.tables, row: self.place.0, column: self.place.1 };
                self.open(kind);
                self.place.1 += 1;
            }
            Tag::Image { dest_url, .. } => self.image = Some((dest_url.to_string(), String::new(), line)),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::TableHead | TagEnd::TableRow => self.place = (self.place.0 + 1, 0),
            TagEnd::Table => self.tables += 1,
            TagEnd::Image => {
                if let Some((source, alt, line)) = self.image.take() {
                    self.page.push(Block::new(Kind::Image { source }, Text::on_line(alt, line), line));
                }
            }
            TagEnd::TableCell => self.flush_keeping(true),
            TagEnd::Paragraph if self.kind == Some(Kind::Item) => self.text.break_line(),
            TagEnd::Heading(_) | TagEnd::Paragraph | TagEnd::CodeBlock | TagEnd::Item => self.flush(),
            _ => {}
        }
    }

    fn open(&mut self, kind: Kind) {
        self.flush();
        self.kind = Some(kind);
    }

    fn flush(&mut self) {
        self.flush_keeping(false);
    }

    fn flush_keeping(&mut self, empty: bool) {
        let text = std::mem::take(&mut self.text);
        let kind = self.kind.take().unwrap_or(Kind::Paragraph);
        if !text.is_blank() || empty {
            let kind = if super::html::diagram_of(text.as_str(), &kind) { Kind::Diagram } else { kind };
            let line = text.line(0);
            let mut block = Block::new(kind, text, line);
            block.generated = self.generated;
            self.page.blocks.push(block);
        }
    }
}

fn depth(level: HeadingLevel) -> u8 {
    level as u8
}
