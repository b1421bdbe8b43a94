//! Regions: turns names and expressions into squares.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::board::{BySide, Geometry, Side, SquareSet};
use crate::diagnostic::{Code, Diagnostic, shorten, suggest};
use crate::source::Span;
use crate::variant::node::{Phrase, Problems};
use crate::variant::region::{Expression, RegionError, fault_of_name};
use crate::variant::spec::{Area, Specification};

/// The most named regions.
const MAX_REGIONS: usize = 256;

/// The named regions of a variant, and the state for reading other areas.
pub(super) struct Areas<'a> {
    geometry: Geometry,
    named: IndexMap<&'a str, Definition>,
    used: BTreeSet<String>,
}

/// A named region.
struct Definition {
    name: Span,
    parsed: Option<Parsed>,
    /// `true` once its evaluation has begun, so that a circle of names is found.
    begun: bool,
    value: Option<BySide<SquareSet>>,
}

/// An area with its expressions read.
#[derive(Clone)]
struct Parsed {
    sides: BySide<(Expression, Phrase)>,
    each: bool,
}

impl<'a> Areas<'a> {
    /// Reads all named regions.
    pub(super) fn new(spec: &'a Specification, geometry: &Geometry, problems: &mut Problems) -> Areas<'a> {
        let mut areas = Areas { geometry: geometry.clone(), named: IndexMap::new(), used: BTreeSet::new() };
        for (index, (name, item)) in spec.regions.iter().flat_map(|regions| &regions.0).enumerate() {
            if index == MAX_REGIONS {
                let message = format!("more than {MAX_REGIONS} regions");
                problems.push(Diagnostic::error(Code::TooLarge, item.name, message));
                break;
            }
            if let Some(help) = fault_of_name(name) {
                let message = format!("`{}` cannot be the name of a region", shorten(name));
                problems.push(Diagnostic::error(Code::BadName, item.name, message).help(help));
            }
            let parsed = item.value.as_ref().and_then(|area| parse(area, geometry, problems));
            areas.named.insert(name, Definition { name: item.name, parsed, begun: false, value: None });
        }
        areas.check_names(problems);
        for index in 0..areas.named.len() {
            areas.evaluate(index, problems);
        }
        areas
    }

    /// The named regions, in the file's order.
    pub(super) fn values(&self) -> IndexMap<String, BySide<SquareSet>> {
        self.named.iter().map(|(name, region)| ((*name).to_owned(), region.squares())).collect()
    }

    /// Marks named regions as used if `mentions` is true of them (other parts of the file also name regions).
    pub(super) fn mention(&mut self, mentions: impl Fn(&str) -> bool) {
        self.used.extend(self.named.keys().filter(|name| mentions(name)).map(|name| (*name).to_owned()));
    }

    /// The names of unused regions, with their places.
    pub(super) fn unused(&self) -> impl Iterator<Item = (&str, Span)> {
        let unused = self.named.iter().filter(|(name, _)| !self.used.contains(**name));
        unused.map(|(name, region)| (*name, region.name))
    }

    /// The squares of an area.
    pub(super) fn area(&mut self, area: &Area, problems: &mut Problems) -> Option<BySide<SquareSet>> {
        let parsed = parse(area, &self.geometry, problems)?;
        let sound = self.check(&parsed, problems);
        sound.then(|| self.squares(&parsed))
    }

    /// The squares of a named region.
    pub(super) fn named(&mut self, name: &str, place: Span, problems: &mut Problems) -> Option<BySide<SquareSet>> {
        let known = self.named.get(name).map(Definition::squares);
        match known {
            Some(_) => {
                self.used.insert(name.to_owned());
            }
            None => problems.push(self.unknown(name, place).near(name, self.named.keys().copied())),
        }
        known
    }

    /// Reports unknown names in named regions, and marks the known ones as used.
    fn check_names(&mut self, problems: &mut Problems) {
        for index in 0..self.named.len() {
            let Some(parsed) = self.named[index].parsed.clone() else { continue };
            if !self.check(&parsed, problems) {
                self.named[index].parsed = None;
            }
        }
    }

    fn check(&mut self, parsed: &Parsed, problems: &mut Problems) -> bool {
        let mut sound = true;
        for (expression, phrase) in parsed.distinct() {
            for (name, at) in expression.names() {
                self.used.insert(name.to_owned());
                if !self.named.contains_key(name) {
                    sound = false;
                    let problem = self.unknown(name, phrase.at(at));
                    // Without its place in the file, the name alone cannot be replaced.
                    problems.push(match phrase.verbatim {
                        Some(_) => problem.near(name, self.named.keys().copied()),
                        None => problem,
                    });
                }
            }
        }
        sound
    }

    fn unknown(&self, name: &str, place: Span) -> Diagnostic {
        let mut problem =
            Diagnostic::error(Code::UnknownRegion, place, format!("there is no region `{}`", shorten(name)));
        problem.help = suggest(name, self.named.keys().copied());
        problem
    }

    /// Evaluates a named region after those it refers to.
    fn evaluate(&mut self, index: usize, problems: &mut Problems) {
        if std::mem::replace(&mut self.named[index].begun, true) {
            return;
        }
        let parsed = self.named[index].parsed.clone();
        for (expression, phrase) in parsed.iter().flat_map(Parsed::distinct) {
            for (name, at) in expression.names() {
                let Some(other) = self.named.get_index_of(name) else { continue };
                if self.named[other].begun && self.named[other].value.is_none() {
                    let message = format!("the region `{name}` is defined by itself");
                    problems.push(Diagnostic::error(Code::RegionCycle, phrase.at(at), message));
                }
                self.evaluate(other, problems);
            }
        }
        let squares = parsed.map_or(both(SquareSet::EMPTY), |parsed| self.squares(&parsed));
        self.named[index].value = Some(squares);
    }

    fn squares(&self, parsed: &Parsed) -> BySide<SquareSet> {
        let mut named =
            |name: &str, side: Side| self.named.get(name).map_or(SquareSet::EMPTY, |region| region.squares()[side]);
        BySide::from_fn(|side| {
            let turned = parsed.each && side == Side::Black;
            parsed.sides[side].0.squares(&self.geometry, side, turned, &mut named) & self.geometry.squares()
        })
    }
}

impl Definition {
    fn squares(&self) -> BySide<SquareSet> {
        self.value.unwrap_or(both(SquareSet::EMPTY))
    }
}

impl Parsed {
    /// The expressions as written: one if it holds for both sides.
    fn distinct(&self) -> impl Iterator<Item = &(Expression, Phrase)> {
        let same = self.sides.white.1.span == self.sides.black.1.span;
        std::iter::once(&self.sides.white).chain((!same).then_some(&self.sides.black))
    }
}

fn parse(area: &Area, geometry: &Geometry, problems: &mut Problems) -> Option<Parsed> {
    let mut read = |phrase: &Phrase| expression(phrase, geometry, problems).map(|read| (read, phrase.clone()));
    let (white, black, each) = match area {
        Area::Same(phrase) => (read(phrase), None, false),
        Area::Each(area) => (read(&area.each), None, true),
        Area::Sides(areas) => (read(&areas.white), Some(read(&areas.black)?), false),
    };
    let white = white?;
    let black = black.unwrap_or_else(|| white.clone());
    Some(Parsed { sides: BySide { white, black }, each })
}

fn expression(phrase: &Phrase, geometry: &Geometry, problems: &mut Problems) -> Option<Expression> {
    match Expression::parse(&phrase.text, geometry) {
        Ok(expression) => Some(expression),
        Err(RegionError { at, message, off_board }) => {
            let code = if off_board { Code::BadSquare } else { Code::BadRegion };
            problems.push(Diagnostic::error(code, phrase.at(at), message));
            None
        }
    }
}

/// The squares of an expression that may not name regions.
pub(super) fn board_squares(phrase: &Phrase, geometry: &Geometry, problems: &mut Problems) -> Option<SquareSet> {
    let expression = expression(phrase, geometry, problems)?;
    if let Some((name, at)) = expression.names().into_iter().next() {
        let message = format!("`{}`: a region cannot be used here", shorten(name));
        problems.push(Diagnostic::error(Code::UnknownRegion, phrase.at(at), message));
        return None;
    }
    Some(expression.squares(geometry, Side::White, false, &mut |_, _| SquareSet::EMPTY))
}

/// The same squares for both sides.
pub(super) fn both(squares: SquareSet) -> BySide<SquareSet> {
    BySide { white: squares, black: squares }
}
