//! Parts of the room `source`, each asked by itself.

mod whole {
    use ferz::source::*;

    #[test]
    fn columns_count_characters_and_lines_count_from_one() {
        let mut sources = SourceMap::default();
        let id = sources.add("x", "ä: ö\nb\n");
        let at = |start| sources.line_column(Span::new(id, start..start));
        assert_eq!(at(0), LineColumn { line: 1, column: 1 });
        assert_eq!(at(4), LineColumn { line: 1, column: 4 });
        assert_eq!(at(7), LineColumn { line: 2, column: 1 });
        assert_eq!(at(9), LineColumn { line: 3, column: 1 });
        assert_eq!(at(99), LineColumn { line: 3, column: 1 });
    }
}
