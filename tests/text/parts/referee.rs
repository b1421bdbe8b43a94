//! Parts of the room `referee`, each asked by itself.

mod cecp {
    use ferz::board::Side;
    use ferz::rules::Outcome;
    use std::time::Duration;

    use ferz::referee::Control;
    use ferz::referee::cecp::*;
    use ferz::referee::player::{Answer, Claim};

    #[test]
    fn features_may_stand_in_quotes() {
        let found = features("ping=1 myname=\"A b\" variants='normal,atomic' done=1");
        let pairs: Vec<(&str, &str)> = found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(pairs, [("ping", "1"), ("myname", "A b"), ("variants", "normal,atomic"), ("done", "1")]);
        assert_eq!(features("nothing"), []);
    }

    #[test]
    fn answers_are_told_from_other_lines() {
        assert_eq!(answer("move e2e4"), Some(Answer::Move("e2e4".to_owned())));
        assert_eq!(answer("0-1 {Black mates}"), Some(Answer::Claim(Claim::Over(Outcome::Won(Side::Black)))));
        assert_eq!(answer("Illegal move: e2e4"), Some(Answer::Claim(Claim::Illegal)));
        assert_eq!(answer("# a remark"), None);
        assert_eq!(answer("3 14 5 200 e2e4 e7e5"), None);
    }

    #[test]
    fn levels_are_minutes_and_seconds() {
        let clock = |base: u64, increment: u64, moves| Control::Clock {
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
            moves,
        };
        assert_eq!(limits(clock(65_000, 500, None)), "level 0 1:05 0.5");
        assert_eq!(limits(clock(300_000, 0, Some(40))), "level 40 5:00 0");
        assert_eq!(limits(Control::PerMove(Duration::from_millis(100))), "st 0.1");
    }
}

mod game {
    use std::time::Duration;

    use ferz::referee::Control;
    use ferz::referee::game::*;

    #[test]
    fn a_clock_gets_its_time_again_at_each_control() {
        let seconds = Duration::from_secs;
        let mut clock = Clock::new(Control::Clock { base: seconds(10), increment: seconds(1), moves: Some(2) });
        assert_eq!(clock.togo(), Some(2));
        assert!(clock.press(seconds(4), Duration::ZERO));
        assert_eq!((clock.left, clock.togo()), (seconds(7), Some(1)));
        assert!(clock.press(seconds(7), Duration::ZERO));
        assert_eq!((clock.left, clock.togo()), (seconds(11), Some(2)));
        assert!(!clock.press(seconds(12), Duration::ZERO));
        assert!(clock.press(seconds(11) + Duration::from_millis(5), Duration::from_millis(10)));
    }

    #[test]
    fn without_a_clock_there_is_no_time_to_lose() {
        let mut clock = Clock::new(Control::Depth(3));
        assert!(clock.press(Duration::from_secs(1000), Duration::ZERO) && clock.togo().is_none());
    }
}

mod scan {
    use ferz::referee::scan::*;

    const GAME: &str = "[Event \"ferz match\"]\n[Round \"3\"]\n[White \"A \\\"x\\\"\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\
        [Variant \"v\"]\n[Termination \"normal\"]\n\n1. e4 e5\n{mate} 1-0\n\n";

    #[test]
    fn a_game_that_is_cut_anywhere_is_closed_and_costs_no_other() {
        let whole = scan(format!("{GAME}{GAME}").as_bytes()).unwrap();
        assert!(whole.closing.is_empty() && whole.entries.len() == 2 && !whole.entries[0].is_damaged);
        let first = &whole.entries[0];
        assert_eq!((first.number(), first.tag("White"), first.reason.as_str()), (Some(2), Some("A \"x\""), "mate"));
        for cut in 0..GAME.len() {
            let text = format!("{GAME}{}", &GAME[..cut]);
            let closing = scan(text.as_bytes()).unwrap().closing;
            let text = format!("{text}{closing}{GAME}");
            let entries = scan(text.as_bytes()).unwrap().entries;
            let results: Vec<_> = entries.iter().map(|entry| entry.result().is_some()).collect();
            // Nothing but the empty lines behind the result may be missing of a game that counts.
            let is_whole = cut + 2 >= GAME.len();
            let expected = if cut == 0 { vec![true; 2] } else { vec![true, is_whole, true] };
            assert_eq!(results, expected, "cut after {cut} bytes:\n{text}");
            let games: Vec<_> = ferz::notation::pgn::Reader::new(text.as_bytes()).games().collect();
            let last = games.last().unwrap().as_ref().unwrap();
            assert_eq!((last.tag("Round"), last.moves.len()), (Some("3"), 2), "cut after {cut} bytes:\n{text}");
        }
    }

