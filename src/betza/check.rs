//! Checks a parsed notation: meaningless combinations are errors, and unlikely ones are warnings.

use super::ast::{Base, Group, Join, Leg, Limit, Modifier, Modifiers, Move, Reach, Span, Suffix};
use super::atom::Class;
use super::error::Fault;

type Checked = Result<(), Fault>;

/// Finds the first fault.
pub(super) fn moves(moves: &[Move]) -> Checked {
    let mut before: Option<&Move> = None;
    for piece_move in moves {
        not_doubled(before, piece_move)?;
        single(piece_move)?;
        before = Some(piece_move);
    }
    Ok(())
}

/// Refuses `RR`: two equal riders in a row are a mistaken doubling.
fn not_doubled(before: Option<&Move>, after: &Move) -> Checked {
    let Some(before) = before else { return Ok(()) };
    let (rider, again) = (before.last(), after.last());
    let base = again.atom.base;
    let close = before.bracket.is_none() && after.bracket.is_none() && rider.range.is_none();
    let bare = after.legs.len() == 1 && again.modifiers.is_empty();
    if !(close && bare && rider.atom.base == base && (base.is_rider() || base == Base::K)) {
        return Ok(());
    }
    let span = again.atom.span;
    Err(match base {
        Base::K => Fault::new(span, "doubled `K`; write `Q`").help("or `K0`"),
        _ => Fault::new(span, format!("`{}` is already a rider and cannot be doubled", base.letter())),
    })
}

fn single(piece_move: &Move) -> Checked {
    for leg in &piece_move.legs {
        match leg.atom.base {
            Base::O => castling(piece_move, leg)?,
            Base::U => universal(piece_move, leg)?,
            _ => {}
        }
    }
    if piece_move.has_repetition() || matches!(piece_move.last().atom.base, Base::O | Base::U | Base::I | Base::Drop) {
        return Ok(());
    }
    let endings: Vec<usize> = piece_move.endings().collect();
    for (index, leg) in piece_move.legs.iter().enumerate() {
        if endings.contains(&index) {
            let modifiers = piece_move.ending_modifiers(index);
            jump(leg, &modifiers)?;
            last_leg(piece_move, index, &modifiers)?;
        } else {
            jump(leg, &leg.modifiers)?;
            earlier_leg(piece_move, leg)?;
        }
    }
    Ok(())
}

fn castling(piece_move: &Move, leg: &Leg) -> Checked {
    let modifiers = &leg.modifiers;
    if piece_move.legs.len() > 1 || piece_move.bracket.is_some() {
        return Err(Fault::new(piece_move.span, "castling cannot be part of a multi-leg move"));
    }
    let sideways = |group| matches!(group, Group::Alone(toward) if !toward.is_vertical());
    if let Some(direction) = modifiers.directions.iter().find(|direction| !sideways(direction.group)) {
        return Err(Fault::new(direction.span, "castling is sideways; use `s`, `l` or `r`"));
    }
    let foreign =
        modifiers.letters.iter().find(|letter| !matches!(letter.modifier, Modifier::Initial | Modifier::Jump));
    if let Some(letter) = foreign {
        let message = match letter.modifier {
            modality if is_modality(modality) => "castling takes no modality".to_owned(),
            other => format!("castling takes no `{other}`"),
        };
        return Err(Fault::new(letter.span, message));
    }
    match leg.range.map(|reach| (reach.limit, reach.span)) {
        Some((Limit::Times(files), _)) if files > 1 => Ok(()),
        Some((Limit::Times(_), span)) => Err(Fault::new(span, "castling over one file is not supported")),
        Some((_, span)) => Err(Fault::new(span, "castling needs a range of at least 2").help(CASTLING)),
        None => {
            let end = leg.atom.span.end;
            Err(Fault::new(Span { start: end, end }, "castling needs a range").help(CASTLING))
        }
    }
}

const CASTLING: &str = "the files the king moves, as in `isO2`";

fn is_modality(modifier: Modifier) -> bool {
    use Modifier::{Capture, CaptureFriend, EnPassant, Quiet, RoyalOnly, Tame};
    matches!(modifier, Quiet | Capture | CaptureFriend | EnPassant | RoyalOnly | Tame)
}

