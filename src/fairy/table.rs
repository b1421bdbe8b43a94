//! Vocabulary of Fairy-Stockfish's configuration files, as data: its settings, piece types and built-in variants.

use std::sync::LazyLock;

/// A type of value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A file: a letter or a number.
    File,
    /// Squares; `*` stands for all files or ranks.
    Squares,
    /// Letters of pieces; `*` for all.
    Pieces,
    /// The letter of one piece.
    Piece,
    /// `win`, `loss`, `draw` or `none`.
    Value,
    /// One of some words, each with its translation to Ferz.
    Words(Vec<(&'static str, &'static str)>),
    /// Letters of castling moves.
    Rights,
    /// A position.
    Text,
    /// Numbers by piece: `q:1 r:2`.
    Limits,
    /// Pieces by piece: `p:g s:g`.
    Pairs,
    /// A rank at which the zone of each side begins.
    RankOn,
    /// The last rank from which pieces make double steps.
    RankDouble,
    /// Display and piece values, which do not affect the rules.
    Looks,
}

/// The sides that a setting applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    /// Both sides'.
    Both,
    /// White's.
    White,
    /// Black's.
    Black,
}

/// A setting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Key {
    /// The text of the key.
    pub name: &'static str,
    /// The type of its value.
    pub kind: Kind,
    /// The topics that it sets.
    pub topics: Vec<Topic>,
    /// The sides to which it applies.
    pub whose: Whose,
    /// `true` if there is a newer name for it.
    pub old: bool,
    /// `true` if only built-in variants of Fairy-Stockfish use it.
    pub inside: bool,
    /// The default value, if this key has one.
    pub default: &'static str,
}

macro_rules! topics {
    ($($topic:ident = $name:literal,)+) => {
        /// The subject of a setting.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(super) enum Topic { $(#[doc = $name] $topic,)+ }

        impl Topic {
            fn from_name(name: &str) -> Option<Topic> {
                match name { $($name => Some(Topic::$topic),)+ _ => None }
            }
        }
    };
}

topics! {
    Ranks = "ranks", Files = "files", Promotion = "promotion", DoubleStep = "double_step", Flag = "flag",
    Partners = "partners", DropRegion = "drop_region", DropOnTop = "drop_on_top", FirstPromoter = "first_promoter",
    Promoters = "promoters", Passers = "passers", Resetters = "resetters", Shuffled = "shuffled",
    TwoBoards = "two_boards", Setup = "setup", Choices = "choices", PromotionInPlace = "promotion_in_place",
    Limits = "limits", Promoted = "promoted", PromotionByCapture = "promotion_by_capture",
    MandatoryChoice = "mandatory_choice", MandatoryPromotion = "mandatory_promotion", Demotion = "demotion",
    Blast = "blast", BlastImmune = "blast_immune", MutuallyImmune = "mutually_immune", Petrifies = "petrifies",
    PetrifiesBlast = "petrifies_blast", DoubleSteps = "double_steps", TripleStep = "triple_step",
    Passing = "passing", Castling = "castling", CastlingDropped = "castling_dropped",
    CastlingRight = "castling_right", CastlingLeft = "castling_left", CastlingRank = "castling_rank",
    CastlerFile = "castler_file", Castler = "castler", PartnerRight = "partner_right", PartnerLeft = "partner_left",
    OppositeCastling = "opposite_castling", Checking = "checking", DropChecks = "drop_checks",
    MustCapture = "must_capture", MustDrop = "must_drop", MustDropKind = "must_drop_kind", Drops = "drops",
    DropLoop = "drop_loop", ToHand = "to_hand", FirstRankDrops = "first_rank_drops", ZoneDrops = "zone_drops",
    DropPlace = "drop_place", DropFirst = "drop_first", FirstRankOnly = "first_rank_only",
    OtherColour = "other_colour", DropPromoted = "drop_promoted", PerFile = "per_file",
    PerFileCount = "per_file_count", NoDeadEnds = "no_dead_ends", Gating = "gating", Walls = "walls",
    WallRegion = "wall_region", WallInstead = "wall_instead", GatingDrops = "gating_drops",
    FirstLeaps = "first_leaps", Diagonals = "diagonals", Pass = "pass", PassStuck = "pass_stuck",
    RoyalStays = "royal_stays", Facing = "facing", BeyondRank = "beyond_rank", Flips = "flips",
    FreeDrops = "free_drops", Clock = "clock", Folds = "folds", FoldValue = "fold_value",
    FoldAbsolute = "fold_absolute", PerpetualCheck = "perpetual_check", MoveRepetition = "move_repetition",
    Chasing = "chasing", Stalemate = "stalemate", StalemateCounts = "stalemate_counts", Checkmate = "checkmate",
    NoDropMate = "no_drop_mate", RestrictedMate = "restricted_mate", FacingDraws = "facing_draws",
    Extinct = "extinct", ExtinctClaim = "extinct_claim", PseudoRoyal = "pseudo_royal",
    DupleCheck = "duple_check", ExtinctKinds = "extinct_kinds", ExtinctCount = "extinct_count",
    ExtinctOpponent = "extinct_opponent", FlagKind = "flag_kind", FlagCount = "flag_count",
    FlagBlocked = "flag_blocked", FlagMove = "flag_move", FlagSafe = "flag_safe", CheckCounting = "check_counting",
    Row = "row", RowKinds = "row_kinds", RowRanks = "row_ranks", RowFiles = "row_files",
    RowDiagonals = "row_diagonals", ChainFrom = "chain_from", ChainTo = "chain_to", Block = "block",
    Collinear = "collinear", RowValue = "row_value", Counting = "counting", FullBoard = "full_board",
    MoveLimits = "move_limits", CastlingWins = "castling_wins",
}

