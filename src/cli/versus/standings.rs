//! The standings of a match: as lines, as a table that is redrawn after each game, and as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::cli::common::{Failure, Terminal};
use crate::referee::{Elo, Finished, Match, Score, Verdict};

/// Shows games as they end.
pub(super) struct Standings {
    is_silent: bool,
    is_live: bool,
    /// The number of table lines that are on the screen below the games.
    drawn: usize,
}

impl Standings {
    /// Standings without any game. JSON is printed only at the end. On a terminal, a table is shown during the match.
    pub(super) fn new(json: bool, is_terminal: bool) -> Standings {
        Standings { is_silent: json, is_live: is_terminal && !json, drawn: 0 }
    }

    pub(super) fn note(&self, text: &str, terminal: &mut Terminal) -> Result<(), Failure> {
        if self.is_silent { Ok(()) } else { terminal.print(text) }
    }

    /// Shows a game that has ended, the last one of `games`.
    pub(super) fn show(
        &mut self,
        game: &Finished,
        games: &[Finished],
        planned: &Match,
        terminal: &mut Terminal,
    ) -> Result<(), Failure> {
        if self.is_silent {
            return Ok(());
        }
        let Finished { number, white, black, variant, result, reason, .. } = game;
        let of = planned.games;
        let line = format!("{}/{of} {variant}: {white} – {black} {result} {{{reason}}}\n", number + 1);
        if !self.is_live {
            terminal.print(&line)?;
            return terminal.flush();
        }
        // Moves the cursor to the start of the table, and clears the screen from there.
        let away = if self.drawn > 0 { format!("\x1b[{}A\x1b[J", self.drawn) } else { String::new() };
        let table = format!("\n{}", table(planned, games));
        self.drawn = table.lines().count();
        terminal.print(&format!("{away}{line}{table}"))?;
        terminal.flush()
    }
}

/// A player of a match and what it has scored.
#[derive(Debug, Serialize)]
struct Row<'a> {
    name: &'a str,
    games: u64,
    points: f64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Pairs of games with the same opening, by the half points that they gave.
    pairs: [u64; 5],
    elo: Option<Figures>,
    /// Games lost by a fault, by kind.
    faults: BTreeMap<&'a str, usize>,
}

/// Elo, for programs.
#[derive(Debug, Serialize)]
struct Figures {
    difference: Option<f64>,
    error: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    normalised: Option<f64>,
    normalised_error: Option<f64>,
    superiority: f64,
}

/// The result of a test, for programs.
#[derive(Debug, Serialize)]
struct Test {
    ratio: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
}

/// A match, for programs.
#[derive(Debug, Serialize)]
pub(super) struct Report<'a> {
    players: Vec<Row<'a>>,
    sprt: Option<Test>,
    games: &'a [Finished],
}

/// The report of a match.
pub(super) fn report<'a>(planned: &'a Match, games: &'a [Finished]) -> Report<'a> {
    Report { players: rows(planned, games), sprt: test(planned, games), games }
}

fn test(planned: &Match, games: &[Finished]) -> Option<Test> {
    let (sprt, first) = (planned.sprt?, planned.contestants.first()?);
    let (ratio, verdict) = sprt.judge(&Score::of(&first.name, games).tally());
    let (lower, upper) = sprt.bounds();
    let verdict = match verdict {
        Verdict::Continue => "undecided",
        Verdict::Null => "elo0 accepted",
        Verdict::Alternative => "elo1 accepted",
    };
    Some(Test { ratio, lower, upper, verdict })
}

fn rows<'a>(planned: &'a Match, games: &'a [Finished]) -> Vec<Row<'a>> {
    let row = |name: &'a str| {
        let own: Vec<Finished> =
            games.iter().filter(|game| game.white == name || game.black == name).cloned().collect();
        let Score { wins, draws, losses, pairs } = Score::of(name, &own);
        let elo = Score::of(name, &own).tally().elo().map(|elo| Figures {
            difference: elo.difference,
            error: elo.error,
            low: elo.low,
            high: elo.high,
            normalised: elo.normalised.map(|(difference, _)| difference),
            normalised_error: elo.normalised.map(|(_, error)| error),
            superiority: elo.superiority,
        });
        let (games_played, points) = (own.len() as u64, (2 * wins + draws) as f64 / 2.0);
        Row { name, games: games_played, points, wins, draws, losses, pairs, elo, faults: faults(name, games) }
    };
    planned.contestants.iter().map(|contestant| row(&contestant.name)).collect()
}

