//! Compiles a specification into rules, or reports problems. The result depends only on the file, and `check` and
//! `load` use the same function.

mod areas;
mod beyond;
mod boards;
mod budget;
mod castling;
mod circles;
mod drafts;
mod endings;
mod followed;
mod groups;
mod look;
pub mod movement;
mod pieces;
mod positions;
mod promotions;
mod recognise;
pub mod restate;
pub mod shuffle;
pub mod steps;
mod tests;
mod warnings;

use std::fmt;
use std::io;

use indexmap::IndexMap;

use crate::betza::Notation;
use crate::board::{BySide, Geometry, Side, Square, SquareSet, Topology};
use crate::diagnostic::{Code, Diagnostic, shorten, suggest};
use crate::english;
use crate::fen;
use crate::language::{self, Language};
use crate::rules::{
    CastlingNotation, CastlingRule, Constraints, Effects, HandRule, Piece, PieceId, Rules, Setup, Source, Takes, Tree,
};
use crate::source::{SourceId, SourceMap, Span};
use crate::variant::node::{Phrase, Problems, Read as _, Value};
use crate::variant::spec::{self, Board, CastlingWriting, Edges, Hand, Pieces};
use crate::variant::{Loader, Node, Specification, VariantSource, check, gone, merge};

pub(crate) use followed::needs_oracle;
pub use movement::movement;
pub use steps::Ground;
pub use tests::{EndTest, MovesTest, PerftTest, TestResult, Tests};

use areas::{Areas, both};
use positions::{Words, read_fen};

/// A variant that can be played.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The rules.
    pub rules: Rules,
    /// Description of the game in the file.
    pub description: Option<String>,
    /// The rules pages of the game, as the file names them.
    pub rules_pages: Vec<String>,
    /// The tests written in the file.
    pub tests: Tests,
}

/// Result of reading a variant.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The variant, unless there are errors.
    pub variant: Option<Variant>,
    /// All problems, in the order of their places: errors, and warnings with which the variant can be played.
    pub problems: Vec<Diagnostic>,
    /// The texts that were read; the first is the variant's own.
    pub sources: SourceMap,
    /// The variant's file, merged with all files that it extends. Each key and value has the place where it is written.
    pub tree: Option<Node>,
}

impl Loaded {
    /// Adds a warning, unless the file allows it. Without a place, it is shown at the setup.
    pub(crate) fn warn(&mut self, code: Code, place: Option<Span>, message: String, help: &str) {
        let node = |key: &str| self.tree.as_ref().and_then(|tree| tree.get(key));
        let allowed = node("allow").and_then(|allow| match &allow.value {
            Value::List(codes) => {
                Some(codes.iter().any(|node| node.text().is_some_and(|text| text.text == code.name())))
            }
            _ => None,
        });
        if allowed == Some(true) {
            return;
        }
        let setup = node("setup").map(|node| node.span);
        let place = place.or(setup).unwrap_or(Span::new(SourceId(0), 0..0));
        self.report(Diagnostic::warning(code, place, message).help(help));
    }

    /// Adds an error that only a closer look has found. The variant cannot be played.
    pub(crate) fn refuse(&mut self, code: Code, place: Option<Span>, message: String, help: &str) {
        let place = place.unwrap_or(Span::new(SourceId(0), 0..0));
        self.variant = None;
        self.report(Diagnostic::error(code, place, message).help(help));
    }

    fn report(&mut self, mut problem: Diagnostic) {
        bring_home(&mut problem, &self.sources, extends_span(&self.sources));
        self.problems.push(problem);
        self.problems.sort_by_key(|problem| (problem.span, problem.severity));
    }
}

