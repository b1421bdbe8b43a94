//! How the game ends.

use crate::rules::{Condition, End, PieceId, Royalty, Rules, Verdict};

use super::report::Report;

/// Ends of the game that the definition has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Ends {
    /// The pieces whose loss ends the game.
    pub(super) royal: Vec<PieceId>,
    /// `true` if several royal pieces of a side must all be safe, so that the loss of any one loses.
    pub(super) each: bool,
    /// `true` if a side without moves and without check loses.
    pub(super) stalemate_loses: bool,
    /// `true` if a side with nothing but royal pieces loses.
    pub(super) bare_loses: bool,
}

/// The ends of a game. Those that the script does not know are reported. Draws by repetition, by many moves without
/// progress and by lack of material are not: the players agree on them.
pub(super) fn ends(rules: &Rules, report: &mut Report<'_>) -> Ends {
    let mut said = Ends::default();
    royal(rules, &mut said, report);
    let mut stuck = [false; 2];
    for end in &rules.ends {
        match &end.condition {
            Condition::Stuck { in_check } => without_moves(end, *in_check, &mut said, &mut stuck, report),
            Condition::Extinct { pieces, any, at_most, .. } if end.verdict == Verdict::Loss => {
                extinct(rules, end, (pieces, *any, *at_most), &mut said, report);
            }
            condition if condition.is_claim() && end.verdict == Verdict::Draw => {}
            _ => unknown(end, report),
        }
    }
    if !stuck[1] {
        report.lacks("end", "that the game goes on when a side has no move");
    }
    said
}

fn unknown(end: &End, report: &mut Report<'_>) {
    report.lacks(&format!("end/{}", end.name), format!("the end `{}`", end.name));
}

fn royal(rules: &Rules, said: &mut Ends, report: &mut Report<'_>) {
    for id in rules.piece_ids() {
        let piece = rules.piece(id);
        match piece.royalty {
            Royalty::Common => continue,
            Royalty::Last(number) if number > 1 => {
                let what = format!("that `{}` is royal only while there are few of it", piece.name);
                report.lacks(&format!("pieces/{}/royal", piece.name), what);
            }
            Royalty::Royal => said.each = true,
            Royalty::Last(_) | Royalty::Together => {}
        }
        said.royal.push(id);
    }
    let kinds = said.royal.iter().map(|id| rules.piece(*id).royalty);
    if said.each && kinds.into_iter().any(|royalty| royalty != Royalty::Royal) {
        report.lacks("pieces", "for which royal pieces all must be safe, and for which only one");
    }
}

fn without_moves(end: &End, in_check: Option<bool>, said: &mut Ends, stuck: &mut [bool; 2], report: &mut Report<'_>) {
    let [mate, stalemate] = stuck;
    if in_check != Some(false) && !*mate {
        *mate = true;
        if end.verdict != Verdict::Loss {
            unknown(end, report);
        }
    }
    if in_check != Some(true) && !*stalemate {
        *stalemate = true;
        match end.verdict {
            Verdict::Draw => {}
            Verdict::Loss => said.stalemate_loses = true,
            _ => unknown(end, report),
        }
    }
}

/// A loss of pieces. If no piece is royal yet, they become royal for the script. If they are all pieces but the royal ones, a bare king
/// loses. Other losses are reported.
fn extinct(
    rules: &Rules,
    end: &End,
    (pieces, any, at_most): (&[PieceId], bool, u16),
    said: &mut Ends,
    report: &mut Report<'_>,
) {
    let others = || rules.piece_ids().filter(|id| !said.royal.contains(id));
    if at_most == 0 && said.royal.is_empty() && (any || pieces.len() == 1) {
        said.royal = pieces.to_vec();
    } else if !said.royal.is_empty() && !any && at_most == 0 && others().eq(pieces.iter().copied()) {
        said.bare_loses = true;
    } else if at_most > 0 || pieces != said.royal {
        unknown(end, report);
    }
}
