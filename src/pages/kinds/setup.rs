//! Setups in words: `e1, e8: King`, ranges, rows of names along a rank or an edge, counts.

use crate::board::{Side, Square, SquareSet};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::{fen_of, names};
use crate::pages::phrases::{Concept, number};
use crate::pages::sentence::{Sentence, Topic};
use crate::rules::PieceId;

/// Squares that the lists have covered so far.
#[derive(Clone, Default, Debug)]
pub struct Listed {
    squares: SquareSet,
    last: Option<(usize, String)>,
}

/// A line such as `a1, h1: Rook`, or a sentence about the setup.
pub fn find(cx: &mut Context<'_>, said: &Sentence, listed: &mut Listed) -> bool {
    list_line(cx, said, listed) || sequence(cx, said) || ranks_of(cx, said) || counts(cx, said) || starts_on(cx, said)
}

fn list_line(cx: &mut Context<'_>, said: &Sentence, listed: &mut Listed) -> bool {
    let Some((squares_part, name)) = said.text.split_once(':') else { return false };
    let colon = squares_part.len();
    let before = said.tokens.iter().take_while(|token| token.span.start < colon);
    let (mut squares, mut odd, mut any) = (SquareSet::EMPTY, Vec::new(), false);
    for token in before {
        match token.concept {
            Concept::square | Concept::path => {
                any = true;
                match cx.path(&token.word) {
                    Some(found) => squares |= found,
                    None => odd.push(token.word.clone()),
                }
            }
            Concept::mark => {}
            _ if ["and", "or"].contains(&token.word.as_str()) => {}
            _ => return false,
        }
    }
    let name = name.trim().trim_end_matches(['.', ',', ';']);
    if !any || name.is_empty() || name.split_whitespace().count() > 4 {
        return false;
    }
    cx.said.insert(Topic::Setup);
    let finding = place(cx, squares, &odd, name);
    listed.squares |= squares;
    listed.last = Some((said.line, said.text.clone()));
    cx.say("setup", said, finding);
    true
}

/// `The kings start on e1 and e8`: each piece with the squares behind it.
fn starts_on(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let setup = ["setup", "start", "initial", "begin"].iter().any(|word| said.heading.contains(word));
    let stands = ["stand", "stands", "placed", "located", "is", "are"].iter().any(|word| said.says(word));
    let starts = ["starts", "start", "begins", "begin", "initially"].iter().any(|word| said.says(word));
    let moves = [
        Concept::moving,
        Concept::like_move,
        Concept::capture,
        Concept::captured,
        Concept::castling,
        Concept::promotion,
        Concept::passing,
    ];
    let conditional = ["if", "when", "example", "after", "suppose", "assume"].iter().any(|word| said.says(word));
    if !(starts || setup && stands) || conditional || said.has_any(&moves) || said.has(Concept::negation) {
        return false;
    }
    let side = |from: usize, to: usize| {
        said.tokens[from..to].iter().rev().find_map(|token| match token.word.trim_end_matches("'s") {
            "white" => Some(Side::White),
            "black" => Some(Side::Black),
            _ => None,
        })
    };
    let mut found = false;
    let mut last = 0;
    for (index, (at, piece)) in said.pieces.iter().enumerate() {
        let end = said.pieces.get(index + 1).map_or(said.tokens.len(), |(next, _)| *next);
        let behind = &said.tokens[at + 1..end];
        let told: Vec<_> =
            behind.iter().filter(|token| matches!(token.concept, Concept::square | Concept::path)).collect();
        let squares: Option<SquareSet> =
            told.iter().map(|token| cx.path(&token.word)).try_fold(SquareSet::EMPTY, |all, path| Some(all | path?));
        let on = behind.iter().any(|token| token.word == "on" || token.word == "at");
        if told.is_empty() || !on {
            continue;
        }
        let placed = cx.placed(*piece, side(last, *at));
        last = *at;
        let detail = format!("it starts on {}", names(&cx.rules.geometry, placed));
        let holds = squares.is_some_and(|squares| squares.is_subset(&placed));
        let start = fen_of(&cx.rules, &cx.rules.setup);
        cx.said.insert(Topic::Setup);
        cx.say("setup", said, Finding::of(holds, detail).shown(start));
        found = true;
    }
    found
}

