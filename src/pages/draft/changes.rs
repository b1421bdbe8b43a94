//! Changes of a file that a page suggests. Each is tried, and kept if the page then agrees with more of the rules.

use crate::betza::Notation;
use crate::board::{BySide, Side};
use crate::fen;
use crate::pages::claim::{Claim, Grade};
use crate::pages::model::Page;
use crate::pages::phrases::{number, tokens};
use crate::pages::sentence::Row;
use crate::rules::{Rules, Setup};

use super::evidence::{Evidence, size_of};
use super::file::{File, PieceDraft};
use super::tried::Try;

/// So many changes are tried.
const MOST: usize = 60;

/// The file with all changes that bring it nearer to the page.
pub fn improve(page: &Page, evidence: &Evidence, first: Try) -> Try {
    let mut search = Search { page, left: MOST, best: first };
    search.new_movers(evidence);
    search.new_pieces(evidence);
    search.moves_of_tables();
    search.setups(evidence);
    let mut settled: Vec<String> = Vec::new();
    // Each contradiction in turn, until none is left that is new.
    while let Some(claim) = search.next(&settled) {
        settled.push(claim.id.clone());
        for change in proposals(&claim, &search.best) {
            if search.keep(change) {
                break;
            }
        }
    }
    search.best
}

/// The best file so far.
struct Search<'a> {
    page: &'a Page,
    left: usize,
    best: Try,
}

impl Search<'_> {
    fn next(&self, settled: &[String]) -> Option<Claim> {
        let open = |claim: &&Claim| claim.grade() == Grade::Wrong && !settled.contains(&claim.id);
        self.best.claims.iter().find(open).filter(|_| self.left > 0).cloned()
    }

    /// Tries a file; keeps it if the page agrees with more of it.
    fn keep(&mut self, file: File) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let wrong = |of: &Try| of.claims.iter().filter(|claim| claim.grade() == Grade::Wrong).count();
        match Try::of(self.page, file) {
            Some(next) if next.score() > self.best.score() && wrong(&next) <= wrong(&self.best) => {
                self.best = next;
                true
            }
            _ => false,
        }
    }

    /// New pieces that sentences describe. The sentences are read with some moves first; the differences are the piece's own moves.
    fn new_movers(&mut self, evidence: &Evidence) {
        for (name, line) in &evidence.movers {
            let rules = self.best.compiled.shared_rules();
            let mut file = self.best.file.clone();
            let known = rules.pieces.iter().any(|piece| is_called(&piece.name, name)) || file.pieces.contains_key(name);
            let Some(symbol) = symbol(&rules, "", name, &[]).filter(|_| !known) else { continue };
            let entry = file.pieces.entry(name.clone()).or_default();
            (entry.symbol, entry.moves, entry.line) = (Some(symbol), Some("K".to_owned()), *line);
            let Some(tried) = Try::of(self.page, file.clone()) else { continue };
            let mut ways: Vec<&str> = Vec::new();
            for (_, way, _) in tried.differs.iter().filter(|(piece, ..)| piece == name) {
                if !ways.contains(&way.as_str()) {
                    ways.push(way);
                }
            }
            if !ways.is_empty() {
                file.pieces.entry(name.clone()).or_default().moves = Some(ways.concat());
            }
            self.keep(file);
        }
    }

    /// New pieces of tables, together with the list of squares on which they stand.
    fn new_pieces(&mut self, evidence: &Evidence) {
        let mut file = self.best.file.clone();
        let rules = self.best.compiled.shared_rules();
        for Row { line, name, letter, notation, piece } in &self.best.rows {
            let name = name.split(['(', '/']).next().unwrap_or_default().trim().to_lowercase();
            let fresh = piece.is_none() && !name.is_empty() && !file.pieces.contains_key(&name);
            let taken: Vec<String> = file.pieces.values().filter_map(|piece| piece.symbol.clone()).collect();
            let symbol = symbol(&rules, letter, &name, &taken);
            if let (true, Some(moves), Some(symbol)) = (fresh, spelling(notation), symbol) {
                let (symbol, moves) = (Some(symbol), Some(moves));
                file.pieces.insert(name, PieceDraft { symbol, moves, promotion: None, line: *line });
            }
        }
        let listed = listed(evidence, &rules, &file);
        let placed = listed.is_some_and(|(placement, size, line)| self.start(&file, &placement, size, line));
        if !placed && !file.pieces.is_empty() {
            self.keep(file);
        }
    }

    /// Moves that tables give to pieces of the rules.
    fn moves_of_tables(&mut self) {
        for Row { line, notation, piece, .. } in self.best.rows.clone() {
            let (Some(moves), Some(piece)) = (spelling(&notation), piece) else { continue };
            let mut file = self.best.file.clone();
            let name = self.best.compiled.rules().piece(piece).name.clone();
            let entry = file.pieces.entry(name).or_default();
            (entry.moves, entry.line) = (Some(moves), line);
            self.keep(file);
        }
    }

    /// The position at the start, by a diagram.
    fn setups(&mut self, evidence: &Evidence) {
        for (placement, line) in evidence.positions.iter().take(3) {
            if let Some(size) = size_of(placement).filter(|_| is_a_start(placement)) {
                let file = self.best.file.clone();
                self.start(&file, placement, size, *line);
            }
        }
    }

    /// Tries a placement as the start of a file.
    fn start(&mut self, file: &File, placement: &str, size: (usize, usize), line: usize) -> bool {
        let rules = self.best.compiled.rules();
        let now = fen::write(&rules.setup, rules);
        if now.split([' ', '[']).next() == Some(placement) {
            return false;
        }
        let castling = now.split(' ').nth(2).unwrap_or("-").to_owned();
        let same_size = (rules.geometry.files(), rules.geometry.ranks()) == size;
        [castling.as_str(), "-"].into_iter().any(|castling| {
            let mut file = file.clone();
            file.setup = Some((format!("{placement} w {castling} - 0 1"), line));
            if !same_size {
                (file.board, file.no_castling) = (Some((size, line)), Some(line));
            }
            self.keep(file)
        })
    }
}

