//! Steps over walls.

use crate::rules::tree::Moves;

use super::book::{Book, moves_of};
use super::say::*;

/// Adds rules for steps over walls.
pub(super) fn skip(book: &mut Book) {
    if book.rules.beyond.relations.skips_walls {
        book.moves("skips_walls", Moves { skips: Some(walls()), ..moves_of(pieces()) }, None);
    }
}
