//! The board, where pieces stand at the start and how many they are, and whose turn it is.

use crate::board::{Side, Square, SquareSet, Topology};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::grammar::{Word, size};
use crate::pages::moves::names;
use crate::pages::trial::{self, Trial};
use crate::rules::{Pass, PieceId};

use super::told::{Judged, Told, army, of};

/// The pieces of a side at the start, with those in hand.
fn count(cx: &Context<'_>, piece: PieceId, side: Side) -> u32 {
    cx.placed(piece, Some(side)).count() + in_hand(cx, piece, side)
}

pub fn in_hand(cx: &Context<'_>, piece: PieceId, side: Side) -> u32 {
    cx.rules.setup.hands[side].get(piece.index()).map_or(0, |count| u32::from(*count))
}

/// `Each side has two rooks`, `2 rooks`, `there are no lances`.
pub fn counts(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let shape = told.reading.shape;
    if shape == "none" {
        let absent = |piece: &PieceId| Side::ALL.iter().all(|side| count(cx, *piece, *side) == 0);
        let pieces = told.pieces(told.notes());
        let holds = pieces.iter().all(absent);
        return vec![("setup", of(cx, holds, "of the pieces of the setup"))];
    }
    if shape == "total" {
        let Some(wanted) = told.numbers("number").first().copied() else { return Vec::new() };
        let held = |side: Side| cx.rules.setup.hands[side].iter().map(|count| u32::from(*count)).sum::<u32>();
        // Where nothing stands on the board, the pieces in hand count.
        let real = Side::ALL.map(|side| army(cx, side).count());
        let real = if real == [0; 2] { Side::ALL.map(held) } else { real };
        // `There are 32 men` counts both sides, or each.
        if told.has("loosely") {
            let holds = real == [wanted; 2] || real[0] + real[1] == wanted;
            return vec![("setup", of(cx, holds, format!("White has {} pieces, Black {}", real[0], real[1])))];
        }
        return vec![(
            "setup",
            of(cx, real == [wanted; 2], format!("White has {} pieces, Black {}", real[0], real[1])),
        )];
    }
    // `Pawn` above `in each hand`: neither a number nor anybody who has it.
    let silent = told.words[told.reading.words.clone()].iter().any(|word| word.span.is_empty());
    let first = told.notes().first().is_none_or(|note| note.tag == "piece");
    let bare = (first || silent) && told.numbers("number").is_empty();
    if shape == "handcount" && bare {
        return Vec::new();
    }
    let side = told.side();
    let each = told.has("each") || told.words.iter().any(|word| cx.grammar.manner.has("each_side", &word.text));
    // `Pawns: 8 per player`.
    let numbers = told.numbers("number");
    if let ([piece], [number], true) = (told.subjects.as_slice(), numbers.as_slice(), told.has("per")) {
        let real = Side::ALL.map(|side| count(cx, *piece, side));
        let detail = format!("{}: White has {}, Black {}", cx.name(*piece), real[0], real[1]);
        return vec![("setup", of(cx, real == [*number; 2], detail))];
    }
    let mut wanted = None;
    let mut found = Vec::new();
    // `36 pawns and no other pieces`.
    if told.has("alone") {
        let sum: u32 = numbers.iter().sum();
        let real = side.map_or(army(cx, Side::White).count(), |side| army(cx, side).count());
        found.push(("setup", of(cx, sum == real, format!("{real} pieces in all"))));
    }
    for note in told.notes() {
        wanted =
            told.number(note).or(wanted).or((note.tag == "pair").then_some(2)).or((note.tag == "zero").then_some(0));
        if shape == "handcount" && note.tag == "piece" {
            wanted = wanted.or(Some(1));
        }
        // `A king, a queen and eight pawns`: what is named in one is one.
        if note.tag == "one" {
            wanted = Some(1);
            continue;
        }
        let plural = told.word(note).is_some_and(|word| cx.is_plural(&word.text));
        if note.tag == "piece" && told.has("one") && plural && wanted == Some(1) {
            wanted = None;
            continue;
        }
        let Some((piece, number)) = told.piece(note).zip(wanted.take().filter(|_| note.tag == "piece")) else {
            wanted = told.number(note).or(wanted);
            continue;
        };
        let real =
            Side::ALL.map(|side| if shape == "handcount" { in_hand(cx, piece, side) } else { count(cx, piece, side) });
        let holds = match side {
            Some(Side::White) => real[0] == number,
            Some(Side::Black) => real[1] == number,
            None if each => real == [number; 2],
            None => real.contains(&number) || real[0] + real[1] == number,
        };
        // `Sixty four discs`, of which each side uses what it needs.
        if !holds && side.is_none() && !each && in_hand(cx, piece, Side::White) > 0 {
            continue;
        }
        let detail = format!("{}: White has {}, Black {}", cx.name(piece), real[0], real[1]);
        // `One king or one rook` in a sentence on something else.
        let words = &told.words[told.reading.words.clone()];
        let says = |word: &Word| word.text.starts_with(char::is_alphabetic) && word.number.is_none();
        let bare =
            !words.iter().any(|word| says(word) && word.piece.is_none() && !cx.grammar.manner.has("joins", &word.text));
        if bare && !holds && told.reading.words != (0..told.words.len()) {
            continue;
        }
        found.push(("setup", of(cx, holds, detail)));
    }
    found
}

