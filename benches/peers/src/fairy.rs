//! Fairy-Stockfish as a process.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running engine.
pub struct Fairy {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    variants: Vec<String>,
}

impl Fairy {
    /// Starts the engine, if there is one.
    pub fn start() -> Option<Fairy> {
        let program = std::env::var_os("FAIRY_STOCKFISH").unwrap_or_else(|| "fairy-stockfish".into());
        let games = std::path::PathBuf::from("/usr/games").join(&program);
        let spawn = |program: &std::ffi::OsStr| {
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()
        };
        let mut process = spawn(&program).or_else(|| spawn(games.as_os_str()))?;
        let input = process.stdin.take()?;
        let output = BufReader::new(process.stdout.take()?);
        let mut fairy = Fairy { process, input, output, variants: Vec::new() };
        fairy.say("uci");
        let listing = fairy.read_until("uciok");
        let line = listing.into_iter().find(|line| line.contains("name UCI_Variant"))?;
        fairy.variants = line.split(" var ").skip(1).map(|name| name.trim().to_owned()).collect();
        Some(fairy)
    }

    /// Chooses a variant, if the engine has it.
    pub fn select(&mut self, variant: &str) -> bool {
        let known = self.variants.iter().any(|name| name == variant);
        if known {
            self.say(&format!("setoption name UCI_Variant value {variant}"));
        }
        known
    }

    /// The engine's own count.
    pub fn perft(&mut self, fen: &str, depth: u32) -> u64 {
        self.say(&format!("position fen {fen}"));
        self.say(&format!("go perft {depth}"));
        let lines = self.read_until("Nodes searched");
        lines.last().and_then(|line| line.rsplit(' ').next()).and_then(|count| count.parse().ok()).unwrap_or(0)
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).expect("the engine listens");
    }

    fn read_until(&mut self, end: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).unwrap_or(0) == 0 {
                return lines;
            }
            let done = line.starts_with(end);
            lines.push(line.trim_end().to_owned());
            if done {
                return lines;
            }
        }
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}
