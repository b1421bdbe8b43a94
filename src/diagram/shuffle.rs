//! Shuffled start positions.

use crate::board::SquareSet;
use crate::rules::{PieceId, Rules};

/// The shuffled pieces, if the script can shuffle them: pieces with `!` before them stand on squares of both colours.
pub(super) fn shuffle(rules: &Rules, letters: &[String]) -> Option<String> {
    let (board, shuffle) = (&rules.geometry, rules.shuffle.as_ref()?);
    let placed = |file: usize, rank: usize| board.at(file, rank).and_then(|square| rules.setup.pieces[square.index()]);
    let mirrored = (0..board.files()).all(|file| {
        (0..board.ranks()).all(|rank| {
            let [own, other] = [rank, board.ranks() - 1 - rank].map(|rank| placed(file, rank));
            own.map(|own| (own.piece, own.side)) == other.map(|other| (other.piece, !other.side))
        })
    });
    let line: SquareSet = board.squares().iter().filter(|square| board.rank(*square) == shuffle.rank).collect();
    let shade = |dark: bool| -> SquareSet {
        line.iter().filter(|square| (board.file(*square) + board.rank(*square)).is_multiple_of(2) == dark).collect()
    };
    let castles = |id: &PieceId| rules.castling.iter().any(|rule| rule.movers.contains(id));
    let (mut pieces, mut shades): (Vec<PieceId>, Vec<(PieceId, bool)>) = (Vec::new(), Vec::new());
    for step in &shuffle.steps {
        let ordered = step.pieces.iter().any(|piece| *piece != step.pieces[0]);
        match [true, false].into_iter().find(|dark| step.on == shade(*dark)) {
            Some(dark) if step.pieces.len() == 1 => shades.push((step.pieces[0], dark)),
            _ if step.on == line && (!ordered || step.pieces.iter().any(castles)) => {}
            _ => return None,
        }
        pieces.extend(&step.pieces);
    }
    let both = |id: PieceId| [true, false].into_iter().all(|dark| shades.contains(&(id, dark)));
    if !mirrored || shades.iter().any(|(id, _)| !both(*id)) {
        return None;
    }
    pieces.sort_unstable();
    pieces.dedup();
    let entry = |id: &PieceId| {
        let mark = if shades.iter().any(|(known, _)| known == id) { "!" } else { "" };
        format!("{mark}{}", letters[id.index()])
    };
    Some(pieces.iter().map(entry).collect())
}

/// Returns `true` if the script can shuffle the pieces as the rules say.
pub(super) fn can_shuffle(rules: &Rules) -> bool {
    shuffle(rules, &vec![String::new(); rules.pieces.len()]).is_some()
}
