//! What is wrong with a notation, and where.

use ferz::betza::{Level, Notation, ParseError};
use ferz::compile;

/// Notation, offset of the character, part of the message.
const WRONG: [(&str, usize, &str); 63] = [
    ("f", 1, "modifiers without an atom at the end"),
    ("fm", 2, "modifiers without an atom at the end"),
    ("3W", 0, "expected a modifier or an atom, found digit"),
    ("X", 0, "suffix `X` without a leaper before it"),
    ("E", 0, "unknown atom `E`"),
    ("WFE2", 2, "unknown atom `E`"),
    ("RX", 1, "suffix `X` not allowed on slider `R`"),
    ("KY", 1, "suffix `Y` not allowed on `K`"),
    ("F3X", 2, "suffix must come before the range"),
    ("FFX", 2, "suffix `X` not allowed on a doubled atom"),
    ("W03", 1, "leading zero in range"),
    ("NN3", 2, "range after a doubled atom"),
    ("N100", 1, "range out of bounds (0–99)"),
    ("RR", 1, "`R` is already a rider and cannot be doubled"),
    ("QQ", 1, "`Q` is already a rider and cannot be doubled"),
    ("KK", 1, "doubled `K`; write `Q`"),
    ("wW", 0, "unknown modifier `w`"),
    ("hN", 0, "`h` needs a direction beside it"),
    ("hfN", 0, "`hf` is not a direction; did you mean `fh`"),
    ("vhN", 1, "`h` cannot follow `v`"),
    ("fhW", 1, "`h` has no meaning on orthogonal atom `W`"),
    ("hrF", 0, "`hr` only applies to oblique atoms"),
    ("mmW", 1, "repeated modifier `m`"),
    ("ccN", 1, "repeated modifier `c`"),
    ("ppR", 1, "repeated modifier `p`"),
    ("pgR", 1, "`p` and `g` exclude each other"),
    ("njD", 1, "`n` and `j` exclude each other"),
    ("pW", 0, "`p` on a one-step atom; write `pafW`"),
    ("gN", 0, "`g` on a one-step atom; write the hop as legs"),
    ("jN", 0, "`j` is only defined on `D`, `A` and sliders"),
    ("yR", 0, "`y` has no meaning on the last leg"),
    ("cayK", 2, "`y` has no meaning on the last leg"),
    ("yafR3", 0, "range toggle needs range 1 or unlimited"),
    ("iiR", 1, "repeated modifier `i`"),
    ("O", 1, "castling needs a range"),
    ("fO2", 0, "castling is sideways; use `s`, `l` or `r`"),
    ("cO2", 0, "castling takes no modality"),
    ("aO2", 0, "castling cannot be part of a multi-leg move"),
    ("aN", 0, "multi-leg moves on oblique atoms need Level 3"),
    ("(afW", 0, "unclosed `(`"),
    ("af)W", 2, "`)` without `(`"),
    ("[F?R", 0, "unclosed `[`"),
    ("[FR]", 2, "legs must be joined by `-` or `?`"),
    ("[F?]", 3, "expected a leg after `?`"),
    ("[]", 1, "empty bracket"),
    ("t[FR]", 0, "obsolete form; write `[F?R]`"),
    ("F-R", 1, "`-` is only allowed inside brackets"),
    ("W F", 1, "unexpected space"),
    ("fmWfceFifmnD;", 12, "unexpected `;`"),
    ("Nä", 1, "unexpected character"),
    ("äN", 0, "unexpected character"),
    ("fRbb", 4, "modifiers without an atom at the end"),
    ("(3,1)", 0, "a leap cannot be written as coordinates"),
    ("auK", 1, "the modifier `u` (unload) is not supported yet"),
    ("mxK", 1, "the modifier `x` (relay) is not supported yet"),
    ("fI", 1, "the atom `I` (imitator) is not supported yet"),
    ("K@", 1, "the atom `@` (drop) is not supported here"),
    ("fmW*", 3, "the range `*`"),
    ("afnnF", 2, "`nn` leaves an en passant right only on moves of one leg"),
    ("(az)N", 0, "repetition in parentheses is not supported yet"),
    ("azK", 1, "the modifier `z` (crooked ride) is not supported yet on moves with several legs"),
    ("[F?N]", 3, "an oblique leap after another leg needs an explicit direction"),
    ("cacacacacacaK", 0, "a move with so many capturing legs is not supported"),
];

fn error(text: &str) -> ParseError {
    let read = Notation::parse(text).and_then(|notation| compile::movement(&notation).map(|_| notation));
    read.expect_err(text)
}

