//! Reasons against a move that a `pieces` rule would allow: its conditions do not hold, a piece is in the way, or it does not
//! apply to the piece.

use std::ops::Range;
use std::sync::Arc;

use ferz_oracle::{Cell, Position};

use crate::board::Square;
use crate::language::words;
use crate::rules::tree::{DefineId, Gain, Meaning, Moves, RuleKind, Set, SetKind, Tree};
use crate::rules::{PieceId, Royalty, Rules};

use super::request::leading_square;
use super::trial::{Case, Root, Told, idle, relax};

/// The most rules that one answer names.
const MOST_RULES: usize = 2;

/// The reasons that `pieces` rules give.
pub(super) struct Lent {
    /// The reasons. Never empty.
    pub told: Vec<Told>,
    /// `true` if the rules apply to the piece. Otherwise the notation of the piece is a reason too.
    pub applies: bool,
    /// `true` if a rule lets the side move the piece of another side, but not so.
    pub otherwise: bool,
}

/// The part of a rule without which it would allow the move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opened {
    Conditions,
    Ends,
    Pieces,
}

/// A board on which a rule allows the move.
struct Changed {
    position: Position,
    /// The squares that had to be emptied.
    emptied: Vec<Square>,
    /// `true` if the destination had to hold an enemy.
    enemy: bool,
}

