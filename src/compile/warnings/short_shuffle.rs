//! `short-shuffle`: see its page in the rule book.

use super::own::key;
use crate::board::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{PieceId, Rules};
use crate::variant::Node;
use crate::variant::node::Problems;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    let (Some(place), Some(shuffle)) = (key(root, &["shuffle"]), &rules.shuffle) else { return };
    let far = |placed: &&crate::rules::PlacedPiece| placed.side == Side::Black;
    let on_rank = rules.geometry.squares().iter().filter(|square| rules.geometry.rank(*square) == shuffle.rank);
    let placed: Vec<_> = on_rank.filter_map(|square| rules.setup.pieces[square.index()].as_ref()).collect();
    if !placed.is_empty() && placed.iter().all(far) {
        let message =
            format!("the shuffle puts White's pieces on rank {}, where the setup has Black's", shuffle.rank + 1);
        let help = "`rank` is White's rank: Black's pieces are placed on the opposite rank automatically";
        problems.push(Diagnostic::warning(Code::ShortShuffle, place, message).help(help));
        return;
    }
    if crate::compile::shuffle::count(rules) == 1 {
        let message = "the shuffle has only one start position";
        let help = "give the pieces separate steps: several `pieces` of one step keep their order";
        problems.push(Diagnostic::warning(Code::ShortShuffle, place, message).help(help));
        return;
    }
    let squares = shuffle.steps.iter().flat_map(|step| step.on).collect::<crate::board::SquareSet>();
    let cleared = squares.iter().filter_map(|square| rules.setup.pieces[square.index()]);
    let cleared: Vec<PieceId> =
        cleared.filter(|placed| placed.side == Side::White).map(|placed| placed.piece).collect();
    let placed: Vec<PieceId> = shuffle.steps.iter().flat_map(|step| step.pieces.iter().copied()).collect();
    let count = |pieces: &[PieceId], id: PieceId| pieces.iter().filter(|piece| **piece == id).count();
    let missing: Vec<String> = rules
        .piece_ids()
        .filter_map(|id| Some((id, count(&cleared, id).checked_sub(count(&placed, id)).filter(|less| *less > 0)?)))
        .map(|(id, less)| format!("{less} of `{}`", rules.piece(id).name))
        .collect();
    if !missing.is_empty() {
        let message = format!("the shuffle clears the rank and does not place {}", missing.join(", "));
        let help = "add a step for each piece of the rank, or limit the steps with `on` to the squares that they fill";
        problems.push(Diagnostic::warning(Code::ShortShuffle, place, message).help(help));
    }
}
