//! The error for a text that does not fit the grammar, judging by the place where parsing stopped.

use super::ast::{Atom, Base, Modifier, Span, Suffix, Toward};
use super::atom::Leap;
use super::error::Fault;

/// The error for a text that could be read up to the byte `at`.
pub(super) fn fault(text: &str, at: usize) -> Fault {
    let here = Stop::new(text, at);
    here.in_group().or_else(|| here.in_bracket()).unwrap_or_else(|| here.outside())
}

/// The place where parsing stopped.
struct Stop<'a> {
    text: &'a str,
    at: usize,
    /// The character there; `None` at the end.
    found: Option<char>,
    /// The character before.
    before: Option<char>,
    /// The innermost open parenthesis or bracket, with its place.
    open: Option<(char, usize)>,
}

impl<'a> Stop<'a> {
    fn new(text: &'a str, at: usize) -> Stop<'a> {
        let mut open = Vec::new();
        for (index, letter) in text[..at].char_indices() {
            match letter {
                '(' | '[' => open.push((letter, index)),
                ')' | ']' => drop(open.pop()),
                _ => {}
            }
        }
        let (found, before) = (text[at..].chars().next(), text[..at].chars().next_back());
        Stop { text, at, found, before, open: open.pop() }
    }

    /// The character found, or the end.
    fn span(&self) -> Span {
        Span { start: self.at, end: self.at + self.found.map_or(0, char::len_utf8) }
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.span(), message)
    }

    fn in_group(&self) -> Option<Fault> {
        let (_, start) = self.open.filter(|open| open.0 == '(')?;
        let open = Span { start, end: start + 1 };
        if let Some(fault) = vector(&self.text[start..], start) {
            return Some(fault);
        }
        let ends = self.found.is_none_or(|found| Base::from_letter(found).is_some() || matches!(found, '[' | ']'));
        ends.then(|| Fault::new(open, "unclosed `(`").help("parentheses repeat modifiers, and close before the atom"))
    }

    fn in_bracket(&self) -> Option<Fault> {
        let (_, start) = self.open.filter(|open| open.0 == '[')?;
        let open = Span { start, end: start + 1 };
        if let Some(fault) = obsolete(self.text, start) {
            return Some(fault);
        }
        let after_leg = self.before.is_some_and(|before| before.is_ascii_uppercase() || before.is_ascii_digit());
        match (self.found, self.before) {
            (None, _) => Some(Fault::new(open, "unclosed `[`")),
            (Some(']'), Some('[')) => Some(self.fault("empty bracket").help("write two legs, such as `[F?R]`")),
            (Some(']' | '-' | '?'), Some(joint @ ('-' | '?'))) => {
                Some(self.fault(format!("expected a leg after `{joint}`")))
            }
            (Some('['), _) => Some(self.fault("brackets cannot be nested")),
            (Some(found), _) if after_leg && starts_leg(found) => {
                Some(self.fault("legs must be joined by `-` or `?`").help("write `[F?R]` or `[W-F]`"))
            }
            (Some(']' | '-' | '?'), _) => Some(self.fault("modifiers without an atom")),
            _ => None,
        }
    }

    fn outside(&self) -> Fault {
        let Some(found) = self.found else {
            return self.fault("modifiers without an atom at the end").help("an atom is a capital letter, such as `W`");
        };
        match found {
            '0'..='9' => self.digit(),
            'X' | 'Y' => self.suffix(found),
            'A'..='Z' => self.unknown_atom(found),
            'a'..='z' if !starts_leg(found) && found != 'a' => self
                .fault(format!("unknown modifier `{found}`"))
                .help("modifiers are f b l r v s h, m c d e k t, p g y, n j, i o a, and z q x u"),
            ')' | ']' => {
                let open = if found == ')' { '(' } else { '[' };
                self.fault(format!("`{found}` without `{open}`"))
            }
            '-' | '?' => {
                self.fault(format!("`{found}` is only allowed inside brackets")).help("write `[W-F]` or `[F?R]`")
            }
            ' ' => self.fault("unexpected space").help("write the notation without spaces").instead(""),
            '*' => self.fault("`*` is a range; write it after an atom"),
            ',' | ';' => {
                let fault = self.fault(format!("unexpected `{found}`")).instead("");
                fault.help("write moves one after the other without a separator")
            }
            _ => self.fault(format!("unexpected character `{}`", found.escape_debug())),
        }
    }

