//! Sentences about other ways to win, captures that are compulsory or blow up, and where pieces may go.

use crate::board::{Side, Square, SquareSet};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::{fen_of, setup_of};
use crate::pages::phrases::{self, Concept};
use crate::pages::sentence::{Sentence, Topic};
use crate::rules::{Condition, End, PieceId, Royalty, Verdict as Result};

use super::movement::{ever_on, lone};

/// Finds claims about these goals in a sentence.
pub fn find(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let parts = [compulsory, checks, reached, all_lost, royal_taken, common_royal, no_check, bounded];
    let mut found = false;
    for part in parts {
        // The first that reads it has it: `win by exploding the king` is no `win by taking the king`.
        found = found || part(cx, said);
    }
    found | facing(cx, said)
}

fn start(cx: &Context<'_>) -> String {
    fen_of(&cx.rules, &cx.rules.setup)
}

/// Returns `true` if it says how a game is won or lost.
fn decides(said: &Sentence) -> bool {
    // `Lose by reaching the last rank` does not say how to win: a loss counts here only with a word for the side that
    // loses.
    let other = ["opponent", "whose", "checked", "other"].iter().any(|word| said.says(word));
    said.has(Concept::winning)
        || said.has(Concept::losing) && other
        || ["goal", "aim", "objective"].iter().any(|word| said.says(word))
}

/// `Capture is mandatory`, `you must capture if you can`.
fn compulsory(cx: &mut Context<'_>, said: &Sentence) -> bool {
    use Concept::{attack, capture, check_word, duty, jump, passing, promotion, under_check};
    if said.has_any(&[attack, check_word, under_check, jump, passing, promotion]) {
        return false;
    }
    let is = |at: usize, wanted: Concept| said.tokens.get(at).is_some_and(|token| token.concept == wanted);
    let filler = |at: &usize| {
        said.tokens.get(*at).is_some_and(|token| ["is", "are", "always", "not", "never"].contains(&token.word.as_str()))
    };
    let at = (0..said.tokens.len()).find(|at| {
        // `Captures are mandatory`
        let behind = is(*at, capture) && {
            let next = (at + 1..said.tokens.len()).find(|next| !filler(next));
            next.is_some_and(|next| next > at + 1 && is(next, duty))
        };
        // `must capture`, `mandatory captures`, but not `the cannon must capture by …`
        let before = is(*at, duty)
            && (is(at + 1, capture)
                || said.tokens.get(at + 1).is_some_and(|token| token.word == "to") && is(at + 2, capture));
        behind || before && said.pieces.iter().all(|(piece, _)| piece > at)
    });
    let Some(at) = at else { return false };
    let denied = said.is_denied(at, 2);
    let real = cx.rules.constraints.must_capture;
    cx.said.insert(Topic::MustCapture);
    let detail = if real { "a side that can capture must capture" } else { "a side that can capture need not" };
    cx.say("must capture", said, Finding::of(real != denied, detail).shown(start(cx)));
    true
}

/// `Three checks win`, `checked for the third time`.
fn checks(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let speaks = said.has_any(&[Concept::check_word, Concept::under_check]) && decides(said);
    if !speaks
        || said.has_any(&[Concept::repetition, Concept::perpetual, Concept::threefold, Concept::checkmate])
            && !said.says("third")
    {
        return false;
    }
    let counted = said.tokens.iter().enumerate().find_map(|(at, token)| match token.concept {
        Concept::check_word | Concept::times => said.number_before(at, 2),
        _ if ["time", "check"].contains(&token.word.as_str()) => None,
        _ => None,
    });
    let ordered = said.tokens.windows(2).find_map(|pair| {
        let thing = pair[1].word == "time" || pair[1].concept == Concept::check_word;
        (thing && pair[0].concept == Concept::ordinal).then(|| phrases::ordinal(&pair[0].word)).flatten()
    });
    let Some(count) = counted.or(ordered).filter(|count| (2..=20).contains(count)) else { return false };
    let real = cx.rules.ends.iter().enumerate().find_map(|(index, end)| match end.condition {
        Condition::Checks { times } => Some((index, times)),
        _ => None,
    });
    let finding = match real {
        None => Finding::contradicted("checks are not counted by the rules"),
        Some((index, times)) => {
            cx.said.insert(Topic::End(index));
            Finding::of(u32::from(times) == count, format!("the rules end the game after {times} checks"))
        }
    };
    cx.say("checks", said, finding.shown(start(cx)));
    true
}

