//! Small pages of fragments: what stands above and beside them says what they are about.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::common;
use ferz::pages::{self, Options, Verdict, endgame};

struct Page {
    variant: String,
    name: String,
    text: String,
    /// The lines that say something, and whether it is true.
    said: BTreeMap<usize, bool>,
}

fn pages_of(text: &str) -> Vec<Page> {
    let mut found: Vec<Page> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("=== ") {
            let (variant, name) = head.split_once(' ').expect("a variant and the name of a page");
            let (variant, name, text) = (variant.to_owned(), name.to_owned(), String::new());
            found.push(Page { variant, name, text, said: BTreeMap::new() });
        } else if let Some(page) = found.last_mut() {
            let number = page.text.lines().count() + 1;
            for (mark, truth) in [("{+}", true), ("{-}", false)] {
                if line.contains(mark) {
                    page.said.insert(number, truth);
                }
            }
            page.text.push_str(&line.replace(" {+}", "").replace(" {-}", ""));
            page.text.push('\n');
        }
    }
    found
}

/// How many true lines are confirmed, how many are wrongly contradicted, how many false ones are contradicted, and how many confirmed.
#[derive(Default, Debug)]
struct Score {
    lines: usize,
    confirmed: usize,
    slandered: usize,
    wrong: usize,
    caught: usize,
    believed: usize,
}

#[test]
fn fragments_are_read_with_what_stands_above_them() {
    let text = common::test_file("pages/fragments.txt");
    let mut scores = [Score::default(), Score::default()];
    for (index, page) in pages_of(&text).iter().enumerate() {
        let watch = endgame::Unwatched(Duration::ZERO);
        let options = Options { watch: &watch, ..Options::default() };
        let compiled = common::variant(&page.variant);
        let report = pages::check(&page.name, page.text.as_bytes(), &compiled, &options).expect("a page");
        let score = &mut scores[index % 2];
        for (line, truth) in &page.said {
            let has = |verdict| report.claims.iter().any(|claim| claim.line == *line && claim.verdict == verdict);
            let (right, wrong) = (has(Verdict::Confirmed), has(Verdict::Contradicted));
            if *truth {
                score.lines += 1;
                score.confirmed += usize::from(right);
                score.slandered += usize::from(wrong);
            } else {
                score.wrong += 1;
                score.caught += usize::from(wrong);
                score.believed += usize::from(right && !wrong);
            }
            let said = page.text.lines().nth(line - 1).unwrap_or_default();
            if index % 2 == 0 && (*truth != right || *truth == wrong) {
                println!("{} {}: {said} ({truth}, confirmed {right}, contradicted {wrong})", page.variant, page.name);
            }
        }
    }
    for (which, score) in ["seen", "kept apart"].iter().zip(&scores) {
        println!("{which}: {score:?}");
    }
    for (score, most) in scores.iter().zip([(80, 75), (50, 40)]) {
        assert_eq!(score.slandered, 0, "true lines are called wrong: {score:?}");
        assert!(100 * score.confirmed >= most.0 * score.lines, "{score:?}");
        assert!(100 * score.caught >= most.1 * score.wrong, "{score:?}");
        assert!(10 * score.believed <= score.wrong, "false lines are confirmed: {score:?}");
    }
}
