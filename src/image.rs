//! The author's own pictures: SVG that contains only shapes.
//!
//! A picture becomes part of other people's pages and programs. So it is read with an XML parser, and written again
//! with allowed elements, attributes and functions only. Scripts, event handlers, links to other places and entities
//! are refused.

use std::fmt::Write as _;
use std::ops::Range;

use roxmltree::{Document, Node, ParsingOptions};

/// The longest picture, in bytes.
pub const MAX_BYTES: usize = 64 << 10;
/// The most elements of a picture.
const MAX_ELEMENTS: u32 = 2_000;
/// The deepest nesting of elements.
const MAX_DEPTH: usize = 32;
const TOO_MANY: &str = "the picture has too many elements";
const SVG: &str = "http://www.w3.org/2000/svg";

/// A colour in words, for messages.
pub const COLOUR: &str = "a colour is `#` with 3, 4, 6 or 8 hexadecimal digits, or a name such as `teal`";

/// `true` for a colour as an SVG may write it: `#` with 3, 4, 6 or 8 hexadecimal digits, or a name such as `teal`.
pub fn is_colour(text: &str) -> bool {
    match text.strip_prefix('#') {
        Some(digits) => matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => (3..=24).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic()),
    }
}

/// Elements that are kept.
const SHAPES: [&str; 14] = [
    "svg",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "defs",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
];
/// Elements without a picture, which are removed.
const SILENT: [&str; 3] = ["title", "desc", "metadata"];
/// Attributes that place a shape. The outermost element does not keep them.
const PLACING: [&str; 8] = ["x", "y", "width", "height", "viewBox", "preserveAspectRatio", "transform", "id"];
/// Attributes with the form of a shape.
const FORMS: [&str; 21] = [
    "d",
    "points",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "fx",
    "fy",
    "fr",
    "offset",
    "pathLength",
    "href",
    "gradientUnits",
    "gradientTransform",
    "spreadMethod",
    "clipPathUnits",
];
/// Attributes, and properties of `style`, with the paint of a shape.
const PAINTS: [&str; 21] = [
    "fill",
    "fill-opacity",
    "fill-rule",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-dasharray",
    "stroke-dashoffset",
    "opacity",
    "color",
    "display",
    "visibility",
    "clip-path",
    "clip-rule",
    "paint-order",
    "shape-rendering",
    "stop-color",
    "stop-opacity",
];
/// Functions that values may contain.
const FUNCTIONS: [&str; 11] =
    ["url", "rgb", "rgba", "hsl", "hsla", "matrix", "translate", "scale", "rotate", "skewX", "skewY"];

/// An error in a picture, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The place in the text.
    pub at: Range<usize>,
    /// The message, without the place.
    pub message: String,
}

impl Fault {
    fn new(at: Range<usize>, message: impl Into<String>) -> Fault {
        Fault { at, message: message.into() }
    }
}

/// Shapes of a picture as an element that fills a box of 40 by 40. The names inside get a prefix, so that several
/// pictures fit into one page.
///
/// # Errors
/// When the text is not SVG, is too large, or holds anything that is not a shape.
pub fn clean(text: &str, prefix: &str) -> Result<String, Fault> {
    if text.len() > MAX_BYTES {
        let start = (0..=MAX_BYTES).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let message = format!("the picture is larger than {} KiB", MAX_BYTES >> 10);
        return Err(Fault::new(start..start, message));
    }
    if let Some(at) = declaration(text) {
        return Err(Fault::new(at..at + 2, "a picture has no document type and no entities"));
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_ELEMENTS * 4, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| unreadable(text, &error))?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(Fault::new(name_of(root), "a picture is an `svg` element"));
    }
    let mut writer = Writer { prefix, out: String::new(), elements: 0 };
    let view = view_box(root)?;
    let _ =
        write!(writer.out, "<svg x=\"0\" y=\"0\" width=\"40\" height=\"40\" viewBox=\"{view}\" overflow=\"hidden\">");
    writer.group(root)?;
    writer.out.push_str("</svg>");
    Ok(writer.out)
}

/// The place of a declaration of a document type or an entity; `None` if there is none.
fn declaration(text: &str) -> Option<usize> {
    let harmless = |at: &usize| text[*at..].starts_with("<!--") || text[*at..].starts_with("<![CDATA[");
    text.match_indices("<!").map(|(at, _)| at).find(|at| !harmless(at))
}

fn unreadable(text: &str, error: &roxmltree::Error) -> Fault {
    if matches!(error, roxmltree::Error::NodesLimitReached) {
        return Fault::new(0..0, TOO_MANY);
    }
    let place = error.pos();
    let line_start: usize = text.split_inclusive('\n').take((place.row as usize).saturating_sub(1)).map(str::len).sum();
    let line = &text[line_start..];
    let start = line.char_indices().nth((place.col as usize).saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    let at = (line_start + start).min(text.len());
    let said = error.to_string();
    // The parser's message ends with a place inside the picture. It is removed, because the error has a place in the
    // file.
    let said = said.strip_suffix(&format!(" at {place}")).unwrap_or(&said);
    Fault::new(at..at, format!("the picture is not XML: {said}"))
}

/// The view box of the shapes: four numbers.
fn view_box(root: Node<'_, '_>) -> Result<String, Fault> {
    let numbers = |text: &str| -> Option<Vec<f64>> {
        let words = text.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty());
        words.map(|word| word.parse().ok().filter(|number: &f64| number.is_finite())).collect()
    };
    if let Some(attribute) = root.attribute_node("viewBox") {
        let found = numbers(attribute.value()).filter(|all| all.len() == 4 && all[2] > 0.0 && all[3] > 0.0);
        let found = found.ok_or_else(|| Fault::new(attribute.range(), "`viewBox` has four numbers"))?;
        return Ok(found.iter().map(f64::to_string).collect::<Vec<_>>().join(" "));
    }
    let size = |name: &str| root.attribute(name)?.trim_end_matches("px").parse().ok().filter(|size: &f64| *size > 0.0);
    match (size("width"), size("height")) {
        (Some(width), Some(height)) => Ok(format!("0 0 {width} {height}")),
        _ => Err(Fault::new(name_of(root), "the `svg` element needs `viewBox`, or `width` and `height`")),
    }
}

