//! Answers to requests.

use std::ops::Range;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::changes::point;
use super::session::Session;
use super::{shapes, uri};
use crate::assist::{self, Change, Document};

/// Why a request has no answer: a code of the protocol and a sentence.
pub(super) type Refusal = (i64, String);

/// The code for a request that makes no sense at its place.
const FAILED: i64 = -32803;
/// The code for a method that is not known.
const UNKNOWN: i64 = -32601;

/// Answers a request.
pub(super) fn answer(session: &Session, method: &str, params: &Value) -> Result<Value, Refusal> {
    let address = params["textDocument"]["uri"].as_str().unwrap_or_default();
    let known = method.starts_with("textDocument/");
    let Some(document) = session.document(address).filter(|_| known) else {
        return if known { Ok(Value::Null) } else { Err((UNKNOWN, format!("`{method}` is no method of this server"))) };
    };
    let desk = Desk { session, address, document: &document, params };
    match method {
        // Other YAML files are left alone.
        "textDocument/formatting" if is_left_alone(&document.text, method) => Ok(json!([])),
        _ if is_left_alone(&document.text, method) => Ok(Value::Null),
        "textDocument/completion" => Ok(desk.completion()),
        "textDocument/hover" => Ok(desk.hover()),
        "textDocument/definition" => Ok(desk.definition()),
        "textDocument/references" => Ok(desk.references()),
        "textDocument/prepareRename" => desk.prepare_rename(),
        "textDocument/rename" => desk.rename(),
        "textDocument/documentSymbol" => Ok(desk.symbols()),
        "textDocument/foldingRange" => Ok(desk.folds()),
        "textDocument/codeAction" => Ok(desk.actions()),
        "textDocument/formatting" => Ok(desk.format()),
        "textDocument/inlayHint" => Ok(desk.hints()),
        "textDocument/semanticTokens/full" => {
            Ok(json!({"data": shapes::tokens(&document, &assist::tokens(&document))}))
        }
        _ => Err((UNKNOWN, format!("`{method}` is no method of this server"))),
    }
}

/// Returns `true` if a request about a text gets no answer because the text is not a variant file. Completion and hover answer anyway,
/// because they help to begin one.
fn is_left_alone(text: &str, method: &str) -> bool {
    match method {
        "textDocument/completion" | "textDocument/hover" => !assist::may_become_variant(text),
        _ => !assist::is_variant(text),
    }
}

struct Desk<'a> {
    session: &'a Session,
    address: &'a str,
    document: &'a Document,
    params: &'a Value,
}

