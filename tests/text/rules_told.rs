//! Pages have everything that files state in the language of rules, and each change of it contradicts them.
//!
//! `FERZ_RULE_CHANGES` sets the number of changes that are tried of each variant, `FERZ_RULE_FILES` the number of files made by chance.

use std::time::Duration;

use crate::common;
use crate::rules_random::conditions;
use ferz::game::Compiled;
use ferz::language::words::{self, Said};
use ferz::pages::{self, Claim, Options, Report, Verdict, endgame, render};
use ferz::rules::Rules;
use ferz::testing;
use ferz::variant::library;

fn check(name: &str, text: &str, compiled: &Compiled) -> Report {
    let watch = endgame::Unwatched(Duration::ZERO);
    let options = Options { watch: &watch, ..Options::default() };
    pages::check(name, text.as_bytes(), compiled, &options).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn contradicted(report: &Report) -> Vec<&Claim> {
    report.claims.iter().filter(|claim| claim.verdict == Verdict::Contradicted).collect()
}

/// The shipped variants whose files state something in the language, with their names.
fn games() -> Vec<(&'static str, Compiled)> {
    let all = library::names().map(|name| (name, common::variant(name)));
    let games: Vec<_> = all.filter(|(_, compiled)| !compiled.rules().tree.is_empty()).collect();
    assert!(games.len() > 20, "{}", games.len());
    games
}

/// All sentences about the tree of a variant.
fn sentences(rules: &Rules) -> Vec<String> {
    let words::Told { whole, state, names, rules: all, ends } = words::told(&rules.tree, rules);
    let texts = |said: Vec<Said>| said.into_iter().map(|said| said.text);
    whole.into_iter().chain(texts(state)).chain(texts(names)).chain(texts(all)).chain(texts(ends)).collect()
}

/// A text without tags.
fn untagged(text: &str) -> String {
    let text: String = text.split('<').map(|part| part.split_once('>').map_or(part, |(_, said)| said)).collect();
    text.replace("&gt;", ">").replace("&lt;", "<").replace("&quot;", "\"").replace("&amp;", "&")
}

/// A text without signs that only set names apart.
fn plain(text: &str) -> String {
    text.replace('`', "").replace(['_', '-'], " ")
}

/// The sentences that a page of a variant leaves out, whatever its format.
fn missing(compiled: &Compiled) -> Vec<String> {
    let rules = compiled.rules();
    let (html, markdown) = (render::html(compiled, None), render::markdown(compiled, None));
    let shown = html.split("id=\"facts\"").next().unwrap_or_default();
    let written: Vec<&str> = markdown.lines().filter(|line| !line.trim_start().starts_with("<!--")).collect();
    let (shown, written) = (plain(&untagged(shown)), plain(&written.join("\n")));
    let words = testing::in_words(rules);
    // Comments of a snapshot are wrapped.
    let words = plain(&words.lines().map(|line| line.trim_start_matches([' ', '#'])).collect::<Vec<_>>().join(" "));
    let mut all: Vec<String> = sentences(rules);
    all.retain(|sentence| {
        let sentence = plain(sentence);
        let in_snapshot = words.contains(&sentence) || sentence.starts_with("The worth of each piece");
        !(shown.contains(&sentence) && written.contains(&sentence) && in_snapshot)
    });
    all
}

#[test]
fn every_rule_of_a_shipped_variant_is_on_its_page() {
    let games = games();
    common::check_all(&games, |(name, compiled)| {
        let missing = missing(compiled);
        if missing.is_empty() { Ok(()) } else { Err(format!("{name}: {missing:#?}")) }
    });
}

/// Files with conditions by chance: all of them is on the page, and is confirmed.
#[test]
fn every_rule_of_a_file_made_by_chance_is_on_its_page() {
    let (mut made, wanted) = (0, common::setting("FERZ_RULE_FILES", 20));
    for (at, condition) in conditions(0x00C0_FFEE, 20 * wanted).iter().enumerate() {
        if made == wanted {
            break;
        }
        let when = format!("\"{}\"", condition.replace('"', "\\\""));
        let kind = ["forbid: capture", "after: move, remove: pawn on d4", "may_replace: move"][at % 3];
        let text = format!(
            "name: Made\nextends: chess\nregions: {{hill: d4-e5, camp: {{each: first 2 ranks}}}}\nstate:\n  \
             golden: {{marks: pieces, letter: g}}\n  burnt: {{marks: squares}}\n  frost: {{counts: game}}\n  \
             checks: {{counts: each side}}\ndefine: {{strong: queen or rook}}\nrules: {{made: {{{kind}, when: {when}}}}}\n\
             end: {{chance: {{win: {when}}}}}\n"
        );
        let Ok(compiled) = ferz::load_text(&text) else { continue };
        made += 1;
        assert_eq!(missing(&compiled), Vec::<String>::new(), "{text}");
        let report = check("a.md", &render::markdown(&compiled, None), &compiled);
        let odd: Vec<&Claim> = report.claims.iter().filter(|claim| claim.verdict != Verdict::Confirmed).collect();
        assert!(odd.is_empty(), "{text}\n{odd:#?}");
    }
    assert!(made >= wanted / 2, "{made} files");
}

/// The sections of a file that are in the language.
const SECTIONS: [&str; 6] = ["rules", "end", "define", "state", "turns", "regions"];

/// A file once for each of its numbers in these sections, with the number one larger.
fn with_other_numbers(text: &str) -> Vec<String> {
    let mut section = "";
    let mut at = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        if !line.starts_with([' ', '#', '\n']) {
            section = line.split(':').next().unwrap_or_default();
        }
        let code = line.split(" #").next().unwrap_or_default();
        if SECTIONS.contains(&section) && !code.trim_start().starts_with('#') {
            let digit = |at: usize| code.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
            for start in (0..code.len()).filter(|start| digit(*start) && (*start == 0 || !digit(start - 1))) {
                let end = (start..code.len()).find(|end| !digit(*end)).unwrap_or(code.len());
                let Ok(number) = code[start..end].parse::<u32>() else { continue };
                found.push(format!("{}{}{}", &text[..at + start], number + 1, &text[at + end..]));
            }
        }
        at += line.len();
    }
    found
}

