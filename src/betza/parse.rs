//! Parses a text into a tree. Only this module uses pest.

use ferz_grammar::betza::{Grammar, Rule};
use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pair;

use super::ast::{Atom, Base, Join, Leg, Letter, Limit, Modifier, Modifiers, Move, Reach, Repeated, Span, Suffix};
use super::atom::{Class, Leap, class_of};
use super::diagnose;
use super::direction::{self, Placed};
use super::error::Fault;

/// The deepest nesting of parentheses. The parser calls itself for each of them.
const MAX_DEPTH: usize = 8;
/// The longest notation that is read, in characters.
pub(super) const MAX_LENGTH: usize = 4096;
/// The largest number of legs of one move.
pub(super) const MAX_LEGS: usize = 16;

/// Reads the moves of a notation.
pub(super) fn moves(text: &str) -> Result<Vec<Move>, Fault> {
    within_limits(text)?;
    let tree = Grammar::parse(Rule::notation, text).map_err(|error| {
        let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
        diagnose::fault(text, at)
    })?;
    let pairs = tree.flat_map(Pair::into_inner).filter(|pair| pair.as_rule() == Rule::piece_move);
    let mut moves = pairs.map(piece_move).collect::<Result<Vec<_>, _>>()?;
    keep_apart(&mut moves);
    Ok(moves)
}

/// `LC` is two camels. Both are written as `C`, and `CC` would be a rider, so the first one gets an explicit range.
fn keep_apart(moves: &mut [Move]) {
    for index in 1..moves.len() {
        let (before, after) = (moves[index - 1].last(), &moves[index]);
        let opens = after.bracket.is_none() && after.legs.len() == 1 && after.last().modifiers.is_empty();
        let same = before.atom.base == after.last().atom.base && before.atom.base.is_leaper();
        let bare = moves[index - 1].bracket.is_none() && before.range.is_none() && before.atom.suffixes.is_empty();
        if !(opens && same && bare) {
            continue;
        }
        let reach = Reach { limit: before.limit(), span: before.atom.span };
        moves[index - 1].legs.iter_mut().for_each(|leg| leg.range = Some(reach));
    }
}

fn within_limits(text: &str) -> Result<(), Fault> {
    if let Some((at, _)) = text.char_indices().nth(MAX_LENGTH) {
        let message = format!("a notation has at most {} characters", MAX_LENGTH);
        return Err(Fault::new(Span { start: at, end: text.len() }, message));
    }
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' if depth == MAX_DEPTH => {
                let message = format!("more than {MAX_DEPTH} parentheses inside each other");
                return Err(Fault::new(Span { start: at, end: at + 1 }, message));
            }
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

fn span(pair: &Pair<'_, Rule>) -> Span {
    let span = pair.as_span();
    Span { start: span.start(), end: span.end() }
}

fn piece_move(pair: Pair<'_, Rule>) -> Result<Move, Fault> {
    let whole = span(&pair);
    let mut parts = pair.into_inner();
    let (Some(legs), Some(end)) = (parts.next(), parts.next()) else { return Err(incomplete(whole)) };
    let built = match end.as_rule() {
        Rule::bracket => bracket(legs, end, whole)?,
        _ => plain(legs, end, whole)?,
    };
    if built.legs.len() > MAX_LEGS {
        return Err(Fault::new(whole, format!("a move has at most {} legs", MAX_LEGS)));
    }
    Ok(built)
}

/// The error for a tree that the grammar cannot produce. An error is better than a panic.
fn incomplete(span: Span) -> Fault {
    Fault::new(span, "a move without its atom")
}

/// Reads legs that share an atom: `fcafmF`.
fn plain(legs: Pair<'_, Rule>, end: Pair<'_, Rule>, whole: Span) -> Result<Move, Fault> {
    let (atom, range) = leap(end)?;
    let split: Vec<_> = legs.into_inner().filter(|pair| pair.as_rule() == Rule::leg).collect();
    let mut built = Vec::new();
    for leg in split {
        let join = if built.is_empty() { Join::Start } else { Join::Again };
        let span = span(&leg);
        let modifiers = modifiers(leg, class_of(join, &atom, None), &atom)?;
        built.push(Leg { join, modifiers, atom: atom.clone(), range, span });
    }
    Ok(Move { legs: built, bracket: None, span: whole })
}

