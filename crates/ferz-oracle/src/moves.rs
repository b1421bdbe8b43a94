//! Pseudo-legal moves: they may leave royal pieces attacked.

use ferz_core::board::{Square, SquareSet, Step};
use ferz_core::rules::tree::MovedBy;
use ferz_core::rules::{CastlingRight, DropPlace, DropRule, Fallback, HandRule, PieceId, Promotion, PromotionZone};

use crate::cell::Cell;
use crate::deed::{Kind, Move};
use crate::element::Element;
use crate::frame::Frame;
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;
use crate::walk::{Scene, Walk, walks};

impl Oracle {
    /// The pseudo-legal moves of the side to move: by notation, castling, drops, and promotions that are moves of their
    /// own. Moves by notation do not include their promotions yet.
    pub(crate) fn possible_moves(&self, position: &Position) -> Vec<Move> {
        let mut all = Vec::new();
        let in_check = self.in_check(position, position.turn);
        for (from, placed) in self.movable(position) {
            all.extend(self.moves_of(position, placed, from, in_check));
        }
        for (from, placed) in self.movable_captured(position) {
            let kind = Kind::Returning;
            all.extend(self.moves_of(position, placed, from, in_check).into_iter().map(|made| Move { kind, ..made }));
        }
        let castlings = self.castlings(position);
        self.leave_to_special_moves(position, &castlings, &mut all);
        all.extend(castlings);
        all.extend(self.drops(position));
        all.extend(self.moves_to_promote(position));
        self.keep_to_boards(position, &mut all);
        all
    }

    /// Removes lent moves with the same destination as a castling or en passant move of the piece.
    fn leave_to_special_moves(&self, position: &Position, castlings: &[Move], moves: &mut Vec<Move>) {
        if self.index.lends.is_empty() {
            return;
        }
        let castlings = castlings.iter().filter(|made| self.castles_safely(position, made, position.walls));
        let passing = moves.iter().filter(|made| made.kind == Kind::EnPassant);
        let special: Vec<(Square, Square)> = castlings.chain(passing).map(|made| (made.from, made.to)).collect();
        for (from, to) in special {
            let Some(placed) = position.at(from) else { continue };
            let ways = self.own_ways(position, placed, placed.piece, from);
            let own = self.ends_by(position, &ways, placed, from);
            let is_lent = |made: &Move| (made.from, made.to) == (from, to) && !own.contains(made.to);
            moves.retain(|made| made.is_capture() || !is_lent(made));
        }
    }

    /// The moves of a piece by its notation and by rules that lend moves.
    pub(crate) fn moves_of(&self, position: &Position, placed: Cell, from: Square, in_check: bool) -> Vec<Move> {
        let made = |walk: Walk| {
            let kind = if walk.en_passant { Kind::EnPassant } else { Kind::Step };
            let (captures, trail, taker, via) = (walk.captures, walk.trail, walk.taker, walk.via);
            Move { captures, trail, taker, via, ..Move::new(kind, (from, walk.to), placed.piece) }
        };
        self.walks_for(position, position.turn, placed, from, in_check).into_iter().map(made).collect()
    }

    /// The pieces that the side to move may move.
    fn movable(&self, position: &Position) -> Vec<(Square, Cell)> {
        let side = position.turn;
        let moved_by = |own: Player, square: Square, wanted: &[MovedBy]| {
            self.of_pieces(&self.index.moved_by).any(|(rule, moves)| {
                let frame = Frame { mover: Some(square), origin: vec![square], ..Frame::of_side(own) };
                let conditions = (rule.kind.when.as_ref(), rule.kind.unless.as_ref());
                moves.moved_by.is_some_and(|by| wanted.contains(&by))
                    && self.lies_in(position, &moves.pieces, Element::On(square), &frame)
                    && self.applies(position, conditions, &frame)
            })
        };
        let may = |(square, cell): &(Square, Cell)| match cell.is_of(side) {
            true => !side.others().any(|other| moved_by(other, *square, &[MovedBy::Own])),
            false => moved_by(side, *square, &[MovedBy::Own, MovedBy::Both]),
        };
        position.pieces().filter(may).collect()
    }

