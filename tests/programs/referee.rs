//! Matches with programs that do what they should not: each is caught, and nobody else is blamed.
#![cfg(unix)]

use std::path::PathBuf;
use std::time::Duration;

use ferz::play::Opponent;
use ferz::referee::{Contestant, Control, Finished, Kind, Match, Openings, Record, Schedule, Score, Variant, lines_of};

/// A program in the language of the shell that speaks UCI and does this when it is to move.
fn uci(go: &str) -> Kind {
    let script = format!(
        "while read -r line; do case \"$line\" in \
         uci) echo 'option name UCI_Variant type combo default chess var chess var xiangqi'; echo uciok;; \
         isready) echo readyok;; stop) echo bestmove e2e4;; go*) {go};; quit) exit;; esac; done"
    );
    Kind::Uci(["sh", "-c", &script].map(str::to_owned).to_vec(), Vec::new())
}

/// The same in the protocol of XBoard.
fn cecp(go: &str) -> Kind {
    let script = format!(
        "while read -r line; do case \"$line\" in \
         protover*) echo 'feature ping=1 usermove=1 setboard=1 done=1';; \
         ping*) echo \"pong ${{line#ping }}\";; go|usermove*) {go};; quit) exit;; esac; done"
    );
    Kind::Cecp(["sh", "-c", &script].map(str::to_owned).to_vec(), Vec::new())
}

fn contestant(name: &str, kind: Kind) -> Contestant {
    Contestant { name: name.to_owned(), kind, control: Control::PerMove(Duration::from_millis(150)) }
}

fn versus(contestants: Vec<Contestant>, variants: &[&str], games: usize) -> Match {
    Match {
        contestants,
        variants: variants.iter().map(|name| Variant::load(name).unwrap().listed()).collect(),
        openings: Openings { seed: 7, ..Openings::default() },
        games,
        concurrency: 2,
        margin: Duration::from_millis(100),
        patience: Duration::from_secs(10),
        longest: 60,
        schedule: Schedule::RoundRobin,
        sprt: None,
    }
}

fn played(versus: &Match) -> Vec<Finished> {
    let mut games = Vec::new();
    versus
        .run(None, &[], &mut |game| {
            games.push(game.clone());
            true
        })
        .unwrap();
    games.sort_by_key(|game| game.number);
    games
}

/// The program loses both games, for this reason.
fn is_caught(kind: Kind, termination: &str, reason: &str) {
    let players = vec![contestant("bad", kind), contestant("good", Kind::BuiltIn(Opponent::Random))];
    let games = played(&versus(players, &["chess"], 2));
    assert_eq!(games.len(), 2);
    for game in games {
        let (expected, side) = if game.white == "bad" { ("0-1", "white") } else { ("1-0", "black") };
        assert_eq!(game.result, expected, "{game:?}");
        assert_eq!(game.termination, termination, "{game:?}");
        assert!(game.reason.starts_with(side) && game.reason.contains(reason), "{game:?}");
    }
}

#[test]
fn illegal_moves_and_lies_are_rules_infractions() {
    is_caught(uci("echo bestmove e2e5"), "rules infraction", "plays e2e5, which is illegal");
    is_caught(uci("echo bestmove"), "rules infraction", "which is illegal");
    is_caught(uci("echo 'bestmove (none)'"), "rules infraction", "no move, which is false");
    is_caught(cecp("echo 'move {bad}'"), "rules infraction", "which is illegal");
    is_caught(cecp("echo '1/2-1/2 {Draw by repetition}'"), "rules infraction", "claims 1/2-1/2, which is false");
    is_caught(cecp("echo 'Illegal move: e2e4'"), "rules infraction", "calls a legal move illegal");
}

#[test]
fn crashes_hangs_and_time_losses_are_told_apart() {
    is_caught(uci("exit 3"), "abandoned", "crashes");
    is_caught(cecp("exit 0"), "abandoned", "crashes");
    is_caught(uci("while true; do sleep 1; done"), "time forfeit", "loses on time and hangs");
    is_caught(uci(":"), "time forfeit", "loses on time");
    is_caught(uci("sleep 0.6; echo bestmove e2e4"), "time forfeit", "loses on time");
    is_caught(uci("while echo info string still here; do :; done"), "time forfeit", "loses on time and hangs");
    // However late an answer is, it is late; and who crashes when its time is over has lost on time before.
    is_caught(uci("sleep 4; echo bestmove e2e4"), "time forfeit", "loses on time");
    is_caught(uci("sleep 0.4; exit 1"), "time forfeit", "loses on time");
}

