//! Sets and relations in words.

use super::measures::{by_steps, comparison};
use super::noun::{Form, Forms, Head, Noun};
use super::speaker::Speaker;
use crate::betza::{Compass, Notation as Betza, ways};
use crate::english::{list, many};
use crate::rules::PieceId;
use crate::rules::tree::{
    Adjective, Area, Condition, ConditionKind, Layer, Likeness, Notation, NumberKind, PlayerId, Relation, RelationKind,
    Set, SetKind, Store, Whose, Word,
    visit::{self, Visitor},
};

impl Speaker<'_> {
    /// A set as a noun.
    pub fn noun(&self, set: &Set) -> Noun {
        match &set.kind {
            SetKind::Pieces => Noun::kind("piece"),
            SetKind::Squares => Noun::kind("square"),
            SetKind::Empty => Noun::kind("empty square"),
            SetKind::Walls => Noun::kind("wall"),
            SetKind::Passed => {
                Noun::kind("square").followed(Forms::same("on which a piece can be captured en passant".to_owned()))
            }
            SetKind::None => Noun::known("nothing"),
            SetKind::Area(area) => self.area(area),
            SetKind::Kind(id) => {
                let name = self.piece(*id);
                let name = Forms { many: crate::english::plural(&name), one: name };
                Noun::of(Head::Kind { name, single: self.is_single(*id) })
            }
            SetKind::Marked(id) => {
                Noun::kind(self.thing(set)).followed(Forms::same(format!("marked {}", self.state(*id))))
            }
            SetKind::Defined(id) => {
                let name = self.tree.defines.get(id.index()).map_or("", |define| define.kind.name.as_str());
                Noun::kind(self.thing(set)).followed(Forms::same(format!("called `{name}`")))
            }
            SetKind::Rolled => Noun::kind("piece").followed(Forms::same("of the rolled kind")),
            SetKind::Word(word) => self.word(*word, set),
            SetKind::Filtered(adjective, inner) => {
                let noun = match &inner.kind {
                    SetKind::Area(area) if *adjective != Adjective::Empty => self.pieces_in(area),
                    _ => self.noun(inner),
                };
                self.filtered(*adjective, noun)
            }
            SetKind::Related(base, relation) => self.related(base, relation),
            SetKind::Where(base, test) if side_of(test).is_some() => {
                let side = side_of(test).map(|id| self.player(id)).unwrap_or_default();
                self.noun(base).followed(Forms::same(format!("(for {side})")))
            }
            SetKind::Where(base, test) if self.worth_of_it(test).is_some() => {
                let worth = self.worth_of_it(test).unwrap_or_default();
                self.noun(base).followed(Forms::same(worth))
            }
            // A test of the move, which is the same for each element.
            SetKind::Where(base, test) if !tests_it(test) => {
                self.noun(base).followed(Forms::same(format!("(if {})", self.clause(test))))
            }
            SetKind::Where(base, test) => {
                let mut noun = self.noun(base).followed(Forms {
                    one: format!("such that {}", self.clause(test)),
                    many: format!("each such that {}", self.clause(test)),
                });
                noun.each = true;
                noun
            }
            SetKind::Union(parts) => Noun::of(Head::List(parts.iter().map(|part| self.noun(part)).collect())),
            SetKind::Except(base, out) => match kinds_left(base, out) {
                Some(left) => self.noun(&left),
                None => self.all_but(base, out),
            },
            SetKind::Home(of) => self.square_of("start square", of, ""),
            SetKind::Twin(of) => self.square_of("matching square", of, " on the other board"),
            SetKind::First(of) => Noun::known(format!("the first of the {}", self.noun(of).plural("and"))),
            SetKind::Row(count, of) => {
                self.noun(of).followed(Forms::same(format!("in a row of at least {}", many_words(*count))))
            }
            SetKind::Before(inner) => self.before(inner),
        }
    }

    /// A set as it was before the move: `a square that was empty before the move`.
    fn before(&self, inner: &Set) -> Noun {
        if inner.kind == SetKind::Empty {
            return Noun::kind("square").followed(Forms {
                one: "that was empty before the move".to_owned(),
                many: "that were empty before the move".to_owned(),
            });
        }
        let noun = self.noun(inner);
        match noun.head {
            Head::Known(..) => Noun::known(format!("{} as it was before the move", noun.some())),
            _ => noun.followed(Forms::same("(before the move)")),
        }
    }

    /// A set without the elements of others: `pieces except kings and pawns`.
    fn all_but(&self, base: &Set, out: &Set) -> Noun {
        let (mut base, mut gone) = (base, vec![out]);
        while let SetKind::Except(inner, out) = &base.kind {
            gone.insert(0, out);
            base = inner;
        }
        // `squares except (pieces except ice)`, `squares except river`.
        match (&base.kind, &gone[..]) {
            (SetKind::Squares, [Set { kind: SetKind::Area(area), .. }]) if preposition(area) == "in" => {
                return self.noun(base).followed(Forms::same(format!("outside {}", self.area_name(area))));
            }
            (_, [out])
                if matches!(out.kind, SetKind::Except(..)) && !self.is_of_pieces(base) && self.is_of_pieces(out) =>
            {
                return self.noun(base).followed(Forms::same(format!("without {}", self.noun(out).some())));
            }
            _ => {}
        }
        if !self.is_of_pieces(base) && gone.iter().any(|out| self.is_of_pieces(out)) {
            let places: Vec<String> = gone.iter().map(|out| self.square_under(out)).collect();
            return self.noun(base).followed(Forms::same(format!("other than {}", list(&places, "or"))));
        }
        let one: Vec<String> = gone.iter().map(|out| self.noun(out).some()).collect();
        let many: Vec<String> = gone.iter().map(|out| self.noun(out).plural("and")).collect();
        self.noun(base).followed(Forms {
            one: format!("other than {}", list(&one, "or")),
            many: format!("except {}", list(&many, "and")),
        })
    }

    /// A test of what each element is worth: `whose worth is at least 3`; `None` for other tests.
    fn worth_of_it(&self, test: &Condition) -> Option<String> {
        let ConditionKind::Compare(left, sign, right) = &test.kind else { return None };
        let NumberKind::Worth(of) = &left.kind else { return None };
        let sign = comparison(*sign, false);
        (of.kind == SetKind::Word(Word::It)).then(|| format!("whose worth {sign} {}", self.number(right)))
    }

    /// A word for the elements of a set in general.
    fn thing(&self, set: &Set) -> &'static str {
        if self.is_of_pieces(set) { "piece" } else { "square" }
    }

    /// The noun for squares that are related to a set, such as the home squares of pieces.
    fn square_of(&self, name: &str, of: &Set, place: &str) -> Noun {
        Noun::kind(name).followed(Forms::same(format!("of {}{place}", self.noun(of).some())))
    }

    /// A noun for squares that the board alone decides.
    fn area(&self, area: &Area) -> Noun {
        let name = self.area_name(area);
        if is_square(&area.words) {
            return Noun::known(name);
        }
        match area.words.as_str() {
            "light" | "dark" => Noun::kind(&format!("{} square", area.words)),
            _ => Noun::kind("square").followed(Forms::same(format!("{} {name}", preposition(area)))),
        }
    }

    /// A noun for the pieces on the squares of an area.
    fn pieces_in(&self, area: &Area) -> Noun {
        Noun::kind("piece").followed(Forms::same(format!("{} {}", preposition(area), self.area_name(area))))
    }

    /// An area by its name: `rank 8`, `its last two ranks`, `the region `hill``.
    pub fn area_name(&self, area: &Area) -> String {
        let words = area.words.as_str();
        match words.split(' ').collect::<Vec<_>>()[..] {
            ["light" | "dark"] => format!("{words} squares"),
            [end @ ("first" | "last"), line] => format!("{} {end} {line}", self.whose_end(area)),
            [end @ ("first" | "last"), count, lines] => {
                let count = count.parse().map_or_else(|_| count.to_owned(), crate::english::number);
                format!("{} {end} {count} {lines}", self.whose_end(area))
            }
            [line @ ("rank" | "file"), lines] => match lines.split_once('-') {
                Some((first, last)) => format!("{line}s {first} to {last}"),
                None => format!("{line} {lines}"),
            },
            [one] if is_square(one) => one.to_owned(),
            [block] if block.split('-').all(is_square) => format!("the squares {block}"),
            _ => format!("{} region `{words}`", self.whose_end(area)),
        }
    }

    /// The owner of ranks that are counted from the end of the board where a side sits, and of regions that each side has for itself.
    fn whose_end(&self, area: &Area) -> String {
        match area.squares.white == area.squares.black {
            true => "the".to_owned(),
            false => self.possessive(Whose::Own),
        }
    }

    fn word(&self, word: Word, set: &Set) -> Noun {
        match word {
            Word::Mover => Noun::known(self.mover),
            Word::Origin => Noun::known("the origin"),
            Word::Destination => Noun::known("the destination"),
            Word::Captured => Noun { the: true, ..Noun::kind("captured piece") },
            Word::It => Noun::known("it"),
            Word::LastMover => Noun::known("the piece moved by the last move"),
            Word::LastOrigin => Noun::known("the origin of the last move"),
            Word::LastDestination => Noun::known("the destination of the last move"),
            Word::LastCaptured => Noun::kind("piece").followed(Forms::same("captured by the last move")),
            Word::LastChosen => Noun::known("the square chosen with the last move"),
            Word::Chosen(id) => {
                let thing = self.thing(set);
                match self.choices.get(id.index()).filter(|_| id.0 > 0) {
                    Some(name) => Noun::known(format!("the {thing} `{name}`")),
                    None => Noun::known(format!("the chosen {thing}")),
                }
            }
        }
    }

    fn filtered(&self, adjective: Adjective, mut noun: Noun) -> Noun {
        let is_bare = matches!(noun.head, Head::Kind { .. } | Head::List(_));
        match adjective {
            Adjective::Of(whose) if is_bare && noun.owner.is_none() => noun.owner = Some(self.owner(whose)),
            Adjective::Other if is_bare => noun.other = true,
            Adjective::Neutral if is_bare => noun.before.insert(0, "neutral".to_owned()),
            Adjective::Unmoved if is_bare => noun.before.insert(0, "unmoved".to_owned()),
            Adjective::Royal if is_bare => noun.before.insert(0, "royal".to_owned()),
            Adjective::Empty if is_bare => noun.before.insert(0, "empty".to_owned()),
            _ => {
                let text = match adjective {
                    Adjective::Of(Whose::Player(id)) => self.player(id).to_lowercase(),
                    Adjective::Of(Whose::Own) => "friendly".to_owned(),
                    Adjective::Of(Whose::Enemy) => "an enemy".to_owned(),
                    Adjective::Of(Whose::Partner) => "the partner's".to_owned(),
                    Adjective::Other => "not the moving piece".to_owned(),
                    Adjective::Neutral => "neutral".to_owned(),
                    Adjective::Unmoved => "unmoved".to_owned(),
                    Adjective::Royal => "royal".to_owned(),
                    Adjective::Empty => "empty".to_owned(),
                };
                return noun.followed(Forms { one: format!("that is {text}"), many: format!("that are {text}") });
            }
        }
        noun
    }

    fn related(&self, base: &Set, relation: &Relation) -> Noun {
        let noun = self.noun(base);
        match &relation.kind {
            // `captured pawn`.
            RelationKind::That { not: false, within } if base.kind == SetKind::Word(Word::Captured) => {
                let mut noun = self.noun(within);
                match noun.head {
                    Head::Known(..) => self.noun(base).followed(Forms::same(format!("that is {}", noun.some()))),
                    _ => {
                        noun.before.insert(0, "captured".to_owned());
                        noun.the = true;
                        noun
                    }
                }
            }
            RelationKind::That { not, within } => {
                let not = if *not { "not " } else { "" };
                noun.followed(Forms {
                    one: format!("that is {not}{}", self.predicate(within, Form::One)),
                    many: format!("that are {not}{}", self.predicate(within, Form::Many)),
                })
            }
            // `the origin (if it is empty)`.
            RelationKind::On(of) if is_empty(base) && self.is_one_place(of) => {
                Noun::known(self.square_under(of)).followed(Forms::same("empty"))
            }
            RelationKind::Attacking(..) | RelationKind::Guarding(..) => {
                let one = self.relation(relation);
                let many = of_many(&one);
                noun.followed(Forms { one, many })
            }
            _ => noun.followed(Forms::same(self.relation(relation))),
        }
    }

    /// Returns `true` for one square, or the square of one piece, that the move decides.
    pub fn is_one_place(&self, set: &Set) -> bool {
        match &set.kind {
            SetKind::Word(word) => !matches!(word, Word::Captured | Word::LastCaptured),
            SetKind::Before(inner) => self.is_one_place(inner),
            _ => false,
        }
    }

    /// A set as a predicate: `adjacent to a rook`, `on rank 8`, `a friendly piece`.
    pub fn predicate(&self, set: &Set, form: Form) -> String {
        match &set.kind {
            SetKind::Area(area) if is_square(&area.words) => area.words.clone(),
            SetKind::Area(area) => format!("{} {}", preposition(area), self.area_name(area)),
            SetKind::Empty => "empty".to_owned(),
            SetKind::Marked(id) => format!("marked {}", self.state(*id)),
            SetKind::Filtered(Adjective::Empty, inner) if inner.kind == SetKind::Squares => "empty".to_owned(),
            SetKind::Related(base, relation) if base.kind == SetKind::Squares => self.stated(relation, form),
            SetKind::Related(base, relation) if is_of_squares(base) => {
                format!("{} and {}", self.predicate(base, form), self.stated(relation, form))
            }
            SetKind::Except(base, out) => {
                format!("{} but not {}", self.predicate(base, form), self.predicate(out, form))
            }
            SetKind::Union(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.predicate(part, form)).collect();
                list(&parts, "or")
            }
            _ => self.noun(set).general(form),
        }
    }

    /// A relation, in the form that follows `is` or `are`.
    fn stated(&self, relation: &Relation, form: Form) -> String {
        let text = self.relation(relation);
        match (&relation.kind, form) {
            (RelationKind::Attacking(..) | RelationKind::Guarding(..), Form::One) => format!("one {text}"),
            (RelationKind::Attacking(..) | RelationKind::Guarding(..), Form::Many) => {
                format!("ones {}", of_many(&text))
            }
            _ => text,
        }
    }

    /// A relation, in the form that follows a noun.
    pub fn relation(&self, relation: &Relation) -> String {
        let some = |set: &Set| self.noun(set).some();
        match &relation.kind {
            RelationKind::Beside(of) => format!("adjacent to {}", some(of)),
            RelationKind::On(of) => self.on(of),
            RelationKind::Attacked(layer, Some(by)) => format!("attacked by {}{}", some(by), aside(*layer)),
            RelationKind::Attacked(layer, None) => format!("attacked{}", aside(*layer)),
            RelationKind::Attacking(layer, of) => format!("that attacks {}{}", some(of), aside(*layer)),
            RelationKind::Guarded(layer, Some(by)) => format!("guarded by {}{}", some(by), aside(*layer)),
            RelationKind::Guarded(layer, None) => format!("guarded{}", aside(*layer)),
            RelationKind::Guarding(layer, of) => format!("that guards {}{}", some(of), aside(*layer)),
            RelationKind::Reached(by) => format!("within reach of {}", some(by)),
            RelationKind::Same(likeness, of) => format!("{} as {}", same(*likeness), some(of)),
            RelationKind::Between(one, other) => format!("between {} and {}", some(one), some(other)),
            RelationKind::Beyond { just, of, from } => {
                let just = if *just { "directly " } else { "" };
                format!("{just}behind {} as seen from {}", some(of), some(from))
            }
            RelationKind::OnLine(one, other) => format!("on the line through {} and {}", some(one), some(other)),
            RelationKind::Away { by, from, through } => {
                let over = through
                    .as_ref()
                    .map_or(String::new(), |set| format!(", over {} only", self.noun(set).plural("or")));
                format!("{} {}{over}", distance(by, self.compass()), some(from))
            }
            RelationKind::Joined { to, by } => {
                format!("joined to {} {} from one to the next", some(to), by_steps(by, self.compass()))
            }
            RelationKind::In(whose, store) => format!("in {}", self.store(*whose, *store)),
            RelationKind::Lost => "attacked and not saved by any move".to_owned(),
            RelationKind::That { not, within } => {
                format!("{}{}", if *not { "not " } else { "" }, self.predicate(within, Form::One))
            }
        }
    }

    /// A place: `on rank 8`.
    fn on(&self, set: &Set) -> String {
        match &set.kind {
            SetKind::Area(area) if is_square(&area.words) => format!("on {}", area.words),
            SetKind::Area(_) => self.predicate(set, Form::One),
            SetKind::Union(parts) if parts.iter().all(is_one_square) => {
                format!("on {}", self.predicate(set, Form::One))
            }
            SetKind::Union(parts) if parts.iter().all(is_place) => {
                let parts: Vec<String> = parts.iter().map(|part| self.on(part)).collect();
                list(&parts, "or")
            }
            SetKind::Where(base, test) if is_place(base) => match side_of(test) {
                Some(id) => format!("{} (for {})", self.on(base), self.player(id)),
                None => format!("on {}", self.noun(set).some()),
            },
            SetKind::Related(base, relation) if is_place(base) => {
                format!("{}, {}", self.on(base), self.relation(relation))
            }
            SetKind::Except(base, out) if matches!(base.kind, SetKind::Union(_)) && is_bound(out) => {
                format!("{}, but not {}", self.on(base), self.on(out))
            }
            SetKind::Union(parts) if parts.iter().any(is_bound) => {
                let parts: Vec<String> = parts.iter().map(|part| self.on(part)).collect();
                list(&parts, "or")
            }
            SetKind::Related(base, relation) if base.kind == SetKind::Squares => match &relation.kind {
                RelationKind::On(inner) => self.on(inner),
                _ => format!("on {}", self.square_under(set)),
            },
            _ => format!("on {}", self.square_under(set)),
        }
    }

    /// The set as a square: `a corner`, or `the square of a rook` for a set of pieces.
    pub fn square_under(&self, set: &Set) -> String {
        let some = || self.noun(set).some();
        match &set.kind {
            SetKind::Before(inner) if self.is_of_pieces(inner) => {
                format!("the square where {} stood before the move", self.noun(inner).some())
            }
            _ if self.is_of_pieces(set) => format!("the square of {}", some()),
            _ => some(),
        }
    }

    /// `its hand`, `the opponent's store`.
    pub fn store(&self, whose: Whose, store: Store) -> String {
        let name = match store {
            Store::Hand => "hand".to_owned(),
            Store::Kept(id) => self.state(id),
        };
        format!("{} {name}", self.possessive(whose))
    }
}