/// The number of games that a contestant has lost by a fault, by kind of fault.
fn faults<'a>(name: &str, games: &'a [Finished]) -> BTreeMap<&'a str, usize> {
    let mut kinds = BTreeMap::new();
    for game in games {
        let lost = (game.white == name && game.result == "0-1") || (game.black == name && game.result == "1-0");
        if lost && game.termination != "normal" && game.termination != "adjudication" {
            *kinds.entry(game.termination.as_str()).or_default() += 1;
        }
    }
    kinds
}

/// The players, the best one first.
pub fn table(planned: &Match, games: &[Finished]) -> String {
    let mut rows = rows(planned, games);
    let share = |row: &Row<'_>| row.points / row.games.max(1) as f64;
    rows.sort_by(|one, other| share(other).total_cmp(&share(one)));
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).clamp(6, 40);
    let mut text = format!(
        "{:width$} {:>7} {:>6} {:>6} {:>6} {:>6} {:>20}\n",
        "player", "points", "games", "+", "=", "-", "Elo (95 %)"
    );
    for row in &rows {
        let name: String = row.name.chars().take(width).collect();
        let elo = row.elo.as_ref().map_or_else(String::new, shown);
        let Row { points, games, wins, draws, losses, .. } = row;
        text += &format!("{name:width$} {points:>7} {games:>6} {wins:>6} {draws:>6} {losses:>6} {elo:>20}\n");
    }
    text
}

fn shown(elo: &Figures) -> String {
    match (elo.difference, elo.error, elo.low, elo.high) {
        (Some(difference), Some(error), ..) => format!("{} +/- {}", number(difference), number(error)),
        (_, _, Some(low), None) => format!("more than {}", number(low)),
        (_, _, None, Some(high)) => format!("less than {}", number(high)),
        (Some(difference), ..) => number(difference),
        _ => "unknown".to_owned(),
    }
}

/// A number with one decimal. A negative zero is written as zero.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    if text == "-0.0" { "0.0".to_owned() } else { text }
}

/// The result of a match in words.
pub fn summary(planned: &Match, games: &[Finished]) -> String {
    let mut text = "\n".to_owned();
    for row in rows(planned, games) {
        let Row { name, points, games, wins, draws, losses, faults, .. } = &row;
        let faults: String = faults.iter().map(|(kind, count)| format!(", {count} by {kind}")).collect();
        text += &format!("{name}: {points} of {games} (+{wins} ={draws} -{losses}){faults}\n");
    }
    match planned.contestants.as_slice() {
        [first, second] => {
            if let Some(elo) = Score::of(&first.name, games).tally().elo() {
                text += &difference(&first.name, &second.name, &elo);
            }
        }
        _ => text += &format!("\n{}", table(planned, games)),
    }
    if let (Some(sprt), Some(test)) = (planned.sprt, test(planned, games)) {
        let verdict = match test.verdict {
            "elo0 accepted" => format!("{} Elo accepted", sprt.elo0),
            "elo1 accepted" => format!("{} Elo accepted", sprt.elo1),
            other => other.to_owned(),
        };
        let Test { ratio, lower, upper, .. } = test;
        text += &format!("SPRT: log-likelihood ratio {ratio:.2} ({lower:.2}, {upper:.2}): {verdict}\n");
    }
    text
}

/// The difference in strength between two players, in words.
pub fn difference(first: &str, second: &str, elo: &Elo) -> String {
    let superiority = number(elo.superiority * 100.0);
    let figure = match (elo.difference, elo.error, elo.low, elo.high) {
        (Some(difference), Some(error), ..) => format!("{} +/- {} (95 %)", number(difference), number(error)),
        (Some(difference), _, Some(low), _) => format!("{}, more than {} (95 %)", number(difference), number(low)),
        (Some(difference), _, _, Some(high)) => format!("{}, less than {} (95 %)", number(difference), number(high)),
        (Some(difference), ..) => number(difference),
        (None, _, Some(low), _) => format!("more than {} (95 %; all points)", number(low)),
        (None, _, _, Some(high)) => format!("less than {} (95 %; no points)", number(high)),
        (None, ..) => "unknown".to_owned(),
    };
    let normalised = elo.normalised.map_or_else(String::new, |(difference, error)| {
        format!(", normalised {} +/- {}", number(difference), number(error))
    });
    format!("Elo of {first} over {second}: {figure}{normalised}, stronger with {superiority} %\n")
}
