//! The source against `docs/architecture.md`: which room imports which, who names what, and that no variant and no piece
//! has a name in the code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common;
use crate::common::files_below;
use crate::common::imports::Tree;
use crate::common::tokens::{Token, tokens};
use ferz::variant::library;

/// Imports within one layer: from, to, and why that is no circle.
const WITHIN_A_LAYER: &[(&str, &str, &str)] = &[
    ("diagnostic", "source", "a problem has a place"),
    ("outcome", "oracle", "who is pinned aims at squares all the same"),
    ("game", "perft", "a game counts the moves of its position, whose width only it knows"),
    ("compile", "language", "what a file says in the language of rules is part of its rules"),
    ("compile", "interpreter", "files whose moves take more pieces than a move can hold are refused"),
    ("notation", "game", "a move is written as it is read in a game"),
    ("pages", "render", "a page shows pictures and says in words what the rules are"),
    ("diagram", "render", "a page with a diagram has pictures of the pieces"),
    ("assist", "load", "the problems of a text are those of loading it"),
    ("assist", "render", "what a name means is drawn"),
    ("cli", "testing", "`ferz test` and `ferz snapshot` print what it finds"),
    ("cli", "protocol", "`ferz batch` and `--json` give the same answers"),
    ("cli", "referee", "`ferz match` prints what it finds"),
    ("referee", "protocol", "what programs play that know no variants"),
];

/// What only some places may name: a path as in `std::fs`, or a single name.
const RESERVED: &[(&str, &[&str])] = &[
    ("serde_yaml", &["variant/yaml.rs"]),
    ("pest", &["betza/parse.rs", "language/grammar.rs"]),
    ("pest_derive", &[]),
    (
        "ferz_grammar",
        &[
            "betza/parse.rs",
            "language/grammar.rs",
            "pages/grammar/rules.rs",
            "pages/gist/lexicon.rs",
            "pages/language.rs",
        ],
    ),
    ("html5ever", &["pages/read/html.rs"]),
    ("pulldown_cmark", &["pages/read/markdown.rs"]),
    ("maud", &["pages/render/html.rs", "pages/render/report.rs", "pages/render/strict.rs"]),
    ("clap", &["cli"]),
    ("svg::node", &["render"]),
    ("rayon", &["cli"]),
    ("similar", &["cli"]),
    ("std::fs", &["cli", "variant/loader.rs", "protocol/store.rs", "protocol/lsp/folder.rs", "referee", "machine.rs"]),
    (
        "std::io",
        &[
            "fairy/import.rs",
            "assist/overlay.rs",
            "cli",
            "protocol",
            "referee",
            "variant/loader.rs",
            "variant/merge.rs",
            "compile/mod.rs",
            "notation/pgn/build.rs",
            "notation/pgn/error.rs",
            "notation/pgn/lines.rs",
            "notation/pgn/reader.rs",
        ],
    ),
    ("stdin", &["cli", "referee/program.rs"]),
    ("stdout", &["cli", "referee/program.rs"]),
    ("stderr", &["cli", "referee/program.rs"]),
    ("std::process", &["cli", "referee"]),
    ("println", &[]),
    ("eprintln", &["cli"]),
];

/// Names of variants and pieces that mean something else in a room.
const OTHER_MEANINGS: &[(&str, &[&str], &str)] = &[
    (
        "chess960",
        &["cli", "fairy", "fen", "protocol", "referee"],
        "the option under which clients know its castling notation",
    ),
    ("cylinder", &["board", "compile", "diagram", "protocol", "road", "variant", "walker"], "a topology"),
    ("torus", &["board", "compile", "diagram", "protocol", "road", "variant", "walker"], "a topology"),
    ("extinction", &["diagram"], "a key of the script's definitions"),
    ("goose", &["english"], "a noun with an irregular plural"),
    ("wolf", &["english"], "a noun with an irregular plural"),
    ("buffalo", &["english"], "a noun with an irregular plural"),
    ("man", &["english"], "a noun with an irregular plural"),
    ("man", &["cli", "pages"], "a manual page; what pages call a piece"),
    ("general", &["assist", "language", "variant"], "rules that hold in general"),
    ("normal", &["fairy", "interpreter", "search", "variant", "why"], "neither special nor a way upwards"),
    ("normal", &["cli", "protocol", "referee"], "what XBoard calls the usual game; an end of the usual kind"),
    (
        "king",
        &[
            "cli", "compile", "fairy", "fen", "notation", "pages", "protocol", "referee", "rules", "testing", "text",
            "variant",
        ],
        "`king takes rook`, a way to write castling",
    ),
    ("pawn", &["fairy", "notation", "why"], "what SAN writes without a letter, told by its moves"),
    ("janggi", &["fairy"], "a notation of moves"),
    ("shogi", &["fairy"], "a notation of moves"),
    ("king", &["betza"], "an atom"),
    ("queen", &["betza"], "an atom"),
    ("rook", &["betza"], "an atom"),
    ("bishop", &["betza"], "an atom"),
    ("knight", &["betza"], "an atom"),
    ("fairy", &["cli", "protocol", "referee"], "the peer whose files are read and written"),
    ("alfil", &["betza"], "an atom"),
    ("camel", &["betza"], "an atom"),
    ("dabbaba", &["betza"], "an atom"),
    ("leaper", &["betza"], "a piece that leaps"),
    ("wazir", &["betza"], "an atom"),
    ("zebra", &["betza"], "an atom"),
];

