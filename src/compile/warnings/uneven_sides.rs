//! `uneven-sides`: see its page in the rule book.

use super::army::Army;
use super::own::{key, own, setup as setup_place};
use super::uneven_rules;
use crate::board::{BySide, Geometry, Side, Square, SquareSet, Step};
use crate::diagnostic::{Code, Diagnostic};
use crate::english;
use crate::rules::{CastlingOrigin, CastlingRule, Condition, End, Piece, PieceId, PlacedPiece, Rules, Verdict};
use crate::source::Span;
use crate::variant::Node;
use crate::variant::node::Problems;

/// The largest number of differing squares at which a setup was probably meant to be the same for both sides.
const FEW: usize = 2;

/// Setups with fewer pieces are puzzles, in which the sides need not be equal.
const MOST_OF_AN_ARMY: usize = 16;

/// On boards with more squares, armies may differ in a square or two on purpose.
const SMALL: usize = 100;

pub(super) fn check(rules: &Rules, root: &Node, problems: &mut Problems) {
    actions(rules, problems);
    // Other checks say more precisely what is wrong.
    if !problems.is_empty() {
        return;
    }
    // Pieces that are placed during the game are not compared.
    let both = Side::ALL.into_iter().all(|side| rules.setup.pieces.iter().flatten().any(|placed| placed.side == side));
    if !both {
        return;
    }
    let views: Vec<View> = View::ALL.into_iter().filter(|view| view.fits(&rules.geometry)).collect();
    let same: Vec<View> = views.iter().copied().filter(|view| view.uneven_squares(rules).is_empty()).collect();
    if same.is_empty() {
        nearly_same(rules, &views, root, problems);
        return;
    }
    castling(rules, &same, problems);
    rights(rules, &same, root, problems);
    for piece in &rules.pieces {
        areas_of(rules, piece, &same, root, problems);
    }
    for end in &rules.ends {
        ends(rules, end, &same, root, problems);
    }
    uneven_rules::check(
        rules,
        root,
        &|squares| same.iter().any(|view| view.is_same(&rules.geometry, squares)),
        problems,
    );
    if let Some(place) = setup_place(root).filter(|_| rules.setup.hands.white != rules.setup.hands.black) {
        let message = "the sides hold different pieces in hand, although their armies are the same";
        let help = "give both sides the same pieces: `[Nn]` after the ranks is one piece for each side";
        problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
    }
    let checks = rules.setup.checks;
    if let Some(place) = setup_place(root).filter(|_| checks.white != checks.black) {
        let message =
            format!("the setup counts {}+{} checks, although the armies are the same", checks.white, checks.black);
        let help = "the field has the checks that White and Black still have to give: write the same number for both";
        problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
    }
}

/// Reports a side that has at least twice as many pieces and also makes more moves in a turn.
fn actions(rules: &Rules, problems: &mut Problems) {
    let Some(moves) = rules.moves_of_turns().filter(|moves| moves.white != moves.black) else { return };
    let Some(place) = rules.tree.turns.as_ref().and_then(|turns| own(turns.moves.white.source)) else { return };
    let armies = Army::of_both(rules);
    let count = |side: Side| armies[side].pieces.iter().sum::<usize>();
    let side = if moves.white > moves.black { Side::White } else { Side::Black };
    if count(side) >= 2 * count(!side) && count(!side) > 0 {
        let message = format!(
            "{} has more pieces than {}, and more moves in a turn as well",
            english::capitalised(side.name()),
            english::capitalised((!side).name())
        );
        let help = "exchange the numbers of `white` and `black`, or write `allow: [uneven-sides]` if this is intended";
        problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
    }
}

/// The symmetry between the two sides of the board.
#[derive(Clone, Copy)]
enum View {
    /// The ranks in reverse order.
    Mirrored,
    /// The board turned by 180 degrees.
    Turned,
}

impl View {
    const ALL: [View; 2] = [View::Mirrored, View::Turned];

