//! `bad-promotion`: see its page in the rule book.

use crate::diagnostic::{Code, Diagnostic};
use crate::variant::node::{Phrase, Problems};
use crate::variant::spec::{Choices, Specification};

pub(super) fn check(spec: &Specification, problems: &mut Problems) {
    let Some(pieces) = &spec.pieces else { return };
    for (name, _, piece) in pieces.iter() {
        let Some(promotion) = &piece.promotion else { continue };
        for choice in written(&promotion.to.value).into_iter().filter(|choice| choice.text == name) {
            problems.push(
                Diagnostic::error(Code::BadPromotion, choice.span, format!("`{name}` cannot promote to itself"))
                    .help("remove it; with `mandatory: false` the piece need not promote"),
            );
        }
    }
}

/// All choices as written.
fn written(choices: &Choices) -> Vec<&Phrase> {
    match choices {
        Choices::Pieces(pieces) => pieces.phrases().iter().collect(),
        Choices::Captured(captured) => captured.captured.phrases().iter().collect(),
        Choices::Sides(sides) => sides.white.phrases().iter().chain(sides.black.phrases()).collect(),
    }
}
