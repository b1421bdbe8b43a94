//! Parts of the room `variant`, each asked by itself.

mod library {
    use ferz::variant::library::*;

    #[test]
    fn every_alias_leads_to_a_variant() {
        for (alias, name) in ALIASES {
            assert_eq!(get(alias).map(|variant| variant.name), Some(*name), "{alias}");
        }
        assert!(names().is_sorted());
        assert!(get("no such variant").is_none());
    }

    #[test]
    fn a_title_means_a_variant_too() {
        assert!(find("").is_none() && find("--").is_none() && find("no such variant").is_none());
        for variant in all() {
            assert_eq!(find(variant.name).map(|found| found.name), Some(variant.name));
            assert!(find(&variant.name.to_uppercase()).is_some(), "{}", variant.name);
        }
        for variant in all().iter().filter(|variant| !variant.title().is_empty()) {
            assert!(find(variant.title()).is_some_and(|found| found.title() == variant.title()), "{}", variant.name);
        }
    }
}

mod region {
    use ferz::board::Geometry;
    use ferz::board::Side;
    use ferz::board::SquareSet;
    use ferz::board::Topology;
    use ferz::variant::region::*;

    fn squares(text: &str) -> String {
        let board = Geometry::new(8, 8, Topology::Rectangle).unwrap();
        let mut named = |_: &str, _| SquareSet::of(board.square("e4").unwrap());
        let set = Expression::parse(text, &board).unwrap().squares(&board, Side::White, false, &mut named);
        set.iter().map(|square| board.name(square)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn expressions_mean_what_they_say() {
        assert_eq!(squares("d4 d5, e5 or e4"), "d4 e4 d5 e5");
        assert_eq!(squares("rank 2 and file a-c"), "a2 b2 c2");
        assert_eq!(squares("d1-f2 except e1"), "d1 f1 d2 e2 f2");
        assert_eq!(squares("last rank and last 2 files"), "g8 h8");
        assert_eq!(squares("first rank and dark"), "a1 c1 e1 g1");
        assert_eq!(squares("(a1 b1) and light"), "b1");
        assert_eq!(squares("hill a1"), "a1 e4");
        assert_eq!(squares("none"), "");
    }

    #[test]
    fn faults_are_placed() {
        let board = Geometry::new(8, 8, Topology::Rectangle).unwrap();
        for (text, at) in [
            ("", 0..0),
            ("rank 9", 5..6),
            ("d4 z9", 3..5),
            ("d4 and", 6..6),
            ("(d4", 3..3),
            ("d4)", 2..3),
            ("last 9 ranks", 5..6),
            ("d4-", 3..3),
            ("ranks 8", 0..5),
            ("é?", 0..2),
        ] {
            assert_eq!(Expression::parse(text, &board).unwrap_err().at, at, "{text}");
        }
    }
}
