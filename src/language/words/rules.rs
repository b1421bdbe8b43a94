//! Rules, ends and declarations as sentences.

use super::noun::Form;
use super::speaker::{Speaker, Topic};
use crate::betza::{Compass, Notation as Betza, explain_on};
use crate::english::{capitalised, list, many};
use crate::language::print::decimal;
use crate::rules::Rules;
use crate::rules::tree::visit::{self, Visitor};
use crate::rules::tree::{
    Block, Choice, Condition, Declaration, Deed, DeedKind, Define, Dropouts, Effect, EffectKind, Facing, Gain, Held,
    Meaning, MovedBy, Moves, Notation, Number, NumberKind, RelationKind, Rule, RuleKind, Set, SetKind, Sides, Taker,
    Tree, TreeEnd, Turns, Verdict,
};

/// A rule in words.
pub fn rule(rule: &Rule, tree: &Tree, rules: &Rules) -> String {
    let parts = &rule.kind;
    let mut speaker = Speaker { choices: &parts.choices, ..Speaker::new(tree, rules) };
    if let RuleKind::After { block, .. } | RuleKind::Instead { block, .. } = &parts.kind {
        speaker.chosen = chosen(block).into_iter().map(|choice| (choice.id, &choice.from)).collect();
    }
    speaker.mover = mover(&parts.kind);
    let mut text = match &parts.kind {
        RuleKind::Pieces(moves) => speaker.moves(moves, (parts.when.as_ref(), parts.unless.as_ref())),
        RuleKind::Forbid(deeds) => speaker.forbid(deeds, parts.when.as_ref(), parts.unless.as_ref()),
        RuleKind::Must { deeds, most } => {
            speaker.must(deeds, most.as_ref(), (parts.when.as_ref(), parts.unless.as_ref()))
        }
        RuleKind::After { deeds, block } => speaker.after(deeds, block),
        RuleKind::Instead { deed, block } => speaker.instead(deed, block),
    };
    if parts.even_in_check {
        text.push_str(" This may leave a royal piece attacked.");
    }
    text
}

/// A condition of a rule as a clause; `choices` are the names of the rule's choices.
pub fn condition(condition: &Condition, choices: &[String], tree: &Tree, rules: &Rules) -> String {
    Speaker { choices, ..Speaker::new(tree, rules) }.clause(condition)
}

/// The opposite of a condition of a rule as a clause.
pub fn opposite(condition: &Condition, choices: &[String], tree: &Tree, rules: &Rules) -> String {
    Speaker { choices, ..Speaker::new(tree, rules) }.opposite(condition)
}

/// One element of a set of a rule: `an empty square`.
pub fn one_of(set: &Set, choices: &[String], tree: &Tree, rules: &Rules) -> String {
    Speaker { choices, ..Speaker::new(tree, rules) }.noun(set).some()
}

/// An end in words.
pub fn end(end: &TreeEnd, tree: &Tree, rules: &Rules) -> String {
    let parts = &end.kind;
    let mut speaker = Speaker::new(tree, rules);
    speaker.topic = if parts.verdict == Verdict::Draw { Topic::AnySide } else { Topic::Side };
    let who = parts.whose.map_or_else(|| "A side".to_owned(), |id| speaker.player(id));
    let head = match parts.verdict {
        Verdict::Win => format!("{who} wins"),
        Verdict::Loss => format!("{who} loses"),
        Verdict::Out => format!("{who} drops out"),
        Verdict::Draw => "The game is drawn".to_owned(),
    };
    let clause = speaker.clause(&parts.condition);
    // A draw names no side before the clause.
    let clause = match clause.strip_prefix("its ").filter(|_| speaker.topic == Topic::AnySide) {
        Some(rest) => format!("a side's {rest}"),
        None => clause,
    };
    format!("{} when {clause}.", capitalised(&head))
}

/// A defined name in words.
pub fn define(define: &Define, tree: &Tree, rules: &Rules) -> String {
    let speaker = Speaker::new(tree, rules);
    match &define.kind.meaning {
        Meaning::Set(set) => format!("{}.", capitalised(&speaker.noun(set).plural("and"))),
        Meaning::Condition(condition) => format!("Holds when {}.", speaker.clause(condition)),
    }
}

