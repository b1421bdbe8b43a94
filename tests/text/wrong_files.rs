//! Every wrong file under `tests/wrong` gives errors with places, and the same text each time.

use ferz::compile::{self, Loaded};
use ferz::diagnostic::{Style, render_all};
use ferz::source::SourceMap;
use ferz::variant::{DiskLoader, VariantSource};

fn load(path: &std::path::Path) -> Loaded {
    compile::load(&VariantSource::File(path.to_owned()), &DiskLoader).expect("the file is there")
}

/// Every span lies inside of its text, on the borders of characters.
fn assert_places(loaded: &Loaded) {
    let sources: &SourceMap = &loaded.sources;
    for problem in &loaded.problems {
        for span in std::iter::once(problem.span).chain(problem.labels.iter().map(|label| label.span)) {
            let text = sources.text(span.source);
            assert!(text.get(span.range()).is_some(), "{problem:?} is outside of its text");
        }
        let place = sources.line_column(problem.span);
        assert!(place.line >= 1 && place.column >= 1);
        assert!(!problem.message.is_empty() && !problem.message.contains('\n'), "{problem:?}");
    }
}

#[test]
fn wrong_files_are_told_what_is_wrong() {
    insta::glob!("../wrong", "*.yaml", |path| {
        let loaded = load(path);
        assert!(loaded.variant.is_none(), "{} loads", path.display());
        assert!(loaded.problems.iter().any(|problem| problem.is_error()));
        assert_places(&loaded);
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false, filters => vec![(r"[^\s`]*tests/wrong/", "")]}, {
            insta::assert_snapshot!(render_all(&loaded.problems, &loaded.sources, Style::Plain));
        });
    });
}
