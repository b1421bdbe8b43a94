//! Parts of the room `notation`, each asked by itself.

mod coordinates {
    use ferz::board::Geometry;
    use ferz::board::Topology;
    use ferz::notation::coordinates::*;

    #[test]
    fn squares_are_written_as_each_protocol_does() {
        let board = Geometry::new(9, 9, Topology::Rectangle).unwrap();
        let usi = |text| Coordinates::FromTheRight.written(text, &board);
        assert_eq!([usi("c3c4"), usi("h8b2+"), usi("P@e5")], ["7g7f", "2b8h+", "P*5e"]);
        let tall = Geometry::new(9, 10, Topology::Rectangle).unwrap();
        assert_eq!(Coordinates::of_xboard(&tall).written("h3h10", &tall), "h2h9");
        assert_eq!(Coordinates::of_xboard(&board).written("h3h9", &board), "h3h9");
    }
}

mod whole {
    use ferz::board::{Geometry, Topology};
    use ferz::notation::shared::*;

    #[test]
    fn squares_are_named_as_the_board_names_them() {
        let geometry = Geometry::new(30, 12, Topology::Rectangle).unwrap();
        for square in geometry.squares() {
            let mut text = String::new();
            push_square(&mut text, &geometry, square);
            assert_eq!(text, geometry.name(square));
        }
    }

    #[test]
    fn only_equal_texts_are_grouped() {
        let texts = ["a", "b", "a", "c", "b", "a"].map(String::from);
        let mut groups = groups_of_equals(&texts);
        groups.iter_mut().for_each(|group| group.sort_unstable());
        assert_eq!(groups, [vec![0, 2, 5], vec![1, 4]]);
    }
}