/// Where pieces stand.
pub fn places(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let geometry = cx.rules.geometry.clone();
    let sides = told.side().map_or(Side::ALL.to_vec(), |side| vec![side]);
    let named = if told.subjects.is_empty() { told.pieces(told.notes()) } else { told.subjects.clone() };
    let own_sides: Vec<Side> = sides
        .into_iter()
        .filter(|side| named.is_empty() || named.iter().any(|piece| !cx.placed(*piece, Some(*side)).is_empty()))
        .collect();
    let placed = |side: Side| match named.is_empty() {
        true => army(cx, side),
        false => named.iter().fold(SquareSet::EMPTY, |all, piece| all | cx.placed(*piece, Some(side))),
    };
    let all = own_sides.iter().fold(SquareSet::EMPTY, |all, side| all | placed(*side));
    if all.is_empty() {
        return None;
    }
    let detail = format!("at the start: {}", names(&geometry, all));
    let unnamed = named.is_empty();
    let holds = match told.reading.shape {
        "onrank" => {
            let mut ordinals = told.numbers("ordinal");
            if told.has("below") {
                ordinals.extend(told.numbers("number"));
            }
            let below = |square: Square| ordinals.contains(&(geometry.rank(square) as u32 + 1));
            // `On the third and sixth ranks`.
            if told.has("below") || ordinals.len() > 1 {
                return Some(of(cx, all.iter().all(below), detail));
            }
            let deep = told.notes().iter().find(|note| note.tag == "number").and_then(|note| told.number(note));
            let rank = if told.has("firstrank") { 1 } else { ordinals.first().copied().or(deep)? as usize };
            let own = |side: Side, square: Square| match side {
                Side::White => geometry.rank(square) + 1,
                Side::Black => geometry.ranks() - geometry.rank(square),
            };
            let many = told.after("many").first().and_then(|note| told.number(note));
            own_sides.iter().all(|side| {
                let squares = placed(*side);
                let counted = many.is_none_or(|many| many == squares.count());
                let all = squares.iter().all(|square| own(*side, square) == rank);
                // `The pieces stand on the first rank` leaves out those that have ranks of their own.
                let some = unnamed && squares.iter().any(|square| own(*side, square) == rank);
                counted && (all || some)
            })
        }
        "onfile" => {
            let note = told.notes().iter().find(|note| note.tag == "letter")?;
            let name = told.word(note)?.text.clone();
            all.iter().all(|square| geometry.file_name(geometry.file(square)) == name)
        }
        "onsquares" => {
            let squares: Option<Vec<Square>> = told
                .notes()
                .iter()
                .filter(|note| note.tag == "square")
                .map(|note| cx.square(&told.word(note)?.text))
                .collect();
            squares?.into_iter().collect::<SquareSet>().is_subset(&all)
        }
        "samefile" => {
            let files = |side: Side| {
                cx.placed(named[0], Some(side)).iter().map(|square| geometry.file(square)).collect::<Vec<_>>()
            };
            named.len() == 1 && files(Side::White) == files(Side::Black)
        }
        _ => {
            let edge = |at: usize, count: usize| at == 0 || at + 1 == count;
            let counted = told.numbers("number").iter().all(|count| *count == 4 || *count == all.count());
            counted
                && all.iter().all(|square| {
                    edge(geometry.file(square), geometry.files()) && edge(geometry.rank(square), geometry.ranks())
                })
        }
    };
    Some(of(cx, holds, detail))
}

