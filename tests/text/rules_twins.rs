//! Sentences and their false twins, which differ in one word that matters: what is said of the one must not be said of the other.

use std::time::Duration;

use crate::common;
use ferz::pages::{self, Options, Verdict, endgame};

/// What is said of a sentence: is it confirmed, is it contradicted?
fn said(sentence: &str, variant: &str) -> (bool, bool) {
    let watch = endgame::Unwatched(Duration::ZERO);
    let options = Options { watch: &watch, ..Options::default() };
    let report = pages::check("a.txt", sentence.as_bytes(), &common::variant(variant), &options).expect("a page");
    let has = |verdict| report.claims.iter().any(|claim| claim.verdict == verdict);
    (has(Verdict::Confirmed), has(Verdict::Contradicted))
}

#[test]
fn false_twins_are_not_confirmed() {
    let text = common::test_file("pages/twins.txt");
    let (mut count, mut confirmed, mut caught, mut believed, mut slandered) = (0, 0, 0, 0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [variant, truth, lie] = parts.as_slice() else { panic!("{line}: a variant and two sentences") };
        let ((right, wrong), (false_right, false_wrong)) = (said(truth, variant), said(lie, variant));
        if !right || wrong || !false_wrong || false_right {
            println!("{line}: true one {right} {wrong}, false one {false_right} {false_wrong}");
        }
        count += 1;
        confirmed += usize::from(right && !wrong);
        slandered += usize::from(wrong);
        caught += usize::from(false_wrong && !false_right);
        believed += usize::from(false_right && !false_wrong);
    }
    println!(
        "{count} pairs: {confirmed} true ones confirmed, {slandered} called wrong; {caught} false ones caught, {believed} confirmed"
    );
    assert!(
        100 * confirmed >= 90 * count && slandered == 0,
        "{confirmed} of {count} confirmed, {slandered} called wrong"
    );
    assert!(100 * caught >= 75 * count && 20 * believed <= count, "{caught} of {count} caught, {believed} confirmed");
}