/// Without a clock there is no time to lose: a program that says nothing any more is given up.
#[test]
fn a_program_that_hangs_without_a_clock_is_given_up() {
    let mut bad = contestant("bad", uci("while true; do sleep 1; done"));
    bad.control = Control::Depth(3);
    let mut versus = versus(vec![bad, contestant("good", Kind::BuiltIn(Opponent::Random))], &["chess"], 2);
    versus.patience = Duration::from_millis(700);
    for game in played(&versus) {
        assert!(game.termination == "abandoned" && game.reason.contains("hangs"), "{game:?}");
    }
}

#[test]
fn an_option_that_a_program_does_not_have_is_an_error() {
    let with = |kind: Kind, name: &str| {
        let options = vec![(name.to_owned(), "1".to_owned())];
        let kind = match kind {
            Kind::Uci(command, _) => Kind::Uci(command, options),
            Kind::Cecp(command, _) => Kind::Cecp(command, options),
            other => other,
        };
        let players = vec![contestant("bad", kind), contestant("good", Kind::BuiltIn(Opponent::Random))];
        versus(players, &["chess"], 2).run(None, &[], &mut |_| false).map_err(|error| error.to_string())
    };
    let error = with(uci("echo bestmove e2e4"), "UCI_Varient").unwrap_err();
    assert!(error.contains("it has no option `UCI_Varient`: did you mean `UCI_Variant`?"), "{error}");
    assert!(with(cecp("echo 'move e2e4'"), "Hash").unwrap_err().contains("it has no option `Hash`"));
    assert!(with(uci("echo bestmove e2e4"), "uci_variant").is_ok());
}

#[test]
fn in_a_gauntlet_the_first_plays_all_others() {
    let player = |name: &str| contestant(name, Kind::BuiltIn(Opponent::Random));
    let mut versus = versus(["a", "b", "c", "d"].map(player).to_vec(), &["chess"], 12);
    versus.concurrency = 1;
    let meetings = |versus: &Match| {
        let mut met: Vec<[String; 2]> = Vec::new();
        for game in played(versus) {
            let mut pair = [game.white, game.black];
            pair.sort();
            if !met.contains(&pair) {
                met.push(pair);
            }
        }
        met.into_iter().map(|pair| pair.concat()).collect::<Vec<_>>()
    };
    assert_eq!(meetings(&versus), ["ab", "ac", "ad", "bc", "bd", "cd"]);
    versus.schedule = Schedule::Gauntlet;
    assert_eq!(meetings(&versus), ["ab", "ac", "ad"]);
}

#[test]
fn openings_come_from_epd_and_pgn() {
    let mut versus = random_against_random(2);
    let chess = Variant::load("chess").unwrap();
    versus.variants = vec![Variant::load("chess").unwrap().listed()];
    versus.openings.random_plies = 0;
    let fool = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -";
    let epd = format!("# a book\n\n{fool} bm none; id \"a; b\";\n{fool} 1 3 hmvc 1;\n{fool}\n");
    let lines = lines_of(std::path::Path::new("book.epd"), &epd).unwrap();
    assert_eq!(lines.len(), 3);
    let pgn = "[Event \"?\"]\n\n1. f3 {weak} e5 (1... d5) 2. g4 Qh4# 0-1\n\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. O-O *\n";
    let games = lines_of(std::path::Path::new("book.PGN"), pgn).unwrap();
    assert_eq!(games[0], "startpos moves f3 e5 g4 Qh4");
    for line in lines.iter().chain(&games[..1]) {
        versus.openings.lines = vec![line.clone()];
        let games = played(&versus);
        assert!(games.iter().all(|game| game.result == "0-1" && game.reason == "checkmate"), "{line}: {games:?}");
    }
    let opening = |plies| {
        let openings = Openings { lines: games.clone(), plies, ..Openings::default() };
        (0..2).map(|number| openings.get(&chess, number).unwrap().moves.len()).collect::<Vec<_>>()
    };
    assert_eq!((opening(None), opening(Some(2)), opening(Some(0))), (vec![4, 1], vec![2, 1], vec![0, 0]));
    assert!(lines_of(std::path::Path::new("book.pgn"), "1. e4 {open").is_err());
    // A line that cannot be read ends no match in the middle.
    versus.openings.lines = vec!["startpos".to_owned(), "nonsense".to_owned()];
    versus.games = 4;
    let mut seen = 0;
    assert!(
        versus
            .run(None, &[], &mut |_| {
                seen += 1;
                true
            })
            .is_err()
            && seen == 0
    );
}

