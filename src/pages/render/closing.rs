//! Ends of the game as sentences.

use super::first;
use super::prose::{a, many, number, ordinal, polished, sentence, zone};
use super::told::{self, Line};
use crate::board::{BySide, Side};
use crate::english;
use crate::render::endings::end_in_words;
use crate::render::words::{counted, names};
use crate::rules::{Chase, Condition, End, HandRule, Pass, PieceId, Reached, Rules, Seen, Stage, Verdict};

/// The ends of the game as sentences, in the order in which they are asked.
pub fn ends(rules: &Rules) -> Vec<Line> {
    let mut of_tree = told::ends(rules).into_iter().peekable();
    let mut found = Vec::new();
    for (place, text) in each_end(rules) {
        let before = |told: &(usize, Line)| place.is_none_or(|index| told.0 <= index);
        while let Some((_, line)) = of_tree.next_if(before) {
            found.push(line);
        }
        found.push(Line::plain(text));
    }
    found.extend(of_tree.map(|(_, line)| line));
    found
}

/// The ends that are not in the language of rules, with their places in the file, and what belongs to several of them.
pub fn each_end(rules: &Rules) -> Vec<(Option<usize>, String)> {
    let mut found = Vec::new();
    let mut counted: Option<&Verdict> = None;
    let can_happen = rules.ends.iter().enumerate().filter(|(_, end)| can_happen(rules, &end.condition));
    for (index, end) in can_happen {
        let mut text = ending(rules, end);
        // The points of the pieces are listed once.
        if counted == Some(&end.verdict)
            && let Some((said, _)) = text.rsplit_once(" (")
        {
            text = format!("{said}.");
        }
        if matches!(end.verdict, Verdict::Points { .. }) {
            counted = Some(&end.verdict);
        }
        found.push((Some(index), polished(rules, &text)));
    }
    found.extend(same_position(rules).map(|text| (None, polished(rules, &text))));
    if rules.tree.sides.order.len() <= 2 {
        found.push((None, "A player may resign, and the players may agree on a draw.".to_owned()));
    }
    found
}

/// The meaning of "the same position"; `None` if no end asks for one.
fn same_position(rules: &Rules) -> Option<String> {
    let asks = |end: &End| {
        matches!(
            end.condition,
            Condition::Repetition { .. } | Condition::PerpetualCheck { .. } | Condition::PerpetualChase(_)
        )
    };
    rules.ends.iter().find(|end| asks(end))?;
    let passing = first::passing_in_words(rules).is_some();
    let rights = match (rules.castling.is_empty(), passing) {
        (true, true) => Some("the same rights to capture en passant"),
        (true, false) => None,
        (false, true) => Some("the same rights to castle and to capture en passant"),
        (false, false) => Some("the same rights to castle"),
    };
    let hands = rules.hand.is_some_and(HandRule::fills).then_some("the same pieces in hand");
    let more: Vec<&str> = hands.into_iter().chain(rights).collect();
    let more = if more.is_empty() { String::new() } else { format!(", with {}", english::list(&more, "and")) };
    Some(format!("A position is the same only if the same side is to move{more}."))
}

/// Returns `true` if the condition can occur: a side that can pass is never without a move, unless it is in check.
fn can_happen(rules: &Rules, condition: &Condition) -> bool {
    let passes = rules.constraints.pass != Pass::Never;
    let royal = rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal());
    match condition {
        Condition::Stuck { in_check: Some(false) } => !passes,
        Condition::Stuck { in_check: None } => !passes || royal,
        _ => true,
    }
}

