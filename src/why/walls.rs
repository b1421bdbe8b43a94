//! Reasons why a move may not put up a wall on the square that its text names.

use crate::board::{Geometry, Square};
use crate::interpreter::Move;
use crate::rules::{Setup, WallPlace};

use super::Case;
use super::faults::WallFault;
use super::obstacles::obstacles;
use super::reason::{Need, Reason};
use super::request::leading_square;
use super::view::{View, atoms};

impl Case<'_> {
    /// The reason against the wall that the text names. `ways` are texts of the same move with permitted walls.
    pub(super) fn refuse_wall(&self, made: &Move, ways: Vec<String>) -> Reason {
        let fault = self.wall.as_deref().and_then(|text| self.wall_fault(made, text));
        let on = || self.wall.as_deref().and_then(|text| wall_square(&self.game.rules().geometry, text).ok());
        match fault {
            Some((on, fault)) => Reason::WrongWall { on, fault },
            None => {
                let attacked = on().and_then(|on| self.unsafe_with_wall(made, on));
                attacked.unwrap_or(Reason::OtherWall { ways })
            }
        }
    }

    /// The reason against a wall, with its square if the board has it.
    fn wall_fault(&self, made: &Move, text: &str) -> Option<(Option<Square>, WallFault)> {
        let rules = self.game.rules();
        let walls = rules.effects.walls.as_ref()?;
        let geometry = &rules.geometry;
        let on = match wall_square(geometry, text) {
            Ok(on) => on,
            Err(name) => return Some((None, WallFault::NoSquare(name.to_owned()))),
        };
        let us = self.setup.turn;
        let after = self.after(made);
        let fault = match walls.built {
            _ if after.pieces[on.index()].is_some() => Some(WallFault::Occupied(after.pieces[on.index()])),
            WallPlace::Moved if after.walls.contains(on) => Some(WallFault::Stays),
            _ if after.walls.contains(on) => Some(WallFault::Occupied(None)),
            _ if !walls.on[us].contains(on) => Some(WallFault::Region),
            WallPlace::Shot => self.out_of_reach(&after, made.to, on),
            WallPlace::Behind if on != made.from => Some(WallFault::NotBehind { left: made.from }),
            WallPlace::Edge => Some(WallFault::Inside),
            _ => None,
        };
        fault.map(|fault| (Some(on), fault))
    }

    /// The pieces after a move, without its wall.
    fn after(&self, made: &Move) -> Setup {
        let mut after = self.game.clone();
        after.play(&made.with(|further| further.wall = None));
        let mut setup = after.setup();
        setup.walls = self.setup.walls;
        setup
    }

    /// The reason why a piece that has moved could not go on to the square of the wall.
    fn out_of_reach(&self, after: &Setup, from: Square, on: Square) -> Option<WallFault> {
        let rules = self.game.rules();
        let placed = after.pieces[from.index()]?;
        let view = View { rules, setup: after, side: placed.side, changes: &[] };
        let all = atoms(rules, placed.piece);
        let ways = all.iter().filter_map(|atom| obstacles(&view, atom, (from, on), None));
        match ways.min_by_key(Vec::len) {
            None => Some(WallFault::OutOfReach { placed, from }),
            Some(reasons) => match reasons.first() {
                Some(Reason::Square { square, need: Need::Empty, .. }) => {
                    Some(WallFault::Blocked { placed, at: *square, by: after.pieces[square.index()] })
                }
                _ => None,
            },
        }
    }
}

/// The square of a wall, which follows the square on which the piece ends. An error with the name of a square that the board does not
/// have.
fn wall_square<'t>(geometry: &Geometry, text: &'t str) -> Result<Square, &'t str> {
    match leading_square(geometry, text) {
        None => Err(text),
        Some((on, "")) => Ok(on),
        Some((_, rest)) => geometry.square(rest).ok_or(rest),
    }
}
