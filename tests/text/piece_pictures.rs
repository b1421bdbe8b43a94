//! Pictures of pieces: the choice by moves and names, the shipped variants, and the author's own.

use std::collections::{BTreeMap, BTreeSet};

use crate::common;
use ferz::betza::Notation;
use ferz::board::Side;
use ferz::compile::{self, Ground};
use ferz::render::pictures::{self, Catalogue, Entry, Picture, expression};
use ferz::render::svg;
use ferz::rules::{Rules, Style};
use ferz::variant::library;
use ferz::{LoadError, image};
use roxmltree::{Document, Node};

/// The styles that have a table.
const STYLES: [Style; 4] = [Style::Figures, Style::Chinese, Style::Korean, Style::Japanese];

/// The entries of all styles.
fn entries() -> impl Iterator<Item = (Style, &'static Entry)> {
    STYLES.into_iter().flat_map(|style| Catalogue::get().entries(style).iter().map(move |entry| (style, entry)))
}

/// Returns `true` if a piece is drawn as a tile with its letter.
fn has_letters(piece: Node<'_, '_>) -> bool {
    piece.descendants().any(|node| node.attribute("class") == Some("letters"))
}

/// The picture of a piece of a variant.
fn picture_of(rules: &Rules, name: &str) -> Option<Picture> {
    let index = rules.pieces.iter().position(|piece| piece.name == name).expect("the piece is there");
    pictures::of_all(rules)[index].clone()
}

fn figure(expression: &str) -> Option<Picture> {
    Some(Picture::Figure(expression.to_owned()))
}

/// The expression for the moves of a notation on 8 by 8 squares.
fn figure_of(notation: &str) -> Option<String> {
    let movement = compile::movement(&Notation::parse(notation).expect("a notation")).expect("moves");
    match pictures::of_movement(&movement, Ground::FLAT) {
        Some(Picture::Figure(expression)) => Some(expression),
        _ => None,
    }
}

#[test]
fn start_positions_have_pictures_and_no_letters() {
    let mut lettered = Vec::new();
    for name in library::names() {
        let compiled = common::variant(name);
        let rules = compiled.rules();
        let text = svg::position(rules, &rules.setup);
        let document = Document::parse(&text).expect("a picture is XML");
        let pieces = document.descendants().filter(|node| node.attribute("class") == Some("piece"));
        let letters: BTreeSet<&str> =
            pieces.filter(|piece| has_letters(*piece)).filter_map(|piece| piece.attribute("data-piece")).collect();
        if !letters.is_empty() {
            lettered.push(format!("{name}: {letters:?}"));
        }
    }
    // All variants of 2026 have pictures. A few new ones may wait for theirs.
    assert!(library::names().count() >= 368 && lettered.len() <= 4, "letters in:\n{}", lettered.join("\n"));
}

#[test]
fn no_two_pieces_of_a_side_have_the_same_picture() {
    for name in library::names() {
        let compiled = common::variant(name);
        let rules = compiled.rules();
        let drawn = pictures::of_all(rules);
        for side in Side::ALL {
            let mut seen = BTreeMap::new();
            for (piece, picture) in rules.pieces.iter().zip(&drawn) {
                let Some(picture) = picture.as_ref().filter(|_| !piece.symbol[side].is_empty()) else { continue };
                let markup = pictures::markup(picture, side, pictures::paints(&rules.look, side));
                let other = seen.insert(markup, &piece.name);
                assert!(other.is_none(), "{name}: {} and {other:?} have the same picture", piece.name);
            }
        }
    }
}

#[test]
fn shapes_differ_and_are_all_used() {
    let catalogue = Catalogue::get();
    let mut seen = BTreeMap::new();
    for name in catalogue.shapes() {
        let shape = catalogue.shape(name).expect("it has a name");
        assert!(!shape.outlines.is_empty(), "{name} has no outline");
        let other = seen.insert((shape.outlines.clone(), shape.lines), name);
        assert!(other.is_none(), "{name} and {other:?} are the same shape");
    }
    assert!(seen.len() > 110, "{} shapes", seen.len());
    let figures = catalogue.entries(Style::Figures).iter();
    let used: BTreeSet<String> = figures.flat_map(|entry| expression(entry.picture)).map(|part| part.shape).collect();
    let unused: Vec<&str> =
        catalogue.shapes().filter(|name| !used.contains(*name) && !name.contains("badge")).collect();
    assert!(unused.is_empty(), "no entry has {unused:?}");
}

