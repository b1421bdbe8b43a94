//! Removes the parts of a variant file that its parent already has.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{Field, Item, Map, word};
use super::moves;
use crate::board::{BySide, Geometry, Side, SquareSet};
use crate::variant::Node;
use crate::variant::node::Value;
use crate::variant::region::Expression;

/// A parent, as read from its child.
pub(super) struct Parent<'a> {
    root: Option<&'a Node>,
    board: Geometry,
    regions: BTreeMap<String, BySide<SquareSet>>,
}

impl<'a> Parent<'a> {
    /// A parent, on the board of its child.
    pub(super) fn new(root: Option<&'a Node>, board: Geometry) -> Parent<'a> {
        let mut parent = Parent { root, board, regions: BTreeMap::new() };
        let named = root.and_then(|root| root.get("regions")).and_then(Node::map);
        // A region may refer to other regions, which may be defined earlier or later in the file. Each pass resolves
        // at least one more level of references.
        for _ in 0..named.map_or(0, |map| map.len()).min(16) {
            for (name, entry) in named.into_iter().flatten() {
                if let Some(area) = parent.area(&entry.value) {
                    parent.regions.insert(name.clone(), area);
                }
            }
        }
        parent
    }

    /// The names of its regions.
    pub(super) fn region_names(&self) -> Vec<&'a str> {
        let named = self.root.and_then(|root| root.get("regions")).and_then(Node::map);
        named.into_iter().flatten().map(|(name, _)| name.as_str()).collect()
    }

    /// The names of its regions that mean these squares.
    pub(super) fn region_like(&self, area: &BySide<SquareSet>) -> Option<&str> {
        self.regions.iter().find(|(_, own)| *own == area).map(|(name, _)| name.as_str())
    }

    /// The squares that a value of the parent means on the child's board.
    fn area(&self, node: &Node) -> Option<BySide<SquareSet>> {
        let text = |key: Option<&str>| match key {
            Some(key) => node.get(key)?.text().map(|phrase| phrase.text.as_str()),
            None => node.text().map(|phrase| phrase.text.as_str()),
        };
        let squares = |text: &str, side: Side, turned: bool| {
            let expression = Expression::parse(text, &self.board).ok()?;
            if expression.names().iter().any(|(name, _)| !self.regions.contains_key(*name)) {
                return None;
            }
            let mut named = |name: &str, side: Side| self.regions.get(name).map_or(SquareSet::EMPTY, |area| area[side]);
            Some(expression.squares(&self.board, side, turned, &mut named) & self.board.squares())
        };
        if let Some(each) = text(Some("each")) {
            return Some(BySide {
                white: squares(each, Side::White, false)?,
                black: squares(each, Side::Black, true)?,
            });
        }
        if let (Some(white), Some(black)) = (text(Some("white")), text(Some("black"))) {
            return Some(BySide {
                white: squares(white, Side::White, false)?,
                black: squares(black, Side::Black, false)?,
            });
        }
        let both = text(None)?;
        Some(BySide { white: squares(both, Side::White, false)?, black: squares(both, Side::Black, false)? })
    }

    /// The file without entries that the parent already has.
    pub(super) fn reduce(&self, map: &Map) -> Map {
        let mut left = Map::new();
        for own in map {
            let parent = self.root.and_then(|root| root.get(&own.key));
            match own.key.as_str() {
                "end" => left.extend(self.ends(own, parent)),
                _ => left.extend(self.field(own, parent)),
            }
        }
        left
    }

    /// The part of a field that differs from the parent.
    fn field(&self, own: &Field, parent: Option<&Node>) -> Option<Field> {
        let keep = |item: Item| Some(Field { key: own.key.clone(), item, usual: false });
        let Some(parent) = parent.filter(|parent| !matches!(parent.value, Value::Null)) else {
            return if own.usual || matches!(own.item, Item::Nothing | Item::Any) {
                None
            } else {
                keep(whole(&own.item))
            };
        };
        if self.same(&own.item, parent) {
            return None;
        }
        // A value equal to the default is not written; the parent's value is removed instead.
        if own.usual {
            return keep(if own.key == "castling" { own.item.clone() } else { Item::Nothing });
        }
        match (&own.item, &parent.value) {
            (Item::Map(map), Value::Map(_)) if !replaces(map, parent) => keep(Item::Map(self.inside(map, parent))),
            (item, _) => keep(whole(item)),
        }
    }

