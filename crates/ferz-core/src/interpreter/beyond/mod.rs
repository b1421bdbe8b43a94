//! Rules that the tables do not hold: see [`Beyond`](crate::rules::Beyond).
//!
//! The generator first finds the moves as if there were no such rules. `moves` (with a file for each kind of rule)
//! then removes, changes and adds moves, and `legal` makes each of them and tests it. `after` has the further effects
//! of moves, and `attacks` the attacks.

mod after;
mod attacks;
mod boards;
mod chains;
mod folds;
mod legal;
mod levels;
mod magnets;
mod moves;
mod passing;
mod persuasion;
mod proposals;
mod two_steps;
