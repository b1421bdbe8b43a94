//! Rules that change moves one by one: captures of other kinds, relations between pieces, turns, levels.

#[cfg(feature = "schema")]
use schemars::JsonSchema;

use super::area::Area;
use super::pieces::{Betza, Pieces};
use crate::source::Spanned;
use crate::variant::node::{Named, Node, Phrase, Problems, Read, Value, expect_map, record, words, wrong_word};

record! {
    /// What becomes of the pieces of a capture.
    "`takes`" pub struct Takes {
        /// Does the piece that takes stay where it is?
        "from_afar" from_afar: Option<bool>,
        /// Does the piece taken go to the square that the taker leaves? A capture that has just been made is not undone so.
        "exchanges" exchanges: Option<Spanned<bool>>,
        /// What takers become. The first entry that fits decides.
        "becomes" becomes: Option<Vec<Merge>>,
        /// Into which two parts pieces split: one goes, without taking, and one stays.
        "splits" splits: Option<Vec<Split>>,
        /// Must a piece that splits not be under attack? Without it: it may.
        "splits_in_peace" splits_in_peace: Option<bool>,
        /// How quiet moves take: each entry adds to what the pieces take.
        "ways" ways: Option<Vec<Way>>,
        /// The pieces that jump enemies and take them, again and again as long as they can.
        "chains" chains: Option<Vec<Chain>>,
        /// May of these chains only those be made that take most?
        "longest" longest: Option<bool>,
        /// The pieces that can be taken in passing, right after a move of theirs, on a square of a line that they have passed.
        /// What takes so says its notation (`e`); who ends on such a square takes.
        "passing" passing: Option<Pieces>,
        /// The pieces of which a side must have one on the board to take anything.
        "needs" needs: Option<Pieces>,
        /// The pieces that may blow up as a move, with all that stands beside them.
        "bombs" bombs: Option<Pieces>,
        /// The pieces, or `all`, that take friends as they take enemies. One that takes a royal friend must not be under attack
        /// where it ends.
        "friends" friends: Option<Pieces>,
        /// Are pieces taken only by mate? After each move, enemies vanish that are attacked and that no move could save, were it
        /// allowed to take, again and again until there are none.
        "by_mate" by_mate: Option<bool>,
        /// How many moves of the game, of both sides together, pass before anything may be taken. Without it: none.
        "none_before" none_before: Option<Spanned<u16>>,
        /// The pieces that make two steps in one move, and take with each. Two moves by way of different squares are different
        /// moves, also when they lead to the same.
        "two_steps" two_steps: Option<Vec<TwoSteps>>,
        /// Captures of some pieces beside those of their notations.
        "strikes" strikes: Option<Vec<Strike>>,
        /// The pieces that take in one of their `ways` only: a move that could take in two ways is two moves.
        "single_way" single_way: Option<Pieces>,
        /// Squares on which moves end only to take, and only if no shorter move of the piece takes the same.
        "last_resort" last_resort: Option<Area>,
        /// What a capture puts on another square. The first entry that fits decides, for the taker and for each piece taken.
        "reborn" reborn: Option<Vec<Rebirth>>,
        /// The pieces that take only what no enemy guards: none that could take back, others of these pieces aside.
        "unguarded_only" unguarded_only: Option<Pieces>,
        /// Pairs of pieces: what is one of them goes to a hand as the other. What has promoted goes there as the other of what it
        /// was. With pieces of their own on each of two boards, what is taken on one is so dropped on the other.
        "in_hand_as" in_hand_as: Option<Named<Phrase>>,
    }
}

record! {
    /// Captures that pieces make beside those of their notations.
    "an entry of `strikes`" pub struct Strike {
        /// The pieces, or `all`.
        "by" by: Pieces,
        /// The enemy pieces that they take so, or `all`. Without it: all.
        "of" of: Option<Pieces>,
        /// The piece whose captures these are. Without it: their own.
        "moves_of" moves_of: Option<Phrase>,
        /// What becomes of the piece that takes: it `goes` (without it), `stays` or `vanishes`.
        "taker" taker: Option<Taker>,
        /// How many squares away the piece taken may stand from the taker, or in line with nothing between from another friend.
        /// Without it: as far as the moves go.
        #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
        "within" within: Option<Spanned<u16>>,
    }
}

