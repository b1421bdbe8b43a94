//! Pieces: symbols, notations and the squares they depend on.

use super::areas::both;
use super::drafts::{Draft, movement, squares_of};
use super::{Compiler, written};
use crate::board::{BySide, Side, Square, SquareSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{DropPlace, DropRule, ExtraMoves, Piece, PieceId, PromotionMove, Royalty, Setup};
use crate::source::Span;
use crate::variant::node::Phrase;
use crate::variant::spec::{self, Area, Royal, RoyalWord};

impl Compiler<'_> {
    /// All pieces, if their drafts are sound.
    pub(super) fn pieces(&mut self, drafts: Option<Vec<Draft<'_>>>, setup: Option<&Setup>) -> Option<Vec<Piece>> {
        match drafts {
            Some(drafts) => {
                let pieces: Vec<Piece> = drafts
                    .into_iter()
                    .enumerate()
                    .map(|(index, draft)| self.piece(PieceId::new(index as u8), draft, setup))
                    .collect();
                Some(pieces)
            }
            None => {
                self.check_areas();
                None
            }
        }
    }

    /// Reports problems with the squares and choices of pieces that cannot be compiled for other reasons.
    fn check_areas(&mut self) {
        let Some(pieces) = &self.spec.pieces else { return };
        for (_, at, piece) in pieces.iter() {
            self.area_or(piece.initial.as_ref(), SquareSet::EMPTY);
            self.area_or(piece.confined.as_ref(), SquareSet::EMPTY);
            for also in piece.also.iter().flatten() {
                self.area_or(also.from.as_ref(), SquareSet::EMPTY);
                self.area_or(also.to.as_ref(), SquareSet::EMPTY);
            }
            if let Some(promotion) = &piece.promotion {
                self.promotion(promotion, at, None);
            }
        }
    }

    fn piece(&mut self, id: PieceId, draft: Draft<'_>, setup: Option<&Setup>) -> Piece {
        let all = self.geometry.squares();
        let spec = draft.spec;
        let confined = self.area_or(spec.confined.as_ref(), all);
        self.check_confined(id, draft.name, confined, setup);
        let initial = match &spec.initial {
            Some(area) => self.areas.area(area, self.problems).unwrap_or_default(),
            None => self.initial(id, setup),
        };
        let also = spec.also.iter().flatten().zip(draft.also);
        let extra = also
            .map(|(also, movement)| ExtraMoves {
                notation: also.moves.0.text.clone(),
                movement,
                from: self.area_or(also.from.as_ref(), all),
                to: self.area_or(also.to.as_ref(), all),
                unless_check: also.in_check == Some(false),
                source: written(also.moves.0.span),
            })
            .collect();
        let promotion = spec.promotion.as_ref().map(|promotion| self.promotion(promotion, draft.place, setup));
        let promotion_move = spec.promotion_move.as_ref().and_then(|spec| self.promotion_move(spec));
        let captured_as = spec.captured_as.as_ref().and_then(|phrase| self.id(phrase)).unwrap_or(id);
        if let Some(Royal::Few(few)) = &spec.royal {
            self.at_least(&few.at_most, 1, "`at_most` must be at least 1; write `royal: false` if no piece is royal");
        }
        let drop = self.drop_rule(spec.drop.as_ref(), draft.place);
        Piece {
            name: draft.name.to_owned(),
            symbol: draft.symbol,
            notation: spec.moves.0.text.clone(),
            movement: draft.movement,
            extra,
            royalty: match &spec.royal {
                None | Some(Royal::Flat(false)) => Royalty::Common,
                Some(Royal::Flat(true)) => Royalty::Royal,
                Some(Royal::Word(RoyalWord::Last)) => Royalty::Last(1),
                Some(Royal::Word(RoyalWord::Together)) => Royalty::Together,
                Some(Royal::Few(few)) => Royalty::Last(few.at_most.value),
            },
            promotion_move,
            safe_from: self.listed_or_none(spec.safe_from.as_ref()),
            initial,
            blocked_by: self.barriers(spec.blocked_by.as_ref()),
            initial_until: self.listed_or_none(spec.initial_until.as_ref()),
            confined,
            promotion,
            san: spec.san.as_ref().map(|phrase| phrase.text.clone()),
            captured_as,
            held_as: id,
            reverts: spec.captured_as.is_none(),
            drop,
            source: written(draft.place),
        }
    }

    /// The barrier pieces of a piece, which it can neither capture nor pass over. A royal piece is an error here,
    /// because it would be in check by pieces that cannot capture it.
    fn barriers(&mut self, pieces: Option<&spec::Pieces>) -> Vec<PieceId> {
        let royal = |id: PieceId| {
            let piece = self.spec.pieces.iter().flat_map(|pieces| pieces.iter()).nth(id.index());
            piece.is_some_and(|(.., piece)| !matches!(piece.royal, None | Some(Royal::Flat(false))))
        };
        let names_royal = |phrase: &&Phrase| phrase.text == "all" || self.names.get(&phrase.text).is_some_and(royal);
        if let Some(phrase) = pieces.and_then(|pieces| pieces.phrases().iter().find(names_royal)) {
            let problem = Diagnostic::error(
                Code::BadValue,
                phrase.span,
                "a royal piece cannot block others: every other piece must be able to capture it",
            );
            self.problems.push(problem.help("name only pieces that are not royal"));
        }
        self.listed_or_none(pieces)
    }

    fn promotion_move(&mut self, spec: &spec::PromotionMove) -> Option<PromotionMove> {
        let all = self.geometry.squares();
        let movement = match &spec.moves {
            None => None,
            Some(moves) => Some(movement(moves, (&self.geometry).into(), self.problems)?),
        };
        Some(PromotionMove {
            from: self.area_or(spec.from.as_ref(), all),
            last_anywhere: spec.last_anywhere.unwrap_or(false),
            choices: self.group(&spec.to.value, spec.to.span),
            limit: spec.limit.as_ref().map(|limit| limit.value),
            in_place: spec.in_place.unwrap_or(false),
            movement,
            peaceful: spec.peaceful.unwrap_or(false),
        })
    }

    fn drop_rule(&mut self, drop: Option<&spec::Drop>, place: Span) -> Option<DropRule> {
        if drop.is_some() && self.spec.hand.is_none() {
            let problem = Diagnostic::error(Code::BadValue, place, "`drop` in a game without hands");
            self.problems.push(problem.help("add `hand: captured` or `hand: setup`"));
        }
        if let Some(spec::Drop::Limited(limits)) = drop
            && let Some(number) = &limits.per_file
        {
            self.at_least(number, 1, "`per_file` must be at least 1; `drop: none` forbids all drops");
        }
        let all = self.geometry.squares();
        let free = DropRule {
            also_as: Vec::new(),
            on: both(all),
            place: DropPlace::Free,
            first: both(SquareSet::EMPTY),
            per_file: None,
            mate: true,
            check: true,
        };
        match drop {
            None => Some(free),
            Some(spec::Drop::None(_)) => None,
            Some(spec::Drop::Limited(limits)) => Some(DropRule {
                also_as: self.listed_or_none(limits.also_as.as_ref()),
                on: self.area_or(limits.on.as_ref(), all),
                place: match limits.place {
                    None => DropPlace::Free,
                    Some(spec::DropPlace::Enclosing) => DropPlace::Enclosing,
                    Some(spec::DropPlace::BesideFriend) => DropPlace::BesideFriend,
                    Some(spec::DropPlace::NotBesideEnemy) => DropPlace::NotBesideEnemy,
                    Some(spec::DropPlace::OnPile) => DropPlace::OnPile,
                    Some(spec::DropPlace::Pushed) => DropPlace::Pushed,
                    Some(spec::DropPlace::OtherColour) => DropPlace::OtherColour,
                },
                first: self.area_or(limits.first.as_ref(), SquareSet::EMPTY),
                per_file: limits.per_file.as_ref().map(|number| number.value),
                mate: limits.mate.unwrap_or(true),
                check: limits.check.unwrap_or(true),
            }),
        }
    }

    /// Reports pieces of the setup outside their `confined` squares.
    fn check_confined(&mut self, id: PieceId, name: &str, confined: BySide<SquareSet>, setup: Option<&Setup>) {
        let (Some(setup), Some(phrase)) = (setup, &self.spec.setup) else { return };
        for side in Side::ALL {
            for square in squares_of(setup, side, id) & !confined[side] {
                let square = self.geometry.name(square);
                let message = format!("the setup has `{name}` on {square}, where it may not stand");
                self.problems.push(Diagnostic::error(Code::BadFen, phrase.span, message));
            }
        }
    }

    /// The squares of an area, or `default` for both sides if the file has none.
    pub(super) fn area_or(&mut self, area: Option<&Area>, default: SquareSet) -> BySide<SquareSet> {
        match area {
            Some(area) => self.areas.area(area, self.problems).unwrap_or(both(default)),
            None => both(default),
        }
    }

    /// The squares of a piece at the start of a game, shuffled start positions included.
    pub(super) fn initial(&mut self, id: PieceId, setup: Option<&Setup>) -> BySide<SquareSet> {
        let mut initial = BySide::from_fn(|side| setup.map_or(SquareSet::EMPTY, |setup| squares_of(setup, side, id)));
        for step in self.spec.shuffle.iter().flat_map(|shuffle| &shuffle.place) {
            let named = step.piece.iter().chain(step.pieces.iter().flatten());
            let rank = self.spec.shuffle.as_ref().map_or(0, |shuffle| shuffle.rank.value as usize);
            if named.into_iter().any(|phrase| self.names.get(&phrase.text) == Some(id)) {
                let line = |rank: usize| {
                    let on_rank = |square: &Square| self.geometry.rank(*square) + 1 == rank;
                    self.geometry.squares().iter().filter(on_rank).collect::<SquareSet>()
                };
                initial.white |= line(rank);
                initial.black |= line((self.geometry.ranks() + 1).saturating_sub(rank));
            }
        }
        initial
    }
}