/// Reads legs with an atom each: `v[F?R]`.
fn bracket(before: Pair<'_, Rule>, inside: Pair<'_, Rule>, whole: Span) -> Result<Move, Fault> {
    let mut legs: Vec<Leg> = Vec::new();
    let mut join = Join::Start;
    for part in inside.into_inner() {
        match part.as_rule() {
            Rule::join => join = if part.as_str() == "-" { Join::Mandatory } else { Join::Optional },
            _ => legs.push(bracket_leg(part, join, legs.last())?),
        }
    }
    let Some(last) = legs.last() else { return Err(incomplete(whole)) };
    let mut prefix = before.into_inner();
    let (Some(leg), None) = (prefix.next(), prefix.next()) else {
        let message = "`a` cannot stand before brackets";
        return Err(Fault::new(whole, message).help("inside brackets legs are joined by `-` or `?`"));
    };
    let modifiers = modifiers(leg, last.atom.class(), &last.atom)?;
    Ok(Move { legs, bracket: Some(modifiers), span: whole })
}

fn bracket_leg(pair: Pair<'_, Rule>, join: Join, before: Option<&Leg>) -> Result<Leg, Fault> {
    let span = span(&pair);
    let mut parts = pair.into_inner();
    let (Some(leg), Some(end)) = (parts.next(), parts.next()) else { return Err(incomplete(span)) };
    let (atom, range) = leap(end)?;
    let class = class_of(join, &atom, before.map(|leg| &leg.atom));
    Ok(Leg { join, modifiers: modifiers(leg, class, &atom)?, atom, range, span })
}

/// Reads an atom with its range: `doubled` or `simple`.
fn leap(pair: Pair<'_, Rule>) -> Result<(Atom, Option<Reach>), Fault> {
    let whole = span(&pair);
    if pair.as_rule() == Rule::doubled {
        let base = pair.as_str().chars().next().and_then(Base::from_letter).ok_or_else(|| incomplete(whole))?;
        let second = Span { start: whole.start + 1, end: whole.end };
        let atom = Atom { base, suffixes: Vec::new(), span: whole };
        return Ok((atom, Some(Reach { limit: Limit::Unlimited, span: second })));
    }
    let mut parts = pair.into_inner();
    let atom = atom(parts.next().ok_or_else(|| incomplete(whole))?)?;
    let range = parts.next().map(|pair| range(&pair)).transpose()?;
    // `R0` is `R`: one tree for one meaning.
    Ok((atom.clone(), range.filter(|reach| !(atom.base.is_rider() && reach.limit == Limit::Unlimited))))
}

fn atom(pair: Pair<'_, Rule>) -> Result<Atom, Fault> {
    let whole = span(&pair);
    let text = pair.as_str();
    let base = text.chars().next().and_then(Base::from_letter).ok_or_else(|| incomplete(whole))?;
    let mut suffixes = Vec::new();
    for (index, letter) in text.char_indices().skip(1) {
        let at = Span { start: whole.start + index, end: whole.start + index + 1 };
        if !base.is_leaper() {
            let kind = if base.is_rider() { "slider " } else { "" };
            let message = format!("suffix `{letter}` not allowed on {kind}`{}`", base.letter());
            return Err(Fault::new(at, message).help("suffixes lengthen the leap of W F D N A H C Z G"));
        }
        suffixes.push(if letter == 'X' { Suffix::X } else { Suffix::Y });
    }
    let atom = Atom { base, suffixes, span: whole };
    match atom.leap() {
        Some(leap) if leap.long > Leap::MAX => {
            Err(Fault::new(whole, format!("a leap over {} squares is longer than any board", leap.long)))
        }
        _ => Ok(atom),
    }
}

fn range(pair: &Pair<'_, Rule>) -> Result<Reach, Fault> {
    let (text, span) = (pair.as_str(), span(pair));
    let limit = match text {
        "*" => Limit::Middle,
        "0" => Limit::Unlimited,
        _ if text.starts_with('0') => {
            return Err(Fault::new(span, "leading zero in range").help("a range is 0 for unlimited, or 1 to 99"));
        }
        _ => match text.parse() {
            Ok(times @ 1..=99) => Limit::Times(times),
            _ => return Err(Fault::new(span, "range out of bounds (0–99)").help("0 is unlimited")),
        },
    };
    Ok(Reach { limit, span })
}

/// The modifiers of a leg, while they are being read.
#[derive(Default)]
struct Reading {
    modifiers: Modifiers,
    run: Vec<Placed>,
}

