//! Pictures read back: every SVG is XML, shows every piece of its position, and marks exactly the squares that the walker
//! gives.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Mutex;

use crate::common;
use ferz::betza::Notation;
use ferz::board::{Geometry, Side, Square, SquareSet};
use ferz::compile;
use ferz::fen;
use ferz::protocol::parse_board;
use ferz::render::marks::Subject;
use ferz::render::study::Study;
use ferz::render::svg;
use ferz::rules::{EnPassant, Movement, Setup};
use ferz::variant::library;
use roxmltree::{Document, Node};
use serde::Deserialize;

/// The groups of a class, with the square each is on.
fn groups<'a>(document: &'a Document<'_>, class: &str) -> Vec<(String, Node<'a, 'a>)> {
    let of_class = document.descendants().filter(|node| node.attribute("class") == Some(class));
    of_class.map(|node| (node.attribute("data-square").expect("it has a square").to_owned(), node)).collect()
}

/// What a picture of moves says of each square.
fn read_marks(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let document = Document::parse(text).expect("a picture is XML");
    let kinds = |node: Node<'_, '_>| node.attribute("data-kinds").unwrap().split(' ').map(str::to_owned).collect();
    groups(&document, "mark").into_iter().map(|(square, node)| (square, kinds(node))).collect()
}

/// The squares of a kind.
fn of_kinds(marks: &BTreeMap<String, BTreeSet<String>>, kinds: &[&str]) -> BTreeSet<String> {
    let has = |found: &BTreeSet<String>| kinds.iter().any(|kind| found.contains(*kind));
    marks.iter().filter(|(_, found)| has(found)).map(|(square, _)| square.clone()).collect()
}

/// What the walker says of the piece alone, and with one piece on each square.
struct Asked {
    moves: BTreeSet<String>,
    first: BTreeSet<String>,
    takes: BTreeSet<String>,
    friends: BTreeSet<String>,
}

fn ask(movement: &Movement, geometry: &Geometry, side: Side, from: Square, ends: SquareSet) -> Asked {
    let moved = Study { side, ..Study::new(movement, geometry, from) };
    let virgin = Study { virgin: true, ..moved.clone() };
    let quiet = |study: &Study<'_>| -> BTreeSet<String> {
        let walks = study.walks();
        let quiet = walks.iter().filter(|walk| walk.captures.is_empty() && walk.to != from && ends.contains(walk.to));
        quiet.map(|walk| geometry.name(walk.to)).collect()
    };
    let taken = |make: &dyn Fn(SquareSet) -> BTreeSet<Square>| -> BTreeSet<String> {
        let squares = geometry.squares().iter().filter(|square| *square != from && ends.contains(*square));
        squares.filter(|square| make(SquareSet::of(*square)).contains(square)).map(|at| geometry.name(at)).collect()
    };
    let landing = |study: Study<'_>| -> BTreeSet<Square> {
        study.walks().iter().filter(|walk| walk.captures.contains(&walk.to)).map(|walk| walk.to).collect()
    };
    Asked {
        moves: quiet(&moved),
        first: quiet(&virgin),
        takes: taken(&|placed| landing(Study { enemies: placed, ..virgin.clone() })),
        friends: taken(&|placed| landing(Study { friends: placed, ..virgin.clone() })),
    }
}

fn check(text: &str, asked: &Asked, what: &str) {
    let marks = read_marks(text);
    assert_eq!(of_kinds(&marks, &["move"]), asked.moves, "{what}: moves");
    assert_eq!(of_kinds(&marks, &["move", "first-move"]), asked.first, "{what}: first moves");
    assert_eq!(of_kinds(&marks, &["take", "first-take"]), asked.takes, "{what}: captures");
    assert_eq!(of_kinds(&marks, &["take-friend"]), asked.friends, "{what}: captures of friends");
}