/// An end as a sentence.
pub(super) fn ending(rules: &Rules, end: &End) -> String {
    let who = |clause: String| of_a_player(rules, end, &clause);
    let when = |event: String| of_an_event(rules, end, &event);
    let group = |pieces: &[PieceId]| match pieces.len() == rules.pieces.len() {
        true => "pieces".to_owned(),
        false => pieces.iter().map(|id| rules.piece(*id).name.clone() + "s").collect::<Vec<_>>().join(" or "),
    };
    match &end.condition {
        Condition::Stuck { in_check: Some(true) } => {
            who("is checkmated (in check, and without a legal move)".to_owned())
        }
        Condition::Stuck { in_check: Some(false) }
            if rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal()) =>
        {
            who("is stalemated (not in check, and without a legal move)".to_owned())
        }
        Condition::Stuck { in_check: Some(false) } => who("has no legal move".to_owned()),
        Condition::Stuck { in_check: None } => who("has no legal move".to_owned()),
        Condition::Extinct { pieces, any, at_most, opponent_at_least, may_answer } => {
            // With `any`, the last piece of one kind decides, and not the last piece of all.
            let all = pieces.len() == rules.pieces.len() && (!*any || pieces.len() == 1);
            let others: Vec<PieceId> = rules.piece_ids().filter(|id| !pieces.contains(id)).collect();
            let but_few = !all && !*any && *at_most == 0 && others.len() < pieces.len();
            let what = match (all, *any, *at_most) {
                _ if but_few => format!("has nothing left but {}", group(&others)),
                (true, _, 0) => "has no pieces left".to_owned(),
                (true, _, 1) => "has only one piece left".to_owned(),
                (true, _, count) => format!("has only {} pieces left", number(count.into())),
                (false, true, 0) => format!("has lost the last {}", names(rules, pieces)),
                (false, false, 0) => format!("has no {} left", names(rules, pieces)),
                (false, _, count) => format!("has no more than {} {} left", number(count.into()), group(pieces)),
            };
            let most = match opponent_at_least {
                0 => String::new(),
                1 if but_few => " while the opponent has another piece".to_owned(),
                count if but_few => {
                    format!(" while the opponent has at least {} other pieces", number((*count).into()))
                }
                1 => " while the opponent has one".to_owned(),
                count => format!(" while the opponent has at least {}", number((*count).into())),
            };
            let answer = match may_answer {
                true => format!(" ({} if it is that player's turn)", number(usize::from(*opponent_at_least) + 1)),
                false => String::new(),
            };
            who(format!("{what}{most}{answer}"))
        }
        Condition::Checks { times } => who(format!("gives check for the {} time", ordinal((*times).into()))),
        Condition::FullBoard => when("no square is empty".to_owned()),
        Condition::Passes { times } => when(format!("{} turns in a row are passed", number((*times).into()))),
        Condition::Repetition { times } => {
            when(format!("the same position occurs for the {} time", ordinal((*times).into())))
        }
        Condition::NoProgress { plies, reset_by } if plies % 2 == 0 => {
            let progress = match reset_by.as_slice() {
                [] => String::new(),
                pieces => format!(" or a move of {}", a(&names(rules, pieces))),
            };
            when(format!("each side has made {} moves in a row without a capture{progress}", plies / 2))
        }
        Condition::InsufficientMaterial => {
            when("neither side has the pieces to give mate by any sequence of moves".to_owned())
        }
        Condition::PerpetualCheck { times } => who(format!(
            "gives perpetual check (until the same position occurs for the {} time)",
            ordinal((*times).into())
        )),
        Condition::PerpetualChase(chase) => {
            let when = who(format!(
                "brings about the same position for the {} time, having chased the same piece with every move while the opponent did not chase,",
                ordinal(chase.times.into())
            ));
            format!("{when} {}", chasing(rules, chase))
        }
        Condition::Facing { pieces } => {
            let who = names(rules, pieces);
            when(format!(
                "the {who}s of both sides face each other with nothing between, and the next move does not end this"
            ))
        }
        Condition::MatedByDrop { pieces } if end.verdict == Verdict::Win => {
            format!("A player who gives checkmate by dropping {} loses.", a(&names(rules, pieces)))
        }
        Condition::MatedByDrop { pieces } => who(format!("is checkmated by the drop of {}", a(&names(rules, pieces)))),
        Condition::MatedBy { pieces } => who(format!("is checkmated by {} alone", a(&names(rules, pieces)))),
        Condition::Reached(reached) => reach(rules, end, reached),
        Condition::Countdown { stages } => countdown(rules, stages),
        _ => sentence(&end_in_words(rules, end)),
    }
}

/// The moves that count as chasing.
fn chasing(rules: &Rules, chase: &Chase) -> String {
    let all = rules.geometry.squares();
    let mut text = format!(
        "A move of {} chases an enemy piece if it newly attacks that piece, and if no enemy could recapture after the capture.",
        a(&names(rules, &chase.by))
    );
    if chase.worth.iter().any(|worth| *worth != chase.worth[0]) {
        let of = |id: PieceId| chase.worth[id.index()];
        let each: Vec<String> = rules
            .piece_ids()
            .filter(|id| of(*id) > 0)
            .map(|id| format!("{} {}", rules.piece(id).name, of(id)))
            .collect();
        text += &format!(
            " A piece that is worth more than its attacker is chased even if it is protected ({}).",
            each.join(", ")
        );
    }
    for (id, spared) in rules.piece_ids().zip(&chase.spares) {
        let name = &rules.piece(id).name;
        let spared = BySide::from_fn(|side| spared[side] & all);
        match Side::ALL.iter().all(|side| spared[*side] == all) {
            true => text += &format!(" {} is never chased.", sentence(&a(name)).trim_end_matches('.')),
            false if Side::ALL.iter().all(|side| spared[*side].is_empty()) => {}
            false => {
                text +=
                    &format!(" {} on {} is not chased.", sentence(&a(name)).trim_end_matches('.'), zone(rules, &spared))
            }
        }
    }
    text
}