impl Case<'_> {
    /// The `pieces` rules among `own` that would allow the move, with what is missing; `None` if there are none.
    pub fn lent(&self, own: Range<usize>) -> Option<Lent> {
        let (from, to) = self.squares()?;
        let placed = self.position.at(from)?;
        let rules: Vec<usize> = own.filter(|at| self.may_lend(*at, placed.piece)).collect();
        if rules.is_empty() {
            return None;
        }
        let tree = self.permissive();
        let safe = Case { rules: unguarded(&self.rules), ..*self };
        let opened = |opened: Opened| safe.by_opening(&rules, &tree, opened);
        let on_board = |anywhere: bool| safe.on_changed_board(&rules, &tree, (from, to), anywhere);
        let told = [Opened::Conditions, Opened::Ends].into_iter().map(opened).find(|told| !told.is_empty());
        if let Some(told) = told.or_else(|| on_board(false)) {
            return Some(Lent { told, applies: true, otherwise: false });
        }
        let told = safe.moved_otherwise(&rules, &tree, (from, to));
        if !told.is_empty() {
            return Some(Lent { told, applies: true, otherwise: true });
        }
        let told = safe.by_opening(&rules, &tree, Opened::Pieces);
        if !told.is_empty() {
            return Some(Lent { told, applies: false, otherwise: false });
        }
        on_board(true).map(|told| Lent { told, applies: true, otherwise: false })
    }

    /// The same question about another position.
    fn on<'b>(&'b self, position: &'b Position) -> Case<'b> {
        Case { rules: self.rules.clone(), position, ..*self }
    }

    /// The tree without the parts that can forbid a move and without ends. Rules that lend moves stay.
    pub fn permissive(&self) -> Tree {
        let mut tree = self.tree.clone();
        for at in 0..tree.rules.len() {
            if !matches!(tree.rules[at].kind.kind, RuleKind::Pieces(_)) {
                relax(&mut tree, at);
            }
        }
        tree.ends.clear();
        tree
    }

    /// The two squares with which the text begins.
    pub fn squares(&self) -> Option<(Square, Square)> {
        let (from, rest) = leading_square(&self.rules.geometry, self.text)?;
        Some((from, leading_square(&self.rules.geometry, rest)?.0))
    }

    /// Returns `true` for a rule that gives moves to pieces of a kind, or lets a side move them.
    fn may_lend(&self, at: usize, kind: PieceId) -> bool {
        let RuleKind::Pieces(moves) = &self.tree.rules[at].kind.kind else { return false };
        let gives = moves.gains.iter().any(|gain| !matches!(gain, Gain::Checks(_))) || moves.moved_by.is_some();
        gives && may_hold(self.tree, &moves.pieces, kind)
    }

    /// The rules that would allow the move without one of their parts.
    fn by_opening(&self, rules: &[usize], tree: &Tree, part: Opened) -> Vec<Told> {
        let opens = |at: &&usize| {
            let mut tree = tree.clone();
            self.open(&mut tree, **at, part) && self.leads(&tree)
        };
        let opened: Vec<usize> = rules.iter().filter(opens).copied().collect();
        let (first, others) = opened.split_at(opened.len().min(MOST_RULES));
        let told = first.iter().flat_map(|at| self.missing(tree, *at, part));
        told.chain(others.iter().filter(|_| part == Opened::Conditions).map(|at| self.missing_too(*at))).collect()
    }

    /// The rules by which a side may move this piece of another side, but not so.
    fn moved_otherwise(&self, rules: &[usize], tree: &Tree, (from, to): (Square, Square)) -> Vec<Told> {
        let placed = self.position.at(from);
        let movable = |tree: &Tree| {
            let (moves, _) = self.moves(self.rules.clone(), tree.clone());
            moves.iter().any(|(made, _)| made.from == from)
        };
        if placed.is_none_or(|cell| cell.is_of(self.position.turn)) || !movable(tree) {
            return Vec::new();
        }
        let lets = |at: &&usize| {
            let mut without = tree.clone();
            idle_at(&mut without, **at);
            !movable(&without)
        };
        let verb = format!("lets the side move this piece, but not to {}", self.rules.geometry.name(to));
        rules.iter().filter(lets).map(|at| self.told(*at, "pieces", &verb)).collect()
    }

    fn open(&self, tree: &mut Tree, at: usize, part: Opened) -> bool {
        let rule = &mut tree.rules[at].kind;
        let RuleKind::Pieces(moves) = &mut rule.kind else { return false };
        match part {
            Opened::Conditions => {
                let had = rule.when.is_some() || rule.unless.is_some();
                (rule.when, rule.unless) = (None, None);
                had
            }
            Opened::Ends => moves.to.take().is_some(),
            Opened::Pieces => {
                (rule.when, rule.unless) = (None, None);
                moves.pieces.kind = SetKind::Pieces;
                true
            }
        }
    }

    /// The reasons why a rule does not allow the move, if it would without one of its parts.
    fn missing(&self, tree: &Tree, at: usize, part: Opened) -> Vec<Told> {
        let RuleKind::Pieces(moves) = &self.tree.rules[at].kind.kind else { return Vec::new() };
        let Some((from, to)) = self.squares() else { return Vec::new() };
        let name = |square| self.rules.geometry.name(square);
        let mut told = match part {
            Opened::Conditions => self.told(at, "pieces", "would allow it, but its conditions do not hold"),
            Opened::Ends => self.told(at, "pieces", &format!("does not lead to {}", name(to))),
            Opened::Pieces => {
                let piece = self.position.at(from).map(|cell| self.owned(cell)).unwrap_or_default();
                self.told(at, "pieces", &format!("does not apply to {piece} on {}", name(from)))
            }
        };
        match part {
            Opened::Conditions => {}
            Opened::Ends => told.span = moves.to.as_ref().map_or(told.span, |set| set.source.span),
            Opened::Pieces => told.span = moves.pieces.source.span,
        }
        let mut all = vec![told];
        if part == Opened::Conditions {
            all.extend(self.not_met(tree, at));
        }
        all
    }

    /// The short form for further rules.
    fn missing_too(&self, at: usize) -> Told {
        let rule = &self.tree.rules[at];
        let name = &rule.kind.name;
        let message = format!("the rule `{name}` would allow it, too, but its conditions do not hold either");
        Told { rule: "pieces", message, span: rule.source.span }
    }

    /// The conditions of a rule that keep it from allowing the move.
    fn not_met(&self, tree: &Tree, at: usize) -> Vec<Told> {
        let choices = &self.tree.rules[at].kind.choices;
        let each = [Root::When, Root::Unless].into_iter().filter_map(|root| {
            let wanted = root == Root::When;
            let condition = self.narrowed(tree, (at, root), wanted)?;
            let said = match wanted {
                true => words::opposite(&condition, choices, self.tree, &self.rules),
                false => words::condition(&condition, choices, self.tree, &self.rules),
            };
            Some(Told { rule: "pieces", message: format!("here {said}"), span: condition.source.span })
        });
        each.collect()
    }

    /// The rule that would allow the move if some squares had another content.
    /// Without `anywhere`, only the destination and the squares in a line with it count.
    fn on_changed_board(
        &self,
        rules: &[usize],
        tree: &Tree,
        squares: (Square, Square),
        anywhere: bool,
    ) -> Option<Vec<Told>> {
        if let Some(changed) = self.changed(tree, squares, anywhere) {
            let board = self.on(&changed.position);
            let at = rules.iter().find(|at| {
                let mut without = tree.clone();
                idle_at(&mut without, **at);
                !board.leads(&without)
            })?;
            return Some(vec![self.obstructed(*at, &changed, squares)]);
        }
        rules.iter().find_map(|at| {
            let mut open = tree.clone();
            self.open(&mut open, *at, Opened::Conditions).then_some(())?;
            let changed = self.changed(&open, squares, anywhere)?;
            let board = self.on(&changed.position);
            let mut told = vec![self.obstructed(*at, &changed, squares)];
            told.extend(board.not_met(tree, *at));
            Some(told)
        })
    }

    /// A board on which a tree allows the move, with as few changes as possible.
    fn changed(&self, tree: &Tree, (from, to): (Square, Square), anywhere: bool) -> Option<Changed> {
        let passes = |emptied: &[Square], enemy: bool| {
            let position = self.with_changes(emptied, enemy.then_some(to))?;
            self.on(&position).leads(tree).then_some(position)
        };
        let occupied = |square: &Square| *square != from && !self.position.is_empty(*square);
        let between = self.rules.geometry.straight(from, to);
        let near: Vec<Square> = between.iter().chain([to]).filter(occupied).collect();
        let all: Vec<Square> =
            self.rules.geometry.squares().iter().filter(|square| anywhere && occupied(square)).collect();
        let single = all.iter().map(|square| vec![*square]);
        let at_end = self.position.at(to).map_or(vec![false, true], |_| vec![false]);
        let sets: Vec<Vec<Square>> = [Vec::new(), vec![to], near]
            .into_iter()
            .chain(single)
            .chain([all.clone()])
            .filter(|set| set.iter().all(occupied))
            .collect();
        let tries = at_end.into_iter().flat_map(|enemy| sets.iter().map(move |set| (set, enemy)));
        let mut tries = tries.filter(|(set, enemy)| *enemy || !set.is_empty());
        let (set, enemy) = tries.find(|(set, enemy)| passes(set, *enemy).is_some())?;
        let mut emptied = set.clone();
        for square in set {
            let fewer: Vec<Square> = emptied.iter().copied().filter(|other| other != square).collect();
            if passes(&fewer, enemy).is_some() {
                emptied = fewer;
            }
        }
        Some(Changed { position: passes(&emptied, enemy)?, emptied, enemy })
    }

    /// The position with some squares emptied, and an enemy of the side to move on another.
    fn with_changes(&self, emptied: &[Square], enemy: Option<Square>) -> Option<Position> {
        let mut position = self.position.clone();
        for square in emptied {
            position.cells[square.index()] = None;
            position.walls.remove(*square);
        }
        if let Some(square) = enemy {
            let turn = position.turn;
            let mut others = self.position.pieces().filter(|(_, cell)| !cell.neutral && cell.side != turn);
            position.cells[square.index()] = Some(others.next()?.1);
        }
        Some(position)
    }

    /// The reason: a rule would allow the move, but some squares do not have the needed content.
    fn obstructed(&self, at: usize, changed: &Changed, (_, to): (Square, Square)) -> Told {
        let name = |square: Square| self.rules.geometry.name(square);
        let mut what: Vec<String> = Vec::new();
        for square in &changed.emptied {
            let who = self.position.at(*square).map_or_else(|| "a wall".to_owned(), |cell| self.owned(cell));
            what.push(match *square == to {
                true => format!("{} is occupied by {who}", name(to)),
                false => format!("it is blocked on {} by {who}", name(*square)),
            });
        }
        if changed.enemy {
            what.push(format!("only as a capture, and no enemy is on {}", name(to)));
        }
        self.told(at, "pieces", &format!("would allow it, but {}", what.join(" and ")))
    }

    /// A piece with its side: `the black stone`.
    pub fn owned(&self, cell: Cell) -> String {
        let piece = &self.rules.piece(cell.piece).name;
        match cell.neutral {
            true => format!("the {piece}"),
            false => format!("the {} {piece}", self.oracle.name_of(cell.side)),
        }
    }
}

