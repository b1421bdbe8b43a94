//! Claims about the course of the game that random play shows: whose pieces move, what must be captured, how captures go
//! on; and about what moves do to other pieces.

use crate::pages::claim::Finding;
use crate::pages::context::Context;
use crate::pages::moves::fen_of;
use crate::pages::trial::{self, Sampled};
use crate::rules::tree::{Becomes, EffectKind, RuleKind};
use crate::rules::{Flips, Setup, WallPlace};

use super::moves;
use super::told::{Judged, Told, moves_of_turns, of};

/// So many positions in which a side can only capture show that it must.
const ENOUGH: usize = 3;

/// So many positions without a capture show that there is none.
const ENOUGH_POSITIONS: usize = 200;

/// The verdict on a claim of this kind.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let found = match told.reading.shape {
        "captureforced" => ("must capture", forced(cx, told)),
        "anycapture" => ("capture", captures(cx, told)),
        "choosecapture" => ("must capture", chosen(cx, told)),
        "mostcapture" => ("must capture", longest(cx, told)),
        "chain" => ("must capture", chain(cx, told)),
        "capturedgo" => ("capture", removed(cx, told)),
        "ownmoves" => ("turn", own_moves(cx, told)),
        "twoplayers" => ("turn", players(cx, told)),
        "flipsto" => ("flips", changes_sides(cx, told)),
        "grows" => ("drop", grows(cx)),
        "blocker" => ("walls", blocker(cx, told)),
        "custodian" => ("capture", enclosed(cx, told)),
        "parts" => ("turn", parts(cx, told)),
        "ownblast" => ("blast", own_loss(cx, told)),
        "onevsone" => ("material", one_each(cx, told)),
        "asrest" => ("moves", moves::as_usual(cx).filter(|found| found.verdict == crate::pages::Verdict::Confirmed)),
        _ => return Vec::new(),
    };
    found.1.map(|finding| (found.0, finding)).into_iter().collect()
}

/// A finding with the position that shows it.
fn shown(cx: &Context<'_>, holds: bool, detail: &str, setup: Option<&Setup>) -> Finding {
    let setup = setup.unwrap_or(&cx.rules.setup);
    Finding::of(holds, detail).shown(fen_of(&cx.rules, setup))
}

/// Whether a side that can capture must. `None` if play did not show it.
fn must(cx: &Context<'_>, seen: &Sampled) -> Option<bool> {
    match () {
        () if seen.free.is_some() => Some(false),
        () if cx.rules.constraints.must_capture || seen.forced_count >= ENOUGH => Some(true),
        () => None,
    }
}

fn forced(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let seen = trial::sampled(cx);
    let real = must(cx, &seen)?;
    let detail = if real { "a side that can capture must capture" } else { "a side that can capture need not" };
    let setup = if real { seen.forced.as_ref() } else { seen.free.as_ref() };
    Some(shown(cx, real != told.has("not"), detail, setup))
}

/// `There are no captures`: none is ever legal in play.
fn captures(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let seen = trial::sampled(cx);
    let setup = seen.free.as_ref().or(seen.forced.as_ref());
    let detail = if setup.is_some() { "a side captures here" } else { "nothing is captured" };
    let enough = setup.is_some() || seen.count >= ENOUGH_POSITIONS;
    enough.then(|| shown(cx, setup.is_some() != told.has("not"), detail, setup))
}

/// Whether only captures of the largest number of pieces are legal.
fn only_longest(cx: &Context<'_>, seen: &Sampled) -> Option<bool> {
    let most = |kind: &RuleKind| matches!(kind, RuleKind::Must { most: Some(_), .. });
    let told = cx.rules.tree.rules.iter().any(|rule| most(&rule.kind.kind));
    match () {
        () if cx.rules.beyond.takes.longest || told => Some(true),
        () if seen.uneven.is_some() || seen.choice.is_some() => Some(false),
        () => None,
    }
}

fn chosen(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let seen = trial::sampled(cx);
    let longest = only_longest(cx, &seen)?;
    let detail = if longest { "only the largest capture is legal" } else { "each of several captures is legal" };
    let setup = if longest { seen.chain.as_ref() } else { seen.uneven.as_ref().or(seen.choice.as_ref()) };
    Some(shown(cx, longest == told.has("not"), detail, setup))
}

fn longest(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let found = chosen(cx, told)?;
    Some(found.inverted())
}

/// `Several captures in one turn`, `it must go on capturing`, `it may stop`.
fn chain(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let seen = trial::sampled(cx);
    let blows = cx.rules.effects.blast.is_some();
    if blows {
        return None;
    }
    let any = seen.chain.is_some();
    if told.has("several") {
        told.numbers("number");
        let detail = if any { "a move may make several captures" } else { "a move makes one capture at most" };
        return Some(shown(cx, any != told.has("not"), detail, seen.chain.as_ref()));
    }
    if !any {
        return None;
    }
    if told.has("same") {
        let one = moves_of_turns(cx)? == [1, 1];
        return Some(shown(cx, one, "one piece makes all captures of a move", seen.chain.as_ref()));
    }
    let stops = seen.stops.is_some();
    let detail = if stops { "a series of captures may end early" } else { "a series of captures goes on to its end" };
    let holds = stops == told.has("stop");
    told.has("goon");
    Some(shown(cx, holds, detail, seen.stops.as_ref().or(seen.chain.as_ref())))
}

