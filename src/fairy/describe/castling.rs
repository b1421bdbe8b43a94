//! Castling: the rights at the start, and the destinations of the pieces.

use super::super::draft::{Item, Map, field, unless, word};
use super::super::table::Topic;
use super::{Describer, Form};
use crate::board::{Side, Square};
use crate::diagnostic::{Code, Diagnostic};

/// A castling move as the start allows it.
struct Right {
    letter: char,
    side: Side,
    right: bool,
    from: Square,
    partner: Square,
    castler: Form,
    partner_form: Form,
    /// `true` if the right arises when the pieces are dropped on these squares.
    dropped: bool,
}

impl Describer<'_> {
    pub(super) fn castling(&mut self, map: &mut Map) {
        let mut rights = self.rights();
        let letters: String = rights.iter().map(|right| right.letter).collect();
        self.add_dropped(&mut rights);
        self.start.rights = letters;
        let moves: Map = rights.iter().filter_map(|right| self.castling_move(right)).collect();
        let item = if moves.is_empty() { word("none") } else { Item::Map(moves) };
        map.push(unless(rights.is_empty(), "castling", item));
        let shuffled = self.settings.flag(Topic::Shuffled) && !rights.is_empty();
        let notation =
            vec![unless(!shuffled, "castling", word(if shuffled { "king takes partner" } else { "king moves" }))];
        map.push(unless(!shuffled, "notation", Item::Map(notation)));
    }

    /// Adds castling moves whose rights arise by drops: a castling piece on its file, and a partner in a corner of its
    /// rank.
    fn add_dropped(&mut self, rights: &mut Vec<Right>) {
        if !self.settings.flag(Topic::CastlingDropped) || !self.settings.flag(Topic::Castling) {
            return;
        }
        for letter in "KQkq".chars() {
            match rights.iter_mut().find(|right| right.letter == letter) {
                Some(right) => right.dropped = true,
                None => rights.extend(self.dropped_right(letter)),
            }
        }
        rights.sort_by_key(|right| "KQkq".find(right.letter));
    }

    fn dropped_right(&mut self, letter: char) -> Option<Right> {
        let side = if letter.is_ascii_lowercase() { Side::Black } else { Side::White };
        let right = letter.eq_ignore_ascii_case(&'K');
        let rank = self.castler_rank(side)?;
        let file = usize::try_from(self.settings.number(Topic::CastlerFile) - 1).ok()?;
        let from = self.board.at(file, rank)?;
        let partner = self.board.at(if right { self.board.files() - 1 } else { 0 }, rank)?;
        let partners = self.in_play(self.settings.kinds(Topic::Partners, side));
        let [kind] = partners[..] else {
            self.lacks(Topic::CastlingDropped, "several kinds of pieces with which a dropped piece may castle");
            return None;
        };
        let castler = Form { kind: self.settings.kind(Topic::Castler, side), base: None };
        self.forms.contains(&castler).then_some(Right {
            letter,
            side,
            right,
            from,
            partner,
            castler,
            partner_form: Form { kind, base: None },
            dropped: true,
        })
    }

    fn castler_rank(&self, side: Side) -> Option<usize> {
        let rank = usize::try_from(self.settings.number(Topic::CastlingRank)).ok()?.checked_sub(1)?;
        let ranks = self.board.ranks();
        (rank < ranks).then(|| if side == Side::White { rank } else { ranks - 1 - rank })
    }

    fn rights(&mut self) -> Vec<Right> {
        let mut found: Vec<Right> = Vec::new();
        if !self.settings.flag(Topic::Castling) {
            return found;
        }
        for letter in self.start.rights.clone().chars() {
            match self.right(letter) {
                Some(right) => {
                    if !found.iter().any(|known| known.letter == right.letter) {
                        found.push(right);
                    }
                }
                None if self.settings.flag(Topic::Gating) => {}
                None => {
                    let span = super::at(self.settings, Topic::Setup, self.place);
                    let message = format!(
                        "the pieces of the castling right `{letter}` are not on their squares; Fairy-Stockfish ignores it"
                    );
                    self.problems.push(Diagnostic::error(Code::BadFen, span, message));
                }
            }
        }
        let order = "KQkq";
        found.sort_by_key(|right| order.find(right.letter));
        found
    }

    /// The castling right that a letter stands for, as Fairy-Stockfish computes it.
    fn right(&self, letter: char) -> Option<Right> {
        let side = if letter.is_ascii_lowercase() { Side::Black } else { Side::White };
        let rank = self.castler_rank(side)?;
        let files = self.board.files() as i64;
        let partners = self.settings.kinds(Topic::Partners, side);
        let is_partner = |file: i64| {
            let square = self.board.at(usize::try_from(file).ok()?, rank)?;
            let (form, whose) = self.start.on(square)?;
            (whose == side && partners & 1 << form.kind != 0).then_some(square)
        };
        let partner = match letter.to_ascii_uppercase() {
            'K' => {
                let first = self.settings.number(Topic::PartnerRight).min(files) - 1;
                (0..=first).rev().find_map(is_partner)?
            }
            'Q' => (self.settings.number(Topic::PartnerLeft) - 1..files).find_map(is_partner)?,
            file @ 'A'..='Z' => is_partner(i64::from(file as u8 - b'A'))?,
            _ => return None,
        };
        let castler = self.settings.kind(Topic::Castler, side);
        let on_rank: Vec<Square> = (0..self.board.files())
            .filter_map(|file| self.board.at(file, rank))
            .filter(|square| self.start.on(*square).is_some_and(|(form, whose)| form.kind == castler && whose == side))
            .collect();
        let from = match on_rank[..] {
            [] => return None,
            [only] => only,
            [first, ..] if self.settings.flag(Topic::Shuffled) => first,
            _ => {
                let file = usize::try_from(self.settings.number(Topic::CastlerFile) - 1).ok()?;
                on_rank.iter().copied().find(|square| self.board.file(*square) == file)?
            }
        };
        let right = self.board.file(from) < self.board.file(partner);
        let letter = if right { 'K' } else { 'Q' };
        let letter = if side == Side::White { letter } else { letter.to_ascii_lowercase() };
        let [(castler, _), (partner_form, _)] = [self.start.on(from)?, self.start.on(partner)?];
        Some(Right { letter, side, right, from, partner, castler, partner_form, dropped: false })
    }

    fn castling_move(&mut self, right: &Right) -> Option<super::super::draft::Field> {
        let rank = self.castler_rank(right.side)?;
        let topic = if right.right { Topic::CastlingRight } else { Topic::CastlingLeft };
        let file = self.settings.number(topic) - 1;
        let beside = if right.right { file - 1 } else { file + 1 };
        let at = |file: i64| self.board.at(usize::try_from(file).ok()?, rank);
        let (Some(to), Some(partner_to)) = (at(file), at(beside)) else {
            self.lacks(topic, "castling that ends beyond the board");
            return None;
        };
        let name = |form: Form| self.names.of(form).to_owned();
        let place = |square| self.board.name(square);
        let shuffled = self.settings.flag(Topic::Shuffled);
        let (from, partner_from) = if shuffled {
            ("any".to_owned(), if right.right { "right" } else { "left" }.to_owned())
        } else {
            (place(right.from), place(right.partner))
        };
        let moves = format!("{} {from}-{}", name(right.castler), place(to));
        let opposite = self.settings.flag(Topic::OppositeCastling);
        let other = match right.letter.is_ascii_uppercase() {
            true => right.letter.to_ascii_lowercase(),
            false => right.letter.to_ascii_uppercase(),
        };
        let with = format!("{} {partner_from}-{}", name(right.partner_form), place(partner_to));
        Some(field(
            right.letter,
            Item::Map(vec![
                field("move", word(moves)),
                field("with", word(with)),
                unless(!right.dropped, "dropped", word(right.dropped)),
                unless(!opposite, "ends", word(other)),
            ]),
        ))
    }
}