words! {
    /// What becomes of a piece that takes.
    pub enum Taker {
        /// It goes to the square of the piece taken.
        Goes = "goes",
        /// It stays where it is.
        Stays = "stays",
        /// It vanishes, too.
        Vanishes = "vanishes",
    }
}

record! {
    /// Pieces that make two steps in one move.
    "an entry of `two_steps`" pub struct TwoSteps {
        /// The pieces, or `all`.
        "by" by: Pieces,
        /// The steps, in Betza notation. They may be made after each other in any order; who comes back to where it was passes,
        /// or takes without moving.
        "steps" steps: Betza,
        /// Must the second step go straight on, or back?
        "straight" straight: Option<bool>,
    }
}

record! {
    /// Pieces of a capture that are put on another square.
    "an entry of `reborn`" pub struct Rebirth {
        /// The pieces, or `all`.
        "pieces" pieces: Pieces,
        /// Which of them: `taken` (without it) or `taker`.
        "who" who: Option<Reborn>,
        /// On which squares. Without it: where its side has such pieces at the start of the game.
        "on" on: Option<Area>,
        /// On the square that the taker has left?
        "where_taker_was" where_taker_was: Option<bool>,
        /// Which of these squares come into question: those of the same file, rank or colour as the square of the capture. Of
        /// several the first that is empty is taken, along the ranks from the side's own. Without it: all.
        "same" same: Option<Same>,
        /// What it comes back as. Without it: as what it is.
        "to" to: Option<Phrase>,
        /// Does it come back as a piece of the other side?
        "turned" turned: Option<bool>,
        /// May a capture not be made after which none of the squares is empty? Without it: a piece taken is then gone (or goes to
        /// a hand), and a taker stays where it has taken.
        "must" must: Option<bool>,
    }
}

words! {
    /// Which piece of a capture is put on another square.
    pub enum Reborn {
        /// The piece taken.
        Taken = "taken",
        /// The piece that takes.
        Taker = "taker",
    }
}

words! {
    /// What a square has in common with that of the capture.
    pub enum Same {
        /// The file.
        File = "file",
        /// The rank.
        Rank = "rank",
        /// The colour.
        Colour = "colour",
    }
}

record! {
    /// What a piece becomes by taking another.
    "an entry of `becomes`" pub struct Merge {
        /// The pieces that take, or `all`.
        "by" by: Pieces,
        /// The pieces taken, or `all`.
        "of" of: Pieces,
        /// What the taker becomes: a piece, or `taken`, what it takes.
        "to" to: Phrase,
        /// Is a friend taken? Friends may then be taken in no other way. Without it: an enemy.
        "friend" friend: Option<bool>,
        /// The pieces of which the side must have none on the board.
        "without" without: Option<Pieces>,
    }
}

record! {
    /// Pieces that jump what they take.
    "an entry of `chains`" pub struct Chain {
        /// The pieces that jump, or `all`.
        "by" by: Pieces,
        /// Where they jump, in Betza notation: over the piece to which this leads, and straight on. A ride (`B`) leads to a piece
        /// at any distance, and ends on any empty square behind it.
        "jumps" jumps: Betza,
        /// The enemy pieces that they take so, or `all`. Without it: all.
        "of" of: Option<Pieces>,
        /// Where a chain ends even if another jump is possible.
        "ends_in" ends_in: Option<Area>,
        /// Does a piece promote on a square of its promotion zone at which it arrives within a chain, and go on as what it has become?
        /// Without it: a piece promotes where its chain ends.
        "promotes_at_once" promotes_at_once: Option<bool>,
    }
}

record! {
    /// A way in which quiet moves take.
    "an entry of `ways`" pub struct Way {
        /// The pieces that take so, or `all`.
        "by" by: Pieces,
        /// How they take.
        "how" how: How,
        /// The enemy pieces that they take so, or `all`. Without it: all.
        "of" of: Option<Pieces>,
        /// Of `coordination`, the friends that stand at the other corner.
        "with" with: Option<Pieces>,
        /// Of `leap`, how many pieces one move may jump. Without it: one.
        "most" most: Option<Spanned<u16>>,
        /// Do only moves along ranks and files take so?
        "straight" straight: Option<bool>,
    }
}

