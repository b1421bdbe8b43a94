//! Claims about how pieces move. The words are translated into notations, which are compared with the moves of the piece.

use crate::board::{Side, Square, SquareSet};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::grammar::{Note, Word};
use crate::pages::moves::{Reach, centre, in_part, is_colour_bound, movement_of, names};
use crate::pages::sentence::Topic;
use crate::rules::{HandRule, PieceId};

use super::lines::{goes, towards};
use super::movement;
use super::told::{Told, is_plain, list, of};
use super::ways::notations;

impl Told<'_> {
    /// Its subject: quiet moves, captures, or both.
    fn aspect(&self) -> Option<movement::Aspect> {
        match () {
            () if self.has("taking") => Some(movement::Aspect::Taking),
            () if self.has("going") => Some(movement::Aspect::Going),
            () => None,
        }
    }
}

/// The ways that a sentence names one by one: each is a claim of its own.
pub fn each_way(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Finding> {
    if told.has("not") {
        return together(cx, told, never).into_iter().collect();
    }
    let ways = ["W", "F", "K", "any", "step", "number", "like", "leap", "leap2", "bend", "own"];
    if (told.has("ondark") || told.has("onlight")) && !ways.iter().any(|way| told.has(way)) {
        // `Pieces go on the dark squares`.
        return super::placing::used_colour(cx, told).into_iter().collect();
    }
    if let Some(found) = on_colour(cx, told) {
        return vec![found];
    }
    if told.has("allkinds") {
        return together(cx, told, moves).into_iter().collect();
    }
    // Captures by jumps and the like are no moves of the piece to the captured one.
    if told.has("taking") && capture_otherwise(cx) {
        return Vec::new();
    }
    let Some(whole) = moves(cx, told) else { return Vec::new() };
    if let Some(found) = of_any_form(cx, told).filter(|_| whole.verdict != Verdict::Confirmed) {
        return vec![found];
    }
    // Where such pieces are dropped too, a drop may be what the page calls a move.
    let placing = cx.rules.hand.is_some_and(|hand| hand != HandRule::Captured);
    let drops = |piece: &PieceId| placing && cx.rules.piece(*piece).drop.is_some();
    let named = &told.words[told.reading.words.clone()];
    let whole = if told.subjects.iter().any(drops) && named.iter().any(|word| is_plain(cx.grammar, word)) {
        whole.doubted("a drop may be meant")
    } else {
        whole
    };
    // `Black's knights capture as bishops`, in a game in which Black has no knights: the page uses this name for another piece.
    let absent = |side| told.subjects.iter().any(|piece| cx.placed(*piece, Some(side)).is_empty());
    let whole = if told.side().is_some_and(absent) { whole.doubted("that side has no such piece") } else { whole };
    if told.has("except") || told.subjects.len() != 1 || whole.verdict == Verdict::Incomplete {
        return vec![whole];
    }
    let aspect = told.aspect();
    let Some(parts) = each_notation(cx, told) else { return vec![whole] };
    let piece = told.subjects[0];
    let mut found: Vec<Finding> = Vec::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        found.extend(movement::held(cx, piece, part, aspect).filter(|part| part.verdict == Verdict::Confirmed));
    }
    // `Moves and captures one square forward` says two things.
    let takes = |word: &Word| cx.grammar.has_sense(word, "capture");
    let twice = told.has("both") && aspect.is_none() && named.iter().any(takes);
    match whole.verdict {
        Verdict::Confirmed if found.len() > 1 => found,
        Verdict::Confirmed if twice => {
            vec![whole.clone(), Finding { detail: "it captures like this too".to_owned(), ..whole }]
        }
        Verdict::Contradicted if !found.is_empty() => std::iter::once(whole).chain(found).collect(),
        _ => vec![whole],
    }
}

/// The verdict on a claim about all pieces, if each of them has the same.
pub fn together(
    cx: &mut Context<'_>,
    told: &Told<'_>,
    judge: impl Fn(&mut Context<'_>, &Told<'_>) -> Option<Finding>,
) -> Option<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for piece in told.subjects.clone() {
        found.push(judge(cx, &Told { subjects: vec![piece], ..*told })?);
    }
    let same = found.iter().all(|finding| finding.verdict == found[0].verdict);
    match told.has("allkinds") {
        true => found.into_iter().next().filter(|_| same),
        // `The lion and the tiger jump`: the worst decides.
        false => found.into_iter().max_by_key(|finding| finding.verdict != Verdict::Confirmed),
    }
}

