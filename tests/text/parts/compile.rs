//! Parts of the room `compile`, each asked by itself.

mod shuffle {
    use ferz::compile::shuffle::*;

    #[test]
    fn combinations_come_in_dictionary_order() {
        let all: Vec<Vec<usize>> = (0..choices(4, 2)).map(|number| combination(4, 2, number)).collect();
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(choices(64, 32), 1832624140942590534);
        assert_eq!(choices(3, 4), 0);
    }
}

mod steps {
    use ferz::betza::Notation;
    use ferz::board::Topology;
    use ferz::compile::steps::*;

    fn ends(text: &str, ground: Ground) -> Vec<(i8, i8, i8)> {
        let notation = Notation::parse(text).unwrap();
        let leg = &notation.moves()[0].legs[0];
        let steps = chosen(&leg.atom, &leg.modifiers.directions, ground).into_iter();
        let mut ends: Vec<(i8, i8, i8)> = steps.map(|step| (step.files, step.ranks, step.levels)).collect();
        ends.sort_unstable();
        ends
    }

    const FILES: Ground = Ground { topology: Topology::Hexagonal, levels: 1 };
    const RANKS: Ground = Ground { topology: Topology::HexagonalRanks, levels: 1 };
    const LEVELS: Ground = Ground { topology: Topology::Rectangle, levels: 5 };

    #[test]
    fn atoms_have_all_their_directions() {
        let on_hexagons = [("W", 6), ("F", 6), ("K", 12), ("N", 12), ("D", 6), ("C", 12), ("Q", 12)];
        let on_levels = [("W", 6), ("F", 12), ("T", 8), ("K", 26), ("Q", 26), ("N", 24), ("D", 6), ("A", 12)];
        let all = on_hexagons.map(|(text, count)| (text, count, FILES)).into_iter();
        for (text, count, ground) in all.chain(on_levels.map(|(text, count)| (text, count, LEVELS))) {
            let ends = ends(text, ground);
            assert_eq!(ends.len(), count, "{text}");
            assert!(ends.iter().all(|(x, y, z)| ends.contains(&(-x, -y, -z))), "{text}");
        }
        let knight = ends("N", FILES);
        assert!([(1, 3), (2, 3), (3, 2), (3, 1), (2, -1), (1, -2)].iter().all(|(x, y)| knight.contains(&(*x, *y, 0))));
    }

    #[test]
    fn letters_select_by_place() {
        let flat = |text: &str, ground: Ground| -> Vec<(i8, i8)> {
            ends(text, ground).into_iter().map(|(files, ranks, _)| (files, ranks)).collect()
        };
        assert_eq!(flat("fW", FILES), [(0, 1)]);
        assert_eq!(flat("fsW", FILES), [(-1, 0), (1, 1)]);
        assert_eq!(flat("fhK", FILES).len(), 5);
        assert_eq!(flat("fF", FILES), [(-1, 1), (1, 2)]);
        assert_eq!(flat("rF", FILES), [(2, 1)]);
        assert_eq!(flat("fW", RANKS), [(0, 1), (1, 1)]);
        assert_eq!(flat("frW", RANKS), [(1, 1)]);
        assert_eq!(flat("fF", RANKS), [(1, 2)]);
        assert_eq!(flat("fsF", RANKS), [(-1, 1), (2, 1)]);
        assert_eq!(flat("sW", RANKS), [(-1, 0), (1, 0)]);
        assert_eq!(ends("fW", LEVELS), [(0, 0, 1), (0, 1, 0)]);
        assert_eq!(ends("fF", LEVELS), [(-1, 0, 1), (-1, 1, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]);
        assert_eq!(ends("bT", LEVELS), [(-1, -1, -1), (1, -1, -1)]);
    }
}