fn place(cx: &mut Context<'_>, squares: SquareSet, odd: &[String], name: &str) -> Finding {
    let rules = cx.rules.clone();
    let geometry = &rules.geometry;
    if !odd.is_empty() {
        return Finding::contradicted(format!("the board has no such squares: {}", odd.join(", ")));
    }
    let there: Vec<Option<PieceId>> =
        squares.iter().map(|square| rules.setup.pieces[square.index()].map(|placed| placed.piece)).collect();
    let known = cx.piece(name).or_else(|| cx.piece(name.split_whitespace().last().unwrap_or_default()));
    let Some(piece) = known else {
        // A page's own name: the piece on its square gives its meaning.
        let first = there.first().copied().flatten();
        return match first.filter(|first| there.iter().all(|other| *other == Some(*first))) {
            Some(piece) => {
                cx.learn(name, piece);
                let complete = cx.placed(piece, None) == squares;
                let detail = format!("`{name}` stands for the {} of the rules", rules.piece(piece).name);
                Finding::new(if complete { Verdict::Confirmed } else { Verdict::Incomplete }, detail)
            }
            None => Finding::not_understood(format!("the rules have no piece called `{name}`")),
        };
    };
    let base = if cx.base == 0 { " (the page counts ranks from 0)" } else { "" };
    let placed = cx.placed(piece, None);
    let wrong = squares & !placed;
    let start = fen_of(&rules, &rules.setup);
    if !wrong.is_empty() {
        let detail =
            format!("the rules put it on {}; not on {}{base}", names(geometry, placed), names(geometry, wrong));
        return Finding::contradicted(detail).shown(start);
    }
    let sides = Side::ALL.map(|side| cx.placed(piece, Some(side)));
    let rest = placed & !squares;
    if rest.is_empty() || sides.contains(&squares) {
        Finding::confirmed(format!("as in the setup{base}"))
    } else {
        Finding::new(Verdict::Incomplete, format!("the rules put it on {} too{base}", names(geometry, rest)))
            .shown(start)
    }
}

/// After the last line of a list: checks that no piece is left over.
pub fn finish(cx: &mut Context<'_>, listed: &Listed) {
    let Some((line, _)) = &listed.last else { return };
    let pieces: SquareSet = cx
        .rules
        .setup
        .pieces
        .iter()
        .enumerate()
        .filter(|(_, placed)| placed.is_some())
        .map(|(index, _)| Square::new(index as u16))
        .collect();
    let left = pieces & !listed.squares;
    let finding = match left.is_empty() {
        true => Finding::confirmed("the list names every piece of the setup"),
        false => {
            let squares = names(&cx.rules.geometry, left);
            Finding::new(Verdict::Incomplete, format!("the list leaves out the pieces on {squares}"))
                .shown(fen_of(&cx.rules, &cx.rules.setup))
        }
    };
    cx.claim("setup", *line, "(the list as a whole)", finding);
}

/// `From the a-file: a rook, a knight, …`, `a bishop, a knight and a rook along the right edge`.
fn sequence(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let placing = ["placed", "arranged", "follows", "followed", "set", "stand", "setup", "order"]
        .iter()
        .any(|word| said.says(word));
    let order: Vec<PieceId> = said.pieces.iter().map(|(_, piece)| *piece).collect();
    let promoters = cx.promoting();
    let order: Vec<PieceId> = order.into_iter().filter(|piece| Some(*piece) != promoters).collect();
    if !placing || order.len() < 3 || said.has(Concept::castling) || said.has(Concept::promotion) {
        return in_corner(cx, said, placing);
    }
    let rules = cx.rules.clone();
    let found = lines(cx).into_iter().find(|(_, line)| {
        let pieces: Vec<Option<PieceId>> =
            line.iter().map(|square| rules.setup.pieces[square.index()].map(|placed| placed.piece)).collect();
        pieces
            .windows(order.len())
            .any(|window| window.iter().zip(&order).all(|(placed, piece)| *placed == Some(*piece)))
    });
    cx.said.insert(Topic::Setup);
    let start = fen_of(&rules, &rules.setup);
    let finding = match found {
        Some((name, line)) => {
            Finding::confirmed(format!("so they stand along the {name}, from {}", rules.geometry.name(line[0])))
        }
        None if said.has(Concept::files) && order.len() == rules.geometry.files() => {
            Finding::contradicted("no rank or file has the pieces in this order").shown(start)
        }
        None => Finding::not_understood("no rank or file has the pieces in this order"),
    };
    cx.say("setup", said, finding);
    true
}