/// The notation of a table's cell, the first if there are several.
fn spelling(cell: &str) -> Option<String> {
    let first = cell.split(" or ").next()?.split([',', ';']).next()?.trim();
    (!first.is_empty() && Notation::parse(first).is_ok()).then(|| first.to_owned())
}

/// A letter for a new piece: its own, else one of its name that is free.
fn symbol(rules: &Rules, letter: &str, name: &str, taken: &[String]) -> Option<String> {
    let own = letter.trim().chars().take(1).chain(name.chars()).chain('a'..='z');
    let letters = own.filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase().to_string());
    letters.into_iter().find(|letter| rules.piece_with_symbol(letter).is_none() && !taken.contains(letter))
}

/// Returns `true` if a placement looks like a start: both sides have their pieces on their own halves.
fn is_a_start(placement: &str) -> bool {
    let ranks: Vec<&str> = placement.split('/').collect();
    let half = ranks.len() / 2;
    let upper = ranks[..half].concat();
    let lower = ranks[ranks.len() - half..].concat();
    let count = |text: &str, wanted: fn(&char) -> bool| text.chars().filter(wanted).count();
    let (black, white) = (count(&upper, char::is_ascii_lowercase), count(&lower, char::is_ascii_uppercase));
    let strangers = count(&upper, char::is_ascii_uppercase) + count(&lower, char::is_ascii_lowercase);
    black > 4 && white > 4 && strangers == 0
}

/// The placement that a list of squares stands for.
fn listed(evidence: &Evidence, rules: &Rules, file: &File) -> Option<(String, (usize, usize), usize)> {
    let line = evidence.list.first()?.2;
    let squares = || evidence.list.iter().flat_map(|(squares, ..)| squares);
    let files = squares().map(|(file, _)| file + 1).max()?;
    let ranks = squares().map(|(_, rank)| rank + 1).max()?;
    let mut grid: Vec<Vec<Option<String>>> = vec![vec![None; files]; ranks];
    for (squares, name, _) in &evidence.list {
        let new = file.pieces.iter().find(|(own, piece)| piece.symbol.is_some() && is_called(own, name));
        let piece = rules.pieces.iter().position(|piece| is_called(&piece.name, name));
        let there = || {
            // A page's own name: the piece on its squares in the rules gives its meaning.
            let (file, rank) = squares.first()?;
            rules.setup.pieces[rules.geometry.at(*file, *rank)?.index()].map(|placed| placed.piece.index())
        };
        let symbol = match new.and_then(|(_, piece)| piece.symbol.clone()) {
            Some(symbol) => BySide { black: symbol.to_lowercase(), white: symbol },
            None => rules.pieces[piece.or_else(there)?].symbol.clone(),
        };
        for (file, rank) in squares {
            let side = if rank * 2 < ranks { Side::White } else { Side::Black };
            grid[*rank][*file] = Some(symbol[side].clone());
        }
    }
    let rows: Vec<String> = grid.iter().rev().map(|cells| row(cells)).collect();
    Some((rows.join("/"), (files, ranks), line))
}