/// The size of the board.
pub fn board(cx: &Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let geometry = &cx.rules.geometry;
    let (files, ranks) = (geometry.files() as u32, geometry.ranks() as u32);
    let real = geometry.squares().count();
    let numbers = told.numbers("number");
    // `The courier game is played on …` names a piece, and says nothing of it.
    told.pieces(told.notes());
    // `90 points on 9 files and 10 ranks`, `8x8, 64 squares in all`.
    let (count, rest) = match numbers.as_slice() {
        [count, rest @ ..] if told.reading.shape == "boardcount" => (Some(count), rest),
        [rest @ .., count] if told.has("area") => (Some(count), rest),
        rest => (None, rest),
    };
    let written = told.notes().iter().find(|note| note.tag == "size");
    let counted = count.is_none_or(|count| *count == real);
    if !counted || rest.is_empty() && written.is_none() {
        return count.map(|_| of(cx, counted, format!("the board has {real} squares")));
    }
    let (one, two) = match (written, rest) {
        (Some(note), _) => size(&told.word(note)?.text)?,
        (None, [one, two]) => (*one, *two),
        (None, [one]) if told.has("same1") => (*one, *one),
        (None, [one]) if told.has("files") || told.has("ranks") => {
            let (real, lines) = if told.has("files") { (files, "files") } else { (ranks, "ranks") };
            return Some(of(cx, *one == real, format!("the board has {real} {lines}")));
        }
        _ => return None,
    };
    if told.has("files") {
        let said = told.after("files").first().and_then(|note| told.number(note));
        return Some(of(
            cx,
            said == Some(files) && one + two == files + ranks,
            format!("the board has {files} files and {ranks} ranks"),
        ));
    }
    let fits = (one, two) == (files, ranks) || (two, one) == (files, ranks);
    Some(of(cx, fits, format!("the board has {files} files and {ranks} ranks")))
}

/// Judges which side begins, and whether a side may pass.
/// The side that a sentence names, or that alone has a piece that it names.
pub fn mover(cx: &Context<'_>, told: &Told<'_>) -> Option<Side> {
    let Some(note) = told.after("fpiece").first() else { return told.side() };
    let piece = told.piece(note)?;
    let [white, black] = Side::ALL.map(|side| !cx.placed(piece, Some(side)).is_empty());
    (white != black).then_some(if white { Side::White } else { Side::Black })
}

pub fn turn(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    match told.reading.shape {
        "first" => {
            let real = cx.rules.setup.turn;
            let side = mover(cx, told)?;
            // Where promoted pieces are written with a plus, books call the side that begins black.
            let by_books = cx.rules.pieces.iter().any(|piece| piece.symbol.white.starts_with('+'));
            (side == real || !by_books).then(|| of(cx, side == real, format!("{} begins", real.name())))
        }
        "turns" => {
            let sides: Vec<Side> = told.notes().iter().filter_map(|note| told.word(note)?.side).collect();
            let first = sides.first().copied().filter(|_| told.has("first"));
            match first.filter(|side| *side != cx.rules.setup.turn) {
                Some(_) => Some(of(cx, false, format!("{} begins", cx.rules.setup.turn.name()))),
                None => Some(trial::shown(cx, Trial::Turns)),
            }
        }
        "passstuck" => {
            // The sentence may name the side.
            told.side();
            let allowed = cx.rules.constraints.pass != Pass::Never;
            let detail = if allowed { "a side without a move passes" } else { "a side without a move does not pass" };
            Some(of(cx, allowed != told.has("not"), detail))
        }
        "mustmove" => (cx.rules.constraints.pass != Pass::Always)
            .then(|| Finding::new(Verdict::Confirmed, "a side that can move has to")),
        _ => {
            let allowed = match cx.rules.constraints.pass {
                Pass::Always => true,
                Pass::Never => false,
                // A side that may pass only if it has no other move may not pass instead of moving.
                Pass::Stuck
                    if told.words[told.reading.words.clone()]
                        .iter()
                        .any(|word| cx.grammar.manner.has("instead", &word.text)) =>
                {
                    false
                }
                Pass::Stuck => return None,
            };
            let detail = if allowed { "a side may pass" } else { "a side may not pass" };
            Some(of(cx, allowed != told.has("not"), detail))
        }
    }
}

/// `The board is a cylinder`, `the left edge is joined to the right edge`.
pub fn topology(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let real = cx.rules.geometry.topology();
    let named = Topology::NAMES.into_iter().find_map(|(name, topology)| told.has(name).then_some(topology));
    let denied = told.has("not");
    cx.says_wrap |= !denied;
    let edges = (told.has("files"), told.has("ranks"));
    let joined = match edges {
        (false, false) => real.wraps_files() || real.wraps_ranks(),
        (files, ranks) => (!files || real.wraps_files()) && (!ranks || real.wraps_ranks()),
    };
    let holds = named.map_or(joined, |named| named == real);
    Some(of(cx, holds != denied, format!("the board is a {}", real.name())))
}
