//! Sentences about the board, its edges, turns, notation, and what rules cannot decide.

use crate::board::{Side, Square, SquareSet, Topology};
use crate::notation::san;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::{fen_of, setup_of};
use crate::pages::phrases::{Concept, number};
use crate::pages::sentence::{Sentence, Topic};
use crate::pages::trial::{self, Trial};

/// The board: its size, its corners, its edges.
pub fn board(cx: &mut Context<'_>, said: &Sentence) -> bool {
    size(cx, said) | corner(cx, said) | edges(cx, said)
}

fn size(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let (files, ranks) = (cx.rules.geometry.files() as u32, cx.rules.geometry.ranks() as u32);
    let text = said.text.to_lowercase();
    let compared =
        ["than", "instead", "extended", "bigger", "larger", "smaller", "ordinary"].iter().any(|word| said.says(word));
    let about = !compared && said.has(Concept::board) || said.says("checkered") || said.has(Concept::coordinates);
    let mut told: Option<(u32, u32)> = None;
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '.' | ';')) {
        let by_sign = word.split_once(['x', '×', '*']).and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let by_word = word.split_once("-by-").and_then(|(a, b)| Some((number(a)?, number(b)?)));
        told = told.or(by_sign).or(by_word);
    }
    let before = |wanted: Concept| said.at(wanted).and_then(|at| said.number_before(at, 1));
    told = told.or(before(Concept::files).zip(before(Concept::ranks)));
    if let Some((a, b)) = told.filter(|(a, b)| about && (1..=64).contains(a) && (1..=64).contains(b)) {
        let fits = (a, b) == (files, ranks) || (b, a) == (files, ranks);
        cx.say("board", said, Finding::of(fits, format!("the board has {files} files and {ranks} ranks")));
        return true;
    }
    let count = said.squares_said().into_iter().map(|(count, _)| count).find(|count| *count > 15);
    if let Some(count) = count.filter(|_| about) {
        let real = cx.rules.geometry.squares().count();
        cx.say("board", said, Finding::of(real == count, format!("the board has {real} squares")));
        return true;
    }
    let corner = text.contains("bottom left") || text.contains("upper right") || text.contains("lower left");
    if corner && (said.has(Concept::square) || text.contains("a1")) {
        // White is below if its pieces start on lower ranks.
        let geometry = &cx.rules.geometry;
        let pieces =
            cx.rules.setup.pieces.iter().enumerate().filter_map(|(index, placed)| Some((index, placed.as_ref()?)));
        let mut heights = [(0, 0); 2];
        for (index, placed) in pieces {
            let (sum, count) = &mut heights[usize::from(placed.side == Side::Black)];
            *sum += geometry.rank(Square::new(index as u16));
            *count += 1;
        }
        let [(white, whites), (black, blacks)] = heights;
        let below = white * blacks.max(1) <= black * whites.max(1);
        let detail = "a1 is the left corner of the side that starts on the lower ranks";
        cx.say("board", said, Finding::of(below, detail).shown(fen_of(&cx.rules, &cx.rules.setup)));
        return true;
    }
    false
}

fn corner(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    let dark = said.has(Concept::dark)
        || text.contains("be black")
        || text.contains("is black")
        || text.contains("black in front");
    let light = said.has(Concept::light) || text.contains("be white") || text.contains("is white");
    let named: Vec<Square> = said
        .tokens
        .iter()
        .filter(|token| token.concept == Concept::square)
        .filter_map(|token| cx.square(&token.word))
        .collect();
    let place = !named.is_empty()
        || said.has(Concept::corner)
        || text.contains("closest to each player")
        || text.contains("in front");
    if dark == light
        || !(place && (said.has(Concept::squares) || said.has(Concept::square) || text.contains("in front")))
        || named.len() > 2
    {
        return false;
    }
    let geometry = cx.rules.geometry.clone();
    let (files, ranks) = (geometry.files() - 1, geometry.ranks() - 1);
    let squares = match text.contains("right") {
        _ if !named.is_empty() => named,
        true => [(files, 0), (0, ranks)].iter().filter_map(|(file, rank)| geometry.at(*file, *rank)).collect(),
        false => [(0, 0), (files, ranks)].iter().filter_map(|(file, rank)| geometry.at(*file, *rank)).collect(),
    };
    let is_dark = |square: &Square| (geometry.file(*square) + geometry.rank(*square)).is_multiple_of(2);
    let holds = squares.iter().all(|square| is_dark(square) == dark);
    let names: Vec<String> = squares
        .iter()
        .map(|square| format!("{} is {}", geometry.name(*square), if is_dark(square) { "dark" } else { "light" }))
        .collect();
    let detail = format!("{}, counted from a dark a1", names.join(", "));
    cx.say("board", said, Finding::of(holds, detail).shown(fen_of(&cx.rules, &cx.rules.setup)));
    true
}

