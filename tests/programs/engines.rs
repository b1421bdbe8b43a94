//! Conversations with the engine, in each protocol.

use std::collections::BTreeSet;
use std::io::Cursor;

use ferz::notation::Coordinates;
use ferz::protocol::{Dialect, cecp, uci};
use ferz::{Compiled, Setup, Side, fen};

/// What the engine says to some lines.
fn talk(dialect: Dialect, lines: &str) -> Vec<String> {
    let mut output = Vec::new();
    uci::run(Cursor::new(lines.to_owned().into_bytes()), &mut output, dialect, &[]).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

fn xboard(lines: &str) -> Vec<String> {
    let mut output = Vec::new();
    cecp::run(Cursor::new(lines.to_owned().into_bytes()), &mut output, &[]).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

/// The line that begins so, without the beginning.
fn after<'a>(said: &'a [String], begin: &str) -> &'a str {
    let found = said.iter().find_map(|line| line.strip_prefix(begin));
    found.unwrap_or_else(|| panic!("nothing begins with `{begin}` in {said:#?}"))
}

#[test]
fn an_engine_introduces_itself() {
    let said = talk(Dialect::Uci, "uci\nisready\nquit\n");
    assert!(after(&said, "id name ").starts_with("Ferz"));
    let variants = after(&said, "option name UCI_Variant type combo default chess");
    assert!(variants.contains(" var xiangqi") && variants.split(" var ").count() > 200);
    assert!(said.contains(&"uciok".to_owned()));
    assert_eq!(said.last().unwrap(), "readyok");
}

#[test]
fn it_mates_when_it_can() {
    let said = talk(Dialect::Uci, "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo depth 3\n");
    assert_eq!(after(&said, "bestmove "), "a1a8");
    assert!(said.iter().any(|line| line.contains("score mate 1 ")));
}

/// Each with moves that lead nowhere else: a draw by repetition is seen with the past of the game.
#[test]
fn it_sees_the_draw_that_the_past_of_the_game_makes() {
    let shuffle = "h7h8 g3h3 h8h7 h3g3 h7h8 g3h3 h8h7";
    let fen = "8/7k/8/8/8/6K1/8/R7 w - - 0 1";
    let said = talk(Dialect::Uci, &format!("position fen {fen} moves g3h3 {shuffle}\ngo depth 4\n"));
    assert_ne!(after(&said, "bestmove ").split(' ').next(), Some("h3g3"));
}

/// White takes the king with the second move of the turn.
#[test]
fn a_turn_may_have_two_moves() {
    let lines = "setoption name UCI_Variant value monster\nposition fen 3k4/8/8/8/8/8/8/R3K3 w - - 0 1\ngo depth 2\n";
    let said = talk(Dialect::Uci, lines);
    assert_eq!(after(&said, "bestmove ").split(' ').next(), Some("a1d1"));
    assert!(said.iter().any(|line| line.contains(" score mate 1 ")), "{said:#?}");
    let said = xboard("new\nvariant monster\nsd 1\ngo\n");
    assert_eq!(said.iter().filter(|line| line.starts_with("move ")).count(), 2, "{said:#?}");
}

/// Every move draws here. Who plays would rather not; who analyses is told what it is.
#[test]
fn a_draw_costs_a_little() {
    let drawn = "position fen 4k3/8/8/8/8/4K3/4R3/8 b - - 99 80\n";
    let said = talk(Dialect::Uci, &format!("{drawn}go depth 1\n"));
    assert!(said.iter().any(|line| line.contains(" score cp -30 ")), "{said:#?}");
    let said = talk(Dialect::Uci, &format!("{drawn}go infinite\nstop\n"));
    assert!(said.iter().any(|line| line.contains(" score cp 0 ")), "{said:#?}");
}

#[test]
fn counting_is_perft() {
    let said = talk(Dialect::Uci, "go perft 3\n");
    assert_eq!(after(&said, "Nodes searched: "), "8902");
    assert_eq!(after(&said, "e2e4: "), "600");
    let said = talk(Dialect::Uci, "setoption name UCI_Variant value grand\ngo perft 5\nstop\n");
    assert!(said.iter().any(|line| line.starts_with("Nodes searched: ")));
}

#[test]
fn only_the_moves_asked_for_are_looked_at() {
    let said = talk(Dialect::Uci, "position startpos moves e2e4\ngo depth 3 searchmoves a7a6 h7h6\n");
    assert!(["a7a6", "h7h6"].contains(&after(&said, "bestmove ").split(' ').next().unwrap()));
}

