//! Evidence from a page about its game before it is compared with rules: sizes of boards, positions, lists of
//! squares, words.

use std::collections::BTreeSet;

use crate::pages::kinds::diagram;
use crate::pages::model::{Kind, Page};
use crate::pages::phrases::number;

use super::clues::{self, square};

/// The file of a whole rank.
const ALL: usize = usize::MAX;

/// A line of a setup: files and ranks from 0, the name of the piece, and the line of the page.
pub type Placed = (Vec<(usize, usize)>, String, usize);

/// Evidence from a page about its game.
#[derive(Clone, Default, Debug)]
pub struct Evidence {
    /// The words of the page, each with a space before and behind, without the marks of the plural.
    pub words: String,
    /// Sizes of boards, files first.
    pub sizes: BTreeSet<(usize, usize)>,
    /// Positions as they are written down, with their lines.
    pub positions: Vec<(String, usize)>,
    /// Lists such as `a1, h1: Rook`, and sentences that place pieces.
    pub list: Vec<Placed>,
    /// The games that the page names as its base.
    pub bases: Vec<&'static str>,
    /// The names before verbs of movement, with their lines.
    pub movers: Vec<(String, usize)>,
}

impl Evidence {
    /// Of a page.
    pub fn of(page: &Page) -> Evidence {
        let mut evidence = Evidence { words: " ".to_owned(), ..Evidence::default() };
        for block in page.blocks.iter().filter(|block| block.kind != Kind::Remark) {
            if let Some(position) = diagram::position(block) {
                evidence.positions.push((position.split([' ', '[']).next().unwrap_or_default().to_owned(), block.line));
                continue;
            }
            let text = block.text.as_str();
            for word in text.split_whitespace().filter(|word| is_placement(word)) {
                evidence.positions.push((word.split('[').next().unwrap_or(word).to_owned(), block.line));
            }
            let lower = text.to_lowercase();
            let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '×').collect();
            sizes(&words, &mut evidence.sizes);
            for word in words.iter().filter(|word| !word.is_empty()) {
                evidence.words.push_str(word.strip_suffix('s').unwrap_or(word));
                evidence.words.push(' ');
            }
            for (line, said) in (block.text.line(0)..).zip(text.split('\n')) {
                evidence.list.extend(placed(said).map(|(squares, name)| (squares, name, line)));
                evidence.clues(said, line);
            }
        }
        evidence.fill_ranks();
        count_from_one(&mut evidence.list);
        evidence
    }

    /// Adds what the words of a line tell.
    fn clues(&mut self, said: &str, line: usize) {
        let words = clues::words(said);
        self.bases.extend(clues::bases(&words));
        self.movers.extend(clues::movers(&words).into_iter().map(|name| (name, line)));
        for (name, places) in clues::stands(&words) {
            // A rank without files gets all of them later.
            let squares = places.into_iter().map(|(file, rank)| (file.unwrap_or(ALL), rank)).collect();
            self.list.push((squares, name, line));
        }
    }

    /// Gives whole ranks their squares.
    fn fill_ranks(&mut self) {
        let known = self.list.iter().flat_map(|(squares, ..)| squares).filter(|(file, _)| *file != ALL);
        let files = known.map(|(file, _)| file + 1).max().unwrap_or(0);
        for (squares, ..) in &mut self.list {
            let whole: Vec<usize> = squares.iter().filter(|(file, _)| *file == ALL).map(|(_, rank)| *rank).collect();
            squares.retain(|(file, _)| *file != ALL);
            squares.extend(whole.into_iter().flat_map(|rank| (0..files).map(move |file| (file, rank))));
        }
        self.list.retain(|(squares, ..)| !squares.is_empty());
    }

    /// Returns `true` if the page has a name among its words.
    pub fn names(&self, name: &str) -> bool {
        let words: Vec<String> = name.to_lowercase().split(['-', '_', ' ']).map(str::to_owned).collect();
        let plain: Vec<&str> = words.iter().map(|word| word.strip_suffix('s').unwrap_or(word)).collect();
        self.words.contains(&format!(" {} ", plain.join(" ")))
    }
}

/// `10x10`, `ten by ten`, `8 × 8`.
fn sizes(words: &[&str], sizes: &mut BTreeSet<(usize, usize)>) {
    let small = |text: &str| number(text).map(|count| count as usize).filter(|count| (2..=32).contains(count));
    let mut add = |files: Option<usize>, ranks: Option<usize>| sizes.extend(files.zip(ranks));
    for word in words {
        if let Some((files, ranks)) = word.split_once(['x', '×']) {
            add(small(files), small(ranks));
        }
    }
    // `10 files and 8 ranks`
    let plain: Vec<&str> = words.iter().copied().filter(|word| !["", "and", "with"].contains(word)).collect();
    let lines = |four: &&[&str]| ["files", "columns"].contains(&four[1]) && ["ranks", "rows"].contains(&four[3]);
    for four in plain.windows(4).filter(lines) {
        add(small(four[0]), small(four[2]));
    }
    for three in words.windows(3).filter(|three| ["x", "×", "by"].contains(&three[1])) {
        add(small(three[0]), small(three[2]));
    }
}

/// Returns `true` if a word is the placement of a FEN.
fn is_placement(word: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || "/+~[]*-".contains(c);
    word.matches('/').count() >= 3 && !word.contains("//") && word.chars().all(known) && word.len() < 400
}

/// The files and ranks of a placement, if all its ranks are equally long.
pub fn size_of(placement: &str) -> Option<(usize, usize)> {
    let width = |rank: &str| {
        let (mut files, mut digits) = (0, 0);
        for c in rank.chars().filter(|c| *c != '+' && *c != '~') {
            match c.to_digit(10) {
                Some(digit) => digits = (digits * 10 + digit as usize).min(99),
                None => {
                    files += digits + 1;
                    digits = 0;
                }
            }
        }
        files + digits
    };
    let widths: Vec<usize> = placement.trim_matches('/').split('/').map(width).collect();
    let first = *widths.first().filter(|first| **first > 1)?;
    widths.iter().all(|width| *width == first).then_some((first, widths.len()))
}

/// Reads `a1, h1: Rook` as a list of squares and the name of a piece.
fn placed(said: &str) -> Option<(Vec<(usize, usize)>, String)> {
    let (squares, name) = said.split_once(':')?;
    let name = name.trim().trim_end_matches(['.', ',', ';']);
    if name.is_empty() || name.split_whitespace().count() > 4 || !name.starts_with(char::is_alphabetic) {
        return None;
    }
    let mut all = Vec::new();
    for part in squares.split([',', ' ']).filter(|part| !part.is_empty() && *part != "and") {
        let corners: Option<Vec<(usize, usize)>> = part.split(['-', '–', '—']).map(square).collect();
        match corners?.as_slice() {
            [one] => all.push(*one),
            [(file, rank), (last, same)] if rank == same && file < last => {
                all.extend((*file..=*last).map(|file| (file, *rank)));
            }
            [(file, rank), (same, last)] if file == same && rank < last => {
                all.extend((*rank..=*last).map(|rank| (*file, rank)));
            }
            _ => return None,
        }
    }
    (!all.is_empty()).then(|| (all, name.to_owned()))
}

/// Ranks are counted from 0 on some pages and from 1 on others; here they are counted from 0.
fn count_from_one(list: &mut [Placed]) {
    let ranks = || list.iter().flat_map(|(squares, ..)| squares).map(|(_, rank)| *rank);
    if ranks().min().is_some_and(|least| least >= 1) {
        list.iter_mut().flat_map(|(squares, ..)| squares).for_each(|(_, rank)| *rank -= 1);
    }
}
