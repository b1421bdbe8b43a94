//! Rewrites files with keys that the format no longer has.

use std::collections::HashSet;
use std::ops::Range;

use super::document::Document;
use super::format::{block_parts, comment_places, comments, is_flow, parse};
use super::lines::{Change, Lines, apply};
use crate::language;
use crate::source::SourceId;
use crate::variant::Node;
use crate::variant::gone::{Entry, Facts, Form, New, Old, Site, sites};
use crate::variant::node::{self, Map};
use crate::variant::spec::General;

/// The width up to which an entry stands on one line.
const WIDTH: usize = 120;

/// An old key that keeps a file from being rewritten.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// The byte of the key.
    pub at: usize,
    /// The key; empty if the reason is the form of the whole file.
    pub key: String,
    /// The reason.
    pub why: String,
}

/// The text of a document with new forms of all old keys. A text without old keys stays as it is.
///
/// # Errors
/// When an old key cannot be carried over: all such keys.
pub fn migrate(document: &Document) -> Result<String, Vec<Left>> {
    let ended = if document.text.ends_with('\n') { document.text.clone() } else { format!("{}\n", document.text) };
    let new = migrate_lines(&ended, document.tree())?;
    Ok(if new == ended { document.text.clone() } else { new })
}

fn migrate_lines(text: &str, merged: Option<&Node>) -> Result<String, Vec<Left>> {
    let whole = |why: &str| vec![Left { at: 0, key: String::new(), why: why.to_owned() }];
    let facts = Facts { merged, is_word: language::is_word };
    let Some(root) = parse(text) else {
        return Err(whole("it is not YAML: `ferz check` shows what is wrong"));
    };
    let found = sites(&root, &facts);
    if found.is_empty() {
        return Ok(text.to_owned());
    }
    let unsafe_form = || whole("its form cannot be changed safely: write keys and comments on lines of their own");
    // A rule keeps its place under a new name of its key, and the rest is done in the text with that name.
    let renamed = found.iter().filter(|site| site.path.first() == Some(&"rules")).flat_map(|site| &site.olds);
    let renamed: Vec<Change> = renamed.filter_map(change).collect();
    if !renamed.is_empty() {
        return migrate_lines(&apply(text, &renamed).ok_or_else(unsafe_form)?, merged);
    }
    let olds = found.iter().filter(|site| site.path == ["rules"]).flat_map(|site| &site.olds);
    let replaced = olds.flat_map(|old| &old.keys).map(|(key, _)| key.as_str()).collect();
    let (lines, comments_there) = (Lines::of(text), comment_places(text, &root));
    let rewriter = Rewriter { text, lines, root: &root, merged, comments: comments_there, replaced };
    let changes = rewriter.changes(&found)?;
    let new = changes.and_then(|changes| apply(text, &changes)).ok_or_else(unsafe_form)?;
    let after = parse(&new).filter(|after| sites(after, &facts).is_empty());
    let is_safe = after.is_some_and(|after| comments(text, &root) == comments(&new, &after));
    if is_safe { Ok(new) } else { Err(unsafe_form()) }
}

/// Keys of `rules:` that go as a whole. The first one gets what takes their place.
fn whole_keys<'a>(map: &'a Map, old: &Old, mut made: Vec<Entry>) -> Vec<Piece<'a>> {
    let mut piece = |(key, _): &(String, _)| {
        let (_, name, entry) = map.get_full(key)?;
        let made = std::mem::take(&mut made).into_iter().map(|made| (made, Vec::new())).collect();
        Some(Piece { entry, name, made, kept: Vec::new() })
    };
    old.keys.iter().filter_map(&mut piece).collect()
}

/// The change of an old key whose name or value becomes another text; `None` for others.
fn change(old: &Old) -> Option<Change> {
    let New::Text(span, text) = &old.new else { return None };
    Some(Change { start: span.range().start, end: span.range().end, text: text.clone() })
}

/// The old keys of a file, with their places.
pub fn old_keys(root: &Node) -> Vec<Range<usize>> {
    let facts = Facts { merged: Some(root), is_word: language::is_word };
    let olds = sites(root, &facts).into_iter().flat_map(|site| site.olds);
    olds.flat_map(|old| old.keys).map(|(_, span)| span.range()).collect()
}

struct Rewriter<'a> {
    text: &'a str,
    lines: Lines,
    root: &'a Node,
    merged: Option<&'a Node>,
    comments: Vec<Range<usize>>,
    /// The keys of `rules:` that go: their names are free for rules.
    replaced: Vec<&'a str>,
}

/// New entries, with the comments that belong above them.
type Made = Vec<(Entry, Vec<Range<usize>>)>;

