//! Ends that depend only on the position.

use ferz_core::board::{Side, Square, SquareSet, Step};
use ferz_core::rules::tree::{self, Dropouts, TreeEnd};
use ferz_core::rules::{Chain, Condition, EnPassant, End, Line, Outcome, PieceId, Reached, Seen, Verdict};

use crate::attack::Threat;
use crate::frame::{Event, Frame};
use crate::oracle::Oracle;
use crate::player::Player;
use crate::position::Position;
use crate::reading::asks_the_past;

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The result.
    pub outcome: Outcome,
    /// The players that have won. Empty for a draw.
    pub winners: Vec<Player>,
    /// The name of the end in the variant's file.
    pub reason: String,
    /// `true` if a player may claim the end, so that the position still has moves.
    pub claim: bool,
}

impl Oracle {
    /// `true` if the game is over by the position alone, so that there are no legal moves.
    pub(crate) fn has_ended_at_once(&self, position: &Position) -> bool {
        let told = self.tree.ends.iter().filter(|end| end.kind.verdict != tree::Verdict::Out);
        let told = told.filter(|end| !asks_the_past(&self.tree, &end.kind.condition));
        self.last_side(position).is_some()
            || self.rules.ends.iter().any(|end| self.at_once(position, end).is_some())
            || told.into_iter().any(|end| self.side_of_end(position, end, None, Event::Cut).is_some())
    }

    /// The first end in the language of rules that holds, among the ends that are tested before the older end with
    /// index `place`.
    pub(crate) fn end_told(&self, position: &Position, place: usize, past: &[Position]) -> Option<Ended> {
        let ends = self.tree.ends.iter().filter(|end| end.kind.place == place);
        ends.filter(|end| end.kind.verdict != tree::Verdict::Out).find_map(|end| {
            let side = self.side_of_end(position, end, Some(past), Event::End)?;
            let winners = verdict_for(position, end.kind.verdict, side);
            let claim = asks_the_past(&self.tree, &end.kind.condition);
            Some(Ended::of(winners, end.kind.name.clone(), claim))
        })
    }

    /// The winners if the position alone ends the game: without its history, and without looking for moves. `None` if the
    /// game goes on.
    pub fn ended_at_once(&self, position: &Position) -> Option<Vec<Player>> {
        let older = || {
            let ends = self.rules.ends.iter();
            ends.filter_map(|end| Some(self.winners(position, &end.verdict, self.at_once(position, end)?))).next()
        };
        let told = || {
            let ends = self.tree.ends.iter().filter(|end| !asks_the_past(&self.tree, &end.kind.condition));
            let mut ends = ends.filter(|end| end.kind.verdict != tree::Verdict::Out);
            ends.find_map(|end| self.side_of_end(position, end, None, Event::Cut).map(|side| (end, side)))
        };
        let told = || told().map(|(end, side)| verdict_for(position, end.kind.verdict, side));
        told().or_else(older).or_else(|| self.last_side(position))
    }

    /// The players that have won because all others have dropped out.
    pub(crate) fn last_side(&self, position: &Position) -> Option<Vec<Player>> {
        let rest = position.playing().next().filter(|_| position.out != 0)?;
        position.playing().all(|player| player.shares_with(rest)).then(|| team(rest))
    }

    /// Makes the sides drop out for which an end says so. The turn goes to the next side that still plays.
    pub(crate) fn drop_out(&self, position: &mut Position) {
        while self.last_side(position).is_none() {
            let ends = self.index.dropouts.iter().map(|index| &self.tree.ends[*index]);
            let side = ends.into_iter().find_map(|end| self.side_of_end(position, end, None, Event::End));
            let Some(side) = side else { return };
            position.out |= side.bit();
            if self.tree.sides.dropouts == Dropouts::Vanish {
                let gone: Vec<Square> = position.of_side(side).map(|(square, _)| square).collect();
                gone.into_iter().for_each(|square| position.put(square, None));
            }
            let is_gone = |passed: &EnPassant| position.at(passed.victim).is_none();
            position.passed = position.passed.filter(|passed| !is_gone(passed));
            if position.turn == side {
                self.pass_on(position, side);
                position.made = 0;
            }
        }
    }

    /// The side for which an end in the language of rules holds. The side that has just moved is tested first.
    fn side_of_end(
        &self,
        position: &Position,
        end: &TreeEnd,
        past: Option<&[Position]>,
        event: Event,
    ) -> Option<Player> {
        let asked = |side: &Player| end.kind.whose.is_none_or(|whose| whose.index() == side.index());
        let holds =
            |side: &Player| self.holds(position, &end.kind.condition, &Frame { past, event, ..Frame::of_side(*side) });
        position.playing().filter(asked).find(holds)
    }

