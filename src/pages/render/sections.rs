//! The parts of a page: what each says, as data that HTML and Markdown share.

use std::collections::BTreeMap;

use crate::board::{BySide, Side, SquareSet, Topology};
use crate::english;
use crate::fen;
use crate::game::Compiled;
use crate::interpreter::MoveKind;
use crate::notation::uci;
use crate::pages::moves::{fen_of, is_colour_bound, names, setup_of};
use crate::render::emblem::Emblem;
use crate::rules::tree::{Rule, RuleKind};
use crate::rules::{Condition, Piece, PieceId, Promotion, Royalty, Rules, Setup, Squares};
use crate::work;

use super::owners::side_of;
use super::picture::{Mark, Picture, marks};
use super::{basics, first, glances, prose, told};

/// A piece with its texts and pictures on the page.
#[derive(Clone, Debug)]
pub struct PieceText {
    /// Which piece it is.
    pub id: PieceId,
    /// Its name.
    pub name: String,
    /// Its letters.
    pub symbols: String,
    /// Its notation.
    pub notation: String,
    /// Its moves in sentences.
    pub moves: Vec<String>,
    /// Further remarks.
    pub remarks: Vec<String>,
    /// Its moves from a square in the middle.
    pub pictures: Vec<Picture>,
}

/// Where the pieces of a kind and a side stand.
#[derive(Clone, Debug)]
pub struct SetupLine {
    /// The kind.
    pub piece: PieceId,
    /// The side.
    pub side: Side,
    /// Both in words.
    pub name: String,
    /// The squares.
    pub squares: String,
}

/// The lines of the setup: squares and the pieces on them.
pub fn setup_lines(rules: &Rules) -> Vec<SetupLine> {
    let mut lines = Vec::new();
    for side in Side::ALL {
        for piece in rules.piece_ids() {
            let squares: SquareSet = rules
                .geometry
                .squares()
                .iter()
                .filter(|square| {
                    rules.setup.pieces[square.index()]
                        .is_some_and(|placed| placed.piece == piece && placed.side == side)
                })
                .collect();
            if !squares.is_empty() {
                let name = prose::polished(rules, &english::owned(&rules.look.sides[side], &rules.piece(piece).name));
                lines.push(SetupLine { piece, side, name, squares: names(&rules.geometry, squares) });
            }
        }
    }
    lines
}

/// The pieces in hand of both sides at the start.
pub fn hands(rules: &Rules) -> Vec<String> {
    let held = |side: Side| {
        let count = |id: &PieceId| rules.setup.hands[side].get(id.index()).copied().unwrap_or(0);
        let each =
            rules.piece_ids().filter(|id| count(id) > 0).map(|id| format!("{} {}", count(&id), rules.piece(id).name));
        each.collect::<Vec<_>>().join(", ")
    };
    let texts = BySide::from_fn(held);
    let sides = &rules.look.sides;
    match texts.white == texts.black {
        true if texts.white.is_empty() => Vec::new(),
        true => vec![format!("Each side has in hand: {}.", texts.white)],
        false => Side::ALL
            .into_iter()
            .filter(|side| !texts[*side].is_empty())
            .map(|side| format!("{} {} in hand: {}.", sides[side], english::verb(&sides[side], "have"), texts[side]))
            .collect(),
    }
}

/// All pieces.
pub fn pieces(compiled: &Compiled) -> Vec<PieceText> {
    let rules = compiled.rules();
    let all: Vec<PieceText> = rules.piece_ids().map(|piece| piece_text(compiled, piece)).collect();
    all.iter().map(|text| like_another(rules, text, &all).unwrap_or_else(|| text.clone())).collect()
}

/// The text on a piece that moves like another one; `None` if there is none. Only pieces of the start are such models.
fn like_another(rules: &Rules, text: &PieceText, all: &[PieceText]) -> Option<PieceText> {
    let starts = |id: PieceId| rules.setup.pieces.iter().flatten().any(|placed| placed.piece == id);
    let marks = |text: &PieceText| text.pictures.iter().map(|picture| picture.marks.clone()).collect::<Vec<_>>();
    let alike = |other: &&PieceText| {
        let named = |said: &String| said.replace(&other.name, &text.name);
        starts(other.id) && other.moves.iter().map(named).eq(text.moves.iter().cloned()) && marks(other) == marks(text)
    };
    let is_model = starts(text.id) || text.pictures.is_empty() || text.moves.is_empty();
    let other = all.iter().filter(|_| !is_model).find(alike)?;
    let said = format!("The {} moves like a {}.", text.name, other.name);
    let remarks = text.remarks.iter().filter(|remark| *remark != COLOUR_BOUND).cloned().collect();
    Some(PieceText {
        moves: vec![english::with_fitting_articles(&said)],
        remarks,
        pictures: Vec::new(),
        ..text.clone()
    })
}