fn in_corner(cx: &mut Context<'_>, said: &Sentence, placing: bool) -> bool {
    let royal = cx.royal().filter(|royal| said.pieces.iter().any(|(_, piece)| piece == royal));
    let (Some(royal), true) = (royal, placing && said.has(Concept::corner)) else { return false };
    let geometry = cx.rules.geometry.clone();
    let (files, ranks) = (geometry.files(), geometry.ranks());
    let corners: SquareSet = [(0, 0), (0, ranks - 1), (files - 1, 0), (files - 1, ranks - 1)]
        .iter()
        .filter_map(|(file, rank)| geometry.at(*file, *rank))
        .collect();
    let placed = cx.placed(royal, None);
    let finding = Finding::of(placed.is_subset(&corners), format!("it starts on {}", names(&geometry, placed)));
    cx.say("setup", said, finding.shown(fen_of(&cx.rules, &cx.rules.setup)));
    true
}

/// All ranks and files, in both directions, with their names.
fn lines(cx: &Context<'_>) -> Vec<(String, Vec<Square>)> {
    let geometry = &cx.rules.geometry;
    let rank = |rank: usize| (0..geometry.files()).filter_map(move |file| geometry.at(file, rank)).collect::<Vec<_>>();
    let file = |file: usize| (0..geometry.ranks()).filter_map(move |rank| geometry.at(file, rank)).collect::<Vec<_>>();
    let mut found: Vec<(String, Vec<Square>)> = Vec::new();
    found.extend((0..geometry.ranks()).map(|index| (format!("rank {}", index + 1), rank(index))));
    found.extend((0..geometry.files()).map(|index| (format!("{}-file", geometry.file_name(index)), file(index))));
    let turned: Vec<_> =
        found.iter().map(|(name, line)| (name.clone(), line.iter().rev().copied().collect())).collect();
    found.into_iter().chain(turned).collect()
}