    /// The winners if the verdict applies to this side.
    pub(crate) fn winners(&self, position: &Position, verdict: &Verdict, side: Player) -> Vec<Player> {
        let pieces = |side| position.of_side(side).count() as i64;
        match verdict {
            Verdict::Win => team(side),
            Verdict::Loss => rivals(position, side),
            Verdict::Draw => Vec::new(),
            Verdict::Wins(winner) => team(self.written(*winner)),
            Verdict::MostPieces => self.ahead(pieces),
            Verdict::FewestPieces => self.ahead(|side| -pieces(side)),
            Verdict::Points { points, black_half_points } => self.ahead(|side: Player| {
                let worth = position.of_side(side).map(|(_, placed)| points.get(placed.piece.index()).copied());
                let more = if side == self.written(Side::Black) { i64::from(*black_half_points) } else { 0 };
                worth.map(|points| 2 * i64::from(points.unwrap_or(0))).sum::<i64>() + more
            }),
        }
    }

    /// The players whose team alone has the largest sum of a number.
    fn ahead(&self, number: impl Fn(Player) -> i64) -> Vec<Player> {
        let sum = |player: &Player| team(*player).into_iter().map(&number).sum::<i64>();
        let most = self.players.iter().map(sum).max();
        let best: Vec<Player> = self.players.iter().copied().filter(|player| Some(sum(player)) == most).collect();
        let alone = best.first().is_some_and(|first| best.iter().all(|player| player.shares_with(*first)));
        if alone { best } else { Vec::new() }
    }

    /// The side that an end is about, if the end depends only on the position and holds.
    pub(crate) fn at_once(&self, position: &Position, end: &End) -> Option<Player> {
        let turn = position.turn;
        let before = position.moved_before();
        let moved = if position.made > 0 { turn } else { before };
        match &end.condition {
            Condition::Reached(reached) => self.reached(position, reached),
            Condition::Extinct { pieces, any, at_most, opponent_at_least, may_answer } => {
                let count =
                    |side, piece: &PieceId| position.count(side, *piece) + usize::from(position.held(side, *piece));
                let all = |side, pieces: &[PieceId]| pieces.iter().map(|piece| count(side, piece)).sum::<usize>();
                let gone = |side: Player, pieces: &[PieceId]| {
                    let needed = usize::from(*opponent_at_least) + usize::from(*may_answer && side == turn);
                    all(side, pieces) <= usize::from(*at_most) && all(!side, pieces) >= needed
                };
                position.playing().find(|side| match any {
                    true => pieces.iter().any(|piece| gone(*side, std::slice::from_ref(piece))),
                    false => gone(*side, pieces),
                })
            }
            Condition::InARow { pieces, count, along, gaps } => {
                let own = placed(position, moved, pieces);
                self.has_row(&own, usize::from(*count), along, *gaps).then_some(moved)
            }
            Condition::Block { pieces, size } => {
                let own = placed(position, moved, pieces);
                self.has_block(&own, usize::from(*size)).then_some(moved)
            }
            Condition::Connected(chain) => self.is_connected(position, moved, chain).then_some(moved),
            Condition::Checks { .. } => [before, turn].into_iter().find(|side| position.checks_left[*side] == 0),
            Condition::FullBoard => {
                let full = self.rules.geometry.squares().iter().all(|square| !position.is_empty(square));
                full.then_some(turn)
            }
            Condition::Castled { letters } => {
                let rule = position.castled.map(|rule| &self.rules.castling[usize::from(rule)]);
                rule.is_some_and(|rule| letters.contains(&rule.letter)).then_some(moved)
            }
            Condition::NoRight { letters } => [before, turn].into_iter().find(|side| {
                let asked = |rule: u8| {
                    let rule = &self.rules.castling[usize::from(rule)];
                    Player::of(rule.side) == *side && letters.contains(&rule.letter)
                };
                let exist = (0..self.rules.castling.len()).any(|rule| asked(rule as u8));
                exist && !position.castling.iter().any(|right| asked(right.rule))
            }),
            Condition::Facing { .. } => position.faced.then_some(turn),
            Condition::Passes { times } => (position.passes >= *times).then_some(turn),
            _ => None,
        }
    }