/// A declaration of `state:` in words.
pub fn declaration(held: &Declaration) -> String {
    match &held.kind.kind {
        Held::PieceMarks { royal } => {
            let royal = if *royal { " A piece with the mark is royal." } else { "" };
            format!("A mark of pieces.{royal}")
        }
        Held::SquareMarks => "A mark of squares.".to_owned(),
        Held::GameCounter(start) => format!("A counter of the game that starts at {}.", decimal(*start)),
        Held::SideCounter(start) if start.white == start.black => {
            format!("A counter of each side that starts at {}.", decimal(start.white))
        }
        Held::SideCounter(start) => {
            let (white, black) = (decimal(start.white), decimal(start.black));
            format!("A counter of each side that starts at {white} for White and {black} for Black.")
        }
        Held::Pieces => "Pieces that each side keeps off the board.".to_owned(),
    }
}

/// The sides in words, one sentence a property.
pub fn sides(sides: &Sides, tree: &Tree, rules: &Rules) -> Vec<String> {
    let speaker = Speaker::new(tree, rules);
    let mut all = Vec::new();
    if !sides.neutral.is_empty() {
        let kinds: Vec<String> = sides.neutral.iter().map(|id| crate::english::plural(&speaker.piece(*id))).collect();
        all.push(format!("{} belong to neither side.", capitalised(&list(&kinds, "and"))));
    }
    if sides.order != Sides::default().order {
        let names: Vec<String> = sides.order.iter().map(|name| capitalised(name)).collect();
        all.push(format!("The sides move in this order: {}.", list(&names, "and")));
    }
    for partners in &sides.partners {
        let names: Vec<String> = partners.iter().map(|id| speaker.player(*id)).collect();
        all.push(format!("{} are partners.", list(&names, "and")));
    }
    if sides.order.len() > 2 {
        let looks = |(name, facing): (&String, &Facing)| format!("{} to the {}", capitalised(name), facing.name());
        let all_looks: Vec<String> = sides.order.iter().zip(&sides.facing).map(looks).collect();
        all.push(format!("Their pieces look in these directions: {}.", list(&all_looks, "and")));
    }
    if tree.ends.iter().any(|end| end.kind.verdict == Verdict::Out) {
        let pieces = match sides.dropouts {
            Dropouts::Stay => "stay on the board, can be captured and attack nothing",
            Dropouts::Block => "stay on the board as obstacles that no piece can capture or pass over",
            Dropouts::Vanish => "leave the board",
        };
        all.push(format!("The pieces of a side that has dropped out {pieces}."));
        let last = if sides.partners.is_empty() { "The last side wins" } else { "The last side or partnership wins" };
        all.push(format!("{last}."));
    }
    all
}

/// The moves of a turn in words, one sentence a property.
pub fn turns(turns: &Turns, tree: &Tree, rules: &Rules) -> Vec<String> {
    let speaker = Speaker::new(tree, rules);
    let moves = |number: &Number| match number.kind {
        NumberKind::Constant(thousandths) if thousandths % 1000 == 0 => {
            many(usize::try_from(thousandths / 1000).unwrap_or(0), "move")
        }
        _ => format!("as many moves as {}", speaker.number(number)),
    };
    let (white, black) = (&turns.moves.white, &turns.moves.black);
    let mut all = Vec::new();
    match white == black {
        true => all.push(format!("A turn has {}.", moves(white))),
        false => all.push(format!("A turn of White has {}, a turn of Black has {}.", moves(white), moves(black))),
    }
    if let Some(first) = turns.first.as_ref().filter(|first| white != black || *first != white) {
        all.push(format!("The first turn of the game has {}.", moves(first)));
    }
    if let Some(until) = &turns.until {
        all.push(format!("If {} after a move, the turn is over.", speaker.clause(until)));
    }
    if let Some(goes_on) = &turns.goes_on {
        all.push(format!("A turn goes on with one more move while {}.", speaker.clause(goes_on)));
    }
    if let Some(boards) = &turns.boards {
        let boards = [&boards.white, &boards.black].map(|board| speaker.noun(board).all().0);
        let [first, second] = boards;
        all.push(format!(
            "White begins on {first} and Black on {second}. Each of the two boards has turns of its own."
        ));
    }
    if turns.roll {
        all.push("Before each move chance says which kind of piece may move.".to_owned());
    }
    all
}

