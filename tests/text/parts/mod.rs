//! Parts of the rooms, each asked by itself. They are held here and not beside their code, because a test inside `ferz` would
//! compile all of it a second time.

mod bench;
mod betza;
mod cli;
mod compile;
mod diagnostic;
mod fairy;
mod notation;
mod pages;
mod protocol;
mod referee;
mod render;
mod search;
mod source;
mod variant;