    /// Returns `true` if the board itself looks the same.
    fn fits(self, geometry: &Geometry) -> bool {
        let flat = geometry.levels() == 1 && !(geometry.topology().is_hexagonal() && matches!(self, View::Mirrored));
        flat && geometry.squares().iter().all(|square| geometry.squares().contains(self.square(geometry, square)))
    }

    fn square(self, geometry: &Geometry, square: Square) -> Square {
        let (file, rank) = (geometry.file(square), geometry.ranks() - 1 - geometry.rank(square));
        match self {
            View::Mirrored => geometry.at(file, rank).unwrap_or(square),
            View::Turned => geometry.turned(square),
        }
    }

    fn squares(self, geometry: &Geometry, squares: SquareSet) -> SquareSet {
        (squares & geometry.squares()).iter().map(|square| self.square(geometry, square)).collect()
    }

    fn origin(self, geometry: &Geometry, origin: CastlingOrigin) -> CastlingOrigin {
        match (origin, self) {
            (CastlingOrigin::At(square), _) => CastlingOrigin::At(self.square(geometry, square)),
            (CastlingOrigin::Toward(step), View::Mirrored) => {
                CastlingOrigin::Toward(Step { ranks: -step.ranks, ..step })
            }
            (CastlingOrigin::Toward(step), View::Turned) => CastlingOrigin::Toward(step.reversed()),
            (CastlingOrigin::Anywhere, _) => CastlingOrigin::Anywhere,
        }
    }

    /// The squares whose piece the other side does not have on the corresponding square.
    fn uneven_squares(self, rules: &Rules) -> Vec<Square> {
        let (geometry, setup) = (&rules.geometry, &rules.setup);
        let at = |square: Square| setup.pieces[square.index()].map(|placed| (placed.piece, placed.side));
        let uneven = |square: &Square| {
            let other = self.square(geometry, *square);
            // A piece in the middle of the board is its own counterpart.
            if other == *square {
                return false;
            }
            let walls = setup.walls.contains(*square) != setup.walls.contains(other);
            walls || at(*square).map(|(piece, side)| (piece, !side)) != at(other)
        };
        geometry.squares().iter().filter(uneven).collect()
    }

    /// Returns `true` if each pair of differing squares holds the same kind of piece of the same side.
    fn is_slip(self, rules: &Rules) -> bool {
        let placed = |square: &Square| rules.setup.pieces[square.index()];
        let uneven = self.uneven_squares(rules);
        let twin = |square: &Square| placed(&self.square(&rules.geometry, *square));
        !uneven.is_empty() && uneven.iter().all(|square| placed(square).is_some() && placed(square) == twin(square))
    }

    fn is_same(self, geometry: &Geometry, squares: &BySide<SquareSet>) -> bool {
        self.squares(geometry, squares.white) == (squares.black & geometry.squares())
    }
}

/// Reports a setup in which one or two squares differ.
fn nearly_same(rules: &Rules, views: &[View], root: &Node, problems: &mut Problems) {
    let Some(place) = setup_place(root).filter(|_| rules.geometry.len() <= SMALL) else { return };
    if let Some(message) = uneven_ranks(rules) {
        let help = "a FEN gives the last rank first: compare its first ranks with its last ones";
        problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
        return;
    }
    let fewest = views.iter().map(|view| view.uneven_squares(rules)).min_by_key(Vec::len);
    // Each difference between the sides consists of two squares, one on each half of the board.
    let Some(squares) = fewest.filter(|squares| squares.len() <= 4 * FEW) else { return };
    let counts = BySide::from_fn(|side| {
        let own = rules.setup.pieces.iter().flatten().filter(|placed| placed.side == side);
        let mut pieces: Vec<usize> = own.map(|placed| placed.piece.index()).collect();
        pieces.sort_unstable();
        pieces
    });
    // Armies with different pieces are intended. Armies with the same pieces in another order, or with one missing, are
    // not.
    if counts.white.len() + counts.black.len() < MOST_OF_AN_ARMY {
        return;
    }
    if let Some((message, help)) = slip(rules, views, &squares, root) {
        problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
        return;
    }
    // Exchanging two pairs of pieces, such as the knights and bishops of one side, makes more squares differ.
    let exchanged = squares.iter().all(|square| rules.setup.pieces[square.index()].is_some());
    let near = squares.len() <= 2 * FEW || exchanged;
    // Each missing piece accounts for one pair of squares.
    let missing = counts.white.len().abs_diff(counts.black.len());
    let few_less = (1..=FEW).contains(&missing) && squares.len() == 2 * missing;
    if near && (few_less || counts.white == counts.black) {
        let message = format!("the two armies are the same except on {}", names_of(rules, &squares).join(", "));
        let help =
            "give both sides the same pieces there, or write `allow: [uneven-sides]` if they are meant to differ";
        problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
    }
}

