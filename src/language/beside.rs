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

/// The keys of mappings with effects, each once.
pub fn keys() -> Vec<&'static str> {
    let mut all = [EFFECTS, EVERYWHERE].concat();
    for key in EFFECTS.iter().flat_map(|effect| keys_of(effect)) {
        if !all.contains(key) {
            all.push(key);
        }
    }
    all
}

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
    let is_idle = |key: &str| EFFECTS.iter().any(|effect| keys_of(effect).contains(&key)) && !used.contains(&key);
    let idle = all.filter(move |(key, _)| is_idle(key));
    idle.map(move |(key, place)| (key, place, help.clone()))
}

/// The help for a key that English suggests and the language does not have.
pub fn everyday(key: &str) -> Option<&'static str> {
    Some(match key {
        "push" | "pushes" => "write `move: S, to: empty just beyond it from mover`",
        "pull" | "pulls" => "write `move: S, to: origin`, or another set of squares",
        "promote" | "promotes" | "becomes" | "transform" => "write `change: mover, into: [queen, rook]`",
        "kill" | "destroy" | "delete" | "explode" => "write `remove: S`, or `capture: S` if it counts as a capture",
        "win" | "wins" | "lose" | "loses" | "loss" | "draw" => {
            "the game ends by an entry below `end:`, such as `{win: any own king on rank 8}`"
        }
        "drop" | "drops" => "write `place: S, on: T`",
        "if" | "where" => "write the condition under `when:`",
        "allow" | "can" => "write `may_replace: move`, or `pieces: S` with `also_moves`",
        _ => return None,
    })
}
