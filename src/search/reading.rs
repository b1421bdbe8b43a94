//! Counts the evaluation terms of a position.

use crate::board::{Bitboard, BySide, Side, Square};
use crate::game::Position;
use crate::interpreter::{Surveyed, Surveyor};
use crate::rules::PieceId;

use super::blasts::Blasts;
use super::danger::Danger;
use super::held::Hand;
use super::terms::{Terms, Weight};
use super::weights::{Numbers, TERMS, Term};

/// The weighted terms for the side to move. `hands` is the value of the pieces in hand, and `material` the part of the
/// start's material that is left, in hundredths. `None` if attacks do not follow from the moves of the pieces.
pub(super) fn score(terms: &Terms, position: &Position<'_>, hands: BySide<Hand>, material: i32) -> Option<i32> {
    let mut reading = Reading { terms, turn: position.turn(), hands, found: [0; TERMS] };
    if !position.survey(&mut reading) {
        return None;
    }
    let of = |weights: &Numbers| reading.found.iter().zip(weights).map(|(found, weight)| found * weight).sum::<i32>();
    let [start, end] = [of(&terms.weights[0]), of(&terms.weights[1])];
    Some((start * material + end * (100 - material)) / 1600)
}

/// The terms of a position, while they are counted.
struct Reading<'a> {
    terms: &'a Terms,
    turn: Side,
    hands: BySide<Hand>,
    /// The terms of the side to move, less those of the other side.
    found: Numbers,
}

/// The pieces and attacks of a side.
#[derive(Clone, Copy)]
struct Forces<const W: usize> {
    own: Bitboard<W>,
    light: Bitboard<W>,
    attacked: Bitboard<W>,
    /// The squares that two pieces attack.
    twice: Bitboard<W>,
    royal: Option<Square>,
    /// The squares that pieces other than royal ones attack.
    by_others: Bitboard<W>,
    by_light: Bitboard<W>,
    /// The squares around the royal piece.
    around: Bitboard<W>,
    /// Pieces that attack squares around the enemy royal piece, and the number of these attacks.
    assault: [i32; 2],
    /// The pieces of one colour on light and dark squares.
    colours: [bool; 2],
}

/// The terms of one side, added up.
struct Tally(Numbers);

impl Tally {
    #[inline(always)]
    fn add(&mut self, term: Term, amount: i32) {
        self.0[term as usize] += amount;
    }
}

impl Surveyor for Reading<'_> {
    #[inline(always)]
    fn read<const W: usize>(&mut self, pieces: &[Surveyed<W>]) {
        let mut forces = [Side::White, Side::Black].map(|side| self.forces(pieces, side));
        let mut tallies = [Tally([0; TERMS]), Tally([0; TERMS])];
        for piece in pieces {
            let side = piece.placed.side;
            let enemy = forces[(!side).index()];
            self.count_piece(piece, (&mut forces[side.index()], &enemy), &mut tallies[side.index()]);
        }
        for side in Side::ALL {
            let (own, enemy) = (&forces[side.index()], &forces[(!side).index()]);
            self.count_side(side, (own, enemy), &mut tallies[side.index()]);
            if let (Some(danger), Some(royal)) = (&self.terms.danger, enemy.royal) {
                self.count_checks(pieces, side, (own, enemy), (danger, royal), &mut tallies[side.index()]);
            }
            if let Some(blasts) = &self.terms.blasts {
                self.count_blasts(pieces, side, (own, enemy), blasts, &mut tallies[side.index()]);
            }
        }
        let (own, other) = (&tallies[self.turn.index()].0, &tallies[(!self.turn).index()].0);
        for (found, (own, other)) in self.found.iter_mut().zip(own.iter().zip(other)) {
            *found = own - other;
        }
        self.found[Term::Turn as usize] = 1;
    }
}

