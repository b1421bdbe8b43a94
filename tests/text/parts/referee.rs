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
    use ferz::cli::versus::standings::difference;
    use ferz::referee::{Model, Sprt, Tally, Verdict};

    /// Is a value within 1 % of a figure of two decimals?
    fn is_near(value: f64, figure: f64) -> bool {
        (value - figure).abs() <= 0.01 * figure.abs().max(1.0)
    }

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    /// Figures that fastchess states for its own reckoning.
    #[test]
    fn elo_and_error_bars() {
        let elo = Tally::of_games(96, 111, 136).elo().unwrap();
        assert!(is_near(elo.difference.unwrap(), 40.70) && is_near(elo.error.unwrap(), 30.43), "{elo:?}");
        let (normalised, error) = elo.normalised.unwrap();
        assert!(is_near(normalised, 49.77) && is_near(error, 36.77), "{elo:?}");
        assert!((elo.superiority - 0.9960).abs() < 5e-5);
        for (pairs, figures, superiority) in [
            ([34, 54, 63, 64, 75], [55.58, 27.65, 57.94, 28.28], 1.0),
            ([332, 433, 498, 333, 334], [-8.64, 10.33, -9.17, 10.96], 0.0505),
            ([7895, 8757, 5685, 568, 9999], [-21.04, 2.95, -19.01, 2.65], 0.0),
        ] {
            let elo = Tally::of_pairs(pairs).elo().unwrap();
            let (normalised, error) = elo.normalised.unwrap();
            let found = [elo.difference.unwrap(), elo.error.unwrap(), normalised, error];
            assert!(found.iter().zip(&figures).all(|(found, figure)| is_near(*found, *figure)), "{elo:?}");
            assert!((elo.superiority - superiority).abs() < 1e-4, "{elo:?}");
        }
    }

    /// Worked out by another program in another way: the distributions of maximum likelihood by Newton's method on the dual
    /// problem, with the strength as a constraint of its own.
    #[test]
    fn figures_agree_with_those_worked_out_independently() {
        let cases = [
            (
                Tally::of_pairs([3, 11, 20, 14, 6]),
                [29.0203, 49.3114, 39.0074, 65.5255, 0.8783],
                [0.3831, 0.1906, 0.3012, 0.3456],
            ),
            (
                Tally::of_pairs([0, 2, 9, 4, 1]),
                [43.6578, 65.6608, 81.8914, 120.3781, 0.9088],
                [0.3807, 0.1747, 0.2094, 0.2220],
            ),
            (
                Tally::of_pairs([40, 88, 150, 101, 61]),
                [21.7431, 18.8263, 26.6073, 22.9552, 0.9885],
                [1.8163, 0.9844, 1.5672, 1.9304],
            ),
            (
                Tally::of_pairs([5, 0, 0, 0, 9]),
                [102.1090, 223.2426, 73.2459, 128.6896, 0.8677],
                [0.1093, 0.0465, 0.1512, 0.1628],
            ),
            (
                Tally::of_games(12, 30, 17),
                [29.5145, 62.8356, 42.3073, 88.6536, 0.8252],
                [0.2436, 0.1210, 0.1809, 0.2053],
            ),
        ];
        for (tally, figures, ratios) in cases {
            let elo = tally.elo().unwrap();
            let (normalised, error) = elo.normalised.unwrap();
            let found = [elo.difference.unwrap(), elo.error.unwrap(), normalised, error, elo.superiority];
            assert!(
                found.iter().zip(&figures).all(|(found, figure)| (found - figure).abs() < 1e-3),
                "{tally:?}: {elo:?}"
            );
            let tests = [
                test(0.0, 10.0, Model::Logistic),
                test(-3.0, 1.0, Model::Logistic),
                test(0.0, 10.0, Model::Normalised),
                test(-5.0, 5.0, Model::Normalised),
            ];
            for (test, ratio) in tests.iter().zip(ratios) {
                let found = test.judge(&tally).0;
                assert!((found - ratio).abs() < 0.01, "{tally:?}, {test:?}: {found}, not {ratio}");
            }
        }
    }

    /// 150 results, most of them random, for which fastchess's own code was run. All figures are equal to a tenth. Only ratios
    /// beyond 90 differ by more, because fastchess computes roots less precisely. A test ends at 3.
    #[test]
    fn figures_are_those_of_fastchess() {
        let rows: Vec<&str> = include_str!("elo.txt").lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(rows.len(), 150);
        for row in rows {
            let (counts, figures) = row.split_once(" | ").unwrap();
            let counts: Vec<u64> = counts.split(' ').map(|word| word.parse().unwrap()).collect();
            let figures: Vec<f64> = figures.split(' ').map(|word| word.parse().unwrap()).collect();
            let tally = match counts[..] {
                [losses, draws, wins] => Tally::of_games(losses, draws, wins),
                _ => Tally::of_pairs(counts.try_into().unwrap()),
            };
            let elo = tally.elo().unwrap();
            let (normalised, error) = elo.normalised.unwrap();
            let mut found =
                vec![elo.difference.unwrap(), elo.error.unwrap(), normalised, error, elo.superiority * 100.0];
            for model in [Model::Logistic, Model::Normalised] {
                found.extend([(0.0, 5.0), (-3.0, 1.0)].map(|(elo0, elo1)| test(elo0, elo1, model).judge(&tally).0));
            }
            assert_eq!(found.len(), figures.len());
            let width = |index: usize, figure: f64| if index >= 5 && figure.abs() > 90.0 { 5.0 } else { 0.05 };
            let equal =
                |(index, (found, figure)): (usize, (&f64, &f64))| (found - figure).abs() < width(index, *figure);
            assert!(found.iter().zip(&figures).enumerate().all(equal), "{row}: {found:?}");
        }
    }

    /// Figures that fastchess states for both models.
    #[test]
    fn the_test_gives_known_ratios() {
        let (logistic, normalised) = (Model::Logistic, Model::Normalised);
        let games = [
            (Tally::of_games(21184, 40708, 21404), test(0.5, 2.5, logistic), -1.57),
            (Tally::of_games(57030, 106593, 57433), test(0.0, 2.0, logistic), -2.59),
            (Tally::of_pairs([223, 9863, 21279, 10037, 246]), test(0.5, 2.5, logistic), -3.07),
            (Tally::of_pairs([871, 26175, 55983, 26678, 821]), test(0.0, 2.0, logistic), -4.98),
            (Tally::of_games(36027, 68692, 36433), test(0.0, 2.0, normalised), 0.92),
            (Tally::of_games(10650, 20431, 10871), test(-1.75, 0.25, normalised), 2.30),
            (Tally::of_games(0, 0, 4250), test(0.0, 10.0, normalised), 120.56),
            (Tally::of_pairs([365, 16618, 36229, 16974, 390]), test(0.0, 2.0, normalised), 2.25),
            (Tally::of_pairs([127, 4883, 10712, 5150, 104]), test(-1.75, 0.25, normalised), 3.01),
            (Tally::of_pairs([0, 0, 0, 0, 5550]), test(0.0, 5.0, normalised), 111.82),
        ];
        for (tally, test, figure) in games {
            let (ratio, _) = test.judge(&tally);
            assert!(is_near(ratio, figure), "{tally:?}: {ratio}");
        }
    }

    #[test]
    fn the_test_ends_at_its_bounds() {
        for model in [Model::Logistic, Model::Normalised] {
            let test = test(0.0, 10.0, model);
            assert!(is_near(test.bounds().1, 2.94) && is_near(test.bounds().0, -2.94));
            assert_eq!(test.judge(&Tally::of_games(0, 0, 0)), (0.0, Verdict::Continue));
            assert_eq!(test.judge(&Tally::of_games(10, 10, 10)).1, Verdict::Continue);
            assert_eq!(test.judge(&Tally::of_games(100, 100, 400)).1, Verdict::Alternative);
            assert_eq!(test.judge(&Tally::of_games(400, 100, 100)).1, Verdict::Null);
        }
    }

    #[test]
    fn no_figure_is_infinite_or_a_negative_zero() {
        assert!(Tally::of_games(0, 0, 0).elo().is_none());
        let numbers = [0, 1, 2, 7, 300];
        let mut tallies = Vec::new();
        for a in numbers {
            for b in numbers {
                for c in numbers {
                    tallies.push(Tally::of_games(a, b, c));
                    tallies.push(Tally::of_pairs([a, 0, b, 0, c]));
                    tallies.push(Tally::of_pairs([0, a, b, c, 0]));
                }
            }
        }
        for tally in tallies.into_iter().filter(|tally| tally.count() > 0) {
            let elo = tally.elo().unwrap();
            let parts = [elo.difference, elo.error, elo.low, elo.high, elo.normalised.map(|it| it.0)];
            for value in parts.into_iter().flatten() {
                assert!(value.is_finite() && !(value == 0.0 && value.is_sign_negative()), "{tally:?}: {elo:?}");
            }
            let words = difference("a", "b", &elo);
            assert!(!["inf", "NaN", "-0.0", "unknown"].iter().any(|odd| words.contains(odd)), "{tally:?}: {words}");
            for model in [Model::Logistic, Model::Normalised] {
                let ratio = test(0.0, 5.0, model).judge(&tally).0;
                assert!(ratio.is_finite(), "{tally:?}: {ratio}");
            }
        }
        let words = |tally: Tally| difference("a", "b", &tally.elo().unwrap());
        assert_eq!(words(Tally::of_games(0, 4, 0)), "Elo of a over b: 0.0 +/- 0.0 (95 %), stronger with 50.0 %\n");
        let all = words(Tally::of_games(0, 0, 4));
        assert!(all.starts_with("Elo of a over b: more than -72.1 (95 %; all points), stronger with 100.0 %"), "{all}");
    }
}