#[test]
fn positions_show_every_square_and_every_piece() {
    for name in library::names() {
        let compiled = common::variant(name);
        let rules = compiled.rules();
        let text = svg::position(rules, &rules.setup);
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let squares: BTreeSet<String> = groups(&document, "square").into_iter().map(|(square, _)| square).collect();
        assert_eq!(squares, rules.geometry.squares().iter().map(|square| rules.geometry.name(square)).collect());
        let mut pieces = Setup::empty(rules.geometry.len(), rules.pieces.len());
        for (square, node) in groups(&document, "piece") {
            let square = rules.geometry.square(&square).unwrap();
            let piece = rules.piece_named(node.attribute("data-piece").unwrap()).unwrap();
            let side = if node.attribute("data-side") == Some("white") { Side::White } else { Side::Black };
            pieces.pieces[square.index()] = Some(ferz::rules::PlacedPiece { piece, side, promoted: false });
            assert!(node.descendants().any(|node| node.has_tag_name("path")), "{name}: a piece without a picture");
        }
        assert_eq!(pieces.pieces, rules.setup.pieces, "{name}");
    }
}

#[test]
fn the_marks_of_every_shipped_piece_are_the_walkers_squares() {
    let names: Vec<&str> = library::names().collect();
    // Most games have knights on eight by eight squares: what is drawn of them is looked at once.
    let seen = Mutex::new(HashSet::new());
    common::check_all(&names, |name| {
        let compiled = common::variant(name);
        let rules = compiled.rules();
        // So that games of many pieces take no longer than others.
        let looked_at = (400 / rules.pieces.len()).clamp(2, 12);
        for id in rules.piece_ids().filter(|id| rules.piece(*id).extra.is_empty()) {
            let piece = rules.piece(id);
            let drawn = format!("{:?} {:?} {:?}", piece.movement, piece.confined, rules.geometry);
            if !seen.lock().unwrap().insert(drawn) {
                continue;
            }
            for side in Side::ALL {
                let stands = piece.confined[side] & rules.geometry.squares();
                // On large boards squares further apart, so that as many are looked at as on others.
                for from in stands.iter().step_by((stands.count() as usize / looked_at).max(5)) {
                    let text = svg::piece(rules, id, &Subject::of_piece(rules, id, side, from));
                    let asked = ask(&piece.movement, &rules.geometry, side, from, stands);
                    let what = format!("{name}: {} on {}", piece.name, rules.geometry.name(from));
                    check(&text, &asked, &what);
                }
            }
        }
        Ok(())
    });
}

/// A row of the notation's test vectors: see `betza_vectors.rs`.
#[derive(Deserialize)]
struct Row {
    id: String,
    piece: String,
    board: String,
    side: String,
    from: String,
    moves: String,
}

#[test]
fn whatever_the_walker_reaches_anywhere_is_marked() {
    let rows: Vec<Row> = common::rows("betza/vectors.jsonl");
    assert!(rows.len() > 700);
    common::check_all(&rows, |row| {
        let geometry = parse_board(&row.board, "rectangle")?;
        let notation = Notation::parse(&row.piece).map_err(|error| error.to_string())?;
        let movement = compile::movement(&notation).map_err(|error| error.to_string())?;
        let from = geometry.square(&row.from).ok_or("no such square")?;
        let side = if row.side == "white" { Side::White } else { Side::Black };
        let subject = Subject::bare(&movement, &geometry, side, from);
        let marks = read_marks(&svg::notation(&subject, &row.piece));
        let marked = |square: &str, what: &str| match marks.contains_key(square) {
            true => Ok(()),
            false => Err(format!("{} {}: {square} is not marked ({what})", row.id, row.piece)),
        };
        for reached in row.moves.split_whitespace() {
            let (to, captures) = reached.split_once('x').unwrap_or((reached, ""));
            let to = to.split('=').next().unwrap_or(to);
            if to != row.from || captures.is_empty() {
                marked(to, "destination")?;
            }
            // Whom an en passant capture takes depends on the game.
            for victim in captures.split(',').filter(|victim| !victim.is_empty() && !captures.ends_with('e')) {
                marked(victim, "victim")?;
            }
        }
        Ok(())
    });
}

#[test]
fn a_picture_of_a_notation_agrees_with_the_walker_on_every_topology() {
    let notations =
        ["N", "mdK", "KNADcaKmcabK", "mRcpR", "fmWfceFifmnD", "nN", "jR", "zB", "qN", "[F?R]", "QckN", "U", "oR"];
    for topology in ["rectangle", "cylinder", "torus", "moebius", "klein"] {
        for text in notations {
            let geometry = parse_board("7x6", topology).unwrap();
            let movement = compile::movement(&Notation::parse(text).unwrap()).unwrap();
            for from in geometry.squares().iter().step_by(4) {
                let subject = Subject::bare(&movement, &geometry, Side::White, from);
                let asked = ask(&movement, &geometry, Side::White, from, geometry.squares());
                check(&svg::notation(&subject, text), &asked, &format!("{text} on a {topology}"));
            }
        }
    }
}