impl Desk<'_> {
    fn offset(&self) -> usize {
        self.document.lines.offset(&self.document.text, point(&self.params["position"]))
    }

    /// The part of the text that a request is about.
    fn part(&self) -> Range<usize> {
        let end = |key: &str| self.document.lines.offset(&self.document.text, point(&self.params["range"][key]));
        end("start")..end("end")
    }

    fn completion(&self) -> Value {
        let items = assist::complete(self.document, self.offset(), &self.session.parents(self.address));
        let items = items.iter().enumerate().map(|(number, item)| shapes::item(self.document, number, item));
        json!({"isIncomplete": true, "items": items.collect::<Vec<_>>()})
    }

    fn hover(&self) -> Value {
        let hover = self.session.with_files(|loader| assist::hover(self.document, self.offset(), loader));
        hover.map_or(Value::Null, |hover| {
            let range = shapes::range_in(self.document, &hover.range);
            json!({"contents": {"kind": "markdown", "value": hover.text}, "range": range})
        })
    }

    fn definition(&self) -> Value {
        let text_of = |path: &Path| self.session.file(path).map(|document| document.text.clone());
        let target = assist::definition(self.document, self.offset());
        let own = (self.address, self.document.text.as_str());
        target
            .and_then(|target| shapes::location(&target, own, self.session.copies.as_deref(), &text_of))
            .unwrap_or(Value::Null)
    }

    fn references(&self) -> Value {
        let Some(name) = assist::occurrence(self.document, self.offset()) else { return Value::Null };
        let mut found = Vec::new();
        for (address, document) in self.session.family(self.address) {
            let places = assist::references(&document, &name);
            found.extend(
                places.iter().map(|place| json!({"uri": address, "range": shapes::range_in(&document, &place.range)})),
            );
        }
        Value::Array(found)
    }

    fn prepare_rename(&self) -> Result<Value, Refusal> {
        let range = assist::renamable(self.document, self.offset()).map_err(|why| (FAILED, why))?;
        let text = self.document.text.get(range.clone()).unwrap_or_default();
        Ok(json!({"range": shapes::range_in(self.document, &range), "placeholder": text}))
    }

    fn rename(&self) -> Result<Value, Refusal> {
        let new = self.params["newName"].as_str().unwrap_or_default();
        let family = self.session.family(self.address);
        let documents: Vec<&Document> = family.iter().map(|(_, document)| &**document).collect();
        let all = assist::rename(&documents, self.offset(), new).map_err(|why| (FAILED, why))?;
        let mut changes = Map::new();
        for ((address, document), own) in family.iter().zip(all).filter(|(_, changes)| !changes.is_empty()) {
            changes.insert(address.clone(), shapes::edits(document, &own));
        }
        Ok(json!({"changes": changes}))
    }

    fn symbols(&self) -> Value {
        assist::symbols(self.document).iter().map(|symbol| shapes::symbol(self.document, symbol)).collect()
    }

    fn folds(&self) -> Value {
        assist::folds(self.document).iter().map(|(start, end)| json!({"startLine": start, "endLine": end})).collect()
    }

    fn actions(&self) -> Value {
        let Some(open) = self.session.open.get(self.address) else { return Value::Null };
        let (problems, sources) = &*open.problems;
        let wanted = &self.params["context"]["only"];
        let is_wanted = |kind: &str| {
            let Some(kinds) = wanted.as_array() else { return true };
            kinds
                .iter()
                .filter_map(Value::as_str)
                .any(|wanted| kind == wanted || kind.starts_with(&format!("{wanted}.")))
        };
        let edit = |changes: &[Change]| json!({"changes": {self.address: shapes::edits(self.document, changes)}});
        let mut all = Vec::new();
        if is_wanted("quickfix") {
            let actions = assist::actions(self.document, problems, &self.part());
            all.extend(actions.iter().map(|action| {
                let problem = shapes::problem(&problems[action.problem], self.address, &open.text, sources);
                let (title, edit) = (&action.title, edit(&action.changes));
                json!({"title": title, "kind": "quickfix", "isPreferred": action.sure, "diagnostics": [problem], "edit": edit})
            }));
        }
        let fixable = problems.iter().any(|problem| problem.fixes.iter().any(|fix| fix.sure));
        if wanted.is_array() && is_wanted("source.fixAll") && fixable {
            all.extend(self.fixed().map(
                |change| json!({"title": "Make all sure fixes", "kind": "source.fixAll", "edit": edit(&[change])}),
            ));
        }
        Value::Array(all)
    }

    /// The change of the whole text that makes all sure fixes.
    fn fixed(&self) -> Option<Change> {
        let source = self.session.source(self.address);
        let fixed = self.session.with_files(|loader| assist::fix_all(&source, &self.document.text, loader)).ok()?;
        self.whole(fixed.text)
    }

    /// The change from the text to a new one; `None` if they are the same.
    fn whole(&self, new: String) -> Option<Change> {
        (new != self.document.text).then_some(Change { start: 0, end: self.document.text.len(), text: new })
    }

    fn format(&self) -> Value {
        let changes: Vec<Change> =
            assist::format(&self.document.text).ok().and_then(|new| self.whole(new)).into_iter().collect();
        shapes::edits(self.document, &changes)
    }

    fn hints(&self) -> Value {
        let hints = self.session.with_files(|loader| assist::hints(self.document, &self.part(), loader));
        let hint = |hint: &assist::Hint| {
            let at = shapes::point(self.document.lines.point(&self.document.text, hint.at));
            json!({"position": at, "label": hint.text, "paddingLeft": true})
        };
        hints.iter().map(hint).collect()
    }
}

/// The paths of the folders that an editor has opened.
pub(super) fn roots(params: &Value) -> Vec<std::path::PathBuf> {
    let folders = params["workspaceFolders"].as_array().into_iter().flatten();
    let named: Vec<_> = folders.filter_map(|folder| uri::path(folder["uri"].as_str()?)).collect();
    if !named.is_empty() {
        return named;
    }
    params["rootUri"].as_str().and_then(uri::path).into_iter().collect()
}
