//! Trees of rules and expressions by chance: writing and reading are inverse, and no text stops the reader.

use std::sync::OnceLock;

use ferz::betza::Notation as Betza;
use ferz::compile;
use ferz::language::{self, Printer, Scope};
use ferz::rules::tree::*;
use ferz::rules::{PieceId, Rules};
use ferz::source::{SourceId, Span};
use ferz::variant::node::Phrase;
use ferz::variant::{NoFiles, VariantSource};

const PIECES: &str = "pawn knight bishop rook queen king";

/// A variant with something of each kind to name.
fn rules() -> &'static Rules {
    static RULES: OnceLock<Rules> = OnceLock::new();
    RULES.get_or_init(|| {
        let text = "name: Names\nextends: chess\nregions: {hill: d4-e5, camp: {each: first 2 ranks}}\n\
            state:\n  golden: {marks: pieces}\n  burnt: {marks: squares}\n  frost: {counts: game}\n  \
            checks: {counts: each side}\n  prison: {keeps: pieces}\n\
            define: {strong: queen or rook, near: pieces beside mover, arrived: any own king is on hill}\n\
            rules: {load: {may_replace: move by pawn, mark: mover, as: golden}}\n";
        let source = VariantSource::Text { name: "names".to_owned(), text: text.to_owned() };
        let loaded = compile::load_for_oracle(&source, &NoFiles).unwrap();
        loaded.variant.unwrap_or_else(|| panic!("{:?}", loaded.problems)).rules
    })
}

fn compiled(text: &str) -> Result<ferz::rules::Movement, ferz::betza::ParseError> {
    Betza::parse(text).and_then(|notation| compile::movement(&notation))
}

fn phrase(text: &str) -> Phrase {
    let span = Span::new(SourceId(0), 0..text.len());
    Phrase { text: text.to_owned(), span, verbatim: Some(0), quoted: false }
}

