//! How pieces move: the words become notations, and these are held against the piece.

use crate::board::{Side, Square, SquareSet};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::{Context, Topic, known_moves};
use crate::pages::grammar::Note;
use crate::pages::kinds::{glance, movement};
use crate::pages::moves::{Reach, in_part, is_colour_bound, names};
use crate::rules::PieceId;

use super::{Told, list, of};

/// How far, as it was said.
#[derive(Clone, Default, Debug)]
struct Far {
    any: bool,
    step: bool,
    most: bool,
    numbers: Vec<u32>,
}

/// One way to move: a distance and directions.
#[derive(Clone, Default, Debug)]
struct Way {
    far: Far,
    /// Letters of the atom, with modifiers before it.
    directions: Vec<(char, String)>,
    leap: Option<String>,
    ahead: bool,
}

impl Way {
    /// The notations that it may stand for, the first being the plainest; none if it says too little.
    fn notations(&self) -> Option<Vec<String>> {
        if let Some(leap) = &self.leap {
            let ahead = |prefix: &str| format!("{prefix}{leap}");
            return Some(if self.ahead { vec![ahead("ff"), ahead("f")] } else { vec![leap.clone()] });
        }
        if self.directions.is_empty() {
            return None;
        }
        let all = |make: &dyn Fn(char, &str) -> Option<String>| -> Option<String> {
            self.directions.iter().map(|(atom, modifiers)| make(*atom, modifiers)).collect()
        };
        let rider = |atom: char| ["WR", "FB", "KQ"].iter().find(|pair| pair.starts_with(atom)).map(|pair| &pair[1..]);
        let limited = |most: u32| all(&|atom, modifiers| Some(format!("{modifiers}{}{most}", rider(atom)?)));
        let exact = |far: u32| {
            all(&|atom, modifiers| {
                let atoms: &[&str] = match (atom, far) {
                    ('W', 1) => &["W"],
                    ('F', 1) => &["F"],
                    ('K', 1) => &["K"],
                    ('W', 2) => &["D"],
                    ('F', 2) => &["A"],
                    ('K', 2) => &["D", "A"],
                    ('W', 3) => &["H"],
                    ('F', 3) => &["G"],
                    _ => return None,
                };
                Some(atoms.iter().map(|atom| format!("{modifiers}{atom}")).collect())
            })
        };
        let far = &self.far;
        if far.any {
            return Some(vec![all(&|atom, modifiers| Some(format!("{modifiers}{}", rider(atom)?)))?]);
        }
        match far.numbers.as_slice() {
            [] if far.step => Some(vec![exact(1)?]),
            [] => None,
            [most] if far.most => Some(vec![limited(*most)?]),
            [one] => Some(vec![exact(*one)?]),
            several => {
                let most = several.iter().copied().max()?;
                let each: Option<String> = several.iter().map(|far| exact(*far)).collect();
                let run = (1..=most).eq(several.iter().copied()).then(|| limited(most)).flatten();
                Some(run.into_iter().chain(each).collect())
            }
        }
    }
}

/// What a leap of so many squares and then so many is called.
fn leap(first: u32, second: u32) -> Option<String> {
    let pair = (first.min(second), first.max(second));
    let atom = match pair {
        (1, 2) => "N",
        (1, 3) => "C",
        (2, 3) => "Z",
        (0, 2) => "D",
        (2, 2) => "A",
        (0, 3) => "H",
        (3, 3) => "G",
        _ => return None,
    };
    Some(atom.to_owned())
}

