//! Writes a tree as sections of a variant file.

use super::print::{Printer, decimal};
use crate::rules::Rules;
use crate::rules::tree::{
    Becomes, Block, Counter, DeclarationParts, Deed, Dropouts, Effect, EffectKind, EndParts, Facing, Gain, Held,
    Meaning, MovedBy, Moves, Number, NumberKind, Placed, Rule, RuleKind, Sides, Taker, Then, Tree, Turns, Verdict,
    Whose,
};

/// Keys with their values as YAML.
pub type Pairs = Vec<(String, String)>;

/// The sections of a variant file that are in the language, in the form that authors use.
pub fn sections(tree: &Tree, rules: &Rules) -> String {
    let pieces: Vec<&str> = rules.pieces.iter().map(|piece| piece.name.as_str()).collect();
    sections_of(tree, &pieces)
}

/// As [`sections`], with the names of the pieces by id.
pub fn sections_of(tree: &Tree, pieces: &[&str]) -> String {
    let mut text = String::new();
    for (title, lines) in sections_as_pairs(tree, pieces) {
        text.push_str(&format!("{title}:\n"));
        lines.iter().for_each(|(key, value)| text.push_str(&format!("  {key}: {value}\n")));
    }
    text
}

/// The sections that are not empty, by title, each with its entries: names and values.
pub fn entries(tree: &Tree, rules: &Rules) -> Vec<(&'static str, Pairs)> {
    let pieces: Vec<&str> = rules.pieces.iter().map(|piece| piece.name.as_str()).collect();
    sections_as_pairs(tree, &pieces)
}

/// The sections that are not empty, by title, each with its keys and values.
pub(super) fn sections_as_pairs(tree: &Tree, pieces: &[&str]) -> Vec<(&'static str, Pairs)> {
    let writer = Writer { tree, pieces };
    let all = [
        ("sides", writer.sides(&tree.sides)),
        ("state", tree.state.iter().map(|held| (held.kind.name.clone(), declaration(&held.kind))).collect()),
        ("define", writer.defines()),
        ("turns", tree.turns.as_ref().map(|turns| writer.turns(turns)).unwrap_or_default()),
        ("rules", tree.rules.iter().map(|rule| (rule.kind.name.clone(), writer.rule(rule))).collect()),
        ("end", tree.ends.iter().map(|end| (end.kind.name.clone(), writer.end(&end.kind))).collect()),
    ];
    all.into_iter().filter(|(_, lines): &(_, Pairs)| !lines.is_empty()).collect()
}

struct Writer<'a> {
    tree: &'a Tree,
    pieces: &'a [&'a str],
}