/// The place of an element: its opening bracket and its name.
fn name_of(node: Node<'_, '_>) -> Range<usize> {
    let start = node.range().start;
    let text = &node.document().input_text()[node.range()];
    let length = text.find(|c: char| c.is_whitespace() || c == '/' || c == '>').unwrap_or(text.len());
    start..start + length
}

/// Writes the shapes.
struct Writer<'a> {
    prefix: &'a str,
    out: String,
    elements: usize,
}

impl Writer<'_> {
    fn group(&mut self, root: Node<'_, '_>) -> Result<(), Fault> {
        self.out.push_str("<g");
        self.attributes(root, true)?;
        self.out.push('>');
        self.children(root, 1)?;
        self.out.push_str("</g>");
        Ok(())
    }

    fn children(&mut self, node: Node<'_, '_>, depth: usize) -> Result<(), Fault> {
        for child in node.children() {
            if child.is_pi() {
                return Err(Fault::new(child.range(), "a picture has no processing instructions"));
            }
            if child.is_element() {
                self.element(child, depth)?;
            }
        }
        Ok(())
    }

    fn element(&mut self, node: Node<'_, '_>, depth: usize) -> Result<(), Fault> {
        let name = node.tag_name().name();
        let foreign = node.tag_name().namespace().is_some_and(|space| space != SVG);
        if !foreign && !SILENT.contains(&name) && !SHAPES.contains(&name) {
            return Err(Fault::new(
                name_of(node),
                format!("`{name}` is not a shape: a picture has only paths and other shapes"),
            ));
        }
        if foreign || SILENT.contains(&name) {
            return self.silent(node);
        }
        self.elements += 1;
        if depth > MAX_DEPTH || self.elements > MAX_ELEMENTS as usize {
            return Err(Fault::new(name_of(node), TOO_MANY));
        }
        let _ = write!(self.out, "<{name}");
        self.attributes(node, false)?;
        self.out.push('>');
        self.children(node, depth + 1)?;
        let _ = write!(self.out, "</{name}>");
        Ok(())
    }

    /// Skips an element without a picture, or one of another vocabulary. A script inside it is still an error.
    fn silent(&self, node: Node<'_, '_>) -> Result<(), Fault> {
        match node.descendants().find(|inner| inner.is_element() && inner.tag_name().name() == "script") {
            Some(script) => Err(Fault::new(name_of(script), "a picture has no scripts")),
            None => Ok(()),
        }
    }

    fn attributes(&mut self, node: Node<'_, '_>, outermost: bool) -> Result<(), Fault> {
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let fault = |message: String| Fault::new(attribute.range(), message);
            check(name, value).map_err(fault)?;
            let foreign = attribute.namespace().is_some() && name != "href";
            let kept = PAINTS.contains(&name) || !outermost && (PLACING.contains(&name) || FORMS.contains(&name));
            let value = match name {
                _ if foreign => continue,
                "style" => self.style(value),
                "id" if kept => format!("{}{}", self.prefix, escape(value)),
                "href" if kept => format!("#{}{}", self.prefix, escape(&value[1..])),
                _ if kept => self.referring(value),
                _ => continue,
            };
            let _ = write!(self.out, " {name}=\"{value}\"");
        }
        Ok(())
    }

    /// The declarations of a `style` that paint.
    fn style(&self, value: &str) -> String {
        let declarations = value.split(';').filter_map(|declaration| declaration.split_once(':'));
        let pairs = declarations.map(|(name, value)| (name.trim(), value.trim()));
        let kept = pairs.filter(|(name, _)| PAINTS.contains(name));
        kept.map(|(name, value)| format!("{name}:{}", self.referring(value))).collect::<Vec<_>>().join(";")
    }

    /// A value with the prefix added to its references.
    fn referring(&self, value: &str) -> String {
        escape(value).replace("url(#", &format!("url(#{}", self.prefix))
    }
}

/// Refuses attributes that run a script or link to another resource.
fn check(name: &str, value: &str) -> Result<(), String> {
    let elsewhere = || Err(format!("`{name}` links to another resource: only `#name` is allowed"));
    if name.to_ascii_lowercase().starts_with("on") {
        return Err(format!("`{name}` runs a script"));
    }
    if ["href", "src"].contains(&name) && !value.starts_with('#') {
        return elsewhere();
    }
    if name != "style" && !PAINTS.contains(&name) && !PLACING.contains(&name) && !FORMS.contains(&name) {
        // The attribute is left out. An author who links from it should know that.
        let links = value.match_indices("url(").any(|(at, function)| !value[at + function.len()..].starts_with('#'));
        return if links { elsewhere() } else { Ok(()) };
    }
    if value.contains(['\\', '@']) {
        return Err(format!("`{name}` has a character that is not allowed in values of shapes"));
    }
    for (at, _) in value.match_indices('(') {
        let before = &value[..at];
        let start = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '-' || c == '_').len();
        let function = &before[start..];
        if !FUNCTIONS.contains(&function) {
            return Err(format!("`{name}` has a function other than {}", FUNCTIONS.join(", ")));
        }
        if function == "url" && !value[at + 1..].starts_with('#') {
            return elsewhere();
        }
    }
    Ok(())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
