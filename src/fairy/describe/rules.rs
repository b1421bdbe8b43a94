//! Rules for all moves.

use super::super::draft::{Field, Item, Map, field, unless, word};
use super::super::table::{ROYAL, Role, Topic};
use super::Describer;
use crate::board::Side;
use crate::language::is_word;

/// When a side may pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passing {
    Never,
    Always,
    Stuck,
}

/// Moves on the board and drops.
const MOVES: &str = "[move, drop]";

/// The destination becomes a wall.
const STONE: &str = "[{remove: pieces on destination}, {build: destination}]";

/// The one wall of the board goes to the chosen square.
const MOVED_WALL: &str = "[{clear: walls}, {build: chosen}]";

/// The name of the region on which walls may be built.
const WALLS_ON: &str = "walls_on";

/// A rule in the language, if there is one.
fn rule(name: &str, there: bool, parts: &[(&str, &str)]) -> Field {
    let item = |text: &str| match text {
        MOVES => Item::List(vec![word("move"), word("drop")]),
        STONE => Item::List(vec![
            Item::Map(vec![field("remove", word("pieces on destination"))]),
            Item::Map(vec![field("build", word("destination"))]),
        ]),
        MOVED_WALL => Item::List(vec![
            Item::Map(vec![field("clear", word("walls"))]),
            Item::Map(vec![field("build", word("chosen"))]),
        ]),
        _ => word(text),
    };
    let parts = parts.iter().map(|(key, text)| field(*key, item(text))).collect();
    unless(!there, name, if there { Item::Map(parts) } else { Item::Nothing })
}

/// Names of pieces as the language of rules writes a set of them.
fn named(names: &[String]) -> String {
    let name = |name: &String| if is_word(name) { format!("`{name}`") } else { name.clone() };
    match names {
        [one] => name(one),
        _ => format!("({})", names.iter().map(name).collect::<Vec<_>>().join(" or ")),
    }
}

