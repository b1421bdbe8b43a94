//! The page around the definition.

use std::fmt::Write as _;

use crate::diagnostic::Diagnostic;

/// The script that plays the definition.
const SCRIPT: &str = "https://www.chessvariants.com/membergraphics/MSinteractive-diagrams/betza.js?nocache=true";

/// The side of a square, in pixels.
pub(super) const SQUARE: usize = 50;

/// Pictures and script of a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Folder of the pictures that [`Diagram::pictures`] has, as the page names it. `None` for the pictures of the site.
    pub folder: Option<String>,
    /// Address of the script; `None` for the one of the site.
    pub script: Option<String>,
}

/// A page with an Interactive Diagram.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The page, as HTML.
    pub html: String,
    /// Rules that the diagram does not have: one warning for each, in the order of their places.
    pub unsaid: Vec<Diagnostic>,
    /// Pictures of the pieces: file names, and their SVG. Empty if the page uses the pictures of the site.
    pub pictures: Vec<(String, String)>,
}

/// The parts of a page.
pub(super) struct Parts<'a> {
    pub(super) title: &'a str,
    /// A function that the definition needs; empty if there is none.
    pub(super) function: &'a str,
    /// The lines of the definition.
    pub(super) lines: &'a [String],
    /// Rules that the diagram does not have, in words.
    pub(super) missing: Vec<String>,
}

/// The page.
pub(super) fn html(parts: &Parts<'_>, look: &Look) -> String {
    let (title, script) = (escape(parts.title), escape(look.script.as_deref().unwrap_or(SCRIPT)));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n</head>\n<body>\n\
         <h1>{title}</h1>\n<!-- The diagram: copy from here ... -->\n"
    );
    if !parts.function.is_empty() {
        let _ = writeln!(page, "<script>\n{}</script>", parts.function);
    }
    let _ = writeln!(page, "<script src=\"{script}\"></script>\n<div class=\"idiagram\">");
    for line in parts.lines {
        let _ = writeln!(page, "{}", escape(line));
    }
    page.push_str("</div>\n<!-- ... to here. -->\n");
    if !parts.missing.is_empty() {
        page.push_str("<h2>Rules that the diagram does not know</h2>\n<ul>\n");
        for rule in &parts.missing {
            let _ = writeln!(page, "<li>{}</li>", escape(rule));
        }
        page.push_str("</ul>\n");
    }
    page + "</body>\n</html>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