/// The end by which a side without any of the pieces loses.
fn lost_with(cx: &mut Context<'_>, wanted: &[PieceId]) -> Option<Finding> {
    let (index, end) = extinct(cx, wanted)?;
    cx.said.insert(Topic::End(index));
    let detail = format!(
        "the end `{}`: a side without it {}",
        end.name,
        if end.verdict == Result::Loss { "loses" } else { "does not lose" }
    );
    Some(Finding::of(end.verdict == Result::Loss, detail))
}

fn extinct(cx: &Context<'_>, wanted: &[PieceId]) -> Option<(usize, End)> {
    let found = cx.rules.ends.iter().enumerate().find(|(_, end)| match &end.condition {
        Condition::Extinct { pieces, any, .. } => {
            wanted.iter().all(|piece| pieces.contains(piece)) && (*any || pieces.len() == wanted.len())
        }
        _ => false,
    });
    found.map(|(index, end)| (index, end.clone()))
}

/// `The king that reaches the last rank wins`.
fn reached(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    let goes = ["reach", "arriv", "bring", "get ", "gets ", "getting", "moving", "move"]
        .iter()
        .any(|word| text.contains(word));
    if !decides(said) || !goes || said.has_any(&[Concept::promotion, Concept::capture, Concept::negation]) {
        return false;
    }
    let geometry = cx.rules.geometry.clone();
    let on = |rank: usize| {
        geometry.squares().iter().filter(|square| geometry.rank(*square) + 1 == rank).collect::<SquareSet>()
    };
    let central = ["center", "centre", "central", "hill"].iter().any(|word| said.says(word));
    let listed: SquareSet = said
        .tokens
        .iter()
        .filter(|token| token.concept == Concept::square)
        .filter_map(|token| cx.square(&token.word))
        .collect();
    let ordinal = said
        .tokens
        .windows(2)
        .find_map(|pair| (pair[1].concept == Concept::ranks).then(|| phrases::ordinal(&pair[0].word)).flatten());
    let told = match ordinal {
        _ if listed.count() > 1 => listed,
        _ if said.has(Concept::last_rank) => on(geometry.ranks()),
        Some(rank) => on(rank as usize),
        None if central => middle(cx),
        None => return false,
    };
    let piece = said.pieces.first().map(|(_, piece)| *piece);
    let mut goals = cx.rules.ends.iter().enumerate().filter_map(|(index, end)| match &end.condition {
        Condition::Reached(goal)
            if end.verdict == Result::Win && piece.is_none_or(|piece| goal.pieces.contains(&piece)) =>
        {
            Some((index, goal.region[Side::White]))
        }
        _ => None,
    });
    let finding = match goals.next() {
        // `To win, the king must come to the sixth rank before the pawn` is about play.
        None if said.has(Concept::duty)
            || said.says("before")
            || piece.is_some_and(|piece| cx.called_royal() != Some(piece)) =>
        {
            return false;
        }
        None => Finding::contradicted("no square ends the game by the rules"),
        Some((index, region)) => {
            cx.said.insert(Topic::End(index));
            let region = region & geometry.squares();
            Finding::of(
                told == region,
                format!(
                    "by the rules White has to come to {}",
                    crate::render::words::squares_in_words(&geometry, region)
                ),
            )
        }
    };
    cx.say("goal", said, finding.shown(start(cx)));
    true
}

/// The squares in the middle: one, two or four.
fn middle(cx: &Context<'_>) -> SquareSet {
    let geometry = &cx.rules.geometry;
    let near = |at: usize, count: usize| at == count / 2 || at == (count - 1) / 2;
    geometry
        .squares()
        .iter()
        .filter(|square| {
            near(geometry.file(*square), geometry.files()) && near(geometry.rank(*square), geometry.ranks())
        })
        .collect()
}