/// The words for the mover in a rule.
fn mover(kind: &RuleKind) -> &'static str {
    let all = |deeds: &[Deed], kind| deeds.iter().all(|deed| deed.kind.kind == kind);
    match kind {
        RuleKind::Pieces(_) => "the piece itself",
        RuleKind::Forbid(deeds) if all(deeds, DeedKind::Attack) => "the attacking piece",
        RuleKind::Forbid(deeds) | RuleKind::After { deeds, .. } if all(deeds, DeedKind::Drop) => "the dropped piece",
        RuleKind::After { deeds, .. } if all(deeds, DeedKind::Promotion) => "the promoted piece",
        RuleKind::Instead { deed, .. } if deed.kind.by.is_some() => "that piece",
        _ => "the moving piece",
    }
}

/// All choices of a block and of those inside it.
fn chosen(block: &Block) -> Vec<&Choice> {
    let inside = block.effects.iter().flat_map(|effect: &Effect| match &effect.kind {
        EffectKind::May(inner) | EffectKind::Block(inner) => chosen(inner),
        _ => Vec::new(),
    });
    block.choices.iter().chain(inside).collect()
}

type Conditions<'c> = (Option<&'c Condition>, Option<&'c Condition>);

impl Speaker<'_> {
    /// `If C and not D, `, or nothing.
    fn condition_before(&self, (when, unless): Conditions<'_>) -> Option<String> {
        match (when, unless) {
            (None, None) => None,
            (Some(when), None) => Some(format!("If {}, ", self.clause(when))),
            (None, Some(unless)) => Some(format!("Unless {}, ", self.clause(unless))),
            (Some(when), Some(unless)) => Some(format!("If {}, unless {}, ", self.clause(when), self.clause(unless))),
        }
    }

    fn forbid(&self, deeds: &[Deed], when: Option<&Condition>, unless: Option<&Condition>) -> String {
        // Its own condition reads attacks and guards without the rule.
        let reads_guards = when.iter().chain(&unless).any(|condition| reads_guards(condition));
        let when = when.map_or(String::new(), |when| format!(" when {}", self.clause(when)));
        let unless = unless.map_or(String::new(), |unless| format!(" unless {}", self.clause(unless)));
        let joint = if when.is_empty() || unless.is_empty() { "" } else { "," };
        let condition = format!("{when}{joint}{unless}");
        let is_check = |deed: &&Deed| deed.kind.kind == DeedKind::Check;
        let (checks, others): (Vec<&Deed>, Vec<&Deed>) = deeds.iter().partition(is_check);
        let mut sentences = Vec::new();
        let own = |deeds: Vec<&Deed>| deeds.into_iter().cloned().collect::<Vec<Deed>>();
        if !others.is_empty() {
            let attacks = others.iter().any(|deed| deed.kind.kind == DeedKind::Attack);
            sentences.push(format!("{} are forbidden{condition}.", capitalised(&self.all_deeds(&own(others)))));
            if attacks {
                let guards = if reads_guards { "" } else { " and guards nothing" };
                sentences.push(format!("A forbidden attack gives no check{guards}."));
            }
        }
        if !checks.is_empty() {
            let attacks: Vec<Deed> = own(checks)
                .into_iter()
                .map(|mut deed| {
                    deed.kind.kind = DeedKind::Attack;
                    deed
                })
                .collect();
            sentences.push(format!("{} give no check{condition}.", capitalised(&self.all_deeds(&attacks))));
        }
        sentences.join(" ")
    }

    fn must(&self, deeds: &[Deed], most: Option<&Number>, conditions: Conditions<'_>) -> String {
        let texts: Vec<String> = deeds.iter().map(|deed| self.deed(deed, Form::One)).collect();
        let by_rule: Option<Vec<&str>> = texts.iter().map(|text| text.strip_prefix("move by the rule ")).collect();
        let duty = match by_rule {
            Some(names) => format!("a side that has a legal move by the rule {} must make it", list(&names, "or")),
            None => format!("a side that has a legal {} must choose one", list(&texts, "or")),
        };
        let text = match self.condition_before(conditions) {
            Some(condition) => format!("{condition}{duty}."),
            None => format!("{}.", capitalised(&duty)),
        };
        let number = most.map(|most| self.number(most));
        let most = number.map_or(String::new(), |number| {
            let number = number.strip_prefix("the ").unwrap_or(&number).to_owned();
            format!(" Of these it must choose one with the largest {number}.")
        });
        format!("{text}{most}")
    }

    fn after(&self, deeds: &[Deed], block: &Block) -> String {
        let is_turn = |deed: &Deed| deed.kind.kind == DeedKind::Turn;
        let is_step = |deed: &Deed| deed.kind.kind == DeedKind::Step && self.tree.has_steps();
        let head = match deeds.iter().all(is_turn) {
            true => "At the end of each turn".to_owned(),
            false if deeds.iter().all(is_step) => {
                let texts: Vec<String> = deeds.iter().map(|deed| self.deed(deed, Form::One)).collect();
                format!("After each {}", list(&texts, "or"))
            }
            false => format!("After {}", self.any_deed(deeds)),
        };
        // With a choice, the conditions filter the elements to choose from.
        match block.choices.is_empty() {
            true => {
                let plain = Block { when: None, unless: None, ..block.clone() };
                let condition = self.conditions(block);
                let comma = if condition.is_empty() { "," } else { "" };
                format!("{head}{condition}{comma} {}.", sequence(&self.block(&plain)))
            }
            false => format!("{head}, {}.", sequence(&self.block(block))),
        }
    }

    fn instead(&self, deed: &Deed, block: &Block) -> String {
        let head = format!("Instead of {}", self.one_deed(deed));
        let condition = match (block.choices.is_empty(), self.conditions(block)) {
            (true, condition) => condition.trim_end_matches(',').to_owned(),
            (false, _) => String::new(),
        };
        if block.effects.is_empty() && block.choices.is_empty() {
            return format!("{head}, the moving side may pass{}.", condition.trim_start_matches(','));
        }
        let plain = match block.choices.is_empty() {
            true => Block { when: None, unless: None, ..block.clone() },
            false => block.clone(),
        };
        let clauses = self.block(&plain);
        match clauses.first().and_then(|first| first.strip_prefix("the player chooses")) {
            Some(rest) => {
                let first = format!("the moving side may choose{rest}");
                let all: Vec<String> = std::iter::once(first).chain(clauses.iter().skip(1).cloned()).collect();
                format!("{head}, {}.", sequence(&all))
            }
            None => format!("{head}, the moving side may do this{condition}: {}.", sequence(&clauses)),
        }
    }

    /// The fate of a capturing piece that moves as always; `None` if the rule says more.
    fn takes_only(&self, moves: &Moves) -> Option<&'static str> {
        match moves.taker {
            _ if !moves.takes_only() => None,
            Taker::Stays => Some("stays where it is"),
            Taker::Vanishes => Some("leaves the board"),
            Taker::Goes => None,
        }
    }

    fn moves(&self, moves: &Moves, conditions: Conditions<'_>) -> String {
        let subject = self.noun(&moves.pieces).some();
        let says: Vec<String> = moves.gains.iter().map(|gain| self.gain(gain)).collect();
        let to = moves.to.as_ref().map(|to| format!(", only to {}", self.noun(to).plural("or")));
        let through = moves.through.as_ref();
        let through = through.map(|set| format!(", and passes over nothing but {}", self.noun(set).plural("or")));
        let taker = match moves.taker {
            Taker::Goes => "",
            Taker::Stays => "; when it captures so, it stays where it is",
            Taker::Vanishes => "; when it captures so, it leaves the board",
        };
        let moved = match moves.moved_by {
            None => None,
            Some(MovedBy::Own) => Some("is moved by the side whose turn it is, and not by its own side"),
            Some(MovedBy::Both) => Some("may be moved by either side"),
        };
        let seen = self.seen(moves);
        let all: Vec<&str> = says.iter().chain(&seen).map(String::as_str).chain(moved).collect();
        let said = match all.is_empty() {
            true => "moves as always".to_owned(),
            false => list(&all, "and"),
        };
        let when = conditions.0.map_or(String::new(), |when| format!(", when {}", self.clause(when)));
        let unless = conditions.1.map_or(String::new(), |unless| format!(", unless {}", self.clause(unless)));
        if let Some(fate) = self.takes_only(moves) {
            return capitalised(&format!("{subject} that captures {fate}{when}{unless}."));
        }
        let (to, through) = (to.unwrap_or_default(), through.unwrap_or_default());
        capitalised(&format!("{subject} {said}{to}{through}{when}{unless}{taker}."))
    }

    /// Sentences about the pieces that a move ignores, skips or may capture, and about moves that differ only in the squares they pass.
    fn seen(&self, moves: &Moves) -> Vec<String> {
        let several = |set: &Set| self.noun(set).plural("and");
        let ignores = moves.ignores.iter().map(|set| format!("does not see {}", several(set)));
        let skips = moves.skips.iter().map(|set| format!("steps over {} as if they were not there", several(set)));
        let captures = moves
            .captures
            .iter()
            .map(|set| format!("treats {} as enemies and all other pieces as its own", several(set)));
        let apart = moves.told_apart.then(|| "makes different moves if it passes different squares".to_owned());
        ignores.chain(skips).chain(captures).chain(apart).collect()
    }

    fn gain(&self, gain: &Gain) -> String {
        match gain {
            Gain::Also(notation) => match said_alone(notation, self.compass()) {
                Some(said) => format!("also {said}"),
                None => format!("also moves as `{}`{}", notation.text, explained(notation, self.compass())),
            },
            Gain::Only(notation) => format!("moves only as `{}`{}", notation.text, explained(notation, self.compass())),
            Gain::AlsoAs(set) => format!("also moves like {}", self.noun(set).some()),
            Gain::OnlyAs(set) => format!("moves only like {}, if there is one", self.noun(set).some()),
            Gain::Checks(set) => format!("also gives check to {}", self.noun(set).plural("and")),
            Gain::To(set) if is_empty(set) => format!("may also move to {}", self.noun(set).some()),
            Gain::To(set) => format!("may also move to {}, capturing an enemy piece there", self.noun(set).some()),
        }
    }
}

