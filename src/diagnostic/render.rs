//! Problems as text for people: message, excerpt of the file, caret, help.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::code::Code;
use super::problem::{Diagnostic, Severity};
use super::style::{Statement, Style};
use crate::source::{SourceMap, Span};

/// The largest number of problems with the same message to draw.
const MOST_OF_A_MESSAGE: usize = 10;
/// The largest number of problems of one check to draw.
const MOST_OF_A_CHECK: usize = 100;
/// Lines longer than this are cut around the problem.
const WIDEST: usize = 400;
/// Spans of more lines than this show only their beginning.
const TALLEST: usize = 6;

/// One problem with the lines it is about.
pub fn render(problem: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(&problem.message).id(problem.code.name());
    let primary = Excerpt::new(sources, problem.span);
    let same = |span: Span| primary.range_of(span).filter(|_| span.source == problem.span.source);
    let mut snippet = primary.snippet(AnnotationKind::Primary, None);
    let mut group = title.elements(Vec::<Snippet<'_, Annotation<'_>>>::new());
    for label in &problem.labels {
        if let Some(range) = same(label.span) {
            snippet = snippet.annotation(AnnotationKind::Context.span(range).label(&label.message));
        }
    }
    group = group.element(snippet);
    for label in problem.labels.iter().filter(|label| same(label.span).is_none()) {
        group = group.element(Excerpt::new(sources, label.span).snippet(AnnotationKind::Context, Some(&label.message)));
    }
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    renderer.decor_style(DecorStyle::Ascii).render(&[group])
}

/// All problems, in the order of their places, with an empty line between them.
///
/// The number of drawn problems with the same message, or of the same check, is limited. The others are only counted.
pub fn render_all(problems: &[Diagnostic], sources: &SourceMap, style: Style) -> String {
    let mut by_message: FxHashMap<(Code, &str), usize> = FxHashMap::default();
    let mut by_check: FxHashMap<Code, usize> = FxHashMap::default();
    let (mut drawn, mut left) = (Vec::new(), IndexMap::<Code, usize>::new());
    for problem in problems {
        let same = by_message.entry((problem.code, &problem.message)).or_default();
        let alike = by_check.entry(problem.code).or_default();
        if *same < MOST_OF_A_MESSAGE && *alike < MOST_OF_A_CHECK {
            (*same, *alike) = (*same + 1, *alike + 1);
            drawn.push(render(problem, sources, style) + "\n");
        } else {
            *left.entry(problem.code).or_default() += 1;
        }
    }
    drawn.extend(left.iter().map(|(code, count)| format!("and {count} more [{code}]\n")));
    drawn.join("\n")
}

/// Statements, each with its line.
pub fn render_statements(statements: &[Statement], sources: &SourceMap, style: Style) -> String {
    let group = |statement: &Statement| {
        let level = if statement.good { Level::INFO } else { Level::ERROR };
        let title = level.with_name(statement.heading).primary_title(statement.message.clone());
        let excerpt = statement.span.map(|span| Excerpt::new(sources, span).snippet(AnnotationKind::Primary, None));
        title.elements(excerpt)
    };
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    statements.iter().map(|statement| renderer.render(&[group(statement)]) + "\n").collect()
}

/// The lines around a span, as a separate text.
struct Excerpt<'a> {
    name: &'a str,
    text: &'a str,
    line: usize,
    /// Where the excerpt starts in the whole text.
    start: usize,
    span: Range<usize>,
}

impl<'a> Excerpt<'a> {
    fn new(sources: &'a SourceMap, span: Span) -> Excerpt<'a> {
        let text = sources.text(span.source);
        let from = floor(text, span.range().start);
        let to = floor(text, span.range().end.max(from));
        let line_start = text[..from].rfind('\n').map_or(0, |at| at + 1);
        let start = if from - line_start > WIDEST { floor(text, from - WIDEST / 4) } else { line_start };
        let end = end_of_lines(text, from, to);
        let shown = start..to.min(end).max(from);
        Excerpt {
            name: sources.name(span.source),
            text: &text[start..end],
            line: sources.line_column(span).line,
            start,
            span: from - start..shown.end - start,
        }
    }

    fn snippet(&self, kind: AnnotationKind, label: Option<&'a str>) -> Snippet<'a, Annotation<'a>> {
        let annotation = kind.span(self.span.clone()).label(label);
        Snippet::source(self.text).line_start(self.line).path(self.name).annotation(annotation)
    }

    /// A span of the same text as bytes of the excerpt, if it lies inside.
    fn range_of(&self, span: Span) -> Option<Range<usize>> {
        let start = span.range().start.checked_sub(self.start)?;
        let end = span.range().end.checked_sub(self.start)?;
        (start <= end && end <= self.text.len()).then_some(start..end)
    }
}

/// The end of the last line that is shown of a span.
fn end_of_lines(text: &str, from: usize, to: usize) -> usize {
    let mut end = from;
    for _ in 0..TALLEST {
        end = text[end..].find('\n').map_or(text.len(), |at| end + at);
        if end >= to || end == text.len() {
            break;
        }
        end += 1;
    }
    if end > from && text.as_bytes().get(end - 1) == Some(&b'\n') {
        end -= 1;
    }
    floor(text, end.min(from + 2 * WIDEST))
}

/// The nearest start of a character at or before a byte.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
