//! Ends and rules for all moves, in words.

use crate::board::{BySide, Side, SquareSet};
use crate::rules::{
    Condition, Effects, End, Flips, Line, Pass, PieceId, Reached, Rules, Seen, Stage, Verdict, WallPlace,
};

use super::beyond;
use super::words::{counted, names, squares_in_words, squares_left_out, squares_of_sides};
use super::zones::zone;
use crate::english::{list, number, with_article};

/// Describes an end of the game.
pub fn end_in_words(rules: &Rules, end: &End) -> String {
    let (wins, result) = verdict(rules, &end.verdict);
    let on_mover = match end.verdict {
        Verdict::Win | Verdict::Loss => format!("{result} for the side to move"),
        _ => result.clone(),
    };
    let group = |pieces: &[PieceId]| match pieces.len() == rules.pieces.len() {
        true => "pieces".to_owned(),
        false => format!("pieces ({})", names(rules, pieces)),
    };
    match &end.condition {
        Condition::Stuck { in_check } => {
            let check = match in_check {
                Some(true) => " and is in check",
                Some(false) => " and is not in check",
                None => "",
            };
            format!("a side that has no legal move{check} {wins}")
        }
        Condition::Reached(reached) => reached_in_words(rules, reached, &wins),
        Condition::Extinct { pieces, any, at_most, opponent_at_least, may_answer } => {
            let joined = if *any { names(rules, pieces) } else { names(rules, pieces).replace(" or ", " and ") };
            let all = pieces.len() == rules.pieces.len() && (!*any || pieces.len() == 1);
            let mut text = match at_most {
                0 if all => format!("a side that has no pieces left {wins}"),
                1 if all => format!("a side that has only one piece left {wins}"),
                count if all => format!("a side that has only {} pieces left {wins}", number((*count).into())),
                0 if *any && pieces.len() > 1 => {
                    format!("a side that has lost all its pieces of one kind ({joined}) {wins}")
                }
                0 if pieces.len() > 1 => format!("a side that has none of these left {wins}: {joined}"),
                0 => format!("a side that has no {joined} left {wins}"),
                count if pieces.len() > 1 => {
                    let pieces = if *count == 1 { "piece" } else { "pieces" };
                    format!(
                        "a side that has at most {} {pieces} of these left {wins}: {joined}",
                        number((*count).into())
                    )
                }
                1 => format!("a side that has no more than one {joined} left {wins}"),
                count => {
                    let most = counted(rules, pieces, (*count).into());
                    format!("a side that has no more than {most} left {wins}")
                }
            };
            if *opponent_at_least > 0 {
                text += &format!(", if the opponent has {opponent_at_least} or more");
            }
            if *may_answer {
                text += &format!(" ({} or more if that side is to move)", u32::from(*opponent_at_least) + 1);
            }
            text
        }
        Condition::InARow { pieces, count, along, gaps } => {
            let gaps = if *gaps { ", with gaps or without" } else { "" };
            format!("a side with {count} {} in a row along {}{gaps} {wins}", group(pieces), lines(along))
        }
        Condition::Block { pieces, size } => {
            format!("a side whose {} fill a block of {size} by {size} squares {wins}", group(pieces))
        }
        Condition::Connected(chain) => {
            let (from, to) = (squares_of_sides(rules, &chain.from), squares_of_sides(rules, &chain.to));
            let (joined, along) = (group(&chain.pieces), lines(&chain.along));
            format!("a side with a chain of {joined} from {from} to {to}, neighbours along {along}, {wins}")
        }
        Condition::Checks { times } => format!("a side that has given check {} {wins}", often((*times).into())),
        Condition::Castled { letters } => {
            format!("a side that castles by the right {} {wins}", one_of_letters(letters))
        }
        Condition::NoRight { letters } => {
            format!("a side without the right to castle {} {wins}", one_of_letters(letters))
        }
        Condition::Facing { pieces } => {
            let who = names(rules, pieces);
            format!(
                "when pieces ({who}) of both sides face each other with nothing between, and still do after the answer, it is {on_mover}"
            )
        }
        Condition::FullBoard => format!("a full board is {on_mover}"),
        Condition::Passes { times } => format!("{times} passes in a row are {on_mover}"),
        Condition::Repetition { times } => {
            format!("a position that occurs {times} times is {on_mover}")
        }
        Condition::PerpetualCheck { times } => {
            format!("a side that repeats a position {times} times giving check with every move {wins}")
        }
        Condition::PerpetualChase(chase) => {
            let times = chase.times;
            format!("a side that repeats a position {times} times chasing the same piece with every move {wins}")
        }
        Condition::BackAndForth { moves, pieces } => {
            let who = group(pieces);
            format!("a side that makes {moves} moves to and fro with one of its {who}, not being in check, {wins}")
        }
        Condition::Countdown { stages } => countdown_in_words(rules, stages, &result),
        Condition::MatedByDrop { pieces } => {
            format!("a side that is mated by the drop of a {} {wins}", names(rules, pieces))
        }
        Condition::MatedBy { pieces } => format!("a side that is mated by a {} alone {wins}", names(rules, pieces)),
        Condition::MatedWithout { pieces } => {
            let who = names(rules, pieces);
            format!(
                "a side that is mated {wins} if no check in the unbroken run of checks up to the mate was given by a {who}"
            )
        }
        Condition::NoProgress { plies, reset_by } => {
            let progress = match reset_by.as_slice() {
                [] => "a capture".to_owned(),
                pieces => format!("a capture or a move of a {}", names(rules, pieces)),
            };
            format!("{plies} plies without {progress} are {on_mover}")
        }
        Condition::InsufficientMaterial => format!("{result}, as neither side can be mated any more"),
    }
}

