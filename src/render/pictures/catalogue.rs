//! The catalogue of pictures, read from the files in `data/pictures`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::rules::Style;

const SHAPES: &str = include_str!("../../../data/pictures/shapes.txt");
const OUTLINES: &str = include_str!("../../../data/pictures/outlines.txt");
const FIGURES: &str = include_str!("../../../data/pictures/figures.txt");
const CHINESE: &str = include_str!("../../../data/pictures/chinese.txt");
const KOREAN: &str = include_str!("../../../data/pictures/korean.txt");
const JAPANESE: &str = include_str!("../../../data/pictures/japanese.txt");
const BADGES: &str = include_str!("../../../data/pictures/badges.txt");
const SITE: &str = include_str!("../../../data/pictures/site.txt");
const XBOARD: &str = include_str!("../../../data/pictures/xboard.txt");

/// The moves of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The notation. `P` stands for a pawn: a step ahead, and captures diagonally ahead.
    pub notation: &'static str,
    /// `true` if only royal pieces have the picture.
    pub royal: bool,
    /// `true` if the piece must also have one of the picture's names.
    pub named: bool,
}

/// A picture with the moves and names it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The picture: an expression of shapes (see [`expression`](super::expression)), or signs for both sides.
    pub picture: &'static str,
    /// The moves.
    pub models: Vec<Model>,
    /// Names of pieces.
    pub names: Vec<&'static str>,
}

/// The shape of a part: outlines that are filled, and lines on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The outlines, the lowest first.
    pub outlines: Vec<&'static str>,
    /// The lines; empty if there are none.
    pub lines: &'static str,
}

/// All pictures.
#[derive(Debug)]
pub struct Catalogue {
    shapes: BTreeMap<&'static str, Shape>,
    outlines: BTreeMap<char, &'static str>,
    figures: Vec<Entry>,
    chinese: Vec<Entry>,
    korean: Vec<Entry>,
    japanese: Vec<Entry>,
    badges: Vec<(&'static str, &'static str)>,
    site: Vec<(&'static str, &'static str)>,
    xboard: Vec<(&'static str, &'static str)>,
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue {
    shapes: lines(SHAPES).filter_map(shape).collect(),
    outlines: lines(OUTLINES).filter_map(outline).collect(),
    figures: lines(FIGURES).map(entry).collect(),
    chinese: lines(CHINESE).map(entry).collect(),
    korean: lines(KOREAN).map(entry).collect(),
    japanese: lines(JAPANESE).map(entry).collect(),
    badges: pairs(BADGES),
    site: pairs(SITE),
    xboard: pairs(XBOARD),
});

impl Catalogue {
    /// The catalogue, which is read once.
    pub fn get() -> &'static Catalogue {
        &CATALOGUE
    }

    /// The entries of a style. Letters have none.
    pub fn entries(&self, style: Style) -> &[Entry] {
        match style {
            Style::Figures => &self.figures,
            Style::Chinese => &self.chinese,
            Style::Korean => &self.korean,
            Style::Japanese => &self.japanese,
            Style::Letters => &[],
        }
    }

    /// The shape with a name.
    pub fn shape(&self, name: &str) -> Option<&Shape> {
        self.shapes.get(name)
    }

    /// The names of all shapes.
    pub fn shapes(&self) -> impl Iterator<Item = &'static str> {
        self.shapes.keys().copied()
    }

    /// The outline of a character, in a box of 200 by 200 with the origin at the upper left.
    pub fn outline(&self, sign: char) -> Option<&'static str> {
        self.outlines.get(&sign).copied()
    }

    /// The file name of a picture on chessvariants.com; `None` if the site has none.
    pub fn site(&self, picture: &str) -> Option<&'static str> {
        self.site.iter().find(|(known, _)| *known == picture).map(|(_, name)| *name)
    }

    /// The letters of XBoard's table of pictures, in its order, each with the file name of the picture. The last one is
    /// the royal piece.
    pub fn xboard(&self) -> &[(&'static str, &'static str)] {
        &self.xboard
    }

    /// The badge for a name such as `promoted-knight`, and the rest of the name.
    pub fn badge<'a>(&self, name: &'a str) -> Option<(&'static str, &'a str)> {
        self.badges.iter().find_map(|(word, badge)| {
            let before = name.strip_prefix(word).and_then(|rest| rest.strip_prefix('-'));
            let rest = before.or_else(|| name.strip_suffix(word).and_then(|rest| rest.strip_suffix('-')))?;
            Some((*badge, rest))
        })
    }
}

/// The lines of a file that are not comments.
fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The pairs of a file with lines `a = b`.
fn pairs(text: &'static str) -> Vec<(&'static str, &'static str)> {
    lines(text).filter_map(|line| line.split_once('=')).map(|(a, b)| (a.trim(), b.trim())).collect()
}

fn shape(line: &'static str) -> Option<(&'static str, Shape)> {
    let (name, paths) = line.split_once(':')?;
    let (outlines, lines) = paths.split_once('|').unwrap_or((paths, ""));
    let outlines = outlines.split('/').map(str::trim).filter(|path| !path.is_empty()).collect();
    Some((name.trim(), Shape { outlines, lines: lines.trim() }))
}

fn outline(line: &'static str) -> Option<(char, &'static str)> {
    let (sign, path) = line.split_once(' ')?;
    Some((sign.chars().next()?, path))
}

fn entry(line: &'static str) -> Entry {
    let mut cells = line.split('|').map(str::trim);
    let mut cell = || cells.next().unwrap_or_default();
    let picture = cell();
    let models = cell().split_whitespace().map(model).collect();
    Entry { picture, models, names: cell().split_whitespace().collect() }
}

/// Reads a notation. `!` before it stands for royal pieces, and `?` means that the name must fit, too.
fn model(word: &'static str) -> Model {
    let notation = word.trim_start_matches(['!', '?']);
    let marks = &word[..word.len() - notation.len()];
    Model { notation, royal: marks.contains('!'), named: marks.contains('?') }
}
