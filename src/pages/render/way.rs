//! Moves of a notation as parts of sentences, which a piece's sentences join.

use crate::board::Topology;
use crate::english::{self, number};
use crate::render::zones::has_levels;
use crate::rules::Rules;

/// Parts of a sentence about a notation: the verb, the action, and whether it holds on the first move only.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub first: bool,
    pub verb: &'static str,
    pub what: String,
    /// Other ways for which the same verb and addition hold.
    pub further: Vec<String>,
    /// `true` if it stands for several ways.
    pub several: bool,
    /// Addition about the capture.
    pub tail: &'static str,
    /// `true` if the addition does not hold for a way that is joined to it.
    pub alone: bool,
}

impl Way {
    /// Joins the further ways to the first: `one square diagonally, straight forward or sideways`.
    pub fn join(&mut self) {
        const SIZES: [&str; 2] = ["one square ", "any number of squares "];
        let mut all = vec![std::mem::take(&mut self.what)];
        all.append(&mut self.further);
        self.several = all.len() > 1;
        // Ways of one length share its name.
        let size = |way: &str| SIZES.into_iter().find(|size| way.starts_with(size) && !way.contains([',', ';']));
        let groups: Vec<String> = all
            .chunk_by(|one, other| size(one).is_some() && size(one) == size(other))
            .map(|group| {
                let length = group.first().and_then(|way| size(way)).unwrap_or_default();
                let rest: Vec<&str> = group.iter().map(|way| way.strip_prefix(length).unwrap_or(way)).collect();
                // A way may itself be a choice: `along a rank or file, or diagonally forward`.
                let joint = if rest.iter().any(|way| way.contains(" or ")) { ", or" } else { "or" };
                format!("{length}{}", english::list(&rest, joint).replace(" , or", ", or"))
            })
            .collect();
        self.what = match groups.split_last() {
            Some((last, first)) if !first.is_empty() => format!("{}, or {last}", first.join(", ")),
            _ => groups.concat(),
        };
    }
}

/// Addition about a move that captures nothing.
pub(super) const QUIETLY: &str = " without capturing";

/// Beginning of the sentence on a first move.
pub(super) const FIRST: &str = "If it has not moved yet: ";

/// A sentence on a notation in the words of rules pages.
pub(super) fn way(explained: &str) -> Way {
    let text = explained.trim_end_matches('.');
    let (first, text) = text.strip_prefix(FIRST).map_or((false, text), |text| (true, text));
    let mut text = text[..1].to_lowercase() + &text[1..];
    let lame = text.contains(", only if what it would jump over is empty");
    text = text
        .replace(", only if what it would jump over is empty", ", if the square that it passes is empty")
        .replace(", it may then be captured en passant", "; it may then be captured en passant")
        .replace(", only after hopping over exactly one piece", ", jumping over exactly one piece on the way")
        .replace("a rank or a file", "a rank or file");
    const VERBS: [(&str, &str, &str); 4] = [
        ("moves or captures ", "moves", ""),
        ("moves without capturing ", "moves", " without capturing"),
        ("captures (does not move otherwise) ", "captures", ""),
        ("captures or captures en passant ", "captures", ", also en passant"),
    ];
    let Some((verb, what, tail)) =
        VERBS.iter().find_map(|(verb, short, tail)| Some((*short, text.strip_prefix(verb)?.to_owned(), *tail)))
    else {
        return Way { first, verb: "", what: legs(&text), tail: "", further: Vec::new(), several: false, alone: true };
    };
    let (verb, what) = leap(verb, &what, lame);
    const CLAUSES: [&str; 9] =
        [", if ", ", jumping", ", only", ", passing", ", never", ", turning", ", around", ", putting", "; "];
    let place = CLAUSES.iter().filter_map(|clause| what.find(clause)).min();
    match place {
        _ if what.contains("; then ") => {
            Way { first, verb: "", what: legs(&text), tail: "", further: Vec::new(), several: false, alone: true }
        }
        Some(at) => Way {
            first,
            verb,
            what: format!("{}{tail}{}", &what[..at], &what[at..]),
            tail: "",
            further: Vec::new(),
            several: false,
            alone: true,
        },
        None => Way { first, verb, what, tail, further: Vec::new(), several: false, alone: first },
    }
}

/// A move of several legs.
fn legs(text: &str) -> String {
    let steps = text.contains("goes to an empty square ");
    let diagonal = text.split("turned by 45").next().is_some_and(|before| before.contains("diagonal"));
    let outward = if diagonal { "outward along a rank or file" } else { "diagonally outward" };
    let text = text
        .replace("goes to an empty square ", "steps ")
        .replace("moves or captures ", "moves ")
        .replace("captures (does not move otherwise) ", "captures ")
        .replace("turned by 45 degrees", outward)
        .replace("turned by 90 degrees", "to the side")
        .replace("straight on", "further in that direction")
        .replace("; then ", ", then ");
    if steps { format!("{text}; each square on the way must be empty") } else { text }
}

/// Leaps in words: `with a knight's leap (2 by 1) in any direction`, `with a leap of two squares diagonally`.
fn leap(verb: &'static str, what: &str, lame: bool) -> (&'static str, String) {
    let leaps = if lame || verb != "moves" { verb } else { "leaps" };
    if let Some(rest) = what.strip_prefix("with a leap of ") {
        return (leaps, rest.to_owned());
    }
    let oblique = what.strip_prefix("with a ").and_then(|rest| rest.split_once("'s leap ("));
    let Some((_, (sizes, direction))) = oblique.and_then(|(name, rest)| Some((name, rest.split_once(')')?))) else {
        return (verb, what.to_owned());
    };
    let mut sizes = sizes.split(" by ").filter_map(|size| size.parse::<usize>().ok()).map(number);
    let (long, short) = (sizes.next().unwrap_or_default(), sizes.next().unwrap_or_default());
    let direction = direction.strip_prefix(" in any direction").map_or_else(
        || direction.strip_prefix(' ').map_or_else(|| direction.to_owned(), |direction| format!(", {direction}")),
        str::to_owned,
    );
    let passes = ", if the square that it passes is empty";
    if let Some(rest) = direction.strip_prefix(passes).filter(|_| (long.as_str(), short.as_str()) == ("two", "one")) {
        let way = "one square along a rank or file, then one diagonally outward";
        return (verb, format!("{way}; the first square must be empty{rest}"));
    }
    let way = match direction.strip_prefix(", mostly ") {
        Some(ahead) => format!("{long} squares straight {ahead} and {short} to the side"),
        None => format!("{long} squares along a rank or file and {short} to the side{direction}"),
    };
    (leaps, way)
}

/// Oblique leaps in the words of boards that have other lines than ranks and files, or more of them.
pub(super) fn as_the_board_lies(rules: &Rules, what: &str) -> String {
    let geometry = &rules.geometry;
    let hexagonal = matches!(geometry.topology(), Topology::Hexagonal | Topology::HexagonalRanks);
    let (along, aside) = match (hexagonal, has_levels(rules)) {
        (true, _) => ("along a line of neighbours", "along the line beside it"),
        (_, true) => ("along one axis", "along another"),
        _ => return what.to_owned(),
    };
    match what.split_once(" squares along a rank or file and ") {
        Some((long, rest)) => format!("{long} squares {along} and {}", rest.replacen("to the side", aside, 1)),
        None => what.to_owned(),
    }
}
