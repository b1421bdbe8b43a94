//! A sentence with a condition is contradicted only by a position that shows it.

use std::time::Duration;

use crate::common;
use ferz::fen;
use ferz::game::Compiled;
use ferz::pages::claim::{Finding, Proof};
use ferz::pages::{self, Claim, Options, Verdict, endgame};

fn claims(text: &str, compiled: &Compiled) -> Vec<Claim> {
    let watch = endgame::Unwatched(Duration::ZERO);
    let options = Options { watch: &watch, ..Options::default() };
    pages::check("page.txt", text.as_bytes(), compiled, &options).unwrap().claims
}

fn contradicted(text: &str, compiled: &Compiled) -> Vec<Claim> {
    claims(text, compiled).into_iter().filter(|claim| claim.verdict == Verdict::Contradicted).collect()
}

const CONDITIONS: [&str; 7] = [
    "If the king is in check, ",
    "If a queen was lost, ",
    "Unless the rook has moved, ",
    "Except on its first move, ",
    "Until the tenth move, ",
    "Provided that no piece stands between, ",
    "Only when a capture is possible, ",
];

const CLAIMS: [&str; 16] = [
    "castling is allowed.",
    "castling is not allowed.",
    "the pawn promotes to a king.",
    "a pawn may never promote.",
    "stalemate is a loss.",
    "the bishop moves one square diagonally.",
    "the knight moves like a queen.",
    "the rook may not capture.",
    "a position that occurs four times is a loss.",
    "the game is drawn after forty moves without a capture.",
    "a player must capture.",
    "captured pieces go to the hand.",
    "a piece may be dropped on any empty square.",
    "the player who is checkmated wins.",
    "a player may pass.",
    "White has nine pawns.",
];

#[test]
fn a_condition_is_contradicted_only_by_a_position() {
    let names = ["chess", "grand", "shogi", "xiangqi", "crazyhouse", "koko", "antichess", "jungle"];
    common::check_all(&names, |name| {
        let compiled = common::variant(name);
        let start = fen::write(&compiled.rules().setup, compiled.rules());
        for condition in CONDITIONS {
            // Sentences of one page may not change each other.
            let page: String = CLAIMS.iter().map(|claim| format!("{condition}{claim}\n\n")).collect();
            for claim in contradicted(&page, &compiled) {
                if claim.position.as_ref().is_none_or(|position| *position == start) && claim.play.is_empty() {
                    return Err(format!("{name}: no position shows it: {claim:#?}"));
                }
            }
        }
        Ok(())
    });
}

#[test]
fn positions_show_what_a_condition_denies() {
    let chess = common::variant("chess");
    let start = fen::write(&chess.rules().setup, chess.rules());
    let game = |claim: &Claim| {
        let position = claim.position.as_deref().expect("a position");
        assert_ne!(position, start, "{claim:#?}");
        let setup = fen::read(position, chess.rules()).unwrap();
        chess.game_unchecked(&setup).unwrap()
    };
    let castling = contradicted("If the king is in check, castling is allowed.", &chess);
    assert_eq!(castling.len(), 1, "{castling:#?}");
    let in_check = game(&castling[0]);
    assert!(in_check.in_check() && !in_check.legal_moves().is_empty(), "{castling:#?}");
    let promotion = contradicted("A pawn promotes to a queen only if a queen was lost.", &chess);
    assert_eq!(promotion.len(), 1, "{promotion:#?}");
    let queens = |text: &str| text.split(' ').next().unwrap_or_default().matches('Q').count();
    assert_eq!(queens(promotion[0].position.as_deref().unwrap()), queens(&start), "{promotion:#?}");
    assert!(game(&promotion[0]).legal_moves().iter().any(|made| made.promotion().is_some()), "{promotion:#?}");
}

/// The type of a proof has no case for a condition without a position.
#[test]
fn a_proof_needs_a_position_where_there_is_a_condition() {
    let start = || "8/8/8/8/8/8/8/8 w - - 0 1".to_owned();
    let plain = Finding::contradicted("the rules differ");
    assert_eq!(Proof::of(&plain, true, start()), None);
    assert_eq!(Proof::of(&plain.clone().shown(start()), true, start()), None);
    assert_eq!(Proof::of(&plain, false, start()), Some(Proof::WholeGame(start())));
    let position = "k7/8/8/8/8/8/8/7K w - - 0 1";
    let shown = plain.clone().shown(position);
    assert_eq!(Proof::of(&shown, true, start()), Some(Proof::Position(position.to_owned())));
    assert_eq!(plain.clone().proved(true, start()).verdict, Verdict::NotUnderstood);
    assert!(plain.proved(true, start()).may_differ);
}
