//! Notations and boards by chance: texts survive reading and printing, and walks keep their promises.

use std::collections::HashSet;

use ferz::betza::{self, Notation};
use ferz::board::{Geometry, Side, Square, SquareSet, Topology};
use ferz::compile;
use ferz::rules::Movement;
use ferz::walker::{self, Content, Context, EnPassant, Occupancy, Walk};
use proptest::prelude::*;

const LEAPERS: &str = "[WFDNAHCZGLJ]";

/// One move, mostly well formed.
fn piece_move() -> impl Strategy<Value = String> {
    let directions = "(|f|b|l|r|v|s|fl|fr|bs|fs|fh|lh|hr|ffrr|[fblrvs]{1,3})";
    let shape = |regex: String| prop::string::string_regex(&regex).unwrap();
    prop_oneof![
        6 => shape(format!("i?{directions}[mcdektpgonj]{{0,2}}{LEAPERS}(X|Y)?([0-4]|)")),
        4 => shape(format!("i?{directions}[mcdektpgonj]{{0,2}}[KRBQ]([0-4]|)")),
        6 => shape(format!("{directions}[mcdpgty]{{0,2}}a{directions}[mcd]{{0,2}}[WFDAHGKRBQ][0-3]?")),
        3 => shape(format!("[mcdpgty]{{0,2}}a{directions}[mcd]{{0,2}}a(i|){directions}[mc]?o?[WFDAHGKRBQ]")),
        2 => shape(format!("{directions}m?c?\\[{directions}[WFDNCKRBQ]([-?]{directions}[WFKRBQN][0-3]?){{1,2}}\\]")),
        1 => shape(format!("{directions}[mc]?[zq]o{{0,2}}[WFNCRB][0-3]?")),
        1 => shape("i?[slr]?j?O[2-4]".to_owned()),
        1 => shape("[mcdk]?U".to_owned()),
    ]
}

fn notation() -> impl Strategy<Value = Notation> {
    let text = prop::collection::vec(piece_move(), 1..3).prop_map(|moves| moves.concat());
    text.prop_filter_map("not a notation", |text| Notation::parse(&text).ok())
}

#[derive(Clone, Debug)]
struct Scene {
    geometry: Geometry,
    /// 0 and 1: empty; 2 and 3: friend; 4 and 5: enemy; 6: royal enemy; 7: wall.
    squares: Vec<u8>,
    from: Square,
    side: Side,
    virgin: bool,
    target: Square,
    victim: Square,
}

impl Occupancy for Scene {
    fn content(&self, square: Square) -> Content {
        assert_ne!(square, self.from, "the walker asks for its own square");
        match self.squares[square.index()] {
            0 | 1 => Content::Empty,
            7 => Content::Wall,
            kind => Content::PlacedPiece { friend: kind < 4, royal: kind == 6 },
        }
    }
}

fn scene() -> impl Strategy<Value = Scene> {
    let size = (1..=12usize, 1..=12usize, 0..Topology::NAMES.len());
    let squares = prop::collection::vec((0..8u8, prop::bool::weighted(0.1)), 144);
    let rest = (any::<[prop::sample::Index; 3]>(), any::<bool>(), any::<bool>());
    (size, squares, rest).prop_map(|((files, ranks, topology), squares, (indices, white, virgin))| {
        let geometry = Geometry::new(files, ranks, Topology::NAMES[topology].1).unwrap();
        let [from, target, victim] = indices.map(|index| Square::new(index.index(geometry.len()) as u16));
        let holes = geometry.squares().iter().filter(|square| *square != from && squares[square.index()].1).collect();
        let geometry = geometry.with_holes(holes);
        let squares = squares.into_iter().map(|(kind, _)| kind).collect();
        let side = if white { Side::White } else { Side::Black };
        Scene { geometry, squares, from, side, virgin, target, victim }
    })
}

fn walks(movement: &Movement, scene: &Scene) -> Vec<Walk> {
    let partners = scene.geometry.squares();
    let right = EnPassant { targets: SquareSet::of(scene.target), victim: scene.victim, unseen: None };
    let context = Context {
        virgin: scene.virgin,
        en_passant: Some(right).filter(|right| right.victim != scene.from),
        castling_partners: &partners,
    };
    let mut found = Vec::new();
    walker::walk(movement, &scene.geometry, scene.side, scene.from, scene, &context, &mut |_, walk| found.push(walk));
    found
}

