//! The verbs `svg`, `page` and `check_page`. A build of the library without pictures or pages refuses them.

use crate::board::BySide;
use crate::game::{Compiled, Game};
use crate::rules::{Rules, Setup};

use super::fields::{Fields, Refusal};

/// The answer to `svg` and `page`.
#[derive(serde::Serialize)]
pub(super) struct Text {
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
}

/// The refusal of a verb that this build does not have.
pub(super) fn left_out(verb: &str) -> Refusal {
    Refusal::new(format!("this build of Ferz has no `{verb}`: the full module and the program `ferz` have it"))
}

#[cfg(not(feature = "svg"))]
#[cfg_attr(not(feature = "assist"), expect(dead_code, reason = "only previews draw besides `svg`"))]
pub(super) fn picture(_: &Rules, _: &Setup, _: Fields<'_>) -> Result<String, Refusal> {
    Err(left_out("svg"))
}

#[cfg(not(feature = "svg"))]
pub(super) fn svg(_: &Game, _: Fields<'_>) -> Result<Text, Refusal> {
    Err(left_out("svg"))
}

#[cfg(not(feature = "svg"))]
pub(super) fn pictures(_: &Rules) -> Result<Vec<BySide<String>>, Refusal> {
    Err(left_out("pictures"))
}

#[cfg(not(feature = "pages"))]
pub(super) fn write(_: &Compiled, _: Option<&str>, _: Fields<'_>) -> Result<Text, Refusal> {
    Err(left_out("page"))
}

#[cfg(not(feature = "batch-pages"))]
pub(super) fn check(_: &Compiled, _: Fields<'_>) -> Result<Text, Refusal> {
    Err(left_out("check_page"))
}

/// A rules page of a variant.
#[cfg(feature = "pages")]
pub(super) fn write(compiled: &Compiled, description: Option<&str>, fields: Fields<'_>) -> Result<Text, Refusal> {
    use crate::pages::render;

    let page = match fields.text("format")?.unwrap_or("html") {
        "html" => render::html(compiled, description),
        "markdown" => render::markdown(compiled, description),
        _ => return Err(Refusal::new("`format` must be html or markdown")),
    };
    Ok(Text { svg: None, page: Some(page) })
}

/// Compares a rules page with a variant.
#[cfg(feature = "batch-pages")]
pub(super) fn check(compiled: &Compiled, fields: Fields<'_>) -> Result<crate::pages::Report, Refusal> {
    use crate::pages::{self, Options};

    let name = fields.text("name")?.unwrap_or("page.html");
    let report = pages::check(name, fields.need_text("page")?.as_bytes(), compiled, &Options::default());
    let mut report = report.map_err(|error| Refusal::new(format!("`page`: {error}")))?;
    compiled.rules().id.clone_into(&mut report.variant);
    Ok(report)
}

/// A picture of a position, drawn as the fields say.
#[cfg(feature = "svg")]
pub(super) fn picture(rules: &Rules, setup: &Setup, fields: Fields<'_>) -> Result<String, Refusal> {
    let shown = super::picture::shown(rules, fields)?;
    Ok(crate::render::svg::position_as(rules, setup, &shown))
}

/// A picture of a position.
#[cfg(feature = "svg")]
pub(super) fn svg(game: &Game, fields: Fields<'_>) -> Result<Text, Refusal> {
    let svg = picture(game.rules(), &game.setup(), fields)?;
    Ok(Text { svg: Some(svg), page: None })
}

/// A picture of each piece of each side.
#[cfg(feature = "svg")]
pub(super) fn pictures(rules: &Rules) -> Result<Vec<BySide<String>>, Refusal> {
    use crate::board::Side;
    use crate::render::svg::Alone;

    let alone = Alone::of(rules);
    let draw = |id, side| alone.draw(id, side, 48);
    Ok(rules.piece_ids().map(|id| BySide { white: draw(id, Side::White), black: draw(id, Side::Black) }).collect())
}
