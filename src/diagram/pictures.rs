//! Pictures of the pieces, and colours of the squares.

use crate::board::Side;
use crate::render::pictures::{self as drawn, Catalogue, Picture};
use crate::render::svg;
use crate::rules::{Look as RulesLook, Rules, Squares, Style};

use super::page::{Look, SQUARE};
use super::report::Report;

/// The pictures of the site.
const SITE: &str = "https://www.chessvariants.com/graphics.dir/alfaeriePNG/";

/// How a definition names its pictures.
#[derive(Clone, Debug)]
pub(super) struct Images {
    pub(super) folder: String,
    /// The beginnings of the names for White and Black.
    pub(super) prefixes: [&'static str; 2],
    /// The ending of the names.
    pub(super) kind: &'static str,
    /// The names of the pictures, by piece.
    pub(super) names: Vec<String>,
    /// Files with pictures.
    pub(super) files: Vec<(String, String)>,
}

/// The pictures of a game: its own, or those of the site. A piece for which the site has none is reported.
pub(super) fn images(rules: &Rules, look: &Look, report: &mut Report<'_>) -> Images {
    match &look.folder {
        Some(folder) => own(rules, folder),
        None => of_site(rules, report),
    }
}

fn own(rules: &Rules, folder: &str) -> Images {
    let prefixes = ["w-", "b-"];
    let names: Vec<String> = rules.piece_ids().map(|id| file_name(&rules.piece(id).name, id.index())).collect();
    let figures = svg::Alone::of(rules);
    let mut files = Vec::new();
    for (id, name) in rules.piece_ids().zip(&names) {
        for (side, prefix) in Side::ALL.into_iter().zip(prefixes) {
            files.push((format!("{prefix}{name}.svg"), figures.draw(id, side, SQUARE as u32 - 4)));
        }
    }
    let folder = format!("{}/", folder.trim_end_matches('/'));
    Images { folder, prefixes, kind: "svg", names, files }
}

/// A file name made of the letters and digits of a name.
fn file_name(name: &str, index: usize) -> String {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if plain && !name.is_empty() { name.to_ascii_lowercase() } else { format!("piece-{}", index + 1) }
}

fn of_site(rules: &Rules, report: &mut Report<'_>) -> Images {
    let figures = Rules { look: RulesLook { style: Style::Figures, ..rules.look.clone() }, ..rules.clone() };
    let pictures = drawn::of_all(&figures);
    let (mut names, mut unknown) = (Vec::new(), Vec::new());
    for (id, picture) in rules.piece_ids().zip(&pictures) {
        let piece = rules.piece(id);
        let known = match picture {
            Some(Picture::Figure(expression)) => Catalogue::get().site(expression.trim_end_matches('*')),
            _ => None,
        };
        if known.is_none() {
            unknown.push(format!("`{}`", piece.name));
        }
        names.push(known.map_or_else(|| file_name(&piece.name, id.index()), str::to_owned));
    }
    if !unknown.is_empty() {
        let what = format!("which pictures of the site {} have; `--pictures` writes pictures", unknown.join(", "));
        report.lacks("pieces", what);
    }
    Images { folder: SITE.to_owned(), prefixes: ["w", "b"], kind: "png", names, files: Vec::new() }
}

/// The colours of light and dark squares.
pub(super) fn colours(rules: &Rules) -> [&'static str; 2] {
    const LIGHT: &str = "#f0d9b5";
    match rules.look.squares {
        Squares::Checked => [LIGHT, "#b58863"],
        Squares::Plain | Squares::Points => [LIGHT, LIGHT],
    }
}
