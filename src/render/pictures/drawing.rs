//! Pictures as SVG: shapes put together, and signs in a frame.

use std::fmt::Write as _;

use crate::board::Side;
use crate::rules::Style;

use super::catalogue::{Catalogue, Shape};
use super::choice::Picture;
use super::paints::Paints;

/// A shape in its place in the box of 40 by 40.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// The name of the shape.
    pub shape: String,
    /// The scale of the shape.
    pub scale: f64,
    /// Its upper left corner.
    pub at: (f64, f64),
    /// `true` if it is drawn upside down.
    pub turned: bool,
}

/// The frame around a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frame {
    /// A disc.
    Disc,
    /// An octagon.
    Octagon,
    /// A tile that points forwards.
    Wedge,
}

impl Frame {
    /// The frame of the signs of a style.
    pub fn of(style: Style) -> Frame {
        match style {
            Style::Korean => Frame::Octagon,
            Style::Japanese => Frame::Wedge,
            _ => Frame::Disc,
        }
    }

    fn path(self) -> &'static str {
        match self {
            Frame::Disc => "M3 20a17 17 0 1 0 34 0a17 17 0 1 0-34 0z",
            Frame::Octagon => "M13 3H27L37 13V27L27 37H13L3 27V13Z",
            Frame::Wedge => "M20 2.5 31 8.5 35.5 37.5H4.5L9 8.5Z",
        }
    }
}

/// The parts of an expression.
///
/// `a+b` is `b` in front of `a`; `a>b` is `a` with a small `b` above it; `a^` is upside down; `a*` has a crown; and
/// `a~b` has the badge `b`.
pub fn expression(text: &str) -> Vec<Part> {
    let (text, badge) = text.split_once('~').map_or((text, None), |(text, badge)| (text, Some(badge)));
    let (text, crowned) = text.strip_suffix('*').map_or((text, false), |text| (text, true));
    let mut parts = match text.split_once('>') {
        Some((goes, takes)) => placed(&[goes, takes], &[(0.82, (-3.0, 8.0)), (0.56, (18.5, -2.0))]),
        None => together(&text.split('+').collect::<Vec<_>>()),
    };
    let mark = |shape: &str| Part { shape: shape.to_owned(), scale: 1.0, at: (0.0, 0.0), turned: false };
    parts.extend(crowned.then(|| mark("crown-badge")));
    parts.extend(badge.map(mark));
    parts
}

fn together(names: &[&str]) -> Vec<Part> {
    match names.len() {
        0 | 1 => placed(names, &[(1.0, (0.0, 0.0))]),
        2 => placed(names, &[(0.72, (-2.5, -0.5)), (0.72, (13.0, 11.0))]),
        _ => placed(names, &[(0.6, (-3.0, 0.0)), (0.6, (19.0, 0.0)), (0.6, (8.0, 15.0)), (0.5, (20.0, 18.0))]),
    }
}

fn placed(names: &[&str], places: &[(f64, (f64, f64))]) -> Vec<Part> {
    let part = |(name, (scale, at)): (&&str, &(f64, (f64, f64)))| {
        let (shape, turned) = name.strip_suffix('^').map_or((*name, false), |name| (name, true));
        Part { shape: shape.to_owned(), scale: *scale, at: *at, turned }
    };
    names.iter().zip(places).map(part).collect()
}

/// A picture in a box of 40 by 40, as elements of an SVG.
pub fn markup(picture: &Picture, side: Side, paints: Paints) -> String {
    match picture {
        Picture::Figure(text) => figure(text, side, paints),
        Picture::Sign { white, black, style } => {
            let sign = if side == Side::White { white } else { black };
            let turned = *style == Style::Japanese && side == Side::Black;
            signed(Frame::of(*style), sign, turned, paints)
        }
        Picture::Image { white, black } => if side == Side::White { white } else { black }.to_string(),
    }
}

/// The beginning of the names of shapes that show a direction as the piece's own side sees it.
const HEADING: &str = "heading-";

fn figure(text: &str, side: Side, paints: Paints) -> String {
    let mut svg = "<g stroke-linejoin=\"round\" stroke-linecap=\"round\">".to_owned();
    for (at, part) in expression(text).iter().enumerate() {
        if let Some(shape) = Catalogue::get().shape(&part.shape) {
            let drawn = placed_shape(part, shape, paints, at > 0);
            match side == Side::Black && part.shape.starts_with(HEADING) {
                true => {
                    let _ = write!(svg, "<g transform=\"rotate(180 9 9)\">{drawn}</g>");
                }
                false => svg.push_str(&drawn),
            }
        }
    }
    svg + "</g>"
}

/// A shape in its place. A dark part in front of another gets a light line around it.
fn placed_shape(part: &Part, shape: &Shape, paints: Paints, in_front: bool) -> String {
    let Paints { paper, ink, edge } = paints;
    let (x, y) = part.at;
    let turn = if part.turned { " rotate(180 20 20)" } else { "" };
    let transform = match part.scale == 1.0 && !part.turned {
        true => String::new(),
        false => format!(" transform=\"translate({x} {y}) scale({}){turn}\"", part.scale),
    };
    let mut svg = format!("<g{transform}>");
    let width = |wide: f64| (wide / part.scale * 100.0).round() / 100.0;
    for outline in shape.outlines.iter().filter(|_| in_front && paints.is_dark()) {
        let wide = width(3.4);
        let _ = write!(svg, "<path d=\"{outline}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{wide}\"/>");
    }
    for outline in &shape.outlines {
        let painted = format!("fill=\"{paper}\" stroke=\"{edge}\" stroke-width=\"{}\"", width(1.5));
        let _ = write!(svg, "<path class=\"body\" d=\"{outline}\" {painted}/>");
    }
    if !shape.lines.is_empty() {
        let drawn = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"{}\"", width(1.3));
        let _ = write!(svg, "<path class=\"inner\" d=\"{}\" {drawn}/>", shape.lines);
    }
    svg + "</g>"
}

/// One or two characters in a frame.
fn signed(frame: Frame, sign: &str, turned: bool, paints: Paints) -> String {
    let Paints { paper, ink, edge } = paints;
    let turn = if turned { " transform=\"rotate(180 20 20)\"" } else { "" };
    let frame_path = frame.path();
    let mut svg = format!(
        "<g{turn}><path class=\"body\" d=\"{frame_path}\" fill=\"{paper}\" stroke=\"{edge}\" stroke-width=\"1.5\"/>"
    );
    let characters: Vec<char> = sign.chars().collect();
    let places: &[(f64, f64, f64)] = match (characters.len(), frame) {
        (0 | 1, Frame::Wedge) => &[(0.115, 8.5, 11.5)],
        (0 | 1, _) => &[(0.118, 8.2, 8.2)],
        (_, Frame::Wedge) => &[(0.078, 12.2, 6.2), (0.078, 12.2, 21.0)],
        (_, _) => &[(0.078, 12.2, 4.4), (0.078, 12.2, 20.0)],
    };
    for (character, (scale, x, y)) in characters.iter().zip(places) {
        let Some(outline) = Catalogue::get().outline(*character) else { continue };
        let _ = write!(
            svg,
            "<path class=\"sign\" transform=\"translate({x} {y}) scale({scale})\" d=\"{outline}\" fill=\"{ink}\"/>"
        );
    }
    svg + "</g>"
}