#[test]
fn a_search_without_end_is_stopped_and_pondering_becomes_a_search() {
    let said = talk(Dialect::Uci, "go infinite\nisready\nstop\n");
    assert!(said.contains(&"readyok".to_owned()) && !after(&said, "bestmove ").is_empty());
    let said = talk(Dialect::Uci, "position startpos moves e2e4\ngo ponder movetime 30\nponderhit\n");
    assert!(!after(&said, "bestmove ").is_empty());
    let said = talk(Dialect::Uci, "go ponder movetime 30\nstop\ngo nodes 50\n");
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 2);
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let mated = "position startpos moves f2f3 e7e5 g2g4 d8h4";
    assert_eq!(after(&talk(Dialect::Uci, &format!("{mated}\ngo depth 2\n")), "bestmove "), "(none)");
}

#[test]
fn castling_is_written_as_the_option_says() {
    let lines = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo perft 1\n";
    assert_eq!(after(&talk(Dialect::Uci, lines), "e1g1: "), "1");
    let said = talk(Dialect::Uci, &format!("setoption name UCI_Chess960 value true\n{lines}"));
    assert_eq!(after(&said, "e1h1: "), "1");
}

#[test]
fn variants_are_announced_as_the_peer_does() {
    let said = talk(Dialect::Uci, "setoption name UCI_Variant value cylinder\n");
    let rest = after(&said, "info string variant cylinder ");
    assert!(rest.starts_with("files 8 ranks 8 pocket 0 template fairy startpos rnbqkbnr/"), "{rest}");
}

