//! Sentences that are left open, in whole or in part: they may speak of something else, or a part of them was not read.

use crate::common;
use crate::rules_claims::{check, said};
use ferz::pages::{Claim, Verdict};

/// Sentences that must not be called wrong, as they speak of another piece, another side, or only of a part.
#[test]
fn what_is_not_wrong_is_not_contradicted() {
    let rows = [
        ("atomic", "Pawns become another (non-royal) piece of choice when they promote on the last rank."),
        ("berolina", "Pawns step diagonally and capture by going forward."),
        ("orda", "The Horde cannot castle."),
        ("orda", "The lancer moves like a knight but captures like a rook."),
        ("orda", "As the archer is not colorbound, it is worth more than a bishop."),
        ("knightmate", "Knights that move like a king are called commoners here."),
        ("shako", "The cannon captures by jumping over another piece."),
        ("spartan", "Black cannot castle."),
        ("shatranj", "A stalemate counts as a win, two bare kings are a draw."),
        ("xiangqi", "Perpetual checking is forbidden, and the side that checks loses."),
        ("xiangqi", "Soldiers also move one square sideways beyond the river."),
        ("giveaway", "Stalemate with an equal number of pieces is a draw."),
        ("chess", "No piece other than the knight can jump over another."),
        ("chess", "On the other hand, captured pieces are out of the game."),
        ("chess", "To win, the king must reach the sixth rank before the pawn."),
        ("chess", "White wins by bringing the pawn to the last rank."),
        (
            "xiangqi",
            "Soldiers move one square forward; having crossed the river they may also move one square sideways.",
        ),
        ("xiangqi", "The general moves one square horizontally or vertically."),
        ("shogi", "Black moves first."),
        ("shogi", "A dropped piece may not promote on the drop."),
        ("shogi", "The rook promotes to a dragon, which moves like a rook or one square diagonally."),
        ("crazyhouse", "A promoted pawn that is captured goes to the hand as a pawn."),
        ("hoppelpoppel", "Knights capture like bishops and bishops capture like knights."),
        ("doublearmy", "The central king has no royal status."),
        ("spartan", "The hoplite can additionally be promoted into king if only one remains."),
        ("makruk", "The khon (king) moves one square in any direction."),
        ("pocketknight", "Each player has a knight in hand, which can be dropped at any moment."),
        ("atomic", "A capture next to your own king would destroy it."),
        ("chess", "A player in check must capture the attacker, block the check or move the king."),
        ("chess", "The king must not be left in check after a pawn has been captured."),
        ("racingkings", "There are no checks."),
        ("duck", "Kings are allowed to move onto attacked squares."),
        ("capablanca", "A pawn may promote to an archbishop and a chancellor as well."),
        // A condition, another piece, a remark in brackets, and a rule of another game.
        ("chess", "During its first move, the king can jump like a knight to the second row."),
        (
            "chess",
            "The Divine King moves up to two squares in any direction. The King moves one square in any direction.",
        ),
        ("chess", "A dropped rook can't castle."),
        ("chess", "Pawns capture diagonally, one square forward."),
        ("chess", "They must capture the king."),
        ("xiangqi", "Two areas in the middle of the edges are the palaces (castle)."),
        ("chess", "The king is attacked by the queen; it cannot capture the queen, because it would then be attacked."),
        ("chess", "Don't castle before the centre is open."),
        ("chess", "The pawn moves one square.\n\nMoves exactly like a rook."),
        ("orda", "As the Horde's pawns start on the third rank, they cannot move two squares."),
        ("synochess", "Stalemate is a loss for the player (in chess, it is a draw)."),
        ("shogi", "Knight: one step to the left or right, and two steps forward."),
    ];
    for (variant, sentence) in rows {
        let claims = said(sentence, &common::variant(variant));
        let wrong: Vec<&Claim> = claims.iter().filter(|claim| claim.verdict == Verdict::Contradicted).collect();
        assert!(wrong.is_empty(), "{variant}: {wrong:#?}");
    }
}

