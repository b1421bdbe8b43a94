//! What can be played but is hardly meant.

use super::Compiler;
use crate::board::{Side, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{HandRule, PieceId, Rules};
use crate::source::{SourceId, Span};

/// The variant's own file: what a file inherits and does not use is no concern of its author.
const OWN: SourceId = SourceId(0);

impl Compiler<'_> {
    pub(super) fn warn(&mut self, rules: &Rules) {
        let unused: Vec<Diagnostic> = self
            .areas
            .unused()
            .filter(|(_, span)| span.source == OWN)
            .map(|(name, span)| {
                Diagnostic::warning(Code::UnusedRegion, span, format!("nothing refers to the region `{name}`"))
            })
            .collect();
        self.problems.extend(unused);
        if rules.ends.is_empty() {
            let at = self.spec.name.as_ref().map_or(Span::new(OWN, 0..0), |name| name.span);
            let help = "say how the game ends, for example `end: {checkmate: {when: {stuck: in_check}, result: loss}}`";
            self.problems.push(Diagnostic::warning(Code::NoEnd, at, "nothing ends the game").help(help));
        }
        let present = present(rules);
        for id in rules.piece_ids().filter(|id| !present[id.index()]) {
            let piece = rules.piece(id);
            let Some(span) = piece.source.span.filter(|span| span.source == OWN) else { continue };
            let message = format!("`{}` never comes onto the board", piece.name);
            let help = "put it into the setup, or let a piece promote to it";
            self.problems.push(Diagnostic::warning(Code::IdlePiece, span, message).help(help));
        }
    }
}

/// Which pieces can come onto the board: those of the setup and of shuffles, and what they become there or in a hand.
fn present(rules: &Rules) -> Vec<bool> {
    let setup = &rules.setup;
    let mut present = vec![false; rules.pieces.len()];
    let on_board = setup.men.iter().flatten().map(|man| man.piece);
    let shuffled = rules.shuffle.iter().flat_map(|shuffle| &shuffle.steps).flat_map(|step| step.pieces.iter().copied());
    let unlimited = rules.hand == Some(HandRule::Unlimited);
    let held = rules.piece_ids().filter(|id| {
        let in_hand = Side::ALL.iter().any(|side| setup.hands[*side][id.index()] > 0);
        in_hand || unlimited && rules.piece(*id).drop.is_some()
    });
    let mut open: Vec<PieceId> = on_board.chain(shuffled).chain(held).collect();
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut present[id.index()], true) {
            continue;
        }
        open.push(rules.piece(id).captured_as);
        if let Some(promotion) = &rules.piece(id).promotion {
            let zones = Side::ALL.into_iter().filter(|side| promotion.zone[*side] != SquareSet::EMPTY);
            open.extend(zones.flat_map(|side| promotion.choices[side].iter().copied()));
        }
    }
    present
}
