//! Pages with an Interactive Diagram: the definition, read back, is the game; and what it does not say is reported.

use std::collections::BTreeMap;
use std::io::Cursor;

use crate::common;
use ferz::betza::Notation;
use ferz::board::{Side, Square};
use ferz::compile::{self, Ground, movement};
use ferz::diagram::{self, CHAINS, Diagram, Look};
use ferz::protocol::Options;
use ferz::rules::Rules;
use ferz::variant::{NoFiles, VariantSource, library};
use roxmltree::Document;

/// Variants whose diagrams are read back.
const READ_BACK: [&str; 34] = [
    "chess",
    "capablanca",
    "grand",
    "berolina",
    "knightmate",
    "shatranj",
    "makruk",
    "courier",
    "chaturanga",
    "almost",
    "amazon",
    "chigorin",
    "coregal",
    "nightrider",
    "grasshopper",
    "newzealand",
    "spartan",
    "orda",
    "empire",
    "synochess",
    "shako",
    "omega",
    "gothic",
    "janus",
    "chancellor",
    "wildebeest",
    "cylinder",
    "torus",
    "chess960",
    "crazyhouse",
    "shogi",
    "xiangqi",
    "minishogi",
    "losalamos",
];

/// A line of a definition about a piece.
#[derive(Debug)]
struct Line {
    name: String,
    letter: String,
    moves: String,
    image: String,
    squares: [Vec<String>; 2],
    held: [u16; 2],
}

/// A definition, read as the script of the site reads it.
#[derive(Debug, Default)]
struct Definition {
    keys: BTreeMap<String, Vec<String>>,
    lines: Vec<Line>,
    holes: Vec<String>,
}

impl Definition {
    fn key(&self, key: &str) -> &str {
        self.keys.get(key).map_or("", |values| values[0].as_str())
    }

    fn read(page: &str) -> Definition {
        let (_, text) = page.split_once("<div class=\"idiagram\">\n").expect("a definition");
        let text = text.split_once("</div>").expect("its end").0.replace("&gt;", ">").replace("&amp;", "&");
        let mut found = Definition::default();
        for line in text.lines() {
            if let Some((key, value)) = line.split_once('=') {
                found.keys.entry(key.to_owned()).or_default().push(value.to_owned());
                continue;
            }
            let parts: Vec<&str> = line.split(':').collect();
            if parts.len() < 5 {
                continue;
            }
            let list = |text: &str| -> Vec<String> {
                text.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
            };
            let (white, black) = parts[4].split_once(",,").unwrap_or((parts[4], ""));
            if parts[0] == "hole" {
                found.holes = list(white);
                continue;
            }
            let held = parts.get(5).unwrap_or(&"0");
            let (own, other) = held.split_once(',').unwrap_or((held, held));
            found.lines.push(Line {
                name: parts[0].to_owned(),
                letter: parts[1].to_owned(),
                moves: parts[2].to_owned(),
                image: parts[3].to_owned(),
                squares: [list(white), list(black)],
                held: [own, other].map(|number| number.parse().expect("a number")),
            });
        }
        found
    }

    fn line(&self, name: &str) -> &Line {
        self.lines.iter().find(|line| line.name == name).unwrap_or_else(|| panic!("no line about `{name}`"))
    }
}

fn export(name: &str) -> Result<Diagram, Vec<ferz::Diagnostic>> {
    let loaded = compile::load(&VariantSource::named(name), &NoFiles).expect("it is built in");
    diagram::export(&loaded, &Look::default())
}

fn definition(name: &str) -> Definition {
    Definition::read(&export(name).expect("it has a diagram").html)
}

/// The messages about what a diagram does not say, apart from pictures.
fn unsaid(name: &str) -> Vec<String> {
    let diagram = export(name).expect("it has a diagram");
    let messages = diagram.unsaid.into_iter().map(|problem| problem.message);
    messages.filter(|message| !message.contains("pictures of the site")).collect()
}

/// Compares the squares and the moves of a definition with the rules.
fn compare(name: &str, rules: &Rules, read: &Definition) {
    let board = &rules.geometry;
    assert_eq!(read.key("files"), board.files().to_string());
    assert_eq!(read.key("ranks"), board.ranks().to_string());
    let mut placed = 0;
    for piece in &rules.pieces {
        let line = read.line(&piece.name.replace('-', " "));
        assert!(!line.letter.is_empty() && !line.image.is_empty(), "{name}: {line:?}");
        for (side, squares) in Side::ALL.into_iter().zip(&line.squares) {
            for square in squares {
                let square = board.square(square).unwrap_or_else(|| panic!("{name}: no square {square}"));
                let there = rules.setup.pieces[square.index()].expect("a piece");
                assert_eq!((&rules.piece(there.piece).name, there.side), (&piece.name, side), "{name}");
                placed += 1;
            }
            let id = rules.piece_named(&piece.name).expect("it is there");
            let held = rules.setup.hands[side].get(id.index()).copied().unwrap_or(0);
            assert_eq!(line.held[usize::from(side == Side::Black)], held, "{name}: {}", piece.name);
        }
        if piece.extra.is_empty() && !CHAINS.iter().any(|(_, chain)| line.moves.contains(chain)) {
            let castling = ["isO", "ilO", "irO", "ijsO"].into_iter().find_map(|castling| line.moves.find(castling));
            let moves = line.moves[..castling.unwrap_or(line.moves.len())].replace('o', "");
            let moves = Notation::parse(&moves).and_then(|notation| movement::movement_on(&notation, Ground::FLAT));
            let own = Notation::parse(&piece.notation.replace('o', "")).expect("a notation");
            let own = movement::movement_on(&own, Ground::FLAT).expect("moves");
            assert!(moves.expect("moves").same_moves(&own), "{name}: {line:?} has not the moves {}", piece.notation);
        }
    }
    assert_eq!(placed, rules.setup.pieces.iter().flatten().count(), "{name}: all pieces are there");
}