/// The contradictions on a page after a change. `None` if the change left the rules as they are.
fn told_of_change(page: &str, before: &Compiled, yaml: &str) -> Option<Vec<String>> {
    let changed = ferz::load_text(yaml).ok()?;
    if changed.rules().tree == before.rules().tree && changed.rules().regions == before.rules().regions {
        return None;
    }
    let report = check("a.md", page, &changed);
    let texts = contradicted(&report).into_iter().map(|claim| claim.text.clone());
    Some(texts.filter(|text| !text.starts_with("fact fingerprint")).collect())
}

#[test]
fn each_change_of_a_rule_contradicts_the_page() {
    let games = games();
    common::check_all(&games, |(name, compiled)| {
        let (rules, page) = (compiled.rules(), render::markdown(compiled, None));
        let page = page.lines().filter(|line| line.contains("check: fact")).collect::<Vec<_>>().join("\n");
        let head = format!("name: \"{}\"\nextends: {name}\n", rules.title);
        let without = |section: &str, entry: &str| format!("{head}{section}: {{{entry}: null}}\n");
        let mut all: Vec<String> = rules.tree.rules.iter().map(|rule| without("rules", &rule.kind.name)).collect();
        all.extend(rules.tree.ends.iter().map(|end| without("end", &end.kind.name)));
        all.push(format!("{head}rules: {{added: {{forbid: capture of pawn, when: turn number = 7}}}}\n"));
        all.push(format!("{head}end: {{added: {{win: turn number = 70}}}}\n"));
        all.extend(with_other_numbers(library::get(name).ok_or("no text")?.text));
        let (mut tried, step) = (0, all.len().div_ceil(common::setting("FERZ_RULE_CHANGES", 8)));
        for yaml in all.into_iter().step_by(step.max(1)) {
            let Some(told) = told_of_change(&page, compiled, &yaml) else { continue };
            tried += 1;
            if told.is_empty() {
                return Err(format!("{name}: nothing is contradicted after\n{yaml}"));
            }
        }
        if tried < 2 { Err(format!("{name}: {tried} changes")) } else { Ok(()) }
    });
}