/// The notations that the words behind the subject may stand for.
fn notations(cx: &Context<'_>, told: &Told<'_>, notes: &[Note]) -> Option<Vec<String>> {
    let mut whole = vec![String::new()];
    let mut way = Way::default();
    let mut like = false;
    let mut everywhere = false;
    let mut numbers: Vec<u32> = Vec::new();
    let mut kind: Option<&str> = None;
    let mut close = |way: &mut Way, numbers: &mut Vec<u32>, kind: &mut Option<&str>| -> Option<()> {
        match (kind.take(), numbers.as_slice()) {
            (Some("leap"), [first, second]) => way.leap = Some(leap(*first, *second)?),
            (Some("bend"), [first, second]) => way.leap = Some(leap(first + second, *second)?),
            _ => way.far.numbers = std::mem::take(numbers),
        }
        numbers.clear();
        let said = std::mem::take(way);
        if said.leap.is_none()
            && said.directions.is_empty()
            && said.far.numbers.is_empty()
            && !said.far.any
            && !said.far.step
        {
            return Some(());
        }
        let ways = said.notations()?;
        let add = |before: &String, way: &String| {
            if before.ends_with(way.as_str()) { before.clone() } else { format!("{before}{way}") }
        };
        whole = whole.iter().flat_map(|before| ways.iter().map(move |way| add(before, way))).collect();
        Some(())
    };
    let mut likes: Vec<String> = Vec::new();
    for note in notes {
        match note.tag {
            "or" => close(&mut way, &mut numbers, &mut kind)?,
            "any" => way.far.any = true,
            "step" => way.far.step = true,
            "upto" => way.far.most = true,
            "number" => numbers.extend(told.number(note)),
            "W" | "F" | "K" => way.directions.push((note.tag.chars().next()?, String::new())),
            "f" | "b" | "s" | "v" => {
                way.ahead |= note.tag == "f";
                if let Some((_, modifiers)) = way.directions.last_mut() {
                    modifiers.push_str(note.tag);
                }
            }
            "leap" | "bend" => kind = Some(note.tag),
            "leap2" => way.leap = Some("N".to_owned()),
            "orth" => everywhere = true,
            "like" => like = true,
            "piece" | "foreign" if like => {
                likes.push(told.notation(cx, note, std::mem::take(&mut everywhere))?);
                like = false;
            }
            "own" => {
                let subject = *told.subjects.first()?;
                likes.push(known_moves(cx.name(subject))?.to_owned());
            }
            _ => {}
        }
    }
    // `Like a rook: any number of squares orthogonally` says the same twice.
    let spelled = close(&mut way, &mut numbers, &mut kind);
    if likes.is_empty() {
        spelled?;
    }
    likes.dedup();
    let joined = likes.concat();
    let all: Vec<String> = whole.into_iter().map(|way| format!("{joined}{way}")).collect();
    Some(all).filter(|all| all.iter().all(|notation| !notation.is_empty()))
}