fn universal(piece_move: &Move, leg: &Leg) -> Checked {
    if piece_move.legs.len() > 1 || piece_move.bracket.is_some() {
        return Err(Fault::new(piece_move.span, "`U` cannot be part of a multi-leg move"));
    }
    if let Some(direction) = leg.modifiers.directions.first() {
        let span = Span { start: direction.span.start, end: leg.atom.span.end };
        return Err(Fault::new(span, "`U` goes everywhere, so it has no directions"));
    }
    if let Some(Reach { span, .. }) = leg.range {
        return Err(Fault::new(span, "`U` goes everywhere, so it has no range"));
    }
    let allowed = |modifier| is_modality(modifier) || matches!(modifier, Modifier::Initial);
    match leg.modifiers.letters.iter().find(|letter| !allowed(letter.modifier)) {
        Some(letter) => {
            let span = Span { start: letter.span.start, end: leg.atom.span.end };
            Err(Fault::new(span, format!("`{}` has no meaning on `U`", letter.modifier)))
        }
        None => Ok(()),
    }
}

/// Refuses uses of `j` on which XBoard and the Interactive Diagram differ.
fn jump(leg: &Leg, modifiers: &Modifiers) -> Checked {
    let Some(first) = modifiers.find(Modifier::Jump) else { return Ok(()) };
    let skips = leg.atom.is_slider();
    let leaps = matches!(leg.atom.base, Base::D | Base::A) && leg.atom.suffixes.is_empty();
    match modifiers.second(Modifier::Jump) {
        _ if !skips && !leaps => Err(Fault::new(first, "`j` is only defined on `D`, `A` and sliders")),
        Some(second) if leaps => {
            Err(Fault::new(second, "repeated modifier `j`").help("only sliders can skip more squares"))
        }
        _ => Ok(()),
    }
}

fn earlier_leg(piece_move: &Move, leg: &Leg) -> Checked {
    let modifiers = &leg.modifiers;
    let fault = |modifier, message: &str| modifiers.find(modifier).map(|span| Fault::new(span, message));
    let hops = modifiers.has(Modifier::Over) || modifiers.has(Modifier::Next);
    let bracket = piece_move.bracket.is_some();
    let toggle = [Modifier::Toggle, Modifier::Next].iter().find_map(|toggle| modifiers.find(*toggle));
    let faults = [
        fault(Modifier::EnPassant, "`e` has no meaning before the last leg"),
        fault(Modifier::Wrap, "`o` is only allowed on the last leg"),
        fault(Modifier::Tame, "`t` before the last leg needs `p` or `g` beside it").filter(|_| !hops && !bracket),
        fault(Modifier::Toggle, "`y` has no meaning in brackets, where every leg has its own range")
            .filter(|_| bracket),
        toggle
            .filter(|_| !bracket && !matches!(leg.limit(), Limit::Times(1) | Limit::Unlimited))
            .map(|span| Fault::new(span, "range toggle needs range 1 or unlimited")),
    ];
    faults.into_iter().flatten().next().map_or(Ok(()), Err)
}

fn last_leg(piece_move: &Move, leg: usize, modifiers: &Modifiers) -> Checked {
    if let Some(span) = modifiers.find(Modifier::Toggle) {
        return Err(Fault::new(span, "`y` has no meaning on the last leg"));
    }
    match piece_move.limits()[leg] {
        Limit::Times(1) => one_step_hop(modifiers, &piece_move.legs[leg]),
        _ => Ok(()),
    }
}

fn one_step_hop(modifiers: &Modifiers, leg: &Leg) -> Checked {
    let letter = leg.atom.base.letter();
    let from = |span: Span| Span { start: span.start, end: leg.atom.span.end };
    if let Some(span) = modifiers.find(Modifier::Over).map(from) {
        return Err(Fault::new(span, format!("`p` on a one-step atom; write `paf{letter}`")));
    }
    if let Some(span) = modifiers.find(Modifier::Next).map(from) {
        let message = "`g` on a one-step atom; write the hop as legs";
        return Err(Fault::new(span, message).help(format!("such as `gaf{letter}` or `paf{letter}`")));
    }
    Ok(())
}

/// Warnings about unlikely combinations, in the order of the text.
pub(super) fn warnings(moves: &[Move]) -> Vec<Fault> {
    let mut warnings = Vec::new();
    for (index, piece_move) in moves.iter().enumerate() {
        infix(index.checked_sub(1).map(|before| &moves[before]), piece_move, &mut warnings);
        tripled(&moves[..index], piece_move, moves.get(index + 1), &mut warnings);
        for (leg, at) in piece_move.legs.iter().zip(0..) {
            directions(&leg.modifiers, piece_move.class(at), &mut warnings);
            apart(&leg.modifiers, piece_move.class(at), &mut warnings);
            half_paired(&leg.modifiers, piece_move.class(at), &mut warnings);
            lame_slider(leg, &mut warnings);
            skipping(leg, &mut warnings);
        }
        spellings(piece_move, &mut warnings);
        ranges(piece_move, &mut warnings);
    }
    warnings.sort_by_key(|warning| warning.span.start);
    warnings
}

