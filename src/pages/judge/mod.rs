//! The judge: what the rules say to a claim that was read. It knows nothing of sentences.

mod arrival;
mod captures;
mod cases;
mod common;
pub mod conditions;
mod course;
mod elsewhere;
mod ending;
mod ends;
mod goals;
mod hand;
mod lines;
mod met;
pub mod movement;
mod moves;
mod placing;
mod play;
mod special;
mod start;
mod told;
mod ways;
mod written;

use super::claim::Finding;
use super::context::Context;
use super::sentence::Topic;

pub use start::in_hand;
pub use told::{Judged, Told, Used};

/// The verdicts on a claim; none where the rules do not say enough.
pub fn judge(cx: &mut Context<'_>, told: &Told<'_>) -> Vec<Judged> {
    let shape = told.reading.shape;
    let one =
        |kind: &'static str, finding: Option<Finding>| finding.map(|finding| (kind, finding)).into_iter().collect();
    let topic = match shape {
        "castling" | "castlemove" | "castlecond" | "castleends" | "castlesquares" => Some(Topic::Castling),
        "passing" | "passexample" => Some(Topic::EnPassant),
        "stalemate" | "nostalemate" => Some(Topic::Stalemate),
        "repetition" | "perpetual" => Some(Topic::Repetition),
        "nmoves" => Some(Topic::NoProgress),
        "startcolour" | "counts" | "onrank" | "onranks" | "incentre" | "onsquares" | "nextto" | "between"
        | "shuffled" => Some(Topic::Setup),
        "hold" | "droprank" | "dropinstead" | "drop" | "hand" => Some(Topic::Hand),
        "promote" | "promoteany" | "nopromote" | "promlost" => Some(Topic::Promotion),
        "captureforced" => Some(Topic::MustCapture),
        "topology" => Some(Topic::Topology),
        _ => None,
    };
    let found = match shape {
        "end" => ending::judge(cx, told),
        "drop" | "hand" | "reverts" | "passes" => hand::judge(cx, told),
        "moves" => moves::each_way(cx, told).into_iter().map(|finding| ("moves", finding)).collect(),
        "notway" => one("moves", moves::together(cx, told, moves::not_that_way)),
        "alike" => one("moves", moves::together(cx, told, moves::alike)),
        "nomove" => one("moves", moves::together(cx, told, moves::no_way_back)),
        "hop" => one("jump", moves::hops(cx, told)),
        "asusual" => one("moves", moves::as_usual(cx)),
        "nottake" => one("capture", moves::spares(cx, told)),
        "sidestep" => one("moves", moves::sidestep(cx, told)),
        "gate" => one("gating", special::gates(cx, told)),
        "promlost" => one("promotion", special::lost_before(cx, told)),
        "jumps" if told.subjects.len() > 1 => one("jump", moves::together(cx, told, moves::jumps)),
        "jumps" | "onlyjumper" => one("jump", moves::jumps(cx, told)),
        "bound" => one("colour", moves::bound(cx, told)),
        "confined" => one("confined", moves::confined(cx, told)),
        "double" => one("double step", moves::first_move(cx, told)),
        "promote" => special::promotes(cx, told),
        "promoteany" => one("promotion", special::promotes_to_all_but(cx, told)),
        "nopromote" => one("promotion", special::never(cx, told)),
        "mustpromote" => one("promotion", special::must(cx, told)),
        "onlypromote" => one("promotion", special::only_these(cx, told)),
        "several" => one("promotion", special::several(cx, told)),
        "atmost" => one("promotion", special::at_most(cx, told)),
        "flips" => one("promotion", special::flips(cx, told)),
        "allbut" => one("promotion", special::all_but(cx, told)),
        "castling" => one("castling", special::castling(cx, told)),
        "castlemove" => one("castling", special::castling_length(cx, told)),
        "castlecond" => special::castling_conditions(cx, told),
        "castlesquares" => one("castling", special::castling_squares(cx, told)),
        "passing" => one("en passant", special::passing(cx, told)),
        "droprank" | "dropmate" | "dropfile" | "dropmust" => one("drop", special::drops(cx, told)),
        "dropzone" => one("drop", special::drop_zone(cx, told)),
        "hold" | "nodrops" | "dropinstead" | "revert" => one("drop", special::hands(cx, told)),
        "counts" | "none" | "total" | "handcount" => start::counts(cx, told),
        "onrank" | "onfile" | "onsquares" | "samefile" | "corners" => one("setup", start::places(cx, told)),
        "size" | "boardcount" => one("board", start::board(cx, told)),
        "first" | "turns" | "pass" | "mustmove" | "passstuck" => one("turn", start::turn(cx, told)),
        "topology" => one("topology", start::topology(cx, told)),
        "handed" | "cornered" => one("setup", goals::handed(cx, told)),
        "asgame" => elsewhere::judge(cx, told),
        "canpromote" => one("promotion", elsewhere::can_promote(cx, told)),
        "promstuck" => one("promotion", elsewhere::promotes_if_stuck(cx, told)),
        "nextto" | "between" => one("setup", goals::neighbours(cx, told)),
        "pinned" | "fromto" | "castleends" | "castlepartner" | "deadpair" | "startcolour" | "dropcastle"
        | "promotedlike" => cases::judge(cx, told),
        _ => {
            let mut found = ends::judge(cx, told);
            found.extend(goals::judge(cx, told));
            found.extend(play::judge(cx, told));
            found.extend(common::judge(cx, told));
            found.extend(course::judge(cx, told));
            found.extend(placing::judge(cx, told));
            found.extend(captures::judge(cx, told));
            found.extend(written::judge(cx, told));
            found
        }
    };
    if let Some(topic) = topic.filter(|_| !found.is_empty()) {
        cx.said.insert(topic);
    }
    found
}
