//! Parts of the room `diagnostic`, each asked by itself.

mod whole {
    use ferz::diagnostic::*;

    #[test]
    fn the_nearest_word_is_suggested_and_a_far_one_is_not() {
        assert_eq!(nearest("promotoin", ["promotion", "pieces"]), Some("promotion"));
        assert_eq!(nearest("Board", ["board", "name"]), Some("board"));
        assert_eq!(nearest("xyzzy", ["board", "name"]), None);
        assert_eq!(suggest("xyzzy", ["board", "name"]).unwrap(), "known: `board` or `name`");
    }
}
