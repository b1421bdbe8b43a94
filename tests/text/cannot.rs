//! The page of what cannot be said: what comes nearest is a file without errors.

use ferz::compile;
use ferz::diagnostic::{Style, render_all};
use ferz::variant::{NoFiles, VariantSource};

#[test]
fn what_comes_nearest_can_be_played() {
    let page = include_str!("../../docs/cannot.md");
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    assert!(sections.len() >= 3);
    for section in sections {
        let heading = section.lines().next().unwrap_or_default();
        let text = section.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next());
        let text = text.unwrap_or_else(|| panic!("{heading}: there is no file")).to_owned();
        let loaded = compile::load(&VariantSource::Text { name: "near".to_owned(), text }, &NoFiles).unwrap();
        let drawn = render_all(&loaded.problems, &loaded.sources, Style::Plain);
        assert!(loaded.variant.is_some(), "{heading}:\n{drawn}");
        let game = ferz::Compiled::new(loaded.variant.unwrap().rules).start();
        assert!(game.is_ok_and(|game| !game.legal_moves().is_empty()), "{heading}");
    }
}