/// A value as YAML inside brackets, in quotes if it would otherwise be read differently.
fn scalar(text: &str) -> String {
    let signs = [',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '%', '@', '`'];
    let special = text.contains(signs)
        || text.contains(": ")
        || text.ends_with(':')
        || text.starts_with(['"', '\'', '-', '?', '>', ' ']);
    if special || text.is_empty() { format!("'{}'", text.replace('\'', "''")) } else { text.to_owned() }
}

fn mapping(pairs: Pairs) -> String {
    let all: Vec<String> = pairs.into_iter().map(|(key, value)| format!("{key}: {value}")).collect();
    format!("{{{}}}", all.join(", "))
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(", "))
}

fn pair(key: &str, value: impl Into<String>) -> (String, String) {
    (key.to_owned(), value.into())
}

fn declaration(held: &DeclarationParts) -> String {
    mapping(match &held.kind {
        Held::PieceMarks { royal } => {
            let mut pairs = vec![pair("marks", "pieces")];
            pairs.extend(royal.then(|| pair("royal", "true")));
            pairs
        }
        Held::SquareMarks => vec![pair("marks", "squares")],
        Held::GameCounter(start) => {
            let start = (*start != 0).then(|| pair("start", decimal(*start)));
            std::iter::once(pair("counts", "game")).chain(start).collect()
        }
        Held::SideCounter(start) => {
            let sides = mapping(vec![pair("white", decimal(start.white)), pair("black", decimal(start.black))]);
            let start = ((start.white, start.black) != (0, 0)).then(|| pair("start", sides));
            std::iter::once(pair("counts", "each side")).chain(start).collect()
        }
        Held::Pieces => vec![pair("keeps", "pieces")],
    })
}

impl<'a> Writer<'a> {
    fn printer<'p>(&'p self, choices: &'p [String]) -> Printer<'p> {
        Printer { tree: self.tree, pieces: self.pieces.to_vec(), choices }
    }

    fn piece(&self, id: crate::rules::PieceId) -> String {
        self.pieces.get(id.index()).copied().unwrap_or("?").to_owned()
    }

    fn sides(&self, sides: &Sides) -> Pairs {
        let mut pairs = Vec::new();
        if !sides.neutral.is_empty() {
            pairs.push(pair("neutral", list(sides.neutral.iter().map(|piece| self.piece(*piece)))));
        }
        if sides.order != Sides::default().order {
            pairs.push(pair("order", list(sides.order.iter().cloned())));
        }
        if !sides.partners.is_empty() {
            let names = |ids: &Vec<crate::rules::tree::PlayerId>| {
                ids.iter().map(|id| sides.order[id.index()].clone()).collect::<Vec<_>>().join(" ")
            };
            pairs.push(pair("partners", list(sides.partners.iter().map(names))));
        }
        if sides.facing != Facing::around(sides.order.len()) {
            let facing =
                sides.order.iter().zip(&sides.facing).map(|(name, facing)| pair(name, facing.name().to_owned()));
            pairs.push(pair("facing", mapping(facing.collect())));
        }
        if sides.dropouts != Dropouts::default() {
            pairs.push(pair("dropouts", sides.dropouts.name().to_owned()));
        }
        pairs
    }

    fn defines(&self) -> Pairs {
        let choices = ["chosen".to_owned()];
        let printer = self.printer(&choices);
        let meaning = |meaning: &Meaning| match meaning {
            Meaning::Set(set) => printer.set(set),
            Meaning::Condition(condition) => printer.condition(condition),
        };
        let one =
            |define: &crate::rules::tree::Define| (define.kind.name.clone(), scalar(&meaning(&define.kind.meaning)));
        self.tree.defines.iter().map(one).collect()
    }

    fn turns(&self, turns: &Turns) -> Pairs {
        let printer = self.printer(&[]);
        let number = |number: &Number| scalar(&printer.number(number));
        let mut pairs = Vec::new();
        let is_one = turns.moves.white.kind == NumberKind::Constant(1000) && turns.moves.white == turns.moves.black;
        match turns.moves.white == turns.moves.black {
            true if is_one => {}
            true => pairs.push(pair("moves", number(&turns.moves.white))),
            false => {
                let sides = vec![pair("white", number(&turns.moves.white)), pair("black", number(&turns.moves.black))];
                pairs.push(pair("moves", mapping(sides)));
            }
        }
        pairs.extend(turns.first.as_ref().map(|first| pair("first", number(first))));
        pairs.extend(turns.until.as_ref().map(|until| pair("until", scalar(&printer.condition(until)))));
        pairs.extend(turns.goes_on.as_ref().map(|goes_on| pair("while", scalar(&printer.condition(goes_on)))));
        pairs.extend(turns.roll.then(|| pair("roll", "kind")));
        pairs.extend(turns.boards.as_ref().map(|boards| {
            let set = |set| scalar(&printer.set(set));
            pair("boards", mapping(vec![pair("white", set(&boards.white)), pair("black", set(&boards.black))]))
        }));
        if pairs.is_empty() {
            pairs.push(pair("moves", "1"));
        }
        pairs
    }

    fn end(&self, end: &EndParts) -> String {
        let word = match end.verdict {
            Verdict::Win => "win",
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
            Verdict::Out => "out",
        };
        let mut pairs = vec![pair(word, scalar(&self.printer(&[]).condition(&end.condition)))];
        pairs.extend(end.whose.map(|id| pair("for", self.printer(&[]).whose(Whose::Player(id)))));
        mapping(pairs)
    }

    fn deeds(&self, printer: &Printer<'_>, deeds: &[Deed]) -> String {
        match deeds {
            [deed] => scalar(&printer.deed(deed)),
            _ => list(deeds.iter().map(|deed| scalar(&printer.deed(deed)))),
        }
    }

    fn rule(&self, rule: &Rule) -> String {
        let rule = &rule.kind;
        let printer = self.printer(&rule.choices);
        let mut pairs = match &rule.kind {
            RuleKind::Pieces(moves) => self.moves(&printer, moves),
            RuleKind::Forbid(deeds) => vec![pair("forbid", self.deeds(&printer, deeds))],
            RuleKind::Must { deeds, most } => {
                let most = most.as_ref().map(|most| pair("most", scalar(&printer.number(most))));
                std::iter::once(pair("must", self.deeds(&printer, deeds))).chain(most).collect()
            }
            RuleKind::After { deeds, block } => {
                std::iter::once(pair("after", self.deeds(&printer, deeds))).chain(self.block(&printer, block)).collect()
            }
            RuleKind::Instead { deed, block } => {
                let deed = scalar(&printer.deed(deed));
                std::iter::once(pair("may_replace", deed)).chain(self.block(&printer, block)).collect()
            }
        };
        pairs.extend(rule.when.as_ref().map(|when| pair("when", scalar(&printer.condition(when)))));
        pairs.extend(rule.unless.as_ref().map(|unless| pair("unless", scalar(&printer.condition(unless)))));
        pairs.extend(rule.even_in_check.then(|| pair("even_in_check", "true")));
        mapping(pairs)
    }

    fn moves(&self, printer: &Printer<'_>, moves: &Moves) -> Pairs {
        let mut pairs = vec![pair("pieces", scalar(&printer.set(&moves.pieces)))];
        let mut gains: Vec<(&str, Vec<String>)> = Vec::new();
        for gain in &moves.gains {
            let (key, value) = match gain {
                Gain::Also(notation) => ("also_moves", format!("\"{}\"", notation.text)),
                Gain::Only(notation) => ("moves_only", format!("\"{}\"", notation.text)),
                Gain::AlsoAs(set) => ("also_moves_as", scalar(&printer.set(set))),
                Gain::OnlyAs(set) => ("moves_only_as", scalar(&printer.set(set))),
                Gain::To(set) => ("also_moves_to", scalar(&printer.set(set))),
                Gain::Checks(set) => ("also_checks", scalar(&printer.set(set))),
            };
            match gains.iter_mut().find(|(known, _)| *known == key) {
                Some((_, values)) => values.push(value),
                None => gains.push((key, vec![value])),
            }
        }
        pairs.extend(gains.into_iter().map(|(key, mut values)| match values.len() {
            1 => pair(key, values.remove(0)),
            _ => pair(key, list(values)),
        }));
        pairs.extend(moves.to.as_ref().map(|to| pair("to", scalar(&printer.set(to)))));
        pairs.extend(moves.through.as_ref().map(|through| pair("through", scalar(&printer.set(through)))));
        pairs.extend(moves.ignores.as_ref().map(|ignores| pair("ignores", scalar(&printer.set(ignores)))));
        pairs.extend(moves.skips.as_ref().map(|skips| pair("skips", scalar(&printer.set(skips)))));
        pairs.extend(moves.captures.as_ref().map(|captures| pair("captures", scalar(&printer.set(captures)))));
        pairs.extend(moves.told_apart.then(|| pair("told_apart", "true")));
        match moves.taker {
            Taker::Goes => {}
            Taker::Stays => pairs.push(pair("taker", "stays")),
            Taker::Vanishes => pairs.push(pair("taker", "vanishes")),
        }
        match moves.moved_by {
            None => {}
            Some(MovedBy::Own) => pairs.push(pair("moved_by", "own")),
            Some(MovedBy::Both) => pairs.push(pair("moved_by", "both")),
        }
        pairs
    }

    fn block(&self, printer: &Printer<'_>, block: &Block) -> Pairs {
        let mut pairs = Vec::new();
        match &block.choices[..] {
            [] => {}
            [choice] if choice.id.0 == 0 => pairs.push(pair("choose", scalar(&printer.set(&choice.from)))),
            choices => {
                let one = |choice: &crate::rules::tree::Choice| {
                    (printer.choices[choice.id.index()].clone(), scalar(&printer.set(&choice.from)))
                };
                pairs.push(pair("choose", mapping(choices.iter().map(one).collect())));
            }
        }
        pairs.extend(block.if_none_forbid.then(|| pair("if_none", "forbid")));
        pairs.extend(block.when.as_ref().map(|when| pair("when", scalar(&printer.condition(when)))));
        pairs.extend(block.unless.as_ref().map(|unless| pair("unless", scalar(&printer.condition(unless)))));
        match &block.effects[..] {
            [] => {}
            [effect] if !matches!(effect.kind, EffectKind::Block(_)) && !block.if_none_forbid => {
                pairs.extend(self.effect(printer, effect));
            }
            effects => pairs.push(pair("do", list(effects.iter().map(|effect| mapping(self.effect(printer, effect)))))),
        }
        pairs.extend(block.repeat.then(|| pair("repeat", "until nothing changes")));
        pairs
    }

    fn effect(&self, printer: &Printer<'_>, effect: &Effect) -> Pairs {
        let set = |set| scalar(&printer.set(set));
        let mark = |id: &crate::rules::tree::StateId| super::print::name(&self.tree.state[id.index()].kind.name);
        match &effect.kind {
            EffectKind::Capture(of) => vec![pair("capture", set(of))],
            EffectKind::Remove(of) => vec![pair("remove", set(of))],
            EffectKind::Flip(of) => vec![pair("flip", set(of))],
            EffectKind::Build(of) => vec![pair("build", set(of))],
            EffectKind::Clear(of) => vec![pair("clear", set(of))],
            EffectKind::Trail(of) => vec![pair("trail", set(of))],
            EffectKind::Require(test) => vec![pair("require", scalar(&printer.condition(test)))],
            EffectKind::Move(of, to) => vec![pair("move", set(of)), pair("to", set(to))],
            EffectKind::Swap(of, with) => vec![pair("swap", set(of)), pair("with", set(with))],
            EffectKind::Place { what, on, whose } => {
                let what = match what {
                    Placed::Kind(piece) => super::print::name(&self.piece(*piece)),
                    Placed::Piece(of) => set(of),
                };
                let whose = whose.map(|whose| pair("for", printer.whose(whose)));
                [pair("place", what), pair("on", set(on))].into_iter().chain(whose).collect()
            }
            EffectKind::Give { what, kind, whose, store } => {
                let kind = kind.map(|kind| pair("as", self.piece(kind)));
                let to = pair("to", scalar(&printer.store(*whose, *store)));
                std::iter::once(pair("give", set(what))).chain(kind).chain([to]).collect()
            }
            EffectKind::Change(of, into) => vec![pair("change", set(of)), pair("into", self.becomes(printer, into))],
            EffectKind::Mark(of, id) => vec![pair("mark", set(of)), pair("as", scalar(&mark(id)))],
            EffectKind::Unmark(of, id) => vec![pair("unmark", set(of)), pair("as", scalar(&mark(id)))],
            EffectKind::Add(number, counter) => {
                vec![pair("add", scalar(&printer.number(number))), pair("to", self.counter(printer, *counter))]
            }
            EffectKind::Set(counter, number) => {
                vec![pair("set", self.counter(printer, *counter)), pair("to", scalar(&printer.number(number)))]
            }
            EffectKind::Then(then) => self.then(printer, then),
            EffectKind::May(block) => vec![pair("may", mapping(self.block(printer, block)))],
            EffectKind::Block(block) => self.block(printer, block),
        }
    }

    fn counter(&self, printer: &Printer<'_>, counter: Counter) -> String {
        scalar(&printer.value(&NumberKind::Counter(counter.whose, counter.id).into()))
    }

    fn becomes(&self, printer: &Printer<'_>, becomes: &Becomes) -> String {
        match becomes {
            Becomes::Kind(piece) => super::print::name(&self.piece(*piece)),
            Becomes::KindOf(set) => scalar(&printer.set(set)),
            Becomes::Table(table) => {
                mapping(table.iter().map(|(from, to)| (self.piece(*from), self.piece(*to))).collect())
            }
            Becomes::Choice(pieces) => list(pieces.iter().map(|piece| self.piece(*piece))),
        }
    }

    fn then(&self, printer: &Printer<'_>, then: &Then) -> Pairs {
        let mut pairs = vec![pair("then", scalar(&printer.deed(&then.deed)))];
        pairs.extend(then.moves_only_as.as_ref().map(|set| pair("moves_only_as", scalar(&printer.set(set)))));
        pairs.extend(then.may_stop.then(|| pair("may_stop", "true")));
        pairs.extend(then.if_none_forbid.then(|| pair("if_none", "forbid")));
        pairs.extend(then.removal_at_end.then(|| pair("removal", "at the end")));
        pairs
    }
}
