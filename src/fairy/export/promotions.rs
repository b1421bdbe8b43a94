//! Promotions and drops.

use std::collections::{BTreeMap, BTreeSet};

use super::super::table::{Role, Slot, Topic, piece_type};
use super::Exporter;
use crate::board::{BySide, Side, SquareSet, Step};
use crate::rules::{DropPlace, DropRule, Fallback, HandRule, PieceId, Promotion, PromotionZone};

/// The squares on which promotion is mandatory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Must {
    /// In the whole zone.
    Everywhere,
    /// On the squares that the piece could never leave.
    AtDeadEnds,
    /// In the whole zone, which consists of exactly these squares.
    Either,
    /// Nowhere.
    Nowhere,
}

impl Exporter<'_> {
    pub(super) fn slot(&self, piece: PieceId) -> Slot {
        self.types[piece.index()].0
    }

    fn is_usual(&self, piece: PieceId) -> bool {
        piece_type(self.slot(piece)).is_some_and(|kind| kind.role == Role::Stepper)
    }

    pub(super) fn promotions(&mut self) {
        let ids: Vec<PieceId> = self.rules.piece_ids().collect();
        let mut zone: BySide<Option<SquareSet>> = BySide::default();
        let mut choosing: BySide<Vec<PieceId>> = BySide::default();
        let mut choices: BySide<Option<BTreeSet<char>>> = BySide::default();
        let mut pairs: Vec<(char, char)> = Vec::new();
        let mut limits: BTreeMap<char, u16> = BTreeMap::new();
        let (mut must_choose, mut must_turn) = (Vec::<(PieceId, Must)>::new(), Vec::<(PieceId, Must)>::new());
        for &id in &ids {
            let Some(promotion) = self.rules.piece(id).promotion.clone() else { continue };
            let path = self.path(id, "promotion");
            let form = self.form_of(id, &promotion);
            for side in Side::ALL {
                let has = self.side_has(id, side) || self.rules.hand == Some(HandRule::Captured) || self.made_of(id);
                if !has {
                    continue;
                }
                if zone[side].is_some_and(|known| known != promotion.zone[side]) {
                    self.lacks(&path, "different promotion zones of different pieces");
                }
                zone[side] = Some(promotion.zone[side]);
                if form.is_none() {
                    choosing[side].push(id);
                    let barred = promotion.limits[side].iter().all(|limit| *limit == Some(0));
                    let own: BTreeSet<char> = if barred {
                        BTreeSet::new()
                    } else {
                        promotion.choices[side].iter().map(|piece| self.letter(*piece)).collect()
                    };
                    if choices[side].as_ref().is_some_and(|known| *known != own) {
                        self.lacks(&path, "different choices of different pieces");
                    }
                    choices[side] = Some(own);
                }
            }
            let arriving = form.is_none() || self.is_usual(id);
            self.check_when(id, &promotion, arriving);
            let must = self.must(id, &promotion);
            if arriving {
                must_choose.push((id, must));
            } else {
                must_turn.push((id, must));
            }
            let must = matches!(must, Must::Everywhere | Must::Either);
            let barred = promotion.limits.white.iter().chain(&promotion.limits.black).all(|limit| *limit == Some(0));
            let limited = !barred && promotion.limits.white.iter().chain(&promotion.limits.black).any(Option::is_some);
            if (limited && must && !arriving) != (promotion.fallback == Fallback::Stay && limited && must) {
                self.lacks(&path, "`otherwise: stay` for a piece that must promote but has no choice left");
            }
            if !barred {
                for side in Side::ALL {
                    for (choice, limit) in promotion.choices[side].iter().zip(&promotion.limits[side]) {
                        let known = limits.insert(self.letter(*choice), limit.unwrap_or(0));
                        if known.is_some_and(|known| known != limit.unwrap_or(0)) {
                            self.lacks(&path, "different limits for one piece");
                        }
                    }
                }
            }
            if let Some(form) = form {
                pairs.push((self.letter(id), self.letter(form)));
            }
            if limited && must && arriving && promotion.fallback == Fallback::Stay {
                self.lacks(&path, "pieces that stay what they are if no choice is left");
            }
        }
        self.write_promotions(zone, &choosing, &choices, &pairs, &limits);
        let (choose, ends) = self.agreed(&must_choose);
        let (turn, more_ends) = self.agreed(&must_turn);
        self.lines.flag(Topic::MandatoryChoice, choose.unwrap_or(true));
        self.lines.flag(Topic::MandatoryPromotion, turn.unwrap_or(false));
        if ends || more_ends {
            self.lines.flag(Topic::NoDeadEnds, true);
            self.check_dead_ends();
        }
        self.check_passing(zone);
    }

    /// Returns `true` if another piece promotes to this one.
    fn made_of(&self, id: PieceId) -> bool {
        self.rules
            .pieces
            .iter()
            .filter_map(|piece| piece.promotion.as_ref())
            .any(|promotion| promotion.choices.white.contains(&id) || promotion.choices.black.contains(&id))
    }

    /// The promoted form that a piece has, if it does not choose.
    fn form_of(&mut self, id: PieceId, promotion: &Promotion) -> Option<PieceId> {
        let form = promotion.choices.white.first().copied().filter(|form| self.bases.get(form) == Some(&id))?;
        let back = self.rules.piece(form).captured_as;
        if self.rules.hand == Some(HandRule::Captured) && back != id {
            self.lacks(&self.path(form, "captured_as"), "a promoted form that goes to the hand as something else");
        }
        Some(form)
    }

    fn check_when(&mut self, id: PieceId, promotion: &Promotion, arriving: bool) {
        let touching = matches!(promotion.when, PromotionZone::Touching | PromotionZone::Entering);
        if touching != arriving || self.moves_ahead(id) {
            return;
        }
        let inside = Side::ALL.into_iter().any(|side| {
            let all = promotion.zone[side] == self.rules.geometry.squares();
            promotion.zone[side] != SquareSet::EMPTY && !all
        });
        if inside {
            let what = if arriving {
                "pieces with a choice of promotions when they leave the zone"
            } else {
                "promoted forms that arise only by moves into the zone"
            };
            self.lacks(&self.path(id, "promotion"), what);
        }
    }

    /// Returns `true` if a piece moves ahead only, so that it never leaves a zone that ends the board.
    fn moves_ahead(&self, id: PieceId) -> bool {
        !self.moves[id.index()].is_empty() && self.moves[id.index()].keys().all(|leap| leap.ranks > 0)
    }

    /// Finds the squares on which promotion is mandatory. Fairy-Stockfish supports the whole zone, no square, and the
    /// squares that the piece could never leave.
    fn must(&mut self, id: PieceId, promotion: &Promotion) -> Must {
        let within = BySide::from_fn(|side| promotion.mandatory[side] & promotion.zone[side]);
        let counts =
            |side: Side| self.side_has(id, side) || self.rules.hand == Some(HandRule::Captured) || self.made_of(id);
        let sides: Vec<Side> = Side::ALL.into_iter().filter(|side| counts(*side)).collect();
        let dead = self.dead_ends_of(id);
        let everywhere = sides.iter().all(|side| within[*side] == promotion.zone[*side]);
        let at_ends = sides.iter().all(|side| within[*side] == dead[*side] & promotion.zone[*side]);
        let nowhere = sides.iter().all(|side| within[*side] == SquareSet::EMPTY);
        match (everywhere, at_ends && !nowhere) {
            (true, true) => Must::Either,
            (true, false) => Must::Everywhere,
            (false, true) => Must::AtDeadEnds,
            (false, false) => {
                if !nowhere {
                    self.lacks(
                        &self.path(id, "promotion"),
                        "promotion that is mandatory on some squares, other than those that the piece could never leave",
                    );
                }
                Must::Nowhere
            }
        }
    }

    /// The common value for all pieces that promote in the same way, and `true` if it requires that dead ends are
    /// forbidden.
    fn agreed(&mut self, found: &[(PieceId, Must)]) -> (Option<bool>, bool) {
        let all = found.iter().all(|(_, must)| matches!(must, Must::Everywhere | Must::Either));
        if found.is_empty() {
            return (None, false);
        }
        if all {
            return (Some(true), false);
        }
        if let Some((id, _)) = found.iter().find(|(_, must)| *must == Must::Everywhere) {
            self.lacks(&self.path(*id, "promotion"), "promotion that is mandatory for some pieces and not for others");
        }
        (Some(false), found.iter().any(|(_, must)| matches!(must, Must::AtDeadEnds | Must::Either)))
    }

    fn dead_ends_of(&self, id: PieceId) -> BySide<SquareSet> {
        let board = &self.rules.geometry;
        let own = &self.moves[id.index()];
        BySide::from_fn(|side| {
            let leaves = |square| {
                own.iter().filter(|(leap, terms)| !leap.initial && terms.quiet).any(|(leap, _)| {
                    let step = Step::new(leap.files, leap.ranks);
                    board.step(square, if side == Side::White { step } else { step.reversed() }).is_some()
                })
            };
            board.squares().iter().filter(|square| !leaves(*square)).collect()
        })
    }

    /// Reports pieces that can enter a dead end. Fairy-Stockfish would forbid it.
    fn check_dead_ends(&mut self) {
        for id in self.rules.piece_ids().collect::<Vec<_>>() {
            let dead = self.dead_ends_of(id);
            let piece = self.rules.piece(id);
            let must = piece
                .promotion
                .as_ref()
                .map(|promotion| BySide::from_fn(|side| promotion.mandatory[side] & promotion.zone[side]))
                .unwrap_or_default();
            let board = &self.rules.geometry;
            let enters = Side::ALL.into_iter().any(|side| {
                board.squares().iter().any(|from| {
                    self.moves[id.index()].keys().any(|leap| {
                        let step = Step::new(leap.files, leap.ranks);
                        let landing = board.step(from, if side == Side::White { step } else { step.reversed() });
                        landing.is_some_and(|landing| {
                            dead[side].contains(landing.square) && !must[side].contains(landing.square)
                        })
                    })
                })
            });
            if enters {
                self.lacks(
                    &self.path(id, "promotion"),
                    "a piece that may enter squares that it can never leave, together with pieces that may not",
                );
            }
        }
    }

    /// Reports en passant captures inside a zone that promote. They do not promote in Fairy-Stockfish.
    fn check_passing(&mut self, zone: BySide<Option<SquareSet>>) {
        let board = &self.rules.geometry;
        let passed = BySide::from_fn(|side: Side| {
            let step = if side == Side::White { Step::new(0, -1) } else { Step::new(0, 1) };
            let first = self
                .rules
                .piece_ids()
                .filter(|id| self.moves[id.index()].iter().any(|(leap, terms)| leap.initial && terms.trail));
            let from: Vec<_> = first.flat_map(|id| self.rules.piece(id).initial[!side].iter()).collect();
            from.into_iter()
                .filter_map(|square| board.step(square, step))
                .map(|landing| landing.square)
                .collect::<SquareSet>()
        });
        for id in self.rules.piece_ids().collect::<Vec<_>>() {
            let takes = self.moves[id.index()].values().any(|terms| terms.passing);
            if !takes || self.rules.piece(id).promotion.is_none() {
                continue;
            }
            let promotes = self.rules.piece(id).promotion.as_ref().is_none_or(|promotion| promotion.en_passant);
            let inside = |side: Side| zone[side].unwrap_or(SquareSet::EMPTY) & passed[side] != SquareSet::EMPTY;
            if promotes && Side::ALL.into_iter().any(inside) {
                self.lacks(
                    &self.path(id, "promotion"),
                    "a piece that promotes by an en passant capture inside its zone",
                );
            }
        }
    }

    fn write_promotions(
        &mut self,
        zone: BySide<Option<SquareSet>>,
        choosing: &BySide<Vec<PieceId>>,
        choices: &BySide<Option<BTreeSet<char>>>,
        pairs: &[(char, char)],
        limits: &BTreeMap<char, u16>,
    ) {
        let lower = |letter: &char| letter.to_ascii_lowercase();
        for side in Side::ALL {
            let squares = zone[side].unwrap_or(SquareSet::EMPTY);
            let text = self.squares(squares);
            self.lines.set_of(Topic::Promotion, side, text);
            let own = choices[side].clone().unwrap_or_default();
            let text: String = if own.is_empty() { "-".to_owned() } else { own.iter().map(lower).collect() };
            self.lines.set_of(Topic::Choices, side, text);
            let usual: BTreeSet<char> = choosing[side].iter().map(|piece| self.letter(*piece)).collect();
            let text: String = if usual.is_empty() { "-".to_owned() } else { usual.iter().map(lower).collect() };
            self.lines.set_of(Topic::Promoters, side, text);
        }
        if !pairs.is_empty() {
            let text: Vec<String> = pairs.iter().map(|(from, to)| format!("{}:{}", lower(from), lower(to))).collect();
            self.lines.set(Topic::Promoted, text.join(" "));
        }
        let limited: Vec<String> = limits
            .iter()
            .filter(|(_, limit)| **limit > 0)
            .map(|(letter, limit)| format!("{}:{limit}", lower(letter)))
            .collect();
        if !limited.is_empty() {
            self.lines.set(Topic::Limits, limited.join(" "));
        }
        // Fairy-Stockfish's usual pawn promotes whenever there is a choice.
        for id in self.rules.piece_ids().collect::<Vec<_>>() {
            let idle = self.is_usual(id) && self.rules.piece(id).promotion.is_none();
            if idle && choices.white.iter().chain(&choices.black).any(|choices| !choices.is_empty()) {
                self.lacks(
                    &self.path(id, "moves"),
                    "the usual pawn without promotion, together with pieces that promote",
                );
            }
        }
    }

    pub(super) fn drops(&mut self) {
        let Some(hand) = self.rules.hand else { return };
        self.lines.flag(Topic::Drops, true);
        if matches!(hand, HandRule::Own | HandRule::Returned) {
            self.lacks("hand", "these rules about captured pieces in hand");
        }
        self.lines.flag(Topic::ToHand, hand == HandRule::Captured);
        self.lines.free = hand == HandRule::Unlimited;
        let ids: Vec<PieceId> = self.rules.piece_ids().filter(|id| !self.bases.contains_key(id)).collect();
        let held = |id: &PieceId| {
            hand != HandRule::Setup
                || Side::ALL
                    .into_iter()
                    .any(|side| self.rules.setup.hands[side].get(id.index()).is_some_and(|count| *count > 0))
        };
        let held: Vec<PieceId> = ids.into_iter().filter(held).collect();
        let mut blocked: Vec<PieceId> = Vec::new();
        let mut rules: Vec<(PieceId, DropRule)> = Vec::new();
        for &id in &held {
            match self.rules.piece(id).drop.clone() {
                Some(rule) => rules.push((id, rule)),
                None => blocked.push(id),
            }
            let back = self.rules.piece(id).captured_as;
            if hand == HandRule::Captured && back != id {
                self.lacks(&self.path(id, "captured_as"), "a piece that goes to the hand as another one");
            }
        }
        self.drop_loop(hand);
        self.drop_regions(&rules);
        self.drop_places(&rules);
        let mut counts: Vec<(PieceId, u16)> =
            rules.iter().filter_map(|(id, rule)| rule.per_file.map(|most| (*id, most))).collect();
        counts.extend(blocked.iter().map(|id| (*id, 0)));
        match counts[..] {
            [] => {}
            [(id, most)] => {
                let letter = self.letter(id).to_ascii_lowercase();
                self.lines.set(Topic::PerFile, letter.to_string());
                self.lines.set(Topic::PerFileCount, most.to_string());
            }
            [(id, _), ..] => {
                self.lacks(&self.path(id, "drop"), "several pieces with forbidden drops or limits for a file")
            }
        }
    }

    /// Writes whether promoted pieces stay promoted when captured. Fairy-Stockfish has one setting for all of them.
    fn drop_loop(&mut self, hand: HandRule) {
        if hand != HandRule::Captured {
            return;
        }
        let made: Vec<PieceId> =
            self.rules.piece_ids().filter(|id| self.made_of(*id) && !self.bases.contains_key(id)).collect();
        let reverts = |id: &PieceId| self.rules.piece(*id).reverts;
        let looped = !made.is_empty() && !made.iter().any(reverts);
        if !looped && !made.iter().all(reverts) {
            self.lacks(&self.path(made[0], "captured_as"), "some promoted pieces that stay promoted when captured");
        }
        self.lines.flag(Topic::DropLoop, looped);
    }

    /// Writes the regions of drops: one region for all, and Fairy-Stockfish's rules for single types.
    fn drop_regions(&mut self, rules: &[(PieceId, DropRule)]) {
        let none = SquareSet::EMPTY;
        let region = rules.iter().fold(BySide { white: none, black: none }, |all, (_, rule)| {
            BySide::from_fn(|side| all[side] | rule.on[side])
        });
        let dead = self.lines.get(Topic::NoDeadEnds) == Some("true");
        let expected = |exporter: &Self, id: PieceId, dead: bool, zone: bool, first: bool| {
            let confined = exporter.rules.piece(id).confined;
            let ends = exporter.dead_ends_of(id);
            let board = &exporter.rules.geometry;
            let promotion = exporter.rules.piece(id).promotion.as_ref();
            BySide::from_fn(|side| {
                let mut squares = region[side] & confined[side];
                if dead {
                    squares &= !ends[side];
                }
                if exporter.is_usual(id) {
                    let first_rank: SquareSet =
                        board.squares().iter().filter(|square| board.rank_for(side, *square) == 0).collect();
                    if !zone {
                        squares &= !promotion.map_or(none, |promotion| promotion.zone[side]);
                    }
                    if !first {
                        squares &= !first_rank;
                    }
                }
                squares
            })
        };
        let options = [
            (false, false, false),
            (false, false, true),
            (false, true, false),
            (false, true, true),
            (true, false, false),
            (true, false, true),
            (true, true, false),
            (true, true, true),
        ];
        let fits = |exporter: &Self, (ends, zone, first): (bool, bool, bool)| {
            rules.iter().all(|(id, rule)| {
                let squares = expected(exporter, *id, ends, zone, first);
                Side::ALL.into_iter().all(|side| squares[side] == rule.on[side])
            })
        };
        let found = options
            .into_iter()
            .filter(|(ends, ..)| *ends == dead || *ends)
            .find(|option| fits(self, *option) && (option.0 == dead || self.no_dead_ends()));
        let Some((ends, zone, first)) = found else {
            let odd = rules.iter().find(|(id, rule)| {
                let squares = expected(self, *id, dead, true, true);
                Side::ALL.into_iter().any(|side| squares[side] != rule.on[side])
            });
            let id = odd.map_or(rules[0].0, |(id, _)| *id);
            self.lacks(&self.path(id, "drop"), "different drop regions of different pieces");
            return;
        };
        self.lines.flag(Topic::NoDeadEnds, ends);
        self.lines.flag(Topic::ZoneDrops, zone);
        self.lines.flag(Topic::FirstRankDrops, first);
        if region != (BySide { white: self.rules.geometry.squares(), black: self.rules.geometry.squares() }) {
            self.set_squares(Topic::DropRegion, region);
        }
    }

    /// Returns `true` if forbidding dead ends would forbid no move.
    fn no_dead_ends(&mut self) -> bool {
        let before = self.problems.len();
        self.check_dead_ends();
        let sound = self.problems.len() == before;
        self.problems.truncate(before);
        sound
    }

    fn drop_places(&mut self, rules: &[(PieceId, DropRule)]) {
        for (id, rule) in rules {
            if !rule.mate {
                self.lacks(&self.path(*id, "drop"), "forbidden drops with mate: there, such a mate loses instead");
            }
        }
        let silent = rules.iter().filter(|(_, rule)| !rule.check).count();
        if silent > 0 && silent < rules.len() {
            self.lacks(&self.path(rules[0].0, "drop"), "forbidden drops with check for only some pieces");
        }
        self.lines.flag(Topic::DropChecks, silent == 0);
        let Some((first, rule)) = rules.first() else { return };
        let coloured = |id: PieceId| piece_type(self.slot(id)).is_some_and(|kind| kind.role == Role::Coloured);
        let others: Vec<&(PieceId, DropRule)> =
            rules.iter().filter(|(id, rule)| !(rule.place == DropPlace::OtherColour && coloured(*id))).collect();
        if others.len() < rules.len() {
            self.lines.flag(Topic::OtherColour, true);
        }
        let (place, start) = others.first().map_or((DropPlace::Free, rule.first), |(_, rule)| (rule.place, rule.first));
        if others.iter().any(|(_, rule)| rule.place != place || rule.first != start) {
            self.lacks(&self.path(*first, "drop"), "different neighbourhoods for the drops of different pieces");
        }
        let word = match place {
            DropPlace::Free => "none",
            DropPlace::Enclosing
                if self.rules.setup.walls != SquareSet::EMPTY || self.rules.geometry.holes() != SquareSet::EMPTY =>
            {
                self.lacks(&self.path(*first, "drop"), "rows that end at walls: it encloses pieces across walls");
                return;
            }
            DropPlace::Enclosing => "enclosing",
            DropPlace::BesideFriend => "beside_friend",
            DropPlace::OnPile => "on_pile",
            _ => {
                self.lacks(&self.path(*first, "drop"), "drops that require this neighbourhood");
                return;
            }
        };
        self.word(Topic::DropPlace, word);
        if start != BySide::default() {
            if place == DropPlace::Free || start.white != start.black {
                self.lacks(
                    &self.path(*first, "drop"),
                    "squares that drops must fill first, without another limit of drops, or different for each side",
                );
            }
            let text = self.squares(start.white);
            self.lines.set(Topic::DropFirst, text);
        }
    }

    /// Sets a word, translated into Fairy-Stockfish's vocabulary.
    pub(super) fn word(&mut self, topic: Topic, ours: &str) {
        use super::super::table::{KEYS, Kind};
        let row = KEYS.iter().find(|key| key.topics.contains(&topic) && matches!(key.kind, Kind::Words(_)));
        let words = row.and_then(|row| match &row.kind {
            Kind::Words(words) => words.iter().find(|(_, own)| *own == ours),
            _ => None,
        });
        self.lines.set(topic, words.map_or("none", |(theirs, _)| theirs));
    }
}
