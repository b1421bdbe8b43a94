//! `ferz match --resume` on damaged files: what stands there stays, and no complete game is lost.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use ferz::notation::pgn;
use ferz::play::{Opponent, Random};
use ferz::referee::{Contestant, Control, Finished, Kind, Match, Openings, Record, Schedule, Variant};

use crate::workshop::{ferz, folder, text};

const GAMES: usize = 8;

fn random_against_random() -> Match {
    let player = |name: &str| Contestant {
        name: name.to_owned(),
        kind: Kind::BuiltIn(Opponent::Random),
        control: Control::PerMove(Duration::from_secs(1)),
    };
    Match {
        contestants: vec![player("Käse"), player("b \"x\" \\")],
        variants: ["gardner", "chess"].iter().map(|name| Variant::load(name).unwrap().listed()).collect(),
        openings: Openings { seed: 11, random_plies: 2, ..Openings::default() },
        games: GAMES,
        concurrency: 1,
        margin: Duration::from_secs(1),
        patience: Duration::from_secs(10),
        longest: 24,
        schedule: Schedule::RoundRobin,
        sprt: None,
    }
}

/// Resumes the match on a file and plays it to its end; gives the numbers of the games that were played.
fn go_on(versus: &Match, path: &Path) -> Result<Vec<usize>, String> {
    let (mut record, entries) = Record::resume(path).map_err(|error| error.to_string())?;
    let (before, _) = versus.played(&entries)?;
    let mut numbers = Vec::new();
    let mut watch = |game: &Finished| {
        numbers.push(game.number);
        true
    };
    versus.run(Some(&mut record), &before, &mut watch).unwrap();
    Ok(numbers)
}

/// The texts of the games of an undamaged file by their number.
fn texts(whole: &str) -> Vec<String> {
    let starts: Vec<usize> = whole.match_indices("[Event \"").map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([whole.len()]);
    starts.iter().zip(ends).map(|(start, end)| whole[*start..end].to_owned()).collect()
}

/// A place in a file: anywhere, or in the line of a tag.
fn place(bytes: &[u8], random: &mut Random) -> usize {
    let tags: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] == b'[').collect();
    match random.below(2) {
        0 if !tags.is_empty() => (tags[random.below(tags.len())] + random.below(20)).min(bytes.len() - 1),
        _ => random.below(bytes.len()),
    }
}

/// Damages a file in one of the ways in which files are damaged.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = place(bytes, random);
    match random.below(10) {
        0 => *bytes = String::from_utf8_lossy(bytes).replace('\n', "\r\n").into_bytes(),
        1 => bytes.truncate(at),
        2 => {
            let end = (at + 1 + random.below(60)).min(bytes.len());
            bytes.drain(at..end);
        }
        3 => bytes.insert(at, 0xE9),
        4 => bytes.insert(at, 0),
        5 => bytes.extend(vec![0; 1 + random.below(5000)]),
        6 => bytes[at] = b"\"[]{}\n ;%"[random.below(9)],
        7 => {
            // A line is lost.
            let start = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            let end = bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| at + end + 1);
            bytes.drain(start..end);
        }
        8 => {
            // Written by two processes at once: a part of a game in the middle of another.
            let end = (at + 300).min(bytes.len());
            let part = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, part);
        }
        _ => bytes.splice(0..0, *b"\xEF\xBB\xBF").for_each(drop),
    }
}

#[test]
fn no_complete_game_is_lost_in_damaged_files() {
    let folder = folder("resume-damaged");
    let path = folder.join("games.pgn");
    let versus = random_against_random();
    versus.run(Some(&mut Record::create(&path).unwrap()), &[], &mut |_| true).unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    let texts = texts(&whole);
    assert_eq!(texts.len(), GAMES);
    let mut refused = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut bytes = whole.clone().into_bytes();
        for _ in 0..1 + random.below(3) {
            damage(&mut bytes, &mut random);
        }
        fs::write(&path, &bytes).unwrap();
        let damaged = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
        let complete = |text: &str| (0..GAMES).filter(|n| text.contains(texts[*n].trim_end())).collect::<BTreeSet<_>>();
        let before = complete(&damaged);
        let played = match go_on(&versus, &path) {
            Ok(played) => played,
            // Then the file is as it was.
            Err(why) => {
                assert!(
                    why.contains("does not belong to this match") || why.contains("contains other text"),
                    "seed {seed}: {why}"
                );
                assert_eq!(fs::read(&path).unwrap(), bytes, "seed {seed}");
                refused += 1;
                continue;
            }
        };
        let now = fs::read(&path).unwrap();
        assert!(now.starts_with(&bytes), "seed {seed}: the file is shorter");
        let again: Vec<_> = played.iter().filter(|number| before.contains(number)).collect();
        assert!(again.is_empty(), "seed {seed}: {again:?} are there and are played again");
        let added = String::from_utf8_lossy(&now[bytes.len()..]).into_owned();
        assert_eq!(complete(&added), played.iter().copied().collect(), "seed {seed}");
        is_read_by_others(&now, &played, seed);
        assert_eq!(go_on(&versus, &path).unwrap(), [] as [usize; 0], "seed {seed}: all games are there");
        assert_eq!(fs::read(&path).unwrap(), now, "seed {seed}");
    }
    assert!(refused <= 15, "{refused} of 300 files are refused");
}

/// A reader that knows nothing of matches finds every game that was added, with its moves.
fn is_read_by_others(bytes: &[u8], played: &[usize], seed: u64) {
    let mut rounds: BTreeMap<String, usize> = BTreeMap::new();
    for game in pgn::Reader::new(bytes).games().flatten().filter(|game| game.result.is_some()) {
        *rounds.entry(game.tag("Round").unwrap_or_default().to_owned()).or_default() += 1;
    }
    for number in played {
        assert!(rounds.contains_key(&(number + 1).to_string()), "seed {seed}: game {} is not found", number + 1);
    }
}