/// The remark on a piece that never changes the colour of its square.
const COLOUR_BOUND: &str = "It stays on squares of one colour.";

fn piece_text(compiled: &Compiled, piece: PieceId) -> PieceText {
    let rules = compiled.rules();
    let definition = rules.piece(piece);
    let mut remarks = prose::remarks(rules, definition);
    let moves_at_all = !definition.movement.patterns.is_empty();
    let checked = rules.look.squares == Squares::Checked;
    if checked && moves_at_all && definition.promotion.is_none() && is_colour_bound(rules, piece, side_of(rules, piece))
    {
        remarks.insert(0, COLOUR_BOUND.to_owned());
    }
    let polish = |all: Vec<String>| all.iter().map(|text| prose::polished(rules, text)).collect::<Vec<_>>();
    let (moves, remarks) = (polish(prose::moves(rules, piece)), polish(remarks));
    PieceText {
        id: piece,
        name: prose::polished(rules, &definition.name),
        symbols: [&definition.symbol.white, &definition.symbol.black].map(String::as_str).join(" "),
        notation: definition.notation.clone(),
        moves,
        remarks,
        pictures: glances::of_piece(compiled, piece),
    }
}

/// The zones in which pieces promote, one picture a side; none where a zone is just the last rank.
pub fn promotions(rules: &Rules) -> Vec<Picture> {
    let mut pictures: Vec<(BySide<SquareSet>, Side, Vec<String>)> = Vec::new();
    for piece in &rules.pieces {
        let Some(promotion) = &piece.promotion else { continue };
        let zone = BySide::from_fn(|side| promotion.zone[side] & rules.geometry.squares());
        if prose::zone(rules, &zone) == "the last rank" {
            continue;
        }
        for side in Side::ALL {
            match pictures.iter_mut().find(|(other, whose, _)| *other == zone && *whose == side) {
                Some((.., names)) => names.push(piece.name.clone()),
                None => pictures.push((zone, side, vec![piece.name.clone()])),
            }
        }
    }
    let picture = |(zone, side, names): (BySide<SquareSet>, Side, Vec<String>)| Picture {
        title: match names.len() {
            1..=2 => {
                let pieces = prose::polished(rules, &names.join(" or "));
                format!("Where {} {pieces} promotes.", english::possessive(&rules.look.sides[side]))
            }
            _ => format!("Where {} pieces promote.", english::possessive(&rules.look.sides[side])),
        },
        from: None,
        setup: setup_of(rules, &[], side),
        marks: marks(zone[side], Mark::Zone),
        words: prose::squares(rules, zone[side]),
        checks: Vec::new(),
    };
    pictures.into_iter().take(4).map(picture).collect()
}

/// Each castling before and after.
pub fn castlings(compiled: &Compiled) -> Vec<(Picture, Picture)> {
    let rules = compiled.rules();
    let rights = fen::castling_rights(rules, &rules.setup.pieces, |_| true);
    let mut found = Vec::new();
    for right in rights {
        let rule = &rules.castling[usize::from(right.rule)];
        let twin = |other: &crate::rules::CastlingRule| {
            other.side == Side::White && other.letter.eq_ignore_ascii_case(&rule.letter)
        };
        // A castling move of Black that mirrors White's is not shown again.
        if rule.side == Side::Black && rules.castling.iter().any(twin) {
            continue;
        }
        let (Some(mover), Some(partner)) =
            (rules.setup.pieces[right.from.index()], rules.setup.pieces[right.partner.index()])
        else {
            continue;
        };
        let mut before = setup_of(
            rules,
            &[(right.from, mover.piece, rule.side), (right.partner, partner.piece, rule.side)],
            rule.side,
        );
        before.castling = vec![right];
        let Ok(mut game) = compiled.game_unchecked(&before) else { continue };
        let listed = uci::list(&game);
        let castles = |made: &crate::interpreter::Move| matches!(made.kind(), MoveKind::Castling { .. });
        let Some((text, made)) = listed.into_iter().find(|(_, made)| castles(made)) else { continue };
        let check = format!("legal {text} @ {}", fen_of(rules, &before));
        game.play(&made);
        let name = |square| rules.geometry.name(square);
        let words = format!(
            "The {} goes from {} to {}, the {} from {} to {}.",
            rules.piece(mover.piece).name,
            name(right.from),
            name(rule.to),
            rules.piece(partner.piece).name,
            name(right.partner),
            name(rule.partner_to)
        );
        let words = prose::polished(rules, &words);
        let picture = |title: String, setup: Setup, checks: Vec<String>| Picture {
            title,
            from: None,
            setup,
            marks: BTreeMap::new(),
            words: words.clone(),
            checks,
        };
        let side = &rules.look.sides[rule.side];
        let castles = english::verb(side, "castle");
        let to = rules.geometry.name(rule.to);
        found.push((
            picture(format!("{side} {castles} to {to}: before."), before, vec![check]),
            picture("After.".to_owned(), game.setup(), Vec::new()),
        ));
    }
    found
}

