//! Articles, plurals and the names of sides, in the helper and in what is written with it.

use ferz::english::{article, is_plural, list, many, owned, plural, possessive, verb, with_fitting_articles};
use ferz::why;

#[test]
fn articles_follow_the_sound() {
    for (word, wanted) in [
        ("rook", "a"),
        ("immobilizer", "an"),
        ("Immobilizer", "an"),
        ("unicorn", "a"),
        ("umbrella", "an"),
        ("one-step", "a"),
        ("hour-glass", "an"),
        ("horse", "a"),
        ("heir", "an"),
    ] {
        assert_eq!(article(word), wanted, "{word}");
    }
    assert_eq!(with_fitting_articles("a rook, a elephant and an horse"), "a rook, an elephant and a horse");
    assert_eq!(with_fitting_articles("A archer takes a `ox`, a 8"), "An archer takes an `ox`, a 8");
}

#[test]
fn plurals_follow_the_noun() {
    for (one, several) in [
        ("king", "kings"),
        ("fers", "ferses"),
        ("fox", "foxes"),
        ("cavalry", "cavalries"),
        ("monkey", "monkeys"),
        ("foot soldier", "foot soldiers"),
        ("swordsman", "swordsmen"),
        ("blue-goose", "blue-geese"),
        ("wolf", "wolves"),
    ] {
        assert_eq!(plural(one), several);
    }
    assert_eq!((many(1, "ox"), many(2, "ox"), many(12, "ox")), ("one ox".into(), "two oxen".into(), "12 oxen".into()));
}

#[test]
fn sides_by_a_word_for_several_are_several() {
    assert!(["Geese", "Muscovites", "Foxes", "the Wolves"].iter().all(|name| is_plural(name)));
    assert!(["White", "Sente", "Red", "Boss", "Venus"].iter().all(|name| !is_plural(name)));
    assert_eq!((verb("Geese", "move"), verb("White", "move")), ("move".to_owned(), "moves".to_owned()));
    assert_eq!((verb("Geese", "have"), verb("Red", "have")), ("have".to_owned(), "has".to_owned()));
    let names = ["Muscovites", "Geese", "White"].map(possessive);
    assert_eq!(names, ["Muscovites'", "Geese's", "White's"]);
    assert_eq!((owned("Muscovites", "king"), owned("white", "king")), ("Muscovites' king".into(), "white king".into()));
    assert_eq!(list(&["a", "b", "c"], "or"), "a, b or c");
}

#[test]
fn pages_and_reasons_use_them() {
    let text = "name: Geese\nextends: chess\nlook: {white: Geese, black: Muscovites}\npieces: {queen: {moves: \"K\"}}\nend: null";
    let compiled =
        ferz::load_text(&text.replace(
            "queen: {moves: \"K\"}",
            "queen: null, ox: {symbol: Q, moves: \"K\"}, pawn: {promotion: {to: ox}}",
        ))
        .unwrap();
    let page = ferz::rules_page_markdown(&compiled, None);
    assert!(page.contains("Geese move first, and then the players take turns."), "{page}");
    let mut game = compiled.start().unwrap();
    let mut words = |text: &str| why::explain(&mut game, text).unwrap().notes[0].message.clone();
    assert_eq!(words("d1d5"), "an ox has no move from d1 to d5");
    assert_eq!(words("e7e5"), "the Muscovites' pawn on e7 may not be moved: it is Geese's turn");
}