    /// The captured pieces that the side to move may move from where they were captured, as pieces of its own.
    fn movable_captured(&self, position: &Position) -> Vec<(Square, Cell)> {
        let side = position.turn;
        let frame = Frame::of_side(side);
        let mut found: Vec<(Square, Cell)> = Vec::new();
        for (rule, moves) in self.of_pieces(&self.index.moved_by) {
            let conditions = (rule.kind.when.as_ref(), rule.kind.unless.as_ref());
            if !self.applies(position, conditions, &frame) {
                continue;
            }
            for one in self.elements(position, &moves.pieces, &frame).iter() {
                if let Element::Gone(square, cell) = one {
                    found.push((square, Cell { promoted: false, ..Cell::new(cell.piece, side) }));
                }
            }
        }
        found
    }

    /// The castling moves whose squares are empty.
    fn castlings(&self, position: &Position) -> Vec<Move> {
        let mut found = Vec::new();
        for right in &position.castling {
            let rule = &self.rules.castling[usize::from(right.rule)];
            let Some(placed) = position.at(right.from) else { continue };
            let own = |square| square == right.from || square == right.partner;
            let way = self.squares_to(right.from, rule.to) | self.squares_to(right.partner, rule.partner_to);
            if Player::of(rule.side) != position.turn
                || !way.iter().all(|square| own(square) || position.is_empty(square))
            {
                continue;
            }
            let kind = Kind::Castling { partner: right.partner, partner_to: rule.partner_to };
            found.push(Move::new(kind, (right.from, rule.to), placed.piece));
        }
        found
    }

    /// The squares from one square to another on the same rank or file, without the first and with the last.
    pub(crate) fn squares_to(&self, from: Square, to: Square) -> SquareSet {
        self.rules.geometry.straight(from, to)
    }

