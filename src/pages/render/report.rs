//! A page with what was found on it in the margin: its own text, block by block, and beside each block its findings with
//! boards. Nothing of the page runs or is fetched.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use maud::{Markup, PreEscaped, html};

use crate::fen;
use crate::game::Compiled;
use crate::pages::claim::{Claim, Grade};
use crate::pages::context::folded;
use crate::pages::model::{Block, Kind, Page};
use crate::pages::{ReadError, Report, read};

use super::html::document;
use super::picture::Drawer;

/// The largest number of findings for which boards are drawn.
const MOST_BOARDS: usize = 200;

/// The page that a report is about, with its findings in the margin.
///
/// # Errors
/// When the page cannot be read.
pub fn annotated(report: &Report, bytes: &[u8], compiled: &Compiled) -> Result<String, ReadError> {
    let page = read::read(&report.page, bytes)?;
    let (claims, unplaced) = by_block(&page, &report.claims);
    let mut boards = Boards { drawer: Drawer::new(compiled.rules()), left: MOST_BOARDS };
    let rows: Vec<Markup> = rows(&page).iter().filter_map(|row| shown(&page, row, &claims, &mut boards)).collect();
    let name = report.page.rsplit(['/', '\\']).next().unwrap_or_default();
    let unsaid: Vec<&Claim> = report.graded(Grade::Unsaid).collect();
    let body = html! {
        main data-ferz="report" {
            header { h1 { (name) " held against " (compiled.rules().title) } (summary(report)) }
            @for row in rows { (row) }
            @if !unsaid.is_empty() { section {
                h2 { (Grade::Unsaid.heading()) }
                ul { @for claim in unsaid { li { (claim.text) } } }
            } }
            @if !unplaced.is_empty() { section {
                h2 { "Elsewhere" }
                @for claim in unplaced { (finding(claim, &mut boards)) }
            } }
        }
    };
    Ok(document(&format!("Findings: {name}"), "en", REPORT_STYLE, &body))
}

/// How much there is of each grade, and where to find what is wrong.
fn summary(report: &Report) -> Markup {
    let count = |grade: Grade| report.graded(grade).count();
    html! {
        ul.summary { @for grade in Grade::ALL.into_iter().filter(|grade| count(*grade) > 0) {
            li class=(class(grade)) { b { (count(grade)) } " " (grade.heading()) }
        } }
        @for grade in [Grade::Wrong, Grade::MayDiffer].into_iter().filter(|grade| count(*grade) > 0) {
            p { b { (grade.heading()) ": " }
                @for claim in report.graded(grade) { a href=(format!("#{}", claim.id)) { "line " (claim.line) } " " }
            }
        }
    }
}

fn class(grade: Grade) -> &'static str {
    match grade {
        Grade::Wrong => "wrong",
        Grade::MayDiffer => "may-differ",
        Grade::Inexact => "inexact",
        Grade::Unsaid => "unsaid",
        Grade::Unread => "unread",
        Grade::Outside => "outside",
        Grade::Right | Grade::Accepted => "right",
    }
}

/// The claims of each block.
type Placed<'a> = HashMap<usize, Vec<&'a Claim>>;

/// The claims of each block, and those that belong to none.
fn by_block<'a>(page: &Page, claims: &'a [Claim]) -> (Placed<'a>, Vec<&'a Claim>) {
    let mut on_line: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, block) in page.blocks.iter().enumerate() {
        let last = block.text.line(block.text.as_str().len()).max(block.line);
        (block.line..=last).for_each(|line| on_line.entry(line).or_default().push(index));
    }
    let (mut found, mut unplaced) = (Placed::new(), Vec::new());
    for claim in claims.iter().filter(|claim| claim.grade() != Grade::Unsaid) {
        let there = on_line.get(&claim.line).map_or(&[][..], Vec::as_slice);
        let says = |index: &&usize| folded(page.blocks[**index].text.as_str()).contains(&claim.text);
        let before = || on_line.range(..claim.line).next_back().and_then(|(_, blocks)| blocks.last());
        match there.iter().take(400).find(says).or(there.first()).or_else(before) {
            Some(index) => found.entry(*index).or_default().push(claim),
            None => unplaced.push(claim),
        }
    }
    (found, unplaced)
}

/// The blocks of a page in rows: each by itself, a table in one.
fn rows(page: &Page) -> Vec<Range<usize>> {
    let table = |index: usize| match page.blocks[index].kind {
        Kind::Cell { table, .. } => Some(table),
        _ => None,
    };
    let mut rows: Vec<Range<usize>> = Vec::new();
    for index in 0..page.blocks.len() {
        match rows.last_mut() {
            Some(row) if table(index).is_some() && table(row.start) == table(index) => row.end = index + 1,
            _ => rows.push(index..index + 1),
        }
    }
    rows
}