/// All settings, in the order in which Fairy-Stockfish reads them.
pub(super) static KEYS: LazyLock<Vec<Key>> =
    LazyLock::new(|| rows(include_str!("../../data/fairy/keys.tsv")).map(key).collect());

fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(|line| line.split('\t').collect())
}

fn key(cells: Vec<&'static str>) -> Key {
    let [name, kind, topics, whose, default] = cells[..] else { unreachable!("five cells: {cells:?}") };
    let kind = match kind.split_once(' ') {
        Some((_, words)) => Kind::Words(words.split(' ').filter_map(|word| word.split_once('=')).collect()),
        None => match kind {
            "flag" => Kind::Flag,
            "number" => Kind::Number,
            "file" => Kind::File,
            "squares" => Kind::Squares,
            "kinds" => Kind::Pieces,
            "kind" => Kind::Piece,
            "value" => Kind::Value,
            "rights" => Kind::Rights,
            "text" => Kind::Text,
            "limits" => Kind::Limits,
            "pairs" => Kind::Pairs,
            "rank-on" => Kind::RankOn,
            "rank-double" => Kind::RankDouble,
            _ => Kind::Looks,
        },
    };
    let side = match whose {
        side if side.ends_with("white") => Whose::White,
        side if side.ends_with("black") => Whose::Black,
        _ => Whose::Both,
    };
    let topics = topics.split(',').filter_map(Topic::from_name).collect();
    Key { name, kind, topics, whose: side, old: whose.starts_with("old"), inside: whose == "inside", default }
}

impl Key {
    fn words(&self) -> &[(&'static str, &'static str)] {
        match &self.kind {
            Kind::Words(words) => words,
            _ => &[],
        }
    }
}

impl Topic {
    /// The usual key for the topic.
    pub(super) fn key(self) -> &'static str {
        let about = |key: &&Key| !key.old && key.topics.last() == Some(&self);
        KEYS.iter().find(about).map_or("", |key| key.name)
    }

    /// Fairy-Stockfish's word for a word of Ferz.
    pub(super) fn word_for(self, ours: &str) -> Option<&'static str> {
        let about = KEYS.iter().filter(|key| key.topics.contains(&self));
        about.flat_map(|key| key.words()).find(|(_, word)| *word == ours).map(|(written, _)| *written)
    }
}

/// A piece type of Fairy-Stockfish: an index in its own order, from 1. 0 stands for all types.
pub(super) type Slot = u8;

/// The type that is royal.
pub(super) const ROYAL: Slot = 63;
/// The number of types that a file may define.
pub(super) const CUSTOM: u8 = 25;

/// A special role of a type in Fairy-Stockfish's code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// No special role.
    Plain,
    /// A pawn with double steps.
    Stepper,
    /// May be forbidden to give mate by a drop.
    DropMate,
    /// Neither hops over nor captures pieces of its own type.
    Shy,
    /// Steps sideways only beyond a certain rank.
    Beyond,
    /// Defined by the file.
    Custom,
    /// The royal piece.
    Royal,
    /// May have to be dropped on the first rank, and slides along the lines of palaces.
    Slides,
    /// May have to be dropped on squares of different colours.
    Coloured,
    /// Steps along the lines of palaces.
    Palace,
}

/// A piece type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Type {
    /// Its index.
    pub slot: Slot,
    /// Its key.
    pub key: String,
    /// Its moves as Fairy-Stockfish reads them.
    pub moves: &'static str,
    /// Its special role.
    pub role: Role,
    /// Its name in a variant file; empty for types that files define.
    pub name: &'static str,
    /// The points of the type, in games that count points.
    pub points: u16,
}

/// All piece types, in order.
pub(super) static TYPES: LazyLock<Vec<Type>> = LazyLock::new(types);