fn edges(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let wraps = said.has(Concept::wrapping) && (said.has(Concept::board) || said.has(Concept::wrap_word));
    let joins = said.has(Concept::wrap_word)
        && (said.has(Concept::files) || said.has(Concept::board) || said.text.contains("-file"));
    let about_play = said.has_any(&[Concept::worth, Concept::program]);
    if !wraps && !joins || about_play || said.has(Concept::forcing) {
        return false;
    }
    let topology = cx.rules.geometry.topology();
    let named = ["wrap", "cylind", "toro", "donut"].iter().any(|word| said.text.to_lowercase().contains(word));
    if topology == Topology::Rectangle && !named {
        return false;
    }
    let denied = said.has(Concept::negation);
    cx.says_wrap |= !denied;
    cx.said.insert(Topic::Topology);
    let detail = format!("the board is a {}", topology.name());
    let text = said.text.to_lowercase();
    let holds = match (topology == Topology::Rectangle, denied) {
        (flat, true) => flat,
        (true, false) => false,
        (false, false) => text
            .split(|c: char| !c.is_alphanumeric())
            .find_map(Topology::from_name)
            .is_none_or(|named| named == topology),
    };
    cx.say("topology", said, Finding::of(holds, detail));
    true
}

/// Reads which side begins, that moves alternate, and that a side must move.
pub fn turns(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    let begins = text.contains("first")
        && (text.contains("goes first")
            || text.contains("moves first")
            || text.contains("first move")
            || text.contains("move first"));
    let alternate = text.contains("alternate");
    let skip = text.contains("skip a move")
        || text.contains("not legal to pass")
        || text.contains("may not pass")
        || text.contains("required");
    if begins && said.has(Concept::sides) {
        let side = if text.find("white").unwrap_or(usize::MAX) <= text.find("black").unwrap_or(usize::MAX) {
            Side::White
        } else {
            Side::Black
        };
        let real = cx.rules.setup.turn;
        // Where promoted pieces are written with a plus, books call the side that begins black.
        let by_books = cx.rules.pieces.iter().any(|piece| piece.symbol.white.starts_with('+'));
        if by_books && side != real {
            let detail =
                format!("the rules call the side that begins {}; the page may name the sides otherwise", real.name());
            cx.say("turn", said, Finding::not_understood(detail));
            return true;
        }
        cx.say(
            "turn",
            said,
            Finding::of(real == side, format!("{} begins", real.name())).shown(fen_of(&cx.rules, &cx.rules.setup)),
        );
        return true;
    }
    if alternate && (said.has(Concept::moving) || said.has(Concept::sides)) {
        let finding = trial::shown(cx, Trial::Turns);
        cx.say("turn", said, finding);
        return true;
    }
    if skip && said.has(Concept::moving) && said.has(Concept::negation) {
        let finding = trial::shown(cx, Trial::NoPass);
        cx.say("turn", said, finding);
        return true;
    }
    if text.contains("possible to pass") || text.contains("may pass") && !said.has(Concept::negation) {
        let finding = match trial::shown(cx, Trial::NoPass) {
            found if found.verdict == Verdict::Contradicted => Finding { verdict: Verdict::Confirmed, ..found },
            found => Finding { verdict: Verdict::Contradicted, ..found },
        };
        cx.say("turn", said, finding);
        return true;
    }
    false
}