#[test]
fn the_tables_of_pictures_are_whole() {
    for (style, entry) in entries() {
        for model in entry.models.iter().filter(|model| model.notation != "P") {
            assert!(Notation::parse(model.notation).is_ok(), "{}: {}", entry.picture, model.notation);
        }
        assert!(!entry.models.is_empty() || !entry.names.is_empty(), "{} stands for nothing", entry.picture);
        match style {
            Style::Figures => {
                for part in expression(entry.picture) {
                    assert!(Catalogue::get().shape(&part.shape).is_some(), "{}: {}", entry.picture, part.shape);
                }
            }
            _ => {
                for sign in entry.picture.chars().filter(|sign| *sign != '/') {
                    assert!(Catalogue::get().outline(sign).is_some(), "{sign} has no outline");
                }
            }
        }
    }
}

#[test]
fn the_picture_follows_from_the_moves_and_never_from_the_letter() {
    let file = "name: Letters\nextends: chess\npieces:\n  knight: {symbol: Z}\n  bishop: {symbol: R, moves: B}\n  \
                rook: {symbol: B, moves: R}\n  queen: {symbol: N, moves: C}\n\
                castling: none\nsetup: 4k3/8/8/8/8/8/8/ZRBNK3 w - - 0 1\n";
    let compiled = ferz::load_text(file).expect("it can be played");
    let rules = compiled.rules();
    assert_eq!(picture_of(rules, "knight"), figure("knight"));
    assert_eq!(picture_of(rules, "bishop"), figure("bishop"));
    assert_eq!(picture_of(rules, "rook"), figure("rook"));
    assert_eq!(picture_of(rules, "queen"), figure("camel"));
}

#[test]
fn names_choose_only_among_pictures_that_may_be_meant() {
    let file = "name: Names\nextends: chess\npieces:\n  knight: {symbol: N, moves: C}\n  rook: {symbol: R, moves: N}\n";
    let compiled = ferz::load_text(file).expect("it can be played");
    assert_eq!(picture_of(compiled.rules(), "knight"), figure("camel"), "a name is not stronger than moves");
    assert_eq!(picture_of(compiled.rules(), "rook"), figure("knight"));
    let file = "name: Badges\nextends: chess\npieces:\n  free-knight: {symbol: F, moves: NmQcZ}\n";
    let compiled = ferz::load_text(file).expect("it can be played");
    assert_eq!(picture_of(compiled.rules(), "free-knight"), figure("knight~badge-up"));
}

#[test]
fn compounds_are_composed_of_their_parts() {
    let pairs = [
        ("QN", "queen+knight"),
        ("RN", "rook+knight"),
        ("BN", "bishop+knight"),
        ("KN", "commoner+knight"),
        ("RC", "rook+camel"),
        ("BCZ", "bishop+camel+zebra"),
        ("mNcB", "knight>bishop"),
        ("NN", "knight^"),
    ];
    for (notation, wanted) in pairs {
        assert_eq!(figure_of(notation).as_deref(), Some(wanted), "{notation}");
    }
    for notation in ["CZDN", "mCcGH", "fsmN"] {
        assert_eq!(figure_of(notation), None, "{notation}");
    }
    let markup = pictures::markup(
        &Picture::Figure("rook+camel".to_owned()),
        Side::White,
        pictures::paints(&ferz::rules::Look::default(), Side::White),
    );
    for part in ["rook", "camel"] {
        let shape = Catalogue::get().shape(part).expect("a shape");
        assert!(shape.outlines.iter().all(|outline| markup.contains(outline)), "{part}");
    }
}

#[test]
fn a_royal_piece_with_other_moves_wears_a_crown() {
    let file = "name: Crowned\nextends: chess\npieces:\n  king: {symbol: K, moves: N, royal: true}\n  \
                knight: {symbol: N, moves: N}\n\
                castling: none\nsetup: 4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1\n";
    let compiled = ferz::load_text(file).expect("it can be played");
    assert_eq!(picture_of(compiled.rules(), "king"), figure("knight*"));
    assert_eq!(picture_of(compiled.rules(), "knight"), figure("knight"));
}

#[test]
fn the_style_of_a_variant_decides_between_figures_characters_and_letters() {
    let picture = |style: &str| {
        let file = format!("name: Styled\nextends: xiangqi\nlook: {{style: {style}}}\n");
        picture_of(ferz::load_text(&file).expect("it can be played").rules(), "chariot")
    };
    assert_eq!(picture("figures"), figure("rook"));
    assert_eq!(picture("letters"), None);
    for style in ["chinese", "korean", "japanese"] {
        assert!(matches!(picture(style), Some(Picture::Sign { .. })), "{style}");
    }
}