/// What every move must fulfil, whatever its notation.
fn check(scene: &Scene, walk: &Walk, several_legs: bool) -> Result<(), TestCaseError> {
    let squares = scene.geometry.squares();
    prop_assert!(squares.contains(walk.to), "ends in a hole");
    prop_assert!(several_legs || walk.to != scene.from, "ends where it started");
    for victim in &walk.captures {
        let there = scene.content(*victim);
        prop_assert!(matches!(there, Content::PlacedPiece { .. }), "takes {there:?}");
    }
    let distinct: HashSet<&Square> = walk.captures.iter().collect();
    prop_assert_eq!(distinct.len(), walk.captures.len(), "takes one piece twice");
    if walk.to != scene.from && walk.castling.is_none() {
        let free = scene.content(walk.to) == Content::Empty || walk.captures.contains(&walk.to);
        prop_assert!(free, "ends on a piece");
    }
    for passed in &walk.trail {
        prop_assert_eq!(scene.content(*passed), Content::Empty);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_printed_notation_reads_back_as_itself(notation in notation()) {
        let printed = notation.to_string();
        let again = Notation::parse(&printed).unwrap();
        prop_assert_eq!(&again, &notation, "{} -> {}", notation.text(), printed);
        prop_assert_eq!(again.to_string(), printed);
    }

    #[test]
    fn printing_keeps_the_meaning(notation in notation()) {
        let patterns = |notation: &Notation| {
            let compiled = compile::movement(notation).map_err(|error| error.message);
            compiled.map(|movement| movement.patterns.into_iter().map(|pattern| (pattern.course, pattern.initial)).collect::<Vec<_>>())
        };
        let again = Notation::parse(&notation.to_string()).unwrap();
        prop_assert_eq!(patterns(&again), patterns(&notation), "{}", notation.text());
    }

    #[test]
    fn no_text_makes_the_reader_fail(text in "[fblrvshmcdektpgynjioaxuzqWFDNAHCZGLJKRBQOUIXY@()\\[\\]?*0-9 ä,-]{0,24}") {
        match Notation::parse(&text) {
            Ok(notation) => {
                let printed = notation.to_string();
                prop_assert_eq!(&Notation::parse(&printed).unwrap(), &notation, "{} -> {}", text, printed);
                prop_assert_eq!(betza::explain(&notation).len(), notation.moves().len());
                let _ = (notation.warnings(), notation.level(), compile::movement(&notation));
            }
            Err(error) => {
                prop_assert!(text.get(error.span.clone()).is_some(), "{error:?}");
                prop_assert_eq!(text[..error.span.start].chars().count(), error.column);
            }
        }
    }

    #[test]
    fn walks_stay_on_the_board_and_come_once(notation in notation(), scene in scene()) {
        let Ok(movement) = compile::movement(&notation) else { return Ok(()) };
        let several_legs = movement.patterns.iter().any(|pattern| pattern.legs().len() > 1);
        let found = walks(&movement, &scene);
        for walk in &found {
            check(&scene, walk, several_legs)?;
        }
        let key = |walk: &Walk| {
            let mut captures = walk.captures.to_vec();
            captures.sort_unstable();
            (walk.to, captures, walk.castling)
        };
        let distinct: HashSet<_> = found.iter().map(key).collect();
        prop_assert_eq!(distinct.len(), found.len(), "a move comes twice");
    }

    #[test]
    fn lines_never_come_back(notation in notation(), scene in scene()) {
        let Ok(movement) = compile::movement(&notation) else { return Ok(()) };
        for pattern in &movement.patterns {
            let lines = walker::lines(pattern, &scene.geometry, scene.side, scene.from);
            prop_assert_eq!(lines.is_some(), pattern.single_leg().is_some());
            for line in lines.into_iter().flatten() {
                let squares: HashSet<Square> = line.steps.iter().map(|step| step.square).collect();
                prop_assert_eq!(squares.len(), line.steps.len());
                prop_assert!(!squares.contains(&scene.from));
            }
        }
    }
}
