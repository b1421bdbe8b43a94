//! Pictures and tables, as text and as SVG, for people.
//!
//! This module makes strings and prints nothing. In text, colours are ANSI codes that the caller may strip.

pub mod army;
mod beyond;
pub mod emblem;
pub mod endings;
#[cfg(any(feature = "svg", feature = "pages"))]
pub(crate) mod grid;
pub mod hands;
#[cfg(any(feature = "svg", feature = "pages"))]
pub(crate) mod layout;
pub mod marks;
pub mod pictures;
pub mod seats;
pub mod study;
#[cfg(feature = "svg")]
pub mod svg;
pub mod text;
pub mod told;
pub mod words;
pub(crate) mod zones;

/// The text in a colour, or unchanged if the style has no colours.
pub(crate) fn paint(style: crate::diagnostic::Style, code: &str, text: &str) -> String {
    match style {
        crate::diagnostic::Style::Plain => text.to_owned(),
        crate::diagnostic::Style::Coloured => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
    }
}
