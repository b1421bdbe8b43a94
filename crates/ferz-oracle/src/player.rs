//! The players of a game, and containers keyed by them.

use std::ops::{Index, IndexMut, Not};

use ferz_core::board::{BySide, Geometry, Side, Square, SquareSet, Step};
use ferz_core::rules::tree::{Facing, PlayerId, Sides};

/// The largest number of players.
pub(crate) const MOST: usize = 8;

/// The bits of a team's number.
const TEAM: usize = 4;

/// A player. In a game of two sides, these are White and Black.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player {
    /// The place in the order of turns, from 0.
    number: u8,
    /// The number of players.
    of: u8,
    /// The direction in which the pieces of each player face: two bits a player.
    facing: u16,
    /// The team of each player: four bits a player.
    teams: u32,
}

impl Player {
    /// White, in a game of two sides.
    pub(crate) const WHITE: Player = Player { number: 0, of: 2, facing: (Facing::South as u16) << 2, teams: 1 << TEAM };
    /// Black, in a game of two sides.
    pub(crate) const BLACK: Player = Player { number: 1, ..Player::WHITE };
    /// Both players of a game of two sides.
    pub(crate) const BOTH: [Player; 2] = [Player::WHITE, Player::BLACK];

    /// The players of a game, in the order of turns.
    pub(crate) fn all(sides: &Sides) -> Vec<Player> {
        let looks = sides.facing.iter().take(MOST).enumerate();
        let facing = looks.fold(0, |all, (place, facing)| all | (*facing as u16) << (2 * place));
        let team = |place: usize| {
            let partners = sides.partners.iter().find(|partners| partners.iter().any(|one| one.index() == place));
            partners.and_then(|partners| partners.first()).map_or(place, |first| first.index())
        };
        let of = sides.order.len().clamp(2, MOST) as u8;
        let teams = (0..usize::from(of)).fold(0, |all, place| all | (team(place) as u32) << (TEAM * place));
        (0..of).map(|number| Player { number, of, facing, teams }).collect()
    }

    /// The player of a side, in a game of two sides.
    pub(crate) fn of(side: Side) -> Player {
        Player::BOTH[side.index()]
    }

    /// The place in the order of turns, from 0.
    pub fn index(self) -> usize {
        usize::from(self.number)
    }

    /// The number of players.
    pub(crate) fn players(self) -> usize {
        usize::from(self.of)
    }

    fn facing(self) -> Facing {
        Facing::ALL[usize::from(self.facing >> (2 * self.number)) % Facing::ALL.len()]
    }

    fn team(self) -> u32 {
        self.teams >> (TEAM * self.index()) & ((1 << TEAM) - 1)
    }

    /// The side whose data a player uses where the rules have data for two sides.
    pub fn seat(self) -> Side {
        match self.facing() {
            Facing::South => Side::Black,
            Facing::North | Facing::East | Facing::West => Side::White,
        }
    }

    /// The side that has won if the player has.
    pub(crate) fn winner(self) -> Side {
        // The first player and the partners of the first player count as White.
        let first = Player { number: 0, ..self };
        if self.team() == first.team() { Side::White } else { Side::Black }
    }

    /// `true` if two players win together.
    pub fn is_partner(self, other: Player) -> bool {
        self != other && self.team() == other.team()
    }

    /// `true` if two players win and lose together.
    pub(crate) fn shares_with(self, other: Player) -> bool {
        self.team() == other.team()
    }

    /// A set with this player alone: a bit for each player.
    pub(crate) fn bit(self) -> u8 {
        1 << self.number
    }

    /// The other players that do not win together with this one, the next to move first.
    pub(crate) fn enemies(self) -> impl Iterator<Item = Player> {
        self.others().filter(move |other| !self.is_partner(*other))
    }

    /// `true` for the player with this number in the rules.
    pub(crate) fn is(self, id: PlayerId) -> bool {
        self.index() == id.index()
    }

    /// All players but this one, the next to move first.
    pub(crate) fn others(self) -> impl Iterator<Item = Player> {
        std::iter::successors(Some(!self), |player| Some(!*player)).take_while(move |player| *player != self)
    }

    /// A step that White would make, as the pieces of this player make it.
    pub(crate) fn turned(self, step: Step) -> Step {
        match self.facing() {
            Facing::North => step,
            Facing::South => step.reversed(),
            Facing::East => Step::new(step.ranks, -step.files),
            Facing::West => Step::new(-step.ranks, step.files),
        }
    }

    /// A region as the player sees it. For players who face east or west, White's region is turned.
    pub(crate) fn region(self, regions: &BySide<SquareSet>, geometry: &Geometry) -> SquareSet {
        match self.facing() {
            Facing::North => regions.white,
            Facing::South => regions.black,
            Facing::East | Facing::West => {
                regions.white.iter().filter_map(|square| self.square(square, geometry)).collect()
            }
        }
    }

    /// The square that corresponds to a square of White, for a player who faces east or west.
    fn square(self, square: Square, geometry: &Geometry) -> Option<Square> {
        let (file, rank) = (geometry.file(square), geometry.rank(square));
        match self.facing() {
            Facing::East => geometry.at(rank, geometry.ranks().checked_sub(file + 1)?),
            Facing::West => geometry.at(geometry.files().checked_sub(rank + 1)?, file),
            Facing::North | Facing::South => None,
        }
    }

    /// The distance of a square from the player's edge of the board.
    pub(crate) fn rank(self, square: Square, geometry: &Geometry) -> usize {
        match self.facing() {
            Facing::North | Facing::South => geometry.rank_for(self.seat(), square),
            Facing::East => geometry.file(square),
            Facing::West => geometry.files() - 1 - geometry.file(square),
        }
    }
}

impl Not for Player {
    type Output = Player;

    /// The next player. Of two players, this is the other one.
    fn not(self) -> Player {
        Player { number: (self.number + 1) % self.of, ..self }
    }
}

/// One value for each player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByPlayer<T>(Vec<T>);

impl<T: Clone> ByPlayer<T> {
    /// The same value for each player.
    pub(crate) fn all(value: T) -> ByPlayer<T> {
        ByPlayer(vec![value; MOST])
    }

    /// The values of two sides, for two of the players. The others have `otherwise`.
    pub(crate) fn of(values: BySide<T>, players: [usize; 2], otherwise: T) -> ByPlayer<T> {
        let mut all = ByPlayer::all(otherwise);
        (all.0[players[0]], all.0[players[1]]) = (values.white, values.black);
        all
    }

    /// The values of two of the players.
    pub(crate) fn sides(&self, players: [usize; 2]) -> BySide<T> {
        BySide { white: self.0[players[0]].clone(), black: self.0[players[1]].clone() }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}