/// `A piece moves one square diagonally`, where `piece` means the kind at the start: it may be said of what this kind
/// becomes. `A man moves diagonally backward` names the kind and a direction, and is said of that kind alone.
fn of_any_form(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let words = &told.words[told.reading.words.clone()];
    let named = || words.iter().filter(|word| word.piece == Some(piece) && is_plain(cx.grammar, word));
    let any_kind = named().any(|word| cx.grammar.manner.has("any_kind", &word.text) && word.text != cx.name(piece));
    let directed = || {
        let ways = notations(cx, told, told.notes()).unwrap_or_default();
        ways.iter().any(|way| way.contains(['f', 'b', 'l', 'r', 's', 'v']))
    };
    if named().next().is_none() || !any_kind && directed() {
        return None;
    }
    let forms = cx.promotion(piece)?.choices.white;
    let found = forms.into_iter().map(|form| moves(cx, &Told { subjects: vec![form], ..*told }));
    found.flatten().find(|finding| finding.verdict == Verdict::Confirmed)
}

/// A contradiction if the piece never comes to squares of the colour that a claim names.
fn on_colour(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let (dark, light) = (told.has("ondark"), told.has("onlight"));
    let piece = *told.subjects.first().filter(|_| dark != light)?;
    let fits = movement::ever_on(cx, piece).iter().any(|square| cx.rules.geometry.is_dark(square) == dark);
    (!fits).then(|| Finding::contradicted("it never stands on such a square").shown(movement::lone(cx, piece, None)))
}

/// The notation of each way by itself; none if one of them is not understood.
fn each_notation(cx: &Context<'_>, told: &Told<'_>) -> Option<Vec<String>> {
    let behind = if told.has("ewho") { told.after("ewho") } else { told.notes() };
    let starts: Vec<usize> =
        behind.iter().enumerate().filter(|(_, note)| ["or", "like"].contains(&note.tag)).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([behind.len()]);
    let mut found = vec![behind[..*starts.first()?].to_vec()];
    found.extend(starts.iter().copied().zip(ends).map(|(from, to)| behind[from..to].to_vec()));
    let parts = found.iter().map(|notes| notations(cx, told, notes).map(|ways| ways[0].clone()));
    // `One square forward or sideways`: the second way by itself says too little.
    Some(parts.map(Option::unwrap_or_default).collect())
}

/// Pieces that move alike for both sides are examined as White's.
pub fn moves(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let behind = if told.has("ewho") { told.after("ewho").to_vec() } else { told.notes().to_vec() };
    let aspect = told.aspect();
    let mut all: Vec<Finding> = Vec::new();
    // `One square, never two`: what is denied says no more of the way.
    for note in told.after("nomore") {
        told.number(note);
    }
    let whole: Vec<Note> = behind.into_iter().take_while(|note| note.tag != "nomore").collect();
    for (at, piece) in told.subjects.clone().into_iter().enumerate() {
        let one = Told { subjects: vec![piece], ..*told };
        let behind = respective(cx, told, &whole, at);
        if one.pieces(&behind).contains(&piece) && !one.has("orth") && !said_by_another_name(cx, &one, piece) {
            return None;
        }
        let found = match notations(cx, &one, &behind) {
            Some(ways) => held(cx, piece, &ways, aspect, &one)?,
            None => towards(cx, piece, &behind, aspect, &one)?,
        };
        all.push(found);
    }
    // One verdict for all: the worst.
    all.into_iter().max_by_key(|finding| match finding.verdict {
        Verdict::Confirmed => 0,
        Verdict::Incomplete => 1,
        _ => 2,
    })
}

/// `The pieces move like rooks`: the name was learned because the piece moves so.
fn said_by_another_name(cx: &Context<'_>, told: &Told<'_>, piece: PieceId) -> bool {
    let words = told.words[told.reading.words.clone()].iter().filter(|word| word.piece == Some(piece));
    words.filter(|word| cx.is_guessed(&word.text)).count() > 0
}

/// `They capture like rooks and bishops, respectively`: what is said of the first piece, the second, and so on.
fn respective(cx: &Context<'_>, told: &Told<'_>, notes: &[Note], at: usize) -> Vec<Note> {
    let likes: Vec<usize> = (0..notes.len()).filter(|index| notes[*index].tag == "like").collect();
    let paired =
        likes.len() > 1 && likes.len() == told.subjects.len() && cx.grammar.manner.says("respective", told.text);
    match likes.get(at).filter(|_| paired) {
        Some(start) => [&notes[..likes[0]], &notes[*start..(*start + 2).min(notes.len())]].concat(),
        None => notes.to_vec(),
    }
}

