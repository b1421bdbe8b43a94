//! Parts of the room `search`, each asked by itself.

mod clock {
    use std::time::Duration;

    use ferz::machine::Instant;
    use ferz::search::Signals;
    use ferz::search::clock::*;

    #[test]
    fn a_share_never_empties_the_clock() {
        let overhead = Duration::from_millis(10);
        for left in [0, 5, 20, 100, 1000, 60_000] {
            for increment in [0, 100, 5000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    let left = Duration::from_millis(left);
                    let time = Time::share(left, Duration::from_millis(increment), moves, overhead);
                    assert!(time.enough <= time.most && time.most > Duration::ZERO);
                    assert!(time.most <= left.max(Duration::from_millis(1)), "{left:?} {moves:?} {time:?}");
                }
            }
        }
    }

    /// In a game of many pieces, each search lasts as long as it may.
    #[test]
    fn a_clock_of_which_all_is_spent_keeps_a_reserve() {
        let ms = Duration::from_millis;
        for (base, increment) in [(1000, 20), (1000, 50), (100, 20)] {
            let mut left = ms(base);
            for _ in 0..300 {
                let most = Time::share(left, ms(increment), None, ms(10)).most;
                assert!(most < left);
                left = left - most + ms(increment);
            }
            assert!(left >= ms(250), "{base}+{increment}: {left:?}");
        }
    }

    /// The longer a position takes, the earlier the search ends.
    #[test]
    fn slow_positions_leave_less_time_to_search() {
        let ms = Duration::from_millis;
        let whole = Time::share(ms(1000), ms(20), None, ms(10));
        assert_eq!(whole.with_pause(Duration::ZERO), whole);
        let fixed = [Time::exactly(ms(100), ms(10)), Time::byoyomi(ms(100), ms(10))];
        for time in [whole, fixed[0], fixed[1], Time::share(ms(90), ms(0), Some(1), ms(10))] {
            let mut last = time;
            for pause in [10, 30, 100, 300, 1000, 60_000] {
                let slower = time.with_pause(ms(pause));
                assert!(slower.most <= last.most && slower.enough <= slower.most && !slower.most.is_zero());
                last = slower;
            }
            assert!(last.most < time.most, "{time:?} {last:?}");
        }
        // A busy machine seems slow. Most of a fixed time is used all the same, unless a late answer loses.
        let [exact, byoyomi] = fixed.map(|time| time.with_pause(ms(60)).most);
        assert!(exact >= ms(60) && byoyomi < ms(20), "{exact:?} {byoyomi:?}");
    }

    /// A late answer to a fixed time loses no game, unless it is byoyomi.
    #[test]
    fn nearly_all_of_a_fixed_time_is_used() {
        let ms = Duration::from_millis;
        for time in [20, 100, 1000] {
            assert!(Time::exactly(ms(time), ms(10)).most >= ms(time) * 96 / 100);
            assert_eq!(Time::byoyomi(ms(time), ms(10)).most, ms(time - 10));
        }
        // Less is kept back on demand.
        assert_eq!(Time::exactly(ms(1000), ms(1)).most, ms(999));
    }

    /// Between two positions, `is_over` only counts positions. Where one position takes long, the clock itself is read.
    #[test]
    fn the_clock_is_read_in_the_middle_of_a_position() {
        let (ms, signals) = (Duration::from_millis, Signals::default());
        let mut clock = Clock::new(Instant::now(), Some(Time::exactly(ms(200), ms(0))), None);
        assert!(!clock.is_over(300, &signals) && !clock.is_late(&signals));
        std::thread::sleep(ms(210));
        assert!(!clock.is_over(300, &signals) && clock.is_late(&signals));
        let mut clock = Clock::new(Instant::now(), None, None);
        assert!(!clock.is_late(&signals));
    }

    #[test]
    fn a_clock_knows_the_longest_pause_between_two_readings() {
        let (ms, signals) = (Duration::from_millis, Signals::default());
        let time = Some(Time::exactly(ms(60_000), ms(0)));
        let mut clock = Clock::new(Instant::now(), time, None);
        assert!(!clock.is_over(300, &signals));
        std::thread::sleep(ms(40));
        assert!(!clock.is_over(301, &signals) && !clock.is_over(302, &signals));
        assert!(clock.pause() >= ms(40));
        // Without a limit, no time is kept free.
        let mut clock = Clock::new(Instant::now(), None, None);
        std::thread::sleep(ms(5));
        assert!(!clock.is_over(1, &signals) && clock.pause().is_zero());
    }
}