words! {
    /// How a quiet move takes.
    pub enum How {
        /// What stands on a rank or file between the square on which the piece ends and a friend.
        Custodian = "custodian",
        /// What stands where the rank of the square on which the piece ends crosses the file of a friend, or the other way round.
        Coordination = "coordination",
        /// What stands behind the piece when it starts, in line with its move.
        Withdrawal = "withdrawal",
        /// What stands before the piece when it ends, in line with its move.
        Approach = "approach",
        /// What the piece jumps on its rank, file or diagonal, each with an empty square behind it. The moves that jump are
        /// added to those of the notation.
        Leap = "leap",
    }
}

record! {
    /// A piece of two parts.
    "an entry of `splits`" pub struct Split {
        /// The piece.
        "piece" piece: Phrase,
        /// The part that goes.
        "goes" goes: Phrase,
        /// The part that stays.
        "stays" stays: Phrase,
        /// Does every move of the piece split it? It then moves, takes and castles by its own notation. Without it: a part that
        /// goes away without taking is a move of its own.
        "always" always: Option<bool>,
    }
}

record! {
    /// What pieces do to each other by where they stand.
    "`relations`" pub struct Relations {
        /// What follows when two enemies of a kind attack each other.
        "paralysis" paralysis: Option<Paralysis>,
        /// The pieces beside which enemies can neither move nor attack.
        "freezers" freezers: Option<Vec<Freezer>>,
        /// The pieces beside which enemy freezers hold no others.
        "thawers" thawers: Option<Pieces>,
        /// The pieces that no freezer holds.
        "unfrozen" unfrozen: Option<Pieces>,
        /// Do pieces take what could take them, and nothing else?
        "takes_attackers" takes_attackers: Option<bool>,
        /// The moves that pieces lend to friends.
        "loans" loans: Option<Vec<Loan>>,
        /// Is a royal piece in check from pieces of its own side, too?
        "own_checks" own_checks: Option<bool>,
        /// The pieces, or `all`, that let their side move the enemies they attack. Such an enemy takes its own side, and does
        /// not move in the next turn.
        "controllers" controllers: Option<Pieces>,
        /// The pieces that they do not let it move.
        "uncontrolled" uncontrolled: Option<Pieces>,
        /// The board is divided into square cells of this length, from its first square, and every move must leave its cell.
        #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
        "cells" cells: Option<Spanned<u16>>,
        /// The pieces that may change places.
        "swaps" swaps: Option<Vec<Swap>>,
        /// The pieces that must always be under attack.
        "exposed" exposed: Option<Pieces>,
        /// The pieces whose attack on those does not count.
        "harmless" harmless: Option<Pieces>,
        /// May check be given only if it is mate?
        "checks_must_mate" checks_must_mate: Option<bool>,
        /// The pieces that may go to any empty square that more friends than enemies attack.
        "guarded" guarded: Option<Vec<Guarded>>,
        /// What pieces are worth by name. Enemies that a side attacks with more than they are protected with change sides after
        /// its move, again and again until there are none. Attacks and protection pass through friends that have them too.
        "persuasion" persuasion: Option<Named<Spanned<u16>>>,
        /// The pieces that may not move to where they would change sides so.
        "wary" wary: Option<Pieces>,
        /// How many moves of the game, of both sides together, pass before check may be given. Without it: none.
        "no_check_before" no_check_before: Option<Spanned<u16>>,
        /// The part of the board in which pieces are White's, and the one in which they are Black's, whoever brings them there.
        /// Positions are then written with Black's letters.
        "owners" owners: Option<Area>,
        /// Do steps pass over walls and holes as if they were not there? A leap is then made step by step, first straight and then
        /// aslant, each to the next square that is no wall.
        "skips_walls" skips_walls: Option<Spanned<bool>>,
        /// The pieces with a charge: when one of them has moved, the next such piece on each side of its rank and file comes
        /// beside it if it is an enemy, and goes as far away as it can if it is a friend. A drop draws nobody.
        "magnets" magnets: Option<Pieces>,
        /// The pieces beside which friends cannot be taken.
        "shields" shields: Option<Vec<Shield>>,
        /// May pieces that freezers hold, royal ones aside, vanish as a move?
        "held_vanish" held_vanish: Option<bool>,
        /// The parts of the board that hold only so many pieces of a side.
        "rooms" rooms: Option<Vec<Room>>,
        /// What pieces are while they carry something: each piece without it by name, and what it is with it. One that carries it
        /// gives it to a friend that it could take, were that an enemy; one that does not takes it from such a friend or an enemy.
        /// Nobody moves; what an enemy has lost so does not come back with its next move.
        "handovers" handovers: Option<Named<Phrase>>,
        /// The pieces that may not be traded for each other as others are.
        "trades" trades: Option<Vec<Trade>>,
    }
}

