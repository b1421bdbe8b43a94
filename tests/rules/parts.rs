//! The parts below the rules: boards, sets, lines of leapers, tables. They are held here and not beside their code, because a
//! test inside `ferz-core` would compile the generator a second time.

use std::thread;

use ferz::betza::Notation;
use ferz::board::{Bitboard, Geometry, GeometryError, Side, Square, SquareSet, Step, Topology};
use ferz::notation::uci;
use ferz::perft::Table;
use ferz::position::Key;
use ferz::rules::movement::Leap;
use ferz::{compile, fen, load_text, walker};

mod boards {
    use super::*;

    #[test]
    fn names_go_both_ways_on_the_widest_board() {
        let board = Geometry::new(64, 16, Topology::Rectangle).unwrap();
        for square in board.squares() {
            assert_eq!(board.square(&board.name(square)), Some(square));
        }
        assert_eq!(board.name(board.at(26, 9).unwrap()), "aa10");
        for wrong in ["", "a", "1", "a0", "a01", "a17", "bm1", "zzzzzzzzzzzzzz1", "A1", "é1"] {
            assert_eq!(board.square(wrong), None, "{wrong}");
        }
    }

    /// A step of many squares at once leads where it leads from each of them.
    #[test]
    fn squares_are_shifted_as_each_of_them_steps() {
        let mut random = ferz::play::Random::new(5);
        let topologies = [Topology::Rectangle, Topology::Hexagonal, Topology::HexagonalRanks];
        for (files, ranks) in [(1, 1), (3, 7), (8, 8), (9, 10), (64, 16), (25, 25), (32, 32)] {
            for topology in topologies {
                let holes: SquareSet = (0..4)
                    .map(|_| Square::new(random.below(files * ranks) as u16))
                    .filter(|at| at.index() > 0)
                    .collect();
                let board = Geometry::new(files, ranks, topology).unwrap().with_holes(holes);
                assert!(board.shifts());
                let chosen = board.squares().iter().filter(|_| random.below(3) > 0).collect::<SquareSet>();
                for (aside, ahead) in [(0, 1), (1, 0), (-1, -1), (2, -3), (-3, 2), (7, 7), (-40, 1), (1, 40)] {
                    let step = Step::new(aside, ahead);
                    let each = chosen.iter().filter_map(|from| board.step(from, step)).map(|landing| landing.square);
                    assert_eq!(board.shifted(&chosen, step), each.collect(), "{files}x{ranks} {aside} {ahead}");
                }
            }
        }
        assert!(!Geometry::new(8, 8, Topology::Cylinder).unwrap().shifts());
        assert!(!Geometry::new(5, 25, Topology::Rectangle).unwrap().with_levels(5).shifts());
    }

    #[test]
    fn a_moebius_strip_turns_the_ranks_over_and_comes_back_after_two_laps() {
        let board = Geometry::new(8, 8, Topology::Moebius).unwrap();
        let start = board.square("h2").unwrap();
        let over = board.step(start, Step::new(1, 1)).unwrap();
        assert_eq!(board.name(over.square), "a6");
        assert_eq!(over.onward, Step::new(1, -1));
        let (mut square, mut step) = (start, Step::new(1, 0));
        for _ in 0..16 {
            let landing = board.step(square, step).unwrap();
            (square, step) = (landing.square, landing.onward);
        }
        assert_eq!(square, start);
    }

    #[test]
    fn bounds_are_kept() {
        assert_eq!(Geometry::new(65, 1, Topology::Rectangle), Err(GeometryError::Side(65)));
        assert_eq!(Geometry::new(64, 17, Topology::Rectangle), Err(GeometryError::Squares(1088)));
        assert!(Geometry::new(64, 16, Topology::Torus).is_ok());
    }

    #[test]
    fn a_step_up_leads_to_the_same_place_of_the_next_level() {
        let board = Geometry::new(3, 9, Topology::Rectangle).unwrap().with_levels(3);
        let to = |from: &str, step: Step| {
            let landing = board.step(board.square(from).unwrap(), step);
            landing.map(|landing| board.name(landing.square))
        };
        assert_eq!(to("b2", Step::new(0, 0).up(1)).as_deref(), Some("b5"));
        assert_eq!(to("b2", Step::new(1, -1).up(2)).as_deref(), Some("c7"));
        assert_eq!(to("b3", Step::new(0, 1)), None);
        assert_eq!(to("b8", Step::new(0, 0).up(1)), None);
    }

    #[test]
    fn a_hole_is_not_there() {
        let board = Geometry::new(3, 3, Topology::Rectangle).unwrap();
        let middle = board.square("b2").unwrap();
        let board = board.with_holes(SquareSet::of(middle));
        assert_eq!(board.square("b2"), None);
        assert_eq!(board.step(board.square("a1").unwrap(), Step::new(1, 1)), None);
    }

