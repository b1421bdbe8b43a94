//! Pages written from the rules: whole ones, and blocks inside an author's own page.

mod closing;
mod first;
mod glances;
mod html;
mod markdown;
mod movers;
mod owners;
mod picture;
mod prose;
mod report;
mod sections;
mod told;

use crate::game::Compiled;

pub use html::BLOCKS;
pub use report::annotated;

/// A whole page as HTML.
///
/// ```
/// let chess = ferz::load("chess").unwrap();
/// assert!(ferz::pages::render::html(&chess, None).contains("<svg"));
/// ```
pub fn html(compiled: &Compiled, description: Option<&str>) -> String {
    html::page(compiled, description)
}

/// A whole page as Markdown.
pub fn markdown(compiled: &Compiled, description: Option<&str>) -> String {
    markdown::page(compiled, description)
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
