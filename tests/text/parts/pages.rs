//! Parts of the room `pages`, each asked by itself.

mod above {
    use ferz::pages::above::*;

    #[test]
    fn blocks_know_their_headings_lists_and_columns() {
        let page = ferz::pages::read::read(
            "page.md",
            b"# Game\n\n## Pieces\n\n### Beast\n\nOne.\n\nA pawn may:\n\n- go\n- take\n\n## Ends\n\nTwo.\n\n|Piece|Goes|\n|--|--|\n|Beast|far|\n",
        )
        .expect("a page");
        let above = of(&page);
        let text = |index: &usize| page.blocks[*index].text.as_str().trim();
        let at =
            |wanted: &str| page.blocks.iter().position(|block| block.text.as_str().trim() == wanted).expect("there");
        let headings = |wanted: &str| above[at(wanted)].headings.iter().map(text).collect::<Vec<_>>();
        assert_eq!(headings("One."), ["Game", "Pieces", "Beast"]);
        assert_eq!(headings("Two."), ["Game", "Ends"]);
        assert_eq!(above[at("take")].opening.as_ref().map(text), Some("A pawn may:"));
        assert_eq!(above[at("far")].row.as_ref().map(text), Some("Beast"));
        assert_eq!(above[at("far")].column.as_ref().map(text), Some("Goes"));
    }
}

mod model {
    use ferz::pages::model::*;

    #[test]
    fn sentences_know_their_lines() {
        let mut text = Text::default();
        text.push("One rule\nhere, e.p. too. And 1.e4 is a move.The end", 7);
        text.break_line();
        text.push("last", 12);
        let found = text.sentences();
        let said: Vec<&str> = found.iter().map(|range| &text.as_str()[range.clone()]).collect();
        assert_eq!(said, ["One rule here, e.p. too.", "And 1.e4 is a move.", "The end", "last"]);
        let lines: Vec<usize> = found.iter().map(|range| text.line(range.start)).collect();
        assert_eq!(lines, [7, 8, 8, 12]);
    }
}

mod phrases {
    use ferz::pages::phrases::*;

    #[test]
    fn a_sentence_is_a_row_of_tokens() {
        let found = tokens("In play Bxe7+ on a2-h2 or e4, then 0-0-0.");
        let shapes: Vec<Shape> = found.iter().map(|token| token.shape).collect();
        use Shape::*;
        assert_eq!(shapes, [Word, Word, San, Word, Path, Word, Square, Mark, Word, Castling, Mark]);
        assert_eq!(ferz::pages::phrases::number("sixty-four"), Some(64));
    }
}

mod read_html {
    use ferz::pages::model::Kind;
    use ferz::pages::read::read;

    #[test]
    fn broken_tables_keep_their_cells_and_lines() {
        let page =
            read("a.html", b"<table><tr><td>Piece\n<td>ID</td>\n<tr><td>Chief</i>\n<td>C</table><p>End").unwrap();
        let cells: Vec<(&str, usize, Kind)> =
            page.blocks.iter().map(|block| (block.text.as_str().trim(), block.line, block.kind.clone())).collect();
        let cell = |row, column| Kind::Cell { table: 0, row, column };
        assert_eq!(
            cells,
            [
                ("Piece", 1, cell(0, 0)),
                ("ID", 2, cell(0, 1)),
                ("Chief", 3, cell(1, 0)),
                ("C", 4, cell(1, 1)),
                ("End", 4, Kind::Paragraph)
            ]
        );
    }
}

mod read {
    use ferz::pages::read::*;

    #[test]
    fn what_is_no_page_is_refused() {
        assert_eq!(read("a.html", &[0, 159, 146, 150]).unwrap_err(), ReadError::Binary);
        assert_eq!(read("a.html", b"a\0b").unwrap_err(), ReadError::Binary);
        let numbered: String = (1..30).map(|line| format!("  {line} text\n")).collect();
        assert_eq!(read("a.txt", numbered.as_bytes()).unwrap_err(), ReadError::Numbered);
    }
}

mod read_pug {
    use ferz::pages::model::Kind;
    use ferz::pages::read::read;

    #[test]
    fn blocks_of_text_and_diagrams_have_their_lines() {
        let page = read(
            "a.pug",
            b"p.\n\tOne\n\ttwo.\n\nfigure.box\n\t.diagram\n\t\t| fen:8/8 a1:\n\tfigcaption Three\np Four",
        )
        .unwrap();
        let said: Vec<(&str, usize)> =
            page.blocks.iter().map(|block| (block.text.as_str().trim(), block.line)).collect();
        assert_eq!(said, [("One two.", 2), ("fen:8/8 a1:", 7), ("Three", 8), ("Four", 9)]);
        assert_eq!(page.blocks[1].kind, Kind::Diagram);
    }
}

mod moves {
    use ferz::betza::Notation;
    use ferz::board::{Geometry, Side, Square, SquareSet, Topology};
    use ferz::compile::movement;
    use ferz::pages::moves::Reach;
    use ferz::render::study::Study;

    /// Captures of several legs are found with few walks, and are those that a lone enemy on each square shows.
    #[test]
    fn captures_of_several_legs_are_those_of_lone_enemies() {
        let notations = [
            "aK", "aaK", "mafsR", "mafR", "gQ", "cafsR", "mafsW", "ayafsW", "mpafsK", "aR3", "mafsB", "nAaW", "mafsQ2",
            "zR",
        ];
        for topology in [Topology::Rectangle, Topology::Cylinder, Topology::Klein] {
            let geometry = Geometry::new(7, 6, topology).expect("a board");
            for notation in notations {
                let Some(movement) = Notation::parse(notation).ok().and_then(|read| movement::movement(&read).ok())
                else {
                    panic!("{notation}");
                };
                for from in [0, 17, 40].map(Square::new) {
                    let reach = Reach::of(&movement, &geometry, Side::White, from);
                    let takes = |square: &Square| {
                        let enemies = SquareSet::of(*square);
                        let walks = Study { enemies, ..Study::new(&movement, &geometry, from) }.walks();
                        walks.iter().any(|walk| walk.to == *square && walk.captures.as_slice() == [*square])
                    };
                    let others = geometry.squares() & !SquareSet::of(from);
                    let lone: SquareSet = others.iter().filter(takes).collect();
                    assert_eq!(reach.capture, lone, "{notation} from {from:?} on a {topology}");
                }
            }
        }
    }
}

mod grammar {
    use ferz::pages::grammar_faults;

    #[test]
    fn a_phrase_has_one_definition() {
        assert_eq!(grammar_faults(None), Vec::<String>::new());
        let first = "goes = moves\ngoes = walks\nclaim moves = <goes>";
        assert_eq!(grammar_faults(Some(&[first, "goes += steps\nclaim moves = <goes> far"])), Vec::<String>::new());
        assert_eq!(grammar_faults(Some(&[first, "goes = steps"])), ["the phrase `goes` is defined twice"]);
        assert_eq!(grammar_faults(Some(&["goes += steps"])), ["the phrase `goes` is not defined before"]);
    }
}