/// Shuffled start positions, and rules that are as in another game.
pub fn setup_kind(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    // `Since positions are shuffled` only gives a reason.
    let given = text.contains("since") && cx.said.contains(&Topic::Setup);
    if !given && (text.contains("shuffled") || text.contains("random") && text.contains("position")) {
        cx.said.insert(Topic::Setup);
        let finding = match &cx.rules.shuffle {
            Some(_) => {
                let count = crate::compile::shuffle::count(&cx.rules);
                if text.contains(&count.to_string()) {
                    Finding::confirmed(format!("{count} starts"))
                } else {
                    Finding::new(
                        Verdict::Incomplete,
                        format!("the rules have {count} starts; the page does not say which arrays are allowed"),
                    )
                }
            }
            None => Finding::not_understood("the rules have one setup"),
        };
        cx.say("setup", said, finding);
        return true;
    }
    let extra = text.contains("are extra") || text.contains("board is expanded") || text.contains("additional piece");
    if extra && !said.pieces.is_empty() {
        cx.say("pieces", said, Finding::confirmed("the rules have these pieces"));
        return true;
    }
    false
}

/// Reads how captures work: `the captured piece is replaced`, `only one exception`.
pub fn capturing(cx: &mut Context<'_>, said: &Sentence) -> bool {
    let text = said.text.to_lowercase();
    let replaces = text.contains("replaces")
        || text.contains("captures by moving to")
        || text.contains("vacant squares except")
        || text.contains("removed from the game");
    if !replaces || !(said.has(Concept::capture) || said.has(Concept::captured)) {
        return false;
    }
    let elsewhere = cx.rules.piece_ids().any(|piece| super::glance::takes_elsewhere(cx, piece));
    if text.contains("removed from the game") && cx.rules.hand.is_some() {
        cx.say("capture", said, Finding::contradicted("captured pieces go to the hand"));
        return true;
    }
    let finding = match elsewhere {
        false => Finding::confirmed(
            "pieces are captured on the square where the move ends; the only exception is en passant",
        ),
        true => {
            Finding::contradicted("some pieces of the rules capture on other squares than the last one of the move")
        }
    };
    cx.say("capture", said, finding);
    true
}

/// How moves are written, with moves from the start as examples.
pub fn notation(cx: &mut Context<'_>, said: &Sentence) -> bool {
    use Concept::{long_castling, san as move_text, short_castling};
    let text = said.text.to_lowercase();
    let written = said.has(Concept::notation)
        || text.contains("writes")
        || text.contains("means")
        || text.contains("column is")
        || text.contains("prepend")
        || text.contains("cross symbol");
    let zeros = said.has_any(&[long_castling, short_castling]);
    let shown = said.has(move_text) || said.text.contains("1.");
    if zeros {
        let finding = castling_written(cx);
        cx.say("notation", said, finding);
        return true;
    }
    if let Some(finding) = opening_example(cx, said) {
        cx.say("notation", said, finding);
        return true;
    }
    if (text.contains("at most") || text.contains("only one"))
        && said.has(Concept::moving)
        && said.has(Concept::squares)
        && said.pieces.iter().any(|(_, piece)| cx.promoting() == Some(*piece))
        && !said.has_any(&[Concept::diagonal, Concept::capture, Concept::captured])
    {
        let finding = trial::shown(cx, Trial::OneOrigin);
        cx.say("notation", said, finding);
        return true;
    }
    if written || shown && said.tokens.len() < 6 {
        let move_said = said.tokens.iter().find(|token| token.concept == move_text);
        let finding = match move_said {
            Some(token) => {
                let text = &said.text[token.span.clone()];
                match cx.known.written.get(text) {
                    Some(known) => known.clone(),
                    None => {
                        let found = written_move(cx, text);
                        cx.known.written.insert(text.to_owned(), found.clone());
                        found
                    }
                }
            }
            None => Finding::not_checkable("about notation"),
        };
        cx.say("notation", said, finding);
        return true;
    }
    false
}

/// Judges whether castling moves are read as pages write them, with zeros.
fn castling_written(cx: &Context<'_>) -> Finding {
    let Some((setup, _)) = super::castling::example(cx) else {
        return Finding::contradicted("the rules have no castling to be written");
    };
    let read = ["0-0", "0-0-0"]
        .iter()
        .any(|text| cx.compiled.game_unchecked(&setup).is_ok_and(|mut game| san::parse(&mut game, text).is_ok()));
    let detail = "read as castling; PGN writes it with the letter O, `0-0` is taken as the same";
    Finding::of(read, detail).shown(fen_of(&cx.rules, &setup))
}