/// Sentences about promotions.
pub fn promotion_sentences(rules: &Rules) -> Vec<String> {
    let promotes = rules.pieces.iter().filter_map(|piece| Some((piece, piece.promotion.as_ref()?)));
    let all: Vec<Promoting> = promotes.map(|(piece, rule)| Promoting::new(rules, piece, rule)).collect();
    let mut said: Vec<String> = Vec::new();
    for (at, one) in all.iter().enumerate() {
        let alike: Vec<&Promoting> = all.iter().filter(|other| other.is_like(one)).collect();
        let is_first = !all[..at].iter().any(|other| other.is_like(one));
        match alike.len() >= MANY_ALIKE {
            true if is_first => said.push(Promoting::together(&alike)),
            true => {}
            false => said.push(one.text.clone()),
        }
    }
    said.iter().map(|text| prose::polished(rules, text)).collect()
}

/// From this number on, pieces that promote by the same rule share a sentence.
const MANY_ALIKE: usize = 3;

/// The sentences on a promotion, and what they say without the names of the two pieces.
struct Promoting {
    text: String,
    /// The name of the piece, that of the piece that it becomes, and the sentences without both; `None` for a choice.
    pattern: Option<(String, String, String)>,
}

impl Promoting {
    fn new(rules: &Rules, piece: &Piece, rule: &Promotion) -> Promoting {
        let text = prose::promotion(rules, piece, rule);
        let pattern = match (rule.choices.white.as_slice(), rule.choices.black.as_slice()) {
            ([one], [other]) if one == other => {
                let new = &rules.piece(*one).name;
                let who = text.strip_prefix(&format!("A {} that ", piece.name));
                let whole = who.and_then(|rest| {
                    let (before, behind) = rest.split_once(&format!(" become {}", prose::a(new)))?;
                    (!behind.contains(piece.name.as_str())).then(|| format!("A piece that {before} promote{behind}"))
                });
                whole.map(|whole| (piece.name.clone(), new.clone(), whole))
            }
            _ => None,
        };
        Promoting { text, pattern }
    }

    fn is_like(&self, other: &Promoting) -> bool {
        match (&self.pattern, &other.pattern) {
            (Some((.., one)), Some((.., other))) => one == other,
            _ => false,
        }
    }

    /// One sentence for several pieces, and the list of what they become.
    fn together(alike: &[&Promoting]) -> String {
        let pairs = alike.iter().filter_map(|one| one.pattern.as_ref());
        let text = pairs.clone().map(|(.., text)| text.as_str()).next().unwrap_or_default();
        let list: Vec<String> = pairs.map(|(piece, new, _)| format!("{piece} to {new}")).collect();
        format!("{text} This holds for these promotions: {}.", list.join(", "))
    }
}