/// A row with its findings. An invisible block without contradictions is left out.
fn shown(page: &Page, row: &Range<usize>, claims: &Placed<'_>, boards: &mut Boards<'_>) -> Option<Markup> {
    let of_row: Vec<&Claim> = row.clone().flat_map(|index| claims.get(&index).into_iter().flatten().copied()).collect();
    let block = &page.blocks[row.start];
    let unseen = block.kind == Kind::Remark || block.attribute("data-fact").is_some();
    if unseen && of_row.iter().all(|claim| claim.grade() == Grade::Right) {
        return None;
    }
    let folded_up = [Grade::Right, Grade::Outside];
    let findings = of_row.iter().filter(|claim| !folded_up.contains(&claim.grade()));
    let of_grade = |grade: Grade| of_row.iter().filter(move |claim| claim.grade() == grade);
    let text = match block.kind {
        Kind::Cell { .. } => table(page, row, &of_row),
        _ => self::block(block, &of_row),
    };
    Some(html! {
        div.row {
            div.page { span.line { (block.line) } (text) }
            aside.margin {
                @for claim in findings { (finding(claim, boards)) }
                @for grade in folded_up.into_iter().filter(|grade| of_grade(*grade).next().is_some()) {
                    details.(class(grade)) {
                        summary { (of_grade(grade).count()) " " (grade.heading().to_lowercase()) }
                        @for claim in of_grade(grade) { p { (claim.detail) } }
                    }
                }
            }
        }
    })
}

fn block(block: &Block, claims: &[&Claim]) -> Markup {
    let text = marked(block, claims);
    match &block.kind {
        Kind::Heading(1) => html! { h2 { (text) } },
        Kind::Heading(2) => html! { h3 { (text) } },
        Kind::Heading(_) => html! { h4 { (text) } },
        Kind::Item => html! { p.item { (text) } },
        Kind::Caption => html! { p.caption { (text) } },
        Kind::Diagram | Kind::Remark => html! { p { code { (text) } } },
        Kind::Image { source } => {
            let name = source.rsplit('/').next().filter(|_| !source.starts_with("data:")).unwrap_or_default();
            html! { p.caption { "(picture: " (text) " " (name) ")" } }
        }
        _ => html! { p { (text) } },
    }
}

fn table(page: &Page, row: &Range<usize>, claims: &[&Claim]) -> Markup {
    let mut lines: Vec<Vec<usize>> = Vec::new();
    let mut last = None;
    for index in row.clone() {
        let Kind::Cell { row, .. } = page.blocks[index].kind else { continue };
        if last != Some(row) {
            lines.push(Vec::new());
            last = Some(row);
        }
        lines.last_mut().into_iter().for_each(|line| line.push(index));
    }
    html! {
        div.scroll { table { @for line in lines { tr {
            @for index in line { td { (marked(&page.blocks[index], claims)) } }
        } } } }
    }
}

/// The text of a block; sentences with findings are marked, and in them the words that were read.
fn marked(block: &Block, claims: &[&Claim]) -> Markup {
    let text = block.text.as_str();
    let mut at = 0;
    let mut parts: Vec<Markup> = Vec::new();
    for range in block.text.sentences() {
        let said = folded(&text[range.clone()]);
        let of_sentence = claims.iter().filter(|claim| claim.text == said);
        let Some(worst) = of_sentence.min_by_key(|claim| claim.grade()) else { continue };
        parts.push(html! { (lines(&text[at..range.start])) });
        parts.push(sentence(&text[range.clone()], worst));
        at = range.end;
    }
    html! { @for part in parts { (part) } (lines(&text[at..])) }
}

fn sentence(text: &str, claim: &Claim) -> Markup {
    let words = claim.words.as_deref().filter(|_| claim.grade().is_finding());
    let span = words.and_then(|words| text.find(words).map(|at| at..at + words.len()));
    html! {
        mark class=(class(claim.grade())) { @match span {
            Some(span) => { (text[..span.start]) u { (text[span.clone()]) } (text[span.end..]) }
            None => { (lines(text)) }
        } }
    }
}

/// A text with its breaks.
fn lines(text: &str) -> Markup {
    html! { @for (index, line) in text.split('\n').enumerate() { @if index > 0 { br; } (line) } }
}

/// Draws boards, up to a limit.
struct Boards<'a> {
    drawer: Drawer<'a>,
    left: usize,
}

impl Boards<'_> {
    fn draw(&mut self, claim: &Claim) -> Option<Markup> {
        let position = claim.position.as_ref().filter(|_| claim.grade().is_finding() && self.left > 0)?;
        let setup = fen::read(position, self.drawer.rules).ok()?;
        self.left -= 1;
        let svg = self.drawer.board(&setup, &BTreeMap::new(), position, "glance");
        let start = setup.pieces == self.drawer.rules.setup.pieces;
        let what = if start { "The position at the start" } else { "A position that shows it" };
        Some(html! { details open[!start] { summary { (what) } (PreEscaped(svg)) p.fen { code { (position) } } } })
    }
}

fn finding(claim: &Claim, boards: &mut Boards<'_>) -> Markup {
    html! {
        div.finding.(class(claim.grade())) id=(claim.id) {
            p { b { (claim.verdict.name()) } " " span.where { "line " (claim.line) } }
            @if let Some(words) = &claim.words { p.words { "\u{201c}" (words) "\u{201d}" } }
            p { (claim.detail) }
            @if let Some(board) = boards.draw(claim) { (board) }
            @if !claim.play.is_empty() { p.fen { "moves: " code { (claim.play.join(" ")) } } }
        }
    }
}

const REPORT_STYLE: &str = include_str!("report.css");