fn held(
    cx: &mut Context<'_>,
    piece: PieceId,
    ways: &[String],
    aspect: Option<movement::Aspect>,
    told: &Told<'_>,
) -> Option<Finding> {
    let mut last = None;
    let part = match aspect {
        Some(movement::Aspect::Taking) => "c",
        Some(movement::Aspect::Going) => "m",
        None => "",
    };
    for notation in ways {
        let mut found = movement::held(cx, piece, notation, aspect)?;
        let divergent = cx.rules.piece(piece).promotion.is_some() || told.parted;
        // Where captures are made in other ways only, `moves like a rook` says all of its moves.
        let peaceful = capture_otherwise(cx);
        let goes = divergent && (told.has("going2") || !told.has("both"));
        if found.verdict == Verdict::Incomplete && (goes || peaceful) {
            found = Finding { verdict: Verdict::Confirmed, ..found };
        }
        let several = told.notes().iter().filter(|note| note.tag == "like").count() > 1;
        let only = told.has("only")
            || told.words[told.reading.words.clone()].iter().any(|word| cx.grammar.manner.has("only", &word.text));
        if found.verdict == Verdict::Confirmed && (only || several && !told.parted) {
            found = nothing_else(cx, piece, notation, aspect).unwrap_or(found);
        }
        // `It can also go one square`: that this is all is not said.
        let more = cx.grammar.manner.says("more", told.text);
        let compared = movement::compared(cx, piece, notation).filter(|_| more);
        if compared.is_some_and(|all| all.quiet.is_none() && all.capture.is_none() && all.beyond.is_some()) {
            let detail = format!("it has these moves too: `{}`", cx.rules.piece(piece).notation);
            found = Finding::confirmed(detail);
        }
        // `At most three squares`, where it goes farther that way.
        let longer = one_longer(notation);
        if found.verdict != Verdict::Contradicted
            && longer != *notation
            && told.has("upto")
            && movement::held(cx, piece, &longer, aspect).is_some_and(|far| far.verdict != Verdict::Contradicted)
        {
            let detail = format!("the rules say `{}`", cx.rules.piece(piece).notation);
            return Some(Finding::contradicted(detail).shown(movement::lone(cx, piece, None)));
        }
        if found.verdict != Verdict::Contradicted || found.short_of.is_some() {
            cx.block.said.entry(piece).or_default().push_str(&in_part(notation, part));
        }
        if found.verdict != Verdict::Contradicted {
            let said = cx.told.entry(piece).or_insert_with(|| (told.line, told.text.to_owned(), String::new()));
            if !said.2.contains(notation.as_str()) {
                said.2.push_str(notation);
            }
            return Some(found);
        }
        if told.among && aspect.is_none() && found.short_of.is_none() && sometimes(cx, piece, notation) {
            found = found.doubted("it may be said of some of its moves only");
        }
        cx.differs.push((piece, in_part(notation, part), told.line));
        last = Some(found);
    }
    last
}

/// The same ways with each limit one square farther.
fn one_longer(notation: &str) -> String {
    let mut longer = String::new();
    let mut digits = String::new();
    for c in notation.chars().chain([' ']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        longer.extend(digits.parse::<u32>().map(|limit| (limit + 1).to_string()));
        digits.clear();
        longer.push(c);
    }
    longer.trim_end().to_owned()
}

/// Returns `true` if each move of a notation is one of the piece under some condition: as a capture, without capturing, or
/// before it has moved.
fn sometimes(cx: &Context<'_>, piece: PieceId, notation: &str) -> bool {
    let Some(said) = movement_of(notation) else { return false };
    let geometry = &cx.rules.geometry;
    let holds = |from: Square| {
        let real = Reach::of_piece(&cx.rules, piece, Side::White, from);
        Reach::of(&said, geometry, Side::White, from).all().is_subset(&(real.all() | real.first))
    };
    geometry.squares().iter().all(holds)
}

/// Returns `true` if no piece captures by moving to the square of another, as where captured pieces are enclosed.
fn capture_otherwise(cx: &mut Context<'_>) -> bool {
    let pieces: Vec<PieceId> = cx.rules.piece_ids().collect();
    pieces.into_iter().all(|piece| movement::every_square(cx, piece).iter().all(|(_, reach)| reach.capture.is_empty()))
}

