//! `bad-fen` for setups with more pieces in a region than a rule lets in: see its page in the rule book.

use super::own::{key, setup};
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Rules;
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let place = key(root, &["rules", "relations", "rooms"]).or_else(|| setup(root));
    let Some(place) = place.filter(|_| rules.shuffle.is_none()) else { return };
    for room in &rules.beyond.relations.rooms {
        let count = |side: Side| {
            let squares = room.on[side] & rules.geometry.squares();
            let pieces = squares.iter().filter_map(|square| rules.setup.pieces[square.index()]);
            pieces.filter(|placed| placed.side == side).count()
        };
        let Some(side) = Side::ALL.into_iter().find(|side| count(*side) > usize::from(room.most)) else { continue };
        let message =
            format!("{} begins with {} pieces in a room that lets in {}", side.name(), count(side), room.most);
        let help = "raise `most`, or change the region or the setup";
        problems.push(Diagnostic::warning(Code::BadFen, place, message).help(help));
    }
}