fn with_scope<T>(then: impl FnOnce(&Scope<'_>) -> T) -> T {
    let (rules, choices) = (rules(), ["chosen".to_owned(), "freed".to_owned()]);
    let scope = Scope {
        board: &rules.geometry,
        pieces: PIECES.split(' ').collect(),
        regions: &rules.regions,
        tree: &rules.tree,
        deeds: vec![("load", RuleId(0))],
        choices: &choices,
        compile: &compiled,
    };
    then(&scope)
}

/// Numbers by chance, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    fn area(&mut self) -> SetKind {
        let words =
            self.one_of(&["rank 8", "last 2 ranks", "first rank", "d4-e5", "file a", "a1", "light", "hill", "camp"]);
        let set = with_scope(|scope| language::set(&phrase(words), scope)).expect("it is an area");
        set.kind
    }

    fn notation(&mut self) -> Notation {
        let text = self.one_of(&["N", "W", "bW", "Q", "mQ", "cafmF"]);
        Notation { text: text.to_owned(), movement: compiled(text).expect("it is a notation") }
    }

    fn whose(&mut self) -> Whose {
        self.one_of(&[Whose::Own, Whose::Enemy, Whose::Partner, Whose::Player(PlayerId(0)), Whose::Player(PlayerId(1))])
    }

    fn word(&mut self) -> Word {
        self.one_of(&[
            Word::Mover,
            Word::Origin,
            Word::Destination,
            Word::Captured,
            Word::Chosen(ChoiceId(0)),
            Word::Chosen(ChoiceId(1)),
            Word::It,
            Word::LastMover,
            Word::LastOrigin,
            Word::LastDestination,
            Word::LastCaptured,
            Word::LastChosen,
        ])
    }

    fn leaf(&mut self) -> SetKind {
        match self.below(12) {
            0 => SetKind::Pieces,
            1 => SetKind::Squares,
            2 => SetKind::Empty,
            3 => self.one_of(&[SetKind::Walls, SetKind::Passed, SetKind::None, SetKind::Rolled]),
            4 | 5 => self.area(),
            6 => SetKind::Marked(StateId(self.below(2) as u16)),
            7 => SetKind::Defined(DefineId(self.below(2) as u16)),
            8 | 9 => SetKind::Word(self.word()),
            _ => SetKind::Kind(PieceId::new(self.below(6) as u8)),
        }
    }

    fn set(&mut self, depth: usize) -> Set {
        if depth == 0 {
            return self.leaf().into();
        }
        let kind = match self.below(14) {
            0..=2 => self.leaf(),
            3 | 4 => {
                let adjective = match self.below(6) {
                    0..=2 => Adjective::Of(self.whose()),
                    _ => self.one_of(&[
                        Adjective::Neutral,
                        Adjective::Other,
                        Adjective::Unmoved,
                        Adjective::Royal,
                        Adjective::Empty,
                    ]),
                };
                SetKind::Filtered(adjective, Box::new(self.set(depth - 1)))
            }
            5..=8 => {
                let relation = self.relation(depth - 1);
                SetKind::Related(Box::new(self.set(depth - 1)), Box::new(relation.into()))
            }
            9 => SetKind::Where(Box::new(self.set(depth - 1)), Box::new(self.condition(depth - 1))),
            10 => {
                let members = 2 + self.below(2);
                let members = (0..members).map(|_| self.set(depth - 1)).collect();
                SetKind::Union(members)
            }
            11 => SetKind::Except(Box::new(self.set(depth - 1)), Box::new(self.set(depth - 1))),
            12 => {
                let of = Box::new(self.set(depth - 1));
                match self.below(4) {
                    0 => SetKind::Home(of),
                    1 => SetKind::Twin(of),
                    2 => SetKind::First(of),
                    _ => SetKind::Row(3, of),
                }
            }
            _ => SetKind::Before(Box::new(self.set(depth - 1))),
        };
        kind.into()
    }

    fn layer(&mut self) -> Layer {
        self.one_of(&[Layer::Bare, Layer::Joint, Layer::Lent, Layer::Real, Layer::Real])
    }

    fn relation(&mut self, depth: usize) -> RelationKind {
        let one = self.set(depth);
        match self.below(17) {
            0 => RelationKind::Beside(one),
            1 | 2 => RelationKind::On(one),
            3 => RelationKind::Attacked(self.layer(), Some(one)),
            4 => RelationKind::Attacked(self.layer(), None),
            5 => RelationKind::Attacking(self.layer(), one),
            6 => RelationKind::Guarded(self.layer(), Some(one)),
            7 => self.one_of(&[RelationKind::Guarded(Layer::Real, None), RelationKind::Lost]),
            8 => RelationKind::Guarding(self.layer(), one),
            9 => RelationKind::Reached(one),
            10 => {
                let likeness = self.one_of(&[
                    Likeness::File,
                    Likeness::Rank,
                    Likeness::Colour,
                    Likeness::Kind,
                    Likeness::Side,
                    Likeness::Board,
                    Likeness::Cell(2),
                ]);
                RelationKind::Same(likeness, one)
            }
            11 => RelationKind::Between(one, self.set(depth)),
            12 => RelationKind::Beyond { just: self.below(2) == 0, of: one, from: self.set(depth) },
            13 => self.one_of(&[
                RelationKind::OnLine(one.clone(), one.clone()),
                RelationKind::That { not: true, within: one },
            ]),
            14 => {
                let through = (self.below(2) == 0).then(|| self.set(depth));
                RelationKind::Away { by: self.notation(), from: one, through }
            }
            15 => RelationKind::Joined { to: one, by: self.notation() },
            _ => {
                let store = self.one_of(&[Store::Hand, Store::Kept(StateId(4))]);
                self.one_of(&[RelationKind::In(Whose::Own, store), RelationKind::That { not: false, within: one }])
            }
        }
    }

    fn within(&mut self, depth: usize) -> Option<Within> {
        (self.below(2) == 0).then(|| Within { not: self.below(2) == 0, set: self.set(depth) })
    }

    fn condition(&mut self, depth: usize) -> Condition {
        let below = depth.saturating_sub(1);
        if depth == 0 {
            return self
                .one_of(&[
                    ConditionKind::Defined(DefineId(2)),
                    ConditionKind::State(Whose::Own, State::InCheck),
                    ConditionKind::State(Whose::Enemy, State::Stuck),
                    ConditionKind::Side(PlayerId(1)),
                ])
                .into();
        }
        let kind = match self.below(15) {
            0 => ConditionKind::Or((0..2 + self.below(2)).map(|_| self.condition(below)).collect()),
            1 | 2 => ConditionKind::And((0..2 + self.below(2)).map(|_| self.condition(below)).collect()),
            3 => ConditionKind::Not(Box::new(self.condition(below))),
            4 | 5 => ConditionKind::Is { set: self.set(below), not: self.below(3) == 0, within: self.set(below) },
            6 | 7 => {
                let many = self.one_of(&[
                    Quantity::Any,
                    Quantity::No,
                    Quantity::AtLeast(2),
                    Quantity::AtMost(3),
                    Quantity::Exactly(1),
                ]);
                ConditionKind::Count { many, set: self.set(below), within: self.within(below) }
            }
            8 => {
                let within = Some(Within { not: self.below(2) == 0, set: self.set(below) });
                ConditionKind::Count { many: Quantity::Every, set: self.set(below), within }
            }
            9 => {
                let (left, right) = (self.set(below), self.set(below));
                ConditionKind::More { fewer: self.below(2) == 0, left, right, within: self.within(below) }
            }
            10 => ConditionKind::Joined(self.set(below), self.notation()),
            11 => {
                let signs =
                    [Comparison::Equal, Comparison::Less, Comparison::More, Comparison::AtMost, Comparison::AtLeast];
                ConditionKind::Compare(self.number(below), self.one_of(&signs), self.number(below))
            }
            12 => {
                let state = self.one_of(&[State::InCheck, State::Mated, State::Stuck]);
                ConditionKind::State(self.whose(), state)
            }
            13 => match self.below(2) {
                0 => ConditionKind::Can(self.whose(), Box::new(self.deed(below))),
                _ => ConditionKind::Always(self.whose(), Box::new(self.condition(below))),
            },
            _ => match self.below(2) {
                0 => ConditionKind::Before(Box::new(self.condition(below))),
                _ => ConditionKind::Deed(Box::new(self.deed_of(below, true))),
            },
        };
        kind.into()
    }

    fn number(&mut self, depth: usize) -> Number {
        let below = depth.saturating_sub(1);
        let kind = match self.below(if depth == 0 { 6 } else { 11 }) {
            0 => NumberKind::Constant(1000 * (self.below(46) as i64 - 6) + self.one_of(&[0, 500, 250])),
            1 => NumberKind::Turn,
            2 => self.one_of(&[NumberKind::MovesLeft, NumberKind::MovesMade, NumberKind::Repeats]),
            3 | 4 => NumberKind::Counter(None, StateId(2)),
            5 => NumberKind::Counter(Some(self.whose()), StateId(3)),
            6 => NumberKind::Count(self.set(below)),
            7 => NumberKind::Worth(self.set(below)),
            8 => NumberKind::Distance(self.set(below), self.set(below)),
            9 => NumberKind::Plus(Box::new(self.number(below)), Box::new(self.number(below))),
            _ => self.one_of(&[
                NumberKind::Minus(Box::new(NumberKind::Turn.into()), Box::new(NumberKind::Constant(1000).into())),
                NumberKind::Rest(Box::new(NumberKind::Turn.into()), Box::new(NumberKind::Constant(40_000).into())),
                NumberKind::Before(Box::new(NumberKind::Repeats.into())),
            ]),
        };
        kind.into()
    }

    fn deed(&mut self, depth: usize) -> Deed {
        self.deed_of(depth, false)
    }

    /// In a condition, a rule by its name has nothing behind it.
    fn deed_of(&mut self, depth: usize, as_condition: bool) -> Deed {
        let kinds = [
            DeedKind::Any,
            DeedKind::Move,
            DeedKind::Capture,
            DeedKind::Attack,
            DeedKind::Check,
            DeedKind::Drop,
            DeedKind::Castling,
            DeedKind::EnPassant,
            DeedKind::Promotion,
            DeedKind::Step,
            DeedKind::Turn,
            DeedKind::Pass,
            DeedKind::Rule(RuleId(0)),
        ];
        let mut deed = DeedParts::of_kind(self.one_of(&kinds));
        let is_rule = matches!(deed.kind, DeedKind::Rule(_));
        if !(is_rule && as_condition) {
            let part = |chance: &mut Chance| (chance.below(3) == 0).then(|| chance.set(depth));
            (deed.of, deed.by, deed.from, deed.to) = (part(self), part(self), part(self), part(self));
        }
        if !is_rule {
            (deed.quiet, deed.first) = (self.below(4) == 0, self.below(4) == 0);
        }
        deed.into()
    }
}