impl Describer<'_> {
    /// The entries of `rules:`. A rule that the settings do not have removes that of a parent.
    pub(super) fn rules(&mut self) -> Map {
        self.lacking();
        self.odd_passes();
        let mut map = self.prohibitions();
        map.extend(self.effects());
        map.extend(self.obligations());
        map.push(self.walls());
        map
    }

    fn prohibitions(&mut self) -> Map {
        let silent = !self.settings.flag(Topic::Checking) && self.forms.iter().any(|form| form.kind == ROYAL);
        let stays = self.settings.flag(Topic::RoyalStays);
        let faces = self.settings.flag(Topic::FacingDraws).then(|| named(&self.pieces_of(&[ROYAL])));
        let passes = self.passes();
        let mut map = vec![
            rule("no_checks", silent, &[("after", "any move"), ("require", "enemy side is not in check")]),
            rule(
                "royal_stays_in_check",
                stays,
                &[
                    ("forbid", "move by royal pieces"),
                    ("when", "any enemy pieces attacking mover except (pieces on captured)"),
                ],
            ),
        ];
        let facing = faces.as_ref().map(|kings| format!("own {kings} a \"R\" away from enemy {kings}"));
        let (instead, calm) = (("may_replace", "move"), "any own pieces and not in check");
        map.push(match &facing {
            Some(facing) => {
                let when = format!("any own pieces and (not in check or any {facing})");
                rule("pass", passes != Passing::Never, &[instead, ("when", &when), ("even_in_check", "true")])
            }
            None => rule("pass", passes != Passing::Never, &[instead, ("when", calm)]),
        });
        let facing = facing.unwrap_or_default();
        let (before, gone) = (format!("before (any {facing})"), format!("no {facing}"));
        map.push(rule("face_off", faces.is_some(), &[("after", MOVES), ("when", &before), ("require", &gone)]));
        map
    }

    fn effects(&mut self) -> Map {
        let mut map = self.blast();
        let petrifies = self.members(Topic::Petrifies);
        let after = format!("capture by {}", named(&self.pieces_of(&petrifies)));
        let stone = ("do", STONE);
        map.push(rule("petrifies", !petrifies.is_empty(), &[("after", &after), stone]));
        let flips = self.settings.word(Topic::Flips).to_owned();
        // The same holds for the export: Fairy-Stockfish searches for answers to a check before it flips pieces.
        if !flips.is_empty() && self.has_royal() {
            self.lacks(Topic::Flips, "pieces that change sides and so may parry a check");
        }
        let with_friend = flips == "neighbours_with_friend";
        let flipped = match flips.as_str() {
            "enclosed" => {
                "enemy pieces between destination and (own pieces a \"Q\" away from destination through enemy pieces)"
            }
            "attacked" => "enemy pieces plainly attacked by (own pieces on destination)",
            _ => "enemy pieces beside destination",
        };
        let after = ("after", if with_friend { "move" } else { MOVES });
        map.push(rule("flips", !flips.is_empty(), &[after, ("flip", flipped)]));
        let friend = ("when", "any own pieces beside destination");
        map.push(rule("flips_with_friend", with_friend, &[("after", "drop"), friend, ("flip", flipped)]));
        map
    }

    /// The obligations, in their order of precedence.
    fn obligations(&mut self) -> Map {
        let settings = self.settings;
        let must_drop = settings.flag(Topic::MustDrop) && settings.flag(Topic::Drops);
        let drop = match settings.kind(Topic::MustDropKind, Side::White) {
            0 => "drop".to_owned(),
            kind => format!("drop of {}", named(&self.pieces_of(&[kind]))),
        };
        let must_move = self.passes() == Passing::Stuck;
        vec![
            rule("must_drop", must_drop, &[("must", &drop)]),
            rule("must_capture", settings.flag(Topic::MustCapture), &[("must", "capture")]),
            rule("must_move", must_move, &[("must", MOVES)]),
        ]
    }

    /// When a side may pass.
    fn passes(&self) -> Passing {
        let any = |topic| Side::ALL.into_iter().any(|side| self.settings.flag_of(topic, side));
        if any(Topic::PassStuck) {
            Passing::Stuck
        } else if any(Topic::Pass) {
            Passing::Always
        } else {
            Passing::Never
        }
    }

    /// Reports passes of one side only, and passes of a side that may put up a wall instead of moving.
    fn odd_passes(&mut self) {
        let of = |topic, side| self.settings.flag_of(topic, side);
        let differs = |topic| of(topic, Side::White) != of(topic, Side::Black);
        let stuck = of(Topic::PassStuck, Side::White);
        if differs(Topic::PassStuck) {
            self.lacks(Topic::PassStuck, "passing by one side only");
        } else if differs(Topic::Pass) && !stuck {
            self.lacks(Topic::Pass, "passing by one side only");
        } else if stuck && !self.settings.word(Topic::Walls).is_empty() && self.settings.flag(Topic::WallInstead) {
            self.lacks(Topic::PassStuck, "a pass of a side that may put up a wall instead of moving");
        }
    }

    fn blast(&mut self) -> Map {
        let blasts = self.settings.flag(Topic::Blast);
        if blasts && self.forms.iter().any(|form| form.kind == ROYAL) {
            self.lacks(
                Topic::Blast,
                "a king that is always royal, together with blasts: use an extinction rule instead",
            );
        }
        let steppers = self.forms.iter().copied().filter(|form| self.role(form.kind) == Role::Stepper);
        let mut spared: Vec<String> = steppers.map(|form| self.names.of(form).to_owned()).collect();
        let immune = self.members(Topic::BlastImmune);
        let immune = self.pieces_of(&immune);
        spared.retain(|name| !immune.contains(name));
        spared.extend(immune.iter().cloned());
        let mover = if immune.is_empty() { "mover".to_owned() } else { format!("(mover except {})", named(&immune)) };
        let around = match spared.is_empty() {
            true => "pieces beside destination".to_owned(),
            false => format!("pieces beside destination except {}", named(&spared)),
        };
        let captured = format!("{mover} or ({around})");
        let shielded = [("forbid", "check"), ("when", "any own royal pieces beside destination")];
        vec![
            rule("blast", blasts, &[("after", "capture"), ("capture", &captured)]),
            rule("shielded", blasts, &shielded),
        ]
    }

    fn walls(&mut self) -> Field {
        let built = self.settings.word(Topic::Walls);
        if built.is_empty() {
            return unless(true, "walls", Item::Nothing);
        }
        if self.settings.flag(Topic::Drops) {
            self.lacks(Topic::Walls, "walls together with drops");
        }
        if self.settings.flag(Topic::Blast) && self.leaves_trail() {
            self.lacks(Topic::Walls, "walls next to blasts of en passant captures");
        }
        if self.forms.iter().any(|form| form.kind == ROYAL) {
            self.lacks(Topic::Walls, "walls that may parry a check of a piece that is always royal");
        }
        let place = self.wall_place(built);
        let done = if built == "moved" { ("do", MOVED_WALL) } else { ("build", "chosen") };
        if self.settings.flag(Topic::WallInstead) {
            let when = ("when", "any own pieces and not in check");
            return rule("walls", true, &[("may_replace", "move"), ("choose", &place), when, done]);
        }
        // A wall does not come on squares that a blast has emptied.
        let place = match self.settings.flag(Topic::Blast) {
            true => {
                format!("({place}) on ((before (empty) or origin or (captured where en passant)) except destination)")
            }
            false => place,
        };
        rule("walls", true, &[("after", "any move"), ("choose", &place), ("if_none", "forbid"), done])
    }

    /// The squares on which a wall may be built, in the language of rules.
    fn wall_place(&self, built: &str) -> String {
        let (last_rank, last_file) = (self.board.ranks(), self.board.files().saturating_sub(1) as u8);
        let edge = format!("rank 1 or rank {last_rank} or file a or file {}", char::from(b'a' + last_file));
        let place = match built {
            "behind" => "empty on origin".to_owned(),
            "shot" => "empty reached by mover".to_owned(),
            "edge" => format!("(empty on ({edge})) or (empty a \"W\" away from walls)"),
            _ => "empty".to_owned(),
        };
        if self.area(Topic::WallRegion) == self.all() { place } else { format!("({place}) on {WALLS_ON}") }
    }

    /// The region on which walls may be built, unless it is the whole board.
    pub(super) fn wall_region(&self) -> Option<Field> {
        let on = self.area(Topic::WallRegion);
        let usual = self.settings.word(Topic::Walls).is_empty() || on == self.all();
        (!usual).then(|| field("regions", Item::Map(vec![field(WALLS_ON, Item::Area(on))])))
    }

    /// Reports rules that a variant file cannot express.
    fn lacking(&mut self) {
        let flags: &[(Topic, &str)] = &[
            (Topic::Gating, "gating or leaping rights of single pieces"),
            (Topic::GatingDrops, "pieces that enter behind a first move"),
            (Topic::FirstLeaps, "first-move leaps with rights in the FEN"),
            (Topic::PetrifiesBlast, "blasts that leave walls"),
            (Topic::PromotionInPlace, "promotion in place, or in one step of the new piece"),
        ];
        for (topic, what) in flags {
            if self.settings.flag(*topic) {
                self.lacks(*topic, *what);
            }
        }
        if self.settings.word(Topic::DropPlace) == "never_reached"
            || self.settings.word(Topic::Flips) == "never_reached"
        {
            self.lacks(Topic::DropPlace, "this word, here");
        }
        match self.settings.word(Topic::DropPlace) {
            "pushed_from_an_edge" => self.lacks(
                Topic::DropPlace,
                "drops that are pushed in from above and from the right up to the farthest square, as in Fairy-Stockfish",
            ),
            "enclosing" if self.start.has_walls() => {
                self.lacks(
                    Topic::DropPlace,
                    "rows that enclose pieces across walls, as in Fairy-Stockfish",
                );
            }
            _ => {}
        }
        let blasted = self.settings.flag(Topic::Blast) && self.settings.flag(Topic::PseudoRoyal);
        if blasted && !self.members(Topic::Petrifies).is_empty() {
            self.lacks(Topic::Petrifies, "a blast whose wall does not shield a royal piece, as in Fairy-Stockfish");
        }
    }
}
