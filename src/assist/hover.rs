//! Hover: what the text at a place means, in words and with a drawn board.

use std::ops::Range;

use super::document::Document;
use super::names::{Names, What, occurrences};
use super::place::{self, Found, Place};
use super::schema::{self, Form, Kind, Step};
use crate::betza::{self, Notation};
use crate::board::{BySide, Geometry, Side, SquareSet, Topology};
use crate::compile::{Variant, movement};
use crate::diagnostic::{Code, Style};
use crate::fen;
use crate::language::words;
use crate::render::marks::{self, Subject};
use crate::render::{army, endings, text, words as squares};
use crate::rules::Rules;
use crate::variant::node::Phrase;
use crate::variant::region::Expression;
use crate::variant::{Loader, Node, library};
use crate::work::{self, Limits};

/// The most steps that a picture of moves may take.
const MOST_STEPS: u64 = 400_000;
/// Files and ranks of the board on which notations are drawn if the document has none.
const BOARD: usize = 9;

/// The meaning of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// The bytes that it is about.
    pub range: Range<usize>,
    /// The meaning, in Markdown.
    pub text: String,
}

/// The meaning of the text at a byte.
pub fn hover(document: &Document, offset: usize, loader: &dyn Loader) -> Option<Hover> {
    let own = document.own.as_ref()?;
    let place = place::at(own, offset)?;
    let names = document.tree().map(Names::of).unwrap_or_default();
    let reader = Reader { document, variant: document.variant(loader) };
    let all = occurrences(own, &names);
    let named = all.into_iter().find(|found| found.range.start <= offset && offset <= found.range.end);
    if let Some(named) = named {
        let said = reader.name(named.what, &named.name).or_else(|| key_note(&place))?;
        return Some(Hover { range: named.range, text: said });
    }
    let said = match &place.found {
        Found::Key { name, .. } => format!("**`{name}`**\n\n{}", key_note(&place)?),
        Found::Scalar(phrase) => reader.scalar(&place, phrase)?,
    };
    Some(Hover { range: place.range(), text: said })
}

/// The description of a key in the schema.
fn key_note(place: &Place<'_>) -> Option<String> {
    schema::forms(&place.path).iter().find_map(Form::note)
}

struct Reader<'a> {
    document: &'a Document,
    variant: Option<&'a Variant>,
}

impl Reader<'_> {
    fn scalar(&self, place: &Place<'_>, phrase: &Phrase) -> Option<String> {
        let kind = place.kind()?;
        let text = phrase.text.as_str();
        match kind {
            Kind::Betza => Some(self.notation(text)),
            Kind::Fen => self.position(text),
            Kind::Region => self.region(text, is_turned(&place.path)).or_else(|| key_note(place)),
            Kind::Check => Code::from_name(text).map(|code| code.page().to_owned()),
            Kind::Parent => Some(parent(library::parent(text)?)),
            Kind::Rule => self.rule(phrase),
            Kind::Symbol => key_note(place),
            Kind::Word => {
                place.forms().iter().flat_map(Form::words).find(|(word, _)| word == text).map(|(_, note)| note)
            }
            _ => key_note(place),
        }
        .filter(|said| !said.is_empty())
    }

    /// A name of the file, in words.
    fn name(&self, what: What, name: &str) -> Option<String> {
        let rules = self.variant.map(|variant| &variant.rules);
        match what {
            What::Piece => rules.and_then(|rules| piece(rules, name)).or_else(|| self.written(what, name)),
            What::Region => {
                let rules = rules?;
                Some(board_of(rules, name, rules.regions.get(name)?))
            }
            What::Define => {
                let tree = &rules?.tree;
                let define = tree.defines.iter().find(|define| define.kind.name == name)?;
                Some(format!("**{name}**: {}", words::define(define, tree, rules?)))
            }
            What::State => {
                let held = rules?.tree.state.iter().find(|held| held.kind.name == name)?;
                Some(format!("**{name}**: {}", words::declaration(held)))
            }
            What::Rule => {
                let tree = &rules?.tree;
                let rule = tree.rules.iter().find(|rule| rule.kind.name == name)?;
                Some(format!("**{name}**: {}", words::rule(rule, tree, rules?)))
            }
            What::End => self.end(name),
        }
    }

    /// An end, in words.
    fn end(&self, name: &str) -> Option<String> {
        let rules = &self.variant?.rules;
        if let Some(end) = rules.tree.ends.iter().find(|end| end.kind.name == name) {
            return Some(format!("**{name}**: {}", words::end(end, &rules.tree, rules)));
        }
        let end = rules.ends.iter().find(|end| end.name == name)?;
        Some(format!("**{name}**: {}", endings::end_in_words(rules, end)))
    }

    /// A piece whose entry has errors: its moves alone.
    fn written(&self, what: What, name: &str) -> Option<String> {
        let node = self.document.tree()?.get(what.section())?.get(name)?;
        let moves = node.get("moves").and_then(Node::text)?;
        Some(format!("**{name}**\n\n{}", self.notation(&moves.text)))
    }

    /// A notation in words, with its moves on a board.
    fn notation(&self, text: &str) -> String {
        let notation = match Notation::parse(text) {
            Ok(notation) => notation,
            Err(error) => return format!("`{text}`: {}", error.message),
        };
        let own = self.variant.map(|variant| &variant.rules.geometry);
        let plain = Geometry::new(BOARD, BOARD, Topology::Rectangle).ok();
        let Some(geometry) = own.or(plain.as_ref()) else { return format!("`{text}`") };
        let sentences = betza::explain_on(&notation, betza::Compass::of(geometry)).join("\n\n");
        let drawn = movement::movement_on(&notation, geometry.into()).ok().and_then(|moves| {
            let from = geometry.at(geometry.files() / 2, geometry.ranks() / 2)?;
            drawn(&Subject::bare(&moves, geometry, Side::White, from))
        });
        format!("`{notation}`\n\n{sentences}{}", drawn.unwrap_or_default())
    }

    fn position(&self, text: &str) -> Option<String> {
        let rules = &self.variant?.rules;
        let setup = fen::read(text, rules).ok()?;
        let board = text::draw(&rules.geometry, &text::Picture::of_setup(rules, &setup), Style::Plain);
        Some(format!("{} to move\n{}", rules.look.sides[setup.turn], block(&board)))
    }

    /// The squares of an expression that stands alone.
    fn region(&self, text: &str, turned: bool) -> Option<String> {
        let rules = &self.variant?.rules;
        let squares = squares_of(rules, text, turned)?;
        Some(board_of(rules, text, &squares))
    }

    /// The rule, the end or the name that a text of the language belongs to, in English.
    fn rule(&self, phrase: &Phrase) -> Option<String> {
        let rules = &self.variant?.rules;
        let tree = &rules.tree;
        let root = self.document.own.as_ref()?;
        let holds = |key: &str| {
            let section = root.get(key).and_then(Node::map).into_iter().flatten();
            section
                .filter(|(_, entry)| entry.value.span.range().contains(&phrase.span.range().start))
                .map(|(name, _)| name)
        };
        let kinds = [What::Rule, What::End, What::Define, What::State];
        let found = kinds.into_iter().find_map(|what| Some((what, holds(what.section()).next()?.clone())));
        match found {
            Some((what, name)) => self.name(what, &name),
            None => tree.turns.as_ref().map(|turns| words::turns(turns, tree, rules).join(" ")),
        }
    }
}

