//! The reasons: one variant of [`Reason`] for each rule that allows or forbids moves.
//!
//! A rule that is added to the game gets its reason here: a variant, its stable name, its words, and the path of the key
//! that writes it.

use crate::board::{Side, Square};
use crate::interpreter::walker::Content;
use crate::rules::{CastlingRule, Man, PieceId, Rules, Setup};

use super::view::{AtomId, excerpt};

/// What would have to stand on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Nothing.
    Empty,
    /// An enemy that is not royal.
    Enemy,
    /// A royal enemy.
    Royal,
    /// A friend.
    Friend,
    /// An enemy that has just passed this square.
    EnPassant,
}

impl Need {
    /// What the walker has to see there; nothing special on an en passant target.
    pub fn content(self) -> Content {
        match self {
            Need::Empty | Need::EnPassant => Content::Empty,
            Need::Enemy => Content::Man { friend: false, royal: false },
            Need::Royal => Content::Man { friend: false, royal: true },
            Need::Friend => Content::Man { friend: true, royal: false },
        }
    }
}

/// One rule that allows a move, or stands in its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Allowed: a move of the piece's notation.
    Atom {
        /// The man.
        man: Man,
        /// Which move.
        by: AtomId,
        /// Is it the first move of the man that allows it?
        first: bool,
        /// The men it takes, with their squares.
        takes: Vec<(Square, Man)>,
        /// In passing?
        en_passant: bool,
    },
    /// Allowed: a castling move.
    Castling {
        /// An index into [`Rules::castling`].
        rule: usize,
    },
    /// Allowed: a drop from the hand.
    Drop {
        /// What is dropped.
        piece: PieceId,
    },
    /// Allowed: the man becomes another.
    Promotes {
        /// What it is.
        piece: PieceId,
        /// What it becomes.
        choice: PieceId,
        /// Must it?
        must: bool,
    },

    /// The game is over.
    GameOver {
        /// An index into [`Rules::ends`].
        end: usize,
    },
    /// Nobody stands there.
    NobodyThere {
        /// Where.
        square: Square,
    },
    /// It is the other side's man.
    NotYours {
        /// Where it stands.
        square: Square,
        /// The man.
        man: Man,
    },
    /// The side has no such man that could be meant.
    NoSuchMan {
        /// The piece.
        piece: PieceId,
        /// The side.
        side: Side,
    },
    /// The piece has no such move, whatever stands on the board.
    NoSuchMove {
        /// The man.
        man: Man,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
    },
    /// A square is not as a move needs it.
    Square {
        /// The move.
        by: AtomId,
        /// The square.
        square: Square,
        /// What would have to stand there.
        need: Need,
        /// Does the move end there?
        ends: bool,
    },
    /// A move needs exactly one man on its way, and there is none.
    NoHurdle {
        /// The move.
        by: AtomId,
        /// The squares on which a man would do.
        between: Vec<Square>,
    },
    /// A move is for men that have not moved.
    FirstMoveOnly {
        /// The move.
        by: AtomId,
        /// The man.
        man: Man,
        /// Where it stands.
        from: Square,
    },
    /// Further moves do not start here.
    NotFromHere {
        /// The move.
        by: AtomId,
        /// Where the man stands.
        from: Square,
    },
    /// Further moves do not end there.
    NotToThere {
        /// The move.
        by: AtomId,
        /// Where it would end.
        to: Square,
    },
    /// The piece never stands there.
    Confined {
        /// The piece.
        piece: PieceId,
        /// Where it would end.
        to: Square,
    },
    /// The move is there, but it takes other men than the text says.
    OtherCaptures {
        /// The move.
        by: AtomId,
        /// How the moves between these squares are written.
        ways: Vec<String>,
    },
    /// The piece has to promote there, and the text says nothing.
    MustPromote {
        /// The piece.
        piece: PieceId,
        /// Where.
        to: Square,
        /// What it may become.
        choices: Vec<PieceId>,
    },
    /// The piece would have to promote there, and no choice is left.
    NoChoiceLeft {
        /// The piece.
        piece: PieceId,
        /// Where.
        to: Square,
    },
    /// The piece does not promote in this move.
    NoPromotion {
        /// The piece.
        piece: PieceId,
        /// Where the move ends.
        to: Square,
    },
    /// The piece cannot become that.
    NotAChoice {
        /// The piece.
        piece: PieceId,
        /// What it should become.
        choice: PieceId,
        /// Is it a choice in principle, of which the side has as many as it may?
        limited: bool,
    },
    /// The move leaves a royal man under attack.
    LeavesRoyal {
        /// Where the royal man stands after the move.
        royal: Square,
        /// What it is.
        man: Man,
        /// Who attacks it.
        attacker: (Square, Man),
        /// By which move.
        by: AtomId,
        /// Was it attacked before?
        already: bool,
    },
    /// A royal man may not castle out of or through an attack.
    CastlesThrough {
        /// An index into [`Rules::castling`].
        rule: usize,
        /// The attacked square.
        square: Square,
        /// Does the man stand there now?
        start: bool,
        /// Who attacks it.
        attacker: (Square, Man),
    },
    /// The right to castle is not there.
    NoCastlingRight {
        /// An index into [`Rules::castling`].
        rule: usize,
    },
    /// Somebody stands in the way of a castling.
    CastlingBlocked {
        /// An index into [`Rules::castling`].
        rule: usize,
        /// Where.
        square: Square,
    },
    /// The variant has no castling like this.
    NoCastling,
    /// The man that would be taken cannot be taken by this piece.
    SafeFrom {
        /// The man that would be taken, and where it stands.
        taken: (Square, Man),
        /// What would take it.
        by: PieceId,
    },
    /// The move removes a royal man of its own side.
    LosesRoyal,
    /// A move may not give check.
    GivesCheck,
    /// A drop of the piece may not give check.
    DropChecks {
        /// The piece.
        piece: PieceId,
    },
    /// A royal man in check has to stay where it is.
    StaysInCheck {
        /// The man.
        man: Man,
    },
    /// A side that holds some pieces has to drop them first.
    MustDrop {
        /// A drop that is legal.
        instead: String,
    },
    /// A side may not pass now.
    MayNotPass,
    /// Each move puts up a wall, and the text names none that may come there.
    OtherWall {
        /// How the move is written with some of the walls.
        ways: Vec<String>,
    },
    /// What has to stand around a drop does not.
    DropPlace {
        /// The piece.
        piece: PieceId,
        /// Where.
        to: Square,
    },
    /// Other squares have to be taken by drops first.
    DropFirst {
        /// The piece.
        piece: PieceId,
    },
    /// A side that can capture must.
    MustCapture {
        /// A capture that is legal.
        instead: String,
    },
    /// The variant has no hands.
    NoHands,
    /// The side holds none of the piece.
    NotInHand {
        /// The piece.
        piece: PieceId,
        /// The side.
        side: Side,
    },
    /// The piece is never dropped.
    NeverDropped {
        /// The piece.
        piece: PieceId,
    },
    /// The piece is not dropped there.
    DropRegion {
        /// The piece.
        piece: PieceId,
        /// Where.
        to: Square,
    },
    /// The square of a drop is not empty.
    DropOccupied {
        /// The piece.
        piece: PieceId,
        /// Where.
        to: Square,
    },
    /// The side has as many of the piece on the file as it may.
    DropFile {
        /// The piece.
        piece: PieceId,
        /// Where.
        to: Square,
        /// One of them.
        other: Square,
        /// How many are allowed.
        most: u16,
    },
    /// A drop of the piece may not give mate.
    DropMates {
        /// The piece.
        piece: PieceId,
    },
    /// A rule for which there are no words yet.
    Other,
}