mod pruning {
    use ferz::search::pruning::*;

    #[test]
    fn late_moves_are_searched_with_less_depth_but_never_with_none() {
        for depth in 0..40 {
            for index in 0..300 {
                let plies = reduction(depth, index, false, 0);
                assert!(plies == 0 || depth - 1 - plies >= 1, "{depth} {index} {plies}");
                assert!(reduction(depth, index, true, 0) <= plies && reduction(depth, index, false, 16_000) <= plies);
                assert!(
                    plies <= reduction(depth + 1, index, false, 0) && plies <= reduction(depth, index + 1, false, 0)
                );
            }
            assert_eq!(reduction(depth, 0, false, 0), 0);
        }
        assert!(reduction(8, 30, false, 0) >= 3);
    }

    #[test]
    fn only_late_or_futile_moves_near_the_leaves_are_left_out() {
        assert!(is_late(1, 12, 30) && !is_late(1, 12, 200) && !is_late(2, 12, 30) && !is_late(9, 250, 255));
        assert!(is_futile(1, 0, 300) && !is_futile(1, 200, 300) && !is_futile(3, 0, 300) && !is_futile(4, -9000, 0));
    }

    #[test]
    fn a_pass_of_a_side_far_ahead_is_searched_with_less_depth() {
        assert!(null_reduction(6, 0) >= 3 && null_reduction(6, 450) > null_reduction(6, 0));
        assert_eq!(null_reduction(6, 900), null_reduction(6, 90_000));
    }
}

mod checking {
    use crate::common::check_all;
    use ferz::position::Key;
    use ferz::search::checking::Checking;
    use ferz::variant::library;

    /// In games of random moves, the number of legal moves and of those that may give check; an error for a missed check.
    fn count(name: &str) -> Result<Option<(usize, usize)>, String> {
        let compiled = ferz::load(name).map_err(|error| error.to_string())?;
        let Some(checking) = Checking::new(compiled.rules()) else { return Ok(None) };
        let (mut all, mut may) = (0, 0);
        for seed in 1..4 {
            let mut game = compiled.start().map_err(|error| error.to_string())?;
            for ply in 1..60 {
                let moves = game.legal_moves();
                let position = game.position();
                let Some(royal) = checking.royal(&position, !game.turn()) else { break };
                if moves.is_empty() || game.end().is_some() {
                    break;
                }
                for mv in &moves {
                    let may_check = checking.may_check(mv, game.turn(), royal);
                    (all, may) = (all + 1, may + usize::from(may_check));
                    if !may_check && position.gives_check(*mv) {
                        return Err(format!("{name}: {mv:?}"));
                    }
                }
                let Key(key) = game.key();
                game.play(&moves[(key as usize / seed + ply) % moves.len()]);
            }
        }
        Ok(Some((all, may)))
    }

    #[test]
    fn no_check_is_missed_in_any_variant() {
        check_all(&library::names().collect::<Vec<_>>(), |name| count(name).map(drop));
    }

    #[test]
    fn most_moves_certainly_give_no_check() {
        for name in ["chess", "shogi", "crazyhouse", "xiangqi"] {
            let (all, may) = count(name).unwrap().unwrap();
            assert!(all > 500 && may * 3 < all, "{name}: {may} of {all}");
        }
    }
}