#[test]
fn walls_holes_regions_hands_and_odd_titles_are_drawn() {
    let text = "name: \"<Odd> & \\\"strange\\\" \\u0001 name\"\nboard: {files: 4, ranks: 4, holes: b2, topology: torus}\nhand: captured\nregions: {hill: c3 c4}\npieces:\n  \
                king: {symbol: K, moves: K, royal: true, confined: all except hill}\n  fairy: {symbol: \"+F'\", moves: \"nNmpafK\"}\nsetup: '4/k3/1**1/K3[+F''] w - - 0 1'\n\
                end: {stuck: {when: {stuck: always}, result: draw}}\n";
    let compiled = ferz::load_text(text).unwrap();
    let rules = compiled.rules();
    let text = svg::position(rules, &rules.setup);
    let document = Document::parse(&text).unwrap();
    assert_eq!(groups(&document, "hole").len(), 1);
    let walls = document.descendants().find(|node| node.attribute("class") == Some("walls")).unwrap();
    let walls: Vec<&str> = walls.children().filter_map(|node| node.attribute("data-square")).collect();
    assert_eq!(walls, ["c2"]);
    let shaded: Vec<&str> = document.descendants().filter_map(|node| node.attribute("data-shaded")).collect();
    assert_eq!(shaded, ["c3", "c4"]);
    assert!(document.descendants().filter(|node| node.attribute("class") == Some("seam")).count() == 4);
    assert!(text.contains("White's hand: 1 x fairy"));
    let setup = fen::read("3k/4/1**1/K3 b", rules).unwrap();
    assert!(svg::position(rules, &setup).contains("Black to move"));
}

/// The names of the regions in the legend of a picture.
fn hatched(picture: &str) -> Vec<String> {
    picture.lines().filter_map(|line| line.strip_prefix("region ")).map(str::to_owned).collect()
}

#[test]
fn a_few_regions_are_hatched_and_never_two_on_a_square() {
    for name in library::names() {
        let compiled = common::variant(name);
        let rules = compiled.rules();
        let picture = svg::position(rules, &rules.setup);
        let document = Document::parse(&picture).unwrap();
        let mut squares: Vec<&str> = document.descendants().filter_map(|node| node.attribute("data-shaded")).collect();
        let all = squares.len();
        squares.sort_unstable();
        squares.dedup();
        assert_eq!(squares.len(), all, "{name}: regions overlap");
    }
    let shown = |name: &str, regions: Option<&[&str]>| {
        let compiled = common::variant(name);
        let rules = compiled.rules();
        let regions = regions.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
        hatched(&svg::position_as(rules, &rules.setup, &svg::Shown { regions, ..svg::Shown::default() }))
    };
    assert_eq!(shown("rollerball", None), [""; 0], "it has 20 regions, as parts of its rules");
    assert_eq!(shown("xiangqi", None), ["palace (Red)", "palace (Black)"]);
    assert_eq!(shown("shogi", None), ["promotion (Sente)", "promotion (Gote)"]);
    assert_eq!(shown("rollerball", Some(&["goal", "west_side"])), ["west_side", "goal (White)", "goal (Black)"]);
    assert_eq!(shown("kingofthehill", Some(&[])), [""; 0]);
}

#[test]
fn en_passant_and_castling_are_marked() {
    let geometry = parse_board("8x8", "rectangle").unwrap();
    let movement = compile::movement(&Notation::parse("feFisO2").unwrap()).unwrap();
    let from = geometry.square("e1").unwrap();
    let marks = read_marks(&svg::notation(&Subject::bare(&movement, &geometry, Side::White, from), "feFisO2"));
    let squares = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(of_kinds(&marks, &["castle"]), squares(&["c1", "g1"]));
    assert_eq!(of_kinds(&marks, &["en-passant"]), squares(&["d2", "f2"]));
    let d2 = geometry.square("d2").unwrap();
    let right = EnPassant { targets: SquareSet::of(d2), victim: geometry.square("d1").unwrap() };
    let study = Study {
        enemies: SquareSet::of(right.victim),
        en_passant: Some(right),
        ..Study::new(&movement, &geometry, from)
    };
    assert!(study.walks().iter().any(|walk| walk.to == d2 && walk.en_passant));
}