    /// The squares to which a side may drop its pieces.
    fn drops(text: &str, setup: &str) -> Vec<String> {
        let variant = load_text(text).unwrap();
        let game = variant.game(&fen::read(setup, variant.rules()).unwrap()).unwrap();
        let texts = uci::list(&game).into_iter().map(|(text, _)| text);
        let mut squares: Vec<String> = texts.filter_map(|text| Some(text.strip_prefix("P@")?.to_owned())).collect();
        squares.sort();
        squares
    }

    #[test]
    fn what_is_dropped_falls_on_the_pile_and_what_is_pushed_rests_before_the_next_piece() {
        let file = |place: &str, setup: &str| {
            format!(
                "name: Discs\nboard: {{files: 4, ranks: 4}}\nhand: setup\npieces:\n  disc: {{symbol: P, moves: \"\", drop: \
                 {{where: {place}}}}}\nsetup: {setup}\nend:\n  full: {{when: {{stuck: always}}, result: draw}}\n"
            )
        };
        let setup = "1p1p/4/4/1pP1[PPpp] w - - 0 1";
        assert_eq!(drops(&file("on pile", setup), setup), ["a1", "c2"], "none below the top of a file");
        let pushed = drops(&file("pushed from an edge", setup), setup);
        let of = |file: char| pushed.iter().filter(|name| name.starts_with(file)).cloned().collect::<Vec<_>>();
        assert_eq!(of('a'), ["a1", "a2", "a3", "a4"]);
        // Nothing comes past the pieces at both ends of the file; from the sides, a disc slides on.
        assert!(of('b').is_empty());
        assert_eq!(of('c'), ["c2"]);
    }

    #[test]
    fn pieces_face_each_other_round_a_cylinder_too() {
        // The kings face each other before a move of a knight that stands apart, and after it.
        let met = |topology: &str, placed: &str| {
            let text = format!(
                "name: Facing\nextends: chess\nboard: {{files: 5, ranks: 5, topology: {topology}}}\ncastling: null\npieces:\n  pawn: null\nsetup: \
                 N4/{placed} w - - 0 1\nend:\n  met: {{when: {{facing: king}}, result: win}}\n"
            );
            let variant = load_text(&text).unwrap_or_else(|error| panic!("{error}"));
            let mut game = variant.start().unwrap();
            let made = uci::parse(&game, "a5c4").unwrap();
            game.play(&made);
            game.end().is_some_and(|end| &*end.reason == "met")
        };
        for (topology, round) in [("rectangle", false), ("cylinder", true)] {
            assert!(met(topology, "1k3/5/n4/1K3"));
            assert!(!met(topology, "1k3/5/1n3/1K3"));
            assert!(!met(topology, "5/3k1/5/1K3"));
            assert_eq!(met(topology, "5/5/5/Kn1k1"), round);
            assert!(!met(topology, "5/5/5/Kn1kN"));
        }
    }
}

mod sets {
    use super::*;

    #[test]
    fn a_set_lists_its_squares_in_order_across_words() {
        let squares: Vec<Square> = [3, 63, 64, 130].map(Square::new).to_vec();
        let set: Bitboard<4> = squares.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.count(), 4);
        assert_eq!(set.lowest(), Some(Square::new(3)));
        assert_eq!(set.highest(), Some(Square::new(130)));
        assert_eq!((0..4).filter_map(|before| set.nth(before)).collect::<Vec<_>>(), squares);
        assert_eq!(set.nth(4), None);
    }

    #[test]
    fn shifting_moves_every_square_by_the_same_distance() {
        let squares = [0, 5, 63, 64, 100, 127, 128, 200, 255];
        let set: Bitboard<4> = squares.iter().copied().map(Square::new).collect();
        for distance in [-130, -65, -64, -63, -1, 0, 1, 9, 63, 64, 65, 129] {
            let inside = |index: &i32| (0..256).contains(index);
            let moved = squares.iter().map(|index| i32::from(*index) + distance).filter(inside);
            let expected: Bitboard<4> = moved.map(|index| Square::new(index as u16)).collect();
            assert_eq!(set.shifted(distance), expected, "by {distance}");
        }
    }

    #[test]
    fn a_span_ends_with_the_highest_square() {
        let all = [0, 5, 63, 64, 100, 127, 128, 200, 255];
        for count in 0..=all.len() {
            let set: Bitboard<4> = all[..count].iter().copied().map(Square::new).collect();
            assert_eq!(set.span(), set.highest().map_or(0, |square| square.index() + 1), "{count}");
            assert_eq!(set.down_to_highest(), !Bitboard::first(set.span().saturating_sub(1)), "{count}");
        }
    }

    #[test]
    fn first_counts_up_to_the_width() {
        assert_eq!(Bitboard::<2>::first(100).count(), 100);
        assert_eq!(Bitboard::<1>::first(64).count(), 64);
        assert!(Bitboard::<2>::first(0).is_empty());
    }
}