/// The reason why a variant cannot be read at all.
#[derive(Debug)]
pub struct LoadError {
    /// Name as given by the caller.
    pub name: String,
    /// The error of the system.
    pub error: io::Error,
    /// The name that may have been meant.
    pub suggestion: Option<String>,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read `{}`: {}", self.name, self.error)?;
        match &self.suggestion {
            Some(near) => write!(f, " (did you mean `{near}`?)"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for LoadError {}

/// Reads, checks and compiles a variant with all that it extends.
///
/// # Errors
/// When there is nothing to read. Problems of the text are part of the answer.
pub fn load(source: &VariantSource, loader: &dyn Loader) -> Result<Loaded, LoadError> {
    load_as(source, loader, Reader::Interpreter)
}

/// The same as [`load`], for the oracle. It also plays rules that the interpreter does not play yet.
///
/// # Errors
/// As [`load`].
pub fn load_for_oracle(source: &VariantSource, loader: &dyn Loader) -> Result<Loaded, LoadError> {
    load_as(source, loader, Reader::Oracle)
}

/// The engine that will play the variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reader {
    Interpreter,
    Oracle,
}

fn load_as(source: &VariantSource, loader: &dyn Loader, reader: Reader) -> Result<Loaded, LoadError> {
    let mut sources = SourceMap::default();
    let mut problems = Problems::new();
    let root = merge::load(source, loader, &mut sources, &mut problems).map_err(|error| load_error(source, error))?;
    let variant = root.as_ref().and_then(|root| compile(root, &mut problems));
    if reader == Reader::Interpreter {
        problems.extend(variant.as_ref().and_then(|variant| followed::only_for_the_oracle(&variant.rules)));
    }
    let mut variant = variant.filter(|_| !problems.iter().any(Diagnostic::is_error));
    if let (Some(variant), Some(id)) = (&mut variant, id(source)) {
        variant.rules.id = id;
    }
    let extends = extends_span(&sources);
    for problem in &mut problems {
        bring_home(problem, &sources, extends);
    }
    problems.sort_by_key(|problem| (problem.span, problem.severity));
    problems.dedup();
    Ok(Loaded { variant, problems, sources, tree: root })
}

/// The id of a built-in variant or of a file.
fn id(source: &VariantSource) -> Option<String> {
    match source {
        VariantSource::BuiltIn(name) => Some(name.clone()),
        VariantSource::File(path) => Some(path.file_stem()?.to_string_lossy().into_owned()),
        VariantSource::Mixed(word) => Some(word.clone()),
        VariantSource::Text { .. } => None,
    }
}

/// The id of a variant that has only a title: its words in lower case, joined by `-`.
fn id_of_title(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

fn load_error(source: &VariantSource, error: io::Error) -> LoadError {
    let name = match source {
        VariantSource::BuiltIn(name) | VariantSource::Mixed(name) | VariantSource::Text { name, .. } => name.clone(),
        VariantSource::File(path) => path.display().to_string(),
    };
    let suggestion = crate::variant::library::nearest_name(&name).map(str::to_owned);
    LoadError { name, error, suggestion }
}

/// The place of `extends:` in the variant's own file.
fn extends_span(sources: &SourceMap) -> Option<Span> {
    let own = sources.ids().next()?;
    let root = crate::variant::yaml::parse(own, sources.text(own), &mut Problems::new())?;
    root.get("extends").map(|node| node.span)
}

/// Moves a problem in a built-in variant to the place where the variant's own file causes it, and adds the other
/// place to it.
fn bring_home(problem: &mut Diagnostic, sources: &SourceMap, extends: Option<Span>) {
    let foreign = problem.span.source != SourceId(0) && sources.is_built_in(problem.span.source);
    let extends = sources.origin(problem.span.source).or(extends);
    if let Some(extends) = extends.filter(|_| foreign) {
        let place = std::mem::replace(&mut problem.span, extends);
        problem.labels.insert(0, crate::diagnostic::Label { span: place, message: "by this line".to_owned() });
        problem.message = format!("in what it extends: {}", problem.message);
    }
}

/// Compiles a merged tree. The result may be a variant even if some problems are errors, so that more can be checked.
pub fn compile(root: &Node, problems: &mut Problems) -> Option<Variant> {
    let mut found = Problems::new();
    let variant = compile_alone(root, &mut found);
    if let Some(variant) = variant.as_ref().filter(|_| !found.iter().any(Diagnostic::is_error)) {
        let rules_of = |root: &Node| {
            let mut problems = Problems::new();
            let variant = compile_alone(root, &mut problems);
            variant.filter(|_| !problems.iter().any(Diagnostic::is_error)).map(|variant| variant.rules)
        };
        warnings::idle_value::check(root, &variant.rules, &rules_of, &mut found);
    }
    gone::explain(root, &gone::Facts { merged: Some(root), is_word: language::is_word }, &mut found);
    problems.append(&mut found);
    variant
}

/// Compiles a merged tree, without the check that compares it with the same tree with keys removed.
fn compile_alone(root: &Node, problems: &mut Problems) -> Option<Variant> {
    let taken = Language::take(root);
    let (root, language) = match &taken {
        Some((rest, language)) => (rest, Some(language)),
        None => (root, None),
    };
    let spec = Specification::read(root, problems)?;
    check::run(&spec, root, Span::new(SourceId(0), 0..0), problems);
    let names = PieceNames::new(&spec);
    let ground = spec.board.as_ref().map_or(Ground::FLAT, ground);
    let drafts = drafts::drafts(&spec, ground, problems);
    let geometry = spec.board.as_ref().and_then(|board| geometry(board, problems));
    // Without pieces or a board, nearly every other key would be reported too.
    let (Some(geometry), Some(_)) = (geometry, &spec.pieces) else { return None };
    let areas = Areas::new(&spec, &geometry, problems);
    Compiler { areas, spec: &spec, root, geometry, ground, language, names, problems }.finish(drafts)
}

/// Data of a variant while its parts are compiled.
struct Compiler<'a> {
    spec: &'a Specification,
    /// The tree that the specification was read from.
    root: &'a Node,
    geometry: Geometry,
    ground: Ground,
    areas: Areas<'a>,
    language: Option<&'a Language>,
    names: PieceNames<'a>,
    problems: &'a mut Problems,
}

/// The pieces, each with its form in a hand.
fn held(mut pieces: Vec<Piece>, takes: &Takes) -> Vec<Piece> {
    let all = (0..=u8::MAX).map(PieceId::new).zip(&mut pieces);
    all.for_each(|(id, piece)| piece.held_as = takes.held_as(id));
    pieces
}

impl Compiler<'_> {
    fn finish(mut self, drafts: Option<Vec<drafts::Draft<'_>>>) -> Option<Variant> {
        if let Some(drafts) = &drafts {
            self.budget(drafts);
        }
        let before = self.problems.len();
        let castling = self.castling();
        let sound = before == self.problems.len();
        let tree = self.tree();
        let words = self.words(drafts.as_deref(), (castling, sound), tree);
        let setup = words.as_ref().and_then(|words| self.setup(words));
        let pieces = self.pieces(drafts, setup.as_ref());
        let shuffle = self.shuffle();
        let ends = self.ends();
        let beyond = self.beyond();
        let tests = self.tests(words.as_ref(), &ends);
        let look = self.look();
        let regions = self.areas.values();
        let (setup, words) = (setup?, words?);
        let rules = Rules {
            id: id_of_title(&self.spec.name.as_ref()?.text),
            title: self.spec.name.as_ref()?.text.clone(),
            look,
            geometry: self.geometry.clone(),
            pieces: held(pieces?, &beyond.takes),
            regions,
            setup,
            shuffle,
            castling: words.castling,
            castling_notation: words.notation,
            hand: self.spec.hand.map(|hand| match hand {
                Hand::Captured => HandRule::Captured,
                Hand::Own => HandRule::Own,
                Hand::Returned => HandRule::Returned,
                Hand::Setup => HandRule::Setup,
                Hand::Unlimited => HandRule::Unlimited,
            }),
            unmoved: words.unmoved,
            constraints: Constraints::default(),
            effects: Effects::default(),
            beyond,
            tree: words.tree,
            known: Vec::new(),
            translate: followed::translate,
            ends,
        };
        let rules = recognise::recognise(rules);
        self.problems.extend(circles::circles(&rules.tree));
        self.problems.extend(boards::shared(&rules));
        if !self.problems.iter().any(Diagnostic::is_error) {
            self.warn(&rules);
        }
        self.allow();
        Some(Variant {
            rules,
            description: self.spec.description.as_ref().map(|phrase| phrase.text.clone()),
            rules_pages: self.spec.rules_pages.iter().flatten().map(|phrase| phrase.text.clone()).collect(),
            tests,
        })
    }

    /// Rules in the language of rules.
    fn tree(&mut self) -> Tree {
        let Some(language) = self.language else { return Tree::default() };
        let regions = self.areas.values();
        self.areas.mention(|name| language.mentions(name));
        let ground = self.ground;
        let pieces = self.spec.pieces.iter().flat_map(|pieces| pieces.names()).collect();
        let compile = |text: &str| Notation::parse(text).and_then(|notation| movement::movement_on(&notation, ground));
        let ground = language::Ground { board: &self.geometry, pieces, regions: &regions, compile: &compile };
        language.tree(&ground, self.problems)
    }

    /// Data that is needed to read positions.
    fn words(
        &mut self,
        drafts: Option<&[drafts::Draft<'_>]>,
        (castling, castling_is_sound): (Vec<CastlingRule>, bool),
        tree: Tree,
    ) -> Option<Words> {
        let drafts = drafts?;
        let unmoved = self.unmoved();
        let writing = self.spec.notation.as_ref().and_then(|notation| notation.castling);
        Some(Words {
            geometry: self.geometry.clone(),
            symbols: drafts.iter().map(|draft| draft.symbol.clone()).collect(),
            names: drafts.iter().map(|draft| draft.name.to_owned()).collect(),
            castling,
            castling_is_sound,
            tree,
            hand: self.spec.hand.is_some_and(|hand| hand != Hand::Unlimited),
            checks: self.end_keys().find_map(|keys| keys.checks.as_ref().map(|times| times.value)),
            counts_down: self.end_keys().any(|keys| keys.countdown.is_some()),
            unmoved,
            notation: match writing {
                Some(CastlingWriting::KingTakesPartner) => CastlingNotation::KingTakesPartner,
                Some(CastlingWriting::KingMoves) | None => CastlingNotation::KingMoves,
            },
        })
    }

    /// The squares on which unmoved pieces are tracked. A FEN names unmoved pieces by their files, so a side may have
    /// at most one such square on a file.
    fn unmoved(&mut self) -> Option<BySide<SquareSet>> {
        let area = self.spec.rules.as_ref()?.unmoved.as_ref()?;
        let unmoved = self.areas.area(area, self.problems)?;
        for side in Side::ALL {
            let mut first: Vec<Option<Square>> = vec![None; self.geometry.files()];
            for square in unmoved[side] {
                if let Some(other) = first[self.geometry.file(square)].replace(square) {
                    let names = [other, square].map(|square| self.geometry.name(square));
                    let message = format!(
                        "{} and {} of {} are on the same file",
                        names[0],
                        names[1],
                        english::capitalised(side.name())
                    );
                    let help = "a FEN names the unmoved pieces of a side by their files: give each side at most one square on a file";
                    self.problems.push(Diagnostic::error(Code::BadValue, area.span(), message).help(help));
                    break;
                }
            }
        }
        Some(unmoved)
    }

    /// The conditions of ends that are written as keys, not as one word.
    fn end_keys(&self) -> impl Iterator<Item = &spec::ConditionKeys> {
        let (named, listed) = match &self.spec.end {
            Some(spec::Ends::Named(ends)) => (Some(ends.iter().map(|(.., end)| end)), None),
            Some(spec::Ends::List(ends)) => (None, Some(ends.iter().map(|end| &end.value))),
            None => (None, None),
        };
        let ends = named.into_iter().flatten().chain(listed.into_iter().flatten());
        ends.filter_map(|end| match &end.when {
            spec::Condition::Detailed(keys) => Some(&**keys),
            spec::Condition::Plain(_) => None,
        })
    }

    fn setup(&mut self, words: &Words) -> Option<Setup> {
        let phrase = self.spec.setup.as_ref()?;
        let known = self.problems.len();
        let setup = read_fen(phrase, words, "setup", self.problems);
        if let (None, Some(problem)) = (&setup, self.spec.board.as_ref().and_then(|board| misfit(board, phrase))) {
            self.problems.truncate(known);
            self.problems.push(problem);
        }
        setup
    }

    /// The pieces that a list names; unknown ones are reported.
    fn ids(&mut self, phrases: &[Phrase]) -> Vec<PieceId> {
        phrases.iter().filter_map(|phrase| self.id(phrase)).collect()
    }

    /// The pieces that are listed, or `all` of them; unknown ones and an empty list are reported.
    fn group(&mut self, pieces: &Pieces, span: Span) -> Vec<PieceId> {
        match pieces {
            Pieces::One(phrase) if phrase.text == "all" => self.names.all(),
            Pieces::Many(phrases) if phrases.is_empty() => {
                self.problems.push(Diagnostic::error(Code::BadValue, span, "the list of pieces is empty"));
                Vec::new()
            }
            _ => {
                self.warn_of_twins(pieces.phrases());
                self.ids(pieces.phrases())
            }
        }
    }

    /// Warns of a piece that a list of the variant's own file names twice.
    fn warn_of_twins(&mut self, phrases: &[Phrase]) {
        let own = |phrase: &Phrase| phrase.span.source == SourceId(0);
        for (index, phrase) in phrases.iter().enumerate().filter(|(_, phrase)| own(phrase)) {
            if phrases[..index].iter().any(|before| before.text == phrase.text) {
                let message = format!("`{}` is named twice in this list", shorten(&phrase.text));
                let help = "remove one, or name the piece that was meant";
                self.problems.push(Diagnostic::warning(Code::IdleRule, phrase.span, message).help(help));
            }
        }
    }

    fn id(&mut self, phrase: &Phrase) -> Option<PieceId> {
        let id = self.names.get(&phrase.text);
        if id.is_none() {
            self.problems.push(self.names.unknown(&phrase.text, phrase.span));
        }
        id
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(code, span, message));
    }
}

/// The error for a wrong board size. If all ranks of the setup have the same other length, the error is at `files:` or
/// `ranks:` of the board, not at every rank of the setup.
fn misfit(board: &Board, setup: &Phrase) -> Option<Diagnostic> {
    let (files, ranks) = fen::extent(&setup.text)?;
    let (number, found, what) = match (files == board.files.value, ranks == board.ranks.value) {
        (true, false) => (&board.ranks, ranks, "ranks"),
        (false, true) if ranks > 1 => (&board.files, files, "files"),
        _ => return None,
    };
    let here = number.span.source == setup.span.source;
    let message = format!("the board has {} {what}, and the setup {found}", number.value);
    here.then(|| Diagnostic::error(Code::BadFen, number.span, message).label(setup.span, "the setup"))
}

fn ground(board: &Board) -> Ground {
    let topology = match board.topology {
        None | Some(Edges::Rectangle) => Topology::Rectangle,
        Some(Edges::Cylinder) => Topology::Cylinder,
        Some(Edges::Torus) => Topology::Torus,
        Some(Edges::Moebius) => Topology::Moebius,
        Some(Edges::Klein) => Topology::Klein,
        Some(Edges::Tube) => Topology::Tube,
        Some(Edges::Hexagonal) => Topology::Hexagonal,
        Some(Edges::HexagonalRanks) => Topology::HexagonalRanks,
    };
    Ground { topology, levels: board.levels.as_ref().map_or(1, |levels| levels.value.max(1) as usize) }
}

fn geometry(board: &Board, problems: &mut Problems) -> Option<Geometry> {
    let Ground { topology, levels } = ground(board);
    let written = [&board.levels, &board.boards].map(Option::as_ref);
    if let Some(none) = written.into_iter().flatten().find(|number| number.value == 0) {
        problems.push(Diagnostic::error(Code::BadBoard, none.span, "a board of no level"));
        return None;
    }
    if let [Some(_), Some(boards)] = written {
        let message = "boards lie one above the other (`levels`) or side by side (`boards`), not both";
        problems.push(Diagnostic::error(Code::BadBoard, boards.span, message));
        return None;
    }
    let boards = board.boards.as_ref().map_or(1, |boards| boards.value as usize);
    if let Some(span) = written.into_iter().flatten().next().map(|number| number.span)
        && levels.max(boards) > 1
        && topology != Topology::Rectangle
    {
        problems.push(Diagnostic::error(
            Code::BadBoard,
            span,
            "a board with levels needs square cells and edges that are not joined",
        ));
        return None;
    }
    let (files, ranks) = (board.files.value as usize, (board.ranks.value as usize).saturating_mul(levels.max(boards)));
    let geometry = match Geometry::new(files, ranks, topology) {
        Ok(geometry) if boards > 1 => geometry.with_boards(boards),
        Ok(geometry) => geometry.with_levels(levels),
        Err(error) => {
            let wrong = |side: usize| side == 0 || side > Geometry::MAX_SIDE;
            let span = if wrong(files) { board.files.span } else { board.ranks.span };
            problems.push(Diagnostic::error(Code::BadBoard, span, error.to_string()));
            return None;
        }
    };
    let Some(phrase) = &board.holes else { return Some(geometry) };
    let holes = areas::board_squares(phrase, &geometry, problems)?;
    if geometry.squares().is_subset(&holes) {
        problems.push(Diagnostic::error(Code::BadBoard, phrase.span, "the board has no square left"));
        return None;
    }
    Some(geometry.with_holes(holes))
}

/// The pieces' names.
struct PieceNames<'a> {
    ids: IndexMap<&'a str, PieceId>,
    /// The symbols as the file writes them, in the same order.
    symbols: Vec<&'a spec::Symbol>,
}