mod evaluate {
    use ferz::notation::uci;
    use ferz::search::Searcher;
    use ferz::search::evaluate::Evaluator;

    /// The gain of a move, and the values of the pieces named.
    fn gain(variant: &str, fen: &str, text: &str, pieces: &[&str]) -> (i32, Vec<i32>) {
        let compiled = ferz::load(variant).unwrap();
        let setup = ferz::fen::read(fen, compiled.rules()).unwrap();
        let game = compiled.game(&setup).unwrap();
        let evaluator = Evaluator::new(compiled.rules());
        let mv = uci::parse(&game, text).unwrap();
        let value = |name: &&str| evaluator.value(compiled.rules().piece_named(name).unwrap());
        (evaluator.gain(&game.position(), &mv), pieces.iter().map(value).collect())
    }

    /// Does a capture lose the exchange, by the answer of the other side?
    fn loses(variant: &str, fen: &str, text: &str) -> bool {
        let compiled = ferz::load(variant).unwrap();
        let setup = ferz::fen::read(fen, compiled.rules()).unwrap();
        let game = compiled.game(&setup).unwrap();
        let evaluator = Evaluator::new(compiled.rules());
        let mv = uci::parse(&game, text).unwrap();
        evaluator.loses_exchange(&game.position(), &mv, evaluator.gain(&game.position(), &mv))
    }

    #[test]
    fn a_capture_of_a_guarded_cheaper_piece_loses() {
        // A queen captures a pawn that a pawn guards, one that nothing guards, and a guarded queen.
        assert!(loses("chess", "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5"));
        assert!(!loses("chess", "4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5"));
        assert!(!loses("chess", "4k3/8/2p5/3q4/8/8/8/3QK3 w - - 0 1", "d1d5"));
        // The piece in hand makes up for the loss, and a cannon guards over a hurdle.
        assert!(loses("crazyhouse", "4k3/8/2p5/3p4/8/8/8/3QK3[] w - - 0 1", "d1d5"));
        assert!(loses("xiangqi", "4k4/4c4/9/4n4/4p4/9/9/9/4R4/3K5 w - - 0 1", "e2e6"));
        // Where captures are no exchanges, nothing is said: in atomic chess, and where a side has to capture.
        assert!(!loses("atomic", "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5"));
        assert!(!loses("antichess", "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5"));
    }

    #[test]
    fn a_turn_is_an_advantage_where_pieces_are_royal_and_moves_are_free() {
        let gains = |variant: &str| Evaluator::new(ferz::load(variant).unwrap().rules()).gains_by_turn;
        assert!(["chess", "atomic", "xiangqi", "shogi"].into_iter().all(gains));
        assert!(!["antichess", "amazons", "flipello"].into_iter().any(gains));
    }

    #[test]
    fn a_captured_piece_counts_in_hand_too() {
        let fen = "4k3/8/8/3r4/8/8/8/3RK3[] w - - 0 1";
        let (found, values) = gain("crazyhouse", fen, "d1d5", &["rook"]);
        assert_eq!(found, 2 * values[0]);
        let (found, values) = gain("chess", "4k3/8/8/3r4/8/8/8/3RK3 w - - 0 1", "d1d5", &["rook"]);
        assert_eq!(found, values[0]);
    }

    /// The static evaluation of a position for the side to move.
    fn evaluation(variant: &str, fen: &str) -> i32 {
        let compiled = ferz::load(variant).unwrap();
        let setup = ferz::fen::read(fen, compiled.rules()).unwrap();
        Searcher::new(compiled.rules(), 1).evaluate(&compiled.game(&setup).unwrap())
    }

    /// Black has three stones in a corner. White's three stones are a square apart, then three squares.
    #[test]
    fn stones_that_have_to_be_joined_count_more_the_fewer_squares_separate_them() {
        let apart = |stones: &str| evaluation("lines-of-action", &format!("{stones}/8/8/8/8/8/s7/ss6 w - - 0 1"));
        assert!(apart("S1S1S3") > apart("S3S2S") && apart("SS1S4") > apart("S1S1S3"));
    }