/// `If you have lost all pieces, you win`, `win by capturing all enemy pieces`.
fn all_lost(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    let own = [
        "no pieces left",
        "has no pieces",
        "losing all",
        "lose all",
        "loses all",
        "lost all",
        "rid of all",
        "rid of their",
        "giving away all",
        "sacrifice all",
    ]
    .iter()
    .any(|words| text.contains(words));
    let theirs = ["capturing all", "capture all", "captures all", "taking all", "eliminating all"]
        .iter()
        .any(|words| text.contains(words));
    if !decides(said)
        || own == theirs
        || said.has(Concept::negation) && !text.contains("no pieces")
        || said.pieces.iter().any(|(_, piece)| cx.rules.piece(*piece).promotion.is_some())
    {
        return false;
    }
    let all: Vec<PieceId> = cx.rules.piece_ids().collect();
    // `Losing all` is no loss by itself.
    let losses = said.tokens.iter().filter(|token| token.concept == Concept::losing).count();
    let phrase = text.contains("lose all") || text.contains("loses all") || text.contains("losing all");
    let wins = said.has(Concept::winning) || losses <= usize::from(phrase);
    let Some((index, end)) =
        extinct(cx, &all).filter(|(_, end)| matches!(end.condition, Condition::Extinct { any: false, .. }))
    else {
        cx.say("goal", said, Finding::not_understood("by the rules, having no pieces left neither wins nor loses"));
        return true;
    };
    cx.said.insert(Topic::End(index));
    let real = match end.verdict {
        Result::Win => true,
        Result::Loss => false,
        _ => return false,
    };
    let detail = format!("a side that has nothing left {}", if real { "wins" } else { "loses" });
    // If capturing all pieces wins, losing all pieces loses.
    let holds = if own { real == wins } else { real != wins };
    cx.say("goal", said, Finding::of(holds, detail).shown(start(cx)));
    true
}

/// `The game is won by capturing the king`.
fn royal_taken(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let Some(royal) = cx.called_royal().or_else(|| cx.royal()) else { return false };
    let named = said.pieces.iter().any(|(_, piece)| *piece == royal) && said.pieces.len() == 1;
    let other = [
        Concept::checkmate,
        Concept::check_word,
        Concept::under_check,
        Concept::negation,
        Concept::bare,
        Concept::castling,
        Concept::attack,
    ];
    if !named || !decides(said) || !said.has_any(&[Concept::capture, Concept::captured]) || said.has_any(&other) {
        return false;
    }
    let mate = cx.rules.ends.iter().any(|end| {
        matches!(end.condition, Condition::Stuck { in_check: Some(true) | None }) && end.verdict == Result::Loss
    });
    let finding = match lost_with(cx, &[royal]) {
        Some(finding) => finding,
        // This has the same result, one move later.
        None if mate && cx.rules.piece(royal).royalty != Royalty::Common => {
            Finding::new(Verdict::Incomplete, "the rules end the game a move before, by mate")
        }
        None => Finding::contradicted("the game goes on without it"),
    };
    cx.say("goal", said, finding.shown(start(cx)));
    true
}

/// `The king has no royal status`.
fn common_royal(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    let words = [
        "no royal",
        "not royal",
        "normal piece",
        "ordinary piece",
        "any other piece",
        "not special",
        "regular piece",
        "isn't royal",
    ];
    let Some(royal) = cx.called_royal() else { return false };
    // `The central king` is one of several.
    let first = said.pieces.first().is_some_and(|(at, piece)| {
        let before = &said.tokens[..*at];
        *piece == royal && before.iter().all(|token| matches!(token.concept, Concept::article | Concept::mark))
    });
    if !first || said.pieces.len() > 1 || !words.iter().any(|words| text.contains(words)) || said.has(Concept::moving) {
        return false;
    }
    let common = cx.rules.piece(royal).royalty == Royalty::Common;
    let detail = if common { "it may be left under attack and be captured" } else { "it may not be left under attack" };
    cx.say("royal", said, Finding::of(common, detail).shown(start(cx)));
    true
}