/// A rank of a placement.
fn row(cells: &[Option<String>]) -> String {
    let mut out = String::new();
    for run in cells.chunk_by(|one, next| one.is_none() && next.is_none()) {
        match &run[0] {
            None => out += &run.len().to_string(),
            Some(symbol) => out += symbol,
        }
    }
    out
}

/// Returns `true` if a list's name means a piece: `Pawns`, `Ferz (General)`.
fn is_called(piece: &str, name: &str) -> bool {
    let names = name.split(['(', ')', '/']).map(str::trim).filter(|name| !name.is_empty());
    names.into_iter().any(|name| {
        let name = name.to_lowercase();
        name == piece || name.strip_suffix('s').is_some_and(|one| one == piece)
    })
}

/// The changes that a contradiction proposes, the likeliest first.
fn proposals(claim: &Claim, best: &Try) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    let mut propose = |change: &dyn Fn(&mut File)| {
        let mut file = best.file.clone();
        change(&mut file);
        files.push(file);
    };
    let line = claim.line;
    let numbers: Vec<u32> = tokens(&claim.text).iter().filter_map(|token| number(&token.word)).collect();
    let end = |file: &mut File, name: &str, value: String| {
        file.ends.insert(name.to_owned(), (value, line));
    };
    match claim.kind {
        "moves" | "double step" => {
            let of_line: Vec<_> = best.differs.iter().filter(|(_, _, at)| *at == line).collect();
            for (piece, notation, _) in &of_line {
                let all: String =
                    best.differs.iter().filter(|(other, ..)| other == piece).map(|(_, way, _)| way.as_str()).collect();
                for moves in [notation.clone(), all] {
                    propose(&|file| {
                        let entry = file.pieces.entry(piece.clone()).or_default();
                        (entry.moves, entry.line) = (Some(moves.clone()), line);
                    });
                }
            }
        }
        "stalemate" | "end" | "goal" => {
            for result in ["draw", "loss", "win"] {
                propose(&|file| {
                    end(file, "stalemate", format!("{{when: {{stuck: not_in_check}}, result: {result}}}"));
                });
            }
        }
        "repetition" => numbers.iter().for_each(|times| {
            propose(&|file| end(file, "repetition", format!("{{when: {{repetition: {times}}}, result: draw}}")));
        }),
        "n moves" => numbers.iter().for_each(|moves| {
            let value = format!("{{when: {{moves_without_progress: {moves}}}, result: draw}}");
            propose(&|file| end(file, "fifty_moves", value.clone()));
        }),
        "castling" => {
            let rules = best.compiled.rules();
            let start = fen::write(&Setup { castling: Vec::new(), ..rules.setup.clone() }, rules);
            propose(&|file| {
                file.no_castling = Some(line);
                file.setup.get_or_insert_with(|| (start.clone(), line)).0.clone_from(&start);
            });
        }
        "must capture" => ["{must: capture}", "null"].iter().for_each(|value| {
            propose(&|file| {
                file.rules.insert("must_capture".to_owned(), ((*value).to_owned(), line));
            });
        }),
        "promotion" => files.extend(promotions(claim, best)),
        _ => {}
    }
    files
}

/// Promotions of a pawn, and their zone.
fn promotions(claim: &Claim, best: &Try) -> Vec<File> {
    let rules = best.compiled.rules();
    let mut promoters = rules.pieces.iter().filter(|piece| piece.promotion.is_some());
    let (Some(promoter), None) = (promoters.next(), promoters.next()) else { return Vec::new() };
    let lower = claim.text.to_lowercase();
    let said: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).map(|word| word.strip_suffix('s').unwrap_or(word)).collect();
    let others = rules.pieces.iter().map(|piece| piece.name.as_str()).filter(|name| *name != promoter.name);
    let named: Vec<&str> = others.filter(|name| said.contains(name)).collect();
    let to = (!named.is_empty()).then(|| format!("{{to: [{}]}}", named.join(", ")));
    let zone = |deep: usize| format!("zone: {{each: last {deep} ranks}}");
    let may = (1..=4).map(|deep| format!("{{{}}}", zone(deep)));
    let must = (1..=4).map(|deep| format!("{{{}, mandatory: {{each: last rank}}}}", zone(deep)));
    let changed = |value: String| {
        let mut file = best.file.clone();
        let entry = file.pieces.entry(promoter.name.clone()).or_default();
        (entry.promotion, entry.line) = (Some(value), claim.line);
        file
    };
    to.into_iter().chain(may).chain(must).map(changed).collect()
}
