//! Configuration files of Fairy-Stockfish: in, out, and out and in again.

use std::fs;
use std::path::Path;

use ferz::compile::{self, Loaded};
use ferz::diagnostic::Code;
use ferz::fairy;
use ferz::variant::{NoFiles, VariantSource, library};
use ferz::{Compiled, Game};

fn built_in(name: &str) -> Loaded {
    compile::load(&VariantSource::BuiltIn(name.to_owned()), &NoFiles).expect("it is there")
}

/// A small generator of numbers that are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

fn names(game: &mut Game) -> Vec<String> {
    let mut names: Vec<String> = ferz::notation::list(game).into_iter().map(|listed| listed.uci).collect();
    names.sort();
    names
}

/// Plays the same random games in two variants and holds the moves against each other.
fn same_games(name: &str, own: &Compiled, other: &Compiled) {
    let mut dice = Dice(name.bytes().fold(7, |seed, byte| seed.wrapping_mul(31) + u64::from(byte)));
    let (mut one, mut two) = (own.start().expect("a start"), other.start().expect("a start"));
    for ply in 0..30 {
        let (moves, others) = (names(&mut one), names(&mut two));
        let fen = ferz::fen::write(&one.setup(), own.rules());
        assert_eq!(moves, others, "{name}, ply {ply}: {fen}");
        if moves.is_empty() {
            break;
        }
        let text = &moves[dice.below(moves.len())];
        for game in [&mut one, &mut two] {
            let made = ferz::notation::parse(game, text).expect("it is legal");
            game.play(&made);
        }
    }
}

#[test]
fn what_is_exported_comes_back_the_same() {
    let (mut exported, mut refused) = (0, 0);
    for name in library::names() {
        let loaded = built_in(name);
        let Ok(section) = fairy::export(&loaded, "out-and-in") else {
            refused += 1;
            continue;
        };
        exported += 1;
        let import = fairy::import("exported.ini", section.as_bytes());
        let faults: Vec<String> = import.problems.iter().map(|problem| problem.message.clone()).collect();
        assert!(faults.is_empty(), "{name}: {faults:#?}\n{section}");
        let back = ferz::load_text(&import.files[0].text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let own = Compiled::new(loaded.variant.expect("it is sound").rules);
        same_games(name, &own, &back);
    }
    assert!(exported > 180, "{exported} exported, {refused} refused");
}

/// Its options are keys with fixed meanings, so that no rule in the language of rules can be written.
#[test]
fn rules_and_ends_of_the_language_are_refused_at_their_places() {
    let mut refused = 0;
    for name in library::names() {
        let loaded = built_in(name);
        let tree = &loaded.variant.as_ref().expect("it is sound").rules.tree;
        let (rules, ends) = (tree.rules.clone(), tree.ends.clone());
        let Err(faults) = fairy::export(&loaded, "mine") else {
            assert!(rules.is_empty() && ends.is_empty(), "{name} is exported without its rules");
            continue;
        };
        let places = rules.iter().map(|rule| rule.source).chain(ends.iter().map(|end| end.source));
        for span in places.filter_map(|place| place.span) {
            refused += usize::from(faults.iter().any(|fault| fault.span == span));
        }
    }
    assert!(refused > 5, "{refused} places");
}

fn drawn(import: &fairy::Import) -> String {
    ferz::diagnostic::render_all(&import.problems, &import.sources, ferz::diagnostic::Style::Plain)
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    insta::glob!("../fairy/wrong", "*.ini", |path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let import = fairy::import(&name, &fs::read(path).unwrap());
        assert!(import.problems.iter().any(ferz::diagnostic::Diagnostic::is_error), "{name}");
        let files: Vec<String> = import.files.iter().map(|file| file.file.clone()).collect();
        let text = format!("{}\nfiles: {}\n", drawn(&import), files.join(", "));
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
            insta::assert_snapshot!(text);
        });
    });
}

#[test]
fn what_can_be_said_is_said_as_people_would() {
    insta::glob!("../fairy/whole", "*.ini", |path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let import = fairy::import(&name, &fs::read(path).unwrap());
        assert!(!import.problems.iter().any(ferz::diagnostic::Diagnostic::is_error), "{}", drawn(&import));
        let texts: Vec<String> = import.files.iter().map(|file| format!("=== {}\n{}", file.file, file.text)).collect();
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
            insta::assert_snapshot!(texts.join("\n"));
        });
    });
}

#[test]
fn any_bytes_end_in_an_answer() {
    let mut dice = Dice(5);
    let words = [
        "[",
        "]",
        "a:",
        "chess",
        "=",
        "\n",
        "customPiece1",
        "p:",
        "startFen",
        "*1",
        "8/8",
        "maxRank",
        " ",
        "#",
        "\u{e9}",
        "99",
    ];
    for _ in 0..300 {
        let length = dice.below(60);
        let text: String = (0..length).map(|_| words[dice.below(words.len())]).collect();
        let import = fairy::import("random.ini", text.as_bytes());
        let found = import.problems.iter().all(|problem| problem.record(&import.sources).line > 0);
        assert!(found, "{text:?}");
    }
    let bytes: Vec<u8> = (0..4000).map(|_| dice.below(256) as u8).collect();
    assert!(!fairy::import("random.ini", &bytes).problems.is_empty());
    assert_eq!(fairy::import("none.ini", b"").problems[0].code, Code::Empty);
}

