//! Parts of the room `render`, each asked by itself.

mod emblem {
    use ferz::betza::Notation;
    use ferz::compile::{Ground, movement};
    use ferz::render::emblem::*;

    #[test]
    fn chessmen_are_known_by_their_moves() {
        let emblem = |text: &str| {
            let moves = movement::movement(&Notation::parse(text).unwrap()).unwrap();
            Emblem::of_movement(&moves, Ground::FLAT)
        };
        assert_eq!(emblem("K"), Some(Emblem::K));
        assert_eq!(emblem("FW"), Some(Emblem::K));
        assert_eq!(emblem("RB"), Some(Emblem::Q));
        assert_eq!(emblem("NN"), None);
        assert_eq!(emblem("nN"), None);
        assert_eq!(emblem("fmWfceFifmnD"), Some(Emblem::P));
        assert_eq!(emblem("fmWfcF"), Some(Emblem::P));
        assert_eq!(emblem("fmFfcW"), None);
    }
}

mod text {
    use ferz::board::Geometry;
    use ferz::board::{SquareSet, Topology};
    use ferz::diagnostic::Style;
    use ferz::render::text::*;

    #[test]
    fn a_board_shows_coordinates_and_leaves_holes_blank() {
        let geometry = Geometry::new(3, 10, Topology::Rectangle).unwrap();
        let hole = geometry.square("b2").unwrap();
        let geometry = geometry.with_holes(SquareSet::of(hole));
        let mut picture = Picture::empty(&geometry);
        picture.put(geometry.square("a1").unwrap(), "+K", "1");
        let drawn = draw(&geometry, &picture, Style::Plain);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "10  .  .  .");
        assert_eq!(lines[8], " 2  .     .");
        assert_eq!(lines[9], " 1  +K .  .");
        assert_eq!(lines[10], "    a  b  c");
    }

    #[test]
    fn joined_edges_are_marked() {
        let drawn = |topology| {
            let geometry = Geometry::new(2, 2, topology).unwrap();
            draw(&geometry, &Picture::empty(&geometry), Style::Plain)
        };
        assert_eq!(drawn(Topology::Cylinder), "2 ~. .~\n1 ~. .~\n   a b\n");
        assert_eq!(drawn(Topology::Klein), "   ~ ~\n2 ~. .~\n1 ~. .~\n   ~ ~\n   a b\n");
    }

    #[test]
    fn columns_line_up_and_long_text_is_wrapped() {
        let rows = [["a", "bb", "c"], ["aaa", "b", ""]].map(|row| row.map(String::from));
        assert_eq!(columns(&rows, 1), " a    bb  c\n aaa  b\n");
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("", 7), [""]);
    }
}

mod words {
    use ferz::board::Geometry;
    use ferz::board::SquareSet;
    use ferz::board::Topology;
    use ferz::render::words::*;

    #[test]
    fn squares_are_said_shortly() {
        let geometry = Geometry::new(8, 8, Topology::Rectangle).unwrap();
        let set = |names: &str| names.split(' ').map(|name| geometry.square(name).unwrap()).collect::<SquareSet>();
        let rank = |rank: usize| (0..8).map(|file| geometry.at(file, rank).unwrap()).collect::<SquareSet>();
        let say = |squares| squares_in_words(&geometry, squares);
        assert_eq!(say(rank(7)), "rank 8");
        assert_eq!(say(rank(0) | rank(1) | rank(7)), "rank 1-2, 8");
        assert_eq!(squares_in_a_sentence(&geometry, rank(0) | rank(1) | rank(7)), "ranks 1 to 2 and 8");
        assert_eq!(squares_in_a_sentence(&geometry, rank(7)), "rank 8");
        assert_eq!(say(set("e4 d4")), "d4 e4");
        assert_eq!(say(geometry.squares()), "any square");
        assert_eq!(say(SquareSet::EMPTY), "no square");
        assert_eq!(say(rank(0) | rank(1) | set("a3")), "17 squares");
    }
}