fn types() -> Vec<Type> {
    let mut found: Vec<Type> = Vec::new();
    for cells in rows(include_str!("../../data/fairy/pieces.tsv")) {
        let [key, moves, role, name, points] = cells[..] else { continue };
        let role = match role {
            "stepper" => Role::Stepper,
            "drop-mate" => Role::DropMate,
            "shy" => Role::Shy,
            "beyond" => Role::Beyond,
            "custom" => Role::Custom,
            "royal" => Role::Royal,
            "slides" => Role::Slides,
            "coloured" => Role::Coloured,
            "palace" => Role::Palace,
            _ => Role::Plain,
        };
        let moves = if moves == "-" { "" } else { moves };
        if role == Role::Custom {
            for number in 1..=CUSTOM {
                let slot = found.len() as Slot + 1;
                found.push(Type { slot, key: format!("{key}{number}"), moves: "", role, name: "", points: 0 });
            }
        } else {
            let slot = if role == Role::Royal { ROYAL } else { found.len() as Slot + 1 };
            found.push(Type { slot, key: key.to_owned(), moves, role, name, points: points.parse().unwrap_or(0) });
        }
    }
    found
}

/// The type with an index.
pub(super) fn piece_type(slot: Slot) -> Option<&'static Type> {
    TYPES.iter().find(|kind| kind.slot == slot)
}

/// The type with a key.
pub(super) fn type_named(key: &str) -> Option<&'static Type> {
    TYPES.iter().find(|kind| kind.key == key)
}

/// The key of the royal type.
pub(super) fn royal_key() -> &'static str {
    piece_type(ROYAL).map_or("", |kind| kind.key.as_str())
}

/// Names for pieces that are defined by their moves.
pub(super) static NAMES: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    rows(include_str!("../../data/fairy/pieces.tsv"))
        .filter_map(|cells| <[&str; 2]>::try_from(cells).ok())
        .map(|[a, b]| (a, b))
        .collect()
});

/// A stage of a count of moves within which a side must give mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Counted {
    /// The word of Ferz for the count.
    pub word: &'static str,
    /// The largest number of pieces of the side that counts.
    pub pieces: Option<u16>,
    /// The type that neither side may have.
    pub without: Option<Slot>,
    /// The type that the other side must have, and the smallest number.
    pub against: Option<(Slot, u16)>,
    /// The number of moves.
    pub moves: u16,
    /// `true` if a new count starts, at the number of pieces.
    pub anew: bool,
}

/// The stages of all counts, in order.
pub(super) static COUNTS: LazyLock<Vec<Counted>> = LazyLock::new(|| {
    let slot = |key: &str| type_named(key).map(|kind| kind.slot);
    let row = |cells: Vec<&'static str>| {
        let [word, pieces, without, against, least, moves, anew] = cells[..] else { unreachable!("{cells:?}") };
        let number = |text: &str| text.parse::<u16>().unwrap_or(0);
        Counted {
            word,
            pieces: pieces.parse().ok(),
            without: slot(without),
            against: slot(against).map(|slot| (slot, number(least))),
            moves: number(moves),
            anew: anew == "anew",
        }
    };
    rows(include_str!("../../data/fairy/counts.tsv")).map(row).collect()
});

/// Role of a type in games where perpetual chase is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chased {
    /// The type.
    pub slot: Slot,
    /// `true` if it can chase.
    pub chases: bool,
    /// `true` if it cannot be chased before it is promoted.
    pub spared: bool,
    /// Its value.
    pub worth: u16,
}

/// The types that chase and are chased.
pub(super) static CHASES: LazyLock<Vec<Chased>> = LazyLock::new(|| {
    let row = |cells: Vec<&'static str>| {
        let [key, chases, spared, worth] = cells[..] else { unreachable!("{cells:?}") };
        let slot = type_named(key)?.slot;
        let (chases, spared) = (chases == "chases", spared == "spared");
        Some(Chased { slot, chases, spared, worth: worth.parse().unwrap_or(0) })
    };
    rows(include_str!("../../data/fairy/chases.tsv")).filter_map(row).collect()
});

/// Role of a type in games that restrict which pieces may mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mating {
    /// The type.
    pub slot: Slot,
    /// `true` if a mate by this type does not count.
    pub is_none: bool,
    /// `true` if one of these types must have given a check for the mate to count.
    pub is_needed: bool,
}

/// The types that such a rule names.
pub(super) static MATES: LazyLock<Vec<Mating>> = LazyLock::new(|| {
    let row = |cells: Vec<&'static str>| {
        let [key, none, needed] = cells[..] else { unreachable!("{cells:?}") };
        Some(Mating { slot: type_named(key)?.slot, is_none: none == "none", is_needed: needed == "needed" })
    };
    rows(include_str!("../../data/fairy/mates.tsv")).filter_map(row).collect()
});

/// The built-in variants of Fairy-Stockfish, as a configuration file.
pub(super) const BUILT_IN: &str = include_str!("../../data/fairy/builtin.ini");