    fn reached(&self, position: &Position, reached: &Reached) -> Option<Player> {
        let turn = position.turn;
        let is_there = |side: Player| {
            let region = self.region(side, &reached.region);
            let there: SquareSet = placed(position, side, &reached.pieces) & region;
            let full = reached.or_full && !there.is_empty() && region.iter().all(|square| !position.is_empty(square));
            let enough = full || there.count() >= u32::from(reached.count);
            enough
                && (!reached.safe
                    || there.iter().any(|square| !self.is_threatened(position, square, side, Threat::Capture)))
        };
        let may_answer = || {
            let ends_there = |square: Square, piece| {
                self.region(turn, &reached.region).contains(square) && reached.pieces.contains(&piece)
            };
            self.legal_moves(position).iter().any(|(made, _)| ends_there(made.to, made.becomes.unwrap_or(made.piece)))
        };
        match reached.seen {
            Seen::Kept => is_there(turn).then_some(turn),
            Seen::Both => (is_there(turn) && is_there(!turn)).then_some(turn),
            Seen::Moved => {
                let moved = if position.made > 0 { turn } else { !turn };
                let answers = reached.answer_of.map(Player::of) == Some(!moved);
                // The other side can answer when the turn is over.
                let lost = || moved != turn && !may_answer();
                (is_there(moved) && (!answers || lost())).then_some(moved)
            }
        }
    }

    /// `true` if at least this number of squares of a set are in a row.
    fn has_row(&self, own: &SquareSet, count: usize, along: &[Line], gaps: bool) -> bool {
        steps(along).into_iter().any(|step| {
            self.rules.geometry.squares().iter().any(|from| {
                let mut line = vec![from];
                line.extend(self.line(from, step));
                if !gaps {
                    line.truncate(count);
                }
                line.iter().filter(|square| own.contains(**square)).count() >= count
            })
        })
    }

    /// `true` if a square block of squares of a set is full.
    fn has_block(&self, own: &SquareSet, size: usize) -> bool {
        let row = |from: Square, step: Step| {
            let mut row = vec![from];
            row.extend(self.line(from, step));
            row.truncate(size);
            row
        };
        self.rules.geometry.squares().iter().any(|from| {
            let side = row(from, Step::new(0, 1));
            let block: Vec<Square> = side.into_iter().flat_map(|start| row(start, Step::new(1, 0))).collect();
            block.len() == size * size && block.iter().all(|square| own.contains(*square))
        })
    }

    /// `true` if pieces of a side join two regions.
    fn is_connected(&self, position: &Position, side: Player, chain: &Chain) -> bool {
        let own = placed(position, side, &chain.pieces);
        let topology = self.rules.geometry.topology();
        let near = steps(&chain.along).into_iter().filter(|step| topology.is_neighbour(*step));
        let both_ways: Vec<Step> = near.flat_map(|step| [step, Step::new(-step.files, -step.ranks)]).collect();
        let mut open: Vec<Square> = (own & self.region(side, &chain.from)).iter().collect();
        let mut known: SquareSet = open.iter().copied().collect();
        while let Some(square) = open.pop() {
            if self.region(side, &chain.to).contains(square) {
                return true;
            }
            let near = both_ways.iter().filter_map(|step| self.rules.geometry.step(square, *step));
            for next in near.map(|landing| landing.square).filter(|next| own.contains(*next)) {
                if !known.contains(next) {
                    known.insert(next);
                    open.push(next);
                }
            }
        }
        false
    }
}

impl Ended {
    /// An end with its winners, who are all partners if there are partners.
    pub(crate) fn of(winners: Vec<Player>, reason: String, claim: bool) -> Ended {
        let outcome = winners.first().map_or(Outcome::Draw, |first| Outcome::Won(first.winner()));
        Ended { outcome, winners, reason, claim }
    }
}

/// The winners if an end in the language of rules holds for a side.
fn verdict_for(position: &Position, verdict: tree::Verdict, side: Player) -> Vec<Player> {
    match verdict {
        tree::Verdict::Win => team(side),
        tree::Verdict::Draw => Vec::new(),
        tree::Verdict::Loss | tree::Verdict::Out => rivals(position, side),
    }
}

/// A player with its partners, in the order of turns.
fn team(player: Player) -> Vec<Player> {
    sorted(std::iter::once(player).chain(player.others().filter(|other| player.is_partner(*other))))
}

/// The players that still play and do not win together with a player, in the order of turns.
fn rivals(position: &Position, player: Player) -> Vec<Player> {
    sorted(player.enemies().filter(|enemy| !position.is_out(*enemy)))
}

fn sorted(players: impl Iterator<Item = Player>) -> Vec<Player> {
    let mut players: Vec<Player> = players.collect();
    players.sort_unstable();
    players
}

/// The squares of the pieces of a side of some kinds.
fn placed(position: &Position, side: Player, pieces: &[PieceId]) -> SquareSet {
    position.of_side(side).filter(|(_, placed)| pieces.contains(&placed.piece)).map(|(square, _)| square).collect()
}

/// One step along each kind of line, without the opposite steps.
fn steps(along: &[Line]) -> Vec<Step> {
    let of = |line: &Line| match line {
        Line::Rank => vec![Step::new(1, 0)],
        Line::File => vec![Step::new(0, 1)],
        Line::Diagonal => vec![Step::new(1, 1), Step::new(1, -1)],
    };
    along.iter().flat_map(of).collect()
}
