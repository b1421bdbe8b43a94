//! Sets of squares: regions of the board as a file names them.

#[cfg(feature = "schema")]
use schemars::JsonSchema;

#[cfg(feature = "schema")]
use super::forms;
use crate::source::Span;
use crate::variant::node::{Node, Phrase, Problems, Read, Value, expect_map, record, unexpected};

/// A set of squares: a region's name or an expression; `{each: …}` as each side sees it; or one for each side.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Area {
    /// The same squares for both sides.
    Same(#[cfg_attr(feature = "schema", schemars(regex(pattern = forms::REGION)))] Phrase),
    /// As each side sees it: Black's squares are White's on the board turned by 180 degrees.
    Each(EachArea),
    /// Different squares.
    Sides(SideAreas),
}

record! {
    /// Squares as each side sees them.
    "a region" pub struct EachArea {
        /// The squares as White sees them; Black's are the same on the board turned by 180 degrees.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::REGION)))]
        "each" each: Phrase,
    }
}

record! {
    /// Squares for each side.
    "a region" pub struct SideAreas {
        /// White's squares.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::REGION)))]
        "white" white: Phrase,
        /// Black's squares.
        #[cfg_attr(feature = "schema", schemars(regex(pattern = forms::REGION)))]
        "black" black: Phrase,
    }
}

impl Area {
    /// Place in the file.
    pub fn span(&self) -> Span {
        match self {
            Area::Same(phrase) => phrase.span,
            Area::Each(area) => area.each.span,
            Area::Sides(areas) => areas.white.span,
        }
    }
}

impl Read for Area {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Text(phrase) => Some(Area::Same(phrase.clone())),
            Value::Map(map) if map.contains_key("each") => EachArea::read(node, problems).map(Area::Each),
            Value::Map(map) if map.contains_key("white") || map.contains_key("black") => {
                SideAreas::read(node, problems).map(Area::Sides)
            }
            Value::Map(_) => {
                expect_map(node, &["each", "white", "black"], "a region", problems);
                None
            }
            _ => {
                unexpected(node, "a region: a name or an expression such as `rank 8` or `d4 e4`", problems);
                None
            }
        }
    }
}