fn countdown_in_words(rules: &Rules, stages: &[Stage], result: &str) -> String {
    let each = stages.iter().map(|stage| {
        let mut text = match stage.moves {
            0 => "no count".to_owned(),
            moves => format!("{moves} moves"),
        };
        if let Some(pieces) = stage.pieces {
            text += &format!(" for a side with {pieces} {}", if pieces == 1 { "piece" } else { "pieces or fewer" });
        }
        if !stage.without.is_empty() {
            text += &format!(" without a {} on the board", names(rules, &stage.without));
        }
        if !stage.against.is_empty() {
            let one = |(piece, least): &(PieceId, u16)| format!("{least} {}", rules.piece(*piece).name);
            let pieces: Vec<String> = stage.against.iter().map(one).collect();
            text += &format!(" against {} or more", pieces.join(" and "));
        }
        if stage.anew {
            text += ", counted anew from the number of pieces";
        }
        text
    });
    let each: Vec<String> = each.collect();
    format!("{result} if the counting side is not mated within these moves: {}", each.join("; "))
}

fn one_of_letters(letters: &[char]) -> String {
    letters.iter().map(char::to_string).collect::<Vec<_>>().join(" or ")
}

fn reached_in_words(rules: &Rules, reached: &Reached, wins: &str) -> String {
    let squares = zone(rules, &reached.region);
    let who = names(rules, &reached.pieces);
    // A region that only one side has is the aim of that side alone.
    let only = Side::ALL.into_iter().filter(|side| !(reached.region[*side] & rules.geometry.squares()).is_empty());
    if let ([side], Seen::Moved, 1) = (&only.collect::<Vec<_>>()[..], reached.seen, reached.count) {
        let (name, squares) = (&rules.look.sides[*side], squares_in_words(&rules.geometry, reached.region[*side]));
        return with_exceptions(rules, reached, format!("{name} {wins} when its {who} reaches {squares}"));
    }
    let text = match (reached.seen, reached.count) {
        (Seen::Both, _) => format!("when both sides have {} on {squares}, the side to move {wins}", with_article(&who)),
        (Seen::Kept, 1) => format!("a side whose {who} is on {squares} when it is its turn {wins}"),
        (Seen::Moved, 1) => format!("a side whose {who} reaches {squares} {wins}"),
        (_, count) => {
            let many = counted(rules, &reached.pieces, count.into());
            format!("a side that has {many} on {squares} {wins}")
        }
    };
    with_exceptions(rules, reached, text)
}