/// The same rules without royal pieces.
pub(super) fn unguarded(rules: &Arc<Rules>) -> Arc<Rules> {
    let mut unguarded = Rules::clone(rules);
    unguarded.pieces.iter_mut().for_each(|piece| piece.royalty = Royalty::Common);
    Arc::new(unguarded)
}

fn idle_at(tree: &mut Tree, at: usize) {
    if let RuleKind::Pieces(moves) = &mut tree.rules[at].kind.kind {
        let moves: &mut Moves = moves;
        idle(moves);
    }
}

/// Returns `true` if a piece of a kind can be an element of a set.
fn may_hold(tree: &Tree, set: &Set, kind: PieceId) -> bool {
    match &set.kind {
        SetKind::Kind(named) => *named == kind,
        SetKind::Defined(id) => defined(tree, *id).is_none_or(|meaning| may_hold(tree, meaning, kind)),
        SetKind::Filtered(_, base) | SetKind::Related(base, _) | SetKind::Where(base, _) => may_hold(tree, base, kind),
        SetKind::First(base) | SetKind::Row(_, base) | SetKind::Before(base) => may_hold(tree, base, kind),
        SetKind::Union(parts) => parts.iter().any(|part| may_hold(tree, part, kind)),
        SetKind::Except(base, out) => may_hold(tree, base, kind) && !holds_all(tree, out, kind),
        _ => true,
    }
}

/// Returns `true` if all pieces of a kind are elements of a set.
fn holds_all(tree: &Tree, set: &Set, kind: PieceId) -> bool {
    match &set.kind {
        SetKind::Pieces | SetKind::Squares => true,
        SetKind::Kind(named) => *named == kind,
        SetKind::Defined(id) => defined(tree, *id).is_some_and(|meaning| holds_all(tree, meaning, kind)),
        SetKind::Union(parts) => parts.iter().any(|part| holds_all(tree, part, kind)),
        _ => false,
    }
}

/// The set that a name stands for.
fn defined(tree: &Tree, id: DefineId) -> Option<&Set> {
    match &tree.defines.get(id.index())?.kind.meaning {
        Meaning::Set(meaning) => Some(meaning),
        _ => None,
    }
}
