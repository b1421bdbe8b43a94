//! Parts of the room `cli`, each asked by itself.

mod check {
    use ferz::cli::check::summary;

    #[test]
    fn the_summary_counts_what_there_is() {
        assert_eq!(summary(1, 0, 0), "1 file: no problems");
        assert_eq!(summary(2, 1, 3), "2 files: 1 error, 3 warnings");
    }

    #[test]
    fn workflow_commands_are_escaped() {
        assert_eq!(ferz::cli::report::escaped("50%\na:b", ":,"), "50%25%0Aa%3Ab");
    }
}

mod whole {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_sound() {
        ferz::cli::Arguments::command().debug_assert();
    }
}

mod new {
    use ferz::cli::new::*;

    #[test]
    fn a_name_gives_a_file_and_a_file_a_name() {
        let pair = |word: &str| name_and_file(word);
        assert_eq!(
            pair("Knights of the Hill"),
            ("Knights of the Hill".to_owned(), "knights-of-the-hill.yaml".to_owned())
        );
        assert_eq!(pair("dir/my-game.yaml"), ("my game".to_owned(), "dir/my-game.yaml".to_owned()));
        assert_eq!(pair("!?"), ("!?".to_owned(), "variant.yaml".to_owned()));
    }
}