/// `Captured pieces leave the board`.
fn removed(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let flips = cx.rules.effects.flips.is_some();
    let kept = cx.rules.hand == Some(crate::rules::HandRule::Captured);
    (!flips && !kept).then(|| of(cx, !told.has("not"), "captured pieces leave the board for good"))
}

fn own_moves(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let seen = trial::sampled(cx);
    let foreign = seen.foreign.is_some();
    let detail = if foreign { "a side may move pieces of the enemy" } else { "a side moves only its own pieces" };
    let claimed = told.has("may") && !told.has("only");
    (seen.count > ENOUGH).then(|| shown(cx, foreign == claimed, detail, seen.foreign.as_ref()))
}

fn players(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let said = *told.numbers("number").first()?;
    told.notes().iter().for_each(|note| {
        told.word(note);
    });
    let real = cx.rules.tree.sides.order.len().max(2);
    Some(of(cx, said as usize == real, format!("the game has {real} sides")))
}

/// `Enclosed pieces are flipped`, `neighbours change sides`, `what it attacks changes sides`.
fn changes_sides(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    told.side();
    let Some(flips) = cx.rules.effects.flips else {
        let told_flip = |kind: &RuleKind| match kind {
            RuleKind::After { block, .. } => block
                .effects
                .iter()
                .any(|effect| matches!(&effect.kind, EffectKind::Flip(_) | EffectKind::Change(_, Becomes::KindOf(_)))),
            _ => false,
        };
        let any = cx.rules.tree.rules.iter().any(|rule| told_flip(&rule.kind.kind));
        return (!any).then(|| of(cx, false, "no piece changes sides"));
    };
    let (enclosed, beside) = (told.has("enclosed"), told.has("beside"));
    let holds = match flips {
        Flips::Enclosed => enclosed,
        Flips::Neighbours | Flips::NeighboursWithFriend => beside,
        Flips::Attacked => told.has("attacked"),
    };
    Some(of(
        cx,
        holds != told.has("not"),
        match flips {
            Flips::Enclosed => "those enclosed change sides",
            Flips::Attacked => "those attacked change sides",
            _ => "those beside it change sides",
        },
    ))
}

/// `A new stone appears beside it`: pieces come from a hand that is never empty, beside own ones.
fn grows(cx: &Context<'_>) -> Option<Finding> {
    let drops = cx.rules.pieces.iter().any(|piece| piece.drop.is_some());
    let endless = cx.rules.hand.is_some();
    (drops && endless).then(|| of(cx, true, "a new piece comes beside an own one"))
}

/// A wall that every move puts on another square.
fn blocker(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let walls = cx.rules.effects.walls.as_ref()?;
    let moved = walls.built == WallPlace::Moved && !walls.instead;
    let can = told.has("can");
    for note in told.notes() {
        told.word(note);
    }
    let holds = match () {
        () if told.has("btaken") || told.has("bthrough") => !can,
        () => moved && told.has("bmoves"),
    };
    told.has("not");
    moved.then(|| of(cx, holds, "every move ends with moving it to another empty square"))
}

/// `Captured between two enemies`, and what goes between them by itself is not.
fn enclosed(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    told.subjects.len();
    told.notes().iter().for_each(|note| {
        told.piece(note);
    });
    if told.has("into") {
        let found = trial::between::walks_in(cx)?;
        let detail = if found.1 { "it is captured" } else { "it stays" };
        return Some(shown(cx, found.1 != told.has("not"), detail, Some(&found.0)));
    }
    let found = trial::between::shut_in(cx)?;
    let detail = if found.1 { "it is captured so" } else { "it is not captured so" };
    Some(shown(cx, found.1 != told.has("not"), detail, Some(&found.0)))
}

/// `A move has two parts`: a piece moves, and a wall is put up.
fn parts(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let said = *told.numbers("number").first()?;
    let walls = cx.rules.effects.walls.as_ref().filter(|walls| !walls.instead)?;
    let built = walls.built != WallPlace::Behind;
    built.then(|| of(cx, said == 2, "a move of a piece, and a wall that is put up"))
}

/// `A capture that blows up the own king is illegal`.
fn own_loss(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    cx.rules.effects.blast.as_ref()?;
    told.pieces(told.notes());
    let (setup, legal) = trial::between::blows_up_own(cx)?;
    let detail = if legal { "such a capture is legal" } else { "such a capture is illegal" };
    told.has("may");
    Some(shown(cx, legal != told.has("not"), detail, Some(&setup)))
}

/// `One piece against one is a draw`.
fn one_each(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    told.pieces(told.notes());
    told.numbers("number");
    let found = trial::over::one_each(cx);
    let drawn = found.as_ref().is_some_and(|found| found.result == crate::rules::Verdict::Draw);
    let detail = if drawn { "the game is drawn" } else { "the game goes on, or has a winner" };
    Some(shown(cx, drawn == told.has("draw"), detail, found.as_ref().map(|found| &found.setup)))
}