fn count(variable: &str, default: usize) -> usize {
    std::env::var(variable).ok().and_then(|count| count.parse().ok()).unwrap_or(default)
}

/// Conditions by chance as text, about the pieces of chess.
pub fn conditions(seed: u64, count: usize) -> Vec<String> {
    let choices = ["chosen".to_owned(), "freed".to_owned()];
    let printer = Printer { tree: &rules().tree, pieces: PIECES.split(' ').collect(), choices: &choices };
    let mut chance = Chance(seed);
    (0..count).map(|_| printer.condition(&chance.condition(2))).collect()
}

#[test]
fn writing_and_reading_are_inverse() {
    let choices = ["chosen".to_owned(), "freed".to_owned()];
    let printer = Printer { tree: &rules().tree, pieces: PIECES.split(' ').collect(), choices: &choices };
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
    with_scope(|scope| {
        let (mut tried, mut wrong) = (0, Vec::new());
        while tried < count("FERZ_RULE_TREES", 4_000) && wrong.len() < 12 {
            let depth = 1 + chance.below(4);
            let (text, same) = match chance.below(4) {
                0 => {
                    let set = chance.set(depth);
                    let text = printer.set(&set);
                    (text.clone(), language::set(&phrase(&text), scope).map(|again| again == set))
                }
                1 => {
                    let number = chance.number(depth);
                    let text = printer.number(&number);
                    (text.clone(), language::number(&phrase(&text), scope).map(|again| again == number))
                }
                2 => {
                    let deed = chance.deed(depth);
                    let text = printer.deed(&deed);
                    (text.clone(), language::deeds(&phrase(&text), scope).map(|again| again == [deed]))
                }
                _ => {
                    let condition = chance.condition(depth);
                    let text = printer.condition(&condition);
                    (text.clone(), language::condition(&phrase(&text), scope).map(|again| again == condition))
                }
            };
            // Longer ones than a file may hold, or deeper ones.
            if text.len() > 2_000 || same.as_ref().is_err_and(|fault| fault.message.starts_with("more than")) {
                continue;
            }
            tried += 1;
            match same {
                Ok(true) => {}
                Ok(false) => wrong.push(format!("read as something else: {text}")),
                Err(fault) => wrong.push(format!("{} ({:?}): {text}", fault.message, fault.help)),
            }
        }
        assert!(wrong.is_empty(), "after {tried}:\n{}", wrong.join("\n"));
    });
}

