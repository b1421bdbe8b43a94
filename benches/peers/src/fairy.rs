//! Fairy-Stockfish as a process.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running engine.
pub struct Fairy {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    variants: Vec<String>,
    name: String,
}

impl Fairy {
    /// Starts the engine that the variable `FAIRY` names, else the one of the path or Debian's, if there is one.
    pub fn start() -> Option<Fairy> {
        let spawn = |program: &std::ffi::OsStr| {
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
        };
        let mut process = match std::env::var_os("FAIRY") {
            Some(program) => spawn(&program).unwrap_or_else(|error| panic!("FAIRY={}: {error}", program.display())),
            None => spawn("fairy-stockfish".as_ref()).or_else(|_| spawn("/usr/games/fairy-stockfish".as_ref())).ok()?,
        };
        let input = process.stdin.take()?;
        let output = BufReader::new(process.stdout.take()?);
        let mut fairy = Fairy { process, input, output, variants: Vec::new(), name: String::new() };
        fairy.say("uci");
        let listing = fairy.read_until("uciok");
        let name = listing.iter().find_map(|line| line.strip_prefix("id name "));
        fairy.name = name.unwrap_or("an engine without a name").to_owned();
        let line = listing.into_iter().find(|line| line.contains("name UCI_Variant"))?;
        fairy.variants = line.split(" var ").skip(1).map(|name| name.trim().to_owned()).collect();
        Some(fairy)
    }

    /// What the engine calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of its process.
    pub fn process(&self) -> u32 {
        self.process.id()
    }

    /// Returns `true` if the engine has the variant.
    pub fn knows(&self, variant: &str) -> bool {
        self.variants.iter().any(|name| name == variant)
    }

    /// Chooses a position, and waits until the engine is ready to count.
    pub fn set_up(&mut self, variant: &str, fen: &str) {
        self.say(&format!("setoption name UCI_Variant value {variant}"));
        self.say(&format!("position fen {fen}"));
        self.say("isready");
        self.read_until("readyok");
    }

    /// The engine's own count of the position that was set up.
    pub fn perft(&mut self, depth: u32) -> u64 {
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