/// Warns of `WtF`, which is a single move in an older dialect.
fn infix(before: Option<&Move>, after: &Move, warnings: &mut Vec<Fault>) {
    let modifiers = &after.legs[0].modifiers;
    let lone = after.legs.len() == 1 && modifiers.directions.is_empty() && modifiers.letters.len() == 1;
    let (Some(before), Some(span), true) = (before, modifiers.find(Modifier::Tame), lone) else { return };
    let (first, last) = (before.last().atom.base.letter(), after.last().atom.base.letter());
    let message = format!("`t` is read as \"may not capture a king\"; for a bent move write `[{first}?{last}]`");
    warnings.push(Fault::new(span, message));
}

fn directions(modifiers: &Modifiers, class: Class, warnings: &mut Vec<Fault>) {
    for pair in modifiers.directions.windows(2) {
        let (Group::Alone(first), Group::Alone(second)) = (pair[0].group, pair[1].group) else { continue };
        let (a, b) = (first.letter(), second.letter());
        let span = pair[0].span.to(pair[1].span);
        let touching = pair[0].span.end == pair[1].span.start && pair[0].span.end - pair[0].span.start == 1;
        let same_kind = first.is_vertical() == second.is_vertical();
        if touching && class == Class::Diagonal && same_kind && first.is_double() != second.is_double() {
            warnings.push(Fault::new(span, format!("contradictory directions, read as `{a}`∪`{b}`")));
        }
        if touching && class == Class::King && !same_kind && first.is_double() {
            warnings.push(Fault::new(span, format!("`{a}` first does not combine with `{b}`; read as `{a}`∪`{b}`")));
        }
    }
}

/// Warns of `ffrN`, which is not the leap `frN`: a doubled letter does not join the next one.
fn apart(modifiers: &Modifiers, class: Class, warnings: &mut Vec<Fault>) {
    for pair in modifiers.directions.windows(2) {
        let (Group::Alone(first), Group::Alone(second)) = (pair[0].group, pair[1].group) else { continue };
        let [length, next] = [pair[0], pair[1]].map(|direction| direction.span.end - direction.span.start);
        let doubled = length == 2 && next == 1 && pair[0].span.end == pair[1].span.start;
        let both = first.is_double() || second.is_double() || first.is_vertical() == second.is_vertical();
        if class == Class::Oblique && doubled && !both {
            let (a, b) = (first.letter(), second.letter());
            let message = format!(
                "`{a}{a}{b}` is read as `{a}`∪`{b}`; one leap is `{a}{b}`, and `{a}{a}{b}{b}` says that both are meant"
            );
            warnings.push(Fault::new(pair[0].span.to(pair[1].span), message));
        }
    }
}

/// Warns of `NNN`, which is a doubled atom followed by a single one.
fn tripled(before: &[Move], piece_move: &Move, after: Option<&Move>, warnings: &mut Vec<Fault>) {
    let base = piece_move.last().atom.base;
    let of_base = |other: &Move| other.bracket.is_none() && other.legs.len() == 1 && other.last().atom.base == base;
    let bare =
        |other: &Move| of_base(other) && other.last().modifiers.is_empty() && other.last().atom.suffixes.is_empty();
    let joined = |one: &Move, other: &Move| of_base(one) && bare(other) && one.span.end == other.span.start;
    // The warning is given once, at the last atom of the row.
    if after.is_some_and(|after| joined(piece_move, after)) {
        return;
    }
    let mut row = vec![piece_move];
    for other in before.iter().rev() {
        if !joined(other, row[row.len() - 1]) {
            break;
        }
        row.push(other);
    }
    row.reverse();
    let doubled = |other: &&Move| {
        let leg = other.last();
        leg.range.is_some_and(|reach| reach.limit == Limit::Unlimited && reach.span.end == leg.atom.span.end)
    };
    if row.len() < 2 || !row.iter().any(doubled) {
        return;
    }
    let letter = base.letter();
    let written = |one: &&Move| one.to_string().replace(&format!("{letter}0"), &format!("{letter}{letter}"));
    let all: String = row.iter().map(written).collect();
    let parts: Vec<String> = row.iter().map(|one| format!("`{}`", written(one))).collect();
    let message = format!(
        "`{all}` is read as {}: a doubled letter is a ride of any length; one of at most three leaps is `{letter}3`",
        parts.join("∪")
    );
    warnings.push(Fault::new(row[0].span.to(piece_move.span), message));
}

