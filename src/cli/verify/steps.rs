//! The steps for one variant file: check, tests, snapshot, rules pages.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

use super::arguments::Arguments;
use crate::cli::bounds;
use crate::cli::common::{self, Failure, Terminal};
use crate::cli::report::{Case, Finding, Place, Step};
use crate::cli::review;
use crate::cli::rules::{self, Watch, screen};
use crate::cli::snapshot::{self, Compared};
use crate::cli::test::{self, Failed};
use crate::compile::{Loaded, Variant};
use crate::diagnostic::{self, Style};
use crate::game::Compiled;
use crate::pages::Language;
use crate::source::SourceMap;

/// The settings that the steps for all files need.
pub(super) struct Steps {
    folder: PathBuf,
    /// The folder of the snapshots, if it exists.
    snapshots: Option<PathBuf>,
    strict: bool,
    longest: Duration,
    watch: Watch,
    /// `true` once a file could not be read.
    pub unreadable: bool,
}

impl Steps {
    /// # Errors
    /// When two files would have the same snapshot.
    pub fn new(arguments: &Arguments, files: &[String]) -> Result<Steps, Failure> {
        let folder = arguments.snapshots.clone().unwrap_or_else(|| plain(&arguments.folder.join("snapshots")));
        let snapshots = folder.is_dir().then_some(folder);
        let mut taken = BTreeMap::new();
        for file in files {
            let path = snapshots.as_ref().map(|folder| snapshot::path_of(file, folder));
            if let Some(other) = path.and_then(|path| taken.insert(path, file)) {
                let message =
                    format!("`{other}` and `{file}` would have the same snapshot: verify their folders one by one");
                return Err(Failure::Usage(message));
            }
        }
        let (strict, longest) = (arguments.strict, Duration::from_secs(arguments.seconds));
        let folder = arguments.folder.clone();
        Ok(Steps { folder, snapshots, strict, longest, watch: Watch::new(arguments.solve), unreadable: false })
    }

    /// All steps for a file. A file with errors is only checked.
    pub fn verify(&mut self, file: &str, terminal: &mut Terminal) -> Result<Vec<Case>, Failure> {
        let style = terminal.style;
        let began = Instant::now();
        let loaded = match common::check(file) {
            Ok(loaded) => loaded,
            Err(failure) => {
                let message = self.message(failure)?;
                let case = Case::unreadable(Step::Check, file, &message);
                return Ok(vec![case.shown(format!("error: {message}\n"))]);
            }
        };
        let mut cases = vec![timed(began, checked(file, &loaded, style))];
        let Some(variant) = &loaded.variant else { return Ok(cases) };
        cases.extend(self.tests(file, variant, &loaded.sources, terminal)?);
        // A variant that only the oracle can play has no snapshot and no comparison of pages. The check has warned of that.
        if variant.rules.not_followed().is_some() {
            return Ok(cases);
        }
        cases.extend(self.snapshot(file, variant, style)?);
        cases.extend(self.pages(file, variant, style)?);
        Ok(cases)
    }

    /// The message of a failure. Failures of output are passed on.
    fn message(&mut self, failure: Failure) -> Result<String, Failure> {
        match failure {
            Failure::Input(message) => Ok(message),
            Failure::Usage(message) => {
                self.unreadable = true;
                Ok(message)
            }
            other => Err(other),
        }
    }

    /// A step that could not be done.
    fn undone(&mut self, step: Step, file: &str, name: &str, failure: Failure) -> Result<Case, Failure> {
        let message = self.message(failure)?;
        let shown = format!("error: {file}: {message}\n");
        let finding = Finding::error("unreadable", Place::line(file, 1), message);
        Ok(Case::new(step, file, name, vec![finding]).shown(shown))
    }

    fn tests(
        &mut self,
        file: &str,
        variant: &Variant,
        sources: &SourceMap,
        terminal: &mut Terminal,
    ) -> Result<Vec<Case>, Failure> {
        let tests = &variant.tests;
        if tests.perft.is_empty() && tests.moves.is_empty() && tests.ends.is_empty() {
            return Ok(Vec::new());
        }
        let began = Instant::now();
        let outcomes = match test::outcomes(variant, self.longest, terminal) {
            Ok(outcomes) => outcomes,
            Err(failure) => return Ok(vec![self.undone(Step::Test, file, "tests", failure)?]),
        };
        // The time is measured for all tests together.
        let time = began.elapsed() / outcomes.len().max(1) as u32;
        let case = |outcome: crate::testing::Outcome| {
            let (name, place) = (outcome.name.clone(), Place::of(outcome.span, sources));
            let failed = Failed::new(outcome, sources);
            let findings = failed.iter().map(|failed| Finding::error("failed-test", place.clone(), failed.message()));
            let shown = failed.as_ref().map(|failed| failed.in_words(file, terminal.style)).unwrap_or_default();
            Case { time, ..Case::new(Step::Test, file, name, findings.collect()).shown(shown) }
        };
        Ok(outcomes.into_iter().map(case).collect())
    }

