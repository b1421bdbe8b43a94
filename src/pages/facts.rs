//! The rules as a list of facts under stable keys: what a rendered page carries in its attributes, and what it is held
//! against afterwards.

use std::collections::BTreeMap;

use crate::board::{BySide, Geometry, Side, SquareSet};
use crate::fen;
use crate::render::endings;
use crate::rules::{CastlingOrigin, Constraints, Effects, Movement, Piece, PieceId, Royalty, Rules};

use super::moves::names;

/// All facts of a variant by key.
pub type Facts = BTreeMap<String, String>;

/// The facts of a variant.
///
/// ```
/// let chess = ferz::load("chess").unwrap();
/// let facts = ferz::pages::facts::of(chess.rules());
/// assert_eq!(facts["piece.knight.moves"], "N");
/// assert_eq!(facts["promotion.pawn.white.zone"], "a8 b8 c8 d8 e8 f8 g8 h8");
/// ```
pub fn of(rules: &Rules) -> Facts {
    let mut facts = Facts::new();
    let geometry = &rules.geometry;
    let mut add = |key: String, value: String| {
        facts.insert(key, value);
    };
    add("title".into(), rules.title.clone());
    add("board.size".into(), format!("{}x{}", geometry.files(), geometry.ranks()));
    add("board.edges".into(), geometry.topology().name().to_owned());
    if !geometry.holes().is_empty() {
        add("board.holes".into(), names(geometry, geometry.holes()));
    }
    add("setup".into(), fen::write(&rules.setup, rules));
    if rules.shuffle.is_some() {
        add("setup.shuffle".into(), plain(&format!("{:?}", rules.shuffle)));
    }
    for piece in &rules.pieces {
        of_piece(rules, piece, &mut add);
        promotion(rules, piece, &mut add);
    }
    castling(rules, &mut add);
    for (key, value) in for_all_moves(rules) {
        add(key.to_owned(), value);
    }
    for (index, end) in rules.ends.iter().enumerate() {
        add(format!("end.{}", end.name), format!("{index}: {}", endings::end_in_words(rules, end)));
        let details = plain(&format!("{:?} {:?}", end.condition, end.verdict));
        add(format!("end.{}.details", end.name), pieces_by_name(rules, &details));
    }
    add("fingerprint".into(), fingerprint(rules));
    facts
}

/// What a piece is, square by square where that is not the same everywhere.
fn of_piece(rules: &Rules, piece: &Piece, add: &mut dyn FnMut(String, String)) {
    let geometry = &rules.geometry;
    let key = |what: &str| format!("piece.{}.{what}", piece.name);
    add(key("moves"), piece.notation.clone());
    add(key("symbol"), format!("{} {}", piece.symbol.white, piece.symbol.black));
    let royal = match piece.royalty {
        Royalty::Common => "no".to_owned(),
        Royalty::Royal => "yes".to_owned(),
        Royalty::Last(most) => format!("while there are {most} or fewer"),
        Royalty::Together => "one of them has to be safe".to_owned(),
    };
    add(key("royal"), royal);
    for side in Side::ALL {
        let of_side = |what: &str| format!("piece.{}.{}.{what}", piece.name, side.name());
        if !geometry.squares().is_subset(&piece.confined[side]) {
            add(of_side("confined"), names(geometry, piece.confined[side] & geometry.squares()));
        }
        if piece.movement.patterns.iter().any(|pattern| pattern.initial) {
            add(of_side("unmoved"), names(geometry, piece.initial[side] & geometry.squares()));
        }
    }
    for (index, extra) in piece.extra.iter().enumerate() {
        let when = if extra.unless_check { ", unless in check" } else { "" };
        let (from, to) = (both(geometry, &extra.from), both(geometry, &extra.to));
        let value = format!("{} from {from} to {to}{when}", extra.notation);
        add(format!("piece.{}.also.{index}", piece.name), value);
    }
    let of = |pieces: &[PieceId]| pieces.iter().map(|id| rules.piece(*id).name.clone()).collect::<Vec<_>>().join(", ");
    if !piece.safe_from.is_empty() {
        add(key("safe_from"), of(&piece.safe_from));
    }
    if !piece.blocked_by.is_empty() {
        add(key("blocked_by"), of(&piece.blocked_by));
    }
    if !piece.initial_until.is_empty() {
        add(key("initial_until"), of(&piece.initial_until));
    }
    if let Some(made) = &piece.promotion_move {
        let value = format!(
            "from {}; {} {}; to {} up to {:?}; {} {:?}",
            both(geometry, &made.from),
            if made.last_anywhere { "the last anywhere;" } else { "" },
            if made.in_place { "in place" } else { "by a step" },
            of(&made.choices),
            made.limit,
            if made.peaceful { "peaceful" } else { "any" },
            made.movement.as_ref().map(Movement::merged),
        );
        add(key("promotion_move"), value);
    }
    if let Some(san) = &piece.san {
        add(key("san"), san.clone());
    }
    if rules.hand.is_none() {
        return;
    }
    add(key("taken_as"), rules.piece(piece.captured_as).name.clone());
    add(key("reverts"), yes(piece.reverts).to_owned());
    let Some(drop) = &piece.drop else { return add(key("drop"), "never".to_owned()) };
    let value = format!(
        "on {}; first {}; {:?}; on a file {}; check {}; mate {}; also as {}",
        both(geometry, &drop.on),
        both(geometry, &drop.first),
        drop.place,
        drop.per_file.map_or("any number".to_owned(), |most| most.to_string()),
        yes(drop.check),
        yes(drop.mate),
        of(&drop.also_as),
    );
    add(key("drop"), value);
}

fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