    fn digit(&self) -> Fault {
        let mut whole = self.span();
        whole.end += self.text[whole.end..].bytes().take_while(u8::is_ascii_digit).count();
        match self.before {
            Some(before) if before.is_ascii_uppercase() => {
                Fault::new(whole, "range after a doubled atom").help(format!("`{before}{before}` is already unlimited"))
            }
            _ => Fault::new(whole, "expected a modifier or an atom, found digit").help("write a range after its atom"),
        }
    }

    fn suffix(&self, letter: char) -> Fault {
        match self.before {
            Some(before) if before.is_ascii_digit() || before == '*' => {
                self.fault("suffix must come before the range").help(format!("such as `F{letter}3`"))
            }
            Some(before) if before.is_ascii_uppercase() => self
                .fault(format!("suffix `{letter}` not allowed on a doubled atom"))
                .help(format!("write `{before}{letter}0`")),
            _ => self.fault(format!("suffix `{letter}` without a leaper before it")),
        }
    }

    fn unknown_atom(&self, letter: char) -> Fault {
        let fault = self.fault(format!("unknown atom `{letter}`"));
        fault.help(match letter {
            'E' => "atoms are W F D N A H C Z G K R B Q O; where `E` is rook and knight write `RN`",
            'M' => "atoms are W F D N A H C Z G K R B Q O; where `M` is ferz and camel write `FC`",
            _ => "atoms are W F D N A H C Z G K R B Q O",
        })
    }
}

fn starts_leg(letter: char) -> bool {
    let modifier = Toward::from_letter(letter).is_some() || Modifier::from_letter(letter).is_some();
    modifier || letter == 'h' || Base::from_letter(letter).is_some()
}

/// The error for `t[FR]`, an older way to write `[F?R]`.
fn obsolete(text: &str, start: usize) -> Option<Fault> {
    let inside = &text[start + 1..];
    let inside = &inside[..inside.find(']').unwrap_or(inside.len())];
    let tagged = text[..start].ends_with('t') && !inside.contains(['-', '?']);
    let legs: Vec<String> = inside.chars().filter(char::is_ascii_uppercase).map(String::from).collect();
    tagged.then(|| {
        let bent = if legs.len() > 1 { legs.join("?") } else { "F?R".to_owned() };
        Fault::new(Span { start: start - 1, end: start }, format!("obsolete form; write `[{bent}]`"))
    })
}

/// The error for `(4,1)`, a leap by its coordinates.
fn vector(text: &str, start: usize) -> Option<Fault> {
    let inside = text.strip_prefix('(')?;
    let inside = &inside[..inside.find(')')?];
    let (a, b) = inside.split_once(',')?;
    let (a, b) = (a.trim().parse::<i8>().ok()?.unsigned_abs(), b.trim().parse::<i8>().ok()?.unsigned_abs());
    let span = Span { start, end: start + inside.len() + 2 };
    let fault = Fault::new(span, "a leap cannot be written as coordinates");
    Some(match spelled(Leap { short: a.min(b), long: a.max(b) }) {
        Some(atom) => fault.help(format!("write `{atom}`")).instead(atom),
        None => fault,
    })
}

/// The shortest way to write a leap.
fn spelled(leap: Leap) -> Option<String> {
    let leapers = "WFDNAHCZG";
    let suffixes = ["", "X", "Y", "XX", "XY", "YY"];
    let spellings = suffixes.iter().flat_map(|suffix| leapers.chars().map(move |letter| format!("{letter}{suffix}")));
    spellings.into_iter().find(|spelling| leap_of(spelling) == Some(leap))
}

fn leap_of(spelling: &str) -> Option<Leap> {
    let (base, suffixes) = spelling.split_at(1);
    let suffixes = suffixes.chars().map(|letter| if letter == 'X' { Suffix::X } else { Suffix::Y }).collect();
    let base = base.chars().next().and_then(Base::from_letter)?;
    Atom { base, suffixes, span: Span::default() }.leap()
}