/// `true` for a square by its name.
fn is_one_square(set: &Set) -> bool {
    matches!(&set.kind, SetKind::Area(area) if is_square(&area.words))
}

/// Returns `true` for squares that the board and the side to move decide.
fn is_place(set: &Set) -> bool {
    match &set.kind {
        SetKind::Area(_) => true,
        SetKind::Union(parts) => parts.iter().all(is_place),
        SetKind::Where(base, test) => is_place(base) && side_of(test).is_some(),
        _ => false,
    }
}

/// The side in a condition that tests only the side; `None` for other conditions.
fn side_of(condition: &Condition) -> Option<PlayerId> {
    match condition.kind {
        ConditionKind::Side(id) => Some(id),
        _ => None,
    }
}

/// Returns `true` for a square or piece of the move itself: `origin`, `captured where en passant`.
fn is_bound(set: &Set) -> bool {
    match &set.kind {
        SetKind::Word(_) => true,
        SetKind::Before(inner) | SetKind::Where(inner, _) => is_bound(inner),
        _ => false,
    }
}

/// Returns `true` for all empty squares.
fn is_empty(set: &Set) -> bool {
    match &set.kind {
        SetKind::Empty => true,
        SetKind::Filtered(Adjective::Empty, inner) => inner.kind == SetKind::Squares,
        _ => false,
    }
}

