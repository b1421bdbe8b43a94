//! Text without markup: lines, or paragraphs wrapped over several.

use crate::pages::model::{Block, Kind, Page, Text};

/// Reads a page.
pub(super) fn read(text: &str) -> Page {
    let mut page = Page::default();
    let mut open: Option<(Block, usize)> = None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let trimmed = line.trim();
        if trimmed.is_empty() {
            page.blocks.extend(open.take().map(|(block, _)| block));
            continue;
        }
        match &mut open {
            Some((block, length)) if continues(block.text.as_str(), *length, trimmed) => {
                block.text.push(" ", number);
                block.text.push(trimmed, number);
                *length = trimmed.len();
            }
            _ => {
                page.blocks.extend(open.take().map(|(block, _)| block));
                open = Some((block(trimmed, number), trimmed.len()));
            }
        }
    }
    page.blocks.extend(open.map(|(block, _)| block));
    page
}

/// Returns `true` if a line continues a paragraph whose last line had this length.
fn continues(text: &str, length: usize, line: &str) -> bool {
    let starts_low = line.starts_with(|c: char| c.is_lowercase());
    let wrapped = (45..=110).contains(&length) && !text.ends_with(['.', ':', '!', '?']);
    !bullet(line) && (starts_low || wrapped || (45..=110).contains(&length) && !is_heading(line))
}

fn bullet(line: &str) -> bool {
    ["- ", "* ", "• ", "+ "].iter().any(|mark| line.starts_with(mark))
}

fn is_heading(line: &str) -> bool {
    let low = line.starts_with(|c: char| c.is_lowercase());
    !low && line.len() < 40 && !line.ends_with(['.', ',', ';', ':', '!', '?']) && !line.contains(": ") && !bullet(line)
}

fn block(line: &str, number: usize) -> Block {
    let diagram = line.starts_with("fen:") && line.ends_with(':');
    let kind = match () {
        () if diagram => Kind::Diagram,
        () if bullet(line) => Kind::Item,
        () if is_heading(line) => Kind::Heading(3),
        () => Kind::Paragraph,
    };
    let text = if kind == Kind::Item { line.trim_start_matches(['-', '*', '•', '+', ' ']) } else { line };
    Block::new(kind, Text::on_line(text, number), number)
}
