//! Pieces off the board are counted one by one, in hands and in stores, by the interpreter and by the oracle.

use ferz::compile;
use ferz::fen;
use ferz::game::Compiled;
use ferz::notation;
use ferz::play::Random;
use ferz::variant::{NoFiles, VariantSource};

/// A number of the language about pieces off the board, and the number that a list of pieces should give.
type Case = (&'static str, fn(&[char]) -> usize);

const CASES: [Case; 6] = [
    ("count of pieces in own STORE", |held| held.len()),
    ("count of pawn in own STORE", |held| held.iter().filter(|piece| **piece == 'P').count()),
    ("count of (rook or knight) in own STORE", |held| held.iter().filter(|piece| "RN".contains(**piece)).count()),
    ("worth of pieces in own STORE", |held| held.iter().map(|piece| worth(*piece)).sum()),
    ("count of (pieces in own STORE) + count of own king", |held| held.len() + 1),
    ("count of (pieces in own STORE where it is pawn)", |held| held.iter().filter(|piece| **piece == 'P').count()),
];

fn worth(piece: char) -> usize {
    match piece {
        'P' => 1,
        'N' => 3,
        _ => 5,
    }
}

/// A game in which the king may move only if a number is as large as it should be, and not larger.
fn compiled(number: &str, wanted: usize, quantity: Option<&str>) -> Compiled {
    let condition = match quantity {
        Some(set) => format!("exactly {wanted} {set}"),
        None => format!("{number} = {wanted}"),
    };
    let text = format!(
        "name: Held\nextends: crazyhouse\npieces:\n  pawn: {{worth: 1}}\n  knight: {{worth: 3}}\n  rook: {{worth: 5}}\n\
         state:\n  store: {{keeps: pieces}}\n\
         rules:\n  right: {{forbid: move by king, unless: {condition}}}\n  fill: {{after: capture, give: captured, to: own store}}\n"
    );
    let source = VariantSource::Text { name: "held".to_owned(), text };
    let loaded = compile::load(&source, &NoFiles).expect("a text");
    Compiled::new(loaded.variant.unwrap_or_else(|| panic!("{:?}", loaded.problems)).rules)
}

/// Texts of the king's moves, by the interpreter and by the oracle.
fn king_moves(compiled: &Compiled, fen: &str) -> [usize; 2] {
    let setup = fen::read(fen, compiled.rules()).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut game = compiled.game(&setup).expect("a legal position");
    let oracle = ferz::oracle(compiled.shared_rules()).expect("the oracle knows these rules");
    let position = oracle.position(&game.setup());
    let by_oracle = oracle.texts(&position, &oracle.moves(&position));
    let by_game: Vec<String> = notation::list(&mut game).into_iter().map(|written| written.uci).collect();
    [by_game, by_oracle].map(|texts| texts.iter().filter(|text| text.starts_with("e1")).count())
}

#[test]
fn pieces_off_the_board_are_counted_one_by_one() {
    let mut random = Random::new(4);
    for (number, wanted) in CASES {
        for _ in 0..2 {
            let held: Vec<char> = (0..random.below(6)).map(|_| ['P', 'N', 'R'][random.below(3)]).collect();
            let letters: String = held.iter().collect();
            let listed: Vec<String> = held.iter().map(char::to_string).collect();
            let in_hand = format!("4k3/8/8/8/8/8/8/4K3[{letters}] w - - 0 1");
            let in_store = format!("4k3/8/8/8/8/8/8/4K3[] w - - 0 1 state:store={}/", listed.join(","));
            for (store, fen) in [("hand", in_hand), ("store", in_store)] {
                let number = number.replace("STORE", store);
                for (more, moves) in [(0, 5), (1, 0)] {
                    let compiled = compiled(&number, wanted(&held) + more, None);
                    assert_eq!(king_moves(&compiled, &fen), [moves; 2], "{number} = {} in {fen}", wanted(&held) + more);
                }
            }
        }
    }
}

/// `exactly N`, `at least N` and their relatives count in the same way.
#[test]
fn quantities_count_pieces_off_the_board() {
    let fen = "4k3/8/8/8/8/8/8/4K3[PPPN] w - - 0 1";
    for (set, many) in [("pieces in own hand", 4), ("pawn in own hand", 3), ("(pieces in own hand) are pawn", 3)] {
        assert_eq!(king_moves(&compiled("", many, Some(set)), fen), [5, 5], "{set}");
        assert_eq!(king_moves(&compiled("", many - 1, Some(set)), fen), [0, 0], "{set}");
    }
}