    /// The fewer footmen are left, the more each of them counts: a side without footmen loses.
    #[test]
    fn the_last_pieces_that_a_side_must_keep_count_most() {
        let with = |footmen: &str| evaluation("apocalypse", &format!("n1p1n/5/5/{footmen}/N3N w - - 0 1"));
        let [one, two, three, four] = ["P4", "PP3", "PPP2", "PPPP1"].map(with);
        assert!(two - one > 2 * (four - three), "{one} {two} {three} {four}");
    }

    /// The king wins in a corner, by an end in the language of rules, and knights win when all of them have arrived.
    #[test]
    fn pieces_are_drawn_to_the_squares_where_they_win() {
        let king = |fen: &str| evaluation("brandubh", &format!("{fen} w - - 0 1"));
        assert!(king("m5m/7/7/7/7/7/K5m") > king("m5m/7/7/3K3/7/7/6m"));
        let knight = |fen: &str| evaluation("knights-halma", &format!("nnn5/8/8/8/{fen} w"));
        assert!(knight("8/8/3N4/8") > knight("8/8/8/3N4"));
    }

    /// A stone with empty squares beside it can be turned over.
    #[test]
    fn stones_beside_empty_squares_count_less_where_neighbours_are_turned_over() {
        let stones = |fen: &str| evaluation("ataxx", &format!("p6/7/7/7/7/{fen} w 0 1"));
        assert!(stones("PP5/PP5") > stones("1P1P3/1P1P3"));
    }

    #[test]
    fn a_blast_counts_with_all_that_it_removes() {
        // The rook captures a pawn beside a queen, a knight of its own and a pawn, which is spared.
        let fen = "4k3/8/8/2pqp3/2Np4/8/8/3RK3 w - - 0 1";
        let (found, values) = gain("atomic", fen, "d1d4", &["rook", "queen", "knight", "pawn"]);
        assert_eq!(found, values[3] + values[1] - values[0] - values[2]);
        let (found, _) = gain("atomic", "8/8/8/4k3/3p4/8/8/3RK3 w - - 0 1", "d1d4", &[]);
        assert!(found > 5000, "{found}");
    }

    /// A knight that could capture beside the enemy king is worth more than a rook. A king beside the same pawn makes the capture illegal.
    #[test]
    fn a_threat_to_blow_up_the_royal_piece_counts_more_than_a_rook() {
        let fen = |pieces: &str| format!("rn1qkbnr/pp2p1pp/{pieces}/8/PPPPPPPP/RNBQ1B1R b - - 0 1");
        let [far, threat, illegal] =
            ["8/7N/4K3", "8/5N2/4K3", "4K3/5N2/8"].map(|pieces| evaluation("atomic", &fen(pieces)));
        let (_, values) = gain("atomic", "4k3/8/8/8/3p4/8/8/3RK3 w - - 0 1", "d1d4", &["rook"]);
        assert!(far - threat > values[0] && far - illegal < values[0], "{far} {threat} {illegal} {values:?}");
    }
}

mod line {
    use crate::common::check_all;
    use crate::common::stopwatch::Stopwatch;
    use ferz::search::{Limits, Searcher, Signals};
    use ferz::variant::library;

    /// The first move of the line that a search of this depth finds.
    fn best(variant: &str, fen: &str, depth: u32) -> String {
        let compiled = ferz::load(variant).unwrap();
        let setup = ferz::fen::read(fen, compiled.rules()).unwrap();
        let game = compiled.game(&setup).unwrap();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut searcher = Searcher::new(compiled.rules(), 1);
        let found = searcher.search(&game, &[], &limits, &Signals::default(), &mut |_| {});
        ferz::notation::uci::write(&game, &found.best.unwrap())
    }

