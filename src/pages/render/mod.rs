//! Pages written from the rules: whole ones, and blocks inside an author's own page.

mod basics;
mod closing;
mod differences;
mod first;
mod glances;
mod html;
mod markdown;
mod movers;
mod owners;
mod picture;
mod prose;
mod report;
mod scenes;
mod sections;
pub(super) mod sentences;
mod steps;
mod strict;
mod told;
mod way;

use crate::game::Compiled;

pub use html::BLOCKS;
pub use report::annotated;
pub use strict::{Written, in_language};

/// A page before it is written: the game, with all else that the page says.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    compiled: &'a Compiled,
    description: Option<&'a str>,
    parent: Option<&'a Compiled>,
}

impl<'a> Page<'a> {
    /// A page about a game.
    pub fn new(compiled: &'a Compiled) -> Page<'a> {
        Page { compiled, description: None, parent: None }
    }

    /// The page with a description of the game below its title.
    pub fn described(self, description: Option<&'a str>) -> Page<'a> {
        Page { description, ..self }
    }

    /// The page with what differs from the game that this one extends.
    ///
    /// ```
    /// use ferz::pages::render::Page;
    /// let (chess, duck) = (ferz::load("chess").unwrap(), ferz::load("duck").unwrap());
    /// assert!(Page::new(&duck).beside(Some(&chess)).markdown().contains("## What differs from Chess"));
    /// ```
    pub fn beside(self, parent: Option<&'a Compiled>) -> Page<'a> {
        Page { parent, ..self }
    }

    /// The page as HTML.
    pub fn html(self) -> String {
        html::page(self.compiled, self.description, self.differences().as_ref())
    }

    /// The page as Markdown.
    pub fn markdown(self) -> String {
        markdown::page(self.compiled, self.description, self.differences().as_ref())
    }

    /// The differences from the game that this one extends, with their heading; `None` if there are none.
    fn differences(self) -> Option<told::Part> {
        let parent = self.parent?;
        let lines = differences::differences(self.compiled, parent);
        let heading = format!("What differs from {}", parent.rules().title);
        (!lines.is_empty()).then_some(told::Part { heading: heading.into(), lines })
    }
}

/// A whole page as HTML, without what differs from another game.
///
/// ```
/// let chess = ferz::load("chess").unwrap();
/// assert!(ferz::pages::render::html(&chess, None).contains("<svg"));
/// ```
pub fn html(compiled: &Compiled, description: Option<&str>) -> String {
    Page::new(compiled).described(description).html()
}

/// A whole page as Markdown, without what differs from another game.
pub fn markdown(compiled: &Compiled, description: Option<&str>) -> String {
    Page::new(compiled).described(description).markdown()
}

/// Markers at the beginning and end of a block in an author's page.
const OPEN: &str = "<!-- generated:";
const CLOSE: &str = "<!-- /generated -->";

/// An author's page with all its blocks updated: the text between `<!-- generated:pieces -->` and `<!-- /generated
/// -->`. The rest stays as it is.
///
/// # Errors
/// When a block has no name that is known, or no end, or there is none.
pub fn into_page(page: &str, compiled: &Compiled) -> Result<String, String> {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    let mut blocks = 0;
    while let Some(at) = rest.find(OPEN) {
        let line = || page[..page.len() - rest.len() + at].matches('\n').count() + 1;
        let (name, after) = rest[at + OPEN.len()..]
            .split_once("-->")
            .ok_or_else(|| format!("line {}: the mark is not closed", line()))?;
        let name = name.trim();
        if !BLOCKS.contains(&name) {
            return Err(format!("line {}: unknown block `{name}`: there are {}", line(), BLOCKS.join(", ")));
        }
        let end = after.find(CLOSE).ok_or_else(|| format!("line {}: the block `{name}` has no `{CLOSE}`", line()))?;
        out.push_str(&rest[..rest.len() - after.len()]);
        out.push('\n');
        out.push_str(&html::block(compiled, name).into_string());
        out.push('\n');
        rest = &after[end..];
        blocks += 1;
    }
    if blocks == 0 {
        return Err(format!("the page has no blocks: write `{OPEN}setup -->` and `{CLOSE}` where one shall stand"));
    }
    out.push_str(rest);
    Ok(out)
}
