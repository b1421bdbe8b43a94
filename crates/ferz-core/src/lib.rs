//! The part of Ferz without text: squares, rules, positions, the move generator and the ends of games.
//!
//! It is a separate package, so that edits in other packages do not recompile it.
//!
//! | module | contents |
//! |---|---|
//! | [`machine`] | memory and processors of the machine, and the memory that the program uses |
//! | [`work`] | bounds on work |
//! | [`source`] | places in the files that rules come from |
//! | [`board`] | squares, sets of squares, sizes, topologies, holes |
//! | [`rules`] | compiled rules: plain immutable data |
//! | [`position`] | pieces on squares, with changes that can be taken back |
//! | [`walker`] | moves followed square by square |
//! | [`interpreter`] | moves: the tables made from the walker's rays, legality |
//! | [`oracle`] | all moves by the walker, for comparison with the tables |
//! | [`outcome`] | how games end |
//! | [`perft`] | counts of trees |
//! | [`game`] | variants ready to play, positions with their past |

pub mod board;
pub mod game;
pub mod interpreter;
pub mod machine;
pub mod oracle;
pub mod outcome;
pub mod perft;
pub mod position;
pub mod rules;
pub mod source;
pub mod walker;
pub mod work;
