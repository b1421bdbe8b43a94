//! How the verb `svg` draws a position.

use serde_json::Value;

use crate::board::{Side, Square};
use crate::render::svg::{Arrow, Colour, Colours, Shown};
use crate::rules::Rules;

use super::fields::{Fields, Refusal};

/// The largest width of a picture, in pixels.
const WIDEST: u64 = 20_000;

/// Reads how the position is drawn.
pub(super) fn shown(rules: &Rules, fields: Fields<'_>) -> Result<Shown, Refusal> {
    let mut shown = Shown::default();
    if let Some(name) = fields.text("orientation")? {
        let side = Side::ALL.into_iter().find(|side| side.name() == name);
        shown.orientation = side.ok_or_else(|| Refusal::new("`orientation` must be white or black"))?;
    }
    shown.coordinates = fields.value("coordinates").is_none() || fields.flag("coordinates")?;
    shown.legend = fields.flag("legend")?;
    if fields.value("regions").is_some() {
        let names = fields.texts("regions")?.into_iter().map(|name| region(rules, name));
        shown.regions = Some(names.collect::<Result<_, _>>()?);
    }
    if let Some(size) = fields.number("size")? {
        let size = Some(size).filter(|size| (1..=WIDEST).contains(size));
        let size = size.ok_or_else(|| Refusal::new(format!("`size` is a number from 1 to {WIDEST}")))?;
        shown.size = Some(size as u32);
    }
    let last = fields.texts("last_move")?.into_iter().map(|name| square(rules, "last_move", name));
    shown.last_move = last.collect::<Result<_, _>>()?;
    shown.check = fields.text("mark")?.map(|name| square(rules, "mark", name)).transpose()?;
    for (name, value) in fields.object("fill")?.into_iter().flat_map(|fill| fill.0) {
        shown.fill.push((square(rules, "fill", name)?, colour("fill", value.as_str())?));
    }
    if let Some(arrows) = fields.value("arrows") {
        let list = arrows.as_array().ok_or_else(|| Refusal::new("`arrows` must be a list"))?;
        shown.arrows = list.iter().map(|value| arrow(rules, value)).collect::<Result<_, _>>()?;
    }
    for (name, value) in fields.object("colours")?.into_iter().flat_map(|colours| colours.0) {
        let known = Colours::NAMES.join(", ");
        let place = shown.colours.named(name);
        let place = place.ok_or_else(|| Refusal::new(format!("`colours`: there are {known}, not `{name}`")))?;
        *place = colour("colours", value.as_str())?;
    }
    Ok(shown)
}

fn region(rules: &Rules, name: &str) -> Result<String, Refusal> {
    let known = rules.regions.contains_key(name).then(|| name.to_owned());
    known.ok_or_else(|| Refusal::new(format!("`regions`: the variant has no region `{name}`")))
}

fn square(rules: &Rules, field: &str, name: &str) -> Result<Square, Refusal> {
    let found = rules.geometry.square(name);
    found.ok_or_else(|| Refusal::new(format!("`{field}`: the board has no square `{name}`")))
}

fn colour(field: &str, text: Option<&str>) -> Result<Colour, Refusal> {
    text.and_then(Colour::parse).ok_or_else(|| Refusal::new(format!("`{field}`: {}", crate::image::COLOUR)))
}

/// An arrow: two squares, and a colour if wanted.
fn arrow(rules: &Rules, value: &Value) -> Result<Arrow, Refusal> {
    let texts: Option<Vec<&str>> = value.as_array().and_then(|parts| parts.iter().map(Value::as_str).collect());
    let wrong = || Refusal::new("`arrows`: an arrow is a list of two squares, with a colour if wanted");
    let (from, to, tint) = match texts.as_deref() {
        Some([from, to]) => (from, to, None),
        Some([from, to, tint]) => (from, to, Some(colour("arrows", Some(tint))?)),
        _ => return Err(wrong()),
    };
    Ok(Arrow { from: square(rules, "arrows", from)?, to: square(rules, "arrows", to)?, colour: tint })
}