    /// The fields of a mapping that differ from the parent, and the removals of other fields of the parent.
    fn inside(&self, map: &Map, parent: &Node) -> Map {
        let mut left: Map = Map::new();
        for (key, entry) in parent.map().into_iter().flatten() {
            let gone = !map.iter().any(|field| field.key == *key);
            if gone && !matches!(entry.value.value, Value::Null) {
                left.push(Field { key: key.clone(), item: Item::Nothing, usual: false });
            }
        }
        left.extend(map.iter().filter_map(|field| self.field(field, parent.get(&field.key))));
        left
    }

    /// Returns `true` if the parent has the same value.
    fn same(&self, item: &Item, parent: &Node) -> bool {
        let text = || parent.text().map(|phrase| phrase.text.as_str());
        match item {
            Item::Any => true,
            Item::Nothing => matches!(parent.value, Value::Null),
            Item::Word(own) => text() == Some(own.as_str()) || own == "false" && text() == Some("no"),
            Item::Moves(own) => text().is_some_and(|theirs| {
                own == theirs || moves::of_text(theirs).is_some_and(|theirs| moves::of_text(own) == Some(theirs))
            }),
            Item::Area(own) => self.area(parent).is_some_and(|theirs| theirs == *own),
            Item::Pieces(own) => {
                let theirs: Option<BTreeSet<&str>> = match &parent.value {
                    Value::Text(phrase) => Some([phrase.text.as_str()].into()),
                    Value::List(items) => {
                        items.iter().map(|item| item.text().map(|phrase| phrase.text.as_str())).collect()
                    }
                    _ => None,
                };
                theirs == Some(own.iter().map(String::as_str).collect())
            }
            Item::List(own) => match &parent.value {
                Value::List(theirs) => {
                    own.len() == theirs.len() && own.iter().zip(theirs).all(|(own, theirs)| self.same(own, theirs))
                }
                _ => false,
            },
            Item::Map(own) => match &parent.value {
                Value::Map(theirs) => {
                    let kept = own.iter().all(|field| match theirs.get(&field.key) {
                        Some(entry) => self.same(&field.item, &entry.value),
                        None => field.usual || matches!(field.item, Item::Nothing | Item::Any),
                    });
                    kept && theirs.keys().all(|key| own.iter().any(|field| field.key == *key))
                }
                _ => false,
            },
        }
    }

    /// The ends, each under the name that the parent has for it. If a new end must be tested before those of the
    /// parent, the parent's ends are repeated after it under new names.
    fn ends(&self, own: &Field, parent: Option<&Node>) -> Option<Field> {
        let Item::Map(ends) = &own.item else { return None };
        let theirs: Vec<(&str, &Node)> = parent
            .and_then(Node::map)
            .into_iter()
            .flatten()
            .map(|(name, entry)| (name.as_str(), &entry.value))
            .collect();
        if parent.is_some_and(|parent| parent.map().is_none()) || theirs.is_empty() {
            let said: Map = ends.iter().filter(|end| !end.usual).cloned().collect();
            let listed = Item::List(said.iter().map(|end| end.item.clone()).collect());
            if parent.is_some_and(|parent| self.same(&listed, parent)) {
                return None;
            }
            return Some(Field { item: whole(&Item::Map(said)), ..own.clone() });
        }
        let mut matched: Vec<Option<usize>> = ends.iter().map(|end| self.matching(end, &theirs)).collect();
        for index in 0..matched.len() {
            if matched[..index].contains(&matched[index]) {
                matched[index] = None;
            }
        }
        // An end that is new, or in another order, is tested after all kept ends.
        let mut last: BTreeMap<u8, usize> = BTreeMap::new();
        let mut late: BTreeSet<u8> = BTreeSet::new();
        for (end, place) in ends.iter().zip(&mut matched) {
            let group = group(end);
            if place.is_some_and(|place| {
                group != 0 && (late.contains(&group) || last.get(&group).is_some_and(|last| place < *last))
            }) {
                *place = None;
            }
            match place {
                Some(place) => drop(last.insert(group, *place)),
                None if !end.usual => drop(late.insert(group)),
                None => {}
            }
        }
        let mut left = Map::new();
        for (index, (name, _)) in theirs.iter().enumerate() {
            if !matched.contains(&Some(index)) {
                left.push(Field { key: (*name).to_owned(), item: Item::Nothing, usual: false });
            }
        }
        let mut names: BTreeSet<String> = theirs.iter().map(|(name, _)| (*name).to_owned()).collect();
        for (end, place) in ends.iter().zip(&matched) {
            match place {
                Some(place) => {
                    let (name, theirs) = theirs[*place];
                    let kept = self.field(&Field { usual: false, ..end.clone() }, Some(theirs));
                    left.extend(kept.map(|field| Field { key: name.to_owned(), ..field }));
                }
                None if end.usual => {}
                None => {
                    let mut name = end.key.clone();
                    let mut number = 1;
                    while !names.insert(name.clone()) {
                        number += 1;
                        name = format!("{}_{number}", end.key);
                    }
                    left.push(Field { key: name, item: whole(&end.item), usual: false });
                }
            }
        }
        (!left.is_empty()).then_some(Field { key: own.key.clone(), item: Item::Map(left), usual: false })
    }

