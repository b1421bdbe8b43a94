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
    let (name, _) = rule("rules: {pass: {may_replace: move, when: any own pieces and not in check}}", "a1a1");
    assert_eq!(name, "pass");
}

/// Illegal moves, each with its variant, its FEN (empty for the start), the moves before it, and the beginning of each reason.
type Question<'a> = (&'a str, &'a str, &'a str, &'a str, &'a [(&'a str, &'a str)]);

/// Checks the rule and the words of all reasons.
fn refused(questions: &[Question<'_>]) {
    for (variant, fen, played, text, wanted) in questions {
        let compiled = ferz::load(variant).unwrap();
        let mut game = match *fen {
            "" => compiled.start().unwrap(),
            fen => compiled.game_unchecked(&ferz::fen::read(fen, compiled.rules()).unwrap()).unwrap(),
        };
        for text in played.split_whitespace() {
            let made = ferz::notation::parse(&mut game, text).unwrap();
            game.play(&made);
        }
        let answer = why::explain(&mut game, text).unwrap();
        assert!(!answer.legal, "{variant} {text}");
        let found: Vec<String> =
            answer.notes.iter().map(|note| format!("{}: {}", note.reason.rule(), note.message)).collect();
        let fits = |(found, (rule, words)): (&String, &(&str, &str))| {
            found.starts_with(&format!("{rule}: ")) && words.split("…").all(|part| found.contains(part))
        };
        let all = found.len() == wanted.len() && found.iter().zip(*wanted).all(fits);
        assert!(all, "{variant} {text}: {found:#?}, not {wanted:#?}");
    }
}

#[test]
fn a_rule_that_lends_moves_is_named_with_what_keeps_it_from_allowing_a_move() {
    refused(&[
        ("lines-of-action", "", "", "b1e1", &[("pieces", "`line` …e1 is occupied by the black stone")]),
        (
            "lines-of-action",
            "7S/8/8/8/8/8/s7/s1S1S1s1 b - - 0 1",
            "",
            "a1d1",
            &[("pieces", "`line` …it is blocked on c1 by the white stone")],
        ),
        (
            "jungle",
            "6l/7/7/7/4r2/7/4L2/7/7 w - - 0 1",
            "",
            "e3e7",
            &[("pieces", "`leap` …it is blocked on e5 by the black rat")],
        ),
        (
            "knightrelay1",
            "",
            "",
            "a2c3",
            &[
                ("pieces", "`pawn_relay` …its conditions do not hold"),
                ("pieces", "here the moving side has no other knight that guards the moving piece"),
            ],
        ),
        ("fox-and-geese", "", "c3c4", "d4e3", &[("pieces", "`diagonals` …e3 is occupied by the white goose")]),
        ("hypnotic", "", "e2e4 e7e5 d1h5 b8c6", "e5e4", &[("pieces", "`hypnosis` …e4 is occupied by the white pawn")]),
        (
            "hypnotic",
            "",
            "",
            "e7e5",
            &[
                ("not-your-piece", "it is White's turn"),
                ("pieces", "`hypnosis` …does not apply to the black pawn on e7"),
            ],
        ),
        (
            "pacosako",
            "4k3/8/8/3D4/8/2p5/8/4K3 b - - 0 9",
            "",
            "d5d4",
            &[
                ("pieces", "`shared_knight` …lets the side move this piece, but not to d4"),
                ("no-such-move", "has no move from d5 to d4"),
            ],
        ),
        (
            "surakarta",
            "6/3s1s/1s4/6/1S4/6 w - - 0 9",
            "",
            "b2d5",
            &[("pieces", "`over_b6` …its conditions do not hold"), ("pieces", "here another piece is between")],
        ),
    ]);
}

#[test]
fn a_rule_in_place_of_a_move_is_named_with_what_may_be_chosen() {
    refused(&[
        (
            "konane",
            "",
            "",
            "a1a1,b2",
            &[("instead", "`opening` …the chosen square must be a friendly piece in the region")],
        ),
        (
            "konane",
            "",
            "a1a1,c3",
            "b1b1,a2",
            &[("instead", "`answer` …the chosen square must be a piece called `own_piece_beside_a_gap`")],
        ),
        (
            "hostage",
            "",
            "e2e4 d7d5 e4d5 d8d5 b1c3",
            "e8e8pp,d8",
            &[("instead", "`exchange` …its conditions do not hold"), ("instead", "is on rank 1 or on rank 8")],
        ),
    ]);
}

#[test]
fn a_wall_on_a_wrong_square_is_explained() {
    refused(&[
        ("duck", "", "", "e2e4,e4e4", &[("wall", "after the move e4 is occupied by the white pawn")]),
        ("duck", "", "", "e2e4,e4d2", &[("wall", "after the move d2 is occupied by the white pawn")]),
        ("duck", "", "e2e4,e4e5", "d7d6,d6e5", &[("wall", "the wall is on e5 already")]),
        ("duck", "", "", "e2e4,e4e9", &[("wall", "there is no square `e9` for the wall")]),
        ("amazons", "", "", "d1d3,d3e5", &[("wall", "no move of an amazon leads from d3 to e5")]),
        ("isolation", "", "", "c1c2,c2c1", &[("wall", "no wall may be put up on c1")]),
    ]);
}

#[test]
fn a_choice_of_a_promotion_is_asked_for_with_its_rule() {
    let promotion = "add the piece that the pawn becomes on a8 (queen, rook, bishop, knight)";
    let left = "add the piece that the pawn becomes on c8 (rook, knight)";
    let prisoners = "4k3/2P5/8/8/8/8/8/4K3[] w - - 0 4 state:prison=/n,r";
    refused(&[
        ("circe", "7k/P7/8/8/8/8/8/7K w - - 0 1", "", "a7a8", &[("promotion-mandatory", promotion)]),
        ("hostage", prisoners, "", "c7c8", &[("promotion-mandatory", left)]),
    ]);
}

#[test]
fn a_piece_that_may_not_enter_behind_another_is_explained() {
    refused(&[
        ("seirawan", "", "", "b1c3q", &[("no-gating", "no queen is in hand")]),
        ("seirawan", "", "", "e2e4h", &[("no-gating", "the white pawn on e2 is not such a piece")]),
        ("seirawan", "", "b1c3h b8c6", "g1f3h", &[("no-gating", "no hawk is in hand")]),
    ]);
}

#[test]
fn a_plus_asks_for_the_promotion_of_the_piece() {
    refused(&[
        ("shogi", "", "", "c3c4+", &[("no-promotion", "a pawn does not promote with a move to c4")]),
        ("kyotoshogi", "", "", "e1e3+", &[("no-such-move", "a pawn has no move from e1 to e3")]),
    ]);
}

#[test]
fn a_drop_is_told_which_pieces_it_needs_around_it() {
    refused(&[
        ("flipello", "", "", "P@a1", &[("drop-place", "on a1 it encloses none")]),
        ("flipersi", "", "", "P@a1", &[("drop-first", "must be dropped on certain other squares first")]),
        ("cfour", "", "", "P@a2", &[("drop-place", "falls to the lowest empty square of its file")]),
    ]);
}

#[test]
fn a_chain_is_told_why_it_may_not_end_or_go_on_so() {
    let draughts = "10/10/10/10/5c4/10/1c1c6/2C7/10/10 w - - 0 1";
    refused(&[
        ("draughts", draughts, "", "c3a5", &[("takes", "the chain with the most captures")]),
        ("draughts", draughts, "", "c3e5", &[("chain-goes-on", "for example c3g7")]),
        (
            "konane",
            "6/3p2/2p3/2P3/6/6 w - - 0 9",
            "",
            "c3e5",
            &[("then", "`on` …does not let the move go on like this")],
        ),
        (
            "baroque",
            "4k3/8/8/3p4/3p4/8/3N4/4K3 w - - 0 1",
            "",
            "d2d6",
            &[
                ("forbid", "the rule `one_by_one` …forbids it"),
                ("forbid", "here a piece called `in_the_way` is adjacent"),
            ],
        ),
    ]);
}

#[test]
fn a_promotion_in_place_is_told_its_limits() {
    let rule = "no-promotion-move";
    refused(&[
        ("sittuyin", "4k3/8/8/3P4/8/8/3F4/4K3[] w - - 0 1", "", "d5d5f", &[(rule, "the largest permitted number")]),
        ("sittuyin", "4k3/8/8/2PP4/8/8/8/4K3[] w - - 0 1", "", "c5c5f", &[(rule, "only on certain squares")]),
        ("sittuyin", "4k3/8/2p5/3P4/8/8/P7/4K3[] w - - 0 1", "", "d5d5f", &[(rule, "it would attack an enemy")]),
    ]);
}

#[test]
fn an_attack_on_a_royal_piece_is_told_with_the_attacker_under_rules_of_the_language_too() {
    let pinned = "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1";
    let attacked = [("royal-safety", "the king on e1 under attack by the black rook on e4")];
    for variant in ["progressive1", "marseillais", "anticirce"] {
        let mut game = {
            let compiled = ferz::load(variant).unwrap();
            compiled.game(&ferz::fen::read(pinned, compiled.rules()).unwrap()).unwrap()
        };
        let answer = why::explain(&mut game, "e2d3").unwrap();
        assert_eq!(answer.notes[0].reason.rule(), attacked[0].0, "{variant}");
        assert!(answer.notes[0].message.contains(attacked[0].1), "{variant}: {answer:?}");
    }
    refused(&[(
        "annan",
        "4k3/8/4r3/4p3/8/8/8/3K4 w - - 0 1",
        "",
        "d1e1",
        &[("pieces", "with the rule `support` …the king on e1 under attack by the black pawn on e5")],
    )]);
}

#[test]
fn reasons_are_those_of_the_rule_that_decides() {
    refused(&[
        (
            "dice",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1 then:rolled:a1a1:R",
            "",
            "a7a8q",
            &[
                ("require", "the rule `as_rolled`"),
                ("require", "here the moving piece is not a piece of the rolled kind"),
            ],
        ),
        ("xiangqi", "", "", "b3b8", &[("no-hurdle", "there is none on one of b4 b5 b6 b7")]),
        ("chess960", "k7/8/8/8/8/8/8/1R3K1R w - - 0 1", "", "f1h1", &[("castling-right", "`K` is lost")]),
        ("surakarta", "6/3s2/6/6/1S4/6 w - - 0 9", "b2d5", "a6a5", &[("game-over", "taken")]),
    ]);
}

#[test]
fn squares_and_pieces_that_a_game_lacks_are_named() {
    assert!(unclear("chess", "e2i4").contains("there is no square `i4`; did you mean `e2e4`?"));
    assert!(unclear("chess", "X@e4").contains("there is no piece `X`"));
    assert!(unclear("makruk", "a3a4q").contains("there is no piece `q`"));
}

#[test]
fn a_wall_is_said_to_be_one() {
    refused(&[
        (
            "petrified",
            "4k3/8/8/8/4*3/8/4R3/K7 w - - 0 1",
            "",
            "e2e4",
            &[("wall", "`R` cannot end on e4: a wall is there")],
        ),
        (
            "wormhole1",
            "8/8/4k3/8/8/2*5/2P5/4K3 w - - 0 1",
            "",
            "c2c3,c3c2",
            &[("wall", "does not end on c3: …steps pass over walls")],
        ),
    ]);
}

#[test]
fn a_wall_that_leaves_the_king_under_attack_is_told_so() {
    let attacked = "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1";
    refused(&[(
        "atomicduck",
        attacked,
        "",
        "e1e2,e2a1",
        &[("royal-safety", "the king on e2 under attack by the black rook on e4")],
    )]);
}

#[test]
fn a_castling_is_recognised_in_a_game_without_castling() {
    refused(&[(
        "losalamos",
        "3k2/6/6/6/6/R2K2 w - - 0 1",
        "",
        "d1b1",
        &[("no-such-move", "a king has no move from d1 to b1"), ("no-castling", "this variant has no castling")],
    )]);
}

#[test]
fn the_other_board_is_named() {
    let crossing = "before it crosses …the king on e2 under attack by the black rook on a2";
    refused(&[
        (
            "alice",
            "4k3/8/8/8/8/4O3/4P3/4K3 w - - 0 1",
            "",
            "e2e3",
            &[("levels", "there e3 is occupied by the white far-knight")],
        ),
        ("alice", "k7/8/8/8/8/8/r7/4K3 w - - 0 1", "", "e1e2", &[("levels", crossing)]),
        ("alice", "4k3/8/8/8/8/3s4/4P3/4K3 w - - 0 1", "", "e2d3", &[("levels", "on d3 is on the other board")]),
    ]);
}

#[test]
fn a_pawn_that_cannot_be_captured_en_passant_is_named() {
    let empty = |square: &str| format!("`fceF` can only capture, but {square} is empty");
    refused(&[
        (
            "chess",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "",
            "e5d6",
            &[("captures-only", &empty("d6")), ("no-en-passant", "the black pawn on d5 has not just passed d6")],
        ),
        (
            "horde",
            "4k3/8/8/8/8/1p6/8/P7 w - - 0 1",
            "a1a3",
            "b3a2",
            &[("captures-only", &empty("a2")), ("no-en-passant", "the white pawn on a3 has not just passed a2")],
        ),
    ]);
}

#[test]
fn the_letter_of_a_drop_means_the_piece_in_hand() {
    refused(&[
        (
            "gorogoro",
            "k4/5/5/5/2p2/2K2[G] w 0 1",
            "",
            "G@a1",
            &[("royal-safety", "the king on c1 …the Gote pawn on c2")],
        ),
        ("shogi", "", "", "G@e5", &[("not-in-hand", "no gold in hand")]),
    ]);
}

#[test]
fn a_rule_for_all_pieces_but_some_lends_moves_to_the_others() {
    refused(&[(
        "relayup",
        "4k3/8/8/2p5/8/8/8/N1B1R2K w - - 0 1",
        "",
        "c1c6",
        &[("pieces", "`as_rook` …it is blocked on c5 by the black pawn")],
    )]);
}

#[test]
fn promotions_by_captures_alone_and_by_quiet_moves_alone_are_told_apart() {
    refused(&[
        (
            "wormhole1",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "",
            "a7a8m,a8a7",
            &[("no-promotion", "a pawn promotes only by a capture")],
        ),
        (
            "sittuyin",
            "4k3/8/2p5/3P4/8/8/P7/3K4[] w - - 0 1",
            "",
            "d5c6f",
            &[("no-promotion-move", "only by a move that captures nothing")],
        ),
    ]);
}

#[test]
fn a_minus_asks_for_the_first_form_of_the_piece() {
    refused(&[(
        "chennis",
        "3k3/7/7/7/+F5p/7/3K3[] w - - 0 1",
        "",
        "a3g3-",
        &[("no-hurdle", "`cpR` must pass over a piece")],
    )]);
}

#[test]
fn a_text_without_a_letter_means_the_pawn_of_its_file() {
    refused(&[
        ("chess", "", "", "e5", &[("no-such-move", "a pawn has no move from e2 to e5")]),
        ("chess", "", "", "e8=Q", &[("no-such-move", "a pawn has no move from e2 to e8")]),
    ]);
}

#[test]
fn a_pawn_on_its_place_of_the_setup_is_not_said_to_have_moved() {
    refused(&[("crossderby", "", "", "a3a5", &[("first-move-only", "is a first move from …and not from a3")])]);
}

#[test]
fn a_turn_of_several_moves_is_told_to_go_on() {
    let turn = &[("not-your-piece", "it is Black's turn"), ("turn", "Black's turn has more than one move")];
    refused(&[("progressive2", "", "a2a3 a7a6", "b2b3", turn), ("progressive2", "", "a2a3 a7a6", "Nf3", turn)]);
}

#[test]
fn a_large_game_is_answered() {
    let lion = "12e12/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/2N'22/25/12E12 w - - 0 1";
    let guarded = "12e12/25/25/25/25/25/25/25/25/25/25/25/25/p24/25/r24/25/25/25/25/25/25/25/25/12E12 w - - 0 1";
    refused(&[
        ("tai-shogi", "", "", "a7a9", &[("no-such-move", "a pawn has no move from a7 to a9")]),
        ("tai-shogi", lion, "", "c3f3", &[("no-such-move", "a lion has no move from c3 to f3")]),
        ("tai-shogi", guarded, "", "m1a12", &[("takes", "captures only unguarded enemies")]),
    ]);
}