#[test]
fn files_add_variants() {
    let folder = std::env::temp_dir().join(format!("ferz-engines-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (yaml, ini) = (folder.join("nimble.yaml"), folder.join("more.ini"));
    std::fs::write(&yaml, "name: Nimble\nextends: chess\npieces: {king: {moves: KN}}\n").unwrap();
    std::fs::write(&ini, "[lone:chess]\nstartFen = 4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n").unwrap();
    let paths = std::env::join_paths([&yaml, &ini]).unwrap().into_string().unwrap();
    let lines = format!(
        "setoption name VariantPath value {paths}\nuci\nsetoption name UCI_Variant value nimble\ngo perft 1\n\
         setoption name UCI_Variant value lone\ngo perft 2\n"
    );
    let said = talk(Dialect::Uci, &lines);
    assert!(after(&said, "option name UCI_Variant ").contains(" var nimble"));
    let counts: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("Nodes searched: ")).collect();
    assert_eq!(counts, ["22", "90"]);
    let lines = format!("protover 2\noption VariantPath={paths}\nvariant nimble\nquit\n");
    let said = xboard(&lines);
    let named: Vec<&String> = said.iter().filter(|line| line.starts_with("feature variants=")).collect();
    assert!(!named[0].contains("nimble") && named[1].contains(",nimble,") && named[1].contains(",lone,"), "{named:?}");
    let (mut named_at_once, mut output) = (Vec::new(), Vec::new());
    let lines = Cursor::new(b"protover 2\nvariant lone\nquit\n".to_vec());
    cecp::run(lines, &mut named_at_once, &[yaml.clone(), ini.clone()]).unwrap();
    assert!(String::from_utf8(named_at_once).unwrap().contains(",nimble,"));
    let lines = Cursor::new(b"setoption name UCI_Variant value nimble\ngo perft 1\n".to_vec());
    uci::run(lines, &mut output, Dialect::Uci, &[yaml.clone(), ini.clone()]).unwrap();
    assert!(String::from_utf8(output).unwrap().contains("Nodes searched: 22"));
    std::fs::write(&yaml, "name: Wrong\nextends: chess\nsetpu: 8/8\n").unwrap();
    let said = talk(Dialect::Uci, &format!("setoption name VariantPath value {}\n", yaml.display()));
    assert!(after(&said, "info string ").starts_with("3:1: "), "{said:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn garbage_is_answered_and_the_next_line_is_read() {
    let garbage = [
        "position",
        "position fen",
        "position fen 8/8",
        "position startpos moves e2e5 e7e5",
        "go depth x",
        "go wtime",
        "go movetime -5 depth 1",
        "go perft x",
        "setoption",
        "setoption name",
        "setoption name Hash value many",
        "setoption name UCI_Variant value no-such",
        "setoption name VariantPath value /no/such.yaml",
        "ponderhit",
        "stop",
        "\u{0}\u{1}",
        "go searchmoves zz",
        "nonsense",
        "isready isready",
        "go depth 999999999999 nodes 5",
        "d",
        "eval",
        "go infinite searchmoves",
        "position sfen x",
        "banmoves e2e4",
        "go wtime 9999999999999999999 nodes 1",
    ];
    let lines = garbage.join("\n");
    let said = talk(Dialect::Uci, &format!("{lines}\nstop\nposition startpos\nisready\ngo perft 2\n"));
    assert_eq!(after(&said, "Nodes searched: 4"), "00");
    for dialect in [Dialect::Usi, Dialect::Ucci] {
        assert!(talk(dialect, &format!("{lines}\nstop\nisready\n")).contains(&"readyok".to_owned()));
    }
    let said =
        xboard(&format!("{lines}\nlevel\nlevel x y z\nst inf\nsd\ntime -\nusermove\nlift\nlift z9\nundo\nping 7\n"));
    assert_eq!(after(&said, "pong "), "7");
}

#[test]
fn shogi_programs_hear_their_own_squares() {
    let said = talk(Dialect::Usi, "usi\nposition startpos moves 7g7f\ngo perft 1\n");
    assert!(said.contains(&"usiok".to_owned()));
    assert!(after(&said, "option name USI_Variant type combo default ").starts_with("shogi "));
    assert_eq!(after(&said, "3c3d: "), "1");
    assert_eq!(after(&said, "Nodes searched: "), "30");
    let sfen = "4k4/4p4/9/9/9/9/9/9/4K4 b G 1";
    let said = talk(Dialect::Usi, &format!("position sfen {sfen}\ngo perft 1\n"));
    assert_eq!(after(&said, "G*5e: "), "1");
}

#[test]
fn xiangqi_programs_count_ranks_from_0() {
    let said = talk(Dialect::Ucci, "ucci\nposition startpos moves h2e2\ngo perft 1\n");
    assert!(said.contains(&"ucciok".to_owned()));
    assert_eq!(after(&said, "h9g7: "), "1");
}

#[test]
fn xboard_is_told_of_features_and_boards() {
    let said = xboard("xboard\nprotover 2\nnew\nvariant courier\n");
    let names = said.iter().find(|line| line.starts_with("feature variants=")).unwrap();
    assert!(names.starts_with("feature variants=\"normal,") && names.contains(",cylinder,"));
    assert_eq!(said.iter().rfind(|line| line.starts_with("feature done=")).unwrap(), "feature done=1");
    assert!(after(&said, "setup (").contains(") 12x8+0_fairy rnebmk1wbenr/"));
    assert!(said.iter().any(|line| line.starts_with("piece N& ")), "{said:#?}");
}

/// XBoard's own rules for the variants that it has a name for say more than `setup` and `piece` can.
#[test]
fn xboard_is_told_nothing_of_what_it_knows() {
    let said = xboard("xboard\nprotover 2\nnew\nvariant knightmate\n");
    assert!(!said.iter().any(|line| line.starts_with("setup ") || line.starts_with("piece ")), "{said:#?}");
    let names = said.iter().find(|line| line.starts_with("feature variants=")).unwrap();
    assert!(names.trim_end_matches('"').split(',').any(|name| name == "fischerandom"), "{names}");
    let said = xboard("xboard\nprotover 2\nnew\nvariant fischerandom\n");
    assert!(!said.iter().any(|line| line.starts_with("setup ") || line.starts_with("tellusererror")), "{said:#?}");
}

/// XBoard lets a piece go around the edge only where its notation says so, and refuses other moves before the engine sees them.
#[test]
fn xboard_is_told_of_joined_edges() {
    let pieces = |variant: &str| {
        let said = xboard(&format!("xboard\nprotover 2\nnew\nvariant {variant}\n"));
        said.into_iter().filter(|line| line.starts_with("piece ")).collect::<BTreeSet<String>>()
    };
    let cylinder = pieces("cylinder");
    for line in ["piece N& oN", "piece R& oR", "piece K& oKO2", "piece P& ofmWofceFoifmnD"] {
        assert!(cylinder.contains(line), "{line}: {cylinder:#?}");
    }
    assert!(pieces("torus").contains("piece N& ooN"));
    assert!(pieces("courier").iter().all(|line| !line.contains(" o")));
    let said =
        xboard("xboard\nnew\nvariant cylinder\nforce\nusermove a2a4\nusermove e7e5\nusermove g1a2\nusermove g1d4\n");
    let refused: Vec<&String> = said.iter().filter(|line| line.starts_with("Illegal")).collect();
    assert_eq!(refused, ["Illegal move: g1d4"], "{said:#?}");
}

#[test]
fn an_unknown_variant_is_answered_with_the_nearest_names() {
    let said = talk(Dialect::Uci, "setoption name UCI_Variant value nosuch\nsetoption name UCI_Variant value grnd\n");
    let answers: Vec<&String> =
        said.iter().filter(|line| line.starts_with("info string there is no variant")).collect();
    assert_eq!(answers.len(), 2, "{said:#?}");
    assert!(answers[1].contains("`grnd`; the most similar names are `grand`"), "{answers:?}");
    let said = xboard("protover 2\nvariant grnd\n");
    assert!(after(&said, "tellusererror ").contains("`grand`"));
}

/// Games in which each side sees what the other one sees: mirrored, turned, and on other boards.
#[test]
fn a_symmetric_start_is_worth_the_turn_alone() {
    /// A pawn and a half, in hundredths of a pawn.
    const MOST: i32 = 150;
    for name in ["chess", "shogi", "grand", "xiangqi", "makruk", "breakthrough", "crazyhouse", "minishogi", "cylinder"]
    {
        let compiled = ferz::load(name).unwrap();
        let worth = |turn: Side| -> i32 {
            let start = fen::write(&Setup { turn, ..compiled.rules().setup.clone() }, compiled.rules());
            let told = format!("setoption name UCI_Variant value {name}\nposition fen {start}\neval\n");
            after(&talk(Dialect::Uci, &told), "info string evaluation ").parse().unwrap()
        };
        let both = Side::ALL.map(worth);
        assert!(both[0].abs_diff(both[1]) <= 2 && both[0].abs() <= MOST, "{name}: {both:?}");
    }
}

#[test]
fn xboard_marks_the_moves_of_a_piece() {
    let said = xboard("new\nlift e2\nforce\nusermove e2e4\nusermove d7d5\nlift e4\nlift e8\n");
    let marks: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("highlight ")).collect();
    assert_eq!(marks, ["8/8/8/8/4Y3/4Y3/8/8", "8/8/8/3RY3/8/8/8/8", "8/8/8/8/8/8/8/8"]);
    let said = xboard("new\nsetboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1\nlift a7\n");
    assert_eq!(after(&said, "highlight "), "M7/8/8/8/8/8/8/8");
}

/// The squares that a line of marks shows, as XBoard names them.
fn marked(line: &str, ranks: usize, squares: Coordinates, compiled: &Compiled) -> BTreeSet<String> {
    let geometry = &compiled.rules().geometry;
    let mut found = BTreeSet::new();
    let rows: Vec<&str> = line.split('/').collect();
    assert_eq!(rows.len(), ranks, "{line}");
    for (row, text) in rows.iter().enumerate() {
        let (mut file, mut empty) = (0, 0);
        for c in text.chars() {
            if let Some(digit) = c.to_digit(10) {
                empty = empty * 10 + digit as usize;
                continue;
            }
            file += empty;
            let named = format!("{}{}", geometry.file_name(file), ranks - row);
            found.insert(squares.written(&named, geometry));
            (file, empty) = (file + 1, 0);
        }
        assert_eq!(file + empty, geometry.files(), "{line}");
    }
    found
}

/// What XBoard is told of every piece in positions of random games is what UCI lists.
fn marks_are_moves(name: &str, positions: usize) {
    let compiled = ferz::load(name).unwrap();
    let geometry = &compiled.rules().geometry;
    let squares = Coordinates::of_xboard(geometry);
    let mut random = ferz::Random::new(name.bytes().map(u64::from).sum());
    let mut game = compiled.start().unwrap();
    let (mut lines, mut expected) = (format!("new\nvariant {name}\nforce\n"), Vec::new());
    while expected.len() < positions {
        let listed = ferz::notation::uci::list(&game);
        if game.end().is_some() || listed.is_empty() {
            game = compiled.start().unwrap();
            continue;
        }
        lines.push_str(&format!("setboard {}\n", ferz::notation::Fen::of(&mut game)));
        let mut wanted = Vec::new();
        for from in geometry.squares().iter() {
            let named = squares.written(&geometry.name(from), geometry);
            lines.push_str(&format!("lift {named}\n"));
            let goes = |mv: &&ferz::Move| mv.from == from && mv.kind() != ferz::MoveKind::Drop && !mv.is_pass();
            let moves = listed.iter().map(|(_, mv)| mv).filter(goes);
            let ends: BTreeSet<String> = moves.map(|mv| squares.written(&geometry.name(mv.to), geometry)).collect();
            wanted.push((named, ends));
        }
        expected.push(wanted);
        game.play(&listed[random.below(listed.len())].1);
    }
    let said = xboard(&lines);
    assert!(!said.iter().any(|line| line.starts_with("tellusererror")), "{name}: a position was refused");
    let mut marks = said.iter().filter_map(|line| line.strip_prefix("highlight "));
    for (from, ends) in expected.into_iter().flatten() {
        let line = marks.next().expect("a line of marks for each square");
        assert_eq!(marked(line, geometry.ranks(), squares, &compiled), ends, "{name}: from {from}");
    }
}

/// 20 variants, 50 positions of each.
#[test]
fn xboard_marks_what_is_legal() {
    let names = [
        "chess",
        "xiangqi",
        "shogi",
        "crazyhouse",
        "grand",
        "cylinder",
        "atomic",
        "makruk",
        "janggi",
        "courier",
        "berolina",
        "grasshopper",
        "antichess",
        "seirawan",
        "spartan",
        "torus",
        "knightmate",
        "alice",
        "horde",
        "raazuvaa",
    ];
    names.iter().for_each(|name| marks_are_moves(name, 50));
}

#[test]
fn a_game_is_played_in_xboard() {
    let said = xboard("new\nsd 2\nusermove e2e4\n");
    assert!(!after(&said, "move ").is_empty());
    let said = xboard("new\nsd 1\nforce\nusermove f2f3\nusermove e7e5\nusermove g2g4\ngo\n");
    assert_eq!(after(&said, "move "), "d8h4");
    assert_eq!(after(&said, "0-1 "), "{Black wins by checkmate}");
    let said = xboard("new\nforce\nusermove e2e5\nfly\nusermove e2e4\nundo\nusermove d2d4\nundo\nusermove e2e4\n");
    assert_eq!(after(&said, "Illegal move: "), "e2e5");
    assert_eq!(after(&said, "Error (unknown command): "), "fly");
    assert_eq!(said.len(), 2, "{said:?}");
}

/// On boards of ten ranks XBoard counts them from 0.
#[test]
fn xboard_counts_ten_ranks_from_0() {
    let said = xboard("new\nvariant xiangqi\nforce\nusermove h2e2\nlift h9\n");
    assert_eq!(after(&said, "highlight "), "9/9/6Y1Y/9/9/9/9/9/9/9");
}

/// The lines of the deepest whole iteration: rank, score in centipawns, first move.
fn ranked(said: &[String]) -> Vec<(usize, i64, String)> {
    let word = |line: &str, name: &str| {
        let mut words = line.split_whitespace().skip_while(|word| *word != name);
        words.nth(1).unwrap_or_default().to_owned()
    };
    let infos: Vec<&String> = said.iter().filter(|line| line.starts_with("info depth ")).collect();
    let deepest = infos.iter().map(|line| word(line, "depth").parse::<u32>().unwrap()).max().unwrap();
    let last = infos.iter().filter(|line| word(line, "depth") == deepest.to_string());
    let line = |line: &&String| {
        let value = if line.contains(" score cp ") { word(line, "cp") } else { word(line, "mate") };
        (word(line, "multipv").parse().unwrap(), value.parse().unwrap(), word(line, "pv"))
    };
    last.map(line).collect()
}

#[test]
fn several_lines_are_told_best_first() {
    for variant in [
        "chess",
        "xiangqi",
        "shogi",
        "crazyhouse",
        "atomic",
        "makruk",
        "janggi",
        "duck",
        "grand",
        "capablanca",
        "cylinder",
        "horde",
        "antichess",
        "hoppelpoppel",
        "seirawan",
        "minishogi",
        "breakthrough",
        "flipello",
        "knightmate",
        "monster",
        "gardner",
    ] {
        let said = talk(
            Dialect::Uci,
            &format!(
                "setoption name UCI_Variant value {variant}\nsetoption name MultiPV value 3\nposition startpos\ngo depth 2\n"
            ),
        );
        let lines = ranked(&said);
        let ranks: Vec<usize> = lines.iter().map(|line| line.0).collect();
        assert_eq!(ranks, [1, 2, 3], "{variant}: {said:#?}");
        assert!(lines.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{variant}: {lines:?}");
        let moves: BTreeSet<&str> = lines.iter().map(|line| line.2.as_str()).collect();
        assert_eq!(moves.len(), 3, "{variant}: {lines:?}");
        assert_eq!(after(&said, "bestmove ").split(' ').next(), Some(lines[0].2.as_str()), "{variant}");
    }
    // No more than there are moves, and a single one without the option.
    let corner = "position fen k7/8/1R6/8/8/8/8/K6R b - - 0 1\ngo depth 2\n";
    assert_eq!(ranked(&talk(Dialect::Uci, &format!("setoption name MultiPV value 9\n{corner}"))).len(), 1);
    assert_eq!(ranked(&talk(Dialect::Uci, "position startpos\ngo depth 2\n")).len(), 1);
}

/// The lines that a search ends with have one depth, even if it is interrupted: `go nodes` ends amid an iteration.
#[test]
fn interrupted_lines_are_comparable() {
    for variant in ["chess", "3check", "giveaway", "crazyhouse", "racingkings", "xiangqi", "shogi"] {
        for nodes in [3000, 10_000, 30_000] {
            let setup = format!("setoption name UCI_Variant value {variant}\nsetoption name MultiPV value 3\n");
            let said = talk(Dialect::Uci, &format!("{setup}position startpos\ngo nodes {nodes}\n"));
            let lines = ranked(&said);
            assert_eq!(lines.len(), 3, "{variant} {nodes}: {said:#?}");
            assert!(lines.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{variant} {nodes}: {said:#?}");
            let moves: BTreeSet<&str> = lines.iter().map(|line| line.2.as_str()).collect();
            assert_eq!(moves.len(), 3, "{variant} {nodes}: {said:#?}");
            assert_eq!(after(&said, "bestmove ").split(' ').next(), Some(lines[0].2.as_str()), "{variant} {nodes}");
        }
    }
}

#[test]
fn odds_are_told_on_demand() {
    let odds = |lines: &str| -> Vec<Vec<u32>> {
        let said = talk(Dialect::Uci, &format!("setoption name UCI_ShowWDL value true\n{lines}\ngo depth 3\n"));
        let infos = said.iter().filter_map(|line| line.split_once(" wdl ")).map(|(_, rest)| rest.to_owned());
        infos.map(|rest| rest.split_whitespace().take(3).map(|word| word.parse().unwrap()).collect()).collect()
    };
    let start = odds("position startpos");
    assert!(
        start.len() >= 3 && start.iter().all(|odds| odds.iter().sum::<u32>() == 1000 && odds[1] > 500),
        "{start:?}"
    );
    assert_eq!(odds("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").last().unwrap(), &[1000, 0, 0]);
    assert_eq!(odds("position fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1").last().unwrap(), &[0, 0, 1000]);
    assert!(!talk(Dialect::Uci, "go depth 2\n").iter().any(|line| line.contains("wdl")));
}

/// A search for a mate ends with it, or without it where there is none of that length.
#[test]
fn a_search_for_a_mate_ends() {
    let said = talk(Dialect::Uci, "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo mate 2\n");
    assert_eq!(after(&said, "bestmove "), "a1a8");
    let said = talk(Dialect::Uci, "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\ngo mate 2\n");
    assert!(after(&said, "bestmove ").starts_with("a1a6") && said.iter().any(|line| line.contains("score mate 2 ")));
    let said = talk(Dialect::Uci, "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ngo mate 1\n");
    assert!(!after(&said, "bestmove ").is_empty());
}

/// The time of a search begins when `go` arrives, and not when the engine has finished what came before.
#[test]
fn the_clock_runs_from_the_arrival_of_go() {
    let said = talk(Dialect::Uci, "position startpos\ngo perft 5\ngo depth 1\n");
    let time = after(&said, "info depth 1 ").split(" time ").nth(1).unwrap().split(' ').next().unwrap();
    assert!(time.parse::<u64>().unwrap() >= 5, "{said:#?}");
}

#[test]
fn a_weak_player_looks_less_deep_and_varies() {
    let play = |level: u32| {
        talk(Dialect::Uci, &format!("setoption name Skill Level value {level}\nposition startpos\ngo depth 5\n"))
    };
    assert_eq!(ranked(&play(0))[0].0, 1);
    assert!(!play(0).iter().any(|line| line.starts_with("info depth 2 ")));
    assert!(play(20).iter().any(|line| line.starts_with("info depth 5 ")));
    let best: BTreeSet<String> = (0..12).map(|_| after(&play(0), "bestmove ").to_owned()).collect();
    assert!(best.len() > 1, "{best:?}");
}

/// The deepest iteration of a search with some options.
fn depth_with(options: &[(&str, &str)]) -> u32 {
    let set = options.iter().map(|(name, value)| format!("setoption name {name} value {value}\n")).collect::<String>();
    let said = talk(Dialect::Uci, &format!("{set}position startpos\ngo depth 5\n"));
    let depths = said.iter().filter_map(|line| line.strip_prefix("info depth ")?.split(' ').next()?.parse().ok());
    depths.max().unwrap()
}

#[test]
fn an_elo_limits_the_strength() {
    let said = talk(Dialect::Uci, "uci\n");
    assert!(said.contains(&"option name UCI_LimitStrength type check default false".to_owned()));
    let spin = after(&said, "option name UCI_Elo type spin default ");
    let [most, "min", least, "max", same] = spin.split(' ').collect::<Vec<_>>()[..] else { panic!("{spin}") };
    assert!(most == same && least.parse::<u32>().unwrap() < most.parse::<u32>().unwrap());
    let limited = |elo: &str| depth_with(&[("UCI_Elo", elo), ("UCI_LimitStrength", "true")]);
    assert_eq!((limited(least), limited(most), limited("0"), limited("9999")), (1, 5, 1, 5));
    // The Elo decides only if it is switched on, and then alone.
    assert_eq!(depth_with(&[("UCI_Elo", least)]), 5);
    assert_eq!(depth_with(&[("Skill Level", "0"), ("UCI_LimitStrength", "true")]), 5);
    assert_eq!(depth_with(&[("UCI_Elo", least), ("UCI_LimitStrength", "true"), ("UCI_LimitStrength", "false")]), 5);
}

#[test]
fn levels_grow_with_the_elo() {
    use ferz::search::Skill;
    let levels: Vec<Option<Skill>> = (Skill::weakest()..=Skill::strongest()).map(Skill::of_elo).collect();
    assert_eq!((levels[0], *levels.last().unwrap()), (Skill::new(0), None));
    // No level stands for full strength, which is more than any level.
    let rank = |level: &Option<Skill>| (level.is_none(), *level);
    assert!(levels.windows(2).all(|pair| rank(&pair[0]) <= rank(&pair[1])));
    let all = (0..Skill::FULL).all(|level| levels.contains(&Skill::new(level)));
    assert!(all, "an Elo stands for each level");
}

#[test]
fn xboard_is_offered_the_same_options() {
    let said = xboard("protover 2\n");
    assert!(said.contains(&"feature option=\"MultiPV -spin 1 1 256\"".to_owned()));
    assert!(said.contains(&"feature option=\"Skill Level -spin 20 0 20\"".to_owned()));
    assert!(said.contains(&"feature option=\"UCI_LimitStrength -check 0\"".to_owned()));
    assert!(said.iter().any(|line| line.starts_with("feature option=\"UCI_Elo -spin ")));
    // The engine searches to the depth of its level: one ply for the weakest.
    let depth = |options: &str| {
        let said = xboard(&format!("protover 2\nnew\n{options}post\nsd 3\nusermove e2e4\n"));
        said.iter().filter_map(|line| line.split_whitespace().next()?.parse::<u32>().ok()).max().unwrap()
    };
    assert_eq!((depth(""), depth("option UCI_Elo=0\noption UCI_LimitStrength=1\n")), (3, 1));
}

/// More than that are searched without passing: 97,412 instead of 79,919.
const MOST_NODES: u64 = 88_000;

/// A side that is well off even if it passes needs no full search: a quiet position takes few positions.
#[test]
fn passing_saves_positions() {
    let said = talk(
        Dialect::Uci,
        "position fen r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9\ngo depth 7\n",
    );
    let last = said.iter().rfind(|line| line.starts_with("info depth 7 ")).unwrap();
    let nodes: u64 = last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(nodes < MOST_NODES, "{nodes}");
}