/// The new text of a mapping below `rules:`.
struct Piece<'a> {
    entry: &'a node::Entry,
    name: &'a str,
    made: Made,
    /// The names of its keys that stay.
    kept: Vec<&'a str>,
}

impl<'a> Rewriter<'a> {
    /// The changes of the text; `None` if its form is too unusual.
    fn changes(&self, found: &[Site<'a>]) -> Result<Option<Vec<Change>>, Vec<Left>> {
        let (mut changes, mut left, mut pieces) = (Vec::new(), Vec::new(), Vec::new());
        let mut taken: HashSet<String> = HashSet::new();
        for site in found {
            let (mut made, mut gone): (Vec<Entry>, HashSet<&str>) = (Vec::new(), HashSet::new());
            for old in &site.olds {
                gone.extend(old.keys.iter().map(|(key, _)| key.as_str()));
                let fresh = match &old.new {
                    New::Text(..) => {
                        changes.extend(change(old));
                        Ok(Vec::new())
                    }
                    New::Nothing(why) => Err(why.clone()),
                    New::Entries(entries) => self.named(entries, &mut taken),
                    New::Removed(names) => self.removed(names, old),
                };
                match fresh {
                    Ok(fresh) if site.path == ["rules"] => pieces.extend(whole_keys(site.map, old, fresh)),
                    Ok(fresh) => made.extend(fresh),
                    Err(why) => left.push(left_for(old, &why)),
                }
            }
            let ["rules", name] = site.path.as_slice() else { continue };
            let Some(entry) = self.root.get("rules").and_then(|rules| rules.map()?.get(*name)) else { continue };
            let kept = site.map.keys().map(String::as_str).filter(|key| !gone.contains(key)).collect();
            pieces.push(Piece { entry, name, made: made.into_iter().map(|made| (made, Vec::new())).collect(), kept });
        }
        if !left.is_empty() {
            left.sort_by_key(|left| left.at);
            return Err(left);
        }
        Ok(self.rules(pieces).map(|more| [changes, more].concat()))
    }

    /// Entries under names that are free. An entry that the parent has in the same form is replaced, as the old key replaced the parent's.
    fn named(&self, entries: &[Entry], taken: &mut HashSet<String>) -> Result<Vec<Entry>, String> {
        let mut named: Vec<Entry> = Vec::new();
        let mut renamed: Vec<(String, String)> = Vec::new();
        for entry in entries {
            let mut entry = entry.clone();
            let own = self.root.get(entry.section).and_then(|section| section.get(&entry.name));
            if entry.section == "turns" && own.is_some() {
                return Err(format!("`turns:` at the left margin already has `{}`", entry.name));
            }
            if entry.section != "turns" {
                let is_free = |name: &str| !taken.contains(name) && self.is_free(&entry, name);
                let numbered = (2..).map(|number| format!("{}_{number}", entry.name));
                let name = std::iter::once(entry.name.clone()).chain(numbered).find(|name| is_free(name));
                let name = name.unwrap_or_default();
                taken.insert(name.clone());
                if entry.section == "regions" && name != entry.name {
                    renamed.push((entry.name.clone(), name.clone()));
                }
                entry.name = name;
            }
            renamed.iter().for_each(|(old, new)| entry.value.replace(old, new));
            named.push(entry);
        }
        Ok(named)
    }

    /// `true` if a name means nothing in a section yet, or the same in a parent.
    fn is_free(&self, entry: &Entry, name: &str) -> bool {
        let of = |root: &'a Node| root.get(entry.section).and_then(|section| section.get(name));
        let keys = |node: &Node| node.map().map(|map| map.keys().cloned().collect::<Vec<_>>());
        let is_same = |node: &Node| match &entry.value {
            Form::Map(map) => keys(node).is_some_and(|keys| keys.iter().eq(map.iter().map(|(key, _)| key))),
            _ => false,
        };
        let is_known = language::is_word(name) || General::KEYS.contains(&name);
        let is_piece = self.merged.and_then(|root| root.get("pieces")?.get(name)).is_some();
        if entry.section == "rules" && self.replaced.contains(&name) {
            return true;
        }
        of(self.root).is_none()
            && self.merged.and_then(of).is_none_or(is_same)
            && (entry.section == "rules" || !is_known && !is_piece)
            && !(entry.section == "rules" && General::KEYS.contains(&name))
    }

    /// The entries that remove what the new form of a parent says.
    fn removed(&self, names: &[(&'static str, String)], old: &Old) -> Result<Vec<Entry>, String> {
        let from = old.keys.first().map_or(0, |(_, span)| span.range().start);
        let has = |section: &str, name: &str| {
            let node = self.merged.and_then(|root| root.get(section)?.get(name));
            node.is_some_and(|node| node.span.source != SourceId(0))
        };
        let there = names.iter().filter(|(section, name)| has(section, name));
        let null = |(section, name): &(&'static str, String)| Entry {
            section,
            name: name.clone(),
            value: Form::Text("null".to_owned()),
            from,
        };
        let removed: Vec<Entry> = there.map(null).collect();
        let is_turns = names.iter().any(|(section, _)| *section == "turns");
        match removed.is_empty() && !is_turns {
            true => Err("it removes a key of the parent, whose new form has no known name".to_owned()),
            false => Ok(removed),
        }
    }

    /// The change of `rules:`, and those of the sections that its keys go to.
    fn rules(&self, mut pieces: Vec<Piece<'a>>) -> Option<Vec<Change>> {
        if pieces.is_empty() {
            return Some(Vec::new());
        }
        let root = self.root.map().filter(|_| !is_flow(self.text, self.root))?;
        let rules = root.get("rules")?;
        let map = rules.value.map()?;
        let mut whole = self.range(root, "rules", true)?;
        let key = self.lines.around(rules.key.range().start).start;
        let parts = match is_flow(self.text, &rules.value) {
            true => None,
            false => Some(block_parts(self.text, map, false)?),
        };
        let (mut lines, mut sections, mut first): (String, Made, bool) = (String::new(), Vec::new(), true);
        for (at, (name, entry)) in map.iter().enumerate() {
            let part = parts.as_ref().map(|parts| parts[at].clone());
            let own = self.text.get(entry.key.range().start..end(entry))?;
            let Some(piece) = pieces.iter_mut().find(|piece| piece.name == name) else {
                lines.push_str(&part.map_or_else(|| format!("  {own}\n"), |part| self.text[part].to_owned()));
                continue;
            };
            let is_first = std::mem::take(&mut first);
            let rest = self.rest(piece, part.as_ref())?;
            // Comments in brackets have no lines of their own: the first mapping gets them all.
            let lost = part.clone().unwrap_or(if is_first { key..whole.end } else { 0..0 });
            self.give(&mut piece.made, &lost, &rest)?;
            let (own, other): (Made, Made) = std::mem::take(&mut piece.made).into_iter().partition(is_rule);
            let start = entry.key.range().start;
            let indent = part.map_or(2, |_| start - self.lines.around(start).start);
            lines.push_str(&format!("{}{}", self.written(&own, indent), rest.text));
            sections.extend(other);
        }
        let (head, text) = match (lines.is_empty(), &parts) {
            (true, parts) => {
                // Without rules, comments above `rules:` go with what was there.
                let line = if parts.is_some() { self.lines.around(key).end } else { key };
                self.give(&mut sections, &(whole.start..line), &Rest::default())?;
                (whole.start, String::new())
            }
            (false, None) => (key, format!("rules:\n{lines}")),
            (false, Some(parts)) => (parts[0].start, lines),
        };
        whole.start = head;
        let mut changes = self.sections(sections, whole.end)?;
        changes.push(Change { start: whole.start, end: whole.end, text });
        Some(changes)
    }

    /// The lines of a mapping below `rules:` that stay, with the parts of the text that they keep.
    fn rest(&self, piece: &Piece<'a>, part: Option<&Range<usize>>) -> Option<Rest> {
        if piece.kept.is_empty() {
            return Some(Rest::default());
        }
        let map = piece.entry.value.map()?;
        if !is_flow(self.text, &piece.entry.value) {
            let part = part?;
            let parts = block_parts(self.text, map, false)?;
            let head = part.start..parts.first()?.start;
            let kept = map.keys().zip(parts).filter(|(name, _)| piece.kept.contains(&name.as_str()));
            let parts: Vec<Range<usize>> = std::iter::once(head).chain(kept.map(|(_, part)| part)).collect();
            return Some(Rest { text: parts.iter().map(|part| &self.text[part.clone()]).collect(), parts });
        }
        let slice = |entry: &node::Entry| self.text.get(entry.key.range().start..end(entry));
        let kept: Option<Vec<&str>> = piece.kept.iter().map(|name| slice(map.get(*name)?)).collect();
        let inside = format!("{{{}}}", kept?.join(", "));
        let value = piece.entry.value.span.range();
        Some(match part {
            None => Rest { text: format!("  {}: {inside}\n", piece.name), parts: Vec::new() },
            Some(part) => {
                let (before, behind) = (part.start..value.start, value.end..part.end);
                let text = format!("{}{inside}{}", &self.text[before.clone()], &self.text[behind.clone()]);
                Rest { text, parts: vec![before, behind] }
            }
        })
    }

    fn comments_in(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        self.comments.iter().filter(|place| range.contains(&place.start)).cloned().collect()
    }

    /// Gives the comments of a part of the text, except those that stay, to the entries that they describe: a comment on a line of its
    /// own to the next one, and a comment behind a value to that one.
    fn give(&self, made: &mut Made, range: &Range<usize>, rest: &Rest) -> Option<()> {
        let stays = |place: &Range<usize>| rest.parts.iter().any(|part| part.contains(&place.start));
        for place in self.comments_in(range).into_iter().filter(|place| !stays(place)) {
            let line = self.lines.around(place.start);
            let alone = self.text[line.start..place.start].trim().is_empty();
            let froms = || made.iter().enumerate().map(|(at, (made, _))| (made.from, at));
            let next = froms().filter(|(from, _)| alone && *from > place.start).min();
            let last = froms().filter(|(from, _)| *from < line.end).max();
            let (_, at) = next.or(last).or(froms().min())?;
            made[at].1.push(place);
        }
        Some(())
    }

    /// Comments as lines, in the order of the text.
    fn notes(&self, mut places: Vec<Range<usize>>, indent: usize) -> String {
        places.sort_by_key(|place| place.start);
        let line = |place: Range<usize>| format!("{}{}\n", " ".repeat(indent), &self.text[place]);
        places.into_iter().map(line).collect()
    }

    /// Entries as lines of a block.
    fn written(&self, made: &Made, indent: usize) -> String {
        let lines = |(made, notes): &(Entry, Vec<Range<usize>>)| {
            format!("{}{}", self.notes(notes.clone(), indent), made.value.lines(&made.name, indent, WIDTH))
        };
        made.iter().map(lines).collect()
    }

    /// The lines of an entry of a block with the comments above it.
    fn range(&self, map: &Map, name: &str, is_file: bool) -> Option<Range<usize>> {
        let parts = block_parts(self.text, map, is_file)?;
        let part = parts.get(map.get_index_of(name)?)?.clone();
        let end = self.lines.around(end(map.get(name)?)).end;
        Some(part.start..(end + 1).min(self.text.len()))
    }

    /// The changes that add entries to sections of the file.
    fn sections(&self, made: Made, end: usize) -> Option<Vec<Change>> {
        let mut changes = Vec::new();
        let mut fresh = String::new();
        for section in ["turns", "regions"] {
            let entries: Made = made.iter().filter(|(made, _)| made.section == section).cloned().collect();
            if entries.is_empty() {
                continue;
            }
            let notes = self.notes(entries.iter().flat_map(|(_, notes)| notes.clone()).collect(), 0);
            let map = Form::Map(entries.iter().map(|(made, _)| (made.name.clone(), made.value.clone())).collect());
            let Some(own) = self.root.map()?.get(section) else {
                fresh.push_str(&format!("{notes}{}", map.lines(section, 0, WIDTH)));
                continue;
            };
            let inner = own.value.map()?;
            let insert = |at: usize, text: String| Change { start: at, end: at, text };
            if is_flow(self.text, &own.value) {
                let comma = if inner.is_empty() { "" } else { ", " };
                let flow = map.flow();
                changes.push(insert(own.value.span.range().end - 1, format!("{comma}{}", &flow[1..flow.len() - 1])));
                changes.push(insert(self.lines.around(own.key.range().start).start, notes));
            } else {
                let first = inner.values().next()?.key.range().start;
                let indent = first - self.lines.around(first).start;
                changes.push(insert(self.range(self.root.map()?, section, true)?.end, self.written(&entries, indent)));
            }
        }
        if !fresh.is_empty() {
            changes.push(Change { start: end, end, text: fresh });
        }
        Some(changes)
    }
}

/// The lines that stay of a mapping, and the parts of the old text that they keep.
#[derive(Default)]
struct Rest {
    text: String,
    parts: Vec<Range<usize>>,
}

fn is_rule((entry, _): &(Entry, Vec<Range<usize>>)) -> bool {
    entry.section == "rules"
}

/// The end of an entry. The span of an empty value begins before its key.
fn end(entry: &node::Entry) -> usize {
    entry.value.span.range().end.max(entry.key.range().end)
}

fn left_for(old: &Old, why: &str) -> Left {
    let (key, at) = old.keys.first().map_or((String::new(), 0), |(key, span)| (key.clone(), span.range().start));
    Left { at, key, why: why.to_owned() }
}