    #[test]
    fn other_texts_are_told_from_matches() {
        let is_ours = |text: &str| scan(text.as_bytes()).unwrap().is_of_a_match();
        for text in ["", "\n\n", "[", "[Event \"fer", "\0\0", GAME, &GAME.replace("[Event", "{Event")] {
            assert!(is_ours(text), "{text}");
        }
        for text in [
            "nonsense",
            "name: Own\n",
            "[Event \"Wijk aan Zee\"]\n[White \"x\"]\n\n1. e4 *\n",
            "[Event \"ferz match\"\nx",
        ] {
            assert!(!is_ours(text), "{text}");
        }
    }
}

mod stats {
    use ferz::referee::stats::*;

    /// Is a value within 1 % of a figure of two decimals?
    fn is_near(value: f64, figure: f64) -> bool {
        (value - figure).abs() <= 0.01 * figure.abs().max(1.0)
    }

    /// Figures that fastchess states for its own reckoning.
    #[test]
    fn elo_and_error_bars() {
        let elo = Tally::of_games(96, 111, 136).elo().unwrap();
        assert!(is_near(elo.difference, 40.70) && is_near(elo.error, 30.43), "{elo:?}");
        assert!((elo.superiority - 0.9960).abs() < 5e-5);
        for (pairs, difference, error, superiority) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 498, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let elo = Tally::of_pairs(pairs).elo().unwrap();
            assert!(is_near(elo.difference, difference) && is_near(elo.error, error), "{elo:?}");
            assert!((elo.superiority - superiority).abs() < 1e-4, "{elo:?}");
        }
    }

    /// Figures that fastchess states for the logistic model.
    #[test]
    fn the_test_gives_known_ratios() {
        let test = |elo0, elo1| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
        let games = [
            (Tally::of_games(21184, 40708, 21404), test(0.5, 2.5), -1.57),
            (Tally::of_games(57030, 106593, 57433), test(0.0, 2.0), -2.59),
            (Tally::of_pairs([223, 9863, 21279, 10037, 246]), test(0.5, 2.5), -3.07),
            (Tally::of_pairs([871, 26175, 55983, 26678, 821]), test(0.0, 2.0), -4.98),
        ];
        for (tally, test, figure) in games {
            let (ratio, _) = test.judge(&tally);
            assert!(is_near(ratio, figure), "{tally:?}: {ratio}");
        }
    }

    #[test]
    fn the_test_ends_at_its_bounds() {
        let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        assert!(is_near(test.bounds().1, 2.94) && is_near(test.bounds().0, -2.94));
        assert_eq!(test.judge(&Tally::of_games(0, 0, 0)).1, Verdict::Continue);
        assert_eq!(test.judge(&Tally::of_games(10, 10, 10)).1, Verdict::Continue);
        assert_eq!(test.judge(&Tally::of_games(100, 100, 400)).1, Verdict::Alternative);
        assert_eq!(test.judge(&Tally::of_games(400, 100, 100)).1, Verdict::Null);
    }

    #[test]
    fn a_score_without_a_loss_has_no_finite_elo() {
        let elo = Tally::of_games(0, 0, 4).elo().unwrap();
        assert!(elo.difference.is_infinite() && elo.superiority == 1.0);
        assert_eq!(Tally::of_games(2, 0, 2).elo().unwrap().difference, 0.0);
        assert_eq!(Tally::of_games(0, 4, 0).elo().unwrap().superiority, 0.5);
        assert!(Tally::of_games(0, 0, 0).elo().is_none());
    }
}