/// Pieces that reach a part of the board.
fn reach(rules: &Rules, end: &End, reached: &Reached) -> String {
    let name = names(rules, &reached.pieces);
    let place = zone(rules, &reached.region);
    let safe = if reached.safe { " and cannot be captured there" } else { "" };
    let text = match (reached.seen, reached.count) {
        (Seen::Both, _) => of_an_event(rules, end, &format!("both sides have {} on {place}", a(&name))),
        (Seen::Kept, 1) => of_a_player(rules, end, &format!("has {} on {place} at the beginning of a turn", a(&name))),
        (Seen::Moved, 1) => of_a_player(rules, end, &format!("brings {} to {place}{safe}", a(&name))),
        (_, count) => {
            let pieces = counted(rules, &reached.pieces, count.into());
            of_a_player(rules, end, &format!("has {pieces} on {place}"))
        }
    };
    let mut text = text.trim_end_matches('.').to_owned();
    if reached.or_full {
        text += "; one is enough when no square there is empty";
    }
    if let Some(side) = reached.answer_of {
        text += &format!(", unless {} can do the same with the next move", rules.look.sides[side]);
    }
    text + "."
}

/// How many moves a side has to be mated within.
fn countdown(rules: &Rules, stages: &[Stage]) -> String {
    let each = stages.iter().filter(|stage| stage.moves > 0).map(|stage| {
        let mut text = format!("{} moves", stage.moves);
        match stage.pieces {
            Some(1) => text += " if it has one piece left",
            Some(most) => text += &format!(" if it has at most {} pieces left", number(most.into())),
            None => {}
        }
        if !stage.against.is_empty() {
            let pieces = stage.against.iter().map(|(piece, least)| many((*least).into(), &rules.piece(*piece).name));
            text += &format!(" against at least {}", pieces.collect::<Vec<_>>().join(" and "));
        }
        if !stage.without.is_empty() {
            text += &format!(" and there is no {} on the board", names(rules, &stage.without));
        }
        text
    });
    let anew = if stages.iter().any(|stage| stage.anew) {
        " A count begins with the number of pieces on the board."
    } else {
        ""
    };
    format!(
        "The game is drawn when a side is not checkmated within a number of moves: {}. The first of these that fits counts.{anew}",
        each.collect::<Vec<_>>().join("; ")
    )
}

/// A condition on a player, with its result.
fn of_a_player(rules: &Rules, end: &End, clause: &str) -> String {
    if let Some(score) = end.score {
        let rest = score.rest();
        return format!("A player who {clause} gets {rest} of a point, and the opponent gets {score}.");
    }
    match &end.verdict {
        Verdict::Win => format!("A player who {clause} wins."),
        Verdict::Loss => format!("A player who {clause} loses."),
        Verdict::Draw => format!("The game is drawn{} when a player {clause}.", claim(end)),
        other => format!("When a player {clause}, {}.", result(rules, other)),
    }
}

/// A condition that names no side, with its result.
fn of_an_event(rules: &Rules, end: &End, event: &str) -> String {
    match &end.verdict {
        Verdict::Win => format!("When {event}, the player to move wins."),
        Verdict::Loss => format!("When {event}, the player to move loses."),
        Verdict::Draw => format!("The game is drawn{} when {event}.", claim(end)),
        other => format!("When {event}, {}.", result(rules, other)),
    }
}

/// The claim that such a draw needs.
fn claim(end: &End) -> &'static str {
    if end.claimed { ", if a player claims it," } else { "" }
}

fn result(rules: &Rules, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Win => "that player wins".to_owned(),
        Verdict::Loss => "that player loses".to_owned(),
        Verdict::Draw => "the game is drawn".to_owned(),
        Verdict::Wins(side) => {
            let name = &rules.look.sides[*side];
            format!("{name} {}", english::verb(name, "win"))
        }
        Verdict::MostPieces => "the side with more pieces wins".to_owned(),
        Verdict::FewestPieces => "the side with fewer pieces wins".to_owned(),
        Verdict::Points { points, black_half_points } => {
            let values = rules.pieces.iter().zip(points).filter(|(_, points)| **points > 0);
            let values: Vec<String> = values.map(|(piece, points)| format!("{} {points}", piece.name)).collect();
            let ahead = match black_half_points {
                0 => String::new(),
                half => {
                    let black = &rules.look.sides.black;
                    format!("; {black} {} {} more", english::verb(black, "get"), f32::from(*half) / 2.0)
                }
            };
            format!(
                "the pieces on the board are counted, and the side with more points wins ({}{ahead})",
                values.join(", ")
            )
        }
    }
}
