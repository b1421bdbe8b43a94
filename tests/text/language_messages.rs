//! Messages about mistakes that authors make in the language of rules: what is wrong, and what to write.

use ferz::compile;
use ferz::variant::{NoFiles, VariantSource};

/// The errors of a game with some more lines, each with its place and its help.
fn errors(more: &str) -> Vec<String> {
    let text =
        format!("name: Mistakes\nextends: chess\nstate: {{tired: {{marks: pieces}}}}\nallow: [idle-key]\n{more}\n");
    let source = VariantSource::Text { name: "mistakes".to_owned(), text };
    let loaded = compile::load_for_oracle(&source, &NoFiles).expect("a text");
    let errors = loaded.problems.iter().filter(|problem| problem.is_error());
    let told = errors.map(|problem| {
        let help = problem.help.as_deref().unwrap_or("no help");
        format!("`{}`: {}; {help}", loaded.sources.snippet(problem.span), problem.message)
    });
    told.collect()
}

#[test]
fn mistakes_are_explained() {
    for (more, wanted) in [
        (
            "end: {z: {win: no own rook on board}}",
            "`board`: expected a set, found `board`; all pieces stand on the board: leave out `on board`, or name a region after `on`",
        ),
        (
            "end: {z: {win: 3 own queens}}",
            "`own`: expected a comparison after `3`, found `own`; write `at least 3 own queens`, `exactly 3 own queens` or `count of own queens >= 3`",
        ),
        ("end: {z: {win: at least 2 of own rook are on rank 8}}", "`of `: unexpected `of`; leave out `of`"),
        ("end: {z: {wins: no own rook}}", "`wins`: unknown key `wins` in an end; did you mean `win`?"),
        (
            "end: {z: {outcome: no own rook}}",
            "`outcome`: unknown key `outcome` in an end; known: `win`, `loss`, `draw`, `out`, `for`, `when` or `result`",
        ),
        (
            "rules: {t: {before: capture, remove: captured}}",
            "`t`: a rule needs one of the keys `pieces`, `forbid`, `must`, `after` or `may_replace`, and `t` has none; \
             `forbid` takes moves away, `must` demands them, `after` adds effects, `may_replace` is a move of its own, and `pieces` changes how pieces move",
        ),
        (
            "rules: {t: {forbids: capture}}",
            "`forbids`: a rule needs one of the keys `pieces`, `forbid`, `must`, `after` or `may_replace`, and `t` has none; did you mean `forbid`?",
        ),
        (
            "rules: {t: {forbid: move, when: any tired king}}",
            "`king`: expected `pieces`, `piece`, `and` or `or`, found `king`; write `tired or king` for two kinds, `king that is tired` for a kind with a mark",
        ),
        (
            "rules: {t: {after: move, choose: {head: squares beside tail, tail: empty squares}, build: head}}",
            "`tail`: `tail` is not chosen yet; the set of a choice may name only the choices above it",
        ),
        (
            "rules: {t: {after: move, choose: squares beside chosen, build: chosen}}",
            "`chosen`: `chosen` is not chosen yet; the set of a choice may name only the choices above it",
        ),
        (
            "rules: {t: {after: move, when: mover is in hill, remove: mover}}",
            "`hill`: expected `own` or `enemy`, found `hill`; write `on` for squares, such as `mover is on rank 4`, and nothing for a set, such as `mover is queen`; `in own hand` is for pieces off the board",
        ),
        (
            "rules: {t: {after: move, place: knight, on: where it was}}",
            "`where`: expected a set, found `where`; `where` stands behind a set; the square that the mover has left is `origin`, and `before (S)` reads S in the position before the move",
        ),
        ("rules: {unmovd: a1}", "`unmovd`: unknown key `unmovd` in the rules; did you mean `unmoved`?"),
    ] {
        let told = errors(more);
        assert_eq!(told.first().map(String::as_str), Some(wanted), "{more}: {told:#?}");
    }
}

/// A mark before `pieces` is a set of pieces, as in `pieces that are tired`.
#[test]
fn a_name_may_stand_before_pieces() {
    for set in ["tired pieces", "own tired pieces", "strong pieces beside mover"] {
        let more = format!("define: {{strong: queen or rook}}\nrules: {{t: {{after: capture, remove: '{set}'}}}}");
        assert!(errors(&more).is_empty(), "{set}: {:?}", errors(&more));
    }
    let told = errors("rules: {t: {after: capture, remove: tierd pieces}}");
    assert_eq!(told, ["`tierd`: `tierd` is neither a piece nor another name of this file; did you mean `tired`?"]);
}

/// No message of the program names a file of its repository.
#[test]
fn no_help_names_a_file_of_the_repository() {
    let grammar = include_str!("../../src/language/grammar.rs");
    assert!(!grammar.lines().any(|line| line.trim_start().starts_with('_') && line.contains("docs/")));
}
