//! What notations mean on a board: equivalences, and what no other program's vectors cover.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::common::stopwatch::Stopwatch;
use ferz::betza::Notation;
use ferz::board::{Geometry, Side, Square, SquareSet, Topology};
use ferz::compile;
use ferz::walker::{self, Content, Context, Occupancy, Walk};

/// A board drawn from the top rank down: `P` friend, `p` enemy, `k` royal enemy, `#` wall, `o` hole, `*` the piece.
struct Drawing {
    geometry: Geometry,
    letters: Vec<u8>,
    from: Square,
}

impl Occupancy for Drawing {
    fn content(&self, square: Square) -> Content {
        match self.letters[square.index()] {
            b'#' => Content::Wall,
            b'P' => Content::PlacedPiece { friend: true, royal: false },
            b'p' => Content::PlacedPiece { friend: false, royal: false },
            b'k' => Content::PlacedPiece { friend: false, royal: true },
            _ => Content::Empty,
        }
    }
}

fn draw(picture: &str, topology: Topology) -> Drawing {
    let rows: Vec<&str> = picture.split_whitespace().rev().collect();
    let letters: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
    let at = |index: usize| Square::new(index as u16);
    let with = |wanted: u8| (0..letters.len()).filter(|index| letters[*index] == wanted).map(at).collect::<Vec<_>>();
    let holes = with(b'o').into_iter().collect();
    let geometry = Geometry::new(rows[0].len(), rows.len(), topology).unwrap().with_holes(holes);
    Drawing { geometry, from: with(b'*')[0], letters }
}

fn walks(piece: &str, drawing: &Drawing) -> Vec<Walk> {
    let movement = compile::movement(&Notation::parse(piece).unwrap()).unwrap();
    let context = Context { virgin: true, en_passant: None, castling_partners: &SquareSet::EMPTY };
    let mut found = Vec::new();
    let Drawing { geometry, from, .. } = drawing;
    walker::walk(&movement, geometry, Side::White, *from, drawing, &context, &mut |_, walk| found.push(walk));
    found
}

fn ends(piece: &str, drawing: &Drawing) -> BTreeSet<String> {
    walks(piece, drawing).iter().map(|walk| drawing.geometry.name(walk.to)).collect()
}

fn moves(piece: &str, drawing: &Drawing) -> BTreeSet<String> {
    let name = |square: &Square| drawing.geometry.name(*square);
    let written = |walk: &Walk| format!("{}x{:?}", name(&walk.to), walk.captures.iter().map(name).collect::<Vec<_>>());
    walks(piece, drawing).iter().map(written).collect()
}