#[test]
fn every_fault_has_its_place() {
    for (text, column, message) in WRONG {
        let error = error(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.message.contains(message), "{text}: {error}");
        assert_eq!(text[..error.span.start].chars().count(), column, "{text}");
        assert!(text.is_char_boundary(error.span.end), "{text}");
    }
}

#[test]
fn a_dialect_may_be_asked_for() {
    let refused = |text: &str, level| {
        let error = Notation::parse(text).unwrap().require(level).unwrap_err();
        (error.column, error.message)
    };
    assert_eq!(refused("W*", Level::XBoard), (1, "`*` needs Level 3".to_owned()));
    assert_eq!(refused("zB", Level::XBoard), (0, "`z` needs Level 3".to_owned()));
    assert_eq!(refused("FyafsF", Level::Classic), (1, "`y` needs Level 2".to_owned()));
    for (text, level) in [
        ("", Level::Classic),
        ("mRcpR", Level::Classic),
        ("nNnA", Level::Classic),
        ("fmWfceFifmnD", Level::XBoard),
        ("pR4", Level::XBoard),
        ("nN0", Level::XBoard),
        ("isO2", Level::XBoard),
        ("oR", Level::XBoard),
        ("ooR", Level::Diagram),
        ("[F?R]", Level::Diagram),
        ("FX", Level::Diagram),
        ("mQckN", Level::Diagram),
        ("nR", Level::Diagram),
        ("U", Level::Diagram),
    ] {
        assert_eq!(Notation::parse(text).unwrap().level(), level, "{text}");
    }
}

#[test]
fn strange_notations_are_read_with_a_warning() {
    for (text, columns, message) in [
        ("nR", 0..1, "`n` has no effect on a slider"),
        ("fvF", 0..2, "contradictory directions, read as `f`∪`v`"),
        ("sfK", 0..2, "`s` first does not combine with `f`; read as `s`∪`f`"),
        ("ffrN", 0..3, "one leap is `fr`"),
        ("mllbC", 1..4, "one leap is `lb`"),
        ("jB", 0..1, "to jump over a piece anywhere on the line, write `pB`"),
        ("jW", 0..2, "this move has no destinations"),
        ("gR4", 0..1, "`g` with a range"),
        ("mWY", 1..3, "write `Z`"),
        ("WtF", 1..2, "write `[W?F]`"),
        ("NNN", 0..3, "`NNN` is read as `NN`∪`N`"),
        ("fNNN", 0..4, "`fNNN` is read as `fNN`∪`N`"),
        ("FFFF", 0..4, "`FFFF` is read as `FF`∪`FF`"),
        ("fhNrlbK", 3..6, "`rlb` is read as `r`∪`lb`; to unite all of them write `rrllbb`"),
        ("fbrlK", 0..4, "read as `f`∪`br`∪`l`"),
        ("frlN", 0..3, "read as `fr`∪`l`"),
    ] {
        let warnings = Notation::parse(text).unwrap().warnings();
        assert_eq!(warnings.len(), 1, "{text}: {warnings:?}");
        assert_eq!(warnings[0].span, columns, "{text}");
        assert!(warnings[0].message.contains(message), "{text}: {}", warnings[0]);
    }
    for text in [
        "",
        "fmWfceFifmnD",
        "KisO2",
        "sfN",
        "fbF",
        "ffssK",
        "FyafsF",
        "mRcpR",
        "jW2",
        "ffrrN",
        "ffrK",
        "jB3",
        "frN",
        "NNC",
        "WWFF",
        "rrllbbK",
        "frblK",
        "fhrhK",
        "fsN",
    ] {
        assert!(Notation::parse(text).unwrap().warnings().is_empty(), "{text}");
    }
}

#[test]
fn long_and_deep_texts_are_refused_in_time() {
    let deep = "(".repeat(4000);
    assert_eq!(error(&deep).column, 8);
    let legs = format!("{}K", "a".repeat(16));
    assert!(error(&legs).message.contains("at most 16 legs"));
    assert!(compile::movement(&Notation::parse(&legs[1..]).unwrap()).is_ok());
    assert_eq!(error(&"W".repeat(4097)).column, 4096);
    assert!(Notation::parse(&"WF".repeat(2048)).is_ok());
    for hard in ["a".repeat(4096), "f(".repeat(2048), "[".repeat(4096), "m".repeat(4096), "1".repeat(4096)] {
        assert!(Notation::parse(&hard).is_err());
    }
}
