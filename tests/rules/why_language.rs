//! Rules in the language of rules leave the reasons of `ferz why` as they are: a rule that never applies changes no reason, and
//! a rule that decides is named beside the others.

use crate::common;
use ferz::board::Square;
use ferz::compile::{self, Loaded};
use ferz::fen;
use ferz::game::{Compiled, Game};
use ferz::notation::{self, uci};
use ferz::play::Random;
use ferz::variant::{NoFiles, VariantSource};
use ferz::why;

/// Games with pieces, castling, drops, regions, walls, gates, duties and ends of many kinds, some of them in the language of rules.
const GAMES: [&str; 19] = [
    "chess",
    "crazyhouse",
    "seirawan",
    "atomic",
    "antichess",
    "xiangqi",
    "janggi",
    "shogi",
    "torishogi",
    "makruk",
    "grand",
    "cambodian",
    "omega",
    "glinski",
    "placement",
    "koko",
    "brandubh",
    "madrasi",
    "english-draughts",
];

/// The most moves of a position that are asked about, of each sort.
const MOST_MOVES: usize = 16;

/// Rules that never apply, of each kind.
const NEVER: &str = "  never_a: {forbid: [move, attack], when: count of pieces >= 999}\n  \
                     never_b: {must: capture by none}\n  \
                     never_c: {after: capture by none, remove: mover}\n";

struct Opened {
    loaded: Loaded,
    compiled: Compiled,
}

fn open(text: String) -> Opened {
    let source = VariantSource::Text { name: "tried".to_owned(), text };
    let mut loaded = compile::load(&source, &NoFiles).expect("a text");
    let variant = loaded.variant.take().unwrap_or_else(|| panic!("{:?}", loaded.problems));
    Opened { loaded, compiled: Compiled::new(variant.rules) }
}

/// An answer with the places of its reasons.
fn answer(opened: &Opened, game: &mut Game, text: &str) -> String {
    let answer = match why::explain(game, text) {
        Ok(answer) => answer,
        Err(unclear) => return unclear.to_string(),
    };
    let tree = opened.loaded.tree.as_ref().expect("the tree of the file");
    let note = |note: &why::Note| {
        let place = why::place(&note.reason, game.rules(), tree).map(|span| {
            let at = opened.loaded.sources.line_column(span);
            format!("{}:{}:{}", opened.loaded.sources.name(span.source), at.line, at.column)
        });
        // An obligation that is not the first one is named like any other rule.
        match note.reason.rule() {
            "must" | "must-capture" | "must-drop" => format!("an obligation {place:?}"),
            rule => format!("{rule} {} {place:?}", note.message),
        }
    };
    format!("{}: {}", answer.legal, answer.notes.iter().map(note).collect::<Vec<_>>().join("; "))
}

/// Texts to ask about: pseudo-legal moves, moves from squares with a piece and without one, drops, and castling.
fn texts(game: &Game, random: &mut Random) -> Vec<String> {
    let rules = game.rules();
    let squares: Vec<_> = rules.geometry.squares().iter().collect();
    let pseudo = game.pseudo_legal_moves();
    let every = pseudo.len().div_ceil(MOST_MOVES).max(1);
    let mut texts: Vec<String> = pseudo.iter().step_by(every).map(|made| uci::write(game, made)).collect();
    for _ in 0..MOST_MOVES {
        let occupied = |at: &&Square| random.below(8) == 0 || game.piece_at(**at).is_some();
        let from: Vec<&Square> = squares.iter().filter(occupied).collect();
        let to = squares[random.below(squares.len())];
        texts.push(rules.geometry.name(*from[random.below(from.len())]) + &rules.geometry.name(to));
    }
    for piece in rules.pieces.iter().take(3) {
        texts.push(format!(
            "{}@{}",
            piece.symbol[game.turn()],
            rules.geometry.name(squares[random.below(squares.len())])
        ));
    }
    texts.extend(["O-O", "O-O-O", "nonsense"].map(str::to_owned));
    texts
}

