//! `jumping-step`: see its page in the rule book.

use super::own::moves_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Rules;
use crate::rules::movement::{Between, Hop, Leap, Leg, Pattern};
use crate::variant::Specification;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, spec: &Specification, problems: &mut Problems) {
    for piece in rules.pieces.iter().filter(|piece| piece.promotion.is_some()) {
        let Some(place) = moves_of(spec, &piece.name) else { continue };
        let patterns = &piece.movement.patterns;
        let steps = |leap: &Leg| {
            let one = |leg: &Leg| leg.leap == Leap::Main(1) && leap.headings & !leg.headings == 0;
            patterns.iter().any(|pattern| !pattern.initial && pattern.single_leg().is_some_and(one))
        };
        let leaps = patterns.iter().filter(|pattern| pattern.initial).filter_map(Pattern::single_leg);
        let jumps = leaps.into_iter().any(|leg| {
            let is_free = (leg.between, leg.hop, leg.skip) == (Between::Anything, Hop::None, 0);
            matches!(leg.leap, Leap::Main(2..)) && is_free && steps(leg)
        });
        if jumps {
            let message = format!("the first move of `{}` jumps over a piece on the square between", piece.name);
            let help = "a double step that can be blocked has an `n`, as in `ifmnD`; \
                write `allow: [jumping-step]` if the piece should jump";
            problems.push(Diagnostic::warning(Code::JumpingStep, place, message).help(help));
        }
    }
}
