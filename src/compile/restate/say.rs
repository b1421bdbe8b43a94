//! Short functions for nodes of the tree.

use crate::board::{BySide, SquareSet};
use crate::rules::tree::{
    Adjective, Area, Becomes, Choice, ChoiceId, Comparison, Condition, ConditionKind, DeedKind, DeedParts, Effect,
    EffectKind, Layer, Node, Notation, Number, NumberKind, Placed, Quantity, RelationKind, Set, SetKind, State, Store,
    Whose, Word,
};

/// All pieces.
pub(super) fn pieces() -> Set {
    SetKind::Pieces.into()
}

/// All empty squares.
pub(super) fn empty() -> Set {
    SetKind::Empty.into()
}

/// All squares.
pub(super) fn squares() -> Set {
    SetKind::Squares.into()
}

/// Walls that moves have built.
pub(super) fn walls() -> Set {
    SetKind::Walls.into()
}

/// The set for a word of the move.
pub(super) fn word(word: Word) -> Set {
    SetKind::Word(word).into()
}

/// The piece that moves.
pub(super) fn mover() -> Set {
    word(Word::Mover)
}

/// The square that the move leaves.
pub(super) fn origin() -> Set {
    word(Word::Origin)
}

/// The square to which the move goes.
pub(super) fn destination() -> Set {
    word(Word::Destination)
}

/// The pieces that the move captures.
pub(super) fn captured() -> Set {
    word(Word::Captured)
}

/// The element at hand.
pub(super) fn it() -> Set {
    word(Word::It)
}

/// The first choice of the player.
pub(super) fn chosen() -> Set {
    word(Word::Chosen(ChoiceId(0)))
}

/// Elements that an adjective fits.
pub(super) fn filtered(adjective: Adjective, set: Set) -> Set {
    SetKind::Filtered(adjective, Box::new(set)).into()
}

/// Own pieces of a set.
pub(super) fn own(set: Set) -> Set {
    filtered(Adjective::Of(Whose::Own), set)
}

/// Enemy pieces of a set.
pub(super) fn enemy(set: Set) -> Set {
    filtered(Adjective::Of(Whose::Enemy), set)
}

/// Royal pieces of a set.
pub(super) fn royal(set: Set) -> Set {
    filtered(Adjective::Royal, set)
}

/// Elements of any of some sets.
pub(super) fn union(mut sets: Vec<Set>) -> Set {
    match sets.len() {
        0 => SetKind::None.into(),
        1 => sets.remove(0),
        _ => SetKind::Union(sets).into(),
    }
}

/// Elements of the first set that do not lie in the second.
pub(super) fn except(set: Set, without: Set) -> Set {
    match without.kind {
        SetKind::None => set,
        _ => SetKind::Except(Box::new(set), Box::new(without)).into(),
    }
}

/// Elements of a set that stand in a relation.
pub(super) fn related(set: Set, relation: RelationKind) -> Set {
    SetKind::Related(Box::new(set), Box::new(relation.into())).into()
}

/// Elements of a set whose squares lie in another.
pub(super) fn on(set: Set, place: Set) -> Set {
    related(set, RelationKind::On(place))
}

/// Elements of a set beside those of another.
pub(super) fn beside(set: Set, of: Set) -> Set {
    related(set, RelationKind::Beside(of))
}

/// Elements of a set that pieces of another attack.
pub(super) fn attacked(set: Set, layer: Layer, by: Set) -> Set {
    related(set, RelationKind::Attacked(layer, Some(by)))
}

/// Pieces of a set that attack elements of another.
pub(super) fn attacking(set: Set, layer: Layer, target: Set) -> Set {
    related(set, RelationKind::Attacking(layer, target))
}

/// Elements of a set strictly between two others.
pub(super) fn between(set: Set, one: Set, other: Set) -> Set {
    related(set, RelationKind::Between(one, other))
}

/// Elements of a set on the first square behind `of`, as seen from `from`.
pub(super) fn just_beyond(set: Set, of: Set, from: Set) -> Set {
    related(set, RelationKind::Beyond { just: true, of, from })
}

/// Elements of a set to which a notation leads from another.
pub(super) fn away(set: Set, by: Notation, from: Set) -> Set {
    related(set, RelationKind::Away { by, from, through: None })
}

/// The same, with only the squares of `through` counting as empty on the way.
pub(super) fn away_through(set: Set, by: Notation, from: Set, through: Set) -> Set {
    related(set, RelationKind::Away { by, from, through: Some(through) })
}

/// Elements of a set for which a condition holds.
pub(super) fn that(set: Set, condition: Condition) -> Set {
    SetKind::Where(Box::new(set), Box::new(condition)).into()
}

