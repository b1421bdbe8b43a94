//! Context that a part of a page takes from its surroundings: the headings, the words that open a list, the first
//! cell of its row and the head of its column.

use super::model::{Kind, Page};

/// The context of a block, as indices of blocks.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Above {
    /// The headings that it stands below, the nearest last; a line that is only a name counts as one.
    pub headings: Vec<usize>,
    /// The block that opens its list, up to a colon.
    pub opening: Option<usize>,
    /// The first cell of its row.
    pub row: Option<usize>,
    /// The head of its column.
    pub column: Option<usize>,
}

/// Labels are longer nowhere.
const LONGEST_LABEL: usize = 40;
/// A label is below all headings.
const LABEL: u8 = 200;

/// The context of each block of a page.
pub fn of(page: &Page) -> Vec<Above> {
    let mut found = Vec::with_capacity(page.blocks.len());
    let mut headings: Vec<(u8, usize)> = Vec::new();
    let (mut opening, mut heads, mut first) = (None, Vec::new(), None);
    for (index, block) in page.blocks.iter().enumerate() {
        let item = block.kind == Kind::Item;
        if let Kind::Heading(level) = block.kind {
            headings.retain(|(other, _)| *other < level);
            found.push(Above { headings: indices(&headings), ..Above::default() });
            headings.push((level, index));
            opening = None;
            continue;
        }
        // The opening words of a list hold only for the list.
        if !item {
            let in_list = |at: usize| page.blocks[at].kind == Kind::Item;
            headings.retain(|(level, at)| *level != LABEL || !in_list(*at));
        }
        let mut above = Above { headings: indices(&headings), ..Above::default() };
        match block.kind {
            Kind::Cell { row, column, .. } => {
                if row == 0 && column == 0 {
                    (heads, first) = (Vec::new(), None);
                }
                match (row, column) {
                    (0, _) => heads.push(index),
                    (_, 0) => first = Some((row, index)),
                    _ => {}
                }
                if row > 0 && column > 0 {
                    above.row = first.filter(|(own, _)| *own == row).map(|(_, index)| index);
                    above.column = heads.get(column).copied();
                }
            }
            Kind::Item => above.opening = opening,
            Kind::Paragraph => opening = block.text.as_str().trim_end().ends_with(':').then_some(index),
            _ => {}
        }
        found.push(above);
        if is_label(block.text.as_str()) && matches!(block.kind, Kind::Item | Kind::Paragraph) {
            headings.retain(|(level, _)| *level != LABEL);
            headings.push((LABEL, index));
        }
    }
    found
}

fn indices(headings: &[(u8, usize)]) -> Vec<usize> {
    headings.iter().map(|(_, index)| *index).collect()
}

/// Returns `true` if a text is a name that stands alone, as in a list of definitions.
fn is_label(text: &str) -> bool {
    let text = text.trim().trim_end_matches(':');
    let capital = text.starts_with(|c: char| c.is_uppercase());
    capital
        && text.len() <= LONGEST_LABEL
        && text.split_whitespace().count() <= 4
        && !text.contains(['.', ',', ';', '!'])
}
