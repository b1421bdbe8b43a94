//! The rules in which a game differs from the game that it extends.

use crate::board::{Side, SquareSet};
use crate::english::{self, list};
use crate::game::Compiled;
use crate::rules::{Condition, End, Pass, Piece, PieceId, Rules};

use super::told::{self, Line};
use super::{closing, first, prose, sections};

/// The largest number of pieces whose changed moves are said one by one.
const MOST_PIECES: usize = 6;

/// The differences as sentences. Empty if there are none that the rest of the page says.
pub fn differences(compiled: &Compiled, parent: &Compiled) -> Vec<Line> {
    let pair = Pair { own: compiled.rules(), parent: parent.rules() };
    let mut said: Vec<Line> = Vec::new();
    let mut say = |texts: Vec<String>| said.extend(texts.into_iter().map(Line::plain));
    say(new(sections::board_in_words(pair.own), &sections::board_in_words(pair.parent)));
    say(pair.pieces());
    say(pair.setup());
    say(pair.promotions());
    say(pair.castling());
    say(new(sections::play_in_words(compiled), &sections::play_in_words(parent)));
    say(pair.passing().into_iter().collect());
    said.extend(pair.told());
    said.extend(new_lines(closing::ends(pair.own), &closing::ends(pair.parent)));
    said.extend(pair.ends_gone().into_iter().map(Line::plain));
    said
}

/// The sentences that are not among others.
fn new(own: Vec<String>, parent: &[String]) -> Vec<String> {
    own.into_iter().filter(|text| !parent.contains(text)).collect()
}

/// The lines whose sentences are not among others, without the facts, which the page has in their own place.
fn new_lines(own: Vec<Line>, parent: &[Line]) -> Vec<Line> {
    let known = |line: &Line| parent.iter().any(|other| other.text == line.text);
    own.into_iter().filter(|line| !known(line)).map(|line| Line::plain(line.text)).collect()
}

/// A game and the one that it extends.
#[derive(Clone, Copy, Debug)]
struct Pair<'a> {
    own: &'a Rules,
    parent: &'a Rules,
}

