//! Parts of the room `betza`, each asked by itself.

mod atom {
    use ferz::betza::atom::ATOMS;
    use ferz::betza::{Atom, Base, Suffix};

    #[test]
    fn the_table_is_in_the_order_of_the_atoms() {
        for (index, (base, letter, ..)) in ATOMS.iter().enumerate() {
            assert_eq!(*base as usize, index);
            assert_eq!(Base::from_letter(*letter), Some(*base));
        }
        assert_eq!((Base::from_letter('L'), Base::from_letter('J')), (Some(Base::C), Some(Base::Z)));
    }

    #[test]
    fn suffixes_lengthen_a_leap() {
        let leap = |base, suffixes: &[Suffix]| {
            let atom = Atom { base, suffixes: suffixes.to_vec(), span: Default::default() };
            atom.leap().map(|leap| (leap.short, leap.long))
        };
        use Suffix::{X, Y};
        assert_eq!(leap(Base::W, &[X]), Some((0, 4)));
        assert_eq!(leap(Base::F, &[X]), Some((1, 4)));
        assert_eq!(leap(Base::G, &[X]), Some((3, 6)));
        assert_eq!(leap(Base::D, &[Y]), Some((2, 4)));
        assert_eq!(leap(Base::Z, &[Y]), Some((4, 5)));
        assert_eq!(leap(Base::W, &[X, X]), Some((0, 7)));
        assert_eq!(leap(Base::Q, &[]), None);
    }
}

mod direction {
    use ferz::betza::Notation;
    use ferz::betza::atom::Class;

    fn read(class: Class, letters: &str) -> Vec<u8> {
        let atom = match class {
            Class::Orthogonal => 'W',
            Class::Diagonal => 'F',
            Class::Oblique => 'N',
            Class::King => 'K',
        };
        let notation = Notation::parse(&format!("{letters}{atom}")).unwrap();
        let selected = class.select(&notation.moves()[0].legs[0].modifiers.directions);
        (0..8).filter(|heading| selected & 1 << heading != 0).collect()
    }

    /// Letters and the headings they select.
    type Table = [(&'static str, &'static [u8])];

    fn check(class: Class, table: &Table) {
        for (letters, headings) in table {
            assert_eq!(read(class, letters), *headings, "{class:?} {letters}");
        }
    }

    #[test]
    fn orthogonal_letters_are_united() {
        check(
            Class::Orthogonal,
            &[("f", &[0]), ("ff", &[0]), ("fs", &[0, 2, 6]), ("fl", &[0, 6]), ("v", &[0, 4]), ("vs", &[0, 2, 4, 6])],
        );
    }

    #[test]
    fn diagonal_letters_intersect_crosswise() {
        check(
            Class::Diagonal,
            &[
                ("f", &[1, 7]),
                ("b", &[3, 5]),
                ("l", &[5, 7]),
                ("r", &[1, 3]),
                ("fl", &[7]),
                ("rb", &[3]),
                ("fs", &[1, 7]),
                ("lv", &[5, 7]),
                ("vs", &[1, 3, 5, 7]),
                ("fb", &[1, 3, 5, 7]),
                ("fv", &[1, 3, 5, 7]),
                ("ff", &[1, 7]),
                ("fh", &[1, 7]),
                ("ffl", &[1, 5, 7]),
            ],
        );
    }

    #[test]
    fn oblique_pairs_name_the_long_direction_last() {
        check(
            Class::Oblique,
            &[
                ("f", &[0, 7]),
                ("b", &[3, 4]),
                ("r", &[1, 2]),
                ("l", &[5, 6]),
                ("v", &[0, 3, 4, 7]),
                ("s", &[1, 2, 5, 6]),
                ("rf", &[0]),
                ("fr", &[1]),
                ("br", &[2]),
                ("rb", &[3]),
                ("lb", &[4]),
                ("bl", &[5]),
                ("fl", &[6]),
                ("lf", &[7]),
                ("fs", &[1, 6]),
                ("bs", &[2, 5]),
                ("rv", &[0, 3]),
                ("lv", &[4, 7]),
                ("ffrr", &[0, 1, 2, 7]),
                ("vs", &[0, 1, 2, 3, 4, 5, 6, 7]),
                ("sf", &[0, 1, 2, 5, 6, 7]),
                ("ss", &[1, 2, 5, 6]),
                ("fh", &[0, 1, 6, 7]),
                ("bh", &[2, 3, 4, 5]),
                ("rh", &[0, 1, 2, 3]),
                ("lh", &[4, 5, 6, 7]),
                ("hr", &[0, 2, 4, 6]),
                ("hl", &[1, 3, 5, 7]),
                ("hrff", &[0, 2, 4, 6, 7]),
                ("rfh", &[0, 1, 2, 6, 7]),
            ],
        );
    }

