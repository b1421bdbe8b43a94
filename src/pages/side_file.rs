//! The author's file beside a page: claims that are accepted as they are, and checks for lines that cannot be read.
//!
//! ```yaml
//! accept: [castling-12ab34]
//! checks:
//!   - {line: 203, check: "dests d3 = c2,c3 @ 8/8/8/8/8/3K4/8/8 w - -"}
//! ```

use crate::source::SourceMap;
use crate::variant::node::Value;
use crate::variant::yaml;

use super::model::{Block, Kind, Page, Text};

/// The author's file beside a page.
#[derive(Clone, Default, Debug)]
pub struct SideFile {
    accepted: Vec<String>,
    checks: Vec<(usize, String)>,
}

impl SideFile {
    /// Reads it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<SideFile, String> {
        let mut sources = SourceMap::default();
        let id = sources.add("side file", text);
        let mut problems = Vec::new();
        let root = yaml::parse(id, text, &mut problems);
        if let Some(problem) = problems.first() {
            return Err(problem.message.clone());
        }
        let mut file = SideFile::default();
        let Some(root) = root else { return Ok(file) };
        let Some(map) = root.map() else {
            return Err("the side file is a mapping with `accept` and `checks`".to_owned());
        };
        for (key, entry) in map {
            let Value::List(items) = &entry.value.value else { return Err(format!("`{key}` is a list")) };
            for item in items {
                match key.as_str() {
                    "accept" => file.accepted.extend(item.text().map(|phrase| phrase.text.clone())),
                    "checks" => {
                        let text =
                            |name: &str| item.get(name).and_then(|node| node.text()).map(|phrase| phrase.text.clone());
                        let line = text("line").and_then(|line| line.parse().ok()).unwrap_or(1);
                        file.checks.push((line, text("check").ok_or("each of `checks` has `line` and `check`")?));
                    }
                    _ => return Err(format!("unknown key `{key}`: there are `accept` and `checks`")),
                }
            }
        }
        Ok(file)
    }

    /// Returns `true` if a claim is accepted.
    pub fn accepts(&self, id: &str) -> bool {
        self.accepted.iter().any(|accepted| accepted == id)
    }

    /// Puts the checks where they belong.
    pub fn add_to(&self, page: &mut Page) {
        for (line, check) in &self.checks {
            page.blocks.push(Block::new(Kind::Remark, Text::on_line(check.clone(), *line), *line));
        }
    }
}