/// Words that stand somewhere in the language, and some that do not.
const WORDS: &[&str] = &[
    "own",
    "enemy",
    "pieces",
    "pawn",
    "king",
    "or",
    "and",
    "not",
    "is",
    "are",
    "(",
    ")",
    "beside",
    "attacked",
    "by",
    "mover",
    "destination",
    "where",
    "it",
    "except",
    "count",
    "of",
    ">=",
    "2",
    "any",
    "no",
    "every",
    "a",
    "\"N\"",
    "away",
    "from",
    "between",
    "that",
    "hill",
    "frost",
    "turn",
    "number",
    "capture",
    "move",
    "to",
    "rank",
    "8",
    "last",
    "ranks",
    "in",
    "check",
    "side",
    "can",
    "prawn",
    ",",
    "\"",
    "ü",
    "-",
    "first",
    "home",
    "same",
    "as",
    "file",
    "through",
    "joined",
    "always",
    "before",
    "'",
    "d4",
    "+",
];

#[test]
fn no_text_stops_the_reader() {
    let mut chance = Chance(0x1234_5678_9ABC_DEF1);
    let choices = ["chosen".to_owned(), "freed".to_owned()];
    let printer = Printer { tree: &rules().tree, pieces: PIECES.split(' ').collect(), choices: &choices };
    let started = std::time::Instant::now();
    let wanted = count("FERZ_RULE_MUTANTS", 10_000);
    with_scope(|scope| {
        for _ in 0..wanted {
            let condition = chance.condition(2);
            let mut words: Vec<String> = printer.condition(&condition).split(' ').map(str::to_owned).collect();
            for _ in 0..1 + chance.below(4) {
                let at = chance.below(words.len().max(1)).min(words.len().saturating_sub(1));
                match chance.below(4) {
                    0 if words.len() > 1 => drop(words.remove(at)),
                    1 => words.insert(at, chance.one_of(WORDS).to_owned()),
                    2 if !words.is_empty() => words[at] = chance.one_of(WORDS).to_owned(),
                    _ if !words.is_empty() => words.swap(0, at),
                    _ => {}
                }
            }
            let text = words.join(" ");
            let phrase = phrase(&text);
            for fault in [language::expression(&phrase, scope).err(), language::deeds(&phrase, scope).err()]
                .into_iter()
                .flatten()
            {
                assert!(text.get(fault.at.clone()).is_some(), "{text}: {fault:?}");
            }
        }
    });
    // A hang would be one text that takes seconds.
    assert!(started.elapsed().as_secs() < 60 + wanted as u64 / 500, "{:?}", started.elapsed());
}