impl Reading {
    fn letter(&mut self, class: Class, atom: &Atom, letter: char, span: Span) -> Result<(), Fault> {
        let Some(modifier) = Modifier::from_letter(letter) else {
            self.run.push((letter, span));
            return Ok(());
        };
        self.end_run(class, atom)?;
        allow(&self.modifiers, modifier, span)?;
        self.modifiers.letters.push(Letter { modifier, span });
        Ok(())
    }

    /// Ends a run of direction letters. Letters on both sides of another modifier do not form groups.
    fn end_run(&mut self, class: Class, atom: &Atom) -> Result<(), Fault> {
        let letter = atom.base.letter().to_string();
        for direction in direction::groups(class, &letter, &std::mem::take(&mut self.run))? {
            if !self.modifiers.directions.iter().any(|known| known.group == direction.group) {
                self.modifiers.directions.push(direction);
            }
        }
        Ok(())
    }

    fn finish(mut self, class: Class, atom: &Atom, span: Span) -> Result<Modifiers, Fault> {
        self.end_run(class, atom)?;
        self.modifiers.letters.sort_by_key(|letter| letter.modifier);
        self.modifiers.directions.sort_by_key(|direction| !direction.is_chiral());
        self.modifiers.span = span;
        Ok(self.modifiers)
    }
}

/// Letters that contradict each other.
const EXCLUSIVE: [(Modifier, Modifier); 4] = [
    (Modifier::Over, Modifier::Next),
    (Modifier::Lame, Modifier::Jump),
    (Modifier::RoyalOnly, Modifier::Tame),
    (Modifier::Crooked, Modifier::Circular),
];

/// Checks that a letter may follow these modifiers.
fn allow(before: &Modifiers, modifier: Modifier, span: Span) -> Result<(), Fault> {
    let times = match modifier {
        Modifier::Jump => usize::MAX,
        Modifier::Lame | Modifier::Wrap => 2,
        _ => 1,
    };
    if before.count(modifier) >= times {
        return Err(Fault::new(span, format!("repeated modifier `{modifier}`")));
    }
    for (a, b) in EXCLUSIVE {
        if (modifier == a && before.has(b)) || (modifier == b && before.has(a)) {
            return Err(Fault::new(span, format!("`{a}` and `{b}` exclude each other")));
        }
    }
    Ok(())
}

/// The modifiers of a leg: letters, then any number of parts in parentheses with letters behind them.
fn modifiers(leg: Pair<'_, Rule>, class: Class, atom: &Atom) -> Result<Modifiers, Fault> {
    let whole = span(&leg);
    let mut reading = Reading::default();
    let mut repeated = Vec::new();
    for part in leg.into_inner() {
        match part.as_rule() {
            Rule::repeated => repeated.push(part),
            _ => {
                let at = span(&part);
                for letter in part.as_str().chars() {
                    reading.letter(class, atom, letter, at)?;
                }
            }
        }
    }
    let mut modifiers = reading.finish(class, atom, whole)?;
    modifiers.repeated = chain(repeated, atom)?;
    Ok(modifiers)
}

fn chain(parts: Vec<Pair<'_, Rule>>, atom: &Atom) -> Result<Option<Box<Repeated>>, Fault> {
    let mut next = None;
    for part in parts.into_iter().rev() {
        let mut link = repeated(part, atom)?;
        link.after.repeated = next;
        next = Some(Box::new(link));
    }
    Ok(next)
}

/// Reads `(az)mf`: the repeated group, and the letters after it. The repeated legs are later legs.
fn repeated(pair: Pair<'_, Rule>, atom: &Atom) -> Result<Repeated, Fault> {
    let whole = span(&pair);
    let (mut legs, mut reading, mut group) = (Vec::new(), Reading::default(), whole);
    for part in pair.into_inner() {
        let at = span(&part);
        match part.as_rule() {
            Rule::group => {
                group = at;
                let parts = part.into_inner().flat_map(Pair::into_inner).filter(|pair| pair.as_rule() == Rule::leg);
                legs = parts.map(|leg| modifiers(leg, Class::King, atom)).collect::<Result<_, _>>()?;
            }
            _ => {
                for letter in part.as_str().chars() {
                    reading.letter(Class::King, atom, letter, at)?;
                }
            }
        }
    }
    Ok(Repeated { legs, after: reading.finish(Class::King, atom, whole)?, span: group })
}