/// The message about squares that hold pieces of the wrong side, or about a piece that only one side has.
fn slip(rules: &Rules, views: &[View], squares: &[Square], root: &Node) -> Option<(String, &'static str)> {
    if views.iter().any(|view| view.is_slip(rules)) {
        let message = match &names_of(rules, squares)[..] {
            [one, two] => format!("{one} and {two} hold the same piece, of the same side"),
            names => format!("{} hold pieces of one side; otherwise the armies are the same", names.join(", ")),
        };
        return Some((
            message,
            "one of each pair belongs to the other side: White's pieces are in upper case, Black's in lower case",
        ));
    }
    let (id, side) = one_sided(rules, squares, root)?;
    let message = format!(
        "only {} has a `{}`; otherwise the armies are the same",
        english::capitalised(side.name()),
        rules.piece(id).name
    );
    let help = "write the piece for both sides, in upper case for White and in lower case for Black, \
        or write `allow: [uneven-sides]` if they are meant to differ";
    Some((message, help))
}

fn names_of(rules: &Rules, squares: &[Square]) -> Vec<String> {
    squares.iter().map(|square| rules.geometry.name(*square)).collect()
}

/// Says which ranks differ if both sides have the same ranks of pieces, but not as far from the edge, or if one side has a rank more.
fn uneven_ranks(rules: &Rules) -> Option<String> {
    let ranks = BySide::from_fn(|side| ranks_of(rules, side));
    let (white, black) = (&ranks.white, &ranks.black);
    let pieces = |ranks: &[(usize, Vec<PieceId>)]| ranks.iter().map(|(_, pieces)| pieces.clone()).collect::<Vec<_>>();
    let all = white.iter().chain(black).map(|(_, pieces)| pieces.len()).sum::<usize>();
    if all < MOST_OF_AN_ARMY {
        return None;
    }
    let number = |(distance, _): &(usize, Vec<PieceId>)| distance + 1;
    if pieces(white) == pieces(black) {
        let (one, other) = white.iter().zip(black).find(|(one, other)| one.0 != other.0)?;
        let (one, other) = (number(one), number(other));
        return Some(format!(
            "the armies are the same, but White's rank {one} is rank {other} of Black, seen from its side"
        ));
    }
    let (long, short, side) =
        if white.len() > black.len() { (white, black, Side::White) } else { (black, white, Side::Black) };
    let extra = long.iter().position(|rank| !short.contains(rank)).filter(|_| long.len() == short.len() + 1)?;
    let mut rest = long.clone();
    let rank = rest.remove(extra);
    let full = rank.1.len() == rules.geometry.files();
    (full && rest == *short)
        .then(|| format!("only {} has pieces on its rank {}", english::capitalised(side.name()), number(&rank)))
}

/// The ranks with pieces of a side: the distance of each rank from the side's edge, and its pieces from the a-file on.
fn ranks_of(rules: &Rules, side: Side) -> Vec<(usize, Vec<PieceId>)> {
    let geometry = &rules.geometry;
    let mut ranks = vec![Vec::new(); geometry.ranks()];
    for square in geometry.squares() {
        if let Some(placed) = rules.setup.pieces[square.index()].filter(|placed| placed.side == side) {
            ranks[geometry.rank_for(side, square)].push(placed.piece);
        }
    }
    ranks.into_iter().enumerate().filter(|(_, pieces)| !pieces.is_empty()).collect()
}