fn with_exceptions(rules: &Rules, reached: &Reached, mut text: String) -> String {
    if reached.or_full {
        text += "; so does a side with at least one there when all squares of it are occupied";
    }
    if reached.safe {
        let which = if reached.count > 1 { "one of them" } else { "it" };
        text += &format!(", if {which} cannot be captured there");
    }
    if let Some(side) = reached.answer_of {
        text += &format!(", unless {} can answer with the same", rules.look.sides[side]);
    }
    text
}

/// A number of times: `once`, `three times`.
fn often(times: usize) -> String {
    match times {
        1 => "once".to_owned(),
        times => format!("{} times", number(times)),
    }
}

/// The verb for the side that the condition is about, and the result as a noun.
fn verdict(rules: &Rules, verdict: &Verdict) -> (String, String) {
    let (wins, result) = match verdict {
        Verdict::Win => ("wins", "a win"),
        Verdict::Loss => ("loses", "a loss"),
        Verdict::Draw => ("draws", "a draw"),
        Verdict::Wins(side) => {
            let name = &rules.look.sides[*side];
            return (format!("lets {name} win"), format!("a win of {name}"));
        }
        Verdict::MostPieces => ("lets the side with more pieces win", "a win of the side with more pieces"),
        Verdict::FewestPieces => ("lets the side with fewer pieces win", "a win of the side with fewer pieces"),
        Verdict::Points { points, black_half_points } => {
            let values = points.iter().enumerate().filter(|(_, points)| **points > 0);
            let of =
                |(index, points): (usize, &u16)| format!("{} {points}", rules.piece(PieceId::new(index as u8)).name);
            let mut values: Vec<String> = values.map(of).collect();
            if *black_half_points > 0 {
                let ahead = f32::from(*black_half_points) / 2.0;
                values.push(format!("{} beforehand {ahead}", rules.look.sides.black));
            }
            let values = values.join(", ");
            return (
                format!("lets the side with more points win ({values})"),
                format!("a win of the side with more points ({values})"),
            );
        }
    };
    (wins.to_owned(), result.to_owned())
}

fn lines(along: &[Line]) -> String {
    let name = |line: &Line| match line {
        Line::Rank => "ranks",
        Line::File => "files",
        Line::Diagonal => "diagonals",
    };
    along.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// The sentence about shuffled pieces at the start; `None` if the setup is always the same.
pub fn shuffle_in_words(rules: &Rules) -> Option<String> {
    rules.shuffle.as_ref()?;
    let count = crate::compile::shuffle::count(rules);
    Some(format!(
        "The pieces of the first rank are shuffled: there are {count} starting positions, and the setup is one of them."
    ))
}

/// The rules for all moves, a sentence each.
pub fn moves_in_words(rules: &Rules) -> Vec<String> {
    let constraints = &rules.constraints;
    let mut all: Vec<String> = Vec::new();
    let mut say = |holds: bool, text: &str| {
        if holds {
            all.push(text.to_owned());
        }
    };
    say(constraints.must_capture, "A player who can capture must capture.");
    say(constraints.no_checks, "No move may give check.");
    say(
        constraints.royal_stays_in_check,
        "A royal piece in check may not move, unless it captures the only piece that gives check.",
    );
    let royal = rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal());
    say(constraints.pass == Pass::Always && !royal, "A player may pass instead of moving.");
    say(constraints.pass == Pass::Always && royal, "A player who is not in check may pass instead of moving.");
    say(constraints.pass == Pass::Stuck && !royal, "A player who cannot move must pass.");
    say(constraints.pass == Pass::Stuck && royal, "A player who cannot move and is not in check must pass.");
    if !constraints.must_drop.is_empty() {
        all.push(format!("A player who can drop a {} must do so.", names(rules, &constraints.must_drop)));
    }
    if !constraints.face_off.is_empty() {
        let who = names(rules, &constraints.face_off);
        all.push(format!(
            "If the {who}s of both sides face each other with nothing between, the player to move must either end this with a move or pass."
        ));
    }
    if !rules.effects.gating.is_empty() {
        // For a hand that never gets pieces, only the pieces in it at the start.
        let held = |piece: &PieceId| {
            rules.hand != Some(crate::rules::HandRule::Setup)
                || Side::ALL
                    .iter()
                    .any(|side| rules.setup.hands[*side].get(piece.index()).is_some_and(|held| *held > 0))
        };
        let gating: Vec<PieceId> = rules.effects.gating.iter().copied().filter(held).collect();
        let who = names(rules, &gating);
        let from = rules.unmoved.as_ref().map(|squares| format!(" from {}", squares_of_sides(rules, squares)));
        all.push(format!(
            "When a piece makes its first move{}, a {who} in hand may be put on the square that it leaves, in the same turn.",
            from.unwrap_or_default()
        ));
        if royal {
            all.push("The move must be legal without it: the new piece cannot end a check.".to_owned());
        }
        if let Some(castling) = rules.castling.first() {
            let (mover, partner) = (names(rules, &castling.movers), names(rules, &castling.partners));
            all.push(format!(
                "When castling, a {who} in hand may be put on the square that the {mover} leaves, or on the one that the {partner} leaves."
            ));
        }
    }
    effects_in_words(rules, &rules.effects, &mut all);
    all.extend(beyond::sentences(rules));
    all
}