    #[test]
    fn king_letters_are_eightfold() {
        check(
            Class::King,
            &[
                ("f", &[0]),
                ("r", &[2]),
                ("v", &[0, 4]),
                ("s", &[2, 6]),
                ("fr", &[1]),
                ("rf", &[1]),
                ("bl", &[5]),
                ("lf", &[7]),
                ("fs", &[1, 7]),
                ("bs", &[3, 5]),
                ("rv", &[1, 3]),
                ("lv", &[5, 7]),
                ("ffrr", &[0, 2]),
                ("ffs", &[0, 2, 6]),
                ("sf", &[0, 2, 6]),
                ("fh", &[0, 1, 7]),
                ("rh", &[1, 2, 3]),
                ("bh", &[3, 4, 5]),
                ("lh", &[5, 6, 7]),
            ],
        );
    }
}

mod explain {
    use ferz::betza::Notation;
    use ferz::betza::explain::*;

    fn explained(text: &str) -> Vec<String> {
        explain(&Notation::parse(text).unwrap())
    }

    #[test]
    fn every_move_is_a_sentence() {
        assert_eq!(
            explained("fmWfceFifmnD"),
            [
                "Moves without capturing one square straight forward.",
                "Captures or captures en passant one square diagonally forward.",
                "If it has not moved yet: moves without capturing with a leap of two squares straight forward, only if what it \
                 would jump over is empty, it may then be captured en passant.",
            ]
        );
        assert_eq!(
            explained("KNR4mRcpB"),
            [
                "Moves or captures one square in any direction.",
                "Moves or captures with a knight's leap (2 by 1) in any direction.",
                "Moves or captures up to four squares along a rank or a file.",
                "Moves without capturing any number of squares along a rank or a file.",
                "Captures (does not move otherwise) any number of squares diagonally, only after hopping over exactly one piece.",
            ]
        );
    }

    #[test]
    fn legs_follow_each_other() {
        assert_eq!(
            explained("fcafmFmcabK[F?R]"),
            [
                "Captures an enemy one square diagonally forward; then moves without capturing one square straight on.",
                "Goes on over an empty square or an enemy, which it captures, one square in any direction; then moves or \
                 captures one square back.",
                "Moves or captures one square diagonally; then, from an empty square, it may go on: moves or captures any \
                 number of squares outwards.",
            ]
        );
    }

    #[test]
    fn castling_names_its_partner() {
        let castling = "castles: goes two squares sideways, and an unmoved friend on the edge of the rank goes to the square \
                        just inside of it.";
        assert_eq!(explained("isO2"), [format!("If it has not moved yet: {castling}")]);
    }
}

mod print {
    use ferz::betza::Notation;

    #[test]
    fn modifiers_are_put_in_order() {
        for (written, canonical) in [
            ("", ""),
            ("mfWcefFimnfD", "fmWfceFifmnD"),
            ("NN", "N0"),
            ("N1N", "N1N"),
            ("NfN", "NfN"),
            ("LJ", "CZ"),
            ("LC", "C1C"),
            ("fqLC", "fqC0C"),
            ("R0", "R"),
            ("W0", "W0"),
            ("fmlN", "fflmN"),
            ("fmlK", "fflmK"),
            ("fmlW", "flmW"),
            ("ffW", "fW"),
            ("ffrrN", "ffrN"),
            ("fmhrN", "hrfmN"),
            ("ffhrN", "ffhrN"),
            ("rfhN", "rfhN"),
            ("fRcaibR", "fRcaibR"),
            ("mv[F?ffrR3]", "vm[F?ffrR3]"),
            ("mv[F?rR3]", "vm[F?rR3]"),
            ("x(y)zA", "x(y)zA"),
            ("(az)N", "(az)N"),
            ("FXY2", "FXY2"),
            ("caK", "caK"),
        ] {
            let notation = Notation::parse(written).unwrap();
            assert_eq!(notation.to_string(), canonical, "{written}");
            assert_eq!(Notation::parse(canonical).unwrap(), notation, "{written}");
        }
    }
}
