//! Writes games for any number of sides.

use super::write::Words;

/// A move of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The place of the side in the order of turns, from 0.
    pub side: usize,
    /// The number of the round, from 1.
    pub number: u32,
    /// The move.
    pub text: String,
    /// A comment after the move.
    pub note: Option<String>,
}

/// A game of sides with names, as PGN. It has a tag for the player of each side. The number of a round stands before its
/// first move, with three dots if the first side does not make it.
pub fn of_sides((variant, sides): (&str, &[String]), fen: &str, moves: &[Ply], result: &str) -> String {
    let known = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
    let players = sides.iter().map(|name| (name.as_str(), "?"));
    let order = sides.join(" ");
    let more = [("Result", result), ("Variant", variant), ("Order", &order), ("SetUp", "1"), ("FEN", fen)];
    let mut text = String::new();
    for (name, value) in known.into_iter().chain(players).chain(more) {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        text.push_str(&format!("[{} \"{value}\"]\n", tag(name)));
    }
    let mut words = Words::default();
    let mut last = None;
    for made in moves {
        if last != Some(made.number) {
            words.push(&format!("{}{}", made.number, if made.side == 0 { "." } else { "..." }));
        }
        words.push(&made.text);
        words.comments(made.note.as_slice());
        last = Some(made.number);
    }
    words.push(result);
    text + "\n" + &words.text + "\n"
}

/// A name as the name of a tag: letters, digits and underscores only.
fn tag(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect()
}