/// A contradiction if the piece has more moves of the kind than the notation.
fn nothing_else(
    cx: &mut Context<'_>,
    piece: PieceId,
    notation: &str,
    aspect: Option<movement::Aspect>,
) -> Option<Finding> {
    let compared = movement::compared(cx, piece, notation)?;
    let more = match aspect {
        Some(movement::Aspect::Taking) => compared.more_capture,
        _ => compared.more_quiet,
    };
    let (from, squares) = more?;
    let geometry = &cx.rules.geometry;
    let detail = format!("from {} it reaches {} too", geometry.name(from), names(geometry, squares));
    let short_of = Some(piece);
    Some(Finding { short_of, ..Finding::contradicted(detail).shown(movement::lone(cx, piece, Some(from))) })
}

/// `Cannot move diagonally`.
pub fn not_that_way(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let aspect = told.has("taking").then_some(movement::Aspect::Taking);
    towards(cx, piece, told.notes(), aspect, told).map(denied)
}

/// `May never move two squares`: none of its moves has this length.
fn never(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    if told.has("like") {
        // `The horse does not jump as the knight does`: it is enough that the moves are not the same.
        let found = moves(cx, told).map(denied)?;
        let alike = found.verdict == Verdict::Contradicted;
        return Some(if alike { found.doubted("the pieces may differ in what blocks them") } else { found });
    }
    let behind = if told.has("ewho") { told.after("ewho").to_vec() } else { told.notes().to_vec() };
    let found = match notations(cx, told, &behind) {
        Some(ways) => goes(cx, piece, ways.first()?, told.aspect(), false),
        None => towards(cx, piece, &behind, told.aspect(), told),
    };
    found.map(denied)
}

/// The finding on a claim whose contrary has been judged.
fn denied(found: Finding) -> Finding {
    let verdict = if found.verdict == Verdict::Confirmed { Verdict::Contradicted } else { Verdict::Confirmed };
    Finding { verdict, ..found }
}

/// `Captures as it moves`, `captures differently from how it moves`, `is the only piece that does`.
pub fn alike(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let rules = cx.rules.clone();
    let mut same = |piece| movement::every_square(cx, piece).iter().all(|(_, reach)| reach.quiet == reach.capture);
    let mut holds = same(piece) != told.has("not");
    if told.has("only") {
        let others: Vec<PieceId> = rules.piece_ids().filter(|other| *other != piece).collect();
        holds &= others.into_iter().all(|other| same(other) == told.has("not"));
    }
    let detail = format!("the rules say `{}`", rules.piece(piece).notation);
    Some(Finding::of(holds, detail).shown(movement::lone(cx, piece, None)))
}

/// `Cannot move backwards`.
pub fn no_way_back(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let geometry = cx.rules.geometry.clone();
    let back = movement::every_square(cx, piece).iter().any(|(from, reach)| {
        reach
            .all()
            .iter()
            .any(|to| geometry.rank(to) < geometry.rank(*from) && geometry.rank(*from) - geometry.rank(to) < 3)
    });
    let shown = movement::lone(cx, piece, None);
    Some(
        Finding::of(!back, if back { "it may go to a lower rank" } else { "no move of it ends on a lower rank" })
            .shown(shown),
    )
}

/// Which pieces pass over others.
pub fn jumps(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let shown = movement::lone(cx, piece, None);
    if told.has("blocked2") {
        let piece = told.pieces(told.notes()).first().copied().unwrap_or(piece);
        let stopped = is_stopped(cx, piece);
        return Some(Finding::of(stopped != told.has("not"), "a piece on its way keeps it from going on").shown(shown));
    }
    if told.has("blocked") {
        let stopped = is_stopped(cx, piece);
        return Some(Finding::of(stopped != told.has("not"), "a piece on its way keeps it from going on").shown(shown));
    }
    let jumpers = movement::jumpers(cx);
    if told.has("only") {
        let holds = jumpers.iter().all(|jumper| told.subjects.contains(jumper)) && jumpers.contains(&piece);
        return Some(Finding::of(holds, format!("these can pass over pieces: {}", list(cx, jumpers))).shown(shown));
    }
    let over = told.pieces(told.after("ewho"));
    if let Some(other) = over.first() {
        let barred = cx.rules.piece(piece).blocked_by.contains(other);
        let holds = jumpers.contains(&piece) && !barred;
        return Some(Finding::of(holds != told.has("not"), format!("over the {}", cx.name(*other))).shown(shown));
    }
    let holds = jumpers.contains(&piece);
    Some(
        Finding::of(holds != told.has("not"), format!("these can pass over pieces: {}", list(cx, jumpers)))
            .shown(shown),
    )
}