    fn snapshot(&mut self, file: &str, variant: &Variant, style: Style) -> Result<Option<Case>, Failure> {
        let Some(folder) = &self.snapshots else { return Ok(None) };
        let (path, began) = (snapshot::path_of(file, folder), Instant::now());
        let compared = match snapshot::compare(variant, &path, &[]) {
            Ok(compared) => compared,
            Err(failure) => return Ok(Some(self.undone(Step::Snapshot, file, "snapshot", failure)?)),
        };
        let case = |findings| Case::new(Step::Snapshot, file, "snapshot", findings);
        let case = match compared {
            Compared { before: Some(before), now } if before == now => case(Vec::new()),
            Compared { before: Some(before), now } => changed(case, &path, (&before, &now), style),
            Compared { before: None, .. } => {
                let message = format!("there is no snapshot {}", path.display());
                let mut finding = Finding::error("missing-snapshot", Place::line(file, 1), message);
                finding.help = Some(format!("`ferz snapshot {file} --dir {}` writes it", folder.display()));
                let shown = finding.line() + "\n";
                case(vec![finding]).shown(shown)
            }
        };
        Ok(Some(timed(began, case)))
    }

    fn pages(&mut self, file: &str, variant: &Variant, style: Style) -> Result<Vec<Case>, Failure> {
        let named: Vec<&String> = variant.rules_pages.iter().filter(|page| !page.contains("://")).collect();
        if named.is_empty() {
            return Ok(Vec::new());
        }
        let compiled = match bounds::compiled(variant.rules.clone()) {
            Ok(compiled) => compiled,
            Err(failure) => return Ok(vec![self.undone(Step::Page, file, "rules pages", failure)?]),
        };
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        named.into_iter().map(|page| self.page((file, &compiled), &plain(&folder.join(page)), style)).collect()
    }

    /// Returns `true` if a file is in the verified folder or below. No other files are read.
    fn is_inside(&self, path: &Path) -> bool {
        let full = |path: &Path| path.canonicalize().ok();
        full(&self.folder).zip(full(path)).is_some_and(|(folder, path)| path.starts_with(folder))
    }

    fn page(&mut self, (file, compiled): (&str, &Compiled), path: &Path, style: Style) -> Result<Case, Failure> {
        let (page, began) = (path.to_string_lossy().into_owned(), Instant::now());
        let name = format!("rules page {page}");
        let fault = match path.is_file() {
            false => Some("does not exist"),
            true if !self.is_inside(path) => Some("is outside the folder"),
            true => None,
        };
        if let Some(fault) = fault {
            let message = format!("`rules_pages` names {page}, which {fault}");
            let finding = Finding::error("missing-page", Place::line(file, 1), message);
            let shown = finding.line() + "\n";
            return Ok(Case::new(Step::Page, file, name, vec![finding]).shown(shown));
        }
        let accepted = path.with_extension("accept.yaml");
        let accepted = accepted.is_file().then(|| accepted.to_string_lossy().into_owned());
        let report = rules::side_file(accepted.as_deref()).and_then(|side_file| {
            rules::compared(&page, (file, compiled), (side_file, Language::English), &self.watch)
        });
        let report = match report {
            Ok((_, report)) => report,
            Err(failure) => return self.undone(Step::Page, file, &name, failure),
        };
        let case = Case::of_page(file, &report, self.strict);
        let shown = match case.findings.is_empty() {
            true => String::new(),
            false => format!("{}\n{}\n", crate::render::paint(style, "1", &name), screen::graded(&report, true)),
        };
        Ok(timed(began, case.shown(shown)))
    }
}

/// A path without `.`, and without `..` behind other parts, so that it is the same in every message.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => _ = out.pop(),
            Component::CurDir => {}
            part => out.push(part),
        }
    }
    out
}

fn checked(file: &str, loaded: &Loaded, style: Style) -> Case {
    let shown = match loaded.problems.is_empty() {
        true => String::new(),
        false => diagnostic::render_all(&loaded.problems, &loaded.sources, style) + "\n",
    };
    Case::of_check(file, loaded).shown(shown)
}

/// A changed snapshot: the finding stands at its first line that differs.
fn changed(case: impl Fn(Vec<Finding>) -> Case, path: &Path, (before, now): (&str, &str), style: Style) -> Case {
    let same = before.lines().zip(now.lines()).take_while(|(old, new)| old == new).count();
    let old = before.lines().nth(same).unwrap_or("nothing");
    let new = now.lines().nth(same).unwrap_or("nothing");
    let message = format!("the variant differs from its snapshot: `{old}` is now `{new}`");
    let place = Place::line(&path.to_string_lossy(), same + 1);
    let mut finding = Finding::error("changed-snapshot", place, message);
    finding.help = Some("`ferz snapshot --accept` replaces the snapshot if the change is intended".to_owned());
    let title = crate::render::paint(style, "1", &path.display().to_string());
    let shown = format!("{title}\n\n{}{}\n\n", review::shown(before, now, style), finding.line());
    case(vec![finding]).shown(shown)
}

fn timed(began: Instant, case: Case) -> Case {
    Case { time: began.elapsed(), ..case }
}