#[test]
fn the_damage_that_lost_games_once() {
    let folder = folder("resume-known");
    let path = folder.join("games.pgn");
    let versus = random_against_random();
    versus.run(Some(&mut Record::create(&path).unwrap()), &[], &mut |_| true).unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    let latin = whole.clone().into_bytes().iter().position(|byte| *byte == 0xC3).unwrap();
    let mut one_byte = whole.clone().into_bytes();
    one_byte.splice(latin..latin + 2, [0xE4]);
    for (what, bytes, played) in [
        ("CRLF", whole.replace('\n', "\r\n").into_bytes(), vec![]),
        ("a cut tag", whole.replacen("[Site \"?\"]", "[Site \"?", 1).into_bytes(), vec![]),
        ("a cut number", whole.replacen("[Round \"1\"]", "[Round \"1", 1).into_bytes(), vec![0]),
        ("Latin-1", one_byte, vec![]),
        ("NULs", [whole.as_bytes(), &[0; 4096]].concat(), vec![]),
        ("a torn game", whole.as_bytes()[..whole.len() - 9].to_vec(), vec![GAMES - 1]),
    ] {
        fs::write(&path, &bytes).unwrap();
        assert_eq!(go_on(&versus, &path).unwrap(), played, "{what}");
        assert!(fs::read(&path).unwrap().starts_with(&bytes), "{what}");
    }
    let missing = folder.join("none.pgn");
    assert_eq!(go_on(&versus, &missing).unwrap().len(), GAMES);
}

/// The command of a match on `games.pgn`.
fn command(folder: &Path, games: usize) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    let games = games.to_string();
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).args([
        "match",
        "--engine",
        "random",
        "--engine",
        "name=other random",
        "--variant",
        "gardner",
        "--games",
        &games,
        "--concurrency",
        "2",
        "--max-plies",
        "12",
        "--pgn",
        "games.pgn",
        "--resume",
    ]);
    command
}

fn rounds(path: &Path) -> BTreeMap<String, usize> {
    let mut rounds = BTreeMap::new();
    for game in pgn::Reader::new(fs::read(path).unwrap_or_default().as_slice()).games().flatten() {
        if game.result.is_some() {
            *rounds.entry(game.tag("Round").unwrap().to_owned()).or_default() += 1;
        }
    }
    rounds
}

fn killed(mut child: Child, after: Duration) -> bool {
    std::thread::sleep(after);
    let is_over = child.try_wait().unwrap().is_some();
    let _ = child.kill();
    child.wait().unwrap();
    !is_over
}

#[cfg(unix)]
#[test]
fn a_match_that_is_killed_at_any_moment_loses_no_game() {
    let folder = folder("resume-killed");
    let path = folder.join("games.pgn");
    let mut random = Random::new(5);
    let (mut kills, games) = (0, 400);
    for _ in 0..60 {
        let before = fs::read(&path).unwrap_or_default();
        let whole = rounds(&path);
        kills += usize::from(killed(
            command(&folder, games).spawn().unwrap(),
            Duration::from_millis(random.below(90) as u64),
        ));
        assert!(fs::read(&path).unwrap_or_default().starts_with(&before));
        let now = rounds(&path);
        assert!(whole.keys().all(|round| now.contains_key(round)));
        assert!(now.values().all(|count| *count == 1), "{now:?}");
    }
    assert!(kills > 5, "only {kills} matches were killed");
    assert!(command(&folder, games).status().unwrap().success());
    assert_eq!(rounds(&path).len(), games);
}

#[cfg(unix)]
#[test]
fn one_match_at_a_time_writes_to_a_file() {
    let folder = folder("resume-both");
    let path = folder.join("games.pgn");
    fs::write(&path, "").unwrap();
    let other = fs::File::open(&path).unwrap();
    other.lock().unwrap();
    let arguments =
        ["match", "--engine", "random", "--engine", "random", "--games", "2", "--pgn", "games.pgn", "--resume"];
    let refused = ferz(&folder, &arguments, b"");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("another match writes to it"), "{}", text(&refused));
    drop(other);
    let mut children: Vec<Child> = (0..3).map(|_| command(&folder, 60).spawn().unwrap()).collect();
    let codes: Vec<_> = children.iter_mut().map(|child| child.wait().unwrap().code().unwrap()).collect();
    assert!(codes.contains(&0) && codes.iter().all(|code| matches!(code, 0 | 2)), "{codes:?}");
    assert_eq!(rounds(&path).into_values().collect::<Vec<_>>(), vec![1; 60]);
}

#[test]
fn what_does_not_count_is_told_with_its_line() {
    let folder = folder("resume-told");
    let command = |file: &str| {
        let arguments = [
            "match",
            "--engine",
            "name=a random",
            "--engine",
            "name=b random",
            "--games",
            "2",
            "--pgn",
            file,
            "--resume",
        ];
        ferz(&folder, &arguments, b"")
    };
    assert!(command("games.pgn").status.success());
    let whole = fs::read_to_string(folder.join("games.pgn")).unwrap();
    fs::write(folder.join("games.pgn"), whole.replacen("[Round \"1\"]", "[Round \"", 1)).unwrap();
    let output = command("games.pgn");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && said.contains("games.pgn: line 1: a game without a readable `Round`"), "{said}");
    let other = whole.replace("[White \"a\"]", "[White \"c\"]");
    fs::write(folder.join("games.pgn"), &other).unwrap();
    let output = command("games.pgn");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && said.contains("does not belong to this match"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).unwrap(), other);
}