/// Returns `true` for the path of an expression below `each:`, which Black reads from the other end of the board.
fn is_turned(path: &[Step]) -> bool {
    matches!(path, [.., before, Step::Key(last)] if last == "each" && *before != Step::Key("regions".to_owned()))
}

/// The squares of an expression on the board of a variant. If `turned` is `true`, Black's are counted from its own end of the board.
pub fn squares_of(rules: &Rules, text: &str, turned: bool) -> Option<BySide<SquareSet>> {
    let expression = Expression::parse(text, &rules.geometry).ok()?;
    let known = expression.names().iter().all(|(name, _)| rules.regions.contains_key(*name));
    let of = |side: Side| {
        let turned = turned && side == Side::Black;
        expression.squares(&rules.geometry, side, turned, &mut |name, side| rules.regions[name][side])
    };
    known.then(|| BySide { white: of(Side::White), black: of(Side::Black) })
}

/// A piece in words, with its moves on the board.
fn piece(rules: &Rules, name: &str) -> Option<String> {
    let id = rules.piece_named(name)?;
    let about = army::describe_one(rules, id, Style::Plain);
    let from = marks::middle(rules, id, Side::White)?;
    let picture = drawn(&Subject::of_piece(rules, id, Side::White, from)).unwrap_or_default();
    Some(format!("**{name}**\n{}{picture}", block(about.trim_matches('\n'))))
}

/// A picture of moves, unless it takes too long.
fn drawn(subject: &Subject<'_>) -> Option<String> {
    let limits = Limits { steps: Some(MOST_STEPS), ..Limits::default() };
    work::within(&limits, || marks::diagram(subject, Style::Plain)).ok().map(|picture| block(&picture))
}

/// Squares of both sides, in words and on a board.
fn board_of(rules: &Rules, name: &str, regions: &BySide<SquareSet>) -> String {
    let mut picture = text::Picture::empty(&rules.geometry);
    let (white, black) = (regions.white & rules.geometry.squares(), regions.black & rules.geometry.squares());
    for square in white | black {
        let sign = match (white.contains(square), black.contains(square)) {
            (true, true) => "x",
            (true, false) => "w",
            _ => "b",
        };
        picture.put(square, sign, "1");
    }
    let board = text::draw(&rules.geometry, &picture, Style::Plain);
    format!("**{name}**: {}\n{}", squares::squares_of_sides(rules, regions), block(&board))
}

fn parent(variant: &library::BuiltIn) -> String {
    let about = variant.text.lines().find_map(|line| line.strip_prefix("description:")).unwrap_or_default();
    format!("**{}** (built in)\n\n{}", variant.title(), about.trim().trim_matches(['"', '\'']))
}

/// A text in letters of equal width.
fn block(text: &str) -> String {
    format!("\n```text\n{}\n```\n", text.trim_end_matches('\n'))
}