/// A chess whose knight has a picture of its own.
fn with_image(image: &str) -> Result<ferz::Compiled, LoadError> {
    ferz::load_text(&format!("name: Own\nextends: chess\nlook:\n  images:\n    knight: '{image}'\n"))
}

#[test]
fn a_plain_svg_is_the_picture_of_its_piece() {
    let image = r##"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="80px" height="80px" class="a">
      <!-- a comment --><title>A knight</title><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
      <path id="p" d="M1 2h9v9z" fill="url(#g)" style="stroke: rgb(1, 2, 3); position: fixed" data-a="1" filter="none"/></svg>"##;
    let compiled = with_image(image).expect("it can be played");
    let rules = compiled.rules();
    let Some(Picture::Image { white, black }) = picture_of(rules, "knight") else { panic!("no picture of its own") };
    assert_ne!(white, black, "the names inside differ");
    for text in [&white, &black] {
        let document = Document::parse(text).expect("it is XML");
        assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 80 80"));
        let path = document.descendants().find(|node| node.has_tag_name("path")).expect("a path");
        let gradient = document.descendants().find(|node| node.has_tag_name("linearGradient")).expect("a gradient");
        let reference = format!("url(#{})", gradient.attribute("id").expect("a name"));
        assert_eq!(path.attribute("fill"), Some(reference.as_str()));
        assert_eq!(path.attribute("style"), Some("stroke:rgb(1, 2, 3)"));
        let kept: BTreeSet<&str> = path.attributes().map(|attribute| attribute.name()).collect();
        assert_eq!(kept, BTreeSet::from(["id", "d", "fill", "style"]));
        assert!(!text.contains("A knight") && !text.contains("comment"));
    }
    let drawn = svg::position(rules, &rules.setup);
    assert_eq!(drawn.matches(&*white).count(), 3, "two knights and the legend");
    assert_eq!(drawn.matches(&*black).count(), 3);
    Document::parse(&drawn).expect("the whole picture is XML");
}

#[test]
fn a_link_is_refused_even_in_an_attribute_that_is_left_out() {
    let image = "<svg viewBox=\"0 0 1 1\"><path d=\"M0 1\" mask=\"url(https://example.org/a.svg#m)\"/></svg>";
    let Err(LoadError::Faulty { problems, .. }) = with_image(image) else { panic!("it is accepted") };
    assert!(problems[0].message.contains("links to another resource"), "{}", problems[0].message);
    assert!(with_image("<svg viewBox=\"0 0 1 1\"><path d=\"M0 1\" mask=\"url(#m)\"/></svg>").is_ok());
}

#[test]
fn each_side_can_have_a_picture_of_its_own() {
    let file = "name: Own\nextends: chess\nlook:\n  images:\n    knight:\n      white: '<svg viewBox=\"0 0 1 1\"><path d=\"M0 1\"/></svg>'\n      \
                black: '<svg viewBox=\"0 0 1 1\"><path d=\"M0 2\"/></svg>'\n";
    let compiled = ferz::load_text(file).expect("it can be played");
    let Some(Picture::Image { white, black }) = picture_of(compiled.rules(), "knight") else { panic!("no picture") };
    assert!(white.contains("M0 1") && black.contains("M0 2"));
}

#[test]
fn large_and_deep_pictures_are_refused_with_their_place() {
    let path = "M1 2h3v4z".repeat(image::MAX_BYTES / 9);
    let deep = format!("{}{}", "<g>".repeat(9_000), "</g>".repeat(9_000));
    let many = "<g/>".repeat(2_001);
    for (inside, what) in [(format!("<path d=\"{path}\"/>"), "KiB"), (deep, "elements"), (many, "elements")] {
        let Err(LoadError::Faulty { problems, sources }) =
            with_image(&format!("<svg viewBox=\"0 0 1 1\">{inside}</svg>"))
        else {
            panic!("{what}: it is accepted")
        };
        assert!(problems[0].message.contains(what), "{}", problems[0].message);
        assert_eq!(sources.line_column(problems[0].span).line, 5);
    }
}