/// The kinds of piece whose moves are alike for both sides are looked at as White's.
pub fn moves(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    use movement::Aspect;
    let behind = if told.has("ewho") { told.after("ewho").to_vec() } else { told.notes().to_vec() };
    let aspect = match () {
        () if told.has("taking") => Some(Aspect::Taking),
        () if told.has("going") => Some(Aspect::Going),
        () => None,
    };
    let mut all: Vec<Finding> = Vec::new();
    for piece in told.subjects.clone() {
        let one = Told { subjects: vec![piece], ..*told };
        if one.pieces(&behind).contains(&piece) && !one.has("orth") {
            return None;
        }
        let found = match notations(cx, &one, &behind) {
            Some(ways) => held(cx, piece, &ways, aspect, &one)?,
            None => towards(cx, piece, &behind, aspect)?,
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

fn held(
    cx: &mut Context<'_>,
    piece: PieceId,
    ways: &[String],
    aspect: Option<movement::Aspect>,
    told: &Told<'_>,
) -> Option<Finding> {
    let mut last = None;
    for notation in ways {
        let mut found = movement::held(cx, piece, notation, aspect)?;
        let divergent = cx.rules.piece(piece).promotion.is_some() || told.parted;
        if found.verdict == Verdict::Incomplete && told.has("going2") && divergent {
            found = Finding { verdict: Verdict::Confirmed, ..found };
        }
        if found.verdict == Verdict::Confirmed && told.has("only") {
            found = nothing_else(cx, piece, notation, aspect).unwrap_or(found);
        }
        if found.verdict != Verdict::Contradicted {
            let said = cx.told.entry(piece).or_insert_with(|| (told.line, told.text.to_owned(), String::new()));
            if !said.2.contains(notation.as_str()) {
                said.2.push_str(notation);
            }
            return Some(found);
        }
        let part = match aspect {
            Some(movement::Aspect::Taking) => "c",
            Some(movement::Aspect::Going) => "m",
            None => "",
        };
        cx.differs.push((piece, in_part(notation, part), told.line));
        last = Some(found);
    }
    last
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
    Some(Finding::contradicted(detail).shown(movement::lone(cx, piece, Some(from))))
}

/// `Moves diagonally`: how far is not said.
fn towards(cx: &mut Context<'_>, piece: PieceId, notes: &[Note], aspect: Option<movement::Aspect>) -> Option<Finding> {
    let far = ["any", "step", "number", "leap", "bend", "like", "own"];
    if notes.iter().any(|note| far.contains(&note.tag)) {
        return None;
    }
    let mut notation = String::new();
    let mut atom = None;
    let mut modifiers = String::new();
    for note in notes.iter().map(|note| note.tag).chain(["W"]) {
        match note {
            "W" | "F" | "K" => {
                if let Some(before) = atom {
                    notation.push_str(&std::mem::take(&mut modifiers));
                    notation.push_str(before);
                }
                atom = Some(if note == "W" {
                    "R"
                } else if note == "F" {
                    "B"
                } else {
                    "Q"
                });
            }
            "f" | "b" | "s" | "v" => modifiers.push_str(note),
            _ => {}
        }
    }
    let movement = crate::pages::moves::movement_of(&notation).filter(|_| !notation.is_empty())?;
    let rules = cx.rules.clone();
    let every = movement::every_square(cx, piece);
    let goes = every.iter().any(|(from, real)| {
        let lines = Reach::of(&movement, &rules.geometry, Side::White, *from).quiet;
        let real = match aspect {
            Some(movement::Aspect::Taking) => real.capture,
            Some(movement::Aspect::Going) => real.quiet,
            None => real.quiet | real.capture,
        };
        real.intersects(&lines)
    });
    cx.said.insert(Topic::Moves(piece));
    let detail = format!("the rules say `{}`", rules.piece(piece).notation);
    Some(Finding::of(goes, detail).shown(movement::lone(cx, piece, None)))
}

/// `Cannot move diagonally`.
pub fn not_that_way(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let aspect = told.has("taking").then_some(movement::Aspect::Taking);
    let found = towards(cx, piece, told.notes(), aspect)?;
    let verdict = if found.verdict == Verdict::Confirmed { Verdict::Contradicted } else { Verdict::Confirmed };
    Some(Finding { verdict, ..found })
}

/// `Captures as it moves`.
pub fn alike(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let same = movement::every_square(cx, piece).iter().all(|(_, reach)| reach.quiet == reach.capture);
    let detail = format!("the rules say `{}`", cx.rules.piece(piece).notation);
    Some(Finding::of(same, detail).shown(movement::lone(cx, piece, None)))
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
    if told.has("blocked") {
        let stopped = glance::slides(cx, piece);
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

/// Squares of one colour alone.
pub fn bound(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let rules = cx.rules.clone();
    let bound = *cx.known.bound.entry(piece).or_insert_with(|| is_colour_bound(&rules, piece, Side::White));
    let shown = movement::lone(cx, piece, None);
    Some(Finding::of(bound != told.has("not"), "found by following its moves from every square").shown(shown))
}

/// `Reaches 8 squares`: all that it comes to from where it starts.
pub fn reached(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let count = *told.numbers("number").first()?;
    let from = cx.placed(piece, Some(Side::White)).lowest()?;
    let steps = movement::every_square(cx, piece);
    let mut seen = SquareSet::of(from);
    let mut left: Vec<Square> = vec![from];
    while let Some(from) = left.pop() {
        let reach = steps.iter().find(|(square, _)| *square == from).map_or(SquareSet::EMPTY, |(_, reach)| reach.all());
        left.extend((reach & !seen).iter());
        seen |= reach;
    }
    let real = seen.count();
    let shown = movement::lone(cx, piece, Some(from));
    Some(
        Finding::of(
            [real, real - 1].contains(&count),
            format!("from {} it comes to {real}", cx.rules.geometry.name(from)),
        )
        .shown(shown),
    )
}

/// A palace that is never left, a river that is never crossed.
pub fn confined(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = *told.subjects.first()?;
    let placed = cx.placed(piece, Some(Side::White)).lowest()?;
    let seen = movement::ever_on(cx, piece);
    let geometry = cx.rules.geometry.clone();
    let half = |square: Square| 2 * (geometry.rank(square) + 1) <= geometry.ranks();
    let holds = match told.has("palace") {
        true => seen.count() <= 16 && seen.count() * 4 < geometry.squares().count(),
        false => seen.iter().all(half),
    };
    let detail =
        format!("from its places in the setup it comes to {}", crate::render::words::squares_in_words(&geometry, seen));
    cx.said.insert(Topic::Moves(piece));
    Some(Finding::of(holds, detail).shown(movement::lone(cx, piece, Some(placed))))
}

/// A first move of two squares or more.
pub fn first_move(cx: &mut Context<'_>, told: &Told<'_>) -> Option<Finding> {
    let piece = told.subjects.first().copied().or(cx.promoting())?;
    let count = match told.numbers("number").first() {
        Some(count) => *count,
        None if told.has("three") => 3,
        None => 2,
    };
    if count < 2 {
        return None;
    }
    let rules = cx.rules.clone();
    let geometry = &rules.geometry;
    let sides = told.side().map_or(Side::ALL.to_vec(), |side| vec![side]);
    let long = |side: Side, from: Square| {
        let reach = Reach::of_piece(&rules, piece, side, from);
        (reach.first | reach.quiet).iter().find(|to| geometry.rank(*to).abs_diff(geometry.rank(from)) == count as usize)
    };
    let able: Vec<(Square, Square)> = sides
        .iter()
        .flat_map(|side| cx.placed(piece, Some(*side)).iter().map(|from| (*side, from)).collect::<Vec<_>>())
        .filter_map(|(side, from)| Some((from, long(side, from)?)))
        .collect();
    cx.said.insert(Topic::Moves(piece));
    let (detail, play) = match able.first() {
        Some((from, to)) => (
            format!("as {}-{}", geometry.name(*from), geometry.name(*to)),
            vec![format!("{}{}", geometry.name(*from), geometry.name(*to))],
        ),
        None => (format!("no {} goes {count} squares with its first move", cx.name(piece)), Vec::new()),
    };
    Some(of(cx, able.is_empty() == told.has("not"), detail).played(play))
}