impl<'a> PieceNames<'a> {
    fn new(spec: &'a Specification) -> PieceNames<'a> {
        let names = spec.pieces.iter().flat_map(|pieces| pieces.names()).take(PieceId::MAX);
        let ids = names.enumerate().map(|(index, name)| (name, PieceId::new(index as u8))).collect();
        let pieces = spec.pieces.iter().flat_map(|pieces| pieces.iter());
        PieceNames { ids, symbols: pieces.map(|(.., piece)| &piece.symbol).collect() }
    }

    fn get(&self, name: &str) -> Option<PieceId> {
        self.ids.get(name).copied()
    }

    fn all(&self) -> Vec<PieceId> {
        self.ids.values().copied().collect()
    }

    /// The name of the piece with a symbol.
    fn with_symbol(&self, symbol: &str) -> Option<&'a str> {
        let index = self.symbols.iter().position(|known| known.is(symbol))?;
        self.ids.get_index(index).map(|(name, _)| *name)
    }

    fn unknown(&self, name: &str, span: Span) -> Diagnostic {
        let mut problem = Diagnostic::error(Code::UnknownPiece, span, format!("there is no piece `{}`", shorten(name)));
        problem.help = match self.with_symbol(name) {
            Some(piece) => {
                Some(format!("use the name of the piece here: `{piece}` has the symbol `{}`", shorten(name)))
            }
            None => suggest(name, self.ids.keys().copied()),
        };
        match self.with_symbol(name) {
            Some(piece) => problem.write(piece),
            None => problem.near(name, self.ids.keys().copied()),
        }
    }
}

/// Where a rule is written.
fn written(span: Span) -> Source {
    Source { span: Some(span) }
}
