//! A slow and simple rules engine, for comparison with the move generator of Ferz.
//!
//! It shares only the compiled rules and the geometry of the board with the generator. A position is a list of cells
//! and is copied for every move. Pieces are moved leg by leg, and every move is made and tested.
//!
//! ```text
//! let oracle = ferz::oracle(variant.shared_rules())?;
//! let position = oracle.position(&variant.rules().setup);
//! assert_eq!(oracle.perft(&position, 2), 400);
//! ```

mod apart;
mod attack;
mod cell;
mod chase;
mod conditions;
mod deed;
mod doing;
mod effects;
mod element;
mod ends;
mod frame;
mod further;
mod game;
mod index;
mod legal;
mod lines;
mod make;
mod material;
mod moves;
mod oracle;
mod perft;
mod player;
mod position;
mod reach;
mod reading;
mod relations;
mod road;
mod sets;
mod steps;
mod text;
mod through;
mod turns;
mod walk;

pub use cell::Cell;
pub use deed::{Kind, Move};
pub use element::Element;
pub use ends::Ended;
pub use game::Game;
pub use oracle::Oracle;
pub use player::{ByPlayer, Player};
pub use position::Position;
