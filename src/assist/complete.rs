//! Completion: what may stand at a cursor.

use std::ops::Range;

use super::cursor::{Cursor, Part, cursor, floor};
use super::document::Document;
use super::names::{Names, What};
use super::place;
use super::schema::{self, Form, Kind, Step};
use crate::betza::{Base, Modifier, Notation, Toward};
use crate::language;
use crate::variant::{Node, library};

/// The sort of an item, for the icon that an editor shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A key of the format.
    Key,
    /// A name of the file.
    Name,
    /// A word of the format.
    Word,
    /// A letter of a notation or a position.
    Letter,
    /// A variant or a file.
    File,
}

/// One completion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The text that the editor shows.
    pub label: String,
    /// Its sort.
    pub sort: Sort,
    /// A short description.
    pub detail: String,
    /// The text that is written.
    pub insert: String,
    /// The bytes that it replaces.
    pub range: Range<usize>,
}

/// The completions at a byte of a document. `files` are paths of variant files that it could extend.
pub fn complete(document: &Document, offset: usize, files: &[String]) -> Vec<Item> {
    let offset = floor(&document.text, offset);
    let cursor = cursor(&document.text, offset);
    if cursor.part == Part::Comment {
        return Vec::new();
    }
    let names = document.tree().map(Names::of).unwrap_or_default();
    let desk = Desk { document, cursor: &cursor, offset, names: &names, files };
    let forms = schema::forms(&cursor.path);
    let mut items = match cursor.part {
        Part::Key if forms.iter().any(Form::is_map) => desk.keys(&forms),
        _ => desk.values(&forms),
    };
    let mut seen = std::collections::HashSet::new();
    items.retain(|item| seen.insert(item.label.clone()));
    items
}

/// Everything that is known about the place of the cursor.
struct Desk<'a> {
    document: &'a Document,
    cursor: &'a Cursor,
    offset: usize,
    names: &'a Names,
    files: &'a [String],
}