/// Finds `it`, the element at hand.
struct It(bool);

impl Visitor for It {
    fn set(&mut self, set: &mut Set) {
        self.0 |= set.kind == SetKind::Word(Word::It);
        visit::in_set(self, set);
    }
}

/// Returns `true` if a set speaks of `it`.
pub(super) fn reads_it(set: &Set) -> bool {
    let mut it = It(false);
    it.set(&mut set.clone());
    it.0
}

/// Returns `true` if a condition speaks of `it`.
fn tests_it(condition: &Condition) -> bool {
    let mut it = It(false);
    it.condition(&mut condition.clone());
    it.0
}

fn is_of_squares(set: &Set) -> bool {
    match &set.kind {
        SetKind::Related(base, _) => base.kind == SetKind::Squares || is_of_squares(base),
        _ => false,
    }
}

fn many_words(count: u16) -> String {
    many(usize::from(count), "piece")
}

/// Returns `true` for the name of a square: `e4`.
fn is_square(words: &str) -> bool {
    let file = words.trim_end_matches(|c: char| c.is_ascii_digit());
    file.len() < words.len() && (1..=2).contains(&file.len()) && file.chars().all(|c| c.is_ascii_lowercase())
}

fn preposition(area: &Area) -> &'static str {
    let first = area.words.split([' ', '-']).next().unwrap_or("");
    let is_line = ["rank", "file", "first", "last", "light", "dark"].contains(&first) || is_square(first);
    if is_line { "on" } else { "in" }
}

