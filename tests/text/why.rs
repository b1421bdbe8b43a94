//! What `ferz why` answers to texts that are no moves, and to moves that look like a pass.

use ferz::why::{self, Unclear};

fn unclear(variant: &str, text: &str) -> String {
    let mut game = ferz::load(variant).unwrap().start().unwrap();
    match why::explain(&mut game, text) {
        Err(error @ Unclear::NoMove { .. }) => error.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_text_that_is_no_move_is_said_to_be_none_with_a_move_that_may_be_meant() {
    assert_eq!(unclear("chess", "Nf9"), "`Nf9` does not have the form of a move; did you mean `Nf3`?");
    assert_eq!(
        unclear("chess", "hello"),
        "`hello` does not have the form of a move; a move is written like `a2a3` or `a3`"
    );
    assert!(unclear("xiangqi", "0000").contains("does not have the form of a move"));
    assert!(unclear("xiangqi", "h3e33").contains("did you mean `h3e3`?"));
}

#[test]
fn a_pass_is_credited_to_a_rule_only_where_a_rule_allows_it() {
    let file = |rules: &str| {
        format!(
            "name: Lions\nboard: {{files: 6, ranks: 6}}\npieces:\n  king: {{symbol: K, moves: \"K\", royal: true}}\n  \
             lion: {{symbol: L, moves: \"[mK-bK]K\"}}\nsetup: 5k/6/6/2L3/6/K5 w - - 0 1\n{rules}"
        )
    };
    let rule = |rules: &str, mv: &str| {
        let mut game = ferz::load_text(&file(rules)).unwrap().start().unwrap();
        let answer = why::explain(&mut game, mv).unwrap();
        assert!(answer.legal, "{answer:?}");
        (answer.notes[0].reason.rule().to_owned(), answer.notes[0].message.clone())
    };
    let (name, words) = rule("", "c3c3");
    assert_eq!((name.as_str(), words.as_str()), ("move", "the lion moves by `[mK-bK]`"));
    let (name, _) = rule("rules: {pass: always}", "a1a1");
    assert_eq!(name, "pass");
}