/// Names of variants and pieces that are everyday words of programs and of the field.
const EVERYDAY: &[&str] = &[
    "ambiguous",
    "atomic",
    "capture",
    "castle",
    "circular",
    "convert",
    "crossing",
    "dark",
    "dice",
    "disc",
    "ferz",
    "forward",
    "guard",
    "loop",
    "machine",
    "met",
    "piece",
    "mark",
    "placement",
    "point",
    "rider",
    "screen",
    "stone",
];

/// The folders of the rooms of which `docs/architecture.md` speaks.
const FOLDERS: [&str; 2] = ["src", "crates/ferz-core/src"];

/// The sources of the oracle, which has no rooms: what it may import says a test of its own.
const ORACLE: &str = "crates/ferz-oracle/src";

/// A source file: its room, its path below the folder of its package, its tokens.
struct Source {
    room: String,
    path: String,
    tokens: Vec<Token>,
}

/// The files of all rooms of both packages.
fn sources() -> Vec<Source> {
    let found: Vec<Source> = FOLDERS.iter().flat_map(|folder| package_sources(folder)).collect();
    assert!(found.len() > 50);
    found
}

fn package_sources(folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let read = |path: &Path| {
        let below = path.strip_prefix(&root).expect("it lies below").to_string_lossy().replace('\\', "/");
        let room = below.split('/').next()?.trim_end_matches(".rs");
        let text = fs::read_to_string(path).expect("sources are texts");
        let is_room = !["lib", "main"].contains(&room);
        is_room.then(|| Source { room: room.to_owned(), tokens: tokens(&text), path: below.clone() })
    };
    files_below(folder, "rs").iter().filter_map(|path| read(path)).collect()
}

impl Source {
    /// Returns `true` if it is one of the places, a file or a room.
    fn is_among(&self, places: &[&str]) -> bool {
        places.iter().any(|place| *place == self.path || *place == self.room)
    }

    /// The rooms that stand behind `crate::`.
    fn imports(&self) -> BTreeSet<String> {
        let mut rooms = BTreeSet::new();
        for (at, token) in self.tokens.iter().enumerate() {
            if token.name() == Some("crate") && self.tokens[at + 1..].starts_with(&[Token::Mark(':'), Token::Mark(':')])
            {
                match &self.tokens[at + 3] {
                    Token::Name(room) => rooms.insert(room.clone()),
                    _ => panic!("{}: name one module behind `crate::`", self.path),
                };
            }
        }
        rooms
    }

    /// Returns `true` if it names this path, or this single name.
    fn names(&self, path: &str) -> bool {
        let parts: Vec<Token> = tokens(path);
        self.tokens.windows(parts.len()).any(|window| window == parts)
    }
}

/// The layer of each room, as the table of the page says.
fn layers() -> BTreeMap<String, usize> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let row = |line: &str| {
        let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
        let layer: usize = cells.next()?.parse().ok()?;
        let rooms = cells.next()?.split(',').map(|room| room.trim_matches([' ', '`', '*']).to_owned());
        Some(rooms.map(|room| (room, layer)).collect::<Vec<_>>())
    };
    page.lines().filter_map(row).flatten().collect()
}

