//! The stable names of all checks. Each has a page in the rule book, `book/NAME.md`, which `ferz explain` prints.

use serde::{Serialize, Serializer};

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $variant:ident = $name:literal,)+) => {
        /// A check, under a name that does not change: scripts and editors may rely on it.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code { $($(#[doc = $doc])* $variant,)+ }

        impl Code {
            /// All checks.
            pub const ALL: &[Code] = &[$(Code::$variant),+];

            /// The name, such as `unknown-key`.
            pub const fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)+ }
            }

            /// One sentence that says what the check finds.
            pub fn summary(self) -> &'static str {
                match self { $(Code::$variant => concat!($($doc),*).trim(),)+ }
            }

            /// Its page in the rule book.
            pub const fn page(self) -> &'static str {
                match self { $(Code::$variant => include_str!(concat!("book/", $name, ".md")),)+ }
            }

            /// The check with a name.
            pub fn from_name(name: &str) -> Option<Code> {
                Code::ALL.iter().copied().find(|code| code.name() == name)
            }
        }
    };
}

codes! {
    /// The bytes are not UTF-8 text.
    NotUtf8 = "not-utf-8",
    /// The text holds a character that no variant file needs: a NUL, a byte order mark, a tab as indentation.
    BadCharacter = "bad-character",
    /// The file is larger, deeper or longer than any variant needs.
    TooLarge = "too-large",
    /// The file holds nothing.
    Empty = "empty",
    /// The text is not YAML.
    Syntax = "syntax",
    /// A feature of YAML that variant files do not use: anchors, tags, several documents.
    Yaml = "yaml",
    /// A value that YAML does not read as its author means it.
    Quote = "quote",
    /// A key is written twice.
    DuplicateKey = "duplicate-key",
    /// An unknown key.
    UnknownKey = "unknown-key",
    /// A required key is missing.
    MissingKey = "missing-key",
    /// A value of the wrong type or out of range.
    BadValue = "bad-value",
    /// `extends` names a variant that does not exist or may not be read.
    MissingParent = "missing-parent",
    /// Files extend each other in a circle, or in too long a chain.
    ExtendsCycle = "extends-cycle",
    /// Files that are mixed set one key to different values, or have no game in common.
    MixConflict = "mix-conflict",
    /// An impossible board.
    BadBoard = "bad-board",
    /// A square that the board does not have.
    BadSquare = "bad-square",
    /// A region expression that cannot be read.
    BadRegion = "bad-region",
    /// A region that is not defined.
    UnknownRegion = "unknown-region",
    /// Regions whose definitions refer to each other in a circle.
    RegionCycle = "region-cycle",
    /// A region that nothing refers to.
    UnusedRegion = "unused-region",
    /// An invalid name.
    BadName = "bad-name",
    /// A piece that is not defined.
    UnknownPiece = "unknown-piece",
    /// A piece symbol of the wrong form.
    BadSymbol = "bad-symbol",
    /// A symbol that two pieces share.
    DuplicateSymbol = "duplicate-symbol",
    /// A Betza notation that cannot be read.
    BadNotation = "bad-notation",
    /// A Betza notation that can be read but is probably a mistake.
    StrangeNotation = "strange-notation",
    /// A piece that promotes to itself, or choices that contradict each other.
    BadPromotion = "bad-promotion",
    /// A promotion zone without squares.
    EmptyZone = "empty-zone",
    /// A position that cannot be read.
    BadFen = "bad-fen",
    /// A rule in the language of rules that cannot be read.
    BadRule = "bad-rule",
    /// A file whose rules only the oracle can play so far.
    NeedsOracle = "needs-oracle",
    /// An invalid castling move.
    BadCastling = "bad-castling",
    /// An invalid shuffle.
    BadShuffle = "bad-shuffle",
    /// An invalid end of the game.
    BadEnd = "bad-end",
    /// A game without any end.
    NoEnd = "no-end",
    /// A side that plays on without its royal piece.
    UndyingSide = "undying-side",
    /// A piece that can enter by gating and by free drops.
    FreeDrops = "free-drops",
    /// A test that cannot be run.
    BadTest = "bad-test",
    /// A piece that never comes onto the board.
    IdlePiece = "idle-piece",
    /// A key that changes nothing without another.
    IdleKey = "idle-key",
    /// A piece that can never promote, or that gets stuck because it does not.
    NeverPromotes = "never-promotes",
    /// A promotion zone that no piece reaches.
    UnreachedZone = "unreached-zone",
    /// A setup in which the side that is not to move is in check.
    OpponentInCheck = "opponent-in-check",
    /// A castling move that can never be made.
    DeadCastling = "dead-castling",
    /// Two pieces with the same moves.
    SameMoves = "same-moves",
    /// Pieces that can never leave squares of one colour, all of them on the same one.
    ColourBound = "colour-bound",
    /// An end of the game that never decides, because an earlier one always holds first.
    ShadowedEnd = "shadowed-end",
    /// A setup in which the side to move is in check.
    StartsInCheck = "starts-in-check",
    /// A game that is over before it begins, or that every first move ends.
    OverAtStart = "over-at-start",
    /// A rule that adds steps to a move without end.
    EndlessMove = "endless-move",
    /// An end of the game that can never happen.
    DeadEnd = "dead-end",
    /// A rule about checks in a game in which no piece is royal.
    NoRoyal = "no-royal",
    /// A side that has no royal piece in a game of royal pieces.
    KinglessSide = "kingless-side",
    /// A side that starts with several royal pieces of one kind.
    SeveralRoyals = "several-royals",
    /// Armies that stand on the other side's squares.
    SwappedArmies = "swapped-armies",
    /// A setup that blocks squares of the board, or counts holes as empty squares.
    BlockedSquare = "blocked-square",
    /// A shuffle that leaves pieces of the setup out.
    ShortShuffle = "short-shuffle",
    /// A rule that has no effect.
    IdleRule = "idle-rule",
    /// Squares of mandatory promotion outside the promotion zone.
    MandatoryOutside = "mandatory-outside",
    /// A piece that may be dropped on squares on which it is useless.
    StrandedDrop = "stranded-drop",
    /// A promoted piece that goes to a hand, without the piece that it becomes there.
    NoCapturedAs = "no-captured-as",
    /// Rules that are not the same for both sides, although their armies are.
    UnevenSides = "uneven-sides",
    /// A castling move that puts its pieces on squares that are unusual for castling.
    OddCastling = "odd-castling",
    /// An end of the game with the opposite of the usual result, or a game that no side can win.
    OddResult = "odd-result",
    /// A piece that becomes royal, or a royal piece that becomes a wall.
    OddRoyal = "odd-royal",
    /// A list of promotions from before a piece of the setup was replaced.
    OldPromotion = "old-promotion",
    /// A side without a legal move, and no end for it.
    OpenEnd = "open-end",
    /// Hands that hold nothing, or pieces in hand in a game without hands.
    EmptyHand = "empty-hand",
    /// A piece that captures nothing, in a game of mate in which others do.
    NeverCaptures = "never-captures",
    /// A part of a notation, or a list of squares for it, that no move of the game needs.
    IdleModifier = "idle-modifier",
    /// A double step that jumps over pieces, although the single step can be blocked.
    JumpingStep = "jumping-step",
    /// A promotion zone that begins right in front of the pieces.
    InstantPromotion = "instant-promotion",
    /// A piece of the setup that can never move.
    StuckPiece = "stuck-piece",
    /// An end that counts all pieces of the setup but one.
    ShortList = "short-list",
    /// An end that can come in the opening.
    HastyEnd = "hasty-end",
    /// A rule without a counterpart in the format of the other program, or of Ferz.
    NoCounterpart = "no-counterpart",
    /// A setting with an outdated name in another program's configuration file.
    OldSetting = "old-setting",
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
