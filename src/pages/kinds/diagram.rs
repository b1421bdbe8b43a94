//! Positions drawn from a FEN, with marks on squares, and the captions below them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::{Side, Square, SquareSet};
use crate::fen;
use crate::game::Game;
use crate::interpreter::{Move, MoveKind};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::model::{Block, Kind};
use crate::pages::moves::names;
use crate::pages::sentence::Topic;
use crate::rules::{PieceId, PlacedPiece, Setup};

/// A position that a page shows.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The pieces; castling rights as far as the pieces stand where they started.
    pub setup: Setup,
    /// The marked squares.
    pub marks: SquareSet,
    /// The line of the page.
    pub line: usize,
    /// Its FEN.
    pub fen: String,
    /// `true` if the page names the side to move.
    pub turn_known: bool,
}

/// Returns `true` if the block is a position.
pub fn is_diagram(block: &Block) -> bool {
    !block.generated && (block.kind == Kind::Diagram || block.attribute("data-fen").is_some())
}

/// The parts of a diagram as they are written.
struct Written<'a> {
    fen: String,
    marks: Vec<&'a str>,
}

/// The position of a diagram as the page writes it.
pub fn position(block: &Block) -> Option<String> {
    is_diagram(block).then(|| written(block).fen)
}

fn written(block: &Block) -> Written<'_> {
    if let Some(fen) = block.attribute("data-fen") {
        let marks = block.attribute("data-marks").unwrap_or("");
        return Written { fen: fen.to_owned(), marks: squares_of(marks) };
    }
    let text = block.text.as_str().trim().trim_start_matches("fen:").trim_end_matches(':').trim();
    let mut fields = text.split_whitespace();
    let placement = fields.next().unwrap_or_default().to_owned();
    let marks = fields.next().filter(|field| *field != "-" && !["w", "b"].contains(field)).unwrap_or_default();
    let turn = text.split_whitespace().nth(1).filter(|field| ["w", "b"].contains(field));
    let fen = turn.map_or(placement.clone(), |_| text.to_owned());
    Written { fen, marks: squares_of(marks) }
}

fn squares_of(marks: &str) -> Vec<&str> {
    marks.split([',', ' ', ';']).filter(|mark| !mark.is_empty()).collect()
}

/// Reads a diagram, and reports problems of the diagram alone.
pub fn read(cx: &mut Context<'_>, block: &Block) -> Option<Diagram> {
    let Written { fen: text, marks } = written(block);
    let said = block.text.as_str().trim().to_owned();
    let said = if said.is_empty() { text.clone() } else { said };
    let mut marked = SquareSet::EMPTY;
    let mut odd = None;
    for name in marks {
        match cx.rules.geometry.square(&name.to_lowercase()) {
            Some(square) => marked.insert(square),
            None => odd = odd.or(Some(name.to_owned())),
        }
    }
    let letter = odd.is_none().then(|| letter_by_marks(cx, &text, marked)).flatten();
    let tidy = match normalise(cx, &with_letters(cx, &text)) {
        Ok(tidy) => tidy,
        Err(finding) => {
            cx.claim("diagram", block.line, &said, finding);
            return None;
        }
    };
    let turn_known = text.split_whitespace().nth(1).is_some_and(|field| ["w", "b"].contains(&field));
    let mut setup = match fen::read(&tidy, &*cx.rules) {
        Ok(setup) => setup,
        Err(error) => {
            let finding = Finding::not_checkable(format!(
                "the position cannot be read with this variant's pieces: {}",
                error.message
            ));
            cx.claim("diagram", block.line, &said, finding);
            return None;
        }
    };
    if !turn_known {
        setup.castling = fen::castling_rights(&*cx.rules, &setup.pieces, |_| true);
    }
    if let Some(name) = odd {
        let message = format!("the marks cannot be read: `{name}` is no square of the board");
        cx.claim("marks", block.line, &said, Finding::not_understood(message));
        return None;
    }
    let finding = match too_many(cx, &setup) {
        Some(why) => Finding::new(Verdict::Suspicious, why),
        None => {
            let letter = letter.map(|letter| format!("; {letter}")).unwrap_or_default();
            Finding::confirmed(format!("fits the board, and no more pieces than the game can have{letter}"))
        }
    };
    cx.claim("diagram", block.line, &said, finding.shown(&tidy));
    Some(Diagram { setup, marks: marked, line: block.line, fen: tidy, turn_known })
}

