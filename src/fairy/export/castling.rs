//! Castling.

use std::collections::BTreeSet;

use super::super::table::Topic;
use super::Exporter;
use crate::board::Side;
use crate::rules::{CastlingNotation, CastlingOrigin, CastlingRule};

impl Exporter<'_> {
    pub(super) fn castling(&mut self) {
        let rules: Vec<CastlingRule> = self.rules.castling.clone();
        self.lines.flag(Topic::Castling, !rules.is_empty());
        if rules.is_empty() {
            return;
        }
        let shuffled = self.rules.castling_notation == CastlingNotation::KingTakesPartner;
        self.lines.flag(Topic::Shuffled, shuffled);
        if self.rules.shuffle.is_some() && !shuffled {
            self.lacks("shuffle", "shuffled starts with castling written as the king's move");
        }
        let board = self.rules.geometry.clone();
        let (mut files, mut ranks, mut inner) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut origins: BTreeSet<(bool, usize)> = BTreeSet::new();
        let mut casters: BTreeSet<usize> = BTreeSet::new();
        let mut opposite: Vec<bool> = Vec::new();
        for rule in &rules {
            let path = format!("castling/{}", rule.letter);
            let right = rule.letter.eq_ignore_ascii_case(&'k');
            let known = right || rule.letter.eq_ignore_ascii_case(&'q');
            let rank = board.rank_for(rule.side, rule.to) + 1;
            let level = board.rank(rule.to) == board.rank(rule.partner_to);
            let beside = if right {
                board.file(rule.partner_to) + 1 == board.file(rule.to)
            } else {
                board.file(rule.partner_to) == board.file(rule.to) + 1
            };
            if !known || !level || !beside {
                self.lacks(
                    &path,
                    "castling other than towards both ends of a rank, with the partner on the inner side",
                );
                continue;
            }
            let other = if rule.letter.is_ascii_uppercase() {
                rule.letter.to_ascii_lowercase()
            } else {
                rule.letter.to_ascii_uppercase()
            };
            opposite.push(!rule.ends.is_empty());
            if !rule.ends.is_empty() && rule.ends != [other] {
                self.lacks(&path, "castling that ends other rights than the opponent's on the same side");
            }
            if rule.dropped {
                self.lacks(&path, "castling with dropped pieces");
            }
            ranks.insert(rank);
            files.insert((right, board.file(rule.to) + 1));
            match (rule.from, rule.partner_from) {
                (CastlingOrigin::At(from), CastlingOrigin::At(partner)) => {
                    if board.rank(from) != board.rank(rule.to)
                        || board.rank(partner) != board.rank(rule.to)
                        || (board.file(partner) > board.file(from)) != right
                    {
                        self.lacks(&path, "castling from another rank, or with a partner on the other side");
                    }
                    casters.insert(board.file(from) + 1);
                    origins.insert((right, board.file(partner) + 1));
                }
                _ if shuffled => {}
                _ => self.lacks(&path, "castling from any square, written as the king's move"),
            }
            inner.insert(rule.side == Side::White);
        }
        if opposite.iter().any(|own| *own != opposite[0]) {
            self.lacks("castling", "castling that ends rights of the other side, if only some castling moves do");
        }
        self.lines.flag(Topic::OppositeCastling, opposite.first().copied().unwrap_or(false));
        let single = |right: bool, set: &BTreeSet<(bool, usize)>| -> Option<usize> {
            let found: Vec<usize> = set.iter().filter(|(side, _)| *side == right).map(|(_, file)| *file).collect();
            if found.len() == 1 { Some(found[0]) } else { None }
        };
        let several =
            |right: bool, set: &BTreeSet<(bool, usize)>| set.iter().filter(|(side, _)| *side == right).count() > 1;
        if ranks.len() > 1
            || casters.len() > 1
            || [true, false].into_iter().any(|right| several(right, &files) || several(right, &origins))
        {
            self.lacks("castling", "castling that differs between the sides");
            return;
        }
        self.lines.set(Topic::CastlingRank, ranks.first().copied().unwrap_or(1).to_string());
        for (right, topic) in [(true, Topic::CastlingRight), (false, Topic::CastlingLeft)] {
            if let Some(file) = single(right, &files) {
                self.lines.set(topic, file.to_string());
            }
        }
        if let Some(file) = casters.first() {
            self.lines.set(Topic::CastlerFile, file.to_string());
        }
        for (right, topic, corner) in [(true, Topic::PartnerRight, board.files()), (false, Topic::PartnerLeft, 1)] {
            if let Some(file) = single(right, &origins).filter(|file| *file != corner) {
                self.lines.set(topic, file.to_string());
            }
        }
        self.partners(&rules);
    }

    fn partners(&mut self, rules: &[CastlingRule]) {
        for side in Side::ALL {
            let own: Vec<&CastlingRule> = rules.iter().filter(|rule| rule.side == side).collect();
            let Some(first) = own.first() else { continue };
            let same = own.iter().all(|rule| rule.movers == first.movers && rule.partners == first.partners);
            if first.movers.len() != 1 || !same {
                self.lacks(&format!("castling/{}", first.letter), "castling by different pieces");
                continue;
            }
            let castler = self.letters(&first.movers).to_ascii_lowercase();
            let partners = self.letters(&first.partners).to_ascii_lowercase();
            self.lines.set_of(Topic::Castler, side, castler);
            self.lines.set_of(Topic::Partners, side, partners);
        }
    }
}
