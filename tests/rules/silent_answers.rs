//! Cases in which an answer was wrong without a word: each says what is right, and why.

use std::collections::BTreeSet;

use ferz::board::Square;
use ferz::compile;
use ferz::fen;
use ferz::game::{Compiled, Game};
use ferz::notation::uci;
use ferz::protocol;
use ferz::rules::{PieceId, Rules};
use ferz::variant::{NoFiles, VariantSource};
use ferz::work::{self, Limits, Stopped};

use crate::mutated_games::plays;

fn compiled(text: &str) -> Compiled {
    ferz::load_text(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn game(compiled: &Compiled, fen: &str) -> Game {
    let setup = fen::read(fen, compiled.rules()).unwrap_or_else(|error| panic!("{fen}: {}", error.message));
    compiled.game(&setup).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn texts(game: &Game) -> Vec<String> {
    uci::list(game).into_iter().map(|(text, _)| text).collect()
}

/// A capture in draughts: where it starts and ends, as what, and what is taken.
type Capture = (usize, usize, bool, BTreeSet<usize>);

/// Draughts with flying kings by brute force: every way is followed to its end.
struct Brute {
    size: i32,
    /// What stands on each square: nothing, or whether it is White's and a king.
    cells: Vec<Option<(bool, bool)>>,
    /// Whether a man that reaches the last rank goes on as a king.
    crowns: bool,
}

impl Brute {
    fn at(&self, place: (i32, i32)) -> Option<usize> {
        let inside = |value: i32| (0..self.size).contains(&value);
        (inside(place.0) && inside(place.1)).then_some((place.1 * self.size + place.0) as usize)
    }

    fn captures(&self) -> BTreeSet<Capture> {
        let mut found = BTreeSet::new();
        for (start, cell) in self.cells.iter().enumerate() {
            if let Some((true, king)) = *cell {
                self.jump(start, (start, king), &mut Vec::new(), &mut found);
            }
        }
        found
    }

    /// Jumps on from a square. Of several squares behind a piece those come first from which it goes on.
    fn jump(
        &self,
        start: usize,
        (at, king): (usize, bool),
        taken: &mut Vec<usize>,
        found: &mut BTreeSet<Capture>,
    ) -> bool {
        let mut jumped = false;
        for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let Some((victim, ends)) = self.along(start, (at, king), (dx, dy)) else { continue };
            if taken.contains(&victim) {
                continue;
            }
            jumped = true;
            taken.push(victim);
            let crowned = |end: usize| king || self.crowns && end as i32 / self.size == self.size - 1;
            let on: Vec<usize> =
                ends.iter().copied().filter(|end| self.goes_on(start, (*end, crowned(*end)), taken)).collect();
            for end in if on.is_empty() { ends } else { on } {
                if !self.jump(start, (end, crowned(end)), taken, found) {
                    let king = crowned(end) || end as i32 / self.size == self.size - 1;
                    found.insert((start, end, king, taken.iter().copied().collect()));
                }
            }
            taken.pop();
        }
        jumped
    }

    fn goes_on(&self, start: usize, placed: (usize, bool), taken: &[usize]) -> bool {
        [(1, 1), (1, -1), (-1, 1), (-1, -1)]
            .into_iter()
            .any(|step| self.along(start, placed, step).is_some_and(|(victim, _)| !taken.contains(&victim)))
    }

    fn along(&self, start: usize, (at, king): (usize, bool), step: (i32, i32)) -> Option<(usize, Vec<usize>)> {
        let place = |steps: i32| {
            let (x, y) = (at as i32 % self.size, at as i32 / self.size);
            self.at((x + step.0 * steps, y + step.1 * steps))
        };
        let free = |square: usize| square == start || self.cells[square].is_none();
        let mut steps = 1;
        while king && free(place(steps)?) {
            steps += 1;
        }
        let victim = place(steps).filter(|square| !free(*square) && matches!(self.cells[*square], Some((false, _))))?;
        let mut ends = Vec::new();
        while let Some(end) = place(steps + 1).filter(|end| free(*end) && (king || ends.is_empty())) {
            ends.push(end);
            steps += 1;
        }
        (!ends.is_empty()).then_some((victim, ends))
    }
}

fn draughts(size: usize, more: &str) -> String {
    let ranks = vec![size.to_string(); size].join("/");
    format!(
        "name: Wide\nextends: draughts\nboard: {{files: {size}, ranks: {size}}}\nsetup: {ranks} w - - 0 1\nrules:\n  \
         longest_capture: {{most: null}}\n  takes:\n    chains: [{{by: checker, jumps: F{more}}}, {{by: king, jumps: B{more}}}]\n"
    )
}

/// Men of Black's on every other dark square, and what White has.
fn brute(size: usize, own: &[(usize, bool)], enemies: &[usize], crowns: bool) -> Brute {
    let mut cells = vec![None; size * size];
    enemies.iter().for_each(|square| cells[*square] = Some((false, false)));
    own.iter().for_each(|(square, king)| cells[*square] = Some((true, *king)));
    Brute { size: size as i32, cells, crowns }
}

fn placement(brute: &Brute) -> String {
    let rank = |cells: &[Option<(bool, bool)>]| {
        let (mut text, mut empty) = (String::new(), 0);
        for cell in cells.iter().map(Some).chain([None]) {
            match cell {
                Some(None) => empty += 1,
                _ if empty > 0 => text += &std::mem::take(&mut empty).to_string(),
                _ => {}
            }
            if let Some(Some((white, king))) = cell {
                let letter = if *king { "k" } else { "c" };
                text += &if *white { letter.to_uppercase() } else { letter.to_owned() };
            }
        }
        text
    };
    let ranks: Vec<String> = brute.cells.chunks(brute.size as usize).rev().map(rank).collect();
    ranks.join("/") + " w - - 0 1"
}

/// Holds the captures that are listed against those of brute force, and gives back how many there are.
fn same_captures(text: &str, brute: &Brute) -> usize {
    let compiled = compiled(text);
    let game = game(&compiled, &placement(brute));
    let king = compiled.rules().piece_named("king");
    let moves = game.legal_moves();
    let listed: Vec<Capture> = moves
        .iter()
        .map(|made| {
            let taken = made.captures().squares().iter().map(|square| square.index()).collect();
            (made.from.index(), made.to.index(), Some(made.promotion().unwrap_or(made.piece)) == king, taken)
        })
        .collect();
    let found: BTreeSet<Capture> = listed.iter().cloned().collect();
    assert_eq!(found.len(), listed.len(), "a capture is listed twice in {}", placement(brute));
    assert_eq!(found, brute.captures(), "{}", placement(brute));
    let written: BTreeSet<String> = texts(&game).into_iter().collect();
    assert_eq!(written.len(), listed.len(), "two captures share a text in {}", placement(brute));
    assert_eq!(game.perft(1), listed.len() as u64);
    listed.len()
}

/// One king and 25 men on 12 by 12: there are far more ways than captures.
#[test]
fn every_chain_is_listed_however_many_ways_there_are() {
    let size = 12;
    let enemies: Vec<usize> = (0..5).flat_map(|x| (0..5).map(move |y| (2 * y + 2) * size + 2 * x + 2)).collect();
    assert_eq!(enemies.len(), 25);
    let found = same_captures(&draughts(size, ""), &brute(size, &[(0, true)], &enemies, false));
    assert!(found > 1_000, "{found}");
}

/// All ways to ask say the same of a capture and of how many there are: the list, the count, `why` and `ferz batch`.
#[test]
fn every_chain_is_told_in_every_way() {
    let size = 12;
    let enemies: Vec<usize> = (0..5).flat_map(|x| (0..5).map(move |y| (2 * y + 2) * size + 2 * x + 2)).collect();
    for at in [0, 5 * size + 3, 11 * size + 11] {
        let brute = brute(size, &[(at, true)], &enemies, false);
        let (text, fen) = (draughts(size, ""), placement(&brute));
        let count = brute.captures().len();
        let compiled = compiled(&text);
        let mut game = game(&compiled, &fen);
        let listed = texts(&game);
        assert_eq!((listed.len(), game.perft(1)), (count, count as u64), "{fen}");
        for text in listed.iter().step_by(1 + count / 20) {
            let answer = ferz::why::explain(&mut game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(answer.legal, "{text} in {fen}");
        }
        let ask = |verb: &str| serde_json::json!({"do": verb, "variant": {"yaml": text}, "fen": fen, "depth": 1});
        let mut moves = ask("moves");
        moves.as_object_mut().unwrap().remove("depth");
        let input = format!("{moves}\n{}\n", ask("perft"));
        let mut output = Vec::new();
        protocol::run(std::io::Cursor::new(input.into_bytes()), &mut output, &protocol::Options::default()).unwrap();
        let answers = String::from_utf8(output).unwrap();
        let answers: Vec<serde_json::Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers[0]["moves"].as_array().map(Vec::len), Some(count), "{}", answers[0]["error"]);
        assert_eq!(answers[1]["nodes"], count);
    }
}

/// On 20 by 20 a king has more chains than can be listed, and a man has one plain capture: that is never called illegal.
#[test]
fn a_plain_capture_beside_endless_chains_is_legal_or_given_up() {
    let size = 20;
    let mut enemies: Vec<usize> = (0..8).flat_map(|x| (0..8).map(move |y| (2 * y + 4) * size + 2 * x + 2)).collect();
    enemies.push(size + 18);
    let brute = brute(size, &[(2 * size, true), (17, false)], &enemies, false);
    let compiled = compiled(&draughts(size, ""));
    let limits = Limits { steps: Some(2_000_000), ..Limits::default() };
    let mut game = game(&compiled, &placement(&brute));
    assert!(work::within(&limits, || game.legal_moves()).is_err());
    let (from, to) = (compiled.rules().geometry.name(Square::new(17)), compiled.rules().geometry.name(Square::new(59)));
    let text = format!("{from}{to}");
    match work::within(&limits, || ferz::why::explain(&mut game, &text)) {
        Ok(answer) => assert!(answer.unwrap_or_else(|error| panic!("{text}: {error}")).legal, "{text}"),
        Err(stopped) => assert_eq!(stopped, Stopped::Steps(2_000_000)),
    }
}

/// Positions at random, with men and kings, of each of the ways in which men are crowned.
#[test]
fn chains_are_those_of_brute_force() {
    let mut random = ferz::play::Random::new(11);
    let mut captures = 0;
    for round in 0..300 {
        let size = 6 + random.below(4);
        let (mut own, mut enemies) = (Vec::new(), Vec::new());
        for square in (0..size * size).filter(|square| (square % size + square / size).is_multiple_of(2)) {
            let last = square / size == size - 1;
            match random.below(12) {
                0 if !last => own.push((square, random.below(2) == 0)),
                1..=3 => enemies.push(square),
                _ => {}
            }
        }
        let crowns = round % 2 == 0;
        let brute = brute(size, &own, &enemies, crowns);
        if brute.captures().is_empty() {
            continue;
        }
        captures += same_captures(&draughts(size, if crowns { ", promotes_at_once: true" } else { "" }), &brute);
    }
    assert!(captures > 300, "{captures}");
}

/// A king among 20 men on 12 by 12 where the longest chain is obliged: all of the longest are there, and no other.
#[test]
fn a_plain_capture_is_there_beside_many_chains() {
    let text = draughts(12, "").replace("most: null", "most: count of captured");
    let compiled = compiled(&text);
    let size = 12;
    let enemies: Vec<usize> = (0..4).flat_map(|x| (0..5).map(move |y| (2 * y + 2) * size + 2 * x + 2)).collect();
    let brute = brute(size, &[(0, true), (11, false)], &enemies, false);
    let most = brute.captures().iter().map(|capture| capture.3.len()).max();
    let game = game(&compiled, &placement(&brute));
    let listed = game.legal_moves();
    assert!(listed.iter().all(|made| Some(made.captures().squares().len()) == most));
    let longest = brute.captures().iter().filter(|capture| Some(capture.3.len()) == most).count();
    assert_eq!(listed.len(), longest);
}

/// Where there are more chains than can be listed, the bound on the work ends the search and is named; nothing is left out.
#[test]
fn too_many_chains_are_an_error_that_names_the_limit() {
    let size = 20;
    let enemies: Vec<usize> = (0..9).flat_map(|x| (0..9).map(move |y| (2 * y + 2) * size + 2 * x + 2)).collect();
    let compiled = compiled(&draughts(size, ""));
    let game = game(&compiled, &placement(&brute(size, &[(0, true)], &enemies, false)));
    let limits = Limits { steps: Some(2_000_000), ..Limits::default() };
    let listed = work::within(&limits, || game.legal_moves());
    assert_eq!(listed.map(|moves| moves.len()), Err(Stopped::Steps(2_000_000)));
    let counted = work::within(&limits, || game.perft(1));
    assert_eq!(counted, Err(Stopped::Steps(2_000_000)));
    // The same position without the king is answered after that.
    let few = self::game(&compiled, &placement(&brute(size, &[(1, false), (21, false)], &enemies[..1], false)));
    assert!(work::within(&limits, || few.legal_moves()).is_ok_and(|moves| !moves.is_empty()));
}

/// A turn that grows has as many moves as the file says, beyond 255 too, and the FEN keeps their number.
#[test]
fn turns_grow_beyond_what_a_byte_holds() {
    let text = "name: Growing\nextends: chess\nturns: {moves: turn number}\n";
    let compiled = compiled(text);
    let mut game = game(&compiled, "4k3/8/8/8/8/8/8/R3K3 w - - 0 400");
    ferz::notation::play_line(&mut game, &"e1d1 d1e1 ".repeat(150)).expect("moves of one turn");
    let written = fen::write(&game.setup(), compiled.rules());
    assert!(written.ends_with("w - - 300 400 state:made=300"), "{written}");
    let back = self::game(&compiled, &written);
    assert_eq!(fen::write(&back.setup(), compiled.rules()), written);
}

#[test]
fn a_man_goes_on_as_a_king_where_the_file_says_so() {
    let text = "name: Russian\nextends: draughts\nboard: {files: 8, ranks: 8}\nsetup: 1c1c1c1c/c1c1c1c1/1c1c1c1c/8/8/C1C1C1C1/1C1C1C1C/C1C1C1C1 w - - 0 1\n\
                rules:\n  longest_capture: {most: null}\n  takes:\n    chains: [{by: checker, jumps: F, promotes_at_once: true}, {by: king, jumps: B}]\n";
    let russian = compiled(text);
    assert_eq!(texts(&game(&russian, "8/2c5/1C3c2/8/8/8/8/8 w - - 0 1")), ["b6g5k", "b6h4k"]);
    assert_eq!(texts(&game(&russian, "8/2c5/1C6/8/8/8/8/8 w - - 0 1")), ["b6d8k"]);
    let at_the_end = compiled(&text.replace(", promotes_at_once: true", ""));
    assert_eq!(texts(&game(&at_the_end, "8/2c5/1C3c2/8/8/8/8/8 w - - 0 1")), ["b6d8k"]);
    plays(&russian, &mut ferz::play::Random::new(1)).unwrap();
}

#[test]
fn drops_as_another_piece_have_texts_of_their_own() {
    let text = "name: Two ways\nextends: crazyhouse\npieces: {pawn: {drop: {also_as: bishop}}, knight: {drop: {also_as: bishop}}}\n\
                setup: 4k3/8/8/8/8/8/8/4K3[PNB] w - - 0 1\n";
    let compiled = compiled(text);
    let mut start = compiled.start().expect("a start");
    let listed = texts(&start);
    for wanted in ["B@a3", "P=B@a3", "N=B@a3", "N@a3", "P@a3"] {
        assert!(listed.iter().any(|text| text == wanted), "{wanted}: {listed:?}");
    }
    let pawn = compiled.rules().piece_named("pawn");
    for text in ["P=B@a3", "P=B@a3+"] {
        let made = ferz::notation::parse(&mut start, text.trim_end_matches('+')).unwrap();
        assert_eq!(Some(made.piece), pawn);
    }
    let read: ferz::Uci = "P=B@a3".parse().expect("a move in UCI notation");
    assert_eq!(read.to_move(&mut start).unwrap().piece, pawn.expect("a pawn"));
    // Where only one piece comes onto a square as a bishop, nothing is said of it.
    let alone = game(&compiled, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1");
    assert!(texts(&alone).iter().any(|text| text == "B@a3"));
    plays(&compiled, &mut ferz::play::Random::new(1)).unwrap();
}

#[test]
fn no_drop_elsewhere_while_a_first_square_is_empty() {
    let text = "name: First\nextends: crazyhouse\npieces: {knight: {drop: {first: d4 e4, on: rank 1-3}}}\n\
                setup: 4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\n";
    let compiled = compiled(text);
    let drops = |fen: &str| texts(&game(&compiled, fen)).into_iter().filter(|text| text.contains('@')).count();
    assert_eq!(drops("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"), 0);
    assert_eq!(drops("4k3/8/8/8/3PP3/8/8/4K3[N] w - - 0 1"), 23);
}

/// A wall never comes onto a square on which a piece stands, and no piece is lost in a FEN.
#[test]
fn walls_and_pieces_stand_apart() {
    let edge = "(empty on (rank 1 or rank 8 or file a or file h)) or (empty a \"W\" away from walls)";
    for place in ["empty on origin", "empty", edge, "empty reached by mover"] {
        for follows in [
            "{pieces: last captured, moved_by: own, when: moves made > 0}",
            "{pieces: last mover, moves_only_as: last captured, when: moves made > 0}",
            "{may_replace: move, when: moves made > 0, choose: empty, place: last captured, on: chosen}",
        ] {
            let turns = "turns: {while: any captured}\n";
            let text = format!(
                "name: Walled\nextends: nocastle\n{turns}rules:\n  \
                 walls: {{after: any move, choose: {place}, if_none: forbid, build: chosen}}\n  follows: {follows}\n"
            );
            let compiled = compiled(&text);
            for seed in 0..12 {
                apart(&compiled, seed).unwrap_or_else(|error| panic!("{text}{error}"));
            }
        }
    }
}

/// A wall that came onto the square that an earlier action of the turn passed bars en passant there.
#[test]
fn nothing_is_taken_in_passing_on_a_wall_or_of_a_piece_that_has_gone() {
    let text = "name: Walled\nextends: nocastle\nrules:\n  \
                walls: {after: any move, choose: empty, if_none: forbid, build: chosen}\nturns: {moves: 2}\n";
    let walled = compiled(text);
    let mut game = game(&walled, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    let passes = |game: &Game| texts(game).iter().any(|text| text.starts_with("d4e3"));
    let mut other = game.clone();
    ferz::notation::play_line(&mut game, "e2e4,a1 e1d1,a2").unwrap();
    assert!(passes(&game));
    ferz::notation::play_line(&mut other, "e2e4,a1 e1d1,e3").unwrap();
    assert!(!passes(&other));
    let plain = compiled("name: Two\nextends: nocastle\nturns: {moves: 2}\n");
    let mut gone = self::game(&plain, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    ferz::notation::play_line(&mut gone, "e2e4 e4e5").unwrap();
    assert!(!passes(&gone));
}

fn apart(compiled: &Compiled, seed: u64) -> Result<(), String> {
    let mut random = ferz::play::Random::new(seed);
    let mut game = compiled.start().map_err(|error| error.to_string())?;
    for _ in 0..60 {
        let setup = game.setup();
        let both = |square: &ferz::board::Square| setup.pieces[square.index()].is_some();
        if let Some(square) = setup.walls.iter().find(both) {
            let name = compiled.rules().geometry.name(square);
            return Err(format!("a wall and a piece on {name}: {}", fen::write(&setup, compiled.rules())));
        }
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        // What takes is more telling.
        let taking: Vec<_> = moves.iter().filter(|made| made.is_capture()).copied().collect();
        let from = if taking.is_empty() { &moves } else { &taking };
        game.play(&from[random.below(from.len())]);
    }
    Ok(())
}

fn problems(text: &str) -> Vec<String> {
    let source = VariantSource::Text { name: "text".to_owned(), text: text.to_owned() };
    let loaded = ferz::check(&source, &NoFiles).expect("a text can be read");
    loaded.problems.iter().map(|problem| format!("{}: {}", problem.code.name(), problem.message)).collect()
}

/// Two pieces that a rule tells apart are not the same, whatever the rule.
#[test]
fn pieces_that_a_rule_tells_apart_are_not_the_same() {
    let file = |rules: &str| {
        format!(
            "name: Twins\nextends: chess\npieces: {{guard: {{symbol: G, moves: K}}, scout: {{symbol: S, moves: K}}}}\n\
             setup: rnbqkbnr/pppppppp/8/8/3gs3/3GS3/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n{rules}"
        )
    };
    let twins = |rules: &str| problems(&file(rules)).iter().filter(|problem| problem.starts_with("same-moves")).count();
    assert_eq!(twins(""), 1);
    for rules in [
        "rules: {careful: {after: capture by guard, require: no (enemy pieces except guard) attacking mover}}",
        "rules: {again: {may_replace: move, choose: empty where last captured is guard, place: last captured, on: chosen}}",
        "rules: {crown: {after: capture by guard, change: mover, into: queen}}",
        "rules: {two: {pieces: guard, also_moves: mcavK, told_apart: true}}",
    ] {
        assert_eq!(twins(rules), 0, "{rules}");
    }
}

/// Each group of pieces that rules name is found, in whatever rule it stands.
#[test]
fn groups_of_pieces_are_found_in_all_rules() {
    let named = |rules: &Rules, piece: PieceId| {
        let mut found = false;
        rules.each_group(&mut |pieces| found |= pieces == [piece]);
        found
    };
    let general = [
        "must_drop: {must: drop of X}",
        "faces: {after: [move, drop], when: before (any own X a \"R\" away from enemy X), require: no own X a \"R\" away from enemy X}",
        "stone: {after: capture by X, do: [{remove: pieces on destination}, {build: destination}]}",
        "careful: {after: capture by X, require: no (enemy pieces except X) attacking mover}",
        "two: {pieces: X, also_moves: [mcaK, mcabK], told_apart: true}",
        "bang: {after: capture, capture: mover or (pieces beside destination except X)}, own: {forbid: check, when: any own royal pieces beside destination}",
    ];
    let takes = ["chains: [{by: X, jumps: F}]", "in_hand_as: {X: bishop}"];
    let wrapped =
        |group: &str, keys: &[&str]| -> Vec<String> { keys.iter().map(|key| format!("{group}: {{{key}}}")).collect() };
    let all = general.iter().map(|key| (*key).to_owned());
    for key in all.chain(wrapped("takes", &takes)) {
        let key = key.replace('X', "guard");
        let base = if key.contains("hand") || key.contains("drop") { "crazyhouse" } else { "chess" };
        let text = format!("name: One\nextends: {base}\npieces: {{guard: {{symbol: G, moves: K}}}}\nrules: {{{key}}}");
        let source = VariantSource::Text { name: "text".to_owned(), text };
        let loaded = compile::load(&source, &NoFiles).expect("a text can be read");
        let rules = loaded.variant.unwrap_or_else(|| panic!("{key}: {:?}", loaded.problems)).rules;
        let guard = rules.piece_named("guard").expect("it is defined");
        assert!(named(&rules, guard), "{key}");
    }
}

/// What `check` accepts can be begun.
#[test]
fn a_start_in_check_is_found_whatever_gives_the_check() {
    let together = "name: Kings\nextends: chess\npieces: {king: {royal: together}}\n\
                    setup: k3k3/8/8/8/R3R3/8/8/4K3 w - - 0 1\ncastling: none";
    let own = "name: Own\nextends: chess\nrules: {own: {pieces: pieces, also_checks: royal own pieces}}";
    let struck = "name: Struck\nextends: chess\nrules: {struck: {pieces: rook, also_moves: N, to: enemy pieces, taker: stays}}\n\
                  setup: 4k3/2R5/8/8/8/8/8/4K3 w - - 0 1\ncastling: none";
    for text in [together, own, struck] {
        assert!(problems(text).iter().any(|problem| problem.starts_with("opponent-in-check")), "{text}");
    }
    // A king behind a shield cannot be taken, so this is no check.
    let shielded = "name: Shields\nextends: chess\nrules: {shield: {forbid: attack of enemy king beside enemy knight}}\n\
                    setup: 3nk3/8/8/8/8/8/4R3/4K3 w - - 0 1\ncastling: none";
    assert_eq!(problems(shielded), Vec::<String>::new());
    let one_is_safe = together.replace("R3R3", "4R3");
    assert_eq!(problems(&one_is_safe), Vec::<String>::new());
}
