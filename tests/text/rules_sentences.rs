//! Sentences and pictures of rendered pages: each follows from the rules of the game, whatever the game is.

use crate::common;
use ferz::pages::render;

/// The page of a game written as a change of chess, without its facts.
fn page(changes: &str) -> String {
    of(&ferz::load_text(&format!("name: Changed\nextends: chess\n{changes}")).unwrap())
}

fn of(compiled: &ferz::game::Compiled) -> String {
    let page = render::markdown(compiled, None);
    let said = |line: &&str| !line.trim_start().starts_with("<!--");
    page.lines().filter(said).collect::<Vec<_>>().join("\n")
}

/// Each game with a sentence that stands on its page, and one that does not.
fn check(cases: &[(&str, &str, &str)]) {
    for (changes, said, unsaid) in cases {
        let page = page(changes);
        assert!(page.contains(said), "{changes}: {said}\n{page}");
        assert!(unsaid.is_empty() || !page.contains(unsaid), "{changes}: {unsaid}\n{page}");
    }
}

#[test]
fn first_moves_are_said_with_the_squares_from_which_they_are_made() {
    const DOUBLE: &str = "it may also move two squares straight forward without capturing";
    check(&[
        ("", "From its second rank it may also move two squares straight forward", "first move"),
        ("pieces: {pawn: {initial: {each: first 2 ranks}}}", "From its first two ranks it may also", "first move"),
        ("pieces: {pawn: {initial: all}}", "\nIt may also move two squares straight forward", "From its"),
        ("pieces: {pawn: {initial: none}}", "The pawn moves one square", DOUBLE),
        ("rules: {unmoved: {each: a2-h2}}", "On its first move it may also move two squares", "From its"),
        ("rules: {unmoved: {each: a2-h2}}", "only as long as it has not moved: d4", "only from its second rank"),
        ("", "only from its second rank: d4", "has not moved: "),
        ("pieces: {pawn: {initial: all}}", "moves, but does not capture: d5 d6", "only from squares"),
        // Two steps back lead off the board.
        (
            "pieces: {pawn: {moves: \"fmFcfWimA\"}}",
            "leap two squares diagonally forward without",
            "leap two squares diagonally w",
        ),
    ]);
}

#[test]
fn captures_en_passant_are_said_where_an_enemy_can_make_them() {
    const PASSED: &str = "it may then be captured en passant";
    check(&[
        ("", PASSED, ""),
        (
            "",
            "En passant: when a pawn has just moved two squares at once, an enemy pawn that attacks the square that it passed over may",
            "",
        ),
        ("pieces: {pawn: {moves: \"fmWfcFifmnD\"}}", "two squares straight forward", PASSED),
        ("pieces: {pawn: {moves: \"fmWfcFifmnD\"}}", "two squares straight forward", "En passant"),
        ("pieces: {pawn: {moves: \"fmWfceF\"}}", "It captures one square diagonally forward.", "also en passant"),
        // Only Black has the pieces that capture so, and only White has those that can be captured.
        (
            "pieces: {pawn: {moves: \"fmWfcFifmnD\"}, foot: {symbol: F, moves: \"fmWfceF\"}}\n\
             setup: rnbqkbnr/ffffffff/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\ncastling: none",
            "when a pawn has just moved two squares at once, an enemy foot that attacks",
            "",
        ),
        (
            "pieces: {pawn: {moves: \"fmWfceFifmnD\", promotion: {to: queen}}, foot: {symbol: F, moves: \"fmWfcF\"}}\n\
             setup: rnbqkbnr/ffffffff/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\ncastling: none",
            "The foot moves",
            "En passant",
        ),
    ]);
}

#[test]
fn moves_are_said_with_their_directions_and_conditions() {
    check(&[
        (
            "pieces: {knight: {moves: \"nN\"}}",
            "one square along a rank or file, then one diagonally outward; the first square",
            "",
        ),
        (
            "pieces: {knight: {moves: \"mNmD\"}}",
            "Without capturing, the knight leaps",
            "two squares along a rank or file without capturing",
        ),
        ("pieces: {knight: {moves: \"flFN\"}}", "diagonally forward to the left", "forward left"),
        (
            "pieces: {knight: {safe_from: knight}, pawn: {safe_from: knight}, bishop: {safe_from: knight}, rook: {safe_from: knight}, \
          queen: {safe_from: knight}}",
            "It may not capture, but it gives check.",
            "From d4: moves or captures, and",
        ),
        ("rules: {told: {forbid: promotion to queen}}", "as far as the special rules allow", ""),
    ]);
}