/// The sizes of the board, or of what it is made of.
fn board(rules: &Rules) -> Vec<String> {
    let geometry = &rules.geometry;
    let (files, ranks, levels) = (geometry.files(), geometry.ranks(), geometry.levels());
    if prose::has_levels(rules) {
        let each = geometry.ranks_of_a_level();
        let ranks = format!(
            "The ranks are numbered through all levels: ranks 1 to {each} are on the lowest level, ranks {} to {} on the one above it",
            each + 1,
            2 * each
        );
        return vec![
            format!("The board has {levels} levels, one above the other, each with {files} files and {each} ranks."),
            format!("{ranks}{}.", if levels > 2 { ", and so on" } else { "" }),
            "There are three axes: along the ranks, along the files, and straight up or down through the levels. A move along several axes \
             alike goes equally far along each of them. For White, ahead is towards the higher ranks of a level, or towards a higher level; for \
             Black, it is the other way round."
                .to_owned(),
        ];
    }
    let halves = rules.beyond.turns.boards.as_ref().map(|boards| boards.white);
    if let Some(one) = halves.filter(|one| one.count() as usize * 2 == files * ranks && ranks % 2 == 0) {
        let lower = one.iter().all(|square| geometry.rank(square) < ranks / 2);
        let upper = one.iter().all(|square| geometry.rank(square) >= ranks / 2);
        if lower || upper {
            return vec![format!("Each of the two boards has {files} files and {} ranks.", ranks / 2)];
        }
    }
    let mut found = vec![format!("The board has {files} files and {ranks} ranks.")];
    found.extend(right_corner(rules));
    if geometry.topology() == Topology::Hexagonal {
        found.push(
            "The files run straight up the board. The ranks are straight lines that go down to the right, so a file further right may begin \
             with a higher rank than 1."
                .to_owned(),
        );
    }
    if matches!(geometry.topology(), Topology::Hexagonal | Topology::HexagonalRanks) {
        found.push(format!("It is made of {} hexagons.", geometry.squares().count()));
        found.push(
            "A line of neighbours leads from cell to cell through the edges between them, in six directions. A line between two lines of neighbours \
             leads through the corners of cells, always to cells of the same colour, in six directions."
                .to_owned(),
        );
    }
    found
}

/// The colour of the corner at the right of each player; `None` if it differs, or on boards without two colours.
fn right_corner(rules: &Rules) -> Option<String> {
    let geometry = &rules.geometry;
    let plain = geometry.topology() == Topology::Rectangle && rules.look.squares == Squares::Checked;
    let corners = [geometry.at(geometry.files() - 1, 0)?, geometry.at(0, geometry.ranks() - 1)?];
    let dark = corners.map(|corner| (geometry.file(corner) + geometry.rank(corner)).is_multiple_of(2));
    let stands = corners.iter().all(|corner| geometry.squares().contains(*corner));
    let colour = if dark[0] { "dark" } else { "light" };
    (plain && stands && dark[0] == dark[1] && rules.tree.sides.order.len() <= 2)
        .then(|| format!("The corner at the right of each player is a {colour} square."))
}

/// Sentences about the board and its edges.
pub fn board_in_words(rules: &Rules) -> Vec<String> {
    let found = board(rules).into_iter().chain(prose::edges(rules));
    found.map(|text| prose::polished(rules, &text)).collect()
}

/// Sentences about the board, the side that begins, and forbidden and forced moves.
pub fn play(compiled: &Compiled) -> Vec<String> {
    let mut found = board_in_words(compiled.rules());
    found.extend(play_in_words(compiled));
    found
}

/// Sentences about the side that begins, and about forbidden and forced moves.
pub fn play_in_words(compiled: &Compiled) -> Vec<String> {
    let rules = compiled.rules();
    let mut found = vec![begins(compiled)];
    found.extend(basics::in_words(rules));
    let mut royal = prose::royal_pieces(rules).into_iter().filter(|piece| piece.royalty == Royalty::Royal);
    match (royal.next(), royal.next()) {
        (Some(only), None) if !rules.constraints.no_checks => {
            let turn = if rules.tree.turns.is_some() { " with the first move of the turn" } else { "" };
            found.push(format!("{} that an enemy piece could capture is in check.", capital(&only.name)));
            found.push(format!(
                "A player in check must get out of it{turn}, and no move may leave one's own {} in check.",
                only.name
            ));
        }
        _ => found.extend(several_royals(rules)),
    }
    found.extend(first::passing_in_words(rules));
    found.extend(crate::render::endings::moves_in_words(rules));
    found.extend(told::whole(rules));
    found.extend(crate::render::hands::in_words(rules));
    found.extend(crate::render::endings::shuffle_in_words(rules));
    if rules.tree.turns.is_some() && rules.tree.rules.is_empty() {
        found.push("The moves of a turn may be made by one piece or by different pieces.".to_owned());
    }
    let sided = |text: &String| text.contains(" to the right") || text.contains(" to the left");
    if rules.piece_ids().any(|id| prose::moves(rules, id).iter().any(sided)) {
        found.push("Right and left are as the owner of the piece sees the board.".to_owned());
    }
    if says_no_castling(rules) {
        found.push("There is no castling.".to_owned());
    }
    if prose::is_peaceful(rules) {
        found.push("Nothing is ever captured.".to_owned());
    }
    found.iter().map(|text| prose::polished(rules, text)).collect()
}

