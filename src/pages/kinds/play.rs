//! Sentences about the board, its edges, turns, notation, and what rules cannot decide.

use crate::board::{Side, SquareSet, Topology};
use crate::notation::san;
use crate::pages::claim::{Finding, Verdict};
use crate::pages::context::Context;
use crate::pages::moves::{fen_of, setup_of};
use crate::pages::phrases::Concept;
use crate::pages::sentence::{Sentence, Topic};
use crate::pages::trial::{self, Trial};

/// Joined edges of the board.
pub fn edges(cx: &mut Context<'_>, said: &Sentence) -> bool {
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
    false
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
    let Some((setup, _)) = super::conditions::example(cx) else {
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