record! {
    /// Pieces that are not traded for each other. One does not take another that is not beside it and could be taken back. When a
    /// piece of another kind has taken one, a piece of another kind may take one in answer only on the same square.
    "an entry of `trades`" pub struct Trade {
        /// The pieces.
        "pieces" pieces: Pieces,
        /// A move that takes, beside such a piece, one that is not among these is free to do so.
        "trifles" trifles: Option<Pieces>,
    }
}

record! {
    /// Pieces beside which friends cannot be taken.
    "an entry of `shields`" pub struct Shield {
        /// The pieces.
        "by" by: Pieces,
        /// The friends that cannot be taken. Without it: all.
        "of" of: Option<Pieces>,
    }
}

record! {
    /// A part of the board that holds only so many pieces of a side.
    "an entry of `rooms`" pub struct Room {
        /// The squares.
        "on" on: Area,
        /// How many pieces of a side may stand there: no move may bring another.
        "most" most: Spanned<u16>,
    }
}

record! {
    /// Pieces that hold enemies beside them.
    "an entry of `freezers`" pub struct Freezer {
        /// The pieces.
        "by" by: Pieces,
        /// The enemies that they hold. Without it: all.
        "of" of: Option<Pieces>,
    }
}

words! {
    /// What follows when two enemies of a kind attack each other.
    pub enum Paralysis {
        /// Neither moves nor attacks.
        Holds = "holds",
        /// No move may lead to it.
        Forbidden = "forbidden",
    }
}

record! {
    /// Moves that pieces have while they stand in a relation to a friend.
    "an entry of `loans`" pub struct Loan {
        /// The pieces that get the moves.
        "to" to: Pieces,
        /// The pieces that lend.
        "from" from: Pieces,
        /// The piece whose moves these are. Without it: the lender's.
        "moves_of" moves_of: Option<Phrase>,
        /// Must the borrower attack the lender? Without it the lender has to guard the borrower.
        "sought" sought: Option<bool>,
        /// Where the moves may end. Without it: anywhere.
        "on" on: Option<Area>,
    }
}

record! {
    /// Pieces that may change places.
    "an entry of `swaps`" pub struct Swap {
        /// The pieces, or `all`.
        "pieces" pieces: Pieces,
        /// The pieces with which they change places, or `all`; friends of the same kind do not.
        "with" with: Pieces,
        /// The piece whose moves lead from one to the other. Without it: their own.
        "moves_of" moves_of: Option<Phrase>,
        /// Do they do so over any distance, whatever stands between?
        "anywhere" anywhere: Option<bool>,
        /// Is the other piece an enemy? Without it: a friend.
        "enemy" enemy: Option<bool>,
        /// May it be done in check? Without it: yes.
        "in_check" in_check: Option<bool>,
        /// Does one of the two that comes where it has to promote do so? Without it: no piece may come there.
        "promotes" promotes: Option<bool>,
        /// May a piece change places with itself, which passes the turn? Without it: no.
        "itself" itself: Option<bool>,
        /// May the next move not undo it? Without it: it may.
        "stands" stands: Option<Spanned<bool>>,
    }
}