fn castling(rules: &Rules, add: &mut dyn FnMut(String, String)) {
    let geometry = &rules.geometry;
    add("castling".into(), rules.castling.iter().map(|rule| rule.letter.to_string()).collect::<Vec<_>>().join(" "));
    for rule in &rules.castling {
        let of =
            |pieces: &[PieceId]| pieces.iter().map(|id| rules.piece(*id).name.clone()).collect::<Vec<_>>().join("/");
        let from = |origin: CastlingOrigin| match origin {
            CastlingOrigin::At(square) => geometry.name(square),
            CastlingOrigin::Anywhere => "any".to_owned(),
            CastlingOrigin::Toward(step) => format!("({},{})", step.files, step.ranks),
        };
        let value = format!(
            "{} {}-{} with {} {}-{}{}{}",
            of(&rule.movers),
            from(rule.from),
            geometry.name(rule.to),
            of(&rule.partners),
            from(rule.partner_from),
            geometry.name(rule.partner_to),
            if rule.dropped { "; also when dropped there" } else { "" },
            if rule.ends.is_empty() {
                String::new()
            } else {
                format!("; ends {}", rule.ends.iter().collect::<String>())
            },
        );
        add(format!("castling.{}.{}", rule.side.name(), rule.letter), value);
    }
    add("notation.castling".into(), format!("{:?}", rules.castling_notation));
}

/// What holds for all moves.
fn for_all_moves(rules: &Rules) -> Vec<(&'static str, String)> {
    let of = |pieces: &[PieceId]| match pieces {
        [] => "none".to_owned(),
        _ => pieces.iter().map(|id| rules.piece(*id).name.clone()).collect::<Vec<_>>().join(", "),
    };
    let Constraints { must_capture, must_drop, no_checks, royal_stays_in_check, pass, face_off } = &rules.constraints;
    let Effects { blast, petrifies, flips, walls, gating } = &rules.effects;
    let mut all = vec![
        ("captures.compulsory", yes(*must_capture).to_owned()),
        ("drops.compulsory", of(must_drop)),
        ("checks.forbidden", yes(*no_checks).to_owned()),
        ("check.royal_stays", yes(*royal_stays_in_check).to_owned()),
        ("pass", format!("{pass:?}")),
        ("hand", rules.hand.map_or("none".to_owned(), |hand| format!("{hand:?}"))),
        ("face_off", of(face_off)),
        ("gating", of(gating)),
        ("unmoved", rules.unmoved.as_ref().map_or("by square".to_owned(), |squares| both(&rules.geometry, squares))),
        ("captures.petrify", of(petrifies)),
        ("moves.flip", flips.map_or("none".to_owned(), |flips| format!("{flips:?}"))),
    ];
    match blast {
        None => all.push(("captures.blast", "no".to_owned())),
        Some(blast) => {
            all.push(("captures.blast", format!("spares {}; immune {}", of(&blast.spares), of(&blast.immune))));
        }
    }
    match walls {
        None => all.push(("moves.wall", "no".to_owned())),
        Some(walls) => {
            let how = if walls.instead { "instead of moving" } else { "with each move" };
            all.push(("moves.wall", format!("{:?} {how}, on {}", walls.built, both(&rules.geometry, &walls.on))));
        }
    }
    all
}

/// Numbers of pieces in a debug text, by name.
fn pieces_by_name(rules: &Rules, text: &str) -> String {
    rules
        .piece_ids()
        .fold(text.to_owned(), |text, id| text.replace(&format!("PieceId({})", id.index()), &rules.piece(id).name))
}

fn both(geometry: &Geometry, squares: &BySide<SquareSet>) -> String {
    format!(
        "{} / {}",
        names(geometry, squares.white & geometry.squares()),
        names(geometry, squares.black & geometry.squares())
    )
}

fn promotion(rules: &Rules, piece: &Piece, add: &mut dyn FnMut(String, String)) {
    let Some(rule) = &piece.promotion else { return };
    let geometry = &rules.geometry;
    for side in Side::ALL {
        let key = |what: &str| format!("promotion.{}.{}.{what}", piece.name, side.name());
        let choices = rule.choices[side].iter().zip(&rule.limits[side]);
        let choice = |(id, limit): (&crate::rules::PieceId, &Option<u16>)| match limit {
            Some(limit) => format!("{} up to {limit}", rules.piece(*id).name),
            None => rules.piece(*id).name.clone(),
        };
        add(key("zone"), names(geometry, rule.zone[side] & geometry.squares()));
        add(key("mandatory"), names(geometry, rule.mandatory[side] & geometry.squares()));
        add(key("to"), choices.map(choice).collect::<Vec<_>>().join(", "));
    }
    let passing = if rule.en_passant { "in passing too" } else { "not in passing" };
    add(format!("promotion.{}.when", piece.name), format!("{:?} {:?} {passing}", rule.when, rule.fallback));
}

/// A debug text without the places in files, which may change while the rules do not.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("Source {") {
        out.push_str(&rest[..at]);
        let mut depth = 0usize;
        let mut end = rest.len();
        for (offset, c) in rest[at..].char_indices() {
            match c {
                '{' => depth += 1,
                '}' => {
                    depth -= 1;
                    if depth == 0 {
                        end = at + offset + 1;
                        break;
                    }
                }
                _ => {}
            }
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// A number that changes with any rule, those included that have no key of their own yet.
pub fn fingerprint(rules: &Rules) -> String {
    use std::hash::{Hash, Hasher};
    let mut rules = rules.clone();
    rules.regions.clear();
    // What a file is called is no rule.
    rules.id.clear();
    let mut hasher = rustc_hash::FxHasher::default();
    plain(&format!("{rules:?}")).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