/// The new piece of this file, if one side has it on all squares at which the armies differ.
fn one_sided(rules: &Rules, squares: &[Square], root: &Node) -> Option<(PieceId, Side)> {
    let placed: Vec<PlacedPiece> = squares.iter().filter_map(|square| rules.setup.pieces[square.index()]).collect();
    let is_new = |placed: &&PlacedPiece| key(root, &["pieces", &rules.piece(placed.piece).name, "symbol"]).is_some();
    let new = placed.iter().find(is_new)?;
    let (own, others): (Vec<_>, Vec<_>) = placed.iter().partition(|other| other.side == new.side);
    let inherited = root.get("extends").is_some() && others.first().is_some_and(|other| !is_new(other));
    let alike = |group: &[&PlacedPiece]| group.iter().all(|other| other.piece == group[0].piece);
    let paired = own.len() == others.len() && placed.len() == squares.len();
    (paired && inherited && alike(&own) && alike(&others)).then_some((new.piece, new.side))
}

fn castling(rules: &Rules, views: &[View], problems: &mut Problems) {
    let even = |rule: &CastlingRule| {
        rules.castling.iter().filter(|other| other.side != rule.side).any(|other| {
            let pieces = rule.movers == other.movers && rule.partners == other.partners;
            pieces && views.iter().any(|view| is_counterpart(&rules.geometry, *view, rule, other))
        })
    };
    for rule in &rules.castling {
        let Some(place) = own(rule.source).filter(|_| !even(rule)) else { continue };
        let message = format!(
            "the castling move `{}` has no counterpart among the castling moves of {}",
            rule.letter,
            english::capitalised((!rule.side).name())
        );
        let help = "the armies are the same, so both sides need the same castling moves: compare the squares";
        problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
    }
}

/// Reports castling rights that the setup gives to only one side, and letters that mean different wings for the two
/// sides.
fn rights(rules: &Rules, views: &[View], root: &Node, problems: &mut Problems) {
    let other = |rule: &CastlingRule, view: View| {
        let pairs =
            |other: &CastlingRule| other.side != rule.side && is_counterpart(&rules.geometry, view, rule, other);
        rules.castling.iter().position(pairs)
    };
    let granted = |index: usize| rules.setup.castling.iter().any(|right| usize::from(right.rule) == index);
    for (index, rule) in rules.castling.iter().enumerate().filter(|_| rules.shuffle.is_none()) {
        let counterparts: Vec<usize> = views.iter().filter_map(|view| other(rule, *view)).collect();
        let lone = granted(index) && !counterparts.is_empty() && !counterparts.iter().any(|other| granted(*other));
        if let Some(place) = setup_place(root).filter(|_| lone) {
            let (one, two) = (rule.letter, rules.castling[counterparts[0]].letter);
            let message = format!("the setup grants the castling right `{one}`, but not its counterpart `{two}`");
            let help = "write the rights of both sides in the third field of the setup";
            problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
        }
        let mirrored = views.iter().filter(|view| matches!(view, View::Mirrored)).find_map(|view| other(rule, *view));
        let named = |rule: &CastlingRule, letter: char| rule.letter.eq_ignore_ascii_case(&letter);
        let swapped = mirrored.filter(|other| {
            let known = rules.castling.iter().any(|third| third.side != rule.side && named(third, rule.letter));
            known && !named(&rules.castling[*other], rule.letter)
        });
        if let (Some(place), Some(other)) = (own(rule.source), swapped) {
            let letter = rules.castling[other].letter;
            let message = format!(
                "the castling move `{}` is on the wing of `{letter}`, and not on that of its own letter",
                rule.letter
            );
            let help = "exchange the letters of one side";
            problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
        }
    }
}

fn is_counterpart(geometry: &Geometry, view: View, rule: &CastlingRule, other: &CastlingRule) -> bool {
    view.origin(geometry, rule.from) == other.from
        && view.origin(geometry, rule.partner_from) == other.partner_from
        && view.square(geometry, rule.to) == other.to
        && view.square(geometry, rule.partner_to) == other.partner_to
}

