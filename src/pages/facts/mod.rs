//! The rules as a list of facts under stable keys. A rendered page carries them in its attributes, and is later
//! compared with them.

mod told;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::Side;
use crate::fen;
use crate::render::endings;
use crate::rules::{
    Beyond, CastlingNotation, CastlingOrigin, Constraints, DropPlace, Effects, Fallback, Flips, HandRule, Levels,
    Movement, Pass, Piece, PieceId, PromotionZone, Relations, Royalty, Rules, Takes, Turns, WallPlace,
};

use super::moves::names;

use told::both;
pub use told::{end_key, regions, rule_key};

/// Returns `true` for a fact that is for programs only.
pub fn is_technical(key: &str) -> bool {
    key.ends_with(".rule") || key.ends_with(".steps") || key == "fingerprint"
}

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
        add("setup.shuffle.steps".into(), stable(&rules.shuffle));
    }
    for piece in &rules.pieces {
        of_piece(rules, piece, &mut add);
        promotion(rules, piece, &mut add);
    }
    castling(rules, &mut add);
    for (key, value) in for_all_moves(rules) {
        add(key.to_owned(), value);
    }
    let Beyond { takes, relations, turns, levels } = &rules.beyond;
    let beyond = [
        ("rules.takes", stable(takes), stable(&Takes::default())),
        ("rules.relations", stable(relations), stable(&Relations::default())),
        ("rules.turns", stable(turns), stable(&Turns::default())),
        ("rules.levels", stable(levels), stable(&Levels::default())),
    ];
    for (key, value, _) in beyond.into_iter().filter(|(_, value, usual)| value != usual) {
        add(key.to_owned(), value);
    }
    for (index, end) in rules.ends.iter().enumerate() {
        add(format!("end.{}", end.name), format!("{index}: {}", endings::end_in_words(rules, end)));
        add(format!("end.{}.rule", end.name), stable(&(&end.condition, &end.verdict)));
    }
    told::add(rules, &mut add);
    add("fingerprint".into(), fingerprint(rules));
    facts
}

/// Facts about a piece, square by square where they differ.
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
            "from {}; {} {}; to {} up to {}; {} {}",
            both(geometry, &made.from),
            if made.last_anywhere { "the last anywhere;" } else { "" },
            if made.in_place { "in place" } else { "by a step" },
            of(&made.choices),
            made.limit.map_or("any number".to_owned(), |limit| limit.to_string()),
            if made.peaceful { "peaceful" } else { "any" },
            stable(&made.movement.as_ref().map(Movement::merged)),
        );
        add(key("promotes_by"), value);
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
        "on {}; first {}; {}; on a file {}; check {}; mate {}; also as {}",
        both(geometry, &drop.on),
        both(geometry, &drop.first),
        drop_place(drop.place),
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
    let notation = match rules.castling_notation {
        CastlingNotation::KingMoves => "KingMoves",
        CastlingNotation::KingTakesPartner => "KingTakesPartner",
    };
    add("notation.castling".into(), notation.to_owned());
}

/// Facts about all moves.
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
        ("pass", pass_name(*pass).to_owned()),
        ("hand", rules.hand.map_or("none", hand_name).to_owned()),
        ("face_off", of(face_off)),
        ("gating", of(gating)),
        ("unmoved", rules.unmoved.as_ref().map_or("by square".to_owned(), |squares| both(&rules.geometry, squares))),
        ("captures.petrify", of(petrifies)),
        ("moves.flip", flips.map_or("none", flips_name).to_owned()),
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
            all.push((
                "moves.wall",
                format!("{} {how}, on {}", wall_name(walls.built), both(&rules.geometry, &walls.on)),
            ));
        }
    }
    all
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
        let within = rule.within[side] & geometry.squares();
        if !within.is_empty() {
            add(key("within"), names(geometry, within));
        }
        add(key("to"), choices.map(choice).collect::<Vec<_>>().join(", "));
    }
    let passing = if rule.en_passant { "in passing too" } else { "not in passing" };
    add(format!("promotion.{}.when", piece.name), format!("{} {passing}", when_name(rule.when, rule.fallback)));
}

// The names under which pages keep rules. They are published: a page that was written years ago is read by them.