/// The words for attacks of a lower layer, which some rules do not affect.
fn aside(layer: Layer) -> &'static str {
    match layer {
        Layer::Bare => " (by its own moves alone, whatever other rules say)",
        Layer::Joint => " (also through pieces of the same side that attack along the same line)",
        Layer::Lent => " (even where a rule forbids attacks)",
        Layer::Real => "",
    }
}

fn same(likeness: Likeness) -> String {
    match likeness {
        Likeness::File => "on the same file".to_owned(),
        Likeness::Rank => "on the same rank".to_owned(),
        Likeness::Colour => "of the same colour".to_owned(),
        Likeness::Kind => "of the same kind".to_owned(),
        Likeness::Side => "of the same side".to_owned(),
        Likeness::Board => "on the same board".to_owned(),
        Likeness::Cell(size) => format!("in the same cell of {size} by {size} squares"),
    }
}

/// The distance and direction of a notation, in words.
fn distance(by: &Notation, compass: Compass) -> String {
    let ways = Betza::parse(&by.text).ok().and_then(|notation| ways(&notation, compass));
    match ways {
        Some(ways) => {
            let plain = |way: String| {
                way.strip_prefix("a leap of ").or(way.strip_prefix("leap of ")).map_or(way.clone(), str::to_owned)
            };
            let article = |way: String| if way.starts_with("leap") { format!("a {way}") } else { way };
            let ways: Vec<String> = ways.into_iter().map(plain).map(article).collect();
            let ways = list(&ways, "or");
            let is_directed = ["ward", "left", "right"].iter().any(|word| ways.ends_with(word));
            if is_directed { format!("{ways} from") } else { format!("{ways} away from") }
        }
        None => format!("one move `{}` away from", by.text),
    }
}

/// The kinds of a list of kinds that are not among others; `None` if one of the sets is no such list, or none is left.
fn kinds_left(base: &Set, out: &Set) -> Option<Set> {
    let (all, out) = (kinds(base)?, kinds(out)?);
    let left: Vec<Set> =
        all.into_iter().filter(|kind| !out.contains(kind)).map(|kind| SetKind::Kind(kind).into()).collect();
    (!left.is_empty()).then(|| SetKind::Union(left).into())
}

/// The kinds of a set that is a list of kinds.
fn kinds(set: &Set) -> Option<Vec<PieceId>> {
    match &set.kind {
        SetKind::Kind(kind) => Some(vec![*kind]),
        SetKind::Union(parts) => parts.iter().map(kinds).collect::<Option<Vec<_>>>().map(|all| all.concat()),
        SetKind::Except(base, out) => kinds_left(base, out).and_then(|left| kinds(&left)),
        _ => None,
    }
}

/// The same relation of several pieces.
fn of_many(relation: &str) -> String {
    relation.replacen("that attacks", "that attack", 1).replacen("that guards", "that guard", 1)
}