#[test]
fn ten_megabytes_of_paths_are_refused_with_their_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = "M1 2h3v4z".repeat(10 << 20 >> 3);
    let picture = format!("<svg viewBox=\"0 0 1 1\"><path d=\"{path}\"/></svg>");
    std::fs::write(folder.path().join("large.svg"), picture).expect("it is written");
    let file = folder.path().join("own.yaml");
    std::fs::write(&file, "name: Own\nextends: chess\nlook:\n  images:\n    knight: large.svg\n")
        .expect("it is written");
    let Err(LoadError::Faulty { problems, .. }) = ferz::load(file.to_str().expect("a path")) else {
        panic!("it is accepted")
    };
    assert_eq!(problems.len(), 1, "{problems:?}");
}

#[test]
fn rendered_pages_show_the_pictures() {
    let compiled = with_image("<svg viewBox=\"0 0 1 1\"><path d=\"M0 1h7\"/></svg>").expect("it can be played");
    let page = ferz::pages::render::html(&compiled, None);
    assert!(page.contains("M0 1h7"));
    let rook = Catalogue::get().shape("rook").expect("a shape").outlines[0];
    assert!(page.contains(rook));
}

#[test]
fn xboard_gets_a_picture_for_each_letter_of_its_table() {
    let compiled = common::variant("grasshopper");
    let files = ferz::protocol::xboard::pictures(compiled.rules()).expect("XBoard does not know it");
    let names: BTreeSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), 14);
    for name in ["WhiteCrown.svg", "BlackCrown.svg", "WhiteKing.svg", "BlackPawn.svg"] {
        assert!(names.contains(name), "{names:?}");
    }
    for (name, picture) in &files {
        Document::parse(picture).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let picture = |name: &str| &files.iter().find(|(own, _)| own == name).expect("it is there").1;
    let queen = Catalogue::get().shape("queen").expect("a shape").outlines[0];
    assert!(picture("WhiteCrown.svg").contains(queen) && picture("WhiteCrown.svg").contains("rotate(180"));
    assert!(picture("WhiteQueen.svg").contains(queen) && !picture("WhiteQueen.svg").contains("rotate"));
    assert!(ferz::protocol::xboard::without_place(compiled.rules()).is_empty());
    let large = common::variant("dai-shogi");
    let left_out = ferz::protocol::xboard::without_place(large.rules());
    assert!(left_out.contains(&"tokin") || left_out.len() > 5, "{left_out:?}");
    assert!(ferz::protocol::xboard::pictures(common::variant("chess").rules()).is_some());
    assert!(ferz::protocol::xboard::pictures(common::variant("shogi").rules()).is_none());
}

/// Writes a sheet with all pictures, for people: `target/tmp/pictures.svg`, at 24 and 64 pixels, of both sides, on light
/// and dark squares.
#[test]
fn a_sheet_shows_every_picture_for_both_sides() {
    let figures: Vec<Picture> = Catalogue::get()
        .entries(Style::Figures)
        .iter()
        .map(|entry| Picture::Figure(entry.picture.to_owned()))
        .collect();
    let signs = STYLES[1..].iter().flat_map(|style| {
        Catalogue::get().entries(*style).iter().map(|entry| {
            let (white, black) = entry.picture.split_once('/').unwrap_or((entry.picture, entry.picture));
            Picture::Sign { white, black, style: *style }
        })
    });
    let pictures: Vec<Picture> = figures.into_iter().chain(signs).collect();
    let mut sheet = String::new();
    for (at, picture) in pictures.iter().enumerate() {
        for (place, (side, size)) in Side::ALL.into_iter().flat_map(|side| [(side, 24), (side, 64)]).enumerate() {
            let (x, y) = (at % 8 * 200 + [0, 28, 100, 128][place], at / 8 * 72);
            let square = if (at + place / 2).is_multiple_of(2) { "#f0d9b5" } else { "#b58863" };
            let drawn = pictures::markup(picture, side, pictures::paints(&ferz::rules::Look::default(), side));
            assert!(drawn.contains("<path"), "{picture:?}");
            sheet += &format!(
                "<g transform=\"translate({x} {y})\"><rect width=\"{size}\" height=\"{size}\" fill=\"{square}\"/>\
                 <g transform=\"scale({})\">{drawn}</g></g>\n",
                f64::from(size) / 40.0
            );
        }
    }
    let high = pictures.len().div_ceil(8) * 72;
    let sheet = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1600\" height=\"{high}\">\n{sheet}</svg>\n");
    Document::parse(&sheet).expect("it is XML");
    std::fs::write(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures.svg"), sheet).expect("a file");
}