/// Returns `true` for a set of empty squares.
fn is_empty(set: &Set) -> bool {
    match &set.kind {
        SetKind::Empty => true,
        SetKind::Related(base, _) | SetKind::Where(base, _) | SetKind::Except(base, _) => is_empty(base),
        _ => false,
    }
}

/// The meaning of a notation that is one move: `moves or captures any number of squares in any direction`.
fn said_alone(notation: &Notation, compass: Compass) -> Option<String> {
    let said = explained(notation, compass);
    let said = said.strip_prefix(" (")?.strip_suffix(')')?;
    (!said.contains("; ") && !said.contains('(')).then(|| said.to_owned())
}

/// The meaning of a notation in brackets; empty if it would be long.
fn explained(notation: &Notation, compass: Compass) -> String {
    const LONG: usize = 3;
    let sentences = Betza::parse(&notation.text).map(|notation| explain_on(&notation, compass)).unwrap_or_default();
    if sentences.is_empty() || sentences.len() > LONG {
        return String::new();
    }
    let lower = |text: &String| {
        let mut letters = text.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
        format!("{first}{}", letters.as_str().trim_end_matches('.'))
    };
    format!(" ({})", sentences.iter().map(lower).collect::<Vec<_>>().join("; "))
}

fn sequence(clauses: &[String]) -> String {
    match clauses {
        [] => "nothing more happens".to_owned(),
        _ => clauses.join("; then "),
    }
}

/// `true` if a condition asks which pieces are guarded.
fn reads_guards(condition: &Condition) -> bool {
    struct Guards(bool);
    impl Visitor for Guards {
        fn set(&mut self, set: &mut Set) {
            if let SetKind::Related(_, relation) = &set.kind {
                self.0 |= matches!(relation.kind, RelationKind::Guarded(..) | RelationKind::Guarding(..));
            }
            visit::in_set(self, set);
        }
    }
    let mut guards = Guards(false);
    guards.condition(&mut condition.clone());
    guards.0
}