/// Where each square of a picture lies.
fn places(text: &str) -> BTreeMap<String, (f64, f64)> {
    let document = Document::parse(text).expect("a picture is XML");
    let number = |node: Node<'_, '_>, name: &str| node.attribute(name).map(|text| text.parse::<f64>().unwrap());
    let squares = document.descendants().filter(|node| node.attribute("class") == Some("square"));
    let place = |node: Node<'_, '_>| match (number(node, "x"), number(node, "y")) {
        (Some(x), Some(y)) => (x, y),
        // The first corner of a hexagon, whose opposite is the fourth.
        _ => {
            let corners: Vec<f64> =
                node.attribute("points").unwrap().split([' ', ',']).map(|part| part.parse().unwrap()).collect();
            ((corners[0] + corners[6]) / 2.0, (corners[1] + corners[7]) / 2.0)
        }
    };
    squares.map(|node| (node.attribute("data-square").unwrap().to_owned(), place(node))).collect()
}

#[test]
fn levels_stand_in_rows_that_fit_on_a_phone() {
    let compiled = common::variant("raumschach");
    let placed = places(&svg::position(compiled.rules(), &compiled.rules().setup));
    let place = |square: &str| placed[square];
    // The lowest level stands on the left of the lowest row, and no two squares overlap.
    assert!(place("a1").0 < place("a6").0 && place("a6").0 < place("a11").0 && place("a1").1 == place("a11").1);
    assert!(place("a16").0 == place("a1").0 && place("a16").1 < place("a5").1);
    let side = place("b1").0 - place("a1").0;
    let apart = |(x, y): &(f64, f64), other: &(f64, f64)| (x - other.0).abs() >= side || (y - other.1).abs() >= side;
    let all: Vec<_> = placed.values().collect();
    assert!(
        all.len() == 125 && all.iter().enumerate().all(|(at, one)| all[..at].iter().all(|other| apart(one, other)))
    );
    assert!(all.iter().all(|(x, _)| *x < 19.0 * side));
}

#[test]
fn for_black_a_board_is_turned_by_half_a_circle() {
    for name in library::names() {
        let compiled = common::variant(name);
        let rules = compiled.rules();
        let black = svg::Shown { orientation: Side::Black, ..svg::Shown::default() };
        let (white, black) = (svg::position(rules, &rules.setup), svg::position_as(rules, &rules.setup, &black));
        let (white, black) = (places(&white), places(&black));
        let sums: Vec<(f64, f64)> = white.iter().map(|(at, (x, y))| (x + black[at].0, y + black[at].1)).collect();
        let same = |sum: &(f64, f64)| (sum.0 - sums[0].0).abs() < 0.3 && (sum.1 - sums[0].1).abs() < 0.3;
        assert!(white.len() == black.len() && sums.iter().all(same), "{name}");
    }
}

#[test]
fn marked_squares_arrows_colours_and_sizes_are_drawn() {
    let compiled = common::variant("chess");
    let (rules, square) = (compiled.rules(), |name: &str| compiled.rules().geometry.square(name).unwrap());
    let red = svg::Colour::parse("#f00").unwrap();
    let mut shown = svg::Shown {
        orientation: Side::Black,
        last_move: vec![square("e2"), square("e4")],
        check: Some(square("e8")),
        fill: vec![(square("a1"), red.clone())],
        arrows: vec![svg::Arrow { from: square("d1"), to: square("h5"), colour: Some(red.clone()) }],
        size: Some(300),
        legend: false,
        coordinates: false,
        ..svg::Shown::default()
    };
    *shown.colours.named("light").unwrap() = red;
    let text = svg::position_as(rules, &rules.setup, &shown);
    let document = Document::parse(&text).unwrap();
    let marked: Vec<&str> = document.descendants().filter_map(|node| node.attribute("data-marked")).collect();
    assert_eq!(marked, ["a1", "e2", "e4", "e8"]);
    let places = places(&text);
    for node in document.descendants().filter(|node| node.has_attribute("data-marked")) {
        let place = (node.attribute("x").unwrap().parse().unwrap(), node.attribute("y").unwrap().parse().unwrap());
        assert_eq!(places[node.attribute("data-marked").unwrap()], place);
    }
    let arrow = document.descendants().find(|node| node.has_attribute("data-from")).unwrap();
    assert_eq!((arrow.attribute("data-from"), arrow.attribute("data-to")), (Some("d1"), Some("h5")));
    let light = document.descendants().filter(|node| node.attribute("class") == Some("square"));
    assert_eq!(light.filter(|node| node.attribute("fill") == Some("#f00")).count(), 32);
    assert_eq!(document.root_element().attribute("width"), Some("300"));
    assert!(!text.contains("class=\"legend\"") && !text.contains("class=\"coordinates\""));
    let refused = ["red\"/>", "#12", "url(x)", "", "#ggg"];
    assert!(refused.iter().all(|text| svg::Colour::parse(text).is_none()));
}