#[test]
fn pages_of_shipped_games_say_what_holds() {
    let cases = [
        (
            "english-draughts",
            "captures by jumping diagonally forward over an adjacent enemy piece to the empty square behind it",
            "beside it",
        ),
        ("circe", "has put back on its square counts as unmoved", ""),
        ("shogi", "A player who gives checkmate by dropping a pawn loses.", "mated by the drop"),
        ("xiangqi", "A soldier on the first five ranks is not chased.", ""),
        ("metamachy", "Black begins, but not with a move of a piece", "Black moves first"),
        ("glinski", "A pawn that reaches the last cell of a file must", "the far"),
        (
            "glinski",
            "A player who is stalemated (not in check, and without a legal move) gets 1/4 of a point, and the opponent gets 3/4.",
            "drawn when a player is stalemated",
        ),
        ("chess", "The game is drawn, if a player claims it, when the same position occurs for the third time.", ""),
        ("chess", "with the same rights to castle and to capture en passant.", "in hand"),
        ("crazyhouse", "with the same pieces in hand and the same rights", "A captured piece leaves the board."),
        ("chess", "A captured piece leaves the board.", "may pass instead"),
        ("ataxx", "A player who cannot move must pass.", "A piece captures"),
        ("marseillais", "but only at the beginning of the next turn", "take turns"),
        ("alice", "Then it changes to the other board, as after any move.", "are new"),
        ("crazyhouse", "A rook that has been dropped may not castle.", "comes back"),
        (
            "shogi",
            "A dropped piece is not promoted, and can promote only with a later move.",
            "A drop may give checkmate",
        ),
        ("cylinder", "give check across a joined edge", "The corner at the right"),
        ("chess", "The corner at the right of each player is a light square.", "Right and left"),
        ("edgy", "Right and left are as the owner of the piece sees the board.", "a dark square"),
        ("glinski", "a file further right may begin with a higher rank than 1", "The corner at the right"),
        ("seirawan", "The move must be legal without it: the new piece cannot end a check.", ""),
        ("shogi", "bishop to horse, rook to dragon, silver to promoted silver", "When it is captured it goes"),
        ("glinski", "From a cell on which pawns start it may also move two cells", "square that it passes"),
        (
            "raumschach",
            "From c13: moves or captures, unless a piece stands between: a1",
            "unless a piece stands between: b7 c7 d7 b8",
        ),
        (
            "spartan",
            "From d7: moves, but does not capture: c6 e6; captures only: d6; only from",
            "From d4: moves, but does not capture: c3",
        ),
        ("chess", "Number of move sequences of 1, 2, 3 plies from the start", "Positions after"),
    ];
    for (name, said, unsaid) in cases {
        let page = of(&common::variant(name));
        assert!(page.contains(said), "{name}: {said}\n{page}");
        assert!(unsaid.is_empty() || !page.contains(unsaid), "{name}: {unsaid}");
    }
}

#[test]
fn pages_have_their_parts_in_order_and_fold_what_is_for_programmers() {
    let html = render::html(&common::variant("chess"), None);
    let at = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text}"));
    let order = [
        "id=\"setup\"",
        "id=\"moves\"",
        "id=\"promotion\"",
        "id=\"castling\"",
        "id=\"rules\"",
        "<details class=\"technical\">",
    ];
    assert!(order.map(at).is_sorted());
    assert!(
        ["id=\"pieces\"", "id=\"perft\"", "id=\"facts\""]
            .map(at)
            .iter()
            .all(|place| *place > at("class=\"technical\">"))
    );
}

#[test]
fn pictures_show_what_can_stand_on_a_board() {
    // A zone fills its hexagons, pieces of one army have its colour, and a piece without moves has no picture.
    let glinski = render::html(&common::variant("glinski"), None);
    assert!(glinski.contains("<path class=\"mark zone\" d=\"M") && !glinski.contains("mark zone\" d=\"M3 3H37"));
    let spartan = render::html(&common::variant("spartan"), None);
    assert!(spartan.contains("<title>Black hoplite on d7") && !spartan.contains("White hoplite on"));
    let still = page(
        "pieces: {stone: {symbol: S, moves: \"\"}}\nsetup: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBNR w KQkq - 0 1",
    );
    assert!(still.contains("The stone does not move.") && !still.contains("The stone on"));
}