    /// The parent's end with the same meaning, or else the one with the same name and condition.
    fn matching(&self, end: &Field, theirs: &[(&str, &Node)]) -> Option<usize> {
        let Item::Map(own) = &end.item else { return None };
        let when = own.iter().find(|field| field.key == "when")?;
        let exact =
            theirs.iter().position(|(_, node)| node.get("when").is_some_and(|theirs| self.same(&when.item, theirs)));
        let kind = |item: &Item| match item {
            Item::Map(map) => map.first().map(|field| field.key.clone()),
            Item::Word(word) => Some(word.clone()),
            _ => None,
        };
        let alike = || {
            theirs.iter().position(|(_, node)| {
                let when_theirs = node.get("when");
                let theirs = when_theirs.and_then(|when| match &when.value {
                    Value::Map(map) => map.keys().next().cloned(),
                    Value::Text(phrase) => Some(phrase.text.clone()),
                    _ => None,
                });
                theirs.is_some()
                    && theirs == kind(&when.item)
                    && !matches!(theirs.as_deref(), Some("stuck" | "reached"))
            })
        };
        exact.or_else(alike)
    }
}

/// The group of an end. Only the order of ends within a group matters.
fn group(end: &Field) -> u8 {
    match end.key.as_str() {
        "drop_mate" | "mated_by" | "mated_without" | "checkmate" => 1,
        "perpetual_check" | "perpetual_chase" | "to_and_fro" | "repetition" => 2,
        "both" | "kept" | "goal" => 3,
        name if name.starts_with("extinct") => 3,
        _ => 0,
    }
}

/// Alternative keys. A mapping with another alternative replaces the parent's mapping.
const FORMS: &[&[&str]] = &[&["piece", "pieces"], &["captured", "white"], &["each", "white"]];

fn replaces(map: &Map, parent: &Node) -> bool {
    FORMS.iter().any(|form| {
        let own = form.iter().position(|key| map.iter().any(|field| field.key == *key));
        let theirs = form.iter().position(|key| parent.get(key).is_some());
        own.is_some() && theirs.is_some() && own != theirs
    })
}

/// A value without a parent: default values are left out.
pub(super) fn whole(item: &Item) -> Item {
    match item {
        Item::Map(map) => {
            let said = map.iter().filter(|field| !field.usual && !matches!(field.item, Item::Nothing | Item::Any));
            Item::Map(said.map(|field| Field { item: whole(&field.item), ..field.clone() }).collect())
        }
        Item::List(items) => Item::List(items.iter().map(whole).collect()),
        Item::Pieces(names) if names.len() == 1 => word(&names[0]),
        other => other.clone(),
    }
}