/// The placement with the letters of the page replaced by the symbols of the rules.
fn with_letters(cx: &Context<'_>, text: &str) -> String {
    let (placement, rest) = text.split_once(' ').map_or((text, None), |(placement, rest)| (placement, Some(rest)));
    let mut out = String::new();
    for c in placement.chars() {
        match cx.letters.get(&c.to_ascii_lowercase()) {
            Some(piece) => {
                let side = if c.is_ascii_uppercase() { Side::White } else { Side::Black };
                out.push_str(&cx.rules.piece(*piece).symbol[side]);
            }
            None => out.push(c),
        }
    }
    rest.map_or(out.clone(), |rest| format!("{out} {rest}"))
}

/// Finds the meaning of an unknown letter by the marked moves: the piece that has exactly these moves.
fn letter_by_marks(cx: &mut Context<'_>, text: &str, marked: SquareSet) -> Option<String> {
    let placement = text.split([' ', '[']).next()?;
    let unknown = |c: &char| {
        c.is_ascii_alphabetic()
            && cx.rules.piece_with_symbol(&c.to_string()).is_none()
            && !cx.letters.contains_key(&c.to_ascii_lowercase())
    };
    let strange: Vec<char> = placement.chars().filter(unknown).collect();
    let [letter] = strange.as_slice() else { return None };
    let tries = cx.known.odd_letters.entry(letter.to_ascii_lowercase()).or_default();
    *tries = tries.saturating_add(1);
    if marked.is_empty() || *tries > 20 {
        return None;
    }
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    for piece in cx.rules.clone().piece_ids() {
        cx.letters.insert(letter.to_ascii_lowercase(), piece);
        let setup = normalise(cx, &with_letters(cx, text)).ok().and_then(|tidy| fen::read(&tidy, &*cx.rules).ok());
        let fits = setup.is_some_and(|mut setup| {
            setup.turn = side;
            let pieces = setup.pieces.clone();
            let Ok(game) = cx.compiled.game_unchecked(&setup) else { return false };
            let moves = game.pseudo_legal_moves();
            let own = |square: &Square| {
                pieces[square.index()].is_some_and(|placed| placed.piece == piece && placed.side == side)
            };
            let targets = |from: Square| moves.iter().filter(|made| made.from == from).map(|made| made.to).collect();
            let mut all = cx.rules.geometry.squares().iter().filter(own);
            all.any(|from| marked == targets(from))
        });
        if fits {
            return Some(format!(
                "`{letter}` is read as the {}, which has just the moves that are marked",
                cx.name(piece)
            ));
        }
    }
    cx.letters.remove(&letter.to_ascii_lowercase());
    None
}

/// The placement with empty squares counted as this program counts them. Pages write `91` for ten squares, or `x` for holes.
fn normalise(cx: &Context<'_>, text: &str) -> Result<String, Finding> {
    let (files, ranks) = (cx.rules.geometry.files(), cx.rules.geometry.ranks());
    let (placement, rest) = text.split_once(' ').unwrap_or((text, ""));
    let placement = placement.split('[').next().unwrap_or(placement);
    let rows: Vec<&str> = placement.split('/').collect();
    if files > 64 || placement.len() > 4_096 {
        return Err(Finding::not_checkable("the position is too long to be read"));
    }
    let mut tidy = Vec::new();
    let mut odd = Vec::new();
    let mut strange = false;
    for (index, row) in rows.iter().enumerate() {
        strange |= row.chars().any(|c| c.is_ascii_alphabetic() && cx.rules.piece_with_symbol(&c.to_string()).is_none());
        let summed = width(row, true);
        let counted = width(row, false);
        let as_sum = summed == files;
        if !as_sum && counted != files {
            odd.push((ranks.saturating_sub(index), if counted < 20 { counted } else { summed }));
        }
        tidy.push(if as_sum { sum_digits(row) } else { (*row).to_owned() });
    }
    let known = !strange && !placement.contains(['+', '\'', '~']);
    if rows.len() != ranks {
        let message = format!("the position has {} ranks; the board has {ranks}", rows.len());
        return Err(if known && odd.is_empty() && rows.len() + 1 >= ranks && rows.len() <= ranks + 1 {
            Finding::contradicted(message)
        } else {
            Finding::not_checkable(message)
        });
    }
    if !odd.is_empty() {
        let list: Vec<String> = odd.iter().map(|(rank, width)| format!("rank {rank} has {width} squares")).collect();
        let message = format!("{}; the board has {files} files", list.join(", "));
        return Err(match known && odd.len() <= 2 && ranks > 3 {
            true => Finding::contradicted(message),
            false => Finding::not_checkable(message),
        });
    }
    if strange {
        return Err(Finding::not_checkable("the position uses letters that are no pieces of this variant"));
    }
    let rest =
        if rest.starts_with("w") || rest.starts_with("b") { format!(" {rest}") } else { " w - - 0 1".to_owned() };
    Ok(tidy.join("/") + &rest)
}