#[test]
fn brackets_in_brackets_are_read_quickly_or_refused() {
    with_scope(|scope| {
        for depth in [1, 8, 20, 24, 25, 200, 4_000] {
            let text = format!("{}mover{} is own king", "(".repeat(depth), ")".repeat(depth));
            let started = std::time::Instant::now();
            let read = language::condition(&phrase(&text), scope);
            assert_eq!(read.is_ok(), depth <= 24, "{depth}");
            let unclosed = format!("{} is", "(any own pawn or ".repeat(depth.min(300)));
            assert!(language::expression(&phrase(&unclosed), scope).is_err());
            assert!(started.elapsed().as_secs() < 5, "{depth}: {:?}", started.elapsed());
        }
    });
}

/// Wrong expressions with what is said of them. Each fault lies inside of its text and says what to write.
#[test]
fn wrong_expressions_are_told_what_is_wrong() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules-language/wrong.txt");
    let text = std::fs::read_to_string(path).expect("the file is there");
    let (mut read, mut told) = (Vec::new(), Vec::new());
    let lines: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once(": ")).collect();
    assert!(lines.len() >= 200, "{}", lines.len());
    with_scope(|scope| {
        for (kind, text) in &lines {
            let phrase = phrase(text);
            let fault = match *kind {
                "set" => language::set(&phrase, scope).err(),
                "condition" => language::condition(&phrase, scope).err(),
                "number" => language::number(&phrase, scope).err(),
                _ => language::deeds(&phrase, scope).err(),
            };
            let Some(fault) = fault else {
                read.push(*text);
                continue;
            };
            assert!(text.get(fault.at.clone()).is_some(), "{text}: {fault:?}");
            assert!(!fault.message.is_empty(), "{text}");
            let help = fault.help.unwrap_or_default();
            assert!(!help.is_empty(), "{text}: {} has no help", fault.message);
            let wrong = &text[fault.at.clone()];
            told.push(format!(
                "{kind}: {text}\n  {}..{} `{wrong}`: {}\n  {help}",
                fault.at.start, fault.at.end, fault.message
            ));
        }
    });
    assert!(read.is_empty(), "these are read: {read:#?}");
    insta::assert_snapshot!(told.join("\n"));
}