/// What the words of a reason speak of.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position before the move.
    pub setup: &'a Setup,
}

impl Scene<'_> {
    fn square(&self, square: Square) -> String {
        self.rules.geometry.name(square)
    }

    fn name(&self, piece: PieceId) -> &str {
        &self.rules.piece(piece).name
    }

    fn man(&self, (square, man): (Square, Man)) -> String {
        format!("the {} {} on {}", man.side.name(), self.name(man.piece), self.square(square))
    }

    fn whoever_is_on(&self, square: Square) -> String {
        match self.setup.men[square.index()] {
            Some(man) => format!("the {} {}", man.side.name(), self.name(man.piece)),
            None if self.setup.walls.contains(square) => "a wall".to_owned(),
            None => "nobody".to_owned(),
        }
    }

    fn names(&self, pieces: &[PieceId]) -> String {
        let names: Vec<&str> = pieces.iter().map(|piece| self.name(*piece)).collect();
        names.join(", ")
    }

    fn atom(&self, by: AtomId) -> String {
        format!("`{}`", excerpt(self.rules, by).1)
    }

    fn castling(&self, rule: usize) -> &CastlingRule {
        &self.rules.castling[rule]
    }
}

impl Reason {
    /// The name of the rule: it does not change, so that programs may rely on it.
    pub fn rule(&self) -> &'static str {
        match self {
            Reason::Atom { .. } => "move",
            Reason::Castling { .. } => "castling",
            Reason::Drop { .. } => "drop",
            Reason::Promotes { .. } => "promotion",
            Reason::GameOver { .. } => "game-over",
            Reason::NobodyThere { .. } | Reason::NoSuchMan { .. } => "nobody-there",
            Reason::NotYours { .. } => "not-your-man",
            Reason::NoSuchMove { .. } => "no-such-move",
            Reason::Square { need: Need::Empty, ends: true, .. } => "may-not-capture",
            Reason::Square { need: Need::Empty, .. } => "blocked",
            Reason::Square { ends: true, .. } => "captures-only",
            Reason::Square { .. } | Reason::NoHurdle { .. } => "nobody-to-pass",
            Reason::FirstMoveOnly { .. } => "first-move-only",
            Reason::NotFromHere { .. } | Reason::NotToThere { .. } => "region",
            Reason::Confined { .. } => "confined",
            Reason::OtherCaptures { .. } => "other-captures",
            Reason::MustPromote { .. } => "promotion-mandatory",
            Reason::NoChoiceLeft { .. } => "no-promotion-left",
            Reason::NoPromotion { .. } => "no-promotion",
            Reason::NotAChoice { .. } => "promotion-choice",
            Reason::LeavesRoyal { .. } => "royal-safety",
            Reason::CastlesThrough { .. } => "castling-attacked",
            Reason::NoCastlingRight { .. } => "castling-right",
            Reason::CastlingBlocked { .. } => "castling-blocked",
            Reason::NoCastling => "no-castling",
            Reason::MustCapture { .. } => "must-capture",
            Reason::SafeFrom { .. } => "safe-from",
            Reason::LosesRoyal => "royal-lost",
            Reason::GivesCheck => "gives-check",
            Reason::DropChecks { .. } => "drop-checks",
            Reason::StaysInCheck { .. } => "stays-in-check",
            Reason::MustDrop { .. } => "must-drop",
            Reason::MayNotPass => "may-not-pass",
            Reason::OtherWall { .. } => "wall",
            Reason::DropPlace { .. } => "drop-place",
            Reason::DropFirst { .. } => "drop-first",
            Reason::NoHands => "no-hands",
            Reason::NotInHand { .. } => "not-in-hand",
            Reason::NeverDropped { .. } => "never-dropped",
            Reason::DropRegion { .. } => "drop-region",
            Reason::DropOccupied { .. } => "drop-occupied",
            Reason::DropFile { .. } => "drop-file",
            Reason::DropMates { .. } => "drop-mates",
            Reason::Other => "other",
        }
    }

    /// The reason as a clause: what stands behind "legal:" or "illegal:".
    pub fn words(&self, scene: &Scene<'_>) -> String {
        let square = |square: Square| scene.square(square);
        match self {
            Reason::Atom { man, by, first, takes, en_passant } => {
                let name = scene.name(man.piece);
                let first = if *first { ", which it may while it has not moved" } else { "" };
                let taken: Vec<String> = takes.iter().map(|taken| scene.man(*taken)).collect();
                let takes = match (taken.is_empty(), en_passant) {
                    (true, _) => String::new(),
                    (false, false) => format!(" and takes {}", taken.join(" and ")),
                    (false, true) => format!(" and takes {} en passant", taken.join(" and ")),
                };
                format!("the {name} moves by {}{first}{takes}", scene.atom(*by))
            }
            Reason::Castling { rule } => format!("castling `{}`", scene.castling(*rule).letter),
            Reason::Drop { piece } => format!("the {} comes from the hand", scene.name(*piece)),
            Reason::Promotes { piece, choice, must } => {
                let may = if *must { "has to promote" } else { "may promote" };
                format!("the {} {may} there, and becomes a {}", scene.name(*piece), scene.name(*choice))
            }
            Reason::GameOver { end } => format!("the game is over: {}", scene.rules.ends[*end].name),
            Reason::NobodyThere { square: at } => match scene.setup.walls.contains(*at) {
                true => format!("{} is a blocked square", square(*at)),
                false => format!("there is nobody on {}", square(*at)),
            },
            Reason::NotYours { square: at, man } => {
                format!("{} may not be moved: it is {}'s turn", scene.man((*at, *man)), (!man.side).name())
            }
            Reason::NoSuchMan { piece, side } => {
                format!("{} has no {} that could be meant", side.name(), scene.name(*piece))
            }
            Reason::NoSuchMove { man, from, to } => {
                let name = scene.name(man.piece);
                format!("a {name} has no move from {} to {}", square(*from), square(*to))
            }
            Reason::Square { by, square: at, need, ends } => self.square_in_words(scene, *by, *at, (*need, *ends)),
            Reason::NoHurdle { by, between } => {
                let between: Vec<String> = between.iter().map(|at| square(*at)).collect();
                let places = if between.len() == 1 { "on" } else { "on one of" };
                format!("{} has to pass over a man, and there is none {places} {}", scene.atom(*by), between.join(" "))
            }
            Reason::FirstMoveOnly { by, man, from } => {
                let name = scene.name(man.piece);
                format!("{} is for a {name} that has not moved, and not from {}", scene.atom(*by), square(*from))
            }
            Reason::NotFromHere { by, from } => format!("{} does not start on {}", scene.atom(*by), square(*from)),
            Reason::NotToThere { by, to } => format!("{} does not end on {}", scene.atom(*by), square(*to)),
            Reason::Confined { piece, to } => {
                format!("a {} may not stand on {}: it is confined", scene.name(*piece), square(*to))
            }
            Reason::OtherCaptures { by, ways } => {
                format!("{} takes other men; the moves are {}", scene.atom(*by), ways.join(" "))
            }
            Reason::MustPromote { piece, to, choices } => {
                let (name, choices) = (scene.name(*piece), scene.names(choices));
                format!("promotion is mandatory there: say what the {name} becomes on {} ({choices})", square(*to))
            }
            Reason::NoChoiceLeft { piece, to } => {
                let name = scene.name(*piece);
                format!("the {name} would have to promote on {}, and there is nothing left to become", square(*to))
            }
            Reason::NoPromotion { piece, to } => {
                format!("a {} does not promote with a move to {}", scene.name(*piece), square(*to))
            }
            Reason::NotAChoice { piece, choice, limited } => {
                let (piece, choice) = (scene.name(*piece), scene.name(*choice));
                match limited {
                    true => format!("the {piece} cannot become a {choice} now: there may be no more of them"),
                    false => format!("a {piece} never becomes a {choice}"),
                }
            }
            Reason::LeavesRoyal { royal, man, attacker, already, .. } => {
                let (name, attacker) = (scene.name(man.piece), scene.man(*attacker));
                let leaves = if *already { "leaves" } else { "gives" };
                format!("it {leaves} the {name} on {} to {attacker}", square(*royal))
            }
            Reason::CastlesThrough { square: at, start, attacker, .. } => {
                let attacker = scene.man(*attacker);
                let through = if *start { "out of check: " } else { "through an attack: " };
                format!("no castling {through}{attacker} attacks {}", square(*at))
            }
            Reason::NoCastlingRight { rule } => {
                format!("the right to castle `{}` is gone", scene.castling(*rule).letter)
            }
            Reason::CastlingBlocked { rule, square: at } => {
                let letter = scene.castling(*rule).letter;
                format!("castling `{letter}` is blocked on {} by {}", square(*at), scene.whoever_is_on(*at))
            }
            Reason::NoCastling => "there is no such castling for this side".to_owned(),
            Reason::MustCapture { instead } => format!("a side that can take must take, for example {instead}"),
            Reason::SafeFrom { taken, by } => {
                format!("a {} may not take {}", scene.name(*by), scene.man(*taken))
            }
            Reason::LosesRoyal => "it would remove a royal man of its own side".to_owned(),
            Reason::GivesCheck => "giving check is not allowed".to_owned(),
            Reason::DropChecks { piece } => format!("a drop of a {} may not give check", scene.name(*piece)),
            Reason::StaysInCheck { man } => {
                format!("a {} in check may only take the one man that gives check", scene.name(man.piece))
            }
            Reason::MustDrop { instead } => format!("a side has to drop first, for example {instead}"),
            Reason::MayNotPass => "passing is not allowed now".to_owned(),
            Reason::OtherWall { ways } => {
                format!("the move comes with a wall on some squares: write for example {}", ways.join(" or "))
            }
            Reason::DropPlace { piece, to } => {
                format!(
                    "a {} may not be dropped on {}: not the right men stand around",
                    scene.name(*piece),
                    square(*to)
                )
            }
            Reason::DropFirst { piece } => {
                format!("a {} has to be dropped on some other squares first", scene.name(*piece))
            }
            Reason::NoHands => "nothing is ever dropped in this variant".to_owned(),
            Reason::NotInHand { piece, side } => format!("{} has no {} in hand", side.name(), scene.name(*piece)),
            Reason::NeverDropped { piece } => format!("a {} is never dropped", scene.name(*piece)),
            Reason::DropRegion { piece, to } => {
                format!("a {} may not be dropped on {}", scene.name(*piece), square(*to))
            }
            Reason::DropOccupied { to, .. } => {
                format!("a drop goes to an empty square, and on {} stands {}", square(*to), scene.whoever_is_on(*to))
            }
            Reason::DropFile { piece, to, other, most } => {
                let name = scene.name(*piece);
                let file = scene.rules.geometry.file_name(scene.rules.geometry.file(*to));
                format!(
                    "no more than {most} {name} may stand on the {file} file, and there is one on {}",
                    square(*other)
                )
            }
            Reason::DropMates { piece } => format!("a drop of a {} may not mate", scene.name(*piece)),
            Reason::Other => "a rule of the variant forbids it for which there are no words yet".to_owned(),
        }
    }

    fn square_in_words(&self, scene: &Scene<'_>, by: AtomId, at: Square, (need, ends): (Need, bool)) -> String {
        let (atom, square) = (scene.atom(by), scene.square(at));
        let found = scene.setup.men[at.index()];
        let occupied = found.is_some() || scene.setup.walls.contains(at);
        let own = found.is_some_and(|man| man.side == scene.setup.turn);
        let who = scene.whoever_is_on(at);
        match (need, ends, occupied) {
            (Need::Empty, false, _) => format!("{atom} is blocked on {square} by {who}"),
            (Need::Empty, true, _) => format!("{atom} may not capture, and on {square} stands {who}"),
            (Need::Friend, true, false) => format!("{atom} takes only own men, and {square} is empty"),
            (Need::Friend, true, true) => format!("{atom} takes only own men, and on {square} stands {who}"),
            (Need::Royal, true, _) => format!("{atom} takes only a royal man, and on {square} stands {who}"),
            (Need::Enemy, true, true) if own => format!("{atom} takes no own men, and on {square} stands {who}"),
            (Need::Enemy, true, true) => format!("{atom} may not take {who} on {square}"),
            (Need::Enemy, true, false) => format!("{atom} may capture only, and {square} is empty"),
            (Need::EnPassant, ..) => format!("{atom} captures en passant only, and nobody has just passed {square}"),
            (Need::Friend, false, _) => format!("{atom} needs an own man on {square}"),
            (Need::Enemy | Need::Royal, false, false) => format!("{atom} needs a man on {square}, which is empty"),
            (Need::Enemy | Need::Royal, false, true) => format!("{atom} may not go by {who} on {square}"),
        }
    }

    /// The keys, from the outside in, under which the rule is written; the innermost of them that is there counts.
    pub fn path(&self, rules: &Rules) -> Vec<String> {
        let piece = |piece: PieceId, rest: &[&str]| {
            let mut path = vec!["pieces".to_owned(), rules.piece(piece).name.clone()];
            path.extend(rest.iter().map(|key| (*key).to_owned()));
            path
        };
        let rule = |key: &str| vec!["rules".to_owned(), key.to_owned()];
        match self {
            Reason::GameOver { end } => vec!["end".to_owned(), rules.ends[*end].name.clone()],
            Reason::NobodyThere { .. } | Reason::NotYours { .. } | Reason::NoSuchMan { .. } => Vec::new(),
            Reason::NoSuchMove { man, .. } => piece(man.piece, &["moves"]),
            Reason::Confined { piece: id, .. } => piece(*id, &["confined"]),
            Reason::MustPromote { piece: id, .. } => piece(*id, &["promotion", "mandatory"]),
            Reason::NoChoiceLeft { piece: id, .. } => piece(*id, &["promotion", "to"]),
            Reason::NoPromotion { piece: id, .. } => piece(*id, &["promotion", "zone"]),
            Reason::Promotes { piece: id, .. } => piece(*id, &["promotion", "to"]),
            Reason::NotAChoice { piece: id, limited, .. } => {
                piece(*id, &["promotion", if *limited { "limit" } else { "to" }])
            }
            Reason::LeavesRoyal { man, .. } => piece(man.piece, &["royal"]),
            Reason::Castling { rule }
            | Reason::CastlesThrough { rule, .. }
            | Reason::NoCastlingRight { rule }
            | Reason::CastlingBlocked { rule, .. } => {
                vec!["castling".to_owned(), rules.castling[*rule].letter.to_string()]
            }
            Reason::NoCastling => vec!["castling".to_owned()],
            Reason::MustCapture { .. } => rule("must_capture"),
            Reason::GivesCheck => rule("no_checks"),
            Reason::StaysInCheck { .. } => rule("royal_stays_in_check"),
            Reason::MustDrop { .. } => rule("must_drop"),
            Reason::MayNotPass => rule("pass"),
            Reason::OtherWall { .. } => rule("walls"),
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

    /// The move of a notation that the reason speaks of.
    pub fn atom(&self) -> Option<AtomId> {
        match self {
            Reason::Atom { by, .. }
            | Reason::Square { by, .. }
            | Reason::NoHurdle { by, .. }
            | Reason::FirstMoveOnly { by, .. }
            | Reason::NotFromHere { by, .. }
            | Reason::NotToThere { by, .. }
            | Reason::OtherCaptures { by, .. } => Some(*by),
            _ => None,
        }
    }
}