/// `There is no check`.
fn no_check(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let none = said.tokens.windows(2).any(|pair| {
        pair[0].word == "no" && pair[1].concept == Concept::check_word && pair[1].word.trim_end_matches('s') == "check"
    });
    let conditional = ["when", "if", "while", "unless", "until", "but", "because"].iter().any(|word| said.says(word));
    if !none || conditional || decides(said) || said.tokens.len() > 12 {
        return false;
    }
    let holds = cx.rules.constraints.no_checks || cx.rules.pieces.iter().all(|piece| !piece.royalty.is_ever_royal());
    let detail = if holds { "nothing is ever in check" } else { "the rules have pieces that may be in check" };
    cx.say("check", said, Finding::of(holds, detail).shown(start(cx)));
    true
}

/// `The elephant cannot cross the river`, `the general may not leave the palace`.
fn bounded(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    let palace = text.contains("palace") || text.contains("fortress");
    let halves = said.has(Concept::halves);
    let leaves =
        ["leave", "cross", "onto", "outside", "stay", "confined", "beyond"].iter().any(|word| text.contains(word));
    let bound =
        said.has(Concept::negation) || said.has(Concept::duty) || text.contains("confined") || text.contains("stay");
    let Some(piece) = said.subject.filter(|_| said.pieces.len() <= 1) else { return false };
    if palace == halves || !leaves || !bound || said.has_any(&[Concept::worth, Concept::losing, Concept::winning]) {
        return false;
    }
    let placed = cx.placed(piece, Some(Side::White));
    if placed.is_empty() {
        return false;
    }
    let seen = ever_on(cx, piece);
    let geometry = cx.rules.geometry.clone();
    let half = |square: Square| 2 * (geometry.rank(square) + 1) <= geometry.ranks();
    let holds = match palace {
        true => seen.count() <= 16 && seen.count() * 4 < geometry.squares().count(),
        false => seen.iter().all(half),
    };
    let detail =
        format!("from its places in the setup it comes to {}", crate::render::words::squares_in_words(&geometry, seen));
    cx.said.insert(Topic::Moves(piece));
    let position = lone(cx, piece, placed.lowest());
    cx.say("confined", said, Finding::of(holds, detail).shown(position));
    true
}

/// `The kings may not face each other`.
fn facing(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    let face =
        ["face each other", "facing each other", "see each other", "on the same file with nothing", "face one another"];
    let Some(royal) =
        cx.royal().filter(|_| said.has(Concept::negation) && face.iter().any(|words| text.contains(words)))
    else {
        return false;
    };
    if !said.pieces.is_empty() && !said.pieces.iter().any(|(_, piece)| *piece == royal) {
        return false;
    }
    let Some(finding) = apart(cx, royal) else { return false };
    cx.say("royal", said, finding);
    true
}

/// Judges whether royal pieces may not face each other. The piece between them tries to move away.
pub fn apart(cx: &Context<'_>, royal: PieceId) -> Option<Finding> {
    let geometry = cx.rules.geometry.clone();
    let confined = cx.rules.piece(royal).confined;
    let (own, theirs) = (cx.placed(royal, Some(Side::White)).lowest(), cx.placed(royal, Some(Side::Black)).lowest());
    let (own, theirs) = (own?, theirs?);
    let theirs = geometry
        .at(geometry.file(own), geometry.rank(theirs))
        .filter(|square| confined[Side::Black].contains(*square))?;
    let between = geometry.straight(own, theirs) & !SquareSet::of(own) & !SquareSet::of(theirs);
    let blockers: Vec<PieceId> = cx.rules.piece_ids().filter(|piece| *piece != royal).collect();
    for piece in blockers {
        for square in between.iter() {
            let setup = setup_of(
                &cx.rules,
                &[(own, royal, Side::White), (theirs, royal, Side::Black), (square, piece, Side::White)],
                Side::White,
            );
            let Ok(game) = cx.compiled.game_unchecked(&setup) else { continue };
            let aside =
                |made: &crate::interpreter::Move| made.from == square && geometry.file(made.to) != geometry.file(own);
            if !game.pseudo_legal_moves().iter().any(aside) {
                continue;
            }
            let opens = game.legal_moves().iter().any(aside);
            let detail =
                format!("the {} between them {} go aside", cx.name(piece), if opens { "may" } else { "must not" });
            return Some(Finding::of(!opens, detail).shown(fen_of(&cx.rules, &setup)));
        }
    }
    None
}
