//! Trials: made-up positions that show what the engine does, so that a sentence is confirmed by play and not by its
//! wording.
//!
//! Each trial is about a royal piece of White. Attacks on it are found from the moves of the other side, not from the
//! rules' own notion of check. So a variant whose king is an ordinary piece contradicts a page that mentions check.

pub mod between;
mod made;
pub mod over;
mod play;
mod royal;
mod sampled;

use std::sync::Arc;

use super::claim::Finding;
use super::context::Context;
pub use super::known::Trial;

pub use super::known::Sampled;
pub use made::can_take;

/// Result of a trial. Each is made once.
pub fn shown(cx: &mut Context<'_>, trial: Trial) -> Finding {
    if let Some(found) = cx.known.trials.get(&trial) {
        return found.clone();
    }
    let found = run(cx, trial);
    cx.known.trials.insert(trial, found.clone());
    found
}

fn run(cx: &Context<'_>, trial: Trial) -> Finding {
    match trial {
        Trial::Passing => play::passing(cx),
        Trial::Late => play::late(cx),
        Trial::Turns => play::turns(cx),
        Trial::Unpromotable => play::unpromotable(cx),
        Trial::Mate => royal::stuck(cx, true),
        Trial::Stalemate => royal::stuck(cx, false),
        _ => royal::run(cx, trial),
    }
}

/// Results of random play. It is played once.
pub fn sampled(cx: &mut Context<'_>) -> Arc<Sampled> {
    if let Some(found) = &cx.known.sampled {
        return found.clone();
    }
    let found = Arc::new(sampled::sampled(cx));
    cx.known.sampled = Some(found.clone());
    found
}
