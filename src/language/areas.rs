//! Finds words for areas that have none. (A rule that was translated from an older key has only squares.)

use crate::board::{BySide, Geometry, Side, SquareSet};
use crate::rules::tree::visit::{self as walk, Visitor};

use crate::rules::Rules;
use crate::rules::tree::{Area, ConditionKind, PlayerId, Set, SetKind, Tree};
use crate::variant::region::Expression;

/// Gives words to all areas of a tree. An area without a name becomes a list of smaller areas with names.
pub fn name_areas(tree: &mut Tree, rules: &Rules) {
    let mut known: Vec<Area> =
        rules.regions.iter().map(|(name, squares)| Area { words: name.clone(), squares: *squares }).collect();
    let geometry = &rules.geometry;
    known.extend(common_words(geometry).into_iter().filter_map(|words| area(&words, geometry)));
    walk::tree(&mut Namer { known, geometry }, tree);
}

struct Namer<'a> {
    known: Vec<Area>,
    geometry: &'a Geometry,
}

impl Visitor for Namer<'_> {
    fn set(&mut self, set: &mut Set) {
        match &set.kind {
            SetKind::Area(area) if area.words.is_empty() => set.kind = self.said(area.squares),
            _ => walk::in_set(self, set),
        }
    }
}

impl Namer<'_> {
    fn said(&self, squares: BySide<SquareSet>) -> SetKind {
        if let Some(known) = self.known.iter().find(|known| known.squares == squares) {
            return SetKind::Area(Box::new(known.clone()));
        }
        if squares.white == squares.black {
            return self.listed(squares.white);
        }
        let of = |side: Side, player: u16| {
            let both = BySide { white: squares[side], black: squares[side] };
            let known = self.known.iter().find(|known| known.squares == both);
            let set = known.map_or_else(|| self.listed(squares[side]), |area| SetKind::Area(Box::new(area.clone())));
            SetKind::Where(Box::new(set.into()), Box::new(ConditionKind::Side(PlayerId(player)).into())).into()
        };
        SetKind::Union(vec![of(Side::White, 0), of(Side::Black, 1)])
    }

    /// Squares that are the same for both sides, as a short list of known areas and single squares.
    fn listed(&self, squares: SquareSet) -> SetKind {
        let mut left = squares & self.geometry.squares();
        let mut parts: Vec<Set> = Vec::new();
        while !left.is_empty() {
            let inside = |known: &&Area| {
                let all = known.squares;
                all.white == all.black && !all.white.is_empty() && all.white.is_subset(&left)
            };
            let single = || {
                let square = left.iter().next()?;
                area(&self.geometry.name(square), self.geometry)
            };
            let largest = self.known.iter().filter(inside).max_by_key(|known| known.squares.white.count());
            let Some(part) = largest.cloned().or_else(single) else { break };
            left &= !part.squares.white;
            parts.push(SetKind::Area(Box::new(part)).into());
        }
        match parts.len() {
            0 => SetKind::None,
            1 => parts.remove(0).kind,
            _ => SetKind::Union(parts),
        }
    }
}

/// Common words for areas of a board: its lines, and lines counted from its ends.
fn common_words(geometry: &Geometry) -> Vec<String> {
    let mut words = vec!["light".to_owned(), "dark".to_owned()];
    let (ranks, files) = (geometry.ranks(), geometry.files());
    for end in ["first", "last"] {
        words.extend([format!("{end} rank"), format!("{end} file")]);
        words.extend((2..ranks).map(|count| format!("{end} {count} ranks")));
        words.extend((2..files).map(|count| format!("{end} {count} files")));
    }
    words.extend((1..=ranks).map(|rank| format!("rank {rank}")));
    words.extend((0..files).map(|file| format!("file {}", geometry.file_name(file))));
    for first in 1..=ranks {
        words.extend((first + 1..=ranks).map(|last| format!("rank {first}-{last}")));
    }
    words
}

/// The area that words stand for on a board; `None` if they have no meaning there.
pub(super) fn area(words: &str, geometry: &Geometry) -> Option<Area> {
    let expression = Expression::parse(words, geometry).ok()?;
    let seen = words.starts_with("first") || words.starts_with("last");
    let squares = BySide::from_fn(|side| {
        let turned = seen && side == Side::Black;
        expression.squares(geometry, side, turned, &mut |_, _| Default::default()) & geometry.squares()
    });
    Some(Area { words: words.to_owned(), squares })
}