fn drop_place(place: DropPlace) -> &'static str {
    match place {
        DropPlace::Free => "Free",
        DropPlace::Enclosing => "Enclosing",
        DropPlace::BesideFriend => "BesideFriend",
        DropPlace::NotBesideEnemy => "NotBesideEnemy",
        DropPlace::OnPile => "OnPile",
        DropPlace::Pushed => "Pushed",
        DropPlace::OtherColour => "OtherColour",
    }
}

fn pass_name(pass: Pass) -> &'static str {
    match pass {
        Pass::Never => "Never",
        Pass::Stuck => "Stuck",
        Pass::Always => "Always",
    }
}

fn hand_name(hand: HandRule) -> &'static str {
    match hand {
        HandRule::Captured => "Captured",
        HandRule::Own => "Own",
        HandRule::Returned => "Returned",
        HandRule::Setup => "Setup",
        HandRule::Unlimited => "Unlimited",
    }
}

fn flips_name(flips: Flips) -> &'static str {
    match flips {
        Flips::Enclosed => "Enclosed",
        Flips::Neighbours => "Neighbours",
        Flips::Attacked => "Attacked",
        Flips::NeighboursWithFriend => "NeighboursWithFriend",
    }
}

fn wall_name(place: WallPlace) -> &'static str {
    match place {
        WallPlace::Behind => "Behind",
        WallPlace::Shot => "Shot",
        WallPlace::Anywhere => "Anywhere",
        WallPlace::Edge => "Edge",
        WallPlace::Moved => "Moved",
    }
}

fn when_name(when: PromotionZone, fallback: Fallback) -> String {
    let when = match when {
        PromotionZone::Arriving => "Arriving",
        PromotionZone::Touching => "Touching",
        PromotionZone::Capturing => "Capturing",
        PromotionZone::Entering => "Entering",
    };
    let fallback = match fallback {
        Fallback::Forbid => "Forbid",
        Fallback::Stay => "Stay",
    };
    format!("{when} {fallback}")
}

/// A rule as JSON, by the names that its parts have there.
fn stable(rule: &impl Serialize) -> String {
    serde_json::to_string(rule).unwrap_or_default()
}

/// The version of the facts. A fingerprint has it before a colon; the first version wrote none.
const VERSION: u32 = 3;

/// The version of the facts of a page, by its fingerprint.
fn version(fingerprint: &str) -> u32 {
    fingerprint.split_once(':').map_or(1, |(version, _)| version.parse().unwrap_or(1))
}

/// Returns `true` if a fact on a page comes from an earlier version and can no longer be judged, because its key or
/// its form has changed.
pub fn is_retired(key: &str, value: &str, real: Option<&str>) -> bool {
    let words = |text: &str| text.split_once(':').map(|(index, _)| index.to_owned());
    let told = ["end.", "rule."].iter().any(|section| key.starts_with(section));
    let reworded = told && !key.ends_with(".rule") && real.and_then(words) == words(value);
    let old = key == "setup.shuffle" || key.ends_with(".details") || key.ends_with(".promotion_move");
    reworded || old && real.is_none() || key == "fingerprint" && version(value) != VERSION
}

/// Returns `true` if a page of an earlier version does not have a fact.
pub fn is_new(rules: &Rules, key: &str, fingerprint: &str) -> bool {
    let second = [".rule", ".steps", ".promotes_by"].iter().any(|ending| key.ends_with(ending));
    second && version(fingerprint) < 2 || told::is_of_tree(rules, key) && version(fingerprint) < 3
}

/// A number that changes with any rule, those included that have no key of their own yet.
pub fn fingerprint(rules: &Rules) -> String {
    use std::hash::Hasher as _;
    // The file name, the look of the game and the names of its regions are not rules.
    let Rules { title, geometry, pieces, setup, shuffle, castling, hand, castling_notation, unmoved, .. } = rules;
    let Rules { constraints, effects, beyond, ends, .. } = rules;
    let mut hasher = rustc_hash::FxHasher::default();
    let board = (geometry.files(), geometry.ranks(), geometry.topology().name(), geometry.holes());
    let parts = [
        stable(&(title, board, setup, shuffle)),
        stable(&(pieces, castling, castling_notation, unmoved)),
        stable(&(hand, constraints, effects, beyond, ends)),
    ];
    parts.iter().for_each(|part| hasher.write(part.as_bytes()));
    told::add_texts(rules, &mut |key, value| hasher.write(format!("{key} {value}").as_bytes()));
    format!("{VERSION}:{:016x}", hasher.finish())
}