    /// The chariot could give check without end on two squares, which loses in xiangqi. It would be a draw otherwise.
    #[test]
    fn perpetual_check_is_no_draw_where_it_loses() {
        let fen = "2bakab2/9/r7n/pnp1C3p/6R2/2PN5/P3P3P/2R1BK3/7r1/3A1AB2 b - - 2 23";
        assert_ne!(best("xiangqi", fen, 5), "h2h3");
    }

    /// Where every move is a capture, nothing is searched beyond the depth.
    #[test]
    fn a_game_of_captures_alone_has_no_quiet_positions() {
        let compiled = ferz::load("crusade").unwrap();
        let game = compiled.start().unwrap();
        let (limits, mut longest) = (Limits { depth: Some(1), ..Limits::default() }, 0);
        let mut report = |info: &ferz::search::Info| longest = info.longest;
        Searcher::new(compiled.rules(), 1).search(&game, &[], &limits, &Signals::default(), &mut report);
        assert_eq!(longest, 1);
    }

    /// The side that loses its king wins, and captures are compulsory: with d7-d5, or with Kf3-e4, the other side must capture the king.
    /// A search of one ply sees that, because a side that must capture cannot leave the position as it is.
    #[test]
    fn a_position_with_a_compulsory_capture_is_not_quiet() {
        let black = "rnbqkbnr/p2pp1pp/8/1Bp2p2/5P2/2P1P3/PP1P2PP/RNBQK1NR b KQkq - 0 4";
        assert_eq!(best("codrus", black, 1), "d7d5");
        let white = "rnb2b1r/p1kp2pp/2p1pn2/1p3p2/8/5K1N/PPPPP1PP/1RBQ1BR1 w - - 6 10";
        assert_eq!(best("codrus", white, 1), "f3e4");
    }

    /// Each exchange of prisoners is compared with the ones before it. A list of 473 moves takes 32 times as long as one of 59, and took
    /// about three times that when the choices of all pairs were compared first.
    #[test]
    fn many_choices_do_not_slow_down_a_list() {
        let compiled = ferz::load("hostage").unwrap();
        let spent = |fen: &str, moves: usize, times: u32| {
            let game = compiled.game(&ferz::fen::read(fen, compiled.rules()).unwrap()).unwrap();
            let watch = Stopwatch::start();
            (0..times).for_each(|_| assert_eq!(game.legal_moves().len(), moves));
            watch.spent() / times
        };
        let few = spent("rnb1kbnr/ppp1pppp/8/8/8/2N5/PPPP1PBP/R1BQK1NR[] b KQkq - 0 4 state:prison=P,Q/p,p", 59, 300);
        let fen = "r3kbnr/ppp1pppp/8/8/8/2N5/PPPP1PBP/R1B1K1N1[] b - - 0 4 state:prison=P,Q,R,B,N/b,n,p,p,q";
        let many = spent(fen, 473, 50);
        assert!(many < 60 * few, "{many:?} {few:?}");
    }

    /// Every shipped variant is searched a few plies after its start, on boards of all forms, and the search finds a legal move.
    #[test]
    fn every_variant_is_searched() {
        check_all(&library::names().collect::<Vec<_>>(), |name| {
            let compiled = ferz::load(name).map_err(|error| error.to_string())?;
            let mut game = compiled.start().map_err(|error| error.to_string())?;
            for ply in 0..5 {
                let moves = game.legal_moves();
                if moves.is_empty() || game.end().is_some() {
                    return Ok(());
                }
                game.play(&moves[(7 * ply + 3) % moves.len()]);
            }
            let limits = Limits { nodes: Some(100), ..Limits::default() };
            let mut searcher = Searcher::new(compiled.rules(), 1);
            let best = searcher.search(&game, &[], &limits, &Signals::default(), &mut |_| {}).best;
            match best {
                Some(best) if game.legal_moves().contains(&best) => Ok(()),
                None if game.end().is_some() => Ok(()),
                best => Err(format!("{name}: {best:?}")),
            }
        });
    }
}