/// How many squares a rank has, its digits taken one by one or as numbers.
fn width(row: &str, by_digit: bool) -> usize {
    let (mut total, mut number) = (0usize, 0usize);
    for c in row.chars() {
        match c.to_digit(10) {
            Some(digit) if by_digit => total += digit as usize,
            Some(digit) => number = (number * 10 + digit as usize).min(100_000),
            None => {
                total += number + usize::from(!matches!(c, '+' | '~' | '\''));
                number = 0;
            }
        }
    }
    total + number
}

fn sum_digits(row: &str) -> String {
    let mut out = String::new();
    let mut number = 0;
    for c in row.chars() {
        match c.to_digit(10) {
            Some(digit) => number += digit,
            None => {
                if number > 0 {
                    out.push_str(&number.to_string());
                    number = 0;
                }
                out.push(c);
            }
        }
    }
    if number > 0 {
        out.push_str(&number.to_string());
    }
    out
}

/// Why a side has more pieces of a kind than the setup and its promotions can give it.
fn too_many(cx: &Context<'_>, setup: &Setup) -> Option<String> {
    let rules = &cx.rules;
    let count = |pieces: &[Option<PlacedPiece>], side: Side| {
        let mut counts = BTreeMap::<PieceId, usize>::new();
        pieces
            .iter()
            .flatten()
            .filter(|placed| placed.side == side)
            .for_each(|placed| *counts.entry(placed.piece).or_default() += 1);
        counts
    };
    if rules.hand.is_some() {
        return None;
    }
    Side::ALL.into_iter().find_map(|side| {
        let (start, now) = (count(&rules.setup.pieces, side), count(&setup.pieces, side));
        let promotes = |piece: PieceId| rules.piece(piece).promotion.is_some();
        let missing: usize = start
            .iter()
            .filter(|(piece, _)| promotes(**piece))
            .map(|(piece, number)| number.saturating_sub(now.get(piece).copied().unwrap_or(0)))
            .sum();
        let extra = |(piece, number): &(&PieceId, &usize)| number.saturating_sub(start.get(piece).copied().unwrap_or(0));
        let extras: usize = now.iter().map(|pair| extra(&pair)).sum();
        let worst = now.iter().find(|pair| extra(pair) > 0)?;
        let why = format!(
            "{} has {} pieces of the kind {}; the setup gives {}, and {missing} can have promoted: not reachable",
            side.name(),
            worst.1,
            rules.piece(*worst.0).name,
            start.get(worst.0).copied().unwrap_or(0),
        );
        // Before anything has been captured, pieces that go straight ahead cannot get past those of the other side.
        let all = |pieces: &[Option<PlacedPiece>]| pieces.iter().flatten().count();
        let nothing_taken = all(&rules.setup.pieces) == all(&setup.pieces);
        let blocked = nothing_taken && extras > 0 && face_each_other(cx);
        let why = if blocked && extras <= missing {
            format!(
                "{} has {} pieces of the kind {}; the setup gives {}, and nothing can have promoted, as nothing has been captured",
                side.name(),
                worst.1,
                rules.piece(*worst.0).name,
                start.get(worst.0).copied().unwrap_or(0),
            )
        } else {
            why
        };
        ((extras > missing || blocked) && !start.is_empty()).then_some(why)
    })
}