record! {
    /// Moves to squares that are guarded.
    "`guarded`" pub struct Guarded {
        /// The pieces, or `all`.
        "pieces" pieces: Pieces,
        /// Where the moves may end. Without it: anywhere.
        "on" on: Option<Area>,
        /// May they be made in check? Without it: yes.
        "in_check" in_check: Option<bool>,
        /// Do attacks count that lead through friends which attack along the same line? Without it: no.
        "through" through: Option<bool>,
    }
}

record! {
    /// How many actions a turn has, and which. Each action is written as a move of its own.
    "`turns`" pub struct Turns {
        /// The actions of a turn: a number, or one for each side. Without it: one.
        "actions" actions: Option<Actions>,
        /// The actions of the first turn of the game, if that is otherwise.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))]
        "first" first: Option<Spanned<u16>>,
        /// How many more each turn has than the one before it. Without it: none.
        "grows" grows: Option<Spanned<u16>>,
        /// What ends a turn early.
        "until" until: Option<Until>,
        /// May a side take back the last move of the enemy, who then makes another one that may not be taken back? Without it: no.
        "refusable" refusable: Option<Spanned<bool>>,
        /// What must follow an action in the same turn.
        "then" then: Option<Then>,
        /// The pieces that `then` speaks of: those that go ahead, or those that are put back on a square of the same colour.
        "pieces" pieces: Option<Pieces>,
        /// What a side does with its first turns, one entry for each: one of the named pieces becomes another where it stands.
        "opening" opening: Option<Vec<Named<Phrase>>>,
        /// What fills the board from time to time.
        "fill" fill: Option<Fill>,
        /// Does a side only say where its move ends? The other side then makes such a move with one of those pieces, and says where
        /// its own ends. The first turn of the game has no move to make.
        "proposes" proposes: Option<Proposals>,
        /// Two boards on each of which the sides move in turn: the one on which White begins, and the one on which Black does.
        /// Each action of a turn is made on a board on which the side is to move, and a turn ends when there is none. A royal
        /// piece counts for moves on its own board only, and who has no move on a board has none on the other.
        "boards" boards: Option<Area>,
        /// Do dice say before each move which kind of piece is moved? A move that promotes counts as one of what the piece becomes. A
        /// position says which kind the dice show; without it, any of those that have a move.
        "dice" dice: Option<bool>,
    }
}

record! {
    /// How the square on which a move is to end is marked until it is made.
    "`proposes`" pub struct Proposals {
        /// What stands on an empty square so marked.
        "mark" mark: Phrase,
        /// Pieces by name, and what they are while they are to be taken.
        "marked" marked: Named<Phrase>,
    }
}

record! {
    /// What fills the board from time to time. First all pieces vanish that have nobody beside them, then empty squares are
    /// filled that do not have somebody on each side. What fills the board counts for nobody.
    "`fill`" pub struct Fill {
        /// After how many turns of both sides.
        #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
        "every" every: Spanned<u16>,
        /// What comes on empty squares. It is Black's.
        "with" with: Phrase,
    }
}

/// The actions of a turn.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(untagged))]
pub enum Actions {
    /// As many for both sides.
    Both(#[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))] Spanned<u16>),
    /// A number for each side.
    Sides(SideActions),
}

record! {
    /// The actions of a turn of each side.
    "`actions`" pub struct SideActions {
        /// White's.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))]
        "white" white: Spanned<u16>,
        /// Black's.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))]
        "black" black: Spanned<u16>,
    }
}

impl Read for Actions {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Map(_) => SideActions::read(node, problems).map(Actions::Sides),
            _ => Spanned::read(node, problems).map(Actions::Both),
        }
    }
}

words! {
    /// What ends a turn early.
    pub enum Until {
        /// A check that is given.
        Check = "check",
    }
}

words! {
    /// What must follow an action in the same turn.
    pub enum Then {
        /// After a capture the taker moves on as what it took moves, without taking. A capture after which it cannot is illegal.
        AsTaken = "as taken",
        /// What is taken changes sides and moves on at once, from the square on which it was taken. A capture after which it
        /// cannot is illegal.
        Converted = "converted",
        /// What is taken is put back on an empty square, where its `drop` lets it.
        Replaced = "replaced",
        /// An enemy piece goes one square ahead, if one can; not in the first turn of the game.
        Advance = "advance",
    }
}