    /// The castling right that a move uses.
    pub(crate) fn right_of<'a>(&self, position: &'a Position, made: &Move) -> Option<&'a CastlingRight> {
        let Kind::Castling { partner, .. } = made.kind else { return None };
        let is_it = |right: &&CastlingRight| {
            right.from == made.from
                && right.partner == partner
                && self.rules.castling[usize::from(right.rule)].to == made.to
        };
        position.castling.iter().find(is_it)
    }

    /// Promotions of the mover, mandatory or not. `None` stands for staying the same piece. `position` is the one
    /// before the move.
    pub(crate) fn promotions(&self, position: &Position, side: Player, made: &Move) -> Vec<Option<PieceId>> {
        let Some(promotion) = &self.rules.piece(made.piece).promotion else { return vec![None] };
        let excluded = made.kind == Kind::EnPassant && !promotion.en_passant;
        if excluded || made.is_pass() || !self.may_promote(promotion, side, made) {
            return vec![None];
        }
        let choices = self.choices(position, side, promotion);
        let within_reach = match promotion.when {
            PromotionZone::Touching | PromotionZone::Entering
                if self.region(side, &promotion.zone).contains(made.from) =>
            {
                true
            }
            _ => self.region(side, &promotion.zone).contains(made.to),
        };
        let must = self.region(side, &promotion.mandatory).contains(made.to) && within_reach;
        let stays = !must || (choices.is_empty() && promotion.fallback == Fallback::Stay);
        choices.into_iter().map(Some).chain(stays.then_some(None)).collect()
    }

    /// `true` if a move promotes, judging by its squares and by whether it captures.
    fn may_promote(&self, promotion: &Promotion, side: Player, made: &Move) -> bool {
        let zone = self.region(side, &promotion.zone);
        let (starts, ends) = (zone.contains(made.from), zone.contains(made.to));
        match promotion.when {
            PromotionZone::Arriving => ends,
            PromotionZone::Touching => starts || ends,
            PromotionZone::Capturing => ends && made.is_capture(),
            PromotionZone::Entering if !starts => ends,
            PromotionZone::Entering => {
                made.is_capture() || (self.region(side, &promotion.within).contains(made.to) && ends)
            }
        }
    }

    /// The promotion choices whose limits are not reached.
    fn choices(&self, position: &Position, side: Player, promotion: &Promotion) -> Vec<PieceId> {
        let pairs = promotion.choices[side.seat()].iter().zip(&promotion.limits[side.seat()]);
        let free =
            pairs.filter(|(piece, limit)| limit.is_none_or(|most| position.count(side, **piece) < usize::from(most)));
        free.map(|(piece, _)| *piece).collect()
    }

    /// Promotions that are moves of their own: in place, or with a quiet step.
    fn moves_to_promote(&self, position: &Position) -> Vec<Move> {
        let side = position.turn;
        let mut found = Vec::new();
        for (from, placed) in position.of_side(side) {
            let Some(rule) = &self.rules.piece(placed.piece).promotion_move else { continue };
            let anywhere = rule.last_anywhere && position.count(side, placed.piece) == 1;
            if !anywhere && !self.region(side, &rule.from).contains(from) {
                continue;
            }
            // A step of this kind sees all pieces, and cannot be a first move.
            let nothing = SquareSet::EMPTY;
            let seen = |square| match self.seen(position, (placed, &nothing), square) {
                crate::walk::Seen::Barrier => crate::walk::Seen::Piece { friend: false, royal: false },
                other => other,
            };
            let scene = Scene::plain(&self.rules.geometry, &seen);
            let mut ends: SquareSet = if rule.in_place { SquareSet::of(from) } else { SquareSet::EMPTY };
            let patterns = rule.movement.iter().flat_map(|movement| &movement.patterns);
            for walk in
                patterns.filter(|pattern| !pattern.initial).flat_map(|pattern| walks(pattern, &scene, side, from))
            {
                if walk.captures.is_empty() {
                    ends.insert(walk.to);
                }
            }
            for choice in &rule.choices {
                if rule.limit.is_some_and(|most| position.count(side, *choice) >= usize::from(most)) {
                    continue;
                }
                for to in ends.iter() {
                    let becomes = Cell::new(*choice, side);
                    if rule.peaceful && self.captures_from(position, becomes, (from, to)) {
                        continue;
                    }
                    found.push(Move { becomes: Some(*choice), ..Move::new(Kind::Promoting, (from, to), placed.piece) });
                }
            }
        }
        found
    }

    /// `true` if a piece that moves from one square to another could capture an enemy from there.
    fn captures_from(&self, position: &Position, placed: Cell, (from, to): (Square, Square)) -> bool {
        let mut after = position.clone();
        after.put(from, None);
        after.put(to, Some(placed));
        let enemies: Vec<Square> = after.of_other_sides(placed.side).map(|(square, _)| square).collect();
        self.walks_of(&after, placed, to, false)
            .iter()
            .any(|walk| !walk.en_passant && walk.captures.iter().any(|square| enemies.contains(square)))
    }

    /// The drops of the side to move.
    fn drops(&self, position: &Position) -> Vec<Move> {
        let Some(hand) = self.rules.hand else { return Vec::new() };
        let side = position.turn;
        let mut found = Vec::new();
        for piece in self.rules.piece_ids() {
            let Some(rule) = &self.rules.piece(piece).drop else { continue };
            if position.held(side, piece) == 0 && hand != HandRule::Unlimited {
                continue;
            }
            let squares = self.drop_squares(position, piece, rule);
            for becomes in std::iter::once(None).chain(rule.also_as.iter().copied().map(Some)) {
                for to in squares.iter().copied() {
                    found.push(Move { becomes, ..Move::new(Kind::Drop, (to, to), piece) });
                }
            }
        }
        found
    }

    /// The squares on which the side to move may drop a piece.
    fn drop_squares(&self, position: &Position, piece: PieceId, rule: &DropRule) -> Vec<Square> {
        let side = position.turn;
        let free = |square: &Square| position.is_empty(*square);
        let confined = self.region(side, &self.rules.piece(piece).confined);
        let squares: Vec<Square> =
            (self.region(side, &rule.on) & confined & self.rules.geometry.squares()).iter().filter(free).collect();
        let before_others: Vec<Square> =
            squares.iter().copied().filter(|square| self.region(side, &rule.first).contains(*square)).collect();
        let mut squares = match before_others.is_empty() {
            false => before_others,
            true => {
                squares.into_iter().filter(|square| self.is_well_placed(position, piece, rule.place, *square)).collect()
            }
        };
        if rule.place != DropPlace::OtherColour {
            let needed = self.squares_needed_by_others(position);
            squares.retain(|square| !needed.contains(square));
        }
        if let Some(most) = rule.per_file {
            let geometry = &self.rules.geometry;
            let on_file = |file: usize| {
                position
                    .of_side(side)
                    .filter(|(square, placed)| placed.piece == piece && geometry.file(*square) == file)
                    .count()
            };
            squares.retain(|square| on_file(geometry.file(*square)) < usize::from(most));
        }
        squares
    }

    /// `true` if an empty square has the neighbourhood that a drop requires.
    fn is_well_placed(&self, position: &Position, piece: PieceId, place: DropPlace, square: Square) -> bool {
        let side = position.turn;
        let is_side = |at: Square, side| position.at(at).is_some_and(|placed| placed.is_of(side));
        match place {
            DropPlace::Free => true,
            DropPlace::Enclosing => AROUND.iter().any(|step| {
                let line = self.line(square, *step);
                let enemies = line.iter().take_while(|at| is_side(**at, !side)).count();
                enemies > 0 && line.get(enemies).is_some_and(|at| is_side(*at, side))
            }),
            DropPlace::BesideFriend => self.beside(square, &AROUND).iter().any(|at| is_side(*at, side)),
            DropPlace::NotBesideEnemy => !self.beside(square, &ORTHOGONAL).iter().any(|at| is_side(*at, !side)),
            DropPlace::OnPile => self.is_top_of_pile(position, square),
            DropPlace::Pushed => ORTHOGONAL.iter().any(|step| self.comes_to_rest(position, square, *step)),
            DropPlace::OtherColour => {
                let colour = |at: Square| self.colour(at);
                !position.of_side(side).any(|(at, placed)| placed.piece == piece && colour(at) == colour(square))
            }
        }
    }

    /// `true` if a piece dropped into the square's file from the first rank's end rests on the square.
    fn is_top_of_pile(&self, position: &Position, square: Square) -> bool {
        let below = self.line(square, Step::new(0, -1));
        let above = self.line(square, Step::new(0, 1));
        let open = above.last().is_none_or(|end| position.is_empty(*end));
        open && below.iter().all(|at| !position.is_empty(*at))
    }

    /// `true` if a piece that is pushed in from the edge in a direction stops on the square.
    fn comes_to_rest(&self, position: &Position, square: Square, step: Step) -> bool {
        let behind = self.line(square, step.reversed());
        let next = self.line(square, step).first().copied();
        behind.iter().all(|at| position.is_empty(*at)) && next.is_none_or(|at| !position.is_empty(at))
    }

    /// The empty squares that are needed for other pieces in hand, which must be dropped on squares of this colour.
    fn squares_needed_by_others(&self, position: &Position) -> Vec<Square> {
        let side = position.turn;
        let mut needed = Vec::new();
        for piece in self.rules.piece_ids() {
            let Some(rule) = self.rules.piece(piece).drop.as_ref().filter(|rule| rule.place == DropPlace::OtherColour)
            else {
                continue;
            };
            if position.held(side, piece) == 0 {
                continue;
            }
            let on = self.region(side, &rule.on) & self.region(side, &self.rules.piece(piece).confined);
            for colour in [0, 1] {
                let there = |(at, placed): (Square, Cell)| placed.piece == piece && self.colour(at) == colour;
                if position.of_side(side).any(there) {
                    continue;
                }
                let free: Vec<Square> =
                    on.iter().filter(|at| self.colour(*at) == colour && position.is_empty(*at)).collect();
                if free.len() <= 1 {
                    needed.extend(free);
                }
            }
        }
        needed
    }

    /// 0 or 1, for the two colours of squares.
    pub(crate) fn colour(&self, square: Square) -> usize {
        (self.rules.geometry.file(square) + self.rules.geometry.rank(square)) % 2
    }

    /// The squares that follow a square in a direction, up to the edge or to a square that is repeated.
    pub(crate) fn line(&self, from: Square, step: Step) -> Vec<Square> {
        let (mut line, mut at, mut step) = (Vec::new(), from, step);
        while let Some(landing) = self.rules.geometry.step(at, step) {
            if landing.square == from || line.contains(&landing.square) {
                break;
            }
            line.push(landing.square);
            (at, step) = (landing.square, landing.onward);
        }
        line
    }

    /// The squares one step away.
    pub(crate) fn beside(&self, square: Square, steps: &[Step]) -> Vec<Square> {
        let geometry = &self.rules.geometry;
        let hexagonal = geometry.topology().is_hexagonal();
        let near = steps.iter().filter(|step| !hexagonal || step.files * step.ranks >= 0);
        near.filter_map(|step| geometry.step(square, *step)).map(|landing| landing.square).collect()
    }
}

/// The steps along files and ranks.
pub(crate) const ORTHOGONAL: [Step; 4] = [Step::new(0, 1), Step::new(1, 0), Step::new(0, -1), Step::new(-1, 0)];

/// The steps in all eight directions.
pub(crate) const AROUND: [Step; 8] = [
    Step::new(0, 1),
    Step::new(1, 1),
    Step::new(1, 0),
    Step::new(1, -1),
    Step::new(0, -1),
    Step::new(-1, -1),
    Step::new(-1, 0),
    Step::new(-1, 1),
];