/// Returns `true` if pieces that promote start face to face on their files and step straight ahead only.
fn face_each_other(cx: &Context<'_>) -> bool {
    let Some(promoter) = cx.promoting() else { return false };
    let geometry = &cx.rules.geometry;
    let files = |side: Side| {
        cx.placed(promoter, Some(side))
            .iter()
            .map(|square| geometry.file(square))
            .collect::<std::collections::BTreeSet<_>>()
    };
    let straight = geometry.squares().iter().all(|from| {
        let reach = crate::pages::moves::Reach::of_piece(&cx.rules, promoter, Side::White, from);
        (reach.quiet | reach.first).iter().all(|to| geometry.file(to) == geometry.file(from))
    });
    straight && files(Side::White) == files(Side::Black)
}

/// The game that begins with a diagram, with this side to move.
pub fn game_of(cx: &Context<'_>, diagram: &Diagram, turn: Side) -> Option<Game> {
    let mut setup = diagram.setup.clone();
    setup.turn = turn;
    setup.castling.truncate(8);
    cx.compiled.game_unchecked(&setup).ok()
}

/// Whether marks are the targets of something, and how they were read.
pub fn check_marks(
    cx: &mut Context<'_>,
    diagram: &Diagram,
    said: &str,
    about: &[PieceId],
    (start, moves): (Option<Square>, &[String]),
) {
    let readings = readings(cx, diagram, about, start).or_else(|| of_moves(cx, diagram, moves));
    let finding = match readings {
        Some(reading) => Finding::confirmed(format!("the marks are {reading}")),
        None => Finding::not_understood(
            "no reading fits the marks (targets of one piece, its captures or other moves only, all of a side, all of its \
             promoting pieces, squares that may not be entered, the promotion zone, a move's two squares): a question to the author",
        ),
    };
    cx.claim("marks", diagram.line, said, finding.shown(&diagram.fen));
}

fn readings(cx: &Context<'_>, diagram: &Diagram, about: &[PieceId], start: Option<Square>) -> Option<String> {
    let geometry = &cx.rules.geometry;
    let wanted = diagram.marks;
    let mut unions: Vec<(String, SquareSet)> = Vec::new();
    for turn in [Side::White, Side::Black] {
        let game = game_of(cx, diagram, turn)?;
        let (legal, pseudo) = (game.legal_moves(), game.pseudo_legal_moves());
        for (legality, moves) in [("legal", &legal), ("pseudo-legal", &pseudo)] {
            let mut by_piece = BTreeMap::<Square, Vec<&Move>>::new();
            moves
                .iter()
                .filter(|made| made.kind() != MoveKind::Drop)
                .for_each(|made| by_piece.entry(made.from).or_default().push(made));
            let mut pieces: Vec<(&Square, &Vec<&Move>)> = by_piece.iter().collect();
            // The piece that the caption names comes first.
            pieces.sort_by_key(|(from, made)| (start != Some(**from), !about.contains(&made[0].piece)));
            for (from, made) in &pieces {
                for (what, set) in kinds_of_targets(made) {
                    if set == wanted {
                        let placed = &cx.rules.piece(made[0].piece).name;
                        return Some(format!(
                            "{what} of the {placed} on {} ({legality} moves, {} to move)",
                            geometry.name(**from),
                            turn.name()
                        ));
                    }
                }
            }
            let all: Vec<&Move> = moves.iter().collect();
            let promoting: Vec<&Move> =
                moves.iter().filter(|made| cx.rules.piece(made.piece).promotion.is_some()).collect();
            for (who, list) in [("of all pieces of a side", all), ("of all pieces that promote", promoting)] {
                unions.extend(
                    kinds_of_targets(&list)
                        .into_iter()
                        .map(|(what, set)| (format!("{what} {who} ({} to move)", turn.name()), set)),
                );
            }
            for made in moves {
                if SquareSet::of(made.from) | SquareSet::of(made.to) == wanted {
                    return Some(format!(
                        "the two squares of a move, {} to {}",
                        geometry.name(made.from),
                        geometry.name(made.to)
                    ));
                }
            }
        }
        let zones =
            cx.rules.pieces.iter().filter_map(|piece| piece.promotion.as_ref()).map(|promotion| promotion.zone[turn]);
        unions.extend(zones.map(|zone| ("the promotion zone".to_owned(), zone & geometry.squares())));
    }
    unions.into_iter().find(|(_, set)| *set == wanted).map(|(what, _)| what)
}

