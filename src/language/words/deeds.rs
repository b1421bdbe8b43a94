//! Kinds of moves in words.

use super::noun::Form;
use super::speaker::Speaker;
use crate::english::{list, with_article};
use crate::rules::tree::{Deed, DeedKind, Set, SetKind};

impl Speaker<'_> {
    /// A kind of move: `capture of a pawn by a knight`, `captures of pawns by knights`.
    pub fn deed(&self, deed: &Deed, form: Form) -> String {
        let parts = &deed.kind;
        let name = match parts.kind {
            DeedKind::Rule(id) => {
                let name = self.tree.rules.get(id.index()).map_or("", |rule| rule.kind.name.as_str());
                format!("{} by the rule `{name}`", pick(form, "move", "moves"))
            }
            // A move of one step is called a move.
            DeedKind::Step if !self.tree.has_steps() => named(DeedKind::Move, form).to_owned(),
            kind => named(kind, form).to_owned(),
        };
        let first = if parts.first { "first " } else { "" };
        let quiet = if parts.quiet { "non-capturing " } else { "" };
        let object = match parts.kind {
            DeedKind::Attack | DeedKind::Check => "on",
            DeedKind::Step => "onto",
            _ => "of",
        };
        let target = if parts.kind == DeedKind::Drop { "on" } else { "to" };
        let mut text = format!("{first}{quiet}{name}");
        for (word, set) in [(object, &parts.of), ("by", &parts.by), ("from", &parts.from), (target, &parts.to)] {
            if let Some(set) = set {
                text.push_str(&format!(" {word} {}", self.operand(set, word, form)));
            }
        }
        text
    }

    /// A captured piece, the mover, or a place.
    fn operand(&self, set: &Set, word: &str, form: Form) -> String {
        let is_place = ["from", "to", "on"].contains(&word);
        match &set.kind {
            SetKind::Area(area) if is_place => self.area_name(area),
            SetKind::Union(parts) if is_place => {
                let parts: Vec<String> = parts.iter().map(|part| self.operand(part, word, form)).collect();
                list(&parts, "or")
            }
            _ => self.noun(set).general(form),
        }
    }

    /// Several kinds of moves in the plural: `moves and attacks`.
    pub fn all_deeds(&self, deeds: &[Deed]) -> String {
        let texts: Vec<String> = deeds.iter().map(|deed| self.deed(deed, Form::Many)).collect();
        list(&texts, "and")
    }

    /// Any of several kinds of moves: `a move by a pawn or a drop`.
    pub fn any_deed(&self, deeds: &[Deed]) -> String {
        let texts: Vec<String> = deeds.iter().map(|deed| self.one_deed(deed)).collect();
        list(&texts, "or")
    }

    /// A kind of move with its article.
    pub fn one_deed(&self, deed: &Deed) -> String {
        let text = self.deed(deed, Form::One);
        if deed.kind.first { format!("the {text}") } else { with_article(&text) }
    }
}

fn pick(form: Form, one: &'static str, many: &'static str) -> &'static str {
    if form == Form::One { one } else { many }
}

fn named(kind: DeedKind, form: Form) -> &'static str {
    let (one, many) = match kind {
        DeedKind::Any => ("move of any sort", "moves of any sort"),
        DeedKind::Move | DeedKind::Rule(_) => ("move", "moves"),
        DeedKind::Capture => ("capture", "captures"),
        DeedKind::Attack => ("attack", "attacks"),
        DeedKind::Check => ("check", "checks"),
        DeedKind::Drop => ("drop", "drops"),
        DeedKind::Castling => ("castling move", "castling moves"),
        DeedKind::EnPassant => ("en passant capture", "en passant captures"),
        DeedKind::Promotion => ("promotion", "promotions"),
        DeedKind::Step => ("step of a move", "steps of a move"),
        DeedKind::Turn => ("turn", "turns"),
        DeedKind::Pass => ("pass", "passes"),
    };
    pick(form, one, many)
}