#[test]
fn a_rule_that_never_applies_changes_no_reason() {
    common::check_all(&GAMES, |name| {
        let without = open(format!("name: Tried\nextends: {name}\n"));
        let with = open(format!("name: Tried\nextends: {name}\nrules:\n{NEVER}"));
        let mut random = Random::new(name.len() as u64);
        let mut game = without.compiled.start().map_err(|error| error.to_string())?;
        for _ in 0..2 {
            let setup = game.setup();
            let mut ruled = with.compiled.game_unchecked(&setup).map_err(|error| error.to_string())?;
            let mut bare = without.compiled.game_unchecked(&setup).map_err(|error| error.to_string())?;
            for text in texts(&game, &mut random) {
                let (ours, theirs) = (answer(&with, &mut ruled, &text), answer(&without, &mut bare, &text));
                if ours != theirs {
                    let fen = fen::write(&setup, without.compiled.rules());
                    return Err(format!("{name} {fen} {text}:\n  with: {ours}\n  without: {theirs}"));
                }
            }
            for _ in 0..15 {
                let moves = notation::list(&mut game);
                if moves.is_empty() {
                    break;
                }
                game.play(&moves[random.below(moves.len())].made);
            }
        }
        Ok(())
    });
}

/// The rules of the language that decide stand beside the other reasons, each with its line.
#[test]
fn a_rule_that_decides_is_named_with_its_line() {
    let opened = open(
        "name: Tried\nextends: chess\nrules:\n  tower: {forbid: capture by rook}\n  calm: {forbid: attack by bishop}\n  \
         ghost: {pieces: queen, ignores: own pawn}\n"
            .to_owned(),
    );
    let mut told = Vec::new();
    for (placement, text) in [
        // Legal moves have the place of their notation.
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a5"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O"),
        // A rule forbids it, and nothing else does.
        ("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", "Rxa7"),
        ("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", "a1a7"),
        // It is blocked, whatever the rule says.
        ("4k3/p7/8/8/8/N7/8/R3K3 w - - 0 1", "a1a7"),
        // The bishop does not pin, because of a rule; the other rule forbids the capture.
        ("4k3/8/8/8/7b/8/5R1r/4K3 w - - 0 1", "f2h2"),
        // The rook pins.
        ("4k3/4r3/8/8/8/8/4RP1p/4K3 w - - 0 1", "e2d2"),
        // The pawn does not block the queen, but the knight does.
        ("4k3/8/8/8/3N4/8/3P4/3QK3 w - - 0 1", "d1d7"),
    ] {
        let setup = fen::read(placement, opened.compiled.rules()).expect("a position");
        let mut game = opened.compiled.game(&setup).expect("a legal position");
        told.push(format!("{placement} {}", answer(&opened, &mut game, text)));
    }
    insta::assert_snapshot!(told.join("\n"));
}

/// The start of chess.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_rule_whose_conditions_do_not_hold_is_named() {
    let asked = [
        (
            "  hide: {may_replace: move by king, choose: own pawn, when: turn number > 4, swap: mover, with: chosen}\n",
            (START, &[][..], "e1e1,a2"),
            ["the rule `hide`", "would offer it", "here this is one of the first two turns of each side"],
        ),
        (
            "  hide: {may_replace: move by king, choose: own pawn, unless: in check, swap: mover, with: chosen}\n",
            ("4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1", &[][..], "e1e1,a2"),
            ["the rule `hide`", "would offer it", "here the moving side is in check"],
        ),
        (
            "  ko: {after: move, require: repeats < 2}\n",
            (START, &["g1f3", "g8f6", "f3g1"][..], "f6g8"),
            ["the rule `ko`", "forbids it", "because of the positions before"],
        ),
        (
            "  on: {after: capture by rook, then: capture by mover}\n",
            ("4k3/8/8/3p1p2/8/8/8/3RK3 w - - 0 1", &[][..], "d1d5"),
            ["the rule `on`", "makes the move go on", "such as `d1f5`"],
        ),
    ];
    for (rule, (position, played, text), parts) in asked {
        let opened = open(format!("name: Tried\nextends: chess\nrules:\n{rule}"));
        let setup = fen::read(position, opened.compiled.rules()).expect("a FEN");
        let mut game = opened.compiled.game(&setup).expect("a position");
        for text in played {
            let made = notation::parse(&mut game, text).expect("a legal move");
            game.play(&made);
        }
        let said = answer(&opened, &mut game, text);
        assert!(said.starts_with("false") && parts.iter().all(|part| said.contains(part)), "{rule}{text}: {said}");
    }
}