#[test]
fn a_rule_without_counterpart_is_named_with_its_place() {
    let cases = [
        ("cylinder", "joined", "board"),
        (
            "name: Wide\nextends: chess\nboard: {files: 16}\nsetup: 7k8/16/16/16/16/16/16/7K8 w - - 0 1\ncastling: none",
            "12×10",
            "files",
        ),
        (
            "name: Walled\nextends: chess\nrules: {walls: {after: any move, choose: empty, if_none: forbid, build: chosen}}",
            "walls that may parry a check",
            "walls",
        ),
        (
            "name: Turned\nextends: chess\nrules: {turned: {after: [move, drop], flip: enemy pieces beside destination}}",
            "change sides and so may parry a check",
            "turned",
        ),
        ("name: Trails\nextends: chess\npieces: {queen: {moves: \"QnnD\"}}", "moves other than first moves", "moves"),
        ("name: Legs\nextends: chess\npieces: {knight: {moves: \"FyafsF\"}}", "legs", "moves"),
        ("name: Far\nextends: chess\npieces: {knight: {moves: \"CC\"}}", "a move of this kind", "moves"),
        (
            "name: Long\nextends: chess\npieces: {knight: {symbol: N'}}\nsetup: 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ncastling: none",
            "symbol",
            "symbol",
        ),
    ];
    for (variant, words, place) in cases {
        let loaded = match library::get(variant) {
            Some(_) => built_in(variant),
            None => {
                let source = VariantSource::Text { name: "text".to_owned(), text: variant.to_owned() };
                compile::load(&source, &NoFiles).expect("it is there")
            }
        };
        let faults = fairy::export(&loaded, "out").expect_err(variant);
        let found = faults.iter().find(|fault| fault.message.contains(words));
        let found = found.unwrap_or_else(|| panic!("{variant}: {faults:#?}"));
        assert_eq!(found.code, Code::NoCounterpart);
        assert!(loaded.sources.snippet(found.span).contains(place) || place == "board", "{variant}: {:?}", found.span);
    }
}

/// An import reports what an export refuses: Fairy-Stockfish looks for answers to a check before it builds a wall or turns pieces.
#[test]
fn an_import_reports_walls_and_flips_that_may_parry_a_check() {
    let cases = [
        ("[walled:chess]\nwallingRule = arrow\n", "walls that may parry a check"),
        ("[turned:chess]\nflipEnclosedPieces = reversi\n", "change sides and so may parry a check"),
    ];
    for (text, words) in cases {
        let import = fairy::import("parry.ini", text.as_bytes());
        let found: Vec<_> = import.problems.iter().map(|problem| problem.message.as_str()).collect();
        assert!(found.iter().any(|message| message.contains(words)), "{text}: {found:?}");
        assert!(import.problems.iter().all(|problem| problem.record(&import.sources).line == 2), "{text}: {found:?}");
    }
    let free = "[free:chess]\nking = -\ncommoner = k\nwallingRule = arrow\n";
    let import = fairy::import("free.ini", free.as_bytes());
    assert!(!import.problems.iter().any(|problem| problem.message.contains("parry")), "{:?}", import.problems);
}

/// What pieces turn back into, drops of promoted pieces, castling of dropped ones, kings that face each other, and stones that
/// keep from the enemy's: each section is played like the shipped variant of the same rules.
#[test]
fn sections_that_say_what_files_say_are_played_alike() {
    let turning = "[turning:gardner]\nqueen = -\nsilver = s\nbers = d\nshogiPawn = p\nlance = l\nshogiKnight = n\ngold = g\n\
        dragonHorse = h\nstartFen = p+nks+l/5/5/5/+LSK+NP[-] w 0 1\npromotedPieceType = s:b p:r l:g n:g\n\
        promotionRegionWhite = *1 *2 *3 *4 *5\npromotionRegionBlack = *1 *2 *3 *4 *5\npromotionPieceTypes = -\n\
        mandatoryPiecePromotion = true\npieceDemotion = true\ndropPromoted = true\npieceDrops = true\ncapturesToHand = true\n";
    let placed = "[placed:pocketknight]\nstartFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1\n\
        castlingDroppedPiece = true\nmustDrop = true\ndropRegionWhite = *1\ndropRegionBlack = *8\n\
        dropOppositeColoredBishop = true\n";
    let facing = "[facing:janggicasual]\nbikjangRule = true\nmaterialCounting = janggi\n";
    let apart = "[apart:ataxx]\nimmobile = p\nstartFen = 8/8/8/8/8/8/8/8\nenclosingDrop = snort\nflipEnclosedPieces = none\n\
        maxRank = 8\nmaxFile = 8\npassOnStalemate = false\nstalematePieceCount = false\n";
    for (section, variant) in [(turning, "kyotoshogi"), (placed, "placement"), (facing, "janggi"), (apart, "snort")] {
        let import = fairy::import("section.ini", section.as_bytes());
        assert!(!import.problems.iter().any(ferz::diagnostic::Diagnostic::is_error), "{}", drawn(&import));
        let imported = ferz::load_text(&import.files[0].text).unwrap_or_else(|error| panic!("{variant}: {error}"));
        let own = Compiled::new(built_in(variant).variant.expect("it is sound").rules);
        same_games(variant, &own, &imported);
    }
}

/// The data about the peer are sound: every built-in variant can be extended.
#[test]
fn every_built_in_variant_of_the_peer_can_be_a_parent() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/fairy/builtin.ini");
    let data = fs::read_to_string(data).unwrap();
    let names: Vec<&str> =
        data.lines().filter_map(|line| line.strip_prefix('[')?.trim_end_matches(']').split(':').next()).collect();
    assert_eq!(names.len(), 121);
    let text: String = names.iter().map(|name| format!("[own-{name}:{name}]\n")).collect();
    let import = fairy::import("parents.ini", text.as_bytes());
    let odd: Vec<String> = import
        .problems
        .iter()
        .filter(|problem| problem.code != Code::NoCounterpart)
        .map(|problem| problem.message.clone())
        .collect();
    assert!(odd.is_empty(), "{odd:#?}");
    assert_eq!(import.files.len(), names.len());
}