/// A set as it was before the move.
pub(super) fn before(set: Set) -> Set {
    SetKind::Before(Box::new(set)).into()
}

/// Pieces that a side holds in hand.
pub(super) fn in_hand(set: Set, whose: Whose) -> Set {
    related(set, RelationKind::In(whose, Store::Hand))
}

/// Squares that the board decides. They get words at the end (`language::name_areas`).
pub(super) fn area(squares: BySide<SquareSet>) -> Set {
    SetKind::Area(Box::new(Area { words: String::new(), squares })).into()
}

fn count_of(many: Quantity, set: Set) -> Condition {
    ConditionKind::Count { many, set, within: None }.into()
}

/// There is an element.
pub(super) fn any(set: Set) -> Condition {
    count_of(Quantity::Any, set)
}

/// There is no element.
pub(super) fn no(set: Set) -> Condition {
    count_of(Quantity::No, set)
}

/// A set is not empty and lies in another.
pub(super) fn is(set: Set, within: Set) -> Condition {
    ConditionKind::Is { set, not: false, within }.into()
}

/// The opposite of [`is`].
pub(super) fn is_not(set: Set, within: Set) -> Condition {
    ConditionKind::Is { set, not: true, within }.into()
}

/// A condition does not hold.
pub(super) fn not(condition: Condition) -> Condition {
    ConditionKind::Not(Box::new(condition)).into()
}

/// All conditions hold.
pub(super) fn all(mut conditions: Vec<Condition>) -> Condition {
    match conditions.len() {
        1 => conditions.remove(0),
        _ => ConditionKind::And(conditions).into(),
    }
}

/// One of some conditions holds.
pub(super) fn either(mut conditions: Vec<Condition>) -> Condition {
    match conditions.len() {
        1 => conditions.remove(0),
        _ => ConditionKind::Or(conditions).into(),
    }
}

/// A condition held before the move.
pub(super) fn was(condition: Condition) -> Condition {
    ConditionKind::Before(Box::new(condition)).into()
}

/// A side is in check.
pub(super) fn in_check(whose: Whose) -> Condition {
    ConditionKind::State(whose, State::InCheck).into()
}

/// A whole number.
pub(super) fn number(value: u32) -> Number {
    NumberKind::Constant(i64::from(value) * 1000).into()
}

/// How many elements a set has.
pub(super) fn count(set: Set) -> Number {
    NumberKind::Count(set).into()
}

/// One number is larger than another.
pub(super) fn more(one: Number, other: Number) -> Condition {
    ConditionKind::Compare(one, Comparison::More, other).into()
}

/// A kind of move.
pub(super) fn deed(kind: DeedKind) -> DeedParts {
    DeedParts::of_kind(kind)
}

/// A kind of move by some pieces.
pub(super) fn by(deed: DeedParts, set: Set) -> DeedParts {
    DeedParts { by: Some(set), ..deed }
}

/// A kind of move that captures or drops some pieces.
pub(super) fn of(deed: DeedParts, set: Set) -> DeedParts {
    DeedParts { of: Some(set), ..deed }
}

/// A choice of the player.
pub(super) fn choice(index: u16, from: Set) -> Choice {
    Choice { id: ChoiceId(index), from }
}

fn effect(kind: EffectKind) -> Effect {
    Node::from(kind)
}

/// Pieces leave the board.
pub(super) fn remove(set: Set) -> Effect {
    effect(EffectKind::Remove(set))
}

/// Pieces go to squares.
pub(super) fn go(set: Set, to: Set) -> Effect {
    effect(EffectKind::Move(set, to))
}

/// Pieces off the board come onto a square, for the given side or for their own.
pub(super) fn place(what: Set, on: Set, whose: Option<Whose>) -> Effect {
    effect(EffectKind::Place { what: Placed::Piece(what), on, whose })
}

/// Pieces are captured.
pub(super) fn capture(set: Set) -> Effect {
    effect(EffectKind::Capture(set))
}

/// Pieces change sides.
pub(super) fn flip(set: Set) -> Effect {
    effect(EffectKind::Flip(set))
}

/// Pieces become others.
pub(super) fn change(set: Set, into: Becomes) -> Effect {
    effect(EffectKind::Change(set, into))
}

/// Walls are built.
pub(super) fn build(set: Set) -> Effect {
    effect(EffectKind::Build(set))
}

/// Walls are removed.
pub(super) fn clear(set: Set) -> Effect {
    effect(EffectKind::Clear(set))
}

/// The move is illegal if a condition does not hold now.
pub(super) fn require(condition: Condition) -> Effect {
    effect(EffectKind::Require(condition))
}
