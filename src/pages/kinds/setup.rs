//! Setups in words: `e1, e8: King`, ranges, kings in corners.

use crate::board::{Side, Square, SquareSet};
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::{fen_of, names};
use crate::pages::phrases::Shape;
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
    list_line(cx, said, listed) || in_corner(cx, said)
}

fn list_line(cx: &mut Context<'_>, said: &Sentence, listed: &mut Listed) -> bool {
    let Some((squares_part, name)) = said.text.split_once(':') else { return false };
    let colon = squares_part.len();
    let before = said.tokens.iter().take_while(|token| token.span.start < colon);
    let (mut squares, mut odd, mut any) = (SquareSet::EMPTY, Vec::new(), false);
    for token in before {
        match token.shape {
            Shape::Square | Shape::Path => {
                any = true;
                match cx.path(&token.word) {
                    Some(found) => squares |= found,
                    None => odd.push(token.word.clone()),
                }
            }
            Shape::Mark => {}
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

fn in_corner(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let placing = ["placed", "arranged", "set", "stand", "setup"].iter().any(|word| said.says(word));
    let royal = cx.royal().filter(|royal| said.pieces.iter().any(|(_, piece)| piece == royal));
    let (Some(royal), true) = (royal, placing && said.means("corner")) else { return false };
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
