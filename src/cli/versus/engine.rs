//! Engines, time controls and tests as words on the command line.

use crate::play::Opponent;
use crate::referee::{Contestant, Control, Kind, Model, Sprt};

use std::time::Duration;

/// Gives each contestant a different name.
pub(in crate::cli) fn name_apart(contestants: &mut [Contestant]) {
    for index in 1..contestants.len() {
        let taken = |name: &str, before: &[Contestant]| before.iter().any(|other| other.name == name);
        let (before, rest) = contestants.split_at_mut(index);
        let plain = rest[0].name.clone();
        let mut number = 2;
        while taken(&rest[0].name, before) {
            rest[0].name = format!("{plain} {number}");
            number += 1;
        }
    }
}

/// Reads a contestant: settings, and a command or the name of a built-in opponent.
pub(in crate::cli) fn contestant(text: &str, common: Control) -> Result<Contestant, String> {
    let words = shlex::split(text).ok_or_else(|| format!("`{text}`: a quote is not closed"))?;
    let (mut name, mut cecp, mut time, mut options) = (None, false, common, Vec::new());
    let mut words = words.into_iter().peekable();
    while let Some((key, value)) = words.peek().and_then(|word| word.split_once('=')) {
        match (key, value) {
            ("name", value) => name = Some(value.to_owned()),
            ("proto", "uci") => cecp = false,
            ("proto", "cecp" | "xboard") => cecp = true,
            ("proto", other) => return Err(format!("`{other}` is not a protocol: use uci or cecp")),
            ("tc", value) => time = control(value)?,
            (key, value) => match key.strip_prefix("option.") {
                Some(option) => options.push((option.to_owned(), value.to_owned())),
                None => break,
            },
        }
        words.next();
    }
    let command: Vec<String> = words.collect();
    let first = command.first().ok_or_else(|| format!("`{text}` has no command"))?;
    let stem =
        std::path::Path::new(first).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let kind = match (first.as_str(), command.len()) {
        ("simple", 1) => Kind::BuiltIn(Opponent::Simple),
        ("random", 1) => Kind::BuiltIn(Opponent::Random),
        _ if cecp => Kind::Cecp(command, options),
        _ => Kind::Uci(command, options),
    };
    Ok(Contestant { name: name.unwrap_or(stem), kind, control: time })
}

/// A time control.
pub(in crate::cli) fn control(text: &str) -> Result<Control, String> {
    let wrong = || format!("`{text}` is not a time control: write 10+0.1, 40/60, st=1, depth=6 or nodes=10000");
    let seconds = |text: &str| {
        let seconds: f64 = text.parse().map_err(|_| wrong())?;
        // A limit far beyond any game, so that sums cannot overflow.
        if (0.0..=1e7).contains(&seconds) { Ok(Duration::from_secs_f64(seconds)) } else { Err(wrong()) }
    };
    if let Some((kind, value)) = text.split_once('=') {
        return match kind {
            "st" => Ok(Control::PerMove(seconds(value)?)),
            "depth" => value.parse().map(Control::Depth).map_err(|_| wrong()),
            "nodes" => value.parse().map(Control::Nodes).map_err(|_| wrong()),
            _ => Err(wrong()),
        };
    }
    let (moves, rest) = match text.split_once('/') {
        None => (None, text),
        Some((moves, rest)) => (Some(moves.parse::<u32>().ok().filter(|moves| *moves > 0).ok_or_else(wrong)?), rest),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    Ok(Control::Clock { base: seconds(base)?, increment: seconds(increment)?, moves })
}

/// Reads a test: two differences in Elo, and the chances of an error.
pub(in crate::cli) fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse::<f64>()).collect();
    let wrong =
        || "write two differences in Elo, the smaller one first, and perhaps two chances of an error".to_owned();
    let numbers = numbers.map_err(|_| wrong())?;
    let sprt = match numbers[..] {
        [elo0, elo1] => Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: Model::Logistic },
        [elo0, elo1, alpha, beta] => Sprt { elo0, elo1, alpha, beta, model: Model::Logistic },
        _ => return Err(wrong()),
    };
    let chance = |value: f64| value > 0.0 && value < 0.5;
    let differences = sprt.elo0 < sprt.elo1 && sprt.elo0.abs() < 1000.0 && sprt.elo1.abs() < 1000.0;
    if differences && chance(sprt.alpha) && chance(sprt.beta) { Ok(sprt) } else { Err(wrong()) }
}
