//! Rules that no table answers: see [`Beyond`](crate::rules::Beyond).
//!
//! The generator gives the moves of such a game as if there were no such rules. Here they are held back, changed and added
//! to (`moves`, with a file for each kind of rule), and each is made and looked at (`legal`). What a move does beside going and
//! taking is in `after`, what attacks in `attacks`.

mod after;
mod attacks;
mod boards;
mod bombs;
mod chains;
mod folds;
mod follow;
mod friends;
mod handovers;
mod last_resort;
mod legal;
mod loans;
mod magnets;
mod mates;
mod merges;
mod moves;
mod opening;
mod owners;
mod passing;
mod persuasion;
mod proposals;
mod rebirth;
mod refusals;
mod relations;
mod rooms;
mod settled_drops;
mod shields;
mod strikes;
mod swaps;
mod trades;
mod two_steps;
mod ways;
