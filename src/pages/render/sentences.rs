//! All sentences that a page of a game has, for the checker: a sentence that the writer writes for these rules is true of them.

use crate::game::Compiled;
use crate::pages::sentence::Topic;

use super::{closing, prose, scenes, sections};

/// The sentences about the board, the play and the ends, each with the rule that it states, if the checker asks for one.
pub fn of_play(compiled: &Compiled) -> Vec<(String, Option<Topic>)> {
    let rules = compiled.rules();
    let plain = [
        sections::hands(rules),
        sections::promotion_sentences(rules),
        prose::castling(rules),
        sections::play(compiled),
    ];
    let ends = closing::each_end(rules).into_iter().map(|(index, text)| {
        let topic = index.map(|index| Topic::of_end(&rules.ends[index].condition, index));
        (text, topic)
    });
    plain.concat().into_iter().map(|text| (text, None)).chain(ends).collect()
}

/// The sentences about pieces, the captions of their pictures, and the examples.
pub fn of_pieces(compiled: &Compiled) -> Vec<(String, Option<Topic>)> {
    let mut found = Vec::new();
    for piece in sections::pieces(compiled) {
        let topic = Some(Topic::Moves(piece.id));
        found.extend(piece.moves.into_iter().map(|text| (text, topic)));
        found.extend(piece.remarks.into_iter().map(|text| (text, None)));
        found.extend(piece.pictures.iter().map(|picture| (picture.caption(), None)));
    }
    found.extend(scenes::scenes(compiled).into_iter().map(|(picture, _)| (picture.words, None)));
    found
}