#[test]
fn rooms_import_from_lower_layers_only() {
    let layers = layers();
    let sources = sources();
    let rooms: BTreeSet<&String> = sources.iter().map(|source| &source.room).collect();
    assert_eq!(rooms, layers.keys().collect(), "the modules of src, and those in the table of docs/architecture.md");
    let (mut beside, mut wrong) = (BTreeSet::new(), Vec::new());
    for source in &sources {
        for import in source.imports().into_iter().filter(|import| *import != source.room) {
            let lower = layers.get(&import).is_some_and(|layer| *layer < layers[&source.room]);
            if WITHIN_A_LAYER.iter().any(|(from, to, _)| (*from, *to) == (&source.room, &import)) {
                beside.insert((source.room.clone(), import));
            } else if !lower {
                wrong.push(format!("{} imports {import}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "not from a lower layer:\n{}", wrong.join("\n"));
    assert_eq!(beside.len(), WITHIN_A_LAYER.len(), "nobody needs some of the exceptions; needed are {beside:?}");
}

/// The oracle is what the interpreter is compared with, so it may not share any of its code.
#[test]
fn the_oracle_imports_rules_boards_and_bounds_only() {
    let sources = package_sources(ORACLE);
    assert!(sources.len() > 10);
    let mut imports = 0;
    for source in &sources {
        assert!(!source.names("ferz"), "{} names `ferz`", source.path);
        for (at, _) in source.tokens.iter().enumerate().filter(|(_, token)| token.name() == Some("ferz_core")) {
            let room = source.tokens.get(at + 3).and_then(Token::name);
            assert!(
                matches!(room, Some("board" | "rules" | "work")),
                "{} imports {room:?} of `ferz-core`",
                source.path
            );
            imports += 1;
        }
    }
    assert!(imports > 10);
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let tree = Tree::read();
    for folder in FOLDERS.into_iter().chain(["python/src"]) {
        assert!(tree.imports_below(folder) > 10, "the imports of {folder} are not read");
    }
    let wrong: Vec<String> = tree.circles().iter().map(|circle| circle.join("\n  ")).collect();
    assert!(wrong.is_empty(), "in a circle:\n  {}", wrong.join("\nin a circle:\n  "));
}

/// A test in a package would make `cargo test` compile the whole package a second time; their libraries are built without tests, so
/// that it would not even run.
#[test]
fn no_test_stands_beside_the_code() {
    for folder in FOLDERS.into_iter().chain(["python/src", ORACLE]) {
        for path in files_below(folder, "rs") {
            let text = fs::read_to_string(&path).expect("sources are texts");
            let has_test = text.lines().any(|line| ["#[test]", "#[cfg(test)]"].contains(&line.trim()));
            assert!(!has_test, "{}: its place is below `tests`", path.display());
        }
    }
}

#[test]
fn some_things_are_named_in_few_places() {
    let sources = sources();
    for (path, places) in RESERVED {
        let found: Vec<&Source> = sources.iter().filter(|source| source.names(path)).collect();
        let wrong: Vec<&str> =
            found.iter().filter(|source| !source.is_among(places)).map(|source| source.path.as_str()).collect();
        assert!(wrong.is_empty(), "{path} is named in {wrong:?}");
        for place in *places {
            assert!(
                found.iter().any(|source| source.is_among(&[place])),
                "{place} does not name {path}: strike it out"
            );
        }
    }
}

/// Files that still publish what `{:?}` prints, so that the name of a type in the code is part of a user's file.
const PRINTED_AS_RUST: &[&str] = &["pages/kinds/castling.rs", "testing/rules.rs"];

/// Macros that end the program: nobody keeps what they print.
const ENDINGS: &[&str] =
    &["assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "panic", "unreachable"];

#[test]
fn no_published_text_is_what_the_debugger_prints() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (at, token) in source.tokens.iter().enumerate() {
            let Token::Text(text) = token else { continue };
            let statement = source.tokens[..at].iter().rev().take_while(|token| **token != Token::Mark(';'));
            let ends = statement.filter_map(Token::name).any(|name| ENDINGS.contains(&name));
            let listed = PRINTED_AS_RUST.iter().any(|path| source.path.starts_with(path));
            if text.contains(":?}") && !ends && !listed {
                wrong.push(format!("{}: {text}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "write names that stay the same when the code changes:\n{}", wrong.join("\n"));
}

/// The names of all built-in variants and of their pieces, in lower case.
fn game_names() -> BTreeSet<String> {
    let mut names: BTreeSet<String> = library::names().map(str::to_lowercase).collect();
    for name in library::names() {
        names.extend(common::variant(name).rules().pieces.iter().map(|piece| piece.name.to_lowercase()));
    }
    names
}

/// The words of an identifier, in lower case: `is_pawn` and `KingMoves` have two each.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in name.chars() {
        if c == '_' || (c.is_uppercase() && words.last().is_some_and(|word| !word.is_empty())) {
            words.push(String::new());
        }
        if c != '_' {
            words.last_mut().expect("never empty").extend(c.to_lowercase());
        }
    }
    words
}

#[test]
fn the_code_names_no_variant_and_no_piece() {
    let names = game_names();
    assert!(names.len() > 70 && names.contains("queen"));
    let (mut used, mut wrong) = (BTreeSet::new(), BTreeSet::new());
    for source in sources().into_iter().chain(package_sources(ORACLE)) {
        // A text with a blank in it is a message to people.
        let spelt = source.tokens.iter().flat_map(|token| match token {
            Token::Name(name) => words(name),
            Token::Text(text) => vec![text.to_lowercase()],
            Token::Mark(_) => Vec::new(),
        });
        for word in spelt.filter(|word| names.contains(word) && !EVERYDAY.contains(&word.as_str())) {
            if OTHER_MEANINGS.iter().any(|(name, rooms, _)| *name == word && rooms.contains(&source.room.as_str())) {
                used.insert((word, source.room.clone()));
            } else {
                wrong.insert(format!("{}: {word}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let exceptions: usize = OTHER_MEANINGS.iter().map(|(_, rooms, _)| rooms.len()).sum();
    assert_eq!(used.len(), exceptions, "nobody needs some of the exceptions; needed are {used:?}");
}