/// A piece in front of the kind of move is answered with the words in their order.
#[test]
fn a_piece_before_its_capture_is_answered_with_the_right_order() {
    with_scope(|scope| {
        let fault = language::deeds(&phrase("pawn captures"), scope).expect_err("a kind of move comes first");
        assert_eq!(fault.help.as_deref(), Some("write `capture by pawn`"), "{}", fault.message);
    });
}

/// The promise of a small language, held against the grammar.
#[test]
fn the_grammar_has_few_words() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let grammar = std::fs::read_to_string(path.join("grammar/rules.pest")).expect("the grammar is there");
    let words: Vec<&str> = grammar
        .lines()
        .filter_map(|line| line.strip_prefix("w_")?.split_once(" = @{ \"")?.1.split_once('"').map(|pair| pair.0))
        .collect();
    assert!(words.len() <= 120 && words.len() > 80, "{} words", words.len());
    let page = std::fs::read_to_string(path.join("docs/rules-language.md")).expect("the page is there");
    let missing: Vec<&&str> = words.iter().filter(|word| !page.contains(&format!("`{word}`"))).collect();
    assert!(missing.is_empty(), "not in docs/rules-language.md: {missing:?}");
    let design = std::fs::read_to_string(path.join("docs/language-design.md")).expect("the page is there");
    let concepts = design.lines().filter(|line| line.starts_with("| ") && line.matches('|').count() == 6).count();
    assert!((20..=31).contains(&concepts), "{concepts} rows of concepts and their head");
}

/// Every node has words, whatever stands inside it.
#[test]
fn everything_can_be_said_in_english() {
    let choices = ["chosen".to_owned(), "freed".to_owned()];
    let mut chance = Chance(0x005E_ED0F_0A11);
    for _ in 0..count("FERZ_RULE_TREES", 4_000) {
        let (condition, tree) = (chance.condition(3), &rules().tree);
        let said = language::words::condition(&condition, &choices, tree, rules());
        let opposite = language::words::opposite(&condition, &choices, tree, rules());
        assert!(said.len() > 3 && said != opposite, "{said}");
        assert_eq!(said.matches('(').count(), said.matches(')').count(), "{said}");
        assert!(!said.contains("  ") && !said.contains('?'), "{said}");
    }
}

/// A deed or a bare count at the end of a condition would swallow an `or` behind it.
#[test]
fn conditions_before_or_are_set_off() {
    let choices = ["chosen".to_owned(), "freed".to_owned()];
    let printer = Printer { tree: &rules().tree, pieces: PIECES.split(' ').collect(), choices: &choices };
    with_scope(|scope| {
        for text in [
            "(arrived and any move by pawn) or enemy side can capture pieces",
            "(in check and exactly 1 king) or own king is on hill",
            "(arrived and not capture of pawn) or mover is empty or in check",
            "(arrived and enemy side cannot capture pieces) or pawn is on hill",
            "(at most 3 empty where quiet move to mover) or (arrived and in check)",
        ] {
            let read =
                |text: &str| language::condition(&phrase(text), scope).unwrap_or_else(|fault| panic!("{fault:?}"));
            let condition = read(text);
            let written = printer.condition(&condition);
            assert_eq!(read(&written), condition, "{written}");
        }
    });
}
