//! The keys that may stand beside effects, and which effect each belongs to.

use crate::diagnostic::one_of;
use crate::source::Span;
use crate::variant::node::Map;

/// The keys of effects: each mapping has one of them.
pub const EFFECTS: &[&str] = &[
    "capture", "remove", "move", "place", "swap", "give", "flip", "change", "mark", "unmark", "build", "clear",
    "trail", "add", "set", "require", "then", "may",
];

/// The keys that may stand beside every effect.
const EVERYWHERE: &[&str] = &["choose", "when", "unless", "do", "repeat", "if_none"];

/// The keys that may stand beside effects.
pub const BESIDE: &[&str] = &[
    "to",
    "on",
    "for",
    "with",
    "as",
    "into",
    "moves_only_as",
    "may_stop",
    "if_none",
    "removal",
    "choose",
    "when",
    "unless",
    "do",
    "repeat",
];

/// The keys beside one effect that say more about it.
fn keys_of(effect: &str) -> &'static [&'static str] {
    match effect {
        "move" | "add" | "set" => &["to"],
        "place" => &["on", "for"],
        "swap" => &["with"],
        "give" => &["as", "to"],
        "change" => &["into"],
        "mark" | "unmark" => &["as"],
        "then" => &["moves_only_as", "may_stop", "removal"],
        _ => &[],
    }
}

/// The keys that the only effect of a mapping does not use: each with its place, and what to write instead.
pub fn idle_keys<'a>(map: &'a Map, effect: &str) -> impl Iterator<Item = (&'a str, Span, String)> {
    let used = keys_of(effect);
    let help = match used {
        [] => format!("leave it out: `{effect}` needs no other key"),
        used => format!("leave it out: `{effect}` goes with {}", one_of(used.iter().copied())),
    };
    let all = map.iter().map(|(key, entry)| (key.as_str(), entry.key));
    let idle = all.filter(|(key, _)| BESIDE.contains(key) && !EVERYWHERE.contains(key) && !used.contains(key));
    idle.map(move |(key, place)| (key, place, help.clone()))
}
