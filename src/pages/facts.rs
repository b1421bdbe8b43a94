//! The rules as a list of facts under stable keys: what a rendered page carries in its attributes, and what it is held
//! against afterwards.

use std::collections::BTreeMap;

use crate::board::{BySide, Geometry, Side, SquareSet};
use crate::fen;
use crate::rules::{CastlingOrigin, Royalty, Rules};

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
        let key = |what: &str| format!("piece.{}.{what}", piece.name);
        add(key("moves"), piece.notation.clone());
        add(key("symbol"), format!("{} {}", piece.symbol.white, piece.symbol.black));
        add(key("royal"), if piece.royalty == Royalty::Royal { "yes" } else { "no" }.to_owned());
        for side in Side::ALL {
            if !geometry.squares().is_subset(&piece.confined[side]) {
                add(format!("piece.{}.{}.confined", piece.name, side.name()), names(geometry, piece.confined[side]));
            }
        }
        for (index, extra) in piece.extra.iter().enumerate() {
            let value =
                format!("{} from {} to {}", extra.notation, both(geometry, &extra.from), both(geometry, &extra.to));
            add(format!("piece.{}.also.{index}", piece.name), value);
        }
        promotion(rules, piece, &mut add);
    }
    add("castling".into(), rules.castling.iter().map(|rule| rule.letter.to_string()).collect::<Vec<_>>().join(" "));
    for rule in &rules.castling {
        let of = |pieces: &[crate::rules::PieceId]| {
            pieces.iter().map(|id| rules.piece(*id).name.clone()).collect::<Vec<_>>().join("/")
        };
        let from = |origin: CastlingOrigin| match origin {
            CastlingOrigin::At(square) => geometry.name(square),
            CastlingOrigin::Anywhere => "any".to_owned(),
            CastlingOrigin::Toward(step) => format!("({},{})", step.files, step.ranks),
        };
        let value = format!(
            "{} {}-{} with {} {}-{}",
            of(&rule.movers),
            from(rule.from),
            geometry.name(rule.to),
            of(&rule.partners),
            from(rule.partner_from),
            geometry.name(rule.partner_to)
        );
        add(format!("castling.{}.{}", rule.side.name(), rule.letter), value);
    }
    add("captures.compulsory".into(), if rules.constraints.must_capture { "yes" } else { "no" }.to_owned());
    add("notation.castling".into(), format!("{:?}", rules.castling_notation));
    for (index, end) in rules.ends.iter().enumerate() {
        add(
            format!("end.{}", end.name),
            format!("{index}: {} {:?}", plain(&format!("{:?}", end.condition)), end.verdict),
        );
    }
    add("fingerprint".into(), fingerprint(rules));
    facts
}

fn both(geometry: &Geometry, squares: &BySide<SquareSet>) -> String {
    format!(
        "{} / {}",
        names(geometry, squares.white & geometry.squares()),
        names(geometry, squares.black & geometry.squares())
    )
}

fn promotion(rules: &Rules, piece: &crate::rules::Piece, add: &mut dyn FnMut(String, String)) {
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
    add(format!("promotion.{}.when", piece.name), format!("{:?} {:?}", rule.when, rule.fallback));
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
    let mut hasher = rustc_hash::FxHasher::default();
    plain(&format!("{rules:?}")).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