#[test]
fn definitions_that_are_read_back_have_the_squares_and_the_moves_of_the_game() {
    for name in READ_BACK {
        let compiled = common::variant(name);
        compare(name, compiled.rules(), &definition(name));
    }
}

#[test]
fn every_variant_has_a_diagram_unless_its_board_cannot_be_drawn() {
    let (mut refused, mut silent, mut whole) = (Vec::new(), Vec::new(), 0);
    for name in library::names() {
        match export(name) {
            Ok(diagram) => {
                let read = Definition::read(&diagram.html);
                let mut letters: Vec<&String> = read.lines.iter().map(|line| &line.letter).collect();
                letters.sort_unstable();
                letters.dedup();
                assert_eq!(letters.len(), read.lines.len(), "{name}: two pieces have the same letter");
                assert!(!read.key("royal").is_empty(), "{name}: the last piece would be royal");
                let listed = diagram.html.matches("<li>").count();
                assert_eq!(listed, diagram.unsaid.len(), "{name}: the page lists what is missing");
                whole += usize::from(unsaid(name).is_empty());
                let known = diagram.unsaid.iter().all(|problem| !problem.message.is_empty());
                silent.extend((!known).then_some(name));
            }
            Err(problems) => refused.extend(problems.into_iter().map(|problem| format!("{name}: {}", problem.message))),
        }
    }
    assert!(silent.is_empty(), "{silent:?}");
    assert!(refused.iter().all(|problem| problem.contains("cannot draw")), "{refused:?}");
    assert!(refused.len() <= 9, "{refused:?}");
    assert!(whole >= 60, "{whole} diagrams say all rules");
}

#[test]
fn chains_of_legs_have_the_moves_of_the_notations_that_they_replace() {
    for (notation, chain) in CHAINS {
        for seed in 0..40 {
            fastrand::seed(seed);
            let squares = (0..8).flat_map(|file| (1..=8).map(move |rank| format!("{}{rank}", (b'a' + file) as char)));
            let occupied = squares.filter(|square| square != "d4" && fastrand::u8(..10) < 3);
            let occupied: Vec<String> = occupied
                .map(|square| format!("\"{square}\":\"{}\"", if fastrand::bool() { "enemy" } else { "friend" }))
                .collect();
            let answer = |betza: &str| {
                let request = format!(
                    "{{\"id\":1,\"do\":\"piece\",\"betza\":\"{betza}\",\"board\":\"8x8\",\"from\":\"d4\",\"occupied\":{{{}}}}}\n",
                    occupied.join(",")
                );
                let mut out = Vec::new();
                ferz::batch(Cursor::new(request), &mut out, &Options::default()).expect("an answer");
                String::from_utf8(out).expect("text")
            };
            let moves = answer(notation);
            assert!(moves.contains("\"ok\":true"), "{moves}");
            assert_eq!(moves, answer(chain), "{notation} and {chain}, seed {seed}");
        }
    }
}

#[test]
fn a_diagram_of_chess_says_everything() {
    let diagram = export("chess").expect("it has a diagram");
    assert!(diagram.unsaid.is_empty(), "{:?}", diagram.unsaid);
    let read = Definition::read(&diagram.html);
    assert_eq!(read.line("king").moves, "KisO2");
    assert_eq!(read.line("pawn").moves, "fmWfceFifmnD");
    assert_eq!([read.key("promoZone"), read.key("maxPromote"), read.key("promoChoice")], ["1", "1", "QRBN"]);
    assert_eq!(read.lines[0].name, "pawn", "pieces that promote come first");
    assert_eq!(read.keys["royal"], [(1 + read.lines.iter().position(|line| line.name == "king").unwrap()).to_string()]);
    assert!(diagram.html.contains("betza.js") && diagram.pictures.is_empty());
}