/// Checks `The pawns are placed on ranks 2 and 7`, `White's pieces stand on ranks 1 and 2`, `in front of those
/// pieces`.
fn ranks_of(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let placing = ["placed", "places", "stand", "arranged", "start", "set"].iter().any(|word| said.says(word));
    if !placing || said.has_any(&[Concept::promotion, Concept::castling, Concept::passing]) {
        return false;
    }
    let geometry = cx.rules.geometry.clone();
    let piece = said.pieces.first().map(|(_, piece)| *piece);
    if said.has(Concept::ahead) && piece.is_some() && said.pieces.len() == 1 {
        let piece = said.pieces[0].1;
        let ahead = geometry.squares().iter().all(|square| match cx.rules.setup.pieces[square.index()] {
            Some(placed) if placed.piece == piece => neighbours(cx, square).into_iter().any(|other| {
                cx.rules.setup.pieces[other.index()]
                    .is_some_and(|other| other.side == placed.side && other.piece != piece)
            }),
            _ => true,
        });
        let detail = "each of them has a piece of another kind of its side beside it";
        let finding = if ahead {
            Finding::confirmed(detail)
        } else {
            Finding::not_understood("which squares are meant is not clear")
        };
        cx.say("setup", said, finding);
        return true;
    }
    if !said.has(Concept::ranks) {
        return false;
    }
    let mut found = false;
    // Each clause names a side or kinds of pieces, and then ranks.
    let mut whom: Option<Whom> = None;
    let mut ranks: Vec<usize> = Vec::new();
    let mut clauses: Vec<(Whom, Vec<usize>)> = Vec::new();
    let mut in_ranks = false;
    for (index, token) in said.tokens.iter().enumerate() {
        let piece = said.pieces.iter().find(|(at, _)| *at == index).map(|(_, piece)| *piece);
        let side = match token.word.as_str() {
            "white" | "white's" => Some(Side::White),
            "black" | "black's" => Some(Side::Black),
            _ => None,
        };
        if piece.is_some() || side.is_some() {
            if let (Some(whom), false) = (whom, ranks.is_empty()) {
                clauses.push((whom, std::mem::take(&mut ranks)));
            }
            in_ranks = false;
            whom = piece.map(Whom::Piece).or(side.map(Whom::Side));
        } else if token.concept == Concept::ranks {
            in_ranks = true;
        } else if token.concept == Concept::number && in_ranks {
            let rank = number(&token.word).and_then(|rank| (rank as usize).checked_sub(cx.base));
            ranks.extend(rank);
        }
    }
    if let (Some(whom), false) = (whom, ranks.is_empty()) {
        clauses.push((whom, ranks));
    }
    for (whom, ranks) in clauses {
        let on: SquareSet =
            geometry.squares().iter().filter(|square| ranks.contains(&geometry.rank(*square))).collect();
        let pieces: SquareSet = geometry
            .squares()
            .iter()
            .filter(|square| {
                cx.rules.setup.pieces[square.index()].is_some_and(|placed| match whom {
                    Whom::Piece(piece) => placed.piece == piece,
                    Whom::Side(side) => placed.side == side,
                })
            })
            .collect();
        let finding = Finding::of(pieces.is_subset(&on), format!("they start on {}", names(&geometry, pieces)));
        cx.said.insert(Topic::Setup);
        cx.say("setup", said, finding.shown(fen_of(&cx.rules, &cx.rules.setup)));
        found = true;
    }
    found
}

/// The side of the pieces that a clause is about.
#[derive(Clone, Copy, Debug)]
enum Whom {
    Piece(PieceId),
    Side(Side),
}

fn neighbours(cx: &Context<'_>, square: Square) -> Vec<Square> {
    let steps = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| crate::board::Step::new(files, ranks)));
    let landing = |step| cx.rules.geometry.step(square, step).map(|landing| landing.square);
    steps.filter_map(landing).filter(|other| *other != square).collect()
}

/// `Sixteen white and sixteen black pieces`.
fn counts(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let pieces = said.says("pieces") || said.says("men");
    if !pieces
        || said.has_any(&[Concept::promotion, Concept::clock, Concept::fifty, Concept::moving, Concept::like_move])
    {
        return false;
    }
    let rules = cx.rules.clone();
    let of = |side: Side| rules.setup.pieces.iter().flatten().filter(|placed| placed.side == side).count();
    let mut found = false;
    for (index, token) in said.tokens.iter().enumerate() {
        if token.concept != Concept::number {
            continue;
        }
        let Some(wanted) = number(&token.word).filter(|wanted| *wanted > 4) else { continue };
        let behind = &said.tokens[index + 1..(index + 4).min(said.tokens.len())];
        // `Rank 11 (Black)` counts no pieces.
        let mut near = behind.iter().take_while(|token| token.word != "(");
        let side = near.find_map(|token| match token.word.as_str() {
            "white" => Some(Side::White),
            "black" => Some(Side::Black),
            _ => None,
        });
        let has = ["controls", "has", "have", "starts", "start", "begins", "begin", "placed"]
            .iter()
            .any(|word| said.says(word));
        let direct = has && behind.first().is_some_and(|token| token.word == "pieces" || token.word == "men");
        if side.is_none() && !direct {
            continue;
        }
        let actual = side.map_or_else(|| of(Side::White), of);
        let fits = actual == wanted as usize || side.is_none() && of(Side::White) + of(Side::Black) == wanted as usize;
        let finding = Finding::of(fits, format!("a side has {actual} pieces"));
        cx.say("setup", said, finding.shown(fen_of(&rules, &rules.setup)));
        found = true;
    }
    found
}
