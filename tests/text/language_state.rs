//! State of the language of rules in FENs: what is wrong is said with its place and with the right form.

use ferz::compile;
use ferz::fen;
use ferz::rules::Rules;
use ferz::variant::{NoFiles, VariantSource};

fn rules() -> Rules {
    let text = "name: State\nextends: chess\nstate:\n  full: {marks: pieces}\n  burnt: {marks: squares}\n  frost: {counts: game}\n  \
                shots: {counts: each side}\n  jar: {keeps: pieces}\nrules:\n  \
                a: {after: capture, mark: mover, as: full}\n  b: {after: move, mark: origin, as: burnt}\n  \
                c: {after: move, add: 1, to: frost}\n  d: {after: move, add: 1, to: own shots}\n  \
                e: {after: capture, give: captured, to: own jar}\n  \
                f: {forbid: castling, when: (any full) or (any burnt) or (frost > 2) or (own shots > 2) or any (pieces in own jar)}\n";
    let source = VariantSource::Text { name: "state".to_owned(), text: text.to_owned() };
    let loaded = compile::load(&source, &NoFiles).expect("a text");
    loaded.variant.unwrap_or_else(|| panic!("{:?}", loaded.problems)).rules
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn state_is_read_and_written() {
    let rules = rules();
    for state in [
        "full=a1,e8",
        "burnt=d4",
        "frost=12",
        "shots=2/1.5",
        "jar=P,P/n",
        "full=a1|burnt=a1,a3|frost=3|shots=1/0|jar=Q/q,r",
    ] {
        let text = format!("{START} state:{state}");
        let setup = fen::read(&text, &rules).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = fen::write(&setup, &rules);
        let same = fen::read(&again, &rules).unwrap_or_else(|error| panic!("{again}: {error}"));
        assert_eq!(setup.told, same.told, "{text} and {again}");
    }
}

#[test]
fn wrong_state_is_said_with_its_place() {
    let rules = rules();
    for (state, part, message, help) in [
        (
            "full=d4",
            "d4",
            "`full` marks a piece, but d4 is empty",
            "name the square of a piece, or leave the square out",
        ),
        ("full=a1,z9", "z9", "there is no square `z9`", "write squares with commas between them, such as `full=a1,b2`"),
        ("ful=a1", "ful", "`ful` is not a name of `state:` in this variant", "did you mean `full`?"),
        ("jar=PP/", "PP", "no piece has the symbol `PP`", "write commas between pieces: `P,P`"),
        (
            "jar=P,P",
            "P,P",
            "`jar` needs White's and Black's pieces with a `/` between them",
            "write for example `jar=P,P/p`",
        ),
        ("jar=p/", "p", "no piece has the symbol `p`", "write symbols of white pieces with commas between them"),
        ("frost=much", "much", "`much` is no number", "write a number, such as `frost=12`"),
        (
            "shots=2",
            "2",
            "`shots` needs White's and Black's number with a `/` between them",
            "write for example `shots=2/1.5`",
        ),
        (
            "last=e4",
            "last=e4",
            "`last=e4` does not have the form of `last`",
            "write the previous move: `last=e4:P@e2:e4::` for a pawn from e2 to e4",
        ),
    ] {
        let text = format!("{START} state:{state}");
        let error = fen::read(&text, &rules).expect_err(&text);
        assert_eq!((error.message.as_str(), error.help.as_deref()), (message, Some(help)), "{text}");
        assert_eq!(&text[error.span], part, "{text}");
    }
}

#[test]
fn a_letter_of_marks_has_no_effect_and_is_warned_of() {
    let text = "name: State\nextends: chess\nstate:\n  full: {marks: pieces, letter: f}\n\
                rules: {a: {after: capture, mark: mover, as: full}, b: {forbid: capture by full}}\n";
    let source = VariantSource::Text { name: "state".to_owned(), text: text.to_owned() };
    let loaded = compile::load(&source, &NoFiles).expect("a text");
    let told: Vec<&str> = loaded.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(told, ["`letter` has no effect: no FEN writes marks behind pieces"]);
}
