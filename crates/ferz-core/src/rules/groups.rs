//! Groups of pieces that rules name.
//!
//! Each rule is destructured field by field, so that a new field does not compile until its pieces are listed here.

use super::{
    Beyond, Blast, CastlingRule, Condition, Constraints, Effects, Jumps, Levels, Piece, PieceId, Proposals, Relations,
    Rules, Takes, Turns, TwoSteps,
};

/// A function that gets the pieces with one role in a rule, such as the pieces that may castle.
type Visit<'a> = &'a mut dyn FnMut(&[PieceId]);

impl Rules {
    /// Returns `true` if a rule treats two pieces differently, for example by naming only one of them. Properties of
    /// the two pieces themselves, promotions to them and their forms in a hand do not count.
    pub fn tells_apart(&self, one: PieceId, other: PieceId) -> bool {
        let mut apart = self.ends.iter().any(|end| end.condition.tells_apart(one, other));
        self.each_group(&mut |pieces| apart |= pieces.contains(&one) != pieces.contains(&other));
        apart
    }

    /// Visits each group of pieces that a rule names. Ends are left out: see [`Condition::tells_apart`].
    pub fn each_group(&self, visit: Visit<'_>) {
        self.pieces.iter().for_each(|piece| piece.each_group(visit));
        self.castling.iter().for_each(|rule| rule.each_group(visit));
        self.constraints.each_group(visit);
        self.effects.each_group(visit);
        let Beyond { takes, relations, turns, levels: Levels { forms } } = &self.beyond;
        takes.each_group(visit);
        relations.each_group(visit);
        turns.each_group(visit);
        each_form(forms, visit);
    }
}

/// Visits each piece of the pairs alone, as a group of one piece.
fn each_form(forms: &[[PieceId; 2]], visit: Visit<'_>) {
    forms.iter().flatten().for_each(|piece| visit(&[*piece]));
}

impl Piece {
    /// Visits the groups of pieces that a piece's definition names, such as the pieces that cannot capture it.
    fn each_group(&self, visit: Visit<'_>) {
        let Piece { initial_until, safe_from, blocked_by, .. } = self;
        [initial_until, safe_from, blocked_by].into_iter().for_each(|pieces| visit(pieces));
    }
}

impl CastlingRule {
    fn each_group(&self, visit: Visit<'_>) {
        visit(&self.movers);
        visit(&self.partners);
    }
}

impl Constraints {
    fn each_group(&self, visit: Visit<'_>) {
        let Constraints { must_capture: _, must_drop, no_checks: _, royal_stays_in_check: _, face_off, pass: _ } = self;
        visit(must_drop);
        visit(face_off);
    }
}

impl Effects {
    fn each_group(&self, visit: Visit<'_>) {
        let Effects { blast, petrifies, flips: _, walls: _, gating } = self;
        if let Some(Blast { spares, immune }) = blast {
            visit(spares);
            visit(immune);
        }
        visit(petrifies);
        visit(gating);
    }
}

impl Takes {
    fn each_group(&self, visit: Visit<'_>) {
        let Takes { chains, longest: _, two_steps, unguarded_only, in_hand_as } = self;
        for Jumps { by, of, jumps: _, ends_in: _, promotes_at_once: _ } in chains {
            visit(by);
            visit(of);
        }
        for TwoSteps { by, steps: _, straight: _ } in two_steps {
            visit(by);
        }
        visit(unguarded_only);
        each_form(in_hand_as, visit);
    }
}

impl Relations {
    fn each_group(&self, visit: Visit<'_>) {
        let Relations { persuasion, wary, skips_walls: _, magnets } = self;
        visit(wary);
        visit(magnets);
        for worth in persuasion {
            let equal = (0..).zip(persuasion).filter(|(_, other)| *other == worth);
            visit(&equal.map(|(index, _)| PieceId::new(index)).collect::<Vec<_>>());
        }
    }
}

impl Turns {
    fn each_group(&self, visit: Visit<'_>) {
        let Turns { proposals, boards: _ } = self;
        if let Some(Proposals { mark, marked }) = proposals {
            visit(&[*mark]);
            each_form(marked, visit);
        }
    }
}

impl Condition {
    /// Returns `true` if the condition treats two pieces differently, for example by naming only one of them.
    pub fn tells_apart(&self, one: PieceId, other: PieceId) -> bool {
        let alone = |pieces: &[PieceId]| pieces.contains(&one) != pieces.contains(&other);
        match self {
            Condition::Reached(reached) => alone(&reached.pieces),
            Condition::Connected(chain) => alone(&chain.pieces),
            Condition::Extinct { pieces, .. }
            | Condition::MatedByDrop { pieces }
            | Condition::MatedBy { pieces }
            | Condition::MatedWithout { pieces }
            | Condition::Facing { pieces }
            | Condition::InARow { pieces, .. }
            | Condition::Block { pieces, .. }
            | Condition::NoProgress { reset_by: pieces, .. }
            | Condition::BackAndForth { pieces, .. } => alone(pieces),
            Condition::PerpetualChase(chase) => {
                alone(&chase.by)
                    || chase.spares[one.index()] != chase.spares[other.index()]
                    || chase.worth[one.index()] != chase.worth[other.index()]
            }
            Condition::Countdown { stages } => stages.iter().any(|stage| {
                let least = |piece| stage.against.iter().find(|(other, _)| *other == piece).map(|(_, least)| *least);
                alone(&stage.without) || least(one) != least(other)
            }),
            Condition::Stuck { .. }
            | Condition::Checks { .. }
            | Condition::Castled { .. }
            | Condition::NoRight { .. }
            | Condition::FullBoard
            | Condition::Passes { .. }
            | Condition::Repetition { .. }
            | Condition::PerpetualCheck { .. }
            | Condition::InsufficientMaterial => false,
        }
    }
}