/// Returns `true` if a piece on some square can block it, as it blocks a slider or a lame leaper.
fn is_stopped(cx: &Context<'_>, piece: PieceId) -> bool {
    let geometry = &cx.rules.geometry;
    let allowed = cx.rules.piece(piece).confined[Side::White] & geometry.squares();
    let Some(from) = Some(centre(geometry)).filter(|from| allowed.contains(*from)).or(allowed.lowest()) else {
        return false;
    };
    let ends = |friends: SquareSet| {
        let mut study = crate::render::study::Study::new(&cx.rules.piece(piece).movement, geometry, from);
        study.friends = friends;
        study.walks().iter().map(|walk| walk.to).collect::<SquareSet>()
    };
    let alone = ends(SquareSet::EMPTY);
    let mut others = geometry.squares().iter().filter(|square| *square != from);
    others.any(|square| {
        let friends = SquareSet::of(square);
        !(alone & !friends).is_subset(&ends(friends))
    })
}

/// Squares of one colour alone.
pub fn bound(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let rules = cx.rules.clone();
    let bound = *cx.known.bound.entry(piece).or_insert_with(|| is_colour_bound(&rules, piece, Side::White));
    let shown = movement::lone(cx, piece, None);
    Some(
        Finding::of(bound == (told.has("neg") || !told.has("not")), "found by following its moves from every square")
            .shown(shown),
    )
}

/// Claims that a piece never leaves a palace or never crosses a river.
pub fn confined(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let placed = cx.placed(piece, Some(Side::White)).lowest()?;
    let seen = movement::ever_on(cx, piece);
    let geometry = cx.rules.geometry.clone();
    let half = |square: Square| 2 * (geometry.rank(square) + 1) <= geometry.ranks();
    let holds = match told.has("palace") {
        _ if told.has("all2") => seen != geometry.squares(),
        true => seen.count() <= 16 && seen.count() * 4 < geometry.squares().count(),
        false => seen.iter().all(half),
    };
    let detail =
        format!("from its places in the setup it comes to {}", crate::render::words::squares_in_words(&geometry, seen));
    cx.said.insert(Topic::Moves(piece));
    Some(Finding::of(holds != told.has("may"), detail).shown(movement::lone(cx, piece, Some(placed))))
}

/// `The cannon needs a piece to jump over`: alone on the board it captures nothing, or has no moves.
pub fn hops(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let goes = told.words[told.reading.words.clone()].iter().any(|word| cx.grammar.manner.has("moving", &word.text));
    let alone = movement::every_square(cx, piece)
        .iter()
        .all(|(_, reach)| reach.capture.is_empty() && (!goes || reach.quiet.is_empty()));
    let holds = alone && movement::jumpers(cx).contains(&piece);
    // A capture passes over exactly one piece.
    let one = told.numbers("number").iter().all(|count| *count == 1);
    let holds = holds && one;
    let detail =
        if holds { "without a piece to jump over it captures nothing" } else { "it needs no piece to jump over" };
    Some(Finding::of(holds, detail).shown(movement::lone(cx, piece, None)))
}

/// `All other pieces move as in chess`: the pieces whose moves the page has not described.
pub fn as_usual(cx: &mut Context<'_>) -> Option<Finding> {
    let mut other = None;
    let mut any = false;
    for piece in cx.rules.clone().piece_ids() {
        let Some(notation) = cx.grammar.known_moves(cx.name(piece)).filter(|_| !cx.told.contains_key(&piece)) else {
            continue;
        };
        if cx.rules.piece(piece).promotion.is_some() {
            continue;
        }
        any = true;
        let compared = movement::compared(cx, piece, notation)?;
        if compared.quiet.is_some() || compared.capture.is_some() || compared.further.is_some() {
            other = Some(piece);
        }
        cx.said.insert(Topic::Moves(piece));
    }
    let detail = other.map_or("they do".to_owned(), |piece| format!("not the {}", cx.name(piece)));
    any.then(|| if other.is_none() { Finding::confirmed(detail) } else { Finding::not_understood(detail) })
}

/// `The cannon cannot capture another cannon`.
pub fn spares(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let others = told.pieces(told.after("what"));
    let safe = |other: &PieceId| {
        let barred =
            cx.rules.piece(*other).safe_from.contains(&piece) || cx.rules.piece(piece).blocked_by.contains(other);
        barred || cx.rules.piece(*other).royalty.is_ever_royal()
    };
    let holds = !others.is_empty() && others.iter().all(safe);
    let detail =
        format!("it {} capture the {}", if holds { "cannot" } else { "may" }, list(cx, others.iter().copied()));
    Some(Finding::of(holds == told.has("not"), detail).shown(movement::lone(cx, piece, None)))
}

