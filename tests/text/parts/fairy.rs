//! Parts of the room `fairy`, each asked by itself.

mod ini {
    use ferz::fairy::ini::*;
    use ferz::source::SourceId;

    #[test]
    fn sections_settings_and_comments_have_their_places() {
        let mut problems = Vec::new();
        let text = "# a file\n\n# one\n[a:b]\n# why\nkey = value \n\n[c]\nnone\n x = y\n";
        let sections = read(SourceId(0), text, &mut problems);
        assert_eq!(sections.len(), 2);
        assert_eq!(sections[0].above, ["one"]);
        assert_eq!(sections[0].parent.as_ref().unwrap().value, "b");
        assert_eq!(sections[0].settings[0].above, ["why"]);
        assert_eq!(sections[0].settings[0].value.value, "value ");
        assert_eq!(problems.len(), 2);
    }
}

mod moves {
    use ferz::fairy::moves::{foreign, notation, of_text};

    #[test]
    fn the_peer_reads_simple_notations_as_we_do() {
        for text in
            ["W", "F", "K", "N", "fsW", "FfW", "mRcpR", "nN", "NN", "R4", "fbmWfcF", "fhN", "hlN", "lfrbB", "nZ", "gQ"]
        {
            assert_eq!(foreign(text).moves, of_text(text).unwrap(), "{text}");
        }
        assert_eq!(foreign("fbmWfcF").moves, foreign("fbmWfceF").moves);
    }

    #[test]
    fn the_peer_reads_some_notations_otherwise() {
        assert_eq!(foreign("R12").moves, of_text("W").unwrap());
        assert!(foreign("nC").moves.is_empty() && foreign("CC").moves.is_empty() && foreign("D2").moves.is_empty());
        assert_eq!(foreign("NN2").moves, of_text("NN").unwrap());
        assert_eq!(foreign("qN").moves, of_text("N").unwrap());
        assert_eq!(foreign("FyafsF").moves, of_text("F").unwrap());
        assert!(foreign("fRcpR").mixed && !foreign("mRcpR").mixed && !foreign("mRpRmFpB2").mixed);
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["FfW", "mRcpR", "fbmWfcF", "lfrbB", "mKmgQ", "NnA", "R3F2", "fhmnN", "hrN", "mRpRmFpB2"] {
            let moves = foreign(text).moves;
            let ours = notation(&moves, of_text).unwrap();
            assert_eq!(of_text(&ours).unwrap(), moves, "{text}: {ours}");
            let theirs = notation(&moves, |text| Some(foreign(text).moves)).unwrap();
            assert_eq!(foreign(&theirs).moves, moves, "{text}: {theirs}");
        }
    }
}