/// `Rxf3`: a position is made up in which this is a move.
fn written_move(cx: &Context<'_>, text: &str) -> Finding {
    let rules = &cx.rules;
    let letter = text.chars().next().filter(char::is_ascii_uppercase).map(|c| c.to_string());
    let mover = match &letter {
        Some(letter) => rules.piece_with_symbol(letter).map(|(piece, _)| piece),
        None => cx.promoting(),
    };
    let target = text.trim_end_matches(['+', '#']).split('=').next().unwrap_or(text);
    let target = target.get(target.len().saturating_sub(2)..).and_then(|name| rules.geometry.square(name));
    let (Some(mover), Some(target)) = (mover, target) else {
        return Finding::not_understood(format!("`{text}` names no piece or no square of the rules"));
    };
    let victim =
        rules.piece_ids().find(|id| !rules.piece(*id).royalty.is_ever_royal() && *id != mover).unwrap_or(mover);
    let squares: SquareSet = rules.geometry.squares();
    for from in squares.iter().filter(|from| *from != target) {
        let mut pieces = vec![(from, mover, Side::White)];
        if text.contains('x') {
            pieces.push((target, victim, Side::Black));
        }
        let setup = setup_of(rules, &pieces, Side::White);
        if cx.compiled.game_unchecked(&setup).is_ok_and(|mut game| san::parse(&mut game, text).is_ok()) {
            return Finding::confirmed(format!("{text} is read as this move here")).shown(fen_of(rules, &setup));
        }
    }
    Finding::not_understood(format!("no position was found in which {text} is a move"))
}

/// `1.e4 means "pawn from e2 to e4"`.
fn opening_example(cx: &Context<'_>, said: &Sentence) -> Option<Finding> {
    let after = said.text.split_once("1.")?.1;
    let text: String = after.chars().take_while(|c| c.is_alphanumeric() || "+#=-".contains(*c)).collect();
    let squares: Vec<_> = said
        .tokens
        .iter()
        .filter(|token| token.concept == Concept::square)
        .filter_map(|token| cx.square(&token.word))
        .collect();
    let mut game = cx.compiled.start().ok()?;
    let made = san::parse(&mut game, &text);
    let means = said.says("from") && squares.len() >= 2;
    let finding = match made {
        Ok(made) if means => {
            let named = squares.contains(&made.from) && squares.contains(&made.to);
            Finding::of(
                named,
                format!("{text} is the move {}-{}", cx.rules.geometry.name(made.from), cx.rules.geometry.name(made.to)),
            )
        }
        Ok(_) => Finding::confirmed("a first move of the game"),
        Err(error) if means => Finding::contradicted(format!("no first move: {error}")),
        Err(_) => return None,
    };
    Some(finding.played(vec![text]))
}

/// Reads subjects outside the rules: values, clocks, programs, agreements.
pub fn outside(cx: &mut Context<'_>, said: &Sentence) -> bool {
    use Concept::{agreement, clock, program, worth};
    let text = said.text.to_lowercase();
    let kind = if said.has(program) || text.contains("not implemented") || text.contains("open source") {
        Some(("program", "about a program or a site"))
    } else if said.has(agreement) || said.has(clock) {
        Some(("end", "about players and clocks, not about positions"))
    } else if said.has(worth) {
        Some(("value", "about values and play, not about rules"))
    } else if said.has(Concept::claiming) || said.says("arbiter") {
        Some(("end", "about how a draw is claimed"))
    } else if text.contains("todo") {
        Some(("prose", "a note that has been left in the page"))
    } else {
        None
    };
    let Some((kind, detail)) = kind else { return false };
    cx.say(kind, said, Finding::not_checkable(detail));
    true
}

/// Returns `true` if a sentence is about rules.
pub fn is_about_rules(said: &Sentence) -> bool {
    use Concept::*;
    let rule_words = [
        passing,
        castling,
        promotion,
        checkmate,
        stalemate,
        under_check,
        into_check,
        own_check,
        check_word,
        capture,
        captured,
        diagonal,
        horizontal,
        vertical,
        ahead,
        backward,
        jump,
        wrapping,
        last_rank,
        last_ranks,
        zone,
        repetition,
        dropping,
        drawing,
        winning,
        losing,
        square,
        path,
        squares,
        duty,
        bare,
        insufficient,
        forcing,
        moving,
        files,
        ranks,
        board,
        attack,
        edge,
    ];
    !said.pieces.is_empty() || said.has_any(&rule_words)
}