/// `After crossing the river it may also move sideways`: from the other half of the board, and not from its own.
pub fn sidestep(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let geometry = cx.rules.geometry.clone();
    let beside = |from: Square, reach: &Reach| reach.quiet.iter().any(|to| geometry.rank(to) == geometry.rank(from));
    let later = |from: Square| 2 * geometry.rank(from) >= geometry.ranks();
    let allowed = movement::ever_on(cx, piece);
    let every = movement::every_square(cx, piece);
    let mut placed = every.iter().filter(|(from, _)| allowed.contains(*from));
    let holds = placed.all(|(from, reach)| beside(*from, reach) == later(*from));
    Some(Finding::of(holds, "from the farther half of the board alone").shown(movement::lone(cx, piece, None)))
}

/// A first move of two squares or more.
pub fn first_move(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let named = told.subjects.first().copied().or_else(|| told.pieces(told.notes()).first().copied());
    let piece = named.or(cx.promoting())?;
    let count = match told.numbers("number").iter().max() {
        Some(count) => *count,
        None if told.has("three") => 3,
        None => 2,
    };
    let astray = told.notes().iter().any(|note| ["b", "F", "s"].contains(&note.tag));
    if count < 2 || astray {
        return None;
    }
    let rules = cx.rules.clone();
    let geometry = &rules.geometry;
    let sides = told.side().map_or(Side::ALL.to_vec(), |side| vec![side]);
    let long = |side: Side, from: Square| {
        let reach = Reach::of_piece(&rules, piece, side, from);
        // If the rules limit first moves to some squares, pieces on other squares have none.
        let named = rules.piece(piece).initial[side];
        let first = if named.is_empty() || named.contains(from) { reach.first } else { SquareSet::EMPTY };
        let far = |to: Square| {
            let aside = geometry.file(to).abs_diff(geometry.file(from));
            geometry.rank(to).abs_diff(geometry.rank(from)) == count as usize && [0, count as usize].contains(&aside)
        };
        (first | reach.quiet).iter().find(|to| far(*to))
    };
    let able: Vec<(Square, Square)> = sides
        .iter()
        .flat_map(|side| cx.placed(piece, Some(*side)).iter().map(|from| (*side, from)).collect::<Vec<_>>())
        .filter_map(|(side, from)| Some((from, long(side, from)?)))
        .collect();
    cx.said.insert(Topic::Moves(piece));
    if let Some((from, to)) = able.first().filter(|_| told.has("clear")) {
        let side = if cx.placed(piece, Some(Side::White)).contains(*from) { Side::White } else { Side::Black };
        let mut study = crate::render::study::Study::new(&rules.piece(piece).movement, geometry, *from);
        (study.side, study.virgin) = (side, true);
        study.friends = geometry.straight(*from, *to) & !SquareSet::of(*from) & !SquareSet::of(*to);
        if study.walks().iter().any(|walk| walk.to == *to && walk.captures.is_empty()) {
            return Some(
                Finding::new(Verdict::Stronger, "a piece between does not stop it").shown(super::told::start(cx)),
            );
        }
    }
    if (told.has("only") || told.has("anywhere")) && !able.is_empty() {
        let later = able.iter().any(|(from, _)| {
            let next = geometry.step(*from, crate::board::Step::new(0, 1)).map(|landing| landing.square);
            next.is_some_and(|next| {
                let reach = Reach::later_of_piece(&rules, piece, Side::White, next).quiet;
                let again = rules.piece(piece).initial.white.contains(next) && long(Side::White, next).is_some();
                again || reach.iter().any(|to| geometry.rank(to).abs_diff(geometry.rank(next)) == count as usize)
            })
        });
        return Some(of(cx, later == told.has("anywhere"), "whether it goes so far later too"));
    }
    let (detail, play) = match able.first() {
        Some((from, to)) => (
            format!("as {}-{}", geometry.name(*from), geometry.name(*to)),
            vec![format!("{}{}", geometry.name(*from), geometry.name(*to))],
        ),
        None => (format!("no {} goes {count} squares with its first move", cx.name(piece)), Vec::new()),
    };
    Some(of(cx, able.is_empty() == told.has("not"), detail).played(play))
}