/// The rules of check of a game in which a side can have several royal pieces of a kind, or none at all.
fn several_royals(rules: &Rules) -> Vec<String> {
    let mut together = rules.pieces.iter().filter(|piece| piece.royalty == Royalty::Together);
    if let (Some(only), None) = (together.next(), together.next()) {
        let (royal, royals) = (&only.name, english::plural(&only.name));
        return vec![
            format!("A player who has only one {royal} must get it out of check, and no move may leave it in check."),
            format!(
                "A player with several {royals} is in check only if all of them are attacked, and no move may leave all of them \
                 attacked. As long as a player has several {royals}, one of them may be left or moved where it can be captured."
            ),
        ];
    }
    // Players expect checks to a piece whose loss ends the game.
    let has_royal = rules.pieces.iter().any(|piece| piece.royalty.is_ever_royal());
    let emblems = Emblem::of_all(rules);
    let decides = |id: &PieceId| {
        rules.ends.iter().any(|end| {
            matches!(&end.condition, Condition::Extinct { pieces, at_most: 0, .. }
                if pieces.contains(id) && pieces.len() < rules.pieces.len())
        })
    };
    let decisive = rules.piece_ids().find(|id| emblems[id.index()] == Some(Emblem::K) && decides(id));
    match decisive.filter(|_| !has_royal) {
        Some(id) => {
            let name = &rules.piece(id).name;
            vec![format!(
                "There is no check: {} may be left or moved where it can be captured.",
                english::with_article(name)
            )]
        }
        None => Vec::new(),
    }
}

/// The side that begins, and whether the first turn is a move of a piece at all.
fn begins(compiled: &Compiled) -> String {
    let rules = compiled.rules();
    let side = &rules.look.sides[rules.setup.turn];
    let replaces = |rule: &Rule| matches!(rule.kind.kind, RuleKind::Instead { .. });
    let moves = match rules.tree.rules.iter().any(replaces) {
        true => compiled.start().map(|game| game.legal_moves()).unwrap_or_default(),
        false => Default::default(),
    };
    match !moves.is_empty() && moves.iter().all(|made| matches!(made.kind(), MoveKind::Rule(_))) {
        true => {
            format!("{side} {}, but not with a move of a piece: see the special moves.", english::verb(side, "begin"))
        }
        false if rules.tree.sides.order.len() <= 2 && has_plain_turns(rules) => {
            format!("{side} {} first, and then the players take turns.", english::verb(side, "move"))
        }
        false => format!("{side} {} first.", english::verb(side, "move")),
    }
}

/// Returns `true` if each turn is one move of the side whose turn it is.
fn has_plain_turns(rules: &Rules) -> bool {
    let turns = &rules.beyond.turns;
    let plain = turns.boards.is_none() && turns.proposals.is_none();
    plain && rules.tree.turns.is_none()
}

/// A name with an article that begins a sentence: `A king`.
fn capital(name: &str) -> String {
    english::capitalised(&english::with_article(name))
}

/// Returns `true` if the page says that there is no castling.
pub fn says_no_castling(rules: &Rules) -> bool {
    rules.castling.is_empty() && castling_is_expected(rules)
}

/// Returns `true` if players may expect to castle: a royal king and rooks stand on the first rank.
fn castling_is_expected(rules: &Rules) -> bool {
    let emblems = Emblem::of_all(rules);
    let stands = |wanted: Emblem| {
        rules.geometry.squares().iter().filter(|square| rules.geometry.rank(*square) == 0).any(|square| {
            rules.setup.pieces[square.index()].is_some_and(|placed| emblems[placed.piece.index()] == Some(wanted))
        })
    };
    rules.look.squares == Squares::Checked && stands(Emblem::K) && stands(Emblem::R)
}

/// The largest number of steps of the generator for the counts of a page.
const MOST_STEPS: u64 = 2_000_000;

/// Leaf counts from the start, as deep as that is quick.
pub fn perft(compiled: &Compiled) -> Vec<u64> {
    let Ok(game) = compiled.start() else { return Vec::new() };
    let mut counts: Vec<u64> = Vec::new();
    let mut steps = 0;
    for depth in 1..=3 {
        // Each position of the last count costs about as much as the start did.
        let costs = |last: &u64| *last > 5_000 || last.saturating_mul(steps) > MOST_STEPS;
        if counts.last().is_some_and(costs) {
            break;
        }
        let (count, spent) = work::measured(|| game.perft(depth));
        steps = if depth == 1 { spent } else { steps };
        counts.push(count);
    }
    counts
}