fn names(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

const BUSY: &str = "
    ..p.....
    .....p..
    .P......
    ...p.P..
    ..*.....
    .....p..
    p...P...
    ..P..p..";

#[test]
fn brackets_are_another_way_to_write_legs() {
    for topology in [Topology::Rectangle, Topology::Cylinder, Topology::Torus] {
        let board = draw(BUSY, topology);
        for (brackets, legs) in [
            ("[F?R]", "FyafsF"),
            ("[W?B]", "WyafsW"),
            ("[F-R]", "yafsF"),
            ("[W-F]", "mafsW"),
            ("[W-F]", "nN"),
            ("[cW-W]", "cafW"),
            ("[pW-R]", "gafW"),
            ("[gF-B]", "gafF"),
            ("m[F?R]", "mFyafsmF"),
            ("[K?K]", "KafK"),
            ("[K-R]", "[W-R][F-R]"),
        ] {
            assert_eq!(moves(brackets, &board), moves(legs, &board), "{brackets} {legs} {topology}");
        }
    }
}

#[test]
fn directions_before_brackets_keep_whole_paths() {
    let board = draw(".....\n.....\n..*..\n.....\n.....", Topology::Rectangle);
    assert_eq!(ends("f[F?R]", &board), names("b4 d4 b5 d5"));
    assert_eq!(ends("v[F-R]", &board), names("b5 d5 b1 d1"));
    assert_eq!(ends("v[F?R]", &board), names("b4 d4 b2 d2 b5 d5 b1 d1"));
}

#[test]
fn bent_riders_turn_at_every_leap() {
    let board = draw(&format!("{0}.....*.....\n{0}", "...........\n".repeat(5)), Topology::Rectangle);
    // A rose comes round to where it started, and stops before it.
    assert_eq!(ends("rfqN", &board), names("g8 f10 d11 b10 a8 b6 d5 i9 k8"));
    assert_eq!(ends("qN", &board).len(), 28);
    assert!(!ends("qN", &board).contains("f6"));
    let board = draw(&format!("{0}...*...\n{0}", ".......\n".repeat(3)), Topology::Rectangle);
    assert_eq!(ends("frzB", &board), names("e5 f4 g5 d6 e7"));
    assert_eq!(ends("fzR2", &board), names("d5 c5 e5"));
    assert_eq!(ends("fqR", &board), names("d5 c5 e5 c4 e4"));
}

#[test]
fn edges_can_be_joined_for_one_move() {
    let board = draw("....\n....\n*...\n....", Topology::Rectangle);
    assert_eq!(ends("oW", &board), names("a1 a3 b2 d2"));
    assert_eq!(ends("foF2", &board), names("b3 c4 d3 c4"));
    assert_eq!(ends("bR", &board), names("a1"));
    assert_eq!(ends("booR", &board), names("a1 a4 a3"));
    assert_eq!(ends("lorR", &board), names("b2 c2 d2"));
}

#[test]
fn a_turn_keeps_its_hand_across_a_seam_that_turns_the_board_over() {
    // Over the right edge to the same rank counted from the other side; left is then down the drawing.
    let board = draw(".....\n....*\n.....\n.....\n.....", Topology::Moebius);
    assert_eq!(ends("ralW", &board), names("a1"));
    assert_eq!(ends("lalW", &board), names("d3"));
    assert_eq!(ends("fraflK", &board), BTreeSet::new());
}

#[test]
fn royal_pieces_can_be_the_only_or_never_a_victim() {
    let board = draw("k.p.k\n.....\n..*..\n.....\np...p", Topology::Rectangle);
    assert_eq!(ends("kQ", &board), names("a5 e5"));
    assert_eq!(ends("ctQ", &board), names("c5 a1 e1"));
    assert_eq!(ends("mckA", &board), names("a5 e5"));
    assert_eq!(ends("U", &board).len(), 24);
    assert_eq!(ends("kU", &board), names("a5 e5"));
}

#[test]
fn walls_are_hurdles_and_never_taken_and_holes_are_not_there() {
    let board = draw("......\n*#.p..\n......", Topology::Rectangle);
    assert_eq!(moves("rR", &board), BTreeSet::new());
    assert_eq!(ends("rpR", &board), names("c2 d2"));
    assert_eq!(ends("rgR", &board), names("c2"));
    assert_eq!(ends("rpafW", &board), names("c2"));
    assert_eq!(ends("rtpafW", &board), BTreeSet::new());
    assert_eq!(ends("rjD", &board), names("c2"));
    let board = draw("......\n*o.p..\n......", Topology::Rectangle);
    assert_eq!(ends("rR", &board), BTreeSet::new());
    assert_eq!(ends("rD", &board), names("c2"));
    assert_eq!(ends("rnD", &board), BTreeSet::new());
    assert_eq!(ends("rjD", &board), BTreeSet::new());
    assert_eq!(ends("rjR", &board), BTreeSet::new());
}

#[test]
fn long_leaps_have_suffixes() {
    let board = draw(".....\n.....\n.....\n.....\n*....", Topology::Rectangle);
    assert_eq!(ends("FX", &board), names("b5 e2"));
    assert_eq!(ends("WX", &board), names("a5 e1"));
    assert_eq!(ends("DY", &board), names("c5 e3"));
    assert_eq!(ends("NY", &board), names("d5 e4"));
    assert_eq!(ends("AY", &board), names("e5"));
}

#[test]
fn squares_passed_can_be_taken_en_passant() {
    let board = draw(".\n.\n.\n.\n.\n*\n.", Topology::Rectangle);
    let trail = |piece: &str| {
        let name = |square: &Square| board.geometry.name(*square);
        let mut trails: Vec<String> = Vec::new();
        for walk in walks(piece, &board) {
            trails.push(format!("{}:{}", name(&walk.to), walk.trail.iter().map(name).collect::<Vec<_>>().join(",")));
        }
        trails.join(" ")
    };
    assert_eq!(trail("ifmnD"), "a4:a3");
    assert_eq!(trail("fmnD"), "a4:");
    assert_eq!(trail("ifmD"), "a4:");
    assert_eq!(trail("ifmnH"), "a5:a3,a4");
    assert_eq!(trail("fmnR3"), "a3: a4:a3 a5:a3,a4");
}

#[test]
fn captured_pieces_are_gone_and_the_start_is_free() {
    // The second leg comes back over the first victim and the start.
    let board = draw(".....\n.....\np*p..\n.....\n.....", Topology::Rectangle);
    assert_eq!(moves("rcabmR", &board), names("b3x[\"c3\"]"));
    assert_eq!(
        moves("rcabcR", &board),
        names("a3x[\"c3\",\"a3\"]").into_iter().map(|text| text.replace(",", ", ")).collect()
    );
    let pass = walks("mcabK", &board).into_iter().filter(|walk| walk.is_pass(board.from)).count();
    assert_eq!(pass, 1);
}

#[test]
fn a_walk_ends_in_time_on_the_largest_board() {
    let checkered: String = (0..32).map(|rank| if rank % 2 == 0 { ".p" } else { "p." }.repeat(16) + "\n").collect();
    let empty = (".".repeat(32) + "\n").repeat(32);
    for (piece, picture) in [
        ("mcamcamcamcaQ", &checkered),
        ("caibaibaaQ", &checkered),
        ("aaaaaQ", &empty),
        ("mpampampampaQ", &checkered),
        ("acacacacaK", &checkered),
    ] {
        let picture = format!("*{}", &picture[1..]);
        let board = draw(&picture, Topology::Torus);
        let watch = Stopwatch::start();
        let found = walks(piece, &board);
        assert!(!found.is_empty(), "{piece}");
        assert!(watch.spent() < Duration::from_secs(20), "{piece}: {:?}", watch.spent());
    }
}
