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

/// A game that cannot be said yet has the name of a shipped variant beside it.
#[test]
fn games_by_name_have_a_shipped_variant_beside_them() {
    let page = include_str!("../../docs/cannot.md");
    let table =
        page.split("## Games by name").nth(1).expect("the section").lines().filter(|line| line.starts_with("| "));
    let rows: Vec<Vec<&str>> = table.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    let wanted = ["Lasca", "Kriegspiel"];
    for name in wanted {
        assert!(rows.iter().any(|row| row[0].contains(name)), "{name}");
    }
    for row in rows.iter().filter(|row| row[0] != "game") {
        assert_eq!(row.len(), 3, "{row:?}");
        assert!(ferz::variant::library::get(row[2].trim_matches('`')).is_some(), "{row:?}");
        assert!(ferz::variant::library::find(row[0]).is_none(), "{row:?} can be said");
    }
}
