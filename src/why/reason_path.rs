//! The place of each reason in the file, as a path of keys, and the move of a notation that it is about.

use crate::rules::{PieceId, Rules};

use super::beyond;
use super::reason::Reason;
use super::view::AtomId;

impl Reason {
    /// The path of keys to the rule in the file. If the last keys do not exist, the innermost existing key counts.
    pub fn path(&self, rules: &Rules) -> Vec<String> {
        let piece = |piece: PieceId, rest: &[&str]| {
            let mut path = vec!["pieces".to_owned(), rules.piece(piece).name.clone()];
            path.extend(rest.iter().map(|key| (*key).to_owned()));
            path
        };
        let rule = |key: &str| vec!["rules".to_owned(), rules.name_of(key).to_owned()];
        match self {
            Reason::GameOver { end } => vec!["end".to_owned(), rules.end_name(*end).to_owned()],
            Reason::Told { .. }
            | Reason::NoPieceThere { .. }
            | Reason::NotYours { .. }
            | Reason::NoSuchPiece { .. } => Vec::new(),
            Reason::NoSuchMove { placed, .. } => piece(placed.piece, &["moves"]),
            Reason::FirstMoveOnly { placed, set_up: true, .. } => piece(placed.piece, &["initial"]),
            Reason::Confined { piece: id, .. } => piece(*id, &["confined"]),
            Reason::MustPromote { piece: id, .. } => piece(*id, &["promotion", "mandatory"]),
            Reason::NoChoiceLeft { piece: id, .. } => piece(*id, &["promotion", "to"]),
            Reason::NoPromotion { piece: id, key, .. } => piece(*id, &["promotion", key]),
            Reason::Walled { .. } if rules.beyond.relations.skips_walls => rule("skips_walls"),
            Reason::Walled { .. } if rules.effects.walls.is_some() => rule("walls"),
            Reason::Walled { .. } if !rules.effects.petrifies.is_empty() => rule("petrifies"),
            Reason::TurnGoesOn { .. } => vec!["turns".to_owned(), "moves".to_owned()],
            Reason::Crossing { .. } => rule("crosses"),
            Reason::Promotes { piece: id, .. } => piece(*id, &["promotion", "to"]),
            Reason::NotAChoice { piece: id, limited, .. } => {
                piece(*id, &["promotion", if *limited { "limit" } else { "to" }])
            }
            Reason::LeavesRoyal { placed, .. } => piece(placed.piece, &["royal"]),
            Reason::RoyalInDanger { piece: id, .. } => piece(*id, &["royal"]),
            Reason::Castling { rule }
            | Reason::CastlesThrough { rule, .. }
            | Reason::NoCastlingRight { rule }
            | Reason::CastlingBlocked { rule, .. } => {
                vec!["castling".to_owned(), rules.castling[*rule].letter.to_string()]
            }
            Reason::NoCastling => vec!["castling".to_owned()],
            Reason::MustCapture { .. } => rule("must_capture"),
            Reason::Special { group, key } | Reason::Endangers { group, key } => match beyond::rule_of(group, key) {
                Some(name) => rule(name),
                None if *group == "turns" => vec!["turns".to_owned(), "boards".to_owned()],
                None => rule(group).into_iter().chain((!key.is_empty()).then(|| (*key).to_owned())).collect(),
            },
            Reason::GivesCheck => rule("no_checks"),
            Reason::StaysInCheck { .. } => rule("royal_stays_in_check"),
            Reason::MustDrop { .. } => rule("must_drop"),
            Reason::GoesOnFacing => rule("face_off"),
            Reason::MayNotPass | Reason::Passes => rule("pass"),
            Reason::Gates { .. } => rule("gating"),
            Reason::ChainGoesOn { .. } => rule("takes").into_iter().chain(["chains".to_owned()]).collect(),
            Reason::NoGating { .. } => rule("gating"),
            Reason::NoPromotionMove { piece: id, key, .. } => piece(*id, &["promotion_move", key]),
            Reason::WrongWall { .. } => rule("walls"),
            Reason::MovesToPromote { piece: id, .. } => piece(*id, &["promotion_move"]),
            Reason::OtherWall { .. } | Reason::PutsWall { .. } => rule("walls"),
            Reason::LosesRoyal => rule("blast"),
            Reason::SafeFrom { taken, .. } => piece(taken.1.piece, &["safe_from"]),
            Reason::DropChecks { piece: id } => piece(*id, &["drop", "check"]),
            Reason::DropPlace { piece: id, .. } => piece(*id, &["drop", "where"]),
            Reason::DropFirst { piece: id } => piece(*id, &["drop", "first"]),
            Reason::NoHands | Reason::NotInHand { .. } | Reason::DropOccupied { .. } => vec!["hand".to_owned()],
            Reason::Drop { piece: id } if rules.piece(*id).drop.is_none() => vec!["hand".to_owned()],
            Reason::Drop { piece: id } | Reason::NeverDropped { piece: id } => piece(*id, &["drop"]),
            Reason::DropRegion { piece: id, .. } => piece(*id, &["drop", "on"]),
            Reason::DropFile { piece: id, .. } => piece(*id, &["drop", "per_file"]),
            Reason::DropMates { piece: id } => piece(*id, &["drop", "mate"]),
            _ => match self.atom() {
                Some(AtomId { piece: id, extra: None, .. }) => piece(id, &["moves"]),
                Some(AtomId { piece: id, extra: Some(number), .. }) => {
                    let key = match self {
                        Reason::NotFromHere { .. } => "from",
                        Reason::NotToThere { .. } => "to",
                        _ => "moves",
                    };
                    piece(id, &["also", &number.to_string(), key])
                }
                None => Vec::new(),
            },
        }
    }

    /// The move of a notation that the reason is about.
    pub fn atom(&self) -> Option<AtomId> {
        match self {
            Reason::Atom { by, .. }
            | Reason::Square { by, .. }
            | Reason::Walled { by, .. }
            | Reason::NotPassed { by, .. }
            | Reason::NoHurdle { by, .. }
            | Reason::FirstMoveOnly { by, .. }
            | Reason::NotFromHere { by, .. }
            | Reason::NotToThere { by, .. }
            | Reason::OtherCaptures { by, .. } => Some(*by),
            _ => None,
        }
    }
}
