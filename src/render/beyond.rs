//! Special rules about moves, in words.

use crate::board::{BySide, Step};
use crate::english;
use crate::rules::{Beyond, Jumps, PieceId, Relations, Rules, Sight, Takes, Turns};

use super::words::{names, squares_in_a_sentence, squares_of_sides};

/// The sentences of all such rules of a game.
pub fn sentences(rules: &Rules) -> Vec<String> {
    let Beyond { takes, relations, turns, levels } = &rules.beyond;
    let mut all = Vec::new();
    takes_in_words(rules, takes, &mut all);
    relations_in_words(rules, relations, &mut all);
    turns_in_words(rules, turns, &mut all);
    all.extend(sight_in_words(rules.look.sight).map(str::to_owned));
    if !levels.forms.is_empty() {
        let form = |[one, other]: &[PieceId; 2]| format!("{} as {}", rules.piece(*one).name, rules.piece(*other).name);
        let forms: Vec<String> = levels.forms.iter().map(form).collect();
        let second = |id: PieceId| levels.forms.iter().any(|[_, other]| *other == id);
        let starts = rules.setup.pieces.iter().flatten().any(|placed| second(placed.piece));
        all.push(format!(
            "There are two boards, which the pictures draw on one. Pieces of the second board look different there, and have other names ({}).",
            forms.join(", ")
        ));
        if !starts {
            all.push("At the start, all pieces stand on the first board.".to_owned());
        }
        all.push(
            "A piece moves on the board on which it stands. It can capture only pieces of that board, and only they stand in its way. Then it \
             changes to the same square of the other board, which must be empty."
                .to_owned(),
        );
        if rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal()) {
            all.push(
                "A royal piece is attacked only by pieces of its own board. It must be safe when the move has been made on the board of the \
                 piece, and again when that piece has changed to the other board. So a piece cannot come from the other board to end a check."
                    .to_owned(),
            );
        }
        let in_passing = |piece: &crate::rules::Piece| {
            piece.movement.patterns.iter().any(|pattern| pattern.legs().iter().any(|leg| leg.terms.en_passant))
        };
        if rules.pieces.iter().any(in_passing) {
            all.push("A capture en passant may take a piece of either board.".to_owned());
        }
        if !rules.castling.is_empty() {
            all.push(
                "For castling, the squares between the two pieces must be empty on both boards, and both pieces change to the other board."
                    .to_owned(),
            );
        }
    }
    all.iter().map(|sentence| english::with_fitting_articles(sentence)).collect()
}

/// The part of the board that each side sees; `None` if it is everything.
fn sight_in_words(sight: Sight) -> Option<&'static str> {
    match sight {
        Sight::All => None,
        Sight::Reached => {
            Some("A side sees only its own pieces and the squares that they could move to or capture on.")
        }
        Sight::Own => Some("A side sees only its own pieces."),
    }
}

/// A group of pieces: `pieces` if it is all of them.
fn group(rules: &Rules, pieces: &[PieceId]) -> String {
    if pieces.len() == rules.pieces.len() { "piece".to_owned() } else { names(rules, pieces) }
}

fn takes_in_words(rules: &Rules, takes: &Takes, all: &mut Vec<String>) {
    let mut say = |holds: bool, text: String| {
        if holds {
            all.push(text);
        }
    };
    for chain in &takes.chains {
        say(true, chain_in_words(rules, chain));
    }
    say(takes.longest, "Of all such chains, a side must choose one that captures the most pieces.".to_owned());
    for rule in &takes.two_steps {
        let by = group(rules, &rule.by);
        let first = headed(&rule.steps);
        let first = if first.is_empty() { first } else { format!(", the first {}", first.trim_end()) };
        let second = match (rule.straight, first.is_empty()) {
            (true, true) => ", the second straight on or back",
            (true, false) => " and the second straight on or back",
            (false, _) => "",
        };
        say(
            true,
            format!(
                "A {by} may make two steps in one move{first}{second}, and capture with each. It may step back to the square from which it came: so it \
                 captures beside it without leaving its square, or passes the turn."
            ),
        );
    }
    say(
        !takes.unguarded_only.is_empty(),
        format!("A {} captures only pieces that no other enemy piece guards.", group(rules, &takes.unguarded_only)),
    );
    let pair = |[one, other]: &[PieceId; 2]| format!("{} and {}", rules.piece(*one).name, rules.piece(*other).name);
    let pairs: Vec<String> = takes.in_hand_as.iter().map(pair).collect();
    say(
        !pairs.is_empty(),
        format!(
            "A captured piece goes to the hand as the other piece of its pair: {}. A promoted piece first becomes again what it was, and so goes to the hand.",
            pairs.join("; ")
        ),
    );
}