/// The lines of a board of points, each as the names of its ends.
fn lines_of(text: &str, rules: &ferz::Rules) -> BTreeSet<(String, String)> {
    let document = Document::parse(text).unwrap();
    let path = document.descendants().find(|node| node.attribute("class") == Some("lines"));
    let path = path.expect("there are lines").attribute("d").unwrap();
    let middles: BTreeMap<String, String> = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("square"))
        .map(|node| {
            let middle = |key: &str| node.attribute(key).unwrap().parse::<f64>().unwrap() + 24.0;
            let place = format!("{:.1} {:.1}", middle("x"), middle("y"));
            (place, node.attribute("data-square").unwrap().to_owned())
        })
        .collect();
    assert_eq!(middles.len(), rules.geometry.squares().count() as usize);
    let ends = path.split('M').skip(1).map(|line| line.split_once('L').unwrap());
    // A line that leads to a hole has no square at its end.
    ends.map(|(one, other)| (middles[one].clone(), middles[other].clone())).collect()
}

#[test]
fn boards_are_drawn_as_their_files_say() {
    let draw = |look: &str, holes: &str| {
        let text = format!(
            "name: Look\nboard: {{files: 7, ranks: 7{holes}}}\nregions: {{both: c1-e3 c5-e7}}\nlook: {look}\npieces:\n  \
             king: {{symbol: K, moves: \"K\", royal: true, confined: both}}\nsetup: 3k3/7/7/7/7/7/3K3 w - - 0 1\n"
        );
        let compiled = ferz::load_text(&text).unwrap();
        (svg::position(compiled.rules(), &compiled.rules().setup), compiled)
    };
    let (points, compiled) = draw("{squares: points, gap: 4, diagonals: both, white: Red, black: Blue}", "");
    let lines = lines_of(&points, compiled.rules());
    let joins = |one: &str, other: &str| {
        let pair = |one: &str, other: &str| lines.contains(&(one.to_owned(), other.to_owned()));
        pair(one, other) || pair(other, one)
    };
    assert!(joins("a4", "a5") && !joins("b4", "b5") && joins("g4", "g5") && joins("b5", "b6") && joins("a1", "b1"));
    for (corner, middle) in [("c1", "d2"), ("e1", "d2"), ("d2", "e3"), ("c5", "d6"), ("e7", "d6"), ("d6", "c7")] {
        assert!(joins(corner, middle), "{corner}-{middle}");
    }
    assert!(!joins("c2", "d1") && !joins("d5", "e6") && !joins("e3", "f4"));
    assert!(points.contains("Red to move") && !points.contains("#cfd3d8"), "{points}");
    let (holed, compiled) = draw("{squares: points}", ", holes: a1 b4");
    assert!(!lines_of(&holed, compiled.rules()).iter().any(|(one, other)| [one, other].iter().any(|at| *at == "b4")));
    let (plain, _) = draw("{squares: plain}", "");
    assert!(!plain.contains("class=\"lines\"") && !plain.contains("#cfd3d8"));
    let (checked, _) = draw("{white: Red}", "");
    assert!(checked.contains("#cfd3d8"));
    let (coloured, compiled) = draw("{colours: {both: teal}}", "");
    assert_eq!(coloured.matches("fill=\"teal\"").count(), 18);
    let page = ferz::pages::render::html(&compiled, None);
    assert!(page.contains("style=\"fill:teal\""), "{page}");
}