/// XBoard's word for a pass is one wherever a side may pass, and an illegal move elsewhere.
#[test]
fn a_pass_is_understood() {
    is_caught(cecp("echo 'move @@@@'"), "rules infraction", "plays @@@@, which is illegal");
    let script = "while read -r line; do case \"$line\" in protover*) \
                  echo 'feature ping=1 usermove=1 variants=\"janggi\" done=1';; \
                  ping*) echo \"pong ${line#ping }\";; go|usermove*) echo 'move @@@@';; quit) exit;; esac; done";
    let passes = Kind::Cecp(["sh", "-c", script].map(str::to_owned).to_vec(), Vec::new());
    let players = vec![contestant("passes", passes), contestant("moves", Kind::BuiltIn(Opponent::Random))];
    for game in played(&versus(players, &["janggi"], 2)) {
        assert!(!game.reason.contains("illegal"), "{game:?}");
    }
}

#[test]
fn who_gives_up_has_lost() {
    is_caught(cecp("echo resign"), "normal", "resigns");
    is_caught(uci("echo bestmove resign"), "normal", "resigns");
}

#[test]
fn a_program_that_cannot_start_ends_the_match() {
    let none = |kind| {
        let players = vec![contestant("bad", kind), contestant("good", Kind::BuiltIn(Opponent::Random))];
        let error = versus(players, &["chess"], 2).run(None, &[], &mut |_| true).unwrap_err();
        error.to_string()
    };
    assert!(none(Kind::Uci(vec!["/no/such/program".to_owned()], Vec::new())).contains("cannot start"));
    assert!(none(Kind::Uci(vec!["true".to_owned()], Vec::new())).contains("uciok"));
    let players = vec![contestant("bad", uci(":")), contestant("good", Kind::BuiltIn(Opponent::Random))];
    let error = versus(players, &["grand"], 2).run(None, &[], &mut |_| true).unwrap_err().to_string();
    assert!(error.contains("does not know the variant `grand`"), "{error}");
}

fn random_against_random(games: usize) -> Match {
    let player = |name| contestant(name, Kind::BuiltIn(Opponent::Random));
    let mut versus = versus(vec![player("a"), player("b")], &["chess", "xiangqi", "crazyhouse"], games);
    versus.openings.random_plies = 3;
    versus.concurrency = 1;
    versus
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let games = played(&random_against_random(12));
    for pair in games.chunks(2) {
        assert_eq!((&pair[0].white, &pair[0].variant), (&pair[1].black, &pair[1].variant));
    }
    let variants: Vec<&str> = games.iter().map(|game| game.variant.as_str()).collect();
    assert_eq!(variants[..8], ["chess", "chess", "xiangqi", "xiangqi", "crazyhouse", "crazyhouse", "chess", "chess"]);
    let score = Score::of("a", &games);
    assert_eq!(score.wins + score.draws + score.losses, 12);
    assert_eq!(score.pairs.iter().sum::<u64>(), 6);
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("ferz-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A match that is cut off anywhere goes on to the same file.
#[test]
fn a_match_goes_on_where_it_was_cut_off() {
    let folder = Folder::new("resume");
    let path = folder.0.join("games.pgn");
    let versus = random_against_random(6);
    let mut record = Record::create(&path).unwrap();
    let mut games = Vec::new();
    let mut watch = |game: &Finished| {
        games.push(game.clone());
        true
    };
    versus.run(Some(&mut record), &[], &mut watch).unwrap();
    assert!(Record::create(&path).is_err() && Record::resume(&path).is_err(), "one match at a time has the file");
    drop(record);
    let whole = std::fs::read_to_string(&path).unwrap();
    assert!(whole.contains("[Variant \"xiangqi\"]") && whole.contains("[Round \"6\"]"));
    for cut in (0..whole.len()).step_by(whole.len() / 5 + 1) {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let (mut record, entries) = Record::resume(&path).unwrap();
        let (before, _) = versus.played(&entries).unwrap();
        versus.run(Some(&mut record), &before, &mut |_| true).unwrap();
        drop(record);
        let now = std::fs::read_to_string(&path).unwrap();
        assert!(now.starts_with(&whole[..cut]), "cut at {cut}");
        let (_, entries) = Record::resume(&path).unwrap();
        assert_eq!(versus.played(&entries).unwrap().0, games, "cut at {cut}");
    }
    let other = random_against_random(2);
    let (_, entries) = Record::resume(&path).unwrap();
    assert!(other.played(&entries).is_err(), "these are games of another match");
}

#[test]
fn openings_come_from_lines() {
    let mut versus = random_against_random(2);
    versus.openings.random_plies = 0;
    versus.openings.lines = vec!["startpos moves f2f3 e7e5 g2g4 Qh4".to_owned()];
    let games = played(&versus);
    assert!(games.iter().all(|game| game.result == "0-1" && game.reason == "checkmate"), "{games:?}");
    versus.openings.lines = vec!["4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e3".to_owned()];
    assert!(versus.run(None, &[], &mut |_| true).is_err());
}