impl Pair<'_> {
    /// The pieces that are new, those that are gone, and those that move otherwise.
    fn pieces(self) -> Vec<String> {
        let (own, parent) = (self.own, self.parent);
        let named = |piece: &&Piece, others: &Rules| others.pieces.iter().any(|other| other.name == piece.name);
        // The forms of a piece on a second board are no new pieces.
        let is_form = |name: &str| own.beyond.levels.forms.iter().any(|[_, form]| own.piece(*form).name == name);
        let new = own.pieces.iter().filter(|piece| !named(piece, parent)).map(|piece| piece.name.as_str());
        let added: Vec<&str> = new.filter(|name| !is_form(name)).collect();
        let gone: Vec<String> =
            parent.pieces.iter().filter(|piece| !named(piece, own)).map(|piece| english::plural(&piece.name)).collect();
        let mut said = Vec::new();
        if !added.is_empty() {
            let all: Vec<String> = added.iter().map(|name| format!("the {name}")).collect();
            let are = if added.len() == 1 { "is" } else { "are" };
            said.push(format!("{} {are} new.", english::capitalised(&list(&all, "and"))));
        }
        if !gone.is_empty() {
            said.push(format!("There are no {}.", list(&gone, "or")));
        }
        let changed: Vec<(&str, Vec<String>)> = own.piece_ids().filter_map(|id| self.moves(id)).collect();
        if changed.len() > MOST_PIECES {
            let names: Vec<&str> = changed.iter().map(|(name, _)| *name).collect();
            said.push(format!("These pieces move otherwise: {}.", list(&names, "and")));
        } else {
            said.extend(changed.into_iter().flat_map(|(_, sentences)| sentences));
        }
        said.iter().map(|text| prose::polished(own, text)).collect()
    }

    /// The sentences on the moves of a piece that the other game has, too, but not with these sentences.
    fn moves(&self, id: PieceId) -> Option<(&str, Vec<String>)> {
        let name = self.own.piece(id).name.as_str();
        let other = self.parent.piece_ids().find(|other| self.parent.piece(*other).name == name)?;
        let all = |rules: &Rules, id: PieceId| {
            let mut said = prose::moves(rules, id);
            said.extend(prose::remarks(rules, rules.piece(id)));
            said
        };
        let sentences = new(all(self.own, id), &all(self.parent, other));
        let named = |text: String| match text.strip_prefix("It ") {
            Some(rest) => format!("The {name} {rest}"),
            None if text.contains(&format!("he {name} ")) => text,
            None => text.replacen(" it ", &format!(" the {name} "), 1),
        };
        (!sentences.is_empty()).then(|| (name, sentences.into_iter().map(named).collect()))
    }

    /// The pieces that stand elsewhere, and those in hand.
    fn setup(self) -> Vec<String> {
        let mut said = Vec::new();
        let (own, parent) = (self.own, self.parent);
        let at = |rules: &Rules, name: &str, side: Side| -> Vec<String> {
            let stands = |square: &crate::board::Square| {
                rules.setup.pieces[square.index()]
                    .is_some_and(|placed| placed.side == side && rules.piece(placed.piece).name == name)
            };
            let squares: SquareSet = rules.geometry.squares().iter().filter(stands).collect();
            squares.iter().map(|square| rules.geometry.name(square)).collect()
        };
        let moved = own.pieces.iter().any(|piece| {
            let common = parent.pieces.iter().any(|other| other.name == piece.name);
            common && Side::ALL.into_iter().any(|side| at(own, &piece.name, side) != at(parent, &piece.name, side))
        });
        let fresh: Vec<String> = own
            .pieces
            .iter()
            .filter(|piece| !parent.pieces.iter().any(|other| other.name == piece.name))
            .flat_map(|piece| Side::ALL.map(|side| at(own, &piece.name, side)))
            .flatten()
            .collect();
        if moved || !fresh.is_empty() {
            said.push("The pieces stand otherwise at the start: see the setup.".to_owned());
        }
        said.extend(new(sections::hands(own), &sections::hands(parent)));
        said
    }

    fn promotions(self) -> Vec<String> {
        let said = sections::promotion_sentences(self.own);
        match said.is_empty() && self.parent.pieces.iter().any(|piece| piece.promotion.is_some()) {
            true => vec!["No piece promotes.".to_owned()],
            false => {
                // Sentences on promotion stand beside the new pieces.
                let known = |text: &String| {
                    let who = |piece: &&Piece| text.starts_with(&format!("{} that", capital(&piece.name)));
                    self.parent.pieces.iter().any(|piece| who(&piece))
                };
                new(said, &sections::promotion_sentences(self.parent)).into_iter().filter(known).collect()
            }
        }
    }

    fn castling(self) -> Vec<String> {
        match self.own.castling.is_empty() {
            true if self.parent.castling.is_empty() || sections::says_no_castling(self.own) => Vec::new(),
            true => vec!["There is no castling.".to_owned()],
            false => new(prose::castling(self.own), &prose::castling(self.parent)),
        }
    }

    /// The loss of captures en passant.
    fn passing(self) -> Option<String> {
        let lost = first::passing_in_words(self.own).is_none() && first::passing_in_words(self.parent).is_some();
        lost.then(|| "There is no capture en passant.".to_owned())
    }

    /// The rules in the language of rules.
    fn told(self) -> Vec<Line> {
        let lines = |rules: &Rules| told::parts(rules).into_iter().filter(|part| part.states_rules());
        let parent: Vec<Line> = lines(self.parent).flat_map(|part| part.lines).collect();
        new_lines(lines(self.own).flat_map(|part| part.lines).collect(), &parent)
    }

    /// The ends of the other game that no end of this one is like.
    fn ends_gone(self) -> Vec<String> {
        let own = self.own;
        let gone = |end: &&End| {
            let like = |other: &End| std::mem::discriminant(&other.condition) == std::mem::discriminant(&end.condition);
            // Two sorts of such an end are one only if they hold in the same case.
            let same = |other: &End| match (stuck(&other.condition), stuck(&end.condition)) {
                (Some(own), Some(gone)) => own.is_none() || own == gone,
                _ => true,
            };
            let covered = own.ends.iter().any(|other| like(other) && same(other));
            let possible = match end.condition {
                Condition::Stuck { in_check: Some(true) } => {
                    own.pieces.iter().any(|piece| piece.royalty.is_ever_royal())
                }
                Condition::Stuck { .. } => own.constraints.pass == Pass::Never,
                _ => true,
            };
            !covered && possible
        };
        // A game in which programs do not look for such material is not one in which bare kings play on: nothing is said.
        let is_told = |end: &&End| !matches!(end.condition, Condition::InsufficientMaterial);
        let ends = self.parent.ends.iter().filter(is_told).filter(gone);
        let denied = |end: &End| {
            let text = prose::polished(self.parent, &closing::ending(self.parent, end));
            let of_a_player = |verb: &str| text.strip_suffix(verb).filter(|text| text.starts_with("A player who "));
            let lost = of_a_player(" loses.").map(|text| format!("{text} does not lose."));
            let won = || of_a_player(" wins.").map(|text| format!("{text} does not win."));
            let drawn = || text.strip_prefix("The game is drawn ").map(|rest| format!("The game is not drawn {rest}"));
            lost.or_else(won).or_else(drawn)
        };
        ends.filter_map(denied).collect()
    }
}

/// The case of check in which a side without moves has ended the game; `None` for other ends.
fn stuck(condition: &Condition) -> Option<Option<bool>> {
    match condition {
        Condition::Stuck { in_check } => Some(*in_check),
        _ => None,
    }
}

fn capital(name: &str) -> String {
    english::capitalised(&english::with_article(name))
}