#[test]
fn promotions_to_own_forms_stand_at_an_offset() {
    let read = definition("shogi");
    let offset: usize = read.key("promoOffset").parse().expect("a number");
    let most: usize = read.key("maxPromote").parse().expect("a number");
    assert_eq!([read.key("promoZone"), read.key("holdingsType")], ["3", "-1"]);
    let compiled = common::variant("shogi");
    for at in 0..most {
        let [base, form] = [at, offset + at].map(|at| read.lines[at].name.replace(' ', "-"));
        let [base, form] = [base, form].map(|name| compiled.rules().piece_named(&name).expect("a piece"));
        assert_eq!(compiled.rules().piece(base).promotion.as_ref().expect("it promotes").choices.white, [form]);
    }
}

#[test]
fn promotions_to_lost_pieces_take_them_from_the_hand() {
    let read = definition("grand");
    assert_eq!([read.key("promoZone"), read.key("holdingsType")], ["3", "1"]);
    let choices = read.key("promoChoice");
    assert!(choices.starts_with("!P*") && choices.matches('*').count() == 6, "{choices}");
    assert!(unsaid("grand").is_empty());
}

#[test]
fn pieces_with_more_moves_across_the_board_become_others_there() {
    let read = definition("xiangqi");
    assert_eq!([read.key("promoZone"), read.key("maxPromote")], ["5", "1"]);
    assert_eq!(read.lines[0].moves, "fW");
    let across = read.line("soldier across");
    assert_eq!((across.moves.as_str(), across.letter.as_str()), ("fWsW", read.key("promoChoice")));
    assert!(across.squares.iter().all(Vec::is_empty));
    assert_eq!(read.line("horse").moves, "mafsW");
    let page = export("xiangqi").expect("it has a diagram").html;
    assert!(
        page.contains("function BadZone(file, rank, type, colour)") && page.contains(",d1,e1,f1,d2,e2,f2,d3,e3,f3,")
    );
    assert!(!unsaid("xiangqi").iter().any(|message| message.contains("depend on squares")));
}

#[test]
fn shuffles_holes_and_games_without_royal_pieces_are_said() {
    assert_eq!([definition("chess960").key("shuffle"), definition("chess960").key("symmetry")], ["N!BRQK", "mirror"]);
    assert_eq!(definition("breakthrough").key("royal"), "0");
    let omega = definition("omega");
    assert_eq!(omega.line("king").moves, "KijsO2", "the rooks stand beside the outermost pieces");
    let compiled = common::variant("omega");
    let board = &compiled.rules().geometry;
    let holes = (0..board.len()).map(|at| Square::new(at as u16)).filter(|square| !board.squares().contains(*square));
    assert_eq!(omega.holes.len(), holes.count());
    assert!(!omega.holes.is_empty());
}

#[test]
fn what_a_diagram_does_not_say_is_reported_at_its_place() {
    let file = "name: Loud\nextends: chess\nrules: {duty: {must: capture}, blast: {after: capture, capture: mover or (pieces beside destination)}, shielded: {forbid: check, when: any own royal pieces beside destination}}\nlook: {sight: own}\n\
                end: {hill: {when: {reached: {piece: king, region: d4}}, result: win}}\n";
    let loaded = compile::load(&VariantSource::Text { name: "loud.yaml".to_owned(), text: file.to_owned() }, &NoFiles)
        .expect("it is read");
    let diagram = diagram::export(&loaded, &Look::default()).expect("it has a diagram");
    let places: Vec<(usize, String)> = diagram
        .unsaid
        .iter()
        .map(|problem| (loaded.sources.line_column(problem.span).line, problem.message.clone()))
        .collect();
    let has = |line, words: &str| places.iter().any(|(own, message)| *own == line && message.contains(words));
    assert!(has(3, "captures are mandatory") && has(3, "explosions"), "{places:?}");
    assert!(has(4, "which squares a side sees") && has(5, "`hill`"), "{places:?}");
    assert!(diagram.html.contains("<li>explosions</li>"));
    assert!(unsaid("atomic").iter().any(|message| message.contains("explosions")));
    let refused = export("glinski").expect_err("hexagons");
    assert!(refused[0].message.contains("cannot draw hexagonal boards"));
}

#[test]
fn pictures_in_a_folder_are_drawn_for_every_piece_and_side() {
    let loaded = compile::load(&VariantSource::named("grand"), &NoFiles).expect("it is built in");
    let look = Look { folder: Some("grand-pieces".to_owned()), script: Some("betza.js".to_owned()) };
    let diagram = diagram::export(&loaded, &look).expect("it has a diagram");
    let read = Definition::read(&diagram.html);
    assert_eq!([read.key("graphicsDir"), read.key("graphicsType")], ["grand-pieces/", "svg"]);
    assert_eq!(diagram.pictures.len(), 2 * read.lines.len());
    for line in &read.lines {
        for prefix in [read.key("whitePrefix"), read.key("blackPrefix")] {
            let name = format!("{prefix}{}.svg", line.image);
            let picture = diagram.pictures.iter().find(|(known, _)| *known == name).expect("a picture");
            Document::parse(&picture.1).expect("it is XML");
        }
    }
    assert!(diagram.html.contains("<script src=\"betza.js\">") && diagram.unsaid.is_empty());
}