const GLUTTONS: &str = "name: Gluttons\nextends: chess\nstate: {full: {marks: pieces}}\nrules:\n  \
    eating: {after: capture, mark: mover, as: full}\n  no_more: {forbid: attack by pieces that are full}\n\
    end: {feast: {win: count of own pieces that are full >= 3}}\n";

/// The line of a contradiction is that of the sentence.
#[test]
fn a_contradiction_names_the_line_of_the_rule() {
    let gluttons = ferz::load_text(GLUTTONS).unwrap();
    for (name, page) in [("a.md", render::markdown(&gluttons, None)), ("a.html", render::html(&gluttons, None))] {
        let line_of = |words: &str| page.lines().position(|line| line.contains(words)).unwrap() + 1;
        let changes = [
            (GLUTTONS.replace(">= 3", ">= 2"), "has at least three pieces"),
            (
                GLUTTONS.replace("  eating: {after: capture, mark: mover, as: full}\n", ""),
                "After a capture, the moving",
            ),
            (GLUTTONS.replace("attack by pieces", "attack by queen"), "Attacks by pieces that are"),
        ];
        for (yaml, words) in changes {
            let report = check(name, &page, &ferz::load_text(&yaml).unwrap());
            let lines: Vec<usize> = contradicted(&report).into_iter().map(|claim| claim.line).collect();
            let near = line_of(words)..=line_of(words) + 2;
            assert!(lines.iter().any(|line| near.contains(line)), "{name}: {words} on {near:?}: {lines:?}");
        }
    }
}

/// An author's page that leaves rules out is told of each.
#[test]
fn rules_that_a_page_leaves_out_are_listed() {
    let gluttons = ferz::load_text(GLUTTONS).unwrap();
    let silent = |page: &str| {
        let report = check("page.txt", page, &gluttons);
        let silent = report.claims.into_iter().filter(|claim| claim.verdict == Verdict::Silent);
        silent.map(|claim| claim.text).filter(|text| text.contains('`')).collect::<Vec<_>>()
    };
    let all = silent("The rook moves any number of squares along a rank or a file.\n");
    for name in ["the rule `eating`", "the rule `no_more`", "the end `feast`"] {
        assert!(all.iter().any(|text| text == name), "{name}: {all:?}");
    }
    let some = silent("After a capture, the moving piece is marked full.\n");
    assert!(!some.iter().any(|text| text.contains("eating")) && some.iter().any(|text| text.contains("feast")));
}

/// The sentences of a page without its facts are confirmed, as the writer says them of a rule of the variant.
#[test]
fn sentences_of_rules_are_read_back_as_prose() {
    let games = games();
    common::check_all(&games, |(name, compiled)| {
        let rules = compiled.rules();
        let page = render::markdown(compiled, None);
        let words = |line: &&str| {
            !line.trim_start().starts_with("<!--") && !line.contains("data-ferz") && !line.contains("</div>")
        };
        let report = check("page.md", &page.lines().filter(words).collect::<Vec<_>>().join("\n"), compiled);
        let wrong = contradicted(&report);
        let stated = report.claims.iter().filter(|claim| claim.kind == "rule" && claim.verdict == Verdict::Confirmed);
        let (stated, wanted) = (stated.count(), rules.tree.rules.len() + rules.tree.ends.len());
        match wrong.is_empty() && stated >= wanted {
            true => Ok(()),
            false => Err(format!("{name}: {stated} of {wanted} confirmed; {wrong:#?}")),
        }
    });
}

/// A sentence that the writer would say of another rule is no rule of this variant.
#[test]
fn sentences_of_other_rules_are_not_confirmed() {
    let games = games();
    let others = games.iter().cycle().skip(1);
    let pairs: Vec<_> = games.iter().zip(others).map(|((name, own), (_, other))| (*name, own, other)).collect();
    common::check_all(&pairs, |(name, compiled, other)| {
        let own: Vec<String> = sentences(compiled.rules()).iter().map(|text| plain(text).to_lowercase()).collect();
        let mut page = sentences(other.rules());
        page.retain(|text| !own.contains(&plain(text).to_lowercase()));
        let report = check("page.txt", &page.join("\n\n"), compiled);
        let known: Vec<&Claim> = report.claims.iter().filter(|claim| claim.kind == "rule").collect();
        if known.is_empty() { Ok(()) } else { Err(format!("{name}: {known:#?}")) }
    });
}