#[test]
fn headings_go_round_clockwise() {
    let steps = |leap: Leap| (0..8).map(|heading| leap.step(heading)).map(|step| (step.files, step.ranks)).collect();
    let main: Vec<_> = steps(Leap::Main(2));
    assert_eq!(main, [(0, 2), (2, 2), (2, 0), (2, -2), (0, -2), (-2, -2), (-2, 0), (-2, 2)]);
    let oblique: Vec<_> = steps(Leap::Oblique { short: 1, long: 2 });
    assert_eq!(oblique, [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
}

#[test]
fn a_lame_leap_goes_straight_first() {
    let board = Geometry::new(9, 9, Topology::Rectangle).unwrap();
    let from = board.square("e5").unwrap();
    let passed = |notation: &str, to: &str| -> Vec<String> {
        let movement = compile::movement(&Notation::parse(notation).expect("it is well formed")).unwrap();
        let lines = walker::lines(&movement.patterns[0], &board, Side::White, from).unwrap();
        let step = lines.iter().flat_map(|line| &line.steps).find(|step| board.name(step.square) == to).unwrap();
        step.blockers.iter().map(|square| board.name(*square)).collect()
    };
    assert_eq!(passed("nN", "f7"), ["e6"]);
    assert_eq!(passed("nZ", "b7"), ["d5", "c6"]);
    assert_eq!(passed("nH", "e2"), ["e4", "e3"]);
    assert_eq!(passed("nG", "h2"), ["f4", "g3"]);
}

mod counts {
    use super::*;

    #[test]
    fn a_count_needs_the_whole_key() {
        let table = Table::new(1).unwrap();
        let key = Key(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef);
        assert_eq!(table.get(key), None);
        table.put(key, 7);
        assert_eq!(table.get(key), Some(7));
        // Most of these are of the same bucket: every single bit counts.
        for bit in 0..128 {
            assert_eq!(table.get(Key(key.0 ^ 1 << bit)), None, "bit {bit}");
        }
    }

    #[test]
    fn what_two_threads_write_at_once_is_never_mixed() {
        let table = Table::new(1).unwrap();
        // Of one bucket, so that writers and readers meet in the same entries; a count says which key it belongs to.
        let key = |number: u64| Key(u128::from(number * 0x9e37_79b9_7f4a_7c15));
        thread::scope(|scope| {
            for writer in 0..2 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..200_000_u64 {
                        let number = 1 + (round * 2 + writer) % 14;
                        table.put(key(number), number);
                        let other = 1 + round % 14;
                        assert!(table.get(key(other)).is_none_or(|count| count == other));
                    }
                });
            }
        });
    }

    #[test]
    fn large_counts_stay() {
        let table = Table::new(1).unwrap();
        let keys = [Key(1), Key(2), Key(3)];
        for (key, count) in keys.into_iter().zip([1000, 5, 6]) {
            table.put(key, count);
        }
        assert_eq!(keys.map(|key| table.get(key)), [Some(1000), None, Some(6)]);
    }

    #[test]
    fn too_large_is_an_error() {
        let error = Table::new(usize::MAX >> 20).unwrap_err().to_string();
        assert_eq!(error, "there is not enough memory for a table of 17592186044415 MB");
    }
}

/// The piece on each square goes on to the next square of its round.
fn rounds(squares: &str) -> impl Iterator<Item = String> {
    let squares: Vec<String> = squares.split(' ').map(str::to_owned).collect();
    (0..).map(move |turn| format!("{}{}", squares[turn % squares.len()], squares[(turn + 1) % squares.len()]))
}

#[test]
fn positions_are_counted_however_many_there_are() {
    let variant = load_text("name: Long\nextends: chess\nend: {fifty_moves: null}\n").unwrap();
    let start = "8/8/k7/7p/7P/8/8/K7 w - - 0 1";
    // 16 and 9 squares: the position comes back after 144 moves of each side, 288 plies.
    let white = rounds("a1 b1 c1 d1 e1 f1 g1 h1 h2 g2 f2 e2 d2 c2 b2 a2");
    let black = rounds("a6 b6 c6 d6 e7 d8 c8 b7 a7");
    let mut game = variant.game(&fen::read(start, variant.rules()).unwrap()).unwrap();
    let moves = white.zip(black).flat_map(|(white, black)| [white, black]);
    for (ply, text) in moves.take(2 * 288).enumerate() {
        assert_eq!(game.end(), None, "after {ply} plies");
        let made = uci::parse(&game, &text).unwrap_or_else(|error| panic!("{ply}: {text}: {error}"));
        game.play(&made);
    }
    assert!(game.end().is_some(), "the third time");
}

#[test]
fn who_goes_as_two_others_has_no_tables_of_its_own() {
    let bytes = |pieces: &str| load_text(&format!("name: Tables\nextends: chess\n{pieces}")).unwrap().table_bytes();
    let [chess, with_both, with_reach] =
        ["", "pieces: {lady: {symbol: L, moves: RB}}\n", "pieces: {lady: {symbol: L, moves: NN}}\n"].map(bytes);
    assert!(with_both - chess < (with_reach - chess) / 2, "{chess} {with_both} {with_reach}");
}
