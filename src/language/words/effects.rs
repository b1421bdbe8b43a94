//! Effects as clauses in the passive voice: `the moving piece is removed from the board`.

use super::conditions::be;
use super::noun::Form;
use super::sets::reads_it;
use super::speaker::Speaker;
use crate::english::{list, plural, with_article};
use crate::rules::PieceId;
use crate::rules::tree::{
    Adjective, Becomes, Block, Choice, Effect, EffectKind, NumberKind, Placed, RelationKind, Set, SetKind, StateId,
    Then, Whose, Word,
};

/// The clause for a move that must go on.
const GOES_ON: &str = "the same piece goes on, as long as it can, with ";

impl Speaker<'_> {
    /// A block as clauses in their order, the choices first.
    pub fn block(&self, block: &Block) -> Vec<String> {
        let mut clauses = Vec::new();
        if !block.choices.is_empty() {
            clauses.push(self.choice(block));
        }
        let conditional = |effect: &Effect| {
            matches!(&effect.kind, EffectKind::Block(inner)
                if inner.choices.is_empty() && (inner.when.is_some() || inner.unless.is_some()))
        };
        let behind = std::iter::once(false).chain(block.effects.iter().map(conditional));
        let effects = block.effects.iter().zip(behind).flat_map(|(effect, behind)| {
            let mut clauses = self.effect(effect);
            // The condition of the block before does not hold for what follows.
            if let Some(first) = clauses.first_mut().filter(|_| behind && !conditional(effect)) {
                *first = format!("in any case, {first}");
            }
            clauses
        });
        let condition = self.conditions(block);
        match block.choices.is_empty() && !condition.is_empty() {
            true => {
                let text = effects.collect::<Vec<_>>().join(", and then ");
                clauses.push(format!("{} {text}", condition.trim_start_matches(", ")));
            }
            false => clauses.extend(effects),
        }
        if block.repeat {
            clauses.push("all of this is repeated until nothing changes".to_owned());
        }
        clauses
    }

    /// `if C, unless D,`, or nothing.
    pub fn conditions(&self, block: &Block) -> String {
        let when = block.when.as_ref().map(|when| format!(", if {},", self.clause(when)));
        let unless = block.unless.as_ref().map(|unless| format!(", unless {},", self.clause(unless)));
        match (when, unless) {
            (Some(when), Some(unless)) => format!("{}{unless}", when.trim_end_matches(',')),
            (when, unless) => when.or(unless).unwrap_or_default(),
        }
    }

    /// `the player chooses an empty square adjacent to the destination`.
    pub fn choice(&self, block: &Block) -> String {
        let one = |choice: &Choice| {
            let name = self.choices.get(choice.id.index()).filter(|_| choice.id.0 > 0);
            let name = name.map_or(String::new(), |name| format!(" (`{name}`)"));
            format!("{}{name}", self.noun(&choice.from).some())
        };
        let all: Vec<String> = block.choices.iter().map(one).collect();
        let such = match (&block.when, &block.unless) {
            (None, None) => String::new(),
            (Some(when), None) => format!(", provided that {}", self.clause(when)),
            (None, Some(unless)) => format!(", unless {}", self.clause(unless)),
            (Some(when), Some(unless)) => {
                format!(", provided that {}, unless {}", self.clause(when), self.clause(unless))
            }
        };
        let forced = if block.if_none_forbid { " (without one the move is illegal)" } else { "" };
        format!("the player chooses {}{such}{forced}", list(&all, "and"))
    }

    /// `all enemy pieces are captured`.
    fn subject(&self, set: &Set, one: &str, many: &str) -> String {
        let (text, form) = self.noun(set).all();
        format!("{text} {}", if form == Form::One { one } else { many })
    }

    fn marked(&self, set: &Set, id: StateId, gain: bool) -> String {
        let state = self.state(id);
        match gain {
            true => format!("{} {state}", self.subject(set, "is marked", "are marked")),
            false => format!("{} {state}", self.subject(set, "loses the mark", "lose the mark")),
        }
    }

    /// An effect as clauses.
    pub fn effect(&self, effect: &Effect) -> Vec<String> {
        let one = match &effect.kind {
            EffectKind::Capture(of) => self.subject(of, "is captured", "are captured"),
            EffectKind::Remove(of) => self.subject(of, "is removed from the board", "are removed from the board"),
            EffectKind::Move(of, to) => {
                let mut noun = self.noun(of);
                noun.each |= reads_it(to);
                let (text, form) = noun.all();
                let verb = if form == Form::One { "moves" } else { "move" };
                format!("{text} {verb} to {}", self.square_under(to))
            }
            EffectKind::Place { what, on, whose } => self.placed(what, on, *whose),
            EffectKind::Swap(of, with) => {
                let (text, _) = self.noun(of).all();
                format!("{text} and {} change places", self.noun(with).some())
            }
            EffectKind::Give { what, kind, whose, store } => {
                let form = self.noun(what).all().1;
                let name = |kind: &PieceId| match form {
                    Form::One => with_article(&self.piece(*kind)),
                    Form::Many => plural(&self.piece(*kind)),
                };
                let kind = kind.as_ref().map_or(String::new(), |kind| format!(" as {}", name(kind)));
                format!("{} to {}{kind}", self.subject(what, "goes", "go"), self.store(*whose, *store))
            }
            EffectKind::Flip(of) => self.subject(of, "changes sides", "change sides"),
            EffectKind::Change(of, into) => self.changed(of, into),
            EffectKind::Mark(of, id) => self.marked(of, *id, true),
            EffectKind::Unmark(of, id) => self.marked(of, *id, false),
            EffectKind::Build(of) => self.subject(of, "becomes a wall", "become walls"),
            EffectKind::Clear(of) if of.kind == SetKind::Walls => "all walls are removed".to_owned(),
            EffectKind::Clear(of) => format!("walls on {} are removed", self.noun(of).all().0),
            EffectKind::Trail(of) => {
                format!("the moving piece can be captured en passant on {} in the next move", self.noun(of).some())
            }
            EffectKind::Add(number, counter) => {
                let (verb, size) = match number.kind {
                    NumberKind::Constant(less @ ..0) => {
                        ("falls", self.number(&NumberKind::Constant(less.saturating_neg()).into()))
                    }
                    _ => ("grows", self.number(number)),
                };
                format!("{} {verb} by {size}", self.counter(counter.whose, counter.id))
            }
            EffectKind::Set(counter, number) => {
                format!("{} becomes {}", self.counter(counter.whose, counter.id), self.number(number))
            }
            EffectKind::Require(condition) => {
                let opposite = self.opposite(condition);
                match opposite.contains("it is not so that") {
                    true => format!("the move is legal only if {}", self.clause(condition)),
                    false => format!("the move is illegal if {opposite}"),
                }
            }
            EffectKind::Then(then) => self.then(then),
            EffectKind::May(inner) => return self.may(inner),
            EffectKind::Block(inner) => return self.block(inner),
        };
        vec![one]
    }

    fn may(&self, block: &Block) -> Vec<String> {
        let mut clauses = self.block(block);
        if let Some(first) = clauses.first_mut() {
            *first = match first.strip_prefix("the player chooses") {
                Some(rest) => format!("the player may choose{rest}"),
                None => match first.strip_prefix(GOES_ON) {
                    Some(rest) => format!("the same piece may go on with {rest}"),
                    None => format!("if the player wants, {first}"),
                },
            };
        }
        clauses
    }

    fn placed(&self, what: &Placed, on: &Set, whose: Option<Whose>) -> String {
        if let (Placed::Piece(piece), Some(square)) = (what, if_empty(on)) {
            let square = self.own_square(piece, square);
            let placed =
                self.placed(what, &SetKind::None.into(), whose).replacen(" on nothing", &format!(" on {square}"), 1);
            return format!("{placed}, if that square is empty");
        }
        let on = self.noun(on);
        // A new piece comes onto each of the squares, a piece that was captured only onto one.
        let (every, on) = (on.all().0, on.some());
        match what {
            Placed::Kind(id) => {
                let side = match whose.map(|whose| self.owner(whose)) {
                    Some(super::noun::Owner::Side(side)) => format!("{side} "),
                    _ => String::new(),
                };
                format!("{} is placed on {every}", with_article(&format!("{side}{}", self.piece(*id))))
            }
            Placed::Piece(set) => {
                let noun = self.noun(set);
                let (text, form) = match noun.is_plain() && noun.the {
                    true => {
                        let bare = noun.bare(Form::One, "or");
                        (if bare.starts_with("the ") { bare } else { format!("the {bare}") }, Form::One)
                    }
                    false => noun.all(),
                };
                let side = whose.map_or(String::new(), |whose| format!(" as {} piece", self.possessive(whose)));
                match (&set.kind, whose) {
                    (SetKind::Word(Word::Captured), None) => format!("{text} comes back on {on}"),
                    _ => format!("{text} {} placed on {on}{side}", be(form, false)),
                }
            }
        }
    }

    /// A square, with `its` for a piece that the sentence has named: `its start square`.
    fn own_square(&self, piece: &Set, square: &Set) -> String {
        let text = self.noun(square).some();
        let of = format!(" of {}", self.noun(piece).some());
        let names = ["start square", "start squares", "matching square"];
        names.iter().fold(text, |text, name| {
            let own = format!("its {name}");
            text.replace(&format!("a {name}{of}"), &own).replace(&format!("the {name}{of}"), &own)
        })
    }

    fn changed(&self, of: &Set, into: &Becomes) -> String {
        let (text, form) = self.noun(of).all();
        let verb = if form == Form::One { "becomes" } else { "become" };
        let kind = |id: &PieceId| match form {
            Form::One => with_article(&self.piece(*id)),
            Form::Many => plural(&self.piece(*id)),
        };
        match into {
            Becomes::Kind(id) => format!("{text} {verb} {}", kind(id)),
            Becomes::KindOf(set) if form == Form::One => {
                format!("{text} becomes a piece of the same kind as {}", self.noun(set).some())
            }
            Becomes::KindOf(set) => format!("{text} become pieces of the same kind as {}", self.noun(set).some()),
            Becomes::Table(table) => {
                let pairs: Vec<String> = table
                    .iter()
                    .map(|(from, to)| {
                        format!("{} becomes {}", with_article(&self.piece(*from)), with_article(&self.piece(*to)))
                    })
                    .collect();
                format!("{text} {verb} another kind of piece ({})", list(&pairs, "and"))
            }
            Becomes::Choice(kinds) => {
                let kinds: Vec<String> = kinds.iter().map(kind).collect();
                format!("{text} {verb} {}, as the player chooses", list(&kinds, "or"))
            }
        }
    }

    fn then(&self, then: &Then) -> String {
        let mut deed = then.deed.clone();
        // `by mover` is left out: a continued move is always made by the same piece.
        deed.kind.by = deed.kind.by.filter(|by| by.kind != SetKind::Word(Word::Mover));
        let deed = self.one_deed(&deed);
        let like = then.moves_only_as.as_ref();
        let like = like.map_or(String::new(), |set| format!(", moving only like {}", self.noun(set).some()));
        let verb = match (then.may_stop, then.if_none_forbid) {
            (true, false) => "the same piece may go on with",
            (true, true) => "the move is legal only if the same piece could go on, which it may, with",
            (false, true) => "the same piece must go on (or the move is illegal) with",
            (false, false) => GOES_ON.trim_end(),
        };
        let removal = match then.removal_at_end {
            true => "; captured pieces stay on the board until the move has ended",
            false => "",
        };
        format!("{verb} {deed}{like}{removal}")
    }
}

/// The square of which a set has the squares that are empty, if they are one square or several of one piece.
fn if_empty(set: &Set) -> Option<&Set> {
    let SetKind::Related(base, relation) = &set.kind else { return None };
    let is_empty = matches!(&base.kind, SetKind::Empty)
        || matches!(&base.kind, SetKind::Filtered(Adjective::Empty, inner) if inner.kind == SetKind::Squares);
    match &relation.kind {
        RelationKind::On(on)
            if is_empty && matches!(on.kind, SetKind::First(_) | SetKind::Home(_) | SetKind::Word(_)) =>
        {
            Some(on)
        }
        _ => None,
    }
}
