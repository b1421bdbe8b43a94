//! Variant files drafted from pages.

use ferz::pages::draft::{Choice, Draft, draft};
use ferz::pages::{self, Options, Verdict};

fn from(name: &str, page: &str, extends: &str) -> Draft {
    draft(name, page.as_bytes(), Choice { extends: Some(extends), without: &[] }).unwrap()
}

#[test]
fn what_is_read_becomes_rules_and_the_rest_comments() {
    let page = "# Slow bishops\n\nThe bishop moves one square diagonally.\nStalemate is a loss.\n\
                Castling is not allowed.\nA rook may glow in the dark after a capture.\n";
    let draft = from("slow.md", page, "chess");
    assert!(draft.yaml.contains("bishop: {moves: \"F\"} # line 3"), "{}", draft.yaml);
    assert!(draft.yaml.contains("castling: none # line 5"), "{}", draft.yaml);
    assert!(draft.yaml.contains("result: loss} # line 4"), "{}", draft.yaml);
    assert!(draft.yaml.contains("# line 6: A rook may glow"), "{}", draft.yaml);
    assert_eq!(draft.contradicted, 0);
    // The loop is closed: the page held against the draft.
    let rules = ferz::load_text(&draft.yaml).unwrap();
    assert_eq!(rules.rules().title, "Slow bishops");
    let report = pages::check("slow.md", page.as_bytes(), &rules, &Options::default()).unwrap();
    assert_eq!(report.summary.count(Verdict::Confirmed), draft.confirmed);
    assert!(!report.fails(false), "{report:#?}");
}

#[test]
fn tables_and_lists_give_pieces_and_setup() {
    let page = "<h1>Dragons</h1><ul><li>e1, e8: King<li>a1, h1, a8, h8: Dragon<li>b1, b8: Knight<li>a2-h2, a7-h7: Pawns</ul>\n\
                <table><tr><th>Piece<th>ID<th>Moves (Betza)<tr><td>Dragon<td>D<td>RF<tr><td>Knight<td>N<td>NF</table>";
    let draft = from("dragons.html", page, "chess");
    let rules = ferz::load_text(&draft.yaml).unwrap();
    let dragon = rules.rules().pieces.iter().find(|piece| piece.name == "dragon").unwrap();
    assert_eq!((dragon.notation.as_str(), dragon.symbol.white.as_str()), ("RF", "D"), "{}", draft.yaml);
    let setup = "dn2k2d/pppppppp/8/8/8/8/PPPPPPPP/DN2K2D";
    assert!(draft.yaml.contains(setup), "{}", draft.yaml);
    assert!(draft.yaml.contains("knight: {moves: \"NF\"}"), "{}", draft.yaml);
}

#[test]
fn a_diagram_of_another_size_gives_the_board() {
    let page = "h1 Small\np The pieces stand as below.\n.diagram\n  | fen:rnkr/pppp/4/4/PPPP/RNKR:\n";
    let draft = from("small.pug", page, "chess");
    let rules = ferz::load_text(&draft.yaml).unwrap();
    let geometry = &rules.rules().geometry;
    assert_eq!((geometry.files(), geometry.ranks()), (4, 6), "{}", draft.yaml);
    assert_eq!(rules.start().unwrap().perft(1), 8 + 2, "{}", draft.yaml);
}

#[test]
fn the_nearest_game_is_extended() {
    let page = "# Our shogi\n\nShogi on 9x9 squares with lance, knight, silver, gold, bishop, rook, king and pawn.\n\
                Captured pieces go to the hand of the captor, who may drop them.\nThe lance moves any number of squares straight forward.\n";
    let near = draft("our.md", page.as_bytes(), Choice::default()).unwrap();
    assert!(ferz::load(&near.base).unwrap().rules().pieces.iter().any(|piece| piece.name == "lance"), "{}", near.base);
    let other = draft("our.md", page.as_bytes(), Choice { extends: None, without: &[near.base.as_str()] }).unwrap();
    assert_ne!(other.base, near.base);
    ferz::load_text(&other.yaml).unwrap();
}

#[test]
fn whatever_a_page_is_the_draft_is_a_file_that_loads() {
    let pages = [
        "",
        "# \"a\\b\": c #\n",
        "- \u{1}\u{7}a1: x\n",
        "The rook moves like a rook: no.\n a9-z99, b0: Rook",
        "<table><tr><th>Piece<th>Moves<tr><td>null<td>R<tr><td>~<td>K",
    ];
    for page in pages {
        let draft = from("odd.html", page, "chess");
        ferz::load_text(&draft.yaml).unwrap_or_else(|error| panic!("{page:?}: {error}\n{}", draft.yaml));
    }
    let unknown = draft("odd.md", b"", Choice { extends: Some("no such game"), without: &[] });
    assert!(unknown.unwrap_err().to_string().contains("no such game"));
}