fn effects_in_words(rules: &Rules, effects: &Effects, all: &mut Vec<String>) {
    if let Some(blast) = &effects.blast {
        let mut text =
            "A capture removes the capturing piece too, and every piece on the eight squares around".to_owned();
        if !blast.spares.is_empty() {
            text += &format!(" that is not a {}", names(rules, &blast.spares));
        }
        if !blast.immune.is_empty() {
            text += &format!("; a {} is never removed by it", names(rules, &blast.immune));
        }
        all.push(text + ".");
    }
    if !effects.petrifies.is_empty() {
        all.push(format!("A {} that captures turns into a wall.", names(rules, &effects.petrifies)));
    }
    if let Some(flips) = effects.flips {
        all.push(
            match flips {
                Flips::Enclosed => {
                    "Enemy pieces in a straight line between the piece just placed and another piece of its side change sides."
                }
                Flips::Neighbours => "Enemy pieces on the squares around the piece just moved or placed change sides.",
                Flips::Attacked => "After a move, all enemy pieces that the moved piece attacks change sides.",
                Flips::NeighboursWithFriend => {
                    "Enemy pieces beside a piece that has moved on the board, or has been dropped beside a friend, change sides."
                }
            }
            .to_owned(),
        );
    }
    if let Some(walls) = &effects.walls {
        let place = match walls.built {
            WallPlace::Behind => "the square that the moving piece has left",
            WallPlace::Shot => "an empty square that the moved piece could go to next",
            WallPlace::Anywhere => "any empty square",
            WallPlace::Edge => "an empty square at an edge or beside a wall",
            WallPlace::Moved => "another empty square",
        };
        let on: &BySide<SquareSet> = &walls.on;
        let all_squares = rules.geometry.squares();
        let limit = match Side::ALL.into_iter().all(|side| all_squares.is_subset(&on[side])) {
            true => String::new(),
            false => {
                let shared = (on.white == on.black && place.ends_with("empty square")).then_some(on.white);
                match shared.and_then(|on| squares_left_out(&rules.geometry, on)) {
                    Some(names) => format!(" except {}", list(&names, "and")),
                    None => format!(" within {}", squares_of_sides(rules, on)),
                }
            }
        };
        let name = rules.look.wall.as_deref().unwrap_or("wall");
        let moved = walls.built == WallPlace::Moved;
        let wall = if moved { format!("put the {name} on") } else { format!("put {} on", with_article(name)) };
        let start = match walls.instead {
            true => "Instead of moving, a player may",
            false => "After each move the player must",
        };
        all.push(format!("{start} {wall} {place}{limit}."));
        let the = if moved { format!("The {name}") } else { format!("A {name}") };
        all.push(format!("{the} blocks its square: no piece can move there or capture it, and only pieces that leap can pass over it."));
        if moved && rules.setup.walls.is_empty() {
            all.push(format!("The {name} comes onto the board with the first move."));
        }
    }
}
