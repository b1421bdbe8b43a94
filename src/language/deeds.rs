//! Deeds: kinds of moves with their restrictions.

use super::fault::Fault;
use super::grammar::{Pair, Rule, range};
use super::reader::{Read, Reader};
use super::scope::Meant;
use crate::diagnostic::{nearest, suggest};
use crate::rules::tree::{Deed, DeedKind, DeedParts};

impl Reader<'_> {
    /// Reads a deed, or the name of an `instead` rule.
    pub(super) fn action(&self, pair: Pair<'_>) -> Read<Deed> {
        let at = range(&pair);
        let mut parts = pair.into_inner();
        let Some(first) = parts.next() else { return Err(Fault::new(at, "expected a kind of move")) };
        if first.as_rule() == Rule::deed {
            return self.deed(first);
        }
        let name = self.name(&first);
        let Some(Meant::Deed(id)) = self.scope.meaning(name) else {
            let mut fault =
                Fault::new(range(&first), format!("`{name}` is neither a kind of move nor a `may_replace` rule"));
            let known = || KINDS.iter().map(|(_, word)| *word).chain(self.scope.deeds.iter().map(|(name, _)| *name));
            fault = fault.instead(nearest(name, known()));
            fault.help =
                suggest(name, known()).or_else(|| Some("write `move`, `capture`, `drop` or another kind".to_owned()));
            return Err(fault);
        };
        let deed = self.with_parts(DeedParts::of_kind(DeedKind::Rule(id)), parts.collect())?;
        Ok(self.node(deed, at))
    }

    pub(super) fn deed(&self, pair: Pair<'_>) -> Read<Deed> {
        let at = range(&pair);
        let parts: Vec<Pair<'_>> = pair.into_inner().collect();
        let Some(kind) = parts.iter().find(|part| part.as_rule() == Rule::kind) else {
            return Err(Fault::new(at, "expected a kind of move"));
        };
        let words: Vec<Rule> = kind.clone().into_inner().map(|word| word.as_rule()).collect();
        let found = KINDS.iter().find(|(kind, _)| word_of(*kind) == words[0]);
        let mut deed = DeedParts::of_kind(found.map_or(DeedKind::Any, |(kind, _)| *kind));
        deed.quiet = parts.iter().any(|part| part.as_rule() == Rule::w_quiet);
        deed.first = parts.iter().any(|part| part.as_rule() == Rule::w_first);
        let deed = self.with_parts(deed, parts)?;
        Ok(self.node(deed, at))
    }

    fn with_parts(&self, mut deed: DeedParts, parts: Vec<Pair<'_>>) -> Read<DeedParts> {
        for part in parts.into_iter().filter(|part| matches!(part.as_rule(), Rule::part | Rule::object)) {
            let (at, is_object) = (range(&part), part.as_rule() == Rule::object);
            let mut inner: Vec<Pair<'_>> = part.into_inner().collect();
            if is_object {
                deed.of = Some(self.set_list(inner)?);
                continue;
            }
            let word = inner.remove(0);
            let is_step = deed.kind == DeedKind::Step;
            match word.as_rule() {
                Rule::w_of if is_step => {
                    let fault = Fault::new(range(&word), "a step has `onto`, not `of`").instead(Some("onto"));
                    return Err(fault.help("write `step onto S`".to_owned()));
                }
                Rule::w_onto if !is_step => {
                    let fault = Fault::new(range(&word), "only a step has `onto`").instead(Some("of"));
                    return Err(fault.help("write `step onto S`, or for whole moves `capture of S`".to_owned()));
                }
                _ => {}
            }
            let slot = match word.as_rule() {
                Rule::w_of | Rule::w_onto => &mut deed.of,
                Rule::w_by => &mut deed.by,
                Rule::w_from => &mut deed.from,
                _ => &mut deed.to,
            };
            if slot.is_some() {
                let word = word.as_str().trim().to_owned();
                let fault = Fault::new(at, format!("`{word}` is given twice for one move"));
                return Err(fault.help(format!("join the sets: `{word} (one or other)`")));
            }
            *slot = Some(self.set_list(inner)?);
        }
        Ok(deed)
    }
}

/// The kinds of moves with their words.
pub(super) const KINDS: &[(DeedKind, &str)] = &[
    (DeedKind::Any, "any move"),
    (DeedKind::Move, "move"),
    (DeedKind::Capture, "capture"),
    (DeedKind::Attack, "attack"),
    (DeedKind::Check, "check"),
    (DeedKind::Drop, "drop"),
    (DeedKind::Castling, "castling"),
    (DeedKind::EnPassant, "en passant"),
    (DeedKind::Promotion, "promotion"),
    (DeedKind::Step, "step"),
    (DeedKind::Turn, "turn"),
    (DeedKind::Pass, "pass"),
];

/// The first word of a kind.
fn word_of(kind: DeedKind) -> Rule {
    match kind {
        DeedKind::Any | DeedKind::Rule(_) => Rule::w_any,
        DeedKind::Move => Rule::w_move,
        DeedKind::Capture => Rule::w_capture,
        DeedKind::Attack => Rule::w_attack,
        DeedKind::Check => Rule::w_check,
        DeedKind::Drop => Rule::w_drop,
        DeedKind::Castling => Rule::w_castling,
        DeedKind::EnPassant => Rule::w_en,
        DeedKind::Promotion => Rule::w_promotion,
        DeedKind::Step => Rule::w_step,
        DeedKind::Turn => Rule::w_turn,
        DeedKind::Pass => Rule::w_pass,
    }
}