/// Compares the marks with the moves that the caption names.
fn of_moves(cx: &Context<'_>, diagram: &Diagram, moves: &[String]) -> Option<String> {
    let made = |turn: Side| {
        let mut game = game_of(cx, diagram, turn)?;
        let targets = moves.iter().map(|text| crate::notation::parse(&mut game, text).ok().map(|made| made.to));
        targets.collect::<Option<SquareSet>>()
    };
    let found = Side::ALL.into_iter().filter_map(made).any(|targets| !moves.is_empty() && targets == diagram.marks);
    found.then(|| format!("where the moves of the caption go: {}", moves.join(", ")))
}

/// The targets of some moves: all, only captures, only others.
fn kinds_of_targets(moves: &[&Move]) -> Vec<(&'static str, SquareSet)> {
    let set = |wanted: &dyn Fn(&Move) -> bool| {
        moves.iter().filter(|made| wanted(made)).map(|made| made.to).collect::<SquareSet>()
    };
    let taken = moves.iter().flat_map(|made| made.captures()).collect();
    vec![
        ("all targets", set(&|_| true)),
        ("the captures", set(&Move::is_capture)),
        ("the captured pieces", taken),
        ("the moves without captures", set(&|made| !made.is_capture())),
    ]
}

/// Whether a position is the start of the game, or one of its starts.
pub fn is_start(cx: &mut Context<'_>, diagram: &Diagram) -> Finding {
    cx.said.insert(Topic::Setup);
    let rules = cx.rules.clone();
    if diagram.setup.pieces == rules.setup.pieces {
        return Finding::confirmed("the setup of the rules");
    }
    if let Some(names) = other_letters(cx, diagram) {
        return Finding::confirmed(format!("the setup of the rules, if {names}"));
    }
    let number = starts(cx).iter().position(|pieces| *pieces == diagram.setup.pieces);
    if let Some(number) = number.filter(|_| rules.shuffle.is_some()) {
        return Finding::confirmed(format!("start position number {number}"));
    }
    let differ: SquareSet = rules
        .geometry
        .squares()
        .iter()
        .filter(|square| rules.setup.pieces[square.index()] != diagram.setup.pieces[square.index()])
        .collect();
    let start = fen::write(&rules.setup, &*rules);
    Finding::contradicted(format!("the rules have other pieces on {}", names(&rules.geometry, differ))).shown(start)
}

/// The pieces of all shuffled starts, found once for a page.
pub fn starts(cx: &mut Context<'_>) -> Arc<Vec<Vec<Option<PlacedPiece>>>> {
    if let Some(known) = &cx.known.starts {
        return known.clone();
    }
    let count = crate::compile::shuffle::count(&cx.rules).min(5_000);
    let start = |number| crate::compile::shuffle::start(&cx.rules, number).map(|setup| setup.pieces);
    let found = Arc::new((0..count).filter_map(start).collect::<Vec<_>>());
    cx.known.starts = Some(found.clone());
    found
}

/// Pages may draw the pieces of an army with their own letters. Such a letter stands for one piece of the setup, and is not the letter of
/// a piece that the side has there.
fn other_letters(cx: &Context<'_>, diagram: &Diagram) -> Option<String> {
    let rules = &cx.rules;
    let mut stands = BTreeMap::<(Side, PieceId), PieceId>::new();
    for (drawn, real) in diagram.setup.pieces.iter().zip(&rules.setup.pieces) {
        match (drawn, real) {
            (None, None) => {}
            (Some(drawn), Some(real)) if drawn.side == real.side => {
                let piece = *stands.entry((drawn.side, drawn.piece)).or_insert(real.piece);
                let own = cx.placed(drawn.piece, Some(drawn.side)).is_empty() || drawn.piece == real.piece;
                if piece != real.piece || !own {
                    return None;
                }
            }
            _ => return None,
        }
    }
    let others = stands.iter().filter(|((_, drawn), real)| drawn != *real);
    let names: Vec<String> = others
        .map(|((side, drawn), real)| {
            format!("`{}` stands for the {}", rules.piece(*drawn).symbol[*side], cx.name(*real))
        })
        .collect();
    Some(names.join(", "))
}