fn chain_in_words(rules: &Rules, chain: &Jumps) -> String {
    let (by, of) = (group(rules, &chain.by), group(rules, &chain.of));
    let way = headed(&chain.jumps.iter().map(|(step, _)| *step).collect::<Vec<_>>());
    let over = match chain.jumps.iter().any(|(_, far)| *far) {
        true => format!("an enemy {of} at any distance, to any empty square behind it"),
        false => format!("an adjacent enemy {of} to the empty square behind it"),
    };
    let ends = match &chain.ends_in {
        BySide { white, black } if white.is_empty() && black.is_empty() => String::new(),
        squares => format!(". When it reaches {}, the move is over", squares_of_sides(rules, squares)),
    };
    let promotes = match chain.promotes_at_once {
        true => " A piece that reaches a square where it promotes does so at once, and goes on as what it has become.",
        false => "",
    };
    format!(
        "A {by} captures by jumping {way}over {over}, and must go on jumping until it can jump no more{ends}. Captured pieces leave the board when the \
         move is over, and no piece is jumped twice.{promotes}"
    )
}

/// The directions of some steps in words, with a space behind them: `diagonally forward `. Empty for steps in all directions.
fn headed(steps: &[Step]) -> String {
    let diagonal = |step: &Step| step.files != 0 && step.files.abs() == step.ranks.abs();
    let straight = |step: &Step| (step.files == 0) != (step.ranks == 0);
    let lines = match () {
        () if steps.iter().all(diagonal) => "diagonally ",
        () if steps.iter().all(straight) && steps.iter().any(|step| step.files != 0) => "along ranks and files ",
        () if steps.iter().all(straight) => "straight ",
        () => "",
    };
    let way = match () {
        () if steps.iter().all(|step| step.ranks > 0) => "forward ",
        () if steps.iter().all(|step| step.ranks < 0) => "backward ",
        () if steps.iter().all(|step| step.ranks >= 0) => "forward or sideways ",
        () => "",
    };
    format!("{lines}{way}")
}

fn relations_in_words(rules: &Rules, relations: &Relations, all: &mut Vec<String>) {
    let mut say = |holds: bool, text: String| {
        if holds {
            all.push(text);
        }
    };
    say(
        !relations.magnets.is_empty(),
        format!(
            "When a {} has moved, the next such piece on each side of its rank and file comes beside it if it is an enemy, and \
             goes as far away as it can if it is a friend.",
            group(rules, &relations.magnets)
        ),
    );
    say(
        relations.skips_walls,
        "Steps pass over walls as if they were not there: a leap is made step by step, first straight and then diagonally, each to the \
         next square that is not a wall."
            .to_owned(),
    );
    if !relations.persuasion.is_empty() {
        let worth = |id: PieceId| format!("{} {}", rules.piece(id).name, relations.persuasion[id.index()]);
        let worth: Vec<String> = rules.piece_ids().map(worth).collect();
        say(
            true,
            format!(
                "After a move, enemies change sides if their attackers are worth more than their protectors ({}). This is repeated until no \
                 piece changes sides.",
                worth.join(", ")
            ),
        );
        let wary = names(rules, &relations.wary);
        say(!relations.wary.is_empty(), format!("A {wary} may not move to a square where it would change sides."));
    }
}

fn turns_in_words(rules: &Rules, turns: &Turns, all: &mut Vec<String>) {
    if let Some(boards) = &turns.boards {
        let (white, black) = (&rules.look.sides.white, &rules.look.sides.black);
        let [first, second] = [boards.white, boards.black].map(|board| squares_in_a_sentence(&rules.geometry, board));
        all.push(format!(
            "There are two boards. On the one ({first}) {white} makes the first move, on the other ({second}) {black} does, and on each \
             board the sides move in turn. Each move of a turn is made on a board on which the side is to move, in any order, and the turn ends when there is none. \
             A move must leave the royal pieces of its own board safe. A side that is to move on a board and has no move there can make no move at \
             all."
        ));
    }
    if let Some(proposals) = &turns.proposals {
        let mark = &rules.piece(proposals.mark).name;
        all.push(format!(
            "A side does not choose the piece that it moves. It names the target square of one of its moves: an empty square (marked by a \
             {mark}) or that of an enemy. The other side then makes a move to that square with one of those pieces, and names a target itself."
        ));
    }
}
