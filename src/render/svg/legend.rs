//! Legend of the signs, beside the picture.

use svg::node::element::Group;

use super::canvas::label;
use crate::render::text::wrap;

/// The width of the legend.
pub(super) const WIDTH: f64 = 360.0;
/// The height of a line.
const LINE: f64 = 17.0;
/// The least height of an entry with a sample.
const LEAST: f64 = 30.0;

/// A sample and its meaning.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    sample: Option<Group>,
    indent: f64,
    lines: Vec<String>,
}

impl Entry {
    /// An entry with a sample of 24 by 24.
    pub(super) fn narrow(sample: Group, text: String) -> Entry {
        Entry { sample: Some(sample), indent: 34.0, lines: wrap(&text, 42) }
    }

    /// An entry with a sample of 50 by 24.
    pub(super) fn wide(sample: Group, text: String) -> Entry {
        Entry {
            sample: Some(sample),
            indent: 60.0,
            lines: wrap(&text, 38).iter().flat_map(|line| broken(line, 38)).collect(),
        }
    }

    /// An entry without a sample.
    pub(super) fn text(text: String) -> Entry {
        Entry { sample: None, indent: 0.0, lines: wrap(&text, 46) }
    }

    fn height(&self) -> f64 {
        let least = if self.sample.is_some() { LEAST } else { 0.0 };
        (self.lines.len() as f64 * LINE + 8.0).max(least)
    }
}

/// A word that is longer than a line, in pieces.
fn broken(word: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    letters.chunks(width).map(|part| part.iter().collect()).collect()
}

/// The entries, from top to bottom.
#[derive(Clone, Default, Debug)]
pub(super) struct Legend(Vec<Entry>);

impl Legend {
    pub(super) fn push(&mut self, entry: Entry) {
        self.0.push(entry);
    }

    pub(super) fn height(&self) -> f64 {
        self.0.iter().map(Entry::height).sum()
    }

    pub(super) fn draw(self) -> Group {
        let mut group = Group::new().set("class", "legend");
        let mut top = 0.0;
        for entry in self.0 {
            let height = entry.height();
            if let Some(sample) = entry.sample {
                let shift = format!("translate(0 {:.1})", top + 1.0);
                group = group.add(Group::new().set("transform", shift).add(sample));
            }
            for (index, line) in entry.lines.iter().enumerate() {
                let y = top + 18.0 + index as f64 * LINE;
                group = group.add(label(line, entry.indent, y, 13.0).set("text-anchor", "start"));
            }
            top += height;
        }
        group
    }
}