/// A word that denies or limits a claim, or an unread part of it, keeps it from being confirmed, and sentences that go
/// on about something else are contradicted all the same.
#[test]
fn unread_words_and_clauses() {
    let verdicts = |variant: &str, text: &str| -> Vec<Verdict> {
        said(text, &common::variant(variant)).iter().map(|claim| claim.verdict).collect()
    };
    for (variant, sentence) in [
        ("chess", "Every piece stops where it is blocked (though not even knights may jump over a piece)."),
        ("chess", "The pawns do not have the option to move two squares or be captured en passant."),
        ("makruk", "When a pawn reaches the last rank, it becomes a met."),
        ("chess", "The king can castle through a barrier of smoke."),
        ("crazyhouse", "Dropped pawns standing on the fourth rank may make a double step."),
        ("shogi", "Coming back to one position nine times running is a loss for the player giving perpetual check."),
        ("xiangqi", "The horse does not jump like the knight of chess."),
    ] {
        assert!(!verdicts(variant, sentence).contains(&Verdict::Confirmed), "{sentence}");
    }
    for (variant, sentence) in [
        ("chess", "It is played on a 7x9 board, and an old legend tells of its inventor."),
        ("shako", "The Shako elephant can move two or three squares diagonally."),
        ("shako", "When moving, the cannon moves exactly like a bishop."),
        ("crazyhouse", "Pawns that were promoted and later captured are dropped as queens."),
        ("crazyhouse", "A dropped rook can castle."),
        ("shogun", "Pieces can be dropped within the first 2 ranks."),
        ("chess960", "The bishops must start on squares of the same colour."),
        ("chess", "After kingside castling the king stands on g1 and the rook on e1."),
        ("chess", "A pinned piece cannot give check."),
        ("minishogi", "All minor pieces move like a silver when promoted."),
        ("makruk", "The met draws one field straight."),
    ] {
        let found = verdicts(variant, sentence);
        assert!(found.contains(&Verdict::Contradicted), "{sentence}: {found:?}");
    }
    for (variant, sentence) in [
        ("chess", "After kingside castling the king stands on g1 and the rook on f1."),
        ("chess960", "The bishops must start on squares of different colours."),
        ("minishogi", "All minor pieces move like a gold when promoted."),
        ("makruk", "The met draws one field diagonally."),
        ("atomic", "Everything on the eight squares around the capture is removed, except pawns."),
        ("janggi", "The board consists of 90 points on 9 vertical files and 10 horizontal ranks."),
        ("chess", "The queen begins on a square of her own colour."),
        ("makruk", "Bishop - can go one square diagonally or one square forward vertically."),
        ("xiangqi", "Unlike chess, in which stalemate is a draw, a player without a legal move loses."),
        ("chess", "A knight makes an L-shaped leap: two squares vertically and one horizontally."),
        ("shogi", "Except for the king and the gold, all pieces can promote."),
    ] {
        let found = verdicts(variant, sentence);
        assert!(found.contains(&Verdict::Confirmed), "{sentence}: {found:?}");
        assert!(!found.contains(&Verdict::Contradicted), "{sentence}: {found:?}");
    }
}

/// A sentence that may speak of something else contradicts nothing, and one with an unread number confirms nothing.
#[test]
fn what_may_mean_something_else_is_left_open() {
    use Verdict::{Confirmed, Contradicted};
    let cases = [
        ("tencubed", "10x10 board with four new pieces.", Contradicted),
        ("english-draughts", "Black moves first.", Contradicted),
        ("kingofthehill", "A player wins by bringing the king to the centre: a1, a8, h1 or h8.", Confirmed),
    ];
    for (variant, text, verdict) in cases {
        let report = check("a.txt", text, &common::variant(variant));
        let about = |claim: &&Claim| claim.kind != "board" && claim.verdict == verdict;
        assert!(report.claims.iter().find(about).is_none(), "{report:#?}");
    }
}