impl Reading<'_> {
    #[inline(always)]
    fn forces<const W: usize>(&self, pieces: &[Surveyed<W>], side: Side) -> Forces<W> {
        let none = Bitboard::EMPTY;
        let mut forces = Forces {
            own: none,
            light: none,
            attacked: none,
            twice: none,
            royal: None,
            by_others: none,
            by_light: none,
            around: none,
            assault: [0; 2],
            colours: [false; 2],
        };
        for piece in pieces {
            if piece.placed.side != side {
                continue;
            }
            let kind = &self.terms.kinds[piece.placed.piece.index()];
            forces.own.insert(piece.square);
            forces.twice |= forces.attacked & piece.attacks;
            forces.attacked |= piece.attacks;
            if kind.royal {
                forces.royal = Some(piece.square);
                forces.around = self.terms.places[piece.square.index()].around.resize();
                continue;
            }
            forces.by_others |= piece.attacks;
            if kind.weight == Weight::Light {
                forces.light.insert(piece.square);
                forces.by_light |= piece.attacks;
            }
        }
        forces
    }

    #[inline(always)]
    fn count_piece<const W: usize>(
        &self,
        piece: &Surveyed<W>,
        (own, enemy): (&mut Forces<W>, &Forces<W>),
        tally: &mut Tally,
    ) {
        let (side, square) = (piece.placed.side, piece.square);
        let (kind, place) = (&self.terms.kinds[piece.placed.piece.index()], &self.terms.places[square.index()]);
        let rank = if side == Side::White { place.rank } else { self.terms.ranks - 1 - place.rank };
        if kind.royal {
            tally.add(Term::RoyalMoves, self.terms.royal_moves[side][self.terms.at(piece.placed.piece, square)] / 8);
            tally.add(Term::RoyalRank, rank);
            tally.add(Term::RoyalFile, place.off_middle);
            return;
        }
        let [moves, centre, ranks] = match kind.weight {
            Weight::Light => [Term::LightMoves, Term::LightCentre, Term::LightRanks],
            Weight::Middle => [Term::MiddleMoves, Term::Centre, Term::Ranks],
            Weight::Heavy => [Term::HeavyMoves, Term::Centre, Term::Ranks],
        };
        tally.add(moves, (piece.moves & !enemy.by_light).count() as i32 * 8 - kind.moves);
        tally.add(centre, place.centre);
        tally.add(ranks, rank);
        let hits = (piece.attacks & enemy.around).count() as i32;
        own.assault[0] += i32::from(hits > 0);
        own.assault[1] += hits;
        own.colours[usize::from(place.dark)] |= kind.one_colour;
        if kind.weight == Weight::Light {
            tally.add(Term::Chain, i32::from(own.by_light.contains(square)));
        }
        let way = &self.terms.ways[side][self.terms.at(piece.placed.piece, square)];
        tally.add(Term::Doubled, i32::from(way.resize::<W>().intersects(&own.light)));
        let threat = self.threat((side, square), (own, enemy), kind.weight);
        tally.add(Term::Loose, i32::from(!own.attacked.contains(square)));
        if let Some(threat) = threat {
            tally.add(threat, -kind.value);
        }
    }

    /// The term for an attacked piece that is not guarded, or that a light piece attacks.
    #[inline(always)]
    fn threat<const W: usize>(
        &self,
        (side, square): (Side, Square),
        (own, enemy): (&Forces<W>, &Forces<W>),
        weight: Weight,
    ) -> Option<Term> {
        let (is_own, guarded) = (side == self.turn, own.attacked.contains(square));
        if !enemy.attacked.contains(square) {
            return None;
        }
        let by_light = weight != Weight::Light && enemy.by_light.contains(square);
        match (guarded, is_own) {
            (false, true) => Some(Term::HangingOwn),
            (false, false) => Some(Term::HangingOther),
            (true, true) => by_light.then_some(Term::ThreatenedOwn),
            (true, false) => by_light.then_some(Term::ThreatenedOther),
        }
    }

    #[inline(always)]
    fn count_side<const W: usize>(&self, side: Side, (own, enemy): (&Forces<W>, &Forces<W>), tally: &mut Tally) {
        let count = |squares: Bitboard<W>| squares.count() as i32;
        let hand = self.hands[side].value;
        let unguarded = enemy.around & !enemy.by_others;
        tally.add(Term::Hand, hand);
        tally.add(Term::Assault, own.assault[0] * own.assault[1]);
        tally.add(Term::Unguarded, count(unguarded & own.attacked));
        tally.add(Term::Shelter, count(own.around & own.light));
        tally.add(Term::Escapes, count(own.around & !own.own & !enemy.attacked));
        tally.add(Term::Pair, i32::from(own.colours == [true; 2]));
        let far = self.terms.far_half[side].resize::<W>();
        tally.add(Term::Space, count(own.by_others & !enemy.by_light & far));
        tally.add(Term::Drops, count(unguarded & !(own.own | enemy.own)) * hand / 100);
    }

    /// Counts what a side could blow up.
    #[inline(always)]
    fn count_blasts<const W: usize>(
        &self,
        pieces: &[Surveyed<W>],
        side: Side,
        (own, enemy): (&Forces<W>, &Forces<W>),
        blasts: &Blasts,
        tally: &mut Tally,
    ) {
        let captures = blasts.captures(pieces, (side, own.attacked));
        // A royal piece captures nothing beside another one.
        let (attacked, free) = (enemy.around & own.by_others, enemy.around & !enemy.own & !own.by_others);
        let near = 20 * attacked.count() as i32 / (free.count() as i32 + 1);
        let danger = near + 40 * captures.mates;
        tally.add(Term::Siege, danger * (100 + danger) / 100);
        tally.add(if side == self.turn { Term::BlastOwn } else { Term::BlastOther }, captures.gain);
    }

    /// Counts the checks that a side could give to the royal piece on a square.
    #[inline(always)]
    fn count_checks<const W: usize>(
        &self,
        pieces: &[Surveyed<W>],
        side: Side,
        (own, enemy): (&Forces<W>, &Forces<W>),
        (danger, royal): (&Danger, Square),
        tally: &mut Tally,
    ) {
        let occupied = own.own | enemy.own;
        let seen = danger.seen(royal, &occupied);
        let sources = |piece: PieceId| danger.sources((side, piece), (royal, &seen));
        // A royal piece cannot capture what is guarded; the piece that moves is no guard of its own.
        let by_move = !own.own & (!enemy.attacked | (!enemy.by_others & own.twice));
        for piece in pieces.iter().filter(|piece| piece.placed.side == side) {
            let checks = piece.attacks & by_move & sources(piece.placed.piece);
            let royal = self.terms.kinds[piece.placed.piece.index()].royal;
            tally.add(Term::MoveChecks, i32::from(!royal && !checks.is_empty()));
        }
        let by_drop = !occupied & (!enemy.attacked | (!enemy.by_others & own.attacked));
        let mut kinds = self.hands[side].kinds & danger.held;
        while kinds != 0 {
            let piece = PieceId::new(kinds.trailing_zeros() as u8);
            kinds &= kinds - 1;
            let checks = by_drop & danger.drops(side, piece) & sources(piece);
            tally.add(Term::DropChecks, i32::from(!checks.is_empty()));
        }
    }
}