impl Desk<'_> {
    fn item(&self, label: &str, sort: Sort, detail: impl Into<String>, insert: String, range: Range<usize>) -> Item {
        Item { label: label.to_owned(), sort, detail: detail.into(), insert, range }
    }

    /// Completes keys that the mapping does not have yet.
    fn keys(&self, forms: &[Form]) -> Vec<Item> {
        let present = self.present();
        let key = |name: &str, sort, detail: String| {
            let end = self.cursor.whole.end;
            let has_colon = self.document.text[end..].trim_start_matches('"').starts_with(':');
            let insert = if has_colon { name.to_owned() } else { format!("{name}: ") };
            self.item(name, sort, detail, insert, self.cursor.whole.clone())
        };
        let mut items = Vec::new();
        for (name, _) in forms.iter().filter_map(Form::keys).flatten().filter(|(name, _)| !present.contains(name)) {
            let path: Vec<Step> = self.cursor.path.iter().cloned().chain([Step::Key(name.clone())]).collect();
            let note = schema::forms(&path).first().and_then(Form::note);
            items.push(key(name, Sort::Key, note.unwrap_or_default()));
        }
        if forms.iter().any(Form::has_names) {
            let what = match self.cursor.path.as_slice() {
                [Step::Key(section)] => What::ALL.into_iter().find(|what| what.section() == section),
                _ => Some(What::Piece),
            };
            let names = what.into_iter().flat_map(|what| self.names.of_kind(what).map(move |name| (what, name)));
            let free = names.filter(|(_, name)| !present.iter().any(|present| present == name));
            items.extend(free.map(|(what, name)| key(name, Sort::Name, self.about(what, name))));
        }
        items
    }

    /// The keys of the mapping around the cursor, except the one that is being written.
    fn present(&self) -> Vec<String> {
        let mut near: Vec<String> = Vec::new();
        let Some(own) = &self.document.own else { return self.cursor.seen.clone() };
        let mut best = usize::MAX;
        place::each(own, &mut Vec::new(), &mut |path, node| {
            let range = node.span.range();
            let away = range.start.saturating_sub(self.offset).max(self.offset.saturating_sub(range.end));
            if *path == *self.cursor.path && away <= best {
                best = away;
                let others = node.map().into_iter().flatten();
                let others = others.filter(|(_, entry)| !touches(&entry.key.range(), self.offset));
                near = others.map(|(name, _)| name.clone()).collect();
            }
        });
        near.extend(self.cursor.seen.iter().cloned());
        near
    }

    fn values(&self, forms: &[Form]) -> Vec<Item> {
        // If a list is expected and its bracket is missing, suggests its items too.
        let inner: Vec<Step> = self.cursor.path.iter().cloned().chain([Step::Item]).collect();
        let items = if forms.iter().any(Form::is_list) { schema::forms(&inner) } else { Vec::new() };
        let direct = forms.iter().map(|form| (form, self.cursor.path.as_slice()));
        let all = direct.chain(items.iter().map(|form| (form, inner.as_slice())));
        all.flat_map(|(form, path)| self.of_form(form, path)).collect()
    }

    fn of_form(&self, form: &Form, path: &[Step]) -> Vec<Item> {
        let whole = self.cursor.whole.clone();
        let words = form.words();
        if !words.is_empty() {
            let item = |(word, note): (String, String)| self.item(&word, Sort::Word, note, word.clone(), whole.clone());
            return words.into_iter().map(item).collect();
        }
        match form.kind(path) {
            Some(Kind::Piece | Kind::Castling) => self.named(What::Piece, whole),
            Some(Kind::End) => self.named(What::End, whole),
            Some(Kind::Parent) => self.parents(whole),
            Some(Kind::Region) => self.region(),
            Some(Kind::Rule) => self.rule(),
            Some(Kind::Betza) => self.betza(),
            Some(Kind::Fen) => self.fen(),
            Some(Kind::Symbol) => self.free_symbols(whole),
            _ => Vec::new(),
        }
    }

    fn named(&self, what: What, range: Range<usize>) -> Vec<Item> {
        let item = |name: &str| self.item(name, Sort::Name, self.about(what, name), name.to_owned(), range.clone());
        self.names.of_kind(what).map(item).collect()
    }

    fn parents(&self, range: Range<usize>) -> Vec<Item> {
        let file = |path: &String| self.item(path, Sort::File, "a file", path.clone(), range.clone());
        let built_in = |variant: &library::BuiltIn| {
            self.item(variant.name, Sort::File, variant.title(), variant.name.to_owned(), range.clone())
        };
        let shipped = library::all().iter().chain(library::rule_files());
        self.files.iter().map(file).chain(shipped.map(built_in)).collect()
    }

    /// The word before the cursor, in a text of several words.
    fn word(&self) -> Range<usize> {
        let before = &self.document.text[self.cursor.whole.start..self.offset];
        let inner = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let length = before.chars().rev().take_while(|c| inner(*c)).map(char::len_utf8).sum::<usize>();
        self.offset - length..self.offset
    }

    fn region(&self) -> Vec<Item> {
        let word = self.word();
        let plain =
            |(word_, note): &(&str, &str)| self.item(word_, Sort::Word, *note, (*word_).to_owned(), word.clone());
        self.named(What::Region, word.clone()).into_iter().chain(AREAS.iter().map(plain)).collect()
    }

    fn rule(&self) -> Vec<Item> {
        let word = self.word();
        let before = &self.document.text[self.cursor.whole.start..word.start];
        let words = language::continuations(before).into_iter();
        let words = words.map(|said| self.item(said, Sort::Word, "", said.to_owned(), word.clone()));
        let kinds = [What::Define, What::State, What::Piece, What::Region];
        let names = kinds.into_iter().flat_map(|what| self.named(what, word.clone()));
        let fits = |item: &Item| language::begins(&format!("{before}{}", item.insert));
        words.chain(names.filter(fits)).collect()
    }

    fn betza(&self) -> Vec<Item> {
        let before = self.document.text[self.cursor.whole.start..self.offset].trim_start();
        let here = self.offset..self.offset;
        let modifiers = Modifier::LETTERS.iter().map(|(modifier, letter)| (*letter, modifier.name().to_owned()));
        let towards = Toward::LETTERS.iter().zip(DIRECTIONS).map(|((_, letter), word)| (*letter, word.to_owned()));
        let atoms = ('A'..='Z').filter_map(|letter| Some((letter, Base::from_letter(letter)?.name().to_owned())));
        let fits = |(letter, _): &(char, String)| {
            let text = format!("{before}{letter}");
            ENDINGS.iter().any(|ending| Notation::parse(&format!("{text}{ending}")).is_ok())
        };
        let all = atoms.chain(towards).chain(modifiers).filter(fits);
        all.map(|(letter, note)| {
            let letter = letter.to_string();
            self.item(&letter, Sort::Letter, note, letter.clone(), here.clone())
        })
        .collect()
    }

    fn fen(&self) -> Vec<Item> {
        let here = self.offset..self.offset;
        let letters = self.symbols().into_iter();
        letters.map(|(letter, piece)| self.item(&letter, Sort::Letter, piece, letter.clone(), here.clone())).collect()
    }

    /// The symbols of all pieces, White's first, with the names of the pieces.
    fn symbols(&self) -> Vec<(String, String)> {
        let Some(pieces) = self.document.tree().and_then(|tree| tree.get("pieces")).and_then(Node::map) else {
            return Vec::new();
        };
        let mut symbols = Vec::new();
        for (name, entry) in pieces {
            let Some(symbol) = entry.value.get("symbol") else { continue };
            let text = |node: Option<&Node>| node.and_then(Node::text).map(|phrase| phrase.text.clone());
            let (white, black) = match text(Some(symbol)) {
                Some(letter) => (Some(letter.clone()), Some(letter.to_lowercase())),
                None => (text(symbol.get("white")), text(symbol.get("black")).map(|letter| letter.to_lowercase())),
            };
            symbols.extend(white.map(|letter| (letter, format!("White's {name}"))));
            symbols.extend(black.map(|letter| (letter, format!("Black's {name}"))));
        }
        symbols
    }

    fn free_symbols(&self, range: Range<usize>) -> Vec<Item> {
        let used = self.symbols();
        let free = ('A'..='Z').map(String::from).filter(|letter| !used.iter().any(|(symbol, _)| symbol == letter));
        free.map(|letter| self.item(&letter, Sort::Letter, "a free letter", letter.clone(), range.clone())).collect()
    }

    /// A short description of a name.
    fn about(&self, what: What, name: &str) -> String {
        let node = self.document.tree().and_then(|tree| tree.get(what.section())).and_then(|all| all.get(name));
        let text = |node: &Node| node.text().map(|phrase| phrase.text.clone());
        let said = match what {
            What::Piece => node.and_then(|node| node.get("moves")).and_then(text),
            _ => node.and_then(text),
        };
        said.unwrap_or_else(|| format!("a {}", what.noun()))
    }
}

/// An unfinished notation is acceptable if it becomes valid with one of these endings.
const ENDINGS: [&str; 8] = ["", "W", "R", "-W]", "W-W]", "]", "W)W", "O2"];
/// The meaning of the letters of directions, in their order.
const DIRECTIONS: [&str; 6] = ["forward", "back", "left", "right", "forward and back", "left and right"];
/// Words of expressions for squares.
const AREAS: &[(&str, &str)] = &[
    ("all", "all squares"),
    ("none", "no square"),
    ("light", "the light squares"),
    ("dark", "the dark squares"),
    ("rank", "a rank or ranks, as in `rank 1-3`"),
    ("file", "a file or files, as in `file a-c`"),
    ("first", "as in `first 2 ranks`: seen from the side"),
    ("last", "as in `last rank`: seen from the side"),
    ("or", "the squares of either"),
    ("and", "the squares of both"),
    ("except", "the squares of the first only"),
];

fn touches(range: &Range<usize>, offset: usize) -> bool {
    range.start <= offset && offset <= range.end
}