/// Warns of `rlbK`: of three letters in a row, two form a pair and one stands alone.
fn half_paired(modifiers: &Modifiers, class: Class, warnings: &mut Vec<Fault>) {
    if !matches!(class, Class::King | Class::Oblique) {
        return;
    }
    let mut written: Vec<_> = modifiers.directions.iter().collect();
    written.sort_by_key(|direction| direction.span.start);
    for run in written.chunk_by(|one, other| one.span.end == other.span.start) {
        let length = |index: usize| run[index].span.end - run[index].span.start;
        let single = (0..run.len()).any(|index| matches!(run[index].group, Group::Alone(_)) && length(index) == 1);
        let paired = run.iter().any(|direction| matches!(direction.group, Group::Pair(..)));
        let plain = run.iter().all(|direction| matches!(direction.group, Group::Alone(_) | Group::Pair(..)));
        if !(single && paired && plain) {
            continue;
        }
        let text = |group| match group {
            Group::Alone(toward) => toward.letter().to_string(),
            Group::Pair(one, other) => format!("{}{}", one.letter(), other.letter()),
            Group::Half(_) | Group::Chiral { .. } => String::new(),
        };
        let groups: Vec<String> = run.iter().map(|direction| text(direction.group)).collect();
        let all = groups.concat();
        let apart: String = all.chars().flat_map(|letter| [letter, letter]).collect();
        let reading: Vec<String> = groups.iter().map(|group| format!("`{group}`")).collect();
        let message = format!("`{all}` is read as {}; to unite all of them write `{apart}`", reading.join("∪"));
        warnings.push(Fault::new(run[0].span.to(run[run.len() - 1].span), message));
    }
}

/// Warns of `jB`, which jumps only over the first square.
fn skipping(leg: &Leg, warnings: &mut Vec<Fault>) {
    let once = leg.modifiers.count(Modifier::Jump) == 1;
    let unlimited = once && leg.atom.is_slider() && leg.range.is_none() && leg.atom.base.is_rider();
    if let Some(span) = leg.modifiers.find(Modifier::Jump).filter(|_| unlimited) {
        let letter = leg.atom.base.letter();
        let message = format!(
            "`j` passes only the first square, empty or not; to jump over a piece anywhere on the line, write `p{letter}`"
        );
        warnings.push(Fault::new(span, message));
    }
}

fn lame_slider(leg: &Leg, warnings: &mut Vec<Fault>) {
    if let Some(span) =
        leg.modifiers.find(Modifier::Lame).filter(|_| leg.atom.is_slider() && !leg.modifiers.has(Modifier::Quiet))
    {
        warnings.push(Fault::new(span, "`n` has no effect on a slider, which never jumps"));
    }
}

fn spellings(piece_move: &Move, warnings: &mut Vec<Fault>) {
    let atoms = piece_move.legs.iter().filter(|leg| leg.join != Join::Again).map(|leg| &leg.atom);
    for atom in atoms.filter(|atom| atom.suffixes == [Suffix::Y]) {
        match atom.base {
            Base::W => warnings.push(Fault::new(atom.span, "`WY` is a zebra leap; write `Z`")),
            Base::F => warnings.push(Fault::new(atom.span, "`FY` is a tripper leap; write `G`")),
            _ => {}
        }
    }
}

fn ranges(piece_move: &Move, warnings: &mut Vec<Fault>) {
    for (leg, limit) in piece_move.legs.iter().zip(piece_move.limits()) {
        let Limit::Times(times) = limit else { continue };
        let skipped = leg.modifiers.count(Modifier::Jump);
        if leg.atom.is_slider() && skipped >= usize::from(times) {
            warnings.push(Fault::new(piece_move.span, "this move has no destinations: `j` skips all its squares"));
        }
    }
    let last = piece_move.last();
    if let (Some(span), Some(_)) = (last.modifiers.find(Modifier::Next), last.range.filter(|reach| is_number(*reach))) {
        let message = "`g` with a range: the square of the hurdle counts, so the hurdle must be nearer than the range; other programs read this differently";
        warnings.push(Fault::new(span, message));
    }
}

fn is_number(reach: Reach) -> bool {
    matches!(reach.limit, Limit::Times(_))
}