/// The squares that belong to the rules of a piece.
fn areas_of(rules: &Rules, piece: &Piece, views: &[View], root: &Node, problems: &mut Problems) {
    let mut compare = |what: &str, squares: &BySide<SquareSet>, place: Option<Span>| {
        let even = views.iter().any(|view| view.is_same(&rules.geometry, squares));
        if let Some(place) = place.filter(|_| !even) {
            let message = format!("{what} of `{}` are not the same squares for both sides", piece.name);
            let help = "write squares as each side sees them with `each`, for example `{each: last rank}`";
            problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
        }
    };
    let name = piece.name.as_str();
    if let Some(promotion) = &piece.promotion {
        compare("the promotion zones", &promotion.zone, key(root, &["pieces", name, "promotion", "zone"]));
        let must = key(root, &["pieces", name, "promotion", "mandatory"]);
        compare("the squares of mandatory promotion", &promotion.mandatory, must);
    }
    if let Some(drop) = &piece.drop {
        compare("the squares for drops", &drop.on, key(root, &["pieces", name, "drop", "on"]));
        compare("the squares to be filled first", &drop.first, key(root, &["pieces", name, "drop", "first"]));
    }
    if let Some(promotion) = &piece.promotion_move {
        let from = key(root, &["pieces", name, "promotion_move", "from"]);
        compare("the squares of promotion moves", &promotion.from, from);
    }
    compare("the squares to stand on", &piece.confined, key(root, &["pieces", name, "confined"]));
    compare("the initial squares", &piece.initial, key(root, &["pieces", name, "initial"]));
    for extra in &piece.extra {
        compare("the starts of further moves", &extra.from, own(extra.source));
        compare("the ends of further moves", &extra.to, own(extra.source));
    }
}

fn ends(rules: &Rules, end: &End, views: &[View], root: &Node, problems: &mut Problems) {
    // An inherited end may use a region of this file.
    let Some(place) = own(end.source).or_else(|| key(root, &["regions"])) else { return };
    if let Condition::Reached(reached) = &end.condition
        && reached.answer_of.is_none()
        && !views.iter().any(|view| view.is_same(&rules.geometry, &reached.region))
    {
        let message = format!("the goals of `{}` are not the same squares for both sides", end.name);
        let help = "write squares as each side sees them with `each`, for example `{each: last rank}`";
        problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
    }
    if let Verdict::Wins(side) = end.verdict
        && own(end.source).is_some()
        && speaks_of_either(&end.condition)
        && !answered(rules, end, side)
    {
        let message = format!(
            "by `{}`, {} always wins, whichever side meets the condition",
            end.name,
            english::capitalised(side.name())
        );
        let help = "`win` and `loss` are the result of the side that the condition is about";
        problems.push(Diagnostic::warning(Code::UnevenSides, place, message).help(help));
    }
}

/// Returns `true` if the condition is about one side, which can be either side.
fn speaks_of_either(condition: &Condition) -> bool {
    match condition {
        Condition::Castled { letters } | Condition::NoRight { letters } => {
            letters.iter().any(char::is_ascii_uppercase) && letters.iter().any(char::is_ascii_lowercase)
        }
        Condition::Reached(reached) => !reached.region.white.is_empty() && !reached.region.black.is_empty(),
        Condition::Stuck { .. }
        | Condition::Extinct { .. }
        | Condition::InARow { .. }
        | Condition::Block { .. }
        | Condition::Checks { .. }
        | Condition::PerpetualCheck { .. }
        | Condition::PerpetualChase(_)
        | Condition::MatedBy { .. }
        | Condition::MatedByDrop { .. }
        | Condition::MatedWithout { .. } => true,
        _ => false,
    }
}

/// Returns `true` if an end of the same kind lets the other side win.
fn answered(rules: &Rules, end: &End, side: Side) -> bool {
    let mut others = rules.ends.iter().filter(|other| other.condition.name() == end.condition.name());
    others.any(|other| other.verdict == Verdict::Wins(!side))
}
